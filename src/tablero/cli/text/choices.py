"""What a player may do, as a numbered list, and what he meant by what he typed."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tablero.kernel.actions import Action
from tablero.kernel.describe import thing_name
from tablero.kernel.engine import prompt
from tablero.kernel.frames import State
from tablero.kernel.scene import Piece, Scene
from tablero.kernel.text import Speech
from tablero.table.look import look

FEW = 40            # options that are all spelt out; with more, long groups only list what can be typed
SHORT = 8           # a group that is spelt out even then


@dataclass(frozen=True, slots=True)
class Choice:
    number: int
    action: Action
    text: str           # the text form: "to 1305"
    label: str          # "To Molino ford (1109)"
    short: str          # the label without its verb, and where the thing is
    is_place: bool      # it names a place on the board and nothing else
    typed: bool         # its text form tells what it is; that of a block that stands among others does not
    odds: str           # "hits 44-67 %", "" where there are none


def choices(speech: Speech, s: State, scene: Scene, options: list[Action]) -> list[Choice]:
    """The options of the seat whose view this is, numbered in the order in which they are offered."""
    things, question = Things(speech, s, scene), prompt(s, s.viewer).key
    places = {(piece.at.partition(":")[0],) for piece in scene.pieces}
    found = []
    for number, action in enumerate(options, 1):
        label = speech.action(s, action, question)
        words = [things.called(target) for target in speech.game.targets(s, action)]
        text, short = speech.game.write(s, action), ", ".join(words) or label
        kinds = tuple(argument.kind for argument in speech.game.verbs[action[0]])
        odds = speech.odds(speech.game.odds(s, s.viewer, action))
        typed = speech.game.varying.isdisjoint(kinds)
        found.append(Choice(number, action, text, label, short, kinds in places, typed, odds))
    return found


class Things:
    """What can be pointed at, by name: a unit with its place, a place with what stands there."""

    def __init__(self, speech: Speech, s: State, scene: Scene) -> None:
        self.speech = speech
        self.s = s
        self.kinds = frozenset(speech.game.names(s))
        self.places = {piece.id: piece.at for piece in scene.pieces}
        self.stacks: dict[str, list[Piece]] = {}
        symbols = look(speech.game).symbols
        for piece in sorted(scene.pieces, key=lambda piece: piece.order):
            hidden = piece.symbol in symbols and symbols[piece.symbol].hidden
            if hidden or piece.id.partition(":")[0] in self.kinds:
                self.stacks.setdefault(piece.at, []).append(piece)

    def called(self, target: str) -> str:
        label = thing_name(self.speech, self.s, target)
        if target in self.places:
            return f"{label}{self._at(self.places[target])}"
        if target in self.stacks:
            return f"{label} ({self._stack(self.stacks[target])})"
        return label

    def _at(self, place: str) -> str:
        """Where something is: the number of its hex, or the name of its place; nothing for what is off the map."""
        kind, _, id_ = place.partition(":")
        if kind not in self.kinds:
            return ""
        return f" {id_}" if id_.isdecimal() else f", {thing_name(self.speech, self.s, place)}"

    def _stack(self, pieces: list[Piece]) -> str:
        """The piece on top; of pieces that may be hidden, how many there are of each side."""
        kind = pieces[-1].id.partition(":")[0]
        if kind not in self.kinds:
            return self.speech.say(f"symbol.{pieces[-1].symbol}")
        if kind not in self.speech.game.varying:
            return thing_name(self.speech, self.s, pieces[-1].id)
        sides = Counter(piece.side for piece in pieces)
        return ", ".join(f"{self.speech.say(f'side.{side}.name')} {sides[side]}" for side in sorted(sides))


def listing(found: list[Choice], width: int, terse: bool = False) -> RenderableType:
    """The choices grouped by verb, in columns; if terse, places by what one types alone."""
    groups: dict[str, list[Choice]] = {}
    for choice in found:
        groups.setdefault(choice.action[0], []).append(choice)
    many = len(found) > FEW
    parts: list[RenderableType] = []
    single = [group[0] for group in groups.values() if len(group) == 1 and len(group[0].action) == 1]
    for verb, group in groups.items():
        if group[0] in single:
            continue
        if len(group) > SHORT and group[0].typed and (many or terse and group[0].is_place):
            parts.append(_words(verb, group))
        else:
            parts += [Text(verb, "bold"), Padding(_columns(group, width - 2), (0, 0, 0, 2))]
    if single:
        parts.append(_columns(single, width))
    return Group(*parts)


def _columns(group: list[Choice], width: int) -> Text:
    """Entries of equal width, as many in a line as fit, numbered along the lines."""
    entries = [_entry(choice) for choice in group]
    wide = min(width, max(len(entry) for entry in entries) + 2)
    across = max(1, width // wide)
    lines = [entries[i : i + across] for i in range(0, len(entries), across)]
    return Text("\n".join("".join(entry.ljust(wide) for entry in line).rstrip() for line in lines))


def _entry(choice: Choice) -> str:
    name = choice.short if len(choice.action) > 1 else choice.label
    return f"{choice.number:>3} {name}  [{choice.odds}]" if choice.odds else f"{choice.number:>3} {name}"


def _words(verb: str, group: list[Choice]) -> Text:
    """The typed forms alone: `to 0304 0404 0405 ...`."""
    text = Text(verb, "bold")
    text.append(" " + " ".join(choice.text.partition(" ")[2] for choice in group), "not bold")
    return text


# ----------------------------------------------------------------------------------------------- what was meant


def plain(text: str) -> str:
    """Without accents and capitals."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in folded if not unicodedata.combining(c)).split())


def meant(found: list[Choice], typed: str) -> list[Choice]:
    """The choices that a typed line can mean: by number, by text form, by its beginning, by words of the label."""
    line = plain(typed)
    if line.isdecimal() and len(line) < 4 and not line.startswith("0"):
        return [choice for choice in found if choice.number == int(line)]
    tests = (
        lambda c: c.text == line,
        lambda c: c.text.partition(" ")[2] == line,
        lambda c: _begins(c.text, line),
        lambda c: _begins(c.text.partition(" ")[2], line),
        lambda c: all(word in plain(f"{c.text} {c.label}") for word in line.split()),
    )
    for test in tests:
        fits = [choice for choice in found if test(choice)]
        if fits:
            return fits
    return []


def _begins(text: str, line: str) -> bool:
    """Does each typed word begin the word in its place?"""
    words, typed = text.split(), line.split()
    return 0 < len(typed) <= len(words) and all(w.startswith(t) for w, t in zip(words, typed))
