"""Sieges, for tests of Fortresses."""

from __future__ import annotations

from tablero.games.aiw.board import ARMY, BLOCK_SIDE
from tablero.games.aiw.state import Aiw
from tests.games.aiw.war import war


def unknown(s: Aiw) -> Aiw:
    """Nobody knows what any block is."""
    s.may = [ARMY[BLOCK_SIDE[b]] if may else 0 for b, may in enumerate(s.may)]
    return s


def facts(s: Aiw) -> set[tuple[int, ...]]:
    return set(s.facts)


def besieged(inside: str, outside: str) -> Aiw:
    """Liberals besieged in Pamplona, in their own phase."""
    return war({"pamplona": outside, "inside pamplona": inside}, side="liberal", siege=["pamplona"])
