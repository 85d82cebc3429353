"""[11.6] Retreat after a Battle: where the loser may go, group by group, and what it costs him."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.wellington.board import NEAR, PASS, RIVER, SIDE_LEADERS
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import fits
from tablero.games.wellington.rules.r01_pieces.s06_leaders import (
    commander_at, force_at, formations, move_force, pieces, to_regroup
)
from tablero.games.wellington.rules.r03_control import enemy, friendly, uncontrolled
from tablero.games.wellington.rules.r05_cards.s02_windows import SIDE_POWERS, track_order
from tablero.games.wellington.rules.r09_movement.s01_lines import enemy_fortresses, line
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.state import Duchies, Duchy, Force, Leader, Leaders, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, END, Mark, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk

NO_WAY = Refusal("11.61a", "no_retreat_there")
ENTERED = Refusal("11.61d", "enemy_came_from_there")
ENEMY_THERE = Refusal("11.61d", "enemy_stands_there")
CLOSED = Refusal("12.4a", "unbesieged_fortress")
NO_COUNTERS = Refusal("1.5d", "no_counters")
BETTER_WAY = Refusal("11.61b", "better_retreat_exists")


def ways_back(s: Wellington, side: Side, came: Duchies) -> Duchies:
    """[11.62a] [11.62b] [12.2f] Where a beaten Active side may go: to a Duchy it came from, if that is Controlled by
    its side, or an enemy Fortress that a Formation of its side still besieges."""
    held = enemy_fortresses(s, side) & formations(s, side)
    return came & (friendly(s, side) | held) & ~formations(s, 1 - side)


def exits(s: Wellington, side: Side, x: Duchy, came: Duchies) -> Duchies:
    """[11.61d] [12.4a] [12.4b] The Adjacent Duchies open to a beaten inactive side: none from which the enemy came or
    in which he stands, no enemy Fortress that is not besieged; out of an enemy Fortress Duchy no Enemy one."""
    near = NEAR[x] & ~came & ~formations(s, 1 - side)
    fortified = enemy_fortresses(s, side)
    near &= ~(fortified & ~formations(s, side))
    return near & ~enemy(s, side) if fortified >> x & 1 else near


def ways_out(s: Wellington, side: Side, x: Duchy, came: Duchies) -> Duchies:
    """[11.61a] [11.61b] [11.61c] [11.61f] Of these the Friendly ones; without any the Uncontrolled ones; else all."""
    near = exits(s, side, x, came)
    return near & friendly(s, side) or near & uncontrolled(s, side) or near


def line_reasons(s: Wellington, force: Force, x: Duchy, to: Duchy) -> int:
    """[9.44b] [9.44c] [9.44e] [9.44f] [3.1g] Reasons for Attrition on the way: a River, or a Pass with an end that is
    not Friendly, as things are after the Battle."""
    kind, ours = line(s, x, to, force), friendly(s, force[0] & 1)
    return int(kind == RIVER or kind == PASS and not ours >> x & ours >> to & 1)


@dataclass(slots=True)
class Retreat(Procedure):
    """[11.6a] All pieces of the loser leave the Duchy, one Power after the other, or go to the Regroup Box."""

    side: Side
    x: Duchy
    came: Duchies = 0           # where the Active side came from
    ways: Duchies = 0           # where the loser may go
    back: Duchy = -1            # the one Duchy that an Active side has chosen
    hostile: Duchies = 0        # of the ways those that are Enemy Duchies
    chief: Leader = -1          # who commanded the loser
    beaten: Leaders = 0         # all his Leaders
    power: Power = -1           # whose pieces go now
    leaders: Leaders = 0        # the group that goes
    sps: int = 0
    to: Duchy = -1
    reasons: int = 0            # for Attrition
    count: int = 0              # pieces of the Power in its new Duchy before Attrition

    def steps(self) -> tuple[str, ...]:
        return ("find", "next_power", "send", "settle", "attrition", "survive")

    def find(self, s: Wellington) -> None:
        """[11.61a] [11.62a] [11.62c] Where the loser may go. An Active one who came from several Duchies chooses one
        for all."""
        battle = s.caller(self, Battle)
        self.came = bitset(a for a, _ in battle.came)
        self.chief, self.beaten = commander_at(s, self.side, self.x), s.here[self.x] & SIDE_LEADERS[self.side]
        if self.side != battle.side:
            self.ways = ways_out(s, self.side, self.x, self.came)
            self.hostile = self.ways & enemy(s, self.side)
            return
        self.ways = ways_back(s, self.side, self.came)
        if self.ways:
            s.call(WayBack(battle.power, self.ways))

    def next_power(self, s: Wellington) -> str | None:
        """[11.61e] [11.62b] The next Power with pieces left here; those that cannot retreat go to the Regroup Box."""
        powers = SIDE_POWERS[self.side]
        order = [power for power in track_order(s, powers) if s.occupied[power] >> self.x & 1]
        if not order:
            return END
        self.power = order[0]
        if not self.choices(s):
            self.regroup(s)
            return "next_power"
        s.call(RetreatGroup(self.power, *force_at(s, self.power, self.x)[1:]))
        return None

    def choices(self, s: Wellington) -> Duchies:
        """[14.2h] [14.3i] Where the pieces of the Power that is retreating may go: those that came by sea back to their
        Port (reading W11)."""
        battle = s.caller(self, Battle)
        if self.side != battle.side:
            return self.ways
        back = 1 << self.back if self.back >= 0 else 0
        return back | 1 << battle.sea if battle.sea >= 0 and self.power == battle.power else back

    def regroup(self, s: Wellington) -> None:
        force = force_at(s, self.power, self.x)
        s.caller(self, Battle).lost[self.side] += pieces(force)
        to_regroup(s, force, self.x)
        s.tell("cannot_retreat", self.power, self.x)

    def send(self, s: Wellington) -> None:
        """[11.61a] [9.44a] [9.44d] The group that was named goes. Each circumstance is a reason for Attrition; to sea
        is one."""
        force = self.power, self.leaders, self.sps
        self.reasons = self.reasons_to(s, force, self.to)
        move_force(s, force, self.x, self.to)
        s.tell("retreated", self.power, self.to)

    def reasons_to(self, s: Wellington, force: Force, to: Duchy) -> int:
        """[9.44a] [9.44d] How many reasons for Attrition the way to a Duchy gives."""
        by_sea = to == s.frame(Battle, below=self).sea
        return 1 if by_sea else (self.hostile >> to & 1) + line_reasons(s, force, self.x, to)

    def settle(self, s: Wellington) -> None:
        """[9.53b] [9.62a] [9.62b] It may meet Leaders of its Ally there. An Army Group that stays together keeps its
        Commander."""
        from tablero.games.wellington.rules.r09_movement.s06_groups import name_commander, of_two_powers, set_commander
        here = s.here[self.to] & SIDE_LEADERS[self.side]
        if not self.leaders or not of_two_powers(s, self.side, self.to):
            return
        if here >> self.chief & 1 and not here & ~self.beaten:
            set_commander(s, self.to, self.chief)
        else:
            name_commander(s, self.side, self.to)

    def attrition(self, s: Wellington) -> None:
        """[9.44a] [9.44e] [13.1d] The Attrition of the retreat, for all reasons together."""
        from tablero.games.wellington.rules.r13_attrition import Attrition
        self.count = pieces(force_at(s, self.power, self.to))
        if self.reasons and not s.caller(self, Battle).no_attrition >> self.side & 1:
            s.call(Attrition(self.side, self.to, ((self.power, self.leaders, self.sps),), self.reasons))

    def survive(self, s: Wellington) -> str:
        """[11.8a] Those that live are counted, and the next group goes."""
        lost = self.count - pieces(force_at(s, self.power, self.to))
        s.caller(self, Battle).survivors += self.leaders.bit_count() + self.sps - lost
        return "next_power"


@dataclass(slots=True)
class WayBack(PublicAsk):
    """[11.62c] The Active Power chooses one of the Duchies it came from for the retreat of all."""

    ways: Duchies

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("retreat", to) for to in ids_of(self.ways)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.frame(Retreat).back = action[1]


@dataclass(slots=True)
class RetreatGroup(Orders):
    """[11.61a] The pieces in hand retreat to a Duchy. Leaders and Soldiers may first be left for another group."""

    leaders: Leaders
    sps: int

    def orders(self, s: Wellington) -> Sequence[Order]:
        return ORDERS if self.several(s) else ORDERS[:1]

    def several(self, s: Wellington) -> bool:
        """Is there more than one way?"""
        ways = s.frame(Retreat).choices(s)
        return bool(ways & (ways - 1))

    def ways(self, s: Wellington) -> list[Action]:
        return [("retreat", to) for to in ids_of(NEAR[s.frame(Retreat).x] | s.frame(Retreat).choices(s))]

    def refuse_way(self, s: Wellington, action: Action) -> Refusal | None:
        """[11.61a] [11.61b] [11.61d] [12.4a] [1.5d] Why a Duchy is no retreat."""
        to, retreat = action[1], s.frame(Retreat)
        if retreat.choices(s) >> to & 1:
            return None if self.fits(s, self.sps, to) else NO_COUNTERS
        if not NEAR[retreat.x] >> to & 1 or retreat.side == s.frame(Battle).side:
            return NO_WAY
        if retreat.came >> to & 1:
            return ENTERED
        if formations(s, 1 - retreat.side) >> to & 1:
            return ENEMY_THERE
        return BETTER_WAY if exits(s, retreat.side, retreat.x, retreat.came) >> to & 1 else CLOSED

    def go(self, s: Wellington, action: Action) -> None:
        retreat = s.frame(Retreat)
        retreat.leaders, retreat.sps, retreat.to = self.leaders, self.sps, action[1]

    def other_leaders(self, s: Wellington) -> list[Action]:
        return [("leave", leader) for leader in ids_of(self.leaders)] if self.leaders.bit_count() + self.sps > 1 else []

    def leave_leader(self, s: Wellington, action: Action) -> bool:
        self.leaders &= ~(1 << action[1])
        return AGAIN

    def fewer(self, s: Wellington) -> list[Action]:
        return [("soldiers", n) for n in range(0 if self.leaders else 1, self.sps)]

    def refuse_fewer(self, s: Wellington, action: Action) -> Refusal | None:
        """[1.5d] There must be counters for such a group somewhere."""
        ways = ids_of(s.frame(Retreat).choices(s))
        return None if any(self.fits(s, action[1], to) for to in ways) else NO_COUNTERS

    def fits(self, s: Wellington, sps: int, to: Duchy) -> bool:
        """[1.5d] Are there counters if so many SPs of the Power go to a Duchy? All together always find them."""
        x = s.frame(Retreat).x
        return fits(s, self.who, [(x, -sps), (to, sps)])

    def leave_soldiers(self, s: Wellington, action: Action) -> bool:
        self.sps = action[1]
        return AGAIN

    def public(self, s: Wellington) -> bool:
        return True

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("11.61a", "retreat_group", (("duchy", "duchy", s.frame(Retreat).x),))

    def marks(self, s: Wellington, seat: Power) -> Sequence[Mark]:
        return (Mark("moving", "leader", self.leaders),)


ORDERS = (
    Order("retreat", RetreatGroup.go, tries=RetreatGroup.ways, refuse=RetreatGroup.refuse_way),
    Order("leave", RetreatGroup.leave_leader, tries=RetreatGroup.other_leaders),
    Order("soldiers", RetreatGroup.leave_soldiers, tries=RetreatGroup.fewer, refuse=RetreatGroup.refuse_fewer),
)
