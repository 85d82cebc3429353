"""What all parts of the database have in common: reading, writing, and the types of values."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Protocol

from tablero.kernel.errors import StoreFailed
from tablero.server.store.notes import Note
from tablero.server.store.writer import Connection, Writer

log = logging.getLogger("tablero")

VERSION = 1         # of schema.sql
MANY = 500          # values that a statement takes at once


class Closes(Protocol):
    def close(self) -> None: ...


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
        self._readers: list[Connection] = []
        self._spare: list[Connection] = []      # with which rows were locked
        self.writer = Writer(connect)

    def now(self) -> float:
        """The time by the clock of the database: servers of several machines agree on it."""
        return time.time() + self.ahead

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
        self.writer.close()
        for connection in (*self._readers, *self._spare):
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
