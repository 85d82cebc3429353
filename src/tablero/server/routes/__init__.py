"""The HTTP API: everything a page or a program can ask of the server; described at /api/openapi.json."""

from __future__ import annotations

from tablero.server.routes import games, hints, notices, people, play, records, seats, sittings, tables

__all__ = ["games", "hints", "notices", "people", "play", "records", "seats", "sittings", "tables"]
