"""[7.0] Decks, hands and discards: which cards are in the game, where they are, and how they come and go."""

from __future__ import annotations

from functools import cache

from tablero.games.aiw.board import (
    ASIDE, ASTERISK, CARD, CARDS, CARDS_OF, DECK, DISCARDS, EVENT, FACES, HAND, LIBERAL, OF_TYPE, OPTIONAL, REMOVED,
    SIDES, TABLES, YEARS
)
from tablero.games.aiw.state import Aiw, Card, Cards, Side
from tablero.kernel.bits import bitset, ids_of, union

HAND_LIMIT = TABLES.table("cards").integer("hand_max")                  # [7.0e]
ARMY_OF_THE_NORTH = CARD["army_of_the_north"]

# effects that outlast a phase, as a set in `s.lasting`: until the end of the year, or of the war
LASTING = ("levy", "loans", "decree", "united_command", "cabrera", "maroto", "executions", "riots")
LEVY, LOANS, DECREE, UNITED_COMMAND, CABRERA, MAROTO, EXECUTIONS, RIOTS = (1 << i for i in range(len(LASTING)))
THIS_YEAR = LEVY | LOANS | DECREE | MAROTO | EXECUTIONS

ALWAYS, POLITICS, PLAGUE_AND_SNOW = (
    bitset(i for i, card in enumerate(FACES) if card.optional == option) for option in ("", *OPTIONAL)
)
JOINING = {year: bitset(i for i, card in enumerate(FACES) if card.year == year) for year in YEARS}


def in_use(s: Aiw) -> Cards:
    """[7.0i] The cards that this game is played with."""
    return (ALWAYS | (POLITICS if s.politics else 0) | (PLAGUE_AND_SNOW if s.plague_and_snow else 0)) & CARDS.exist(s)


def cards_of_year(s: Aiw, year: int) -> Cards:
    """[7.0b] [24.9d] The cards that join the decks for a year."""
    return JOINING.get(year, 0) & in_use(s)


@cache
def expired(year: int) -> Cards:
    """[7.1h] The cards that are out of the decks in a year."""
    return bitset(i for i, card in enumerate(FACES) if card.removed <= year)


def deal_cards(s: Aiw) -> None:
    """[7.0b] The decks of the scenario, and first hands of Operational and Tactical cards."""
    played = bitset(CARD[name] for name in s.setting.played)
    s.barred |= bitset(CARD[name] for card in ids_of(played) for name in FACES[card].cancels)
    if played >> ARMY_OF_THE_NORTH & 1:
        s.lasting |= UNITED_COMMAND
    joined = union(cards_of_year(s, year) for year in s.setting.deck_years)
    deck = joined & ~expired(s.year) & ~played & ~s.barred
    decks = {DECK[side]: deck & CARDS_OF[side] for side in (0, 1)}
    CARDS.deal_out(s, {**decks, REMOVED: played, ASIDE: CARDS.all & ~deck & ~played})
    for side in (0, 1):
        for _ in range(s.setting.setup.integer(f"{SIDES[side]}_hand")):
            hold(s, side, CARDS.pick(s, DECK[side], ~OF_TYPE[EVENT]))


def hold(s: Aiw, side: Side, card: Card) -> None:
    """A card goes from the deck to the hand."""
    CARDS.move(s, card, DECK[side], HAND[side])
    s.reveal()
    s.tell("drew", side, card, seen=1 << side, public=("drew_hidden", (side,)))


def draw_card(s: Aiw, side: Side) -> Card:
    """[7.0c] [7.0g] The top card of a deck, the discards being shuffled if it is empty; -1 if there is none."""
    deck = DECK[side]
    if not s.piles[deck]:
        CARDS.move_all(s, s.piles[DISCARDS] & CARDS_OF[side], DISCARDS, deck)
        lose_track(s, side)
        if s.piles[deck]:
            s.tell("reshuffled", side)
    if side == LIBERAL and s.army_within and s.piles[deck]:
        s.army_within -= 1
        s.army_due -= 1
        if not s.army_due:
            s.army_within = 0
            return ARMY_OF_THE_NORTH
        return CARDS.pick(s, deck, ~(1 << ARMY_OF_THE_NORTH))
    return CARDS.pick(s, deck)


def lose_track(s: Aiw, side: Side) -> None:
    """By the first version of the rules nobody remembered which cards had been shuffled into a deck."""
    if s.rules == 1:
        CARDS.forget(s, DECK[side])


def put_away(s: Aiw, card: Card) -> None:
    """[7.1f] [7.1g] A card that was played goes to the discards, or out of the game if it has an asterisk."""
    CARDS.move(s, card, CARDS.where(s, card), REMOVED if ASTERISK >> card & 1 else DISCARDS)


def cancel(s: Aiw, name: str) -> None:
    """[7.0f] [24.9c] [24.9g] A card is cancelled: out of a hand or the discards at once, out of a deck when it is
    drawn or at the year's end; it is not replaced."""
    card = CARD[name]
    if (s.piles[REMOVED] | s.barred) >> card & 1:
        return
    s.barred |= 1 << card
    s.tell("cancelled", card)
    where = CARDS.where(s, card)
    if where in HAND:
        s.reveal()
    if where in HAND or where == DISCARDS:
        CARDS.move(s, card, where, REMOVED)


def take_back(s: Aiw, side: Side, card: Card) -> None:
    """[7.1d] A card that was played goes back to the hand, as everybody sees."""
    CARDS.move(s, card, CARDS.where(s, card), HAND[side])
    s.tell("card_returned", side, card)
