"""Automatic answers: the table declines a chance to react for people who cannot use it or have declined it, and carries
out the orders that they have given for it.

At a `quick` table it waits the same time for everybody and then gives an ordinary answer. Where a chance lasts a fixed
time, it gives all answers when that is over: what was held, what was ordered, or a no. See `table/reactions.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from tablero.kernel.errors import StoreFailed, TableroError
from tablero.server.hall import Hall, Room
from tablero.table.reactions import PAUSE, pause

log = logging.getLogger("tablero")

AGAIN = 1.0         # seconds after which an answer that could not be stored is given again
Key: TypeAlias = tuple[str, int, int]       # sitting, seat, stamp of its question


class AutomaticAnswers:
    """Answers for people where `Sitting.automatic_answer` says so, and for everybody when a chance is over."""

    def __init__(self, hall: Hall, pause: float = PAUSE) -> None:
        self.hall = hall
        self.pause = pause
        self.tasks: dict[Key, asyncio.Task[None]] = {}
        hall.listeners.append(self.look)

    def look(self, room: Room) -> None:
        """After a change: is a seat answered for?"""
        sitting = room.sitting
        if sitting.paused or not sitting.in_play or not self.hall.keeps(sitting.id):
            return
        for seat in sitting.awaited():
            key = sitting.id, seat, sitting.stamps[seat]
            if key in self.tasks:
                continue
            if sitting.windows.closes[seat]:
                self._begin(key, room, self._close)
            elif not sitting.seating[seat].free and sitting.automatic_answer(seat) is not None:
                self._begin(key, room, self._answer)

    def _begin(self, key: Key, room: Room, give: Callable[[Room, int, int], Awaitable[None]]) -> None:
        async def answer() -> None:
            while True:
                try:
                    await give(room, *key[1:])
                except StoreFailed as error:        # nobody else will give it
                    log.warning("no automatic answer in %s yet: %s", key[0], error)
                    await asyncio.sleep(AGAIN)
                    continue
                except TableroError as error:       # the question is gone, or the sitting
                    log.debug("no automatic answer in %s: %s", key[0], error)
                return

        task = self.tasks[key] = asyncio.create_task(answer())
        task.add_done_callback(lambda _: self.tasks.pop(key, None))

    async def _answer(self, room: Room, seat: int, stamp: int) -> None:
        """For a person, after the pause."""
        await asyncio.sleep(pause(len(room.sitting.seating.people()), self.pause))
        sitting = await self.hall.settled(room)
        answer = sitting.automatic_answer(seat)
        if answer is None or seat not in sitting.to_move() or sitting.stamps[seat] != stamp:
            return
        if not self.hall.keeps(sitting.id):
            return
        action, order = answer
        await self.hall.change(room, lambda s, now: s.act(seat, action, stamp, now, order=order))

    async def _close(self, room: Room, seat: int, stamp: int) -> None:
        """For whoever was asked, when the chance is over; a pause or a server that was down may put it off."""
        while True:
            sitting = await self.hall.settled(room)
            closes = sitting.windows.closes[seat]
            if sitting.stamps[seat] != stamp or sitting.paused or not closes or not self.hall.keeps(sitting.id):
                return
            left = closes - self.hall.database.now()
            if left <= 0:
                break
            await asyncio.sleep(left)
        await self.hall.change(room, lambda s, now: s.close_chance(seat, now))

    async def close(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()
