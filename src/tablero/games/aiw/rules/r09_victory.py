"""[9] Victory: the Victory Points, Carlist Prestige, and the ways in which a war ends."""

from __future__ import annotations

from tablero.games.aiw.board import (
    CARLIST, CARLIST_ZONE, CITIES, FIGHTERS, LIBERAL, PACK, REGIONS, SIDES, SOURCES, TABLES, TRAINS
)
from tablero.games.aiw.fog import blocks_on, fact
from tablero.games.aiw.state import AUTOMATIC, OFF, TWO_CITIES, Aiw, Area, Areas, Blocks, Side
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure

_victory = TABLES.table("victory")
_prestige = TABLES.table("prestige")
_common = PACK.toml("scenarios.toml").table("common")
# indices in SOURCES
CITY, TOWN, FROM_ROUT, UPRISINGS, PRESTIGE, FORTRESSES, FROM_BAZTAN, FATIGUE, FINAL_ROLL, FROM_CARD = range(
    len(SOURCES))
CITY_POINTS = _victory.integer("city")
TOWN_POINTS = _victory.integer("main_town")
ROUT_POINTS = _victory.integer("rout")
CITIES_TO_WIN = 2                                                                           # [9.0e]
UPRISING_REGIONS = (3, 5)                   # [9.1p] regions in full uprising for one point a turn, and for two
LAST_BOX = _prestige.integer("boxes") - 1
PRESTIGE_POINTS = _prestige.integer("last_box_vp")
EXPEDITION_LOST = -_prestige.integer("expedition_destroyed")
ARMY_SIZE = _prestige.integer("liberal_army_units")
AUTOMATIC_ZONE = tuple(_common.table("automatic_zone").integer(side) for side in SIDES)     # [9.0b]
DECISIVE_ZONE = tuple(_common.table("decisive_zone").integer(side) for side in SIDES)       # [9.0c]


def score(s: Aiw, side: Side, points: int, source: int) -> None:
    """[9.0a] [9.0f] The marker moves towards a side; there is no end to the track."""
    if points:
        s.vp += points if side == CARLIST else -points
        s.tell("scored", side, points, source)


def win(s: Aiw, side: Side, ending: int) -> None:
    """The war is over at once; -1 is nobody. The last thing a step or choice does."""
    s.winner, s.ending = side, ending
    bottom = s.stack[0]
    assert isinstance(bottom, Procedure)
    s.cut(bottom, END)


def two_cities(s: Aiw) -> bool:
    """[9.0e] [9.1b] Do the Carlists control two Cities at once?"""
    return (s.forts[CARLIST] & CITIES).bit_count() >= CITIES_TO_WIN


def in_zone(vp: int, zone: tuple[int, ...]) -> Side:
    """The side in whose zone of the track the marker lies, or -1."""
    if vp >= zone[CARLIST]:
        return CARLIST
    return LIBERAL if vp <= zone[LIBERAL] else -1


# ------------------------------------------------------------------------------------------------------------- Prestige


def prestige_forward(s: Aiw, steps: int) -> None:
    """[9.1i] [9.1j] Debt is paid first; the last box pays a point and sends the marker back."""
    paid = min(steps, s.debt)
    s.debt -= paid
    if steps:
        s.tell("prestige", steps)
    for _ in range(steps - paid):
        s.prestige += 1
        if s.prestige == LAST_BOX:
            s.prestige = 0
            score(s, CARLIST, PRESTIGE_POINTS, PRESTIGE)


def prestige_back(s: Aiw, steps: int) -> None:
    """[9.1o] What does not fit on the track becomes debt."""
    back = min(steps, s.prestige)
    s.prestige -= back
    s.debt += steps - back
    s.tell("prestige_back", steps)


def expedition_destroyed(s: Aiw, region: Area) -> None:
    """[9.1m] [9.1n] The last Carlist Infantry or Cavalry of a region is eliminated."""
    steps = EXPEDITION_LOST
    if s.royal == region:
        s.royal = OFF
        steps += 1
    if s.gomez == region:
        s.gomez = OFF
    s.tell("expedition_destroyed", region)
    prestige_back(s, steps)


def expeditions(s: Aiw) -> Areas:
    """[23.0d] The regions with an active Expedition: with Carlist Infantry or Cavalry, Partidas included."""
    regions = 0
    for x in ids_of(REGIONS & s.present[CARLIST]):
        for b in ids_of(blocks_on(s, CARLIST, x)):
            if s.unit[b] < 0 or FIGHTERS >> s.unit[b] & 1:        # in a view: taken for one
                regions |= 1 << x
                break
    return regions


def prestige_steps(s: Aiw) -> int:
    """[9.1f] [9.1g] [9.1h] [9.1k] [9.1l] [9.1x1] [9.1x2] [9.1x3] How far the Prestige marker
    moves in a Victory Check."""
    active = bool(expeditions(s))
    net = (s.siege & CITIES & s.forts[LIBERAL]).bit_count() + active - liberal_armies(s)
    steps = 0 if net <= 0 else 2 if net >= 3 and active else 1
    if s.forts[CARLIST] & CITIES & ~s.siege:
        steps += _prestige.integer("carlist_city_unbesieged_extra")
    return steps


def liberal_armies(s: Aiw) -> int:
    """[9.1k] Spaces of the Carlist Zone with four or more Liberal Infantry or Cavalry, inside and outside."""
    return sum(_is_army(s, blocks) for blocks in _crowds(s))


def _crowds(s: Aiw) -> list[Blocks]:
    """[9.1k] The Liberal blocks of each space of the Carlist Zone where they are four or more."""
    crowds = []
    for x in ids_of(CARLIST_ZONE & (s.present[LIBERAL] | s.forts[LIBERAL])):
        blocks = blocks_on(s, LIBERAL, x) | (s.shut[x] if s.forts[LIBERAL] >> x & 1 else 0)
        if blocks.bit_count() >= ARMY_SIZE:
            crowds.append(blocks)
    return crowds


def _is_army(s: Aiw, blocks: Blocks) -> bool:
    return sum(FIGHTERS >> s.unit[b] & 1 for b in ids_of(blocks)) >= ARMY_SIZE


def declare_armies(s: Aiw) -> None:
    """[5.2c] [9.1k] Where the brake matters the Liberal declares whether four of his blocks are Infantry or Cavalry."""
    if not expeditions(s) and not s.siege & CITIES & s.forts[LIBERAL]:
        return
    for blocks in _crowds(s):
        army = _is_army(s, blocks)
        fact(s, blocks, FIGHTERS if army else TRAINS, ARMY_SIZE if army else blocks.bit_count() - ARMY_SIZE + 1)


def level_three(s: Aiw) -> int:
    return sum(level == 3 for level in s.uprising)


def uprising_points(s: Aiw) -> int:
    """[9.1p] What the regions in full uprising are worth in a Victory Check."""
    return sum(level_three(s) >= least for least in UPRISING_REGIONS)


def victory_check(s: Aiw) -> None:
    """[3.0k] [9.0b] Prestige, then Uprisings, then the test for an automatic victory. The last thing a step does."""
    declare_armies(s)
    prestige_forward(s, prestige_steps(s))
    score(s, CARLIST, uprising_points(s), UPRISINGS)
    side = in_zone(s.vp, AUTOMATIC_ZONE)
    if side >= 0:
        win(s, side, AUTOMATIC)


def win_two_cities(s: Aiw) -> None:
    """[9.0e] At any time, whatever the points."""
    win(s, CARLIST, TWO_CITIES)
