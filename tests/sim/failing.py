"""Bots that break down, for tests."""

from __future__ import annotations

from tablero.bots import FREE, Budget
from tablero.bots.random import RandomBot
from tablero.kernel.actions import Action
from tablero.kernel.frames import State
from tablero.kernel.game import Game


class AlwaysFailing(RandomBot):
    """Breaks down at its fortieth decision."""

    def __init__(self, game: Game[State], seed: int) -> None:
        super().__init__(game, seed)
        self.left = 40

    def choose(self, view: State, options: list[Action], seat: int, budget: Budget = FREE) -> Action:
        self.left -= 1
        if not self.left:
            raise RuntimeError("out of breath")
        return super().choose(view, options, seat)


class SometimesFailing(AlwaysFailing):
    """Breaks down in one game of three."""

    def __init__(self, game: Game[State], seed: int) -> None:
        super().__init__(game, seed)
        if seed % 3:
            self.left = 10**6


class Cheating(RandomBot):
    """Does what nobody offered."""

    def choose(self, view: State, options: list[Action], seat: int, budget: Budget = FREE) -> Action:
        return ("to", 10**6)
