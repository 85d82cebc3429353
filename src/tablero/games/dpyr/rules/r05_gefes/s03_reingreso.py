"""[5.3] Reingreso: the check of the Gefes, and how withdrawn units return."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.dpyr.board import GRID, TABLES
from tablero.games.dpyr.rules.r04_actions.s02_mojar import shock_damage
from tablero.games.dpyr.rules.r05_gefes.s02_chaqueteo import eliminate
from tablero.games.dpyr.rules.r06_movement.s01_movement import Dress, beside, face, open_ground, towards_enemy
from tablero.games.dpyr.rules.r06_movement.s03_stacking import put, without_full
from tablero.games.dpyr.state import GONE, WITHDRAWN, Dpyr, Hexes, Side, Unit, gefe
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicPick


def check_gefes(s: Dpyr) -> None:
    """[5.3e] [5.3i] A Gefe with five shock markers falls; with five markers, one of them fire, he must roll 7."""
    for side in (0, 1):
        leader = gefe(s, side)
        if leader < 0:
            continue
        if s.shock[leader] >= TABLES.gefe_check:
            lose_gefe(s, leader)
        elif s.fire[leader] + s.shock[leader] >= TABLES.gefe_check:
            s.shaken[side] = 1
            a, b = s.dice(2)
            roll = a + b
            s.tell("gefe_check", leader, roll, a, b)
            if not s.ammunition[side]:
                roll += TABLES.rally_no_ammunition
            s.fire[leader] = 0
            if roll >= TABLES.gefe_survives:
                s.tell("gefe_lives", leader)
            else:
                lose_gefe(s, leader)


def lose_gefe(s: Dpyr, leader: Unit) -> None:
    """[5.3d] [5.3e] A Gefe is lost; the turn is remembered."""
    s.tell("gefe_falls", leader)
    eliminate(s, leader)
    s.fell[s.b.side[leader]] = s.turn


def succeeded(s: Dpyr, side: Side) -> bool:
    """[9.2i] The loss of Oráa does not weigh on rally rolls: Espartero is there, or on his way."""
    return s.b.replacing in s.b.army[side] and s.at[s.b.replacing] != GONE


def rally_modifier(s: Dpyr, side: Side) -> int:
    """[5.3d] No ammunition -2, Gefe lost this turn or the last -2, Gefe checked for fire damage this turn -1."""
    total = 0
    if not s.ammunition[side]:
        total += TABLES.rally_no_ammunition
    if s.turn - s.fell[side] <= 1 and not succeeded(s, side):
        total += TABLES.rally_gefe_killed
    if s.shaken[side]:
        total += TABLES.rally_gefe_checked
    return total


def rally_hexes(s: Dpyr, unit: Unit) -> Hexes:
    """[5.3g] [5.3h] Within the Gefe's command range; without him next to a friend or in the last hex. Next to an enemy
    only if nothing else is free."""
    side = s.b.side[unit]
    leader = gefe(s, side)
    if leader >= 0:
        zone = GRID.ring_bits(s.at[leader], s.b.units[leader].radius)
    else:
        zone = beside(s.held[side]) | 1 << s.last[unit]
    able = without_full(s, unit, zone & open_ground(s) & ~s.held[1 - side])
    return able & ~beside(s.held[1 - side]) or able


@dataclass(slots=True)
class Reingreso(Procedure):
    """[5.3] The withdrawn units of a side try to return, one by one in their owner's order."""

    side: Side

    def steps(self) -> tuple[str, ...]:
        return ("rally",)

    def rally(self, s: Dpyr) -> str | None:
        """[5.3i] The next unit that was withdrawn."""
        if not any(s.at[u] == WITHDRAWN for u in s.b.army[self.side]):
            return None
        s.call(PickRally(self.side))
        return "rally"


@dataclass(slots=True)
class PickRally(PublicPick):
    """[5.3i] The owner names the unit that rolls next."""

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [("rally", u) for u in s.b.army[seat] if s.at[u] == WITHDRAWN]

    def pick(self, s: Dpyr, seat: int, unit: Unit) -> None:
        s.call(Rally(unit))


@dataclass(slots=True)
class Rally(Procedure):
    """[5.3b] One unit tries to return."""

    unit: Unit

    def steps(self) -> tuple[str, ...]:
        return ("roll", "orphan", "place", "dress")

    def roll(self, s: Dpyr) -> str | None:
        """[5.3b] [5.3c] [5.3f] Two dice against its morale; a failure is final, success takes the fire markers off."""
        unit = self.unit
        need = TABLES.rally[s.b.morale[unit]] - rally_modifier(s, s.b.side[unit])
        a, b = s.dice(2)
        s.tell("rally_roll", unit, a + b, need, a, b)
        if a + b < need:
            eliminate(s, unit)
            return END
        s.fire[unit] = 0
        return None

    def orphan(self, s: Dpyr) -> str | None:
        """[5.3h] With no Gefe on the map the unit takes one more shock marker, which may eliminate it."""
        if gefe(s, s.b.side[self.unit]) >= 0:
            return None
        shock_damage(s, self.unit)
        if s.shock[self.unit] < s.b.limit[self.unit]:
            return None
        eliminate(s, self.unit)
        return END

    def place(self, s: Dpyr) -> str | None:
        """[5.3g] It returns to a free hex, or is eliminated when there is none."""
        if not rally_hexes(s, self.unit):
            s.tell("no_place", self.unit)
            eliminate(s, self.unit)
            return END
        s.call(PlaceRallied(s.b.side[self.unit], self.unit))
        return None

    def dress(self, s: Dpyr) -> None:
        """[6.1a] Facing is free on return."""
        s.call(Dress(s.b.side[self.unit], self.unit))


NOT_THERE = Refusal("5.3g", "rally_not_there")
NOT_THERE_WITHOUT_GEFE = Refusal("5.3h", "rally_not_there_without_gefe")


@dataclass(slots=True)
class PlaceRallied(Orders):
    """[5.3g] Where a rallied unit returns."""

    unit: Unit

    def orders(self, s: Dpyr) -> Sequence[Order]:
        return PLACES

    def hexes(self, s: Dpyr) -> list[Action]:
        return [("place", x) for x in range(GRID.size)]

    def free(self, s: Dpyr) -> list[Action]:
        return [("place", x) for x in ids_of(rally_hexes(s, self.unit))]

    def refuse_hex(self, s: Dpyr, action: Action) -> Refusal:
        return NOT_THERE if gefe(s, self.who) >= 0 else NOT_THERE_WITHOUT_GEFE

    def place(self, s: Dpyr, action: Action) -> None:
        (x,) = action[1:]
        put(s, self.unit, x)
        face(s, x, towards_enemy(s, self.who, x))
        s.tell("rallied", self.unit, x)

    def public(self, s: Dpyr) -> bool:
        return True

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        return Prompt("5.3g", "place_rallied", (("unit", "unit", self.unit),))


PLACES = (
    Order(
        "place", PlaceRallied.place, tries=PlaceRallied.hexes, refuse=PlaceRallied.refuse_hex, allowed=PlaceRallied.free
    ),
)
