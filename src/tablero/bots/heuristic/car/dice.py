"""What a fight promises: the dice of both sides against each other, on the Fire Tables."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tablero.games.car.board import ALL_CORPS, BANKS, CF, LF, MAIN_CITIES, MOUNTAIN, SIERRA, SINGLE
from tablero.games.car.rules.r02_map import spaces_of
from tablero.games.car.rules.r11_combat.s02_resolution import SHIFTS, fire_column
from tablero.games.car.rules.r16_special.s05_winter import snow_modifier
from tablero.games.car.rules.r16_special.s06_armor import able_armor
from tablero.games.car.rules.r17_columns.s05_first_turn import militia_modifier
from tablero.games.car.state import Car, Side, Space, Spaces, Unit, Units
from tablero.kernel.bits import ids_of

Hits = tuple[int, ...]
POSITION, TRENCH = 1, 2         # works to come


def thrown(hits: Hits, modifier: int) -> Hits:
    """Loss Numbers by the face of the die, modified."""
    return tuple(hits[max(0, min(face + modifier, 5))] for face in range(6))


class Outcome(NamedTuple):
    """Of a combat: the chance to win and to leave no defender, and mean losses in points."""

    wins: float
    wipes: float
    inflicted: float
    suffered: float


@lru_cache(maxsize=1 << 14)
def outcome(attack: Hits, defence: Hits, ours: int, theirs: int) -> Outcome:
    """The dice of both sides; `ours` and `theirs` are the points that attackers and defenders can lose."""
    wins = wipes = inflicted = suffered = 0
    for a in attack:
        for d in defence:
            inflicted += min(a, theirs)
            suffered += min(d, ours)
            alive = d < ours
            wipes += alive and a >= theirs
            wins += alive and theirs > a > d
    return Outcome(wins / 36, wipes / 36, inflicted / 36, suffered / 36)


def steps_of(s: Car, unit: Unit) -> int:
    return 1 if (s.reduced | SINGLE) >> unit & 1 else 2


class Body(NamedTuple):
    """Units as one: what they are in a fight."""

    strength: int           # their Combat Factors
    corps: bool             # is there one among them?
    points: int             # that they can lose
    several: bool
    power: float            # their strength, and a little more: each can take losses


@lru_cache(maxsize=1 << 15)
def _body(units: Units, reduced: Units) -> Body:
    strength = points = twentieths = 0
    for u in ids_of(units):
        corps, weak = ALL_CORPS >> u & 1, reduced >> u & 1
        factor = CF[weak][u]
        strength += factor
        points += LF[u] * (1 if weak or SINGLE >> u & 1 else 2) + 2 * corps     # a lost corps is followed by a division
        twentieths += factor * (30 if corps else 20) + 3 * LF[u]
    return Body(strength, bool(units & ALL_CORPS), points, units & (units - 1) != 0, twentieths / 20)


def body_of(s: Car, units: Units) -> Body:
    return _body(units, units & s.reduced)


def shifts(s: Car, x: Space, origins: Spaces) -> tuple[int, int]:
    """Columns for attacker and defender, by terrain and works."""
    kinds = []
    if MOUNTAIN >> x & 1:
        kinds.append("mountain")
    if MAIN_CITIES >> x & 1:
        kinds.append("main_city")
    if s.positions >> x & 1:
        kinds.append("position")
    if s.trenches >> x & 1:
        kinds.append("trench")
    if not origins & ~BANKS[x]:
        kinds.append("river")
    if SIERRA & (origins | 1 << x):
        kinds.append("sierra_of_madrid")
    return sum(SHIFTS[kind][0] for kind in kinds), sum(SHIFTS[kind][1] for kind in kinds)


class Assault(NamedTuple):
    """An attack on a space, whoever defends it."""

    hits: Hits
    answer: int             # columns for the defender
    points: int             # that the attackers can lose


def assault(s: Car, side: Side, x: Space, units: Units, bonus: int = 0, dug: int = 0) -> Assault:
    """An attack without Combat Cards; `dug`: as if the defenders had a Position besides, or a Trench instead of it."""
    ours, theirs = shifts(s, x, spaces_of(s, units))
    ours -= dug == POSITION
    theirs += dug == TRENCH
    modifier = snow_modifier(s, x) + militia_modifier(s, side, units) + bonus + (able_armor(s, x, units, False) != 0)
    body = body_of(s, units)
    column = fire_column(body.strength, body.corps, ours)
    return Assault(thrown(column.hits, modifier), theirs, body.points)


@lru_cache(maxsize=1 << 14)
def against(attack: Assault, defenders: Body) -> Outcome:
    """What comes of an attack."""
    answer = fire_column(defenders.strength, defenders.corps, attack.answer)
    return outcome(attack.hits, answer.hits, attack.points, defenders.points)


def holding(s: Car, x: Space, several: bool) -> float:
    """How likely beaten defenders give way: in mountains and trenches several may stay for a step."""
    return 0.5 if several and (MOUNTAIN | s.trenches) >> x & 1 else 0.85
