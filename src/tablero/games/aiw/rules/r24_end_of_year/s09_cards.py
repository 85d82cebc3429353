"""[24.9] The decks of the coming year."""

from __future__ import annotations

from tablero.games.aiw.board import ASIDE, CARDS, CARDS_OF, DECK, DISCARDS, EVENT, HAND, LIBERAL, OF_TYPE, REMOVED
from tablero.games.aiw.rules.r07_cards.s00_decks import (
    ARMY_OF_THE_NORTH, THIS_YEAR, cards_of_year, expired, hold, lose_track
)
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of

ARMY_YEAR, ARMY_FIRST = 1835, 5     # [24.9f] the year for whose deck L16 is placed among the first five cards


def renew_decks(s: Aiw, year: int) -> None:
    """[7.1h] [7.1i] [24.9a] [24.9b] [24.9c] [24.9d] [24.9e] Discards and new cards join the decks, expired and
    cancelled ones leave; what expires in a hand is replaced."""
    s.lasting &= ~THIS_YEAR
    s.reveal()          # that nothing in a hand expires is seen as well
    out = expired(year) | s.barred
    fresh = cards_of_year(s, year) & s.piles[ASIDE]
    for side in (0, 1):
        CARDS.move_all(s, s.piles[DISCARDS] & CARDS_OF[side], DISCARDS, DECK[side])
        CARDS.move_all(s, fresh & CARDS_OF[side], ASIDE, DECK[side])
        CARDS.move_all(s, s.piles[DECK[side]] & out, DECK[side], REMOVED)
        lose_track(s, side)
        s.tell("new_deck", side)
    for side in (0, 1):
        for card in ids_of(s.piles[HAND[side]] & expired(year)):
            CARDS.move(s, card, HAND[side], REMOVED)
            s.reveal()
            s.tell("card_expired", side, card)
            if s.piles[DECK[side]] & ~OF_TYPE[EVENT]:
                hold(s, side, CARDS.pick(s, DECK[side], ~OF_TYPE[EVENT]))
    if year == ARMY_YEAR:
        place_army(s)


def place_army(s: Aiw) -> None:
    """[24.9f] Where in a new deck the Army of the North lies: among the first five cards."""
    s.army_due = s.army_within = 0
    deck = s.piles[DECK[LIBERAL]]
    if deck >> ARMY_OF_THE_NORTH & 1:
        s.army_within = min(ARMY_FIRST, deck.bit_count())
        s.army_due = 1 + s.below(s.army_within)
