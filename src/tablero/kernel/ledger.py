"""What the account of a finished game is made of: points by source, losses, fights, and dice against expectation.

A game gives a `Ledger`: which of its events are losses, fights and rolls, and where points come from. `Books` keeps
them while a record is played again; nothing is hidden any more then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from tablero.kernel.events import Event
from tablero.kernel.frames import State, interpreted

S = TypeVar("S", bound=State)
Args: TypeAlias = tuple[int, ...]
Last: TypeAlias = Mapping[str, Args]            # the last event of each kind so far
Shares: TypeAlias = Mapping[str, tuple[int, ...]]       # by source: points by seat


class Entry(NamedTuple):
    """An amount of one kind for a seat: points of a source, losses, a fight that was won (-1 by nobody)."""

    kind: str
    seat: int
    n: int = 1


class Roll(NamedTuple):
    """What a roll gave, what it gives on average, and its variance."""

    kind: str
    seat: int
    got: float
    mean: float
    variance: float
    favours: bool = True        # is more better for the seat?


def hits(kind: str, seat: int, dice: int, chance: float, got: int, favours: bool = True) -> Roll:
    """Dice of which each succeeds with a chance."""
    return Roll(kind, seat, got, dice * chance, dice * chance * (1 - chance), favours)


def one_die(kind: str, seat: int, face: int, favours: bool = True) -> Roll:
    """One die that counts by its face."""
    return Roll(kind, seat, face, 3.5, 35 / 12, favours)


Reader: TypeAlias = Callable[[S, Args, Last], "Entry | None"]
RollReader: TypeAlias = Callable[[S, Args, Last], "Roll | None"]


@interpreted
@dataclass(frozen=True)
class Meter(Generic[S]):
    """Something besides the points that rises and falls, such as the morale of a nation; "ledger.meter.<name>"."""

    start: Callable[[S], int]
    changes: Mapping[str, Reader[S]]                    # by event: from which source, and by how much


@interpreted
@dataclass(frozen=True)
class Ledger(Generic[S]):
    """What a game tells for its account; messages "ledger.<section>.<kind>"."""

    standing: Callable[[S], Shares]                     # points by source, from the state alone
    gains: Mapping[str, Reader[S]] = field(default_factory=dict)        # by event: points that come besides
    losses: Mapping[str, Reader[S]] = field(default_factory=dict)
    fights: Mapping[str, Reader[S]] = field(default_factory=dict)
    rolls: Mapping[str, RollReader[S]] = field(default_factory=dict)
    uncounted: Collection[str] = ()                     # events with dice that say nothing about luck
    meters: Mapping[str, Meter[S]] = field(default_factory=dict)
    tells: Collection[str] = ()                         # events that say best why points change
    before: Mapping[str, str] = field(default_factory=dict)     # by event of a fight: the one that says who and where
    unit: int = 1                                       # of `points`: so many make one point


class Moment(NamedTuple):
    """Something after an action, with what was told of it."""

    n: int
    entry: Entry
    events: tuple[tuple[str, Args], ...]


@dataclass(slots=True)
class Luck:
    """All rolls of one kind by a seat."""

    rolls: int = 0
    got: float = 0.0
    mean: float = 0.0
    variance: float = 0.0
    favours: bool = True
    best: tuple[float, int] = (0.0, 0)      # the roll furthest from its average: how far, after which action

    def add(self, roll: Roll, n: int) -> None:
        self.rolls += 1
        self.got, self.mean, self.variance = self.got + roll.got, self.mean + roll.mean, self.variance + roll.variance
        self.favours = roll.favours
        self.best = max(self.best, (abs(roll.got - roll.mean), n), key=lambda found: found[0])

    def join(self, other: Luck) -> None:
        """Count another seat's with these."""
        self.rolls += other.rolls
        self.got, self.mean = self.got + other.got, self.mean + other.mean
        self.variance, self.favours = self.variance + other.variance, other.favours
        self.best = max(self.best, other.best, key=lambda found: found[0])

    @property
    def deviation(self) -> float:
        """By how many standard deviations the dice were kind to the seat."""
        off = (self.got - self.mean) / sqrt(self.variance) if self.variance else 0.0
        return off if self.favours else -off


class Books(Generic[S]):
    """The account of one game, kept action by action."""

    def __init__(self, ledger: Ledger[S], seats: int, s: S) -> None:
        self.ledger, self.seats = ledger, seats
        self.gained: dict[str, list[int]] = {}
        self.losses: dict[tuple[str, int], int] = {}
        self.fights: list[Moment] = []
        self.luck: dict[tuple[str, int], Luck] = {}
        self.last: dict[str, Args] = {}
        self.curve: list[tuple[int, dict[str, tuple[int, ...]]]] = [(0, self.shares(s))]
        self.levels = {name: [(0, meter.start(s))] for name, meter in ledger.meters.items()}
        self.changed: dict[str, dict[str, list[int]]] = {name: {} for name in ledger.meters}    # up and down, by source

    def shares(self, s: S) -> dict[str, tuple[int, ...]]:
        """Points by source and seat, as they stand now."""
        return dict(self.ledger.standing(s)) | {source: tuple(points) for source, points in self.gained.items()}

    def note(self, n: int, s: S, events: Sequence[Event]) -> None:
        """After action n."""
        for event in events:
            kind, args = event.kind, event.args
            self._read(n, s, event)
            self.last[kind] = args
        shares = self.shares(s)
        if shares != self.curve[-1][1]:
            self.curve.append((n, shares))

    def _read(self, n: int, s: S, event: Event) -> None:
        ledger, args = self.ledger, event.args
        if (gain := ledger.gains.get(event.kind)) and (found := gain(s, args, self.last)):
            self.gained.setdefault(found.kind, [0] * self.seats)[found.seat] += found.n
        for name, meter in ledger.meters.items():
            if (change := meter.changes.get(event.kind)) and (found := change(s, args, self.last)):
                self.changed[name].setdefault(found.kind, [0, 0])[found.n < 0] += found.n
                self.levels[name].append((n, self.levels[name][-1][1] + found.n))
        if (loss := ledger.losses.get(event.kind)) and (found := loss(s, args, self.last)):
            key = found.kind, found.seat
            self.losses[key] = self.losses.get(key, 0) + found.n
        if (fight := ledger.fights.get(event.kind)) and (found := fight(s, args, self.last)):
            before = ledger.before.get(event.kind, "")
            scene = ((before, self.last[before]),) if before in self.last else ()
            self.fights.append(Moment(n, found, (*scene, (event.kind, args))))
        if (roll := ledger.rolls.get(event.kind)) and (rolled := roll(s, args, self.last)):
            self.luck.setdefault((rolled.kind, rolled.seat), Luck()).add(rolled, n)
