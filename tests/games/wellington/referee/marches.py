"""Steps, their cost and Attrition, markers, and Army Groups of two Powers, written from the rulebook alone.

`Marches` watches random games: who stands where after a step, and how tired; which Attrition follows and who bears it;
which CPs are left; who is marked after a Battle; and who commands where Armies of two Powers stand together.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.wellington.referee.course import Snapshot
from tests.games.wellington.referee.ground import (
    COMMAND,
    PASS,
    POWER_OF,
    RATING,
    Action,
    N,
    Position,
    Watcher,
    bits,
    board,
    has,
)

ONE_PLAYER = (("three_french", "two"), ("three_allies", "two"))         # by side: who plays both of its Powers


def card_name(card: int) -> str:
    return str(board.CARDS.ids[card])


def enemy_fortress(p: Position, side: int, x: int) -> bool:
    return p.fort(x) and p.owner(x) % 2 != side


class Marches(Watcher):
    keen = {"step": 6.0, "lead": 4.0, "intercept": 6.0, "intercept_from": 6.0, "evade": 4.0, "evade_excess": 4.0,
            "cp": 4.0, "play": 4.0, "join": 6.0, "staff": 2.0, "stop": 0.5, "done": 0.5, "end": 0.5, "detach": 5.0,
            "command": 1.5, "event": 2.0, "convoy": 0.3}

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.base = Position(self.s.clone())
        self.prev: Any = None               # the position at the last event
        self.step: Any = None               # a move that is to be checked: the position before, and who moves
        self.played: list[str] = []         # cards since the step
        self.owed: tuple[int, int, int] | None = None      # Attrition that must come next: side, Duchy, dice
        self.force: Any = None              # who made the last step: pieces, reasons for Attrition, over a Pass, tired
        self.loss: Any = None               # an Attrition that was rolled: hits, Soldiers, losses so far
        self.failed = 0                     # evasions in this Contact
        self.fight: Any = None
        self.history: list[int] = []        # Powers in the order of their Impulses
        self.groups: dict[tuple[int, int], set[int]] = {}
        self.named: dict[tuple[int, int], int] = {}
        self.stood: dict[tuple[int, int], set[int]] = {}        # who stood together when the play was chosen
        self.purse: tuple[Any, int] = (None, 0)         # the Spending and its CPs when they were last looked at
        self.cost = 0                       # CPs that were spent since
        self.building: Action = ()
        self.from_box = False
        self.overrun = self.won = False
        self.settled: list[str] = []        # cards played when the step was settled
        self.declared = False

    # ----------------------------------------------------------------------------------------------- between actions

    def turn(self, log: list[Snapshot]) -> None:
        march = self.frame("March")         # under Turning Movement a step is settled when the Army stops
        if not any(self.frame(name) for name in ("Step", "Contact", "FlagContact")) and not (
                self.frame("PlaceSoldiers") and self.declared) and not (march and march.passing):
            self.base = Position(self.s.clone())
            self.played, self.failed = [], 0
        self.declared = self.frame("PlaceSoldiers") is not None
        super().turn(log)

    def ask(self) -> None:
        if self.top() == "ChoosePlay":
            if not any(self.frame(name) for name in ("Step", "Contact", "FlagContact")):
                self.base = Position(self.s.clone())
            self.see_groups()
        p = Position(self.s)
        for side, x in self.groups:
            self.groups[side, x] &= set(p.both(side, x))
        super().ask()

    def act(self) -> None:
        self.prev = self.was
        if self.action[0] == "step":
            self.base = Position(self.was)
        elif self.action[0] in ("build", "regroup", "build_leader"):
            self.building = self.action
            self.from_box = self.action[0] == "build_leader" and self.was.at[self.action[1]] == board.REGROUP

    def follow(self, shot: Snapshot) -> None:
        if shot.kind not in ("army_moved", "counter_moved"):
            self.guarded(self.moved, shot.s)
        if shot.kind == "played_event":
            self.played.append(card_name(shot.args[1]))
        self.guarded(super().follow, shot)
        self.prev = shot.s
        for (_, x), leaders in self.groups.items():
            leaders -= {l for l in leaders if shot.s.at[l] != x}

    def settle(self) -> None:
        for check in (self.moved, self.suffered, self.fought):
            self.guarded(check, self.s)
        self.consent()

    # ------------------------------------------------------------------------------------------------------- a step

    def on_army_moved(self, p: Position, shot: Snapshot, leader: int, n: int, a: int, b: int) -> None:
        if self.frame("March", shot.s).free_steps < 0:
            self.cost += 1
        if self.step is None:
            step = self.frame("Step", shot.s)
            self.step = Position(self.prev), step.armies, step.power, 0, a, b
            self.weigh(step.no_forced)
            self.seen["steps of Groups"] += len(step.armies) > 1
            self.seen["steps of Groups of two Powers"] += len({POWER_OF[l] for l, _, _ in step.armies}) > 1

    def on_counter_moved(self, p: Position, shot: Snapshot, power: int, n: int, a: int, b: int) -> None:
        self.cost += self.frame("March", shot.s).free_steps < 0
        self.step = Position(self.prev), (), power, n, a, b
        self.weigh(self.frame("Step", shot.s).no_forced)

    def weigh(self, no_forced: bool) -> None:
        """[9.41] [9.42] [9.43] The Attrition of the step: pieces, reasons, whether one is a Pass, pieces too far."""
        before, armies, mover, counter, a, b = self.step
        leaders = [l for leader, staff, _ in armies for l in (leader, *bits(staff))]
        bridged = any(has(before.impulse.bridged, l) for l in leaders)
        if not leaders:
            bridged = mover * N + a in before.impulse.bridged_piles
        kind = before.line(a, b, bridged)
        tired, pieces = sum(1 for l in leaders if before.s.marched[l] >= 4), len(leaders) + counter
        carried: Counter[int] = Counter({mover: counter})
        for leader, _, sps in armies:
            carried[POWER_OF[leader]] += sps
            pieces += sps
        for power, n in carried.items():
            going = [march for march, mark in before.fresh(power, a) if not mark][:n]
            weary = [march for march in going if march >= 4]
            tired += n if counter and weary else len(weary)
        side = mover % 2
        over = kind == PASS and not (before.friendly(side, a) and before.friendly(side, b))
        ambush = before.enemy(side, b) and not before.friendly(side, a)
        self.settled = []
        self.force = side, b, pieces, int(over), int(ambush), 0 if no_forced else tired

    def moved(self, s: Any) -> None:
        """[9.42] [9.64] The pieces of a step are there; each has entered one Duchy more."""
        if self.step is None:
            return
        before, armies, mover, counter, a, b = self.step
        self.step = None
        if s.impulses != before.s.impulses or Position(s).impulse is None:
            return                      # marks and counts are gone with the Impulse
        p = Position(s)
        carried: Counter[int] = Counter({mover: counter} if counter else {})
        for leader, staff, sps in armies:
            carried[POWER_OF[leader]] += sps
            for one in [leader, *bits(staff)]:
                self.same("a Leader's step", (b, before.s.marched[one] + 1), (s.at[one], s.marched[one]))
        for power, n in carried.items():
            fresh = [one for one in before.fresh(power, a) if not one[1]]
            going = fresh[:n]
            stay = before.fresh(power, a)
            for one in going:
                stay.remove(one)
            entered = max((march for march, _ in going), default=0)
            come = [((entered if counter else march) + 1, 0) for march, _ in going]
            self.same("Soldiers stay", stay, p.fresh(power, a))
            there = [march for march, _ in p.fresh(power, b)]
            self.same("Soldiers step", sorted(march for march, _ in before.fresh(power, b) + come), sorted(there))

    # ------------------------------------------------------------------------------------------------- [13.1] Attrition

    def on_played_event(self, p: Position, shot: Snapshot, power: int, card: int) -> None:
        window = self.frame("Window", shot.s)
        if window is not None and window.moment == board.STEP_SETTLED:
            self.settled.append(card_name(card))

    def on_event_void(self, p: Position, shot: Snapshot, card: int) -> None:
        for cards in (self.settled, self.played):
            if card_name(card) in cards:
                cards.remove(card_name(card))

    def on_attrition(self, p: Position, shot: Snapshot, power: int, x: int, dice: int, hits: int) -> None:
        self.suffered(None)
        frame, cause = self.frame("Attrition", shot.s), shot.path[-2]
        self.same("Attrition dice", dice, len(shot.rolls))
        pieces = sum(leaders.bit_count() + sps for _, leaders, sps in frame.forces)
        self.same("Attrition hits", min(pieces, shot.rolls.count(6)), hits)
        self.loss = [hits, sum(sps for _, _, sps in frame.forces), 0, 0]
        if cause in ("Interception", "Evasion"):
            owed, self.owed = self.owed, None
            self.same(f"Attrition of an {cause}", owed, (power % 2, x, dice))
        elif cause == "Contact" and self.force is not None and self.force[:2] == (power % 2, x):
            due, self.force = self.due(), None
            self.same("Attrition of a step", due, dice)

    def on_attrition_both(self, p: Position, shot: Snapshot, side: int, x: int, dice: int, hits: int) -> None:
        self.seen["Attrition of two Powers"] += 1
        self.on_attrition(p, shot, side, x, dice, hits)

    def due(self) -> int:
        """The dice of the step, with the cards that were played when it was settled."""
        _, _, pieces, over, ambush, tired = self.force
        guided = "local_guides" in self.settled
        more = self.settled.count("mud") + self.settled.count("heat_of_la_mancha")
        self.seen["Attrition: Pass"] += over
        self.seen["Attrition: Ambush"] += ambush
        self.seen["Attrition: Forced March"] += tired > 0
        self.seen["Attrition: Mud or Heat"] += more
        return int(pieces * (over * (not guided) + ambush + more) + tired)

    def on_attrition_loss(self, p: Position, shot: Snapshot, power: int, x: int, n: int) -> None:
        self.loss[2] += n

    def on_attrition_leader(self, p: Position, shot: Snapshot, leader: int, x: int) -> None:
        """[13.1c] No Soldier is left."""
        self.same("a Leader is lost to Attrition", self.loss[1], self.loss[2])
        self.loss[3] += 1

    def on_attrition_cancelled(self, p: Position, shot: Snapshot, x: int) -> None:
        self.loss = None

    def suffered(self, s: Any) -> None:
        """As many are gone as were hit."""
        if self.loss is not None and (s is None or not any(type(f).__name__ == "Attrition" for f in s.stack)):
            hits, _, soldiers, leaders = self.loss
            self.loss = None
            self.same("losses of Attrition", hits, soldiers + leaders)

    def ask_attritionlosses(self, p: Position, ask: Any) -> None:
        """[13.1b] Soldiers of two Powers are there: the Commander's Power says whose are lost."""
        check = self.frame("Attrition")
        self.same("whose losses", {("bear", power) for power, _, _ in check.forces if p.sps(power, check.x)},
                  self.offered(ask.who, "bear"))
        chief = p.commander(check.side, check.x)
        if chief >= 0:
            self.same("who says whose losses", POWER_OF[chief], ask.who)

    # ------------------------------------------------------------------------------------------------- [11.52] markers

    def on_battle(self, p: Position, shot: Snapshot, power: int, x: int) -> None:
        frame = self.frame("Battle", shot.s)
        contact = self.frame("Contact", shot.s)
        if contact is not None and contact.x == x:
            self.same("failed evasions at the start of a Battle", self.failed, frame.failed)
            self.no_attrition()
        self.fight = x, set(p.both(0, x) + p.both(1, x)), p.s.marked, p.s.impulses
        self.overrun = self.won = False

    def on_battle_won(self, p: Position, shot: Snapshot, power: int, x: int) -> None:
        self.won = True

    def no_attrition(self) -> None:
        """The step, or what led to it, owed nothing more."""
        force = self.force
        if force is not None:
            due = self.due()
            self.force = None
            self.same("no Attrition of a step", due, 0)

    def on_overrun(self, p: Position, shot: Snapshot, power: int, x: int) -> None:
        self.overrun = True

    def on_battle_nobody(self, p: Position, shot: Snapshot, x: int) -> None:
        self.fight = None

    def fought(self, s: Any) -> None:
        """[11.52e] [11.8] Who fought is marked, unless the others were overrun."""
        if self.fight is None or any(type(f).__name__ == "Battle" for f in s.stack):
            return
        x, leaders, marks, impulse = self.fight
        self.fight = None
        p = Position(s)
        if not self.won or s.impulses != impulse or p.impulse is None or {"turning_movement", "mud"} & set(self.played):
            return                      # who turned the enemy or got stuck stops all the same
        for leader in leaders:
            if s.at[leader] >= N or self.overrun and enemy_fortress(p, POWER_OF[leader] % 2, x):
                continue
            want = has(marks, leader) if self.overrun else True
            self.same("marked after a Battle" + (" (Overrun)" if self.overrun else ""), want, has(s.marked, leader))
        winners = [side for side in (0, 1) if p.side_there(side, x)]
        if not self.overrun and len(winners) == 1:
            self.same("Soldiers marked after a Battle", [0, 0], [p.unmarked(winners[0], x),
                                                                 p.unmarked(winners[0] + 2, x)])

    # ------------------------------------------------------------------------------------------ [5.5] Command Points

    def ask_spendpoints(self, p: Position, ask: Any) -> None:
        self.commanded(p)
        self.count_points()
        self.settled_step()

    def ask_marchorders(self, p: Position, ask: Any) -> None:
        self.count_points()
        self.settled_step()

    def count_points(self) -> None:
        spending = self.frame("Spending")
        if spending is not None and spending is self.purse[0]:
            self.same("CPs left", self.purse[1] - self.cost, spending.points)
        self.purse, self.cost = (spending, getattr(spending, "points", 0)), 0

    def settled_step(self) -> None:
        if self.force is not None:
            self.no_attrition()
        self.same("no Attrition of a reaction", True, self.owed is None or self.owed[2] == 0)
        self.owed = None

    def on_flagged(self, p: Position, shot: Snapshot, power: int, x: int, owner: int) -> None:
        self.cost += self.action[0] == "flag" and type(self.was.stack[-1]).__name__ in ("SpendPoints", "MarchOrders")

    def paid_for(self, shot: Snapshot) -> bool:
        """Was it built with CPs, and not placed by an Event?"""
        spent = [name for name in shot.path if name in ("Spending", "PlayEvent")]
        return spent[-1:] == ["Spending"]

    def on_placed(self, p: Position, shot: Snapshot, power: int, n: int, x: int) -> None:
        if self.paid_for(shot):
            self.cost += n if self.building[0] == "regroup" else 2 * n

    def on_leader_placed(self, p: Position, shot: Snapshot, leader: int, x: int) -> None:
        if self.paid_for(shot):
            self.cost += 1 if self.from_box else (COMMAND[leader] + 1) // 2

    def on_convoy(self, p: Position, shot: Snapshot, power: int, n: int, a: int, b: int) -> None:
        convoy = self.frame("Convoy", shot.s)
        self.cost += 0 if convoy.free else convoy.leaders.bit_count() + convoy.sps

    # ------------------------------------------------------------------------------------------- [9.62] Army Groups

    def ask_chooseplay(self, p: Position, ask: Any) -> None:
        """[1.6g] [9.62b] Whom the Active Power may name, or propose where its Ally has Leaders too."""
        side, found, offered = ask.who % 2, set(), self.offered(ask.who, "command")
        for x in range(N):
            among = p.both(side, x)
            best = [l for l in among if (RATING[l], COMMAND[l]) == max((RATING[m], COMMAND[m]) for m in among)]
            if len(among) < 2:
                continue
            powers = {POWER_OF[l] for l in among}
            if p.s.commander[side * N + x] in among or len(best) == len(powers) == 1:
                found |= {("command", l) for l in p.leaders(ask.who, x)
                          if l != p.commander(side, x) and not has(p.impulse.named, l)}     # once an Impulse
            else:
                offered = {o for o in offered if o[1] not in among}         # thrown together, or equals: not known here
        if not self.offered(ask.who, "relieve"):        # pieces are being placed, and nothing else is done
            self.same("Commanders to name", found, offered)

    def one_player(self, side: int) -> bool:
        return self.players in ONE_PLAYER[side]

    def consent(self) -> None:
        """[9.61b] [9.62b] What needs the Ally's yes: a new Commander of two Powers, and his Army on the way."""
        verb, was = self.action[0], type(self.was.stack[-1]).__name__
        before, side = Position(self.was), self.seat % 2
        if verb == "command" and was == "ChoosePlay":
            leader = self.action[1]
            two = len({POWER_OF[l] for l in before.both(side, self.was.at[leader])}) > 1
            asks = two and not self.one_player(side)
            self.same("consent to a Commander", asks, self.top() == "AgreeCommander")
            if asks:
                self.same("whose consent", self.seat ^ 2, self.s.stack[-1].who)
            else:
                self.same("a new Commander", leader, Position(self.s).commander(side, self.was.at[leader]))
        elif verb == "join" and was == "MarchOrders":
            march = next(f for f in reversed(self.was.stack) if type(f).__name__ == "March")
            ally = POWER_OF[self.action[1]] != march.power
            met = march.moved and self.action[1] not in [l for l, _, _ in march.armies]
            self.same("consent to a march", ally and met and not self.one_player(side), self.top() == "JoinMarch")
            self.seen["an Ally is met on the march"] += ally and met
        elif was in ("AgreeCommander", "JoinMarch"):
            leader, yes = self.was.stack[-1].leader, verb == "yes"
            if was == "AgreeCommander":
                self.same("after the answer", yes, Position(self.s).commander(side, self.was.at[leader]) == leader)
            else:
                self.same("after the answer", yes, leader in [l for l, _, _ in self.frame("March").armies])

    def on_impulse(self, p: Position, shot: Snapshot, power: int) -> None:
        self.history.append(power)

    def commanded(self, p: Position) -> None:
        """[9.6c] Wherever Leaders of two Powers have met or parted since the play began, one of them was named."""
        for side in (0, 1):
            for x in range(N):
                among = set(p.both(side, x))
                if len({POWER_OF[l] for l in among}) == 2 and among != self.stood.get((side, x)):
                    self.same("somebody commands", True, p.s.commander[side * N + x] in among)

    def see_groups(self) -> None:
        """Who stands together, when a play is chosen."""
        p = Position(self.s)
        self.groups = {(side, x): set(p.both(side, x)) for side in (0, 1) for x in range(N) if p.both(side, x)}
        self.named = {(side, x): int(p.s.commander[side * N + x]) for side, x in self.groups}
        self.stood = {at: set(leaders) for at, leaders in self.groups.items()}

    def on_named(self, p: Position, shot: Snapshot, leader: int) -> None:
        self.named[POWER_OF[leader] % 2, p.s.at[leader]] = leader

    def ask_namecommander(self, p: Position, ask: Any) -> None:
        """[9.62a] [9.62b] Asked when a Leader has joined; the Power with more SPs chooses among all."""
        side = ask.who % 2
        among = set(p.both(side, ask.x))
        self.same("Powers of a Group", 2, len({POWER_OF[l] for l in among}))
        joined = bool(among - self.groups.get((side, ask.x), set()))
        new = joined or self.named.get((side, ask.x)) not in among or self.frame("Deploy") is not None
        self.same("a reason to name a Commander", True, new)
        self.same("Commanders to choose", {("command", l) for l in among}, self.offered(ask.who, "command"))
        mine, theirs = p.sps(ask.who, ask.x), p.sps(ask.who ^ 2, ask.x)
        had = [*self.history, self.s.active] if self.s.active >= 0 else self.history
        last = next((power for power in reversed(had) if power % 2 == side), ask.who)
        self.same("who names the Commander" + (" (tie)" if mine == theirs else ""), ask.who,
                  ask.who if mine > theirs else ask.who ^ 2 if mine < theirs else last)
        self.groups[side, ask.x] = among
