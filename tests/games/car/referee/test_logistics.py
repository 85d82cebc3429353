"""Random games in which every question of movement, supply, redeployment and replacements is compared with a second
account of the rules: as played, and with fronts and garrisons thrown about between Rounds."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.car.referee import logistics
from tests.games.car.referee.logistics import Referee, Sheet, board
from tests.games.car.referee.scramble import Scramble


@pytest.mark.parametrize("scenario", board.SCENARIOS)
def test_movement_supply_and_points_are_as_a_second_reading_of_the_rules_has_them(scenario: str) -> None:
    for seed in range(2):
        referee = Referee(scenario, seed)
        referee.run()
        assert [] == referee.faults
        assert referee.decisions > 300


def faults_with_grado(scenario: str, seed: int) -> list[str]:
    referee = Referee(scenario, seed, corridor=True)
    referee.run()
    return referee.faults


@pytest.mark.parametrize("scenario", ["war_of_the_columns", "two_years_of_war"])
def test_movement_and_supply_with_the_corridor_of_grado_are_as_a_second_reading_has_them(scenario: str) -> None:
    assert [] == faults_with_grado(scenario, 1)


def test_a_corridor_that_leads_nowhere_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logistics, "GRADO", ())
    assert any(faults_with_grado("collapse_of_the_northern_front", seed) for seed in range(40))


def disturb(s: Any, rng: random.Random) -> None:
    """Morale that nobody wins by, and every third Round a new front."""
    s.rm = 21 if s.turn <= 6 else 17 if s.turn <= 9 else 13 if s.turn <= 12 else 9
    if rng.random() < 0.35:
        Scramble(s, rng).run()


@pytest.mark.parametrize("scenario", board.SCENARIOS)
def test_rare_positions_are_as_a_second_reading_of_the_rules_has_them(scenario: str) -> None:
    referee = Referee(scenario, 1)
    referee.disturb = disturb
    referee.run()
    assert [] == referee.faults
    assert referee.decisions > 300


def test_a_wrong_stacking_limit_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sheet, "room", lambda self, x: True)
    referee = Referee("war_of_the_columns", 1)
    referee.run()
    assert any("redeploy to" in fault for fault in referee.faults)
