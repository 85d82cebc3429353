"""[24.9] The decks of the coming year."""

from __future__ import annotations

from tablero.games.aiw.board import (
    CARD,
    CARLIST,
    DECK,
    DISCARDS,
    FACES,
    HAND,
    LIBERAL,
    REMOVED,
)
from tablero.games.aiw.rules.r07_cards.s00_decks import CABRERA, DECREE, LEVY
from tablero.games.aiw.rules.r24_end_of_year.s09_cards import renew_decks
from tests.games.aiw.war import put_cards, told, war
from tests.games.aiw.winter import year_end
from tests.rules import rule


def ids(cards: int) -> set[str]:
    return {card.id for i, card in enumerate(FACES) if cards >> i & 1}


@rule("aiw", "24.9a", "24.9b", "24.9c", "24.9d")
def test_the_new_deck() -> None:
    s = war({}, year=1835, decks=("mendizabal_levy", "british_legion", "mutinies"))
    put_cards(s, DISCARDS, "convoy", "ambush")
    put_cards(s, REMOVED, "french_legion")
    s.barred = 1 << CARD["british_legion"]
    renew_decks(s, 1836)
    assert {"convoy", "mendizabal_levy", "mutinies"} < ids(s.piles[DECK[LIBERAL]])
    assert "ambush" in ids(s.piles[DECK[CARLIST]])
    assert not {"british_legion", "french_legion"} & ids(s.piles[DECK[LIBERAL]])
    assert {"british_legion", "french_legion"} == ids(s.piles[REMOVED])
    new = {card.id for card in FACES if card.year == 1836 and card.side == LIBERAL}
    assert new < ids(s.piles[DECK[LIBERAL]])
    assert 0 == s.piles[DISCARDS]


@rule("aiw", "24.9d")
def test_the_new_deck_is_that_of_the_coming_year() -> None:
    s = war({}, year=1835)
    year_end(s, "decks")
    years = {card.year for i, card in enumerate(FACES) if (s.piles[DECK[CARLIST]] | s.piles[DECK[LIBERAL]]) >> i & 1}
    assert {1836} == years


@rule("aiw", "24.9e", "5.2a")
def test_everybody_sees_which_cards_of_a_hand_expire_and_that_none_does() -> None:
    s = war({}, year=1835, hands=("mina",))
    renew_decks(s, 1836)
    assert [(LIBERAL, CARD["mina"])] == told(s.events, "card_expired")
    s = war({}, year=1835, hands=("convoy",))
    s.revealed = False
    renew_decks(s, 1836)
    assert s.revealed                                   # nothing that was done before can be taken back


@rule("aiw", "24.9e")
def test_an_expired_card_is_replaced_and_the_events_go_back() -> None:
    for seed in range(12):
        s = war({}, year=1835, hands=("mina", "convoy"), decks=("mendizabal_levy",))
        s.rng = seed << 64
        renew_decks(s, 1836)
        assert "mina" in ids(s.piles[REMOVED])
        assert 2 == s.sizes[HAND[LIBERAL]]
        assert "convoy" in ids(s.piles[HAND[LIBERAL]])
        assert {"mendizabal_levy", "la_granja", "disentailment"} < ids(s.piles[DECK[LIBERAL]])


@rule("aiw", "24.9f")
def test_the_army_of_the_north_lies_among_the_first_five_of_the_deck_of_1835() -> None:
    for seed in range(12):
        s = war({}, year=1834, hands=("cavalry_charge",), decks=("convoy", "informers"))
        s.rng = seed << 64
        renew_decks(s, 1835)
        assert 5 == s.army_within
        assert 1 <= s.army_due <= 5
    s = war({}, year=1835, decks=("army_of_the_north",))
    renew_decks(s, 1836)
    assert 0 == s.army_within


@rule("aiw", "24.9g")
def test_a_cancelled_card_is_not_replaced() -> None:
    s = war({}, year=1835, hands=("no_quarter", "ambush"))
    s.barred = 1 << CARD["ambush"]           # as if it had been overlooked
    renew_decks(s, 1836)
    assert 2 == s.sizes[HAND[CARLIST]]           # only the expired one was replaced
    assert "ambush" in ids(s.piles[HAND[CARLIST]])
    assert "no_quarter" in ids(s.piles[REMOVED])


@rule("aiw", "24.9b")
def test_effects_of_the_year_end_with_it_and_others_do_not() -> None:
    s = war({}, year=1835)
    s.lasting = LEVY | DECREE | CABRERA
    renew_decks(s, 1836)
    assert CABRERA == s.lasting
