"""[24.1] What a Liberal Fortress in the Carlist Zone is worth at the ends of the years to come."""

from __future__ import annotations

import math
from functools import cache

from tablero.games.aiw.board import BAZTAN, CARLIST_ZONE, TABLES, TOWNS, TURNS
from tablero.games.aiw.rules.r24_end_of_year.s01_fortress_points import BAZTAN_FROM, fortress_value
from tablero.games.aiw.state import Aiw, Area

_points = TABLES.table("fortress_points")
UNSURE = 4.0            # how many points may still come or go before the year ends
LATER = 0.6             # what is left of a year's end for each year that it is farther away


def value_of(x: Area) -> int:
    """[24.1b] What a Fortress counts."""
    return _points.integer("main_town" if TOWNS >> x & 1 else "other")


@cache
def prospect(points: int, year: int, end: int) -> float:
    """What so many points of Fortresses promise the Liberals, from this year's end to the last."""
    value = 0.0
    for n, later in enumerate(range(year, end + 1)):
        few, many = _points.integers(str(later))
        value += LATER**n * (_step(points - many + 0.5) - _step(few + 0.5 - points))
    return value


def _step(over: float) -> float:
    return 1 / (1 + math.exp(-over / UNSURE * 2))


def stake(s: Aiw, x: Area, *, built: bool = False, ready: int = 0) -> float:
    """What the two sides have at stake in a Liberal Fortress: one that stands, or one that is taken or built and ready
    so many turns from now."""
    if not CARLIST_ZONE >> x & 1:
        return 0.0
    first = s.year + (s.turn + ready > TURNS)
    points = fortress_value(s)
    other = points + value_of(x) if built else points - value_of(x)
    value = abs(prospect(other, first, s.setting.end) - prospect(points, first, s.setting.end))
    if x == BAZTAN and not built:
        value += sum(LATER**n for n, year in enumerate(range(first, s.setting.end + 1)) if year >= BAZTAN_FROM)
    return value
