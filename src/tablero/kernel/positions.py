"""Positions as plain data: saved, loaded, and hashed into a fingerprint.

A position is the state's columns by name and the stack's frames by class and field name. Fields that are new since it
was saved take their defaults. Games are stored as journals of actions, not as positions: see record.py.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from typing import Any, TypeAlias, cast

from tablero.kernel.cards import CardState
from tablero.kernel.engine import advance
from tablero.kernel.errors import BadRecord
from tablero.kernel.frames import FRAMES, Decision, Frame, S, State, frame_class, package

Data: TypeAlias = "None | bool | int | float | str | list[Data] | dict[str, Data]"

_PASSING = frozenset(("stack", "script", "rolled", "events", "offered", "revealed", "quiet", "viewer"))


def _plain(value: object) -> Data:
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, list):
        return [_plain(v) for v in value]
    if isinstance(value, tuple):
        return {"tuple": [_plain(v) for v in value]}
    if isinstance(value, dict):
        return {"dict": [[_plain(k), _plain(value[k])] for k in sorted(value)]}
    raise TypeError(f"a position cannot hold {value!r}")


def _value(data: Data) -> object:
    if isinstance(data, list):
        return [_value(v) for v in data]
    if isinstance(data, dict):
        ((kind, body),) = data.items()
        assert isinstance(body, list)
        if kind == "tuple":
            return tuple(_value(v) for v in body)
        return {_value(pair[0]): _value(pair[1]) for pair in cast("list[list[Data]]", body)}
    return data


def _columns(thing: State | Frame) -> dict[str, Data]:
    names = (f.name for f in fields(thing))  # type: ignore[arg-type]  # every concrete frame is a dataclass
    return {name: _plain(getattr(thing, name)) for name in names if name not in _PASSING}


def dump(s: State) -> dict[str, Data]:
    """A state as plain data that JSON can hold."""
    frames: list[Data] = [{"frame": type(f).__name__, **_columns(f)} for f in s.stack]
    return {"state": cast(Data, _columns(s)), "stack": frames}


def load(cls: type[S], data: dict[str, Data]) -> S:
    """The state that `dump` described, standing at the same decision."""
    try:
        s = cls(**_values(cast("dict[str, Data]", data["state"])))
        for described in cast("list[dict[str, Data]]", data["stack"]):
            columns = dict(described)
            kind = frame_class(f"{package(cls)}:{columns.pop('frame')}")
            s.stack.append(kind(**_values(columns)))
    except (AttributeError, KeyError, TypeError, ValueError, AssertionError) as error:
        raise BadRecord("position", why=repr(error)) from error
    if s.stack and not isinstance(s.stack[-1], Decision):
        advance(s)
    return s


def _values(columns: dict[str, Data]) -> dict[str, Any]:
    return {name: _value(value) for name, value in columns.items()}


def shape(cls: type[State]) -> str:
    """A hash of the columns of a state and its frames: fingerprints of other shapes cannot be compared."""
    prefix = f"{package(cls)}:"
    frames = [(name, [f.name for f in fields(frame)]) for name, frame in sorted(FRAMES.items())     # type: ignore[arg-type]
              if name.startswith(prefix)]
    return hashlib.sha256(repr(([f.name for f in fields(cls)], frames)).encode()).hexdigest()[:16]


def fingerprint(s: State) -> str:
    """A hash of everything that is true in a position, except chance to come. Cards that were added since the game
    began are no part of it."""
    data = dump(s)
    columns = cast("dict[str, Data]", data["state"])
    columns.pop("rng")
    if isinstance(s, CardState) and s.printed:
        of_this_game = (1 << s.printed) - 1
        columns["piles"] = [pile & of_this_game for pile in s.piles]
        columns["sizes"] = [size - (pile & ~of_this_game).bit_count() for size, pile in zip(s.sizes, s.piles)]
        columns["sees"] = [cards & of_this_game for cards in s.sees]
        columns["barred"] = s.barred & of_this_game
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
