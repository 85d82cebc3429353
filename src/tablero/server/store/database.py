"""The database: its statements, and what they mean for sittings, players and notices."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

from tablero.kernel.errors import BadRecord, Conflict, NotAllowed, StoreFailed, TableroError, UnknownName
from tablero.server.store import sqlite
from tablero.server.store.notes import Beat, Deleted, Note, Readdressed, SignedOut, Written
from tablero.server.store.writer import Alike, Connection, Writer
from tablero.table.journal import Entry, Matter, decode, encode

log = logging.getLogger("tablero")

VERSION = 1         # of schema.sql
A_MOMENT = 1.0      # seconds without a sign of life that do not count
A_TICK = 0.005      # seconds that clocks may differ
ALIVE = 6.0         # seconds after its last sign of life that a server counts as up
FORGOTTEN = 60.0    # and that it is remembered

Seated: TypeAlias = Sequence[tuple[int, str]]       # seats and the persons who sit there


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


@dataclass(frozen=True, slots=True)
class Player:
    id: str
    name: str
    login: str | None
    settings: str       # JSON, the page's
    notices: str        # JSON, where "your turn" is sent


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the operator sees him."""

    id: str
    name: str
    login: str
    created: float
    seen: float         # 0: never at a table
    why: str            # he was blocked
    blocked: bool


@dataclass(frozen=True, slots=True)
class Session:
    token: str          # hashed
    browser: str        # what it was made with
    created: float


@dataclass(frozen=True, slots=True)
class Invitation:
    sitting: str
    seat: int
    good: bool          # neither used nor expired


@dataclass(frozen=True, slots=True)
class Notice:
    """That it is somebody's turn, to be sent one way."""

    sitting: str
    player: str
    stamp: int
    way: str
    tries: int
    due: float = 0.0


class Rating(NamedTuple):
    """How strong a player is, how sure that is, and how much his results vary (Glicko-2)."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


_SUMMARY = "id, game, scenario, name, owner, spectators, created, changed, standing"

_OF_SITTING = ", ".join(f"sitting.{column}" for column in _SUMMARY.split(", "))


def fold_token(token: str) -> str:
    """Tokens are stored as hashes: whoever reads the database cannot use them."""
    return hashlib.sha256(token.encode()).hexdigest()


class Closes(Protocol):
    def close(self) -> None: ...


class Database:
    """Reads on the caller's thread, writes through the writer."""

    def __init__(
        self, connect: Callable[[], Connection], claim: Closes | None = None, me: str = "", address: str = "",
    ) -> None:
        self.me = me                # this server among those that share the database
        self.address = address      # where notes of others are heard; "" if nobody shares it
        self.ahead = 0.0            # seconds that the clock of the database is ahead of ours
        self._connect = connect
        self._claim = claim         # on the file, as long as this is open
        self._local = threading.local()
        self._readers: list[Connection] = []
        self._spare: list[Connection] = []      # with which rows were locked
        self.writer = Writer(connect)

    def _read(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Rows, on this thread's connection; a lost connection is opened again, once."""
        kept: Connection | None = getattr(self._local, "connection", None)
        if kept is not None:
            try:
                return kept.execute(sql, values)
            except Exception as error:
                log.warning("a connection to the database was lost: %s", error)
        try:
            self._local.connection = None
            fresh = self._local.connection = self._connect()
            self._readers = [reader for reader in self._readers if reader is not kept] + [fresh]
            return fresh.execute(sql, values)
        except Exception as error:
            log.error("the database could not read: %s", error)
            raise StoreFailed("read") from None

    def check_version(self) -> None:
        ((found,),) = self._read("SELECT version FROM about")
        if found != VERSION:
            raise StoreFailed("version", found=found, expected=VERSION)

    def close(self) -> None:
        self.writer.close()
        for connection in (*self._readers, *self._spare):
            connection.close()
        if self._claim is not None:
            self._claim.close()

    # --- sittings

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
            connection = self._spare.pop() if self._spare else self._connect()
            connection.begin()
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

    def journal(self, sitting: str) -> list[Entry]:
        return _journal(self._read(_JOURNAL, sitting))

    def journal_after(self, sitting: str, n: int) -> list[Entry]:
        return _journal(self._read(_JOURNAL_AFTER, sitting, n))

    def versions(self, sittings: Sequence[str]) -> dict[str, int]:
        """How many entries the journals of sittings have; those that are gone are left out."""
        found: dict[str, int] = {}
        for i in range(0, len(sittings), 500):
            some = sittings[i : i + 500]
            marks = ", ".join("?" for _ in some)
            rows = self._read(f"SELECT id, version FROM sitting WHERE id IN ({marks})", *some)
            found |= {str(id_): _int(version) for id_, version in rows}
        return found

    def journal_in_turn(self, sitting: str) -> Future[list[Entry]]:
        """The journal, after all writes queued before have been committed or have failed."""
        return self.writer.do(lambda c: _journal(c.execute(_JOURNAL, (sitting,))))

    def last_entry(self, sitting: str) -> float:
        """When the last entry of a journal was made."""
        ((at,),) = self._read("SELECT at FROM journal WHERE sitting = ? ORDER BY n DESC LIMIT 1", sitting)
        return _float(at)

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

    def to_wake(self, now: float) -> list[str]:
        """Sittings in which it is a bot's turn or a clock has run out."""
        return [str(id_) for (id_,) in self._read("SELECT id FROM sitting WHERE wake <= ? ORDER BY wake", now)]

    def changed_last(self, seconds: float) -> list[str]:
        """The sittings that changed last: within some seconds before the latest change."""
        rows = self._read("SELECT id FROM sitting WHERE changed >= (SELECT MAX(changed) FROM sitting) - ?", seconds)
        return [str(id_) for (id_,) in rows]

    def delete_sitting(self, sitting: str) -> Future[None]:
        """With its journal, chairs, invitations, notes and notices."""
        return self._write("DELETE FROM sitting WHERE id = ?", sitting, note=Deleted(sitting))

    # --- runs of the server

    def sign_of_life(self, started: float, now: float) -> Future[None]:
        """The server that started at a time is up."""
        return self._write(
            "INSERT INTO run (started, seen) VALUES (?, ?) ON CONFLICT (started) DO UPDATE SET seen = excluded.seen",
            started, now,
        )

    def down_since(self, then: float) -> list[tuple[float, float]]:
        """When no server was up after a moment at which one was: from when until when. What was before the first sign
        of life is not known."""
        rows = self._read(
            "SELECT started, seen FROM run WHERE seen > ? OR started ="
            " (SELECT MAX(started) FROM run WHERE started <= ?) ORDER BY started", then, then,
        )
        gaps, up = [], then
        for n, (started, seen) in enumerate(rows):
            if _float(started) > up + A_MOMENT and (n or up > then):
                gaps.append((up, _float(started)))
            up = max(up, _float(seen))
        return gaps

    # --- servers on this database

    def now(self) -> float:
        """The time by the clock of the database: servers of several machines agree on it."""
        return time.time() + self.ahead

    def beat(self, name: str, edition: int, here: Collection[tuple[str, str]]) -> Future[dict[str, int]]:
        """A sign of life, with who is here: sittings ("" for the lobby) and players. Gives the servers that are up, and
        which edition they know."""

        def job(c: Connection) -> dict[str, int]:
            began = time.time()
            now = c.time()
            took = time.time() - began
            if abs(now - began - took / 2 - self.ahead) > took / 2 + A_TICK:
                self.ahead = now - began - took / 2
            c.execute(
                "INSERT INTO server (id, name, edition, seen) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET seen = excluded.seen", (self.me, name, edition, now),
            )
            c.execute("DELETE FROM server WHERE seen < ?", (now - FORGOTTEN,))
            rows = c.execute("SELECT id, edition FROM server WHERE seen > ? ORDER BY id", (now - ALIVE,))
            if len(rows) > 1:
                _note_here(c, self.me, set(here))
            c.announce([Beat(True)])
            return {str(id_): _int(edition) for id_, edition in rows}

        return self.writer.do(job)

    def end_beats(self) -> Future[None]:
        """This server stops."""
        return self._write("DELETE FROM server WHERE id = ?", self.me, note=Beat(False))

    def here_elsewhere(self, sitting: str) -> list[tuple[str, str]]:
        """Ids and names of those who are connected to a sitting ("": the lobby) by another server."""
        rows = self._read(
            "SELECT DISTINCT player.id, player.name FROM here JOIN server ON server.id = here.server"
            " JOIN player ON player.id = here.player WHERE sitting = ? AND server <> ? AND seen > ?",
            sitting, self.me, self.now() - ALIVE,
        )
        return [(str(id_), str(name)) for id_, name in rows]

    def announce(self, *notes: Note) -> Future[None]:
        return self.writer.do(lambda c: c.announce(notes))

    # --- people

    def create_player(self, id_: str, name: str, at: float) -> Future[None]:
        return self._write("INSERT INTO player (id, name, created) VALUES (?, ?, ?)", id_, name, at)

    def player(self, id_: str) -> Player | None:
        rows = self._read("SELECT id, name, login, settings, notices FROM player WHERE id = ?", id_)
        return _player(rows[0]) if rows else None

    def rename_player(self, id_: str, name: str) -> Future[None]:
        return self._write("UPDATE player SET name = ? WHERE id = ?", name, id_)

    def set_settings(self, id_: str, settings: str) -> Future[None]:
        return self._write("UPDATE player SET settings = ? WHERE id = ?", settings, id_)

    def set_notices(self, id_: str, notices: str) -> Future[None]:
        return self._write("UPDATE player SET notices = ? WHERE id = ?", notices, id_, note=Readdressed(id_))

    def set_account(self, id_: str, login: str, password: str) -> Future[None]:
        return self._write("UPDATE player SET login = ?, password = ? WHERE id = ?", login, password, id_)

    def account(self, login: str) -> tuple[str, str] | None:
        """Player id and password hash of an account."""
        rows = self._read("SELECT id, password FROM player WHERE login = ?", login)
        return (str(rows[0][0]), str(rows[0][1])) if rows else None

    def create_session(self, token: str, player: str, at: float, expires: float, browser: str = "") -> Future[None]:
        kept = fold_token(token)

        def job(c: Connection) -> None:
            values = (kept, player, at, expires)
            c.execute("INSERT INTO session (token, player, created, expires) VALUES (?, ?, ?, ?)", values)
            if browser:
                c.execute("INSERT INTO browser (session, name) VALUES (?, ?)", (kept, browser))

        return self.writer.do(job)

    def session(self, token: str, now: float) -> str | None:
        """The player of a session that has not expired."""
        rows = self._read("SELECT player FROM session WHERE token = ? AND expires > ?", fold_token(token), now)
        return str(rows[0][0]) if rows else None

    def sessions_of(self, player: str, now: float) -> list[Session]:
        """Those that have not expired, the latest first."""
        rows = self._read(
            "SELECT token, COALESCE(browser.name, ''), created"
            " FROM session LEFT JOIN browser ON browser.session = session.token"
            " WHERE player = ? AND expires > ? ORDER BY created DESC LIMIT 100",
            player, now,
        )
        return [Session(str(token), str(browser), _float(created)) for token, browser, created in rows]

    def end_session(self, player: str, hashed: str) -> Future[None]:
        note = SignedOut(player, hashed, "")
        return self._write("DELETE FROM session WHERE player = ? AND token = ?", player, hashed, note=note)

    def end_sessions(self, player: str, but: str = "") -> Future[None]:
        """End all sessions of a player, but one."""
        note = SignedOut(player, "", fold_token(but))
        return self._write("DELETE FROM session WHERE player = ? AND token <> ?", player, fold_token(but), note=note)

    def open_sessions(self, hashed: Sequence[str]) -> set[str]:
        """Those of some sessions that have not ended."""
        found: set[str] = set()
        for i in range(0, len(hashed), 500):
            some = hashed[i : i + 500]
            marks = ", ".join("?" for _ in some)
            rows = self._read(f"SELECT token FROM session WHERE token IN ({marks})", *some)
            found |= {str(token) for (token,) in rows}
        return found

    # --- invitations

    def create_invite(self, token: str, sitting: str, seat: int, expires: float) -> Future[None]:
        return self._write(
            "INSERT INTO invite (token, sitting, seat, expires) VALUES (?, ?, ?, ?)",
            fold_token(token), sitting, seat, expires,
        )

    def invite(self, token: str, now: float) -> Invitation | None:
        rows = self._read("SELECT sitting, seat, used, expires FROM invite WHERE token = ?", fold_token(token))
        if not rows:
            return None
        sitting, seat, used, expires = rows[0]
        return Invitation(str(sitting), _int(seat), used is None and _float(expires) > now)

    # --- who is admitted, and who is here

    def is_blocked(self, who: Sequence[str]) -> bool:
        marks = ", ".join("?" for _ in who)
        return bool(self._read(f"SELECT 1 FROM blocked WHERE who IN ({marks})", *who))

    def block(self, who: str, why: str, at: float) -> Future[None]:
        return self._write(
            "INSERT INTO blocked (who, at, why) VALUES (?, ?, ?) ON CONFLICT (who) DO UPDATE SET why = excluded.why",
            who, at, why,
        )

    def unblock(self, who: str) -> Future[None]:
        return self._write("DELETE FROM blocked WHERE who = ?", who)

    def create_welcome(self, token: str, expires: float) -> Future[None]:
        """A link that lets whoever uses it first open tables."""
        return self._write("INSERT INTO welcome_link (token, expires) VALUES (?, ?)", fold_token(token), expires)

    def use_welcome(self, token: str, player: str, at: float) -> Future[None]:
        def job(c: Connection) -> None:
            used = c.execute(
                "UPDATE welcome_link SET used = ? WHERE token = ? AND used IS NULL AND expires > ? RETURNING 1",
                (at, fold_token(token), at),
            )
            if not used:
                raise NotAllowed("invitation_used")
            c.execute("INSERT INTO welcome (player, at) VALUES (?, ?) ON CONFLICT DO NOTHING", (player, at))

        return self.writer.do(job)

    def is_welcome(self, player: str) -> bool:
        return bool(self._read("SELECT 1 FROM welcome WHERE player = ?", player))

    def note_presence(self, players: Sequence[str], at: float) -> Future[None]:
        def job(c: Connection) -> None:
            c.execute_many(
                "INSERT INTO presence (player, at) VALUES (?, ?) ON CONFLICT (player) DO UPDATE SET at = excluded.at",
                [(player, at) for player in players],
            )

        return self.writer.do(job)

    def probe(self) -> Future[None]:
        """A write that changes nothing."""
        return self._write("UPDATE about SET version = version")

    # --- for the operator

    def all_sittings(self, most: int) -> list[Summary]:
        rows = self._read(f"SELECT {_SUMMARY} FROM sitting ORDER BY changed DESC LIMIT ?", most)
        return [_summary(row) for row in rows]

    def people(self, most: int) -> list[Person]:
        """Those who were seen last first."""
        rows = self._read(
            "SELECT player.id, player.name, COALESCE(login, ''), player.created, COALESCE(presence.at, 0),"
            " COALESCE(blocked.why, ''), blocked.who IS NOT NULL"
            " FROM player LEFT JOIN presence ON presence.player = player.id"
            " LEFT JOIN blocked ON blocked.who = player.id"
            " ORDER BY COALESCE(presence.at, 0) DESC, player.created DESC LIMIT ?",
            most,
        )
        return [
            Person(str(a), str(b), str(c), _float(d), _float(e), str(f), bool(g)) for a, b, c, d, e, f, g in rows
        ]

    def counts(self) -> dict[str, int]:
        """How many rows the larger tables have."""
        tables = ("sitting", "journal", "player", "session", "notice", "blocked")
        return {name: _int(self._read(f"SELECT COUNT(*) FROM {name}")[0][0]) for name in tables}

    # --- notes

    def set_note(self, sitting: str, player: str, text: str) -> Future[None]:
        def job(c: Connection) -> None:
            c.execute("DELETE FROM note WHERE sitting = ? AND player = ?", (sitting, player))
            c.execute("INSERT INTO note (sitting, player, text) VALUES (?, ?, ?)", (sitting, player, text))

        return self.writer.do(job)

    def note(self, sitting: str, player: str) -> str:
        rows = self._read("SELECT text FROM note WHERE sitting = ? AND player = ?", sitting, player)
        return str(rows[0][0]) if rows else ""

    # --- ratings

    def rate(
        self, sitting: str, game: str, scores: dict[str, tuple[int, float]],
        after: Callable[[dict[str, tuple[int, float]], dict[str, Rating]], dict[str, Rating]],
    ) -> Future[None]:
        """Rate a game, once: read the ratings of those who played it, and write those after it."""

        def job(c: Connection) -> None:
            if not c.execute("INSERT INTO rated (sitting) VALUES (?) ON CONFLICT DO NOTHING RETURNING 1", (sitting,)):
                return
            c.execute("UPDATE about SET version = version")         # a lock: one server at a time
            before, games = {}, {}
            for who in scores:
                rows = c.execute("SELECT value, deviation, volatility, games FROM rating WHERE player = ? AND game = ?",
                                 (who, game))
                before[who] = Rating(*map(_float, rows[0][:3])) if rows else Rating()
                games[who] = _int(rows[0][3]) if rows else 0
            c.execute_many(
                "INSERT INTO rating (player, game, value, deviation, volatility, games) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (player, game) DO UPDATE SET value = excluded.value, deviation = excluded.deviation,"
                " volatility = excluded.volatility, games = excluded.games",
                [(who, game, *rating, games[who] + 1) for who, rating in after(scores, before).items()],
            )

        return self.writer.do(job)

    def ratings(self, game: str, most: int = 100) -> list[tuple[str, str, float, float, int]]:
        """The best first: id, name, rating, deviation, games."""
        rows = self._read(
            "SELECT rating.player, COALESCE(player.name, rating.player), value, deviation, games FROM rating"
            " LEFT JOIN player ON player.id = rating.player WHERE game = ? ORDER BY value DESC LIMIT ?", game, most,
        )
        return [(str(a), str(b), _float(c), _float(d), _int(e)) for a, b, c, d, e in rows]

    # --- secrets of the server

    def secret(self, name: str) -> str:
        rows = self._read("SELECT value FROM secret WHERE name = ?", name)
        return str(rows[0][0]) if rows else ""

    def keep_secret(self, name: str, value: str) -> Future[None]:
        """One that is there already stays."""
        return self._write("INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, value)

    # --- notices

    def queue_notice(self, notice: Notice, due: float) -> Future[None]:
        """A notice is queued once, whatever became of it."""
        return self._write(
            "INSERT INTO notice (sitting, player, stamp, way, due, tries) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            notice.sitting, notice.player, notice.stamp, notice.way, due, notice.tries,
        )

    def due_notices(self, now: float, most: int = 50) -> list[Notice]:
        """Notices to send now."""
        rows = self._read(
            "SELECT sitting, player, stamp, way, tries, due FROM notice WHERE due <= ? ORDER BY due LIMIT ?", now, most
        )
        return [Notice(str(a), str(b), _int(c), str(d), _int(e), _float(f)) for a, b, c, d, e, f in rows]

    def claim_notice(self, notice: Notice, until: float) -> Future[bool]:
        """May this server send a notice? If it does not tell what became of it, another one tries at a time."""
        values = (until, notice.sitting, notice.player, notice.stamp, notice.way, notice.due)
        return self.writer.do(lambda c: bool(c.execute(
            "UPDATE notice SET due = ? WHERE sitting = ? AND player = ? AND stamp = ? AND way = ? AND due = ?"
            " RETURNING 1", values,
        )))

    def set_notice(self, notice: Notice, due: float | None) -> Future[None]:
        """When to try again; None: never."""
        return self._write(
            "UPDATE notice SET tries = tries + 1, due = ? WHERE sitting = ? AND player = ? AND stamp = ? AND way = ?",
            due, notice.sitting, notice.player, notice.stamp, notice.way,
        )

    def _write(self, sql: str, *values: object, note: Note | None = None) -> Future[None]:
        def job(c: Connection) -> None:
            c.execute(sql, values)
            if note is not None:
                c.announce([note])

        return self.writer.do(job)


_JOURNAL = "SELECT n, at, client, matter FROM journal WHERE sitting = ? ORDER BY n"
_JOURNAL_AFTER = "SELECT n, at, client, matter FROM journal WHERE sitting = ? AND n > ? ORDER BY n"
_INSERT = "INSERT INTO journal (sitting, n, at, client, matter) VALUES (?, ?, ?, ?, ?)"
_FOLLOW = (
    "UPDATE sitting SET version = ?, changed = COALESCE(?, changed), standing = ?, wake = ?"
    " WHERE id = ? AND version = ?"
)


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
        """In the order of the tables' ids: servers that lock the same rows do it in the same order."""
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
    """A sitting of which the row is locked: nobody else can change it before this ends. Blocking."""

    def __init__(self, connection: Connection, entries: list[Entry], give_back: Callable[[Connection], None]) -> None:
        self.connection = connection
        self.entries = entries          # that were missing
        self.give_back = give_back

    def append(self, append: Append) -> None:
        """Store an entry, and end."""
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


def _note_here(c: Connection, server: str, here: set[tuple[str, str]]) -> None:
    rows = c.execute("SELECT sitting, player FROM here WHERE server = ?", (server,))
    noted = {(str(sitting), str(player)) for sitting, player in rows}
    if noted - here:
        c.execute_many(
            "DELETE FROM here WHERE server = ? AND sitting = ? AND player = ?", [(server, *row) for row in noted - here]
        )
    if here - noted:
        c.execute_many(
            "INSERT INTO here (server, sitting, player) VALUES (?, ?, ?)", [(server, *row) for row in here - noted]
        )


def _journal(rows: list[tuple[object, ...]]) -> list[Entry]:
    return [Entry(_int(n), _float(at), _matter(matter), str(client)) for n, at, client, matter in rows]


def _summary(row: tuple[object, ...]) -> Summary:
    id_, game, scenario, name, owner, spectators, created, changed, lobby_entry = row
    return Summary(
        str(id_), str(game), str(scenario), str(name), str(owner), bool(spectators), _float(created), _float(changed),
        str(lobby_entry),
    )


def _player(row: tuple[object, ...]) -> Player:
    id_, name, login, settings, notices = row
    return Player(str(id_), str(name), None if login is None else str(login), str(settings), str(notices))


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _float(value: object) -> float:
    assert isinstance(value, (int, float))
    return float(value)


def _matter(text: object) -> Matter:
    try:
        return decode(str(text))
    except msgspec.ValidationError as error:
        raise BadRecord("journal_unknown", why=error) from None


def open_database(url: str, serving: bool = False) -> Database:
    """The database of an address: `sqlite:///FILE` or `postgresql://...`; missing tables are created. A SQLite file is
    opened for `serving` by one server at a time."""
    kind, _, rest = url.partition("://")
    connect: Callable[[], Connection]
    claim, me, address = None, secrets.token_hex(6), ""
    try:
        if kind == "sqlite" and rest[1:]:
            path = rest[1:]         # sqlite:///relative, sqlite:////absolute
            claim = sqlite.claim(path) if serving else None
            sqlite.create(path)
            connect = lambda: sqlite.SqliteConnection(path)  # noqa: E731
        elif kind in ("postgresql", "postgres"):
            from tablero.server.store import postgres

            postgres.create(url)
            connect, address = lambda: postgres.PostgresConnection(url, me), url
        else:
            raise StoreFailed("url", url=url)
    except ImportError as error:
        raise StoreFailed("no_psycopg") from error
    except TableroError:
        raise
    except Exception as error:
        raise StoreFailed("open", why=error) from error
    database = Database(connect, claim, me, address)
    database.check_version()
    return database
