"""The player's aid and the charts of the book: sheets of words and tables of figures, in one language.

A pack lists its sheets in `aid.toml`, each with the rules that its lines sum up; the words are in the texts of the
game: `aid.sequence` is a title, `aid.sequence_1` the first line. How to win is not among them: that is kernel/goals.py.

A game draws its charts with a `Printer` (`Game.charts`), from the data that its rules are made of. Titles, heads and
notes are in `text/book.<language>.toml`, which only readers of the book are sent:

    [head]
    lead = "Lead"               heads of columns

    [chart.mojar]
    title = "Shock"
    note_1 = "..."              below the table
    salvos_per_gun = "..."      a row that is one figure of the pack: see Printer.facts
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from tablero.kernel.messages import Catalogue, flatten
from tablero.kernel.packs import Pack, Table
from tablero.kernel.rulebook import look_up
from tablero.kernel.text import catalogue

if TYPE_CHECKING:
    from tablero.kernel.frames import State
    from tablero.kernel.game import Game

TABLES, PIECES, CARDS, SCENARIOS = PARTS = ("tables", "pieces", "cards", "scenarios")     # of the charts, in order
SHEETS = "aid.toml"
NONE = "–"
Cell: TypeAlias = "int | str | bool | None"


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of a sheet."""

    text: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of words: the sequence of play, a combat step by step."""

    id: str
    title: str
    lines: tuple[SheetLine, ...]


@dataclass(frozen=True, slots=True)
class ChartRow:
    cells: tuple[str, ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A table of figures or facts. Those of the part `tables` belong on a player's aid; the others are lists."""

    id: str
    part: str
    title: str
    heads: tuple[str, ...]          # none for plain pairs of a name and a figure
    rows: tuple[ChartRow, ...]
    notes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()   # what of the pack it shows: tables of tables.toml, or files


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game that is no rule, and what it means."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Aid:
    sheets: tuple[Sheet, ...] = ()
    charts: tuple[Chart, ...] = ()
    terms: tuple[Term, ...] = ()


def keys(table: Table) -> list[str]:
    """What a table gives, without the note of its source."""
    return [key for key in table.values if key != "source"]


def signed(n: int) -> str:
    return f"{n:+}".replace("-", "−") if n else "0"


def span(low: int | None, high: int | None) -> str:
    """A row of a table of dice: `≤ 0`, `3`, `8–11`, `≥ 12`."""
    if low is None:
        return f"≤ {plain(high or 0)}"
    if high is None:
        return f"≥ {plain(low)}"
    return plain(low) if low == high else f"{plain(low)}–{plain(high)}"


def halves(n: int) -> str:
    """Half points in figures: `2½`."""
    return f"{n // 2 or ''}½" if n % 2 else str(n // 2)


def plain(n: int) -> str:
    return str(n).replace("-", "−")


class Printer:
    """Draws the charts of a game in one language."""

    def __init__(self, pack: Pack, language: str) -> None:
        self.pack = pack
        words = dict(catalogue(pack, language).messages)
        if (pack.root / f"text/book.{language}.toml").is_file():
            words.update(flatten(pack.toml(f"text/book.{language}.toml").values))
        self.catalogue = Catalogue(language, words)
        self.tables = pack.toml("tables.toml") if (pack.root / "tables.toml").is_file() else Table("", "", {})

    def say(self, key: str, **values: object) -> str:
        return self.catalogue.say(key, values)

    def table(self, path: str) -> Table:
        """A table of tables.toml: `mojar.modifiers`."""
        found = self.tables
        for key in path.split("."):
            found = found.table(key)
        return found

    def rules(self, wanted: str) -> tuple[str, ...]:
        """Rules by their ids; of a section the first."""
        return tuple(look_up(self.pack, self.catalogue.language, id_)[0].id for id_ in wanted.split())

    def chart(
        self, id_: str, of: str, heads: str, rows: Iterable[Sequence[Cell]], rules: str = "", part: str = TABLES,
        cited: Sequence[str] = (), notes: Sequence[str] = (),
    ) -> Chart:
        """A chart. `of` names its tables or files; `heads` are words of the texts, `=2` stands for itself, `.` for no
        head; `cited` gives the rules of each row; `notes` come before those of the texts."""
        drawn = [tuple(map(self.cell, row)) for row in rows]
        return Chart(
            id_, part, self.say(f"chart.{id_}.title"), tuple(map(self._head, heads.split())),
            tuple(ChartRow(cells, self.rules(cited[n]) if cited else ()) for n, cells in enumerate(drawn)),
            (*notes, *self._notes(f"chart.{id_}.note_")), self.rules(rules), tuple(of.split()),
        )

    def facts(
        self, id_: str, paths: str, rules: str = "", *, signs: str = "", without: str = "",
        show: Callable[[str, object], Cell] | None = None, part: str = TABLES,
    ) -> Chart:
        """All figures of one or more tables, each with its name, so that nothing that is added to them is forgotten.
        `chart.<id>.<key>` names a figure, with `<table>_` before the key from the second table on. Those in `signs` are
        modifiers; those in `without` are shown elsewhere; `show` may word a value that is no number."""
        rows: list[tuple[Cell, Cell]] = []
        for n, path in enumerate(paths.split()):
            before = f"{path.split('.')[-1]}_" if n else ""
            for key in keys(self.table(path)):
                name, value = before + key, self.table(path).values[key]
                if name in without.split():
                    continue
                given = show(name, value) if show else None
                worded = self._value(id_, name, value, signs.split()) if given is None else given
                rows.append((self.say(f"chart.{id_}.{name}"), worded))
        return self.chart(id_, " ".join(path.split(".")[0] for path in paths.split()), "", rows, rules, part)

    def named(self, chart: Chart, id_: str, title: str) -> Chart:
        """One of several charts that share their words."""
        return replace(chart, id=id_, title=title)

    def names(self, kind: str, ids: Iterable[str]) -> str:
        """Things by their names."""
        return ", ".join(self.say(f"{kind}.{id_}.name") for id_ in ids)

    def cell(self, value: Cell) -> str:
        if value is None or value == "":
            return NONE
        if isinstance(value, bool):
            return self.say("web.book.yes") if value else NONE
        return plain(value) if isinstance(value, int) else value

    def _value(self, id_: str, key: str, value: object, signs: Sequence[str]) -> Cell:
        if isinstance(value, bool):
            return value
        if isinstance(value, int):
            return signed(value) if key in signs or signs == ["all"] else plain(value)
        if isinstance(value, list) and all(isinstance(one, int) for one in value):
            return ", ".join(map(plain, value))
        return self.say(f"chart.{id_}.{key}_is")

    def _head(self, word: str) -> str:
        return "" if word == "." else word[1:].replace("_", " ") if word.startswith("=") else self.say(f"head.{word}")

    def _notes(self, prefix: str) -> tuple[str, ...]:
        notes: list[str] = []
        while self.catalogue.has(key := f"{prefix}{len(notes) + 1}"):
            notes.append(self.say(key))
        return tuple(notes)


def no_charts(printer: Printer) -> tuple[Chart, ...]:
    """For games without a book."""
    return ()


def aid(game: Game[State], language: str) -> Aid:
    """The aid of a game and all its charts."""
    return _drawn(game.pack, game.charts, language)


@cache
def _drawn(pack: Pack, charts: Callable[[Printer], tuple[Chart, ...]], language: str) -> Aid:
    printer = Printer(pack, language)
    file = pack.toml(SHEETS) if (pack.root / SHEETS).is_file() else Table(SHEETS, "", {"glossary": []})
    drawn = sorted(charts(printer), key=lambda chart: PARTS.index(chart.part))
    sheets = (_sheet(printer, table) for table in file.tables("sheet"))
    return Aid(tuple(sheets), tuple(drawn), tuple(_terms(printer, file.texts("glossary"))))


def _terms(printer: Printer, kinds: list[str]) -> Iterator[Term]:
    """The things of some kinds that the texts explain; of those that are called the same one."""
    seen = set()
    for key in printer.catalogue.messages:
        kind, _, rest = key.partition(".")
        if kind in kinds and rest.endswith(".text"):
            name, gloss = key.removesuffix("text") + "name", key.removesuffix("text") + "gloss"
            title = printer.say(name) + (f" ({printer.say(gloss)})" if printer.catalogue.has(gloss) else "")
            if title not in seen:
                yield Term(title, printer.say(key))
            seen.add(title)


def _sheet(printer: Printer, table: Table) -> Sheet:
    id_ = table.text("id")
    lines = (SheetLine(printer.say(f"aid.{id_}_{n}"), printer.rules(rules))
             for n, rules in enumerate(table.texts("rules"), 1))
    return Sheet(id_, printer.say(f"aid.{id_}"), tuple(lines))
