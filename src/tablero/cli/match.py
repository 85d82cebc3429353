"""`./play match`: bots against bots, over all battles and both sides."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from tablero import bots
from tablero.bots.arena import Match, Tally, elo, tallies, wilson
from tablero.kernel.errors import TableroError, UnknownName
from tablero.kernel.game import find

T = TypeVar("T")


def key_values(texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """`victory=graded` as pairs."""
    pairs = [text.partition("=") for text in texts]
    for key, mark, value in pairs:
        if not (key and mark and value):
            raise TableroError(f"{key + mark + value!r} should read name=value, as in victory=graded.")
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


@click.command("match")
@click.argument("game")
@click.option("--bots", "names", default="heuristic,random", show_default=True, help="Two bots, separated by a comma.")
@click.option("--games", default=140, show_default=True, type=click.IntRange(1), help="Games, spread evenly.")
@click.option("--scenario", "scenarios", multiple=True, help="Only this battle; may be repeated.")
@click.option("--options", "chosen", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Same seed, same match.")
@click.option("--processes", default=os.cpu_count() or 1, show_default=True, type=click.IntRange(1))
def match_command(
    game: str, names: str, games: int, scenarios: tuple[str, ...], chosen: tuple[str, ...], seed: int, processes: int
) -> None:
    """Let two bots play a match: every battle, both sides, many seeds."""
    console = Console()
    match = checked_match(game, names, games, scenarios, chosen, seed)
    label = " - ".join(match.names)
    outcomes = list(with_progress(console, label, match.results(processes), games))
    console.print(match_table(match, tallies(outcomes)))


def checked_match(
    game: str, names: str, games: int, scenarios: tuple[str, ...], chosen: tuple[str, ...], seed: int
) -> Match:
    """The match that is asked for, if everything in it exists."""
    found = find(game)
    pair = [name.strip() for name in names.split(",")]
    if len(pair) != 2 or len(found.seats) != 2:
        raise TableroError(f"A match is between two bots, as in --bots heuristic,random; {names!r} names {len(pair)}.")
    for name in pair:
        bots.load(name)
        bots.make(name, found, 0)
    for scenario in scenarios:
        if scenario not in found.scenarios:
            raise UnknownName("scenario", scenario, found.scenarios)
    options = key_values(chosen)
    found.chosen(dict(options))
    return Match(game, (pair[0], pair[1]), games, seed, options, scenarios)


def match_table(match: Match, found: dict[str, Tally]) -> Table:
    """Wins, draws and losses of each bot by battle and in all."""
    first, second = match.names
    options = "".join(f", {name}={value}" for name, value in match.options)
    table = Table(title=f"{first} against {second}, seed {match.seed}{options}", caption_justify="left")
    table.add_column("battle", no_wrap=True)
    for column in ("games", first, "draws", second, "ms"):
        table.add_column(column, justify="right")
    for scenario in [name for name in found if name]:
        table.add_row(scenario, *_cells(found[scenario]))
    table.add_section()
    table.add_row("all", *_cells(found[""]), style="bold")
    table.caption = (
        f"Wins of each bot, as a rate with its 95 % interval; ms: a decision of {first} / of {second} on average.\n"
        f"{first} scores {elo(found['']):+.0f} Elo."
    )
    return table


def _cells(tally: Tally) -> tuple[str, ...]:
    games = tally.games
    times = "/".join(f"{tally.milliseconds(bot):.2f}" for bot in (0, 1))
    return str(games), _rate(tally.wins, games), str(tally.draws), _rate(tally.losses, games), times


def _rate(n: int, games: int) -> str:
    low, high = wilson(n, games)
    return f"{n} {100 * n / max(1, games):.0f} % ({100 * low:.0f}-{100 * high:.0f})"
