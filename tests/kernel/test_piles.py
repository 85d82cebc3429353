"""Decks, hands and bags."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.kernel.bits import ids_of
from tablero.kernel.piles import add, count, deal, draw, hand_bits, shuffle_into

piles = st.lists(st.integers(0, 60), max_size=40).map(sorted)


def test_a_draw_takes_the_thing_at_the_index_that_chance_gave() -> None:
    asked: list[int] = []

    def below(n: int) -> int:
        asked.append(n)
        return 2

    deck = [3, 5, 8, 13]
    assert 8 == draw(deck, below)
    assert [3, 5, 13] == deck
    assert [4] == asked


def test_an_empty_pile_cannot_be_drawn_from() -> None:
    with pytest.raises(IndexError, match="empty pile"):
        draw([], lambda n: 0)


def test_every_thing_in_a_pile_is_as_likely_as_its_number() -> None:
    bag = [0, 0, 0, 7]
    drawn = Counter(draw(bag.copy(), lambda n, i=i: i % n) for i in range(4))
    assert {0: 3, 7: 1} == drawn


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


@given(piles, st.integers(0, 60))
def test_adding_keeps_a_pile_sorted(pile: list[int], thing: int) -> None:
    deck = pile.copy()
    add(deck, thing)
    assert sorted([*pile, thing]) == deck


@given(piles, piles)
def test_the_discards_go_into_the_deck_and_leave_nothing_behind(deck: list[int], discards: list[int]) -> None:
    expected = sorted(deck + discards)
    shuffle_into(deck, discards)
    assert (expected, []) == (deck, discards)


def test_a_bag_is_counted_by_kind() -> None:
    assert [(0, 3), (1, 2), (5, 1)] == list(count([1, 0, 5, 0, 1, 0]).items())


@given(st.sets(st.integers(0, 120)))
def test_a_hand_as_a_set_has_the_same_cards(cards: set[int]) -> None:
    assert tuple(sorted(cards)) == ids_of(hand_bits(cards))
