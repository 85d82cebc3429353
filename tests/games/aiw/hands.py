"""Words for tests of what each card does."""

from __future__ import annotations

from tablero.games.aiw.board import CARD, DISCARDS, FACES, REMOVED
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.state import Aiw
from tablero.kernel.events import Event
from tests.games.aiw.war import do, offered, refused, run, war


def take(s: Aiw, card: str, dice: list[int] | None = None) -> list[Event]:
    """An Event is taken from the deck."""
    return run(s, PlayCard(FACES[CARD[card]].side, CARD[card]), dice)


def acts(s: Aiw) -> Aiw:
    """The Actions step of the phase that goes on."""
    run(s, ActionsStep(phase(s).side))
    return s


def key(s: Aiw, text: str) -> str:
    """Why not, in a word."""
    found = refused(s, text)
    return "" if found is None else found.key


def plays_now(s: Aiw, card: str) -> bool:
    return f"play {card}" in offered(s)


def discarded(s: Aiw, card: str) -> bool:
    return bool(s.piles[DISCARDS] >> CARD[card] & 1)


def out_of_the_game(s: Aiw, *cards: str) -> bool:
    return all((s.piles[REMOVED] | s.barred) >> CARD[card] & 1 for card in cards)


def espartero(*more: str) -> Aiw:
    """Espartero's group stands in Vitoria, about to roll."""
    places = {"vitoria": "l_ln1 l_ln2 l_ln3", "miranda": "l_rg4", "villarreal": "c_nav1 c_nav2"}
    s = war(places, side="liberal", year=1836, hands=["espartero", *more])
    acts(s)
    do(s, "activate vitoria", "add l_ln1", "add l_ln2", "done")
    return s


def ids(cards: int) -> set[str]:
    """The names of a set of cards."""
    return {card.id for i, card in enumerate(FACES) if cards >> i & 1}


def reason(s: Aiw, words: str) -> tuple[str, str]:
    """Why not: the rule, and in a word."""
    found = refused(s, words)
    assert found is not None
    return found.rule, found.key
