"""What a seat makes of the position: the stacks of both sides, what threatens an area, where it pays to be."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from tablero.bots.heuristic.aiw.knowledge import appraise
from tablero.bots.heuristic.aiw.ways import allowance, reach, spread
from tablero.games.aiw.board import (
    AREAS,
    BLOCKS_OF,
    CARLIST,
    CARLIST_ZONE,
    CITIES,
    FIELD,
    FIRST_REGION,
    LIBERAL,
    MOUNTAIN,
    REGIONS,
    TOWNS,
    TURNS,
)
from tablero.games.aiw.rules.r04_map import besieged, friendly
from tablero.games.aiw.rules.r23_regions import may_enter
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bits_list, bitset

GUN = 0.6               # what a point of Artillery is worth beside a point of strength
FADING = 0.82           # how much less an aim is felt for each Movement Point of distance
SECOND_THREAT = 0.5     # how much of a second stack comes together with the first

Key: TypeAlias = tuple[object, ...]


class Stack(NamedTuple):
    """Blocks that stand together, on average."""

    blocks: int             # how many
    n: float                # counted units among them
    power: float


EMPTY = Stack(0, 0.0, 0.0)


def stack_of(s: Aiw, blocks: int) -> Stack:
    if not blocks:
        return EMPTY
    n = power = 0.0
    for b in bits_list(blocks):
        counts, strong = appraise(s, b)
        n += counts
        power += strong
    return Stack(blocks.bit_count(), n, power)


def guns(s: Aiw, side: int, x: int) -> float:
    """What the guns of a side add to its power in an area."""
    key = (x * 2 + side) * 3
    return GUN * (s.loads.get(key + FIELD, 0) + s.loads.get(key + MOUNTAIN, 0))


class Land:
    """What depends on the enemy alone, and on who holds what: kept as long as these stay as they are."""

    def __init__(self, s: Aiw, side: int, key: Key) -> None:
        self.key = key
        self.side, self.foe = side, 1 - side
        row = s.open[self.foe * AREAS : (self.foe + 1) * AREAS]
        self.foes = [stack_of(s, blocks) for blocks in row]
        self.stops = bitset(x for x, blocks in enumerate(row[:FIRST_REGION]) if blocks)
        self.inside = {x: stack_of(s, s.shut[x]) for x in bits_list(s.forts[self.foe]) if s.shut[x]}
        self.threat = self._threats(s)
        self.pull = spread(self._aims(s), FADING)
        self.worth: dict[tuple[float, ...], float] = {}         # what was reckoned before

    def _threats(self, s: Aiw) -> list[float]:
        """By area: the power of the enemies that could be there next turn."""
        first, second = [0.0] * AREAS, [0.0] * AREAS
        ours = s.open[self.side * AREAS : (self.side + 1) * AREAS]
        stops = bitset(x for x, blocks in enumerate(ours[:FIRST_REGION]) if blocks)
        for x, stack in enumerate(self.foes):
            if stack.power <= 0 or x >= FIRST_REGION and self.foe == CARLIST:
                continue
            for y in reach(x, allowance(self.foe, min(stack.blocks, 4)), stops, 0):
                if stack.power > first[y]:
                    first[y], second[y] = stack.power, first[y]
                elif stack.power > second[y]:
                    second[y] = stack.power
        return [a + SECOND_THREAT * b for a, b in zip(first, second, strict=True)]

    def _aims(self, s: Aiw) -> dict[int, float]:
        """Areas that are worth marching to."""
        side, found = self.side, dict[int, float]()
        for x in bits_list(TOWNS):
            if not friendly(s, side, x):
                found[x] = 0.4 if s.forts[self.foe] >> x & 1 else 1.0
        for x in bits_list(s.siege & s.forts[side]):
            found[x] = 2.5 if CITIES >> x & 1 else 1.0
        if side == CARLIST:
            for x in bits_list(s.forts[LIBERAL] & ~s.siege):
                weak = 5.0 / (5.0 + self.foes[x].power)
                found[x] = max(found.get(x, 0.0), (1.5 if CITIES >> x & 1 else 0.5) * weak)
        for x in bits_list(self.stops):
            found[x] = max(found.get(x, 0.0), 0.3 if self.foes[x].power < 4 else 0.1)
        return found


def key_of(s: Aiw, side: int) -> Key:
    """All that a Land depends on."""
    foe = 1 - side
    return (
        side, s.year, s.turn, s.held, s.siege, *s.forts, sum(s.low), s.shut.count(0), *s.uprising,
        *s.open[foe * AREAS : (foe + 1) * AREAS],
    )


class Outlook:
    """A view, and what its seat makes of it."""

    def __init__(self, s: Aiw, side: int, land: Land) -> None:
        self.s, self.side, self.foe, self.land = s, side, 1 - side, land
        self.last_turn = s.year >= s.setting.end and s.turn == TURNS
        self.last_word = self.last_turn and s.first != side        # nobody can answer any more
        self.turns_left = (s.setting.end - s.year) * TURNS + TURNS - s.turn
        self.added: dict[int, Stack] = {}      # what planned marches add to an area, or take away

    def here(self, x: int) -> Stack:
        """One's own stack in the open of an area, with what is planned."""
        stack = stack_of(self.s, self.s.open[self.side * AREAS + x])
        more = self.added.get(x)
        if more is None:
            return stack
        return Stack(stack.blocks + more.blocks, stack.n + more.n, stack.power + more.power)

    def add(self, x: int, stack: Stack, sign: int) -> None:
        old = self.added.get(x, EMPTY)
        self.added[x] = Stack(old.blocks + sign * stack.blocks, old.n + sign * stack.n, old.power + sign * stack.power)

    def held(self, x: int) -> bool:
        return friendly(self.s, self.side, x)

    def besieged(self, x: int) -> bool:
        return x < FIRST_REGION and besieged(self.s, self.side, x)

    def home(self, x: int) -> bool:
        """Is an area in one's own zone?"""
        return bool(CARLIST_ZONE >> x & 1) == (self.side == CARLIST)

    def regions(self, x: int) -> int:
        """The regions that one's units of an area may enter."""
        if self.side == LIBERAL or x >= FIRST_REGION:
            return REGIONS
        return bitset(y for y in bits_list(REGIONS) if not may_enter(self.s, CARLIST, y))

    def own_blocks(self) -> list[int]:
        return [b for b in bits_list(BLOCKS_OF[self.side]) if self.s.at[b] >= 0]
