"""What Command Points are spent on: marches, Sieges, Flags, new pieces. A plan is found anew in each position."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from tablero.bots.heuristic.wellington.outlook import Outlook
from tablero.bots.heuristic.wellington.parties import Party, changed, first_steps, load_wanted, parties, party_of
from tablero.bots.heuristic.wellington.sea import voyage
from tablero.bots.heuristic.wellington.values import A_POINT, LEADER_WORTH
from tablero.games.wellington.board import (
    BATTLE_RATING, COMMAND_RATING, DUCHIES, FREE_MARCH, FRENCH, IN_SPAIN, KEYS, LEADER_POWER, LEADERS, MAP, NEAR,
    ON_MAP, PLYMOUTH, REGROUP, SP_OF
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import best_leader
from tablero.games.wellington.rules.r06_building import Spending, leader_cost, soldier_cost
from tablero.games.wellington.rules.r06_placement import soldier_homes
from tablero.games.wellington.rules.r07_flags import flag_actions
from tablero.games.wellington.rules.r08_diplomacy import ally
from tablero.games.wellington.rules.r09_movement.s01_lines import line_reasons
from tablero.games.wellington.rules.r09_movement.s02_march import March, refuse_leader
from tablero.games.wellington.state import Duchy, Leader, Leaders
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of

REACH = 7               # how far marches are planned, in Duchies
MOST_STEPS = 6          # the most that one Impulse is thought to give; what is further is reached in another one
LATER = 0.8             # what is left of the worth of a march that takes one Impulse more: the enemy is next
USUAL = 5               # pieces of an Army that looks for the way with the least Attrition
NEARBY = 2              # as far an Army goes only to be safe
LEAST = 0.02            # what a march must bring
TOGETHER = 0.12         # a Soldier who comes to an abler Leader, for each point of his Battle Rating more
STOP: Action = ("stop",)


class Deed(NamedTuple):
    """Something that Command Points can be spent on."""

    worth: float
    cost: int
    action: Action
    party: Party | None = None      # that marches
    way: tuple[Duchy, ...] = ()

    @property
    def who(self) -> Leaders:
        return self.party.leaders if self.party else 0


# --- marches


Ways = dict[Duchy, tuple[float, Duchy, int]]    # by Duchy: Attrition of a piece on the way, the Duchy before it, steps


def ways(look: Outlook, x: Duchy, marched: int, free: int) -> Ways:
    """Where an Army can come to, and what each of its pieces suffers. It stops at enemies and enemy Fortresses."""
    key = "ways", x, marched, free
    known = look.cache.get(key)
    if isinstance(known, dict):
        return known
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
        for b, kind in MAP.links[a]:
            if near >> b & 1 and b not in done:
                hurt = line_reasons(ours, theirs, a, b, kind)
                if free < marched + n + 1 <= REACH and n < MOST_STEPS:
                    hurt += 1                   # [9.42a]
                more = toll + hurt / 6 * look.sp
                heappush(heap, (n + 1 + 2.5 * USUAL * more, n + 1, more, b, a))
    look.cache[key] = done
    return done


def way_to(found: Ways, y: Duchy) -> tuple[Duchy, ...]:
    way: list[Duchy] = []
    while found[y][1] >= 0:
        way.append(y)
        y = found[y][1]
    return tuple(reversed(way))


def target_worth(look: Outlook, party: Party, a: Duchy, y: Duchy) -> float:
    """What it is worth that a party comes to a Duchy, from the one before it."""
    s, leader = look.s, party.leader
    if not party.sps:
        return look.unled(leader, y) if (look.us & ~look.closed) >> y & 1 else -1.0
    if look.them >> y & 1:
        return look.attack_worth(party.dice, party.pieces, a, y, party.leaders)
    if look.closed >> y & 1:
        power = LEADER_POWER[leader]
        sps = sum(n for one, _, n in party.armies if LEADER_POWER[one] == power)
        found = look.siege_worth(leader, sps + (s.sp[power * DUCHIES + y] if look.us >> y & 1 else 0), y)
        toll = party.pieces / 6 * look.sp if look.closing() else 0.0
        return found - look.danger(y, party.dice, party.pieces) - toll
    if look.ours >> y & 1:
        gain = look.more_guard(y, party.dice, party.pieces)
        gain += gathered(look, party, y)
    elif look.us >> y & 1:
        gain = 0.0
    else:
        gain = look.worth[y]
    near = NEAR[y] & look.theirs & ~look.them & ~look.forts
    gain += 0.25 * sum(sorted((look.worth[z] for z in ids_of(near)), reverse=True)[:2])
    return gain - look.danger(y, party.dice, party.pieces)


def gathered(look: Outlook, party: Party, y: Duchy) -> float:
    """What it is worth that a party comes to Soldiers without a Leader, or to an abler Leader: to one of its own Power
    with too few of them, or to one of the Ally for an Army Group."""
    s, leader = look.s, party.leader
    power = LEADER_POWER[leader]
    there = s.sp[power * DUCHIES + y]
    others = s.here[y] & LEADERS[power] & ~party.leaders
    allied = s.here[y] & LEADERS[ally(power)] & ~party.leaders
    worth = 0.0
    if allied and s.sp[ally(power) * DUCHIES + y] > 1 and look.front >> y & 1:
        worth = TOGETHER * party.sps * max(0, BATTLE_RATING[best_leader(allied)] - BATTLE_RATING[leader])
    if not others:
        room = min(COMMAND_RATING[leader] - party.sps, there)
        return max(worth, 0.0 if look.garrison_wanted(y) else 0.15 * max(0, room))
    best = best_leader(others)
    room = min(party.sps, COMMAND_RATING[best] - there)
    return max(worth, TOGETHER * room * (BATTLE_RATING[best] - BATTLE_RATING[leader]))


def targets(look: Outlook, party: Party, marched: int, free: int) -> list[tuple[float, tuple[Duchy, ...]]]:
    """All that a party could go to, by what it is worth to be there, over staying; and the way."""
    x = look.s.at[party.leader]
    key = "targets", party, x, marched, free
    if key not in look.cache:
        first, here = first_steps(look, party), staying(look, party)
        reach, some = ways(look, x, marched, free), []
        plain = look.ours & ~look.us & ~look.prized         # only good to get away from the enemy
        for y, (toll, a, n) in reach.items():
            if a >= 0 and (n <= NEARBY if plain >> y & 1 else n <= NEARBY + 3 or look.worth[y] >= 1.0):
                worth = target_worth(look, party, a, y) - toll * party.pieces
                way = way_to(reach, y) if worth - here > LEAST else ()
                if way and first >> way[0] & 1:
                    some.append((worth, way))
        look.cache[key] = here, some
    found = look.cache[key]
    assert isinstance(found, tuple)
    return [(worth - found[0], way) for worth, way in found[1]]


def marches(look: Outlook, party: Party, points: int, marched: int, free: int = FREE_MARCH) -> list[Deed]:
    """The best marches of a party, for as many points as there are. What is further than they reach counts less."""
    reach, deeds = points // party.cost, []
    for gain, way in targets(look, party, marched, free) if reach else ():
        y = way[-1]
        cost = len(way) * party.cost + (0 if (look.ours | look.closed) >> y & 1 else 1)
        if len(way) > reach:
            if look.worth[y] < 1.0:
                continue
            gain *= LATER * reach / len(way)
            gain -= look.danger(way[reach - 1], party.dice, party.pieces)
        elif cost > points:
            gain *= 0.85
        if gain > LEAST:
            deeds.append(Deed(gain, min(points, cost), ("lead", party.leader), party, way))
    return sorted(deeds, key=lambda deed: -deed.worth)[:6]


def staying(look: Outlook, party: Party) -> float:
    """What it is worth that a party stays where it is."""
    s, leader = look.s, party.leader
    x = s.at[leader]
    if not party.sps:
        return look.unled(leader, x)
    all_here = look.dice_at(look.side, x), look.pieces_at(look.side, x)
    here = look.guard(x, *all_here) - look.guard(x, *look.rest(x, party.leaders, party.sps)) - look.danger(x, *all_here)
    if look.closed >> x & 1 and not look.them >> x & 1:
        sps = s.sp[LEADER_POWER[leader] * DUCHIES + x]
        toll = party.pieces / 6 * look.sp if look.closing() else 0.0
        return here + max(0.0, look.siege_worth(leader, sps, x)) - toll
    return here + (0.7 * look.worth[x] if look.theirs >> x & 1 or not look.ours >> x & 1 else 0.0)


def best_marches(look: Outlook, leader: Leader, points: int) -> list[Deed]:
    """The best march that a Leader can begin now with each party."""
    key = "march", leader, points
    if key not in look.cache:
        s, found = look.s, []
        if refuse_leader(s, look.power, leader) is None:
            for party in parties(look, leader):
                some = marches(look, party, points, s.marched[leader])
                found += some[:1]
        look.cache[key] = found
    deeds = look.cache[key]
    assert isinstance(deeds, list)
    return deeds


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
    wanted = max((look.waiting_for(x) for x in ids_of(homes)), default=0.0)
    for action in options:
        if action[0] in ("build", "regroup"):
            n, back = SP_OF[action[1]], action[0] == "regroup"
            found.append(Deed(n * look.sp * (0.7 + 0.5 * wanted), soldier_cost(action[1], back), action))
        elif action[0] == "build_leader":
            leader, back = action[1], s.at[action[1]] == REGROUP
            some = max((look.unled(leader, x) for x in ids_of(homes & KEYS)), default=0.0)
            found.append(Deed(0.4 * LEADER_WORTH[leader] + some, leader_cost(leader, back), action))
    return found


def deeds(look: Outlook, points: int, options: list[Action]) -> list[Deed]:
    """All that points can be spent on now, with what it is worth."""
    found = [Deed(flag_worth(look, action), 1, action) for action in options if action[0] == "flag"]
    found += piece_deeds(look, options)
    for action in options:
        if action[0] == "convoy":
            gain, n = voyage(look, action[1], points)
            found += [Deed(gain, n, action)] if gain > 0 else []
    for leader in ids_of(LEADERS[look.power]):
        if look.s.at[leader] < DUCHIES and look.s.at[leader] != PLYMOUTH:
            found += best_marches(look, leader, points)
    return found


def choose(found: list[Deed], points: int) -> tuple[float, Deed | None]:
    """The deed to begin with so that all points together are worth most; and what that is."""
    rates = sorted(found, key=lambda deed: -deed.worth / deed.cost)
    best, first = 0.0, None
    for deed in rates:
        if deed.cost > points or deed.worth <= 0.0:
            continue
        total, left, seen = deed.worth, points - deed.cost, deed.who
        for other in rates:
            if other is not deed and other.cost <= left and not other.who & seen:
                total += other.worth
                left -= other.cost
                seen |= other.who
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
    found = look.s.frame(March)
    flags = [Deed(flag_worth(look, action), 1, action) for action in options if action[0] == "flag"]
    steps = [action for action in options if action[0] == "step"]
    if not found.armies:
        return counter_march(look, found, steps, flags)
    own = marches_in_hand(look, found)
    if not found.moved and not own:
        return quiet_step(look, steps) if steps else STOP
    deed = headed(look, found, own, flags)
    if deed is None:
        return STOP
    if deed.party is None:
        return deed.action
    return gather_or_step(found, deed.party, deed.way[0], options)


def marches_in_hand(look: Outlook, found: March) -> list[Deed]:
    """The best march of each party that those who are in hand can be."""
    marched, free = look.s.marched[found.armies[0][0]], 9 if found.no_forced else FREE_MARCH
    points, own = found.points(look.s), list[Deed]()
    for party in in_hand(look, found):
        own += marches(look, party, points, marched, free)[:1]
    return own


def headed(look: Outlook, found: March, own: list[Deed], flags: list[Deed]) -> Deed | None:
    """What the Army in hand does next: a march, or a Flag on its way."""
    return choose(flags + own if found.moved else own, found.points(look.s))[1]


def in_hand(look: Outlook, found: March) -> list[Party]:
    """The parties that those who are in hand can be, or become before their first step."""
    if not found.moved:
        leaders = found.leaders()
        some = [party for party in parties(look, found.armies[0][0]) if not leaders & ~party.leaders]
        if found.free_steps >= 0:
            some = [party for party in some if party.cost == 1]
        if some or len(found.armies) > 1:
            return some or [party_of(found.armies)]
    if len(found.armies) > 1:
        return [party_of(found.armies)]
    leader, staff, now = found.armies[0]
    sps = min(load_wanted(look, leader, found.x), COMMAND_RATING[leader] - staff.bit_count())
    return [party_of(((leader, staff, load),)) for load in dict.fromkeys((changed(look, leader, found.x, sps), now))]


def gather_or_step(found: March, party: Party, b: Duchy, options: list[Action]) -> Action:
    """First all that shall go along, then the step."""
    if len(found.armies) == 1:
        _, staff, sps = party.armies[0]
        orders: list[Action] = [("staff", one) for one in ids_of(staff & ~found.armies[0][1])]
        if sps != found.armies[0][2]:
            orders.append(("load", sps))
        for order in orders:
            if order in options:
                return order
    for leader, _, _ in party.armies[1:]:
        if not found.leaders() >> leader & 1 and ("join", leader) in options:
            return ("join", leader)
    if ("step", b) in options:
        return ("step", b)
    return max((action for action in options if action[0] == "step"), default=STOP)


def quiet_step(look: Outlook, steps: list[Action]) -> Action:
    """A step that does no harm."""
    return max(steps, key=lambda action: (not look.them >> action[1] & 1, bool(look.ours >> action[1] & 1)))


def counter_march(look: Outlook, found: March, steps: list[Action], flags: list[Deed]) -> Action:
    """[9.1b] A counter without a Leader: Flag, else stop."""
    best = max(flags, key=lambda deed: deed.worth, default=None)
    if best is not None and best.worth > A_POINT:
        return best.action
    return STOP if found.moved or not steps else quiet_step(look, steps)


def ways_to_spend(look: Outlook, points: int) -> list[Action]:
    """What Command Points could be spent on, marches apart."""
    s = look.s
    options: list[Action] = list(flag_actions(s, look.power))
    options += [("regroup", 0)] * min(points, s.regroup[look.power])
    if soldier_homes(s, look.power):
        options += [("build", 0)] * (points // 2)
        options += [("build_leader", leader) for leader in ids_of(LEADERS[look.power] & s.here[REGROUP])]
    return options


def points_worth(look: Outlook, points: int) -> float:
    """What so many Command Points are worth now."""
    key = "points", points
    if key not in look.cache:
        look.cache[key] = choose(deeds(look, points, ways_to_spend(look, points)), points)[0]
    worth = look.cache[key]
    assert isinstance(worth, float)
    return worth
