"""[23.1] Movement in the rest of Spain, and between it and the North."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import AREAS, CARLIST, FIRST_REGION, LIBERAL, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.kernel.refusals import Refusal
from tests.games.aiw.march import Activations, actions, carlists, left, liberals, next_phase
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, strength, war
from tests.rules import rule


@rule("aiw", "23.1c")
def test_an_expedition_moves_whole() -> None:
    s = carlists("aragon", "c_nav1 c_nav2 c_st1 field:1 knapsack:1")
    assert "carlist March" == asked(s)
    for text in ("leave c_nav2", "unload field 1", "unload knapsack 1"):
        assert Refusal("23.1c", "expedition_moves_whole") == refused(s, text)
    do(s, "march catalonia")
    assert ["catalonia"] * 3 == [at(s, u) for u in ("c_nav1", "c_nav2", "c_st1")]
    assert (1, 0) == guns(s, "carlist", "catalonia")
    assert 1 == knapsack(s, "carlist", "catalonia")
    assert "nobody" == asked(s)


@rule("aiw", "23.1c")
def test_expeditions_that_meet_are_one() -> None:
    s = carlists("aragon", "c_nav1", {"catalonia": "c_nav2"}, year=1836)
    do(s, "march catalonia")
    assert 2 == s.open[CARLIST * AREAS + area("catalonia")].bit_count()


@rule("aiw", "23.1c", "10.0k")
def test_an_expedition_of_which_a_part_has_acted_does_not_move() -> None:
    s = war({"aragon": "c_nav1 c_nav2"}, side="carlist")
    s.acted |= 1 << block(s, "c_nav2")
    run(s, Activation(CARLIST, area("aragon")))
    assert "nobody" == asked(s)
    assert "aragon" == at(s, "c_nav1")


@rule("aiw", "23.1d")
def test_liberals_move_from_a_region_jointly_or_singly() -> None:
    s = liberals("aragon", "l_rg1 l_rg2 l_rg3 l_ln1", {"castile_leon": "c_nav1"})
    do(s, "add l_rg1", "add l_rg2", "add l_rg3", "done", "march castile_leon")
    do(s, "add l_ln1", "march valencia_murcia")
    assert ["castile_leon", "valencia_murcia"] == [at(s, u) for u in ("l_rg3", "l_ln1")]


@rule("aiw", "23.1d")
def test_liberals_leave_part_of_a_group_in_its_region() -> None:
    s = liberals("aragon", "l_rg1 l_rg2 field:2")
    do(s, "all", "leave l_rg2", "unload field 2", "march catalonia")
    assert ["catalonia", "aragon"] == [at(s, u) for u in ("l_rg1", "l_rg2")]
    assert (2, 0) == guns(s, "liberal", "aragon")


@rule("aiw", "23.1d", "23.1a")
def test_enemies_at_either_end_do_not_matter() -> None:
    s = liberals("aragon", "l_rg1 c_nav1", {"catalonia": "c_nav2"}, year=1836)
    do(s, "add l_rg1", "march catalonia")
    assert "catalonia" == at(s, "l_rg1")
    s = carlists("aragon", "l_rg1 c_nav1", {"catalonia": "l_rg2"})
    do(s, "march catalonia")
    assert "catalonia" == at(s, "c_nav1")


@rule("aiw", "7.1d", "23.1c")
def test_marks_go_with_the_expedition_and_not_with_liberals_who_leave_its_region() -> None:
    home, away = "asturias_cantabria", "galicia"
    s = carlists(home, "c_nav1")
    s.royal = s.gomez = area(home)
    do(s, f"march {away}")
    assert (area(away), area(away)) == (s.royal, s.gomez)
    s = liberals(home, "l_rg1 c_nav1")
    s.royal = s.gomez = area(home)
    do(s, "add l_rg1", f"march {away}")
    assert (area(home), area(home)) == (s.royal, s.gomez)


@rule("aiw", "23.1e", "11.3a")
def test_guns_and_trains_do_not_leave_a_region_alone() -> None:
    s = liberals("aragon", "l_rg1 l_st1 field:1")
    do(s, "add l_st1")
    assert Refusal("11.3a", "cannot_move_alone") == refused(s, "done")


@pytest.mark.parametrize("origin, x", [("aragon", "new_castile"), ("asturias_cantabria", "galicia")])
@rule("aiw", "23.1k", "11.1a")
def test_between_regions_nobody_rolls_or_pays(origin: str, x: str) -> None:
    s = liberals(origin, "l_rg1 l_rg2 field:4")
    do(s, "all", dice=[])
    do(s, f"march {x}", dice=[])
    assert x == at(s, "l_rg1")


@rule("aiw", "23.1k")
def test_a_unit_moves_once_between_regions() -> None:
    s = war({"aragon": "l_rg1", "catalonia": "l_rg2"}, side="liberal")
    run(s, Activations(LIBERAL, ["aragon", "catalonia"]))
    do(s, "add l_rg1", "march catalonia")
    assert Refusal("10.0k", "has_acted") == refused(s, "add l_rg1")


@rule("aiw", "4.4a", "23.1k")
def test_only_to_an_adjacent_region() -> None:
    s = liberals("aragon", "l_rg1")
    do(s, "add l_rg1")
    assert Refusal("4.4a", "no_road_between") == refused(s, "march galicia")


@pytest.mark.parametrize("origin, x, space", [
    ("aragon", "catalonia", "tudela"), ("asturias_cantabria", "galicia", "laredo"),
])
@rule("aiw", "11.2f")
def test_no_forced_march_between_regions(origin: str, x: str, space: str) -> None:
    s = carlists(origin, "c_nav1")
    assert Refusal("11.2f", "no_forced_march_between_regions") == refused(s, f"force {x}")
    assert f"force {space}" in offered(s)


@pytest.mark.parametrize("space, x, die, points", [("tudela", "aragon", 1, 2), ("laredo", "asturias_cantabria", 2, 3)])
@rule("aiw", "23.1g", "4.5a", "23.0e")
def test_into_a_region_the_road_costs_one_more_and_the_group_stops(space: str, x: str, die: int, points: int) -> None:
    s = liberals(space, "l_rg1 l_rg2 l_rg3")
    do(s, "all", dice=[die])
    assert points == left(s)
    do(s, f"march {x}")
    assert [x, "nobody"] == [at(s, "l_rg1"), asked(s)]


@pytest.mark.parametrize("space, x", [("tudela", "aragon"), ("laredo", "asturias_cantabria")])
@rule("aiw", "23.1a", "11.4j")
def test_nobody_waits_outside_a_region_where_others_have_met_the_enemy(space: str, x: str) -> None:
    s = liberals(space, "l_rg1", {x: "l_rg2 c_nav1"})
    do(s, "add l_rg1", f"march {x}", dice=[6])
    assert x == at(s, "l_rg1")


@rule("aiw", "23.1g", "4.5a", "11.1f")
def test_without_the_points_only_a_forced_march_leads_into_a_region() -> None:
    s = liberals("sanguesa", "l_rg1 l_rg2 l_rg3")
    do(s, "all", dice=[1])
    assert Refusal("11.1f", "not_enough_points") == refused(s, "march aragon")
    do(s, "force aragon", dice=[4, 4, 4])
    assert "aragon" == at(s, "l_rg1")


@rule("aiw", "23.1f", "11.6f")
def test_nobody_intercepts_a_move_into_a_region() -> None:
    s = carlists("tudela", "c_nav1", {"alfaro": "l_rg1", "caparroso": "l_rg2"}, command=(0, 3))
    do(s, "add c_nav1", "march aragon")
    assert ["aragon", "nobody"] == [at(s, "c_nav1"), asked(s)]


@rule("aiw", "23.1h", "23.1l", "4.5a")
def test_out_of_a_region_the_road_costs_one_more_and_the_group_may_go_on() -> None:
    s = carlists("aragon", "c_nav1 c_nav2 c_nav3")
    do(s, "march tudela")
    assert 4 == left(s)
    do(s, "march alfaro", "done")
    assert "alfaro" == at(s, "c_nav1")


@rule("aiw", "23.1h", "4.5a")
def test_out_of_a_region_by_a_secondary_road() -> None:
    s = carlists("aragon", "c_nav1 c_nav2 c_nav3")
    do(s, "march sanguesa")
    assert 3 == left(s)


@pytest.mark.parametrize("region, space, points", [("aragon", "tudela", 2), ("asturias_cantabria", "laredo", 2)])
@rule("aiw", "23.1l", "11.1c")
def test_liberals_roll_to_enter_the_north(region: str, space: str, points: int) -> None:
    s = liberals(region, "l_rg1 l_rg2 l_rg3")
    do(s, "all")
    assert "march_from_region" == tablero.prompt(s, LIBERAL).key
    assert Refusal("23.1l", "roll_for_the_north_first") == refused(s, f"march {space}")
    assert Refusal("23.1l", "roll_for_the_north_first") == refused(s, f"force {space}")
    do(s, "roll", dice=[3])
    assert 4 == left(s)
    assert Refusal("11.1a", "group_has_its_points") == refused(s, "roll")
    do(s, f"march {space}")
    assert points == left(s)
    assert (("points", "number", points),) == tablero.prompt(s, LIBERAL).args


@rule("aiw", "23.1l", "11.2a")
def test_after_a_low_roll_only_a_forced_march_enters_the_north() -> None:
    s = liberals("aragon", "l_rg1 l_rg2 l_rg3")
    do(s, "all", "roll", dice=[1])
    assert Refusal("11.1f", "not_enough_points") == refused(s, "march sanguesa")
    do(s, "force sanguesa", dice=[1, 4, 4])
    assert "sanguesa" == at(s, "l_rg1")
    assert 11 == sum(strength(s, u) for u in ("l_rg1", "l_rg2", "l_rg3"))


@rule("aiw", "23.1j")
def test_a_liberal_group_that_has_rolled_goes_north_or_stays() -> None:
    s = liberals("aragon", "l_rg1 l_rg2 l_rg3")
    do(s, "all", "roll", dice=[1])
    assert Refusal("23.1j", "group_has_rolled_for_the_north") == refused(s, "march catalonia")
    do(s, "done")
    assert ["aragon", "nobody"] == [at(s, "l_rg1"), asked(s)]


@rule("aiw", "23.0e")
def test_from_a_region_that_is_not_next_to_the_north_nobody_rolls() -> None:
    s = liberals("catalonia", "l_rg1")
    do(s, "add l_rg1")
    assert Refusal("23.0e", "region_is_not_next_to_the_north") == refused(s, "roll")


@rule("aiw", "23.1i")
def test_a_unit_that_came_from_a_region_does_not_enter_one_again() -> None:
    s = carlists("aragon", "c_nav1 c_nav2")
    do(s, "march tudela")
    assert Refusal("23.1i", "came_from_a_region") == refused(s, "march aragon")
    assert Refusal("23.1i", "came_from_a_region") == refused(s, "force aragon")


@rule("aiw", "23.1m")
def test_an_expedition_drops_units_once_it_is_in_the_north() -> None:
    s = carlists("aragon", "c_nav1 c_nav2 c_nav3")
    do(s, "march tudela", "leave c_nav3", "march alfaro", "done")
    assert ["alfaro", "alfaro", "tudela"] == [at(s, u) for u in ("c_nav1", "c_nav2", "c_nav3")]


@rule("aiw", "23.1m", "23.1f")
def test_an_expedition_may_be_intercepted_in_the_north() -> None:
    s = carlists("aragon", "c_nav1 c_nav2", {"alfaro": "l_rg1"}, command=(0, 1))
    do(s, "march tudela")
    assert "liberal Intercept" == asked(s)
    assert "aragon" == at(s, "c_nav1")


@pytest.mark.parametrize("space, x", [("tudela", "aragon"), ("laredo", "asturias_cantabria")])
@rule("aiw", "23.0b")
def test_carlists_enter_no_region_before_1835(space: str, x: str) -> None:
    s = carlists(space, "c_nav1", year=1834)
    do(s, "add c_nav1")
    assert Refusal("23.0b", "no_expedition_before_1835") == refused(s, f"march {x}")
    assert Refusal("23.0b", "no_expedition_before_1835") == refused(s, f"force {x}")
    s = carlists(space, "c_nav1", year=1835)
    do(s, "add c_nav1", f"march {x}")
    assert x == at(s, "c_nav1")


@rule("aiw", "23.0a")
def test_liberals_enter_regions_in_1834() -> None:
    s = liberals("tudela", "l_rg1", year=1834)
    do(s, "add l_rg1", "march aragon", dice=[6])
    assert "aragon" == at(s, "l_rg1")


@rule("aiw", "23.0c")
def test_a_second_expedition_is_refused_in_1835_but_may_join_the_first() -> None:
    s = carlists("tudela", "c_nav1", {"castile_leon": "c_nav2"}, year=1835)
    do(s, "add c_nav1")
    assert Refusal("23.0c", "too_many_expeditions") == refused(s, "march aragon")
    s = carlists("tudela", "c_nav1", {"aragon": "c_nav2"}, year=1835)
    do(s, "add c_nav1", "march aragon")
    assert "aragon" == at(s, "c_nav1")


@pytest.mark.parametrize("origin, x", [("aragon", "catalonia"), ("asturias_cantabria", "galicia")])
@rule("aiw", "23.0c", "23.1c")
def test_the_only_expedition_of_1835_may_go_from_region_to_region(origin: str, x: str) -> None:
    s = carlists(origin, "c_nav1 c_nav2", year=1835)
    assert Refusal("23.1c", "expedition_moves_whole") == refused(s, "leave c_nav2")
    do(s, f"march {x}")
    assert x == at(s, "c_nav1")


@rule("aiw", "23.2x1", "23.1d", "23.1k", "23.1c", "23.2l")
def test_example_of_movement_between_regions() -> None:
    places = {"castile_leon": "c_nav1 c_nav2", "aragon": "l_rg1 l_rg2 l_rg3 l_ln1"}
    s = war(places, side="liberal", points=1, uprising={"valencia_murcia": 3})
    actions(s)
    do(s, "activate aragon", "add l_rg1", "add l_rg2", "add l_rg3", "done", "march castile_leon", dice=[])
    assert 0 == phase(s).points
    do(s, "add l_ln1", "march valencia_murcia", dice=[])
    assert ["castile_leon"] * 3 + ["valencia_murcia"] == [at(s, u) for u in ("l_rg1", "l_rg2", "l_rg3", "l_ln1")]

    do(s, "locate castile_leon", dice=[3])
    region = area("castile_leon") - FIRST_REGION
    assert 1 == s.pursuit[region]

    next_phase(s, CARLIST, points=1)
    do(s, "activate castile_leon", "march aragon")
    assert ["aragon", "aragon"] == [at(s, u) for u in ("c_nav1", "c_nav2")]
    assert 0 == s.pursuit[region]
