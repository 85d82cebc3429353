"""Positions for the tests of the sequence of play: no Impulse is under way, and what ends the war can end it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablero.games.wellington import GAME
from tablero.games.wellington.board import CARD, CARDS, DRAW_PILE, HAND, POWERS
from tablero.games.wellington.rules.r04_sequence.s01_turn import War
from tablero.games.wellington.state import Wellington
from tablero.kernel.bits import ids_of
from tests.games.wellington.field import Pause, game

FORCED_MARCH, ROYAL = "forced_march", "royal_intervention"      # cards without '+'


def war(
    places: Mapping[str, str] | None = None,
    *,
    box: str = "britain",
    last: str = "",
    flags: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    discards: str = "",
    start: str = "1812",
    year: int = 0,
    players: str = "four",
    resources: tuple[int, ...] = (0, 0, 0, 0),
    dice: Iterable[int] | None = None,
) -> Wellington:
    """A war between two Impulses: the marker is in a box, and a Power had the last Impulse."""
    s = game(places, active=box, flags=flags, hands=hands, discards=discards, start=start, year=year, dice=dice)
    s.players = GAME.options["players"].index(players)
    s.resources = list(resources)
    s.active = -1
    s.last = POWERS.index(last) if last else -1
    s.stack = [War(at=len(War().steps())), Pause(s.box)]
    return s


def places_in_pile(s: Wellington, names: str, pile: int = DRAW_PILE) -> list[int]:
    """The chance results by which these cards are drawn from a pile, one after the other."""
    left = list(ids_of(s.piles[pile]))
    found = []
    for name in names.split():
        found.append(left.index(CARD[name]))
        left.remove(CARD[name])
    return found


def hand(s: Wellington, power: str) -> str:
    """The common cards of a Power."""
    return " ".join(CARDS.ids[card] for card in ids_of(s.piles[HAND[POWERS.index(power)]]))


def hand_size(s: Wellington, power: str) -> int:
    return s.sizes[HAND[POWERS.index(power)]]
