"""Sittings and their journals in the database."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from tablero.kernel.errors import BadRecord, Conflict, StoreFailed, TableroError, UnknownName
from tablero.server.store.access import Store, fold_token, number, whole
from tablero.server.store.notes import Deleted, Written
from tablero.server.store.writer import Alike, Connection
from tablero.table.journal import Entry, Matter, decode, encode

log = logging.getLogger("tablero")

Seated: TypeAlias = Sequence[tuple[int, str]]       # seats and the persons who sit there

_SUMMARY = "id, game, scenario, name, owner, spectators, created, changed, standing"
_OF_SITTING = ", ".join(f"sitting.{column}" for column in _SUMMARY.split(", "))
_JOURNAL = "SELECT n, at, client, matter FROM journal WHERE sitting = ? ORDER BY n"
_JOURNAL_AFTER = "SELECT n, at, client, matter FROM journal WHERE sitting = ? AND n > ? ORDER BY n"
_INSERT = "INSERT INTO journal (sitting, n, at, client, matter) VALUES (?, ?, ?, ?, ?)"
_FOLLOW = (
    "UPDATE sitting SET version = ?, changed = COALESCE(?, changed), standing = ?, wake = ?"
    " WHERE id = ? AND version = ?"
)


@dataclass(frozen=True, slots=True)
class Summary:
    """A sitting in a list."""

    id: str
    game: str
    scenario: str
    name: str
    owner: str
    spectators: bool
    created: float
    changed: float
    lobby_entry: str       # JSON


class Sittings(Store):
    """What is kept of sittings."""

    def create_sitting(
        self, summary: Summary, entries: list[Entry], wake: float | None, seated: Seated = (), status: str = "",
        kept: Seated = (),
    ) -> Future[None]:
        """A new sitting with what has been done in it so far, who sits there, in which list it is, and for whom seats
        are kept."""

        def job(c: Connection) -> None:
            c.execute(
                f"INSERT INTO sitting ({_SUMMARY}, version, wake) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    summary.id, summary.game, summary.scenario, summary.name, summary.owner, int(summary.spectators),
                    summary.created, summary.changed, summary.lobby_entry, len(entries), wake,
                ),
            )
            c.execute_many(_INSERT, [_line(summary.id, entry) for entry in entries])
            _seat(c, summary.id, seated)
            _list(c, summary.id, status, summary.created)
            if kept:
                rows = [(summary.id, seat, player) for seat, player in kept]
                c.execute_many("INSERT INTO kept (sitting, seat, player) VALUES (?, ?, ?)", rows)

        return self.writer.do(job)

    def append(self, append: Append) -> Future[None]:
        """Store an entry; it must follow the last one, and its message must be new."""
        return self.writer.do(append)

    def append_soon(self, append: Append) -> asyncio.Future[None]:
        """The same from an event loop, together with what other tables write."""
        return self.writer.do_soon(append)

    def hold(self, sitting: str, version: int) -> Held:
        """Lock the row of a sitting, and read the entries after a version."""
        connection = None
        try:
            connection = self._unused()
            if not connection.execute("UPDATE sitting SET version = version WHERE id = ? RETURNING 1", (sitting,)):
                raise UnknownName("sitting", sitting)
            rows = connection.execute(_JOURNAL_AFTER, (sitting, version))
            return Held(connection, _journal(rows), self._spare.append)
        except Exception as error:
            if connection is not None:
                connection.close()
            if isinstance(error, TableroError):
                raise
            log.error("the database could not lock: %s", error)
            raise StoreFailed("write") from None

    def _unused(self) -> Connection:
        """A connection with a transaction begun: a spare one that was not lost, or a fresh one."""
        while True:
            try:
                spare = self._spare.pop()
            except IndexError:          # another thread may take the last one at any time
                fresh = self._connect()
                fresh.begin()
                return fresh
            try:
                spare.begin()
            except Exception as error:
                log.warning("a connection to the database was lost: %s", error)
                spare.close()
            else:
                return spare

    def journal(self, sitting: str) -> list[Entry]:
        return _journal(self._read(_JOURNAL, sitting))

    def journal_after(self, sitting: str, n: int) -> list[Entry]:
        return _journal(self._read(_JOURNAL_AFTER, sitting, n))

    def versions(self, sittings: Sequence[str]) -> dict[str, int]:
        """How many entries the journals of sittings have; those that are gone are left out."""
        rows = self._read_among("SELECT id, version FROM sitting WHERE id IN", sittings)
        return {str(id_): whole(version) for id_, version in rows}

    def journal_in_turn(self, sitting: str) -> Future[list[Entry]]:
        """The journal, after all writes queued before have been committed or have failed."""
        return self.writer.do(lambda c: _journal(c.execute(_JOURNAL, (sitting,))))

    def last_entry(self, sitting: str) -> float:
        """When the last entry of a journal was made."""
        ((at,),) = self._read("SELECT at FROM journal WHERE sitting = ? ORDER BY n DESC LIMIT 1", sitting)
        return number(at)

    def delete_sitting(self, sitting: str) -> Future[None]:
        """With its journal, chairs, invitations, notes and notices."""
        return self._write("DELETE FROM sitting WHERE id = ?", sitting, note=Deleted(sitting))

    # --- lists of them

    def summary(self, sitting: str) -> Summary:
        rows = self._read(f"SELECT {_SUMMARY} FROM sitting WHERE id = ?", sitting)
        if not rows:
            raise UnknownName("sitting", sitting)
        return _summary(rows[0])

    def sittings_of(self, player: str) -> list[Summary]:
        rows = self._read(
            f"SELECT {_SUMMARY} FROM sitting WHERE owner = ? OR id IN (SELECT sitting FROM chair WHERE player = ?)"
            " ORDER BY changed DESC LIMIT 500",
            player, player,
        )
        return [_summary(row) for row in rows]

    def kept_for(self, player: str) -> list[Summary]:
        """Sittings at which a seat waits for somebody."""
        rows = self._read(
            f"SELECT {_SUMMARY} FROM sitting WHERE id IN (SELECT kept.sitting FROM kept WHERE player = ? AND NOT EXISTS"
            " (SELECT 1 FROM chair WHERE chair.sitting = kept.sitting AND chair.player = kept.player))"
            " ORDER BY changed DESC LIMIT 20",
            player,
        )
        return [_summary(row) for row in rows]

    def listed(self, status: str, most: int = 50) -> list[tuple[Summary, str]]:
        """Sittings in a list, the latest first, each with the name of its owner."""
        rows = self._read(
            f"SELECT {_OF_SITTING}, COALESCE(player.name, '') FROM listing"
            " JOIN sitting ON sitting.id = listing.sitting LEFT JOIN player ON player.id = sitting.owner"
            " WHERE listing.status = ? ORDER BY listing.at DESC LIMIT ?",
            status, most,
        )
        return [(_summary(row[:-1]), str(row[-1])) for row in rows]

    def finished(self, player: str, first: int, most: int) -> list[Summary]:
        """Games of a person that are over, the latest first, from a number on."""
        rows = self._read(
            f"SELECT {_OF_SITTING} FROM listing JOIN sitting ON sitting.id = listing.sitting"
            " WHERE listing.status = 'over' AND (sitting.owner = ? OR sitting.id IN"
            " (SELECT chair.sitting FROM chair WHERE chair.player = ?))"
            " ORDER BY listing.at DESC, sitting.id LIMIT ? OFFSET ?",
            player, player, most, first,
        )
        return [_summary(row) for row in rows]

    def all_sittings(self, most: int) -> list[Summary]:
        rows = self._read(f"SELECT {_SUMMARY} FROM sitting ORDER BY changed DESC LIMIT ?", most)
        return [_summary(row) for row in rows]

    def to_wake(self, now: float) -> list[str]:
        """Sittings in which it is a bot's turn or a clock has run out."""
        return [str(id_) for (id_,) in self._read("SELECT id FROM sitting WHERE wake <= ? ORDER BY wake", now)]

    def changed_last(self, seconds: float) -> list[str]:
        """The sittings that changed last: within some seconds before the latest change."""
        rows = self._read("SELECT id FROM sitting WHERE changed >= (SELECT MAX(changed) FROM sitting) - ?", seconds)
        return [str(id_) for (id_,) in rows]

    # --- notes that players make

    def set_note(self, sitting: str, player: str, text: str) -> Future[None]:
        def job(c: Connection) -> None:
            c.execute("DELETE FROM note WHERE sitting = ? AND player = ?", (sitting, player))
            c.execute("INSERT INTO note (sitting, player, text) VALUES (?, ?, ?)", (sitting, player, text))

        return self.writer.do(job)

    def note(self, sitting: str, player: str) -> str:
        rows = self._read("SELECT text FROM note WHERE sitting = ? AND player = ?", sitting, player)
        return str(rows[0][0]) if rows else ""


@dataclass(frozen=True, slots=True)
class Append(Alike):
    """An entry of the journal, how its sitting stands then, and what else has changed with it."""

    sitting: str
    entry: Entry
    lobby_entry: str
    wake: float | None
    invite: str = ""                    # the invitation that it uses up
    seated: Seated | None = None        # who sits there, if that has changed
    secret: bool = False                # the list of games does not show that there was a change
    status: str | None = None           # in which list it is, if that has changed

    @classmethod
    def together(cls, c: Connection, jobs: Sequence[Append]) -> None:
        """In the order of the tables' ids: servers that lock the same rows do it in the same order. The keys of the
        journal refuse an entry that is there already; that none is left out, the version alone can say."""
        jobs = sorted(jobs, key=lambda job: job.sitting)
        moves = [
            (job.entry.n, None if job.secret else job.entry.at, job.lobby_entry, job.wake, job.sitting, job.entry.n - 1)
            for job in jobs
        ]
        if c.execute_many(_FOLLOW, moves) < len(jobs):
            raise Conflict("table")
        lines = [_line(job.sitting, job.entry) for job in jobs]
        c.execute_many(_INSERT, lines)
        for job in jobs:
            if job.invite:
                _use_up(c, job.invite, job.entry.at)
            if job.seated is not None:
                _seat(c, job.sitting, job.seated)
            if job.status is not None:
                _list(c, job.sitting, job.status, job.entry.at)
        c.announce(Written(*line) for line in lines)


def _use_up(c: Connection, invite: str, at: float) -> None:
    used = c.execute(
        "UPDATE invite SET used = ? WHERE token = ? AND used IS NULL AND expires > ? RETURNING 1",
        (at, fold_token(invite), at),
    )
    if not used:
        raise Conflict("invitation")


class Held:
    """A sitting of which the row is locked: nobody else can change it before this ends. Blocking. A change can be
    cancelled, but not the thread that stores it: the end waits until that is done."""

    def __init__(self, connection: Connection, entries: list[Entry], give_back: Callable[[Connection], None]) -> None:
        self.connection = connection
        self.entries = entries          # that were missing
        self.give_back = give_back
        self.busy, self.ended = threading.Lock(), False

    def append(self, append: Append) -> None:
        """Store an entry, and end."""
        with self.busy:
            if self.ended:
                raise StoreFailed("write")
            try:
                append(self.connection)
                self.connection.commit()
            except TableroError:
                raise
            except Exception as error:
                log.error("the database could not write: %s", error)
                raise StoreFailed("write") from None

    def close(self) -> None:
        """End; what was not stored is forgotten."""
        with self.busy:
            self.ended = True
            try:
                self.connection.rollback()
            except Exception as error:
                log.warning("a lock of the database ended by itself: %s", error)
                self.connection.close()
            else:
                self.give_back(self.connection)


def _line(sitting: str, entry: Entry) -> tuple[str, int, float, str, str]:
    return sitting, entry.n, entry.at, entry.client, encode(entry.matter)


def _seat(c: Connection, sitting: str, seated: Seated) -> None:
    """Keep who sits where, to list a person's games."""
    c.execute("DELETE FROM chair WHERE sitting = ?", (sitting,))
    rows = [(sitting, seat, player) for seat, player in seated]
    if rows:
        c.execute_many("INSERT INTO chair (sitting, seat, player) VALUES (?, ?, ?)", rows)


def _list(c: Connection, sitting: str, status: str, at: float) -> None:
    """Keep in which list a sitting is: open, watch, over; "" for none."""
    c.execute("DELETE FROM listing WHERE sitting = ?", (sitting,))
    if status:
        c.execute("INSERT INTO listing (sitting, status, at) VALUES (?, ?, ?)", (sitting, status, at))


def _journal(rows: list[tuple[object, ...]]) -> list[Entry]:
    return [Entry(whole(n), number(at), _matter(matter), str(client)) for n, at, client, matter in rows]


def _matter(text: object) -> Matter:
    try:
        return decode(str(text))
    except msgspec.ValidationError as error:
        raise BadRecord("journal_unknown", why=error) from None


def _summary(row: tuple[object, ...]) -> Summary:
    id_, game, scenario, name, owner, spectators, created, changed, lobby_entry = row
    return Summary(
        str(id_), str(game), str(scenario), str(name), str(owner), bool(spectators), number(created), number(changed),
        str(lobby_entry),
    )
