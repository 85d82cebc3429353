"""[16.6] Armor."""

from __future__ import annotations

import pytest

from tablero.games.car.board import ARMOR, NAT, REP, UNIT, UNITS, space
from tablero.games.car.rules.r16_special.s06_armor import able_armor, is_open
from tests.games.car.field import asked, attack, do, field, offered, reduced, refused, take_losses, told
from tests.rules import rule


@rule("car", "16.6.1a")
def test_armor_is_soviet_italian_and_german_and_comes_by_cards() -> None:
    tanks = [unit for u, unit in enumerate(UNITS) if ARMOR >> u & 1]
    assert {("T-26", REP), ("CV-33", NAT), ("PZ-I", NAT)} == {(unit.type, unit.side) for unit in tanks}
    assert {"reinforcement"} == {unit.entry for unit in tanks}


@rule("car", "16.6.2a", "16.6.2d")
def test_a_full_strength_tank_adds_one_against_an_open_space_if_it_is_declared() -> None:
    s = field({"caspe": "rep_t26_r04 rep_rpa_1", "belchite": "nat_inf_1"}, side="republican")
    attack(s, "belchite")
    assert ("republican CombatCards", ["pass", "armor"]) == (asked(s), offered(s))
    assert (REP, 1, 1, 1) == told(do(s, "armor", dice=[1, 1]), "fired")[0]
    s = field({"caspe": "rep_t26_r04 rep_rpa_1", "belchite": "nat_inf_1"}, side="republican")
    attack(s, "belchite")
    assert (REP, 1, 0, 1) == told(do(s, "pass", dice=[1, 1]), "fired")[0]
    assert refused(s, "armor") is not None                      # too late: the dice have fallen


@rule("car", "16.6.2a")
@pytest.mark.parametrize(("places", "target", "works"), [
    ({"caspe": "rep_t26_r04:r", "belchite": "nat_inf_1"}, "belchite", ""),              # reduced
    ({"rubielos_de_mora": "rep_t26_r04", "teruel": "nat_inf_1"}, "teruel", ""),         # Mountain
    ({"lecinena": "rep_t26_r04", "zaragoza": "nat_inf_1"}, "zaragoza", ""),             # Main City, and a river
    ({"belchite": "rep_t26_r04", "zaragoza": "nat_inf_1"}, "zaragoza", ""),             # Main City
    ({"caspe": "rep_t26_r04", "belchite": "nat_inf_1"}, "belchite", "position"),
    ({"caspe": "rep_t26_r04", "belchite": "nat_inf_1"}, "belchite", "trench"),
    ({"candasnos": "rep_t26_r04", "caspe": "nat_inf_1"}, "caspe", ""),                  # across a river
])
def test_elsewhere_it_adds_nothing(places: dict[str, str], target: str, works: str) -> None:
    s = field(places, side="republican", positions=target if works == "position" else "",
              trenches=target if works == "trench" else "")
    assert 0 == able_armor(s, space(target), 1 << UNIT["rep_t26_r04"], bridged=False)
    events = attack(s, target, dice=[1, 1])
    assert (2, 0) == (len(told(events, "fired")), told(events, "fired")[0][2])


@rule("car", "16.6.2e")
def test_the_tank_itself_must_not_cross_the_river_others_may() -> None:
    s = field({"alcaniz": "rep_t26_r04", "candasnos": "rep_rpa_1", "caspe": "nat_inf_1"}, side="republican")
    attack(s, "caspe")
    assert (REP, 1, 1, 1) == told(do(s, "armor", dice=[1, 1]), "fired")[0]


@rule("car", "16.6.2c")
def test_two_tanks_add_no_more_than_one() -> None:
    s = field({"caspe": "rep_t26_r04 rep_t26_r24", "belchite": "nat_inf_1"}, side="republican", hands="r37")
    attack(s, "belchite")
    do(s, "armor")
    assert ("16.6.2c", "armor_declared") == refused(s, "armor")
    assert (REP, 1, 1, 1) == told(do(s, "pass", dice=[1, 1]), "fired")[0]


@rule("car", "16.6.2b")
def test_the_tank_takes_the_first_loss_if_it_was_used() -> None:
    s = field({"caspe": "rep_t26_r04 rep_rpa_1", "belchite": "nat_inf_1 nat_inf_2"}, side="republican")
    attack(s, "belchite")
    do(s, "armor", dice=[1, 1])
    take_losses(s)
    assert (True, False) == (reduced(s, "rep_t26_r04"), reduced(s, "rep_rpa_1"))


@rule("car", "16.6.2a")
def test_defending_tanks_add_nothing() -> None:
    s = field({"caspe": "rep_t26_r04", "belchite": "nat_inf_1"})
    assert [0, 0] == [args[2] for args in told(attack(s, "caspe", dice=[1, 1]), "fired")]


@rule("car", "CL.MAPa")
def test_open_means_no_mountain_main_city_position_or_trench() -> None:
    s = field({}, positions="caspe", trenches="alcaniz")
    assert [True, False, False, False, False] == [is_open(s, space(name)) for name in
                                                  ("belchite", "caspe", "alcaniz", "madrid", "teruel")]
