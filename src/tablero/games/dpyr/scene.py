"""How a view is drawn: the map once, and after each action the counters, tracks and orders of battle.

Everything comes from a view, in which the hidden columns are blotted out; so nothing that is drawn can leak.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import repeat
from math import sqrt

from tablero.games.dpyr.board import (
    ACTIONS, ARTILLERY, BATTLES, GEFE, GRID, MARKER_NAMES, MARKERS, MORALE, PACK, SIDES, TABLES, Battle
)
from tablero.games.dpyr.labels import SYMBOLS
from tablero.games.dpyr.rules.r03_preparation.s00_factor_markers import Assign
from tablero.games.dpyr.rules.r04_actions.s02_assault import Assault
from tablero.games.dpyr.rules.r04_actions.s02_mojar import Combat
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import weather
from tablero.games.dpyr.state import (
    CONCEALED, GONE, OFF, OUT, UNKNOWN, WITHDRAWN, ActionIds, Dpyr, Facing, Hex, Hexes, Marker, Side, Unit, drawn,
    standing
)
from tablero.kernel.bits import ids_of
from tablero.kernel.packs import Row
from tablero.kernel.scene import Board, Line, Panel, Piece, Scene, Space, Track, kept

ACTIVATIONS = 3         # [3.0l] markers of a side
KEPT = 20_000           # descriptions of units, for all battles at once
KEPT_SCENES = 1_000     # and their parts

IN_SQUARE, IS_CONCEALED, DECORATED = 1, 2, 4
SIGNS = {IN_SQUARE: "square", IS_CONCEALED: "concealed", DECORATED: "decorated"}
DAMAGE = ("fire_damage", "shock_damage", "salvo")

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
        f"map:{b.name}", "hexes", GRID.columns * 1.5 + 0.5, (GRID.rows + 0.5) * sqrt(3), spaces, tuple(lines),
    )


def _hex(x: Hex) -> str:
    return f"hex:{GRID.names[x]}"


def _zones(b: Battle) -> dict[Hex, tuple[str, ...]]:
    """[3.0c] The set-up areas of each hex: `zone.carlist.D`."""
    found: dict[Hex, tuple[str, ...]] = {}
    areas = {f"zone.{SIDES[b.side[u]]}.{b.zone_names[wing]}": b.zones[u] for u, wing in enumerate(b.wing)}
    for area, hexes in areas.items():
        for x in ids_of(hexes):
            found[x] = (*found.get(x, ()), area)
    return found


def _space(b: Battle, x: Hex, row: Row, zones: tuple[str, ...]) -> Space:
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


def _look(s: Dpyr, seat: int) -> tuple[object, ...]:
    """All that a scene is drawn from."""
    return (
        s.battle, seat, s.turn, s.early_weather, s.bridge_repaired, s.boats_used,
        s.hidden, s.square, s.veiled, s.held[0], _in_hand(s, seat),
        tuple(s.at), tuple(s.facing), tuple(s.fire), tuple(s.shock), tuple(s.salvo), tuple(s.marker),
        tuple(s.piles.values()), tuple(s.chits), *s.ammunition, *s.flags, *s.veils, *s.cross, *s.played,
        *_attacks(s),
    )


def _attacks(s: Dpyr) -> list[tuple[Hex, Hex]]:
    """[4.2b] From where to where the attacks lead that are declared or being fought, as far as one sees who attacks."""
    assault, combat = s.within(Assault), s.within(Combat)
    attacks = [(u, combat.hex) for u in combat.attackers] if combat else []
    return [(s.at[u], x) for u, x in [*attacks, *(assault.attacks if assault else ())] if s.at[u] >= 0]


def _draw(s: Dpyr, seat: int) -> Scene:
    sides = (0, 1)
    units = _units(s)
    counters = [piece for piece, _ in units if piece is not None]
    panels = [_battle_order(s, side, [units[u][1] for u in s.b.army[side]]) for side in sides]
    panels += [
        _stores(s.battle, side, s.chits.count(side), s.flags[side], s.veils[side], s.cross[side]) for side in sides
    ]
    panels += [_played(side, s.played[side]) for side in sides]
    panels += [panel for panel in (_drawn(s, seat), _conditions(s)) if panel is not None]
    tracks = _tracks(s.battle, s.turn, tuple(s.chits), tuple(s.ammunition), (standing(s, 0), standing(s, 1)))
    bridge = ((_hex(s.b.bridge), "crossing.bridge"),) if s.bridge_repaired else ()
    aims = tuple((_hex(a), f"aims.{_hex(x)}") for a, x in dict.fromkeys(_attacks(s)))
    return Scene(f"map:{s.b.name}", (*counters, *_veils(s.veiled, s.held[0])), tracks, tuple(panels), bridge + aims)


scene = kept(_look, _draw, KEPT_SCENES)      # what a seat sees of its view


# Whatever is said of one unit follows from a few small numbers, and few of them change in an action: it is kept.


class Drawings(dict[tuple[int, ...], tuple[Piece | None, Cells]]):
    """Units as counters, if they are on the map, and as rows of the order of battle; each is worked out once."""

    def __missing__(self, key: tuple[int, ...]) -> tuple[Piece | None, Cells]:
        if len(self) >= KEPT:
            self.clear()
        battle, unit, marker, x, height, facing, fire, shock, salvo, signs = key
        piece = None
        if x >= 0:
            piece = _counter(battle, unit, marker, x, height, facing, (fire, shock, salvo), signs)
        row = _order_row(battle, unit, marker, x, fire, shock, signs & IS_CONCEALED)
        made = self[key] = piece, row
        return made


_drawings = Drawings()


def _units(s: Dpyr) -> list[tuple[Piece | None, Cells]]:
    """Every unit as it is drawn."""
    n = len(s.at)
    heights, signs = [0] * n, [0] * n
    for pile in s.piles.values():
        if len(pile) > 1:
            for height, u in enumerate(pile):
                heights[u] = height
    decorated = [u for u in s.cross if u >= 0]
    for sign, units in ((IN_SQUARE, ids_of(s.square)), (IS_CONCEALED, ids_of(s.hidden)), (DECORATED, decorated)):
        for u in units:
            signs[u] |= sign
    columns = (s.marker, s.at, heights, s.facing, s.fire, s.shock, s.salvo, signs)
    return [_drawings[key] for key in zip(repeat(s.battle, n), range(n), *columns, strict=True)]


def _counter(
    battle: int, unit: Unit, marker: Marker, x: Hex, height: int, facing: Facing, damage: tuple[int, int, int],
    signs: int,
) -> Piece:
    b = BATTLES[battle]
    id_ = b.units[unit].id
    badges = (
        *(name for sign, name in SIGNS.items() if signs & sign),
        *(f"{name}.{n}" for name, n in zip(DAMAGE, damage, strict=True) if n),
    )
    return Piece(
        f"unit:{id_}", _hex(x), SIDES[b.side[unit]], SYMBOLS[b.kind[unit]], f"unit.{id_}.name", height, facing,
        _values(battle, unit, marker), badges,
    )


@lru_cache(maxsize=KEPT_SCENES)
def _veils(veiled: Hexes, carlists: Hexes) -> tuple[Piece, ...]:
    """[6.3f] Of concealed enemies one sees in which hexes they are, neither which nor how many."""
    return tuple(
        Piece(f"concealed:{GRID.names[x]}", _hex(x), SIDES[0 if (carlists >> x) & 1 else 1], "concealed")
        for x in ids_of(veiled)
    )


@lru_cache(maxsize=KEPT)
def _values(battle: int, unit: Unit, marker: Marker) -> Cells:
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


@lru_cache(maxsize=KEPT_SCENES)
def _tracks(
    battle: int, turn: int, chits: tuple[Side, ...], ammunition: tuple[int, ...], left: tuple[int, ...]
) -> tuple[Track, ...]:
    """[7.1a] [7.2a] The turn; by side its activations, its ammunition and the units it has left on the map."""
    b = BATTLES[battle]
    zones = (0, "zone_units.beaten"), (1, "zone_units.corda"), (TABLES.corda_units + 1, "zone_units.stands")
    found = [Track("track:turn", "track.turn", turn, b.turns)]
    for side, name in enumerate(SIDES):
        begun = ACTIVATIONS - chits.count(side) if turn else 0
        found += [
            Track(f"track:activations.{name}", "track.activations", begun, ACTIVATIONS, name),
            Track(f"track:ammunition.{name}", "track.ammunition", ammunition[side], b.ammunition[side], name),
            Track(f"track:units.{name}", "track.units", left[side],
                  sum(b.kind[u] != GEFE for u in b.army[side]), name, zones=zones if turn else ()),   # set-up
        ]
    return tuple(found)


# --------------------------------------------------------------------------------------------------------- panels


def _battle_order(s: Dpyr, side: Side, rows: list[Cells]) -> Panel:
    """Every unit of a side with its damage and where it is."""
    return Panel(f"panel:battle_order.{SIDES[side]}", "panel.battle_order", SIDES[side], tuple(rows))


def _order_row(battle: int, unit: Unit, marker: Marker, at: Hex, fire: int, shock: int, hidden: int) -> Cells:
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


@lru_cache(maxsize=KEPT_SCENES)
def _stores(battle: int, side: Side, chits: int, flags: int, veils: int, cross: Unit) -> Panel:
    """What a side has left: activation markers, Black Flags, Guirigay markers, the Cross."""
    rows: tuple[Cells, ...] = (
        (("activation_markers", str(chits)),),
        (("black_flags", str(flags)),),
        (("guirigay", str(veils)),),
        (("cross", f"unit:{BATTLES[battle].units[cross].id}" if cross >= 0 else "status.to_be_had"),),
    )
    return Panel(f"panel:stores.{SIDES[side]}", "panel.stores", SIDES[side], rows)


@lru_cache(maxsize=KEPT_SCENES)
def _played(side: Side, played: ActionIds) -> Panel:
    """[4.3j] The actions a side has played this turn."""
    rows = tuple((("action", f"action:{ACTIONS[action]}"),) for action in ids_of(played))
    return Panel(f"panel:played.{SIDES[side]}", "panel.played", SIDES[side], rows)


def _in_hand(s: Dpyr, seat: int) -> tuple[Marker, ...] | None:
    """What a side drew, while markers are given out."""
    return tuple(drawn(s, seat)) if seat in (0, 1) and s.within(Assign) else None


def _drawn(s: Dpyr, seat: int) -> Panel | None:
    """[3.0g] [3.0h] While markers are given out: those a side drew and still holds."""
    hand = _in_hand(s, seat)
    if hand is None:
        return None
    given = Counter(s.marker[u] for u in s.b.army[seat] if s.marker[u] not in (-1, UNKNOWN))
    left = sorted((Counter(hand) - given).elements())
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
