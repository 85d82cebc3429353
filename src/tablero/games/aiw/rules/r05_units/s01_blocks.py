"""[5.1] Blocks: where they are, and what kinds of unit they are."""

from __future__ import annotations

from tablero.games.aiw.board import AREAS, BLOCK_SIDE, BLOCKS_OF, COUNTED, FIRST_REGION, FOOT, HORSE
from tablero.games.aiw.state import INSIDE, Aiw, Area, Areas, Block, Blocks, Side, Spot, Units, area_of
from tablero.kernel.bits import bitset, ids_of, union


def put(s: Aiw, block: Block, spot: Spot) -> None:
    """Put a block on a spot, or take it off the map: the one way in which blocks change places."""
    bit = 1 << block
    side = BLOCK_SIDE[block]
    old = s.at[block]
    if old >= 0:
        if old < AREAS:
            s.open[side * AREAS + old] &= ~bit
            if not s.open[side * AREAS + old]:
                s.present[side] &= ~(1 << old)
        elif old < INSIDE + AREAS:
            s.shut[old - INSIDE] &= ~bit
        else:
            s.late &= ~bit
        s.touched |= 1 << area_of(old)
    s.at[block] = spot
    if spot < 0:
        s.used &= ~bit
    else:
        s.used |= bit
        if spot < AREAS:
            s.open[side * AREAS + spot] |= bit
            s.present[side] |= 1 << spot
        elif spot < INSIDE + AREAS:
            s.shut[spot - INSIDE] |= bit
        else:
            s.late |= bit
        s.touched |= 1 << area_of(spot)


def in_open(s: Aiw, side: Side, x: Area) -> Blocks:
    """The blocks of a side in an area: not those inside a Fortress or on a road."""
    return s.open[side * AREAS + x]


def by_area(s: Aiw, side: Side) -> list[Blocks]:
    """By area: the blocks of a side in the open."""
    return s.open[side * AREAS : (side + 1) * AREAS]


def in_area(s: Aiw, side: Side, x: Area) -> Blocks:
    """The blocks of a side in an area, inside a Fortress or outside; not those on its roads."""
    return s.open[side * AREAS + x] | (s.shut[x] & BLOCKS_OF[side] if x < FIRST_REGION else 0)


def in_areas(s: Aiw, side: Side, areas: Areas) -> Blocks:
    """The blocks of a side in these areas, inside Fortresses or outside."""
    return union(in_area(s, side, x) for x in ids_of(areas & (s.present[side] | s.forts[side])))


def on_roads(s: Aiw, side: Side, x: Area) -> Blocks:
    """[11.4j] The blocks of a side that wait on the roads into a space."""
    return bitset([b for b in ids_of(s.late & BLOCKS_OF[side]) if area_of(s.at[b]) == x])


def of_units(s: Aiw, blocks: Blocks, units: Units) -> Blocks:
    """Those of the blocks that are such units."""
    matching, unit = 0, s.unit
    for b in ids_of(blocks):
        if units >> unit[b] & 1:
            matching |= 1 << b
    return matching


def fighters(s: Aiw, blocks: Blocks) -> Blocks:
    """Infantry and Cavalry, Partidas among them."""
    return blocks & ~s.wagons


def counted(s: Aiw, blocks: Blocks) -> Blocks:
    """[5.4j] [15.0f] [16.0s] Infantry and Cavalry without Partidas."""
    return of_units(s, blocks, COUNTED)


def foot(s: Aiw, blocks: Blocks) -> Blocks:
    return of_units(s, blocks, FOOT)


def horse(s: Aiw, blocks: Blocks) -> Blocks:
    return of_units(s, blocks, HORSE)


def trains(s: Aiw, blocks: Blocks) -> Blocks:
    return blocks & s.wagons


def fighter_areas(s: Aiw, side: Side) -> Areas:
    """The areas where a side has Infantry or Cavalry in the open."""
    areas = s.present[side]
    for b in ids_of(s.wagons & BLOCKS_OF[side]):
        if s.at[b] < AREAS and not fighters(s, in_open(s, side, s.at[b])):
            areas &= ~(1 << s.at[b])
    return areas


def train_areas(s: Aiw, side: Side) -> Areas:
    """The areas where a side has Supply Trains; those on roads are not yet there."""
    areas = 0
    for b in ids_of(s.wagons & BLOCKS_OF[side]):
        if s.at[b] < INSIDE + AREAS:
            areas |= 1 << area_of(s.at[b])
    return areas


def on_map(s: Aiw, side: Side) -> Blocks:
    """The pieces of wood of a side that are in use."""
    return s.used & BLOCKS_OF[side]
