"""[10.2] Positions and Trenches: where they are, how many markers there are, and how they go."""

from __future__ import annotations

from tablero.games.car.board import CODES, REP, TABLES
from tablero.games.car.rules.r02_map import friendly
from tablero.games.car.state import Car, Side, Space

MARKERS = tuple(TABLES.table("markers").integer(f"works_{code}") for code in CODES)


def markers_left(s: Car, side: Side) -> int:
    """[2.2.2.10a] [10.2.9a] The markers a side has left for works; special Trenches are not of them."""
    return MARKERS[side] - ((s.positions | s.trenches) & ~s.special & friendly(s, side)).bit_count()


def remove_works(s: Car, x: Space) -> None:
    """[10.2.7a] [10.2.9a] The marker goes back to its owner; a special Trench is lost for good."""
    bit = ~(1 << x)
    s.positions &= bit
    s.trenches &= bit
    s.special &= bit


def sweep_works(s: Car, side: Side, x: Space) -> None:
    """[10.2.2c] [10.2.6a] [10.2.7a] A side has lost a space: its works, which stay in a vacant space, and its attempts
    at them are gone."""
    if (s.positions | s.trenches) >> x & 1:
        s.tell("works_gone", side, x)
        remove_works(s, x)
    s.tried = [spaces & ~(1 << x) for spaces in s.tried]


def place_special(s: Car, x: Space, kind: int) -> None:
    """[10.2.9a] An event puts a special Trench of a kind into a space; works that are there go back to their owner."""
    remove_works(s, x)
    s.trenches |= 1 << x
    s.special |= 1 << x
    s.specials[kind] -= 1
    s.tried = [spaces & ~(1 << x) for spaces in s.tried]
    s.tell("trench_built", REP, x)
