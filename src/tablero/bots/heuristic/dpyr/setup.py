"""Before the first shot: where the units are set up, what is concealed, who gets which factor marker."""

from __future__ import annotations

from random import Random

from tablero.games.dpyr.board import ARTILLERY, CAVALRY, CHUSQUERO, GEFE, GRID, INFANTRY, MARKERS
from tablero.games.dpyr.rules.r03_preparation.s00_factor_markers import takers
from tablero.games.dpyr.rules.r03_preparation.s00_set_up import Deploy
from tablero.games.dpyr.state import OFF, Dpyr, Hex, Marker, Side, Unit, drawn
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of

ORDER = {INFANTRY: 0, ARTILLERY: 1, CAVALRY: 2, GEFE: 3}        # the line first, who leads it last
VARIETY = 0.2       # by how much a hex may be worse and yet be chosen
APART = 4           # hexes from the enemy that are out of musket range


def deploy(s: Dpyr, side: Side, frame: Deploy, options: list[Action], chance: Random) -> Action:
    """Unit after unit into a good hex, not always the same; then the markers of concealment on the fullest hexes."""
    if frame.hand >= 0:
        foes, friends = enemy_places(s, side), [s.at[u] for u in s.b.army[side] if s.at[u] >= 0]
        return max(options, key=lambda a: place_worth(s, frame.hand, a, foes, friends) + VARIETY * chance.random())
    left = [u for u in s.b.army[side] if s.at[u] == OFF and ("deploy", u) in options]
    if left:
        return ("deploy", min(left, key=lambda u: (ORDER[s.b.kind[u]], -s.b.morale[u], u)))
    veils = [action for action in options if action[0] == "conceal"]
    if veils:
        return max(veils, key=lambda action: sum(len(s.piles[x]) for x in action[1:]))
    return DONE if DONE in options else options[0]


def enemy_places(s: Dpyr, side: Side) -> list[Hex]:
    """Where the enemy stands, or where it may be set up."""
    if s.held[1 - side]:
        return list(ids_of(s.held[1 - side]))
    zones = 0
    for u in s.b.army[1 - side]:
        if not s.b.arrival[u]:
            zones |= s.b.zones[u]
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


def assign(s: Dpyr, side: Side, options: list[Action]) -> Action:
    """[3.0h] The best markers to the units nearest to the enemy; the unit asked is the first without one."""
    units = takers(s, side, CHUSQUERO)
    waiting = [u for u in units if s.marker[u] < 0]
    given = [action for action in options if action[0] == "give"]
    if not waiting or not given:
        return options[0]
    foes = enemy_places(s, side)
    waiting_by_need = sorted(waiting, key=lambda u: (_gap(s, u, foes), u))
    rank = waiting_by_need.index(waiting[0])
    hand = drawn(s, side)[:]
    for u in units:
        if s.marker[u] in hand:
            hand.remove(s.marker[u])
    hand.sort(key=lambda m: -marker_worth(s, waiting[0], m))
    wanted: Action = ("give", hand[min(rank, len(hand) - 1)]) if hand else given[0]
    return wanted if wanted in given else given[0]


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
