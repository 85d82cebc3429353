"""[21] Replacement Points: units on the map regain strength, others are built."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import (
    AREAS,
    ARMY,
    BLOCK_SIDE,
    BLOCKS,
    BLOCKS_OF,
    CARLIST,
    CARLIST_ZONE,
    FIGHTERS,
    FIRST_REGION,
    LIBERAL,
    LIBERAL_ZONE,
    LOADS,
    MOST,
    MOST_LOAD,
    PARTIDAS,
    PORTS,
    REGIONS,
    SACK,
    TABLES,
    TRAINS,
)
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import port_works, settle
from tablero.games.aiw.rules.r05_units import (
    add_load,
    draw_unit,
    eliminate,
    enlist,
    fighters,
    gain,
    in_area,
    led,
    load,
    sacks_free,
    set_load,
    spots_of,
    standing_anywhere,
    train_areas,
    trains,
)
from tablero.games.aiw.rules.r10_actions.s00_used import HAS_ACTED, MUTINEERS, act, mutineer, refuse_acting
from tablero.games.aiw.rules.r11_movement.s00_groups import haul, hauled, idle_load
from tablero.games.aiw.rules.r20_reinforcements.s01_places import (
    AS_BUILT,
    PlaceUnit,
    allowed_places,
    new_spot,
    refuse_place,
    unit_places,
)
from tablero.games.aiw.state import INSIDE, Aiw, area_of
from tablero.kernel.actions import DONE, Action, each
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

BY_ACTION, BY_EVENT, AT_YEAR_END, IN_REINFORCEMENTS, BY_EXPEDITION = range(5)

_costs = TABLES.table("replacement_cost")
UNIT_COST = _costs.integer("half_rp_infantry_cavalry")                          # [21.1a] in half points
SUPPLY_COST = _costs.integer("half_rp_supply_train_knapsack")
ABROAD_TIMES = _costs.integer("carlist_outside_carlist_zone_multiplier")        # [21.1h]
BUILT_STRENGTH = _costs.integer("build_from_bag_strength")                      # [21.2a]

NO_POINTS = Refusal("21.1a", "no_replacement_points")
NOT_YOURS = Refusal("21.0a", "not_your_unit")
FULL_STRENGTH = Refusal("21.0a", "full_strength")
RAISED_ALREADY = Refusal("21.1b", "raised_already")
NO_GUNS = Refusal("21.1c", "no_points_for_artillery")
NO_EXPEDITION_GUNS = Refusal("23.4o", "no_points_for_artillery")
NOT_FOR_EXPEDITION = Refusal("21.1d", "expedition_recruits")
NOT_IN_CARLIST_ZONE = Refusal("21.1f", "liberal_zone_or_port")
LIBERAL_SHUT_IN = Refusal("21.1f", "besieged_without_port")
CARLIST_SHUT_IN = Refusal("21.1g", "besieged_unit")
NOT_OF_EXPEDITION = Refusal("23.4r", "not_of_the_expedition")
NO_SUCH_LOAD = Refusal("21.0a", "nothing_to_refill")
EMPTY_BAG = Refusal("21.2a", "bag_is_empty")
NO_PLACE = Refusal("21.2e", "no_place_for_unit")
ONLY_REGIONALS = Refusal("23.4q", "expedition_builds_regionals")
BOX_EMPTY = Refusal("20.2g", "none_in_the_box")
NOBODY_TO_STAY_WITH = Refusal("21.2f", "could_not_stay_there")
ONE_OF_A_KIND = Refusal("21.2f", "one_of_a_kind_there")
NO_PARTIDAS = Refusal("21.2c", "partidas_are_not_built")
NO_REGIONALS = Refusal("21.2c", "regionals_need_an_expedition")
NOT_A_TRAIN = Refusal("5.4t", "only_trains_and_knapsacks")
NO_KNAPSACK = Refusal("5.4t", "no_knapsack_there")


@dataclass(slots=True)
class Spend(Procedure):
    """[21.0a] A side spends Replacement Points, counted in halves; what it does not use is lost."""

    side: int
    halves: int
    mode: int
    region: int = -1        # whose Expedition recruits
    raised: int = 0         # blocks that gained strength or were built: no more than a point each
    filled: int = 0         # areas whose Knapsack gained strength or was built

    def steps(self) -> tuple[str, ...]:
        return ("ask", "built", "end")

    def ask(self, s: Aiw) -> str | None:
        """[21.0a] One thing after another, until the points are spent or the side has enough."""
        if self.halves <= 0:
            return "end"
        s.answer = -1
        s.call(SpendPoint(self.side))
        return None

    def built(self, s: Aiw) -> str:
        """[21.2a] [21.2f] A unit out of the bag stands on the map."""
        if s.answer >= 0:
            self.note(s, s.answer)
        return "ask"

    def end(self, s: Aiw) -> None:
        """[10.5e] [21.0a] What is left is lost."""
        s.apart &= ~self.raised
        settle(s)

    def acts(self) -> bool:
        """[20.2d] [21.1e] Is it an action to receive points? Not outside the Player Phases."""
        return self.mode not in (AT_YEAR_END, IN_REINFORCEMENTS)

    def note(self, s: Aiw, block: int) -> None:
        """[21.1b] [21.1e] [21.2f] Who received points has acted, unless it happens outside the Player Phases."""
        if self.mode == AT_YEAR_END:
            return
        self.raised |= 1 << block
        s.apart |= 1 << block
        if self.acts():
            s.acted |= 1 << block

    def fill(self, s: Aiw, spot: int) -> None:
        """[21.1e] [21.2f] A Knapsack gained a point."""
        add_load(s, self.side, SACK, spot, 1)
        self.filled |= 1 << area_of(spot)
        if self.acts():
            haul(s, SACK, spot, idle_load(s, self.side, SACK, spot))


# ----------------------------------------------------------------------------------------------- who may receive points


def refuse_spot(s: Aiw, now: Spend, spot: int) -> Refusal | None:
    """[21.1d] [21.1f] [21.1g] [23.4n] [23.4r] Why what stands on a spot may receive no points."""
    x = area_of(spot)
    if now.mode == BY_EXPEDITION:
        return None if x == now.region else NOT_OF_EXPEDITION
    shut_in = INSIDE <= spot < INSIDE + AREAS
    if now.side == CARLIST:
        if x >= FIRST_REGION:
            return NOT_FOR_EXPEDITION
        return CARLIST_SHUT_IN if shut_in else None
    if not (LIBERAL_ZONE | PORTS) >> x & 1:
        return NOT_IN_CARLIST_ZONE
    return LIBERAL_SHUT_IN if shut_in and not port_works(s, x) else None


def price(side: int, x: int, cost: int) -> int:
    """[21.1a] [21.1h] [23.4p] Half points for one of strength: double for Carlists of the North outside their zone."""
    return cost * ABROAD_TIMES if side == CARLIST and not (CARLIST_ZONE | REGIONS) >> x & 1 else cost


def refuse_raise(s: Aiw, now: Spend, block: int) -> Refusal | None:
    """[21.1a] [21.1b] [21.1e] Why a block may not gain a point of strength."""
    spot = s.at[block]
    if BLOCK_SIDE[block] != now.side or spot < 0:
        return NOT_YOURS
    found = refuse_spot(s, now, spot)
    if found is not None:
        return found
    train = TRAINS >> s.unit[block] & 1
    if now.raised >> block & 1:
        if not train:
            return RAISED_ALREADY
    elif now.acts() and refuse_acting(s, block):
        return refuse_acting(s, block)
    elif s.mutiny and mutineer(s, block):
        return MUTINEERS
    if s.strength[block] >= MOST[s.unit[block]]:
        return FULL_STRENGTH
    cost = price(now.side, area_of(spot), SUPPLY_COST if train else UNIT_COST)
    return None if cost <= now.halves else NO_POINTS


def sack_spot(s: Aiw, side: int, kind: int, x: int) -> int:
    """Where in an area a side has guns of a kind or a Knapsack; -1 if it has none."""
    if load(s, side, kind, x):
        return x
    return next((spot for spot in spots_of(s, side, kind) if area_of(spot) == x), -1)


def load_areas(s: Aiw, side: int, kind: int) -> int:
    """The areas where a side has guns of a kind or a Knapsack."""
    piece = 3 * side + kind
    found = 0
    for key in s.loads:
        if key % 6 == piece:
            found |= 1 << area_of(key // 6)
    return found


def refuse_refill(s: Aiw, now: Spend, kind: int, x: int) -> Refusal | None:
    """[6.0f] [21.1a] [21.1c] [23.4o] Why guns or a Knapsack may not gain a point."""
    spot = sack_spot(s, now.side, kind, x)
    if spot < 0:
        return NO_SUCH_LOAD
    if kind != SACK:
        return NO_EXPEDITION_GUNS if now.mode == BY_EXPEDITION else NO_GUNS
    found = refuse_spot(s, now, spot)
    if found is not None:
        return found
    if now.acts() and not now.filled >> x & 1 and hauled(s, SACK, spot):
        return HAS_ACTED
    if now.side == LIBERAL and s.mutiny >> x & 1:
        return MUTINEERS
    if load(s, now.side, SACK, spot) >= MOST_LOAD[now.side][SACK]:
        return FULL_STRENGTH
    return None if price(now.side, x, SUPPLY_COST) <= now.halves else NO_POINTS


# ------------------------------------------------------------------------------------------------------------- building


def refuse_draw(s: Aiw, now: Spend) -> Refusal | None:
    """[21.2a] [23.4q] Why no unit can be built from the bag."""
    if now.mode == BY_EXPEDITION:
        return ONLY_REGIONALS
    if not s.bagged[now.side]:
        return EMPTY_BAG
    if now.halves < UNIT_COST:
        return NO_POINTS
    return None if unit_places(s, now.side) else NO_PLACE


def refuse_supply(s: Aiw, now: Spend, x: int) -> Refusal | None:
    """[21.2b] [21.2d] [21.2e] [21.2f] [23.4q] Why no Train or Knapsack can be built in an area, of whichever kind."""
    if now.mode == BY_EXPEDITION:
        if x != now.region:
            return NOT_OF_EXPEDITION
    else:
        found = refuse_place(s, now.side, x)
        if found is not None:
            return AS_BUILT[found]
    fort = x < FIRST_REGION and s.forts[now.side] >> x & 1
    if not fort and not fighters(s, in_area(s, now.side, x)):
        return NOBODY_TO_STAY_WITH
    return None if now.halves >= SUPPLY_COST else NO_POINTS


def refuse_train(s: Aiw, now: Spend, x: int) -> Refusal | None:
    """[20.2g] [21.2b] [21.2f] Why no Supply Train can be built in an area."""
    if not s.trains & ARMY[now.side]:
        return BOX_EMPTY
    found = refuse_supply(s, now, x)
    if found is not None:
        return found
    return ONE_OF_A_KIND if trains(s, in_area(s, now.side, x)) else None


def refuse_knapsack(s: Aiw, now: Spend, x: int) -> Refusal | None:
    """[20.2g] [21.2b] [21.2f] Why no Knapsack can be built in an area."""
    if not sacks_free(s, now.side):
        return BOX_EMPTY
    found = refuse_supply(s, now, x)
    if found is not None:
        return found
    return ONE_OF_A_KIND if sack_spot(s, now.side, SACK, x) >= 0 else None


def refuse_boxed(s: Aiw, now: Spend, unit: int) -> Refusal | None:
    """[21.2c] [23.4q] Why a unit of the Partida or Regional box cannot be built."""
    if PARTIDAS >> unit & 1:
        return NO_PARTIDAS
    if not s.regionals >> unit & 1:
        return BOX_EMPTY
    if now.mode != BY_EXPEDITION:
        return NO_REGIONALS
    return None if now.halves >= UNIT_COST else NO_POINTS


# --------------------------------------------------------------------------------------- giving up Trains and Knapsacks


def disbanding(s: Aiw, side: int) -> list[Action]:
    """[5.4t] [5.4r] The Trains and Knapsacks that a side could take off the map."""
    found: list[Action] = [("disband_knapsack", x) for x in ids_of(load_areas(s, side, SACK))]
    wagons = s.wagons & BLOCKS_OF[side]
    if not wagons:
        return found
    return [("disband", b) for b in sorted(ids_of(wagons), key=s.unit.__getitem__)] + found


def refuse_disbanding(s: Aiw, side: int, action: Action) -> Refusal | None:
    """[5.4t] Only Trains and Knapsacks are given up at will."""
    (thing,) = action[1:]
    if action[0] == "disband_knapsack":
        return None if sack_spot(s, side, SACK, thing) >= 0 else NO_KNAPSACK
    if BLOCK_SIDE[thing] != side or s.at[thing] < 0:
        return NOT_YOURS
    return None if TRAINS >> s.unit[thing] & 1 else NOT_A_TRAIN


def disband(s: Aiw, side: int, action: Action) -> int:
    """[5.4r] [5.4t] A Train or Knapsack goes back to the box; the block that left, -1 for a Knapsack."""
    (thing,) = action[1:]
    block = -1
    if action[0] == "disband_knapsack":
        set_load(s, side, SACK, sack_spot(s, side, SACK, thing), 0)
        s.tell("knapsack_disbanded", side, thing)
    else:
        (block,) = pick_out(s, [thing])
        eliminate(s, block)
    settle(s)
    return block


# --------------------------------------------------------------------------------------------------------- the decision


RAISES = each("raise", len(BLOCKS))
NEW_TRAINS, NEW_SACKS = each("train", AREAS), each("knapsack", AREAS)


@dataclass(slots=True)
class SpendPoint(Ask):
    """[21.0a] Spend Replacement Points: strengthen a unit, build one, or let the rest go."""

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        now = s.caller(self, Spend)
        found: list[Action] = [DONE, ("draw",)]
        found += [("raise", b) for b in ids_of(standing_anywhere(s, seat))]
        found += [("refill", kind, x) for kind in range(len(LOADS)) for x in ids_of(load_areas(s, seat, kind))]
        places = range(AREAS) if now.region < 0 else (now.region,)
        found += [(verb, x) for verb in ("train", "knapsack") for x in places]
        if seat == CARLIST:
            found += [("enrol", unit) for unit in ids_of(s.regionals | s.partidas)]
        return found + disbanding(s, seat)

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        now = s.caller(self, Spend)
        verb, *things = action
        if verb == "done":
            return None
        if verb == "draw":
            return refuse_draw(s, now)
        if verb == "refill":
            kind, x = things
            return refuse_refill(s, now, kind, x)
        if verb in ("disband", "disband_knapsack"):
            return refuse_disbanding(s, seat, action)
        (thing,) = things
        if verb == "raise":
            return refuse_raise(s, now, thing)
        if verb == "enrol":
            return refuse_boxed(s, now, thing)
        return refuse_train(s, now, thing) if verb == "train" else refuse_knapsack(s, now, thing)

    def options(self, s: Aiw, seat: int) -> list[Action]:
        now = s.caller(self, Spend)
        found: list[Action] = [DONE]
        if refuse_draw(s, now) is None:
            found.append(("draw",))
        fresh = standing_anywhere(s, seat) & ~(s.acted | now.raised if now.acts() else now.raised)
        blocks = ids_of(fresh | now.raised & s.wagons)
        strength, unit = s.strength, s.unit
        weak = [b for b in blocks if strength[b] < MOST[unit[b]]]
        found += [RAISES[b] for b in weak if refuse_raise(s, now, b) is None]
        sacks = load_areas(s, seat, SACK)
        found += [("refill", SACK, x) for x in ids_of(sacks) if refuse_refill(s, now, SACK, x) is None]
        if now.halves >= SUPPLY_COST:
            places = ids_of(supply_places(s, now))
            if s.trains & ARMY[seat]:
                taken = train_areas(s, seat)
                found += [NEW_TRAINS[x] for x in places if not taken >> x & 1]
            if sacks_free(s, seat):
                found += [NEW_SACKS[x] for x in places if not sacks >> x & 1]
        if now.mode == BY_EXPEDITION and now.halves >= UNIT_COST:
            found += [("enrol", unit) for unit in ids_of(s.regionals)]
        return found + disbanding(s, seat)

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        now = s.caller(self, Spend)
        verb, *things = action
        if verb == "done":
            now.halves = 0
        elif verb == "draw":
            now.halves -= UNIT_COST
            may = s.bag_may[seat]
            s.call(PlaceUnit(seat, draw_unit(s, seat), BUILT_STRENGTH, unit_places(s, seat), may, built=True))
        elif verb == "refill":
            _, x = things
            now.halves -= price(seat, x, SUPPLY_COST)
            now.fill(s, sack_spot(s, seat, SACK, x))
            s.tell("refilled", seat, x)
        elif verb in ("disband", "disband_knapsack"):
            block = disband(s, seat, action)
            now.raised &= ~(1 << block) if block >= 0 else -1
        else:
            _spend_on(s, now, verb, things[0])

    def prompt(self, s: Aiw, seat: int) -> Prompt:
        points, half = divmod(s.caller(self, Spend).halves, 2)
        return Prompt("21.0a", "spend_point", (("points", "number", points), ("half", "number", half)))


def supply_places(s: Aiw, now: Spend) -> int:
    """The areas where `refuse_supply` has nothing against a Train or Knapsack if there are points for it."""
    found = led(s, now.side) | s.forts[now.side]
    return found & (1 << now.region if now.mode == BY_EXPEDITION else allowed_places(s, now.side))


def _spend_on(s: Aiw, now: Spend, verb: str, thing: int) -> None:
    """A block gains strength, or something is taken from a box."""
    if verb == "raise":
        (block,) = pick_out(s, [thing])
        train = TRAINS >> s.unit[block] & 1
        if s.may[block] & TRAINS and s.may[block] & FIGHTERS:
            s.reveal()
        fact(s, 1 << block, TRAINS if train else FIGHTERS, 1)       # the price tells
        now.halves -= price(now.side, area_of(s.at[block]), SUPPLY_COST if train else UNIT_COST)
        gain(s, block)
        if now.acts():
            act(s, 1 << block)
        now.note(s, block)
    elif verb == "knapsack":
        now.halves -= SUPPLY_COST
        now.fill(s, new_spot(s, now.side, thing))
        s.tell("knapsack_built", now.side, thing)
    else:
        unit, x = (thing, now.region) if verb == "enrol" else (lowest(s.trains & ARMY[now.side]), thing)
        now.halves -= UNIT_COST if verb == "enrol" else SUPPLY_COST
        s.regionals &= ~(1 << unit)
        s.trains &= ~(1 << unit)
        block = enlist(s, now.side, unit, 1, new_spot(s, now.side, x))
        s.tell("built", unit, x)
        now.note(s, block)


def lowest(units: int) -> int:
    return (units & -units).bit_length() - 1
