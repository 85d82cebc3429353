"""A second account of the course of the war, written from the rulebook alone: it shares component data with the
program, no rule.

It covers what may be done in an Action Round, the events of the cards, control with its Victory Points and Republican
Morale, Sieges, Isolated Spaces, Attrition, War Status, the end of a Turn, the draw, and the way from Turn 5 to Turn 6.
`Referee` plays a game: it compares the options of each question with `Book`, follows what happened in a `Ledger`, and
notes every difference.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import tablero
import tablero.games.car

board = sys.modules["tablero.games.car.board"]
NAT, REP = 0, 1
UNITS = board.UNITS
SPACES: int = board.SPACES
FACES = board.FACES
CARD: dict[str, int] = {face.id.upper(): card for card, face in enumerate(FACES)}
CARD_NAMES = [face.id.upper() for face in FACES]
STACK = 3
WINTERS = (5, 11, 17)
RM_REP = {4: 28, 5: 27, 6: 27, 7: 26, 8: 25, 9: 24, 10: 23, 11: 21, 12: 19, 13: 18, 14: 17, 15: 16}
RM_NAT = {4: 15, 5: 14, 6: 12, 7: 10, 8: 9, 9: 8, 10: 7, 11: 6, 12: 5, 13: 4, 14: 3, 15: 3}
LEVELS = {"campaign": 20, "war_of_the_columns": 10, "collapse_of_the_northern_front": 16, "two_years_of_war": 18}
LAST = {"campaign": 18, "war_of_the_columns": 5, "collapse_of_the_northern_front": 11, "two_years_of_war": 18}
MAIN_CITIES = ("barcelona", "bilbao", "madrid", "sevilla", "valencia", "zaragoza")

# cards: what must have happened before (all of a group, one of several groups), what bars them, first and last Turn
NEEDS = {
    "N7": "N4", "N8": "N4", "N22": "N4", "N23": "N4", "N24": "N5", "N25": "N8", "N27": "N5", "N30": "N4 R2",
    "N32": "N6", "N34": "R2", "N43": "N42", "N44": "N5", "N46": "N32", "N52": "N4", "N53": "N4", "N55": "N5",
    "R2": "R1", "R3": "R2", "R4": "R2", "R8": "R1", "R15": "R2", "R18": "R1", "R23": "R2", "R24": "R2", "R28": "R1",
    "R31": "N30", "R48": "R28", "R52": "N4", "R53": "R2",
}
BARRED = {"N33": "R28", "R27": "N26", "R51": "N42", "R53": "N43"}
FIRST = {"N5": 3, "N7": 4, "N8": 4, "N24": 6, "N33": 6, "N42": 14, "N43": 16, "N45": 16, "N55": 13, "R1": 2, "R2": 3,
         "R3": 4, "R4": 3, "R25": 6, "R26": 6, "R33": 9, "R44": 12, "R49": 14, "R50": 12}
FINAL = {"N12": 5, "R5": 5}
OPERATIONS = {"N1": 3, "N8": 4, "N12": 3, "N13": 2, "N27": 4, "N34": 1, "N44": 5, "N55": 4,
              "R25": 4, "R26": 4, "R33": 4, "R44": 5}
COUNTERATTACKS = ("R25", "R26", "R33", "R44")
POINTS = {"N5": (1, 0), "N6": (0, -1), "N24": (1, -1), "N25": (0, -1), "N31": (0, -2), "N33": (0, -2), "N37": (0, -1),
          "N42": (1, -1), "N43": (1, -2), "N46": (0, -1), "N53": (0, -2), "N54": (0, -1), "R1": (0, 1), "R2": (0, 1),
          "R36": (0, 1), "R48": (-1, 0), "R49": (-1, 0)}
REINFORCEMENTS = {
    **dict.fromkeys(("N2", "N3", "N15", "N19", "N20", "N21", "N39", "N40", "N41"), (NAT, 0)),
    **dict.fromkeys(("N7", "N22", "N23", "N52"), (NAT, 1)),
    **dict.fromkeys(("R6", "R8", "R9", "R16", "R18", "R19", "R20", "R21", "R22", "R32", "R39", "R40", "R41", "R42",
                     "R43"), (REP, 0)),
    **dict.fromkeys(("R3", "R4", "R23", "R24"), (REP, 1)),
}
CORPS_CARDS = ("N19", "N20", "N39", "N40", "N41", "R19", "R20", "R21", "R22", "R39", "R40", "R41", "R42", "R43")
CHART = ("played_ops", "played_sr", "played_rp", "played_event", "automatic")
LASTING = ("N34", "R35")                # events without an asterisk

Action = tuple[Any, ...]


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


def space(name: str) -> int:
    return int(board.SPACE_NAMES.index(name))


def spaces(*names: str) -> int:
    return mask_of(map(space, names))


MADRID, BILBAO, BARCELONA, MALLORCA = map(space, ("madrid", "bilbao", "barcelona", "mallorca"))
SEVILLA, CADIZ, OVIEDO, GUADARRAMA = map(space, ("sevilla", "cadiz", "oviedo", "guadarrama"))
NORTHERN = spaces("gijon", "santander", "bilbao")
SIEGE_AT = (space("gijon"), space("pto_de_valderrepiso"), space("toledo"))
GRADO = spaces("oviedo", "pto_de_leitariegos")
SIEGE_START = (1, 2, 3)
ALCAZAR = 2
CTV = next(u for u, counter in enumerate(UNITS) if counter.type == "CTV")
EUZKADI = next(u for u, counter in enumerate(UNITS) if counter.row == "rep_euzkadi")
CITIES = spaces(*MAIN_CITIES)


def unit_id(u: int) -> str:
    return str(UNITS[u].id)


def is_corps(u: int) -> bool:
    return bool(UNITS[u].size)


def is_armor(u: int) -> bool:
    return UNITS[u].type in ("T-26", "CV-33", "PZ-I")


# ------------------------------------------------------------------------------------------------------------- the map


class Land:
    """Who controls what, and what follows for connections and supply [2.1.2] [13] [16.2] [16.7]."""

    def __init__(self, s: Any, held: int | None = None) -> None:
        self.held: int = s.held if held is None else held
        self.beach, self.coast, self.strait, self.isolated = s.beach, s.coast, s.strait, s.isolated
        self.corridor, self.turn = s.corridor, s.turn

    def own(self, side: int) -> int:
        there = (1 << SPACES) - 1 & ~int(board.BEACHES)
        if self.beach >= 0:
            there |= 1 << self.beach
        return there & (self.held if side == NAT else ~self.held)

    def near(self, x: int) -> int:
        found = int(board.NEAR[x])
        if self.beach >= 0:
            if x == self.beach:
                found |= 1 << self.coast
            elif x == self.coast:
                found |= 1 << self.beach
        return found

    def spread(self, start: int, within: int) -> int:
        """Connected spaces; the Corridor of Grado leads from one Nationalist end to the other."""
        ends = GRADO if self.corridor and self.turn >= 3 and not GRADO & ~(within & self.held) else 0
        found = todo = start & within
        while todo:
            more = ends if todo & ends else 0
            for x in bits(todo):
                more |= self.near(x)
            todo = more & within & ~found
            found |= todo
        return found

    def parts(self, within: int) -> list[int]:
        found = []
        while within:
            part = self.spread(within & -within, within)
            found.append(part)
            within &= ~part
        return found

    def ports(self, side: int, sea: int) -> int:
        """Ports a side may use for a supply line in a Sea Zone."""
        found = int(board.PORTS) & int(board.SEA[sea]) & self.own(side)
        if sea == 1 and self.beach >= 0:
            found |= 1 << self.beach & self.own(side)
        if side == REP:
            if sea == 0:
                return 0
            if self.strait == NAT:
                found &= ~spaces("cadiz", "algeciras")
                if self.beach >= 0 and spaces("huelva", "cadiz", "algeciras") >> self.coast & 1:
                    found &= ~(1 << self.beach)         # beyond the Strait, too
        elif sea == 1 and self.strait == REP:
            return 0
        return found

    def supplied(self, side: int, isolated: bool = True, sources: int = -1) -> int:
        own = self.own(side)
        land = self.spread(int(board.SOURCES[side]) & sources, own)
        found = land
        for sea in (0, 1):
            ports = self.ports(side, sea)
            if ports & land:
                found |= self.spread(ports, own)
        if isolated and side == NAT:
            found |= self.groups()
        return found

    def groups(self) -> int:
        """Isolated Spaces and what is Connected to them."""
        return self.spread(self.isolated, self.own(NAT))

    def border(self, side: int) -> int:
        return self.spread(int(board.BORDER[side]), self.own(side))

    def north_linked(self) -> bool:
        """[16.4.3.1]"""
        outside = int(board.SOURCES[REP]) & ~NORTHERN
        return bool(self.supplied(REP, sources=outside) & NORTHERN & self.own(REP))

    def cut_off_north(self) -> int:
        """[16.4.3.2] The Northern Front while it is isolated, with spaces that only its sources supply."""
        if self.north_linked():
            return 0
        return int(board.NORTH) | self.supplied(REP) & ~self.supplied(REP, sources=~NORTHERN)

    def divided(self, side: int) -> bool:
        """[16.3.3] Two parts of eight supplied spaces; what the North alone supplies is the Northern Front."""
        zone = self.own(side) & self.supplied(side, isolated=False)
        parts = [part for part in self.parts(zone) if part.bit_count() >= 8]
        if side == REP:
            south = self.supplied(REP, sources=~NORTHERN)       # by sea, too
            parts = [part for part in parts if part & south or not part & int(board.NORTH)]
        return len(parts) >= 2


def units_at(s: Any, place: int) -> list[int]:
    return [u for u, where in enumerate(s.at) if where == place]


def units_of(s: Any, side: int) -> list[int]:
    """Units of a side on the map."""
    return [u for u, where in enumerate(s.at) if where < SPACES and UNITS[u].side == side]


def count_by_space(s: Any) -> Counter[int]:
    return Counter(place for place in s.at if place < SPACES)


def look(s: Any, u: int) -> Action:
    return (board.KIND[u], s.reduced >> u & 1, s.at[u])


# ------------------------------------------------------------------------------------------------------------ the book


class Book:
    """What may be done in a position."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.land = Land(s)
        self.filled = count_by_space(s)

    def happened(self, card: str) -> bool:
        return bool(self.s.happened >> CARD[card] & 1)

    def played_now(self, card: str) -> bool:
        return bool(self.s.this_turn >> CARD[card] & 1)

    def controls(self, side: int, x: int) -> bool:
        return bool(self.land.own(side) >> x & 1)

    def room(self, places: int) -> int:
        return mask_of(x for x in bits(places) if self.filled[x] < STACK)

    def capacity(self, places: int) -> int:
        return sum(max(0, STACK - self.filled[x]) for x in bits(places))

    # --- [7] [8] the choice of an action

    def winter_limit(self) -> int:
        s = self.s
        return 100 if s.turn not in WINTERS else 2 if s.severe == s.turn else 3

    def actions(self, side: int, referee: Referee) -> set[Action]:
        s = self.s
        hand = list(bits(s.piles[board.HAND[side]]))
        found: set[Action] = {("auto",)}
        full = referee.operations[side] >= self.winter_limit()
        last = referee.last[side]
        hindered = side == NAT and referee.guerrillas
        for card in hand:
            if not full:
                found.add(("ops", card))
            if last != "sr" and not hindered:
                found.add(("sr", card))
            if last != "rp":
                found.add(("rp", card))
            name = CARD_NAMES[card]
            if FACES[card].type == "combat" or not self.event_allowed(name, side):
                continue
            if name in OPERATIONS and name != "N34" and full:
                continue
            if name == "N38" and (last == "sr" or hindered) or name in ("R15", "R50", "R53") and last == "rp":
                continue
            if name in REINFORCEMENTS and REINFORCEMENTS[name] in referee.reinforced:
                continue
            if name in COUNTERATTACKS and referee.countered or card in referee.silenced:
                continue
            found.add(("event", card))
        return found

    def event_allowed(self, name: str, side: int) -> bool:
        s, turn, rm = self.s, self.s.turn, self.s.rm
        if not all(map(self.happened, NEEDS.get(name, "").split())):
            return False
        if name in BARRED and self.happened(BARRED[name]):
            return False
        if not FIRST.get(name, 1) <= turn <= FINAL.get(name, 18) or name == "N1":
            return False
        if name in REINFORCEMENTS and (turn == 1 or not self.placeable(name)):
            return False
        if (name == "R2" or REINFORCEMENTS.get(name) == (REP, 1)) and self.played_now("N17"):
            return False
        conditions: dict[str, Callable[[], bool]] = {
            "N4": lambda: turn < 6 or s.at[CTV] != board.POOL[NAT] or bool(self.room(self.ports(NAT, False))),
            "N25": lambda: self.controls(REP, BILBAO),
            "N26": lambda: self.controls(REP, BILBAO),
            "N31": lambda: self.controls(NAT, BILBAO) and bool(self.basques()),
            "N32": lambda: self.controls(NAT, MALLORCA),
            "N37": lambda: self.controls(NAT, BILBAO),
            "N43": lambda: self.controls(NAT, BARCELONA) or rm <= 8,
            "N45": lambda: self.controls(NAT, BARCELONA) and rm <= 5,
            "N48": lambda: rm <= 10 and bool(self.insurrections()),
            "N53": lambda: self.controls(REP, BARCELONA),
            "N54": lambda: rm <= 12,
            "R5": lambda: self.controls(NAT, MALLORCA),
            "R14": lambda: self.controls(REP, MADRID),
            "R18": lambda: self.controls(REP, BILBAO),
            "R27": lambda: bool(self.land.supplied(REP) >> BILBAO & 1),
            "R28": lambda: self.happened("N33") or turn >= 8,
            "R32": lambda: bool(self.land.own(REP) & NORTHERN),
            "R34": lambda: turn < 17,
            "R36": lambda: rm <= 20,
            "R46": lambda: bool(self.landings()) and any(UNITS[u].type == "RPA" for u in
                                                         units_at(s, board.RESERVE[REP])),
            "R49": lambda: self.happened("R3") or self.happened("R23"),
            "R53": lambda: bool(self.land.spread(int(board.BORDER[REP]), self.land.own(REP))
                                & int(board.SOURCES[REP]) & ~NORTHERN),
        }
        return conditions.get(name, lambda: True)()

    # --- [8.5.2] reinforcements

    def ports(self, side: int, islands: bool) -> int:
        """Controlled and supplied ports where reinforcements land."""
        found = self.land.supplied(side) & int(board.PORTS) & self.land.own(side)
        if side == REP:
            if self.land.beach >= 0:
                found |= 1 << self.land.beach & self.land.supplied(side) & self.land.own(side)
            found &= int(board.SEA[1]) | int(board.BEACHES)
        else:
            found &= ~self.land.groups() | self.land.supplied(NAT, isolated=False)
        return found if islands else found & ~int(board.BALEARICS)

    def corps_places(self, u: int) -> int:
        """[8.5.2.4]"""
        side = UNITS[u].side
        fed = self.land.supplied(side, isolated=False)
        if u == CTV:
            return self.ports(NAT, False)
        if UNITS[u].region >= 0:
            own = (int(board.REGION[0]) & fed, 1 << space("santander") & fed, 1 << BILBAO & fed)
            return own[UNITS[u].region]
        found = fed & (int(board.SOURCES[side]) | 1 << MADRID) & ~int(board.BALEARICS)
        return found & ~self.land.cut_off_north() if side == REP else found

    def places(self, u: int) -> tuple[int, bool]:
        """Where a reinforcement may be placed, stacking aside, and whether in the Reserve Box."""
        card, kind = UNITS[u].card.upper(), UNITS[u].type
        if is_corps(u):
            return self.corps_places(u), False
        fed = {side: self.land.supplied(side, isolated=False) for side in (NAT, REP)}
        fed[REP] &= ~self.land.cut_off_north()
        if card == "N3":
            return fed[NAT] & spaces("pamplona", "vitoria", "logrono"), True
        if card == "N15":
            return self.land.spread(1 << SEVILLA, self.land.own(NAT)) & int(board.ZONE["andalusia"]) & fed[NAT], False
        if kind in ("CV-33", "PZ-I"):
            return self.ports(NAT, False), False
        if kind == "ITA":
            tanks = sum(counter.card == UNITS[u].card and is_armor(v) and self.s.at[v] == board.POOL[NAT]
                        for v, counter in enumerate(UNITS))
            mainland = self.ports(NAT, False)
            kept = mainland if self.capacity(mainland) <= tanks else 0         # the last room is for the tanks
            return self.ports(NAT, True) & ~kept, True
        if card in ("R3", "R23"):
            return fed[REP] & (1 << space("albacete") | 1 << MADRID | int(board.SOURCES[REP]) & ~NORTHERN), False
        if card in ("R4", "R24"):
            return self.ports(REP, False) & ~self.land.cut_off_north(), False
        if card == "R6":
            return fed[REP] & 1 << MADRID, True
        if card == "R16":
            return fed[REP] & 1 << BARCELONA, True
        return 0, True

    def placeable(self, name: str) -> bool:
        """[8.5.2.2] [8.5.2.5]"""
        card = CARD[name]
        new = [u for u, counter in enumerate(UNITS) if counter.card.upper() == name]
        if any(self.s.at[u] != board.POOL[FACES[card].side] for u in new):
            return False                        # gone with R49
        bound = [u for u in new if not self.places(u)[1]]
        if not bound:
            return name not in CORPS_CARDS or bool(self.sacrifices(FACES[card].side))
        places = self.places(bound[0])[0]
        room = self.capacity(places)
        if name in CORPS_CARDS:
            given = self.sacrifices(FACES[card].side)
            if not given:
                return False
            room += any(self.s.at[u] < SPACES and places >> self.s.at[u] & 1 for u in given)
        return room >= len(bound)

    def sacrifices(self, side: int) -> list[int]:
        """[8.5.2.5] Divisions that may be given up for new corps."""
        s = self.s
        fed = self.land.supplied(side)

        def fits(u: int) -> bool:
            counter = UNITS[u]
            if counter.side != side or counter.size:
                return False
            if side == NAT:
                return counter.type in ("MIL", "POL", "CAV", "INF", "AFR")
            return counter.type in ("POL", "RPA") or counter.type == "MIL" and counter.region < 0 and \
                counter.label != "MIL-POUM"
        found = [u for u, place in enumerate(s.at) if fits(u) and (
            place == board.RESERVE[side] or place < SPACES and fed >> place & 1
            and not (side == REP and UNITS[u].type == "POL" and int(board.NORTH) >> place & 1))]
        return found or [u for u in units_at(s, board.ELIMINATED[side]) if fits(u)]

    # --- single events

    def basques(self) -> list[int]:
        boxes = (board.RESERVE[REP], board.ELIMINATED[REP])
        return [u for u, place in enumerate(self.s.at) if (u == EUZKADI or UNITS[u].label == "MIL-BAS")
                and (place < SPACES or place in boxes)]

    def victims_of_santona(self) -> list[int]:
        """[N31] The MIL-BAS among which the Republican chooses."""
        s = self.s
        militia = [u for u in self.basques() if u != EUZKADI]
        tests: tuple[Callable[[int], bool], ...] = (
            lambda p: p < SPACES and not int(board.REGION[2]) >> p & 1, lambda p: p < SPACES,
            lambda p: p == board.RESERVE[REP], lambda p: p == board.ELIMINATED[REP])
        for test in tests:
            found = [u for u in militia if test(s.at[u])]
            if found:
                return found
        return []

    def insurrections(self) -> int:
        near = self.land.near(MADRID)
        empty = self.land.own(REP) & ~int(board.BEACHES) & ~int(board.BALEARICS) & ~CITIES & ~near
        return mask_of(x for x in bits(empty) if not self.filled[x])

    def landings(self) -> int:
        """[8.5.6.1]"""
        if self.land.beach >= 0:
            return 0
        reach = self.land.supplied(REP)
        for _ in range(3):
            for x in bits(reach):
                reach |= int(board.NEAR[x])
        found = reach & self.land.own(NAT) & int(board.SEA[1]) & ~int(board.BEACHES)
        return found & ~spaces("algeciras", "cadiz", "huelva") if self.land.strait == NAT else found

    # --- [15.2] the first corps

    def corps_there(self) -> int:
        return mask_of(self.s.at[u] for u in range(len(UNITS)) if self.s.at[u] < SPACES and is_corps(u))

    def held_by_units(self, side: int) -> int:
        return mask_of(self.s.at[u] for u in units_of(self.s, side))

    def beside(self, region: int) -> int:
        """In a region, or adjacent to it."""
        found = int(board.REGION[region])
        for x in bits(found):
            found |= int(board.NEAR[x])
        return found

    def general_places(self, side: int) -> int:
        """[15.2.1.2] For corps without rules of their own."""
        fed = self.land.supplied(side, isolated=False)
        found = fed & (self.held_by_units(side) | int(board.SOURCES[side]) | 1 << MADRID)
        found &= ~self.corps_there() & ~int(board.BALEARICS)
        return found & ~self.land.cut_off_north() if side == REP else found

    def ctv_places(self) -> int:
        fed = self.land.supplied(NAT, isolated=False)
        italians = mask_of(self.s.at[u] for u in units_of(self.s, NAT) if UNITS[u].type in ("ITA", "CV-33"))
        return fed & (italians | int(board.PORTS)) & ~self.corps_there() & ~int(board.BALEARICS)

    def regional_places(self, u: int) -> int:
        region = UNITS[u].region
        fed = self.land.supplied(REP)
        kin = mask_of(self.s.at[v] for v in units_of(self.s, REP) if UNITS[v].region == region)
        home = int(board.REGION[region])
        inside = fed & home & (kin | NORTHERN)
        outside = fed & kin & ~home
        free = ~self.corps_there()
        for found in (inside & free, outside & free, inside, outside):
            if found:
                return found
        return 0

    def deployments(self, side: int, u: int) -> int:
        """Where an initial corps may be placed, the duty in the North aside."""
        if u == CTV:
            return self.ctv_places()
        return self.regional_places(u) if UNITS[u].region >= 0 else self.general_places(side)

    def serving(self, region: int) -> int:
        """[15.2.1.2] Where a corps does the duty of a region: in or beside it, else as near as corps can get."""
        there = self.general_places(NAT) | self.corps_there() & self.s.held
        ring = self.beside(region)
        while not ring & there:
            for x in bits(ring):
                ring |= int(board.NEAR[x])
        return ring

    def most_served(self, left: list[int], extra: tuple[int, int] | None = None) -> int:
        """How many regions that are not wholly Nationalist can have a corps of their own in the end."""
        places = [1 << self.s.at[u] for u in units_of(self.s, NAT) if is_corps(u)]
        if extra is not None:
            places.append(1 << extra[1])
            left = [u for u in left if u != extra[0]]
        taken = mask_of(x for p in places for x in bits(p))
        places += [self.deployments(NAT, u) & ~taken for u in left]
        rings = [self.serving(n) for n in range(3) if int(board.REGION[n]) & ~self.s.held]

        def best(n: int, used: frozenset[int], filled: int) -> int:
            if n == len(rings):
                return 0
            found = best(n + 1, used, filled)
            for i, p in enumerate(places):
                for x in bits(p & rings[n] & ~filled) if i not in used else ():
                    found = max(found, 1 + best(n + 1, used | {i}, filled | 1 << x))
                    if found == len(rings) - n:
                        return found
            return found

        return best(0, frozenset(), 0)

    def shortages(self, side: int) -> set[str]:
        """[15.2.2.1] What the Reserve Box lacks."""
        box = [UNITS[u] for u in units_at(self.s, board.RESERVE[side])]
        if side == NAT:
            lacks = {"ITA"} if self.happened("N7") and not any(c.type == "ITA" for c in box) else set()
            return lacks | ({"NAT"} if sum(c.type in ("MIL", "INF") for c in box) < 6 else set())
        need = {"0": 2, "1": 1, "2": 1, "REP": 4}
        have = Counter(self.reserve_kind(u) for u in units_at(self.s, board.RESERVE[side]))
        return {kind for kind, n in need.items() if have[kind] < n}

    @staticmethod
    def reserve_kind(u: int) -> str:
        counter = UNITS[u]
        if counter.size:
            return ""
        if counter.side == NAT:
            return "ITA" if counter.type == "ITA" else "NAT" if counter.type in ("MIL", "INF") else ""
        if counter.type == "MIL" and counter.region >= 0:
            return str(counter.region)
        return "REP" if counter.type in ("MIL", "RPA") else ""

    def withdrawals(self, side: int) -> list[int]:
        fed = self.land.supplied(side, isolated=False)
        lacks = self.shortages(side)
        return [u for u in units_of(self.s, side) if self.reserve_kind(u) in lacks and fed >> self.s.at[u] & 1]

    def militarizable(self) -> list[int]:
        """[15.2.3]"""
        boxes = (board.RESERVE[REP], board.ELIMINATED[REP])
        if not any(UNITS[u].row == "rep_rpa_militarization" for u in units_at(self.s, board.POOL[REP])):
            return []
        return [u for u, place in enumerate(self.s.at) if UNITS[u].side == REP and UNITS[u].type == "MIL"
                and UNITS[u].region < 0 and UNITS[u].label != "MIL-POUM" and (place < SPACES or place in boxes)]

    def fortifiable(self) -> int:
        fed = self.land.supplied(REP)
        held = mask_of(self.s.at[u] for u in units_of(self.s, REP) if is_corps(u))
        return held & fed & ~(1 << BILBAO)


# ---------------------------------------------------------------------------------------------------------- the ledger


def worth(x: int) -> tuple[int, int]:
    """Victory Points and Morale of a space [5.1.2] [16.3.3]."""
    bit = 1 << x
    if x == MADRID:
        return 3, 3
    if CITIES & bit:
        return 2, 2
    if int(board.VP_SPACES) & bit:
        return 1, 1
    return 0, 1 if int(board.CAPITALS) & bit else 0


class Ledger:
    """Control, points and what hangs on them, carried on from capture to capture."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.land = Land(s)
        self.vp, self.rm, self.turn = s.vp, s.rm, s.turn
        self.sieges: list[int] = s.sieges[:]
        self.severed: list[bool] = s.severed[:]
        self.once: int = s.once
        self.madrid: int = s.madrid
        self.shortage: bool = s.shortage
        self.bonus_rm, self.bonus_vp = s.bonus_rm, s.bonus_vp

    def capture(self, side: int, x: int, entering: bool) -> None:
        bit = 1 << x
        sign = 1 if side == NAT else -1
        vp, rm = worth(x)
        self.vp += sign * vp
        self.rm -= sign * rm
        self.land.held ^= bit
        if side == REP and x == OVIEDO and self.land.isolated & bit:
            self.vp -= 1                                                            # [16.2.5]
        if side == REP:
            self.land.isolated &= ~bit
        else:
            if self.bonus_rm & bit:                                                 # [8.5.5.5]
                self.rm -= 1
                self.bonus_rm &= ~bit
            if self.bonus_vp & bit:
                self.vp += 1
                self.bonus_vp &= ~bit
            if entering and self.turn <= 5:                                         # [17.3.2]
                if x == MADRID:
                    self.madrid = 0
                elif self.land.near(MADRID) & bit:
                    self.madrid = min(self.madrid, 2)
            for siege, where in enumerate(SIEGE_AT):
                if where == x and self.sieges[siege] and (not entering or self.land.supplied(NAT) & bit):
                    self.lift(siege)
        self.look_around()

    def lift(self, siege: int) -> None:
        """[16.1.7]"""
        self.sieges[siege] = 0
        self.rm -= 1
        self.vp += siege == ALCAZAR

    def relieve(self, s: Any) -> None:
        """[16.1.3] A Siege that was not lifted when its space was entered: with a supplied unit there it is."""
        fed = self.land.supplied(NAT, isolated=False)
        for siege, where in enumerate(SIEGE_AT):
            if self.sieges[siege] and fed >> where & 1 and any(s.at[u] == where for u in units_of(s, NAT)):
                self.lift(siege)

    def attack(self, x: int) -> None:
        """[17.3.2] The Nationalist attacks."""
        if self.turn > 5:
            return
        if x == MADRID:
            self.madrid = min(self.madrid, 1)
        elif self.land.near(MADRID) >> x & 1 and x != GUADARRAMA:
            self.madrid = min(self.madrid, 2)

    def look_around(self) -> None:
        """What follows at once from control [16.2.2] [16.3.3] [17.1]."""
        land = self.land
        normal = land.supplied(NAT, isolated=False)
        land.isolated &= ~normal
        self.relieve(self.s)
        for side in (NAT, REP):
            cut = not land.own(side) & int(board.BORDER[side])
            if cut != self.severed[side]:
                self.severed[side] = cut
                self.rm += (2 if side == NAT else -2) * (1 if cut else -1)
        if not self.once & 3 and land.north_linked():
            self.once |= 1
            self.rm += 2
        if not self.once & 2 and not int(board.NORTH) & ~land.held:
            self.once |= 2
            self.rm -= 2
        if self.turn >= 6:
            for side, flag, change in ((REP, 4, -1), (NAT, 8, 1)):
                if not self.once & flag and land.divided(side):
                    self.once |= flag
                    self.rm += change
        if self.shortage:
            north = land.spread(spaces("la_coruna", "valladolid", "zaragoza"), land.own(NAT))
            self.shortage = not north >> SEVILLA & 1


def replacements(s: Any, side: int) -> tuple[int, int]:
    """[14.2] What a side has to spend, in halves, with the events that change it."""
    land = Land(s)
    book = Book(s)
    own, ally = s.rp[2 * side], s.rp[2 * side + 1]
    cities = land.own(side) & CITIES & ~(1 << BILBAO)
    north_lost = not NORTHERN & ~s.held
    n = cities.bit_count() + (north_lost if side == NAT else not north_lost)
    if side == NAT:
        own += 2 * (book.happened("N37") and book.controls(NAT, BILBAO)) - 2 * book.played_now("R35")
        own -= 2 * max(0, 2 - n)
        if book.played_now("R52"):
            ally = 0
        return max(0, own), ally
    own -= 2 * book.played_now("N53") + 2 * max(0, 4 - n)
    if book.played_now("N30"):
        ally = 0
    elif not book.played_now("R53"):
        ally -= 2 * (book.happened("N30") and not book.happened("R31"))
        ally -= 2 * (book.happened("N32") and book.controls(NAT, MALLORCA))
    return max(0, own), max(0, ally)


def put(s: Any, u: int, place: int) -> None:
    """Move a unit by hand."""
    s.here[s.at[u]] &= ~(1 << u)
    s.at[u] = place
    s.here[place] |= 1 << u
    for side in (NAT, REP):
        s.occupied[side] = mask_of(s.at[v] for v in units_of(s, side))
    s.full = mask_of(x for x, n in count_by_space(s).items() if n >= STACK)


def scramble(s: Any, rng: random.Random) -> None:
    """A wilder front: here and there a side has taken a piece of land, and what follows from it has been counted."""
    for _ in range(rng.randint(2, 7)):
        side = rng.choice((NAT, REP))
        piece = {rng.randrange(SPACES - 2)}
        for _ in range(rng.randint(3, 14)):
            piece |= {rng.choice(list(bits(int(board.NEAR[x]))) or [x]) for x in piece}
        for x in piece:
            for u in units_at(s, x):
                if UNITS[u].side != side:
                    put(s, u, board.ELIMINATED[1 - side])
            if (s.held >> x & 1) == side and x not in (board.BEACH_MALLORCA, board.BEACH_P):
                s.held ^= 1 << x
                s.positions &= ~(1 << x)
                s.trenches &= ~(1 << x)
                s.special &= ~(1 << x)
                spare = [u for u in (*units_at(s, board.RESERVE[side]), *units_at(s, board.ELIMINATED[side]))
                         if UNITS[u].region < 0]
                if spare and rng.random() < 0.5:
                    put(s, rng.choice(spare), x)
    ledger = Ledger(s)
    ledger.look_around()
    s.isolated = ledger.land.isolated & ledger.land.held
    s.sieges = [0 if s.held >> x & 1 else n for n, x in zip(s.sieges, SIEGE_AT, strict=True)]
    s.severed, s.once, s.shortage = ledger.severed, ledger.once, ledger.shortage
    s.offered.clear()


# --------------------------------------------------------------------------------------------------------- the referee


class Odd(Exception):
    """The program and the book differ."""


KEEN = {"target": 30.0, "join": 4.0, "fight": 2.0, "assault": 30.0, "attack": 4.0, "ops": 3.0, "event": 8.0,
        "play": 2.0, "armor": 4.0, "designate": 8.0, "advance": 6.0, "auto": 0.2, "rp": 1.0, "sr": 0.7, "step": 6.0,
        "done": 0.3, "dig": 6.0, "train": 4.0, "militarize": 3.0, "redraw": 0.5}


class Referee:
    """One random game of the program, watched."""

    def __init__(self, scenario: str, seed: int, lucky: int = -1, morale: str = "",
                 wild: bool = False, corridor: bool = False) -> None:
        self.scenario, self.name = scenario, f"{scenario} {seed} {lucky} {morale} {wild}"
        options = {"corridor_of_grado": "with"} if corridor else None
        self.s: Any = tablero.game("car").new(scenario, seed=seed, options=options)
        self.s.events.clear()                   # the set-up
        self.rng = random.Random(seed)
        if wild:
            scramble(self.s, self.rng)
        self.lucky, self.morale = lucky, morale
        self.faults: list[str] = []
        self.decisions = 0
        self.seen: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.told: Counter[str] = Counter()
        self.new_turn()
        self.guerrillas = self.may_events = self.may_events_next = False
        self.played: tuple[int, int, Action] | None = None
        self.assessed = False                           # has the effort for Madrid been?
        self.deployed: list[int] = []                   # the sides that placed corps, and withdrew divisions, in order
        self.withdrawn: list[int] = []
        self.content: set[int] = set()                  # who did not draw anew
        self.arrived: list[tuple[int, int]] = []        # the Army of Africa
        self.opened: Action = (99,)                     # when the Strait was
        self.effect: tuple[str, Any, list[Any]] | None = None
        self.won: list[int] = []                # this Action Round: spaces where the Republic won a combat
        self.advanced: set[int] = set()         # and spaces it advanced into
        self.target = -1                        # the space of the last combat
        self.assaulted: set[int] = set()

    def new_turn(self) -> None:
        self.last = ["", ""]
        self.operations = [0, 0]
        self.reinforced: set[tuple[int, int]] = set()
        self.countered = False
        self.silenced: set[int] = set()
        self.reinforced_sieges: set[int] = set()
        self.fed_markers: set[int] = set()      # spaces of Isolated groups that took Replacement Points
        self.sent: set[int] = set()             # spaces of Isolated groups that a militia reached from the Reserve

    def run(self, limit: int = 100000) -> None:
        for _ in range(limit):
            if self.s.over:
                return
            if self.morale and type(self.s.stack[-1]).__name__ == "ChooseAction":
                turn = self.s.turn
                low, high = RM_NAT.get(turn, -5) + 3, RM_REP.get(turn, 30) - 3
                middle = (low + high) // 2
                low, high = (low, middle) if self.morale == "low" else (middle, high)
                self.s.rm = min(max(self.s.rm, low), high)
                self.s.offered.clear()
            self.step()

    def frame(self, name: str) -> Any:
        return next((f for f in reversed(self.s.stack) if type(f).__name__ == name), None)

    def note(self, text: str) -> None:
        self.faults.append(f"{self.name} T{self.s.turn}.{self.s.round} {text}")

    # --- playing

    def step(self) -> None:
        s = self.s
        seat = tablero.players(s)[0]
        options = [tuple(o) for o in tablero.options(s, seat)]
        top = s.stack[-1]
        name = type(top).__name__
        self.decisions += 1
        check = getattr(self, f"ask_{name}", None)
        if check is None:
            self.unknown[name] += 1
        else:
            self.seen[name] += 1
            try:
                check(top, seat, options)
            except Odd as odd:
                self.note(str(odd))
        before: Any = s.clone()
        action = self.choose(before, seat, options)
        events = tablero.apply(s, seat, action)
        self.told.update(e.kind for e in events)
        self.follow(before, name, seat, action, events)

    def weight(self, s: Any, seat: int, option: Action) -> float:
        found = KEEN.get(option[0], 1.0)
        if option[0] == "step" and (s.held >> option[1] & 1) == seat and option[1] < SPACES:
            found *= 5.0            # into enemy land
        return found

    def choose(self, s: Any, seat: int, options: list[Action]) -> Action:
        action = self.rng.choices(options, [self.weight(s, seat, o) for o in options])[0]
        if self.lucky >= 0 and self.frame("Combats") is not None:
            for _ in range(6):              # another throw of the dice, until the lucky side wins
                trial = self.s.clone()
                told = tablero.apply(trial, seat, action)
                if not any(e.kind == "fired" for e in told) or any(
                        e.kind == "combat_won" and e.args[0] == self.lucky for e in told):
                    break
                self.s.rng += 7
        return action

    def compare(self, what: str, expected: set[Any], actual: set[Any]) -> None:
        if expected != actual:
            raise Odd(f"{what}: missing {sorted(expected - actual, key=str)}, "
                      f"too many {sorted(actual - expected, key=str)}")

    def same(self, what: str, expected: Any, actual: Any) -> None:
        if expected != actual:
            raise Odd(f"{what}: the book {expected}, the program {actual}")

    # --- questions

    def ask_ChooseAction(self, top: Any, seat: int, options: list[Action]) -> None:
        s = self.s
        self.same("seat", s.side, seat)
        if (s.turn, s.round, seat) == (1, 1, NAT):
            raise Odd("Nationalist chooses in Round 1 of Turn 1")

        def word(options: set[Action]) -> set[Action]:
            return {(o[0], *(CARD_NAMES[c] for c in o[1:])) for o in options}

        self.compare("actions", word(Book(s).actions(seat, self)), word(set(options)))

    def ask_Activate(self, top: Any, seat: int, options: list[Action]) -> None:
        """[N33] Only the ban of the May Events."""
        catalan = {o for o in options if len(o) > 1 and int(board.ZONE["catalonia"]) >> o[1] & 1}
        if seat == REP and self.may_events:
            self.same("Catalonia", set(), catalan)
        self.same("May Events", seat == REP and self.may_events, bool(self.s.hampered[seat] >> CARD["N33"] & 1))

    def ask_DiscardCards(self, top: Any, seat: int, options: list[Action]) -> None:
        hand = self.s.piles[board.HAND[seat]]
        expected: set[Action] = {("discard", card) for card in bits(hand) if FACES[card].type == "combat"}
        self.compare("discards", expected | {("done",)}, set(options))

    def ask_Redraw(self, top: Any, seat: int, options: list[Action]) -> None:
        self.same("Turn of a redraw", 6, self.s.turn)
        hand = self.s.piles[board.HAND[seat]]
        self.same("corps cards", [], [CARD_NAMES[c] for c in bits(hand) if CARD_NAMES[c] in CORPS_CARDS])
        self.compare("redraw", {("pass",), ("redraw",)}, set(options))

    def ask_RemoveWorks(self, top: Any, seat: int, options: list[Action]) -> None:
        own = Land(self.s).own(seat) & (self.s.positions | self.s.trenches)
        self.compare("works", {("done",), *(("raze", x) for x in bits(own))}, set(options))

    def ask_PlaceUnit(self, top: Any, seat: int, options: list[Action]) -> None:
        book = Book(self.s)
        u = top.unit
        if not is_corps(u) and not UNITS[u].card:
            self.unknown["PlaceUnit of another kind"] += 1
            return
        places, reserve = book.places(u)
        expected: set[Action] = {("to", x) for x in bits(book.room(places))}
        if reserve:
            expected.add(("to_reserve",))
        self.compare(f"places of {unit_id(u)}", expected, set(options))

    def ask_GiveUp(self, top: Any, seat: int, options: list[Action]) -> None:
        s, book = self.s, Book(self.s)
        given = book.sacrifices(seat)
        card = next((f.card for f in reversed(s.stack) if hasattr(f, "card")), -1)
        new = [u for u, c in enumerate(UNITS) if c.card and CARD.get(c.card.upper()) == card and is_corps(u)]
        if new:
            places = book.places(new[0])[0]
            if all(s.at[u] == board.POOL[seat] for u in new) and book.capacity(places) < len(new):
                given = [u for u in given if s.at[u] < SPACES and places >> s.at[u] & 1]
        else:
            self.unknown["GiveUp without a card"] += 1
        self.compare("given up", {look(s, u) for u in given}, {look(s, o[1]) for o in options})

    def ask_NameCard(self, top: Any, seat: int, options: list[Action]) -> None:
        self.compare("names", {("name", c) for c in bits(self.s.piles[board.HAND[REP]])}, set(options))

    def ask_LoseStepInTheBasqueCountry(self, top: Any, seat: int, options: list[Action]) -> None:
        s = self.s
        self.same("who loses", REP, seat)
        expected = {look(s, u) for u in units_of(s, REP) if int(board.REGION[2]) >> s.at[u] & 1}
        self.compare("losses", expected, {look(s, o[1]) for o in options})

    def ask_TrenchByMadrid(self, top: Any, seat: int, options: list[Action]) -> None:
        s, land = self.s, Land(self.s)
        there = mask_of(s.at[u] for u in units_of(s, REP)) & land.near(MADRID) & land.own(REP)
        self.compare("trench", {("done",), *(("dig", x) for x in bits(there))}, set(options))

    def ask_Combats(self, top: Any, seat: int, options: list[Action]) -> None:
        """[16.1.4] Assaults only."""
        s, ops = self.s, self.frame("Operations")
        if top.target >= 0:
            return
        expected: set[Action] = set()
        if top.siege >= 0:
            for u in units_at(s, SIEGE_AT[top.siege]):
                if not (ops.fought | top.joined) >> u & 1:
                    expected.add(("join", *look(s, u)))
            if top.joined:
                expected.add(("fight",))
            self.compare("assault", expected, {(o[0], *look(s, o[1])) if len(o) > 1 else o for o in options})
            return
        if ops.side == REP:
            for siege, x in enumerate(SIEGE_AT):
                ready = [u for u in units_at(s, x) if not ops.fought >> u & 1 and UNITS[u].side == REP]
                if s.sieges[siege] and ready and ops.attacks >> x & 1 and x not in self.assaulted:
                    expected.add(("assault", siege))
        self.compare("assaults", expected, {o for o in options if o[0] == "assault"})

    def ask_Rise(self, top: Any, seat: int, options: list[Action]) -> None:
        """[N48]"""
        self.compare("insurrection", set(bits(Book(self.s).insurrections())), {o[1] for o in options})

    def ask_Fortify(self, top: Any, seat: int, options: list[Action]) -> None:
        expected: set[Action] = {("dig", x) for x in bits(Book(self.s).fortifiable() & ~self.s.special)}
        self.compare("fortify", expected | {("done",)}, set(options))

    def ask_Surrender(self, top: Any, seat: int, options: list[Action]) -> None:
        s = self.s
        self.same("who chooses", REP, seat)
        self.compare("surrender", {look(s, u) for u in Book(s).victims_of_santona()}, {look(s, o[1]) for o in options})

    def ask_LandAt(self, top: Any, seat: int, options: list[Action]) -> None:
        self.compare("landing", {("land", x) for x in bits(Book(self.s).landings())}, set(options))

    def ask_LandDivision(self, top: Any, seat: int, options: list[Action]) -> None:
        s = self.s
        expected = {look(s, u) for u in units_at(s, board.RESERVE[REP]) if UNITS[u].type == "RPA"}
        self.compare("landing division", expected, {look(s, o[1]) for o in options})

    def ask_Substitute(self, top: Any, seat: int, options: list[Action]) -> None:
        s = self.s
        expected: set[Action] = {look(s, u) for u in units_at(s, board.RESERVE[REP]) if Book.reserve_kind(u) == "REP"}
        self.compare("substitutes", expected | {("done",)}, {look(s, o[1]) if len(o) > 1 else o for o in options})

    def ask_Train(self, top: Any, seat: int, options: list[Action]) -> None:
        s = self.s
        fed = Land(s).supplied(NAT)
        expected: set[Action] = {
            look(s, u) for u, place in enumerate(s.at) if UNITS[u].type in ("ITA", "CV-33", "PZ-I")
            and s.reduced >> u & 1 and (place == board.RESERVE[NAT] or place < SPACES and fed >> place & 1)}
        self.compare("train", expected | {("done",)}, {look(s, o[1]) if len(o) > 1 else o for o in options})

    def ask_Bonus(self, top: Any, seat: int, options: list[Action]) -> None:
        self.compare("bonus", {("bonus", x) for x in self.victories(self.s)}, set(options))

    def victories(self, s: Any) -> list[int]:
        """[8.5.5.3] Spaces of attacks that were won and followed by an advance."""
        ops = next(f for f in reversed(s.stack) if type(f).__name__ == "Operations")
        found = [x for x in self.won if x in self.advanced]
        return found if CARD_NAMES[ops.card] in ("R25", "R26") else [x for x in found if x == ops.designated]

    def ask_DeployCorps(self, top: Any, seat: int, options: list[Action]) -> None:
        s, book = self.s, Book(self.s)
        left = [u for u, c in enumerate(UNITS) if c.side == seat and c.entry.startswith("initial_corps")
                and s.at[u] == board.POOL[seat] and (u != CTV or book.happened("N4"))]
        if seat == NAT:
            self.ask_nationalist_corps(top, left, options)
        elif top.unit < 0:
            self.compare("corps", {unit_id(u) for u in left if book.deployments(seat, u)},
                         {unit_id(o[1]) for o in options})
        else:
            places = book.deployments(seat, top.unit)
            self.compare(f"places of {unit_id(top.unit)}", {board.SPACE_NAMES[x] for x in bits(places)},
                         {board.SPACE_NAMES[o[1]] for o in options})

    def ask_nationalist_corps(self, top: Any, left: list[int], options: list[Action]) -> None:
        """[15.2.1.2] With the duty in the North: what is left must be able to serve every region."""
        book = Book(self.s)
        many = sum(u != CTV for u in left) > 4         # whatever is placed now, enough are left
        most = 0 if many else book.most_served(left)

        if not many and most < len([n for n in range(3) if int(board.REGION[n]) & ~self.s.held]):
            self.unknown["duty in the North that cannot be done"] += 1
            if top.unit >= 0:
                legal = book.deployments(NAT, top.unit)
                self.same("legal places", [], [o for o in options if not legal >> o[1] & 1])
            return

        def allowed(u: int) -> list[int]:
            if many:
                return list(bits(book.deployments(NAT, u)))
            return [x for x in bits(book.deployments(NAT, u)) if book.most_served(left, (u, x)) == most]

        if top.unit < 0:
            self.compare("corps", {unit_id(u) for u in left if allowed(u)}, {unit_id(o[1]) for o in options})
        else:
            self.compare(f"places of {unit_id(top.unit)}", {board.SPACE_NAMES[x] for x in allowed(top.unit)},
                         {board.SPACE_NAMES[o[1]] for o in options})

    def ask_MakeRoom(self, top: Any, seat: int, options: list[Action]) -> None:
        s = self.s
        self.same("stack", True, len(units_at(s, top.x)) > STACK)
        self.compare("room", {look(s, u) for u in units_at(s, top.x) if not is_corps(u)},
                     {look(s, o[1]) for o in options})

    def ask_SendToReserve(self, top: Any, seat: int, options: list[Action]) -> None:
        """[8.5.4.6] The Republican chooses who has no room in Mallorca."""
        s = self.s
        self.same("stack", True, len(units_at(s, top.x)) > STACK)
        if top.x == MALLORCA and seat == REP:
            self.compare("surplus", {look(s, u) for u in units_at(s, MALLORCA)}, {look(s, o[1]) for o in options})

    def ask_WithdrawDivision(self, top: Any, seat: int, options: list[Action]) -> None:
        s = self.s
        self.compare("withdrawals", {look(s, u) for u in Book(s).withdrawals(seat)}, {look(s, o[1]) for o in options})

    def ask_Militarize(self, top: Any, seat: int, options: list[Action]) -> None:
        s = self.s
        expected: set[Action] = {look(s, u) for u in Book(s).militarizable()}
        self.compare("militarize", expected | {("done",)}, {look(s, o[1]) if len(o) > 1 else o for o in options})

    def ask_Spend(self, top: Any, seat: int, options: list[Action]) -> None:
        """[16.1.8] [16.2.4.2] Sieges and Isolated Spaces only."""
        s, land, book = self.s, Land(self.s), Book(self.s)
        for o in options:                       # [8.5.2.4] a corps needs a place
            if o[0] == "rebuild" and is_corps(o[1]) and not book.room(book.corps_places(o[1])):
                raise Odd(f"{unit_id(o[1])} has no place")
        if seat == REP:
            return
        rich = s.rp[0] >= 2
        expected: set[Action] = {
            ("reinforce", i) for i in range(3) if rich and s.turn <= 5 and i not in self.reinforced_sieges
            and 0 < s.sieges[i] < SIEGE_START[i]}
        self.compare("reinforced sieges", expected, {o for o in options if o[0] == "reinforce"})
        groups = land.groups()
        isolated = {o for o in options if o[0] == "restore" and s.at[o[1]] < SPACES and groups >> s.at[o[1]] & 1}
        due: set[Action] = set()
        for marker in bits(s.isolated):
            group = land.spread(1 << marker, land.own(NAT))
            if rich and not any(group & 1 << x for x in self.fed_markers):
                due |= {("restore", *look(s, u), 0) for u in units_of(s, NAT) if group >> s.at[u] & 1
                        and s.reduced >> u & 1 and UNITS[u].type not in ("AFR", "INS", "ITA", "CV-33", "PZ-I")}
        self.compare("restored in isolation", due, {("restore", *look(s, o[1]), o[2]) for o in isolated})

    def ask_Redeploy(self, top: Any, seat: int, options: list[Action]) -> None:
        """[16.2.4.3] Isolated Spaces only."""
        s, land = self.s, Land(self.s)
        if seat == REP or not s.isolated or top.unit < 0:
            return
        u = top.unit
        groups = land.groups()
        inside = s.at[u] < SPACES and groups >> s.at[u] & 1
        if inside:
            self.same("to the Reserve out of isolation", False, ("to_reserve",) in options)
            group = land.spread(1 << s.at[u], land.own(NAT)) | int(board.PORTS)
            self.same("out of isolation", 0, mask_of(o[1] for o in options if o[0] == "to") & ~group)
        elif s.at[u] == board.RESERVE[NAT]:
            there = mask_of(s.at[v] for v in units_of(s, NAT)) & groups
            expected = set()
            if UNITS[u].type == "MIL" and UNITS[u].label != "MIL-NAV":
                expected = {x for x in bits(there) if Book(s).filled[x] < STACK and not any(
                    land.spread(1 << x, land.own(NAT)) & 1 << y for y in self.sent)}
            self.compare(f"{unit_id(u)} into isolation", expected,
                         {o[1] for o in options if o[0] == "to" and groups >> o[1] & 1})
        else:
            there = groups & ~int(board.PORTS)
            self.same("into isolation", [], [o for o in options if o[0] == "to" and there >> o[1] & 1])

    def ask_Arrival(self, top: Any, seat: int, options: list[Action]) -> None:
        """[17.6.4]"""
        book = Book(self.s)
        expected = book.room(spaces("sevilla", "cadiz") & book.land.supplied(NAT))
        self.compare("arrival", {("to", x) for x in bits(expected)}, set(options))

    # --- what follows

    def follow(self, before: Any, name: str, seat: int, action: Action, events: list[Any]) -> None:
        """Every account of a step; a difference in one does not stop the others."""
        for e in events:
            if e.kind == "automatic":               # also without a question, if nothing else is left
                self.note_action(before, e.args[0], ("auto",))
            elif e.kind in ("played_ops", "played_sr", "played_rp", "played_event"):
                self.note_action(before, e.args[0], (e.kind[7:], e.args[1]))
            elif e.kind == "silenced":
                self.silenced.add(e.args[0])
        if name == "Redraw" and action == ("pass",):
            self.content.add(seat)
        accounts: tuple[Callable[[], None], ...] = (
            lambda: self.follow_points(before, events),
            lambda: self.follow_cards(before, name, seat, action, events),
            lambda: self.follow_sieges(before, action, events),
            lambda: self.follow_isolation(before, name, seat, action),
            lambda: self.follow_combats(events),
            lambda: self.follow_effects(before, events),
            lambda: self.follow_calendar(before, events),
            lambda: self.follow_replacements(before, action, events),
            lambda: self.follow_mobilization(before, events),
            lambda: self.follow_rebuilt(before, events),
            lambda: self.follow_end(),
        )
        for account in accounts:
            try:
                account()
            except Odd as odd:
                self.note(f"{odd} | {name} {tablero.game('car').write(before, action)} | "
                          + " ".join(f"{e.kind}{e.args}" for e in events)[:600])
        if any(e.kind == "round" for e in events):
            self.won, self.advanced, self.assaulted = [], set(), set()
        if any(e.kind == "turn" for e in events):
            self.new_turn()

    def follow_isolation(self, before: Any, name: str, seat: int, action: Action) -> None:
        """[16.2.4] What each Isolated Space has had this Turn."""
        s, groups = self.s, Land(before).groups()
        if name == "Spend" and seat == NAT and action[0] == "reinforce":
            self.reinforced_sieges.add(action[1])
        if name == "Redeploy" and action[0] == "to" and groups >> action[1] & 1 \
                and before.at[before.stack[-1].unit] == board.RESERVE[NAT]:
            self.sent.add(action[1])
        if name == "Spend" and action[0] == "restore" and groups >> before.at[action[1]] & 1:
            self.fed_markers.add(before.at[action[1]])
            if not s.over and type(s.stack[-1]).__name__ == "Spend" and tablero.players(s)[0] == NAT:
                self.same("price in isolation", before.rp[0] - 2, s.rp[0])

    def follow_combats(self, events: list[Any]) -> None:
        for e in events:
            if e.kind == "combat":
                self.target = e.args[1]
            elif e.kind == "combat_won" and e.args[0] == REP:
                self.won.append(e.args[1])
            elif e.kind == "advanced" and e.args[0] == REP:
                self.advanced.add(self.target)

    def left_to_deploy(self, s: Any, side: int) -> list[int]:
        book = Book(s)
        return [u for u, c in enumerate(UNITS) if c.side == side and c.entry.startswith("initial_corps")
                and s.at[u] == board.POOL[side] and (u != CTV or book.happened("N4")) and book.deployments(side, u)]

    def follow_rebuilt(self, before: Any, events: list[Any]) -> None:
        """[8.5.2.4] Where corps come back, and [15.2.3] militias turn into the Popular Army."""
        s = self.s
        for e in events:
            if e.kind == "rebuilt" and is_corps(e.args[1]) and s.at[e.args[1]] < SPACES:
                self.same(f"{unit_id(e.args[1])} comes back", 1, Book(before).corps_places(e.args[1])
                          >> s.at[e.args[1]] & 1)
            elif e.kind == "militarized":
                old = e.args[1]
                new = [u for u, place in enumerate(before.at) if place == board.POOL[REP] != s.at[u]]
                self.same("militarized", (board.GONE[REP], 1), (s.at[old], len(new)))
                self.same("militarized", (before.at[old], before.reduced >> old & 1, "rep_rpa_militarization"),
                          (s.at[new[0]], s.reduced >> new[0] & 1, UNITS[new[0]].row))

    def follow_mobilization(self, before: Any, events: list[Any]) -> None:
        """[15.2.1.1] [15.2.2.2] Sides alternate, the Nationalist first; who has nothing to do is left out."""
        if before.turn != 5 or before.round:
            return
        for e in events:
            if e.kind == "placed" and is_corps(e.args[1]):
                turns, idle = self.deployed, not self.left_to_deploy(self.s, 1 - e.args[0])
            elif e.kind == "to_reserve" and type(before.stack[-1]).__name__ == "WithdrawDivision":
                turns, idle = self.withdrawn, not Book(self.s).withdrawals(1 - e.args[0])
            else:
                continue
            if not idle and e.args[0] != (1 - turns[-1] if turns else NAT):
                raise Odd(f"{e.kind} by {e.args[0]} after {turns}")
            turns.append(e.args[0])

    def follow_replacements(self, before: Any, action: Action, events: list[Any]) -> None:
        """[14.2] with the events that change Replacement Points."""
        rp, this_turn = before.rp[:], before.this_turn
        for e in events:
            if e.kind == "played_event":
                this_turn |= 1 << e.args[1]
                if CARD_NAMES[e.args[1]] == "N17":
                    rp[3] = 0
            elif e.kind == "points":
                self.points(before, action, e)
                rp[2 * e.args[0]: 2 * e.args[0] + 2] = e.args[1:]
            elif e.kind == "replacements":
                then = self.s.clone()
                then.turn, then.rp, then.this_turn = before.turn, rp, this_turn
                self.same(f"replacements of {e.args[0]}", replacements(then, e.args[0]), tuple(e.args[1:]))

    def points(self, before: Any, action: Action, event: Any) -> None:
        """[8.4.1] What a play records, in halves."""
        side, *got = event.args
        card = CARD_NAMES[action[1]]
        aid = before.happened >> CARD["N4" if side == NAT else "R2"] & 1
        face = FACES[action[1]]
        fixed = {"R15": [4, 4], "R50": [6, 0], "R53": [0, 6]}
        expected = fixed[card] if action[0] == "event" else [2 * face.rp_own, 2 * face.rp_ally if aid else 0]
        total = [n + before.rp[2 * side + i] for i, n in enumerate(expected)]
        self.same(f"points of {card}", total, got)

    def follow_calendar(self, before: Any, events: list[Any]) -> None:
        """[6.0 B] [7.1] [17.6.2] Rounds in turns, the Action Chart, arrivals of the Army of Africa."""
        s = self.s
        clock = (before.turn, before.round, before.side)
        segments = [e.args[0] for e in events if e.kind == "replacements"]
        self.same("Replacement Segments", sorted(segments, reverse=True), segments)
        for e in events:
            if e.kind == "round":
                turn, n, side = clock
                due = (turn, n, REP) if n and side == NAT else (turn, n + 1, NAT)
                clock = (turn, e.args[1], e.args[0])
                self.same("round", due, clock)
                if clock == (6, 1, NAT) and LAST[self.scenario] == 18:      # [15.1.2] [4.3.2]
                    poor = {owner for owner in (NAT, REP) if not any(
                        CARD_NAMES[c] in CORPS_CARDS for c in bits(s.piles[board.HAND[owner]]))}
                    self.same("hands without corps", self.content, poor)
            elif e.kind == "turn":
                clock = (e.args[0], 0, NAT)
                self.same("points left over", [0, 0, 0, 0], s.rp)
                self.same("chart", 0, sum(s.chart[6 * REP:]))
            elif e.kind in ("landed", "stays_in_morocco"):
                self.arrived.append(clock[:2])
            elif e.kind == "played_event" and CARD_NAMES[e.args[1]] == "N6":
                self.opened = clock
            elif e.kind in CHART and s.turn == clock[0] and s.round:
                self.same("chart", CHART.index(e.kind) + 1, s.chart[6 * clock[2] + clock[1] - 1])
        if s.turn == 4 and before.turn == 3:
            early = self.opened < (3, 1, REP)
            third = [(3, 1), (3, 2)] if early else [(3, 2), (3, 5)]
            self.same("arrivals", [(1, 2), (1, 5), (2, 2), (2, 5), *third], self.arrived)

    def note_action(self, before: Any, seat: int, action: Action) -> None:
        """[8.3.3] [8.4.3] [8.5.2.1] [16.5.2] What the rest of the Turn depends on."""
        verb = action[0]
        card = CARD_NAMES[action[1]] if verb != "auto" else ""
        self.last[seat] = verb if verb in ("sr", "rp") else ""
        if verb == "event":
            if card == "N38":
                self.last[seat] = "sr"
            if card in ("R15", "R50", "R53"):
                self.last[seat] = "rp"
            if card in REINFORCEMENTS:
                self.reinforced.add(REINFORCEMENTS[card])
            self.countered |= card in COUNTERATTACKS
        if verb == "ops" or verb == "event" and OPERATIONS.get(card, 0) >= 2:
            self.operations[seat] += 1
        if seat == REP:
            self.may_events = self.may_events_next
            self.may_events_next = False
        elif verb == "event" and card == "N33":
            self.may_events_next = True
        if seat == NAT:
            self.guerrillas = False
        elif verb == "event" and card == "R35":
            self.guerrillas = True
        if verb != "auto":
            self.played = (action[1], self.fate(before, seat, verb, action[1]), (before.turn, before.round, seat))

    def fate(self, s: Any, side: int, verb: str, card: int) -> int:
        """Where a card lies after its Action Round [8.5.1.3]."""
        name = CARD_NAMES[card]
        if verb == "event":
            return int(board.DISCARDS[side] if name in LASTING else board.REMOVED)
        red = {"N11": s.turn >= 12, "R11": s.turn >= 6, "R13": bool(s.once & 2)}
        return int(board.REMOVED if red.get(name) else board.DISCARDS[side])

    def attrition_from(self, before: Any, events: list[Any]) -> tuple[int, int]:
        """Whose Attrition Segment these events have, and the index of its first event."""
        s = self.s
        if before.round != 6:
            return -1, len(events)
        side = before.side
        last = next((i for i, e in enumerate(events) if e.kind == "round" and tuple(e.args) == (REP, 6)), -1)
        if side == NAT and last < 0:
            return -1, len(events)
        if side == REP and s.round == 6 and s.turn == before.turn:
            return -1, len(events)
        withdrawn = {e.args[2] for e in events if e.kind == "retreated"}
        for i, e in enumerate(events):
            if e.kind == "starved" or e.kind == "captured" and e.args[0] != side and e.args[1] not in withdrawn:
                if side == NAT and i > last:
                    raise Odd("Nationalist Attrition after Republican Round 6 has begun")
                return side, i
        return side, len(events)

    def follow_points(self, before: Any, events: list[Any]) -> None:
        """Control, Victory Points, Morale, Attrition and War Status, event by event."""
        s, book = self.s, Ledger(before)
        starving, start = self.attrition_from(before, events)
        flips, starved = set(), set()
        for i, e in enumerate(events):
            if starving >= 0 and i == start:
                expected = self.attrition(book, starving, events[start:])
            if e.kind == "captured":
                if (book.land.held >> e.args[1] & 1) == (e.args[0] == NAT):
                    raise Odd(f"captured twice {e.args}")
                by_hunger = starving >= 0 and i >= start
                if by_hunger:
                    flips.add(e.args[1])
                book.capture(e.args[0], e.args[1], not by_hunger)
            elif e.kind == "starved":
                starved.add(e.args[1])
            elif e.kind == "combat" and e.args[0] == NAT:
                book.attack(e.args[1])
            elif e.kind == "played_event":
                vp, rm = POINTS.get(CARD_NAMES[e.args[1]], (0, 0))
                book.vp += vp
                book.rm += rm
                if CARD_NAMES[e.args[1]] == "N6":
                    book.land.strait = NAT
                    book.look_around()
            elif e.kind in ("beach_opened", "beach_gone"):
                book.land.beach, book.land.coast = (s.beach, s.coast) if e.kind == "beach_opened" else (-1, -1)
            elif e.kind == "bonus":
                if self.counterattack(before) == "R44":
                    book.vp -= 1
                    book.bonus_vp |= 1 << e.args[0]
                else:
                    book.rm += 1
                    book.bonus_rm |= 1 << e.args[0]
            elif e.kind == "turn":
                self.assess_madrid(before, book)
                book.turn = book.land.turn = e.args[0]
                book.look_around()
        if starving >= 0:
            if start == len(events):
                expected = self.attrition(book, starving, [])
            self.compare("starved", {unit_id(u) for u in expected[0]}, {unit_id(u) for u in starved})
            self.compare("turned by Attrition", {board.SPACE_NAMES[x] for x in expected[1]},
                         {board.SPACE_NAMES[x] for x in flips})
        if starving == REP:
            self.war_status(before, book, events)
        self.assess_madrid(before, book)
        if s.turn == before.turn:
            book.relieve(s)
        for what, mine, theirs in (
            ("VP", book.vp, s.vp), ("RM", book.rm, s.rm),
            ("held", book.land.held & ~int(board.BEACHES), s.held & ~int(board.BEACHES)),
            ("isolated", book.land.isolated, s.isolated), ("severed", book.severed, s.severed),
            ("once", book.once, s.once), ("madrid", book.madrid, s.madrid), ("strait", book.land.strait, s.strait),
            ("bonus RM", book.bonus_rm, s.bonus_rm), ("bonus VP", book.bonus_vp, s.bonus_vp),
            ("shortage", book.shortage and bool(s.round), s.shortage and bool(s.round)),
        ):
            self.same(what, mine, theirs)

    def counterattack(self, s: Any) -> str:
        return next((CARD_NAMES[f.card] for f in reversed(s.stack) if type(f).__name__ == "Operations"), "")

    def assess_madrid(self, before: Any, book: Ledger) -> None:
        """[6.0 F.2] [17.3.2] At the end of Turn 5."""
        s = self.s
        scored = s.over and s.result["kind"] in ("points", "draw")
        if self.assessed or before.turn != 5 or s.turn == 5 and self.frame("Mobilization") is None and not scored:
            return
        self.assessed = True
        book.vp -= book.madrid
        book.land.isolated = 0

    def war_status(self, before: Any, book: Ledger, events: list[Any]) -> None:
        """[6.0 D]"""
        s = self.s
        hunger = before.happened >> CARD["N46"] & 1 and not before.this_turn >> CARD["N46"] & 1
        if hunger and before.turn in WINTERS:
            book.rm -= 1
        if before.deadline == before.turn and before.beach >= 0 and (s.beach >= 0 or s.deadline):
            raise Odd("the landing in Mallorca goes on")
        if before.deadline == before.turn and before.beach == board.BEACH_MALLORCA:
            left = {e.args[1] for e in events if e.kind in ("redeployed", "to_reserve", "stepped")}
            there = [u for u, where in enumerate(before.at) if where == before.beach and u not in left]
            taken = not book.land.held >> MALLORCA & 1
            for u in there:                     # [8.5.4.5] [8.5.4.6]
                self.same(f"landing force {unit_id(u)}", True, s.at[u] in (
                    (MALLORCA, board.RESERVE[REP]) if taken else (board.RESERVE[REP],)) or s.at[u] >= SPACES)
            if taken and not s.over:
                full = sum(where == MALLORCA for where in s.at)
                self.same("Mallorca filled", True, full == STACK or not any(
                    s.at[u] == board.RESERVE[REP] for u in there))
        winner, kind = -1, ""
        if not book.land.held & CITIES:
            winner, kind = REP, "cities"
        if book.land.held & CITIES == CITIES:
            winner, kind = NAT, "cities"
        if book.rm >= RM_REP.get(before.turn, 1000):
            winner, kind = REP, "morale"
        if book.rm <= RM_NAT.get(before.turn, -1000):
            winner, kind = NAT, "morale"
        over = s.over and s.result["kind"] in ("cities", "morale")
        self.same("automatic victory", (winner, kind), (s.result["winner"], s.result["kind"]) if over else (-1, ""))

    def attrition(self, book: Ledger, side: int, events: list[Any]) -> tuple[set[int], set[int]]:
        """[13.3.5] [13.3.6] Who starves, and which spaces turn."""
        at = self.s.at[:]
        for e in events:
            if e.kind == "starved":
                at[e.args[1]] = e.args[2]
        land = book.land
        lost = land.own(side) & ~land.supplied(side) & ~land.border(side)
        there = [u for u, place in enumerate(at) if place < SPACES and UNITS[u].side == side and lost >> place & 1]
        safe = [u for u in there if UNITS[u].region == 0 and not is_corps(u) and int(board.REGION[0]) >> at[u] & 1]
        stay = mask_of(at[u] for u in safe)
        return {u for u in there if u not in safe}, set(bits(lost & ~stay & ~int(board.BEACHES)))

    # --- cards

    def follow_cards(self, before: Any, name: str, seat: int, action: Action, events: list[Any]) -> None:
        s = self.s
        piles: list[int] = before.piles[:]
        loose = 0                               # Combat Cards of this step: their way is not followed here
        turned = 0

        def move(card: int, a: int, b: int) -> None:
            if not piles[a] >> card & 1:
                raise Odd(f"{CARD_NAMES[card]} is not in zone {a}")
            piles[a] &= ~(1 << card)
            piles[b] |= 1 << card

        drawn: set[int] = set()
        if name == "Redraw" and action == ("redraw",):
            piles[board.DECK[seat]] |= piles[board.HAND[seat]]
            piles[board.HAND[seat]] = 0
        for e in events:
            if e.kind == "discarded":
                move(e.args[1], board.HAND[e.args[0]], board.DISCARDS[e.args[0]])
            elif e.kind in ("played_ops", "played_sr", "played_rp", "played_event"):
                side, card = e.args
                piles[board.HAND[side]] &= ~(1 << card)
                piles[self.fate(before, side, e.kind[7:], card)] |= 1 << card
            elif e.kind == "played_combat_card":
                side, card = e.args
                loose |= 1 << card
                piles[board.HAND[side]] &= ~(1 << card)
            elif e.kind == "turn":
                turned = e.args[0]
                for side in (NAT, REP):
                    piles[board.DISCARDS[side]] |= piles[board.KEPT[side]]
                    piles[board.KEPT[side]] = 0
            elif e.kind == "reshuffled":
                side = e.args[0]
                if turned in (6, 12):
                    group = mask_of(c for c in bits(piles[board.LATER[side]]) if FACES[c].group == (turned == 12) + 1)
                    piles[board.LATER[side]] &= ~group
                    piles[board.DECK[side]] |= group
                elif piles[board.DECK[side]]:
                    raise Odd("reshuffled before the last card")
                piles[board.DECK[side]] |= piles[board.DISCARDS[side]]
                piles[board.DISCARDS[side]] = 0
            elif e.kind == "drew_card":
                turned = 0                      # later reshuffles are those of an empty pile
                move(e.args[1], board.DECK[e.args[0]], board.HAND[e.args[0]])
                drawn.add(e.args[0])
        if {"turn", "round"} <= {e.kind for e in events}:
            drawn = {NAT, REP}
        for side in drawn:
            size = (8 if s.rm <= 15 else 7) if side == NAT else (6 if s.rm <= 10 else 7)
            left = (piles[board.DECK[side]] | piles[board.DISCARDS[side]]).bit_count()
            have = piles[board.HAND[side]].bit_count()
            if not (have == size or have < size and not left or have > size and not any(
                    e.kind == "drew_card" and e.args[0] == side for e in events)):
                raise Odd(f"a hand of {have} at Morale {s.rm} for {side}")
        zones = (*board.HAND, *board.DECK, *board.LATER)
        for zone in zones:
            if (piles[zone] ^ s.piles[zone]) & ~loose:
                mine, theirs = (
                    [CARD_NAMES[c] for c in bits(a & ~b)] for a, b in (
                        (piles[zone], s.piles[zone]), (s.piles[zone], piles[zone])))
                raise Odd(f"cards of zone {zone}: the book {mine}, the program {theirs}")
        if sum(p.bit_count() for p in s.piles) > len(FACES):
            raise Odd("a card in two zones")
        if self.played is not None and (s.turn, s.round, s.side) != self.played[2]:
            card, fate, _ = self.played
            self.played = None
            where = next((z for z, pile in enumerate(s.piles) if pile >> card & 1), -1)
            side = FACES[card].side
            if where != fate and not (fate == board.DISCARDS[side] and where in (board.DECK[side], board.HAND[side])
                                      and any(e.kind == "reshuffled" for e in events)):
                raise Odd(f"{CARD_NAMES[card]} lies in zone {where}, the book {fate}")
        if any(e.kind == "turn" for e in events) and (s.piles[board.KEPT[NAT]] or s.piles[board.KEPT[REP]]):
            raise Odd("Combat Cards kept over the end of the Turn")

    # --- events

    def follow_effects(self, before: Any, events: list[Any]) -> None:
        """Whatever an event without Operations changed on the map, when its Action Round is over."""
        s = self.s
        for e in events:
            if e.kind == "played_event":
                self.effect = (CARD_NAMES[e.args[1]], before, [])
        if self.effect is None:
            return
        card, start, told = self.effect
        told.extend(events)
        if (s.turn, s.round, s.side) == (start.turn, start.round, start.side) and not s.over:
            return
        self.effect = None
        if card in COUNTERATTACKS:              # [8.5.5.3]
            won = [x for x in self.won if x in self.advanced]
            told_of = [e.args[0] for e in told if e.kind == "bonus"]
            named = [e.args[1] for e in told if e.kind == "designated"]
            if card in ("R33", "R44"):
                won = [x for x in won if x in named]
            self.same(f"bonus of {card}", min(1, len(won)), len(told_of))
            self.same(f"bonus of {card}", set(), set(told_of) - set(won))
        if card in OPERATIONS or card in ("N38", "N45"):
            return
        self.seen[f"event {card}"] += 1
        hungry = {e.args[1] for e in told if e.kind == "starved"}
        back = any(e.kind in ("landing_won", "landing_lost") for e in told)
        restored = {e.args[1] for e in told if e.kind in ("restored", "rebuilt")}
        late = hungry | restored
        moved = {u: (start.at[u], s.at[u]) for u in range(len(UNITS)) if start.at[u] != s.at[u] and u not in late
                 and not (UNITS[u].type == "AFR" and start.at[u] == board.AFRICA[NAT])
                 and not (back and start.at[u] == start.beach)}
        flipped = {u for u in bits(start.reduced ^ s.reduced) if u not in late}
        works = {x: (start.positions >> x & 1, start.trenches >> x & 1, s.positions >> x & 1, s.trenches >> x & 1)
                 for x in bits(start.positions ^ s.positions | start.trenches ^ s.trenches)
                 if not any(e.kind == "captured" and e.args[1] == x for e in told)}
        if start.round == 6 and start.side == REP:
            works = {}                          # works may have been razed at the end of the Turn
        lost = sum(e.kind == "discarded" and e.args[0] == REP for e in told if s.turn == start.turn)
        if hungry and card == "N48":            # the Insurrection is over already
            return
        self.check_effect(card, start, moved, flipped, works, lost)

    def check_effect(self, card: str, start: Any, moved: dict[int, tuple[int, int]], flipped: set[int],
                     works: dict[int, Action], lost: int) -> None:
        s = self.s
        side = FACES[CARD[card]].side
        gone = {u for u, (_, where) in moved.items() if where == board.GONE[side] or where == board.GONE[1 - side]}
        new = {u for u, counter in enumerate(UNITS) if counter.card.upper() == card}
        boxes = {u: start.at[u] for u in range(len(UNITS))}
        if card == "N4" and start.turn >= 6:
            new = {CTV}
        changed = set(moved)
        if card in REINFORCEMENTS or card in ("R5", "N48", "N4"):
            self.compare(f"{card} brings", set(map(unit_id, new if card != "N4" or start.turn >= 6 else ())),
                         {unit_id(u) for u in changed - gone | new & gone})      # a new division may be given up
            self.same(f"{card} costs", 1 if card in CORPS_CARDS else 0, len(gone))
            self.same(f"{card} at full strength", [], [unit_id(u) for u in new if s.reduced >> u & 1])
            if card != "N52":
                self.same(f"{card} flips", set(), flipped - gone)
        elif card == "N25":
            there = [u for u, where in boxes.items() if where < SPACES and int(board.REGION[2]) >> where & 1
                     and UNITS[u].side == REP]
            hit = {u for u in there if u in changed or u in flipped and s.reduced >> u & 1}
            self.same("Guernica hits", min(1, len(there)), len(hit))
            for u in changed - hit:             # the division that replaces a corps
                self.same("replacement", True, boxes[u] == board.RESERVE[REP] and s.at[u] == boxes[next(iter(hit))])
        elif card == "N31":
            basques = Book(start).basques()
            victims = {u for u in basques if u != EUZKADI}
            self.same("Santoña", (EUZKADI in basques, bool(victims)), (EUZKADI in gone, bool(gone - {EUZKADI})))
            self.same("Santoña takes", True, len(gone) <= 2 and changed == gone)
        elif card == "N33":
            poum = {u for u, c in enumerate(UNITS) if c.label == "MIL-POUM" and boxes[u] != board.GONE[REP]}
            self.same("May Events", poum, changed)
        elif card == "R46":
            self.same("Plan P", (1, s.beach), (len(changed), s.at[next(iter(changed))]))
        elif card == "R49":
            brigades = {u for u, c in enumerate(UNITS) if c.type == "INT" and boxes[u] != board.GONE[REP]}
            self.same("brigades", brigades, gone)
            on_map = sorted(boxes[u] for u in brigades if boxes[u] < SPACES)
            for u in changed - gone:
                self.same("substitute", True, boxes[u] == board.RESERVE[REP] and s.at[u] in on_map)
        elif changed or flipped:
            raise Odd(f"{card} moved {[(unit_id(u), moved[u]) for u in moved]} or flipped {flipped}")
        self.check_works(card, start, works)
        if card == "N54":
            self.same("cards lost", min(1, start.piles[board.HAND[REP]].bit_count()), lost)
        if card == "N17" and start.round < 6:
            self.same("Soviet points", 0, s.rp[3])
        flags = {"N6": ("strait", NAT), "R5": ("deadline", start.turn + 1)}
        if card in flags and not (card == "R5" and s.beach < 0):
            self.same(card, flags[card][1], getattr(s, flags[card][0]))
        if card == "R34":
            self.same("Severe Winter", next(t for t in WINTERS if t > start.turn), s.severe)

    def check_works(self, card: str, start: Any, works: dict[int, Action]) -> None:
        s = self.s
        if card == "N26":
            bilbao = (start.positions | start.trenches) >> BILBAO & 1
            self.compare("Iron Belt", {BILBAO} if bilbao else set(), set(works))
        elif card == "R27":
            self.same("Iron Belt", (1, 1), (s.trenches >> BILBAO & 1, s.special >> BILBAO & 1))
            self.same("others", set(), set(works) - {BILBAO})
        elif card == "R14":
            self.same("Madrid", (1, 1), (s.trenches >> MADRID & 1, s.special >> MADRID & 1))
            self.same("others", True, len(set(works) - {MADRID}) <= 1)
        elif card == "R47":
            dug = s.special & ~start.special
            self.same("Fortifications", True, dug.bit_count() <= 3 and not set(works) - set(bits(dug)))
        elif works:
            raise Odd(f"{card} changed works {works}")

    # --- Sieges

    def follow_sieges(self, before: Any, action: Action, events: list[Any]) -> None:
        """[16.1]"""
        s, sieges = self.s, before.sieges[:]
        assaults = [e.args[0] for e in events if e.kind == "assault"]
        for e in events:
            if e.kind == "siege_lifted":
                sieges[e.args[0]] = 0
            elif e.kind == "siege_reinforced":
                self.same("resistance", min(SIEGE_START[e.args[0]], sieges[e.args[0]] + 1), sieges[e.args[0]] + 1)
                sieges[e.args[0]] += 1
            elif e.kind == "assault_die":
                siege = assaults.pop(0)
                self.assaulted.add(SIEGE_AT[siege])
                top = before.stack[-1]
                joined = top.joined | (1 << action[1] if action[0] == "join" else 0)
                self.seen["assault"] += 1
                die, modifier = e.args
                units = list(bits(joined))
                allowed = {-1 if len(units) > 1 or any(map(is_corps, units)) else 0} if units else {0, -1}
                allowed = {m + (s.turn == 1) for m in allowed}
                if modifier not in allowed:
                    raise Odd(f"modifier {modifier} of an assault by {list(map(unit_id, units))}")
                if die + modifier <= 3:
                    sieges[siege] -= 1
            elif e.kind == "turn" and before.turn >= 6:
                sieges = [max(0, n - 1) for n in sieges]
        self.same("sieges", sieges, s.sieges)

    def follow_end(self) -> None:
        """[5.1] [5.2]"""
        s = self.s
        if not s.over:
            return
        result = s.result
        if result["kind"] in ("points", "draw"):
            self.same("last Turn", LAST[self.scenario], s.turn)
            level = LEVELS[self.scenario]
            expected = NAT if s.vp >= level else None if s.vp == level - 1 else REP
            self.same("winner", expected, result["winner"])
        if result["kind"] == "coup":
            self.same("winner of the coup", NAT, result["winner"])
