"""Odds in whole games: they follow from the view alone, change nothing, and can be said in both languages."""

from __future__ import annotations

import importlib
from random import Random

import pytest

import tablero
from tablero.kernel.game import GAMES
from tablero.kernel.text import LANGUAGES, Speech
from tests.chances import enumerated

DECISIONS = 700
THROWS = 2_000
EXACT = {"dpyr": 14, "aiw": 26, "car": 11, "wellington": 9}     # promises for which that is enough


@pytest.mark.parametrize("code", GAMES)
def test_what_is_promised_is_what_all_throws_of_the_dice_give(code: str) -> None:
    game = tablero.game(code)
    kinds = importlib.import_module(f"tests.games.{code}.promises")
    read = getattr(kinds, "read", game.read)
    found = [(f"{one.key}: {one.choice}", enumerated(game, one, read, THROWS)) for one in kinds.PROMISES
             if not one.alike]          # of the others the tests of the game try every throw
    exact = [(name, one) for name, outcomes in found if outcomes for one in outcomes]
    assert [] == [(name, one) for name, one in exact if abs(one.expected - one.found) > one.error]
    assert sum(outcomes is not None for _, outcomes in found) >= EXACT[code]


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
