"""How a game looks, from `look.toml` of its pack: what a client draws with, so that it need know no game.

Paths are SVG path data around the middle of the thing they belong to; a paint names a class `paint-<name>` of the
page's style sheet. No rule depends on any of this, and a pack without the file gets looks that tell its sides apart.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

import tablero
from tablero.kernel.errors import BadPack
from tablero.kernel.packs import LOOK

Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9a-f]{6}$")]
Drawing = list[tuple[str, str]]             # each a paint and a path
Spot = tuple[float, float]


class Part(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A table of the file: a key that is not known is an error."""


class SideLook(Part):
    """How a side, or a seat, is told apart: by colour, and by shapes for those who see no colour."""

    colours: tuple[Colour, Colour, Colour, Colour]      # by day, by night, and the same two for the colour-blind
    flag: str = ""                                      # pattern of the small flag beside its name
    outline: str = "square"                             # of its counters
    hatch: str = "slant"                                # on its counters
    canton: tuple[str, str] | None = None               # ground and sign in a corner of its counters
    emblem: str = "M-20 8H12"                           # on the back of its blocks


class SymbolLook(Part):
    draw: Drawing = []                      # on a counter 96 wide
    icon: Drawing = []                      # in a line of text, 20 by 18
    hidden: bool = False                    # the face of the piece is not seen


class MarkerLook(Part):
    """A piece that stands beside the stack of its space, not in it."""

    draw: Drawing = []
    at: Spot = (0, 0)                       # from the middle of the space
    under: bool = False                     # drawn below the stack
    fixed: bool = False                     # drawn in one size, however far the map is
    room: int = 36                          # half the width that names of places keep clear of
    unless: str = ""                        # left out where its side has a marker with this symbol


class BadgeLook(Part):
    draw: str = ""
    paint: str = ""
    at: Spot | None = None                  # from the middle of the piece; without it, in a row above
    sign: str = ""                          # written on it where it has no number
    dy: float = 0                           # how far below the middle of the badge that is written
    frame: bool = False                     # drawn around the whole piece
    chosen: bool = False                    # the piece gets the frame of what was picked
    flat: bool = False                      # the block lies flat
    harm: bool = False                      # who gets it, or more of it, was hit


class ValueLook(Part):
    """How a number of a piece is written on it."""

    ring: bool = False
    plus: bool = False
    aside: bool = False                     # on a counter: left of its symbol, not at its foot
    told: bool = False                      # not written: told where the piece is pointed at
    on_block: float | None = None           # on a block: how far right of the middle; else it is not written there
    tinted: bool = False                    # on a block: in the colour of its side


class PlaceLook(Part):
    """A place of a map of points, by its mark `type.<name>`."""

    draw: Drawing = []
    lettering: str = "minor"                # how its name is written: capital, area, market, wild or minor


class SignLook(Part):
    """What a mark adds to a place."""

    draw: Drawing = []
    at: Spot = (0, 0)
    scale: float = 1


class TerminalLook(Part):
    """The table `terminal`, which no page is sent: signs of one character that stand for things."""

    symbols: dict[str, tuple[str, str]] = {}        # of a counter: with colours and without
    damage: dict[str, str] = {}                     # badges whose number is written under a counter, each by a letter
    terrain: dict[str, tuple[str, Colour]] = {}     # sign and ground of a hex; the first is that of open country
    marks: dict[str, str] = {}                      # what a mark makes of the sign of its hex,
    open_marks: dict[str, str] = {}                 # and in open country only
    places: dict[str, str] = {}                     # of points, by mark `type.<name>`, the most important first
    roads: tuple[str, ...] = ("main",)              # kinds of lines between points that are drawn
    markers: dict[str, str] = {}                    # pieces that stand beside the others, by symbol
    companions: dict[str, str] = {}                 # the same, written behind the number of pieces of their side
    strength: str = ""                              # value that is added up instead of counting pieces with names


class ScenarioSize(Part):
    """How long and how large a scenario is, for those who choose one."""

    hours: tuple[int, int]                  # of two people who know the rules: from, to
    turns: int                              # at most
    pieces: int                             # that move and fight, as it begins


class StartLook(Part):
    """The table `start`, for the list of games: how to begin."""

    first: str = ""                         # the scenario to play first
    scenarios: dict[str, ScenarioSize] = {}


class Look(Part):
    module: bool = False                    # the page has code for this game alone: web/games/<code>.js
    sides: dict[str, SideLook] = {}
    blocks: list[str] = []                  # kinds of pieces that are blocks of wood
    symbols: dict[str, SymbolLook] = {}
    markers: dict[str, MarkerLook] = {}
    badges: dict[str, BadgeLook] = {}
    values: dict[str, ValueLook] = {}
    places: dict[str, PlaceLook] = {}
    signs: dict[str, SignLook] = {}
    front: bool = False                     # of a map of points: marks `control.<side>` tint the land, up to a front
    allied: list[tuple[str, ...]] = []      # sides between which no front is drawn
    network: bool = False                   # of a map of points: supply can be shown, see mark `out.network`
    pulled: dict[str, tuple[str, str]] = {} # tracks whose marker two sides pull to and fro: the sides at its ends
    closing: tuple[str, ...] = ("done", "pass")         # verbs that end a question; the first of them is the best
    apart: tuple[str, ...] = ()             # verbs that a plain click never means: a button of their own comes first
    by_name: tuple[str, ...] = ()           # verbs that are buttons with their names, never a click on what they name
    quiet: tuple[str, ...] = ()             # kinds of things with which one may refuse to react: cards, leaders
    fights: dict[str, int] = {}             # kinds of events: 1 begins a fight, 2 is a result of it, 3 is both
    great: tuple[str, ...] = ()             # kinds of events that nobody should miss: a card over the board
    headings: dict[str, int] = {}           # kinds of events that begin a part of the log: 1 a large one, 2 a small one


# sides that have no look of their own, in the order of the seats
_COLOURS = (
    ("#9b2226", "#e07b76", "#a33f00", "#e08a4a"), ("#2a4a80", "#86a8de", "#004b80", "#6aaede"),
    ("#3d6b35", "#8fc084", "#5c5c00", "#c9c95a"), ("#7a4a12", "#dcb06a", "#7d3a67", "#d194bd"),
    ("#5b3a78", "#b99ad6", "#3a3a78", "#a3a3e0"), ("#1f6a6d", "#7cc4c6", "#00664c", "#66c2a5"),
)
_SHAPES = (
    ("saltire", "square", "upright"), ("crown", "crown", "level"), ("pale", "cut", "slant"),
    ("fess", "nick", "upright"), ("bend", "square", "level"), ("plain", "crown", "slant"),
)
_EMBLEMS = (
    "M-30-20L22 34M22-20L-30 34", "M-26 26H18M-26 26L-32-8L-18 6L-4-16L10 6L24-8L18 26", "M-4-24V36M-28 6H20",
    "M-28-14H20L-4 34Z", "M-28 6L-4-20L20 6L-4 32Z", "M-26 6a22 22 0 1 1 44 0a22 22 0 1 1-44 0",
)

_known: dict[Path, tuple[Look, TerminalLook, StartLook]] = {}


def look(game: tablero.Game[tablero.State]) -> Look:
    """The look of a game; what it does not say of its seats is made up."""
    return (_known.get(game.pack.root) or _read(game))[0]


def terminal_look(game: tablero.Game[tablero.State]) -> TerminalLook:
    """The signs of a game in a terminal."""
    return (_known.get(game.pack.root) or _read(game))[1]


def start_look(game: tablero.Game[tablero.State]) -> StartLook:
    """What to play first, and the size of each scenario; of what the pack does not say, nothing."""
    return (_known.get(game.pack.root) or _read(game))[2]


def art(game: tablero.Game[tablero.State]) -> str:
    """The picture of a game for a list of games, as SVG; "" if its pack has none."""
    path = game.pack.root / "art.svg"
    return path.read_text("utf-8") if path.is_file() else ""


def _read(game: tablero.Game[tablero.State]) -> tuple[Look, TerminalLook, StartLook]:
    given = dict(game.pack.toml(LOOK).values) if (game.pack.root / LOOK).is_file() else {}
    try:
        terminal = msgspec.convert(given.pop("terminal", {}), TerminalLook)
        start = msgspec.convert(given.pop("start", {}), StartLook)
        found = msgspec.convert(given, Look)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at ")
        raise BadPack(LOOK, where.strip("`"), "look", why=what) from None
    for where, names, known in (
        ("closing", found.closing, game.verbs), ("apart", found.apart, game.verbs),
        ("by_name", found.by_name, game.verbs), ("headings", found.headings, game.events),
        ("fights", found.fights, game.events), ("great", found.great, game.events),
    ):
        for name in names:
            if given.get(where) and name not in known:
                raise BadPack(LOOK, where, "look_unknown", name=name)
    for name in (*start.scenarios, *filter(None, [start.first])):
        if name not in game.scenarios:
            raise BadPack(LOOK, "start", "look_unknown", name=name)
    made = {seat: _made_up(i) for i, seat in enumerate(game.seats)}
    _known[game.pack.root] = msgspec.structs.replace(found, sides=made | found.sides), terminal, start
    return _known[game.pack.root]


def _made_up(seat: int) -> SideLook:
    flag, outline, hatch = _SHAPES[seat % len(_SHAPES)]
    return SideLook(_COLOURS[seat % len(_COLOURS)], flag, outline, hatch, None, _EMBLEMS[seat % len(_EMBLEMS)])
