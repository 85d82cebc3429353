"""[24.7] Replacement Points at the end of the year, and Partidas that return."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, CITIES, FIRST_REGION, MOST, TABLES, TOWNS
from tablero.games.aiw.rules.r09_victory import expeditions
from tablero.games.aiw.rules.r20_reinforcements.s00_units import PlaceUnit
from tablero.games.aiw.rules.r21_replacements.s00_points import AT_YEAR_END
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.rules.r24_end_of_year.s06_new_units import homes
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.bits import ids_of

_points = TABLES.table("end_of_year_rp")


def year_points(s: Aiw, side: Side) -> int:
    """[24.7a] [24.7b] The Replacement Points of a side at the end of the year."""
    if side == CARLIST:
        cities = _points.integer("carlist_for_city") if s.forts[CARLIST] & CITIES else 0
        return (s.held & TOWNS).bit_count() * _points.integer("carlist_per_main_town") + cities
    active = expeditions(s)
    quiet = sum(level < 2 and not active >> FIRST_REGION + i & 1 for i, level in enumerate(s.uprising))
    return quiet * _points.table("liberal_per_quiet_region").integer(str(s.year))


def spend_year_points(s: Aiw, side: Side) -> None:
    """[24.7d] As in 21.0, but a unit may gain several points."""
    s.acted = 0
    points = year_points(s, side)
    s.tell("year_points", side, points)
    s.call(Spend(side, 2 * points, AT_YEAR_END))


def return_partida(s: Aiw) -> bool:
    """[24.7e] An eliminated Partida returns; is there one that can?"""
    if not s.partidas or not homes(s):
        return False
    unit = ids_of(s.partidas)[0]
    s.partidas &= ~(1 << unit)
    s.call(PlaceUnit(CARLIST, unit, MOST[unit], homes(s)))
    return True
