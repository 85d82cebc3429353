"""[24.8] Where a piece can be redeployed: by land, by sea, and what it finds there."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tablero.games.aiw.board import AREAS, CARLIST, LIBERAL, LOADS, MAP, NORTH, REGIONS, SACK, TABLES, ZONES
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_area
from tablero.games.aiw.rules.r05_units.s01_counters import guns_free, load, spots_of
from tablero.games.aiw.rules.r13_sea.s01_transport import (
    SHORES, havens, quay, refuse_harbour, refuse_haven, refuse_room, refuse_stowing
)
from tablero.games.aiw.state import Aiw, Area, Areas, Side, Spot, area_of
from tablero.kernel.actions import Action, each
from tablero.kernel.bits import bits, bitset, ids_of, lowest
from tablero.kernel.graph import reach_bits
from tablero.kernel.refusals import Refusal

if TYPE_CHECKING:
    from tablero.games.aiw.rules.r24_end_of_year.s08_redeployment import Redeployment

TO: Final = each("to", AREAS)
SHIP_TO: Final = each("ship_to", AREAS)
ROOM: Final = TABLES.table("limits").integer("redeploy_max_in_space")

NOT_IN_ZONE = Refusal("24.8g", "must_end_in_own_zone")
FULL = Refusal("24.8h", "six_at_most")
NO_WAY = Refusal("24.8i", "no_way_by_land")
ALONE = Refusal("24.8d", "guns_need_company")
NO_COUNTER = Refusal("14.0c", "no_counter_left")
ONE_SACK = Refusal("11.5b", "one_knapsack_a_space")


def reach(s: Aiw, side: Side) -> tuple[Areas, ...]:
    """[24.8i] [24.8j] By area: what a unit of a side reaches by land from there. It enters none with an enemy unit or
    Fortress unless it is besieged; Liberals enter every region, Carlists none."""
    free = NORTH & ~s.present[1 - side] & ~(s.forts[1 - side] & ~s.siege)
    return _reach(free | REGIONS if side == LIBERAL else free)


@lru_cache(maxsize=256)
def _reach(free: Areas) -> tuple[Areas, ...]:
    """By area: what is reached from there through areas that are free; they are the same all winter."""
    pieces, left = [], free
    while left:
        whole = reach_bits(MAP.near_bits, lowest(left), AREAS, left)
        pieces.append(whole)
        left &= ~whole
    reached = [0] * AREAS
    for whole in pieces:
        around = whole
        for x in ids_of(whole):
            around |= MAP.near_bits[x]
        for x in ids_of(around):
            reached[x] |= whole & ~(1 << x)
    return tuple(reached)


def good_ends(s: Aiw, side: Side) -> tuple[Areas, Areas]:
    """[24.8d] [24.8g] [24.8h] The areas of a side's zone where guns, a Train or a Knapsack can end, in a friendly
    Fortress or with a friendly Infantry or Cavalry unit; and those where one more such unit can."""
    homely, full = s.forts[side], 0
    for x in ids_of((s.present[side] | s.siege & s.forts[side]) & ZONES[side]):
        blocks = in_area(s, side, x) if s.forts[side] >> x & 1 else s.open[side * AREAS + x]
        units = fighters(s, blocks).bit_count()
        homely |= (units > 0) << x
        full |= (units >= ROOM) << x
    return homely & ZONES[side], ZONES[side] & ~full


def portable(s: Aiw, piece: Redeployment, spot: Spot) -> int:
    """[14.0c] How many points of guns, or of a Knapsack, can be brought to a spot."""
    points = piece.fresh(s, piece.kind, piece.spot)
    if piece.kind == SACK:
        return 0 if load(s, piece.side, SACK, spot) else points
    whole = points == load(s, piece.side, piece.kind, piece.spot)
    if whole and guns_free(s, piece.side, piece.kind, spot, points, piece.spot) == points:
        return points
    return guns_free(s, piece.side, piece.kind, spot, points - whole)


def refuse_end(s: Aiw, piece: Redeployment, x: Area, spot: Spot) -> Refusal | None:
    """[24.8d] [24.8g] [24.8h] Why a piece cannot end its redeployment here, whatever the way."""
    side = piece.side
    if not ZONES[side] >> x & 1:
        return NOT_IN_ZONE
    if is_fighter(s, piece):
        return FULL if fighters(s, in_area(s, side, x)).bit_count() >= ROOM else None
    if not s.forts[side] >> x & 1 and not fighters(s, in_area(s, side, x)):
        return ALONE
    if piece.kind < 0 or portable(s, piece, spot):
        return None
    return ONE_SACK if piece.kind == SACK else NO_COUNTER


def is_fighter(s: Aiw, piece: Redeployment) -> bool:
    return piece.block >= 0 and not s.wagons >> piece.block & 1


def refuse_land(s: Aiw, piece: Redeployment, x: Area) -> Refusal | None:
    """[24.8i] [24.8j] Why a piece cannot go here by land."""
    if piece.spot >= AREAS or not reach(s, piece.side)[piece.spot] >> x & 1:
        return NO_WAY
    return refuse_end(s, piece, x, x)


def refuse_sea(s: Aiw, piece: Redeployment, x: Area) -> Refusal | None:
    """[24.8k] [24.8l] [24.8m] Why a piece cannot go here by sea; besieged Fortresses have little room."""
    origin = area_of(piece.spot)
    refusal = refuse_harbour(s, origin) or refuse_haven(s, origin, x)
    if refusal is None and quay(s, x) != x:
        if is_fighter(s, piece):
            refusal = refuse_room(s, x)
        else:
            cargo = [piece.fresh(s, kind, piece.spot) if kind == piece.kind else 0 for kind in range(len(LOADS))]
            refusal = refuse_stowing(s, x, piece.block >= 0, cargo)
    return refusal or refuse_end(s, piece, x, quay(s, x))


def destinations(s: Aiw, piece: Redeployment) -> list[Action]:
    """All legal ends of a redeployment."""
    ends = good_ends(s, piece.side)[is_fighter(s, piece)]
    land = with_counter(s, piece, reach(s, piece.side)[piece.spot] & ends) if piece.spot < AREAS else 0
    sea = with_counter(s, piece, by_sea(s, piece.side, piece.spot) & ends) | besieged_ports(s, piece, ends)
    return [TO[x] for x in ids_of(land)] + [SHIP_TO[x] for x in ids_of(sea)]


def by_sea(s: Aiw, side: Side, spot: Spot) -> Areas:
    """[24.8k] What is reached by sea from a spot and is not besieged."""
    origin = area_of(spot)
    if side == CARLIST or refuse_harbour(s, origin) is not None:
        return 0
    return havens(s) & ~((s.siege & s.forts[LIBERAL]) | (1 << origin))


def besieged_ports(s: Aiw, piece: Redeployment, ends: Areas) -> Areas:
    """[24.8l] [24.8m] The besieged Fortresses of a Liberal Port where a piece can end."""
    ports = ends & SHORES & s.siege & s.forts[LIBERAL] if piece.side == LIBERAL else 0
    return bitset(x for x in ids_of(ports) if refuse_sea(s, piece, x) is None) if ports else 0


def with_counter(s: Aiw, piece: Redeployment, ends: Areas) -> Areas:
    """[14.0c] Of these areas those where there is a counter for guns or a Knapsack, if these are brought: it is alike
    wherever nothing of the kind is yet."""
    if piece.kind < 0:
        return ends
    bare = ends & ~bitset(spots_of(s, piece.side, piece.kind))
    free = bare if bare and portable(s, piece, lowest(bare)) else 0
    return free | bitset(x for x in ids_of(ends & ~bare) if portable(s, piece, x))


def any_with_counter(s: Aiw, piece: Redeployment, ends: Areas) -> bool:
    """Is there anything in `with_counter`?"""
    return bool(ends) if piece.kind < 0 else any(portable(s, piece, x) for x in bits(ends))
