"""[16.0] Who retreats after the fire, and what is left behind."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, CARLIST_HILLS, COUNTED, FIELD, FOOT, HORSE, TABLES, TRAINS
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import besieged
from tablero.games.aiw.rules.r05_units.s01_blocks import counted, fighters, horse, in_open, of_units, trains
from tablero.games.aiw.rules.r05_units.s01_counters import add_load, load
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.rules.r14_artillery import capture
from tablero.games.aiw.state import Aiw, Area, Blocks, Side
from tablero.kernel.bits import ids_of

TRAIN_LOSS = TABLES.table("skirmish").integer("supply_train_lost_on_retreat")       # [16.0w]


def counted_for_retreat(s: Aiw, x: Area, side: Side, relief: bool) -> int:
    """[16.0q] [16.0r] [16.0s] The units of a side that count for who retreats: with a relief force also those it came
    to free."""
    inside = s.shut[x] if relief and besieged(s, side, x) else 0
    return counted(s, in_open(s, side, x) | inside).bit_count()


def loser(s: Aiw, x: Area, attacker: Side, picked: Blocks, sortie: bool, led: bool = False) -> Side:
    """[16.0o] [16.0p] [16.0t] [16.0x] The side that must retreat after the fire, or -1: the attacker, unless he
    outnumbers the defender, or with Espartero (L22) equals him; but Cavalry without Infantry that fired yields to
    Infantry that did."""
    there = [in_open(s, side, x) for side in (0, 1)]
    if not fighters(s, there[0]) or not fighters(s, there[1]):
        return -1
    steady = [of_units(s, there[side] & picked, FOOT & COUNTED) for side in (0, 1)]
    for side in (0, 1):
        if steady[1 - side] and not steady[side] and horse(s, there[side]):
            return side
    more = counted_for_retreat(s, x, attacker, not sortie) - counted_for_retreat(s, x, 1 - attacker, False)
    return 1 - attacker if more > 0 or led and not more else attacker


def is_covered(s: Aiw, side: Side, x: Area) -> bool:
    """[16.0v] Does a side that retreats save guns and Train: by Cavalry outside the Fortress and not on a road, or as
    Carlists in Rough of their zone? If only hidden blocks can tell, guns that are lost or saved tell it of them."""
    if side == CARLIST and CARLIST_HILLS >> x & 1 or horse(s, in_open(s, side, x) & s.shown):
        return True
    hidden = in_open(s, side, x) & ~s.shown
    covered = bool(horse(s, hidden))
    if load(s, side, FIELD, x):
        fact(s, hidden, HORSE if covered else FOOT | TRAINS, 1 if covered else hidden.bit_count())
    return covered


def abandon(s: Aiw, side: Side, x: Area) -> None:
    """[16.0w] A side that retreats uncovered loses half its Field Artillery to the victor and a point of its Train."""
    if is_covered(s, side, x):
        return
    taken = (load(s, side, FIELD, x) + 1) // 2
    if taken:
        add_load(s, side, FIELD, x, -taken)
        capture(s, 1 - side, x, FIELD, taken)
    for b in pick_out(s, ids_of(trains(s, in_open(s, side, x)))):
        fact(s, 1 << b, TRAINS, 1)
        lose(s, b, TRAIN_LOSS)
