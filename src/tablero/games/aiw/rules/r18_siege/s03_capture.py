"""[18.3] The fall of a Fortress."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import BAZTAN, CARLIST, CITIES, FIELD, LOADS, MOUNTAIN
from tablero.games.aiw.rules.r04_map import fortresses_free, settle
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, set_load
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.rules.r09_victory import CITY, CITY_POINTS, score, two_cities, win_two_cities
from tablero.games.aiw.rules.r14_artillery import capture
from tablero.games.aiw.state import INSIDE, Aiw, Area, Load, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.windows import Ask, PublicPick

RAZE: Action = ("raze",)
KEEP: Action = ("keep",)


@dataclass(slots=True)
class Capture(Procedure):
    """[18.1d] [18.3a] A Fortress without defenders falls to the side outside."""

    x: Area
    captor: Side
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
            score(s, self.captor, CITY_POINTS, CITY)
        settle(s)
        if two_cities(s):
            win_two_cities(s)


def guns_left(s: Aiw, fall: Capture) -> list[Load]:
    """The types of Artillery of which the captor may take one more point."""
    return [k for k in (FIELD, MOUNTAIN) if load(s, 1 - fall.captor, k, INSIDE + fall.x) > fall.taken[k]]


@dataclass(slots=True)
class TakeGun(PublicPick):
    """[18.3b] Take one point of Field or of Mountain Artillery."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("take", kind) for kind in guns_left(s, s.caller(self, Capture))]

    def pick(self, s: Aiw, seat: Side, kind: Load) -> None:
        spoils = s.caller(self, Capture)
        spoils.taken[kind] += 1
        spoils.left -= 1

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return counter(s, 1 - seat, action[1], INSIDE + s.caller(self, Capture).x)


@dataclass(slots=True)
class KeepFortress(Ask):
    """[18.3c] [18.3d] Keep the captured Fortress, or demolish it."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [KEEP, RAZE]

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        s.caller(self, Capture).keep = action == KEEP
