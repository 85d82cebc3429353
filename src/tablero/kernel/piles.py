"""Decks, hands and bags: plain lists of ids.

A pile has no order that means anything: it is never shuffled, and a draw picks an index by chance. It is kept sorted,
so two piles with the same content are equal however they were made, and an index alone says what was drawn.

`below` is the source of chance: `below(n)` gives a number from 0 to n - 1.
"""

from __future__ import annotations

from collections.abc import Callable


def deal(pile: list[int], n: int, below: Callable[[int], int]) -> list[int]:
    """Draw n things, or all if the pile has fewer; sorted, because a hand is a pile too."""
    return sorted([pile.pop(below(len(pile))) for _ in range(min(n, len(pile)))])


def shuffle_into(pile: list[int], others: list[int]) -> None:
    """Move everything from another pile, such as the discards, into a pile."""
    pile += others
    pile.sort()
    others.clear()
