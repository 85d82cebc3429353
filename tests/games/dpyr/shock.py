"""Shock combats in a few lines: a clash around hex 1008, declared and fought with given dice.

    s = clash({"c_tor_1": N, "l_cor_1": f"{X} facing=N"})
    told = assault(s, f"c_tor_1 {X}", dice=[6])
    assert (4, 3) == totals(told)
"""

from __future__ import annotations

from collections.abc import Sequence

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.state import Dpyr
from tests.games.dpyr.battlefield import asked, battlefield, beside, do, seat

X = "1008"
N, NE, SE, S, SW, NW = (beside(X, direction) for direction in ("N", "NE", "SE", "S", "SW", "NW"))
FRONT = f"{X} facing=N"
ELSEWHERE = {"c_bosque": "2008 marker=fm_122 known", "l_caspe": "2007 marker=fm_123 known"}    # another possible attack

Told = list[tuple[str, tuple[int, ...]]]


def clash(
    units: dict[str, str],
    ground: dict[str, str] | None = None,
    flags: tuple[int, int] = (0, 0),
    active: str = "carlist",
    chits: tuple[str, ...] = ("carlist", "liberal"),
    scenario: str = "maella",
    **options: str,
) -> Dpyr:
    """A battlefield of clear ground but for the hexes named, with these Black Flags: none, so that nobody is asked."""
    s = battlefield(scenario, units, active=active, chits=chits, ground=ground or {}, **options)
    s.flags = list(flags)
    return s


def declare(s: Dpyr, *attacks: str, action: str = "mojar") -> None:
    """Choose the action, move nobody, declare attacks (`"c_tor_1 1008"`) while others remain possible."""
    do(s, action, "done", *(f"attack {attack}" for attack in attacks))
    assert asked(s) == "Declare"


def assault(s: Dpyr, *attacks: str, dice: Sequence[int] = (), action: str = "mojar") -> Told:
    """Declare these attacks and no more. A single combat is fought at once with exactly these dice."""
    do(s, action, "done")
    s.script = [*dice, 0]
    told = [event for attack in attacks for event in _play(s, f"attack {attack}")]
    if asked(s) == "Declare":               # with nothing left to declare nobody is asked
        told += _play(s, "done")
    return _checked(s, told)


def fight(s: Dpyr, text: str, *dice: int) -> Told:
    """Play an action that rolls exactly these dice; if the activation ends the first marker in the cup is next."""
    s.script = [*dice, 0]
    return _checked(s, _play(s, text))


def totals(told: Told) -> tuple[int, ...]:
    """Attack and defence of the last combat that was compared."""
    return [args[1:] for kind, args in told if kind == "compared"][-1]


def kinds(told: Told) -> list[str]:
    """What was told, without its arguments."""
    return [kind for kind, _ in told]


def _play(s: Dpyr, text: str) -> Told:
    return [(event.kind, event.args) for event in tablero.apply(s, seat(s), GAME.read(s, text))]


def _checked(s: Dpyr, told: Told) -> Told:
    assert s.script in ([], [0]), f"dice left over: {s.script}"
    s.script = None
    return told
