"""What a game tells and rolls is heard by a program as it happens, in the middle of an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import tablero
from tablero import native
from tablero.kernel.frames import State

Tell = Callable[..., None]
Roll = Callable[[Any, int, int], int]


@contextmanager
def listening(how: Callable[[Tell, Roll], tuple[Tell, Roll]]) -> Iterator[None]:
    """Puts other methods in the place of those with which states tell and roll, made of these."""
    if tablero.CORE == native.COMPILED:
        pytest.skip("compiled code calls its own methods; tests.bench.digest compares what both cores tell and roll")
    tell, roll = State.tell, State._chance
    State.tell, State._chance = how(tell, roll)     # type: ignore[method-assign]
    try:
        yield
    finally:
        State.tell, State._chance = tell, roll      # type: ignore[method-assign]
