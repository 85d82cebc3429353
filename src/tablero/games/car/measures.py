"""What simulations follow from Turn to Turn."""

from __future__ import annotations

from collections.abc import Mapping

from tablero.games.car.board import SPACE
from tablero.games.car.state import Car

CITIES = ("madrid", "bilbao", "santander", "gijon", "valencia", "barcelona")


def measures(s: Car) -> Mapping[str, int]:
    """Victory Points, Republican Morale, and which of the great cities are Nationalist."""
    return {"vp": s.vp, "rm": s.rm, **{city: bool(s.held >> SPACE[city] & 1) for city in CITIES}}
