"""The player's aid: a Turn, an Impulse, combat, and the tables, from the same data as the rules."""

from __future__ import annotations

from functools import cache

from tablero.games.wellington.board import LINE_KINDS, TABLES
from tablero.kernel.aids import row, sheet, signed
from tablero.kernel.packs import Table
from tablero.kernel.scene import Panel

SHEETS = {"sequence": 6, "impulse": 3, "reactions": 2, "battle": 5, "siege": 3, "attrition": 1}
# pages in words, and how many paragraphs each has


@cache
def aid() -> tuple[Panel, ...]:
    """All of it."""
    costs, terrain = TABLES.table("costs"), TABLES.table("terrain")
    lines = tuple(
        (("line", f"line.{kind}"), ("dice", signed(terrain.table(kind).integer("defender_dice"))),
         ("modifier", _reaction(terrain.table(kind))))
        for kind in LINE_KINDS
    )
    prices = tuple(
        row(f"costs_{name}", str(costs.integer(key))) for name, key in (
            ("move", "move_leader_per_duchy"), ("build", "build_per_sp"), ("regroup", "regroup_per_sp"),
            ("flag", "flag"), ("convoy", "convoy_per_leader_or_sp"))
    )
    appeal = TABLES.table("appeal_to_the_emperor")
    results = tuple(
        (("die", _range(row)), ("cp", str(row.integer("cp"))), ("remove_sp", str(row.integer("remove_sp"))))
        for row in appeal.tables("result")
    )
    loot = tuple((("die", _range(row)), ("resources", str(row.integer("resources"))))
                 for row in TABLES.tables("battlefield_loot"))
    return (
        *(sheet(name, words) for name, words in SHEETS.items()),
        sheet("lines", rows=lines), sheet("costs", rows=prices), sheet("appeal", rows=results),
        sheet("loot", rows=loot),
    )



def _reaction(table: Table) -> str:
    """The modifier of interceptions and evasions along a line; none over a River."""
    return signed(table.integer("intercept_evade")) if table.flag("intercept_evade_allowed") else "–"


def _range(of: Table) -> str:
    """A row of a table of dice: `≤ 0`, `3`, `8–11`, `≥ 12`."""
    if not of.has("min"):
        return f"≤ {of.integer('max')}"
    if not of.has("max"):
        return f"≥ {of.integer('min')}"
    low, high = of.integer("min"), of.integer("max")
    return str(low) if low == high else f"{low}–{high}"
