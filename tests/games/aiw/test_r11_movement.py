"""[11.0] [11.1] [11.2] [11.4] Movement: groups, points, Forced March, spaces with enemies."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    AREAS,
    BLOCKS_OF,
    CARD,
    CARDS,
    CARLIST,
    FIGHTERS,
    HORSE,
    LIBERAL,
    TRAINS,
    area,
)
from tablero.games.aiw.rules import r07_cards
from tablero.games.aiw.rules.r03_phase import entered_by
from tablero.games.aiw.rules.r07_cards import EXPEDITION, OFFERS, PLAYS, ROLL, STEP_OUT
from tablero.games.aiw.rules.r11_movement import Activation, FormGroup
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bits_list
from tablero.kernel.refusals import Refusal
from tests.games.aiw.march import Activations, actions, carlists, left, liberals, marches
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule

# ------------------------------------------------------------------------------------------------------------- groups


@rule("aiw", "11.0a")
def test_some_of_the_activated_units_form_a_group() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3 c_bis1")
    do(s, "add c_gui2", "add c_bis1", "done", "march villafranca")
    assert ["tolosa", "villafranca", "tolosa"] == [at(s, u) for u in ("c_gui1", "c_gui2", "c_gui3")]


@rule("aiw", "11.0a")
def test_a_single_unit_is_a_group() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2")
    do(s, "add c_gui1", "done", "march villafranca")
    assert "villafranca" == at(s, "c_gui1")


@rule("aiw", "11.0a")
def test_a_group_is_not_formed_of_nobody() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2")
    assert "done" not in offered(s)
    do(s, "add c_gui1")
    assert "done" in offered(s)


@rule("aiw", "11.0a")
def test_only_units_of_the_activated_space_are_picked() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2", others={"hernani": "c_bis1"})
    assert Refusal("11.0a", "not_in_the_space") == refused(s, "add c_bis1")
    do(s, "add c_gui1")
    assert Refusal("11.0a", "in_the_group_already") == refused(s, "add c_gui1")


@rule("aiw", "11.0a", "10.1c")
def test_all_takes_everything_that_has_not_acted() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_bis1 field:1 knapsack:2")
    s.acted |= 1 << block(s, "c_bis1")
    s.offered = {}
    do(s, "all", "march villafranca", "done")
    assert ["villafranca", "villafranca", "tolosa"] == [at(s, u) for u in ("c_gui1", "c_gui2", "c_bis1")]
    assert (1, 0) == guns(s, "carlist", "villafranca")
    assert 2 == knapsack(s, "carlist", "villafranca")


@rule("aiw", "10.0k", "11.0a")
def test_a_unit_that_has_acted_is_not_picked() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2")
    s.acted |= 1 << block(s, "c_gui2")
    s.offered = {}
    assert Refusal("10.0k", "has_acted") == refused(s, "add c_gui2")
    assert "add c_gui1" in offered(s)


@rule("aiw", "11.0b")
def test_a_group_drops_units_off_where_it_passes() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3")
    do(s, "all", "march villafranca", "leave c_gui2", "march vergara", "done")
    assert ["vergara", "villafranca", "vergara"] == [at(s, u) for u in ("c_gui1", "c_gui2", "c_gui3")]


@rule("aiw", "11.0b")
def test_a_group_may_leave_units_where_it_starts() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3")
    do(s, "all", "leave c_gui2", "march villafranca", "done")
    assert ["villafranca", "tolosa"] == [at(s, u) for u in ("c_gui1", "c_gui2")]


@rule("aiw", "11.0b")
def test_a_group_picks_nobody_up() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2", others={"villafranca": "c_bis1"})
    do(s, "all", "march villafranca")
    assert Refusal("11.0b", "group_picks_nobody_up") == refused(s, "add c_bis1")
    do(s, "leave c_gui2")
    assert Refusal("11.0b", "group_picks_nobody_up") == refused(s, "add c_gui2")


@rule("aiw", "11.0b")
def test_the_last_unit_of_a_group_ends_its_move_instead_of_being_left() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2")
    do(s, "all", "march villafranca", "leave c_gui2")
    assert Refusal("11.0b", "last_of_the_group") == refused(s, "leave c_gui1")
    assert Refusal("11.0b", "not_in_the_group") == refused(s, "leave c_gui2")


@rule("aiw", "11.0c")
def test_each_group_finishes_before_the_next_one_starts() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3 c_bis1 c_bis2 c_ala1")
    do(s, "add c_gui1", "add c_gui2", "done", "march villafranca", "march vergara", "done")
    assert "carlist FormGroup" == asked(s)
    do(s, "add c_gui3", "add c_bis1", "done", "march hernani", "done", "add c_bis2", "done", "march lecumberri", "done")
    assert "carlist FormGroup" == asked(s)
    do(s, "pass")
    assert "nobody" == asked(s)
    where = [at(s, u) for u in ("c_gui1", "c_gui3", "c_bis2", "c_ala1")]
    assert ["vergara", "hernani", "lecumberri", "tolosa"] == where


@rule("aiw", "11.0c")
def test_the_activation_ends_when_all_have_moved() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2")
    do(s, "all", "march villafranca", "done")
    assert "nobody" == asked(s)


@rule("aiw", "10.0m")
def test_whoever_marched_has_acted_and_whoever_stayed_has_not() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3")
    do(s, "add c_gui1", "add c_gui2", "done", "march villafranca", "leave c_gui2", "march vergara", "done", "pass")
    acted = {u: s.acted >> block(s, u) & 1 for u in ("c_gui1", "c_gui2", "c_gui3")}
    assert {"c_gui1": 1, "c_gui2": 1, "c_gui3": 0} == acted


@rule("aiw", "10.0k", "10.0l")
def test_a_unit_that_moved_does_not_move_again() -> None:
    s = war({"tolosa": "c_gui1", "villafranca": "c_bis1"}, side="carlist")
    run(s, Activations(CARLIST, ["tolosa", "villafranca"]))
    do(s, "add c_gui1", "march villafranca", "done")
    assert Refusal("10.0k", "has_acted") == refused(s, "add c_gui1")
    assert "add c_bis1" in offered(s)


@rule("aiw", "10.0k")
def test_guns_that_moved_do_not_move_again() -> None:
    s = war({"tolosa": "c_gui1 field:1", "villafranca": "c_bis1 field:1"}, side="carlist")
    run(s, Activations(CARLIST, ["tolosa", "villafranca"]))
    do(s, "all", "march villafranca", "done")
    assert "load field 1" in offered(s)
    assert Refusal("10.0k", "has_acted") == refused(s, "load field 2")
    do(s, "add c_bis1", "load field 1")
    do(s, "march vergara", "done")
    assert (1, 0) == guns(s, "carlist", "villafranca")


@rule("aiw", "10.0k", "10.0m")
def test_guns_that_were_left_on_the_way_do_not_move_again() -> None:
    s = war({"tolosa": "c_gui1 field:1", "villafranca": "c_bis1"}, side="carlist")
    run(s, Activations(CARLIST, ["tolosa", "villafranca"]))
    do(s, "all", "march villafranca", "unload field 1", "march vergara", "done")
    assert Refusal("10.0k", "has_acted") == refused(s, "load field 1")


@rule("aiw", "11.0d")
def test_a_later_group_entering_the_same_space_is_another_group() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2")
    do(s, "add l_rg1", "done", dice=[1])
    do(s, "march villarreal", "done")
    do(s, "add l_rg2", dice=[6])
    assert 6 == left(s)


# ----------------------------------------------------------------------------------------------------- Movement Points


@rule("aiw", "11.1a", "11.1b")
def test_every_liberal_group_rolls_for_itself() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2 l_rg3 l_ln1 l_ln2 l_ln3")
    do(s, "add l_rg1", "add l_rg2", "add l_rg3", "done", dice=[1])
    assert 2 == left(s)
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
    do(s, "all", "force villafranca", dice=[6, 2, 1])
    assert 2 == strength(s, "c_st1")
    assert (0, 0) == guns(s, "carlist", "villafranca")


@rule("aiw", "11.2d")
def test_mountain_artillery_loses_one_point_at_most() -> None:
    s = liberals("vitoria", "l_rg1 mountain:2")
    do(s, "all", "force villarreal", dice=[1, 6, 3])
    assert (0, 1) == guns(s, "liberal", "villarreal")


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


# ---------------------------------------------------------------------------------------------------- what goes along


@rule("aiw", "11.3a")
def test_trains_do_not_march_alone() -> None:
    s = carlists("tolosa", "c_st1 c_gui1")
    do(s, "add c_st1")
    assert Refusal("11.3a", "cannot_move_alone") == refused(s, "done")


@rule("aiw", "11.3a")
def test_all_needs_a_unit_that_has_not_acted() -> None:
    s = carlists("tolosa", "c_st1 c_gui1 knapsack:1")
    s.acted |= 1 << block(s, "c_gui1")
    s.offered = {}
    assert Refusal("11.3a", "cannot_move_alone") == refused(s, "all")


@rule("aiw", "11.3a")
def test_guns_alone_are_no_group() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 field:1")
    do(s, "load field 1")
    assert "done" not in offered(s)


@rule("aiw", "11.3a")
def test_a_train_goes_no_further_than_its_last_escort() -> None:
    s = carlists("tolosa", "c_st1 c_gui1", secret=True)
    do(s, "all", "march villafranca", "leave c_gui1")
    assert Refusal("11.3a", "cannot_move_alone") == refused(s, "march vergara")
    assert Refusal("11.3a", "cannot_move_alone") == refused(s, "force vergara")


@rule("aiw", "14.0c")
def test_guns_are_divided_as_long_as_there_are_counters() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2 field:4")
    assert ["load field 1", "load field 2", "load field 3", "load field 4"] == [o for o in offered(s) if "load" in o]
    do(s, "add l_rg1", "load field 1", "done", "march villarreal", "done", dice=[6])
    assert (1, 0) == guns(s, "liberal", "villarreal")
    assert (3, 0) == guns(s, "liberal", "vitoria")


@rule("aiw", "14.0c")
def test_guns_are_not_divided_without_a_counter() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 mountain:2")
    s.box_mountain = 8
    s.offered = {}
    assert Refusal("14.0c", "no_counter_to_divide") == refused(s, "load mountain 1")
    assert "load mountain 2" in offered(s)


@rule("aiw", "11.0b", "14.0c")
def test_part_of_the_guns_may_be_left_on_the_way() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2 field:3")
    do(s, "all", "march villarreal", "unload field 2", "march onate", "done", dice=[6])
    assert (2, 0) == guns(s, "liberal", "villarreal")
    assert (1, 0) == guns(s, "liberal", "onate")


@rule("aiw", "11.0a")
def test_a_knapsack_goes_as_it_is() -> None:
    s = carlists("tolosa", "c_gui1 knapsack:2")
    assert ["load knapsack 2"] == [o for o in offered(s) if o.startswith("load")]


# ------------------------------------------------------------------------------------------------- spaces with enemies


@rule("aiw", "11.4a")
def test_a_group_stops_where_an_enemy_unit_is() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3", others={"villafranca": "l_rg1"})
    do(s, "add c_gui1", "add c_gui2", "done", "march villafranca")
    assert "carlist FormGroup" == asked(s)
    assert "villafranca" == at(s, "c_gui1")
    assert [area("tolosa")] == entered_by(s, area("villafranca"))


@rule("aiw", "11.4c")
def test_a_besieged_fortress_is_passed() -> None:
    s = carlists(
        "durango", "c_gui1 c_gui2", others={"bilbao": "c_bis1", "inside bilbao": "l_rg1"}, siege=["bilbao"],
    )
    do(s, "all", "march bilbao", "march sodupe", "done")
    assert "sodupe" == at(s, "c_gui1")


@rule("aiw", "11.4d")
def test_a_fortress_with_a_block_stops_a_group_even_a_train() -> None:
    s = carlists("durango", "c_gui1 c_gui2", others={"bilbao": "l_st1"})
    do(s, "all", "march bilbao")
    assert "nobody" == asked(s)
    assert "bilbao" == at(s, "c_gui1")


@rule("aiw", "11.4g")
def test_a_bare_fortress_does_not_stop_a_group() -> None:
    s = carlists("durango", "c_gui1 c_gui2", others={"bilbao": "liberal field:2 knapsack:1"})
    do(s, "all", "march bilbao", "march sodupe", "done")
    assert "sodupe" == at(s, "c_gui1")


@rule("aiw", "11.4h")
def test_besiegers_are_dropped_at_a_bare_fortress() -> None:
    s = carlists("durango", "c_gui1 c_gui2 c_gui3")
    do(s, "all", "march bilbao", "leave c_gui2", "march sodupe", "done")
    assert ["bilbao", "sodupe"] == [at(s, u) for u in ("c_gui2", "c_gui1")]


@rule("aiw", "11.4i", "4.9g")
def test_passing_through_a_main_town_does_not_take_it() -> None:
    s = carlists("lerin", "c_nav1 c_nav2", others={})
    do(s, "all", "march calahorra", "march lodosa", "done")
    assert (0, 0) == (s.vp, s.held >> area("calahorra") & 1)


@rule("aiw", "11.4i", "4.9g")
def test_a_unit_that_is_left_in_a_main_town_takes_it() -> None:
    s = carlists("lerin", "c_nav1 c_nav2", others={})
    do(s, "all", "march calahorra", "leave c_nav2", "march lodosa")
    assert 0 == s.vp
    do(s, "done")
    assert (1, 1) == (s.vp, s.held >> area("calahorra") & 1)


@rule("aiw", "11.4j")
def test_a_later_group_waits_on_its_road() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 field:1", others={"villafranca": "l_rg1"})
    do(s, "add c_gui1", "done", "march villafranca", "all", "march villafranca")
    assert ["villafranca", "road tolosa>villafranca"] == [at(s, u) for u in ("c_gui1", "c_gui2")]
    assert (1, 0) == guns(s, "carlist", "road tolosa>villafranca")
    assert "nobody" == asked(s)


@rule("aiw", "11.4j")
def test_each_later_group_waits_on_its_own_road() -> None:
    s = war({"tolosa": "c_gui1", "villafranca": "l_rg1", "vergara": "c_bis1", "segura": "c_bis2 c_bis3"})
    run(s, Activations(CARLIST, ["tolosa", "vergara", "segura"]))
    do(s, *("add c_gui1", "march villafranca", "add c_bis1", "march villafranca", "add c_bis2", "done"))
    do(s, "march villafranca")
    assert ["road vergara>villafranca", "road segura>villafranca"] == [at(s, u) for u in ("c_bis1", "c_bis2")]
    assert [area("tolosa"), area("vergara"), area("segura")] == entered_by(s, area("villafranca"))


@rule("aiw", "11.4j")
def test_at_a_bare_fortress_later_groups_join() -> None:
    s = carlists("durango", "c_gui1 c_gui2")
    do(s, "add c_gui1", "done", "march bilbao", "done", "add c_gui2", "march bilbao", "done")
    assert ["bilbao", "bilbao"] == [at(s, u) for u in ("c_gui1", "c_gui2")]


@rule("aiw", "11.5a")
def test_any_number_of_units_may_be_in_a_space_while_it_moves() -> None:
    others = {"villafranca": "c_nav1 c_nav2 c_nav3 c_nav4 c_ala1 c_ala2"}
    s = carlists("tolosa", "c_gui1 c_gui2", others=others)
    do(s, "all", "march villafranca", "done")
    assert 8 == s.open[CARLIST * AREAS + area("villafranca")].bit_count()


# ------------------------------------------------------------------------------------------------- what the enemy knows


def trains_possible(s: Aiw, blocks: int) -> int:
    return sum(1 for b in bits_list(blocks) if s.may[b] & TRAINS)


def unknown(s: Aiw) -> None:
    """Nobody knows anything of the units on the map, except whose they are."""
    for side in (CARLIST, LIBERAL):
        here = [b for b in bits_list(BLOCKS_OF[side]) if s.at[b] >= 0]
        for b in here:
            s.may[b] = sum(1 << s.unit[c] for c in here)


@rule("aiw", "11.3a", "5.2a")
def test_a_block_that_marches_alone_is_seen_not_to_be_a_train() -> None:
    s = war({"tolosa": "c_gui1 c_st1"}, side="carlist")
    unknown(s)
    run(s, Activation(CARLIST, area("tolosa")))
    do(s, "add c_gui1", "done", "march villafranca", "done")
    assert 0 == s.may[block(s, "c_gui1")] & TRAINS
    assert 1 == trains_possible(s, s.open[CARLIST * AREAS + area("tolosa")])


@rule("aiw", "11.3a", "5.2a")
def test_of_blocks_that_march_together_one_is_seen_not_to_be_a_train() -> None:
    s = war({"vitoria": "l_rg1 l_st1 l_st2 l_ln1"}, side="liberal")
    unknown(s)
    run(s, Activation(LIBERAL, area("vitoria")))
    do(s, "add l_rg1", "add l_st1", "done", dice=[6])
    do(s, "march villarreal", "done")
    group = s.open[LIBERAL * AREAS + area("villarreal")]
    assert [group, FIGHTERS, 1] in [s.facts[i : i + 3] for i in range(0, len(s.facts), 3)]


@rule("aiw", "11.3a", "5.2a")
def test_a_block_that_goes_on_alone_is_seen_not_to_be_a_train() -> None:
    s = war({"vitoria": "l_rg1 l_st1 l_st2 l_ln1"}, side="liberal")
    unknown(s)
    run(s, Activation(LIBERAL, area("vitoria")))
    do(s, "add l_rg1", "add l_st1", "done", "march villarreal", "leave l_st1", dice=[6])
    assert s.may[block(s, "l_rg1")] & TRAINS
    do(s, "march onate")
    assert 0 == s.may[block(s, "l_rg1")] & TRAINS


@rule("aiw", "11.2b", "5.2a")
def test_which_unit_lost_strength_on_a_forced_march_cannot_be_told() -> None:
    views = []
    for dice in ([1, 6, 6], [6, 1, 6], [6, 6, 1]):
        s = war({"tolosa": "c_gui1 c_gui2 c_bis1"}, side="carlist")
        unknown(s)
        run(s, Activation(CARLIST, area("tolosa")))
        do(s, "all", "force villafranca", dice=dice)
        seen = GAME.view(s, LIBERAL)
        views.append((seen.at, seen.may, seen.low, seen.high))
    assert views[0] == views[1] == views[2]


@rule("aiw", "11.1d", "5.2a")
def test_blocks_that_go_further_than_infantry_are_seen_to_be_cavalry() -> None:
    s = war({"tolosa": "c_navc1 c_gui1"}, side="carlist")
    unknown(s)
    run(s, Activation(CARLIST, area("tolosa")))
    do(s, "add c_navc1", "done")
    do(s, *marches("villafranca vergara onate villarreal durango eibar vergara"))
    assert s.may[block(s, "c_navc1")] & ~HORSE
    do(s, "march onate", "done")
    assert 0 == s.may[block(s, "c_navc1")] & ~HORSE


@rule("aiw", "5.2a", "11.0a")
def test_a_group_that_is_being_formed_is_a_secret() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 field:1")
    do(s, "add c_gui2", "load field 1")
    own, other = GAME.view(s, CARLIST).stack[-1], GAME.view(s, LIBERAL).stack[-1]
    assert isinstance(own, FormGroup)
    assert isinstance(other, FormGroup)
    assert (1 << block(s, "c_gui2"), [1, 0, 0]) == (own.picked, own.load)
    assert (0, [0, 0, 0]) == (other.picked, other.load)


@rule("aiw", "5.2a", "11.0b")
def test_which_of_its_blocks_a_group_dropped_cannot_be_told() -> None:
    views = []
    for dropped in ("c_gui1", "c_gui2", "c_gui3"):
        s = war({"tolosa": "c_gui1 c_gui2 c_gui3"}, side="carlist")
        unknown(s)
        run(s, Activation(CARLIST, area("tolosa")))
        do(s, "all", "march villafranca", f"leave {dropped}", "march vergara", "done")
        seen = GAME.view(s, LIBERAL)
        views.append((seen.at, seen.may, seen.low, seen.high, seen.facts, seen.acted))
    assert views[0] == views[1] == views[2]


@rule("aiw", "5.2a", "11.0a")
def test_events_of_a_march_name_no_unit() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2")
    events = do(s, "add c_gui1", "done", "march villafranca", "done")
    assert [(CARLIST, 1, area("tolosa"), area("villafranca"))] == told(events, "marched")
    assert {"movement", "marched"} == {event.kind for event in events}


def test_moving_groups_leave_nothing_behind_but_what_they_did() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2")
    do(s, "all", "march villafranca", "leave c_gui1", "done")
    assert 0 == s.apart
    assert s.acted.bit_count() == 2
    assert not tablero.players(s)


# ----------------------------------------------------------------------------------------------- what follows in combat


@rule("aiw", "11.4b", "12.2f")
def test_a_group_goes_on_when_the_carlists_have_evaded() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2", {"salvatierra": "c_ala1"})
    do(s, "all", "march salvatierra", dice=[6])
    do(s, "evade", "retreat_all onate", dice=[2])
    assert "liberal March" == asked(s)
    do(s, "march alsasua", "done")
    assert "alsasua" == at(s, "l_rg1")


@rule("aiw", "11.4a", "12.2h")
def test_a_group_stops_when_the_carlists_do_not_get_away() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2", {"salvatierra": "c_ala1"})
    do(s, "all", "march salvatierra", "evade", dice=[6, 1])
    assert ["salvatierra", "nobody"] == [at(s, "l_rg1"), asked(s)]


@rule("aiw", "11.4f", "12.2g")
def test_carlists_may_evade_from_their_fortress() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2", {"salvatierra": "c_ala1 c_ala2"}, forts={"carlist": ["salvatierra"]})
    do(s, "all", "march salvatierra", dice=[6])
    assert "evade" in offered(s)


@rule("aiw", "11.4e", "11.4d")
def test_who_stays_inside_is_decided_in_the_combat_step() -> None:
    s = war({"durango": "c_gui1 c_gui2 c_gui3", "bilbao": "l_rg1 l_rg2"}, side="carlist", points=1)
    actions(s)
    do(s, "activate durango", "add c_gui1", "add c_gui2", "done", "march bilbao")
    assert "carlist FormGroup" == asked(s)          # nobody was asked on entry
    assert "bilbao" == at(s, "l_rg1")
    do(s, "pass")
    assert asked(s).startswith("liberal")
    assert "inside l_rg1" in offered(s)


@rule("aiw", "11.4m", "11.4j")
def test_units_on_roads_come_in_when_all_the_enemies_are_inside() -> None:
    s = war({"durango": "c_gui1 c_gui2", "bilbao": "l_rg1"}, side="carlist", points=1)
    actions(s)
    do(s, "activate durango", "add c_gui1", "done", "march bilbao", "add c_gui2", "march bilbao")
    assert "road durango>bilbao" == at(s, "c_gui2")
    do(s, "inside l_rg1")
    assert ["bilbao", "bilbao", "inside bilbao"] == [at(s, u) for u in ("c_gui1", "c_gui2", "l_rg1")]
    assert 1 == s.siege >> area("bilbao") & 1


@rule("aiw", "11.4h")
def test_units_dropped_at_a_bare_fortress_besiege_it() -> None:
    s = war({"durango": "c_gui1 c_gui2 c_gui3"}, side="carlist", points=1)
    actions(s)
    do(s, "activate durango", "all", "march bilbao", "leave c_gui2", "march sodupe", "done")
    assert ["bilbao", "sodupe"] == [at(s, u) for u in ("c_gui2", "c_gui1")]
    assert 1 == s.siege >> area("bilbao") & 1


@rule("aiw", "11.4k", "11.4j", "15.0f")
def test_units_on_roads_do_not_make_a_battle() -> None:
    army = "c_gui1 c_gui2 c_nav1 c_nav2"
    s = war({"tolosa": army, "villafranca": "l_rg1 l_rg2 l_rg3"}, side="carlist", points=1)
    actions(s)
    do(s, "activate tolosa", "add c_gui1", "add c_gui2", "done", "march villafranca", "all")
    events = do(s, "march villafranca")
    assert [(area("villafranca"), CARLIST)] == told(events, "skirmish")


@rule("aiw", "11.4l", "17.9f")
def test_units_on_roads_retreat_with_those_who_lost() -> None:
    s = war({"tolosa": "c_gui1 c_gui2", "villafranca": "l_rg1 l_rg2"}, side="carlist", points=1)
    actions(s)
    do(s, "activate tolosa", "add c_gui1", "done", "march villafranca", "add c_gui2", "march villafranca")
    do(s, "fire l_rg1", "fire l_rg2", dice=[6] * 11)
    assert ["tolosa", "tolosa"] == [at(s, u) for u in ("c_gui1", "c_gui2")]


@rule("aiw", "11.4l")
def test_units_on_roads_come_in_when_their_side_has_won() -> None:
    s = war({"tolosa": "c_gui1 c_nav1 c_nav2", "villafranca": "l_rg1"}, side="carlist", points=1)
    actions(s)
    do(s, "activate tolosa", "add c_nav1", "add c_nav2", "done", "march villafranca", "add c_gui1", "march villafranca")
    assert "road tolosa>villafranca" == at(s, "c_gui1")
    do(s, "fire c_nav1", "fire c_nav2", dice=[6] * 11)
    while asked(s).startswith("liberal"):
        do(s, offered(s)[0])
    assert "villafranca" == at(s, "c_gui1")


@rule("aiw", "11.3f", "11.3e")
def test_guns_that_nobody_joined_are_lost_at_the_end_of_the_actions() -> None:
    for joined in (True, False):
        s = war({"tolosa": "c_gui1 c_gui2 field:1"}, side="carlist", points=1)
        actions(s)
        do(s, "activate tolosa", "add c_gui1", "load field 1", "done", "march villafranca", "unload field 1")
        do(s, "march vergara", "done", *(["add c_gui2", "march villafranca", "done"] if joined else ["pass"]))
        assert "nobody" == asked(s)
        assert (int(joined), 0) == guns(s, "carlist", "villafranca")


# ---------------------------------------------------------------------------------------------------- cards on the way


def at_hand(monkeypatch: pytest.MonkeyPatch, s: Aiw, card: str, moment: int) -> None:
    """A card of the hand that may be played at a moment, and then does nothing."""
    side = CARDS[CARD[card]].side
    s.hand[side] |= 1 << CARD[card]
    s.held_cards[side] += 1
    at = r07_cards.AT[:]
    at[moment] |= 1 << CARD[card]
    monkeypatch.setattr(r07_cards, "AT", at)
    monkeypatch.setitem(OFFERS, (CARD[card], moment), lambda s, side: True)
    monkeypatch.setitem(PLAYS, CARD[card], lambda s, side: None)


@rule("aiw", "7.1c", "11.1a")
def test_a_card_may_be_played_before_a_liberal_group_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal")
    at_hand(monkeypatch, s, "espartero", ROLL)
    run(s, Activation(LIBERAL, area("vitoria")))
    do(s, "add l_rg1")
    assert "liberal CardWindow" == asked(s)
    do(s, "pass", dice=[1])
    assert 3 == left(s)


@rule("aiw", "7.1c", "11.1a")
def test_no_card_is_asked_for_where_nobody_rolls_on_the_map_of_the_north(monkeypatch: pytest.MonkeyPatch) -> None:
    s = war({"aragon": "l_rg1"}, side="liberal")
    at_hand(monkeypatch, s, "espartero", ROLL)
    run(s, Activation(LIBERAL, area("aragon")))
    do(s, "add l_rg1", "roll", dice=[1])
    assert "liberal March" == asked(s)


@rule("aiw", "7.1c", "11.1f")
def test_a_card_may_be_played_before_carlists_pay_to_leave_their_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    s = war({"alsasua": "c_nav1"}, side="carlist")
    at_hand(monkeypatch, s, "blockade_lines", STEP_OUT)
    run(s, Activation(CARLIST, area("alsasua")))
    do(s, "add c_nav1", "march estella")
    assert "carlist March" == asked(s)
    do(s, "march lerin")
    assert "liberal CardWindow" == asked(s)
    do(s, "play blockade_lines")
    assert ["carlist March", "estella", 5] == [asked(s), at(s, "c_nav1"), left(s)]      # it chooses anew
    do(s, "march lerin")
    assert ["carlist March", "lerin", 3] == [asked(s), at(s, "c_nav1"), left(s)]


@rule("aiw", "7.1c", "11.2a")
def test_no_card_is_asked_for_when_they_force_march(monkeypatch: pytest.MonkeyPatch) -> None:
    s = war({"estella": "c_nav1"}, side="carlist")
    at_hand(monkeypatch, s, "blockade_lines", STEP_OUT)
    run(s, Activation(CARLIST, area("estella")))
    do(s, "add c_nav1", "force lerin", dice=[6])
    assert "lerin" == at(s, "c_nav1")


@rule("aiw", "7.1c", "23.1b")
def test_a_card_may_be_played_when_an_expedition_is_activated(monkeypatch: pytest.MonkeyPatch) -> None:
    s = war({"aragon": "c_nav1"}, side="carlist", year=1836)
    at_hand(monkeypatch, s, "gomez", EXPEDITION)
    run(s, Activation(CARLIST, area("aragon")))
    assert "carlist CardWindow" == asked(s)
    do(s, "pass")
    assert "carlist March" == asked(s)
