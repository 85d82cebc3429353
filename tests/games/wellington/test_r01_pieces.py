"""[1.5] [1.6] [1.7] Soldiers, Leaders and Formations."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import (
    ALLIES,
    ARTILLERY,
    BATTLE_RATING,
    BRITAIN,
    CAVALRY,
    COMMAND_RATING,
    DUCHIES,
    INFANTRY,
    LEADER_NAMES,
    MIX,
    SP_OF,
    SPAIN,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import (
    fits,
    has_counter,
    infantry_needed,
    lose_soldiers,
    mark_soldiers,
    most_counters,
    room,
    take_soldiers,
    tally,
    unmarked,
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import (
    armies,
    best_leader,
    commander_at,
    formations,
    mark,
    move_force,
    pieces,
)
from tests.games.wellington.field import game, leader, leaders, marked, pieces_at, sps, x
from tests.rules import rule


@rule("wellington", "1.5a")
def test_counters_are_worth_one_two_and_four() -> None:
    assert (1, 2, 4) == (SP_OF[INFANTRY], SP_OF[CAVALRY], SP_OF[ARTILLERY])


@rule("wellington", "1.5c", "0b")
def test_the_counter_mix() -> None:
    assert ((14, 6, 3), (23, 8, 3), (23, 9, 6), (23, 8, 3)) == MIX
    assert 129 == sum(map(sum, MIX))


@rule("wellington", "1.5b")
@pytest.mark.parametrize("stacks, infantry", [([1, 1], 2), ([2], 0), ([4], 0), ([3], 1), ([38], 14), ([5, 5, 5, 5], 4)])
def test_soldiers_are_changed_into_as_few_infantry_as_possible(stacks: list[int], infantry: int) -> None:
    assert infantry == infantry_needed(BRITAIN, stacks)


@rule("wellington", "1.5b", "1.5d")
def test_how_many_counters_of_an_arm_a_stack_holds() -> None:
    s = game({"lisbon": "britain:13", "porto": "britain:4"})
    assert [13, 6, 3] == [most_counters(s, BRITAIN, x("lisbon"), arm) for arm in range(3)]
    for counts in ({"lisbon": 13, "porto": 4}, {"lisbon": 38}, {"lisbon": 30, "porto": 1, "braga": 7}, {"lisbon": 3}):
        s = game({name: f"britain:{n}" for name, n in counts.items()})
        for name, n in counts.items():
            for arm in range(3):
                assert (most_counters(s, BRITAIN, x(name), arm) > 0) == has_counter(BRITAIN, n, arm, tally(s, BRITAIN))
    assert not has_counter(BRITAIN, 0, INFANTRY, tally(s, BRITAIN))


@rule("wellington", "1.5d")
def test_a_power_never_has_more_soldiers_than_its_counters_allow() -> None:
    s = game({"lisbon": "britain:36"})
    assert fits(s, BRITAIN, [(x("lisbon"), 2)])
    assert not fits(s, BRITAIN, [(x("lisbon"), 3)])
    assert 2 == room(s, BRITAIN, x("lisbon"), 5)


@rule("wellington", "1.5f", "1.5e", "6b")
def test_losses_are_strength_points() -> None:
    s = game({"lisbon": "britain:3"})
    assert 2 == lose_soldiers(s, BRITAIN, x("lisbon"), 2)
    assert ("britain:1", 0) == (pieces_at(s, "lisbon"), sps(s, "britain", "regroup"))
    assert 1 == lose_soldiers(s, BRITAIN, x("lisbon"), 5, to_regroup=True)
    assert ("", 1) == (pieces_at(s, "lisbon"), sps(s, "britain", "regroup"))
    assert 0 == formations(s, ALLIES)


@rule("wellington", "1.6a", "1.6b", "1.6f", "20b", "20i")
def test_the_ratings_of_leaders() -> None:
    assert 18 == len(LEADER_NAMES)
    assert all(1 <= rating <= 5 for rating in BATTLE_RATING)
    assert {4, 6, 9} == set(COMMAND_RATING)
    assert (5, 9) == (BATTLE_RATING[leader("wellington")], COMMAND_RATING[leader("wellington")])


@rule("wellington", "1.6e", "20z", "20x")
def test_soldiers_and_leaders_are_formations_and_flags_are_not() -> None:
    s = game({"lisbon": "britain:1", "porto": "hill", "cadiz": "spain:1 lacy"}, flags={"spain": "madrid"})
    assert 1 << x("lisbon") | 1 << x("porto") | 1 << x("cadiz") == formations(s, ALLIES)
    assert 1 << x("porto") | 1 << x("cadiz") == armies(s, ALLIES), "a lone Leader is an Army"


@rule("wellington", "1.6d", "1.6g")
def test_one_commands_the_best_unless_another_was_named() -> None:
    s = game({"lisbon": "hill beresford graham"})
    assert leader("hill") == best_leader(leaders("hill", "graham", "beresford"))
    assert leader("hill") == commander_at(s, ALLIES, x("lisbon"))
    s.commander[ALLIES * DUCHIES + x("lisbon")] = leader("beresford")
    assert leader("beresford") == commander_at(s, ALLIES, x("lisbon"))
    assert -1 == commander_at(s, ALLIES, x("porto"))


@rule("wellington", "9.42b", "10.3d")
def test_markers_and_march_counts_go_with_the_soldiers() -> None:
    s = game({"lisbon": "hill britain:3", "santarem": "britain:2"})
    move_force(s, (BRITAIN, leaders("hill"), 3), x("lisbon"), x("santarem"), marching=True)
    assert (1, 5) == (s.marched[leader("hill")], unmarked(s, BRITAIN, x("santarem")))
    assert [(0, 0, 2), (1, 0, 1)] == take_soldiers(s, BRITAIN, x("santarem"), 3), "the fresh ones first"
    mark_soldiers(s, BRITAIN, x("santarem"))
    assert 0 == unmarked(s, BRITAIN, x("santarem"))
    mark(s, ALLIES, x("santarem"))
    assert marked(s, "hill")


@rule("wellington", "13.1a", "20ap")
def test_leaders_count_as_one_strength_point() -> None:
    assert 5 == pieces((SPAIN, leaders("lacy", "blake"), 3))
