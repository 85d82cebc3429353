"""A game as the rest of the program sees it, and the register of games."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, cast

from tablero.kernel import actions, engine, rng
from tablero.kernel.actions import Action, Names, Signature
from tablero.kernel.describe import describe
from tablero.kernel.errors import UnknownName
from tablero.kernel.frames import S, State
from tablero.kernel.odds import Odds, no_odds
from tablero.kernel.packs import Pack
from tablero.kernel.scene import Board, Scene, no_board
from tablero.kernel.text import Catalogue


def no_phases(s: State) -> int:
    """For games that are all one phase."""
    return 0


def turn(s: State) -> int:
    """The `turn` of a game whose turns are counted through."""
    found: int = getattr(s, "turn", 0)
    return found


def may_be(s: State, seat: int, action: Action) -> bool:
    """For games in which an action that may show something always may."""
    return True


def no_lead(s: State) -> int:
    """For games without such a number."""
    return 0


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """Everything others may know of a game: its data, and the few functions that stand for its rules."""

    code: str
    title: str
    seats: tuple[str, ...]
    scenarios: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]                  # what a table may choose; the first value is the default
    rules: int                                              # raised when a stored game would replay differently
    pack: Pack
    state: type[S]
    verbs: Mapping[str, Signature]
    events: Mapping[str, Signature]
    create: Callable[[str, Mapping[str, str]], S]           # scenario, options -> a state before its first step
    names: Callable[[S], Mapping[str, Names]]               # text ids of every kind of thing in this state
    view: Callable[[S, int], S]                             # what one seat may know
    determinize: Callable[[S, int, int], S]                 # (s, seat, seed): a state that could be true for that seat
    scene: Callable[[S, int], Scene]                        # how a view is drawn
    label: Callable[[S, str, int, Catalogue], str]          # (s, kind, id, language): what a thing is called
    board: Callable[[S], Board] = no_board                  # what is printed: drawn once
    odds: Callable[[S, int, Action], Odds | None] = no_odds # (view, seat, action): what an option promises
    aim: Callable[[S, int, Action], tuple[str, ...] | None] = engine.aim  # what one clicks: the frame says it
    may_show: Callable[[S, int, Action], bool] = may_be     # (view, seat, action): is there still what it may show?
    preparation: tuple[tuple[str, ...], ...] = ()           # keys of prompts that only set up, by kind of question
    phase: Callable[[S], int] = no_phases                   # number of the phase: how long a standing answer lasts
    turns: Callable[[S], int] = turn                        # how many turns were begun
    lead: Callable[[S], int] = no_lead                      # how far the first seat is ahead: reports draw its course
    varying: frozenset[str] = frozenset()                   # kinds of things whose name depends on who looks, and when

    def new(
        self,
        scenario: str,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        secret: bool = False,
        script: list[int] | None = None,
    ) -> S:
        """A game set up and advanced to its first decision."""
        if scenario not in self.scenarios:
            raise UnknownName("scenario", scenario, self.scenarios)
        s = self.create(scenario, self.chosen(options or {}))
        s.rules = self.rules
        s.secret = secret
        s.rng = rng.start(rng.fresh_seed() if seed is None else seed)
        s.script = script
        engine.advance(s)
        return s

    def chosen(self, options: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, defaults filled in."""
        for name, value in options.items():
            if name not in self.options:
                raise UnknownName("option", name, self.options)
            if value not in self.options[name]:
                raise UnknownName(f"value of option {name}", value, self.options[name])
        return {name: options.get(name, values[0]) for name, values in self.options.items()}

    def seat(self, name: str) -> int:
        if name not in self.seats:
            raise UnknownName("seat", name, self.seats)
        return self.seats.index(name)

    def write(self, s: S, action: Action) -> str:
        """The text form of an action."""
        return actions.write(action, self.verbs, self.names(s))

    def read(self, s: S, text: str) -> Action:
        """The action of a text form."""
        return actions.read(text, self.verbs, self.names(s))

    def describe(self, s: S, seat: int, language: str = "en") -> str:
        """A position in words, as far as a seat may know it: for people, logs and language models."""
        return describe(cast("Game[State]", self), s, seat, language)

    def targets(self, s: S, action: Action) -> tuple[str, ...]:
        """The things an action names, as `kind:id`."""
        return actions.targets(action, self.verbs, self.names(s))


GAMES = ("dpyr", "aiw")                             # the games that are shipped
_registered: dict[str, Game[State]] = {}


def register(game: Game[S]) -> None:
    """Make a game known under its code: tests and other packages add theirs."""
    _registered[game.code] = cast("Game[State]", game)


def find(code: str) -> Game[State]:
    """A game by its code."""
    if code not in _registered:
        if code not in GAMES:
            raise UnknownName("game", code, {*GAMES, *_registered})
        register(importlib.import_module(f"tablero.games.{code}").GAME)
    return _registered[code]
