"""What was played in a game, in order: actions with their chance results, and what was taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tablero.kernel.actions import Action
from tablero.kernel.engine import apply, apply_trusted, options, players
from tablero.kernel.errors import BadRecord
from tablero.kernel.events import Event
from tablero.kernel.frames import State

EVERY = 16              # actions between two clones, on a way that goes back


@dataclass(frozen=True, slots=True)
class Entry:
    """One action with its chance results."""

    seat: int
    action: Action
    chance: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Back:
    """By consent the game went back to its first actions; the dice that were seen are never used again."""

    to: int


@dataclass(frozen=True, slots=True)
class Skip:
    """So many chance results were passed over, and nothing shows why: only in records of format 1."""

    n: int


Item: TypeAlias = Entry | Back | Skip


@dataclass(frozen=True, slots=True)
class Origin:
    """The game from which the first lines of a record were taken over."""

    until: int              # so many lines
    commitment: str
    seed: int | None        # None if it is not known
    shares: tuple[str, ...] = ()
    start: int = 1


@dataclass(frozen=True, slots=True)
class Ending:
    """An end outside the rules of the game: agreed, resigned, out of time. It is what the table says."""

    kind: str
    winners: tuple[int, ...]        # none in a draw


class Way:
    """A way through a history, on which one can go back: a clone of the state every so many actions."""

    __slots__ = ("_clones", "entries")

    def __init__(self, s: State) -> None:
        self.entries: list[Entry] = []
        self._clones = [s.clone()]

    def go(self, entry: Entry, s: State) -> None:
        """The state after one more action."""
        self.entries.append(entry)
        if len(self.entries) % EVERY == 0:
            self._clones.append(s.clone())

    def back(self, n: int) -> State:
        """The state after the first n actions; the others are forgotten."""
        del self.entries[n:], self._clones[n // EVERY + 1 :]
        s = self._clones[-1].clone()
        for entry in self.entries[n // EVERY * EVERY :]:
            replay_action(s, entry.seat, entry.action, entry.chance)
        return s


def kept(history: Sequence[Item]) -> list[Entry]:
    """The actions that count."""
    found: list[Entry] = []
    for item in history:
        if isinstance(item, Back):
            del found[item.to :]
        elif isinstance(item, Entry):
            found.append(item)
    return found


def lines_of(history: Sequence[Item]) -> list[int]:
    """For each action that counts: how many lines of the history lead to it, with its own."""
    found: list[int] = []
    for lines, item in enumerate(history, 1):
        if isinstance(item, Back):
            del found[item.to :]
        elif isinstance(item, Entry):
            found.append(lines)
    return found


def replay_action(s: State, seat: int, action: Action, chance: Sequence[int]) -> list[Event]:
    """Carry out an action with the chance results it had, and return its events. All replays use this; after an error
    the state must be thrown away."""
    s.script = list(chance)
    if seat not in players(s) or action not in options(s, seat):
        apply(s, seat, action)          # raises, and says why
    apply_trusted(s, seat, action)
    if s.script:
        raise BadRecord("chance_unused", results=s.script)
    s.script = None
    told, s.events = s.events, []
    return told
