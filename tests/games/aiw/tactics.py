"""Battles for the tests of Tactical cards: drawn up, with cards laid, and what was told of the dice."""

from __future__ import annotations

from tablero.games.aiw.board import FACES
from tablero.games.aiw.state import Aiw
from tablero.kernel.events import Event
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, draw_up, end_round
from tests.games.aiw.war import asked, do, offered, told

DOES_NOT_FIT = Refusal("7.3b", "card_does_not_fit")
NOT_THIS_UNIT = Refusal("7.3b", "card_is_for_another_unit")
MISS = [6, 6, 6, 6]
PASSES, FAILS = [1, 1], [6, 6]      # morale


def drawn_up(x: str, carlists: str, liberals: str, *cards: str, attacker: str = "liberal", **more: object) -> Aiw:
    """A Battle up to the Tactical cards of its first round."""
    origin = {"lerin": ["lodosa"], "durango": ["villarreal"]}.get(x, ())
    s = battle(x, carlists, liberals, attacker=attacker, hands=cards, came=origin, **more)  # type: ignore[arg-type]
    return draw_up(s)


def laid(x: str, carlists: str, liberals: str, *cards: str, attacker: str = "liberal", **more: object) -> Aiw:
    """A Battle in whose first round these cards were laid, the attacker's first."""
    s = drawn_up(x, carlists, liberals, *cards, attacker=attacker, **more)
    for card in cards:
        do(s, f"lay {card}")
    return s


def used(events: list[Event]) -> list[str]:
    """The cards that acted, in this order."""
    return [FACES[card].id for _, card in told(events, "card_used")]


def needs(events: list[Event], kind: str = "fired") -> list[int]:
    """What the dice had to show: fire, or morale."""
    return [args[2] for args in told(events, kind)]


def numbers(events: list[Event]) -> list[int]:
    """How many dice each unit rolled."""
    return [args[1] for args in told(events, "fired")]


def next_round(s: Aiw) -> None:
    """Both pass; nobody comes, nobody goes."""
    end_round(s)
    do(s, "fight_on", "fight_on")
    while "Activate" not in asked(s) and "LayCard" not in asked(s):
        do(s, "pass" if "pass" in offered(s) else "done")
