"""[24.4] The end of a scenario."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, LIBERAL, YEARS
from tablero.games.aiw.rules.r09_victory import level_three, score, win
from tablero.games.aiw.state import DRAW, POINTS, Aiw


def end_scenario(s: Aiw) -> None:
    """[9.0d] [9.1u] [24.4a] [24.4b] [24.4c] In the last year: the final roll, then the marker decides."""
    if s.year < s.setting.end and s.year < YEARS[-1]:
        return
    need = s.prestige - s.debt + level_three(s)
    die = s.die()
    s.tell("final_roll", die, need)
    if die <= need:
        score(s, CARLIST, 1)
    if s.vp:
        win(s, CARLIST if s.vp > 0 else LIBERAL, POINTS)
    else:
        win(s, -1, DRAW)
