"""The player's aid and the tables of the book: all that is printed is shown, in both languages, with its rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

import pytest

import tablero
from tablero.games.car.rules.r11_combat.s02_resolution import FIRE_TABLES
from tablero.kernel.aids import PARTS, Aid, Chart, Printer, aid, halves, signed, span
from tablero.kernel.rulebook import rules
from tablero.kernel.text import LANGUAGES, Catalogue, flatten

every_game = pytest.mark.parametrize("code", tablero.GAMES)

# what is no table on paper: texts, drawings, what a program needs
TELLING = {
    "rules.toml", "readings.toml", "goals.toml", "guide.toml", "look.toml", "examples.toml", "aid.toml", "tables.toml",
}
NO_TABLE = {
    "dpyr": {
        "options",              # of the program
        "grid",                 # the geometry of the map
        "actions", "turn",      # lists: sheets of the aid
    },
    "aiw": {"options", "shapes.csv", "roads.csv"},                              # drawn on the map
    "car": {"options", "shapes.csv", "edges.csv"},
    "wellington": {
        "shapes.csv", "lines.csv",
        "windows", "conventions",                                               # how cards are asked for and read
    },
}


def drawn(code: str, language: str = "en") -> Aid:
    return aid(tablero.game(code), language)


def chart(code: str, id_: str) -> Chart:
    return next(chart for chart in drawn(code).charts if chart.id == id_)


@every_game
def test_every_table_of_a_pack_is_shown(code: str) -> None:
    """A closed list: whoever adds a table to a pack adds its chart, or says here why there is none."""
    pack = tablero.game(code).pack
    tables = set(tomllib.loads((pack.root / "tables.toml").read_text("utf-8"))) - {"schema"}
    files = {path.name for end in ("csv", "toml") for path in pack.root.glob(f"*.{end}")} - TELLING
    shown = {source for chart in drawn(code).charts for source in chart.sources}
    assert NO_TABLE[code] == (tables | files) - shown
    assert set() == shown - tables - files


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_aid_and_of_the_tables_is_there(code: str, language: str) -> None:
    found = drawn(code, language)
    said = [text for sheet in found.sheets for text in (sheet.title, *(line.text for line in sheet.lines))]
    said += [term.title + term.text for term in found.terms]
    for table in found.charts:
        said += [table.title, *table.heads, *table.notes, *(cell for row in table.rows for cell in row.cells)]
    assert [] == [text for text in said if re.search(r"\[[a-z_]+\.[\w.]+\]|\{\w", text)]
    assert "sequence" == found.sheets[0].id


class Asked(Catalogue):
    """Notes which words are asked for."""

    def __init__(self, found: Catalogue) -> None:
        super().__init__(found.language, found.messages)
        self.keys: set[str] = set()

    def has(self, key: str) -> bool:
        self.keys.add(key)
        return super().has(key)

    def say(self, key: str, values: Mapping[str, object] | None = None) -> str:
        self.keys.add(key)
        return super().say(key, values)


@every_game
def test_no_word_of_the_aid_or_of_the_tables_is_left_over(code: str) -> None:
    game = tablero.game(code)
    printer = Printer(game.pack, "en")
    printer.catalogue = asked = Asked(printer.catalogue)
    game.charts(printer)
    assert set() == set(flatten(game.pack.toml("text/book.en.toml").values)) - asked.keys
    lines = {f"aid.{sheet.id}{end}" for sheet in drawn(code).sheets
             for end in ("", *(f"_{n}" for n in range(1, len(sheet.lines) + 1)))}
    assert lines == {key for key in flatten(game.pack.toml("text/en.toml").values) if key.startswith("aid.")}


@every_game
def test_tables_are_rectangular_and_their_ids_are_their_own(code: str) -> None:
    charts = drawn(code).charts
    assert len(charts) == len({table.id for table in charts})
    assert {table.part for table in charts} <= set(PARTS)
    for table in charts:
        assert table.rows, table.id
        assert {len(row.cells) for row in table.rows} == {len(table.heads) or 2}, table.id


@every_game
def test_rules_that_the_aid_and_the_tables_name_exist(code: str) -> None:
    found, book = drawn(code), rules(tablero.game(code).pack, "en")
    named = {id_ for sheet in found.sheets for line in sheet.lines for id_ in line.rules}
    named |= {id_ for table in found.charts for row in (table, *table.rows) for id_ in row.rules}
    assert named <= set(book)
    assert all(line.rules for sheet in found.sheets for line in sheet.lines)
    assert all(table.rules for table in found.charts)


@every_game
def test_both_languages_have_the_same_tables(code: str) -> None:
    english, spanish = (drawn(code, language) for language in LANGUAGES)
    assert [(c.id, c.rules, len(c.rows), len(c.notes)) for c in english.charts] == [
        (c.id, c.rules, len(c.rows), len(c.notes)) for c in spanish.charts]
    assert [(s.id, [line.rules for line in s.lines]) for s in english.sheets] == [
        (s.id, [line.rules for line in s.lines]) for s in spanish.sheets]


def test_the_fire_tables_are_those_of_combat() -> None:
    for table, name in zip(FIRE_TABLES, ("division", "corps"), strict=True):
        shown = [tuple(map(int, row.cells[1:])) for row in chart("car", f"fire_{name}").rows]
        assert [tuple(column.hits) for column in table] == shown


def test_every_card_is_listed_once_with_its_text() -> None:
    for code in ("aiw", "car", "wellington"):
        game = tablero.game(code)
        assert game.cards is not None
        lists = [table for table in drawn(code).charts if table.part == "cards"]
        names = [row.cells[1] for table in lists for row in table.rows]
        assert len(game.pack.rows("cards.csv")) == len(names)


def test_figures_as_they_are_printed() -> None:
    assert ["+1", "0", "−2"] == [signed(n) for n in (1, 0, -2)]
    assert ["½", "1", "2½"] == [halves(n) for n in (1, 2, 5)]
    assert ["≤ −1", "≥ 7", "3", "8–11"] == [span(*ends) for ends in ((None, -1), (7, None), (3, 3), (8, 11))]
