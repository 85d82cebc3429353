"""[15] Combat: what is fought in a phase, of which type, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.aiw.board import ASSAULTS, CARLIST, COUNTED, FIRST_REGION, FOOT, LIBERAL, NORTH, REGIONS, TABLES
from tablero.games.aiw.fog import fact, hide_all
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import counted, in_open, of_units
from tablero.games.aiw.rules.r07_cards.s01_types import may_hold, open_window
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r11_movement.s05_stacking import check_stacks
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s09_retreat import enter_from_roads
from tablero.games.aiw.rules.r18_siege.s00_siege import Shelter, all_inside, open_gates
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault, barred_assault, refuse_assault
from tablero.games.aiw.rules.r18_siege.s01_initiation import begin_sieges, lift_sieges
from tablero.games.aiw.rules.r18_siege.s02_sortie import Sortie, refuse_sortie
from tablero.games.aiw.rules.r23_regions.s02_combat import Locate, searchable
from tablero.games.aiw.state import Aiw, Area, Areas, Side, area_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

LEAST = TABLES.table("battle").integer("min_blocks_each_side")      # [15.0e]

SKIRMISHES, BATTLES, SEARCHES, ASSAULT, SORTIE = range(5)          # [15.0h] in this order; see `searching`
STAGES = 5
VERBS = ("fight", "fight", "locate", "assault", "sortie")

MUST_FIGHT = Refusal("15.0c", "combats_must_be_fought")
NOT_NOW = Refusal("15.0h", "combats_in_order")
ONLY_LIBERALS = Refusal("23.2a", "only_liberals_attack_in_regions")
ONCE = Refusal("23.2b", "one_search_for_each_region")
NOBODY_SEARCHES = Refusal("23.2b", "search_needs_a_unit")


def is_battle(s: Aiw, x: Area) -> bool:
    """[15.0d] [15.0e] [15.0f] [5.4j] Have both sides three counted units outside, and Infantry among them?"""
    for side in (0, 1):
        units = counted(s, in_open(s, side, x))
        if units.bit_count() < LEAST or not of_units(s, units, FOOT):
            return False
    return True


def contested_spaces(s: Aiw) -> Areas:
    """[15.0a] The spaces where both sides have units outside a Fortress."""
    return NORTH & s.present[0] & s.present[1]


@dataclass(slots=True)
class CombatStep(Procedure):
    """[15.0a] [15.0h] All combats of a phase. What it keeps is known to both sides."""

    side: Side
    sheltered: Areas = 0    # spaces whose Fortress has been manned
    skirmishes: Areas = 0   # spaces where one is still to be fought
    battles: Areas = 0
    searched: Areas = 0     # regions where the Liberal has looked for an Expedition
    stage: int = SKIRMISHES
    x: Area = -1            # where the next combat is
    before: Areas = 0       # the Fortresses assaulted before a card could be played

    def steps(self) -> tuple[str, ...]:
        return ("shelter", "types", "roads", "storm_card", "stormed", "order", "fight", "over", "alone", "sieges")

    def shelter(self, s: Aiw) -> str | None:
        """[15.0i] [18.0d] The owner of each Fortress that was entered says who stays inside."""
        enemy = 1 - self.side
        for x in ids_of(s.forts[enemy] & ~s.siege & ~self.sheltered):
            self.sheltered |= 1 << x
            if s.present[self.side] >> x & 1:
                if s.present[enemy] >> x & 1:
                    s.call(Shelter(enemy, x))
                    return "shelter"
                all_inside(s, enemy, x)
        return None

    def types(self, s: Aiw) -> None:
        """[15.0g] All types are fixed before the first combat, and told; a Battle tells what both sides have."""
        for x in ids_of(contested_spaces(s)):
            s.reveal()
            if is_battle(s, x):
                self.battles |= 1 << x
                for side in (0, 1):
                    fact(s, in_open(s, side, x), COUNTED, LEAST)
                    fact(s, in_open(s, side, x), COUNTED & FOOT, 1)
            else:
                self.skirmishes |= 1 << x
            s.tell("combat", x, BATTLES if self.battles >> x & 1 else SKIRMISHES)

    def roads(self, s: Aiw) -> None:
        """[11.4m] Where no combat takes place the units on the roads enter."""
        self._let_in(s)

    def _let_in(self, s: Aiw) -> None:
        for x in sorted({area_of(s.at[b]) for b in ids_of(s.late)}):
            if not (self.skirmishes | self.battles) >> x & 1:
                enter_from_roads(s, self.side, x)

    def storm_card(self, s: Aiw) -> str | None:
        """[15.0j] [7.1c] Before each Assault a card may launch another; in older versions before the first only."""
        self.before = phase(s).assaulted
        if self.stage != ASSAULT or not may_hold(s, self.side, ASSAULTS):
            return "order"
        open_window(s, ASSAULTS, self.side, self)
        return "over" if s.rules < 3 else None

    def stormed(self, s: Aiw) -> str | None:
        """[7.1c] [18.1z] Has it launched an Assault?"""
        return "over" if phase(s).assaulted != self.before else None

    def order(self, s: Aiw) -> str | None:
        """[15.0h] Within a type the phasing player chooses the order; attacks in regions are Skirmishes [23.2e]."""
        self.x = -1
        if not possible_combats(s, self):
            return self._next_type()
        s.call(NextCombat(self.side))
        return None

    def _next_type(self) -> str:
        self.stage += 1
        return "sieges" if self.stage == STAGES else "storm_card" if self.stage == ASSAULT else "order"

    def fight(self, s: Aiw) -> str | None:
        """[15.0a] [15.0b] The combat is fought; when there are no more of a type, those of the next follow."""
        x, side = self.x, self.side
        if x < 0:
            return self._next_type()
        if x >= FIRST_REGION:
            self.searched |= 1 << x
            s.call(Locate(x))
        elif self.stage == SKIRMISHES:
            self.skirmishes &= ~(1 << x)
            s.call(Skirmish(x, side))
        elif self.stage == BATTLES:
            self.battles &= ~(1 << x)
            s.call(Battle(x, side))
        elif self.stage == ASSAULT:
            s.call(Assault(x, side))
        else:
            s.call(Sortie(x, side))
        return None

    def over(self, s: Aiw) -> None:
        """[5.2e] [11.5b] [18.1y] After a combat: blocks are hidden again, sieges end, what is too many goes."""
        hide_all(s)
        s.sortied = 0
        phase(s).out = [0, 0, 0]
        lift_sieges(s)
        open_gates(s)
        check_stacks(s)

    def alone(self, s: Aiw) -> str:
        """[4.9g] [11.3f] What is alone goes, and control is judged. A combat whose enemies are gone does not take
        place."""
        check_escorts(s)
        settle(s)
        still = contested_spaces(s)
        self.skirmishes &= still
        self.battles &= still
        self._let_in(s)
        return "order" if s.rules < 3 else "storm_card"

    def sieges(self, s: Aiw) -> None:
        """[18.1a] Then sieges begin."""
        begin_sieges(s, self.side)
        open_gates(s)
        settle(s)


@dataclass(slots=True)
class NextCombat(Ask):
    """[15.0h] [15.0c] Choose the next combat; Assaults, Sorties and attacks in regions may be left."""

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if possible_combats(s, s.caller(self, CombatStep)) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        step = s.caller(self, CombatStep)
        actions: list[Action] = [("fight", x) for x in ids_of(step.skirmishes | step.battles)]
        actions += [("locate", x) for x in ids_of(contested_regions(s))]
        actions += [("assault", x) for x in ids_of(invested_fortresses(s, seat))]
        actions += [("sortie", x) for x in ids_of(s.siege & s.forts[seat]) if s.shut[x]]
        return [*actions, DONE]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        step = s.caller(self, CombatStep)
        if action == DONE:
            return MUST_FIGHT if obliged(step) else None
        (x,) = action[1:]
        if action[0] == "locate":
            if seat == CARLIST:
                return ONLY_LIBERALS
            if step.stage != searching(s):
                return NOT_NOW
            return ONCE if step.searched >> x & 1 else None if searchable(s, seat) >> x & 1 else NOBODY_SEARCHES
        if action[0] != VERBS[step.stage]:
            return NOT_NOW
        if step.stage == SKIRMISHES:
            return NOT_NOW if step.battles >> x & 1 else None
        if step.stage == ASSAULT:
            return refuse_assault(s, seat, x) if invested_fortresses(s, seat) >> x & 1 else None
        return refuse_sortie(s, seat, x) if step.stage == SORTIE and (s.siege & s.forts[seat]) >> x & 1 else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        if action != DONE:
            (s.caller(self, CombatStep).x,) = action[1:]

    def public(self, s: Aiw) -> bool:
        """Who may look for an Expedition depends on which of his blocks are Trains."""
        step = s.caller(self, CombatStep)
        return step.stage <= BATTLES and not (step.stage == searching(s) and searches_left(s, step))

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        step = s.caller(self, CombatStep)
        stage = step.stage
        if obliged(step):
            return Prompt("15.0h", "next_combat")
        if stage <= SEARCHES:
            return Prompt("23.2a", "next_search")
        return Prompt("18.1b", "next_assault") if stage == ASSAULT else Prompt("18.2a", "next_sortie")


def obliged(step: CombatStep) -> bool:
    """[15.0c] Is there a Skirmish or Battle of the present type that must be fought?"""
    return bool(step.skirmishes if step.stage == SKIRMISHES else step.battles if step.stage == BATTLES else 0)


def searching(s: Aiw) -> int:
    """[15.0h] [23.2e] Among which combats the attacks in regions are: Skirmishes. In older versions they came after the
    Battles."""
    return SKIRMISHES if s.rules >= 3 else SEARCHES


def searches_left(s: Aiw, step: CombatStep) -> Areas:
    """[23.2a] [23.2b] The regions where the Liberal might still look for an Expedition, as far as both sides know."""
    return contested_regions(s) & ~step.searched if step.side == LIBERAL else 0


def contested_regions(s: Aiw) -> Areas:
    """[23.2a] The regions where both sides are."""
    return REGIONS & s.present[0] & s.present[1]


def invested_fortresses(s: Aiw, side: Side) -> Areas:
    """[18.1b] The enemy Fortresses at which a side stands and whose defenders are all inside."""
    return s.forts[1 - side] & s.present[side] & ~s.present[1 - side]


def possible_combats(s: Aiw, step: CombatStep) -> Areas:
    """[15.0c] [15.0h] Where a combat of the present type could be, as far as both sides know."""
    side = step.side
    if step.stage <= SEARCHES:
        found = step.skirmishes if step.stage == SKIRMISHES else step.battles if step.stage == BATTLES else 0
        return found | searches_left(s, step) if step.stage == searching(s) else found
    if step.stage == ASSAULT:
        return bitset(x for x in ids_of(s.siege & s.forts[1 - side]) if barred_assault(s, side, x) is None)
    return bitset(x for x in ids_of(s.siege & s.forts[side]) if s.shut[x] & ~s.retreated)
