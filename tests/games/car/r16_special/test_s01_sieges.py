"""[16.1.4] Republican assaults on Sieges."""

from __future__ import annotations

import pytest

from tablero.games.car import printed
from tablero.games.car.board import SIEGES, space
from tablero.games.car.state import Car
from tests.games.car.field import asked, begin, do, field, offered, operation, refused, told, zone
from tests.rules import rule

ALCAZAR = SIEGES.index("alcazar_of_toledo")


def besieged(units: str, turn: int = 2, **more: str) -> Car:
    s = field({"toledo": units}, side="republican", turn=turn, **more)      # type: ignore[arg-type]
    s.sieges[ALCAZAR] = 3
    begin(s)
    return s


@rule("car", "16.1.4a")
def test_the_garrisons_resist_one_two_and_three_assaults() -> None:
    assert [1, 2, 3] == printed("campaign").sieges


@rule("car", "16.1.4.1a")
def test_an_assault_needs_a_unit_in_the_space_that_is_activated_to_attack() -> None:
    s = besieged("rep_mil_1")
    assert ["done", "assault alcazar_of_toledo"] == offered(s)
    s = field({"toledo": "rep_mil_1", "illescas": "rep_mil_2", "maqueda": "nat_inf_1"}, side="republican", turn=2)
    s.sieges[ALCAZAR] = 3
    operation(s).attacks = 1 << space("illescas")
    begin(s)
    assert ("16.1.4.1a", "not_besieging") == refused(s, "assault alcazar_of_toledo")
    s = field({"toledo": "nat_inf_1", "illescas": "rep_mil_2"}, turn=2)     # Nationalists assault nothing
    s.sieges[ALCAZAR] = 3
    begin(s)
    assert ["done", "target illescas"] == offered(s)


@rule("car", "16.1.4.1a", "11.1.5a")
def test_units_of_the_space_assault_or_attack_elsewhere_and_each_does_one_thing() -> None:
    s = field({"toledo": "rep_mil_1 rep_mil_2", "maqueda": "nat_inf_1"}, side="republican", turn=2)
    s.sieges[ALCAZAR] = 3
    begin(s)
    do(s, "assault alcazar_of_toledo", "join rep_mil_1")
    do(s, "fight", dice=[6])
    assert ["done", "target maqueda"] == offered(s)
    assert ("11.1.5a", "attacked_already") == refused(s, "assault alcazar_of_toledo")
    events = do(s, "target maqueda", dice=[1, 1])
    assert (2, 3) == (len(told(events, "fired")), s.sieges[ALCAZAR])


@rule("car", "16.1.4.2a", "16.1.4.2c", "17.5.2a")
@pytest.mark.parametrize(("turn", "units", "die", "left"), [
    (2, "rep_mil_1", 3, 2), (2, "rep_mil_1", 4, 3), (2, "rep_mil_1 rep_mil_2", 4, 2), (2, "rep_mil_1 rep_mil_2", 5, 3),
    (1, "rep_mil_1", 3, 3), (1, "rep_mil_1", 2, 2), (1, "rep_mil_1 rep_mil_2", 3, 2), (1, "rep_mil_1 rep_mil_2", 4, 3),
    (7, "rep_i", 4, 2), (7, "rep_i", 5, 3), (7, "rep_i rep_ii", 5, 3),
])
def test_an_assault_succeeds_with_three_or_less(turn: int, units: str, die: int, left: int) -> None:
    s = besieged(units, turn)
    s.script = [die]
    do(s, "assault alcazar_of_toledo")
    while asked(s) == "republican Combats":
        do(s, offered(s)[0])
    assert left == s.sieges[ALCAZAR]


@rule("car", "16.1.5a")
def test_a_siege_that_resists_no_more_is_over_without_any_effect() -> None:
    s = field({"toledo": "rep_mil_1"}, side="republican", turn=2)
    s.sieges[ALCAZAR] = 1
    begin(s)
    rm, vp = s.rm, s.vp
    events = do(s, "assault alcazar_of_toledo", dice=[1])
    assert ([0, 0, 0], rm, vp) == (s.sieges, s.rm, s.vp)
    assert [(ALCAZAR,)] == told(events, "siege_surrendered")


@rule("car", "16.1.4.2b")
def test_no_combat_cards_are_played_in_an_assault() -> None:
    s = besieged("rep_mil_1", hands="r11 r17 n9")
    events = do(s, "assault alcazar_of_toledo", dice=[1])
    assert (1, "hand") == (len(told(events, "assault_die")), zone(s, "r17"))
    assert "nobody" == asked(s)
