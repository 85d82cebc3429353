"""[12] Strategic Redeployment: units go far, by land, by sea, to and from the Reserve Box; and out over the border."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablero.games.car.board import (
    AFR, AFRICA, ALL_CORPS, ARMOR, ARMY, BALEARICS, BARCELONA, BEACH_MALLORCA, CADIZ, CARD, CATALANS, DIVISIONS, MADRID,
    MIL, NAT, NAVARRESE, PORTS, REGION, REGIONAL, REGIONALS, REP, RESERVE, SEA, SINGLE, SOURCES, SPACES, TABLES, TRACK,
    TYPE, UNIT_REGION
)
from tablero.games.car.rules.r02_map import connected, friendly, map_key, put, spaces_of, units_in
from tablero.games.car.rules.r03_control import relieve_sieges
from tablero.games.car.rules.r13_supply import MEDITERRANEAN, bordering, enclave, enclaves, sea_ports, supplied
from tablero.games.car.rules.r16_special.s04_northern_front import GO_HOME, ends, must_go_home, refuse_stray
from tablero.games.car.rules.r17_columns.s06_africa import entries
from tablero.games.car.state import Car, Half, Side, Space, Spaces, Unit, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Mark, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal

_COSTS = TABLES.table("costs")
# by size, in halves [12.1.2a]
COST: Final[tuple[int, ...]] = (_COSTS.integer("sr_division"), _COSTS.integer("sr_corps"))
SPECIAL_COST = (_COSTS.integer("special_sr_division"), _COSTS.integer("special_sr_corps"))     # [13.4.3a]
DELAY = _COSTS.integer("special_sr_delay")
_AFRICA = TABLES.table("africa")
AFRICAN_LIMIT, AFRICAN_TURNS = _AFRICA.integer("sr_limit"), _AFRICA.integer("sr_limit_last_turn")
RECOGNITION = CARD["n43"]
SHIPPED = TYPE["ITA"] | ARMOR & ARMY[NAT]       # Nationalist units that the Strait does not stop [16.7.1b]

OUT_OF_SUPPLY = Refusal("12.1.5a", "out_of_supply")
TWICE = Refusal("12.1.3a", "redeployed_already")
TOO_DEAR: Final = Refusal("12.1.2a", "not_enough_points")
ONE_AFRICAN = Refusal("17.2.2a", "one_african")
STILL_IN_AFRICA = Refusal("17.6.4a", "not_due_yet")
NOWHERE_TO_GO = Refusal("12.1.6a", "nowhere_to_redeploy")
NOT_CONNECTED = Refusal("12.1.6a", "not_connected")
NO_SUPPLY_THERE = Refusal("12.1.6b", "destination_out_of_supply")
FULL = Refusal("9.1.1a", "space_full")
NOT_TO_ISLANDS = Refusal("12.1.10a", "not_to_balearics")
NO_UNIT_THERE = Refusal("12.1.8a", "not_from_reserve")
OWN_REGION = Refusal("12.1.8b", "regional_from_reserve")
CATALAN_SPACES = Refusal("12.1.8d", "catalan_from_reserve")
TANKS_BY_PORT = Refusal("12.1.8e", "armor_needs_port")
ONE_MILITIA = Refusal("16.2.4.3a", "isolated_reserve")
NO_NAVARRESE = Refusal("16.2.4.3b", "no_navarrese")
NOT_TO_RESERVE = Refusal("12.1.9a", "corps_not_to_reserve")
NOT_FROM_ENCLAVE = Refusal("16.2.4.3a", "isolated_stays")
NO_SPECIAL = Refusal("13.4.3.1a", "no_special_sr")
BORDER_CLOSED = Refusal("13.4.3.2a", "border_closed")


def size(unit: Unit) -> int:
    return ALL_CORPS >> unit & 1


@dataclass(slots=True)
class Redeployment(Procedure):
    """[8.3.1a] [12.1.4a] SR points are shared out among units as their owner likes."""

    side: Side
    points: Half
    used: Units = 0             # units that have redeployed [12.1.3a]

    def steps(self) -> tuple[str, ...]:
        return ("redeploy",)

    def redeploy(self, s: Car) -> None:
        """[12.1.4a] Unit after unit, as long as there are points."""
        s.call(Redeploy(self.side))

    def marks(self, s: Car, seat: int) -> Sequence[Mark]:
        return (Mark("redeployed", "unit", self.used),)


@dataclass(slots=True)
class Redeploy(Orders):
    """[12.1.1a] Choose a unit, then where it goes."""

    unit: Unit = -1

    def orders(self, s: Car) -> Sequence[Order]:
        return DESTINATIONS if self.unit >= 0 else UNITS

    # --- units

    def units(self, s: Car) -> list[Action]:
        side = self.who
        found = units_in(s, s.occupied[side]) | s.here[RESERVE[side]] | s.here[AFRICA[side]]
        return [("redeploy", unit) for unit in ids_of(found)]

    def refuse_unit(self, s: Car, action: Action) -> Refusal | None:
        """[12.1.2a] [12.1.3a] [12.1.5a] [13.4.3a] [17.2.2a] The rule against choosing a unit."""
        unit, sr = action[1], s.frame(Redeployment)
        if sr.used >> unit & 1:
            return TWICE
        if AFR >> unit & 1 and s.turn <= AFRICAN_TURNS and (sr.used & AFR).bit_count() >= AFRICAN_LIMIT:
            return ONE_AFRICAN
        if self.is_cut_off(s, unit):
            return self.refuse_special(s, unit) or (TOO_DEAR if SPECIAL_COST[size(unit)] > sr.points else None)
        if COST[size(unit)] > sr.points:
            return TOO_DEAR
        if s.at[unit] == AFRICA[NAT] and not s.waiting:
            return STILL_IN_AFRICA
        return None if may_go_to_reserve(s, unit) or destinations(s, unit) else NOWHERE_TO_GO

    def is_cut_off(self, s: Car, unit: Unit) -> bool:
        """[12.1.5a] [13.4.3e] Is the unit out of supply? Then it can leave over a border, or not at all."""
        return s.at[unit] < SPACES and not supplied(s, self.who) >> s.at[unit] & 1

    def refuse_special(self, s: Car, unit: Unit) -> Refusal | None:
        """[13.4.3a] [13.4.3.1a] [13.4.3.2a] The rule against a Special SR."""
        if not bordering(s, self.who) >> s.at[unit] & 1:
            return OUT_OF_SUPPLY
        if REGIONALS >> unit & 1:
            return NO_SPECIAL
        return BORDER_CLOSED if self.who == REP and s.happened >> RECOGNITION & 1 else None

    def pick_up(self, s: Car, action: Action) -> bool:
        """A unit that leaves over the border has no choice where to go."""
        unit = action[1]
        if self.is_cut_off(s, unit):
            self.leave(s, unit)
        else:
            self.unit = unit
        return AGAIN

    def leave(self, s: Car, unit: Unit) -> None:
        """[13.4.3a] [13.4.3c] [13.4.3d] A division comes into the Reserve reduced; a corps waits two Turns on the
        track."""
        sr = s.frame(Redeployment)
        sr.points -= SPECIAL_COST[size(unit)]
        sr.used |= 1 << unit
        s.tell("left_over_border", self.who, unit, s.at[unit])
        s.reduced |= 1 << unit & ~SINGLE
        if ALL_CORPS >> unit & 1:
            put(s, unit, TRACK[self.who])
            s.due.append((unit, s.turn + DELAY))
        else:
            put(s, unit, RESERVE[self.who])

    def finish(self, s: Car, action: Action) -> None:
        """[12.1.4a] Points that are left are lost."""
        left = s.frame(Redeployment).points
        if left:
            s.tell("sr_lost", self.who, left)

    # --- where to

    def spaces(self, s: Car) -> list[Action]:
        return [("to", x) for x in ids_of(friendly(s, self.who))]

    def allowed_spaces(self, s: Car) -> list[Action]:
        return [("to", x) for x in ids_of(destinations(s, self.unit))]

    def refuse_space(self, s: Car, action: Action) -> Refusal | None:
        return refuse_destination(s, self.unit, action[1])

    def refuse_reserve(self, s: Car, action: Action) -> Refusal | None:
        """[12.1.9a] [16.2.4.3a] [16.4.2.4a] The rule against sending the unit to the Reserve Box."""
        unit = self.unit
        if ALL_CORPS >> unit & 1 or s.at[unit] >= SPACES:
            return NOT_TO_RESERVE
        if must_go_home(s, unit) and destinations(s, unit) & REGION[UNIT_REGION[unit]]:
            return GO_HOME
        return None if may_go_to_reserve(s, unit) else NOT_FROM_ENCLAVE

    def go(self, s: Car, action: Action) -> bool:
        """[12.1.2a] The unit goes there."""
        unit, sr = self.unit, s.frame(Redeployment)
        origin = s.at[unit]
        sr.points -= COST[size(unit)]
        sr.used |= 1 << unit
        self.unit = -1
        if action[0] == "to_reserve":
            s.tell("to_reserve", self.who, unit, origin)
            put(s, unit, RESERVE[self.who])
            return AGAIN
        x = action[1]
        if origin == AFRICA[NAT]:
            s.waiting -= 1
        if origin == RESERVE[NAT]:
            for there in ids_of(s.isolated):
                if enclave(s, there) >> x & 1:
                    s.relieved |= 1 << there            # [16.2.4.3a]
        s.tell("redeployed", self.who, unit, origin, x)
        put(s, unit, x)
        relieve_sieges(s)
        return AGAIN

    def marks(self, s: Car, seat: int) -> Sequence[Mark]:
        return (Mark("moving", "unit", 1 << self.unit),) if self.unit >= 0 else ()

    def prompt(self, s: Car, seat: int) -> Prompt:
        if self.unit >= 0:
            return Prompt("12.1.6a", "redeploy_to", (("unit", "unit", self.unit),))
        return Prompt("12.1.1a", "redeploy", (("points", "half", s.frame(Redeployment).points),))

    def public(self, s: Car) -> bool:
        return True


UNITS = (
    Order("done", Redeploy.finish),
    Order("redeploy", Redeploy.pick_up, tries=Redeploy.units, refuse=Redeploy.refuse_unit),
)
DESTINATIONS = (
    Order("to_reserve", Redeploy.go, refuse=Redeploy.refuse_reserve),
    Order("to", Redeploy.go, tries=Redeploy.spaces, refuse=Redeploy.refuse_space, allowed=Redeploy.allowed_spaces),
)


# --- where a unit can go


def may_go_to_reserve(s: Car, unit: Unit) -> bool:
    """[12.1.9a] [16.2.4.3a] Supplied divisions may, but not out of an Isolated Space and what is Connected to it."""
    x = s.at[unit]
    return bool(DIVISIONS >> unit & 1) and x < SPACES and not enclaves(s) >> x & 1


def sea_lanes(s: Car, side: Side) -> Spaces:
    """[12.1.7.1a] [12.1.7.1b] [16.7.1a] [16.7.2a] The Ports between which a side may redeploy, if they are its own."""
    if side == REP:
        return sea_ports(REP, s.strait, map_key(s, REP))[MEDITERRANEAN]
    return PORTS if s.strait == NAT else PORTS & ~SEA[MEDITERRANEAN] | 1 << CADIZ


def destinations(s: Car, unit: Unit) -> Spaces:
    """[12.1.6a] [12.1.7a] [12.1.8a] [12.1.8c] [16.4.2.4a] The spaces to which a unit may redeploy. One of too many in
    a foreign region goes home; if it cannot, it is free."""
    side = NAT if ARMY[NAT] >> unit & 1 else REP
    return ends(s, unit, within_reach(s, side, unit) & ~s.full)


def within_reach(s: Car, side: Side, unit: Unit) -> Spaces:
    """[12.1.6b] [12.1.7.2a] The supplied spaces a unit can get to, whatever is there; corps never go by sea."""
    place = s.at[unit]
    safe = supplied(s, side)
    if ALL_CORPS >> unit & 1 or ARMOR >> unit & 1:
        safe &= ~BALEARICS                              # [12.1.10a]
    if place == AFRICA[NAT]:
        return sum(1 << x for x in entries(s))
    if place == RESERVE[side]:
        return from_reserve(s, side, unit, safe)
    found = connected(1 << place, friendly(s, side), map_key(s, side))
    if DIVISIONS >> unit & 1 and PORTS >> place & 1:
        lanes = sea_lanes(s, side)
        if lanes >> place & 1:
            found |= lanes
        if SHIPPED >> unit & 1:                         # [16.7.1b]
            found |= PORTS & SEA[MEDITERRANEAN]
    return found & safe & ~(1 << place)


def from_reserve(s: Car, side: Side, unit: Unit, safe: Spaces) -> Spaces:
    """[12.1.8a] To a space with a friendly unit, a Friendly Supply Source or Madrid; with its exceptions."""
    if ARMOR >> unit & 1:
        return safe & PORTS & (SEA[MEDITERRANEAN] if side == REP else ~enclaves(s))     # [12.1.8e] [12.1.8f]
    found = safe & (s.occupied[side] | SOURCES[side] | 1 << MADRID)
    region = UNIT_REGION[unit]
    if region >= 0:                                                             # [12.1.8b] [12.1.8g]
        return found & (REGION[region] | spaces_of(s, REGIONAL[region]))
    if CATALANS >> unit & 1:                                                    # [8.5.4.2a] [12.1.8d]
        return found & (1 << BARCELONA | spaces_of(s, CATALANS) | 1 << BEACH_MALLORCA)
    if not MIL >> unit & 1 or NAVARRESE >> unit & 1:                            # [16.2.4.3a] [16.2.4.3b]
        return found & ~enclaves(s)
    for x in ids_of(s.isolated & s.relieved):
        found &= ~enclave(s, x)
    return found


def refuse_destination(s: Car, unit: Unit, x: Space) -> Refusal | None:
    """The rule against a destination that is not allowed."""
    side = NAT if ARMY[NAT] >> unit & 1 else REP
    place = s.at[unit]
    if not supplied(s, side) >> x & 1:
        return NO_SUPPLY_THERE
    if BALEARICS >> x & 1 and (ALL_CORPS | ARMOR) >> unit & 1:
        return NOT_TO_ISLANDS
    if not within_reach(s, side, unit) >> x & 1:
        if place == AFRICA[NAT]:
            return STILL_IN_AFRICA
        if place < SPACES:
            return NOT_CONNECTED
        if enclaves(s) >> x & 1:
            return NO_NAVARRESE if NAVARRESE >> unit & 1 else ONE_MILITIA
        if ARMOR >> unit & 1:
            return TANKS_BY_PORT
        return OWN_REGION if REGIONALS >> unit & 1 else CATALAN_SPACES if CATALANS >> unit & 1 else NO_UNIT_THERE
    return FULL if s.full >> x & 1 else refuse_stray(s, unit, x)
