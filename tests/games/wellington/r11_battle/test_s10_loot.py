"""[11.9] [11.10] [11.11] Flag Overruns, Loot, and what it costs the Spanish."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import ALLIES, BRITAIN, CARD, FRENCH, NORD, SPAIN
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r11_battle.s10_loot import gain, loot
from tablero.kernel.engine import advance
from tests.games.wellington.combat import battle_at, fight, hush, start, throw
from tests.games.wellington.field import asked, at, do, game, holder, leader, offered, pieces_at, sps, told, x
from tests.rules import rule

# --- Flag Overrun


@rule("wellington", "11.9a", "7.1a")
def test_more_casualties_than_the_loser_had_sps_give_the_winner_a_free_flag() -> None:
    for fives, question in ((3, "nobody"), (4, "nord FreeFlag")):
        s = game({"leon": "spain:3 marmont nord:6"}, active="nord")
        start(s, battle_at(s, "leon", "palencia"), [*throw(10, fives=fives), *throw(3, fives=2)])
        do(s, "retreat astorga")
        assert question == asked(s), fives
    assert ["flag leon nord", "no"] == offered(s)
    do(s, "flag leon nord")
    assert ("nord", "nobody") == (holder(s, "leon"), asked(s))


@rule("wellington", "11.9b", "11.9a")
def test_staff_officers_count_and_the_commander_does_not() -> None:
    for fives, question in ((4, "nobody"), (5, "nord FreeFlag")):
        s = game({"leon": "castanos blake spain:3 marmont nord:6"}, active="nord")
        battle = battle_at(s, "leon", "palencia")
        battle.bonus[ALLIES] = 4
        start(s, battle, [*throw(10, fives=fives), *throw(10, fives=3)])
        do(s, "retreat astorga")
        assert (question, 4) == (asked(s), battle.began[ALLIES]), fives


@rule("wellington", "11.9a", "11.9b")
def test_casualties_of_all_rounds_count_for_a_flag_overrun() -> None:
    s = game({"leon": "castanos spain:3 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[
        *throw(10, fives=2), *throw(5, fives=2), *throw(8, fives=2), *throw(3, fives=1)])
    do(s, "retreat astorga")
    assert ([4, 3], "nord FreeFlag") == (battle.suffered, asked(s))


@rule("wellington", "11.9a", "12.1b")
def test_there_is_no_flag_overrun_before_a_fortress() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:6 nord:1"})
    battle = fight(s, "ciudad_rodrigo", "almeida", dice=[*throw(12, sixes=3), *throw(3)])
    assert (3, 1, "nobody", "nord") == (battle.suffered[FRENCH], battle.began[FRENCH], asked(s),
                                        holder(s, "ciudad_rodrigo"))


@rule("wellington", "11.9a", "7e")
def test_the_power_of_the_winning_commander_chooses_as_with_any_flag() -> None:
    s = game({"salamanca": "wellington britain:6 castanos spain:6 nord:1"}, flags={"britain": "lumbrales"})
    set_commander(s, x("salamanca"), leader("wellington"))
    fight(s, "salamanca", "lumbrales", dice=[*throw(19, sixes=2), *throw(3)])
    assert ("britain FreeFlag", ["flag salamanca britain", "flag salamanca spain", "no"]) == (asked(s), offered(s))
    do(s, "no")
    assert "nobody" == holder(s, "salamanca")


@rule("wellington", "11.9a")
def test_a_defender_who_wins_in_his_own_duchy_has_nothing_to_flag() -> None:
    s = game({"leon": "castanos spain:6 nord:1"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(3), *throw(8, sixes=2)])
    assert (2, 1, "nobody") == (battle.suffered[FRENCH], battle.began[FRENCH], asked(s))


# --- Loot


@rule("wellington", "11.10c")
@pytest.mark.parametrize(("die", "losses", "found"), [
    (6, 1, 1), (5, 2, 0), (1, 6, 0), (6, 0, 1), (5, 3, 1), (2, 6, 1), (6, 5, 1), (5, 6, 1), (6, 6, 2), (1, 11, 2),
])
def test_the_loot_table(die: int, losses: int, found: int) -> None:
    assert found == loot(die, losses)


@rule("wellington", "11.10a")
def test_a_rout_or_the_end_of_an_army_gives_a_roll_and_that_of_leaderless_soldiers_none() -> None:
    s = game({"leon": "spain:3 marmont nord:6"}, active="nord")
    events = start(s, battle_at(s, "leon", "palencia"), [*throw(10, sixes=3), *throw(3)])
    assert ([], 0) == (told(events, "loot"), sps(s, "spain", "leon"))
    s = game({"leon": "castanos spain:2 marmont nord:6"}, active="nord")
    events = start(s, battle_at(s, "leon", "palencia"), [*throw(10, sixes=3), *throw(4)])
    events += do(s, "no", dice=[5])
    assert [(NORD, 5, 3, 1)] == told(events, "loot")
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")       # beaten, but not Routed
    fight(s, "leon", "palencia", dice=[*throw(10, sixes=2), *throw(8)])
    assert ([], 0) == (told(do(s, "retreat astorga"), "loot"), s.resources[NORD])


@rule("wellington", "11.10b", "11.11c", "11.11d")
def test_loot_goes_to_the_power_of_the_commander_and_the_spanish_under_wellington_suffer_nothing() -> None:
    s = game({"leon": "wellington britain:5 castanos spain:5 marmont nord:3"}, active="nord")
    set_commander(s, x("leon"), leader("wellington"))
    events = start(s, battle_at(s, "leon", "palencia"), [*throw(7), *throw(17, sixes=4), 6])
    assert ([(BRITAIN, 6, 4, 1)], [1, 0, 0, 0]) == (told(events, "loot"), s.resources)
    assert ([], 5) == (told(events, "attrition"), sps(s, "spain", "leon"))


@rule("wellington", "11.10e", "13.1f")
def test_killed_and_routed_pieces_count_for_loot_and_those_dead_of_attrition_do_not() -> None:
    s = game({"leon": "castanos spain:9 marmont nord:9"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(13, sixes=3, fives=2), *throw(11)])
    events = do(s, "retreat oviedo", dice=[6, 1, 1, 1, 1, 3])
    assert (3, "castanos spain:3") == (battle.lost[ALLIES] - 2, pieces_at(s, "oviedo"))
    assert [(NORD, 3, 5, 1)] == told(events, "loot")


@rule("wellington", "11.10d", "11.10e")
def test_losses_of_all_rounds_count_for_loot() -> None:
    s = game({"leon": "castanos spain:9 marmont nord:9"}, active="nord")
    fight(s, "leon", "palencia", dice=[
        *throw(13, sixes=2), *throw(11, fives=2), *throw(11, sixes=3, fives=1), *throw(9)])
    events = do(s, "retreat astorga", dice=[2])
    assert [(NORD, 2, 2 + 3 + 1, 1)] == told(events, "loot")


# --- the Spanish


@rule("wellington", "11.11a", "11.11b", "13.1d")
def test_the_spanish_take_an_attrition_check_for_each_resource_with_losses_to_the_regroup_box() -> None:
    s = game({"leon": "spain:3"})
    s.script = [6, 1, 1, 1, 6, 1]
    gain(s, SPAIN, x("leon"), 2)
    advance(s)
    events, s.events = s.events, []
    assert ([(SPAIN, x("leon"), 6, 2)], 2) == (told(events, "attrition"), s.resources[SPAIN])
    assert (1, 2) == (sps(s, "spain", "leon"), sps(s, "spain", "regroup"))


@rule("wellington", "11.11a", "11.11c", "11.10b")
def test_only_spanish_pieces_suffer_under_a_spanish_commander() -> None:
    s = game({"leon": "wellington britain:5 castanos spain:5 marmont nord:3"}, active="nord")
    set_commander(s, x("leon"), leader("castanos"))
    events = start(s, battle_at(s, "leon", "palencia"), [*throw(7), *throw(14, sixes=4), 6, *throw(6, sixes=1)])
    assert ([(SPAIN, 6, 4, 1)], [0, 0, 1, 0]) == (told(events, "loot"), s.resources)
    assert ([(SPAIN, x("leon"), 6, 1)], 4, 1) == (
        told(events, "attrition"), sps(s, "spain", "leon"), sps(s, "spain", "regroup"))


@rule("wellington", "11.11a")
def test_the_winner_may_play_a_card_after_the_loot() -> None:
    s = game({"leon": "spain:2 marmont nord:6"}, active="nord", hands={"nord": "baggage_train_taken"})
    start(s, battle_at(s, "leon", "palencia"), [*throw(10, sixes=2), *throw(2)])
    assert "nord Window" == hush(s)
    assert ("play baggage_train_taken" in offered(s), CARD["baggage_train_taken"] >= 0) == (True, True)
    assert "leon" == at(s, "marmont")
    s = game({"leon": "spain:2 marmont nord:6"}, active="nord", hands={"spain": "baggage_train_taken"})
    start(s, battle_at(s, "leon", "palencia"), [*throw(10, sixes=2), *throw(2)])
    assert "nobody" == hush(s)                          # the loser is not asked
