"""[17.2] [17.3] Battle Rounds, and how a Battle ends."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import AFTER_COMBAT, CARD, CARDS, COMBAT, LIBERAL, area
from tablero.games.aiw.rules.r17_battle.s00_battle import HELD, Battle
from tablero.games.aiw.rules.r17_battle.s03_end import routed
from tablero.games.aiw.rules.r17_battle.s05_morale import morale_of
from tablero.games.aiw.rules.r17_battle.s09_retreat import Retreat
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, demoralized, draw_up, end_round, front, now, reached, reserve, shake
from tests.games.aiw.moments import playable_at
from tests.games.aiw.war import asked, at, block, do, guns, heard, offered, refused, run, strength, told, war
from tests.rules import rule

THREE = "c_nav1 c_nav2 c_nav3"


def in_durango() -> Aiw:
    return draw_up(battle("durango", THREE, "l_rg1 l_rg2 l_rg3", came=["villarreal"]))


def quiet_round(s: Aiw) -> None:
    """A round in which nothing happens, and its end."""
    do(s, "pass", "pass", "fight_on", "fight_on", "done", "done")


@rule("aiw", "17.2a", "17.3d", "17.7a")
def test_a_battle_ends_with_the_third_round_and_the_attacker_retreats_without_fire_or_loss() -> None:
    s = draw_up(battle("durango", THREE, "l_rg1 l_rg2 l_rg3 l_st1 field:3", came=["villarreal"]))
    for number in (1, 2):
        assert number == now(s).round
        quiet_round(s)
    assert 3 == now(s).round
    vp = s.vp
    events = do(s, "pass", "pass")          # no die is rolled, nobody is asked to retreat or reorganize
    assert [(1, area("durango"))] == told(events, "battle_held")
    assert [] == told(events, "fired")
    assert "villarreal" == at(s, "l_rg1")
    assert (3, 0) == guns(s, "liberal", "villarreal")
    assert 4 == strength(s, "l_st1")
    assert vp == s.vp
    assert "durango" == at(s, "c_nav1")


@rule("aiw", "17.2b")
def test_a_round_ends_when_one_has_activated_all_and_the_other_has_passed() -> None:
    s = in_durango()
    miss = [6, 6, 6, 6]
    do(s, "pass")                                           # the Carlists
    do(s, "fire l_rg1", "fire l_rg2", dice=miss * 2)
    assert "liberal ActivateUnit" == asked(s)
    do(s, "fire l_rg3", dice=miss)
    assert "liberal VoluntaryRetreat" == asked(s)


@rule("aiw", "17.2c")
def test_each_round_each_side_may_play_a_tactical_card_the_attacker_deciding_first() -> None:
    s = battle(
        "durango", THREE, "l_rg1 l_rg2 l_rg3", came=["villarreal"], hands=["marksmen", "volley_fire", "no_quarter"],
        secret=True,
    )
    draw_up(s)
    assert "liberal LayCard" == asked(s)
    do(s, "pass")
    assert "carlist LayCard" == asked(s)
    now(s).tactic = [CARD["marksmen"], -1]
    do(s, "pass")
    assert [-1, -1] == now(s).tactic
    now(s).tactic = [CARD["marksmen"], -1]
    do(s, "pass", "pass", "fight_on", "fight_on", "done", "done")
    assert 2 == now(s).round
    assert "liberal LayCard" == asked(s)
    assert [-1, -1] == now(s).tactic        # what was played held for its round


@rule("aiw", "17.2d")
def test_any_number_of_operational_cards_may_be_played_besides_a_tactical_one(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    marines, espartero = CARD["royal_marines"], CARD["espartero"]
    for card in (marines, espartero):
        monkeypatch.delitem(CARDS.shown[COMBAT], card, raising=False)
        monkeypatch.setitem(CARDS.effects, card, lambda s, side, about: played.append(side))
    moments = CARDS.at[:]
    moments[COMBAT] = 1 << marines | 1 << espartero
    monkeypatch.setattr(CARDS, "at", moments)
    s = battle(
        "durango", THREE, "l_rg1 l_rg2 l_rg3", hands=["royal_marines", "espartero", "volley_fire"], secret=True,
    )
    draw_up(s)
    assert "liberal CardWindow" == asked(s)
    do(s, "play royal_marines", "play espartero")
    assert [1, 1] == played
    assert "liberal LayCard" == asked(s)


@rule("aiw", "17.2d")
@pytest.mark.parametrize("attacker, defender", [("carlist", "liberal"), ("liberal", "carlist")])
def test_both_sides_may_play_cards_before_each_round_and_after_the_battle(attacker: str, defender: str) -> None:
    s = battle("durango", THREE, "l_rg1 l_rg2 l_rg3", attacker=attacker, came=["villarreal"],
               hands=["hospitals", "espartero"])
    with playable_at("hospitals espartero", COMBAT):
        draw_up(s)
        for number in (1, 2):
            assert (number, f"{attacker} CardWindow") == (now(s).round, asked(s))
            do(s, "pass")
            assert f"{defender} CardWindow" == asked(s)
            do(s, "pass")
            end_round(s)
            do(s, *["fight_on", "fight_on", "done", "done"] * (number == 1))
    with playable_at("hospitals espartero", AFTER_COMBAT):
        do(s, "withdraw", dice=[6] * 3)
        while "CardWindow" not in asked(s):
            do(s, "done" if "done" in offered(s) else offered(s)[0])
        assert f"{attacker} CardWindow" == asked(s)
        do(s, "pass")
        assert f"{defender} CardWindow" == asked(s)


@rule("aiw", "17.5a", "7.1d")
def test_units_that_espartero_leads_have_better_morale_only_if_they_were_there_from_the_start() -> None:
    lines = f"{THREE} l_rg1 l_rg2 l_rg3"
    for places, morale in (({"lerin": f"{lines} l_ln1"}, 9), ({"lerin": lines, "road lodosa>lerin": "l_ln1"}, 8)):
        s = war(places, side="liberal")
        s.led = 1 << block(s, "l_ln1")
        events = run(s, Battle(area("lerin"), LIBERAL))
        assert ["battle liberal lerin"] == heard(events, "battle")
        assert [morale, 9] == [morale_of(s, now(s), block(s, unit)) for unit in ("l_ln1", "l_rg1")]


@rule("aiw", "17.2e")
def test_activations_alternate_and_the_defender_begins() -> None:
    s = in_durango()
    miss = [6, 6, 6, 6]
    assert "carlist ActivateUnit" == asked(s)
    do(s, "fire c_nav1", dice=miss)
    assert "liberal ActivateUnit" == asked(s)
    do(s, "fire l_rg1", dice=miss)
    assert "carlist ActivateUnit" == asked(s)
    s = draw_up(battle("durango", THREE, "l_rg1 l_rg2 l_rg3", attacker="carlist"))
    assert "liberal ActivateUnit" == asked(s)


@rule("aiw", "17.2f", "17.2j")
def test_who_has_passed_activates_no_more_units_and_the_other_goes_on_alone() -> None:
    s = in_durango()
    miss = [6, 6, 6, 6]
    events = do(s, "pass")
    assert [(0,)] == told(events, "passed")
    do(s, "fire l_rg1", dice=miss)
    assert "liberal ActivateUnit" == asked(s)
    do(s, "pass")
    assert "liberal VoluntaryRetreat" == asked(s)


@rule("aiw", "17.2j")
def test_who_has_no_fresh_unit_is_passed_over() -> None:
    s = draw_up(battle("durango", THREE, "l_rg1 l_rg2 l_rg3 l_lnc1", attacker="carlist"))
    miss = [6, 6, 6, 6]
    for ours, theirs in (("l_rg1", "c_nav1"), ("l_rg2", "c_nav2"), ("l_rg3", "c_nav3")):
        do(s, f"fire {ours}", dice=miss)
        do(s, f"fire {theirs}", dice=miss[: strength(s, theirs)])
    assert ["pass", "charge l_lnc1"] == offered(s)
    events = do(s, "charge l_lnc1", "target c_nav2", dice=[1, 1, 6, 6, 6])
    assert ([], "carlist VoluntaryRetreat") == (told(events, "passed"), asked(s))


@rule("aiw", "17.2g")
def test_who_has_passed_may_still_countercharge() -> None:
    s = draw_up(battle("lerin", f"{THREE} c_navc1", "l_rg1 l_rg2 l_rg3 l_lnc1"))
    do(s, "pass")
    do(s, "charge l_lnc1", "target c_nav2")
    assert "carlist AnswerCharge" == asked(s)
    assert "countercharge c_navc1" in offered(s)


@rule("aiw", "17.2h")
def test_in_a_refuge_attacking_carlists_begin_the_first_round_only() -> None:
    s = draw_up(battle("amescoas", THREE, "l_rg1 l_rg2 l_rg3", attacker="carlist"))
    assert "carlist ActivateUnit" == asked(s)
    do(s, "fire c_nav1", dice=[6] * 4)
    assert "liberal ActivateUnit" == asked(s)       # one unit, as a defender would
    quiet_round(s)
    assert "liberal ActivateUnit" == asked(s)
    s = draw_up(battle("alsasua", THREE, "l_rg1 l_rg2 l_rg3", attacker="carlist"))
    assert "liberal ActivateUnit" == asked(s)


@rule("aiw", "17.2i")
def test_in_a_refuge_defending_carlists_may_begin_the_first_round_with_two_units() -> None:
    s = draw_up(battle("amescoas", THREE, "l_rg1 l_rg2 l_rg3"))
    assert Refusal("17.2i", "only_before_the_second_in_a_row") == refused(s, "wait")
    do(s, "fire c_nav1", dice=[6] * 4)
    assert "carlist ActivateUnit" == asked(s)
    do(s, "fire c_nav2", dice=[6] * 3)
    assert "liberal ActivateUnit" == asked(s)
    do(s, "fire l_rg1", dice=[6] * 4)
    assert "carlist ActivateUnit" == asked(s)
    do(s, "fire c_nav3", dice=[6] * 3)
    do(s, "pass")
    do(s, "fight_on", "fight_on", "done", "done")
    do(s, "fire c_nav1", dice=[6] * 4)
    assert "liberal ActivateUnit" == asked(s)       # in the second round one by one


@rule("aiw", "17.2i")
def test_a_second_unit_in_a_row_may_wait_without_passing_for_the_round() -> None:
    s = draw_up(battle("amescoas", THREE, "l_rg1 l_rg2 l_rg3"))
    do(s, "fire c_nav1", dice=[6] * 4)
    do(s, "wait")
    assert "liberal ActivateUnit" == asked(s)
    do(s, "fire l_rg1", dice=[6] * 4)
    assert "carlist ActivateUnit" == asked(s)
    assert ["pass", "fire c_nav2", "fire c_nav3"] == offered(s)


@rule("aiw", "17.2i")
def test_who_passes_at_once_in_a_refuge_has_passed() -> None:
    s = draw_up(battle("amescoas", THREE, "l_rg1 l_rg2 l_rg3"))
    do(s, "pass")
    assert "liberal ActivateUnit" == asked(s)
    do(s, "fire l_rg1", dice=[6] * 4)
    assert "liberal ActivateUnit" == asked(s)


# --------------------------------------------------------------------------------------------------------- 17.3 the end


@rule("aiw", "17.3a", "17.3b", "9.1d")
def test_the_moment_the_last_front_infantry_falls_its_side_is_routed_even_with_infantry_in_reserve() -> None:
    s = draw_up(battle("durango", "c_nav1 c_nav2 c_nav3 c_navc1 c_gui3:1", "l_rg1 l_rg2 l_rg3 l_ln1"))
    assert {"c_gui3"} == reserve(s, "carlist")
    shake(s, "c_nav1", "c_nav2")
    do(s, "pass")
    do(s, "fire l_rg1", dice=[1, 1, 6, 6, 3, 3])            # two hits on the last one, which stays
    assert 1 == strength(s, "c_nav3")
    vp = s.vp
    events = do(s, "fire l_rg2", dice=[1, 1, 6, 6, *[6] * 4])   # the second hit finds nobody; then four units pursue
    assert "bag" == at(s, "c_nav3")
    assert [(0, area("durango"))] == told(events, "battle_rout")
    assert vp - 1 == s.vp
    assert 5 == len(told(events, "fired"))
    assert reached(s, Retreat)


@rule("aiw", "17.3b", "17.5d")
def test_the_last_infantry_that_goes_demoralized_ends_the_battle_with_a_rout() -> None:
    s = draw_up(battle("durango", THREE, "l_rg1 l_rg2 l_rg3 l_lnc1"))
    shake(s, "l_rg2", "l_rg3")
    vp = s.vp
    events = do(s, "fire c_nav1", dice=[1, 6, 6, 6, 6, 6, *[6] * 3])    # M9 against 12; the Cavalry covers the rest
    assert [(1, area("durango"))] == told(events, "battle_rout")
    assert vp + 1 == s.vp


@rule("aiw", "17.3b")
def test_a_partida_in_front_is_infantry_that_keeps_the_battle_going() -> None:
    s = draw_up(battle("salvatierra", "c_nav1 c_nav2 c_navc1 c_par1", "l_rg1 l_rg2 l_rg3"))
    shake(s, "c_nav1")
    do(s, "pass")
    do(s, "fire l_rg1", dice=[1, 6, 6, 6])
    do(s, "hit c_nav2", dice=[6, 6])
    assert {"c_nav1", "c_nav2"} == demoralized(s, "carlist")
    assert {"c_par1", "c_navc1"} == front(s, "carlist")
    assert "liberal ActivateUnit" == asked(s)


def test_without_infantry_on_both_sides_nobody_is_routed_and_the_attacker_retreats() -> None:
    s = draw_up(battle("durango", THREE, "l_rg1 l_rg2 l_rg3", came=["villarreal"]))
    shake(s, "c_nav1", "c_nav2", "c_nav3", "l_rg1", "l_rg2", "l_rg3")
    vp = s.vp
    assert routed(s, now(s))
    assert (1, HELD) == (now(s).loser, now(s).ending)
    assert vp == s.vp


@rule("aiw", "17.3c", "17.7b")
def test_a_voluntary_retreat_gives_the_enemy_victory_and_a_pursuit_but_no_point() -> None:
    s = in_durango()
    end_round(s)
    vp = s.vp
    events = do(s, "withdraw", dice=[6] * 3)        # each Carlist fires one die
    assert [(1, area("durango"))] == told(events, "battle_pursuit")
    assert 3 == len(told(events, "fired"))
    assert vp == s.vp
    assert "villarreal" == at(s, "l_rg1")
