"""[10] Action Points, and the actions they pay for."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import CARD, CARLIST, FIGHTERS, LIBERAL, REGIONS, SIDES, TRAINS, UNIT, area
from tablero.games.aiw.rules.r03_phase import phase
from tablero.games.aiw.rules.r03_turn import PlayerPhase
from tablero.games.aiw.rules.r07_cards import EXECUTIONS, LEVY, LOANS, RIOTS, UNITED_COMMAND, fill_cups
from tablero.games.aiw.rules.r10_actions import Act, ActionsStep, draw_marker, replacement_points, take_marker
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bits_list
from tablero.kernel.engine import advance
from tablero.kernel.refusals import Refusal
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule

FIVE_RISEN = {"aragon": 2, "catalonia": 3, "valencia_murcia": 2, "galicia": 3, "andalusia": 2}


def acting(places: dict[str, str], side: str = "carlist", **rest: object) -> Aiw:
    """A side in its Actions step."""
    s = war(places, side=side, secret=True, **rest)  # type: ignore[arg-type]
    run(s, ActionsStep(SIDES.index(side)))
    return s


def points(s: Aiw) -> float:
    """The Action Points left."""
    return phase(s).points / 2


def verbs(s: Aiw) -> set[str]:
    return {words.partition(" ")[0] for words in offered(s)}


# --------------------------------------------------------------------------------------------------- markers and points


@pytest.mark.parametrize("side, year, markers", [
    pytest.param(CARLIST, 1834, [3, 3, 0], marks=rule("aiw", "10.0a")),
    *(pytest.param(CARLIST, year, [2, 2, 2], marks=rule("aiw", "10.0a")) for year in (1835, 1836, 1837, 1838)),
    pytest.param(LIBERAL, 1834, [3, 2, 1], marks=rule("aiw", "10.0b")),
    pytest.param(LIBERAL, 1835, [2, 2, 2], marks=rule("aiw", "10.0b")),
    *(pytest.param(LIBERAL, year, [1, 3, 2], marks=rule("aiw", "10.0b")) for year in (1836, 1837, 1838)),
])
def test_a_cup_is_filled_with_the_markers_of_the_year(side: int, year: int, markers: list[int]) -> None:
    s = war({}, year=year)
    fill_cups(s, s.year)
    assert s.cups[3 * side : 3 * side + 3] == markers


@rule("aiw", "10.0c")
def test_the_marker_that_is_drawn_gives_its_points_and_stays_out_of_the_cup() -> None:
    s = war({}, points=0)
    fill_cups(s, s.year)
    s.script = [4]
    take_marker(s, phase(s))
    assert points(s) == 4
    assert s.cups[:3] == [2, 2, 1]
    assert s.cups[3:] == [2, 2, 2]
    assert told(s.events, "marker") == [(CARLIST, 4)]


@rule("aiw", "10.0c", "10.0d")
def test_five_turns_leave_one_marker_of_six() -> None:
    s = war({})
    fill_cups(s, s.year)
    left = []
    for _ in range(5):
        draw_marker(s, LIBERAL)
        left.append(sum(s.cups[3:]))
    assert left == [5, 4, 3, 2, 1]
    assert sum(s.cups[:3]) == 6


@pytest.mark.parametrize("drawn, marker", [(0, 2), (1, 3), (2, 3), (3, 4)])
@rule("aiw", "10.0e")
def test_every_marker_left_in_the_cup_is_as_likely_as_another(drawn: int, marker: int) -> None:
    s = war({})
    s.cups = [1, 2, 1, 0, 0, 0]
    s.script = [drawn]
    assert draw_marker(s, CARLIST) == marker


@pytest.mark.parametrize("card, draws, points, left", [
    ("la_granja", [], 2, 6), ("court_intrigues", [5, 2], 3, 4), ("court_intrigues", [0, 4], 2, 4),
])
@rule("aiw", "10.0c", "10.0d")
def test_cards_change_how_many_markers_are_drawn(card: str, draws: list[int], points: int, left: int) -> None:
    s = war({})
    fill_cups(s, s.year)
    now = PlayerPhase(CARLIST, effects=[CARD[card]])
    s.script = draws[:]
    take_marker(s, now)
    assert (now.points, sum(s.cups[:3]), s.script) == (2 * points, left, [])


@pytest.mark.parametrize("side, lasting, effects, points", [
    (LIBERAL, RIOTS, [], 1), (CARLIST, RIOTS, [], 2), (CARLIST, EXECUTIONS, [], 3), (LIBERAL, EXECUTIONS, [], 2),
    (CARLIST, EXECUTIONS, [CARD["estella_executions"]], 2),
])
@rule("aiw", "10.0c")
def test_lasting_cards_change_the_points_of_a_marker(side: int, lasting: int, effects: list[int], points: int) -> None:
    s = war({})
    s.cups, s.lasting = [1, 0, 0, 1, 0, 0], lasting
    now = PlayerPhase(side, effects=effects)
    take_marker(s, now)
    assert now.points == 2 * points
    assert bool(s.lasting) is (lasting != RIOTS or side != LIBERAL)


@rule("aiw", "10.0d")
def test_an_empty_cup_gives_two_points() -> None:
    s = war({})
    now = PlayerPhase(CARLIST)
    take_marker(s, now)
    assert now.points == 4


@rule("aiw", "10.0c")
def test_the_points_of_the_marker_are_there_when_the_actions_begin() -> None:
    s = war({"durango": "c_nav1"})
    fill_cups(s, s.year)
    s.stack = [s.stack[0], PlayerPhase(CARLIST, at=3)]
    s.script = [3]
    advance(s)
    assert asked(s) == "carlist Act"
    assert points(s) == 3


# ------------------------------------------------------------------------------------------------- the additional point


@pytest.mark.parametrize("places, uprising, extra", [
    ({"aragon": "c_nav1"}, FIVE_RISEN, 1),
    ({"aragon": "c_nav1"}, {**FIVE_RISEN, "andalusia": 1}, 0),
    ({"durango": "c_nav1"}, FIVE_RISEN, 0),
])
@rule("aiw", "10.0f")
def test_an_expedition_and_five_risen_regions_give_an_additional_point(
    places: dict[str, str], uprising: dict[str, int], extra: int
) -> None:
    s = war(places, uprising=uprising)
    now = PlayerPhase(CARLIST)
    now.begin(s)
    assert now.extra == extra


@rule("aiw", "10.0f")
def test_the_liberal_has_no_additional_point() -> None:
    s = war({"aragon": "c_nav1"}, side="liberal", uprising=FIVE_RISEN)
    now = PlayerPhase(LIBERAL)
    now.begin(s)
    assert now.extra == 0


def with_extra(points: int, places: dict[str, str], **rest: object) -> Aiw:
    s = acting(places, points=points, **rest)
    phase(s).extra = 1
    phase(s).expeditions = sum(1 << x for x in bits_list(REGIONS) if s.open[x])
    s.offered = {}
    return s


@rule("aiw", "10.0f")
def test_the_additional_point_is_only_for_what_an_expedition_does() -> None:
    s = with_extra(0, {"durango": "c_nav1", "tudela": "c_nav2", "aragon": "c_gui1"})
    assert {"activate aragon", "recruit aragon"} <= set(offered(s))
    assert refused(s, "activate durango") == Refusal("10.1a", "no_action_points")
    assert refused(s, "activate tudela") == Refusal("10.1a", "no_action_points")
    assert refused(s, "store") == Refusal("10.4a", "no_action_points")
    assert refused(s, "build c_nav1") == Refusal("10.2a", "no_action_points")
    assert refused(s, "replacements") == Refusal("10.5a", "no_action_points")


@rule("aiw", "10.0f")
def test_an_expedition_uses_the_additional_point_first() -> None:
    s = with_extra(2, {"durango": "c_nav1", "aragon": "c_gui1", "galicia": "c_gui2"}, year=1836)
    do(s, "recruit aragon", "done")
    assert (phase(s).extra, points(s)) == (0, 2)
    do(s, "activate galicia", "march castile_leon")
    assert (phase(s).extra, points(s)) == (0, 1)


@rule("aiw", "10.0f")
def test_the_activation_of_an_expedition_uses_the_additional_point_too() -> None:
    s = with_extra(1, {"galicia": "c_gui2"})
    do(s, "activate galicia", "march castile_leon")
    assert (phase(s).extra, points(s)) == (0, 1)


# ------------------------------------------------------------------------------------------- Command Points, free order


@rule("aiw", "10.0g", "8.0d")
def test_one_command_point_a_phase_serves_as_an_action_point() -> None:
    s = acting({"durango": "c_nav1"}, points=2, command=(2, 4))
    do(s, "command")
    assert points(s) == 3
    assert s.command == [1, 4]
    assert refused(s, "command") == Refusal("10.0g", "one_command_point_a_phase")


@rule("aiw", "8.0d")
def test_without_command_points_none_is_used() -> None:
    s = acting({"durango": "c_nav1"}, command=(0, 4))
    assert refused(s, "command") == Refusal("8.0d", "no_command_point")


@pytest.mark.parametrize("side, times", [("liberal", 2), ("carlist", 1)])
@rule("aiw", "10.0g")
def test_a_united_liberal_command_uses_two(side: str, times: int) -> None:
    s = war({}, side=side, points=0, command=(5, 5))
    s.lasting = UNITED_COMMAND
    run(s, ActionsStep(s.first))
    do(s, *["command"] * times)
    assert points(s) == times
    assert refused(s, "command") == Refusal("10.0g", "one_command_point_a_phase")


@rule("aiw", "10.0h", "10.1a")
def test_the_same_action_may_be_repeated_while_points_last() -> None:
    s = acting({"durango": "c_nav1", "estella": "c_nav2", "tolosa": "c_gui1", "onate": "c_gui2"}, points=3)
    for name in ("tolosa", "durango", "estella"):
        do(s, f"activate {name}", "pass")
    assert points(s) == 0
    assert refused(s, "activate onate") == Refusal("10.1a", "no_action_points")


@rule("aiw", "10.0h")
def test_actions_of_any_kind_follow_in_any_order() -> None:
    s = acting({"durango": "c_nav1", "estella": "c_nav2"}, points=5)
    do(s, "store", "replacements", "done", "build c_nav2", "activate durango", "pass", dice=[1])
    assert points(s) == 0
    assert s.command[CARLIST] == 1


@rule("aiw", "10.0i", "10.5b")
def test_replacements_are_obtained_once_a_phase() -> None:
    s = acting({"durango": "c_nav1"}, points=5)
    do(s, "replacements", "done", dice=[1])
    assert refused(s, "replacements") == Refusal("10.5b", "replacements_once")


@rule("aiw", "10.0i", "10.6b")
def test_each_expedition_recruits_once_a_phase() -> None:
    s = with_extra(5, {"aragon": "c_nav1", "galicia": "c_nav2"})
    do(s, "recruit aragon", "done")
    assert refused(s, "recruit aragon") == Refusal("10.6b", "recruited_already")
    do(s, "recruit galicia", "done")
    assert refused(s, "recruit galicia") == Refusal("10.6b", "recruited_already")


@rule("aiw", "10.0j")
def test_points_that_are_left_are_lost() -> None:
    s = with_extra(3, {"aragon": "c_nav1"})
    now = phase(s)
    do(s, "done")
    assert (now.points, now.extra) == (0, 0)
    fill_cups(s, s.year)
    later = PlayerPhase(CARLIST)
    s.script = [0]
    take_marker(s, later)
    assert later.points == 4


# --------------------------------------------------------------------------------------------- one action for each unit


@rule("aiw", "10.0k", "10.2c", "10.1c", "10.0l")
def test_a_unit_that_builds_does_not_move_and_the_others_do() -> None:
    s = acting({"durango": "c_nav1 c_nav2 c_gui1"})
    do(s, "build c_nav2", "activate durango")
    assert {"add c_nav1", "add c_gui1"} <= set(offered(s))
    assert refused(s, "add c_nav2") == Refusal("10.0k", "has_acted")


@rule("aiw", "10.0k", "10.0l")
def test_a_unit_that_moved_does_not_move_again() -> None:
    s = acting({"durango": "c_nav1"})
    do(s, "activate durango", "add c_nav1", "march eibar", "done")
    assert asked(s) == "carlist Act"
    assert refused(s, "activate eibar") == Refusal("10.1b", "all_have_acted")
    assert refused(s, "build c_nav1") == Refusal("10.0k", "has_acted")


@rule("aiw", "10.0l", "23.4l")
def test_a_unit_that_got_replacements_does_not_suppress() -> None:
    s = acting({"aragon": "l_ln1:2 l_ln2"}, side="liberal", uprising={"aragon": 2})
    do(s, "replacements", "raise l_ln1", "done", "suppress aragon", dice=[4])
    assert offered(s) == ["done", "join l_ln2"]
    assert refused(s, "join l_ln1") == Refusal("10.0k", "has_acted")


@rule("aiw", "10.0m")
def test_a_unit_left_in_an_activated_space_may_still_act() -> None:
    s = acting({"durango": "c_nav1 c_nav2 c_gui1"})
    do(s, "activate durango", "add c_nav1", "add c_nav2", "done", "march eibar", "done", "pass")
    assert at(s, "c_gui1") == "durango"
    do(s, "build c_gui1")
    assert s.works[CARLIST] == 1 << area("durango")


@rule("aiw", "10.0m")
def test_a_unit_dropped_on_the_way_has_acted() -> None:
    s = acting({"durango": "c_nav1 c_nav2"})
    do(s, "activate durango", "all", "march eibar", "leave c_nav1", "march vergara", "done")
    assert (at(s, "c_nav1"), at(s, "c_nav2")) == ("eibar", "vergara")
    assert refused(s, "build c_nav1") == Refusal("10.0k", "has_acted")


@rule("aiw", "10.0m")
def test_what_was_done_in_the_enemy_phase_is_forgotten_when_a_phase_begins() -> None:
    s = war({"durango": "c_nav1"})
    s.acted = s.forced = 1 << block(s, "c_nav1")
    PlayerPhase(CARLIST).begin(s)
    assert (s.acted, s.forced) == (0, 0)


# ------------------------------------------------------------------------------------------------------------- activate


@rule("aiw", "10.1a", "23.1b")
def test_a_space_or_a_region_is_activated_for_one_point() -> None:
    s = acting({"vitoria": "l_ln1", "aragon": "l_ln2 l_ln3 l_pr1 l_pr2"}, side="liberal", points=2)
    do(s, "activate aragon")
    assert points(s) == 1
    assert {f"add {unit}" for unit in ("l_ln2", "l_ln3", "l_pr1", "l_pr2")} <= set(offered(s))
    do(s, "pass", "activate vitoria", "pass")
    assert points(s) == 0


@rule("aiw", "10.1b")
def test_a_train_alone_is_not_activated() -> None:
    s = acting({"vitoria": "l_st1", "miranda": "l_ln1"}, side="liberal")
    assert "activate miranda" in offered(s)
    assert refused(s, "activate vitoria") == Refusal("10.1b", "nobody_to_activate")
    assert refused(s, "activate haro") == Refusal("10.1b", "nobody_to_activate")


@rule("aiw", "10.1b")
def test_a_space_whose_units_have_all_acted_is_not_activated() -> None:
    s = acting({"durango": "c_nav1 c_st1"})
    do(s, "build c_nav1")
    assert refused(s, "activate durango") == Refusal("10.1b", "all_have_acted")


@rule("aiw", "18.0i")
def test_besieged_units_are_not_activated() -> None:
    s = acting({"inside vitoria": "l_ln1", "vitoria": "c_nav1"}, side="liberal", siege=["vitoria"])
    assert refused(s, "activate vitoria") == Refusal("18.0i", "besieged_units_stay")


@rule("aiw", "23.1c")
def test_an_expedition_that_somebody_joined_in_this_phase_is_not_activated() -> None:
    s = acting({"aragon": "c_nav1", "catalonia": "c_nav2"}, year=1836)
    do(s, "activate catalonia", "march aragon")
    assert at(s, "c_nav2") == "aragon"
    assert refused(s, "activate aragon") == Refusal("23.1c", "part_of_expedition_has_acted")


# ------------------------------------------------------------------------------------------------------ build, demolish


@rule("aiw", "10.2a", "10.2b")
def test_a_fortress_under_construction_is_placed_for_one_point() -> None:
    s = acting({"durango": "c_nav1"}, points=1)
    events = do(s, "build c_nav1")
    assert s.works == [1 << area("durango"), 0]
    assert not s.forts[CARLIST]
    assert told(events, "works_begun") == [(CARLIST, area("durango"))]
    assert points(s) == 0


@rule("aiw", "10.2a")
def test_without_a_point_nothing_is_built() -> None:
    s = acting({"durango": "c_nav1"}, points=0)
    assert refused(s, "build c_nav1") == Refusal("10.2a", "no_action_points")


@rule("aiw", "10.2b")
def test_nothing_is_built_beside_an_enemy_or_a_besieged_garrison() -> None:
    s = acting({"orduna": "c_nav1", "estella": "c_nav2 l_ln1"}, forts={"liberal": ["orduna"]}, siege=["orduna"])
    assert refused(s, "build c_nav1") == Refusal("10.2b", "enemy_present")
    assert refused(s, "build c_nav2") == Refusal("10.2b", "enemy_present")


@rule("aiw", "10.2b")
def test_a_train_builds_nothing() -> None:
    s = acting({"durango": "c_st1 c_nav1"})
    assert refused(s, "build c_st1") == Refusal("10.2b", "infantry_builds")
    assert refused(s, "build l01") == Refusal("10.0h", "not_your_unit")


@rule("aiw", "10.2c")
def test_the_builder_alone_is_used_up_and_known_to_be_infantry() -> None:
    s = acting({"durango": "c_nav1 c_navc1 c_par1"})
    s.may = [s.may[b] and sum(1 << UNIT[u] for u in ("c_nav1", "c_navc1", "c_par1")) for b in range(len(s.may))]
    do(s, "build c_nav1")
    assert s.acted == 1 << block(s, "c_nav1")
    assert s.may[block(s, "c_nav1")] == 1 << UNIT["c_nav1"]


@rule("aiw", "10.2d")
def test_a_fortress_is_completed_in_the_next_phase_of_its_owner_without_any_unit() -> None:
    s = acting({"durango": "c_nav1"})
    do(s, "build c_nav1")
    PlayerPhase(LIBERAL).complete(s)
    assert not s.forts[CARLIST]
    PlayerPhase(CARLIST).complete(s)
    assert s.forts[CARLIST] == 1 << area("durango")
    assert s.works == [0, 0]


@pytest.mark.parametrize("place", ["aragon", "baztan", "bilbao"])
@rule("aiw", "10.2e")
def test_nothing_is_built_in_regions_refuges_and_cities(place: str) -> None:
    s = acting({place: "c_nav1"}, forts={"carlist": ["bilbao"]})
    assert refused(s, "build c_nav1") == Refusal("10.2e", "no_building_site")


@pytest.mark.parametrize("unit", ["c_navc1", "c_par1"])
@rule("aiw", "10.2f", "5.4l")
def test_cavalry_and_partidas_build_nothing(unit: str) -> None:
    s = acting({"durango": f"{unit} c_nav1"})
    assert refused(s, f"build {unit}") == Refusal("10.2f", "infantry_builds")
    assert "build c_nav1" in offered(s)


@rule("aiw", "10.2e", "10.2g")
def test_a_space_has_one_fortress_or_one_that_is_being_built() -> None:
    places = {"durango": "c_nav1", "estella": "c_nav2"}
    s = acting(places, forts={"carlist": ["durango"]}, works={"carlist": ["estella"]})
    assert refused(s, "build c_nav1") == Refusal("10.2g", "fortress_there_already")
    assert refused(s, "build c_nav2") == Refusal("10.2g", "fortress_there_already")


CARLIST_TEN = ["estella", "tolosa", "onate", "vergara", "azpeitia", "eibar", "segura", "guernica", "hernani", "lanz"]
LIBERAL_FIFTEEN = [
    "haro", "najera", "viana", "lerin", "lodosa", "tafalla", "caparroso", "tudela", "zubiri", "aoiz", "monreal",
    "alfaro", "arnedo", "ona", "espejo",
]


@pytest.mark.parametrize("side, names, unit", [
    ("carlist", CARLIST_TEN, "c_nav1"), ("liberal", LIBERAL_FIFTEEN, "l_ln1"),
])
@rule("aiw", "10.2h")
def test_counters_are_ten_and_fifteen(side: str, names: list[str], unit: str) -> None:
    s = acting({"miranda": unit}, side, forts={side: names[:-2]}, works={side: names[-2:-1]})
    assert f"build {unit}" in offered(s)
    s = acting({"miranda": unit}, side, forts={side: names[:-2]}, works={side: names[-2:]})
    assert refused(s, f"build {unit}") == Refusal("10.2h", "no_fortress_counter")


@rule("aiw", "10.2i")
def test_a_work_without_defender_goes_when_an_enemy_comes() -> None:
    works = {"carlist": ["salvatierra", "villarreal"]}
    s = acting({"vitoria": "l_ln1", "villarreal": "c_nav1"}, "liberal", works=works)
    do(s, "activate vitoria", "add l_ln1", "march salvatierra", "done", dice=[6])
    assert at(s, "l_ln1") == "salvatierra"
    assert s.works[CARLIST] == 1 << area("villarreal")


@rule("aiw", "10.3a", "10.3c")
def test_a_fortress_is_demolished_for_nothing_by_a_unit_that_then_stays() -> None:
    s = acting({"durango": "c_nav1 c_nav2"}, points=1, forts={"carlist": ["durango"]})
    events = do(s, "demolish c_nav1")
    assert points(s) == 1
    assert s.forts[CARLIST] == 0
    assert told(events, "demolished") == [(CARLIST, area("durango"))]
    do(s, "activate durango")
    assert refused(s, "add c_nav1") == Refusal("10.0k", "has_acted")
    assert "add c_nav2" in offered(s)


@rule("aiw", "10.3a")
def test_without_points_one_may_demolish() -> None:
    s = acting({"durango": "c_nav1"}, points=0, forts={"carlist": ["durango"]})
    assert "demolish c_nav1" in offered(s)


@rule("aiw", "10.3b")
def test_a_besieged_fortress_is_not_demolished() -> None:
    s = acting({"inside durango": "c_nav1", "durango": "l_ln1"}, forts={"carlist": ["durango"]}, siege=["durango"])
    assert refused(s, "demolish c_nav1") == Refusal("10.3b", "enemy_present")


@rule("aiw", "10.3b")
def test_a_work_is_removed_in_the_same_way_and_where_nothing_stands_nothing_is() -> None:
    s = acting({"durango": "c_nav1", "estella": "c_nav2"}, works={"carlist": ["durango"]})
    assert refused(s, "demolish c_nav2") == Refusal("10.3b", "no_own_fortress")
    do(s, "demolish c_nav1")
    assert s.works == [0, 0]


@rule("aiw", "10.3b", "10.0k")
def test_a_unit_that_has_acted_does_not_demolish() -> None:
    s = acting({"durango": "c_nav1:2"}, forts={"carlist": ["durango"]})
    do(s, "replacements", "raise c_nav1", "done", dice=[1])
    assert refused(s, "demolish c_nav1") == Refusal("10.0k", "has_acted")


@rule("aiw", "10.3d", "5.4l")
def test_cavalry_and_partidas_demolish_nothing_and_no_city_falls() -> None:
    s = acting(
        {"durango": "c_par1", "estella": "c_navc1", "bilbao": "c_nav1"},
        forts={"carlist": ["durango", "estella", "bilbao"]},
    )
    assert refused(s, "demolish c_par1") == Refusal("10.3d", "infantry_demolishes")
    assert refused(s, "demolish c_navc1") == Refusal("10.3d", "infantry_demolishes")
    assert refused(s, "demolish c_nav1") == Refusal("10.3d", "city_fortress_stays")


@rule("aiw", "10.3e")
def test_several_fortresses_are_demolished_in_a_phase() -> None:
    names = ("durango", "estella", "tolosa")
    s = acting(dict(zip(names, ("c_nav1", "c_nav2", "c_gui1"), strict=True)), forts={"carlist": names}, points=0)
    do(s, "demolish c_nav1", "demolish c_nav2", "demolish c_gui1")
    assert s.forts[CARLIST] == 0


@rule("aiw", "10.3b")
def test_the_space_of_a_demolished_fortress_stays_with_who_stands_there() -> None:
    s = acting({"durango": "l_ln1 l_ln2"}, "liberal", forts={"liberal": ["durango"]})
    do(s, "demolish l_ln1", "activate durango", "add l_ln2", "march villaro", "done", dice=[4])
    assert not s.held >> area("durango") & 1
    assert s.vp == 0


# -------------------------------------------------------------------------------------------------- store, replacements


@rule("aiw", "10.4a")
def test_points_are_stored_one_for_one() -> None:
    s = acting({}, points=3, command=(1, 0))
    do(s, "store", "store")
    assert (points(s), s.command) == (1, [3, 0])


@rule("aiw", "10.4b", "8.0a")
def test_no_more_than_five_are_stored_and_the_rest_is_lost() -> None:
    s = acting({}, points=2, command=(4, 0))
    now = phase(s)
    do(s, "store")
    assert refused(s, "store") == Refusal("10.4b", "command_points_full")
    do(s, "done")
    assert (s.command[CARLIST], now.points) == (5, 0)


@rule("aiw", "10.4a", "13.1k")
def test_half_a_point_is_not_stored() -> None:
    s = acting({"bilbao": "l_ln2"}, "liberal", points=1)
    do(s, "transport bilbao", "ship l_ln2", "sail laredo")
    assert points(s) == 0.5
    assert refused(s, "store") == Refusal("10.4a", "no_action_points")


@rule("aiw", "10.5a")
def test_replacements_cost_two_points() -> None:
    s = acting({"durango": "c_nav1"}, points=1)
    assert refused(s, "replacements") == Refusal("10.5a", "no_action_points")
    s = acting({"durango": "c_nav1"}, points=3)
    do(s, "replacements", "done", dice=[1])
    assert points(s) == 1


@rule("aiw", "10.5a")
def test_a_command_point_makes_up_the_second() -> None:
    s = acting({"durango": "c_nav1"}, points=1, command=(1, 0))
    do(s, "command", "replacements", "done", dice=[1])
    assert points(s) == 0


@rule("aiw", "10.5c")
def test_the_replacement_point_table() -> None:
    assert [replacement_points(n) for n in range(-1, 9)] == [2, 2, 2, 2, 3, 3, 4, 4, 4, 4]


@pytest.mark.parametrize("year, die, received", [(1834, 5, 3), (1835, 5, 4), (1834, 1, 2), (1834, 3, 2), (1835, 3, 3)])
@pytest.mark.parametrize("side", ["carlist", "liberal"])
@rule("aiw", "10.5c", "10.5d")
def test_in_1834_one_is_taken_from_the_die_of_replacements(side: str, year: int, die: int, received: int) -> None:
    s = acting({"durango": "c_nav1", "vitoria": "l_ln1"}, side, year=year)
    events = do(s, "replacements", dice=[die])
    assert told(events, "replacements") == [(SIDES.index(side), die, received)]
    left = tablero.prompt(s, SIDES.index(side)).args
    assert left == (("points", "number", received), ("half", "number", 0))


@pytest.mark.parametrize("side, lasting, received", [
    ("carlist", LOANS, 3), ("carlist", LEVY, 2), ("liberal", LEVY, 3), ("liberal", LOANS, 2),
])
@rule("aiw", "10.5d")
def test_a_levy_or_loans_add_to_the_die_of_replacements(side: str, lasting: int, received: int) -> None:
    s = war({"durango": "c_nav1", "vitoria": "l_ln1"}, side=side)
    s.lasting = lasting
    run(s, ActionsStep(s.first))
    assert told(do(s, "replacements", dice=[2]), "replacements") == [(s.first, 2, received)]


@rule("aiw", "10.5e", "21.0a")
def test_replacement_points_that_are_not_spent_are_lost() -> None:
    s = acting({"durango": "c_nav1:1 c_nav2:1"})
    do(s, "replacements", "raise c_nav1", "done", dice=[3])
    assert asked(s) == "carlist Act"
    assert (strength(s, "c_nav1"), strength(s, "c_nav2")) == (2, 1)


# ---------------------------------------------------------------------------------------------------- recruit, suppress


@rule("aiw", "10.6a")
def test_only_the_carlist_recruits_for_one_point() -> None:
    s = acting({"aragon": "l_ln1", "durango": "c_nav1"}, "liberal")
    assert "recruit" not in verbs(s)
    assert refused(s, "recruit aragon") == Refusal("10.6a", "carlists_recruit")
    s = acting({"aragon": "c_nav1"}, points=1)
    phase(s).expeditions = 1 << area("aragon")
    s.offered = {}
    do(s, "recruit aragon", "done")
    assert points(s) == 0
    s = acting({"aragon": "c_nav1"}, points=0)
    phase(s).expeditions = 1 << area("aragon")
    assert refused(s, "recruit aragon") == Refusal("10.6a", "no_action_points")


@pytest.mark.parametrize("level, received", [(0, 1), (2, 3), (3, 4)])
@rule("aiw", "10.6c", "23.4n", "23.4c")
def test_recruiting_gives_a_point_more_than_the_level(level: int, received: int) -> None:
    s = acting({"aragon": "c_nav1"}, uprising={"aragon": level})
    phase(s).expeditions = 1 << area("aragon")
    s.offered = {}
    assert told(do(s, "recruit aragon"), "recruits") == [(area("aragon"), received)]
    assert tablero.prompt(s, CARLIST).args == (("points", "number", received), ("half", "number", 0))


@rule("aiw", "10.7a")
def test_only_the_liberal_suppresses_for_one_point() -> None:
    s = acting({"aragon": "c_nav1"}, uprising={"galicia": 2})
    assert "suppress" not in verbs(s)
    assert refused(s, "suppress galicia") == Refusal("10.7a", "liberals_suppress")
    s = acting({}, "liberal", points=1, uprising={"galicia": 2})
    do(s, "suppress galicia", dice=[1])
    assert points(s) == 0
    assert refused(s, "suppress galicia") == Refusal("10.7a", "no_action_points")


@rule("aiw", "10.7b", "23.4d")
def test_nothing_is_suppressed_beside_an_expedition() -> None:
    s = acting({"aragon": "c_par1", "galicia": "l_ln1"}, "liberal", uprising={"aragon": 2, "galicia": 1})
    assert refused(s, "suppress aragon") == Refusal("10.7b", "expedition_in_the_region")
    assert "suppress galicia" in offered(s)


# -------------------------------------------------------------------------------------------------------------- the sea


@rule("aiw", "13.1b", "13.1k")
def test_a_ship_takes_half_a_point_and_the_half_is_kept_for_another() -> None:
    s = acting({"bilbao": "l_ln1 l_ln2"}, "liberal", points=0, command=(0, 1))
    do(s, "command", "transport bilbao", "ship l_ln1", "sail laredo")
    assert points(s) == 0.5
    assert refused(s, "activate bilbao") == Refusal("10.1a", "no_action_points")
    do(s, "transport bilbao", "ship l_ln2", "sail laredo")
    assert points(s) == 0
    assert (at(s, "l_ln1"), at(s, "l_ln2")) == ("laredo", "laredo")
    assert refused(s, "transport laredo") == Refusal("13.1e", "cannot_sail_alone")


@rule("aiw", "13.0a", "4.3b")
def test_carlists_do_not_sail() -> None:
    s = acting({"bermeo": "c_nav1"})
    assert refused(s, "transport bermeo") == Refusal("13.0a", "liberals_sail")
    assert refused(s, "disembark") == Refusal("13.0a", "liberals_sail")


@rule("aiw", "13.2b", "13.2e")
def test_a_landing_takes_a_point_and_needs_an_enemy_in_a_port() -> None:
    s = acting({"laredo": "l_ln1", "durango": "c_nav1"}, "liberal", points=1)
    assert refused(s, "disembark") == Refusal("13.2a", "no_landing_possible")
    s = acting({"laredo": "l_ln1", "bermeo": "c_nav1"}, "liberal", points=1)
    now = phase(s)
    do(s, "disembark")
    assert now.points == 0


# --------------------------------------------------------------------------------------- giving up, the end of the step


@rule("aiw", "5.4t", "5.4r")
def test_trains_and_knapsacks_are_given_up_at_will() -> None:
    s = acting({"durango": "c_nav1 c_st1:2 knapsack:1"})
    before = s.trains
    assert refused(s, "disband c_nav1") == Refusal("5.4t", "only_trains_and_knapsacks")
    assert refused(s, "disband_knapsack estella") == Refusal("5.4t", "no_knapsack_there")
    do(s, "disband c_st1", "disband_knapsack durango")
    assert at(s, "c_st1") == "box"
    assert s.trains == before | 1 << UNIT["c_st1"]
    assert knapsack(s, "carlist", "durango") == 0
    assert "disband" not in verbs(s)


@rule("aiw", "11.3f", "11.5b")
def test_at_the_end_of_the_actions_escorts_and_stacks_are_looked_at() -> None:
    s = acting({"vitoria": "l_ln1", "miranda": "liberal field:2", "haro": "l_ln2 l_st1 l_st2:1"}, "liberal")
    do(s, "done")
    assert guns(s, "liberal", "miranda") == (0, 0)
    assert {at(s, "l_st1"), at(s, "l_st2")} == {"haro", "box"}


# -------------------------------------------------------------------------------------------------- options, in the fog


@pytest.mark.parametrize("side", ["carlist", "liberal"])
@pytest.mark.parametrize("points", [0, 1, 4])
def test_written_options_are_the_candidates_that_nothing_refuses(side: str, points: int) -> None:
    s = acting(
        {
            "durango": "c_nav1 c_par1 c_st1", "estella": "c_nav2 c_navc1", "aragon": "c_gui1 l_ln1", "bermeo": "c_bis1",
            "vitoria": "l_rg1 l_st1 knapsack:2", "laredo": "l_ln2", "galicia": "l_ln3 l_pr1", "haro": "l_pr2",
            "inside bilbao": "l_ln4", "bilbao": "c_ala1", "catalonia": "c_gui2",
        },
        side, points=points, forts={"carlist": ["durango"]}, works={"liberal": ["haro"]}, siege=["bilbao"],
        uprising={"galicia": 2, "aragon": 1, "catalonia": 1}, command=(1, 5),
    )
    seat = SIDES.index(side)
    phase(s).expeditions = 1 << area("aragon") | 1 << area("catalonia")
    s.acted = 1 << block(s, "c_gui2") | 1 << block(s, "l_ln3") | 1 << block(s, "c_nav2")
    s.offered = {}
    top = s.stack[-1]
    assert isinstance(top, Act)
    derived = [act for act in top.candidates(s, seat) if top.refuse(s, seat, act) is None]
    assert sorted(derived) == sorted(top.options(s, seat))
    assert len(set(derived)) == len(derived)


@rule("aiw", "10.1b")
def test_an_activation_tells_that_somebody_there_can_march() -> None:
    s = acting({"haro": "l_ln1 l_st1"}, "liberal")
    pair = 1 << block(s, "l_ln1") | 1 << block(s, "l_st1")
    for b in bits_list(pair):
        s.may[b] = 1 << UNIT["l_ln1"] | TRAINS
    do(s, "activate haro")
    assert s.facts == [pair, FIGHTERS, 1]
