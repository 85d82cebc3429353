"""[4.7] Puente: the army falls back, away from the enemy."""

from __future__ import annotations

from tablero.games.dpyr.board import GEFE, GRID, PUENTE, TABLES
from tablero.games.dpyr.rules.r06_movement.s01_movement import barred, beside, open_ground, walk
from tablero.games.dpyr.rules.r06_movement.s03_stacking import without_full
from tablero.games.dpyr.state import Dpyr, Hex, Hexes, Unit
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.refusals import Refusal

NOT_AWAY = Refusal("4.7a", "puente_not_away")
TOO_FAR = Refusal("4.7a", "puente_too_far")


def reach(s: Dpyr, unit: Unit, within: Hexes) -> Hexes:
    """[4.7a] Up to two hexes (a gun one), each further from the nearest enemy than the one before."""
    b = s.b
    kind, side = b.kind[unit], b.side[unit]
    steps = TABLES.movement[PUENTE][kind]
    if kind == GEFE:                        # [5.1c] a Gefe may go in any direction
        return without_full(s, unit, walk(s, unit, steps, open_ground(s) & within))
    foes = s.held[1 - side]
    if not foes:
        return 0                            # on an empty field nothing is further than anything else
    ground, found, edge = open_ground(s) & within & ~foes, 0, 1 << s.at[unit]
    gap = min(map(GRID.distance[s.at[unit]].__getitem__, ids_of(foes)))
    for near in range(gap, gap + steps):
        edge = bitset(y for y in ids_of(beside(edge) & ground) if not GRID.ring_bits(y, near) & foes)
        found |= edge
        edge &= ~barred(s, b, unit, edge)
    return without_full(s, unit, found)


def refuse(s: Dpyr, unit: Unit, x: Hex) -> Refusal:
    """Why a hex that could be entered is not within reach: it lies too far, or not straight away from the enemy."""
    foes, here = ids_of(s.held[1 - s.b.side[unit]]), GRID.distance[s.at[unit]]
    gap, way = min([here[y] for y in foes], default=0), here[x]
    away = min([GRID.distance[x][y] for y in foes], default=0) - gap == way     # every hex of the way gains one
    return TOO_FAR if away or way > TABLES.movement[PUENTE][s.b.kind[unit]] else NOT_AWAY
