"""How to win, in figures: those of the map and of the rules of victory."""

from __future__ import annotations

from tablero.games.wellington.board import IN_FRANCE, PORTUGUESE_KEYS, SPANISH_KEYS, YEARS
from tablero.games.wellington.labels import halves
from tablero.games.wellington.rules.r18_ending import CONQUEST, KEYS_FOR_ONE, PEACE, PORTUGAL_NEEDS
from tablero.games.wellington.rules.r19_victory import (
    CITY_BONUS, DUCHIES_FOR_ONE, EVENT_HALVES, HOME_BONUS, KEY_HALVES, LAST_YEAR, MADRID_HALVES, RESOURCE_HALVES,
    SPANISH_BONUS, separate_spain
)
from tablero.games.wellington.state import Wellington
from tablero.kernel.goals import Figures


def figures(s: Wellington) -> Figures:
    """[18] [19] What ends the game, and what pays how much."""
    first, last = s.setting.year, s.setting.last
    peace = [str(year) for year in YEARS if first <= year < last]
    found: dict[str, int | str] = {
        "key": halves(KEY_HALVES), "madrid": f"+{halves(MADRID_HALVES)}", "resource": halves(RESOURCE_HALVES),
        "event": f"−{halves(EVENT_HALVES)}", "french_city": f"+{CITY_BONUS}", "duchies": "+1", "home": f"+{HOME_BONUS}",
        "for_one": ", ".join(f"{DUCHIES_FOR_ONE[year]} ({year})" for year in YEARS if first <= year <= last),
        "home_year": LAST_YEAR, "keys": SPANISH_KEYS.bit_count(), "portugal": PORTUGUESE_KEYS.bit_count(),
        "portugal_needs": PORTUGAL_NEEDS, "keys_for_one": KEYS_FOR_ONE, "conquest": CONQUEST,
        "france": IN_FRANCE.bit_count(), "peace": PEACE, "peace_years": ", ".join(peace), "last": last,
    }
    if separate_spain(s):
        best, worst = SPANISH_BONUS[0], SPANISH_BONUS[-1]
        found |= {"separate_spain": 1, "spanish_bonus": f"+{worst[1]} … +{best[1]}", "below": worst[0]}
    return found
