"""How to win, in figures: those of the rules of victory."""

from __future__ import annotations

from tablero.games.car.board import CARD, FACES, MAIN_CITIES, NAT, NEVER, REP, RM_WINS, TABLES, WAR_PHASE
from tablero.games.car.rules.r06_sequence import LAST_OF_COLUMNS
from tablero.games.car.state import Car
from tablero.kernel.goals import Figures

COUP_CARD = CARD["n45"]
_points, _priority = TABLES.table("victory_points"), TABLES.table("madrid_priority")


def figures(s: Car) -> Figures:
    """[5.1] [5.2] What victory needs in this scenario, and what pays how much."""
    setting = s.setting
    judged = [turn for turn in range(setting.first, setting.last + 1) if RM_WINS[REP][turn] != NEVER]
    first, last = judged[0], judged[-1]
    found: dict[str, int | str] = {
        "wins": setting.wins, "draw": setting.draw, "start": setting.setup.integer("vp"), "last": setting.last,
        "cities": MAIN_CITIES.bit_count(), "space": f"±{_points.integer('vp_space')}",
        "city": f"±{_points.integer('main_city')}", "madrid": f"±{_points.integer('madrid')}",
        "rm_first": first, "nat_first": RM_WINS[NAT][first], "rep_first": RM_WINS[REP][first],
        "rm_last": last, "nat_last": RM_WINS[NAT][last], "rep_last": RM_WINS[REP][last],
    }
    if setting.first <= LAST_OF_COLUMNS:
        found |= {
            "columns": LAST_OF_COLUMNS, "alcazar": f"+{_points.integer('alcazar_liberated')}",
            "oviedo": f"−{-_points.integer('oviedo_taken_while_isolated')}",
            "priority": f"0 / −{-_priority.integer('attacked')} / −{-_priority.integer('adjacent')} / "
                        f"−{-_priority.integer('none')}",
        }
    if WAR_PHASE[setting.last] >= FACES[COUP_CARD].group:
        found["coup"] = FACES[COUP_CARD].id
    return found
