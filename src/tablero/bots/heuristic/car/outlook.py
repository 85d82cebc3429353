"""What a side makes of a position: where the enemy threatens, where it pays to stand, what it pays to take."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from tablero.bots.heuristic.car.dice import POSITION, TRENCH, Assault, Body, against, assault, body_of, holding
from tablero.bots.heuristic.car.worth import (
    AFTER, DISTANCE, LINK, MORALE_OF, fields, gap, lost_for_good, morale_worth, stage, worths
)
from tablero.games.car.board import COLUMNS_PHASE, MADRID, MAIN_CITIES, MOUNTAIN, NAT, SIEGE_AT, SPACES, WAR_PHASE
from tablero.games.car.rules.r02_map import adjacent, friendly, map_key
from tablero.games.car.rules.r03_control import ALCAZAR
from tablero.games.car.rules.r13_supply import bordering, enclaves, lines, supplied
from tablero.games.car.rules.r17_columns.s04_militias import uncoordinated
from tablero.games.car.state import Car, Card, Side, Space, Spaces, Unit, Units
from tablero.kernel.bits import ids_of

HONOUR = 0.5                # of Morale more is at stake where one stands than can be won elsewhere
CROWD = 12.0                # strength beyond which more units add nothing
FIRST, SECOND = 1.3, 0.8    # times what he can walk into is lost: next to him, and behind that; he goes on
AND_ONE = 0.5               # and of a second one behind
BUSY, LATER = 4, 0.7        # what the enemy can walk into at once; what is left counts less
GARRISON, FULL = 0.35, 7.0  # of what a Main City is worth is worth a garrison in time, and how strong it should be
GUARD, ENOUGH = 0.5, 3.0    # the same of a capital
CUT, LASTS = 0.3, (0.11, 0.06)  # how likely what is cut off is lost, and by side: how much more with each Round
DOOMED = 0.8                # of what is out of supply is saved by a line
POINT = 0.06                # a point of losses
ALSO = 0.6                  # of the strength of further stacks counts
DRIFT = ((0.08, 0.06, 0.025), (0.01, 0.01, 0.01))   # by side and stage: a point of strength, for a point of `pull`


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


def spread(s: Car, spaces: Spaces) -> Spaces:
    """The spaces next to a set."""
    near, found = adjacent(s), 0
    for x in ids_of(spaces):
        found |= near[x]
    return found


class Outlook:
    """A position as one side sees it. It only reads the position."""

    def __init__(self, s: Car, side: Side) -> None:
        self.s, self.side, self.foe = s, side, 1 - side
        self.own, self.theirs = friendly(s, side), friendly(s, 1 - side)
        self.near = adjacent(s)
        self.key = map_key(s, side)
        self.morale = morale_worth(s)
        self.drift = DRIFT[side][stage(s)]
        self.temper = TEMPERS[side][WAR_PHASE[s.turn] != COLUMNS_PHASE]
        link = gap(s.held, map_key(s, NAT)) if s.shortage else 0
        self.worth = worths(self.morale)
        if WAR_PHASE[s.turn] == COLUMNS_PHASE:
            owed = {MADRID: float(s.madrid), **dict.fromkeys(ids_of(link), LINK)}
            self.worth = tuple(a + owed.get(x, 0.0) for x, a in enumerate(self.worth))
        self.pull, self.care = fields(self.own, self.morale, *AFTER[side][stage(s)], link)
        self.stake = [a + self.temper.behind * max(0.0, b - a) + HONOUR * self.morale * c
                      for a, b, c in zip(self.worth, self.care, MORALE_OF)]
        self.supplied = supplied(s, side)
        self.starved = self.own & ~self.supplied & ~bordering(s, side)      # will be lost by Attrition
        # what was found already
        self.bodies: dict[Units, Body] = {}
        self.exposures: dict[tuple[Spaces, Spaces], float] = {}
        self.walks: dict[tuple[Space, Spaces], float] = {}
        self.cuts: dict[Spaces, float] = {}
        self.forces: dict[Space, float] = {}
        self.hinges: dict[Spaces, float] = {}
        self.rears: dict[Space, float] = {}
        self.threats: dict[Space, float] = {}
        self.openings: dict[Space, float] = {}
        self.dangers: dict[Space, float] = {}
        self.gains: dict[tuple[Space, float], float] = {}
        self.arrivals: dict[tuple[Space, Body, bool], float] = {}
        self.departures: dict[tuple[Space, Units], float] = {}
        self.risks: dict[tuple[Space, Body], tuple[float, float]] = {}
        self.attacks: dict[Space, list[Assault]] = {}
        self.targets: dict[Space, tuple[float, float]] = {}
        self.deeds: dict[tuple[Spaces, Card], list[Any]] = {}          # kept by plans.py
        self.marches: dict[tuple[Spaces, Card], list[Any]] = {}         # kept by plans.py
        self.bests: dict[tuple[int, Unit, int], tuple[float, Space]] = {}       # kept by logistics.py
        self.places: list[tuple[float, Space, Unit]] | None = None      # kept by logistics.py
        self.other: Outlook | None = None
        # where the enemy stands, what he could enter at once, and what of it is vacant, with what lies behind
        self.foes = s.occupied[self.foe] & (supplied(s, self.foe) | bordering(s, self.foe))
        self.beside = spread(s, self.foes)
        self.reach = spread(s, self.foes | self.beside & self.theirs)
        vacant = self.own & ~s.occupied[side]
        self.first = self.reach & vacant
        self.second = spread(s, self.first) & vacant & ~self.first
        self.reached = (self.reach | spread(s, self.first)) & self.own
        self.menace = self.find_menace()
        self.harm = self.exposure(self.own, s.occupied[side])

    def opposite(self) -> Outlook:
        """The same position as the other side sees it."""
        if self.other is None:
            self.other = Outlook(self.s, self.foe)
        return self.other

    def body(self, units: Units) -> Body:
        found = self.bodies.get(units)
        if found is None:
            found = self.bodies[units] = body_of(self.s, units)
        return found

    def power(self, units: Units) -> float:
        return self.body(units).power

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
        behind, near, walks, losses = vacant & ~first, self.near, self.walks, list[float]()
        for x in ids_of(first):
            key = x, near[x] & behind
            lost = walks.get(key)
            if lost is None:
                lost = walks[key] = self.walk_into(*key)
            losses.append(lost)
        if len(losses) > BUSY:
            losses.sort(reverse=True)
            return sum(losses[:BUSY]) + LATER * sum(losses[BUSY:])
        return sum(losses)

    def walk_into(self, x: Space, behind: Spaces) -> float:
        """What is lost if the enemy walks into a space, and into the best two of those that lie open behind it."""
        alone = worst = self.lost_with(1 << x)
        next_worst = 0.0
        for y in ids_of(behind):
            lost = SECOND * self.worth[y] + self.lost_with(1 << x | 1 << y)
            if lost > worst:
                worst, next_worst = lost, worst
            elif lost > next_worst:
                next_worst = lost
        return FIRST * self.stake[x] + worst + AND_ONE * max(0.0, next_worst - alone)

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
        return sum(lost_for_good(s, u) for x in ids_of(spaces) for u in ids_of(s.here[x]))

    # --- what it is worth to stand somewhere

    def hold(self, x: Space, units: Units) -> float:
        """What units, and no others, risk in a space: to be attacked and to lose it."""
        if not units or not self.menace[x]:
            return 0.0
        return -self.risk(x, self.body(units))[0]

    def risk(self, x: Space, body: Body) -> tuple[float, float]:
        """What units have to fear in a space from attacks as they are possible now, and how likely it falls."""
        found = self.risks.get((x, body))
        if found is None:
            attacks = self.attacks.get(x)
            if attacks is None:
                attacks = self.attacks[x] = self.find_attacks(x, self.foes)
            found = self.risks[x, body] = self.feared(x, body, attacks)
        return found

    def feared(self, x: Space, body: Body, attacks: list[Assault]) -> tuple[float, float]:
        """What units have to fear from attacks on their space, and how likely it falls."""
        yields = holding(self.s, x, body.several)
        stake = self.stake[x] + self.lost_with(1 << x) + self.temper.opened * self.opens(x)
        worst = falls = 0.0
        for attack in attacks:
            odds = against(attack, body)
            taken = odds.wipes + odds.wins * yields
            falls = max(falls, taken)
            lost = taken * stake
            likely = lost * min(self.temper.often, self.temper.seldom + lost)
            worst = max(worst, likely + POINT * (odds.inflicted - odds.suffered))
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
        return fear - self.feared(x, self.body(s.here[x]), self.find_attacks(x, self.foes, dug))[0]

    def threat_of(self, z: Space) -> float:
        """What this side has to fear from the enemies in a space, that it had not without them."""
        found = self.threats.get(z)
        if found is None:
            s, found = self.s, 0.0
            for x in ids_of(self.near[z] & s.occupied[self.side]):
                fear = -self.hold(x, s.here[x])
                if fear > 0:
                    found += fear - self.feared(x, self.body(s.here[x]), self.find_attacks(x, self.foes & ~(1 << z)))[0]
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
                if self.menace[y]:
                    falls = max(falls, self.risk(y, self.body(s.here[y]))[1])
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
        body = self.body(stack)
        key = y, body, alone
        found = self.arrivals.get(key)
        if found is None:
            there, strength = 0 if alone else self.s.here[y], body.power
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
            found -= self.likely(self.side) * sum(lost_for_good(s, u) for u in ids_of(there))
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
