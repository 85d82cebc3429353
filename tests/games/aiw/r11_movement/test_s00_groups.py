"""[11] Groups: who marches together and is left on the way, what goes along, what the enemy learns of it."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import AREAS, BLOCKS_OF, CARLIST, FIELD, FIGHTERS, HORSE, LIBERAL, TRAINS, area
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation, FormGroup
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal
from tests.games.aiw.march import Activations, carlists, left, liberals, marches
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, told, war
from tests.rules import rule

# ------------------------------------------------------------------------------------------------------------- groups


@rule("aiw", "11.0a")
def test_some_of_the_activated_units_form_a_group() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3 c_bis1")
    do(s, "add c_bis1", "add c_gui2", "done", "march villafranca")
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
    s = war({"hernani": "c_bis1", "tolosa": "c_gui1 c_gui2"}, side="carlist")
    run(s, Activation(CARLIST, area("tolosa")))
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


@rule("aiw", "11.0a", "14.0c")
def test_all_takes_no_more_guns_than_were_picked_out() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 field:2")
    do(s, "load field 1", "all", "march villafranca")
    assert [(1, 0), (1, 0)] == [guns(s, "carlist", x) for x in ("tolosa", "villafranca")]


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
    events = do(s, "all", "march villafranca", "leave c_gui2", "march vergara", "done")
    assert [(CARLIST, 1, area("villafranca"))] == told(events, "left")
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


@rule("aiw", "10.0k")
def test_guns_that_moved_keep_no_others_from_moving() -> None:
    s = war({"tolosa": "c_gui1 c_gui2 field:1", "villafranca": "c_bis1 mountain:1", "vergara": "c_bis2 field:1"})
    run(s, Activations(CARLIST, ["tolosa", "villafranca", "vergara"]))
    do(s, "add c_gui1", "load field 1", "done", "march villafranca", "done", "pass")
    assert "load mountain 1" in offered(s)          # of another kind
    do(s, "add c_bis1", "load mountain 1", "march vergara", "done")
    assert "load field 1" in offered(s)             # elsewhere
    assert Refusal("10.0k", "has_acted") == refused(s, "load mountain 1")


@rule("aiw", "11.0d")
def test_a_later_group_entering_the_same_space_is_another_group() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2")
    do(s, "add l_rg1", "done", dice=[1])
    do(s, "march villarreal", "done")
    do(s, "add l_rg2", dice=[6])
    assert 6 == left(s)


# ---------------------------------------------------------------------------------------------------- what goes along


@rule("aiw", "11.3a")
def test_trains_do_not_march_alone() -> None:
    s = carlists("tolosa", "c_st1 c_gui1")
    do(s, "add c_st1")
    assert Refusal("11.3a", "cannot_move_alone") == refused(s, "done")


@rule("aiw", "11.3a")
def test_a_train_that_alone_has_not_acted_stays() -> None:
    s = carlists("tolosa", "c_st1 c_gui1", secret=True)
    s.acted |= 1 << block(s, "c_gui1")
    s.offered = {}
    do(s, "add c_st1")
    assert ("carlist FormGroup", Refusal("11.3a", "cannot_move_alone")) == (asked(s), refused(s, "done"))


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


@pytest.mark.parametrize("hidden, divided", [(2, True), (3, False), (8, False)])
@rule("aiw", "14.0c")
def test_guns_are_not_divided_without_a_counter(hidden: int, divided: bool) -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 mountain:2")
    s.box_mountain = hidden             # of three counters those in the box take one for two points
    s.offered = {}
    assert (None if divided else Refusal("14.0c", "no_counter_to_divide")) == refused(s, "load mountain 1")
    assert "load mountain 2" in offered(s)


@pytest.mark.parametrize("here, elsewhere, points, divided", [
    (4, (3, 3), 2, True), (4, (2, 2, 2, 2, 2), 3, True), (4, (2, 2, 2, 2, 2, 2), 3, False), (6, (3, 3), 3, False),
])
@rule("aiw", "14.0c")
def test_of_liberal_field_artillery_six_counters_show_up_to_two_and_three_show_more(
    here: int, elsewhere: tuple[int, ...], points: int, divided: bool
) -> None:
    names = ("haro", "logrono", "miranda", "pamplona", "bilbao", "tudela")
    others = {x: f"liberal field:{n}" for x, n in zip(names, elsewhere, strict=False)}
    s = liberals("vitoria", f"l_rg1 l_rg2 field:{here}", others)
    assert (None if divided else Refusal("14.0c", "no_counter_to_divide")) == refused(s, f"load field {points}")


@rule("aiw", "11.0b", "14.0c")
def test_part_of_the_guns_may_be_left_on_the_way() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2 field:3")
    do(s, "all", "march villarreal", dice=[6])
    assert Refusal("11.3a", "no_such_load") == refused(s, "unload field 4")
    events = do(s, "unload field 2", "march onate", "done")
    assert [(LIBERAL, FIELD, 2, area("villarreal"))] == told(events, "left_load")
    assert (2, 0) == guns(s, "liberal", "villarreal")
    assert (1, 0) == guns(s, "liberal", "onate")


@rule("aiw", "11.0b", "14.0c")
def test_guns_of_a_group_are_not_divided_without_a_counter() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 mountain:2")
    s.box_mountain = 3
    do(s, "all", "march villafranca")
    assert Refusal("14.0c", "no_counter_to_divide") == refused(s, "unload mountain 1")
    assert "unload mountain 2" in offered(s)


@rule("aiw", "11.0a")
def test_a_knapsack_goes_as_it_is() -> None:
    s = carlists("tolosa", "c_gui1 knapsack:2")
    assert ["load knapsack 2"] == [o for o in offered(s) if o.startswith("load")]


@rule("aiw", "11.0a", "11.5b")
def test_of_two_knapsacks_that_met_either_goes_on_or_both() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 knapsack:3")
    assert ["load knapsack 1", "load knapsack 2", "load knapsack 3"] == [o for o in offered(s) if o.startswith("load")]
    do(s, "add c_gui1", "load knapsack 1", "done", "march villafranca", "done")
    assert (1, 2) == (knapsack(s, "carlist", "villafranca"), knapsack(s, "carlist", "tolosa"))


# ------------------------------------------------------------------------------------------------- what the enemy knows


def trains_possible(s: Aiw, blocks: int) -> int:
    return sum(1 for b in ids_of(blocks) if s.may[b] & TRAINS)


def unknown(s: Aiw) -> None:
    """Nobody knows anything of the units on the map, except whose they are."""
    for side in (CARLIST, LIBERAL):
        here = [b for b in ids_of(BLOCKS_OF[side]) if s.at[b] >= 0]
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
    group = 1 << block(s, "l_rg1") | 1 << block(s, "l_st1")
    assert (group, FIGHTERS, 1) in s.facts


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


@rule("aiw", "11.0b", "11.0c", "10.0m")
def test_a_unit_dropped_where_its_group_began_joins_no_later_group() -> None:
    s = carlists("estella", "c_nav1 c_nav2 c_nav3", secret=True)
    do(s, "add c_nav1", "add c_nav2", "done", "leave c_nav2", "march los_arcos", "done")
    assert {"pass", "add c_nav3"} == set(offered(s))
    assert Refusal("10.0k", "has_acted") == refused(s, "add c_nav2")


@rule("aiw", "11.0c", "11.3a")
def test_who_has_only_trains_left_is_asked_all_the_same() -> None:
    s = carlists("estella", "c_nav1 c_st1", secret=True)
    do(s, "add c_nav1", "done", "march los_arcos", "done")
    assert ("carlist FormGroup", "done" not in offered(s)) == (asked(s), True)
    do(s, "add c_st1")
    assert ["pass"] == offered(s)
