"""[17.9] Surrounded units: they break out together, with losses, perhaps more than once."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import CARLIST, FIELD, FIGHTERS, LOADS, MAP, TABLES, TRAINS
from tablero.games.aiw.fog import blocks_on, fact, pick_out
from tablero.games.aiw.rules.r04_map import besieged, settle_at_once
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_area, in_open, put, trains
from tablero.games.aiw.rules.r05_units.s01_counters import add_load, load, move_load, spots_of
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.rules.r11_movement.s00_groups import tire
from tablero.games.aiw.rules.r14_artillery import capture
from tablero.games.aiw.rules.r17_battle.s09_ways import (
    EVADER, NO_REGION, NOT_ADJACENT, free_of_enemies, neighbours, refuse_way, ways_out
)
from tablero.games.aiw.state import OFF, Aiw, Area, Block, Blocks, Side, Spot, area_of, road
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Pick, PublicPick

_table = TABLES.table("surrounded")
LEAST_HITS = _table.integer("min_hits")             # [17.9u]
TRAIN_LOSS = _table.integer("train_lost")           # [17.9u]

NOT_THE_STRONGEST = Refusal("17.9u", "hit_the_strongest")
NOT_IN_GROUP = Refusal("17.9u", "hit_the_group")


def depart(s: Aiw, block: Block, spot: Spot) -> None:
    """[17.9r] A block retreats to a spot: it fights no more in this phase; where it stood is behind it [12.2i]."""
    put(s, block, spot)
    s.retreated |= 1 << block
    s.stood &= ~(1 << block)


def gather_loads(s: Aiw, side: Side, x: Area) -> None:
    """Guns and Knapsacks on the roads into a space are with those of the space."""
    for kind in range(len(LOADS)):
        for spot in spots_of(s, side, kind):
            if area_of(spot) == x and spot >= road(0, 0):
                move_load(s, side, kind, spot, x, load(s, side, kind, spot))


def weaken_train(s: Aiw, blocks: Blocks, points: int = 1) -> None:
    """[16.0w] [17.8e] [17.9u] The Train among the blocks loses strength, and so is known to be one."""
    for b in ids_of(trains(s, blocks)):
        (train,) = pick_out(s, [b])
        fact(s, 1 << train, TRAINS, 1)
        lose(s, train, points)


@dataclass(slots=True)
class Surrounded(Procedure):
    """[17.9s] Units without a legal retreat break out together; answers the area where they end, or -1."""

    side: Side
    x: Area                 # where the combat was: captured guns stay here
    here: Area              # where the units are
    group: Blocks           # the units
    to: Area = OFF
    hits: int = 0

    def steps(self) -> tuple[str, ...]:
        return ("gather", "choose", "count", "suffer", "guns", "march", "second", "onward", "end")

    def members(self, s: Aiw) -> Blocks:
        """The blocks of the group that are left."""
        return in_open(s, self.side, self.here) & self.group

    def gather(self, s: Aiw) -> None:
        """[17.9s] All such units form one group, those on roads too, and are told apart while it lasts."""
        for b in ids_of(self.group):
            depart(s, b, self.here)
        s.apart |= self.group

    def choose(self, s: Aiw) -> None:
        """[17.9t] Their owner picks a neighbouring space."""
        s.call(BreakOut(self.side))

    def count(self, s: Aiw) -> None:
        """[17.9u] A hit for each enemy Infantry or Cavalry unit on the road and in the space, at least one."""
        enemies = enemies_on_the_way(s, self.side, self.here, self.to)
        n = fighters(s, enemies).bit_count()
        self.hits = max(LEAST_HITS, n)
        s.reveal()
        fact(s, enemies, FIGHTERS, n)
        fact(s, enemies, TRAINS, enemies.bit_count() - self.hits)
        s.tell("breaks_out", self.side, self.here, self.to, self.hits)

    def suffer(self, s: Aiw) -> str | None:
        """[17.9u] The hits go one by one to the strongest unit."""
        members = self.members(s)
        if not self.hits or not fighters(s, members):
            return None
        if members & members - 1:
            s.call(BreakOutHit(self.side))
        else:
            self.strike(s, members)
        return "suffer"

    def strike(self, s: Aiw, block: Block) -> None:
        """[17.9u] A block of the group, picked out of its like, takes a hit."""
        self.hits -= 1
        fact(s, block, FIGHTERS, 1)
        lose(s, block.bit_length() - 1)

    def guns(self, s: Aiw) -> str | None:
        """[17.9u] Half of the Field Artillery is captured where the combat was, the Train loses strength; if nobody is
        left, what is not alive stays behind [11.3d]."""
        members = self.members(s)
        s.reveal()          # who is left, and whether there is a Train
        if not fighters(s, members):
            s.apart &= ~self.group
            s.answer = -1
            return END
        lost = (load(s, self.side, FIELD, self.here) + 1) // 2
        if lost:
            add_load(s, self.side, FIELD, self.here, -lost)
            capture(s, 1 - self.side, self.x, FIELD, lost)
        weaken_train(s, members, TRAIN_LOSS)
        return None

    def march(self, s: Aiw) -> None:
        """[17.9t] The group goes to the space, with its guns and Knapsack."""
        self._move(s)

    def second(self, s: Aiw) -> str | None:
        """[17.9v] Where an enemy is the group must retreat once more by the normal rules, or break out again."""
        if free_of_enemies(s, self.side, self.here):
            return "end"
        if not ways_out(s, self.side, self.here, EVADER):
            return "choose"
        s.call(RetreatAgain(self.side))
        return None

    def onward(self, s: Aiw) -> None:
        """[17.9v] The second retreat."""
        self._move(s)

    def end(self, s: Aiw) -> None:
        """[17.9v] The group is where it may stay."""
        s.apart &= ~self.group
        s.answer = self.here

    def _move(self, s: Aiw) -> None:
        members = self.members(s)
        for b in ids_of(members):
            put(s, b, self.to)
        for kind in range(len(LOADS)):
            points = load(s, self.side, kind, self.here)
            if points:
                move_load(s, self.side, kind, self.here, self.to, points)
                tire(s, self.side, kind, self.to, points)
        s.tell("retreated", self.side, self.here, self.to, members.bit_count())
        self.here = self.to
        settle_at_once(s)


def enemies_on_the_way(s: Aiw, side: Side, x: Area, y: Area) -> Blocks:
    """[17.9u] The enemy blocks on the road between two spaces, and in the second unless they are besieged there."""
    enemy = 1 - side
    enemies = in_open(s, enemy, y) if besieged(s, enemy, y) else in_area(s, enemy, y)
    return enemies | blocks_on(s, enemy, road(y, x)) | blocks_on(s, enemy, road(x, y))


@dataclass(slots=True)
class BreakOut(PublicPick):
    """[17.9t] Pick the space to which the surrounded units break out, whoever is there."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("break_out", y) for y in ids_of(MAP.near_bits[s.caller(self, Surrounded).here])]

    def refuse_pick(self, s: Aiw, seat: Side, y: Area) -> Refusal | None:
        here = s.caller(self, Surrounded).here
        if neighbours(seat, here) >> y & 1:
            return None
        return NO_REGION if seat == CARLIST and MAP.near_bits[here] >> y & 1 else NOT_ADJACENT

    def pick(self, s: Aiw, seat: Side, y: Area) -> None:
        s.caller(self, Surrounded).to = y


@dataclass(slots=True)
class RetreatAgain(PublicPick):
    """[17.9v] Pick the space to which the units retreat once more."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("break_out", y) for y in ids_of(MAP.near_bits[s.caller(self, Surrounded).here])]

    def refuse_pick(self, s: Aiw, seat: Side, y: Area) -> Refusal | None:
        return refuse_way(s, seat, s.caller(self, Surrounded).here, EVADER, y)

    def pick(self, s: Aiw, seat: Side, y: Area) -> None:
        s.caller(self, Surrounded).to = y


@dataclass(slots=True)
class BreakOutHit(Pick):
    """[17.9u] Name the unit that takes a hit: the strongest of the group."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("hit", b) for b in ids_of(s.caller(self, Surrounded).members(s))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        targets = fighters(s, s.caller(self, Surrounded).members(s))
        if not targets >> block & 1:
            return NOT_IN_GROUP
        strongest = max(s.strength[b] for b in ids_of(targets))
        return None if s.strength[block] == strongest else NOT_THE_STRONGEST

    def pick(self, s: Aiw, seat: Side, block: Block) -> None:
        (block,) = pick_out(s, [block])
        s.caller(self, Surrounded).strike(s, 1 << block)
