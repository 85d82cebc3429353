"""Authentication: sessions by cookie or bearer token, optional accounts, and rate limits."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import argon2
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tablero.kernel.errors import BadRequest, Conflict, CrossSite, NotAllowed, NotSignedIn, TooMany
from tablero.server.api import Endpoint
from tablero.server.store.database import Database

COOKIE = "tablero"
A_YEAR = 365 * 24 * 3600.0
SAFE = ("GET", "HEAD", "OPTIONS")
EVERYBODY, ACCOUNTS, INVITED = OPENERS = ("everybody", "accounts", "invited")     # who may open tables
LOGIN = re.compile(r"[a-z0-9áéíóúüñç][a-z0-9áéíóúüñç._@+-]{2,63}")      # one alphabet: no letters that look like others
TOKEN = re.compile(r"[\w-]{22}", re.ASCII)
PROGRAMS = (        # the first match counts: browsers also name the browsers they are compatible with
    ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrom", "Chrome"),
    ("CriOS", "Chrome"), ("Safari", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def new_token() -> str:
    """128 random bits."""
    return secrets.token_urlsafe(16)


def token_of(connection: HTTPConnection) -> str:
    """The token of a program (bearer) or a browser (cookie)."""
    header = connection.headers.get("authorization", "")
    kind, _, token = header.partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    return connection.cookies.get(COOKIE, "")


def same_site(connection: HTTPConnection, base_url: str) -> bool:
    """Does a request come from our own page? Browsers say where it comes from; other programs send no such header."""
    if connection.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    allowed = {connection.headers.get("host", ""), urlsplit(base_url).netloc} - {""}
    return urlsplit(origin).netloc in allowed


class Buckets:
    """Token buckets: so many requests per second for each key, with a reserve."""

    def __init__(self, rate: float, reserve: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.reserve, self.clock = rate, reserve, clock
        self.levels: dict[str, tuple[float, float]] = {}

    def take(self, key: str, cost: float = 1.0) -> bool:
        now = self.clock()
        level, then = self.levels.get(key, (self.reserve, now))
        level = min(self.reserve, level + (now - then) * self.rate)
        if level < cost:
            self.levels[key] = (level, now)
            return False
        self.levels[key] = (level - cost, now)
        if len(self.levels) > 20_000:       # forget those that are full again
            self.levels = {k: v for k, v in self.levels.items() if v[0] + (now - v[1]) * self.rate < self.reserve}
        return True


@dataclass(slots=True)
class Known:
    """A session that was looked up recently."""

    player: str
    until: float


class Doorkeeper:
    """Knows players by their tokens and enforces the limits."""

    def __init__(
        self, database: Database, base_url: str = "", secure: bool = False, rate: float = 50.0, accounts: bool = False,
        openers: str = EVERYBODY,
    ) -> None:
        self.database = database
        self.openers = openers                              # who may open tables
        self.accounts = accounts                            # may people sign in with a password?
        self.base_url = base_url
        self.secure = secure                                # cookies only over HTTPS
        self.requests = Buckets(rate, rate * 4)             # by person, or by address
        self.newcomers = Buckets(rate / 50, rate * 2)       # new players, by address
        self.passwords = Buckets(0.2, 5)                    # attempts, by address, and by address and login
        self.hasher = argon2.PasswordHasher()
        self.hashing = asyncio.Semaphore(1)                 # a hash takes 64 MB and a long time, on purpose
        self._nobody = ""                                   # a hash to compare with if there is no account
        self._sessions: dict[str, Known] = {}
        self.endings = 0                                    # how often sessions ended, here or at another server

    async def guard(self, request: Request, endpoint: Endpoint) -> None:
        """Before every endpoint: same site, within the rate limit, signed in where needed."""
        if request.method not in SAFE and not same_site(request, self.base_url):
            raise CrossSite("site")
        request.state.player = await self._limited(request, endpoint.cost)
        if endpoint.signed_in and request.state.player is None:
            raise NotSignedIn("name_first")

    async def admit(self, socket: HTTPConnection) -> str:
        """The same for a socket, which always needs a session and the same site."""
        if not same_site(socket, self.base_url):
            raise CrossSite("site")
        player = await self._limited(socket, 1.0)
        if player is None:
            raise NotSignedIn("name_first")
        return player

    async def _limited(self, connection: HTTPConnection, cost: float) -> str | None:
        """The player of a connection. Without a session the limit is by address, also while tokens are tried."""
        token = token_of(connection)
        player = self._recent(token)
        if player is None:
            if not self.requests.take(address(connection), cost):
                raise TooMany("requests")
            return await self._look_up(token, address(connection))
        if not self.requests.take(player, cost):
            raise TooMany("requests")
        return player

    def _recent(self, token: str) -> str | None:
        known = self._sessions.get(token)
        return known.player if known is not None and known.until > time.time() else None

    async def _look_up(self, token: str, at: str) -> str | None:
        """The player of a session; the operator may have blocked the person or the address."""
        now, endings = time.time(), self.endings
        player = None
        if TOKEN.fullmatch(token):
            player = await asyncio.to_thread(self.database.session, token, now)
        if await asyncio.to_thread(self.database.is_blocked, [*([player] if player else []), at]):
            raise NotAllowed("blocked")
        if player is not None and endings == self.endings:      # else it may have ended while it was looked up
            if len(self._sessions) > 10_000:
                self._sessions.clear()
            self._sessions[token] = Known(player, now + 60)
        return player

    async def sign_in(self, player: str, browser: str = "") -> str:
        """A new session."""
        token, now = new_token(), time.time()
        await asyncio.wrap_future(self.database.create_session(token, player, now, now + A_YEAR, browser))
        return token

    async def sign_out(self, player: str, session: str) -> None:
        """End a session, by its hash."""
        await asyncio.wrap_future(self.database.end_session(player, session))
        self.forget(player)

    async def sign_out_everywhere(self, player: str, but: str = "") -> None:
        await asyncio.wrap_future(self.database.end_sessions(player, but))
        self.forget(player)

    def forget(self, player: str = "") -> None:
        """Look up the sessions of a player again, or of all."""
        self.endings += 1
        self._sessions = {
            token: known for token, known in self._sessions.items() if player not in ("", known.player)
        }

    def set_cookie(self, response: Response, token: str) -> None:
        response.set_cookie(
            COOKIE, token, max_age=int(A_YEAR), path="/", secure=self.secure, httponly=True, samesite="lax"
        )

    async def new_player(self, request: Request, name: str) -> str:
        if not self.newcomers.take(address(request)):
            raise TooMany("newcomers")
        id_ = new_token()
        await asyncio.wrap_future(self.database.create_player(id_, name, time.time()))
        return id_

    async def may_open(self, player: str) -> bool:
        """May a person open tables?"""
        if self.openers == EVERYBODY:
            return True
        known = await asyncio.to_thread(self.database.player, player)
        if self.openers == ACCOUNTS and known is not None and known.login is not None:
            return True
        return await asyncio.to_thread(self.database.is_welcome, player)

    async def set_account(self, request: Request, player: str, login: str, password: str) -> None:
        login = plain_login(login)
        if not LOGIN.fullmatch(login):
            raise BadRequest("login")
        if not self.passwords.take(address(request)):
            raise TooMany("tries")
        async with self.hashing:
            hashed = await asyncio.to_thread(self.hasher.hash, password)
        try:
            await asyncio.wrap_future(self.database.set_account(player, login, hashed))
        except Conflict:
            raise NotAllowed("login_taken") from None

    async def check_password(self, request: Request, login: str, password: str) -> str:
        """The player of a login; the same answer, after the same time, whether the login or the password is wrong.
        A wrong one slows its address down, and nobody else."""
        if not (self.passwords.take(address(request)) and self.passwords.take(f"{address(request)} {login}")):
            raise TooMany("tries")
        account = await asyncio.to_thread(self._account, login)
        async with self.hashing:
            self._nobody = self._nobody or await asyncio.to_thread(self.hasher.hash, new_token())
            try:
                await asyncio.to_thread(self.hasher.verify, account[1] if account else self._nobody, password)
            except argon2.exceptions.VerificationError:
                account = None
        if account is None:
            raise NotSignedIn("wrong_login")
        return account[0]


    def _account(self, login: str) -> tuple[str, str] | None:
        """By the login as it is kept now, or as older accounts were made: with capitals, or other letters."""
        return self.database.account(plain_login(login)) or self.database.account(login)


def plain_login(login: str) -> str:
    """Small letters, each in one form: who signs in need not remember how he typed it."""
    return unicodedata.normalize("NFKC", login).strip().casefold()


def browser_of(connection: HTTPConnection) -> str:
    """Browser and system in two words: “Firefox, Linux”."""
    agent = connection.headers.get("user-agent", "")
    program = next((name for mark, name in PROGRAMS if mark in agent), "") or agent.partition("/")[0][:40]
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return ", ".join(filter(None, (program if program.isprintable() else "", system)))


def address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "nowhere"
