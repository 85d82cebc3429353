"""[16.3] Deployment: Leaders go through Friendly country, British pieces by sea; then Leaders may be withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablero.games.wellington.board import (
    ALLIES, BRITAIN, COMMAND_RATING, CONVOY_PIECES, DUCHIES, LEADERS, NEAR, PLYMOUTH, PORTS
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import most_to_part
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations, lose_leader, move_force
from tablero.games.wellington.rules.r03_control import friendly
from tablero.games.wellington.rules.r09_movement.s01_lines import IN_QUARTERS, in_quarters
from tablero.games.wellington.rules.r09_movement.s06_groups import name_commander
from tablero.games.wellington.rules.r10_reactions.s04_interception import covered
from tablero.games.wellington.rules.r14_naval import LEADERS_ONLY, destinations, friendly_ports
from tablero.games.wellington.state import Duchies, Duchy, Leader, Leaders, Power, Powers, Side, Wellington
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Decision, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk

EXTRA_COST = 1

NO_MORE_ARMIES = Refusal("16.31a", "no_more_deployments")
NO_MORE_CONVOYS = Refusal("16.31a", "no_more_convoys")
NO_POINTS = Refusal("16.31a", "no_points_for_deployment")
DEPLOYED = Refusal("16.31b", "deployed_already")
NOWHERE = Refusal("16.3a", "nowhere_to_deploy")
CLOSED = Refusal("16.3b", "could_be_intercepted")
NOT_FRIENDLY = Refusal("16.3a", "deploy_friendly_only")
NOTHING_ABOARD = Refusal("16.3d", "nothing_aboard")
RATING_FULL = Refusal("16.3c", "command_rating_full")
SHIPS_FULL = Refusal("16.3d", "ships_full")


# --- where one may go


def within_reach(s: Wellington, side: Side) -> Duchies:
    """[16.3b] [16.3f] The Duchies into which an Army of the other side could intercept; not one that holds a Formation
    of this side already (10.1b)."""
    return covered(s, 1 - side) & friendly(s, side) & ~formations(s, side)


def open_duchies(s: Wellington, side: Side) -> Duchies:
    """[16.3a] [16.3b] Friendly Duchies that no enemy stands in or could intercept into."""
    return friendly(s, side) & ~formations(s, 1 - side) & ~within_reach(s, side)


def land_reach(s: Wellington, power: Power, a: Duchy) -> Duchies:
    """[16.3a] [16.3b] [16.3f] All that a Leader can come to through any number of open Duchies; the start need not be
    Friendly."""
    free = open_duchies(s, power & 1)
    found, new = 0, NEAR[a] & free
    while new:
        found |= new
        near = 0
        for x in ids_of(new):
            near |= NEAR[x]
        new = near & free & ~found
    return found & ~(1 << a)


def sea_reach(s: Wellington, a: Duchy) -> Duchies:
    """[16.3d] [16.3e] The Ports that a British Convoy can Deploy to from a Friendly Port."""
    if not friendly_ports(s, BRITAIN) >> a & 1:
        return 0
    return destinations(s, BRITAIN, a, False) & open_duchies(s, ALLIES)


# --- the Deployments of one Power


@dataclass(slots=True)
class Deployment(Procedure):
    """[16.3a] [16.31a] [16.31b] [ASPe] [20n] A Power Deploys a Leader, or Britain a Convoy; and buys at most one
    more Army, Britain one more Convoy besides (reading C10)."""

    power: Power
    points: int                         # Reinforcement CPs that are left
    armies: int = 0                     # Deployments so far
    convoys: int = 0
    moved: Leaders = 0                  # who has Deployed
    moved_sps: list[tuple[Duchy, int]] = field(default_factory=list)    # where Soldiers have come to
    chosen: bool = False                # was another Deployment chosen?

    def steps(self) -> tuple[str, ...]:
        return ("choose", "again")

    def choose(self, s: Wellington) -> None:
        """[16.3a] Who Deploys?"""
        self.chosen = False
        s.call(ChooseDeployment(self.power))

    def again(self, s: Wellington) -> str | None:
        """[16.31a] Another one can be bought."""
        return "choose" if self.chosen else None

    def refuse(self, by_sea: bool) -> Refusal | None:
        """[16.3a] [16.31a] Is another Deployment of this kind left, and can it be paid? One of either kind is free, one
        Army and one Convoy can be bought; in which order does not matter."""
        done = self.armies + self.convoys
        if by_sea and (self.convoys == 2 or done == 3):
            return NO_MORE_CONVOYS
        if not by_sea and (self.armies == 2 or done == 3):
            return NO_MORE_ARMIES
        return NO_POINTS if done and self.points < EXTRA_COST else None

    def pay(self, by_sea: bool) -> None:
        """[16.2d] [16.31a] The first is free."""
        self.chosen = True
        if self.armies or self.convoys:
            self.points -= EXTRA_COST
        if by_sea:
            self.convoys += 1
        else:
            self.armies += 1

    def rested(self, s: Wellington, x: Duchy) -> int:
        """[16.31b] The SPs in a Duchy that have not Deployed yet."""
        return s.sp[self.power * DUCHIES + x] - sum(n for y, n in self.moved_sps if y == x)


@dataclass(slots=True)
class ChooseDeployment(Orders):
    """[16.3a] Which Leader Deploys, or from which Port a Convoy sails?"""

    def orders(self, s: Wellington) -> Sequence[Order]:
        return CHOICE if self.who != BRITAIN else BRITISH_CHOICE

    def public(self, s: Wellington) -> bool:
        return True

    def deployment(self, s: Wellington) -> Deployment:
        return s.caller(self, Deployment)

    def try_leaders(self, s: Wellington) -> list[Action]:
        return [("deploy", leader) for leader in ids_of(LEADERS[self.who]) if s.at[leader] < DUCHIES]

    def refuse_leader(self, s: Wellington, action: Action) -> Refusal | None:
        leader, deployment = action[1], self.deployment(s)
        if deployment.moved >> leader & 1:
            return DEPLOYED
        if in_quarters(s, self.who, s.at[leader]):
            return IN_QUARTERS
        return deployment.refuse(False) or (None if land_reach(s, self.who, s.at[leader]) else NOWHERE)

    def do_leader(self, s: Wellington, action: Action) -> None:
        leader, deployment = action[1], self.deployment(s)
        deployment.pay(False)
        a = s.at[leader]
        n = min(COMMAND_RATING[leader], deployment.rested(s, a))
        s.call(Deploy(self.who, leader, a, land_reach(s, self.who, a), loads=[(a, n)]))

    def try_ports(self, s: Wellington) -> list[Action]:
        return [("convoy", x) for x in ids_of(s.occupied[self.who] & PORTS)]

    def refuse_port(self, s: Wellington, action: Action) -> Refusal | None:
        x, deployment = action[1], self.deployment(s)
        if not deployment.rested(s, x) and not s.here[x] & LEADERS[self.who] & ~deployment.moved:
            return DEPLOYED
        if in_quarters(s, self.who, x):
            return IN_QUARTERS
        return deployment.refuse(True) or (None if sea_reach(s, x) else NOWHERE)

    def do_port(self, s: Wellington, action: Action) -> None:
        x, deployment = action[1], self.deployment(s)
        deployment.pay(True)
        n = min(CONVOY_PIECES, deployment.rested(s, x))
        s.call(Deploy(self.who, -1, x, sea_reach(s, x), loads=[(x, n)]))

    def finish(self, s: Wellington, action: Action) -> None:
        """No more Deployments."""


CHOICE = (
    Order("done", ChooseDeployment.finish),
    Order("deploy", ChooseDeployment.do_leader, tries=ChooseDeployment.try_leaders,
          refuse=ChooseDeployment.refuse_leader),
)
BRITISH_CHOICE = (
    *CHOICE,
    Order("convoy", ChooseDeployment.do_port, tries=ChooseDeployment.try_ports, refuse=ChooseDeployment.refuse_port),
)


@dataclass(slots=True)
class Deploy(Procedure):
    """[16.3a] [16.3c] [16.3d] One Deployment: what goes along, where to, and the move."""

    power: Power
    leader: Leader                      # -1: a Convoy
    a: Duchy
    reach: Duchies
    staff: Leaders = 0                  # Leaders that go along
    loads: list[tuple[Duchy, int]] = field(default_factory=list)        # SPs that go along, by Duchy
    to: Duchy = -1

    def steps(self) -> tuple[str, ...]:
        return ("load", "destination", "go", "command")

    def sources(self) -> Duchies:
        """[16.3c] Where pieces can be picked up: in any Duchy on the way, and there are ways over all within reach; a
        Convoy takes them from one Port."""
        return 1 << self.a | (self.reach if self.leader >= 0 else 0)

    def room(self) -> int:
        """[16.3c] [16.3d] [1.6c] [14.2a] How many more SPs and Leaders can go along."""
        limit = COMMAND_RATING[self.leader] if self.leader >= 0 else CONVOY_PIECES
        return limit - self.staff.bit_count() - sum(n for _, n in self.loads)

    def may_return(self, s: Wellington) -> bool:
        """[16.3a] [16.3b] A Leader who has picked up something elsewhere may bring it to the Duchy he came from, if it
        is Friendly and no enemy Army could intercept: somebody stays there, or none is near."""
        a, power = self.a, self.power
        elsewhere = any(n for x, n in self.loads if x != a) or self.staff & ~s.here[a]
        if self.leader < 0 or not elsewhere:
            return False
        left = s.sp[power * DUCHIES + a] - sum(n for x, n in self.loads if x == a)
        stay = s.here[a] & LEADERS[power] & ~self.staff & ~(1 << self.leader)
        empty = s.clone()
        if not left and not stay:
            empty.occupied[power] &= ~(1 << a)
        return bool(open_duchies(empty, power & 1) >> a & 1)

    def load(self, s: Wellington) -> None:
        """[16.3c] What goes along?"""
        s.call(LoadDeployment(self.power))

    def destination(self, s: Wellington) -> None:
        """[16.3a] Where to?"""
        s.call(DeployTo(self.power))

    def go(self, s: Wellington) -> None:
        """[16.3a] [1.5d] They arrive. What they left stays where it was, and so do Soldiers that there are no counters
        for if they part."""
        deployment = s.caller(self, Deployment)
        leaders = self.staff | (1 << self.leader if self.leader >= 0 else 0)
        move_leaders(s, self.power, leaders, self.to)
        moved = 0
        for x, n in self.loads:
            if x != self.to:
                n = most_to_part(s, self.power, x, self.to, n)
                move_force(s, (self.power, 0, n), x, self.to)
            moved += n
        deployment.moved |= leaders
        if moved:
            deployment.moved_sps.append((self.to, moved))
        s.tell("deployed", self.power, self.a, self.to, leaders.bit_count(), moved)

    def command(self, s: Wellington) -> None:
        """[9.62a] [9.62b] Leaders of both Powers may have met."""
        if self.leader >= 0 or self.staff or s.rules < 4:       # until then Soldiers alone had him named again
            name_commander(s, self.power & 1, self.to)


def move_leaders(s: Wellington, power: Power, leaders: Leaders, to: Duchy) -> None:
    for leader in ids_of(leaders):
        move_force(s, (power, 1 << leader, 0), s.at[leader], to)


@dataclass(slots=True)
class LoadDeployment(Orders):
    """[16.3c] [16.3d] What goes along: all SPs of a Duchy that there is room for, one fewer, or a Leader."""

    def orders(self, s: Wellington) -> Sequence[Order]:
        return LOADING

    def public(self, s: Wellington) -> bool:
        return True

    def deploy(self, s: Wellington) -> Deploy:
        return s.caller(self, Deploy)

    def able(self, s: Wellington, x: Duchy) -> int:
        return s.frame(Deployment).rested(s, x)

    def try_loads(self, s: Wellington) -> list[Action]:
        deploy = self.deploy(s)
        known = [x for x, _ in deploy.loads]
        return [("muster", x) for x in ids_of(deploy.sources() & s.occupied[self.who]) if x not in known
                and s.sp[self.who * DUCHIES + x]]

    def full(self, s: Wellington) -> Refusal | None:
        deploy = self.deploy(s)
        return None if deploy.room() > 0 else RATING_FULL if deploy.leader >= 0 else SHIPS_FULL

    def refuse_load(self, s: Wellington, action: Action) -> Refusal | None:
        if in_quarters(s, self.who, action[1]):
            return IN_QUARTERS
        return self.full(s) if self.able(s, action[1]) else DEPLOYED

    def do_load(self, s: Wellington, action: Action) -> bool:
        deploy, x = self.deploy(s), action[1]
        deploy.loads.append((x, min(deploy.room(), self.able(s, x))))
        return AGAIN

    def try_leave(self, s: Wellington) -> list[Action]:
        return [("leave_one", x) for x, n in self.deploy(s).loads if n]

    def refuse_leave(self, s: Wellington, action: Action) -> Refusal | None:
        """[16.3d] A Convoy carries something."""
        deploy = self.deploy(s)
        return NOTHING_ABOARD if deploy.leader < 0 and deploy.room() == CONVOY_PIECES - 1 else None

    def do_leave(self, s: Wellington, action: Action) -> bool:
        deploy = self.deploy(s)
        deploy.loads = [(x, n - 1 if x == action[1] else n) for x, n in deploy.loads]
        return AGAIN

    def try_staff(self, s: Wellington) -> list[Action]:
        deploy = self.deploy(s)
        free = LEADERS[self.who] & ~deploy.staff & ~(1 << deploy.leader if deploy.leader >= 0 else 0)
        return [("take_along", leader) for leader in ids_of(free)
                if s.at[leader] < DUCHIES and deploy.sources() >> s.at[leader] & 1]

    def refuse_staff(self, s: Wellington, action: Action) -> Refusal | None:
        if in_quarters(s, self.who, s.at[action[1]]):
            return IN_QUARTERS
        return DEPLOYED if s.frame(Deployment).moved >> action[1] & 1 else self.full(s)

    def do_staff(self, s: Wellington, action: Action) -> bool:
        self.deploy(s).staff |= 1 << action[1]
        return AGAIN

    def refuse_done(self, s: Wellington, action: Action) -> Refusal | None:
        """[16.3d] A Convoy carries something."""
        deploy = self.deploy(s)
        return NOTHING_ABOARD if deploy.leader < 0 and deploy.room() == CONVOY_PIECES else None

    def finish(self, s: Wellington, action: Action) -> None:
        """All is aboard."""

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        deploy = self.deploy(s)
        return Prompt("16.3c", "load_deployment", (("sps", "number", sum(n for _, n in deploy.loads)),
                                                   ("n", "number", deploy.room())))


LOADING = (
    Order("done", LoadDeployment.finish, refuse=LoadDeployment.refuse_done),
    Order("muster", LoadDeployment.do_load, tries=LoadDeployment.try_loads, refuse=LoadDeployment.refuse_load),
    Order("leave_one", LoadDeployment.do_leave, tries=LoadDeployment.try_leave, refuse=LoadDeployment.refuse_leave),
    Order("take_along", LoadDeployment.do_staff, tries=LoadDeployment.try_staff, refuse=LoadDeployment.refuse_staff),
)


@dataclass(slots=True)
class DeployTo(PublicAsk):
    """[16.3a] [16.3b] [16.3d] [16.3e] Where the Deployment ends."""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        deploy = s.caller(self, Deploy)
        near = deploy.reach
        for x in ids_of(deploy.reach | 1 << deploy.a):
            near |= NEAR[x]
        if deploy.leader < 0:
            near |= PORTS
        near &= ~(1 << deploy.a)
        return [("deploy_to", x) for x in ids_of(near | (1 << deploy.a if deploy.may_return(s) else 0))]

    def refuse(self, s: Wellington, seat: Power, action: Action) -> Refusal | None:
        x, deploy = action[1], s.caller(self, Deploy)
        if x == PLYMOUTH and any(n for _, n in deploy.loads):
            return LEADERS_ONLY
        if x == deploy.a or deploy.reach >> x & 1:
            return None
        return CLOSED if within_reach(s, seat & 1) >> x & 1 else NOT_FRIENDLY

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.caller(self, Deploy).to = action[1]


# --- Leaders are withdrawn


@dataclass(slots=True)
class LeaderTransfer(Decision):
    """[16.32a] All Powers may eliminate Leaders of theirs on the map; they can be built again in the next Turn."""

    left: Powers        # who has not finished

    def players(self, s: Wellington) -> Sequence[Power]:
        return [power for power in ids_of(self.left)
                if any(s.at[leader] < DUCHIES for leader in ids_of(LEADERS[power]))]

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [DONE, *(("withdraw", leader) for leader in ids_of(LEADERS[seat]) if s.at[leader] < DUCHIES)]

    def decline(self, s: Wellington, seat: Power) -> Action:
        return DONE

    def public(self, s: Wellington) -> bool:
        return True

    def choose(self, s: Wellington, seat: Power, action: Action) -> bool:
        if action == DONE:
            self.left &= ~(1 << seat)
        else:
            lose_leader(s, action[1])
            s.tell("withdrew", action[1])
        return AGAIN
