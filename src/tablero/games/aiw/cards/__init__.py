"""What each card does. Importing this package makes the cards known to rules/r07_cards."""

from tablero.games.aiw.cards import (
    carlist_events,
    carlist_operations,
    expeditions,
    liberal_events,
    liberal_operations,
    tactics,
)

__all__ = ["carlist_events", "carlist_operations", "expeditions", "liberal_events", "liberal_operations", "tactics"]
