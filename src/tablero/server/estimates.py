"""Odds of whole fights for people at tables: tried out in a process of their own, with what time is left.

Only the view of the seat that is asked goes in, and only its own connections are sent the result, if the question is
still the same; nobody else can tell that there was one.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeAlias

import tablero
from tablero.bots import trials
from tablero.kernel.actions import Action
from tablero.kernel.errors import TableroError
from tablero.kernel.odds import Odds
from tablero.server.bot_processes import end_with_server
from tablero.server.hall import Hall, Room

log = logging.getLogger("tablero")

KINDNESS = 10           # how much the process gives way to all others
Key: TypeAlias = tuple[str, int, int]       # sitting, seat, stamp of its question


def give_way(server: int) -> None:
    """In the worker process."""
    end_with_server(server)
    os.nice(KINDNESS)


def work_out(code: str, view: tablero.State, seat: int, options: list[Action]) -> dict[Action, Odds]:
    """In the worker process: how likely the fights of a question are to be won."""
    return trials.estimates(tablero.game(code), view, seat, options)


class Estimates:
    """Has fights tried out for people who are asked about one; the first question waits until a process is made."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.pool: Executor | None = None
        self.tasks: dict[Key, asyncio.Task[None]] = {}
        hall.listeners.append(self.look)
        hall.greeters.append(self.look)

    def look(self, room: Room) -> None:
        """After a change: is somebody who is there asked about a fight? What was asked before is dropped."""
        sitting = room.sitting
        watched = {guest.seat for guest in room.guests}
        asked = {seat for seat in sitting.awaited() if seat in watched and not sitting.seating[seat].bot}
        now = {(sitting.id, seat, sitting.stamps[seat]) for seat in asked}
        for key, task in list(self.tasks.items()):
            if key[0] == sitting.id and key not in now:
                task.cancel()
        if sitting.game.trials is None or not sitting.in_play or sitting.paused:
            return
        for key in now:
            seat, question = key[1], sitting.questions[key[1]]
            if key in self.tasks or question is None or room.estimates.get(seat, (-1, {}))[0] == key[2]:
                continue
            if trials.wanted(sitting.game, sitting.state, question[1]):
                self._begin(room, key, sitting.game.joint_view(sitting.state, sitting.eyes(seat)), question[1])

    def _begin(self, room: Room, key: Key, view: tablero.State, options: list[Action]) -> None:
        task = self.tasks[key] = asyncio.create_task(self._work(room, key, view, options))
        task.add_done_callback(lambda _: self.tasks.pop(key, None))

    async def _work(self, room: Room, key: Key, view: tablero.State, options: list[Action]) -> None:
        _, seat, stamp = key
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(1, mp_context=context, initializer=give_way, initargs=(os.getpid(),))
        pool, loop = self.pool, asyncio.get_running_loop()
        try:
            found = await loop.run_in_executor(pool, work_out, room.sitting.game.code, view, seat, options)
            sitting = await self.hall.settled(room)
        except BrokenProcessPool:
            if self.pool is pool:
                self.pool = None
            return
        except TableroError as error:           # the sitting is gone
            log.debug("no odds in %s: %s", key[0], error)
            return
        if sitting.stamps[seat] == stamp and seat in sitting.to_move():
            room.estimates[seat] = stamp, found
            if found:
                self.hall.tell(room, self.hall.database.now(), [seat])

    async def close(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
