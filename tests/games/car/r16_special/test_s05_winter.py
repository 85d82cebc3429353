"""[16.5] Winter in the mountains."""

from __future__ import annotations

import pytest

from tablero.games.car.board import NAT, UNIT, WINTER, space
from tablero.games.car.odds import trial
from tablero.games.car.rules.r16_special.s05_winter import operations_limit
from tests.games.car.field import attack, field, told
from tests.rules import rule


@rule("car", "16.5.1a")
def test_winter_is_in_january_and_february() -> None:
    assert [5, 11, 17] == [turn for turn in range(19) if WINTER[turn]]


@rule("car", "16.5.2b", "16.5.3a", "16.5.3b")
@pytest.mark.parametrize(("turn", "severe", "modifier"), [
    (4, 0, 0), (5, 0, -1), (11, 11, -2), (11, 5, -1), (17, 11, -1)])
def test_attacks_on_mountains_suffer_from_the_snow(turn: int, severe: int, modifier: int) -> None:
    s = field({"segovia": "nat_inf_1", "somosierra": "rep_mil_1", "monreal_del_campo": "rep_mil_2",
               "albarracin": "nat_inf_2"}, turn=turn)
    s.severe = severe
    combat = trial(s, NAT, space("somosierra"), 1 << UNIT["nat_inf_1"])
    assert (modifier, 0) == (combat.modifier_of(s, NAT), combat.modifier_of(s, 1))
    s.side = 1
    combat = trial(s, 1, space("albarracin"), 1 << UNIT["rep_mil_2"])
    assert (modifier, -1) == (combat.modifier_of(s, 1), combat.shift[1])        # besides the shift of the Mountain


@rule("car", "16.5.2b")
def test_attacks_elsewhere_and_out_of_mountains_do_not() -> None:
    s = field({"belchite": "nat_inf_1", "caspe": "rep_rpa_1"}, turn=5)
    assert [0, 0] == [args[2] for args in told(attack(s, "caspe", dice=[1, 1]), "fired")]
    s = field({"somosierra": "rep_rpa_1", "segovia": "nat_inf_1"}, turn=5, side="republican")
    assert [0, 0] == [args[2] for args in told(attack(s, "segovia", dice=[1, 1]), "fired")]


@rule("car", "16.5.2a", "16.5.3a")
def test_a_winter_turn_allows_three_cards_for_operations_and_a_severe_one_two() -> None:
    s = field({}, turn=11)
    assert 3 == operations_limit(s)
    s.severe = 11
    assert 2 == operations_limit(s)
