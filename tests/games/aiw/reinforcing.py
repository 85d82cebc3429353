"""Turns that bring reinforcements, for tests of where they go."""

from __future__ import annotations

from tablero.games.aiw.rules.r20_reinforcements.s00_reinforcements import Reinforcements
from tablero.games.aiw.state import Aiw
from tests.games.aiw.war import run, war


def coming(places: dict[str, str], year: int, turn: int, dice: list[int] | None = None, **rest: object) -> Aiw:
    """A war in its Reinforcements phase; `dice` are the draws up to the first question."""
    s = war(places, year=year, turn=turn, secret=True, **rest)  # type: ignore[arg-type]
    run(s, Reinforcements(), dice=dice)
    return s
