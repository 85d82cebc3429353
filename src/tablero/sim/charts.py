"""A run as pictures: who won, how games ended, how long they were, and how the lead went from phase to phase."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean, quantiles
from typing import TYPE_CHECKING

from tablero.bots.arena import wilson
from tablero.kernel.errors import BadRun
from tablero.sim.accumulators import course_of
from tablero.sim.games import FAILED, Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, PAPER = "#2b2622", "#f4efe3"
COLOURS = ("#9c2a2a", "#2d4f8f", "#3f7d4e", "#b98a2f")          # by seat
GREY = "#8a8378"


def draw(rows: list[Row], seats: tuple[str, ...], title: str, file: Path) -> None:
    """One picture with four charts."""
    if find_spec("matplotlib") is None:
        raise BadRun("no_matplotlib")
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    played = [row for row in rows if row.kind != FAILED]
    if not played:
        raise BadRun("no_games")
    pyplot.rcParams.update({"text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK})
    figure, axes = pyplot.subplots(2, 2, figsize=(12, 8), facecolor=PAPER)
    figure.suptitle(title)
    for chart, axis in zip((_wins, _endings, _lengths, _courses), axes.flat, strict=True):
        axis.set_facecolor("#fbf8f1")
        chart(axis, played, seats)
    figure.tight_layout()
    figure.savefig(file, dpi=110)
    pyplot.close(figure)


def _scenarios(rows: list[Row]) -> list[str]:
    return list(dict.fromkeys(row.scenario for row in rows))


def _wins(axis: Axes, rows: list[Row], seats: tuple[str, ...]) -> None:
    """Shares of games won, with 95 % intervals."""
    scenarios = _scenarios(rows)
    for i, seat in enumerate(seats):
        for x, scenario in enumerate(scenarios):
            games = [row for row in rows if row.scenario == scenario]
            won = sum(seat in row.winner.split() for row in games)
            low, high = wilson(won, len(games))
            share, place = 100 * won / len(games), x + (i - (len(seats) - 1) / 2) * 0.8 / len(seats)
            axis.bar(place, share, 0.75 / len(seats), color=COLOURS[i], label=seat if not x else None)
            axis.plot([place, place], [100 * low, 100 * high], color=INK)
    axis.set_xticks(range(len(scenarios)), scenarios)
    axis.set_ylabel("games won, %")
    axis.set_ylim(0, 100)
    axis.legend(frameon=False)
    axis.set_title("Wins (95 % intervals)")


def _endings(axis: Axes, rows: list[Row], seats: tuple[str, ...]) -> None:
    kinds = Counter((row.kind, row.winner) for row in rows).most_common(12)
    names = [f"{kind}: {winner or 'nobody'}" for (kind, winner), _ in kinds]
    colours = [COLOURS[seats.index(winner.split()[0])] if winner else GREY for (_, winner), _ in kinds]
    axis.barh(names[::-1], [n for _, n in kinds][::-1], color=colours[::-1])
    axis.set_xlabel("games")
    axis.set_title("How games ended")


def _lengths(axis: Axes, rows: list[Row], seats: tuple[str, ...]) -> None:
    for i, scenario in enumerate(_scenarios(rows)):
        actions = [row.actions for row in rows if row.scenario == scenario]
        axis.hist(actions, bins=24, histtype="step", label=scenario, color=(INK, GREY, "#b98a2f")[i % 3])
    axis.set_xlabel("decisions in a game")
    axis.set_ylabel("games")
    axis.legend(frameon=False)
    axis.set_title("Length")


def _courses(axis: Axes, rows: list[Row], seats: tuple[str, ...]) -> None:
    """The lead of each seat, its mean and the middle half of the games; of two seats the first says it all."""
    for i, scenario in enumerate(_scenarios(rows)):
        courses = [course_of(row) for row in rows if row.scenario == scenario and row.course]
        length = max(map(len, courses), default=0)
        if length < 3:
            continue
        held = [[course[min(n, len(course) - 1)] for course in courses] for n in range(length)]
        for seat, colour in zip(seats if len(seats) > 2 else seats[:1], COLOURS, strict=False):
            leads = [[lead[seats.index(seat)] for lead in phase] for phase in held]
            style = ("-", "--", ":", "-.")[i % 4]
            axis.plot([fmean(phase) for phase in leads], style, label=f"{scenario}: {seat}", color=colour)
            if len(courses) > 3:
                middle = [quantiles(phase, n=4) for phase in leads]
                low, high = [q[0] for q in middle], [q[2] for q in middle]
                axis.fill_between(range(length), low, high, color=colour, alpha=0.1)
    axis.axhline(0, color=GREY, linewidth=0.8)
    axis.set_xlabel("phase (a game that is over stays where it ended)")
    axis.set_ylabel("lead")
    if axis.get_legend_handles_labels()[0]:
        axis.legend(frameon=False)
    axis.set_title("Course of the lead, with the middle half")
