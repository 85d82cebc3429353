"""SQLite: one file, write-ahead log; readers never wait for the writer."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from tablero.kernel.errors import Conflict

SCHEMA = Path(__file__).parent / "schema.sql"


class SqliteConnection:
    """A connection as the store uses it: statements with `?`, transactions begun explicitly."""

    def __init__(self, path: str) -> None:
        self.raw = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
        self.raw.execute("PRAGMA page_size = 1024")         # of a new file: an action touches few rows of many pages
        self.raw.execute("PRAGMA journal_mode = WAL")
        self.raw.execute("PRAGMA synchronous = FULL")       # an acknowledged action survives a power cut
        self.raw.execute("PRAGMA foreign_keys = ON")

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
        self.raw.execute("COMMIT")

    def rollback(self) -> None:
        if self.raw.in_transaction:
            self.raw.execute("ROLLBACK")

    def close(self) -> None:
        self.raw.close()


def create(path: str) -> None:
    """Create the file, readable by its owner only, and missing tables."""
    Path(path).touch(mode=0o600)
    connection = SqliteConnection(path)
    connection.raw.executescript(SCHEMA.read_text("utf-8").replace("\n);", "\n) WITHOUT ROWID;"))
    connection.close()
