"""The Actions step, for tests of the actions of chapter 10."""

from __future__ import annotations

from tablero.games.aiw.board import SIDES
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.state import Aiw
from tests.games.aiw.war import run, war


def acting(places: dict[str, str], side: str = "carlist", **rest: object) -> Aiw:
    """A side in its Actions step."""
    s = war(places, side=side, secret=True, **rest)  # type: ignore[arg-type]
    run(s, ActionsStep(SIDES.index(side)))
    return s


def points(s: Aiw) -> float:
    """The Action Points left."""
    return phase(s).points / 2
