"""[22] The Carlist Uprising in the rest of Spain: its levels, the table, what Expeditions add."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import (
    AREAS, CARLIST, FIGHTERS, FIRST_REGION, LEAST_UPRISING, LIBERAL, MAP, REGIONS, TABLES, TRAINS, area
)
from tablero.games.aiw.fog import fact
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open
from tablero.games.aiw.state import Aiw, Area, Areas, Side
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.events import faces
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask, PublicPick

TOP = TABLES.table("uprising_expedition").integer("max_level")      # [22.0a]
NONE, CHOICE = -1, -2


def _table() -> tuple[int, ...]:
    """[22.1b] By the sum of two dice: a region, NONE or CHOICE."""
    names = [TABLES.table("uprising").text(str(n)) for n in range(2, 13)]
    words = {"none": NONE, "carlist_choice": CHOICE}
    return (NONE, NONE, *(words[name] if name in words else area(name) for name in names))


RISING = _table()

FULL = Refusal("22.1c", "uprising_at_its_height")
NOT_NEXT = Refusal("22.1c", "not_a_neighbour")
NOT_MORE = Refusal("22.2a", "not_more_carlists")


def level(s: Aiw, region: Area) -> int:
    """[22.0a] The Uprising level of an area of REGIONS."""
    return s.uprising[region - FIRST_REGION]


def raise_level(s: Aiw, region: Area, levels: int = 1) -> None:
    """[22.0a] [23.4b] An area of REGIONS; never above 3."""
    _set_level(s, region, min(TOP, level(s, region) + levels))


def lower_level(s: Aiw, region: Area, levels: int = 1) -> None:
    """[22.0b] [23.4a] Never below the region's least."""
    _set_level(s, region, max(LEAST_UPRISING[region - FIRST_REGION], level(s, region) - levels))


def _set_level(s: Aiw, region: Area, new: int) -> None:
    if new != level(s, region):
        s.uprising[region - FIRST_REGION] = new
        s.tell("uprising", region, new)


def risable_regions(s: Aiw) -> Areas:
    """The regions that can still rise."""
    return bitset(x for x in range(FIRST_REGION, AREAS) if level(s, x) < TOP)


def overflow(s: Aiw, region: Area) -> Areas:
    """[22.1c] [22.1d] Where the Uprising spreads from a region at its height: to its neighbours, else anywhere."""
    regions = risable_regions(s)
    return regions & MAP.near_bits[region] & REGIONS or regions


@dataclass(slots=True)
class UprisingPhase(Procedure):
    """[22.1a] [22.2a] The table, then the Expeditions; also in winter."""

    asked: Areas = 0        # regions whose Expedition has had its chance
    x: Area = -1            # the region whose Expedition is asked

    def steps(self) -> tuple[str, ...]:
        return ("roll", "expeditions", "rouse")

    def roll(self, s: Aiw) -> None:
        """[22.1a] [22.1b] [22.1c] [22.1d] Two dice name a region."""
        rolled = s.dice(2)
        total = sum(rolled)
        s.tell("uprising_roll", total, faces(rolled))
        region = RISING[total]
        if region == CHOICE:
            s.call(ChooseRegion(risable_regions(s)))
        elif region != NONE:
            if level(s, region) < TOP:
                raise_level(s, region)
            else:
                s.call(ChooseRegion(overflow(s, region)))

    def expeditions(self, s: Aiw) -> str | None:
        """[22.2a] [22.2c] Each Expedition may rouse its region, unless that is at its height."""
        regions = risable_regions(s) & ~self.asked
        self.x = next((x for x in ids_of(regions) if in_open(s, CARLIST, x)), -1)
        if self.x < 0:
            return END
        self.asked |= 1 << self.x
        s.answer = 0
        s.call(Rouse(CARLIST, self.x))
        return None

    def rouse(self, s: Aiw) -> str:
        """[22.2a] [22.2b] Both sides state how many Infantry and Cavalry they have there; the difference is rolled."""
        if s.answer:
            numbers = [declare_fighters(s, side, self.x) for side in (CARLIST, LIBERAL)]
            more = numbers[CARLIST] - numbers[LIBERAL]
            if more <= 0:
                s.tell("not_enough_to_rouse", self.x, *numbers)
                return "expeditions"
            die = s.die()
            s.tell("roused", self.x, *numbers, die)
            if die <= more:
                raise_level(s, self.x)
        return "expeditions"


def declare_fighters(s: Aiw, side: Side, x: Area) -> int:
    """[5.2c] [22.2b] A side states how many of its blocks in a region are Infantry or Cavalry."""
    blocks = in_open(s, side, x)
    n = fighters(s, blocks).bit_count()
    fact(s, blocks, FIGHTERS, n)
    fact(s, blocks, TRAINS, blocks.bit_count() - n)
    return n


def sure_fighters(s: Aiw, side: Side, x: Area) -> int:
    """How many blocks of a side in a region its enemy knows to be Infantry or Cavalry."""
    return sum(not s.may[b] & TRAINS for b in ids_of(in_open(s, side, x)))


@dataclass(slots=True)
class Rouse(Ask):
    """[22.2a] Try to raise the Uprising with the Expedition in a region, or leave it; both sides would state their
    numbers."""

    x: Area

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [PASS, ("rouse", self.x)]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        mine = fighters(s, in_open(s, CARLIST, self.x)).bit_count()
        return None if mine > sure_fighters(s, LIBERAL, self.x) else NOT_MORE

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        s.answer = int(action != PASS)

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("22.2a", "rouse", (("region", "space", self.x),))


@dataclass(slots=True)
class ChooseRegion(Procedure):
    """[22.1c] The Carlist names one of several regions to rise; nothing happens if there is none."""

    areas: Areas

    def steps(self) -> tuple[str, ...]:
        return ("ask",)

    def ask(self, s: Aiw) -> None:
        """[22.1c] [22.1d] A region below its height."""
        if self.areas:
            s.call(NameRegion(CARLIST))


@dataclass(slots=True)
class NameRegion(PublicPick):
    """[22.1c] [22.1d] Name the region where the Uprising rises."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("region", x) for x in range(FIRST_REGION, AREAS)]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        if s.caller(self, ChooseRegion).areas >> x & 1:
            return None
        return FULL if FIRST_REGION <= x < AREAS and level(s, x) >= TOP else NOT_NEXT

    def pick(self, s: Aiw, seat: Side, x: Area) -> None:
        raise_level(s, x)
