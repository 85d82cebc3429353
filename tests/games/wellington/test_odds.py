"""The odds of Battles, Sieges, interceptions and evasions before the dice are rolled."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from tablero.games.wellington.board import BRITAIN, CARD, DUCHY, NORD, SPAIN, SUD
from tablero.games.wellington.fight_odds import (
    Besieger,
    Stake,
    army_of_siege,
    attack_chances,
    battle_chances,
    besieger,
    kills_in_all,
    one_round,
    siege_chances,
    stake,
    throws,
)
from tablero.games.wellington.odds import odds
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r11_battle.s02_dice import battle_dice
from tablero.kernel.odds import percent
from tests.games.wellington.cards.playing import begin
from tests.games.wellington.combat import battle_at, impulse, siege_by, start, throw
from tests.games.wellington.field import asked, do, game, leader, pieces_at, run, x
from tests.rules import rule

DICE = range(1, 7)


def test_throws_are_counted_by_casualties_and_kills() -> None:
    assert ((16,), (8, 8), (1, 2, 1)) == throws(2)
    assert 6**7 == sum(sum(row) for row in throws(7))


@rule("wellington", "11.52b", "11.7a")
def test_one_round_is_what_all_throws_of_its_dice_say() -> None:
    win = lose = rout = routed = tie = 0
    for rolls in product(DICE, repeat=5):
        ours, theirs = rolls[:3], rolls[3:]
        kills, losses = ours.count(6), theirs.count(6)
        they, we = kills + ours.count(5), losses + theirs.count(5)
        if kills >= 2 and losses < 4:
            win, rout = win + 1, rout + 1
        elif they > we:
            win, rout = win + 1, rout + (they - we >= 3)
        elif we > they:
            lose, routed = lose + 1, routed + (we - they >= 3)
        else:
            tie += 1
    assert (win, lose, rout, routed, tie) == one_round(3, 2, 4, 2)


@rule("wellington", "11.52c", "11.52d", "11.53a")
def test_a_battle_is_what_all_throws_of_two_rounds_say() -> None:
    win = lose = Fraction(0)
    losses = Fraction(0)
    for rolls in product(DICE, repeat=3):
        ours, theirs = rolls[:2], rolls[2:]
        kills, lost = ours.count(6), theirs.count(6)
        they, we = kills + ours.count(5), lost + theirs.count(5)
        weight = Fraction(1, 6**3)
        losses += weight * lost
        if kills == 2 or they > we:
            win += weight
        elif we > they:
            lose += weight
        else:
            dice, their_dice = max(0, 2 - we), max(0, 1 - they)
            second = one_round(dice, their_dice, 2 - lost, 2 - kills)
            win += weight * Fraction(second.win, 6 ** (dice + their_dice))
            lose += weight * Fraction(second.lose + second.tie, 6 ** (dice + their_dice))
            losses += weight * Fraction(kills_in_all(their_dice, 2 - lost), 6**their_dice)
    found = battle_chances(Stake(2, 2, 2), Stake(1, 1, 2))
    assert (win, lose, losses) == (found.win, found.lose, found.losses)


def test_chances_of_a_battle_add_up_unless_nobody_is_left() -> None:
    found = battle_chances(Stake(13, 13, 20), Stake(10, 10, 20))
    assert (Fraction(1), 0.68) == (found.win + found.lose, round(float(found.win), 2))
    both_sixes, both_blank = Fraction(1, 36), Fraction(16, 36)
    found = battle_chances(Stake(1, 1, 1), Stake(1, 1, 1))
    assert found.win + found.lose == 1 - both_sixes - both_blank * both_sixes


@rule("wellington", "11.2a", "11.4a")
def test_the_odds_of_a_step_are_those_of_the_battle_that_follows() -> None:
    s = game({"braga": "hill britain:4", "lumbrales": "marmont nord:4"})
    found = attack_chances(s, BRITAIN, ((BRITAIN, 1 << leader("hill"), 4),), x("braga"), x("lumbrales"))
    assert battle_chances(Stake(8, 8, 5), Stake(11, 8, 5)) == found
    assert "hill britain:4" == pieces_at(s, "braga")    # nothing has moved
    run(s, Spending(BRITAIN, 1))
    do(s, "lead hill")
    told = odds(s, BRITAIN, ("step", x("lumbrales")))
    assert told is not None
    assert ("battle", found.win) == (told.key, told.low)
    assert {"rout", "routed", "losses", "kills"} == dict(told.values).keys()
    assert odds(s, BRITAIN, ("step", x("porto"))) is None
    assert odds(s, BRITAIN, ("stop",)) is None


def test_dice_that_an_event_has_promised_for_the_first_round_are_part_of_the_odds() -> None:
    s = game({"braga": "wellington britain:4", "lumbrales": "marmont nord:4"})
    impulse(s).long_nosed = True
    found = attack_chances(s, BRITAIN, ((BRITAIN, 1 << leader("wellington"), 4),), x("braga"), x("lumbrales"))
    assert battle_chances(Stake(12, 10, 5), Stake(11, 8, 5)) == found


def test_a_stake_has_terrain_in_the_first_round_only() -> None:
    s = game({"lumbrales": "hill britain:4 marmont nord:4"})
    battle = battle_at(s, "lumbrales", "braga")
    assert (Stake(8, 8, 5), Stake(11, 8, 5), 0) == (stake(s, battle, 0), stake(s, battle, 1), battle.round)


@rule("wellington", "12.3c", "12.3e")
def test_a_siege_is_what_all_throws_of_its_rounds_say() -> None:
    falls = Fraction(0)
    for rolls in product(DICE, repeat=4):
        ours, theirs = rolls[:2], rolls[2:]             # two dice against a Fortress of two
        hits, casualties = ours.count(6), sum(die > 4 for die in theirs)
        if theirs.count(6) == 2:                        # the only SP and the Leader
            continue
        if hits == 2:
            falls += 1
        elif hits > casualties:
            falls += (1 - Fraction(5, 6) ** 2) * (1 - Fraction(1, 36))      # unless the Fortress rolls two 6s
    assert falls / 6**4 == siege_chances(Besieger(1, 1, 0, 1), 2)[0]


def test_a_full_army_of_wellington_takes_ciudad_rodrigo_in_half_of_the_cases() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5"})
    found = siege_chances(besieger(s, leader("wellington"), BRITAIN), 3)
    assert (0.52, 0.66) == (round(float(found[0]), 2), round(float(found[1]), 2))
    run(s, Spending(BRITAIN, 1))
    told = odds(s, BRITAIN, ("besiege", leader("wellington")))
    assert told is not None
    assert ("siege", found[0], "0.7") == (told.key, told.low, dict(told.values)["losses"])


@rule("wellington", "12.31b", "12.3j")
def test_reserves_replace_the_losses_of_a_siege_in_the_odds_too() -> None:
    army = Besieger(9, 12, 0, 6)
    left = army.after(1, 2)
    assert left is not None
    assert (15, 15) == (army.dice, left.dice)
    later = left.after(0, 1)
    assert later is not None
    assert 14 == later.dice
    assert Besieger(2, 2, 1, 6).after(4, 0) is None
    assert Besieger(2, 2, 0, 2, led=False).after(2, 0) is None
    unled = Besieger(2, 2, 0, 2, led=False).after(1, 0)
    assert unled is not None
    assert 1 == unled.sps


def test_another_siege_round_has_its_odds() -> None:
    s = game({"lisbon": "soult sud:5"}, active="sud")
    siege = siege_by(s, "soult")
    start(s, siege, [*throw(11, sixes=2), *throw(3, fives=1)])
    found = odds(s, SUD, ("go_on",))
    assert found is not None
    assert found.low == siege_chances(Besieger(5, 5, 0, 6, 1), 3, 2, 1)[0]
    assert Besieger(5, 5, 0, 6, 1) == army_of_siege(s, siege)
    assert found.low == 1 - Fraction(5, 6) ** 10        # one more hit is enough, and without any he has to stop
    assert odds(s, SUD, ("stop",)) is None


@rule("wellington", "10.4e", "10.7c")
def test_interceptions_and_evasions_have_their_odds() -> None:
    s = game({"salamanca": "wellington britain:3", "avila": "clausel nord:3", "valladolid": "reille nord:3"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step avila")
    found = odds(s, 3, ("evade", DUCHY["segovia"]))
    assert found is not None
    assert ("evasion", Fraction(26, 36), "+3") == (found.key, found.low, dict(found.values)["added"])
    intercept = odds(s, 3, ("intercept", leader("reille")))
    assert intercept is not None
    assert ("interception_battle", dict(intercept.values)["added"]) == (intercept.key, "+3")
    joined = game({"avila": "wellington britain:3 clausel reille nord:6"})
    battle = battle_at(joined, "avila", "salamanca")
    win = battle_chances(stake(joined, battle, 0), stake(joined, battle, 1)).lose
    assert percent(win) == dict(intercept.values)["win"]


@rule("wellington", "10a", "11a")
def test_who_is_come_upon_reads_what_the_battle_would_be_without_a_reaction() -> None:
    s = game({"salamanca": "wellington britain:5", "avila": "clausel nord:3", "valladolid": "reille nord:3"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step avila")
    joined = game({"avila": "wellington britain:5 clausel nord:3"})
    battle = battle_at(joined, "avila", "salamanca")
    expected = battle_chances(stake(joined, battle, 0), stake(joined, battle, 1)).lose
    told = odds(s, NORD, ("pass",))
    assert told is not None
    assert ("battle", expected) == (told.key, told.low)
    near = game({"salamanca": "wellington britain:5", "valladolid": "reille nord:3"})
    run(near, Spending(BRITAIN, 3))
    do(near, "lead wellington", "step avila")
    assert odds(near, NORD, ("pass",)) is None      # nobody of his is there: no Battle follows


@rule("wellington", "10.1a", "10.4e")
def test_a_step_says_who_could_intercept_it() -> None:
    s = game({"salamanca": "wellington britain:3", "valladolid": "reille nord:3"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington")
    found = odds(s, BRITAIN, ("step", x("avila")))
    assert found is not None
    assert ("intercepted", Fraction(26, 36), (("n", "1"),)) == (found.key, found.low, found.values)
    found = odds(s, BRITAIN, ("step", x("ciudad_rodrigo")))
    assert found is not None
    assert "attrition" == found.key             # nobody intercepts there
    s = game({"salamanca": "wellington britain:3", "avila": "clausel nord:3", "valladolid": "reille nord:3"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington")
    found = odds(s, BRITAIN, ("step", x("avila")))
    assert found is not None
    joined = game({"avila": "wellington britain:3 clausel reille nord:6"})
    battle = battle_at(joined, "avila", "salamanca")
    win = battle_chances(stake(joined, battle, 0), stake(joined, battle, 1)).win
    told = dict(found.values)
    assert ("battle_intercepted", "1", "72 %", percent(win)) == (found.key, told["more"], told["near"], told["then"])


@rule("wellington", "11.5a")
def test_before_the_dice_of_a_battle_both_sides_read_their_odds() -> None:
    hands = {"britain": "rifles_forward", "nord": "humbled"}
    s = game({"avila": "wellington britain:4 marmont nord:4"}, hands=hands)
    battle = battle_at(s, "avila", "salamanca")
    start(s, battle)
    expected = battle_chances(*(stake(s, battle, side) for side in (0, 1)))
    told = odds(s, NORD, ("pass",))                 # the Battle begins
    assert told is not None
    assert ("battle", expected.lose, 0) == (told.key, told.low, battle.round)
    do(s, "pass")
    told = odds(s, BRITAIN, ("pass",))
    assert told is not None
    assert ("battle", expected.win) == (told.key, told.low)
    do(s, "pass")
    told = odds(s, NORD, ("pass",))
    assert told is not None
    assert ("battle", expected.lose) == (told.key, told.low)


@rule("wellington", "11.62a", "11.62b")
def test_a_step_says_that_a_defeat_would_leave_no_way_back() -> None:
    def told(power: str) -> list[str]:
        places = {"lumbrales": "wellington britain:4", "salamanca": "marmont nord:4"}
        s = game(places, flags={power: "lumbrales"})
        run(s, Spending(BRITAIN, 3))
        do(s, "lead wellington")
        found = odds(s, BRITAIN, ("step", x("salamanca")))
        assert found is not None
        return [one.key for one in found.also if one.key == "stranded"]

    assert [] == told("britain")
    assert ["stranded"] == told("nord")


@rule("wellington", "11.52c", "11.52d", "11.62b")
def test_the_last_round_of_a_battle_has_its_odds_and_tells_who_has_no_way_back() -> None:
    hands = {"britain": "rifles_forward", "nord": "humbled"}
    s = game({"avila": "wellington britain:4 marmont nord:4"}, hands=hands)
    battle = battle_at(s, "avila", "salamanca")
    start(s, battle)
    do(s, "pass")
    s.script = [*throw(battle_dice(s, battle, 0), sixes=1), *throw(battle_dice(s, battle, 1), sixes=1)]
    do(s, "pass", "pass", "pass", "pass")
    assert 2 == battle.round
    dice, theirs = battle_dice(s, battle, 0), battle_dice(s, battle, 1)
    last, all_throws = one_round(dice, theirs, battle.pieces(s, 0), battle.pieces(s, 1)), 6 ** (dice + theirs)
    told = odds(s, BRITAIN, ("pass",))
    assert told is not None
    assert Fraction(last.win, all_throws) == told.low
    assert [("stranded", Fraction(last.lose + last.tie, all_throws))] == [(one.key, one.low) for one in told.also]


@rule("wellington", "12.3a", "12.3e")
def test_the_dice_of_a_war_to_the_knife_are_part_of_the_odds_of_later_siege_rounds() -> None:
    s = game({"lisbon": "soult sud:5"}, active="sud")
    siege = siege_by(s, "soult")
    start(s, siege, [*throw(11, sixes=2), *throw(3)])
    siege.lasting[1 - siege.side] = 3
    found = odds(s, SUD, ("go_on",))
    assert found is not None
    army = Besieger(5, 5, 0, 6, 0)
    assert siege_chances(army, 3, 2, 1, more=3)[0] == found.low < siege_chances(army, 3, 2, 1)[0]


@rule("wellington", "14.3h")
def test_what_shore_batteries_did_counts_in_the_odds_of_the_battle() -> None:
    s = game({"avila": "wellington britain:4 marmont nord:4"}, hands={"britain": "rifles_forward"})
    battle = battle_at(s, "avila", "salamanca")
    battle.shore = (0, 2)
    start(s, battle)
    told = odds(s, BRITAIN, ("pass",))
    assert told is not None
    hurt = stake(s, battle, 0)
    assert (2, battle_chances(hurt, stake(s, battle, 1)).win) == (hurt.suffered, told.low)
    assert told.low < battle_chances(hurt._replace(suffered=0), stake(s, battle, 1)).win


@rule("wellington", "5.2c")
def test_a_card_whose_effect_is_no_matter_of_the_dice_promises_nothing() -> None:
    s = game({"avila": "spain:2 nord:1"}, hands={"spain": "rear_guard"}, active="spain")
    begin(s, battle_at(s, "avila", "salamanca"), [*throw(2), *throw(3, fives=1)])
    assert "spain BattleWindow" == asked(s)
    assert odds(s, SPAIN, ("play", CARD["rear_guard"])) is None
    assert odds(s, SPAIN, ("pass",)) is None
