"""[6] Movement, form square, stacking: where units may go, how they stand, what the enemy sees of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tablero.games.dpyr.board import (
    ARTILLERY,
    CAVALRY,
    GRID,
    INFANTRY,
    LIBERAL,
    MONTEAR,
    PUENTE,
    TABLES,
    Battle,
)
from tablero.games.dpyr.state import ActionId, Dpyr, Facing, Hex, Hexes, Kinds, Side, Unit
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.events import ALL
from tablero.kernel.frames import AGAIN
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

NEAR = GRID.near_bits
ANY_CLASS = 0b1111

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


def fighters(s: Dpyr, x: Hex) -> int:
    """How many units of a hex count for stacking: Gefes do not [5.1e]."""
    pile = s.piles.get(x)
    if pile is None:
        return 0
    gefes = s.b.gefe_bits
    return sum(not gefes >> u & 1 for u in pile)


def has_room(s: Dpyr, unit: Unit, x: Hex) -> bool:
    """[6.3c] [6.3d] [6.3e] Two units in a clear hex, three in a building, one in forest or mountain; Gefes are free."""
    return x not in s.piles or bool(s.b.gefe_bits >> unit & 1) or fighters(s, x) < s.b.field.capacity[x]


def fire_blockers(s: Dpyr) -> Hexes:
    """[4.3b] Obstacles and hexes with combat units; a Gefe alone blocks nothing [5.1e]."""
    blocked = s.b.field.obstacles | s.held[0] | s.held[1]
    for u in ids_of(s.b.gefe_bits):
        x = s.at[u]
        if x >= 0 and not fighters(s, x) and not s.b.field.obstacles >> x & 1:
            blocked &= ~(1 << x)
    return blocked


# ------------------------------------------------------------------------------------------------- placing and standing


def lift(s: Dpyr, unit: Unit, off: Hex) -> None:
    """Take a unit off the map to a place that is none."""
    x = s.at[unit]
    if x >= 0:
        rest = tuple(u for u in s.piles[x] if u != unit)
        if rest:
            s.piles[x] = rest
        else:
            del s.piles[x]
            s.held[s.b.side[unit]] &= ~(1 << x)
    s.at[unit] = off


def put(s: Dpyr, unit: Unit, x: Hex) -> None:
    """[4.3l] Put a unit on top of a hex, a Gefe at the bottom."""
    lift(s, unit, x)
    pile = s.piles.get(x)
    if pile is None:
        s.piles[x] = (unit,)
        s.held[s.b.side[unit]] |= 1 << x
    elif s.b.gefe_bits >> unit & 1:
        s.piles[x] = (unit, *pile)
    else:
        s.piles[x] = (*pile, unit)


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


def unveil(s: Dpyr, unit: Unit) -> None:
    """[3.0f] Concealment ends for this unit only."""
    if s.hidden >> unit & 1:
        rule_out(s, unit)
        s.reveal()
        s.tell("revealed", unit)


def show_factors(s: Dpyr, unit: Unit) -> None:
    """[3.0j] The unit's factor marker becomes known to both players for the rest of the turn."""
    if s.marker[unit] >= 0 and not s.known >> unit & 1:
        s.known |= 1 << unit
        s.reveal()
        s.tell("factors", unit, s.marker[unit])


def go(s: Dpyr, unit: Unit, x: Hex, kind: str = "moved", classes: Kinds = ANY_CLASS) -> None:
    """[6.1a] [6.2c] [3.0f] A unit arrives in a hex: it faces the enemy, its square ends, open ground uncovers it."""
    side, origin = s.b.side[unit], s.at[unit]
    put(s, unit, x)
    face(s, x, towards_enemy(s, side, x))
    s.square &= ~(1 << unit)
    if s.hidden >> unit & 1:
        if s.b.field.cover >> x & 1:
            stir(s, origin, x, classes)
        else:
            unveil(s, unit)
        drop_empty(s)
    tell_move(s, kind, unit, origin, x)


def tell_move(s: Dpyr, kind: str, unit: Unit, origin: Hex, x: Hex) -> None:
    """[6.3f] Of a concealed unit the enemy sees only that something moved."""
    if s.hidden >> unit & 1:
        s.tell(kind, unit, origin, x, seen=1 << s.b.side[unit], public=("stirred", (origin, x)))
    else:
        s.tell(kind, unit, origin, x)


# ------------------------------------------------------------------------------------------- what the enemy can know


def stir(s: Dpyr, origin: Hex, x: Hex, classes: Kinds = ANY_CLASS) -> None:
    """[6.3f] Something concealed was seen to go from a hex to another: it is one of those that could be there."""
    units = s.under[origin]
    for kind in range(4):
        if not classes >> kind & 1:
            units &= ~s.b.kind_bits[kind]
    s.under[x] = s.under.get(x, 0) | units


def rule_out(s: Dpyr, unit: Unit) -> None:
    """[3.0f] A unit is no longer concealed, so it lies under no marker."""
    s.hidden &= ~(1 << unit)
    for x in s.under:
        s.under[x] &= ~(1 << unit)
    drop_empty(s)


def drop_empty(s: Dpyr) -> None:
    """Markers that cover nobody are taken away."""
    covered = {s.at[u] for u in ids_of(s.hidden)}
    for x in [x for x in s.under if x not in covered]:
        del s.under[x]


def classes_seen(s: Dpyr, unit: Unit, action: ActionId, x: Hex) -> Kinds:
    """What an enemy learns of a concealed unit that is about to go to a hex: only some classes can move so."""
    side, origin = s.b.side[unit], s.at[unit]
    steps = GRID.distance[origin][x]
    by_road = action == MONTEAR and _linked(s, side, origin, max(TABLES.road)) >> x & 1
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
    if b.gefe_bits >> unit & 1:
        return 0
    found = 0
    horse_and_guns = b.horse_and_guns
    for x in ids_of(hexes & s.held[b.side[unit]]):
        for u in s.piles[x]:
            if horse_and_guns >> u & 1:
                found |= 1 << x
                break
    return found


def without_full(s: Dpyr, unit: Unit, hexes: Hexes) -> Hexes:
    """[6.3] The hexes of a set where the unit finds room."""
    b = s.b
    if b.gefe_bits >> unit & 1:
        return hexes
    capacity = b.field.capacity
    for x in ids_of(hexes & s.held[b.side[unit]]):
        if fighters(s, x) >= capacity[x]:
            hexes &= ~(1 << x)
    return hexes


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
        if s.at[u] >= 0 and not s.hidden >> u & 1:
            found |= 1 << s.at[u]
    return found


# --------------------------------------------------------------------------------------------------------- form square

NO_SQUARE_CLASS = Refusal("6.2a", "square_infantry_only")
NO_SQUARE_HERE = Refusal("6.2a", "square_open_ground_only")
NO_SQUARE_NOW = Refusal("6.2e", "square_not_in_this_action")
SQUARE_ALREADY = Refusal("6.2c", "square_already")


def refuse_square(s: Dpyr, unit: Unit, action: ActionId) -> Refusal | None:
    """[6.2a] [6.2e] Infantry in a clear hex, in Montear or Puente, instead of moving."""
    if action not in (MONTEAR, PUENTE):
        return NO_SQUARE_NOW
    if s.b.kind[unit] != INFANTRY:
        return NO_SQUARE_CLASS
    if s.b.field.obstacles >> s.at[unit] & 1:
        return NO_SQUARE_HERE
    if s.square >> unit & 1:
        return SQUARE_ALREADY
    return None


def form_square(s: Dpyr, unit: Unit) -> None:
    """[6.2b] B and P form square at once, C on 4-6, M on 5-6; a failed roll uses up the move all the same."""
    least = TABLES.square[s.b.morale[unit]]
    if least > 1:
        die = s.die()
        if die < least:
            s.tell("square_failed", unit, die)
            return
    s.square |= 1 << unit
    s.tell("square", unit)


# --------------------------------------------------------------------------------------------------------- retreats


def retreat_hexes(s: Dpyr, unit: Unit, away_from: Sequence[Hex]) -> Hexes:
    """[4.2w] Where a unit may retreat to: of the hexes it can enter those next to no enemy, else next to none of those
    it retreats from, else any."""
    side = s.b.side[unit]
    able = without_full(s, unit, NEAR[s.at[unit]] & open_ground(s) & ~s.held[1 - side])
    free = able & ~beside(s.held[1 - side])
    if free:
        return free
    from_them = 0
    for x in away_from:
        from_them |= NEAR[x]
    return able & ~from_them or able


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
        dress(s, s.at[self.unit], action)
        if action[0] == "face":
            self.turned = True
        else:
            self.raised += 1
        return AGAIN

    def public(self, s: Dpyr) -> bool:
        return not s.hidden >> self.unit & 1

    def blot_out(self, s: Dpyr, seat: int) -> None:
        """[6.3f] Of concealed units the enemy does not see which it is, nor how the stack is ordered."""
        if seat != self.who and s.at[self.unit] in s.under:
            self.raised = 0
            if s.hidden >> self.unit & 1:
                self.unit, self.turned = -1, False

    def guess(self, s: Dpyr, seat: int, chance: Random) -> None:
        if self.unit < 0:
            self.unit = chance.choice(ids_of(s.hidden & s.b.army_bits[self.who]))


def dressing(s: Dpyr, x: Hex, turned: bool, raised: int) -> list[Action]:
    """Facings and stack orders that a hex could take; each hex is turned once, and raised as often as orders need."""
    pile = s.piles[x]
    found: list[Action] = []
    if not turned:
        now = s.facing[pile[0]]
        found = [("face", d) for d in range(6) if d != now]
    if len(pile) > 1:
        units = [u for u in pile if not s.b.gefe_bits >> u & 1]
        if raised < len(units) - 1:
            found += [("raise", u) for u in units[:-1]]
    return found


def dress(s: Dpyr, x: Hex, action: Action, seen: int = ALL) -> None:
    """Turn a hex or bring one of its units to the top; of concealed stacks the enemy sees neither."""
    if seen == ALL and all(s.hidden >> u & 1 for u in s.piles[x]):
        seen = 1 << s.b.side[s.piles[x][0]]
    if action[0] == "face":
        (direction,) = action[1:]
        face(s, x, direction)
        s.tell("turned", x, direction, seen=seen)
        return
    (unit,) = action[1:]
    s.piles[x] = (*(u for u in s.piles[x] if u != unit), unit)
    s.tell("raised", unit, x, seen=1 << s.b.side[unit] if s.hidden >> unit & 1 else seen)


