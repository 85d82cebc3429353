"""[10.7] Suppress an Uprising; how that goes is in r23_regions/s04_uprisings.py."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, FIRST_REGION, LEAST_UPRISING, REGIONS
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r10_actions.s00_points import COSTS, HALVES
from tablero.games.aiw.rules.r22_uprising import level
from tablero.games.aiw.state import Aiw, Area
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

SUPPRESS = HALVES * COSTS.integer("suppress_uprising")

LIBERALS_SUPPRESS = Refusal("10.7a", "liberals_suppress")
EXPEDITION_THERE = Refusal("10.7b", "expedition_in_the_region")
NO_REGION = Refusal("23.4d", "not_a_region")
LOWEST_LEVEL = Refusal("23.4d", "uprising_at_its_lowest")


def refuse_suppression(s: Aiw, x: Area) -> Refusal | None:
    """[10.7b] [23.4d] Why the Liberal cannot suppress an Uprising here, whatever it costs."""
    if not REGIONS >> x & 1:
        return NO_REGION
    if in_open(s, CARLIST, x):
        return EXPEDITION_THERE
    return LOWEST_LEVEL if level(s, x) <= LEAST_UPRISING[x - FIRST_REGION] else None


def suppressible(s: Aiw) -> list[Area]:
    """[10.7b] The regions where `refuse_suppression` has nothing against it."""
    return [x for x in ids_of(REGIONS & ~s.present[CARLIST]) if level(s, x) > LEAST_UPRISING[x - FIRST_REGION]]
