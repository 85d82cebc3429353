"""[24.2] War fatigue."""

from __future__ import annotations

from tablero.games.aiw.board import LIBERAL, TABLES
from tablero.games.aiw.rules.r09_victory import score
from tablero.games.aiw.state import Aiw

FATIGUE_POINTS = TABLES.table("victory").integer("war_fatigue_from_1836")
FATIGUE_FROM = 1836


def score_fatigue(s: Aiw) -> None:
    """[9.1t] [24.2a] The longer the war lasts, the more points the Liberal has to make up for."""
    if s.year >= FATIGUE_FROM:
        s.tell("fatigue")
        score(s, LIBERAL, FATIGUE_POINTS)
