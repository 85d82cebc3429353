"""[21.2] Units, Trains and Knapsacks are built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.aiw.board import ARMY, FIRST_REGION, PARTIDAS, SACK
from tablero.games.aiw.rules.r05_units import fighters, in_area, led, load_spot, sacks_free, trains
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


def refuse_draw(s: Aiw, now: Spend) -> Refusal | None:
    """[21.2a] [23.4q] Why no unit can be built from the bag."""
    if now.mode == BY_EXPEDITION:
        return ONLY_REGIONALS
    if not s.bagged[now.side]:
        return EMPTY_BAG
    if now.halves < UNIT_COST:
        return NO_POINTS
    return None if unit_places(s, now.side) else NO_PLACE


def refuse_supply(s: Aiw, now: Spend, x: Area) -> Refusal | None:
    """[21.2b] [21.2d] [21.2e] [21.2f] [23.4q] Why no Train or Knapsack can be built in an area, of whichever kind."""
    if now.mode == BY_EXPEDITION:
        if x != now.region:
            return NOT_OF_EXPEDITION
    else:
        found = refuse_place(s, now.side, x)
        if found is not None:
            return AS_BUILT[found]
    fort = x < FIRST_REGION and s.forts[now.side] >> x & 1
    if not fort and not fighters(s, in_area(s, now.side, x)):
        return NOBODY_TO_STAY_WITH
    return None if now.halves >= SUPPLY_COST else NO_POINTS


def refuse_train(s: Aiw, now: Spend, x: Area) -> Refusal | None:
    """[20.2g] [21.2b] [21.2f] Why no Supply Train can be built in an area."""
    if not s.trains & ARMY[now.side]:
        return BOX_EMPTY
    found = refuse_supply(s, now, x)
    if found is not None:
        return found
    return ONE_OF_A_KIND if trains(s, in_area(s, now.side, x)) else None


def refuse_knapsack(s: Aiw, now: Spend, x: Area) -> Refusal | None:
    """[20.2g] [21.2b] [21.2f] Why no Knapsack can be built in an area."""
    if not sacks_free(s, now.side):
        return BOX_EMPTY
    found = refuse_supply(s, now, x)
    if found is not None:
        return found
    return ONE_OF_A_KIND if load_spot(s, now.side, SACK, x) >= 0 else None


def refuse_boxed(s: Aiw, now: Spend, unit: Unit) -> Refusal | None:
    """[21.2c] [23.4q] Why a unit of the Partida or Regional box cannot be built."""
    if PARTIDAS >> unit & 1:
        return NO_PARTIDAS
    if not s.regionals >> unit & 1:
        return BOX_EMPTY
    if now.mode != BY_EXPEDITION:
        return NO_REGIONALS
    return None if now.halves >= UNIT_COST else NO_POINTS


def supply_places(s: Aiw, now: Spend) -> Areas:
    """The areas where `refuse_supply` has nothing against a Train or Knapsack if there are points for it."""
    found = led(s, now.side) | s.forts[now.side]
    return found & (1 << now.region if now.mode == BY_EXPEDITION else allowed_places(s, now.side))
