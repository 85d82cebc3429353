"""What is printed, drawn once: the map of Spain and the cards."""

from __future__ import annotations

from functools import cache

from tablero.games.car.board import (
    BEACHES,
    CAPITALS,
    FACES,
    MAIN_CITIES,
    MOUNTAIN,
    PACK,
    PLACE,
    PORTS,
    SIDES,
    SIERRA,
    SOURCES,
    SPACE_NAMES,
    SPACES,
    VP_SPACES,
)
from tablero.games.car.state import Car, Space
from tablero.kernel import scene
from tablero.kernel.scene import Board, Card, Line

MAP_ID = "map:war"
WIDTH, HEIGHT = 1000, 790


def board(s: Car) -> Board:
    """The map, and the cards."""
    return _board()


@cache
def _board() -> Board:
    cards = tuple(Card(f"card:{face.id}", SIDES[face.side], face.type, 0) for face in FACES)
    return Board(MAP_ID, "points", WIDTH, HEIGHT, tuple(_space(x) for x in range(SPACES)), _lines(), (), cards)


def place(x: Space) -> str:
    """A space as things refer to it."""
    return f"space:{SPACE_NAMES[x]}"


_MARKS = {
    "type.main_city": MAIN_CITIES, "type.vp_space": VP_SPACES & ~MAIN_CITIES, "type.capital": CAPITALS & ~VP_SPACES,
    "type.other": (1 << SPACES) - 1 & ~(CAPITALS | VP_SPACES), "port": PORTS, "sierra": SIERRA, "beach": BEACHES,
    "source.nationalist": SOURCES[0], "source.republican": SOURCES[1],
}


def _space(x: Space) -> scene.Space:
    across, down = PLACE[x]
    marks = tuple(mark for mark, spaces in _MARKS.items() if spaces >> x & 1)
    terrain = "rough" if MOUNTAIN >> x & 1 else "open"
    return scene.Space(place(x), across, down, terrain, f"space.{SPACE_NAMES[x]}.name", marks)


_KINDS = {"plain": "secondary", "river": "river", "beach_head_arrow": "connection", "optional_grado": "connection"}


def _lines() -> tuple[Line, ...]:
    """[2.1.2] Solid lines and rivers; the arrow of Mallorca and the Corridor of Grado."""
    return tuple(
        Line(f"space:{row.text('a')}", f"space:{row.text('b')}", _KINDS[row.text("type")])
        for row in PACK.rows("edges.csv") if row.text("type") in _KINDS
    )


