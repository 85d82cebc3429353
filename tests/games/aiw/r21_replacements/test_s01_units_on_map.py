"""[21.0] [21.1] Units on the map regain strength."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import BLOCKS_OF, CARD, CARLIST, FIGHTERS, LIBERAL, SIDES, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.rules.r16_skirmish.s00_fire import dice
from tablero.games.aiw.rules.r21_replacements.s00_points import (
    AT_YEAR_END,
    BY_ACTION,
    BY_EVENT,
    BY_EXPEDITION,
    IN_REINFORCEMENTS,
)
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend, SpendPoint
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal
from tests.games.aiw.spending import HAS_ACTED, NO_POINTS, halves, spending
from tests.games.aiw.war import asked, block, do, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule

# ----------------------------------------------------------------------------------------------------- units on the map


@rule("aiw", "21.0a")
def test_points_restore_strength_and_build_and_what_is_left_is_lost() -> None:
    s = spending(6, {"durango": "c_nav1:1"}, bags=["c_gui1"])
    do(s, "raise c_nav1", "draw", dice=[0])
    do(s, "place durango", "done")
    assert (strength(s, "c_nav1"), strength(s, "c_gui1")) == (2, 1)
    assert asked(s) == "nobody"


@rule("aiw", "21.0a")
def test_nothing_rises_above_its_full_strength() -> None:
    s = spending(8, {"durango": "c_nav1 c_st1 knapsack:2"})
    for words in ("raise c_nav1", "raise c_st1", "refill knapsack durango"):
        assert refused(s, words) == Refusal("21.0a", "full_strength")


@rule("aiw", "21.1a")
def test_a_point_is_a_whole_for_units_and_half_for_trains_and_knapsacks() -> None:
    s = spending(9, {"vitoria": "l_ln1:1 l_st1:1 knapsack:1", "haro": "l_lgc1:1"}, "liberal")
    left = []
    for words in ("raise l_ln1", "raise l_st1", "refill knapsack vitoria", "raise l_lgc1"):
        do(s, words)
        left.append(halves(s))
    assert left == [7, 6, 5, 3]
    assert (strength(s, "l_ln1"), strength(s, "l_st1"), strength(s, "l_lgc1")) == (2, 2, 2)
    assert knapsack(s, "liberal", "vitoria") == 2


@rule("aiw", "21.1a")
def test_the_last_half_point_refills_a_knapsack_in_bilbao_too() -> None:
    s = spending(1, {"bilbao": "l_ln1 knapsack:1"}, "liberal")
    events = do(s, "refill knapsack bilbao")
    assert 2 == knapsack(s, "liberal", "bilbao")
    assert [(LIBERAL, area("bilbao"))] == told(events, "refilled")


@rule("aiw", "21.0a", "5.4t")
def test_only_units_of_ones_own_on_the_map_receive_points_or_are_given_up() -> None:
    s = spending(4, {"bilbao": "l_ln1:1 l_st1", "durango": "c_nav1:1 c_st1:1"}, "liberal")
    assert {"raise l_ln1", "disband l_st1"} <= set(offered(s))
    nobody = max(ids_of(BLOCKS_OF[LIBERAL]))
    for verb, enemy, cited in (("raise", "c_nav1", "21.0a"), ("disband", "c_st1", "5.4t")):
        assert Refusal(cited, "not_your_unit") == refused(s, f"{verb} {enemy}")
        assert Refusal(cited, "not_your_unit") == tablero.why_not(s, LIBERAL, (verb, nobody))


@rule("aiw", "21.1a")
def test_one_point_gives_a_train_two_of_strength() -> None:
    s = spending(2, {"vitoria": "l_ln1 l_st1:1"}, "liberal")
    do(s, "raise l_st1", "raise l_st1")
    assert strength(s, "l_st1") == 3
    assert asked(s) == "nobody"


@rule("aiw", "21.1a")
def test_half_a_point_is_too_little_for_infantry() -> None:
    s = spending(1, {"vitoria": "l_ln1:1 l_st1:1"}, "liberal")
    assert refused(s, "raise l_ln1") == NO_POINTS
    assert "raise l_st1" in offered(s)


@pytest.mark.parametrize("mode", [BY_ACTION, BY_EVENT, IN_REINFORCEMENTS])
@rule("aiw", "21.1b")
def test_infantry_and_cavalry_gain_one_point_a_phase_and_trains_more(mode: int) -> None:
    s = spending(10, {"vitoria": "l_ln1:1 l_lgc1:1 l_st1:1 knapsack:1"}, "liberal", mode)
    do(s, "raise l_ln1", "raise l_lgc1", "raise l_st1", "raise l_st1")
    assert refused(s, "raise l_ln1") == Refusal("21.1b", "raised_already")
    assert refused(s, "raise l_lgc1") == Refusal("21.1b", "raised_already")
    do(s, "raise l_st1")
    assert strength(s, "l_st1") == 4


@rule("aiw", "21.1b")
def test_who_comes_later_in_the_order_of_battle_may_be_raised_first() -> None:
    s = spending(8, {"vitoria": "l_ln1:1", "logrono": "l_ln2:1"}, "liberal")
    do(s, "raise l_ln2", "raise l_ln1")
    assert [2, 2] == [strength(s, unit) for unit in ("l_ln1", "l_ln2")]


@rule("aiw", "21.1b", "24.7d")
def test_at_the_end_of_a_year_they_may_gain_more() -> None:
    s = spending(6, {"vitoria": "l_ln1:1"}, "liberal", AT_YEAR_END, bags=["l_rg1"])
    do(s, "raise l_ln1", "raise l_ln1", "draw", dice=[0])
    assert strength(s, "l_ln1") == 3
    do(s, "place vitoria")
    s = spending(6, {}, "liberal", AT_YEAR_END, bags=["l_rg1"])
    do(s, "draw", dice=[0])
    do(s, "place vitoria", "raise l_rg1", "raise l_rg1")
    assert strength(s, "l_rg1") == 3
    assert s.apart == s.acted == 0


@rule("aiw", "21.1c")
def test_guns_receive_nothing() -> None:
    s = spending(4, {"durango": "c_nav1 field:1 mountain:1"})
    assert refused(s, "refill field durango") == Refusal("21.1c", "no_points_for_artillery")
    assert refused(s, "refill mountain durango") == Refusal("21.1c", "no_points_for_artillery")
    assert refused(s, "refill knapsack durango") == Refusal("21.0a", "nothing_to_refill")


@pytest.mark.parametrize("mode", [BY_ACTION, BY_EVENT, AT_YEAR_END, IN_REINFORCEMENTS])
@pytest.mark.parametrize("region", ["asturias_cantabria", "aragon"])
@rule("aiw", "21.1d", "23.4r")
def test_an_expedition_receives_only_what_it_recruits(mode: int, region: str) -> None:
    s = spending(4, {region: "c_nav1:1 c_st1:1 knapsack:1", "durango": "c_nav2:1"}, mode=mode)
    for words in ("raise c_nav1", "raise c_st1", f"refill knapsack {region}"):
        assert refused(s, words) == Refusal("21.1d", "expedition_recruits")
    assert "raise c_nav2" in offered(s)


@pytest.mark.parametrize("mode, acts", [(BY_ACTION, True), (BY_EVENT, True), (AT_YEAR_END, False),
                                        (IN_REINFORCEMENTS, False)])
@rule("aiw", "21.1e")
def test_a_unit_that_receives_points_has_acted(mode: int, acts: bool) -> None:
    s = spending(5, {"durango": "c_nav1:1 c_nav2 c_st1:1"}, mode=mode)
    do(s, "raise c_nav1", "raise c_st1", "done")
    assert s.acted == (1 << block(s, "c_nav1") | 1 << block(s, "c_st1") if acts else 0)
    assert s.apart == 0


@rule("aiw", "21.1e")
def test_a_unit_that_has_acted_receives_nothing() -> None:
    s = war({"durango": "c_nav1:2 c_nav2:1 c_gui1"}, secret=True)
    run(s, ActionsStep(CARLIST))
    do(s, "build c_nav1", "replacements", dice=[6])
    assert refused(s, "raise c_nav1") == HAS_ACTED
    do(s, "raise c_nav2", "done", "activate durango")
    assert refused(s, "add c_nav2") == HAS_ACTED


@rule("aiw", "21.1e")
def test_a_unit_that_received_points_fights_with_its_new_strength() -> None:
    s = spending(2, {"durango": "c_nav1:1"})
    do(s, "raise c_nav1")
    assert dice(s, block(s, "c_nav1")) == 2


@rule("aiw", "21.1e", "21.2f")
def test_a_knapsack_that_received_points_does_not_march() -> None:
    s = war({"durango": "c_nav1 c_nav2 knapsack:1"}, secret=True)
    run(s, ActionsStep(CARLIST))
    do(s, "replacements", "refill knapsack durango", "done", "activate durango", dice=[1])
    assert refused(s, "load knapsack 2") == HAS_ACTED


@rule("aiw", "21.1e")
def test_a_knapsack_that_marched_receives_nothing() -> None:
    s = war({"durango": "c_nav1 knapsack:1", "tolosa": "c_gui1 knapsack:1"}, secret=True)
    run(s, ActionsStep(CARLIST))
    do(s, "activate durango", "all", "march eibar", "done", "replacements", dice=[2])
    assert knapsack(s, "carlist", "eibar") == 1
    assert refused(s, "refill knapsack eibar") == HAS_ACTED
    do(s, "refill knapsack tolosa")
    assert HAS_ACTED == refused(s, "refill knapsack eibar")


@pytest.mark.parametrize("unit, why", [
    ("l_ln1", None),                                            # in the Liberal Zone
    ("l_ln2", None),                                            # in a region
    ("l_ln3", None),                                            # in a Port of the Carlist Zone
    ("l_ln4", Refusal("21.1f", "liberal_zone_or_port")),        # in a Fortress of the Carlist Zone
    ("l_ln5", None),                                            # besieged, with a Port
    ("l_ln6", Refusal("21.1f", "besieged_without_port")),
    ("l_ln7", None),                                            # besieging
    ("l_ln8", Refusal("21.1f", "besieged_without_port")),       # in Bilbao, whose Port is cancelled
])
@rule("aiw", "21.1f")
def test_which_liberal_units_may_receive_points(unit: str, why: Refusal | None) -> None:
    s = spending(
        4,
        {
            "najera": "l_ln1:1", "aragon": "l_ln2:1 c_nav4", "bermeo": "l_ln3:1", "estella": "l_ln4:1",
            "inside san_sebastian": "l_ln5:1", "san_sebastian": "c_nav1", "inside vitoria": "l_ln6:1",
            "vitoria": "c_nav2", "haro": "l_ln7:1", "inside haro": "c_nav3", "inside bilbao": "l_ln8:1",
            "bilbao": "c_gui1",
        },
        "liberal", forts={"liberal": ["estella"], "carlist": ["haro"]},
        siege=["san_sebastian", "vitoria", "haro", "bilbao"],
    )
    assert refused(s, f"raise {unit}") == why


@pytest.mark.parametrize("unit, why", [
    ("c_nav1", None), ("c_nav2", None), ("c_nav3", Refusal("21.1g", "besieged_unit")), ("c_nav4", None),
])
@rule("aiw", "21.1g")
def test_which_carlist_units_may_receive_points(unit: str, why: Refusal | None) -> None:
    s = spending(
        4,
        {"durango": "c_nav1:1", "haro": "c_nav2:1", "inside estella": "c_nav3:1", "estella": "l_ln1",
         "vitoria": "c_nav4:1"},
        forts={"carlist": ["estella"]}, siege=["estella", "vitoria"],
    )
    assert refused(s, f"raise {unit}") == why


@rule("aiw", "21.1h")
def test_carlists_of_the_north_outside_their_zone_pay_double() -> None:
    s = spending(9, {"haro": "c_nav1:1 c_st1:1 knapsack:1", "durango": "c_nav2:1"})
    left = []
    for words in ("raise c_nav1", "raise c_st1", "refill knapsack haro"):
        do(s, words)
        left.append(halves(s))
    assert left == [5, 3, 1]
    s = spending(3, {"haro": "c_nav1:1", "durango": "c_nav2:1"})
    assert refused(s, "raise c_nav1") == NO_POINTS
    do(s, "raise c_nav2")
    assert halves(s) == 1


@pytest.mark.parametrize("place, left", [("orduna", 4), ("guetaria", 4), ("guecho", 2), ("pamplona", 2)])
@rule("aiw", "21.1h")
def test_the_border_of_the_zone_is_where_the_price_doubles(place: str, left: int) -> None:
    s = spending(6, {place: "c_nav1:1"})
    do(s, "raise c_nav1")
    assert left == halves(s)


@rule("aiw", "21.1h")
def test_liberals_never_pay_double() -> None:
    s = spending(4, {"bermeo": "l_ln1:1"}, "liberal")
    do(s, "raise l_ln1")
    assert halves(s) == 2


@rule("aiw", "21.1h")
def test_half_a_point_waits_for_another_use() -> None:
    s = spending(4, {"haro": "c_st1:1 knapsack:1", "durango": "c_nav1:1 c_nav2:2 knapsack:1"})
    do(s, "refill knapsack durango", "raise c_nav1")
    for words in ("raise c_nav2", "raise c_st1", "refill knapsack haro"):
        assert refused(s, words) == NO_POINTS


# ------------------------------------------------------------------------------------------------------------ giving up


@rule("aiw", "5.4t", "21.1b")
def test_giving_up_a_train_or_knapsack_lets_nobody_else_be_raised_again() -> None:
    s = spending(20, {"durango": "c_st1:1 knapsack:1", "tolosa": "c_nav1:1", "estella": "c_nav2:1"})
    do(s, "raise c_st1", "raise c_nav1", "raise c_nav2", "disband c_st1")
    assert [Refusal("21.1b", "raised_already")] * 2 == [refused(s, f"raise c_nav{n}") for n in (1, 2)]
    s = spending(20, {"durango": "c_nav1:1 knapsack:1"})
    events = do(s, "raise c_nav1", "disband_knapsack durango")
    assert Refusal("21.1b", "raised_already") == refused(s, "raise c_nav1")
    assert [(CARLIST, area("durango"))] == told(events, "knapsack_disbanded")


@rule("aiw", "5.4t", "4.9g")
def test_a_town_is_lost_with_the_train_that_held_it() -> None:
    s = spending(2, {"calahorra": "c_st1"})
    do(s, "disband c_st1")
    assert -1 == s.vp


@rule("aiw", "5.4t")
def test_a_knapsack_is_given_up_where_there_is_one() -> None:
    s = spending(2, {"bilbao": "l_ln1 knapsack:1"}, "liberal")
    assert Refusal("5.4t", "no_knapsack_there") == refused(s, "disband_knapsack vitoria")
    do(s, "disband_knapsack bilbao")
    assert 0 == knapsack(s, "liberal", "bilbao")


# -------------------------------------------------------------------------------------------------------------- the fog


@rule("aiw", "5.2c", "21.1a")
def test_the_price_tells_whether_it_was_a_train() -> None:
    s = spending(4, {"vitoria": "l_ln1:1 l_st1:1"}, "liberal")
    both = 1 << UNIT["l_ln1"] | 1 << UNIT["l_st1"]
    for unit in ("l_ln1", "l_st1"):
        s.may[block(s, unit)] = both
    do(s, "raise l_st1")
    assert s.may[block(s, "l_st1")] == 1 << UNIT["l_st1"]
    do(s, "raise l_ln1")
    assert s.may[block(s, "l_ln1")] & FIGHTERS == 1 << UNIT["l_ln1"]


@rule("aiw", "5.2c", "7.1d")
def test_who_is_raised_in_the_phase_of_la_granja_is_not_of_the_guard() -> None:
    s = war({"vitoria": "l_ln1:1 l_rg1"}, side="liberal", secret=True)
    both = 1 << UNIT["l_ln1"] | 1 << UNIT["l_rg1"]
    for unit in ("l_ln1", "l_rg1"):
        s.may[block(s, unit)] = both
    phase(s).effects.append(CARD["la_granja"])
    run(s, Spend(LIBERAL, 4, BY_ACTION))
    do(s, "raise l_ln1")
    assert 1 << UNIT["l_ln1"] == s.may[block(s, "l_ln1")]


@rule("aiw", "21.1b")
def test_who_was_raised_is_remembered_when_blocks_change_their_labels() -> None:
    s = spending(20, {"vitoria": "l_rg1:1 l_ln1:1 l_ln2:1 l_st1:1"}, "liberal")
    do(s, "raise l_st1", "raise l_ln2", "raise l_st1", "raise l_rg1", "raise l_st1")
    assert refused(s, "raise l_ln2") == Refusal("21.1b", "raised_already")
    assert refused(s, "raise l_rg1") == Refusal("21.1b", "raised_already")
    assert "raise l_ln1" in offered(s)
    assert [strength(s, unit) for unit in ("l_rg1", "l_ln1", "l_ln2", "l_st1")] == [2, 1, 2, 4]


@pytest.mark.parametrize("side, mode", [
    ("carlist", BY_ACTION), ("liberal", BY_ACTION), ("carlist", AT_YEAR_END), ("liberal", AT_YEAR_END),
    ("carlist", BY_EXPEDITION),
])
@pytest.mark.parametrize("left", [1, 2, 8])
def test_written_options_of_spending_are_the_candidates_that_nothing_refuses(side: str, left: int, mode: int) -> None:
    s = war(
        {
            "durango": "c_nav1:1 c_par1 knapsack:1", "aragon": "c_gui1:1 l_ln1:1 field:1",
            "haro": "l_pr2", "vitoria": "l_rg1:1 knapsack:2", "inside pamplona": "l_ln4:1",
            "pamplona": "c_ala1:1", "bilbao": "l_ln2 l_st1:2 knapsack:1", "tudela": "c_gui2:1",
            "galicia": "l_st2", "miranda": "l_st3",
        },
        side=side, forts={"carlist": ["durango", "estella"]}, siege=["pamplona"], bags=["c_nav2", "l_rg2"],
        partidas=["c_par2"], secret=True,
    )
    s.regionals = 1 << UNIT["c_reg1"]
    s.acted = 1 << block(s, "c_nav1")
    seat = SIDES.index(side)
    run(s, Spend(seat, left, mode, area("aragon") if mode == BY_EXPEDITION else -1))
    top = s.stack[-1]
    assert isinstance(top, SpendPoint)
    derived = [act for act in top.candidates(s, seat) if top.refuse(s, seat, act) is None]
    assert sorted(derived) == sorted(top.options(s, seat))
    assert len(set(derived)) == len(derived)
