"""[17] The Battlefield: what a Battle keeps while it lasts, hits, morale, and the Rout that ends it at once.

All blocks of a Battle stand on the spot of its space. The front line and the Demoralized box lie open; the hidden
blocks of a Reserve are told from a Train by `s.apart`. A block that was laid open stays so until the Battle is over,
in Reserve too [5.2e].
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import (
    AREAS,
    ARMY,
    BLOCK_SIDE,
    BLOCKS_OF,
    EFFECT,
    FOREIGN,
    HORSE,
    LIBERAL,
    MORALE,
    ROUGH,
    TABLES,
)
from tablero.games.aiw.rules.r05_units import foot, horse, lose
from tablero.games.aiw.rules.r07_cards.s00_decks import DECREE
from tablero.games.aiw.rules.r16_skirmish.s00_fire import dice, roll
from tablero.games.aiw.state import Aiw, Area, Block, Blocks, Card, Side, Unit, Units, area_of
from tablero.kernel.frames import Mark, Procedure, where

BATTLE_TABLE = TABLES.table("battle")
LAST_ROUND = BATTLE_TABLE.integer("rounds")                                     # [17.2a]
_front = (BATTLE_TABLE.table("front_open"), BATTLE_TABLE.table("front_rough"))
FRONT = tuple((row.integer("infantry"), row.integer("cavalry")) for row in _front)          # [17.1f] open, rough
EXTRA_HIT = BATTLE_TABLE.integer("morale_per_extra_hit")                        # [17.5c]
LAST_POINT = BATTLE_TABLE.integer("morale_one_strength")

HELD, PURSUIT, ROUT = range(3)      # how a Battle ends [17.3]


@dataclass(slots=True)
class Battlefield(Procedure):
    """[17.0a] One Battle. Everything that it keeps lies open."""

    x: Area
    attacker: Side
    round: int = 0
    front: Blocks = 0       # blocks in the front lines of both sides
    spent: Blocks = 0       # those of them that are spent [17.4b]
    demoralized: Blocks = 0  # blocks in the Demoralized Units boxes
    used: list[int] = field(default_factory=lambda: [0, 0])         # by side: Artillery points spent in this round
    tactic: list[Card] = field(default_factory=lambda: [-1, -1])    # by side: the Tactical card of this round, or -1
    loser: Side = -1
    ending: int = -1        # HELD, PURSUIT or ROUT
    led: bool = False       # do units that Espartero leads take part from the start (L22)?
    rockets: int = 0        # Artillery points that the Royal Marines add in this round (L21)
    covered: bool = False   # the loser is protected [17.8d]
    river: bool = False     # the defender has put down the River marker (L31, C8), for the whole Battle
    wall: bool = False      # the defender has put down the Wall marker (L35, C30), for the whole Battle
    sheltered: bool = False # the Wall has stopped a hit in this round
    guard: Block = -1       # the block that came out of the Reserve of the Guard (L36), in this round
    steadfast: Blocks = 0   # blocks that will pass their first morale roll of this round (C35)
    all_rally: bool = False # every demoralized Carlist unit may try to recover (C28)
    night: bool = False     # the Liberal attacks by night in this round (L24)
    crossing: bool = False  # the attacker has to cross the River in this round (L31, C8)
    hurrying: Side = -1     # the side whose reinforcements come without a roll in this round (C28)
    grim: bool = False      # Carlist Infantry gives no quarter in this round (C3)
    spared: Units = 0       # units that lose nothing if dice rolled again miss too (C18)

    def marks(self, s: Aiw, seat: Side) -> tuple[Mark, ...]:
        return Mark("spent", "block", self.spent), Mark("steadfast", "block", self.steadfast)


def battlefield(s: Aiw) -> Battlefield:
    """The Battle that goes on."""
    for frame in reversed(s.stack):
        if isinstance(frame, Battlefield):
            return frame
    raise LookupError(f"no Battle in {where(s)}")


def rough(f: Battlefield) -> int:
    """[4.2b] 1 in Rough, 0 in Open terrain."""
    return ROUGH >> f.x & 1


def on_field(s: Aiw, f: Battlefield, side: Side) -> Blocks:
    """All blocks of a side on the Battlefield, a Train among them."""
    return s.open[side * AREAS + f.x]


def front_of(f: Battlefield, side: Side) -> Blocks:
    return f.front & BLOCKS_OF[side]


def reserve_of(s: Aiw, f: Battlefield, side: Side) -> Blocks:
    """[17.1e] The blocks in a side's Reserve box, hidden or not."""
    return on_field(s, f, side) & (s.apart | s.shown) & ~f.front & ~f.demoralized


def fresh_horse(s: Aiw, f: Battlefield, side: Side) -> Blocks:
    """[17.4h] [17.2g] The fresh Cavalry of a front line, whether its side has passed or not."""
    return horse(s, front_of(f, side) & ~f.spent)


def is_horse(s: Aiw, block: Block) -> bool:
    return bool(HORSE >> s.unit[block] & 1)


# ----------------------------------------------------------------------------------------------------------- fire, hits


def effectiveness(s: Aiw, f: Battlefield, block: Block) -> int:
    """[17.4d] As printed, whatever the terrain."""
    return EFFECT[s.unit[block]]


def in_river(f: Battlefield, side: Side) -> bool:
    """[6.0f] L31, C8: has a side to cross the River that the defender laid? Only in the round in which he did."""
    return f.crossing and side == f.attacker


def battle_dice(s: Aiw, f: Battlefield, block: Block) -> int:
    """[17.4d] [13.2i] A unit's dice in a Battle: Infantry in the River has one less, and at least one."""
    n = dice(s, block)
    return max(1, n - 1) if in_river(f, BLOCK_SIDE[block]) and not is_horse(s, block) else n


def fire(s: Aiw, f: Battlefield, block: Block, bonus: int = 0) -> int:
    """[17.4d] [13.2i] The hits of a unit with all its dice at its effectiveness, and what a card adds to it."""
    return roll(s, block, battle_dice(s, f, block), effectiveness(s, f, block) + bonus)


def strike(s: Aiw, f: Battlefield, block: Block) -> bool:
    """[5.3b] A block on the Battlefield loses a point of strength; is it eliminated?"""
    if not lose(s, block):
        return False
    leave(f, block)
    return True


def take_hits(s: Aiw, f: Battlefield, block: Block, hits: int) -> None:
    """[17.4h] [17.4p] One unit takes all the hits of a charge, then rolls morale; what it cannot take is lost."""
    for _ in range(hits):
        if strike(s, f, block):
            return
    if hits:
        stand_fast(s, f, block, hits)


def leave(f: Battlefield, block: Block) -> None:
    f.front &= ~(1 << block)
    f.spent &= ~(1 << block)
    f.demoralized &= ~(1 << block)
    f.steadfast &= ~(1 << block)
    if f.guard == block:
        f.guard = -1


# --------------------------------------------------------------------------------------------------------------- morale


def morale_of(s: Aiw, f: Battlefield, block: Block) -> int:
    """[5.4c] As printed, but for cards."""
    return morale_as(s, f, block, s.unit[block])


def morale_as(s: Aiw, f: Battlefield, block: Block, unit: Unit) -> int:
    """[5.4c] [6.0f] What the morale of a block would be if it were this unit: better under Espartero (L22) and out
    of the Reserve of the Guard (L36), worse beside a Mutiny marker (L26), and for foreigners under the Durango Decree
    (C12)."""
    morale = MORALE[unit] + (1 if f.led and s.led >> block & 1 else 0) + (1 if block == f.guard else 0)
    if s.mutiny and BLOCK_SIDE[block] == LIBERAL and s.mutiny >> area_of(s.at[block]) & 1:
        morale -= 1
    return morale - (1 if s.lasting & DECREE and FOREIGN & ARMY[LIBERAL] & 1 << unit else 0)


def passes(s: Aiw, block: Block, need: int) -> bool:
    """[17.5a] 2D6 at or below the modified morale."""
    a, b = s.dice(2)
    s.tell("morale", s.unit[block], a + b, need, 10 * a + b)
    return a + b <= need


def holds_out(s: Aiw, f: Battlefield, block: Block) -> bool:
    """[7.3b] C35: does a unit that fights to the last cartridge pass without a roll? Only once."""
    if not f.steadfast >> block & 1:
        return False
    f.steadfast &= ~(1 << block)
    s.tell("holds_out", s.unit[block])
    return True


def stand_fast(s: Aiw, f: Battlefield, block: Block, hits: int) -> None:
    """[17.5a] [17.5c] [17.5d] A unit that took hits in an activation rolls morale once, or is demoralized."""
    need = morale_of(s, f, block) + EXTRA_HIT * (hits - 1)
    if s.strength[block] == 1:
        need += LAST_POINT
    if not holds_out(s, f, block) and not passes(s, block, need):
        demoralize(s, f, block)


def demoralize(s: Aiw, f: Battlefield, block: Block) -> None:
    """[17.5d] A unit goes to the Demoralized Units box, where it lies open."""
    leave(f, block)
    f.demoralized |= 1 << block
    s.tell("demoralized", s.unit[block])


# ----------------------------------------------------------------------------------------------------------------- Rout


def routed(s: Aiw, f: Battlefield) -> bool:
    """[17.3a] [17.3b] Has a side no Infantry in its front line? Then the Battle is cut off: the step returns nothing.

    Should both lose it at one stroke nobody is routed, and the defender keeps the space as after the third round.
    """
    bare = [side for side in (0, 1) if not foot(s, front_of(f, side))]
    if not bare:
        return False
    f.loser = f.attacker if len(bare) == 2 else bare[0]
    f.ending = HELD if len(bare) == 2 else ROUT
    s.cut(f, "result")
    return True
