"""[8.5.5] Strategic Counterattacks: the bonus of one attack that was won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.car.board import CARD
from tablero.games.car.rules.r03_control import FROM_COUNTERATTACK, change_rm, change_vp
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.state import Car, Side, Space
from tablero.kernel.actions import Action
from tablero.kernel.windows import Ask

DESIGNATED = (CARD["r33"], CARD["r44"])     # the bonus must be that of the designated attack [8.5.5.3c]
FOR_VICTORY = CARD["r44"]                   # a Victory Point instead of Morale [8.5.5.1a]


def bonus_spaces(operation: Operations) -> list[Space]:
    """[8.5.5.3a] [8.5.5.3c] [8.5.5.3d] The first spaces entered after attacks that were won; with Teruel and El Ebro
    only that of the designated attack."""
    if operation.card in DESIGNATED:
        return [x for x in operation.victories if x == operation.designated]
    return sorted(set(operation.victories))


@dataclass(slots=True)
class Bonus(Ask):
    """[8.5.5.3a] [8.5.5.3b] [8.5.5.4a] [16.3.4a] Choose the attack that gives the bonus of the Counterattack."""

    def players(self, s: Car) -> Sequence[int]:
        return (self.who,) if bonus_spaces(s.frame(Operations)) else ()

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("bonus", x) for x in bonus_spaces(s.frame(Operations))]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        bit = 1 << action[1]
        s.tell("bonus", action[1])
        if s.frame(Operations).card == FOR_VICTORY:
            s.bonus_vp |= bit
            change_vp(s, -1, FROM_COUNTERATTACK)
        else:
            s.bonus_rm |= bit
            change_rm(s, 1, FROM_COUNTERATTACK)

    def public(self, s: Car) -> bool:
        return True
