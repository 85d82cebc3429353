"""[13.2] Disembarkation: Liberal units land against the enemy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tablero.games.aiw.board import BILBAO, CARD, CARLIST, FIGHTERS, FIRST_REGION, LIBERAL, PORTS, TABLES, TRAINS
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r04_map import enemies_about, enemy_holds, port_works, river_closed, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, on_map
from tablero.games.aiw.rules.r05_units.s01_counters import counter
from tablero.games.aiw.rules.r10_actions.s00_points import HALVES, can_pay
from tablero.games.aiw.rules.r10_actions.s00_used import refuse_acting, unused
from tablero.games.aiw.rules.r11_movement.s00_groups import came_by
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evasion
from tablero.games.aiw.rules.r13_sea.s01_transport import (
    LIBERALS_SAIL, NO_PORT, SAME_PLACE, SHORES, at_quay, can_sail, ferry, loadings, quay, refuse_loading, sailing_ports,
    take_on_board
)
from tablero.games.aiw.state import SEA, Aiw, Area, Block, Side, road
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of, union
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask, Pick

LAND = HALVES * TABLES.table("sea").integer("disembark_ap")                 # [13.2b]
LANDING_MOST = TABLES.table("sea").integer("disembark_max_units")           # [13.2e]

ONE_LANDING = Refusal("13.2e", "one_landing_a_phase")
NOT_FROM_REGION = Refusal("13.2c", "no_landing_from_a_region")
NOT_FROM_BILBAO = Refusal("13.2l", "port_of_bilbao_cancelled")
NO_ENEMY_TO_LAND_AT = Refusal("13.2a", "landing_needs_an_enemy")
RIVER_CLOSED = Refusal("13.2d", "river_closed")
TWO_LAND = Refusal("13.2e", "two_units_land")
NO_TRAIN_LANDS = Refusal("13.2f", "no_train_lands")
NO_LANDING = Refusal("13.2a", "no_landing_possible")
NOBODY_LANDS = Refusal("13.2e", "nobody_lands")


def refuse_embarking(s: Aiw, x: Area) -> Refusal | None:
    """[13.2c] [13.2e] [13.2l] Why no landing can start here."""
    if phase(s).landed:
        return ONE_LANDING
    if x >= FIRST_REGION:
        return NOT_FROM_REGION
    if not PORTS >> x & 1:
        return NO_PORT
    if x == BILBAO and not port_works(s, BILBAO):
        return NOT_FROM_BILBAO
    return None if can_sail(s, x) else NOBODY_LANDS


def refuse_beach(s: Aiw, origin: Area, x: Area) -> Refusal | None:
    """[13.2a] [13.2d] Why no landing can be made here."""
    if x == origin:
        return SAME_PLACE
    if not PORTS >> x & 1:
        return NO_PORT
    if x == BILBAO and river_closed(s):
        return RIVER_CLOSED
    return None if enemy_holds(s, LIBERAL, x) else NO_ENEMY_TO_LAND_AT


def may_land(s: Aiw) -> bool:
    """Is a landing possible anywhere?"""
    beaches = PORTS & (s.present[CARLIST] | s.forts[CARLIST] & ~s.siege)
    if river_closed(s):
        beaches &= ~(1 << BILBAO)
    if not beaches or phase(s).landed:
        return False
    able = fighters(s, unused(s, on_map(s, LIBERAL)))
    return any(beaches & ~(1 << origin) for origin in sailing_ports(s, able, PORTS))


def refuse_disembarking(s: Aiw, side: Side, _: int) -> Refusal | None:
    """[13.0a] [13.2a] Only Liberals land, where there is a beach for them; it is looked for if there are points."""
    if side != LIBERAL:
        return LIBERALS_SAIL
    return NO_LANDING if can_pay(phase(s), LAND) and not may_land(s) else None


@dataclass(slots=True)
class Landing(Procedure):
    """[13.2] [13.2x1] A disembarkation of one or two units."""

    squadron: bool = False  # by a card: they fire with all their dice
    x: Area = -1            # port of departure
    to: Area = -1
    picked: list[Block] = field(default_factory=list)
    cargo: list[int] = field(default_factory=lambda: [0, 0, 0])     # points of guns and Knapsack that go along

    def steps(self) -> tuple[str, ...]:
        return ("choose_origin", "choose_beach", "choose_units", "go", "evasion", "end")

    def choose_origin(self, s: Aiw) -> None:
        """[13.2c] [13.2l] From a port of the Map of the North; so in one of them is a unit that can land."""
        fact(s, union(at_quay(s, x) for x in ids_of(PORTS)) & ~s.acted, FIGHTERS, 1)
        s.call(Embark(LIBERAL))

    def choose_beach(self, s: Aiw) -> None:
        """[13.2a] To a port with an enemy."""
        fact(s, at_quay(s, self.x) & ~s.acted, FIGHTERS, 1)
        s.call(Beach(LIBERAL))

    def choose_units(self, s: Aiw) -> None:
        """[13.2e] [13.2f] One or two units, with guns and a Knapsack."""
        s.call(Board(LIBERAL))

    def go(self, s: Aiw) -> str | None:
        """[13.2g] [13.2h] [13.2k] They land, or wait at sea behind those who came by land."""
        phase(s).landed = True
        if self.squadron:
            phase(s).effects.append(CARD["lord_john_hay"])
        moving = pick_out(s, self.picked)
        self.picked = []
        fact(s, bitset(moving), FIGHTERS, len(moving))
        others = in_open(s, LIBERAL, self.to) and enemies_about(s, LIBERAL, self.to)
        ferry(s, moving, self.cargo, quay(s, self.x), road(SEA, self.to) if others else self.to)
        s.landed |= bitset(moving)
        phase(s).ashore = self.cargo[:]
        came_by(s, self.to, SEA)
        s.tell("landed", self.x, self.to, len(moving))
        return "end" if others else None

    def evasion(self, s: Aiw) -> None:
        """[13.2m] Carlists may evade a landing like any group."""
        s.call(Evasion(self.to, SEA))

    def end(self, s: Aiw) -> str:
        """[13.2m] The landing stops where it is."""
        settle(s)
        return END

    def hide(self, seat: Side) -> Landing:
        return self if seat == LIBERAL else replace(self, picked=[], cargo=[0, 0, 0])


@dataclass(slots=True)
class Embark(Pick):
    """[13.2c] Choose the port from which the landing starts."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("embark", x) for x in ids_of(SHORES)]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        if refusal := refuse_embarking(s, x):
            return refusal
        return None if any(refuse_beach(s, x, y) is None for y in ids_of(PORTS)) else NO_ENEMY_TO_LAND_AT

    def pick(self, s: Aiw, seat: Side, x: Area) -> None:
        s.caller(self, Landing).x = x


@dataclass(slots=True)
class Beach(Pick):
    """[13.2a] Choose the port where the units land."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("land", x) for x in ids_of(PORTS)]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        return refuse_beach(s, s.caller(self, Landing).x, x)

    def pick(self, s: Aiw, seat: Side, x: Area) -> None:
        s.caller(self, Landing).to = x


@dataclass(slots=True)
class Board(Ask):
    """[13.2e] [13.2f] Choose one or two units that land, and what they bring; no Supply Train."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        landing = s.caller(self, Landing)
        return [
            DONE, *(("ship", b) for b in ids_of(at_quay(s, landing.x)) if b not in landing.picked),
            *loadings(s, quay(s, landing.x)),
        ]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        landing = s.caller(self, Landing)
        if action == DONE:
            return None if landing.picked else NOBODY_LANDS
        if action[0] in ("bring", "load"):
            return refuse_loading(s, landing.x, landing.cargo, action)
        (thing,) = action[1:]
        if refusal := refuse_acting(s, thing):
            return refusal
        if TRAINS >> s.unit[thing] & 1:
            return NO_TRAIN_LANDS
        return TWO_LAND if len(landing.picked) >= LANDING_MOST else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        landing = s.caller(self, Landing)
        if action == DONE:
            return None
        if action[0] in ("bring", "load"):
            take_on_board(s, landing.x, landing.cargo, action)
        else:
            landing.picked.append(action[1])
        return AGAIN

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        loading = action[0] in ("bring", "load")
        return counter(s, seat, action[1], quay(s, s.caller(self, Landing).x)) if loading else None
