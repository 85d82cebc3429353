"""[7.3] Tactical cards: how both sides lay them, when they act, when they are used up, and who names a unit for them.

A rule says which moment has come, and names no card; what a card does then stands in `cards/tactics.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tablero.games.aiw.board import (
    CARD_LAID, CARDS, FIGHTERS, HAND, LAID, LAY_ASSAULT, LAY_BATTLE, LAY_REGION, LAY_SKIRMISH
)
from tablero.games.aiw.rules.r07_cards.s00_decks import put_away
from tablero.games.aiw.rules.r07_cards.s01_types import NOT_IN_HAND, may_hold, open_window
from tablero.games.aiw.state import Aiw, Area, Block, Blocks, Card, Side, Units
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import Cards, about
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicPick, Reactions

COMBATS = ("skirmish", "battle", "assault", "region")       # kinds of combat, for Tactical cards
SKIRMISH, BATTLE, ASSAULT, REGION = range(len(COMBATS))
LAY = (LAY_SKIRMISH, LAY_BATTLE, LAY_ASSAULT, LAY_REGION)   # by kind of combat: the moment of its Tactical cards

DOES_NOT_FIT = Refusal("7.3b", "card_does_not_fit")
NOT_THIS_UNIT = Refusal("7.3b", "card_is_for_another_unit")


@dataclass(slots=True)
class Tactics(Procedure):
    """[7.1e] [7.3a] [7.3c] Both sides may lay a Tactical card, the attacker first; what was laid is shown together and
    stands in the caller's `tactic`, by side. In an Assault only the attacker lays one."""

    attacker: Side
    x: Area
    kind: int               # SKIRMISH, BATTLE, ASSAULT, REGION
    round: int = 1

    def steps(self) -> tuple[str, ...]:
        return ("first", "second", "reveal")

    def first(self, s: Aiw) -> None:
        """[7.3a] The attacker, who is the phasing player, decides first."""
        s.call(LayCard(LAY[self.kind], (self.attacker,)))

    def second(self, s: Aiw) -> None:
        """[7.3a] [18.1r] Then the other; the defender of an Assault plays none."""
        if self.kind != ASSAULT:
            s.call(LayCard(LAY[self.kind], (1 - self.attacker,)))

    def reveal(self, s: Aiw) -> None:
        """[7.3a] [7.1f] [7.1g] Both are shown, and discarded or out of the game."""
        tactic = [-1, -1]
        for side in (self.attacker, 1 - self.attacker):
            for card in ids_of(s.piles[LAID[side]]):
                tactic[side] = card
                put_away(s, card)
                s.reveal()
                s.tell("laid", side, card)
        fight = s.caller(self, Procedure)
        setattr(fight, "tactic", tactic)  # noqa: B010
        for side in (self.attacker, 1 - self.attacker):
            if tactic[side] >= 0:
                CARDS.act(s, side, 1 << tactic[side], CARD_LAID, fight)


@dataclass(slots=True)
class LayCard(Reactions):
    """[7.3a] [7.3b] Lay a Tactical card face down for this combat or round, or none."""

    def register(self) -> Cards:
        return CARDS

    def could(self, s: Aiw, seat: Side) -> bool:
        if s.rules == 1:        # asked by the kind of combat alone, and in a region as in a Skirmish
            moment = LAY_SKIRMISH if self.moment == LAY_REGION else self.moment
            return may_hold(s, seat, moment)
        return Reactions.could(self, s, seat)

    def reactions(self, s: Aiw, seat: Side) -> list[Action]:
        return [("lay", card) for card in CARDS.playable(s, seat, self.moment, about(s, self))]

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [PASS, *(("lay", card) for card in ids_of(s.piles[HAND[seat]]))]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        (card,) = action[1:]
        if not s.piles[HAND[seat]] >> card & 1:
            return NOT_IN_HAND
        return None if CARDS.may_play(s, seat, self.moment, card, about(s, self)) else DOES_NOT_FIT

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("7.3a", "lay_card", kind=COMBATS[LAY.index(self.moment)])

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        if action != PASS:
            (card,) = action[1:]
            CARDS.move(s, card, HAND[seat], LAID[seat])
        s.tell("lays" if action != PASS else "lays_none", seat)


@dataclass(slots=True)
class OperationalCards(Procedure):
    """[17.2d] A side may play Operational cards at a moment, one after another."""

    side: Side
    moment: int
    held: int = 0           # cards in hand before the last was asked for

    def steps(self) -> tuple[str, ...]:
        return ("ask", "again")

    def ask(self, s: Aiw) -> None:
        """[17.2d] Any number of them at their moment."""
        self.held = s.sizes[HAND[self.side]]
        open_window(s, self.moment, self.side, self)

    def again(self, s: Aiw) -> str | None:
        """[17.2d] Until the side passes."""
        return "ask" if s.sizes[HAND[self.side]] < self.held else None


class Asking(Protocol):
    """A combat that asks one side after the other for Operational cards."""

    asked: Side


def next_card(s: Aiw, fight: Asking, attacker: Side, step: str) -> str | None:
    """[16.0i] Back to the step that asks for a card: as long as one was played, then for the other side."""
    if not s.answer and fight.asked != attacker:
        return None
    if not s.answer:
        fight.asked = 1 - attacker
    return step


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
class NameUnit(PublicPick):
    """[7.3b] Name the unit to which a card is applied. Answers its block."""

    card: Card
    blocks: Blocks          # of the side; all of them are revealed
    units: Units = FIGHTERS # that may be named

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("name", b) for b in ids_of(self.blocks)]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return None if self.units >> s.unit[block] & 1 else NOT_THIS_UNIT

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("7.3b", "name_unit", (("card", "card", self.card),))
