"""PostgreSQL, for many games and several servers. The statements are the same; only the marks for values differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

import psycopg
from psycopg.conninfo import conninfo_to_dict

from tablero.kernel.errors import Conflict
from tablero.server.store.notes import CHANNEL, Note, encode
from tablero.server.store.sqlite import SCHEMA

LETS_GO = "SET idle_in_transaction_session_timeout = 10000"     # ms: how long a server that hangs can block others
STEADY: dict[str, object] = {   # a database that is gone without a word is noticed in a quarter of a minute
    "connect_timeout": 10, "tcp_user_timeout": 15_000,
    "keepalives_idle": 5, "keepalives_interval": 5, "keepalives_count": 2,
}
LOCK = 7462737      # any number: servers that start together create the tables one after the other


@cache
def marked(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


def connected(url: str) -> psycopg.Connection[tuple[object, ...]]:
    """A connection; the address may say otherwise than `STEADY`."""
    return psycopg.connect("", **{**STEADY, **conninfo_to_dict(url)}, autocommit=True)  # type: ignore[arg-type]


class PostgresConnection:
    """A connection as the store uses it."""

    def __init__(self, url: str, server: str = "") -> None:
        self.server = server        # who announces
        self.raw = connected(url)
        self.raw.execute(LETS_GO)

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        try:
            cursor = self.raw.execute(marked(sql), values)
        except psycopg.IntegrityError as error:
            raise Conflict("written") from error
        return cursor.fetchall() if cursor.description else []

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

    def time(self) -> float:
        return float(str(self.execute("SELECT EXTRACT(EPOCH FROM clock_timestamp())")[0][0]))

    def announce(self, notes: Iterable[Note]) -> None:
        """Tell other servers, if there are any, when this transaction is committed."""
        self.execute(
            f"SELECT pg_notify('{CHANNEL}', note) FROM unnest(?::text[]) AS note"
            " WHERE EXISTS (SELECT 1 FROM server WHERE id <> ?)",
            ([encode(self.server, note) for note in notes], self.server),
        )


class Listener:
    """Hears the notes of all servers. Blocking, except `heard`."""

    def __init__(self, url: str) -> None:
        self.raw = connected(url)
        self.raw.execute(f"LISTEN {CHANNEL}".encode())
        self.fileno = self.raw.fileno()         # a connection that is lost does not tell it

    def heard(self) -> list[str]:
        """What has come in; raises if the connection is lost."""
        self.raw.pgconn.consume_input()
        notes = []
        while (note := self.raw.pgconn.notifies()) is not None:
            notes.append(note.extra.decode())
        return notes

    def close(self) -> None:
        self.raw.close()


def create(url: str) -> None:
    """Create missing tables; if there are none, nothing is locked: other servers may be at work."""
    schema = SCHEMA.read_text("utf-8")
    names = re.findall(r"^CREATE (?:UNIQUE )?(?:TABLE|INDEX) IF NOT EXISTS (\w+)", schema, re.MULTILINE)
    connection = PostgresConnection(url)
    connection.execute("SELECT pg_advisory_lock(?)", (LOCK,))
    found = connection.execute(
        "SELECT COUNT(*) FROM pg_class WHERE relname = ANY(?) AND relnamespace = current_schema()::regnamespace",
        (names,),
    )
    if found[0][0] != len(names):
        connection.raw.execute(schema.encode())
    connection.close()
