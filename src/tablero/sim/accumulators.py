"""Statistics of a run. An accumulator is fed every game once, in order, and ends in a table: the one seam for more."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple, Protocol

from tablero.bots.arena import wilson
from tablero.sim.games import FAILED, Row


class Report(NamedTuple):
    """A table to print."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class Accumulator(Protocol):
    """Something that learns from each game."""

    def add(self, row: Row) -> None:
        """One more game."""
        ...

    def report(self) -> Report:
        """What was learnt."""
        ...


class Wins:
    """How often each seat won, alone or with others, by scenario, with 95 % intervals; draws are nobody's."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self._seats = seats
        self._games: Counter[str] = Counter()
        self._wins: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, row: Row) -> None:
        if row.kind != FAILED:
            for scenario in (row.scenario, "all"):
                self._games[scenario] += 1
                self._wins[scenario].update(row.winner.split() or [""])

    def report(self) -> Report:
        rows = []
        for scenario in [*(name for name in self._games if name != "all"), *(["all"] if self._games else [])]:
            games, wins = self._games[scenario], self._wins[scenario]
            cells = [_rate(wins[seat], games) for seat in self._seats]
            rows.append((scenario, str(games), *cells, _rate(wins[""], games)))
        return Report("Wins (95 % intervals)", ("scenario", "games", *self._seats, "draws"), rows)


class Bots:
    """How often each bot won in each seat, with 95 % intervals."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self._seats = seats
        self._games: Counter[tuple[str, str]] = Counter()
        self._wins: Counter[tuple[str, str]] = Counter()

    def add(self, row: Row) -> None:
        if row.kind != FAILED:
            for seat, bot in zip(self._seats, row.bots.split(), strict=True):
                for column in (seat, "all"):
                    self._games[bot, column] += 1
                    self._wins[bot, column] += seat in row.winner.split()

    def report(self) -> Report:
        columns = (*self._seats, "all")
        rows = []
        for bot in dict.fromkeys(bot for bot, _ in self._games):
            cells = [(self._wins[bot, column], self._games[bot, column]) for column in columns]
            rows.append((bot, *(_rate(*cell) if cell[1] else "-" for cell in cells)))
        return Report("Wins of each bot by seat (95 % intervals)", ("bot", *columns), rows)


def _rate(wins: int, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.1f} % ({100 * low:.0f}-{100 * high:.0f})"


class Length:
    """How long the games were, by scenario."""

    def __init__(self) -> None:
        self._turns: defaultdict[str, list[int]] = defaultdict(list)
        self._actions: defaultdict[str, list[int]] = defaultdict(list)
        self._milliseconds: defaultdict[str, float] = defaultdict(float)

    def add(self, row: Row) -> None:
        if row.kind != FAILED:
            self._turns[row.scenario].append(row.turns)
            self._actions[row.scenario].append(row.actions)
            self._milliseconds[row.scenario] += 1000 * row.seconds

    def report(self) -> Report:
        rows = []
        for scenario, turns in self._turns.items():
            actions = self._actions[scenario]
            cells = (_spread(turns), _spread(actions), f"{self._milliseconds[scenario] / len(turns):.0f}")
            rows.append((scenario, *cells))
        return Report("Length: mean (least-most)", ("scenario", "turns", "actions", "ms a game"), rows)


def _spread(numbers: list[int]) -> str:
    return f"{sum(numbers) / len(numbers):.1f} ({min(numbers)}-{max(numbers)})"


class Endings:
    """How the games ended."""

    def __init__(self) -> None:
        self._kinds: Counter[tuple[str, str]] = Counter()

    def add(self, row: Row) -> None:
        self._kinds[row.kind, row.winner] += 1

    def report(self) -> Report:
        games = sum(self._kinds.values())
        rows = [
            (kind, winner or "nobody", str(n), f"{100 * n / games:.1f} %")
            for (kind, winner), n in self._kinds.most_common()
        ]
        return Report("Endings", ("kind", "winner", "games", "share"), rows)


class Courses:
    """How the lead of each seat went: its mean at the beginning, the quarters and the end of a game."""

    PARTS = 4

    def __init__(self, seats: tuple[str, ...]) -> None:
        self._seats = seats
        self._leads: defaultdict[tuple[str, str], list[list[int]]] = defaultdict(list)

    def add(self, row: Row) -> None:
        for seat, leads in zip(self._seats, zip(*course_of(row), strict=True), strict=False):
            parts = [leads[n * (len(leads) - 1) // self.PARTS] for n in range(self.PARTS + 1)]
            self._leads[row.scenario, seat].append(parts)

    def report(self) -> Report:
        rows = [
            (scenario, seat, *(f"{fmean(part):+.1f}" for part in zip(*games, strict=True)))
            for (scenario, seat), games in self._leads.items()
        ]
        columns = ("scenario", "seat", "start", *(f"{n}/{self.PARTS}" for n in range(1, self.PARTS)), "end")
        return Report("Course: mean lead, through a game", columns, rows)


def course_of(row: Row) -> list[list[int]]:
    """Phase by phase the lead of each seat; older runs hold that of the first seat only."""
    return [[int(lead) for lead in phase.split("/")] for phase in row.course.split()]


def standard_accumulators(seats: tuple[str, ...]) -> list[Accumulator]:
    """What every run reports."""
    return [Wins(seats), Bots(seats), Length(), Endings(), Courses(seats)]
