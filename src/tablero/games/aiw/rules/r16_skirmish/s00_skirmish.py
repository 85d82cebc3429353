"""[16.0] Skirmish: one round of fire, then one side retreats."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import (
    AFTER_COMBAT, CARLIST, COMBAT, FAVOURS, LIBERAL, MUST_RETREAT, REFUGES, ROUGH, VANGUARD
)
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, on_roads
from tablero.games.aiw.rules.r07_cards.s01_types import open_window
from tablero.games.aiw.rules.r07_cards.s03_combat import SKIRMISH, NameUnit, Tactics, let_act, next_card, use_up
from tablero.games.aiw.rules.r16_skirmish.s00_fire import TakeHits, fire, fire_one, reveal_blocks, side_row
from tablero.games.aiw.rules.r16_skirmish.s00_firing_units import ChooseFiring, most_firing, most_riding
from tablero.games.aiw.rules.r16_skirmish.s00_result import abandon, loser
from tablero.games.aiw.rules.r16_skirmish.s00_tactics import AMBUSHED, NO_GIFT, ROLLS_FEWER, favour
from tablero.games.aiw.rules.r17_battle.s09_retreat import ATTACKER, DEFENDER, Retreat, enter_from_roads
from tablero.games.aiw.state import Aiw, Area, Blocks, Card, Side
from tablero.kernel.events import SheetRow, faces
from tablero.kernel.frames import Procedure

ROCKETS_HIT = 2             # card L21


@dataclass(slots=True)
class Skirmish(Procedure):
    """[16.0a] One Skirmish in a space; in a Sortie the attackers are those who went out."""

    x: Area
    attacker: Side
    sortie: bool = False
    picked: Blocks = 0      # the blocks of both sides that were chosen to fire, shown
    landed: bool = False    # did the attackers come from the sea?
    led: bool = False       # are units among the attackers that Espartero leads (L22)?
    rockets: int = 0        # dice that the Royal Marines add (L21)
    asked: Side = 0         # the side that may play an Operational card
    loser: Side = -1        # the side that retreats
    tactic: list[Card] = field(default_factory=lambda: [-1, -1])
    fired: Blocks = 0       # blocks that have fired before all others (L30)
    walled: Side = -1       # the side that a wall protects from the first hit (L35, C30)
    caught: bool = False    # Liberal attackers have run into an ambush (C7)
    first: Side = -1        # the side that fires first by a card (C7)
    gifts: list[tuple[int, int, int]] = field(default_factory=lambda: [NO_GIFT, NO_GIFT])   # by side: see r16 Favour

    def steps(self) -> tuple[str, ...]:
        return (
            "choose", "reveal", "cards", "operational", "other_cards", "ambush", "hold_back", "vanguard", "dash",
            "first_names", "first_fire", "second_names", "second_fire", "judge", "no_quarter", "abandon",
            "retreat", "follow", "after", "other_after",
        )

    def choose(self, s: Aiw) -> None:
        """[16.0h] [16.0c] Both choose at once who fires; a block that is alone is chosen already."""
        s.tell("skirmish", self.x, self.attacker)
        s.sheet(self.rows)
        there = [in_open(s, side, self.x) for side in (0, 1)]
        self.landed = bool(s.landed & there[self.attacker])
        self.led = bool(s.led & there[self.attacker])
        seats = tuple(side for side in (0, 1) if there[side].bit_count() > 1)
        for side in (0, 1):
            if side not in seats:
                self.picked |= fighters(s, there[side])
        s.answer = 0
        if seats:
            most = tuple(most_firing(self.x, side, self.attacker) for side in (0, 1))
            s.call(ChooseFiring(seats, x=self.x, most=most, riding=most_riding(self.x)))

    def reveal(self, s: Aiw) -> None:
        """[16.0h] [5.2a] They are shown together."""
        self.picked = reveal_blocks(s, self.picked | s.answer)
        s.answer = 0

    def cards(self, s: Aiw) -> None:
        """[15.0j] [16.0h] Then each side may lay a Tactical card, the attacker first."""
        self.asked = self.attacker
        s.call(Tactics(self.attacker, self.x, SKIRMISH))

    def operational(self, s: Aiw) -> None:
        """[15.0j] [16.0i] Operational cards."""
        s.answer = 0
        open_window(s, COMBAT, self.asked, self)

    def other_cards(self, s: Aiw) -> str | None:
        """[16.0i] Any number of them; then the other side's."""
        return next_card(s, self, self.attacker, "operational")

    def ambush(self, s: Aiw) -> str | None:
        """[7.3b] C7: Liberal attackers in an ambush fire with two units at most; their owner withdraws the third."""
        units = self.firing(s, LIBERAL)
        if not self.caught or units.bit_count() <= AMBUSHED:
            return "vanguard"
        s.call(NameUnit(LIBERAL, self.tactic[CARLIST], units))
        return None

    def hold_back(self, s: Aiw) -> str:
        """[7.3b] C7: it neither fires nor takes hits."""
        self.picked &= ~(1 << s.answer)
        s.tell("held_back", s.unit[s.answer])
        return "ambush"

    def vanguard(self, s: Aiw) -> None:
        """[7.3b] L30: a Liberal Cavalry unit fires before all others."""
        s.answer = -1
        let_act(s, self, LIBERAL, VANGUARD, self)

    def dash(self, s: Aiw) -> None:
        """[7.3b] L30: and its hits are applied at once."""
        block = s.answer
        if block >= 0:
            use_up(s, self, LIBERAL)
            self.fired |= 1 << block
            self._suffer(s, CARLIST, fire_one(s, block, self.x))

    def first_names(self, s: Aiw) -> None:
        """[7.3b] A card may favour one of the units that fire."""
        self._name(s, self.leads())

    def first_fire(self, s: Aiw) -> None:
        """[16.0a] [16.0f] The defender fires, the Carlist attacker instead in a Refuge; the other takes the hits."""
        self._fire(s, self.leads())

    def second_names(self, s: Aiw) -> None:
        """[7.3b] And one of the other side's."""
        self._name(s, 1 - self.leads())

    def second_fire(self, s: Aiw) -> None:
        """[16.0a] [16.0b] What is left of the other side fires; nobody rolls morale."""
        self._fire(s, 1 - self.leads())

    def rows(self) -> list[SheetRow]:
        """[16.0k] [16.0a] What is known of it from the start: who attacks, on what ground, and who fires first."""
        sides, first = (self.attacker, 1 - self.attacker), self.leads()
        ours, theirs = (f"sheet.{'first' if side == first else 'second'}" for side in sides)
        ground = "terrain.rough.name" if ROUGH >> self.x & 1 else "terrain.open.name"
        return [side_row(self.attacker), ("terrain", ground, "", "16.0l"), ("fires", ours, theirs, "16.0a")]

    def leads(self) -> Side:
        """[16.0a] [16.0f] The side that fires first: Carlist attackers out of an ambush too (C7)."""
        return self.first if self.first >= 0 else fires_first(self.x, self.attacker)

    def _name(self, s: Aiw, side: Side) -> None:
        s.answer = -1
        let_act(s, self, side, FAVOURS, self)

    def fresh(self, s: Aiw, side: Side) -> Blocks:
        """The units of a side that are still to fire."""
        return self.firing(s, side) & ~self.fired

    def _fire(self, s: Aiw, side: Side) -> None:
        landed = self.landed and side == self.attacker
        hits = fire(
            s, self.x, side, self.fresh(s, side), landed=landed, favour=favour(s, self, s.answer),
            fewer=ROLLS_FEWER if side == LIBERAL and self.caught and REFUGES >> self.x & 1 else 0,
        )
        if side == LIBERAL and self.rockets:
            rolled = s.dice(self.rockets)
            scored = sum(die <= ROCKETS_HIT for die in rolled)
            s.tell("rockets_fired", self.rockets, ROCKETS_HIT, scored, faces(rolled))
            hits += scored
        self._suffer(s, 1 - side, hits)

    def _suffer(self, s: Aiw, side: Side, hits: int) -> None:
        targets = self.firing(s, side)
        if hits and self.walled == side:
            use_up(s, self, side)
            self.walled = -1
            hits -= 1
        if hits and targets:
            s.call(TakeHits(side, hits, targets))

    def raise_wall(self, side: Side) -> None:
        """[7.3b] L35, C30: a wall stops the first hit on a side."""
        self.walled = side

    def firing(self, s: Aiw, side: Side) -> Blocks:
        """[16.0n] The units of a side that were chosen to fire and are still there."""
        return self.picked & in_open(s, side, self.x)

    def judge(self, s: Aiw) -> None:
        """[16.0o] [16.0p] Who must retreat is seen by all."""
        self.loser = loser(s, self.x, self.attacker, self.picked, self.sortie, self.led)
        if self.loser >= 0:
            s.tell("must_retreat", self.loser, self.x)

    def no_quarter(self, s: Aiw) -> None:
        """[7.3b] C3: Liberals who must retreat lose a point more before, on the strongest unit that fired."""
        if self.loser == LIBERAL and self.firing(s, LIBERAL):
            let_act(s, self, CARLIST, MUST_RETREAT, self)

    def abandon(self, s: Aiw) -> None:
        """[16.0w] [16.0x] The side that retreats loses guns and part of its Train; nobody may be left to retreat."""
        if self.loser >= 0 and not fighters(s, in_open(s, self.loser, self.x)):
            self.loser = -1
        if self.loser >= 0:
            abandon(s, self.loser, self.x)

    def retreat(self, s: Aiw) -> None:
        """[16.0u] [17.9a] It retreats, without pursuit and without merging. So do attackers on the roads whose side has
        nobody left in the space while the enemy has [16.0x]."""
        if self.loser >= 0:
            s.call(Retreat(self.loser, self.x, ATTACKER if self.loser == self.attacker else DEFENDER))
        elif self._wiped_out(s) and on_roads(s, self.attacker, self.x):
            s.call(Retreat(self.attacker, self.x, ATTACKER))

    def _wiped_out(self, s: Aiw) -> bool:
        """[16.0x] Have the attackers nobody left, and the defenders somebody?"""
        here = [fighters(s, in_open(s, side, self.x)) for side in (self.attacker, 1 - self.attacker)]
        return not here[0] and bool(here[1])

    def follow(self, s: Aiw) -> None:
        """[11.4l] Attackers on the roads enter, unless they have retreated."""
        enter_from_roads(s, self.attacker, self.x)
        self.asked = self.attacker

    def after(self, s: Aiw) -> None:
        """[16.0i] Operational cards for what comes after a combat."""
        s.answer = 0
        open_window(s, AFTER_COMBAT, self.asked, self)

    def other_after(self, s: Aiw) -> str | None:
        """[16.0i] Any number of them; then the other side's."""
        return next_card(s, self, self.attacker, "after")


def fires_first(x: Area, attacker: Side) -> Side:
    """[16.0a] [16.0f] The side that fires first: the defender, but the Carlist in a Refuge."""
    return CARLIST if REFUGES >> x & 1 else 1 - attacker
