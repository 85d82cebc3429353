"""[4.8] Ristre: the cavalry charges."""

from __future__ import annotations

from collections.abc import Sequence

from tablero.games.dpyr.board import GEFE, RISTRE, TABLES
from tablero.games.dpyr.rules.r06_movement.s01_movement import beside, open_ground, walk
from tablero.games.dpyr.rules.r06_movement.s03_stacking import without_full
from tablero.games.dpyr.state import Dpyr, Hex, Hexes, Unit
from tablero.kernel.refusals import Refusal

NOT_AT_ENEMY = Refusal("4.8a", "ristre_must_end_next_to_enemy")
MUST_CHARGE = Refusal("4.8a", "ristre_must_attack")


def reach(s: Dpyr, unit: Unit, within: Hexes) -> Hexes:
    """[4.8a] Up to two hexes, ending next to an enemy; [5.1c] a Gefe one hex, anywhere."""
    kind = s.b.kind[unit]
    found = walk(s, unit, TABLES.movement[RISTRE][kind], open_ground(s) & within)
    if kind != GEFE:
        found &= beside(s.held[1 - s.b.side[unit]])
    return without_full(s, unit, found)


def multiplier(s: Dpyr, x: Hex, defenders: Sequence[Unit]) -> int:
    """[4.8b] [4.8c] [4.8f] Fire damage on any defender triples the factors, shock damage doubles them."""
    if (s.b.field.building >> x) & 1:             # [4.8d]
        return 1
    loose = [u for u in defenders if not (s.square >> u) & 1]         # [6.2d] markers on a square do not count
    if any(s.fire[u] for u in loose):
        return TABLES.triple_fire
    return TABLES.double_shock if any(s.shock[u] for u in loose) else 1
