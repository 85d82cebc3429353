"""[11.2] [11.3] [11.4] How many dice a side rolls."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import (
    ALLIES,
    BATTLE_RATING,
    BRITAIN,
    CLEAR,
    DUCHIES,
    DUCHY,
    FRENCH,
    LEADER,
    NORD,
    PASS,
    RIVER,
    ROUGH,
)
from tablero.games.wellington.rules.r03_control import status
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact, lines_in
from tablero.games.wellington.rules.r11_battle.s02_dice import (
    battle_dice,
    forfeits,
    national_bonus,
    nationality,
    rating_dice,
    strength,
    terrain_dice,
)
from tests.games.wellington.cards.playing import begin, may, say
from tests.games.wellington.combat import battle_at, both_dice, fight, impulse, rolled, start, throw
from tests.games.wellington.field import asked, game, leader, leaders, sps, stand, told, x
from tests.rules import rule

ALONE = "nord:1"        # somebody to fight against


@rule("wellington", "11.2a", "11.2b", "1.62b", "20ar")
def test_a_full_army_of_wellington_rolls_a_die_for_each_sp_and_staff_officer_his_rating_and_the_british_bonus() -> None:
    s = game({"salamanca": f"wellington hill britain:8 {ALONE}"})
    assert 8 + 1 + 5 + 1 == battle_dice(s, battle_at(s, "salamanca"), ALLIES)


@rule("wellington", "11.2b", "11.2e", "20ar", "20b")
def test_only_the_commanders_battle_rating_counts_even_if_the_lesser_leader_commands() -> None:
    s = game({"salamanca": f"wellington hill britain:4 {ALONE}"})
    battle = battle_at(s, "salamanca")
    assert 4 + 1 + 5 + 1 == battle_dice(s, battle, ALLIES)
    set_commander(s, DUCHY["salamanca"], leader("hill"))
    assert 4 + 1 + 3 + 1 == battle_dice(s, battle, ALLIES)


@rule("wellington", "11.2c", "11.3a")
def test_soldiers_without_a_leader_have_their_dice_and_their_bonus() -> None:
    s = game({"salamanca": "nord:1 britain:3"})
    assert (3 + 1, 1 + 2) == both_dice(s, battle_at(s, "salamanca"))


@rule("wellington", "11.2d")
def test_soldiers_beyond_the_command_rating_defend() -> None:
    s = game({"salamanca": "britain:1 marmont nord:12"})
    assert 12 + 2 + 2 == battle_dice(s, battle_at(s, "salamanca"), FRENCH)


@rule("wellington", "11.2a", "20ap")
def test_a_lone_leader_rolls_his_battle_rating_and_his_bonus() -> None:
    s = game({"salamanca": "wellington marmont"})
    assert (5 + 1, 2 + 2) == both_dice(s, battle_at(s, "salamanca"))


@rule("wellington", "11.2i", "11.3a")
def test_both_powers_of_a_side_fight_under_one_commander_with_one_bonus() -> None:
    s = game({"salamanca": "wellington britain:4 de_espana spain:3 marmont nord:2 soult sud:2"})
    assert (7 + 1 + 5 + 1, 4 + 1 + 4 + 2) == both_dice(s, battle_at(s, "salamanca"))


@rule("wellington", "11.3a")
def test_the_french_have_two_dice_more_the_british_one_and_the_spanish_none() -> None:
    s = game({"salamanca": "sud:1", "leon": "nord:1", "lugo": "spain:1", "braga": "britain:1"})
    assert [2, 2] == [nationality(s, FRENCH, DUCHY[x]) for x in ("salamanca", "leon")]
    assert [0, 1] == [nationality(s, ALLIES, DUCHY[x]) for x in ("lugo", "braga")]


@rule("wellington", "11.3b")
def test_a_mixed_force_has_the_british_bonus_if_half_of_its_sps_and_leaders_are_british() -> None:
    for pieces, bonus in (("hill britain:4 castanos spain:4", 1), ("britain:5 castanos spain:4", 1),
                          ("britain:5 castanos spain:5", 0), ("wellington britain:1 spain:3", 0)):
        s = game({"salamanca": pieces})
        assert bonus == nationality(s, ALLIES, DUCHY["salamanca"]), pieces


@rule("wellington", "11.3b", "11.3c")
def test_wellington_with_nine_sps_and_de_espana_with_four_have_the_british_bonus() -> None:
    s = game({"salamanca": f"wellington britain:9 de_espana spain:4 {ALONE}"})
    assert 1 == nationality(s, ALLIES, DUCHY["salamanca"])
    assert 13 + 1 + 5 + 1 == battle_dice(s, battle_at(s, "salamanca"), ALLIES)


@rule("wellington", "11.3d")
def test_an_atrocity_gives_its_side_a_die_whatever_the_mix() -> None:
    s = game({"salamanca": "britain:1 spain:4 nord:1"})
    s.atrocity = 1 << ALLIES
    assert (5 + 0 + 1, 1 + 2) == both_dice(s, battle_at(s, "salamanca"))
    s.atrocity = 1 << FRENCH
    assert (5, 1 + 3) == both_dice(s, battle_at(s, "salamanca"))


@rule("wellington", "11.4d", "11.43a", "11.2f", "11.53e")
def test_the_french_in_lumbrales_have_three_dice_for_the_river_in_the_first_round_only() -> None:
    s = game({"lumbrales": "hill britain:4 marmont nord:4"})
    battle = battle_at(s, "lumbrales", "braga")
    assert (4 + 3 + 1, 4 + 2 + 2 + 3) == both_dice(s, battle)
    events = start(s, battle, [*throw(8, fives=1), *throw(11, fives=1), *throw(7, sixes=1), *throw(7)])
    assert [8, 11, 7, 7] == rolled(events)


@rule("wellington", "11.41a", "11.42a", "11.43a", "11.4a")
def test_a_rough_line_gives_the_defender_one_die_a_pass_two_a_river_three() -> None:
    s = game({"zamora": f"hill britain:1 {ALONE}", "aranda": "nord:1 spain:1", "leon": "nord:1 spain:1"})
    for where, origin, dice in (("zamora", "braga", 1), ("zamora", "orense", 2), ("zamora", "leon", 3)):
        assert 1 + 2 + dice == battle_dice(s, battle_at(s, where, origin), FRENCH), origin
    assert 1 + 2 == battle_dice(s, battle_at(s, "zamora", "valladolid"), FRENCH)


@rule("wellington", "11.4a", "11.4c")
def test_terrain_helps_only_in_a_duchy_that_was_friendly_before() -> None:
    x = DUCHY["leon"]
    came = ((DUCHY["zamora"], RIVER),)
    assert 3 == terrain_dice(came, (1 << x, 0), x, ALLIES, False)
    assert 0 == terrain_dice(came, (0, 0), x, ALLIES, False)
    assert 0 == terrain_dice(came, (0, 1 << x), x, ALLIES, False)


@rule("wellington", "11.4a", "11.4b", "10.1d")
def test_the_active_side_never_has_terrain_dice_and_who_has_intercepted_does() -> None:
    s = game({"leon": "castanos spain:2 marmont nord:2"}, active="nord")
    assert (2 + 2 + 3, 2 + 2 + 2) == both_dice(s, battle_at(s, "leon", "zamora"))
    s = game({"zamora": "castanos spain:2 marmont nord:2"}, active="nord")      # the Spanish have intercepted
    assert (2 + 2, 2 + 2 + 2) == both_dice(s, battle_at(s, "zamora", "leon"))


@rule("wellington", "11.4e")
def test_each_kind_of_line_by_which_the_enemy_came_counts_once() -> None:
    x = 1
    friendly = (1 << x, 0)
    assert 1 + 2 == terrain_dice(((5, ROUGH), (6, PASS)), friendly, x, ALLIES, False)
    assert 1 == terrain_dice(((5, ROUGH), (6, ROUGH), (7, CLEAR)), friendly, x, ALLIES, False)
    assert 1 + 2 + 3 == terrain_dice(((5, ROUGH), (6, PASS), (7, RIVER)), friendly, x, ALLIES, False)


@rule("wellington", "11.43a", "11.4e", "11.61d", "11.62a")
@pytest.mark.parametrize("way, dice", [
    ("lead hill; step badajoz", 3),                       # Hill has crossed a River in this Impulse
    ("counter elvas infantry; step badajoz", 3),          # and so may Soldiers without a Leader
    ("", 0),
])
def test_others_who_have_come_in_this_impulse_count_with_their_lines(way: str, dice: int) -> None:
    """Wellington comes to Badajoz over a Clear line, and Soult intercepts. Beaten, the Allies may go back over either
    line."""
    s = game({"elvas": "hill britain:2", "merida": "wellington britain:4", "llerena": "soult sud:6"},
             flags={"britain": "merida"})
    begin(s, Spending(BRITAIN, 4))
    for text in filter(None, way.split("; ")):
        say(s, "britain", text)
        if asked(s) == "sud ReactionWindow":
            say(s, "sud", "pass")
    say(s, "britain", "lead wellington", "step badajoz")
    events = say(s, "sud", "intercept soult", dice=[6, 6, *throw(90)])
    assert 6 + BATTLE_RATING[leader("soult")] + 2 + dice == rolled(events)[1]
    if dice:
        assert ["retreat merida", "retreat elvas"] == may(s, "britain")


@rule("wellington", "11.43a")
def test_who_has_left_does_not_count_with_his_line() -> None:
    s = game({"viseu": "hill britain:2", "porto": "wellington britain:3"})
    came = ((x("braga"), CLEAR),)
    impulse(s).entries = [(leader("hill"), BRITAIN * DUCHIES + x("porto"), x("viseu"), RIVER)]
    contact = Contact(BRITAIN, x("porto"), came, ((BRITAIN, leaders("wellington"), 3),), status(s))
    assert came == lines_in(s, contact)                         # he is in Viseu again
    stand(s, "hill", "porto")
    assert (*came, (x("viseu"), RIVER)) == lines_in(s, contact)
    contact.x = x("braga")
    assert came == lines_in(s, contact)
    contact.x, contact.power = x("porto"), NORD
    assert came == lines_in(s, contact)


@rule("wellington", "11.2h", "10.7d")
def test_each_failed_evasion_gives_the_active_side_a_die_in_the_first_round() -> None:
    s = game({"lumbrales": "hill britain:4 marmont nord:4"})
    battle = battle_at(s, "lumbrales", "braga")
    battle.failed = 2
    assert (8 + 2, 11) == both_dice(s, battle)
    battle.forfeit = leaders("marmont")
    assert (8 + 2, 8) == both_dice(s, battle)
    battle.round = 2
    assert (8, 8) == both_dice(s, battle)


@rule("wellington", "10.7d", "10.7h")
def test_terrain_dice_are_lost_by_the_failure_of_whoever_commands_in_the_battle() -> None:
    s = game({"lumbrales": "hill britain:4 nord:4"})
    battle = battle_at(s, "lumbrales", "braga")
    with_river = both_dice(s, battle)[1]
    battle.failed = 1                                   # a counter, and nobody leads
    assert with_river - 3 == both_dice(s, battle)[1]
    stand(s, "marmont", "lumbrales")                    # he has intercepted
    assert with_river + BATTLE_RATING[LEADER["marmont"]] == both_dice(s, battle)[1]
    battle.forfeit = leaders("marmont")
    assert with_river + BATTLE_RATING[LEADER["marmont"]] - 3 == both_dice(s, battle)[1]


@rule("wellington", "11.2g", "11.53a")
def test_nobody_rolls_fewer_dice_than_none() -> None:
    s = game({"salamanca": "britain:2 nord:1"})
    battle = battle_at(s, "salamanca")
    battle.bonus[ALLIES] = -5
    assert 0 == battle_dice(s, battle, ALLIES)
    battle.bonus[ALLIES] = 0
    battle.disruptions[ALLIES] = 7
    assert 0 == battle_dice(s, battle, ALLIES)


@rule("wellington", "11.53a", "11.53b", "11.52c", "11.5e")
def test_soult_with_four_sps_and_an_atrocity_rolls_five_dice_after_six_disruptions() -> None:
    s = game({"leon": "soult sud:4 castanos spain:6"}, active="sud")
    s.atrocity = 1 << FRENCH
    battle = battle_at(s, "leon", "palencia")
    events = start(s, battle, [*throw(11, fives=6), *throw(8, fives=6), *throw(5, sixes=1), *throw(2)])
    assert [11, 8, 5, 2] == rolled(events)
    assert 5 == sps(s, "spain", "leon") + sps(s, "spain", "astorga") + sps(s, "spain", "oviedo")


@rule("wellington", "11.2a")
def test_what_cards_change_is_counted_in_this_round_or_in_all() -> None:
    s = game({"salamanca": "wellington britain:4 marmont nord:4"})
    battle = battle_at(s, "salamanca")
    assert (10, 8) == both_dice(s, battle)
    battle.bonus, battle.lasting = [2, -1], [1, 0]
    assert (13, 7) == both_dice(s, battle)
    battle.humbled = 1 << ALLIES
    assert (9, 7) == both_dice(s, battle)
    assert [5, 1, 1, 0, 0] == [
        rating_dice(leader("wellington")), rating_dice(leader("wellington"), True), rating_dice(leader("blake")),
        rating_dice(leader("blake"), True), rating_dice(-1, True)]


@rule("wellington", "20aa")
def test_half_the_dice_are_rounded_up() -> None:
    s = game({"salamanca": "wellington britain:5 marmont nord:4"})
    battle = battle_at(s, "salamanca")
    battle.halved = 1 << ALLIES | 1 << FRENCH
    assert (6, 4) == both_dice(s, battle)
    battle.disruptions = [2, 1]
    assert (5, 4) == both_dice(s, battle)


@rule("wellington", "11.2i")
def test_when_the_powers_quarrel_the_one_that_does_not_command_gives_no_dice() -> None:
    s = game({"salamanca": "wellington britain:4 castanos spain:3 marmont nord:2 reille sud:5 drouet"})
    battle = battle_at(s, "salamanca")
    set_commander(s, DUCHY["salamanca"], leader("marmont"))
    assert (7 + 1 + 5 + 1, 7 + 2 + 2 + 2) == both_dice(s, battle)
    battle.quarrel = 1 << ALLIES | 1 << FRENCH
    assert (4 + 5 + 1, 2 + 1 + 2 + 2) == both_dice(s, battle)


@rule("wellington", "11.2a")
def test_an_army_that_an_event_sent_forward_has_two_dice_more_in_the_first_round_of_its_first_battle() -> None:
    s = game({"leon": "soult sud:3 castanos spain:3"}, active="sud")
    impulse(s).bold = 1 << leader("soult")
    events = start(s, battle_at(s, "leon", "palencia"),
                   [*throw(11, fives=1), *throw(5, fives=1), *throw(8, sixes=1), *throw(4)])
    assert ([11, 5, 8, 4], 0) == (rolled(events), impulse(s).bold)


@rule("wellington", "11.2a")
def test_long_nosed_wellesley_adds_two_dice_to_first_rounds_only_where_wellington_commands() -> None:
    for pieces, dice in (("wellington hill britain:3", 3 + 1 + 5 + 1 + 2), ("hill britain:3", 3 + 3 + 1)):
        s = game({"lumbrales": f"{pieces} nord:1"})
        impulse(s).long_nosed = True
        battle = battle_at(s, "lumbrales", "braga")
        assert dice == rolled(start(s, battle, [*throw(dice, sixes=1), *throw(6)]))[0]


@rule("wellington", "12a", "12.1a")
def test_a_fortress_gives_no_dice_in_a_battle_before_it() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:3 nord:3"})
    battle = battle_at(s, "ciudad_rodrigo", "almeida")
    assert (3 + 5 + 1, 3 + 2) == both_dice(s, battle)
    assert 3 == strength(s, FRENCH, DUCHY["ciudad_rodrigo"])
    fight(s, "ciudad_rodrigo", "almeida", dice=[*throw(9, sixes=3), *throw(5)])
    assert 0 == sps(s, "nord", "ciudad_rodrigo")


@rule("wellington", "11.1e", "11.1f")
def test_dice_for_one_round_are_gone_in_the_next_and_those_of_the_battle_are_not() -> None:
    s = game({"leon": "castanos spain:4 marmont nord:4"}, active="nord")
    battle = battle_at(s, "leon", "palencia")
    battle.bonus[ALLIES], battle.lasting[ALLIES] = 2, 2
    battle.bonus[FRENCH] = -3
    events = start(s, battle, [*throw(5, fives=1), *throw(10, fives=1), *throw(7), *throw(7, sixes=1)])
    assert [8 - 3, 6 + 4, 8 - 1, 6 + 2 - 1] == rolled(events)


@rule("wellington", "10.7d", "10.7h")
def test_wellington_who_has_intercepted_keeps_the_terrain_dice_of_those_who_failed_to_evade() -> None:
    s = game({"almeida": "wellington hill britain:4", "porto": "britain:2"}, active="nord")
    assert not forfeits(s, x("almeida"), ALLIES, 1, leaders("hill"))
    assert forfeits(s, x("almeida"), ALLIES, 1, leaders("wellington"))
    assert forfeits(s, x("porto"), ALLIES, 1, 0), "nobody leads"
    assert not forfeits(s, x("porto"), ALLIES, 0, 0)


@rule("wellington", "11.3d", "12.31a")
def test_an_atrocity_gives_a_die_to_every_power_of_its_side() -> None:
    s = game()
    usual = [national_bonus(s, power) for power in range(4)]
    for side in (ALLIES, FRENCH):
        s.atrocity = 1 << side
        assert [n + (power & 1 == side) for power, n in enumerate(usual)] == [national_bonus(s, p) for p in range(4)]


@rule("wellington", "11.5c")
def test_grenadiers_serve_either_side() -> None:
    for side in (ALLIES, FRENCH):
        s = game({"lumbrales": "wellington britain:6 marmont nord:4"})
        battle = battle_at(s, "lumbrales", "braga")
        battle.grenadiers = 1 << side
        for one in (ALLIES, FRENCH):
            battle.hit(s, one, 0, 2)
            assert int(one == side) == battle.kills[one]


@rule("wellington", "11.10a")
def test_whoever_wipes_out_an_army_without_a_rout_rolls_for_loot() -> None:
    for overrun, routed, dice in ((True, False, 1), (False, True, 1), (False, False, 0)):
        s = game({"lumbrales": "wellington britain:6"})
        battle = battle_at(s, "lumbrales", "braga")
        battle.loser, battle.victor, battle.led = FRENCH, BRITAIN, 1 << FRENCH
        battle.overrun, battle.routed, battle.lost = overrun, routed, [0, 4]
        s.events, s.script = [], [1] * dice
        battle.loot(s)
        assert (dice, []) == (len(told(s.events, "loot")), s.script)
