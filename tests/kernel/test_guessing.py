"""Guesses: every arrangement that is possible comes out, no other does, and all about equally often."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest

import tablero
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.guessing import Fact, arrange
from tests.kernel import tiny


def possible(may: list[int], things: int, facts: list[Fact]) -> set[tuple[int, ...]]:
    """All arrangements, by trying every one."""
    return {
        found for found in permutations(range(things), len(may))
        if all(able >> thing & 1 for able, thing in zip(may, found, strict=True))
        and all(sum(kind >> found[p] & 1 for p in ids_of(places)) >= least for places, kind, least in facts)
    }


def drawn(may: list[int], things: int, facts: list[Fact], times: int) -> Counter[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(times):
        arrangement = arrange(may, range(things), Random(seed), facts)
        if arrangement is not None:
            found[tuple(arrangement)] += 1
    return found


@pytest.mark.parametrize("seed", range(40))
def test_every_arrangement_that_is_possible_turns_up_and_no_other(seed: int) -> None:
    chance = Random(seed)
    places, things = chance.randint(2, 4), chance.randint(4, 5)
    may = [bitset(chance.sample(range(things), chance.randint(1, things))) for _ in range(places)]
    facts = [
        (bitset(chance.sample(range(places), 2)), bitset(chance.sample(range(things), 3)), chance.randint(1, 2))
        for _ in range(chance.randint(0, 2))
    ]
    wanted = possible(may, things, facts)
    assert wanted == set(drawn(may, things, facts, 30 * max(1, len(wanted))))


def test_arrangements_come_out_about_equally_often() -> None:
    """Of five blocks one is a unit of two, two of three; the most frequent arrangement is not twice the rarest."""
    may, facts = [0b11, 0b111, 0b111, 0b11111, 0b11111], [(0b11000, 0b10000, 1)]
    found = drawn(may, 5, facts, 4000)
    assert possible(may, 5, facts) == set(found)
    assert max(found.values()) < 2 * min(found.values())


def test_places_that_were_filled_make_room_for_one_that_has_no_other_choice() -> None:
    """Each place but the last may hold two things, and the last only one: a chain with a single solution."""
    may = [0b11 << i for i in range(9)] + [1 << 9]
    assert {tuple(range(10))} == set(drawn(may, 10, [], 50))


def test_what_is_impossible_gives_nothing() -> None:
    assert arrange([0b1, 0b1], range(2), Random(1)) is None
    assert arrange([0b11, 0b11], range(2), Random(1), [(0b11, 0b1, 2)]) is None
    assert [] == arrange([], [], Random(1))


def test_in_the_duel_every_hand_and_every_secret_answer_turns_up() -> None:
    s = tiny.GAME.new("duel", 5, secret=True)
    tablero.apply(s, 0, ("pass",))
    (blue,) = [seat for seat in tablero.players(s) if seat == 1]
    tablero.apply(s, blue, tablero.options(s, blue)[0])
    view = tiny.GAME.view(s, 0)
    found = set()
    for seed in range(1500):
        guess = tiny.GAME.determinize(view, seed)
        top = guess.stack[-1]
        assert isinstance(top, tiny.Duel)
        found.add((guess.hand[1], top.answers[1]))
    others = [card for card in range(len(tiny.CARDS)) if not view.hand[0] >> card & 1]
    assert {(bitset(hand), ("play", card)) for hand in combinations(others, 3) for card in hand} == found
