"""What cards that are played in combat ask of it."""

from __future__ import annotations

from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.state import Aiw


def field_combat(s: Aiw) -> Skirmish | Battle | None:
    """The current Skirmish or Battle on the Map of the North; an Assault or a combat in a region is neither."""
    return s.within(Skirmish) or s.within(Battle)
