"""[7.0] The phasing side takes a card, and discards one if it holds too many."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import CARDS, DECK, DISCARDS, EVENT, HAND, OF_TYPE, REMOVED, TABLES
from tablero.games.aiw.rules.r07_cards.s00_decks import HAND_LIMIT, draw_card, hold
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard
from tablero.games.aiw.rules.r08_command import add_command
from tablero.games.aiw.state import Aiw, Card, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.windows import Pick


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
class Discard(Pick):
    """[7.0e] Nine cards: discard one of them; it has no effect."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("discard", card) for card in ids_of(s.piles[HAND[seat]])]

    def pick(self, s: Aiw, seat: Side, card: Card) -> None:
        CARDS.move(s, card, HAND[seat], DISCARDS)
        s.reveal()
        s.tell("discarded", seat, card)
