"""[19.1] The general limit: how many units an area may hold."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import FIGHTERS, FIRST_REGION, TABLES
from tablero.games.aiw.fog import pick_out
from tablero.games.aiw.rules.r05_units.s01_blocks import in_area
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.state import Aiw, Area, Block, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Pick

_limits = TABLES.table("limits")
SPACE_LIMIT = _limits.integer("space_inf_cav")                                              # [19.1a]
REGION_LIMIT = (_limits.integer("region_carlist"), _limits.integer("region_liberal"))       # [19.1d]

TRAIN_NOT_COUNTED = Refusal("19.1b", "trains_do_not_count")
NOT_IN_AREA = Refusal("19.1c", "unit_is_elsewhere")


def general_limit(side: Side, x: Area) -> int:
    """[19.1a] [19.1d] [23.3b] How many Infantry and Cavalry of a side an area may hold."""
    return SPACE_LIMIT if x < FIRST_REGION else REGION_LIMIT[side]


@dataclass(slots=True)
class Excess(Pick):
    """[19.1c] Eliminate an Infantry or Cavalry unit: there are more than the general limit allows."""

    x: Area

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("disband", b) for b in ids_of(in_area(s, seat, self.x))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        if not in_area(s, seat, self.x) >> block & 1:
            return NOT_IN_AREA
        return None if FIGHTERS >> s.unit[block] & 1 else TRAIN_NOT_COUNTED

    def pick(self, s: Aiw, seat: Side, block: Block) -> None:
        (block,) = pick_out(s, [block])
        eliminate(s, block)
