"""[21.1] Units on the map regain strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.aiw.board import (
    AREAS, BLOCK_SIDE, CARLIST, CARLIST_ZONE, FIRST_REGION, LIBERAL, LIBERAL_ZONE, MOST, MOST_LOAD, NORTH, PORTS,
    REGIONS, SACK, TRAINS
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import in_effect
from tablero.games.aiw.rules.r04_map import port_works
from tablero.games.aiw.rules.r05_units.s01_counters import load, load_spot
from tablero.games.aiw.rules.r10_actions.s00_used import HAS_ACTED, LA_GRANJA, MUTINEERS, mutineer, refuse_acting
from tablero.games.aiw.rules.r11_movement.s00_groups import used_points
from tablero.games.aiw.rules.r21_replacements.s00_points import (
    ABROAD_TIMES, BY_EXPEDITION, NO_POINTS, NOT_OF_EXPEDITION, NOT_YOURS, SUPPLY_COST, UNIT_COST
)
from tablero.games.aiw.state import INSIDE, Aiw, Area, Areas, Block, Load, Side, Spot, area_of
from tablero.kernel.refusals import Refusal

if TYPE_CHECKING:
    from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend

FULL_STRENGTH = Refusal("21.0a", "full_strength")
RAISED_ALREADY = Refusal("21.1b", "raised_already")
NO_GUNS = Refusal("21.1c", "no_points_for_artillery")
NO_EXPEDITION_GUNS = Refusal("23.4o", "no_points_for_artillery")
NOT_FOR_EXPEDITION = Refusal("21.1d", "expedition_recruits")
NOT_IN_CARLIST_ZONE = Refusal("21.1f", "liberal_zone_or_port")
LIBERAL_SHUT_IN = Refusal("21.1f", "besieged_without_port")
CARLIST_SHUT_IN = Refusal("21.1g", "besieged_unit")
NO_SUCH_LOAD = Refusal("21.0a", "nothing_to_refill")


def refuse_spot(s: Aiw, spending: Spend, spot: Spot) -> Refusal | None:
    """[21.1d] [21.1f] [21.1g] [23.4n] [23.4r] Why what stands on a spot may receive no points."""
    x = area_of(spot)
    if spending.mode == BY_EXPEDITION:
        return None if x == spending.region else NOT_OF_EXPEDITION
    shut_in = INSIDE <= spot < INSIDE + AREAS
    if spending.side == CARLIST:
        if x >= FIRST_REGION:
            return NOT_FOR_EXPEDITION
        return CARLIST_SHUT_IN if shut_in else None
    if not (LIBERAL_ZONE | PORTS) >> x & 1:
        return NOT_IN_CARLIST_ZONE
    return LIBERAL_SHUT_IN if shut_in and not port_works(s, x) else None


def price(side: Side, x: Area, cost: int) -> int:
    """[21.1a] [21.1h] [23.4p] Half points for one of strength: double for Carlists of the North outside their zone."""
    return cost * ABROAD_TIMES if side == CARLIST and not (CARLIST_ZONE | REGIONS) >> x & 1 else cost


def refuse_raise(s: Aiw, spending: Spend, block: Block) -> Refusal | None:
    """[21.1a] [21.1b] [21.1e] Why a block may not gain a point of strength."""
    spot = s.at[block]
    if BLOCK_SIDE[block] != spending.side or spot < 0:
        return NOT_YOURS
    if refusal := refuse_spot(s, spending, spot):
        return refusal
    train = TRAINS >> s.unit[block] & 1
    if spending.raised >> block & 1:
        if not train:
            return RAISED_ALREADY
        if mutineer(s, block) and s.rules >= 3:         # in older versions one that was built there could be raised
            return MUTINEERS
    elif spending.acts() and refuse_acting(s, block):
        return refuse_acting(s, block)
    elif s.mutiny and mutineer(s, block):
        return MUTINEERS
    if s.strength[block] >= MOST[s.unit[block]]:
        return FULL_STRENGTH
    cost = price(spending.side, area_of(spot), SUPPLY_COST if train else UNIT_COST)
    return None if cost <= spending.halves else NO_POINTS


def receiving(s: Aiw, spending: Spend) -> Areas:
    """The areas where `refuse_raise` has nothing against any weak unit in the open that may act; elsewhere each unit
    has to be asked about."""
    if s.mutiny or spending.halves < UNIT_COST or in_effect(s, LA_GRANJA):
        return 0
    if spending.mode == BY_EXPEDITION:
        return 1 << spending.region
    if spending.side == LIBERAL:
        return LIBERAL_ZONE | PORTS
    return NORTH if spending.halves >= ABROAD_TIMES * UNIT_COST else CARLIST_ZONE


def refuse_refill(s: Aiw, spending: Spend, kind: Load, x: Area) -> Refusal | None:
    """[6.0f] [21.1a] [21.1c] [23.4o] Why guns or a Knapsack may not gain a point."""
    spot = load_spot(s, spending.side, kind, x)
    if spot < 0:
        return NO_SUCH_LOAD
    if kind != SACK:
        return NO_EXPEDITION_GUNS if spending.mode == BY_EXPEDITION else NO_GUNS
    if refusal := refuse_spot(s, spending, spot):
        return refusal
    if spending.acts() and not spending.filled >> x & 1 and used_points(s, SACK, spot):
        return HAS_ACTED
    if spending.side == LIBERAL and s.mutiny >> x & 1:
        return MUTINEERS
    if load(s, spending.side, SACK, spot) >= MOST_LOAD[spending.side][SACK]:
        return FULL_STRENGTH
    return None if price(spending.side, x, SUPPLY_COST) <= spending.halves else NO_POINTS
