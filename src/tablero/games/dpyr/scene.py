"""How a view is drawn: the map once, and after each action the counters, tracks and orders of battle.

Everything comes from a view, in which the hidden columns are blotted out; so nothing that is drawn can leak.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from math import sqrt

from tablero.games.dpyr.board import (
    ACTIONS,
    ARTILLERY,
    BATTLES,
    GEFE,
    GRID,
    MARKER_NAMES,
    MARKERS,
    MORALE,
    PACK,
    SIDES,
    Battle,
)
from tablero.games.dpyr.labels import SYMBOLS
from tablero.games.dpyr.rules.r03_preparation import Assign
from tablero.games.dpyr.rules.r04_3_batir import weather
from tablero.games.dpyr.state import (
    CONCEALED,
    GONE,
    OFF,
    OUT,
    UNKNOWN,
    WITHDRAWN,
    Dpyr,
    drawn,
)
from tablero.kernel.bits import bits_list
from tablero.kernel.packs import Row
from tablero.kernel.scene import Board, Line, Panel, Piece, Scene, Space, Track

ACTIVATIONS = 3         # [3.0l] markers of a side
KEPT = 20_000           # descriptions of units, for all battles at once

STATUS = {OFF: "to_place", WITHDRAWN: "withdrawn", GONE: "eliminated", OUT: "replaced", CONCEALED: "hidden"}

Cells = tuple[tuple[str, str], ...]

# --------------------------------------------------------------------------------------------------------- the map


def board(s: Dpyr) -> Board:
    """The map of a battle with its set-up areas."""
    return _board(s.battle)


@cache
def _board(number: int) -> Board:
    b = BATTLES[number]
    rows = PACK.rows(f"maps/{b.field.name}.csv")
    zones = _zones(b)
    spaces = tuple(_space(b, x, row, zones.get(x, ())) for x, row in enumerate(rows))
    lines = [*_rivers(rows), *_roads(b)]
    return Board(
        f"map:{b.name}", "hexes", GRID.columns * 1.5 + 0.5, (GRID.rows + 0.5) * sqrt(3), spaces, tuple(lines)
    )


def _hex(x: int) -> str:
    return f"hex:{GRID.names[x]}"


def _zones(b: Battle) -> dict[int, tuple[str, ...]]:
    """[3.0c] The set-up areas of each hex: `zone.carlist.D`."""
    found: dict[int, tuple[str, ...]] = {}
    areas = {f"zone.{SIDES[b.side[u]]}.{b.zone_names[wing]}": b.zones[u] for u, wing in enumerate(b.wing)}
    for area, hexes in areas.items():
        for x in bits_list(hexes):
            found[x] = (*found.get(x, ()), area)
    return found


def _space(b: Battle, x: int, row: Row, zones: tuple[str, ...]) -> Space:
    marks = [f"elevation.{row.integer('elevation')}"]
    if b.field.road[x]:
        marks.append("road")
    marks += [f"{column}.{row.text(column)}" for column in ("river", "crossing") if row.maybe_text(column)]
    centre_x, centre_y = GRID.centre(x)
    place = f"place.{b.field.name}.{GRID.names[x]}.name" if row.maybe_text("place") else ""
    return Space(_hex(x), round(centre_x, 3), round(centre_y, 3), row.text("terrain"), place, (*marks, *zones))


def _roads(b: Battle) -> list[Line]:
    return [Line(_hex(x), _hex(y), "road") for x, ways in enumerate(b.field.road) for y in ways if x < y]


def _rivers(rows: list[Row]) -> list[Line]:
    """The course of each river, from hex to hex."""
    names = [row.maybe_text("river") for row in rows]
    return [
        Line(_hex(x), _hex(y), f"river.{name}")
        for x, name in enumerate(names) if name
        for y in GRID.near[x] if x < y and names[y] == name
    ]


# --------------------------------------------------------------------------------------------------------- the scene


def scene(s: Dpyr, seat: int) -> Scene:
    """What a seat sees of the battle; `s` is its view."""
    sides = (0, 1)
    panels = [*(_battle_order(s, side) for side in sides), *(_stores(s, side) for side in sides)]
    panels += [_played(s, side) for side in sides]
    panels += [panel for panel in (_drawn(s, seat), _conditions(s)) if panel is not None]
    bridge = ((_hex(s.b.bridge), "crossing.bridge"),) if s.bridge_repaired else ()
    return Scene(f"map:{s.b.name}", (*_counters(s), *_veils(s)), tuple(_tracks(s)), tuple(panels), bridge)


# Whatever is said of one unit follows from a few small numbers, and few of them change in an action: it is kept.


def _counters(s: Dpyr) -> list[Piece]:
    """The units on the map, each stack from bottom to top."""
    battle, square, hidden, cross = s.battle, s.square, s.hidden, s.cross
    facing, marker, fire, shock, salvo = s.facing, s.marker, s.fire, s.shock, s.salvo
    return [
        _counter(
            battle, u, marker[u], x, height, facing[u], fire[u], shock[u], salvo[u], square >> u & 1, hidden >> u & 1,
            u in cross,
        )
        for x in sorted(s.piles) for height, u in enumerate(s.piles[x])
    ]


@lru_cache(maxsize=KEPT)
def _counter(
    battle: int, unit: int, marker: int, x: int, height: int, facing: int, fire: int, shock: int, salvo: int,
    square: int, hidden: int, decorated: bool,
) -> Piece:
    b = BATTLES[battle]
    id_ = b.units[unit].id
    signs = (("square", square), ("concealed", hidden), ("decorated", decorated))
    damage = (("fire_damage", fire), ("shock_damage", shock), ("salvo", salvo))
    badges = (*(name for name, on in signs if on), *(f"{name}.{n}" for name, n in damage if n))
    return Piece(
        f"unit:{id_}", _hex(x), SIDES[b.side[unit]], SYMBOLS[b.kind[unit]], f"unit.{id_}.name", height, facing,
        _values(battle, unit, marker), badges,
    )


def _veils(s: Dpyr) -> list[Piece]:
    """[6.3f] Of concealed enemies one sees in which hexes they are, neither which nor how many."""
    return [
        Piece(f"concealed:{GRID.names[x]}", _hex(x), SIDES[0 if s.held[0] >> x & 1 else 1], "concealed")
        for x in bits_list(s.veiled)
    ]


@lru_cache(maxsize=KEPT)
def _values(battle: int, unit: int, marker: int) -> Cells:
    """[3.0k] The numbers of a counter, with those of its marker; what the seat may not know is a question mark."""
    b = BATTLES[battle]
    counter = b.units[unit]
    morale = ("morale", MORALE[counter.morale])
    defence = ("defence", str(counter.defence))
    if counter.kind == GEFE:
        return morale, ("command_radius", str(counter.radius)), ("shock_bonus", str(counter.bonus)), defence
    if counter.kind == ARTILLERY:
        return morale, ("artillery_factor", str(counter.gun)), defence
    if b.draws[unit] and marker < 0:
        return morale, ("fire", "?"), ("attack", "?"), ("defence", "?")
    factors = MARKERS[marker] if marker >= 0 else counter
    return morale, ("fire", str(factors.fire)), ("attack", str(factors.attack)), ("defence", str(factors.defence))


def _tracks(s: Dpyr) -> list[Track]:
    found = [Track("track:turn", "track.turn", s.turn, s.b.turns)]
    for side, name in enumerate(SIDES):
        begun = ACTIVATIONS - s.chits.count(side) if s.turn else 0
        found += [
            Track(f"track:activations.{name}", "track.activations", begun, ACTIVATIONS, name),
            Track(f"track:ammunition.{name}", "track.ammunition", s.ammunition[side], s.b.ammunition[side], name),
        ]
    return found


# --------------------------------------------------------------------------------------------------------- panels


def _battle_order(s: Dpyr, side: int) -> Panel:
    """Every unit of a side with its damage and where it is."""
    battle, hidden, at, marker, fire, shock = s.battle, s.hidden, s.at, s.marker, s.fire, s.shock
    rows = tuple([
        _order_row(battle, u, marker[u], at[u], fire[u], shock[u], hidden >> u & 1) for u in s.b.army[side]
    ])
    return Panel(f"panel:battle_order.{SIDES[side]}", "panel.battle_order", SIDES[side], rows)


@lru_cache(maxsize=KEPT)
def _order_row(battle: int, unit: int, marker: int, at: int, fire: int, shock: int, hidden: int) -> Cells:
    b = BATTLES[battle]
    status = STATUS.get(at, "hidden" if hidden else "on_map")
    if at == OFF and b.arrival[unit]:
        status = "to_arrive"
    row = [
        ("unit", f"unit:{b.units[unit].id}"), ("class", f"symbol.{SYMBOLS[b.kind[unit]]}"),
        *_values(battle, unit, marker), ("fire_damage", str(fire)), ("shock_damage", str(shock)),
        ("limit", str(b.limit[unit])),
        ("status", f"status.{status}"), ("area", f"zone.{b.zone_names[b.wing[unit]]}.name"),
    ]
    if at >= 0:
        row.append(("at", _hex(at)))
    if status == "to_arrive":
        row.append(("turn", str(b.arrival[unit])))
    return tuple(row)


def _stores(s: Dpyr, side: int) -> Panel:
    """What a side has left: activation markers, Black Flags, Guirigay markers, the Cross."""
    cross = s.cross[side]
    rows: tuple[Cells, ...] = (
        (("activation_markers", str(s.chits.count(side))),),
        (("black_flags", str(s.flags[side])),),
        (("guirigay", str(s.veils[side])),),
        (("cross", f"unit:{s.b.units[cross].id}" if cross >= 0 else "status.to_be_had"),),
    )
    return Panel(f"panel:stores.{SIDES[side]}", "panel.stores", SIDES[side], rows)


def _played(s: Dpyr, side: int) -> Panel:
    """[4.3j] The actions a side has played this turn."""
    rows = tuple((("action", f"action:{ACTIONS[action]}"),) for action in bits_list(s.played[side]))
    return Panel(f"panel:played.{SIDES[side]}", "panel.played", SIDES[side], rows)


def _drawn(s: Dpyr, seat: int) -> Panel | None:
    """[3.0g] [3.0h] While markers are given out: those a side drew and still holds."""
    if seat not in (0, 1) or not s.stack or not isinstance(s.stack[-1], Assign):
        return None
    given = Counter(s.marker[u] for u in s.b.army[seat] if s.marker[u] not in (-1, UNKNOWN))
    left = sorted((Counter(drawn(s, seat)) - given).elements())
    rows = tuple((("marker", f"marker:{MARKER_NAMES[m]}"),) for m in left)
    return Panel(f"panel:drawn.{SIDES[seat]}", "panel.drawn", SIDES[seat], rows)


def _conditions(s: Dpyr) -> Panel | None:
    """[9.2g] [9.2j] What holds for both sides: the weather, the gunboats."""
    rows: list[Cells] = []
    if weather(s):
        rows.append((("weather", ""),))
    if s.b.gunboats and not s.boats_used:
        rows.append((("gunboats", ""),))
    return Panel("panel:conditions", "panel.conditions", "", tuple(rows)) if rows else None
