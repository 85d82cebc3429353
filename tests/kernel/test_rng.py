"""Chance from one integer."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tablero.kernel import rng
from tablero.kernel.frames import State


def test_the_same_state_always_gives_the_same_value() -> None:
    first = rng.start(7)
    assert [rng.value(first + i, 6) for i in range(9)] == [rng.value(first + i, 6) for i in range(9)]


KNOWN = [6, 2, 2, 4, 4, 5, 5, 1, 6, 1, 1, 6, 6, 3, 3, 6]


def test_known_values_do_not_change_from_one_release_to_the_next() -> None:
    assert KNOWN == [rng.value(rng.start(2026) + i, 6) + 1 for i in range(len(KNOWN))]


def test_faces_are_equally_likely_and_in_no_order() -> None:
    first, n = rng.start(1), 60_000
    faces = [rng.value(first + i, 6) for i in range(n)]
    counts = Counter(faces)
    assert sum((count - n / 6) ** 2 / (n / 6) for count in counts.values()) < 20.5       # chi square, 0.1 %
    pairs = Counter(pairwise(faces))
    assert sum((pairs[a, b] - n / 36) ** 2 / (n / 36) for a in range(6) for b in range(6)) < 66.6


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    one, two = ([rng.value(rng.start(seed) + i, 100) for i in range(200)] for seed in (4, 5))
    assert sum(a == b for a, b in zip(one, two)) < 12


@pytest.mark.parametrize("seed", [-1, 1 << 320])
def test_a_seed_has_limits(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a number from 0 to"):
        rng.start(seed)


def test_the_largest_seed_works() -> None:
    assert 0 <= rng.value(rng.start((1 << 320) - 1) + 5, 6) < 6


def test_a_commitment_binds_to_one_seed() -> None:
    assert rng.commitment(5) == rng.commitment(5)
    assert rng.commitment(5) != rng.commitment(6)
    assert 64 == len(rng.commitment(rng.fresh_seed()))
    assert rng.fresh_seed() != rng.fresh_seed()


def test_dice_draws_and_numbers_come_from_one_counter_and_are_kept() -> None:
    s = State(rng=rng.start(3))
    pile = [10, 20, 30]
    found = [*s.dice(2), s.die(20), s.below(5), s.draw(pile)]
    assert rng.start(3) + 5 == s.rng
    assert [*found[:4], [10, 20, 30].index(found[4])] == s.rolled
    assert sorted([*pile, found[4]]) == [10, 20, 30]


def test_a_script_gives_faces_to_dice_and_indexes_to_draws() -> None:
    s = State(script=[6, 1, 2])
    assert (6, 1, 30) == (s.die(), s.die(), s.draw([10, 20, 30]))


def test_a_seed_is_mixed_from_the_secret_and_every_players_number_and_which_start_it_is() -> None:
    shares = ("a" * 64, "b" * 64)
    seeds = {
        rng.mixed(5, shares), rng.mixed(6, shares), rng.mixed(5, shares[::-1]), rng.mixed(5, ("a" * 64, "")),
        rng.mixed(5, ("", "a" * 64)), rng.mixed(5, shares, 2), rng.mixed(5, (), 2), rng.mixed(5, ("", ""), 2),
    }
    assert 8 == len(seeds)
    assert 5 == rng.mixed(5) == rng.mixed(5, ("", ""))
    assert rng.mixed(5, shares) == rng.mixed(5, list(shares))
    rng.start(max(seeds))           # none is too large for the generator
