"""`./play report`: what a run of `./play sim` shows, as tables and as a picture."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console

from tablero.bots import Budget
from tablero.cli.sim import print_reports
from tablero.kernel.errors import BadRun
from tablero.kernel.game import find
from tablero.sim import Run, Setting, standard_accumulators
from tablero.sim.charts import draw


@click.command("report")
@click.argument("directory", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--picture/--no-picture", default=True, help="Draw report.png into the directory.")
def report_command(directory: Path, picture: bool) -> None:
    """Sum up a run of `sim`: wins with 95 % intervals, endings, lengths, and the course of the lead."""
    console = Console()
    run = opened(directory)
    game, rows = find(run.setting.game), run.rows()
    accumulators = standard_accumulators(game.seats)
    for row in rows:
        for accumulator in accumulators:
            accumulator.add(row)
    print_reports(console, accumulators)
    if picture:
        file = directory / "report.png"
        draw(rows, game.seats, f"{game.title}: {len(rows)} games of {', '.join(run.setting.bots)}", file)
        console.print(f"Picture: {file}", highlight=False, soft_wrap=True)


def opened(directory: Path) -> Run:
    """The run of a directory, as its run.json describes it."""
    try:
        found = json.loads((directory / "run.json").read_text(encoding="utf-8"))
        setting = Setting(
            found["game"], found["games"], tuple(found["bots"]), tuple(found["scenarios"]), found["seed"],
            tuple(sorted(found["options"].items())), found.get("rotate", False), Budget(*found.get("budget", ())),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise BadRun("not_a_run", directory=directory) from None
    return Run(setting, directory)
