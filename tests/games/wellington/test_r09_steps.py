"""[9.1] [9.4] [9.5] What a step goes by, costs and takes along."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import BRITAIN, CLEAR, DUCHIES, PASS, RIVER, ROUGH, SPAIN
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import put_soldiers, take_soldiers
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s01_lines import forced, line
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.rules.r09_movement.s03_step import bring_along
from tests.games.wellington.cards.playing import command
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import at, do, game, leader, leaders, offered, pieces_at, run, sps, told, x
from tests.games.wellington.marching import lead
from tests.rules import rule


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


@rule("wellington", "9.1a")
def test_pieces_stand_where_they_have_marched_to() -> None:
    s = lead({"lisbon": "hill britain:4", "santarem": "britain:1"}, "lead hill", "load 3", "step santarem", "stop")
    assert ("britain:1", "hill britain:4") == (pieces_at(s, "lisbon"), pieces_at(s, "santarem"))
    assert "santarem" == at(s, "hill")


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
