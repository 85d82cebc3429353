"""[11.6] Interception: the other side may move into a space before the enemy group that enters it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tablero.games.aiw.board import (
    CARLIST, CARLIST_ZONE, ENTERED, FIGHTERS, HAND, LIBERAL, LOADS, REFUGES, ROADS, TABLES
)
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import enemies_about, enemy_holds, settle_at_once
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, put
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, mark_group, move_load
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard, may_hold, refuse_card
from tablero.games.aiw.rules.r11_movement.s00_groups import portions, refuse_division
from tablero.games.aiw.state import Aiw, Area, Blocks, Load, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import AGAIN, END, Mark, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

COST = TABLES.table("interception").integer("cp_cost")          # [8.0e] [11.6a]
DIE = 6
ALL: Action = ("all",)

LIBERALS_STAY_OUT = Refusal("11.6c", "liberals_do_not_intercept_there")
ENEMY_HERE = Refusal("11.6e", "enemy_beside_interceptors")
NO_COMMAND = Refusal("11.6a", "interception_costs_command")
ONCE = Refusal("11.6n", "one_attempt_from_a_space")
NOBODY = Refusal("11.6b", "nobody_to_intercept")
NOT_ADJACENT = Refusal("11.6b", "interception_not_adjacent")
TOO_MANY = Refusal("11.6s", "too_many_to_intercept")
ALONE = Refusal("11.3a", "cannot_move_alone")
NOT_YOURS = Refusal("11.6m", "not_in_the_space")
NO_LOAD = Refusal("11.6l", "nothing_to_bring")


@dataclass(slots=True)
class Interceptions(Procedure):
    """[11.6] The other side may intercept a group that marches into a space, and nothing else [11.6f]; answers how many
    groups came."""

    side: Side              # that may intercept
    into: Area
    origin: Area            # where the enemy group comes from
    tries: list[Area] = field(default_factory=list)         # spaces, in the order they were declared
    automatic: list[int] = field(default_factory=list)      # 1 if the attempt needs no die, by attempt
    groups: list[Blocks] = field(default_factory=list)      # by attempt
    cargoes: list[tuple[int, ...]] = field(default_factory=list)        # points of loads, by attempt and kind
    came: int = 0

    def steps(self) -> tuple[str, ...]:
        return ("declare", "resolve")

    def declare(self, s: Aiw) -> str | None:
        """[11.6h] [11.6o] All attempts are declared and paid before the first is resolved."""
        s.answer = 0
        if not can_be_intercepted(s, self.side, self.into):
            return END
        s.call(Intercept(self.side))
        return None

    def resolve(self, s: Aiw) -> str | None:
        """[11.6i] [11.6j] [11.6o] [11.6p] [11.6q] One attempt after the other; who succeeds is there first."""
        if not self.tries:
            s.answer = self.came
            return None
        x = self.tries.pop(0)
        sure, group, cargo = self.automatic.pop(0), self.groups.pop(0), self.cargoes.pop(0)
        s.apart &= ~group
        if sure:
            s.tell("intercepts_at_once", x, self.into)
        else:
            die = s.die()
            if not intercepts(die, group.bit_count()):
                s.tell("interception_failed", x, die)
                return "resolve"
            s.tell("intercepts", x, self.into, die)
        self.came += 1
        for b in ids_of(group):
            put(s, b, self.into)
        for kind, points in enumerate(cargo):
            if points:
                move_load(s, self.side, kind, x, self.into, points)
        settle_at_once(s)
        return "resolve"


def intercepts(die: int, blocks: int) -> bool:
    """[11.6i] The die must exceed the number of blocks."""
    return die > blocks


def can_be_intercepted(s: Aiw, side: Side, into: Area) -> bool:
    """[11.6c] [11.6d] May a side intercept into a space at all?"""
    if side == LIBERAL and CARLIST_ZONE >> into & 1:
        return False
    return not enemy_holds(s, side, into)


def refuse_source(s: Aiw, side: Side, into: Area, x: Area) -> Refusal | None:
    """[11.6b] [11.6c] [11.6e] [11.6g] [11.6s] Why units of a space cannot intercept, as everybody can see."""
    if not ROADS[into] >> x & 1:
        return NOT_ADJACENT
    if not in_open(s, side, x):
        return NOBODY
    if side == LIBERAL and CARLIST_ZONE >> x & 1:
        return LIBERALS_STAY_OUT
    return ENEMY_HERE if enemies_about(s, side, x) else None


def automatic(side: Side, into: Area, x: Area) -> bool:
    """[11.6r] Carlists need no die into or out of a Refuge."""
    return side == CARLIST and bool(REFUGES & ((1 << into) | (1 << x)))


@dataclass(slots=True)
class Intercept(Ask):
    """[11.6h] An enemy group enters a space next to your units: name the spaces from which you intercept, or let it
    pass."""

    def players(self, s: Aiw) -> Sequence[Side]:
        """[11.6a] Asked is who has units in reach, and a Command Point or perhaps a card."""
        interceptions = s.caller(self, Interceptions)
        if not s.command[self.who] and not may_hold(s, self.who, ENTERED):
            return ()
        near = [x for x in ids_of(ROADS[interceptions.into]) if x not in interceptions.tries]
        return (self.who,) if any(refuse_source(s, self.who, interceptions.into, x) is None for x in near) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        interceptions = s.caller(self, Interceptions)
        return [
            DONE, *(("intercept", x) for x in ids_of(ROADS[interceptions.into])),
            *(("play", card) for card in ids_of(s.piles[HAND[seat]])),
        ]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        (thing,) = action[1:]
        if action[0] == "play":
            return refuse_card(s, seat, thing, ENTERED, about(s, self))
        return refuse_attempt(s, s.caller(self, Interceptions), thing)

    def decline(self, s: Aiw, seat: Side) -> Action | None:
        return DONE

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        (thing,) = action[1:]
        if action[0] == "play":
            s.call(PlayCard(seat, thing))
            return AGAIN
        s.command[seat] -= COST
        fact(s, in_open(s, seat, thing), FIGHTERS, 1)
        s.call(Interceptors(seat, thing, automatic(seat, s.caller(self, Interceptions).into, thing)))
        return AGAIN

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("11.6h", "intercept", (("space", "space", s.caller(self, Interceptions).into),))


def refuse_attempt(s: Aiw, interceptions: Interceptions, x: Area, cost: int = COST) -> Refusal | None:
    """Why an attempt from a space cannot be made, or be paid for, now."""
    if refusal := refuse_source(s, interceptions.side, interceptions.into, x):
        return refusal
    if x in interceptions.tries:
        return ONCE
    if not fighters(s, in_open(s, interceptions.side, x)):
        return ALONE
    return None if s.command[interceptions.side] >= cost else NO_COMMAND


@dataclass(slots=True)
class Interceptors(Ask):
    """[11.6i] [11.6k] [11.6l] [11.6m] Name the units that intercept: one by one, or all."""

    x: Area
    sure: bool                  # no die is rolled
    picked: Blocks = 0          # a secret until the group is declared
    cargo: list[int] = field(default_factory=lambda: [0, 0, 0])         # points of guns and Knapsack that come along

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        here = in_open(s, seat, self.x)
        return [
            DONE, ALL, *(("join", b) for b in ids_of(here & ~self.picked)),
            *(("bring", kind) for kind in range(len(LOADS))),
            *(("load", kind, n) for kind in range(len(LOADS)) for n in self._parts(s, seat, kind)),
        ]

    def _parts(self, s: Aiw, seat: Side, kind: Load) -> list[int]:
        """[14.0c] How many points of guns may come, if not all."""
        there = load(s, seat, kind, self.x)
        return [n for n in portions(seat, kind, there) if n < there]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        here = in_open(s, seat, self.x)
        if action == DONE:
            return ALONE if not fighters(s, self.picked) else None
        if action == ALL:
            return self._too_many(here)
        thing, *some = action[1:]
        if action[0] in ("bring", "load"):
            if thing >= len(LOADS) or self.cargo[thing] or not load(s, seat, thing, self.x):
                return NO_LOAD
            if not some:
                return None
            return refuse_division(s, seat, thing, self.x, *some) if some[0] in self._parts(s, seat, thing) else NO_LOAD
        if not (here & ~self.picked) >> thing & 1:
            return NOT_YOURS
        picked = self.picked | (1 << thing)
        if not fighters(s, picked) and not self.sure and picked.bit_count() == DIE - 1:
            return ALONE
        return self._too_many(picked)

    def _too_many(self, group: Blocks) -> Refusal | None:
        """[11.6s] A die that cannot win is not rolled."""
        return TOO_MANY if not self.sure and group.bit_count() >= DIE else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            self._declare(s, seat)
            return None
        if action == ALL:
            self.picked = in_open(s, seat, self.x)
            self.cargo = [load(s, seat, kind, self.x) for kind in range(len(LOADS))]
            self._declare(s, seat)
            return None
        thing, *some = action[1:]
        if action[0] in ("bring", "load"):
            self.cargo[thing] = some[0] if some else load(s, seat, thing, self.x)
        else:
            self.picked |= 1 << thing
        return AGAIN

    def _declare(self, s: Aiw, seat: Side) -> None:
        group = bitset(pick_out(s, ids_of(self.picked)))
        fact(s, group, FIGHTERS, 1)
        s.apart |= group
        interceptions = s.frame(Interceptions)
        interceptions.tries.append(self.x)
        interceptions.automatic.append(int(self.sure))
        interceptions.groups.append(group)
        interceptions.cargoes.append(tuple(self.cargo))
        s.tell("intercepting", seat, self.x, interceptions.into, group.bit_count())

    def hide(self, seat: Side) -> Interceptors:
        return self if seat == self.who else replace(self, picked=0, cargo=[0, 0, 0])

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return counter(s, seat, action[1], self.x) if action[0] in ("bring", "load") else None

    def marks(self, s: Aiw, seat: Side) -> tuple[Mark, ...]:
        return mark_group("picked", self.picked, self.who, self.x, [kind for kind, n in enumerate(self.cargo) if n])
