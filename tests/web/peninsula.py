"""The Peninsula with Wellington beside Salamanca and Soult in Avila, which otherwise takes Rounds to come about."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache

import tablero.games.wellington  # noqa: F401
from tablero.games.wellington.board import BRITAIN, DUCHY, LEADER, NORD, SUD
from tablero.games.wellington.rules.r01_pieces.s06_leaders import move_force
from tablero.games.wellington.state import Wellington

# Power, Leader, SPs, from where to where
MOVED = (
    (NORD, "clausel", 2, "avila", "madrid"), (SUD, "soult", 5, "seville", "avila"),
    (BRITAIN, "wellington", 5, "ciudad_rodrigo", "lumbrales"),
)


def arrange(patch: Callable[[object, str, object], None] = setattr) -> None:
    """Every war of this process begins so."""
    module = sys.modules["tablero.games.wellington"]
    printed: Callable[[str], Wellington] = module.printed

    @cache
    def arranged(scenario: str) -> Wellington:
        s = printed(scenario).clone()
        for power, leader, sps, a, b in MOVED:
            move_force(s, (power, 1 << LEADER[leader], sps), DUCHY[a], DUCHY[b])
        return s

    patch(module, "printed", arranged)
