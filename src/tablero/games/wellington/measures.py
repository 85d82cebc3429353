"""What simulations follow from Turn to Turn."""

from __future__ import annotations

from collections.abc import Mapping

from tablero.games.wellington.board import ALLIES, FRENCH, IN_FRANCE, MADRID, SIDES, SPANISH_KEYS
from tablero.games.wellington.rules.r18_ending import held_by
from tablero.games.wellington.rules.r19_victory import all_points
from tablero.games.wellington.state import Wellington


def measures(s: Wellington) -> Mapping[str, int]:
    """Keys of Spain and Duchies of France that the French hold, Victory Points in halves, and who took Madrid."""
    french, points = held_by(s, FRENCH), all_points(s)
    return {
        "french_keys": (french & SPANISH_KEYS).bit_count(),
        "french_duchies": (french & IN_FRANCE).bit_count(),
        "allied_half_points": sum(points[power] for power in SIDES[ALLIES]),
        "french_half_points": sum(points[power] for power in SIDES[FRENCH]),
        "madrid_allied": bool(held_by(s, ALLIES) >> MADRID & 1),
    }
