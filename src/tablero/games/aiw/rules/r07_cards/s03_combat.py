"""[7.3] Tactical cards that lie open: when they act, when they are used up, and who names a unit for them.

A rule says which moment has come, and names no card; what a card does then stands in `cards/tactics.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tablero.games.aiw.board import CARDS, FIGHTERS
from tablero.games.aiw.state import Aiw, Blocks, Card, Side, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

NOT_THIS_UNIT = Refusal("7.3b", "card_is_for_another_unit")


class Fight(Protocol):
    """A combat of any type."""

    tactic: list[Card]      # by side: the Tactical card of this combat or round, -1 for none or if it is used up


def let_act(s: Aiw, fight: Fight, side: Side, moment: int, about: Procedure) -> None:
    """[7.3b] The card that a side has laid in this combat or round acts, if it does so at this moment."""
    card = fight.tactic[side]
    if card >= 0:
        CARDS.act(s, side, 1 << card, moment, about)


def use_up(s: Aiw, fight: Fight, side: Side) -> None:
    """[7.3b] The card of a side that acts once has acted."""
    s.tell("card_used", side, fight.tactic[side])
    fight.tactic[side] = -1


@dataclass(slots=True)
class NameUnit(Ask):
    """[7.3b] Name the unit to which a card is applied. Answers its block."""

    card: Card
    blocks: Blocks          # of the side; all of them lie open
    units: Units = FIGHTERS # that may be named

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("name", b) for b in ids_of(self.blocks)]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        (block,) = action[1:]
        return None if self.units >> s.unit[block] & 1 else NOT_THIS_UNIT

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        (s.answer,) = action[1:]

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("7.3b", "name_unit", (("card", "card", self.card),))

    def public(self, s: Aiw) -> bool:
        return True
