"""[17.0] [17.1] The sequence of a Battle, and deployment."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    ARMY,
    BLOCKS_OF,
    CARLIST,
    CAVALRY,
    FOOT,
    HORSE,
    LIBERAL,
    TRAINS,
    UNIT,
    UNITS,
    UNSEEN,
)
from tablero.games.aiw.rules.r17_battle.s00_battlefield import FRONT, is_horse
from tablero.games.aiw.rules.r17_battle.s01_deployment import Deployment
from tablero.games.aiw.rules.r17_battle.s06_artillery import artillery_points, fresh_points
from tablero.games.aiw.rules.r17_battle.s09_retreat import Retreat
from tablero.games.aiw.rules.r17_battle.s10_regroup import Regroup
from tablero.games.aiw.state import Aiw
from tablero.games.aiw.view import view
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, draw_up, front, now, reached, reserve, spent
from tests.games.aiw.war import asked, at, block, do, guns, heard, knapsack, offered, refused, strength, told, war
from tests.rules import rule

THREE = "c_nav1 c_nav2 c_nav3"


def forget_all(s: Aiw) -> None:
    """Nobody knows anything of the enemy's blocks."""
    for side in (0, 1):
        for b in ids_of(BLOCKS_OF[side]):
            if s.at[b] >= 0:
                s.may[b], s.low[b], s.high[b] = ARMY[side], 1, 4


@rule("aiw", "17.0a")
def test_a_battle_runs_from_deployment_through_rounds_to_result_retreat_and_regroup() -> None:
    s = battle("durango", f"{THREE} c_gui1", "l_rg1 l_rg2 l_rg3", came=["villarreal"])
    events = do(s, "fill", "done")
    drawn_up = ["drew_up carlist 3 1", "drew_up liberal 3 0", "battle_round 1"]
    assert drawn_up == heard(events, *{event.kind for event in events} - {"shown"})
    assert "carlist ActivateUnit" == asked(s)
    do(s, "pass", "pass", "fight_on", "fight_on")
    assert "liberal PullBack" == asked(s)
    do(s, "done", "done")
    assert 2 == now(s).round
    do(s, "pass", "pass", "fight_on", "fight_on", "done", "done")
    assert 3 == now(s).round
    kinds = [e.kind for e in do(s, "pass", "pass")]
    assert kinds.index("battle_held") < kinds.index("retreated")
    assert "fired" not in kinds


@rule("aiw", "17.0a")
def test_a_pursuit_comes_before_the_retreat_and_the_regroup_after_it() -> None:
    s = battle("durango", THREE, "l_rg1 l_rg2 l_rg3 field:1", came=["villarreal"])
    do(s, "done", "pass", "pass")
    kinds = [e.kind for e in do(s, "withdraw", dice=[6] * 3)]
    places = [kinds.index(kind) for kind in ("battle_pursuit", "fired", "captured", "retreated")]
    assert sorted(places) == places


@rule("aiw", "17.0a", "17.8b")
def test_the_winner_regroups_when_the_loser_has_retreated() -> None:
    s = battle("durango", THREE, "l_rg1 l_rg2 l_rg3", came=["villarreal"], others={"eibar": "c_gui1"})
    do(s, "done", "pass", "pass", "withdraw", dice=[6] * 3)
    while reached(s, Retreat):
        do(s, "done")                           # nothing is merged
    assert reached(s, Regroup)
    assert "villarreal" == at(s, "l_rg1")


@rule("aiw", "17.1a")
def test_both_deploy_at_once_and_neither_sees_the_others_line_before_both_are_done() -> None:
    s = battle("durango", f"{THREE} c_gui1", "l_rg1 l_rg2 l_rg3 l_ln1", secret=True)
    assert [0, 1] == list(tablero.players(s))
    do(s, "front l_rg1", "front l_rg2", "front l_ln1", "done", seat="liberal")
    hidden = view(s, 0)
    top = hidden.stack[-1]
    assert isinstance(top, Deployment)
    assert 0 == top.front
    assert 0 == s.shown
    mine = view(s, 1).stack[-1]
    assert isinstance(mine, Deployment)
    assert 3 == mine.front.bit_count()
    do(s, "front c_nav1", "front c_nav2", "front c_gui1", seat="carlist")
    mine, watching = (view(s, seat).stack[-1] for seat in (0, -1))
    assert isinstance(mine, Deployment)
    assert isinstance(watching, Deployment)
    assert (3, 0) == (mine.front.bit_count(), watching.front)
    do(s, "done", seat="carlist")
    assert {"l_rg1", "l_rg2", "l_ln1"} == front(s, "liberal")
    assert {"c_nav1", "c_nav2", "c_gui1"} == front(s, "carlist")


def test_a_line_that_was_laid_in_secret_is_guessed_anew_for_the_enemy() -> None:
    s = battle("durango", f"{THREE} c_gui1", "l_rg1 l_rg2 l_rg3 l_ln1", secret=True)
    forget_all(s)
    do(s, "fill", "done", seat="liberal")
    do(s, "front c_gui1", seat="carlist")
    lines = set()
    for seed in range(8):
        other = GAME.determinize(GAME.view(s, 0), seed)
        top = other.stack[-1]
        assert isinstance(top, Deployment)
        assert sum(FRONT[1]) >= (top.front & BLOCKS_OF[LIBERAL]).bit_count() > 0
        assert 1 << block(s, "c_gui1") == top.front & BLOCKS_OF[CARLIST]
        assert view(other, 0).stack == view(s, 0).stack
        lines.add(top.front)
    assert len(lines) > 1


@rule("aiw", "17.1b")
def test_the_defender_deploys_all_units_but_those_inside_the_fortress() -> None:
    s = battle(
        "vitoria", "c_nav1 c_nav2 c_nav3", "l_rg1 l_rg2 l_rg3 l_ln1", attacker="carlist",
        others={"inside vitoria": "l_ln2"},
    )
    assert Refusal("17.1b", "inside_the_fortress") == refused(s, "front l_ln2", "liberal")
    draw_up(s)
    assert {"l_rg1", "l_rg2", "l_rg3", "l_ln1"} == front(s, "liberal") | reserve(s, "liberal")


@rule("aiw", "17.1c")
def test_the_attacker_deploys_the_first_group_and_not_those_on_roads_or_in_the_fortress() -> None:
    s = battle(
        "vitoria", THREE, "l_rg1 l_rg2 l_rg3",
        others={"road salvatierra>vitoria": "l_ln1", "inside vitoria": "l_ln2"}, siege=["vitoria"],
    )
    assert Refusal("17.1c", "not_of_the_first_group") == refused(s, "front l_ln1", "liberal")
    assert Refusal("17.1c", "not_of_the_first_group") == refused(s, "front l_ln2", "liberal")
    draw_up(s)
    assert {"l_rg1", "l_rg2", "l_rg3"} == front(s, "liberal") | reserve(s, "liberal")


@rule("aiw", "17.1d", "17.1e")
def test_all_boxes_must_be_filled_and_the_rest_goes_to_reserve() -> None:
    s = battle("salvatierra", THREE, "l_rg1 l_rg2 l_rg3 l_ln1 l_ln2 l_ln3", secret=True)
    do(s, "front l_ln1", "front l_ln2", "front l_ln3", "front l_rg1", seat="liberal")
    assert Refusal("17.1d", "front_not_filled") == refused(s, "done", "liberal")
    assert Refusal("17.1d", "already_in_front") == refused(s, "front l_ln1", "liberal")
    do(s, "front l_rg2", seat="liberal")
    assert ["done"] == offered(s, "liberal")
    assert ["done"] == offered(s, "carlist")        # three Infantry: all of them are in front of themselves
    do(s, "done", "done")
    assert {"l_rg3"} == reserve(s, "liberal")
    assert set(THREE.split()) == front(s, "carlist")


@rule("aiw", "17.1f")
def test_rough_has_boxes_for_three_infantry_and_one_cavalry() -> None:
    assert ((5, 2), (3, 1)) == FRONT
    s = battle("durango", "c_nav1 c_nav2 c_nav3 c_gui1 c_navc1 c_basc1", "l_rg1 l_rg2 l_rg3", secret=True)
    do(s, "front c_nav1", "front c_nav2", "front c_gui1", seat="carlist")
    assert Refusal("17.1f", "front_row_full") == refused(s, "front c_nav3", "carlist")
    do(s, "front c_basc1", seat="carlist")
    assert Refusal("17.1f", "front_row_full") == refused(s, "front c_navc1", "carlist")
    assert Refusal("17.1f", "front_row_full") == refused(s, "fill", "carlist")
    do(s, "done", "done")
    assert {"c_nav1", "c_nav2", "c_gui1", "c_basc1"} == front(s, "carlist")
    assert {"c_nav3", "c_navc1"} == reserve(s, "carlist")


@rule("aiw", "17.1f")
def test_every_unit_stands_with_its_own_kind() -> None:
    for unit in UNITS:
        s = war({"lerin": unit.id})
        assert (unit.kind == CAVALRY) == is_horse(s, block(s, unit.id))


@rule("aiw", "17.1f")
def test_open_terrain_has_boxes_for_five_infantry_and_two_cavalry() -> None:
    s = battle("salvatierra", "c_nav1 c_nav2 c_nav3 c_gui1 c_gui2 c_gui3 c_navc1 c_basc1 c_casc1", "l_rg1 l_rg2 l_rg3")
    draw_up(s)
    assert {"c_nav1", "c_nav2", "c_nav3", "c_gui1", "c_gui2", "c_navc1", "c_basc1"} == front(s, "carlist")
    assert {"c_gui3", "c_casc1"} == reserve(s, "carlist")


@rule("aiw", "17.1g")
def test_front_line_blocks_are_shown_with_their_strength_and_reserve_blocks_stay_hidden() -> None:
    s = battle("durango", "c_nav1 c_nav2 c_nav3 c_gui1 c_gui2", "l_rg1 l_rg2 l_rg3", secret=True)
    forget_all(s)
    do(s, "front c_gui1", "front c_gui2", "front c_nav1", "done", seat="carlist")
    events = do(s, "done", seat="liberal")
    assert (block(s, "c_nav1"), UNIT["c_nav1"], 4) in told(events, "shown")
    seen = view(s, 1)
    assert {"c_gui1", "c_gui2", "c_nav1"} == front(seen, "carlist")
    assert 4 == seen.strength[block(s, "c_nav1")]
    for name in ("c_nav2", "c_nav3"):
        assert UNSEEN == seen.unit[block(s, name)]
        assert 0 == seen.strength[block(s, name)]


@rule("aiw", "17.1d", "17.1g")
def test_the_enemy_can_tell_what_a_reserve_can_be() -> None:
    s = battle("durango", "c_nav1 c_nav2 c_nav3 c_gui1 c_gui2 c_st1", "l_ln1 l_ln2 l_lnc1 l_lnc2")
    forget_all(s)
    draw_up(s)
    for name in reserve(s, "carlist"):      # no Cavalry in front: none in Reserve
        assert not s.may[block(s, name)] & ~FOOT
    assert not s.may[block(s, "c_st1")] & ~TRAINS
    (left,) = reserve(s, "liberal")
    assert not s.may[block(s, left)] & ~HORSE


@rule("aiw", "17.1h")
def test_all_units_begin_fresh() -> None:
    s = draw_up(battle("durango", THREE, "l_rg1 l_rg2 l_rg3"))
    assert set() == spent(s, "carlist") | spent(s, "liberal")
    assert ["pass", "fire c_nav1", "fire c_nav2", "fire c_nav3"] == offered(s)


@rule("aiw", "17.1i")
def test_artillery_points_are_the_strength_of_the_guns() -> None:
    s = draw_up(battle("salvatierra", f"{THREE} field:1 mountain:2", "l_rg1 l_rg2 l_rg3 field:4"))
    assert [3, 4] == [artillery_points(s, now(s), side) for side in (0, 1)]
    assert [3, 4] == [fresh_points(s, now(s), side) for side in (0, 1)]


@rule("aiw", "17.1j")
@pytest.mark.parametrize("strength, points", [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_field_artillery_gives_half_its_points_in_rough(strength: int, points: int) -> None:
    s = draw_up(battle("durango", f"{THREE} field:1", f"l_rg1 l_rg2 l_rg3 field:{strength} mountain:1"))
    assert [0, points + 1] == [artillery_points(s, now(s), side) for side in (0, 1)]


@rule("aiw", "17.1k")
def test_there_are_as_many_points_as_guns_give() -> None:
    s = draw_up(battle("salvatierra", f"{THREE} field:6 mountain:2", "l_rg1 l_rg2 l_rg3 field:4 mountain:2"))
    assert 14 == sum(artillery_points(s, now(s), side) for side in (0, 1))


@rule("aiw", "17.1l")
def test_a_train_and_a_knapsack_do_not_fight() -> None:
    s = battle("durango", f"c_st1 {THREE}", "l_rg1 l_rg2 l_rg3 l_ln1 l_st4 knapsack:2", secret=True)
    assert Refusal("17.1l", "train_does_not_fight") == refused(s, "front l_st4", "liberal")
    draw_up(s)
    assert set() == reserve(s, "carlist")
    assert "l_st4" not in front(s, "liberal") | reserve(s, "liberal")
    assert UNSEEN == view(s, 0).unit[block(s, "l_st4")]
    do(s, "pass")
    assert ["pass", "fire l_rg1", "fire l_rg2", "fire l_rg3"] == offered(s)
    assert Refusal("17.4a", "not_in_your_front_line") == refused(s, "fire l_st4")
    assert 2 == knapsack(s, "liberal", "durango")
    assert 4 == strength(s, "l_st4")
    assert (0, 0) == guns(s, "liberal", "durango")
