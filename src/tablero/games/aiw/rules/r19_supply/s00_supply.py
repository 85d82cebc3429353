"""[19.0] The Supply step: the general limit, then the supply of each area."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import AREAS, TRAINS
from tablero.games.aiw.fog import fact
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_area
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r19_supply.s01_limit import Excess, general_limit
from tablero.games.aiw.rules.r19_supply.s02_sources import SURE_SUPPLY, CheckSupply, area_supply
from tablero.games.aiw.state import INSIDE, Aiw, Area, Areas, Side
from tablero.kernel.bits import ids_of, lowest
from tablero.kernel.frames import Procedure


def occupied(s: Aiw, side: Side) -> tuple[Area, ...]:
    """The areas where a side has blocks in the open."""
    return ids_of(s.present[side])


@dataclass(slots=True)
class SupplyStep(Procedure):
    """[19.0a] The general limit, then supply, of one side, on both maps; area after area."""

    side: Side
    todo: Areas = 0         # areas that are still to be looked at

    def steps(self) -> tuple[str, ...]:
        return ("crowded", "limit", "hungry", "supply", "sieges")

    def crowded(self, s: Aiw) -> None:
        """[19.1a] Where there are more blocks than the limit allows units. Nobody is told apart any more."""
        s.apart = 0
        side = self.side
        for x in occupied(s, side):
            blocks = in_area(s, side, x) if s.forts[side] >> x & 1 else s.open[side * AREAS + x]
            if blocks.bit_count() > general_limit(side, x):
                self.todo |= 1 << x

    def limit(self, s: Aiw) -> str | None:
        """[19.1b] [19.1c] [5.2c] [5.2d] Units above the limit are eliminated; that the rest are Trains is declared."""
        if not self.todo:
            return None
        s.reveal()          # how many of the blocks are Trains
        x = lowest(self.todo)
        most = general_limit(self.side, x)
        blocks = in_area(s, self.side, x)
        if fighters(s, blocks).bit_count() > most:
            s.call(Excess(self.side, x))
            return "limit"
        self.todo &= self.todo - 1
        wagons = blocks.bit_count() - most
        if wagons > 0:
            fact(s, blocks, TRAINS, wagons)
            s.tell("declared_trains", self.side, x, wagons)
        return "limit"

    def hungry(self, s: Aiw) -> None:
        """[19.0a] Where there are more blocks than the area supplies; the others have enough."""
        side, sure = self.side, SURE_SUPPLY[self.side]
        for x in occupied(s, side):
            n = s.open[side * AREAS + x].bit_count()
            if n > sure[x] and n > area_supply(s, side, x):
                self.todo |= 1 << x

    def supply(self, s: Aiw) -> str | None:
        """[19.0a] The supply of each of them is checked."""
        if not self.todo:
            return None
        x = lowest(self.todo)
        self.todo &= self.todo - 1
        s.call(CheckSupply(self.side, x))
        return "supply"

    def sieges(self, s: Aiw) -> None:
        """[18.1c] [19.3c] Then that of the besieged."""
        s.call(SiegeAttrition(self.side))


@dataclass(slots=True)
class SiegeAttrition(Procedure):
    """[18.1c] [24.5b] The supply of the besieged units of a side is checked."""

    side: Side
    todo: Areas = 0         # besieged Fortresses that are still to be looked at

    def steps(self) -> tuple[str, ...]:
        return ("besieged", "sieges", "escorts")

    def besieged(self, s: Aiw) -> None:
        """[24.5b] Every besieged Fortress of the side."""
        self.todo = s.siege & s.forts[self.side]

    def sieges(self, s: Aiw) -> str | None:
        """[24.5b] One after the other, as long as it is one."""
        self.todo &= s.siege & s.forts[self.side]
        if not self.todo:
            return None
        x = lowest(self.todo)
        self.todo &= self.todo - 1
        s.call(CheckSupply(self.side, INSIDE + x))
        return "sieges"

    def escorts(self, s: Aiw) -> None:
        """[11.3f] [4.9g] Guns, Trains and Knapsacks that are alone now; control is checked again."""
        check_escorts(s)
        settle(s)
