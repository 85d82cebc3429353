"""What it is worth to stand somewhere, to attack, to besiege: all in Victory Points."""

from __future__ import annotations

import math
from typing import NamedTuple, TypeAlias

from tablero.bots.heuristic.aiw.knowledge import card_power
from tablero.bots.heuristic.aiw.outlook import ARMY, CROWD, Outlook, Stack, guns
from tablero.bots.heuristic.aiw.spain import region_worth
from tablero.bots.heuristic.aiw.weights import CITY, PRESTIGE, SECOND_CITY, TOWN
from tablero.bots.heuristic.aiw.year import stake
from tablero.games.aiw.board import (
    BILBAO, CARLIST, CARLIST_ZONE, CITIES, FIELD, FIRST_REGION, LIBERAL, PORTS, REFUGES, ROUGH, TOWNS
)
from tablero.games.aiw.rules.r04_map import port_works
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r19_supply.s02_sources import CARLIST_SUPPLY, LIBERAL_SUPPLY
from tablero.games.aiw.state import INSIDE, Area

ATTACKER_ROUTED = 1.2       # who attacks is routed more often than who defends
OVER_ROUGH = 0.85           # in Rough terrain there are fewer Routs
PLANNED = 2                 # turns for which a town should be kept
# the chance to keep a town for a turn: by units in it (up to three), by units of the largest stack that could come
KEPT = (
    (0.97, 0.88, 0.62, 0.50),
    (1.00, 0.98, 0.82, 0.65),
    (1.00, 1.00, 0.95, 0.90),
    (1.00, 1.00, 0.99, 0.96),
)
MANNED = 0.15               # what a unit is worth in any Fortress that is threatened
STARVED_OUT = 0.45          # how much sooner a Fortress falls without a unit
SIEGE_TURNS = 3             # that a siege is expected to last

Signs: TypeAlias = tuple[object, ...]


class Clash(NamedTuple):
    """What an attack promises."""

    win: float              # chance that the enemy leaves
    value: float            # losses and points, whatever the space is worth


def fort_worth(look: Outlook, x: Area) -> float:
    """What an enemy Fortress is worth to who takes it."""
    if CITIES >> x & 1:
        if look.side == CARLIST and look.s.forts[CARLIST] & CITIES:
            return SECOND_CITY
        return CITY
    value = TOWN if TOWNS >> x & 1 else 0.1
    return value + look.w.stake * stake(look.s, x, built=look.side == LIBERAL)


def fall_chance(look: Outlook, x: Area) -> float:
    """[19.3c] The chance that a besieged enemy Fortress falls within a few turns."""
    s, foe = look.s, look.foe
    ours, theirs = load(s, look.side, FIELD, x), load(s, foe, FIELD, x) + load(s, foe, FIELD, INSIDE + x)
    lose_on = 3 + look.home(x) + (-1 if not ours else 1 if ours > theirs else 0)
    each = lose_on / 6
    if foe == LIBERAL and PORTS >> x & 1 and x != BILBAO and port_works(s, x):
        each = 0.0
    inside = look.land.inside.get(x)
    strength = inside.power if inside else min(look.land.foes[x].power, 3.0 + 3.0 * (CITIES >> x & 1))
    each = max(each / (1 + strength), 0.5 / (1 + strength) if ours > theirs else 0.0)
    return 1 - (1 - each) ** SIEGE_TURNS


def siege(look: Outlook, x: Area) -> float:
    """What it is worth to besiege a Fortress."""
    value = fort_worth(look, x) * fall_chance(look, x)
    if CITIES >> x & 1 and look.side == CARLIST:
        value += 0.25
    return value + (0.1 if look.side == CARLIST else 0.0)


def garrison(look: Outlook, x: Area) -> tuple[float, float]:
    """[18.0b] What the first unit and the second are worth in an own Fortress."""
    threat, care = look.land.threat[x], look.w.garrison
    if CITIES >> x & 1:
        return (1.4 * care, 0.6 * care) if threat else (0.5 * care, 0.1 * care)
    if not look.s.forts[look.side] >> x & 1:
        return 0.0, 0.0
    lost = (TOWN if TOWNS >> x & 1 else 0.0) + (look.w.stake * stake(look.s, x) if look.side == LIBERAL else 0.0)
    return care * (MANNED + STARVED_OUT * lost if threat else 0.05), 0.0


def supplied(look: Outlook, x: Area, taken: bool) -> int:
    """[19.2] How many units an area supplies once it is taken."""
    if look.side == CARLIST:
        return CARLIST_SUPPLY[x]
    if x >= FIRST_REGION:
        return 6
    s = look.s
    other, port, town, city, fort = LIBERAL_SUPPLY[not CARLIST_ZONE >> x & 1]
    best = other
    if PORTS >> x & 1 and port_works(s, x):
        best = max(best, port)
    if taken:
        best = max(best, city * (CITIES >> x & 1), town * (TOWNS >> x & 1), fort * (s.forts[LIBERAL] >> x & 1))
    return best


def keeping(look: Outlook, x: Area, turns: int = PLANNED) -> tuple[float, ...]:
    """By how many units stand there (up to three): the chance that a town without a Fortress is kept so many turns."""
    if look.last_word:
        return 1.0, 1.0, 1.0, 1.0
    comers = min(3, int(look.land.comers[x] + 0.5))
    return tuple(row[comers] ** min(turns, look.turns_left + 1) for row in KEPT)


def rout_chance(n: float) -> float:
    """[17.3b] The chance that so many units are routed in a Battle that they lose."""
    return 0.4 if n < 3.5 else 0.28 if n < 4.5 else 0.18


class Site:
    """A space as one side sees it: what does not depend on who comes is computed once."""

    def __init__(self, look: Outlook, x: Area, signs: Signs) -> None:
        self.signs = signs
        self.known: dict[tuple[float, float, int], float] = {}      # what was computed before
        s, land, bit = look.s, look.land, 1 << x
        theirs, besieged = s.forts[look.foe] & bit, s.forts[look.side] & s.siege & bit
        friendly, home = look.friendly(x), look.home(x)
        self.foes = land.foes[x]
        self.guns, self.foe_guns = guns(s, look.side, x), guns(s, look.foe, x)
        self.cards = card_power(s, look.side)
        self.rough, self.refuge = bool(ROUGH & bit), bool(REFUGES & bit) and look.side == LIBERAL
        self.threat = 0.0 if look.last_word else land.threat[x]
        self.keeping = keeping(look, x)                     # by units: the chance to keep a town without a Fortress
        self.fort = bool(s.forts[look.side] & bit)
        self.hideout = look.side == CARLIST and home        # where a few Carlists are hard to find
        self.prize = look.w.siege * siege(look, x) if theirs else 0.0      # for who besieges here
        self.town = bool(TOWNS & bit) and not theirs and not (friendly and (home or self.fort))
        self.home_town = bool(TOWNS & bit) and friendly and home and not self.fort
        self.relief = look.w.relief * (1.5 if CITIES & bit else 0.7 if TOWNS & bit else 0.4) if besieged else 0.0
        self.kept = friendly and not besieged
        self.first, self.second = garrison(look, x) if self.kept else (0.0, 0.0)
        self.fed = supplied(look, x, friendly or not theirs)
        self.w = w = look.w
        self.draws = tuple(w.pull * field[x] for field in land.pull)     # by units that are together
        self.way_out = w.expedition * land.way_out[x] if look.side == CARLIST else 0.0    # for Partidas by themselves
        counts = CARLIST_ZONE & bit and land.renown > (land.armies & ~bit).bit_count()
        self.presence = w.army * PRESTIGE if counts and look.side == LIBERAL else 0.0        # of a Liberal army
        self.burden = PRESTIGE if counts and look.side == CARLIST and land.armies & bit else 0.0

    def clash(self, n: float, power: float) -> Clash:
        """[15.0d] [16.0o] [17.3] An attack on the enemies in the open."""
        foe = self.foes
        ours, theirs = power + self.guns, foe.power + self.foe_guns
        if n >= 3 and foe.n >= 2.5:
            ratio = (ours + self.cards) / max(0.5, theirs)
            steep = 3.8 if self.rough else 6.5
            win = 1 / (1 + math.exp(0.85 + 0.4 * self.refuge - steep * math.log(max(0.05, ratio))))
            hurt = 0.5 * min(theirs, ours) * min(1.0, 1.3 / ratio)
            struck = min(theirs, ours) * (0.42 if self.rough else 0.42 + 0.3 * win)
            ground = OVER_ROUGH if self.rough else 1.0
            routs = ground * (win * rout_chance(foe.n) - (1 - win) * ATTACKER_ROUTED * rout_chance(n))
            won = self.w.field * (win - 0.5 * (1 - win))
            return Clash(win, won + self.w.rout * routs + self.w.strength * (struck - hurt))
        hit = 0.17 if self.rough else 0.22
        struck = hit * ours * min(1.0, (1 if self.refuge else 3) / max(1.0, n))
        hurt = hit * theirs * min(1.0, 3 / max(1.0, foe.n))
        win = max(0.0, min(1.0, n - foe.n + min(0.6, struck / max(1.0, theirs)))) if foe.n else 1.0
        return Clash(win, self.w.strength * (struck - hurt) + 0.08 * win - 0.12 * (1 - win))

    def hold(self, n: float) -> float:
        """The chance that so many units keep a town without a Fortress for a while."""
        return self.keeping[min(3, int(n + 0.5))]

    def danger(self, n: float, power: float) -> float:
        """What may be lost to an enemy who comes in strength."""
        over = self.threat / (power + 1.0 + self.guns)
        if over < 1.2:
            return 0.0
        shelter = self.fort or self.hideout and n <= 3
        return (0.25 if shelter else 0.6) * self.w.danger * self.w.strength * min(power, 5.0) * min(1.0, over - 1.0)

    def worth(self, n: float, power: float, extra: int) -> float:
        """What it is worth to stand here."""
        value, win = 0.0, 1.0
        if self.foes.blocks:
            win, value = self.clash(n, power)
            value += win * self.burden
        if self.prize:
            value += win * self.prize
        elif self.town:
            value += win * self.w.keep * self.hold(n) * TOWN
        if self.relief:
            value += win * self.relief
        elif self.kept:
            garrison = self.first * min(1.0, n) + self.second * max(0.0, min(1.0, n - 1))
            value += win * garrison
            if self.home_town:
                value += win * self.w.garrison * (self.hold(n) - self.hold(0)) * TOWN
        short = n - extra - self.fed
        if short > 0:
            value -= self.w.hunger * self.w.strength * short
        if n > 6:
            value -= 0.6 * (n - 6)
        if self.threat:
            value -= self.danger(n, power)
        if n > 2:
            value += self.w.mass * (min(n, 6.0) - 2)
            if n >= ARMY:
                value += win * self.presence
        if n == 0:
            value += self.way_out
        return value + self.draws[min(CROWD, int(n + 0.5))] * min(1.0, power / 5)


def site(look: Outlook, x: Area) -> Site:
    """A space as the outlook has it; an older one serves as long as nothing has changed there."""
    land = look.land
    known = land.sites.get(x)
    if known is None:
        signs = signs_of(look, x)
        known = land.older.get(x)
        if known is None or known.signs != signs:
            known = Site(look, x, signs)
        land.sites[x] = known
    return known


def signs_of(look: Outlook, x: Area) -> Signs:
    """All that a Site depends on."""
    s, land = look.s, look.land
    status = s.held >> x & 1, s.siege >> x & 1, s.forts[0] >> x & 1, s.forts[1] >> x & 1, *land.everywhere
    near = land.threat[x], land.comers[x], land.way_out[x], *(field[x] for field in land.pull)
    return land.foes[x], land.inside.get(x), land.guns.get(x), card_power(s, look.side), near, status


def worth(look: Outlook, x: Area, n: float, power: float, extra: int = 0) -> float:
    """What it is worth to have so many counted units of such power in the open of an area; `extra` units are fed by a
    Train or a Knapsack."""
    if power <= 0.05:
        return 0.0
    if x >= FIRST_REGION:
        return region_worth(look, x, n, power, extra)
    here = look.land.sites.get(x) or site(look, x)
    key = (n, power, extra)
    known = here.known.get(key)
    if known is None:
        known = here.known[key] = here.worth(n, power, extra)
    return known


def departure(look: Outlook, x: Area, g: Stack) -> float:
    """What it costs that some of one's units leave an area."""
    here = look.here(x)
    return worth(look, x, here.n, here.power) - worth(look, x, here.n - g.n, here.power - g.power)
