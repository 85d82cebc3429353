"""[11.0] A group drops units, guns or a Knapsack on its way; it picks up nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.aiw.board import CARLIST, FIRST_REGION, LOADS
from tablero.games.aiw.fog import pick_out
from tablero.games.aiw.rules.r11_movement.s00_groups import NO_LOAD, haul, portions, refuse_division
from tablero.games.aiw.rules.r12_carlist_movement.s03_countermarch import MUST_PASS
from tablero.games.aiw.rules.r23_regions.s01_movement import WHOLE
from tablero.games.aiw.state import Aiw, Block, Load
from tablero.kernel.actions import Action
from tablero.kernel.refusals import Refusal

if TYPE_CHECKING:
    from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove

NO_PICKING_UP = Refusal("11.0b", "group_picks_nobody_up")
NOT_IN_GROUP = Refusal("11.0b", "not_in_the_group")
LAST_ONE = Refusal("11.0b", "last_of_the_group")


def refuse_dropping(s: Aiw, move: GroupMove, action: Action) -> Refusal | None:
    """[11.0b] [12.3e] [14.0c] [23.1c] Why a unit or guns cannot be left here."""
    if move.through == move.spot:
        return MUST_PASS
    if move.side == CARLIST and move.spot >= FIRST_REGION:
        return WHOLE
    if action[0] == "leave":
        (block,) = action[1:]
        if not move.group >> block & 1:
            return NOT_IN_GROUP
        return LAST_ONE if move.group.bit_count() == 1 else None
    kind, points = action[1:]
    if kind >= len(LOADS) or points not in portions(move.side, kind, move.load[kind]):
        return NO_LOAD
    kept = move.load[kind] - points
    return refuse_division(s, move.side, kind, move.spot, kept) if kept else None


def drop_unit(s: Aiw, move: GroupMove, block: Block) -> None:
    """[11.0b] [11.4h] [10.0m] A unit is dropped off where the group is; it has acted."""
    (block,) = pick_out(s, [block])
    move.group &= ~(1 << block)
    s.apart &= ~(1 << block)
    s.tell("left", move.side, 1, move.spot)


def drop_load(s: Aiw, move: GroupMove, kind: Load, points: int) -> None:
    """[11.0b] [11.1d] Guns or a Knapsack stay where the group is."""
    move.load[kind] -= points
    if move.moved:
        haul(s, kind, move.spot, points)
    s.tell("left_load", move.side, kind, points, move.spot)
