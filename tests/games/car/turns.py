"""Words for tests of the course of a war: the beginning of a Turn or of an Action Round, and what is held."""

from __future__ import annotations

from tablero.games.car.board import CARD, CARDS, CARDS_OF, DECK, DISCARDS, HAND, KEPT, LATER, REMOVED, SIDES
from tablero.games.car.rules.r06_sequence import Turn, War
from tablero.games.car.rules.r07_actions import ActionRound
from tablero.games.car.state import Car
from tablero.kernel.bits import bitset
from tablero.kernel.engine import advance
from tests.games.car.field import field


def action(s: Car, side: str = "nationalist", *, turn: int = 7, number: int = 2, hands: str = "") -> Car:
    """Ask a side for its action, in a round of a Turn; hands hold the cards named."""
    s.turn, s.round, s.side = turn, number, SIDES.index(side)
    if hands:
        hold(s, hands)
    CARDS.bar(s, turn)
    s.stack, s.over = [ActionRound(s.side, at=1)], False
    advance(s)
    return s


def hold(s: Car, hands: str, deck: str | None = None, discards: str = "", later: str = "") -> None:
    """Hands hold the cards named; the draw piles those named or all others."""
    named = {name: bitset(CARD[word] for word in words.split())
             for name, words in (("hand", hands), ("discards", discards), ("later", later))}
    piles = {REMOVED: 0}
    for side in range(len(SIDES)):
        own, rest = CARDS_OF[side], CARDS_OF[side]
        for name, zone in (("hand", HAND), ("discards", DISCARDS), ("later", LATER)):
            piles[zone[side]] = own & named[name]
            rest &= ~named[name]
        drawn = rest if deck is None else bitset(CARD[word] for word in deck.split()) & own
        piles[DECK[side]] = drawn
        piles[KEPT[side]] = 0
        piles[REMOVED] |= rest & ~drawn
    CARDS.deal_out(s, piles)


def hand(s: Car, side: int) -> set[str]:
    """The cards that a side holds."""
    return {name for name, card in CARD.items() if s.piles[HAND[side]] >> card & 1}


def turn(s: Car, number: int, step: str = "war_phase") -> Car:
    """A Turn of the war from one of its steps on, up to the first question."""
    s.turn = number
    s.round = 0
    CARDS.bar(s, number)
    s.stack, s.over = [War(at=1), Turn(at=Turn().steps().index(step))], False
    advance(s)
    return s


def empty(**values: object) -> Car:
    """A map without units, in the Turn that `field` is in."""
    s = field()
    for name, value in values.items():
        setattr(s, name, value)
    return s


