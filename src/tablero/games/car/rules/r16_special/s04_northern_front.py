"""[16.4] The Northern Front: units of its three regions do not cooperate, and few others may be there while it is cut
off."""

from __future__ import annotations

from tablero.games.car.board import (
    ALL_CORPS, DIVISIONS, IN_A_REGION, POL, REGION, REGIONAL, REP, UNIT_REGION, UNIT_SIDE
)
from tablero.games.car.rules.r02_map import friendly, units_in
from tablero.games.car.rules.r13_supply import northern
from tablero.games.car.state import Car, Space, Spaces, Unit, Units
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

MOST_ABROAD = 1         # divisions of a region in the other regions [16.4.2.2a]
MOST_POLICE = 2         # POL divisions in the isolated North [16.4.3.2a]

CORPS_ABROAD = Refusal("16.4.2.2a", "corps_stays_in_region")
ONE_ABROAD = Refusal("16.4.2.2a", "one_division_abroad")
NOT_IN_THE_NORTH = Refusal("16.4.3.2a", "not_in_isolated_north")
TOO_MANY_POLICE = Refusal("16.4.3.2a", "two_police_in_north")
GO_HOME = Refusal("16.4.2.4a", "must_go_home")


def foreign(region: int) -> Spaces:
    """The spaces of the two other regions."""
    return IN_A_REGION & ~REGION[region]


def abroad(s: Car, region: int) -> Units:
    """[16.4.2.2a] The divisions of a region that are in another one."""
    found = 0
    for unit in ids_of(REGIONAL[region] & DIVISIONS):
        if foreign(region) >> s.at[unit] & 1:
            found |= 1 << unit
    return found


def barred_ends(s: Car, unit: Unit, together: Units = 0, visiting: bool = False) -> tuple[Spaces, Refusal]:
    """[16.4.2.1a] [16.4.2.2a] [16.4.3.2a] [16.4.3.2c] [16.4.3.3a] The spaces in which a unit may not end a move, an SR
    or an advance, and the rule that bars them; `together` are units that come along. One that is visiting the isolated
    North on its way does not belong there."""
    if UNIT_SIDE[unit] != REP:
        return 0, CORPS_ABROAD
    region = UNIT_REGION[unit]
    if region >= 0:
        if ALL_CORPS >> unit & 1:
            return foreign(region), CORPS_ABROAD
        others = (abroad(s, region) | together & REGIONAL[region] & DIVISIONS) & ~(1 << unit)
        return foreign(region) if others.bit_count() >= MOST_ABROAD else 0, ONE_ABROAD
    north = northern(s)
    if north >> s.at[unit] & 1 and not visiting:            # what is there may stay
        return 0, NOT_IN_THE_NORTH
    if not POL >> unit & 1:
        return north, NOT_IN_THE_NORTH
    police = (units_in(s, north) | together & ~(1 << unit)) & POL
    return north if police.bit_count() >= MOST_POLICE else 0, TOO_MANY_POLICE


def refuse_end(s: Car, unit: Unit, x: Space, together: Units = 0, visiting: bool = False) -> Refusal | None:
    """The rule against a unit ending a move, an SR or an advance in a space."""
    barred, refusal = barred_ends(s, unit, together, visiting)
    return refusal if barred >> x & 1 else None


def must_go_home(s: Car, unit: Unit) -> bool:
    """[16.4.2.4a] Are there too many units of its region abroad, this one among them?"""
    region = UNIT_REGION[unit]
    return region >= 0 and bool(abroad(s, region) >> unit & 1) and abroad(s, region).bit_count() > MOST_ABROAD


def ends(s: Car, unit: Unit, reach: Spaces, together: Units = 0) -> Spaces:
    """[16.4.2.4a] [16.4.2.4b] Those of the spaces in reach in which a unit may end a move, an SR or an advance. One of
    too many abroad goes home; if that is out of reach or wholly lost, it goes where it likes, but the others do not."""
    if not must_go_home(s, unit):
        return reach & ~barred_ends(s, unit, together)[0]
    home = REGION[UNIT_REGION[unit]]
    return home & reach or reach if home & friendly(s, REP) else reach


def refuse_stray(s: Car, unit: Unit, x: Space) -> Refusal | None:
    """The rule against an end that `ends` does not allow."""
    return GO_HOME if must_go_home(s, unit) else refuse_end(s, unit, x)
