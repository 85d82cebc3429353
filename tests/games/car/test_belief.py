"""Deals of unseen cards keep to what everybody knows of a hand [8.1.4a]."""

from __future__ import annotations

import pytest

from tablero.games.car import GAME
from tablero.games.car.board import CARDS, CARDS_OF, CORPS_CARDS, DECK, DISCARDS, HAND, NAT, REP
from tablero.games.car.rules.r08_cards.s01_decks import draw_cards, leave_hand, shuffle_discards
from tablero.games.car.state import Car
from tablero.kernel.bits import ids_of, nth
from tests.games.car.turns import hold, turn
from tests.rules import rule

DEALS = 300


def hands(s: Car, seat: int, side: int) -> list[int]:
    """Hands of a side that a seat holds possible."""
    view = GAME.view(s, seat)
    return [GAME.determinize(view, seed).piles[HAND[side]] for seed in range(DEALS)]


def after_a_shuffle(keep: int, old: int) -> tuple[Car, int]:
    """The Republic keeps some cards, has some left in its draw pile, and fills its hand from these and its discards;
    also what it may have kept."""
    s = GAME.new("campaign", seed=3)
    for zone, left in ((HAND[REP], keep), (DECK[REP], old)):
        while s.sizes[zone] > left:
            card = nth(s.piles[zone], 0)
            CARDS.move(s, card, zone, DISCARDS[REP], watch=-1)
            if zone == HAND[REP]:
                leave_hand(s, REP, card)
    kept = s.piles[HAND[REP]] | s.piles[DECK[REP]]
    shuffle_discards(s, REP)
    draw_cards(s, REP)
    return s, kept


@rule("car", "8.1.4a")
@pytest.mark.parametrize("seat", (NAT, -1))
def test_what_was_in_the_hand_before_a_shuffle_is_still_in_it(seat: int) -> None:
    s, kept = after_a_shuffle(keep=4, old=5)
    found = hands(s, seat, REP)
    assert 4 == min((hand & kept).bit_count() for hand in found)
    assert dict.fromkeys(ids_of(CARDS_OF[REP] & (s.piles[HAND[REP]] | s.piles[DECK[REP]])), True) == {
        card: True for card in ids_of(CARDS.all) if any(hand >> card & 1 for hand in found)
    }, "every card may be in the hand"


@rule("car", "8.1.4a")
def test_with_an_empty_draw_pile_the_whole_hand_is_known_and_stays_so() -> None:
    s, kept = after_a_shuffle(keep=3, old=0)
    assert {kept} == {hand & kept for hand in hands(s, NAT, REP)}
    assert 3 == kept.bit_count()


@rule("car", "8.1.4a")
def test_a_card_that_leaves_the_hand_may_be_the_one_that_was_known() -> None:
    s, kept = after_a_shuffle(keep=4, old=5)
    card = nth(s.piles[HAND[REP]] & kept, 0)
    CARDS.move(s, card, HAND[REP], DISCARDS[REP])
    leave_hand(s, REP, card)
    assert 3 == min((hand & kept).bit_count() for hand in hands(s, NAT, REP))


@rule("car", "4.3.2a")
@pytest.mark.parametrize("side", (NAT, REP))
def test_a_first_hand_of_1937_has_a_card_that_brings_corps_in_every_deal(side: int) -> None:
    s = GAME.new("two_years_of_war", seed=5)
    found = hands(s, 1 - side, side)
    assert all(hand & CORPS_CARDS for hand in found)
    assert DEALS == sum(hand.bit_count() == 7 for hand in found)


@rule("car", "4.3.2a", "15.1.2b")
@pytest.mark.parametrize("side", (NAT, REP))
def test_a_later_hand_of_1937_may_be_without_such_a_card(side: int) -> None:
    s = GAME.new("two_years_of_war", seed=5)
    s.clues.clear()
    hold(s, "n9 r9")
    turn(s, 7, "draw")
    found = hands(s, 1 - side, side)
    assert {True, False} == {bool(hand & CORPS_CARDS) for hand in found}


