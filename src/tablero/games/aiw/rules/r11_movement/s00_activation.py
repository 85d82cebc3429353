"""[10.1] [11.0] Activation: groups are formed in a space or region, and move one after another."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tablero.games.aiw.board import CARLIST, EXPEDITION, FIGHTERS, FIRST_REGION, LIBERAL, LOADS
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.maps import place
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, mark_group
from tablero.games.aiw.rules.r07_cards.s01_types import open_window
from tablero.games.aiw.rules.r10_actions.s00_used import act, refuse_acting, unused
from tablero.games.aiw.rules.r11_movement.s00_groups import ALONE, haul, idle_load, portions, refuse_load
from tablero.games.aiw.rules.r11_movement.s01_march import CARLIST_POINTS, GroupMove, ways_of
from tablero.games.aiw.rules.r12_carlist_movement.s01_concentration import POINTS, Concentration, refuse_concentration
from tablero.games.aiw.state import Aiw, Area, Blocks, Side
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, Mark, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

ALL: Action = ("all",)
CONCENTRATE: Action = ("concentrate",)
KINDS = range(len(LOADS))

NOBODY = Refusal("11.0a", "pick_a_unit")
NOT_HERE = Refusal("11.0a", "not_in_the_space")
IN_GROUP = Refusal("11.0a", "in_the_group_already")
TOO_LATE = Refusal("12.1a", "concentration_comes_first")


@dataclass(slots=True)
class Activation(Procedure):
    """[10.1] [11.0c] [23.1b] A space or region is activated: groups leave it one after another."""

    side: Side
    x: Area
    each: int = 1           # in a Concentration so many may come from each space; two by a card, which saves its points
    less: int = 0           # Movement Points that a Concentration has cost
    begun: bool = False     # a group has been formed
    wanted: bool = False    # a Concentration is wanted
    group: Blocks = 0       # the group that moves next
    load: list[int] = field(default_factory=lambda: [0, 0, 0])      # what goes with it
    came: list[int] = field(default_factory=lambda: [0, 0, 0])      # guns and Knapsack that a Concentration brought

    def steps(self) -> tuple[str, ...]:
        return ("announce", "form", "gather", "gathered", "send", "finish")

    def announce(self, s: Aiw) -> None:
        """[10.1c] [23.1b] All units there that have not acted are activated."""
        s.tell("activated", self.side, self.x)
        if self.side == CARLIST and self.x >= FIRST_REGION:
            open_window(s, EXPEDITION, CARLIST, self)

    def form(self, s: Aiw) -> str | None:
        """[11.0a] [11.0c] [12.1f] [23.1c] [23.1d] A group is formed of those who are left; an Expedition goes as a
        whole."""
        self.group, self.load, self.wanted = 0, [0, 0, 0], False
        here = in_open(s, self.side, self.x)
        if not here & ~s.acted:
            return "finish"
        if self.side == CARLIST and self.x >= FIRST_REGION:
            if here & s.acted:
                return "finish"
            self.send_off(s, here, [idle_load(s, self.side, kind, self.x) for kind in KINDS])
            return "send"
        s.call(FormGroup(self.side, self.x))
        return None

    def send_off(self, s: Aiw, picked: Blocks, loads: list[int]) -> None:
        """[10.0m] [11.0a] The group is told apart from those who stay; its units have acted."""
        self.group = bitset(pick_out(s, ids_of(picked)))
        self.load = loads
        self.begun = True
        act(s, self.group)
        s.apart |= self.group
        fact(s, self.group, FIGHTERS, 1)

    def gather(self, s: Aiw) -> str | None:
        """[12.1a] Before any unit moves the Carlist may concentrate forces here."""
        if not self.wanted:
            return "send"
        self.came = [load(s, self.side, kind, self.x) for kind in KINDS]
        s.call(Concentration(self.x, self.each))
        return None

    def gathered(self, s: Aiw) -> str:
        """[12.1e] If anybody came all who march from here have two points less."""
        self.came = [load(s, self.side, kind, self.x) - self.came[kind] for kind in KINDS]
        if s.answer:
            self.begun = True
            self.less = POINTS if self.each == 1 else 0
        return "form"

    def send(self, s: Aiw) -> str | None:
        """[11.0c] One group after another, as long as the player likes."""
        if not self.group:
            return None
        for kind in KINDS:
            self.came[kind] -= min(self.came[kind], self.load[kind])
        s.call(GroupMove(self.side, self.x, self.group, self.load[:], self.less))
        return "form"

    def finish(self, s: Aiw) -> None:
        """[12.1h] Those who came in a Concentration have acted, though they moved no further."""
        stayed = in_open(s, self.side, self.x) & s.apart
        s.acted |= stayed
        s.apart &= ~stayed
        for kind in KINDS:
            haul(s, kind, self.x, self.came[kind])


@dataclass(slots=True)
class FormGroup(Ask):
    """[11.0a] Pick the units that march together, and what they take along; or end the activation."""

    x: Area
    picked: Blocks = 0                                                  # a secret until they march
    load: list[int] = field(default_factory=lambda: [0, 0, 0])          # points by kind; a secret too

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        here = in_open(s, seat, self.x)
        actions: list[Action] = [PASS]
        if self.picked:
            actions.append(DONE)
        if (here & ~s.acted & ~self.picked).bit_count() + self._loads_left(s) > 1:
            actions.append(ALL)
        if seat == CARLIST and not self.picked:
            actions.append(CONCENTRATE)
        actions += [("add", b) for b in ids_of(here & ~self.picked)]
        for kind in KINDS:
            if not self.load[kind] and load(s, seat, kind, self.x):
                there = idle_load(s, seat, kind, self.x) or load(s, seat, kind, self.x)
                actions += [("load", kind, n) for n in portions(seat, kind, there)]
        return actions

    def _loads_left(self, s: Aiw) -> int:
        return sum(not self.load[kind] and idle_load(s, self.who, kind, self.x) > 0 for kind in KINDS)

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        here = in_open(s, seat, self.x)
        if action == DONE:
            return NOBODY if not self.picked else None if fighters(s, self.picked) else ALONE
        if action == ALL:
            return None if fighters(s, unused(s, here)) else ALONE
        if action == CONCENTRATE:
            return TOO_LATE if s.caller(self, Activation).begun else refuse_concentration(s, self.x)
        if action[0] == "add":
            (block,) = action[1:]
            if not here >> block & 1:
                return NOT_HERE
            return refuse_acting(s, block) or (IN_GROUP if self.picked >> block & 1 else None)
        kind, points = action[1:]
        if kind < len(LOADS) and self.load[kind]:
            return IN_GROUP
        return refuse_load(s, seat, kind, self.x, points)

    def options(self, s: Aiw, seat: Side) -> list[Action]:
        """By hand: 5 µs, 8 µs as derived; one question in six is this one."""
        here = in_open(s, seat, self.x)
        movable = unused(s, here)
        idle = [0 if self.load[kind] else idle_load(s, seat, kind, self.x) for kind in KINDS]
        actions: list[Action] = [PASS]
        if fighters(s, self.picked):
            actions.append(DONE)
        left = (here & ~s.acted & ~self.picked).bit_count() + len(KINDS) - idle.count(0)
        if left > 1 and fighters(s, movable):
            actions.append(ALL)
        if seat == CARLIST and not self.picked and self.refuse(s, seat, CONCENTRATE) is None:
            actions.append(CONCENTRATE)
        actions += [("add", b) for b in ids_of(movable & ~self.picked)]
        for kind in KINDS:
            if idle[kind]:
                some = portions(seat, kind, idle[kind])
                actions += [("load", kind, n) for n in some if refuse_load(s, seat, kind, self.x, n) is None]
        return actions

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        activation = s.caller(self, Activation)
        if action == CONCENTRATE:
            activation.wanted = True
        if action in (PASS, CONCENTRATE):
            return None
        movable = in_open(s, seat, self.x) & ~s.acted
        if action == ALL:
            self.picked |= unused(s, movable)
            if self.picked != movable:
                s.reveal()      # that a card keeps some of them back
            self.load = [self.load[kind] or idle_load(s, seat, kind, self.x) for kind in KINDS]
        elif action[0] == "add":
            (block,) = action[1:]
            self.picked |= 1 << block
        elif action[0] == "load":
            kind, points = action[1:]
            self.load[kind] = points
        complete = self.picked == movable and not self._loads_left(s) and fighters(s, self.picked)
        if action not in (DONE, ALL) and not complete:
            return AGAIN
        activation.send_off(s, self.picked, self.load[:])
        return None

    def gestures(self, s: Aiw, seat: Side) -> dict[str, list[Action]]:
        """A click on a space: those who are picked march there, or all who are here. Liberals have to roll first."""
        begin = self._send_off(s)
        if seat == LIBERAL or not begin:
            return {}
        group, loads = self.picked, self.load[:]
        if begin != [DONE]:
            group, loads = unused(s, in_open(s, seat, self.x)), [idle_load(s, seat, kind, self.x) for kind in KINDS]
        move = GroupMove(seat, self.x, group, loads, s.caller(self, Activation).less, CARLIST_POINTS)
        move.points = move.full_points()
        return {place(x): begin + way for x, way in ways_of(s, move).items()}

    def _send_off(self, s: Aiw) -> list[Action]:
        """What lets those march who are picked, or all where nobody is; nothing if it cannot be done at once."""
        found = self.options(s, self.who)
        if self.picked or any(self.load):
            return [DONE] if DONE in found else []
        if ALL in found:
            return [ALL]
        return [action for action in found if action[0] == "add"] if not self._loads_left(s) else []

    def hide(self, seat: Side) -> FormGroup:
        return self if seat == self.who else replace(self, picked=0, load=[0, 0, 0])

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return counter(s, seat, action[1], self.x) if action[0] == "load" else None

    def marks(self, s: Aiw, seat: Side) -> tuple[Mark, ...]:
        return mark_group("picked", self.picked, self.who, self.x, [kind for kind in KINDS if self.load[kind]])
