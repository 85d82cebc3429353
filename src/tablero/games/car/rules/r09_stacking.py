"""[9] Stacking: how many units of a side may be in a space, and what happens to those that are too many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.car.board import AFR, ELIMINATED, GONE, INSURRECTION, STACK, UNIT_SIDE
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import Car, Side, Space, Unit
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN
from tablero.kernel.windows import Ask

NEVER_REBUILT = AFR | 1 << INSURRECTION         # [14.1.6a] [17.6.5a]


def room(s: Car, x: Space) -> int:
    """[9.0a] [9.1.1a] How many more units a space can take; divisions and corps count alike."""
    return STACK - s.here[x].bit_count()


def eliminate(s: Car, unit: Unit, for_good: bool = False) -> None:
    """[11.3.2a] [14.1.2b] A unit goes to the Eliminated Units Box of its side, or out of the game for good."""
    side = UNIT_SIDE[unit]
    for_good = for_good or bool(NEVER_REBUILT >> unit & 1)
    s.tell("removed" if for_good else "eliminated", side, unit, s.at[unit])
    put(s, unit, GONE[side] if for_good else ELIMINATED[side])
    s.reduced &= ~(1 << unit)


@dataclass(slots=True)
class Overstacked(Ask):
    """[9.1.4a] [9.1.4b] Eliminate enemy units where more than three are in a space."""

    def crowded(self, s: Car) -> Space:
        """The first space of the enemy with too many units, or -1."""
        return next((x for x in ids_of(s.occupied[1 - self.who]) if room(s, x) < 0), -1)

    def players(self, s: Car) -> Sequence[int]:
        return (self.who,) if self.crowded(s) >= 0 else ()

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("lose", unit) for unit in ids_of(s.here[self.crowded(s)])]

    def choose(self, s: Car, seat: Side, action: Action) -> bool:
        """[9.1.4b] The unit is gone for good if it is out of supply, or could not have retreated by a single space."""
        from tablero.games.car.rules.r11_combat.s04_retreat import retreats  # which asks for room

        x, side = s.at[action[1]], 1 - seat
        eliminate(s, action[1], not supplied(s, side) >> x & 1 or not retreats(s, side, x, 1))
        return AGAIN

    def public(self, s: Car) -> bool:
        return True
