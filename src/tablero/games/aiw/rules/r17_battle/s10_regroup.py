"""[17.10] Regroup: the winner of a Battle moves units between its space and those around it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import AREAS, FIGHTERS, LOADS, ROADS, SACK, TABLES
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import come_out, enemies_about, enemy_holds, settle_at_once
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_area, in_open, put
from tablero.games.aiw.rules.r05_units.s01_counters import counter, guns_free, load, move_load
from tablero.games.aiw.rules.r11_movement.s00_groups import fresh_load, tire
from tablero.games.aiw.state import Aiw, Area, Areas, Blocks, Load, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

MOST_UNITS = TABLES.table("limits").integer("regroup_max")      # [17.10d]

NOT_THIS_BLOCK = Refusal("17.10b", "regroup_around_the_battle")
TO_AND_FRO = Refusal("17.10b", "regroup_to_or_from_the_battle_space")
ONCE = Refusal("17.10b", "regrouped_already")
NOBODY_THERE = Refusal("17.10b", "regroup_where_friends_are")
ENEMY_THERE = Refusal("17.10b", "regroup_not_with_enemies")
BATTLE_THERE = Refusal("17.10c", "regroup_not_into_a_battle")
FULL = Refusal("17.10d", "regroup_limit")
NEEDS_COMPANION = Refusal("17.10d", "regroup_with_a_companion")
NO_LOAD = Refusal("17.10d", "no_such_load")
NO_COUNTER = Refusal("14.0c", "no_gun_counter")


@dataclass(slots=True)
class Regroup(Procedure):
    """[17.10a] The winner of a Battle moves units between its space and those around it."""

    side: Side
    x: Area
    around: Areas = 0       # neighbours with a friendly unit or Fortress and without an enemy at the start [17.10b]
    moved: Blocks = 0       # blocks that have moved
    paths: list[tuple[Area, Area]] = field(default_factory=list)    # from where, to where: Infantry or Cavalry moved so
    loads: list[tuple[Load, Area]] = field(default_factory=list)    # guns and Knapsacks, and where they came to

    def steps(self) -> tuple[str, ...]:
        return ("begin", "ask", "end")

    def begin(self, s: Aiw) -> None:
        """[17.10b] What is inside an own Fortress comes out if no enemy is left; the spaces around are judged."""
        if s.forts[self.side] >> self.x & 1 and not enemies_about(s, self.side, self.x):
            come_out(s, self.x)
        near = ids_of(ROADS[self.x])
        self.around = bitset(y for y in near if _occupied(s, self.side, y) and not enemy_holds(s, self.side, y))

    def ask(self, s: Aiw) -> None:
        """[17.10a] The winner may regroup."""
        if self.around:
            s.call(RegroupUnits(self.side))

    def end(self, s: Aiw) -> None:
        """[17.10b] Those who moved are among the others again."""
        s.apart &= ~self.moved

    def escorted(self, origin: Area, to: Area) -> bool:
        """[17.10d] Has an Infantry or Cavalry unit gone this way?"""
        return (origin, to) in self.paths

    def arrived(self, kind: Load, x: Area) -> bool:
        """[17.10b] Have guns of a kind, or a Knapsack, come to a space by this regroup? They do not go on."""
        return (kind, x) in self.loads


def _occupied(s: Aiw, side: Side, x: Area) -> bool:
    """[17.10b] Is a unit or Fortress of the side there?"""
    return bool(in_open(s, side, x) or s.forts[side] >> x & 1)


def refuse_path(s: Aiw, regroup: Regroup, origin: Area, to: Area) -> Refusal | None:
    """[17.10b] [17.10c] Between the Battle space and a space around it, both ways; not to where the last besiegers have
    just left."""
    if origin == to or regroup.x not in (origin, to):
        return TO_AND_FRO
    other = to if origin == regroup.x else origin
    if not ROADS[regroup.x] >> other & 1:
        return TO_AND_FRO
    if regroup.around >> other & 1 and (other == origin or not enemy_holds(s, regroup.side, other)):
        return None
    if enemies_about(s, regroup.side, other):
        return BATTLE_THERE if in_open(s, regroup.side, other) else ENEMY_THERE
    return NOBODY_THERE if not _occupied(s, regroup.side, other) else ENEMY_THERE


@dataclass(slots=True)
class RegroupUnits(Ask):
    """[17.10b] Move units and what they take along to the Battle space or out of it, one by one, each once."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        regroup = s.caller(self, Regroup)
        actions: list[Action] = [DONE]
        for y in ids_of(ROADS[regroup.x]):
            for origin, to in ((regroup.x, y), (y, regroup.x)):
                actions += [("regroup", b, to) for b in ids_of(in_open(s, seat, origin))]
                actions += [(v, k, origin, to) for v in ("regroup_load", "regroup_gun") for k in range(len(LOADS))]
        return actions

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        regroup = s.caller(self, Regroup)
        if action[0] != "regroup":
            kind, origin, to = action[1:]
            return refuse_path(s, regroup, origin, to) or _refuse_load(s, regroup, action[0], kind, origin, to)
        block, to = action[1:]
        origin = s.at[block]
        if not 0 <= origin < AREAS or not in_open(s, seat, origin) >> block & 1:
            return NOT_THIS_BLOCK
        if regroup.moved >> block & 1:
            return ONCE
        path = refuse_path(s, regroup, origin, to)
        if path is not None:
            return path
        if not FIGHTERS >> s.unit[block] & 1:
            return None if regroup.escorted(origin, to) else NEEDS_COMPANION
        return FULL if fighters(s, in_area(s, seat, to)).bit_count() >= MOST_UNITS else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        regroup = s.caller(self, Regroup)
        if action[0] != "regroup":
            kind, origin, to = action[1:]
            points = 1 if action[0] == "regroup_gun" else load(s, seat, kind, origin)
            tired = max(0, points - fresh_load(s, seat, kind, origin))
            tire(s, seat, kind, origin, -tired)
            tire(s, seat, kind, to, tired)
            move_load(s, seat, kind, origin, to, points)
            regroup.loads.append((kind, to))
            s.tell("carried", seat, kind, origin, to, points)
            return AGAIN
        block, to = action[1:]
        origin = s.at[block]
        (block,) = pick_out(s, [block])
        if not regroup.escorted(origin, to):
            fact(s, 1 << block, FIGHTERS, 1)
            regroup.paths.append((origin, to))
        put(s, block, to)
        regroup.moved |= 1 << block
        s.apart |= 1 << block
        settle_at_once(s)
        s.tell("regrouped", block, origin, to)
        return AGAIN

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return counter(s, seat, *action[1:]) if action[0].startswith("regroup_") else None


def _refuse_load(s: Aiw, regroup: Regroup, verb: str, kind: Load, origin: Area, to: Area) -> Refusal | None:
    """[17.10d] Guns and Knapsacks go where an Infantry or Cavalry unit went; guns may be divided."""
    points = load(s, regroup.side, kind, origin)
    one = verb == "regroup_gun"
    if not points or one and (kind == SACK or points < 2):
        return NO_LOAD
    if regroup.arrived(kind, origin):
        return ONCE
    if not regroup.escorted(origin, to):
        return NEEDS_COMPANION
    return NO_COUNTER if one and not guns_free(s, regroup.side, kind, to, 1) else None
