"""The lines of a record: JSON with a running checksum, and fields that are what they should be or are refused."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from typing import TypeAlias, TypeVar, cast

from tablero.kernel.errors import BadRecord
from tablero.kernel.positions import Data

Line: TypeAlias = dict[str, Data]

LARGEST = 2**31 - 1         # of the numbers in a record
T = TypeVar("T")


def running_sum(total: str, body: str) -> str:
    return hashlib.sha256((total + body).encode()).hexdigest()[:16]


def written(lines: Iterable[Line]) -> str:
    """The text of some lines, each with the checksum of all lines up to it."""
    out, total = [], ""
    for line in lines:
        body = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        total = running_sum(total, body)
        out.append(f'{body[:-1]},"sum":"{total}"}}\n')
    return "".join(out)


def checked_lines(text: str) -> list[Line]:
    """The lines of a text: a header, a last line, and no checksum that does not fit."""
    lines: list[Line] = []
    total = ""
    for number, raw in enumerate(text.splitlines(), 1):
        try:
            line = json.loads(raw)
        except (ValueError, RecursionError):        # a number with thousands of digits is a ValueError too
            raise BadRecord("json", line=number) from None
        if not isinstance(line, dict) or number == 1 and "tablero" not in line:
            raise BadRecord("not_a_line", line=number)
        body, mark, tail = raw.rpartition(',"sum":"')
        total = running_sum(total, body + "}")
        if not mark or tail != f'{total}"}}':
            raise BadRecord("checksum", line=number)
        lines.append(line)
    if not lines:
        raise BadRecord("empty")
    if "end" not in lines[-1] or len(lines) < 2:
        raise BadRecord("breaks_off", line=len(lines))
    return lines


def field_of(line: Line, number: int, key: str, kind: type[T]) -> T:
    """A field of a line, which must have this type; for whole numbers see `number_of`."""
    value = line.get(key)
    if not isinstance(value, kind) or kind is int and isinstance(value, bool):
        raise BadRecord("field", line=number, field=key, type=kind.__name__, found=repr(value)[:60])
    return value


def number_of(line: Line, number: int, key: str, low: int = 0, high: int = LARGEST) -> int:
    """A whole number within limits."""
    value = field_of(line, number, key, int)
    if not low <= value <= high:
        raise BadRecord("number_range", line=number, field=key, low=low, high=high)
    return value


def numbers_of(line: Line, number: int, key: str) -> list[int]:
    """Chance results."""
    values = field_of(line, number, key, list)
    if not all(isinstance(v, int) and not isinstance(v, bool) and -LARGEST <= v <= LARGEST for v in values):
        raise BadRecord("numbers", line=number, found=repr(values)[:60])
    return cast("list[int]", values)


def hexadecimal_of(line: Line, number: int, key: str) -> int | None:
    """A seed; None if there is none."""
    if key not in line:
        return None
    text = field_of(line, number, key, str)
    if not re.fullmatch(r"[0-9a-f]{1,80}", text):
        raise BadRecord("seed", line=number, seed=text[:90])
    return int(text, 16)
