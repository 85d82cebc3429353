"""[23] Regions: entering them, living side by side, supply."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import CARLIST, COST, FIRST_REGION, LIBERAL, MAP, NORTH, area
from tablero.games.aiw.rules.r07_cards.s00_decks import CABRERA, MAROTO
from tablero.games.aiw.rules.r09_victory import expeditions
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r19_supply.s00_supply import SupplyStep
from tablero.games.aiw.rules.r22_uprising import level
from tablero.games.aiw.rules.r23_regions.s00_expeditions import ENTRY, may_enter
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.war import asked, at, do, guns, knapsack, offered, refused, run, strength, war
from tests.rules import rule

ARAGON = area("aragon")


def pursuit(s: Aiw, name: str = "aragon") -> int:
    return s.pursuit[area(name) - FIRST_REGION]


# ----------------------------------------------------------------------------------------------------- entering regions


@rule("aiw", "23.0a")
def test_liberals_enter_regions_in_any_year() -> None:
    s = war({"tudela": "l_ln1"}, side="liberal", year=1834, secret=True)
    assert may_enter(s, LIBERAL, ARAGON) == ""
    run(s, Activation(LIBERAL, area("tudela")))
    do(s, "add l_ln1", dice=[6])
    assert "march aragon" in offered(s)


@pytest.mark.parametrize("year, why", [(1834, Refusal("23.0b", "no_expedition_before_1835")), (1835, None)])
@rule("aiw", "23.0b")
def test_carlists_stay_out_of_regions_before_1835(year: int, why: Refusal | None) -> None:
    s = war({"tudela": "c_nav1"}, year=year, secret=True)
    assert may_enter(s, CARLIST, ARAGON) == (why.key if why else "")
    run(s, Activation(CARLIST, area("tudela")))
    do(s, "add c_nav1")
    assert refused(s, "march aragon") == why


@pytest.mark.parametrize("year, abroad, region, why", [
    (1835, {}, "aragon", ""),
    (1835, {"galicia": "c_nav2"}, "aragon", "too_many_expeditions"),
    (1835, {"aragon": "c_nav2"}, "aragon", ""),
    (1836, {"galicia": "c_nav2"}, "aragon", ""),
    (1836, {"galicia": "c_nav2", "catalonia": "c_gui1"}, "aragon", "too_many_expeditions"),
    (1838, {"galicia": "c_nav2", "aragon": "c_gui1"}, "aragon", ""),
])
@rule("aiw", "23.0c")
def test_one_expedition_in_1835_and_two_from_1836(year: int, abroad: dict[str, str], region: str, why: str) -> None:
    s = war({"tudela": "c_nav1", **abroad}, year=year)
    assert may_enter(s, CARLIST, area(region)) == why
    if why:
        assert ENTRY[why].rule == "23.0c"


@rule("aiw", "23.0c")
def test_a_second_expedition_of_1835_is_refused_on_the_road_but_the_first_moves_on() -> None:
    s = war({"tudela": "c_nav1", "castile_leon": "c_nav2"}, year=1835, secret=True)
    run(s, ActionsStep(CARLIST))
    do(s, "activate tudela", "add c_nav1")
    assert refused(s, "march aragon") == Refusal("23.0c", "too_many_expeditions")
    do(s, "done", "activate castile_leon", "march galicia")
    assert at(s, "c_nav2") == "galicia"


@rule("aiw", "23.0c")
def test_a_card_may_keep_the_carlists_in_the_north() -> None:
    s = war({"tudela": "c_nav1"}, year=1838)
    s.lasting = MAROTO
    assert may_enter(s, CARLIST, ARAGON) == "carlists_stay_in_the_north"
    assert may_enter(s, LIBERAL, ARAGON) == ""
    s.lasting = CABRERA
    assert "" == may_enter(s, CARLIST, ARAGON)


@rule("aiw", "23.0d")
def test_the_carlist_units_of_a_region_are_one_expedition_partidas_too() -> None:
    s = war({"aragon": "c_nav1 c_nav2", "galicia": "c_par1", "durango": "c_gui1", "catalonia": "l_ln1"})
    assert expeditions(s) == 1 << ARAGON | 1 << area("galicia")
    s = war({"aragon": "c_st1"})
    assert expeditions(s) == 0


@rule("aiw", "23.0e")
def test_three_regions_are_joined_to_the_north_by_roads_that_cost_one_more() -> None:
    joined = {x for x in range(FIRST_REGION, 83) if MAP.near_bits[x] & NORTH}
    assert joined == {area("asturias_cantabria"), area("castile_leon"), ARAGON}
    assert COST[MAP.edge_kind(area("tudela"), ARAGON)] == COST[MAP.edge_kind(ARAGON, area("tudela"))] == 2
    assert COST[MAP.edge_kind(area("sanguesa"), ARAGON)] == 3


# ------------------------------------------------------------------------------------------------ side by side, escorts


@rule("aiw", "23.1a", "23.2a")
def test_both_sides_live_in_a_region_without_fighting() -> None:
    s = war({"castile_leon": "c_nav1 l_ln1 l_ln2 l_ln3"}, secret=True)
    run(s, CombatStep(CARLIST))
    assert asked(s) == "nobody"
    s = war({"castile_leon": "c_nav1 l_ln1 l_ln2 l_ln3"}, side="liberal", secret=True)
    run(s, CombatStep(LIBERAL))
    do(s, "done")
    assert (at(s, "c_nav1"), strength(s, "c_nav1"), pursuit(s, "castile_leon")) == ("castile_leon", 4, 0)


@rule("aiw", "23.1e")
def test_guns_left_alone_in_a_region_are_captured_by_half() -> None:
    s = war({"aragon": "l_ln1 field:3 knapsack:1 c_nav1", "galicia": "l_ln2 field:1"}, side="liberal", secret=True)
    run(s, ActionsStep(LIBERAL))
    do(s, "activate aragon", "add l_ln1", "done", "march catalonia", "done")
    assert guns(s, "carlist", "aragon") == (2, 0)
    assert guns(s, "liberal", "aragon") == (0, 0)
    assert knapsack(s, "liberal", "aragon") == 0
    assert guns(s, "liberal", "galicia") == (1, 0)


@rule("aiw", "23.1f")
def test_nobody_intercepts_a_move_into_a_region_or_out_of_one() -> None:
    places = {"tudela": "c_nav1", "alfaro": "l_ln1", "caparroso": "l_ln2", "aragon": "l_ln3"}
    s = war(places, command=(0, 5), secret=True)
    run(s, Activation(CARLIST, area("tudela")))
    do(s, "add c_nav1", "march aragon")
    assert at(s, "c_nav1") == "aragon"
    assert asked(s) != "liberal Intercept"
    s = war({"alfaro": "c_nav1", "aragon": "l_ln3"}, command=(0, 5), secret=True)
    run(s, Activation(CARLIST, area("alfaro")))
    do(s, "add c_nav1", "march tudela")
    assert asked(s) != "liberal Intercept"


# ---------------------------------------------------------------------------------------------------- supply in regions


@rule("aiw", "23.3a")
def test_six_liberals_of_a_region_are_supplied_and_a_seventh_is_too_many() -> None:
    s = war({"aragon": "l_ln1:1 l_ln2:1 l_ln3:1 l_ln4:1 l_ln5:1 l_ln6:1"}, side="liberal", secret=True)
    run(s, SupplyStep(LIBERAL))
    assert asked(s) == "nobody"
    assert {strength(s, f"l_ln{n}") for n in range(1, 7)} == {1}
    s = war({"aragon": "l_ln1:1 l_ln2:1 l_ln3:1 l_ln4:1 l_ln5:1 l_ln6:1 l_ln7:1"}, side="liberal", secret=True)
    run(s, SupplyStep(LIBERAL))
    assert asked(s) == "liberal Excess"


@rule("aiw", "23.3b")
def test_four_carlists_may_be_in_a_region_partidas_included() -> None:
    s = war({"aragon": "c_nav1 c_nav2 c_gui1 c_par1 c_st1"}, secret=True)
    run(s, SupplyStep(CARLIST))
    assert asked(s) == "nobody"
    s = war({"aragon": "c_nav1 c_nav2 c_gui1 c_par1 c_par2 c_st1"}, secret=True)
    run(s, SupplyStep(CARLIST))
    assert asked(s) == "carlist Excess"
    do(s, "disband c_par2")
    assert at(s, "c_par2") == "box"


@rule("aiw", "23.3c")
def test_each_carlist_without_supply_forages_and_loses_a_point_on_one_to_three() -> None:
    s = war({"aragon": "c_nav1:2 c_nav2:2"}, uprising={"aragon": 2}, secret=True)
    run(s, SupplyStep(CARLIST), dice=[3, 4])
    assert sorted(strength(s, unit) for unit in ("c_nav1", "c_nav2")) == [1, 2]
    assert level(s, ARAGON) == 2


@pytest.mark.parametrize("dice, after", [([1, 1], 1), ([2, 1], 1), ([2, 3], 2)])
@rule("aiw", "23.3d", "23.4c")
def test_a_one_when_foraging_lowers_the_uprising_once(dice: list[int], after: int) -> None:
    s = war({"aragon": "c_nav1:3 c_nav2:3"}, uprising={"aragon": 2}, secret=True)
    run(s, SupplyStep(CARLIST), dice=dice)
    assert level(s, ARAGON) == after


@rule("aiw", "23.3e")
def test_partidas_trains_and_guns_never_forage() -> None:
    s = war({"aragon": "c_par1 c_par2 field:1 knapsack:1"}, secret=True)
    run(s, SupplyStep(CARLIST), dice=[])
    assert (at(s, "c_par1"), knapsack(s, "carlist", "aragon")) == ("aragon", 1)
    s = war({"aragon": "c_nav1 c_par1 c_st1"}, secret=True)
    run(s, SupplyStep(CARLIST), dice=[])
    assert (strength(s, "c_nav1"), strength(s, "c_st1")) == (4, 2)
