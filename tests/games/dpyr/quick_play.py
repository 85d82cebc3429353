"""Whole games without a thought: units are set up in the first hex that is offered, and everybody passes."""

from __future__ import annotations

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.state import Dpyr
from tests.games.dpyr.battlefield import asked

AT_ONCE = (("pass",), ("done",), ("fill",))


def step(s: Dpyr) -> None:
    """The first answer that asks for least."""
    seat = tablero.players(s)[0]
    options = tablero.options(s, seat)
    tablero.apply(s, seat, next((action for action in AT_ONCE if action in options), options[0]))


def set_up(scenario: str, secret: bool = False, **options: str) -> Dpyr:
    """A new game after both have set up."""
    s = GAME.new(scenario, seed=1, options=options, secret=secret)
    while asked(s) == "Deploy":
        step(s)
    return s


def pass_to_the_end(s: Dpyr) -> list[int]:
    """Both pass until the game is over; the turns that were played."""
    turns = [s.turn]
    while not s.over:
        step(s)
        if s.turn != turns[-1]:
            turns.append(s.turn)
    return turns
