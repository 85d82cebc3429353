"""PostgreSQL, for a server with many games. The statements are the same; only the placeholders for values differ."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

import psycopg

from tablero.kernel.errors import Conflict
from tablero.server.store.sqlite import SCHEMA

LOCK = 7462737      # any number: servers that start together create the tables one after the other


@cache
def marked(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


class PostgresConnection:
    """A connection as the store uses it."""

    def __init__(self, url: str) -> None:
        self.raw = psycopg.connect(url, autocommit=True, connect_timeout=10)

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        try:
            cursor = self.raw.execute(marked(sql), values)
        except psycopg.IntegrityError as error:
            raise Conflict("written") from error
        return cast("list[tuple[object, ...]]", cursor.fetchall()) if cursor.description else []

    def execute_many(self, sql: str, rows: Sequence[tuple[object, ...]]) -> int:
        """One statement for many rows, sent without waiting for each; how many were changed."""
        try:
            with self.raw.cursor() as cursor:
                cursor.executemany(marked(sql), rows)
                return cursor.rowcount
        except psycopg.IntegrityError as error:
            raise Conflict("written") from error

    def begin(self) -> None:
        self.raw.execute("BEGIN")

    def commit(self) -> None:
        self.raw.execute("COMMIT")

    def rollback(self) -> None:
        if self.raw.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            self.raw.execute("ROLLBACK")

    def close(self) -> None:
        self.raw.close()


def create(url: str) -> None:
    """Create missing tables."""
    connection = PostgresConnection(url)
    connection.execute("SELECT pg_advisory_lock(?)", (LOCK,))
    connection.raw.execute(SCHEMA.read_text("utf-8").encode())
    connection.close()
