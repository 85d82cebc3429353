"""What each card does, in functions that the register of cards finds by their names (kernel/cards.py)."""

from tablero.games.aiw.board import CARDS
from tablero.games.aiw.cards import (
    carlist_events, carlist_operations, expeditions, liberal_events, liberal_operations, tactics
)

CARDS.bind(carlist_events, carlist_operations, expeditions, liberal_events, liberal_operations, tactics)
