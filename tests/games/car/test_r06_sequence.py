"""[6] The course of a Turn."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.car.board import BEACH_MALLORCA, CARD, DECK, DISCARDS, HAND, LATER, MALLORCA, NAT, REP, space
from tablero.games.car.rules.r06_sequence import DiscardCards, Redraw, RemoveWorks, Turn, draw_anew
from tablero.games.car.rules.r08_cards.s01_decks import hand_size
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tablero.games.car.rules.r09_stacking import Overstacked
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import AUTOMATIC, Car
from tablero.kernel.actions import DONE, PASS
from tablero.kernel.engine import advance
from tests.games.car.field import asked, at, do, field, offered, refused, stand, told
from tests.games.car.turns import hand, hold, turn
from tests.rules import rule


@rule("car", "6.0a")
def test_the_phases_come_in_their_printed_order() -> None:
    steps = Turn().steps()
    phases = ("war_phase", "nationalist_discards", "draw", "nationalist_round", "nationalist_attrition",
              "republican_attrition", "war_status", "republican_replacements", "nationalist_replacements",
              "nationalist_works", "end_of_turn", "corps")
    assert sorted(phases, key=steps.index) == list(phases)


@rule("car", "6.0.A.1a", "15.1.2a", "15.1.3a", "8.1.2a")
def test_a_new_war_phase_shuffles_its_cards_and_the_discards_into_the_draw_piles() -> None:
    s = field()
    hold(s, "n9 r9", deck="n10 r10", discards="n2 r2", later="n19 n39 r19 r39")
    turn(s, 6)
    for side, names in ((NAT, ("n2", "n10", "n19")), (REP, ("r2", "r10", "r19"))):
        pile = s.piles[DECK[side]] | s.piles[HAND[side]]
        assert all(pile >> CARD[name] & 1 for name in names)
        assert 0 == s.sizes[DISCARDS[side]]
    assert s.piles[LATER[NAT]] >> CARD["n39"] & 1, "those of the third phase wait"
    hold(s, "n9 r9", deck="n10 r10", discards="n2 r2", later="n39 r39")
    turn(s, 12)
    assert (s.piles[DECK[NAT]] | s.piles[HAND[NAT]]) >> CARD["n39"] & 1
    hold(s, "n9 r9", deck="n10 r10", discards="n2 r2", later="n39 r39")
    turn(s, 8)
    assert s.piles[LATER[NAT]] >> CARD["n39"] & 1, "no new phase"
    assert s.piles[DISCARDS[NAT]] >> CARD["n2"] & 1 or not s.sizes[DECK[NAT]]


@rule("car", "6.0.A.1a")
@pytest.mark.parametrize("number, shuffled", [(5, False), (6, True), (7, False), (11, False), (12, True), (13, False)])
def test_discards_are_shuffled_in_when_the_phase_changes_and_not_before_or_after(number: int, shuffled: bool) -> None:
    s = field({"zaragoza": "nat_inf_1"})
    hold(s, "n3 n4 n5 n6 n7 n8 n15 r9", deck="n10 r10", discards="n2")
    s.events.clear()
    turn(s, number)
    assert shuffled == ((NAT,) in told(s.events, "reshuffled"))


@rule("car", "6.0.A.2a", "8.5.3.6a")
def test_before_drawing_a_side_may_discard_combat_cards_and_no_others() -> None:
    s = field()
    hold(s, "n9 n2 r10", deck="n3 n4 n5 n6 n7 r1 r2 r3 r4 r5 r6")
    s.stack = [DiscardCards(NAT)]
    advance(s)
    assert ["done", "discard n9"] == offered(s)
    assert ("6.0.A.2a", "only_combat_cards") == refused(s, "discard n2")
    assert refused(s, "discard n9") is None
    assert [(NAT, CARD["n9"])] == told(do(s, "discard n9"), "discarded")
    assert s.revealed
    assert ({"n2"}, True) == (hand(s, NAT), bool(s.piles[DISCARDS[NAT]] >> CARD["n9"] & 1))


@rule("car", "6.0.A.3a", "6.0.A.3c")
def test_hands_are_filled_up_and_a_hand_that_is_too_large_stays() -> None:
    s = field()
    hold(s, "n2 n3 r1 r2 r3 r4 r5 r6 r8 r9")
    turn(s, 8, "draw")
    assert (7, 8) == (len(hand(s, NAT)), len(hand(s, REP)))


@rule("car", "6.0.A.3a")
def test_an_empty_draw_pile_is_made_of_the_discards_and_a_side_without_cards_plays_with_fewer() -> None:
    s = field()
    hold(s, "n2 r2", deck="n3 n4 r3 r4", discards="n5 n6", later="n39 r39")
    turn(s, 8, "draw")
    assert ({"n2", "n3", "n4", "n5", "n6"}, {"r2", "r3", "r4"}) == (hand(s, NAT), hand(s, REP))
    assert (0, 0) == (s.sizes[DECK[NAT]], s.sizes[DISCARDS[NAT]])


@rule("car", "6.0.A.3b", "6.0.A.3d")
def test_morale_changes_the_size_of_hands_when_cards_are_drawn() -> None:
    sizes = {rm: (hand_size(field(rm=rm), NAT), hand_size(field(rm=rm), REP)) for rm in (16, 15, 11, 10)}
    assert {16: (7, 7), 15: (8, 7), 11: (8, 7), 10: (8, 6)} == sizes
    s = field(rm=16)
    hold(s, "r1 r2 r3 r4 r5 r6 r8", deck="n2 n3 n4 n5 n6 n7 n8 n9")
    s.rm = 10
    assert 7 == len(hand(s, REP)), "nothing is lost in the middle of a Turn"


@rule("car", "6.0.Ba", "7.1.1a", "7.1.2a", "7.1.5a", "6.0.C.1a", "6.0.C.2a", "13.3.7a")
def test_six_rounds_each_by_turns_and_attrition_right_after_the_sixth_of_a_side() -> None:
    s = field({"zaragoza": "nat_inf_1", "valencia": "rep_mil_1"})
    stand(s, "nat_inf_2", "albacete")             # out of supply
    stand(s, "rep_mil_2", "burgos")             # out of supply
    hold(s, "", deck="")
    turn(s, 7)
    order = []
    while s.turn == 7:                          # without cards there are Automatic Operations only
        order.append((s.round, s.side, at(s, "nat_inf_2") == "albacete", at(s, "rep_mil_2") == "burgos"))
        do(s, "done")
    assert [(n, side) for n in range(1, 7) for side in (NAT, REP)] == [(n, side) for n, side, _, _ in order]
    assert [True] * 11 + [False] == [nationalist for _, _, nationalist, _ in order]
    assert [True] * 12 == [republican for _, _, _, republican in order]
    assert "gone" == at(s, "rep_mil_2")
    assert (8, 1, NAT) == (s.turn, s.round, s.side), "the next Turn has as many"


@rule("car", "6.0.C.2b")
def test_attrition_takes_units_for_good_and_their_spaces() -> None:
    s = field({"albacete": "nat_inf_2", "zaragoza": "nat_inf_1"})
    attrition(s, NAT)
    assert ("gone", False) == (at(s, "nat_inf_2"), bool(s.held >> space("albacete") & 1))


@rule("car", "6.0.F.2a", "16.2.6a")
def test_after_turn_5_isolated_spaces_are_out_of_supply() -> None:
    s = field({"granada": "nat_inf_1", "zaragoza": "nat_inf_2"}, turn=5)
    s.isolated = 1 << space("granada")
    assert supplied(s, NAT) >> space("granada") & 1
    Turn().end_of_turn(s)
    assert (0, 0) == (s.isolated, supplied(s, NAT) >> space("granada") & 1)


@rule("car", "6.0.F.3a", "16.1.6a", "16.1.5a")
def test_from_turn_6_on_sieges_weaken_at_the_end_of_each_turn() -> None:
    s = field()
    s.sieges = [1, 2, 3]
    s.turn = 5
    s.madrid = 0
    Turn().end_of_turn(s)
    assert [1, 2, 3] == s.sieges
    s.turn = 6
    Turn().end_of_turn(s)
    assert [0, 1, 2] == s.sieges


@rule("car", "6.0.F.4a")
def test_the_next_turn_follows() -> None:
    s = field({"zaragoza": "nat_inf_1"})
    hold(s, "", deck="")
    turn(s, 7, "clear")
    assert (8, [(8,)]) == (s.turn, told(s.events, "turn"))


@rule("car", "6.0.E.1a", "6.0.E.2a", "14.1.2a")
def test_the_republic_spends_its_points_first_and_what_is_left_is_lost() -> None:
    s = field({"zaragoza": "nat_inf_1:r", "valencia": "rep_rpa_1:r"})
    s.rp = [2, 0, 2, 0]
    turn(s, 7, "republican_replacements")
    assert "republican Spend" == asked(s)
    do(s, "done")
    assert "nationalist Spend" == asked(s)
    do(s, "restore nat_inf_1 nat")              # nothing is left to be restored with the other half
    assert [0, 0, 0, 0] == s.rp


@rule("car", "15.1.2b", "15.1.2c")
def test_a_hand_without_corps_may_be_shown_and_drawn_anew_until_it_has_some() -> None:
    s = field()
    hold(s, "n2 n3 n9", deck="n10 n11 n12 n13 n14 n15 n19")
    s.call(Redraw(NAT))
    advance(s)
    assert ["pass", "redraw"] == offered(s)
    told = do(s, "redraw")
    assert {("showed", CARD[name]) for name in ("n2", "n3", "n9")} == {
        (event.kind, event.args[1]) for event in told if event.kind == "showed"}
    while asked(s) == "nationalist Redraw" and "redraw" in offered(s):
        do(s, "redraw")
    assert "n19" in hand(s, NAT)


@rule("car", "4.3.2a")
def test_scenarios_of_turn_6_begin_with_a_corps_card_in_each_hand() -> None:
    for seed in range(12):
        s = tablero.game("car").new("two_years_of_war", seed)
        assert isinstance(s, Car)
        assert all(any(name in hand(s, side) for name in names) for side, names in (
            (NAT, ("n19", "n20")), (REP, ("r19", "r20", "r21", "r22"))))


@rule("car", "7.1.4a")
def test_the_chart_shows_what_was_done_in_each_round() -> None:
    s = field({"zaragoza": "nat_inf_1"})
    hold(s, "", deck="")
    turn(s, 7)
    assert [AUTOMATIC, 0] == [s.chart[0], s.chart[1]]


@rule("car", "6.0.D.1a", "6.0.D.1b")
@pytest.mark.parametrize("happened, number, played_now, expected", [
    ("n46", 17, False, -1), ("n46", 17, True, 0), ("n46", 16, False, 0), ("n45", 17, False, 0)])
def test_hunger_costs_morale_in_the_war_status_phase_of_each_later_winter(
        happened: str, number: int, played_now: bool, expected: int) -> None:
    s = field({"zaragoza": "nat_inf_1"}, happened=happened, rm=20)
    hold(s, "", deck="")
    s.this_turn = played_now << CARD["n46"]
    turn(s, number, "landing")
    assert 20 + expected == s.rm


@rule("car", "6.0.D.1a", "6.0.D.1b", "6.0.D.2a")
def test_what_the_war_status_phase_changes_counts_for_automatic_victory_in_it() -> None:
    s = field({"zaragoza": "nat_inf_1"}, happened="n46", rm=7)
    turn(s, 11, "landing")                      # 6 or less wins on Turn 11
    assert (6, True, NAT) == (s.rm, s.over, s.winner)
    s = field({"zaragoza": "nat_inf_1"}, happened="n46", rm=8)
    hold(s, "", deck="")
    turn(s, 11, "landing")
    assert (7, False) == (s.rm, s.over)


@rule("car", "6.0.D.1b", "8.5.4.4a")
@pytest.mark.parametrize("number, judged", [(2, False), (3, True)])
def test_the_landing_is_judged_in_the_war_status_phase_of_its_deadline(number: int, judged: bool) -> None:
    s = field({"zaragoza": "nat_inf_1", "mallorca": "nat_inf_2"}, turn=2)
    hold(s, "", deck="")
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    stand(s, "rep_mil_1", "beach_head_mallorca")
    s.deadline = 3
    before = s.rm
    turn(s, number, "landing")
    assert (judged, before) == (at(s, "rep_mil_1") == "reserve", s.rm)


@rule("car", "6.0.D.1b", "17.3.2b")
def test_madrid_is_assessed_at_the_end_of_turn_5_and_not_in_the_war_status_phase() -> None:
    s = field({"zaragoza": "nat_inf_1"}, turn=5)
    s.madrid, before = 3, s.vp
    s.turn, s.shortage = 5, True
    Turn().war_status(s)
    assert before == s.vp
    Turn().end_of_turn(s)
    assert (before - 3, False) == (s.vp, s.shortage)
    s.turn = 6
    Turn().end_of_turn(s)
    assert before - 3 == s.vp


@rule("car", "6.0.F.1a", "10.2.10a")
def test_both_sides_may_remove_works_of_their_own_the_nationalists_first() -> None:
    s = field({"zaragoza": "nat_inf_1"}, positions="segovia madrid", trenches="burgos")
    turn(s, 7, "nationalist_works")
    assert ("nationalist RemoveWorks", {"done", "raze segovia", "raze burgos"}) == (asked(s), set(offered(s)))
    assert [(NAT, space("burgos"))] == told(do(s, "raze burgos", "done"), "works_gone")
    assert ("republican RemoveWorks", ["done", "raze madrid"]) == (asked(s), offered(s))
    do(s, "raze madrid")
    assert (1 << space("segovia"), 0) == (s.positions, s.trenches)


@rule("car", "6.0a", "8.5.3.5a")
def test_what_lasts_for_a_turn_is_cleared_at_its_end() -> None:
    s = field({"zaragoza": "nat_inf_1"}, kept="n9")
    s.rp, s.chart = [1, 2, 3, 4], [AUTOMATIC] * 12
    s.chain, s.operations, s.reinforced, s.countered = [4, 8], [2, 3], 5, True
    s.this_turn = s.silenced = s.relieved = 1
    s.captured = [1 << space("segovia"), 1 << space("avila")]
    s.turn = 7
    Turn().clear(s)
    assert ([0] * 4, [0] * 12, [0, 0], [0, 0]) == (s.rp, s.chart, s.chain, s.operations)
    assert (0, False, 0, 0, 0) == (s.reinforced, s.countered, s.this_turn, s.silenced, s.relieved)
    assert [0, 1 << space("segovia")] == s.captured, "what the Republic took in this Turn is of the last one now"
    assert 1 << CARD["n9"] & s.piles[DISCARDS[NAT]]


@rule("car", "15.1.2b")
@pytest.mark.parametrize("number, asked_for", [(5, False), (6, True), (7, False)])
def test_hands_may_be_drawn_anew_at_the_start_of_turn_6_only(number: int, asked_for: bool) -> None:
    s = field({"zaragoza": "nat_inf_1"})
    hold(s, "n2 n3 r9 r6", deck="")
    turn(s, number, "nationalist_redraw")
    assert asked_for == asked(s).endswith("Redraw")
    if asked_for:
        do(s, "pass")
        assert "republican Redraw" == asked(s)


@rule("car", "15.1.2b", "8.1.4a")
def test_who_has_a_corps_card_may_not_draw_anew() -> None:
    s = field()
    hold(s, "n2 n19")
    s.call(Redraw(NAT))
    s.offered = {}
    assert ("15.1.2b", "has_corps_card") == refused(s, "redraw")
    assert ["pass"] == offered(s)


@rule("car", "6.0.F.3a")
def test_after_turn_5_corps_are_deployed_only_if_the_scenario_goes_on() -> None:
    s = tablero.game("car").new("war_of_the_columns", 1)
    assert isinstance(s, Car)
    s.turn = 5
    s.stack = [Turn(at=Turn().steps().index("corps") + 1)]
    Turn().corps(s)
    assert 1 == len(s.stack)
    s = tablero.game("car").new("campaign", 1)
    assert isinstance(s, Car)
    for number, called in ((4, 0), (5, 1), (6, 0)):
        s.turn, s.stack = number, [Turn(at=Turn().steps().index("corps") + 1)]
        Turn().corps(s)
        assert 1 + called == len(s.stack)


@rule("car", "6.0.A.2a")
def test_both_sides_are_asked_for_combat_cards_if_they_could_hold_any() -> None:
    s = field({"zaragoza": "nat_inf_1"})
    hold(s, "n9 n2 r10 r9")
    turn(s, 7, "nationalist_discards")
    assert "nationalist DiscardCards" == asked(s)
    do(s, "done")
    assert "republican DiscardCards" == asked(s)
    do(s, "done")
    assert ("nationalist ChooseAction", 7, 7) == (asked(s), len(hand(s, NAT)), len(hand(s, REP)))


@rule("car", "6.0.A.2a", "8.1.4a")
def test_nobody_is_asked_without_cards_or_when_all_know_that_there_is_no_combat_card_in_the_hand() -> None:
    s = field({"zaragoza": "nat_inf_1"})
    hold(s, "", deck="n9 r10")
    s.stack = [DiscardCards(NAT)]
    assert () == s.stack[0].players(s), "an empty hand"
    hold(s, "n2", deck="n9 r10")
    assert (NAT,) == DiscardCards(NAT).players(s), "it could be one"
    s.sees = [-1, -1, -1]
    assert () == DiscardCards(NAT).players(s), "everybody knows it is none"


@rule("car", "15.1.2c")
def test_a_hand_that_was_shown_is_revealed_for_good() -> None:
    s = field()
    hold(s, "n2 n3 n9", deck="n10 n11 n12 n13 n14 n15 n16")
    s.revealed = False
    draw_anew(s, NAT)
    assert (True, 7) == (s.revealed, len(hand(s, NAT)))


@rule("car", "6.0.A.2a", "6.0.F.1a", "8.1.4a")
def test_what_a_hand_allows_is_secret_and_what_the_map_allows_is_not() -> None:
    s = field({"zaragoza": "nat_inf_1"}, positions="segovia")
    assert [False, False, True, True] == [
        question.public(s) for question in (DiscardCards(NAT), Redraw(NAT), RemoveWorks(NAT), Overstacked(NAT))]
    assert [(NAT,), ()] == [RemoveWorks(side).players(s) for side in (NAT, REP)], "who has no works is not asked"
    assert [DONE, PASS, DONE] == [
        question.decline(s, NAT) for question in (DiscardCards(NAT), Redraw(NAT), RemoveWorks(NAT))]


@rule("car", "6.0.A.2a")
def test_several_combat_cards_may_be_discarded_one_after_the_other() -> None:
    s = field({"zaragoza": "nat_inf_1"})
    hold(s, "n9 n10 n2")
    s.stack = [DiscardCards(NAT)]
    advance(s)
    do(s, "discard n10")
    assert ["done", "discard n9"] == offered(s)


@rule("car", "6.0.A.1a", "8.5.1.2a")
def test_with_a_new_turn_events_become_possible() -> None:
    s = field({"zaragoza": "nat_inf_1", "valencia": "rep_mil_1"}, turn=2)
    hold(s, "n5", deck="")
    s.madrid = 0
    turn(s, 2, "clear")                         # Turn 3 begins
    while asked(s) != "nationalist ChooseAction":
        do(s, "done")
    assert (3, True) == (s.turn, "event n5" in offered(s))
