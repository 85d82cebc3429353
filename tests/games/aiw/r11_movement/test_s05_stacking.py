"""[11.5] How many of a kind may be together."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import AREAS, ARMY, CARLIST, FIELD, FIGHTERS, LIBERAL, MOUNTAIN, SACK, TRAINS, area
from tablero.games.aiw.rules.r05_units.s01_counters import set_load
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r11_movement.s05_stacking import check_stacks
from tablero.games.aiw.state import Aiw
from tablero.kernel.engine import advance
from tests.games.aiw.acting import acting
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, run, strength, told, war
from tests.rules import rule


@rule("aiw", "11.5b", "11.5c", "14.1b")
def test_guns_of_a_kind_are_joined_up_to_the_most_one_counter_shows() -> None:
    s = war({"durango": "c_gui1", "vitoria": "l_rg1"})
    set_load(s, CARLIST, FIELD, area("durango"), 3)
    set_load(s, CARLIST, MOUNTAIN, area("durango"), 2)
    set_load(s, LIBERAL, FIELD, area("vitoria"), 6)
    check_stacks(s)
    assert (2, 2) == guns(s, "carlist", "durango")
    assert (4, 0) == guns(s, "liberal", "vitoria")


@rule("aiw", "11.5b", "11.5c")
def test_two_knapsacks_become_one() -> None:
    s = war({"tolosa": "c_gui1 knapsack:2", "villafranca": "c_gui2 knapsack:1"}, side="carlist")
    run(s, Activation(CARLIST, area("tolosa")))
    do(s, "all", "march villafranca", "done")
    assert 3 == knapsack(s, "carlist", "villafranca")
    check_stacks(s)
    assert 2 == knapsack(s, "carlist", "villafranca")


@rule("aiw", "11.5b", "11.5c", "5.4r")
def test_two_trains_become_one() -> None:
    s = war({"vitoria": "l_st1:2 l_st2:1 l_rg1", "bilbao": "l_st3:4 l_st4:3"})
    check_stacks(s)
    assert [(3, "vitoria"), (0, "box")] == [(strength(s, u), at(s, u)) for u in ("l_st1", "l_st2")]
    assert [(4, "bilbao"), (0, "box")] == [(strength(s, u), at(s, u)) for u in ("l_st3", "l_st4")]


@rule("aiw", "11.5c", "5.2a")
def test_trains_that_are_joined_are_seen_and_a_train_by_itself_is_not() -> None:
    s = war({"vitoria": "l_st1:2 l_st2:1 l_rg1", "bilbao": "l_st3 l_rg2"})
    for u in ("l_st1", "l_st2", "l_st3"):
        s.may[block(s, u)] = FIGHTERS & ARMY[LIBERAL] | TRAINS
    check_stacks(s)
    assert 0 == s.may[block(s, "l_st1")] & FIGHTERS
    assert 0 != s.may[block(s, "l_st3")] & FIGHTERS


@rule("aiw", "11.5b")
def test_trains_in_different_spaces_are_left_alone() -> None:
    s = war({"vitoria": "l_st1:2", "bilbao": "l_st2:1"})
    check_stacks(s)
    assert [2, 1] == [strength(s, u) for u in ("l_st1", "l_st2")]


def relief(rules: int = GAME.rules) -> Aiw:
    """A relief force and the besieged have the same kinds of pieces."""
    inside, outside = "l_rg1 l_st1:2 field:1 knapsack:2", "l_rg2 l_st2:1 field:2 knapsack:1 c_nav1"
    s = war({"inside vitoria": inside, "vitoria": outside}, side="liberal", siege=["vitoria"])
    s.rules = rules
    check_stacks(s)
    advance(s)
    return s


@rule("aiw", "11.5b", "11.5c")
@pytest.mark.parametrize(("where", "kept", "emptied", "train"), [
    ("inside", "inside vitoria", "vitoria", "l_st1"), ("outside", "vitoria", "inside vitoria", "l_st2"),
])
def test_what_is_inside_a_fortress_and_outside_is_combined_where_its_owner_says(
    where: str, kept: str, emptied: str, train: str
) -> None:
    s = relief()
    events = []
    for _ in ("field", "knapsack", "train"):
        assert ("liberal CombineWhere", ["combine_inside", "combine_outside"]) == (asked(s), offered(s))
        events += do(s, f"combine_{where}")
    assert "CombineWhere" not in asked(s)
    assert [(3, 0), (0, 0)] == [guns(s, "liberal", x) for x in (kept, emptied)]
    assert [2, 0] == [knapsack(s, "liberal", x) for x in (kept, emptied)]
    assert (3, kept) == (strength(s, train), at(s, train))
    assert [(LIBERAL, SACK, 1, area("vitoria"))] == told(events, "load_lost")


@rule("aiw", "11.5b", "16.0d")
@pytest.mark.parametrize(("where", "fires"), [("inside", False), ("outside", True)])
def test_the_guns_of_a_relief_force_fire_if_they_are_kept_outside(where: str, fires: bool) -> None:
    s = acting({"vitoria": "l_rg1 l_ln1 field:1", "salvatierra": "c_nav1", "inside salvatierra": "l_ln2 field:2"},
               "liberal", forts={"liberal": ["salvatierra"]}, siege=["salvatierra"])
    do(s, "activate vitoria", "all", "march salvatierra", "stand", "done", dice=[6])
    assert ("liberal CombineWhere", (1, 0)) == (asked(s), guns(s, "liberal", "salvatierra"))
    do(s, f"combine_{where}")
    assert [(3, 0), (0, 0)][:: 1 if fires else -1] == [
        guns(s, "liberal", x) for x in ("salvatierra", "inside salvatierra")]


@rule("aiw", "11.5b")
def test_in_older_versions_inside_and_outside_were_joined_where_the_stronger_was() -> None:
    s = relief(rules=2)
    assert (0, 0) == guns(s, "liberal", "inside vitoria")
    assert (3, 0) == guns(s, "liberal", "vitoria")
    assert [2, 0] == [knapsack(s, "liberal", x) for x in ("inside vitoria", "vitoria")]
    assert [3, 0] == [strength(s, u) for u in ("l_st1", "l_st2")]
    assert [(LIBERAL, SACK, 1, area("vitoria"))] == told(s.events, "load_lost")
    s = war({"inside vitoria": "l_rg1 field:3", "vitoria": "liberal field:1"})
    s.rules = 2
    check_stacks(s)
    assert [(4, 0), (0, 0)] == [guns(s, "liberal", x) for x in ("inside vitoria", "vitoria")]
    assert [] == told(s.events, "load_lost")


@rule("aiw", "11.5b", "11.4k")
def test_what_waits_on_a_road_is_not_yet_in_the_space() -> None:
    s = war({"villafranca": "c_gui1 field:2 l_rg1", "road tolosa>villafranca": "c_gui2 field:1"})
    check_stacks(s)
    assert (2, 0) == guns(s, "carlist", "villafranca")
    assert (1, 0) == guns(s, "carlist", "road tolosa>villafranca")


@rule("aiw", "11.5b", "11.4k")
def test_a_train_on_a_road_is_not_yet_in_the_space() -> None:
    s = war({"villarreal": "l_rg1 l_st1 c_gui1", "road vitoria>villarreal": "l_rg2 l_st2"})
    check_stacks(s)
    assert [4, 4] == [strength(s, u) for u in ("l_st1", "l_st2")]


@rule("aiw", "11.5b")
def test_each_side_has_its_own() -> None:
    s = war({"aragon": "c_gui1 field:2 l_rg1 field:4"})
    check_stacks(s)
    assert [(2, 0), (4, 0)] == [guns(s, side, "aragon") for side in ("carlist", "liberal")]


@rule("aiw", "11.5a")
def test_blocks_that_fight_are_not_limited() -> None:
    s = war({"tolosa": "c_gui1 c_gui2 c_gui3 c_nav1 c_nav2 c_nav3 c_nav4 c_bis1"})
    check_stacks(s)
    check_escorts(s)
    assert 8 == s.open[CARLIST * AREAS + area("tolosa")].bit_count()
