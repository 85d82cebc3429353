"""[21.2] Units, Trains and Knapsacks are built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.aiw.board import ARMY, FIRST_REGION, PARTIDAS, SACK
from tablero.games.aiw.rules.r05_units.s01_blocks import fighter_areas, fighters, in_area, trains
from tablero.games.aiw.rules.r05_units.s01_counters import load_spot, sacks_free
from tablero.games.aiw.rules.r20_reinforcements.s00_places import AS_BUILT, allowed_places, refuse_place, unit_places
from tablero.games.aiw.rules.r21_replacements.s00_points import (
    BY_EXPEDITION, NO_POINTS, NOT_OF_EXPEDITION, SUPPLY_COST, UNIT_COST
)
from tablero.games.aiw.state import Aiw, Area, Areas, Unit
from tablero.kernel.refusals import Refusal

if TYPE_CHECKING:
    from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend

EMPTY_BAG = Refusal("21.2a", "bag_is_empty")
NO_PLACE = Refusal("21.2e", "no_place_for_unit")
ONLY_REGIONALS = Refusal("23.4q", "expedition_builds_regionals")
BOX_EMPTY = Refusal("20.2g", "none_in_the_box")
NOBODY_TO_STAY_WITH = Refusal("21.2f", "could_not_stay_there")
ONE_OF_A_KIND = Refusal("21.2f", "one_of_a_kind_there")
NO_PARTIDAS = Refusal("21.2c", "partidas_are_not_built")
NO_REGIONALS = Refusal("21.2c", "regionals_need_an_expedition")


def refuse_draw(s: Aiw, spending: Spend) -> Refusal | None:
    """[21.2a] [23.4q] Why no unit can be built from the bag."""
    if spending.mode == BY_EXPEDITION:
        return ONLY_REGIONALS
    if not s.bagged[spending.side]:
        return EMPTY_BAG
    if spending.halves < UNIT_COST:
        return NO_POINTS
    return None if unit_places(s, spending.side) else NO_PLACE


def refuse_supply(s: Aiw, spending: Spend, x: Area) -> Refusal | None:
    """[21.2b] [21.2d] [21.2e] [21.2f] [23.4q] Why no Train or Knapsack can be built in an area, of whichever kind."""
    if spending.mode == BY_EXPEDITION:
        if x != spending.region:
            return NOT_OF_EXPEDITION
    else:
        if refusal := refuse_place(s, spending.side, x):
            return AS_BUILT[refusal]
    fort = x < FIRST_REGION and s.forts[spending.side] >> x & 1
    if not fort and not fighters(s, in_area(s, spending.side, x)):
        return NOBODY_TO_STAY_WITH
    return None if spending.halves >= SUPPLY_COST else NO_POINTS


def refuse_train(s: Aiw, spending: Spend, x: Area) -> Refusal | None:
    """[20.2g] [21.2b] [21.2f] Why no Supply Train can be built in an area."""
    if not s.trains & ARMY[spending.side]:
        return BOX_EMPTY
    return refuse_supply(s, spending, x) or (ONE_OF_A_KIND if trains(s, in_area(s, spending.side, x)) else None)


def refuse_knapsack(s: Aiw, spending: Spend, x: Area) -> Refusal | None:
    """[20.2g] [21.2b] [21.2f] Why no Knapsack can be built in an area."""
    if not sacks_free(s, spending.side):
        return BOX_EMPTY
    return refuse_supply(s, spending, x) or (ONE_OF_A_KIND if load_spot(s, spending.side, SACK, x) >= 0 else None)


def refuse_boxed(s: Aiw, spending: Spend, unit: Unit) -> Refusal | None:
    """[21.2c] [23.4q] Why a unit of the Partida or Regional box cannot be built."""
    if PARTIDAS >> unit & 1:
        return NO_PARTIDAS
    if not s.regionals >> unit & 1:
        return BOX_EMPTY
    if spending.mode != BY_EXPEDITION:
        return NO_REGIONALS
    return None if spending.halves >= UNIT_COST else NO_POINTS


def supply_places(s: Aiw, spending: Spend) -> Areas:
    """The areas where `refuse_supply` has nothing against a Train or Knapsack if there are points for it."""
    areas = fighter_areas(s, spending.side) | s.forts[spending.side]
    return areas & (1 << spending.region if spending.mode == BY_EXPEDITION else allowed_places(s, spending.side))
