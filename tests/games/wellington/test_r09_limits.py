"""[9] Marches at their limits: who goes along, what is left, and what an Impulse remembers of them."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CLEAR,
    DUCHIES,
    FRENCH,
    NORD,
    PASS,
    RIVER,
    ROUGH,
    SPAIN,
    SUD,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import put_soldiers, take_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s01_lines import forced, line
from tablero.games.wellington.rules.r09_movement.s02_march import FreeMarch, March
from tablero.games.wellington.rules.r09_movement.s03_step import bring_along
from tablero.games.wellington.rules.r09_movement.s06_groups import judge, name_commander, set_commander
from tablero.games.wellington.state import Wellington
from tests.games.wellington.cards.playing import command
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import (
    asked,
    at,
    do,
    game,
    leader,
    leaders,
    offered,
    pieces_at,
    refused,
    run,
    sps,
    told,
    x,
)
from tests.rules import rule


def armies(s: Wellington) -> list[tuple[int, int, int]]:
    return list(s.frame(March).armies)


def lead(places: dict[str, str], *words: str, points: int = 6, active: str = "britain", **more: object) -> Wellington:
    """CPs are being spent, and these words have been said."""
    s = game(places, active=active, **more)  # type: ignore[arg-type]
    run(s, Spending(s.active, points))
    do(s, *words)
    return s


# --- lines and Forced Marches


@rule("wellington", "1.22a", "5.1c")
def test_pontoons_change_rivers_only() -> None:
    s = game({"caceres": "hill"})
    impulse(s).bridged = leaders("hill")
    force = BRITAIN, leaders("hill"), 0
    assert (CLEAR, ROUGH, CLEAR) == tuple(
        line(s, x("caceres"), x(b), force) for b in ("talavera", "badajoz", "merida"))
    assert PASS == line(s, x("leon"), x("oviedo"), force)
    assert RIVER == line(s, x("caceres"), x("talavera"))


@rule("wellington", "9.42a", "9.42b", "9.42d")
@pytest.mark.parametrize("leading, n, tired", [(True, 2, 0), (True, 3, 1), (True, 5, 3), (False, 2, 0), (False, 3, 3)])
def test_soldiers_who_have_marched_least_go_first(leading: bool, n: int, tired: int) -> None:
    s = game({"lisbon": "hill britain:2"})
    put_soldiers(s, BRITAIN, x("lisbon"), [(4, 0, 3), (4, 1, 2)])
    assert tired == forced(s, (BRITAIN, leaders("hill") if leading else 0, n), x("lisbon"))


# --- what is in hand


@rule("wellington", "9.51b", "9.64c")
def test_soldiers_who_stood_in_a_duchy_before_are_not_in_hand() -> None:
    s = lead({"lisbon": "hill graham britain:5", "santarem": "britain:3"}, "lead hill", "join graham", "step santarem")
    assert [(leader("hill"), 0, 4), (leader("graham"), 0, 1)] == armies(s)
    march = s.frame(March)
    march.armies = ((leader("hill"), 0, 4), (leader("graham"), 0, 4))
    march.stood = (3, 0, 0, 0)
    march.refresh(s)
    assert [(leader("hill"), 0, 4), (leader("graham"), 0, 1)] == armies(s)


@rule("wellington", "9.51b")
def test_marked_soldiers_are_not_in_hand() -> None:
    s = game({"lisbon": "hill"})
    put_soldiers(s, BRITAIN, x("lisbon"), [(0, 1, 2), (1, 0, 1)])
    march = March(BRITAIN, x("lisbon"), ((leader("hill"), 0, 3),), stood=(0, 0, 0, 0))
    march.refresh(s)
    assert ((leader("hill"), 0, 1),) == march.armies


@rule("wellington", "9.63d", "9.64c")
def test_of_the_last_army_soldiers_and_staff_are_counted() -> None:
    s = lead({"lisbon": "wellington hill graham beresford britain:12"}, "lead wellington", "join hill")
    assert [(leader("wellington"), 0, 9), (leader("hill"), 0, 3)] == armies(s)
    assert {"load 0", "load 1", "load 2"} == {text for text in offered(s) if text.startswith("load")}
    assert ("1.6c", "too_many_soldiers") == refused(s, "load 4")
    do(s, "load 1", "staff graham")
    assert refused(s, "staff graham") is None, "he may be left again"
    do(s, "staff graham")
    assert [(leader("wellington"), 0, 9), (leader("hill"), 0, 1)] == armies(s)
    assert ("9.64c", "not_in_this_duchy") == refused(s, "staff hill")
    assert "staff wellington" not in offered(s)


@rule("wellington", "9.63d")
def test_who_is_a_staff_officer_of_another_army_is_taken() -> None:
    s = lead({"lisbon": "wellington hill graham britain:12"}, "lead wellington", "staff graham", "join hill")
    assert ("9.64c", "not_in_this_duchy") == refused(s, "staff graham")
    assert ("9.64c", "not_in_this_duchy") == refused(s, "join graham")


@rule("wellington", "9.63d", "9.64a")
def test_enemies_and_leaders_elsewhere_are_no_company() -> None:
    s = lead({"lisbon": "wellington britain:5", "santarem": "hill"}, "lead wellington")
    assert not [text for text in offered(s) if text.startswith(("staff", "join"))]
    assert refused(s, "join hill") is not None
    do(s, "step santarem")
    assert "join hill" in offered(s)


@rule("wellington", "9.64c")
def test_who_is_elsewhere_or_leads_the_march_does_not_join() -> None:
    s = lead({"lisbon": "wellington graham britain:5", "santarem": "hill"}, "lead wellington")
    assert ("9.64c", "not_in_this_duchy") == refused(s, "join hill") == refused(s, "join wellington")
    assert refused(s, "join graham") is None
    tried = {action for action in s.stack[-1].candidates(s, BRITAIN) if action[0] == "load"}  # type: ignore[attr-defined]
    assert {("load", n) for n in range(5)} == tried, "as many as there are, but for what he has"


@rule("wellington", "5.1c", "9.61b")
def test_an_ally_in_winter_quarters_does_not_join() -> None:
    for quarters, refusal in ([], None), ([(SPAIN, x("santarem"), 0)], ("5.1c", "in_winter_quarters")):
        s = lead({"santarem": "castanos spain:2", "lisbon": "hill britain:2"}, "lead hill")
        s.quarters = quarters
        do(s, "step santarem")
        assert refusal == refused(s, "join castanos")


@rule("wellington", "9.61b", "9.64a")
def test_an_army_of_the_same_power_joins_on_the_way_without_being_asked() -> None:
    s = lead({"santarem": "graham britain:2", "lisbon": "hill britain:2"}, "lead hill", "step santarem", "join graham")
    assert ("britain MarchOrders", 2) == (asked(s), len(armies(s)))


@rule("wellington", "9.61b")
def test_who_plays_both_french_powers_is_not_asked_for_consent() -> None:
    for players, question in (("four", "sud JoinMarch"), ("three_allies", "nord MarchOrders")):
        s = game({"madrid": "marmont nord:2", "toledo": "soult sud:2"}, active="nord")
        s.players = ("four", "three_french", "three_allies", "two").index(players)
        run(s, Spending(NORD, 5))
        do(s, "lead marmont", "step toledo", "join soult")
        assert question == asked(s), players


@rule("wellington", "9.1a", "9.1e")
def test_only_leaders_on_the_map_can_be_taken_up_after_another() -> None:
    s = lead({"lisbon": "hill britain:2", "porto": "graham", "regroup": "wellington"}, "lead hill")
    assert ["lead graham"] == [text for text in offered(s) if text.startswith("lead")]
    s.marked = leaders("graham")
    do(s, "step santarem")
    assert ("9.51b", "stopped") == refused(s, "lead graham")
    s = lead({"lisbon": "hill britain:2", "porto": "graham", "regroup": "wellington"}, "lead hill", "lead graham")
    assert [leader("graham")] == [army[0] for army in armies(s)]
    assert (0, 0, False) == (s.frame(March).unwilling, s.frame(March).came, s.frame(March).moved)


@rule("wellington", "7.1a", "7.1h")
def test_the_last_point_of_a_march_may_be_a_flag() -> None:
    s = lead({"almeida": "hill britain:3"}, "lead hill", points=2)
    do(s, "flag lumbrales spain")
    assert "britain MarchOrders" == asked(s)
    s = lead({"almeida": "hill britain:3"}, "lead hill", points=1)
    do(s, "flag lumbrales spain")
    assert "nobody" == asked(s)


@rule("wellington", "9.63a")
def test_the_prompt_names_the_first_and_the_last_army() -> None:
    s = lead({"lisbon": "wellington hill britain:9"}, "lead hill", "join wellington")
    prompt = tablero.prompt(s, BRITAIN)
    assert ("march_group", 3, leader("hill"), leader("wellington")) == (
        prompt.key, *(value for name, _, value in prompt.args if name in ("n", "leader", "last")))
    assert leaders("hill", "wellington") == s.stack[-1].marks(s, BRITAIN)[0].things  # type: ignore[attr-defined]


@rule("wellington", "9a")
def test_an_event_takes_up_only_those_it_names_on_the_map() -> None:
    s = game({"lisbon": "hill britain:2", "porto": "graham", "regroup": "wellington"})
    run(s, FreeMarch(BRITAIN, 2, among=leaders("hill", "wellington")))
    assert ["lead hill", "done"] == offered(s)
    s = game({"lisbon": "hill britain:2", "porto": "graham", "regroup": "wellington"})
    run(s, FreeMarch(BRITAIN, 2))
    assert ["lead hill", "lead graham", "done"] == offered(s)
    do(s, "lead graham")
    assert not [text for text in offered(s) if text.startswith(("join", "lead", "flag"))], "free steps, and no more"


# --- Turning Movements


@rule("wellington", "9.5a")
@pytest.mark.parametrize("turning, in_hand, turns", [
    ("hill", "hill", True), ("hill", "hill graham", False), ("hill graham", "hill graham", True), ("", "hill", False),
    ("hill", "", False)])
def test_all_armies_in_hand_must_be_on_a_turning_movement(turning: str, in_hand: str, turns: bool) -> None:
    s = game({"lisbon": "hill graham britain:4"})
    impulse(s).turning = leaders(*turning.split())
    march = March(BRITAIN, x("lisbon"), tuple((leader(name), 0, 1) for name in in_hand.split()))
    assert turns == march.turns(s)


@rule("wellington", "9.5a")
def test_a_turning_movement_passes_enemies_only_where_there_are_any() -> None:
    s = lead({"lisbon": "hill britain:2"}, "lead hill")
    impulse(s).turning = leaders("hill")
    do(s, "step santarem")
    assert not s.frame(March).passing
    assert "stop" in offered(s)


@rule("wellington", "5.1c")
def test_the_heat_stops_a_counter_only_where_it_is_tired() -> None:
    s = game({"lisbon": "britain:2", "porto": "britain:2"})
    impulse(s).tired_piles = [(BRITAIN * DUCHIES + x("lisbon"), 0), (BRITAIN * DUCHIES + x("porto"), 1)]
    assert March(BRITAIN, x("lisbon"), counter=1).exhausted(s)
    assert not March(BRITAIN, x("porto"), counter=1).exhausted(s)
    impulse(s).tired_piles = []
    impulse(s).tired = [(leader("hill"), 1), (leader("graham"), 0)]
    assert March(BRITAIN, x("lisbon"), ((leader("graham"), 0, 0),)).exhausted(s)
    assert not March(BRITAIN, x("lisbon"), ((leader("hill"), 0, 0),)).exhausted(s)


# --- a step


@rule("wellington", "9.1a", "9.42b")
def test_a_step_is_told_for_each_army_and_the_one_that_marched_most_counts() -> None:
    s = lead({"lisbon": "hill graham britain:5"}, "lead hill", "join graham")
    s.marched[leader("graham")] = 2
    events = do(s, "step santarem")
    assert [(leader("hill"), 4, x("lisbon"), x("santarem")), (leader("graham"), 1, x("lisbon"), x("santarem"))] == told(
        events, "army_moved")
    assert (1, 3) == (s.marched[leader("hill")], s.marched[leader("graham")])


@rule("wellington", "5.1c", "9.1a")
def test_where_one_force_has_no_pontoons_the_line_is_a_river_for_all() -> None:
    s = game({"braga": "hill britain:2 castanos spain:2", "lumbrales": "nord:3"}, hands={})
    impulse(s).bridged = leaders("hill")
    run(s, Spending(BRITAIN, 6))
    command(s, "hill")
    do(s, "lead hill", "join castanos", "step lumbrales", dice=[1] * 60)
    assert (leader("castanos"), SPAIN * DUCHIES + x("lumbrales"), x("braga"), RIVER) in impulse(s).entries


@rule("wellington", "5.1c", "9.62b")
def test_what_marches_takes_its_pontoons_its_heat_and_its_command_along() -> None:
    s = game({"lisbon": "hill castanos britain:2"})
    pile, new = BRITAIN * DUCHIES + x("lisbon"), BRITAIN * DUCHIES + x("santarem")
    impulse(s).bridged_piles, impulse(s).tired_piles = [pile], [(pile, 2), (pile + 1, 2)]
    impulse(s).tired = [(leader("hill"), 2), (leader("graham"), 2)]
    bring_along(s, BRITAIN, ((BRITAIN, 0, 1),), x("lisbon"), x("santarem"))
    assert [pile, new] == impulse(s).bridged_piles
    assert [(pile, 2), (pile + 1, 2), (new, 1)] == impulse(s).tired_piles
    assert [(leader("hill"), 2), (leader("graham"), 2)] == impulse(s).tired
    bring_along(s, BRITAIN, ((BRITAIN, leaders("hill"), 1),), x("lisbon"), x("santarem"))
    assert [pile, new] == impulse(s).bridged_piles
    assert [(leader("hill"), 1), (leader("graham"), 2)] == impulse(s).tired
    bring_along(s, BRITAIN, ((BRITAIN, 0, 1),), x("porto"), x("braga"))
    assert [pile, new] == impulse(s).bridged_piles, "those of Porto have none"


@rule("wellington", "9.62b")
@pytest.mark.parametrize("commander, going, waiting, goes", [
    ("castanos", "hill castanos", "", True), ("castanos", "hill", "", False), ("", "hill castanos", "", False),
    ("hill", "hill castanos", "graham", False)])
def test_the_command_goes_along_with_the_commander_to_where_no_other_leader_is(
    commander: str, going: str, waiting: str, goes: bool
) -> None:
    s = game({"lisbon": "hill castanos", **({"santarem": waiting} if waiting else {})})
    if commander:
        command(s, commander)
    forces = ((BRITAIN, leaders("hill"), 0), (SPAIN, leaders("castanos") if "castanos" in going else 0, 0))
    bring_along(s, BRITAIN, forces, x("lisbon"), x("santarem"))
    assert (leader(commander) if goes else -1) == s.commander[ALLIES * DUCHIES + x("santarem")]


@rule("wellington", "9.42d", "9.1b")
def test_a_counter_takes_no_marked_soldiers_along() -> None:
    s = game()
    put_soldiers(s, BRITAIN, x("lisbon"), [(0, 1, 2), (3, 0, 1)])
    assert [(3, 0, 1)] == [(m, k, n) for m, k, n in take_soldiers(s, BRITAIN, x("lisbon"), 1, any_marker=False)]
    s = game({"porto": "hill"})
    put_soldiers(s, BRITAIN, x("lisbon"), [(3, 1, 2), (1, 0, 1)])
    run(s, Spending(BRITAIN, 3))
    do(s, "counter lisbon infantry", "step santarem")
    assert (2, 1) == (sps(s, "britain", "lisbon"), sps(s, "britain", "santarem"))
    there = BRITAIN * DUCHIES + x("santarem")
    assert [(there, 2, 0, 1)] == [tag for tag in s.tags if tag[0] == there]


# --- Commanders


@rule("wellington", "9.62a")
def test_one_soldier_more_decides_about_the_commander() -> None:
    places = {"lisbon": "hill castanos britain:3 spain:2"}
    assert BRITAIN == judge(game(places, active="spain"), ALLIES, x("lisbon"))
    assert SPAIN == judge(game({"lisbon": "hill castanos britain:2 spain:3"}), ALLIES, x("lisbon"))
    s = game({"madrid": "marmont soult nord:3 sud:3"}, active="sud")
    assert SUD == judge(s, FRENCH, x("madrid"))
    s.active, s.last_of = -1, (BRITAIN, NORD)
    assert NORD == judge(s, FRENCH, x("madrid"))


@rule("wellington", "9.62b", "9.6c")
@pytest.mark.parametrize("commander, came, again", [
    ("hill", "hill castanos", False), ("hill", "castanos", True), ("graham", "hill castanos", True),
    ("", "hill castanos", True)])
def test_leaders_who_came_together_under_a_commander_name_no_other(commander: str, came: str, again: bool) -> None:
    s = game({"lisbon": "hill castanos britain:2", "porto": "graham"})
    if commander:
        s.commander[ALLIES * DUCHIES + x("lisbon")] = leader(commander)
    assert again == name_commander(s, ALLIES, x("lisbon"), leaders(*came.split()))


@rule("wellington", "9.62b")
def test_a_commander_is_told_once() -> None:
    s = game({"lisbon": "hill castanos"})
    set_commander(s, x("lisbon"), leader("castanos"))
    set_commander(s, x("lisbon"), leader("castanos"))
    assert [(leader("castanos"),)] == told(s.events, "named")
    assert leader("castanos") == commander_at(s, ALLIES, x("lisbon"))
    s = game({"lisbon": "wellington hill"})
    set_commander(s, x("lisbon"), leader("wellington"))
    assert leader("wellington") == s.commander[ALLIES * DUCHIES + x("lisbon")]


@rule("wellington", "9.62b")
def test_only_a_commander_named_where_the_march_has_come_to_is_its_own() -> None:
    for where, power, named in (("santarem", BRITAIN, True), ("lisbon", BRITAIN, False), ("santarem", SPAIN, True)):
        s = lead({"lisbon": "wellington hill castanos britain:4", "santarem": "de_espana spain:1"}, "lead hill",
                 "step santarem")
        march = s.frame(March)
        name_commander(s, ALLIES, x(where))
        frame = s.stack[-1]
        frame.choose(s, power, ("command", leader("hill" if where == "santarem" else "castanos")))  # type: ignore[attr-defined]
        assert named == march.named


@rule("wellington", "9.1a")
def test_pieces_stand_where_they_have_marched_to() -> None:
    s = lead({"lisbon": "hill britain:4", "santarem": "britain:1"}, "lead hill", "load 3", "step santarem", "stop")
    assert ("britain:1", "hill britain:4") == (pieces_at(s, "lisbon"), pieces_at(s, "santarem"))
    assert "santarem" == at(s, "hill")
