"""The database: its statements, and what they mean for sittings, people, servers and notices."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from tablero.kernel.errors import StoreFailed, TableroError
from tablero.server.store import sqlite
from tablero.server.store.access import whole
from tablero.server.store.notices import Notices
from tablero.server.store.people import People
from tablero.server.store.runs import Runs
from tablero.server.store.sittings import Sittings
from tablero.server.store.writer import Connection


class Database(Sittings, People, Runs, Notices):
    """All that is kept."""

    def counts(self) -> dict[str, int]:
        """How many rows the larger tables have."""
        tables = ("sitting", "journal", "player", "session", "notice", "blocked")
        return {name: whole(self._read(f"SELECT COUNT(*) FROM {name}")[0][0]) for name in tables}


def open_database(url: str, serving: bool = False) -> Database:
    """The database of an address: `sqlite:///FILE` or `postgresql://...`; missing tables are created. A SQLite file is
    opened for `serving` by one server at a time."""
    kind, _, rest = url.partition("://")
    connect: Callable[[], Connection]
    claim, me, address = None, secrets.token_hex(6), ""
    try:
        if kind == "sqlite" and rest[1:]:
            path = rest[1:]         # sqlite:///relative, sqlite:////absolute
            claim = sqlite.claim(path) if serving else None
            sqlite.create(path)
            connect = lambda: sqlite.SqliteConnection(path)  # noqa: E731
        elif kind in ("postgresql", "postgres"):
            from tablero.server.store import postgres

            postgres.create(url)
            connect, address = lambda: postgres.PostgresConnection(url, me), url
        else:
            raise StoreFailed("url", url=url)
    except ImportError as error:
        raise StoreFailed("no_psycopg") from error
    except TableroError:
        raise
    except Exception as error:
        raise StoreFailed("open", why=error) from error
    database = Database(connect, claim, me, address)
    database.check_version()
    return database
