"""[23.2] Combat in a region: the Liberal looks for an Expedition and fights it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import (
    AFTER_COMBAT, CARLIST, COMBAT, FAVOURS, FIGHTERS, FIRST_REGION, LIBERAL, LOCATE, REGIONS, TABLES
)
from tablero.games.aiw.fog import fact
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open
from tablero.games.aiw.rules.r07_cards.s01_types import open_window
from tablero.games.aiw.rules.r07_cards.s03_combat import REGION, Tactics, let_act, next_card
from tablero.games.aiw.rules.r16_skirmish.s00_fire import TakeHits, fire, reveal_blocks, side_row
from tablero.games.aiw.rules.r16_skirmish.s00_tactics import NO_GIFT, favour
from tablero.games.aiw.state import Aiw, Area, Areas, Block, Blocks, Card, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import Ask

_combat = TABLES.table("region_combat")
LOCATED = _combat.integer("locate_on")                                          # [23.2b]
MOST_PURSUIT = _combat.integer("pursuit_max")                                   # [23.2d]
FIRE_BONUS = 1                                                                  # [23.2f]
GOMEZ = -2          # card C19: his Expedition is hard to find
YES: Action = ("yes",)
NO: Action = ("no",)


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


def found_at_once(s: Aiw, x: Area, modifier: int) -> bool:
    """[23.2d] Five are enough of themselves, but not for Gómez (C19)."""
    return modifier >= MOST_PURSUIT and s.gomez != x


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
        open_window(s, LOCATE, LIBERAL, self)

    def search(self, s: Aiw) -> str | None:
        """[23.2b] [23.2c] [23.2d] A six finds it, with what the Pursuit marker adds; five are enough of themselves."""
        modifier = locate_modifier(s, self.x) + self.bonus
        if found_at_once(s, self.x, modifier):
            s.tell("located_at_once", self.x)
            s.sheet(lambda: [side_row(LIBERAL)])
            return None
        die = s.die()
        if die + modifier < LOCATED:
            s.tell("not_located", self.x, die)
            pursue(s, self.x)
            return END
        s.tell("located", self.x, die)
        s.sheet(lambda: [side_row(LIBERAL)])
        return None

    def reveal(self, s: Aiw) -> None:
        """[23.2e] [23.2f] [23.2m] Always a Skirmish, of all units; each side may lay one card for the whole of it."""
        reveal_blocks(s, self.firing(s, CARLIST) | self.firing(s, LIBERAL))
        s.call(Tactics(LIBERAL, self.x, REGION))

    def operational(self, s: Aiw) -> None:
        """[15.0j] [16.0i] Operational cards."""
        s.answer = 0
        open_window(s, COMBAT, self.asked, self)

    def other_cards(self, s: Aiw) -> str | None:
        """[16.0i] Any number of them; then the other side's."""
        return next_card(s, self, LIBERAL, "operational")

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
        open_window(s, AFTER_COMBAT, self.asked, self)

    def other_after(self, s: Aiw) -> str | None:
        """[16.0i] Any number of them; then the other side's."""
        return next_card(s, self, LIBERAL, "after")

    def firing(self, s: Aiw, side: Side) -> Blocks:
        """[23.2f] All Infantry and Cavalry of a side."""
        return fighters(s, in_open(s, side, self.x))

    def _take(self, s: Aiw, side: Side) -> None:
        targets = self.firing(s, side)
        if self.hits[side] and targets:
            s.call(TakeHits(side, self.hits[side], targets))


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
