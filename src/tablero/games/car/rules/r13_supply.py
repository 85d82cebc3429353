"""[13] Supply: which spaces can trace a line to a Friendly Supply Source, by land and by sea, and what borders give.

Nothing is remembered: a supply line depends on who controls what, on the Beach Head, on the Strait and on the markers
of Isolated Spaces, and the searches are kept by these.
"""

from __future__ import annotations

from functools import lru_cache

from tablero.games.car.board import BEACH_P, BORDER, NAT, NORTH, NORTHERN_SOURCES, PORTS, REP, SEA, SOURCES, spaces
from tablero.games.car.rules.r02_map import connected, friendly, map_key, ways_of
from tablero.games.car.state import Car, Side, Space, Spaces

ATLANTIC, MEDITERRANEAN = range(2)
WEST = spaces("huelva", "cadiz", "algeciras")       # the Mediterranean coast from Algeciras to the west [16.7.2a]


def sea_ports(side: Side, strait: Side, key: int) -> tuple[Spaces, Spaces]:
    """[13.1.4.1a] [13.1.4.2a] [13.1.4.3a] [16.7.1c] [16.7.2a] By Sea Zone: the Ports by which a side
    may trace supply."""
    if side == NAT:
        return PORTS & SEA[ATLANTIC], PORTS & SEA[MEDITERRANEAN] if strait == NAT else 0
    if strait == REP:
        return 0, PORTS & SEA[MEDITERRANEAN]
    beach = 1 << BEACH_P if ways_of(key)[BEACH_P] & WEST else 0
    return 0, PORTS & SEA[MEDITERRANEAN] & ~(WEST | beach)


@lru_cache(maxsize=1 << 13)
def lines(side: Side, own: Spaces, key: int, strait: Side) -> Spaces:
    """[13.1.2a] [13.1.3a] [13.1.4a] [13.1.4b] [13.2.2a] [13.2.3a] The spaces of a side from which a supply line can be
    traced: by land to a source of its own that it holds; or by land to a Port, over one sea to another Port, and from
    there by land."""
    land = connected(SOURCES[side], own, key)
    found = land
    for ports in sea_ports(side, strait, key):
        if ports & land:
            found |= connected(ports, own, key)
    return found


def in_line(s: Car, side: Side) -> Spaces:
    """The spaces of a side that can trace a normal supply line."""
    return lines(side, friendly(s, side), map_key(s, side), s.strait)


def enclaves(s: Car) -> Spaces:
    """[16.2.3a] [16.2.3b] The Isolated Spaces and the Nationalist spaces Connected to them."""
    return connected(s.isolated, s.held, map_key(s, NAT)) if s.isolated else 0


def enclave(s: Car, x: Space) -> Spaces:
    """The group of an Isolated Space."""
    return connected(1 << x, s.held, map_key(s, NAT))


def supplied(s: Car, side: Side) -> Spaces:
    """[13.1.1a] [13.1.2a] [16.2.3a] The spaces of a side that are in supply."""
    found = in_line(s, side)
    return found | enclaves(s) if side == NAT else found


def bordering(s: Car, side: Side) -> Spaces:
    """[13.4.1.1a] [13.4.1.2a] [13.4.2a] The spaces out of supply that are Connected to the friendly country."""
    return connected(BORDER[side], friendly(s, side), map_key(s, side)) & ~supplied(s, side)


def north_linked(s: Car) -> bool:
    """[16.4.3.1a] [16.4.3.3a] Can a Republican source in the Northern Front trace a supply line to one outside?"""
    return bool(lines_without_north(friendly(s, REP), map_key(s, REP), s.strait) & NORTHERN_SOURCES)


def northern(s: Car) -> Spaces:
    """[16.4.3.2a] While the Northern Front is isolated: its Republican spaces, and those supplied only from its
    sources."""
    return _isolated_north(friendly(s, REP), map_key(s, REP), s.strait)


@lru_cache(maxsize=1 << 12)
def _isolated_north(own: Spaces, key: int, strait: Side) -> Spaces:
    if lines_without_north(own, key, strait) & NORTHERN_SOURCES:
        return 0
    return own & NORTH | connected(NORTHERN_SOURCES, own, key)


@lru_cache(maxsize=1 << 12)
def lines_without_north(own: Spaces, key: int, strait: Side) -> Spaces:
    """The Republican spaces that can trace a supply line to a source outside of the Northern Front."""
    land = connected(SOURCES[REP] & ~NORTH, own, key)
    ports = sea_ports(REP, strait, key)[MEDITERRANEAN]
    return land | connected(ports, own, key) if ports & land else land
