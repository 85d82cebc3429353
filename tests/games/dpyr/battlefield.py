"""Positions in two lines: units on a map, one side about to act.

    s = battlefield("maella", {"c_tor_1": "0608", "l_cor_1": "0808 facing=N fire=1"}, ground={"0607": "forest"})
    do(s, "montear", "move c_tor_1", "to 0708")
    do(s, "batir", "aim c_tor_1")
    do(s, "fire 0808", dice=[3, 5])                   # these dice, no more and no fewer
    assert "4.1d" == refused(s, "to 0707").rule
"""

from __future__ import annotations

import tempfile
from functools import cache
from itertools import pairwise
from pathlib import Path

import tablero
from tablero.games.dpyr import GAME, create
from tablero.games.dpyr.board import BATTLES, CUP, GRID, SIDES, UNITS, Battle, Field
from tablero.games.dpyr.examples import ACTION, enter, stand
from tablero.games.dpyr.state import GONE, OFF, Dpyr
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tablero.kernel.hexes import DIRECTIONS
from tablero.kernel.packs import Pack
from tablero.kernel.refusals import Refusal

DIRECTION = {name: i for i, name in enumerate(DIRECTIONS)}


def hex_(name: str) -> int:
    return GRID.names.index(name)


def unit(s: Dpyr, name: str) -> int:
    return s.b.names["unit"].index[name]


@cache
def plain(ground: frozenset[tuple[str, str]], roads: tuple[str, ...]) -> Field:
    """A map of clear ground but for these hexes; each road is a line of neighbouring hexes, `"0608 0609 0610"`."""
    terrain = dict(ground)
    road_to: dict[str, list[str]] = {}
    for road in roads:
        names = road.split()
        for a, b in pairwise(names):
            road_to.setdefault(a, []).append(b)
            road_to.setdefault(b, []).append(a)
    lines = ["hex,terrain,crossing,bank,road_to,place"]
    for name in GRID.names:
        kind, _, crossing = terrain.get(name, "clear").partition("/")
        lines.append(f"{name},{kind},{crossing},1,{' '.join(road_to.get(name, []))},")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "maps").mkdir()
        (Path(folder) / "maps" / "plain.csv").write_text("\n".join(lines) + "\n")
        return Field(Pack(Path(folder), "plain"), "plain")


@cache
def battle_on(number: int, field: Field) -> int:
    """A battle with another map, as one more number in BATTLES."""
    own = BATTLES[number]
    battle = Battle(GAME.pack, own.name, frozenset(UNITS) - {unit.id for unit in own.units})
    battle.field = field
    BATTLES.append(battle)
    return len(BATTLES) - 1


def battlefield(
    scenario: str,
    units: dict[str, str],
    active: str = "carlist",
    turn: int = 1,
    chits: tuple[str, ...] = ("carlist", "liberal"),
    secret: bool = True,
    ground: dict[str, str] | None = None,
    roads: tuple[str, ...] = (),
    **options: str,
) -> Dpyr:
    """A battle in mid-turn: only these units are on the map, all others never came, and one side has an activation.

    A unit stands as `"0608"` or with `facing=N fire=1 shock=2 marker=fm_233 salvo=1`, and `square hidden known blind
    charged rode served` set; a marker is hidden from the enemy unless known, and from its owner too if blind. Later
    units stand on earlier ones.
    As at a table, a sole option waits for its player unless everybody could work it out (`secret`).
    `chits` are the activation markers still in the cup after this one. With `ground` the map is clear but for these
    hexes, `{"0607": "forest", "0707": "river/ford"}`, and has these roads; without it it is the battle's own.
    """
    s = create(scenario, GAME.chosen(options))
    if ground is not None:
        s.battle = battle_on(s.battle, plain(frozenset(ground.items()), roads))
    s.rules, s.secret, s.turn = GAME.rules, secret, turn
    s.cup = list(CUP)
    s.at = [GONE if not s.b.arrival[u] else OFF for u in range(len(s.at))]
    for name, text in units.items():
        stand(s, name, text)
    s.chits = [SIDES.index(side) for side in chits]
    enter(s, ACTION, SIDES.index(active))
    advance(s)
    return s


def seat(s: Dpyr) -> int:
    return tablero.players(s)[0]


def do(s: Dpyr, *texts: str, dice: list[int] | None = None) -> list[tuple[str, tuple[int, ...]]]:
    """Play actions by their text forms for whoever is asked; dice, if given, are used up exactly. Returns events."""
    told = []
    for text in texts:
        s.script = None if dice is None else list(dice)
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


def beside(name: str, direction: str, steps: int = 1) -> str:
    """The hex some steps away in a direction."""
    x = hex_(name)
    for _ in range(steps):
        x = GRID.step[x][DIRECTION[direction]]
    assert x >= 0, f"{name} has nothing {steps} hexes {direction}"
    return GRID.names[x]


def concealed_hexes(s: Dpyr, side: int) -> list[int]:
    """Hexes where a seat sees a Guirigay marker of the enemy (in its view) or its own."""
    if s.viewer >= 0 and s.viewer != side:
        return list(ids_of(s.veiled & s.held[side]))
    return sorted({s.at[u] for u in ids_of(s.hidden & s.b.army_bits[side])})
