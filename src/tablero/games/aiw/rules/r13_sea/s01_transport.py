"""[13.0] [13.1] Naval transport: Liberal units sail from port to port."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tablero.games.aiw.board import (
    AREAS, BILBAO, CARLIST, COASTAL, FIGHTERS, FIRST_REGION, LIBERAL, LOADS, MOST_LOAD, NORTH, PORTS, TABLES, TRAINS
)
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import besieged, capacity, enemy_holds, port_works, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, put, trains
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, move_load
from tablero.games.aiw.rules.r10_actions.s00_used import act, refuse_acting, unused
from tablero.games.aiw.rules.r11_movement.s00_groups import haul, idle_load, portions, refuse_division, refuse_load
from tablero.games.aiw.state import INSIDE, Aiw, Area, Areas, Block, Blocks, Side, Spot
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask, Pick

SHORES = PORTS | COASTAL
SHIP = TABLES.table("sea").integer("transport_half_ap_per_unit")        # [13.1b]

LIBERALS_SAIL = Refusal("13.0a", "liberals_sail")
NO_PORT = Refusal("13.1a", "no_port")
PORT_CANCELLED = Refusal("13.1h", "port_of_bilbao_cancelled")
ENEMY_AT_PORT = Refusal("13.1d", "enemy_at_the_port")
FORTRESS_FULL = Refusal("13.1f", "fortress_full")
SAME_PLACE = Refusal("13.1a", "same_port")
ACTED = Refusal("10.0k", "has_acted")
NOT_A_FIGHTER = Refusal("13.1e", "cannot_sail_alone")
NOTHING_TO_BRING = Refusal("13.1e", "nothing_to_bring")
NOT_A_TRAIN = Refusal("13.1e", "only_trains_are_escorted")
ONE_TRAIN = Refusal("13.1e", "one_train_sails")
ONE_INSIDE = Refusal("18.0c", "one_of_each_inside")


def quay(s: Aiw, x: Area) -> Spot:
    """The spot where Liberal units of a port are: inside its Fortress while it is besieged."""
    return INSIDE + x if x < FIRST_REGION and besieged(s, LIBERAL, x) else x


def at_quay(s: Aiw, x: Area) -> Blocks:
    """The Liberal blocks of a port or coast that could go on board."""
    return s.shut[x] if besieged(s, LIBERAL, x) else in_open(s, LIBERAL, x)


def can_sail(s: Aiw, x: Area) -> Blocks:
    """[10.0k] [13.1b] Infantry and Cavalry that could sail from here."""
    return fighters(s, unused(s, at_quay(s, x)))


def sailing_ports(s: Aiw, blocks: Blocks, shores: Areas = SHORES) -> list[Area]:
    """[13.1a] The ports and coasts from which some of these Liberal blocks can sail."""
    shut_in, opened, shut = s.siege & s.forts[LIBERAL], s.open, s.shut
    if not port_works(s, BILBAO):
        shores &= ~(1 << BILBAO)
    return [x for x in ids_of(shores & (s.present[LIBERAL] | shut_in))
            if blocks & (shut[x] if shut_in >> x & 1 else opened[LIBERAL * AREAS + x])]


def refuse_harbour(s: Aiw, x: Area) -> Refusal | None:
    """[13.1a] [13.1h] [13.1i] Why ships cannot call at an area."""
    if not SHORES >> x & 1:
        return NO_PORT
    return None if port_works(s, x) else PORT_CANCELLED


def refuse_sailing(s: Aiw, x: Area) -> Refusal | None:
    """[13.1a] Why no unit can sail from an area."""
    return refuse_harbour(s, x) or (None if can_sail(s, x) else NOT_A_FIGHTER)


def refuse_haven(s: Aiw, origin: Area, x: Area) -> Refusal | None:
    """[13.1a] [13.1d] Why nothing can be shipped to an area: regions are always free, and so are besieged Fortresses of
    one's own and of the enemy."""
    if x == origin:
        return SAME_PLACE
    refusal = refuse_harbour(s, x)
    if refusal is not None or x >= FIRST_REGION or besieged(s, LIBERAL, x):
        return refusal
    return ENEMY_AT_PORT if enemy_holds(s, LIBERAL, x) else None


def havens(s: Aiw) -> Areas:
    """[13.1d] The ports and coasts where `refuse_haven` has nothing against ships from another."""
    hostile = NORTH & (s.present[CARLIST] | s.forts[CARLIST] & ~s.siege) & ~(s.siege & s.forts[LIBERAL])
    ports = SHORES & ~hostile
    return ports if port_works(s, BILBAO) else ports & ~(1 << BILBAO)


def refuse_room(s: Aiw, x: Area) -> Refusal | None:
    """[13.1f] [13.1g] Is there room for one more unit in a besieged Fortress?"""
    return FORTRESS_FULL if fighters(s, s.shut[x]).bit_count() >= capacity(x) else None


def refuse_arrival(s: Aiw, origin: Area, x: Area) -> Refusal | None:
    """[13.1d] [13.1f] [13.1g] Why one more unit cannot be shipped to an area."""
    return refuse_haven(s, origin, x) or (refuse_room(s, x) if quay(s, x) != x else None)


def refuse_stowing(s: Aiw, x: Area, train: bool, cargo: Sequence[int]) -> Refusal | None:
    """[18.0c] Why a Train, or so many points of guns and Knapsacks, do not fit into a besieged Fortress: it takes in
    one of each."""
    full = train and bool(trains(s, s.shut[x]))
    for kind, points in enumerate(cargo):
        if points:
            full |= load(s, LIBERAL, kind, INSIDE + x) + points > MOST_LOAD[LIBERAL][kind]
    return ONE_INSIDE if full else None


@dataclass(slots=True)
class Transport(Procedure):
    """[13.1] One Liberal unit and what goes with it sails from a port or coast to another."""

    x: Area
    block: Block = -1
    train: Block = -1       # a Supply Train that goes with it
    cargo: list[int] = field(default_factory=lambda: [0, 0, 0])     # points of guns and Knapsack that go with it
    to: Area = -1

    def steps(self) -> tuple[str, ...]:
        return ("choose_unit", "choose_port", "go")

    def choose_unit(self, s: Aiw) -> None:
        """[13.0a] [13.1b] A single unit is activated; so there is one that can sail."""
        fact(s, at_quay(s, self.x) & ~s.acted, FIGHTERS, 1)
        s.call(Ship(LIBERAL))

    def choose_port(self, s: Aiw) -> None:
        """[13.1e] What goes with it, and where to."""
        s.call(Sail(LIBERAL))

    def go(self, s: Aiw) -> None:
        """[13.1d] [13.1f] [13.1j] It arrives, inside the Fortress if that is besieged; nobody can intercept it."""
        blocks = [self.block, self.train] if self.train >= 0 else [self.block]
        moving = pick_out(s, blocks)
        fact(s, bitset(moving), FIGHTERS, 1)
        fact(s, bitset(moving), TRAINS, len(moving) - 1)
        ferry(s, moving, self.cargo, quay(s, self.x), quay(s, self.to))
        s.tell("sailed", self.x, self.to, len(moving))
        settle(s)

    def hide(self, seat: Side) -> Transport:
        return self if seat == LIBERAL else replace(self, block=-1, train=-1, cargo=[0, 0, 0])

    def guess(self, s: Aiw, seat: Side, chance: Random) -> None:
        """Any unit that can sail, alone, once one was chosen."""
        if self.block < 0 and isinstance(s.stack[-1], Sail):
            self.block = chance.choice(ids_of(fighters(s, at_quay(s, self.x) & ~s.acted)))


def ferry(s: Aiw, moving: tuple[Block, ...], cargo: Sequence[int], old: Spot, new: Spot) -> None:
    """[10.0m] Blocks, and points of guns and Knapsack by kind, go from one spot to another, and have acted."""
    act(s, bitset(moving))
    for b in moving:
        put(s, b, new)
    for kind, points in enumerate(cargo):
        if points:
            move_load(s, LIBERAL, kind, old, new, points)
            haul(s, kind, new, points)


@dataclass(slots=True)
class Ship(Pick):
    """[13.1b] Choose the Infantry or Cavalry that sails."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("ship", b) for b in ids_of(at_quay(s, s.caller(self, Transport).x))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return refuse_acting(s, block) or (None if FIGHTERS >> s.unit[block] & 1 else NOT_A_FIGHTER)

    def pick(self, s: Aiw, seat: Side, block: Block) -> None:
        s.caller(self, Transport).block = block


@dataclass(slots=True)
class Sail(Ask):
    """[13.1e] [13.1a] Choose the port or coast where it goes; a Train, guns and a Knapsack may go with it."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        transport = s.caller(self, Transport)
        return [
            *(("sail", x) for x in ids_of(SHORES)),
            *(("escort", b) for b in ids_of(at_quay(s, transport.x)) if b != transport.block),
            *loadings(s, quay(s, transport.x)),
        ]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        transport = s.caller(self, Transport)
        if action[0] in ("bring", "load"):
            return refuse_loading(s, transport.x, transport.cargo, action)
        (thing,) = action[1:]
        if action[0] == "sail":
            return refuse_arrival(s, transport.x, thing) or self._refuse_cargo(s, transport, thing)
        if s.acted >> thing & 1:
            return ACTED
        if not TRAINS >> s.unit[thing] & 1:
            return NOT_A_TRAIN
        return ONE_TRAIN if transport.train >= 0 else None

    def _refuse_cargo(self, s: Aiw, transport: Transport, x: Area) -> Refusal | None:
        if quay(s, x) == x:
            return None
        return refuse_stowing(s, x, transport.train >= 0, transport.cargo)

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        transport = s.caller(self, Transport)
        if action[0] in ("bring", "load"):
            take_on_board(s, transport.x, transport.cargo, action)
            return AGAIN
        (thing,) = action[1:]
        if action[0] == "sail":
            transport.to = thing
            return None
        transport.train = thing
        return AGAIN

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        loading = action[0] in ("bring", "load")
        return counter(s, seat, action[1], quay(s, s.caller(self, Transport).x)) if loading else None


def loadings(s: Aiw, spot: Spot) -> list[Action]:
    """[13.1e] [14.0c] Guns and a Knapsack that could go on board: `bring` all that have not acted, `load` some."""
    actions: list[Action] = [("bring", kind) for kind in range(len(LOADS))]
    for kind in range(len(LOADS)):
        idle = idle_load(s, LIBERAL, kind, spot)
        actions += [("load", kind, n) for n in portions(LIBERAL, kind, idle) if n < idle]
    return actions


def refuse_loading(s: Aiw, x: Area, cargo: Sequence[int], action: Action) -> Refusal | None:
    """[10.0k] [13.1e] [14.0c] Why guns or a Knapsack, or some of their points, cannot go on board."""
    kind, *some = action[1:]
    spot = quay(s, x)
    if kind >= len(LOADS) or cargo[kind] or not load(s, LIBERAL, kind, spot):
        return NOTHING_TO_BRING
    idle = idle_load(s, LIBERAL, kind, spot)
    if not idle:
        return ACTED
    return refuse_load(s, LIBERAL, kind, spot, *some) if some else refuse_division(s, LIBERAL, kind, spot, idle)


def take_on_board(s: Aiw, x: Area, cargo: list[int], action: Action) -> None:
    """[13.1e] [14.0c] So many points go along."""
    kind, *some = action[1:]
    cargo[kind] = some[0] if some else idle_load(s, LIBERAL, kind, quay(s, x))
