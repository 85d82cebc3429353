"""Runs of servers in the database, those that share it, and their secrets."""

from __future__ import annotations

import time
from collections.abc import Collection
from concurrent.futures import Future

from tablero.server.store.access import Store, number, whole
from tablero.server.store.notes import Beat, Note
from tablero.server.store.writer import Connection

A_MOMENT = 1.0      # seconds without a sign of life that do not count
A_SIGN = 6.0        # the same where others are up: the last one of those may be some seconds old
A_TICK = 0.005      # seconds that clocks may differ
ALIVE = 6.0         # seconds after its last sign of life that a server counts as up
FORGOTTEN = 60.0    # and that it is remembered


class Runs(Store):
    """What is kept of servers."""

    def sign_of_life(self, started: float, now: float) -> Future[None]:
        """The server that started at a time is up."""
        return self._write(
            "INSERT INTO run (started, seen) VALUES (?, ?) ON CONFLICT (started) DO UPDATE SET seen = excluded.seen",
            started, now,
        )

    def down_since(self, then: float, others: bool = False) -> list[tuple[float, float]]:
        """When no server was up after a moment at which one was: from when until when. What was before the first sign
        of life is not known. Are `others` up?"""
        shortest = A_SIGN if others else A_MOMENT
        rows = self._read(
            "SELECT started, seen FROM run WHERE seen > ? OR started ="
            " (SELECT MAX(started) FROM run WHERE started <= ?) ORDER BY started", then, then,
        )
        gaps, up = [], then
        for n, (started, seen) in enumerate(rows):
            if number(started) > up + shortest and (n or up > then):
                gaps.append((up, number(started)))
            up = max(up, number(seen))
        return gaps

    # --- servers on this database

    def beat(self, name: str, edition: int, here: Collection[tuple[str, str]]) -> Future[dict[str, int]]:
        """A sign of life, with who is here: sittings ("" for the lobby) and players. Gives the servers that are up, and
        which edition they know."""

        def job(c: Connection) -> dict[str, int]:
            began = time.time()
            now = c.time()
            took = time.time() - began
            if abs(now - began - took / 2 - self.ahead) > took / 2 + A_TICK:
                self.ahead = now - began - took / 2
            c.execute(
                "INSERT INTO server (id, name, edition, seen) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET seen = excluded.seen", (self.me, name, edition, now),
            )
            c.execute("DELETE FROM server WHERE seen < ?", (now - FORGOTTEN,))
            rows = c.execute("SELECT id, edition FROM server WHERE seen > ? ORDER BY id", (now - ALIVE,))
            if len(rows) > 1:
                _note_here(c, self.me, set(here))
            c.announce([Beat(True)])
            return {str(id_): whole(edition) for id_, edition in rows}

        return self.writer.do(job)

    def end_beats(self) -> Future[None]:
        """This server stops."""
        return self._write("DELETE FROM server WHERE id = ?", self.me, note=Beat(False))

    def here_elsewhere(self, sitting: str) -> list[tuple[str, str]]:
        """Ids and names of those who are connected to a sitting ("": the lobby) by another server."""
        rows = self._read(
            "SELECT DISTINCT player.id, player.name FROM here JOIN server ON server.id = here.server"
            " JOIN player ON player.id = here.player WHERE sitting = ? AND server <> ? AND seen > ?",
            sitting, self.me, self.now() - ALIVE,
        )
        return [(str(id_), str(name)) for id_, name in rows]

    def announce(self, *notes: Note) -> Future[None]:
        return self.writer.do(lambda c: c.announce(notes))

    # --- secrets of the server

    def secret(self, name: str) -> str:
        rows = self._read("SELECT value FROM secret WHERE name = ?", name)
        return str(rows[0][0]) if rows else ""

    def keep_secret(self, name: str, value: str) -> Future[None]:
        """One that is there already stays."""
        return self._write("INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, value)


def _note_here(c: Connection, server: str, here: set[tuple[str, str]]) -> None:
    rows = c.execute("SELECT sitting, player FROM here WHERE server = ?", (server,))
    noted = {(str(sitting), str(player)) for sitting, player in rows}
    if noted - here:
        c.execute_many(
            "DELETE FROM here WHERE server = ? AND sitting = ? AND player = ?", [(server, *row) for row in noted - here]
        )
    if here - noted:
        c.execute_many(
            "INSERT INTO here (server, sitting, player) VALUES (?, ?, ?)", [(server, *row) for row in here - noted]
        )
