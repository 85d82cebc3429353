"""[2] The map: which spaces are joined, who controls what, and where units are."""

from __future__ import annotations

from functools import cache, lru_cache

from tablero.games.car.board import ALL_SPACES, BEACHES, GRADO, NAT, NEAR, SPACES, STACK, TABLES, UNIT_SIDE
from tablero.games.car.state import Car, Place, Side, Space, Spaces, Unit, Units
from tablero.kernel.bits import ids_of

CORRIDOR_FROM = TABLES.table("corridor_of_grado").integer("first_turn")


def friendly(s: Car, side: Side) -> Spaces:
    """[2.1.1a] [3.0] The spaces that a side controls. A Beach Head is a space only while its marker is there."""
    if side == NAT:
        return s.held
    away = BEACHES & ~(1 << s.beach) if s.beach >= 0 else BEACHES
    return ALL_SPACES & ~(s.held | away)


def controls(s: Car, side: Side, x: Space) -> bool:
    """Does a side control this space?"""
    return (s.held >> x & 1) == (side == NAT)


@cache
def _joined(beach: Space, coast: Space, corridor: bool) -> tuple[Spaces, ...]:
    near = list(NEAR)
    for a, b in ((beach, coast), *((GRADO,) if corridor else ())):
        if a >= 0:
            near[a] |= 1 << b
            near[b] |= 1 << a
    return tuple(near)


def adjacent(s: Car) -> tuple[Spaces, ...]:
    """[2.1.2b] By space: those Adjacent to it, by a solid line, a river or the arrow of a Beach Head."""
    return NEAR if s.beach < 0 else _joined(s.beach, s.coast, False)


def corridor_open(s: Car, side: Side) -> bool:
    """[2.1.2] With the optional rule the Nationalists use the Corridor of Grado from Turn 3 on while they control both
    its ends; no attack goes along it."""
    return s.corridor and side == NAT and s.turn >= CORRIDOR_FROM and bool(s.held >> GRADO[0] & s.held >> GRADO[1] & 1)


def ways(s: Car, side: Side) -> tuple[Spaces, ...]:
    """By space: where a unit of a side can go from it in movement, SR and supply."""
    return _joined(s.beach, s.coast, True) if corridor_open(s, side) else adjacent(s)


def map_key(s: Car, side: Side) -> int:
    """What `ways` depends on, as a number: for caches."""
    return ((s.beach + 1) * (SPACES + 1) + s.coast + 1) * 2 + corridor_open(s, side)


def ways_of(key: int) -> tuple[Spaces, ...]:
    """The `ways` of a `map_key`."""
    ends, corridor = divmod(key, 2)
    beach, coast = divmod(ends, SPACES + 1)
    return _joined(beach - 1, coast - 1, bool(corridor))


@lru_cache(maxsize=1 << 14)
def connected(start: Spaces, among: Spaces, key: int) -> Spaces:
    """[2.1.2c] The spaces of a set that are Connected to one of the first spaces, those included."""
    near = ways_of(key)
    seen = front = start & among
    while front:
        ahead = 0
        for x in ids_of(front):
            ahead |= near[x]
        front = ahead & among & ~seen
        seen |= front
    return seen


# --------------------------------------------------------------------------------------------------------------- units


def put(s: Car, unit: Unit, place: Place) -> None:
    """A unit goes to a place, as it is. Control does not change by this: see `enter` (r03)."""
    bit = 1 << unit
    old = s.at[unit]
    left = s.here[old] & ~bit
    s.here[old] = left
    s.at[unit] = place
    s.here[place] |= bit
    side = UNIT_SIDE[unit]
    if old < SPACES:
        if not left:
            s.occupied[side] &= ~(1 << old)
        if left.bit_count() < STACK:
            s.full &= ~(1 << old)
    if place < SPACES:
        s.occupied[side] |= 1 << place
        if s.here[place].bit_count() >= STACK:
            s.full |= 1 << place


def units_in(s: Car, spaces: Spaces) -> Units:
    """All units in a set of spaces."""
    found = 0
    for x in ids_of(spaces):
        found |= s.here[x]
    return found


def spaces_of(s: Car, units: Units) -> Spaces:
    """The spaces in which units of a set are."""
    found = 0
    for unit in ids_of(units):
        if s.at[unit] < SPACES:
            found |= 1 << s.at[unit]
    return found
