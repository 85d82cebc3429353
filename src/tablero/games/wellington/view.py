"""What a seat may know, and what could be true for it: only Hands, draw pile, Reserves and some discards are hidden."""

from __future__ import annotations

from random import Random

from tablero.games.wellington.board import CARDS, DISCARDS, MUST_PLAY
from tablero.games.wellington.state import Power, Wellington


def view(s: Wellington, seat: Power) -> Wellington:
    """[2.5b] [4.21a] The state as one Power may know it; -1 is a spectator, who knows only what all know.
    Who plays both Powers of a side sees what either may know [2.5c]: the kernel joins their views."""
    shown = s.view_base(seat)
    CARDS.cover(shown, seat)
    return shown


def fill(s: Wellington, seat: Power, chance: Random) -> None:
    """Deal the cards that the Power has not seen. Those that were discarded unseen, in a Mulligan, are no Must Plays
    [5.8b]."""
    CARDS.deal_unseen(s, seat, chance, lambda zone: ~MUST_PLAY if zone == DISCARDS else -1)
