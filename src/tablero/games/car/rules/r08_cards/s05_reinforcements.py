"""[8.5.2] Reinforcement Events: new divisions and corps, and the division that is given up for corps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablero.games.car.board import (
    BALEARICS, BILBAO, CTV, ELIMINATED, EUZKADI, GONE, MADRID, NORTH, POL, PORTS, REGION, REGIONS, REMOVABLE, REP,
    RESERVE, SANTANDER, SOURCES, UNIT_REGION, UNIT_SIDE
)
from tablero.games.car.rules.r02_map import put, units_in
from tablero.games.car.rules.r09_stacking import room
from tablero.games.car.rules.r13_supply import in_line, northern, supplied
from tablero.games.car.state import Car, Side, Space, Spaces, Unit, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Mark, Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import Ask

ASTURIAS = REGIONS.index("asturias")
SANTANDER_REGION = REGIONS.index("santander")


def corps_spaces(s: Car, unit: Unit) -> Spaces:
    """[8.5.2.4a] [8.5.2.4b] [8.5.2.4c] [8.5.2.4d] [14.1.5a] [16.2.4.1a] [16.4.3.2b] [16.4.3.2d] Where a reinforcing or
    rebuilt corps may be placed, without regard to stacking."""
    side = UNIT_SIDE[unit]
    safe = in_line(s, side) & ~BALEARICS
    if unit == CTV:
        return safe & PORTS
    if unit == EUZKADI:
        return safe & 1 << BILBAO
    region = UNIT_REGION[unit]
    if region == SANTANDER_REGION:
        return safe & 1 << SANTANDER
    if region == ASTURIAS:
        return safe & REGION[ASTURIAS]
    return safe & (SOURCES[side] | 1 << MADRID) & ~northern(s)


def with_room(s: Car, spaces: Spaces) -> Spaces:
    """Those of the spaces that can take one more unit."""
    return sum(1 << x for x in ids_of(spaces) if room(s, x) > 0)


def can_place_all(s: Car, places: Sequence[Spaces], vacated: Space = -1) -> bool:
    """[8.5.2.2a] Can one unit for each set be placed within stacking? Sets with spaces in common share their room. A
    unit may leave a space before."""
    return _fits(s, list(places), {vacated: -1})


def _fits(s: Car, places: list[Spaces], taken: dict[Space, int]) -> bool:
    if not places:
        return True
    for x in ids_of(places[0]):
        if room(s, x) - taken.get(x, 0) > 0:
            taken[x] = taken.get(x, 0) + 1
            if _fits(s, places[1:], taken):
                return True
            taken[x] -= 1
    return False


def to_give_up(s: Car, side: Side) -> Units:
    """[8.5.2.5a] [8.5.2.5b] The divisions that may be given up for new corps: on the map in supply, or in the Reserve;
    only if there is none, in the Eliminated Units Box. Republican police in the North stays."""
    own = REMOVABLE & (units_in(s, supplied(s, side) & s.occupied[side]) | s.here[RESERVE[side]])
    own &= ~(units_in(s, NORTH & s.occupied[REP]) & POL)
    return own or REMOVABLE & s.here[ELIMINATED[side]]


def making_room(s: Car, side: Side, places: Sequence[Spaces]) -> Units:
    """[8.5.2.2a] [8.5.2.5a] Those of the divisions to give up after which all new units can be placed."""
    found = to_give_up(s, side)
    if can_place_all(s, places):
        return found
    return bitset(unit for unit in ids_of(found) if can_place_all(s, places, s.at[unit]))


@dataclass(slots=True)
class Reinforcement(Procedure):
    """[8.5.2.2a] [8.5.2.3a] [8.5.2.4a] Units that an event brings are placed one after the other; for corps a division
    is given up."""

    side: Side
    units: list[Unit] = field(default_factory=list)         # still to be placed on the map
    places: list[Spaces] = field(default_factory=list)      # where each may go, without regard to stacking
    reserve: Units = 0          # those of them that may go to the Reserve Box as well
    gives_up: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("give_up", "place")

    def give_up(self, s: Car) -> None:
        """[8.5.2.5a] One division leaves the game for good."""
        if self.gives_up:
            s.call(GiveUp(self.side, making_room(s, self.side, self.places)))

    def place(self, s: Car) -> str | None:
        """[8.5.2.2a] The units one after the other."""
        if not self.units:
            return None
        s.call(PlaceUnit(self.side, self.units.pop(0), self.places.pop(0)))
        return "place"


@dataclass(slots=True)
class GiveUp(Ask):
    """[8.5.2.5a] Choose the division that is given up for the new corps."""

    units: Units

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("withdraw", unit) for unit in ids_of(self.units)]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        unit = action[1]
        s.tell("given_up", seat, unit, s.at[unit])
        put(s, unit, GONE[seat])
        s.reduced &= ~(1 << unit)

    def public(self, s: Car) -> bool:
        return True


@dataclass(slots=True)
class PlaceUnit(Ask):
    """[8.5.2.3a] [8.5.2.4a] Place a unit that comes into play."""

    unit: Unit
    places: Spaces

    def reserve_allowed(self, s: Car) -> bool:
        reinforcement = s.within(Reinforcement)
        return reinforcement is not None and bool(reinforcement.reserve >> self.unit & 1)

    def leaves_room(self, s: Car, x: Space) -> bool:
        """[8.5.2.2a] Can the units that come after it, and may not wait in the Reserve, still be placed?"""
        reinforcement = s.within(Reinforcement)
        if reinforcement is None:
            return True
        later = zip(reinforcement.units, reinforcement.places)
        needed = [places for unit, places in later if not reinforcement.reserve >> unit & 1]
        return _fits(s, needed, {x: 1})

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        found: list[Action] = [("to", x) for x in ids_of(with_room(s, self.places)) if self.leaves_room(s, x)]
        return [*found, ("to_reserve",)] if self.reserve_allowed(s) else found

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        place = RESERVE[seat] if action[0] == "to_reserve" else action[1]
        put(s, self.unit, place)
        s.tell("placed", seat, self.unit, place)

    def marks(self, s: Car, seat: int) -> Sequence[Mark]:
        return (Mark("moving", "unit", 1 << self.unit),)

    def prompt(self, s: Car, seat: int) -> Prompt:
        return Prompt("8.5.2.3a", "place_unit", (("unit", "unit", self.unit),))

    def public(self, s: Car) -> bool:
        return True


