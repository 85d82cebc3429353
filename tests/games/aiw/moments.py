"""Cards for tests of the moments at which cards may be played, whatever those cards do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tablero.games.aiw.board import CARD
from tablero.games.aiw.rules.r07_cards.s01_types import AT, OFFERS, OPENS, PLAYS
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bitset


def nothing(s: Aiw, side: int) -> None:
    """A card without effect."""


@contextmanager
def playable_at(
    names: str, moment: int, play: Callable[[Aiw, int], None] = nothing, offer: Callable[[Aiw, int], bool] | None = None
) -> Iterator[None]:
    """While this lasts these cards may be played at a moment, no others, and do this."""
    cards = [CARD[name] for name in names.split()]
    registers = (OFFERS, PLAYS, OPENS)
    before = [register.copy() for register in registers]
    at = AT[moment]
    for card in cards:
        OFFERS[card, moment] = offer or (lambda s, side: True)
        OPENS.pop((card, moment), None)
        PLAYS[card] = play
    AT[moment] = bitset(cards)
    try:
        yield
    finally:
        AT[moment] = at
        for register, old in zip(registers, before, strict=True):
            register.clear()
            register.update(old)        # type: ignore[arg-type]
