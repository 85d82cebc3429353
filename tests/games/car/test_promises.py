"""Odds: what is promised comes true as often as it says."""

from __future__ import annotations

import pytest

from tablero.games.car import GAME
from tests.chances import Promise, plays
from tests.games.car.promises import PROMISES

PLAYS = range(2_000)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: f"{promise.key}: {promise.choice}")
def test_a_promise_comes_true_as_often_as_it_says(promise: Promise) -> None:
    for name, expected, found, error in plays(GAME, promise, GAME.read, PLAYS):
        assert abs(expected - found) <= error, f"{name}: {expected:.3f} promised, {found:.3f} found"
