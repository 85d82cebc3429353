"""Bots of the server: one answer to a question, whoever is asked, and no more time than their clock allows."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

import tablero
from tablero.bots import AT_A_TABLE, FREE, names
from tablero.kernel import actions
from tablero.kernel.actions import Action
from tablero.server.bot_processes import SHARE, BotProcesses, budget, decide, watched_chance
from tablero.server.hall import Hall, Room
from tablero.server.store.database import open_database
from tablero.table.journal import FORMAT, Acted, Clock, Matter, Opened
from tablero.table.reactions import ALONE
from tablero.table.sitting import Sitting
from tests.server.house import GAME, table
from tests.table.test_automatic_answers import play_to_a_chance
from tests.table.test_sitting import handed_over


@pytest.mark.parametrize("code", [code for code in tablero.GAMES if "heuristic" in names(tablero.game(code))])
def test_a_question_has_one_answer_in_whatever_order_it_is_asked(code: str) -> None:
    game, chance = tablero.game(code), Random(1)
    s = game.new(game.scenarios[0], 5)
    asked = []
    while len(asked) < 60 and not s.over:
        seat = tablero.players(s)[0]
        view, options = game.view(s, seat), tablero.options(s, seat)
        answer = decide(code, "heuristic", 7, view, options, seat, FREE)
        asked.append((view, options, seat, answer))
        tablero.apply(s, seat, answer)
    chance.shuffle(asked)
    for view, options, seat, answer in asked:
        assert answer == decide(code, "heuristic", 7, view, options, seat, FREE)


def test_the_action_of_a_bot_goes_to_the_journal_without_being_read_from_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def first(self: BotProcesses, sitting: Sitting, seat: int, options: list[Action], bot: str) -> Action:
        return options[0]

    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'b.db'}"))
        room = await table(hall)
        await hall.change(room, lambda s, now: s.seat_bot(0, "random", now))
        expected, stamp = tablero.options(room.sitting.state, 0)[0], room.sitting.stamps[0]
        bot_processes = BotProcesses(hall, 1)
        await bot_processes._move(room, room.sitting)
        assert (0, expected) == (room.sitting.record.entries[0].seat, room.sitting.record.entries[0].action)
        assert stamp < room.sitting.stamps[0]
        await bot_processes.close()
        (acted,) = [entry.matter for entry in hall.database.journal("s") if isinstance(entry.matter, Acted)]
        assert GAME.write(room.sitting.state, expected) == acted.do
        hall.database.close()

    monkeypatch.setattr(BotProcesses, "think", first)
    monkeypatch.setattr(actions, "read", None)
    asyncio.run(asyncio.wait_for(test(), 60))


def seated(clock: Clock) -> Sitting:
    game = tablero.game("dpyr")
    sitting = Sitting.open("s", Opened("dpyr", "maella", game.chosen({}), "2a", "ana", game.rules, clock=clock), 0.0)
    sitting.seat_bot(0, "heuristic", 0.0)
    sitting.sit(1, "ana", "Ana", 0.0)
    return sitting


def test_a_bot_thinks_for_a_small_part_of_what_its_clock_leaves_it() -> None:
    assert AT_A_TABLE == budget(seated(Clock()), 0, 1000.0) == budget(seated(Clock("live", 600)), 0, 0.0)
    assert 30 / SHARE == budget(seated(Clock("live", 60)), 0, 30.0).seconds
    assert 0.01 == budget(seated(Clock("live", 60)), 0, 1000.0).seconds


# --- what the time of an answer tells


def with_bot(reactions: str, usable: bool, person: bool = True) -> tuple[Sitting, int]:
    """A bot has a chance to react that it could use, or not, while a person looks on, or none."""
    game = tablero.game("aiw")
    opened = Opened("aiw", "espartero", game.chosen({}), "2a", "ana", game.rules, reactions=reactions, format=FORMAT)
    sitting = Sitting.open("s", opened, 1.0)
    for seat in (0, 1):
        sitting.seat_bot(seat, "random", 1.0)
    seat = play_to_a_chance(sitting, usable)
    if person:
        sitting.leave(1 - seat, 2.0)
        sitting.sit(1 - seat, "ana", "Ana", 2.0)
    return sitting, seat


def bots(tmp_path: Path, pause: float = 1.2) -> BotProcesses:
    return BotProcesses(Hall(open_database(f"sqlite:///{tmp_path / 'b.db'}")), 1, pause)


@pytest.mark.parametrize("reactions", ["quick", "ask"])
def test_a_bot_answers_a_chance_after_the_same_time_with_one_option_or_many(tmp_path: Path, reactions: str) -> None:
    async def test() -> None:
        made = bots(tmp_path)
        for usable in (True, False):
            sitting, seat = with_bot(reactions, usable)
            question = sitting.questions[seat]
            assert question is not None
            assert (usable, ALONE) == (
                len(question[1]) > 1, made._not_before(sitting, seat, "random", len(question[1]) == 1)
            )
            alone, seat = with_bot(reactions, usable, person=False)
            assert 0.0 == made._not_before(alone, seat, "random", not usable), "nobody looks on"
        await made.close()

    asyncio.run(test())


def test_where_bots_think_longer_than_the_pause_a_sole_answer_to_a_chance_waits_as_long(tmp_path: Path) -> None:
    async def test() -> None:
        made, (sitting, seat) = bots(tmp_path), with_bot("quick", usable=False)
        made.took["aiw", "random", True] = deque([0.7])
        made.took["aiw", "random", False] = deque([5.0])
        assert 0.7 == made._not_before(sitting, seat, "random", True)
        assert ALONE == made._not_before(sitting, seat, "random", False), "its own thinking takes its time"
        await made.close()

    asyncio.run(test())


def test_bots_that_have_a_chance_at_the_same_time_think_and_answer_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tablero.game("wellington")
    opened = Opened("wellington", "1812", game.chosen({}), "2a", "ana", game.rules, format=FORMAT)
    sitting = Sitting.open("s", opened, 0.0)
    sitting.sit(0, "ana", "Ana", 0.0)
    for seat in (1, 2, 3):
        sitting.seat_bot(seat, "random", 0.0)
    while len(seats := [seat for seat in sitting.bots_to_move() if watched_chance(sitting, seat)]) < 2:
        seat = sitting.to_move()[0]
        sitting.act(seat, tablero.options(sitting.state, seat)[0], sitting.stamps[seat], 0.0)
    played = len(sitting.record.entries)

    async def test() -> None:
        made, together = bots(tmp_path), asyncio.Barrier(len(seats))

        async def think(sitting: Sitting, seat: int, options: list[Action], bot: str) -> Action:
            await together.wait()               # one by one, nobody would pass
            return options[0]

        async def change(room: Room, make: Callable[[Sitting, float], Matter]) -> None:
            make(room.sitting, 1.0)

        monkeypatch.setattr(made, "think", think)
        monkeypatch.setattr(made.hall, "change", change)
        await made._move(Room(sitting), sitting)
        await made.close()

    asyncio.run(asyncio.wait_for(test(), 60))
    assert seats == [entry.seat for entry in sitting.record.entries[played:]]


def test_any_other_sole_option_takes_as_long_as_a_real_answer_did(tmp_path: Path) -> None:
    async def test() -> None:
        made = bots(tmp_path)
        sitting = seated(Clock())
        assert 0.0 == made._not_before(sitting, 0, "heuristic", True), "it has answered nothing yet"
        made.took["dpyr", "heuristic", False] = deque([0.25, 0.5])
        assert {0.25, 0.5} == {made._not_before(sitting, 0, "heuristic", True) for _ in range(200)}
        assert 0.0 == made._not_before(sitting, 0, "heuristic", False)
        await made.close()

    asyncio.run(test())


def test_a_bot_goes_on_no_sooner_than_the_time_for_an_undo_is_over(tmp_path: Path) -> None:
    async def test() -> None:
        made, sitting = bots(tmp_path), handed_over(3).sitting
        assert [3, 3] == [made._not_before(sitting, 1, "random", sole) for sole in (True, False)]
        assert 0.0 == made._not_before(handed_over(0).sitting, 1, "random", False)
        await made.close()

    asyncio.run(test())


def test_the_times_of_real_answers_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def first(self: BotProcesses, sitting: Sitting, seat: int, options: list[Action], bot: str) -> Action:
        return options[0]

    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'b.db'}"))
        room = await table(hall)
        await hall.change(room, lambda s, now: s.seat_bot(0, "random", now))
        made = BotProcesses(hall, 1, 0.0)
        hall.listeners.clear()              # it moves when it is told to
        for _ in range(3):
            await made._move(room, room.sitting)
        assert 3 == len(made.took["dpyr", "random", False])
        await made.close()
        hall.database.close()

    monkeypatch.setattr(BotProcesses, "think", first)
    asyncio.run(asyncio.wait_for(test(), 60))
