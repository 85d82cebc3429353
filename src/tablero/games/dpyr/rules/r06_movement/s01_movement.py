"""[6.1] Movement and facing: where units may go, and how they stand when they arrive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

from tablero.games.dpyr.board import ARTILLERY, CAVALRY, GRID, LIBERAL, MONTEAR, TABLES, Battle
from tablero.games.dpyr.rules.r06_movement.s03_stacking import (
    ANY_CLASS, drop_empty, put, stir, tell_move, unveil, without_full
)
from tablero.games.dpyr.state import ActionId, Dpyr, Facing, Hex, Hexes, Kinds, Side, Unit
from tablero.kernel.actions import DONE, Action, each
from tablero.kernel.bits import ids_of, union
from tablero.kernel.events import ALL
from tablero.kernel.frames import AGAIN
from tablero.kernel.windows import Ask

NEAR: Final = GRID.near_bits
ANYWHERE: Final = (1 << GRID.size) - 1
TO: Final = each("to", GRID.size)
FACE: Final = each("face", 6)

# ---------------------------------------------------------------------------------------------------------- the map


@lru_cache(maxsize=4096)
def beside(hexes: Hexes) -> Hexes:
    """All hexes next to one of a set."""
    found = 0
    for x in ids_of(hexes):
        found |= NEAR[x]
    return found


def open_ground(s: Dpyr) -> Hexes:
    """[6.1b] [9.1f] Hexes that can be entered: rivers only at fords and bridges, a broken bridge once repaired."""
    field = s.b.field
    return field.land | field.broken_bridge if s.bridge_repaired else field.land


def fire_blockers(s: Dpyr) -> Hexes:
    """[4.3b] Obstacles and hexes with combat units; a Gefe alone blocks nothing [5.1e]: others lie above him."""
    b, at, held = s.b, s.at, s.held[0] | s.held[1]
    for u in ids_of(b.gefe_bits):
        if at[u] >= 0 and s.piles[at[u]][-1] == u:
            held &= ~(1 << at[u])
    return held | b.field.obstacles


# ------------------------------------------------------------------------------------------------- placing and standing


def face(s: Dpyr, x: Hex, direction: Facing) -> None:
    """[6.1a] One facing for all units of a hex."""
    facing = s.facing
    for u in s.piles[x]:
        facing[u] = direction


def towards_enemy(s: Dpyr, side: Side, x: Hex) -> Facing:
    """The facing units take by themselves: towards the nearest enemy hex."""
    foes = s.held[1 - side]
    if not foes:
        return s.b.front[side]
    distance = GRID.distance[x]
    return GRID.bearing(x, min(ids_of(foes), key=distance.__getitem__))


def go(s: Dpyr, unit: Unit, x: Hex, kind: str = "moved", classes: Kinds = ANY_CLASS) -> None:
    """[6.1a] [6.2c] [3.0f] A unit arrives in a hex: it faces the enemy, its square ends, open ground uncovers it."""
    side, origin = s.b.side[unit], s.at[unit]
    put(s, unit, x)
    face(s, x, towards_enemy(s, side, x))
    s.square &= ~(1 << unit)
    if (s.hidden >> unit) & 1:
        if (s.b.field.cover >> x) & 1:
            stir(s, origin, x, classes)
        else:
            unveil(s, unit)
        drop_empty(s)
    tell_move(s, kind, unit, origin, x)


# ------------------------------------------------------------------------------------------- what the enemy can know


def classes_seen(s: Dpyr, unit: Unit, action: ActionId, x: Hex) -> Kinds:
    """What an enemy learns of a concealed unit that is about to go to a hex: only some classes can move so."""
    side, origin = s.b.side[unit], s.at[unit]
    steps = GRID.distance[origin][x]
    by_road = action == MONTEAR and (_linked(s, side, origin, max(TABLES.road)) >> x) & 1
    carried = s.boats_used and side == LIBERAL      # [9.2g] perhaps in this very activation
    found = ANY_CLASS
    for kind in range(4):
        most = TABLES.road[kind] if by_road else TABLES.movement[action][kind]
        if carried and kind == ARTILLERY:
            most += s.b.boats_bonus
        if most < steps:
            found &= ~(1 << kind)
    return found


def _linked(s: Dpyr, side: Side, start: Hex, steps: int) -> Hexes:
    """Hexes that can be reached by road as far as the enemy sees: he does not know what bars the way."""
    ground = open_ground(s) & ~s.held[1 - side]
    found = edge = 1 << start
    for _ in range(steps):
        step = 0
        for x in ids_of(edge):
            for y in s.b.field.road[x]:
                step |= 1 << y
        edge = step & ground & ~found
        found |= edge
    return found


# --------------------------------------------------------------------------------------------------------- how far


def barred(s: Dpyr, b: Battle, unit: Unit, hexes: Hexes) -> Hexes:
    """[6.1c] Hexes of the set that a unit cannot pass: own cavalry or artillery stands there. Gefes pass everybody."""
    if (b.gefe_bits >> unit) & 1:
        return 0
    found = 0
    horse_and_guns = b.horse_and_guns
    for x in ids_of(hexes & s.held[b.side[unit]]):
        for u in s.piles[x]:
            if (horse_and_guns >> u) & 1:
                found |= 1 << x
                break
    return found


def walk(s: Dpyr, unit: Unit, steps: int, ground: Hexes, halting: Hexes = 0) -> Hexes:
    """Hexes reached in up to some steps over the ground; halting ground may be entered but not left."""
    b = s.b
    side, start = b.side[unit], s.at[unit]
    ground &= ~(s.held[1 - side] | 1 << start)          # [6.1d] never through enemies
    found = edge = NEAR[start] & ground
    while steps > 1:
        edge &= ~(halting | barred(s, b, unit, edge))
        if not edge:
            break
        edge = beside(edge) & ground & ~found
        found |= edge
        steps -= 1
    return found


def road_walk(s: Dpyr, unit: Unit, steps: int, ground: Hexes, halting: Hexes = 0) -> Hexes:
    """[4.1b] Hexes reached by road hexsides alone, from a road hex."""
    b = s.b
    road, side, start = b.field.road, b.side[unit], s.at[unit]
    if not road[start]:
        return 0
    ground &= ~(s.held[1 - side] | 1 << start)
    found = edge = 1 << start
    while steps > 0 and edge:
        step = 0
        for x in ids_of(edge):
            for y in road[x]:
                step |= 1 << y
        edge = step & ground & ~found
        found |= edge
        edge &= ~(halting | barred(s, b, unit, edge))
        steps -= 1
    return found & ~(1 << start)


def enemy_horse(s: Dpyr, side: Side) -> Hexes:
    """Hexes with enemy cavalry that can be seen to be cavalry: concealed horse is not known as such."""
    found = 0
    for u in s.b.of_kind[1 - side][CAVALRY]:
        if s.at[u] >= 0 and not (s.hidden >> u) & 1:
            found |= 1 << s.at[u]
    return found


# --------------------------------------------------------------------------------------------------------- retreats


def retreat_hexes(s: Dpyr, unit: Unit, away_from: Sequence[Hex]) -> Hexes:
    """[4.2w] Where a unit may retreat to: of the hexes it can enter those next to no enemy, else next to none of those
    it retreats from, else any."""
    side = s.b.side[unit]
    able = without_full(s, unit, NEAR[s.at[unit]] & open_ground(s) & ~s.held[1 - side])
    free = able & ~beside(s.held[1 - side])
    if free:
        return free
    return able & ~union(NEAR[x] for x in away_from) or able


# --------------------------------------------------------------------------------------------------------- dressing


@dataclass(slots=True)
class Dress(Ask):
    """[6.1a] [4.3l] After a unit has come to stand somewhere its owner may turn the hex and order the stack."""

    unit: Unit
    turned: bool = False
    raised: int = 0         # how many units were brought to the top

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [DONE, *dressing(s, s.at[self.unit], self.turned, self.raised)]

    def choose(self, s: Dpyr, seat: int, action: Action) -> bool | None:
        if action == DONE:
            return None
        if s.at[self.unit] in s.under:
            s.reveal()                      # [6.3f] whether there is more to order tells of the concealed ones
        dress(s, s.at[self.unit], action)
        if action[0] == "face":
            self.turned = True
        else:
            self.raised += 1
        return AGAIN

    def public(self, s: Dpyr) -> bool:
        return not (s.hidden >> self.unit) & 1

    def blot_out(self, s: Dpyr, seat: int) -> None:
        """[6.3f] Of concealed units the enemy does not see which it is, nor how the stack is ordered."""
        if seat != self.who and s.at[self.unit] in s.under:
            self.raised = 0
            if (s.hidden >> self.unit) & 1:
                self.unit, self.turned = ~s.at[self.unit], False        # something in this hex

    def guess(self, s: Dpyr, seat: int, chance: Random) -> None:
        if self.unit < 0:
            self.unit = chance.choice([u for u in s.piles[~self.unit] if (s.hidden >> u) & 1])


def dressing(s: Dpyr, x: Hex, turned: bool, raised: int) -> list[Action]:
    """Facings and stack orders that a hex could take; each hex is turned once, and raised as often as orders need."""
    pile = s.piles[x]
    found: list[Action] = []
    if not turned:
        facing = s.facing[pile[0]]
        found = [*FACE[:facing], *FACE[facing + 1 :]]
    if len(pile) > 1:
        units = [u for u in pile if not (s.b.gefe_bits >> u) & 1]
        if raised < len(units) - 1:
            found += [("raise", u) for u in units[:-1]]
    return found


def dress(s: Dpyr, x: Hex, action: Action, seen: int = ALL) -> None:
    """Turn a hex or bring one of its units to the top; of concealed stacks the enemy sees neither."""
    if seen == ALL and all((s.hidden >> u) & 1 for u in s.piles[x]):
        seen = 1 << s.b.side[s.piles[x][0]]
    if action[0] == "face":
        (direction,) = action[1:]
        face(s, x, direction)
        s.tell("turned", x, direction, seen=seen)
        return
    (unit,) = action[1:]
    s.piles[x] = (*(u for u in s.piles[x] if u != unit), unit)
    s.tell("raised", unit, x, seen=1 << s.b.side[unit] if (s.hidden >> unit) & 1 else seen)
