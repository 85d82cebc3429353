"""Odds: what is promised comes true as often as it says."""

from __future__ import annotations

import pytest

from tablero.games.wellington import GAME
from tests.chances import Promise, enumerated, plays
from tests.games.wellington.promises import PROMISES

PLAYS, THROWS = range(2_000), 20_000


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: f"{promise.key}: {promise.choice}")
def test_a_promise_comes_true_as_often_as_it_says(promise: Promise) -> None:
    outcomes = plays(GAME, promise, GAME.read, PLAYS) if not promise.alike else enumerated(
        GAME, promise, GAME.read, THROWS)
    assert outcomes
    for name, expected, found, error in outcomes:
        assert abs(expected - found) <= error, f"{name}: {expected:.3f} promised, {found:.3f} found"
