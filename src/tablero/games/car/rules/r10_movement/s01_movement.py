"""[10.1] Movement: stack by stack, space by space, through what was the enemy's at the beginning of the Round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablero.games.car.board import (
    AFR, ALL_CORPS, BEACHES, BILBAO, CARD, MF, NAT, REGION, REP, SPACE_NAMES, STACK, UNIT_REGION, UNIT_SIDE, UNITS
)
from tablero.games.car.rules.r02_map import put, spaces_of, units_in, ways
from tablero.games.car.rules.r03_control import enter
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r10_movement.s02_works import markers_left
from tablero.games.car.rules.r13_supply import northern, supplied
from tablero.games.car.rules.r16_special.s04_northern_front import GO_HOME, must_go_home, refuse_end
from tablero.games.car.state import Car, Space, Spaces, Unit, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, Mark
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal

CROSSINGS = 2           # enemy spaces that a unit may enter in a Round [10.1.12a]
COLUMN_MADRID = CARD["n12"]     # one more for the Army of Africa and what moves with it
IRON_BELT_PLANS = CARD["n26"]

NOT_ACTIVATED = Refusal("10.1.1a", "not_activated_to_move")
MOVED = Refusal("10.1.6a", "has_moved")
ANOTHER_STACK = Refusal("10.1.1a", "finish_this_stack")
NOT_JOINED = Refusal("10.1.4a", "not_joined")
ENEMY_THERE = Refusal("10.1.7a", "enemy_unit_there")
NO_POINTS = Refusal("10.1.6a", "no_movement_points")
TOO_DEEP = Refusal("10.1.12a", "two_enemy_spaces")
FULL = Refusal("9.1.1a", "space_full")
ATTACK_MARKER = Refusal("10.1.11a", "attack_marker")
NO_WAY_ON = Refusal("9.1.2a", "nowhere_to_stop")
OUT_OF_REACH = Refusal("10.1.6a", "out_of_reach")
ONE_BUILDER = Refusal("10.2.1a", "one_builder")
TRENCH_THERE = Refusal("10.2.5a", "works_there")
NEEDS_CORPS = Refusal("10.2.3a", "trench_needs_corps")
BILBAO_TRENCH = Refusal("10.2.3b", "no_works_in_bilbao")
NO_MARKERS = Refusal("10.2.9a", "no_markers")
CANNOT_BUILD = Refusal("13.3.3a", "builder_out_of_supply")


@dataclass(slots=True)
class Moves(Orders):
    """[10.1.1a] Move stacks out of the spaces Activated for Movement, one after the other, or let units build there."""

    hand: Units = 0             # the stack that is moving
    spent: int = 0              # Movement Points it has spent
    crossed: Spaces = 0         # enemy spaces it has entered, as they were at the beginning of the Round
    homeward: Units = 0         # units of the stack that have to go home [16.4.2.4a]
    free: Units = 0             # units of it that had to, and cannot
    visiting: bool = False      # it passes through the isolated North, where it may not stay [16.4.3.2a]

    def orders(self, s: Car) -> Sequence[Order]:
        return ON_THE_WAY if self.spent else IN_HAND if self.hand else AT_REST

    # --- stacks

    def where(self, s: Car) -> Space:
        return s.at[ids_of(self.hand)[0]]

    def units(self, s: Car) -> list[Action]:
        operation = s.frame(Operations)
        return [("take", unit) for unit in ids_of(units_in(s, operation.moves))]

    def refuse_unit(self, s: Car, action: Action) -> Refusal | None:
        """[10.1.1a] [10.1.6a] [16.4.2.4a] Units of an Activated space move once; those of a stack start together, and
        one that goes home takes along only units that can end there."""
        operation, unit = s.frame(Operations), action[1]
        if UNIT_SIDE[unit] != self.who:
            return ENEMY_THERE      # one would go there
        if not operation.moves >> s.at[unit] & 1:
            return NOT_ACTIVATED
        if (operation.moved | operation.builders | self.hand) >> unit & 1:
            return MOVED
        if self.hand and s.at[unit] != self.where(s):
            return ANOTHER_STACK
        return None if self.may_join(s, unit) else GO_HOME

    def may_join(self, s: Car, unit: Unit) -> bool:
        """Can the stack with this unit bring home those that have to go there?"""
        if not self.hand or not (self.homeward or must_go_home(s, unit)):
            return True
        stack = Moves(self.who, self.hand, homeward=self.homeward, free=self.free)
        stack.pick_up(s, unit)
        return not stack.homeward or bool(stack.stops(s, s.frame(Operations)))

    def allowed_units(self, s: Car) -> list[Action]:
        operation = s.frame(Operations)
        here = s.here[self.where(s)] if self.hand else units_in(s, operation.moves)
        return [("take", unit) for unit in ids_of(here & ~(operation.moved | operation.builders | self.hand))
                if self.may_join(s, unit)]

    def take(self, s: Car, action: Action) -> bool:
        self.pick_up(s, action[1])
        return AGAIN

    def pick_up(self, s: Car, unit: Unit) -> None:
        """[16.4.2.4a] The unit joins the stack; one of too many of its region abroad has to go home, or is free."""
        self.hand |= 1 << unit
        if must_go_home(s, unit):
            if self.can_go_home(s, unit):
                self.homeward |= 1 << unit
            else:
                self.free |= 1 << unit

    # --- steps

    def points(self) -> int:
        """[10.1.3a] [10.1.6a] The Movement Points the stack has left: a space costs one."""
        return min([MF[unit] for unit in ids_of(self.hand)]) - self.spent

    def crossings(self, operation: Operations) -> int:
        """[10.1.12a] How many enemy spaces it may enter in all."""
        return CROSSINGS + (operation.card == COLUMN_MADRID and bool(self.hand & AFR))

    def neighbours(self, s: Car) -> list[Action]:
        return [("step", y) for y in ids_of(ways(s, self.who)[self.where(s)])]

    def allowed_steps(self, s: Car) -> list[Action]:
        """[9.1.3a] [10.1.4a] [10.1.5a] [10.1.8a] Along a line into a space without enemy units, if there is a place to
        stop there or further on. Borders are no lines, and the Beach Head has one only while its marker is there."""
        return [("step", y) for y in self.steps_from(s, self.where(s), self.points(), self.crossed)]

    def steps_from(self, s: Car, x: Space, points: int, crossed: Spaces) -> list[Space]:
        """Where the stack could go next from a space, with so many points left."""
        if not points:
            return []
        operation, near = s.frame(Operations), ways(s, self.who)
        most = self.crossings(operation)
        return [y for y in ids_of(near[x] & ~s.occupied[1 - self.who])
                if self.leads_on(s, operation, near, y, points - 1, crossed, most)]

    def leads_on(self, s: Car, operation: Operations, near: Sequence[Spaces], y: Space, points: int, crossed: Spaces,
                 most: int) -> bool:
        """Can the stack go to a space, and stop there or further on?"""
        crossed |= operation.dawn & 1 << y
        if crossed.bit_count() > most:
            return False
        if self.refuse_stop(s, operation, y) is None:
            return True
        return points > 0 and any(self.leads_on(s, operation, near, z, points - 1, crossed, most)
                                  for z in ids_of(near[y] & ~s.occupied[1 - self.who]))

    def refuse_step(self, s: Car, action: Action) -> Refusal | None:
        """[10.1.4a] [10.1.6a] [10.1.7a] [10.1.12a] The rule against a step that is not allowed."""
        operation, y = s.frame(Operations), action[1]
        if not ways(s, self.who)[self.where(s)] >> y & 1:
            return NOT_JOINED
        if s.occupied[1 - self.who] >> y & 1:
            return ENEMY_THERE
        if not self.points():
            return NO_POINTS
        if (self.crossed | operation.dawn & 1 << y).bit_count() > self.crossings(operation):
            return TOO_DEEP
        return self.refuse_stop(s, operation, y) or NO_WAY_ON

    def step(self, s: Car, action: Action) -> bool | None:
        """[10.1.3a] [10.1.9a] The stack enters the space, and takes control of it."""
        operation, y = s.frame(Operations), action[1]
        x = self.where(s)
        if self.who == REP:
            north = northern(s)
            self.visiting = bool(north >> y & 1) and (self.visiting or not north >> x & 1)
        for unit in ids_of(self.hand):
            put(s, unit, y)
        self.spent += 1
        self.crossed |= operation.dawn & 1 << y
        s.tell("stepped", self.who, self.hand.bit_count(), x, y)
        if BEACHES >> y & 1 and self.who == NAT:
            return self.clear_beach(s)
        enter(s, self.who, y)
        return AGAIN

    def clear_beach(self, s: Car) -> bool:
        """[8.5.4.3a] [8.5.6.4a] Nationalist units in a Beach Head remove it, and are put into the space beside it."""
        from tablero.games.car.rules.r08_cards.s05_landings import BeachCleared

        units = self.hand
        self.put_down(s)
        s.call(BeachCleared(units))
        return AGAIN

    def aim(self, s: Car, seat: int, action: Action) -> tuple[str, ...] | None:
        """[9.1.2a] A click on the map is a place to stop; what can only be passed through has a button."""
        return () if action[0] == "step" and self.passes(s, action[1]) else None

    def passes(self, s: Car, y: Space) -> bool:
        """Has the stack to go on if it enters a space?"""
        return self.refuse_stop(s, s.frame(Operations), y) is not None

    def enemies(self, s: Car) -> list[Action]:
        """[10.1.7a] Before a stack is taken up: where the enemy is."""
        return [("step", x) for x in ids_of(s.occupied[1 - self.who])]

    def refuse_goal(self, s: Car, action: Action) -> Refusal | None:
        """[10.1.6a] [10.1.7a] Why no unit that may still move goes to a space; nothing if one could, taken up first."""
        operation, x = s.frame(Operations), action[1]
        if s.occupied[1 - self.who] >> x & 1:
            return ENEMY_THERE
        left = units_in(s, operation.moves) & ~(operation.moved | operation.builders)
        reached = any(x == s.at[unit] or x in Moves(self.who, 1 << unit).stops(s, operation) for unit in ids_of(left))
        return None if reached else OUT_OF_REACH

    def nowhere(self, s: Car) -> list[Action]:
        return []

    # --- the end of a move

    def refuse_stop(self, s: Car, operation: Operations, x: Space) -> Refusal | None:
        """[9.1.2a] [10.1.11a] [16.4.2.1a] The rule against ending the move of the stack in a space."""
        if (s.here[x] | self.hand).bit_count() > STACK:
            return FULL
        if operation.attacks >> x & 1:
            return ATTACK_MARKER
        if self.who == REP:
            for unit in ids_of(self.hand & ~self.free):
                if self.homeward >> unit & 1 and not REGION[UNIT_REGION[unit]] >> x & 1:
                    return GO_HOME
                refused = refuse_end(s, unit, x, self.hand, self.visiting)
                if refused is not None:
                    return refused
        return None

    def refuse_stopping(self, s: Car, action: Action) -> Refusal | None:
        return self.refuse_stop(s, s.frame(Operations), self.where(s)) if self.spent or self.homeward else None

    def stop(self, s: Car, action: Action) -> bool:
        """[10.1.10a] The stack has moved; points that are left are lost."""
        self.put_down(s)
        return AGAIN

    def put_down(self, s: Car) -> None:
        s.frame(Operations).moved |= self.hand
        self.hand = self.spent = self.crossed = self.homeward = self.free = 0
        self.visiting = False

    def strays(self, s: Car) -> Units:
        """[16.4.2.4a] Units that have to go home, and can, before movement is over."""
        operation, found = s.frame(Operations), 0
        if self.who == REP:
            for unit in ids_of(units_in(s, operation.moves) & ~(operation.moved | operation.builders)):
                if must_go_home(s, unit) and self.can_go_home(s, unit):
                    found |= 1 << unit
        return found

    def can_go_home(self, s: Car, unit: Unit) -> bool:
        """Can a unit alone end its move in its region, if some of it is not lost?"""
        home, alone = REGION[UNIT_REGION[unit]], Moves(self.who, 1 << unit)
        return bool(home & ~s.held) and any(home >> x & 1 for x in alone.stops(s, s.frame(Operations)))

    def refuse_finish(self, s: Car, action: Action) -> Refusal | None:
        return GO_HOME if self.strays(s) else None

    def finish(self, s: Car, action: Action) -> None:
        """[10.1.2a] Units need not move."""

    # --- works

    def builders(self, s: Car) -> list[Action]:
        return [("build", unit) for unit in ids_of(units_in(s, s.frame(Operations).moves))]

    def refuse_builder(self, s: Car, action: Action) -> Refusal | None:
        """[10.2.1a] [10.2.3a] [10.2.3b] [10.2.5a] [10.2.9a] [13.3.3a] The rule against a unit building where it is."""
        operation, unit = s.frame(Operations), action[1]
        x = s.at[unit]
        if not operation.moves >> x & 1:
            return NOT_ACTIVATED
        if (operation.moved | operation.builders) >> unit & 1:
            return MOVED
        if must_go_home(s, unit) and self.can_go_home(s, unit):
            return GO_HOME
        if operation.builders & s.here[x]:
            return ONE_BUILDER
        if s.trenches >> x & 1:
            return TRENCH_THERE
        if not supplied(s, self.who) >> x & 1:
            return CANNOT_BUILD
        if s.positions >> x & 1:
            if not ALL_CORPS >> unit & 1:
                return NEEDS_CORPS
            return BILBAO_TRENCH if self.who == REP and x == BILBAO else None
        if self.who == REP and x == BILBAO and s.happened >> IRON_BELT_PLANS & 1:
            return BILBAO_TRENCH
        return NO_MARKERS if self.planned(s, operation) >= markers_left(s, self.who) else None

    def planned(self, s: Car, operation: Operations) -> int:
        """How many Positions are going to be built already."""
        return sum(not s.positions >> s.at[unit] & 1 for unit in ids_of(operation.builders))

    def build(self, s: Car, action: Action) -> bool:
        """[10.2.1a] The unit will try to build instead of moving."""
        s.frame(Operations).builders |= 1 << action[1]
        s.tell("will_build", self.who, action[1], s.at[action[1]])
        return AGAIN

    # --- what people do as one

    def stops(self, s: Car, operation: Operations) -> dict[Space, tuple[Space, ...]]:
        """By space where the stack could end its move: the shortest way there, through fewest enemy spaces."""
        near, most, enemies = ways(s, self.who), self.crossings(operation), s.occupied[1 - self.who]
        start = self.where(s)
        found: dict[Space, tuple[Space, ...]] = {}
        fewest = {start: 0}         # by space: the enemy spaces on the best way there; a later one must have fewer
        front: list[tuple[tuple[Space, ...], Spaces]] = [((), self.crossed)]
        for _ in range(self.points()):
            ahead: list[tuple[tuple[Space, ...], Spaces]] = []
            for way, crossed in sorted(front, key=lambda path: path[1].bit_count()):
                for y in ids_of(near[way[-1] if way else start] & ~enemies):
                    entered = crossed | operation.dawn & 1 << y
                    n = entered.bit_count()
                    if n < fewest.get(y, most + 1):
                        fewest[y] = n
                        ahead.append(((*way, y), entered))
                        if y not in found and self.refuse_stop(s, operation, y) is None:
                            found[y] = (*way, y)
            front = ahead
        return found

    def gestures(self, s: Car, seat: int) -> Mapping[str, Sequence[Action]]:
        """A click on a space takes up all its units; with a stack in hand, it moves the stack there. A click on other
        units ends its move before them. Of the last stack that can move, a click on a space moves all units there."""
        operation = s.frame(Operations)
        if not self.hand:
            return {**self.last_stack(s, operation), **self.next_stacks(s, ())}
        found: dict[str, Sequence[Action]] = {}
        reached = 1 << self.where(s) | bitset(y for _, y in self.allowed_steps(s))
        for x, way in self.stops(s, operation).items():
            reached |= 1 << x
            actions = self.walk(s, operation, way)
            if len(actions) > 1:
                found[f"space:{SPACE_NAMES[x]}"] = actions
        if self.spent and self.refuse_stop(s, operation, self.where(s)) is None:
            found |= self.next_stacks(s, [("stop",)], reached)
        return found

    def last_stack(self, s: Car, operation: Operations) -> Mapping[str, Sequence[Action]]:
        """By space where the units of the only space left could end their move together: they are taken up, and go."""
        left = units_in(s, operation.moves) & ~(operation.moved | operation.builders)
        if spaces_of(s, left).bit_count() != 1:
            return {}
        stack, takes = Moves(self.who), list[Action]()
        for unit in ids_of(left):
            if not stack.may_join(s, unit):
                return {}
            stack.pick_up(s, unit)
            takes.append(("take", unit))
        return {f"space:{SPACE_NAMES[x]}": [*takes, *stack.walk(s, operation, way)]
                for x, way in stack.stops(s, operation).items()}

    def walk(self, s: Car, operation: Operations, way: Sequence[Space]) -> list[Action]:
        """The steps of a way, and the stop at its end; what is the only option on the way is done by itself."""
        actions = list[Action]()
        points, crossed, sole = self.points(), self.crossed, False
        for y in way:
            if not sole:
                actions.append(("step", y))
            points -= 1
            crossed |= operation.dawn & 1 << y
            further = self.steps_from(s, y, points, crossed)
            sole = len(further) + (self.refuse_stop(s, operation, y) is None) == 1
        return actions if sole else [*actions, ("stop",)]

    def next_stacks(self, s: Car, before: Sequence[Action], except_in: Spaces = 0) -> Mapping[str, Sequence[Action]]:
        """By unit and by space with several units: what takes them up, after something else is done."""
        operation = s.frame(Operations)
        found: dict[str, Sequence[Action]] = {}
        fresh = ~(operation.moved | operation.builders | self.hand)
        for x in ids_of(operation.moves & s.occupied[self.who] & ~except_in):
            actions: list[Action] = [("take", unit) for unit in ids_of(s.here[x] & fresh)]
            if len(actions) > 1:
                found[f"space:{SPACE_NAMES[x]}"] = [*before, *actions]
            if before:
                found |= {f"unit:{UNITS[action[1]].id}": [*before, action] for action in actions}
        return found

    def marks(self, s: Car, seat: int) -> Sequence[Mark]:
        return (Mark("moving", "unit", self.hand),)

    def prompt(self, s: Car, seat: int) -> Prompt:
        if self.hand:
            return Prompt("10.1.1a", "moves_stack", (("n", "number", self.points()),))
        return Prompt("10.1.1a", "moves")

    def public(self, s: Car) -> bool:
        return True


_TAKE = Order("take", Moves.take, tries=Moves.units, refuse=Moves.refuse_unit, allowed=Moves.allowed_units)
_STEP = Order("step", Moves.step, tries=Moves.neighbours, refuse=Moves.refuse_step, allowed=Moves.allowed_steps)
_STOP = Order("stop", Moves.stop, refuse=Moves.refuse_stopping)
AT_REST = (
    Order("done", Moves.finish, refuse=Moves.refuse_finish), _TAKE,
    Order("build", Moves.build, tries=Moves.builders, refuse=Moves.refuse_builder),
    Order("step", Moves.step, tries=Moves.enemies, refuse=Moves.refuse_goal, allowed=Moves.nowhere),
)
IN_HAND = (_STOP, _TAKE, _STEP)
ON_THE_WAY = (_STOP, _STEP)
