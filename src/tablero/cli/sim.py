"""`./play sim`: thousands of games between bots, kept in a directory."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from tablero.bots import Budget
from tablero.cli.match import budget_options, key_values, listed, with_progress
from tablero.kernel.game import find
from tablero.sim import Accumulator, Report, Run, Setting, standard_accumulators
from tablero.sim.cluster import check_place


@click.command("sim")
@click.argument("game")
@click.option("--games", default=1000, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--bots", "names", default="", help="A bot for each seat, as heuristic,random; without: random.")
@click.option("--rotate", is_flag=True, help="The bots change seats from round to round of the battles.")
@click.option("--scenario", "scenarios", multiple=True, help="Only this battle; may be repeated.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Directory of the run.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Same seed, same games.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1))
@click.option("--on", default="", metavar="ray|ray://HOST:PORT", help="On Ray: a cluster, or one of this machine.")
@click.option("--options", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@budget_options
def sim_command(
    game: str, games: int, names: str, rotate: bool, scenarios: tuple[str, ...], out: Path | None, seed: int,
    processes: int, on: str, chosen: tuple[str, ...], seconds: float, simulations: int,
) -> None:
    """Play many games between bots and sum them up. Called again with the same directory, a run goes on."""
    console = Console()
    found = find(game)
    players, budget = listed(names, ["random"] * len(found.seats)), Budget(seconds, simulations)
    setting = Setting(game, games, players, scenarios or found.scenarios, seed, key_values(chosen), rotate, budget)
    setting.check()
    if on:
        check_place(on)
    run = Run.open(setting, out or tempfile.mkdtemp(prefix=f"tablero-{game}-"))
    accumulators = standard_accumulators(found.seats)
    stopped = play_run(console, run, processes, on, accumulators)
    print_reports(console, accumulators)
    console.print(f"Results: {run.results}", highlight=False, soft_wrap=True)
    if stopped:
        console.print("Stopped. The same command with --out goes on from here.", highlight=False)
        raise click.exceptions.Exit(130)
    run.finish()
    failed = run.failed()
    if failed:
        console.print(f"{len(failed)} games broke off; their records:", style="bold red")
        for record in failed:
            console.print(f"  {record}", highlight=False, soft_wrap=True)
        raise click.exceptions.Exit(1)


def play_run(console: Console, run: Run, processes: int, on: str, accumulators: list[Accumulator]) -> bool:
    """Play what is missing and feed the accumulators; was it interrupted?"""
    done = run.rows()
    rows = run.play(processes, on)
    games = run.setting.games
    for row in done:
        for accumulator in accumulators:
            accumulator.add(row)
    try:
        for row in with_progress(console, run.setting.game, rows, games, len(done)):
            for accumulator in accumulators:
                accumulator.add(row)
    except KeyboardInterrupt:
        return True
    return False


def print_reports(console: Console, accumulators: list[Accumulator]) -> None:
    """A table each; those without rows are left out."""
    for report in (accumulator.report() for accumulator in accumulators):
        if report.rows:
            console.print(report_table(report))


def report_table(report: Report) -> Table:
    table = Table(title=report.title)
    for n, column in enumerate(report.columns):
        table.add_column(column, justify="left" if n == 0 else "right")
    for row in report.rows:
        table.add_row(*row, style="bold" if row[0] == "all" else None)
    return table
