"""How far a group gets on the map, and by which first step."""

from __future__ import annotations

from heapq import heappop, heappush

from tablero.games.aiw.board import AREAS, CARLIST, COST, FIRST_REGION, MAP

LINKS = tuple(tuple((y, COST[kind]) for y, kind in row) for row in MAP.links)
CARLIST_POINTS, LIBERAL_POINTS = 6, 4           # what a group may count on [11.1b]


def allowance(side: int, size: int) -> int:
    """[11.1c] The Movement Points a group of so many blocks may count on."""
    points = CARLIST_POINTS if side == CARLIST else LIBERAL_POINTS
    return points + (1 if size <= 2 else -1 if size >= 5 else 0)


def reach(start: int, points: int, stops: int, regions: int) -> dict[int, int]:
    """The areas a group gets to, each with the first step towards it: it stops where the enemy is and in regions,
    and enters only these regions. From a region the neighbouring ones are free, and the North is rolled for."""
    first: dict[int, int] = {}
    best = {start: 0}
    queue: list[tuple[int, int, int]] = [(0, start, -1)]
    while queue:
        cost, x, step = heappop(queue)
        if cost > best[x]:
            continue
        if x != start:
            first[x] = step
            if stops >> x & 1 or x >= FIRST_REGION:
                continue
        for y, toll in LINKS[x]:
            if y >= FIRST_REGION and not regions >> y & 1:
                continue
            total = cost + (toll if x < FIRST_REGION or y < FIRST_REGION else points)
            if total <= points and total < best.get(y, 99):
                best[y] = total
                heappush(queue, (total, y, y if step < 0 else step))
    return first


def spread(sources: dict[int, float], fading: float) -> list[float]:
    """By area: the strongest of the sources, each weaker the farther away it is."""
    felt = [0.0] * AREAS
    queue = [(-value, x) for x, value in sources.items()]
    queue.sort()
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
