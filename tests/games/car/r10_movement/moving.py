"""Words for the tests of movement and works."""

from __future__ import annotations

from collections.abc import Iterable

from tablero.games.car.board import space
from tablero.games.car.rules.r02_map import friendly
from tablero.games.car.rules.r10_movement.s01_movement import Moves
from tablero.games.car.rules.r10_movement.s02_construction import Construction
from tablero.games.car.state import Car
from tablero.kernel.bits import bitset
from tablero.kernel.engine import advance
from tests.games.car.field import asked, do, operation


def activate(s: Car, moves: str, attacks: str = "") -> None:
    """These spaces are Activated, for Movement and for Combat; the side to move is asked for its stacks."""
    found = operation(s)
    found.moves, found.attacks = (bitset(space(name) for name in names.split()) for names in (moves, attacks))
    found.dawn = friendly(s, 1 - s.side)
    s.call(Moves(s.side))
    advance(s)


def go(s: Car, units: str, *ways: str) -> None:
    """A stack of units goes along a way, space by space."""
    do(s, *(f"take {unit}" for unit in units.split()), *(f"step {x}" for x in ways))


def finish(s: Car) -> None:
    """Movement is over; it ends of itself when nothing else can be done."""
    if asked(s).endswith("Moves"):
        do(s, "done")


def build(s: Car, *units: str, dice: Iterable[int] = ()) -> None:
    """Units build where they are, and the works are finished."""
    do(s, *(f"build {unit}" for unit in units))
    finish(s)
    s.script = list(dice)
    s.call(Construction(s.side))
    advance(s)
    assert not s.script, "dice that nobody rolled"
    s.script = None
    operation(s).builders = 0
