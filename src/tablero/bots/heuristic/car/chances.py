"""What an attack promises: the two dice against each other, losses, and the space."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tablero.bots.heuristic.car.outlook import Outlook, step_worth, steps_of
from tablero.games.car.board import (
    AFR,
    ALL_CORPS,
    ARMOR,
    BANKS,
    LF,
    MADRID,
    MAIN_CITIES,
    MOUNTAIN,
    NAT,
    SIERRA,
    WAR_PHASE,
)
from tablero.games.car.rules.r02_map import spaces_of
from tablero.games.car.rules.r11_combat.s02_resolution import SHIFTS, fire_column, strength_of
from tablero.games.car.rules.r16_special.s05_winter import snow_modifier
from tablero.games.car.rules.r16_special.s06_armor import able_armor
from tablero.games.car.rules.r17_columns.s05_first_turn import militia_modifier
from tablero.games.car.state import Car, Space, Units
from tablero.kernel.bits import ids_of

Hits = tuple[int, ...]


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


def capacity(s: Car, units: Units) -> int:
    """The points that units can lose; a lost corps is followed by a division."""
    return sum(steps_of(s, u) * LF[u] + 2 * (ALL_CORPS >> u & 1) for u in ids_of(units))


def point_worth(s: Car, units: Units, first: bool) -> float:
    """What a lost point costs, on average; the Army of Africa and tanks lose first."""
    some = ids_of(units)
    if not some:
        return 0.0
    costs = sorted(step_worth(s, u) / LF[u] for u in some)
    if first and units & (AFR | ARMOR):
        return max(costs)
    return costs[0] if len(costs) < 2 else (costs[0] + costs[1]) / 2


def shifts(s: Car, x: Space, origins: int) -> tuple[int, int]:
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


def attack_hits(s: Car, side: int, x: Space, units: Units, bonus: int) -> tuple[Hits, Hits]:
    """The Loss Numbers of an attack without Combat Cards."""
    ours, theirs = shifts(s, x, spaces_of(s, units))
    modifier = snow_modifier(s, x) + militia_modifier(s, side, units) + bonus
    modifier += able_armor(s, x, units, False) != 0
    column = fire_column(strength_of(s, units), bool(units & ALL_CORPS), ours)
    foes = s.here[x]
    answer = fire_column(strength_of(s, foes), bool(foes & ALL_CORPS), theirs)
    return thrown(column.hits, modifier), thrown(answer.hits, 0)


def promise(look: Outlook, x: Space, units: Units, bonus: int = 0) -> float:
    """What an attack by these units is worth."""
    return value(look, x, units, *attack_hits(look.s, look.side, x, units, bonus))


def value(look: Outlook, x: Space, units: Units, attack: Hits, defence: Hits) -> float:
    """What an attack with these dice is worth to the attacker, as `look` sees it."""
    s, foes = look.s, look.s.here[x]
    ours, theirs = capacity(s, units), capacity(s, foes)
    found = outcome(attack, defence, ours, theirs)
    gain = look.prize(x) + look.cut(1 << x) + 0.25 * look.pull[x] + 0.2
    takes = found.wipes + found.wins * holding(s, x)
    worth = takes * gain
    worth += found.inflicted * point_worth(s, foes, False)
    worth -= found.suffered * point_worth(s, units, True)
    if found.wins and not look.near[x] & look.theirs & ~s.occupied[look.side] & ~(1 << x):
        worth += found.wins * 0.7 * sum(steps_of(s, u) * step_worth(s, u) for u in ids_of(foes)) / 2
    if look.side == NAT and x == MADRID and not WAR_PHASE[s.turn]:
        worth += max(0, s.madrid - 1)
    return worth


def holding(s: Car, x: Space) -> float:
    """How likely a beaten defender gives way: in mountains and trenches he may stay for a step."""
    return 0.5 if (MOUNTAIN | s.trenches) >> x & 1 and s.here[x].bit_count() > 1 else 0.85
