"""Positions that play rarely reaches: fronts, garrisons and markers thrown about, within what the rules allow."""

from __future__ import annotations

import random
from typing import Any

from tests.games.car.referee.logistics import (
    CARD,
    MARKERS,
    NAT,
    REP,
    SPACES,
    STACK,
    UNITS,
    Sheet,
    bits,
    board,
    is_armor,
    is_corps,
    mask_of,
    named,
)

ISOLATED = named("oviedo", "granada")
SETTLED = ("held", "isolated", "sieges", "severed", "once", "shortage", "positions", "trenches", "special", "at")


class Scramble:
    """Changes a position between two Action Rounds."""

    def __init__(self, s: Any, rng: random.Random) -> None:
        self.s, self.rng = s, rng

    def run(self) -> None:
        rng = self.rng
        for change in rng.sample(self.changes(), rng.randint(2, 5)):
            change()
        self.finish()

    def changes(self) -> list[Any]:
        return [self.front, self.front, self.shuffle, self.shuffle, self.strait, self.losses, self.newcomers,
                self.beach, self.dig, self.north, self.cards, self.markers, self.border, self.corridor]

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def finish(self) -> None:
        """Derived columns, and what control leads to at once, without points."""
        s = self.s
        p = Sheet(s)
        vp, rm = p.s.vp, p.s.rm
        p.settle()
        p.s.vp, p.s.rm = vp, rm
        for name in SETTLED:
            setattr(s, name, getattr(p.s, name))
        here = [0] * board.PLACES
        for u, place in enumerate(s.at):
            here[place] |= 1 << u
        s.here = here
        s.occupied = [p.manned(NAT), p.manned(REP)]
        s.tried = [drm & (s.occupied[NAT] | s.occupied[REP]) for drm in s.tried]
        s.full = mask_of(x for x in range(SPACES) if here[x].bit_count() >= STACK)

    def evict(self, x: int, side: int) -> None:
        """Units of a side leave a space: to another of theirs, or to a box."""
        for u in [u for u, place in enumerate(self.s.at) if place == x and UNITS[u].side == side]:
            self.put(u)

    def put(self, unit: int) -> None:
        """A unit goes to some space of its side with room, or to a box."""
        s, rng, side = self.s, self.rng, UNITS[unit].side
        own = [x for x in bits(Sheet(s).own(side)) if s.at.count(x) < STACK]
        if own and self.chance(0.8):
            if is_corps(unit) or is_armor(unit):
                own = [x for x in own if not board.BALEARICS >> x & 1] or own
            s.at[unit] = rng.choice(own)
        elif is_corps(unit):
            s.at[unit] = board.ELIMINATED[side]
        else:
            s.at[unit] = rng.choice([board.RESERVE[side], board.ELIMINATED[side]])

    def give(self, x: int, side: int) -> None:
        s = self.s
        if board.BEACHES >> x & 1 or bool(s.held >> x & 1) == (side == NAT):
            return
        s.held ^= 1 << x
        s.positions &= ~(1 << x)
        s.trenches &= ~(1 << x)
        s.special &= ~(1 << x)
        for drm in (0, 1):
            s.tried[drm] &= ~(1 << x)
        s.bonus_rm &= ~(1 << x)
        s.bonus_vp &= ~(1 << x)
        self.evict(x, 1 - side)

    def front(self) -> None:
        """A patch of the map changes hands."""
        rng, side = self.rng, self.rng.randrange(2)
        patch = edge = 1 << rng.randrange(SPACES)
        for _ in range(rng.randint(1, 4)):
            grown = 0
            for x in bits(edge):
                grown |= board.NEAR[x]
            edge = mask_of(x for x in bits(grown & ~patch) if self.chance(0.7))
            patch |= edge
        for x in bits(patch):
            if self.chance(0.93):
                self.give(x, side)

    def north(self) -> None:
        """In the Northern Front: regions lost, a corridor to the south, units in each other's land."""
        rng, s = self.rng, self.s
        for region in range(3):
            if self.chance(0.3):
                for x in bits(board.REGION[region]):
                    self.give(x, NAT if self.chance(0.85) else REP)
            elif self.chance(0.3):
                for x in bits(board.REGION[region]):
                    self.give(x, REP)
        if self.chance(0.4):
            for name in ("burgos", "aranda_de_duero", "dobro", "aguilar_de_campoo", "palencia", "segovia", "pancorbo"):
                if self.chance(0.85):
                    self.give(board.SPACE_NAMES.index(name), REP)
        spaces = [x for x in bits(board.IN_A_REGION & Sheet(s).own(REP)) if s.at.count(x) < STACK]
        for u, unit in enumerate(UNITS):
            if unit.region >= 0 and s.at[u] < SPACES and spaces and self.chance(0.4):
                x = rng.choice(spaces)
                if s.at.count(x) < STACK:
                    s.at[u] = x

    def shuffle(self) -> None:
        for u, place in enumerate(self.s.at):
            if place < SPACES and self.chance(0.1):
                self.put(u)

    def strait(self) -> None:
        self.s.strait = self.rng.randrange(2)

    def losses(self) -> None:
        s = self.s
        for u, unit in enumerate(UNITS):
            if s.at[u] in (*range(SPACES), *board.RESERVE) and unit.steps == 2 and self.chance(0.2):
                s.reduced ^= 1 << u
            if s.at[u] < SPACES and unit.type not in ("AFR", "INS") and self.chance(0.03):
                s.at[u] = board.ELIMINATED[unit.side]
                s.reduced &= ~(1 << u)

    def newcomers(self) -> None:
        s = self.s
        for u, unit in enumerate(UNITS):
            if s.at[u] == board.POOL[unit.side] and (s.turn >= 6 or not is_corps(u)) and self.chance(0.15):
                self.put(u)

    def beach(self) -> None:
        """A landing, with one unit or two ashore."""
        s, rng = self.s, self.rng
        if s.beach >= 0:
            return
        landed = [u for u, unit in enumerate(UNITS) if unit.side == REP and not is_corps(u) and not is_armor(u)
                  and (s.at[u] < SPACES or s.at[u] == board.RESERVE[REP])]
        if self.chance(0.5) and s.held >> board.MALLORCA & 1:
            s.beach, s.coast, s.deadline = board.BEACH_MALLORCA, board.MALLORCA, s.turn + 1
        else:
            coast = list(bits(board.SEA[1] & s.held & ~board.BEACHES & ~board.BALEARICS))
            if not coast:
                return
            s.beach, s.coast, s.deadline = board.BEACH_P, rng.choice(coast), 0
        for u in rng.sample(landed, min(len(landed), rng.randint(0, 2))):
            s.at[u] = s.beach

    def dig(self) -> None:
        s, rng = self.s, self.rng
        for side in (NAT, REP):
            p = Sheet(s)
            free = MARKERS[side] - p.works(side)
            spaces = list(bits(p.own(side) & ~(s.positions | s.trenches)))
            for x in rng.sample(spaces, min(len(spaces), rng.randint(0, free))):
                if self.chance(0.6) or x == board.BILBAO:
                    s.positions |= 1 << x
                else:
                    s.trenches |= 1 << x
            for x in bits(p.manned(side)):
                if self.chance(0.1):
                    s.tried[rng.randrange(2)] |= 1 << x
        s.tried[0] &= ~s.tried[1]

    def cards(self) -> None:
        """Events that bear on these chapters were played already."""
        s = self.s
        for card in ("N43", "N26", "N37", "N30", "N32"):
            zone = board.CARDS.where(s, CARD[card])
            if zone not in (*board.DECK, board.REMOVED) and self.chance(0.1):
                board.CARDS.move(s, CARD[card], zone, board.REMOVED, watch=-1)
                s.happened |= 1 << CARD[card]

    def markers(self) -> None:
        s, rng = self.s, self.rng
        s.rp = [rng.randrange(12) if self.chance(0.5) else n for n in s.rp]
        if s.turn <= 5:
            s.sieges = [rng.randint(1, n) if self.chance(0.5) and not s.held >> x & 1 else now
                        for n, x, now in zip((1, 2, 3), board.SIEGE_AT, s.sieges, strict=True)]
            for x in bits(ISOLATED):
                if self.chance(0.3):
                    self.give(x, NAT)
                    s.isolated |= 1 << x
        spare = s.here[board.AFRICA[NAT]].bit_count()
        if spare and self.chance(0.5):
            s.waiting = rng.randint(0, spare)

    def border(self) -> None:
        """Pockets that only a friendly country feeds."""
        rng, s = self.rng, self.s
        side = rng.randrange(2)
        x = rng.choice(list(bits(board.BORDER[side])))
        pocket = 1 << x | board.NEAR[x]
        ring = 0
        for y in bits(pocket):
            ring |= board.NEAR[y]
        for y in bits(ring & ~pocket):
            self.give(y, 1 - side)
        for y in bits(pocket):
            self.give(y, side)
        movers = [u for u, place in enumerate(s.at) if place < SPACES and UNITS[u].side == side]
        for u in rng.sample(movers, min(len(movers), 4)):
            y = rng.choice(list(bits(pocket)))
            if s.at.count(y) < STACK:
                s.at[u] = y

    def corridor(self) -> None:
        self.s.corridor = self.chance(0.5)
