"""The bot that takes any option: a yardstick for others and the engine of simulations."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tablero.bots import FREE, Bot, Budget
from tablero.kernel.actions import Action
from tablero.kernel.compiling import mypyc_attr
from tablero.kernel.frames import State
from tablero.kernel.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomBot(Bot):
    """Every option is as good as any other."""

    needs_view = False

    def __init__(self, game: Game[State], seed: int) -> None:
        self._chance = Random(seed)

    def weigh(self, view: State, options: Sequence[Action], seat: int, budget: Budget = FREE) -> list[float]:
        return [1.0] * len(options)

    def choose(self, view: State, options: list[Action], seat: int, budget: Budget = FREE) -> Action:
        return options[int(self._chance.random() * len(options))]
