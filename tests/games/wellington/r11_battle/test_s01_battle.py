"""[11.1] [11.5] A Battle, Round by Round."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import ALLIES, BATTLE_ROUND, BRITAIN, CARD, CARDS, DUCHIES, FRENCH, NORD, SPAIN, SUD
from tablero.games.wellington.rules.r01_pieces.s06_leaders import lose_leader
from tablero.games.wellington.rules.r05_cards.s02_windows import SIDE_POWERS
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r11_battle.s01_battle import (
    ANOTHER_ROUND,
    SECOND_BATTLE,
    Battle,
    BattleWindow,
    battle_window,
)
from tablero.games.wellington.state import Power, Wellington
from tablero.kernel.frames import Procedure
from tests.games.wellington.combat import battle_at, both_dice, fight, hush, impulse, rolled, siege_by, start, throw
from tests.games.wellington.field import asked, at, do, game, leader, marked, offered, refused, run, sps, told, x
from tests.rules import rule


@pytest.fixture(autouse=True)
def effects(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that simply add dice: here it matters who may play them, and when."""
    def two_dice(s: Wellington, power: Power, about: Procedure) -> None:
        assert isinstance(about, Battle)
        about.bonus[power & 1] += 2

    for name in ("young_guard", "reserves_committed", "militia", "rifles_forward", "flank_attack", "spanish_mob",
                 "marshals_quarrel", "thin_red_line", "disputed_command"):
        monkeypatch.setitem(CARDS.effects, CARD[name], two_dice)


HELD = {"britain": "lumbrales"}         # from where the British come


# --- cards


@rule("wellington", "11a", "20h", "20an")
def test_a_battle_runs_through_events_dice_casualties_victor_retreat_and_loot() -> None:
    s = game({"salamanca": "wellington britain:6 marmont nord:5"}, flags=HELD, hands={"nord": "young_guard"})
    battle = battle_at(s, "salamanca", "lumbrales")
    events = start(s, battle)
    assert ["battle", "battle_round"] == [event.kind for event in events]
    assert "nord BattleWindow" == asked(s)
    events = do(s, "pass", dice=[*throw(12, sixes=4, fives=1), *throw(9, sixes=1)])
    kinds = ["battle_dice", "battle_dice", "lost_soldiers", "lost_soldiers", "battle_won", "routed", "lost_soldiers"]
    assert kinds == [event.kind for event in events]
    assert "nord RetreatGroup" == asked(s)
    events = do(s, "retreat avila", dice=[4])
    assert ["retreated", "loot"] == [event.kind for event in events]
    assert ("nobody", "avila", 1) == (asked(s), at(s, "marmont"), battle.round)


@rule("wellington", "5.3a", "11.1a", "11.1b", "11.1c")
def test_every_power_with_a_piece_in_the_battle_may_play_battle_cards_and_no_other() -> None:
    hands = {"spain": "militia", "sud": "young_guard", "nord": "vive_l_empereur"}
    for pieces in ("wellington britain:5 de_espana spain:2", "wellington britain:5 spain:1"):
        s = game({"salamanca": f"{pieces} marmont nord:3"}, flags=HELD, hands=hands)
        s.commander[x("salamanca")] = leader("wellington")
        start(s, battle_at(s, "salamanca", "lumbrales"), [])
        assert ("spain BattleWindow", ["pass", "play militia"]) == (hush(s), offered(s))
    do(s, "pass")
    assert ("nord BattleWindow", ["pass", "play vive_l_empereur"]) == (hush(s), offered(s))
    s = game({"salamanca": "wellington britain:5 marmont nord:3"}, flags=HELD, hands=hands)
    start(s, battle_at(s, "salamanca", "lumbrales"), [])
    assert "nord BattleWindow" == hush(s)               # neither Spain nor Sud has a piece in it
    window = s.stack[-1]
    assert isinstance(window, BattleWindow)
    assert "not_in_battle" == getattr(window.refuse(s, SUD, ("play", CARD["young_guard"])), "key", "")
    assert window.refuse(s, NORD, ("play", CARD["vive_l_empereur"])) is None


@rule("wellington", "5.3b")
def test_any_number_of_battle_cards_may_be_played_in_one_battle() -> None:
    s = game({"salamanca": "wellington britain:5 marmont nord:3"}, flags=HELD,
             hands={"nord": "young_guard reserves_committed rifles_forward"})
    battle = battle_at(s, "salamanca", "lumbrales")
    start(s, battle, [])
    do(s, "play young_guard", "play reserves_committed")
    assert (["pass", "play rifles_forward"], 4) == (offered(s), battle.bonus[FRENCH])
    events = do(s, "play rifles_forward", dice=[*throw(11), *throw(13, sixes=1)])
    assert [11, 13] == rolled(events)


@rule("wellington", "11.1d")
def test_the_active_side_declares_all_its_battle_cards_before_the_other_side_is_asked() -> None:
    s = game({"salamanca": "wellington britain:5 spain:1 marmont nord:3"}, flags=HELD,
             hands={"britain": "thin_red_line", "spain": "militia", "nord": "young_guard reserves_committed"})
    battle = battle_at(s, "salamanca", "lumbrales")
    start(s, battle, [])
    window = s.stack[-1]
    assert isinstance(window, BattleWindow)
    assert (SPAIN, BRITAIN) == window.order             # both at once
    do(s, "play militia", "pass")                       # Spain plays, Britain is asked with it
    assert [2, 0] == battle.bonus
    assert "nord" not in asked(s)
    do(s, "play thin_red_line")
    assert ("nord BattleWindow", [4, 0]) == (asked(s), battle.bonus)
    do(s, "play young_guard")
    assert ("nord BattleWindow", [4, 2]) == (asked(s), battle.bonus)
    events = do(s, "pass", dice=[*throw(16), *throw(9, sixes=1)])
    assert [16, 9] == rolled(events)


@rule("wellington", "11.1d", "11.1g")
def test_what_the_inactive_side_plays_may_be_answered_with_responses_only() -> None:
    s = game({"salamanca": "wellington britain:5 marmont nord:3 sud:1"}, flags=HELD,
             hands={"britain": "thin_red_line marshals_quarrel", "nord": "young_guard"})
    battle = battle_at(s, "salamanca", "lumbrales")
    start(s, battle, [])
    assert "britain BattleWindow" == hush(s)
    do(s, "pass")
    assert "nord BattleWindow" == hush(s)
    do(s, "play young_guard")
    assert ("britain BattleWindow", ["pass", "play marshals_quarrel"]) == (hush(s), offered(s))
    assert "responses_only" == getattr(refused(s, "play thin_red_line"), "key", "")


@rule("wellington", "11.1d")
def test_nobody_is_asked_again_if_the_other_side_has_played_nothing() -> None:
    s = game({"salamanca": "wellington britain:5 marmont nord:3 sud:1"}, flags=HELD,
             hands={"britain": "thin_red_line marshals_quarrel"})
    start(s, battle_at(s, "salamanca", "lumbrales"), [])
    assert "britain BattleWindow" == hush(s)
    do(s, "play thin_red_line")
    assert ["pass", "play marshals_quarrel"] == offered(s)
    assert [13, 8] == rolled(do(s, "pass", dice=[*throw(13, fives=1), *throw(8)]))


@rule("wellington", "11.1g")
def test_a_power_without_a_piece_in_the_battle_may_play_responses() -> None:
    s = game({"salamanca": "wellington britain:5 marmont nord:3 sud:1"}, flags=HELD,
             hands={"spain": "marshals_quarrel"})
    start(s, battle_at(s, "salamanca", "lumbrales"), [])
    assert ("spain BattleWindow", ["pass", "play marshals_quarrel"]) == (asked(s), offered(s))


@rule("wellington", "11.52c")
def test_new_cards_may_be_played_before_the_second_round() -> None:
    s = game({"salamanca": "hill britain:4 marmont nord:4"}, flags=HELD, hands={"nord": "young_guard"})
    battle = battle_at(s, "salamanca", "lumbrales")
    start(s, battle)
    do(s, "pass", dice=[*throw(8, sixes=1), *throw(8, sixes=1)])
    assert ("nord BattleWindow", 2) == (asked(s), battle.round)
    events = do(s, "play young_guard", dice=[*throw(7), *throw(7 + 2, sixes=1)])
    assert [7, 9] == rolled(events)


@rule("wellington", "5.2j")
def test_a_window_that_nobody_can_use_is_not_opened() -> None:
    s = game({"salamanca": "hill britain:4 marmont nord:4"}, flags=HELD)
    battle = battle_at(s, "salamanca", "lumbrales")
    depth = len(s.stack)
    battle_window(s, BATTLE_ROUND, SIDE_POWERS[FRENCH], battle)
    assert depth == len(s.stack)


# --- Casualties


@rule("wellington", "11.5a", "11.5b", "11.5c")
def test_each_six_kills_an_sp_each_five_disrupts_one_and_both_are_casualties() -> None:
    s = game({"leon": "castanos spain:4 marmont nord:5"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[1, 5, 6, 1, 1, 1, 1, 1, 1, *throw(6)])
    assert ([2, 0], [1, 0], [1, 0], [1, 0]) == (battle.suffered, battle.disruptions, battle.shaken, battle.killed)
    assert ([1, 0], FRENCH ^ 1) == (battle.lost, battle.loser)
    assert 3 == sps(s, "spain", "leon")                # they have still to retreat
    assert "spain RetreatGroup" == asked(s)


@rule("wellington", "11.5a")
def test_losses_of_both_sides_are_simultaneous() -> None:
    s = game({"leon": "spain:3 nord:3"}, active="nord")
    events = start(s, battle_at(s, "leon", "palencia"), [*throw(5, sixes=3), *throw(3, sixes=3)])
    assert [5, 3] == rolled(events)                     # all of them rolled, and nobody is left
    assert ([(x("leon"),)], 0, 0) == (told(events, "battle_nobody"), sps(s, "spain", "leon"), sps(s, "nord", "leon"))
    assert [] == told(events, "loot")


@rule("wellington", "11.5d", "11.53a")
def test_kills_come_before_disruptions_and_excess_disruptions_are_only_recorded() -> None:
    s = game({"leon": "spain:2 marmont nord:5"}, active="nord")
    battle = battle_at(s, "leon", "palencia")
    battle.bonus[ALLIES] = 4
    start(s, battle, [*throw(9, sixes=1, fives=2), *throw(6, fives=1)])
    assert ([2, 1], [3, 1], [1, 1]) == (battle.disruptions, battle.suffered, battle.shaken)


@rule("wellington", "11.5f")
def test_casualties_beyond_the_pieces_are_recorded() -> None:
    s = game({"leon": "spain:3 marmont nord:5"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(9, sixes=5), *throw(3), 1])
    assert ([5, 0], [3, 0]) == (battle.suffered, battle.lost)


@rule("wellington", "11.5g", "1.5f")
def test_an_artillery_counter_of_four_sps_loses_one_of_them_by_change() -> None:
    s = game({"leon": "spain:4 marmont nord:5"}, active="nord")
    fight(s, "leon", "palencia", dice=[*throw(9, sixes=1), *throw(4, sixes=2)])
    assert (3, 3, "palencia") == (sps(s, "spain", "leon"), sps(s, "nord", "palencia"), at(s, "marmont"))


# --- the victor


@rule("wellington", "11.52b", "11.6a")
def test_the_side_with_more_casualties_has_lost_and_the_winner_stays() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(10, sixes=1, fives=2), *throw(8, sixes=2, fives=2)])
    assert ([3, 4], FRENCH, SPAIN) == (battle.suffered, battle.loser, battle.victor)
    assert ("leon", "palencia", 4, 5) == (
        at(s, "castanos"), at(s, "marmont"), sps(s, "nord", "palencia"), sps(s, "spain", "leon"))


@rule("wellington", "11.52a", "11.8a", "20ai")
def test_a_side_that_is_wiped_out_has_lost_whatever_the_casualties() -> None:
    s = game({"leon": "spain:1 marmont nord:6"}, active="nord")
    battle = battle_at(s, "leon", "palencia")
    battle.bonus[ALLIES] = 5
    start(s, battle, [*throw(10, sixes=1), *throw(6, fives=4)])
    assert ([1, 4], ALLIES, True) == (battle.suffered, battle.loser, battle.overrun)
    assert ("leon", "nobody") == (at(s, "marmont"), asked(s))


@rule("wellington", "11.52c", "11.53a")
def test_equal_casualties_bring_a_second_round_with_fewer_dice() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    events = start(s, battle_at(s, "leon", "palencia"),
                   [*throw(10, sixes=1, fives=2), *throw(8, sixes=2, fives=1), *throw(7), *throw(5, fives=1)])
    assert [10, 8, 10 - 2 - 1, 8 - 1 - 2] == rolled(events)
    assert "palencia" == at(s, "marmont")


@rule("wellington", "11.52d", "11.52e", "11.62a")
def test_after_a_second_tie_the_active_side_has_lost_without_a_rout() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[
        *throw(10, fives=2), *throw(8, fives=2), *throw(8, fives=1), *throw(6, fives=1)])
    assert (2, FRENCH, False) == (battle.round, battle.loser, battle.routed)
    assert ("palencia", 6) == (at(s, "marmont"), sps(s, "nord", "palencia"))


@rule("wellington", "11.52e", "11.52c", "11.53e")
def test_an_event_adds_a_round_and_the_casualties_of_all_rounds_count() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord", hands={"sud": "another_day_of_battle"})
    battle = battle_at(s, "leon", "palencia")
    start(s, battle, [*throw(10, sixes=1), *throw(8)])
    assert ("sud BattleWindow", ALLIES) == (asked(s), battle.loser)
    battle.follows = ANOTHER_ROUND
    do(s, "pass", dice=[*throw(10), *throw(7, fives=1)])
    assert (2, "sud BattleWindow", FRENCH) == (battle.round, asked(s), battle.loser)       # 1 to 1
    battle.follows = ANOTHER_ROUND
    do(s, "pass", dice=[*throw(9, fives=2), *throw(7)])
    assert (3, [3, 1], ALLIES) == (battle.round, battle.suffered, battle.loser)
    do(s, "pass")
    assert "spain RetreatGroup" == asked(s)


@rule("wellington", "11.52e", "11.52d")
def test_a_battle_of_one_round_is_lost_by_the_active_side_at_a_tie() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    battle = battle_at(s, "leon", "palencia")
    battle.rounds = 1
    start(s, battle, [*throw(10, fives=1), *throw(8, fives=1)])
    assert (1, FRENCH, "palencia") == (battle.round, battle.loser, at(s, "marmont"))


@rule("wellington", "11.52a", "11.52b")
def test_what_a_card_does_to_a_side_after_the_round_changes_the_result() -> None:
    s = game({"leon": "castanos spain:1 marmont nord:6"}, active="nord", hands={"sud": "sharpshooters"})
    battle = battle_at(s, "leon", "palencia")
    start(s, battle, [*throw(10, sixes=1), *throw(3, sixes=2)])
    assert ([1, 2], FRENCH, 1) == (battle.suffered, battle.loser, battle.killed[ALLIES])
    lose_leader(s, leader("castanos"), to_regroup=True)
    do(s, "pass", dice=[3])
    assert (ALLIES, True, "leon") == (battle.loser, battle.overrun, at(s, "marmont"))


@rule("wellington", "9.62a", "11.2e")
def test_a_group_of_two_powers_whose_commander_is_gone_names_another_one_before_the_next_round() -> None:
    s = game({"leon": "wellington britain:2 castanos spain:4 marmont nord:6"}, active="nord",
             hands={"sud": "sharpshooters"})
    s.commander[x("leon")] = leader("wellington")
    start(s, battle_at(s, "leon", "palencia"), [*throw(10, sixes=2), *throw(12, fives=2)])
    assert "sud BattleWindow" == hush(s)
    lose_leader(s, leader("wellington"), to_regroup=True)
    do(s, "pass", dice=[*throw(8, fives=2), *throw(6)])     # Castanos alone: nobody is asked
    hush(s)
    assert "britain RetreatGroup" == asked(s)
    s = game({"leon": "wellington hill britain:2 castanos spain:4 marmont nord:6"}, active="nord",
             hands={"sud": "sharpshooters"})
    s.commander[x("leon")] = leader("wellington")
    start(s, battle_at(s, "leon", "palencia"), [*throw(10, sixes=2), *throw(13, fives=2)])
    hush(s)
    lose_leader(s, leader("wellington"), to_regroup=True)
    do(s, "pass")
    assert ("spain NameCommander", ["command hill", "command castanos"]) == (hush(s), offered(s))


# --- markers


@rule("wellington", "11.52f", "11.53d")
def test_both_sides_are_marked_after_a_battle() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    fight(s, "leon", "palencia", dice=[*throw(10, fives=1), *throw(8, sixes=2)])
    assert (True, True) == (marked(s, "castanos"), marked(s, "marmont"))
    found = {pile for pile, _, mark, _ in s.tags if mark}
    assert {SPAIN * DUCHIES + x("leon"), NORD * DUCHIES + x("palencia")} == found
    assert (1 << x("leon"), 1 << leader("castanos")) == (impulse(s).fought, impulse(s).fighters)


@rule("wellington", "11.52f", "11.8b", "11.8c")
def test_the_winner_of_an_overrun_is_not_marked_on_either_side() -> None:
    s = game({"leon": "spain:2 marmont nord:6"}, active="nord")
    events = start(s, battle_at(s, "leon", "palencia"), [*throw(10, sixes=2), *throw(2)])
    assert [(NORD, x("leon"))] == told(events, "overrun")
    assert (False, [], 0) == (marked(s, "marmont"), s.tags, impulse(s).fought)
    s = game({"leon": "castanos spain:6 nord:2"}, active="nord")
    fight(s, "leon", "palencia", dice=[*throw(4), *throw(8, sixes=2)])
    assert (False, []) == (marked(s, "castanos"), s.tags)
    s = game({"leon": "castanos spain:6 nord:2"}, active="nord")
    s.marked = 1 << leader("castanos")
    fight(s, "leon", "palencia", dice=[*throw(4), *throw(8, sixes=2)])
    assert marked(s, "castanos")                        # by an earlier one


# --- what cards set


@rule("wellington", "11.5c")
def test_fives_against_a_side_can_be_ignored_for_a_round() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    battle = battle_at(s, "leon", "palencia")
    battle.ignored[ALLIES] = 3
    start(s, battle, [*throw(10, sixes=1, fives=4), *throw(8, sixes=2), *throw(8, fives=1), *throw(6)])
    assert ([2 + 1, 2], 2, [0, 0]) == (battle.suffered, battle.round, battle.ignored)


@rule("wellington", "11.5b", "11.5c")
def test_the_first_casualty_of_grenadiers_is_a_kill() -> None:
    for sixes, fives, kills in ((0, 2, 1), (1, 2, 1), (0, 0, 0)):
        s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
        battle = battle_at(s, "leon", "palencia")
        battle.grenadiers = 1 << ALLIES
        start(s, battle, [*throw(10, sixes=sixes, fives=fives), *throw(8, fives=4), 1])
        assert (kills, sixes + fives) == (battle.killed[ALLIES], battle.suffered[ALLIES])
        assert (6 - kills, 0) == (sps(s, "spain", "leon"), battle.grenadiers)


@rule("wellington", "11.1e")
def test_what_a_card_does_for_one_round_is_over_when_the_dice_have_been_rolled() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord", hands={"nord": "young_guard"})
    battle = battle_at(s, "leon", "palencia")
    start(s, battle)
    battle.bonus, battle.ignored = [3, 1], [1, 1]
    battle.halved = battle.quarrel = battle.grenadiers = 3
    battle.lasting, battle.humbled = [1, 1], 2
    before = both_dice(s, battle)
    do(s, "pass", dice=[*throw(before[1]), *throw(before[0])])
    assert ([0, 0], [0, 0], 0, 0, 0) == (battle.bonus, battle.ignored, battle.halved, battle.quarrel, battle.grenadiers)
    assert ([1, 1], 2, 2) == (battle.lasting, battle.humbled, battle.round)


@rule("wellington", "14.3h")
def test_what_shore_batteries_did_counts_as_casualties_of_the_first_round_and_costs_dice() -> None:
    s = game({"bilbao": "graham britain:3 nord:3"})
    battle = battle_at(s, "bilbao")
    battle.sea, battle.shore = x("porto"), (1, 2)
    events = start(s, battle, [*throw(3 + 3 + 1 - 2, sixes=2), *throw(5), 1, 1, 1, 1])
    assert ([3, 2], 1) == (battle.suffered, battle.lost[ALLIES])
    assert ([5, 5], "porto") == (rolled(events), at(s, "graham"))


@rule("wellington", "11.2a")
def test_an_event_can_give_the_active_side_dice_in_the_first_round() -> None:
    s = game({"salamanca": "spain:3 nord:1"}, active="britain")
    battle = battle_at(s, "salamanca")
    battle.first_bonus = 1
    assert [4, 3] == rolled(start(s, battle, [*throw(4), *throw(3, sixes=1)]))


# --- a second Battle


@rule("wellington", "11.10d", "11.52e")
def test_to_the_death_brings_rout_and_loot_of_the_first_battle_and_then_a_second_one() -> None:
    s = game({"leon": "castanos spain:8 marmont nord:6"}, active="nord", hands={"sud": "to_the_death"})
    battle = battle_at(s, "leon", "zamora")
    battle.lasting, battle.humbled = [0, 0], 1 << FRENCH
    events = start(s, battle, [*throw(6 + 1 + 2, sixes=2, fives=2), *throw(10 + 3, fives=1)])
    assert ([9, 13], "sud BattleWindow") == (rolled(events), asked(s))
    battle.follows = SECOND_BATTLE
    events = do(s, "pass", dice=[3, *throw(10, sixes=3, fives=1), *throw(4 + 2, sixes=1)])
    assert [(SPAIN,)] == told(events, "routed")
    loots = [(NORD, 3, 4, 0)]                           # two killed and two Routed
    assert (loots, [10, 6]) == (told(events, "loot"), rolled(events))      # nobody is disrupted, no terrain
    assert ("sud BattleWindow", True, [4, 1]) == (asked(s), battle.renewed, battle.suffered)
    events = do(s, "pass", dice=[1])
    assert "spain RetreatGroup" == asked(s)
    events = do(s, "retreat astorga", dice=[4])
    assert ([(NORD, 4, 8, 2)], 2) == (told(events, "loot"), s.resources[NORD])     # losses of both Battles
    assert (True, [8, 1]) == (battle.renewed, battle.lost)


@rule("wellington", "11.10d", "11.52e")
def test_nothing_that_cards_did_to_the_first_battle_is_left_in_the_second_one() -> None:
    s = game({"leon": "castanos spain:8 marmont nord:6"}, active="nord", hands={"sud": "to_the_death"})
    battle = battle_at(s, "leon", "palencia")
    battle.rounds, battle.margin, battle.lasting = 1, [1, 1], [1, 1]
    battle.no_rout = battle.no_attrition = battle.humbled = 3
    start(s, battle, [*throw(10, fives=2), *throw(10)])
    hush(s)
    battle.follows = SECOND_BATTLE
    do(s, "pass", dice=[*throw(10), *throw(10), *throw(10), *throw(10, fives=1)])
    assert (2, [3, 3], [0, 0], 0) == (battle.rounds, battle.margin, battle.lasting, battle.no_rout)
    assert (0, 0, 2) == (battle.no_attrition, battle.humbled, battle.round)


@rule("wellington", "11.10d", "11.8a")
def test_there_is_no_second_battle_if_the_rout_leaves_nobody() -> None:
    s = game({"leon": "castanos spain:2 marmont nord:6"}, active="nord", hands={"sud": "to_the_death"})
    battle = battle_at(s, "leon", "palencia")
    start(s, battle, [*throw(10, sixes=1, fives=3), *throw(4)])
    battle.follows = SECOND_BATTLE
    events = do(s, "pass", "no", dice=[6])
    assert ([(NORD, 6, 3, 1)], True, False) == (told(events, "loot"), battle.overrun, battle.renewed)
    assert ("leon", "unbuilt", "nobody") == (at(s, "marmont"), at(s, "castanos"), asked(s))


@rule("wellington", "11a", "11.52f")
def test_there_is_no_battle_if_a_card_leaves_nobody_on_one_side_as_it_starts() -> None:
    s = game({"leon": "castanos marmont nord:6"}, active="nord", hands={"sud": "cavalry_raid"})
    battle = battle_at(s, "leon", "palencia")
    start(s, battle, [])
    assert "sud Window" == hush(s)
    lose_leader(s, leader("castanos"))
    events = do(s, "pass", dice=[])
    assert ("nobody", [], 0, False) == (hush(s), rolled(events), battle.round, marked(s, "marmont"))


# --- others join


@rule("wellington", "10.1e", "11.52c", "11.61f")
def test_the_inactive_side_may_intercept_into_a_battle_before_its_second_round() -> None:
    s = game({"leon": "castanos spain:4 marmont nord:6", "astorga": "blake spain:3"}, active="nord")
    battle = battle_at(s, "leon", "zamora")
    events = start(s, battle, [*throw(10, fives=1), *throw(9, fives=1)])
    assert ([10, 9], "spain ReactionWindow") == (rolled(events), asked(s))
    assert ["pass", "intercept blake", "detach blake"] == offered(s)
    events = do(s, "intercept blake", dice=[6, 6, *throw(9, sixes=1), *throw(4 + 1 + 3 + 2 - 1)])
    assert ([9, 9], 4) == (rolled(events), battle.began[ALLIES])       # no terrain dice, one die for a Staff Officer
    assert ("spain RetreatGroup", "leon") == (asked(s), at(s, "blake"))
    s = game({"leon": "castanos spain:4 marmont nord:6", "astorga": "blake spain:3"}, active="nord")
    start(s, battle_at(s, "leon", "zamora"), [*throw(10, fives=1), *throw(9)])
    assert "spain RetreatGroup" == asked(s)             # nobody joins a Battle that is decided


@rule("wellington", "14.3h")
def test_what_shore_batteries_did_counts_in_a_battle_or_in_a_siege_and_not_in_both() -> None:
    s = game({"san_sebastian": "graham britain:4 nord:1"})
    impulse(s).shore = (x("san_sebastian"), 0, 1)
    battle = battle_at(s, "san_sebastian")
    battle.sea, battle.shore = x("porto"), (0, 1)
    start(s, battle, [*throw(7, sixes=2), *throw(3)])
    siege = siege_by(s, "graham")
    events = start(s, siege, [*throw(8), *throw(3)])
    assert ([(BRITAIN, 8, 0)], 0) == (told(events, "siege_dice"), siege.casualties)


@rule("wellington", "11.4d", "11.4c", "20h", "9.7a")
def test_a_march_over_the_river_into_lumbrales_leads_to_a_battle_in_a_duchy_that_is_still_french() -> None:
    s = game({"braga": "hill britain:4", "lumbrales": "marmont nord:4"})
    run(s, Spending(BRITAIN, 2))
    events = do(s, "lead hill", "step lumbrales")
    assert "nord ReactionWindow" == asked(s)
    assert "flag lumbrales britain" not in offered(s)
    events = do(s, "pass", dice=[*throw(8, fives=1), *throw(11)])
    assert [8, 11] == rolled(events)


@rule("wellington", "11a", "14.3h")
def test_a_battle_counts_as_a_fight_and_ends_what_batteries_did_there() -> None:
    for where, left in (("lumbrales", (-1, 0, 0)), ("avila", (x("avila"), 1, 1))):
        s = game({"lumbrales": "hill britain:4 marmont nord:4"})
        impulse(s).shore = (x(where), 1, 1)
        battle = battle_at(s, "lumbrales", "almeida")
        ours, theirs = both_dice(s, battle)
        start(s, battle, [*throw(ours, sixes=1, fives=1), *throw(theirs, fives=1)])
        assert (1, left) == (s.fights, impulse(s).shore)


@rule("wellington", "11.10d", "11.53d")
def test_a_second_battle_begins_with_nothing_of_the_first() -> None:
    s = game({"lumbrales": "wellington britain:6 marmont nord:4"})
    battle = battle_at(s, "lumbrales", "braga")
    fields = ("disruptions", "shaken", "suffered", "bonus", "lasting", "ignored", "began")
    for field in fields:
        setattr(battle, field, [7, 7])
    battle.renew(s)
    assert [[0, 0]] * 6 == [getattr(battle, field) for field in fields[:-1]]
    assert [6, 4] == battle.began
