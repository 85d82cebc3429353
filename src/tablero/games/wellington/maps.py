"""What is printed, drawn once: the map of the Peninsula and the cards."""

from __future__ import annotations

from functools import cache

from tablero.games.wellington.board import (
    CARDS, CP, DUCHIES, DUCHY_NAMES, FORTRESSES, IMPULSE_START, KEYS, LINE_KINDS, MADRID, MAJOR_PORTS, MINOR_PORTS,
    MOMENTS, NORD, OCCUPIED_1812, ON_MAP, PACK, PLUS, PLYMOUTH, POSITION, POWERS, STRENGTH, SUD
)
from tablero.games.wellington.state import Duchy, Wellington
from tablero.kernel import scene
from tablero.kernel.scene import Board, Card, Line, Shape

MAP_ID = "map:peninsula"
WIDTH, HEIGHT = 1040, 970
SIDES_OF_DUCHY = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
LINES = dict(zip(LINE_KINDS, ("main", "rough", "crossing", "pass"), strict=True))      # how lines are drawn
DECK_SIDE = {"common": "", "home_britain": "britain", "home_spain": "spain", "home_france": "france"}


def place(x: Duchy) -> str:
    """A Duchy as things refer to it."""
    return f"duchy:{DUCHY_NAMES[x]}"


def board(s: Wellington) -> Board:
    """The map and the cards."""
    return _board()


@cache
def _board() -> Board:
    spaces = tuple(_space(x) for x in range(DUCHIES))
    lines = tuple(Line(f"duchy:{row.text('a')}", f"duchy:{row.text('b')}", LINES[row.text("type")])
                  for row in PACK.rows("lines.csv"))
    return Board(MAP_ID, "points", WIDTH, HEIGHT, spaces, lines, _shapes(), _cards())


_TYPES = {
    "type.capital": 1 << MADRID, "type.fortress": FORTRESSES, "type.key": KEYS & ~FORTRESSES & ~(1 << MADRID),
    "type.box": 1 << PLYMOUTH, "type.other": ON_MAP & ~KEYS & ~FORTRESSES,
}
_SIGNS = {
    "key": KEYS & (FORTRESSES | 1 << MADRID), "port_major": MAJOR_PORTS & ON_MAP, "port_minor": MINOR_PORTS,
    "occupied.nord": OCCUPIED_1812[NORD], "occupied.sud": OCCUPIED_1812[SUD],
}
_LABELS = tuple(row.choice("label", SIDES_OF_DUCHY) for row in PACK.rows("duchies.csv"))       # where names stand


def _space(x: Duchy) -> scene.Space:
    across, down = POSITION[x]
    marks = [mark for mark, duchies in (*_TYPES.items(), *_SIGNS.items()) if duchies >> x & 1]
    if STRENGTH[x]:
        marks.append(f"strength.{STRENGTH[x]}")
    terrain = "sea" if x == PLYMOUTH else "open"
    marks.append(f"label.{_LABELS[x]}")
    return scene.Space(place(x), across, down, terrain, f"duchy.{DUCHY_NAMES[x]}.name", tuple(marks))


def _cards() -> tuple[Card, ...]:
    return tuple(
        Card(f"card:{name}", DECK_SIDE[row.text("deck")], row.text("type"), 0,
             (("card_number", row.text("number")), *_points(card)), _reacting(card))
        for card, (name, row) in enumerate(zip(CARDS.ids, CARDS.rows, strict=True))
    )


def _reacting(card: int) -> tuple[str, ...]:
    """[5.2a] The Powers that may play a card in a window, and not only in an Impulse of their own."""
    if not any(CARDS.at[moment] >> card & 1 for moment in range(IMPULSE_START, len(MOMENTS))):
        return ()
    return tuple(power for seat, power in enumerate(POWERS) if CARDS.by[seat] >> card & 1)


def _points(card: int) -> tuple[tuple[str, str], ...]:
    """The CPs of a card; a '+' card may be played besides another [5.6b]."""
    return (("cp", f"{CP[card]}+" if PLUS >> card & 1 else str(CP[card])),) if CP[card] else ()


def _shapes() -> tuple[Shape, ...]:
    """The frame of the map, and what is drawn under the Duchies. A lettering is named by its message."""
    return (
        Shape("frame", (0, 0, WIDTH, 0, WIDTH, HEIGHT, 0, HEIGHT)),
        *(Shape(row.text("kind"), tuple(float(word) for word in row.text("points").split()), row.maybe_text("name"))
          for row in PACK.rows("shapes.csv")),
    )


