"""[17.9] Where units may retreat to: roads, friendly spaces, the Fortress, the sea; and why not elsewhere."""

from __future__ import annotations

from tablero.games.aiw.board import AREAS, BILBAO, CARLIST, FIGHTERS, FIRST_REGION, LIBERAL, MAP, PORTS, ROADS
from tablero.games.aiw.rules.r03_turn.s00_player_phase import entered_by, phase
from tablero.games.aiw.rules.r04_map import besieged, capacity, enemy_holds, river_closed
from tablero.games.aiw.rules.r05_units.s01_blocks import of_units
from tablero.games.aiw.state import INSIDE, Aiw, Area, Areas, Side, Spot
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.refusals import Refusal

ATTACKER, DEFENDER, EVADER = range(3)

NOT_ADJACENT = Refusal("17.9a", "retreat_one_space")
FRIENDLY_FIRST = Refusal("17.9b", "retreat_to_friendly_space_first")
ENEMY_THERE = Refusal("17.9c", "retreat_not_to_the_enemy")
NOT_AN_ENTRY = Refusal("17.9e", "retreat_by_a_road_of_entry")
RELIEF_STAYS_OUT = Refusal("17.9h", "relief_force_not_inside")
ENEMY_CAME_THERE = Refusal("17.9i", "enemy_came_by_that_road")
NO_FORTRESS = Refusal("17.9j", "no_fortress_to_retreat_to")
FORTRESS_FULL = Refusal("17.9j", "fortress_is_full")
CAME_BY_LAND = Refusal("17.9o", "came_by_land")
NO_FRIENDLY_PORT = Refusal("17.9o", "evacuate_to_a_friendly_port")
RIVER_CLOSED = Refusal("17.9p", "river_is_closed")
NO_REGION = Refusal("17.9y", "carlists_do_not_retreat_to_regions")
EVADERS_LEAVE = Refusal("12.2e", "evaders_leave_the_space")


def neighbours(side: Side, x: Area) -> Areas:
    """[17.9a] [17.9q] [17.9y] The areas next to a space to which a side may ever retreat: Carlists not to a region."""
    return MAP.near_bits[x] if side == LIBERAL else ROADS[x]


def open_roads(s: Aiw, side: Side, x: Area, role: int) -> Areas:
    """[17.9e] [17.9i] [17.9k] The neighbours whose roads are open: for attackers those by which their side came in this
    phase, for the others those by which the enemy did not, or by which friends came since."""
    near = neighbours(side, x)
    player_phase = phase(s)
    if role != ATTACKER and player_phase.side == side:
        return near
    entries = bitset(origin for origin in entered_by(s, x) if origin < AREAS)
    if role == ATTACKER:
        return near & entries
    return near & (~entries | bitset(origin for space, origin in player_phase.reopened if space == x))


def free_of_enemies(s: Aiw, side: Side, x: Area) -> bool:
    """[17.9c] [17.9q] No enemy unit or Fortress that is not besieged; in a region enemies do not matter."""
    return x >= FIRST_REGION or not enemy_holds(s, side, x)


def land_ways(s: Aiw, side: Side, x: Area, role: int) -> Areas:
    """[17.9b] [17.9c] Of the neighbours by open roads the friendly ones and those with a besieged enemy Fortress; if
    there are none the enemy ones."""
    areas = bitset(y for y in ids_of(open_roads(s, side, x, role)) if free_of_enemies(s, side, y))
    enemy = ~s.held if side == CARLIST else s.held
    return areas & (~enemy | s.siege & s.forts[1 - side]) or areas


def evacuates(side: Side, role: int, landed: bool) -> bool:
    """[17.9o] [13.2j] Liberal defenders, and units that disembarked."""
    return side == LIBERAL and (role == DEFENDER or role == ATTACKER and landed)


def sea_ways(s: Aiw, x: Area) -> Areas:
    """[17.9o] [17.9p] The friendly Ports to which Liberals may evacuate from a Port."""
    ports = PORTS & ~s.held & ~(1 << x)
    if river_closed(s):
        ports &= ~(1 << BILBAO)
    if not PORTS >> x & 1 or x == BILBAO and river_closed(s):
        return 0
    return bitset(y for y in ids_of(ports) if not enemy_holds(s, LIBERAL, y))


def has_refuge(s: Aiw, side: Side, x: Area, role: int) -> bool:
    """[17.9j] May the units go into a Fortress of the space? Only defenders, and not into a besieged one."""
    return role == DEFENDER and bool(s.forts[side] >> x & 1) and not besieged(s, side, x)


def room_inside(s: Aiw, x: Area) -> int:
    """[18.0b] How many more Infantry and Cavalry units fit into the Fortress of a space."""
    return capacity(x) - of_units(s, s.shut[x], FIGHTERS).bit_count()


def ways_out(s: Aiw, side: Side, x: Area, role: int, landed: bool = False) -> list[Spot]:
    """[17.9b] [17.9e] [17.9i] [17.9j] [17.9o] The spots to which Infantry and Cavalry of a side may retreat from a
    space by the normal rules; empty if they are surrounded. `landed` are attackers who disembarked in this phase."""
    areas = land_ways(s, side, x, role)
    if evacuates(side, role, landed):
        areas |= sea_ways(s, x)
    ways = list(ids_of(areas))
    if has_refuge(s, side, x, role) and room_inside(s, x) > 0:
        ways.append(INSIDE + x)
    return ways


def refuse_way(s: Aiw, side: Side, x: Area, role: int, y: Area, landed: bool = False) -> Refusal | None:
    """Why units may not retreat to an area; the combat space itself stands for its Fortress."""
    if (INSIDE + x if y == x else y) in ways_out(s, side, x, role, landed):
        return None
    if y == x:
        return _refuse_inside(s, side, x, role)
    if not neighbours(side, x) >> y & 1:
        if MAP.near_bits[x] >> y & 1:
            return NO_REGION
        return _refuse_sea(s, side, x, role, y, landed) if side == LIBERAL and PORTS >> y & 1 else NOT_ADJACENT
    if not free_of_enemies(s, side, y):
        return ENEMY_THERE
    if not open_roads(s, side, x, role) >> y & 1:
        return NOT_AN_ENTRY if role == ATTACKER else ENEMY_CAME_THERE
    return FRIENDLY_FIRST


def _refuse_inside(s: Aiw, side: Side, x: Area, role: int) -> Refusal:
    if not s.forts[side] >> x & 1:
        return NO_FORTRESS
    if role == EVADER:
        return EVADERS_LEAVE
    return FORTRESS_FULL if has_refuge(s, side, x, role) else RELIEF_STAYS_OUT


def _refuse_sea(s: Aiw, side: Side, x: Area, role: int, y: Area, landed: bool) -> Refusal:
    if not PORTS >> x & 1:
        return NOT_ADJACENT
    if not evacuates(side, role, landed):
        return CAME_BY_LAND
    if BILBAO in (x, y) and river_closed(s):
        return RIVER_CLOSED
    return ENEMY_THERE if enemy_holds(s, side, y) else NO_FRIENDLY_PORT
