"""The player's aid: how one wins, the Turn, combat, and the tables, from the same data as the rules."""

from __future__ import annotations

from functools import cache

from tablero.games.car.board import NEVER, RM_WINS, SETTINGS, TABLES, WINTER
from tablero.games.car.labels import halves
from tablero.kernel.scene import Panel

Row = tuple[tuple[str, str], ...]

SHEETS = {"win": 4, "sequence": 6, "actions": 5, "combat": 7}       # pages in words, and how many paragraphs each has
COSTS = ("sr_division", "sr_corps", "rp_division_step", "rp_corps_step")
DICE = range(1, 7)


@cache
def aid(scenario: int) -> tuple[Panel, ...]:
    """All of it, for one scenario."""
    fire, setting = TABLES.table("fire"), SETTINGS[scenario]
    points, modifiers = TABLES.table("victory_points"), TABLES.table("modifiers")
    wins = (
        _row("vp_wins", setting.wins), _row("vp_draw", setting.draw),
        *(_row(f"aid_{name}", points.integer(name)) for name in ("vp_space", "main_city", "madrid")),
    )
    return (
        _sheet("win", wins),
        _sheet("turns", tuple(_turn(n) for n in range(setting.first, setting.last + 1))),
        _sheet("sequence"), _sheet("actions"), _sheet("combat"),
        *(_sheet(f"fire_{kind}", tuple(
            (("column", table.text("column")), *((f"die_{die}", str(hits)) for die, hits in zip(DICE, table.integers(
                "hits"), strict=True)))
            for table in fire.tables(kind))) for kind in ("division", "corps")),
        _sheet("terrain", tuple(
            (("terrain", f"aid_terrain.{table.text('id')}"), ("attacker", _signed(table.integer("attacker"))),
             ("defender", _signed(table.integer("defender"))),
             ("stays", "flag.yes" if table.flag("cancels_retreat") else "0"))
            for table in TABLES.tables("terrain"))),
        _sheet("dice", tuple(_row(f"aid_{name}", _signed(modifiers.integer(name))) for name in (
            "armor", "mountain_winter", "mountain_severe_winter", "militia_attack_turn_1"))),
        _sheet("costs", tuple(_row(f"aid_{name}", halves(TABLES.table("costs").integer(name))) for name in COSTS)),
    )


def _sheet(name: str, rows: tuple[Row, ...] = ()) -> Panel:
    words = tuple((("say", f"aid.{name}_{n}"),) for n in range(1, SHEETS.get(name, 0) + 1))
    return Panel(f"panel:aid.{name}", f"aid.{name}", "", words + rows)


def _row(key: str, value: int | str) -> Row:
    return ((key, str(value)),)


def _turn(n: int) -> Row:
    """[5.2.2a] [16.5.1a] The month of a Turn, whether it is Winter, and the limits of Republican Morale."""
    limits = tuple("0" if abs(of[n]) == NEVER else str(of[n]) for of in RM_WINS)
    return (("turn", str(n)), ("month", f"turn.{n}.name"), ("season", "season.winter" if WINTER[n] else "0"),
            ("aid_rm_nat", limits[0]), ("aid_rm_rep", limits[1]))


def _signed(n: int) -> str:
    return f"{n:+}".replace("-", "−") if n else "0"
