"""Decks, hands and bags."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tablero.kernel.piles import deal, shuffle_into

piles = st.lists(st.integers(0, 60), max_size=40).map(sorted)


@given(piles, st.integers(0, 45), st.integers())
def test_dealing_moves_things_and_loses_none(pile: list[int], n: int, seed: int) -> None:
    deck = pile.copy()
    hand = deal(deck, n, random.Random(seed).randrange)
    assert min(n, len(pile)) == len(hand)
    assert pile == sorted(deck + hand)
    assert (sorted(deck), sorted(hand)) == (deck, hand)


def test_a_hand_does_not_depend_on_the_order_in_which_it_was_dealt() -> None:
    first, second = iter([0, 1]), iter([2, 0])
    deck, again = [4, 6, 9], [4, 6, 9]
    assert [4, 9] == deal(deck, 2, lambda n: next(first)) == deal(again, 2, lambda n: next(second))
    assert [6] == deck == again


@given(piles, piles)
def test_the_discards_go_into_the_deck_and_leave_nothing_behind(deck: list[int], discards: list[int]) -> None:
    expected = sorted(deck + discards)
    shuffle_into(deck, discards)
    assert (expected, []) == (deck, discards)
