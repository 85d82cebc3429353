"""[4] The map: who controls a space, which ports work, and what follows of itself when units come and go."""

from __future__ import annotations

from tablero.games.aiw.board import (
    BILBAO, CARLIST, CARLIST_ZONE, CITIES, COASTAL, FIGHTERS, FIRST_REGION, LIBERAL, LOADS, PACK, PORTS, RIVER_MOUTH,
    SIDES, TOWNS
)
from tablero.games.aiw.fog import fact
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open, put
from tablero.games.aiw.rules.r05_units.s01_counters import load, move_load
from tablero.games.aiw.rules.r09_victory import TOWN, TOWN_POINTS, score
from tablero.games.aiw.state import INSIDE, OFF, Aiw, Area, Side
from tablero.kernel.bits import ids_of


def friendly(s: Aiw, side: Side, x: Area) -> bool:
    """[4.9a] Does a side control this area? Regions are Liberal Zone."""
    return (s.held >> x & 1) == (side == CARLIST)


def fort_owner(s: Aiw, x: Area) -> Side:
    """[4.8b] [4.8c] [4.9b] [4.9c] Whose Fortress, with its Garrison, stands in a space, or -1; one under construction
    is none."""
    return CARLIST if s.forts[CARLIST] >> x & 1 else LIBERAL if s.forts[LIBERAL] >> x & 1 else -1


def besieged(s: Aiw, side: Side, x: Area) -> bool:
    """Is the side's Fortress here besieged?"""
    return bool((s.siege & s.forts[side]) >> x & 1)


def enemies_about(s: Aiw, side: Side, x: Area) -> bool:
    """Are there unbesieged enemy blocks in this area?"""
    return bool(in_open(s, 1 - side, x))


def enemy_holds(s: Aiw, side: Side, x: Area) -> bool:
    """[12.3c] [17.9c] Does an area hold an enemy unit or Fortress that is not besieged?"""
    return bool((s.present[1 - side] | s.forts[1 - side] & ~s.siege) >> x & 1)


def capacity(x: Area) -> int:
    """[18.0b] How many Infantry and Cavalry units a Fortress holds."""
    return 2 if CITIES >> x & 1 else 1


_counters = [row for row in PACK.rows("counters.csv") if row.text("kind") == "fortress"]
FORTRESS_COUNTERS = tuple(sum(row.integer("count") for row in _counters if row.text("side") == side) for side in SIDES)


def fortresses_free(s: Aiw, side: Side) -> int:
    """[10.2h] [18.3f] The Fortress counters that a side has left; Cities have counters of their own."""
    return FORTRESS_COUNTERS[side] - (s.forts[side] & ~CITIES | s.works[side]).bit_count()


# ---------------------------------------------------------------------------------------------------------------- ports


def river_closed(s: Aiw) -> bool:
    """[4.3d] Do the Carlists control Portugalete or Guecho, or besiege a Liberal Fortress in one of them?"""
    return bool(RIVER_MOUTH & (s.held | s.siege & s.forts[LIBERAL]))


def port_works(s: Aiw, x: Area) -> bool:
    """[4.3b] [4.3c] [4.3d] A Port, or the coast of a region; the Port of Bilbao unless it is cancelled."""
    if x != BILBAO:
        return bool((PORTS | COASTAL) >> x & 1)
    return not river_closed(s) and not besieged(s, LIBERAL, BILBAO)


# ------------------------------------------------------------------------------------- what follows of itself


def settle(s: Aiw) -> None:
    """[4.9g] [10.2i] [18.1y] [23.2l] Where units or Fortresses came or went: sieges end, works in progress are swept
    away, control passes, Pursuit markers and marks of Expeditions go. Called when a group has moved, a combat is over,
    and after any other change; `settle_at_once` before, where others can act in between."""
    touched, s.touched = s.touched, 0
    for x in ids_of(touched):
        if x >= FIRST_REGION:
            if not in_open(s, CARLIST, x) or not in_open(s, LIBERAL, x):
                s.pursuit[x - FIRST_REGION] = 0
            if not in_open(s, CARLIST, x):
                s.royal = OFF if s.royal == x else s.royal
                s.gomez = OFF if s.gomez == x else s.gomez
            continue
        _end_siege_and_works(s, x)
        _judge(s, x)


def settle_at_once(s: Aiw) -> None:
    """[10.2i] [18.1y] What is looked at after each step of a move and not when it is over: sieges end, works in
    progress are swept away. Control waits for `settle`."""
    urgent = s.touched & (s.siege | s.works[0] | s.works[1])
    if urgent and s.rules >= 3:         # in older versions all of it waited
        for x in ids_of(urgent):
            _end_siege_and_works(s, x)


def _end_siege_and_works(s: Aiw, x: Area) -> None:
    if s.siege >> x & 1:
        _lift(s, x)
    if (s.works[0] | s.works[1]) >> x & 1:
        _sweep(s, x)


def _lift(s: Aiw, x: Area) -> None:
    """[18.1y] A siege ends when no enemy Infantry or Cavalry is left outside: those inside come out."""
    owner = fort_owner(s, x)
    if owner >= 0:
        outside = in_open(s, 1 - owner, x)
        if any(FIGHTERS >> s.unit[b] & 1 for b in ids_of(outside)):
            fact(s, outside, FIGHTERS, 1)
            return
    s.siege &= ~(1 << x)
    s.tell("siege_lifted", x)
    come_out(s, x)


def come_out(s: Aiw, x: Area) -> None:
    """What was inside a Fortress is in its space again."""
    for b in ids_of(s.shut[x]):
        put(s, b, x)
    for side in (0, 1):
        for kind in range(len(LOADS)):
            inside = load(s, side, kind, INSIDE + x)
            if inside:
                move_load(s, side, kind, INSIDE + x, x, inside)


def _sweep(s: Aiw, x: Area) -> None:
    """[10.2i] A Fortress under construction without a defender goes when an enemy Infantry or Cavalry is there."""
    for side in (0, 1):
        if s.works[side] >> x & 1 and not in_open(s, side, x):
            enemies = in_open(s, 1 - side, x)
            if any(FIGHTERS >> s.unit[b] & 1 for b in ids_of(enemies)):
                s.works[side] &= ~(1 << x)
                s.tell("works_swept", x)


def controller(s: Aiw, x: Area) -> Side:
    """[4.9b] [4.9c] [4.9d] [4.9e] [4.9f] Who controls a space now."""
    owner = fort_owner(s, x)
    if owner >= 0:
        return owner
    carlists, liberals = bool(s.present[CARLIST] >> x & 1), bool(s.present[LIBERAL] >> x & 1)
    if carlists != liberals:
        return CARLIST if carlists else LIBERAL
    if carlists:
        return CARLIST if s.held >> x & 1 else LIBERAL
    return CARLIST if CARLIST_ZONE >> x & 1 else LIBERAL


def _judge(s: Aiw, x: Area) -> None:
    """[9.1c] [9.1v] Control is checked again; a Main Town that changes hands pays its new owner."""
    side = controller(s, x)
    if (side == CARLIST) == bool(s.held >> x & 1):
        return
    s.held ^= 1 << x
    if TOWNS >> x & 1:
        s.tell("town_taken", side, x)
        score(s, side, TOWN_POINTS, TOWN)
