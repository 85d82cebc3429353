"""[10.0] Action Points: markers and cups, the additional point, Command Points."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import CARD, CARLIST, LIBERAL, REGIONS
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase, phase
from tablero.games.aiw.rules.r07_cards.s00_decks import EXECUTIONS, LEVY, RIOTS, UNITED_COMMAND
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.rules.r10_actions.s00_points import draw_marker, fill_cups, take_marker
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tablero.kernel.refusals import Refusal
from tests.games.aiw.acting import acting, points
from tests.games.aiw.war import asked, do, offered, refused, run, told, war
from tests.rules import rule

FIVE_RISEN = {"aragon": 2, "catalonia": 3, "valencia_murcia": 2, "galicia": 3, "andalusia": 2}


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


@rule("aiw", "10.0c", "10.0d")
def test_under_court_intrigues_the_last_marker_of_the_cup_counts_as_it_is() -> None:
    s = war({})
    s.cups = [0, 0, 1, 1, 1, 1]
    now = PlayerPhase(CARLIST, effects=[CARD["court_intrigues"]])
    take_marker(s, now)
    assert now.points == 8


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
    phase(s).expeditions = sum(1 << x for x in ids_of(REGIONS) if s.open[x])
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
def test_what_no_expedition_does_leaves_the_additional_point() -> None:
    s = with_extra(3, {"durango": "c_nav1", "aragon": "c_gui1"})
    do(s, "activate durango", "pass", "build c_nav1", "store")
    assert (phase(s).extra, points(s)) == (1, 0)


@rule("aiw", "10.0f")
def test_the_activation_of_an_expedition_uses_the_additional_point_too() -> None:
    s = with_extra(1, {"asturias_cantabria": "c_gui2"})
    do(s, "activate asturias_cantabria", "march castile_leon")
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


@pytest.mark.parametrize("side, lasting, times", [
    ("liberal", UNITED_COMMAND, 2), ("carlist", UNITED_COMMAND, 1), ("liberal", LEVY, 1),
])
@rule("aiw", "10.0g")
def test_a_united_liberal_command_uses_two(side: str, lasting: int, times: int) -> None:
    s = war({}, side=side, points=0, command=(5, 5))
    s.lasting = lasting
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
    assert "store" in offered(s)


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


# -------------------------------------------------------------------------------------------------- store, replacements


@rule("aiw", "10.0h", "13.1k")
def test_a_player_reads_how_many_points_he_has_left() -> None:
    s = acting({"bilbao": "l_ln2"}, "liberal", points=2)
    do(s, "transport bilbao", "ship l_ln2", "sail laredo")
    left = (("points", "number", 1), ("half", "number", 1), ("extra", "number", 0))
    assert tablero.prompt(s, LIBERAL).args == left
