"""[3] Control of spaces, and all that follows when it changes: Victory Points, Republican Morale, works, Sieges,
Isolated Spaces, borders, and the links between the zones.

Effects are immediate [16.3.2a]: `enter` and `capture` see to them, then `settle` looks at what follows from the map.
"""

from __future__ import annotations

from tablero.games.car.board import (
    BORDER, CAPITALS, CHANGES, GUADARRAMA, MADRID, MAIN_CITIES, NAT, NATIONAL_NORTH, NEAR, NORTH, OVIEDO, REP, SEVILLA,
    SIEGE_AT, TABLES, VP, VP_SPACES, WAR_PHASE
)
from tablero.games.car.rules.r02_map import connected, friendly, map_key
from tablero.games.car.rules.r10_movement.s02_works import sweep_works
from tablero.games.car.rules.r13_supply import in_line, north_linked, northern, supplied
from tablero.games.car.state import DIVIDED_NAT, DIVIDED_REP, END_OF_NORTH, LINKED_NORTH, Car, Side, Space, Spaces
from tablero.kernel.bits import ids_of

_MORALE = TABLES.table("morale")
PART_OF_A_ZONE = _MORALE.integer("division_spaces")
ALCAZAR = 2             # index of the Siege
DIVISION_TURN = _MORALE.integer("division_first_turn")


# indices in CHANGES
(
    FROM_MADRID, FROM_CITY, FROM_CAPITAL, FROM_OVIEDO, FROM_SIEGE, FROM_BORDER, FROM_NORTH, FROM_DIVISION, FROM_EVENT,
    FROM_COUNTERATTACK, FROM_PRIORITY,
) = range(len(CHANGES))


def change_vp(s: Car, n: int, source: int = FROM_EVENT) -> None:
    """[5.1.2a] Pro-Nationalist changes raise the Victory Points."""
    if n:
        s.vp += n
        s.tell("vp", n, s.vp, source)


def change_rm(s: Car, n: int, source: int = FROM_EVENT) -> None:
    """[16.3.2a] Republican Morale changes at once; it has no bounds."""
    if n:
        s.rm += n
        s.tell("rm", n, s.rm, source)


def source_of(x: Space) -> int:
    """[5.1.2a] [16.3.3a] What kind of space it is that brings points and Morale."""
    return FROM_MADRID if x == MADRID else FROM_CITY if MAIN_CITIES >> x & 1 else FROM_CAPITAL


def morale_of(x: Space) -> int:
    """[16.3.3a] [16.3.3i] What the capture of a space is worth in Republican Morale: under one line only."""
    if x == MADRID:
        return _MORALE.integer("madrid")
    if MAIN_CITIES >> x & 1:
        return _MORALE.integer("main_city")
    return _MORALE.integer("capital") if (CAPITALS | VP_SPACES) >> x & 1 else 0


def capture(s: Car, side: Side, x: Space) -> None:
    """[3.0] A space changes to the control of a side, with the usual changes; `settle` must follow."""
    bit = 1 << x
    s.held ^= bit
    s.tell("captured", side, x)
    sweep_works(s, 1 - side, x)
    sign = 1 if side == NAT else -1
    change_vp(s, sign * VP[x], source_of(x))
    change_rm(s, -sign * morale_of(x), source_of(x))
    if s.isolated & bit:                                    # [16.2.2a] [16.2.5a]
        s.isolated &= ~bit
        if x == OVIEDO:
            change_vp(s, TABLES.table("victory_points").integer("oviedo_taken_while_isolated"), FROM_OVIEDO)
    if side == REP:
        s.captured[0] |= bit
    else:
        s.captured = [spaces & ~bit for spaces in s.captured]
        lose_bonus(s, x)


def lose_bonus(s: Car, x: Space) -> None:
    """[8.5.5.5a] The Nationalists take back the point of a Strategic Counterattack with its space."""
    bit = 1 << x
    if s.bonus_rm & bit:
        s.bonus_rm &= ~bit
        change_rm(s, -1, FROM_COUNTERATTACK)
    if s.bonus_vp & bit:
        s.bonus_vp &= ~bit
        change_vp(s, 1, FROM_COUNTERATTACK)


def enter(s: Car, side: Side, x: Space) -> None:
    """[10.1.9a] [11.5.6a] Units of a side, which are there now, have entered a space: it is theirs at once."""
    if (s.held >> x & 1) != (side == NAT):
        capture(s, side, x)
        if side == NAT:
            approach_madrid(s, x, occupied=True)
    settle(s)


def approach_madrid(s: Car, x: Space, occupied: bool) -> None:
    """[17.3.2a] [17.3.2b] [CL.ERRa] Note how near the Nationalists have come to Madrid in the War of the Columns, by
    occupying or attacking a space; an attack on Guadarrama does not count."""
    if WAR_PHASE[s.turn]:
        return
    if x == MADRID:
        s.madrid = min(s.madrid, 0 if occupied else 1)
    elif NEAR[MADRID] >> x & 1 and (occupied or x != GUADARRAMA):
        s.madrid = min(s.madrid, 2)


# ------------------------------------------------------------------------------------------------ what follows from it


def settle(s: Car) -> None:
    """[16.3.2a] Look at all that depends on who controls what; call it after every change of control."""
    relieve_sieges(s)
    end_isolation(s)
    watch_borders(s)
    watch_north(s)
    watch_zones(s)
    end_shortage(s)


def relieve_sieges(s: Car) -> None:
    """[16.1.3a] [16.1.3c] A supplied Nationalist unit in the space frees the garrison."""
    for siege, x in enumerate(SIEGE_AT):
        if s.sieges[siege] and s.occupied[NAT] >> x & 1 and supplied(s, NAT) >> x & 1:
            liberate(s, siege)


def liberate(s: Car, siege: int) -> None:
    """[16.1.3a] [16.1.7a] Republican Morale falls by one; the Alcázar is a Victory Point, too."""
    s.sieges[siege] = 0
    s.tell("siege_lifted", siege)
    change_rm(s, _MORALE.integer("siege_liberated"), FROM_SIEGE)
    if siege == ALCAZAR:
        change_vp(s, TABLES.table("victory_points").integer("alcazar_liberated"), FROM_SIEGE)


def end_isolation(s: Car) -> None:
    """[16.2.2a] The marker goes when a normal supply line can be traced."""
    linked = s.isolated & in_line(s, NAT) if s.isolated else 0
    for x in ids_of(linked):
        s.isolated &= ~(1 << x)
        s.tell("linked_up", x)


def watch_borders(s: Car) -> None:
    """[16.3.3b] [16.3.3f] A side that has lost all spaces at the border of its friendly country is cut off; what that
    does to Republican Morale is undone when it has one of them again."""
    for side, change in ((REP, _MORALE.integer("french_border")),
                         (NAT, _MORALE.integer("portuguese_border"))):
        is_cut = not BORDER[side] & friendly(s, side)
        if is_cut != s.severed[side]:
            s.severed[side] = is_cut
            s.tell("cut_off" if is_cut else "border_open", side)
            change_rm(s, change if is_cut else -change, FROM_BORDER)


def watch_north(s: Car) -> None:
    """[16.3.3c] [16.3.3d] Once a game each: the Northern Front is linked with the main zone; it is conquered."""
    if not s.once & END_OF_NORTH:
        if not s.once & LINKED_NORTH and north_linked(s):
            s.once |= LINKED_NORTH
            s.tell("north_linked")
            change_rm(s, _MORALE.integer("north_connected"), FROM_NORTH)
        if not NORTH & ~s.held:
            s.once |= END_OF_NORTH
            s.tell("north_ended")
            change_rm(s, _MORALE.integer("north_ended"), FROM_NORTH)


def watch_zones(s: Car) -> None:
    """[16.3.3e] [16.3.3g] [16.3.3h] From Turn 6 on, once for each side: its zone is divided in two."""
    if s.turn < DIVISION_TURN:
        return
    for side, flag, change in ((REP, DIVIDED_REP, "republican_zone_divided"),
                               (NAT, DIVIDED_NAT, "nationalist_zone_divided")):
        if not s.once & flag and divided(s, side):
            s.once |= flag
            s.tell("divided", side)
            change_rm(s, _MORALE.integer(change), FROM_DIVISION)


def divided(s: Car, side: Side) -> bool:
    """[16.3.3g] Are there two parts of eight or more supplied spaces each that are not joined by land? The Northern
    Front, and what is supplied only from it, is no part."""
    zone = in_line(s, side)
    own, key = friendly(s, side), map_key(s, side)
    if side == REP:
        zone &= ~(NORTH | northern(s))
    large = 0
    while zone:
        part = connected(zone & -zone, own, key) & zone
        zone &= ~part
        large += part.bit_count() >= PART_OF_A_ZONE
    return large > 1


def end_shortage(s: Car) -> None:
    """[17.1.1a] [17.1.1b] [17.1.3a] Ammunition is short until a northern source is joined with Sevilla by land."""
    if s.shortage and connected(NATIONAL_NORTH, s.held, map_key(s, NAT)) >> SEVILLA & 1:
        s.shortage = False
        s.tell("shortage_over")


def vacant(s: Car, side: Side) -> Spaces:
    """The spaces of a side without units."""
    return friendly(s, side) & ~s.occupied[side]
