"""A position in words, as a player reads it: from what a seat may know, for any game and in any language.

`describe` gives all of it; clients that show only a part in words use the other functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tablero.kernel import engine
from tablero.kernel.frames import Decision, State, cited
from tablero.kernel.rulebook import rules
from tablero.kernel.scene import Panel, Piece, Scene, Track
from tablero.kernel.text import Speech, sentence

if TYPE_CHECKING:
    from tablero.kernel.game import Game


def describe(game: Game[State], s: State, seat: int, language: str) -> str:
    """What a seat may know of a position; -1 is a spectator. What is hidden from it stays hidden."""
    speech = Speech(game, language)
    view = s if s.viewer >= 0 else game.view(s, seat)
    scene = game.scene(view, seat)
    parts = [
        _heading(speech, seat), _tracks(speech, scene), _question(speech, view, seat), _places(speech, view, scene),
        *(_panel(speech, view, scene, panel) for panel in scene.panels), _hands(speech, view, scene),
    ]
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part)))


# ---------------------------------------------------------------------------------------------- things and pieces


def thing_name(speech: Speech, s: State, ref: str) -> str:
    """What `kind:id` is called."""
    kind, _, id_ = ref.partition(":")
    return speech.thing(s, kind, speech.game.names(s)[kind].index[id_])


def place_name(speech: Speech, s: State, ref: str) -> str:
    """A place of the map by its name, a box of a battle board by its message."""
    kind, _, id_ = ref.partition(":")
    if kind in speech.game.names(s):
        return thing_name(speech, s, ref)
    return speech.say(f"{kind}.{id_.rpartition('.')[2]}")


def cell(speech: Speech, s: State, value: str) -> str:
    """What stands in a cell of a panel: a thing, a message or a number."""
    if ":" in value:
        return thing_name(speech, s, value)
    if value[:1].isdigit():
        return value.replace(".", speech.say("list.decimal"))
    return speech.say(value) if "." in value else value


def cell_words(speech: Speech, s: State, key: str, value: str) -> str:
    """A cell with its key; a unit in the cell `unit` needs none."""
    found = cell(speech, s, value)
    return found if value.startswith(f"{key}:") else f"{speech.say(f'row.{key}')} {found}".strip()


def piece_name(speech: Speech, s: State, piece: Piece) -> str:
    """What stands on a counter. Things whose name depends on who looks have it in the scene."""
    kind = piece.id.partition(":")[0]
    if kind in speech.game.varying or kind not in speech.game.names(s):
        return speech.say(piece.name)
    return thing_name(speech, s, piece.id)


def piece_words(speech: Speech, s: State, piece: Piece) -> str:
    """A counter in words: name, values, badges."""
    symbol = speech.say(f"symbol.{piece.symbol}")
    words = [symbol] if piece.name else []
    for key, value in piece.values:
        words.append(f"{speech.say(f'row.{key}').lower()} {cell(speech, s, value)}")
    if piece.facing >= 0 and "facing" in speech.game.names(s):
        words.append(speech.say("describe.facing", facing=speech.thing(s, "facing", piece.facing)))
    for badge in piece.badges:
        kind, _, number = badge.partition(".")
        words.append(speech.say(f"badge.{kind}", n=number))
    name = piece_name(speech, s, piece) if piece.name else symbol
    if name.casefold() == symbol.casefold():
        words = words[1:] if piece.name else words
    return f"{name}: {', '.join(words)}" if words else name


def track_words(speech: Speech, track: Track) -> str:
    """`turn 3 of 16`, or `round 3` where there is no last one."""
    key = "describe.track" if track.length else "describe.track_open"
    return speech.say(key, name=speech.say(track.name).lower(), value=track.value, length=track.length)


# ---------------------------------------------------------------------------------------------- parts of a position


def _heading(speech: Speech, seat: int) -> Iterator[str]:
    who = speech.seat(seat) if seat >= 0 else speech.say("describe.spectators")
    yield speech.say("describe.heading", title=speech.game.title, seat=who)


def _side(speech: Speech, side: str) -> str:
    return f"{speech.say(f'side.{side}.name')}: " if side else ""


def _ids(speech: Speech, s: State, refs: Sequence[str]) -> str:
    """The ids by which actions name things: ` [c_guias]`; nothing for what no action can name."""
    pairs = (ref.partition(":") for ref in refs)
    found = ", ".join(id_ for kind, _, id_ in pairs if kind in speech.game.names(s))
    return f" [{found}]" if found else ""


def _tracks(speech: Speech, scene: Scene) -> Iterator[str]:
    """A line for what belongs to nobody, and one for each side."""
    for side in ("", *speech.game.seats):
        found = [track_words(speech, track) for track in scene.tracks if track.side == side]
        if found:
            yield sentence(_side(speech, side) + ", ".join(found)) + "."


def _question(speech: Speech, s: State, seat: int) -> Iterator[str]:
    """Which rules are being carried out, who is asked, and the options of the seat whose view this is."""
    if s.over:
        yield speech.result(s)
        return
    book = rules(speech.game.pack, speech.language)
    titles = dict.fromkeys(book[id_].title for frame in s.stack if (id_ := cited(type(frame))) in book)
    yield speech.say("describe.rules", rules=" > ".join(titles))
    if not isinstance(s.stack[-1], Decision):
        return                      # half-way through a rule, where nobody is asked
    asked = speech.seats(engine.players(s))
    yield sentence(speech.say("describe.asked", seats=asked, prompt=speech.prompt(s, engine.prompt(s, seat))))
    found = engine.options(s, seat)
    if found:
        texts = ", ".join(speech.game.write(s, action) for action in found)
        yield speech.say("describe.options", n=len(found), options=texts)


def _places(speech: Speech, s: State, scene: Scene) -> Iterator[str]:
    """Each place where something stands with what stands there, from top to bottom; alike pieces together."""
    places: dict[str, list[Piece]] = {}
    for piece in sorted(scene.pieces, key=lambda piece: (piece.at, piece.side, -piece.order)):
        places.setdefault(piece.at, []).append(piece)
    for at, pieces in places.items():
        alike: dict[str, list[str]] = {}
        for piece in pieces:
            alike.setdefault(_side(speech, piece.side) + piece_words(speech, s, piece), []).append(piece.id)
        name = place_name(speech, s, at)
        yield name if at.partition(":")[2] in name else name + _ids(speech, s, [at])
        for words, ids in alike.items():
            yield f"  {words}{f' (×{len(ids)})' if len(ids) > 1 else ''}{_ids(speech, s, ids)}"


def _panel(speech: Speech, s: State, scene: Scene, panel: Panel) -> Iterator[str]:
    """What a panel says beyond the board: rows about pieces that stand there say nothing new."""
    on_board = {piece.id for piece in scene.pieces}
    rows = [row for row in panel.rows if row[0][1] not in on_board]
    if rows:
        yield sentence(_side(speech, panel.side) + speech.say(panel.name).lower())
    for row in rows:
        yield "  " + ", ".join(cell_words(speech, s, key, value) for key, value in row)


def _hands(speech: Speech, s: State, scene: Scene) -> Iterator[str]:
    """How many cards each side holds, and those that the seat may see."""
    for hand in scene.hands:
        yield sentence(speech.say("describe.hand", side=speech.say(f"side.{hand.side}.name"), n=hand.count))
        yield from (f"  {cell(speech, s, card)}{_ids(speech, s, [card])}" for card in hand.cards)
