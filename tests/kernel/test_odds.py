"""The odds of dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tablero.kernel.odds import dice_within, one_die_at_least, two_dice_over

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
