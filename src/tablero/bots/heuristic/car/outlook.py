"""What a side makes of the map: what spaces are worth, where the enemy threatens, where it pays to stand."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

from tablero.bots.heuristic.car.dice import POSITION, TRENCH, Assault, against, assault, capacity, holding, steps_of
from tablero.games.car.board import (
    AFR, ALL_CORPS, CF, COLUMNS_PHASE, LF, MADRID, MAIN_CITIES, MOUNTAIN, NAT, NATIONAL_NORTH, NEAR, NEVER, NORTH, REP,
    RM_WINS, SEVILLA, SIEGE_AT, SOURCES, SPACES, VP, WAR_PHASE, ZONE
)
from tablero.games.car.rules.r02_map import adjacent, connected, friendly, map_key
from tablero.games.car.rules.r03_control import ALCAZAR, morale_of
from tablero.games.car.rules.r11_combat.s02_resolution import strength_of
from tablero.games.car.rules.r13_supply import bordering, enclaves, lines, supplied
from tablero.games.car.rules.r17_columns.s04_militias import uncoordinated
from tablero.games.car.state import Car, Card, Side, Space, Spaces, Unit, Units
from tablero.kernel.bits import bitset, ids_of

GROUND = 0.05               # any space
LINK = 0.5                  # a space between the Nationalist zones, while ammunition is short
ROADS = 0.07                # of what a place is worth is worth a space next to it
HONOUR = 0.5                # of Morale more is at stake where one stands than can be won elsewhere
SOURCE = 0.8                # a supply source besides
STEP = 0.11                 # a step of a division: half a Replacement Point
CORPS_STEP = 0.25           # a whole one, and strength at the front
AFRICAN_STEP = 0.2          # cannot be replaced
FAR = 12                    # spaces beyond which nothing matters
END_OF_NORTH = 2.0          # Morale when it has fallen: the more for a space, the fewer are left
UPHILL = 1.7                # spaces that a mountain counts for on the way
PULL, CARE = 0.72, 0.5      # what a space is still worth a step away: to who wants it, to who has it
CROWD = 12.0                # strength beyond which more units add nothing
FIRST, SECOND = 1.3, 0.8    # times what he can walk into is lost: next to him, and behind that; he goes on
BUSY, LATER = 4, 0.7        # what the enemy can walk into at once; what is left counts less
GARRISON, FULL = 0.35, 7.0  # of what a Main City is worth is worth a garrison in time, and how strong it should be
GUARD, ENOUGH = 0.3, 3.0    # the same of a capital
CUT, LASTS = 0.3, (0.11, 0.06)  # how likely what is cut off is lost, and by side: how much more with each Round
DOOMED = 0.8                # of what is out of supply is saved by a line
POINT = 0.06                # a point of losses
ALSO = 0.6                  # of the strength of further stacks counts
DRIFT = ((0.08, 0.06, 0.06), (0.01, 0.01, 0.01))   # by side and phase: a point of strength, for a point of `pull`
CALM, TENSE = 0.5, 1.1      # a point of Republican Morale: when nobody comes near a limit, and when somebody will
VERGE = 1.2                 # more when the limit is a point away
YEARLY = 0.7                # by how much Morale is expected to fall in a Turn


class Temper(NamedTuple):
    """What a side fears and dares."""

    opened: float           # of what the enemy could walk into next is lost, too
    behind: float           # of what is at stake behind a space counts for the space
    seldom: float           # how often it expects to be attacked where that hardly pays
    often: float            # and where it pays
    zeal: float             # how much it wants to take what it attacks
    chance: float           # how often an attack that is possible is made


# by side, and by whether there are corps: then the Nationalists have more to lose behind a thin front, and attack
TEMPERS = (
    (Temper(0.15, 0.1, 0.2, 1.2, 1.0, 0.2), Temper(0.5, 0.2, 0.4, 1.4, 1.4, 0.35)),
    (Temper(0.1, 0.1, 0.1, 1.0, 1.0, 0.1),) * 2,
)


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


def after(side: Side, phase: int, theirs: Spaces) -> tuple[Spaces, float, float]:
    """What a side is after: once the North has fallen, the next."""
    wanted = AFTER[side][phase]
    if phase == MOBILIZATION and wanted[0] and not wanted[0] & theirs & AIM_SPACES:
        return AFTER[side][phase + 1]
    return wanted



def morale_worth(s: Car) -> float:
    """What a point of Republican Morale is worth in Victory Points: more when a side is near to winning by it."""
    margin = verge = 9.0
    for turn in range(max(1, s.turn), s.setting.last + 1):
        ahead = turn - s.turn
        short = 9.0
        if RM_WINS[REP][turn] < NEVER:
            margin = min(margin, RM_WINS[REP][turn] - s.rm + YEARLY * ahead)
            short = RM_WINS[REP][turn] - s.rm
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
        self.morale = morale_worth(s)
        self.worth = worths(self.morale)
        link = gap(s.held, map_key(s, NAT)) if s.shortage else 0
        if WAR_PHASE[s.turn] == COLUMNS_PHASE:
            owed = {MADRID: float(s.madrid), **dict.fromkeys(ids_of(link), LINK)}
            self.worth = tuple(a + owed.get(x, 0.0) for x, a in enumerate(self.worth))
        self.pull, self.care = fields(self.own, self.morale, *after(side, WAR_PHASE[s.turn], self.theirs), link)
        self.temper = TEMPERS[side][WAR_PHASE[s.turn] != COLUMNS_PHASE]
        honour = HONOUR * self.morale
        self.stake = [a + self.temper.behind * max(0.0, b - a) + honour * MORALE_OF[x]
                      for x, (a, b) in enumerate(zip(self.worth, self.care))]
        self.supplied = supplied(s, side)
        self.key = map_key(s, side)
        self.drift = DRIFT[side][WAR_PHASE[s.turn]]
        self.starved = self.own & ~self.supplied & ~bordering(s, side)      # will be lost by Attrition
        self.powers: dict[Units, float] = {}
        self.foes = s.occupied[self.foe] & (supplied(s, self.foe) | bordering(s, self.foe))
        self.beside = spread(s, self.foes)
        self.reach = spread(s, self.foes | self.beside & self.theirs)       # what the enemy could enter at once
        self.menace = self.find_menace()
        self.exposures: dict[tuple[Spaces, Spaces], float] = {}
        self.cuts: dict[Spaces, float] = {}
        self.forces: dict[Space, float] = {}
        self.hinges: dict[Spaces, float] = {}
        self.falls: dict[Space, float] = {}             # how likely a space falls as it is held now
        self.rears: dict[Space, float] = {}
        self.threats: dict[Space, float] = {}
        self.openings: dict[Space, float] = {}
        self.dangers: dict[Space, float] = {}
        self.gains: dict[tuple[Space, float], float] = {}
        self.arrivals: dict[tuple[Space, Units, bool], float] = {}
        self.departures: dict[tuple[Space, Units], float] = {}
        self.bodies: dict[Units, tuple[int, bool, int]] = {}
        self.risks: dict[tuple[Space, int, bool, int, bool], tuple[float, float]] = {}
        self.holds: dict[tuple[Space, Units], float] = {}
        self.attacks: dict[Space, list[Assault]] = {}
        self.targets: dict[Space, tuple[float, float]] = {}
        self.deeds: dict[tuple[Spaces, Card], list[Any]] = {}          # kept by plans.py
        self.bests: dict[tuple[int, Unit, int], tuple[float, Space]] = {}       # kept by logistics.py
        self.places: list[tuple[float, Space, Unit]] | None = None      # kept by logistics.py
        vacant = self.own & ~s.occupied[side]
        self.first = self.reach & vacant
        self.second = spread(s, self.first) & vacant & ~self.first
        self.harm = self.exposure(self.own, s.occupied[side])
        self.reached = (self.reach | spread(s, self.first)) & self.own

    def power(self, units: Units) -> float:
        found = self.powers.get(units)
        if found is None:
            found = self.powers[units] = power(self.s, units)
        return found

    def find_menace(self) -> list[float]:
        """By space: the strength of the enemies next to it; what is not in the strongest stack counts less."""
        most, rest = [0.0] * SPACES, [0.0] * SPACES
        for x in ids_of(self.foes):
            strength = self.power(self.s.here[x])
            for y in ids_of(self.near[x]):
                rest[y] += min(strength, most[y])
                most[y] = max(strength, most[y])
        return [a + ALSO * b for a, b in zip(most, rest)]

    # --- what the enemy could walk into

    def exposure(self, own: Spaces, mine: Spaces) -> float:
        """What is lost if the enemy walks into the spaces that are open to him, when this side controls `own` and has
        units in `mine`."""
        found = self.exposures.get((own, mine))
        if found is None:
            found = self.exposures[own, mine] = self.find_exposure(own, mine)
        return found

    def find_exposure(self, own: Spaces, mine: Spaces) -> float:
        vacant = own & ~mine
        first = self.reach_into(own) & vacant
        if not first:
            return 0.0
        behind, losses = vacant & ~first, list[float]()
        for x in ids_of(first):
            worst = self.lost_with(1 << x)
            for y in ids_of(self.near[x] & behind):
                worst = max(worst, SECOND * self.worth[y] + self.lost_with(1 << x | 1 << y))
            losses.append(FIRST * self.stake[x] + worst)
        if len(losses) > BUSY:
            losses.sort(reverse=True)
            return sum(losses[:BUSY]) + LATER * sum(losses[BUSY:])
        return sum(losses)

    def reach_into(self, own: Spaces) -> Spaces:
        """Where the enemy could go, when this side controls `own`."""
        theirs = self.theirs & ~own
        if theirs == self.theirs:
            return self.reach
        foes = self.foes & ~own
        return spread(self.s, foes | spread(self.s, foes) & theirs)

    def is_salient(self, y: Space, own: Spaces, mine: Spaces) -> bool:
        """Could the enemy cut off a space by walking into those that are open to him?"""
        vacant = own & ~mine
        first = self.reach_into(own) & vacant
        gone = first | spread(self.s, first) & vacant
        return not lines(self.side, own & ~gone, self.key, self.s.strait) >> y & 1

    def likely(self, side: Side) -> float:
        """How likely what is cut off now of a side stays so until Attrition; the Republic has the last Round."""
        return CUT + LASTS[side] * max(1, self.s.round)

    def units_cut(self, spaces: Spaces) -> float:
        s = self.s
        return sum(unit_worth(s, u) for x in ids_of(spaces) for u in ids_of(s.here[x]))

    # --- what it is worth to stand somewhere

    def hold(self, x: Space, units: Units) -> float:
        """What units, and no others, risk in a space: to be attacked and to lose it."""
        if not units or not self.menace[x]:
            return 0.0
        found = self.holds.get((x, units))
        if found is None:
            found = self.holds[x, units] = self.find_hold(x, units)
        return found

    def find_hold(self, x: Space, units: Units) -> float:
        body, several = self.body(units), units & (units - 1) != 0
        key = x, *body, several
        found = self.risks.get(key)
        if found is None:
            attacks = self.attacks.get(x)
            if attacks is None:
                attacks = self.attacks[x] = self.find_attacks(x, self.foes)
            found = self.risks[key] = self.risk(x, units, attacks)
        worst, falls = found
        if units == self.s.here[x]:
            self.falls[x] = falls
        return -worst

    def body(self, units: Units) -> tuple[int, bool, int]:
        """Units as defenders: their strength, whether there is a corps, the points they can lose."""
        found = self.bodies.get(units)
        if found is None:
            s = self.s
            found = self.bodies[units] = strength_of(s, units), bool(units & ALL_CORPS), capacity(s, units)
        return found

    def risk(self, x: Space, units: Units, attacks: list[Assault]) -> tuple[float, float]:
        """What units have to fear from attacks on their space, and how likely it falls."""
        strength, corps, points = self.body(units)
        yields = holding(self.s, x, units)
        stake = self.stake[x] + self.lost_with(1 << x) + self.temper.opened * self.opens(x)
        worst = falls = 0.0
        for attack in attacks:
            odds = against(attack, strength, corps, points)
            taken = odds.wipes + odds.wins * yields
            falls = max(falls, taken)
            lost = taken * stake
            feared = lost * min(self.temper.often, self.temper.seldom + lost)
            worst = max(worst, feared + POINT * (odds.inflicted - odds.suffered))
        return worst, falls

    def opens(self, x: Space) -> float:
        """What the enemy could walk into if he took a space that is held."""
        found = self.openings.get(x)
        if found is None:
            vacant = self.own & ~(self.s.occupied[self.side] | self.reach)
            losses = []
            for y in ids_of(self.near[x] & vacant):
                behind = [self.worth[z] for z in ids_of(self.near[y] & vacant & ~(1 << x))]
                losses.append(FIRST * self.worth[y] + SECOND * max(behind, default=0.0))
            losses.sort(reverse=True)
            found = self.openings[x] = sum(losses[:2])
        return found

    def works(self, x: Space) -> float:
        """What one step more of works helps those who are in a space."""
        s = self.s
        fear = -self.hold(x, s.here[x])
        if fear <= 0:
            return 0.0
        dug = TRENCH if s.positions >> x & 1 else POSITION
        return fear - self.risk(x, s.here[x], self.find_attacks(x, self.foes, dug))[0]

    def threat_of(self, z: Space) -> float:
        """What this side has to fear from the enemies in a space, that it had not without them."""
        found = self.threats.get(z)
        if found is None:
            s, found = self.s, 0.0
            for x in ids_of(self.near[z] & s.occupied[self.side]):
                fear = -self.hold(x, s.here[x])
                if fear > 0:
                    found += fear - self.risk(x, s.here[x], self.find_attacks(x, self.foes & ~(1 << z)))[0]
            self.threats[z] = found
        return found

    def rear(self, x: Space) -> float:
        """What a unit keeps in a space behind the front: the space, if one next to it falls."""
        if self.reach >> x & 1 or not self.own >> x & 1:
            return 0.0
        found = self.rears.get(x)
        if found is None:
            s, falls = self.s, 0.0
            for y in ids_of(self.near[x] & self.reach & s.occupied[self.side]):
                self.hold(y, s.here[y])
                falls = max(falls, self.falls.get(y, 0.0))
            found = self.rears[x] = SECOND * falls * (self.worth[x] + self.lost_with(1 << x)) if falls else 0.0
        return found

    def lost_with(self, spaces: Spaces) -> float:
        """What is out of supply when spaces of ours are lost."""
        found = self.hinges.get(spaces)
        if found is None:
            s = self.s
            lost = self.supplied & ~(lines(self.side, self.own & ~spaces, self.key, s.strait) | spaces)
            if self.side == NAT:
                lost &= ~enclaves(s)
            found = sum(0.5 * self.worth[y] for y in ids_of(lost)) + self.units_cut(lost) if lost else 0.0
            found = self.hinges[spaces] = self.likely(self.side) * found
        return found

    def find_attacks(self, x: Space, foes: Spaces, dug: int = 0) -> list[Assault]:
        """What the enemy could attack a space with: his best stack, and the best two or three."""
        s = self.s
        sources = sorted(ids_of(self.near[x] & foes), key=lambda y: -self.power(s.here[y]))
        units, found = 0, list[Assault]()
        for y in sources[:3]:
            if uncoordinated(s, self.foe, units | s.here[y]):
                continue
            units |= s.here[y]
            found.append(assault(s, self.foe, x, units, dug=dug))
        return found

    def garrison(self, x: Space, units: Units) -> float:
        """What units are worth in a Main City, or one in a capital, before the enemy stands next to it: the nearer he
        is, the more."""
        if not units or not MORALE_OF[x]:
            return 0.0
        found = self.dangers.get(x)
        if found is None:
            s, away = self.s, DISTANCE[x]
            force = sum(self.power(s.here[y]) * 0.6 ** (away[y] - 1) for y in ids_of(self.foes) if 0 < away[y] < 6)
            share = GARRISON if MAIN_CITIES >> x & 1 else GUARD
            found = self.dangers[x] = share * self.worth[x] * min(1.0, force / FULL)
        return found * math.sqrt(min(1.0, self.power(units) / (FULL if MAIN_CITIES >> x & 1 else ENOUGH)))

    def force(self, z: Space) -> float:
        """The strength of this side next to a space."""
        found = self.forces.get(z)
        if found is None:
            here = self.near[z] & self.s.occupied[self.side] & self.supplied
            found = self.forces[z] = sum(self.power(self.s.here[x]) for x in ids_of(here))
        return found

    def chance(self, z: Space, force: float) -> float:
        """What it is worth to have this strength next to a space of the enemy."""
        found = self.targets.get(z)
        if found is None:
            found = self.targets[z] = self.find_target(z)
        gain, strength = found
        force = min(force, 2.5 * strength + 2)
        force *= force
        return gain * force / (force + 1.5 * strength * strength + 1)

    def find_target(self, z: Space) -> tuple[float, float]:
        """What it is worth to be able to attack a space, and how strong it is."""
        s = self.s
        works = (1.35 if (s.positions | s.trenches) >> z & 1 else 1.0) * (1.25 if MOUNTAIN >> z & 1 else 1.0)
        works *= 1.3 if MAIN_CITIES >> z & 1 else 1.0
        return self.temper.chance * (self.worth[z] + 0.3 * self.pull[z] + 0.1), self.power(s.here[z]) * works

    def gain(self, z: Space, strength: float) -> float:
        """What it adds to the chance against a space of the enemy to have this strength more, or less, next to it."""
        found = self.gains.get((z, strength))
        if found is None:
            force = self.force(z)
            found = self.gains[z, strength] = self.chance(z, max(0.0, force + strength)) - self.chance(z, force)
        return found

    def ready(self, x: Space, y: Space, strength: float) -> float:
        """What is gained against the enemy when this strength goes from a space, or from nowhere, to another."""
        occupied = self.s.occupied[self.foe]
        there = self.near[y] & occupied if y >= 0 else 0
        here = self.near[x] & occupied if x >= 0 else 0
        if y >= 0:
            here &= ~(1 << y)
        found = 0.0
        for z in ids_of(there & ~here):
            found += self.gain(z, strength)
        for z in ids_of(here & ~there):
            found += self.gain(z, -strength)
        return found

    def arrive(self, y: Space, stack: Units, alone: bool) -> float:
        """What a stack adds to a space where it goes, besides its chances; `alone`: to one that it takes."""
        key = y, stack, alone
        found = self.arrivals.get(key)
        if found is None:
            there, strength = 0 if alone else self.s.here[y], self.power(stack)
            found = self.hold(y, there | stack) - self.hold(y, there) + self.drift * strength * self.pull[y]
            if strength + self.power(there) > CROWD:
                found -= 0.05
            found += self.garrison(y, there | stack) - self.garrison(y, there)
            if not there:
                found += self.rear(y)
            self.arrivals[key] = found
        return found

    def leave(self, x: Space, stack: Units) -> float:
        """What is lost where a stack was, as far as it does not depend on where it goes."""
        found = self.departures.get((x, stack))
        if found is None:
            here = self.s.here[x]
            rest = here & ~stack
            found = self.garrison(x, rest) - self.garrison(x, here) - self.drift * self.power(stack) * self.pull[x]
            found += self.hold(x, rest) - self.hold(x, here) if rest else -self.rear(x)
            self.departures[x, stack] = found
        return found

    def shift(self, x: Space, y: Space, stack: Units, taken: Spaces = 0, enough: float = -9.0) -> float:
        """What it is worth that a stack goes from a space to another, besides the spaces that it takes; -1 for off the
        map. A guess that is too high if it is less than `enough`."""
        s, mine, found, alone = self.s, self.s.occupied[self.side], 0.0, False
        if x >= 0:
            found += self.leave(x, stack)
            if not s.here[x] & ~stack:
                mine &= ~(1 << x)
        if y >= 0:
            alone = bool(taken >> y & 1)
            found += self.arrive(y, stack, alone)
            mine |= 1 << y
        found += self.ready(x, y, self.power(stack))
        if not taken and mine == s.occupied[self.side] or found + self.harm < enough:
            return found
        own = self.own | taken
        found += self.harm - self.exposure(own, mine)
        if taken and found > enough and self.is_salient(y, own, mine):
            there = stack if alone else stack | s.here[y]
            found -= self.likely(self.side) * sum(unit_worth(s, u) for u in ids_of(there))
        return found

    def relief(self, x: Space, y: Space, stack: Units, taken: Spaces = 0) -> float:
        """What the enemy cannot walk into any more when a stack goes from a space, or from nowhere, to another."""
        mine = self.s.occupied[self.side] | 1 << y
        if x >= 0 and not self.s.here[x] & ~stack:
            mine &= ~(1 << x)
        return max(0.0, self.harm - self.exposure(self.own | taken, mine))

    # --- what it is worth to take spaces

    def prize(self, x: Space) -> float:
        """What the capture of an enemy space is worth for itself."""
        s, found = self.s, self.worth[x]
        if self.side == NAT:
            for siege, at in enumerate(SIEGE_AT):
                if at == x and s.sieges[siege]:
                    found += self.morale + (siege == ALCAZAR)
            if not WAR_PHASE[s.turn] and self.near[MADRID] >> x & 1:
                found += max(0, s.madrid - 2)
        return found

    def cut(self, taken: Spaces) -> float:
        """What the enemy loses besides, because spaces and units of his are out of supply then, and what is saved of
        ours that is."""
        found = self.cuts.get(taken)
        if found is None:
            found = self.cuts[taken] = self.find_cut(taken)
        return found

    def find_cut(self, taken: Spaces) -> float:
        s, foe = self.s, self.foe
        saved = 0.0
        if self.starved:
            fed = self.starved & lines(self.side, self.own | taken, self.key, s.strait)
            saved = DOOMED * (sum(self.worth[x] for x in ids_of(fed)) + self.units_cut(fed))
        before = supplied(s, foe)
        after = lines(foe, self.theirs & ~taken, map_key(s, foe), s.strait)
        if foe == NAT:
            after |= enclaves(s)
        lost = before & ~(after | taken)
        if not lost:
            return saved
        return saved + self.likely(foe) * (sum(0.5 * self.worth[x] for x in ids_of(lost)) + self.units_cut(lost))

    def safe(self, x: Space, taken: Spaces) -> bool:
        """Will units be in supply in a space when these spaces are taken?"""
        s = self.s
        if self.supplied >> x & 1:
            return True
        return bool(lines(self.side, self.own | taken, self.key, s.strait) >> x & 1)
