"""[7.3] The graded victory that a table may choose: points for eliminated units."""

from __future__ import annotations

from fractions import Fraction

from tablero.games.dpyr.board import ARTILLERY, GEFE, SIDES, TABLES
from tablero.games.dpyr.state import CLEAR_LEAD, DRAW, GONE, NARROW_LEAD, Dpyr, Side, Unit


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


def graded_result(s: Dpyr) -> tuple[int, Side]:
    """[7.3b] A lead of 30 is a clear victory, of 8 a narrow one; less is even and goes to the side with the partial
    victory, or is a draw."""
    for side in (0, 1):
        s.tell("points", side, round(points(s, side)))
    lead = points(s, 0) - points(s, 1)
    best = 0 if lead >= 0 else 1
    if abs(lead) >= TABLES.clear:
        return CLEAR_LEAD, best
    if abs(lead) >= TABLES.narrow:
        return NARROW_LEAD, best
    return (NARROW_LEAD, s.b.partial) if s.b.partial < len(SIDES) else (DRAW, -1)
