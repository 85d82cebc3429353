"""Random games with thrown Hands and positions in which cards, Battles and Sieges are compared with a further reading
of the rules, written from the card list."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.wellington.referee import clash, events
from tests.games.wellington.referee.events import Account
from tests.games.wellington.referee.position import CLEAR, PASS, RIVER, ROUGH, Position, board
from tests.games.wellington.referee.steps import ChoiceFollower
from tests.games.wellington.referee.windows import WHEN


@pytest.mark.parametrize("scenario", board.SCENARIOS)
def test_cards_and_fights_are_as_a_further_reading_of_the_rules_has_them(scenario: str) -> None:
    seen: Counter[str] = Counter()
    tried: Counter[int] = Counter()
    for seed, players in ((0, "four"), (1, "two")):
        game = ChoiceFollower(scenario, seed, players=players, tried=tried)
        game.run(700)
        assert [] == game.faults
        seen += game.seen
    assert len({name for name in seen if name.startswith("event ")}) > 50
    assert seen["windows"] > 300
    assert seen["battle dice"] > 40


def test_a_wrong_effect_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def two_resources(b: Position, power: int) -> Account:
        b.resources[power] += 2
        yield from ()

    monkeypatch.setitem(events.EFFECT, 18, two_resources)
    assert any("card 18" in fault for fault in faults(6))


def test_wrong_terrain_dice_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clash, "TERRAIN", {CLEAR: 0, ROUGH: 0, PASS: 0, RIVER: 0})
    assert any("dice, not" in fault for fault in faults(3))


def test_a_card_that_is_offered_too_often_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WHEN, ("impulse_start", 88), lambda *_: False)
    assert any("[88] too many" in fault for fault in faults(1))


def faults(games: int) -> list[str]:
    found, tried = [], Counter[int]()
    for seed in range(games):
        game = ChoiceFollower("1812", seed, tried=tried)
        game.run(400)
        found += game.faults
    return found
