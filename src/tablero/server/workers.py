"""Several servers on one machine and one port: processes of which each that dies is started again."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from types import FrameType

from tablero.kernel.errors import BadCommand, TableroError
from tablero.server.app import Config, run
from tablero.server.store.database import open_database

log = logging.getLogger("tablero")

SOON = 5.0          # seconds: a worker that dies sooner is started again after a pause
LONGEST = 8.0       # seconds of such a pause
LEAVES = 10.0       # seconds for a worker to stop

_context = multiprocessing.get_context("spawn")


def shared_port(host: str, port: int) -> socket.socket:
    """A socket on a port that others of ours share: the system spreads new connections among those that listen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    bound.bind((host, port))
    return bound


def work(config: Config, host: str, port: int, parent: int) -> None:
    """A worker process: a server like any other. It stops when its parent is gone, even if that was killed."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    try:
        run(config, host, port, shared_port(host, port))
    except TableroError as error:
        sys.exit(str(error))


@dataclass(slots=True)
class Worker:
    process: BaseProcess
    since: float
    failures: int = 0           # how often it died soon after it was started, in a row


def serve_together(config: Config, host: str, port: int, count: int, ready: Callable[[], None]) -> None:
    """Run so many workers until interrupted."""
    if not config.database.startswith(("postgresql:", "postgres:")):
        raise BadCommand("workers_database")
    if not hasattr(socket, "SO_REUSEPORT"):
        raise BadCommand("workers_system")
    open_database(config.database).close()          # says what is wrong before there are workers
    kept = shared_port(host, port)                  # it is ours, also while no worker listens
    processes = config.bot_processes or max(1, (os.cpu_count() or 2) // count)
    each = replace(config, bot_processes=processes)
    stopping = threading.Event()

    def start() -> BaseProcess:
        process = _context.Process(target=work, args=(each, host, port, os.getpid()))
        process.start()
        return process

    def stop(signum: int, frame: FrameType | None) -> None:
        stopping.set()

    before = {signum: signal.signal(signum, stop) for signum in (signal.SIGINT, signal.SIGTERM)}
    workers = [Worker(start(), time.monotonic()) for _ in range(count)]
    ready()
    try:
        while not stopping.is_set():
            wait([worker.process.sentinel for worker in workers], timeout=0.5)
            for worker in workers:
                if not worker.process.is_alive() and not stopping.is_set():
                    _again(worker, start, stopping)
    finally:
        _end(workers)
        kept.close()
        for signum, handler in before.items():
            signal.signal(signum, handler)


def _again(worker: Worker, start: Callable[[], BaseProcess], stopping: threading.Event) -> None:
    """Start a worker in the place of one that died."""
    lasted = time.monotonic() - worker.since
    worker.failures = worker.failures + 1 if lasted < SOON else 0
    log.error("a worker has ended with code %s after %.0f s; another one is started", worker.process.exitcode, lasted)
    if worker.failures:
        stopping.wait(min(2.0**worker.failures / 4, LONGEST))
    if not stopping.is_set():
        worker.process, worker.since = start(), time.monotonic()


def _end(workers: list[Worker]) -> None:
    for worker in workers:
        if worker.process.is_alive():
            worker.process.terminate()
    end = time.monotonic() + LEAVES
    for worker in workers:
        worker.process.join(max(0.0, end - time.monotonic()))
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
