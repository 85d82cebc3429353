"""The data of Dios, Patria y Rey as the tests of the pack read it, and a little geometry of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablero.kernel.packs import Pack, Row, Table

PACK = Pack.of("dpyr")
TABLES = PACK.toml("tables.toml")
COLUMNS, ROWS = TABLES.table("grid").integer("columns"), TABLES.table("grid").integer("rows")
SIDES = ("carlist", "liberal")
KINDS = ("infantry", "cavalry", "artillery", "gefe")
MORALES = ("M", "C", "P", "B")
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
MAP_NAMES = ("arquijas", "barbastro", "luchana", "maella", "oriamendi", "perecamps")
LANGUAGES = ("en", "es")

UNITS = {row.text("id"): row for row in PACK.rows("units.csv")}
MAPS = {name: {row.text("hex"): row for row in PACK.rows(f"maps/{name}.csv")} for name in MAP_NAMES}
BATTLES = PACK.toml("scenarios.toml").table("scenario")
SCENARIOS = dict(zip(BATTLES.keys(), map(BATTLES.table, BATTLES.keys()), strict=True))
RULES = PACK.toml("rules.toml").tables("rule")
NAMES = {language: PACK.toml(f"text/names.{language}.toml") for language in LANGUAGES}


def neighbours(hexagon: str) -> list[str]:
    column, row = int(hexagon[:2]), int(hexagon[2:])
    steps = TABLES.table("grid").table("neighbours_odd_column" if column % 2 else "neighbours_even_column")
    around = [(column + steps.integers(side)[0], row + steps.integers(side)[1]) for side in DIRECTIONS]
    return [f"{c:02}{r:02}" for c, r in around if 1 <= c <= COLUMNS and 1 <= r <= ROWS]


def distance(a: str, b: str) -> int:
    def cube(hexagon: str) -> tuple[int, int, int]:
        x = int(hexagon[:2]) - 1
        z = int(hexagon[2:]) - 1 - x // 2
        return x, -x - z, z

    return max(abs(p - q) for p, q in zip(cube(a), cube(b), strict=True))


def hexes_where(name: str, true: Callable[[Row], bool]) -> set[str]:
    return {hexagon for hexagon, row in MAPS[name].items() if true(row)}


def reached(start: str, open_hexes: set[str]) -> set[str]:
    seen, edge = {start}, [start]
    while edge:
        for hexagon in neighbours(edge.pop()):
            if hexagon in open_hexes and hexagon not in seen:
                seen.add(hexagon)
                edge.append(hexagon)
    return seen


def room(name: str, hexes: Iterable[str]) -> int:
    """How many units the hexes hold; a road or crossing hex holds as many as a clear one."""
    return sum(TABLES.table("stacking").integer(MAPS[name][hexagon].text("terrain")) for hexagon in hexes)


def arrivals(battle: str) -> list[str]:
    """All units of a battle, reinforcements included."""
    entries = SCENARIOS[battle].tables("deploy") + SCENARIOS[battle].tables("reinforcement")
    return [unit for entry in entries for unit in entry.texts("units")]


def set_up_hexes(battle: str, side: str) -> set[str]:
    entries = [entry for entry in SCENARIOS[battle].tables("deploy") if entry.text("side") == side]
    return {hexagon for entry in entries for hexagon in entry.texts("hexes")}


def combat_units(entry: Table) -> list[str]:
    return [unit for unit in entry.texts("units") if UNITS[unit].text("kind") != "gefe"]


def special(battle: str, name: str) -> Table:
    return next(entry for entry in SCENARIOS[battle].tables("special") if entry.text("id") == name)


def leaves(table: Table, path: str = "") -> dict[str, str]:
    """Every text below a table, by its path."""
    found: dict[str, str] = {}
    for key, value in table.values.items():
        if isinstance(value, dict):
            found |= leaves(table.table(key), f"{path}{key}.")
        else:
            found[path + key] = table.text(key)
    return found


TEXTS = {language: leaves(NAMES[language]) for language in LANGUAGES}
