"""[7] Victory conditions: elimination, partial victory, Corda, and the graded victory that a table may choose."""

from __future__ import annotations

from fractions import Fraction

from tablero.games.dpyr.board import ARTILLERY, BRUTO, GEFE, SIDES, TABLES
from tablero.games.dpyr.rules.r09_scenarios import awaited
from tablero.games.dpyr.state import (
    CLEAR_LEAD,
    DRAW,
    ELIMINATION,
    GONE,
    NARROW_LEAD,
    PARTIAL,
    SURRENDER,
    Dpyr,
    Side,
    Unit,
    strength,
)
from tablero.kernel.refusals import Refusal

# --------------------------------------------------------------------------------------------------------- Corda

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


# --------------------------------------------------------------------------------------------------------- the end


def finish(s: Dpyr, ending: int, winner: Side) -> None:
    s.ending, s.winner = ending, winner
    if ending == DRAW:
        s.tell("drawn")
    else:
        s.tell({PARTIAL: "partial", CLEAR_LEAD: "clear", NARROW_LEAD: "narrow"}.get(ending, "victory"), winner)


def beaten(s: Dpyr, side: Side) -> bool:
    """[7.1a] [7.1d] Has a side lost all its units, with none still to come?"""
    return not strength(s, side) and not awaited(s, side)


def judge(s: Dpyr) -> bool:
    """[7.1d] After the rally step: is the battle decided, or over?"""
    lost = [side for side in (0, 1) if beaten(s, side)]
    if len(lost) == 2:
        finish(s, DRAW, -1)
    elif lost:
        finish(s, ELIMINATION, 1 - lost[0])
    elif s.turn >= s.b.turns:
        if s.graded:
            judge_graded(s)
        else:
            judge_printed(s)
    return s.ending >= 0


def judge_printed(s: Dpyr) -> None:
    """[7.1b] [7.1c] A partial victory for the side that the battle names and that still has units, else a draw.

    [9.1b] [9.2b] the Carlist at Arquijas and Luchana, [9.3b] the Liberal at Oriamendi, [9.4b] [9.5b] [9.6b] [9.7f]
    nobody in the other battles.
    """
    side = s.b.partial
    if side < len(SIDES) and strength(s, side):
        finish(s, PARTIAL, side)
    else:
        finish(s, DRAW, -1)


def worth(s: Dpyr, unit: Unit) -> int:
    """[7.3a] What a unit counts in the graded victory."""
    kind = s.b.kind[unit]
    if kind == GEFE:
        return TABLES.worth_gefe
    return TABLES.worth_artillery if kind == ARTILLERY else TABLES.worth[s.b.morale[unit]]


def points(s: Dpyr, side: Side) -> Fraction:
    """[7.3a] Eliminated enemy units in per cent of the enemy's whole value; of two Gefes in turn one counts."""
    foes = s.b.army[1 - side]
    whole = sum(worth(s, u) for u in foes if u != s.b.replacing)
    lost = sum(worth(s, u) for u in foes if s.at[u] == GONE and u != s.b.replacing)
    if s.b.replacing in foes and s.at[s.b.replacing] == GONE and s.at[s.b.replaced] != GONE:
        lost += worth(s, s.b.replacing)
    return Fraction(100 * lost, whole)


def judge_graded(s: Dpyr) -> None:
    """[7.3b] A lead of 30 is a clear victory, of 8 a narrow one; less is even and goes to the side with the partial
    victory, or is a draw."""
    leads = [points(s, side) - points(s, 1 - side) for side in (0, 1)]
    for side in (0, 1):
        s.tell("points", side, round(points(s, side)))
    best = 0 if leads[0] >= leads[1] else 1
    if leads[best] >= TABLES.clear:
        finish(s, CLEAR_LEAD, best)
    elif leads[best] >= TABLES.narrow:
        finish(s, NARROW_LEAD, best)
    elif s.b.partial < len(SIDES):
        finish(s, NARROW_LEAD, s.b.partial)
    else:
        finish(s, DRAW, -1)
