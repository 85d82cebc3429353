"""What a side makes of the map: what spaces are worth, where the enemy threatens, where it pays to stand."""

from __future__ import annotations

from functools import lru_cache

from tablero.games.car.board import (
    AFR,
    ALL_CORPS,
    CF,
    LF,
    MADRID,
    NAT,
    NEAR,
    SIEGE_AT,
    SINGLE,
    SOURCES,
    SPACES,
    VP,
    WAR_PHASE,
)
from tablero.games.car.rules.r02_map import adjacent, friendly, map_key
from tablero.games.car.rules.r03_control import ALCAZAR, morale_of
from tablero.games.car.rules.r13_supply import lines, supplied
from tablero.games.car.state import Car, Side, Space, Spaces, Unit, Units
from tablero.kernel.bits import ids_of

MORALE = 0.5                # a point of Republican Morale
GROUND = 0.05               # any space
SOURCE = 0.5                # a supply source besides
STEP = 0.11                 # a step of a division: half a Replacement Point
CORPS_STEP = 0.25           # a whole one, and strength at the front
AFRICAN_STEP = 0.2          # cannot be replaced
FAR = 12                    # spaces beyond which nothing matters
PULL, CARE = 0.72, 0.5      # what a space is still worth a step away: to who wants it, to who has it
CROWD = 9.0                 # strength beyond which more units add nothing


def _distances(start: Space) -> list[int]:
    found, front, steps = [FAR] * SPACES, 1 << start, 0
    seen = front
    while front and steps < FAR:
        ahead = 0
        for x in ids_of(front):
            found[x] = steps
            ahead |= NEAR[x]
        front = ahead & ~seen
        seen |= front
        steps += 1
    return found


DISTANCE = tuple(_distances(x) for x in range(SPACES))
WORTH = tuple(VP[x] + MORALE * morale_of(x) + GROUND + SOURCE * ((SOURCES[0] | SOURCES[1]) >> x & 1)
              for x in range(SPACES))
AIMS = tuple(x for x in range(SPACES) if WORTH[x] > 2 * GROUND)
PULLS = {z: tuple(WORTH[z] * PULL ** d if d < FAR else 0.0 for d in DISTANCE[z]) for z in AIMS}
CARES = {z: tuple(WORTH[z] * CARE ** d if d < 5 else 0.0 for d in DISTANCE[z]) for z in AIMS}


@lru_cache(maxsize=256)
def fields(own: Spaces) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By space: how what the enemy has draws units there, and what of one's own is at stake there."""
    pull, care = [0.0] * SPACES, [GROUND] * SPACES
    for z in AIMS:
        if own >> z & 1:
            care = [a + b for a, b in zip(care, CARES[z])]
        else:
            pull = [a + b for a, b in zip(pull, PULLS[z])]
    return tuple(pull), tuple(care)


def spread(s: Car, spaces: Spaces) -> Spaces:
    """The spaces next to a set."""
    near, found = adjacent(s), 0
    for x in ids_of(spaces):
        found |= near[x]
    return found


def step_worth(s: Car, unit: Unit) -> float:
    """What the next step of a unit is worth."""
    if AFR >> unit & 1:
        return AFRICAN_STEP
    if ALL_CORPS >> unit & 1:
        return CORPS_STEP + 0.04 * CF[0][unit]
    return STEP + 0.02 * CF[s.reduced >> unit & 1][unit]


def steps_of(s: Car, unit: Unit) -> int:
    return 1 if (s.reduced | SINGLE) >> unit & 1 else 2


def unit_worth(s: Car, unit: Unit) -> float:
    return steps_of(s, unit) * step_worth(s, unit)


def power(s: Car, units: Units) -> float:
    """The strength of units, a little more than their Combat Factors: each can take losses."""
    found = 0.0
    for u in ids_of(units):
        found += CF[s.reduced >> u & 1][u] * (1.5 if ALL_CORPS >> u & 1 else 1.0) + 0.15 * LF[u]
    return found


class Outlook:
    """A position as one side sees it. It only reads the position."""

    def __init__(self, s: Car, side: Side) -> None:
        self.s, self.side, self.foe = s, side, 1 - side
        self.own, self.theirs = friendly(s, side), friendly(s, 1 - side)
        self.near = adjacent(s)
        self.pull, self.care = fields(self.own)
        self.supplied = supplied(s, side)
        self.powers: dict[Units, float] = {}
        self.menace = self.find_menace()
        self.launch = s.occupied[self.foe] | spread(s, s.occupied[self.foe]) & self.theirs
        vacant = self.own & ~s.occupied[side]
        self.first = spread(s, self.launch) & vacant            # what the enemy could enter at once
        self.second = spread(s, self.first) & vacant & ~self.first
        self.reached = self.first | self.second | spread(s, self.launch | self.first) & self.own
        self.guards: dict[Space, float] = {}
        self.cuts: dict[Spaces, float] = {}

    def power(self, units: Units) -> float:
        found = self.powers.get(units)
        if found is None:
            found = self.powers[units] = power(self.s, units)
        return found

    def find_menace(self) -> list[float]:
        """By space: the strength of the enemies next to it."""
        found = [0.0] * SPACES
        for x in ids_of(self.s.occupied[self.foe]):
            strength = self.power(self.s.here[x])
            for y in ids_of(self.near[x]):
                found[y] += strength
        return found

    def guard(self, x: Space) -> float:
        """What a unit in a space of ours keeps from the enemy: that space, and those he could enter through it."""
        found = self.guards.get(x)
        if found is None:
            found = self.guards[x] = self.find_guard(x)
        return found

    def find_guard(self, x: Space) -> float:
        if self.near[x] & self.launch:
            vacant = self.own & ~self.s.occupied[self.side] & ~self.first
            behind = [y for y in ids_of(self.near[x] & vacant) if not self.near[y] & self.first & ~(1 << x)]
            return WORTH[x] + sum(WORTH[y] for y in behind)
        return WORTH[x] if self.near[x] & self.first else 0.0

    # --- what it is worth to stand somewhere

    def post(self, x: Space, units: Units, taken: bool = False) -> float:
        """What it is worth to have these units, and no others, in a space that is ours or was taken."""
        strength = min(self.power(units), CROWD)
        threat = min(self.menace[x], CROWD)
        stake = self.care[x]
        found = 0.1 * self.pull[x] * strength / CROWD
        if units:
            found += 0.02 * self.pull[x]
        if taken or self.reached >> x & 1 or threat:
            works = 1.5 if (self.s.positions | self.s.trenches) >> x & 1 else 1.0
            if units:
                kept = strength * works / (strength * works + 0.6 * threat + 0.3)
                found += 0.4 * (WORTH[x] if taken else self.guard(x)) + 0.45 * stake * kept
                found -= 0.06 * threat / (strength + threat + 0.1)
        return found

    # --- what it is worth to take spaces

    def prize(self, x: Space) -> float:
        """What the capture of an enemy space is worth for itself."""
        s, found = self.s, WORTH[x]
        if self.side == NAT:
            for siege, at in enumerate(SIEGE_AT):
                if at == x and s.sieges[siege]:
                    found += MORALE + (siege == ALCAZAR)
            if not WAR_PHASE[s.turn] and self.near[MADRID] >> x & 1:
                found += max(0, s.madrid - 2)
        return found

    def cut(self, taken: Spaces) -> float:
        """What the enemy loses besides, because spaces and units of his are out of supply then."""
        found = self.cuts.get(taken)
        if found is None:
            found = self.cuts[taken] = self.find_cut(taken)
        return found

    def find_cut(self, taken: Spaces) -> float:
        s, foe = self.s, self.foe
        before = supplied(s, foe)
        after = lines(foe, self.theirs & ~taken, map_key(s, foe), s.strait)
        lost = before & ~(after | taken)
        if not lost:
            return 0.0
        likely = 0.15 + 0.09 * max(1, s.round)
        found = 0.0
        for x in ids_of(lost):
            found += 0.5 * WORTH[x]
            for u in ids_of(s.here[x]):
                found += unit_worth(s, u)
        return likely * found

    def safe(self, x: Space, taken: Spaces) -> bool:
        """Will units be in supply in a space when these spaces are taken?"""
        s = self.s
        if self.supplied >> x & 1:
            return True
        return bool(lines(self.side, self.own | taken, map_key(s, self.side), s.strait) >> x & 1)
