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
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from tablero.kernel.errors import BadPack, UnknownName

TELLING = ("rules.toml", "examples.toml")      # what players read; no rule depends on it
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
            raise BadPack(file, f"line {reader.line_num}", f"not valid CSV: {error}") from None
        if not lines:
            raise BadPack(file, "row 1", "expected a header with the names of the columns, got an empty file")
        header = lines[0]
        for column in header:
            if header.count(column) > 1:
                raise BadPack(file, "row 1", f"expected every column once, got {column!r} {header.count(column)} times")
        rows = []
        for number, cells in enumerate(lines[1:], 2):
            if len(cells) != len(header):
                raise BadPack(file, f"row {number}", f"expected {len(header)} cells, got {len(cells)}")
            rows.append(Row(file, number, dict(zip(header, cells, strict=True))))
        return rows

    def toml(self, file: str) -> Table:
        """A whole TOML document."""
        try:
            return Table(file, "", tomllib.loads(self._text(file)))
        except tomllib.TOMLDecodeError as error:
            text, _, where = str(error).partition(" (at ")
            raise BadPack(file, where.rstrip(")"), f"not valid TOML: {text}") from None

    def hash(self) -> str:
        """SHA-256 of all data that rules depend on: every CSV and TOML file but those that only tell."""
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
            raise BadPack(file, "", f"the pack {self.name!r} needs this file: {error.strerror}") from None
        try:
            return data.decode("utf-8-sig")  # spreadsheets like to put a mark before the first column
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            byte = f"0x{data[error.start]:02x}"
            raise BadPack(file, f"line {line}", f"expected UTF-8 text, got the byte {byte}") from None


class Row:
    """One row of a CSV file."""

    def __init__(self, file: str, number: int, cells: Mapping[str, str]) -> None:
        self.file = file
        self.number = number
        self.cells = cells

    def text(self, column: str) -> str:
        return self.maybe_text(column) or self._fail(column, "a text")

    def maybe_text(self, column: str) -> str:
        if column not in self.cells:
            columns = ", ".join(self.cells)
            raise BadPack(self.file, self._where(column), f"there is no such column; the columns are {columns}")
        return self.cells[column]

    def integer(self, column: str) -> int:
        cell = self.maybe_text(column)
        return int(cell if _INTEGER.fullmatch(cell) else self._fail(column, "a whole number"))

    def maybe_integer(self, column: str, default: int = -1) -> int:
        return self.integer(column) if self.maybe_text(column) else default

    def choice(self, column: str, allowed: Sequence[str]) -> str:
        cell = self.maybe_text(column)
        return cell if cell in allowed else self._fail(column, _one_of(allowed))

    def words(self, column: str) -> list[str]:
        return self.maybe_text(column).split()

    def flag(self, column: str) -> bool:
        return self.choice(column, ("y", "n")) == "y"

    def wrong(self, column: str, expected: str) -> BadPack:
        """The error to raise when a caller's own check of a cell fails."""
        return BadPack(self.file, self._where(column), f"expected {expected}, got {_shown(self.maybe_text(column))}")

    def _where(self, column: str) -> str:
        return f"row {self.number}, column {column}"

    def _fail(self, column: str, expected: str) -> str:
        raise self.wrong(column, expected)


class Table:
    """A TOML table with the path that leads to it; tables in an array are counted from 1: `deploy#2.units`."""

    def __init__(self, file: str, path: str, values: Mapping[str, object]) -> None:
        self.file = file
        self.path = path
        self.values = values

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if not isinstance(value, str):
            raise self.wrong(key, "a text")
        return value

    def maybe_text(self, key: str, default: str = "") -> str:
        return self.text(key) if key in self.values else default

    def integer(self, key: str) -> int:
        value = self.values.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(key, "a whole number")
        return value

    def maybe_integer(self, key: str, default: int) -> int:
        return self.integer(key) if key in self.values else default

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def choice(self, key: str, allowed: Sequence[str]) -> str:
        value = self.values.get(key)
        if not isinstance(value, str) or value not in allowed:
            raise self.wrong(key, _one_of(allowed))
        return value

    def texts(self, key: str) -> list[str]:
        expected = "a list of texts"
        found = []
        for value in self._list(key, expected):
            if not isinstance(value, str):
                raise self.wrong(key, expected)
            found.append(value)
        return found

    def integers(self, key: str) -> list[int]:
        expected = "a list of whole numbers"
        found = []
        for value in self._list(key, expected):
            if not isinstance(value, int) or isinstance(value, bool):
                raise self.wrong(key, expected)
            found.append(value)
        return found

    def pairs(self, key: str) -> list[tuple[str, int]]:
        """A list of pairs: `[["l_rg1", 4], ["l_ln1", 3]]`."""
        expected = "a list of pairs of a text and a whole number"
        found = []
        for value in self._list(key, expected):
            match value:
                case [str(name), int(number)] if not isinstance(number, bool):
                    found.append((name, number))
                case _:
                    raise self.wrong(key, expected)
        return found

    def table(self, key: str) -> Table:
        value = self.values.get(key)
        if not isinstance(value, dict):
            raise self.wrong(key, "a table")
        return Table(self.file, self._where(key), value)

    def maybe_table(self, key: str) -> Table | None:
        return self.table(key) if key in self.values else None

    def tables(self, key: str) -> list[Table]:
        """An array of tables; none if the key is absent."""
        if key not in self.values:
            return []
        expected = "a list of tables"
        found = []
        for number, value in enumerate(self._list(key, expected), 1):
            if not isinstance(value, dict):
                raise self.wrong(key, expected)
            found.append(Table(self.file, f"{self._where(key)}#{number}", value))
        return found

    def keys(self) -> list[str]:
        return list(self.values)

    def has(self, key: str) -> bool:
        return key in self.values

    def wrong(self, key: str, expected: str) -> BadPack:
        """The error to raise when a caller's own check of a value fails."""
        came = f"got {_shown(self.values[key])}" if key in self.values else "but it is missing"
        return BadPack(self.file, self._where(key), f"expected {expected}, {came}")

    def _where(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _list(self, key: str, expected: str) -> list[object]:
        value = self.values.get(key)
        if not isinstance(value, list):
            raise self.wrong(key, expected)
        return value


def _one_of(allowed: Sequence[str]) -> str:
    return "one of " + ", ".join(word or "(empty)" for word in allowed)


def _shown(value: object) -> str:
    if value == "":
        return "nothing"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
