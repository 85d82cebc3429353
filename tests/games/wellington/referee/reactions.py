"""Interceptions and evasions, written from the rulebook alone.

`Reactions` watches random games. It says who may intercept or evade, with whom, over one Duchy or two, by Event or
not, before a Battle or between its Rounds; what is added to the dice; who arrives and who is marked. What all of them
owe in Attrition is compared by `Marches`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import tablero
from tests.games.wellington.referee.course import Snapshot
from tests.games.wellington.referee.ground import (
    COMMAND,
    NORD,
    PASS,
    PLYMOUTH,
    POWER_OF,
    RATING,
    RIVER,
    ROUGH,
    SUD,
    Action,
    N,
    Position,
    bits,
    has,
    near,
)
from tests.games.wellington.referee.marches import Marches, card_name

FAR = {"call_for_reinforcements": 2, "light_division": 3}       # Events for two Duchies, and what they add
LENT = {"local_initiative": 1, "scovell_ciphers": 2}            # and those that lend a Leader: his Battle Rating
ROLL = {"local_guides": 2, "scovell_ciphers": 2, "light_division": 3}       # what is added to an attempt


def rough(kind: int) -> bool:
    return kind in (ROUGH, PASS)




# ------------------------------------------------------------------------------------------------------------ the book


def may_leave(base: Position, side: int, a: int, b: int) -> bool:
    """[12.4b] From the Duchy of an enemy Fortress: not into Enemy Duchies, nor past an unbesieged Fortress."""
    return not (base.fort(a) and base.owner(a) % 2 != side) or not base.enemy(side, b)


def closed_fortress(p: Position, side: int, b: int) -> bool:
    return p.fort(b) and p.owner(b) % 2 != side and not p.side_there(side, b)


def step_reasons(base: Position, side: int, a: int, b: int, kind: int) -> int:
    """[9.41] [9.43] Pass and Ambush."""
    through = kind == PASS and not (base.friendly(side, a) and base.friendly(side, b))
    return int(through) + int(base.enemy(side, b) and not base.friendly(side, a))


def evasion_reasons(base: Position, side: int, a: int, b: int, kind: int) -> int:
    """[10.5e] Into a Duchy under enemy Control, once; over a Pass, once more."""
    hostile = base.controller(b) >= 0 and base.controller(b) % 2 != side
    return int(hostile) + int(kind == PASS and not (base.friendly(side, a) and base.friendly(side, b)))


def ways(p: Position, base: Position, side: int, a: int, x: int, reach: int, bridged: bool) -> list[int]:
    """[10.1c] [10.3f] How an Army gets from a to x: -1 directly, else through which Duchy."""
    found = []
    if p.line(a, x, bridged) not in (-1, RIVER) and may_leave(base, side, a, x):
        found.append(-1)
    if reach > 1:
        for v in near(a):
            if v == x or x not in near(v) or p.side_there(1 - side, v) or closed_fortress(p, side, v):
                continue
            if RIVER not in (p.line(a, v, bridged), p.line(v, x, bridged)):
                if may_leave(base, side, a, v) and may_leave(base, side, v, x):
                    found.append(v)
    return found


def interception(p: Position, base: Position, side: int, a: int, via: int, x: int, bridged: bool) -> tuple[int, int]:
    """[10.4b] [13.1g] What is added to the dice, without Leader and cards; and the reasons for Attrition."""
    last = a if via < 0 else via
    kind = p.line(last, x, bridged)
    bonus = int(base.friendly(side, x)) - int(not base.friendly(side, last)) - int(rough(kind))
    reasons = step_reasons(base, side, last, x, kind)
    if via >= 0:
        reasons += step_reasons(base, side, a, via, p.line(a, via, bridged))
    return bonus, reasons


def led(p: Position, leaders: list[int], a: int) -> dict[int, int]:
    """[1.61a] By Power: the SPs that unmarked Leaders take along from a, each at the head of an Army."""
    found = {}
    for power in sorted({POWER_OF[l] for l in leaders}):
        found[power] = min(sum(COMMAND[l] for l in leaders if POWER_OF[l] == power), p.unmarked(power, a))
    return found


def counters(p: Position, power: int, x: int, n: int) -> int:
    """[10.5c] [10.5d] As how many infantry and cavalry counters n SPs evade: as few as can be."""
    for horse in range(n // 2, -1, -1):
        if p.fits(power, {x: -n}, taken=(n - 2 * horse, horse)):
            return n - horse
    return -1


# ---------------------------------------------------------------------------------------------------------- the referee


class Attempt:
    """An interception or evasion that was declared."""

    def __init__(self, power: int, a: int, x: int) -> None:
        self.power, self.side, self.a, self.x = power, power % 2, a, x
        self.ways: list[tuple[int, int]] = []       # what may be added, and the reasons for Attrition that go with it
        self.rough = [False]                        # by way: does terrain count against it?
        self.base = 0                               # Battle Rating, and what the Event adds
        self.cards: list[str] = []
        self.leaders = 0
        self.sps: dict[int, int] = {}
        self.totals: list[int] = []                 # of each roll, after the cards before it
        self.swings: Counter[int] = Counter()       # by roll: Scum of the Earth
        self.pieces = 0


class Reactions(Marches):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.attempt: Attempt | None = None
        self.contact: Any = None            # the Contact that is open, by identity
        self.tried: set[int] = set()        # who has tried to evade: Leaders, and Powers + 100 for Soldiers alone
        self.arrival: Any = None            # pieces of a reaction that are to be checked
        self.shame: Any = None              # a failed interception whose markers are to be checked
        self.rolls_due = 1
        self.two_away = False               # does the interception go through another Duchy?

    def ask(self) -> None:
        contact = self.frame("Contact")
        if contact is not None and contact is not self.contact:
            self.contact, self.tried, self.failed = contact, set(), 0
        super().ask()

    def follow(self, shot: Snapshot) -> None:
        self.guarded(self.arrived, shot.s)
        self.guarded(self.shamed, shot.s)
        super().follow(shot)

    def settle(self) -> None:
        self.guarded(self.arrived, self.s)
        self.guarded(self.shamed, self.s)
        super().settle()

    # ----------------------------------------------------------------------------------------- [10.1] who may intercept

    def closed(self, p: Position, side: int, x: int, movers: int) -> bool:
        """[10.1b] A Formation of the movers that has not moved is there alone."""
        if side == movers or self.base.side_there(side, x):
            return False
        base = self.base                    # whoever was placed in this Impulse counts as having moved
        new = Counter(dict(base.impulse.arrived_piles)) if base.impulse else Counter()
        idle = sum(1 for power in (movers, movers + 2) for march, _ in base.fresh(power, x) if not march)
        idle -= sum(new[power * N + x] for power in (movers, movers + 2))
        return idle > 0 or any(not base.s.marched[l] and not has(base.impulse.arrived, l) for l in base.both(movers, x))

    def interceptors(self, p: Position, power: int, x: int, movers: int, reach: int) -> set[int]:
        side = power % 2
        if self.closed(p, side, x, movers):
            return set()
        return {l for l, a in enumerate(p.s.at) if POWER_OF[l] == power and a < N and a not in (x, PLYMOUTH)
                and not has(p.s.marked, l) and not p.quartered(power, a)
                and ways(p, self.base, side, a, x, reach, has(p.impulse.bridged, l))}

    def unled(self, p: Position, power: int, x: int, movers: int) -> set[int]:
        """[10.3c] Duchies with Soldiers that an Event may lead."""
        if self.closed(p, power % 2, x, movers):
            return set()
        return {a for a in near(x) if p.unmarked(power, a) and not p.leaders(power, a) and not p.quartered(power, a)
                and ways(p, self.base, power % 2, a, x, 1, power * N + a in p.impulse.bridged_piles)}

    def movers(self, contact: Any) -> int:
        return int(contact.power % 2)

    def ask_reactionwindow(self, p: Position, ask: Any) -> None:
        scene = self.frame("Contact") or self.frame("FlagContact")
        event = self.event_under_way(self.s)
        movers = self.movers(scene)
        fighting = self.frame("Battle") is not None
        fresh = all(answer is None for answer in ask.answers)
        for power in range(4):
            if power not in tablero.players(self.s) and not fresh or power not in self.concerned(movers):
                continue                # it has answered, or has no say
            found = self.offered(power, "intercept", "detach", "intercept_from", "evade", "evade_excess")
            may: set[Action] = set()
            kind = "intercept"
            if event in LENT:
                may, kind = {("intercept_from", a) for a in self.unled(p, power, ask.x, movers)}, "intercept unled"
            elif power % 2 != movers or event:
                reach = 2 if event in FAR else 1
                kind = f"intercept by {event}" if event else "intercept in a Battle" if fighting else "intercept"
                kind += " a Flag" if type(scene).__name__ == "FlagContact" else ""
                kind += " offensively" if power % 2 == movers else ""
                leaders = self.interceptors(p, power, ask.x, movers, reach)
                may = {("intercept", l) for l in leaders} | {("detach", l) for l in leaders if self.parts(p, l)}
            self.same(kind, may, {o for o in found if not o[0].startswith("evade")})
            if may:
                self.seen[kind + ": some"] += 1
            if not event and not fighting and type(scene).__name__ == "Contact" and not scene.turning:
                away = self.evasions(p, power, scene)
                self.same("evade", away, {o for o in found if o[0].startswith("evade")})
                self.seen["evade: some"] += bool(away)

    def concerned(self, movers: int) -> tuple[int, ...]:
        """Who may intercept: the inactive side, or whom the Event names."""
        event = self.event_under_way(self.s)
        if event == "march_to_the_guns":
            return SUD, NORD
        return (self.frame("PlayEvent").power,) if event else (1 - movers, 3 - movers)

    def event_under_way(self, s: Any) -> str:
        """The Event that lets somebody intercept, if one does."""
        for frame in reversed(s.stack):
            if type(frame).__name__ in ("Contact", "FlagContact"):
                return ""
            if type(frame).__name__ == "PlayEvent":
                return card_name(frame.card)
        return ""

    def parts(self, p: Position, leader: int) -> bool:
        """[10.41a] Is there anything to choose: Soldiers, or other Leaders, that may stay?"""
        a = p.s.at[leader]
        return p.unmarked(POWER_OF[leader], a) > 0 or len(self.joinable(p, leader)) > 1

    def joinable(self, p: Position, leader: int) -> list[int]:
        """[10.41a] [10.41c] Who may go along: with the Commander anybody, with others their Power but for him."""
        a, power = p.s.at[leader], POWER_OF[leader]
        chief = p.commander(power % 2, a)
        group = p.both(power % 2, a) if chief == leader else [l for l in p.leaders(power, a) if l != chief]
        return self.crossing(p, leader, group)

    def companions(self, p: Position, leader: int) -> list[int]:
        """[10.41a] [10.41c] Who goes with a Leader: the whole Group with its Commander, else he alone."""
        a, side = p.s.at[leader], POWER_OF[leader] % 2
        if p.commander(side, a) != leader:
            return [leader]
        return self.crossing(p, leader, p.both(side, a))

    def crossing(self, p: Position, leader: int, group: list[int]) -> list[int]:
        """Those of a Group who may go where he goes: without markers, and over a River only with pontoons."""
        a, x = p.s.at[leader], self.target(p)
        group = [l for l in group if not has(p.s.marked, l) and not p.quartered(POWER_OF[l], a)]
        reach = 2 if self.event_under_way(p.s) in FAR else 1
        if ways(p, self.base, POWER_OF[leader] % 2, a, x, reach, self.all_bridged(p, [leader, *group])):
            return group
        return [l for l in group if has(p.impulse.bridged, l)]

    def target(self, p: Position) -> int:
        return int((self.frame("ReactionWindow", p.s) or self.frame("Interception", p.s)).x)

    def ask_interceptionforce(self, p: Position, ask: Any) -> None:
        """[10.41a] Which Leaders and Soldiers are named: as many SPs as these Leaders may command."""
        frame = self.frame("Interception")
        named = sum(leaders for _, leaders, _ in frame.forces)
        if frame.leader >= 0:
            join = {("join", l) for l in self.joinable(p, frame.leader) if l != frame.leader}
            self.same("parts of a Group: Leaders", join, self.offered(ask.who, "join"))
        else:
            join = set()
        loads = set()
        for power, leaders, sps in frame.forces:
            if power != ask.who:
                continue
            room = sum(COMMAND[l] for l in bits(leaders)) if frame.leader >= 0 else 4
            loads |= {("load", n) for n in range(int(frame.leader < 0), min(room, p.unmarked(power, frame.a)) + 1)
                      if n != sps and p.fits(power, {frame.a: -n}, [n])}
        self.same("parts of a Group: Soldiers", loads, self.offered(ask.who, "load"))
        self.seen["parts of a Group of two Powers"] += len({POWER_OF[l] for l in bits(named)}) > 1

    # ---------------------------------------------------------------------------------------- [10.4] an interception

    def on_intercepts(self, p: Position, shot: Snapshot, leader: int, a: int, x: int, n: int) -> None:
        frame = self.frame("Interception", shot.s)
        event = self.event_under_way(shot.s)
        attempt = self.attempt = Attempt(POWER_OF[leader], a, x)
        attempt.base = RATING[leader] + FAR.get(event, 0) + (event == "march_to_the_guns")
        attempt.leaders = sum(leaders for _, leaders, _ in frame.forces)
        self.plan(p, attempt, 2 if event in FAR else 1, self.all_bridged(p, bits(attempt.leaders)))
        attempt.sps = {power: sps for power, _, sps in frame.forces}
        attempt.pieces = attempt.leaders.bit_count() + sum(attempt.sps.values())
        self.same("pieces of an interception", n, attempt.pieces)
        if self.action[0] == "intercept":
            party = self.companions(p, leader)
            self.same("Leaders who intercept", sum(1 << l for l in party), attempt.leaders)
            some = {power: sps for power, sps in led(p, party, a).items() if sps}
            self.same("Soldiers who intercept", some, {power: n for power, n in attempt.sps.items() if n})
            self.seen["a Group of two Powers intercepts"] += len({POWER_OF[l] for l in party}) > 1

    def on_soldiers_intercept(self, p: Position, shot: Snapshot, power: int, a: int, x: int, n: int) -> None:
        event = self.event_under_way(shot.s)
        attempt = self.attempt = Attempt(power, a, x)
        attempt.base = LENT[event]
        self.plan(p, attempt, 1, power * N + a in p.impulse.bridged_piles)
        attempt.pieces, attempt.sps = n, {power: n}
        self.same("Soldiers led by an Event", True, 1 <= n <= min(4, p.unmarked(power, a)))

    def plan(self, p: Position, attempt: Attempt, reach: int, bridged: bool) -> None:
        vias = ways(p, self.base, attempt.side, attempt.a, attempt.x, reach, bridged)
        self.same("a way to intercept", True, bool(vias))
        found = {via: interception(p, self.base, attempt.side, attempt.a, via, attempt.x, bridged) for via in vias}
        best = max(bonus for bonus, _ in found.values())            # the best way is taken, with the least Attrition
        least = min(reasons for bonus, reasons in found.values() if bonus == best)
        vias = [via for via in vias if found[via] == (best, least)]
        attempt.ways = [found[via] for via in vias]
        attempt.rough = [rough(p.line(attempt.a if via < 0 else via, attempt.x, bridged)) for via in vias]
        self.two_away = vias != [-1]

    def on_played_event(self, p: Position, shot: Snapshot, power: int, card: int) -> None:
        super().on_played_event(p, shot, power, card)
        if self.attempt is not None and {"Interception", "Evasion"} & set(shot.path):
            if card_name(card) == "scum_of_the_earth":
                self.attempt.swings[len(self.attempt.totals)] += 1
            else:
                self.attempt.cards.append(card_name(card))

    def on_event_void(self, p: Position, shot: Snapshot, card: int) -> None:
        super().on_event_void(p, shot, card)
        if self.attempt is not None and card_name(card) == "scum_of_the_earth":
            self.attempt.swings[len(self.attempt.totals)] -= 1
        elif self.attempt is not None and card_name(card) in self.attempt.cards:
            self.attempt.cards.remove(card_name(card))

    def added(self, attempt: Attempt) -> set[int]:
        """What is added to the dice: of equal ways any may have been taken."""
        guided = "local_guides" in attempt.cards
        cards = sum(ROLL.get(name, 0) for name in attempt.cards)
        return {attempt.base + bonus + cards + (guided and steep)
                for (bonus, _), steep in zip(attempt.ways, attempt.rough, strict=True)}

    def on_interception_rolled(self, p: Position, shot: Snapshot, power: int, dice: int, total: int) -> None:
        attempt = self.attempt
        assert attempt is not None
        far = " over two Duchies" if self.two_away else ""
        attempt.totals = [total]
        self.same("dice of an interception", sum(shot.rolls), dice)
        self.same("added to an interception" + far, True, total - dice in self.added(attempt))

    def verdicts(self, attempt: Attempt) -> list[bool]:
        """[10.4a] [10.7a] By roll: 9 or more; Scum of the Earth turns it."""
        return [(total >= 9) != bool(attempt.swings[n + 1] % 2) for n, total in enumerate(attempt.totals)]

    def on_interception_succeeds(self, p: Position, shot: Snapshot, power: int, x: int) -> None:
        attempt = self.attempt
        assert attempt is not None
        self.same("an interception succeeds", (True, False), (self.verdicts(attempt)[0], self.beaten(attempt)))
        self.arrive(attempt, attempt.pieces)

    def beaten(self, attempt: Attempt) -> bool:
        return any(name in attempt.cards for name in ("night_march", "marshals_quarrel"))

    def on_interception_fails(self, p: Position, shot: Snapshot, power: int, x: int) -> None:
        attempt = self.attempt
        assert attempt is not None
        lost = self.beaten(attempt) or not self.verdicts(attempt)[0]
        self.same("an interception fails", True, lost)
        self.shame = attempt, shot.s.impulses

    def shamed(self, s: Any) -> None:
        """[10.41d] Everybody where a failed interception started bears a marker."""
        if self.shame is None:
            return
        attempt, impulse = self.shame
        self.shame = None
        p = Position(s)
        if s.impulses == impulse and p.impulse is not None:
            free = [l for l in p.both(attempt.side, attempt.a) if not has(s.marked, l)]
            loose = [p.unmarked(power, attempt.a) for power in (attempt.side, attempt.side + 2)]
            self.same("all are marked", ([], [0, 0]), (free, loose))

    def on_flag_intercepted(self, p: Position, shot: Snapshot, power: int, x: int) -> None:
        """[10.10] The Flag of an Event is gone; whoever intercepted it stands there."""
        attempt = self.attempt
        assert attempt is not None
        self.same("a Flag is intercepted", (self.base.owner(x), True), (p.owner(x), p.side_there(attempt.side, x)))

    def on_interception_cancelled(self, p: Position, shot: Snapshot, power: int, x: int) -> None:
        attempt = self.attempt
        assert attempt is not None
        self.same("an interception is cancelled", True, "bridges_blown" in attempt.cards)

    # --------------------------------------------------------------------------------------------------- [10.5] evasion

    def ready(self, p: Position, side: int, contact: Any) -> list[int]:
        """Leaders who may evade: those who did not come to fight."""
        return [l for l in p.both(side, contact.x) if not has(contact.arrived, l)]

    def evasions(self, p: Position, power: int, contact: Any) -> set[Action]:
        side, x = power % 2, contact.x
        if side == self.movers(contact) or not p.side_there(1 - side, x):
            return set()
        group = self.ready(p, side, contact)
        found: set[Action] = set()
        if group:
            chief = p.commander(side, x)
            if chief not in group:
                chief = max(group, key=lambda l: (RATING[l], COMMAND[l], -l))
            if POWER_OF[chief] == power and not set(group) & self.tried:
                bridged = self.all_bridged(p, group)
                found |= {("evade", b) for b in self.refuges(p, side, contact, bridged)}
        own = [l for l in group if POWER_OF[l] == power]
        alone = p.sps(power, x) - contact.arrived_sps[power] - sum(COMMAND[l] for l in own)
        if alone > 0 and power + 100 not in self.tried:
            bridged = power * N + x in p.impulse.bridged_piles
            found |= {("evade_excess" if own else "evade", b) for b in self.refuges(p, side, contact, bridged)}
        return found

    def all_bridged(self, p: Position, leaders: list[int]) -> bool:
        """Pontoon Train helps the Formation for which it was played, and nobody who has joined it since."""
        return all(has(p.impulse.bridged, l) for l in leaders)

    def refuges(self, p: Position, side: int, contact: Any, bridged: bool) -> list[int]:
        came = {a for a, _ in contact.came}
        return [b for b in near(contact.x) if b not in came and p.line(contact.x, b, bridged) != RIVER
                and not p.side_there(1 - side, b) and not closed_fortress(p, side, b)
                and may_leave(self.base, side, contact.x, b)]

    def on_evades(self, p: Position, shot: Snapshot, leader: int, x: int, b: int, n: int) -> None:
        contact, side = self.frame("Contact", shot.s), POWER_OF[leader] % 2
        group = self.ready(p, side, contact)
        attempt = self.evade(p, POWER_OF[leader], x, b, self.all_bridged(p, group))
        attempt.base, attempt.leaders = RATING[leader], sum(1 << l for l in group)
        for power in sorted({POWER_OF[l] for l in group}):
            attempt.sps[power] = min(sum(COMMAND[l] for l in group if POWER_OF[l] == power),
                                     p.sps(power, x) - contact.arrived_sps[power])
        attempt.pieces = len(group) + sum(attempt.sps.values())
        self.same("pieces of an evasion", attempt.pieces, n)
        self.seen["a Group of two Powers evades"] += len({POWER_OF[l] for l in group}) > 1
        self.tried |= set(group)

    def on_soldiers_evade(self, p: Position, shot: Snapshot, power: int, x: int, b: int, n: int) -> None:
        contact = self.frame("Contact", shot.s)
        own = [l for l in self.ready(p, power % 2, contact) if POWER_OF[l] == power]
        attempt = self.evade(p, power, x, b, power * N + x in p.impulse.bridged_piles)
        alone = p.sps(power, x) - contact.arrived_sps[power] - sum(COMMAND[l] for l in own)
        self.rolls_due = counters(p, power, x, alone)
        self.same("counters that evade", self.rolls_due, n)
        attempt.sps, attempt.pieces = {power: alone}, alone
        self.seen["excess Soldiers evade"] += bool(own)
        self.tried.add(power + 100)

    def evade(self, p: Position, power: int, x: int, b: int, bridged: bool) -> Attempt:
        attempt = self.attempt = Attempt(power, x, b)
        side, kind = power % 2, p.line(x, b, bridged)
        bonus = int(self.base.friendly(side, b)) - int(not self.base.friendly(side, x)) - int(rough(kind))
        attempt.ways = [(bonus, evasion_reasons(self.base, side, x, b, kind))]
        attempt.rough, self.rolls_due = [rough(kind)], 1
        return attempt

    def on_evasion_rolled(self, p: Position, shot: Snapshot, power: int, dice: int, total: int) -> None:
        attempt = self.attempt
        assert attempt is not None
        attempt.totals.append(total)
        self.same("dice of an evasion", sum(shot.rolls), dice)
        self.same("added to an evasion", self.added(attempt), {total - dice})

    def on_evasion_fails(self, p: Position, shot: Snapshot, power: int, x: int, n: int) -> None:
        attempt = self.attempt
        assert attempt is not None
        failed = self.verdicts(attempt).count(False)
        self.same("evasions that fail", (self.rolls_due, failed), (len(attempt.totals), n))
        self.failed += failed

    def on_evasion_succeeds(self, p: Position, shot: Snapshot, power: int, b: int, n: int) -> None:
        """[10.5f] [10.7e] Who got away is there; what it owes is Attrition for each piece."""
        attempt = self.attempt
        assert attempt is not None
        made = self.verdicts(attempt).count(True)
        if attempt.leaders or made == self.rolls_due:
            self.same("evasions that succeed", (attempt.pieces, True), (n, made == self.rolls_due))
        else:
            horse = attempt.pieces - self.rolls_due                 # counters of two SPs, the others of one
            least = made + max(0, made - (self.rolls_due - horse))
            self.same("some evasions succeed", True, least <= n <= made + min(made, horse))
        self.arrive(attempt, n)

    def arrive(self, attempt: Attempt, pieces: int) -> None:
        """Pieces of an interception or evasion arrive, and Attrition may follow."""
        self.owed = (attempt.side, attempt.x, pieces * attempt.ways[0][1])
        self.arrival = Position(self.prev), attempt, pieces

    def arrived(self, s: Any) -> None:
        """They stand where they went; what marks they bear they keep."""
        if self.arrival is None:
            return
        before, attempt, pieces = self.arrival
        self.arrival = None
        p = Position(s)
        if s.impulses != before.s.impulses or p.impulse is None:
            return
        for leader in bits(attempt.leaders):
            self.same("a Leader arrives", (attempt.x, has(before.s.marked, leader)),
                      (s.at[leader], has(s.marked, leader)))
        for power, n in attempt.sps.items():
            if not attempt.leaders:
                n = pieces
            gone = before.sps(power, attempt.a) - p.sps(power, attempt.a)
            come = p.sps(power, attempt.x) - before.sps(power, attempt.x)
            self.same("Soldiers arrive", (n, n), (gone, come))
            tired = Counter(before.fresh(power, attempt.a)) + Counter(before.fresh(power, attempt.x))
            after = Counter(p.fresh(power, attempt.a)) + Counter(p.fresh(power, attempt.x))
            self.same("marks and marches are kept", tired, after)

    def on_evasion_cancelled(self, p: Position, shot: Snapshot, power: int, x: int) -> None:
        """Bridges Blown: it counts as not attempted."""
        attempt = self.attempt
        assert attempt is not None
        self.same("an evasion is cancelled", True, "bridges_blown" in attempt.cards)
        self.tried -= set(bits(attempt.leaders)) or {power + 100}
