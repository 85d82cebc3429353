"""How a view is drawn."""

from __future__ import annotations

from tablero.games.dpyr.state import Dpyr
from tablero.kernel.scene import Scene


def scene(s: Dpyr, seat: int) -> Scene:
    return Scene(f"map:{s.b.field.name}")
