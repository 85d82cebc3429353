"""What all parts of the database have in common: reading, writing, and the types of values."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Protocol

from tablero.kernel.errors import StoreFailed, TableroError
from tablero.server.store.notes import Note
from tablero.server.store.writer import Connection, Writer

log = logging.getLogger("tablero")

VERSION = 1         # of schema.sql
MANY = 500          # values that a statement takes at once


class Closes(Protocol):
    def close(self) -> None: ...


class Reader:
    """The connection of one thread, and what keeps others from closing it while it is used."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.busy = threading.Lock()


class Store:
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
        self._readers: list[Reader] = []
        self._opening = threading.Lock()        # of a reader, or the end of all
        self._closed = False
        self._spare: list[Connection] = []      # with which rows were locked
        self.writer = Writer(connect)

    def now(self) -> float:
        """The time by the clock of the database: servers of several machines agree on it."""
        return time.time() + self.ahead

    def _read(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """Rows, on this thread's connection; a lost connection is opened again, once."""
        kept: Reader | None = getattr(self._local, "reader", None)
        if kept is not None:
            try:
                return self._rows(kept, sql, values)
            except TableroError:
                raise
            except Exception as error:
                log.warning("a connection to the database was lost: %s", error)
        try:
            self._local.reader = None
            fresh = Reader(self._connect())
            with self._opening:
                if self._closed:
                    fresh.connection.close()
                    raise StoreFailed("closed")
                self._readers = [reader for reader in self._readers if reader is not kept] + [fresh]
            self._local.reader = fresh
            return self._rows(fresh, sql, values)
        except TableroError:
            raise
        except Exception as error:
            log.error("the database could not read: %s", error)
            raise StoreFailed("read") from None

    def _rows(self, reader: Reader, sql: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
        with reader.busy:
            if self._closed:        # a request can be cancelled, but not its thread: it may come here at any time
                raise StoreFailed("closed")
            return reader.connection.execute(sql, values)

    def _read_among(self, sql: str, wanted: Sequence[str]) -> list[tuple[object, ...]]:
        """Rows of a statement that ends with `IN`, for any number of values."""
        rows = []
        for i in range(0, len(wanted), MANY):
            some = wanted[i : i + MANY]
            rows += self._read(f"{sql} ({', '.join('?' for _ in some)})", *some)
        return rows

    def _write(self, sql: str, *values: object, note: Note | None = None) -> Future[None]:
        def job(c: Connection) -> None:
            c.execute(sql, values)
            if note is not None:
                c.announce([note])

        return self.writer.do(job)

    def check_version(self) -> None:
        ((found,),) = self._read("SELECT version FROM about")
        if found != VERSION:
            raise StoreFailed("version", found=found, expected=VERSION)

    def probe(self) -> Future[None]:
        """A write that changes nothing."""
        return self._write("UPDATE about SET version = version")

    def close(self) -> None:
        """Write what is queued, let reads end that are under way, and refuse all others."""
        self.writer.close()
        with self._opening:
            self._closed = True
        for reader in self._readers:
            with reader.busy:
                reader.connection.close()
        for connection in self._spare:
            connection.close()
        if self._claim is not None:
            self._claim.close()


def fold_token(token: str) -> str:
    """Tokens are stored as hashes: whoever reads the database cannot use them."""
    return hashlib.sha256(token.encode()).hexdigest()


def whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def number(value: object) -> float:
    assert isinstance(value, (int, float))
    return float(value)
