"""[23.1] Movement into and between regions; its steps are those of any group: r11_movement/s01_march.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.aiw.board import FIRST_REGION, LIBERAL, MAP, NORTH
from tablero.games.aiw.rules.r23_regions.s00_expeditions import ENTRY, may_enter
from tablero.games.aiw.state import Aiw, Area
from tablero.kernel.actions import Action
from tablero.kernel.refusals import Refusal

if TYPE_CHECKING:
    from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove

ROLL_NORTH: Action = ("roll",)

WHOLE = Refusal("23.1c", "expedition_moves_whole")
ROLL_FIRST = Refusal("23.1l", "roll_for_the_north_first")
NO_NORTH = Refusal("23.0e", "region_is_not_next_to_the_north")
IN_THE_NORTH = Refusal("11.1a", "group_has_its_points")
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


def refuse_rolling_north(move: GroupMove) -> Refusal | None:
    """[23.1d] [23.1l] Why a group cannot roll for its way out of a region to the North."""
    if move.points >= 0:
        return IN_THE_NORTH
    return None if MAP.near_bits[move.spot] & NORTH else NO_NORTH
