"""Turns and Interphases from thrown positions, with Powers that are short of Soldiers; and bids for Powers."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import tablero
from tablero.games.wellington.rules.r04_sequence.s01_turn import War
from tablero.kernel.engine import advance
from tests.games.wellington.referee import interphase
from tests.games.wellington.referee.course import Book, thrown
from tests.games.wellington.referee.ground import N, Position, board
from tests.games.wellington.referee.interphase import Winter
from tests.games.wellington.referee.turmoil import hunger


def winter(seed: int, disturb: Any = None) -> Winter:
    """A game that begins with the last cards of a Turn."""
    rng = random.Random(seed)
    s = thrown(rng)
    while Book(s).sudden():
        s = thrown(rng)
    s.year = 1812 + seed % 2
    s.stack = [War(at=War().steps().index("turn"))]
    advance(s)
    s.events.clear()
    watch = Winter("1812", seed, board.PLAYERS[s.players], disturb)
    watch.s = s
    return watch


def test_interphases_go_as_a_second_reading_has_it() -> None:
    seen: Counter[str] = Counter()
    for seed in range(16):
        watch = winter(seed, hunger if seed % 2 else None)
        watch.run(250)
        assert [] == watch.faults
        seen += watch.seen
    for what in ("Home Keys", "where Reinforcements come", "Leaders after a Deployment", "means against a debt",
                 "CPs for a debt", "a withdrawn Leader", "nothing is left of the Turn"):
        assert seen[what], what


def test_a_wrong_reach_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interphase, "reach", lambda p, power, start: {start})
    faults = []
    for seed in range(8):
        watch = winter(seed)
        watch.run(250)
        faults += watch.faults
    assert any("on the way" in fault for fault in faults)


@pytest.mark.parametrize("players, bidder, powers", [
    ("four", "britain", {0}), ("four", "nord", {3}), ("three_french", "britain", {0, 2}), ("three_french", "sud", {1}),
    ("three_allies", "nord", {1, 3}), ("three_allies", "spain", {2}), ("two", "spain", {0, 2}), ("two", "sud", {1, 3})])
@pytest.mark.parametrize("scenario", board.SCENARIOS)
def test_a_bid_is_paid_from_all_powers_of_the_bidder_before_play(
        scenario: str, players: str, bidder: str, powers: set[int]) -> None:
    """[2.1c] (reading G45)"""
    s: Any = tablero.game("wellington").new(scenario, 5, {"players": players, "bidder": bidder, "bid": "4"})
    rng = random.Random(5)
    before = list(s.sp)
    for paid in range(4):
        asked = tablero.players(s)
        assert (board.POWERS.index(bidder),) == tuple(asked)
        p = Position(s)
        may = {("remove", power, x) for power in powers for x in range(N) if p.sps(power, x)}
        assert may == set(tablero.options(s, asked[0]))
        assert paid == sum(before) - sum(s.sp)
        tablero.apply(s, asked[0], rng.choice(tablero.options(s, asked[0])))
    lost = [a - b for a, b in zip(before, s.sp, strict=True)]
    assert 4 == sum(lost) == sum(n for pile, n in enumerate(lost) if pile // N in powers)
    assert "Mulligan" == type(s.stack[-1]).__name__
