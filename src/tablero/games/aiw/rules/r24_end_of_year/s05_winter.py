"""[24.5] Winter: Uprisings, and the besieged."""

from __future__ import annotations

from tablero.games.aiw.rules.r19_supply.s00_supply import SiegeAttrition
from tablero.games.aiw.rules.r22_uprising import UprisingPhase
from tablero.games.aiw.state import Aiw, Side


def winter_uprising(s: Aiw) -> None:
    """[24.5a] The Uprising table, and the Expeditions."""
    s.mutiny = 0
    s.call(UprisingPhase())


def winter_attrition(s: Aiw, side: Side) -> None:
    """[24.5b] Siege attrition of a side."""
    s.call(SiegeAttrition(side))
