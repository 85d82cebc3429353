"""Words for tests of events: a side that holds a card is asked for its action, or has played the event.

    s = play("n26", trenches="bilbao")
    assert 0 == s.trenches
"""

from __future__ import annotations

from tablero.games.car.board import CARD, CARDS, FACES, SIDES
from tablero.games.car.rules.r06_sequence import Turn
from tablero.games.car.rules.r07_actions import ActionRound
from tablero.games.car.rules.r14_replacements import Replacements
from tablero.games.car.state import Car, Half
from tablero.kernel.engine import advance
from tests.games.car.field import Pause, do, field
from tests.games.car.turns import hold

CONDITION = ("8.5.1.2a", "event_condition")
BARRED = ("8.5.1.2a", "event_barred")
SILENCED = ("8.5.1.2a", "event_silenced")


def ready(
    name: str,
    places: dict[str, str] | None = None,
    *,
    turn: int = 7,
    number: int = 2,
    hands: str = "",
    happened: str = "",
    rm: int = 20,
    nationalist: str = "",
    republican: str = "",
    positions: str = "",
    trenches: str = "",
) -> Car:
    """The owner of a card is asked for his action, in a round of a Turn. Hands hold the card, and those named."""
    s = field(places, turn=turn, happened=happened, rm=rm, nationalist=nationalist, republican=republican,
              positions=positions, trenches=trenches)
    hold(s, f"{name} {hands}")
    return next_round(s, FACES[CARD[name]].side, number)


def next_round(s: Car, side: int, number: int) -> Car:
    """A side is asked for its action, in a round of this Turn."""
    s.side, s.round = side, number
    s.stack = [Pause(side), ActionRound(side)]
    advance(s)
    return s


def next_turn(s: Car, number: int) -> None:
    """What lasts for a Turn is over; it is another one."""
    Turn().clear(s)
    s.turn = number
    CARDS.bar(s, number)


def play(
    name: str,
    places: dict[str, str] | None = None,
    *words: str,
    turn: int = 7,
    number: int = 2,
    hands: str = "",
    happened: str = "",
    rm: int = 20,
    nationalist: str = "",
    republican: str = "",
    positions: str = "",
    trenches: str = "",
) -> Car:
    """The event of a card was played, and what it asks was answered by the words."""
    s = ready(name, places, turn=turn, number=number, hands=hands, happened=happened, rm=rm, nationalist=nationalist,
              republican=republican, positions=positions, trenches=trenches)
    do(s, f"event {name}", *words)
    return s


def points(s: Car, side: str) -> list[Half]:
    """The Replacement Points that a side may spend at the end of this Turn, its own and its ally's, in halves."""
    seat = SIDES.index(side)
    Replacements(seat).count(s)
    return s.rp[seat * 2 : seat * 2 + 2]
