"""Players that are programs.

    bot = tablero.bots.make("heuristic", game, seed=7)
    action = bot.choose(game.view(s, seat), tablero.options(s, seat), seat)

A bot sees what its seat may see and the options it is offered, nothing else. `make` knows the names of `NAMES` and
those that `load` has added; a name from a stranger can therefore start no foreign code.
"""

from __future__ import annotations

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias, cast

from tablero.kernel.actions import Action
from tablero.kernel.advice import Advice, Choice, Points, Reason
from tablero.kernel.compiling import mypyc_attr
from tablero.kernel.errors import BadBot, UnknownName
from tablero.kernel.frames import State
from tablero.kernel.game import Game


class Budget(NamedTuple):
    """What a decision may cost; 0: as much as the bot likes."""

    seconds: float = 0.0
    simulations: int = 0        # games, or beginnings of games, that it may play in its head: the same on any machine


FREE = Budget()
AT_A_TABLE = Budget(seconds=2.0)        # where people wait for a bot


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Whoever answers for a seat.

    It may be asked about any position, in any order: after a restart, after a take-back, by turns with a copy of itself
    in another process. So its answer follows from what it is given; what it keeps in between may only save time.
    """

    needs_view = True           # False: it promises not to look at the view, and saves the making of one

    @abstractmethod
    def weigh(self, view: State, options: Sequence[Action], seat: int, budget: Budget = FREE) -> list[float]:
        """What each option is worth to it, in their order; numbers can be compared within one question only."""

    def choose(self, view: State, options: list[Action], seat: int, budget: Budget = FREE) -> Action:
        """The option that is worth most; of equals the first."""
        worth = self.weigh(view, options, seat, budget)
        return options[worth.index(max(worth))]

    def explain(self, view: State, options: list[Action], seat: int, budget: Budget = FREE) -> Advice:
        """What it would choose, and why; for people who ask, so that it may cost more than the choice."""
        if len(options) == 1:
            return Advice(options[0], SOLE)
        worth = self.weigh(view, options, seat, budget)
        best, second = sorted(range(len(options)), key=lambda i: (-worth[i], i))[:2]
        told = Told(view, options, worth, seat, best, second)
        return Advice(options[best], self.reason(told) or told.plain(), options[second])

    def reason(self, told: Told) -> Reason | None:
        """Why it would choose this option; None where it can only say how much better it is than the next."""
        return None


SOLE = Reason("sole")               # there is nothing to choose
EQUAL, SLIGHT, FIRST = 1e-6, 0.05, 20.0     # what is no difference between two options, a small one, and one of rank


class Told(NamedTuple):
    """A question with what each option is worth to a bot, to be explained."""

    view: State
    options: list[Action]
    worth: list[float]
    seat: int
    best: int                       # index of the option that is worth most,
    second: int                     # and of the next

    @property
    def action(self) -> Action:
        """What the bot would choose."""
        return self.options[self.best]

    @property
    def other(self) -> Choice:
        """What it would do otherwise."""
        return Choice(self.options[self.second])

    @property
    def lead(self) -> Points:
        """How much better it is."""
        return Points(self.worth[self.best] - self.worth[self.second])

    def plain(self) -> Reason:
        """What can be said of any question: by how much the option is better than the next."""
        if set(self.worth) == {0.0, 1.0} and self.worth.count(1.0) == 1:
            return Reason("wanted", {"n": len(self.options) - 1})           # only the answer has a number
        if self.lead.value < EQUAL:
            return Reason("equal", {"other": self.other})
        key = "slightly" if self.lead.value < SLIGHT else "better" if self.lead.value < FIRST else "first"
        return Reason(key, {"other": self.other, "lead": self.lead})


def as_weights(wanted: Action | dict[Action, float], options: Sequence[Action]) -> list[float]:
    """For a bot that knows what each option is worth, or only which one it wants."""
    if isinstance(wanted, dict):
        return [wanted[action] for action in options]
    return [float(action == wanted) for action in options]


Maker: TypeAlias = "Callable[[Game[State], int], Bot]"

PLACES = {              # the better ones last
    "random": "tablero.bots.random:RandomBot",
    "heuristic": "tablero.bots.heuristic.{game}:HeuristicBot",
}
NAMES = tuple(PLACES)

ADVISER = "heuristic"               # who gives hints, in a game that it knows

_loaded: dict[str, Maker] = {}


def names(game: Game[State]) -> list[str]:
    """The bots that know a game, the best last."""
    return [name for name in NAMES if importlib.util.find_spec(PLACES[name].partition(":")[0].format(game=game.code))]


def adviser(game: Game[State]) -> str:
    """The bot that gives hints: the one that can tell its reasons, else the best."""
    known = names(game)
    return ADVISER if ADVISER in known else known[-1]


def make(name: str, game: Game[State], seed: int) -> Bot:
    """A bot by its name; equal seeds make equal bots."""
    if name in _loaded:
        return _loaded[name](game, seed)
    if name not in (known := names(game)):
        raise UnknownName("bot", name, [*known, *_loaded])
    return _class(PLACES[name].format(game=game.code))(game, seed)


def load(name: str) -> None:
    """Make a bot of one's own known under `package.module:Class`; any other name must be one that `make` knows."""
    if ":" not in name:
        if name not in NAMES and name not in _loaded:
            raise UnknownName("bot", name, [*NAMES, *_loaded])
        return
    try:
        _loaded[name] = _class(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadBot("load", name=name, why=error) from error


def _class(place: str) -> Maker:
    path, _, cls = place.partition(":")
    return cast("Maker", getattr(importlib.import_module(path), cls))
