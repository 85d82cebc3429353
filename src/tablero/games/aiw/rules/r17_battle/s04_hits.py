"""[17.4] Dice and hits of units on the Battlefield."""

from __future__ import annotations

from tablero.games.aiw.board import BLOCK_SIDE, EFFECT
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.rules.r16_skirmish.s00_fire import Part, dice, roll, shot_rows
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import is_horse, leave
from tablero.games.aiw.rules.r17_battle.s05_morale import stand_fast
from tablero.games.aiw.state import Aiw, Block, Side


def effectiveness(s: Aiw, f: Battle, block: Block) -> int:
    """[17.4d] As printed, whatever the terrain."""
    return EFFECT[s.unit[block]]


def in_river(f: Battle, side: Side) -> bool:
    """[6.0f] L31, C8: has a side to cross the River that the defender laid? Only in the round in which he did."""
    return f.crossing and side == f.attacker


def battle_dice(s: Aiw, f: Battle, block: Block) -> int:
    """[17.4d] [13.2i] A unit's dice in a Battle: Infantry in the River has one less, and at least one."""
    n = dice(s, block)
    return max(1, n - 1) if in_river(f, BLOCK_SIDE[block]) and not is_horse(s, block) else n


def fire(s: Aiw, f: Battle, block: Block, bonus: int = 0) -> int:
    """[17.4d] [13.2i] The hits of a unit with all its dice at its effectiveness, and what a card adds to it."""
    return shoot(s, f, block, battle_dice(s, f, block), effectiveness(s, f, block) + bonus)


def shoot(s: Aiw, f: Battle, block: Block, n: int, least: int, support: int = 0) -> int:
    """[17.4d] The hits of so many dice, those of Support among them."""
    hits = roll(s, block, n, least)
    s.sheet(lambda: shot_rows(s, block, n, least, battle_parts(s, f, block, n, least, support)))
    return hits


def battle_parts(s: Aiw, f: Battle, block: Block, n: int, least: int, support: int) -> list[Part]:
    """[13.2i] [6.0f] [17.6b] [7.3b] What changes dice and faces in a Battle: a landing, a River, Support, a card."""
    plain = battle_dice(s, f, block)
    return [
        ("landed", dice(s, block) - s.strength[block], "13.2i"), ("river", plain - dice(s, block), "6.0f"),
        ("support", support, "17.6b"), ("card_dice", n - plain - support, "7.3b"),
        ("card_hits", least - effectiveness(s, f, block), "7.3b"),
    ]


def strike(s: Aiw, f: Battle, block: Block) -> bool:
    """[5.3b] A block on the Battlefield loses a point of strength; is it eliminated?"""
    if not lose(s, block):
        return False
    leave(f, block)
    return True


def take_hits(s: Aiw, f: Battle, block: Block, hits: int) -> None:
    """[17.4h] [17.4p] One unit takes all the hits of a charge, then rolls morale; what it cannot take is lost."""
    for _ in range(hits):
        if strike(s, f, block):
            return
    if hits:
        stand_fast(s, f, block, hits)
