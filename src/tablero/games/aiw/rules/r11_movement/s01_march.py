"""[11.1] A group moves step by step, as far as its Movement Points take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablero.games.aiw.board import (
    AREAS, CARLIST, CARLIST_ZONE, CAVALRY, FIELD, FIGHTERS, FIRST_REGION, HORSE, INFANTRY, KIND, LIBERAL, LOADS, MAP,
    ROLL, STEP_OUT, TABLES, TRAINS
)
from tablero.games.aiw.fog import fact
from tablero.games.aiw.maps import place
from tablero.games.aiw.rules.r04_map import enemies_about, settle, settle_at_once
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, put
from tablero.games.aiw.rules.r05_units.s01_counters import counter, mark_group, move_load
from tablero.games.aiw.rules.r07_cards.s01_types import open_window
from tablero.games.aiw.rules.r11_movement.s00_dropping import NO_PICKING_UP, drop_load, drop_unit, refuse_dropping
from tablero.games.aiw.rules.r11_movement.s00_groups import ALONE, came_by, haul, portions, road_cost
from tablero.games.aiw.rules.r11_movement.s02_forced_march import (
    NOT_BETWEEN_REGIONS, refuse_forced_march, suffer_losses
)
from tablero.games.aiw.rules.r11_movement.s04_enemies import stops, waits
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptions
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evasion
from tablero.games.aiw.rules.r12_carlist_movement.s03_countermarch import (
    MUST_PASS, TOLL, Countermarch, refuse_countermarch, refuse_exit
)
from tablero.games.aiw.rules.r23_regions.s00_expeditions import expedition_moves
from tablero.games.aiw.rules.r23_regions.s01_movement import ROLL_FIRST, ROLL_NORTH, refuse_region, refuse_rolling_north
from tablero.games.aiw.state import Aiw, Area, Blocks, Side, Spot, road
from tablero.kernel.actions import Action, each
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Mark, Procedure
from tablero.kernel.graph import cheapest_ways
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal

_movement = TABLES.table("movement")
CARLIST_POINTS = _movement.integer("carlist_mp")                            # [5.4a] [11.1b]
LIBERAL_POINTS = tuple(_movement.integers("liberal_mp_by_d6"))              # [11.1b]
SMALL, LARGE = 2, 5                                                         # [11.1c] sizes of groups
SMALL_BONUS = _movement.integer("group_1_2_bonus")
LARGE_PENALTY = _movement.integer("group_5_plus_penalty")
FIELD_PENALTY = _movement.integer("field_artillery")
CAVALRY_BONUS = _movement.integer("cavalry")

NO_ROAD = Refusal("4.4a", "no_road_between")
NO_POINTS = Refusal("11.1f", "not_enough_points")
SLOW_GUNS = Refusal("11.1d", "field_artillery_is_slower")
CAVALRY_ONLY = Refusal("11.1d", "only_cavalry_gets_so_far")


def size_modifier(size: int) -> int:
    """[11.1c] By the number of Infantry, Cavalry and Supply Train units."""
    return SMALL_BONUS if size <= SMALL else LARGE_PENALTY if size >= LARGE else 0


@dataclass(slots=True)
class GroupMove(Procedure):
    """[11.0d] [11.1e] One group moves, step by step. What is kept here both sides can see."""

    side: Side
    spot: Spot                  # where it is; an area while it can go on
    group: Blocks               # told apart from all others and marked as having acted
    load: list[int]             # points of Field Artillery, Mountain Artillery and Knapsack that go with it
    less: int = 0               # Movement Points that a Concentration has cost
    base: int = 0               # Movement Points before modifiers; 0 while it has not rolled
    points: int = -1            # Movement Points of its Infantry, -1 while it has not rolled
    spent: int = 0
    moved: bool = False
    then: str = ""              # the step that follows from what was chosen
    origin: Area = -1           # the area before
    to: Area = -1               # the next area
    forced: bool = False        # the next step is a Forced March
    through: Area = -1          # the space through which it countermarches
    failed: bool = False        # it tried to countermarch in vain

    def steps(self) -> tuple[str, ...]:
        return (
            "begin", "capacity", "ask", "obey", "declare", "attempted", "name", "named", "pay", "losses", "intercept",
            "arrive", "stop", "finish",
        )

    def begin(self, s: Aiw) -> str | None:
        """[11.1a] [23.1k] A Liberal group rolls when it is about to move; within the regions nobody does."""
        if self.side == LIBERAL:
            if self.spot >= FIRST_REGION:
                return "ask"
            open_window(s, ROLL, LIBERAL, self)
        return None

    def capacity(self, s: Aiw) -> None:
        """[11.1b] [11.1g] [12.1e] [12.1g] [23.1l] The points, once and for all, by the size at the start."""
        if self.side == CARLIST:
            self.base = CARLIST_POINTS
        elif not self.base:
            die = s.die()
            self.base = LIBERAL_POINTS[die - 1]
            s.tell("movement_roll", self.spot, die)
        self.points = self.full_points()
        s.tell("movement", self.side, self.spot, self.points)

    def full_points(self) -> int:
        return self.base - self.less + size_modifier(self.group.bit_count())

    def ask(self, s: Aiw) -> None:
        """[11.0b] [11.1e] The next step, or what stays behind."""
        self.to, self.forced, self.then = -1, False, "finish"
        s.call(March(self.side))

    def obey(self, s: Aiw) -> str:
        """[11.1e] On, to what was chosen."""
        return self.then

    def declare(self, s: Aiw) -> None:
        """[12.3a] [12.3d] A countermarch is declared and paid for before the space is entered."""
        self.spent += TOLL
        s.call(Countermarch(self.to, self.group.bit_count()))

    def attempted(self, s: Aiw) -> str:
        """[12.3e] [12.3f] [12.3g] It passes; or it may still enter and fight, or go elsewhere."""
        if s.answer:
            self.through = self.to
            return "pay"
        self.failed = True
        return "ask"

    def name(self, s: Aiw) -> None:
        """[7.1c] Before it pays to leave the Carlist Zone, a card may make that cost more."""
        s.answer = 0
        leaves = CARLIST_ZONE >> self.spot & 1 and not CARLIST_ZONE >> self.to & 1
        if self.side == CARLIST and leaves and not self.forced:
            open_window(s, STEP_OUT, LIBERAL, self)

    def named(self, s: Aiw) -> str | None:
        """[11.1f] If the cost has risen the group chooses again."""
        return "ask" if s.answer else None

    def pay(self, s: Aiw) -> None:
        """[11.1e] [11.1d] The road is paid; what moves on alone, or further than Infantry can, is known for it."""
        if not self.forced:
            self.spent += road_cost(s, self.side, self.spot, self.to)
        self.moved = True
        fact(s, self.group, FIGHTERS, 1)
        if self.points >= 0 and self.spent > self.points:
            fact(s, self.group, HORSE, self.group.bit_count())
        s.tell("force_marched" if self.forced else "marched", self.side, self.group.bit_count(), self.spot, self.to)

    def losses(self, s: Aiw) -> str | None:
        """[11.2b] [11.2g] [11.3a] A Forced March is rolled for before anybody can react; if no Infantry or Cavalry is
        left nothing goes on."""
        if not self.forced:
            return None
        suffer_losses(s, self)
        if fighters(s, self.group) or self.group and s.rules < 3:       # until then a Train went on alone
            return None
        s.reveal()
        fact(s, self.group, TRAINS, self.group.bit_count())
        return "finish"

    def intercept(self, s: Aiw) -> None:
        """[11.6h] [12.3h] [23.1f] The other side may intercept, but not a move into a region."""
        s.answer = 0
        if self.to < FIRST_REGION:
            origin = self.spot
            self.leave_siege(s)
            s.call(Interceptions(1 - self.side, self.to, origin))

    def leave_siege(self, s: Aiw) -> None:
        """[18.1y] [11.6e] Who leaves a siege is on the road while others may intercept: if no besieger stays behind it
        is over, and those who were besieged may intercept too."""
        if s.siege >> self.spot & 1 and s.rules >= 3:
            self._go(s, road(self.spot, self.to))
            settle_at_once(s)

    def arrive(self, s: Aiw) -> None:
        """[11.4f] [11.4j] [12.2j] [12.2n] It enters, or waits on the road behind a group that came before; Carlists
        there may evade, from a Fortress too, unless others have intercepted."""
        origin, x = self.spot if self.spot < AREAS else self.origin, self.to
        intercepted = s.answer > 0
        enemies = x < FIRST_REGION and enemies_about(s, self.side, x)
        behind = waits(s, self.side, x) and x != self.through
        self._go(s, road(origin, x) if behind else x)
        came_by(s, x, origin)
        if origin >= FIRST_REGION and self.side == CARLIST:
            expedition_moves(s, origin, x)
        if origin >= FIRST_REGION > x:
            s.abroad |= self.group
        if behind:
            s.tell("waits", self.side, origin, x)
        elif enemies and self.side == LIBERAL and not intercepted:
            s.call(Evasion(x, origin))

    def _go(self, s: Aiw, spot: Spot) -> None:
        for b in ids_of(self.group):
            put(s, b, spot)
        for kind in range(len(LOADS)):
            if self.load[kind]:
                move_load(s, self.side, kind, self.spot, spot, self.load[kind])
        if self.spot < AREAS:
            self.origin = self.spot
        self.spot = spot

    def stop(self, s: Aiw) -> str | None:
        """[11.2g] [12.3e] It stops after a Forced March, and where it must, unless it countermarches. [10.2i] Works
        beside which it stands alone are gone."""
        settle_at_once(s)
        if self.spot == self.through:
            return "ask"
        self.through = -1
        return None if self.forced or stops(s, self.side, self.spot) else "ask"

    def finish(self, s: Aiw) -> None:
        """[4.9g] [10.0m] [11.4i] Its move is over; only now control is checked."""
        s.apart &= ~self.group
        if self.moved:
            for kind in range(len(LOADS)):
                haul(s, kind, self.spot, self.load[kind])
        settle(s)

    def marks(self, s: Aiw, seat: Side) -> tuple[Mark, ...]:
        loads = [kind for kind, points in enumerate(self.load) if points]
        return mark_group("moving", self.group, self.side, self.spot, loads)


# ----------------------------------------------------------------------------------------------------- what may be done


HALT: Final = -9           # the gait of a group that cannot move: nobody leads it


def gait(s: Aiw, move: GroupMove) -> int:
    """[11.1c] [11.1d] [11.3a] What the slowest piece of a group has more than Infantry, or less; HALT if there is
    neither Infantry nor Cavalry."""
    kinds = 0
    for b in ids_of(move.group):
        kinds |= 1 << KIND[s.unit[b]]
    if not kinds & (1 << INFANTRY | 1 << CAVALRY):
        return HALT
    if move.load[FIELD]:
        return FIELD_PENALTY
    return CAVALRY_BONUS if kinds == 1 << CAVALRY and not any(move.load) else 0


def refuse_points(s: Aiw, move: GroupMove, cost: int, pace: int) -> Refusal | None:
    """[11.1d] [11.1f] Why a group cannot pay for a step."""
    total = move.spent + cost - move.points
    if total <= pace:
        return None
    if move.load[FIELD] and total <= 0:
        return SLOW_GUNS
    if total <= CAVALRY_BONUS and any(KIND[s.unit[b]] == CAVALRY for b in ids_of(move.group)):
        return CAVALRY_ONLY
    return NO_POINTS


def refuse_step(s: Aiw, move: GroupMove, x: Area, forced: bool, pace: int) -> Refusal | None:
    """[4.4a] [11.1f] [11.2a] [11.2c] [11.2f] [11.3a] [12.3c] [23.1l] Why a group cannot march, or
    force-march, to an area."""
    if x >= AREAS or not MAP.near_bits[move.spot] >> x & 1:
        return NO_ROAD
    if pace == HALT:
        return ALONE
    if move.through == move.spot:
        if refusal := refuse_exit(s, move, x, forced):
            return refusal
    if x >= FIRST_REGION:
        if forced and move.spot >= FIRST_REGION:
            return NOT_BETWEEN_REGIONS
        refusal = refuse_region(s, move, x)
        if refusal is not None or move.spot >= FIRST_REGION:
            return refusal
    if move.points < 0:
        return ROLL_FIRST
    if forced:
        return refuse_forced_march(s, move)
    return refuse_points(s, move, road_cost(s, move.side, move.spot, x), pace)


def ways_of(s: Aiw, move: GroupMove) -> dict[Area, list[Action]]:
    """[11.1e] The march of a group by the cheapest roads to each space that it can reach, never a Forced March; regions
    are entered by a step of their own."""
    pace = gait(s, move)
    if move.points < 0 or pace == HALT or move.spot == move.through:
        return {}

    def cost(x: Area, y: Area) -> int:
        return road_cost(s, move.side, x, y) if y < FIRST_REGION else -1

    ways = cheapest_ways(MAP.near, move.spot, move.points + pace - move.spent, cost, s.present[1 - move.side])
    return {x: [MARCHES[y] for y in way[1:]] for x, way in ways.items() if len(way) > 1}


@dataclass(slots=True)
class March(Orders):
    """[11.1e] March on, force-march, leave units behind, or end the move of this group."""

    def orders(self, s: Aiw) -> Sequence[Order]:
        return ORDERS

    def halt(self, s: Aiw, action: Action) -> None:
        """[11.1e] The move ends here."""

    def refuse_halt(self, s: Aiw, action: Action) -> Refusal | None:
        """[12.3e] On its way through an enemy space the group goes on if it can pay for a way out."""
        move = s.caller(self, GroupMove)
        return MUST_PASS if move.through == move.spot and self.open_steps(s) else None

    def go(self, s: Aiw, action: Action) -> None:
        move = s.caller(self, GroupMove)
        (move.to,), move.forced, move.then = action[1:], action[0] == "force", "name"

    def steps(self, s: Aiw) -> list[Action]:
        near = MAP.near[s.caller(self, GroupMove).spot]
        return [MARCHES[x] for x in near] + [FORCED_MARCHES[x] for x in near]

    def refuse_step(self, s: Aiw, action: Action) -> Refusal | None:
        move, (x,) = s.caller(self, GroupMove), action[1:]
        return refuse_step(s, move, x, action[0] == "force", gait(s, move))

    def open_steps(self, s: Aiw) -> list[Action]:
        """The steps that `refuse_step` has nothing against; the pace is found once for all of them."""
        move = s.caller(self, GroupMove)
        pace, near = gait(s, move), MAP.near[move.spot]
        forced: list[Action] = [FORCED_MARCHES[x] for x in near if refuse_step(s, move, x, True, pace) is None]
        return [MARCHES[x] for x in near if refuse_step(s, move, x, False, pace) is None] + forced

    def countermarch(self, s: Aiw, action: Action) -> None:
        move = s.caller(self, GroupMove)
        (move.to,), move.then = action[1:], "declare"

    def passages(self, s: Aiw) -> list[Action]:
        move = s.caller(self, GroupMove)
        near = MAP.near[move.spot] if move.side == CARLIST else ()
        return [("countermarch", x) for x in near if x < FIRST_REGION and enemies_about(s, CARLIST, x)]

    def refuse_passage(self, s: Aiw, action: Action) -> Refusal | None:
        move, (x,) = s.caller(self, GroupMove), action[1:]
        if x >= AREAS or not MAP.near_bits[move.spot] >> x & 1:
            return NO_ROAD
        pace = gait(s, move)
        return ALONE if pace == HALT else refuse_countermarch(s, move, x, move.points + pace - move.spent)

    def roll(self, s: Aiw, action: Action) -> None:
        s.caller(self, GroupMove).then = "capacity"

    def rolls(self, s: Aiw) -> list[Action]:
        move = s.caller(self, GroupMove)
        return [ROLL_NORTH] if move.side == LIBERAL and move.spot >= FIRST_REGION else []

    def refuse_roll(self, s: Aiw, action: Action) -> Refusal | None:
        return refuse_rolling_north(s.caller(self, GroupMove))

    def drop(self, s: Aiw, action: Action) -> bool:
        move = s.caller(self, GroupMove)
        if action[0] == "leave":
            drop_unit(s, move, action[1])
        else:
            drop_load(s, move, action[1], action[2])
        return AGAIN

    def parts(self, s: Aiw) -> list[Action]:
        """The units of the group, and what it could leave of its guns and Knapsack."""
        move = s.caller(self, GroupMove)
        loads = [(kind, points) for kind, points in enumerate(move.load) if points]
        return [("leave", b) for b in ids_of(move.group)] + [
            ("unload", kind, n) for kind, points in loads for n in portions(move.side, kind, points)]

    def refuse_drop(self, s: Aiw, action: Action) -> Refusal | None:
        return refuse_dropping(s, s.caller(self, GroupMove), action)

    def others(self, s: Aiw) -> list[Action]:
        move = s.caller(self, GroupMove)
        return [("add", b) for b in ids_of(in_open(s, move.side, move.spot) & ~move.group)]

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        move = s.caller(self, GroupMove)
        if move.points < 0:
            return Prompt("23.1d", "march_from_region")
        return Prompt("11.1e", "march", (("points", "number", move.points - move.spent),))

    def gestures(self, s: Aiw, seat: Side) -> dict[str, list[Action]]:
        """A click on a space farther than one step: the march there."""
        return {place(x): way for x, way in ways_of(s, s.caller(self, GroupMove)).items() if len(way) > 1}

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return counter(s, seat, action[1], s.caller(self, GroupMove).spot) if action[0] == "unload" else None


MARCHES, FORCED_MARCHES = each("march", AREAS), each("force", AREAS)
ORDERS = (
    Order("done", March.halt, refuse=March.refuse_halt),
    Order("march force", March.go, March.steps, March.refuse_step, March.open_steps),
    Order("countermarch", March.countermarch, March.passages, March.refuse_passage),
    Order("roll", March.roll, March.rolls, March.refuse_roll),
    Order("leave unload", March.drop, March.parts, March.refuse_drop),
    Order("add", March.halt, March.others, lambda march, s, action: NO_PICKING_UP, lambda march, s: []),
)
