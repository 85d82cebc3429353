"""[5.4] Units leave the map for the bag, for their box or for good, and come onto it."""

from __future__ import annotations

from tablero.games.aiw.board import (
    ARMY, BLOCK_SIDE, BLOCKS_OF, CARLIST, FIGHTERS, FIRST_REGION, FOREIGN, PARTIDAS, REGIONALS, TRAINS
)
from tablero.games.aiw.fog import forget, full_range, know
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, put
from tablero.games.aiw.rules.r09_victory import expedition_destroyed
from tablero.games.aiw.state import OFF, Aiw, Block, Side, Spot, Unit, Units, area_of
from tablero.kernel.bits import lowest, nth

ORDINARY = ARMY[0] | ARMY[1]
ORDINARY &= ~(FOREIGN | PARTIDAS | REGIONALS | TRAINS)      # [5.4s] what goes to the bag when it is lost


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
    s.hurt.pop(block, None)
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
    block = lowest(BLOCKS_OF[side] & ~s.used)
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


def draw_unit(s: Aiw, side: Side) -> Unit:
    """[5.4o] A unit out of the bag, by chance; the bag must not be empty. Its `may` is what `bag_may` was before."""
    unit = nth(s.bag[side], s.below(s.bag[side].bit_count()))
    s.bag[side] &= ~(1 << unit)
    s.bagged[side] -= 1
    if not s.bagged[side]:
        s.bag_may[side] = 0
    s.reveal()
    return unit
