"""[10.3] Demolish a Fortress of one's own."""

from __future__ import annotations

from tablero.games.aiw.board import BLOCK_SIDE, CITIES
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_area
from tablero.games.aiw.rules.r10_actions.s00_points import COSTS, HALVES, NOT_YOURS
from tablero.games.aiw.rules.r10_actions.s00_used import refuse_acting
from tablero.games.aiw.rules.r10_actions.s02_construct import BUILDERS, work_on
from tablero.games.aiw.state import Aiw, Block, Side, area_of
from tablero.kernel.refusals import Refusal

DEMOLISH = HALVES * COSTS.integer("demolish_fortress")

NO_FORTRESS = Refusal("10.3b", "no_own_fortress")
ENEMY_AT_FORTRESS = Refusal("10.3b", "enemy_present")
CITY_STANDS = Refusal("10.3d", "city_fortress_stays")
CANNOT_DEMOLISH = Refusal("10.3d", "infantry_demolishes")


def refuse_demolition(s: Aiw, side: Side, block: Block) -> Refusal | None:
    """[10.3b] [10.3d] [10.0k] Why a unit cannot demolish the Fortress where it stands."""
    if BLOCK_SIDE[block] != side or s.at[block] < 0:
        return NOT_YOURS
    x = area_of(s.at[block])
    if not (s.forts[side] | s.works[side]) >> x & 1:
        return NO_FORTRESS
    if CITIES >> x & 1:
        return CITY_STANDS
    if in_area(s, 1 - side, x):
        return ENEMY_AT_FORTRESS
    if not BUILDERS >> s.unit[block] & 1:
        return CANNOT_DEMOLISH
    return refuse_acting(s, block)


def demolish(s: Aiw, side: Side, block: Block) -> None:
    """[10.3a] [10.3c] [10.3e] An own Fortress, or one under construction, is removed; the unit has acted."""
    x = work_on(s, block)
    s.forts[side] &= ~(1 << x)
    s.works[side] &= ~(1 << x)
    s.touched |= 1 << x
    s.tell("demolished", side, x)
    settle(s)
