"""[24.3] Decisive Victory."""

from __future__ import annotations

from tablero.games.aiw.rules.r09_victory import DECISIVE_ZONE, in_zone, win
from tablero.games.aiw.state import DECISIVE, Aiw


def check_decisive_victory(s: Aiw) -> None:
    """[9.0c] [9.1r] [24.3a] A decisive victory ends the game."""
    side = in_zone(s.vp, DECISIVE_ZONE)
    if side >= 0:
        win(s, side, DECISIVE)
