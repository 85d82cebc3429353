"""[9.1] [9.6] A march: Armies in hand, or a counter without a Leader, go step by step as long as CPs are there.

One click on a Leader takes up his Army with as many Soldiers as he may lead; one on a Duchy makes a step. On the way
the Army may leave Soldiers and Leaders behind, take others along, and go on together with other Armies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablero.games.wellington.board import (
    CARDS, COMMAND_RATING, DUCHIES, DUCHY_NAMES, LEADER_POWER, LEADERS, MAP, NEAR, OWN_STEP, PLYMOUTH, SIDE_LEADERS
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import fits, unmarked
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commanding_power, formations
from tablero.games.wellington.rules.r03_control import Friendly, enemy, friendly
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent, silenced
from tablero.games.wellington.rules.r07_flags import flag_actions, flag_tries, place_flag, refuse_flag
from tablero.games.wellington.rules.r09_movement.s01_lines import (
    HEAT, IN_QUARTERS, enemy_fortresses, in_quarters, line_reasons, refuse_way, ways_from
)
from tablero.games.wellington.rules.r09_movement.s03_step import Step, disputed, forces_of
from tablero.games.wellington.rules.r09_movement.s06_groups import (
    JoinMarch, leaves_his_group, name_commander, one_player
)
from tablero.games.wellington.state import Army, Duchies, Duchy, Force, Leader, Leaders, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import END, Mark, Procedure
from tablero.kernel.graph import cheapest_ways
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk

NO_POINTS = Refusal("9.63a", "no_points")
STOPPED = Refusal("9.51b", "stopped")
NOT_YOURS = Refusal("9.1e", "not_your_pieces")
NOT_HERE = Refusal("9.64c", "not_in_this_duchy")
OTHER_POWER = Refusal("9.63d", "staff_of_another_power")
COMMAND_FULL = Refusal("1.6c", "command_rating")
ALLY_COMMANDS = Refusal("9.64a", "ally_commands")
ALLY_REFUSED = Refusal("9.61b", "ally_refused")
DISPUTED = Refusal("5.1c", "command_disputed")
TOO_MANY = Refusal("1.6c", "too_many_soldiers")
NO_COUNTERS = Refusal("1.5d", "no_counters")
OFF_MAP = Refusal("6.3h", "only_by_sea")
MANY_ARMIES = Refusal("9.63a", "too_many_armies")


# --- what can be taken up


def refuse_leader(s: Wellington, power: Power, leader: Leader) -> Refusal | None:
    """[9.1e] [9.51b] [9.52a] [14.2b] The rule against a Leader marching now."""
    x = s.at[leader]
    if LEADER_POWER[leader] != power:
        return NOT_YOURS
    if x >= DUCHIES:
        return NOT_HERE
    if x == PLYMOUTH:
        return OFF_MAP
    if s.marked >> leader & 1:
        return STOPPED
    if in_quarters(s, power, x):
        return IN_QUARTERS
    return None


def army_of(s: Wellington, leader: Leader, staff: Leaders = 0, taken: int = 0) -> Army:
    """[1.61a] [1.61d] [9.1a] [9.2a] A Leader with as many unmarked Soldiers of his Duchy as he may lead besides Staff
    Officers; `taken` of them are in other Armies."""
    power, x = LEADER_POWER[leader], s.at[leader]
    free = unmarked(s, power, x) - taken
    return leader, staff, max(0, min(free, COMMAND_RATING[leader] - staff.bit_count()))


@dataclass(slots=True)
class March(Procedure):
    """[9.1a] [9.63a] Armies or a counter in hand, and their way. CPs are those of the Spending below, unless an Event
    gives free steps."""

    power: Power                        # the Active Power
    x: Duchy
    armies: tuple[Army, ...] = ()
    counter: int = 0                    # SPs of a counter without a Leader
    free_steps: int = -1                # by an Event; -1 where CPs are spent
    no_forced: bool = False             # by an Event: no Forced March
    moved: bool = False                 # has it made a step?
    unwilling: Leaders = 0              # Leaders of the Ally that do not join
    asked: Leader = -1                  # one that is asked
    stood: tuple[int, ...] = ()         # by Power: SPs that were in the Duchy before the last step
    came: Leaders = 0                   # the Leaders that made it
    named: bool = False                 # a Commander was named in it
    passing: bool = False               # in the middle of a Turning Movement
    entered: tuple[tuple[Duchy, int], ...] = ()     # by which line, and what was Friendly to each side before
    before: Friendly = (0, 0)
    over: bool = False
    then: Leader = -1                   # whom to take up next

    def steps(self) -> tuple[str, ...]:
        return ("ask", "settle", "halt", "command", "switch")

    def ask(self, s: Wellington) -> str | None:
        """[9.1a] The next step, as long as it can be paid."""
        if self.over or not self.can_pay(s, 1):
            return "halt"
        s.call(MarchOrders(self.power))
        return None

    def settle(self, s: Wellington) -> str:
        """[9.51b] [9.51c] [9.52a] [9.61b] After a step: what is left in hand, and may it go on? Or an Ally has
        answered."""
        if self.asked >= 0:
            self.welcome(s, self.asked, bool(s.answer))
            self.asked = -1
        elif self.stood:
            self.refresh(s)
            self.stood = ()
        if not self.armies and not self.counter:
            return "command"
        return "ask"

    def halt(self, s: Wellington) -> None:
        """[9.5a] A Turning Movement that does not go on: the usual rules apply at once."""
        from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
        if self.passing:
            self.passing = False
            s.call(Contact(self.power, self.x, self.entered, self.forces(), self.before))

    def command(self, s: Wellington) -> None:
        """[9.53b] [9.61a] [9.62a] Leaders of two Powers that stop together have one Commander."""
        if self.came & s.here[self.x] and not self.named:
            name_commander(s, self.power & 1, self.x, self.came)

    def switch(self, s: Wellington) -> str | None:
        """[9.1a] Another Leader is taken up."""
        leader, self.then = self.then, -1
        if leader < 0 or refuse_leader(s, self.power, leader) is not None:
            return END
        self.x, self.armies, self.counter = s.at[leader], (army_of(s, leader),), 0
        self.moved = self.over = False
        self.unwilling = self.came = 0
        return "ask"

    # --- what is in hand

    def forces(self) -> tuple[Force, ...]:
        return forces_of(self.armies) or ((self.power, 0, self.counter),)

    def leaders(self) -> Leaders:
        found = 0
        for leader, staff, _ in self.armies:
            found |= 1 << leader | staff
        return found

    def taken(self, power: Power, but: int = -1) -> int:
        """The SPs of a Power that are in hand, except those of one Army."""
        return sum(sps for i, (leader, _, sps) in enumerate(self.armies) if LEADER_POWER[leader] == power and i != but)

    def refresh(self, s: Wellington) -> None:
        """[9.51b] What is left after a step: unmarked Leaders with their Staff, and Soldiers as far as they live."""
        here = s.here[self.x] & ~s.marked
        left = [min(unmarked(s, power, self.x), max(0, s.sp[power * DUCHIES + self.x] - self.stood[power]))
                for power in range(4)]
        armies: list[Army] = []
        for leader, staff, sps in self.armies:
            if here >> leader & 1:
                power = LEADER_POWER[leader]
                sps = min(sps, left[power])
                left[power] -= sps
                armies.append((leader, staff & here, sps))
        self.armies = tuple(armies)
        self.counter = min(self.counter, left[self.power])

    def turns(self, s: Wellington) -> bool:
        """[9.5a] Is it a Turning Movement?"""
        from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
        impulse = s.within(Impulse)
        return impulse is not None and bool(impulse.turning and self.armies) and all(
            impulse.turning >> leader & 1 for leader, _, _ in self.armies)

    # --- what it costs

    def points(self, s: Wellington) -> int:
        from tablero.games.wellington.rules.r06_building import Spending
        return self.free_steps if self.free_steps >= 0 else s.frame(Spending, below=self).points

    def can_pay(self, s: Wellington, cost: int) -> bool:
        return cost <= self.points(s)

    def cost(self) -> int:
        """[9.1a] [9.1b] [9.1f] [9.63a] [9.63c] A CP for each Army, whatever its size, or for the counter."""
        return len(self.armies) or 1

    def pay(self, s: Wellington, cost: int) -> None:
        from tablero.games.wellington.rules.r06_building import Spending
        if self.free_steps >= 0:
            self.free_steps -= cost
        else:
            s.frame(Spending, below=self).points -= cost

    def advance(self, s: Wellington, b: Duchy) -> None:
        """[9.1a] [9.1f] [9.63a] A step is paid, and about to be made."""
        side = self.power & 1
        self.pay(s, self.cost())
        self.stood = tuple(s.sp[power * DUCHIES + b] for power in range(4))
        self.x, self.moved, self.named, self.came = b, True, False, self.leaders()
        self.passing = self.turns(s) and bool((formations(s, 1 - side) | enemy_fortresses(s, side)) >> b & 1)

    # --- where it may go

    def refuse_march(self, s: Wellington) -> Refusal | None:
        """[9.63a] The rule against any step now."""
        if not self.can_pay(s, self.cost()):
            return NO_POINTS
        for power, _, _ in self.forces():
            if in_quarters(s, power, self.x):
                return IN_QUARTERS
        return HEAT if self.exhausted(s) else None

    def exhausted(self, s: Wellington) -> bool:
        """[5.1c] Has the Heat stopped one of the Leaders, or the counter?"""
        from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
        impulse = s.within(Impulse)
        if impulse is None:
            return False
        if not self.armies:
            pile = self.power * DUCHIES + self.x
            return any(left <= 0 and tired == pile for tired, left in impulse.tired_piles)
        leaders = self.leaders()
        return any(left <= 0 and leaders >> leader & 1 for leader, left in impulse.tired)

    def ways(self, s: Wellington) -> Duchies:
        """[9.3a] [9.5a] [9.53a] [12.4b] The Duchies that it can step to. Friendly Leaders are no hindrance."""
        near = NEAR[self.x] if self.turns(s) else ways_from(s, self.power & 1, self.x)
        if all(not sps or sps == s.sp[power * DUCHIES + self.x] for power, _, sps in self.forces()):
            return near                     # none or all: no change is needed, and counters are not counted
        return bitset(b for b in ids_of(near) if self.fits(s, b))

    def fits(self, s: Wellington, b: Duchy) -> bool:
        """[1.5d] Are there counters for the Soldiers that go and for those that stay?"""
        return all(fits(s, power, [(self.x, -sps), (b, sps)]) for power, _, sps in self.forces())

    # --- other Armies

    def refuse_join(self, s: Wellington, leader: Leader) -> Refusal | None:
        """[9.61b] [9.63a] [9.64a] [9.64c] The rule against a further Army in the Group, or one less."""
        if self.armies[0][0] == leader or s.at[leader] != self.x:
            return NOT_HERE
        if any(army[0] == leader for army in self.armies):
            return None
        if self.leaders() >> leader & 1:
            return NOT_HERE
        if s.marked >> leader & 1:
            return STOPPED
        if not self.can_pay(s, self.cost() + 1):
            return MANY_ARMIES
        power = LEADER_POWER[leader]
        if power == self.power:
            return None
        if disputed(s) >> leader & 1:
            return DISPUTED
        if self.unwilling >> leader & 1:
            return ALLY_REFUSED
        if not self.moved and commanding_power(s, self.power & 1, self.x) != self.power:
            return ALLY_COMMANDS
        return IN_QUARTERS if in_quarters(s, power, self.x) else None

    def join(self, s: Wellington, leader: Leader) -> None:
        """[9.61b] [9.63a] [9.64a] [9.64b] An Army joins the Group, or is left behind. One of the Ally that stands on
        the way is asked."""
        if any(army[0] == leader for army in self.armies):
            self.armies = tuple(army for army in self.armies if army[0] != leader)
        elif LEADER_POWER[leader] != self.power and self.moved and not one_player(s, self.power & 1):
            self.asked = leader
            s.call(JoinMarch(LEADER_POWER[leader], leader))
        else:
            self.welcome(s, leader, True)

    def welcome(self, s: Wellington, leader: Leader, willing: bool) -> None:
        if willing:
            self.armies = (*self.armies, army_of(s, leader, taken=self.taken(LEADER_POWER[leader])))
        else:
            self.unwilling |= 1 << leader
            s.tell("stays", leader)


@dataclass(slots=True)
class MarchOrders(Orders):
    """[9.1a] The Army in hand: its next step, what it takes along, or what else is done."""

    def orders(self, s: Wellington) -> Sequence[Order]:
        march = self.march(s)
        if march.passing:
            return PASSING
        if march.free_steps >= 0:
            return WITH_ARMY_FREE
        return WITH_ARMY if march.armies else WITH_COUNTER

    def march(self, s: Wellington) -> March:
        return s.caller(self, March)

    # --- steps

    def neighbours(self, s: Wellington) -> list[Action]:
        return [("step", b) for b in ids_of(NEAR[self.march(s).x])]

    def allowed_steps(self, s: Wellington) -> list[Action]:
        march = self.march(s)
        if march.refuse_march(s) is not None:
            return []
        return [("step", b) for b in ids_of(march.ways(s))]

    def refuse_step(self, s: Wellington, action: Action) -> Refusal | None:
        """[9.3a] [12.4b] [1.5d] The rule against a step that is not allowed."""
        march = self.march(s)
        return march.refuse_march(s) or refuse_way(s, self.who & 1, march.x, action[1]) or NO_COUNTERS

    def step(self, s: Wellington, action: Action) -> None:
        march = self.march(s)
        s.call(Step(march.power, march.armies, march.counter, march.x, action[1], march.no_forced))

    # --- what goes along

    def most(self, s: Wellington) -> int:
        """[1.6c] [1.61b] The Soldiers that the Army taken up last may take along."""
        march = self.march(s)
        leader, staff, _ = march.armies[-1]
        return army_of(s, leader, staff, march.taken(LEADER_POWER[leader], len(march.armies) - 1))[2]

    def loads(self, s: Wellington) -> list[Action]:
        march = self.march(s)
        leader, _, now = march.armies[-1]
        there = unmarked(s, LEADER_POWER[leader], march.x)
        return [("load", n) for n in range(min(there, COMMAND_RATING[leader]) + 1) if n != now]

    def allowed_loads(self, s: Wellington) -> list[Action]:
        now = self.march(s).armies[-1][2]
        return [("load", n) for n in range(self.most(s) + 1) if n != now]

    def refuse_load(self, s: Wellington, action: Action) -> Refusal | None:
        """[1.6c] [1.61b] [9.64c] Within his Command Rating, Staff Officers included."""
        return TOO_MANY

    def load(self, s: Wellington, action: Action) -> None:
        march = self.march(s)
        leader, staff, _ = march.armies[-1]
        march.armies = (*march.armies[:-1], (leader, staff, action[1]))

    def companions(self, s: Wellington) -> Leaders:
        """Other Leaders in the Duchy."""
        march = self.march(s)
        return s.here[march.x] & SIDE_LEADERS[self.who & 1] & ~(1 << march.armies[0][0])

    def staff_tries(self, s: Wellington) -> list[Action]:
        return [("staff", leader) for leader in ids_of(self.companions(s))]

    def refuse_staff(self, s: Wellington, action: Action) -> Refusal | None:
        """[1.61a] [9.63b] [9.63d] [9.64c] A Leader of the same Power, within the Command Rating; or one who is left."""
        march, other = self.march(s), action[1]
        leader, staff, _ = march.armies[-1]
        if staff >> other & 1:
            return None
        if LEADER_POWER[other] != LEADER_POWER[leader]:
            return OTHER_POWER
        if march.leaders() >> other & 1:
            return NOT_HERE
        if s.marked >> other & 1:
            return STOPPED
        return COMMAND_FULL if staff.bit_count() >= COMMAND_RATING[leader] else None

    def take_staff(self, s: Wellington, action: Action) -> None:
        """[9.53c] [9.63b] A Staff Officer goes along in the Army and counts against its Leader's Command Rating, or is
        left behind as a Leader of his own."""
        march, other = self.march(s), action[1]
        leader, staff, sps = march.armies[-1]
        staff ^= 1 << other
        march.armies = (*march.armies[:-1], (leader, staff, min(sps, COMMAND_RATING[leader] - staff.bit_count())))

    def join_tries(self, s: Wellington) -> list[Action]:
        return [("join", leader) for leader in ids_of(self.companions(s))]

    def refuse_join(self, s: Wellington, action: Action) -> Refusal | None:
        return self.march(s).refuse_join(s, action[1])

    def join(self, s: Wellington, action: Action) -> None:
        self.march(s).join(s, action[1])

    # --- what else is done

    def others(self, s: Wellington) -> list[Action]:
        march = self.march(s)
        return [("lead", leader) for leader in ids_of(LEADERS[self.who] & ~march.leaders()) if s.at[leader] < DUCHIES]

    def refuse_other(self, s: Wellington, action: Action) -> Refusal | None:
        return refuse_leader(s, self.who, action[1])

    def switch(self, s: Wellington, action: Action) -> None:
        """The Army in hand stops, another is taken up."""
        march = self.march(s)
        march.over, march.then = True, action[1]

    def try_flags(self, s: Wellington) -> list[Action]:
        return flag_tries(s, self.who)

    def flags(self, s: Wellington) -> list[Action]:
        return flag_actions(s, self.who)

    def refuse_flag(self, s: Wellington, action: Action) -> Refusal | None:
        return refuse_flag(s, self.who, action[1], action[2])

    def flag(self, s: Wellington, action: Action) -> None:
        """[7.1a] [7.1h] A Flag with the next CP, where the Army has come to."""
        self.march(s).pay(s, 1)
        place_flag(s, self.who, action[1], action[2])

    def cards(self, s: Wellington) -> list[Action]:
        if silenced(s) >> self.who & 1:
            return []
        return [("play", card) for card in CARDS.playable(s, self.who, OWN_STEP, self.march(s))]

    def play(self, s: Wellington, action: Action) -> None:
        """[5.2d] A card that is played before the next CP."""
        s.call(PlayEvent(self.who, action[1]))

    def stop(self, s: Wellington, action: Action) -> None:
        self.march(s).over = True

    # --- for the table

    def gestures(self, s: Wellington, seat: int) -> Mapping[str, Sequence[Action]]:
        """A click on a Duchy further on: the way there, as far as CPs reach, with the least Attrition, and not past
        enemies, out of Winter Quarters or away from Leaders who need another Commander first."""
        march, side = self.march(s), self.who & 1
        if march.refuse_march(s) is not None or leaves_his_group(s, side, march.x, march.leaders()):
            return {}
        reach = march.points(s) // march.cost()
        ours, theirs = friendly(s, side), enemy(s, side)
        stops = formations(s, 1 - side) | enemy_fortresses(s, side) | bitset(x for _, x, _ in s.quarters)
        first = march.ways(s)

        def toll(a: Duchy, b: Duchy) -> int:
            if a == march.x and not first >> b & 1:
                return -1
            return 100 + 10 * line_reasons(ours, theirs, a, b, MAP.edge_kind(a, b))

        ways = cheapest_ways(MAP.near, march.x, 100 * reach + 99, toll, stops)
        return {f"duchy:{DUCHY_NAMES[x]}": [("step", b) for b in way[1:]] for x, way in ways.items() if len(way) > 2}

    def marks(self, s: Wellington, seat: int) -> Sequence[Mark]:
        return (Mark("moving", "leader", self.march(s).leaders()),)

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        march = self.march(s)
        points = ("n", "number", march.points(s))
        if march.counter:
            return Prompt("9.1b", "march_counter", (points, ("sps", "number", march.counter)))
        leader, (last, _, sps), cost = march.armies[0][0], march.armies[-1], march.cost()
        if cost > 1:
            return Prompt("9.63a", "march_group", (
                ("n", "number", march.points(s) // cost), ("leader", "leader", leader), ("last", "leader", last),
                ("armies", "number", cost), ("cost", "number", cost),
                ("sps", "number", sum(army[2] for army in march.armies))))
        return Prompt("9.1a", "march_orders", (points, ("leader", "leader", leader), ("sps", "number", sps)))


_STEP = Order("step", MarchOrders.step, tries=MarchOrders.neighbours, refuse=MarchOrders.refuse_step,
              allowed=MarchOrders.allowed_steps)
_LOAD = Order("load", MarchOrders.load, tries=MarchOrders.loads, refuse=MarchOrders.refuse_load,
              allowed=MarchOrders.allowed_loads)
_STAFF = Order("staff", MarchOrders.take_staff, tries=MarchOrders.staff_tries, refuse=MarchOrders.refuse_staff)
_JOIN = Order("join", MarchOrders.join, tries=MarchOrders.join_tries, refuse=MarchOrders.refuse_join)
_LEAD = Order("lead", MarchOrders.switch, tries=MarchOrders.others, refuse=MarchOrders.refuse_other)
_FLAG = Order("flag", MarchOrders.flag, tries=MarchOrders.try_flags, refuse=MarchOrders.refuse_flag,
              allowed=MarchOrders.flags)
_PLAY = Order("play", MarchOrders.play, tries=MarchOrders.cards)
_STOP = Order("stop", MarchOrders.stop)
WITH_ARMY = (_STEP, _LOAD, _STAFF, _JOIN, _FLAG, _LEAD, _PLAY, _STOP)
WITH_ARMY_FREE = (_STEP, _LOAD, _STAFF, _PLAY, _STOP)
WITH_COUNTER = (_STEP, _FLAG, _LEAD, _PLAY, _STOP)
PASSING = (_STEP, _PLAY, _STOP)


# --- marches that Events give


@dataclass(slots=True)
class FreeMarch(Procedure):
    """[9a] An Event moves one Army of a Power: so many steps without CPs."""

    power: Power
    free_steps: int
    no_forced: bool = False
    among: Leaders = -1                 # the Leaders that may be chosen

    def steps(self) -> tuple[str, ...]:
        return ("ask", "go")

    def ask(self, s: Wellington) -> None:
        """[9a] Which Army?"""
        s.answer = -1
        s.call(ChooseArmy(self.power, self.among))

    def go(self, s: Wellington) -> None:
        """[9a] It marches."""
        if s.answer >= 0:
            leader = s.answer
            s.call(March(self.power, s.at[leader], (army_of(s, leader),), free_steps=self.free_steps,
                         no_forced=self.no_forced))


@dataclass(slots=True)
class ChooseArmy(PublicAsk):
    """[9a] Which Army moves by the Event? The answer is its Leader, or -1 for none."""

    among: Leaders

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        found: list[Action] = [("lead", leader) for leader in ids_of(LEADERS[self.who])
                               if self.among >> leader & 1 and s.at[leader] < DUCHIES]
        return [*found, ("done",)]

    def refuse(self, s: Wellington, seat: int, action: Action) -> Refusal | None:
        return refuse_leader(s, self.who, action[1]) if action[0] == "lead" else None

    def choose(self, s: Wellington, seat: int, action: Action) -> None:
        s.answer = action[1] if action[0] == "lead" else -1
