"""Reading a game's data: CSV rows and TOML tables whose getters say exactly which value is wrong.

    pack = Pack.of("dpyr")
    for row in pack.rows("units.csv"):
        row.integer("fire")                    # or BadPack: units.csv, row 12, column fire: expected ...
    pack.toml("scenarios.toml").table("scenario").table("arquijas").integer("turns")
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from tablero.kernel.errors import BadPack, UnknownName
from tablero.kernel.messages import Message

LOOK = "look.toml"                                  # how the game is drawn
TELLING = ("rules.toml", "readings.toml", "examples.toml", "goals.toml", "aid.toml", LOOK)    # what players read or see
_INTEGER = re.compile(r"-?[0-9]+")


class Pack:
    """The data files of one game, below the folder `root`."""

    def __init__(self, root: Path, name: str) -> None:
        self.root = root
        self.name = name

    @classmethod
    def of(cls, game: str) -> Pack:
        """The pack shipped for a game."""
        shelf = Path(str(files("tablero.packs")))
        known = [folder.name for folder in shelf.iterdir() if (folder / "rules.toml").is_file()]
        if game not in known:
            raise UnknownName("game", game, known)
        return cls(shelf / game, game)

    def rows(self, file: str) -> list[Row]:
        """All rows of a CSV file; rows are counted as a spreadsheet does, the header being row 1."""
        reader = csv.reader(io.StringIO(self._text(file), newline=""), strict=True)
        try:
            lines = list(reader)
        except csv.Error as error:
            raise BadPack(file, _line(reader.line_num), "csv", why=error) from None
        if not lines:
            raise BadPack(file, _row(1), "no_header")
        header = lines[0]
        for column in header:
            if header.count(column) > 1:
                raise BadPack(file, _row(1), "column_twice", column=column, n=header.count(column))
        rows = []
        for number, cells in enumerate(lines[1:], 2):
            if len(cells) != len(header):
                raise BadPack(file, _row(number), "cells", expected=len(header), found=len(cells))
            rows.append(Row(file, number, dict(zip(header, cells, strict=True))))
        return rows

    def toml(self, file: str) -> Table:
        """A whole TOML document."""
        try:
            return Table(file, "", tomllib.loads(self._text(file)))
        except tomllib.TOMLDecodeError as error:
            raise BadPack(file, "", "toml", why=error) from None

    def hash(self) -> str:
        """SHA-256 of all data that rules depend on: every CSV and TOML file except those in `TELLING` and the texts."""
        paths = {path.relative_to(self.root).as_posix(): path for path in self.root.rglob("*") if path.is_file()}
        digest = hashlib.sha256()
        for name in sorted(paths):
            if name.endswith((".csv", ".toml")) and name not in TELLING and not name.startswith("text/"):
                data = paths[name].read_bytes()
                digest.update(f"{name}\n{len(data)}\n".encode())
                digest.update(data)
        return digest.hexdigest()

    def _text(self, file: str) -> str:
        try:
            data = (self.root / file).read_bytes()
        except OSError as error:
            raise BadPack(file, "", "no_file", pack=self.name, why=error.strerror) from None
        try:
            return data.decode("utf-8-sig")  # spreadsheets put a byte order mark before the first column
        except UnicodeDecodeError as error:
            number, byte = data.count(b"\n", 0, error.start) + 1, f"0x{data[error.start]:02x}"
            raise BadPack(file, _line(number), "encoding", byte=byte) from None


class Row:
    """One row of a CSV file."""

    def __init__(self, file: str, number: int, cells: Mapping[str, str]) -> None:
        self.file = file
        self.number = number
        self.cells = cells

    def text(self, column: str) -> str:
        return self.maybe_text(column) or self._fail(column, "text")

    def maybe_text(self, column: str) -> str:
        if column not in self.cells:
            raise BadPack(self.file, self._where(column), "no_column", known=list(self.cells))
        return self.cells[column]

    def integer(self, column: str) -> int:
        cell = self.maybe_text(column)
        return int(cell if _INTEGER.fullmatch(cell) else self._fail(column, "integer"))

    def maybe_integer(self, column: str, default: int = -1) -> int:
        return self.integer(column) if self.maybe_text(column) else default

    def choice(self, column: str, allowed: Sequence[str]) -> str:
        cell = self.maybe_text(column)
        return cell if cell in allowed else self._fail(column, "one_of", allowed=_allowed(allowed))

    def words(self, column: str) -> list[str]:
        return self.maybe_text(column).split()

    def flag(self, column: str) -> bool:
        return self.choice(column, ("y", "n")) == "y"

    def wrong(self, column: str, expected: str, **values: object) -> BadPack:
        """The error to raise when a caller's own check of a cell fails; the message `error.expected.<expected>` says
        what would be right."""
        return _wrong(self.file, self._where(column), expected, values, self.maybe_text(column))

    def _where(self, column: str) -> Message:
        return Message("error.at.cell", {"row": self.number, "column": column})

    def _fail(self, column: str, expected: str, **values: object) -> str:
        raise self.wrong(column, expected, **values)


class Table:
    """A TOML table with the path that leads to it; tables in an array are counted from 1: `deploy#2.units`."""

    def __init__(self, file: str, path: str, values: Mapping[str, object]) -> None:
        self.file = file
        self.path = path
        self.values = values

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if not isinstance(value, str):
            raise self.wrong(key, "text")
        return value

    def maybe_text(self, key: str, default: str = "") -> str:
        return self.text(key) if key in self.values else default

    def integer(self, key: str) -> int:
        value = self.values.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(key, "integer")
        return value

    def maybe_integer(self, key: str, default: int) -> int:
        return self.integer(key) if key in self.values else default

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, "flag")
        return value

    def choice(self, key: str, allowed: Sequence[str]) -> str:
        value = self.values.get(key)
        if not isinstance(value, str) or value not in allowed:
            raise self.wrong(key, "one_of", allowed=_allowed(allowed))
        return value

    def texts(self, key: str) -> list[str]:
        found = []
        for value in self._list(key, "texts"):
            if not isinstance(value, str):
                raise self.wrong(key, "texts")
            found.append(value)
        return found

    def integers(self, key: str) -> list[int]:
        found = []
        for value in self._list(key, "integers"):
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.wrong(key, "integers")
            found.append(value)
        return found

    def pairs(self, key: str) -> list[tuple[str, int]]:
        """A list of pairs: `[["l_rg1", 4], ["l_ln1", 3]]`."""
        found = []
        for value in self._list(key, "pairs"):
            match value:
                case [str(name), int(number)] if type(value[1]) is int:     # True would be 1
                    found.append((name, number))
                case _:
                    raise self.wrong(key, "pairs")
        return found

    def table(self, key: str) -> Table:
        value = self.values.get(key)
        if not isinstance(value, dict):
            raise self.wrong(key, "table")
        return Table(self.file, self._where(key), value)

    def maybe_table(self, key: str) -> Table | None:
        return self.table(key) if key in self.values else None

    def tables(self, key: str) -> list[Table]:
        """An array of tables; none if the key is absent."""
        if key not in self.values:
            return []
        found = []
        for number, value in enumerate(self._list(key, "tables"), 1):
            if not isinstance(value, dict):
                raise self.wrong(key, "tables")
            found.append(Table(self.file, f"{self._where(key)}#{number}", value))
        return found

    def keys(self) -> list[str]:
        return list(self.values)

    def has(self, key: str) -> bool:
        return key in self.values

    def wrong(self, key: str, expected: str, **values: object) -> BadPack:
        """The error to raise when a caller's own check of a value fails; see `Row.wrong`."""
        return _wrong(self.file, self._where(key), expected, values, self.values.get(key))

    def _where(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _list(self, key: str, expected: str) -> list[object]:
        value = self.values.get(key)
        if not isinstance(value, list):
            raise self.wrong(key, expected)
        return value


def _line(number: int) -> Message:
    return Message("error.at.line", {"line": number})


def _row(number: int) -> Message:
    return Message("error.at.row", {"row": number})


def _wrong(file: str, where: Message | str, expected: str, values: dict[str, object], found: object) -> BadPack:
    wanted = Message(f"error.expected.{expected}", values)
    if found is None or found == "":
        return BadPack(file, where, "missing", expected=wanted)
    text = repr(found)
    return BadPack(file, where, "wrong", expected=wanted, found=text if len(text) <= 60 else text[:57] + "...")


def _allowed(words: Sequence[str]) -> list[str]:
    return [word or '""' for word in words]


class Ids(dict[str, int]):
    """The numbers of things by their ids. Rules and set-ups name things: one that has no row makes a bad pack."""

    def __init__(self, names: Iterable[str], file: str) -> None:
        super().__init__((name, i) for i, name in enumerate(names))
        self.file = file

    def __missing__(self, name: str) -> int:
        raise BadPack(self.file, name, "missing", expected=Message("error.expected.row", {}))


def with_ids(rows: list[Row]) -> list[Row]:
    """Rows with an id of one word each, which no other row has."""
    seen: set[str] = set()
    for row in rows:
        name = row.text("id")
        if name in seen or name.split() != [name]:
            raise row.wrong("id", "own_id")
        seen.add(name)
    return rows


def from_to(row: Row | Table, column: str, low: int, high: int) -> int:
    """A whole number within limits."""
    number = row.integer(column)
    if not low <= number <= high:
        raise row.wrong(column, "from_to", low=low, high=high)
    return number
