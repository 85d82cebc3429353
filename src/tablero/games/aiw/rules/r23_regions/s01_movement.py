"""[23.1] Movement into and between regions; its steps are those of any group: r11_movement/s01_march.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.aiw.board import FIRST_REGION, LIBERAL
from tablero.games.aiw.rules.r23_regions.s00_expeditions import ENTRY, may_enter
from tablero.games.aiw.state import Aiw, Area
from tablero.kernel.refusals import Refusal

if TYPE_CHECKING:
    from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove

NOT_BACK = Refusal("23.1i", "came_from_a_region")
COMMITTED = Refusal("23.1j", "group_has_rolled_for_the_north")


def refuse_region(s: Aiw, move: GroupMove, region: Area) -> Refusal | None:
    """[23.0b] [23.0c] [23.1i] [23.1j] Why a group cannot go into a region next to it."""
    if move.group & s.abroad:
        return NOT_BACK
    if move.spot >= FIRST_REGION:
        return COMMITTED if move.side == LIBERAL and move.points >= 0 else None
    key = may_enter(s, move.side, region)
    return ENTRY[key] if key else None
