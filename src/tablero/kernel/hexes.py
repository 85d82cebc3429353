"""Flat-top hex grids: neighbours, distance, bearing, line of fire.

Hexes are numbered column by column from 0: `(column - 1) * rows + (row - 1)`, named "CCRR" from "0101". Every other
column stands half a hex lower. Everything that is asked often is a table of plain ints, built once.

Geometry is done on an integer lattice: x counts half radii to the right, y half hex heights down. Columns are 3 apart,
rows 2, and the corners of a hex lie at (±2, 0) and (±1, ±1) from its centre. The real hex is this one stretched, which
changes neither which hexes a line crosses nor their order, so rounding never decides a shot.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Final

from tablero.kernel.bits import bitset

DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")  # clockwise; the opposite of d is (d + 3) % 6

# From a hex to its neighbours on the lattice, in the order of DIRECTIONS.
_STEPS: Final = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
_HALF_HEIGHT: Final = sqrt(3) / 2


class Grid:
    """A map of `columns` by `rows` hexes; those in columns with `column % 2 == shove` stand half a hex lower."""

    __slots__ = (
        "_direction", "_hex_at", "_lines", "_rings", "_sights", "_x", "_y",
        "columns", "distance", "names", "near", "near_bits", "rows", "shove", "size", "step",
    )

    def __init__(self, columns: int, rows: int, shove: int = 0) -> None:
        if not (1 <= columns <= 99 and 1 <= rows <= 99):
            raise ValueError(f"a grid has 1 to 99 columns and rows, not {columns} by {rows}")
        if shove not in (0, 1):
            raise ValueError(f"shove is 0 (even columns lower) or 1 (odd columns lower), not {shove}")
        self.columns: Final = columns
        self.rows: Final = rows
        self.shove: Final = shove
        self.size: Final = columns * rows
        places = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
        self.names: Final[tuple[str, ...]] = tuple(f"{c:02}{r:02}" for c, r in places)
        xs = self._x = tuple(3 * c for c, _ in places)
        ys = self._y = tuple(2 * r + (c % 2 == shove) for c, r in places)

        hex_at = self._hex_at = {xy: i for i, xy in enumerate(zip(xs, ys))}
        # step[x][direction]: the neighbour, or -1 off the map
        self.step: Final[tuple[tuple[int, ...], ...]] = tuple(
            tuple(hex_at.get((x + dx, y + dy), -1) for dx, dy in _STEPS) for x, y in zip(xs, ys)
        )
        # near[x]: the neighbours on the map, clockwise from N; near_bits[x]: the same as a set
        self.near: Final[tuple[tuple[int, ...], ...]] = tuple(tuple(n for n in row if n >= 0) for row in self.step)
        self.near_bits: Final[tuple[int, ...]] = tuple(bitset(row) for row in self.near)
        # distance[a][b]: hexes from a to b; adjacent is 1
        self.distance: Final[tuple[bytes, ...]] = tuple(
            bytes([_distance(abs(x - x0) // 3, abs(y - y0)) for x, y in zip(xs, ys)])
            for x0, y0 in zip(xs, ys)
        )
        self._direction = {
            a * self.size + b: d for a, row in enumerate(self.step) for d, b in enumerate(row) if b >= 0
        }
        self._rings: dict[tuple[int, int], int] = {}
        self._lines: dict[int, tuple[tuple[int, ...], ...]] = {}
        self._sights: dict[int, tuple[int, tuple[int, ...]]] = {}

    def __repr__(self) -> str:
        return f"Grid({self.columns}, {self.rows}, shove={self.shove})"

    def ring_bits(self, x: int, radius: int) -> int:
        """The hexes within `radius` of x, x among them, as a set."""
        ring = self._rings.get((x, radius))
        if ring is None:
            ring = bitset(b for b, distance in enumerate(self.distance[x]) if distance <= radius)
            self._rings[x, radius] = ring
        return ring

    def direction(self, a: int, b: int) -> int:
        """The direction from a to its neighbour b, or -1 if they are not neighbours."""
        return self._direction.get(a * self.size + b, -1)

    def bearing(self, a: int, b: int) -> int:
        """The direction of the hexside through which the line from a to b leaves a; -1 from a hex to itself.

        A line that leaves through a corner belongs to the hexside clockwise of it.
        """
        x = self._x[b] - self._x[a]
        y = self._y[b] - self._y[a]
        if x > 0:
            if y < 0:
                return 0 if -y > x else 1
            return 2 if y < x else 3
        if x < 0:
            if y > 0:
                return 3 if y > -x else 4
            return 5 if y > x else 0
        return -1 if y == 0 else 0 if y < 0 else 3

    def line(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """The hexes strictly between a and b on the straight line of their centres, in order.

        Every hex whose inside the line crosses, however briefly, is an entry of its own. Where the line runs along a
        hexside the two hexes of that side are one entry, lower id first; the one off the map is left out. A hex that is
        only touched at a corner is not on the line. From distance 4 on a line may have more entries than steps.
        """
        key = a * self.size + b
        line = self._lines.get(key)
        if line is None:
            x, y, hex_at = self._x[a], self._y[a], self._hex_at
            entries = (
                tuple(sorted(hex_at[x + dx, y + dy] for dx, dy in entry if (x + dx, y + dy) in hex_at))
                for entry in _crossed(self._x[b] - x, self._y[b] - y)
            )
            line = self._lines[key] = tuple(entry for entry in entries if entry)
        return line

    def centre(self, x: int) -> tuple[float, float]:
        """Where the middle of a hex of radius 1 is drawn; the map begins at (0, 0), y grows downwards."""
        return self._x[x] / 2 - 0.5, (self._y[x] - 1) * _HALF_HEIGHT

    def _sight(self, a: int, b: int) -> tuple[int, tuple[int, ...]]:
        """The line from a to b as sets: the hexes that each block it alone, and the pairs that block it together."""
        line = self.line(a, b)
        alone = bitset(entry[0] for entry in line if len(entry) == 1)
        pairs = tuple(bitset(entry) for entry in line if len(entry) == 2)
        self._sights[a * self.size + b] = alone, pairs
        return alone, pairs


def clear_line(grid: Grid, a: int, b: int, blocked: int) -> bool:
    """Whether no hex of the set `blocked` blocks the line from a to b.

    The ends never block. Where the line runs along a hexside it is blocked only if both hexes block, or the only one on
    the map.
    """
    alone, pairs = grid._sights.get(a * grid.size + b) or grid._sight(a, b)
    if alone & blocked:
        return False
    for pair in pairs:  # a generator in any() would cost more than the test
        if pair & blocked == pair:
            return False
    return True


def _distance(columns: int, halves: int) -> int:
    """Steps over `columns` columns and `halves` half rows: each column crossed covers half a row for free."""
    return columns if halves <= columns else (columns + halves) // 2


@cache
def _crossed(dx: int, dy: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The hexes between a hex at (0, 0) and one at (dx, dy), by their centres, in order, on an infinite map.

    A hex lies between three pairs of parallel sides: the forms 2y, x + y and x - y differ from their values at its
    centre by at most 2. For each form the line is inside during an interval of time; times are scaled to integers.
    """
    speeds = (2 * dy, dx + dy, dx - dy)
    scale = 1
    for speed in speeds:
        scale *= abs(speed) or 1
    found: dict[int, list[tuple[int, int]]] = {}  # time of entry -> the hex entered, or the two of a hexside
    for x, y in _strip(dx, dy):
        enter, leave = 0, scale
        for speed, middle in zip(speeds, (2 * y, x + y, x - y)):
            if speed:
                ends = (middle - 2) * scale // speed, (middle + 2) * scale // speed
                enter, leave = max(enter, min(ends)), min(leave, max(ends))
            elif abs(middle) > 2:
                leave = 0
        if enter < leave and (x, y) not in ((0, 0), (dx, dy)):
            found.setdefault(enter, []).append((x, y))
    return tuple(tuple(found[enter]) for enter in sorted(found))


def _strip(dx: int, dy: int) -> list[tuple[int, int]]:
    """The hexes that the line from (0, 0) to (dx, dy) may cross: those near it in every column on its way."""
    hexes: list[tuple[int, int]] = []
    for x in range(min(0, dx), max(0, dx) + 1, 3):
        # Within a column, two to either side of its centre, the line goes from one of these heights to the other.
        ends = ((x - 2) * dy // dx, (x + 2) * dy // dx) if dx else (0, dy)
        hexes += [(x, y) for y in range(min(ends) - 1, max(ends) + 3) if (x + y) % 2 == 0]
    return hexes
