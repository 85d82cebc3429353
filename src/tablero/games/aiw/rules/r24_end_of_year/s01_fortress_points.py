"""[24.1] Victory Points for the Liberal Fortresses in the Carlist Zone."""

from __future__ import annotations

from tablero.games.aiw.board import BAZTAN, CARLIST, CARLIST_ZONE, LIBERAL, TABLES, TOWNS, YEARS
from tablero.games.aiw.rules.r09_victory import FORTRESSES, FROM_BAZTAN, score
from tablero.games.aiw.state import Aiw

_points = TABLES.table("fortress_points")
BAZTAN_POINTS = TABLES.table("victory").integer("baztan_fortress_from_1835")
BAZTAN_FROM = 1835          # [24.1d]
TOWN_VALUE, OTHER_VALUE = _points.integer("main_town"), _points.integer("other")    # [24.1b]
LIMITS = {year: tuple(_points.integers(str(year))) for year in YEARS}   # [24.1c] at most, at least: who is paid
FORTRESS_POINTS = 1


def fortress_value(s: Aiw) -> int:
    """[24.1a] [24.1b] What the Liberal Fortresses in the Carlist Zone are worth."""
    inside = s.forts[LIBERAL] & CARLIST_ZONE
    towns = (inside & TOWNS).bit_count()
    return towns * TOWN_VALUE + (inside.bit_count() - towns) * OTHER_VALUE


def fortress_points(s: Aiw) -> int:
    """[24.1c] What the value pays at the end of this year: above 0 the Carlist, below the Liberal."""
    value, (few, many) = fortress_value(s), LIMITS[s.year]
    return FORTRESS_POINTS if value <= few else -FORTRESS_POINTS if value >= many else 0


def baztan_points(s: Aiw) -> int:
    """[9.1s] [24.1d] What the fortress of Baztán pays the Liberal at the end of this year."""
    return BAZTAN_POINTS if s.year >= BAZTAN_FROM and s.forts[LIBERAL] >> BAZTAN & 1 else 0


def score_fortresses(s: Aiw) -> None:
    """[9.1q] [9.1s] [24.1c] [24.1d] Few of them pay the Carlist, many the Liberal; that of Baztán pays him too."""
    s.tell("fortress_points", fortress_value(s))
    points = fortress_points(s)
    score(s, CARLIST if points > 0 else LIBERAL, abs(points), FORTRESSES)
    score(s, LIBERAL, baztan_points(s), FROM_BAZTAN)
