"""[12.1] Concentration: Carlist units come together in the activated space before anybody marches."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tablero.games.aiw.board import CARLIST, CARLIST_ZONE, FIGHTERS, LOADS, ROADS, TABLES, TRAINS
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_area, in_open, put
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, move_load
from tablero.games.aiw.rules.r11_movement.s00_groups import ALONE, came_by, idle_load, portions, refuse_load
from tablero.games.aiw.state import INSIDE, Aiw, Area, Block, Side, area_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

_table = TABLES.table("concentration")
POINTS = _table.integer("mp_cost")                      # [12.1e]
MOST = _table.integer("max_inf_cav_after")              # [12.1d]

OUTSIDE_ZONE = Refusal("12.0a", "only_in_the_carlist_zone")
NOBODY_NEAR = Refusal("12.1b", "nobody_to_concentrate")
NOT_ADJACENT = Refusal("12.1b", "concentration_not_adjacent")
ONE_EACH = Refusal("12.1b", "one_unit_from_each_space")
USED = Refusal("12.1c", "has_acted")
TOO_MANY = Refusal("12.1d", "six_units_concentrate")
BESIEGED = Refusal("12.1h", "besieged_units_stay")


def refuse_concentration(s: Aiw, x: Area) -> Refusal | None:
    """[12.0a] [12.1b] [12.1c] [12.1d] Why no unit can be brought into an activated space."""
    if not CARLIST_ZONE >> x & 1:
        return OUTSIDE_ZONE
    for y in ids_of(ROADS[x]):
        if fighters(s, in_open(s, CARLIST, y) & ~s.acted):
            return TOO_MANY if fighters(s, in_area(s, CARLIST, x)).bit_count() >= MOST else None
    return NOBODY_NEAR


@dataclass(slots=True)
class Concentration(Procedure):
    """[12.1] Carlist units come to an activated space; answers whether Infantry or Cavalry came: the enemy may not know
    how many. Until the activation is over they are told apart, and have not acted."""

    x: Area
    each: int = 1           # so many from each adjacent space
    came: list[Area] = field(default_factory=list)      # the space from which each Infantry or Cavalry unit came

    def steps(self) -> tuple[str, ...]:
        return ("gather", "count")

    def gather(self, s: Aiw) -> None:
        """[12.1a] [12.1b] One after the other."""
        s.call(Concentrate(CARLIST))

    def count(self, s: Aiw) -> None:
        """[12.1e] What it costs depends on whether anybody came."""
        s.answer = int(bool(self.came))
        settle(s)

    def hide(self, seat: Side) -> Concentration:
        """Where two may come, the enemy cannot tell whether the second is a Train."""
        return self if seat == CARLIST or self.each == 1 else replace(self, came=list(dict.fromkeys(self.came)))


@dataclass(slots=True)
class Concentrate(Ask):
    """[12.1b] Bring units from adjacent spaces: one Infantry or Cavalry unit from each, and what goes with it."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        actions: list[Action] = [DONE]
        for y in ids_of(ROADS[s.caller(self, Concentration).x]):
            actions += [("summon", b) for b in ids_of(in_area(s, seat, y))]
            for kind in range(len(LOADS)):
                if load(s, seat, kind, y):
                    here = idle_load(s, seat, kind, y) or load(s, seat, kind, y)
                    actions += [("fetch", y, kind, n) for n in portions(seat, kind, here)]
        return actions

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        concentration = s.caller(self, Concentration)
        if action == DONE:
            return None
        if action[0] == "summon":
            (block,) = action[1:]
            return self._refuse_block(s, concentration, block)
        y, kind, points = action[1:]
        if not ROADS[concentration.x] >> y & 1:
            return NOT_ADJACENT
        return refuse_load(s, seat, kind, y, points) or (None if y in concentration.came else ALONE)

    def _refuse_block(self, s: Aiw, concentration: Concentration, block: Block) -> Refusal | None:
        y = area_of(s.at[block])
        if not in_area(s, self.who, y) >> block & 1 or not ROADS[concentration.x] >> y & 1:
            return NOT_ADJACENT
        if s.at[block] >= INSIDE:
            return BESIEGED
        if s.acted >> block & 1:
            return USED
        if not FIGHTERS >> s.unit[block] & 1:
            return None if y in concentration.came else ALONE
        if concentration.came.count(y) >= concentration.each:
            return ONE_EACH
        return TOO_MANY if fighters(s, in_area(s, self.who, concentration.x)).bit_count() >= MOST else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        concentration = s.caller(self, Concentration)
        if action == DONE:
            return None
        if action[0] == "summon":
            (block,) = action[1:]
            self._summon(s, concentration, block)
        else:
            y, kind, points = action[1:]
            move_load(s, seat, kind, y, concentration.x, points)
            s.tell("fetched", kind, points, y, concentration.x)
        return AGAIN

    def _summon(self, s: Aiw, concentration: Concentration, block: Block) -> None:
        """[12.1b] The first block that comes from a space is Infantry or Cavalry; once no more such may come, the next
        are Trains: everybody can tell."""
        y, fights = s.at[block], FIGHTERS >> s.unit[block] & 1
        (block,) = pick_out(s, [block])
        if y not in concentration.came:
            fact(s, 1 << block, FIGHTERS, 1)
        elif concentration.came.count(y) >= concentration.each:
            fact(s, 1 << block, TRAINS, 1)
        if fights:
            concentration.came.append(y)
        put(s, block, concentration.x)
        s.apart |= 1 << block
        came_by(s, concentration.x, y)
        s.tell("summoned", y, concentration.x)

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return counter(s, seat, action[2], action[1]) if action[0] == "fetch" else None
