"""Promises compared with plays: the odds of a choice, and how often the rules themselves make it come true.

    Promise("evade", lambda: entered("alsasua", "c_nav1"), "evade", "evade", tells("evades"))

A game lists its kinds of odds as promises; its tests play each a few thousand times from fixed seeds, and
`python -m tests.bench.odds` a hundred thousand times. Where few dice fall the rules are given every throw.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import tablero
from tablero.kernel.actions import Action
from tablero.kernel.engine import apply_trusted
from tablero.kernel.errors import BadRecord
from tablero.kernel.events import Event
from tablero.kernel.frames import State
from tablero.kernel.game import Game
from tablero.kernel.odds import Odds
from tablero.kernel.text import LANGUAGES, Speech

# of the position after a play, and all that was told in it; None: the promise says nothing of such a play
Measure = Callable[[State, list[Event]], float | None]


class Promise(NamedTuple):
    """One kind of odds, in one position."""

    key: str                                # message of the odds that is meant
    position: Callable[[], State]           # at the question
    choice: str                             # in words
    comes_true: Measure                     # 1 or 0
    then: tuple[str, ...] = ()              # what the next to be asked answer, in words
    values: tuple[tuple[str, Measure], ...] = ()        # other figures of the message, and what they measure
    seat: int = -1                          # who is asked; the first if it is not said
    edge: str = ""                          # "low" or "high": which edge of a range these plays reach
    settled: tuple[str, ...] = ()           # events after which no throw matters any more
    alike: tuple[int, ...] = ()             # faces that bring about the same, so that every throw can be tried


def tells(*kinds: str) -> Measure:
    """Was such an event told?"""
    return lambda s, events: float(any(event.kind in kinds for event in events))


def tells_none(*kinds: str) -> Measure:
    """Was no such event told?"""
    return lambda s, events: float(all(event.kind not in kinds for event in events))


def sum_of(kind: str, place: int) -> Measure:
    """The sum of one of the arguments of such events."""
    return lambda s, events: float(sum(event.args[place] for event in events if event.kind == kind))


def at_least(n: int, what: Measure) -> Measure:
    def found(s: State, events: list[Event]) -> float | None:
        value = what(s, events)
        return None if value is None else float(value >= n)

    return found


Reader = Callable[[State, str], Action]
NO_MORE = 1e-9          # a figure that is reckoned from all throws differs by no more than this


def promised(game: Game[State], promise: Promise, read: Reader) -> tuple[State, int, Action, Odds]:
    """The position, who is asked, what he would choose, and the odds of it, computed from his view."""
    s = promise.position()
    seat = promise.seat if promise.seat >= 0 else tablero.players(s)[0]
    action = read(s, promise.choice)
    assert action in tablero.options(s, seat), f"{promise.choice} is not offered"
    told = game.odds(game.view(s, seat), seat, action)
    assert told is not None, f"{promise.choice}: no odds"
    parts = {part.key: part for part in (told, *told.also)}
    assert promise.key in parts, f"{promise.choice}: {sorted(parts)}"
    for language in LANGUAGES:
        said = Speech(game, language).odds(told)
        assert said
        assert "{" not in said, said
    return s, seat, action, parts[promise.key]


class Outcome(NamedTuple):
    """A figure that was promised, and what came of it."""

    name: str
    expected: float
    found: float
    error: float        # how far `found` may lie from `expected` by chance: four standard deviations, and rounding


def play(s: State, seat: int, action: Action, answers: Iterable[Action]) -> None:
    apply_trusted(s, seat, action)
    for answer in answers:
        asked = tablero.players(s)
        if asked and answer in tablero.options(s, asked[0]):
            apply_trusted(s, asked[0], answer)


def throws(
    course: Callable[[State], None], s: State, settled: tuple[str, ...], most: int, alike: tuple[int, ...] = ()
) -> Iterator[tuple[State, Fraction]]:
    """Everything that dice can bring about, and how likely each of it is; nothing more after so many throws."""
    open_: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    for _ in range(most):
        if not open_:
            return
        thrown, likely = open_.pop()
        t, faces = s.clone(), range(0)
        t.script = [*thrown, -1]            # asked for, it tells between which numbers the next throw may lie
        try:
            course(t)
        except BadRecord as asked:
            faces = range(asked.values["low"], asked.values["high"] + 1)    # type: ignore[call-overload]
        if faces and not any(event.kind in settled for event in t.events):
            open_ += [([*thrown, face], likely * (len(alike) if face in alike else 1) / len(faces))
                      for face in faces if face not in alike[1:]]
        else:
            yield t, likely


def enumerated(game: Game[State], promise: Promise, read: Reader, most: int) -> list[Outcome] | None:
    """The figures of a promise, and those that all throws of the dice give; None if they are too many."""
    s, seat, action, odds = promised(game, promise, read)
    answers = [read(s, text) for text in promise.then]
    tallies = [Tally() for _ in range(1 + len(promise.values))]
    seen = Fraction(0)
    course = functools.partial(play, seat=seat, action=action, answers=answers)
    for t, likely in throws(course, s, promise.settled, most, promise.alike):
        seen += likely
        for tally, measure in zip(tallies, _measures(promise), strict=True):
            tally.add(measure(t, t.events), likely)
    if seen < 1:
        return None
    return [
        Outcome(name, expected, tally.mean, rounding + NO_MORE)
        for tally, (name, expected, rounding) in zip(tallies, _figures(promise, odds), strict=True)
    ]


def plays(game: Game[State], promise: Promise, read: Reader, seeds: Iterable[int]) -> list[Outcome]:
    """Play a promise from each of the seeds."""
    s, seat, action, odds = promised(game, promise, read)
    answers = [read(s, text) for text in promise.then]
    tallies = [Tally() for _ in range(1 + len(promise.values))]
    for seed in seeds:
        t = s.reseeded(seed)
        play(t, seat, action, answers)
        for tally, measure in zip(tallies, _measures(promise), strict=True):
            tally.add(measure(t, t.events))
    outcomes = []
    for i, (tally, (name, expected, rounding)) in enumerate(zip(tallies, _figures(promise, odds), strict=True)):
        deviation = tally.deviation if i else sqrt(expected * (1 - expected))
        outcomes.append(Outcome(name, expected, tally.mean, 4 * deviation / sqrt(tally.n) + rounding))
    return outcomes


def _measures(promise: Promise) -> list[Measure]:
    return [promise.comes_true, *(measure for _, measure in promise.values)]


def _figures(promise: Promise, odds: Odds) -> Iterator[tuple[str, float, float]]:
    """Name and value of each figure that is promised, and by how much it is rounded."""
    assert promise.edge or odds.low == odds.high, f"{promise.key} is a range: say which edge is played"
    yield "chance", float(odds.low if promise.edge == "low" else odds.high), 0.0
    said = dict(odds.values)
    for name, _ in promise.values:
        yield (name, float(said[name][:-2]) / 100, 0.006) if said[name].endswith("%") else (
            name, float(said[name]), 0.051)


class Tally:
    """What a measure has found so far."""

    def __init__(self) -> None:
        self.n = 0
        self.weight = self.sum = self.squares = Fraction(0)

    def add(self, found: float | None, weight: Fraction = Fraction(1)) -> None:
        if found is not None:
            self.n += 1
            self.weight += weight
            self.sum += weight * Fraction(found)
            self.squares += weight * Fraction(found) ** 2

    @property
    def mean(self) -> float:
        return float(self.sum / self.weight)

    @property
    def deviation(self) -> float:
        return sqrt(max(0.0, float(self.squares / self.weight) - self.mean**2))
