"""[20.0] What the Turn Track brings."""

from __future__ import annotations

import pytest

from tablero.games.aiw.rules.r20_reinforcements.s00_reinforcements import due
from tests.games.aiw.reinforcing import coming
from tests.games.aiw.war import asked, at, do
from tests.rules import rule

# ------------------------------------------------------------------------------------------------------- the Turn Track


@pytest.mark.parametrize("year, turn, units, guns", [
    (1834, 3, [1, 2], [0, 0]), (1835, 2, [1, 1], [0, 1]), (1836, 2, [0, 1], [0, 0]), (1836, 3, [0, 2], [1, 2]),
    (1838, 1, [1, 2], [0, 1]),
])
@rule("aiw", "20.0a")
def test_the_track_is_another_from_1836_on(year: int, turn: int, units: list[int], guns: list[int]) -> None:
    assert due(year, turn, "units") == units
    assert due(year, turn, "artillery") == guns


@rule("aiw", "20.0a")
def test_the_phase_brings_what_the_track_of_the_year_shows() -> None:
    s = coming({}, 1836, 2, [0], bags=["l_rg1", "l_rg2", "c_nav1"])
    do(s, "place haro")
    assert asked(s) == "nobody"
    assert (at(s, "l_rg1"), at(s, "l_rg2"), at(s, "c_nav1")) == ("haro", "bag", "bag")


@pytest.mark.parametrize("scenario, year, nothing", [
    ("espartero", 1836, True), ("espartero", 1837, False), ("entire_war", 1836, False), ("zumalacarregui", 1834, True),
])
@rule("aiw", "20.0b")
def test_in_the_first_turn_of_a_scenario_nothing_comes(scenario: str, year: int, nothing: bool) -> None:
    s = coming({}, year, 1, bags=["l_rg1", "c_nav1"], scenario=scenario)
    assert (asked(s) == "nobody") is nothing


@rule("aiw", "20.0c", "20.1a", "20.2a")
def test_the_liberal_places_before_the_carlist() -> None:
    s = coming({}, 1834, 2, [0], bags=["l_rg1", "c_nav1"])
    assert asked(s) == "liberal Place"
    do(s, "place vitoria")
    assert asked(s) == "liberal DeployGun"
    do(s, "emplace field vitoria", dice=[0])
    assert asked(s) == "carlist Place"
    do(s, "place durango")
    assert asked(s) == "nobody"
    assert (at(s, "l_rg1"), at(s, "c_nav1")) == ("vitoria", "durango")
