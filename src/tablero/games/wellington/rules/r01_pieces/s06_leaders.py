"""[1.6] Leaders, Armies, Army Groups and Commanders."""

from __future__ import annotations

from tablero.games.wellington.board import (
    BATTLE_RATING, COMMAND_RATING, DUCHIES, LEADER_POWER, LEADERS, REGROUP, SIDE_LEADERS, SIDES, UNBUILT
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import (
    lose_soldiers, mark_soldiers, put_soldiers, settle, take_soldiers
)
from tablero.games.wellington.state import Duchies, Duchy, Force, Leader, Leaders, Place, Power, Side, Wellington
from tablero.kernel.bits import ids_of


def leaders_at(s: Wellington, power: Power, x: Duchy) -> Leaders:
    return s.here[x] & LEADERS[power]


def formations(s: Wellington, side: Side) -> Duchies:
    """[1.6e] [20x] [20z] The Duchies in which a side has a piece."""
    one, other = SIDES[side]
    return s.occupied[one] | s.occupied[other]


def armies(s: Wellington, side: Side) -> Duchies:
    """[1.61a] [1.61c] The Duchies in which a side has a Leader."""
    found = 0
    for leader in ids_of(SIDE_LEADERS[side]):
        if s.at[leader] < DUCHIES:
            found |= 1 << s.at[leader]
    return found


def move_leader(s: Wellington, leader: Leader, to: Place) -> None:
    """[9.53c] [9.62b] Put a Leader into a Duchy or a box. Whoever comes back to a Duchy that he has left does not
    command there because he once did."""
    a, power = s.at[leader], LEADER_POWER[leader]
    if a != to and to < DUCHIES and s.commander[(power & 1) * DUCHIES + to] == leader:
        s.commander[(power & 1) * DUCHIES + to] = -1
    s.here[a] &= ~(1 << leader)
    s.at[leader] = to
    s.here[to] |= 1 << leader
    for x in (a, to):
        if x < DUCHIES:
            settle(s, power, x)
    if to >= DUCHIES:
        s.marked &= ~(1 << leader)


def lose_leader(s: Wellington, leader: Leader, to_regroup: bool = False) -> None:
    """A Leader is eliminated, and may be built again; or he goes to the Regroup Box."""
    move_leader(s, leader, REGROUP if to_regroup else UNBUILT)


def move_force(s: Wellington, force: Force, a: Duchy, b: Duchy, marching: bool = False) -> None:
    """Leaders and Soldiers of a Power go to another Duchy; if they march there, it counts [9.42a]."""
    power, leaders, sps = force
    for leader in ids_of(leaders):
        move_leader(s, leader, b)
        s.marched[leader] += marching
    if sps:
        put_soldiers(s, power, b, take_soldiers(s, power, a, sps, any_marker=not marching), marching)


def force_at(s: Wellington, power: Power, x: Duchy) -> Force:
    """All that a Power has in a Duchy."""
    return power, leaders_at(s, power, x), s.sp[power * DUCHIES + x]


def any_of(power: Power, leaders: Leaders = 0) -> Force:
    """Leaders of a Power, or Soldiers of it without one, where it does not matter how many Soldiers they are."""
    return power, leaders, 0


def pieces(force: Force) -> int:
    """[13.1a] [11.3b] SPs and Leaders, each counting one."""
    return force[1].bit_count() + force[2]


def to_regroup(s: Wellington, force: Force, x: Duchy) -> None:
    """All of a force goes to the Regroup Box."""
    power, leaders, sps = force
    lose_soldiers(s, power, x, sps, to_regroup=True)
    for leader in ids_of(leaders):
        lose_leader(s, leader, to_regroup=True)


def mark(s: Wellington, side: Side, x: Duchy) -> None:
    """[10.41d] [11.52f] All Formations of a side in a Duchy get the Battle or Failed Intercept marker."""
    s.marked |= s.here[x] & SIDE_LEADERS[side]
    for power in SIDES[side]:
        mark_soldiers(s, power, x)


def mark_force(s: Wellington, force: Force, x: Duchy) -> None:
    """[9.52a] A force in a Duchy gets the marker, other pieces there do not."""
    power, leaders, sps = force
    s.marked |= leaders & s.here[x]
    mark_soldiers(s, power, x, sps)


# --- Commanders


def best_leader(leaders: Leaders) -> Leader:
    """[1.6g] The Leader with the highest Battle Rating commands, then the one with the highest Command Rating."""
    return max(ids_of(leaders), key=lambda leader: (BATTLE_RATING[leader], COMMAND_RATING[leader], -leader), default=-1)


def commander_at(s: Wellington, side: Side, x: Duchy) -> Leader:
    """[1.6d] [9.62b] The Commander of a side in a Duchy: the one that was named, as long as he is there; -1 without
    Leaders. Where Leaders of both Powers meet, one is named at once (r09)."""
    leaders = s.here[x] & SIDE_LEADERS[side]
    if not leaders:
        return -1
    named = s.commander[side * DUCHIES + x]
    return named if named >= 0 and leaders >> named & 1 else best_leader(leaders)


def commanding_power(s: Wellington, side: Side, x: Duchy) -> Power:
    """[11.51b] [9.62c] The Power of the Commander of a side in a Duchy; without Leaders the Power with more SPs, at a
    tie the one that is later on the Track (reading G16)."""
    commander = commander_at(s, side, x)
    if commander >= 0:
        return LEADER_POWER[commander]
    one, other = SIDES[side]
    return one if s.sp[one * DUCHIES + x] > s.sp[other * DUCHIES + x] else other
