"""`./play match`: bots against bots, over all battles and seats."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tablero import bots
from tablero.bots import Budget
from tablero.bots.arena import Cell, Match, Tally, elo, tallies, total, wilson
from tablero.kernel.errors import BadCommand
from tablero.kernel.game import find

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., object])
Cells: TypeAlias = Mapping[Cell, Tally]


def key_values(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """`victory=graded` as pairs."""
    pairs = [text.partition("=") for text in texts]
    for key, mark, value in pairs:
        if not (key and mark and value):
            raise BadCommand("name_value", text=key + mark + value)
    return tuple((key, value) for key, _, value in pairs)


def with_progress(console: Console, label: str, items: Iterable[T], total: int, done: int = 0) -> Iterator[T]:
    """The items, with a bar that counts them."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    times = (TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, *times, console=console, transient=True) as progress:
        task = progress.add_task(label, total=total, completed=done)
        for item in items:
            progress.advance(task)
            yield item


def budget_options(command: F) -> F:
    """What a decision of a bot may cost."""
    seconds = click.option("--seconds", default=0.0, type=click.FloatRange(0), help="For a decision; 0: as it likes.")
    simulations = click.option(
        "--simulations", default=0, type=click.IntRange(0), help="For a decision: the same games on any machine."
    )
    return seconds(simulations(command))


def listed(names: str, default: Sequence[str]) -> tuple[str, ...]:
    """`heuristic,random` as names."""
    return tuple(name.strip() for name in names.split(",")) if names else tuple(default)


@click.command("match")
@click.argument("game")
@click.option("--bots", "names", default="", help="A bot for each seat, as heuristic,random; without: that.")
@click.option("--games", default=140, show_default=True, type=click.IntRange(1), help="Games, spread evenly.")
@click.option("--scenario", "scenarios", multiple=True, help="Only this battle; may be repeated.")
@click.option("--options", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Same seed, same match.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1))
@budget_options
def match_command(
    game: str, names: str, games: int, scenarios: tuple[str, ...], chosen: tuple[str, ...], seed: int, processes: int,
    seconds: float, simulations: int,
) -> None:
    """Let bots play a match: every battle, every seat, many seeds."""
    console = Console()
    found = find(game)
    bots_ = listed(names, [bots.names(found)[-1], *["random"] * (len(found.seats) - 1)])
    match = Match(game, bots_, games, seed, key_values(chosen), scenarios, Budget(seconds, simulations))
    match.check()
    outcomes = list(with_progress(console, " - ".join(match.names), match.results(processes), games))
    cells = tallies(found, outcomes)
    console.print(match_table(match, cells))
    console.print(seat_table(match, cells))


def labels(names: Sequence[str]) -> list[str]:
    """The bots of a match by name; several of the same name are numbered."""
    return [name if names.count(name) == 1 else f"{name} {names[: n + 1].count(name)}" for n, name in enumerate(names)]


def match_table(match: Match, found: Cells) -> Table:
    """Wins of each bot by battle and in all."""
    names = labels(match.names)
    options = "".join(f", {name}={value}" for name, value in match.options)
    table = Table(title=f"{' against '.join(names)}, seed {match.seed}{options}", caption_justify="left")
    table.add_column("battle", no_wrap=True)
    for column in ("games", *names, "draws", "ms"):
        table.add_column(column, justify="right")
    for scenario in dict.fromkeys(cell.scenario for cell in found):
        table.add_row(scenario, *_cells(match, found, scenario))
    table.add_section()
    table.add_row("all", *_cells(match, found), style="bold")
    table.caption = "Wins of each bot, as a rate with its 95 % interval; ms: what a decision of each takes on average."
    return table


def _cells(match: Match, found: Cells, scenario: str | None = None) -> tuple[str, ...]:
    all_ = [total(found, scenario, bot) for bot in range(len(match.names))]
    times = "/".join(f"{tally.milliseconds:.2f}" for tally in all_)
    return str(all_[0].games), *map(_rate, all_), str(all_[0].draws), times


def seat_table(match: Match, found: Cells) -> Table:
    """Wins of each bot by seat, and what they are worth in Elo points."""
    seats = find(match.game).seats
    table = Table(title="By seat", caption_justify="left", caption="Elo: against all opponents, taken one by one.")
    table.add_column("bot", no_wrap=True)
    for column in (*seats, "Elo"):
        table.add_column(column, justify="right")
    for bot, name in enumerate(labels(match.names)):
        cells = [_rate(total(found, None, bot, seat)) for seat in range(len(seats))]
        table.add_row(name, *cells, f"{elo(total(found, None, bot)):+.0f}")
    return table


def _rate(tally: Tally) -> str:
    low, high = wilson(tally.wins, tally.games)
    return f"{tally.wins} {100 * tally.wins / max(1, tally.games):.0f} % ({100 * low:.0f}-{100 * high:.0f})"
