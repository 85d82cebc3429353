"""[15] Resources."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import BRITAIN, CARD, CARDS, DISCARDS, DRAW_PILE, HAND, NORD, SPAIN, SUD
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r05_cards.s02_windows import can_draw, draw
from tablero.games.wellington.rules.r15_resources import (
    SpendResource,
    gain_resources,
    interphase_resources,
    lose_resource,
)
from tests.games.wellington.field import asked, do, game, offered, refused, run, told, x
from tests.games.wellington.turns import hand, hand_size, places_in_pile, war
from tests.rules import rule

EIGHT = "camp_fever desertion british_subsidies atrocity forced_march spanish_ulcer next_class war_without_end"


@rule("wellington", "15.2a", "20am")
def test_a_resource_draws_a_card() -> None:
    s = war(resources=(1, 0, 0, 0))
    events = run(s, SpendResource(BRITAIN), dice=places_in_pile(s, "desertion"))
    assert ("desertion", 0) == (hand(s, "britain"), s.resources[BRITAIN])
    assert [(BRITAIN,)] == told(events, "spent_resource")


@rule("wellington", "15.2a")
def test_others_are_told_of_one_card_and_not_of_which() -> None:
    s = war(resources=(1, 0, 0, 0))
    events = run(s, SpendResource(BRITAIN), dice=places_in_pile(s, "desertion"))
    drawn = next(event for event in events if event.kind == "drew")
    assert (1 << BRITAIN, ("drew_hidden", (BRITAIN, 1))) == (drawn.seen, drawn.public)


@rule("wellington", "15.2a")
def test_without_a_resource_none_is_spent() -> None:
    s = war(hands={"britain": "camp_fever atrocity"})
    run(s, Impulse(BRITAIN))
    assert "15.2a" == refused(s, "resource").rule  # type: ignore[union-attr]


@rule("wellington", "15.2a", "5.2c")
def test_an_enemy_may_burn_it_before_the_card_is_drawn() -> None:
    s = war(resources=(1, 0, 0, 0), hands={"nord": "magazines_burned"})
    run(s, SpendResource(BRITAIN))
    assert "nord Window" == asked(s)
    assert "play magazines_burned" in offered(s)
    frame = s.frame(SpendResource)
    frame.lost = True               # as the card does
    do(s, "pass", dice=[])
    assert ("nobody", 0, 0) == (asked(s), hand_size(s, "britain"), s.resources[BRITAIN])


@rule("wellington", "15.2b", "15.2j", "20ad")
def test_at_eight_cards_without_home_cards_none_can_be_drawn() -> None:
    s = war(hands={"britain": f"{EIGHT} admiralty"}, resources=(2, 0, 0, 0))
    run(s, Impulse(BRITAIN))
    assert "15.2j" == refused(s, "resource").rule  # type: ignore[union-attr]
    seven = " ".join(EIGHT.split()[:7])
    s = war(hands={"britain": f"{seven} admiralty light_division"}, resources=(2, 0, 0, 0))
    run(s, Impulse(BRITAIN))
    assert "resource" in offered(s), "neither Home cards nor Resources count"


@rule("wellington", "15.2k")
def test_an_empty_draw_pile_is_filled_with_the_discards_and_without_any_no_resource_is_spent() -> None:
    s = war(hands={"britain": "camp_fever"}, discards="desertion atrocity", resources=(1, 0, 0, 0))
    s.piles[DRAW_PILE] = s.sizes[DRAW_PILE] = 0
    draw(s, BRITAIN)
    assert (1, 0) == (s.sizes[DRAW_PILE], s.sizes[DISCARDS])
    assert [()] == told(s.events, "reshuffled")
    s.piles[DRAW_PILE] = s.sizes[DRAW_PILE] = 0
    run(s, Impulse(BRITAIN))
    assert "15.2k" == refused(s, "resource").rule  # type: ignore[union-attr]


@rule("wellington", "15.1b", "15.1c", "15a")
def test_resources_are_a_stock_of_each_power() -> None:
    s = war(resources=(0, 1, 0, 0))
    gain_resources(s, BRITAIN)
    gain_resources(s, NORD, 2)
    assert [1, 1, 0, 2] == s.resources
    assert lose_resource(s, NORD)
    assert not lose_resource(s, SPAIN)
    assert [1, 1, 0, 1] == s.resources


@rule("wellington", "15.1b")
def test_royal_intervention_gives_a_resource() -> None:
    s = war(hands={"britain": "royal_intervention"})
    run(s, Impulse(BRITAIN))
    do(s, "event royal_intervention")
    assert 1 == s.resources[BRITAIN]


@rule("wellington", "15.1d", "16.1a", "20k")
@pytest.mark.parametrize("flags, resources", [
    ({}, [0, 0, 0, 1]), ({"britain": "madrid"}, [1, 0, 0, 0]), ({"spain": "madrid"}, [0, 0, 1, 0]),
    ({"nord": "lisbon"}, [0, 0, 0, 2]), ({"sud": "lisbon gibraltar"}, [0, 2, 0, 1]),
    ({"spain": "lisbon"}, [0, 0, 0, 1]),
])
def test_madrid_gives_its_power_a_resource_and_lisbon_and_gibraltar_a_french_one(
    flags: dict[str, str], resources: list[int]
) -> None:
    s = war(flags=flags)
    interphase_resources(s)
    assert resources == s.resources


@rule("wellington", "15.1d")
def test_nobody_is_paid_for_a_madrid_that_nobody_controls() -> None:
    s = war({"madrid": "britain:1"})
    interphase_resources(s)
    assert [0, 0, 0, 0] == s.resources
    assert x("madrid") >= 0


@rule("wellington", "15.2j", "15.2k")
def test_who_can_draw_has_room_and_there_is_a_card() -> None:
    s = war()
    assert can_draw(s, BRITAIN)
    for card in CARDS.ids:
        if CARDS.where(s, CARD[card]) == DRAW_PILE:
            CARDS.move(s, CARD[card], DRAW_PILE, DISCARDS)
    assert can_draw(s, BRITAIN), "the discards will be shuffled"
    while s.sizes[DISCARDS] > 1:
        card = next(name for name in CARDS.ids if CARDS.where(s, CARD[name]) == DISCARDS)
        CARDS.move(s, CARD[card], DISCARDS, HAND[SPAIN])
    assert can_draw(s, BRITAIN), "one is enough"


@rule("wellington", "15.1a")
def test_resources_are_told() -> None:
    s = game()
    gain_resources(s, SUD, 2)
    assert [(SUD, 2)] == told(s.events, "gained")


@rule("wellington", "15.2a")
def test_who_draws_gets_the_card_and_something_was_revealed() -> None:
    s = game()
    s.revealed, s.script = False, [0]
    card = draw(s, SUD)
    assert (1 << card, True) == (s.piles[HAND[SUD]], s.revealed)


@rule("wellington", "15.2a", "20am")
def test_resources_that_are_lost_or_burned_are_told() -> None:
    s = game()
    s.resources = [1, 0, 0, 1]
    assert lose_resource(s, BRITAIN)
    assert not lose_resource(s, SPAIN)
    assert [(BRITAIN,)] == told(s.events, "lost_resource")
    held = s.sizes[HAND[NORD]]
    spent = SpendResource(NORD, lost=True)
    s.call(spent)
    spent.card(s)
    assert ([(NORD,)], held) == (told(s.events, "burned_resource"), s.sizes[HAND[NORD]])
