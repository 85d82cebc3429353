"""[17.9] Retreat: all units of a side leave a space, by roads, by sea, into the Fortress."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import (
    AREAS, CARLIST, CARLIST_ZONE, FIGHTERS, LIBERAL, LOADS, MAP, MOST_LOAD, PORTS, SACK, TRAINS
)
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r04_map import capacity, settle_at_once
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, on_roads, put, trains
from tablero.games.aiw.rules.r05_units.s01_counters import counter, guns_free, load, load_spot, move_load
from tablero.games.aiw.rules.r11_movement.s00_groups import tire
from tablero.games.aiw.rules.r11_movement.s03_escorts import abandon
from tablero.games.aiw.rules.r14_artillery import hide_guns, points_in_box, share_out, splits
from tablero.games.aiw.rules.r17_battle.s09_merge import Merge
from tablero.games.aiw.rules.r17_battle.s09_surrounded import Surrounded, depart, gather_loads
from tablero.games.aiw.rules.r17_battle.s09_ways import (
    ATTACKER, DEFENDER, EVADER, FORTRESS_FULL, has_refuge, refuse_way, room_inside, ways_out
)
from tablero.games.aiw.state import INSIDE, Aiw, Area, Block, Blocks, Load, Side, Spot, area_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask, PublicAsk

__all__ = ["ATTACKER", "DEFENDER", "EVADER", "Merge", "Retreat", "Surrounded", "enter_from_roads", "ways_out"]

NOT_RETREATING = Refusal("17.9a", "block_does_not_retreat")
TOGETHER = Refusal("17.9l", "liberals_retreat_together")
NEEDS_COMPANION = Refusal("11.3b", "retreat_with_a_companion")
ONE_INSIDE = Refusal("18.0c", "one_of_each_inside")
NO_LOAD = Refusal("17.9n", "no_such_load")
NOBODY_WENT_THERE = Refusal("17.9n", "guns_go_with_units")
NO_COUNTER = Refusal("14.0c", "no_gun_counter")
NO_BOX = Refusal("17.9n", "box_is_for_carlist_guns_of_the_zone")
MUST_LEAVE = Refusal("17.9a", "loads_must_leave")


def enter_from_roads(s: Aiw, side: Side, x: Area) -> None:
    """[11.4l] [11.4m] Units that wait on the roads into a space enter it: their side has won, or nobody is to fight."""
    late = ids_of(on_roads(s, side, x))
    for b in late:
        put(s, b, x)
    gather_loads(s, side, x)
    if late:
        s.tell("came_from_roads", side, x, len(late))


@dataclass(slots=True)
class Retreat(Procedure):
    """[17.9a] [17.9m] All units of a side leave a space, those on its roads too, and nobody intercepts them; `stay` are
    blocks that do not leave. After a Battle the units may be merged where they are then."""

    side: Side
    x: Area
    role: int               # ATTACKER, DEFENDER or EVADER
    stay: Blocks = 0
    battle: bool = False
    spots: list[Spot] = field(default_factory=list)     # to which units have gone, in this order
    brought: bool = False   # guns and Knapsacks that are left stay with the surrounded units

    def steps(self) -> tuple[str, ...]:
        return ("begin", "back", "leave", "bring", "surrounded", "close", "merge")

    # --- who, and where to

    def left(self, s: Aiw) -> Blocks:
        """[17.9a] [17.9f] The blocks that have still to go."""
        return (in_open(s, self.side, self.x) | on_roads(s, self.side, self.x)) & ~self.stay

    def ways(self, s: Aiw, landed: bool) -> list[Spot]:
        """[17.9l] Where Infantry and Cavalry may go now: Liberals out of the Carlist Zone all to the same space."""
        ways = ways_out(s, self.side, self.x, self.role, landed)
        if self.side == CARLIST or not CARLIST_ZONE >> self.x & 1:
            return ways
        taken = [spot for spot in self.spots if spot < AREAS]
        if taken:
            return [spot for spot in ways if spot == taken[0] or spot >= AREAS]
        if landed and self.left(s) & ~s.landed:
            return self.ways(s, False) or ways
        return ways

    def ways_of(self, s: Aiw, block: Block) -> list[Spot]:
        """[11.3b] [17.9j] Where a block may go: a Train where others went before, or into the Fortress."""
        ways = self.ways(s, bool(s.landed >> block & 1))
        if not TRAINS >> s.unit[block] & 1:
            return ways
        ways = [spot for spot in ways if spot in self.spots and spot < AREAS]
        if has_refuge(s, self.side, self.x, self.role) and not trains(s, s.shut[self.x]):
            ways.append(INSIDE + self.x)
        return ways

    def load_ways(self, s: Aiw, kind: Load) -> list[Spot]:
        """[17.9n] [17.9j] [17.9h] [17.9o] Where guns or a Knapsack may go: with units that went, by sea only what
        landed; or into the Fortress, those of a relief force not."""
        inside = INSIDE + self.x
        if s.rules < 3:                 # then all of them went with anybody
            ways = self.spots[:]
        elif self.role == ATTACKER and not phase(s).ashore[kind]:
            by_land = ways_out(s, self.side, self.x, ATTACKER)
            ways = [spot for spot in self.spots if spot in by_land]
        else:
            ways = [spot for spot in self.spots if spot < AREAS]
        if inside not in ways and has_refuge(s, self.side, self.x, self.role):
            ways.append(inside)
        if inside in ways and load(s, self.side, kind, inside) >= MOST_LOAD[self.side][kind]:
            ways.remove(inside)
        return ways

    def by_sea(self, s: Aiw, spot: Spot) -> bool:
        """[17.9o] Does only the sea lead attackers to a spot?"""
        return self.role == ATTACKER and s.rules >= 3 and spot not in ways_out(s, self.side, self.x, ATTACKER)

    def hides(self, kind: Load) -> bool:
        """[17.9n] Carlist guns may go from the Carlist Zone to the Hidden Artillery box."""
        return self.side == CARLIST and kind != SACK and bool(CARLIST_ZONE >> self.x & 1)

    def go(self, s: Aiw, blocks: Blocks, spot: Spot) -> None:
        """[17.9a] Blocks leave for a spot; the first to come to a space cannot all be Trains."""
        if spot not in self.spots:
            self.spots.append(spot)
            if spot < AREAS:
                fact(s, blocks, FIGHTERS, 1)
        for b in ids_of(blocks):
            depart(s, b, spot)
        if spot < AREAS:
            s.tell("retreated", self.side, self.x, spot, blocks.bit_count())
        else:
            if self.role == DEFENDER:
                inside = s.shut[self.x]
                fact(s, inside, TRAINS, inside.bit_count() - capacity(self.x))
            s.tell("went_inside", self.side, self.x, blocks.bit_count())

    # --- step by step

    def begin(self, s: Aiw) -> None:
        """[12.2g] [11.3d] Whoever stays is told apart from those who go. What a first group that was wiped out leaves
        behind is beyond the reach of the units on the roads."""
        if on_roads(s, self.side, self.x) and not fighters(s, in_open(s, self.side, self.x)):
            s.reveal()
            share_out(s, abandon(s, self.side, self.x))
        if self.stay:
            self.stay = bitset(pick_out(s, ids_of(self.stay)))
            s.apart |= self.stay

    def back(self, s: Aiw) -> None:
        """[17.9g] [18.2d] Units that came out of a besieged Fortress can only go back into it, and so can what they
        took along; in older versions that went with anybody."""
        out = s.sortied & in_open(s, self.side, self.x)
        if out:
            s.sortied &= ~out
            self.go(s, out, INSIDE + self.x)
        if self.role == ATTACKER and s.rules >= 3:
            for kind, points in enumerate(phase(s).out):
                left = min(points, load(s, self.side, kind, self.x))
                if left:
                    self.carry(s, kind, left, INSIDE + self.x)

    def leave(self, s: Aiw) -> str | None:
        """[17.9d] Each unit may go its own way; where there is one way only nothing is asked."""
        left = self.left(s)
        if not left:
            return None
        ways = self.ways(s, False) if left & ~s.landed else self.ways(s, True)
        several = bool(left & s.landed and left & ~s.landed) or has_refuge(s, self.side, self.x, self.role)
        if several:
            s.reveal()      # who has a way depends on who is a Train
        if len(ways) == 1 and ways[0] < AREAS and not several:
            if fighters(s, left) or ways[0] in self.spots:
                self.go(s, left, ways[0])
                return None
        elif any(self.ways_of(s, b) for b in ids_of(left)):
            s.call(RetreatUnits(self.side))
            return "leave"
        s.reveal()          # that nobody of them may go somewhere
        return None

    def bring(self, s: Aiw) -> str | None:
        """[17.9n] [11.3b] [14.1a] Guns and Knapsacks go with units; where there is one way only nothing is asked."""
        gather_loads(s, self.side, self.x)
        for kind in range(len(LOADS)):
            points = load(s, self.side, kind, self.x)
            if not points or self.brought:
                continue
            ways = self.load_ways(s, kind)
            if self.hides(kind) or len(ways) > 1 or ways and self.left(s):
                s.call(BringLoads(self.side))
                return "bring"
            if ways:
                self.carry(s, kind, points, ways[0])
        return None

    def carry(self, s: Aiw, kind: Load, points: int, spot: Spot) -> None:
        """[17.9n] Guns or a Knapsack go to a spot; into a Fortress as far as one counter shows, by sea what landed."""
        if spot >= AREAS:
            points = min(points, MOST_LOAD[self.side][kind] - load(s, self.side, kind, spot))
        elif self.by_sea(s, spot):
            points = min(points, phase(s).ashore[kind])
            phase(s).ashore[kind] -= points
        if points <= 0:
            return
        move_load(s, self.side, kind, self.x, spot, points)
        tire(s, self.side, kind, spot, points)
        s.tell("carried", self.side, kind, self.x, area_of(spot), points)

    def surrounded(self, s: Aiw) -> None:
        """[17.9s] Those who have no way left are surrounded; Trains without a companion are left behind [11.3d]."""
        left = self.left(s)
        s.answer = -1
        if fighters(s, left):
            s.call(Surrounded(self.side, self.x, self.x, left))
            return
        for b in ids_of(left):
            put(s, b, self.x)

    def close(self, s: Aiw) -> None:
        """[17.9v] What broke out of an encirclement counts as retreated to where it ended. [18.1y] [10.2i] A siege that
        nobody keeps up any more is over at once, and so are works."""
        if s.answer >= 0:
            self.spots.append(s.answer)
        s.apart &= ~self.stay
        settle_at_once(s)

    def merge(self, s: Aiw) -> None:
        """[17.9w] After a Battle units may be merged where they are now."""
        if self.battle:
            s.call(Merge(self.side, bitset(spot for spot in self.spots if spot < AREAS)))


@dataclass(slots=True)
class RetreatUnits(Ask):
    """[17.9d] Say where a unit, or all that are left, retreat to; the combat space itself is its Fortress."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        retreat = s.caller(self, Retreat)
        areas = MAP.near_bits[retreat.x] | (1 << retreat.x) | (PORTS if seat == LIBERAL else 0)
        actions: list[Action] = [("retreat", b, y) for b in ids_of(retreat.left(s)) for y in ids_of(areas)]
        return actions + [("retreat_all", y) for y in ids_of(areas)]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        retreat = s.caller(self, Retreat)
        if action[0] == "retreat_all":
            (y,) = action[1:]
            return _refuse_all(s, retreat, y)
        block, y = action[1:]
        if not retreat.left(s) >> block & 1:
            return NOT_RETREATING
        spot = INSIDE + retreat.x if y == retreat.x else y
        if spot in retreat.ways_of(s, block):
            return None
        landed = bool(s.landed >> block & 1)
        if TRAINS >> s.unit[block] & 1:
            if y == retreat.x and has_refuge(s, seat, retreat.x, retreat.role):
                return ONE_INSIDE
            return refuse_way(s, seat, retreat.x, retreat.role, y, landed) or NEEDS_COMPANION
        return refuse_way(s, seat, retreat.x, retreat.role, y, landed) or TOGETHER

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        retreat = s.caller(self, Retreat)
        if action[0] == "retreat_all":
            (y,) = action[1:]
            retreat.go(s, retreat.left(s), INSIDE + retreat.x if y == retreat.x else y)
            return
        block, y = action[1:]
        retreat.go(s, bitset(pick_out(s, [block])), INSIDE + retreat.x if y == retreat.x else y)


def _refuse_all(s: Aiw, retreat: Retreat, y: Area) -> Refusal | None:
    """[17.9d] Everybody who is left goes to one space: each of them must be allowed to."""
    left = retreat.left(s)
    wagons = trains(s, left)
    spot = INSIDE + retreat.x if y == retreat.x else y
    for b in ids_of(left if spot < AREAS else left & ~wagons):
        landed = bool(s.landed >> b & 1)
        if spot not in retreat.ways(s, landed):
            return refuse_way(s, retreat.side, retreat.x, retreat.role, y, landed) or TOGETHER
    if spot < AREAS:
        return NEEDS_COMPANION if wagons == left and spot not in retreat.spots else None
    if not has_refuge(s, retreat.side, retreat.x, retreat.role):
        return refuse_way(s, retreat.side, retreat.x, retreat.role, y)
    if (left & ~wagons).bit_count() > room_inside(s, retreat.x):
        return FORTRESS_FULL
    return ONE_INSIDE if wagons & wagons - 1 or wagons and trains(s, s.shut[retreat.x]) else None


@dataclass(slots=True)
class BringLoads(PublicAsk):
    """[17.9n] Say with whom guns and Knapsacks go; Carlist guns may be hidden. What is left shares the fate of the
    surrounded units."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        retreat = s.caller(self, Retreat)
        areas = MAP.near_bits[retreat.x] | (1 << retreat.x) | (PORTS if seat == LIBERAL else 0)
        actions: list[Action] = [DONE]
        for kind in range(len(LOADS)):
            if load(s, seat, kind, retreat.x):
                actions += [("hide", kind, retreat.x), ("hide_one", kind, retreat.x)]
                for y in ids_of(areas | bitset(area_of(spot) for spot in retreat.spots)):
                    actions += [("carry", kind, y), ("carry_one", kind, y)]
        return actions

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        retreat = s.caller(self, Retreat)
        if action == DONE:
            return None if retreat.left(s) else MUST_LEAVE
        kind, y = action[1:]
        points = load(s, seat, kind, retreat.x)
        one = action[0].endswith("_one")
        if not points or one and points < 2:
            return NO_LOAD
        if action[0].startswith("hide"):
            if y != retreat.x or not retreat.hides(kind):
                return NO_BOX
            return NO_COUNTER if one and not splits(s, kind, points, points_in_box(s, kind)) else None
        spot = INSIDE + retreat.x if y == retreat.x else y
        if spot not in retreat.load_ways(s, kind):
            return ONE_INSIDE if spot in retreat.spots or y == retreat.x and has_refuge(s, seat, y, retreat.role) else (
                NOBODY_WENT_THERE
            )
        if one and (kind == SACK or not guns_free(s, seat, kind, spot, 1)):
            return NO_COUNTER
        return None

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        retreat = s.caller(self, Retreat)
        if action == DONE:
            retreat.brought = True
            return
        kind, y = action[1:]
        points = 1 if action[0].endswith("_one") else load(s, seat, kind, retreat.x)
        if action[0].startswith("hide"):
            hide_guns(s, kind, retreat.x, points)
        else:
            retreat.carry(s, kind, points, INSIDE + retreat.x if y == retreat.x else y)

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        if len(action) != 3:
            return None
        kind, y = action[1:]
        if action[0].startswith("hide"):
            return counter(s, seat, kind, load_spot(s, seat, kind, y))
        return counter(s, seat, kind, s.caller(self, Retreat).x, y)
