"""“Set up for me”: the computer answers for a seat until this kind of question is answered, by ordinary actions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import tablero
from tablero.kernel.actions import DONE, Action
from tablero.kernel.text import catalogue
from tablero.server.bot_processes import BotProcesses
from tablero.table.sitting import Sitting
from tests.server.people import House


def test_the_computer_sets_an_army_up_and_the_player_can_take_it_back(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    assert ["deploy", "deploy_to", "assign"] == ana.get(f"/api/sittings/{sitting}/about").json()["preparation"]
    ana.plays(sitting, 5, random.Random(3), seat="carlist")         # begun by hand, in the middle of a choice
    done = ana.does(sitting, "prepare", seat="carlist")
    assert 200 == done.status_code, done.text
    table = home.room(sitting).sitting
    assert done.json()["n"] == table.version
    assert {0} == {entry.seat for entry in table.record.entries}
    played = len(table.record.entries)
    assert played > 20
    assert [0] == table.to_move(), "what shows the army to the enemy is left to the player"
    assert "done" in [choice["do"] for choice in ana.table(sitting, seat="carlist")["choices"]]
    for _ in range(10):
        assert 200 == ana.does(sitting, "undo", seat="carlist").status_code
    assert played - 10 == len(table.record.entries)
    ana.does(sitting, "prepare", seat="carlist")
    assert [0] == table.to_move()
    ana.does(sitting, "prepare", seat="carlist")
    assert DONE == table.record.entries[-1].action
    assert [1] == table.to_move()


def test_the_kinds_of_setting_up_are_done_one_by_one(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    table = home.room(sitting).sitting
    asked: list[tuple[int, str]] = []
    while table.game.preparation and (seat := table.to_move()[0]) >= 0:
        key = ana.table(sitting, seat=table.game.seats[seat])["asked"]["key"]
        if asked[-1:] != [(seat, key)]:
            asked.append((seat, key))
        if key == "choose_action":
            break
        assert 200 == ana.does(sitting, "prepare", seat=table.game.seats[seat]).status_code
    assert [(0, "deploy"), (1, "deploy"), (0, "assign"), (1, "assign")] == asked[:-1]
    refused = ana.does(sitting, "prepare", seat=table.game.seats[seat])
    assert (403, "not_allowed") == (refused.status_code, refused.json()["code"])
    table.record.replay()


def test_a_request_that_is_sent_again_does_nothing_again(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    first = ana.post(f"/api/sittings/{sitting}/prepare", {"id": "once", "seat": "carlist"})
    version = home.room(sitting).sitting.version
    ana.does(sitting, "undo", seat="carlist")
    again = ana.post(f"/api/sittings/{sitting}/prepare", {"id": "once", "seat": "carlist"})
    assert (200, 200) == (first.status_code, again.status_code)
    assert version + 1 == home.room(sitting).sitting.version


def test_only_the_holder_of_an_awaited_seat_is_set_up(home: House) -> None:
    ana, ben, eva = home.person("Ana"), home.person("Ben"), home.person("Eva")
    sitting = ana.opens("me", "open", spectators=True)
    assert 403 == ana.does(sitting, "prepare").status_code          # nobody plays before all have come
    ben.joins(ana, sitting, "liberal")
    for who, seat in ((eva, ""), (eva, "carlist"), (ben, "carlist"), (ben, "liberal")):
        refused = who.does(sitting, "prepare", seat=seat)
        assert (403, "not_allowed") == (refused.status_code, refused.json()["code"])
    assert 0 == ana.actions(sitting)


def test_the_computer_sees_what_the_seat_sees(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, int]] = []

    async def think(self: BotProcesses, sitting: Sitting, seat: int, options: list[Action], bot: str) -> Action:
        monkeypatch.undo()
        monkeypatch.setattr(self, "pool", Pool())
        return await self.think(sitting, seat, options, bot)

    class Pool:
        """Keeps what would be sent to a process."""

        def submit(self, function: object, *values: Any) -> object:
            seen.append((values[3], values[5]))
            raise RuntimeError("enough")

    monkeypatch.setattr(BotProcesses, "think", think)
    ana = home.person("Ana")
    sitting = ana.opens("me", "me", scenario="arquijas")
    assert 500 == ana.does(sitting, "prepare", seat="carlist").status_code
    ((view, seat),) = seen
    table = home.room(sitting).sitting
    assert table.game.view(table.state, 0) == view
    assert 0 == seat
    assert [] == table.log


def test_whoever_goes_on_himself_is_not_held_up(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    count = 0

    async def think(self: BotProcesses, table: Sitting, seat: int, options: list[Action], bot: str) -> Action:
        nonlocal count
        count += 1
        if count == 3:      # the player is faster
            await home.hall.change(home.room(sitting), lambda s, now: s.act(seat, options[-1], s.stamps[seat], now))
        return options[0]

    monkeypatch.setattr(BotProcesses, "think", think)
    assert 200 == ana.does(sitting, "prepare", seat="carlist").status_code
    assert (3, 3) == (count, ana.actions(sitting))


def test_preparation_names_prompts_of_the_game() -> None:
    for code in tablero.GAMES:
        game = tablero.game(code)
        keys = [key for kinds in game.preparation for key in kinds]
        assert len(keys) == len(set(keys))
        assert [] == [key for key in keys if not catalogue(game.pack, "en").has(f"prompt.{key}")]
