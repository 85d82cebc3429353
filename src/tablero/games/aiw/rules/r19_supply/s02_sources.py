"""[19.2] What supplies the units of a side, and who goes without."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import (
    AREAS, CARLIST, CARLIST_ZONE, CITIES, COUNTED, FIGHTERS, FIRST_REGION, LIBERAL, NEAR_ZONE, PARTIDAS, PORTS, SACK,
    SIEGE, SPACES, SUPPLY, TABLES, TOWNS, TRAINS
)
from tablero.games.aiw.fog import blocks_on, fact, pick_out
from tablero.games.aiw.rules.r04_map import friendly, port_works
from tablero.games.aiw.rules.r05_units.s01_blocks import of_units, trains
from tablero.games.aiw.rules.r05_units.s01_counters import add_load, load
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.rules.r07_cards.s01_types import open_window
from tablero.games.aiw.rules.r19_supply.s03_unsupplied import starve, weaken
from tablero.games.aiw.rules.r23_regions.s03_supply import forage
from tablero.games.aiw.state import INSIDE, Aiw, Area, Block, Blocks, Side, Spot, area_of
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask, Pick

_carlist, _liberal, _units = (TABLES.table("supply").table(name) for name in ("carlist", "liberal", "units"))
BY_TRAIN = _units.integer("supply_train")                                                   # [19.2l]
BY_KNAPSACK = _units.integer("knapsack")                                                    # [19.2m]
FRUGAL = TRAINS | PARTIDAS      # [19.0c] blocks that need no supply

TRAIN: Action = ("from_train",)
KNAPSACK: Action = ("from_knapsack",)

# -------------------------------------------------------------------------------------------------- what an area gives


def _carlist_supply(x: Area) -> int:
    """[19.2b] [19.2c] [19.2d] Whoever controls it."""
    if x >= FIRST_REGION:
        return _carlist.integer("region")
    if CARLIST_ZONE >> x & 1:
        return _carlist.integer("carlist_zone")
    return _carlist.integer("liberal_zone_adjacent" if NEAR_ZONE >> x & 1 else "liberal_zone_other")


CARLIST_SUPPLY = tuple(_carlist_supply(x) for x in range(AREAS))
OTHER, PORT, TOWN, CITY, FORTRESS = range(5)
_KINDS = ("other", "port", "main_town", "city", "fortress")
LIBERAL_SUPPLY = tuple(      # [19.2e] [19.2f] by zone and type of space; 0 where the table has no such line
    tuple(_liberal.maybe_integer(f"{zone}_zone_{kind}", 0) for kind in _KINDS) for zone in ("carlist", "liberal")
)
LIBERAL_REGION = _liberal.integer("region")
SURE_SUPPLY = CARLIST_SUPPLY, tuple(        # by side and area: how many units it supplies at least
    LIBERAL_REGION if x >= FIRST_REGION else LIBERAL_SUPPLY[not CARLIST_ZONE >> x & 1][OTHER] for x in range(AREAS)
)


def area_supply(s: Aiw, side: Side, x: Area) -> int:
    """[19.2a] [19.2b] [19.2e] [19.2f] [19.2g] [19.2h] [23.3a] How many units an area supplies: by its best type only;
    for the Liberals a space that is not friendly has none, but a Port."""
    if side == CARLIST:
        return CARLIST_SUPPLY[x]
    if x >= FIRST_REGION:
        return LIBERAL_REGION
    values = LIBERAL_SUPPLY[not CARLIST_ZONE >> x & 1]
    best = values[OTHER]
    if PORTS >> x & 1 and port_works(s, x):
        best = max(best, values[PORT])
    if friendly(s, LIBERAL, x):
        if CITIES >> x & 1:
            best = max(best, values[CITY])
        if TOWNS >> x & 1:
            best = max(best, values[TOWN])
        if s.forts[LIBERAL] >> x & 1:
            best = max(best, values[FORTRESS])
    return best


def spot_supply(s: Aiw, side: Side, spot: Spot) -> int:
    """[19.2i] [19.2j] [19.2k] How many units the place itself supplies: besieged ones none, but through a Port."""
    x = area_of(spot)
    if spot < INSIDE or side == LIBERAL and PORTS >> x & 1 and port_works(s, x):
        return area_supply(s, side, x)
    return 0


# ------------------------------------------------------------------------------------------------------------ the steps


@dataclass(slots=True)
class CheckSupply(Procedure):
    """[19.2] [19.3] The supply of a side's units on a spot: in the open of an area, or in a besieged Fortress."""

    side: Side
    spot: Spot
    convoy: int = 0         # units that a card supplies
    blockade: int = 0       # what a card adds to the dice of the besieged
    train: bool = False     # a Train was used
    knapsack: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("convoys", "draw", "choose", "customs", "suffer")

    @property
    def inside(self) -> bool:
        return self.spot >= INSIDE

    def blocks(self, s: Aiw) -> Blocks:
        return blocks_on(s, self.side, self.spot)

    def needy(self, s: Aiw) -> Blocks:
        """[19.0c] [5.4k] Infantry and Cavalry, Partidas only if they are besieged."""
        return of_units(s, self.blocks(s), FIGHTERS if self.inside else COUNTED)

    def need(self, s: Aiw) -> int:
        """[18.1f] [18.1h] [19.3g] How many want supply: a besieged Garrison if it is alone."""
        return self.needy(s).bit_count() or int(self.inside)

    def fed(self, s: Aiw) -> int:
        """[19.0b] [19.2n] How many are supplied by the sources used so far."""
        return spot_supply(s, self.side, self.spot) + self.convoy + BY_TRAIN * self.train + BY_KNAPSACK * self.knapsack

    def convoys(self, s: Aiw) -> None:
        """[19.2] Before a space of the North is checked the Liberal may play a card for it."""
        if self.side == LIBERAL and self.spot < SPACES:
            open_window(s, SUPPLY, LIBERAL, self)

    def draw(self, s: Aiw) -> str | None:
        """[19.2l] [19.2m] [19.2n] [19.2o] The place supplies first; for the rest a Train or Knapsack must be used, as
        the owner likes. Whether there is a choice is not to be seen from his being asked."""
        s.reveal()          # how many of the blocks need supply
        if self.need(s) <= self.fed(s):
            return None
        blocks = self.blocks(s)
        sack = not self.knapsack and load(s, self.side, SACK, self.spot) > 0
        if sack and not self.train and any(s.may[b] & TRAINS for b in ids_of(blocks)):
            s.call(Source(self.side))
        elif sack:
            self.use_knapsack(s)
        elif not self.train and trains(s, blocks):
            self.use_train(s)
        else:
            return None
        return "draw"

    def use_knapsack(self, s: Aiw) -> None:
        """[19.2m] [5.3f] It loses a point of strength."""
        self.knapsack = True
        add_load(s, self.side, SACK, self.spot, -1)
        s.tell("fed_by_knapsack", self.side, area_of(self.spot))

    def use_train(self, s: Aiw) -> None:
        """[19.2l] [5.3c] It loses a point of strength, and so is known to be a Train."""
        self.train = True
        s.tell("fed_by_train", self.side, area_of(self.spot))
        (train,) = pick_out(s, [min(ids_of(trains(s, self.blocks(s))), key=lambda b: s.strength[b])])
        fact(s, 1 << train, TRAINS, 1)
        lose(s, train)

    def choose(self, s: Aiw) -> str | None:
        """[19.2p] Who goes without supply is told apart; the owner chooses if some can be supplied."""
        if self.inside:
            return None
        s.reveal()
        short = self.need(s) - self.fed(s)
        needy = self.needy(s)
        if short <= (needy & s.apart).bit_count():
            return None
        if short < needy.bit_count():
            s.call(GoWithout(self.side))
            return "choose"
        s.apart |= bitset(pick_out(s, ids_of(needy)))
        return None

    def customs(self, s: Aiw) -> None:
        """[19.3c] Before dice are rolled for a besieged Liberal Fortress the Carlist may play a card."""
        if self.inside and self.side == LIBERAL and self.need(s) > self.fed(s):
            open_window(s, SIEGE, CARLIST, self)

    def suffer(self, s: Aiw) -> None:
        """[19.3a] [19.3b] [19.3c] Attrition, foraging, or dice for the besieged."""
        s.reveal()
        self._tell_apart(s)
        if self.inside:
            if self.need(s) > self.fed(s):
                starve(s, self.side, area_of(self.spot), self.needy(s), self.blockade)
            return
        without = self.blocks(s) & s.apart
        if not without:
            return
        x = self.spot
        s.tell("unsupplied", self.side, x, without.bit_count())
        if self.side == CARLIST and x >= FIRST_REGION:
            forage(s, x, without)
        else:
            weaken(s, without)
        s.apart &= ~without

    def _tell_apart(self, s: Aiw) -> None:
        """[5.2c] What everybody can tell of the blocks by the supply they needed."""
        blocks, needy = self.blocks(s), self.needy(s).bit_count()
        n, kind = blocks.bit_count(), FIGHTERS if self.inside else COUNTED
        frugal = TRAINS if self.inside else FRUGAL
        if self.need(s) > self.fed(s):
            fact(s, blocks, kind, needy)
            fact(s, blocks, frugal, n - needy)
            return
        fact(s, blocks, frugal, n - self.fed(s))
        if (self.train or self.knapsack) and not self.inside:
            fact(s, blocks, kind, spot_supply(s, self.side, self.spot) + self.convoy + 1)


# ---------------------------------------------------------------------------------------------------------- the choices

NO_TRAIN = Refusal("19.2l", "no_train_here")
NEEDS_NOTHING = Refusal("19.0c", "needs_no_supply")
ALREADY = Refusal("19.2p", "goes_without_already")
NOT_HERE = Refusal("19.2p", "unit_is_elsewhere")


@dataclass(slots=True)
class Source(Ask):
    """[19.2o] Supply units out of a Train or out of a Knapsack."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [KNAPSACK, TRAIN]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        return NO_TRAIN if action == TRAIN and not trains(s, s.caller(self, CheckSupply).blocks(s)) else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        check = s.caller(self, CheckSupply)
        if action == TRAIN:
            check.use_train(s)
        else:
            check.use_knapsack(s)


@dataclass(slots=True)
class GoWithout(Pick):
    """[19.2p] Name a unit that goes without supply."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("without", b) for b in ids_of(s.caller(self, CheckSupply).blocks(s))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        check = s.caller(self, CheckSupply)
        if not check.blocks(s) >> block & 1:
            return NOT_HERE
        if not check.needy(s) >> block & 1:
            return NEEDS_NOTHING
        return ALREADY if s.apart >> block & 1 else None

    def pick(self, s: Aiw, seat: Side, block: Block) -> None:
        (block,) = pick_out(s, [block])
        s.apart |= 1 << block
        fact(s, 1 << block, COUNTED, 1)
