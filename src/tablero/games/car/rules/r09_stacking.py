"""[9] Stacking: how many units of a side may be in a space."""

from __future__ import annotations

from tablero.games.car.board import STACK
from tablero.games.car.state import Car, Space


def room(s: Car, x: Space) -> int:
    """[9.1.1a] How many more units a space can take; divisions and corps count alike."""
    return STACK - s.here[x].bit_count()
