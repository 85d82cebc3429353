"""[20.1] [20.2] The placing of a unit that was drawn or built."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from tablero.games.aiw.board import AREAS, CARLIST, LINE, MOST, UNSEEN
from tablero.games.aiw.fog import full_strengths
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_area
from tablero.games.aiw.rules.r05_units.s04_elimination import ORDINARY, draw_unit, enlist
from tablero.games.aiw.rules.r20_reinforcements.s00_places import AS_BUILT, new_spot, refuse_unit
from tablero.games.aiw.rules.r20_reinforcements.s01_liberal import refuse_exchange, replaceable, withdraw
from tablero.games.aiw.state import Aiw, Areas, Side, Spot, Unit, Units, area_of
from tablero.kernel.actions import Action, each
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

CARLIST_SHORT, CARLIST_LEAST = 1, 2         # [20.2a] [20.2c] one below full strength, but never below 2

NOT_NAMED = Refusal("7.1d", "not_where_the_card_says")
REPLACE_FIRST = Refusal("20.1g", "replace_a_provincial")


# ------------------------------------------------------------------------------------------------------------- one unit


def arrival(s: Aiw, side: Side, areas: Areas, exchange: bool = False) -> PlaceUnit:
    """[20.1a] [20.2a] [5.4o] A unit is drawn from a bag that is not empty, to be placed as a reinforcement: a Liberal
    one at full strength, a Carlist one a point below."""
    may = s.bag_may[side]
    unit = draw_unit(s, side)
    short, least = (CARLIST_SHORT, CARLIST_LEAST) if side == CARLIST else (0, 1)
    return PlaceUnit(side, unit, max(least, MOST[unit] - short), areas, may, short, least, exchange)


@dataclass(slots=True)
class PlaceUnit(Procedure):
    """[20.1a] [20.2a] A side places a unit that was drawn or that a card brings; answers the block, -1 if there is no
    place for it. What was drawn is its owner's secret, and so is the strength that follows from it."""

    side: Side
    unit: Unit
    strength: int
    areas: Areas            # where it may go
    may: Units = 0          # the units it can be for the enemy; 0 if everybody knows it
    short: int = -1         # known to be so far below full strength; -1: everybody knows the strength
    least: int = 1          # but not below this strength
    exchange: bool = False  # Line Infantry takes the place of a Provincial
    built: bool = False     # with Replacement Points

    def steps(self) -> tuple[str, ...]:
        return ("place",)

    def place(self, s: Aiw) -> str | None:
        """[20.1a] Its owner sees it and says where it goes; without any place it goes back."""
        s.answer = -1
        if self.areas:
            s.call(Place(self.side))
            return None
        if ORDINARY >> self.unit & 1:
            s.bag[self.side] |= 1 << self.unit
            s.bagged[self.side] += 1
            s.bag_may[self.side] |= self.may or 1 << self.unit
        return END

    def settle_in(self, s: Aiw, spot: Spot, may: Units) -> None:
        """[20.1a] [20.2a] The unit is on the map."""
        block = enlist(s, self.side, self.unit, self.strength, spot, may, self.short)
        if self.short >= 0:
            least, most = full_strengths(s.may[block])
            s.low[block], s.high[block] = max(self.least, least - self.short), max(self.least, most - self.short)
        x = area_of(spot)
        if may:
            s.tell("arrived", self.unit, x, seen=1 << self.side, public=("arrived_hidden", (self.side, x)))
        else:
            s.tell("arrived", self.unit, x)
        settle(s)
        s.answer = block

    def hide(self, seat: Side) -> PlaceUnit:
        if seat == self.side or not self.may:
            return self
        return replace(self, unit=UNSEEN, strength=0 if self.short >= 0 else self.strength)

    def guess(self, s: Aiw, seat: Side, chance: Random) -> None:
        """Any unit of the bag can have been drawn."""
        if self.unit == UNSEEN:
            self.unit = chance.choice(ids_of(s.bag[self.side] & self.may))
            s.bag[self.side] &= ~(1 << self.unit)
            if self.short >= 0:
                self.strength = max(self.least, MOST[self.unit] - self.short)


PLACES: Final = each("place", AREAS)


@dataclass(slots=True)
class Place(Ask):
    """[20.1a] [20.1g] [20.2a] Place the unit; Line Infantry that comes as a reinforcement replaces a Provincial."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        actions: list[Action] = [("place", x) for x in range(AREAS)]
        if s.caller(self, PlaceUnit).exchange:
            blocks = [b for x in range(AREAS) for b in ids_of(in_area(s, seat, x))]
            actions += [("replace", b) for b in blocks]
        return actions

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        placing = s.caller(self, PlaceUnit)
        (thing,) = action[1:]
        must = replaceable(s) if placing.exchange and LINE >> placing.unit & 1 else 0
        if action[0] == "replace":
            return None if must >> thing & 1 else refuse_exchange(s, placing.unit, thing)
        if must:
            return REPLACE_FIRST
        if placing.areas >> thing & 1:
            return None
        refusal = refuse_unit(s, seat, thing) or NOT_NAMED
        return AS_BUILT.get(refusal, refusal) if placing.built else refusal

    def options(self, s: Aiw, seat: Side) -> list[Action]:
        """By hand: 4 µs, 347 µs as derived, which is 8 % of random play."""
        placing = s.caller(self, PlaceUnit)
        must = replaceable(s) if placing.exchange and LINE >> placing.unit & 1 else 0
        return [("replace", b) for b in ids_of(must)] if must else [PLACES[x] for x in ids_of(placing.areas)]

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        placing = s.caller(self, PlaceUnit)
        (thing,) = action[1:]
        if action[0] == "place":
            placing.settle_in(s, new_spot(s, seat, thing), placing.may)
        else:
            spot = s.at[thing]
            withdraw(s, thing)
            placing.settle_in(s, spot, placing.may & LINE)

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        if seat != self.who:
            return Prompt("20.1a", "place_hidden")
        return Prompt("20.1a", "place", (("unit", "unit", s.caller(self, PlaceUnit).unit),))
