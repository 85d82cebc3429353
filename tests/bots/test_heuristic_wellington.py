"""The heuristic player of Wellington: whole wars, sound answers, and better than chance."""

from __future__ import annotations

import pytest

from tablero import bots
from tablero.bots import arena
from tablero.bots.heuristic.wellington import CARD_VALUES
from tablero.bots.heuristic.wellington.bot import ANSWERS
from tablero.games.wellington import GAME
from tablero.games.wellington.board import ALLIES, CARDS, FRENCH
from tablero.kernel.frames import FRAMES, Decision


def test_it_has_an_answer_to_every_question_of_the_rules() -> None:
    found = {frame for name, frame in FRAMES.items() if name.startswith("tablero.games.wellington:")}
    assert {frame for frame in found if issubclass(frame, Decision)} == ANSWERS.keys()


def test_it_knows_every_card() -> None:
    assert set(CARDS.ids) == CARD_VALUES.keys()


@pytest.mark.parametrize("side", [ALLIES, FRENCH])
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_it_beats_random_from_both_sides(scenario: str, side: int) -> None:
    names = ["heuristic" if power & 1 == side else "random" for power in range(4)]
    assert arena.play(GAME, scenario, [bots.make(name, GAME, 1) for name in names], 1).winners == (side, side + 2)
