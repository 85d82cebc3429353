"""The server lets a chance to react go by for people who cannot use it, and only then."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

import tablero
from tablero.kernel import actions
from tablero.server.app import wake_one
from tablero.server.automatic_answers import AutomaticAnswers
from tablero.server.hall import Guest, Hall, Room, lobby_entry, waking
from tablero.server.store.database import open_database
from tablero.server.store.sittings import Summary
from tablero.table.journal import FORMAT, Acted, Entry, Held, Opened
from tablero.table.sitting import Sitting

GAME = tablero.game("aiw")


async def war(hall: Hall, reactions: str = "quick", window: int = 0) -> Room:
    """An Impossible War of Ana and Ben."""
    opened = Opened(
        "aiw", "espartero", GAME.chosen({}), "2a", "ana", GAME.rules, reactions=reactions, window=window, format=FORMAT
    )
    sitting = Sitting.open("s", opened, 1.0)
    seats = [sitting.sit(0, "ana", "Ana", 1.0), sitting.sit(1, "ben", "Ben", 1.0)]
    entries = [Entry(n, 1.0, matter) for n, matter in enumerate([opened, *seats], 1)]
    summary = Summary("s", "aiw", "espartero", "", "ana", False, 1.0, 1.0, lobby_entry(sitting))
    await asyncio.wrap_future(hall.database.create_sitting(summary, entries, None))
    room = Room(sitting)
    hall.add(room)
    return room


async def play_to_a_useless_chance(hall: Hall, room: Room, usable: bool = False) -> int:
    """Random play until somebody is asked who can only let a chance go by, or could use it."""
    chance = random.Random(3)
    for _ in range(3000):
        sitting = await hall.settled(room)
        seat = sitting.to_move()[0]
        options = tablero.options(sitting.state, seat)
        if tablero.decline(sitting.state, seat) is not None and (len(options) > 1) == usable:
            return seat
        if sitting.windows.closes[seat]:
            sitting.windows.closes[seat] = 1.0          # this one is over
            await hall.change(room, lambda s, now: s.close_chance(seat, now))  # noqa: B023
            continue
        action, stamp = chance.choice(options), sitting.stamps[seat]
        await hall.change(room, lambda s, now: s.act(seat, action, stamp, now))  # noqa: B023
    raise AssertionError("no such chance")


def test_a_useless_chance_goes_by_after_the_pause_and_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'w.db'}"))
        room = await war(hall)
        seat = await play_to_a_useless_chance(hall, room)
        before = (await hall.settled(room)).version
        automatic_answers = AutomaticAnswers(hall, pause=0.05)
        monkeypatch.setattr(actions, "read", None)          # it is an action from the start, never a text to read
        automatic_answers.look(room)
        assert before == room.sitting.version, "the pause is the same for all: nothing happens at once"
        await automatic_answers.tasks["s", seat, room.sitting.stamps[seat]]
        sitting = await hall.settled(room)
        assert (before + 1, seat) == (sitting.version, sitting.log[-1].seat)
        monkeypatch.undo()
        again = Sitting.fold_all("s", hall.database.journal("s"))
        assert again.version == sitting.version
        await automatic_answers.close()
        hall.database.close()

    asyncio.run(asyncio.wait_for(test(), 100))


def test_a_table_that_always_asks_waits(tmp_path: Path) -> None:
    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'w.db'}"))
        room = await war(hall, "ask")
        await play_to_a_useless_chance(hall, room)
        before = room.sitting.version
        automatic_answers = AutomaticAnswers(hall, pause=0.01)
        automatic_answers.look(room)
        await asyncio.sleep(0.2)
        assert before == room.sitting.version
        await automatic_answers.close()
        hall.database.close()

    asyncio.run(asyncio.wait_for(test(), 100))


def heard(guest: Guest) -> list[bytes]:
    found = []
    while not guest.queue.empty():
        found.append(guest.queue.get_nowait())
    return found


@pytest.mark.parametrize("usable", [True, False])
def test_at_a_timed_table_others_hear_of_an_answer_when_the_chance_is_over_and_not_before(
    tmp_path: Path, usable: bool
) -> None:
    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'w.db'}"))
        room = await war(hall, "timed", window=2)
        seat = await play_to_a_useless_chance(hall, room, usable)
        actions, stamp = len(room.sitting.record.entries), room.sitting.stamps[seat]
        mine, other, onlooker = Guest("x", seat, "en"), Guest("y", 1 - seat, "en"), Guest("z", -1, "en")
        for guest in (mine, other, onlooker):
            hall.enter(room, guest)
            heard(guest)
        before = hall.database.summary("s")
        automatic_answers = AutomaticAnswers(hall, pause=0.01)
        automatic_answers.look(room)
        given = tablero.options(room.sitting.state, seat)[-1]
        number = await hall.change(room, lambda s, now: s.act(seat, given, stamp, now), "x:1")
        assert number == await hall.change(room, lambda s, now: s.act(seat, given, stamp, now), "x:1")
        assert isinstance(hall.database.journal("s")[-1].matter, Held)
        assert (True, [], []) == (bool(heard(mine)), heard(other), heard(onlooker))
        assert before == hall.database.summary("s"), "the list of games shows no change"
        task = automatic_answers.tasks["s", seat, stamp]
        await task
        assert (actions + 1, given) == (
            len(room.sitting.record.entries), room.sitting.record.entries[actions].action
        )
        last = hall.database.journal("s")[-1]
        assert isinstance(last.matter, Acted)
        assert heard(other)
        assert heard(onlooker)
        assert before.changed < hall.database.summary("s").changed
        await automatic_answers.close()
        hall.database.close()

    asyncio.run(asyncio.wait_for(test(), 100))


def test_a_chance_that_was_over_while_the_server_was_down_is_closed_when_the_table_is_woken(tmp_path: Path) -> None:
    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'w.db'}"))
        room = await war(hall, "timed", window=1)
        seat = await play_to_a_useless_chance(hall, room)
        actions = len(room.sitting.record.entries)
        await hall.change(room, lambda s, now: s.say("x", "X", "hello", now))
        closes = room.sitting.windows.closes[seat]
        assert closes == waking(room.sitting)
        hall.rooms.clear()
        AutomaticAnswers(hall, pause=0.01)
        while len((await hall.settled(await hall.room("s"))).record.entries) == actions:
            for id_ in hall.database.to_wake(time.time()):
                await wake_one(hall, id_)
            await asyncio.sleep(0.05)
        hall.database.close()

    asyncio.run(asyncio.wait_for(test(), 100))
