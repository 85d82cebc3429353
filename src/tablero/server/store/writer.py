"""One thread that writes: jobs queue up and share commits."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

from tablero.kernel.errors import TableroError
from tablero.server.store import StoreFailed

log = logging.getLogger("tablero")

T = TypeVar("T")
MOST = 512          # jobs in one commit


class Connection(Protocol):
    """What a job may do inside the writer's transaction."""

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]: ...
    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...


Job = Callable[[Connection], object]
Batch = list[tuple[Job, Future[object]]]


class Writer:
    """Runs jobs in the order they came; a job's future is done when its commit is. A job may be run twice, and is
    committed once."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._connection: Connection | None = None
        self._jobs: queue.SimpleQueue[tuple[Job, Future[object]] | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def do(self, job: Callable[[Connection], T]) -> Future[T]:
        done: Future[T] = Future()
        if self._closed:
            done.set_exception(StoreFailed("The database is closed."))
        else:
            self._jobs.put((job, done))  # type: ignore[arg-type]
        return done

    def close(self) -> None:
        """Write what has come in, and end."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        last = False
        while not last:
            batch: Batch = []
            item = self._jobs.get()
            while item is not None:
                if item[1].set_running_or_notify_cancel():      # from now on its asker cannot call it off
                    batch.append(item)
                if len(batch) == MOST or self._jobs.empty():
                    break
                item = self._jobs.get()
            last = item is None
            self._write(batch)
        self._drop()

    def _write(self, batch: Batch) -> bool:
        """All jobs in one transaction; if that fails, each in its own, so that a bad one fails alone. False if there is
        no database at all."""
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
        for (_, done), result in zip(batch, results, strict=True):
            done.set_result(result)
        return True

    def _commit(self, connection: Connection, jobs: list[Job]) -> list[object]:
        """One transaction. A connection on which the database itself failed is not used again."""
        try:
            connection.begin()
            results = [job(connection) for job in jobs]
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


def _fail(batch: Batch, error: Exception) -> None:
    """Tell the askers: our own errors as they are, of the database's only that it failed."""
    if not isinstance(error, TableroError):
        log.error("the database could not write: %s", error)
        error = StoreFailed("The database could not write; nothing was done. Try again.")
    for _, done in batch:
        done.set_exception(error)
