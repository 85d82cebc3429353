"""[19.3] Units that get no supply, besieged or not."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import AREA_NAMES, CARLIST, LIBERAL, SPACES, area
from tablero.games.aiw.rules.r19_supply.s00_supply import SiegeAttrition, SupplyStep
from tablero.games.aiw.rules.r19_supply.s03_unsupplied import siege_modifier
from tests.games.aiw.supplies import lost, supply
from tests.games.aiw.war import asked, at, do, guns, knapsack, run, strength, war
from tests.rules import rule


@rule("aiw", "19.3a")
def test_an_unsupplied_unit_loses_a_point_and_is_eliminated_by_the_last() -> None:
    s = supply({"villaro": "l_rg1 l_rg2:1"}, "liberal")
    assert ([1], "bag") == (lost(s, "l_rg1"), at(s, "l_rg2"))


@rule("aiw", "19.3a", "4.9g")
def test_what_is_left_alone_is_lost_and_control_is_judged() -> None:
    s = supply({"vergara": "l_pr1:1 l_pr2:1 l_pr3:1", "villaro": "l_pr4:1 field:1"}, "liberal")
    assert 0 == s.held >> area("villaro") & 1
    do(s, "without l_pr1")
    assert (1, (0, 0)) == (s.held >> area("villaro") & 1, guns(s, "liberal", "villaro"))


@rule("aiw", "19.3b", "23.3c")
def test_carlists_in_a_region_forage_instead() -> None:
    s = supply({"aragon": "c_nav1 c_nav2"}, "carlist", dice=[4, 3], uprising={"aragon": 2})
    assert (1, 2) == (sum(lost(s, "c_nav1", "c_nav2")), s.uprising[area("aragon") - SPACES])
    for region in AREA_NAMES[SPACES:]:
        s = supply({region: "c_nav1"}, "carlist", dice=[4])
        assert [0] == lost(s, "c_nav1")


@rule("aiw", "23.3d")
@pytest.mark.parametrize(("dice", "level"), [([1, 1], 1), ([2, 3], 2), ([1, 6], 1)])
def test_a_one_lowers_the_uprising_once(dice: list[int], level: int) -> None:
    s = supply({"aragon": "c_nav1 c_nav2"}, "carlist", dice=dice, uprising={"aragon": 2})
    assert level == s.uprising[area("aragon") - SPACES]


@rule("aiw", "23.3e", "19.0c")
def test_partidas_and_trains_do_not_forage() -> None:
    s = supply({"aragon": "c_nav1 c_par1 field:1", "catalonia": "c_nav2 c_st1"}, "carlist", dice=[1])
    assert ([1], 1) == (lost(s, "c_nav1"), strength(s, "c_par1"))
    assert [0, 1] == lost(s, "c_nav2", "c_st1")     # the Train supplies


@rule("aiw", "23.3c", "9.1m")
def test_an_expedition_that_starves_is_destroyed() -> None:
    s = war({"aragon": "c_nav1:1"}, side="carlist")
    s.prestige = 3
    run(s, SupplyStep(CARLIST), dice=[3])
    assert ("bag", 1) == (at(s, "c_nav1"), s.prestige)


@rule("aiw", "19.3c")
@pytest.mark.parametrize(("die", "points"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_the_besieged_lose_on_one_to_three(die: int, points: int) -> None:
    places = {"inside vitoria": "l_rg1 field:1", "vitoria": "c_nav1 field:1"}
    s = supply(places, "liberal", dice=[die], siege=["vitoria"])
    assert [points] == lost(s, "l_rg1")


@rule("aiw", "19.3c", "5.4k")
def test_each_besieged_unit_rolls_a_partida_too() -> None:
    places = {"inside vitoria": "l_rg1 l_rg2 field:1", "vitoria": "c_nav1 field:1"}
    s = supply(places, "liberal", dice=[3, 4], siege=["vitoria"])
    assert 1 == sum(lost(s, "l_rg1", "l_rg2"))
    places = {"inside tolosa": "c_par1 carlist field:1", "tolosa": "l_rg1 field:1"}
    s = supply(places, "carlist", dice=[3], forts={"carlist": ["tolosa"]}, siege=["tolosa"])
    assert ("box", "nobody") == (at(s, "c_par1"), asked(s))     # no roll for the Garrison, and the Fortress holds


@rule("aiw", "19.3d")
def test_a_fortress_in_the_enemy_zone_suffers_more() -> None:
    guns_ = {"inside orduna": "l_rg1 field:1", "orduna": "c_nav1 field:1"}
    s = supply(guns_, "liberal", dice=[4], forts={"liberal": ["orduna"]}, siege=["orduna"])
    assert [1] == lost(s, "l_rg1")
    s = supply(guns_, "liberal", dice=[5], forts={"liberal": ["orduna"]}, siege=["orduna"])
    assert [0] == lost(s, "l_rg1")
    s = war({"inside viana": "c_nav1 field:1", "viana": "l_rg1 field:1"}, forts={"carlist": ["viana"]}, siege=["viana"])
    assert -1 == siege_modifier(s, CARLIST, area("viana"))


@rule("aiw", "19.3e")
def test_without_siege_guns_it_suffers_less() -> None:
    places = {"inside vitoria": "l_rg1", "vitoria": "c_nav1 mountain:2"}
    s = supply(places, "liberal", dice=[3], siege=["vitoria"])
    assert [0] == lost(s, "l_rg1")
    s = supply(places, "liberal", dice=[2], siege=["vitoria"])
    assert [1] == lost(s, "l_rg1")


@rule("aiw", "19.3f")
@pytest.mark.parametrize(("inside", "outside", "modifier"), [(0, 1, -1), (1, 1, 0), (2, 1, 0), (1, 2, -1), (1, 0, 1)])
def test_more_siege_guns_than_the_besieged_have_make_it_worse(inside: int, outside: int, modifier: int) -> None:
    places = {"inside vitoria": f"l_rg1 field:{inside} mountain:2", "vitoria": f"c_nav1 field:{outside}"}
    s = war(places, siege=["vitoria"])
    assert modifier == siege_modifier(s, LIBERAL, area("vitoria"))


@rule("aiw", "19.3g", "18.1g")
def test_a_garrison_rolls_only_if_no_unit_is_inside() -> None:
    places = {"inside vitoria": "l_rg1", "vitoria": "c_nav1 field:2"}
    s = supply(places, "liberal", dice=[1], siege=["vitoria"])      # one die
    assert ([1], 1) == (lost(s, "l_rg1"), s.forts[LIBERAL] >> area("vitoria") & 1)
    s = supply({**places, "inside vitoria": "l_rg1:1"}, "liberal", dice=[1], siege=["vitoria"])
    assert ("bag", 1) == (at(s, "l_rg1"), s.forts[LIBERAL] >> area("vitoria") & 1)      # it holds out


@rule("aiw", "19.3c", "18.1h", "18.1d")
def test_a_garrison_that_starves_gives_up_the_fortress() -> None:
    places = {"inside vitoria": "liberal field:1", "vitoria": "c_nav1 field:1"}
    s = supply(places, "liberal", dice=[4], siege=["vitoria"])
    assert s.forts[LIBERAL] >> area("vitoria") & 1
    s = supply(places, "liberal", dice=[3], siege=["vitoria"])
    assert s.forts[CARLIST] >> area("vitoria") & 1
    assert (2, 0) == guns(s, "carlist", "vitoria")


@rule("aiw", "18.1h", "19.2m", "19.2l")
def test_a_train_or_knapsack_inside_supplies_the_besieged_or_the_garrison() -> None:
    s = supply({"inside vitoria": "liberal knapsack:2", "vitoria": "c_nav1 field:1"}, "liberal", siege=["vitoria"])
    assert 1 == knapsack(s, "liberal", "inside vitoria")
    s = supply({"inside vitoria": "l_rg1 l_rg2 knapsack:2", "vitoria": "c_nav1"}, "liberal", siege=["vitoria"])
    assert ([0, 0], 1) == (lost(s, "l_rg1", "l_rg2"), knapsack(s, "liberal", "inside vitoria"))
    s = supply({"inside vitoria": "l_rg1 l_rg2 l_st1", "vitoria": "c_nav1"}, "liberal", siege=["vitoria"])
    assert [0, 0, 1] == lost(s, "l_rg1", "l_rg2", "l_st1")
    s = supply({"inside vitoria": "l_rg1 l_st1 knapsack:1", "vitoria": "c_nav1"}, "liberal", siege=["vitoria"])
    assert "liberal Source" == asked(s)
    places = {"inside vitoria": "l_rg1", "vitoria": "c_nav1 l_st1 knapsack:1"}
    s = supply(places, "liberal", dice=[2], siege=["vitoria"])
    assert [1] == lost(s, "l_rg1")              # what stands outside is of no use


@rule("aiw", "18.1c", "24.5b")
def test_only_the_side_that_is_besieged_checks_in_its_own_step_and_in_winter() -> None:
    places = {"inside vitoria": "l_rg1", "vitoria": "c_nav1 field:1", "villaro": "l_rg2"}
    s = supply(places, "carlist", siege=["vitoria"])
    assert [0] == lost(s, "l_rg1")
    s = war(places, side="liberal", siege=["vitoria"])
    run(s, SiegeAttrition(LIBERAL), dice=[3])
    assert [1, 0] == lost(s, "l_rg1", "l_rg2")  # the besieged alone


@rule("aiw", "18.1d", "9.0e")
def test_the_second_city_that_falls_ends_the_war_at_once() -> None:
    places = {"vitoria": "c_nav1 field:1", "pamplona": "c_nav2 field:1"}
    s = supply(places, "liberal", dice=[3, 3], siege=["vitoria", "pamplona"])
    assert s.over
    assert s.result is not None
    assert (CARLIST, "two_cities") == (s.result["winner"], s.result["kind"])
