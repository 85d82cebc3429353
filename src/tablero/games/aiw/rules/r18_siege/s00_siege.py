"""[18.0] Fortresses: who shelters in them, and who comes out again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.aiw.board import FIGHTERS, LOADS, TRAINS
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import capacity, come_out
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, put
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, move_load
from tablero.games.aiw.state import INSIDE, Aiw, Area, Load, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

ALL: Action = ("all",)

FULL = Refusal("18.0b", "fortress_full")

# ----------------------------------------------------------------------------------------------------------- in or out


@dataclass(slots=True)
class Shelter(Procedure):
    """[15.0i] [18.0a] [18.0d] The owner of a Fortress that was entered says who stays inside."""

    side: Side
    x: Area

    def steps(self) -> tuple[str, ...]:
        return ("choose", "gather")

    def choose(self, s: Aiw) -> None:
        """[15.0i] The owner decides, before anybody knows which combat it will be."""
        s.call(GoInside(self.side, self.x))

    def gather(self, s: Aiw) -> None:
        """[18.0c] What cannot be alone goes inside when no unit is left outside; numbers tell what is where."""
        if not fighters(s, in_open(s, self.side, self.x)):
            all_inside(s, self.side, self.x)
        inside = s.shut[self.x]
        fact(s, inside, TRAINS, inside.bit_count() - capacity(self.x))
        outside = in_open(s, self.side, self.x)
        fact(s, outside, FIGHTERS, int(bool(outside)))


def all_inside(s: Aiw, side: Side, x: Area) -> None:
    """[18.0c] All that a side has in a space is in its Fortress."""
    blocks = in_open(s, side, x)
    for b in ids_of(blocks):
        put(s, b, INSIDE + x)
    if blocks:
        s.tell("went_inside", side, x, blocks.bit_count())
    for kind in range(len(LOADS)):
        _stow(s, side, kind, x)


def _stow(s: Aiw, side: Side, kind: Load, x: Area) -> None:
    there = load(s, side, kind, x)
    if there:
        move_load(s, side, kind, x, INSIDE + x, there)
        s.tell("stowed", side, kind, x)


@dataclass(slots=True)
class GoInside(Ask):
    """[18.0d] [18.0c] Send units, guns, Train and Knapsack into the Fortress; what is left fights outside."""

    x: Area

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if in_open(s, self.who, self.x) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        actions: list[Action] = [DONE, ALL]
        actions += [("inside", b) for b in ids_of(in_open(s, seat, self.x))]
        actions += [("stow", kind) for kind in range(len(LOADS)) if load(s, seat, kind, self.x)]
        return actions

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        room = capacity(self.x) - fighters(s, s.shut[self.x]).bit_count()
        if action == ALL:
            return FULL if fighters(s, in_open(s, seat, self.x)).bit_count() > room else None
        if action[0] == "inside":
            (block,) = action[1:]
            full = room <= 0 and fighters(s, in_open(s, seat, self.x)) >> block & 1
            return FULL if full else None
        return None

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        if action == ALL:
            all_inside(s, seat, self.x)
            return None
        (thing,) = action[1:]
        if action[0] == "stow":
            _stow(s, seat, thing, self.x)
        else:
            (block,) = pick_out(s, [thing])
            put(s, block, INSIDE + self.x)
            s.tell("went_inside", seat, self.x, 1)
        return AGAIN

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return counter(s, seat, action[1], self.x) if action[0] == "stow" else None


# ------------------------------------------------------------------------------------------------------ begin and end


def open_gates(s: Aiw) -> None:
    """[18.1y] [18.0c] Those who went into an unbesieged Fortress come out when there is no enemy outside; Trains and
    guns that lost their last unit outside while there is one go in."""
    shut, laden = s.shut, {spot - INSIDE for spot, _, _ in s.loads}
    for side in (0, 1):
        enemies = s.present[1 - side]
        for x in ids_of(s.forts[side] & ~s.siege):
            if not enemies >> x & 1:
                if shut[x] or x in laden:
                    come_out(s, x)
                continue
            left = in_open(s, side, x)
            if not fighters(s, left):
                fact(s, left, TRAINS, left.bit_count())
                all_inside(s, side, x)
