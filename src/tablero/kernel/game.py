"""A game as the rest of the program sees it, and the registry of games."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic, NamedTuple, cast

from tablero.kernel import actions, engine, rng
from tablero.kernel.actions import Action, Names, Signature
from tablero.kernel.aids import Chart, Printer, no_charts
from tablero.kernel.cards import Cards
from tablero.kernel.cautions import Caution, no_caution
from tablero.kernel.describe import describe
from tablero.kernel.errors import BadRecord, UnknownName
from tablero.kernel.frames import SPECTATOR, S, State, interpreted
from tablero.kernel.goals import Figures, Judgement, no_figures, no_outlook
from tablero.kernel.ledger import Ledger
from tablero.kernel.odds import Odds, no_odds
from tablero.kernel.packs import Pack
from tablero.kernel.scene import Board, Scene, no_board
from tablero.kernel.text import Catalogue
from tablero.kernel.trials import Trials
from tablero.kernel.views import joined


def nowhere(s: object, kind: str, thing: int) -> tuple[str, int] | None:
    """For games whose choices say where things are without it."""
    return None


def no_phases(s: State) -> int:
    """For games without phases."""
    return 0


def no_fights(s: State) -> int:
    """For games whose standing answers never end with a fight."""
    return 0


def turn(s: State) -> int:
    """The column `turn` of a game that numbers its turns."""
    found: int = getattr(s, "turn", 0)
    return found


def may_be(s: State, seat: int, action: Action) -> bool:
    """For games in which an action that can reveal something always can."""
    return True


def no_measures(s: State) -> Mapping[str, int]:
    """For games of which simulations follow nothing but the lead."""
    return {}


def no_points(s: State) -> tuple[int, ...]:
    """For games without points."""
    return ()


class Edition(NamedTuple):
    """What a game was set up with, besides scenario and options: games in progress keep theirs."""

    rules: int              # version of the rules
    cards: int = 0          # how many cards there were; those added later are not in the game


@interpreted
@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """The interface of a game: its data, and the few functions that stand for its rules."""

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
    fill: Callable[[S, int, Random], None]                  # (s, seat, chance): guess what the seat's view leaves open
    scene: Callable[[S, int], Scene]                        # how a view is drawn
    label: Callable[[S, str, int, Catalogue], str]          # (s, kind, id, language): what a thing is called
    place_of: Callable[[S, str, int], tuple[str, int] | None] = nowhere     # where a thing is; {unit_at} in a choice
    board: Callable[[S], Board] = no_board                  # what is printed on the map; it never changes
    charts: Callable[[Printer], tuple[Chart, ...]] = no_charts         # all tables of the book, from the pack
    figures: Callable[[S], Figures] = no_figures            # how to win, in figures: fills goals.toml of the pack
    outlook: Callable[[S, int], tuple[Judgement, ...]] = no_outlook     # (view, seat): what is judged soon
    odds: Callable[[S, int, Action], Odds | None] = no_odds # (view, seat, action): what an option promises
    caution: Callable[[S, int, Action], Caution | None] = no_caution     # (view, seat, action): what to warn of
    trials: Trials[S] | None = None                         # fights that are tried out, since no formula covers them
    may_show: Callable[[S, int, Action], bool] = may_be     # (view, seat, action): can it still reveal anything?
    preparation: tuple[tuple[str, ...], ...] = ()           # keys of prompts that only set up, by kind of question
    phase: Callable[[S], int] = no_phases                   # number of the phase; standing answers end with it
    fight: Callable[[S], int] = no_fights                   # number of the fight under way; answers may stand for it
    turns: Callable[[S], int] = turn                        # how many turns have begun
    points: Callable[[S], tuple[int, ...]] = no_points      # by seat: current points, by which victory is decided
    measures: Callable[[S], Mapping[str, int]] = no_measures    # what simulations follow by turn; bool: once
    ledger: Ledger[S] | None = None                         # what the account of a finished game is made of
    cards: Cards | None = None                              # the register of a game with cards
    varying: frozenset[str] = frozenset()                   # kinds of things whose name depends on who looks, and when
    sides: tuple[tuple[int, ...], ...] = ()                 # seats that win together; default: each on its own
    oldest_rules: int = 0                                   # oldest version still played; default: only the present one

    def __post_init__(self) -> None:
        engine.WRITERS[self.state] = cast("Callable[[State, Action], str]", self.write)
        seats = range(len(self.seats))
        object.__setattr__(self, "sides", self.sides or tuple((seat,) for seat in seats))
        if sorted(seat for side in self.sides for seat in side) != list(seats):
            raise ValueError(f"{self.code}: the sides {self.sides} should name each of {len(seats)} seats once")

    def new(
        self,
        scenario: str,
        seed: int | None = None,
        options: Mapping[str, str] | None = None,
        secret: bool = False,
        script: list[int] | None = None,
        edition: Edition | None = None,
    ) -> S:
        """A new game, advanced to its first decision; of the present edition, unless it is an older one again."""
        if scenario not in self.scenarios:
            raise UnknownName("scenario", scenario, self.scenarios)
        s = self.create(scenario, self.chosen(options or {}))
        s.rules, s.printed = edition or self.edition()
        s.secret = secret
        s.rng = rng.start(rng.fresh_seed() if seed is None else seed)
        s.script = script
        engine.advance(s)
        return s

    def determinize(self, view: S, seed: int) -> S:
        """A full state that could be true for all that the seat of a view knows. Nothing but the view and the seed
        goes in, so the truth cannot come out."""
        if view.viewer < 0:
            raise ValueError("determinize takes a view, as game.view(s, seat) gives it, and this is the true state")
        seat = -1 if view.viewer == SPECTATOR else view.viewer
        chance = Random(seed)
        s = view.reseeded(chance.getrandbits(128))
        s.viewer = -1
        self.fill(s, seat, chance)
        for frame in s.stack:
            frame.guess(s, seat, chance)
        return s

    def joint_view(self, s: S, seats: Sequence[int]) -> S:
        """What several seats know together, as the first of them looks at it; without any, what is public."""
        view = self.view(s, seats[0] if seats else -1)
        for seat in seats[1:]:
            view = joined(self.view(s, -1), view, self.view(s, seat))
        return view

    def edition(self) -> Edition:
        """What new games are set up with."""
        return Edition(self.rules, len(self.cards.ids) if self.cards else 0)

    def older_edition(self, rules: int, cards: int) -> Edition:
        """The edition of a stored game, if it can still be played. The oldest records do not tell how many cards."""
        if not (self.oldest_rules or self.rules) <= rules <= self.rules:
            raise BadRecord("rules", found=rules, expected=self.rules)
        printed = len(self.cards.ids) if self.cards else 0
        if not 0 <= cards <= printed:
            raise BadRecord("cards", found=cards, expected=printed)
        return Edition(rules, cards or (self.cards.untold if self.cards else 0))

    def chosen(self, options: Mapping[str, str]) -> dict[str, str]:
        """All options with their values, defaults filled in."""
        for name, value in options.items():
            if name not in self.options:
                raise UnknownName("option", name, self.options)
            if value not in self.options[name]:
                raise UnknownName("option_value", value, self.options[name], option=name)
        return {name: options.get(name, values[0]) for name, values in self.options.items()}

    def seat(self, name: str) -> int:
        if name not in self.seats:
            raise UnknownName("seat", name, self.seats)
        return self.seats.index(name)

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that win together with one, itself included."""
        return next(side for side in self.sides if seat in side)

    def lead(self, s: S) -> tuple[int, ...]:
        """By seat: the points of its side minus those of the best other side."""
        points = self.points(s)
        if not points:
            return ()
        totals = {side: sum(points[seat] for seat in side) for side in self.sides}
        ahead = {side: total - max(t for other, t in totals.items() if other != side) for side, total in totals.items()}
        return tuple(ahead[self.side(seat)] for seat in range(len(self.seats)))

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


@dataclass(slots=True)
class Course:
    """The course of a game: the lead of each seat at the beginning of each phase, and at the end."""

    game: Game[State]
    leads: list[tuple[int, ...]] = field(default_factory=list)
    phase: int | None = None

    def note(self, s: State) -> None:
        """Call it whenever the number of the phase is another than `phase`, and at the end."""
        self.phase = self.game.phase(s)
        self.leads.append(self.game.lead(s))


GAMES = ("dpyr", "aiw", "car", "wellington")                             # the games that are shipped
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
