"""Battles from their beginning: the set-up played action by action, as at a table; and attacks in one line.

    s = opened("perecamps_1")                                  # everybody set up somewhere, factor markers drawn
    s = GAME.new("maella", seed=1, secret=True)
    set_up(s, {"c_tor_1": "0512"}, conceal=("0912",))         # the Carlist; the rest wherever there is room
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import SIDES
from tablero.games.dpyr.state import Dpyr
from tablero.kernel.events import Event
from tests.games.dpyr.battlefield import asked, at, do, offered


def set_up(s: Dpyr, where: Mapping[str, str] | None = None, conceal: Collection[str] = (), done: bool = True) -> None:
    """The side that is asked sets up all its units: some where they are wanted, the others at the first free hex."""
    for name, hex_name in (where or {}).items():
        do(s, f"deploy {name}", f"to {hex_name}")
    for text in [text for text in offered(s) if text.startswith("deploy") and not at(s, text.split()[1])]:
        do(s, text)
        do(s, offered(s)[0])
    for hex_name in conceal:
        do(s, f"conceal {hex_name}")
    if done:
        do(s, "done")


def opened(scenario: str, seed: int = 1, **options: str) -> Dpyr:
    """A battle in which both sides are set up and have drawn their factor markers."""
    s = GAME.new(scenario, seed, options, secret=True)
    set_up(s)
    set_up(s)
    return s


def assigned(s: Dpyr) -> Dpyr:
    """Both sides have given markers to their C units, any of them."""
    while asked(s) == "Assign":
        for seat in list(tablero.players(s)):
            tablero.apply(s, seat, GAME.read(s, "fill"))
    return s


def attack(s: Dpyr, *texts: str) -> None:
    """Declare attacks, `"c_tor_1 1008"`, and no others; when nothing is left to declare the question closes itself."""
    do(s, *(f"attack {text}" for text in texts))
    if asked(s) == "Declare":
        do(s, "done")


def act(s: Dpyr, side: str, text: str, dice: list[int] | None = None) -> list[Event]:
    """One action of a named side, with its events as they are kept, secrets and all."""
    s.script = dice
    told = tablero.apply(s, SIDES.index(side), GAME.read(s, text))
    assert not s.script, f"dice left over after {text!r}: {s.script}"
    s.script = None
    return told
