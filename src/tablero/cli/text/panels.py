"""Tracks, orders of battle and rules in the terminal, from any scene."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablero.cli.text.choices import thing_name
from tablero.cli.text.hexmap import SIDE_COLOURS
from tablero.kernel.frames import State
from tablero.kernel.rulebook import Rule
from tablero.kernel.scene import Panel, Piece, Scene
from tablero.kernel.text import Speech, sentence

FACTORS = ("fire", "attack", "defence")
OWN_VALUES = ("artillery_factor", "command_radius", "shock_bonus")


def side_style(speech: Speech, side: str) -> str:
    """The colour of a seat; none for nobody."""
    seats = speech.game.seats
    return f"bold {SIDE_COLOURS[seats.index(side)]}" if side in seats else "bold"


def status_line(speech: Speech, scene: Scene) -> Text:
    """All tracks in a line: turn 3 of 16, and per side its ammunition and activations."""
    text = Text()
    side = ""
    for track in scene.tracks:
        if track.side != side:
            side = track.side
            text.append(f" · {speech.say(f'side.{side}.name')}:", side_style(speech, side)).append(" ")
        elif text:
            text.append(", ")
        name = speech.say(track.name).lower()
        text.append(speech.say("terminal.track", name=name, value=track.value, length=track.length))
    return text


def cell(speech: Speech, s: State, value: str) -> str:
    """What stands in a cell: a thing, a message or a number."""
    if ":" in value:
        return thing_name(speech, s, value)
    return speech.say(value) if "." in value else value


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
    """The short panels, one line each: flags, markers, actions played, weather."""
    lines = []
    for panel in scene.panels:
        if panel.id.startswith("panel:battle_order") or not panel.rows:
            continue
        words = []
        for row in panel.rows:
            for key, value in row:
                shown = cell(speech, s, value)
                bare = not value or panel.name in ("panel.played", "panel.drawn")
                words.append((shown or speech.say(f"row.{key}")) if bare else f"{speech.say(f'row.{key}')} {shown}")
        side = f"{speech.say(f'side.{panel.side}.name')}: " if panel.side else ""
        line = Text(side + speech.say(panel.name).lower(), side_style(speech, panel.side))
        lines.append(line.append(f": {'; '.join(words)}", "not bold default"))
    return Group(*lines)


def describe(speech: Speech, s: State, piece: Piece) -> str:
    """A counter in words: name, values, badges."""
    if not piece.name:
        return speech.say(f"symbol.{piece.symbol}")
    words = [speech.say(f"symbol.{piece.symbol}")]
    words += [f"{speech.say(f'row.{key}').lower()} {value}" for key, value in piece.values]
    for badge in piece.badges:
        kind, _, number = badge.partition(".")
        words.append(f"{number} {speech.say(f'badge.{kind}')}".strip())
    return f"{thing_name(speech, s, piece.id)}: {', '.join(words)}"


def rule_text(speech: Speech, rule: Rule) -> Text:
    """A rule as one reads it."""
    text = Text(speech.say("terminal.rule", id=rule.id), "bold")
    text.append(f" {sentence(rule.title)}. ", "bold").append(rule.text, "not bold")
    if rule.see:
        text.append(f" {speech.say('terminal.see', ids=', '.join(rule.see))}", "dim not bold")
    return text
