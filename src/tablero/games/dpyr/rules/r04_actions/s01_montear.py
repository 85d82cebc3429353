"""[4.1] Montear: every unit may march, but not up to the enemy."""

from __future__ import annotations

from tablero.games.dpyr.board import ARTILLERY, CAVALRY, GEFE, MONTEAR, TABLES
from tablero.games.dpyr.rules.r06_movement.s01_movement import beside, enemy_horse, open_ground, road_walk, walk
from tablero.games.dpyr.rules.r06_movement.s03_stacking import without_full
from tablero.games.dpyr.state import Dpyr, Hex, Hexes, Unit
from tablero.kernel.refusals import Refusal

NEXT_TO_HORSE = Refusal("4.1e", "next_to_cavalry")
HORSE_IN_MOUNTAINS = Refusal("4.1c", "cavalry_in_mountains")
ENDS_NEXT_TO_ENEMY = Refusal("4.1d", "ends_next_to_enemy")
TOO_FAR = Refusal("4.1a", "montear_too_far")


def reach(s: Dpyr, unit: Unit, boats: bool, within: Hexes) -> Hexes:
    """[4.1a] [4.1b] Two hexes (a gun one), or four by road; [4.1g] the limits hold for every hex it enters."""
    b = s.b
    kind, side, start = b.kind[unit], b.side[unit], s.at[unit]
    dry = ground = open_ground(s) & within
    steps, road = TABLES.movement[MONTEAR][kind], TABLES.road[kind]
    halting = 0
    if kind == CAVALRY:
        halting = b.field.mountain          # [4.1c] entering a mountain ends its move, from one it goes a single hex
        if (halting >> start) & 1:
            steps = road = steps // 2
    if boats:
        if kind == ARTILLERY:
            steps += b.boats_bonus          # [9.2g]
        if (b.field.by_the_river >> start) & 1:
            ground |= b.field.river & within    # [9.2g] the gunboats carry it over, but it may not stay in the river
    if kind != GEFE:                        # [5.1c] a Gefe is free of the limits
        shunned = ~beside(enemy_horse(s, side))         # [4.1e]
        dry &= shunned
        ground &= shunned
    found = walk(s, unit, steps, ground, halting) & open_ground(s)
    found |= road_walk(s, unit, road, dry, halting)
    if kind != GEFE:
        found &= ~beside(s.held[1 - side])  # [4.1d] [4.1f] passing infantry, guns and leaders is allowed, ending is not
    return without_full(s, unit, found)


def refuse(s: Dpyr, unit: Unit, x: Hex) -> Refusal:
    """Why a hex that could be entered is not within reach: the enemy beside it, or what bars the way to it."""
    side, kind, ground = s.b.side[unit], s.b.kind[unit], open_ground(s)
    if kind == GEFE:
        return TOO_FAR
    near_horse = beside(enemy_horse(s, side))
    if (near_horse >> x) & 1:
        return NEXT_TO_HORSE
    if (beside(s.held[1 - side]) >> x) & 1:
        return ENDS_NEXT_TO_ENEMY
    if (unhindered(s, unit, ground & ~near_horse) >> x) & 1:
        return HORSE_IN_MOUNTAINS
    return NEXT_TO_HORSE if (unhindered(s, unit, ground) >> x) & 1 else TOO_FAR


def unhindered(s: Dpyr, unit: Unit, ground: Hexes) -> Hexes:
    """Hexes within a unit's reach on some ground if mountains did not matter."""
    kind = s.b.kind[unit]
    return walk(s, unit, TABLES.movement[MONTEAR][kind], ground) | road_walk(s, unit, TABLES.road[kind], ground)
