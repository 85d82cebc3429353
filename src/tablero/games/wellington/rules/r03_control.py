"""[3] Control of Duchies, and what it makes them to each side."""

from __future__ import annotations

from tablero.games.wellington.board import ALL_DUCHIES, FORTRESSES, OWNER, SIDES
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations
from tablero.games.wellington.state import Duchies, Duchy, Power, Side, Wellington

NOBODY = -1
Friendly = tuple[Duchies, Duchies]      # by side: the Duchies Friendly to it


def fortresses(s: Wellington) -> Duchies:
    """[1.21b] [12.3g] Those of the map and Hasty ones."""
    return FORTRESSES | s.hasty


def controlled(s: Wellington, power: Power) -> Duchies:
    """[3.1a] [3.1c] [3.1d] [3.1f] [20l] The Duchies a Power Controls: an enemy Formation cancels it except in a
    Fortress."""
    return s.owned[power] & ~(formations(s, 1 - (power & 1)) & ~fortresses(s))


def controller(s: Wellington, x: Duchy) -> Power:
    """[3.1a] Who Controls a Duchy; nobody where it is Uncontrolled."""
    power = s.flag[x] if s.flag[x] >= 0 else OWNER[x]
    return power if controlled(s, power) >> x & 1 else NOBODY


def friendly(s: Wellington, side: Side) -> Duchies:
    """[3.1h] [8.1b] [20s] Duchies under own or Allied Control; a besieged Fortress stays Friendly to its owner."""
    one, other = SIDES[side]
    return (s.owned[one] | s.owned[other]) & ~(formations(s, 1 - side) & ~fortresses(s))


def enemy(s: Wellington, side: Side) -> Duchies:
    """[3.1h] [20o] Duchies under enemy Control without a Formation of the own side."""
    return friendly(s, 1 - side) & ~formations(s, side)


def uncontrolled(s: Wellington, side: Side) -> Duchies:
    """[3.1d] [3.1f] [3.1h] [20v] Duchies that are neither Friendly nor Enemy to a side, such as the Fortress it
    besieges."""
    return ALL_DUCHIES & ~friendly(s, side) & ~enemy(s, side)


def status(s: Wellington) -> Friendly:
    """What is Friendly to each side now: to be kept where a rule looks at what was so before [10.4j]."""
    return friendly(s, 0), friendly(s, 1)


def besieged(s: Wellington, side: Side) -> Duchies:
    """[12.2f] Fortresses of the enemies of a side with a Formation of that side in their Duchy."""
    one, other = SIDES[1 - side]
    return (s.owned[one] | s.owned[other]) & fortresses(s) & formations(s, side)


def set_owner(s: Wellington, x: Duchy, power: Power) -> None:
    """[7a] [7b] A Duchy gets the Flag of a Power, or none if that is its original owner. A Hasty Fortress goes when the
    Duchy changes sides [12.3g]."""
    before = s.flag[x] if s.flag[x] >= 0 else OWNER[x]
    if before & 1 != power & 1:
        s.hasty &= ~(1 << x)
    for other in range(4):
        s.owned[other] &= ~(1 << x)
    s.owned[power] |= 1 << x
    s.flag[x] = power if OWNER[x] != power else -1


def flags_on_map(s: Wellington, side: Side) -> int:
    """[1.7c] The Flags of a side that are in use."""
    return sum(1 for power in s.flag if power >= 0 and power & 1 == side)
