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


def toll(s: Dpyr, side: Side) -> list[Unit]:
    """[7.3a] The enemy units that a side has eliminated; of two Gefes in turn one counts."""
    gone = [u for u in s.b.army[1 - side] if s.at[u] == GONE]
    return [u for u in gone if u != s.b.replacing or s.b.replaced not in gone]


def whole(s: Dpyr, side: Side) -> int:
    """[7.3a] The value of all enemy units of a side; of two Gefes in turn one counts."""
    return sum(worth(s, u) for u in s.b.army[1 - side] if u != s.b.replacing)


def points(s: Dpyr, side: Side) -> Fraction:
    """[7.3a] Eliminated enemy units in per cent of the enemy's whole value."""
    return Fraction(100 * sum(worth(s, u) for u in toll(s, side)), whole(s, side))


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
