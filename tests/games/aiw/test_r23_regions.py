"""[23] The rest of Spain: entering it, combat there, supply, suppressed Uprisings, recruits. Not its movement."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import (
    CARLIST,
    COST,
    FIGHTERS,
    FIRST_REGION,
    LIBERAL,
    MAP,
    NORTH,
    TRAINS,
    UNIT,
    area,
)
from tablero.games.aiw.rules.r03_phase import phase
from tablero.games.aiw.rules.r03_turn import Turn
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units import put
from tablero.games.aiw.rules.r07_cards import CABRERA, MAROTO
from tablero.games.aiw.rules.r09_victory import expeditions, uprising_points
from tablero.games.aiw.rules.r10_actions import ActionsStep
from tablero.games.aiw.rules.r11_movement import Activation
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r19_supply import SupplyStep
from tablero.games.aiw.rules.r22_uprising import UprisingPhase, level, raise_level
from tablero.games.aiw.rules.r23_regions import ENTRY, Locate, Suppress, may_enter, searchable
from tablero.games.aiw.state import Aiw
from tablero.kernel.engine import advance
from tablero.kernel.refusals import Refusal
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule

ARAGON = area("aragon")


def pursuit(s: Aiw, name: str = "aragon") -> int:
    return s.pursuit[area(name) - FIRST_REGION]


def set_pursuit(s: Aiw, n: int) -> None:
    s.pursuit[ARAGON - FIRST_REGION] = n


def hunt(pieces: str, dice: list[int], marker: int = 0, **rest: object) -> Aiw:
    """The Liberal looks for the Expedition in Aragón."""
    s = war({"aragon": pieces}, side="liberal", **rest)  # type: ignore[arg-type]
    set_pursuit(s, marker)
    run(s, CombatStep(LIBERAL))
    do(s, "locate aragon", dice=dice)
    return s


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


# --------------------------------------------------------------------------------------------------------------- locate


@rule("aiw", "23.2a", "15.0b")
def test_the_liberal_attacks_in_a_region_for_nothing_and_the_carlist_never() -> None:
    s = war({"aragon": "c_nav1 c_nav2 c_gui1 l_ln1"}, side="liberal", points=0, secret=True)
    assert searchable(s, LIBERAL) == 1 << ARAGON
    assert searchable(s, CARLIST) == 0
    run(s, CombatStep(LIBERAL))
    assert "locate aragon" in offered(s)


@pytest.mark.parametrize("marker, die, found", [(0, 6, True), (0, 5, False), (2, 4, True), (2, 3, False), (4, 2, True),
                                                (4, 1, False)])
@rule("aiw", "23.2b")
def test_a_six_locates_and_the_pursuit_marker_is_added(marker: int, die: int, found: bool) -> None:
    s = war({"aragon": "c_par1 l_ln1"}, side="liberal", secret=True)
    set_pursuit(s, marker)
    run(s, CombatStep(LIBERAL))
    events = do(s, "locate aragon", dice=[die, *([6] * 5 if found else [])])
    assert told(events, "located" if found else "not_located") == [(ARAGON, die)]


@rule("aiw", "23.2b")
def test_a_search_needs_infantry_or_cavalry_and_an_enemy() -> None:
    s = war({"aragon": "c_nav1 l_st1", "galicia": "l_ln1", "catalonia": "l_ln2 c_gui1"}, side="liberal", secret=True)
    assert searchable(s, LIBERAL) == 1 << area("catalonia")
    run(s, CombatStep(LIBERAL))
    assert refused(s, "locate aragon") == Refusal("23.2b", "search_needs_a_unit")


@rule("aiw", "23.2b")
def test_each_region_is_searched_once_a_step() -> None:
    s = war({"aragon": "c_nav1 l_ln1", "galicia": "c_gui1 l_ln2"}, side="liberal", secret=True)
    run(s, CombatStep(LIBERAL))
    do(s, "locate aragon", dice=[1])
    assert refused(s, "locate aragon") == Refusal("23.2b", "one_search_for_each_region")
    assert "locate galicia" in offered(s)


@pytest.mark.parametrize("before, after", [(0, 1), (1, 2), (4, 5)])
@rule("aiw", "23.2c", "23.2d")
def test_a_failed_search_raises_the_marker(before: int, after: int) -> None:
    s = hunt("c_nav1 l_ln1", [1], before)
    assert pursuit(s) == after


@rule("aiw", "23.2d")
def test_five_on_the_marker_locate_without_a_die_and_it_grows_no_more() -> None:
    s = hunt("c_par1:1 l_ln1:1", [6, 6], 5, secret=True)
    assert asked(s) == "liberal GoOn"
    do(s, "no")
    assert pursuit(s) == 5


@rule("aiw", "23.2d")
def test_five_do_not_find_gomez_without_a_die() -> None:
    s = war({"aragon": "c_nav1 l_ln1"}, side="liberal", secret=True)
    set_pursuit(s, 5)
    s.gomez = ARAGON
    run(s, CombatStep(LIBERAL))
    events = do(s, "locate aragon", dice=[2])
    assert told(events, "not_located") == [(ARAGON, 2)]


@rule("aiw", "23.2b")
def test_a_bonus_is_added_to_the_search() -> None:
    s = war({"aragon": "c_par1 l_ln1:1"}, side="liberal", secret=True)
    events = run(s, Locate(ARAGON, bonus=2), dice=[4, 6, 6])
    assert told(events, "located") == [(ARAGON, 4)]


# -------------------------------------------------------------------------------------------------------- region combat


@rule("aiw", "23.2e", "23.2f")
def test_it_is_a_skirmish_of_all_units_whatever_their_number() -> None:
    s = hunt("c_nav1 c_nav2 c_nav3 c_gui1 l_ln1 l_ln2 l_ln3 l_ln4", [6] * 28)
    assert asked(s) == "liberal GoOn"
    assert s.shown.bit_count() == 8


@pytest.mark.parametrize("unit, die, hits", [
    ("l_ln1:1", 2, 1), ("l_ln1:1", 3, 0), ("l_pr1:1", 1, 1), ("l_pr1:1", 2, 0), ("l_lgc1:1", 3, 1), ("l_lgc1:1", 4, 0),
])
@rule("aiw", "23.2f")
def test_infantry_hits_with_its_effectiveness_and_cavalry_with_one_more(unit: str, die: int, hits: int) -> None:
    s = hunt(f"c_nav1:3 {unit}", [6, die, 6, 6, 6])
    assert strength(s, "c_nav1") == 3 - hits


@pytest.mark.parametrize("die, hits", [(3, 1), (4, 0)])
@rule("aiw", "23.2f")
def test_artillery_hits_with_three_and_all_its_points(die: int, hits: int) -> None:
    s = hunt("c_nav1:3 l_ln1:1 field:1 mountain:1", [6, 6, die, 6, 6, 6, 6])
    assert strength(s, "c_nav1") == 3 - hits


@rule("aiw", "23.2f")
def test_hits_go_one_by_one_to_the_strongest() -> None:
    s = hunt("c_nav1:2 c_navc1:4 c_par1 l_ln1:3", [6, 1, 1, 1, *([6] * 7)], secret=True)
    assert asked(s) == "carlist TakeHits"
    assert offered(s) == ["hit c_nav1", "hit c_navc1"]
    assert [strength(s, unit) for unit in ("c_nav1", "c_navc1", "c_par1")] == [2, 2, 1]
    assert refused(s, "hit c_par1") == Refusal("16.0m", "hit_the_strongest")
    do(s, "hit c_nav1")
    assert [strength(s, unit) for unit in ("c_nav1", "c_navc1", "c_par1")] == [1, 2, 1]


@rule("aiw", "23.2f")
def test_a_train_takes_no_hit() -> None:
    s = hunt("c_nav1:2 c_st1:3 l_ln1:1", [6, 1, 6, 6], secret=True)
    assert asked(s) == "liberal GoOn"
    assert (strength(s, "c_nav1"), strength(s, "c_st1")) == (1, 3)


@rule("aiw", "23.2g")
def test_both_fire_at_the_same_time() -> None:
    s = hunt("c_nav1:1 l_ln1:1", [6, 1, 1])
    assert (at(s, "c_nav1"), at(s, "l_ln1")) == ("bag", "bag")


@rule("aiw", "23.2h")
def test_another_round_is_fought_if_both_want_it() -> None:
    s = hunt("c_nav1:1 l_ln1:1", [6, 6, 6], secret=True)
    do(s, "yes")
    assert asked(s) == "carlist GoOn"
    do(s, "yes", dice=[1, 6])
    assert at(s, "c_nav1") == "bag"


@rule("aiw", "23.2h")
def test_either_side_may_break_off() -> None:
    s = hunt("c_nav1:1 l_ln1:1", [6, 6, 6], secret=True)
    do(s, "yes", "no")
    assert asked(s) == "nobody"
    s = hunt("c_nav1:1 l_ln1:1", [6, 6, 6], secret=True)
    do(s, "no")
    assert asked(s) == "nobody"
    assert (strength(s, "c_nav1"), strength(s, "l_ln1")) == (1, 1)


@rule("aiw", "23.2i", "5.2e")
def test_nobody_retreats_and_blocks_are_hidden_again() -> None:
    s = hunt("c_nav1:2 l_ln1:1 l_ln2:1 l_ln3:1", [6, 1, 6, 6, 6, 6], secret=True)
    do(s, "no")
    assert {at(s, unit) for unit in ("c_nav1", "l_ln1", "l_ln2", "l_ln3")} == {"aragon"}
    assert s.shown == 0


@pytest.mark.parametrize("before, after", [(0, 1), (1, 2), (5, 5)])
@rule("aiw", "23.2j")
def test_after_a_combat_the_marker_grows(before: int, after: int) -> None:
    s = hunt("c_nav1:1 l_ln1:1", [6, 6, 6] if before < 5 else [6, 6], before, secret=True)
    do(s, "no")
    assert pursuit(s) == after


@rule("aiw", "23.2k", "23.2l", "9.1m")
def test_an_expedition_without_units_is_destroyed_and_its_train_and_marker_go() -> None:
    s = war({"aragon": "c_nav1:1 c_st1:2 field:2 l_ln1:1"}, side="liberal", secret=True)
    s.prestige = 3
    set_pursuit(s, 1)
    run(s, CombatStep(LIBERAL))
    do(s, "locate aragon", dice=[6, 1, 6, 6, 6])
    assert s.prestige == 1
    assert (at(s, "c_nav1"), at(s, "c_st1"), guns(s, "carlist", "aragon")) == ("bag", "box", (0, 0))
    assert guns(s, "liberal", "aragon") == (1, 0)
    assert pursuit(s) == 0


@rule("aiw", "23.2l")
def test_the_marker_goes_with_the_last_unit_of_either_side() -> None:
    for unit in ("c_nav1", "l_ln1"):
        s = war({"aragon": "c_nav1 l_ln1"})
        set_pursuit(s, 2)
        settle(s)
        assert pursuit(s) == 2
        put(s, block(s, unit), area("catalonia"))
        settle(s)
        assert pursuit(s) == 0


@rule("aiw", "23.2m")
def test_each_side_lays_one_tactical_card_for_the_whole_combat() -> None:
    s = war({"aragon": "c_nav1:1 l_ln1:1"}, side="liberal", hands=["zurbano", "ambush"], secret=True)
    run(s, CombatStep(LIBERAL))
    do(s, "locate aragon", dice=[6])
    asked_for = []
    for die in ([6, 6], [6, 6], [6, 6]):
        while asked(s).endswith("LayCard"):
            asked_for.append(asked(s))
            last = asked(s).startswith("carlist")
            do(s, "pass", dice=die if last else None)
        if len(asked_for) == 2 and asked(s) == "liberal GoOn":
            do(s, "yes")
            do(s, "yes", dice=die)
    assert asked_for == ["liberal LayCard", "carlist LayCard"]


@rule("aiw", "23.2x1")
def test_example_of_movement_between_regions_with_an_attempt_to_attack() -> None:
    s = war({"castile_leon": "c_nav1 c_gui1", "aragon": "l_ln1 l_ln2 l_ln3 l_pr1"}, side="liberal",
            uprising={"valencia_murcia": 3}, secret=True)
    s.cups = [0, 0, 1, 0, 0, 1]
    s.stack = [s.stack[0], Turn(at=Turn().steps().index("first_phase"))]
    s.script = [0]
    advance(s)
    do(s, "activate aragon")
    assert phase(s).points == 6
    do(s, "add l_ln1", "add l_ln2", "add l_ln3", "done", "march castile_leon")
    assert s.rolled == []
    do(s, "add l_pr1", "march valencia_murcia", "done")
    events = do(s, "locate castile_leon", dice=[3, 0])
    assert told(events, "not_located") == [(area("castile_leon"), 3)]
    assert pursuit(s, "castile_leon") == 1
    assert asked(s) == "carlist Act"
    do(s, "activate castile_leon")
    assert phase(s).points == 6
    do(s, "march aragon")
    where = [at(s, unit) for unit in ("l_ln1", "l_ln2", "l_ln3", "l_pr1", "c_nav1", "c_gui1")]
    assert where == ["castile_leon"] * 3 + ["valencia_murcia"] + ["aragon"] * 2
    assert pursuit(s, "castile_leon") == 0
    assert asked(s) == "carlist Act"


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
    ("catalonia", 2, None), ("galicia", 1, None),
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
    assert refused(s, "suppress haro") == Refusal("23.4d", "not_a_region")


@pytest.mark.parametrize("die, after", [(3, 1), (2, 2), (1, 2), (6, 1)])
@pytest.mark.parametrize("pieces", ["", "l_ln1 l_ln2"])
@rule("aiw", "23.4e")
def test_without_units_only_more_than_the_level_lowers_it_by_one(pieces: str, die: int, after: int) -> None:
    s = suppress(pieces, 2, [], die)
    assert level(s, ARAGON) == after
    assert s.acted == 0


@rule("aiw", "23.4f", "23.4g")
def test_each_unit_beyond_the_first_adds_one() -> None:
    s = war({"aragon": "l_ln1 l_lgc1 l_pr1 l_st1"}, side="liberal", uprising={"aragon": 3}, secret=True)
    run(s, Suppress(ARAGON))
    do(s, "join l_ln1", "join l_lgc1", "join l_pr1")
    assert refused(s, "join l_st1") == Refusal("23.4f", "only_infantry_and_cavalry")
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
    s = suppress("", 2, [], 3, region="aragon", lasting=CABRERA)
    assert level(s, ARAGON) == 1
    s = war({}, side="liberal", uprising={"aragon": 2}, secret=True)
    run(s, Suppress(ARAGON, free=True, bonus=1), dice=[2])
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
    s = recruiting("l_ln1")
    assert refused(s, "recruit aragon") == Refusal("23.4m", "no_expedition_at_the_start")


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
