"""[4.7] Puente: the army falls back, away from the enemy."""

from __future__ import annotations

from tablero.games.dpyr.board import GEFE, GRID, PUENTE, TABLES
from tablero.games.dpyr.rules.r06_movement.s01_movement import barred, open_ground, walk
from tablero.games.dpyr.rules.r06_movement.s03_stacking import without_full
from tablero.games.dpyr.state import Dpyr, Hex, Hexes, Unit
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.refusals import Refusal

NOT_AWAY = Refusal("4.7a", "puente_not_away")
TOO_FAR = Refusal("4.7a", "puente_too_far")


def reach(s: Dpyr, unit: Unit) -> Hexes:
    """[4.7a] Up to two hexes (a gun one), each further from the nearest enemy than the one before."""
    b = s.b
    kind, side = b.kind[unit], b.side[unit]
    steps = TABLES.movement[PUENTE][kind]
    if kind == GEFE:                        # [5.1c] a Gefe may go in any direction
        return without_full(s, unit, walk(s, unit, steps, open_ground(s)))
    ground = open_ground(s) & ~s.held[1 - side]
    foes = ids_of(s.held[1 - side])
    found = 0
    edge: tuple[Hex, ...] = (s.at[unit],)
    for _ in range(steps):
        step: set[Hex] = set()
        for x in edge:
            here = nearest(x, foes)
            step.update(y for y in GRID.near[x] if (ground >> y) & 1 and nearest(y, foes) > here)
        reached = bitset(step)
        found |= reached
        edge = ids_of(reached & ~barred(s, b, unit, reached))
    return without_full(s, unit, found)


def refuse(s: Dpyr, unit: Unit, x: Hex) -> Refusal:
    """Why a hex that could be entered is not within reach: it lies too far, or not straight away from the enemy."""
    here, foes = s.at[unit], ids_of(s.held[1 - s.b.side[unit]])
    way = GRID.distance[here][x]
    away = nearest(x, foes) - nearest(here, foes) == way       # every hex of the way gains one
    return TOO_FAR if away or way > TABLES.movement[PUENTE][s.b.kind[unit]] else NOT_AWAY


def nearest(x: Hex, foes: tuple[Hex, ...]) -> int:
    """Hexes to the nearest enemy unit; on an empty field nothing is further than anything else."""
    distance = GRID.distance[x]
    return min(map(distance.__getitem__, foes), default=0)
