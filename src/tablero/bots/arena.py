"""Bots against bots: one game, and matches over all scenarios, all seats and many seeds.

    game = tablero.game("dpyr")
    players = [bots.make("heuristic", game, 1), bots.make("random", game, 2)]
    print(arena.play(game, "maella", players, seed=7))
"""

from __future__ import annotations

import hashlib
import math
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import cycle, islice, product
from typing import NamedTuple, TypeVar

from tablero import bots
from tablero.bots import FREE, Bot, Budget
from tablero.kernel.actions import Action
from tablero.kernel.engine import apply, apply_trusted, options, players
from tablero.kernel.errors import BadBot, BadCommand, TableroError, UnknownName
from tablero.kernel.frames import State, winners
from tablero.kernel.game import Course, Game, find

J = TypeVar("J")
R = TypeVar("R")


class Played(NamedTuple):
    """How a game between bots went; tuples are by seat, but for the winners."""

    scenario: str
    seed: int
    winner: int | None                  # the one seat that won
    winners: tuple[int, ...]            # all that won: a side, or several that share the victory
    kind: str
    score: tuple[float, ...]
    turns: int
    actions: int
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]          # time to think


@dataclass(slots=True)
class Sitting:
    """A game that bots play out; `moves` is what was done so far, also when it breaks off."""

    game: Game[State]
    state: State
    bots: Sequence[Bot]
    budget: Budget = FREE               # for each decision
    moves: list[tuple[int, Action]] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    course: list[tuple[int, ...]] = field(default_factory=list)
    measures: dict[int, Mapping[str, int]] = field(default_factory=dict)        # at the end of each turn, by its number

    def play_out(self) -> None:
        """Ask whoever is awaited until the game is over."""
        s, view, moves, budget = self.state, self.game.view, self.moves, self.budget
        self.decisions, self.seconds = [0] * len(self.bots), [0.0] * len(self.bots)
        course, phase, turns, turn = Course(self.game, self.course), self.game.phase, self.game.turns, 0
        while not s.over:
            if phase(s) != course.phase:
                course.note(s)
            if turns(s) != turn:
                self.measures[turn] = self.game.measures(s)
                turn = turns(s)
            seat = players(s)[0]
            bot, offered = self.bots[seat], options(s, seat)
            begun = time.perf_counter()
            action = bot.choose(view(s, seat) if bot.needs_view else s, offered, seat, budget)
            self.seconds[seat] += time.perf_counter() - begun
            self.decisions[seat] += 1
            if action not in offered:
                apply(s, seat, action)          # raises, and says why
            moves.append((seat, action))
            apply_trusted(s, seat, action)
        course.note(s)
        self.measures[turn] = self.game.measures(s)


def play(
    game: Game[State], scenario: str, bots: Sequence[Bot], seed: int, options: Mapping[str, str] | None = None,
    budget: Budget = FREE,
) -> Played:
    """One game, from the set-up to its end."""
    s = game.new(scenario, seed, options)
    s.quiet = True
    sitting = Sitting(game, s, bots, budget)
    sitting.play_out()
    return summary(sitting, scenario, seed)


def summary(sitting: Sitting, scenario: str, seed: int) -> Played:
    """How a finished game went."""
    s, result = sitting.state, sitting.state.result
    assert result is not None
    score = tuple(result["score"][name] for name in sitting.game.seats)
    return Played(
        scenario, seed, result["winner"], winners(result), result["kind"], score, sitting.game.turns(s),
        len(sitting.moves), tuple(sitting.decisions), tuple(sitting.seconds),
    )


def derived(*numbers: int) -> int:
    """A seed worked out from others: equal ones give equal seeds, different ones unrelated seeds."""
    digest = hashlib.blake2b(" ".join(map(str, numbers)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


# --- many games


def spread(work: Callable[[J], R], jobs: Sequence[J], processes: int, chunk: int = 4) -> Iterator[R]:
    """The results of all jobs in their order, worked out by several processes."""
    if processes <= 1 or len(jobs) <= 1:
        yield from map(work, jobs)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(min(processes, len(jobs)), _leave_interrupts_to_the_parent) as pool:
        yield from pool.imap(work, jobs, chunk)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass(frozen=True, slots=True)
class Match:
    """A bot for each seat, over every scenario and with seats changed, with as many seeds as the games allow."""

    game: str
    names: tuple[str, ...]
    games: int
    seed: int = 1
    options: tuple[tuple[str, str], ...] = ()
    scenarios: tuple[str, ...] = ()             # none: all of them
    budget: Budget = FREE

    def check(self) -> None:
        """Every name exists, and there is a bot for each seat."""
        check_names(self.game, self.names, self.scenarios, self.options)

    def pairings(self) -> list[Pairing]:
        """The games of the match: scenario after scenario, then with seats changed, then with another seed."""
        game = find(self.game)
        scenarios = self.scenarios or game.scenarios
        rounds = [(name, order) for order in rotations(game.sides) for name in scenarios]
        return [
            Pairing(scenario, order, derived(self.seed, n // len(rounds)))
            for n, (scenario, order) in enumerate(islice(cycle(rounds), self.games))
        ]

    def results(self, processes: int = 1) -> Iterator[Outcome]:
        """Play the match; what comes first is the first game."""
        yield from spread(partial(play_pairing, self), self.pairings(), processes)


def check_names(
    code: str, names: Sequence[str], scenarios: Sequence[str], options: Sequence[tuple[str, str]]
) -> None:
    """Is there a bot for each seat, and does everything exist that is asked for?"""
    game = find(code)
    game.chosen(dict(options))
    for name in names:
        bots.load(name)
        bots.make(name, game, 0)
    if len(names) != len(game.seats):
        wanted = {"expected": len(game.seats), "seats": game.seats, "example": ",".join("random" for _ in game.seats)}
        raise BadCommand("bots", game=game.title, found=len(names), **wanted)
    for scenario in scenarios:
        if scenario not in game.scenarios:
            raise UnknownName("scenario", scenario, game.scenarios)


def rotations(sides: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The bot of each seat, by its place in the list of bots, for as many games as it takes until each bot has sat
    everywhere. Sides change seats as a whole, so that allies stay together, unless they differ in size."""
    seats = sum(map(len, sides))
    if len({len(side) for side in sides}) > 1:
        sides = [(seat,) for seat in range(seats)]
    found = []
    for inner, outer in product(range(len(sides[0])), range(len(sides))):
        order = [0] * seats
        for n, side in enumerate(sides):
            from_ = sides[(n - outer) % len(sides)]
            for m, seat in enumerate(side):
                order[seat] = from_[(m - inner) % len(side)]
        found.append(tuple(order))
    return found


class Pairing(NamedTuple):
    """One game of a match."""

    scenario: str
    order: tuple[int, ...]              # by seat: the bot that sits there
    seed: int


class Outcome(NamedTuple):
    """A game of a match."""

    pairing: Pairing
    played: Played


def play_pairing(match: Match, pairing: Pairing) -> Outcome:
    """One game of a match."""
    game = find(match.game)
    for name in match.names:
        bots.load(name)
    names = [match.names[bot] for bot in pairing.order]
    sitting = [bots.make(name, game, derived(pairing.seed, seat)) for seat, name in enumerate(names)]
    try:
        played = play(game, pairing.scenario, sitting, pairing.seed, dict(match.options), match.budget)
    except TableroError:
        raise
    except Exception as error:
        values = {"scenario": pairing.scenario, "seed": pairing.seed, "why": repr(error)}
        raise BadBot("failed", bots=names, **values) from error
    return Outcome(pairing, played)


# --- how sure that is


@dataclass(slots=True)
class Tally:
    """Wins, draws and losses of a bot, and the time it took."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0         # against each opponent in turn: 1 for a victory over him, half for both if neither wins
    opponents: int = 0          # in all games
    decisions: int = 0
    seconds: float = 0.0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Tally)))

    @property
    def milliseconds(self) -> float:
        """What a decision takes on average."""
        return 1000 * self.seconds / max(1, self.decisions)


class Cell(NamedTuple):
    """What games are counted by."""

    scenario: str
    bot: int            # its place in the names of the match
    seat: int


def tallies(game: Game[State], outcomes: Iterable[Outcome]) -> dict[Cell, Tally]:
    """Each bot in each seat of each scenario; `total` sums up what a report asks for."""
    found: dict[Cell, Tally] = {}
    for pairing, played in outcomes:
        for seat, bot in enumerate(pairing.order):
            won, drawn = seat in played.winners, not played.winners
            foes = [foe for foe in range(len(pairing.order)) if foe not in game.side(seat)]
            points = sum(0.5 if won == (foe in played.winners) else float(won) for foe in foes)
            cell = Cell(pairing.scenario, bot, seat)
            found[cell] = found.get(cell, Tally()) + Tally(
                won, drawn, not (won or drawn), points, len(foes), played.decisions[seat], played.seconds[seat]
            )
    return found


def total(
    found: Mapping[Cell, Tally], scenario: str | None = None, bot: int | None = None, seat: int | None = None
) -> Tally:
    """The sum of all cells that fit."""
    wanted = scenario, bot, seat
    fits = (tally for cell, tally in found.items() if all(w in (None, c) for w, c in zip(wanted, cell, strict=True)))
    return sum(fits, Tally())


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval of a rate: where it lies with a certainty of 95 per cent."""
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, z * z
    middle = rate + square / (2 * games)
    width = z * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (middle - width) / whole), min(1.0, (middle + width) / whole)


def elo(tally: Tally) -> float:
    """The difference in Elo points to the opponents that the points stand for; a clean sweep is half a game less."""
    games = tally.opponents
    if not games:
        return 0.0
    score = min(max(tally.points / games, 0.5 / games), 1 - 0.5 / games)
    return 400 * math.log10(score / (1 - score))
