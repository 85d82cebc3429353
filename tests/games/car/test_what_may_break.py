"""Where a game could come to a stop or leave its rules: empty boxes, decks and hands, no place to go, attackers that
are gone, two victors, too many cards or units, a Beach Head that is lost, supply that ends in the middle of a Round.

Each case follows a rule or an adopted reading (docs/decisions/car-readings.md).
"""

from __future__ import annotations

import pytest

import tablero
from tablero.games.car import GAME
from tablero.games.car.board import (
    BEACH_MALLORCA,
    BEACH_P,
    CORPS_CARDS,
    DECK,
    DISCARDS,
    HAND,
    MAIN_CITIES,
    MALLORCA,
    NAT,
    PORTS,
    REP,
    RESERVE,
    SOURCES,
    UNIT,
    space,
)
from tablero.games.car.rules.r02_map import friendly, put
from tablero.games.car.rules.r03_control import enter
from tablero.games.car.rules.r05_victory import automatic_victory
from tablero.games.car.rules.r06_sequence import Redraw, Turn
from tablero.games.car.rules.r08_cards.s01_decks import draw_cards
from tablero.games.car.rules.r08_cards.s05_landings import BeachCleared, LandingJudged, open_beach
from tablero.games.car.rules.r09_stacking import eliminate
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.rules.r17_columns.s06_africa import arrive
from tablero.games.car.state import AUTOMATIC, Car
from tablero.kernel.engine import advance
from tests.games.car.field import (
    asked,
    at,
    attack,
    begin,
    do,
    field,
    holder,
    offered,
    operation,
    refused,
    stand,
    suffer,
    told,
    units_at,
    zone,
)
from tests.games.car.r10_movement.moving import activate, build, go
from tests.games.car.turns import action, hand, hold, turn
from tests.rules import rule

FRONT = {"burgos": "nat_inf_1", "valencia": "rep_rpa_1"}

# --- an empty Reserve


@rule("car", "11.3.5c", "11.3.5.1a")
def test_with_an_empty_reserve_a_corps_that_is_lost_is_gone_for_good() -> None:
    s = field({"belchite": "nat_v:r", "caspe": "rep_i rep_v"})
    suffer(s, "caspe", 3)
    assert ("gone", []) == (at(s, "nat_v"), units_at(s, "belchite"))
    s = field({"belchite": "nat_v:r", "caspe": "rep_i rep_v", "reserve": "nat_inf_1"})
    suffer(s, "caspe", 3)
    assert ("eliminated", ["nat_inf_1"]) == (at(s, "nat_v"), units_at(s, "belchite"))


@rule("car", "8.5.6.3a")
@pytest.mark.parametrize("reserve", ["", "rep_mil_1"])
def test_without_a_division_of_the_popular_army_in_the_reserve_plan_p_cannot_be_played(reserve: str) -> None:
    s = field({"cartagena": "rep_rpa_1", "reserve": reserve}, nationalist="aguilas")
    action(s, "republican", turn=13, hands="r46")
    assert ("8.5.1.2a", "event_condition") == refused(s, "event r46")
    stand(s, "rep_rpa_2", "reserve")
    s.offered = {}
    assert "event r46" in offered(s)


@rule("car", "12.1.8a", "8.3.1a")
def test_a_redeployment_with_nobody_to_move_is_over_at_once() -> None:
    s = field({})
    action(s, hands="n2")
    do(s, "sr n2")
    assert ([], "discards") == (s.stack, zone(s, "n2"))


# --- an empty draw pile


@rule("car", "6.0.A.3a")
def test_with_an_empty_draw_pile_the_discards_are_shuffled_and_then_there_are_fewer_cards() -> None:
    s = field(FRONT)
    hold(s, "n2", deck="n3", discards="n9 n10", later="n39")
    draw_cards(s, NAT)
    assert ({"n2", "n3", "n9", "n10"}, 0, 0) == (hand(s, NAT), s.sizes[DECK[NAT]], s.sizes[DISCARDS[NAT]])
    draw_cards(s, NAT)
    assert {"n2", "n3", "n9", "n10"} == hand(s, NAT), "the cards of a later phase stay where they are"


@rule("car", "15.1.2b", "6.0.A.3a")
def test_a_hand_can_be_drawn_anew_from_an_empty_draw_pile() -> None:
    s = field(FRONT)
    hold(s, "n2 n3", deck="")
    s.call(Redraw(NAT))
    advance(s)
    do(s, "redraw")
    assert ({"n2", "n3"}, ["pass", "redraw"]) == (hand(s, NAT), offered(s))
    do(s, "pass")
    assert "nobody" == asked(s)


@rule("car", "4.3.2a")
def test_every_draw_pile_of_turn_6_has_a_card_that_brings_corps_so_that_the_redraw_ends() -> None:
    for name in ("collapse_of_the_northern_front", "two_years_of_war"):
        s = GAME.new(name, 5)
        assert isinstance(s, Car)
        for side in (NAT, REP):
            assert (s.piles[DECK[side]] | s.piles[HAND[side]]) & CORPS_CARDS


# --- no card in hand


@rule("car", "7.1.3a", "8.2.1b")
def test_without_a_card_there_is_an_automatic_operation_that_may_activate_nothing() -> None:
    """Reading D28."""
    s = field(FRONT)
    hold(s, "", deck="")
    turn(s, 7)
    assert ("nationalist Activate", AUTOMATIC) == (asked(s), s.chart[0])
    do(s, "done")
    assert "republican Activate" == asked(s)


@rule("car", "7.1.3a", "8.2.2a")
def test_a_side_without_cards_and_units_loses_its_rounds_and_the_war_goes_on() -> None:
    s = field({"valencia": "rep_rpa_1"})
    hold(s, "", deck="")
    turn(s, 7)
    assert ("republican Activate", 1) == (asked(s), s.round)
    while s.turn == 7:
        do(s, "done")
    assert (8, False) == (s.turn, s.over)


@rule("car", "8.5.1.1a")
def test_war_weariness_takes_no_card_from_an_empty_hand() -> None:
    """Reading D87."""
    s = field(FRONT, rm=5)
    action(s, turn=14, hands="n54")
    before = s.rm
    events = do(s, "event n54")
    assert ([], before - 1, []) == (told(events, "discarded"), s.rm, s.stack)


@rule("car", "11.2.4a", "8.5.3.1a")
def test_a_combat_without_cards_asks_nobody_for_any() -> None:
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1"})
    hold(s, "", deck="")
    events = attack(s, "caspe", dice=[1, 1])
    assert 2 == len(told(events, "fired"))


# --- no markers for works


@rule("car", "10.2.9a", "2.2.2.10a")
def test_without_markers_no_position_is_built_but_a_position_can_still_become_a_trench() -> None:
    homes = ["segovia", "avila", "soria", "logrono", "pamplona", "vitoria", "palencia"]
    places = {name: f"nat_inf_{n}" for n, name in enumerate([*homes, "salamanca", "zamora"], 1)}
    s = field({**places, "burgos": "nat_v"}, positions=" ".join([*homes, "burgos"]))
    activate(s, "salamanca burgos")
    assert ("10.2.9a", "no_markers") == refused(s, "build nat_inf_8")
    build(s, "nat_v", dice=[1])
    assert 1 << space("burgos") == s.trenches
    s = field({**places, "burgos": "nat_v"}, positions=" ".join(homes))
    activate(s, "salamanca zamora burgos")
    do(s, "build nat_inf_8")
    assert ("10.2.9a", "no_markers") == refused(s, "build nat_inf_9"), "the last one is promised"
    assert ("10.2.9a", "no_markers") == refused(s, "build nat_v")


@rule("car", "10.2.9a", "8.5.1.1a")
def test_an_event_without_special_trenches_left_does_what_it_still_can() -> None:
    s = field({"madrid": "rep_rpa_1", "burgos": "nat_inf_1", "illescas": "rep_rpa_2"})
    s.specials = [1, 1, 3]
    action(s, "republican", turn=4, hands="r14")
    do(s, "event r14")
    assert (1 << space("madrid"), 0, []) == (s.trenches, s.specials[0], s.stack)


# --- no place for a unit


@rule("car", "8.5.2.2a")
def test_a_reinforcement_without_a_legal_space_cannot_be_played_as_an_event() -> None:
    s = field({"valencia": "rep_mil_1 rep_mil_2 rep_mil_3", "madrid": "rep_rpa_1"}, happened="r1 r2", turn=4)
    s.held |= PORTS & ~(1 << space("valencia"))
    action(s, "republican", turn=4, hands="r4")
    assert supplied(s, REP) >> space("valencia") & 1
    assert ("8.5.1.2a", "event_condition") == refused(s, "event r4")
    assert {"ops r4", "sr r4", "rp r4"} <= set(offered(s))
    put(s, UNIT["rep_mil_3"], RESERVE[REP])
    s.offered = {}
    assert "event r4" in offered(s), "with room in the last port"


@rule("car", "14.1.5a")
def test_a_corps_that_cannot_be_placed_is_not_rebuilt() -> None:
    s = field({"burgos": "nat_inf_1:r", "eliminated": "nat_v"})
    s.held &= ~SOURCES[NAT] | 1 << MALLORCA
    s.held &= ~(1 << space("madrid"))
    s.rp = [12, 0, 0, 0]
    s.isolated = 1 << space("burgos")
    turn(s, 7, "nationalist_replacements")
    assert ("14.1.5a", "no_space_for_corps") == refused(s, "rebuild nat_v nat")
    assert "restore nat_inf_1 nat" in offered(s)


@rule("car", "13.4.3d")
def test_a_corps_that_returns_without_a_space_waits_for_the_next_replacement_phase() -> None:
    """Reading D45."""
    s = field({"burgos": "nat_inf_1", "track": "nat_v"})
    held = s.held
    s.due = [(UNIT["nat_v"], 7)]
    s.held &= ~SOURCES[NAT]
    hold(s, "", deck="")
    turn(s, 7, "nationalist_replacements")
    assert ("track", [(UNIT["nat_v"], 7)]) == (at(s, "nat_v"), s.due)
    s.held = held
    turn(s, 8, "nationalist_replacements")
    assert "nationalist PlaceUnit" == asked(s)
    do(s, "to valladolid")
    assert ("valladolid", []) == (at(s, "nat_v"), s.due)


@rule("car", "17.6.4a")
def test_an_african_unit_without_a_port_stays_in_morocco() -> None:
    s = field({"africa": "nat_afr_1", "burgos": "nat_inf_1"}, republican="sevilla cadiz", turn=1)
    arrive(s)
    advance(s)
    assert ("africa", 1, "nobody") == (at(s, "nat_afr_1"), s.waiting, asked(s))


# --- attackers that are gone


@rule("car", "CL.N14b", "11.2.2b", "11.1.5a")
def test_an_attack_whose_last_attacker_defects_ends_without_fire_or_winner() -> None:
    """Reading D59."""
    s = field({"barracas": "rep_pol_1", "teruel": "nat_inf_1"}, side="republican", turn=3, hands="n14")
    attack(s, "teruel")
    events = do(s, "play n14")
    assert ([], [(space("teruel"),)]) == (told(events, "fired"), told(events, "combat_void"))
    assert ([], "teruel", 1 << space("teruel")) == (told(events, "combat_won"), at(s, "nat_inf_1"),
                                                    operation(s).attacked)


@rule("car", "CL.R7a", "11.2.7a", "11.5.1a")
def test_attackers_that_fall_to_the_first_fire_do_not_fire_and_nobody_advances() -> None:
    s = field({"belchite": "nat_inf_1:r", "caspe": "rep_rpa_1 rep_rpa_2"}, hands="r7")
    attack(s, "caspe")
    events = do(s, "play r7", dice=[1])
    assert 1 == len(told(events, "fired"))
    assert ("eliminated", "nobody", "rep") == (at(s, "nat_inf_1"), asked(s), holder(s, "caspe"))


@rule("car", "11.5.1a", "11.4.1a")
def test_defenders_retreat_from_attackers_that_have_all_died_winning() -> None:
    s = field({"belchite": "nat_inf_1:r nat_inf_2:r", "caspe": "rep_mil_1 rep_mil_2 rep_mil_3"})
    attack(s, "caspe", dice=[6, 6])
    while asked(s) != "nobody":
        do(s, offered(s)[0])
    assert ([], "rep") == (units_at(s, "belchite"), holder(s, "caspe"))
    assert "nat" == holder(s, "belchite"), "a space that is left vacant keeps its owner"


@rule("car", "11.1.1a")
def test_a_second_attack_of_units_that_are_gone_is_not_offered() -> None:
    s = field({"belchite": "nat_inf_1:r", "caspe": "rep_mil_1 rep_mil_2 rep_mil_3", "burgos": "nat_inf_2"})
    begin(s)
    assert "target caspe" in offered(s)
    eliminate(s, UNIT["nat_inf_1"])
    s.offered = {}
    assert ["done"] == offered(s)


# --- two victors


@rule("car", "5.2.5a")
@pytest.mark.parametrize("rm, all_to_nationalists, winner", [(26, True, REP), (10, False, NAT)])
def test_of_two_victors_the_one_by_morale_wins(rm: int, all_to_nationalists: bool, winner: int) -> None:
    s = field(rm=rm)
    s.held = s.held | MAIN_CITIES if all_to_nationalists else s.held & ~MAIN_CITIES
    automatic_victory(s)
    assert ("morale", winner) == (s.result["kind"] if s.result else "", s.winner)


@rule("car", "5.2.1a")
def test_the_war_ends_in_the_war_status_phase_and_nothing_follows() -> None:
    s = field(FRONT, rm=10)
    s.rp = [4, 0, 4, 0]
    turn(s, 7, "landing")
    assert (True, [], [4, 0, 4, 0]) == (s.over, s.stack, s.rp)
    with pytest.raises(tablero.GameOver):
        tablero.apply(s, NAT, ("done",))


# --- a hand above its new size


@rule("car", "6.0.A.3c", "6.0.A.3d")
def test_a_hand_above_its_new_size_is_kept_and_nothing_is_drawn() -> None:
    """Reading D27."""
    s = field(FRONT, rm=10)
    hold(s, "r1 r2 r3 r4 r5 r6 r8")
    draw_cards(s, REP)
    assert {"r1", "r2", "r3", "r4", "r5", "r6", "r8"} == hand(s, REP)
    hold(s, "n2 n3 n4 n5 n6 n7 n8 n9")
    s.rm = 16
    draw_cards(s, NAT)
    assert 8 == len(hand(s, NAT))


# --- a stack over its limit


@rule("car", "9.1.4a")
def test_a_stack_over_its_limit_after_a_placement_loses_what_the_opponent_chooses() -> None:
    """Reading D11."""
    s = field({"burgos": "nat_inf_1 nat_inf_2 nat_inf_3 nat_inf_4", "valencia": "rep_rpa_1"})
    action(s, hands="n2")
    do(s, "rp n2")
    assert ("republican Overstacked", 4) == (asked(s), len(offered(s)))
    do(s, "lose nat_inf_2")
    assert ("eliminated", 3, []) == (at(s, "nat_inf_2"), len(units_at(s, "burgos")), s.stack)


@rule("car", "8.5.4.6a")
def test_after_a_successful_landing_the_surplus_goes_to_the_reserve() -> None:
    s = field({"mallorca": "rep_mil_1 rep_mil_2", "burgos": "nat_inf_1"}, turn=3)
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    for n in (3, 4):
        stand(s, f"rep_mil_{n}", "beach_head_mallorca")
    s.call(LandingJudged())
    advance(s)
    assert ("republican SendToReserve", [f"withdraw rep_mil_{n}" for n in (1, 2, 3, 4)]) == (asked(s), offered(s))
    do(s, "withdraw rep_mil_1")
    assert ("reserve", 3, -1) == (at(s, "rep_mil_1"), len(units_at(s, "mallorca")), s.beach)


# --- a Beach Head that is lost


def landed(*units: str, mallorca: str = "nat_inf_1 nat_inf_2") -> Car:
    s = field({"mallorca": mallorca, "valencia": "rep_rpa_1"})
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    s.deadline = 8
    for name in units:
        stand(s, name, "beach_head_mallorca")
    operation(s).attacks = s.occupied[NAT]
    return s


@rule("car", "8.5.4.3a", "11.4.3a")
def test_defenders_of_a_beach_head_who_must_leave_it_have_nowhere_to_go_and_it_is_gone_with_them() -> None:
    """Reading D22."""
    s = landed("rep_mil_1:r", mallorca="nat_inf_1 nat_inf_2 nat_inf_3")
    attack(s, "beach_head_mallorca", dice=[6, 1])
    while asked(s) != "nobody":
        word = next((word for word in offered(s) if word.startswith("advance")), offered(s)[0])
        do(s, word)
    assert at(s, "rep_mil_1") in ("eliminated", "gone")
    assert (-1, -1, 0, 3) == (s.beach, s.coast, s.deadline, len(units_at(s, "mallorca")))
    assert not friendly(s, REP) >> BEACH_MALLORCA & 1 | friendly(s, NAT) >> BEACH_MALLORCA & 1
    Turn().landing(s)
    assert 0 == s.deadline, "there is nothing left to judge"


@rule("car", "8.5.4.3b", "8.5.6.4a")
def test_nationalists_who_clear_a_beach_head_and_find_the_coast_full_go_to_the_reserve() -> None:
    """Reading D24."""
    s = landed("nat_inf_3", "nat_inf_4")
    s.call(BeachCleared(1 << UNIT["nat_inf_3"] | 1 << UNIT["nat_inf_4"]))
    advance(s)
    assert ("nationalist SendToReserve", ["withdraw nat_inf_3", "withdraw nat_inf_4"]) == (asked(s), offered(s))
    do(s, "withdraw nat_inf_4")
    assert (-1, "mallorca", "reserve") == (s.beach, at(s, "nat_inf_3"), at(s, "nat_inf_4"))


@rule("car", "8.5.4.5a", "13.3.6a")
def test_a_beach_head_that_is_out_of_supply_is_gone_with_its_units_at_attrition() -> None:
    s = landed("rep_mil_1")
    s.held |= SOURCES[REP]
    attrition(s, REP)
    assert ("gone", -1, 0) == (at(s, "rep_mil_1"), s.beach, s.held >> BEACH_MALLORCA & 1)


@rule("car", "8.5.4.5a")
def test_a_beach_head_that_its_units_have_left_is_judged_all_the_same() -> None:
    s = landed()
    s.deadline = s.turn
    s.call(LandingJudged())
    advance(s)
    assert (-1, 0, "nobody", "nat") == (s.beach, s.deadline, asked(s), holder(s, "mallorca"))


@rule("car", "8.5.6.5a", "8.5.6.5b")
def test_the_beach_head_of_plan_p_stays_when_its_coast_is_taken_and_no_second_landing_is_possible() -> None:
    s = field({"cartagena": "rep_rpa_1", "reserve": "rep_rpa_2", "burgos": "nat_inf_1"}, nationalist="aguilas garrucha")
    open_beach(s, BEACH_P, space("aguilas"))
    stand(s, "rep_rpa_3", "beach_head_plan_p")
    stand(s, "rep_mil_1", "lorca")
    enter(s, REP, space("aguilas"))
    assert (BEACH_P, 0) == (s.beach, s.deadline)
    action(s, "republican", turn=13, hands="r46 r5")
    assert ("8.5.1.2a", "event_condition") == refused(s, "event r46")


# --- supply that ends in the middle of a Round


def cut_off() -> Car:
    """Attackers in Belchite whose only line to a source goes through Zaragoza."""
    s = field({"belchite": "nat_inf_1:r", "caspe": "rep_rpa_1 rep_rpa_2"}, hands="n9 r37")
    assert supplied(s, NAT) >> space("belchite") & 1
    lost = friendly(s, NAT) & ~(1 << space("belchite"))
    begin(s)
    s.held &= ~lost
    return s


@rule("car", "13.3.1a", "13.3.4a")
def test_attackers_cut_off_after_their_activation_fight_without_cards_and_are_lost_for_good() -> None:
    """Reading D48."""
    s = cut_off()
    assert "target caspe" in offered(s)
    attack(s, "caspe")
    assert "republican CombatCards" == asked(s), "the attacker is not asked for his card"
    do(s, "pass", dice=[1, 6])
    assert ("gone", "hand") == (at(s, "nat_inf_1"), zone(s, "n9"))


@rule("car", "13.3.3a", "13.3.1a")
def test_units_cut_off_after_their_activation_may_move_and_may_not_build() -> None:
    s = field({"burgos": "nat_inf_1"})
    activate(s, "burgos")
    assert "build nat_inf_1" in offered(s)
    s.held = 1 << space("burgos")
    s.offered = {}
    assert ("13.3.3a", "builder_out_of_supply") == refused(s, "build nat_inf_1")
    go(s, "nat_inf_1", "dobro")
    assert "dobro" == at(s, "nat_inf_1")


@rule("car", "13.2.2a", "3.0q", "16.3.2a")
def test_a_source_that_is_taken_feeds_nobody_from_that_moment_on() -> None:
    s = field({"segorbe": "nat_inf_1", "menorca": "rep_mil_1"}, nationalist="barcelona cartagena")
    activate(s, "segorbe")
    assert supplied(s, REP) >> space("menorca") & 1
    go(s, "nat_inf_1", "valencia")
    assert not supplied(s, REP) >> space("menorca") & 1
    assert not supplied(s, NAT) >> space("valencia") & 1, "and not the enemy either"
    attrition(s, REP)
    assert ("gone", "nat") == (at(s, "rep_mil_1"), holder(s, "menorca"))
