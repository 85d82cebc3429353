"""[5.5] [6.1] [6.2] Command Points: what they are spent for, one after the other, and what pieces cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.wellington.board import (
    ARMS, ARTILLERY, COMMAND_RATING, DUCHIES, LEADERS, REGROUP, SP_OF, TABLES, UNBUILT
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import fits, has_counter, tally, unmarked
from tablero.games.wellington.rules.r05_cards.s11_shortages import pay_with_points
from tablero.games.wellington.rules.r06_placement import (
    NO_ROOM, Placement, Relief, leader_homes, relief_waits, soldier_homes
)
from tablero.games.wellington.rules.r07_flags import flag_actions, flag_tries, place_flag, refuse_flag
from tablero.games.wellington.rules.r09_movement.s01_lines import IN_QUARTERS, in_quarters
from tablero.games.wellington.rules.r09_movement.s02_march import NOT_YOURS, STOPPED, March, army_of, refuse_leader
from tablero.games.wellington.rules.r14_naval import Convoy, departures, refuse_departure
from tablero.games.wellington.state import Duchies, Duchy, Leader, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk

NO_POINTS = Refusal("6.1a", "too_few_points")
NOT_THERE = Refusal("6a", "leader_not_there")
BOX_EMPTY = Refusal("6a", "regroup_box_empty")
NO_HOME = Refusal("6.3a", "no_home_duchy")
NO_HOME_KEY = Refusal("6.3b", "no_home_key")
ARTILLERY_ALONE = Refusal("9.1c", "artillery_alone")
NO_COUNTER = Refusal("9.1b", "no_such_counter")

_costs = TABLES.table("costs")
BUILD_SP, REGROUP_SP = _costs.integer("build_per_sp"), _costs.integer("regroup_per_sp")
REGROUP_LEADER = _costs.integer("regroup_leader")


def soldier_cost(arm: int, regroup: bool) -> int:
    """[6.1a] [6.1b] [6.2a] [6.2b] CPs for a counter: so many for each SP."""
    return SP_OF[arm] * (REGROUP_SP if regroup else BUILD_SP)


def leader_cost(leader: Leader, regroup: bool) -> int:
    """[6.1a] [6.1c] [6.2a] [20aa] CPs for a Leader: half his Command Rating, rounded up, or what regrouping costs."""
    return REGROUP_LEADER if regroup else (COMMAND_RATING[leader] + 1) // 2


@dataclass(slots=True)
class Spending(Procedure):
    """[5.5a] [9a] [20j] The CPs of a card, spent one after the other; those that are left lapse."""

    power: Power
    points: int
    over: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("debts", "ask", "again")

    def debts(self, s: Wellington) -> None:
        """[5.12c] What is owed for an Event comes first."""
        self.points = pay_with_points(s, self.power, self.points)

    def ask(self, s: Wellington) -> str | None:
        """[5.5c] The next CPs; those that are left in the end lapse."""
        if self.over or self.points <= 0:
            return END
        s.call(SpendPoints(self.power))
        return None

    def again(self, s: Wellington) -> str:
        """[5.5c] One expenditure after the other."""
        return "ask"


@dataclass(slots=True)
class SpendPoints(Orders):
    """[5.5a] [5.5d] [5.5e] What are the next CPs spent for, in any order? March, Flag a Duchy, build,
    regroup, sail; or resolve a Siege, which costs nothing."""

    def orders(self, s: Wellington) -> Sequence[Order]:
        return RELIEF if relief_waits(s) >= 0 else SPEND

    def public(self, s: Wellington) -> bool:
        return True

    def spending(self, s: Wellington) -> Spending:
        return s.caller(self, Spending)

    # --- marches

    def try_lead(self, s: Wellington) -> list[Action]:
        return [("lead", leader) for leader in ids_of(LEADERS[self.who]) if s.at[leader] < DUCHIES]

    def refuse_lead(self, s: Wellington, action: Action) -> Refusal | None:
        return refuse_leader(s, self.who, action[1])

    def lead(self, s: Wellington, action: Action) -> None:
        """[9.1a] A Leader is taken up with as many Soldiers as he may lead."""
        leader = action[1]
        s.call(March(self.who, s.at[leader], (army_of(s, leader),)))

    def try_counter(self, s: Wellington) -> list[Action]:
        return [("counter", x, arm) for x in ids_of(s.occupied[self.who]) if s.sp[self.who * DUCHIES + x]
                for arm in range(len(ARMS))]

    def allowed_counters(self, s: Wellington) -> list[Action]:
        found: list[Action] = []
        counted = tally(s, self.who)
        for x in ids_of(s.occupied[self.who]):
            if not s.sp[self.who * DUCHIES + x] or s.quarters and in_quarters(s, self.who, x):
                continue
            n = unmarked(s, self.who, x)
            found += [("counter", x, arm) for arm in range(ARTILLERY)
                      if n >= SP_OF[arm] and has_counter(self.who, s.sp[self.who * DUCHIES + x], arm, counted)]
        return found

    def refuse_counter(self, s: Wellington, action: Action) -> Refusal | None:
        """[9.1b] [9.1c] [9.1e] The rule against a counter that may not march without a Leader."""
        _, x, arm = action
        if not s.sp[self.who * DUCHIES + x]:
            return NOT_YOURS
        if arm == ARTILLERY:
            return ARTILLERY_ALONE
        if in_quarters(s, self.who, x):
            return IN_QUARTERS
        return NO_COUNTER if unmarked(s, self.who, x) >= SP_OF[arm] else STOPPED

    def counter(self, s: Wellington, action: Action) -> None:
        """[9.1b] [9.1d] [9.1f] A counter without a Leader marches, by itself."""
        _, x, arm = action
        s.call(March(self.who, x, counter=SP_OF[arm]))

    # --- Flags

    def try_flags(self, s: Wellington) -> list[Action]:
        return flag_tries(s, self.who)

    def flags(self, s: Wellington) -> list[Action]:
        return flag_actions(s, self.who)

    def refuse_flag(self, s: Wellington, action: Action) -> Refusal | None:
        return refuse_flag(s, self.who, action[1], action[2])

    def flag(self, s: Wellington, action: Action) -> None:
        """[7.1a] A Duchy is Flagged for one CP."""
        self.spending(s).points -= 1
        place_flag(s, self.who, action[1], action[2])

    # --- pieces

    def homes(self, s: Wellington) -> Duchies:
        """[6.3a] [6.3i] Where Soldiers enter; while a relief waits only there."""
        return self.narrowed(s, soldier_homes(s, self.who))

    def narrowed(self, s: Wellington, duchies: Duchies) -> Duchies:
        x = relief_waits(s)
        return duchies if x < 0 else duchies & 1 << x

    def try_arms(self, s: Wellington) -> list[Action]:
        return [(verb, arm) for verb in ("build", "regroup") for arm in range(len(ARMS))]

    def refuse_arm(self, s: Wellington, action: Action) -> Refusal | None:
        """[6a] [6.1a] [6.2a] [6.3a] [1.5d] The rule against building or regrouping a counter."""
        verb, arm = action
        if soldier_cost(arm, verb == "regroup") > self.spending(s).points:
            return NO_POINTS
        if verb == "regroup" and s.regroup[self.who] < SP_OF[arm]:
            return BOX_EMPTY
        found = self.homes(s)
        if not found:
            return NO_HOME
        return None if any(has_room(s, self.who, x, arm, verb == "regroup") for x in ids_of(found)) else NO_ROOM

    def build(self, s: Wellington, action: Action) -> None:
        """[6.1a] [6.2a] A counter is paid for; where does it come into play?"""
        verb, arm = action
        s.call(PlaceBuilt(self.who, arm, -1, verb == "regroup"))

    def try_leaders(self, s: Wellington) -> list[Action]:
        return [("build_leader", leader) for leader in ids_of(
            LEADERS[self.who] & (s.here[UNBUILT] | s.here[REGROUP]) & ~s.recalled)]

    def refuse_build_leader(self, s: Wellington, action: Action) -> Refusal | None:
        """[6.1a] [6.2a] [6.3b] The rule against building or regrouping a Leader."""
        leader = action[1]
        if s.at[leader] < DUCHIES:
            return NOT_THERE
        if leader_cost(leader, s.at[leader] == REGROUP) > self.spending(s).points:
            return NO_POINTS
        return None if self.narrowed(s, leader_homes(s, self.who)) else NO_HOME_KEY

    def build_leader(self, s: Wellington, action: Action) -> None:
        """[6.1a] [6.2a] A Leader is paid for; he is built, or regrouped if he is in the Regroup Box."""
        leader = action[1]
        s.call(PlaceBuilt(self.who, -1, leader, s.at[leader] == REGROUP))

    def relieve(self, s: Wellington, action: Action) -> None:
        """[6.3i] All pieces are placed in the besieged Fortress: now its besieger is faced."""
        s.call(Relief(self.who, relief_waits(s)))

    # --- the sea, Sieges, the end

    def try_convoys(self, s: Wellington) -> list[Action]:
        return [("convoy", x) for x in ids_of(s.occupied[self.who])]

    def convoys(self, s: Wellington) -> list[Action]:
        return [("convoy", x) for x in ids_of(departures(s, self.who))]

    def refuse_convoy(self, s: Wellington, action: Action) -> Refusal | None:
        return refuse_departure(s, self.who, action[1])

    def convoy(self, s: Wellington, action: Action) -> None:
        """[14.2c] [14.2d] A Convoy from a Port."""
        s.call(Convoy(self.who, action[1]))

    def sieges(self, s: Wellington) -> list[Action]:
        from tablero.games.wellington.rules.r12_sieges.s02_siege import besiegers
        return [("besiege", leader) for leader in besiegers(s, self.who)]

    def try_sieges(self, s: Wellington) -> list[Action]:
        return [("besiege", action[1]) for action in self.try_lead(s)]

    def refuse_siege(self, s: Wellington, action: Action) -> Refusal | None:
        from tablero.games.wellington.rules.r12_sieges.s02_siege import refuse_siege
        return refuse_siege(s, action[1])

    def besiege(self, s: Wellington, action: Action) -> None:
        """[12.2b] A Siege costs no CPs."""
        from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
        s.call(Siege(self.who, action[1], s.at[action[1]]))

    def finish(self, s: Wellington, action: Action) -> None:
        """[5.5a] The other CPs lapse."""
        self.spending(s).over = True

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        key = "relief_points" if relief_waits(s) >= 0 else "spend_points"
        return Prompt("5.5a", key, (("n", "number", self.spending(s).points),))


_BUILD = Order("build regroup", SpendPoints.build, tries=SpendPoints.try_arms, refuse=SpendPoints.refuse_arm)
_LEADER = Order("build_leader", SpendPoints.build_leader, tries=SpendPoints.try_leaders,
                refuse=SpendPoints.refuse_build_leader)
_DONE = Order("done", SpendPoints.finish)
SPEND = (
    Order("lead", SpendPoints.lead, tries=SpendPoints.try_lead, refuse=SpendPoints.refuse_lead),
    Order("counter", SpendPoints.counter, tries=SpendPoints.try_counter, refuse=SpendPoints.refuse_counter,
          allowed=SpendPoints.allowed_counters),
    Order("flag", SpendPoints.flag, tries=SpendPoints.try_flags, refuse=SpendPoints.refuse_flag,
          allowed=SpendPoints.flags),
    _BUILD, _LEADER,
    Order("convoy", SpendPoints.convoy, tries=SpendPoints.try_convoys, refuse=SpendPoints.refuse_convoy,
          allowed=SpendPoints.convoys),
    Order("besiege", SpendPoints.besiege, tries=SpendPoints.try_sieges, refuse=SpendPoints.refuse_siege,
          allowed=SpendPoints.sieges),
    _DONE,
)
RELIEF = (_BUILD, _LEADER, Order("relieve", SpendPoints.relieve), _DONE)


def has_room(s: Wellington, power: Power, x: Duchy, arm: int, regroup: bool) -> bool:
    """[1.5d] [6a] Is there a counter for new Soldiers in a Duchy?"""
    n = SP_OF[arm]
    return fits(s, power, [(x, n), (DUCHIES, -n)] if regroup else [(x, n)])


@dataclass(slots=True)
class PlaceBuilt(PublicAsk):
    """[6.3a] Where do the pieces come into play?"""

    arm: int                            # of the counter; -1 for a Leader
    leader: Leader
    regroup: bool

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        homes = soldier_homes(s, self.who) if self.leader < 0 else leader_homes(s, self.who)
        x = relief_waits(s)
        return [("place", y) for y in ids_of(homes if x < 0 else homes & 1 << x)]

    def refuse(self, s: Wellington, seat: int, action: Action) -> Refusal | None:
        if self.leader >= 0 or has_room(s, self.who, action[1], self.arm, self.regroup):
            return None
        return NO_ROOM

    def choose(self, s: Wellington, seat: int, action: Action) -> None:
        spending = s.caller(self, Spending)
        if self.leader >= 0:
            spending.points -= leader_cost(self.leader, self.regroup)
            s.call(Placement(self.who, self.who, action[1], leaders=1 << self.leader))
        else:
            spending.points -= soldier_cost(self.arm, self.regroup)
            s.call(Placement(self.who, self.who, action[1], sps=SP_OF[self.arm], regrouped=self.regroup))

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        if self.leader >= 0:
            return Prompt("6.3b", "place_leader", (("leader", "leader", self.leader),))
        return Prompt("6.3a", "place_built", (("arm", "arm", self.arm),))
