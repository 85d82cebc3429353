"""What is sent arrives as it was."""

from __future__ import annotations

import msgspec

import tablero
from tablero import native


def sent(thing: object) -> bytes:
    """A board or a scene as JSON, from which the same can be made again. Compiled classes do not say what their tuples
    hold, so it is not made again of those; that both cores send the same bytes is seen by tests.bench.digest."""
    found = msgspec.json.encode(thing)
    if tablero.CORE != native.COMPILED:
        assert thing == msgspec.json.decode(found, type=type(thing))
    return found
