"""[6] [4.2] [5] Building, placing and playing at their limits: what is refused, told and remembered."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import (
    BRITAIN,
    CARD,
    CARDS,
    DISCARDS,
    DRAW_PILE,
    DUCHIES,
    GUEST,
    HAND,
    NORD,
    POWERS,
    RESERVE,
    SPAIN,
    SUD,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import put_soldiers
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse, Impulses, nothing_left
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent, can_draw
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r06_placement import Placement, PlaceSoldiers, Relief, note_arrival
from tests.games.wellington.cards.events import lies
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import asked, at, do, game, leader, leaders, offered, refused, run, sps, told, x
from tests.games.wellington.turns import war
from tests.rules import rule

# --- CPs


@rule("wellington", "9.1e", "9.1b")
def test_only_leaders_and_counters_on_the_map_are_offered() -> None:
    s = game({"lisbon": "hill britain:1", "porto": "graham", "regroup": "wellington"})
    run(s, Spending(BRITAIN, 3))
    assert {"lead hill", "lead graham"} == {text for text in offered(s) if text.startswith("lead")}
    assert ["counter lisbon infantry"] == [text for text in offered(s) if text.startswith("counter")]


@rule("wellington", "5.1c", "9.1b")
def test_counters_in_winter_quarters_stay() -> None:
    for quarters, counters in (
        ([], {"lisbon", "porto"}), ([(BRITAIN, x("lisbon"), 0)], {"porto"}),
        ([(SPAIN, x("lisbon"), 0)], {"lisbon", "porto"}),
    ):
        s = game({"lisbon": "britain:1", "porto": "britain:1"})
        s.quarters = quarters
        run(s, Spending(BRITAIN, 3))
        assert counters == {text.split()[1] for text in offered(s) if text.startswith("counter")}


@rule("wellington", "9.51b", "9.1b")
def test_why_a_counter_does_not_march() -> None:
    s = game()
    put_soldiers(s, BRITAIN, x("lisbon"), [(0, 1, 1)])
    put_soldiers(s, BRITAIN, x("porto"), [(0, 0, 1)])
    run(s, Spending(BRITAIN, 3))
    assert ("9.51b", "stopped") == refused(s, "counter lisbon infantry")
    assert refused(s, "counter porto infantry") is None


@rule("wellington", "6.1c", "6.2b")
def test_a_leader_on_the_map_is_not_built_again() -> None:
    s = game({"lisbon": "hill", "regroup": "graham"})
    run(s, Spending(BRITAIN, 9))
    found = {text for text in offered(s) if text.startswith("build_leader")}
    assert {"build_leader wellington", "build_leader graham", "build_leader beresford"} == found
    do(s, "build_leader wellington")
    assert "6.3b" == tablero.prompt(s, BRITAIN).rule
    assert {"place lisbon", "place porto", "place plymouth"} <= set(offered(s))
    assert "place braga" not in offered(s), "no Key"
    before = s.frame(Spending).points
    events = do(s, "place porto")
    assert ("porto", [(leader("wellington"), x("porto"))]) == (at(s, "wellington"), told(events, "leader_placed"))
    assert before > s.frame(Spending).points
    assert impulse(s).arrived == leaders("wellington")


@rule("wellington", "6.3a", "6.1a")
def test_soldiers_enter_in_any_home_duchy_and_are_told() -> None:
    s = game()
    run(s, Spending(BRITAIN, 9))
    do(s, "build infantry")
    assert "6.3a" == tablero.prompt(s, BRITAIN).rule
    assert "place braga" in offered(s)
    assert "place plymouth" not in offered(s)
    events = do(s, "place braga")
    assert [(BRITAIN, 1, x("braga"))] == told(events, "placed")
    assert [(BRITAIN * DUCHIES + x("braga"), 1)] == impulse(s).arrived_piles


@rule("wellington", "6.3h", "14.2b")
def test_nobody_reacts_at_plymouth() -> None:
    s = game({"unbuilt": "hill"})
    events = run(s, Placement(BRITAIN, BRITAIN, x("plymouth"), leaders=leaders("hill")))
    assert ("nobody", []) == (asked(s), told(events, "placed"))
    assert 0 == impulse(s).placed
    s = game()
    run(s, Placement(BRITAIN, BRITAIN, x("braga"), sps=1))
    assert 1 << x("braga") == impulse(s).placed
    s = game({"unbuilt": "hill"})
    run(s, Placement(BRITAIN, BRITAIN, x("porto"), leaders=leaders("hill")))
    assert 1 << x("porto") == impulse(s).placed, "a Leader alone may be intercepted, too"


@rule("wellington", "14.2b")
def test_only_soldiers_who_arrive_are_noted_as_such() -> None:
    s = game()
    note_arrival(s, SPAIN, x("cadiz"), leaders("blake"), 0)
    assert (leaders("blake"), []) == (impulse(s).arrived, impulse(s).arrived_piles)
    note_arrival(s, SPAIN, x("cadiz"), 0, 2)
    assert (leaders("blake"), [(SPAIN * DUCHIES + x("cadiz"), 2)]) == (impulse(s).arrived, impulse(s).arrived_piles)
    s = war()
    note_arrival(s, SPAIN, x("cadiz"), leaders("blake"), 1)
    assert "nobody" == asked(s), "outside an Impulse nothing is noted"


@rule("wellington", "6.3c", "6.3d", "6.3i")
@pytest.mark.parametrize("power, places", [("nord", "nord:2"), ("sud", "sud:1 nord:2"), ("nord", "sud:1 nord:2")])
def test_all_pieces_of_both_allies_relieve_a_fortress(power: str, places: str) -> None:
    from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
    s = game({"burgos": f"hill britain:3 {places}"}, active=power)
    one = POWERS.index(power)
    frame = Relief(one, x("burgos"))
    s.stack.append(frame)
    frame.face(s)
    contact = s.stack[-1]
    assert isinstance(contact, Contact)
    own = {seat: s.sp[seat * DUCHIES + x("burgos")] for seat in (SUD, NORD) if s.sp[seat * DUCHIES + x("burgos")]}
    assert own == {seat: n for seat, _, n in contact.forces}
    assert (one, True) == (contact.power, contact.placed)


@rule("wellington", "5.11a", "6.2a")
def test_soldiers_who_come_back_leave_the_box() -> None:
    s = game({"regroup": "spain:2"}, active="spain")
    events = run(s, PlaceSoldiers(SPAIN, SPAIN, 3, 1 << x("la_coruna"), regrouped=True))
    assert (2, 0) == (sps(s, "spain", "la_coruna"), sps(s, "spain", "regroup"))
    assert [(SPAIN, 2, x("la_coruna"))] == told(events, "placed")
    assert [(SPAIN * DUCHIES + x("la_coruna"), 2)] == impulse(s).arrived_piles


@rule("wellington", "5.12b")
def test_soldiers_who_are_owed_do_not_arrive() -> None:
    s = game(active="spain")
    s.debts = [(SPAIN, CARD["mud"], 1)]
    events = run(s, PlaceSoldiers(SPAIN, SPAIN, 2, 1 << x("cadiz")))
    assert (1, []) == (sps(s, "spain", "cadiz"), s.debts)
    assert [(SPAIN, 1, x("cadiz"))] == told(events, "placed")


# --- Impulses


@rule("wellington", "4.24a")
def test_a_turn_in_which_nobody_has_cards_is_over() -> None:
    s = war()
    run(s, Impulses())
    assert "nobody" == asked(s)


@rule("wellington", "4.22b", "4.22k")
def test_britain_preempts_and_declines() -> None:
    hands = {"britain": "camp_fever mud", "sud": "desertion", "spain": "atrocity", "nord": "forced_march"}
    for word, power in (("preempt", "britain"), ("pass", "sud")):
        s = war({"lisbon": "britain:5", "toulouse": "sud:1"}, box="sud", last="nord", hands=hands)
        s.round = 2
        run(s, Impulses())
        assert "britain Preempt" == asked(s)
        events = do(s, word)
        assert ([(BRITAIN,)] if word == "preempt" else []) == told(events, "preempted")
        assert f"{power} ChoosePlay" == asked(s)
    s = war({"lisbon": "britain:5", "toulouse": "sud:1"}, box="sud", last="nord", hands=hands)
    run(s, Impulses())
    assert ("pass",) == s.stack[-1].decline(s, BRITAIN)  # type: ignore[attr-defined]


@rule("wellington", "4.23a", "20a")
def test_an_impulse_and_a_pass_are_told_and_counted() -> None:
    s = war({"lisbon": "britain:5"}, hands={"britain": "camp_fever"})
    events = run(s, Impulse(BRITAIN))
    assert (1, [(BRITAIN,)], []) == (s.impulses, told(events, "impulse"), told(events, "passes"))
    s = war(resources=(1, 0, 0, 0))
    events = run(s, Impulse(BRITAIN, passing=True))
    assert (1, [], [(BRITAIN,)]) == (s.impulses, told(events, "impulse"), told(events, "passes"))


@rule("wellington", "4.2c")
def test_between_impulses_nobody_is_active() -> None:
    s = war({"lisbon": "britain:5"}, hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    do(s, "cp camp_fever", "done")
    assert (-1, BRITAIN) == (s.active, s.last)


@rule("wellington", "5.1c")
def test_winter_quarters_of_others_last() -> None:
    s = war({"lisbon": "britain:5"}, hands={"britain": "camp_fever"})
    s.quarters = [(NORD, x("madrid"), 1), (BRITAIN, x("lisbon"), 0)]
    run(s, Impulse(BRITAIN))
    assert [(NORD, x("madrid"), 1), (BRITAIN, x("lisbon"), 1)] == s.quarters
    do(s, "cp camp_fever", "done")
    assert [(NORD, x("madrid"), 1)] == s.quarters


@rule("wellington", "4.2e")
@pytest.mark.parametrize("cards, resource, key", [
    (0, False, "choose_play"), (1, False, "finish_play"), (0, True, "finish_play"), (1, True, "finish_play")])
def test_after_a_play_the_question_has_other_words(cards: int, resource: bool, key: str) -> None:
    s = war({"lisbon": "britain:5"}, hands={"britain": "camp_fever mud"})
    run(s, Impulse(BRITAIN))
    s.frame(Impulse).cards, s.frame(Impulse).resource = cards, resource
    assert key == tablero.prompt(s, BRITAIN).key


@rule("wellington", "4.2b", "5.6a")
def test_nothing_is_left_only_after_a_play_without_cards_resources_and_sieges() -> None:
    for places, hands, resources, cards, resource, left in (
        ({}, "", 0, 0, False, True), ({}, "", 0, 1, False, False), ({}, "", 0, 0, True, False),
        ({}, "", 1, 1, False, True),
        ({"ciudad_rodrigo": "hill britain:2"}, "", 0, 1, False, True), ({}, "mud", 0, 1, False, True),
    ):
        s = war(places, hands={"britain": hands} if hands else {}, resources=(resources, 0, 0, 0))
        frame = Impulse(BRITAIN, cards=cards, resource=resource)
        s.stack.append(frame)
        assert left != nothing_left(s, frame), (places, hands, resources, cards, resource)


@rule("wellington", "1.6d", "9.62b")
def test_who_commands_alone_or_already_is_not_named() -> None:
    s = war({"lisbon": "hill", "porto": "wellington graham", "regroup": "beresford"}, hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    assert ["command graham"] == [text for text in offered(s) if text.startswith("command")]
    assert refused(s, "command wellington") is not None
    assert refused(s, "command hill") is not None


@rule("wellington", "9.62b")
def test_a_refused_commander_is_told() -> None:
    s = war({"porto": "wellington castanos britain:3"}, hands={"britain": "camp_fever", "spain": "mud"})
    s.commander[x("porto")] = leader("castanos")
    run(s, Impulse(BRITAIN))
    do(s, "command wellington")
    assert "spain AgreeCommander" == asked(s)
    assert ("no",) == s.stack[-1].decline(s, SPAIN)  # type: ignore[attr-defined]
    assert [(SPAIN, leader("wellington"))] == told(do(s, "no"), "refused_commander")


@rule("wellington", "12.2b", "4.2f")
def test_only_leaders_on_the_map_are_tried_for_a_siege() -> None:
    s = war({"ciudad_rodrigo": "hill britain:2", "lisbon": "graham", "regroup": "wellington"},
            hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    assert ["besiege hill"] == [text for text in offered(s) if text.startswith("besiege")]
    assert refused(s, "besiege graham") is not None


@rule("wellington", "4.21a", "5.4a")
def test_a_card_for_its_points_is_told_and_revealed() -> None:
    s = war({"lisbon": "britain:5"}, hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    s.revealed = False
    events = do(s, "cp camp_fever")
    assert [(BRITAIN, CARD["camp_fever"])] == [args[:2] for args in told(events, "played_cp")]


# --- cards


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


@rule("wellington", "5.4b", "5.7a")
@pytest.mark.parametrize("power, name, void, zone", [
    ("britain", "mud", True, DISCARDS), ("britain", "luddite_riots", True, DISCARDS),
    ("spain", "to_arms", True, RESERVE[SPAIN]), ("nord", "german_conscripts", True, RESERVE[NORD]),
    ("britain", "cavalry_of_st_george", True, RESERVE[BRITAIN]),
    ("britain", "cavalry_of_st_george", False, GUEST[SPAIN])])
def test_where_a_card_goes_whose_event_was_cancelled(power: str, name: str, void: bool, zone: int) -> None:
    s = game({"lisbon": "britain:3"}, active=power, hands={power: name})
    frame = PlayEvent(POWERS.index(power), CARD[name])
    frame.declare(s)
    frame.void = void
    frame.away(s)
    assert zone == lies(s, name)


# --- relief and Sieges


RELIEVED = {"lisbon": "soult sud:3 britain:1"}       # pieces were placed in a besieged Fortress


@rule("wellington", "6.3i", "5.5a")
def test_while_a_relief_waits_points_are_asked_for_in_other_words() -> None:
    for places, key in ((RELIEVED, "relief_points"), ({"lisbon": "britain:1"}, "spend_points")):
        s = game(places)
        run(s, Spending(BRITAIN, 4))
        assert key == tablero.prompt(s, BRITAIN).key
        assert ("relieve" in offered(s)) == (key == "relief_points")


@rule("wellington", "6.3i", "4.2b")
def test_while_a_relief_waits_a_card_or_the_battle_is_played() -> None:
    s = war(RELIEVED, hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    assert {"cp camp_fever", "relieve"} == set(offered(s))
    assert not nothing_left(s, s.frame(Impulse))
    do(s, "relieve", dice=[1] * 40)
    while "Window" in asked(s):
        do(s, "pass")
    assert 1 == s.fights


@rule("wellington", "12.2b")
def test_a_siege_among_points_costs_none() -> None:
    s = game({"ciudad_rodrigo": "hill britain:2", "lisbon": "graham", "regroup": "wellington"})
    run(s, Spending(BRITAIN, 4))
    assert ["besiege hill"] == [text for text in offered(s) if text.startswith("besiege")]
    events = do(s, "besiege hill", dice=[1] * 20)
    assert ([(BRITAIN, x("ciudad_rodrigo"))], 4) == (told(events, "siege"), s.frame(Spending).points)
