"""[11.5] How many of a kind may be together."""

from __future__ import annotations

from tablero.games.aiw.board import AREAS, BLOCK_SIDE, MOST, MOST_LOAD
from tablero.games.aiw.fog import know, pick_out
from tablero.games.aiw.rules.r05_units.s01_counters import load, set_load
from tablero.games.aiw.rules.r05_units.s03_strength import gain
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.state import INSIDE, Aiw, Area, Block, Load, Side, area_of
from tablero.kernel.bits import ids_of


def check_stacks(s: Aiw) -> None:
    """[11.4k] [11.5a] [11.5b] [11.5c] [14.1b] One of each kind in an area, inside and outside a Fortress together: the
    rest is joined to it as far as one piece shows, and then eliminated. What waits on a road is not yet there; Infantry
    and Cavalry are not limited."""
    if _loads_pile_up(s):
        for spot, side, kind in sorted(s.loads):
            _join_loads(s, side, kind, area_of(spot))
    trains: dict[tuple[int, int], list[int]] = {}
    for b in ids_of(s.wagons):
        if s.at[b] < INSIDE + AREAS:
            trains.setdefault((BLOCK_SIDE[b], area_of(s.at[b])), []).append(b)
    for together in trains.values():
        if len(together) > 1:
            _join_trains(s, together)


def _loads_pile_up(s: Aiw) -> bool:
    """Can there be anything to join? Not while all guns and Knapsacks are outside, each as one piece shows it."""
    return any(spot >= INSIDE or points > MOST_LOAD[side][kind] for (spot, side, kind), points in s.loads.items())


def _join_loads(s: Aiw, side: Side, kind: Load, x: Area) -> None:
    """[11.5c] One counter is left, where the stronger was."""
    outside, inside = load(s, side, kind, x), load(s, side, kind, INSIDE + x)
    most = MOST_LOAD[side][kind]
    if (not outside or not inside) and outside + inside <= most:
        return
    keep, drop = (x, INSIDE + x) if outside >= inside else (INSIDE + x, x)
    set_load(s, side, kind, drop, 0)
    set_load(s, side, kind, keep, min(most, outside + inside))
    if outside + inside > most:
        s.tell("load_lost", side, kind, outside + inside - most, x)


def _join_trains(s: Aiw, together: list[Block]) -> None:
    """[11.5c] The strongest Train takes what it can of the others, which are eliminated: everybody sees them."""
    first, *others = sorted(pick_out(s, together), key=lambda b: -s.strength[b])
    know(s, first)
    for b in others:
        points = min(s.strength[b], MOST[s.unit[first]] - s.strength[first])
        eliminate(s, b)
        if points:
            gain(s, first, points)
