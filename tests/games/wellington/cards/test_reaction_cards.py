"""Cards that have to do with interception and evasion."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import BRITAIN, CLEAR, DISCARDS, DUCHIES, NORD, RESERVE, RIVER, SPAIN
from tablero.games.wellington.fight_odds import attack_chances
from tablero.games.wellington.odds import odds
from tablero.games.wellington.rules.r03_control import status
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s01_lines import line
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.rules.r09_movement.s03_step import Step
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r10_reactions.s04_interception import Interception
from tablero.games.wellington.rules.r10_reactions.s05_evasion import Evasion
from tablero.games.wellington.rules.r10_reactions.s10_flags import FlagContact
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r11_battle.s02_dice import TERRAIN_DICE
from tablero.games.wellington.state import Wellington
from tests.games.wellington.cards.playing import alone, begin, command, fits, lies, march, may, may_play, say, why_not
from tests.games.wellington.combat import battle_at, impulse, rolled, throw
from tests.games.wellington.field import asked, at, game, leader, leaders, marked, sps, told, x
from tests.rules import card, rule

BORDER = {"britain": "ciudad_rodrigo lumbrales"}
MISSES = throw(120)
RIVER_DICE = TERRAIN_DICE[RIVER]


def britain_comes(hands: dict[str, str], more: dict[str, str] | None = None) -> Wellington:
    """Wellington has stepped from Lumbrales to Salamanca; Marmont stands in Ávila."""
    places = {"lumbrales": "wellington britain:6", "avila": "marmont nord:5", **(more or {})}
    s = game(places, flags=BORDER, hands=hands)
    march(s, "wellington", "salamanca")
    return s


def nord_comes(hands: dict[str, str], more: dict[str, str] | None = None) -> Wellington:
    """Marmont has stepped from Ávila to Salamanca, which is British; Hill stands there."""
    flags = {"britain": "ciudad_rodrigo lumbrales salamanca"}
    s = game({"salamanca": "hill britain:3", "avila": "marmont nord:5", **(more or {})}, flags=flags, hands=hands,
             active="nord")
    march(s, "marmont", "salamanca")
    return s


# --- 8 Bridges Blown


@card("wellington", "bridges_blown")
@rule("wellington", "5.2c", "9.1a")
def test_a_bridge_is_blown_before_a_step_which_may_be_taken_back() -> None:
    s = britain_comes({"sud": "bridges_blown"}, {"salamanca": "nord:1"})
    assert ["bridges_blown"] == may_play(s, "sud")
    said = say(s, "sud", "play bridges_blown")
    assert ([(x("lumbrales"), x("salamanca"))], "britain StepOrStay") == (told(said, "bridges_blown"), asked(s))
    say(s, "britain", "no")
    assert ("lumbrales", 5) == (at(s, "wellington"), s.frame(Spending).points)
    assert RIVER == line(s, x("salamanca"), x("lumbrales"))
    assert DISCARDS == lies(s, "bridges_blown")


@card("wellington", "bridges_blown")
@rule("wellington", "11.43a")
def test_a_step_that_is_made_all_the_same_leads_over_a_river() -> None:
    s = britain_comes({"sud": "bridges_blown"}, {"salamanca": "nord:1"})
    say(s, "sud", "play bridges_blown")
    say(s, "britain", "yes")
    assert ("salamanca", ((x("lumbrales"), RIVER),)) == (at(s, "wellington"), s.frame(Contact).came)


@card("wellington", "bridges_blown")
@rule("wellington", "5.1c")
def test_whoever_may_take_a_step_back_reads_the_odds_as_they_are_now() -> None:
    s = britain_comes({"sud": "bridges_blown"}, {"salamanca": "nord:1"})
    say(s, "sud", "play bridges_blown")
    clear, now = game({"lumbrales": "wellington britain:6", "salamanca": "nord:1"}), odds(s, BRITAIN, ("yes",))
    assert now is not None
    over_land = attack_chances(clear, BRITAIN, ((BRITAIN, leaders("wellington"), 6),), x("lumbrales"), x("salamanca"))
    assert now.low < over_land.win
    assert odds(s, BRITAIN, ("no",)) is None


@card("wellington", "bridges_blown")
def test_bridges_are_blown_on_clear_or_rough_lines_before_the_own_side() -> None:
    s = game({"lumbrales": "wellington britain:6", "salamanca": "nord:1", "valladolid": "sud:1"}, flags=BORDER)
    for a, b, plays in (
        ("lumbrales", "salamanca", True), ("lumbrales", "ciudad_rodrigo", False), ("salamanca", "valladolid", False),
    ):
        step = Step(BRITAIN, ((leader("wellington"), 0, 6),), 0, x(a), x(b))
        assert plays == fits(s, "sud", "bridges_blown", "move_declared", step)
    impulse(s).bridged = leaders("wellington")          # he has pontoons
    step = Step(BRITAIN, ((leader("wellington"), 0, 6),), 0, x("lumbrales"), x("salamanca"))
    assert not fits(s, "sud", "bridges_blown", "move_declared", step)


@card("wellington", "bridges_blown")
@rule("wellington", "10.3f")
def test_an_interception_over_a_blown_bridge_does_not_take_place_and_was_not_attempted() -> None:
    s = britain_comes({"spain": "bridges_blown"})
    say(s, "nord", "intercept marmont")
    assert ["bridges_blown"] == may_play(s, "spain")
    said = say(s, "spain", "play bridges_blown", dice=[])
    assert ("avila", False, 1) == (at(s, "marmont"), marked(s, "marmont"), len(told(said, "interception_cancelled")))
    assert RIVER == line(s, x("avila"), x("salamanca"))
    assert [] == may(s, "nord")                 # over a River he cannot try again


@card("wellington", "bridges_blown")
@rule("wellington", "10.6a")
def test_an_evasion_over_a_blown_bridge_does_not_take_place_and_was_not_attempted() -> None:
    s = nord_comes({"nord": "bridges_blown"})
    assert "evade lumbrales" in may(s, "britain")
    say(s, "britain", "evade lumbrales")
    assert ["bridges_blown"] == may_play(s, "nord")
    say(s, "nord", "play bridges_blown", dice=[])
    assert ("salamanca", 0, 0) == (at(s, "hill"), s.frame(Contact).tried, s.frame(Contact).failed)
    assert "evade ciudad_rodrigo" in may(s, "britain")
    assert "evade lumbrales" not in may(s, "britain")


@card("wellington", "bridges_blown")
def test_nobody_blows_bridges_before_his_own_side() -> None:
    s = nord_comes({"britain": "mud"})
    attempt = Evasion(BRITAIN, leader("hill"), x("salamanca"), x("lumbrales"), (), (), 0, 0)
    assert [False, False, True] == [fits(s, power, "bridges_blown", "evasion_declared", attempt)
                                    for power in ("britain", "spain", "sud")]
    attempt.cancelled = True
    assert not fits(s, "sud", "bridges_blown", "evasion_declared", attempt)


@card("wellington", "bridges_blown", "local_guides")
def test_bridges_are_blown_before_enemies_and_guides_help_friends_as_long_as_they_come() -> None:
    s = game({"avila": "marmont nord:5", "valladolid": "clausel nord:2"})
    force = ((NORD, leaders("marmont"), 5),)
    clear = Interception(NORD, leader("marmont"), 2, force, x("avila"), x("salamanca"), 0, 0)
    river = Interception(NORD, leader("clausel"), 3, force, x("valladolid"), x("salamanca"), 0, 0)
    two = Interception(NORD, leader("clausel"), 3, force, x("valladolid"), x("salamanca"), 0, 0, via=x("avila"))
    blown, guided = "bridges_blown", "local_guides"
    for attempt, plays in ((clear, True), (river, False), (two, True)):
        assert plays == fits(s, "spain", blown, "interception_declared", attempt)
    for power, plays in (("britain", True), ("sud", False)):
        assert plays == fits(s, power, blown, "interception_declared", clear)
        assert plays != fits(s, power, guided, "interception_declared", clear)
    clear.beaten = True
    assert not fits(s, "britain", blown, "interception_declared", clear)
    assert not fits(s, "sud", guided, "interception_declared", clear)


# --- 22 The Marshals' Quarrel


@card("wellington", "marshals_quarrel")
@rule("wellington", "10.4f")
def test_marshals_who_quarrel_do_not_come_to_each_other() -> None:
    s = britain_comes({"spain": "marshals_quarrel"}, {"salamanca": "sud:2"})
    alone(s, "nord", "intercept marmont")
    assert ["marshals_quarrel"] == may_play(s, "spain")
    said = say(s, "spain", "play marshals_quarrel", dice=MISSES)
    assert ("avila", True, []) == (at(s, "marmont"), marked(s, "marmont"), told(said, "interception_rolled"))
    assert DISCARDS == lies(s, "marshals_quarrel")


@card("wellington", "marshals_quarrel")
def test_marshals_quarrel_only_over_a_duchy_where_the_other_one_fights() -> None:
    s = britain_comes({"spain": "marshals_quarrel"}, {"salamanca": "nord:2"})
    said = say(s, "nord", "intercept marmont", dice=[6, 6])
    assert [] == may(s, "spain")
    assert 1 == len(told(said, "interception_succeeds"))


# --- 24 Local Guides


@card("wellington", "local_guides")
@rule("wellington", "10.4d")
def test_local_guides_help_an_interception_over_a_rough_line() -> None:
    """3 + 1 - 1 without them, 3 + 1 + 2 with them."""
    for words, comes in (("play local_guides", True), ("pass", False)):
        s = game({"lumbrales": "spain:2", "ciudad_rodrigo": "hill britain:3", "salamanca": "marmont nord:5"},
                 flags=BORDER, hands={"spain": "local_guides"}, active="nord")
        march(s, "marmont", "lumbrales")
        alone(s, "britain", "intercept hill")
        assert ["local_guides"] == may_play(s, "spain")
        say(s, "spain", words, dice=[1, 2, *MISSES])
        assert comes == (at(s, "hill") != "ciudad_rodrigo")


@card("wellington", "local_guides")
@rule("wellington", "10.7g")
def test_local_guides_help_an_evasion() -> None:
    """3 + 1 over a Clear line, and 2 by the guides."""
    for words, gone in (("play local_guides", True), ("pass", False)):
        s = nord_comes({"spain": "local_guides"})
        say(s, "britain", "evade lumbrales")
        assert ["local_guides"] == may_play(s, "spain")
        say(s, "spain", words, dice=[1, 2, *MISSES])
        assert gone == (at(s, "hill") == "lumbrales")


@card("wellington", "local_guides")
def test_local_guides_help_the_own_side_as_long_as_the_attempt_stands() -> None:
    s = nord_comes({"spain": "mud"})
    attempt = Evasion(BRITAIN, leader("hill"), x("salamanca"), x("lumbrales"), (), (), 0, 0)
    assert [True, True, False] == [fits(s, power, "local_guides", "evasion_declared", attempt)
                                   for power in ("britain", "spain", "nord")]
    attempt.beaten = True
    assert not fits(s, "spain", "local_guides", "evasion_declared", attempt)


@card("wellington", "local_guides")
@rule("wellington", "9.41a")
def test_local_guides_know_the_pass() -> None:
    for words, checks in (("play local_guides", 0), ("pass", 1)):
        s = game({"salamanca": "marmont nord:4"}, active="nord", hands={"sud": "local_guides"})
        march(s, "marmont", "plasencia")
        assert ["local_guides"] == may_play(s, "sud")
        assert checks == len(told(say(s, "sud", words, dice=MISSES), "attrition"))


@card("wellington", "local_guides")
def test_local_guides_are_of_no_use_without_a_pass_or_to_the_enemy() -> None:
    s = game({"salamanca": "marmont nord:4"}, active="nord")
    pass_ = Contact(NORD, x("plasencia"), ((x("salamanca"), 3),), ((NORD, 0, 4),), status(s), reasons=1)
    clear = Contact(NORD, x("plasencia"), ((x("talavera"), CLEAR),), ((NORD, 0, 4),), status(s), reasons=1)
    assert [True, False] == [fits(s, power, "local_guides", "step_settled", pass_) for power in ("sud", "spain")]
    assert not fits(s, "sud", "local_guides", "step_settled", clear)


# --- 27 Pontoon Train


@card("wellington", "pontoon_train")
@rule("wellington", "11.43a")
def test_with_a_pontoon_train_an_army_marches_as_if_rivers_were_clear() -> None:
    s = game({"salamanca": "marmont nord:5", "valladolid": "hill britain:3"}, active="nord",
             hands={"nord": "pontoon_train"})
    march(s, "marmont")
    assert "play pontoon_train" in may(s, "nord")
    say(s, "nord", "play pontoon_train")
    assert "play pontoon_train" not in may(s, "nord")
    say(s, "nord", "step valladolid")
    assert ((x("salamanca"), CLEAR),) == s.frame(Contact).came
    assert DISCARDS == lies(s, "pontoon_train")


@card("wellington", "pontoon_train")
def test_a_counter_without_a_leader_gets_pontoons_too() -> None:
    s = game({"salamanca": "nord:2"}, active="nord", hands={"nord": "pontoon_train"})
    begin(s, Spending(NORD, 3))
    say(s, "nord", "counter salamanca infantry", "play pontoon_train")
    assert ([NORD * DUCHIES + x("salamanca")], 0) == (impulse(s).bridged_piles, impulse(s).bridged)


@card("wellington", "pontoon_train")
def test_pontoons_wait_for_a_river() -> None:
    s = game({"madrid": "marmont nord:5", "salamanca": "clausel nord:2"}, active="nord")
    for name, where, plays in (("marmont", "madrid", False), ("clausel", "salamanca", True)):
        on_the_march = March(NORD, x(where), ((leader(name), 0, 2),))
        assert plays == fits(s, "nord", "pontoon_train", "own_step", on_the_march)
    impulse(s).bridged = leaders("clausel")
    assert not fits(s, "nord", "pontoon_train", "own_step", on_the_march)


@card("wellington", "pontoon_train")
@rule("wellington", "10.3f")
def test_with_a_pontoon_train_an_army_intercepts_over_a_river() -> None:
    s = britain_comes({"sud": "pontoon_train"}, {"avila": "", "valladolid": "clausel nord:4"})
    assert ([], ["pontoon_train"]) == (may(s, "nord"), may_play(s, "sud"))
    say(s, "sud", "play pontoon_train")
    assert "intercept clausel" in may(s, "nord")
    said = say(s, "nord", "intercept clausel", dice=[3, 2, *MISSES])
    assert 1 == len(told(said, "interception_succeeds"))


@card("wellington", "pontoon_train")
@rule("wellington", "10.6a")
def test_with_a_pontoon_train_an_army_evades_over_a_river() -> None:
    flags = {"britain": "salamanca"}
    s = game({"salamanca": "hill britain:3", "avila": "marmont nord:5"}, flags=flags, active="nord",
             hands={"spain": "pontoon_train"})
    march(s, "marmont", "salamanca")
    assert "evade valladolid" not in may(s, "britain")
    assert ["pontoon_train"] == may_play(s, "spain")
    alone(s, "spain", "play pontoon_train")
    assert "evade valladolid" in may(s, "britain")


@card("wellington", "pontoon_train")
def test_one_formation_gets_the_pontoons() -> None:
    s = britain_comes({"sud": "pontoon_train"}, {"valladolid": "clausel nord:4", "zamora": "reille nord:2"})
    say(s, "nord", "pass")
    say(s, "sud", "play pontoon_train")
    assert ["choose zamora", "choose valladolid"] == may(s, "sud")
    say(s, "sud", "choose zamora")
    assert "intercept reille" in may(s, "nord")
    assert "intercept clausel" not in may(s, "nord")


@card("wellington", "pontoon_train")
def test_pontoons_are_not_asked_for_where_no_river_is_in_the_way() -> None:
    s = britain_comes({"sud": "pontoon_train", "nord": "mud"}, {"valladolid": "nord:4"})
    assert [] == may(s, "sud")                  # Soldiers without a Leader do not intercept


@card("wellington", "pontoon_train")
@rule("wellington", "11.43a")
def test_pontoons_take_the_river_dice_of_the_defender() -> None:
    for words, dice in (("play pontoon_train", 10), ("pass", 10 + RIVER_DICE)):
        s = game({"salamanca": "marmont nord:6 wellington britain:6"}, hands={"spain": "pontoon_train"},
                 flags={"britain": "valladolid"})
        battle = battle_at(s, "salamanca", "valladolid")
        begin(s, battle)
        assert ["pontoon_train"] == may_play(s, "spain")
        assert [12, dice] == rolled(say(s, "spain", words, dice=MISSES))[:2]
    assert not fits(s, "sud", "pontoon_train", "battle_start", battle)
    assert not fits(s, "spain", "pontoon_train", "battle_start", battle_at(s, "salamanca", "avila"))


# --- 29 Night March


@card("wellington", "night_march")
@rule("wellington", "10.4d", "10.4f")
def test_by_a_night_march_a_formation_slips_away() -> None:
    s = britain_comes({"spain": "night_march"})
    say(s, "nord", "intercept marmont", dice=[6, 6])
    assert ["night_march"] == may_play(s, "spain")
    say(s, "spain", "play night_march")
    assert ("avila", True) == (at(s, "marmont"), marked(s, "marmont"))
    assert ("britain MarchOrders", DISCARDS) == (asked(s), lies(s, "night_march"))


@card("wellington", "night_march")
def test_a_night_march_is_played_against_a_success_and_by_the_own_side() -> None:
    s = britain_comes({"spain": "night_march"})
    say(s, "nord", "intercept marmont", dice=[1, 1])
    assert [] == may(s, "spain")
    s = britain_comes({"sud": "night_march"})
    say(s, "nord", "pass")
    attempt = Interception(NORD, leader("marmont"), 2, ((NORD, 0, 5),), x("avila"), x("salamanca"), 0, 0, roll=12)
    s.stack.append(Contact(BRITAIN, x("salamanca"), (), (), status(s)))
    for power, plays in (("spain", True), ("sud", False)):
        assert plays == fits(s, power, "night_march", "interception_rolled", attempt)
    s.stack.append(Contact(BRITAIN, x("salamanca"), (), (), status(s), placed=True))
    assert not fits(s, "spain", "night_march", "interception_rolled", attempt)
    s.stack.append(Battle(x("salamanca"), BRITAIN))
    assert not fits(s, "spain", "night_march", "interception_rolled", attempt)


# --- 36 The Scovell Ciphers, 39 Local Initiative


@pytest.mark.parametrize("name, rating", [("scovell_ciphers", 2), ("local_initiative", 1)])
@card("wellington", "scovell_ciphers", "local_initiative")
@rule("wellington", "10.3c")
def test_soldiers_without_a_leader_may_intercept(name: str, rating: int) -> None:
    """They add the rating, 1 for the Friendly Duchy; so they need 8 less that rating."""
    for extra, comes in ((0, True), (-1, False)):
        s = britain_comes({"nord": name}, {"avila": "nord:6"})
        assert [name] == may_play(s, "nord")
        say(s, "nord", f"play {name}")
        assert ["pass", "intercept_from avila"] == may(s, "nord")
        need = 8 - rating + extra
        say(s, "nord", "intercept_from avila", dice=[need - 1, 1, *MISSES])
        assert (2 if comes else 6) == sps(s, "nord", "avila")
        assert DISCARDS == lies(s, name)


@card("wellington", "scovell_ciphers", "local_initiative")
def test_ciphers_need_soldiers_without_a_leader_next_to_a_step_or_placement() -> None:
    s = game({"salamanca": "wellington britain:6", "avila": "nord:6", "plasencia": "drouet sud:2"}, flags=BORDER)
    contact = Contact(BRITAIN, x("salamanca"), ((x("lumbrales"), CLEAR),), ((BRITAIN, 1, 6),), status(s))
    for name in ("scovell_ciphers", "local_initiative"):
        assert [True, False] == [fits(s, power, name, "reaction", contact) for power in ("nord", "sud")]
        assert not fits(s, "nord", name, "reaction", Battle(x("salamanca"), BRITAIN, round=2))
        assert not fits(s, "nord", name, "reaction", FlagContact(BRITAIN, x("salamanca"), BRITAIN))


@card("wellington", "scovell_ciphers")
@rule("wellington", "10.4d")
def test_the_ciphers_help_an_army_of_the_power_to_intercept() -> None:
    for words, comes in (("play scovell_ciphers", True), ("pass", False)):
        s = britain_comes({"nord": "scovell_ciphers"})
        say(s, "nord", "intercept marmont")
        assert ["scovell_ciphers"] == may_play(s, "nord")
        said = say(s, "nord", words, dice=[2, 2, *MISSES])          # with 2 + 1, and 2
        assert comes == bool(told(said, "interception_succeeds"))
    s = britain_comes({"sud": "scovell_ciphers"})
    said = say(s, "nord", "intercept marmont", dice=[6, 6, *MISSES])         # Sud is not asked
    assert told(said, "interception_rolled")


@card("wellington", "local_initiative")
@rule("wellington", "10.3b", "10.3c")
def test_no_event_lends_a_leader_to_soldiers_who_have_one() -> None:
    s = britain_comes({"nord": "local_initiative"},
                      {"avila": "nord:6", "zamora": "clausel nord:2", "plasencia": "nord:2"})
    say(s, "nord", "play local_initiative")
    assert ["pass", "intercept_from avila", "intercept_from plasencia"] == may(s, "nord")
    assert ("10.3c", "interception_no_soldiers") == why_not(s, "nord", "intercept_from zamora")


# --- 40 Call for Reinforcements, 97 The Light Division


@card("wellington", "call_for_reinforcements")
@rule("wellington", "10.1c")
def test_reinforcements_come_from_two_duchies_away() -> None:
    """Joseph adds 1, the card 2, the Friendly Duchy 1."""
    for dice, comes in (([3, 2], True), ([2, 2], False)):
        s = britain_comes({"nord": "call_for_reinforcements"}, {"avila": "", "madrid": "joseph nord:3"})
        assert ["call_for_reinforcements"] == may_play(s, "nord")
        say(s, "nord", "play call_for_reinforcements")
        assert {"pass", "intercept joseph"} <= set(may(s, "nord"))
        say(s, "nord", "intercept joseph", dice=[*dice, *MISSES])
        assert (not comes, comes) == (marked(s, "joseph") and at(s, "joseph") == "madrid", at(s, "joseph") != "madrid")
        assert DISCARDS == lies(s, "call_for_reinforcements")


@card("wellington", "call_for_reinforcements", "light_division")
def test_only_armies_within_two_duchies_are_called_and_to_no_flag() -> None:
    places = {"salamanca": "wellington britain:6", "toledo": "joseph nord:3", "valladolid": "drouet sud:2"}
    s = game(places, flags=BORDER)
    contact = Contact(BRITAIN, x("salamanca"), ((x("lumbrales"), CLEAR),), ((BRITAIN, 1, 6),), status(s))
    assert not fits(s, "nord", "call_for_reinforcements", "reaction", contact)
    assert fits(s, "sud", "call_for_reinforcements", "reaction", contact)       # not over the Duero, but by Ávila
    assert not fits(s, "sud", "call_for_reinforcements", "reaction", FlagContact(BRITAIN, x("salamanca"), BRITAIN))


@card("wellington", "call_for_reinforcements")
@rule("wellington", "10.2c", "10.2e")
def test_the_active_side_calls_reinforcements_into_a_battle() -> None:
    s = britain_comes({"spain": "call_for_reinforcements"},
                      {"avila": "", "salamanca": "marmont nord:5", "ciudad_rodrigo": "castanos spain:3"})
    say(s, "nord", "pass")
    assert ["call_for_reinforcements"] == may_play(s, "spain")
    say(s, "spain", "play call_for_reinforcements")
    say(s, "spain", "intercept castanos", dice=[6, 6, *MISSES])
    assert ("salamanca", "britain NameCommander") == (at(s, "castanos"), asked(s))
    assert (x("ciudad_rodrigo"), CLEAR) in s.frame(Contact).came


@card("wellington", "call_for_reinforcements")
def test_nobody_is_called_where_there_is_nobody_to_fight() -> None:
    s = game({"salamanca": "wellington britain:6", "ciudad_rodrigo": "castanos spain:3"}, flags=BORDER)
    contact = Contact(BRITAIN, x("salamanca"), ((x("lumbrales"), CLEAR),), ((BRITAIN, 1, 6),), status(s))
    assert not fits(s, "spain", "call_for_reinforcements", "offensive_interception", contact)


@card("wellington", "light_division")
@rule("wellington", "10.1c")
def test_the_light_division_comes_from_two_duchies_away() -> None:
    """Hill adds 3, the card 3, the Friendly Duchy 1. Viseu is too far."""
    for where, comes in (("almeida", True), ("viseu", False)):
        s = game({"salamanca": "spain:2", "avila": "marmont nord:5", where: "hill britain:3"}, active="nord",
                 flags={"britain": "ciudad_rodrigo salamanca lumbrales"}, hands={"britain": "light_division"})
        march(s, "marmont", "salamanca")
        assert (["light_division"] if comes else []) == may_play(s, "britain")
        if comes:
            alone(s, "britain", "play light_division")
            said = say(s, "britain", "intercept hill", dice=[1, 1, *MISSES])
            assert told(said, "interception_succeeds")
            assert RESERVE[BRITAIN] == lies(s, "light_division")


@card("wellington", "light_division")
@rule("wellington", "10.1c", "10.4c")
def test_the_light_division_adds_three_and_no_more() -> None:
    """Beresford adds 2, the card 3, the Friendly Duchy 1."""
    for dice, comes in (([1, 1], False), ([1, 2], True)):
        s = game({"salamanca": "spain:2", "avila": "marmont nord:5", "almeida": "beresford britain:3"}, active="nord",
                 flags={"britain": "ciudad_rodrigo salamanca lumbrales"}, hands={"britain": "light_division"})
        march(s, "marmont", "salamanca")
        alone(s, "britain", "play light_division")
        said = say(s, "britain", "intercept beresford", dice=[*dice, *MISSES])
        assert comes == bool(told(said, "interception_succeeds"))


@card("wellington", "light_division")
@rule("wellington", "10.4d", "10.7g")
def test_the_light_division_helps_british_armies() -> None:
    for words, gone in (("play light_division", True), ("pass", False)):
        s = nord_comes({"britain": "light_division"})
        say(s, "britain", "evade lumbrales")
        say(s, "britain", words, dice=[1, 1, *MISSES])              # 2 + 3 + 1, and 3
        assert gone == (at(s, "hill") == "lumbrales")
    for words, comes in (("play light_division", True), ("pass", False)):
        s = nord_comes({"britain": "light_division"}, {"salamanca": "spain:2", "lumbrales": "hill britain:3"})
        alone(s, "britain", "intercept hill")
        said = say(s, "britain", words, dice=[1, 1, *MISSES])
        assert comes == bool(told(said, "interception_succeeds"))


@card("wellington", "light_division")
def test_the_light_division_helps_no_spaniards_and_no_soldiers_without_a_leader() -> None:
    s = nord_comes({"spain": "mud"})
    for power, name, plays in ((SPAIN, "castanos", False), (BRITAIN, "", False), (BRITAIN, "hill", True)):
        led = leader(name) if name else -1
        attempt = Interception(power, led, 2, ((power, 0, 4),), x("lumbrales"), x("salamanca"), 0, 0)
        assert plays == fits(s, "britain", "light_division", "interception_declared", attempt)
        evading = Evasion(power, led, x("salamanca"), x("lumbrales"), (), (), 0, 0)
        assert plays == fits(s, "britain", "light_division", "evasion_declared", evading)
        evading.beaten = attempt.cancelled = True
        assert not fits(s, "britain", "light_division", "evasion_declared", evading)
        assert not fits(s, "britain", "light_division", "interception_declared", attempt)


# --- 82 Scum of the Earth


@pytest.mark.parametrize("dice, close", [
    ([1, 1], False), ([1, 2], True), ([2, 3], True), ([3, 3], True), ([6, 2], True), ([6, 3], False),
])
@card("wellington", "scum_of_the_earth")
@rule("wellington", "10.4d")
def test_scum_of_the_earth_turns_an_interception_that_is_close(dice: list[int], close: bool) -> None:
    """Marmont adds 3: he needs 6."""
    s = britain_comes({"spain": "scum_of_the_earth"})
    say(s, "nord", "intercept marmont", dice=[*dice, *MISSES])
    assert close == (["scum_of_the_earth"] == may_play(s, "spain"))
    if close:
        succeeded = sum(dice) >= 6
        said = say(s, "spain", "play scum_of_the_earth", dice=MISSES)
        assert succeeded == (not told(said, "interception_succeeds"))
        assert DISCARDS == lies(s, "scum_of_the_earth")


@card("wellington", "scum_of_the_earth")
@rule("wellington", "10.7g")
def test_scum_of_the_earth_turns_an_evasion() -> None:
    """Hill adds 4: he needs 5."""
    for dice, gone in (([1, 1], True), ([4, 3], False)):
        s = nord_comes({"nord": "scum_of_the_earth"})
        say(s, "britain", "evade lumbrales", dice=dice)
        assert ["scum_of_the_earth"] == may_play(s, "nord")
        say(s, "nord", "play scum_of_the_earth", dice=MISSES)
        assert gone == (at(s, "hill") == "lumbrales")
    s = nord_comes({"nord": "scum_of_the_earth"})
    said = say(s, "britain", "evade lumbrales", dice=[6, 6])
    assert told(said, "evasion_succeeds")       # nobody could change it


# --- 108 March to the Guns

GUNS = {"salamanca": "marmont nord:5 wellington britain:6", "avila": "clausel nord:3", "plasencia": "drouet sud:2"}


@card("wellington", "march_to_the_guns")
@rule("wellington", "9.7c", "10.9a")
def test_all_french_armies_march_to_the_guns() -> None:
    s = game(GUNS, hands={"sud": "march_to_the_guns"}, flags=BORDER)
    battle = battle_at(s, "salamanca", "lumbrales")
    begin(s, battle)
    assert ["march_to_the_guns"] == may_play(s, "sud")
    say(s, "sud", "play march_to_the_guns")
    assert (True, True) == ("intercept clausel" in may(s, "nord"), "intercept drouet" in may(s, "sud"))
    say(s, "nord", "intercept clausel")
    say(s, "sud", "pass", dice=[2, 2])          # 4 + 3 + 1 for the Friendly Duchy + 1
    assert "salamanca" == at(s, "clausel")
    assert "intercept drouet" in may(s, "sud")
    alone(s, "sud", "pass", dice=MISSES)
    assert RESERVE[NORD] == lies(s, "march_to_the_guns")


@card("wellington", "march_to_the_guns")
@rule("wellington", "10.2c", "10.2e")
def test_armies_of_the_active_power_march_to_the_guns_too() -> None:
    s = game(GUNS, active="nord", hands={"nord": "march_to_the_guns"}, flags={"britain": "salamanca"})
    battle = battle_at(s, "salamanca", "valladolid")
    begin(s, battle)
    say(s, "nord", "play march_to_the_guns")
    say(s, "sud", "pass")
    say(s, "nord", "intercept clausel", dice=[6, 6])
    assert ("salamanca", True) == (at(s, "clausel"), (x("avila"), CLEAR) in battle.came)


@card("wellington", "march_to_the_guns")
@rule("wellington", "10.1e")
def test_there_is_a_march_to_the_guns_before_a_second_round() -> None:
    for active, moment in (("britain", "reaction"), ("nord", "offensive_interception")):
        s = game(GUNS, active=active, flags=BORDER)
        battle = battle_at(s, "salamanca", "lumbrales")
        battle.round = 2
        assert fits(s, "sud", "march_to_the_guns", moment, battle)
        contact = Contact(s.active, x("salamanca"), (), (), status(s))
        assert not fits(s, "sud", "march_to_the_guns", moment, contact)


@card("wellington", "march_to_the_guns")
def test_nobody_marches_to_guns_that_are_not_french_or_too_far() -> None:
    s = game({"salamanca": "wellington britain:6", "avila": "clausel nord:3"})
    assert not fits(s, "sud", "march_to_the_guns", "battle_start", battle_at(s, "salamanca", "lumbrales"))
    s = game({"salamanca": "wellington britain:6 nord:2", "valladolid": "clausel nord:3"})
    assert not fits(s, "sud", "march_to_the_guns", "battle_start", battle_at(s, "salamanca", "lumbrales"))


@card("wellington", "pontoon_train")
@rule("wellington", "10.3f", "10.41a")
def test_armies_without_pontoons_do_not_come_along_over_a_river() -> None:
    flags = {"sud": "beja", "spain": "seville"}
    s = game({"beja": "reille drouet sud:3", "seville": "castanos spain:1"}, flags=flags, active="spain")
    command(s, "reille")
    impulse(s).bridged = leaders("reille")
    march(s, "castanos", "huelva")
    assert ["pass", "intercept reille"] == may(s, "nord"), "there is nobody else whom he could take along"
    say(s, "nord", "intercept reille", dice=[6, 6, *MISSES])
    assert ("huelva", "beja", 3) == (at(s, "reille"), at(s, "drouet"), sps(s, "sud", "beja"))


@card("wellington", "call_for_reinforcements")
@rule("wellington", "10.1c", "10.2c")
def test_the_active_side_calls_reinforcements_from_two_duchies_away() -> None:
    s = britain_comes({"spain": "call_for_reinforcements"},
                      {"avila": "", "salamanca": "marmont nord:5", "almeida": "castanos spain:3"})
    say(s, "nord", "pass")
    assert ["call_for_reinforcements"] == may_play(s, "spain")


@card("wellington", "call_for_reinforcements")
@rule("wellington", "10.2c")
def test_the_active_side_calls_nobody_from_three_duchies_away() -> None:
    s = britain_comes({"spain": "call_for_reinforcements"},
                      {"avila": "", "salamanca": "marmont nord:5", "viseu": "castanos spain:3"})
    say(s, "nord", "pass")
    assert [] == may_play(s, "spain")


@card("wellington", "light_division")
@rule("wellington", "10.10a")
def test_the_light_division_comes_to_no_flag() -> None:
    s = game({"salamanca": "drouet nord:2", "almeida": "hill britain:3"}, active="nord",
             flags={"britain": "ciudad_rodrigo lumbrales"})
    for contact, comes in ((Contact(NORD, x("salamanca"), (), (), status(s)), True),
                           (FlagContact(NORD, x("salamanca"), NORD), False)):
        assert comes == fits(s, "britain", "light_division", "reaction", contact)


@card("wellington", "pontoon_train")
@rule("wellington", "10.3f", "10.1e")
def test_in_a_battle_that_goes_on_pontoons_are_for_those_who_intercept() -> None:
    s = game({"salamanca": "wellington britain:6 marmont nord:6", "valladolid": "clausel nord:4"},
             hands={"sud": "pontoon_train"})
    begin(s, battle_at(s, "salamanca", "lumbrales"), MISSES)
    assert ("sud ReactionWindow", ["pontoon_train"]) == (asked(s), may_play(s, "sud"))
    say(s, "sud", "play pontoon_train")
    assert "intercept clausel" in may(s, "nord")
