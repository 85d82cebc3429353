"""What each card does, in functions that the register of cards finds by their names (kernel/cards.py)."""

from tablero.games.wellington.board import CARDS
from tablero.games.wellington.cards import (
    battle_cards, events_allied, events_armies, events_french, events_hands, events_soldiers, reactions, responses,
    siege_cards
)

CARDS.bind(
    battle_cards, events_allied, events_armies, events_french, events_hands, events_soldiers, reactions, responses,
    siege_cards
)
