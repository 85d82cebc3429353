"""Bots at tables: they think in processes of their own, see only their view, and never block the server."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TypeVar
from zlib import crc32

import tablero
from tablero import bots
from tablero.bots import AT_A_TABLE, Budget
from tablero.kernel.actions import Action
from tablero.kernel.advice import Advice
from tablero.kernel.errors import StaleState, UnknownName
from tablero.server.hall import Hall, Room
from tablero.table.journal import Matter
from tablero.table.reactions import PAUSE, pause
from tablero.table.sitting import Sitting

log = logging.getLogger("tablero")

T = TypeVar("T")

PATIENCE = 6        # failures in a row before a table is left to the next wake-up
REMEMBERED = 50     # answers of a bot whose times are remembered
SHARE = 50          # where its clock runs, no longer than this part of what is left


def end_with_server(server: int) -> None:
    """In a worker process: exit when the server is gone, even if it was killed."""

    def watch() -> None:
        while os.getppid() == server:
            time.sleep(1.0)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def decide(
    code: str, name: str, seed: int, view: tablero.State, options: list[Action], seat: int, budget: Budget
) -> Action:
    """In a worker process: what a bot does. It is made for each question, so that a question has one answer,
    whichever process is asked, and after a restart or a take-back too."""
    return bots.make(name, tablero.game(code), seed).choose(view, options, seat, budget)


def explain(
    code: str, name: str, seed: int, view: tablero.State, options: list[Action], seat: int, budget: Budget
) -> Advice:
    """In a worker process: what a bot would do, and why."""
    return bots.make(name, tablero.game(code), seed).explain(view, options, seat, budget)


def seed(table: str, seat: int, stamp: int) -> int:
    """What a bot draws its chance from: each question at a table has its own."""
    return crc32(f"{table} {seat} {stamp}".encode())


def watched_chance(sitting: Sitting, seat: int) -> bool:
    """Has a bot a chance to react, and is a person there to see when it answers?"""
    return bool(sitting.seating.people()) and tablero.decline(sitting.state, seat) is not None


def _act(seat: int, action: Action, stamp: int, sitting: Sitting, now: float) -> Matter:
    return sitting.act(seat, action, stamp, now)


def budget(sitting: Sitting, seat: int, now: float) -> Budget:
    """What a bot may think for, by its clock."""
    if sitting.opened.clock.kind != "live" or seat not in sitting.clocks.running:
        return AT_A_TABLE
    return Budget(max(0.01, min(AT_A_TABLE.seconds, sitting.clocks.remaining(seat, now) / SHARE)))


class BotProcesses:
    """Lets bots move wherever it is their turn.

    When a bot answers tells a person nothing about what it could have done: a chance to react is answered after the
    same pause with one option as with many, and a sole option after as long as one of its real answers took, if that
    was longer. All bots that have a chance at the same time answer after one pause."""

    def __init__(self, hall: Hall, processes: int = 0, pause: float = PAUSE) -> None:
        self.hall = hall
        self.pause = pause
        self.took: dict[tuple[str, str, bool], deque[float]] = {}   # seconds that the last answers of a bot took, by
                                                                    # game, and whether it could only react
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.pool = self._new_pool()
        self.tasks: set[asyncio.Task[None]] = set()
        hall.listeners.append(self.look)

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            self.processes, mp_context=context, initializer=end_with_server, initargs=(os.getpid(),)
        )

    def look(self, room: Room) -> None:
        """After a change: is it a bot's turn?"""
        if not room.bots_at_work and room.sitting.bots_to_move():
            room.bots_at_work = True
            task = asyncio.create_task(self._play(room))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _play(self, room: Room) -> None:
        """Move until it is somebody else's turn."""
        failures = 0
        try:
            while failures < PATIENCE:
                try:
                    sitting = await self.hall.settled(room)
                    if not sitting.bots_to_move() or not self.hall.keeps(sitting.id):
                        return
                    await self._move(room, sitting)
                    failures = 0
                except StaleState:          # the table changed while the bot was thinking
                    continue
                except UnknownName:         # the sitting was deleted
                    return
                except Exception as error:
                    failures += 1
                    log.warning("bot in %s: %s: %s", room.sitting.id, type(error).__name__, error)
                    await asyncio.sleep(min(2.0**failures / 10, 10.0))
        finally:
            room.bots_at_work = False

    async def _move(self, room: Room, sitting: Sitting) -> None:
        """The move of a bot, or of all bots that have a chance to react."""
        first, *others = sitting.bots_to_move()
        seats = [first] if not watched_chance(sitting, first) else [
            first, *(seat for seat in others if watched_chance(sitting, seat))]
        stamps = [sitting.stamps[seat] for seat in seats]
        found = await asyncio.gather(*(self._choice(sitting, seat) for seat in seats))
        for seat, stamp, action in zip(seats, stamps, found, strict=True):
            await self.hall.change(room, partial(_act, seat, action, stamp))

    async def _choice(self, sitting: Sitting, seat: int) -> Action:
        """What a bot does, when others may see it."""
        question = sitting.questions[seat]
        assert question is not None
        options, bot, began = question[1], sitting.seating[seat].bot, time.monotonic()
        chance, until = watched_chance(sitting, seat), self._not_before(sitting, seat, bot, len(options) == 1)
        action = await self.think(sitting, seat, options, bot)
        took = time.monotonic() - began
        if len(options) > 1:
            self._times(sitting, bot, chance).append(took)
        if took < until:
            await asyncio.sleep(until - took)
        return action

    def _not_before(self, sitting: Sitting, seat: int, bot: str, sole: bool) -> float:
        """How many seconds after the question others may see the answer."""
        if not sitting.seating.people() or sitting.windows.closes[seat]:
            return 0.0              # nobody sees it, or not before the chance is over
        chance = watched_chance(sitting, seat)
        least = pause(len(sitting.seating.people()), self.pause) if chance else sitting.grace(seat)
        return max(least, random.choice(self._times(sitting, bot, chance) or (0.0,)) if sole else 0.0)

    def _times(self, sitting: Sitting, bot: str, chance: bool) -> deque[float]:
        return self.took.setdefault((sitting.game.code, bot, chance), deque(maxlen=REMEMBERED))

    async def think(self, sitting: Sitting, seat: int, options: list[Action], bot: str) -> Action:
        """What a bot would do in a seat."""
        if len(options) == 1:
            return options[0]
        allowed = budget(sitting, seat, self.hall.database.now())
        if watched_chance(sitting, seat):
            least = pause(len(sitting.seating.people()), self.pause)
            allowed = Budget(min(allowed.seconds, least / 2))           # so that it is ready when it may be seen
        return await self._ask(decide, sitting, seat, options, bot, allowed)

    async def advise(self, sitting: Sitting, seat: int, options: list[Action]) -> Advice:
        """What a bot would do in a person's seat, and why."""
        return await self._ask(explain, sitting, seat, options, bots.adviser(sitting.game), AT_A_TABLE)

    async def _ask(
        self, work: Callable[[str, str, int, tablero.State, list[Action], int, Budget], T], sitting: Sitting, seat: int,
        options: list[Action], bot: str, allowed: Budget,
    ) -> T:
        """Let a bot work in another process, on what the seat sees. In a guided first game it is always the same."""
        view, pool = sitting.game.view(sitting.state, seat), self.pool
        table = sitting.game.code if sitting.opened.guide else sitting.id
        chance = seed(table, seat, sitting.stamps[seat])
        try:
            return await asyncio.get_running_loop().run_in_executor(
                pool, work, sitting.game.code, bot, chance, view, options, seat, allowed
            )
        except BrokenProcessPool:       # a process died; others may have met the same and replaced the pool
            if self.pool is pool:
                self.pool = self._new_pool()
            raise

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
        self.pool.shutdown(wait=False, cancel_futures=True)
