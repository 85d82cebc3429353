"""The folder where games of the terminal are kept."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from tablero.kernel.record import Record


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
