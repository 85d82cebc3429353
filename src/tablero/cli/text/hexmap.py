"""A hex board in the terminal: coloured cells, two lines high where there is room, with counters of two letters.

It draws any board of hexes and any scene on it, and knows no game. Without colours every sign still tells the sides,
the terrain and what can be chosen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from tablero.kernel.frames import State
from tablero.kernel.game import Game
from tablero.kernel.scene import Board, Piece, Scene, Space
from tablero.kernel.text import Catalogue
from tablero.table.look import Look, TerminalLook, look, terminal_look

# colours that a terminal of 256 has exactly
INK = "#303030"
FAINT = "#87875f"
GROUND = "#d7d7af"
LIT = "#ffd700"
SIDE_SIGNS = "×^+o&§"       # by seat
OPEN = "·"                  # a hex of which there is nothing to say
ARROWS = "↑↗↘↓↙↖"

TALL_FROM = 44      # lines of a terminal in which each hex is drawn two lines high


def counter_codes(names: Mapping[str, str]) -> dict[str, str]:
    """Two letters for each thing by its name, each different: `1º Navarra` is 1N, `Guías` Gu."""
    codes: dict[str, str] = {}
    taken: set[str] = set()
    for id_, name in names.items():
        code = next(c for c in _codes(name) if c not in taken)
        taken.add(code)
        codes[id_] = code
    return codes


def _codes(name: str) -> Iterable[str]:
    ordinal = re.match(r"\d*(\d)º (.*)", name)
    letters = [c for c in (ordinal[2] if ordinal else name) if c.isalnum() and cell_len(c) == 1] or ["?"]
    first = ordinal[1] if ordinal else letters.pop(0).upper()
    if ordinal:
        letters[0] = letters[0].upper()
    for second in letters:
        yield first + second
    for second in "abcdefghijklmnopqrstuvwxyz0123456789":
        yield first + second
    for first in "abcdefghijklmnopqrstuvwxyz":
        for second in "abcdefghijklmnopqrstuvwxyz":
            yield first + second


@dataclass(slots=True)
class HexMap:
    """How one board is drawn for a terminal of a certain size."""

    board: Board
    game: Game[State]
    codes: Mapping[str, str]            # two letters for each piece
    width: int
    height: int
    colour: bool
    look: Look = field(init=False)
    terminal: TerminalLook = field(init=False)
    cell: int = field(init=False)       # characters across a hex
    tall: bool = field(init=False)

    def __post_init__(self) -> None:
        self.look, self.terminal = look(self.game), terminal_look(self.game)
        columns = 1 + max(column(space) for space in self.board.spaces)
        self.cell = max(2, min(5, (self.width - 3) // columns))
        self.tall = self.height >= TALL_FROM

    def draw(self, scene: Scene, lit: Iterable[str], room: int = 0) -> Text:
        """The map with its counters; what can be chosen stands out. With little room only the lines around that."""
        stacks: dict[str, list[Piece]] = {}
        for piece in sorted(scene.pieces, key=lambda p: p.order):
            stacks.setdefault(piece.at, []).append(piece)
        chosen, marks = set(lit), dict(scene.marks)
        lines: dict[int, dict[int, Text]] = {}
        for space in self.board.spaces:
            upper, lower = self._hex(space, stacks.get(space.id, []), chosen, marks.get(space.id, ""))
            row = half_row(space)
            if self.tall:
                lines.setdefault(row, {})[column(space)] = upper
                lines.setdefault(row + 1, {})[column(space)] = lower
            else:
                lines.setdefault(row // 2, {})[column(space)] = upper
        wanted = {space.id for space in self.board.spaces} & (chosen | {p.at for p in scene.pieces if p.id in chosen})
        if room and len(lines) > room:
            rows = sorted(half_row(space) for space in self.board.spaces if space.id in wanted or not wanted)
            middle = rows[len(rows) // 2] // (1 if self.tall else 2)
            top = max(0, min(middle - room // 2, len(lines) - room))
            lines = {y: line for y, line in lines.items() if top <= y < top + room}
        return self._joined(lines)

    def _joined(self, lines: dict[int, dict[int, Text]]) -> Text:
        first = [space for space in self.board.spaces if half_row(space) <= 1]
        labels = {column(space): name(space)[:-2] for space in first}
        last = max(labels)
        head = Text("   ")
        for c in range(last + 1):
            head.append(labels[c].ljust(self.cell), "dim" if c % 2 else "")
        rows = {half_row(space): name(space)[-2:] for space in self.board.spaces if column(space) == 0}
        out = [head]
        for y in sorted(lines):
            label = rows.get(y if self.tall else 2 * y, "")
            out.append(Text().append(label.ljust(3), "dim"))
            for c in range(last + 1):
                out[-1].append_text(lines[y].get(c, Text(" " * self.cell)))
        return Text("\n").join(out)

    def _hex(self, space: Space, stack: list[Piece], lit: set[str], changed: str) -> tuple[Text, Text]:
        """The two lines of one hex."""
        here = space.id in lit
        if not stack:
            return self._ground(space, here, changed)
        top = stack[-1]
        chosen = here or any(piece.id in lit for piece in stack)
        ground = self.look.sides[top.side].colours[0] if top.side in self.game.seats else INK
        style = Style(bgcolor=ground, color="#ffffff", bold=True) if self.colour else Style(bold=True)
        if chosen:
            style += Style(color=LIT, underline=True) if self.colour else Style(underline=True)
        return (
            Text(self._counter(stack).ljust(self.cell)[: self.cell], style),
            Text(self._below(space, top).ljust(self.cell)[: self.cell], style + Style(bold=False)),
        )

    def _ground(self, space: Space, lit: bool, changed: str) -> tuple[Text, Text]:
        terminal = self.terminal
        sign, ground = terminal.terrain.get(space.terrain, (OPEN, GROUND))
        is_open = space.terrain == next(iter(terminal.terrain), space.terrain)
        for mark in (*space.marks, changed):
            sign = terminal.marks.get(mark, terminal.open_marks.get(mark, sign) if is_open else sign)
        style = Style(bgcolor=LIT if lit else ground, color=INK, bold=lit or None) if self.colour else Style()
        upper = sign + "*" if lit else sign * 2 if self.cell >= 4 and sign != OPEN else sign
        lower = name(space) if self.cell >= 5 else ""
        faint = Style(color=FAINT if is_open else INK) if self.colour and not lit else Style()
        return Text(upper.center(self.cell), style), Text(lower.center(self.cell), style + faint)

    def _counter(self, stack: list[Piece]) -> str:
        """Class, letters, facing and height of a stack, as many of them as fit."""
        top = stack[-1]
        sign = side_sign(self.game.seats, top.side)
        code = self.codes.get(top.id, "??")
        many = str(len(stack)) if len(stack) > 1 else ""
        framed = any(badge in self.look.badges and self.look.badges[badge].frame for badge in top.badges)
        arrow = "" if top.facing < 0 else "□" if framed else ARROWS[top.facing]
        symbol, letter = self.terminal.symbols.get(top.symbol, ("?", "?"))
        if self.colour:
            by_width = {2: code, 3: code + (many or arrow), 4: code + arrow + many}
            return by_width.get(self.cell, symbol + code + arrow + many)
        by_width = {2: sign + letter, 3: sign + code, 4: sign + code + (many or arrow)}
        return by_width.get(self.cell, sign + code + arrow + many)

    def _below(self, space: Space, top: Piece) -> str:
        """Damage of the unit on top, or the number of the hex."""
        letters, badges = self.terminal.damage, [badge.partition(".") for badge in top.badges]
        hurt = "".join(f"{letters[kind]}{number}" for kind, _, number in badges if kind in letters)
        return hurt or (name(space) if self.cell >= 4 else "")

    def legend(self, say: Catalogue) -> Text:
        """What the signs mean, for the terrain and classes of this board."""
        terminal, marks = self.terminal, {mark for space in self.board.spaces for mark in space.marks}
        signs = {kind: sign for kind, (sign, _) in terminal.terrain.items()}
        for mark, sign in (*terminal.marks.items(), *terminal.open_marks.items()):
            signs |= {mark.rpartition(".")[2]: sign} if mark in marks else {}
        words = [f"{sign} {say.say(f'terrain.{kind}.name').lower()}" for kind, sign in signs.items()]
        if self.colour and self.cell >= 5:
            words += [f"{sign} {say.say(f'symbol.{symbol}')}" for symbol, (sign, _) in terminal.symbols.items()]
        elif not self.colour:
            words += [f"{side_sign(self.game.seats, side)} {say.say(f'side.{side}.name')}" for side in self.game.seats]
        return Text("  ".join(words), "dim")


def side_sign(sides: tuple[str, ...], side: str) -> str:
    """The sign of a seat where there are no colours."""
    return SIDE_SIGNS[sides.index(side) % len(SIDE_SIGNS)] if side in sides else " "


def column(space: Space) -> int:
    return round((space.x - 1) / 1.5)


def half_row(space: Space) -> int:
    """Half hex heights from the top of the map to the top of the hex."""
    return round(space.y / (sqrt(3) / 2)) - 1


def name(space: Space) -> str:
    """The id without its kind: `1305`."""
    return space.id.partition(":")[2]
