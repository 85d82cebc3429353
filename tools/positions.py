"""Can every scenario of every game be set up?"""

from __future__ import annotations

import importlib
import sys
import traceback
from pathlib import Path


def check(root: Path) -> tuple[list[str], list[str]]:
    """What there is to say, and what is wrong."""
    sys.path.insert(0, str(root / "src"))
    notes: list[str] = []
    errors: list[str] = []
    try:
        tablero = importlib.import_module("tablero")
        games = list(tablero.GAMES)
    except Exception as error:
        return notes, [f"tablero cannot be used: {told(error)}"]
    for code in games:
        built = 0
        try:
            game = tablero.game(code)
            for scenario in game.scenarios:
                try:
                    game.new(scenario, seed=1)
                    built += 1
                except Exception as error:
                    errors.append(f"{code}, scenario {scenario}: {told(error)}")
        except Exception as error:
            errors.append(f"{code}: {told(error)}")
        notes.append(f"{code}: {built} scenarios set up")
    return notes, errors


def told(error: Exception) -> str:
    """A bad pack speaks for itself; of anything else we also say where it happened."""
    if getattr(error, "code", "") == "bad_pack":
        return str(error)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    return f"{type(error).__name__}: {error} ({Path(frames[-1].filename).name}:{frames[-1].lineno})"
