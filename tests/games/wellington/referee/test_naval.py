"""Random games full of ships: Convoys and Amphibious Assaults are compared with a second account of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.wellington.referee import naval
from tests.games.wellington.referee.ground import board
from tests.games.wellington.referee.naval import Naval
from tests.games.wellington.referee.turmoil import armada


@pytest.mark.parametrize("scenario", board.SCENARIOS)
def test_convoys_and_assaults_go_as_a_second_reading_has_it(scenario: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(4):
        watch = Naval(scenario, seed, disturb=armada)
        watch.run(500)
        assert [] == watch.faults
        seen += watch.seen
    for what in ("Convoy", "French Convoy", "Assault", "dice of the batteries", "past Gibraltar", "Gales"):
        assert seen[what], what


def test_wrong_batteries_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(naval, "BATTERIES", 4)
    faults = []
    for seed in range(4):
        watch = Naval("1812", seed, disturb=armada)
        watch.run(500)
        faults += watch.faults
    assert any("dice of the batteries" in fault for fault in faults)
