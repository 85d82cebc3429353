"""The real server as a process of its own, on a free port of this machine, and people who come to it."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

STARTS_IN = 300.0       # seconds; the machine may be busy

# Every sitting that is opened has the same seed, and bots answer the same at each: what a test sees must not hang on
# luck.
RUN = """
import sys
from tablero.kernel import rng
from tablero.server import bot_processes
from tablero.server.app import Config, serve
rng.fresh_seed, seed = lambda: 7, bot_processes.seed
bot_processes.seed = lambda table, seat, stamp: seed("a table", seat, stamp)
serve(Config(sys.argv[1], bot_processes=1, rate=100_000, socket_rate=100_000), "127.0.0.1", int(sys.argv[2]))
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class LiveServer:
    """Started, killed and started again on the same port and database."""

    def __init__(self, database: str, log: Path, program: str = RUN) -> None:
        self.database, self.log, self.port, self.program = database, log, free_port(), program
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", self.program, self.database, str(self.port)], stdout=out, stderr=out
            )
        end = time.monotonic() + STARTS_IN
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        raise AssertionError("the server did not start: " + self.log.read_text())

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()

    def children(self) -> list[int]:
        """Process ids of the server's children."""
        assert self.process is not None
        return children_of(self.process.pid)


def children_of(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, IndexError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                    found.append(int(entry.name))
    return found


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False


@contextlib.contextmanager
def live_server(database: str, folder: Path) -> Iterator[LiveServer]:
    server = LiveServer(database, folder / "server.log")
    server.start()
    try:
        yield server
    finally:
        server.stop()


def person(server: LiveServer, name: str) -> httpx.Client:
    """Somebody with a name, as a program: with a bearer token."""
    client = httpx.Client(base_url=server.url, timeout=60, trust_env=False)
    token = client.post("/api/me", json={"name": name}).json()["token"]
    client.cookies.clear()
    client.headers["authorization"] = f"Bearer {token}"
    return client
