"""[20.1] [20.2] Where new units and guns may be placed, and the placing of one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tablero.games.aiw.board import (
    AREAS,
    CARLIST,
    CARLIST_ZONE,
    CITIES,
    FIELD,
    FIGHTERS,
    FIRST_REGION,
    LIBERAL,
    LIBERAL_ZONE,
    LINE,
    MOST,
    MOUNTAIN,
    PROVINCIALS,
    REGIONS,
    TOWNS,
    UNSEEN,
)
from tablero.games.aiw.fog import fact, full_strengths, pick_out
from tablero.games.aiw.rules.r04_map import besieged, capacity, friendly, port_works, settle
from tablero.games.aiw.rules.r05_units import (
    ORDINARY,
    add_load,
    draw_unit,
    enlist,
    fighters,
    guns_free,
    in_area,
    in_open,
    load,
    of_units,
    remove,
)
from tablero.games.aiw.state import INSIDE, OFF, Aiw, area_of
from tablero.kernel.actions import Action, each
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure, clone_frame
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

CARLIST_SHORT, CARLIST_LEAST = 1, 2         # [20.2a] [20.2c] one below full strength, but never below 2

NOT_A_TOWN = Refusal("20.1b", "city_or_main_town")
NOT_FRIENDLY = Refusal("20.1b", "not_friendly")
BESIEGED = Refusal("20.1b", "besieged_without_port")
FORTRESS_FULL = Refusal("20.1b", "fortress_full")
OUTSIDE_ZONE = Refusal("20.2a", "outside_carlist_zone")
CARLIST_NOT_FRIENDLY = Refusal("20.2a", "not_friendly")
CARLIST_BESIEGED = Refusal("20.2a", "besieged_place")
AS_BUILT = {        # the same for what is built with Replacement Points
    NOT_A_TOWN: Refusal("21.2d", "city_or_main_town"), NOT_FRIENDLY: Refusal("21.2d", "not_friendly"),
    BESIEGED: Refusal("21.2d", "besieged_without_port"), FORTRESS_FULL: Refusal("21.2d", "fortress_full"),
    OUTSIDE_ZONE: Refusal("21.2e", "outside_carlist_zone"), CARLIST_NOT_FRIENDLY: Refusal("21.2e", "not_friendly"),
    CARLIST_BESIEGED: Refusal("21.2e", "besieged_place"),
}
NOT_NAMED = Refusal("7.1d", "not_where_the_card_says")
REPLACE_FIRST = Refusal("20.1g", "replace_a_provincial")
NOT_PROVINCIAL = Refusal("20.1g", "not_a_provincial")
PROVINCIAL_ABROAD = Refusal("20.1g", "provincial_in_carlist_zone")
PROVINCIAL_SHUT_IN = Refusal("20.1h", "provincial_shut_in")
ONLY_LINE = Refusal("20.1g", "only_line_infantry_replaces")
NO_FORTRESS = Refusal("20.1e", "no_own_fortress")
FORTRESS_SHUT_IN = Refusal("20.1e", "besieged_without_port")
NO_ESCORT = Refusal("20.1f", "no_unit_in_region")
NO_COUNTER = Refusal("20.2f", "no_gun_counter")


def refuse_place(s: Aiw, side: int, x: int) -> Refusal | None:
    """[20.1b] [20.1c] [20.2a] [21.2d] [21.2e] Why a side may build or place nothing here; room is another matter."""
    if side == CARLIST:
        if not CARLIST_ZONE >> x & 1:
            return OUTSIDE_ZONE
        if not friendly(s, CARLIST, x):
            return CARLIST_NOT_FRIENDLY
        return CARLIST_BESIEGED if besieged(s, CARLIST, x) else None
    if x >= FIRST_REGION:
        return None
    if not (CITIES | TOWNS) & LIBERAL_ZONE & 1 << x:
        return NOT_A_TOWN
    if not friendly(s, LIBERAL, x):
        return NOT_FRIENDLY
    return BESIEGED if besieged(s, LIBERAL, x) and not port_works(s, x) else None


def allowed_places(s: Aiw, side: int) -> int:
    """The areas where `refuse_place` has nothing against a side."""
    if side == CARLIST:
        return s.held & CARLIST_ZONE & ~(s.siege & s.forts[CARLIST])
    found = REGIONS | (CITIES | TOWNS) & LIBERAL_ZONE & ~s.held
    for x in ids_of(found & s.siege & s.forts[LIBERAL]):
        if not port_works(s, x):
            found &= ~(1 << x)
    return found


def refuse_unit(s: Aiw, side: int, x: int) -> Refusal | None:
    """[20.1b] Why a side may not place an Infantry or Cavalry unit here: a besieged Fortress must have room."""
    found = refuse_place(s, side, x)
    if found is not None or x >= FIRST_REGION or not besieged(s, side, x):
        return found
    return FORTRESS_FULL if fighters(s, s.shut[x]).bit_count() >= capacity(x) else None


def unit_places(s: Aiw, side: int) -> int:
    """[20.1b] [20.1c] [20.2a] [21.2d] [21.2e] Areas where a side may place a new unit."""
    found = allowed_places(s, side)
    for x in ids_of(found & s.siege & s.forts[side]):
        if refuse_unit(s, side, x) is not None:
            found &= ~(1 << x)
    return found


def new_spot(s: Aiw, side: int, x: int) -> int:
    """[20.1b] Where in an area something new is put: inside a Fortress that is besieged."""
    return INSIDE + x if x < FIRST_REGION and besieged(s, side, x) else x


# ------------------------------------------------------------------------------------------------------------- one unit


def replaceable(s: Aiw) -> int:
    """[20.1g] [20.1h] [20.1i] The Provincials that Line Infantry can replace; without any it is placed like others."""
    found = 0
    for x in ids_of(LIBERAL_ZONE):
        blocks = in_area(s, LIBERAL, x)
        if blocks and (x >= FIRST_REGION or not besieged(s, LIBERAL, x) or port_works(s, x)):
            found |= of_units(s, blocks, PROVINCIALS)
    return found


def arrival(s: Aiw, side: int, areas: int, exchange: bool = False) -> PlaceUnit:
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

    side: int
    unit: int
    strength: int
    areas: int              # where it may go
    may: int = 0            # the units it can be for the enemy; 0 if everybody knows it
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

    def settle_in(self, s: Aiw, spot: int, may: int) -> None:
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

    def hide(self, seat: int) -> PlaceUnit:
        if seat == self.side or not self.may:
            return self
        shown = clone_frame(self)
        assert isinstance(shown, PlaceUnit)
        shown.unit, shown.strength = UNSEEN, 0
        return shown

    def guess(self, s: Aiw, seat: int, chance: Random) -> None:
        """Another unit of the bag could have been drawn."""
        if self.may and seat != self.side:
            old, self.unit = self.unit, chance.choice([self.unit, *ids_of(s.bag[self.side] & self.may)])
            s.bag[self.side] = (s.bag[self.side] | 1 << old) & ~(1 << self.unit)
            if self.short >= 0:
                self.strength = max(self.least, MOST[self.unit] - self.short)


PLACES = each("place", AREAS)


@dataclass(slots=True)
class Place(Ask):
    """[20.1a] [20.1g] [20.2a] Place the unit; Line Infantry that comes as a reinforcement replaces a Provincial."""

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        found: list[Action] = [("place", x) for x in range(AREAS)]
        if s.caller(self, PlaceUnit).exchange:
            blocks = [b for x in range(AREAS) for b in ids_of(in_area(s, seat, x))]
            found += [("replace", b) for b in blocks]
        return found

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        now = s.caller(self, PlaceUnit)
        (thing,) = action[1:]
        must = replaceable(s) if now.exchange and LINE >> now.unit & 1 else 0
        if action[0] == "replace":
            return None if must >> thing & 1 else _refuse_exchange(s, now.unit, thing)
        if must:
            return REPLACE_FIRST
        if now.areas >> thing & 1:
            return None
        found = refuse_unit(s, seat, thing) or NOT_NAMED
        return AS_BUILT.get(found, found) if now.built else found

    def options(self, s: Aiw, seat: int) -> list[Action]:
        now = s.caller(self, PlaceUnit)
        must = replaceable(s) if now.exchange and LINE >> now.unit & 1 else 0
        return [("replace", b) for b in ids_of(must)] if must else [PLACES[x] for x in ids_of(now.areas)]

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        now = s.caller(self, PlaceUnit)
        (thing,) = action[1:]
        if action[0] == "place":
            now.settle_in(s, new_spot(s, seat, thing), now.may)
        else:
            spot = s.at[thing]
            withdraw(s, thing)
            now.settle_in(s, spot, now.may & LINE)

    def prompt(self, s: Aiw, seat: int) -> Prompt:
        if seat != self.who:
            return Prompt("20.1a", "place_hidden")
        return Prompt("20.1a", "place", (("unit", "unit", s.caller(self, PlaceUnit).unit),))


def _refuse_exchange(s: Aiw, unit: int, block: int) -> Refusal:
    if not LINE >> unit & 1:
        return ONLY_LINE
    if s.at[block] < 0 or not PROVINCIALS >> s.unit[block] & 1:
        return NOT_PROVINCIAL
    return PROVINCIAL_SHUT_IN if LIBERAL_ZONE >> area_of(s.at[block]) & 1 else PROVINCIAL_ABROAD


def withdraw(s: Aiw, block: int) -> None:
    """[20.1g] A Provincial goes back to the bag: everybody can tell that it is one."""
    (block,) = pick_out(s, [block])
    fact(s, 1 << block, PROVINCIALS, 1)
    unit, x = s.unit[block], area_of(s.at[block])
    s.bag[LIBERAL] |= 1 << unit
    s.bagged[LIBERAL] += 1
    s.bag_may[LIBERAL] |= s.may[block]
    s.tell("withdrawn", unit, x, seen=1 << LIBERAL, public=("withdrawn_hidden", (LIBERAL, x)))
    remove(s, block)


# -------------------------------------------------------------------------------------------------------------- one gun


def refuse_gun(s: Aiw, side: int, kind: int, x: int) -> Refusal | None:
    """[20.1e] [20.1f] [20.2f] Why a point of Liberal Artillery cannot be placed here."""
    found = _refuse_emplacement(s, side, x)
    if found is not None:
        return found
    return None if guns_free(s, side, kind, new_spot(s, side, x), 1) else NO_COUNTER


def _refuse_emplacement(s: Aiw, side: int, x: int) -> Refusal | None:
    """[20.1e] [20.1f] Why Artillery of neither kind can be placed here."""
    if x >= FIRST_REGION:
        return None if fighters(s, in_open(s, side, x)) else NO_ESCORT
    if not s.forts[side] & LIBERAL_ZONE & 1 << x:
        return NO_FORTRESS
    return FORTRESS_SHUT_IN if besieged(s, side, x) and not port_works(s, x) else None


def gun_places(s: Aiw, side: int) -> int:
    """Areas where a point of Artillery could be placed if it has a counter."""
    return s.forts[side] & LIBERAL_ZONE | s.present[side] & REGIONS


@dataclass(slots=True)
class PlaceGun(Procedure):
    """[20.1d] The Liberal places one point of Artillery."""

    side: int

    def steps(self) -> tuple[str, ...]:
        return ("place",)

    def place(self, s: Aiw) -> None:
        """[20.1d] [20.2f] Of either kind; it is lost if no counter is free, or nowhere to be put."""
        places = ids_of(gun_places(s, self.side))
        if any(refuse_gun(s, self.side, kind, x) is None for x in places for kind in (FIELD, MOUNTAIN)):
            s.call(DeployGun(self.side))
        else:
            s.tell("gun_lost", self.side)


@dataclass(slots=True)
class DeployGun(Ask):
    """[20.1d] [20.1e] [20.1f] Place a point of Field or Mountain Artillery."""

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [("emplace", kind, x) for kind in (FIELD, MOUNTAIN) for x in range(AREAS)]

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        kind, x = action[1:]
        return refuse_gun(s, seat, kind, x)

    def options(self, s: Aiw, seat: int) -> list[Action]:
        """As `refuse` says; but whether there is a counter is the same wherever nothing of a kind is yet."""
        found: list[Action] = []
        places = [x for x in ids_of(gun_places(s, seat)) if _refuse_emplacement(s, seat, x) is None]
        for kind in (FIELD, MOUNTAIN):
            afresh = guns_free(s, seat, kind, OFF, 1)
            for x in places:
                spot = new_spot(s, seat, x)
                if guns_free(s, seat, kind, spot, 1) if load(s, seat, kind, spot) else afresh:
                    found.append(("emplace", kind, x))
        return found

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        kind, x = action[1:]
        if x >= FIRST_REGION:
            fact(s, in_open(s, seat, x), FIGHTERS, 1)
        add_load(s, seat, kind, new_spot(s, seat, x), 1)
        s.tell("gun_placed", seat, kind, x)
        settle(s)
