"""Decks, hands and bags: plain lists of ids.

A pile has no order that means anything: it is never shuffled, and a draw picks an index by chance. It is kept sorted,
so two piles with the same content are equal however they came about, and an index alone says what was drawn. Build a
pile sorted and put things into it only with `add` and `shuffle_into`; take a known thing out with `pile.remove(thing)`.

`below` is the source of chance: `below(n)` gives a number from 0 to n - 1.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable

from tablero.kernel.bits import bitset


def draw(pile: list[int], below: Callable[[int], int]) -> int:
    """Take one thing out of a pile by chance; what is left keeps its order. An empty pile is an IndexError."""
    if not pile:
        raise IndexError("draw from an empty pile")
    return pile.pop(below(len(pile)))


def deal(pile: list[int], n: int, below: Callable[[int], int]) -> list[int]:
    """Draw n things, or all there are if the pile has fewer; sorted, a hand being a pile too."""
    return sorted([pile.pop(below(len(pile))) for _ in range(min(n, len(pile)))])


def add(pile: list[int], thing: int) -> None:
    """Put one thing into a pile."""
    insort(pile, thing)


def shuffle_into(pile: list[int], others: list[int]) -> None:
    """Put all of another pile, such as the discards, into a pile, and leave the other empty."""
    pile += others
    pile.sort()
    others.clear()


def count(pile: Iterable[int]) -> dict[int, int]:
    """How many of each kind lie in a bag, lowest kind first; kinds that are not there are left out."""
    numbers: dict[int, int] = {}
    for thing in sorted(pile):
        numbers[thing] = numbers.get(thing, 0) + 1
    return numbers


def hand_bits(hand: Iterable[int]) -> int:
    """A hand as a set, to ask of it at once whether it holds any of the cards for a moment: `hand & MOMENT[m]`."""
    return bitset(hand)
