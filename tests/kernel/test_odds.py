"""The odds of dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tablero.kernel.odds import (
    Odds,
    dice_within,
    hits_of,
    mean_hits,
    one_die_at_least,
    together,
    two_dice_over,
)

ROLLS = list(product(range(1, 7), repeat=2))


@pytest.mark.parametrize("n", range(-1, 15))
def test_the_odds_of_two_dice_over_a_number_are_counted(n: int) -> None:
    assert Fraction(sum(a + b > n for a, b in ROLLS), 36) == two_dice_over(n)


@pytest.mark.parametrize("k", range(-1, 8))
def test_the_odds_of_two_dice_lying_close_are_counted(k: int) -> None:
    assert Fraction(sum(abs(a - b) <= k for a, b in ROLLS), 36) == dice_within(k)


@pytest.mark.parametrize("n", range(-1, 9))
def test_the_odds_of_one_die_are_counted(n: int) -> None:
    assert Fraction(sum(face >= n for face in range(1, 7)), 6) == one_die_at_least(n)


def test_odds_known_by_heart() -> None:
    assert Fraction(15, 36) == two_dice_over(7)
    assert Fraction(6, 36) == dice_within(0)
    assert Fraction(16, 36) == dice_within(1)
    assert Fraction(1, 2) == one_die_at_least(4)


def test_the_hits_of_a_volley_are_counted() -> None:
    likely = [0] * 4
    for a, b, c in product(range(1, 7), repeat=3):
        likely[(a <= 2) + (b <= 2) + (c <= 5)] += 1
    volley = ((2, 2), (1, 5))
    assert tuple(Fraction(n, 216) for n in likely) == hits_of(volley)
    assert mean_hits(volley) == sum(n * chance for n, chance in enumerate(hits_of(volley)))
    assert (Fraction(1),) == hits_of(())


def test_a_choice_may_promise_several_things() -> None:
    one, two = (Odds(key, Fraction(1, 2), Fraction(1, 2)) for key in ("one", "two"))
    assert together(None, None) is None
    assert one == together(None, one, None)
    both = together(one, two)
    assert both is not None
    assert ("one", (two,)) == (both.key, both.also)
