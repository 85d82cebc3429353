"""[7] Cards: how they are taken and played. What each of them does stands in `cards/`.

A card of the hand is offered at its *moments*, which stand in `cards.csv`. A window for a moment opens by what
everybody knows: that one of its cards could be in the hand, never by what is really there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from tablero.games.aiw.board import (
    ANSWER, CARD, CARD_LAID, CARDS, CARLIST, DECK, DISCARDS, EVENT, FACES, HAND, LAID, LAY_ASSAULT, LAY_BATTLE,
    LAY_REGION, LAY_SKIRMISH, LIBERAL, MOMENTS, OF_TYPE, OPERATIONAL, REMOVED, TABLES, TACTICAL
)
from tablero.games.aiw.rules.r03_phase import PlayerPhase
from tablero.games.aiw.rules.r07_cards.s00_decks import HAND_LIMIT, draw_card, hold, put_away, take_back
from tablero.games.aiw.rules.r08_command import add_command
from tablero.games.aiw.state import Aiw, Area, Card, Side
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import Cards, about
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask, Reactions

RETURNING = (CARD["espartero"], CARD["zumalacarregui"])
RETURNS_ON = 4


COMBATS = ("skirmish", "battle", "assault", "region")       # kinds of combat, for Tactical cards
SKIRMISH, BATTLE, ASSAULT, REGION = range(len(COMBATS))
LAY = (LAY_SKIRMISH, LAY_BATTLE, LAY_ASSAULT, LAY_REGION)   # by kind of combat: the moment of its Tactical cards


# ------------------------------------------------------------------------------------------------------- taking a card


@dataclass(slots=True)
class TakeCard(Procedure):
    """[7.0c] The phasing side takes a card."""

    side: Side
    card: Card = -1

    def steps(self) -> tuple[str, ...]:
        return ("draw", "keep", "limit")

    def draw(self, s: Aiw) -> str | None:
        """[7.0c] [7.0f] [7.0h] No card at all gives a Command Point; a cancelled one leaves the game."""
        card = draw_card(s, self.side)
        if card < 0:
            s.tell("no_cards", self.side)
            add_command(s, self.side, TABLES.table("cards").integer("empty_decks_give_cp"))
            return END
        if s.barred >> card & 1:
            CARDS.move(s, card, DECK[self.side], REMOVED)
            s.reveal()
            s.tell("drew_cancelled", self.side, card)
            return END
        self.card = card
        return None

    def keep(self, s: Aiw) -> str | None:
        """[7.0d] [7.1b] An Event is played at once; any other card goes to the hand."""
        card, self.card = self.card, -1         # a secret from here on
        if not OF_TYPE[EVENT] >> card & 1:
            hold(s, self.side, card)
            return None
        s.reveal()
        s.call(PlayCard(self.side, card))
        return END

    def limit(self, s: Aiw) -> None:
        """[7.0e] A ninth card forces a discard."""
        if s.sizes[HAND[self.side]] > HAND_LIMIT:
            s.call(Discard(self.side))


@dataclass(slots=True)
class Discard(Ask):
    """[7.0e] Nine cards: discard one of them; it has no effect."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("discard", card) for card in ids_of(s.piles[HAND[seat]])]

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        (card,) = action[1:]
        CARDS.move(s, card, HAND[seat], DISCARDS)
        s.reveal()
        s.tell("discarded", seat, card)


# -------------------------------------------------------------------------------------------------------- playing cards


def may_hold(s: Aiw, side: Side, moment: int) -> bool:
    """Could a card of a moment be in a side's hand, as far as everybody can tell?"""
    return bool(CARDS.imaginable(s, HAND[side]) & CARDS.at[moment] & ~s.barred)


def phasing(s: Aiw) -> Side:
    """The side whose Player Phase it is, -1 if it is nobody's."""
    for frame in s.stack:
        if isinstance(frame, PlayerPhase):
            return frame.side
    return -1


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

    @classmethod
    def from_older(cls, columns: dict[str, object]) -> dict[str, object]:
        """One side was asked, and moments were counted without the first, which is new."""
        if "who" in columns:
            columns["order"] = (columns.pop("who"),)
            columns["moment"] = cast("int", columns["moment"]) + 1
        return columns

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
DOES_NOT_FIT = Refusal("7.3b", "card_does_not_fit")


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


# ------------------------------------------------------------------------------------------------------- Tactical cards


@dataclass(slots=True)
class Tactics(Procedure):
    """[7.1e] [7.3a] [7.3c] Both sides may lay a Tactical card, the attacker first; what was laid is shown together and
    stands in the caller's `tactic`, by side. In an Assault only the attacker lays one."""

    attacker: Side
    x: Area
    kind: int               # SKIRMISH, BATTLE, ASSAULT, REGION
    round: int = 1

    @classmethod
    def from_older(cls, columns: dict[str, object]) -> dict[str, object]:
        """The cards that were laid are in zones of the state now."""
        columns.pop("laid", None)
        return columns

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

    @classmethod
    def from_older(cls, columns: dict[str, object]) -> dict[str, object]:
        """One side was asked; the moment followed from the combat, and is found when somebody is asked again."""
        if "who" in columns:
            columns |= {"order": (columns.pop("who"),), "moment": -1}
        return columns

    def register(self) -> Cards:
        return CARDS

    def could(self, s: Aiw, seat: Side) -> bool:
        if self.moment < 0:
            self.moment = LAY[s.caller(self, Tactics).kind]
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
