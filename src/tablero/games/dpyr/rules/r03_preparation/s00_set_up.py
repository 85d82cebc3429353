"""[3.0c] [3.0d] [3.0e] Setting up: where units begin the battle, and which of them are concealed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.dpyr.board import GRID
from tablero.games.dpyr.rules.r04_actions.s00_actions import FULL
from tablero.games.dpyr.rules.r06_movement.s01_movement import TO, dress, dressing, face
from tablero.games.dpyr.rules.r06_movement.s03_stacking import drop_empty, has_room, put, without_full
from tablero.games.dpyr.rules.r09_scenarios.s07_perecamps_2 import refuse_village
from tablero.games.dpyr.state import OFF, Dpyr, Hex, Hexes, Side, Unit, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of, union
from tablero.kernel.frames import AGAIN
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal

NOT_IN_ZONE = Refusal("3.0c", "not_in_its_area")
TOO_NEAR = Refusal("9.7e", "too_near_the_enemy")
NOT_IN_RIVER = Refusal("6.1b", "river")
ALL_PLACED_FIRST = Refusal("3.0c", "units_left_to_place")
PLACED_TWICE = Refusal("3.0c", "placed_twice")
NO_VEIL_LEFT = Refusal("3.0e", "no_guirigay_left")
NO_VEIL_HERE = Refusal("3.0e", "guirigay_needs_cover")
NO_VEIL_EMPTY = Refusal("3.0e", "guirigay_needs_units")
VEILED_ALREADY = Refusal("3.0e", "concealed_already")
NOT_YOURS = Refusal("4.0c", "not_your_unit")


def zone(s: Dpyr, unit: Unit) -> Hexes:
    """[3.0c] [9.3e] [9.7c] [9.7d] [9.7e] Where a unit may be set up, stacking left aside."""
    b = s.b
    if b.zones[unit]:
        return b.zones[unit] | b.rest_zone if (b.village_units >> unit) & 1 else b.zones[unit]
    near = union(GRID.ring_bits(x, b.free_distance - 1) for x in ids_of(s.held[1 - b.side[unit]]))
    return b.field.land & ~near


def set_up_hexes(s: Dpyr, unit: Unit) -> list[Hex]:
    """[3.0c] [3.0d] Where a unit may be set up now."""
    hexes = without_full(s, unit, zone(s, unit))
    if leaves_room(s, unit):
        hexes |= 1 << s.at[unit]
    in_villages = (s.b.village_units >> unit) & 1
    return [x for x in ids_of(hexes) if not in_villages or refuse_village(s, unit, x) is None]


def leaves_room(s: Dpyr, unit: Unit) -> bool:
    """[3.0c] A unit that was taken up again finds room where it stood; in the first version it did not, if that was
    full."""
    return s.at[unit] >= 0 and s.rules >= 2


def _cover_up(s: Dpyr, side: Side) -> None:
    """[3.0e] The set-up is finished: under each marker can be the concealed units whose area it lies in."""
    concealed = ids_of(s.hidden & s.b.army_bits[side])
    areas = [(u, zone(s, u)) for u in concealed]
    for x in {s.at[u] for u in concealed}:
        s.under[x] = bitset(u for u, area in areas if (area >> x) & 1)
    drop_empty(s)


@dataclass(slots=True)
class Deploy(Orders):
    """[3.0c] A side sets up its units in their areas and conceals what it likes."""

    hand: Unit = -1         # the unit about to be placed
    last: Unit = -1         # the unit placed last, whose hex may be turned and ordered
    turned: bool = False
    raised: int = 0
    again: Units = 0        # units that were taken up again to be placed elsewhere

    def orders(self, s: Dpyr) -> Sequence[Order]:
        return HEXES if self.hand >= 0 else SET_UP

    # --- which unit

    def refuse_end(self, s: Dpyr, action: Action) -> Refusal | None:
        return ALL_PLACED_FIRST if OFF in [s.at[u] for u in s.b.set_up[self.who]] else None

    def finish(self, s: Dpyr, action: Action) -> None:
        s.reveal()                          # only now does the enemy see what stands in the open
        _cover_up(s, self.who)
        s.tell("set_up", self.who)

    def units(self, s: Dpyr) -> list[Action]:
        return [("deploy", u) for u in s.b.set_up[self.who]]

    def loose(self, s: Dpyr) -> list[Action]:
        """Found together: asking `refuse_unit` about each unit makes random play 2 % slower."""
        at, final = s.at, -1 if s.b.village_units else self.again | s.hidden
        return [("deploy", u) for u in s.b.set_up[self.who] if at[u] == OFF or not (final >> u) & 1]

    def refuse_unit(self, s: Dpyr, action: Action) -> Refusal | None:
        (unit,) = action[1:]
        if s.b.side[unit] != self.who:
            return NOT_YOURS
        return PLACED_TWICE if s.at[unit] >= 0 else None        # a reinforcement is not asked about

    def take_up(self, s: Dpyr, action: Action) -> bool:
        (unit,) = action[1:]
        if s.at[unit] >= 0:
            self.again |= 1 << unit
        self.hand, self.last = unit, -1
        return AGAIN

    # --- where to

    def hexes(self, s: Dpyr) -> list[Action]:
        return list(TO)

    def free(self, s: Dpyr) -> list[Action]:
        return [TO[x] for x in set_up_hexes(s, self.hand)]

    def refuse_hex(self, s: Dpyr, action: Action) -> Refusal | None:
        unit, (x,) = self.hand, action[1:]
        if not (zone(s, unit) >> x) & 1:
            if s.b.zones[unit]:
                return NOT_IN_ZONE
            return TOO_NEAR if (s.b.field.land >> x) & 1 else NOT_IN_RIVER
        if not has_room(s, unit, x) and not (x == s.at[unit] and leaves_room(s, unit)):
            return FULL[0 if s.b.field.capacity[x] == 2 else 1 if s.b.field.capacity[x] == 1 else 2]
        return refuse_village(s, unit, x)

    def place(self, s: Dpyr, action: Action) -> bool:
        unit, (x,) = self.hand, action[1:]
        if any((s.hidden >> u) & 1 for u in s.piles.get(x, ())):
            s.hidden |= 1 << unit           # [3.0e] the marker that lies there covers it too
        put(s, unit, x)
        face(s, x, s.b.front[self.who])
        s.tell("deployed", unit, x, seen=1 << self.who)
        self.last, self.hand, self.turned, self.raised = unit, -1, False, 0
        return AGAIN

    # --- how they stand

    def dressing(self, s: Dpyr) -> list[Action]:
        return dressing(s, s.at[self.last], self.turned, self.raised) if self.last >= 0 else []

    def dress(self, s: Dpyr, action: Action) -> bool:
        dress(s, s.at[self.last], action, seen=1 << self.who)
        self.turned = self.turned or action[0] == "face"
        self.raised += action[0] == "raise"
        return AGAIN

    def all_hexes(self, s: Dpyr) -> list[Action]:
        return [("conceal", x) for x in range(GRID.size)]

    def covered(self, s: Dpyr) -> list[Action]:
        if not s.veils[self.who]:
            return []
        hexes = ids_of(s.held[self.who] & s.b.field.cover)
        return [("conceal", x) for x in hexes if not all((s.hidden >> u) & 1 for u in s.piles[x])]

    def refuse_veil(self, s: Dpyr, action: Action) -> Refusal:
        """[3.0e] One marker covers all units of a building or forest hex."""
        (x,) = action[1:]
        if not s.veils[self.who]:
            return NO_VEIL_LEFT
        if not (s.b.field.cover >> x) & 1:
            return NO_VEIL_HERE
        return VEILED_ALREADY if (s.held[self.who] >> x) & 1 else NO_VEIL_EMPTY

    def conceal(self, s: Dpyr, action: Action) -> bool:
        (x,) = action[1:]
        s.hidden |= bitset(s.piles[x])
        s.veils[self.who] -= 1
        s.tell("concealed", x, seen=1 << self.who)
        return AGAIN

    def hide(self, seat: int) -> Deploy:
        return self if seat == self.who else Deploy(self.who)

    def blot_out(self, s: Dpyr, seat: int) -> None:
        """Others see an empty map until the set-up is finished."""
        side = self.who
        if seat == side:
            return
        for x in ids_of(s.held[side]):
            del s.piles[x]
            s.under.pop(x, None)
        s.held[side] = 0
        for u in s.b.army[side]:
            s.at[u], s.facing[u] = OFF, 0
        s.hidden &= ~s.b.army_bits[side]
        s.veils[side] = s.b.veils[side]

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        if self.hand < 0:
            return Prompt("3.0c", "deploy")
        return Prompt("3.0c", "deploy_to", (("unit", "unit", self.hand),))


SET_UP = (
    Order("done", Deploy.finish, refuse=Deploy.refuse_end),
    Order("deploy", Deploy.take_up, tries=Deploy.units, refuse=Deploy.refuse_unit, allowed=Deploy.loose),
    Order("face raise", Deploy.dress, tries=Deploy.dressing),
    Order("conceal", Deploy.conceal, tries=Deploy.all_hexes, refuse=Deploy.refuse_veil, allowed=Deploy.covered),
)
HEXES = (Order("to", Deploy.place, tries=Deploy.hexes, refuse=Deploy.refuse_hex, allowed=Deploy.free),)
