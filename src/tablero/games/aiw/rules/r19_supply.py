"""[19] Supply: the general limit, what feeds the units of a side, and what happens to those who get nothing."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import (
    AREAS,
    CARLIST,
    CARLIST_ZONE,
    CITIES,
    COUNTED,
    FIELD,
    FIGHTERS,
    FIRST_REGION,
    LIBERAL,
    NEAR_ZONE,
    PARTIDAS,
    PORTS,
    SACK,
    SPACES,
    TABLES,
    TOWNS,
    TRAINS,
    ZONES,
)
from tablero.games.aiw.fog import fact, pick_out, standing
from tablero.games.aiw.rules.r04_map import friendly, port_works, settle
from tablero.games.aiw.rules.r05_units import (
    add_load,
    eliminate,
    fighters,
    in_area,
    load,
    lose,
    of_units,
    trains,
)
from tablero.games.aiw.rules.r07_cards.s01_types import SIEGE, SUPPLY, CardWindow
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r18_siege.s03_capture import Capture
from tablero.games.aiw.rules.r22_uprising import lower_level
from tablero.games.aiw.state import INSIDE, Aiw, area_of
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

_limits, _attrition, _foraging = TABLES.table("limits"), TABLES.table("attrition"), TABLES.table("foraging")
_carlist, _liberal, _units = (TABLES.table("supply").table(name) for name in ("carlist", "liberal", "units"))
SPACE_LIMIT = _limits.integer("space_inf_cav")                                              # [19.1a]
REGION_LIMIT = (_limits.integer("region_carlist"), _limits.integer("region_liberal"))       # [19.1d]
BY_TRAIN = _units.integer("supply_train")                                                   # [19.2l]
BY_KNAPSACK = _units.integer("knapsack")                                                    # [19.2m]
HUNGER = _attrition.integer("unsupplied_loss")                                              # [19.3a]
BESIEGED_LOSE_ON = _attrition.integer("besieged_loss_on")                                   # [19.3c]
IN_ENEMY_ZONE = _attrition.integer("besieged_fortress_in_enemy_zone")                       # [19.3d]
NO_SIEGE_GUNS = _attrition.integer("besieged_no_besieging_field_artillery")                 # [19.3e]
MORE_SIEGE_GUNS = _attrition.integer("besieged_more_besieging_field_artillery")             # [19.3f]
FORAGERS_LOSE_ON = _foraging.integer("loss_on")                                             # [23.3c]
FORAGING_HURTS_ON = _foraging.integer("uprising_drop_on_any")                               # [23.3d]
FRUGAL = TRAINS | PARTIDAS      # [19.0c] blocks that need no supply

TRAIN: Action = ("from_train",)
KNAPSACK: Action = ("from_knapsack",)

# -------------------------------------------------------------------------------------------------- what an area gives


def _carlist_supply(x: int) -> int:
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


def area_supply(s: Aiw, side: int, x: int) -> int:
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


def spot_supply(s: Aiw, side: int, spot: int) -> int:
    """[19.2i] [19.2j] [19.2k] How many units the place itself supplies: besieged ones none, but through a Port."""
    x = area_of(spot)
    if spot < INSIDE or side == LIBERAL and PORTS >> x & 1 and port_works(s, x):
        return area_supply(s, side, x)
    return 0


def general_limit(side: int, x: int) -> int:
    """[19.1a] [19.1d] [23.3b] How many Infantry and Cavalry of a side an area may hold."""
    return SPACE_LIMIT if x < FIRST_REGION else REGION_LIMIT[side]


def occupied(s: Aiw, side: int) -> tuple[int, ...]:
    """The areas where a side has blocks in the open."""
    return ids_of(s.present[side])


def siege_modifier(s: Aiw, side: int, x: int) -> int:
    """[19.3d] [19.3e] [19.3f] What is added to the dice of a besieged Fortress of a side."""
    found = IN_ENEMY_ZONE if ZONES[1 - side] >> x & 1 else 0
    outside, inside = load(s, 1 - side, FIELD, x), load(s, side, FIELD, INSIDE + x)
    if not outside:
        found += NO_SIEGE_GUNS
    elif outside > inside:
        found += MORE_SIEGE_GUNS
    return found


def weaken(s: Aiw, blocks: int) -> None:
    """[19.3a] Infantry and Cavalry that were picked out of their like lose strength."""
    fact(s, blocks, FIGHTERS, blocks.bit_count())
    pick_out(s, [b for b in ids_of(blocks) if s.strength[b] <= HUNGER])
    for b in ids_of(blocks):
        lose(s, b, HUNGER)


# ------------------------------------------------------------------------------------------------------------ the steps


@dataclass(slots=True)
class SupplyStep(Procedure):
    """[19.0a] The general limit, then supply, of one side, on both maps; area after area."""

    side: int
    todo: int = 0           # areas that are still to be looked at

    def steps(self) -> tuple[str, ...]:
        return ("crowded", "limit", "hungry", "supply", "sieges")

    def crowded(self, s: Aiw) -> None:
        """[19.1a] Where there are more blocks than the limit allows units. Nobody is told apart any more."""
        s.apart = 0
        side = self.side
        for x in occupied(s, side):
            if in_area(s, side, x).bit_count() > general_limit(side, x):
                self.todo |= 1 << x

    def limit(self, s: Aiw) -> str | None:
        """[19.1b] [19.1c] [5.2c] [5.2d] Units above the limit are eliminated; that the rest are Trains is declared."""
        if not self.todo:
            return None
        s.reveal()          # how many of the blocks are Trains
        x = (self.todo & -self.todo).bit_length() - 1
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
        side = self.side
        for x in occupied(s, side):
            if s.open[side * AREAS + x].bit_count() > area_supply(s, side, x):
                self.todo |= 1 << x

    def supply(self, s: Aiw) -> str | None:
        """[19.0a] The supply of each of them is checked."""
        if not self.todo:
            return None
        x = (self.todo & -self.todo).bit_length() - 1
        self.todo &= self.todo - 1
        s.call(CheckSupply(self.side, x))
        return "supply"

    def sieges(self, s: Aiw) -> None:
        """[18.1c] [19.3c] Then that of the besieged."""
        s.call(SiegeAttrition(self.side))


@dataclass(slots=True)
class SiegeAttrition(Procedure):
    """[18.1c] [24.5b] The supply of the besieged units of a side is checked."""

    side: int
    todo: int = 0           # besieged Fortresses that are still to be looked at

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
        x = (self.todo & -self.todo).bit_length() - 1
        self.todo &= self.todo - 1
        s.call(CheckSupply(self.side, INSIDE + x))
        return "sieges"

    def escorts(self, s: Aiw) -> None:
        """[11.3f] [4.9g] Guns, Trains and Knapsacks that are alone now; control is read anew."""
        check_escorts(s)
        settle(s)


@dataclass(slots=True)
class CheckSupply(Procedure):
    """[19.2] [19.3] The supply of a side's units on a spot: in the open of an area, or in a besieged Fortress."""

    side: int
    spot: int
    convoy: int = 0         # units that a card supplies
    blockade: int = 0       # what a card adds to the dice of the besieged
    train: bool = False     # a Train was used
    knapsack: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("convoys", "draw", "choose", "customs", "suffer")

    @property
    def inside(self) -> bool:
        return self.spot >= INSIDE

    def blocks(self, s: Aiw) -> int:
        return standing(s, self.side, self.spot)

    def needy(self, s: Aiw) -> int:
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
            s.call(CardWindow(LIBERAL, SUPPLY))

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
            s.call(CardWindow(CARLIST, SIEGE))

    def suffer(self, s: Aiw) -> None:
        """[19.3a] [19.3b] [19.3c] Attrition, foraging, or dice for the besieged."""
        s.reveal()
        self._tell_apart(s)
        if self.inside:
            if self.need(s) > self.fed(s):
                self._roll(s)
            return
        without = self.blocks(s) & s.apart
        if not without:
            return
        x = self.spot
        s.tell("unsupplied", self.side, x, without.bit_count())
        if self.side == CARLIST and x >= FIRST_REGION:
            self._forage(s, without)
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

    def _forage(self, s: Aiw, without: int) -> None:
        """[23.3c] [23.3d] [23.3e] A die for each that needs supply; any 1 lowers the Uprising, once."""
        dice = s.dice(without.bit_count())
        lost = [b for b, die in zip(ids_of(without), dice) if die <= FORAGERS_LOSE_ON]
        s.tell("foraged", self.spot, len(dice), len(lost))
        if FORAGING_HURTS_ON in dice:
            lower_level(s, self.spot)
        weaken(s, bitset(pick_out(s, lost)))

    def _roll(self, s: Aiw) -> None:
        """[19.3c] [19.3g] A die for each besieged unit; for the Garrison if there is none: without it the Fortress
        falls [18.1d]."""
        x = area_of(self.spot)
        needy = self.needy(s)
        lose_on = BESIEGED_LOSE_ON - siege_modifier(s, self.side, x) - self.blockade
        dice = s.dice(self.need(s))
        losses = sum(die <= lose_on for die in dice)
        s.tell("siege_attrition", self.side, x, len(dice), losses)
        if not needy:
            if losses:
                s.call(Capture(x, 1 - self.side))
            return
        lost = [b for b, die in zip(ids_of(needy), dice) if die <= lose_on]
        weaken(s, bitset(pick_out(s, lost)))


# ---------------------------------------------------------------------------------------------------------- the choices

TRAIN_NOT_COUNTED = Refusal("19.1b", "trains_do_not_count")
NOT_IN_AREA = Refusal("19.1c", "unit_is_elsewhere")
NO_TRAIN = Refusal("19.2l", "no_train_here")
NEEDS_NOTHING = Refusal("19.0c", "needs_no_supply")
ALREADY = Refusal("19.2p", "goes_without_already")
NOT_HERE = Refusal("19.2p", "unit_is_elsewhere")


@dataclass(slots=True)
class Excess(Ask):
    """[19.1c] Eliminate an Infantry or Cavalry unit: there are more than the general limit allows."""

    x: int

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [("disband", b) for b in ids_of(in_area(s, seat, self.x))]

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        (block,) = action[1:]
        if not in_area(s, seat, self.x) >> block & 1:
            return NOT_IN_AREA
        return None if FIGHTERS >> s.unit[block] & 1 else TRAIN_NOT_COUNTED

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        (block,) = pick_out(s, list(action[1:]))
        eliminate(s, block)


@dataclass(slots=True)
class Source(Ask):
    """[19.2o] Supply units out of a Train or out of a Knapsack."""

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [KNAPSACK, TRAIN]

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        return NO_TRAIN if action == TRAIN and not trains(s, s.caller(self, CheckSupply).blocks(s)) else None

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        now = s.caller(self, CheckSupply)
        if action == TRAIN:
            now.use_train(s)
        else:
            now.use_knapsack(s)


@dataclass(slots=True)
class GoWithout(Ask):
    """[19.2p] Name a unit that goes without supply."""

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [("without", b) for b in ids_of(s.caller(self, CheckSupply).blocks(s))]

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        (block,) = action[1:]
        now = s.caller(self, CheckSupply)
        if not now.blocks(s) >> block & 1:
            return NOT_HERE
        if not now.needy(s) >> block & 1:
            return NEEDS_NOTHING
        return ALREADY if s.apart >> block & 1 else None

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        (block,) = pick_out(s, list(action[1:]))
        s.apart |= 1 << block
        fact(s, 1 << block, COUNTED, 1)
