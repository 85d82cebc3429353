"""[11.3] Units that cannot be alone."""

from __future__ import annotations

from tablero.games.aiw.board import AREAS, BLOCK_SIDE, BLOCKS_OF, FIELD, FIGHTERS, LOADS, MOUNTAIN, SACK, TRAINS
from tablero.games.aiw.fog import blocks_on, fact, pick_out
from tablero.games.aiw.rules.r04_map import besieged, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import fighter_areas, fighters, in_area, in_open
from tablero.games.aiw.rules.r05_units.s01_counters import load, set_load
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.rules.r14_artillery import Booty, capture, share_out
from tablero.games.aiw.state import INSIDE, Aiw, Area, Blocks, Side, Spot, area_of
from tablero.kernel.bits import ids_of


def check_escorts(s: Aiw) -> None:
    """[11.3c] [11.3f] [23.1e] Guns, Trains and Knapsacks that are alone are captured or eliminated, everywhere. The
    captor may be asked which guns he takes."""
    safe = [s.forts[side] & ~s.siege | fighter_areas(s, side) for side in (0, 1)]
    unsafe = {(side, spot) for spot, side, _ in s.loads if not safe[side] >> spot & 1}
    unsafe |= {(BLOCK_SIDE[b], s.at[b]) for b in ids_of(s.wagons) if not safe[BLOCK_SIDE[b]] >> s.at[b] & 1}
    alone = sorted([(side, spot) for side, spot in unsafe if spot < AREAS or not escorted(s, side, spot)])
    share_out(s, [booty for side, spot in alone for booty in abandon(s, side, spot)])
    settle(s)
    for side in (0, 1):
        if s.wagons & BLOCKS_OF[side]:          # else nobody takes a block of the side for a Train
            for x in ids_of(s.present[side] & ~(s.forts[side] & ~s.siege)):
                _tell_escort(s, s.open[side * AREAS + x])


def _tell_escort(s: Aiw, blocks: Blocks) -> None:
    """[11.3c] Blocks in the open that may be Trains are not alone: one of them is Infantry or Cavalry."""
    for b in ids_of(blocks):
        if s.may[b] & TRAINS:
            fact(s, blocks, FIGHTERS, 1)
            return


def _walled(s: Aiw, side: Side, x: Area) -> bool:
    """[11.3c] Is there a Fortress of the side in the area that takes in what stands there?"""
    return bool(s.forts[side] >> x & 1) and not besieged(s, side, x)


def escorted(s: Aiw, side: Side, spot: Spot) -> bool:
    """[11.3c] May guns, Trains and Knapsacks end on this spot: in a friendly Fortress, or with Infantry or Cavalry?"""
    x = area_of(spot)
    if INSIDE <= spot < INSIDE + AREAS:
        return bool(s.forts[side] >> x & 1)
    return _walled(s, side, x) or bool(fighters(s, in_open(s, side, x) | blocks_on(s, side, spot)))


def abandon(s: Aiw, side: Side, spot: Spot) -> list[Booty]:
    """[11.3d] [11.3e] All that is on a spot is lost; beside an enemy half of the guns, rounded up, are his: booty that
    he has still to choose. In older versions he took Field Artillery first."""
    x, enemy = area_of(spot), 1 - side
    guns = [load(s, side, kind, spot) for kind in range(len(LOADS))]
    guns[SACK] = 0
    taken = (sum(guns) + 1) // 2 if in_area(s, enemy, x) else 0
    theirs = x if in_open(s, enemy, x) else INSIDE + x
    booty = [Booty(enemy, theirs, guns[FIELD], guns[MOUNTAIN], taken)] if taken and s.rules >= 3 else []
    for kind in range(len(LOADS)):
        there = load(s, side, kind, spot)
        if not there:
            continue
        set_load(s, side, kind, spot, 0)
        share = guns[kind] if booty else min(guns[kind], taken)
        taken -= share
        if share and not booty:
            capture(s, enemy, theirs, kind, share)
        if there > share:
            s.tell("load_lost", side, kind, there - share, x)
    for b in pick_out(s, ids_of(blocks_on(s, side, spot))):
        eliminate(s, b)
    return booty
