"""Hex geometry, checked against real distances between the centres of the hexes."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.hexes import DIRECTIONS, Grid, clear_line

GRIDS = [Grid(6, 7, 0), Grid(7, 5, 1), Grid(2, 9, 0), Grid(9, 2, 1), Grid(1, 4, 0), Grid(5, 1, 1)]
BIG = Grid(21, 15)
N, NE, SE, S, SW, NW = range(6)


def at(grid: Grid, name: str) -> int:
    return grid.names.index(name)


def named(grid: Grid, line: tuple[tuple[int, ...], ...]) -> list[str]:
    return ["/".join(grid.names[x] for x in entry) for entry in line]


def square(x: int, y: int) -> int:
    """Four times the square of a real length: x in columns (3/2 radius), y in half heights (root of 3/4)."""
    return 9 * x * x + 3 * y * y


def middle(column: int, row: int, shove: int) -> tuple[int, int]:
    return column, 2 * row + (1 if column % 2 == shove else 0)


def places(grid: Grid, rim: int = 0) -> dict[str, tuple[int, int]]:
    """The centres of all hexes, and of those on a rim around the map, which have names that are not on it."""
    return {
        f"{c:02}{r:02}": middle(c, r, grid.shove)
        for c in range(1 - rim, grid.columns + 1 + rim)
        for r in range(1 - rim, grid.rows + 1 + rim)
    }


def line_by_nearest_centre(grid: Grid, a: int, b: int) -> list[list[int]]:
    """What a line crosses: a point of it is in the hex whose centre is nearest, worked out in fractions.

    |P(t) - h|² <= |P(t) - k|² is linear in t, so each hex h is nearest during one interval of t.
    """
    centres = places(grid, rim=1)
    (ax, ay), (bx, by) = centres[grid.names[a]], centres[grid.names[b]]
    dx, dy = bx - ax, by - ay
    found: dict[Fraction, list[int]] = {}
    for name, (hx, hy) in centres.items():
        first, last = Fraction(0), Fraction(1)
        for kx, ky in centres.values():
            slope = 2 * (9 * dx * (kx - hx) + 3 * dy * (ky - hy))   # slope * t <= room
            room = square(ax - kx, ay - ky) - square(ax - hx, ay - hy)
            if slope > 0:
                last = min(last, Fraction(room, slope))
            elif slope < 0:
                first = max(first, Fraction(room, slope))
            elif room < 0:
                last = Fraction(-1)
            if first >= last:
                break
        if first < last and name in grid.names and at(grid, name) not in (a, b):
            found.setdefault(first, []).append(at(grid, name))
    return [sorted(found[t]) for t in sorted(found)]


@st.composite
def shots(draw: st.DrawFn, grids: list[Grid] = GRIDS) -> tuple[Grid, int, int]:
    grid = draw(st.sampled_from(grids))
    hexes = st.integers(0, grid.size - 1)
    return grid, draw(hexes), draw(hexes)


def test_hexes_are_numbered_and_named_column_by_column() -> None:
    grid = Grid(3, 2)
    assert ("0101", "0102", "0201", "0202", "0301", "0302") == grid.names
    assert 6 == grid.size


@pytest.mark.parametrize(
    ("column", "offsets"),
    [
        (3, [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]),
        (4, [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]),
    ],
)
def test_with_even_columns_lower_the_neighbours_are_those_of_the_battle_maps(
    column: int, offsets: list[tuple[int, int]]
) -> None:
    grid = Grid(6, 6)
    expected = [f"{column + c:02}{3 + r:02}" for c, r in offsets]
    assert expected == [grid.names[x] for x in grid.step[at(grid, f"{column:02}03")]]


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_neighbours_are_the_hexes_whose_centres_are_one_hex_apart(grid: Grid) -> None:
    centres = list(places(grid).values())
    for a, (ax, ay) in enumerate(centres):
        expected = {b for b, (bx, by) in enumerate(centres) if square(bx - ax, by - ay) == 12}
        assert expected == set(grid.near[a])
        assert bitset(expected) == grid.near_bits[a]
        assert list(grid.near[a]) == [x for x in grid.step[a] if x != -1]


@pytest.mark.parametrize("grid", GRIDS, ids=repr)
def test_the_opposite_direction_leads_back(grid: Grid) -> None:
    for a in range(grid.size):
        for d in range(6):
            b = grid.step[a][d]
            if b >= 0:
                assert a == grid.step[b][(d + 3) % 6]
                assert (d, (d + 3) % 6) == (grid.direction(a, b), grid.direction(b, a))


def test_hexes_that_are_not_neighbours_have_no_direction() -> None:
    grid = Grid(6, 6)
    assert -1 == grid.direction(at(grid, "0101"), at(grid, "0103"))
    assert -1 == grid.direction(0, 0)


@pytest.mark.parametrize("grid", [*GRIDS, Grid(12, 10)], ids=repr)
def test_distance_is_the_number_of_steps_from_hex_to_hex(grid: Grid) -> None:
    graph = nx.Graph((a, b) for a in range(grid.size) for b in grid.near[a])
    for a, steps in nx.all_pairs_shortest_path_length(graph):
        assert [steps[b] for b in range(grid.size)] == list(grid.distance[a])


@given(shots(), st.integers(-1, 8))
def test_a_ring_holds_the_hexes_within_its_radius(shot: tuple[Grid, int, int], radius: int) -> None:
    grid, x, _ = shot
    expected = tuple(b for b in range(grid.size) if grid.distance[x][b] <= radius)
    assert expected == ids_of(grid.ring_bits(x, radius)) == ids_of(grid.ring_bits(x, radius))


@given(shots([*GRIDS, BIG]))
@settings(max_examples=300)
def test_the_bearing_is_the_side_that_faces_the_target_and_at_a_corner_the_clockwise_one(
    shot: tuple[Grid, int, int],
) -> None:
    grid, a, b = shot
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    degrees = math.degrees(math.atan2(bx - ax, ay - by))    # clockwise from north
    expected = -1 if a == b else math.floor(round((degrees + 30) / 60, 9)) % 6
    assert expected == grid.bearing(a, b)


@pytest.mark.parametrize(
    ("target", "side"),
    [("0502", N), ("0503", NE), ("0603", NE), ("0604", SE), ("0602", NE), ("0605", SE), ("0506", S), ("0402", N)],
)
def test_bearings_from_0404(target: str, side: int) -> None:
    grid = Grid(8, 8)
    assert DIRECTIONS[side] == DIRECTIONS[grid.bearing(at(grid, "0404"), at(grid, target))]


def test_every_corner_belongs_to_the_side_clockwise_of_it() -> None:
    grid = Grid(7, 7)
    centre = at(grid, "0404")
    corners = [grid.step[grid.step[centre][d]][(d + 1) % 6] for d in range(6)]
    assert [NE, SE, S, SW, NW, N] == [grid.bearing(centre, x) for x in corners]


@given(shots())
@settings(max_examples=150)
def test_a_line_has_exactly_the_hexes_that_the_segment_crosses(shot: tuple[Grid, int, int]) -> None:
    grid, a, b = shot
    assert line_by_nearest_centre(grid, a, b) == [list(entry) for entry in grid.line(a, b)]


@given(shots([BIG, Grid(15, 22, 1)]))
@settings(max_examples=300)
def test_a_line_is_the_same_both_ways(shot: tuple[Grid, int, int]) -> None:
    grid, a, b = shot
    assert grid.line(a, b) == grid.line(b, a)[::-1]


@given(shots([BIG]))
@settings(max_examples=300)
def test_a_line_goes_from_neighbour_to_neighbour(shot: tuple[Grid, int, int]) -> None:
    grid, a, b = shot
    way = [(a,), *grid.line(a, b), (b,)]
    if a != b:
        assert all(grid.near_bits[x] >> y & 1 for here, there in pairwise(way) for x in here for y in there)
    assert {1, 2} >= {len(entry) for entry in way}


def test_nothing_lies_between_neighbours_or_between_a_hex_and_itself() -> None:
    grid = Grid(5, 5)
    for a in range(grid.size):
        assert () == grid.line(a, a)
        assert [()] * len(grid.near[a]) == [grid.line(a, b) for b in grid.near[a]]


@pytest.mark.parametrize(
    ("a", "b", "between"),
    [
        ("0101", "0105", ["0102", "0103", "0104"]),             # down a column
        ("0202", "0402", ["0302/0303"]),                        # along one hexside
        ("0303", "0703", ["0402/0403", "0503", "0602/0603"]),   # along two
        ("0303", "0404", ["0304/0403"]),                        # along a slanting hexside
        ("0101", "0301", ["0201"]),                             # along the edge of the map: one hex of the two
        ("0205", "0303", ["0204", "0304"]),                     # from one column to the next
        ("0105", "0201", ["0104", "0203", "0103", "0202"]),     # the same, back and forth: 4 hexes at distance 4
    ],
)
def test_lines_drawn_by_hand(a: str, b: str, between: list[str]) -> None:
    grid = Grid(8, 8)
    assert between == named(grid, grid.line(at(grid, a), at(grid, b)))


def clear(grid: Grid, a: str, b: str, *blocked: str) -> bool:
    return clear_line(grid, at(grid, a), at(grid, b), bitset(at(grid, name) for name in blocked))


def test_a_hex_on_the_line_blocks_it() -> None:
    grid = Grid(8, 8)
    assert not clear(grid, "0101", "0105", "0103")
    assert not clear(grid, "0105", "0101", "0103")
    assert clear(grid, "0101", "0105", "0203", "0106")


def test_the_ends_of_a_line_never_block_it() -> None:
    assert clear(Grid(8, 8), "0101", "0105", "0101", "0105")


def test_along_a_hexside_only_both_hexes_block() -> None:
    grid = Grid(8, 8)
    assert clear(grid, "0202", "0402", "0302")
    assert clear(grid, "0202", "0402", "0303")
    assert not clear(grid, "0202", "0402", "0302", "0303")


def test_single_hexes_of_different_hexsides_do_not_block_together() -> None:
    grid = Grid(8, 8)
    assert clear(grid, "0303", "0703", "0402", "0603")
    assert not clear(grid, "0303", "0703", "0402", "0602", "0603")


def test_along_the_edge_of_the_map_the_only_hex_blocks() -> None:
    grid = Grid(8, 8)
    assert clear(grid, "0101", "0301")
    assert not clear(grid, "0101", "0301", "0201")


@given(shots([BIG]), st.integers(0, (1 << BIG.size) - 1), st.integers(0, (1 << BIG.size) - 1))
@settings(max_examples=300)
def test_a_line_is_clear_when_no_entry_of_it_is_wholly_blocked(
    shot: tuple[Grid, int, int], some: int, others: int
) -> None:
    grid, a, b = shot
    blocked = some & others
    expected = not any(all(blocked >> x & 1 for x in entry) for entry in grid.line(a, b))
    assert expected == clear_line(grid, a, b, blocked) == clear_line(grid, b, a, blocked)


def test_hexes_are_drawn_with_radius_one_from_the_corner_of_the_map() -> None:
    grid = Grid(4, 4)
    height = math.sqrt(3)
    assert pytest.approx((1, height / 2)) == grid.centre(at(grid, "0101"))
    assert pytest.approx((2.5, height)) == grid.centre(at(grid, "0201"))
    assert pytest.approx((4, height * 1.5)) == grid.centre(at(grid, "0302"))


@pytest.mark.parametrize(("columns", "rows", "shove"), [(0, 5, 0), (5, 0, 0), (100, 5, 0), (5, 100, 0), (5, 5, 2)])
def test_a_grid_that_cannot_be_named_or_shoved_is_refused(columns: int, rows: int, shove: int) -> None:
    with pytest.raises(ValueError, match="not"):
        Grid(columns, rows, shove)
