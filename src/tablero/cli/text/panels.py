"""Tracks, orders of battle and rules in the terminal, from any scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablero.cli.text.pointmap import mark_key, owner_of
from tablero.kernel.describe import cell, cell_words, piece_words, place_name, thing_name, track_words
from tablero.kernel.frames import State
from tablero.kernel.rulebook import Rule
from tablero.kernel.scene import Board, Panel, Piece, Scene, Space
from tablero.kernel.text import Speech, sentence
from tablero.table.look import look

FACTORS = ("fire", "attack", "defence")
OWN_VALUES = ("artillery_factor", "command_radius", "shock_bonus")


def side_style(speech: Speech, side: str) -> str:
    """The colour of a seat; none for nobody."""
    return f"bold {look(speech.game).sides[side].colours[0]}" if side in speech.game.seats else "bold"


def status_line(speech: Speech, scene: Scene) -> Text:
    """All tracks in a line: turn 3 of 16, and per side its ammunition and activations."""
    text = Text()
    side = ""
    for track in sorted(scene.tracks, key=lambda track: ("", *speech.game.seats).index(track.side)):
        if track.side != side:
            side = track.side
            text.append(f" · {speech.say(f'side.{side}.name')}:", side_style(speech, side)).append(" ")
        elif text:
            text.append(", ")
        text.append(track_words(speech, track))
    return text


def battle_order(speech: Speech, s: State, panel: Panel, codes: dict[str, str]) -> RenderableType:
    """Every unit of a side: letters on the map, name, class, morale, values, damage, where it is."""
    table = Table(box=None, padding=(0, 1, 0, 0), title_justify="left", title_style=side_style(speech, panel.side))
    table.title = f"{speech.say(panel.name)}: {speech.seat(speech.game.seats.index(panel.side))}"
    heads = ("", "row.unit", "row.class", "row.morale", "terminal.factors", "terminal.damage", "row.status")
    for head in heads:
        table.add_column(speech.say(head) if head else "", no_wrap=head != "row.status")
    for row in panel.rows:
        cells = dict(row)
        factors = "-".join(cells[name] for name in FACTORS if name in cells)
        extra = ", ".join(f"{speech.say(f'terminal.{name}')} {cells[name]}" for name in OWN_VALUES if name in cells)
        damage = f"{cells['fire_damage']}+{cells['shock_damage']} / {cells['limit']}"
        where = cell(speech, s, cells["at"]) if "at" in cells else cell(speech, s, cells["status"])
        if "at" in cells and cells["status"] != "status.on_map":
            where += f", {cell(speech, s, cells['status'])}"
        if "turn" in cells:
            where += f", {speech.say('row.turn').lower()} {cells['turn']}"
        if cells["status"] == "status.to_place":
            where += f": {speech.say(cells['area'])}"
        hurt = cells["fire_damage"] != "0" or cells["shock_damage"] != "0"
        table.add_row(
            codes.get(cells["unit"], ""), cell(speech, s, cells["unit"]), cell(speech, s, cells["class"]),
            cells["morale"], f"{extra}, {factors}" if extra else factors, damage, where,
            style="dim" if cells["status"] == "status.eliminated" else "bold" if hurt else "",
        )
    return table


def other_panels(speech: Speech, s: State, scene: Scene) -> RenderableType:
    """The short panels, a line each: flags, markers, actions played, weather; rows of several cells as a table."""
    parts: list[RenderableType] = []
    for panel in scene.panels:
        if panel.id.startswith("panel:battle_order") or not panel.rows:
            continue
        words = [cell_words(speech, s, *row[0]) for row in panel.rows if len(row) == 1]
        side = f"{speech.say(f'side.{panel.side}.name')}: " if panel.side else ""
        line = Text(side + speech.say(panel.name).lower(), side_style(speech, panel.side))
        parts.append(line.append(f": {'; '.join(words)}", "not bold default"))
        wide = [row for row in panel.rows if len(row) > 1]
        if wide:
            parts.append(_rows(speech, s, wide))
    return Group(*parts)


def _rows(speech: Speech, s: State, rows: Sequence[tuple[tuple[str, str], ...]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 2))
    for key, _ in rows[0]:
        table.add_column(speech.say(f"row.{key}"))
    for row in rows:
        table.add_row(*(cell(speech, s, value) for _, value in row))
    return table


# --------------------------------------------------------------------------------------------------- blocks and cards


def muster(speech: Speech, s: State, scene: Scene, side: str) -> RenderableType:
    """The pieces of a side that its viewer can tell, place by place, and how many more there are."""
    table = Table(box=None, padding=(0, 1, 0, 0), title_justify="left", title_style=side_style(speech, side))
    table.title = sentence(speech.seat(speech.game.seats.index(side)))
    kinds = frozenset(speech.game.names(s))
    hidden: Counter[str] = Counter()
    for piece in sorted(scene.pieces, key=lambda piece: (piece.at, piece.order)):
        if piece.side != side or piece.id.partition(":")[0] not in kinds:
            continue
        where = place_name(speech, s, piece.at)
        if piece.name:
            name, _, words = piece_words(speech, s, piece).partition(": ")
            table.add_row(where, name, words)
        else:
            hidden[where] += 1
    for where, n in hidden.items():
        table.add_row(where, speech.say("terminal.blocks", n=n), "")
    return table


def hands(speech: Speech, board: Board, scene: Scene) -> RenderableType:
    """The cards that a side may see, with what they do, and how many the others hold."""
    kinds = {card.id: card.kind for card in board.cards}
    parts: list[RenderableType] = []
    for hand in scene.hands:
        who = speech.say(f"side.{hand.side}.name")
        count = sentence(speech.say("describe.hand", side=who, n=hand.count))
        parts.append(Text(count, side_style(speech, hand.side)))
        for card in hand.cards:
            key = card.replace(":", ".", 1)
            text = Text(f"  {speech.say(f'{key}.name')} ", "bold")
            text.append(f"({speech.say(f'card_kind.{kinds[card]}').lower()}) ", "not bold dim")
            parts.append(text.append(f"{speech.say(f'{key}.when')} {speech.say(f'{key}.effect')}", "not bold default"))
    return Group(*parts)


def hand_line(speech: Speech, scene: Scene, seat: str) -> Text:
    """The cards of a seat by name, in a line."""
    for hand in scene.hands:
        if hand.side == seat and hand.cards:
            names = [speech.say(f"{card.replace(':', '.', 1)}.name") for card in hand.cards]
            return Text(f"{speech.say('terminal.cards')}: {', '.join(names)}")
    return Text()


def battlefield(speech: Speech, s: State, inset: Board, scene: Scene) -> RenderableType:
    """A board of boxes, a line a box, a column a side: which pieces stand where, and of which place it is."""
    table = Table(box=None, padding=(0, 2, 0, 0), title_justify="left", title_style="bold")
    marker = inset.id.partition(":")[2]         # symbol of the piece that tells where it is fought
    places = [place_name(speech, s, piece.at) for piece in scene.pieces if piece.symbol == marker]
    table.title = f"{sentence(speech.say(f'symbol.{marker}'))}: {', '.join(places)}"
    table.add_column("")
    for seat in speech.game.seats:
        table.add_column(speech.say(f"side.{seat}.name"), header_style=side_style(speech, seat))
    boxes: dict[str, dict[str, str]] = {}
    for space in inset.spaces:
        pieces = sorted((piece for piece in scene.pieces if piece.at == space.id), key=lambda piece: piece.order)
        side = next((mark.partition(".")[2] for mark in space.marks if mark.startswith("side.")), "")
        boxes.setdefault(space.name, {})[side] = "\n".join(_in_box(speech, s, pieces))
    for name, sides in boxes.items():
        if any(sides.values()):
            table.add_row(speech.say(name), *(sides.get(seat, "") for seat in speech.game.seats))
    return table


def _in_box(speech: Speech, s: State, pieces: list[Piece]) -> list[str]:
    known = [piece_words(speech, s, piece) for piece in pieces if piece.name]
    others = Counter(speech.say(f"symbol.{piece.symbol}") for piece in pieces if not piece.name)
    return known + [name if n == 1 else f"{name} ×{n}" for name, n in others.items()]


def place_lines(speech: Speech, s: State, board: Board, space: Space, scene: Scene) -> list[Text]:
    """A place in words: what it is, who controls it, its roads, and all that stands there."""
    name, terrain = thing_name(speech, s, space.id), speech.say(f"terrain.{space.terrain}.name")
    about = [speech.say(mark_key(mark)) for mark in space.marks if speech.catalogue.has(mark_key(mark))]
    owner = owner_of(space, dict(scene.marks).get(space.id, ""))
    text = f"{name}: {', '.join([terrain, *about])}. {speech.say(f'terrain.{space.terrain}.text')}"
    lines = [Text(text)]
    if owner in speech.game.seats:
        seat = speech.seat(speech.game.seats.index(owner))
        lines.append(Text(sentence(speech.say("terminal.controlled", seat=seat)), side_style(speech, owner)))
    roads: dict[str, list[str]] = {}
    for line in board.lines:
        if space.id in (line.a, line.b):
            other = line.b if line.a == space.id else line.a
            roads.setdefault(line.kind, []).append(thing_name(speech, s, other))
    for kind, others in roads.items():
        lines.append(Text(f"{sentence(speech.say(f'line.{kind}'))}: {', '.join(sorted(others))}"))
    here = sorted((p for p in scene.pieces if p.at == space.id), key=lambda p: (p.side, -p.order))
    said = [(piece_words(speech, s, piece), piece.side) for piece in here]
    for (what, side), same in groupby(said):
        n = len(list(same))
        lines.append(Text(f"  {what}" if n == 1 else f"  {what} (×{n})", side_style(speech, side)))
    return lines


def rule_text(speech: Speech, rule: Rule) -> Text:
    """A rule as one reads it."""
    text = Text(speech.say("terminal.rule", id=rule.id), "bold")
    text.append(f" {sentence(rule.title)}. ", "bold").append(rule.text, "not bold")
    if rule.see:
        text.append(f" {speech.say('terminal.see', ids=', '.join(rule.see))}", "dim not bold")
    return text
