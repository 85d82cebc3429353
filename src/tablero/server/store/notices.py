"""Notices in the database: that it is somebody's turn, to be sent once."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass

from tablero.server.store.access import Store, number, whole


@dataclass(frozen=True, slots=True)
class Notice:
    """That it is somebody's turn, to be sent one way."""

    sitting: str
    player: str
    stamp: int
    way: str
    tries: int
    due: float = 0.0


class Notices(Store):
    """Notices that are to be sent."""

    def queue_notice(self, notice: Notice, due: float) -> Future[None]:
        """A notice is queued once, whatever became of it."""
        return self._write(
            "INSERT INTO notice (sitting, player, stamp, way, due, tries) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            notice.sitting, notice.player, notice.stamp, notice.way, due, notice.tries,
        )

    def due_notices(self, now: float, most: int = 50) -> list[Notice]:
        """Notices to send now."""
        rows = self._read(
            "SELECT sitting, player, stamp, way, tries, due FROM notice WHERE due <= ? ORDER BY due LIMIT ?", now, most
        )
        return [Notice(str(a), str(b), whole(c), str(d), whole(e), number(f)) for a, b, c, d, e, f in rows]

    def claim_notice(self, notice: Notice, until: float) -> Future[bool]:
        """May this server send a notice? If it does not tell what became of it, another one tries at a time."""
        values = (until, notice.sitting, notice.player, notice.stamp, notice.way, notice.due)
        return self.writer.do(lambda c: bool(c.execute(
            "UPDATE notice SET due = ? WHERE sitting = ? AND player = ? AND stamp = ? AND way = ? AND due = ?"
            " RETURNING 1", values,
        )))

    def set_notice(self, notice: Notice, due: float | None) -> Future[None]:
        """When to try again; None: never."""
        return self._write(
            "UPDATE notice SET tries = tries + 1, due = ? WHERE sitting = ? AND player = ? AND stamp = ? AND way = ?",
            due, notice.sitting, notice.player, notice.stamp, notice.way,
        )
