"""The writer thread: jobs queue up and share commits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from itertools import groupby
from typing import Protocol, Self, TypeAlias, TypeVar, cast

from tablero.kernel.errors import StoreFailed, TableroError
from tablero.server.store.notes import Note

log = logging.getLogger("tablero")

T = TypeVar("T")
MOST = 512          # jobs in one commit


class Connection(Protocol):
    """What a job may do inside the writer's transaction."""

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]: ...
    def execute_many(self, sql: str, rows: Sequence[tuple[object, ...]]) -> int: ...
    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...
    def time(self) -> float: ...
    def announce(self, notes: Iterable[Note]) -> None: ...


class Alike(ABC):
    """A job that is cheaper together with others of its class."""

    __slots__ = ()

    def __call__(self, c: Connection) -> None:
        self.together(c, [self])

    @classmethod
    @abstractmethod
    def together(cls, c: Connection, jobs: Sequence[Self]) -> None: ...


Job: TypeAlias = Callable[[Connection], object]
Answer: TypeAlias = "Future[object] | asyncio.Future[object]"
Batch: TypeAlias = list[tuple[Job, Answer]]


class Writer:
    """Runs jobs in the order they came; a job's future is done when its commit is. A job may be run twice, and is
    committed once."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._connection: Connection | None = None
        self._jobs: queue.SimpleQueue[Batch | None] = queue.SimpleQueue()
        self._gathered: Batch = []          # in this turn of the event loop
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def do(self, job: Callable[[Connection], T]) -> Future[T]:
        done: Future[T] = Future()
        if self._closed:
            done.set_exception(StoreFailed("closed"))
        else:
            self._jobs.put([(job, done)])  # type: ignore[list-item]
        return done

    def do_soon(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        """The same from an event loop: the jobs of one turn of the loop are handed over together, and so are their
        results, since waking a thread costs more than writing a row."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append((job, done))  # type: ignore[arg-type]
        return done

    def _hand_over(self) -> None:
        batch, self._gathered = self._gathered, []
        if self._closed:
            _fail(batch, StoreFailed("closed"))
        else:
            self._jobs.put(batch)

    def close(self) -> None:
        """Write what is queued, then stop."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        last = False
        while not last:
            batch: Batch = []
            more = self._jobs.get()
            while more is not None:
                batch += [pair for pair in more if _wanted(pair[1])]
                if len(batch) >= MOST or self._jobs.empty():
                    break
                more = self._jobs.get()
            last = more is None
            self._write(batch)
        self._drop()

    def _write(self, batch: Batch) -> bool:
        """All jobs in one transaction; if that fails, each in its own, so that a bad one fails alone. False if there is
        no connection."""
        if not batch:
            return True
        try:
            self._connection = self._connection or self._connect()
        except Exception as error:
            _fail(batch, error)
            return False
        try:
            results = self._commit(self._connection, [job for job, _ in batch])
        except Exception as error:
            if len(batch) == 1:
                _fail(batch, error)
                return True
            for i, pair in enumerate(batch):
                if not self._write([pair]):
                    _fail(batch[i + 1 :], error)
                    return False
            return True
        _answer([done for _, done in batch], results)
        return True

    def _commit(self, connection: Connection, jobs: list[Job]) -> list[object]:
        """One transaction. A connection on which the database itself failed is not used again."""
        try:
            connection.begin()
            results = [result for _, alike in groupby(jobs, type) for result in _together(connection, list(alike))]
            connection.commit()
        except TableroError:
            connection.rollback()
            raise
        except Exception:
            self._drop()
            raise
        return results

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()      # what was not committed is rolled back
            except Exception:
                log.warning("a broken connection could not be closed", exc_info=True)


def _together(connection: Connection, jobs: list[Job]) -> list[object]:
    """The results of jobs of one kind."""
    if not isinstance(jobs[0], Alike):
        return [job(connection) for job in jobs]
    type(jobs[0]).together(connection, cast("list[Alike]", jobs))
    return [None] * len(jobs)


def _wanted(done: Answer) -> bool:
    """Is the result still wanted? From now on it cannot be cancelled."""
    return done.set_running_or_notify_cancel() if isinstance(done, Future) else not done.cancelled()


def _answer(askers: list[Answer], results: list[object]) -> None:
    """Set all results; those awaited in an event loop together."""
    waiting: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[object], object]]] = {}
    for done, result in zip(askers, results, strict=True):
        if isinstance(done, Future):
            _settle([(done, result)])
        else:
            waiting.setdefault(done.get_loop(), []).append((done, result))
    for loop, settled in waiting.items():
        with contextlib.suppress(RuntimeError):     # the loop is closed: nobody is waiting
            loop.call_soon_threadsafe(_settle, settled)


def _settle(settled: Sequence[tuple[Answer, object]]) -> None:
    for done, result in settled:
        if done.cancelled():
            continue
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)


def _fail(batch: Batch, error: Exception) -> None:
    """Fail all jobs: with our own errors as they are, with errors of the database only as a failure."""
    if not isinstance(error, TableroError):
        log.error("the database could not write: %s", error)
        error = StoreFailed("write")
    _answer([done for _, done in batch], [error] * len(batch))
