"""The player's aid: a turn, actions, combat, the year, and tables, from the same data as the rules."""

from __future__ import annotations

from functools import cache

from tablero.games.aiw.board import TABLES, YEARS
from tablero.games.aiw.rules.r24_end_of_year.s01_fortress_points import LIMITS
from tablero.kernel.aids import Row, row, sheet
from tablero.kernel.scene import Panel

# pages in words, and how many paragraphs each has
SHEETS = {"sequence": 7, "movement": 5, "skirmish": 4, "battle": 6, "siege": 5, "year": 4}
COSTS = (
    "activate", "construct_fortress", "demolish_fortress", "store_command_point", "obtain_replacements",
    "recruit_with_expedition", "suppress_uprising",
)


@cache
def aid() -> tuple[Panel, ...]:
    """All of it."""
    costs = TABLES.table("action_costs")
    return (
        sheet("sequence", SHEETS["sequence"]),
        sheet("fortresses", 1, tuple(_year(year, *LIMITS[year]) for year in YEARS)),
        sheet("actions", 2, tuple(row(f"aid_cost_{name}", costs.integer(name)) for name in COSTS)),
        *(sheet(name, words) for name, words in SHEETS.items() if name != "sequence"),
    )


def _year(year: int, carlist: int, liberal: int) -> Row:
    """[24.1c] Which value of the Liberal Fortresses gives a point to whom."""
    return (("year", str(year)), ("aid_carlist", f"≤ {carlist}"), ("aid_liberal", f"≥ {liberal}"))
