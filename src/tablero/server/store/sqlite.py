"""SQLite: one file, write-ahead log; readers never wait for the writer."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote

from tablero.kernel.errors import Conflict, StoreFailed
from tablero.server.store.notes import Note

SCHEMA = Path(__file__).parent / "schema.sql"


class SqliteConnection:
    """A connection as the store uses it: statements with `?`, transactions begun explicitly."""

    def __init__(self, path: str) -> None:
        self.path = path
        address = f"file:{quote(path)}?mode=rw"             # a file that has gone is not made anew
        self.raw = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=30)
        self.raw.execute("PRAGMA page_size = 1024")         # of a new file: an action touches few rows of many pages
        self.raw.execute("PRAGMA journal_mode = WAL")
        self.raw.execute("PRAGMA synchronous = FULL")       # an acknowledged action survives a power cut
        self.raw.execute("PRAGMA foreign_keys = ON")
        self.file = _file(path)

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        try:
            return self.raw.execute(sql, values).fetchall()
        except sqlite3.IntegrityError as error:
            raise Conflict("written") from error

    def execute_many(self, sql: str, rows: Sequence[tuple[object, ...]]) -> int:
        """One statement for many rows; how many were changed."""
        try:
            return self.raw.executemany(sql, rows).rowcount
        except sqlite3.IntegrityError as error:
            raise Conflict("written") from error

    def begin(self) -> None:
        self.raw.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """What was written to a file that has been deleted or replaced is lost: it must not be acknowledged."""
        self.raw.execute("COMMIT")
        if _file(self.path) != self.file:
            raise OSError(f"{self.path} was deleted or replaced while the server was running")

    def rollback(self) -> None:
        if self.raw.in_transaction:
            self.raw.execute("ROLLBACK")

    def close(self) -> None:
        self.raw.close()

    def time(self) -> float:
        return time.time()

    def announce(self, notes: Iterable[Note]) -> None:
        """There is no other server."""


def _file(path: str) -> tuple[int, int]:
    """Which file lies there: device and number; (0, 0) if none does."""
    try:
        found = os.stat(path)
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def create(path: str) -> None:
    """Create the file, readable by its owner only, and missing tables."""
    Path(path).touch(mode=0o600)
    connection = SqliteConnection(path)
    connection.raw.executescript(SCHEMA.read_text("utf-8").replace("\n);", "\n) WITHOUT ROWID;"))
    connection.close()


def claim(path: str) -> sqlite3.Connection:
    """The right to serve a file, for one server: a lock beside it that ends with the process, however it ends."""
    held = sqlite3.connect(f"{os.path.realpath(path)}-server", isolation_level=None, check_same_thread=False, timeout=0)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        held.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise StoreFailed("in_use", path=path) from None
    return held
