"""The server lets a chance to react go by for people who cannot use it, and only then."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

import tablero
from tablero.kernel import actions
from tablero.server.automatic_answers import AutomaticAnswers
from tablero.server.hall import Hall, Room, lobby_entry
from tablero.server.store.database import Summary, open_database
from tablero.table.journal import Entry, Opened
from tablero.table.sitting import Sitting

GAME = tablero.game("aiw")


async def war(hall: Hall, always_ask: bool = False) -> Room:
    """An Impossible War of Ana and Ben."""
    opened = Opened("aiw", "espartero", GAME.chosen({}), "2a", "ana", GAME.rules, always_ask=always_ask)
    sitting = Sitting.open("s", opened, 1.0)
    seats = [sitting.sit(0, "ana", "Ana", 1.0), sitting.sit(1, "ben", "Ben", 1.0)]
    entries = [Entry(n, 1.0, matter) for n, matter in enumerate([opened, *seats], 1)]
    summary = Summary("s", "aiw", "espartero", "", "ana", False, 1.0, 1.0, lobby_entry(sitting))
    await asyncio.wrap_future(hall.database.create_sitting(summary, entries, None))
    room = Room(sitting)
    hall.add(room)
    return room


async def play_to_a_useless_chance(hall: Hall, room: Room) -> int:
    """Random play until somebody is asked who can only let a chance go by."""
    chance = random.Random(3)
    for _ in range(3000):
        sitting = await hall.settled(room)
        seat = sitting.to_move()[0]
        options = tablero.options(sitting.state, seat)
        if tablero.decline(sitting.state, seat) is not None and len(options) == 1:
            return seat
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
        room = await war(hall, always_ask=True)
        await play_to_a_useless_chance(hall, room)
        before = room.sitting.version
        automatic_answers = AutomaticAnswers(hall, pause=0.01)
        automatic_answers.look(room)
        await asyncio.sleep(0.2)
        assert before == room.sitting.version
        await automatic_answers.close()
        hall.database.close()

    asyncio.run(asyncio.wait_for(test(), 100))
