"""The end of a Turn and the Interphase where course.py says nothing, written from the rulebook alone: the choice of
free Flags, Soldiers that an Event or the Emperor demands and debts, Reinforcements CP by CP, who goes along in a
Deployment, withdrawn Leaders, and what ends with a Turn.

`Winter` watches games, best with Powers that are short of Soldiers, or Turns from `thrown` positions.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.wellington.referee.course import Snapshot
from tests.games.wellington.referee.ground import (
    BRITAIN,
    COMMAND,
    ON_MAP,
    PLYMOUTH,
    POWER_OF,
    RIVER,
    SPAIN,
    Action,
    N,
    Position,
    Watcher,
    bits,
    board,
    has,
    near,
)

SPS = (1, 2, 4)             # of infantry, cavalry, artillery
HAND_LIMIT = 8


def home_keys(p: Position, power: int) -> list[int]:
    """[16.2c] Friendly unbesieged Home Keys; those of the other French Power if there is no Home Duchy left."""
    if power == SPAIN:
        home = [x for x in bits(board.IN_SPAIN) if p.controller(x) == SPAIN]
    else:
        home = [x for x in bits(board.PRINTED_HOME[power]) if x in ON_MAP and p.controller(x) == power]
        forlorn = len(home) == 1 and has(p.s.hasty, home[0]) and p.side_there(0, home[0])
        if power % 2 and (not home or forlorn):
            home += [x for x in bits(board.PRINTED_HOME[power ^ 2]) if p.controller(x) == power ^ 2]
    return [x for x in home if has(board.KEYS, x) and not p.side_there(1 - power % 2, x)]


def exposed(p: Position, side: int, x: int) -> bool:
    """[16.3b] Could an enemy Army intercept into a Friendly Duchy? Not where friends stand, and not over Rivers."""
    if p.side_there(side, x):
        return False
    for y in near(x):
        besieger = p.fort(y) and p.owner(y) % 2 == side         # it may not leave for Enemy Duchies
        armies = [l for l in p.both(1 - side, y) if not p.quartered(POWER_OF[l], y)]
        if armies and not besieger and p.line(x, y) != RIVER:
            return True
    return False


def reach(p: Position, power: int, start: int) -> set[int]:
    """[16.3a] Where a Deployment may pass and end."""
    found, todo = {start}, [start]
    while todo:
        for y in near(todo.pop()):
            open_to = y not in found and p.friendly(power % 2, y) and not p.side_there(1 - power % 2, y)
            if open_to and not exposed(p, power % 2, y):
                found.add(y)
                todo.append(y)
    return found


class Winter(Watcher):
    keen = {"event": 3.0, "resource": 0.5, "deploy": 4.0, "convoy": 4.0, "muster": 2.0, "take_along": 2.0,
            "build": 2.0, "regroup": 3.0, "give_up": 0.7, "end": 2.0}

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.prev: Any = None
        self.paying: list[int] | None = None        # CPs that pay a debt first: Power, CPs left
        self.key = -1
        self.moved: set[int] = set()                # Leaders that were Deployed in this Interphase
        self.frozen: Counter[tuple[int, int]] = Counter()       # SPs, by Power and Duchy
        self.purse: tuple[Any, int] = (None, 0)
        self.cost = 0
        self.withdrawn: set[int] = set()

    def act(self) -> None:
        self.prev = self.was
        top, verb = self.top(), self.action[0]
        if top == "RaiseDebt" and verb == "cp":
            self.paying = [self.seat, int(board.CP[self.action[1]])]
        elif top == "ChooseHomeKey":
            self.key = self.action[1]
        elif top == "Reinforce" and verb in ("build", "regroup"):
            self.cost += SPS[self.action[1]] * (2 if verb == "build" else 1)
        elif top == "Reinforce" and verb == "build_leader":
            unbuilt = self.s.at[self.action[1]] == board.UNBUILT
            self.cost += (COMMAND[self.action[1]] + 1) // 2 if unbuilt else 1
        elif top == "LeaderTransfer" and verb == "withdraw":
            self.withdrawn.add(self.action[1])

    def follow(self, shot: Snapshot) -> None:
        super().follow(shot)
        self.prev = shot.s

    def settle(self) -> None:
        self.settle_debt()
        for leader in self.withdrawn:
            self.same("a withdrawn Leader", board.UNBUILT, self.s.at[leader])
        self.withdrawn.clear()

    # --------------------------------------------------------------------------------- [5.12] removals and debts

    def ask_removesoldier(self, p: Position, ask: Any) -> None:
        frame = self.frame("RemoveSoldiers")
        power = frame.power
        stacks = [x for x in range(N) if p.sps(power, x)]
        first = [x for x in stacks if has(frame.where, x)]          # elsewhere only if there are none
        may = {("remove", power, x) for x in first or stacks}
        self.same("Soldiers to remove", may, self.offered(ask.who, "remove"))

    def on_debt(self, p: Position, shot: Snapshot, power: int, card: int, n: int) -> None:
        """[5.12a] Only when nobody is left on the map."""
        self.same("a debt", (0, True), (sum(p.sps(power, x) for x in range(N)), n > 0))

    def ask_raisedebt(self, p: Position, ask: Any) -> None:
        """[5.12a] Any card with CPs, and Resources that can draw one; to refuse is not allowed."""
        zones = (board.HAND, board.HOME, board.GUEST)
        cards = [card for zone in zones for card in bits(p.s.piles[zone[ask.who]])]
        may: set[Action] = {("cp", card) for card in cards if board.CP[card]}
        piles = p.s.piles[board.DRAW_PILE] | p.s.piles[board.DISCARDS]
        if p.s.resources[ask.who] and p.s.piles[board.HAND[ask.who]].bit_count() < HAND_LIMIT and piles:
            may.add(("resource",))
        everything = {tuple(o) for o in self.offered(ask.who, "cp", "resource", "pass", "done", "no", "end")}
        self.same("means against a debt", may, everything)

    def on_played_cp(self, p: Position, shot: Snapshot, power: int, card: int, n: int) -> None:
        self.paying = [power, int(board.CP[card])]

    def on_reinforcements(self, p: Position, shot: Snapshot, power: int, n: int) -> None:
        self.paying = [power, n]
        keys = home_keys(p, power)
        self.key = keys[0] if len(keys) == 1 else -1
        self.purse = (None, 0)

    def price(self, s: Any, power: int) -> int:
        """An SP out of the Regroup Box, or a new one [6.1a] [6.2a]."""
        return 1 if s.regroup[power] else 2

    def on_debt_paid(self, p: Position, shot: Snapshot, power: int, n: int) -> None:
        if self.paying is None:             # Soldiers whom an Event has placed
            self.same("Soldiers for a debt", True, "PlaceSoldiers" in shot.path or "PlayEvent" in shot.path)
            return
        self.same("who pays a debt", self.paying[0], power)
        self.paying[1] -= self.price(self.prev, power) * n
        self.same("CPs for a debt", True, self.paying[1] >= 0)

    def settle_debt(self) -> None:
        """[5.12c] As long as CPs last, they go to the debt and nowhere else."""
        if self.paying is None:
            return
        (power, left), self.paying = self.paying, None
        s = self.s
        owes = any(who == power for who, _, _ in s.debts)
        if owes and not s.over:
            self.same("a debt that is not paid", True, left < self.price(s, power))
        spending = self.frame("Spending")
        if spending is not None and spending.power == power and self.action[0] == "cp" and self.top() == "SpendPoints":
            self.same("CPs after a debt", left, spending.points)
        frame = self.frame("Reinforcements")
        if frame is not None and frame.power == power and self.top() in ("ChooseHomeKey", "Reinforce"):
            self.same("Reinforcement CPs after a debt", left, frame.points + frame.odd)

    # ------------------------------------------------------------------------------------- [4.3] free Flags

    def ask_chooseflags(self, p: Position, ask: Any) -> None:
        """[7d] [7e] Own Flag or none in the Ally's Duchy; for Britain one of either Ally where there is a symbol."""
        power, may = ask.who, set()
        for x in ON_MAP:
            if p.controller(x) < 0 and power in (who := self.flaggers(p, x)):
                sure = len(who) == 1        # of equal Leaders the one who came first commands
                if board.OWNER[x] == power ^ 2 or power == BRITAIN and has(board.SYMBOLS, x):
                    if sure or has(ask.left, x) and ("flag", x, power) in self.offered(power, "flag"):
                        may |= {("flag", x, power), ("flag", x, power ^ 2)}
        self.same("Flags to choose", may, self.offered(power, "flag"))

    def flaggers(self, p: Position, x: int) -> set[int]:
        """[4.3c] The Commander's Power; without one more SPs; then the later on the Track."""
        side = 1 - p.owner(x) % 2
        there = {power for power in (side, side + 2) if p.there(power, x)}
        if len(there) < 2:
            return there
        chiefs = p.both(side, x)
        if chiefs:
            named = p.s.commander[side * N + x]
            best = max((board.BATTLE_RATING[l], COMMAND[l]) for l in chiefs)
            return {POWER_OF[named]} if named in chiefs else {
                POWER_OF[l] for l in chiefs if (board.BATTLE_RATING[l], COMMAND[l]) == best}
        return {max(there, key=lambda power: (p.sps(power, x), power))}

    # ------------------------------------------------------------------------------------ [16.2] Reinforcements

    def ask_choosehomekey(self, p: Position, ask: Any) -> None:
        self.same("Home Keys", {("gather", x) for x in home_keys(p, ask.who)}, self.offered(ask.who, "gather"))

    def ask_reinforce(self, p: Position, ask: Any) -> None:
        frame = self.frame("Reinforcements")
        if frame is self.purse[0]:
            self.same("Reinforcement CPs", self.purse[1] - self.cost, frame.points + frame.odd)
        self.purse, self.cost = (frame, frame.points + frame.odd), 0

    def ask_placereinforcement(self, p: Position, ask: Any) -> None:
        """[16.2c] [6.3h] British Leaders go to the Key or to Plymouth."""
        if self.key >= 0:
            may = {("place", self.key), ("place", PLYMOUTH)}
            self.same("where a Leader comes", may, self.offered(ask.who, "place"))

    def on_placed(self, p: Position, shot: Snapshot, power: int, n: int, x: int) -> None:
        if "Reinforcements" in shot.path and self.key >= 0:
            self.same("where Reinforcements come", (True, self.key), (x in home_keys(Position(self.prev), power), x))

    def on_leader_placed(self, p: Position, shot: Snapshot, leader: int, x: int) -> None:
        if "Reinforcements" in shot.path and self.key >= 0:
            allowed = {self.key, PLYMOUTH} if POWER_OF[leader] == BRITAIN else {self.key}
            self.same("where Leaders come", True, x in allowed)

    # --------------------------------------------------------------------------------------- [16.3] Deployment

    def ask_loaddeployment(self, p: Position, ask: Any) -> None:
        """[16.3c] [16.31b] Who may be picked up on the way, as far as the Command Rating goes; a Convoy takes five."""
        frame, power = self.frame("Deploy"), ask.who
        by_sea = frame.leader < 0
        land = {frame.a} if by_sea else reach(p, power, frame.a)
        loads = dict(frame.loads)
        total, staff = sum(loads.values()), bits(frame.staff)
        room = (5 if by_sea else COMMAND[frame.leader]) - len(staff) - total
        free = {l for l, x in enumerate(p.s.at) if POWER_OF[l] == power and x in land and l != frame.leader
                and l not in self.moved and not p.quartered(power, x)}
        self.same("Leaders on the way", {("take_along", l) for l in free if l not in staff and room > 0},
                  self.offered(power, "take_along"))
        may = set()
        for x in land:
            left = p.sps(power, x) - loads.get(x, 0) - self.frozen[power, x]
            if left > 0 and room > 0 and not p.quartered(power, x) and x not in loads:     # asked once for each
                gone = {y: -n for y, n in loads.items()}
                gone[x] = gone.get(x, 0) - 1
                if p.fits(power, gone, [total + 1]):
                    may.add(("muster", x))
        self.same("Soldiers on the way", may, self.offered(power, "muster"))
        last = by_sea and len(staff) + total == 1           # somebody has to sail
        self.same("Soldiers left behind", {("leave_one", x) for x, n in loads.items() if n and not last},
                  self.offered(power, "leave_one"))
        self.seen["Deployments by sea" if by_sea else "Deployments by land"] += 1

    def on_deployed(self, p: Position, shot: Snapshot, power: int, a: int, to: int, leaders: int, n: int) -> None:
        """[16.3] Who was loaded is there, nobody else has moved."""
        frame = self.frame("Deploy", shot.s)
        self.gone = power, a, to, set(bits(frame.staff)) | ({frame.leader} if frame.leader >= 0 else set()), dict(
            frame.loads), Position(self.was)
        party = self.gone[3]
        self.same("who is Deployed", (len(party), sum(self.gone[4].values())), (leaders, n))
        self.moved |= party
        self.frozen[power, to] += n

    gone: Any = None

    def ask(self) -> None:
        if self.gone is not None:
            gone, self.gone = self.gone, None
            self.guarded(self.landed, *gone)
        super().ask()

    def landed(self, power: int, a: int, to: int, party: set[int], loads: dict[int, int], before: Position) -> None:
        p = Position(self.s)
        for leader, x in enumerate(before.s.at):
            if POWER_OF[leader] == power and "Interphase" in [type(f).__name__ for f in self.s.stack]:
                self.same("Leaders after a Deployment", to if leader in party else x, self.s.at[leader])
        for x in range(N):
            due = before.sps(power, x) - loads.get(x, 0) + (sum(loads.values()) if x == to else 0)
            self.same("Soldiers after a Deployment", due, p.sps(power, x))

    def ask_leadertransfer(self, p: Position, ask: Any) -> None:
        self.moved, self.frozen = set(), Counter()

    # -------------------------------------------------------------------------------------- [4.8] a new Turn

    def on_turn(self, p: Position, shot: Snapshot, year: int) -> None:
        """What lasts to the end of a Turn is over; Winter Quarters and debts stay."""
        s = shot.s
        self.same("nothing is left of the Turn", (0, 0, 0, 0, 0, []),
                  (s.turn_events, s.atrocity, s.wellesley, s.recalled, s.marked, list(s.tags)))
        self.moved, self.frozen = set(), Counter()
