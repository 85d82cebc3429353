"""[20.1] [20.2] Where a side may place what is new."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, CARLIST_ZONE, CITIES, FIRST_REGION, LIBERAL, LIBERAL_ZONE, REGIONS, TOWNS
from tablero.games.aiw.rules.r04_map import besieged, capacity, friendly, port_works
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters
from tablero.games.aiw.state import INSIDE, Aiw, Area, Areas, Side, Spot
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

NOT_A_TOWN = Refusal("20.1b", "city_or_main_town")
NOT_FRIENDLY = Refusal("20.1b", "not_friendly")
BESIEGED = Refusal("20.1b", "besieged_without_port")
FORTRESS_FULL = Refusal("20.1b", "fortress_full")
OUTSIDE_ZONE = Refusal("20.2a", "outside_carlist_zone")
CARLIST_NOT_FRIENDLY = Refusal("20.2a", "not_friendly")
CARLIST_BESIEGED = Refusal("20.2a", "besieged_place")
AS_BUILT = {        # the same for what is built with Replacement Points
    NOT_A_TOWN: Refusal("21.2d", "city_or_main_town"), NOT_FRIENDLY: Refusal("21.2d", "not_friendly"),
    BESIEGED: Refusal("21.2d", "besieged_without_port"), FORTRESS_FULL: Refusal("21.2d", "fortress_full"),
    OUTSIDE_ZONE: Refusal("21.2e", "outside_carlist_zone"), CARLIST_NOT_FRIENDLY: Refusal("21.2e", "not_friendly"),
    CARLIST_BESIEGED: Refusal("21.2e", "besieged_place"),
}


def refuse_place(s: Aiw, side: Side, x: Area) -> Refusal | None:
    """[20.1b] [20.1c] [20.2a] [21.2d] [21.2e] Why a side may build or place nothing here; room is another matter."""
    if side == CARLIST:
        if not CARLIST_ZONE >> x & 1:
            return OUTSIDE_ZONE
        if not friendly(s, CARLIST, x):
            return CARLIST_NOT_FRIENDLY
        return CARLIST_BESIEGED if besieged(s, CARLIST, x) else None
    if x >= FIRST_REGION:
        return None
    if not ((CITIES | TOWNS) & LIBERAL_ZONE) >> x & 1:
        return NOT_A_TOWN
    if not friendly(s, LIBERAL, x):
        return NOT_FRIENDLY
    return BESIEGED if besieged(s, LIBERAL, x) and not port_works(s, x) else None


def allowed_places(s: Aiw, side: Side) -> Areas:
    """The areas where `refuse_place` has nothing against a side."""
    if side == CARLIST:
        return s.held & CARLIST_ZONE & ~(s.siege & s.forts[CARLIST])
    areas = REGIONS | (CITIES | TOWNS) & LIBERAL_ZONE & ~s.held
    for x in ids_of(areas & s.siege & s.forts[LIBERAL]):
        if not port_works(s, x):
            areas &= ~(1 << x)
    return areas


def refuse_unit(s: Aiw, side: Side, x: Area) -> Refusal | None:
    """[20.1b] Why a side may not place an Infantry or Cavalry unit here: a besieged Fortress must have room."""
    refusal = refuse_place(s, side, x)
    if refusal is not None or x >= FIRST_REGION or not besieged(s, side, x):
        return refusal
    return FORTRESS_FULL if fighters(s, s.shut[x]).bit_count() >= capacity(x) else None


def unit_places(s: Aiw, side: Side) -> Areas:
    """[20.1b] [20.1c] [20.2a] [21.2d] [21.2e] Areas where a side may place a new unit."""
    areas = allowed_places(s, side)
    for x in ids_of(areas & s.siege & s.forts[side]):
        if refuse_unit(s, side, x) is not None:
            areas &= ~(1 << x)
    return areas


def new_spot(s: Aiw, side: Side, x: Area) -> Spot:
    """[20.1b] Where in an area something new is put: inside a Fortress that is besieged."""
    return INSIDE + x if x < FIRST_REGION and besieged(s, side, x) else x
