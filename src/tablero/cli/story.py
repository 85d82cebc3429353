"""What happened in a record, action by action, in sentences."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from tablero.kernel.engine import apply_trusted
from tablero.kernel.events import Event
from tablero.kernel.frames import State
from tablero.kernel.record import Entry, Record


def story(record: Record) -> Iterator[tuple[Entry, State, list[Event]]]:
    """Each action of a record that has been checked, the state after it, and what it brought about."""
    s = record.game.new(record.scenario, 0, record.options, record.secret, script=list(record.opening))
    for entry in record.entries:
        s.script = list(entry.chance)
        apply_trusted(s, entry.seat, entry.action)
        told, s.events = s.events, []
        yield entry, s, told


def shelf() -> Path:
    """The folder where games are kept when no other is named."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(base) / "tablero"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fresh_name(record: Record) -> Path:
    """A file on the shelf that does not exist yet."""
    stem = f"{record.game.code}-{record.scenario}-{datetime.now():%Y%m%d-%H%M%S}"
    path, n = shelf() / f"{stem}.tablero", 1
    while path.exists():
        n += 1
        path = shelf() / f"{stem}-{n}.tablero"
    return path
