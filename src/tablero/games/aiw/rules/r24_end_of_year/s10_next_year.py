"""[24.10] The next year."""

from __future__ import annotations

from tablero.games.aiw.rules.r10_actions.s00_points import fill_cups
from tablero.games.aiw.state import Aiw


def prepare_markers(s: Aiw) -> None:
    """[24.10a] The Action Point markers of the coming year."""
    fill_cups(s, s.year + 1)


def begin_next_year(s: Aiw) -> None:
    """[24.10b] The next year begins with its first turn."""
    s.year += 1
    s.turn = 0
