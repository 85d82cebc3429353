"""[11.5] Advance: attackers enter what the defenders have left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablero.games.car.board import MOUNTAIN, SPACE_NAMES
from tablero.games.car.rules.r02_map import put, spaces_of
from tablero.games.car.rules.r03_control import enter
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r09_stacking import room
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r16_special.s04_northern_front import ends, refuse_stray
from tablero.games.car.state import Car, Space, Spaces, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Refusal

NOT_A_PARTICIPANT = Refusal("11.1.7a", "not_in_this_combat")
TOO_FAR = Refusal("11.5.2a", "advance_too_far")
MOUNTAIN_STOPS = Refusal("11.5.3a", "mountain_stops_advance")
NOT_VACATED = Refusal("11.5.3b", "not_on_retreat_path")
ENEMY_THERE = Refusal("11.5.4a", "advance_into_enemies")
NO_ROOM = Refusal("9.1.1a", "advance_no_room")


def reachable(s: Car, combat: Combat) -> Spaces:
    """[11.5.2a] [11.5.3a] [11.5.3b] [11.5.4a] [11.5.7a] The defended space; and unless it is a Mountain the spaces
    by which a retreat of two spaces went, if no enemy is there."""
    beyond = 0 if MOUNTAIN >> combat.x & 1 else combat.opened & ~s.occupied[1 - combat.side]
    return 1 << combat.x | beyond


@dataclass(slots=True)
class Advance(Orders):
    """[11.5.1a] Advance with any of the attackers that are left, each to where it is to end."""

    units: Units            # that have not advanced

    def orders(self, s: Car) -> Sequence[Order]:
        return ADVANCES

    def tries(self, s: Car) -> list[Action]:
        combat = s.frame(Combat)
        places = 1 << combat.x | combat.opened
        return [("advance", u, y) for u in ids_of(self.units) for y in ids_of(places)]

    def allowed(self, s: Car) -> list[Action]:
        places = reachable(s, s.frame(Combat)) & ~s.full
        return [("advance", u, y) for u in ids_of(self.units) for y in ids_of(ends(s, u, places))]

    def refuse_advance(self, s: Car, action: Action) -> Refusal | None:
        _, unit, y = action
        combat = s.frame(Combat)
        if not self.units >> unit & 1:
            return NOT_A_PARTICIPANT
        if not reachable(s, combat) >> y & 1:
            return self.why_not_there(s, combat, y)
        return NO_ROOM if s.full >> y & 1 else refuse_stray(s, unit, y)

    def why_not_there(self, s: Car, combat: Combat, y: Space) -> Refusal:
        if s.occupied[1 - combat.side] >> y & 1:
            return ENEMY_THERE
        if combat.opened >> y & 1:
            return MOUNTAIN_STOPS
        return NOT_VACATED if combat.opened else TOO_FAR

    def go(self, s: Car, action: Action) -> bool:
        """[11.5.6a] [11.5.3a] The unit takes each space it enters, in order."""
        _, unit, y = action
        combat, operation = s.frame(Combat), s.frame(Operations)
        self.units &= ~(1 << unit)
        if combat.winner == combat.side and combat.x not in operation.victories:
            operation.victories.append(combat.x)
        s.tell("advanced", self.who, unit, y)
        for x in dict.fromkeys((combat.x, y)):
            put(s, unit, x)
            enter(s, self.who, x)
        return AGAIN

    def finish(self, s: Car, action: Action) -> None:
        """[11.5.1a] The others stay where they are."""

    def gestures(self, s: Car, seat: int) -> Mapping[str, Sequence[Action]]:
        """A click on a space lets all units advance to it, if it has room for all and they leave no space empty."""
        if any(not s.here[x] & ~self.units for x in ids_of(spaces_of(s, self.units))):
            return {}
        found: dict[str, list[Action]] = {}
        for action in self.allowed(s):
            found.setdefault(f"space:{SPACE_NAMES[action[2]]}", []).append(action)
        return {key: actions for key, actions in found.items() if 1 < len(actions) <= room(s, actions[0][2])
                and all(ends(s, action[1], 1 << action[2], self.units) for action in actions)}

    def public(self, s: Car) -> bool:
        return True


ADVANCES = (
    Order("done", Advance.finish),
    Order("advance", Advance.go, tries=Advance.tries, refuse=Advance.refuse_advance, allowed=Advance.allowed),
)
