"""[3.0] Order of Play: who plays first in a turn, and the challenge for the initiative."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import CARLIST, HAND, LIBERAL, ORDER, TRACK
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard, may_hold, refuse_card
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask, Pick

CARLIST_UNTIL = TRACK.table("initiative").integer("carlist_until")
CHALLENGE_COST = TRACK.table("initiative").integer("challenge_cost_cp")

NO_COMMAND = Refusal("8.0c", "no_command_point")

CHALLENGE: Action = ("challenge",)
MATCH: Action = ("match",)
YIELD: Action = ("yield",)
BIDS = {CHALLENGE: "challenged", MATCH: "matched", YIELD: "yielded"}


@dataclass(slots=True)
class OrderOfPlay(Procedure):
    """[3.0e] [3.0f] [3.0g] The holder of the initiative names who plays first; the other may challenge, once."""

    holder: Side

    def steps(self) -> tuple[str, ...]:
        return ("announce", "challenge", "answer", "again")

    def announce(self, s: Aiw) -> None:
        """[3.0e] The holder decides."""
        s.call(NameFirst(self.holder))

    def challenge(self, s: Aiw) -> None:
        """[3.0f] The other may spend a Command Point."""
        s.call(Challenge(1 - self.holder))

    def answer(self, s: Aiw) -> str | None:
        """[3.0f] The holder sees it and may match it."""
        if not s.answer:
            return END
        s.call(Match(self.holder))
        return None

    def again(self, s: Aiw) -> None:
        """[3.0f] A challenge that is not matched: the challenger names the order."""
        if not s.answer:
            s.call(NameFirst(1 - self.holder))


@dataclass(slots=True)
class NameFirst(Pick):
    """[3.0e] Name the side that plays first this turn."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("first", CARLIST), ("first", LIBERAL)]

    def pick(self, s: Aiw, seat: Side, side: Side) -> None:
        s.first = side
        s.tell("order", seat, side)


@dataclass(slots=True)
class Challenge(Ask):
    """[3.0f] [8.0c] Challenge for the initiative, or let the order stand."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [PASS, CHALLENGE, *_cards(s, seat)]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        return _refuse_bid(s, self, action, PASS)

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        return _bid(s, seat, action, CHALLENGE)

    def public(self, s: Aiw) -> bool:
        return not may_hold(s, self.who, ORDER)


@dataclass(slots=True)
class Match(Ask):
    """[3.0f] Match the challenge with a Command Point, or lose the initiative for this turn."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [YIELD, MATCH, *_cards(s, seat)]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        return _refuse_bid(s, self, action, YIELD)

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        return _bid(s, seat, action, MATCH)

    def public(self, s: Aiw) -> bool:
        return not may_hold(s, self.who, ORDER)


def _cards(s: Aiw, seat: Side) -> list[Action]:
    return [("play", card) for card in ids_of(s.piles[HAND[seat]])]


def _refuse_bid(s: Aiw, asked: Challenge | Match, action: Action, nothing: Action) -> Refusal | None:
    """[7.1c] [8.0c] A bid costs a Command Point; a card may be played that brings some."""
    if action[0] == "play":
        (card,) = action[1:]
        return refuse_card(s, asked.who, card, ORDER, about(s, asked))
    return NO_COMMAND if action != nothing and s.command[asked.who] < CHALLENGE_COST else None


def _bid(s: Aiw, seat: Side, action: Action, bid: Action) -> bool | None:
    """[3.0f] Pays a bid; answers whether there was one."""
    if action[0] == "play":
        (card,) = action[1:]
        s.call(PlayCard(seat, card))
        return AGAIN
    s.answer = int(action == bid)
    if s.answer:
        s.command[seat] -= CHALLENGE_COST
    if action != PASS:
        s.tell(BIDS[action], seat)
    return None
