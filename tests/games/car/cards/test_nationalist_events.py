"""Events of the Nationalist cards."""

from __future__ import annotations

import pytest

from tablero.games.car import GAME
from tablero.games.car.board import (
    ALL_SPACES,
    BALEARICS,
    BEACHES,
    CARD,
    CARDS,
    HAND,
    MAIN_CITIES,
    NAT,
    NEAR,
    REP,
    UNIT,
    VP,
    space,
)
from tablero.games.car.rules.r07_actions import ActionRound
from tablero.games.car.rules.r12_redeployment import Redeployment
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.state import AXIS_RP, NAT_RP, REP_RP, SOV_RP, Car
from tests.games.car.cards.playing import BARRED, CONDITION, SILENCED, next_round, next_turn, play, points, ready
from tests.games.car.field import (
    asked,
    at,
    do,
    field,
    holder,
    offered,
    operation,
    reduced,
    refused,
    stand,
    told,
    units_at,
    zone,
)
from tests.games.car.turns import hold, turn
from tests.rules import card, rule


@card("car", "n1")
@rule("car", "4.3.1a", "17.6.1a")
def test_the_air_bridge_is_the_first_action_and_gives_operations() -> None:
    s = GAME.new("campaign", 5)
    while s.within(ActionRound) is None:
        do(s, offered(s)[0])
    assert "nationalist Activate" == asked(s)                   # nothing else could be chosen
    assert (3, CARD["n1"], "removed") == (operation(s).points, operation(s).card, zone(s, "n1"))
    s = ready("n1", hands="n2", turn=1)                         # in Round 2 it would be an event like any other
    assert {"event n1", "ops n1", "ops n2"} <= set(offered(s))
    assert BARRED == refused(ready("n1", turn=2, number=1), "event n1")


@card("car", "n4")
@rule("car", "8.4.1a", "15.2.1a")
def test_axis_aid_lets_axis_points_be_recorded() -> None:
    s = play("n4", hands="n2", turn=2)
    assert ("nobody", [0, 0, 0, 0]) == (asked(s), s.rp)
    do(next_round(s, NAT, 3), "rp n2")
    assert (4, 2) == (s.rp[NAT_RP], s.rp[AXIS_RP])
    do(s := ready("n2", turn=2), "rp n2")
    assert (4, 0) == (s.rp[NAT_RP], s.rp[AXIS_RP])


@card("car", "n4")
@rule("car", "8.5.2.4c", "8.5.2.4d", "15.2.1a")
def test_axis_aid_brings_the_ctv_from_turn_6_on_without_being_a_reinforcement() -> None:
    for number in (1, 5):
        assert "nobody" == asked(play("n4", turn=number, number=2))
    s = play("n4", {"burgos": "nat_inf_1"}, hands="n2", turn=6)
    assert ("nationalist PlaceUnit", {"to la_coruna", "to pontevedra", "to cadiz", "to algeciras"}) == (
        asked(s), set(offered(s)))                              # not Mallorca; nobody is given up
    do(s, "to cadiz")
    assert ("cadiz", False, 0, "burgos") == (at(s, "nat_ctv"), reduced(s, "nat_ctv"), s.reinforced, at(s, "nat_inf_1"))
    assert "event n2" in offered(next_round(s, NAT, 3))


@card("car", "n4")
@rule("car", "8.5.2.2a")
def test_axis_aid_waits_for_a_port_with_room() -> None:
    full = {"cadiz": "nat_inf nat_inf nat_inf", "algeciras": "nat_inf nat_inf nat_inf"}
    names = "la_coruna pontevedra"
    assert CONDITION == refused(ready("n4", full, turn=6, republican=names), "event n4")
    assert refused(ready("n4", full, turn=5, republican=names), "event n4") is None
    full["algeciras"] = "nat_inf nat_inf"
    assert ["event n4"] == [text for text in offered(ready("n4", full, turn=6, republican=names)) if "event" in text]
    assert ["nat_inf_4", "nat_inf_5", "nat_ctv"] == units_at(play("n4", full, turn=6, republican=names), "algeciras")


@card("car", "n5", "n24")
@rule("car", "8.5.1.4a")
def test_single_command_and_the_unification_are_victory_points() -> None:
    s = ready("n5", hands="n24 n27 n44 n55", turn=13)
    vp = s.vp
    do(s, "event n5")
    assert vp + 1 == s.vp
    next_round(s, NAT, 3)
    assert {"event n24", "event n27", "event n44", "event n55"} <= set(offered(s))
    do(s, "event n24")
    assert (vp + 2, "nobody") == (s.vp, asked(s))


# ---------------------------------------------------------------------------------------------------------- the Strait


@card("car", "n6")
@rule("car", "16.7.2a", "17.6.2b")
def test_the_end_of_the_blockade_gives_the_nationalists_the_strait() -> None:
    s = ready("n6", hands="n32")
    assert (REP, 20) == (s.strait, s.rm)
    assert [()] == told(do(s, "event n6"), "strait_open")
    assert (NAT, 19, False) == (s.strait, s.rm, s.early)
    assert "event n32" in offered(next_round(s, NAT, 3))


@card("car", "n6")
@rule("car", "16.2.2a")
def test_what_the_strait_links_by_sea_is_isolated_no_more() -> None:
    s = ready("n6", nationalist="granada guadix almeria cadiz algeciras mallorca")
    s.isolated = 1 << space("granada")
    events = do(s, "event n6")
    assert (0, [(space("granada"),)]) == (s.isolated, told(events, "linked_up"))


def arrivals(s: Car, first: int = 1) -> list[int]:
    """The Nationalist Rounds of Turn 3, from one on, that begin with a unit of the Army of Africa."""
    s.turn = 3
    return [number for number in range(first, 7) if asked(next_round(s.clone(), NAT, number)) == "nationalist Arrival"]


@card("car", "n6")
@rule("car", "17.6.2b", "17.6.3a")
def test_the_end_of_the_blockade_in_time_brings_the_army_of_africa_earlier() -> None:
    africa = {"africa": "nat_afr_1 nat_afr_2"}
    for number, when, rounds in ((1, 3, [1, 2]), (2, 6, [1, 2]), (3, 3, [5])):
        assert rounds == arrivals(play("n6", africa, turn=number, number=when), when + 1 if number == 3 else 1)
    s = play("n6", africa, turn=3, number=1)
    assert ("nationalist Arrival", {"to sevilla", "to cadiz"}) == (asked(s), set(offered(s)))       # after the event
    do(s, "to sevilla")
    assert ("nobody", "sevilla", "africa") == (asked(s), at(s, "nat_afr_1"), at(s, "nat_afr_2"))
    assert [2] == arrivals(s, 2)
    s = field(africa, turn=3)
    hold(s, "n6")
    assert ["to sevilla", "to cadiz"] == offered(next_round(s, NAT, 2))         # too late: the first comes before it
    do(s, "to sevilla", "event n6")
    assert ("nobody", [5]) == (asked(s), arrivals(s, 3))


@card("car", "n32", "n46")
@rule("car", "8.5.1.1a")
def test_the_blockade_fleet_costs_a_soviet_point_a_turn_while_mallorca_is_nationalist() -> None:
    s = play("n32", happened="n6")
    for number in (7, 8):
        s.rp[SOV_RP] = 6
        assert [0, 4] == points(s, "republican")
        next_turn(s, number + 1)
    s.rp[SOV_RP] = 1
    assert [0, 0] == points(s, "republican")                    # never below nothing
    s.held ^= 1 << space("mallorca") | 1 << space("menorca")
    s.rp[SOV_RP] = 6
    assert [0, 6] == points(s, "republican")
    lost = ready("n32", happened="n6", republican="mallorca", nationalist="menorca")
    assert CONDITION == refused(lost, "event n32")
    assert refused(ready("n32", happened="n6"), "event n32") is None


@card("car", "n46")
@rule("car", "6.0.D.1b")
def test_hunger_lowers_morale_now_and_in_each_later_winter() -> None:
    s = play("n46", happened="n32", turn=11)
    assert 19 == s.rm
    assert 19 == turn(s, 11, "war_status").rm                   # not twice in this Winter
    next_turn(s, 12)
    assert 19 == turn(s, 12, "war_status").rm
    next_turn(s, 17)
    assert 18 == turn(s, 17, "war_status").rm


# --------------------------------------------------------------------------------------------------------------- hands


@card("car", "n13")
@rule("car", "8.5.1.1a")
def test_the_fifth_column_shows_the_republican_hand_to_the_nationalists_alone() -> None:
    s = ready("n13", {"burgos": "nat_inf_1"}, hands="r2 r5 n4")
    events = do(s, "event n13")
    hand = 1 << CARD["r2"] | 1 << CARD["r5"]
    assert (hand, 0) == (s.sees[NAT] & hand, s.sees[CARDS.everybody] & hand)
    assert [(REP, CARD["r2"]), (REP, CARD["r5"])] == told(events, "showed")
    assert {1 << NAT | 1 << REP} == {event.seen for event in events if event.kind == "showed"}
    assert (2, "nationalist Activate") == (operation(s).points, asked(s))
    assert hand == s.piles[HAND[REP]]


@card("car", "n34")
@rule("car", "8.5.1.1a", "8.5.1.3a")
def test_communist_interference_silences_a_card_for_the_turn() -> None:
    s = ready("n34", {"belchite": "nat_inf_1", "caspe": "rep_rpa_1 rep_rpa_2"}, hands="r36 r1 r10 n5", happened="r2")
    events = do(s, "event n34")
    hand = s.piles[HAND[REP]]
    assert (hand, 3) == (s.sees[CARDS.everybody] & hand, len(told(events, "showed")))
    assert {-1} == {event.seen for event in events if event.kind == "showed"}
    assert ("nationalist NameCard", {"name r1", "name r10", "name r36"}) == (asked(s), set(offered(s)))
    assert [(CARD["r36"],)] == told(do(s, "name r36"), "silenced")
    assert ("nationalist Activate", 1, "discards") == (asked(s), operation(s).points, zone(s, "n34"))
    next_round(s, REP, 2)
    assert SILENCED == refused(s, "event r36")
    assert {"ops r36", "sr r36", "rp r36", "event r1"} <= set(offered(s))
    next_turn(s, 8)
    assert refused(next_round(s, REP, 2), "event r36") is None


@card("car", "n34")
def test_communist_interference_silences_combat_cards_too_and_finds_empty_hands() -> None:
    s = play("n34", {"belchite": "nat_v", "caspe": "rep_rpa_1"}, "name r55", hands="r55 r38", happened="r2")
    stand(s, "rep_v", "caspe")
    do(next_round(s, REP, 2), "auto", "attack caspe", "target belchite", "join rep_v", "fight")
    assert ["pass", "play r38"] == offered(s)
    assert ("8.5.1.2a", "combat_card_barred") == refused(s, "play r55")
    s = play("n34", {"belchite": "nat_inf_1"}, happened="r2")
    assert ("nationalist Activate", 1) == (asked(s), operation(s).points)


@card("car", "n54")
@rule("car", "8.5.1.1a")
def test_war_weariness_costs_a_card_by_chance() -> None:
    s = ready("n54", hands="r1 r2 r5", rm=12)
    s.script = [1]
    events = do(s, "event n54")
    assert [(REP, CARD["r2"])] == told(events, "discarded")
    assert (11, "discards", "hand", "hand") == (s.rm, zone(s, "r2"), zone(s, "r1"), zone(s, "r5"))
    assert "nobody" == asked(s)
    s = play("n54", rm=12)
    assert 11 == s.rm                                           # there is no card
    assert CONDITION == refused(ready("n54", rm=13), "event n54")


# --------------------------------------------------------------------------------------------------------- foreign aid


@card("car", "n17")
@rule("car", "8.5.1.1a")
def test_non_intervention_takes_soviet_points_and_keeps_soviet_aid_out_for_the_turn() -> None:
    s = ready("n17", {"albacete": "rep_rpa_1"}, hands="r3 r4 r23 r24 r9 r6", happened="r1 r2")
    s.rp = [4, 2, 6, 4]
    do(s, "event n17")
    assert [4, 2, 6, 0] == s.rp
    next_round(s, REP, 2)
    assert {SILENCED} == {refused(s, f"event {name}") for name in ("r3", "r4", "r23", "r24")}
    assert refused(s, "event r9") is None
    do(s, "rp r6")
    assert 2 == s.rp[SOV_RP]                                    # what comes later counts
    next_turn(s, 8)
    next_round(s, REP, 2)
    assert {None} == {refused(s, f"event {name}") for name in ("r3", "r4", "r23", "r24")}
    s = play("n17", hands="r2", happened="r1")
    assert SILENCED == refused(next_round(s, REP, 2), "event r2")


@card("car", "n30", "r31")
@rule("car", "CL.N30a", "CL.R31a")
def test_italian_submarines_take_all_soviet_points_now_and_one_a_turn_until_nyon() -> None:
    s = ready("n30", hands="r31 r6", happened="n4 r2 r1")
    s.rp[SOV_RP] = 6
    do(s, "event n30")
    do(next_round(s, REP, 2), "rp r6")                          # neither what was recorded nor what comes later
    assert [4, 0] == points(s.clone(), "republican")
    do(next_round(s, REP, 4), "event r31")
    assert [4, 0] == points(s, "republican")                    # Nyon does not change this Turn
    for number in (8, 9):
        next_turn(s, number)
        s.rp[SOV_RP] = 6
        assert [0, 6] == points(s, "republican")
    s = play("n30", happened="n4 r2 r1")
    for number in (8, 9):
        next_turn(s, number)
        s.rp[SOV_RP] = 6
        assert [0, 4] == points(s, "republican")


@card("car", "n30", "n32")
def test_submarines_and_blockade_fleet_add_up() -> None:
    s = play("n30", happened="n4 r2 n32")
    next_turn(s, 8)
    s.rp[SOV_RP] = 6
    assert [0, 2] == points(s, "republican")


@card("car", "n53")
@rule("car", "8.5.1.1a")
def test_the_bombing_of_barcelona_costs_a_republican_point_this_turn() -> None:
    s = play("n53", happened="n4")
    assert 18 == s.rm
    s.rp[REP_RP] = 6
    assert [4, 0] == points(s, "republican")
    next_turn(s, 8)
    s.rp[REP_RP] = 6
    assert [6, 0] == points(s, "republican")
    assert CONDITION == refused(ready("n53", happened="n4", nationalist="barcelona"), "event n53")


# ----------------------------------------------------------------------------------------------------------- the North


@card("car", "n25")
@rule("car", "11.3.5a")
def test_guernica_costs_a_step_in_the_basque_country_of_the_republicans_choice() -> None:
    places = {"bilbao": "rep_bas_1 rep_euzkadi", "durango": "rep_bas_2:r", "santona": "rep_bas_3",
              "san_sebastian": "nat_inf_1"}
    s = play("n25", places, happened="n8")
    assert ("republican LoseStepInTheBasqueCountry", {"lose rep_bas_1", "lose rep_euzkadi", "lose rep_bas_2"}) == (
        asked(s), set(offered(s)))
    do(s, "lose rep_bas_2")
    assert ("eliminated", False, "nobody", 19) == (at(s, "rep_bas_2"), reduced(s, "rep_bas_1"), asked(s), s.rm)
    s = play("n25", {"bilbao": "rep_euzkadi:r", "reserve": "rep_bas_1"}, happened="n8")
    assert ("eliminated", ["rep_bas_1"]) == (at(s, "rep_euzkadi"), units_at(s, "bilbao"))      # a division replaces it
    s = play("n25", {"santona": "rep_bas_3", "durango": "nat_inf_1"}, happened="n8")
    assert ("nobody", 19, False) == (asked(s), s.rm, reduced(s, "rep_bas_3"))                   # nobody is there
    assert CONDITION == refused(ready("n25", happened="n8", nationalist="bilbao"), "event n25")


@card("car", "n26")
@rule("car", "10.2.3b")
@pytest.mark.parametrize("works", ["positions", "trenches"])
def test_the_plans_of_the_iron_belt_remove_the_works_of_bilbao_for_good(works: str) -> None:
    s = ready("n26", {"bilbao": "rep_bas_1"}, hands="r27 r1", positions="bilbao madrid" if works == "positions" else "",
              trenches="bilbao madrid" if works == "trenches" else "")
    assert [(REP, space("bilbao"))] == told(do(s, "event n26"), "works_gone")
    assert 1 << space("madrid") == s.positions | s.trenches
    next_round(s, REP, 2)
    assert BARRED == refused(s, "event r27")
    do(s, "ops r1", "move bilbao")
    assert ("10.2.3b", "no_works_in_bilbao") == refused(s, "build rep_bas_1")
    assert CONDITION == refused(ready("n26", nationalist="bilbao"), "event n26")
    assert [] == told(do(ready("n26", positions="madrid", trenches="valencia"), "event n26"), "works_gone")


@card("car", "n31")
@rule("car", "CL.N31a")
def test_the_pact_of_santona_takes_the_euzkadi_corps_and_a_militia_that_the_republican_chooses() -> None:
    places = {"santona": "rep_euzkadi:r rep_bas_1:r", "santander": "rep_bas_2", "durango": "rep_bas_3",
              "reserve": "rep_bas_4", "eliminated": "rep_bas_5"}
    s = ready("n31", places, nationalist="bilbao")
    events = do(s, "event n31")
    assert [(REP, UNIT["rep_euzkadi"], space("santona"))] == told(events, "removed")
    assert ("republican Surrender", {"withdraw rep_bas_1", "withdraw rep_bas_2"}) == (asked(s), set(offered(s)))
    assert ("gone", 18) == (at(s, "rep_euzkadi"), s.rm)
    do(s, "withdraw rep_bas_1")
    assert ("gone", "santander", "durango") == tuple(at(s, f"rep_bas_{n}") for n in (1, 2, 3))
    assert ("nobody", "rep", [], 0) == (asked(s), holder(s, "santona"), units_at(s, "santona"), s.reduced)


@card("car", "n31")
@rule("car", "CL.N31a")
def test_the_pact_of_santona_looks_on_the_map_then_in_the_reserve_then_among_the_eliminated() -> None:
    places = {"durango": "rep_bas_3", "reserve": "rep_bas_4 rep_mil_1", "eliminated": "rep_bas_5 rep_euzkadi rep_mil_2"}
    for name in ("rep_bas_3", "rep_bas_4", "rep_bas_5"):
        s = play("n31", places, nationalist="bilbao")
        assert ("gone", "gone", "nobody") == (at(s, name), at(s, "rep_euzkadi"), asked(s))
        places = {where: units.replace(name, "") for where, units in places.items()}
    s = play("n31", places, nationalist="bilbao")               # the corps alone
    assert ("gone", "nobody") == (at(s, "rep_euzkadi"), asked(s))
    s = play("n31", {"durango": "rep_bas_3"}, nationalist="bilbao")         # a militia alone; the corps never came
    assert ("gone", "pool") == (at(s, "rep_bas_3"), at(s, "rep_euzkadi"))
    for where in ("santander", "reserve", "eliminated"):
        others = {where: "rep_ast_1 rep_san_1 rep_mil_1"}
        assert CONDITION == refused(ready("n31", others, nationalist="bilbao"), "event n31")
    assert CONDITION == refused(ready("n31", {"gone": "rep_euzkadi"}, nationalist="bilbao"), "event n31")
    assert CONDITION == refused(ready("n31", {"durango": "rep_bas_3 rep_euzkadi"}), "event n31")


@card("car", "n37")
@rule("car", "8.5.1.1a")
def test_basque_industry_gives_a_point_each_turn_while_bilbao_is_nationalist() -> None:
    s = play("n37", nationalist="bilbao santander gijon")
    for number in (8, 9):
        s.rp[NAT_RP] = 4
        assert [6, 0] == points(s, "nationalist")
        next_turn(s, number)
    s.held &= ~(1 << space("bilbao"))
    s.rp[NAT_RP] = 4
    assert [4, 0] == points(s, "nationalist")
    assert CONDITION == refused(ready("n37"), "event n37")
    s = ready("n37", nationalist="bilbao santander gijon")
    s.rp[NAT_RP] = 4
    assert [4, 0] == points(s, "nationalist")                   # the event has not happened


# --------------------------------------------------------------------------------------------------------------- others


@card("car", "n33")
@rule("car", "8.5.1.1a")
@pytest.mark.parametrize("where", ["lerida", "reserve", "eliminated"])
def test_the_may_events_remove_the_poum_and_stop_catalonia_for_a_round(where: str) -> None:
    places = {"gerona": "rep_cnt_1", "caspe": "rep_rpa_1", "lerida": "rep_erc"}
    places[where] = f"{places.get(where, '')} rep_poum:r"
    s = play("n33", places, hands="r28 r1 r6", happened="r1")
    assert ("gone", 18, 0) == (at(s, "rep_poum"), s.rm, s.reduced)
    next_round(s, REP, 2)
    assert "event r28" in offered(s)
    do(s, "ops r1")
    assert {"done", "move caspe", "attack caspe"} == set(offered(s))
    assert ("8.5.1.1a", "no_catalonia") == refused(s, "move gerona")
    assert ("8.5.1.1a", "no_catalonia") == refused(s, "attack lerida")
    do(s, "done")
    do(next_round(s, REP, 3), "ops r6")
    assert {"move gerona", "attack lerida"} <= set(offered(s))


@card("car", "n33")
def test_the_may_events_happen_without_the_poum_and_leave_the_nationalists_alone() -> None:
    s = ready("n33", {"gone": "rep_poum", "lerida": "nat_inf_1", "zaragoza": "nat_inf_2"}, hands="n2")
    assert [] == told(do(s, "event n33"), "removed")
    assert (18, "gone") == (s.rm, at(s, "rep_poum"))
    do(next_round(s, NAT, 3), "ops n2")
    assert "move zaragoza" in offered(s)
    s = play("r35", {"lerida": "rep_mil_1"}, hands="r1")        # another event that hampers is none of that
    s.hampered[REP] = 1 << CARD["r35"]
    do(next_round(s, REP, 3), "ops r1")
    assert "move lerida" in offered(s)


@card("car", "n38")
@rule("car", "8.3.3a")
def test_the_general_reserve_gives_six_redeployment_points() -> None:
    s = play("n38", {"zaragoza": "nat_i nat_v", "burgos": "nat_inf_1"}, hands="n2")
    assert "nationalist Redeploy" == asked(s)
    assert 12 == s.frame(Redeployment).points
    do(s, "redeploy nat_i", "to burgos", "done")
    assert ("burgos", "nobody") == (at(s, "nat_i"), asked(s))
    assert ("8.3.3a", "sr_twice_running") == refused(next_round(s, NAT, 3), "sr n2")


@card("car", "n42", "n43")
@rule("car", "8.5.1.2b", "13.4.3.2a")
def test_munich_opens_the_recognition_which_closes_the_border_of_france() -> None:
    s = ready("n42", {"puigcerda": "rep_rpa_1"}, hands="n43 r51 r53 r2", turn=16, rm=9, happened="r2",
              nationalist="ripoll seo_de_urgel")
    vp = s.vp
    do(s, "event n42")
    assert (vp + 1, 8) == (s.vp, s.rm)
    do(next_round(s, REP, 2), "sr r2", "redeploy rep_rpa_1")                # out of supply, over the border
    assert "reserve" == at(s, "rep_rpa_1")
    assert BARRED == refused(next_round(s, REP, 4), "event r51")
    do(next_round(s, NAT, 3), "event n43")
    assert (vp + 2, 6) == (s.vp, s.rm)
    stand(s, "rep_rpa_2", "puigcerda")
    s.chain = [0, 0]
    next_round(s, REP, 4)
    assert BARRED == refused(s, "event r53")
    do(s, "sr r51")
    assert ("13.4.3.2a", "border_closed") == refused(s, "redeploy rep_rpa_2")


@card("car", "n43")
@rule("car", "8.5.1.2a")
def test_recognition_needs_barcelona_or_low_morale() -> None:
    assert CONDITION == refused(ready("n43", turn=16, rm=9, happened="n42"), "event n43")
    assert refused(ready("n43", turn=16, rm=8, happened="n42"), "event n43") is None
    assert refused(ready("n43", turn=16, rm=9, happened="n42", nationalist="barcelona"), "event n43") is None


@card("car", "n45")
@rule("car", "5.2.4a")
def test_the_coup_needs_barcelona_and_broken_morale_and_ends_the_war() -> None:
    assert CONDITION == refused(ready("n45", turn=16, rm=5), "event n45")
    assert CONDITION == refused(ready("n45", turn=16, rm=6, nationalist="barcelona"), "event n45")
    s = play("n45", turn=16, rm=5, nationalist="barcelona")
    assert s.result is not None
    assert ("coup", NAT) == (s.result["kind"], s.result["winner"])


@card("car", "n48")
@rule("car", "CL.N48a")
def test_an_insurrection_takes_a_vacant_space_and_starves_without_supply() -> None:
    s = ready("n48", {"jaen": "rep_mil_1"}, rm=10, republican="granada oviedo")
    vp = s.vp
    s.beach, s.coast = space("beach_head_plan_p"), space("cadiz")
    do(s, "event n48")
    found = offered(s)
    assert "nationalist Rise" == asked(s)
    assert {"to ciudad_real", "to tarragona", "to guadix"} <= set(found)
    barred = ("jaen", "madrid", "barcelona", "valencia", "bilbao", "torrelaguna", "guadarrama", "alcala_de_henares",
              "arganda", "illescas", "brunete", "menorca", "sevilla", "beach_head_mallorca", "beach_head_plan_p")
    assert [] == [name for name in barred if f"to {name}" in found]
    assert [(NAT, UNIT["nat_ins_n48"], space("ciudad_real"))] == told(do(s, "to ciudad_real"), "placed")
    assert ("ciudad_real", "nat", 9, vp + VP[space("ciudad_real")]) == (
        at(s, "nat_ins_n48"), holder(s, "ciudad_real"), s.rm, s.vp)
    attrition(s, NAT)
    assert ("gone", "rep", 10, vp) == (at(s, "nat_ins_n48"), holder(s, "ciudad_real"), s.rm, s.vp)


@card("car", "n48")
@rule("car", "CL.N48a")
def test_an_insurrection_in_supply_stays_and_may_act() -> None:
    s = play("n48", {"cordoba": "nat_inf_1"}, "to montoro", hands="n2", rm=10)
    attrition(s, NAT)
    assert "montoro" == at(s, "nat_ins_n48")
    do(next_round(s, NAT, 3), "ops n2")
    assert "move montoro" in offered(s)
    s = play("n48", {"cordoba": "nat_inf_1"}, "to ciudad_real", hands="n2", rm=10)
    do(next_round(s, NAT, 3), "ops n2")
    assert ("13.3.1a", "out_of_supply") == refused(s, "move ciudad_real")
    assert CONDITION == refused(ready("n48", rm=11), "event n48")
    assert refused(ready("n48", rm=10), "event n48") is None


@card("car", "n48")
def test_an_insurrection_needs_a_space_to_rise_in() -> None:
    s = ready("n48", rm=10)
    s.held |= ~MAIN_CITIES & ALL_SPACES & ~NEAR[space("madrid")] & ~(BEACHES | BALEARICS)
    assert CONDITION == refused(next_round(s, NAT, 3), "event n48")
    s.held &= ~(1 << space("jaen"))
    assert refused(next_round(s, NAT, 3), "event n48") is None
    do(s, "event n48")
    assert "jaen" == at(s, "nat_ins_n48")
