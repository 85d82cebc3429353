"""What a seat makes of the position: the stacks of both sides, what threatens an area, where it pays to be."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tablero.bots.heuristic.aiw.knowledge import appraise
from tablero.bots.heuristic.aiw.spain import open_to_carlists
from tablero.bots.heuristic.aiw.ways import allowance, reach, spread
from tablero.bots.heuristic.aiw.weights import WEIGHTS, Weights
from tablero.games.aiw.board import (
    AREAS, BILBAO, BLOCKS_OF, CARLIST, CARLIST_ZONE, CITIES, FIELD, FIRST_REGION, HAND, LIBERAL, MOUNTAIN, REGIONS,
    TOWNS, TURNS
)
from tablero.games.aiw.rules.r04_map import besieged, friendly, port_works
from tablero.games.aiw.rules.r05_units.s01_blocks import by_area, in_open
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r23_regions.s00_expeditions import may_enter
from tablero.games.aiw.state import Aiw, Area, Areas, Block, Blocks, LoadKey, Side, area_of
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.compiling import mypyc_attr, once

if TYPE_CHECKING:
    from tablero.bots.heuristic.aiw.worth import Site

GUN = 0.6               # what a point of Artillery is worth beside a point of strength
FADING = 0.82           # how much less an aim is felt for each Movement Point of distance
ARMY = 4                # [9.1k] Liberal units in a space of the Carlist Zone that keep Prestige down
CROWD = 4               # units together beyond which it makes no difference whom they can drive away
QUARRY = 0.3            # how much any enemy in the open draws those who are more than he
SECOND_THREAT = 0.5     # how much of a second stack comes together with the first

Key: TypeAlias = tuple[object, ...]


class Stack(NamedTuple):
    """Blocks that stand together, on average."""

    blocks: int             # how many
    n: float                # counted units among them
    power: float


EMPTY = Stack(0, 0.0, 0.0)


def stack_of(s: Aiw, blocks: Blocks) -> Stack:
    if not blocks:
        return EMPTY
    n = power = 0.0
    for b in ids_of(blocks):
        counts, strong = appraise(s, b)
        n += counts
        power += strong
    return Stack(blocks.bit_count(), n, power)


def guns(s: Aiw, side: Side, x: Area) -> float:
    """What the guns of a side add to its power in an area."""
    return GUN * (load(s, side, FIELD, x) + load(s, side, MOUNTAIN, x))


def spaces_of(s: Aiw, side: Side) -> Areas:
    """The spaces of the North where a side stands in the open."""
    return bitset(x for x, blocks in enumerate(by_area(s, side)[:FIRST_REGION]) if blocks)


@mypyc_attr(native_class=False)
class Land:
    """What a position is like for a side, whatever it is asked. Each part is computed when it is first needed; of the
    position before, the spaces where nothing has changed are taken over."""

    def __init__(
        self, s: Aiw, side: Side, key: Key, before: Land | None = None, weights: Weights | None = None
    ) -> None:
        self.key = key
        self.weights = weights or WEIGHTS[side]
        self.s, self.side, self.foe = s, side, 1 - side
        self.sites: dict[int, Site] = {}                # by space: what it offers
        self.older: dict[int, Site] = {**before.older, **before.sites} if before is not None else {}
        self.prospects: dict[int, float] = {}           # by area: what its activation promises

    @once
    def foes(self) -> list[Stack]:
        """By area: the enemies in the open."""
        row = by_area(self.s, self.foe)
        return [stack_of(self.s, blocks) if blocks else EMPTY for blocks in row]

    @once
    def own(self) -> list[Stack]:
        """By area: one's own stacks in the open."""
        row = by_area(self.s, self.side)
        return [stack_of(self.s, blocks) if blocks else EMPTY for blocks in row]

    @once
    def inside(self) -> dict[Area, Stack]:
        """By space: the enemies inside a Fortress."""
        s = self.s
        return {x: stack_of(s, s.shut[x]) for x in ids_of(s.forts[self.foe]) if s.shut[x]}

    @once
    def guns(self) -> dict[Area, list[tuple[LoadKey, int]]]:
        """By area: the guns and Knapsacks of both sides in it, and their strength."""
        guns: dict[Area, list[tuple[LoadKey, int]]] = {}
        for key, points in sorted(self.s.loads.items()):
            guns.setdefault(area_of(key[0]), []).append((key, points))
        return guns

    @once
    def everywhere(self) -> tuple[int, ...]:
        """What bears on all spaces alike: Carlist Cities, Liberal posts, the Port of Bilbao, the end, Prestige."""
        s, posts = self.s, self.s.forts[LIBERAL] & CARLIST_ZONE
        end = s.year, s.turn, s.first
        return s.forts[CARLIST] & CITIES, posts, port_works(s, BILBAO), *end, self.renown, self.armies

    @once
    def renown(self) -> int:
        """[9.1f] What moves the Carlist Prestige forward: besieged Cities, an Expedition."""
        return self.sieges + any(in_open(self.s, CARLIST, x) for x in range(FIRST_REGION, AREAS))

    @once
    def sieges(self) -> int:
        """[9.1f] The Cities that the Carlists besiege."""
        return (self.s.siege & CITIES & self.s.forts[LIBERAL]).bit_count()

    @once
    def armies(self) -> Areas:
        """[9.1k] The spaces of the Carlist Zone where a Liberal army holds it back."""
        stacks = self.own if self.side == LIBERAL else self.foes
        return bitset(x for x in ids_of(CARLIST_ZONE) if stacks[x].n >= ARMY - 0.5)

    @once
    def stops(self) -> Areas:
        """Where a group must stop: spaces with enemies."""
        return spaces_of(self.s, self.foe)

    @once
    def pull(self) -> list[list[float]]:
        """By units that are together (up to four), by area: how much they are drawn to an aim that is not far."""
        aims = self._aims()
        fields = []
        for n in range(CROWD + 1):
            winnable = frozenset((x, value) for x, value in aims.items() if self.foes[x].n < max(n, 1) - 0.4)
            fields.append(spread(winnable, FADING))
        return fields

    @once
    def way_out(self) -> list[float]:
        """By area: how near it is, for Partidas, to a region that no Liberal guards."""
        free = [x for x in ids_of(open_to_carlists(self.s)) if not self.foes[x].blocks]
        return spread(frozenset((x, 1.0) for x in free), FADING)

    @once
    def threat(self) -> list[float]:
        """By area: the power of the enemies that could be there next turn, the strongest stack and part of a second."""
        first, second = [0.0] * AREAS, [0.0] * AREAS
        stops = spaces_of(self.s, self.side)
        for x, stack in enumerate(self.foes):
            if stack.power <= 0 or x >= FIRST_REGION and self.foe == CARLIST:
                continue
            for y in reach(x, allowance(self.foe, min(stack.blocks, 4)), stops, 0):
                if stack.power > first[y]:
                    first[y], second[y] = stack.power, first[y]
                elif stack.power > second[y]:
                    second[y] = stack.power
        return [a + SECOND_THREAT * b for a, b in zip(first, second, strict=True)]

    @once
    def comers(self) -> list[float]:
        """By area: how many counted units the largest enemy stack has that could be there next turn."""
        strength = [0.0] * AREAS
        stops = spaces_of(self.s, self.side)
        for x, stack in enumerate(self.foes[:FIRST_REGION]):
            if stack.n > 0:
                for y in reach(x, allowance(self.foe, min(stack.blocks, 4)), stops, 0):
                    strength[y] = max(strength[y], stack.n)
        return strength

    @once
    def regions(self) -> Areas:
        """The regions that one's units may enter from the North."""
        if self.side == LIBERAL:
            return REGIONS
        return bitset(y for y in ids_of(REGIONS) if not may_enter(self.s, CARLIST, y))

    def _aims(self) -> dict[Area, float]:
        """Areas that are worth marching to."""
        s, side, aims = self.s, self.side, dict[int, float]()
        for x in ids_of(TOWNS):
            if not friendly(s, side, x):
                aims[x] = 0.4 if s.forts[self.foe] >> x & 1 else 1.0
        for x in ids_of(s.siege & s.forts[side]):
            aims[x] = 2.5 if CITIES >> x & 1 else 1.0
        if side == CARLIST:
            for x in ids_of(s.forts[LIBERAL] & ~s.siege):
                weak = 5.0 / (5.0 + self.foes[x].power)
                aims[x] = max(aims.get(x, 0.0), (1.5 if CITIES >> x & 1 else 0.5) * weak)
        for x in ids_of(self.stops):
            aims[x] = max(aims.get(x, 0.0), QUARRY)
        return aims


def key_of(s: Aiw, side: Side) -> Key:
    """All that a Land depends on."""
    return (
        side, s.year, s.turn, s.first, s.piles[HAND[side]], s.held, s.siege, s.lasting, s.acted, s.mutiny, *s.forts,
        *s.uprising, *s.pursuit,
        tuple(s.open), tuple(s.shut), tuple(s.unit), tuple(s.strength), tuple(s.may), tuple(s.low), tuple(s.high),
        tuple(s.loads.items()),
    )


class Outlook:
    """A view, and what its seat makes of it."""

    def __init__(self, s: Aiw, side: Side, land: Land) -> None:
        self.s, self.side, self.foe, self.land = s, side, 1 - side, land
        self.w = land.weights
        self.last_turn = s.year >= s.setting.end and s.turn == TURNS
        self.last_word = self.last_turn and s.first != side        # nobody can answer any more
        self.turns_left = (s.setting.end - s.year) * TURNS + TURNS - s.turn
        self.added: dict[int, Stack] = {}      # what planned marches add to an area, or take away

    def here(self, x: Area) -> Stack:
        """One's own stack in the open of an area, with what is planned."""
        stack = self.land.own[x]
        more = self.added.get(x)
        if more is None:
            return stack
        return Stack(stack.blocks + more.blocks, stack.n + more.n, stack.power + more.power)

    def add(self, x: Area, stack: Stack, sign: int) -> None:
        old = self.added.get(x, EMPTY)
        self.added[x] = Stack(old.blocks + sign * stack.blocks, old.n + sign * stack.n, old.power + sign * stack.power)

    def friendly(self, x: Area) -> bool:
        return friendly(self.s, self.side, x)

    def besieged(self, x: Area) -> bool:
        return x < FIRST_REGION and besieged(self.s, self.side, x)

    def home(self, x: Area) -> bool:
        """Is an area in one's own zone?"""
        return bool(CARLIST_ZONE >> x & 1) == (self.side == CARLIST)

    def regions(self, x: Area) -> Areas:
        """The regions that one's units of an area may enter."""
        if self.side == LIBERAL or x >= FIRST_REGION:
            return REGIONS
        return self.land.regions

    def own_blocks(self) -> list[Block]:
        return [b for b in ids_of(BLOCKS_OF[self.side]) if self.s.at[b] >= 0]
