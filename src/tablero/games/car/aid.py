"""The player's aid: the Turn, combat, and the tables, from the same data as the rules."""

from __future__ import annotations

from functools import cache

from tablero.games.car.board import NEVER, RM_WINS, SETTINGS, TABLES, WINTER
from tablero.games.car.labels import halves
from tablero.kernel.aids import Row, row, sheet, signed
from tablero.kernel.scene import Panel

SHEETS = {"sequence": 6, "actions": 5, "combat": 7}       # pages in words, and how many paragraphs each has
COSTS = ("sr_division", "sr_corps", "rp_division_step", "rp_corps_step")
DICE = range(1, 7)


@cache
def aid(scenario: int) -> tuple[Panel, ...]:
    """All of it, for one scenario."""
    fire, setting = TABLES.table("fire"), SETTINGS[scenario]
    modifiers = TABLES.table("modifiers")
    return (
        sheet("sequence", SHEETS["sequence"]),
        sheet("turns", rows=tuple(_turn(n) for n in range(setting.first, setting.last + 1))),
        sheet("actions", SHEETS["actions"]), sheet("combat", SHEETS["combat"]),
        *(sheet(f"fire_{kind}", rows=tuple(
            (("column", table.text("column")), *((f"die_{die}", str(hits)) for die, hits in zip(DICE, table.integers(
                "hits"), strict=True)))
            for table in fire.tables(kind))) for kind in ("division", "corps")),
        sheet("terrain", rows=tuple(
            (("terrain", f"aid_terrain.{table.text('id')}"), ("attacker", signed(table.integer("attacker"))),
             ("defender", signed(table.integer("defender"))),
             ("stays", "flag.yes" if table.flag("cancels_retreat") else "0"))
            for table in TABLES.tables("terrain"))),
        sheet("dice", rows=tuple(row(f"aid_{name}", signed(modifiers.integer(name))) for name in (
            "armor", "mountain_winter", "mountain_severe_winter", "militia_attack_turn_1"))),
        sheet("costs", rows=tuple(row(f"aid_{name}", halves(TABLES.table("costs").integer(name))) for name in COSTS)),
    )


def _turn(n: int) -> Row:
    """[5.2.2a] [16.5.1a] The month of a Turn, whether it is Winter, and the limits of Republican Morale."""
    limits = tuple("0" if abs(of[n]) == NEVER else str(of[n]) for of in RM_WINS)
    return (("turn", str(n)), ("month", f"turn.{n}.name"), ("season", "season.winter" if WINTER[n] else "0"),
            ("aid_rm_nat", limits[0]), ("aid_rm_rep", limits[1]))
