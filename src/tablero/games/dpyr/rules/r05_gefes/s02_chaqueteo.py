"""[5.2] Chaqueteo: units with too much damage leave the map when the sixth activation is over."""

from __future__ import annotations

from tablero.games.dpyr.board import GEFE
from tablero.games.dpyr.rules.r06_movement.s03_stacking import lift, rule_out
from tablero.games.dpyr.state import GONE, WITHDRAWN, Dpyr, Unit


def eliminate(s: Dpyr, unit: Unit) -> None:
    """[5.2b] [5.3c] A unit leaves the game for good."""
    lift(s, unit, GONE)
    clear_markers(s, unit)
    s.tell("eliminated", unit)


def clear_markers(s: Dpyr, unit: Unit) -> None:
    """A unit off the map has neither square nor salvoes nor concealment."""
    s.square &= ~(1 << unit)
    if (s.hidden >> unit) & 1:
        rule_out(s, unit)
    s.salvo[unit] = 0


def withdraw_units(s: Dpyr) -> None:
    """[5.2a] [5.2b] Units at their limit of damage are withdrawn; those with the limit in shock are eliminated."""
    for side in (0, 1):
        for u in s.b.army[side]:
            if s.at[u] >= 0 and s.b.kind[u] != GEFE and s.fire[u] + s.shock[u] >= s.b.limit[u]:
                s.last[u] = s.at[u]
                if s.shock[u] >= s.b.limit[u]:
                    eliminate(s, u)
                else:
                    lift(s, u, WITHDRAWN)
                    clear_markers(s, u)
                    s.tell("withdrawn", u)
