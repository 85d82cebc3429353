"""Random games in which every question of building, Flags, marches, interception, evasion, Attrition and Convoys is
compared with a second account of the rules: as played, and with pieces, Flags and cards thrown about."""

from __future__ import annotations

import pytest

from tests.games.wellington.referee.movement import Referee
from tests.games.wellington.referee.sheet import Sheet, board
from tests.games.wellington.referee.upheaval import upheaval


@pytest.mark.parametrize("scenario", board.SCENARIOS)
def test_marches_and_reactions_are_as_a_second_reading_of_the_rules_has_them(scenario: str) -> None:
    for seed in range(3):
        referee = Referee(scenario, seed)
        referee.run()
        assert [] == referee.faults
        assert sum(referee.seen.values()) > 300


@pytest.mark.parametrize("scenario", board.SCENARIOS)
def test_rare_positions_are_as_a_second_reading_of_the_rules_has_them(scenario: str) -> None:
    for seed in range(2):
        referee = Referee(scenario, seed)
        referee.disturb = upheaval
        referee.run(500)
        assert [] == referee.faults
        assert sum(referee.seen.values()) > 300


def test_a_wrong_modifier_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sheet, "interception_modifier", lambda self, side, a, x, kind: 0)
    referee = Referee("1812", 0)
    referee.disturb = upheaval
    referee.run(500)
    assert any("interception total" in fault for fault in referee.faults)
