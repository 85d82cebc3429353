"""[14] Replacements: points are spent on reduced and eliminated units, and on besieged garrisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tablero.games.car.board import (
    ALL_CORPS, BILBAO, CARD, CODES, ELIMINATED, MAIN_CITIES, MALLORCA, NAT, NORTHERN_SOURCES, REGION, REP, RESERVE,
    SETTINGS, SIEGES, SOURCES, SPACES, TABLES, UNIT_REGION, UNITS, WAR_PHASE
)
from tablero.games.car.rules.r02_map import connected, friendly, map_key, put, units_in
from tablero.games.car.rules.r08_cards.s05_reinforcements import PlaceUnit, corps_spaces, with_room
from tablero.games.car.rules.r13_supply import enclave, enclaves, supplied
from tablero.games.car.state import AXIS_RP, NAT_RP, REP_RP, SOV_RP, Car, Half, Side, Space, Spaces, Unit
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal

_COSTS = TABLES.table("costs")
POINT: Half = 2                         # one Replacement Point, in halves
# by size [14.1.3a]
STEP_COST: Final[tuple[int, ...]] = (_COSTS.integer("rp_division_step"), _COSTS.integer("rp_corps_step"))
CITIES = tuple(_COSTS.integer(f"main_cities_{code}") for code in CODES)                 # [14.2.1a]
ISOLATED_FACTOR = _COSTS.integer("isolated_factor")
SIEGE_COST = TABLES.table("sieges").integer("rp")
FIRST_RESISTANCE = tuple(SETTINGS[0].setup.table("sieges").integer(name) for name in SIEGES)        # [16.1.4a]
KINDS: Final[tuple[str, ...]] = ("nat", "axis", "rep", "sov")
INDUSTRY, GUERRILLAS, BOMBING = CARD["n37"], CARD["r35"], CARD["n53"]
SUBMARINES, NYON, BLOCKADE, FRONTIER, NO_AXIS = CARD["n30"], CARD["r31"], CARD["n32"], CARD["r53"], CARD["r52"]

NOT_FOR_IT = Refusal("14.1.1.2a", "wrong_points")
NO_POINTS = Refusal("14.1.3a", "not_enough_points")
NOT_YOURS = Refusal("14.1.2a", "not_your_unit")
NEVER = Refusal("14.1.6a", "never_replaced")
OUT_OF_SUPPLY = Refusal("13.3.2a", "out_of_supply")
FAR_FROM_HOME = Refusal("14.1.7a", "corps_far_from_home")
ONLY_NATIONALIST = Refusal("16.2.4.2a", "isolated_points")
ONE_FOR_ENCLAVE = Refusal("16.2.4.2a", "isolated_once")
NO_SPACE = Refusal("14.1.5a", "no_space_for_corps")
SIEGE_ONCE = Refusal("16.1.8.1a", "siege_once")
SIEGE_FULL = Refusal("16.1.8.1a", "siege_full")
SIEGE_OVER = Refusal("16.1.8.2a", "siege_over")
TOO_LATE = Refusal("16.1.8.3a", "siege_too_late")


# --- how many points there are


def main_cities(s: Car, side: Side) -> int:
    """[14.2.2a] [14.2.5a] The Main Cities that count for a side; Bilbao is Republican until all three northern sources
    are lost."""
    held = s.held & MAIN_CITIES
    if NORTHERN_SOURCES & ~s.held:
        held &= ~(1 << BILBAO)
    return held.bit_count() if side == NAT else (MAIN_CITIES & ~held).bit_count()


def points_for_cities(s: Car, side: Side) -> Half:
    """[14.2.2a] [14.2.2c] The own points that a side loses for Main Cities that are missing: one for each."""
    return POINT * max(0, CITIES[side] - main_cities(s, side))


def lose_points(s: Car, kind: int, n: Half, card: int = -1) -> None:
    """[14.2.2c] Points are taken, never below nothing; by a card, or for Main Cities."""
    lost = min(n, s.rp[kind])
    if lost:
        s.rp[kind] -= lost
        if card >= 0:
            s.tell("rp_taken", kind // 2, kind, lost, card)
        else:
            s.tell("rp_cities", kind // 2, kind, lost)


def count_points(s: Car, side: Side) -> None:
    """[14.2.2a] [14.2.2c] [14.2.3a] [14.2.4a] [CL.N30a] [CL.R31a] [CL.R52a] What is recorded, with what events add and
    take, less one for each Main City that is missing; never below nothing."""
    def played(card: int) -> bool:
        return bool(s.this_turn >> card & 1)

    def in_force(card: int) -> bool:
        return bool(s.happened >> card & 1)

    rp = s.rp
    if side == NAT:
        rp[NAT_RP] += POINT * (in_force(INDUSTRY) and bool(s.held >> BILBAO & 1))
        lose_points(s, NAT_RP, POINT * played(GUERRILLAS), GUERRILLAS)
        lose_points(s, AXIS_RP, rp[AXIS_RP] * played(NO_AXIS), NO_AXIS)
    else:
        lose_points(s, REP_RP, POINT * played(BOMBING), BOMBING)
        if played(SUBMARINES):
            lose_points(s, SOV_RP, rp[SOV_RP], SUBMARINES)
        elif not played(FRONTIER):
            lose_points(s, SOV_RP, POINT * (in_force(SUBMARINES) and not in_force(NYON)), SUBMARINES)
        if not played(FRONTIER):
            lose_points(s, SOV_RP, POINT * (in_force(BLOCKADE) and bool(s.held >> MALLORCA & 1)), BLOCKADE)
    lose_points(s, side * 2, points_for_cities(s, side))
    s.tell("replacements", side, rp[side * 2], rp[side * 2 + 1])


@dataclass(slots=True)
class Replacements(Procedure):
    """[6.0.E.1a] [8.4.4a] [14.1.1a] The Replacement Segment of a side."""

    side: Side
    enclaves: Spaces = 0        # Isolated Spaces for which a point was spent [16.2.4.2a]
    sieges: int = 0             # Sieges, as a set, for which a point was spent [16.1.8.1a]
    coming: list[Unit] = field(default_factory=list)        # corps that come back from the Turn track

    def steps(self) -> tuple[str, ...]:
        return ("count", "return_corps", "spend", "end")

    def count(self, s: Car) -> None:
        """[14.2.2c] The points of this Turn, and the corps that are due."""
        count_points(s, self.side)
        self.coming = [unit for unit, turn in s.due if turn <= s.turn and UNITS[unit].side == self.side]

    def return_corps(self, s: Car) -> str | None:
        """[13.4.3a] [13.4.3d] Corps that left over the border come back as if rebuilt; without a space they wait."""
        while self.coming:
            unit = self.coming.pop(0)
            if with_room(s, corps_spaces(s, unit)):
                s.due = [(other, turn) for other, turn in s.due if other != unit]
                s.call(PlaceUnit(self.side, unit, corps_spaces(s, unit)))
                return "return_corps"
        return None

    def spend(self, s: Car) -> None:
        """[14.1.2a] Points are spent as their owner likes."""
        if s.rp[self.side * 2] or s.rp[self.side * 2 + 1]:
            s.call(Spend(self.side))

    def end(self, s: Car) -> None:
        """[14.1.2a] What is not spent is lost."""
        own, ally = s.rp[self.side * 2 : self.side * 2 + 2]
        if own or ally:
            s.tell("rp_lost", self.side, own, ally)
        s.rp[self.side * 2] = s.rp[self.side * 2 + 1] = 0


@dataclass(slots=True)
class Spend(Orders):
    """[14.1.2a] [14.1.2b] Restore reduced units, rebuild eliminated ones, reinforce besieged garrisons."""

    def orders(self, s: Car) -> Sequence[Order]:
        return SPENDING

    # --- units

    def reduced_units(self, s: Car) -> list[Action]:
        side = self.who
        there = (units_in(s, s.occupied[side]) | s.here[RESERVE[side]]) & s.reduced
        return [("restore", unit, kind) for unit in ids_of(there) for kind in (side * 2, side * 2 + 1)]

    def eliminated_units(self, s: Car) -> list[Action]:
        side = self.who
        return [("rebuild", unit, kind) for unit in ids_of(s.here[ELIMINATED[side]])
                for kind in (side * 2, side * 2 + 1)]

    def cost(self, s: Car, unit: Unit) -> Half:
        """[14.1.3a] [14.1.3b] [16.2.4.2a] What a step costs; twice as much in an Isolated Space."""
        factor = ISOLATED_FACTOR if enclaves(s) >> s.at[unit] & 1 else 1
        return STEP_COST[ALL_CORPS >> unit & 1] * factor

    def refuse_step(self, s: Car, action: Action) -> Refusal | None:
        """[14.1.1.2a] [14.1.1.3a] [14.1.3a] [14.1.6a] [14.1.7a] [16.2.4.2a] The rule against a step for a unit."""
        unit, kind = action[1], action[2]
        if UNITS[unit].side != self.who:
            return NOT_YOURS
        if not UNITS[unit].rp:
            return NEVER
        if KINDS[kind] not in UNITS[unit].rp.split():
            return NOT_FOR_IT
        place = s.at[unit]
        if place < SPACES:
            if not supplied(s, self.who) >> place & 1:
                return OUT_OF_SUPPLY
            if enclaves(s) >> place & 1:
                if kind != NAT_RP:
                    return ONLY_NATIONALIST
                if self.enclave_of(s, place) & s.frame(Replacements).enclaves:
                    return ONE_FOR_ENCLAVE
            if far_from_home(s, unit):
                return FAR_FROM_HOME
        elif ALL_CORPS >> unit & 1 and not with_room(s, corps_spaces(s, unit)):
            return NO_SPACE
        return NO_POINTS if self.cost(s, unit) > s.rp[kind] else None

    def enclave_of(self, s: Car, x: Space) -> Spaces:
        """The Isolated Spaces whose group a space belongs to."""
        return sum(1 << there for there in ids_of(s.isolated) if enclave(s, there) >> x & 1)

    def restore(self, s: Car, action: Action) -> bool:
        """[14.1.3a] A reduced unit is at full strength again."""
        unit, kind = action[1], action[2]
        s.rp[kind] -= self.cost(s, unit)
        s.frame(Replacements).enclaves |= self.enclave_of(s, s.at[unit])
        s.reduced &= ~(1 << unit)
        s.tell("restored", self.who, unit, s.at[unit])
        return AGAIN

    def rebuild(self, s: Car, action: Action) -> bool:
        """[14.1.4a] [14.1.5a] An eliminated division comes reduced into the Reserve; a corps is placed as a
        reinforcement. Another step makes it full."""
        unit, kind = action[1], action[2]
        s.rp[kind] -= self.cost(s, unit)
        s.reduced |= 1 << unit
        s.tell("rebuilt", self.who, unit)
        if ALL_CORPS >> unit & 1:
            s.call(PlaceUnit(self.who, unit, corps_spaces(s, unit)))
        else:
            put(s, unit, RESERVE[self.who])
        return AGAIN

    # --- Sieges

    def garrisons(self, s: Car) -> list[Action]:
        return [("reinforce", siege) for siege in range(len(SIEGES))] if self.who == NAT else []

    def refuse_garrison(self, s: Car, action: Action) -> Refusal | None:
        """[16.1.8a] [16.1.8.1a] [16.1.8.2a] [16.1.8.3a] The rule against a point for a Siege."""
        siege = action[1]
        if WAR_PHASE[s.turn]:
            return TOO_LATE
        if not s.sieges[siege]:
            return SIEGE_OVER
        if s.sieges[siege] >= FIRST_RESISTANCE[siege]:
            return SIEGE_FULL
        if s.frame(Replacements).sieges >> siege & 1:
            return SIEGE_ONCE
        return NO_POINTS if s.rp[NAT_RP] < SIEGE_COST else None

    def reinforce(self, s: Car, action: Action) -> bool:
        """[16.1.8.1a] The garrison can resist one assault more."""
        siege = action[1]
        s.rp[NAT_RP] -= SIEGE_COST
        s.frame(Replacements).sieges |= 1 << siege
        s.sieges[siege] += 1
        s.tell("siege_reinforced", siege, s.sieges[siege])
        return AGAIN

    def finish(self, s: Car, action: Action) -> None:
        """[14.1.2a] The rest is lost."""

    def prompt(self, s: Car, seat: int) -> Prompt:
        own, ally = s.rp[self.who * 2 : self.who * 2 + 2]
        return Prompt("14.1.2a", "spend", (("own", "half", own), ("ally", "half", ally),
                                           ("division", "half", STEP_COST[0]), ("corps", "half", STEP_COST[1])))

    def public(self, s: Car) -> bool:
        return True


SPENDING = (
    Order("done", Spend.finish),
    Order("restore", Spend.restore, tries=Spend.reduced_units, refuse=Spend.refuse_step),
    Order("rebuild", Spend.rebuild, tries=Spend.eliminated_units, refuse=Spend.refuse_step),
    Order("reinforce", Spend.reinforce, tries=Spend.garrisons, refuse=Spend.refuse_garrison),
)


def far_from_home(s: Car, unit: Unit) -> bool:
    """[14.1.7a] Is it a Regional corps outside its region that cannot trace a line to the source there?"""
    region = UNIT_REGION[unit]
    if region < 0 or not ALL_CORPS >> unit & 1 or REGION[region] >> s.at[unit] & 1:
        return False
    return not connected(SOURCES[REP] & REGION[region], friendly(s, REP), map_key(s, REP)) >> s.at[unit] & 1


