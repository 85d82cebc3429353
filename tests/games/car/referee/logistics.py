"""A second account of movement, supply, redeployment and replacements, written from the rulebook alone: it shares
component data with the program, no rule.

`Sheet` is a position and what the rules say about it: who is supplied, where units may stop, what an entry or an
Attrition Segment leads to. `Referee` plays a random game, compares every question of these chapters with the options
that the sheet finds, and every effect with the one that the sheet carries out.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import tablero
import tablero.games.car
from tablero.kernel.windows import Ask

board = sys.modules["tablero.games.car.board"]
NAT, REP = 0, 1
UNITS = board.UNITS
SPACES: int = board.SPACES
CARD: dict[str, int] = {name.upper(): card for name, card in board.CARD.items()}
CARD_IDS = [name.upper() for name in board.CARDS.ids]
STACK = 3
ARMOR = ("T-26", "CV-33", "PZ-I")
AFR_SCHEDULE = {(1, 2), (1, 5), (2, 2), (2, 5), (3, 2), (3, 5)}
AFR_EARLY = {(1, 2), (1, 5), (2, 2), (2, 5), (3, 1), (3, 2)}
SIEGE_STRENGTH = (1, 2, 3)
MARKERS = (8, 12)
GRADO = ("oviedo", "pto_de_leitariegos")
NORTH_OF_NAT = ("la_coruna", "valladolid", "zaragoza")
NAT_RP, AXIS_RP, REP_RP, SOV_RP = range(4)
LINKED_NORTH, END_OF_NORTH, DIVIDED_REP, DIVIDED_NAT = 1, 2, 4, 8

Action = tuple[Any, ...]
Events = list[Any]


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(ids: Iterable[int]) -> int:
    found = 0
    for n in ids:
        found |= 1 << n
    return found


def named(*names: str) -> int:
    return mask_of(board.SPACE_NAMES.index(name) for name in names)


def is_corps(unit: int) -> bool:
    return bool(UNITS[unit].size == 1)


def is_armor(unit: int) -> bool:
    return UNITS[unit].type in ARMOR


WEST = named("huelva", "cadiz", "algeciras")    # coast beyond the Strait for the Republic
CADIZ = named("cadiz")
SEVILLA = named("sevilla")
MADRID = board.MADRID
BILBAO = board.BILBAO
MALLORCA = board.MALLORCA


class Sheet:
    """A position of its own, and the rules about it."""

    def __init__(self, s: Any) -> None:
        self.s = s.clone()
        self.memo: dict[Any, int] = {}

    def once(self, name: str, side: int, find: Callable[[int], int]) -> int:
        """A set of spaces that only control and markers decide, found once."""
        s = self.s
        key = (name, side, s.held, s.isolated, s.strait, s.beach, s.coast)
        if key not in self.memo:
            self.memo[key] = find(side)
        return self.memo[key]

    # -------------------------------------------------------------------------------------------------------- the map

    @property
    def operations(self) -> Any:
        return next(f for f in self.s.stack if type(f).__name__ == "Operations")

    @property
    def turn(self) -> int:
        return int(self.s.turn)

    def own(self, side: int) -> int:
        """The spaces a side controls; a Beach Head only while its marker is there."""
        real = (1 << SPACES) - 1 & ~board.BEACHES
        if self.s.beach >= 0:
            real |= 1 << self.s.beach
        return int(self.s.held & real if side == NAT else real & ~self.s.held)

    def near(self, x: int, side: int) -> int:
        """[2.1.2] [10.1.4] Spaces along solid lines, the arrow of a Beach Head, and the Corridor of Grado."""
        found: int = board.NEAR[x]
        if self.s.beach >= 0:
            if x == self.s.beach:
                found |= 1 << self.s.coast
            elif x == self.s.coast:
                found |= 1 << self.s.beach
        ends = named(*GRADO)
        if self.s.corridor and side == NAT and self.turn >= 3 and ends >> x & 1 and not ends & ~self.s.held:
            found |= ends ^ 1 << x
        return found

    def units(self, x: int) -> list[int]:
        return [u for u, place in enumerate(self.s.at) if place == x]

    def count(self, x: int) -> int:
        return int(self.s.at.count(x))

    def manned(self, side: int) -> int:
        return mask_of(place for u, place in enumerate(self.s.at) if place < SPACES and UNITS[u].side == side)

    def spread(self, start: int, within: int, side: int) -> int:
        """[3.0] Spaces Connected with those of `start`, which are part of it if within."""
        found = edge = start & within
        while edge:
            step = 0
            for x in bits(edge):
                step |= self.near(x, side)
            edge = step & within & ~found
            found |= edge
        return found

    # --------------------------------------------------------------------------------------------------------- supply

    def sea_ports(self, side: int) -> list[int]:
        """[13.1.4] By Sea Zone: the Ports over which a side may trace supply."""
        ports = board.PORTS & self.own(side)
        atlantic, mediterranean = ports & board.SEA[0], ports & board.SEA[1]
        if side == REP:
            return [mediterranean & ~self.beyond()]
        return [atlantic, mediterranean] if self.s.strait == NAT else [atlantic]

    def beyond(self) -> int:
        """[16.7.2] Ports that the Republic may not use: from Algeciras to the west, a Beach Head there included."""
        if self.s.strait == REP:
            return 0
        return WEST | (1 << self.s.beach if self.s.beach >= 0 and WEST >> self.s.coast & 1 else 0)

    def traced(self, side: int) -> int:
        """[13.1.2] [13.1.4] Spaces with a Supply Line by land or over one sea, Isolated Spaces apart."""
        return self.once("traced", side, self.find_traced)

    def find_traced(self, side: int) -> int:
        own = self.own(side)
        by_land = self.spread(board.SOURCES[side], own, side)
        landed = 0
        for ports in self.sea_ports(side):
            if ports & by_land:
                landed |= ports
        return by_land | self.spread(landed, own, side)

    def enclave(self, x: int) -> int:
        """[16.2.3] The Nationalist spaces Connected to an Isolated Space."""
        return self.spread(1 << x, self.own(NAT), NAT)

    def enclaves(self) -> int:
        return self.once("enclaves", NAT, self.find_enclaves)

    def find_enclaves(self, side: int) -> int:
        found = 0
        for x in bits(self.s.isolated):
            found |= self.enclave(x)
        return found

    def supplied(self, side: int) -> int:
        return self.traced(side) | (self.enclaves() if side == NAT else 0)

    def bordered(self, side: int) -> int:
        """[13.4.2] Spaces Connected to the friendly country."""
        return self.once("bordered", side, self.find_bordered)

    def find_bordered(self, side: int) -> int:
        return self.spread(board.BORDER[side], self.own(side), side)

    # ------------------------------------------------------------------------------------------------ Northern Front

    def north_linked(self) -> bool:
        """[16.4.3.1] [16.4.3.3] Can a northern source trace a line to one outside?"""
        own = self.own(REP)
        reach = self.spread(board.SOURCES[REP] & board.NORTH, own, REP)
        for ports in self.sea_ports(REP):
            if ports & reach:
                reach |= self.spread(ports, own, REP)
        return bool(reach & board.SOURCES[REP] & ~board.NORTH)

    def north_zone(self) -> int:
        """[16.4.3.2] The Northern Front, and what only its sources supply; nothing while it is linked."""
        return self.once("north", REP, self.find_north_zone)

    def find_north_zone(self, side: int) -> int:
        if self.north_linked():
            return 0
        own = self.own(REP)
        reach = self.spread(board.SOURCES[REP] & board.NORTH, own, REP)
        elsewhere = self.spread(board.SOURCES[REP] & ~board.NORTH, own, REP)
        for ports in self.sea_ports(REP):
            if ports & elsewhere:
                elsewhere |= self.spread(ports, own, REP)
        return int(board.NORTH | reach & ~elsewhere)

    def abroad(self, region: int) -> list[int]:
        """Divisions of a region that stand in another one."""
        other = board.IN_A_REGION & ~board.REGION[region]
        return [u for u, place in enumerate(self.s.at)
                if place < SPACES and UNITS[u].region == region and not is_corps(u) and other >> place & 1]

    def at_home(self, unit: int, x: int) -> bool:
        region = UNITS[unit].region
        return region < 0 or not (board.IN_A_REGION & ~board.REGION[region]) >> x & 1

    def cooperates(self, moving: list[int], x: int, free: Iterable[int] = ()) -> bool:
        """[16.4.2] May these units end a move in `x`? `free` are those the rule no longer binds."""
        for region in range(3):
            mine = [u for u in moving if UNITS[u].region == region and u not in free]
            if not mine or self.at_home(mine[0], x):
                continue
            if any(is_corps(u) for u in mine):
                return False
            if len(mine) + len([u for u in self.abroad(region) if u not in moving]) > 1:
                return False
        return True

    def north_admits(self, moving: list[int], x: int, inside: Iterable[int] = ()) -> bool:
        """[16.4.3.2] [16.4.3.3] Regional units, up to two POL, and who is inside already."""
        strangers = [u for u in moving if UNITS[u].side == REP and UNITS[u].region < 0]
        if not strangers:
            return True
        zone = self.north_zone()
        strangers = [u for u in strangers if u not in inside]
        if not strangers or not zone >> x & 1:
            return True
        if any(UNITS[u].type != "POL" for u in strangers):
            return False
        police = [u for u, place in enumerate(self.s.at) if place < SPACES and zone >> place & 1
                  and UNITS[u].side == REP and UNITS[u].type == "POL" and u not in strangers]
        return len(police) + len(strangers) <= 2

    def in_north(self, units: Iterable[int]) -> list[int]:
        """Those of these units that are in the Northern Front already."""
        zone = self.north_zone()
        return [u for u in units if self.s.at[u] < SPACES and zone >> self.s.at[u] & 1]

    # -------------------------------------------------------------------------------------------------------- effects

    def morale(self, n: int) -> None:
        self.s.rm += n

    def take_control(self, side: int, x: int) -> None:
        """[3.0] [10.1.9] [10.2.7] [16.3.3] A space changes hands."""
        s, bit = self.s, 1 << x
        if bool(s.held & bit) == (side == NAT):
            return
        s.held ^= bit
        sign = 1 if side == NAT else -1
        s.vp += sign * board.VP[x]
        if x == MADRID:
            self.morale(-3 * sign)
        elif board.MAIN_CITIES & bit:
            self.morale(-2 * sign)
        elif (board.CAPITALS | board.VP_SPACES) & bit:
            self.morale(-sign)
        s.positions &= ~bit
        s.trenches &= ~bit
        s.special &= ~bit
        if side == NAT:
            if s.bonus_rm & bit:
                self.morale(-1)
            if s.bonus_vp & bit:
                s.vp += 1
            s.bonus_rm &= ~bit
            s.bonus_vp &= ~bit
        elif s.isolated & bit:
            s.isolated &= ~bit
            if x == board.OVIEDO:
                s.vp -= 1

    def occupy(self, x: int) -> None:
        """[17.3.2] A Nationalist unit took a space: Madrid, or near it."""
        if self.turn <= 5:
            if x == MADRID:
                self.s.madrid = 0
            elif board.NEAR[MADRID] >> x & 1:
                self.s.madrid = min(self.s.madrid, 2)

    def free_siege(self, n: int) -> None:
        self.s.sieges[n] = 0
        self.morale(-1)
        if n == 2:
            self.s.vp += 1

    def settle(self) -> None:
        """What follows at once from who controls what: 16.2.2, 16.3.3, 17.1.1, and Sieges with supplied units."""
        s = self.s
        traced = self.traced(NAT)
        s.isolated &= ~traced & s.held
        supplied = self.supplied(NAT)
        for n, x in enumerate(board.SIEGE_AT):
            if s.sieges[n] and s.held >> x & 1 and supplied >> x & 1 and self.count(x):
                self.free_siege(n)
        for side, gain in ((REP, -2), (NAT, 2)):
            cut = not board.BORDER[side] & self.own(side)
            if cut != s.severed[side]:
                s.severed[side] = cut
                self.morale(gain if cut else -gain)
        if not s.once & (LINKED_NORTH | END_OF_NORTH) and self.north_linked():
            s.once |= LINKED_NORTH
            self.morale(2)
        if not s.once & END_OF_NORTH and not board.NORTH & ~s.held:
            s.once |= END_OF_NORTH
            self.morale(-2)
        if self.turn >= 6:
            for side, flag, gain in ((REP, DIVIDED_REP, -1), (NAT, DIVIDED_NAT, 1)):
                if not s.once & flag and self.divided(side):
                    s.once |= flag
                    self.morale(gain)
        if s.shortage:
            sevilla = self.spread(SEVILLA, self.own(NAT), NAT)
            s.shortage = not (SEVILLA & sevilla and sevilla & named(*NORTH_OF_NAT))

    def divided(self, side: int) -> bool:
        """[16.3.3, footnote 7] Two land parts of eight supplied spaces or more; the Northern Front is none."""
        own, supplied, parts = self.own(side), self.supplied(side), 0
        while own:
            part = self.spread(own & -own, own, side)
            own &= ~part
            if side == REP:
                part &= ~(self.north_zone() | board.NORTH)
            parts += (part & supplied).bit_count() >= 8
        return parts >= 2

    # ------------------------------------------------------------------------------------------------------- movement

    def step(self, hand: list[int], y: int) -> None:
        """[10.1.9] A stack enters a space."""
        s, side = self.s, UNITS[hand[0]].side
        if y == s.beach and side == NAT:
            self.overrun(hand)
            return
        fresh = not self.own(side) >> y & 1
        for u in hand:
            s.at[u] = y
        if fresh:
            self.take_control(side, y)
            if side == NAT:
                self.occupy(y)
        self.settle()

    def overrun(self, hand: list[int]) -> None:
        """[8.5.4.3] [8.5.6.4] Nationalists in the Beach Head: it is gone, and they are in the space behind it."""
        s = self.s
        coast, bit = s.coast, 1 << s.beach
        s.positions &= ~bit
        s.trenches &= ~bit
        s.special &= ~bit
        s.beach = s.coast = -1
        s.deadline = 0
        for u in hand:
            s.at[u] = coast
        for u in hand[:max(0, self.count(coast) - STACK)]:      # the owner chooses among several
            s.at[u] = board.RESERVE[NAT]
        self.settle()

    def works(self, side: int) -> int:
        """[10.2.9] Markers of the pool in use."""
        return int(((self.s.positions | self.s.trenches) & self.own(side) & ~self.s.special).bit_count())

    # ------------------------------------------------------------------------------------------------------ attrition

    def attrition(self, side: int) -> None:
        """[13.3.5] [13.3.6] Who starves, and which spaces turn: found first, then carried out (D12)."""
        s = self.s
        safe = self.supplied(side) | self.bordered(side)
        lost = self.own(side) & ~safe
        starved = []
        for u, place in enumerate(s.at):
            if place < SPACES and UNITS[u].side == side and lost >> place & 1:
                if side == REP and UNITS[u].region == 0 and not is_corps(u) and board.REGION[0] >> place & 1:
                    continue
                starved.append(u)
        for u in starved:
            s.at[u] = board.GONE[side]
        turning = lost & ~self.manned(side)
        for x in bits(turning):
            if x == s.beach:
                s.beach = s.coast = -1
                s.deadline = 0
                continue
            self.take_control(1 - side, x)
            if side == REP:
                for n, at in enumerate(board.SIEGE_AT):
                    if at == x and s.sieges[n]:
                        self.free_siege(n)
        self.settle()

    # ---------------------------------------------------------------------------------------------------- redeployment

    def room(self, x: int) -> bool:
        return self.count(x) < STACK

    def by_sea(self, unit: int) -> int:
        """[12.1.7] [16.7] Ports a division may reach by sea."""
        s, side, x = self.s, UNITS[unit].side, self.s.at[unit]
        if is_corps(unit):
            return 0
        ports = board.PORTS & self.own(side) & self.supplied(side)
        if side == REP:
            usable = ports & board.SEA[1]
            usable &= ~self.beyond()
            return usable if usable >> x & 1 else 0
        if s.strait == NAT:
            return ports if ports >> x & 1 else 0
        usable = ports & (board.SEA[0] | CADIZ)
        found = usable if usable >> x & 1 else 0
        if (UNITS[unit].type == "ITA" or is_armor(unit)) and ports >> x & 1:
            found |= ports & board.SEA[1]
        return found

    def from_reserve(self, unit: int) -> int:
        """[12.1.8] [16.2.4.3] Where a unit of the Reserve Box may come in."""
        s, side = self.s, UNITS[unit].side
        open_to: int = self.own(side) & self.supplied(side)
        usual: int = open_to & (self.manned(side) | board.SOURCES[side] | 1 << MADRID)
        kin = UNITS[unit]
        if is_armor(unit):
            return int(open_to & board.PORTS & (board.SEA[1] if side == REP else ~self.enclaves()))
        if side == NAT:
            closed = self.enclaves()
            if kin.type == "MIL" and kin.label != "MIL-NAV":
                for x in bits(s.isolated):
                    if not self.relieved(x):
                        closed &= ~self.enclave(x)
            return usual & ~closed
        if kin.region >= 0:
            fellows = mask_of(s.at[u] for u in range(len(UNITS)) if s.at[u] < SPACES and UNITS[u].region == kin.region)
            return int(usual & (board.REGION[kin.region] | fellows))
        if kin.catalan:
            fellows = mask_of(s.at[u] for u in range(len(UNITS)) if s.at[u] < SPACES and UNITS[u].catalan)
            usual &= 1 << board.BARCELONA | fellows | 1 << board.BEACH_MALLORCA
        return usual

    def relieved(self, x: int) -> bool:
        return bool(self.s.relieved >> x & 1)

    def redeployments(self, unit: int, points: int, used: int) -> tuple[int, bool]:
        """Where a unit may go with these half points: spaces, and off the map (Reserve Box or over the border)."""
        s, side = self.s, UNITS[unit].side
        x = s.at[unit]
        if used >> unit & 1:
            return 0, False
        if UNITS[unit].type == "AFR" and self.turn <= 2 and any(UNITS[u].type == "AFR" for u in bits(used)):
            return 0, False
        cost = 6 if is_corps(unit) else 2
        supplied = self.supplied(side)
        if x == board.AFRICA[NAT] and side == NAT:
            found = (SEVILLA | CADIZ) & supplied & self.own(NAT) if s.waiting > 0 else 0
        elif x == board.RESERVE[side]:
            found = self.from_reserve(unit)
        elif x >= SPACES:
            return 0, False
        elif supplied >> x & 1:
            found = self.spread(1 << x, self.own(side), side) & supplied | self.by_sea(unit)
        elif self.bordered(side) >> x & 1:
            special = UNITS[unit].region < 0 and not (side == REP and self.played("N43"))
            return 0, special and points >= (4 if is_corps(unit) else 1)
        else:
            return 0, False
        if points < cost:
            return 0, False
        if is_corps(unit) or is_armor(unit):
            found &= ~board.BALEARICS
        inside = self.in_north([unit])
        found = mask_of(y for y in bits(found) if y != x and self.room(y) and self.north_admits([unit], y, inside))
        owes = self.in_excess(unit)
        found = self.obey(unit, found)
        off = x < SPACES and not is_corps(unit) and not (side == NAT and self.enclaves() >> x & 1)
        return found, off and not (owes and found & board.REGION[UNITS[unit].region])

    def home_lost(self, region: int) -> bool:
        return not board.REGION[region] & ~self.s.held

    def in_excess(self, unit: int) -> bool:
        """[16.4.2.4] Is it one of several divisions of its region in the land of others?"""
        x, region = self.s.at[unit], UNITS[unit].region
        return (region >= 0 and x < SPACES and not is_corps(unit) and not self.at_home(unit, x)
                and len(self.abroad(region)) > 1)

    def obey(self, unit: int, found: int) -> int:
        """[16.4.2] The spaces among these in which Non-Cooperation lets a unit end."""
        region = UNITS[unit].region
        if region < 0:
            return found
        if self.in_excess(unit):
            home = found & board.REGION[region]
            return home if home else found
        return mask_of(y for y in bits(found) if self.cooperates([unit], y))

    def played(self, card: str) -> bool:
        """Was the event of this card played in the game?"""
        return bool(self.s.happened >> CARD[card] & 1)

    # ---------------------------------------------------------------------------------------------------- replacements

    def points_due(self, side: int) -> tuple[int, int]:
        """[14.2] (D17) Half points of a side at the start of its Replacement Segment."""
        s = self.s
        own, ally = s.rp[2 * side], s.rp[2 * side + 1]
        bilbao = named("gijon", "santander", "bilbao") & s.held == named("gijon", "santander", "bilbao")
        cities = 0
        for x in bits(board.MAIN_CITIES):
            nat = bilbao if x == BILBAO else bool(s.held >> x & 1)
            cities += nat == (side == NAT)
        now = s.this_turn
        if side == NAT:
            if self.played("N37") and s.held >> BILBAO & 1:
                own += 2
            if now >> CARD["R35"] & 1:
                own -= 2
            if now >> CARD["R52"] & 1:
                ally = 0
        else:
            if now >> CARD["N53"] & 1:
                own -= 2
            if not now >> CARD["R53"] & 1:
                if self.played("N30") and not self.played("R31") and not now >> CARD["N30"] & 1:
                    ally -= 2
                if self.played("N32") and s.held >> MALLORCA & 1:
                    ally -= 2
            if now >> CARD["N30"] & 1:
                ally = 0
        own -= 2 * max(0, (2 if side == NAT else 4) - cities)
        return max(0, own), max(0, ally)

    def pays(self, unit: int, kind: int) -> bool:
        """[14.1.1] [14.1.6] Does this kind of point serve this unit?"""
        what = UNITS[unit].type
        if UNITS[unit].side != kind // 2 or what in ("AFR", "INS"):
            return False
        if kind == REP_RP:
            return what not in ("INT", "T-26")
        if kind == NAT_RP:
            return what not in ("PZ-I", "CV-33", "ITA", "CTV")
        return True

    def deployment(self, unit: int) -> int:
        """[8.5.2.4] Where a new or rebuilt corps comes in."""
        side, region = UNITS[unit].side, UNITS[unit].region
        open_to = self.own(side) & self.supplied(side) & ~board.BALEARICS & ~(self.enclaves() if side == NAT else 0)
        if UNITS[unit].type == "CTV":
            found = open_to & board.PORTS
        elif region >= 0:
            found = open_to & (board.REGION[0] if region == 0 else named("santander") if region == 1 else 1 << BILBAO)
        else:
            found = open_to & (board.SOURCES[side] | 1 << MADRID)
            if side == REP:
                found &= ~self.north_zone()
        return mask_of(x for x in bits(found) if self.room(x))

    def landing(self) -> int:
        """[17.6.4] Where the Army of Africa arrives."""
        return mask_of(x for x in bits((SEVILLA | CADIZ) & self.own(NAT) & self.supplied(NAT)) if self.room(x))

    def reinforcement(self, unit: int, card: str) -> tuple[int, bool]:
        """[8.5.2.3] [16.2.4.1] [16.4.3.2] Where a card lets a new division enter: spaces, and the Reserve Box."""
        side, kin = UNITS[unit].side, UNITS[unit].type
        open_to = self.own(side) & self.supplied(side) & ~(self.enclaves() if side == NAT else self.north_zone())
        ports, reserve = open_to & board.PORTS & ~board.BALEARICS, False
        if card == "N3":
            found, reserve = open_to & named("pamplona", "vitoria", "logrono"), True
        elif card in ("N7", "N23") and kin == "ITA":
            found, reserve = open_to & board.PORTS, True
        elif card in ("N7", "N22", "N23", "N52"):
            found = ports
        elif card == "N15":
            found = open_to & board.ZONE["andalusia"] & self.spread(SEVILLA, self.own(NAT), NAT)
        elif card in ("R3", "R23"):
            found = open_to & (named("albacete") | 1 << MADRID | board.SOURCES[REP] & ~board.NORTH)
        elif card in ("R4", "R24"):
            found = ports & board.SEA[1]
        elif card == "R6":
            found, reserve = open_to & 1 << MADRID, True
        else:
            found, reserve = open_to & 1 << board.BARCELONA, True
        return mask_of(x for x in bits(found) if self.room(x)), reserve

    def spendings(self, side: int, frame: Any) -> set[Action]:
        """[14.1] What Replacement Points may be spent on, counters named by what they look like."""
        s = self.s
        found: set[Action] = set()
        supplied, enclaves = self.supplied(side), self.enclaves() if side == NAT else 0
        for kind in (2 * side, 2 * side + 1):
            have = s.rp[kind]
            for u, place in enumerate(s.at):
                if not self.pays(u, kind):
                    continue
                cost = 2 if is_corps(u) else 1
                if place == board.ELIMINATED[side]:
                    if have >= cost and (not is_corps(u) or self.deployment(u)):
                        found.add(("rebuild", self.look(u), kind))
                elif s.reduced >> u & 1 and have >= cost:
                    if place == board.RESERVE[side]:
                        found.add(("restore", self.look(u), kind))
                    elif place < SPACES and supplied >> place & 1:
                        if enclaves >> place & 1:
                            group = self.group_of(place)
                            if kind == NAT_RP and have >= 2 * cost and cost == 1 and not frame.enclaves >> group & 1:
                                found.add(("restore", self.look(u), kind))
                        elif not is_corps(u) or UNITS[u].region < 0 or self.replaceable(u):
                            found.add(("restore", self.look(u), kind))
        if side == NAT and self.turn <= 5 and s.rp[NAT_RP] >= 2:
            for n, most in enumerate(SIEGE_STRENGTH):
                if 0 < s.sieges[n] < most and not frame.sieges >> n & 1:
                    found.add(("reinforce", n))
        return found

    def replaceable(self, unit: int) -> bool:
        """[14.1.7] A Regional corps: at home, or with a line to the source of its region."""
        x, region = self.s.at[unit], UNITS[unit].region
        if board.REGION[region] >> x & 1:
            return True
        reach = self.spread(1 << x, self.own(REP), REP)
        return bool(reach & board.SOURCES[REP] & board.REGION[region])

    def group_of(self, x: int) -> int:
        """The Isolated Space a space is Connected to."""
        return next(y for y in bits(self.s.isolated) if self.enclave(y) >> x & 1)

    def look(self, unit: int) -> tuple[int, int, int]:
        """What tells a counter from others: counters alike may stand for one another."""
        return board.KIND[unit], int(self.s.reduced >> unit & 1), self.s.at[unit]


# --------------------------------------------------------------------------------------------------------- questions


def activations(p: Sheet, ops: Any) -> set[Action]:
    """[8.2] [13.3.1] [13.4.2] [16.2.3] [17.1.2] Spaces for a Move or Attack marker."""
    s, side = p.s, ops.side
    manned = p.manned(side) & ~(ops.moves | ops.attacks)
    if side == REP and s.hampered[REP] >> CARD["N33"] & 1:
        manned &= ~board.ZONE["catalonia"]
    found: set[Action] = {("done",)}
    if ops.points <= 0:
        return found
    may_move = p.supplied(side) | p.bordered(side)
    may_attack = p.traced(side)
    if side == NAT and s.shortage and p.turn <= 5:
        north = p.spread(named(*NORTH_OF_NAT), p.own(NAT), NAT)
        if ops.attacks & north:
            may_attack &= ~north
    found |= {("move", x) for x in bits(manned & may_move)}
    found |= {("attack", x) for x in bits(manned & may_attack)}
    return found


class Walk:
    """[10.1] A stack on its way: which steps and stops are legal."""

    def __init__(self, p: Sheet, ops: Any, hand: list[int], spent: int, crossed: int) -> None:
        self.p, self.ops, self.hand = p, ops, hand
        self.side = ops.side
        self.start = p.s.at[hand[0]]
        self.spent, self.crossed = spent, crossed
        self.reach = min(UNITS[u].mf for u in hand)
        self.enemies = p.manned(1 - self.side)
        columns = ops.card == CARD["N12"] and any(UNITS[u].type == "AFR" for u in hand)
        self.limit = 3 if columns else 2

    def on(self, x: int, spent: int, crossed: int) -> Iterator[tuple[int, int]]:
        """The next spaces, and the enemy spaces crossed so far."""
        if spent >= self.reach:
            return
        for y in bits(self.p.near(x, self.side) & ~self.enemies):
            new = crossed | (self.ops.dawn & 1 << y)
            if new.bit_count() <= self.limit:
                yield y, new

    def welcome(self, x: int, y: int, entered: int, so_far: bool) -> bool:
        """[16.4.3] (D88) May strangers to the isolated North stay in `y`, coming from `x`? Judged before the step."""
        if self.side == NAT:
            return True
        held = self.p.s.held
        self.p.s.held &= ~entered
        zone = self.p.north_zone() & ~self.p.s.held
        self.p.s.held = held
        return not zone >> y & 1 or so_far and bool(zone >> x & 1)

    def stops(self, x: int, welcome: bool) -> bool:
        """Could the stack stop here, for stacking, Attack markers, and the Northern Front?"""
        if x == self.p.s.beach and self.side == NAT:
            return True
        others = sum(place == x for u, place in enumerate(self.p.s.at) if u not in self.hand)
        if others + len(self.hand) > STACK or self.ops.attacks >> x & 1:
            return False
        return welcome or self.p.north_admits(self.hand, x)

    def ends(self, x: int, spent: int, crossed: int, entered: int, welcome: bool) -> Iterator[int]:
        """Where the stack could stop from here on, Non-Cooperation apart."""
        if self.stops(x, welcome):
            yield x
        if x == self.p.s.beach and self.side == NAT:
            return
        for y, new in self.on(x, spent, crossed):
            yield from self.ends(y, spent + 1, new, entered | 1 << y, self.welcome(x, y, entered, welcome))

    def bound(self) -> tuple[set[int], set[int]]:
        """[16.4.2.4] Units of the stack that must go home, and those that are free of Non-Cooperation."""
        p = self.p
        home: set[int] = set()
        free: set[int] = set()
        for u in self.hand:
            region = UNITS[u].region
            if p.in_excess(u):
                alone = Walk(p, self.ops, [u], 0, 0)
                ends = 0 if p.home_lost(region) else mask_of(alone.ends(self.start, 0, 0, 0, True))
                (home if ends & board.REGION[region] else free).add(u)
        return home, free


def accepts(p: Sheet, hand: list[int], x: int, home: set[int], free: set[int]) -> bool:
    if any(not board.REGION[UNITS[u].region] >> x & 1 for u in home):
        return False
    return p.cooperates(hand, x, free)


class BetweenRounds(Ask):
    """Stops the program between two steps of its own."""

    def candidates(self, s: Any, seat: int) -> list[Action]:
        return [("yes",), ("no",)]

    def choose(self, s: Any, seat: int, action: Action) -> None:
        """Nothing happens."""


class Odd(Exception):
    """A difference."""


KEEN = {"take": 3.0, "step": 3.0, "build": 1.0, "redeploy": 4.0, "to": 1.0, "sr": 3.0, "rp": 2.0, "ops": 4.0,
        "event": 3.0, "attack": 2.0, "target": 6.0, "fight": 4.0, "done": 0.5, "auto": 0.5, "advance": 3.0,
        "restore": 2.0, "rebuild": 2.0, "raze": 0.2}
SAME = ("at", "reduced", "held", "positions", "trenches", "special", "specials", "sieges", "isolated", "beach", "coast",
        "vp", "rm", "shortage", "strait", "severed", "once", "bonus_rm", "bonus_vp", "madrid", "due", "waiting", "rp",
        "relieved")


class Referee:
    """One random game of the program, watched."""

    def __init__(self, scenario: str, seed: int, morale: int = -1, corridor: bool = False) -> None:
        self.name = f"{scenario} {seed}"
        options = {"corridor_of_grado": "with"} if corridor else None
        self.s: Any = tablero.game("car").new(scenario, seed=seed, options=options)
        self.rng = random.Random(seed)
        self.faults: list[str] = []
        self.morale = morale
        self.decisions = 0
        self.seen: dict[str, int] = {}
        self.taken = 0          # spaces that changed hands since the last Round
        self.home: set[int] = set()
        self.free: set[int] = set()
        self.welcome = True
        self.stack = self.turn = 0
        self.recorded: list[int] = []
        self.disturb: Callable[[Any, random.Random], None] | None = None

    def run(self, limit: int = 100000) -> None:
        for _ in range(limit):
            if self.s.over or len(self.faults) > 20:
                return
            if self.morale >= 0:
                self.s.rm = self.morale
            try:
                self.step()
            except Odd as odd:
                self.faults.append(f"{self.name} T{self.s.turn}.{self.s.round} {odd}")

    def frame(self, name: str) -> Any:
        return next((f for f in reversed(self.s.stack) if type(f).__name__ == name), None)

    def pause_under(self, name: str, side: int) -> None:
        stack = self.s.stack
        n = max(i for i, f in enumerate(stack) if type(f).__name__ == name)
        if not isinstance(stack[n - 1], BetweenRounds):
            stack.insert(n, BetweenRounds(side))

    def step(self) -> None:
        s = self.s
        seat = tablero.players(s)[0]
        options = [tuple(o) for o in tablero.options(s, seat)]
        name = type(s.stack[-1]).__name__
        if name == "ChooseAction":
            self.pause_under("ActionRound", seat)
        if name == "BetweenRounds" and self.disturb is not None and type(s.stack[-2]).__name__ == "Turn":
            self.disturb(s, self.rng)
            self.taken = 0
        if name == "Moves":
            self.pause_under("Moves", seat)
        ask = getattr(self, "ask_" + name.lower(), None)
        odd: Odd | None = None
        if ask is not None:
            try:
                ask(Sheet(s), s.stack[-1], options)
            except Odd as found:
                odd = found
        action = self.choose(options)
        before = Sheet(s)
        events = tablero.apply(s, seat, action)
        self.sound()
        if odd is not None:
            raise odd
        after = getattr(self, "after_" + name.lower(), None)
        if after is not None:
            after(before, before.s.stack[-1], action, list(events))
        for event in events:
            if event.kind == "captured":
                self.taken |= 1 << event.args[1]
            if event.kind == "replacements":
                self.points(event.args, before)
            elif event.kind == "stays_in_morocco":
                self.compare("stays in Morocco", 0, Sheet(s).landing())

    def choose(self, options: list[Action]) -> Action:
        enclave = self.s.isolated
        weights = [40.0 if o[0] == "to" and enclave >> o[1] & 1 else KEEN.get(o[0], 1.0) for o in options]
        return self.rng.choices(options, weights)[0]

    def compare(self, what: str, expected: Any, actual: Any) -> None:
        self.decisions += 1
        self.seen[what] = self.seen.get(what, 0) + 1
        if expected != actual:
            if isinstance(expected, set):
                raise Odd(f"{what}: missing {self.words(expected - actual)}, too many {self.words(actual - expected)}")
            raise Odd(f"{what}: {expected} expected, {actual} found")

    def words(self, actions: Iterable[Any]) -> str:
        return " ".join("/".join(map(str, a)) for a in sorted(actions, key=str)) or "-"

    def sound(self) -> None:
        """Columns that say the same agree."""
        s = self.s
        here = [0] * board.PLACES
        for u, place in enumerate(s.at):
            here[place] |= 1 << u
        if here != list(s.here):
            raise Odd("at and here differ")
        p = Sheet(s)
        for side in (NAT, REP):
            manned = p.manned(side)
            if manned != s.occupied[side]:
                raise Odd(f"occupied {side}")
            if manned & ~p.own(side):
                raise Odd(f"units of {side} in spaces of the enemy: {list(bits(manned & ~p.own(side)))}")
        full = mask_of(x for x in range(SPACES) if here[x].bit_count() >= STACK)
        if full != s.full:
            raise Odd(f"full {list(bits(full ^ s.full))}")
        top = self.frame("Moves")
        moving = top.hand if top is not None else 0
        over = [x for x in range(SPACES) if (here[x] & ~moving).bit_count() > STACK]
        if over and s.round:
            raise Odd(f"stacking {over}")

    def ask_chooseaction(self, p: Sheet, frame: Any, options: list[Action]) -> None:
        """Between Rounds nothing is left that should have happened at once, and no marker lies in a vacant space."""
        s = self.s
        p.settle()
        self.compare_state("at rest", p)
        attrition = s.round == (1 if s.side == NAT else 6)      # it may leave spaces vacant after the end of a Round
        if not attrition and (s.tried[0] | s.tried[1]) & ~(s.occupied[NAT] | s.occupied[REP]):
            raise Odd("a DRM marker in a vacant space")
        taken, self.taken = self.taken, 0
        if not attrition and (s.tried[0] | s.tried[1]) & taken:
            raise Odd("a DRM marker of the enemy")
        if s.tried[0] & s.tried[1] or s.positions & s.trenches or s.special & ~s.trenches:
            raise Odd("two markers in a space")
        for side in (NAT, REP):
            if p.works(side) > MARKERS[side]:
                raise Odd("too many works")
        if self.turn != s.turn and s.relieved:
            raise Odd("relief of the last Turn")
        self.turn = s.turn
        if self.disturb is None and s.setting.first == 1:
            schedule = AFR_EARLY if s.early else AFR_SCHEDULE
            due = sum((s.turn, s.round) >= when for when in schedule)
            self.compare("Army of Africa", 6 - due, p.count(board.AFRICA[NAT]) - s.waiting)
        if s.turn >= 6 and (s.shortage or s.isolated):
            raise Odd("shortage or isolation after Turn 5")

    def compare_state(self, what: str, p: Sheet, names: Iterable[str] = SAME) -> None:
        self.decisions += 1
        self.seen[what] = self.seen.get(what, 0) + 1
        wrong = []
        for name in names:
            mine, its = getattr(p.s, name), getattr(self.s, name)
            if name == "rm" and self.morale >= 0:
                continue
            if mine != its:
                if name == "at":
                    wrong += [f"{UNITS[u].id} at {a} expected, {b} found"
                              for u, (a, b) in enumerate(zip(mine, its, strict=True)) if a != b]
                elif isinstance(mine, int) and mine > 1000 or name in ("held", "positions", "trenches"):
                    wrong.append(f"{name} differs in {list(bits(mine ^ its))}")
                else:
                    wrong.append(f"{name} {mine} expected, {its} found")
        if wrong:
            raise Odd(f"{what}: " + "; ".join(wrong))

    # ---------------------------------------------------------------------------------------------------- activation

    def ask_activate(self, p: Sheet, frame: Any, options: list[Action]) -> None:
        self.compare("activate", activations(p, self.frame("Operations")), set(options))

    # ------------------------------------------------------------------------------------------------------ movement

    def ask_moves(self, p: Sheet, frame: Any, options: list[Action]) -> None:
        s, ops = self.s, self.frame("Operations")
        hand = list(bits(frame.hand))
        expected: set[Action] = set()
        if not hand:
            owed = self.owed(p, ops)
            if not owed:
                expected.add(("done",))
            for x in bits(ops.moves):
                for u in p.units(x):
                    if not (ops.moved | ops.builders) >> u & 1:
                        expected.add(("take", p.look(u)))
                        if self.may_build(p, ops, u) and u not in owed:
                            expected.add(("build", p.look(u)))
        else:
            x = s.at[hand[0]]
            walk = Walk(p, ops, hand, frame.spent, frame.crossed)
            if frame.spent == 0:
                self.begin(walk)
            elif self.stack != frame.hand:
                return          # taken and moved without a question in between
            if frame.spent == 0:
                busy = ops.moved | ops.builders | frame.hand
                for u in p.units(x):
                    if not busy >> u & 1 and self.fits(Walk(p, ops, [*hand, u], 0, 0)):
                        expected.add(("take", p.look(u)))
                if not self.home:
                    expected.add(("stop",))
            elif walk.stops(x, self.welcome) and accepts(p, hand, x, self.home, self.free):
                expected.add(("stop",))
            for y, new in walk.on(x, frame.spent, frame.crossed):
                ends = set(walk.ends(y, frame.spent + 1, new, 1 << y, walk.welcome(x, y, 0, self.welcome)))
                if any(accepts(p, hand, z, self.home, self.free) for z in ends):
                    expected.add(("step", y))
        try:
            self.compare("moves", expected, {(o[0], p.look(o[1])) if o[0] in ("take", "build") else o for o in options})
        except Odd as odd:
            where = f"at {s.at[hand[0]]} after {frame.spent}" if hand else ""
            raise Odd(f"{odd} with {[UNITS[u].id for u in hand]} {where} home {self.home} free {self.free}") from odd

    def begin(self, walk: Walk) -> None:
        """What a stack may do is looked at where it starts."""
        self.stack = mask_of(walk.hand)
        self.welcome = True
        self.home, self.free = walk.bound()

    def fits(self, walk: Walk) -> bool:
        """May these go together? Those who must go home need a way for the whole stack."""
        home, free = walk.bound()
        return not home or any(accepts(walk.p, walk.hand, x, home, free) for x in walk.ends(walk.start, 0, 0, 0, True))

    def owed(self, p: Sheet, ops: Any) -> set[int]:
        """[16.4.2.4] Activated units that must go home and have not moved yet."""
        found = set()
        for x in bits(ops.moves):
            for u in p.units(x):
                if not (ops.moved | ops.builders) >> u & 1:
                    found |= Walk(p, ops, [u], 0, 0).bound()[0]
        return found

    def may_build(self, p: Sheet, ops: Any, unit: int) -> bool:
        """[10.2] [13.3.3] May this unit try to build where it stands?"""
        s, side = p.s, ops.side
        x = s.at[unit]
        bit = 1 << x
        if any(s.at[u] == x for u in bits(ops.builders)) or s.trenches & bit:
            return False
        if not p.supplied(side) & bit:
            return False
        if side == REP and x == BILBAO and p.played("N26"):
            return False
        if s.positions & bit:
            return is_corps(unit) and not (side == REP and x == BILBAO)
        planned = sum(not s.positions >> s.at[u] & 1 for u in bits(ops.builders))
        return p.works(side) + planned < MARKERS[side]

    def after_moves(self, before: Sheet, frame: Any, action: Action, events: Events) -> None:
        hand = list(bits(frame.hand)) + ([action[1]] if action[0] == "take" else [])
        if action[0] in ("stop", "build") and any(e.kind == "stepped" for e in events):
            return          # another unit had a single way to go, and went
        steps = [e.args[3] for e in events if e.kind == "stepped"]      # several, where there is a single way on
        for n, y in enumerate(steps):
            if n and before.s.at[hand[0]] == self.s.at[hand[0]]:
                return
            walk = Walk(before, before.operations, hand, 0, 0)
            self.welcome = walk.welcome(walk.start, y, 0, self.welcome)
            before.step(hand, y)
        self.compare_state("effects of " + action[0], before)

    # --------------------------------------------------------------------------------------------------------- pauses

    def after_pause(self, before: Sheet, frame: Any, action: Action, events: Events) -> None:
        if type(before.s.stack[-2]).__name__ == "Operations":
            self.built(before, events)
        elif before.s.round == 6:
            self.starved(before, events)

    def built(self, before: Sheet, events: Events) -> None:
        """[10.2.2] [10.2.4] Corps build Positions, all others roll."""
        s, ops = before.s, before.s.stack[-2]
        rolls = {e.args[1]: e.args[2] for e in events if e.kind == "build_roll"}
        expected_rolls = set()
        for u in bits(ops.builders):
            x = s.at[u]
            bit = 1 << x
            trench = bool(s.positions & bit)
            good = True
            if trench or not is_corps(u):
                expected_rolls.add((x,))
                modifier = 2 if s.tried[1] & bit else 1 if s.tried[0] & bit else 0
                good = rolls.get(x, 0) - modifier <= 3
            if good:
                s.positions = s.positions & ~bit if trench else s.positions | bit
                s.trenches |= bit if trench else 0
            elif not s.tried[1] & bit:
                if s.tried[0] & bit:
                    s.tried[0] &= ~bit
                    s.tried[1] |= bit
                else:
                    s.tried[0] |= bit
            if good:
                s.tried[0] &= ~bit
                s.tried[1] &= ~bit
        self.compare("rolls", expected_rolls, {(x,) for x in rolls})
        if not any(e.kind in ("captured", "turn") for e in events):
            self.compare_state("works", before, ("positions", "trenches", "special", "specials"))
            tried = [x & (before.manned(NAT) | before.manned(REP)) for x in s.tried]
            self.compare("tried", tried, [x & (before.manned(NAT) | before.manned(REP)) for x in self.s.tried])

    def starved(self, before: Sheet, events: Events) -> None:
        """[13.3.5] [13.3.6] The Attrition Segment of the side whose sixth Round ends."""
        side = before.s.side
        self.recorded = list(before.s.rp)
        vp, rm = before.s.vp, before.s.rm
        gone = {(u,) for u in range(len(UNITS)) if before.s.at[u] == board.GONE[side]}
        held = before.s.held
        before.attrition(side)
        mine = {(u,) for u in range(len(UNITS)) if before.s.at[u] == board.GONE[side]} - gone
        told = []
        for e in events:
            if e.kind in ("landing_lost", "landing_won", "replacements", "turn"):
                break
            told.append(e)
        self.compare("starved", mine, {(e.args[1],) for e in told if e.kind == "starved"})
        turned = {(x,) for x in bits(held ^ before.s.held)}
        self.compare("turned", turned, {(e.args[1],) for e in told if e.kind == "captured"})
        hunger = before.played("N46") and before.turn in (5, 11, 17)
        self.compare("attrition VP", before.s.vp - vp, sum(e.args[0] for e in told if e.kind == "vp"))
        if not hunger:
            self.compare("attrition RM", before.s.rm - rm, sum(e.args[0] for e in told if e.kind == "rm"))
        if side == NAT:
            self.compare_state("after attrition", before)
        elif before.turn != 5 and not self.s.over:      # War Status and Replacements have followed
            self.compare_state("after attrition", before, ("held", "madrid", "isolated", "shortage", "severed", "once"))

    # --------------------------------------------------------------------------------------------------- redeployment

    def ask_redeploy(self, p: Sheet, frame: Any, options: list[Action]) -> None:
        whole = self.frame("Redeployment")
        if frame.unit < 0:
            expected: set[Action] = {("done",)}
            for u in range(len(UNITS)):
                if UNITS[u].side == whole.side and any(p.redeployments(u, whole.points, whole.used)):
                    expected.add(("redeploy", p.look(u)))
            self.compare("redeploy", expected, {(o[0], p.look(o[1])) if o[0] == "redeploy" else o for o in options})
        else:
            spaces, off = p.redeployments(frame.unit, whole.points, whole.used)
            expected = {("to", x) for x in bits(spaces)} | ({("to_reserve",)} if off else set())
            try:
                self.compare("redeploy to", expected, set(options))
            except Odd as odd:
                unit = UNITS[frame.unit]
                raise Odd(f"{unit.id} from {p.s.at[frame.unit]}: {odd}") from odd

    def after_redeploy(self, before: Sheet, frame: Any, action: Action, events: Events) -> None:
        s, u = before.s, frame.unit
        points, side = self.whole_points(before), UNITS[u].side
        x = s.at[u]
        if action[0] == "redeploy":
            now = self.frame("Redeploy")
            if now is not None and now.unit >= 0:
                return
            u = action[1]           # a single way to go
            x, side = s.at[u], UNITS[u].side
            spaces, off = before.redeployments(u, points, self.whole_used(before))
            action = ("to_reserve",) if off else ("to", spaces.bit_length() - 1)
        elif action[0] == "done":
            return
        special = x < SPACES and not before.supplied(side) >> x & 1
        cost = 6 if is_corps(u) else 2
        self.tally(before, u, x, action, special)
        if action[0] == "to":
            s.at[u] = action[1]
            if x == board.AFRICA[NAT]:
                s.waiting -= 1
            elif x == board.RESERVE[NAT] and before.enclaves() >> action[1] & 1:
                s.relieved |= 1 << before.group_of(action[1])
        elif special:
            cost = 4 if is_corps(u) else 1
            if is_corps(u):
                s.at[u] = board.TRACK[side]
                s.due.append((u, s.turn + 2))
            else:
                s.at[u] = board.RESERVE[side]
            if UNITS[u].steps > 1:
                s.reduced |= 1 << u
        else:
            s.at[u] = board.RESERVE[side]
        before.settle()
        self.compare_state("redeployed", before)
        now = self.frame("Redeployment")
        if now is not None and type(self.s.stack[-1]).__name__ == "Redeploy":
            self.compare("SR points", points - cost, now.points)

    def tally(self, p: Sheet, unit: int, x: int, action: Action, special: bool) -> None:
        """What kinds of redeployment were seen."""
        side = UNITS[unit].side
        kinds = {"over the border": special, "from Morocco": x == board.AFRICA[NAT],
                 "from the Reserve": x == board.RESERVE[side],
                 "to the Reserve": action[0] == "to_reserve" and not special,
                 "relief": x == board.RESERVE[NAT] and action[0] == "to" and p.enclaves() >> action[1] & 1,
                 "by sea": x < SPACES and action[0] == "to"
                 and not p.spread(1 << x, p.own(side), side) >> action[1] & 1,
                 "regional": UNITS[unit].region >= 0, "armor": is_armor(unit), "corps": is_corps(unit)}
        for kind, true in kinds.items():
            if true:
                self.seen["SR " + kind] = self.seen.get("SR " + kind, 0) + 1

    def whole_points(self, before: Sheet) -> int:
        return int(next(f for f in before.s.stack if type(f).__name__ == "Redeployment").points)

    def whole_used(self, before: Sheet) -> int:
        return int(next(f for f in before.s.stack if type(f).__name__ == "Redeployment").used)

    def after_chooseaction(self, before: Sheet, frame: Any, action: Action, events: Events) -> None:
        now = self.frame("Redeployment")
        if now is None or type(self.s.stack[-1]).__name__ != "Redeploy":
            return
        if action[0] == "sr":
            value = board.FACES[action[1]].value
            self.compare("SR value", 2 * (value - (before.turn <= 2)), now.points)
        elif action == ("event", CARD["N38"]):
            self.compare("SR value", 12, now.points)

    # --------------------------------------------------------------------------------------------------- replacements

    def ask_removeworks(self, p: Sheet, frame: Any, options: list[Action]) -> None:
        """[10.2.10] A player may remove what works he has."""
        works = (p.s.positions | p.s.trenches) & p.own(frame.who)
        self.compare("raze", {("raze", x) for x in bits(works)} | {("done",)}, set(options))

    def points(self, args: Any, before: Sheet) -> None:
        side, own, ally = args
        if not self.recorded:           # nobody was asked before the Attrition Segment
            return
        p = Sheet(self.s)
        p.s.rp, p.s.this_turn = self.recorded, before.s.this_turn
        if side == NAT:
            self.recorded = []
        self.compare("points", p.points_due(side), (own, ally))

    def ask_spend(self, p: Sheet, frame: Any, options: list[Action]) -> None:
        whole = self.frame("Replacements")
        expected = p.spendings(whole.side, whole) | {("done",)}
        for u, turn in p.s.due:
            if UNITS[u].side == whole.side and turn <= p.turn:
                self.compare("corps that may not return", 0, p.deployment(u))
        actual = {(o[0], p.look(o[1]), o[2]) if o[0] in ("restore", "rebuild") else o for o in options}
        self.compare("spend", expected, actual)

    def after_spend(self, before: Sheet, frame: Any, action: Action, events: Events) -> None:
        now = self.frame("Spend")
        if now is None or self.s.stack[-1] is not now or now.who != frame.who or action[0] == "done":
            return
        s, whole = before.s, next(f for f in before.s.stack if type(f).__name__ == "Replacements")
        if action[0] == "reinforce":
            s.rp[NAT_RP] -= 2
            s.sieges[action[1]] += 1
        else:
            u, kind = action[1], action[2]
            cost = 2 if is_corps(u) else 1
            if action[0] == "rebuild":
                s.at[u] = board.RESERVE[whole.side]
                s.reduced |= 1 << u
                if is_corps(u):
                    s.at[u] = before.deployment(u).bit_length() - 1     # a single space, or it would be asked
            else:
                if whole.side == NAT and s.at[u] < SPACES and before.enclaves() >> s.at[u] & 1:
                    cost *= 2
                s.reduced &= ~(1 << u)
            s.rp[kind] -= cost
        self.compare_state("spent", before)

    def ask_placeunit(self, p: Sheet, frame: Any, options: list[Action]) -> None:
        u, reserve = frame.unit, False
        if UNITS[u].type == "AFR":
            found = p.landing()
        elif is_corps(u):
            found = p.deployment(u)
        elif self.frame("Happening") is not None:
            found, reserve = p.reinforcement(u, CARD_IDS[self.frame("Happening").card])
        else:
            return
        expected = {("to", x) for x in bits(found)} | ({("to_reserve",)} if reserve else set())
        try:
            self.compare("place", expected, set(options))
        except Odd as odd:
            raise Odd(f"{UNITS[u].id}: {odd}") from odd
