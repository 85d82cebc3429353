"""The bot that takes any option: a yardstick for others and the engine of simulations."""

from __future__ import annotations

from random import Random

from tablero.kernel.actions import Action
from tablero.kernel.frames import State
from tablero.kernel.game import Game


class RandomBot:
    """Every option is as good as any other."""

    needs_view = False

    def __init__(self, game: Game[State], seed: int) -> None:
        self._chance = Random(seed)

    def choose(self, view: State, options: list[Action], seat: int) -> Action:
        return options[int(self._chance.random() * len(options))]
