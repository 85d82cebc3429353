"""Cards for tests of the moments at which cards may be played, whatever those cards do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tablero.games.aiw.board import CARD, CARDS
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bitset
from tablero.kernel.frames import Procedure


def nothing(s: Aiw, side: int, about: Procedure) -> None:
    """A card without effect."""


@contextmanager
def playable_at(
    names: str,
    moment: int,
    effect: Callable[[Aiw, int, Procedure], None] = nothing,
    when: Callable[[Aiw, int, Procedure], bool] | None = None,
) -> Iterator[None]:
    """While this lasts these cards may be played at a moment, no others, and do this."""
    cards = [CARD[name] for name in names.split()]
    tables = (CARDS.effects, CARDS.shown[moment], CARDS.when[moment])
    before, at = [table.copy() for table in tables], CARDS.at[moment]
    for card in cards:
        CARDS.effects[card] = effect
        CARDS.shown[moment].pop(card, None)
        CARDS.when[moment].pop(card, None)
        if when is not None:
            CARDS.when[moment][card] = when
    CARDS.at[moment] = bitset(cards)
    try:
        yield
    finally:
        CARDS.at[moment] = at
        for table, old in zip(tables, before, strict=True):
            table.clear()
            table.update(old)       # type: ignore[arg-type]
