"""The account of a finished game, in words: the course of the points, losses, fights, turning points, luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import msgspec

import tablero
from tablero.kernel.events import Event
from tablero.kernel.ledger import Books, Ledger, Luck
from tablero.kernel.record import Record
from tablero.kernel.text import Speech, sentence

AnyGame: TypeAlias = "tablero.Game[tablero.State]"

TURNING = 5         # turning points
MOST = 40           # fights that are listed
MOST_SAID = 4       # sentences of a turning point


class Told(msgspec.Struct):
    """Something with the moment to look at."""

    n: int
    text: str
    side: int = -1          # whom it favoured
    points: float = 0       # by how many
    source: str = ""        # of which kind of points, most of all


class SideSum(msgspec.Struct):
    seats: list[str]
    title: str


class Sample(msgspec.Struct):
    """How points stood after an action."""

    n: int
    points: list[float]             # by side
    sources: list[list[float]]      # by source, then by side


class Row(msgspec.Struct):
    """A line of a table, with a number for each side."""

    title: str
    values: list[float]


class Dice(msgspec.Struct):
    """All dice of a kind that a side rolled."""

    rolls: int
    got: float
    mean: float
    deviation: float        # in standard deviations: above 0 the dice were kind
    n: int                  # after which action the roll that was furthest off


class LuckRow(msgspec.Struct):
    title: str
    sides: list[Dice | None]


class MeterPoint(msgspec.Struct):
    n: int
    value: int


class MeterSum(msgspec.Struct):
    """Something besides the points that rose and fell."""

    title: str
    curve: list[MeterPoint]
    sources: list[Row]          # what raised it, and what lowered it


class Summary(msgspec.Struct):
    """All of it; sides are given by their index."""

    result: str
    actions: int
    sides: list[SideSum]
    turns: list[int]            # after which action each turn begins
    curve: list[Sample]
    sources: list[Row]          # points at the end
    meters: list[MeterSum]
    losses: list[Row]
    fights: list[Row]           # won by each side; the last number: by nobody
    moments: list[Told]         # the fights, in order
    turning: list[Told]         # the largest swings of the lead
    luck: list[LuckRow]


def summary(record: Record, result: str, language: str) -> Summary | None:
    """Play a record again and keep its books; None if the game keeps none."""
    game = record.game
    if game.ledger is None:
        return None
    speech = Speech(game, language)
    sides = [SideSum([game.seats[seat] for seat in side], sentence(speech.seats(side))) for side in game.sides]
    s = record.replay(0)
    books, turns, phases, told = Books(game.ledger, len(game.seats), s), [0], [(game.phase(s), 0)], {}
    for n, (_, s, events) in enumerate(record.story(), 1):
        books.note(n, s, events)
        while len(turns) < game.turns(s):
            turns.append(n)
        if game.phase(s) != phases[-1][0]:
            phases.append((game.phase(s), n))
        if books.curve[-1][0] == n:
            told[n] = [speech.event(s, event.kind, event.args) for event in _why(game.ledger, events)][:MOST_SAID]
    return Summary(
        result, len(record.entries), sides, turns, _curve(books, game), _sources(books, game, speech),
        _meters(books, speech), _rows(game, speech, "loss", books.losses), _fights(books, game, speech),
        [Told(one.n, " ".join(speech.event(s, *event) for event in one.events), _side(game, one.entry.seat))
         for one in books.fights][-MOST:],
        _turning(books, game, speech, [n for _, n in phases], told), _luck(books, game, speech),
    )


def _why(ledger: Ledger[tablero.State], events: Sequence[Event]) -> Sequence[Event]:
    """The events that say why points changed: those just before a gain, else the most telling ones."""
    reasons, last = [], None
    for event in events:
        if event.kind in ledger.tells:
            last = event
        elif event.kind in ledger.gains and last:
            reasons.append(last)
            last = None
    telling = {*ledger.gains, *ledger.losses, *ledger.fights}
    return (reasons or [event for event in events if event.kind in ledger.tells]
            or [event for event in events if event.kind in telling] or events)


def _side(game: AnyGame, seat: int) -> int:
    return next((i for i, side in enumerate(game.sides) if seat in side), -1)


def _by_side(game: AnyGame, points: tuple[int, ...]) -> list[float]:
    unit = game.ledger.unit if game.ledger else 1
    return [sum(points[seat] for seat in side) / unit for side in game.sides]


def _names(books: Books[tablero.State]) -> list[str]:
    return list(dict.fromkeys(source for _, shares in books.curve for source in shares))


def _curve(books: Books[tablero.State], game: AnyGame) -> list[Sample]:
    nothing = (0,) * len(game.seats)
    found = []
    for n, shares in books.curve:
        sources = [_by_side(game, shares.get(name, nothing)) for name in _names(books)]
        found.append(Sample(n, [sum(of) for of in zip(*sources, strict=True)], sources))
    return found


def _sources(books: Books[tablero.State], game: AnyGame, speech: Speech) -> list[Row]:
    shares, nothing = books.curve[-1][1], (0,) * len(game.seats)
    return [Row(speech.say(f"ledger.source.{name}"), _by_side(game, shares.get(name, nothing)))
            for name in _names(books)]


def _meters(books: Books[tablero.State], speech: Speech) -> list[MeterSum]:
    return [MeterSum(
        speech.say(f"ledger.meter.{name}"), [MeterPoint(n, value) for n, value in levels],
        [Row(speech.say(f"ledger.source.{source}"), list(map(float, values)))
         for source, values in books.changed[name].items()],
    ) for name, levels in books.levels.items()]


def _rows(game: AnyGame, speech: Speech, section: str, amounts: dict[tuple[str, int], int]) -> list[Row]:
    rows: dict[str, list[float]] = {}
    for (kind, seat), n in amounts.items():
        rows.setdefault(kind, [0.0] * len(game.sides))[_side(game, seat)] += n
    return [Row(speech.say(f"ledger.{section}.{kind}"), values) for kind, values in rows.items()]


def _fights(books: Books[tablero.State], game: AnyGame, speech: Speech) -> list[Row]:
    rows: dict[str, list[float]] = {}
    for one in books.fights:
        rows.setdefault(one.entry.kind, [0.0] * (len(game.sides) + 1))[_side(game, one.entry.seat)] += 1
    return [Row(speech.say(f"ledger.fight.{kind}"), values) for kind, values in rows.items()]


def _turning(
    books: Books[tablero.State], game: AnyGame, speech: Speech, phases: list[int], told: dict[int, list[str]]
) -> list[Told]:
    """The phases in which the lead changed most, each by the action that changed it most."""
    if len(game.sides) != 2:
        return []
    swings: dict[int, list[tuple[int, float, str]]] = {}
    curve, names = _curve(books, game), _names(books)
    for before, sample in pairwise(curve):
        gains = [a[0] - a[1] - b[0] + b[1] for a, b in zip(sample.sources, before.sources, strict=True)]
        if sum(gains):
            phase = max(n for n in phases if n <= max(sample.n - 1, 0))
            _, source = max(zip(map(abs, gains), names, strict=True))
            swings.setdefault(phase, []).append((sample.n, sum(gains), source))
    largest = sorted(swings.values(), key=lambda changes: -abs(sum(change for _, change, _ in changes)))[:TURNING]
    found = []
    for changes in largest:
        total = sum(change for _, change, _ in changes)
        if total:
            n, _, source = max(changes, key=lambda change: abs(change[1]))
            said = speech.say(f"ledger.source.{source}")
            found.append(Told(n, " ".join(told.get(n, [])), 0 if total > 0 else 1, abs(total), said))
    return sorted(found, key=lambda one: one.n)


def _luck(books: Books[tablero.State], game: AnyGame, speech: Speech) -> list[LuckRow]:
    """By kind of roll and by side."""
    found: dict[str, list[Luck]] = {}
    for (kind, seat), luck in sorted(books.luck.items(), key=lambda item: item[0]):
        found.setdefault(kind, [Luck() for _ in game.sides])[_side(game, seat)].join(luck)
    return [LuckRow(speech.say(f"ledger.roll.{kind}"), [_dice(luck) for luck in sides])
            for kind, sides in found.items()]


def _dice(luck: Luck) -> Dice | None:
    if not luck.rolls:
        return None
    return Dice(luck.rolls, luck.got, round(luck.mean, 1), round(luck.deviation, 2), luck.best[1])
