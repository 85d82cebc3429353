"""Paths on point-to-point maps, checked against networkx."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.graph import Graph, cheapest_ways, reach_bits
from tablero.kernel.hexes import Grid

#   0 --- 1 --- 2 --- 3
#    \         /
#     4 ----- 5     6       kinds: 0 road, 1 track (4-5 only)
EDGES = [(0, 1, 0), (1, 2, 0), (2, 3, 0), (0, 4, 0), (4, 5, 1), (5, 2, 0)]
SMALL = Graph(7, EDGES)
ALL = (1 << 7) - 1


@st.composite
def maps(draw: st.DrawFn) -> tuple[Graph, list[tuple[int, int, int]]]:
    size = draw(st.integers(1, 14))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=30)) if pairs else []
    edges = [(a, b, draw(st.integers(0, 2))) for a, b in chosen]
    return Graph(size, edges), edges


sets = st.integers(0, (1 << 14) - 1)
nodes = st.integers(0, 13)
Map = tuple[Graph, list[tuple[int, int, int]]]


def oracle(built: Map, start: int, passable: int, stop: int, costs: tuple[int, ...] = (1, 1, 1)) -> nx.DiGraph:
    """The moves that are allowed, as directed edges."""
    graph, edges = built
    moves = nx.DiGraph()
    moves.add_nodes_from(range(graph.size))
    for a, b, kind in edges:
        for here, there in ((a, b), (b, a)):
            leave = here == start or not stop >> here & 1
            if leave and passable >> there & 1 and costs[kind] >= 0:
                moves.add_edge(here, there, weight=costs[kind])
    return moves


@given(maps())
def test_the_tables_of_a_graph_hold_its_edges(built: Map) -> None:
    graph, edges = built
    kinds = {(a, b): kind for a, b, kind in edges} | {(b, a): kind for a, b, kind in edges}
    for a in range(graph.size):
        for b in range(graph.size):
            assert kinds.get((a, b), -1) == graph.edge_kind(a, b)
            assert ((a, b) in kinds) == (b in graph.near[a]) == bool(graph.near_bits[a] >> b & 1)
        assert [(b, kinds[a, b]) for b in graph.near[a]] == list(graph.links[a])


@given(maps(), nodes, st.integers(0, 15), sets, sets)
def test_reach_is_every_node_within_so_many_steps(
    built: Map, start: int, steps: int, passable: int, stop: int
) -> None:
    graph = built[0]
    start %= graph.size
    expected = nx.single_source_shortest_path_length(oracle(built, start, passable, stop), start, cutoff=steps)
    assert tuple(sorted(expected)) == ids_of(reach_bits(graph.near_bits, start, steps, passable, stop))


@given(maps(), nodes, st.integers(0, 25), sets, sets, st.tuples(*[st.integers(-1, 4)] * 3))
def test_the_cheapest_way_to_every_node_costs_the_fewest_points(
    built: Map, start: int, budget: int, passable: int, stop: int, costs: tuple[int, ...]
) -> None:
    graph = built[0]
    start %= graph.size
    moves = oracle(built, start, passable, stop, costs)

    def cost(a: int, b: int) -> int:
        return costs[graph.edge_kind(a, b)] if passable >> b & 1 else -1

    found = cheapest_ways(graph.near, start, budget, cost, stop)
    spent = {node: sum(cost(a, b) for a, b in pairwise(way)) for node, way in found.items()}
    assert dict(nx.single_source_dijkstra_path_length(moves, start, cutoff=budget)) == spent
    assert sorted(spent.values()) == list(spent.values())
    assert all(nx.is_path(moves, way) and (start, node) == (way[0], way[-1]) for node, way in found.items())


def test_a_node_that_stops_may_be_entered_but_not_left() -> None:
    assert bitset([0, 1, 4, 5]) == reach_bits(SMALL.near_bits, 0, 2, ALL, bitset([1]))
    assert bitset([0, 1, 4]) == reach_bits(SMALL.near_bits, 0, 9, ALL, bitset([1, 4]))


def test_the_start_may_be_left_even_where_others_stop_and_none_may_enter() -> None:
    assert bitset([0, 1, 2]) == reach_bits(SMALL.near_bits, 1, 1, ALL & ~bitset([1]), bitset([1]))


def test_without_steps_only_the_start_is_reached() -> None:
    assert 1 << 3 == reach_bits(SMALL.near_bits, 3, 0, ALL)


def by_kind(*costs: int) -> Callable[[int, int], int]:
    """What steps cost on the small map, by the kind of their edge."""
    return lambda a, b: costs[SMALL.edge_kind(a, b)]


def test_a_dear_edge_is_walked_round_and_a_closed_one_never_used() -> None:
    assert (4, 0, 1, 2, 5) == cheapest_ways(SMALL.near, 4, 9, by_kind(1, 5))[5]
    assert (4, 5) == cheapest_ways(SMALL.near, 4, 9, by_kind(1, 2))[5]
    assert 5 not in cheapest_ways(SMALL.near, 4, 9, by_kind(1, -1), bitset([1]))


def test_points_that_do_not_suffice_leave_a_node_out() -> None:
    assert {4: (4,), 0: (4, 0), 1: (4, 0, 1)} == cheapest_ways(SMALL.near, 4, 2, by_kind(1, 3))


def test_the_searches_serve_hex_grids_too() -> None:
    grid = Grid(9, 9)
    everywhere = (1 << grid.size) - 1
    assert grid.ring_bits(40, 3) == reach_bits(grid.near_bits, 40, 3, everywhere)
    ways = cheapest_ways(grid.near, 0, 20, lambda a, b: 1)
    assert grid.distance[0][80] + 1 == len(ways[80])


@pytest.mark.parametrize(
    ("edges", "text"),
    [
        ([(0, 3, 0)], "nodes are 0 to 2"),
        ([(-1, 2, 0)], "nodes are 0 to 2"),
        ([(1, 1, 0)], "to itself"),
        ([(0, 1, 0), (1, 0, 1)], "joined twice"),
        ([(0, 1, -1)], "kinds begin at 0"),
    ],
)
def test_an_edge_that_makes_no_sense_is_refused(edges: list[tuple[int, int, int]], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        Graph(3, edges)
