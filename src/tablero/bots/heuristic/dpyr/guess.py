"""What a player takes for true when he cannot know: a private copy of his view with its blanks filled in."""

from __future__ import annotations

from tablero.games.dpyr.board import CHUSQUERO, GEFE, GRID, MARKER_NAMES
from tablero.games.dpyr.rules.r06_movement.s01_movement import face, towards_enemy
from tablero.games.dpyr.rules.r06_movement.s03_stacking import has_room, put
from tablero.games.dpyr.state import CONCEALED, OFF, UNKNOWN, Dpyr, Side
from tablero.kernel.bits import bitset, ids_of

PICKED = MARKER_NAMES.index("fm_232")       # what a C unit is likely to have: its owner chose among several
DRAWN = MARKER_NAMES.index("fm_122")        # what an M unit is likely to have


def guess(view: Dpyr, side: Side) -> Dpyr:
    """The view with typical markers on units whose factors are unknown, and concealed enemies under their markers."""
    s = view.clone()
    morale = s.b.morale
    for u, m in enumerate(s.marker):
        if m == UNKNOWN:
            s.marker[u] = PICKED if morale[u] == CHUSQUERO else DRAWN
    foe = 1 - side
    if s.veiled:
        _uncover(s, foe)
    s.held[foe] = bitset(x for x in ids_of(s.held[foe]) if x in s.piles)
    return s


def _uncover(s: Dpyr, foe: Side) -> None:
    """One concealed unit into each veiled hex, the nearest of its wing first; the rest where there is room."""
    units = [u for u in s.b.army[foe] if s.at[u] == CONCEALED]
    units.sort(key=lambda u: s.b.kind[u] == GEFE)
    zones = {u: ids_of(s.b.zones[u])[:1] for u in units}
    for x in ids_of(s.veiled):
        if units:
            nearest = min(units, key=lambda u: (s.b.kind[u] == GEFE, sum(GRID.distance[x][z] for z in zones[u])))
            units.remove(nearest)
            put(s, nearest, x)
    for u in units:
        room = [x for x in ids_of(s.veiled) if has_room(s, u, x)]
        if room:
            put(s, u, room[0])
        else:
            s.at[u] = OFF
    for x in ids_of(s.veiled):
        if x in s.piles:
            face(s, x, towards_enemy(s, foe, x))
