"""Several servers on one database: signs of life, the keeper of each table, and what the others tell.

See docs/decisions/a24-several-servers.md. Correctness does not rest on anything here: what is not heard is found when
versions are compared, and what two keepers do at once the database lets one of them do.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import socket
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import tablero
from tablero.kernel.errors import TableroError
from tablero.server.auth import Doorkeeper
from tablero.server.hall import Hall
from tablero.server.notify import Notifier
from tablero.server.sockets import Sockets
from tablero.server.store.notes import Beat, Deleted, Heard, Readdressed, SignedOut, Stopped, Watched, Written, decode

if TYPE_CHECKING:
    from tablero.server.store.postgres import Listener

log = logging.getLogger("tablero")

BEAT = 2.0          # seconds between two signs of life
COMPARE = 1.5       # seconds between two comparisons of versions
SILENCE = 7.0       # seconds without a note, where others are up, after which the connection counts as lost
ANSWERS = 10.0      # seconds for the database to take a sign of life
CUT_OFF = 6.0       # seconds without a sign of life after which others may have taken over: nobody is shown a table
PAUSE = 0.5         # seconds before the next attempt to connect
REMEMBERED = 20_000     # keepers


def edition() -> int:
    """Which rules this program knows: newer programs have a larger number, since versions of rules only rise."""
    return sum(tablero.game(code).rules for code in tablero.GAMES)


def keeper(sitting: str, servers: Collection[str]) -> str:
    """The keeper of a sitting among servers: a rendezvous hash, so that few change when a server comes or goes."""
    return max(servers, key=lambda id_: hashlib.blake2b(f"{id_} {sitting}".encode(), digest_size=8).digest())


class Servers:
    """This server among those that share its database."""

    def __init__(
        self, hall: Hall, sockets: Sockets, doorkeeper: Doorkeeper, notifier: Notifier,
        here: Callable[[], Collection[tuple[str, str]]],
    ) -> None:
        self.hall, self.database = hall, hall.database
        self.sockets, self.doorkeeper, self.notifier = sockets, doorkeeper, notifier
        self.here = here                    # sittings ("" for the lobby) and players who are connected
        self.me, self.name, self.edition = self.database.me, f"{socket.gethostname()} {os.getpid()}", edition()
        self.living = {self.me: self.edition}
        self.candidates = [self.me]         # of the living those that know the newest rules
        self.kept: dict[str, bool] = {}     # a cache, by sitting: is it ours?
        self.beats_at_once = asyncio.Event()
        self.listens = asyncio.Event()
        self.heard_at = self.beaten_at = time.monotonic()
        self.tasks: list[asyncio.Task[None]] = []
        hall.keeps = self.keeps

    async def start(self) -> None:
        """Known to the others, and listening: from now on tables may be opened."""
        await self._beat()
        self.tasks = [asyncio.create_task(work) for work in (self._listening(), self._beating(), self._comparing())]
        await self.listens.wait()

    async def close(self) -> None:
        """The others take over at once."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        with contextlib.suppress(TableroError):
            await asyncio.wrap_future(self.database.end_beats())

    # --- who is up

    def keeps(self, sitting: str) -> bool:
        """Is this server the keeper of a sitting?"""
        found = self.kept.get(sitting)
        if found is None:
            if len(self.kept) > REMEMBERED:
                self.kept.clear()
            found = self.kept[sitting] = keeper(sitting, self.candidates) == self.me
        return found

    async def _beating(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.beats_at_once.wait(), BEAT)
            self.beats_at_once.clear()
            try:
                async with asyncio.timeout(ANSWERS):
                    await self._beat()
                self.beaten_at = time.monotonic()
            except (TableroError, TimeoutError) as error:
                log.warning("no sign of life could be stored: %s", error or "the database does not answer")
                if time.monotonic() - self.beaten_at > CUT_OFF:
                    self._cut_off()
            except Exception:           # of a table that was looked after: the sign of life is stored
                log.exception("not all could be done when servers came or went")

    def _cut_off(self) -> None:
        """What others write is not seen here: whoever watches may come again, to another server or when it is seen."""
        for room in self.hall.rooms.values():
            for guest in room.guests:
                guest.dismiss()

    async def _beat(self) -> None:
        living = await asyncio.wrap_future(self.database.beat(self.name, self.edition, self.here()))
        living.setdefault(self.me, self.edition)
        if living != self.living:
            self._others(living)

    def _others(self, living: dict[str, int]) -> None:
        """A server has come or gone: look after the tables that are ours now, and have others look after theirs."""
        gone = self.living.keys() - living.keys()
        self.living, newest = living, max(living.values())
        self.hall.company = len(living) > 1
        self.candidates, self.kept = [id_ for id_, known in living.items() if known == newest], {}
        for id_, room in list(self.hall.rooms.items()):
            if self.keeps(id_):
                self.hall.call(room)
            elif room.guests:
                self.database.announce(Watched(id_))
        if gone:
            self.notifier.catch_up()

    # --- what they tell

    async def _listening(self) -> None:
        from tablero.server.store import postgres

        while True:
            try:
                listener = await asyncio.to_thread(postgres.Listener, self.database.address)
            except Exception as error:
                log.warning("other servers cannot be heard: %s", error)
                await asyncio.sleep(PAUSE)
                continue
            try:
                await self._listen(listener)
            except Exception as error:
                log.warning("what was missed could not be made up for: %s", error)
                await asyncio.sleep(PAUSE)
            finally:
                asyncio.get_running_loop().remove_reader(listener.fileno)
                listener.close()

    async def _listen(self, listener: Listener) -> None:
        """Until the connection is lost."""
        lost = asyncio.Event()

        def read() -> None:
            try:
                notes = listener.heard()
            except Exception as error:
                log.warning("other servers are not heard any more: %s", error)
                asyncio.get_running_loop().remove_reader(listener.fileno)
                lost.set()
                return
            self.heard_at = time.monotonic()
            for text in notes:
                self._take(text)

        asyncio.get_running_loop().add_reader(listener.fileno, read)
        self.heard_at = time.monotonic()
        await self._make_up_for_silence()
        self.listens.set()
        while not lost.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(lost.wait(), 1.0)
            if len(self.living) > 1 and time.monotonic() - self.heard_at > SILENCE:
                log.warning("nothing is heard of other servers")
                return

    async def _make_up_for_silence(self) -> None:
        """What was told meanwhile was not heard: compare all tables, and look up all sessions and ways again."""
        self.doorkeeper.forget()
        self.notifier.forget()
        await self._compare(list(self.hall.rooms))
        guests = [guest for guests in self.sockets.guests.values() for guest in guests]
        signed_in = await asyncio.to_thread(self.database.open_sessions, list({one.session for one in guests}))
        for guest in guests:
            if guest.session not in signed_in:
                guest.dismiss()

    def _take(self, text: str) -> None:
        found = decode(text)
        if found is None:
            log.warning("a note was not understood: of a newer program, or of none of ours")
        elif found[0] != self.me:
            try:
                self._hear(*found)
            except Exception:
                log.exception("a note of another server could not be followed")

    def _hear(self, by: str, note: Heard) -> None:
        if isinstance(note, Written):
            self.hall.hear(note)
        elif isinstance(note, Watched):
            self.hall.watched(note.sitting)
        elif isinstance(note, Deleted):
            if note.sitting in self.hall.rooms:
                self.hall.close(self.hall.rooms[note.sitting])
        elif isinstance(note, Stopped):
            if note.sitting in self.hall.rooms:
                self.hall.rooms[note.sitting].sitting.stop(note.seat)
        elif isinstance(note, SignedOut):
            self.doorkeeper.forget(note.player)
            self.sockets.hang_up(note.player, note.session, note.but)
        elif isinstance(note, Readdressed):
            self.notifier.forget(note.player)
        elif isinstance(note, Beat) and note.up != (by in self.living):
            self.beats_at_once.set()

    # --- what was not heard

    async def _comparing(self) -> None:
        """Where somebody watches: a note may have been lost, or the answer of the database to a change."""
        while True:
            await asyncio.sleep(COMPARE)
            company = len(self.living) > 1
            watched = [id_ for id_, room in self.hall.rooms.items() if room.guests and (company or room.in_doubt)]
            if watched:
                try:
                    await self._compare(watched)
                except TableroError as error:
                    log.warning("tables could not be compared: %s", error)
                except Exception:
                    log.exception("tables could not be compared")

    async def _compare(self, sittings: list[str]) -> None:
        versions = await asyncio.to_thread(self.database.versions, sittings)
        for id_ in sittings:
            room = self.hall.rooms.get(id_)
            if room is not None:
                self.hall.compared(room, versions.get(id_))
                if room.in_doubt or room.newest > room.sitting.version:
                    await self.hall.follow(room)
