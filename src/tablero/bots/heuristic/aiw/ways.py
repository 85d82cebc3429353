"""How far a group gets on the map, and by which first step."""

from __future__ import annotations

from functools import cache, lru_cache
from heapq import heappop, heappush

from tablero.games.aiw.board import AREAS, CARLIST, COST, FIRST_REGION, MAP, NORTH, REGIONS
from tablero.games.aiw.state import Area, Areas, Side
from tablero.kernel.bits import bitset, ids_of

LINKS = tuple(tuple((y, COST[kind]) for y, kind in row) for row in MAP.links)
TOLLS = (1, 2, 3)
NEAR = tuple(tuple(bitset(y for y, cost in row if cost == toll) for toll in TOLLS) for row in LINKS)
CARLIST_POINTS, LIBERAL_POINTS = 6, 4           # what a group may count on [11.1b]


def allowance(side: Side, size: int) -> int:
    """[11.1c] The Movement Points a group of so many blocks may count on."""
    points = CARLIST_POINTS if side == CARLIST else LIBERAL_POINTS
    return points + (1 if size <= 2 else -1 if size >= 5 else 0)


def reach(start: Area, points: int, stops: Areas, regions: Areas) -> tuple[Area, ...]:
    """The areas a group gets to, the nearest first: it stops where the enemy is and in regions, and enters only these
    regions. From a region the neighbouring ones are free, and the North is rolled for."""
    near = _circle(start, points)
    return _reach(start, points, stops & near, regions & near)


@cache
def _circle(start: Area, points: int) -> Areas:
    """The areas a group would get to if nobody stood in its way."""
    return bitset(_reach(start, points, 0, REGIONS))


@lru_cache(maxsize=1 << 13)
def _reach(start: Area, points: int, stops: Areas, regions: Areas) -> tuple[Area, ...]:
    """Kept by what is near enough to matter."""
    costing = [0] * (points + len(TOLLS) + 1)       # by points: areas
    costing[0] = 1 << start
    if start >= FIRST_REGION:
        costing[points] = MAP.near_bits[start] & REGIONS
    closed, reached = REGIONS & ~(regions | (1 << start)), list[int]()
    for cost in range(points + 1):
        new = costing[cost] & ~closed
        closed |= new
        if cost:
            reached += ids_of(new)
            new &= NORTH & ~stops
        for x in ids_of(new):
            one, two, three = NEAR[x]
            costing[cost + 1] |= one
            costing[cost + 2] |= two
            costing[cost + 3] |= three
    return tuple(reached)


def first_step(start: Area, aim: Area, points: int, stops: Areas, regions: Areas) -> Area:
    """Where a group goes first that wants to get to an area in its reach."""
    best = {start: 0}
    queue: list[tuple[int, int, int]] = [(0, start, -1)]
    while queue:
        cost, x, step = heappop(queue)
        if x == aim:
            return step
        if cost > best[x] or x != start and (stops >> x & 1 or x >= FIRST_REGION):
            continue
        for y, toll in LINKS[x]:
            total = cost + (toll if x < FIRST_REGION or y < FIRST_REGION else points)
            if total <= points and total < best.get(y, 99) and (y < FIRST_REGION or regions >> y & 1):
                best[y] = total
                heappush(queue, (total, y, y if step < 0 else step))
    return aim


@lru_cache(maxsize=64)
def spread(sources: frozenset[tuple[Area, float]], fading: float) -> list[float]:
    """By area: the strongest of the sources, each weaker the farther away it is. It is kept: do not change it."""
    felt = [0.0] * AREAS
    queue = sorted((-value, x) for x, value in sources)
    while queue:
        value, x = heappop(queue)
        if -value <= felt[x]:
            continue
        felt[x] = -value
        for y, toll in LINKS[x]:
            left = -value * fading ** max(1, toll)
            if left > felt[y] and left > 0.02:
                heappush(queue, (-left, y))
    return felt
