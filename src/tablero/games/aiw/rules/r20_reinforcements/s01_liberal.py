"""[20.1] What only the Liberal does: Line Infantry replaces Provincials, and guns are placed."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import (
    AREAS, FIELD, FIGHTERS, FIRST_REGION, LIBERAL, LIBERAL_ZONE, LINE, MOUNTAIN, PROVINCIALS, REGIONS
)
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import besieged, port_works, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_area, in_open, of_units
from tablero.games.aiw.rules.r05_units.s01_counters import add_load, guns_free, load
from tablero.games.aiw.rules.r05_units.s04_elimination import remove
from tablero.games.aiw.rules.r20_reinforcements.s00_places import new_spot
from tablero.games.aiw.state import Aiw, Area, Areas, Block, Blocks, Load, Side, Unit, area_of
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of, union
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

NOT_PROVINCIAL = Refusal("20.1g", "not_a_provincial")
PROVINCIAL_ABROAD = Refusal("20.1g", "provincial_in_carlist_zone")
PROVINCIAL_SHUT_IN = Refusal("20.1h", "provincial_shut_in")
ONLY_LINE = Refusal("20.1g", "only_line_infantry_replaces")
NO_FORTRESS = Refusal("20.1e", "no_own_fortress")
FORTRESS_SHUT_IN = Refusal("20.1e", "besieged_without_port")
NO_ESCORT = Refusal("20.1f", "no_unit_in_region")
NO_COUNTER = Refusal("20.2f", "no_gun_counter")


def replaceable(s: Aiw) -> Blocks:
    """[20.1g] [20.1h] [20.1i] The Provincials that Line Infantry can replace; without any it is placed like others."""
    areas = ids_of(LIBERAL_ZONE & (s.present[LIBERAL] | s.siege & s.forts[LIBERAL]))
    free = [x for x in areas if x >= FIRST_REGION or not besieged(s, LIBERAL, x) or port_works(s, x)]
    return union(of_units(s, in_area(s, LIBERAL, x), PROVINCIALS) for x in free)


def refuse_exchange(s: Aiw, unit: Unit, block: Block) -> Refusal:
    if not LINE >> unit & 1:
        return ONLY_LINE
    if s.at[block] < 0 or not PROVINCIALS >> s.unit[block] & 1:
        return NOT_PROVINCIAL
    return PROVINCIAL_SHUT_IN if LIBERAL_ZONE >> area_of(s.at[block]) & 1 else PROVINCIAL_ABROAD


def withdraw(s: Aiw, block: Block) -> None:
    """[20.1g] A Provincial goes back to the bag: everybody can tell that it is one."""
    (block,) = pick_out(s, [block])
    fact(s, 1 << block, PROVINCIALS, 1)
    unit, x = s.unit[block], area_of(s.at[block])
    s.bag[LIBERAL] |= 1 << unit
    s.bagged[LIBERAL] += 1
    s.bag_may[LIBERAL] |= s.may[block]
    s.tell("withdrawn", unit, x, seen=1 << LIBERAL, public=("withdrawn_hidden", (LIBERAL, x)))
    remove(s, block)


def refuse_gun(s: Aiw, side: Side, kind: Load, x: Area) -> Refusal | None:
    """[20.1e] [20.1f] [20.2f] Why a point of Liberal Artillery cannot be placed here."""
    if refusal := _refuse_emplacement(s, side, x):
        return refusal
    return None if guns_free(s, side, kind, new_spot(s, side, x), 1) else NO_COUNTER


def _refuse_emplacement(s: Aiw, side: Side, x: Area) -> Refusal | None:
    """[20.1e] [20.1f] Why Artillery of neither kind can be placed here."""
    if x >= FIRST_REGION:
        return None if fighters(s, in_open(s, side, x)) else NO_ESCORT
    if not (s.forts[side] & LIBERAL_ZONE) >> x & 1:
        return NO_FORTRESS
    return FORTRESS_SHUT_IN if besieged(s, side, x) and not port_works(s, x) else None


def gun_places(s: Aiw, side: Side) -> Areas:
    """Areas where a point of Artillery could be placed if it has a counter."""
    return s.forts[side] & LIBERAL_ZONE | s.present[side] & REGIONS


@dataclass(slots=True)
class PlaceGun(Procedure):
    """[20.1d] The Liberal places one point of Artillery."""

    side: Side

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

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("emplace", kind, x) for kind in (FIELD, MOUNTAIN) for x in range(AREAS)]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        kind, x = action[1:]
        return refuse_gun(s, seat, kind, x)

    def options(self, s: Aiw, seat: Side) -> list[Action]:
        """By hand: 23 µs, 95 µs as derived. Whether a counter is left depends on the points that are there already."""
        actions: list[Action] = []
        places = [x for x in ids_of(gun_places(s, seat)) if _refuse_emplacement(s, seat, x) is None]
        for kind in (FIELD, MOUNTAIN):
            free: dict[int, int] = {}
            for x in places:
                spot = new_spot(s, seat, x)
                here = load(s, seat, kind, spot)
                if here not in free:
                    free[here] = guns_free(s, seat, kind, spot, 1)
                if free[here]:
                    actions.append(("emplace", kind, x))
        return actions

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        kind, x = action[1:]
        if x >= FIRST_REGION:
            fact(s, in_open(s, seat, x), FIGHTERS, 1)
        add_load(s, seat, kind, new_spot(s, seat, x), 1)
        s.tell("gun_placed", seat, kind, x)
        settle(s)
