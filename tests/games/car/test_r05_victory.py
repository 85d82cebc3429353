"""[5] Victory."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.car.board import CARD, MAIN_CITIES, NAT, REP, SCENARIOS
from tablero.games.car.rules.r03_control import change_rm, enter
from tablero.games.car.rules.r05_victory import automatic_victory, final_score
from tablero.games.car.state import Car
from tests.games.car.field import do, field, stand
from tests.games.car.turns import action, turn
from tests.rules import card, rule


def ending(s: Car) -> tuple[str, int] | None:
    result = s.result
    return None if result is None else (result["kind"], -1 if result["winner"] is None else result["winner"])


@rule("car", "5.0a", "5.1.1a", "SUv")
@pytest.mark.parametrize("vp, expected", [(20, ("points", NAT)), (19, ("draw", -1)), (18, ("points", REP))])
def test_after_the_last_turn_victory_points_decide(vp: int, expected: tuple[str, int]) -> None:
    s = field()
    s.vp = vp
    turn(s, 18, "clear")
    assert s.over
    assert expected == ending(s)


@rule("car", "5.1.1a")
def test_each_scenario_has_limits_of_its_own() -> None:
    for name, (wins, draw) in zip(SCENARIOS, ((20, 19), (10, 9), (16, 15), (18, 17)), strict=True):
        s = tablero.game("car").new(name, 1)
        assert isinstance(s, Car)
        assert (wins, draw) == (s.setting.wins, s.setting.draw)
        for vp, expected in ((wins, ("points", NAT)), (draw, ("draw", -1)), (draw - 1, ("points", REP))):
            s.vp, s.ending = vp, -1
            final_score(s)
            assert expected == ending(s)


LIMITS = {4: (28, 15), 5: (27, 14), 6: (27, 12), 7: (26, 10), 8: (25, 9), 9: (24, 8), 10: (23, 7), 11: (21, 6),
          12: (19, 5), 13: (18, 4), 14: (17, 3), 15: (16, 3)}


@rule("car", "5.2a", "5.2.2a", "5.2.2b", "5.2.2c")
@pytest.mark.parametrize("number", range(1, 19))
def test_republican_morale_at_the_limit_of_the_turn_wins_at_once(number: int) -> None:
    for rm in range(33):
        s = field(rm=rm)
        s.turn = number
        automatic_victory(s)
        republican, nationalist = LIMITS.get(number, (99, -99))
        expected = ("morale", REP) if rm >= republican else ("morale", NAT) if rm <= nationalist else None
        assert expected == ending(s)


@rule("car", "5.2.1a", "6.0.D.2a")
def test_morale_is_judged_in_the_war_status_phase_and_not_before() -> None:
    s = field(rm=12)
    s.turn = 7
    change_rm(s, -5)
    enter(s, NAT, 0)
    assert ending(s) is None
    turn(s, 7, "war_status")
    assert ("morale", NAT) == ending(s)


@rule("car", "5.2.1b")
def test_the_limits_hold_in_every_scenario() -> None:
    for name in SCENARIOS:
        s = tablero.game("car").new(name, 1)
        assert isinstance(s, Car)
        s.turn, s.rm = max(4, s.setting.first), 5
        automatic_victory(s)
        assert ("morale", NAT) == ending(s)


@rule("car", "5.2.3a")
def test_all_six_main_cities_win() -> None:
    s = field()
    s.held |= MAIN_CITIES
    automatic_victory(s)
    assert ("cities", NAT) == ending(s)
    s = field()
    s.held &= ~MAIN_CITIES
    automatic_victory(s)
    assert ("cities", REP) == ending(s)
    s = field()
    s.held |= MAIN_CITIES & (MAIN_CITIES - 1)
    automatic_victory(s)
    assert ending(s) is None


@rule("car", "5.2.5a")
def test_morale_decides_if_both_sides_qualify() -> None:
    s = field(rm=26)
    s.held |= MAIN_CITIES
    automatic_victory(s)
    assert ("morale", REP) == ending(s)
    s = field(rm=10)
    s.held &= ~MAIN_CITIES
    automatic_victory(s)
    assert ("morale", NAT) == ending(s)


@card("car", "n45")
@rule("car", "5.2.4a", "16.3.2a")
def test_casados_coup_ends_the_war_in_an_action_round() -> None:
    s = field(rm=5, nationalist="barcelona")
    stand(s, "nat_inf_1", "zaragoza")
    action(s, turn=16, hands="n45")
    do(s, "event n45")
    assert (True, ("coup", NAT)) == (s.over, ending(s))
    assert CARD["n45"] >= 0


@card("car", "n45")
@pytest.mark.parametrize("rm, turn_number, barcelona", [(6, 16, True), (5, 15, True), (5, 16, False)])
def test_the_coup_needs_broken_morale_barcelona_and_the_last_turns(rm: int, turn_number: int, barcelona: bool) -> None:
    s = field(rm=rm, nationalist="barcelona" if barcelona else "")
    stand(s, "nat_inf_1", "zaragoza")
    action(s, turn=turn_number, hands="n45")
    assert ("event", CARD["n45"]) not in tablero.options(s, NAT)
    assert ("ops", CARD["n45"]) in tablero.options(s, NAT)
