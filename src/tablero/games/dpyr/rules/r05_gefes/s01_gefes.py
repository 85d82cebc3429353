"""[5.1] Gefes: what a leader gives to a shock combat."""

from __future__ import annotations

from collections.abc import Iterable

from tablero.games.dpyr.board import GRID
from tablero.games.dpyr.state import Dpyr, Side, Unit, gefe


def command_bonus(s: Dpyr, side: Side, units: Iterable[Unit]) -> int:
    """[5.1a] Once to the total of a side if one of its units in the combat is within range of its Gefe [5.1d]."""
    leader = gefe(s, side)
    if leader < 0:
        return 0
    counter, distance = s.b.units[leader], GRID.distance[s.at[leader]]
    return counter.bonus if any(distance[s.at[u]] <= counter.radius for u in units) else 0
