"""[7.2] What several cards do: bring units, give points, restore or take strength, choose a region."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.aiw.board import AREAS, FIGHTERS, FIRST_REGION, MOST, NORTH, PARTIDAS
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import besieged, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_area
from tablero.games.aiw.rules.r05_units.s03_strength import gain, lose
from tablero.games.aiw.rules.r20_reinforcements.s00_units import PlaceUnit, arrival
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_EVENT
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.state import Aiw, Areas, Block, Blocks, Side, Unit, Units, area_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Pick


@dataclass(slots=True)
class Draft(Procedure):
    """[7.2a] Units out of the bag, as a card says; for each that is missing Replacement Points, spent at once."""

    side: Side
    units: int
    areas: Areas
    halves: int             # half Replacement Points for each unit that cannot be drawn

    def steps(self) -> tuple[str, ...]:
        return ("draw", "spend")

    def draw(self, s: Aiw) -> str | None:
        """[7.2a] One after the other; without the exchange of Line Infantry."""
        if not self.units or not s.bag[self.side]:
            return None
        self.units -= 1
        s.call(arrival(s, self.side, self.areas))
        return "draw"

    def spend(self, s: Aiw) -> None:
        """[7.2a] [21.0a] What could not be drawn is paid in Replacement Points."""
        if self.units:
            s.call(Spend(self.side, self.units * self.halves, BY_EVENT))


@dataclass(slots=True)
class Bring(Procedure):
    """[7.2a] Units that were out of play come in at full strength, known to everybody."""

    side: Side
    units: list[Unit]
    areas: Areas
    together: bool = False          # all in the area of the first

    def steps(self) -> tuple[str, ...]:
        return ("place", "follow")

    def place(self, s: Aiw) -> str | None:
        """[7.2a] One after the other."""
        self.units = [unit for unit in self.units if unit not in s.unit and not s.gone >> unit & 1]
        if not self.units:
            return END
        unit = self.units.pop(0)
        s.call(PlaceUnit(self.side, unit, MOST[unit], self.areas))
        return None

    def follow(self, s: Aiw) -> str:
        """[7.2a] Those that come together go where the first went."""
        if self.together and s.answer >= 0:
            self.areas = 1 << area_of(s.at[s.answer])
        return "place"


# ------------------------------------------------------------------------------------------------- strength by an event

NOT_YOURS = Refusal("7.1d", "not_your_unit")
FULL = Refusal("7.1d", "full_strength")
NOT_IN_THE_NORTH = Refusal("7.1d", "only_in_the_north")
SHUT_IN = Refusal("7.1d", "besieged_unit")
NO_PARTIDA = Refusal("7.1d", "no_partida")
ANOTHER_PLACE = Refusal("7.1d", "another_place")
TOO_WEAK = Refusal("7.1d", "too_weak_to_lose")
NO_FIGHTER = Refusal("7.1d", "infantry_or_cavalry")
NOT_SUCH = Refusal("7.1d", "not_a_unit_the_card_names")
MUST_LOSE = Refusal("7.1d", "must_lose_strength")


@dataclass(slots=True)
class Restore(Pick):
    """[7.1d] Some units of a side recover a point of strength each; it is no action."""

    left: int
    areas: Areas = NORTH            # where they may be
    one_place: bool = False         # all in one area
    restored: Blocks = 0

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if self.left and any(in_area(s, self.who, x) for x in ids_of(self.areas)) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        blocks = [b for x in range(AREAS) for b in ids_of(in_area(s, seat, x))]
        return [DONE, *(("restore", b) for b in blocks)]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        x = area_of(s.at[block])
        if not self.areas >> x & 1:
            return ANOTHER_PLACE if self.one_place else NOT_IN_THE_NORTH
        if x < FIRST_REGION and besieged(s, seat, x):
            return SHUT_IN
        if not FIGHTERS >> s.unit[block] & 1:
            return NO_FIGHTER
        if PARTIDAS >> s.unit[block] & 1:
            return NO_PARTIDA
        return FULL if self.restored >> block & 1 or s.strength[block] >= MOST[s.unit[block]] else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action != DONE:
            (block,) = pick_out(s, action[1:])
            fact(s, 1 << block, FIGHTERS & ~PARTIDAS, 1)
            gain(s, block)
            self.restored |= 1 << block
            s.apart |= 1 << block
            self.left -= 1
            if self.one_place:
                self.areas = 1 << area_of(s.at[block])
            if self.left:
                return AGAIN
        s.apart &= ~self.restored
        return None


@dataclass(slots=True)
class Sicken(Pick):
    """[7.1d] A side takes a point of strength from some of its units of strength 2 or more, as a card says."""

    left: int
    apart: bool = False             # in different areas, as long as there are such
    areas: Areas = (1 << AREAS) - 1
    units: Units = FIGHTERS
    spent: Areas = 0                # areas where one was taken
    struck: Blocks = 0              # blocks that have lost a point

    def eligible(self, s: Aiw) -> list[Block]:
        blocks = [b for x in ids_of(self.areas) for b in ids_of(in_area(s, self.who, x))]
        strong = [b for b in blocks if self.units >> s.unit[b] & 1 and s.strength[b] >= 2 and not self.struck >> b & 1]
        fresh = [b for b in strong if not self.spent >> area_of(s.at[b]) & 1]
        return fresh if self.apart and fresh else strong

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if self.left and any(in_area(s, self.who, x) for x in ids_of(self.areas)) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        blocks = [b for x in range(AREAS) for b in ids_of(in_area(s, seat, x))]
        return [DONE, *(("weaken", b) for b in blocks)]

    def refuse_none(self, s: Aiw, seat: Side) -> Refusal | None:
        return MUST_LOSE if self.eligible(s) else None

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        if block in self.eligible(s):
            return None
        if not self.areas >> area_of(s.at[block]) & 1 or self.spent >> area_of(s.at[block]) & 1:
            return ANOTHER_PLACE
        if self.units >> s.unit[block] & 1:
            return TOO_WEAK
        return NOT_SUCH if FIGHTERS >> s.unit[block] & 1 else NO_FIGHTER

    def pick(self, s: Aiw, seat: Side, block: Block) -> bool | None:
        (block,) = pick_out(s, [block])
        fact(s, 1 << block, self.units, 1)
        self.spent |= 1 << area_of(s.at[block])
        if s.rules >= 3:                # in older versions one unit could be struck twice
            self.struck |= 1 << block
            s.apart |= 1 << block
        lose(s, block)
        self.left -= 1
        if self.left:
            return AGAIN
        settle(s)
        return None

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        again = Pick.choose(self, s, seat, action)
        if not again:
            s.apart &= ~self.struck
        return again
