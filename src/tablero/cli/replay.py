"""`./play replay` and `./play verify`: what a record holds, and whether it is sound."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from tablero.cli.language import language_option
from tablero.cli.text.panels import side_style
from tablero.kernel.errors import BadCommand
from tablero.kernel.record import Record
from tablero.kernel.text import Speech

PAGE = 20       # actions between two pauses


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(0), help="Only the first AT actions, and the position they lead to.")
@click.option("--text", is_flag=True, help="All at once, without pauses.")
@language_option()
def replay_command(file: Path, at: int | None, text: bool, lang: str) -> None:
    """Tell the game recorded in FILE, action by action."""
    record = Record.load(file)
    if at is not None and at > len(record.entries):
        raise BadCommand("at", file=file, actions=len(record.entries), at=at)
    speech = Speech(record.game, lang)
    console = Console(highlight=False, markup=False, emoji=False)
    for n, (entry, s, events) in enumerate(record.story(), 1):
        if at is not None and n > at:
            break
        seat = record.game.seats[entry.seat]
        line = Text(f"{n:>4} ", "dim").append(seat, side_style(speech, seat))
        console.print(line.append(f" {record.game.write(s, entry.action)}", "default not bold"))
        for event in events:
            console.print(Text(f"       {speech.event(s, event.kind, event.args)}"))
        if not text and console.is_terminal and n % PAGE == 0:
            console.print(Text(speech.say("terminal.more"), "dim"))
            if input().strip().casefold().startswith("q"):
                return
    if record.state.over and at is None:
        console.print(Text(speech.result(record.state), "bold"))


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@language_option()
def verify_command(file: Path, lang: str) -> None:
    """Work out every die of FILE again from its seed, and say what that proves and what not."""
    record = Record.load(file)
    speech = Speech(record.game, lang)
    for key, values in record.verify().told():
        click.echo(speech.say(key, **values))
