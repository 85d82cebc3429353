"""What Command Points are spent on: marches, Sieges, Flags, new pieces. A plan is found anew in each position."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from tablero.bots.heuristic.wellington.outlook import Outlook
from tablero.bots.heuristic.wellington.values import A_POINT, LEADER_WORTH
from tablero.games.wellington.board import (
    BATTLE_RATING, COMMAND_RATING, DUCHIES, FREE_MARCH, FRENCH, IN_SPAIN, KEYS, LEADER_POWER, LEADERS, MAP, NEAR,
    ON_MAP, PLYMOUTH, REGROUP, SP_OF
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import fits, unmarked
from tablero.games.wellington.rules.r01_pieces.s06_leaders import best_leader
from tablero.games.wellington.rules.r06_building import Spending, leader_cost, soldier_cost
from tablero.games.wellington.rules.r06_placement import soldier_homes
from tablero.games.wellington.rules.r07_flags import flag_actions
from tablero.games.wellington.rules.r09_movement.s01_lines import line_reasons
from tablero.games.wellington.rules.r09_movement.s02_march import March, refuse_leader
from tablero.games.wellington.state import Duchy, Leader
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of

REACH = 9               # how far marches are planned, in Duchies
MOST_STEPS = 6          # the most that one Impulse is thought to give; what is further is reached in another one
LATER = 0.8             # what is left of the worth of a march that takes one Impulse more: the enemy is next
STOP: Action = ("stop",)


class Deed(NamedTuple):
    """Something that Command Points can be spent on."""

    worth: float
    cost: int
    action: Action
    who: int = -1           # the Leader that marches
    way: tuple[Duchy, ...] = ()


# --- marches


def load_wanted(look: Outlook, leader: Leader, x: Duchy) -> int:
    """The SPs that a Leader should take along: all that he can, but one stays in a Key that nobody else holds."""
    s, power = look.s, LEADER_POWER[leader]
    here = s.sp[power * DUCHIES + x]
    free = unmarked(s, power, x)
    n = min(free, COMMAND_RATING[leader])
    if n == here > 1 and not s.sp[(power ^ 2) * DUCHIES + x] and look.garrison_wanted(x):
        n -= 1
    return n


Ways = dict[Duchy, tuple[float, Duchy, int]]       # by Duchy: Attrition on the way, the Duchy before it, steps


def ways(look: Outlook, x: Duchy, pieces: int, marched: int, free: int = FREE_MARCH) -> Ways:
    """Where an Army can come to. It stops at enemies and enemy Fortresses."""
    ours, theirs = look.ours, look.theirs
    stops = look.them | look.closed
    done: Ways = {}
    heap: list[tuple[float, int, float, Duchy, int]] = [(0.0, 0, 0.0, x, -1)]
    while heap:
        _, n, toll, a, before = heappop(heap)
        if a in done:
            continue
        done[a] = toll, before, n
        if n >= REACH or n and stops >> a & 1:
            continue
        near = NEAR[a] & ON_MAP
        if look.closed >> a & 1:
            near &= ~theirs
        for b in ids_of(near):
            if b not in done:
                hurt = line_reasons(ours, theirs, a, b, MAP.edge_kind(a, b))
                if free < marched + n + 1 <= REACH and n < MOST_STEPS:
                    hurt += 1                   # [9.42a]
                more = toll + hurt * pieces / 6 * look.sp
                heappush(heap, (n + 1 + 2.5 * more, n + 1, more, b, a))
    return done


def way_to(found: Ways, y: Duchy) -> tuple[Duchy, ...]:
    way: list[Duchy] = []
    while found[y][1] >= 0:
        way.append(y)
        y = found[y][1]
    return tuple(reversed(way))


def target_worth(look: Outlook, leader: Leader, sps: int, a: Duchy, y: Duchy) -> float:
    """What it is worth that an Army comes to a Duchy, from the one before it."""
    s = look.s
    dice, pieces = look.army_dice(leader, sps), sps + 1
    if look.them >> y & 1:
        return look.attack_worth(dice, pieces, a, y)
    if look.closed >> y & 1:
        found = look.siege_worth(leader, sps + (s.sp[LEADER_POWER[leader] * DUCHIES + y] if look.us >> y & 1 else 0), y)
        return found - look.danger(y, dice, pieces) - (pieces / 6 * look.sp if look.closing() else 0.0)
    if look.ours >> y & 1:
        gain = look.more_guard(y, dice, pieces)
        gain += gathered(look, leader, sps, y)
    elif look.us >> y & 1:
        gain = 0.0
    else:
        gain = look.worth[y]
    near = NEAR[y] & look.theirs & ~look.them & ~look.forts
    gain += 0.25 * sum(sorted((look.worth[z] for z in ids_of(near)), reverse=True)[:2])
    return gain - look.danger(y, dice, pieces)


def gathered(look: Outlook, leader: Leader, sps: int, y: Duchy) -> float:
    """What it is worth that an Army comes to Soldiers without a Leader, or to an abler Leader with too few."""
    s, power = look.s, LEADER_POWER[leader]
    there = s.sp[power * DUCHIES + y]
    others = s.here[y] & LEADERS[power] & ~(1 << leader)
    if not others:
        return 0.0 if look.garrison_wanted(y) else 0.15 * max(0, min(COMMAND_RATING[leader] - sps, there))
    best = best_leader(others)
    room = min(sps, COMMAND_RATING[best] - there)
    return 0.12 * room * (BATTLE_RATING[best] - BATTLE_RATING[leader]) if room > 0 else 0.0


def marches(look: Outlook, leader: Leader, points: int, sps: int, marched: int, free: int = FREE_MARCH) -> list[Deed]:
    """The best marches of an Army, for as many points as there are."""
    s = look.s
    x = s.at[leader]
    dice, pieces = look.army_dice(leader, sps), sps + 1
    found = ways(look, x, pieces, marched, free)
    all_here = look.dice_at(look.side, x), look.pieces_at(look.side, x)
    here = look.guard(x, *all_here) - look.guard(x, *look.rest(x, leader, sps)) - look.danger(x, *all_here)
    if look.closed >> x & 1 and not look.them >> x & 1:
        here += max(0.0, look.siege_worth(leader, sps, x)) - (pieces / 6 * look.sp if look.closing() else 0.0)
    elif look.theirs >> x & 1 or not look.ours >> x & 1:
        here += 0.7 * look.worth[x]
    deeds = []
    for y, (toll, a, n) in found.items():
        if a < 0 or n > points and look.worth[y] < 1.0:
            continue
        worth = target_worth(look, leader, sps, a, y) - toll
        if worth - here <= 0.02:
            continue
        way = way_to(found, y)
        flag = 1 if not (look.ours | look.closed) >> y & 1 else 0
        cost = len(way) + flag
        if cost > points:
            if len(way) <= points:
                worth *= 0.85
            else:
                worth *= LATER * points / cost
                worth -= look.danger(way[points - 1], dice, pieces)
            cost = points
        if worth - here > 0.02:
            deeds.append(Deed(worth - here, max(1, cost), ("lead", leader), leader, way))
    return sorted(deeds, reverse=True)[:6]


def best_march(look: Outlook, leader: Leader, points: int) -> Deed | None:
    """The best march that a Leader can begin now."""
    key = "march", leader, points
    if key not in look.cache:
        s = look.s
        found: Deed | None = None
        if refuse_leader(s, look.power, leader) is None:
            sps = load_wanted(look, leader, s.at[leader])
            some = marches(look, leader, points, sps, s.marched[leader]) if sps else []
            found = max(some, key=lambda deed: deed.worth, default=None)
        look.cache[key] = found
    deed = look.cache[key]
    assert deed is None or isinstance(deed, Deed)
    return deed


# --- everything else


def flag_worth(look: Outlook, action: Action) -> float:
    """What a Flag is worth; of two Powers whose it can be, the own one."""
    _, x, owner = action
    here = look.worth[x] * (0.25 if look.us >> x & 1 else 1.0)
    if look.us >> x & 1 and look.worth[x] > 1.0:
        here = 0.5 * look.worth[x]
    if look.side == FRENCH and IN_SPAIN >> x & 1 and not look.us >> x & 1:
        here *= 0.6                 # Guerrillas take back every second one
    return here + (0.01 if owner == look.power else 0.0)


def piece_deeds(look: Outlook, options: list[Action]) -> list[Deed]:
    """New pieces, and those of the Regroup Box."""
    s, found = look.s, []
    homes = soldier_homes(s, look.power)
    near = max((look.risk(x, 0, 0) for x in ids_of(homes)), default=0.0)
    for action in options:
        if action[0] in ("build", "regroup"):
            n, back = SP_OF[action[1]], action[0] == "regroup"
            found.append(Deed(n * look.sp * (0.9 + 0.3 * near), soldier_cost(action[1], back), action))
        elif action[0] == "build_leader":
            leader, back = action[1], s.at[action[1]] == REGROUP
            waiting = max((s.sp[look.power * DUCHIES + x] for x in ids_of(homes & KEYS)
                           if not s.here[x] & LEADERS[look.power]), default=0)
            worth = LEADER_WORTH[leader] * (0.5 + 0.15 * min(4, waiting))
            found.append(Deed(worth, leader_cost(leader, back), action))
    return found


def deeds(look: Outlook, points: int, options: list[Action]) -> list[Deed]:
    """All that points can be spent on now, with what it is worth."""
    found = [Deed(flag_worth(look, action), 1, action) for action in options if action[0] == "flag"]
    found += piece_deeds(look, options)
    for leader in ids_of(LEADERS[look.power]):
        if look.s.at[leader] < DUCHIES and look.s.at[leader] != PLYMOUTH:
            deed = best_march(look, leader, points)
            if deed is not None:
                found.append(deed)
    return found


def choose(found: list[Deed], points: int) -> tuple[float, Deed | None]:
    """The deed to begin with so that all points together are worth most; and what that is."""
    rates = sorted(found, key=lambda deed: -deed.worth / deed.cost)
    best, first = 0.0, None
    for deed in rates:
        if deed.cost > points or deed.worth <= 0.0:
            continue
        total, left, seen = deed.worth, points - deed.cost, {deed.who}
        for other in rates:
            if other is not deed and other.cost <= left and (other.who < 0 or other.who not in seen):
                total += other.worth
                left -= other.cost
                seen.add(other.who)
        if total > best + 1e-9:
            best, first = total, deed
    return best, first


def siege_deed(look: Outlook, options: list[Action]) -> Action | None:
    """The Siege that is worth most, if any is worth it."""
    best, found = 0.0, None
    for action in options:
        if action[0] == "besiege":
            leader = action[1]
            sps = look.s.sp[LEADER_POWER[leader] * DUCHIES + look.s.at[leader]]
            worth = look.siege_worth(leader, sps, look.s.at[leader], again=False)
            if worth > best:
                best, found = worth, action
    return found


def spend(look: Outlook, options: list[Action]) -> Action:
    """[5.5a] The next Command Points: what belongs to the best plan. A Siege is free, and comes first."""
    if ("relieve",) in options:
        return relief(look, options)
    besiege = siege_deed(look, options)
    if besiege is not None:
        return besiege
    points = look.s.frame(Spending).points
    _, deed = choose(deeds(look, points, options), points)
    if deed is None or deed.worth < 0.1 * A_POINT * deed.cost:
        return DONE
    return deed.action if deed.action in options else DONE


def relief(look: Outlook, options: list[Action]) -> Action:
    """[6.3i] As many Soldiers as possible before the besieger is faced."""
    some = [action for action in options if action[0] in ("regroup", "build")]
    return max(some, key=lambda action: SP_OF[action[1]], default=("relieve",))


def march(look: Outlook, options: list[Action]) -> Action:
    """[9.1a] The Army in hand goes on to the best Duchy that it can reach, and Flags are placed on the way."""
    s = look.s
    found = s.frame(March)
    points = found.points(s)
    flags = [Deed(flag_worth(look, action), 1, action) for action in options if action[0] == "flag"]
    steps = [action for action in options if action[0] == "step"]
    if not found.armies:
        return counter_march(look, found, steps, flags)
    leader = found.armies[0][0]
    free = 9 if found.no_forced else FREE_MARCH
    sps = load_wanted(look, leader, found.x)
    own = [deed for deed in marches(look, leader, points, sps, s.marched[leader], free)
           if ("step", deed.way[0]) in options]
    if not steps and not found.moved:
        return load_all(found, options)
    best = max(own, key=lambda deed: deed.worth, default=None)
    if not found.moved and best is None:
        return quiet_step(look, steps) if steps else STOP
    _, deed = choose(flags + ([best] if best else []), points)
    if deed is None:
        return STOP
    if deed.action[0] == "flag":
        return deed.action
    return load_or_step(look, found, sps, deed.way[0], options)


def load_all(found: March, options: list[Action]) -> Action:
    loads = [action for action in options if action[0] == "load"]
    most = max(loads, default=STOP)
    return most if most != STOP and most[1] > found.armies[-1][2] else STOP


def quiet_step(look: Outlook, steps: list[Action]) -> Action:
    """A step that does no harm."""
    return max(steps, key=lambda action: (not look.them >> action[1] & 1, bool(look.ours >> action[1] & 1)))


def load_or_step(look: Outlook, found: March, sps: int, b: Duchy, options: list[Action]) -> Action:
    """First the Soldiers that shall go along, then the step."""
    leader, _, now = found.armies[-1]
    power = LEADER_POWER[leader]
    while sps < look.s.sp[power * DUCHIES + found.x] and not fits(look.s, power, [(found.x, -sps), (b, sps)]):
        sps += 1
    if now != sps and len(found.armies) == 1 and ("load", sps) in options:
        return ("load", sps)
    return ("step", b)


def counter_march(look: Outlook, found: March, steps: list[Action], flags: list[Deed]) -> Action:
    """[9.1b] A counter without a Leader: Flag, else stop."""
    best = max(flags, key=lambda deed: deed.worth, default=None)
    if best is not None and best.worth > A_POINT:
        return best.action
    return STOP if found.moved or not steps else quiet_step(look, steps)


def points_worth(look: Outlook, points: int) -> float:
    """What so many Command Points are worth now."""
    key, s = ("points", points), look.s
    if key not in look.cache:
        options: list[Action] = list(flag_actions(s, look.power))
        options += [("regroup", 0)] * min(points, s.regroup[look.power])
        if soldier_homes(s, look.power):
            options += [("build", 0)] * (points // 2)
            options += [("build_leader", leader) for leader in ids_of(LEADERS[look.power] & s.here[REGROUP])]
        look.cache[key] = choose(deeds(look, points, options), points)[0]
    worth = look.cache[key]
    assert isinstance(worth, float)
    return worth
