"""What each card does, in functions that the register of cards finds by their names (kernel/cards.py)."""

from tablero.games.wellington.board import CARD, CARDS
from tablero.games.wellington.cards import (
    battle_cards, events_allied, events_armies, events_french, events_hands, events_soldiers, reactions, responses,
    siege_cards
)

MODULES = (
    battle_cards, events_allied, events_armies, events_french, events_hands, events_soldiers, reactions, responses,
    siege_cards
)
for module in MODULES:
    for name in vars(module):
        if name.startswith("effect_"):
            CARD[name.removeprefix("effect_")]      # a card without its row makes a bad pack
CARDS.bind(*MODULES)
