"""Automatic answers: the table declines a chance to react for people who cannot use it or have declined it, and carries
out the orders that they have given for it.

It waits the same time for everybody and then gives an ordinary answer. Where even this pause would say too much, a
table can be opened with "always ask".
"""

from __future__ import annotations

import asyncio
import logging

from tablero.kernel.errors import TableroError
from tablero.server.hall import Hall, Room

log = logging.getLogger("tablero")

PAUSE = 1.2         # seconds


class AutomaticAnswers:
    """Answers for people where `Sitting.automatic_answer` says so."""

    def __init__(self, hall: Hall, pause: float = PAUSE) -> None:
        self.hall = hall
        self.pause = pause
        self.tasks: dict[tuple[str, int, int], asyncio.Task[None]] = {}     # by sitting, seat and stamp of the question
        hall.listeners.append(self.look)

    def look(self, room: Room) -> None:
        """After a change: is a seat answered for?"""
        sitting = room.sitting
        for seat in sitting.to_move():
            key = sitting.id, seat, sitting.stamps[seat]
            if key not in self.tasks and sitting.automatic_answer(seat) is not None:
                task = self.tasks[key] = asyncio.create_task(self._answer(room, seat, key[2]))
                task.add_done_callback(lambda _, key=key: self.tasks.pop(key, None))    # type: ignore[misc]

    async def _answer(self, room: Room, seat: int, stamp: int) -> None:
        await asyncio.sleep(self.pause)
        try:
            sitting = await self.hall.settled(room)
            answer = sitting.automatic_answer(seat)
            if answer is None or seat not in sitting.to_move() or sitting.stamps[seat] != stamp:
                return
            action, order = answer
            await self.hall.change(room, lambda s, now: s.act(seat, action, stamp, now, order=order))
        except TableroError as error:       # the question is gone, or the sitting
            log.debug("no automatic answer in %s: %s", room.sitting.id, error)

    async def close(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()
