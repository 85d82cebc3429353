"""Before the first shot: where the units are set up, what is concealed, who gets which factor marker."""

from __future__ import annotations

from random import Random

from tablero.games.dpyr.board import ARTILLERY, CAVALRY, CHUSQUERO, GEFE, GRID, INFANTRY, MARKERS
from tablero.games.dpyr.rules.r03_preparation.s00_factor_markers import takers
from tablero.games.dpyr.rules.r03_preparation.s00_set_up import Deploy
from tablero.games.dpyr.state import OFF, Dpyr, Hex, Marker, Side, Unit, drawn
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of, union

ORDER = {INFANTRY: 0, ARTILLERY: 1, CAVALRY: 2, GEFE: 3}        # the line first, who leads it last
VARIETY = 0.2       # by how much a hex may be worse and yet be chosen
FILL = 99.0         # how much worse it is to let the markers fall as they lie
APART = 4           # hexes from the enemy that are out of musket range


def deploy(s: Dpyr, side: Side, frame: Deploy, options: list[Action], chance: Random) -> dict[Action, float]:
    """Unit after unit into a good hex, not always the same; then the markers of concealment on the fullest hexes. The
    order of the units is a rule of thumb."""
    if frame.hand >= 0:
        foes, friends = enemy_places(s, side), [s.at[u] for u in s.b.army[side] if s.at[u] >= 0]
        return {a: place_worth(s, frame.hand, a, foes, friends) + VARIETY * chance.random() for a in options}
    worth = dict.fromkeys(options, -1.0)
    left = [action for action in options if action[0] == "deploy" and s.at[action[1]] == OFF]
    left.sort(key=lambda action: (-ORDER[s.b.kind[action[1]]], s.b.morale[action[1]], -action[1]))
    worth.update({action: 100.0 + rank for rank, action in enumerate(left)})
    worth.update({action: float(len(s.piles[action[1]])) for action in options if action[0] == "conceal"})
    return worth | {action: 0.0 for action in options if action == DONE}


def enemy_places(s: Dpyr, side: Side) -> list[Hex]:
    """Where the enemy stands, or where it may be set up."""
    if s.held[1 - side]:
        return list(ids_of(s.held[1 - side]))
    zones = union(s.b.zones[u] for u in s.b.army[1 - side] if not s.b.arrival[u])
    return list(ids_of(zones) or range(GRID.size))


def place_worth(s: Dpyr, unit: Unit, action: Action, foes: list[Hex], friends: list[Hex]) -> float:
    """How good a hex is to begin the battle in: forward, in cover, not crowded; a Gefe among his men."""
    (x,) = action[1:]
    field, kind, distance = s.b.field, s.b.kind[unit], GRID.distance[x]
    gap = min(distance[y] for y in foes)
    among = sum(distance[y] for y in friends) / len(friends) if friends else 0.0
    crowd = len(s.piles.get(x, ()))
    if kind == GEFE:
        return 0.5 * (crowd > 0) - among + 0.2 * min(gap, APART)
    total = -0.6 * crowd - (0.3 * abs(gap - APART) if gap < APART else 0.12 * (gap - APART)) - 0.04 * among
    if (field.building >> x) & 1:
        total += 0.2 if kind == CAVALRY else 0.8
    elif (field.mountain >> x) & 1:
        total += -0.8 if kind == CAVALRY else 0.9
    elif (field.forest >> x) & 1 and kind == INFANTRY:
        total += -0.3 if (field.deep_forest >> x) & 1 else 0.5
    if kind == CAVALRY:
        total -= 0.1 * (gap < APART + 1)
    return total


def assign(s: Dpyr, side: Side, options: list[Action]) -> dict[Action, float]:
    """[3.0h] The best markers are due to the units nearest to the enemy; the unit asked is the first without one."""
    waiting = [u for u in takers(s, side, CHUSQUERO) if s.marker[u] < 0]
    unit, foes = waiting[0], enemy_places(s, side)
    rank = sorted(waiting, key=lambda u: (_gap(s, u, foes), u)).index(unit)
    left = drawn(s, side)[:]
    for u in takers(s, side, CHUSQUERO):
        if s.marker[u] in left:
            left.remove(s.marker[u])
    value = sorted((marker_worth(s, unit, m) for m in left), reverse=True)
    due = value[min(rank, len(value) - 1)]
    return {a: -abs(marker_worth(s, unit, a[1]) - due) if a[0] == "give" else -FILL for a in options}


def _gap(s: Dpyr, unit: Unit, foes: list[Hex]) -> int:
    """How far a unit is from the enemy; damaged units wait behind the others."""
    distance = GRID.distance[s.at[unit]]
    return min(distance[y] for y in foes) + s.fire[unit] + s.shock[unit]


def marker_worth(s: Dpyr, unit: Unit, m: Marker) -> float:
    """Muskets decide battles while there is ammunition; horse lives by its attack."""
    fire, attack, defence = MARKERS[m]
    if s.b.kind[unit] == CAVALRY:
        return 0.5 * fire + 1.5 * attack + 0.5 * defence
    return (1.6 if s.ammunition[s.b.side[unit]] > 1 else 0.2) * fire + 0.6 * attack + 0.7 * defence
