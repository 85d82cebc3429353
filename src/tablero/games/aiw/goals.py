"""How to win, in figures: those of the rules of victory."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, CITIES, LIBERAL, YEARS
from tablero.games.aiw.rules.r09_victory import (
    AUTOMATIC_ZONE, CITIES_TO_WIN, CITY_POINTS, DECISIVE_ZONE, EXPEDITION_LOST, PRESTIGE_POINTS, ROUT_POINTS,
    TOWN_POINTS, UPRISING_REGIONS
)
from tablero.games.aiw.rules.r24_end_of_year.s00_end_of_year import FATIGUE_FROM, FATIGUE_POINTS, FINAL_POINTS
from tablero.games.aiw.rules.r24_end_of_year.s01_fortress_points import (
    BAZTAN_FROM, BAZTAN_POINTS, FORTRESS_POINTS, LIMITS, OTHER_VALUE, TOWN_VALUE
)
from tablero.games.aiw.state import Aiw
from tablero.kernel.goals import Figures


def figures(s: Aiw) -> Figures:
    """[9.0] [9.1] [24.1] What victory needs, and what pays how much."""
    years = [year for year in YEARS if s.setting.start <= year <= s.setting.end]
    few, many = UPRISING_REGIONS
    return {
        "cities": CITIES.bit_count(), "to_win": CITIES_TO_WIN, "city": f"+{CITY_POINTS}", "town": f"+{TOWN_POINTS}",
        "rout": f"+{ROUT_POINTS}", "uprising": " / ".join(f"+{n}" for n in range(1, len(UPRISING_REGIONS) + 1)),
        "few_regions": few, "many_regions": many,
        "prestige": f"+{PRESTIGE_POINTS}", "lost": EXPEDITION_LOST, "fortresses": f"+{FORTRESS_POINTS}",
        "town_value": TOWN_VALUE, "other_value": OTHER_VALUE,
        "few": ", ".join(f"{LIMITS[year][0]} ({year})" for year in years),
        "many": ", ".join(f"{LIMITS[year][1]} ({year})" for year in years),
        "baztan": f"+{BAZTAN_POINTS}", "baztan_from": max(BAZTAN_FROM, years[0]),
        "fatigue": f"+{FATIGUE_POINTS}", "fatigue_from": max(FATIGUE_FROM, years[0]),
        "final_roll": f"+{FINAL_POINTS}", "last": years[-1],
        "automatic": AUTOMATIC_ZONE[CARLIST], "automatic_liberal": -AUTOMATIC_ZONE[LIBERAL],
        "decisive": DECISIVE_ZONE[CARLIST], "decisive_liberal": -DECISIVE_ZONE[LIBERAL],
    }
