"""[14] Convoys and Amphibious Assaults, written from the rulebook alone.

`Naval` watches random games: who may sail from where to where, for how much, past which Straits; who is shot by shore
batteries; who stands where afterwards; and that whoever sails does not march.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.wellington.referee.course import Snapshot
from tests.games.wellington.referee.ground import (
    BRITAIN,
    PLYMOUTH,
    RATING,
    Action,
    Position,
    Watcher,
    bits,
    board,
    has,
)

MOST = 5
BATTERIES, FORTRESS_BATTERIES = 3, 6
PORTS = bits(board.PORTS)


def open_sea(p: Position, side: int, a: int, b: int) -> bool:
    """[14.4] One Zone, or the Straits are not the enemy's."""
    same = any(has(zone, a) and has(zone, b) for zone in board.ZONES)
    return same or p.owner(board.GIBRALTAR) % 2 == side


def havens(p: Position, power: int, a: int) -> set[int]:
    """[14.2b] Friendly Ports that a Convoy reaches, besieged ones too; the French stay in one Zone."""
    side = power % 2
    found = {b for b in PORTS if b != a and open_sea(p, side, a, b) and (
        p.friendly(side, b) if b != PLYMOUTH else power == BRITAIN)}
    if power != BRITAIN:
        found = {b for b in found if any(has(zone, a) and has(zone, b) for zone in board.ZONES)}
    return found


def beaches(p: Position, power: int, a: int) -> set[int]:
    """[14.3] Enemy Minor Ports; one that friends besiege too."""
    side = power % 2
    return {b for b in bits(board.MINOR_PORTS) if open_sea(p, side, a, b) and p.controller(b) % 2 != side
            and p.controller(b) >= 0 and (p.fort(b) or not p.side_there(side, b))}


class Naval(Watcher):
    keen = {"convoy": 12.0, "aboard": 3.0, "load": 2.0, "sail": 4.0, "stop": 0.3, "done": 0.3, "end": 0.5,
            "event": 3.0, "cp": 3.0, "hearts_of_oak": 2.0, "play": 2.0, "besiege": 3.0, "place": 1.5}

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.start = Position(self.s.clone())       # at the start of the Impulse
        self.new: set[int] = set()                  # Leaders that came into play or sailed in this Impulse
        self.new_sps: Counter[tuple[int, int]] = Counter()
        self.convoys = 0
        self.voyage: Any = None
        self.points = 0

    def ask(self) -> None:
        if self.top() == "ChoosePlay" and not self.s.stack[-2].cards:
            if self.disturb is not None or self.s.impulses != self.start.s.impulses:
                self.start = Position(self.s.clone())
        super().ask()

    def on_impulse(self, p: Position, shot: Snapshot, power: int) -> None:
        self.start = p
        self.new, self.convoys = set(), 0
        self.new_sps.clear()

    def on_passes(self, p: Position, shot: Snapshot, power: int) -> None:
        self.on_impulse(p, shot, power)

    def on_placed(self, p: Position, shot: Snapshot, power: int, n: int, x: int) -> None:
        self.new_sps[power, x] += n

    def on_leader_placed(self, p: Position, shot: Snapshot, leader: int, x: int) -> None:
        self.new.add(leader)

    # ---------------------------------------------------------------------------------------------------- who may sail

    def sailors(self, p: Position, power: int, a: int) -> tuple[set[int], int]:
        """[14.2b] Who began the Impulse in this Port, which was Friendly then, and has not moved since."""
        if a != PLYMOUTH and not (self.start.friendly(power % 2, a) and p.friendly(power % 2, a)):
            return set(), 0
        if p.quartered(power, a):
            return set(), 0
        leaders = {l for l in p.leaders(power, a) if self.start.s.at[l] == a and not p.s.marched[l]
                   and not has(p.s.marked, l) and l not in self.new}
        idle = sum(1 for march, mark in p.fresh(power, a) if not march and not mark)
        return leaders, max(0, min(idle, p.sps(power, a) - self.new_sps[power, a]))

    def harbours(self, p: Position, power: int, assault: bool) -> set[int]:
        """Ports from which something can sail somewhere."""
        found = set()
        for a in PORTS:
            leaders, sps = self.sailors(p, power, a)
            targets = beaches(p, power, a) if assault else havens(p, power, a)
            if (leaders or sps) and targets:        # Soldiers who can only reach Plymouth may still go aboard
                found.add(a)
        return found

    def ask_spendpoints(self, p: Position, ask: Any) -> None:
        points = self.frame("Spending").points
        self.stay_at_sea(p, ask.who)
        if self.offered(ask.who, "relieve"):
            return
        may: set[Action] = set()
        if ask.who == BRITAIN and points and not self.convoys:
            may = {("convoy", a) for a in self.harbours(p, ask.who, False)}
        self.same("Ports to sail from", may, self.offered(ask.who, "convoy"))
        self.seen["Ports to sail from: some"] += bool(may)
        self.seen["Straits closed"] += bool(may) and p.owner(board.GIBRALTAR) % 2 == 1

    def ask_chooseport(self, p: Position, ask: Any) -> None:
        convoy = self.frame("Convoy")
        may = {("convoy", a) for a in self.harbours(p, convoy.power, convoy.assault)}
        kind = "Assault" if convoy.assault else "free Convoy" if convoy.power == BRITAIN else "French Convoy"
        self.same(f"Ports of an Event: {kind}", may, self.offered(ask.who, "convoy"))

    def stay_at_sea(self, p: Position, power: int) -> None:
        """[14.2b] Who has sailed does not march."""
        leads = {o[1] for o in self.offered(power, "lead")}
        self.same("who sailed does not march", set(), {l for l in leads if l in self.sailed_leaders()})

    def sailed_leaders(self) -> set[int]:
        return self.at_sea if self.s.impulses == self.sailed_in else set()

    at_sea: set[int] = set()
    sailed_in = -1

    # ------------------------------------------------------------------------------------------------------ a Convoy

    def ask_loadconvoy(self, p: Position, ask: Any) -> None:
        convoy = self.frame("Convoy")
        power, a = convoy.power, convoy.a
        leaders, sps = self.sailors(p, power, a)
        room = MOST if convoy.free else min(MOST, self.frame("Spending").points)
        aboard = set(bits(convoy.leaders))
        may = {("aboard", l) for l in leaders if l in aboard or len(aboard) + convoy.sps < room}
        full = {("aboard", l) for l in leaders if l in aboard or len(aboard) < room}    # Soldiers make room
        found = self.offered(ask.who, "aboard")
        self.same("Leaders aboard", True, may <= found <= full)
        loads = {("load", n) for n in range(min(sps, room - len(aboard)) + 1)
                 if n != convoy.sps and p.fits(power, {a: -n}, [n])}
        self.same("Soldiers aboard", loads, self.offered(ask.who, "load"))
        targets = beaches(p, power, a) if convoy.assault else havens(p, power, a)
        if convoy.sps:
            targets = targets - {PLYMOUTH}
        if not aboard and not convoy.sps:
            targets = set()
        kind = "Assaults" if convoy.assault else "Convoys" if power == BRITAIN else "French Convoys"
        self.same(f"where {kind} sail", {("sail", b) for b in targets}, self.offered(ask.who, "sail"))

    def act(self) -> None:
        if self.action[0] == "sail":
            convoy = self.frame("Convoy")
            p = Position(self.was)
            spending = self.frame("Spending")
            self.points = spending.points if spending is not None else 0
            self.voyage = convoy.power, convoy.a, self.action[1], convoy.leaders, convoy.sps, p, convoy.free
            if not convoy.free:
                self.convoys += 1

    def on_convoy(self, p: Position, shot: Snapshot, power: int, n: int, a: int, b: int) -> None:
        self.depart(p, n, power, a, b, False)

    def on_assault(self, p: Position, shot: Snapshot, power: int, n: int, a: int, b: int) -> None:
        self.depart(p, n, power, a, b, True)

    def depart(self, p: Position, n: int, power: int, a: int, b: int, assault: bool) -> None:
        sailor, start, to, leaders, sps, _, free = self.voyage
        self.same("a voyage", (sailor, start, to, sps + leaders.bit_count()), (power, a, b, n))
        spending = self.frame("Spending", p.s)
        if not free and not assault:
            self.same("CPs of a Convoy", self.points - sps - leaders.bit_count(), spending.points)
        elif spending is not None:
            self.same("CPs of a free voyage", self.points, spending.points)
        if self.sailed_in != self.s.impulses:
            self.at_sea, self.sailed_in = set(), self.s.impulses
        self.at_sea |= set(bits(leaders))
        self.new |= set(bits(leaders))
        self.seen["Assault" if assault else "Convoy" if power == BRITAIN else "French Convoy"] += 1
        self.seen["Convoy of Leaders and Soldiers"] += bool(sps and leaders)
        self.seen["past Gibraltar"] += not any(has(zone, a) and has(zone, b) for zone in board.ZONES)
        self.seen["from or to Plymouth"] += PLYMOUTH in (a, b)
        if not assault:
            self.land = power, a, b, leaders, sps, self.voyage[5]
            self.new_sps[power, b] += sps

    land: Any = None

    def follow(self, shot: Snapshot) -> None:
        if self.land is not None and shot.kind != "convoy":
            self.guarded(self.landed, shot.s)
        super().follow(shot)

    def settle(self) -> None:
        if self.land is not None:
            self.landed(self.s)

    def landed(self, s: Any) -> None:
        """[14.2] The pieces are in the other Port, unless a Response keeps them."""
        power, a, b, leaders, sps, before = self.land
        if any(type(f).__name__ == "Window" and f.moment == board.NAVAL_DECLARED for f in s.stack):
            return
        self.land = None
        p = Position(s)
        if self.cancelled(s):
            self.seen["Gales"] += 1
            self.at_sea -= set(bits(leaders))       # they have not sailed
            self.new -= set(bits(leaders))
            self.new_sps[power, b] -= sps
            b = a
        for leader in bits(leaders):
            self.same("a Leader lands", b, s.at[leader])
        if a != b:
            self.same("Soldiers land", (before.sps(power, a) - sps, before.sps(power, b) + sps),
                      (p.sps(power, a), p.sps(power, b)))

    def cancelled(self, s: Any) -> bool:
        convoy = self.frame("Convoy", s)
        return convoy is not None and convoy.cancelled

    # -------------------------------------------------------------------------------------------- an Amphibious Assault

    def on_batteries(self, p: Position, shot: Snapshot, x: int, kills: int, disruptions: int) -> None:
        """[14.3d] Three dice, six in the Duchy of a Fortress; sixes kill Soldiers first, then the worst Leader."""
        power, a, b, leaders, sps, before, _ = self.voyage
        guns = FORTRESS_BATTERIES if before.fort(b) else BATTERIES
        self.same("dice of the batteries", guns, len(shot.rolls))
        aboard = sps + leaders.bit_count()
        dead = min(shot.rolls.count(6), aboard)
        hurt = shot.rolls.count(5)
        self.same("hits of the batteries", (b, shot.rolls.count(6), hurt), (x, kills, disruptions))
        self.seen["batteries of a Fortress"] += before.fort(b)
        worst = sorted(bits(leaders), key=lambda l: RATING[l])[max(0, dead - sps):]
        self.beach = power, a, b, set(worst), max(0, sps - dead), before, dead, hurt

    beach: Any = None

    def on_battle(self, p: Position, shot: Snapshot, power: int, x: int) -> None:
        contact = self.frame("Contact", shot.s)
        self.seen["Battle after a Convoy"] += contact is not None and contact.sea >= 0 and self.beach is None
        if self.beach is not None and self.beach[2] == x:
            battle = self.frame("Battle", shot.s)
            self.same("hits of the batteries in the Battle", self.beach[6:], battle.shore)
            self.ashore(p)

    def on_retreated(self, p: Position, shot: Snapshot, power: int, x: int) -> None:
        """[14.2h] [14.3i] Back to the Port that they came from."""
        contact = self.frame("Contact", shot.s)
        if contact is not None and contact.sea >= 0 and power == contact.power:
            self.same("back to the Port", self.voyage[1], x)

    def on_attrition(self, p: Position, shot: Snapshot, power: int, x: int, dice: int, hits: int) -> None:
        if shot.path[-2] == "Convoy":
            self.at_sea, self.new = set(), self.new - self.at_sea          # Gales: nobody has sailed
            _, a, _, leaders, sps, _, _ = self.voyage
            self.same("Attrition of Gales", (a, sps + leaders.bit_count()), (x, dice))

    def ask_chooseplay(self, p: Position, ask: Any) -> None:
        """[14.3g] Survivors before a Fortress may besiege it at once."""
        if self.beach is None:
            return
        power, _, b, leaders = self.beach[:4]
        hostile = p.fort(b) and p.owner(b) % 2 != power % 2
        if p.impulse.power == power and hostile and not p.side_there(1 - power % 2, b):
            free = {l for l in leaders if p.s.at[l] == b}
            fought = has(p.impulse.fought, b) or has(p.impulse.besieged, b)
            if free and not fought:
                self.same("a Siege after an Assault", True, bool({l for _, l in self.offered(ask.who, "besiege")} & set(
                    p.leaders(power, b))))
        self.beach = None

    def ashore(self, p: Position) -> None:
        """Survivors stand in the Port; nobody else has moved."""
        power, _, b, leaders, sps, before = self.beach[:6]
        self.same("Leaders ashore", set(before.leaders(power, b)) | leaders, set(p.leaders(power, b)))
        self.same("Soldiers ashore", before.sps(power, b) + sps, p.sps(power, b))

