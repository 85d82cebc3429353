"""`./dev bench --server`: what the server carries, measured over loopback, with a bare echo in the same run to compare.

Servers and database are processes of their own, the players are in this one. Less than five minutes, `--quick` two.
What limits one server is its event loop, one thread: a million over its microseconds an action is what it could carry
on a core of its own; several are limited by all the work together and the number of cores. If actions/s are far below
that, the machine had other work: processor time says more then, and is itself up to a third more on a busy machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import psycopg

from tests.bench.load import Tally, connect, echoes, games, new_game, person, play
from tests.server.databases import fresh_database, postgres_server
from tests.server.live import LiveServer, children_of

ROUNDS = 5              # of full speed: other work on the machine shows as a round that is slower than the best
PACE = 300              # actions a second at which the latency is measured
IDLE_GAMES, IDLE_SOCKETS = 1000, 2000

ECHO = """
import asyncio, sys
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from tablero.server.store.sqlite import SqliteConnection, create
from tablero.server.store.writer import Writer

path = sys.argv[1].removeprefix("sqlite:///")
create(path)
connection = SqliteConnection(path)
connection.execute("CREATE TABLE row (n INTEGER PRIMARY KEY, text TEXT)")
connection.close()
writer = Writer(lambda: SqliteConnection(path))

async def echo(socket):
    await socket.accept()
    async for text in socket.iter_text():
        write = lambda c: c.execute("INSERT INTO row (text) VALUES (?)", (text,))
        await asyncio.wrap_future(writer.do(write))
        await socket.send_text(text)

app = Starlette(routes=[WebSocketRoute("/echo", echo)])
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning", ws_per_message_deflate=False)
"""

# All games have the same seed.
RUN = """
import sys
from tablero.kernel import rng
from tablero.server.app import Config, serve
rng.fresh_seed = lambda: 7
config = Config(sys.argv[1], bot_processes=1, rate=100_000, socket_rate=100_000, proxy="{proxy}")
serve(config, "127.0.0.1", int(sys.argv[2]), workers={workers})
"""
ONE = RUN.format(proxy="", workers=1)
TWO_WORKERS = RUN.format(proxy="", workers=2)
PROXIED = RUN.format(proxy="127.0.0.1", workers=1)      # connections of a proxy, those of many people, are not limited

Figures = dict[str, float]


@contextlib.contextmanager
def serving(database: str, program: str = ONE) -> Iterator[LiveServer]:
    folder = Path(tempfile.mkdtemp(prefix="tablero-bench-"))
    server = LiveServer(database or f"sqlite:///{folder / 'bench.db'}", folder / "server.log", program)
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


def tree(pid: int) -> list[int]:
    """A process and all that descend from it."""
    return [pid, *(found for child in children_of(pid) for found in tree(child))]


def seconds_of(stat: str, ended_too: bool = False) -> float:
    """Seconds of a core that a process or a thread has used, by its file in /proc; with those of its children that have
    ended, if wished."""
    try:
        fields = Path(stat).read_text().rpartition(")")[2].split()
    except OSError:                         # it has just ended
        return 0.0
    return sum(map(int, fields[11 : 15 if ended_too else 13])) / os.sysconf("SC_CLK_TCK")


class Gauge:
    """What a server, or the workers of one, and their database have used, written and hold."""

    def __init__(self, *servers: LiveServer) -> None:
        self.pids = [server.process.pid for server in servers if server.process is not None]
        self.database, self.pid, self.postmaster = servers[0].database, self.pids[0], 0
        if "host=" in self.database:
            file = Path(self.database.rpartition("host=")[2], "data", "postmaster.pid")
            self.postmaster = int(file.read_text().split()[0])

    def tree(self) -> list[int]:
        """All processes of the servers."""
        return [found for pid in self.pids for found in tree(pid)]

    def memory(self) -> float:
        """Megabytes of the server's own process."""
        status = Path(f"/proc/{self.pid}/status").read_text().split("VmRSS:")[1]
        return int(status.split()[0]) / 1024

    def work(self) -> float:
        """Seconds of a core that the servers have used."""
        return sum(seconds_of(f"/proc/{pid}/stat") for pid in self.tree())

    def works(self) -> tuple[float, float, float, float]:
        """Seconds of a core used by the servers, by their event loops alone, by PostgreSQL, and by the players."""
        loops = sum(seconds_of(f"/proc/{pid}/task/{pid}/stat") for pid in self.tree())
        database = 0.0
        if self.postmaster:
            database = sum(seconds_of(f"/proc/{pid}/stat", pid == self.postmaster) for pid in tree(self.postmaster))
        return self.work(), loops, database, time.process_time()

    def stored(self) -> int:
        """Bytes of the database, with all that was written in its place."""
        if self.database.startswith("sqlite"):
            path = self.database.removeprefix("sqlite:///")
            with contextlib.closing(sqlite3.connect(path)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return Path(path).stat().st_size
        return self._number("SELECT pg_database_size(current_database())")

    def written(self) -> int:
        """Bytes written to the disk so far, logs included."""
        if self.database.startswith("sqlite"):
            return int(Path(f"/proc/{self.pid}/io").read_text().split("\nwrite_bytes: ")[1].split()[0])
        return self._number("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")

    def up(self) -> int:
        """How many servers take part."""
        return self._number("SELECT COUNT(*) FROM server")

    def _number(self, sql: str) -> int:
        with psycopg.connect(self.database) as connection:
            (found,) = connection.execute(sql.encode()).fetchone() or (0,)
        return int(found)


async def full_speed(servers: Sequence[LiveServer], code: str, seconds: float, pace_seconds: float) -> Figures:
    """As fast as it goes, several times over, then at a measured pace; each table at one of the servers."""
    gauge, rounds = Gauge(*servers), []
    async with games(servers, code) as found:
        await play(found, 1.0)
        stored, written, actions, received = gauge.stored(), gauge.written(), 0, 0
        for _ in range(ROUNDS):
            before = gauge.works()
            speed, tally = await play(found, seconds / ROUNDS)
            assert not tally.errors, tally.errors[:5]
            works = [(now - then) / tally.actions * 1e6 for now, then in zip(gauge.works(), before, strict=True)]
            rounds.append((speed, *works))
            actions, received = actions + tally.actions, received + tally.bytes
        grown, wrote = gauge.stored() - stored, gauge.written() - written
        reached, paced = await play(found, pace_seconds, PACE) if pace_seconds else (0.0, Tally())
    latencies = sorted(latency * 1000 for latency in paced.latencies)
    speeds, *works = (list(column) for column in zip(*rounds, strict=True))
    servers, loops, store, own = map(statistics.median, works)
    return {
        "actions/s, median round": statistics.median(speeds),
        "actions/s, best round": max(speeds),
        "processor time of the server, µs an action": servers,
        "of which its event loop": loops,
        **({"processor time of PostgreSQL, µs an action": store} if gauge.postmaster else {}),
        "processor time of the players, µs an action": own,
        "processor time of all, µs an action": servers + store + own,
        "bytes received an action": received / actions,
        "database grows, bytes an action": grown / actions,
        "written to disk, bytes an action": wrote / actions,
        **({
            f"actions/s when {PACE} are asked for": reached,
            "latency p50, ms": statistics.median(latencies),
            "latency p99, ms": latencies[int(len(latencies) * 0.99)],
        } if latencies else {}),
    }


async def idle(server: LiveServer) -> Figures:
    """Many open games, many sockets, nobody moves."""
    gauge = Gauge(server)
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    sockets = min(IDLE_SOCKETS, files - 200)
    rows: Figures = {"memory at the start, MB": gauge.memory()}
    async with (
        httpx.AsyncClient(timeout=60, trust_env=False) as http,
        contextlib.AsyncExitStack() as stack,
    ):
        me, ids = await person(http, server), []
        for n in range(IDLE_GAMES):
            if n % 10 == 0:
                me = await person(http, server)
            ids.append((me, await new_game(http, server, me, n)))
        rows[f"memory with {len(ids)} games, MB"] = gauge.memory()
        places = [(me, f"/ws/{id_}?seat={seat}") for me, id_ in ids for seat in ("carlist", "liberal")][:sockets]
        for i in range(0, len(places), 50):
            opened = await asyncio.gather(*(connect(server, me, path) for me, path in places[i : i + 50]))
            for socket in opened:
                stack.push_async_callback(socket.close)
                await socket.recv()
        rows[f"memory with {len(ids)} games and {len(places)} idle sockets, MB"] = gauge.memory()
    return rows


def first_load(server: LiveServer) -> Figures:
    """What a browser that has never been here loads, and when it first paints."""
    from tests.web.browser import chromium

    http = httpx.Client(base_url=server.url, trust_env=False)
    token = http.post("/api/me", json={"name": "Ana"}).json()["token"]
    body = {"game": "dpyr", "scenario": "arquijas", "seats": ["me", "me"]}
    sitting = http.post("/api/sittings", json=body).json()["id"]
    rows: Figures = {}
    with chromium() as browser:
        for name, path, shown in (("lobby", "/", "main"), ("table", f"/table/{sitting}", "svg")):
            context = browser.new_context()
            context.add_cookies([{"name": "tablero", "value": token, "url": server.url}])
            page, frames = context.new_page(), [0]

            def count(payload: str | bytes, frames: list[int] = frames) -> None:
                frames[0] += len(payload)

            page.on("websocket", lambda socket, count=count: socket.on("framereceived", count))
            page.goto(server.url + path)
            page.locator(shown).first.wait_for()
            page.wait_for_load_state("networkidle")
            paint, size = page.evaluate("""() => [
                performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1,
                ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
                    .reduce((sum, entry) => sum + entry.transferSize, 0)]""")
            rows[f"{name}: first paint, ms"] = paint
            rows[f"{name}: first load, kB"] = size / 1000
            if frames[0]:
                rows[f"{name}: socket messages, kB"] = frames[0] / 1000
            context.close()
    return rows


def measure(database: str, quick: bool, browser: bool) -> Figures:
    """All figures of one server over one database ("": SQLite)."""
    seconds = 4 if quick else 12
    rows: Figures = {}
    with serving(database) as server:
        rows |= asyncio.run(full_speed([server], "dpyr", seconds, seconds))
    with serving("", ECHO) as server:
        gauge, rounds = Gauge(server), []
        for _ in range(ROUNDS):
            before, heard = gauge.work(), asyncio.run(echoes(server, seconds / ROUNDS))
            rounds.append((heard, (gauge.work() - before) / (heard * seconds / ROUNDS) * 1e6))
    heard, spent = (statistics.median(column) for column in zip(*rounds, strict=True))
    rows["bare echo with one SQLite row, messages/s"] = heard
    rows["processor time of the echo, µs a message"] = spent
    rows["ratio to the bare echo"] = rows["actions/s, median round"] / heard
    rows["ratio in processor time"] = spent / rows["processor time of the server, µs an action"]
    if not database:
        with serving("") as server:
            if browser:
                rows |= first_load(server)
        with serving("", PROXIED) as server:
            rows |= asyncio.run(idle(server))
    return rows


def shared_figures(database: str, programs: Sequence[str], code: str, quick: bool) -> Figures:
    """The figures of several servers, or workers of one, that share a database."""
    with contextlib.ExitStack() as stack:
        servers = [stack.enter_context(serving(database, program)) for program in programs]
        while Gauge(servers[0]).up() < 2:
            time.sleep(0.1)
        return asyncio.run(full_speed(servers, code, 4 if quick else 12, 0))


def server_figures(quick: bool = False, postgres: bool = False) -> dict[str, Figures]:
    """All figures, by database."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    browser = bool(shutil.which("chromium") or shutil.which("chromium-browser"))
    found = {"server, SQLite": measure("", quick, browser)}
    with serving("") as server:
        found["server, SQLite, aiw"] = asyncio.run(full_speed([server], "aiw", 4 if quick else 12, 0))
    if postgres:
        with postgres_server() as address:
            found["server, PostgreSQL"] = measure(fresh_database(address), quick, False)
            for title, programs in (("2 workers", [TWO_WORKERS]), ("2 servers, each table at one", [ONE] * 2)):
                figures = shared_figures(fresh_database(address), programs, "dpyr", quick)
                found[f"server, PostgreSQL, {title}"] = figures
    return found
