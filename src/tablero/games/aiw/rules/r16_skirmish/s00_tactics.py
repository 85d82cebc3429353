"""[7.3] [16.0h] Tactical cards where units fire as in a Skirmish: in a space, in a region, in an Assault."""

from __future__ import annotations

from tablero.games.aiw.board import BLOCK_SIDE, CARLIST, LIBERAL, REFUGES
from tablero.games.aiw.rules.r05_units import foot, horse
from tablero.games.aiw.rules.r07_cards.s03_combat import Fight, NameUnit, exposed, tactic_is, use_up
from tablero.games.aiw.rules.r16_skirmish.s00_fire import NO_FAVOUR, Favour, roll
from tablero.games.aiw.state import Aiw

SPUR = 1                # L10, C31: effectiveness that a Cavalry unit gains in a Skirmish
PESETEROS = 1           # L29: dice that an Infantry unit gains
AMBUSHED = 2            # C7: so many Liberal units fire at most
ROLLS_FEWER = 1         # C7 in a Refuge: dice that the Liberal unit has less
PAYS = -1               # an answer of `roll_again`: the unit has no hit, and loses a point


def ask_favour(s: Aiw, fight: Fight, side: int, blocks: int) -> None:
    """[7.3b] A card for one of the firing units: its side names it. The next step finds its block in the answer."""
    s.answer = -1
    if tactic_is(fight, side, "cavalry_charge") or tactic_is(fight, side, "navarrese_lancers"):
        able = horse(s, blocks)
    else:
        able = foot(s, blocks) if tactic_is(fight, side, "zurbano") else 0
    if able:
        s.call(NameUnit(side, fight.tactic[side], blocks))


def favour(s: Aiw, fight: Fight, block: int) -> Favour:
    """[7.3b] What the named unit gains: Cavalry is spurred on (L10, C31); Zurbano's men (L29) do not mind the terrain
    and have a die more."""
    if block < 0:
        return NO_FAVOUR
    side = BLOCK_SIDE[block]
    peseteros = tactic_is(fight, side, "zurbano")
    use_up(s, fight, side)
    return Favour(block, dice=PESETEROS, freed=True) if peseteros else Favour(block, bonus=SPUR)


def ambushed(fight: Fight, attacker: int) -> bool:
    """[7.3b] C7: do Liberal attackers run into an ambush?"""
    return attacker == LIBERAL and tactic_is(fight, CARLIST, "ambush")


def ambush_dice(fight: Fight, attacker: int, side: int, x: int) -> int:
    """[7.3b] [16.0g] C7: in a Refuge the one Liberal unit that fires has a die less."""
    return ROLLS_FEWER if side == LIBERAL and REFUGES >> x & 1 and ambushed(fight, attacker) else 0


def behind_wall(s: Aiw, fight: Fight, side: int, hits: int) -> int:
    """[7.3b] L35, C30: the hits that a side suffers, less the first if it defends a wall."""
    if hits and (tactic_is(fight, side, "wall_l") or tactic_is(fight, side, "wall_c")):
        use_up(s, fight, side)
        return hits - 1
    return hits


def roll_again(s: Aiw, fight: Fight, block: int, n: int, least: int, hits: int) -> int:
    """[7.3b] L18, C18: the dice that missed are rolled again; the hits of the unit in all, or PAYS."""
    pays = exposed(s, fight, block)
    use_up(s, fight, BLOCK_SIDE[block])
    hits += roll(s, block, n, least)
    return hits if hits or not pays else PAYS
