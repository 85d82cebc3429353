"""[21.0] A side spends Replacement Points, on what it likes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablero.games.aiw.board import AREAS, ARMY, BLOCKS, CARLIST, FIGHTERS, LOADS, MOST, MOST_LOAD, SACK, TRAINS
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import on_map, train_areas
from tablero.games.aiw.rules.r05_units.s01_counters import add_load, counter, load, load_areas, load_spot, sacks_free
from tablero.games.aiw.rules.r05_units.s03_strength import gain
from tablero.games.aiw.rules.r05_units.s04_disbanding import aim_at_knapsack, disband, disbanding, refuse_disbanding
from tablero.games.aiw.rules.r05_units.s04_elimination import draw_unit, enlist
from tablero.games.aiw.rules.r10_actions.s00_used import act
from tablero.games.aiw.rules.r11_movement.s00_groups import haul, idle_load
from tablero.games.aiw.rules.r20_reinforcements.s00_places import new_spot, unit_places
from tablero.games.aiw.rules.r20_reinforcements.s00_units import PlaceUnit
from tablero.games.aiw.rules.r21_replacements.s00_points import (
    AT_YEAR_END, BUILT_STRENGTH, BY_EXPEDITION, IN_REINFORCEMENTS, SUPPLY_COST, UNIT_COST
)
from tablero.games.aiw.rules.r21_replacements.s01_units_on_map import price, receiving, refuse_raise, refuse_refill
from tablero.games.aiw.rules.r21_replacements.s02_building import (
    refuse_boxed, refuse_draw, refuse_knapsack, refuse_train, supply_places
)
from tablero.games.aiw.state import Aiw, Area, Areas, Block, Blocks, Side, Spot, area_of
from tablero.kernel.actions import DONE, Action, each
from tablero.kernel.bits import ids_of, lowest
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask


@dataclass(slots=True)
class Spend(Procedure):
    """[21.0a] A side spends Replacement Points, counted in halves; what it does not use is lost."""

    side: Side
    halves: int
    mode: int
    region: Area = -1       # whose Expedition recruits
    raised: Blocks = 0      # blocks that gained strength or were built: no more than a point each
    filled: Areas = 0       # areas whose Knapsack gained strength or was built

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

    def note(self, s: Aiw, block: Block) -> None:
        """[21.1b] [21.1e] [21.2f] Who received points has acted, unless it happens outside the Player Phases."""
        if self.mode == AT_YEAR_END:
            return
        self.raised |= 1 << block
        s.apart |= 1 << block
        if self.acts():
            s.acted |= 1 << block

    def fill(self, s: Aiw, spot: Spot) -> None:
        """[21.1e] [21.2f] A Knapsack gained a point."""
        add_load(s, self.side, SACK, spot, 1)
        self.filled |= 1 << area_of(spot)
        if self.acts():
            haul(s, SACK, spot, idle_load(s, self.side, SACK, spot))


# --------------------------------------------------------------------------------------------------------- the decision

RAISES: Final = each("raise", len(BLOCKS))
NEW_TRAINS: Final = each("train", AREAS)
NEW_SACKS: Final = each("knapsack", AREAS)


@dataclass(slots=True)
class SpendPoint(Ask):
    """[21.0a] Spend Replacement Points: strengthen a unit, build one, or let the rest go."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        spending = s.caller(self, Spend)
        actions: list[Action] = [DONE, ("draw",)]
        actions += [("raise", b) for b in ids_of(on_map(s, seat))]
        actions += [("refill", kind, x) for kind in range(len(LOADS)) for x in ids_of(load_areas(s, seat, kind))]
        places = range(AREAS) if spending.region < 0 else (spending.region,)
        actions += [(verb, x) for verb in ("train", "knapsack") for x in places]
        if seat == CARLIST:
            actions += [("enrol", unit) for unit in ids_of(s.regionals | s.partidas)]
        return actions + disbanding(s, seat, load_areas(s, seat, SACK))

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        spending = s.caller(self, Spend)
        verb, *things = action
        if verb == "done":
            return None
        if verb == "draw":
            return refuse_draw(s, spending)
        if verb == "refill":
            kind, x = things
            return refuse_refill(s, spending, kind, x)
        if verb in ("disband", "disband_knapsack"):
            return refuse_disbanding(s, seat, action)
        (thing,) = things
        if verb == "raise":
            return refuse_raise(s, spending, thing)
        if verb == "enrol":
            return refuse_boxed(s, spending, thing)
        return refuse_train(s, spending, thing) if verb == "train" else refuse_knapsack(s, spending, thing)

    def options(self, s: Aiw, seat: Side) -> list[Action]:
        """By hand: 19 µs, 279 µs as derived, which is 15 % of random play."""
        spending = s.caller(self, Spend)
        actions: list[Action] = [DONE]
        if refuse_draw(s, spending) is None:
            actions.append(("draw",))
        fresh = on_map(s, seat) & ~(s.acted | spending.raised if spending.acts() else spending.raised)
        blocks = ids_of(fresh | spending.raised & s.wagons)
        strength, unit, at, sure = s.strength, s.unit, s.at, receiving(s, spending)
        weak = [b for b in blocks if strength[b] < MOST[unit[b]]]
        actions += [RAISES[b] for b in weak if sure >> at[b] & 1 or refuse_raise(s, spending, b) is None]
        sacks, full = load_areas(s, seat, SACK), MOST_LOAD[seat][SACK]
        some = [x for x in ids_of(sacks) if load(s, seat, SACK, x) < full]
        actions += [("refill", SACK, x) for x in some if refuse_refill(s, spending, SACK, x) is None]
        if spending.halves >= SUPPLY_COST:
            places = ids_of(supply_places(s, spending))
            if s.trains & ARMY[seat]:
                taken = train_areas(s, seat)
                actions += [NEW_TRAINS[x] for x in places if not taken >> x & 1]
            if sacks_free(s, seat):
                actions += [NEW_SACKS[x] for x in places if not sacks >> x & 1]
        if spending.mode == BY_EXPEDITION and spending.halves >= UNIT_COST:
            actions += [("enrol", unit) for unit in ids_of(s.regionals)]
        return actions + disbanding(s, seat, sacks)

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        spending = s.caller(self, Spend)
        verb, *things = action
        if verb == "done":
            spending.halves = 0
        elif verb == "draw":
            spending.halves -= UNIT_COST
            may = s.bag_may[seat]
            s.call(PlaceUnit(seat, draw_unit(s, seat), BUILT_STRENGTH, unit_places(s, seat), may, built=True))
        elif verb == "refill":
            _, x = things
            spending.halves -= price(seat, x, SUPPLY_COST)
            spending.fill(s, load_spot(s, seat, SACK, x))
            s.tell("refilled", seat, x)
        elif verb in ("disband", "disband_knapsack"):
            block = disband(s, seat, action)
            spending.raised &= ~(1 << block) if block >= 0 else -1
        else:
            _spend_on(s, spending, verb, things[0])

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        points, half = divmod(s.caller(self, Spend).halves, 2)
        return Prompt("21.0a", "spend_point", (("points", "number", points), ("half", "number", half)))

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        if action[0] == "refill":
            kind, x = action[1:]
            return counter(s, seat, kind, load_spot(s, seat, kind, x))
        return aim_at_knapsack(s, seat, action)


def _spend_on(s: Aiw, spending: Spend, verb: str, thing: int) -> None:
    """A block gains strength, or something is taken from a box."""
    if verb == "raise":
        (block,) = pick_out(s, [thing])
        train = TRAINS >> s.unit[block] & 1
        if s.may[block] & TRAINS and s.may[block] & FIGHTERS:
            s.reveal()
        fact(s, 1 << block, TRAINS if train else FIGHTERS, 1)       # the price tells
        spending.halves -= price(spending.side, area_of(s.at[block]), SUPPLY_COST if train else UNIT_COST)
        gain(s, block)
        if spending.acts():
            act(s, 1 << block)
        spending.note(s, block)
    elif verb == "knapsack":
        spending.halves -= SUPPLY_COST
        spending.fill(s, new_spot(s, spending.side, thing))
        s.tell("knapsack_built", spending.side, thing)
    else:
        unit, x = (thing, spending.region) if verb == "enrol" else (lowest(s.trains & ARMY[spending.side]), thing)
        spending.halves -= UNIT_COST if verb == "enrol" else SUPPLY_COST
        s.regionals &= ~(1 << unit)
        s.trains &= ~(1 << unit)
        block = enlist(s, spending.side, unit, 1, new_spot(s, spending.side, x))
        s.tell("built", unit, x)
        spending.note(s, block)
