"""[21.2] Units, Trains and Knapsacks are built, and given up."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import CARLIST, TRAINS, UNIT, area
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_ACTION
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.kernel.refusals import Refusal
from tests.games.aiw.spending import HAS_ACTED, NO_POINTS, halves, spending
from tests.games.aiw.war import asked, at, block, do, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule


@rule("aiw", "21.2a")
def test_a_unit_is_built_at_random_for_one_point_at_strength_one() -> None:
    s = spending(4, {}, bags=["c_nav1", "c_gui1"])
    do(s, "draw", dice=[1])
    assert asked(s) == "carlist Place"
    do(s, "place durango")
    assert (at(s, "c_gui1"), strength(s, "c_gui1")) == ("durango", 1)
    assert halves(s) == 2
    assert refused(s, "raise c_gui1") == Refusal("21.1b", "raised_already")
    do(s, "draw", dice=[0])
    do(s, "place durango")
    assert strength(s, "c_nav1") == 1


@rule("aiw", "21.2a")
def test_an_empty_bag_or_half_a_point_builds_no_unit() -> None:
    s = spending(4, {"durango": "c_nav1"})
    assert refused(s, "draw") == Refusal("21.2a", "bag_is_empty")
    s = spending(1, {"durango": "c_nav1"}, bags=["c_gui1"])
    assert refused(s, "draw") == NO_POINTS


@rule("aiw", "21.2a", "21.2f")
def test_a_built_unit_has_acted() -> None:
    s = war({"durango": "c_nav1"}, secret=True, bags=["c_gui1"])
    run(s, ActionsStep(CARLIST))
    do(s, "replacements", "draw", dice=[1, 0])
    do(s, "place durango", "done", "activate durango")
    assert refused(s, "add c_gui1") == HAS_ACTED
    assert "add c_nav1" in offered(s)


@rule("aiw", "21.2b")
def test_a_train_is_built_openly_at_any_strength_for_half_a_point_each() -> None:
    s = spending(4, {"vitoria": "l_ln1"}, "liberal")
    events = do(s, "train vitoria", "raise l_st1", "raise l_st1")
    assert strength(s, "l_st1") == 3
    assert halves(s) == 1
    assert told(events, "built") == [(UNIT["l_st1"], area("vitoria"))]
    assert s.may[block(s, "l_st1")] & TRAINS == 1 << UNIT["l_st1"]
    assert not s.trains >> UNIT["l_st1"] & 1


@rule("aiw", "21.2b")
def test_a_knapsack_is_built_at_one_or_two() -> None:
    s = spending(3, {"durango": "c_nav1"})
    events = do(s, "knapsack durango", "refill knapsack durango")
    assert [(CARLIST, area("durango"))] == told(events, "knapsack_built")
    assert knapsack(s, "carlist", "durango") == 2
    assert halves(s) == 1
    assert refused(s, "refill knapsack durango") == Refusal("21.0a", "full_strength")


@rule("aiw", "21.2c")
def test_partidas_and_regionals_are_not_built() -> None:
    s = war({"durango": "c_nav1"}, secret=True, partidas=["c_par1", "c_par3"])
    s.regionals = 1 << UNIT["c_reg1"]
    run(s, Spend(CARLIST, 4, BY_ACTION))
    for partida in ("c_par1", "c_par3"):
        assert refused(s, f"enrol {partida}") == Refusal("21.2c", "partidas_are_not_built")
    assert Refusal("20.2g", "none_in_the_box") == refused(s, "enrol c_casc1")
    assert refused(s, "enrol c_reg1") == Refusal("21.2c", "regionals_need_an_expedition")


@pytest.mark.parametrize("place, why", [
    ("vitoria", None), ("haro", None), ("galicia", None), ("aragon", None), ("san_sebastian", None),
    ("najera", Refusal("21.2d", "city_or_main_town")),
    ("durango", Refusal("21.2d", "city_or_main_town")),
    ("pamplona", Refusal("21.2d", "besieged_without_port")),
])
@rule("aiw", "21.2d")
def test_where_liberals_build(place: str, why: Refusal | None) -> None:
    places = {
        "najera": "l_ln1", "pamplona": "c_nav1", "aragon": "c_nav2", "san_sebastian": "c_nav3", "durango": "l_ln2",
    }
    s = spending(4, places, "liberal", bags=["l_rg1"], siege=["pamplona", "san_sebastian"],
                 forts={"liberal": ["durango"]})
    do(s, "draw", dice=[0])
    assert refused(s, f"place {place}") == why


@pytest.mark.parametrize("place, why", [
    ("durango", None), ("baztan", None),
    ("haro", Refusal("21.2e", "outside_carlist_zone")),
    ("estella", Refusal("21.2e", "not_friendly")),
    ("tolosa", Refusal("21.2e", "besieged_place")),
])
@rule("aiw", "21.2e")
def test_where_carlists_build(place: str, why: Refusal | None) -> None:
    s = spending(4, {"haro": "c_nav1", "estella": "l_ln1", "tolosa": "l_ln2"}, bags=["c_gui1"],
                 forts={"carlist": ["tolosa"]}, siege=["tolosa"])
    do(s, "draw", dice=[0])
    assert refused(s, f"place {place}") == why


@rule("aiw", "21.2e")
def test_a_carlist_without_a_friendly_space_builds_nothing() -> None:
    s = war({}, bags=["c_gui1"], secret=True)
    s.held = 0
    run(s, Spend(CARLIST, 4, BY_ACTION))
    assert refused(s, "draw") == Refusal("21.2e", "no_place_for_unit")


@rule("aiw", "21.2f", "21.2d", "21.2e")
def test_a_train_or_knapsack_is_built_where_it_may_stay_and_no_other_is() -> None:
    places = {"haro": "l_ln1 l_st1 knapsack:1", "aragon": "l_ln2", "najera": "l_ln3", "bilbao": "l_ln4 knapsack:1"}
    s = spending(8, places, "liberal")
    assert Refusal("21.2f", "one_of_a_kind_there") == refused(s, "knapsack bilbao")
    assert {"train vitoria", "knapsack vitoria", "train aragon", "knapsack aragon"} <= set(offered(s))
    for kind in ("train", "knapsack"):
        assert refused(s, f"{kind} miranda") == Refusal("21.2f", "could_not_stay_there")
        assert refused(s, f"{kind} galicia") == Refusal("21.2f", "could_not_stay_there")
        assert refused(s, f"{kind} haro") == Refusal("21.2f", "one_of_a_kind_there")
        assert refused(s, f"{kind} najera") == Refusal("21.2d", "city_or_main_town")
    s = spending(8, {"durango": "c_nav1"}, forts={"carlist": ["estella"]})
    for kind in ("train", "knapsack"):
        assert refused(s, f"{kind} tolosa") == Refusal("21.2f", "could_not_stay_there")
        assert {f"{kind} durango", f"{kind} estella"} <= set(offered(s))


@rule("aiw", "21.2f", "21.2d")
def test_a_train_for_a_besieged_port_goes_inside_and_needs_no_room() -> None:
    places = {"inside san_sebastian": "l_ln1 l_ln2", "san_sebastian": "c_nav1"}
    s = spending(2, places, "liberal", siege=["san_sebastian"])
    do(s, "train san_sebastian", "knapsack san_sebastian")
    assert at(s, "l_st1") == "inside san_sebastian"
    assert knapsack(s, "liberal", "inside san_sebastian") == 1


@rule("aiw", "21.2f")
def test_a_train_that_was_built_does_not_march() -> None:
    s = war({"durango": "c_nav1 c_nav2"}, secret=True)
    run(s, ActionsStep(CARLIST))
    do(s, "replacements", "train durango", "knapsack durango", "done", "activate durango", dice=[1])
    assert refused(s, "add c_st1") == HAS_ACTED
    assert refused(s, "load knapsack 1") == HAS_ACTED


@rule("aiw", "5.4t", "5.4r")
def test_a_train_is_given_up_and_built_elsewhere_with_the_same_points() -> None:
    s = spending(2, {"durango": "c_nav1 c_st1:2 knapsack:1", "estella": "c_nav2"})
    do(s, "disband c_st1", "train estella", "raise c_st1")
    assert (at(s, "c_st1"), strength(s, "c_st1")) == ("estella", 2)


@pytest.mark.parametrize("pieces", ["c_nav1 c_st1:1", "c_st1:1 c_nav1"])
@rule("aiw", "5.4t")
def test_giving_up_a_train_that_was_raised_leaves_no_trace_on_the_next_block(pieces: str) -> None:
    s = spending(6, {"durango": pieces}, bags=["c_gui1"])
    do(s, "raise c_st1", "disband c_st1")
    spend = s.stack[-2]
    assert isinstance(spend, Spend)
    assert 0 == spend.raised
    do(s, "draw", dice=[0])
    do(s, "place durango")
    assert spend.raised == 1 << block(s, "c_gui1")
    do(s, "done")
    assert s.apart == 0
