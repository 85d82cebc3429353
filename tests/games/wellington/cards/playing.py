"""Words for the tests of cards that are played in windows.

    s = game({...}, hands={"nord": "young_guard"})
    ...
    say(s, "nord", "play young_guard")
    assert DISCARDS == lies(s, "young_guard")
"""

from __future__ import annotations

from collections.abc import Iterable

import tablero
from tablero.games.wellington.board import CARD, CARDS, DUCHIES, LEADER, LEADER_POWER, MOMENTS, NAMES, POWERS
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.state import Wellington
from tablero.games.wellington.verbs import VERBS
from tablero.kernel.actions import PASS, read, write
from tablero.kernel.events import Event
from tablero.kernel.frames import Frame, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Reactions
from tests.games.wellington.field import is_told, run


def begin(s: Wellington, frame: Frame, dice: Iterable[int] | None = None) -> list[Event]:
    """Let a frame run until somebody has a choice. Powers that can only pass do so."""
    return run(s, frame, dice) + quiet(s)


def quiet(s: Wellington) -> list[Event]:
    """In a window those pass who can do nothing else, until somebody can."""
    told: list[Event] = []
    while isinstance(s.stack[-1], Reactions):
        silent = [seat for seat in tablero.players(s) if tablero.options(s, seat) == [PASS]]
        if not silent:
            break
        told += tablero.apply(s, silent[0], PASS)
    return told


def say(s: Wellington, power: str, *texts: str, dice: Iterable[int] | None = None) -> list[Event]:
    """A Power says words such as `play mud`; `dice` are the chance results to come. Then as in `begin`."""
    if dice is not None:
        s.script = list(dice)
    told: list[Event] = []
    for text in texts:
        told += tablero.apply(s, POWERS.index(power), read(text, VERBS, NAMES)) + quiet(s)
        is_told(s)
    return told


def alone(s: Wellington, power: str, text: str, dice: Iterable[int] | None = None) -> list[Event]:
    """In a window all others pass, and one Power says words."""
    others = [POWERS[seat] for seat in tablero.players(s) if POWERS[seat] != power]
    for other in others:
        say(s, other, "pass")
    return say(s, power, text, dice=dice)


def may(s: Wellington, power: str) -> list[str]:
    """What a Power may do, in words; nothing if it is not asked."""
    return [write(action, VERBS, NAMES) for action in tablero.options(s, POWERS.index(power))]


def may_play(s: Wellington, power: str) -> list[str]:
    """The cards that a Power may play in the window that is open."""
    return [text.removeprefix("play ") for text in may(s, power) if text.startswith("play ")]


def why_not(s: Wellington, power: str, text: str) -> Refusal | None:
    return tablero.why_not(s, POWERS.index(power), read(text, VERBS, NAMES))


def fits(s: Wellington, power: str, name: str, moment: str, about: Procedure) -> bool:
    """Could a Power that holds a card play it at a moment of a procedure?"""
    return CARDS.may_play(s, POWERS.index(power), MOMENTS.index(moment), CARD[name], about)


def lies(s: Wellington, name: str) -> int:
    """The zone in which a card lies."""
    return CARDS.where(s, CARD[name])


def command(s: Wellington, *names: str) -> Wellington:
    """These Leaders are the Commanders where they stand."""
    for name in names:
        one = LEADER[name]
        s.commander[(LEADER_POWER[one] & 1) * DUCHIES + s.at[one]] = one
    return s


def march(s: Wellington, leader: str, *steps: str, points: int = 5, dice: Iterable[int] | None = None) -> list[Event]:
    """The Active Power has CPs, takes up a Leader and makes steps."""
    power = POWERS[s.active]
    told = begin(s, Spending(s.active, points), dice)
    return told + say(s, power, f"lead {leader}", *(f"step {x}" for x in steps))
