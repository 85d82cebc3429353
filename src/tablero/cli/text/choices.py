"""What a player may do, as a numbered list, and what he meant by what he typed."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tablero.kernel.actions import Action
from tablero.kernel.frames import State
from tablero.kernel.scene import Scene
from tablero.kernel.text import Speech

FEW = 40            # options that are all spelt out; with more, long groups only list what can be typed
SHORT = 8           # a group that is spelt out even then
PLACES = (("hex",), ("space",))


@dataclass(frozen=True, slots=True)
class Choice:
    number: int
    action: Action
    text: str           # the text form: "to 1305"
    label: str          # "To Molino ford (1109)"
    short: str          # the label without its verb, and where the thing is
    is_place: bool      # it names a place on the board and nothing else
    odds: str           # "hits 44-67 %", "" where there are none


def choices(speech: Speech, s: State, scene: Scene, options: list[Action]) -> list[Choice]:
    """The options of the seat whose view this is, numbered in the order in which they are offered."""
    places = {piece.id: piece.at for piece in scene.pieces}
    tops = {piece.at: piece.id for piece in sorted(scene.pieces, key=lambda piece: piece.order)}
    found = []
    for number, action in enumerate(options, 1):
        label = speech.action(s, action)
        words = [_thing(speech, s, target, places, tops) for target in speech.game.targets(s, action)]
        text, short = speech.game.write(s, action), ", ".join(words) or label
        is_place = tuple(argument.kind for argument in speech.game.verbs[action[0]]) in PLACES
        odds = speech.odds(speech.game.odds(s, s.viewer, action))
        found.append(Choice(number, action, text, label, short, is_place, odds))
    return found


def _thing(speech: Speech, s: State, target: str, places: dict[str, str], tops: dict[str, str]) -> str:
    """A thing by its name; a unit with its hex, a hex with the unit on top of it."""
    label = thing_name(speech, s, target)
    if target in places:
        return f"{label} {places[target].partition(':')[2]}"
    if target in tops:
        kind = tops[target].partition(":")[0]
        held = speech.say(f"symbol.{kind}") if kind == "concealed" else thing_name(speech, s, tops[target])
        return f"{label} ({held})"
    return label


def thing_name(speech: Speech, s: State, ref: str) -> str:
    """What `kind:id` is called."""
    kind, _, id_ = ref.partition(":")
    return speech.thing(s, kind, speech.game.names(s)[kind].index[id_])


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
        if len(group) > SHORT and (many or terse and group[0].is_place):
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
