"""What each card does, in functions that the register of cards finds by their names (kernel/cards.py)."""

from tablero.games.car.board import CARD, CARDS, REINFORCEMENTS
from tablero.games.car.cards import combat_cards, nationalist_events, reinforcements, republican_events
from tablero.games.car.state import Car, Card, Side
from tablero.kernel.bits import bitset
from tablero.kernel.frames import Procedure


def only_happens(s: Car, seat: Side, about: Procedure, card: Card) -> None:
    """All that the event does is to have happened: rules and other cards look at that."""


CARDS.bind(combat_cards, nationalist_events, reinforcements, republican_events)
for own, ally in REINFORCEMENTS:
    CARDS.bind_kind(own | ally, reinforcements.bring, reinforcements.placeable)
LOOKED_AT: tuple[str, ...] = (*nationalist_events.LOOKED_AT, *republican_events.LOOKED_AT)
CARDS.bind_kind(bitset(CARD[name] for name in LOOKED_AT), only_happens)
