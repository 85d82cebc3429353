"""[10.2] Construct a Fortress."""

from __future__ import annotations

from typing import Final

from tablero.games.aiw.board import BLOCK_SIDE, CITIES, FOOT, HORSE, NORTH, PARTIDAS, REFUGES, REGIONS, UNITS
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import fortresses_free, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_area
from tablero.games.aiw.rules.r10_actions.s00_points import COSTS, HALVES, NOT_YOURS
from tablero.games.aiw.rules.r10_actions.s00_used import act, refuse_acting
from tablero.games.aiw.state import Aiw, Area, Areas, Block, Side, area_of
from tablero.kernel.refusals import Refusal

CONSTRUCT = HALVES * COSTS.integer("construct_fortress")
BUILDERS = FOOT & ~PARTIDAS                                             # [10.2f] [10.3d]
BUILDS: Final = (*(bool(BUILDERS >> unit & 1) for unit in range(len(UNITS))), False)    # by unit; none that is unseen

NO_BUILDER = Refusal("10.2b", "infantry_builds")
CANNOT_BUILD = Refusal("10.2f", "infantry_builds")
ENEMY_AT_SITE = Refusal("10.2b", "enemy_present")
NO_SITE = Refusal("10.2e", "no_building_site")
ONE_FORTRESS = Refusal("10.2g", "fortress_there_already")
NO_COUNTER = Refusal("10.2h", "no_fortress_counter")


def refuse_site(s: Aiw, side: Side, x: Area) -> Refusal | None:
    """[4.1f] [10.2b] [10.2e] [10.2g] [10.2h] Why no Fortress can be built in an area."""
    if (REGIONS | REFUGES | CITIES) >> x & 1:
        return NO_SITE
    if in_area(s, 1 - side, x) or s.forts[1 - side] >> x & 1:
        return ENEMY_AT_SITE
    if (s.forts[side] | s.works[0] | s.works[1]) >> x & 1:
        return ONE_FORTRESS
    return None if fortresses_free(s, side) > 0 else NO_COUNTER


def building_sites(s: Aiw, side: Side) -> Areas:
    """[10.2b] The areas where `refuse_site` has nothing against a Fortress."""
    if fortresses_free(s, side) <= 0:
        return 0
    taken = s.present[1 - side] | s.forts[0] | s.forts[1] | s.works[0] | s.works[1]
    return NORTH & ~(REFUGES | CITIES | taken)


def refuse_build(s: Aiw, side: Side, block: Block) -> Refusal | None:
    """[5.4l] [10.2b] [10.2f] [10.0k] Why a unit cannot build a Fortress where it stands, whatever it costs."""
    if BLOCK_SIDE[block] != side or s.at[block] < 0:
        return NOT_YOURS
    if refusal := refuse_site(s, side, area_of(s.at[block])):
        return refusal
    if not BUILDERS >> s.unit[block] & 1:
        return CANNOT_BUILD if (HORSE | PARTIDAS) >> s.unit[block] & 1 else NO_BUILDER
    return refuse_acting(s, block)


def build(s: Aiw, side: Side, block: Block) -> Area:
    """[10.2b] [10.2c] A Fortress under construction is placed; its builder has acted. The space where it stands."""
    x = work_on(s, block)
    s.works[side] |= 1 << x
    s.tell("works_begun", side, x)
    settle(s)
    return x


def work_on(s: Aiw, block: Block) -> Area:
    """[10.0k] [10.0l] One block is seen to build or to demolish: it is Infantry, and no Partida; it does no more."""
    (block,) = pick_out(s, [block])
    fact(s, 1 << block, BUILDERS, 1)
    act(s, 1 << block)
    return area_of(s.at[block])
