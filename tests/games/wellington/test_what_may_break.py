"""Where a game could come to a stop or leave its rules: no counters, Flags or cards left, Leaders that fall in the
middle, both Armies destroyed, no way out, no Home, no Port, an Ally who says no, a target that is gone, an end in the
middle of an Event.

Each case follows a rule or an adopted reading (docs/decisions/wellington-readings.md).
"""

from __future__ import annotations

import tablero
from tablero.games.wellington import GAME
from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    CARDS,
    DISCARDS,
    DRAW_PILE,
    FLAGS,
    FRENCH,
    HAND,
    HOME,
    NORD,
    ON_MAP,
    ORIGINAL,
    REMOVED,
    RESERVE,
    SPAIN,
    SPANISH_KEYS,
    SUD,
)
from tablero.games.wellington.rules.r02_setup import FirstHands
from tablero.games.wellington.rules.r03_control import flags_on_map, set_owner
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulses
from tablero.games.wellington.rules.r04_sequence.s03_end_of_turn import FreeFlags
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import Reinforcements
from tablero.games.wellington.state import KINDS_OF_END, Wellington
from tablero.kernel.bits import ids_of
from tablero.kernel.errors import NotAllowed
from tablero.table.journal import FORMAT, Opened
from tests.errors import raises
from tests.games.wellington.cards.playing import alone, begin, lies, march, may_play, say
from tests.games.wellington.combat import battle_at, rolled, siege_by, start, throw
from tests.games.wellington.field import (
    asked,
    at,
    do,
    game,
    holder,
    marked,
    offered,
    pieces_at,
    refused,
    run,
    sps,
    stand,
    told,
    x,
)
from tests.games.wellington.turns import hand_size, war
from tests.rules import rule
from tests.table.test_sitting import Keeper


def points(s: Wellington) -> int:
    return s.frame(Spending).points


def put(s: Wellington, pieces: str, where: str) -> None:
    for text in pieces.split():
        stand(s, text, where)


# --- no counters left


@rule("wellington", "1.5d", "6.1a")
def test_with_all_counters_on_the_map_nothing_is_built_and_everything_else_can_be_done() -> None:
    s = game({"lisbon": "wellington britain:38"})
    run(s, Spending(BRITAIN, 5))
    for arm in ("infantry", "cavalry", "artillery"):
        assert refused(s, f"build {arm}") is not None
    assert ("1.5d", "no_counters") == refused(s, "build infantry")
    assert {"build_leader hill", "lead wellington", "done"} <= set(offered(s))


@rule("wellington", "5.11a")
def test_an_event_that_finds_no_counter_at_all_moves_soldiers_that_are_there() -> None:
    s = game({"madrid": "nord:51"}, active="nord", hands={"nord": "next_class"})
    run(s, PlayEvent(NORD, CARD["next_class"]))
    while asked(s) != "nobody":
        do(s, "remove nord madrid" if asked(s) == "nord MakeRoom" else "place bayonne")
    assert ("nord:47", "nord:4") == (pieces_at(s, "madrid"), pieces_at(s, "bayonne"))


@rule("wellington", "16.2b", "1.5d")
def test_reinforcements_without_counters_and_leaders_to_build_ask_nobody() -> None:
    s = game({"madrid": "nord:51 marmont joseph clausel reille"}, active="nord")
    run(s, Reinforcements(NORD, 9))
    assert ("nobody", 9) == (asked(s), s.answer)


# --- no Flags left


def flagged_out() -> Wellington:
    """All 35 Flags of the French lie on the map; Braga, where Marmont is, and Lisbon have none."""
    s = game({"braga": "marmont nord:3"}, active="nord")
    free = [y for y in ids_of((ORIGINAL[BRITAIN] | ORIGINAL[SPAIN]) & ON_MAP) if y not in (x("braga"), x("lisbon"))]
    free.sort(key=lambda y: SPANISH_KEYS >> y & 1)
    for y in free[: FLAGS[FRENCH]]:
        set_owner(s, y, SUD)
    return s


@rule("wellington", "1.7b", "1.7c")
def test_without_a_flag_left_nothing_new_is_flagged_but_the_original_owner_needs_none() -> None:
    s = flagged_out()
    assert FLAGS[FRENCH] == flags_on_map(s, FRENCH)
    set_owner(s, x("zamora"), SPAIN)
    put(s, "nord:1", "zamora")
    run(s, Spending(NORD, 3))
    assert ("1.7b", "no_flags_left") == refused(s, "flag braga nord")
    do(s, "flag zamora nord")
    assert ("nord", FLAGS[FRENCH]) == (holder(s, "zamora"), flags_on_map(s, FRENCH))


@rule("wellington", "4.3b", "4.3c")
def test_at_the_end_of_a_turn_without_flags_an_occupied_duchy_stays_uncontrolled() -> None:
    """Reading G16."""
    s = flagged_out()
    run(s, FreeFlags())
    assert ("nobody", FLAGS[FRENCH]) == (holder(s, "braga"), flags_on_map(s, FRENCH))


@rule("wellington", "12.3g", "1.7b")
def test_a_fortress_that_falls_when_no_flag_is_left_stays_its_owners() -> None:
    s = flagged_out()
    put(s, "reille nord:4", "lisbon")
    assert FLAGS[FRENCH] == flags_on_map(s, FRENCH)
    events = start(s, siege_by(s, "reille"), [*throw(8, sixes=3), *throw(3), 1])
    assert 1 == len(told(events, "fortress_taken"))
    assert ("nobody", "britain") == (asked(s), holder(s, "lisbon"))


# --- no cards left


@rule("wellington", "15.2k", "4.23a")
def test_without_a_card_to_draw_a_resource_is_of_no_use_and_its_owner_passes() -> None:
    """Reading G51."""
    s = war({"lisbon": "britain:2"}, hands={"sud": "forced_march"}, resources=(3, 0, 0, 0))
    CARDS.pour(s, DRAW_PILE, REMOVED)
    events = run(s, Impulses())
    assert ([(BRITAIN,)], SUD, 3) == (told(events, "passed"), s.active, s.resources[BRITAIN])


@rule("wellington", "15.2k")
def test_with_an_empty_draw_pile_the_discards_are_shuffled_first() -> None:
    s = war({"lisbon": "britain:2"}, hands={"sud": "forced_march"}, discards="mud desertion",
            resources=(1, 0, 0, 0))
    CARDS.pour(s, DRAW_PILE, REMOVED)
    run(s, Impulses())
    do(s, "resource", dice=[1])
    assert (1, 1, 0, -1) == (hand_size(s, "britain"), s.sizes[DRAW_PILE], s.sizes[DISCARDS], s.top)


@rule("wellington", "16.41a", "16.44a")
def test_an_interphase_with_too_few_cards_and_empty_reserves_deals_what_there_is() -> None:
    s = war({"lisbon": "britain:2", "madrid": "nord:2"}, discards="mud desertion")
    CARDS.pour(s, DRAW_PILE, REMOVED)
    for pile in set(RESERVE):
        CARDS.pour(s, pile, REMOVED)
    frame = Interphase(order=(BRITAIN, SUD, SPAIN, NORD), points=[0] * 4)
    frame.at = frame.steps().index("shuffle")
    run(s, frame)
    while asked(s) != "nobody":
        do(s, "keep" if "keep" in offered(s) else "done")
    assert (2, 0) == (sum(s.sizes[zone] for zone in HAND), sum(s.sizes[zone] for zone in HOME))


@rule("wellington", "2.4b")
def test_the_first_hands_are_dealt_from_what_is_left_in_a_reserve() -> None:
    s = war({"lisbon": "britain:2"})
    for card in list(ids_of(s.piles[RESERVE[SUD]]))[1:]:
        CARDS.move(s, card, RESERVE[SUD], REMOVED)
    run(s, FirstHands())
    assert (1, 0) == (s.sizes[HOME[SUD]], s.sizes[HOME[NORD]])


# --- Leaders that fall in the middle


@rule("wellington", "1.6d", "11.2e")
def test_a_commander_who_is_shot_between_two_rounds_is_followed_by_his_staff_officer() -> None:
    s = game({"salamanca": "wellington hill britain:6 marmont nord:6"}, hands={"nord": "sharpshooters"},
             flags={"britain": "ciudad_rodrigo"})
    begin(s, battle_at(s, "salamanca", "ciudad_rodrigo"), [*throw(13, sixes=1), *throw(10, sixes=1)])
    say(s, "nord", "play sharpshooters")
    events = do(s, "name wellington", dice=[4, *throw(9), *throw(9)])
    assert ("regroup", [9, 9]) == (at(s, "wellington"), rolled(events)), "five SPs, Hill's 3, the British die"
    assert ("ciudad_rodrigo", "nobody") == (at(s, "hill"), asked(s))


@rule("wellington", "12.3c", "11.51c")
def test_a_siege_ends_with_the_life_of_its_leader_though_it_had_hit() -> None:
    s = game({"lisbon": "reille nord:1"}, active="nord")
    events = start(s, siege_by(s, "reille"), [*throw(5, sixes=2), *throw(3, sixes=2)])
    assert (1, "unbuilt", "", "britain") == (
        len(told(events, "siege_failed")), at(s, "reille"), pieces_at(s, "lisbon"), holder(s, "lisbon"))
    assert "nobody" == asked(s)


@rule("wellington", "13.1c", "9.1a")
def test_an_army_that_dies_of_attrition_on_the_way_leaves_the_points_to_others() -> None:
    s = game({"salamanca": "hill britain:1", "lisbon": "wellington"}, flags={"nord": "plasencia"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead hill", "step plasencia", dice=throw(4, sixes=4))
    assert ("unbuilt", "", "britain SpendPoints", 2) == (
        at(s, "hill"), pieces_at(s, "plasencia"), asked(s), points(s))


@rule("wellington", "10.4f", "13.1g")
def test_an_interceptor_that_dies_of_attrition_on_arrival_fights_no_battle() -> None:
    s = game({"ciudad_rodrigo": "castanos spain:3", "salamanca": "reille"}, active="spain",
             flags={"spain": "ciudad_rodrigo plasencia salamanca"})
    events = march(s, "castanos", "plasencia")
    assert asked(s) == "nord ReactionWindow"
    events = say(s, "nord", "intercept reille", dice=[6, 6, *throw(2, sixes=2)])
    assert ([], "unbuilt", "plasencia") == (told(events, "battle"), at(s, "reille"), at(s, "castanos"))


# --- both Armies destroyed


@rule("wellington", "11.52a", "11.10a")
def test_if_nobody_is_left_nobody_has_won_and_there_is_no_loot() -> None:
    """Reading W8."""
    s = game({"ciudad_rodrigo": "hill britain:1", "salamanca": "reille nord:1"}, flags={"britain": "ciudad_rodrigo"})
    march(s, "hill", "salamanca")
    events = say(s, "nord", "pass", dice=[*throw(5, sixes=2), *throw(5, sixes=2)])
    assert (1, [], []) == (len(told(events, "battle_nobody")), told(events, "loot"), told(events, "battle_won"))
    assert ("", "nord", "britain SpendPoints") == (pieces_at(s, "salamanca"), holder(s, "salamanca"), asked(s))


# --- no way out


@rule("wellington", "11.61e", "11.8a", "11.8b")
def test_a_defender_without_a_retreat_goes_to_the_regroup_box_and_the_winner_marches_on() -> None:
    near = dict.fromkeys(("zamora", "valladolid", "lumbrales", "avila", "plasencia"), "spain:1")
    s = game({"ciudad_rodrigo": "wellington britain:6", "salamanca": "reille nord:2", **near},
             flags={"britain": "ciudad_rodrigo"})
    events = march(s, "wellington", "salamanca", dice=[*throw(12, fives=1), *throw(6), 1])
    assert ([(NORD, x("salamanca"))], 1) == (told(events, "cannot_retreat"), len(told(events, "overrun")))
    assert ("regroup", 2, False) == (at(s, "reille"), sps(s, "nord", "regroup"), marked(s, "wellington"))
    do(s, "step avila")
    assert "avila" == at(s, "wellington")


@rule("wellington", "11.62b")
def test_an_active_loser_who_came_from_a_duchy_that_nobody_controls_goes_to_the_regroup_box() -> None:
    """Reading G13."""
    s = game({"salamanca": "hill britain:2", "avila": "marmont nord:6"})
    march(s, "hill", "avila")
    say(s, "nord", "pass", dice=[*throw(12), *throw(6), *throw(11, fives=1)])
    assert ("regroup", 2, "") == (at(s, "hill"), sps(s, "britain", "regroup"), pieces_at(s, "salamanca"))
    assert asked(s) == "britain SpendPoints"


# --- no Home, no Port


@rule("wellington", "6.3a", "6.3b", "16.2e")
def test_a_power_without_any_home_builds_nothing_and_gets_no_reinforcements() -> None:
    """Reading G18."""
    s = game({"madrid": "nord:2", "regroup": "nord:3 marmont"}, active="nord", flags={
        "spain": "bayonne bordeaux mont_de_marsan orthez tarbes toulouse foix perpignan"})
    run(s, Spending(NORD, 5))
    assert ("6.3a", "no_home_duchy") == refused(s, "build infantry") == refused(s, "regroup infantry")
    assert ("6.3b", "no_home_key") == refused(s, "build_leader marmont")
    s = game({"madrid": "nord:2", "regroup": "nord:3 marmont"}, active="nord", flags={
        "spain": "bayonne bordeaux mont_de_marsan orthez tarbes toulouse foix perpignan"})
    run(s, Reinforcements(NORD, 9))
    while asked(s) != "nobody":
        assert offered(s) == ["done"]
        do(s, "done")
    assert 3 == s.regroup[NORD]


@rule("wellington", "16.2c", "16.2e")
def test_with_all_home_keys_besieged_nobody_arrives() -> None:
    s = game({"bayonne": "spain:1", "bordeaux": "spain:1", "regroup": "nord:3"}, active="nord")
    run(s, Reinforcements(NORD, 9))
    while asked(s) != "nobody":
        do(s, "done")
    assert (3, "spain:1") == (s.regroup[NORD], pieces_at(s, "bayonne"))


@rule("wellington", "14.2b", "6.3h")
def test_without_another_port_a_convoy_can_only_be_given_up() -> None:
    ports = "porto faro gibraltar la_coruna vigo oviedo huelva cadiz almeria cartagena alicante valencia"
    s = game({"lisbon": "hill britain:3"}, flags={"sud": ports})
    run(s, Spending(BRITAIN, 5))
    do(s, "convoy lisbon")
    assert [] == [text for text in offered(s) if text.startswith("sail")], "Plymouth takes Leaders only"
    do(s, "stop")
    assert ("britain SpendPoints", 5, "hill britain:3") == (asked(s), points(s), pieces_at(s, "lisbon"))


@rule("wellington", "5.1a", "14.3c")
def test_an_event_for_which_there_is_no_port_cannot_be_played() -> None:
    s = war({"madrid": "nord:2"}, box="nord", hands={"nord": "naval_support desertion"})
    run(s, Impulses())
    assert ("5.1a", "event_without_effect") == refused(s, "event naval_support")
    assert "cp naval_support" in offered(s)


# --- an Ally who says no


@rule("wellington", "9.61b")
def test_an_ally_who_does_not_join_is_not_asked_again_and_the_march_goes_on() -> None:
    s = game({"lisbon": "wellington britain:5", "santarem": "de_espana spain:3"})
    run(s, Spending(BRITAIN, 5))
    do(s, "lead wellington", "step santarem", "join de_espana")
    assert "spain JoinMarch" == asked(s)
    do(s, "no")
    assert ("9.61b", "ally_refused") == refused(s, "join de_espana")
    do(s, "step abrantes")
    assert ("wellington britain:5", "de_espana spain:3") == (pieces_at(s, "abrantes"), pieces_at(s, "santarem"))


@rule("wellington", "9.62b")
def test_an_ally_who_keeps_its_commander_is_asked_once_in_an_impulse() -> None:
    s = war({"lisbon": "hill britain:2 castanos spain:5"}, hands={"britain": "forced_march desertion"})
    s.commander[x("lisbon")] = 4
    run(s, Impulses())
    do(s, "command hill")
    assert "spain AgreeCommander" == asked(s)
    do(s, "no")
    assert ("9.62b", "already_named") == refused(s, "command hill")


# --- two interceptions into one Duchy


@rule("wellington", "10.2b", "10.9b", "11.4a")
def test_two_armies_that_intercept_into_one_duchy_fight_there_together() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:6", "avila": "clausel nord:3", "lumbrales": "drouet sud:3"},
             flags={"britain": "ciudad_rodrigo"})
    march(s, "wellington", "salamanca")
    alone(s, "sud", "intercept drouet", dice=[6, 6])
    assert ("salamanca", "nord ReactionWindow") == (at(s, "drouet"), asked(s))
    say(s, "nord", "intercept clausel", dice=[6, 6])
    while asked(s).endswith("NameCommander"):
        do(s, "command clausel", dice=[*throw(12), *throw(12, fives=1)])
    assert ("ciudad_rodrigo", "clausel drouet sud:3 nord:3") == (at(s, "wellington"), pieces_at(s, "salamanca"))


@rule("wellington", "10.2b", "10.4g")
def test_after_a_failed_interception_another_army_may_try_and_no_battle_comes_of_two_failures() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:6", "avila": "clausel nord:3", "lumbrales": "drouet sud:3"},
             flags={"britain": "ciudad_rodrigo"})
    march(s, "wellington", "salamanca")
    alone(s, "sud", "intercept drouet", dice=[1, 1])
    events = say(s, "nord", "intercept clausel", dice=[1, 1])
    assert ([], True, True) == (told(events, "battle"), marked(s, "clausel"), marked(s, "drouet"))
    assert ("salamanca", "britain MarchOrders") == (at(s, "wellington"), asked(s))


# --- a target that is gone


@rule("wellington", "5.2j", "11a")
def test_a_card_that_takes_the_last_enemy_sends_the_other_answers_of_its_window_back() -> None:
    s = game({"salamanca": "wellington britain:3 spain:1 nord:1"},
             hands={"spain": "juramentados", "nord": "los_arapiles"})
    begin(s, battle_at(s, "salamanca", "ciudad_rodrigo"))
    assert (["juramentados"], ["los_arapiles"]) == (may_play(s, "spain"), may_play(s, "nord"))
    say(s, "nord", "play los_arapiles")
    events = say(s, "spain", "play juramentados")
    assert ([], 0, "nobody") == (told(events, "battle_round"), sps(s, "nord", "salamanca"), asked(s))
    assert (DISCARDS, HAND[NORD]) == (lies(s, "juramentados"), lies(s, "los_arapiles"))


@rule("wellington", "5.2j", "12.2a")
def test_nobody_is_asked_for_more_cards_at_a_siege_that_has_lost_its_besieger() -> None:
    s = game({"lisbon": "reille nord:1"}, active="nord", hands={"britain": "dysentery", "spain": "cavalry_raid"})
    begin(s, siege_by(s, "reille"))
    assert (["dysentery"], ["cavalry_raid"]) == (may_play(s, "britain"), may_play(s, "spain"))
    say(s, "spain", "pass")
    events = say(s, "britain", "play dysentery", dice=throw(2, sixes=2))
    assert ([], "nobody", "unbuilt") == (told(events, "siege_round"), asked(s), at(s, "reille"))
    assert HAND[SPAIN] == lies(s, "cavalry_raid")


# --- the last card


@rule("wellington", "4.22j", "17.1a", "4.23a")
def test_a_power_whose_last_card_is_taken_passes() -> None:
    s = war({"lisbon": "britain:2", "cadiz": "spain:1", "madrid": "nord:1"}, box="sud",
            hands={"sud": "a_change_of_plans", "spain": "desertion", "nord": "forced_march"})
    run(s, Impulses())
    do(s, "event a_change_of_plans")
    events = do(s, "against spain", dice=[0])
    assert (0, 1) == (hand_size(s, "spain"), hand_size(s, "sud"))
    assert ([(SPAIN,)], NORD) == (told(events, "passed"), s.active)


# --- the end in the middle


@rule("wellington", "18.1b", "18.32a", "18.1a")
def test_an_event_that_takes_the_last_french_key_ends_the_game_at_once() -> None:
    s = war({"lisbon": "britain:2", "bayonne": "nord:3"}, hands={
        "britain": "nationalist_uprising forced_march", "nord": "desertion"})
    for y in ids_of(SPANISH_KEYS & ~(1 << x("madrid"))):
        set_owner(s, y, SPAIN)
    run(s, Impulses())
    do(s, "event nationalist_uprising", "choose madrid")
    assert ("liberation_of_spain", ALLIES, True) == (KINDS_OF_END[s.ending], s.winners, s.over)
    assert ((), []) == (tuple(tablero.players(s)), s.stack), "nothing of the Event is left to be done"


@rule("wellington", "18.1b", "18.32a")
def test_the_last_key_that_is_flagged_ends_the_game_with_points_left() -> None:
    s = war({"ronda": "wellington britain:2", "bayonne": "nord:3"}, hands={"britain": "forced_march desertion"})
    for y in ids_of(SPANISH_KEYS & ~(1 << x("seville"))):
        set_owner(s, y, SPAIN)
    run(s, Impulses())
    do(s, "cp forced_march", "flag seville britain")
    assert ("liberation_of_spain", ALLIES, []) == (KINDS_OF_END[s.ending], s.winners, s.stack)


@rule("wellington", "18.1b", "18.31a")
def test_a_battle_that_leaves_the_allies_without_a_key_ends_the_game_in_the_middle_of_a_march() -> None:
    s = war({"toledo": "marmont nord:6", "madrid": "spain:1"}, box="nord", hands={"nord": "forced_march desertion"})
    for y in ids_of(SPANISH_KEYS):
        set_owner(s, y, SPAIN if y == x("madrid") else NORD)
    run(s, Impulses())
    do(s, "cp forced_march", "lead marmont")
    events = say(s, "nord", "step madrid", dice=None)
    while not s.over:
        events += do(s, "pass" if "pass" in offered(s) else offered(s)[0])
    assert ("conquest_of_spain", FRENCH, []) == (KINDS_OF_END[s.ending], s.winners, s.stack)


# --- a player of two Powers who leaves


def table_for_two() -> Keeper:
    """Ana has the Allies, Ben the French, and each has played a little."""
    options = GAME.chosen({"players": "two"})
    keeper = Keeper(Opened("wellington", "1812", options, "2a", "ana", GAME.rules, format=FORMAT))
    for seat, person in enumerate(("ana", "ben", "ana", "ben")):
        keeper.do("sit", seat, person, person.title())
    keeper.play(4)
    return keeper


@rule("wellington", "2.1a")
def test_a_player_of_two_powers_leaves_one_or_both_and_sits_down_again_in_them() -> None:
    keeper = table_for_two()
    for power in (SUD, NORD):
        keeper.do("leave", power)
        assert not keeper.sitting.over
        with raises(NotAllowed, "other_side"):
            keeper.do("sit", power, "ana", "Ana")
    for power in (SUD, NORD):
        keeper.do("sit", power, "ben", "Ben")
    keeper.play(4)
    assert ([SUD, NORD], False) == (list(keeper.sitting.seating.of("ben")), keeper.sitting.over)


@rule("wellington", "2.1a")
def test_a_player_of_two_powers_who_resigns_loses_with_both() -> None:
    keeper = table_for_two()
    keeper.do("resign", NORD)
    assert ("resigned", (BRITAIN, SPAIN)) == keeper.sitting.outcome
