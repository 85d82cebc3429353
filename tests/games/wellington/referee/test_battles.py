"""Random games in which Battles, Sieges and cards are compared with a second account of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.wellington.referee import battles
from tests.games.wellington.referee.battles import Watch
from tests.games.wellington.referee.cards import CardWatch


@pytest.mark.parametrize("scenario", ("1812", "1813"))
def test_battles_sieges_and_cards_are_as_a_second_reading_of_the_rules_has_them(scenario: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(4):
        watch = CardWatch(scenario, seed, eager=seed % 2 > 0, rigged=seed > 1)
        watch.run(most=1500)
        assert [] == watch.faults
        seen += watch.seen
    assert seen["battles"] > 30
    assert seen["siege rounds"] > 10
    assert seen["windows"] > 1000
    assert seen["fates"] > 200


def test_wrong_terrain_dice_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battles, "TERRAIN_DICE", {0: 0, 1: 0, 2: 0, 3: 0})
    faults = []
    for seed in range(3):
        watch = Watch("1812", seed, eager=True)
        watch.run(most=800)
        faults += watch.faults
    assert any("dice, not" in fault for fault in faults)
