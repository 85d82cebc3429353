"""Positions in two lines: units on a map, one side about to act.

    s = battlefield("maella", {"c_tor_1": "0608", "l_cor_1": "0808 facing=N fire=1"}, active="carlist")
    do(s, "montear", "move c_tor_1", "to 0708")
    do(s, "batir", "aim c_tor_1")
    do(s, "fire 0808", dice=[3, 5])                   # these dice, no more and no fewer
    assert "4.1d" == refused(s, "to 0707").rule
"""

from __future__ import annotations

import tablero
from tablero.games.dpyr import GAME, create
from tablero.games.dpyr.board import CUP, GRID, MARKER_NAMES, SIDES
from tablero.games.dpyr.rules.r03_preparation import Scenario, Turn
from tablero.games.dpyr.rules.r04_0_actions import Activation
from tablero.games.dpyr.rules.r06_movement import face, put
from tablero.games.dpyr.state import GONE, OFF, Dpyr
from tablero.kernel.engine import advance
from tablero.kernel.hexes import DIRECTIONS
from tablero.kernel.refusals import Refusal

DIRECTION = {name: i for i, name in enumerate(DIRECTIONS)}


def hex_(name: str) -> int:
    return GRID.names.index(name)


def unit(s: Dpyr, name: str) -> int:
    return s.b.names["unit"].index[name]


def battlefield(
    scenario: str,
    units: dict[str, str],
    active: str = "carlist",
    turn: int = 1,
    chits: tuple[str, ...] = ("carlist", "liberal"),
    secret: bool = False,
    **options: str,
) -> Dpyr:
    """A battle in mid-turn: only these units are on the map, all others never came, and one side has an activation.

    A unit stands as `"0608"` or with `facing=N fire=1 shock=2 marker=fm_233 salvo=1`, and `square hidden known blind` set;
    a marker is hidden from the enemy unless known, and from its owner too if blind. Later units stand on earlier ones.
    `chits` are the activation markers still in the cup after this one.
    """
    s = create(scenario, GAME.chosen(options))
    s.secret, s.turn = secret, turn
    s.cup = list(CUP)
    s.at = [GONE if not s.b.arrival[u] else OFF for u in range(len(s.at))]
    for name, text in units.items():
        where, *words = text.split()
        u = unit(s, name)
        put(s, u, hex_(where))
        face(s, hex_(where), s.b.front[s.b.side[u]])
        for word in words:
            key, _, value = word.partition("=")
            if key == "facing":
                face(s, hex_(where), DIRECTION[value])
            elif key == "marker":
                s.marker[u] = MARKER_NAMES.index(value)
                s.cup.remove(s.marker[u])
            elif key in ("fire", "shock", "salvo"):
                getattr(s, key)[u] = int(value)
            else:
                setattr(s, key, getattr(s, key) | 1 << u)
    s.chits = [SIDES.index(side) for side in chits]
    s.stack = [
        Scenario(at=Scenario().steps().index("verdict")),
        Turn(at=Turn().steps().index("activate")),
        Activation(SIDES.index(active)),
    ]
    advance(s)
    return s


def seat(s: Dpyr) -> int:
    return tablero.players(s)[0]


def do(s: Dpyr, *texts: str, dice: list[int] | None = None) -> list[tuple[str, tuple[int, ...]]]:
    """Play actions by their text forms for whoever is asked; dice, if given, are used up exactly. Returns the events."""
    told = []
    for text in texts:
        s.script = None if dice is None else dice
        told += tablero.apply(s, seat(s), GAME.read(s, text))
        assert not s.script, f"dice left over after {text!r}: {s.script}"
        s.script = None
    return [(event.kind, event.args) for event in told]


def offered(s: Dpyr, who: str | None = None) -> list[str]:
    """The options as text forms."""
    return [GAME.write(s, a) for a in tablero.options(s, seat(s) if who is None else SIDES.index(who))]


def refused(s: Dpyr, text: str) -> Refusal | None:
    """Why an action is not allowed; None if it is."""
    return tablero.why_not(s, seat(s), GAME.read(s, text))


def asked(s: Dpyr) -> str:
    """The question that is open, by the name of its class."""
    return type(s.stack[-1]).__name__


def at(s: Dpyr, name: str) -> str:
    """The hex of a unit, or "" when it is off the map."""
    x = s.at[unit(s, name)]
    return GRID.names[x] if x >= 0 else ""


def damage(s: Dpyr, name: str) -> tuple[int, int]:
    """Fire and shock markers of a unit."""
    u = unit(s, name)
    return s.fire[u], s.shock[u]


def open_patch(s: Dpyr, radius: int) -> str:
    """A hex around which everything within a radius is clear ground without roads."""
    field = s.b.field
    for x in range(GRID.size):
        near = GRID.ring_bits(x, radius)
        hexes = [y for y in range(GRID.size) if near >> y & 1]
        full = 1 + 3 * radius * (radius + 1)
        if len(hexes) == full and all(field.terrain[y] == 0 and not field.road[y] for y in hexes):
            return GRID.names[x]
    raise LookupError(f"no clear patch of radius {radius} on {field.name}")


def beside(name: str, direction: str, steps: int = 1) -> str:
    """The hex some steps away in a direction."""
    x = hex_(name)
    for _ in range(steps):
        x = GRID.step[x][DIRECTION[direction]]
    assert x >= 0, f"{name} has nothing {steps} hexes {direction}"
    return GRID.names[x]
