"""A second account of combat, written from the rulebook alone: it shares component data with the program, no rule.

`Fight` follows one combat as a generator. It asks the questions of the rules itself, with all their legal answers, and
carries out what follows on a position of its own; `Referee` plays a game, puts the answers of the program's players
to it, and notes every difference.
"""

from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import tablero
import tablero.games.car
from tablero.kernel.windows import Ask

board = sys.modules["tablero.games.car.board"]
NAT, REP = 0, 1
CARD: dict[str, int] = {name.upper(): card for name, card in board.CARD.items()}
CARD_NAMES = [name.upper() for name in board.CARDS.ids]
UNITS = board.UNITS
SPACES: int = board.SPACES
GRADO = sum(1 << board.SPACE_NAMES.index(name) for name in ("oviedo", "pto_de_leitariegos"))

DIVISION_TABLE = (      # columns 0 to 8+, results by die
    (0, 0, 0, 0, 1, 1), (0, 0, 0, 1, 1, 1), (0, 1, 1, 1, 1, 1), (1, 1, 1, 1, 2, 2), (1, 1, 1, 2, 2, 2),
    (1, 1, 2, 2, 2, 3), (1, 1, 2, 2, 3, 3), (1, 2, 2, 3, 3, 4), (2, 2, 3, 3, 4, 4),
)
CORPS_FROM = (1, 2, 3, 4, 5, 6, 9, 12, 15, 16)          # the least strength of each column
CORPS_TABLE = (
    (0, 1, 1, 1, 2, 2), (1, 1, 2, 2, 3, 3), (1, 2, 2, 3, 3, 4), (2, 2, 3, 3, 4, 4), (2, 3, 3, 4, 4, 5),
    (3, 3, 4, 4, 5, 5), (3, 4, 4, 5, 5, 7), (4, 4, 5, 5, 7, 7), (4, 5, 5, 7, 7, 7), (5, 5, 7, 7, 7, 7),
)
STACK = 3

# Combat Cards: who may use them (attack, defend), and their DRM for the own fire
ATTACK, DEFEND = "attack", "defend"
CARDS_WHEN = {
    "N9": (ATTACK, DEFEND), "N10": (ATTACK, DEFEND), "N11": (ATTACK,), "N14": (DEFEND,), "N16": (ATTACK,),
    "N18": (DEFEND,), "N28": (ATTACK,), "N29": (ATTACK,), "N35": (ATTACK,), "N36": (DEFEND,), "N47": (ATTACK,),
    "N49": (ATTACK,), "N50": (ATTACK,), "N51": (DEFEND,),
    "R7": (DEFEND,), "R10": (DEFEND,), "R11": (ATTACK, DEFEND), "R12": (ATTACK, DEFEND), "R13": (ATTACK, DEFEND),
    "R17": (ATTACK,), "R29": (DEFEND,), "R30": (DEFEND,), "R37": (ATTACK, DEFEND), "R38": (ATTACK,), "R45": (ATTACK,),
    "R54": (DEFEND,), "R55": (ATTACK,),
}
PLUS_ONE = ("N9", "N11", "N29", "N35", "N47", "N50", "R10", "R11", "R12", "R13", "R17", "R38", "R54", "R55")
AIR = ("N8", "N9", "N29", "N47", "R12")
LAST_TURN = {"N14": 5, "R11": 5, "R17": 5}
NEEDS = {"N29": "N8", "N47": "N4", "R12": "R2", "R54": "R28"}
ONCE = ("N16", "N28", "N36", "R29", "R55")                                      # one combat per Turn: discarded
STARRED = ("N10", "N14", "N18", "N49", "N51", "R7", "R17", "R30", "R45")        # removed from the game
OFFENSIVES = ("N8", "N44", "R25", "R26", "R33", "R44")                          # events: every attack +1
WINTERS = (5, 11, 17)

Question = tuple[str, int, list[tuple[Any, ...]]]
Play = Generator[Question, Any, None]


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


def pool_of(unit: int) -> str:
    """Which divisions replace a corps [11.3.5.2]."""
    counter = UNITS[unit]
    if counter.side == NAT:
        return "ctv" if counter.type == "CTV" else "nat"
    return ("asturias", "santander", "basque")[counter.region] if counter.region >= 0 else "rep"


def fits(unit: int, pool: str) -> bool:
    """May this division replace a corps of that kind?"""
    counter = UNITS[unit]
    if counter.size:
        return False
    if pool == "ctv":
        return bool(counter.type == "ITA")
    if pool == "nat":
        return counter.side == NAT and counter.type in ("MIL", "INF")
    if pool == "rep":
        return counter.side == REP and counter.region < 0 and counter.type in ("MIL", "RPA")
    return bool(counter.side == REP and counter.region == ("asturias", "santander", "basque").index(pool))


def armored(unit: int) -> bool:
    return UNITS[unit].type in ("T-26", "CV-33", "PZ-I")


# ------------------------------------------------------------------------------------------------------------- position


class Position:
    """The columns of the program's state that combat touches, copied."""

    def __init__(self, s: Any) -> None:
        self.at: list[int] = s.at[:]
        self.reduced: int = s.reduced
        self.held: int = s.held
        self.positions: int = s.positions
        self.trenches: int = s.trenches
        self.beach, self.coast, self.isolated, self.strait = s.beach, s.coast, s.isolated, s.strait
        self.corridor: bool = s.corridor
        self.turn, self.severe, self.rm, self.happened = s.turn, s.severe, s.rm, s.happened
        self.captured: list[int] = s.captured[:]
        self.bonus: int = s.bonus_rm | s.bonus_vp
        self.silenced: int = s.silenced
        self.piles: list[int] = s.piles[:]

    def units(self, x: int, side: int) -> list[int]:
        return [u for u, place in enumerate(self.at) if place == x and UNITS[u].side == side]

    def occupied(self, side: int) -> int:
        return mask_of(place for u, place in enumerate(self.at) if place < SPACES and UNITS[u].side == side)

    def own(self, side: int) -> int:
        """The spaces a side controls."""
        there = (1 << SPACES) - 1 & ~int(board.BEACHES)
        if self.beach >= 0:
            there |= 1 << self.beach
        return there & (self.held if side == NAT else ~self.held)

    def near(self, x: int) -> int:
        found = int(board.NEAR[x])
        if self.beach >= 0 and x == self.beach:
            found |= 1 << self.coast
        if self.beach >= 0 and x == self.coast:
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

    def supplied(self, side: int, own: int = -1, isolated: bool = True) -> int:
        """The spaces with a Supply Line [13.1]."""
        own = self.own(side) if own < 0 else own
        land = self.spread(int(board.SOURCES[side]), own)
        ports = int(board.PORTS) | (1 << self.beach if self.beach >= 0 else 0)
        med = int(board.SEA[1]) | (1 << self.beach if self.beach >= 0 else 0)
        zones = [med] if side == REP else [int(board.SEA[0])] + ([med] if self.strait == NAT else [])
        if side == REP and self.strait == NAT:
            zones = [med & ~(1 << board.CADIZ | 1 << board.ALGECIRAS)]
        found = land
        for zone in zones:
            usable = zone & ports & own
            if usable & land:
                found |= self.spread(usable, own)
        if side == NAT and isolated:
            found |= self.spread(self.isolated, own)
        return found

    def open(self, x: int) -> bool:
        """[16.6.2]"""
        bit = 1 << x
        return not bit & (board.MOUNTAIN | board.MAIN_CITIES | self.positions | self.trenches)

    def factor(self, unit: int) -> int:
        return int(UNITS[unit].cf[self.reduced >> unit & 1])

    def look(self, unit: int) -> tuple[Any, ...]:
        """Units that look alike in the same place are the same choice."""
        return (board.KIND[unit], self.reduced >> unit & 1, self.at[unit])


def within_four_of_france(p: Position) -> int:
    """[CL.R51]"""
    found = int(board.BORDER[REP])
    for _ in range(3):
        more = 0
        for x in bits(found):
            more |= int(board.NEAR[x])
        found |= more
    return found


# --------------------------------------------------------------------------------------------------------------- losses


class Piece(NamedTuple):
    lf: int
    steps: int
    tag: str            # "afr", "armor" or ""
    pool: str           # of a corps: who replaces it; "" for divisions


Stock = tuple[tuple[str, int, int], ...]        # by pool: full and reduced divisions in the Reserve Box


def hit(pieces: tuple[Piece, ...], stock: Stock, n: int) -> tuple[tuple[Piece, ...], Stock]:
    """What is left when a piece loses a step."""
    piece = pieces[n]
    rest = list(pieces[:n] + pieces[n + 1:])
    if piece.steps > 1:
        rest.append(piece._replace(steps=piece.steps - 1))
    elif piece.pool:
        counts = {pool: (full, half) for pool, full, half in stock}
        full, half = counts.get(piece.pool, (0, 0))
        rest.append(Piece(1, 1 if not full and half else 2, "", ""))
        if full:
            full -= 1
        elif half:
            half -= 1
        counts[piece.pool] = (full, half)
        stock = tuple(sorted((pool, *both) for pool, both in counts.items()))
    return tuple(sorted(rest)), stock


@lru_cache(maxsize=20000)
def outcomes(pieces: tuple[Piece, ...], stock: Stock, most: int) -> frozenset[tuple[int, bool, bool]]:
    """All that can be taken: the sum, and whether AFR and armor are among the losers."""
    found = {(0, False, False)}
    for n, piece in enumerate(pieces):
        if piece.lf <= most and (n == 0 or pieces[n - 1] != piece):
            for total, afr, armor in outcomes(*hit(pieces, stock, n), most - piece.lf):
                found.add((total + piece.lf, afr or piece.tag == "afr", armor or piece.tag == "armor"))
    return frozenset(found)


# ---------------------------------------------------------------------------------------------------------------- fight


class Fight:
    """One combat: `play` yields the questions and the fires, and is sent the answers."""

    def __init__(self, s: Any, ops: Any, side: int, x: int, units: int) -> None:
        self.p = Position(s)
        self.side, self.other, self.x = side, 1 - side, x
        self.event: str = CARD_NAMES[ops.card] if ops.card >= 0 else ""
        self.attackers = list(bits(units))
        self.origin = {u: self.p.at[u] for u in self.attackers}
        self.fresh = [u for u in self.p.units(x, self.other) if not ops.retreated >> u & 1]
        self.tired = [u for u in self.p.units(x, self.other) if ops.retreated >> u & 1]
        self.retreated: list[int] = []
        self.used: int = ops.used
        self.cards: list[list[str]] = [[], []]
        self.armor = False
        self.designated = False
        self.numbers = [0, 0]                   # by the side that fires
        supplied = [self.p.supplied(NAT), self.p.supplied(REP)]
        self.out = {u for u in range(len(UNITS)) if self.p.at[u] < SPACES
                    and not supplied[UNITS[u].side] >> self.p.at[u] & 1}
        self.lost_spaces = not supplied[self.other] >> x & 1
        self.winner = -1
        self.opened = 0
        self.fate = ""
        self.losses: list[tuple[int, int, int]] = []
        self.ends = 0                           # how many ways to take the losses lead to different positions

    # --- who is in it

    def has(self, side: int, **words: Any) -> bool:
        units = self.attackers if side == self.side else self.fresh + self.tired
        return any(all(getattr(UNITS[u], k) in v for k, v in words.items()) for u in units)

    def crosses(self, unit: int) -> bool:
        return bool(board.BANKS[self.x] >> self.p.at[unit] & 1)

    def meets(self, card: str, side: int) -> bool:
        """The conditions of a Combat Card."""
        p, x = self.p, self.x
        works = (p.positions | p.trenches) >> x & 1
        own_corps = self.has(side, size=(1,))
        match card:
            case "N10":
                return self.has(REP, type=("MIL",))
            case "N11":
                return p.open(x) and (self.has(NAT, type=("AFR",)) or self.has(NAT, id=("nat_marroqui",)))
            case "N14":
                return self.has(REP, type=("POL",))
            case "N16" | "N51":
                return any(self.crosses(u) for u in self.attackers)
            case "N18":
                return self.armor
            case "N28" | "R29":
                return own_corps
            case "N29":
                return bool(works)
            case "N35":
                return self.has(NAT, id=("nat_marroqui", "nat_navarra"))
            case "N49":
                return bool(works) and own_corps
            case "N50":
                return bool((p.captured[0] | p.captured[1] | p.bonus) >> x & 1)
            case "R10":
                return x == board.MADRID or bool(board.NEAR[board.MADRID] >> x & 1)
            case "R11":
                return self.has(REP, type=("MIL",))
            case "R13":
                return self.has(REP, region=(0,))
            case "R30":
                return self.has(NAT, type=("ITA", "CV-33", "CTV"))
            case "R38":
                return self.has(REP, id=("rep_v", "rep_xv", "rep_xviii"))
            case "R54":
                return bool(p.rm <= 15)
        return True

    def playable(self, side: int) -> list[tuple[Any, ...]]:
        moment = ATTACK if side == self.side else DEFEND
        units = self.attackers if side == self.side else self.fresh + self.tired
        if all(u in self.out for u in units):
            return []
        found: list[tuple[Any, ...]] = []
        for card in bits(self.p.piles[board.HAND[side]] | self.p.piles[board.KEPT[side]]):
            name = CARD_NAMES[card]
            if moment not in CARDS_WHEN.get(name, ()) or (self.used | self.p.silenced) >> card & 1:
                continue
            if self.p.turn > LAST_TURN.get(name, 99) or name in self.cards[side]:
                continue
            if name in NEEDS and not self.p.happened >> CARD[NEEDS[name]] & 1:
                continue
            if self.meets(name, side):
                found.append(("play", card))
        return found

    def may_use_armor(self) -> bool:
        bridge = "N16" in self.cards[self.side]
        return self.p.open(self.x) and any(
            armored(u) and not self.p.reduced >> u & 1 and self.p.at[u] < SPACES and (bridge or not self.crosses(u))
            for u in self.attackers)

    # --- the parts

    def play(self) -> Play:
        for side in (self.side, self.other):
            while True:
                options = self.playable(side)
                if side == self.side and not self.armor and self.may_use_armor():
                    options.append(("armor",))
                if not options:
                    break
                answer = yield "cards", side, [("pass",), *options]
                if answer == ("pass",):
                    break
                if answer == ("armor",):
                    self.armor = True
                else:
                    card = answer[1]
                    self.cards[side].append(CARD_NAMES[card])
                    self.used |= 1 << card
        if "N14" in self.cards[NAT]:
            police = [u for u in self.attackers if UNITS[u].type == "POL"]
            answer = yield "defection", NAT, [("lose", u) for u in police]
            self.attackers.remove(answer[1])
            self.p.at[answer[1]] = (board.GONE if answer[1] in self.out else board.ELIMINATED)[REP]
            if not self.attackers:
                self.put_cards_away()
                self.fate = "void"
                return
        yield from self.fire()
        a, d = self.numbers[self.side], self.numbers[self.other]
        self.winner = self.side if a > d else self.other if d > a else -1
        self.put_cards_away()
        left = [u for u in self.attackers if self.p.at[u] < SPACES]
        if self.winner == self.side and left and self.defenders():
            yield from self.retreat(1 if a - d == 1 else 2)
        if left and not self.p.units(self.x, self.other) and "R45" not in self.cards[self.side]:
            yield from self.advance(left)

    def defenders(self) -> list[int]:
        return self.p.units(self.x, self.other)

    def modifier(self, side: int) -> int:
        """[11.2.5]"""
        enemy = 1 - side
        cancelled = "R37" in self.cards[REP]
        total = sum(1 for card in self.cards[side] if card in PLUS_ONE and not (cancelled and card in AIR))
        if side == REP and "N10" in self.cards[enemy]:
            total -= 1
        if side == NAT and "R30" in self.cards[enemy]:
            total -= 2
        if side != self.side:
            return total
        if side == REP and "N51" in self.cards[NAT]:
            total -= 1
        beaten = side == REP and ("N18" in self.cards[NAT] or "N51" in self.cards[NAT])
        if self.armor and not beaten and self.may_use_armor():
            total += 1
        if board.MOUNTAIN >> self.x & 1 and self.p.turn in WINTERS:
            total -= 2 if self.p.severe == self.p.turn else 1
        if side == REP and self.p.turn == 1 and self.has(REP, type=("MIL",)):
            total -= 1
        if self.event in OFFENSIVES and not (cancelled and self.event in AIR):
            total += 1
        if self.event == "N27" and board.NORTH >> self.x & 1:
            total += 1
        if self.event == "N55" and board.ZONE["catalonia"] >> self.x & 1:
            total += 1
        return total

    def shift(self, side: int, crossing: bool, sierra: bool) -> int:
        """[11.2.6] columns, to the right"""
        bit = 1 << self.x
        flat = "N28" in self.cards[NAT]
        breached = flat or "N49" in self.cards[NAT]
        trench = bool(self.p.trenches & bit) and not breached
        if self.designated:
            return 0
        if side != self.side:
            return 1 if trench else 0
        total = 0
        if bit & board.MOUNTAIN and not flat:
            total -= 1
        if bit & board.MAIN_CITIES and not flat:
            total -= 1
        if (self.p.positions | self.p.trenches) & bit and not breached:
            total -= 1
        if crossing and "N16" not in self.cards[NAT]:
            total -= 1
        return total - (1 if sierra else 0)

    def result(self, side: int, units: list[int], shift: int, die: int) -> int:
        units = [u for u in units if self.p.at[u] < SPACES]
        strength = sum(self.p.factor(u) for u in units)
        if any(UNITS[u].size for u in units):
            column = max((n for n, least in enumerate(CORPS_FROM) if least <= strength), default=0)
            table: tuple[tuple[int, ...], ...] = CORPS_TABLE
        else:
            column, table = min(strength, 8), DIVISION_TABLE
        column = min(max(column + shift, 0), len(table) - 1)
        return table[column][min(max(die, 1), 6) - 1]

    def fire(self) -> Play:
        crossing = all(self.crosses(u) for u in self.attackers)
        sierra = any((board.SIERRA >> self.x | board.SIERRA >> self.p.at[u]) & 1 for u in self.attackers)
        first = -1
        if ("R7" in self.cards[REP]) != ("N49" in self.cards[NAT]):
            first = REP if "R7" in self.cards[REP] else NAT
        for side in (first, 1 - first) if first >= 0 else (self.side, self.other):
            modifier, shift = self.modifier(side), self.shift(side, crossing, sierra)
            units = self.attackers if side == self.side else self.fresh
            if first == 1 - side and not any(self.p.at[u] < SPACES for u in units):
                continue                        # nobody is left to fire
            die = yield "fire", side, [(modifier,)]
            self.numbers[side] = self.result(side, units, shift, die + modifier)
            yield "number", side, [(self.numbers[side],)]
            if side == first:
                yield from self.suffer(1 - side)
        for side in (self.other, self.side):
            if 1 - side != first:
                yield from self.suffer(side)

    # --- losses

    def suffer(self, side: int) -> Play:
        number = self.numbers[1 - side]
        attacking = side == self.side
        self.losses.clear()
        if not attacking and number >= 1:
            for unit in self.tired:
                self.remove(unit, UNITS[unit].type == "AFR" or unit in self.out)
                if UNITS[unit].size:
                    new = yield from self.replace(unit, self.x)
                    self.fresh += [new] if new >= 0 else []
        units = list(self.attackers if attacking else self.fresh)
        pool = set(map(pool_of, (u for u in units if UNITS[u].size)))
        reserve = [u for u, place in enumerate(self.p.at) if place == board.RESERVE[side]]
        stock: Stock = tuple(sorted(
            (name, sum(1 for u in reserve if fits(u, name) and not self.p.reduced >> u & 1),
             sum(1 for u in reserve if fits(u, name) and self.p.reduced >> u & 1)) for name in pool))

        def piece(u: int) -> Piece:
            counter = UNITS[u]
            steps = 1 if self.p.reduced >> u & 1 else counter.steps
            tag = "afr" if counter.type == "AFR" else "armor" if armored(u) else ""
            return Piece(counter.lf, steps, tag, pool_of(u) if counter.size else "")

        ghosts: list[Piece] = []                # divisions that only serve the sum
        pieces = tuple(sorted(map(piece, units)))
        can = outcomes(pieces, stock, number)
        due = max(total for total, _, _ in can)
        best = {(afr, armor) for total, afr, armor in can if total == due}
        wanted = best
        if attacking:
            a = any(UNITS[u].type == "AFR" for u in units)
            r = self.armor and any(armored(u) for u in units)
            for need_a, need_r in ((a and r, a and r), (a, False), (False, r)):
                some = {(afr, armor) for afr, armor in best if afr >= need_a and armor >= need_r}
                if (need_a or need_r) and some:
                    wanted = some
                    break
        got = (False, False)
        while due:
            options: list[tuple[Any, ...]] = []
            for u in [*units, *(-1 - n for n in range(len(ghosts)))]:
                this = piece(u) if u >= 0 else ghosts[-1 - u]
                now = tuple(sorted([*map(piece, units), *ghosts]))
                if this.lf > due:
                    continue
                after = outcomes(*hit(now, stock, now.index(this)), due - this.lf)
                if any(total == due - this.lf and (got[0] or this.tag == "afr" or afr, got[1] or this.tag == "armor"
                                                   or armor) in wanted for total, afr, armor in after):
                    options.append(("lose", u))
            options = [o for o in options if o[1] < 0][:1] or options       # what nobody has to lose comes first
            if "R45" in self.cards[side] and attacking:
                small = [o for o in options if o[1] < 0 or not UNITS[o[1]].size]
                options = small or options
            self.ends = self.count_ends([(self.p.look(u), piece(u)) for u in units], len(ghosts), due, got, wanted)
            answer = yield "lose", side, options
            u = answer[1]
            if u < 0:
                ghost = ghosts.pop(-1 - u)
                due -= ghost.lf
                if ghost.steps > 1:
                    ghosts.append(ghost._replace(steps=1))
                continue
            this = piece(u)
            due -= this.lf
            got = (got[0] or this.tag == "afr", got[1] or this.tag == "armor")
            if this.steps > 1:
                self.p.reduced |= 1 << u
                self.losses.append((u, self.p.at[u], -1))
                continue
            where = self.p.at[u]
            units.remove(u)
            self.remove(u, this.tag == "afr" or u in self.out)
            new = -1
            if this.pool:
                new = yield from self.replace(u, where)
                if new >= 0:
                    units.append(new)
                    (self.attackers if attacking else self.fresh).append(new)
                    stock = tuple((name, full - (name == this.pool and not self.p.reduced >> new & 1),
                                   half - (name == this.pool and self.p.reduced >> new & 1))
                                  for name, full, half in stock)
                else:
                    ghosts.append(Piece(1, 2, "", ""))
            self.losses.append((u, where, new))
        if "R45" in self.cards[side] and attacking and self.losses:
            small_losses = [entry for entry in self.losses if not UNITS[entry[0]].size]
            options = sorted({("spare", entry[0]) for entry in small_losses or self.losses})
            answer = yield "spare", side, options
            entry = next(e for e in reversed(self.losses) if e[0] == answer[1])
            if self.p.at[entry[0]] < SPACES:
                self.p.reduced &= ~(1 << entry[0])
            else:
                self.p.at[entry[0]] = entry[1]
                if entry[2] >= 0:
                    self.p.at[entry[2]] = board.RESERVE[side]

    @staticmethod
    def count_ends(units: list[tuple[Any, Piece]], ghosts: int, due: int, got: tuple[bool, bool],
                   wanted: set[tuple[bool, bool]]) -> int:
        """How many different positions the losses can lead to; where a corps could go, 2."""
        if ghosts or any(one.pool and one.lf * one.steps < due for _, one in units):
            return 2
        found = set()
        for taken in product(*(range(one.steps + 1) for _, one in units)):
            if sum(n * one.lf for n, (_, one) in zip(taken, units, strict=True)) == due:
                afr = got[0] or any(n and one.tag == "afr" for n, (_, one) in zip(taken, units, strict=True))
                armor = got[1] or any(n and one.tag == "armor" for n, (_, one) in zip(taken, units, strict=True))
                if (afr, armor) in wanted:
                    found.add(tuple(sorted((look, n) for n, (look, _) in zip(taken, units, strict=True))))
        return len(found)

    def indifferent(self, kind: str, options: list[tuple[Any, ...]]) -> bool:
        """Do all answers lead to the same position?"""
        if len({(o[0], *self.p.look(o[1]), *o[2:]) for o in options if len(o) > 1 and o[1] >= 0}) == 1:
            return True
        if kind == "retreat":
            return len({o[2] for o in options}) == 1
        return kind == "lose" and self.ends <= 1

    def remove(self, unit: int, for_good: bool) -> None:
        self.p.at[unit] = (board.GONE if for_good else board.ELIMINATED)[UNITS[unit].side]

    def replace(self, corps: int, where: int) -> Generator[Question, Any, int]:
        """[11.3.5] A division from the Reserve Box, or -1."""
        side = UNITS[corps].side
        found = [u for u, place in enumerate(self.p.at) if place == board.RESERVE[side] and fits(u, pool_of(corps))]
        found = [u for u in found if not self.p.reduced >> u & 1] or found
        if not found:
            self.remove(corps, True)
            return -1
        answer = yield "replace", side, [("replace", u) for u in found]
        new = int(answer[1])
        self.p.at[new] = where
        if corps in self.out:
            self.out.add(new)
        return new

    # --- cards

    def put_cards_away(self) -> None:
        """[8.5.3] [11.2.9]"""
        for side in (NAT, REP):
            for name in self.cards[side]:
                card = 1 << CARD[name]
                for zone in (board.HAND[side], board.KEPT[side]):
                    self.p.piles[zone] &= ~card
                if name in STARRED:
                    self.p.piles[board.REMOVED] |= card
                elif name in ONCE or self.winner != side:
                    self.p.piles[board.DISCARDS[side]] |= card
                else:
                    self.p.piles[board.KEPT[side]] |= card

    # --- retreat

    def room(self, x: int, side: int) -> bool:
        return len(self.p.units(x, side)) < STACK

    def paths(self, n: int) -> tuple[str, list[tuple[int, ...]]]:
        """[11.4.5] The class of the binding ways, and those ways."""
        p, side = self.p, self.other
        enemies, own = p.occupied(1 - side), p.own(side)

        def on(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            for y in bits(p.near(path[-1] if path else self.x)):
                if y != self.x and y not in path and not enemies >> y & 1:
                    yield (*path, y)

        ways = list(on(()))
        if n == 2:
            ways = [longer for path in ways for longer in on(path)]
        friendly = [path for path in ways if all(own >> y & 1 for y in path)]
        found, name = [path for path in friendly if self.room(path[-1], side)], "friendly"
        if not found:
            name = "extended"
            found = [longer for path in friendly for longer in on(path)
                     if own >> longer[-1] & 1 and self.room(longer[-1], side)]
        if not found:
            name = "enemy"
            others = [(sum(not own >> y & 1 for y in path), path) for path in ways if self.room(path[-1], side)]
            others = [pair for pair in others if pair[0]]
            found = [path for count, path in others if count == min(c for c, _ in others)]
        fed = [path for path in found if p.supplied(side, own | 1 << path[-1]) >> path[-1] & 1]
        return name, fed or found

    def first_steps(self) -> int:
        """Spaces that a unit could have entered that had to retreat two spaces, and could not [11.5.7]."""
        enemies = self.p.occupied(self.side)
        return mask_of(y for y in bits(self.p.near(self.x)) if not enemies >> y & 1)

    def retreat(self, n: int) -> Play:
        p, side, bit = self.p, self.other, 1 << self.x
        free = "N36" in self.cards[side] or "R29" in self.cards[side]
        here = self.defenders()
        if free or bit & (board.MOUNTAIN | p.trenches | board.BEACHES):
            options: list[tuple[Any, ...]] = [("yes",)] if free else []
            steps = sum(1 if p.reduced >> u & 1 else UNITS[u].steps for u in here)
            for u in here if not free else []:
                last = UNITS[u].steps == 1 or p.reduced >> u & 1
                saved = UNITS[u].size and any(
                    p.at[d] == board.RESERVE[side] and fits(d, pool_of(u)) for d in range(len(UNITS)))
                if steps > 1 or (last and saved):
                    options.append(("cancel", u))
            if options:
                answer = yield "hold", side, [*options, ("no",)]
                if answer[0] == "cancel":
                    u = answer[1]
                    if UNITS[u].steps == 1 or p.reduced >> u & 1:
                        self.remove(u, UNITS[u].type == "AFR" or u in self.out)
                        if UNITS[u].size:
                            yield from self.replace(u, self.x)
                    else:
                        p.reduced |= 1 << u
                if answer[0] != "no":
                    return
        todo = list(here)
        while todo:
            _name, ways = self.paths(n)
            if not ways:
                for u in todo:
                    self.remove(u, True)
                if n == 2:
                    self.opened |= self.first_steps()
                break
            answer = yield "retreat", side, [("retreat", u, y) for u in todo for y in sorted({w[0] for w in ways})]
            u = answer[1]
            path: tuple[int, ...] = (answer[2],)
            while (more := sorted({w[len(path)] for w in ways if w[:len(path)] == path and len(w) > len(path)})):
                answer = yield "retreat", side, [("retreat", u, y) for y in more]
                path = (*path, answer[2])
            if n == 2:
                self.opened |= 1 << path[0]
            todo.remove(u)
            p.at[u] = path[-1]
            self.retreated.append(u)
            self.enter(side, path[-1])

    def enter(self, side: int, y: int) -> None:
        """[10.2.7] [11.5.6]"""
        if self.p.own(side) >> y & 1:
            return
        self.p.held ^= 1 << y
        self.p.positions &= ~(1 << y)
        self.p.trenches &= ~(1 << y)

    # --- advance

    def welcome(self, unit: int, y: int, goals: list[int]) -> bool:
        """[16.4.2] May it end its advance there, if these are the spaces it could go to?"""
        home = UNITS[unit].region
        if home < 0:
            return True
        region = int(board.REGION[home])
        foreign = int(board.IN_A_REGION) & ~region
        kin = [u for u, place in enumerate(self.p.at) if UNITS[u].region == home and not UNITS[u].size
               and place < SPACES and foreign >> place & 1]
        if unit in kin and len(kin) > 1:        # too many are abroad: home if it can, else wherever it likes
            back = [z for z in goals if region >> z & 1] if self.p.own(REP) & region else []
            return not back or y in back
        return not foreign >> y & 1 or not UNITS[unit].size and not set(kin) - {unit}

    def advance(self, units: list[int]) -> Play:
        p = self.p
        enemies = p.occupied(self.other)
        onward = 0 if board.MOUNTAIN >> self.x & 1 else self.opened & ~enemies
        while True:
            options: list[tuple[Any, ...]] = []
            goals = [y for y in (self.x, *bits(onward)) if self.room(y, self.side)]
            for u in units:
                options += [("advance", u, y) for y in goals if self.welcome(u, y, goals)]
            if not options:
                break
            answer = yield "advance", self.side, [("done",), *options]
            if answer == ("done",):
                break
            u, y = answer[1], answer[2]
            units = [v for v in units if v != u]
            self.enter(self.side, self.x)
            p.at[u] = y
            self.enter(self.side, y)
            if 1 << y & board.BEACHES:
                p.at[u] = p.coast
                p.held &= ~(1 << y)


# -------------------------------------------------------------------------------------------------------------- referee


class AfterCombats(Ask):
    """Stops the program after the last combat of an operation, before the Round goes on."""

    def candidates(self, s: Any, seat: int) -> list[tuple[Any, ...]]:
        return [("yes",), ("no",)]

    def choose(self, s: Any, seat: int, action: tuple[Any, ...]) -> None:
        """Nothing happens."""


FRAMES = {"cards": "CombatCards", "lose": "LoseStep", "replace": "ReplaceCorps", "hold": "HoldGround",
          "retreat": "RetreatUnit", "advance": "Advance", "defection": "Defection", "spare": "SpareStep"}
TOLD = {"lose": ("reduced", "eliminated", "removed"), "replace": ("replaced",), "retreat": ("retreated",),
        "advance": ("advanced",), "defection": ("eliminated", "removed"), "spare": ("spared",)}
KEEN = {"target": 30.0, "join": 4.0, "fight": 2.0, "attack": 6.0, "ops": 6.0, "event": 4.0, "play": 2.0, "armor": 4.0,
        "designate": 8.0, "advance": 2.0, "auto": 0.3, "rp": 0.5, "sr": 1.5, "done": 0.4}


class Odd(Exception):
    """The program and the book differ."""


def activations(s: Any, ops: Any) -> set[tuple[Any, ...]]:
    """[8.2] What may be Activated, and for what."""
    p, side = Position(s), ops.side
    found: set[tuple[Any, ...]] = {("done",)}
    supplied, normal = p.supplied(side), p.supplied(side, isolated=False)
    border = p.spread(int(board.BORDER[side]), p.own(side))
    north = p.spread(int(board.NATIONAL_NORTH) & p.own(NAT), p.own(NAT) & ~int(board.BEACHES))
    barred = int(board.ZONE["catalonia"]) if side == REP and s.hampered[REP] >> CARD["N33"] & 1 else 0
    if not ops.points:
        return found
    for x in bits(p.occupied(side) & ~(ops.moves | ops.attacks | barred)):
        bit = 1 << x
        if bit & (supplied | border):
            found.add(("move", x))
        if not bit & normal:
            continue
        if side == NAT and s.shortage and s.turn <= 5 and bit & north and ops.attacks & north:
            continue
        found.add(("attack", x))
    return found


def coordinated(s: Any, units: Iterable[int]) -> bool:
    """[17.4]"""
    if s.turn > 5:
        return True
    militia: dict[int, bool] = {}
    after = s.happened >> CARD["R1"] & 1
    for u in units:
        counter = UNITS[u]
        if counter.side != REP:
            return True
        slow = counter.type == "MIL" and (counter.catalan or not after)
        militia[s.at[u]] = militia.get(s.at[u], True) and slow
    return sum(militia.values()) <= 1


def ready(s: Any, ops: Any, target: int = -1) -> list[int]:
    p = Position(s)
    units = [u for u, place in enumerate(s.at) if place < SPACES and UNITS[u].side == ops.side
             and ops.attacks >> place & 1 and not ops.fought >> u & 1]
    return [u for u in units if target < 0 or p.near(s.at[u]) >> target & 1]


def combats(s: Any, ops: Any, frame: Any) -> set[tuple[Any, ...]]:
    """[11.1] [11.2.2] Who may be attacked, and by whom; assaults on Sieges are left out."""
    p = Position(s)
    if frame.target < 0:
        targets = 0
        for u in ready(s, ops):
            targets |= p.near(s.at[u])
        targets &= p.occupied(1 - ops.side) & ~ops.attacked
        if ops.side == NAT and s.this_turn >> CARD["R51"] & 1:
            targets &= ~within_four_of_france(p)
        return {("done",), *(("target", x) for x in bits(targets))}
    joined = list(bits(frame.joined))
    others = [u for u in ready(s, ops, frame.target) if u not in joined]
    found: set[tuple[Any, ...]] = {("fight",)} if joined and coordinated(s, joined) else set()
    found |= {("join", u) for u in others if coordinated(s, [*joined, u])}      # others before militia
    if found and CARD_NAMES[ops.card] in ("R33", "R44") and ops.card >= 0 and ops.designated < 0:
        found.add(("designate",))
    return found


class Referee:
    """One random game of the program, watched."""

    def __init__(self, scenario: str, seed: int, morale: int = -1, corridor: bool = False) -> None:
        self.name = f"{scenario} {seed}"
        options = {"corridor_of_grado": "with"} if corridor else None
        self.s: Any = tablero.game("car").new(scenario, seed=seed, options=options)
        self.rng = random.Random(seed)
        self.fight: Fight | None = None
        self.asked: Play | None = None
        self.question: Question | None = None
        self.events: deque[Any] = deque()
        self.fires: deque[Any] = deque()
        self.faults: list[str] = []
        self.morale = morale                    # Republican Morale that never changes, -1 if it does
        self.decisions = self.fights = 0
        self.seen: dict[str, int] = {}

    def run(self, limit: int = 100000) -> None:
        for _ in range(limit):
            if self.s.over:
                return
            if self.morale >= 0:
                self.s.rm = self.morale
            try:
                self.step()
            except Odd as odd:
                self.faults.append(f"{self.name} T{self.s.turn}.{self.s.round} {odd}")
                self.fight = self.asked = self.question = None

    def frame(self, name: str) -> Any:
        return next((f for f in reversed(self.s.stack) if type(f).__name__ == name), None)

    def step(self) -> None:
        s = self.s
        seat = tablero.players(s)[0]
        options = [tuple(o) for o in tablero.options(s, seat)]
        top: Any = s.stack[-1]
        name, ops = type(top).__name__, self.frame("Operations")
        odd: Odd | None = None
        try:
            if name == "Activate":
                self.compare("activate", activations(s, ops), set(options))
            elif name == "Combats":
                if not isinstance(s.stack[-2], AfterCombats):
                    s.stack.insert(-1, AfterCombats(ops.side))
                plain = {o for o in options if o[0] != "assault"}
                if top.siege < 0:
                    self.compare("combats", combats(s, ops, top), plain)
            elif self.question is not None:
                self.compare_question(name, seat, options)
        except Odd as found:
            odd = found
        action = self.choose(options)
        before, joined, target = s.clone(), getattr(top, "joined", 0), getattr(top, "target", -1)
        events = tablero.apply(s, seat, action)
        if odd is not None:
            self.question = None
            raise odd
        self.events.extend(e for e in events if e.kind != "fired")
        self.fires.extend(e for e in events if e.kind == "fired")
        if name == "Combats" and any(e.kind == "combat" for e in events):
            if action[0] == "target":
                target = action[1]
                units = mask_of(ready(before, before.stack[-3], target))
            else:
                units = joined | (1 << action[1] if action[0] == "join" else 0)
                units = units or mask_of(ready(before, before.stack[-3], target))
            self.fight = Fight(before, before.stack[-3], ops.side, target, units)
            now = self.frame("Operations")
            self.fight.designated = now.designated == target
            self.events = deque(e for e in events if e.kind != "fired")
            self.fires = deque(e for e in events if e.kind == "fired")
            self.asked = self.fight.play()
            self.fights += 1
            self.follow(None, True)
        elif self.question is not None and name in FRAMES.values():
            self.follow(action, False)
        else:
            self.events.clear()
            self.fires.clear()

    def choose(self, options: list[tuple[Any, ...]]) -> tuple[Any, ...]:
        return self.rng.choices(options, [KEEN.get(o[0], 1.0) for o in options])[0]

    def compare(self, what: str, expected: set[Any], actual: set[Any]) -> None:
        self.decisions += 1
        self.seen[what] = self.seen.get(what, 0) + 1
        if expected != actual:
            raise Odd(f"{what}: missing {self.words(expected - actual)}, too many {self.words(actual - expected)}")

    def words(self, actions: Iterable[Any]) -> str:
        def word(n: Any) -> str:
            return str(n)
        return " ".join("/".join(map(word, a)) for a in sorted(actions, key=str))

    def compare_question(self, name: str, seat: int, options: list[tuple[Any, ...]]) -> None:
        assert self.question is not None
        assert self.fight is not None
        kind, side, expected = self.question
        if FRAMES[kind] != name or side != seat:
            raise Odd(f"asks {name} of {seat} {options}, but the book {kind} of {side} {expected}; {self.story()}")
        p = self.fight.p

        def plain(option: tuple[Any, ...]) -> tuple[Any, ...]:
            if option[0] in ("lose", "replace", "retreat", "advance", "cancel", "spare") and option[1] >= 0:
                return (option[0], *p.look(option[1]), *option[2:])
            return option

        try:
            self.compare(kind, set(map(plain, expected)), set(map(plain, options)))
        except Odd as odd:
            raise Odd(f"{odd} | {self.story()} book {expected} program {options}") from None

    def story(self) -> str:
        f = self.fight
        assert f is not None
        spell = [f"{UNITS[u].id}{'-' if f.p.reduced >> u & 1 else ''}@{f.p.at[u]}" for u in f.attackers]
        against = [f"{UNITS[u].id}{'-' if f.p.reduced >> u & 1 else ''}@{f.p.at[u]}" for u in f.fresh + f.tired]
        return (f"[{f.side} attacks {board.SPACE_NAMES[f.x]}({f.x}): {spell} / {against} tired {f.tired} "
                f"cards {f.cards} event {f.event} armor {f.armor} LN {f.numbers}]")

    def follow(self, answer: Any, start: bool) -> None:
        """Let the book go on as far as the program went."""
        assert self.asked is not None
        assert self.fight is not None
        try:
            if start:
                self.question = next(self.asked)
            else:
                self.answer(answer)
            while True:
                assert self.question is not None
                kind, side, options = self.question
                if kind == "fire":
                    if not self.fires:
                        raise Odd(f"no fire of {side} {self.story()}")
                    told = self.fires.popleft()
                    if (told.args[0], told.args[2]) != (side, options[0][0]):
                        raise Odd(f"fire {told.args}, the book: side {side} DRM {options[0][0]} {self.story()}")
                    self.number = told.args[3]
                    self.question = self.asked.send(told.args[1])
                elif kind == "number":
                    self.decisions += 1
                    if self.number != options[0][0]:
                        raise Odd(f"Loss Number {self.number} of {side}, the book {options[0][0]} {self.story()}")
                    self.question = next(self.asked)
                elif len(options) == 1:
                    self.answer(options[0])
                else:
                    told = self.next_told(kind)
                    if told is None:
                        if kind == "cards" and self.frame("CombatCards") is None:
                            raise Odd(f"no question about cards {options} {self.story()}")
                        break
                    same = [o for o in options if len(o) > 1 and o[1] == told.args[1]
                            and (kind != "advance" or o[2] == told.args[2])]
                    if len(same) != 1 or not self.fight.indifferent(kind, options):
                        raise Odd(f"took {told.kind} {told.args} unasked, the book {options} {self.story()}")
                    self.answer(same[0])
        except StopIteration:
            self.settle()
            return
        if self.frame("Combat") is None:
            raise Odd(f"the combat is over, the book still asks {self.question} {self.story()}")

    def next_told(self, kind: str) -> Any:
        for event in self.events:
            if event.kind in TOLD.get(kind, ()):
                if kind == "lose" and self.fight is not None and event.args[1] in self.fight.tired:
                    continue                    # gone without counting [11.4.6]
                return event
        return None

    def answer(self, answer: tuple[Any, ...]) -> None:
        assert self.asked is not None
        assert self.question is not None
        kind = self.question[0]
        if answer[0] in ("lose", "replace", "advance") and answer[1] >= 0 or answer[0] == "cancel":
            told = self.next_told("lose" if answer[0] == "cancel" else kind)
            if told is None or told.args[1] != answer[1]:
                raise Odd(f"{answer} expected, told {told} {self.story()}")
            self.events.remove(told)
        if answer[0] == "retreat":
            told = self.next_told(kind)
            if told is not None and told.args[1] == answer[1]:
                self.events.remove(told)
        self.question = self.asked.send(answer)

    def settle(self) -> None:
        """The combat is over for the book: all must agree."""
        f, s = self.fight, self.s
        assert f is not None
        story = self.story()
        self.fight = self.asked = self.question = None
        self.decisions += 1
        if self.frame("Combat") is not None:
            raise Odd(f"the combat is not over: {s.stack[-1]} {story}")
        p, ops = f.p, self.frame("Operations")
        for u, place in enumerate(p.at):
            if place != s.at[u]:
                raise Odd(f"{UNITS[u].id} is in {s.at[u]}, the book {place} {story}")
            if place < SPACES and (p.reduced ^ s.reduced) >> u & 1:
                raise Odd(f"{UNITS[u].id} reduced {s.reduced >> u & 1}, the book {p.reduced >> u & 1} {story}")
        for name in ("held", "positions", "trenches"):
            if getattr(p, name) != getattr(s, name):
                raise Odd(f"{name} differ: {list(bits(getattr(p, name) ^ getattr(s, name)))} {story}")
        if p.piles != s.piles:
            raise Odd(f"cards differ: book {[list(bits(a & ~b)) for a, b in zip(p.piles, s.piles, strict=True)]} "
                      f"program {[list(bits(b & ~a)) for a, b in zip(p.piles, s.piles, strict=True)]} "
                      f"won by {f.winner} {story}")
        fresh = [u for u in f.retreated if p.at[u] < SPACES and not ops.retreated >> u & 1]
        if fresh or not ops.attacked >> f.x & 1 or any(not ops.fought >> u & 1 for u in f.attackers):
            raise Odd(f"marks: retreated {fresh} attacked {ops.attacked >> f.x & 1} "
                      f"fought {[u for u in f.attackers if not ops.fought >> u & 1]} {story}")
