"""[8] [8a] Diplomacy: alliances are fixed, and there is nothing else.

[8.2a] Whoever plays may talk and promise in the chat of the table; no rule knows of it. [8.2b] [2.5b] No action gives,
shows or trades cards, Resources or Duchies, unless an Event does.
"""

from __future__ import annotations

from tablero.games.wellington.state import Power


def ally(power: Power) -> Power:
    """[8.1a] [20ak] [20e] Britain and Spain, Sud and Nord: every second on the Track."""
    return power ^ 2


def is_enemy(power: Power, other: Power) -> bool:
    """[8.1a] [8.1c] [8.1d] Powers of different sides; nobody attacks an Ally or takes its Duchies, but all may replace
    Flags of an enemy."""
    return bool((power ^ other) & 1)
