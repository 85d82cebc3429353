"""[7.3] [16.0h] What Tactical cards give to units that fire as in a Skirmish: in a space, a region, an Assault."""

from __future__ import annotations

from typing import Protocol

from tablero.games.aiw.board import BLOCK_SIDE
from tablero.games.aiw.rules.r07_cards.s03_combat import Fight, use_up
from tablero.games.aiw.rules.r16_skirmish.s00_fire import NO_FAVOUR, Favour, mean_row, roll
from tablero.games.aiw.state import Aiw, Block, Side, Units

AMBUSHED = 2            # C7: so many Liberal units fire at most
ROLLS_FEWER = 1         # C7 in a Refuge: dice that the Liberal unit has less
PAYS = -1               # an answer of `roll_again`: the unit has no hit, and loses a point
NO_GIFT = (0, 0, 0)


class Skirmishing(Fight, Protocol):
    """A combat in which a card may favour one unit of a side."""

    gifts: list[tuple[int, int, int]]       # by side: what the named unit gains: effectiveness, dice, freed of terrain


class Charging(Fight, Protocol):
    """A combat in which dice that missed may be rolled again."""

    spared: Units           # that lose nothing if they miss again


def favour(s: Aiw, fight: Skirmishing, block: Block) -> Favour:
    """[7.3b] What the named unit gains by the card of its side, which is used up."""
    if block < 0:
        return NO_FAVOUR
    side: Side = BLOCK_SIDE[block]
    use_up(s, fight, side)
    bonus, dice, freed = fight.gifts[side]
    return Favour(block, bonus, dice, bool(freed))


def roll_again(s: Aiw, fight: Charging, block: Block, n: int, least: int, hits: int) -> int:
    """[7.3b] L18, C18: the dice that missed are rolled again; the hits of the unit in all, or PAYS."""
    use_up(s, fight, BLOCK_SIDE[block])
    hits += roll(s, block, n, least)
    s.sheet(lambda: [("again", str(n), "", "7.3b"), mean_row(n, least)])
    return hits if hits or fight.spared >> s.unit[block] & 1 else PAYS
