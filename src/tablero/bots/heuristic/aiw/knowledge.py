"""What a block is worth, seen or unseen: an enemy's block is what it may be, on average."""

from __future__ import annotations

from functools import cache

from tablero.games.aiw.board import CARD, COUNTED, EFFECT, FIGHTERS, HAND, HORSE, UNITS
from tablero.games.aiw.state import Aiw, Block, Blocks, Side, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of

GOOD = bitset(i for i in range(len(UNITS)) if EFFECT[i] >= 2)
FOR_BATTLE = bitset(CARD[name] for name in (        # cards that help who attacks in a Battle
    "volley_fire", "cavalry_charge", "bayonet_charge_l", "royal_marines", "night_attack", "diego_de_leon",
    "guard_reserve", "no_quarter", "guides_of_navarre", "marksmen", "oriamendi", "navarrese_lancers", "last_cartridge",
))
CARD_POWER = 0.8        # what such a card is worth beside a point of strength: a hit, more or less
ROUNDS = 3              # [7.1e] [17.2a] one card in each
POOR_FIRE = 0.6         # what a point of strength of Effectiveness 1 is worth beside one of Effectiveness 2


@cache
def _unseen(may: Units, low: int, high: int) -> tuple[float, float]:
    """How many counted units a hidden block is, and its power, on average."""
    every = max(1, may.bit_count())
    fighting, good = (may & FIGHTERS).bit_count() / every, (may & GOOD).bit_count() / every
    strength = (low + high) / 2
    return (may & COUNTED).bit_count() / every, strength * (good + POOR_FIRE * (fighting - good))


def appraise(s: Aiw, block: Block) -> tuple[float, float]:
    """How many counted units a block is, and its power: points of strength, fewer if it shoots badly."""
    unit = s.unit[block]
    if unit < 0:
        return _unseen(s.may[block], s.low[block], s.high[block])
    if not FIGHTERS >> unit & 1:
        return 0.0, 0.0
    power = s.strength[block] * (1.0 if EFFECT[unit] >= 2 else POOR_FIRE)
    return float(COUNTED >> unit & 1), power


def power(s: Aiw, block: Block) -> float:
    return appraise(s, block)[1]


def card_power(s: Aiw, side: Side) -> float:
    """What the cards in a side's own hand add to its power when it attacks in a Battle."""
    return CARD_POWER * min(ROUNDS, (s.piles[HAND[side]] & FOR_BATTLE).bit_count())


def fighting(s: Aiw, blocks: Blocks) -> list[Block]:
    """One's own Infantry and Cavalry among these blocks."""
    return [b for b in ids_of(blocks) if s.unit[b] >= 0 and FIGHTERS >> s.unit[b] & 1]


def mounted(s: Aiw, block: Block) -> bool:
    return s.unit[block] >= 0 and bool(HORSE >> s.unit[block] & 1)


def named(action: Action) -> int:
    """The first thing that an action names."""
    thing: int = action[1]
    return thing


def last(action: Action) -> int:
    """The last thing that an action names."""
    thing: int = action[-1]
    return thing
