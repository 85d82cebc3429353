"""Where sittings are kept: SQLite for a machine of one's own, PostgreSQL for a club; one set of statements for both.

All writing goes through one `Writer`: whatever has come in while the last commit was under way is committed together
with the next one, so that a commit is shared by many games and still stands before each acknowledgement.
"""

from __future__ import annotations

from tablero.kernel.errors import TableroError


class StoreFailed(TableroError):
    """The database could not read or write: the disk is full, the connection is lost. Nothing was done."""

    code = "store_failed"


class Conflict(TableroError):
    """What was to be written is there already, or another server has written in between."""

    code = "stale_state"
