"""Odds in whole games: they follow from the view alone, change nothing, and can be said in both languages."""

from __future__ import annotations

from random import Random

import pytest

import tablero
from tablero.kernel.game import GAMES
from tablero.kernel.text import LANGUAGES, Speech

DECISIONS = 700


@pytest.mark.parametrize("code", GAMES)
def test_odds_are_the_same_whatever_is_hidden(code: str) -> None:
    game = tablero.game(code)
    speeches = [Speech(game, language) for language in LANGUAGES]
    chance, said = Random(code), set()
    for scenario in (game.scenarios[0], game.scenarios[-1]):
        s = game.new(scenario, seed=7)
        for _ in range(DECISIONS):
            asked = tablero.players(s)
            if not asked:
                break
            seat = chance.choice(asked)
            options = tablero.options(s, seat)
            view = game.view(s, seat)
            told = [game.odds(view, seat, action) for action in options]
            assert game.view(s, seat) == view, "odds have changed the view"
            if any(told):
                guess = game.view(game.determinize(view, chance.getrandbits(32)), seat)
                assert told == [game.odds(guess, seat, action) for action in options]
            for odds in told:
                if odds is not None:
                    said.add(odds.key)
                    assert 0 <= odds.low <= odds.high <= 1
                    assert odds.mean is None or odds.low <= odds.mean <= odds.high
                    for speech in speeches:
                        assert "{" not in speech.odds(odds)
            tablero.apply(s, seat, chance.choice(options))
    assert len(said) > 2, said
