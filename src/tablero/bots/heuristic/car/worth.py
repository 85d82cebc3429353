"""What spaces, Morale and units are worth, in Victory Points, whoever stands where."""

from __future__ import annotations

from functools import lru_cache

from tablero.bots.heuristic.car.dice import steps_of
from tablero.games.car.board import (
    AFR, ALL_CORPS, CF, MADRID, MOUNTAIN, NAT, NATIONAL_NORTH, NEAR, NEVER, NORTH, REP, RM_WINS, SEVILLA, SOURCES,
    SPACES, VP, WAR_PHASE, ZONE
)
from tablero.games.car.rules.r02_map import connected
from tablero.games.car.rules.r03_control import morale_of
from tablero.games.car.state import Car, Space, Spaces, Unit
from tablero.kernel.bits import bitset, ids_of

GROUND = 0.05               # any space
LINK = 0.5                  # a space between the Nationalist zones, while ammunition is short
ROADS = 0.07                # of what a place is worth is worth a space next to it
SOURCE = 0.8                # a supply source besides
STEP = 0.11                 # a step of a division: half a Replacement Point
CORPS_STEP = 0.25           # a whole one, and strength at the front
AFRICAN_STEP = 0.2          # cannot be replaced
CORPS_GONE, POINT_GONE = 0.8, 0.4       # a corps that cannot be rebuilt: for itself, and a point of its strength
FAR = 12                    # spaces beyond which nothing matters
END_OF_NORTH = 2.0          # Morale when it has fallen: the more for a space, the fewer are left
UPHILL = 1.7                # spaces that a mountain counts for on the way
PULL, CARE = 0.72, 0.5      # what a space is still worth a step away: to who wants it, to who has it
CALM, TENSE = 0.5, 1.1      # a point of Republican Morale: when nobody comes near a limit, and when somebody will
VERGE = 1.2                 # more when the limit is a point away
YEARLY = 0.7                # by how much Morale is expected to fall in a Turn


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


def _roads(start: Space) -> list[float]:
    """How far it is from each space, where the way over mountains is longer."""
    found = [float(FAR)] * SPACES
    found[start] = 0.0
    front = {start}
    while front:
        ahead = set()
        for x in front:
            for y in ids_of(NEAR[x]):
                far = found[x] + (UPHILL if MOUNTAIN >> x & 1 else 1.0)
                if far < found[y]:
                    found[y] = far
                    ahead.add(y)
        front = ahead
    return found


DISTANCE = tuple(_distances(x) for x in range(SPACES))
BY_NUMBER = tuple(VP[x] + GROUND + SOURCE * ((SOURCES[0] | SOURCES[1]) >> x & 1) for x in range(SPACES))
MORALE_OF = tuple(morale_of(x) for x in range(SPACES))
MOBILIZATION = 1            # the phase of the war
AIMS = tuple(x for x in range(SPACES) if VP[x] or MORALE_OF[x] or (SOURCES[0] | SOURCES[1]) >> x & 1)
AIM_SPACES = bitset(AIMS)
NEARNESS = {z: tuple(PULL ** d if d < FAR else 0.0 for d in (_roads(z) if z == MADRID else DISTANCE[z])) for z in AIMS}
CLOSENESS = {z: tuple(CARE ** d if d < 5 else 0.0 for d in DISTANCE[z]) for z in AIMS}
APPROACH = {z: tuple(0.55 ** d if d < 4 else 0.0 for d in DISTANCE[z]) for z in AIMS}
# what a side is after in each phase of the war, how much more it wants that, and how much less all else
AFTER = (
    ((1 << MADRID, 3.0, 0.7), (NORTH, 4.0, 0.5), (ZONE["catalonia"] | ZONE["aragon"] | ZONE["levante"], 2.0, 0.7)),
    ((0, 1.0, 1.0), (0, 1.0, 1.0), (0, 1.0, 1.0)),
)


def stage(s: Car) -> int:
    """The phase of the war for those who plan: once the North has fallen, the last."""
    phase = WAR_PHASE[s.turn]
    return phase + 1 if phase == MOBILIZATION and not NORTH & AIM_SPACES & ~s.held else phase


def morale_worth(s: Car) -> float:
    """What a point of Republican Morale is worth in Victory Points: more when a side is near to winning by it."""
    margin = verge = 9.0
    for turn in range(max(1, s.turn), s.setting.last + 1):
        ahead = turn - s.turn
        short = 9.0
        if RM_WINS[REP][turn] < NEVER:
            margin = min(margin, RM_WINS[REP][turn] - s.rm + YEARLY * ahead)
            short = float(RM_WINS[REP][turn] - s.rm)
        if RM_WINS[NAT][turn] > -NEVER and ahead < 3:
            margin = min(margin, s.rm - RM_WINS[NAT][turn] + ahead)
            short = min(short, s.rm - RM_WINS[NAT][turn])
        if ahead < 2:
            verge = min(verge, short + 0.5 * ahead)
    tension = max(0.0, min(1.0, 1 - (margin - 1) / 4))
    urgency = max(0.0, min(1.0, 1 - (verge - 0.5) / 3))
    return round(CALM + (TENSE - CALM) * tension + VERGE * urgency, 1)


@lru_cache(maxsize=32)
def worths(morale: float) -> tuple[float, ...]:
    """By space: what it is worth to control it."""
    found = [BY_NUMBER[x] + morale * MORALE_OF[x] for x in range(SPACES)]
    return tuple(found[x] + ROADS * sum(found[z] * APPROACH[z][x] for z in AIMS if z != x) for x in range(SPACES))


@lru_cache(maxsize=64)
def gap(held: Spaces, key: int) -> Spaces:
    """[17.1.1a] The spaces on the shortest ways between the two Nationalist zones."""
    north, south = connected(NATIONAL_NORTH, held, key), connected(1 << SEVILLA, held, key)
    front, seen, layers = south, south, list[Spaces]()
    while front and not front & north:
        ahead = 0
        for x in ids_of(front):
            ahead |= NEAR[x]
        front = ahead & ~seen
        seen |= front
        layers.append(front)
    found, back = 0, front & north
    for layer in reversed(layers[:-1]):
        ahead = 0
        for x in ids_of(back):
            ahead |= NEAR[x]
        back = ahead & layer
        found |= back
    return found


@lru_cache(maxsize=256)
def fields(
    own: Spaces, morale: float, aims: Spaces, more: float, less: float, link: Spaces
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By space: how what the enemy has draws units there, and what of one's own is at stake there."""
    pull, care = [0.0] * SPACES, [GROUND] * SPACES
    worth = worths(morale)
    left = (AIM_SPACES & NORTH & ~own).bit_count() if aims == NORTH else 0
    for z in AIMS:
        value = worth[z] + (END_OF_NORTH * morale / left if left and NORTH >> z & ~own >> z & 1 else 0.0)
        if own >> z & 1:
            care = [a + value * b for a, b in zip(care, CLOSENESS[z])]
        else:
            value *= more if aims >> z & 1 else less
            pull = [a + value * b for a, b in zip(pull, NEARNESS[z])]
    for z in ids_of(link):
        for x in range(SPACES):
            near = PULL ** DISTANCE[z][x]
            if own >> z & 1:
                care[x] += LINK * CARE ** DISTANCE[z][x]
            else:
                pull[x] += LINK * near
    return tuple(pull), tuple(care)


def step_worth(s: Car, unit: Unit) -> float:
    """What the next step of a unit is worth."""
    if AFR >> unit & 1:
        return AFRICAN_STEP
    if ALL_CORPS >> unit & 1:
        return CORPS_STEP + 0.04 * CF[0][unit]
    return STEP + 0.02 * CF[s.reduced >> unit & 1][unit]


def unit_worth(s: Car, unit: Unit) -> float:
    return steps_of(s, unit) * step_worth(s, unit)


def lost_for_good(s: Car, unit: Unit) -> float:
    """What it costs when a unit starves: it cannot be rebuilt."""
    return CORPS_GONE + POINT_GONE * CF[0][unit] if ALL_CORPS >> unit & 1 else 1.5 * unit_worth(s, unit)
