"""A hall in this process, without sockets and pages: for tests that look inside."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import tablero
from tablero.kernel.positions import fingerprint
from tablero.server.hall import Hall, Room, lobby_entry
from tablero.server.store.database import Database
from tablero.server.store.sittings import Summary
from tablero.table.journal import FORMAT, Entry, Matter, Opened
from tablero.table.sitting import Sitting

GAME = tablero.game("dpyr")


async def table(hall: Hall, id_: str = "s", scenario: str = "maella", **more: object) -> Room:
    """A sitting of Ana (Carlist) and Ben (Liberal), in the store and in the hall."""
    values = {"format": FORMAT, **more}
    opened = Opened(GAME.code, scenario, GAME.chosen({}), "2a", "ana", GAME.rules, **values)  # type: ignore[arg-type]
    sitting = Sitting.open(id_, opened, 1.0)
    seats = [sitting.sit(0, "ana", "Ana", 1.0), sitting.sit(1, "ben", "Ben", 1.0)]
    entries = [Entry(n, 1.0, matter) for n, matter in enumerate([opened, *seats], 1)]
    summary = Summary(id_, GAME.code, scenario, "", "ana", opened.spectators, 1.0, 1.0, lobby_entry(sitting))
    await asyncio.wrap_future(hall.database.create_sitting(summary, entries, None, sitting.seating.rows()))
    room = Room(sitting)
    hall.add(room)
    return room


def some_action(sitting: Sitting, chance: random.Random) -> tuple[int, str, int]:
    """Seat, text form and stamp of an action that is offered."""
    seat = chance.choice(sitting.to_move())
    action = chance.choice(tablero.options(sitting.state, seat))
    return seat, GAME.write(sitting.state, action), sitting.stamps[seat]


def playing(seat: int, do: str, stamp: int) -> Callable[[Sitting, float], Matter]:
    return lambda sitting, now: sitting.act(seat, sitting.game.read(sitting.state, do), stamp, now)


async def play(hall: Hall, room: Room, actions: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(actions):
        if not room.sitting.over:
            await hall.change(room, playing(*some_action(await hall.settled(room), chance)))


def mark(sitting: Sitting, database: Database) -> tuple[object, ...]:
    """What must not change when something is refused."""
    return (
        fingerprint(sitting.state), sitting.state.rng, sitting.version, tuple(sitting.stamps), sitting.offer,
        sitting.paused, len(sitting.chat.lines), len(sitting.log), repr(sitting.seating.holders),
        len(database.journal(sitting.id)),
    )
