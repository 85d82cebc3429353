"""The data of Crusade and Revolution as the tests of the pack ask about them."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from tablero.kernel.packs import Pack, Row, Table

PACK = Pack.of("car")
SPACE_ROWS = PACK.rows("spaces.csv")
EDGES = PACK.rows("edges.csv")
UNIT_ROWS = PACK.rows("units.csv")
CARD_ROWS = PACK.rows("cards.csv")
RULES = {row.text("id"): row for row in PACK.toml("rules.toml").tables("rule")}
TABLES = PACK.toml("tables.toml")
SCENARIOS = {row.text("id"): row for row in PACK.toml("scenarios.toml").tables("scenario")}
SETUPS = PACK.toml("scenarios.toml").table("setups")
ENGLISH = PACK.toml("text/names.en.toml")
SPANISH = PACK.toml("text/names.es.toml")
READINGS = Path(__file__).parents[3] / "docs/decisions/car-readings.md"

SPACES = {row.text("id"): row for row in SPACE_ROWS}
UNITS = {row.text("id"): row for row in UNIT_ROWS}
CARDS = {row.text("id"): row for row in CARD_ROWS}
LINES = {frozenset((row.text("a"), row.text("b"))): row.text("type") for row in EDGES}
LAND = {line: kind for line, kind in LINES.items() if kind in ("plain", "river")}
NEAR: dict[str, set[str]] = {x: {y for line in LAND if x in line for y in line if y != x} for x in SPACES}
BOXES = ("reserve", "africa", "eliminated", "gone")
PHASES = ("war_of_the_columns", "mobilization", "war_of_the_armies")
MOMENTS = ("action", "attack", "defend", "defection", "modifiers", "columns", "fire", "losses", "retreat", "advance")
REGIONS = ("asturias", "santander", "basque")
TURNS = TABLES.tables("turn")


def spaces(test: Callable[[Row], bool]) -> set[str]:
    """The ids of the spaces of which something is true."""
    return {name for name, row in SPACES.items() if test(row)}


def flagged(column: str) -> set[str]:
    return spaces(lambda row: row.flag(column))


def held(side: str, setup: str = "s1936") -> set[str]:
    """The spaces that a side controls in a set-up."""
    taken = set(SETUPS.table(setup).texts("to_nat"))
    return {name for name, row in SPACES.items()
            if (("nat" if name in taken else row.maybe_text("controller")) == side)}


def joined(start: str, among: Iterable[str]) -> dict[str, int]:
    """How many steps by land it is from a space to others, without leaving a set of spaces."""
    allowed, found, queue = set(among), {start: 0}, deque([start])
    while queue:
        x = queue.popleft()
        for y in NEAR[x] & allowed - found.keys():
            found[y] = found[x] + 1
            queue.append(y)
    return found


def counters(test: Callable[[Row], bool]) -> int:
    return sum(row.integer("count") for row in UNIT_ROWS if test(row))


def placed(setup: str) -> dict[str, list[str]]:
    """By place: what stands there, `:r` if reduced."""
    table = SETUPS.table(setup).table("units")
    return {place: table.texts(place) for place in table.keys()}        # noqa: SIM118


def kind(word: str) -> str:
    return word.removesuffix(":r")


def cards(test: Callable[[Row], bool]) -> set[str]:
    return {name for name, row in CARDS.items() if test(row)}


def named(table: Table, section: str) -> dict[str, Table]:
    whole = table.table(section)
    return {key: whole.table(key) for key in whole.keys()}              # noqa: SIM118


def numbered(language: Table, text: str) -> str:
    """A text with the number of each card that it names: `Only after N4.` for `Only after “Axis Military Aid”.`"""
    for name in CARDS:
        title = language.table("card").table(name).text("name")
        text = re.sub(f"[“«]{re.escape(title)}[”»]", name.upper(), text)
    return text
