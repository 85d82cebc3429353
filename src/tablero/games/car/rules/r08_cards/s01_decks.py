"""[8.1] Draw piles, hands and discards: how cards come and go."""

from __future__ import annotations

from tablero.games.car.board import (
    ASTERISK, CARDS, DECK, DISCARDS, FACES, GROUP, HAND, HAND_SIZE, KEPT, LARGE_HAND, LATER, NAT, REMOVED, REP,
    SMALL_HAND, WAR_PHASE
)
from tablero.games.car.state import END_OF_NORTH, Car, Card, Side
from tablero.kernel.bits import ids_of


def hand_size(s: Car, side: Side) -> int:
    """[6.0.A.3a] [6.0.A.3b] Seven cards; with low Republican Morale one more for the Nationalists, then one less for
    the Republic."""
    if side == NAT:
        return LARGE_HAND.integer("cards") if s.rm <= LARGE_HAND.integer("rm") else HAND_SIZE
    return SMALL_HAND.integer("cards") if s.rm <= SMALL_HAND.integer("rm") else HAND_SIZE


def draw_cards(s: Car, side: Side) -> None:
    """[6.0.A.3a] [6.0.A.3c] Fill the hand; the discards are shuffled when the draw pile is empty; a hand that is too
    large stays."""
    n = min(hand_size(s, side) - s.sizes[HAND[side]], s.sizes[DECK[side]] + s.sizes[DISCARDS[side]])
    note_hand(s, side)
    for left in range(n, 0, -1):
        if not s.sizes[DECK[side]]:
            shuffle_discards(s, side)
            note_hand(s, side)
        card = CARDS.pick(s, DECK[side])
        CARDS.move(s, card, DECK[side], HAND[side])
        s.reveal()
        s.tell("drew_card", side, card, seen=1 << side, public=("drew", (side, n)) if left == 1 else None)


def note_hand(s: Car, side: Side) -> None:
    """[8.1.4a] Before cards are drawn from a pile in which all know some: of those none is in the hand yet."""
    if s.sizes[HAND[side]] and CARDS.known(s, DECK[side]):
        s.clues.append((side, CARDS.imaginable(s, HAND[side]), s.sizes[HAND[side]]))


def leave_hand(s: Car, side: Side, card: Card) -> None:
    """[8.1.4a] A card was seen to leave a hand: what was known of the hand holds for the rest of it."""
    if s.clues:
        bit = 1 << card
        less = [(who, cards & ~bit, n - bool(cards & bit)) if who == side else (who, cards, n)
                for who, cards, n in s.clues]
        s.clues = [clue for clue in less if clue[2]]


def shuffle_discards(s: Car, side: Side) -> None:
    """[6.0.A.3a] [8.1.3b] The discards become the draw pile."""
    CARDS.move_all(s, s.piles[DISCARDS[side]], DISCARDS[side], DECK[side])
    s.top[side] = -1
    s.tell("reshuffled", side)


def add_phase(s: Car) -> None:
    """[6.0.A.1a] [15.1.2a] [15.1.3a] A new war phase: its cards and the discards join the draw piles."""
    group = GROUP[WAR_PHASE[s.turn]]
    for side in (NAT, REP):
        CARDS.move_all(s, s.piles[LATER[side]] & group, LATER[side], DECK[side])
        shuffle_discards(s, side)


def discard(s: Car, side: Side, card: Card, zone: int) -> None:
    """[3.0n] [8.1.4a] A card goes from a zone to the discards of its side; it is the one that can be seen there."""
    CARDS.move(s, card, zone, DISCARDS[side])
    if zone == HAND[side]:
        leave_hand(s, side, card)
    s.top[side] = card


def spend(s: Car, side: Side, card: Card) -> None:
    """[8.5.1.3a] [8.5.1.3b] A card was played for OPS, SR or RP: it is discarded, or in the case printed in red leaves
    the game."""
    when = FACES[card].removed_in
    gone = when == "north_end" and s.once & END_OF_NORTH or when.startswith("turn_") and s.turn >= int(when[5:])
    lay_away(s, side, card, bool(gone))


def lay_event(s: Car, side: Side, card: Card) -> None:
    """[8.5.1.3a] A card was played as an event: with an asterisk it leaves the game."""
    lay_away(s, side, card, bool(ASTERISK >> card & 1))


def lay_away(s: Car, side: Side, card: Card, gone: bool) -> None:
    """A card that was played leaves the hand: out of the game, or to the discards."""
    if gone:
        CARDS.move(s, card, HAND[side], REMOVED)
        leave_hand(s, side, card)
    else:
        discard(s, side, card, HAND[side])


def discard_kept(s: Car) -> None:
    """[8.5.3.5a] Combat Cards that lie face up are discarded at the end of the Turn."""
    for side in (NAT, REP):
        for card in ids_of(s.piles[KEPT[side]]):
            discard(s, side, card, KEPT[side])
