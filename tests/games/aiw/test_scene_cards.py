"""What the scene tells of the piles of cards."""

from __future__ import annotations

from random import Random

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARDS_OF, DECK, DISCARDS, SIDES
from tablero.games.aiw.state import Aiw
from tests.rules import rule


def piles(s: Aiw, seat: int, side: str) -> tuple[int, int]:
    """How many cards a seat is told to be in a side's draw deck and among its discards."""
    (panel,) = [panel for panel in GAME.scene(GAME.view(s, seat), seat).panels if panel.id == f"panel:means.{side}"]
    cells = dict(cell for row in panel.rows for cell in row)
    return int(cells["draw_deck"]), int(cells["discard_pile"])


@rule("aiw", "7.0b", "7.0c", "24.9a", "24.9b")
@pytest.mark.parametrize("optional", ["with", "without"])
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_everybody_can_count_the_draw_decks_and_the_discards(scenario: str, optional: str) -> None:
    options = dict.fromkeys(GAME.options, optional)
    s, chance = GAME.new(scenario, seed=5, options=options, secret=True), Random(5)
    while not s.over:
        for side, name in enumerate(SIDES):
            counted = s.piles[DECK[side]].bit_count(), (s.piles[DISCARDS] & CARDS_OF[side]).bit_count()
            assert [counted] * 3 == [piles(s, seat, name) for seat in (0, 1, -1)]
        mover = chance.choice(tablero.players(s))
        tablero.apply(s, mover, chance.choice(tablero.options(s, mover)))
