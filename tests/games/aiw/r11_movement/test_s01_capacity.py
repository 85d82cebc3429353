"""[11] Movement Points and Forced Marches."""

from __future__ import annotations

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARLIST, LIBERAL, MOUNTAIN, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import entered_by
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.march import carlists, left, liberals, marches
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, strength, told
from tests.rules import rule

# ----------------------------------------------------------------------------------------------------- Movement Points


@rule("aiw", "11.1a", "11.1b")
def test_every_liberal_group_rolls_for_itself() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2 l_rg3 l_ln1 l_ln2 l_ln3")
    events = do(s, "add l_rg1", "add l_rg2", "add l_rg3", "done", dice=[1])
    assert 2 == left(s)
    assert [(area("vitoria"), 1)] == told(events, "movement_roll")
    do(s, "march villarreal", "done")
    do(s, "add l_ln1", "add l_ln2", "add l_ln3", dice=[6])
    assert 5 == left(s)


@rule("aiw", "11.1b")
def test_liberal_points_by_the_die() -> None:
    found = []
    for die in range(1, 7):
        s = liberals("vitoria", "l_rg1 l_rg2 l_rg3")
        do(s, "all", dice=[die])
        found.append(left(s))
    assert [2, 3, 4, 4, 5, 5] == found


@rule("aiw", "11.1a", "11.1b")
def test_carlists_have_six_points_without_a_die() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3")
    do(s, "all", dice=[])
    assert 6 == left(s)


@rule("aiw", "11.1c")
def test_points_by_the_size_of_the_group() -> None:
    army = ("c_gui1", "c_gui2", "c_gui3", "c_bis1", "c_bis2")
    found = []
    for n in range(1, 6):
        s = carlists("tolosa", " ".join(army))
        do(s, *(f"add {u}" for u in army[:n]), *(["done"] if n < 5 else []))
        found.append(left(s))
    assert [7, 7, 6, 6, 5] == found


@rule("aiw", "11.1c")
def test_a_train_counts_for_the_size_and_guns_do_not() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_st1 field:2 mountain:1 knapsack:1 c_bis1")
    do(s, "add c_gui1", "add c_gui2", "load field 2", "load mountain 1", "load knapsack 1", "done")
    assert 7 == left(s)
    s = carlists("tolosa", "c_gui1 c_gui2 c_st1 c_bis1")
    do(s, "add c_gui1", "add c_gui2", "add c_st1", "done")
    assert 6 == left(s)


@rule("aiw", "11.1c", "11.1d")
def test_field_artillery_has_one_point_less_and_is_left_behind() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3 field:2")
    do(s, "all", *marches("villafranca vergara onate villarreal durango"))
    assert 1 == left(s)
    assert Refusal("11.1d", "field_artillery_is_slower") == refused(s, "march eibar")
    assert Refusal("11.1f", "not_enough_points") == refused(s, "march guernica")        # for anybody
    do(s, "unload field 2", "march eibar", "done")
    assert "eibar" == at(s, "c_gui1")
    assert (2, 0) == guns(s, "carlist", "durango")


@rule("aiw", "11.1c", "11.1d")
def test_cavalry_has_one_point_more_for_itself_only() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_navc1")
    do(s, "all", *marches("villafranca vergara onate villarreal durango eibar"))
    assert 0 == left(s)
    assert Refusal("11.1d", "only_cavalry_gets_so_far") == refused(s, "march vergara")
    do(s, "leave c_gui1", "leave c_gui2", "march vergara")
    assert Refusal("11.1f", "not_enough_points") == refused(s, "march onate")
    do(s, "done")
    assert ["vergara", "eibar", "eibar"] == [at(s, u) for u in ("c_navc1", "c_gui1", "c_gui2")]


@rule("aiw", "11.1d")
def test_cavalry_does_not_carry_guns_or_knapsacks_further() -> None:
    s = carlists("tolosa", "c_navc1 mountain:1 knapsack:1")
    do(s, "all", *marches("villafranca vergara onate villarreal durango eibar vergara"))
    assert Refusal("11.1d", "only_cavalry_gets_so_far") == refused(s, "march onate")
    do(s, "unload mountain 1")
    assert Refusal("11.1d", "only_cavalry_gets_so_far") == refused(s, "march onate")
    do(s, "unload knapsack 1", "march onate", "done")
    assert "onate" == at(s, "c_navc1")


@rule("aiw", "11.1e", "4.4b")
def test_each_step_pays_for_its_road() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3")
    do(s, "all", "march villafranca", "march segura")
    assert 3 == left(s)
    assert [area("tolosa")] == entered_by(s, area("villafranca"))


@rule("aiw", "4.4b", "11.1e")
def test_liberals_pay_one_point_for_a_main_road_and_two_for_a_secondary() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2 l_rg3")
    do(s, "all", "march salvatierra", dice=[6])
    assert 4 == left(s)
    do(s, "march maestu")
    assert 2 == left(s)


@rule("aiw", "4.4a", "11.1e")
def test_there_is_no_step_without_a_road() -> None:
    s = carlists("tolosa", "c_gui1")
    do(s, "add c_gui1")
    assert Refusal("4.4a", "no_road_between") == refused(s, "march vergara")
    assert Refusal("4.4a", "no_road_between") == refused(s, "force vergara")


@rule("aiw", "11.1f")
def test_a_road_that_cannot_be_paid_is_only_force_marched() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3")
    do(s, "all", *marches("villafranca vergara onate villarreal onate"))
    assert 1 == left(s)
    assert Refusal("11.1f", "not_enough_points") == refused(s, "march segura")
    assert "force segura" in offered(s)
    assert "march vergara" in offered(s)


@rule("aiw", "11.1g")
def test_the_size_is_counted_at_the_start() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3 c_bis1 c_bis2")
    do(s, "all", "march villafranca", "leave c_gui2", "leave c_gui3", "leave c_bis1", "leave c_bis2")
    assert 4 == left(s)


def gestures(s: Aiw, seat: int) -> dict[str, str]:
    """By space: what a click on it stands for."""
    found = tablero.gestures(GAME.view(s, seat), seat)
    return {target.removeprefix("space:"): ", ".join(GAME.write(s, a) for a in way) for target, way in found.items()}


@rule("aiw", "11.1e")
def test_one_click_on_a_far_space_is_a_march_by_the_cheapest_roads() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2 l_rg3", {"haro": "l_ln1"})
    do(s, "all", dice=[6])
    found = gestures(s, LIBERAL)
    near = {word.split()[1] for word in offered(s) if word.startswith("march")}
    assert near.isdisjoint(found)
    for x, words in found.items():
        there = s.clone()
        do(there, *words.split(", "))
        assert (x, True) == (at(there, "l_rg1"), left(there) >= 0)


@rule("aiw", "11.1f", "11.4a")
def test_no_click_leads_through_an_enemy_or_beyond_the_points() -> None:
    s = carlists("alsasua", "c_nav1 c_nav2 c_nav3", {"vitoria": "l_rg1"})
    do(s, "all")
    free = gestures(s, CARLIST)
    assert any("march salvatierra, march vitoria" in words for words in free.values())
    assert not any("march vitoria, " in words for words in free.values())
    assert {"bilbao", "haro"} <= free.keys()
    do(s, "march estella")
    assert {"bilbao", "haro"} & gestures(s, CARLIST).keys() == {"haro"}


@rule("aiw", "11.0a", "11.1e")
def test_a_click_on_a_space_sends_off_those_who_are_picked_or_everybody() -> None:
    s = carlists("alsasua", "c_nav1 c_nav2 c_nav3")
    assert "all, march salvatierra" == gestures(s, CARLIST)["salvatierra"]
    do(s, "add c_nav1")
    assert "done, march salvatierra, march vitoria" == gestures(s, CARLIST)["vitoria"]
    do(s, *gestures(s, CARLIST)["vitoria"].split(", "))
    assert ("vitoria", "alsasua") == (at(s, "c_nav1"), at(s, "c_nav2"))


@rule("aiw", "11.0a", "11.2a")
def test_a_block_alone_goes_with_one_click_and_never_by_a_forced_march() -> None:
    s = carlists("alsasua", "c_nav1")
    found = gestures(s, CARLIST)
    assert "add c01, march salvatierra" == found["salvatierra"]
    assert not [words for words in found.values() if "force" in words]


@rule("aiw", "11.1a")
def test_liberals_roll_before_a_space_can_be_clicked() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2")
    assert {} == gestures(s, LIBERAL)
    do(s, "add l_rg1")
    assert {} == gestures(s, LIBERAL)


@rule("aiw", "23.1d")
def test_from_a_region_and_for_who_is_not_asked_there_is_no_such_click() -> None:
    s = liberals("aragon", "l_rg1 l_rg2 l_rg3")
    do(s, "all")
    assert ({}, {}) == (gestures(s, LIBERAL), gestures(s, CARLIST))


# --------------------------------------------------------------------------------------------------------- Forced March


@rule("aiw", "11.2a", "11.2g")
def test_a_forced_march_needs_no_points_and_is_the_last_step() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3")
    do(s, "all", *marches("villafranca vergara onate villarreal durango eibar"))
    assert 0 == left(s)
    do(s, "force azpeitia", dice=[3, 4, 5])
    assert "azpeitia" == at(s, "c_gui1")
    assert "nobody" == asked(s)
    assert all(s.forced >> block(s, u) & 1 for u in ("c_gui1", "c_gui2", "c_gui3"))


@rule("aiw", "11.2a", "11.2g")
def test_a_forced_march_may_be_made_with_points_left() -> None:
    s = carlists("tolosa", "c_gui1")
    do(s, "add c_gui1", "force villafranca", dice=[6])
    assert "villafranca" == at(s, "c_gui1")
    assert "nobody" == asked(s)


@rule("aiw", "11.2b")
def test_carlists_lose_on_one_or_two() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_bis1")
    do(s, "all", "force villafranca", dice=[1, 2, 3])
    assert [2, 2, 3] == sorted(strength(s, u) for u in ("c_gui1", "c_gui2", "c_bis1"))


@rule("aiw", "11.2b")
def test_liberals_lose_on_one_to_three() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2")
    do(s, "all", "force villarreal", dice=[1, 3, 4])
    assert [3, 4] == sorted(strength(s, u) for u in ("l_rg1", "l_rg2"))


@rule("aiw", "11.2b")
def test_each_unit_rolls_for_itself() -> None:
    for dice, expected in (([2, 6], [2, 3]), ([6, 2], [3, 2])):
        s = carlists("tolosa", "c_gui1 c_gui2")
        do(s, "all", "force villafranca", dice=dice)
        assert expected == [strength(s, u) for u in ("c_gui1", "c_gui2")]


@rule("aiw", "11.2b", "5.3b")
def test_a_unit_of_strength_one_may_be_lost_on_a_forced_march() -> None:
    s = carlists("tolosa", "c_gui1:1 c_gui2")
    do(s, "all", "force villafranca", dice=[2, 5])
    assert "bag" == at(s, "c_gui1")
    assert "villafranca" == at(s, "c_gui2")


@rule("aiw", "11.2b", "12.2a", "11.3a")
def test_if_nobody_survives_a_forced_march_nobody_enters_and_what_it_took_along_stays() -> None:
    s = liberals("vitoria", "l_rg1:1 l_rg2 knapsack:1", {"villarreal": "c_nav1"})
    do(s, "add l_rg1", "load knapsack 1", "done", "force villarreal", dice=[6, 1])
    assert "liberal FormGroup" == asked(s)          # there is nobody to evade
    assert [] == entered_by(s, area("villarreal"))
    assert (1, 0) == (knapsack(s, "liberal", "vitoria"), knapsack(s, "liberal", "villarreal"))


@rule("aiw", "11.2c")
def test_field_artillery_does_not_force_march() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 field:1")
    do(s, "all")
    assert Refusal("11.2c", "field_artillery_cannot_force") == refused(s, "force villafranca")
    do(s, "unload field 1", "force villafranca", dice=[6, 6])
    assert (1, 0) == guns(s, "carlist", "tolosa")


@rule("aiw", "11.2d")
def test_trains_and_mountain_artillery_roll_for_losses() -> None:
    s = carlists("tolosa", "c_gui1 c_st1 mountain:1")
    events = do(s, "all", "force villafranca", dice=[6, 2, 1])
    assert 2 == strength(s, "c_st1")
    assert (0, 0) == guns(s, "carlist", "villafranca") == guns(s, "carlist", "tolosa")
    assert [(CARLIST, MOUNTAIN, 1, area("tolosa"))] == told(events, "load_lost")


@rule("aiw", "11.2d")
def test_guns_that_stay_are_not_lost_on_a_forced_march() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 mountain:2")
    do(s, "add c_gui1", "load mountain 1", "done", "force villafranca", dice=[6, 1])
    assert [(0, 1), (0, 0)] == [guns(s, "carlist", x) for x in ("tolosa", "villafranca")]


@rule("aiw", "11.2d")
def test_mountain_artillery_loses_one_point_at_most() -> None:
    s = liberals("vitoria", "l_rg1 mountain:2")
    do(s, "all", "force villarreal", dice=[1, 6, 3])
    assert ((0, 1), (0, 0)) == (guns(s, "liberal", "villarreal"), guns(s, "liberal", "vitoria"))


@rule("aiw", "11.2e")
def test_a_knapsack_neither_rolls_nor_loses() -> None:
    s = carlists("tolosa", "c_gui1 knapsack:1")
    do(s, "all", "force villafranca", dice=[1])
    assert 1 == knapsack(s, "carlist", "villafranca")


@rule("aiw", "11.2g")
def test_losses_are_rolled_before_the_enemy_intercepts() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2", others={"durango": "c_gui1"}, command=(1, 0))
    do(s, "all", "force villarreal", dice=[1, 3, 6])
    assert "carlist Intercept" == asked(s)
    assert [3, 4] == sorted(strength(s, u) for u in ("l_rg1", "l_rg2"))
    assert "vitoria" == at(s, "l_rg1")


@rule("aiw", "11.2g", "11.4a")
def test_no_forced_march_goes_on_after_a_stop() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2", others={"villafranca": "l_rg1"})
    do(s, "all", "march villafranca")
    assert "nobody" == asked(s)
    assert "villafranca" == at(s, "c_gui1")


@rule("aiw", "11.2g")
def test_a_forced_march_may_enter_a_space_with_enemies() -> None:
    s = carlists("tolosa", "c_gui1", others={"villafranca": "l_rg1"})
    do(s, "add c_gui1", "force villafranca", dice=[4])
    assert "villafranca" == at(s, "c_gui1")
