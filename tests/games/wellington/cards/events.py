"""Words for the tests of Events that are played as the card of an Impulse.

    s = war("nord", "audace", {"salamanca": "marmont nord:5"})
    play(s, "audace")
    do(s, "lead marmont")
"""

from __future__ import annotations

from tablero.games.wellington.board import CARD, CARD_PLAY, CARDS
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent
from tablero.games.wellington.state import Wellington
from tablero.kernel.events import Event
from tests.games.wellington.field import game, run


def play(s: Wellington, name: str, dice: list[int] | None = None) -> list[Event]:
    """The Active Power plays a card that it holds as an Event."""
    return run(s, PlayEvent(s.active, CARD[name]), dice)


def may_play(s: Wellington, name: str) -> bool:
    return CARDS.may_play(s, s.active, CARD_PLAY, CARD[name], s.frame(Impulse))


def war(active: str, name: str, places: dict[str, str] | None = None, **more: object) -> Wellington:
    """A position in which the Active Power holds one card."""
    hands = {active: name, **more.pop("hands", {})}  # type: ignore[dict-item]
    return game(places, active=active, hands=hands, **more)  # type: ignore[arg-type]


def lies(s: Wellington, name: str) -> int:
    return CARDS.where(s, CARD[name])
