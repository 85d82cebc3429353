"""Point-to-point maps: neighbours, reach, cheapest ways.

The searches take plain adjacency (`near`: neighbours by node, `near_bits`: the same as sets), so they serve a `Graph`
and a hex `Grid` alike, and a game may pass tables without the bridges that were destroyed. In all of them:

* `passable_bits` are the nodes that may be entered; the start need not be among them.
* A node of `stop_bits` may be entered but not left. The start may always be left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from typing import Final

from tablero.kernel.bits import bitset


class Graph:
    """A map of nodes 0 to size - 1 joined by edges (a, b, kind), usable both ways; neighbours keep the edges' order."""

    __slots__ = ("_kinds", "links", "near", "near_bits", "size")

    def __init__(self, size: int, edges: Iterable[tuple[int, int, int]]) -> None:
        kinds: dict[tuple[int, int], int] = {}
        links: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for a, b, kind in edges:
            if not (0 <= a < size and 0 <= b < size):
                raise ValueError(f"an edge joins {a} and {b}, but the nodes are 0 to {size - 1}")
            if a == b:
                raise ValueError(f"an edge joins {a} to itself")
            if kind < 0:
                raise ValueError(f"the edge of {a} and {b} is of kind {kind}; kinds begin at 0")
            if (a, b) in kinds:
                raise ValueError(f"{a} and {b} are joined twice")
            kinds[a, b] = kinds[b, a] = kind
            links[a].append((b, kind))
            links[b].append((a, kind))
        self.size: Final = size
        # links[x]: (neighbour, kind of the edge); near[x]: the neighbours; near_bits[x]: the same as a set
        self.links: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(tuple(row) for row in links)
        self.near: Final[tuple[tuple[int, ...], ...]] = tuple(tuple(node for node, _ in row) for row in links)
        self.near_bits: Final[tuple[int, ...]] = tuple(bitset(row) for row in self.near)
        self._kinds = kinds

    def __repr__(self) -> str:
        return f"Graph({self.size}, {len(self._kinds) // 2} edges)"

    def edge_kind(self, a: int, b: int) -> int:
        """The kind of the edge of a and b, or -1 if none joins them."""
        return self._kinds.get((a, b), -1)


def reach_bits(near_bits: Sequence[int], start: int, steps: int, passable_bits: int, stop_bits: int = 0) -> int:
    """The nodes within `steps` edges of the start, the start among them, as a set."""
    seen = front = 1 << start
    for _ in range(steps):
        ahead = 0
        while front:
            low = front & -front
            ahead |= near_bits[low.bit_length() - 1]
            front ^= low
        ahead &= passable_bits & ~seen
        if not ahead:
            break
        seen |= ahead
        front = ahead & ~stop_bits
    return seen


def cheapest_ways(
    near: Sequence[Iterable[int]], start: int, budget: int, cost: Callable[[int, int], int], stop_bits: int = 0
) -> dict[int, tuple[int, ...]]:
    """The cheapest way to every node that can be reached for `budget` points, both ends included, cheapest first.

    `cost` of two neighbours is what the step from one to the other costs; a negative cost forbids it.
    """
    done: dict[int, tuple[int, ...]] = {}
    best = {start: 0}
    queue: list[tuple[int, tuple[int, ...]]] = [(0, (start,))]
    while queue:
        spent, way = heappop(queue)
        a = way[-1]
        if a in done:
            continue
        done[a] = way
        if stop_bits >> a & 1 and a != start:
            continue
        for b in near[a]:
            total = spent + (toll := cost(a, b))
            if toll >= 0 and total <= budget and total < best.get(b, total + 1):
                best[b] = total
                heappush(queue, (total, (*way, b)))
    return done
