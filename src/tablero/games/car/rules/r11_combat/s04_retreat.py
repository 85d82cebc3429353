"""[11.4] Retreat: whether the defenders hold their ground, and where each of them goes.

All units of a space can go by the same paths; those that bind are found by a pure function of the map.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tablero.games.car.board import ALL_CORPS, MOUNTAIN, NAT, SINGLE, SPACES, STACK, TABLES
from tablero.games.car.rules.r02_map import adjacent, friendly, map_key, put, ways_of
from tablero.games.car.rules.r03_control import enter
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r09_stacking import eliminate, room
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r11_combat.s03_losses import alike, lose_step, substitutes
from tablero.games.car.rules.r13_supply import enclaves, lines, supplied
from tablero.games.car.state import Car, Side, Space, Spaces, Unit
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

CANCELS = {row.text("id") for row in TABLES.tables("terrain") if row.flag("cancels_retreat")}

LAST_STEP = Refusal("11.4.3a", "last_step")
NOT_HERE = Refusal("11.1.7a", "not_in_this_combat")
NOT_ADJACENT = Refusal("11.4.5b", "retreat_not_adjacent")
ENEMY_THERE = Refusal("11.4.5b", "retreat_into_enemies")
NOT_BACK = Refusal("11.4.5b", "retreat_back")
FRIENDLY_FIRST = Refusal("11.4.5d", "retreat_friendly_first")
NO_ROOM = Refusal("11.4.5e", "retreat_no_room")
INTO_SUPPLY = Refusal("11.4.5g", "retreat_into_supply")
NO_WAY_ON = Refusal("11.4.4a", "retreat_no_way_on")

Path = tuple[Space, ...]


@lru_cache(maxsize=1 << 14)
def paths(key: int, x: Space, length: int, own: Spaces, open_to: Spaces, crowded: Spaces) -> tuple[Path, ...]:
    """[11.4.5d] [11.4.5e] [11.4.5f] [11.4.5h] [11.4.5.1a] The retreats from a space of the first kind that there is: by
    friendly spaces to one with room; by friendly spaces to a full one and then to another; by as few empty enemy spaces
    as possible to one with room. `open_to` are spaces without enemies, `crowded` those without room."""
    near = ways_of(key)
    walks: list[Path] = [(y,) for y in ids_of(near[x] & open_to)]
    for _ in range(length - 1):
        walks = [(*walk, y) for walk in walks for y in ids_of(near[walk[-1]] & open_to & ~(1 << x)) if y not in walk]
    safe = [walk for walk in walks if all(own >> y & 1 for y in walk)]
    found = [walk for walk in safe if not crowded >> walk[-1] & 1]
    if not found:
        further = own & open_to & ~crowded & ~(1 << x)
        found = [(*walk, y) for walk in safe for y in ids_of(near[walk[-1]] & further) if y not in walk]
    if not found:
        walks = [walk for walk in walks if not crowded >> walk[-1] & 1]
        fewest = min((sum(not own >> y & 1 for y in walk) for walk in walks), default=0)
        found = [walk for walk in walks if sum(not own >> y & 1 for y in walk) == fewest]
    return tuple(found)


def retreats(s: Car, side: Side, x: Space, length: int) -> tuple[Path, ...]:
    """[11.4.5b] [11.4.5g] [16.4.2.3a] The paths by which units of a side must leave a space, those into supply if there
    are any. Regions do not matter."""
    own = friendly(s, side)
    crowded = sum(1 << y for y in ids_of(s.occupied[side]) if s.here[y].bit_count() >= STACK)
    solid = map_key(s, side) & ~1               # without the Corridor of Grado
    found = paths(solid, x, length, own, enterable(s, side), crowded)
    if len(found) > 1:
        inside = supplied(s, side)
        good = tuple(path for path in found if inside >> path[-1] & 1 or
                     not own >> path[-1] & 1 and supplied_then(s, side, path[-1]))
        found = good or found
    return found


def enterable(s: Car, side: Side) -> Spaces:
    """[11.4.5b] Spaces without enemy units; no Nationalist goes to a Beach Head."""
    found = (1 << SPACES) - 1 & ~s.occupied[1 - side]
    return found & ~(1 << s.beach) if side == NAT and s.beach >= 0 else found


def supplied_then(s: Car, side: Side, x: Space) -> bool:
    """Would an enemy space be in supply if it were taken?"""
    found = lines(side, friendly(s, side) | 1 << x, map_key(s, side), s.strait)
    return bool(found >> x & 1) or side == NAT and bool(adjacent(s)[x] & enclaves(s))


def may_hold(s: Car, x: Space) -> bool:
    """[11.4.3a] [10.2.8a] May defenders cancel a retreat from this space for a step?"""
    return ("mountain" in CANCELS and bool(MOUNTAIN >> x & 1) or "trench" in CANCELS and bool(s.trenches >> x & 1)
            or "beach_head" in CANCELS and x == s.beach)


def payers(s: Car, x: Space) -> list[Unit]:
    """[11.4.3a] [11.4.3c] The defenders that can lose a step so that one remains: of the space, or of the division that
    replaces a corps."""
    units = ids_of(s.here[x])
    steps = sum(1 if (s.reduced | SINGLE) >> u & 1 else 2 for u in units)
    return [u for u in units if steps > 1 or ALL_CORPS >> u & 1 and substitutes(s, u)]


@dataclass(slots=True)
class Retreat(Procedure):
    """[11.4.1a] The defenders retreat, or hold their ground."""

    side: Side
    length: int             # spaces [11.4.2a]
    held: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("hold", "go")

    def hold(self, s: Car) -> None:
        """[11.4.3a] They may cancel the whole retreat for one more step; with some cards for nothing."""
        combat = s.caller(self, Combat)
        if combat.steadfast or may_hold(s, combat.x) and payers(s, combat.x):
            s.call(HoldGround(self.side))

    def go(self, s: Car) -> str | None:
        """[11.4.4a] [11.4.5a] One by one; those that have no way are gone for good."""
        combat = s.caller(self, Combat)
        units = ids_of(s.here[combat.x])
        if self.held or not units:
            return None
        ways = retreats(s, self.side, combat.x, self.length)
        if not ways:
            self.cut_off(s, combat)
        elif len(ways) == 1 and (alike(s, units) or room(s, ways[0][-1]) >= len(units)):
            self.leave(s, units[0], ways[0])
        else:
            s.call(RetreatUnit(self.side))
        return "go"

    def leave(self, s: Car, unit: Unit, path: Path) -> None:
        """[11.4.5f] [11.4.6a] [11.4.8a] A unit goes; it takes only the space where it ends."""
        combat = s.caller(self, Combat)
        put(s, unit, path[-1])
        s.tell("retreated", self.side, unit, path[-1])
        s.frame(Operations).retreated |= 1 << unit
        if self.length > 1:
            combat.opened |= 1 << path[0]           # [11.5.3b]
        enter(s, self.side, path[-1])

    def cut_off(self, s: Car, combat: Combat) -> None:
        """[11.4.4a] [11.5.7a] Without a way all are gone for good; had they to go two spaces, those one space away are
        open to the attacker."""
        if self.length > 1:
            ways = adjacent(s)[combat.x] & enterable(s, self.side)
            combat.opened |= ways & friendly(s, self.side) or ways
        for unit in ids_of(s.here[combat.x]):
            eliminate(s, unit, for_good=True)


@dataclass(slots=True)
class HoldGround(Ask):
    """[11.4.3a] Cancel the retreat, or not."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        combat = s.frame(Combat)
        if combat.steadfast:
            return [("yes",), ("no",)]
        return [*(("cancel", u) for u in ids_of(s.here[combat.x])), ("no",)]

    def refuse(self, s: Car, seat: Side, action: Action) -> Refusal | None:
        if action[0] != "cancel":
            return None
        x = s.frame(Combat).x
        if not s.here[x] >> action[1] & 1:
            return NOT_HERE
        return None if action[1] in payers(s, x) else LAST_STEP

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        if action == ("no",):
            return
        s.caller(self, Retreat).held = True
        s.tell("held_ground", seat, s.frame(Combat).x)
        if action[0] == "cancel":
            lose_step(s, action[1])

    def prompt(self, s: Car, seat: Side) -> Prompt:
        combat = s.frame(Combat)
        key = "hold_ground_free" if combat.steadfast else "hold_ground"
        return Prompt("11.4.3a", key, (("space", "space", combat.x), ("n", "number", s.frame(Retreat).length)))

    def public(self, s: Car) -> bool:
        return True


@dataclass(slots=True)
class RetreatUnit(Ask):
    """[11.4.5a] Choose a defender and the next space of its retreat."""

    unit: Unit = -1         # that is on its way
    gone: Path = ()         # the spaces it has passed

    def ways(self, s: Car) -> list[Path]:
        """The paths that are still possible."""
        retreat = s.frame(Retreat)
        n = len(self.gone)
        found = retreats(s, self.who, s.frame(Combat).x, retreat.length)
        return [path for path in found if path[:n] == self.gone]

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        x = s.frame(Combat).x
        units = ids_of(s.here[x]) if self.unit < 0 else (self.unit,)
        return [("retreat", u, y) for u in units for y in ids_of(adjacent(s)[self.gone[-1] if self.gone else x])]

    def options(self, s: Car, seat: Side) -> list[Action]:
        """All at once: `refuse` would find the paths anew for each."""
        n = len(self.gone)
        nexts = list(dict.fromkeys(path[n] for path in self.ways(s)))
        units = ids_of(s.here[s.frame(Combat).x]) if self.unit < 0 else (self.unit,)
        return [("retreat", u, y) for u in units for y in nexts]

    def refuse(self, s: Car, seat: Side, action: Action) -> Refusal | None:
        _, unit, y = action
        x, n = s.frame(Combat).x, len(self.gone)
        if not s.here[x] >> unit & 1 or self.unit not in (-1, unit):
            return NOT_HERE
        if any(path[n] == y for path in self.ways(s)):
            return None
        if y == x:
            return NOT_BACK
        if not adjacent(s)[self.gone[-1] if self.gone else x] >> y & 1:
            return NOT_ADJACENT
        if not enterable(s, seat) >> y & 1:
            return ENEMY_THERE
        return self.why_elsewhere(s, y)

    def why_elsewhere(self, s: Car, y: Space) -> Refusal:
        """[11.4.5h] Why an open space is not the way to go."""
        own = friendly(s, self.who)
        if not own >> y & 1:
            return FRIENDLY_FIRST
        length = s.frame(Retreat).length
        if len(self.gone) + 1 >= length and room(s, y) <= 0:
            return NO_ROOM
        return INTO_SUPPLY if len(self.gone) + 1 >= length else NO_WAY_ON

    def choose(self, s: Car, seat: Side, action: Action) -> bool | None:
        _, self.unit, y = action
        self.gone = (*self.gone, y)
        left = self.ways(s)
        if len(left) > 1:
            return AGAIN
        s.caller(self, Retreat).leave(s, self.unit, left[0])
        return None

    def prompt(self, s: Car, seat: Side) -> Prompt:
        space = ("space", "space", s.frame(Combat).x)
        if self.unit < 0:
            return Prompt("11.4.5a", "retreat_unit", (space,))
        return Prompt("11.4.5a", "retreat_on", (("unit", "unit", self.unit), ("space", "space", self.gone[-1])))

    def public(self, s: Car) -> bool:
        return True
