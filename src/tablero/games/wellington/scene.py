"""How a view of the war is drawn: the map, and after each action pieces and Hands."""

from __future__ import annotations

from functools import cache

from tablero.games.wellington.board import (
    DUCHIES, DUCHY_NAMES, GUEST, HAND, HOME, LEADER_NAMES, LEADER_POWER, LINE_KINDS, MAP, NEAR, POSITION, POWERS, CARDS
)
from tablero.games.wellington.state import Duchy, Wellington
from tablero.kernel.bits import ids_of
from tablero.kernel.scene import Board, Hand, Line, Piece, Scene, Space

MAP_ID = "map:peninsula"


def place(x: Duchy) -> str:
    """A Duchy as things refer to it."""
    return f"duchy:{DUCHY_NAMES[x]}"


def board(s: Wellington) -> Board:
    """The map."""
    return _board()


@cache
def _board() -> Board:
    spaces = tuple(Space(place(x), *POSITION[x], "open", f"duchy.{name}.name") for x, name in enumerate(DUCHY_NAMES))
    lines = tuple(Line(place(a), place(b), LINE_KINDS[MAP.edge_kind(a, b)])
                  for a in range(DUCHIES) for b in ids_of(NEAR[a]) if a < b)
    return Board(MAP_ID, "points", max(x for x, _ in POSITION) + 50, max(y for _, y in POSITION) + 50, spaces, lines)


def scene(s: Wellington, seat: int) -> Scene:
    """What a seat sees of its view."""
    return Scene(MAP_ID, (*_soldiers(s), *_leaders(s), *_flags(s)), hands=tuple(_hand(s, power) for power in range(4)))


def _soldiers(s: Wellington) -> list[Piece]:
    return [Piece(f"soldiers:{name}.{DUCHY_NAMES[x]}", place(x), name, "soldiers",
                  values=(("sp", str(s.sp[power * DUCHIES + x])),))
            for power, name in enumerate(POWERS) for x in ids_of(s.occupied[power]) if s.sp[power * DUCHIES + x]]


def _leaders(s: Wellington) -> list[Piece]:
    return [Piece(f"leader:{name}", place(s.at[leader]), POWERS[LEADER_POWER[leader]], "leader",
                  f"leader.{name}.name", 1) for leader, name in enumerate(LEADER_NAMES) if s.at[leader] < DUCHIES]


def _flags(s: Wellington) -> list[Piece]:
    return [Piece(f"flag:{DUCHY_NAMES[x]}", place(x), POWERS[power], "flag")
            for x, power in enumerate(s.flag) if power >= 0]


def _hand(s: Wellington, power: int) -> Hand:
    zones = (HAND[power], HOME[power], GUEST[power])
    cards = [card for zone in zones for card in ids_of(s.piles[zone])]
    return Hand(POWERS[power], tuple(f"card:{CARDS.ids[card]}" for card in cards), sum(s.sizes[zone] for zone in zones))
