"""What several seats know together, for a person who holds more than one of them.

It is made of their views and of what is public, and of nothing else, so it can tell no more than they do.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TypeVar, cast

from tablero.kernel.frames import Frame, S, State, clone_frame

T = TypeVar("T")


def joined(public: S, one: S, other: S) -> S:
    """The view of one seat with all that another sees."""
    new = one.clone()
    _add(new, public, other)
    new.viewer, new.offered = one.viewer, {}
    return new


def _add(new: State | Frame, public: object, other: object) -> None:
    """Add to a copy of a state or a frame what the same one shows in another view."""
    if type(new) is type(public) is type(other):
        for f in fields(new):  # type: ignore[arg-type]
            shown = (getattr(view, f.name) for view in (public, new, other))
            setattr(new, f.name, _either(*shown))


def _either(public: T, one: T, other: T) -> T:
    """What is public of a value, and what one of two views shows of it beyond that. A number that both show differently
    is a set, of which each knows a part."""
    if one == other or other == public:
        return one
    if one == public:
        return other
    if isinstance(one, Frame):
        new = clone_frame(one)
        _add(new, public, other)
        return cast(T, new)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and isinstance(public, list | tuple):
        if len(one) == len(other) == len(public):
            return cast(T, type(one)(map(_either, public, one, other)))
    elif isinstance(one, dict) and isinstance(other, dict) and isinstance(public, dict):
        keys = one | other
        return cast(T, {key: _either(public.get(key), one.get(key), other.get(key)) for key in keys})
    elif isinstance(one, int) and isinstance(other, int) and isinstance(public, int):
        return cast(T, public ^ (one ^ public | other ^ public))
    return one
