"""What a seat may know, and what could be true for it: only hands and draw piles are hidden [8.1.4a]."""

from __future__ import annotations

from random import Random

from tablero.games.car.board import CARDS, HAND
from tablero.games.car.state import Car, Side
from tablero.kernel.bits import bitset, ids_of


def view(s: Car, seat: Side) -> Car:
    """The state as one seat may know it; -1 is a spectator, who knows only what both sides know."""
    shown = s.view_base(seat)
    CARDS.cover(shown, seat)
    return shown


def fill(s: Car, seat: Side, chance: Random) -> None:
    """Deal the cards that the seat has not seen among hands and draw piles; first what is known of hands. What was
    known later is of more cards, so the oldest comes first."""
    for side, cards, least in s.clues:
        hand = s.piles[HAND[side]]
        missing = least - (hand & cards).bit_count()
        if missing > 0:
            s.piles[HAND[side]] |= bitset(chance.sample(ids_of(cards & ~(s.sees[seat] | hand)), missing))
    CARDS.deal_unseen(s, seat, chance)
