"""How a view is drawn, without pixels: what any client needs to show any game.

A `Board` is static and sent once; a `Scene` follows each action. Things refer to each other only as `kind:id`, as
options do, so whatever an option targets can be highlighted. Words are message keys of the catalogue, never sentences.

A client draws whatever it is sent, and knows no game: colours, symbols, markers and badges come from `look.toml` in the
pack (`tablero.table.look`). These names have a meaning to it:

    ids         board:<name>    of an inset: the piece whose symbol is <name> tells where on the map it is fought
                facing:...      targets of a choice among directions: shown as a compass
    values      strength        "3/4" of a block: pips, and how far it is turned; "2" of a marker: its number
                level           the number of a marker
                from            the space from which a piece comes: it is drawn on the road that leads there, with an
                                arrow to its own
    terrain     clear, forest, mountain and building of hexes; rough and sea of points
    marks       type. zone. elevation. river. crossing. label.      how a space is drawn; `control.<side>` of a Scene
                tints it, or the land around it if the look has `front`; `out.network` of a Scene: no line of its side
                reaches it from a `source.<side>`, which is shown on demand if the look has `network`
                aims.<space>    of a Scene: an arrow leads from the space to that one: an attack that is declared
                side.<side>     of a box of an inset: in whose half it lies; front: it is drawn large; grow.2, grow.5:
                its share of the row
    lines       road and river.<name> between hexes; main, secondary, link, crossing (of a river), connection and
                border between points
    shapes      frame begins a map; then land, realm (the part of it that sides can hold), region (named by its space),
                river, border, ridge, hills, and letters along a curve: lettering, ocean, range, large: country, sea
    targets     what is neither a space nor a piece nor a card in hand (load:field, side:carlist) is a button only; the
                `aim` of a question puts the piece that stands for it in its place. A choice that names nothing but is
                aimed at a box of an inset is a button too
    names       <key>.short besides <key>.name is written where there is little room
    panels      panel:now.<name> is the sheet of a fight, shown on the board as long as the view gives it and, with its
                last rows, after that until somebody puts it away. A row has what is compared (`sheet`, or `part` of
                what goes into a number), what each side has, and perhaps its `rule`; rows of one cell say where and
                which round. Dice, sentences and the result come from the log: `fights` of the look says which events
                begin and end a fight, `fight.<event>` what it is called. One that is over within an action has no view
                to show it: its events carry the rows themselves (`State.sheet`). A panel with no such rows leaves those
                of the last event that named both sides
    panel rows  a first cell that names a thing, with two more, is also told where that thing is pointed at; `class` is
                its symbol, `factors` its numbers, `area` where it may be set up, `at` where it is; `say` is a paragraph
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from tablero.kernel.frames import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Space:
    """A place on a board: a hex, or a point of a point-to-point map."""

    id: str                         # "hex:1713"
    x: float
    y: float
    terrain: str                    # message "terrain.<terrain>"
    name: str = ""                  # message key of its name, "" if it has none
    marks: tuple[str, ...] = ()     # "zone.carlist.D", "elevation.2", "river.ega", "crossing.ford"


@dataclass(frozen=True, slots=True)
class Line:
    """Something drawn between two spaces: a road, a river, a border."""

    a: str
    b: str
    kind: str


@dataclass(frozen=True, slots=True)
class Shape:
    """Something drawn under the spaces: land, a river, a border, the frame of a second map."""

    kind: str
    points: tuple[float, ...]       # x, y, x, y ...
    name: str = ""                  # as it is written on the map


@dataclass(frozen=True, slots=True)
class Card:
    """A card as printed; messages "<id>.name", ".when" and ".effect" with "card." for "card:"."""

    id: str                         # "card:ambush"
    side: str
    kind: str                       # message "card_kind.<kind>"
    year: int = 0
    values: tuple[tuple[str, str], ...] = ()        # ("ops", "3"); messages "row.<name>"
    reacts: tuple[str, ...] = ()    # seats that may be asked whether they react with it, in games that keep cards quiet


@dataclass(frozen=True, slots=True)
class Board:
    id: str                         # "map:arquijas"
    layout: str                     # "hexes" (flat-top, of radius 1), "points", or "boxes" (a battle board)
    width: float
    height: float
    spaces: tuple[Space, ...]
    lines: tuple[Line, ...] = ()
    shapes: tuple[Shape, ...] = ()
    cards: tuple[Card, ...] = ()
    insets: tuple[Board, ...] = ()  # boards that are shown temporarily: a battlefield


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter, block or marker where a seat sees it."""

    id: str                         # "unit:c_guias"
    at: str                         # "hex:1713", "panel:reserve" ...
    side: str                       # name of the seat it belongs to, "" if to nobody
    symbol: str                     # message "symbol.<symbol>": "infantry", "cavalry", "artillery", "leader" ...
    name: str = ""                  # message key
    order: int = 0                  # height in its stack, 0 at the bottom
    facing: int = -1                # hexside 0-5 clockwise from north
    values: tuple[tuple[str, str], ...] = ()        # ("attack", "4"), ("morale", "P"); messages "row.<name>"
    badges: tuple[str, ...] = ()    # "square", "fire_damage.2": message "badge.<badge>", and its {n}


@dataclass(frozen=True, slots=True)
class Track:
    """A row of boxes with a marker on it."""

    id: str                         # "track:turn"
    name: str                       # message key
    value: int
    length: int                     # how many boxes; 0 if there is no last one
    side: str = ""
    boxes: tuple[str, ...] = ()     # what stands in each box, as message keys
    zones: tuple[tuple[int, str], ...] = ()     # parts of it: the first value and a message key, from the lowest; where
                                                # two sides pull, values of the first of them are below 0


@dataclass(frozen=True, slots=True)
class Panel:
    """A list beside the board: an order of battle, a pile, a hand. Its cells are numbers, things or message keys."""

    id: str                         # "panel:battle_order.carlist"
    name: str
    side: str
    rows: tuple[tuple[tuple[str, str], ...], ...]       # per row: ("unit", "unit:c_guias"), ("shock_damage", "2") ...


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards a side holds: those that the seat may see, and the number of all."""

    side: str
    cards: tuple[str, ...]          # "card:ambush"
    count: int


@dataclass(frozen=True, slots=True)
class Scene:
    board: str                      # id of the board
    pieces: tuple[Piece, ...] = ()
    tracks: tuple[Track, ...] = ()
    panels: tuple[Panel, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()     # (space, mark) that change: a repaired bridge
    hands: tuple[Hand, ...] = ()
    inset: str = ""                 # id of the inset board that is shown now


def no_board(s: object) -> Board:
    """For games without a board."""
    return Board("board:none", "points", 0, 0, ())


def kept(
    look: Callable[[S, int], tuple[object, ...]], draw: Callable[[S, int], Scene], most: int
) -> Callable[[S, int], Scene]:
    """`draw` with a cache: many actions move nothing. `look` is everything that a scene depends on."""
    scenes: dict[tuple[object, ...], Scene] = {}

    def scene(s: S, seat: int) -> Scene:
        key = look(s, seat)
        found = scenes.get(key)
        if found is None:
            if len(scenes) >= most:
                scenes.clear()
            found = scenes[key] = draw(s, seat)
        return found

    return scene
