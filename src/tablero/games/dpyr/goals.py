"""How to win, in figures: those of the battle and of the rules of victory."""

from __future__ import annotations

from tablero.games.dpyr.board import BRUTO, MORALE, PISTOLO, SIDES, TABLES
from tablero.games.dpyr.state import Dpyr
from tablero.kernel.goals import Figures


def figures(s: Dpyr) -> Figures:
    """[7.1] [7.2] [7.3] What victory needs in this battle."""
    found: dict[str, int | str] = {
        "battle": s.b.name, "turns": s.b.turns, "partial": (*SIDES, "none")[s.b.partial],
        "corda": TABLES.corda_units, "corda_least": TABLES.corda_least,
        "limit": TABLES.limit[PISTOLO], "limit_best": TABLES.limit[BRUTO],
    }
    if not s.graded:
        return found | {"printed": 1}
    worth = {f"worth_{grade}": n for grade, n in zip(MORALE, TABLES.worth, strict=True)}
    return found | worth | {
        "graded": 1, "worth_artillery": TABLES.worth_artillery, "worth_gefe": TABLES.worth_gefe,
        "clear": TABLES.clear, "narrow": TABLES.narrow,
    }
