"""[10] The Actions step: one action for each unit, activations, recruits, the sea, and how it ends."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import CARLIST, FIGHTERS, SIDES, TRAINS, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase, phase
from tablero.games.aiw.rules.r10_actions.s00_actions import Act
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal
from tests.games.aiw.acting import acting, points
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, told, war
from tests.rules import rule


def verbs(s: Aiw) -> set[str]:
    return {words.partition(" ")[0] for words in offered(s)}


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


@rule("aiw", "10.1b", "23.1d")
def test_liberals_of_a_region_are_activated_though_some_have_acted() -> None:
    s = acting({"aragon": "l_ln1:2 l_ln2"}, "liberal")
    do(s, "replacements", "raise l_ln1", "done", dice=[4])
    assert "activate aragon" in offered(s)
    do(s, "activate aragon")
    assert refused(s, "add l_ln1") == Refusal("10.0k", "has_acted")


@rule("aiw", "23.1c")
def test_an_expedition_that_somebody_joined_in_this_phase_is_not_activated() -> None:
    s = acting({"aragon": "c_nav1", "catalonia": "c_nav2"}, year=1836)
    do(s, "activate catalonia", "march aragon")
    assert at(s, "c_nav2") == "aragon"
    assert refused(s, "activate aragon") == Refusal("23.1c", "part_of_expedition_has_acted")


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
@pytest.mark.parametrize("points, extra", [(0, 0), (0, 1), (1, 0), (4, 1)])
def test_written_options_are_the_candidates_that_nothing_refuses(side: str, points: int, extra: int) -> None:
    s = acting(
        {
            "durango": "c_reg1 c_par3 c_st1", "estella": "c_nav2 c_navc1", "los_arcos": "c_for1 c_casc1 c_par2",
            "aragon": "c_gui1 l_ln1", "bermeo": "c_bis1",
            "vitoria": "l_rg1 l_st1 knapsack:2", "laredo": "l_ln2", "galicia": "l_ln3 l_pr1", "haro": "l_pr2",
            "inside bilbao": "l_ln4", "bilbao": "c_ala1", "catalonia": "c_gui2",
        },
        side, points=points, forts={"carlist": ["durango"]}, works={"liberal": ["haro"]}, siege=["bilbao"],
        uprising={"galicia": 2, "aragon": 1, "catalonia": 1}, command=(1, 5),
    )
    seat = SIDES.index(side)
    phase(s).expeditions, phase(s).extra = 1 << area("aragon") | 1 << area("catalonia"), extra
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
    for b in ids_of(pair):
        s.may[b] = 1 << UNIT["l_ln1"] | TRAINS
    other = s.clone()
    do(s, "activate haro")
    assert s.facts == [(pair, FIGHTERS, 1)]
    other.acted = 1 << block(other, "l_st1")
    other.offered = {}
    do(other, "activate haro")
    assert not other.may[block(other, "l_ln1")] & TRAINS        # who has acted does not march
