"""[13.3] Attrition: what happens to units and spaces that are out of supply after a side's sixth Action Round."""

from __future__ import annotations

from tablero.games.car.board import BEACHES, DIVISIONS, GONE, REGION, REGIONAL, REGIONS, REP, SIEGE_AT
from tablero.games.car.rules.r02_map import friendly, put, spaces_of, units_in
from tablero.games.car.rules.r03_control import capture, liberate, settle
from tablero.games.car.rules.r10_movement.s02_works import remove_works
from tablero.games.car.rules.r13_supply import bordering, supplied
from tablero.games.car.state import Car, Side
from tablero.kernel.bits import ids_of

ASTURIAS = REGIONS.index("asturias")
ASTURIANS = REGIONAL[ASTURIAS] & DIVISIONS


def attrition(s: Car, side: Side) -> None:
    """[6.0.C.2b] [13.1.5b] [13.3.5a] [13.3.6a] [13.3.6b] [13.4.2a] [13.4.4a] All units and spaces out of supply are
    found first; then the units leave the game for good, and the spaces go to the enemy. The border of a friendly
    country keeps both."""
    cut_off = friendly(s, side) & ~supplied(s, side) & ~bordering(s, side)
    if not cut_off:
        return
    units = units_in(s, cut_off)
    if side == REP:                     # [13.1.5a] Asturian divisions hold out in Asturias, and so do their spaces
        kept = units_in(s, cut_off & REGION[ASTURIAS]) & ASTURIANS
        units &= ~kept
        cut_off &= ~spaces_of(s, kept)
    for unit in ids_of(units):
        s.tell("starved", side, unit, s.at[unit])
        put(s, unit, GONE[side])
    for x in ids_of(cut_off):
        if BEACHES >> x & 1:            # a Beach Head that nobody can reach is no space any more
            close_beach(s)
            continue
        capture(s, 1 - side, x)
        if side == REP and x in SIEGE_AT and s.sieges[SIEGE_AT.index(x)]:
            liberate(s, SIEGE_AT.index(x))      # [16.1.3b]
    settle(s)


def close_beach(s: Car) -> None:
    """[8.5.4.5a] [8.5.6.4a] The Beach Head marker leaves the map: the space is none any more, and works there are
    gone."""
    s.tell("beach_gone", s.beach)
    remove_works(s, s.beach)
    s.held &= ~(1 << s.beach)
    s.beach = s.coast = -1
    s.deadline = 0
