"""[7.1] Cards: how they are played. What each of them does stands in `cards/`.

A card of the hand is offered at its *moments*, which stand in `cards.csv`. A window for a moment opens by what
everybody knows: that one of its cards could be in the hand, never by what is really there.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import (
    ANSWER, CARD, CARDS, CARLIST, DISCARDS, FACES, HAND, LIBERAL, MOMENTS, OPERATIONAL, REMOVED, TACTICAL
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase
from tablero.games.aiw.rules.r07_cards.s00_decks import put_away, take_back
from tablero.games.aiw.state import Aiw, Card, Side
from tablero.kernel.actions import PASS, Action
from tablero.kernel.cards import Cards, about
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Reactions

RETURNING = (CARD["espartero"], CARD["zumalacarregui"])
RETURNS_ON = 4


def may_hold(s: Aiw, side: Side, moment: int) -> bool:
    """Could a card of a moment be in a side's hand, as far as everybody can tell?"""
    return bool(CARDS.imaginable(s, HAND[side]) & CARDS.at[moment] & ~s.barred)


def phasing(s: Aiw) -> Side:
    """The side whose Player Phase it is, -1 if it is nobody's."""
    player_phase = s.within(PlayerPhase)
    return player_phase.side if player_phase else -1


@dataclass(slots=True)
class PlayCard(Procedure):
    """[7.1c] [7.1d] A card is played, may be answered, and takes effect."""

    side: Side
    card: Card
    void: bool = False      # another card has taken its effect away

    def steps(self) -> tuple[str, ...]:
        return ("declare", "answers", "effect")

    def declare(self, s: Aiw) -> None:
        """[7.1f] [7.1g] It is put away."""
        put_away(s, self.card)
        s.reveal()
        s.tell("played", self.side, self.card)

    def answers(self, s: Aiw) -> None:
        """[7.1c] A Liberal Operational card of the Liberal Phase may be answered by captured dispatches."""
        if FACES[self.card].type == OPERATIONAL and self.side == LIBERAL == phasing(s):
            open_window(s, ANSWER, CARLIST, self)

    def effect(self, s: Aiw) -> None:
        """[7.1d] What its text says; as its own answer whether it had one."""
        s.answer = int(not self.void)
        if self.void:
            if s.piles[REMOVED] >> self.card & 1:
                CARDS.move(s, self.card, REMOVED, DISCARDS)
            s.tell("voided", self.card)
        else:
            CARDS.effects[self.card](s, self.side, about(s, self))


def open_window(s: Aiw, moment: int, side: Side, about: Procedure) -> None:
    """[7.1c] [7.3d] A side may play an Operational card at this moment, if it could have one: most windows need not be
    made."""
    if CARDS.opens(s, moment, (side,), about):
        s.call(CardWindow(moment, (side,)))


@dataclass(slots=True)
class CardWindow(Reactions):
    """[7.1c] [7.3d] A side may play an Operational card at this moment, or pass."""

    def register(self) -> Cards:
        return CARDS

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        (card,) = action[1:]
        return refuse_card(s, seat, card, self.moment, about(s, self))

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("7.1c", "card_window", kind=MOMENTS[self.moment])

    def react(self, s: Aiw, seat: Side, action: Action) -> None:
        (card,) = action[1:]
        s.call(PlayCard(seat, card))

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        s.answer = 0
        return Reactions.choose(self, s, seat, action)


NOT_IN_HAND = Refusal("7.1c", "card_not_in_hand")
WRONG_MOMENT = Refusal("7.1c", "card_not_now")
TACTICAL_IN_COMBAT = Refusal("7.3b", "tactical_in_combat")


def refuse_card(s: Aiw, side: Side, card: Card, moment: int, about: Procedure) -> Refusal | None:
    """[7.1c] [7.3b] Why a card may not be played at a moment."""
    if not s.piles[HAND[side]] >> card & 1:
        return NOT_IN_HAND
    if FACES[card].type == TACTICAL:
        return TACTICAL_IN_COMBAT
    return None if CARDS.may_play(s, side, moment, card, about) else WRONG_MOMENT


def recall(s: Aiw, player_phase: PlayerPhase) -> None:
    """[7.1d] At the end of a phase a die for each leader who acted in it: from 4 on his card goes back to the hand."""
    for card in RETURNING:
        if card in player_phase.effects and s.piles[DISCARDS] >> card & 1:
            die = s.die()
            s.tell("card_die", card, die)
            if die >= RETURNS_ON:
                take_back(s, player_phase.side, card)
