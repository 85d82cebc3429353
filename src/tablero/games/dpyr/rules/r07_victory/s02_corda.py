"""[7.2] Corda: the enemy is called upon to surrender."""

from __future__ import annotations

from tablero.games.dpyr.board import BRUTO, GEFE, TABLES
from tablero.games.dpyr.rules.r07_victory.s01_victory import finish
from tablero.games.dpyr.state import SURRENDER, Dpyr, Side, strength
from tablero.kernel.refusals import Refusal

STRONG_ENEMY = Refusal("7.2a", "corda_enemy_too_strong")


def refuse_corda(s: Dpyr, side: Side) -> Refusal | None:
    """[7.2a] When the enemy has three units or fewer on the map."""
    return None if strength(s, 1 - side) <= TABLES.corda_units else STRONG_ENEMY


def corda_modifier(s: Dpyr, side: Side) -> int:
    """[7.2c] -1 for a B unit among those left, +1 if only one is left."""
    left = [u for u in s.b.army[1 - side] if s.at[u] >= 0 and s.b.kind[u] != GEFE]
    total = TABLES.corda_brute if any(s.b.morale[u] == BRUTO for u in left) else 0
    return total + TABLES.corda_single if len(left) == 1 else total


def try_corda(s: Dpyr, side: Side) -> bool:
    """[7.2b] On 5 or 6 the enemy surrenders; [7.2d] a full victory at once."""
    die = s.die()
    need = TABLES.corda_least - corda_modifier(s, side)
    s.tell("corda", side, die, need)
    if die >= need:
        finish(s, SURRENDER, side)
        return True
    s.tell("corda_failed", side)
    return False
