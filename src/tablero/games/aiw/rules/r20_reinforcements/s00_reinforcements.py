"""[20] Reinforcements: what the Turn Track brings to both sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from tablero.games.aiw.board import CARLIST, FIELD, LIBERAL, MOUNTAIN, SIDES, TABLES, TRACK
from tablero.games.aiw.rules.r20_reinforcements.s00_places import unit_places
from tablero.games.aiw.rules.r20_reinforcements.s00_units import arrival
from tablero.games.aiw.rules.r20_reinforcements.s01_liberal import PlaceGun
from tablero.games.aiw.rules.r20_reinforcements.s02_carlist import HideGun, box_room
from tablero.games.aiw.rules.r21_replacements.s00_points import IN_REINFORCEMENTS
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.frames import END, Procedure

EMPTY_BAG = TABLES.table("replacement_cost").integer("empty_bag_rp")        # [20.2d] [20.2e]


def due(year: int, turn: int, what: str) -> list[int]:
    """[20.0a] What the Turn Track shows, by side: "units" or "artillery"."""
    return list(_printed(year, turn, what))


@cache
def _printed(year: int, turn: int, what: str) -> tuple[int, ...]:
    entry = next(table for table in TRACK.tables("reinforcements") if year in table.integers("years"))
    return tuple(entry.integers(f"{side}_{what}")[turn - 1] for side in SIDES)


@dataclass(slots=True)
class Reinforcements(Procedure):
    """[20.0a] What the Turn Track brings."""

    units: list[int] = field(default_factory=list)      # by side: still to be drawn
    guns: list[int] = field(default_factory=list)       # by side: points still to be placed
    paid: int = 0                                       # sides that got points for an empty bag

    def steps(self) -> tuple[str, ...]:
        return ("read", "liberal_units", "liberal_guns", "carlist_units", "carlist_guns")

    def read(self, s: Aiw) -> str | None:
        """[20.0a] [20.0b] In the first turn of a scenario there is nothing."""
        if s.year == s.setting.start and s.turn == 1:
            return END
        self.units, self.guns = due(s.year, s.turn, "units"), due(s.year, s.turn, "artillery")
        return None

    def liberal_units(self, s: Aiw) -> str | None:
        """[20.0c] [20.1a] The Liberal first, one after the other."""
        if not self.units[LIBERAL]:
            return None
        self._unit(s, LIBERAL)
        return "liberal_units"

    def liberal_guns(self, s: Aiw) -> str | None:
        """[20.1d] Point by point."""
        if not self.guns[LIBERAL]:
            return None
        self.guns[LIBERAL] -= 1
        s.call(PlaceGun(LIBERAL))
        return "liberal_guns"

    def carlist_units(self, s: Aiw) -> str | None:
        """[20.2a] Then the Carlist."""
        if not self.units[CARLIST]:
            return None
        self._unit(s, CARLIST)
        return "carlist_units"

    def carlist_guns(self, s: Aiw) -> str | None:
        """[20.2b] [20.2f] A point of Artillery for the Hidden Artillery box; without a counter it is lost."""
        if not self.guns[CARLIST]:
            return None
        self.guns[CARLIST] -= 1
        if box_room(s, FIELD) or box_room(s, MOUNTAIN):
            s.call(HideGun(CARLIST))
        else:
            s.tell("gun_lost", CARLIST)
        return "carlist_guns"

    def _unit(self, s: Aiw, side: Side) -> None:
        """[20.1j] [20.2d] [20.2e] From the bag, Line Infantry in exchange; two Replacement Points if it is empty."""
        self.units[side] -= 1
        if s.bagged[side]:
            s.call(arrival(s, side, unit_places(s, side), exchange=side == LIBERAL))
        elif not self.paid >> side & 1:
            self.paid |= 1 << side
            s.tell("bag_empty", side)
            s.call(Spend(side, 2 * EMPTY_BAG, IN_REINFORCEMENTS))
