"""[11.5] How losses are shared, and who falls."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import ALL_DUCHIES, ALLIES, FRENCH, INFANTRY, MIX, NEAR, SPAIN
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r11_battle.s05_resolution import Casualties, shares
from tablero.kernel.bits import ids_of
from tests.games.wellington.combat import battle_at, fight, start, throw
from tests.games.wellington.field import asked, at, do, game, leader, offered, run, sps, told, x
from tests.rules import rule


@rule("wellington", "11.51a", "11.51b")
@pytest.mark.parametrize(("kills", "ours", "theirs", "found"), [
    (4, 5, 5, (2, 2, 0)), (3, 5, 5, (1, 1, 1)), (1, 5, 5, (0, 0, 1)), (5, 1, 9, (1, 4, 0)), (5, 9, 2, (3, 2, 0)),
    (3, 1, 1, (1, 1, 0)), (2, 0, 4, (0, 2, 0)), (9, 2, 3, (2, 3, 0)), (0, 3, 3, (0, 0, 0)), (3, 1, 9, (1, 2, 0)),
])
def test_kills_are_shared_as_evenly_as_both_powers_can_bear_them(
    kills: int, ours: int, theirs: int, found: tuple[int, int, int]
) -> None:
    assert found == shares(kills, ours, theirs)


@rule("wellington", "11.51a")
def test_four_kills_cost_each_ally_two() -> None:
    s = game({"leon": "wellington britain:4 castanos spain:4 marmont nord:9"}, active="nord")
    set_commander(s, x("leon"), leader("wellington"))
    fight(s, "leon", "palencia", dice=[*throw(13, sixes=4), *throw(15, sixes=5)])
    assert (2, 2, "nobody") == (sps(s, "britain", "leon"), sps(s, "spain", "leon"), asked(s))


@rule("wellington", "11.51b")
def test_the_power_of_the_commander_says_who_bears_the_odd_kill() -> None:
    for name, power in (("wellington", "britain"), ("castanos", "spain")):
        s = game({"leon": "wellington britain:4 castanos spain:4 marmont nord:9"}, active="nord")
        set_commander(s, x("leon"), leader(name))
        fight(s, "leon", "palencia", dice=[*throw(13, sixes=3), *throw(15 if name == "wellington" else 12, sixes=5)])
        assert (f"{power} OddKill", ["bear britain", "bear spain"]) == (asked(s), offered(s))
        do(s, "bear spain", dice=[1])
        assert (3, 2) == (sps(s, "britain", "leon"), sps(s, "spain", "leon"))


@rule("wellington", "1.5e", "11.5g")
def test_an_sp_that_cannot_be_changed_is_lost_with_the_one_that_was_killed() -> None:
    s = game({"leon": "spain:4 marmont nord:6"}, active="nord")
    far = ids_of(ALL_DUCHIES & ~NEAR[x("leon")] & ~(1 << x("leon")))
    for where in far[:MIX[SPAIN][INFANTRY]]:
        add_soldiers(s, SPAIN, where, 1)                # all infantry is in use; in Leon there is artillery
    battle = fight(s, "leon", "palencia", dice=[*throw(10, sixes=1), *throw(4, sixes=2)])
    assert (2, [1, 2]) == (sps(s, "spain", "leon"), battle.lost)           # a cavalry counter; one SP was killed


@rule("wellington", "11.51c", "20ap", "11.52a")
def test_no_leader_falls_while_a_soldier_is_left() -> None:
    s = game({"leon": "castanos spain:1 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(10, sixes=1), *throw(3)])
    assert (0, "leon", "spain RetreatGroup", 1) == (
        sps(s, "spain", "leon"), at(s, "castanos"), asked(s), battle.lost[ALLIES])
    s = game({"leon": "castanos spain:1 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(10, sixes=2), *throw(3), 1])
    assert ("unbuilt", 2, True) == (at(s, "castanos"), battle.lost[ALLIES], battle.overrun)


@rule("wellington", "11.51c")
def test_soldiers_of_the_ally_die_before_any_leader() -> None:
    s = game({"leon": "wellington castanos spain:3 marmont nord:6"}, active="nord")
    set_commander(s, x("leon"), leader("wellington"))
    fight(s, "leon", "palencia", dice=[*throw(10, sixes=3), *throw(9, sixes=5)])
    assert ("leon", "leon", 0) == (at(s, "wellington"), at(s, "castanos"), sps(s, "spain", "leon"))


@rule("wellington", "11.51c", "11.51b", "11.51a")
def test_where_there_is_a_choice_somebody_says_which_leader_falls() -> None:
    s = game({"leon": "castanos blake spain:1 marmont nord:6"}, active="nord")
    fight(s, "leon", "palencia", dice=[*throw(10, sixes=2), *throw(4, sixes=1, fives=3)])
    assert ("spain FallenLeader", ["lose castanos", "lose blake"]) == (asked(s), offered(s))
    do(s, "lose blake")
    assert ("leon", "unbuilt", "palencia") == (at(s, "castanos"), at(s, "blake"), at(s, "marmont"))
    s = game({"leon": "wellington hill castanos spain:1 marmont nord:6"}, active="nord")       # Spain has lost an SP
    set_commander(s, x("leon"), leader("castanos"))
    fight(s, "leon", "palencia", dice=[*throw(10, sixes=2), *throw(6, sixes=2, fives=3)])
    assert ("britain FallenLeader", ["lose wellington", "lose hill"]) == (asked(s), offered(s))
    s = game({"leon": "wellington hill castanos blake britain:1 spain:1 marmont nord:6"}, active="nord")
    set_commander(s, x("leon"), leader("castanos"))
    fight(s, "leon", "palencia", dice=[*throw(10, sixes=4), *throw(8, sixes=2, fives=3)])
    do(s, "lose blake")                                 # the second one must be British
    assert ("britain FallenLeader", ["lose wellington", "lose hill"]) == (asked(s), offered(s))
    s = game({"leon": "wellington castanos britain:1 spain:1 marmont nord:6"}, active="nord")
    set_commander(s, x("leon"), leader("castanos"))
    fight(s, "leon", "palencia", dice=[*throw(10, sixes=3), *throw(6, sixes=2, fives=3)])
    assert ("spain FallenLeader", ["lose wellington", "lose castanos"]) == (asked(s), offered(s))


@rule("wellington", "11.53c", "11.7a")
def test_kills_of_a_later_round_take_disrupted_soldiers_first() -> None:
    s = game({"leon": "castanos spain:4 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[
        *throw(10, fives=3), *throw(6, fives=3), *throw(7, sixes=2, fives=1), *throw(3)])
    assert ([2, 3], 2 + 2) == (battle.shaken, battle.lost[ALLIES])         # 3 - 2 + 1 were Routed besides the killed
    s = game({"leon": "castanos spain:2 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[
        *throw(10, fives=2), *throw(4, fives=2), *throw(8, sixes=1), *throw(2)])
    assert ("leon", 1) == (at(s, "castanos"), sps(s, "spain", "leon"))      # all were disrupted, a Soldier dies


@rule("wellington", "11.5e", "20ap")
def test_a_lone_leader_who_is_disrupted_keeps_his_rating_and_is_lost_in_a_rout() -> None:
    s = game({"leon": "castanos marmont nord:6"}, active="nord")
    battle = battle_at(s, "leon", "palencia")
    battle.bonus[ALLIES] = 4
    start(s, battle, [*throw(10, fives=1), *throw(6, fives=1), *throw(9, fives=3), *throw(2 - 1), 2])
    assert ([4, 1], 1, "unbuilt", True) == (battle.suffered, battle.lost[ALLIES], at(s, "castanos"), battle.routed)


@rule("wellington", "11.7a", "11.7b")
def test_three_casualties_more_in_all_rounds_are_a_rout() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(10, sixes=3, fives=3), *throw(8, fives=3)])
    assert (True, 0, 3 + 3) == (battle.routed, sps(s, "spain", "leon"), battle.lost[ALLIES])
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(10, fives=5), *throw(8, fives=3)])
    assert (False, 6) == (battle.routed, sps(s, "spain", "leon"))
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[
        *throw(10, fives=2), *throw(8, fives=2), *throw(8, fives=4), *throw(6, fives=1)])
    assert ([6, 3], True, 0) == (battle.suffered, battle.routed, sps(s, "spain", "leon"))


@rule("wellington", "11.7a", "11.53d")
def test_only_disrupted_pieces_are_lost_in_a_rout_and_all_recover_without_one() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(10, sixes=1, fives=2), *throw(8)])
    assert (6 - 1 - 2, "leon") == (sps(s, "spain", "leon"), at(s, "castanos"))
    do(s, "retreat astorga", dice=[1])
    assert (True, 3) == (battle.routed, sps(s, "spain", "astorga"))
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    fight(s, "leon", "palencia", dice=[*throw(10, sixes=1, fives=2), *throw(8, fives=1)])
    do(s, "retreat astorga")
    assert 5 == sps(s, "spain", "astorga")


@rule("wellington", "11.7a")
def test_cards_can_make_a_rout_easier_for_one_side_or_rule_it_out() -> None:
    for margin, no_rout, routed in (([3, 3], 0, False), ([3, 1], 0, True), ([1, 3], 0, False), ([3, 1], 1, False)):
        s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
        battle = battle_at(s, "leon", "palencia")
        battle.margin, battle.no_rout = margin, no_rout
        start(s, battle, [*throw(10, fives=2), *throw(8, fives=1)])
        assert (routed, 6 - 2 * routed) == (battle.routed, sps(s, "spain", "leon")), margin
    assert FRENCH ^ 1 == battle.loser


@rule("wellington", "11.51a", "11.7a")
def test_a_rout_takes_its_pieces_from_both_powers() -> None:
    s = game({"leon": "wellington britain:4 castanos spain:4 marmont nord:9"}, active="nord")
    set_commander(s, x("leon"), leader("wellington"))
    fight(s, "leon", "palencia", dice=[*throw(13, fives=5), *throw(15)])
    assert "britain OddKill" == asked(s)
    do(s, "bear britain")
    assert (1, 2) == (sps(s, "britain", "leon"), sps(s, "spain", "leon"))


@rule("wellington", "11.51c", "11.5b")
def test_leaders_who_fall_are_told() -> None:
    cases = ("hill graham", 2, ["hill", "graham"]), ("hill britain:1", 1, []), ("hill", 1, ["hill"])
    for pieces, kills, fallen in cases:
        s = game({"salamanca": pieces})
        battle = battle_at(s, "salamanca", "avila")
        battle.at = len(battle.steps())
        s.call(battle)
        events = run(s, Casualties(ALLIES, x("salamanca"), kills))
        assert [(leader(name), x("salamanca")) for name in fallen] == sorted(told(events, "lost_leader"))
        assert all("unbuilt" == at(s, name) for name in fallen)
