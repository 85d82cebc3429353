"""Events of the Republican cards; the landings are in r08_cards/test_s05_landings.py."""

from __future__ import annotations

from tablero.games.car.board import ELIMINATED, NAT, REP, UNIT, WINTER, space
from tablero.games.car.state import AXIS_RP, BILBAO_TRENCH, FORTIFICATIONS, MADRID_TRENCH, NAT_RP, REP_RP, SOV_RP, Car
from tests.games.car.cards.playing import BARRED, CONDITION, next_round, next_turn, play, points, ready
from tests.games.car.field import asked, at, do, holder, offered, reduced, refused, told, units_at
from tests.rules import card, rule

TERUEL = {"ademuz": "rep_mil_1 rep_mil_3", "rubielos_de_mora": "rep_mil_2", "teruel": "nat_inf_1"}


def special(s: Car) -> set[str]:
    """The spaces with a special Trench, which are no Positions."""
    assert 0 == s.positions & s.trenches
    return {name for name in ("madrid", "illescas", "brunete", "bilbao", "caspe", "alcaniz", "lerida", "gandesa")
            if s.special & s.trenches & ~s.positions & 1 << space(name)}


# ----------------------------------------------------------------------------------------------------------- government


@card("car", "r1")
@rule("car", "17.4.3a")
def test_largo_caballero_lets_militias_attack_together() -> None:
    s = play("r1", TERUEL, hands="r2 r8", turn=3)
    assert (21, "nobody") == (s.rm, asked(s))
    next_round(s, REP, 3)
    assert {"event r2", "event r8"} <= set(offered(s))
    do(s, "ops r2", "attack ademuz", "attack rubielos_de_mora", "target teruel", "join rep_mil_1")
    assert refused(s, "join rep_mil_2") is None
    s = ready("r2", TERUEL, turn=3)
    do(s, "ops r2", "attack ademuz", "attack rubielos_de_mora", "target teruel", "join rep_mil_1")
    assert ("17.4.1a", "militias_uncoordinated") == refused(s, "join rep_mil_2")


@card("car", "r2")
@rule("car", "8.4.1a")
def test_soviet_aid_lets_soviet_points_be_recorded() -> None:
    s = play("r2", {"madrid": "rep_rpa_1"}, hands="r6 r3 n34", turn=4, happened="r1")
    assert (21, [0, 0, 0, 0]) == (s.rm, s.rp)
    assert "event n34" in offered(next_round(s, NAT, 3))
    next_round(s, REP, 3)
    assert "event r3" in offered(s)
    do(s, "rp r6")
    assert (4, 2) == (s.rp[REP_RP], s.rp[SOV_RP])
    do(s := ready("r6", turn=4, happened="r1"), "rp r6")
    assert (4, 0) == (s.rp[REP_RP], s.rp[SOV_RP])


@card("car", "r28", "r48")
@rule("car", "8.5.1.2a", "8.5.1.4a")
def test_negrin_follows_the_may_events_or_waits_for_turn_8_and_states_his_points() -> None:
    assert CONDITION == refused(ready("r28", turn=7, happened="r1"), "event r28")
    assert refused(ready("r28", turn=7, happened="r1 n33"), "event r28") is None
    s = play("r28", hands="r48 n33", turn=8, happened="r1")
    assert (20, "nobody") == (s.rm, asked(s))
    assert BARRED == refused(next_round(s, NAT, 3), "event n33")
    vp = s.vp
    do(next_round(s, REP, 3), "event r48")
    assert (20, vp - 1, "nobody") == (s.rm, s.vp, asked(s))


@card("car", "r36")
@rule("car", "8.5.1.2a", "8.5.1.4a")
def test_la_pasionaria_raises_a_morale_that_is_not_high() -> None:
    assert 21 == play("r36", rm=20).rm
    assert CONDITION == refused(ready("r36", rm=21), "event r36")


# ------------------------------------------------------------------------------------------------------------ the works


@card("car", "r14")
@rule("car", "10.2.9a")
def test_the_council_of_madrid_digs_in_madrid_and_beside_it() -> None:
    places = {"illescas": "rep_mil_1", "brunete": "rep_mil_2", "toledo": "rep_mil_3", "arganda": "nat_inf_1"}
    s = ready("r14", places, positions="madrid illescas")
    assert [2, 1, 3] == s.specials
    events = do(s, "event r14")
    assert ({"madrid"}, 1, [(REP, space("madrid"))]) == (special(s), s.specials[MADRID_TRENCH],
                                                         told(events, "trench_built"))
    assert {"done", "dig illescas", "dig brunete"} == set(offered(s))       # with a unit, Republican, beside Madrid
    do(s, "dig illescas")
    assert ({"madrid", "illescas"}, 0, "nobody") == (special(s), s.specials[MADRID_TRENCH], asked(s))


@card("car", "r14")
@rule("car", "10.2.9a")
def test_the_second_trench_of_madrid_is_not_compulsory() -> None:
    s = play("r14", {"illescas": "rep_mil_1"}, "done", trenches="madrid")
    assert ({"madrid"}, "nobody") == (special(s), asked(s))
    assert CONDITION == refused(ready("r14", nationalist="madrid"), "event r14")
    s = ready("r14", {"illescas": "rep_mil_1"})
    s.specials[MADRID_TRENCH] = 0
    do(s, "event r14")
    assert (set(), "nobody") == (special(s), asked(s))          # without markers there is nothing to place


@card("car", "r27")
@rule("car", "10.2.3b", "10.2.9a")
def test_the_iron_belt_is_the_trench_of_bilbao() -> None:
    s = play("r27", {"bilbao": "rep_bas_1"}, positions="bilbao")
    assert ({"bilbao"}, 0) == (special(s), s.specials[BILBAO_TRENCH])
    assert CONDITION == refused(ready("r27", nationalist="bilbao", republican="dobro"), "event r27")
    s = ready("r27")
    s.specials[BILBAO_TRENCH] = 0
    assert CONDITION == refused(next_round(s, REP, 3), "event r27")


@card("car", "r47")
@rule("car", "10.2.9a")
def test_fortifications_are_three_trenches_at_most_where_supplied_corps_are() -> None:
    places = {"caspe": "rep_i", "alcaniz": "rep_ii", "lerida": "rep_iii", "gandesa": "rep_iv", "madrid": "rep_v",
              "bilbao": "rep_euzkadi", "morella": "rep_rpa_1", "belchite": "nat_i", "castuera": "rep_vi"}
    s = play("r47", places, positions="caspe", trenches="madrid",
             nationalist="almaden don_benito llerena penarroya")
    assert {"done", "dig caspe", "dig alcaniz", "dig lerida", "dig gandesa"} == set(offered(s))
    do(s, "dig caspe", "dig lerida")
    assert {"done", "dig alcaniz", "dig gandesa"} == set(offered(s))
    do(s, "dig gandesa")
    assert ({"caspe", "lerida", "gandesa"}, 0, "nobody") == (special(s), s.specials[FORTIFICATIONS], asked(s))
    s = play("r47", places, "dig lerida", "done")
    assert ({"lerida"}, "nobody") == (special(s), asked(s))
    assert "nobody" == asked(play("r47", {"madrid": "rep_rpa_1"}))


# ---------------------------------------------------------------------------------------------------------- the points


@card("car", "r15")
@rule("car", "8.4.3a")
def test_the_gold_of_the_bank_of_spain_is_two_points_of_each_kind() -> None:
    s = ready("r15", happened="r1 r2")
    s.rp = [0, 0, 2, 1]
    do(s, "event r15")
    assert [0, 0, 6, 5] == s.rp


@card("car", "r50")
@rule("car", "8.4.3a")
def test_the_baby_bottle_draft_is_three_republican_points() -> None:
    assert [0, 0, 6, 0] == play("r50", turn=12, happened="r2").rp


@card("car", "r53")
@rule("car", "8.4.3a")
def test_the_open_border_is_three_soviet_points_that_neither_submarines_nor_fleet_reduce() -> None:
    s = play("r53", turn=12, happened="r2 n30 n32")
    assert [0, 0, 0, 6] == s.rp
    assert [0, 6] == points(s, "republican")
    next_turn(s, 13)
    s.rp[SOV_RP] = 6
    assert [0, 2] == points(s, "republican")
    s = play("r53", hands="n30", turn=12, happened="r2 n4")
    do(next_round(s, NAT, 3), "event n30")
    assert [0, 0] == points(s, "republican")                    # in the Turn of the submarines nothing comes


@card("car", "r53")
@rule("car", "8.5.1.2a")
def test_the_border_opens_only_if_a_southern_source_is_joined_with_it() -> None:
    border = "boltana viella seo_de_urgel puigcerda figueras"
    assert refused(ready("r53", turn=12, happened="r2"), "event r53") is None
    assert CONDITION == refused(ready("r53", turn=12, happened="r2", nationalist=border), "event r53")
    assert refused(ready("r53", turn=12, happened="r2", nationalist=border.replace("figueras", "")),
                   "event r53") is None
    cut_off = "barcelona valencia cartagena"                    # San Sebastián is joined with Bilbao alone
    assert CONDITION == refused(ready("r53", turn=12, happened="r2", nationalist=cut_off), "event r53")


@card("car", "r52")
@rule("car", "CL.R52a")
def test_the_interruption_of_axis_aid_takes_all_axis_points_of_the_turn() -> None:
    s = ready("r52", hands="n2", happened="n4")
    s.rp[AXIS_RP] = 4
    do(s, "event r52")
    do(next_round(s, NAT, 3), "rp n2")
    assert [4, 0] == points(s, "nationalist")                   # what was recorded, and what came later
    next_turn(s, 8)
    s.rp[AXIS_RP] = 4
    assert [0, 4] == points(s, "nationalist")


@card("car", "r35")
@rule("car", "8.5.1.1a")
def test_guerrillas_cost_a_point_and_stop_redeployment_in_the_next_nationalist_round() -> None:
    s = play("r35", {"burgos": "nat_inf_1"}, hands="n38 n2 r1", number=6)
    next_turn_points = s.clone()
    next_turn_points.rp[NAT_RP] = 6
    assert [4, 0] == points(next_turn_points, "nationalist")
    next_turn(s, 8)
    s.rp[NAT_RP] = 6
    assert [6, 0] == points(s, "nationalist")
    next_round(s, NAT, 1)
    assert ("8.5.1.1a", "guerrillas") == refused(s, "sr n2")
    assert ("8.5.1.1a", "guerrillas") == refused(s, "event n38")
    assert {None} == {refused(s, "event n2"), refused(s, "rp n2"), refused(s, "ops n2")}
    do(s, "auto", "done")
    next_round(s, NAT, 2)
    assert {"sr n2", "event n38"} <= set(offered(s))
    assert "sr r1" in offered(next_round(s, REP, 2))            # and the Republic is not hampered


# ----------------------------------------------------------------------------------------------------------- the others


@card("car", "r34")
@rule("car", "16.5.3a")
def test_a_severe_winter_is_the_next_one_after_this_turn() -> None:
    for turn, winter in ((4, 5), (5, 11), (10, 11), (11, 17), (16, 17)):
        assert WINTER[winter]
        s = ready("r34", {"burgos": "nat_inf_1"}, hands="n2 r1", turn=turn)
        assert [(winter,)] == told(do(s, "event r34"), "severe_winter")
        assert winter == s.severe
        next_turn(s, winter)
        s.operations = [2, 2]
        assert ("16.5.2a", "winter_limit") == refused(next_round(s, NAT, 3), "ops n2")
    for turn in (17, 18):
        assert CONDITION == refused(ready("r34", turn=turn), "event r34")


@card("car", "r49")
@rule("car", "8.5.1.1a")
def test_the_brigades_leave_and_divisions_of_the_reserve_may_take_their_places() -> None:
    places = {"madrid": "rep_int_r03_1:r rep_rpa_1", "caspe": "rep_int_r03_2", "eliminated": "rep_int_r23_1",
              "gone": "rep_int_r23_2", "reserve": "rep_mil_1:r rep_rpa_2 rep_bas_1 rep_pol_1 rep_cnt_1 rep_poum"}
    s = ready("r49", places, turn=14, happened="r3")
    vp = s.vp
    events = do(s, "event r49")
    assert vp - 1 == s.vp
    assert [(REP, UNIT["rep_int_r23_1"], ELIMINATED[REP]), (REP, UNIT["rep_int_r03_1"], space("madrid"))] == told(
        events, "removed")
    substitutes = {f"deploy {name}" for name in ("rep_mil_1", "rep_rpa_2", "rep_cnt_1", "rep_poum")}
    assert ("republican Substitute", {"done"} | substitutes) == (asked(s), set(offered(s)))
    assert [(REP, UNIT["rep_mil_1"], space("madrid"))] == told(do(s, "deploy rep_mil_1"), "placed")
    do(s, "done")
    assert {"gone"} == {at(s, f"rep_int_r{card}_{n}") for card in ("03", "23") for n in (1, 2)}
    assert (["rep_mil_1:r", "rep_rpa_1"], []) == (units_at(s, "madrid"), units_at(s, "caspe"))
    assert ("rep", "nobody", False) == (holder(s, "caspe"), asked(s), reduced(s, "rep_int_r03_1"))


@card("car", "r14", "r47", "r49")
@rule("car", "10.2.9a", "8.5.1.1a")
def test_at_a_table_nobody_is_asked_where_an_event_leaves_no_choice() -> None:
    for name, unit in (("r14", "rep_rpa_1"), ("r47", "rep_rpa_1"), ("r49", "rep_int_r03_1")):
        s = ready(name, {"madrid": unit}, turn=14, happened="r2 r3")
        s.secret = True
        do(s, f"event {name}")
        assert "nobody" == asked(s), name


@card("car", "r49", "r23")
@rule("car", "2.2.1e", "8.5.2.2a")
def test_brigades_that_have_left_do_not_come_any_more() -> None:
    s = play("r49", {"reserve": "rep_int_r03_1"}, hands="r23", turn=14, happened="r2 r3")
    assert ("nobody", "gone", "gone") == (asked(s), at(s, "rep_int_r03_1"), at(s, "rep_int_r23_1"))
    assert CONDITION == refused(next_round(s, REP, 3), "event r23")


@card("car", "r51")
@rule("car", "8.5.1.1a")
def test_the_threat_of_france_protects_spaces_near_it_for_a_turn() -> None:
    places = {"huesca": "nat_inf_1", "barbastro": "rep_mil_1", "belchite": "nat_inf_2", "caspe": "rep_mil_2"}
    s = play("r51", places, hands="n2 n3")
    do(next_round(s, NAT, 3), "ops n2", "attack huesca", "attack belchite")
    assert {"done", "target caspe"} == set(offered(s))
    assert ("CL.R51a", "near_france") == refused(s, "target barbastro")
    next_turn(s, 8)
    do(next_round(s, NAT, 3), "ops n3", "attack huesca", "attack belchite")
    assert {"done", "target caspe", "target barbastro"} == set(offered(s))
