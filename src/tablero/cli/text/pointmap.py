"""A board of points in the terminal: every place by its name, as far as there is room, and how many pieces stand there.

It draws any board of points and any scene on it, and knows no game. A board may hold several maps, each with a frame:
they are drawn one below the other. Without colours every sign still tells the sides and what can be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rich.style import Style
from rich.text import Text

from tablero.cli.text.hexmap import INK, LIT, side_sign
from tablero.kernel.frames import State
from tablero.kernel.game import Game
from tablero.kernel.scene import Board, Piece, Scene, Space
from tablero.kernel.text import Catalogue
from tablero.table.look import Look, TerminalLook, look, terminal_look

FAINT = "#6c6c6c"
ROAD = "·"
PLACE = "○"                         # a place of no special type

LOWEST, HIGHEST = 34, 40            # lines of the largest map
SMALLEST = 6                        # lines of the others
BELOW = 20                          # lines of a terminal that are left for other things
ROOM_FOR_SIGNS = 6                  # beside a name: its type, a marker, the pieces of two sides
NAMES = ((130, 12), (110, 9), (0, 7))       # from how many characters across: how much of a name is written
ACROSS, DOWN = 1, 4                 # what it costs to write a name a character or a line from its place


@dataclass(frozen=True, slots=True)
class Label:
    """Where a place is written."""

    space: Space
    name: str                       # as much of it as there is room for
    line: int
    column: int


@dataclass(slots=True)
class PointMap:
    """How one board is drawn for a terminal of a certain size."""

    board: Board
    game: Game[State]
    names: Mapping[str, str]            # of every place, by its id
    blocks: frozenset[str]              # kinds of pieces that are counted: `block`
    width: int
    height: int
    colour: bool
    look: Look = field(init=False)
    terminal: TerminalLook = field(init=False)
    labels: list[Label] = field(init=False)
    dots: set[tuple[int, int]] = field(init=False)      # (line, column) of the roads

    def __post_init__(self) -> None:
        self.look, self.terminal = look(self.game), terminal_look(self.game)
        self.labels, self.dots = [], set()
        top = 0
        for frame in frames(self.board):
            top = self._lay_out(frame, top)

    # --- where things stand

    def _lay_out(self, frame: tuple[float, float, float, float], top: int) -> int:
        """Find a place for every name of a map, and draw its roads; returns the line below it."""
        left, upper, right, lower = frame
        inside = [space for space in self.board.spaces if left <= space.x <= right and upper <= space.y <= lower]
        across, down = _scale(space.x for space in inside), _scale(space.y for space in inside)
        most = next(letters for least, letters in NAMES if self.width >= least)
        lines = min(HIGHEST, max(LOWEST, self.height - BELOW))
        if len(inside) < len(self.board.spaces) / 2:
            lines = max(SMALLEST, lines // 4)
        taken: dict[int, list[tuple[int, int]]] = {}
        points: dict[str, tuple[int, int]] = {}
        types = [f"type.{name}" for name in self.terminal.places]
        for space in sorted(inside, key=lambda space: (_rank(space, types), space.y, space.x)):
            name = self.names[space.id][:most]
            wide = len(name) + ROOM_FOR_SIGNS
            line = top + round(down(space.y) * (lines - 1))
            column = round(across(space.x) * (self.width - most - ROOM_FOR_SIGNS))
            line, column = _free(taken, line, column, wide, range(top, top + lines), self.width)
            taken.setdefault(line, []).append((column, column + wide))
            points[space.id] = line, column
            self.labels.append(Label(space, name, line, column))
        for road in self.board.lines:
            if road.kind in self.terminal.roads and road.a in points and road.b in points:
                self.dots |= _between(points[road.a], points[road.b])
        return max(taken, default=top) + 2

    # --- drawing

    def draw(self, scene: Scene, lit: Iterable[str], room: int = 0) -> Text:
        """The maps with what stands on them; what can be chosen stands out. With little room only the lines around
        that."""
        stacks: dict[str, list[Piece]] = {}
        for piece in scene.pieces:
            stacks.setdefault(piece.at, []).append(piece)
        chosen, marks = set(lit), dict(scene.marks)
        wanted = chosen | {piece.at for piece in scene.pieces if piece.id in chosen}
        rows: dict[int, dict[int, Text]] = {}
        for label in self.labels:
            stack = stacks.get(label.space.id, [])
            drawn = self._label(label, stack, label.space.id in wanted, marks.get(label.space.id, ""))
            rows.setdefault(label.line, {})[label.column] = drawn
        numbers = range(min(rows, default=0), max(rows, default=-1) + 1)      # none for a board without spaces
        if room and len(numbers) > room:
            around = sorted(label.line for label in self.labels if label.space.id in wanted) or [numbers[0]]
            first = max(0, min(around[len(around) // 2] - numbers[0] - room // 2, len(numbers) - room))
            numbers = numbers[first : first + room]
        return Text("\n").join(self._line(number, rows.get(number, {})) for number in numbers)

    def _line(self, number: int, labels: Mapping[int, Text]) -> Text:
        """A line of the map: names where they stand, dots of roads between them."""
        text, columns = Text(), sorted(labels)
        for label, end in zip([None, *columns], [*columns, self.width], strict=True):
            if label is not None:
                drawn = labels[label]
                drawn.truncate(end - label)
                text.append_text(drawn)
            gap = "".join(ROAD if (number, c) in self.dots else " " for c in range(len(text.plain), end))
            text.append(gap, Style(color=FAINT) if self.colour else Style())
        text.rstrip()
        return text

    def _label(self, label: Label, stack: list[Piece], lit: bool, control: str) -> Text:
        """The sign of a place, its name, its markers, and the pieces of each side."""
        signs = self.terminal.places.items()
        sign = next((sign for name, sign in signs if f"type.{name}" in label.space.marks), PLACE)
        text = Text().append("*" if lit and not self.colour else sign, self._ink(owner_of(label.space, control)))
        ground = Style(color=INK, bgcolor=LIT, bold=True) if lit else Style(bold=bool(stack))
        text.append(label.name, ground if self.colour else Style(bold=lit))
        for symbol, mark in self.terminal.markers.items():
            for piece in stack:
                if piece.symbol == symbol:
                    text.append(mark + dict(piece.values).get("level", ""), self._ink(piece.side))
        for side in self.game.seats:
            text.append_text(self._army(side, [piece for piece in stack if piece.side == side]))
        return text

    def _ink(self, side: str) -> Style:
        """The colour of a side, on the terminal's own ground."""
        if not self.colour:
            return Style()
        return Style(color=self.look.sides[side].colours[0] if side in self.game.seats else FAINT)

    def _army(self, side: str, pieces: list[Piece]) -> Text:
        """`3g`: three pieces, or as much strength, with what accompanies them."""
        companions, symbols = self.terminal.companions, {piece.symbol for piece in pieces}
        found = "".join(dict.fromkeys(companions[s] for s in companions if s in symbols))
        number = self._number(pieces)
        if number:
            found = f"{number}{found}"
        if not found:
            return Text()
        if self.colour:
            return Text(found, Style(color="#ffffff", bgcolor=self.look.sides[side].colours[0], bold=True))
        return Text(side_sign(self.game.seats, side) + found, Style(bold=True))

    def _number(self, pieces: list[Piece]) -> int:
        """How many pieces with names there are; or the strength of the others, where the look says by which value."""
        value = self.terminal.strength
        named = [piece.id.partition(":")[0] in self.blocks for piece in pieces]
        if not value:
            return sum(named)
        return sum(int(dict(piece.values).get(value, 0)) for piece, one in zip(pieces, named) if not one)

    def legend(self, say: Catalogue) -> Text:
        """What the signs mean, for the places and markers of this board."""
        terminal, marks = self.terminal, {mark for space in self.board.spaces for mark in space.marks}
        places = [(name, sign) for name, sign in terminal.places.items() if f"type.{name}" in marks]
        words = [f"{sign} {say.say(f'mark.{name}')}" for name, sign in places]
        for symbol, sign in (*terminal.markers.items(), *terminal.companions.items()):
            words.append(f"{sign} {say.say(f'symbol.{symbol}')}")
        if not self.colour:
            words += [f"{side_sign(self.game.seats, side)} {say.say(f'side.{side}.name')}" for side in self.game.seats]
        return Text("  ".join(words), "dim")


def mark_key(mark: str) -> str:
    """The message of a mark of a place: `type.town` is "mark.town"."""
    return f"mark.{mark.rpartition('.')[2]}"


def owner_of(space: Space, control: str) -> str:
    """The side that controls a place: of its zone, unless a mark of the scene says otherwise."""
    return next((m.partition(".")[2] for m in (control, *space.marks) if m.startswith(("control.", "zone."))), "")


def frames(board: Board) -> list[tuple[float, float, float, float]]:
    """The maps of a board: left, upper, right and lower edge of each; the whole of it if it has no frames."""
    found = [
        (min(shape.points[::2]), min(shape.points[1::2]), max(shape.points[::2]), max(shape.points[1::2]))
        for shape in board.shapes if shape.kind == "frame"
    ]
    return found or [(0.0, 0.0, board.width, board.height)]


def _scale(values: Iterable[float]) -> Callable[[float], float]:
    """From the least of some numbers to the greatest as from 0 to 1."""
    found = sorted(values)
    least, span = (found[0], found[-1] - found[0] or 1) if found else (0, 1)      # a board without spaces
    return lambda value: (value - least) / span


def _rank(space: Space, types: list[str]) -> int:
    """What is written first, in its very place: places of the first types before the rest."""
    return min((types.index(mark) for mark in space.marks if mark in types), default=len(types))


def _free(
    taken: Mapping[int, list[tuple[int, int]]], line: int, column: int, wide: int, lines: range, width: int
) -> tuple[int, int]:
    """The place nearest to this one where a name of such a width meets no other."""
    best, found = float("inf"), (line, column)
    for y in lines:
        others = taken.get(y, [])
        for x in (column, *(start - wide for start, _ in others), *(end for _, end in others)):
            cost = DOWN * abs(y - line) + ACROSS * abs(x - column)
            free = all(x + wide <= start or end <= x for start, end in others)
            if cost < best and 0 <= x <= width - wide and free:
                best, found = cost, (y, x)
    return found


def _between(a: tuple[int, int], b: tuple[int, int]) -> set[tuple[int, int]]:
    """The characters on the straight way from one name to another."""
    steps = max(abs(a[0] - b[0]), abs(a[1] - b[1]) // 2, 1)
    return {
        (round(a[0] + (b[0] - a[0]) * i / steps), round(a[1] + (b[1] - a[1]) * i / steps)) for i in range(1, steps)
    }
