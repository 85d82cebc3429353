"""What could be true in the game of four seats: everything that the others cannot rule out, and nothing else."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

import tablero
from tablero.kernel.bits import bitset, ids_of
from tests.kernel import four


def position(seed: int, actions: int) -> four.Four:
    """A random game after some actions."""
    s, chance = four.GAME.new("crossroads", seed), Random(seed)
    for _ in range(actions):
        seat = chance.choice(list(tablero.players(s)))
        tablero.apply(s, seat, chance.choice(tablero.options(s, seat)))
    return s


@pytest.mark.parametrize("actions", [0, 12, 25])
@pytest.mark.parametrize("seat", [0, 3, -1])
def test_every_army_and_every_hand_that_is_possible_turns_up(seat: int, actions: int) -> None:
    s = position(actions, actions)
    view = four.GAME.view(s, seat)
    guesses = [four.GAME.determinize(view, seed) for seed in range(1500)]
    for owner in {0, 1, 2, 3} - {seat}:
        army = four.ARMY[owner]
        wanted = {units for units in permutations(range(3)) if all(s.may[b] >> u & 1 for b, u in zip(army, units))}
        assert wanted == {tuple(guess.unit[b] for b in army) for guess in guesses}
        unseen = set(ids_of(four.CARDS.all & ~view.sees[seat]))
        missing = view.sizes[owner] - view.piles[owner].bit_count()
        hands = {view.piles[owner] | bitset(some) for some in combinations(unseen, missing)}
        assert hands == {guess.piles[owner] for guess in guesses}
