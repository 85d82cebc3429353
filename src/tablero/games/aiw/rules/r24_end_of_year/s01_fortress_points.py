"""[24.1] Victory Points for the Liberal Fortresses in the Carlist Zone."""

from __future__ import annotations

from tablero.games.aiw.board import BAZTAN, CARLIST, CARLIST_ZONE, LIBERAL, TABLES, TOWNS
from tablero.games.aiw.rules.r09_victory import score
from tablero.games.aiw.state import Aiw

_points = TABLES.table("fortress_points")
BAZTAN_POINTS = TABLES.table("victory").integer("baztan_fortress_from_1835")
BAZTAN_FROM = 1835          # [24.1d]


def fortress_value(s: Aiw) -> int:
    """[24.1a] [24.1b] What the Liberal Fortresses in the Carlist Zone are worth."""
    inside = s.forts[LIBERAL] & CARLIST_ZONE
    towns = (inside & TOWNS).bit_count()
    return towns * _points.integer("main_town") + (inside.bit_count() - towns) * _points.integer("other")


def score_fortresses(s: Aiw) -> None:
    """[9.1q] [9.1s] [24.1c] [24.1d] Few of them pay the Carlist, many the Liberal; that of Baztán pays him too."""
    value = fortress_value(s)
    few, many = _points.integers(str(s.year))
    s.tell("fortress_points", value)
    if value <= few:
        score(s, CARLIST, 1)
    elif value >= many:
        score(s, LIBERAL, 1)
    if s.year >= BAZTAN_FROM and s.forts[LIBERAL] >> BAZTAN & 1:
        score(s, LIBERAL, BAZTAN_POINTS)
