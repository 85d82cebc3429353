"""What is printed, drawn once: the map of Spain and the cards."""

from __future__ import annotations

from functools import cache

from tablero.games.car.board import (
    BEACHES, CAPITALS, FACES, MAIN_CITIES, MOUNTAIN, NORTH, PACK, PLACE, PORTS, SIDES, SIERRA, SOURCES, SPACE_NAMES,
    SPACES, VP_SPACES
)
from tablero.games.car.state import Car, Space
from tablero.kernel import scene
from tablero.kernel.scene import Board, Card, Line, Shape

MAP_ID = "map:war"
WIDTH, HEIGHT = 1000, 812
SIDES_OF_SPACE = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def board(s: Car) -> Board:
    """The map and the cards."""
    return _board()


@cache
def _board() -> Board:
    cards = tuple(
        Card(f"card:{face.id}", SIDES[face.side], face.type, 0,
             (("ops", str(face.value)),
              ("rp", f"{face.rp_own}+{face.rp_ally}" if face.rp_ally else str(face.rp_own)),
              ("card_number", face.id.upper())))
        for face in FACES
    )
    spaces = tuple(_space(x) for x in range(SPACES))
    return Board(MAP_ID, "points", WIDTH, HEIGHT, spaces, _lines(), _shapes(), cards)


def place(x: Space) -> str:
    """A space as things refer to it."""
    return f"space:{SPACE_NAMES[x]}"


_MARKS = {
    "type.main_city": MAIN_CITIES, "type.vp_space": VP_SPACES & ~MAIN_CITIES,
    "type.province_capital": CAPITALS & ~VP_SPACES,
    "type.other": (1 << SPACES) - 1 & ~(CAPITALS | VP_SPACES | BEACHES), "type.beach": BEACHES,
    "sierra": SIERRA, "mountain": MOUNTAIN & ~SIERRA, "port": PORTS & ~BEACHES,
    "zone.north": NORTH, "source.nationalist": SOURCES[0], "source.republican": SOURCES[1],
}


def _space(x: Space) -> scene.Space:
    """Beach Heads lie at sea [2.2.2.11a]."""
    across, down = PLACE[x]
    marks = tuple(mark for mark, spaces in _MARKS.items() if spaces >> x & 1) + (f"label.{_LABELS[x]}",)
    terrain = "sea" if BEACHES >> x & 1 else "rough" if MOUNTAIN >> x & 1 else "open"
    return scene.Space(place(x), across, down, terrain, f"space.{SPACE_NAMES[x]}.name", marks)


_LABELS = tuple(row.choice("label", SIDES_OF_SPACE) for row in PACK.rows("spaces.csv"))     # where names stand
_KINDS = {"plain": "link", "river": "crossing", "optional_grado": "connection"}


def _lines() -> tuple[Line, ...]:
    """Connections, those across a river apart; the Corridor of Grado."""
    return tuple(
        Line(f"space:{row.text('a')}", f"space:{row.text('b')}", _KINDS[row.text("type")])
        for row in PACK.rows("edges.csv") if row.text("type") in _KINDS
    )


def _shapes() -> tuple[Shape, ...]:
    """The frame of the map, and what is drawn under the spaces. A lettering is named by its message."""
    return (
        Shape("frame", (0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT)),
        *(Shape(row.text("kind"), tuple(float(word) for word in row.text("points").split()), row.maybe_text("name"))
          for row in PACK.rows("shapes.csv")),
    )
