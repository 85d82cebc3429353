"""The database: its statements, and what they mean for sittings, players and notices."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from tablero.kernel.errors import Conflict, NotAllowed, StoreFailed, TableroError, UnknownName
from tablero.server.store import sqlite
from tablero.server.store.writer import Alike, Connection, Writer
from tablero.table.journal import Entry, Matter, decode, encode

log = logging.getLogger("tablero")

VERSION = 1         # of schema.sql
A_MOMENT = 1.0      # seconds without a sign of life that do not count

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


class Database:
    """Reads on the caller's thread, writes through the writer."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._local = threading.local()
        self._readers: list[Connection] = []
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
        for reader in self._readers:
            reader.close()

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

    def append(
        self, sitting: str, entry: Entry, lobby_entry: str, wake: float | None, invite: str = "",
        seated: Seated | None = None, secret: bool = False, status: str | None = None,
    ) -> Future[None]:
        """Store an entry, with the invitation it uses up, and who sits there and in which list it is if that has
        changed; it must follow the last one, and its message must be new. Of a `secret` entry no list of games tells
        when it was made."""
        return self.writer.do(_appending(sitting, entry, lobby_entry, wake, invite, seated, secret, status))

    def append_soon(
        self, sitting: str, entry: Entry, lobby_entry: str, wake: float | None, invite: str = "",
        seated: Seated | None = None, secret: bool = False, status: str | None = None,
    ) -> asyncio.Future[None]:
        """The same from an event loop, together with what other tables write."""
        return self.writer.do_soon(_appending(sitting, entry, lobby_entry, wake, invite, seated, secret, status))

    def journal(self, sitting: str) -> list[Entry]:
        return _journal(self._read(_JOURNAL, sitting))

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
        return self._write("DELETE FROM sitting WHERE id = ?", sitting)

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
        return self._write("UPDATE player SET notices = ? WHERE id = ?", notices, id_)

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

    def end_session(self, hashed: str) -> Future[None]:
        return self._write("DELETE FROM session WHERE token = ?", hashed)

    def end_sessions(self, player: str, but: str = "") -> Future[None]:
        """End all sessions of a player, but one."""
        return self._write("DELETE FROM session WHERE player = ? AND token <> ?", player, fold_token(but))

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
            "SELECT sitting, player, stamp, way, tries FROM notice WHERE due <= ? ORDER BY due LIMIT ?", now, most
        )
        return [Notice(str(a), str(b), _int(c), str(d), _int(e)) for a, b, c, d, e in rows]

    def set_notice(self, notice: Notice, due: float | None) -> Future[None]:
        """When to try again; None: never."""
        return self._write(
            "UPDATE notice SET tries = tries + 1, due = ? WHERE sitting = ? AND player = ? AND stamp = ? AND way = ?",
            due, notice.sitting, notice.player, notice.stamp, notice.way,
        )

    def _write(self, sql: str, *values: object) -> Future[None]:
        def job(c: Connection) -> None:
            c.execute(sql, values)

        return self.writer.do(job)


_JOURNAL = "SELECT n, at, client, matter FROM journal WHERE sitting = ? ORDER BY n"
_INSERT = "INSERT INTO journal (sitting, n, at, client, matter) VALUES (?, ?, ?, ?, ?)"
_FOLLOW = (
    "UPDATE sitting SET version = ?, changed = COALESCE(?, changed), standing = ?, wake = ?"
    " WHERE id = ? AND version = ?"
)


def _appending(
    sitting: str, entry: Entry, lobby_entry: str, wake: float | None, invite: str, seated: Seated | None, secret: bool,
    status: str | None,
) -> Callable[[Connection], None]:
    append = Append(sitting, entry, lobby_entry, wake, None if secret else entry.at)
    if not invite and seated is None and status is None:
        return append

    def with_the_rest(c: Connection) -> None:
        append(c)
        if invite:
            used = c.execute(
                "UPDATE invite SET used = ? WHERE token = ? AND used IS NULL AND expires > ? RETURNING 1",
                (entry.at, fold_token(invite), entry.at),
            )
            if not used:
                raise Conflict("invitation")
        if seated is not None:
            _seat(c, sitting, seated)
        if status is not None:
            _list(c, sitting, status, entry.at)

    return with_the_rest


@dataclass(frozen=True, slots=True)
class Append(Alike):
    """An entry of the journal, and how its sitting stands then. Most entries are no more than that."""

    sitting: str
    entry: Entry
    lobby_entry: str
    wake: float | None
    changed: float | None       # None: the list of games does not show that there was a change

    @classmethod
    def together(cls, c: Connection, jobs: Sequence[Append]) -> None:
        moves = [(job.entry.n, job.changed, job.lobby_entry, job.wake, job.sitting, job.entry.n - 1) for job in jobs]
        if c.execute_many(_FOLLOW, moves) < len(jobs):
            raise Conflict("table")
        c.execute_many(_INSERT, [_line(job.sitting, job.entry) for job in jobs])


def _line(sitting: str, entry: Entry) -> tuple[object, ...]:
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
    return decode(str(text))


def open_database(url: str) -> Database:
    """The database of an address: `sqlite:///FILE` or `postgresql://...`; missing tables are created."""
    kind, _, rest = url.partition("://")
    connect: Callable[[], Connection]
    try:
        if kind == "sqlite" and rest[1:]:
            path = rest[1:]         # sqlite:///relative, sqlite:////absolute
            sqlite.create(path)
            connect = lambda: sqlite.SqliteConnection(path)  # noqa: E731
        elif kind in ("postgresql", "postgres"):
            from tablero.server.store import postgres

            postgres.create(url)
            connect = lambda: postgres.PostgresConnection(url)  # noqa: E731
        else:
            raise StoreFailed("url", url=url)
    except ImportError as error:
        raise StoreFailed("no_psycopg") from error
    except TableroError:
        raise
    except Exception as error:
        raise StoreFailed("open", why=error) from error
    database = Database(connect)
    database.check_version()
    return database
