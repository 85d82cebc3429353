"""What a seat may know, and what could be true for it: only hands and draw piles are hidden [8.1.4a]."""

from __future__ import annotations

from random import Random

from tablero.games.car.board import CARDS
from tablero.games.car.state import Car, Side


def view(s: Car, seat: Side) -> Car:
    """The state as one seat may know it; -1 is a spectator, who knows only what both sides know."""
    shown = s.view_base(seat)
    CARDS.cover(shown, seat)
    return shown


def fill(s: Car, seat: Side, chance: Random) -> None:
    """Deal the cards that the seat has not seen among hands and draw piles."""
    CARDS.deal_unseen(s, seat, chance)
