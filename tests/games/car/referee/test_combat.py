"""Random games in which every question and result of combat is compared with a second account of the rules."""

from __future__ import annotations

import pytest

from tests.games.car.referee import combat
from tests.games.car.referee.combat import Referee


@pytest.mark.parametrize("scenario", combat.board.SCENARIOS)
def test_activations_and_combats_are_as_a_second_reading_of_the_rules_has_them(scenario: str) -> None:
    fights = 0
    for seed in range(8):
        referee = Referee(scenario, seed)
        referee.run()
        assert [] == referee.faults
        fights += referee.fights
    assert fights > 100


def test_the_combats_of_the_last_year_are_as_a_second_reading_has_them() -> None:
    """Morale that never changes carries random games to Turn 18."""
    for seed in range(4):
        referee = Referee("two_years_of_war", seed, morale=13)
        referee.run()
        assert ([], 18) == (referee.faults, referee.s.turn)
        assert referee.fights > 40


def faults_with_grado(scenario: str, seed: int) -> list[str]:
    referee = Referee(scenario, seed, corridor=True)
    referee.run()
    return referee.faults


@pytest.mark.parametrize("scenario", combat.board.SCENARIOS)
def test_combats_with_the_corridor_of_grado_are_as_a_second_reading_has_them(scenario: str) -> None:
    for seed in range(4):
        assert [] == faults_with_grado(scenario, seed)


def test_a_corridor_that_leads_nowhere_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combat, "GRADO", 0)
    assert any(faults_with_grado(scenario, seed) for seed in range(40) for scenario in combat.board.SCENARIOS)


def test_a_wrong_table_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combat, "DIVISION_TABLE", ((6,) * 6,) * 9)
    referee = Referee("war_of_the_columns", 1)
    referee.run()
    assert any("Loss Number" in fault for fault in referee.faults)
