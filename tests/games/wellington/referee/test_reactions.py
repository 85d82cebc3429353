"""Random games with crowded positions in which marches, interceptions, evasions and Army Groups are compared with a
second account of the rules, event by event."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.wellington.referee import marches, reactions
from tests.games.wellington.referee.ground import board
from tests.games.wellington.referee.reactions import Reactions
from tests.games.wellington.referee.turmoil import galicia, turmoil


@pytest.mark.parametrize("scenario", board.SCENARIOS)
def test_marches_and_reactions_go_as_a_second_reading_has_it(scenario: str) -> None:
    seen: Counter[str] = Counter()
    for seed, players in enumerate(board.PLAYERS):
        watch = Reactions(scenario, seed + 20, players, turmoil)
        watch.run(450)
        assert [] == watch.faults
        seen += watch.seen
    for what in ("a Leader's step", "added to an interception", "added to an evasion", "Attrition of a step",
                 "CPs left", "who names the Commander", "marked after a Battle"):
        assert seen[what], what


@pytest.mark.parametrize("scenario", board.SCENARIOS)
def test_around_corunna_they_go_as_everywhere(scenario: str) -> None:
    for seed in range(2):
        watch = Reactions(scenario, seed, disturb=galicia)
        watch.run(400)
        assert [] == watch.faults


def test_wrong_modifiers_and_wrong_reasons_for_attrition_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reactions, "rough", lambda kind: False)
    monkeypatch.setattr(marches.Marches, "due", lambda self: 0)
    watch = Reactions("1812", 21, disturb=turmoil)
    watch.run(450)
    assert any("Attrition of a step" in fault for fault in watch.faults)
    assert any("added to an" in fault for fault in watch.faults)
