"""[5] Units: where they stand, what they are, how they lose and gain strength, where they go when they are lost."""

from __future__ import annotations

from collections.abc import Iterable

from tablero.games.aiw.board import (
    AREAS, ARMY, BLOCK_SIDE, BLOCKS_OF, CARLIST, COUNTED, FIELD, FIGHTERS, FIRST_REGION, FOOT, FOREIGN, HORSE, LOADS,
    MOST_LOAD, MOUNTAIN, PACK, PARTIDAS, REGIONALS, SACK, SIDES, TRAINS
)
from tablero.games.aiw.fog import forget, full_range, full_strengths, know
from tablero.games.aiw.maps import load_id, place
from tablero.games.aiw.rules.r09_victory import expedition_destroyed
from tablero.games.aiw.state import INSIDE, OFF, Aiw, Area, Areas, Block, Blocks, Load, Side, Spot, Unit, Units, area_of
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Mark

# ------------------------------------------------------------------------------------------------ who stands where


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


def on_roads(s: Aiw, side: Side, x: Area) -> Blocks:
    """[11.4j] The blocks of a side that wait on the roads into a space."""
    late = s.late & BLOCKS_OF[side]
    if not late:
        return 0
    blocks = 0
    for b in ids_of(late):
        if area_of(s.at[b]) == x:
            blocks |= 1 << b
    return blocks


def of_units(s: Aiw, blocks: Blocks, units: Units) -> Blocks:
    """Those of the blocks that are such units."""
    matching = 0
    for b in ids_of(blocks):
        if units >> s.unit[b] & 1:
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


def led(s: Aiw, side: Side) -> Areas:
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


# ---------------------------------------------------------------------------------------------- guns and Knapsacks


def load(s: Aiw, side: Side, kind: Load, spot: Spot) -> int:
    """[5.3d] [5.3e] [5.3f] The strength of a side's guns or Knapsack on a spot."""
    return s.loads.get((spot, side, kind), 0)


def set_load(s: Aiw, side: Side, kind: Load, spot: Spot, strength: int) -> None:
    key = (spot, side, kind)
    if strength > 0:
        s.loads[key] = strength
    elif key in s.loads:
        del s.loads[key]
    s.touched |= 1 << area_of(spot)


def add_load(s: Aiw, side: Side, kind: Load, spot: Spot, strength: int) -> None:
    set_load(s, side, kind, spot, load(s, side, kind, spot) + strength)


def move_load(s: Aiw, side: Side, kind: Load, old: Spot, new: Spot, strength: int) -> None:
    """[14.0c] Guns may be divided and joined; a Knapsack goes as it is."""
    add_load(s, side, kind, old, -strength)
    add_load(s, side, kind, new, strength)


def spots_of(s: Aiw, side: Side, kind: Load) -> list[Spot]:
    """The spots where a side has guns of a kind, or a Knapsack."""
    return sorted([spot for spot, owner, load in s.loads if owner == side and load == kind])


def load_spot(s: Aiw, side: Side, kind: Load, x: Area) -> Spot:
    """Where in an area a side has guns of a kind or a Knapsack; -1 if it has none."""
    if load(s, side, kind, x):
        return x
    return next((spot for spot in spots_of(s, side, kind) if area_of(spot) == x), -1)


def load_areas(s: Aiw, side: Side, kind: Load) -> Areas:
    """The areas where a side has guns of a kind or a Knapsack."""
    areas = 0
    for spot, owner, load in s.loads:
        if owner == side and load == kind:
            areas |= 1 << area_of(spot)
    return areas


def counter(s: Aiw, side: Side, kind: Load, spot: Spot, *areas: Area) -> tuple[str, ...] | None:
    """What one clicks for guns or a Knapsack: the counter on its spot, which all can see, or where it can go; None if
    there is no such counter."""
    if not 0 <= kind < len(LOADS) or spot < 0 or not load(s, side, kind, spot):
        return None
    return load_id(side, kind, spot), *(place(x) for x in areas)


def mark_group(badge: str, blocks: Blocks, side: Side, spot: Spot, kinds: Iterable[Load]) -> tuple[Mark, ...]:
    """A badge for blocks, and for the guns and the Knapsack that go with them."""
    return Mark(badge, "block", blocks), Mark(badge, "load", pieces=tuple(load_id(side, kind, spot) for kind in kinds))


def guns_free(s: Aiw, side: Side, kind: Load, spot: Spot, strength: int, leaving: Spot = OFF) -> int:
    """[14.0c] [14.2c] [20.2f] Of so many points of guns, how many a side can put on a spot: as far as one counter
    shows, and as counters are left; those in the Hidden Artillery box are in use, those that are leaving a spot are
    not."""
    low, high = GUN_COUNTERS[side][kind]
    if side == CARLIST:
        low -= ((s.box_field if kind == FIELD else s.box_mountain) + 1) // 2
    here = load(s, side, kind, spot)
    for (other, owner, piece), n in s.loads.items():
        if owner == side and piece == kind and other not in (spot, leaving):
            if n <= 2:
                low -= 1
            else:
                high -= 1
    most = MOST_LOAD[side][kind]
    while strength > 0:
        n = here + strength
        if n <= most and (n <= 2 and low > 0 or n > 2 and high > 0):
            return strength
        strength -= 1
    return 0


def _gun_counters() -> tuple[tuple[tuple[int, int], ...], ...]:
    """By side and kind: how many counters of value 1-2 and of value 3-4 there are."""
    counters = {(side, kind): [0, 0] for side in (0, 1) for kind in (FIELD, MOUNTAIN)}
    names = ("field_artillery", "mountain_artillery")
    for row in PACK.rows("counters.csv"):
        if row.text("kind") in names:
            key = SIDES.index(row.choice("side", SIDES)), names.index(row.text("kind"))
            counters[key][row.integer("front") > 2] += row.integer("count")
    low_high = {key: (low, high) for key, (low, high) in counters.items()}
    return tuple((low_high[side, FIELD], low_high[side, MOUNTAIN]) for side in (0, 1))


GUN_COUNTERS = _gun_counters()


def sacks_free(s: Aiw, side: Side) -> int:
    """[5.4r] [20.2g] The Knapsacks in a side's box."""
    return s.sacks[side] - len([spot for spot, owner, kind in s.loads if owner == side and kind == SACK])


# ----------------------------------------------------------------------------------------------- strength, and its loss

ORDINARY = ARMY[0] | ARMY[1]
ORDINARY &= ~(FOREIGN | PARTIDAS | REGIONALS | TRAINS)      # [5.4s] what goes to the bag when it is lost


def lose(s: Aiw, block: Block, points: int = 1) -> bool:
    """[5.3b] [5.3c] A block loses strength, which is seen; is it eliminated? Pick it out of its like first."""
    if s.low[block] <= points:
        s.reveal()
    s.strength[block] -= points
    if s.strength[block] <= 0:
        eliminate(s, block)
        return True
    s.low[block] = max(1, s.low[block] - points)
    s.high[block] = max(s.low[block], s.high[block] - points)
    if s.shown >> block & 1:
        s.low[block] = s.high[block] = s.strength[block]
        s.hurt |= 1 << block
    _tell_change(s, "weakened", block, points)
    return False


def _tell_change(s: Aiw, kind: str, block: Block, points: int) -> None:
    """A change of strength: which unit it is the enemy learns only if it lies open."""
    x = area_of(s.at[block])
    if s.shown >> block & 1:
        s.tell(kind, s.unit[block], x, points)
    else:
        seen = 1 << BLOCK_SIDE[block]
        s.tell(kind, s.unit[block], x, points, seen=seen, public=(f"{kind}_hidden", (block, x, points)))


def gain(s: Aiw, block: Block, points: int = 1) -> None:
    """[21.1] A block gains strength, which is seen. Pick it out of its like first."""
    s.strength[block] += points
    _, most = full_strengths(s.may[block])
    s.high[block] = min(most, s.high[block] + points)
    s.low[block] = min(s.high[block], s.low[block] + points)
    _tell_change(s, "strengthened", block, points)


def eliminate(s: Aiw, block: Block) -> None:
    """[5.4i] [5.4n] [5.4q] [5.4r] [5.4s] A unit is lost: to the bag, to its box, or for good."""
    unit, side, x = s.unit[block], BLOCK_SIDE[block], area_of(s.at[block])
    bit = 1 << unit
    s.reveal()
    if not ORDINARY & bit or s.shown >> block & 1:
        know(s, block)
        s.tell("lost", unit, x)
    else:
        s.may[block] &= ORDINARY
        s.tell("lost", unit, x, seen=1 << side, public=("lost_hidden", (block, x)))
    if FOREIGN & bit:
        s.gone |= bit
    elif PARTIDAS & bit:
        s.partidas |= bit
    elif REGIONALS & bit:
        s.regionals |= bit
    elif TRAINS & bit:
        s.trains |= bit
    else:
        s.bag[side] |= bit
        s.bagged[side] += 1
        s.bag_may[side] |= s.may[block]
    remove(s, block)
    if side == CARLIST and x >= FIRST_REGION and FIGHTERS & bit and not fighters(s, in_open(s, CARLIST, x)):
        expedition_destroyed(s, x)


def remove(s: Aiw, block: Block) -> None:
    """A piece of wood goes out of use."""
    put(s, block, OFF)
    forget(s, block)
    bit = ~(1 << block)
    s.shown &= bit
    s.hurt &= bit
    s.acted &= bit
    s.forced &= bit
    s.stood &= bit
    s.retreated &= bit
    s.landed &= bit
    s.abroad &= bit
    s.sortied &= bit
    s.led &= bit
    s.apart &= bit
    if s.chapelgorris == block:
        s.chapelgorris = OFF
    s.wagons &= bit
    s.unit[block] = OFF
    s.strength[block] = s.low[block] = s.high[block] = s.may[block] = 0


def enlist(s: Aiw, side: Side, unit: Unit, strength: int, spot: Spot, may: Units = 0, short: int = -1) -> Block:
    """A unit comes onto the map as the first piece of wood that is free. `may` are the units that it can be for the
    enemy, 0 if everybody knows it; `short` says how far below full strength it is known to be, -1: how strong."""
    used = on_map(s, side)
    block = (~used & BLOCKS_OF[side] & -(~used & BLOCKS_OF[side])).bit_length() - 1
    s.unit[block] = unit
    if TRAINS >> unit & 1:
        s.wagons |= 1 << block
    s.strength[block] = strength
    s.may[block] = may or 1 << unit
    s.low[block], s.high[block] = (strength, strength) if short < 0 else full_range(s.may[block], short)
    put(s, block, spot)
    if not may:
        know(s, block)
    return block


def on_map(s: Aiw, side: Side) -> Blocks:
    """The pieces of wood of a side that are in use."""
    return s.used & BLOCKS_OF[side]


def draw_unit(s: Aiw, side: Side) -> Unit:
    """[5.4o] A unit out of the bag, by chance; the bag must not be empty. Its `may` is what `bag_may` was before."""
    units = ids_of(s.bag[side])
    unit = units[s.below(len(units))]
    s.bag[side] &= ~(1 << unit)
    s.bagged[side] -= 1
    if not s.bagged[side]:
        s.bag_may[side] = 0
    s.reveal()
    return unit
