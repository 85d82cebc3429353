"""Players that are programs.

    bot = tablero.bots.make("heuristic", game, seed=7)
    action = bot.choose(game.view(s, seat), tablero.options(s, seat), seat)

A bot sees what its seat may see and the options it is offered, nothing else. `make` knows the names of `NAMES` and
those that `load` has added; a name from a stranger can therefore start no foreign code.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Protocol, TypeAlias, cast

from tablero.bots.random import RandomBot
from tablero.kernel.actions import Action
from tablero.kernel.errors import TableroError, UnknownName
from tablero.kernel.frames import State
from tablero.kernel.game import Game

NAMES = ("random", "heuristic")


class Bot(Protocol):
    """Whoever answers for a seat."""

    def choose(self, view: State, options: list[Action], seat: int) -> Action:
        """One of the options."""
        ...


def needs_view(bot: Bot) -> bool:
    """A bot that sets `needs_view = False` promises not to look at what it is shown, and saves the making of a view."""
    return bool(getattr(bot, "needs_view", True))


Maker: TypeAlias = Callable[[Game[State], int], Bot]

_loaded: dict[str, Maker] = {}


def make(name: str, game: Game[State], seed: int) -> Bot:
    """A bot by its name; equal seeds make equal bots."""
    if name == "random":
        return RandomBot(game, seed)
    if name in _loaded:
        return _loaded[name](game, seed)
    module = f"tablero.bots.heuristic.{game.code}"
    known = [n for n in NAMES if n != "heuristic" or importlib.util.find_spec(module)]
    if name != "heuristic" or name not in known:
        raise UnknownName("bot", name, [*known, *_loaded])
    return cast("Maker", importlib.import_module(module).HeuristicBot)(game, seed)


def load(name: str) -> None:
    """Make a bot of one's own known under `package.module:Class`; any other name must be one that `make` knows."""
    path, mark, cls = name.partition(":")
    if not mark:
        if name not in (*NAMES, *_loaded):
            raise UnknownName("bot", name, [*NAMES, *_loaded])
        return
    try:
        _loaded[name] = cast("Maker", getattr(importlib.import_module(path), cls))
    except (ImportError, AttributeError, ValueError) as error:
        raise TableroError(f"The bot {name!r} cannot be loaded: {error}. A name reads package.module:Class.") from error
