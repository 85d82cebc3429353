"""What the rulebook says about a position: Control, marches, Flags, building, the sea, interception and evasion.

Written from the rulebook alone: it shares component data with the program, no rule. movement.py compares it with the
program.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Any

import tablero.games.wellington

assert tablero.games.wellington.GAME
board = sys.modules["tablero.games.wellington.board"]
BRITAIN, SUD, SPAIN, NORD = range(4)
DUCHIES: int = board.DUCHIES
PLYMOUTH: int = board.PLYMOUTH
CLEAR, ROUGH, RIVER, PASS = range(4)
INFANTRY, CAVALRY, ARTILLERY = range(3)
STRENGTH = (1, 2, 4)
RATING, COMMAND = board.BATTLE_RATING, board.COMMAND_RATING
LEADER_POWER = board.LEADER_POWER
CARD = board.CARD

Action = tuple[Any, ...]


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def has(mask: int, n: int) -> bool:
    return bool(mask >> n & 1)


def side_of(power: int) -> int:
    return power % 2


def ally_of(power: int) -> int:
    return (power + 2) % 4


class Sheet:
    """A position, and the rules about it."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.impulse: Any = next((f for f in s.stack if type(f).__name__ == "Impulse"), None)

    # ------------------------------------------------------------------------------------------------------ the pieces

    def sp(self, power: int, x: int) -> int:
        return int(self.s.sp[power * DUCHIES + x])

    def chiefs(self, power: int, x: int) -> list[int]:
        """The Leaders of a Power in a Duchy."""
        return [n for n, place in enumerate(self.s.at) if place == x and LEADER_POWER[n] == power]

    def stands(self, power: int, x: int) -> bool:
        """[1.6e] Is there a Formation of the Power?"""
        return self.sp(power, x) > 0 or bool(self.chiefs(power, x))

    def held(self, side: int, x: int) -> bool:
        return self.stands(side, x) or self.stands(side + 2, x)

    def side_chiefs(self, side: int, x: int) -> list[int]:
        return self.chiefs(side, x) + self.chiefs(side + 2, x)

    def commander(self, side: int, x: int) -> int:
        """[1.6g] [9.62b] The one that was named, else the best."""
        there = self.side_chiefs(side, x)
        named = int(self.s.commander[side * DUCHIES + x])
        if named in there:
            return named
        return max(there, key=lambda n: (RATING[n], COMMAND[n], -n), default=-1)

    def tagged(self, power: int, x: int) -> list[tuple[int, int, int]]:
        """Soldiers of a pile by (Duchies entered, marked, SPs)."""
        tags = [(march, mark, sps) for pile, march, mark, sps in self.s.tags if pile == power * DUCHIES + x]
        fresh = self.sp(power, x) - sum(sps for _, _, sps in tags)
        return sorted([*tags, (0, 0, fresh)]) if fresh else sorted(tags)

    def unmarked(self, power: int, x: int) -> int:
        return sum(sps for _, mark, sps in self.tagged(power, x) if not mark)

    def fits(self, power: int, piles: Iterable[int], spare: tuple[int, int, int] = (0, 0, 0)) -> bool:
        """[1.5c] Can these stacks be made of the counters of a Power, some of which are taken already?"""
        mix = [n - used for n, used in zip(board.MIX[power], spare, strict=True)]
        stacks = list(piles)
        guns = min(mix[ARTILLERY], sum(n // 4 for n in stacks))
        horse = min(mix[CAVALRY], sum(n // 2 for n in stacks) - 2 * guns)
        return min(mix) >= 0 and sum(stacks) - 4 * guns - 2 * horse <= mix[INFANTRY]

    def piles(self, power: int, change: dict[int, int] | None = None) -> list[int]:
        """The stacks of a Power: by Duchy and in the Regroup Box, with some of them changed (-1 is the Box)."""
        change = change or {}
        found = [self.sp(power, x) + change.get(x, 0) for x in range(DUCHIES)]
        return [*found, self.s.regroup[power] + change.get(-1, 0)]

    # ---------------------------------------------------------------------------------------------------- [3] Control

    def owner(self, x: int) -> int:
        """By its Flag, or by what is printed."""
        flag = self.s.flag[x]
        return int(flag if flag >= 0 else board.OWNER[x])

    def fortress(self, x: int) -> bool:
        return has(board.FORTRESSES | self.s.hasty, x)

    def friendly(self, side: int, x: int) -> bool:
        """[3.1h] Own or Ally's Control; a besieged Fortress stays its owner's."""
        return side_of(self.owner(x)) == side and (self.fortress(x) or not self.held(1 - side, x))

    def enemy(self, side: int, x: int) -> bool:
        """[3.1h] The enemy Controls it, and nobody of ours stands there."""
        return side_of(self.owner(x)) != side and not self.held(side, x)

    def controls(self, power: int, x: int) -> bool:
        return self.owner(x) == power and self.friendly(side_of(power), x)

    def home(self, power: int) -> list[int]:
        """[1.21] [6.3a] The Controlled Home Duchies of a Power."""
        land = board.IN_SPAIN if power == SPAIN else board.PRINTED_HOME[power]
        return [x for x in bits(land) if x != PLYMOUTH and self.controls(power, x)]

    def landing(self, power: int) -> list[int]:
        """[6.3e] Where pieces come into play: Home Duchies, or those of the other French Power."""
        own = self.home(power)
        if side_of(power) == 1:
            lost = all(has(self.s.hasty, x) and self.held(0, x) for x in own) and len(own) <= 1
            if lost:
                own = own + self.home(ally_of(power))
        return own

    # -------------------------------------------------------------------------------------------------- [9] movement

    def line(self, a: int, b: int, bridged: bool = False) -> int:
        kind = int(board.MAP.edge_kind(a, b))
        if kind >= 0 and self.impulse is not None and ((a, b) in self.impulse.blown or (b, a) in self.impulse.blown):
            kind = RIVER
        return CLEAR if kind == RIVER and bridged else kind

    def near(self, x: int) -> list[int]:
        return [y for y in range(DUCHIES) if board.MAP.edge_kind(x, y) >= 0]

    def leaves(self, side: int, a: int, b: int) -> bool:
        """[12.4b] Out of the Duchy of an enemy Fortress only to Friendly or Uncontrolled ones or a besieged one."""
        if not self.fortress(a) or side_of(self.owner(a)) == side:
            return True
        return not self.enemy(side, b)

    def quartered(self, power: int, x: int) -> bool:
        return any(who == power and where == x for who, where, _ in self.s.quarters)

    def ways(self, power: int, a: int, turning: bool = False) -> set[int]:
        if self.quartered(power, a):
            return set()
        return {b for b in self.near(a) if turning or self.leaves(side_of(power), a, b)}

    def reasons(self, side: int, a: int, b: int, kind: int) -> int:
        """[9.41a] [9.43a] Why a step costs Attrition, Forced March aside."""
        safe = self.friendly(side, a)
        through_pass = kind == PASS and not (safe and self.friendly(side, b))
        ambush = self.enemy(side, b) and not safe
        return int(through_pass) + int(ambush)

    def tired(self, leader: int) -> bool:
        """The Heat of La Mancha: no more Duchies for this Leader."""
        return any(n == leader and left <= 0 for n, left in self.impulse.tired)

    def may_lead(self, power: int) -> set[Action]:
        """[9.1a] Leaders who can start a march."""
        found = set()
        for n, x in enumerate(self.s.at):
            if LEADER_POWER[n] != power or x >= DUCHIES or has(self.s.marked, n):
                continue
            if self.near(x) and not self.quartered(power, x):
                found.add(("lead", n))
        return found

    def may_walk(self, power: int) -> set[Action]:
        """[9.1b] [9.1c] Counters without a Leader, one by one."""
        found = set()
        for x in range(DUCHIES):
            free = self.unmarked(power, x)
            if not free or not self.near(x) or self.quartered(power, x):
                continue
            for arm in (INFANTRY, CAVALRY):
                n = STRENGTH[arm]
                taken = (int(arm == INFANTRY), int(arm == CAVALRY), 0)
                if free >= n and self.fits(power, self.piles(power, {x: -n}), taken):
                    found.add(("counter", x, arm))
        return found

    # ------------------------------------------------------------------------------------------------------ [7] Flags

    def flags_left(self, side: int) -> int:
        return int(board.FLAGS[side] - sum(1 for p in self.s.flag if p >= 0 and side_of(p) == side))

    def flag_words(self, power: int, by: int, x: int) -> set[Action]:
        """[7] Whose Duchy it may become when a Formation of `power` under a Commander of `by` Flags it."""
        owners = {by}
        original = board.OWNER[x]
        if original == ally_of(by):
            owners.add(original)
        if by == BRITAIN and has(board.SYMBOLS & board.IN_SPAIN, x):
            owners.add(SPAIN)
        if not self.flags_left(side_of(power)):
            owners &= {original}
        return {("flag", x, p) for p in owners}

    def can_intercept_into(self, side: int, x: int) -> bool:
        """[7.1f] An Army of a side next to x that could intercept into it."""
        if self.settled(1 - side, x) and not self.held(side, x):
            return False
        for y in self.near(x):
            for n in self.side_chiefs(side, y):
                if self.may_intercept(n, y, x):
                    return True
        return False

    def settled(self, side: int, x: int) -> bool:
        """[10.1b] Has a side a Formation in x that has neither moved nor been placed in this Impulse?"""
        for power in (side, side + 2):
            for n in self.chiefs(power, x):
                if not self.s.marched[n] and not (self.impulse and has(self.impulse.arrived, n)):
                    return True
            fresh = sum(sps for march, _, sps in self.tagged(power, x) if not march)
            new = sum(n for pile, n in self.impulse.arrived_piles if pile == power * DUCHIES + x) if self.impulse else 0
            if fresh > new:
                return True
        return False

    def may_intercept(self, n: int, y: int, x: int) -> bool:
        """[10.3] One Leader, from y into x, whatever stands there."""
        power = LEADER_POWER[n]
        if has(self.s.marked, n) or self.quartered(power, y):
            return False
        bridged = self.impulse is not None and has(self.impulse.bridged, n)
        return self.line(y, x, bridged) != RIVER and self.leaves(side_of(power), y, x)

    def commanding(self, power: int, x: int) -> int:
        """[9.62d] Whose Flag the Formations of a Power in x place."""
        if self.chiefs(power, x) and self.chiefs(ally_of(power), x):
            return LEADER_POWER[self.commander(side_of(power), x)]
        return power

    def may_flag(self, power: int) -> set[Action]:
        side = side_of(power)
        found: set[Action] = set()
        for x in range(DUCHIES):
            if side_of(self.owner(x)) == side or self.fortress(x) or self.held(1 - side, x) or x == PLYMOUTH:
                continue
            if self.stands(power, x):
                found |= self.flag_words(power, self.commanding(power, x), x)
            if self.can_intercept_into(1 - side, x):
                continue
            for y in self.near(x):
                if self.chiefs(power, y) and self.friendly(side, y):
                    found |= self.flag_words(power, self.commanding(power, y), x)
        return found

    # --------------------------------------------------------------------------------------------------- [6] building

    def soldier_places(self, power: int) -> list[int]:
        places = self.landing(power)
        if power == BRITAIN and has(self.s.turn_events, CARD["portuguese_unrest"]):
            places = [x for x in places if x in (board.LISBON, board.GIBRALTAR)]
        return places

    def leader_places(self, power: int) -> list[int]:
        places = [x for x in self.landing(power) if has(board.KEYS, x)]
        return [*places, PLYMOUTH] if power == BRITAIN else places

    def may_build(self, power: int, points: int) -> set[Action]:
        found: set[Action] = set()
        places = self.soldier_places(power)
        for arm, n in enumerate(STRENGTH):
            if any(self.build_fits(power, arm, x, False) for x in places) and points >= 2 * n:
                found.add(("build", arm))
            if self.s.regroup[power] >= n and points >= n and places:
                if any(self.build_fits(power, arm, x, True) for x in places):
                    found.add(("regroup", arm))
        for n, place in enumerate(self.s.at):
            if LEADER_POWER[n] != power or has(self.s.recalled, n) or not self.leader_places(power):
                continue
            cost = (COMMAND[n] + 1) // 2 if place == board.UNBUILT else 1 if place == board.REGROUP else 99
            if points >= cost:
                found.add(("build_leader", n))
        return found

    def build_fits(self, power: int, arm: int, x: int, regroup: bool) -> bool:
        n = STRENGTH[arm]
        taken = (int(arm == INFANTRY), int(arm == CAVALRY), int(arm == ARTILLERY))
        return self.fits(power, self.piles(power, {-1: -n} if regroup else None), taken)

    # ------------------------------------------------------------------------------------------------ [14] the sea

    def friendly_port(self, side: int, x: int) -> bool:
        return has(board.PORTS, x) and self.friendly(side, x)

    def open_sea(self, side: int, a: int, b: int) -> bool:
        """[14.4a] In one Zone, or past a Gibraltar that is not the enemy's."""
        if any(has(zone, a) and has(zone, b) for zone in board.ZONES):
            return True
        return side_of(self.owner(board.GIBRALTAR)) == side

    def sailors(self, power: int, a: int) -> tuple[list[int], int]:
        """[14.2b] Who has been in the Port since the Impulse began and has not moved."""
        im = self.impulse
        leaders = [n for n in self.chiefs(power, a) if not has(self.s.marked, n) and not self.s.marched[n]
                   and not has(im.arrived, n)]
        fresh = sum(sps for march, mark, sps in self.tagged(power, a) if not march and not mark)
        new = sum(n for pile, n in im.arrived_piles if pile == power * DUCHIES + a)
        return leaders, max(0, min(fresh, self.sp(power, a) - new))

    def may_sail(self, power: int) -> set[Action]:
        found = set()
        for a in bits(board.PORTS):
            leaders, sps = self.sailors(power, a)
            if (leaders or sps) and self.friendly_port(side_of(power), a) and self.harbours(power, a):
                if not self.quartered(power, a) and has(self.impulse.ports, a):
                    found.add(("convoy", a))
        return found

    def harbours(self, power: int, a: int, assault: bool = False) -> set[int]:
        side = side_of(power)
        found = set()
        for b in bits(board.PORTS):
            if b == a or not self.open_sea(side, a, b):
                continue
            if assault:
                hostile = side_of(self.owner(b)) != side and (self.fortress(b) or not self.held(side, b))
                if has(board.MINOR_PORTS, b) and hostile:
                    found.add(b)
            elif self.friendly(side, b):
                found.add(b)
        return found

    def march_ways(self, march: Any) -> set[int]:
        """[9.5a] [12.4b] Where an Army, a Group or a counter may step."""
        if not march.armies:
            pile = march.power * DUCHIES + march.x
            tired = any(one == pile and left <= 0 for one, left, *_ in self.impulse.tired_piles)
            return set() if tired else self.ways(march.power, march.x)
        found = set(range(DUCHIES))
        for n, _, _ in march.armies:
            found &= self.ways(LEADER_POWER[n], march.x, has(self.impulse.turning, n))
            if self.tired(n):
                return set()
        return found

    def may_load(self, march: Any) -> set[Action]:
        """[1.61a] How many SPs the Army in hand may have."""
        n, staff, sps = march.armies[-1]
        power = LEADER_POWER[n]
        others = sum(more for m, _, more in march.armies[:-1] if LEADER_POWER[m] == power)
        free = self.unmarked(power, march.x) - others
        most = min(COMMAND[n] - staff.bit_count(), free)
        if march.passing:
            return set()            # under Turning Movement nobody stays among enemies
        fitting = [k for k in range(most + 1) if k != sps and
                   self.fits(power, [*self.piles(power, {march.x: -k - others}), k + others])]
        return {("load", k) for k in fitting}

    def with_march(self, march: Any) -> int:
        found = 0
        for n, staff, _ in march.armies:
            found |= 1 << n | staff
        return found

    def may_staff(self, march: Any) -> set[Action]:
        """[9.63b] Leaders of the same Power who go along as Staff Officers, or no longer."""
        n, staff, _ = march.armies[-1]
        taken = self.with_march(march)
        found = set()
        for m in self.chiefs(LEADER_POWER[n], march.x):
            if has(staff, m) or not has(taken | self.s.marked, m) and staff.bit_count() < COMMAND[n]:
                found.add(("staff", m))
        return found

    def may_join(self, march: Any, points: int) -> set[Action]:
        """[9.64a] [9.61b] Further Armies of the Group, for a CP each."""
        side, taken = side_of(march.power), self.with_march(march)
        found = {("join", m) for m, _, _ in march.armies[1:]}       # said again: it stays behind
        if march.free_steps >= 0 or points <= len(march.armies):
            return found
        led = LEADER_POWER[self.commander(side, march.x)] == march.power
        for m in self.side_chiefs(side, march.x):
            own = LEADER_POWER[m] == march.power
            if self.quartered(LEADER_POWER[m], march.x):
                continue
            if not has(taken | self.s.marked | march.unwilling, m) and (
                    own or (led or march.moved) and not self.impulse.disputed):
                found.add(("join", m))
        return found

    # ----------------------------------------------------------------------------------- [10] interception and evasion

    def army_of(self, n: int, group: bool) -> tuple[int, dict[int, int]]:
        """Who goes with a Leader: the Leaders, and SPs by Power; the Commander brings the whole Group."""
        x, side = self.s.at[n], side_of(LEADER_POWER[n])
        if not group or self.commander(side, x) != n:
            power = LEADER_POWER[n]
            return 1 << n, {power: min(COMMAND[n], self.unmarked(power, x))}
        leaders, sps = 0, {}
        for power in (side, side + 2):
            free = [m for m in self.chiefs(power, x) if not has(self.s.marked, m)]
            for m in free:
                leaders |= 1 << m
            if free:
                sps[power] = min(sum(COMMAND[m] for m in free), self.unmarked(power, x))
        return leaders, sps

    def interceptors(self, power: int, x: int, base: Sheet, movers: int) -> set[int]:
        """[10.1] [10.3] Leaders of a Power who may try to intercept into x; `base` is the position before the step."""
        side = side_of(power)
        if base.settled(movers, x) and not base.held(side, x):
            return set()
        found = set()
        for y in self.near(x):
            for n in self.chiefs(power, y):
                bridged = has(self.impulse.bridged, n)
                if has(self.s.marked, n) or self.quartered(power, y) or self.line(y, x, bridged) == RIVER:
                    continue
                if base.leaves(side, y, x):
                    found.add(n)
        return found

    def evasion_ways(self, side: int, x: int, came: Iterable[int], base: Sheet, bridged: bool = False) -> set[int]:
        """[10.5a] [10.6a] [12.4] Where Formations in x may evade to."""
        found = set()
        for b in self.near(x):
            if b in came or self.line(x, b, bridged) == RIVER or self.held(1 - side, b):
                continue
            if self.fortress(b) and side_of(self.owner(b)) != side and not self.held(side, b):
                continue
            if base.leaves(side, x, b):
                found.add(b)
        return found

    def may_evade(self, power: int, contact: Any, base: Sheet, dry: bool = False) -> set[Action]:
        """[10.5b] [10.5g] What a Power may try: its Army or Group, and Soldiers without one."""
        side, x = side_of(power), contact.x
        came = [a for a, _ in contact.came]
        found: set[Action] = set()
        chiefs = [n for n in self.side_chiefs(side, x) if not has(contact.arrived, n)]
        whole = all(has(self.impulse.bridged, n) for n in chiefs)
        ways = self.evasion_ways(side, x, came, base, dry or whole and bool(chiefs))
        alone = self.evasion_ways(side, x, came, base, dry or power * DUCHIES + x in self.impulse.bridged_piles)
        loose = self.sp(power, x) - contact.arrived_sps[power]
        if chiefs:
            chief = self.commander(side, x)
            if chief not in chiefs:
                chief = max(chiefs, key=lambda n: (RATING[n], COMMAND[n]))
            if LEADER_POWER[chief] == power and not has(contact.tried, chief):
                found |= {("evade", b) for b in ways}
        mine = [n for n in chiefs if LEADER_POWER[n] == power]
        extra = loose - sum(COMMAND[n] for n in mine)
        if extra > 0 and not has(contact.tried_soldiers, power):
            found |= {("evade_excess" if mine else "evade", b) for b in alone}
        return found

    def interception_modifier(self, side: int, a: int, x: int, kind: int) -> int:
        """[10.4b] Without the Battle Rating and cards; the sheet is the position before the step."""
        return int(self.friendly(side, x)) - int(not self.friendly(side, a)) - int(kind in (ROUGH, PASS))

    def evasion_modifier(self, side: int, x: int, b: int, kind: int) -> int:
        """[10.7b] Without the Battle Rating and cards."""
        return int(self.friendly(side, b)) - int(not self.friendly(side, x)) - int(kind in (ROUGH, PASS))

    def evasion_reasons(self, side: int, x: int, b: int, kind: int) -> int:
        """[10.5e] An Enemy Duchy, a besieged Enemy Fortress too; and a Pass by itself."""
        hostile = self.enemy(side, b) or self.fortress(b) and side_of(self.owner(b)) != side
        safe = self.friendly(side, x) and self.friendly(side, b)
        return int(hostile) + int(kind == PASS and not safe)

    def march_dice(self, march: Any, b: int) -> int:
        """[13.1a] [9.42a] The Attrition dice that a step to b costs."""
        a, side = march.x, side_of(march.power)
        leaders = self.with_march(march)
        bridged = bool(leaders & self.impulse.bridged) or (
            not leaders and march.power * DUCHIES + a in self.impulse.bridged_piles)
        reasons = self.reasons(side, a, b, self.line(a, b, bridged))
        sps = {march.power: march.counter} if not march.armies else {}
        for n, _, k in march.armies:
            sps[LEADER_POWER[n]] = sps.get(LEADER_POWER[n], 0) + k
        tired = 0 if march.no_forced else sum(1 for n in bits(leaders) if self.s.marched[n] >= 4)
        for power, left in sps.items():
            weary = 0
            for entered, mark, n in self.tagged(power, a):
                some = min(left, n) if not mark else 0
                left -= some
                weary += some if entered >= 4 and not march.no_forced else 0
            tired += weary if march.armies or not weary else march.counter      # [9.42d] one counter, one count
        return reasons * (leaders.bit_count() + sum(sps.values())) + tired

    # ------------------------------------------------------------------------------ Events that let Armies intercept

    def closed(self, side: int, x: int, base: Sheet, movers: int) -> bool:
        """[10.1b] Nobody of the inactive side may intercept into x."""
        return side != movers and base.settled(movers, x) and not base.held(side, x)

    def unled(self, power: int, x: int, base: Sheet, movers: int) -> bool:
        """[10.3c] Could Soldiers without a Leader intercept into x if an Event lends them one?"""
        side = side_of(power)
        if self.closed(side, x, base, movers):
            return False
        for y in self.near(x):
            bridged = power * DUCHIES + y in self.impulse.bridged_piles
            if self.chiefs(power, y) or not self.unmarked(power, y) or self.quartered(power, y):
                continue
            if self.line(y, x, bridged) != RIVER and base.leaves(side, y, x):
                return True
        return False

    def two_away(self, power: int, x: int, base: Sheet, movers: int) -> bool:
        """[10.1c] Could an Army of a Power intercept into x from at most two Duchies away?"""
        side = side_of(power)
        if self.closed(side, x, base, movers):
            return False
        for n, y in enumerate(self.s.at):
            if LEADER_POWER[n] != power or y >= DUCHIES or y == x or has(self.s.marked, n) or self.quartered(power, y):
                continue
            bridged = has(self.impulse.bridged, n)
            if x in self.near(y) and self.line(y, x, bridged) != RIVER and base.leaves(side, y, x):
                return True
            for v in self.near(y):
                if x not in self.near(v) or self.held(1 - side, v):
                    continue
                if self.fortress(v) and side_of(self.owner(v)) != side and not self.held(side, v):
                    continue
                if RIVER in (self.line(y, v, bridged), self.line(v, x, bridged)):
                    continue
                if base.leaves(side, y, v) and base.leaves(side, v, x):
                    return True
        return False

    def stopped_by_river(self, power: int, contact: Any, base: Sheet, movers: int) -> bool:
        """Could a Formation of the side intercept or evade but for a River?"""
        side, x = side_of(power), contact.x
        for one in (side, side + 2):
            if not self.closed(side, x, base, movers):
                for y in self.near(x):
                    for n in self.chiefs(one, y):
                        wet = self.line(y, x, has(self.impulse.bridged, n)) == RIVER
                        if wet and not has(self.s.marked, n) and not self.quartered(one, y) and base.leaves(side, y, x):
                            return True
        return False
