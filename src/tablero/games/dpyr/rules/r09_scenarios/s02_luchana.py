"""[9.2] Luchana: reinforcements, Espartero, the bridge, the gunboats and the weather."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.dpyr.board import GEFE, GRID, LIBERAL
from tablero.games.dpyr.rules.r06_movement.s01_movement import Dress, beside, face, open_ground, towards_enemy
from tablero.games.dpyr.rules.r06_movement.s03_stacking import fighters, put, without_full
from tablero.games.dpyr.state import GONE, OFF, OUT, Dpyr, Hex, Hexes, Side, Unit, strength
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk, PublicPick

REPAIR: Action = ("repair",)


def arrival_hexes(s: Dpyr, unit: Unit) -> Hexes:
    """[9.2e] Hexes of its area within stacking, not next to an enemy; [9.2i] a Gefe enters in any of them."""
    enemy = s.held[1 - s.b.side[unit]]
    free = s.b.zones[unit] & open_ground(s) & ~enemy
    return free if s.b.kind[unit] == GEFE else without_full(s, unit, free & ~beside(enemy))


def due(s: Dpyr, side: Side) -> list[Unit]:
    """[9.2e] [9.2i] Reinforcements that arrive in this activation: in their turn's first, or in the first later one
    that has a free hex; Espartero in the turn after Oráa was lost, or by replacing him."""
    found = []
    for u in s.b.army[side]:
        if s.b.arrival[u] and s.at[u] == OFF:
            if u == s.b.replacing:
                late = s.at[s.b.replaced] == GONE and s.turn > s.fell[side]
                if late and arrival_hexes(s, u):
                    found.append(u)
            elif s.turn >= s.b.arrival[u] and arrival_hexes(s, u):
                found.append(u)
    return found


def replace_gefe(s: Dpyr) -> None:
    """[9.2i] In the first Liberal activation of turn 8 Espartero takes Oráa's hex, without damage."""
    old, new = s.b.replaced, s.b.replacing
    if old < 0 or s.turn < s.b.arrival[new] or s.at[new] != OFF or s.at[old] < 0:
        return
    x, facing = s.at[old], s.facing[old]
    pile = s.piles[x]
    s.piles[x] = tuple(new if u == old else u for u in pile)
    s.at[new], s.at[old] = x, OUT
    s.facing[new] = facing
    if (s.hidden >> old) & 1:
        s.hidden = s.hidden & ~(1 << old) | 1 << new
        s.under = {y: units & ~(1 << old) | ((units >> old) & 1) << new for y, units in s.under.items()}
    s.tell("replaced", old, new)


@dataclass(slots=True)
class Arrivals(Procedure):
    """[9.2e] Reinforcements are placed one by one before the action is chosen."""

    side: Side

    def steps(self) -> tuple[str, ...]:
        return ("bring",)

    def bring(self, s: Dpyr) -> str | None:
        """[9.2e] [9.2i] The next unit that is due and finds a hex."""
        units = due(s, self.side)
        if not units:
            return None
        s.call(Arrive(units[0]))
        return "bring"


@dataclass(slots=True)
class Arrive(Procedure):
    """[9.2e] One reinforcement comes on."""

    unit: Unit

    def steps(self) -> tuple[str, ...]:
        return ("place", "draw", "dress")

    def place(self, s: Dpyr) -> None:
        """[9.2e] In its area, within stacking, not next to an enemy."""
        s.call(PlaceArrival(s.b.side[self.unit], self.unit))

    def draw(self, s: Dpyr) -> None:
        """[3.0q] An M or C unit that arrives in mid-turn draws one marker unseen."""
        if s.b.draws[self.unit] and s.cup:
            s.marker[self.unit] = s.draw(s.cup)
            s.blind |= 1 << self.unit
            s.tell("unseen", self.unit)

    def dress(self, s: Dpyr) -> None:
        """[6.1a] Facing is free on arrival."""
        s.call(Dress(s.b.side[self.unit], self.unit))


NOT_IN_AREA = Refusal("9.2e", "arrival_not_there")
GEFE_NOT_IN_AREA = Refusal("9.2i", "gefe_arrival_not_there")


@dataclass(slots=True)
class PlaceArrival(PublicPick):
    """[9.2e] Where a reinforcement comes on."""

    unit: Unit

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [("place", x) for x in ids_of(s.b.zones[self.unit])]

    def refuse_pick(self, s: Dpyr, seat: int, x: Hex) -> Refusal | None:
        if (arrival_hexes(s, self.unit) >> x) & 1:
            return None
        return GEFE_NOT_IN_AREA if s.b.kind[self.unit] == GEFE else NOT_IN_AREA

    def pick(self, s: Dpyr, seat: int, x: Hex) -> None:
        put(s, self.unit, x)
        face(s, x, towards_enemy(s, seat, x))
        s.tell("arrived", self.unit, x)

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        rule = "9.2i" if s.b.kind[self.unit] == GEFE else "9.2e"
        return Prompt(rule, "place_arrival", (("unit", "unit", self.unit),))


def awaited(s: Dpyr, side: Side) -> bool:
    """[7.1d] Is a scheduled reinforcement with combat units still to come? After the last turn none is."""
    late = [u for u in s.b.army[side] if s.b.arrival[u] and s.at[u] == OFF and s.b.kind[u] != GEFE]
    return bool(late) and s.turn < s.b.turns


def engineers(s: Dpyr) -> list[Hex]:
    """[9.2h] Hexes next to the broken bridge with Liberal units; Gefes do not count."""
    bridge = s.b.bridge
    if bridge < 0 or s.bridge_repaired:
        return []
    return [x for x in ids_of(GRID.near_bits[bridge] & s.held[LIBERAL]) if fighters(s, x)]


def both_banks(s: Dpyr) -> bool:
    """[9.2h] Do they stand on both sides of the river?"""
    return len({s.b.field.bank[x] for x in engineers(s) if (s.b.field.land >> x) & 1}) > 1


@dataclass(slots=True)
class RepairBridge(PublicAsk):
    """[9.2h] John Hay may try to repair the bridge of Luchana at the beginning of a Liberal activation."""

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [PASS, REPAIR]

    def choose(self, s: Dpyr, seat: int, action: Action) -> None:
        if action == REPAIR:
            die = s.die()
            s.tell("bridge", die)
            if die + (s.b.bridge_both if both_banks(s) else 0) >= s.b.bridge_least:
                s.bridge_repaired = True
                s.tell("bridge_repaired", s.b.bridge)


BOATS_USED = Refusal("9.2g", "gunboats_used")
NO_BOATS = Refusal("9.2g", "no_gunboats")


def refuse_gunboats(s: Dpyr, side: Side) -> Refusal | None:
    """[9.2g] Once in the battle, by the Liberal, when he starts a Montear."""
    if not s.b.gunboats or side != LIBERAL:
        return NO_BOATS
    if s.boats_used:
        return BOATS_USED
    return None if strength(s, side) else NO_BOATS


def weather(s: Dpyr) -> bool:
    """[9.2j] Is it the bad weather of Luchana?"""
    turn = s.b.weather_turn
    return turn > 0 and (s.turn < turn) == s.early_weather
