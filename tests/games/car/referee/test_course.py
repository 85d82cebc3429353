"""Random games in which actions, events, points, Morale and phases are compared with a second account of the rules."""

from __future__ import annotations

import pytest

from tests.games.car.referee import course
from tests.games.car.referee.course import Referee


@pytest.mark.parametrize("scenario", course.board.SCENARIOS)
def test_the_course_of_the_war_is_as_a_second_reading_of_the_rules_has_it(scenario: str) -> None:
    asked = 0
    for seed in range(5):
        referee = Referee(scenario, seed, lucky=seed % 3 - 1)
        referee.run()
        assert [] == referee.faults
        asked += referee.seen["ChooseAction"]
    assert asked > 200


@pytest.mark.parametrize("scenario", ["campaign", "two_years_of_war"])
def test_wars_to_the_last_turn_are_as_a_second_reading_has_them(scenario: str) -> None:
    """Morale between the limits of an Automatic Victory carries random games to Turn 18."""
    referee = Referee(scenario, 3, lucky=course.NAT, morale="low")
    referee.run()
    assert ([], 18) == (referee.faults, referee.s.turn)


def test_wild_fronts_are_as_a_second_reading_has_them() -> None:
    """Pieces of land in the wrong hands: borders, ports, divided zones, Attrition, Sieges."""
    captured = 0
    for seed in range(6):
        referee = Referee("campaign", seed, lucky=seed % 2, wild=True)
        referee.run()
        assert [] == referee.faults
        captured += referee.told["captured"]
    assert captured > 100


def faults_with_grado(scenario: str, seed: int) -> list[str]:
    referee = Referee(scenario, seed, lucky=seed % 3 - 1, corridor=True)
    referee.run()
    return referee.faults


@pytest.mark.parametrize("scenario", course.board.SCENARIOS)
def test_wars_with_the_corridor_of_grado_are_as_a_second_reading_has_them(scenario: str) -> None:
    for seed in range(4):
        assert [] == faults_with_grado(scenario, seed)


def test_a_corridor_that_leads_nowhere_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "GRADO", 0)
    assert any(faults_with_grado(scenario, seed) for seed in range(40) for scenario in course.board.SCENARIOS)


def test_a_wrong_value_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "worth", lambda x: (0, 0))
    referee = Referee("campaign", 1, lucky=course.NAT, wild=True)
    referee.run()
    assert any("RM" in fault or "VP" in fault for fault in referee.faults)


def test_a_card_that_may_not_be_played_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(course.FIRST, "R1", 5)
    faults = []
    for seed in range(3):
        referee = Referee("war_of_the_columns", seed)
        referee.run()
        faults += referee.faults
    assert any("R1" in fault for fault in faults)
