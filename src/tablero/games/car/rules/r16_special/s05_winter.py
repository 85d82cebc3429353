"""[16.5] Winter: fewer Operations, and attacks in the snow."""

from __future__ import annotations

from tablero.games.car.board import MOUNTAIN, TABLES, WINTER
from tablero.games.car.state import Car, Space

_CARDS = TABLES.table("winter")
_MODIFIERS = TABLES.table("modifiers")
SNOW, DEEP_SNOW = _MODIFIERS.integer("mountain_winter"), _MODIFIERS.integer("mountain_severe_winter")


def operations_limit(s: Car) -> int:
    """[16.5.2a] [16.5.3a] How many cards a side may play for Operations in this Winter Turn."""
    return _CARDS.integer("ops_cards_severe" if s.severe == s.turn else "ops_cards")


def snow_modifier(s: Car, x: Space) -> int:
    """[16.5.1a] [16.5.2b] [16.5.3a] What Winter does to the die of an attack on a space."""
    if not WINTER[s.turn] or not MOUNTAIN >> x & 1:
        return 0
    return DEEP_SNOW if s.severe == s.turn else SNOW
