"""The application: database, hall, sign-in, sockets, bots, notices and pages put together."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import tablero
from tablero.kernel.errors import BadRequest, Conflict, Fault, NotAllowed, StoreFailed, TableroError, UnknownName
from tablero.server import lessons, pages, routes
from tablero.server.api import ENDPOINTS, answer, language_of, openapi, problem, route
from tablero.server.auth import EVERYBODY, Doorkeeper
from tablero.server.automatic_answers import AutomaticAnswers
from tablero.server.bot_processes import BotProcesses
from tablero.server.delivery import Smtp
from tablero.server.estimates import Estimates
from tablero.server.hall import Hall
from tablero.server.notify import Notifier
from tablero.server.pages import WEB, Pages
from tablero.server.presence import Presence
from tablero.server.ratings import Ratings
from tablero.server.servers import Servers
from tablero.server.sockets import Sockets
from tablero.server.store.database import open_database
from tablero.table.reactions import PAUSE
from tablero.table.sitting import Sitting

log = logging.getLogger("tablero")

BEAT = 5.0          # seconds between two signs of life
AGAIN = 1.0         # seconds after which one that could not be stored is tried again
HEALTH = "/api/health"
PRESENCE = 30.0     # seconds between two notes of who is at a table
ENDS = 1.0          # seconds for each part to end when the server stops
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


@dataclass(frozen=True, slots=True)
class Config:
    database: str                   # sqlite:///FILE or postgresql://...
    base_url: str = ""              # the address people type, if it differs from what the server sees
    secure: bool = False            # cookies only over HTTPS
    bot_processes: int = 0          # 0: one less than there are cores
    rate: float = 50.0              # requests a second for each person
    socket_rate: float = 100.0      # messages a second for each person
    smtp: Smtp | None = None        # how mail is sent, if it is
    notify_after: float = 60.0      # seconds after which an absent player is notified of the turn
    allow_private_webhooks: bool = False        # to private addresses: for tests
    ratings: bool = False           # are players with accounts rated?
    accounts: bool = False          # may people sign in with a password, from anywhere?
    reaction_pause: float = PAUSE   # seconds before an automatic answer
    openers: str = EVERYBODY        # who may open tables: one of auth.OPENERS
    proxy: str = ""                 # addresses of proxies whose word about clients is taken, joined by commas


class SafeHeaders:
    """Adds headers to every response that forbid scripts and connections of other sites."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


class QuietEnd:
    """A request that uvicorn cancels, because the server stops and its client has not finished, is no fault: the log
    would show a traceback."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await self.app(scope, receive, send)


class KnownHost:
    """Refuses requests to another name than the server's: such a page would be that of a stranger (DNS rebinding), and
    links in it would lead to him."""

    def __init__(self, app: ASGIApp, base_url: str) -> None:
        self.app = app
        self.host = urlsplit(base_url).netloc.lower()       # "": any

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.host and scope["type"] in ("http", "websocket"):
            asked = HTTPConnection(scope).headers.get("host", "").lower()
            if asked != self.host and scope["path"] != HEALTH:
                wrong = BadRequest("host", found=asked, expected=self.host)
                refused = problem(wrong, wrong.in_words(language_of(HTTPConnection(scope))))
                refused.status_code = 421
                await refused(scope, receive, send)
                return
        await self.app(scope, receive, send)


def build(config: Config) -> Starlette:
    """The application."""
    database = open_database(config.database, serving=True)
    hall = Hall(database)
    doorkeeper = Doorkeeper(
        database, config.base_url, config.secure, config.rate, config.accounts, config.openers
    )
    sockets = Sockets(hall, doorkeeper, config.socket_rate)
    notifier = Notifier(
        hall, config.base_url, config.smtp, config.notify_after, private=config.allow_private_webhooks
    )

    def here() -> set[tuple[str, str]]:
        """Who is connected to which sitting, or in the lobby."""
        at_tables = {(id_, guest.player) for id_, room in hall.rooms.items() for guest in room.guests}
        return at_tables | {("", player) for player, _ in presence.here()}

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if servers is not None:
            await servers.start()
        started = database.now()
        await asyncio.wrap_future(database.sign_of_life(started, started))
        bots = app.state.bots = BotProcesses(hall, config.bot_processes, config.reaction_pause)
        automatic_answers = AutomaticAnswers(hall, config.reaction_pause)
        estimates = Estimates(hall)
        tasks = [asyncio.create_task(work) for work in (
            wake(hall), beat(hall, started), note_presence(hall, sockets)
        )]
        notifier.start()
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            parts = [notifier.close(), bots.close(), automatic_answers.close(), estimates.close()]
            for end in (parts if servers is None else [servers.close(), *parts]):
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(ENDS):
                        await end
            await asyncio.to_thread(database.close)

    assert {routes.__name__, lessons.__name__}      # their endpoints are declared when they are imported
    app = Starlette(
        routes=[
            *(route(made, doorkeeper.guard) for made in ENDPOINTS),
            Route("/api/openapi.json", describe),
            Route(HEALTH, health),
            WebSocketRoute("/ws/{sitting}", sockets.serve),
            Route("/", page),
            Route("/table/{sitting}", page),
            Route("/replay/{sitting}", page),
            Route("/summary/{sitting}", page),
            Route("/lesson/{game}/{lesson}", page),
            Route("/book/{game}", page),
            Route("/aid/{game}", page),
            Route("/guide/{game}", page),
            Route("/join/{token}", page),
            Route("/open/{sitting}/{seat}", page),
            Route("/welcome/{token}", page),
            Route("/worker.js", worker),
            Mount("/web", Pages(directory=WEB)),
        ],
        middleware=[
            Middleware(QuietEnd), Middleware(SafeHeaders), Middleware(KnownHost, base_url=config.base_url),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={404: nothing_here, 405: not_this_way, Exception: went_wrong},
        lifespan=lifespan,
    )
    app.state.ratings = config.ratings
    if config.ratings:
        Ratings(hall)
    app.state.presence = presence = Presence(lambda: sockets.guests)
    servers = Servers(hall, sockets, doorkeeper, notifier, here) if database.address else None
    app.state.hall, app.state.doorkeeper, app.state.sockets, app.state.notifier = hall, doorkeeper, sockets, notifier
    app.state.servers = servers
    return app


async def page(request: Request) -> Response:
    """The one page: the client reads the address."""
    kind = request.url.path.split("/")[1]
    return HTMLResponse(pages.page(kind), headers={"cache-control": "no-cache"})


async def worker(request: Request) -> Response:
    """The script that shows notices while no page is open; at the root, since it answers for all pages."""
    return FileResponse(WEB / "worker.js", media_type="text/javascript", headers={"cache-control": "no-cache"})


async def describe(request: Request) -> Response:
    return answer(openapi("Tablero", tablero.__version__))


async def health(request: Request) -> Response:
    """Can this server read its database and write to it? For proxies and monitors."""
    database = request.app.state.hall.database
    try:
        await asyncio.to_thread(database.check_version)
        await asyncio.wrap_future(database.probe())
    except StoreFailed as error:
        return problem(error, error.in_words("en"))
    return answer({"ok": True, "version": tablero.__version__})


async def nothing_here(request: Request, error: Exception) -> Response:
    """A page for people, a problem for programs."""
    if "text/html" in request.headers.get("accept", ""):
        return FileResponse(WEB / "index.html", 404)
    gone = UnknownName("page", request.url.path)
    return problem(gone, gone.in_words(language_of(request)))


async def not_this_way(request: Request, error: Exception) -> Response:
    path = request.url.path
    fitting = [found for found in request.app.routes if isinstance(found, Route) and found.path_regex.match(path)]
    wrong = BadRequest("method", method=request.method, path=path)
    response = problem(wrong, wrong.in_words(language_of(request)))
    response.status_code = 405
    response.headers["allow"] = ", ".join(sorted({method for found in fitting for method in found.methods or ()}))
    return response


async def went_wrong(request: Request, error: Exception) -> Response:
    """A bug: it is logged, and the client is told no more than that. No other layer adds headers to this response."""
    log.error("fault in %s %s", request.method, request.url.path, exc_info=error)
    fault = Fault("noted")
    response = problem(fault, fault.in_words(language_of(request)))
    response.raw_headers += HEADERS
    return response


async def note_presence(hall: Hall, sockets: Sockets) -> None:
    """Keep who is at a table, for the operator."""
    while True:
        here = sorted(sockets.guests)       # servers that note the same people do it in the same order
        try:
            if here:
                await asyncio.wrap_future(hall.database.note_presence(here, hall.database.now()))
        except TableroError as error:
            log.warning("who is here cannot be kept: %s", error)
        await asyncio.sleep(PRESENCE)


async def beat(hall: Hall, started: float) -> None:
    """Note every few seconds that the server is up: clocks do not run while it is not, or cannot reach the database."""
    while True:
        await asyncio.sleep(AGAIN if hall.down else BEAT)
        now = hall.database.now()
        try:
            if hall.down:
                started = now
            await asyncio.wrap_future(hall.database.sign_of_life(started, now))
            if hall.down:
                await hall.make_up_for_down_time()
                hall.down = False
        except StoreFailed as error:
            hall.down = True
            log.warning("no sign of life could be stored: %s", error)


async def wake(hall: Hall) -> None:
    """Look after tables that nobody may be watching: let bots move and clocks run out, also after a restart."""
    unreadable: set[str] = set()
    while True:
        await asyncio.sleep(1.0)
        if hall.down:
            continue                # clocks may stand still
        try:
            for id_ in await asyncio.to_thread(hall.database.to_wake, hall.database.now()):
                if hall.keeps(id_) and id_ not in unreadable and not await wake_one(hall, id_):
                    unreadable.add(id_)
        except StoreFailed as error:
            log.warning("tables cannot be woken: %s", error)


async def wake_one(hall: Hall, id_: str) -> bool:
    """Let a bot move or a clock run out; False if the table cannot be opened, now or later."""
    try:
        room = await hall.room(id_)
        if room.sitting.clocks.fallen(hall.database.now()):
            await hall.change(room, Sitting.flag_fall)
        hall.call(room)
    except (NotAllowed, UnknownName, Conflict):     # a move came in time, the table is gone, another server was faster
        return True
    except StoreFailed:
        raise
    except Exception:
        log.exception("sitting %s cannot be woken", id_)
        return False
    return True


def serve(config: Config, host: str, port: int, ready: Callable[[], None] = lambda: None, workers: int = 1) -> None:
    """Run until interrupted; `ready` is called when nothing stands against it. Several workers share the port."""
    if workers > 1:
        from tablero.server.workers import serve_together

        serve_together(config, host, port, workers, ready)
    else:
        run(config, host, port, ready=ready)


def run(
    config: Config, host: str, port: int, shared: socket.socket | None = None, ready: Callable[[], None] = lambda: None
) -> None:
    """Run one server in this process; on a `shared` port, beside others."""
    import uvicorn

    from tablero.server.connections import LEAVES, Http
    from tablero.server.socket_protocol import Socket

    app = build(config)
    ready()
    gc.freeze()                             # what is loaded now stays: the collector need not scan it again and again
    gc.set_threshold(20_000, 20, 50)        # games are many small, long-lived objects; little of it is garbage
    server = uvicorn.Server(uvicorn.Config(
        app, host=host, port=port, log_level="warning", http=Http, ws=Socket, ws_max_size=16 * 1024,
        server_header=False, proxy_headers=bool(config.proxy), forwarded_allow_ips=config.proxy,
        timeout_graceful_shutdown=int(LEAVES) + 1,
    ))
    with contextlib.suppress(KeyboardInterrupt):
        server.run([shared] if shared else None)
    if not server.started:
        sys.exit("the server could not start")
