"""[23] The rest of Spain: who may enter, how Expeditions are found and fought, suppressed Uprisings, recruits."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import (
    AFTER_COMBAT,
    BLOCK_SIDE,
    CARLIST,
    COMBAT,
    FAVOURS,
    FIGHTERS,
    FIRST_REGION,
    LEAST_UPRISING,
    LIBERAL,
    LOCATE,
    REGIONS,
    TABLES,
    area,
)
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r03_phase import phase
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units import fighters, in_open, lose
from tablero.games.aiw.rules.r07_cards.s00_decks import CABRERA, MAROTO
from tablero.games.aiw.rules.r07_cards.s01_types import REGION, CardWindow, Tactics
from tablero.games.aiw.rules.r07_cards.s03_combat import let_act
from tablero.games.aiw.rules.r10_actions.s00_used import act, refuse_acting
from tablero.games.aiw.rules.r16_skirmish.s00_fire import TakeHits, fire, lay_open
from tablero.games.aiw.rules.r16_skirmish.s00_tactics import NO_GIFT, favour
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_EXPEDITION
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.rules.r22_uprising import level, lower_level
from tablero.games.aiw.state import OFF, Aiw, Area, Areas, Block, Blocks, Card, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

_expeditions = TABLES.table("expeditions")
FIRST_YEAR = _expeditions.integer("first_year")                                 # [23.0b]
MOST_EXPEDITIONS = (_expeditions.integer("max_1835"), _expeditions.integer("max_from_1836"))       # [23.0c]
_combat = TABLES.table("region_combat")
LOCATED = _combat.integer("locate_on")                                          # [23.2b]
MOST_PURSUIT = _combat.integer("pursuit_max")                                   # [23.2d]
FIRE_BONUS = 1                                                                  # [23.2f]
CRUSHED = 6                                                                     # [23.4k]
_per_unit = TABLES.table("suppress").integer("with_units_bonus_per_extra_unit")     # [23.4f]
GOMEZ = -2          # card C19: his Expedition is hard to find
YES: Action = ("yes",)
NO: Action = ("no",)

TOO_EARLY = Refusal("23.0b", "no_expedition_before_1835")
TOO_MANY = Refusal("23.0c", "too_many_expeditions")
STAY_NORTH = Refusal("7.1d", "carlists_stay_in_the_north")
ENTRY = {refusal.key: refusal for refusal in (TOO_EARLY, TOO_MANY, STAY_NORTH)}     # what `may_enter` answers

EXPEDITION_THERE = Refusal("10.7b", "expedition_in_the_region")
NO_REGION = Refusal("23.4d", "not_a_region")
LOWEST_LEVEL = Refusal("23.4d", "uprising_at_its_lowest")
NOT_THERE = Refusal("23.4f", "not_in_the_region")
NO_TRAINS = Refusal("23.4f", "only_infantry_and_cavalry")
NOT_ACTIVE = Refusal("23.4m", "no_expedition_at_the_start")
RECRUITED = Refusal("10.6b", "recruited_already")
MOVED = Refusal("23.4m", "expedition_has_moved")


def may_enter(s: Aiw, side: Side, region: Area) -> str:
    """[23.0a] [23.0b] [23.0c] Why units of a side may not enter a region from the North: key of a refusal of ENTRY, ""
    if they may. An Expedition that only goes from region to region makes no new one."""
    if side == LIBERAL:
        return ""
    if s.year < FIRST_YEAR:
        return TOO_EARLY.key
    if s.lasting & MAROTO:
        return STAY_NORTH.key
    if in_open(s, CARLIST, region):
        return ""
    active = sum(bool(in_open(s, CARLIST, x)) for x in ids_of(REGIONS))
    return TOO_MANY.key if active >= MOST_EXPEDITIONS[s.year > FIRST_YEAR] else ""


def expedition_moves(s: Aiw, old: Area, new: Area) -> None:
    """[7.1d] The marks of the Royal Expedition (C26) and of Gómez (C19) go with an Expedition, and are lost when it
    comes back to the North."""
    x = new if new >= FIRST_REGION else OFF
    if s.royal == old:
        s.royal = x
    if s.gomez == old:
        s.gomez = x


# --------------------------------------------------------------------------------------------------- combat in a region


def searchable(s: Aiw, side: Side) -> Areas:
    """[23.1a] [23.2a] [23.2b] The regions where a side may look for the enemy, whom it may leave in peace: only the
    Liberal, with Infantry or Cavalry there."""
    if side == CARLIST:
        return 0
    both = [x for x in ids_of(REGIONS) if in_open(s, CARLIST, x) and in_open(s, LIBERAL, x)]
    return bitset(x for x in both if fighters(s, in_open(s, LIBERAL, x)))


def locate_modifier(s: Aiw, x: Area) -> int:
    """[23.2b] What is added to the die that looks for an Expedition."""
    return s.pursuit[x - FIRST_REGION] + (GOMEZ if s.gomez == x else 0)


def pursue(s: Aiw, x: Area) -> None:
    """[23.2c] [23.2d] [23.2j] The Pursuit marker grows, to five at most."""
    s.pursuit[x - FIRST_REGION] = min(MOST_PURSUIT, s.pursuit[x - FIRST_REGION] + 1)
    s.tell("pursuit", x, s.pursuit[x - FIRST_REGION])


@dataclass(slots=True)
class Locate(Procedure):
    """[23.2b] The Liberal looks for an Expedition and fights it."""

    x: Area
    bonus: int = 0          # to this roll, from a card
    asked: Side = LIBERAL   # the side that may play an Operational card
    hits: list[int] = field(default_factory=lambda: [0, 0])         # that each side takes
    tactic: list[Card] = field(default_factory=lambda: [-1, -1])    # by side: a card that acts in the first round
    named: list[Block] = field(default_factory=lambda: [-1, -1])    # by side: the block that it favours
    gifts: list[tuple[int, int, int]] = field(default_factory=lambda: [NO_GIFT, NO_GIFT])   # by side: what that gains

    def steps(self) -> tuple[str, ...]:
        return (
            "prepare", "search", "reveal", "operational", "other_cards", "liberal_names", "carlist_names",
            "fire", "carlist_hits", "liberal_hits", "liberal_decides", "carlist_decides", "again",
            "break_off", "after", "other_after",
        )

    def prepare(self, s: Aiw) -> None:
        """[23.2b] With Infantry or Cavalry there; a card may help."""
        fact(s, in_open(s, LIBERAL, self.x), FIGHTERS, 1)
        s.call(CardWindow(LOCATE, (LIBERAL,)))

    def search(self, s: Aiw) -> str | None:
        """[23.2b] [23.2c] [23.2d] A six finds it, with what the Pursuit marker adds; five are enough of themselves."""
        modifier = locate_modifier(s, self.x) + self.bonus
        if modifier >= MOST_PURSUIT and s.gomez != self.x:
            s.tell("located_at_once", self.x)
            return None
        die = s.die()
        if die + modifier < LOCATED:
            s.tell("not_located", self.x, die)
            pursue(s, self.x)
            return END
        s.tell("located", self.x, die)
        return None

    def reveal(self, s: Aiw) -> None:
        """[23.2e] [23.2f] [23.2m] Always a Skirmish, of all units; each side may lay one card for the whole of it."""
        lay_open(s, self.firing(s, CARLIST) | self.firing(s, LIBERAL))
        s.call(Tactics(LIBERAL, self.x, REGION))

    def operational(self, s: Aiw) -> None:
        """[15.0j] [16.0i] Operational cards."""
        s.answer = 0
        s.call(CardWindow(COMBAT, (self.asked,)))

    def other_cards(self, s: Aiw) -> str | None:
        """[16.0i] Any number of them; then the other side's."""
        return self._next_card(s, "operational")

    def liberal_names(self, s: Aiw) -> None:
        """[23.2m] [7.4a] A card for one unit: the Liberal, who attacks, names it first."""
        s.answer = -1
        let_act(s, self, LIBERAL, FAVOURS, self)

    def carlist_names(self, s: Aiw) -> None:
        """[23.2m] Then the Carlist."""
        self.named[LIBERAL], s.answer = s.answer, -1
        let_act(s, self, CARLIST, FAVOURS, self)

    def fresh(self, s: Aiw, side: Side) -> Blocks:
        """The units of a side that are still to fire."""
        return self.firing(s, side)

    def fire(self, s: Aiw) -> None:
        """[23.2f] [23.2g] [23.2m] In open ground, at +1, both at the same time; cards are for the first round."""
        self.named[CARLIST] = s.answer
        for side in (LIBERAL, CARLIST):
            own = favour(s, self, self.named[side])
            self.hits[1 - side] = fire(s, self.x, side, self.firing(s, side), FIRE_BONUS, favour=own)
        self.tactic = [-1, -1]

    def carlist_hits(self, s: Aiw) -> None:
        """[23.2f] [23.2k] One by one, on the strongest; without units the Expedition is destroyed."""
        self._take(s, CARLIST)

    def liberal_hits(self, s: Aiw) -> None:
        """[23.2f] [23.2g] The others fired too."""
        self._take(s, LIBERAL)

    def liberal_decides(self, s: Aiw) -> str | None:
        """[23.2h] The Liberal goes on or breaks off, if both sides have somebody left."""
        if not self.firing(s, CARLIST) or not self.firing(s, LIBERAL):
            return "break_off"
        s.call(GoOn(LIBERAL, self.x))
        return None

    def carlist_decides(self, s: Aiw) -> str | None:
        """[23.2h] Then the Carlist."""
        if not s.answer:
            return "break_off"
        s.call(GoOn(CARLIST, self.x))
        return None

    def again(self, s: Aiw) -> str | None:
        """[23.2h] Another round if both want it."""
        return "liberal_names" if s.answer else None

    def break_off(self, s: Aiw) -> None:
        """[23.2i] [23.2j] Nobody retreats, and the pursuit goes on."""
        if self.firing(s, CARLIST) and self.firing(s, LIBERAL):
            pursue(s, self.x)
        self.asked = LIBERAL

    def after(self, s: Aiw) -> None:
        """[16.0i] Operational cards for what comes after a combat."""
        s.answer = 0
        s.call(CardWindow(AFTER_COMBAT, (self.asked,)))

    def other_after(self, s: Aiw) -> str | None:
        """[16.0i] Any number of them; then the other side's."""
        return self._next_card(s, "after")

    def firing(self, s: Aiw, side: Side) -> Blocks:
        """[23.2f] All Infantry and Cavalry of a side."""
        return fighters(s, in_open(s, side, self.x))

    def _take(self, s: Aiw, side: Side) -> None:
        targets = self.firing(s, side)
        if self.hits[side] and targets:
            s.call(TakeHits(side, self.hits[side], targets))

    def _next_card(self, s: Aiw, step: str) -> str | None:
        if s.answer:
            return step
        if self.asked == LIBERAL:
            self.asked = CARLIST
            return step
        return None


@dataclass(slots=True)
class GoOn(Ask):
    """[23.2h] Fight another round in this region, or break off."""

    x: Area

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [YES, NO]

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        s.answer = int(action == YES)
        s.tell("goes_on" if s.answer else "breaks_off", seat, self.x)

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("23.2h", "go_on", (("region", "space", self.x),))


# ---------------------------------------------------------------------------------------------------------- suppression


def refuse_suppression(s: Aiw, x: Area) -> Refusal | None:
    """[10.7b] [23.4d] Why the Liberal cannot suppress an Uprising here, whatever it costs."""
    if not REGIONS >> x & 1:
        return NO_REGION
    if in_open(s, CARLIST, x):
        return EXPEDITION_THERE
    return LOWEST_LEVEL if level(s, x) <= LEAST_UPRISING[x - FIRST_REGION] else None


def suppressible(s: Aiw) -> list[Area]:
    """[10.7b] The regions where `refuse_suppression` has nothing against it."""
    return [x for x in ids_of(REGIONS & ~s.present[CARLIST]) if level(s, x) > LEAST_UPRISING[x - FIRST_REGION]]


def suppress_modifier(s: Aiw, x: Area) -> int:
    """[23.4d] What cards add to the die everywhere: Cabrera holds Valencia."""
    return -1 if s.lasting & CABRERA and x == area("valencia_murcia") else 0


@dataclass(slots=True)
class Suppress(Procedure):
    """[23.4d] [23.4l] The Liberal suppresses an Uprising: units may take part, then a die is rolled."""

    x: Area
    bonus: int = 0          # to the die, from a card
    party: Blocks = 0       # the blocks that take part

    def steps(self) -> tuple[str, ...]:
        return ("muster", "roll", "end")

    def muster(self, s: Aiw) -> None:
        """[23.4e] [23.4f] Who takes part?"""
        if in_open(s, LIBERAL, self.x) & ~s.acted:
            s.call(Muster(LIBERAL, self.x))

    def roll(self, s: Aiw) -> None:
        """[23.4e] [23.4f] [23.4g] [23.4h] [23.4i] [23.4j] [23.4k] With units the die counts for more."""
        units, now = self.party.bit_count(), level(s, self.x)
        die = s.die()
        result = die + self.bonus + suppress_modifier(s, self.x) + _per_unit * max(0, units - 1)
        s.tell("suppression", self.x, units, die, result)
        if units and result >= CRUSHED:
            lower_level(s, self.x, 2)
        elif result > now:
            lower_level(s, self.x)
        elif units and result == now:
            lower_level(s, self.x)
            s.call(SufferLoss(LIBERAL, self.x))

    def end(self, s: Aiw) -> None:
        """[10.0m] Those who took part have acted."""
        s.apart &= ~self.party
        settle(s)


@dataclass(slots=True)
class Muster(Ask):
    """[23.4f] Name the Infantry and Cavalry that help to suppress the Uprising, one by one; then the die is rolled."""

    x: Area

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, *(("join", b) for b in ids_of(in_open(s, seat, self.x)))]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        (block,) = action[1:]
        if BLOCK_SIDE[block] != seat or s.at[block] != self.x:
            return NOT_THERE
        return refuse_acting(s, block) or (None if FIGHTERS >> s.unit[block] & 1 else NO_TRAINS)

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        now = s.caller(self, Suppress)
        party = bitset(pick_out(s, action[1:]))
        fact(s, party, FIGHTERS, 1)
        act(s, party)
        s.apart |= party
        now.party |= party
        return AGAIN if in_open(s, seat, self.x) & ~s.acted else None

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("23.4f", "muster", (("region", "space", self.x),))


@dataclass(slots=True)
class SufferLoss(Ask):
    """[23.4i] One of the units that took part loses a point of strength."""

    x: Area

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("hit", b) for b in ids_of(s.caller(self, Suppress).party)]

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        now = s.caller(self, Suppress)
        (block,) = pick_out(s, action[1:])
        if lose(s, block):
            now.party &= ~(1 << block)


# ----------------------------------------------------------------------------------------------------------- recruiting


def refuse_recruiting(s: Aiw, x: Area) -> Refusal | None:
    """[10.6b] [23.4m] Why no Expedition can recruit here, whatever it costs."""
    now = phase(s)
    if now.recruited >> x & 1:
        return RECRUITED
    if not now.expeditions >> x & 1:
        return NOT_ACTIVE
    return None if fighters(s, in_open(s, CARLIST, x) & ~s.acted) else MOVED


@dataclass(slots=True)
class Recruit(Procedure):
    """[23.4m] An Expedition recruits."""

    x: Area

    def steps(self) -> tuple[str, ...]:
        return ("receive", "end")

    def receive(self, s: Aiw) -> None:
        """[10.6c] [23.4c] [23.4n] Points as the Uprising is strong, and one more."""
        phase(s).recruited |= 1 << self.x
        fact(s, in_open(s, CARLIST, self.x) & ~s.acted, FIGHTERS, 1)
        points = level(s, self.x) + 1
        s.tell("recruits", self.x, points)
        s.call(Spend(CARLIST, 2 * points, BY_EXPEDITION, self.x))

    def end(self, s: Aiw) -> None:
        """[23.4m] An Expedition that recruits cannot move."""
        s.acted |= in_open(s, CARLIST, self.x)
