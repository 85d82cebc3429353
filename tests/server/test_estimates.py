"""Odds of fights reach the seat that is asked, and nobody else; and no question that is gone."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

import tablero
from tablero.bots import trials
from tablero.server.estimates import Estimates
from tablero.server.hall import Guest, Hall, Room
from tablero.server.store.database import open_database
from tests.server.test_automatic_answers import GAME, war


async def play_to_a_fight(hall: Hall, room: Room) -> int:
    """Random play until somebody is asked about a fight, and has a choice."""
    chance = random.Random(5)
    for _ in range(6000):
        sitting = await hall.settled(room)
        seat = sitting.to_move()[0]
        options = tablero.options(sitting.state, seat)
        if len(options) > 1 and trials.wanted(GAME, sitting.state, options):
            return seat
        action, stamp = chance.choice(options), sitting.stamps[seat]
        await hall.change(room, lambda s, now: s.act(seat, action, stamp, now))  # noqa: B023
    raise AssertionError("no fight")


def odds_sent(guest: Guest) -> list[str]:
    """The odds of tried-out fights in all that a guest was sent."""
    found = []
    while not guest.queue.empty():
        update = msgspec.json.decode(guest.queue.get_nowait())
        found += [choice["odds"] for choice in update["choices"] if "played by bots" in choice.get("odds", "")]
    return found


def test_the_seat_that_is_asked_is_told_and_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "PLAYS", 40)
    monkeypatch.setattr(trials, "SECONDS", 300.0)

    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'e.db'}"))
        room = await war(hall)
        seat = await play_to_a_fight(hall, room)
        guests = [Guest("ana", 0, "en"), Guest("ben", 1, "en")]
        for guest in guests:
            hall.enter(room, guest)
        assert [] == odds_sent(guests[seat])
        odds_sent(guests[1 - seat])
        estimates = Estimates(hall)
        estimates.pool = ThreadPoolExecutor(1)
        key = room.sitting.id, seat, room.sitting.stamps[seat]
        estimates.look(room)
        await estimates.tasks[key]
        assert guests[1 - seat].queue.empty(), "not even an empty update"
        assert odds_sent(guests[seat])
        estimates.look(room)
        assert not estimates.tasks, "it is known already"
        late = Guest("ana" if seat == 0 else "ben", seat, "en")
        hall.enter(room, late)
        assert odds_sent(late), "who comes later is told at once"
        await estimates.close()

    asyncio.run(test())


def test_a_question_that_is_gone_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "PLAYS", 40)
    monkeypatch.setattr(trials, "SECONDS", 300.0)

    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'e.db'}"))
        room = await war(hall)
        seat = await play_to_a_fight(hall, room)
        guest = Guest("ana" if seat == 0 else "ben", seat, "en")
        hall.enter(room, guest)
        estimates = Estimates(hall)
        estimates.pool = ThreadPoolExecutor(1)
        key = room.sitting.id, seat, room.sitting.stamps[seat]
        estimates.look(room)
        task = estimates.tasks[key]
        action, stamp = tablero.options(room.sitting.state, seat)[0], room.sitting.stamps[seat]
        await hall.change(room, lambda s, now: s.act(seat, action, stamp, now))
        await asyncio.wait([task])
        assert task.cancelled()
        assert room.estimates.get(seat, (-1, {}))[0] != stamp
        await estimates.close()

    asyncio.run(test())
