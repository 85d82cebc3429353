"""The player's aid: how one wins, a turn, actions, combat, the year, and tables, from the same data as the rules."""

from __future__ import annotations

from functools import cache

from tablero.games.aiw.board import PACK, TABLES
from tablero.kernel.aids import Row, row, sheet
from tablero.kernel.scene import Panel

# pages in words, and how many paragraphs each has
SHEETS = {"sequence": 7, "movement": 5, "skirmish": 4, "battle": 6, "siege": 5, "year": 4}
POINTS = ("city", "main_town", "rout")
COSTS = (
    "activate", "construct_fortress", "demolish_fortress", "store_command_point", "obtain_replacements",
    "recruit_with_expedition", "suppress_uprising",
)
YEARS = ("1834", "1835", "1836", "1837", "1838")


@cache
def aid() -> tuple[Panel, ...]:
    """All of it."""
    common = PACK.toml("scenarios.toml").table("common")
    automatic, decisive = common.table("automatic_zone"), common.table("decisive_zone")
    zones = (
        row("aid_automatic", f"{automatic.integer('carlist')} / {-automatic.integer('liberal')}"),
        row("aid_decisive", f"{decisive.integer('carlist')} / {-decisive.integer('liberal')}"),
    )
    points, costs, fortresses = (TABLES.table(name) for name in ("victory", "action_costs", "fortress_points"))
    return (
        sheet("win", 4, zones),
        sheet("points", 4, tuple(row(f"aid_vp_{name}", f"+{points.integer(name)}") for name in POINTS)),
        sheet("fortresses", 1, tuple(_year(year, *fortresses.integers(year)) for year in YEARS)),
        sheet("sequence", SHEETS["sequence"]),
        sheet("actions", 2, tuple(row(f"aid_cost_{name}", costs.integer(name)) for name in COSTS)),
        *(sheet(name, words) for name, words in SHEETS.items() if name != "sequence"),
    )


def _year(year: str, carlist: int, liberal: int) -> Row:
    """[24.1c] Which value of the Liberal Fortresses gives a point to whom."""
    return (("year", year), ("aid_carlist", f"≤ {carlist}"), ("aid_liberal", f"≥ {liberal}"))
