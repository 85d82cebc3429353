"""[18.0] [18.2] [18.3] Fortresses: who shelters in them, how sieges begin, Sorties, and their fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablero.games.aiw.board import BAZTAN, CARLIST, CITIES, FIELD, FIGHTERS, LOADS, MOUNTAIN, SACK, TRAINS
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import capacity, come_out, fortresses_free, settle
from tablero.games.aiw.rules.r05_units import (
    eliminate,
    fighters,
    in_open,
    load,
    move_load,
    put,
    set_load,
)
from tablero.games.aiw.rules.r09_victory import CITY_POINTS, score, two_cities, win_two_cities
from tablero.games.aiw.rules.r14_artillery import capture
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.state import INSIDE, Aiw
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

ALL: Action = ("all",)
RAZE: Action = ("raze",)
KEEP: Action = ("keep",)

FULL = Refusal("18.0b", "fortress_full")
ONLY_UNITS = Refusal("18.2a", "only_infantry_and_cavalry_sortie")
ONLY_GUNS = Refusal("18.2e", "only_artillery_goes_along")
RETREATED = Refusal("17.9r", "retreated_units_do_not_sortie")
NOBODY_OUT = Refusal("18.2a", "one_unit_must_sortie")

# ----------------------------------------------------------------------------------------------------------- in or out


@dataclass(slots=True)
class Shelter(Procedure):
    """[15.0i] [18.0a] [18.0d] The owner of a Fortress that was entered says who stays inside."""

    side: int
    x: int

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


def all_inside(s: Aiw, side: int, x: int) -> None:
    """[18.0c] All that a side has in a space is in its Fortress."""
    blocks = in_open(s, side, x)
    for b in ids_of(blocks):
        put(s, b, INSIDE + x)
    if blocks:
        s.tell("went_inside", side, x, blocks.bit_count())
    for kind in range(len(LOADS)):
        _stow(s, side, kind, x)


def _stow(s: Aiw, side: int, kind: int, x: int) -> None:
    there = load(s, side, kind, x)
    if there:
        move_load(s, side, kind, x, INSIDE + x, there)
        s.tell("stowed", side, kind, x)


@dataclass(slots=True)
class GoInside(Ask):
    """[18.0d] [18.0c] Send units, guns, Train and Knapsack into the Fortress; what is left fights outside."""

    x: int

    def players(self, s: Aiw) -> Sequence[int]:
        return (self.who,) if in_open(s, self.who, self.x) else ()

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        found: list[Action] = [DONE, ALL]
        found += [("inside", b) for b in ids_of(in_open(s, seat, self.x))]
        found += [("stow", kind) for kind in range(len(LOADS)) if load(s, seat, kind, self.x)]
        return found

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        room = capacity(self.x) - fighters(s, s.shut[self.x]).bit_count()
        if action == ALL:
            return FULL if fighters(s, in_open(s, seat, self.x)).bit_count() > room else None
        if action[0] == "inside":
            (block,) = action[1:]
            full = room <= 0 and fighters(s, in_open(s, seat, self.x)) >> block & 1
            return FULL if full else None
        return None

    def choose(self, s: Aiw, seat: int, action: Action) -> bool | None:
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


# ------------------------------------------------------------------------------------------------------ begin and end


def begin_sieges(s: Aiw, side: int) -> None:
    """[18.1a] Sieges begin at the end of the Combat step: an own Infantry or Cavalry unit stands at an enemy Fortress,
    and every enemy there is within it."""
    for x in ids_of(s.forts[1 - side] & ~s.siege & s.present[side] & ~s.present[1 - side]):
        if fighters(s, in_open(s, side, x)):
            s.siege |= 1 << x
            s.touched |= 1 << x
            s.tell("besieged", x)


def lift_sieges(s: Aiw) -> None:
    """[18.1y] A siege whose last besieger fell ends at once: guns that took part in a Sortie are in a free Fortress
    before anybody asks who escorts them. All else that follows of itself waits."""
    touched = s.touched
    s.touched &= s.siege
    settle(s)
    s.touched |= touched


def open_gates(s: Aiw) -> None:
    """[18.1y] [18.0c] Those who went into an unbesieged Fortress come out when there is no enemy outside; Trains and
    guns that lost their last unit outside while there is one go in."""
    shut, laden = s.shut, {key // 6 - INSIDE for key in s.loads}
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


# --------------------------------------------------------------------------------------------------------------- sortie


def refuse_sortie(s: Aiw, side: int, x: int) -> Refusal | None:
    """[18.2a] [17.9r] Why the besieged of a Fortress may not sortie."""
    units = fighters(s, s.shut[x])
    if not units:
        return ONLY_UNITS
    return RETREATED if not units & ~s.retreated else None


@dataclass(slots=True)
class Sortie(Procedure):
    """[18.2a] [18.2c] Besieged units go out and attack the besiegers in a Skirmish."""

    x: int
    side: int

    def steps(self) -> tuple[str, ...]:
        return ("go", "fight")

    def go(self, s: Aiw) -> None:
        """[18.2b] [18.2e] The owner names units and Artillery; the Garrison stays."""
        s.tell("sortie", self.side, self.x)
        s.call(GoOut(self.side, self.x))

    def fight(self, s: Aiw) -> None:
        """[18.2c] [18.2f] The besiegers defend, and cannot evade."""
        if in_open(s, self.side, self.x):
            s.call(Skirmish(self.x, self.side, sortie=True))


@dataclass(slots=True)
class GoOut(Ask):
    """[18.2b] [18.2e] Send besieged units and Artillery out of the Fortress."""

    x: int

    def players(self, s: Aiw) -> Sequence[int]:
        more = s.shut[self.x] & ~s.retreated or any(load(s, self.who, k, INSIDE + self.x) for k in (FIELD, MOUNTAIN))
        return (self.who,) if more else ()

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        found: list[Action] = [("out", b) for b in ids_of(s.shut[self.x])]
        found += [("take_out", kind) for kind in range(len(LOADS)) if load(s, seat, kind, INSIDE + self.x)]
        return [*found, DONE]

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        if action == DONE:
            return NOBODY_OUT if not in_open(s, seat, self.x) and not refuse_sortie(s, seat, self.x) else None
        (thing,) = action[1:]
        if action[0] == "take_out":
            return ONLY_GUNS if thing == SACK else None
        if not s.shut[self.x] >> thing & 1:
            return None
        if not FIGHTERS >> s.unit[thing] & 1:
            return ONLY_UNITS
        return RETREATED if s.retreated >> thing & 1 else None

    def choose(self, s: Aiw, seat: int, action: Action) -> bool | None:
        if action == DONE:
            return None
        (thing,) = action[1:]
        if action[0] == "take_out":
            move_load(s, seat, thing, INSIDE + self.x, self.x, load(s, seat, thing, INSIDE + self.x))
            s.tell("taken_out", seat, thing, self.x)
            return AGAIN
        (block,) = pick_out(s, [thing])
        put(s, block, self.x)
        s.sortied |= 1 << block
        fact(s, 1 << block, FIGHTERS, 1)
        s.tell("went_out", seat, self.x, 1)
        return AGAIN


# -------------------------------------------------------------------------------------------------------------- capture


@dataclass(slots=True)
class Capture(Procedure):
    """[18.1d] [18.3a] A Fortress without defenders falls to the side outside."""

    x: int
    captor: int
    left: int = 0           # points of Artillery still to be taken
    taken: list[int] = field(default_factory=lambda: [0, 0])        # Field, Mountain
    keep: bool = True

    def steps(self) -> tuple[str, ...]:
        return ("spoils", "take", "sweep", "fate", "fall")

    def spoils(self, s: Aiw) -> None:
        """[18.3b] Half of all the besieged points of Artillery, rounded up once."""
        s.tell("fortress_taken", self.captor, self.x)
        self.left = (sum(load(s, 1 - self.captor, kind, INSIDE + self.x) for kind in (FIELD, MOUNTAIN)) + 1) // 2

    def take(self, s: Aiw) -> str | None:
        """[18.3b] The captor chooses the types."""
        kinds = guns_left(s, self)
        if not self.left:
            return None
        if len(kinds) == 1:
            self.taken[kinds[0]] += self.left
            self.left = 0
            return None
        s.call(TakeGun(self.captor))
        return "take"

    def sweep(self, s: Aiw) -> None:
        """[18.3b] [14.2a] He puts them down; the rest, Train and Knapsack are lost."""
        for kind in range(len(LOADS)):
            set_load(s, 1 - self.captor, kind, INSIDE + self.x, 0)
        for kind in (FIELD, MOUNTAIN):
            if self.taken[kind]:
                capture(s, self.captor, self.x, kind, self.taken[kind])
        for b in ids_of(s.shut[self.x]):
            eliminate(s, b)

    def fate(self, s: Aiw) -> None:
        """[4.1g] [18.3c] [18.3e] [18.3f] A City stays; another Fortress if he has a counter for it; never Baztán's."""
        if CITIES >> self.x & 1:
            return
        self.keep = not (self.x == BAZTAN and self.captor == CARLIST) and fortresses_free(s, self.captor) > 0
        if self.keep:
            s.call(KeepFortress(self.captor))

    def fall(self, s: Aiw) -> None:
        """[18.3d] [9.0e] [9.1a] The counter is replaced, turned over or removed; control and points follow."""
        bit = 1 << self.x
        s.forts[1 - self.captor] &= ~bit
        s.siege &= ~bit
        s.touched |= bit
        if self.keep:
            s.forts[self.captor] |= bit
        else:
            s.tell("razed", self.x)
        if CITIES & bit:
            score(s, self.captor, CITY_POINTS)
        settle(s)
        if two_cities(s):
            win_two_cities(s)


def guns_left(s: Aiw, fall: Capture) -> list[int]:
    """The types of Artillery of which the captor may take one more point."""
    return [k for k in (FIELD, MOUNTAIN) if load(s, 1 - fall.captor, k, INSIDE + fall.x) > fall.taken[k]]


@dataclass(slots=True)
class TakeGun(Ask):
    """[18.3b] Take one point of Field or of Mountain Artillery."""

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [("take", kind) for kind in guns_left(s, s.caller(self, Capture))]

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        now = s.caller(self, Capture)
        (kind,) = action[1:]
        now.taken[kind] += 1
        now.left -= 1

    def public(self, s: Aiw) -> bool:
        return True


@dataclass(slots=True)
class KeepFortress(Ask):
    """[18.3c] [18.3d] Keep the captured Fortress, or demolish it."""

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [KEEP, RAZE]

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        s.caller(self, Capture).keep = action == KEEP
