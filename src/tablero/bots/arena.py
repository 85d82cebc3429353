"""Bots against bots: one game, and matches over all scenarios, both sides and many seeds.

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
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from typing import NamedTuple, TypeVar

from tablero import bots
from tablero.bots import Bot, needs_view
from tablero.kernel.actions import Action
from tablero.kernel.engine import apply, apply_trusted, options, players
from tablero.kernel.errors import TableroError
from tablero.kernel.frames import State
from tablero.kernel.game import Game, find

J = TypeVar("J")
R = TypeVar("R")


class Played(NamedTuple):
    """How a game between bots went; lists are by seat."""

    scenario: str
    seed: int
    winner: int | None
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
    moves: list[tuple[int, Action]] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    course: list[int] = field(default_factory=list)         # the lead at the beginning of each phase, and at the end

    def play_out(self) -> None:
        """Ask whoever is awaited until the game is over."""
        s, view, moves = self.state, self.game.view, self.moves
        looks = [needs_view(bot) for bot in self.bots]
        self.decisions, self.seconds = [0] * len(self.bots), [0.0] * len(self.bots)
        phase, now = self.game.phase, -1
        while not s.over:
            if phase(s) != now:
                now = phase(s)
                self.course.append(self.game.lead(s))
            seat = players(s)[0]
            bot, offered = self.bots[seat], options(s, seat)
            begun = time.perf_counter()
            action = bot.choose(view(s, seat) if looks[seat] else s, offered, seat)
            self.seconds[seat] += time.perf_counter() - begun
            self.decisions[seat] += 1
            if action not in offered:
                apply(s, seat, action)          # raises, and says why
            moves.append((seat, action))
            apply_trusted(s, seat, action)
        self.course.append(self.game.lead(s))


def play(
    game: Game[State], scenario: str, bots: Sequence[Bot], seed: int, options: Mapping[str, str] | None = None
) -> Played:
    """One game, from the set-up to its end."""
    s = game.new(scenario, seed, options)
    s.quiet = True
    sitting = Sitting(game, s, bots)
    sitting.play_out()
    return summary(sitting, scenario, seed)


def summary(sitting: Sitting, scenario: str, seed: int) -> Played:
    """How a finished game went."""
    s, result = sitting.state, sitting.state.result
    assert result is not None
    return Played(
        scenario, seed, result["winner"], result["kind"], tuple(result["score"][name] for name in sitting.game.seats),
        sitting.game.turns(s), len(sitting.moves), tuple(sitting.decisions), tuple(sitting.seconds),
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
    """Two bots over every scenario, from both sides, with as many seeds as the number of games allows."""

    game: str
    names: tuple[str, str]
    games: int
    seed: int = 1
    options: tuple[tuple[str, str], ...] = ()
    scenarios: tuple[str, ...] = ()             # none: all of them

    def pairings(self) -> list[Pairing]:
        """The games of the match: scenario after scenario, then with sides changed, then with another seed."""
        scenarios = self.scenarios or find(self.game).scenarios
        rounds = ((name, swapped) for swapped in (False, True) for name in scenarios)
        each = 2 * len(scenarios)
        return [
            Pairing(scenario, swapped, derived(self.seed, n // each))
            for n, (scenario, swapped) in enumerate(islice(cycle(rounds), self.games))
        ]

    def results(self, processes: int = 1) -> Iterator[Outcome]:
        """Play the match; what comes first is the first game."""
        yield from spread(partial(play_pairing, self), self.pairings(), processes)


class Pairing(NamedTuple):
    """One game of a match; swapped: the first bot takes the second seat."""

    scenario: str
    swapped: bool
    seed: int


class Outcome(NamedTuple):
    """A game of a match seen by its two bots in the order of their names."""

    scenario: str
    won: int | None                     # index of the bot that won
    played: Played
    decisions: tuple[int, int]
    seconds: tuple[float, float]


def play_pairing(match: Match, pairing: Pairing) -> Outcome:
    """One game of a match."""
    game = find(match.game)
    seats = (1, 0) if pairing.swapped else (0, 1)       # the bot of each seat
    for name in match.names:
        bots.load(name)
    sitting = [bots.make(match.names[bot], game, derived(pairing.seed, seat)) for seat, bot in enumerate(seats)]
    try:
        played = play(game, pairing.scenario, sitting, pairing.seed, dict(match.options))
    except TableroError:
        raise
    except Exception as error:
        who = " against ".join(match.names[bot] for bot in seats)
        raise TableroError(f"{who} broke off {pairing.scenario} (seed {pairing.seed}): {error!r}.") from error
    return Outcome(
        pairing.scenario,
        None if played.winner is None else seats[played.winner],
        played,
        (played.decisions[seats[0]], played.decisions[seats[1]]),
        (played.seconds[seats[0]], played.seconds[seats[1]]),
    )


# --- how sure that is


@dataclass(slots=True)
class Tally:
    """Wins, draws and losses of the first bot, and the time both took."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, outcome: Outcome) -> None:
        self.wins += outcome.won == 0
        self.draws += outcome.won is None
        self.losses += outcome.won == 1
        for bot in (0, 1):
            self.decisions[bot] += outcome.decisions[bot]
            self.seconds[bot] += outcome.seconds[bot]

    def milliseconds(self, bot: int) -> float:
        """What a decision of a bot takes on average."""
        return 1000 * self.seconds[bot] / max(1, self.decisions[bot])


def tallies(outcomes: Iterable[Outcome]) -> dict[str, Tally]:
    """By scenario; `""` is the sum of all."""
    found: dict[str, Tally] = {"": Tally()}
    for outcome in outcomes:
        found[""].add(outcome)
        found.setdefault(outcome.scenario, Tally()).add(outcome)
    return found


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
    """The difference in Elo points that the score stands for; a clean sweep is counted as half a game less."""
    games = tally.games
    if not games:
        return 0.0
    score = min(max((tally.wins + tally.draws / 2) / games, 0.5 / games), 1 - 0.5 / games)
    return 400 * math.log10(score / (1 - score))
