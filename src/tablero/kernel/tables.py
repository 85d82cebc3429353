"""Lookups as rulebooks print them, and exact odds of dice.

A table is checked when it is built: a gap, an overlap or a missing face is a `BadPack` that names the file and the row.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final, Generic, TypeVar

from tablero.kernel.errors import BadPack
from tablero.kernel.messages import Message

V = TypeVar("V")


class Ranges(Generic[V]):
    """A table by ranges of a number: `table[7]` is the value of the row in which 7 lies.

    Rows are (min, max, value), both ends included, in ascending order and without gaps. The first row may leave its min
    open and the last its max (None): "2 or less", "10 or more".
    """

    __slots__ = ("_first", "_open_above", "_open_below", "_values")

    def __init__(self, rows: Iterable[tuple[int | None, int | None, V]], file: str, where: str) -> None:
        table = list(rows)
        if not table:
            raise BadPack(file, where, "table_empty")
        values: list[V] = []
        first = 0       # the lowest number stored
        after = 0       # the number the next row must begin with
        for i, (low, high, value) in enumerate(table):
            row = Message("error.at.table", {"table": where, "row": i + 1})
            if low is None and i > 0:
                raise BadPack(file, row, "table_no_min")
            if high is None and i < len(table) - 1:
                raise BadPack(file, row, "table_no_max")
            # An open end is stored as a single number; __getitem__ goes on from there.
            begin = low if low is not None else high if high is not None else 0
            end = high if high is not None else begin
            if begin > end:
                raise BadPack(file, row, "table_min_max", low=begin, high=end)
            if i == 0:
                first = begin
            elif begin != after:
                raise BadPack(file, row, "table_overlap" if begin < after else "table_gap", low=begin, expected=after)
            values += [value] * (end - begin + 1)
            after = end + 1
        self._first: Final = first
        self._values: Final = tuple(values)
        self._open_below: Final = table[0][0] is None
        self._open_above: Final = table[-1][1] is None

    def __getitem__(self, n: int) -> V:
        i = n - self._first
        if 0 <= i < len(self._values):
            return self._values[i]
        if i < 0 and self._open_below:
            return self._values[0]
        if i > 0 and self._open_above:
            return self._values[-1]
        raise KeyError(f"{n} is not in the table, which runs {self._span()}")

    def _span(self) -> str:
        low = "" if self._open_below else f"from {self._first} "
        high = "upwards" if self._open_above else f"to {self._first + len(self._values) - 1}"
        return low + high


class DieTable(Generic[V]):
    """A table by the result of a roll: `table[4]`. Every result from low to high has exactly one row (face, value)."""

    __slots__ = ("_low", "_values")

    def __init__(self, rows: Iterable[tuple[int, V]], file: str, where: str, low: int = 1, high: int = 6) -> None:
        found: dict[int, V] = {}
        for face, value in rows:
            if not low <= face <= high:
                raise BadPack(file, where, "table_result", face=face, low=low, high=high)
            if face in found:
                raise BadPack(file, where, "table_twice", face=face)
            found[face] = value
        missing = [str(face) for face in range(low, high + 1) if face not in found]
        if missing:
            raise BadPack(file, where, "table_missing", missing=missing, low=low, high=high)
        self._low: Final = low
        self._values: Final = tuple(found[face] for face in range(low, high + 1))

    def __getitem__(self, face: int) -> V:
        i = face - self._low
        if 0 <= i < len(self._values):
            return self._values[i]
        high = self._low + len(self._values) - 1
        raise KeyError(f"{face} is not in the table, which runs from {self._low} to {high}")


_TWO_DICE: Final = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
_OVER: Final = tuple(Fraction(sum(a + b > n for a, b in _TWO_DICE), 36) for n in range(13))
_WITHIN: Final = tuple(Fraction(sum(abs(a - b) <= k for a, b in _TWO_DICE), 36) for k in range(6))
_AT_LEAST: Final = tuple(Fraction(min(6, 7 - n), 6) for n in range(8))


def two_dice_over(n: int) -> Fraction:
    """The chance that the sum of two dice is greater than n."""
    return _OVER[max(0, min(n, 12))]


def dice_within(k: int) -> Fraction:
    """The chance that two dice differ by at most k."""
    return _WITHIN[min(k, 5)] if k >= 0 else Fraction(0)


def one_die_at_least(n: int) -> Fraction:
    """The chance that one die shows n or more."""
    return _AT_LEAST[max(0, min(n, 7))]
