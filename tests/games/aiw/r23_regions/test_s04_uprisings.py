"""[23] Uprisings are suppressed, Expeditions recruit."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import CARLIST, FIGHTERS, LIBERAL, TRAINS, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r07_cards.s00_decks import CABRERA, MAROTO
from tablero.games.aiw.rules.r09_victory import expeditions, uprising_points
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.rules.r22_uprising import UprisingPhase, level, raise_level
from tablero.games.aiw.rules.r23_regions.s04_uprisings import Suppress
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.war import asked, at, block, do, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule

ARAGON = area("aragon")


# --------------------------------------------------------------------------------------------------- what Uprisings are


@rule("aiw", "23.4b")
def test_levels_rise_by_the_table_by_expeditions_and_by_cards() -> None:
    s = war({"aragon": "c_nav1"}, uprising={"new_castile": 1, "extremadura": 3}, secret=True)
    run(s, UprisingPhase(), dice=[5, 5])
    do(s, "rouse aragon", dice=[1])
    assert level(s, ARAGON) == 2
    raise_level(s, area("new_castile"))
    raise_level(s, area("extremadura"))
    assert (level(s, area("new_castile")), level(s, area("extremadura"))) == (2, 3)


@rule("aiw", "23.4c")
def test_regions_at_three_give_victory_points() -> None:
    s = war({}, uprising={"aragon": 3, "galicia": 3})
    assert uprising_points(s) == 0
    raise_level(s, area("andalusia"), 3)
    assert uprising_points(s) == 1


# ------------------------------------------------------------------------------------------------------------- suppress


def suppress(
    pieces: str, at_level: int, helpers: list[str], die: int, region: str = "aragon", points: int = 3, lasting: int = 0
) -> Aiw:
    """The Liberal suppresses the Uprising of a region with some units."""
    s = war({region: pieces} if pieces else {}, side="liberal", uprising={region: at_level}, points=points, secret=True)
    s.lasting = lasting
    run(s, ActionsStep(LIBERAL))
    do(s, f"suppress {region}", *[f"join {unit}" for unit in helpers], dice=None if pieces else [die])
    if asked(s) == "liberal Muster":
        do(s, "done", dice=[die])
    return s


@pytest.mark.parametrize("name, at_level, why", [
    ("aragon", 1, Refusal("10.7b", "expedition_in_the_region")),
    ("galicia", 0, Refusal("23.4d", "uprising_at_its_lowest")),
    ("catalonia", 1, Refusal("23.4d", "uprising_at_its_lowest")),
    ("catalonia", 2, None), ("galicia", 1, None), ("extremadura", 1, None),
])
@rule("aiw", "23.4d", "23.4a")
def test_where_an_uprising_may_be_suppressed(name: str, at_level: int, why: Refusal | None) -> None:
    s = war({"aragon": "c_nav1"}, side="liberal", uprising={name: at_level}, secret=True)
    run(s, ActionsStep(LIBERAL))
    assert refused(s, f"suppress {name}") == why


@rule("aiw", "23.4d")
def test_a_space_has_no_uprising() -> None:
    s = war({}, side="liberal", secret=True)
    run(s, ActionsStep(LIBERAL))
    for space in ("haro", "torrecilla"):
        assert refused(s, f"suppress {space}") == Refusal("23.4d", "not_a_region")


@pytest.mark.parametrize("die, after", [(3, 1), (2, 2), (1, 2), (6, 1)])
@pytest.mark.parametrize("pieces", ["", "l_ln1 l_ln2"])
@rule("aiw", "23.4e")
def test_without_units_only_more_than_the_level_lowers_it_by_one(pieces: str, die: int, after: int) -> None:
    s = suppress(pieces, 2, [], die)
    assert level(s, ARAGON) == after
    assert s.acted == 0


@rule("aiw", "23.4f", "23.4g")
def test_each_unit_beyond_the_first_adds_one() -> None:
    places = {"aragon": "l_ln1 l_lgc1 l_pt1 l_st4", "galicia": "l_ln2"}
    s = war(places, side="liberal", uprising={"aragon": 3}, secret=True)
    run(s, Suppress(ARAGON))
    do(s, "join l_ln1", "join l_lgc1", "join l_pt1")
    assert refused(s, "join l_st4") == Refusal("23.4f", "only_infantry_and_cavalry")
    assert Refusal("23.4f", "not_in_the_region") == refused(s, "join l_ln2")
    assert refused(s, "join l_ln1") == Refusal("10.0k", "has_acted")
    assert told(do(s, "done", dice=[1]), "suppression") == [(ARAGON, 3, 1, 3)]


@pytest.mark.parametrize("helpers, die, after", [
    pytest.param(["l_ln1"], 1, 3, marks=rule("aiw", "23.4h")),
    pytest.param(["l_ln1"], 2, 3, marks=rule("aiw", "23.4h")),
    pytest.param(["l_ln1"], 3, 2, marks=rule("aiw", "23.4i")),
    pytest.param(["l_ln1"], 4, 2, marks=rule("aiw", "23.4j")),
    pytest.param(["l_ln1"], 5, 2, marks=rule("aiw", "23.4j", "23.4k")),
    pytest.param(["l_ln1"], 6, 1, marks=rule("aiw", "23.4k")),
    pytest.param(["l_ln1", "l_ln2"], 5, 1, marks=rule("aiw", "23.4k", "23.4f")),
    pytest.param(["l_ln1", "l_ln2"], 1, 3, marks=rule("aiw", "23.4h", "23.4f")),
])
def test_with_units_the_result_is_compared_with_the_level(helpers: list[str], die: int, after: int) -> None:
    s = suppress("l_ln1 l_ln2 l_ln3", 3, helpers, die)
    assert level(s, ARAGON) == after
    assert asked(s) == ("liberal SufferLoss" if die == 3 else "liberal Act")


@rule("aiw", "23.4i")
def test_an_equal_result_costs_one_of_the_units_that_took_part_a_point() -> None:
    s = suppress("l_ln1:3 l_ln2:3 l_ln3:3", 3, ["l_ln1", "l_ln2"], 2)
    assert level(s, ARAGON) == 2
    assert sorted(offered(s)) == ["hit l_ln1", "hit l_ln2"]
    do(s, "hit l_ln2")
    assert [strength(s, f"l_ln{n}") for n in (1, 2, 3)] == [3, 2, 3]
    assert asked(s) == "liberal Act"
    assert s.apart == 0


@rule("aiw", "23.4i")
def test_the_unit_may_be_lost_by_it() -> None:
    s = suppress("l_ln1:1 l_st1", 2, ["l_ln1"], 2)
    do(s, "hit l_ln1")
    assert at(s, "l_ln1") == "bag"
    assert level(s, ARAGON) == 1


@rule("aiw", "23.4k", "23.4a")
def test_six_or_more_lower_it_by_two_but_never_below_the_least() -> None:
    s = suppress("l_ln1 l_ln2", 2, ["l_ln1", "l_ln2"], 6, region="catalonia")
    assert level(s, area("catalonia")) == 1
    s = suppress("l_ln1 l_ln2", 1, ["l_ln1"], 6, region="galicia")
    assert level(s, area("galicia")) == 0


@rule("aiw", "23.4l", "10.0k", "10.0m")
def test_a_region_may_be_tried_again_but_not_with_the_same_units() -> None:
    s = suppress("l_ln1 l_ln2 l_st1", 3, ["l_ln1"], 1)
    assert phase(s).points == 4
    assert s.acted == 1 << block(s, "l_ln1")
    do(s, "suppress aragon")
    assert refused(s, "join l_ln1") == Refusal("10.0k", "has_acted")
    do(s, "join l_ln2", "done", dice=[4])
    assert level(s, ARAGON) == 2
    assert phase(s).points == 2


@rule("aiw", "23.4l")
def test_where_all_have_acted_the_die_is_rolled_at_once() -> None:
    s = war({"aragon": "l_ln1"}, side="liberal", uprising={"aragon": 3}, secret=True)
    s.acted = 1 << block(s, "l_ln1")
    assert [(ARAGON, 0, 4, 4)] == told(run(s, Suppress(ARAGON), dice=[4]), "suppression")


@rule("aiw", "23.4f", "5.2a")
def test_who_takes_part_is_known_to_be_infantry_or_cavalry() -> None:
    s = war({"aragon": "l_ln1 l_st1"}, side="liberal", uprising={"aragon": 3}, secret=True)
    for unit in ("l_ln1", "l_st1"):
        s.may[block(s, unit)] = 1 << UNIT["l_ln1"] | TRAINS
    run(s, Suppress(ARAGON))
    do(s, "join l_ln1")
    assert s.may[block(s, "l_ln1")] & ~FIGHTERS == 0


@rule("aiw", "23.4i", "5.2a")
def test_a_loss_is_seen_to_fall_on_one_of_those_who_took_part() -> None:
    s = war({"aragon": "l_ln1:3 l_ln2:2"}, side="liberal", uprising={"aragon": 3}, secret=True)
    s.acted = 1 << block(s, "l_ln1")
    run(s, Suppress(ARAGON))
    do(s, "join l_ln2", dice=[3])
    assert offered(s) == ["hit l_ln2"]
    do(s, "hit l_ln2")
    assert [(s.low[block(s, unit)], s.high[block(s, unit)]) for unit in ("l_ln1", "l_ln2")] == [(3, 3), (1, 1)]


@rule("aiw", "23.4d")
def test_cards_change_the_die_of_suppression() -> None:
    s = suppress("", 2, [], 3, region="valencia_murcia", lasting=CABRERA)
    assert level(s, area("valencia_murcia")) == 2
    s = suppress("", 2, [], 3, region="valencia_murcia", lasting=MAROTO)
    assert 1 == level(s, area("valencia_murcia"))
    s = suppress("", 2, [], 3, region="aragon", lasting=CABRERA)
    assert level(s, ARAGON) == 1
    s = war({}, side="liberal", uprising={"aragon": 2}, secret=True)
    run(s, Suppress(ARAGON, bonus=1), dice=[2])
    assert level(s, ARAGON) == 1


# -------------------------------------------------------------------------------------------------------------- recruit


def recruiting(pieces: str, at_level: int = 3, elsewhere: dict[str, str] | None = None, year: int = 1836) -> Aiw:
    """A Carlist with an Expedition in Aragón, in his Actions step."""
    s = war({"aragon": pieces, **(elsewhere or {})}, uprising={"aragon": at_level}, year=year, secret=True)
    phase(s).expeditions = expeditions(s)
    s.regionals = 1 << UNIT["c_reg1"] | 1 << UNIT["c_regc1"]
    run(s, ActionsStep(CARLIST))
    return s


@rule("aiw", "23.4m")
def test_an_expedition_that_recruited_does_not_move() -> None:
    s = recruiting("c_nav1:1 c_nav2")
    do(s, "recruit aragon", "raise c_nav1", "done")
    assert refused(s, "activate aragon") == Refusal("23.1c", "part_of_expedition_has_acted")
    assert s.acted.bit_count() == 2


@rule("aiw", "23.4m")
def test_an_expedition_that_moved_or_was_not_there_at_the_start_does_not_recruit() -> None:
    s = recruiting("c_nav1")
    do(s, "activate aragon", "march catalonia")
    assert refused(s, "recruit catalonia") == Refusal("23.4m", "no_expedition_at_the_start")
    assert refused(s, "recruit aragon") == Refusal("23.4m", "expedition_has_moved")
    s = recruiting("l_ln1", elsewhere={"galicia": "c_nav1"})
    assert refused(s, "recruit aragon") == Refusal("23.4m", "no_expedition_at_the_start")


@rule("aiw", "23.4m")
def test_units_that_took_the_place_of_an_expedition_do_not_recruit_for_it() -> None:
    s = recruiting("c_nav1", elsewhere={"castile_leon": "c_nav2"})
    do(s, "activate aragon", "march catalonia", "activate castile_leon", "march aragon")
    assert Refusal("23.4m", "expedition_has_moved") == refused(s, "recruit aragon")


@rule("aiw", "10.6b")
def test_each_expedition_recruits_once() -> None:
    s = recruiting("c_nav1", elsewhere={"galicia": "c_nav2"})
    do(s, "recruit galicia", "done")
    assert Refusal("10.6b", "recruited_already") == refused(s, "recruit galicia")
    assert "recruit aragon" in offered(s)


@rule("aiw", "23.4m", "5.2c")
def test_who_recruits_has_infantry_or_cavalry_that_was_there() -> None:
    s = recruiting("c_nav1 c_st1")
    both = 1 << UNIT["c_nav1"] | 1 << UNIT["c_st1"]
    for unit in ("c_nav1", "c_st1"):
        s.may[block(s, unit)] = both
    s.acted = 1 << block(s, "c_st1")            # it came in this phase
    do(s, "recruit aragon")
    assert 1 << UNIT["c_nav1"] == s.may[block(s, "c_nav1")]


@rule("aiw", "23.4m", "10.0k")
def test_units_that_joined_an_expedition_in_this_phase_receive_nothing() -> None:
    s = recruiting("c_nav1:1", elsewhere={"catalonia": "c_nav2:1"})
    do(s, "activate catalonia", "march aragon", "recruit aragon")
    assert "raise c_nav1" in offered(s)
    assert refused(s, "raise c_nav2") == Refusal("10.0k", "has_acted")


@rule("aiw", "23.4n", "23.4p")
def test_recruits_go_to_units_of_the_expedition_one_point_each_at_the_usual_price() -> None:
    s = recruiting("c_nav1:1 c_navc1:1 c_st1:1 knapsack:1")
    do(s, "recruit aragon")
    left = []
    for words in ("raise c_nav1", "raise c_navc1", "raise c_st1", "raise c_st1", "refill knapsack aragon"):
        do(s, words)
        (_, _, points), (_, _, half) = tablero.prompt(s, CARLIST).args
        left.append(2 * points + half)
    assert left == [6, 4, 3, 2, 1]
    assert [strength(s, unit) for unit in ("c_nav1", "c_navc1", "c_st1")] == [2, 2, 3]
    assert refused(s, "raise c_nav1") == Refusal("21.1b", "raised_already")


@rule("aiw", "23.4o")
def test_guns_of_an_expedition_receive_nothing() -> None:
    s = recruiting("c_nav1:1 field:1 mountain:1")
    do(s, "recruit aragon")
    assert refused(s, "refill field aragon") == Refusal("23.4o", "no_points_for_artillery")
    assert refused(s, "refill mountain aragon") == Refusal("23.4o", "no_points_for_artillery")


@rule("aiw", "23.4q", "5.4m")
def test_an_expedition_builds_regionals_at_strength_one_for_a_point_each() -> None:
    s = recruiting("c_nav1", at_level=1)
    do(s, "recruit aragon", "enrol c_reg1", "enrol c_regc1")
    assert asked(s) == "carlist Act"
    assert [(at(s, unit), strength(s, unit)) for unit in ("c_reg1", "c_regc1")] == [("aragon", 1)] * 2
    assert s.regionals == 0
    assert s.may[block(s, "c_reg1")] == 1 << UNIT["c_reg1"]


@rule("aiw", "23.4q")
def test_an_expedition_builds_trains_and_knapsacks_at_any_strength_and_nothing_else() -> None:
    s = recruiting("c_nav1")
    s.bag[CARLIST], s.bagged[CARLIST], s.partidas = 1 << UNIT["c_gui1"], 1, 1 << UNIT["c_par1"]
    do(s, "recruit aragon", "train aragon", "raise c_st1", "raise c_st1", "knapsack aragon", "refill knapsack aragon")
    assert (strength(s, "c_st1"), knapsack(s, "carlist", "aragon")) == (3, 2)
    assert refused(s, "draw") == Refusal("23.4q", "expedition_builds_regionals")
    assert refused(s, "enrol c_par1") == Refusal("21.2c", "partidas_are_not_built")
    do(s, "enrol c_reg1")
    assert refused(s, "enrol c_regc1") == Refusal("21.1a", "no_replacement_points")


@rule("aiw", "23.4q")
def test_a_regional_that_was_built_is_not_raised_and_one_that_is_out_is_not_built() -> None:
    s = recruiting("c_nav1")
    do(s, "recruit aragon", "enrol c_reg1")
    assert refused(s, "raise c_reg1") == Refusal("21.1b", "raised_already")
    assert refused(s, "enrol c_reg1") == Refusal("20.2g", "none_in_the_box")


@rule("aiw", "23.4q", "21.2f")
def test_an_expedition_with_a_train_builds_no_second() -> None:
    s = recruiting("c_nav1 knapsack:1")
    do(s, "recruit aragon", "train aragon")
    assert refused(s, "train aragon") == Refusal("20.2g", "none_in_the_box")
    assert refused(s, "knapsack aragon") == Refusal("21.2f", "one_of_a_kind_there")


@rule("aiw", "23.4r")
def test_recruits_do_not_cross_into_the_north_or_another_expedition() -> None:
    s = recruiting("c_nav1:1", elsewhere={"durango": "c_nav2:1 knapsack:1", "galicia": "c_gui1:1"})
    do(s, "recruit aragon")
    for words in ("raise c_nav2", "raise c_gui1", "refill knapsack durango", "train durango", "knapsack durango"):
        assert refused(s, words) == Refusal("23.4r", "not_of_the_expedition")


@rule("aiw", "23.4n")
def test_an_expedition_that_has_lost_its_points_goes_on() -> None:
    s = recruiting("c_nav1", at_level=0)
    do(s, "recruit aragon", "done")
    assert asked(s) == "carlist Act"
