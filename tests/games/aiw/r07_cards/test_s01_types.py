"""[7] Cards: decks and hands, how cards are played, and where the Army of the North lies."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    ACTIONS,
    ANSWER,
    ASIDE,
    CARD,
    CARDS,
    CARLIST,
    DECK,
    DISCARDS,
    EVENT,
    FACES,
    HAND,
    LIBERAL,
    OF_TYPE,
    OPERATIONAL,
    ORDER,
    REMOVED,
    SETTINGS,
    TACTICAL,
    UNIT,
)
from tablero.games.aiw.rules.r03_turn.s00_order_of_play import OrderOfPlay
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r07_cards.s00_decks import (
    UNITED_COMMAND,
    cancel,
    cards_of_year,
    deal_cards,
    draw_card,
    expired,
    in_use,
    take_back,
)
from tablero.games.aiw.rules.r07_cards.s00_taking import TakeCard
from tablero.games.aiw.rules.r07_cards.s01_types import CardWindow, PlayCard, may_hold, recall
from tablero.games.aiw.rules.r10_actions.s00_points import fill_cups
from tablero.games.aiw.rules.r24_end_of_year.s09_cards import place_army, renew_decks
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tests.games.aiw.hands import ids, reason
from tests.games.aiw.moments import playable_at
from tests.games.aiw.war import asked, do, everybody_knows, offered, put_cards, run, told, war
from tests.rules import rule

# ------------------------------------------------------------------------------------------------------ decks and hands


@rule("aiw", "7.0a", "7.1a")
def test_a_card_has_a_type_a_year_and_perhaps_an_end() -> None:
    convoy, quadruple = FACES[CARD["convoy"]], FACES[CARD["quadruple_alliance"]]
    assert (OPERATIONAL, 1834, 9999) == (convoy.type, convoy.year, convoy.removed)
    assert "discard" == CARDS.fate[CARD["convoy"]]
    assert (EVENT, 1834, 1836) == (quadruple.type, quadruple.year, quadruple.removed)
    assert "remove" == CARDS.fate[CARD["quadruple_alliance"]]
    assert TACTICAL == FACES[CARD["volley_fire"]].type
    assert {card.type for card in FACES} == {EVENT, OPERATIONAL, TACTICAL}


@rule("aiw", "7.0b")
def test_the_decks_of_1834_are_the_cards_of_that_year_less_the_hands() -> None:
    s = war({}, year=1834)
    deal_cards(s)
    assert [3, 2] == [s.sizes[hand] for hand in HAND] == [s.piles[hand].bit_count() for hand in HAND]
    for side in (CARLIST, LIBERAL):
        assert not s.piles[HAND[side]] & OF_TYPE[EVENT]
        both = s.piles[HAND[side]] | s.piles[DECK[side]]
        assert {c.id for c in FACES if c.side == side and c.year == 1834 and not c.optional} == ids(both)
        assert not s.piles[HAND[side]] & s.piles[DECK[side]]
    assert 0 == s.lasting


@rule("aiw", "7.0b", "7.0f")
def test_the_decks_of_1836_are_without_what_has_expired_or_was_played_or_cancelled() -> None:
    s = war({}, year=1836, scenario="espartero")
    deal_cards(s)
    cards = [s.piles[HAND[side]] | s.piles[DECK[side]] for side in (CARLIST, LIBERAL)]
    (setting,) = (setting for setting in SETTINGS if setting.id == "espartero")
    gone = {*setting.played, *(name for card in FACES if card.id in setting.played for name in card.cancels)}
    assert [
        {card.id for card in FACES if card.side == side and card.year in setting.deck_years and card.removed > 1836
         and not card.optional and card.id not in gone} for side in (CARLIST, LIBERAL)
    ] == [ids(found) for found in cards]
    assert "contraband" not in ids(cards[CARLIST])          # cancelled by the French Legion
    assert "zumalacarregui" not in ids(cards[CARLIST])      # until 1836 only
    assert "army_of_the_north" in ids(s.piles[REMOVED])
    assert UNITED_COMMAND == s.lasting                      # what that card began goes on


@rule("aiw", "7.0i", "7.0b")
def test_optional_cards_are_in_the_decks_only_if_they_were_agreed() -> None:
    s = war({}, year=1834)
    assert {card.id for card in FACES if not card.optional} == ids(in_use(s))
    s.politics = True
    assert {"munagorri", "estella_executions"} == ids(in_use(s)) - ids(in_use(war({})))
    s.plague_and_snow = True
    assert CARDS.all == in_use(s)
    assert "cholera" in ids(cards_of_year(s, 1834))
    assert {card.id for card in FACES if card.year == 1835} == ids(cards_of_year(s, 1835))
    assert "cholera" not in ids(cards_of_year(war({}), 1834))


@rule("aiw", "7.0c", "7.0d")
def test_the_phasing_side_takes_a_card_into_its_hand_and_the_other_does_not_see_it() -> None:
    s = war({}, decks=("convoy", "volley_fire", "hospitals"), side="liberal")
    events = run(s, TakeCard(LIBERAL), [1])
    assert {"volley_fire"} == ids(s.piles[HAND[LIBERAL]])
    assert {"convoy"} == ids(s.piles[DECK[LIBERAL]])
    assert {"hospitals"} == ids(s.piles[DECK[CARLIST]])
    (event,) = (e for e in events if e.kind == "drew")
    assert 1 << LIBERAL == event.seen
    assert ("drew_hidden", (LIBERAL,)) == event.public
    assert (0, 1) == (GAME.view(s, CARLIST).piles[HAND[LIBERAL]], GAME.view(s, CARLIST).sizes[HAND[LIBERAL]])


@rule("aiw", "7.0d", "7.1b", "7.1g")
def test_an_event_is_played_when_it_is_drawn() -> None:
    played = []
    with playable_at("la_granja", ACTIONS, lambda s, side, about: played.append(side)):
        s = war({}, decks=("la_granja",), side="liberal")
        events = run(s, TakeCard(LIBERAL), [0])
        assert [LIBERAL] == played
        assert 0 == s.sizes[HAND[LIBERAL]] == s.piles[DECK[LIBERAL]]
        assert {"la_granja"} == ids(s.piles[REMOVED])
        assert [(LIBERAL, CARD["la_granja"])] == told(events, "played")


@rule("aiw", "7.0e", "7.0d")
def test_a_ninth_card_forces_a_discard_of_any_of_the_nine() -> None:
    eight = ("zumalacarregui", "no_quarter", "captured_dispatches", "countryside", "country_warning", "ambush",
             "river_c", "hospitals")
    s = war({}, decks=("guergue",), hands=eight)
    run(s, TakeCard(CARLIST), [0])
    assert "carlist Discard" == asked(s)
    assert [-1] == [frame.card for frame in GAME.view(s, LIBERAL).stack if isinstance(frame, TakeCard)]
    assert {f"discard {name}" for name in (*eight, "guergue")} == set(offered(s))
    assert [(CARLIST, CARD["guergue"])] == told(do(s, "discard guergue"), "discarded")
    assert s.revealed
    assert 8 == s.sizes[HAND[CARLIST]]
    assert {"guergue"} == ids(s.piles[DISCARDS])           # an asterisk does not take it out of the game
    assert 0 == s.piles[REMOVED]
    s = war({}, decks=("guergue",), hands=eight[:7])
    run(s, TakeCard(CARLIST), [0])
    assert "nobody" == asked(s)


@rule("aiw", "7.0f", "24.9g")
def test_a_cancelled_card_that_is_drawn_leaves_the_game_and_is_not_replaced() -> None:
    s = war({}, decks=("no_quarter", "ambush"))
    cancel(s, "no_quarter")
    assert {"no_quarter", "ambush"} == ids(s.piles[DECK[CARLIST]])
    s.revealed = False
    events = run(s, TakeCard(CARLIST), [0])
    assert 0 == s.sizes[HAND[CARLIST]]
    assert {"no_quarter"} == ids(s.piles[REMOVED])
    assert [(CARLIST, CARD["no_quarter"])] == told(events, "drew_cancelled")
    assert s.revealed


@rule("aiw", "7.0c", "7.0f")
def test_other_cards_are_taken_though_one_is_cancelled() -> None:
    s = war({}, decks=("quadruple_alliance", "telegraph"), side="liberal")
    cancel(s, "telegraph")
    events = run(s, TakeCard(LIBERAL), [0])
    assert [(LIBERAL, CARD["quadruple_alliance"])] == told(events, "played")


@rule("aiw", "5.2a", "7.0d")
def test_what_was_taken_or_played_cannot_be_taken_back() -> None:
    s = war({}, decks=("hospitals",))
    s.revealed = False
    run(s, TakeCard(CARLIST), [0])
    assert s.revealed
    with playable_at("hospitals", ACTIONS):
        s.revealed = False
        run(s, PlayCard(CARLIST, CARD["hospitals"]))
        assert s.revealed


@pytest.mark.parametrize("where", ["hand", "discards"])
@rule("aiw", "24.9g", "7.0f")
def test_a_cancelled_card_leaves_a_hand_or_the_discards_at_once(where: str) -> None:
    s = war({}, hands=("no_quarter", "ambush") if where == "hand" else ("ambush",))
    if where == "discards":
        put_cards(s, DISCARDS, "no_quarter")
    s.revealed = False
    cancel(s, "no_quarter")
    assert s.revealed == (where == "hand")
    assert {"ambush"} == ids(s.piles[HAND[CARLIST]])
    assert 1 == s.sizes[HAND[CARLIST]]
    assert {"no_quarter"} == ids(s.piles[REMOVED])
    assert 0 == s.piles[DISCARDS]


@rule("aiw", "24.9g")
def test_a_card_is_cancelled_once_and_not_when_it_is_out_of_the_game() -> None:
    s = war({}, decks=("no_quarter",))
    put_cards(s, REMOVED, "ambush")
    for name in ("no_quarter", "no_quarter", "ambush"):
        cancel(s, name)
    assert [(CARD["no_quarter"],)] == told(s.events, "cancelled")
    assert {"no_quarter"} == ids(s.barred)
    put_cards(s, DISCARDS, "convoy")
    cancel(s, "contraband")
    assert {"no_quarter", "contraband"} == ids(s.barred)
    assert ({"ambush"}, {"convoy"}) == (ids(s.piles[REMOVED]), ids(s.piles[DISCARDS]))        # it is in neither pile


@rule("aiw", "7.0g")
def test_an_empty_deck_is_made_anew_from_the_discards_of_its_side() -> None:
    s = war({})
    put_cards(s, DISCARDS, "ambush", "hospitals", "convoy")
    events = run(s, TakeCard(CARLIST), [0])
    assert 1 == s.sizes[HAND[CARLIST]] == s.piles[DECK[CARLIST]].bit_count()
    assert {"convoy"} == ids(s.piles[DISCARDS])
    assert [(CARLIST,)] == told(events, "reshuffled")


@rule("aiw", "7.0h", "8.0a")
def test_no_card_at_all_gives_a_command_point() -> None:
    s = war({}, command=(4, 0))
    run(s, TakeCard(CARLIST))
    assert 5 == s.command[CARLIST]
    s = war({}, command=(5, 0))
    run(s, TakeCard(CARLIST))
    assert 5 == s.command[CARLIST]


@rule("aiw", "7.1f", "7.1g")
def test_played_cards_lie_open_and_those_with_an_asterisk_are_gone() -> None:
    with playable_at("convoy mina", ACTIONS):
        s = war({}, hands=("convoy", "mina"), side="liberal")
        s.call(PlayCard(LIBERAL, CARD["mina"]))
        run(s, PlayCard(LIBERAL, CARD["convoy"]))
        assert ({"convoy"}, {"mina"}) == (ids(s.piles[DISCARDS]), ids(s.piles[REMOVED]))
        assert 0 == s.sizes[HAND[LIBERAL]] == s.piles[HAND[LIBERAL]]
        assert s.piles[DISCARDS] == GAME.view(s, CARLIST).piles[DISCARDS]


@rule("aiw", "7.1h", "24.9b", "24.9d", "24.9a")
def test_at_the_end_of_a_year_the_deck_is_renewed() -> None:
    s = war({}, year=1834, decks=("contraband", "foundry", "don_carlos"))
    put_cards(s, DISCARDS, "ambush")
    put_cards(s, REMOVED, "captured_dispatches")
    renew_decks(s, 1835)
    assert {"contraband", "foundry", "ambush"} < ids(s.piles[DECK[CARLIST]])
    assert {card.id for card in FACES if card.year == 1835 and card.side == CARLIST and not card.optional} < ids(
        s.piles[DECK[CARLIST]])
    assert not {"don_carlos", "captured_dispatches"} & ids(s.piles[DECK[CARLIST]])         # until 1835; gone
    assert {"don_carlos"} <= ids(s.piles[REMOVED])
    assert 0 == s.piles[DISCARDS]
    assert ids(expired(1835)) == {card.id for card in FACES if card.removed <= 1835}


@rule("aiw", "7.1i", "24.9e")
def test_a_card_that_expires_in_a_hand_is_replaced_by_one_that_is_no_event() -> None:
    s = war({}, year=1835, hands=("zumalacarregui", "ambush"), decks=("contraband", "hospitals"))
    s.script = None
    renew_decks(s, 1836)
    assert 2 == s.sizes[HAND[CARLIST]] == s.piles[HAND[CARLIST]].bit_count()
    assert "zumalacarregui" in ids(s.piles[REMOVED])
    assert "ambush" in ids(s.piles[HAND[CARLIST]])
    assert not s.piles[HAND[CARLIST]] & OF_TYPE[EVENT]
    assert "contraband" in ids(s.piles[DECK[CARLIST]])


# -------------------------------------------------------------------------------------------------------- playing cards


@rule("aiw", "7.1c", "7.3b")
def test_an_operational_card_may_be_played_when_its_condition_holds() -> None:
    with playable_at("convoy", ACTIONS, when=lambda s, side, about: s.command[side] > 0):
        for points, words in ((1, ["pass", "play convoy"]), (0, ["pass"])):
            s = war({}, hands=("convoy", "volley_fire"), command=(0, points), side="liberal", secret=True)
            run(s, CardWindow(ACTIONS, (LIBERAL,)))
            assert words == offered(s)
        assert ("7.1c", "card_not_now") == reason(s, "play convoy")
        assert ("7.3b", "tactical_in_combat") == reason(s, "play volley_fire")
        assert ("7.1c", "card_not_in_hand") == reason(s, "play mina")


@rule("aiw", "7.1c")
def test_who_might_hold_a_card_is_asked_whatever_he_holds() -> None:
    with playable_at("convoy", ACTIONS):
        s = war({}, hands=("volley_fire",), decks=("convoy",), side="liberal", secret=True)
        run(s, CardWindow(ACTIONS, (LIBERAL,)))
        assert "liberal CardWindow" == asked(s)
        s = war({}, hands=("volley_fire",), side="liberal", secret=True)
        put_cards(s, DISCARDS, "convoy")
        run(s, CardWindow(ACTIONS, (LIBERAL,)))
        assert "nobody" == asked(s)         # everybody sees it among the discards
        s = war({}, decks=("convoy",), side="liberal", secret=True)
        run(s, CardWindow(ACTIONS, (LIBERAL,)))
        assert "nobody" == asked(s)         # and an empty hand
        s = war({}, hands=("volley_fire",), decks=("convoy",), side="liberal", secret=True)
        s.barred = 1 << CARD["convoy"]
        assert not may_hold(s, LIBERAL, 1 << CARD["convoy"])
        s.barred = 0
        everybody_knows(s, "volley_fire")
        assert not may_hold(s, LIBERAL, 1 << CARD["convoy"])


@rule("aiw", "7.1d", "7.1c")
def test_a_card_does_what_it_says_and_an_answer_may_take_that_away() -> None:
    def void(s: Aiw, side: int, about: Procedure) -> None:
        card = next(f for f in s.stack if isinstance(f, PlayCard) and f.side == LIBERAL)
        card.void = True

    done: list[int] = []
    noted = playable_at("mina", ACTIONS, lambda s, side, about: done.append(side))
    with noted, playable_at("captured_dispatches", ANSWER, void):
        s = war({}, hands=("mina", "captured_dispatches"), side="liberal")
        run(s, PlayCard(LIBERAL, CARD["mina"]))
        assert "carlist CardWindow" == asked(s)
        events = do(s, "play captured_dispatches")
        assert [] == done
        assert [(CARD["mina"],)] == told(events, "voided")
        assert {"mina", "captured_dispatches"} == ids(s.piles[DISCARDS])       # even with an asterisk
        s = war({}, hands=("mina", "captured_dispatches"), side="liberal")
        run(s, PlayCard(LIBERAL, CARD["mina"]))
        do(s, "pass")
        assert [LIBERAL] == done
        s = war({}, hands=("mina", "captured_dispatches"), side="carlist")
        run(s, PlayCard(LIBERAL, CARD["mina"]))
        assert [LIBERAL, LIBERAL] == done                               # only in the Liberal Phase
        s = war({}, hands=("mina", "captured_dispatches"))
        s.stack = s.stack[:1]
        s.call(PlayCard(LIBERAL, CARD["mina"]))
        run(s, OrderOfPlay(CARLIST, at=4))
        assert 3 == len(done)                                           # nor between the phases
    assert ORDER != ANSWER


@rule("aiw", "7.1d")
def test_nobody_rolls_for_a_leader_whose_card_has_left_the_game() -> None:
    s = war({})
    phase(s).effects.append(CARD["zumalacarregui"])
    put_cards(s, REMOVED, "zumalacarregui")
    put_cards(s, DISCARDS, "hospitals")
    s.script = []                           # no die
    recall(s, phase(s))
    assert 0 == s.sizes[HAND[CARLIST]]


@rule("aiw", "7.1f", "7.1d")
def test_a_card_that_everybody_knew_in_a_hand_is_not_known_there_when_it_is_played_again() -> None:
    s = war({}, hands=("zumalacarregui", "ambush"))
    with playable_at("zumalacarregui", ACTIONS):
        run(s, PlayCard(CARLIST, CARD["zumalacarregui"]))
        take_back(s, CARLIST, CARD["zumalacarregui"])
        assert ({"zumalacarregui"}, 2) == (ids(GAME.view(s, LIBERAL).piles[HAND[CARLIST]]), s.sizes[HAND[CARLIST]])
        run(s, PlayCard(CARLIST, CARD["zumalacarregui"]))
        assert (0, 1) == (GAME.view(s, LIBERAL).piles[HAND[CARLIST]], s.sizes[HAND[CARLIST]])


@rule("aiw", "7.2a")
def test_reinforcement_events_take_units_that_are_out_of_play() -> None:
    """Mendizábal's levy brings the Provincials 8 and 9, whatever is in the bag; if they are in the bag they stay."""
    s = war({"vitoria": "l_ln1"}, bags=("l_ln2",), side="liberal", year=1835)
    s.call(PlayCard(LIBERAL, CARD["mendizabal_levy"]))
    run(s, OrderOfPlay(CARLIST, at=4))
    while asked(s) != "nobody" and "liberal" in asked(s):
        do(s, offered(s)[0])
    assert 1 << UNIT["l_ln2"] == s.bag[LIBERAL] & 1 << UNIT["l_ln2"]
    assert {UNIT["l_pr8"], UNIT["l_pr9"]} & set(s.unit)


# ------------------------------------------------------------------------------------------------ the Army of the North


@pytest.mark.parametrize("due", [1, 3, 5])
@rule("aiw", "24.9f")
def test_the_army_of_the_north_comes_up_among_the_first_five(due: int) -> None:
    names = ("army_of_the_north", "convoy", "royal_marines", "espartero", "telegraph", "night_attack", "oraa")
    s = war({}, decks=names)
    s.script = [due - 1]
    place_army(s)
    assert (due, 5) == (s.army_due, s.army_within)
    assert 0 == GAME.view(s, LIBERAL).army_due          # nobody knows where it lies
    drawn = []
    for n in range(1, 6):
        pile = ids_of(s.piles[DECK[LIBERAL]])       # another card lies where it would be picked from the whole pile
        s.script = [] if n == due else [pile.index(CARD["army_of_the_north"]) if n < due else 0]
        card = draw_card(s, LIBERAL)
        put_cards(s, ASIDE, FACES[card].id)
        drawn.append(FACES[card].id)
        assert (5 - n if n < due else 0) == s.army_within           # as everybody can count
    assert due - 1 == drawn.index("army_of_the_north")
    assert (0, 0) == (s.army_due, s.army_within)


@rule("aiw", "24.9f")
def test_a_small_deck_has_it_all_the_same() -> None:
    s = war({}, decks=("army_of_the_north", "convoy"))
    s.script = [1]
    place_army(s)
    assert (2, 2) == (s.army_due, s.army_within)
    s.script = [0]
    assert CARD["convoy"] == draw_card(s, LIBERAL)
    put_cards(s, ASIDE, "convoy")
    s.script = []                                       # and now it must come
    assert CARD["army_of_the_north"] == draw_card(s, LIBERAL)
    s = war({}, decks=("convoy", "telegraph"))
    place_army(s)
    assert (0, 0) == (s.army_due, s.army_within)


@rule("aiw", "24.9f")
def test_carlist_cards_do_not_bring_it_nearer() -> None:
    s = war({}, decks=("army_of_the_north", "convoy", "ambush", "hospitals"))
    s.script = [1, 0]
    place_army(s)
    draw_card(s, CARLIST)
    assert (2, 2) == (s.army_due, s.army_within)


@pytest.mark.parametrize("seat", [CARLIST, LIBERAL])
@rule("aiw", "7.0d")
def test_what_a_hand_may_hold_is_the_same_for_everybody(seat: int) -> None:
    s = war({}, hands=("ambush", "convoy"), decks=("hospitals", "telegraph", "la_granja"))
    for side, cards in ((CARLIST, {"ambush", "hospitals"}), (LIBERAL, {"convoy", "telegraph"})):
        assert cards == ids(CARDS.imaginable(s, HAND[side])) == ids(CARDS.imaginable(GAME.view(s, seat), HAND[side]))


@rule("aiw", "10.0a", "24.10a")
def test_the_cups_hold_six_markers_of_a_year() -> None:
    s = war({})
    fill_cups(s, 1834)
    assert [3, 3, 0, 3, 2, 1] == s.cups
    fill_cups(s, 1836)
    assert [2, 2, 2, 1, 3, 2] == s.cups
