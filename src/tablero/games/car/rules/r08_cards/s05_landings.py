"""[8.5.4] [8.5.6] Landings: the Beach Heads of Mallorca and of Plan P."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.car.board import BEACH_P, MALLORCA, NAT, NEAR, REP, RESERVE, SEA, STACK
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r13_attrition import close_beach
from tablero.games.car.rules.r13_supply import MEDITERRANEAN, WEST, supplied
from tablero.games.car.state import Car, Side, Space, Spaces, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.windows import Ask

RANGE = 3               # spaces from a supplied Republican space to the target of Plan P [8.5.6.1a]


def open_beach(s: Car, beach: Space, coast: Space) -> None:
    """[8.5.4.1a] [8.5.6.1a] [8.5.6.5b] The Beach Head is a Republican space, joined with the coast alone."""
    s.beach, s.coast = beach, coast
    s.tell("beach_opened", coast)


def landing_places(s: Car) -> Spaces:
    """[8.5.6.1a] [8.5.6.1b] [8.5.6.1c] [8.5.6.2a] The Nationalist coastal spaces next to which Plan P can land."""
    reach = supplied(s, REP)
    for _ in range(RANGE):
        for x in ids_of(reach):
            reach |= NEAR[x]
    found = reach & s.held & SEA[MEDITERRANEAN]
    return found & ~WEST if s.strait == NAT else found


@dataclass(slots=True)
class BeachCleared(Procedure):
    """[8.5.4.3a] [8.5.4.3b] [8.5.6.4a] Nationalist units have entered the Beach Head: it is gone, and they are put into
    the space beside it; those that are too many there go to the Reserve."""

    units: Units
    coast: Space = -1           # where they are put

    def steps(self) -> tuple[str, ...]:
        return ("clear", "crowd")

    def clear(self, s: Car) -> None:
        """[8.5.4.3a] [8.5.6.4a] The marker goes, and the units come back to the coast that they attacked from."""
        self.coast = s.coast
        for unit in ids_of(self.units):
            put(s, unit, self.coast)
        close_beach(s)

    def crowd(self, s: Car) -> str | None:
        """[8.5.6.4a] One unit after the other, of those that have come."""
        if s.here[self.coast].bit_count() <= STACK:
            return None
        s.call(SendToReserve(NAT, self.coast, self.units & s.here[self.coast]))
        return "crowd"


@dataclass(slots=True)
class LandingJudged(Procedure):
    """[8.5.4.4a] [8.5.4.5a] [8.5.4.6a] [8.5.4.6b] The landing in Mallorca is judged: the Beach Head goes, and its units
    go to Mallorca if that is Republican, else to the Reserve."""

    units: Units = 0

    def steps(self) -> tuple[str, ...]:
        return ("judge", "crowd")

    def judge(self, s: Car) -> None:
        """[8.5.4.4a] [8.5.4.5a] [8.5.4.6a] Won if Mallorca is Republican; the Beach Head goes either way."""
        won = not s.held >> MALLORCA & 1
        self.units = s.here[s.beach]
        for unit in ids_of(self.units):
            put(s, unit, MALLORCA if won else RESERVE[REP])
        s.tell("landing_won" if won else "landing_lost")
        close_beach(s)

    def crowd(self, s: Car) -> str | None:
        """[8.5.4.6a] The Republican chooses who has to leave."""
        if s.here[MALLORCA].bit_count() <= STACK:
            return None
        s.call(SendToReserve(REP, MALLORCA, s.here[MALLORCA]))
        return "crowd"


@dataclass(slots=True)
class SendToReserve(Ask):
    """[8.5.4.6a] [8.5.6.4a] Choose a unit that finds no room and goes to the Reserve."""

    x: Space
    units: Units

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("withdraw", unit) for unit in ids_of(self.units)]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        s.tell("to_reserve", seat, action[1], self.x)
        put(s, action[1], RESERVE[seat])

    def public(self, s: Car) -> bool:
        return True


@dataclass(slots=True)
class LandAt(Ask):
    """[8.5.6.1a] Choose the coast for Plan P."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("land", x) for x in ids_of(landing_places(s))]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        open_beach(s, BEACH_P, action[1])

    def public(self, s: Car) -> bool:
        return True

