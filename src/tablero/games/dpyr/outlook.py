"""What is judged soon and how it stands: from a view, with the figures of the rules of victory."""

from __future__ import annotations

from tablero.games.dpyr.board import SIDES, TABLES
from tablero.games.dpyr.rules.r07_victory.s03_graded import points
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import awaited
from tablero.games.dpyr.state import Dpyr, Side, standing
from tablero.kernel.actions import NUMBER
from tablero.kernel.goals import Judgement

LAST_TURNS = 2          # before the end of the battle it is said how it would be judged


def outlook(s: Dpyr, seat: Side) -> tuple[Judgement, ...]:
    """[7.1] [7.2] [7.3] A side that can be called on to surrender; the last turns."""
    if not s.turn:
        return ()
    found = []
    for side in (0, 1):
        left = standing(s, side)
        if left <= TABLES.corda_units and not awaited(s, side):
            values = ("side", "side", side), ("n", NUMBER, left), ("need", NUMBER, TABLES.corda_least)
            found.append(Judgement("7.2a", "corda", values))
    if s.turn > s.b.turns - LAST_TURNS:
        found.append(_last(s))
    return tuple(found)


def _last(s: Dpyr) -> Judgement:
    last = ("last", NUMBER, s.b.turns)
    if s.graded:
        shares = tuple((SIDES[side], NUMBER, round(points(s, side))) for side in (0, 1))
        return Judgement("7.3b", "last_graded", (last, *shares, ("need", NUMBER, TABLES.narrow)))
    side = s.b.partial
    if side < len(SIDES):
        return Judgement("7.1c", "last_partial", (last, ("side", "side", side), ("n", NUMBER, standing(s, side))))
    return Judgement("7.1b", "last_draw", (last,))
