"""[17.9] Merging: the loser of a Battle may join units where they retreated to."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import EFFECT, FIGHTERS, KIND, MOST, TABLES
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open
from tablero.games.aiw.rules.r05_units.s03_strength import gain
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.state import Aiw, Area, Areas, Side, Unit
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of, lowest
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

MERGE_FROM = TABLES.table("surrounded").integer("merge_from_units")     # [17.9w]

TOO_FEW = Refusal("17.9w", "three_units_to_merge")
ONLY_FIGHTERS = Refusal("17.9w", "trains_do_not_merge")
OTHER_TYPE = Refusal("17.9w", "merge_the_same_type")
BETTER_UNIT = Refusal("17.9w", "merge_into_equal_or_lower_effectiveness")
NOT_HERE = Refusal("17.9w", "unit_is_not_in_this_space")
HAS_PARTNER = Refusal("17.9x", "merge_rather_than_disband")


@dataclass(slots=True)
class Merge(Procedure):
    """[17.9w] The loser of a Battle may merge units where they retreated to: `spaces`, one after the other."""

    side: Side
    spaces: Areas = 0

    def steps(self) -> tuple[str, ...]:
        return ("ask",)

    def ask(self, s: Aiw) -> str | None:
        """[17.9w] Asked is who has three blocks or more in such a space."""
        while self.spaces:
            x = lowest(self.spaces)
            self.spaces &= self.spaces - 1
            if in_open(s, self.side, x).bit_count() >= MERGE_FROM:
                s.call(MergeUnits(self.side, x))
                return "ask"
        return None


def refuse_merging(s: Aiw, unit: Unit, into: Unit) -> Refusal | None:
    """[17.9w] Strength goes to a unit of the same type and of equal or lower effectiveness."""
    if not FIGHTERS >> unit & 1 or not FIGHTERS >> into & 1:
        return ONLY_FIGHTERS
    if KIND[unit] != KIND[into]:
        return OTHER_TYPE
    return BETTER_UNIT if EFFECT[into] > EFFECT[unit] else None


@dataclass(slots=True)
class MergeUnits(Ask):
    """[17.9w] [17.9x] Give up a unit and add its strength to another; or to none, if none could have it."""

    x: Area
    begun: bool = False     # the number of units was tested: there were three [17.9w]

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        here = ids_of(in_open(s, seat, self.x))
        actions: list[Action] = [DONE]
        actions += [("merge", b, c) for b in here for c in here if b != c]
        actions += [("disband", b) for b in here]
        return actions

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        here = in_open(s, seat, self.x)
        block, *partner = action[1:]
        if not here >> block & 1:
            return NOT_HERE
        if not self.begun and fighters(s, here).bit_count() < MERGE_FROM:
            return TOO_FEW
        unit = s.unit[block]
        if not partner:
            if not FIGHTERS >> unit & 1:
                return ONLY_FIGHTERS
            others = ids_of(here & ~(1 << block))
            return HAS_PARTNER if any(refuse_merging(s, unit, s.unit[b]) is None for b in others) else None
        (into,) = partner
        if not here >> into & 1 or into == block:
            return NOT_HERE
        return refuse_merging(s, unit, s.unit[into])

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        if not self.begun:
            self.begun = True
            fact(s, in_open(s, seat, self.x), FIGHTERS, MERGE_FROM)
        block, *partner = action[1:]
        into = s.unit[partner[0]] if partner else -1
        (block,) = pick_out(s, [block])
        strength = s.strength[block]
        eliminate(s, block)
        if into >= 0:
            (block,) = pick_out(s, [s.unit.index(into)])
            fact(s, 1 << block, FIGHTERS, 1)
            gained = min(strength, MOST[into] - s.strength[block])
            if gained:
                gain(s, block, gained)
        return AGAIN
