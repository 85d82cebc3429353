"""[7.0] Decks, hands and discards: which cards are in the game, where they are, and how they come and go."""

from __future__ import annotations

from functools import cache

from tablero.games.aiw.board import (
    CARD,
    CARDS,
    CARDS_OF,
    EVENT,
    LIBERAL,
    OF_TYPE,
    OPTIONAL,
    SIDES,
    TABLES,
    TRACK,
    YEARS,
)
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bitset, ids_of

HAND_LIMIT = TABLES.table("cards").integer("hand_max")                  # [7.0e]
MOST_COMMAND = TABLES.table("command_points").integer("max")            # [8.0a]
ARMY_OF_THE_NORTH = CARD["army_of_the_north"]
ARMY_FIRST = 5                                                          # [24.9f] L16 is among the first five

# effects that outlast a phase, as a set in `s.lasting`: until the end of the year, or of the war
LASTING = ("levy", "loans", "decree", "united_command", "cabrera", "maroto", "executions", "riots")
LEVY, LOANS, DECREE, UNITED_COMMAND, CABRERA, MAROTO, EXECUTIONS, RIOTS = (1 << i for i in range(len(LASTING)))
THIS_YEAR = LEVY | LOANS | DECREE | MAROTO | EXECUTIONS


ALWAYS, POLITICS, PLAGUE_AND_SNOW = (
    bitset(i for i, card in enumerate(CARDS) if card.optional == option) for option in ("", *OPTIONAL)
)
JOINING = {year: bitset(i for i, card in enumerate(CARDS) if card.year == year) for year in YEARS}


def in_use(s: Aiw) -> int:
    """[7.0i] The cards that this game is played with."""
    return ALWAYS | (POLITICS if s.politics else 0) | (PLAGUE_AND_SNOW if s.plague_and_snow else 0)


def cards_of_year(s: Aiw, year: int) -> int:
    """[7.0b] [24.9d] The cards that join the decks for a year."""
    return JOINING.get(year, 0) & in_use(s)


@cache
def expired(year: int) -> int:
    """[7.1h] The cards that are out of the decks in a year."""
    return bitset(i for i, card in enumerate(CARDS) if card.removed <= year)


def deal_cards(s: Aiw) -> None:
    """[7.0b] The decks of the scenario, and first hands of Operational and Tactical cards."""
    played = bitset(CARD[name] for name in s.setting.played)
    s.removed = played
    for card in ids_of(played):
        s.cancelled |= bitset(CARD[name] for name in CARDS[card].cancels)
    if played >> ARMY_OF_THE_NORTH & 1:
        s.lasting |= UNITED_COMMAND
    deck = 0
    for year in s.setting.deck_years:
        deck |= cards_of_year(s, year)
    deck &= ~expired(s.year) & ~played & ~s.cancelled
    for side in (0, 1):
        s.deck[side] = deck & CARDS_OF[side]
        for _ in range(s.setting.setup.integer(f"{SIDES[side]}_hand")):
            hold(s, side, draw_from(s, s.deck[side] & ~OF_TYPE[EVENT]))


def draw_from(s: Aiw, cards: int) -> int:
    """A card of a set, by chance."""
    found = ids_of(cards)
    return found[s.below(len(found))]


def hold(s: Aiw, side: int, card: int) -> None:
    """A card goes from the deck to the hand."""
    s.deck[side] &= ~(1 << card)
    s.hand[side] |= 1 << card
    s.held_cards[side] += 1
    s.reveal()
    s.tell("drew", side, card, seen=1 << side, public=("drew_hidden", (side,)))


def fill_cups(s: Aiw, year: int) -> None:
    """[10.0a] [10.0b] [24.10a] The Action Point markers of a year."""
    table = TRACK.table("action_markers")
    s.cups = [n for side in SIDES for n in table.table(side).integers(str(year))]


def place_army(s: Aiw) -> None:
    """[24.9f] Where in a new deck the Army of the North lies: among the first five cards."""
    s.army_due = s.army_within = 0
    if s.deck[LIBERAL] >> ARMY_OF_THE_NORTH & 1:
        s.army_within = min(ARMY_FIRST, s.deck[LIBERAL].bit_count())
        s.army_due = 1 + s.below(s.army_within)


def draw_card(s: Aiw, side: int) -> int:
    """[7.0c] [7.0g] The top card of a deck, the discards being shuffled if it is empty; -1 if there is none."""
    if not s.deck[side]:
        s.deck[side] = s.discards & CARDS_OF[side]
        s.discards &= ~CARDS_OF[side]
        if s.deck[side]:
            s.tell("reshuffled", side)
    deck = s.deck[side]
    if not deck:
        return -1
    if side == LIBERAL and s.army_within:
        s.army_within -= 1
        s.army_due -= 1
        if not s.army_due:
            s.army_within = 0
            return ARMY_OF_THE_NORTH
        deck &= ~(1 << ARMY_OF_THE_NORTH)
    return draw_from(s, deck)


def leave_hand(s: Aiw, side: int, card: int) -> None:
    s.hand[side] &= ~(1 << card)
    s.known_hand[side] &= ~(1 << card)
    s.held_cards[side] -= 1


def put_away(s: Aiw, card: int) -> None:
    """[7.1f] [7.1g] A card that was played goes to the discards, or out of the game if it has an asterisk."""
    if CARDS[card].asterisk:
        s.removed |= 1 << card
    else:
        s.discards |= 1 << card


def cancel(s: Aiw, name: str) -> None:
    """[7.0f] [24.9c] [24.9g] A card is cancelled: out of a hand or the discards at once, out of a deck when it is
    drawn or at the year's end; it is not replaced."""
    card = CARD[name]
    bit, side = 1 << card, CARDS[card].side
    if s.removed & bit or s.cancelled & bit:
        return
    s.cancelled |= bit
    s.tell("cancelled", card)
    if s.hand[side] & bit:
        leave_hand(s, side, card)
        s.removed |= bit
        s.reveal()
    if s.discards & bit:
        s.discards &= ~bit
        s.removed |= bit


def add_command(s: Aiw, side: int, points: int) -> None:
    """[8.0a] Command Points beyond five are lost, and so are those that one has not."""
    before = s.command[side]
    s.command[side] = max(0, min(MOST_COMMAND, before + points))
    if s.command[side] != before:
        s.tell("command", side, s.command[side])


def unseen(s: Aiw, side: int) -> int:
    """[7.0d] The cards that are in a side's hand or may come into it from its deck: everybody can tell by all the
    others that were seen."""
    if s.viewer >= 0:
        return s.unseen[side]
    return (s.hand[side] | s.deck[side]) & ~OF_TYPE[EVENT] & ~s.cancelled


def take_back(s: Aiw, side: int, card: int) -> None:
    """[7.1d] A card that was played goes back to the hand, as everybody sees."""
    bit = 1 << card
    s.discards &= ~bit
    s.removed &= ~bit
    s.hand[side] |= bit
    s.known_hand[side] |= bit
    s.held_cards[side] += 1
    s.tell("card_returned", side, card)
