"""People in the database: who they are, their sessions and invitations, who is admitted, and how strong they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import NamedTuple

from tablero.kernel.errors import NotAllowed
from tablero.server.store.access import Store, fold_token, number, whole
from tablero.server.store.notes import Readdressed, SignedOut
from tablero.server.store.writer import Connection


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


class Rating(NamedTuple):
    """How strong a player is, how sure that is, and how much his results vary (Glicko-2)."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


class Standing(NamedTuple):
    """Somebody's rating in a game, as it was after the latest one."""

    name: str               # of a bot: bot:<name>
    rating: Rating = Rating()
    games: int = 0
    at: float = 0.0         # when that was; 0: nobody knows


class People(Store):
    """What is kept of people."""

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
            Person(str(a), str(b), str(c), number(d), number(e), str(f), bool(g)) for a, b, c, d, e, f, g in rows
        ]

    # --- sessions

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
        return [Session(str(token), str(browser), number(created)) for token, browser, created in rows]

    def end_session(self, player: str, hashed: str) -> Future[None]:
        note = SignedOut(player, hashed, "")
        return self._write("DELETE FROM session WHERE player = ? AND token = ?", player, hashed, note=note)

    def end_sessions(self, player: str, but: str = "") -> Future[None]:
        """End all sessions of a player, but one."""
        note = SignedOut(player, "", fold_token(but))
        return self._write("DELETE FROM session WHERE player = ? AND token <> ?", player, fold_token(but), note=note)

    def open_sessions(self, hashed: Sequence[str]) -> set[str]:
        """Those of some sessions that have not ended."""
        rows = self._read_among("SELECT token FROM session WHERE token IN", hashed)
        return {str(token) for (token,) in rows}

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
        return Invitation(str(sitting), whole(seat), used is None and number(expires) > now)

    # --- who is admitted, and who is here

    def is_blocked(self, who: Sequence[str]) -> bool:
        return bool(self._read_among("SELECT 1 FROM blocked WHERE who IN", who))

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

    # --- ratings

    def rate(
        self, sitting: str, game: str, who_played: Collection[str], at: float,
        after: Callable[[dict[str, Standing]], dict[str, Rating]],
    ) -> Future[None]:
        """Rate a game, once: read the ratings of those who played it, and write those after it."""

        def job(c: Connection) -> None:
            if not c.execute("INSERT INTO rated (sitting) VALUES (?) ON CONFLICT DO NOTHING RETURNING 1", (sitting,)):
                return
            c.execute("UPDATE about SET version = version")         # a lock: one server at a time
            before = {}
            for who in who_played:
                rows = c.execute(f"SELECT value, deviation, volatility, games, {LATEST} WHERE rating.player = ?"
                                 " AND rating.game = ?", (who, game))
                before[who] = _standing((who, *rows[0])) if rows else Standing(who)
            c.execute_many(
                "INSERT INTO rating (player, game, value, deviation, volatility, games) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (player, game) DO UPDATE SET value = excluded.value, deviation = excluded.deviation,"
                " volatility = excluded.volatility, games = excluded.games",
                [(who, game, *rating, before[who].games + 1) for who, rating in after(before).items()],
            )
            c.execute_many(
                "INSERT INTO last_rated (player, game, at) VALUES (?, ?, ?)"
                " ON CONFLICT (player, game) DO UPDATE SET at = excluded.at", [(who, game, at) for who in who_played],
            )

        return self.writer.do(job)

    def ratings(self, game: str, most: int = 100) -> list[Standing]:
        """The best first."""
        rows = self._read(
            f"SELECT COALESCE(player.name, rating.player), value, deviation, volatility, games, {LATEST}"
            " LEFT JOIN player ON player.id = rating.player WHERE rating.game = ? ORDER BY value DESC LIMIT ?",
            game, most,
        )
        return [_standing(row) for row in rows]


LATEST = """COALESCE(last_rated.at, 0) FROM rating
    LEFT JOIN last_rated ON last_rated.player = rating.player AND last_rated.game = rating.game"""


def _standing(row: tuple[object, ...]) -> Standing:
    name, value, deviation, volatility, games, at = row
    return Standing(str(name), Rating(number(value), number(deviation), number(volatility)), whole(games), number(at))


def _player(row: tuple[object, ...]) -> Player:
    id_, name, login, settings, notices = row
    return Player(str(id_), str(name), None if login is None else str(login), str(settings), str(notices))
