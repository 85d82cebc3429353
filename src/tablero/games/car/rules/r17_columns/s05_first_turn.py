"""[17.5] Special rules of the first Turn: attacks of the militias and assaults on Sieges."""

from __future__ import annotations

from tablero.games.car.board import MIL, REP, TABLES
from tablero.games.car.state import Car, Side, Units

GREEN = TABLES.table("modifiers").integer("militia_attack_turn_1")
EARLY_ASSAULT = TABLES.table("sieges").integer("turn_1")


def militia_modifier(s: Car, side: Side, units: Units) -> int:
    """[17.5.1a] A Republican attack of Turn 1 in which a militia takes part."""
    return GREEN if s.turn == 1 and side == REP and units & MIL else 0


def assault_modifier(s: Car) -> int:
    """[17.5.2a] An assault on a Siege in Turn 1."""
    return EARLY_ASSAULT if s.turn == 1 else 0
