"""[8.4] Replacement Points: cards played for them, to be spent at the end of the Turn (r14)."""

from __future__ import annotations

from tablero.games.car.board import CARD
from tablero.games.car.state import Car, Half, Side

ALLIES = (CARD["n4"], CARD["r2"])       # by side: the event after which the ally's points are recorded


def record_points(s: Car, side: Side, own: Half, ally: Half) -> None:
    """[8.4.1a] [14.1.1.1a] Add points to those recorded; those of the ally only after Axis or Soviet Military Aid."""
    s.rp[side * 2] += own
    if s.happened >> ALLIES[side] & 1:
        s.rp[side * 2 + 1] += ally
    elif ally:
        s.tell("no_ally_points", side, ALLIES[side], ally)
    s.tell("points", side, s.rp[side * 2], s.rp[side * 2 + 1])
