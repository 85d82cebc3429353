"""The player's aid: a turn, actions, fire, shock, and tables, from the same data as the rules."""

from __future__ import annotations

from functools import cache

from tablero.games.dpyr.board import PACK
from tablero.kernel.aids import Row, row, sheet
from tablero.kernel.scene import Panel

SHEETS = {"sequence": 4, "actions": 7, "shock": 6, "fire": 5, "rally": 4}     # pages in words: how many paragraphs
GRADES = ("M", "C", "P", "B")


@cache
def aid() -> tuple[Panel, ...]:
    """All of it."""
    tables = PACK.toml("tables.toml")
    results = tuple(
        (("lead", _lead(result.integer("min"), result.integer("max"))), ("hits", _dice(result.integers("hit_on"))))
        for result in tables.table("mojar").tables("result")
    )
    limits, rally = tables.table("chaqueteo").table("removal_at"), tables.table("reingreso").table("minimum")
    grades = tuple(_grade(grade, limits.integer(grade), rally.integer(grade)) for grade in GRADES)
    return (
        *(sheet(name, words) for name, words in SHEETS.items()),
        sheet("mojar", rows=results), sheet("grades", rows=grades),
        sheet("corda", 1, (row("aid_corda", _dice(range(tables.table("corda").integer("success_min"), 7))),)),
    )


def _lead(low: int, high: int) -> str:
    return f"{low}–{high}" if high < 20 else f"≥ {low}"


def _dice(faces: list[int] | range) -> str:
    return ", ".join(map(str, faces))


def _grade(grade: str, limit: int, rally: int) -> Row:
    return (("grade", f"aid_grade.{grade}"), ("limit", str(limit)), ("rally", f"≥ {rally}"))
