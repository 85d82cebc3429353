"""[17.0] The Battlefield: who stands where in the current Battle.

All blocks of a Battle stand on the spot of its space. The front line and the Demoralized box are revealed; the hidden
blocks of a Reserve are told from a Train by `s.apart`. A revealed block stays so until the Battle is over,
in Reserve too [5.2e].
"""

from __future__ import annotations

from tablero.games.aiw.board import BLOCKS_OF, HORSE, ROUGH
from tablero.games.aiw.rules.r05_units.s01_blocks import horse, in_open
from tablero.games.aiw.rules.r17_battle.s00_battle import BATTLE_TABLE, Battle
from tablero.games.aiw.state import Aiw, Block, Blocks, Side
from tablero.kernel.frames import where

_front = (BATTLE_TABLE.table("front_open"), BATTLE_TABLE.table("front_rough"))
FRONT = tuple((row.integer("infantry"), row.integer("cavalry")) for row in _front)          # [17.1f] open, rough


def battlefield(s: Aiw) -> Battle:
    """The current Battle."""
    for frame in reversed(s.stack):
        if isinstance(frame, Battle):
            return frame
    raise LookupError(f"no Battle in {where(s)}")


def rough(f: Battle) -> int:
    """[4.2b] 1 in Rough, 0 in Open terrain."""
    return ROUGH >> f.x & 1


def on_field(s: Aiw, f: Battle, side: Side) -> Blocks:
    """All blocks of a side on the Battlefield, a Train among them."""
    return in_open(s, side, f.x)


def front_of(f: Battle, side: Side) -> Blocks:
    return f.front & BLOCKS_OF[side]


def reserve_of(s: Aiw, f: Battle, side: Side) -> Blocks:
    """[17.1e] The blocks in a side's Reserve box, hidden or not."""
    return on_field(s, f, side) & (s.apart | s.shown) & ~f.front & ~f.demoralized


def fresh_horse(s: Aiw, f: Battle, side: Side) -> Blocks:
    """[17.4h] [17.2g] The fresh Cavalry of a front line, whether its side has passed or not."""
    return horse(s, front_of(f, side) & ~f.spent)


def is_horse(s: Aiw, block: Block) -> bool:
    return bool(HORSE >> s.unit[block] & 1)


# ----------------------------------------------------------------------------------------------------------- fire, hits


def leave(f: Battle, block: Block) -> None:
    f.front &= ~(1 << block)
    f.spent &= ~(1 << block)
    f.demoralized &= ~(1 << block)
    f.steadfast &= ~(1 << block)
    if f.guard == block:
        f.guard = -1
