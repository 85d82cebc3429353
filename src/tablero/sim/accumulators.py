"""Statistics of a run. An accumulator is fed every game once, in order, and ends in a table: the one seam for more."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean, median
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


class Measures:
    """What a game lets one follow: the mean of each figure at the end of each turn, of the games that reached it."""

    def __init__(self) -> None:
        self._found: defaultdict[tuple[str, str], defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))

    def add(self, row: Row) -> None:
        for turn, name, value in measures_of(row):
            if value not in ("yes", "no"):
                self._found[row.scenario, name][turn].append(int(value))

    def report(self) -> Report:
        turns = sorted({turn for by_turn in self._found.values() for turn in by_turn})
        rows = [
            (scenario, name, *(f"{fmean(by_turn[turn]):.1f}" if turn in by_turn else "" for turn in turns))
            for (scenario, name), by_turn in self._found.items()
        ]
        return Report("Mean at the end of a turn", ("scenario", "figure", *map(str, turns)), rows)


class Milestones:
    """What happens once, if at all: in what share of the games, and the median of the turns at whose end it was so."""

    def __init__(self) -> None:
        self._games: Counter[str] = Counter()
        self._first: defaultdict[tuple[str, str], list[int]] = defaultdict(list)

    def add(self, row: Row) -> None:
        self._games[row.scenario] += row.kind != FAILED
        first: dict[str, int] = {}
        for turn, name, value in measures_of(row):
            if value in ("yes", "no"):
                self._first[row.scenario, name] += []
                if value == "yes":
                    first.setdefault(name, turn)
        for name, turn in first.items():
            self._first[row.scenario, name].append(turn)

    def report(self) -> Report:
        rows = [
            (scenario, name, _rate(len(turns), self._games[scenario]), f"{median(turns):g}" if turns else "")
            for (scenario, name), turns in self._first.items()
        ]
        return Report("What happened, and when", ("scenario", "what", "games (95 % intervals)", "median turn"), rows)


def measures_of(row: Row) -> Iterator[tuple[int, str, str]]:
    """Turn by turn the name and the value of each figure."""
    for measured in row.measures.split():
        turn, _, figures = measured.partition(":")
        for figure in figures.split(","):
            name, _, value = figure.partition("=")
            yield int(turn), name, value


def standard_accumulators(seats: tuple[str, ...]) -> list[Accumulator]:
    """What every run reports; a table without rows is not shown."""
    return [Wins(seats), Bots(seats), Length(), Endings(), Courses(seats), Measures(), Milestones()]
