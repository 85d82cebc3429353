"""[16] Skirmish: one round of fire, then one side retreats."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tablero.games.aiw.board import (
    AFTER_COMBAT, BLOCKS_OF, CARLIST, CARLIST_HILLS, COMBAT, COUNTED, FAVOURS, FIELD, FIGHTERS, FOOT, HORSE, LIBERAL,
    MUST_RETREAT, REFUGES, ROUGH, TABLES, TRAINS, VANGUARD
)
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import besieged
from tablero.games.aiw.rules.r05_units.s01_blocks import counted, fighters, horse, in_open, of_units, on_roads, trains
from tablero.games.aiw.rules.r05_units.s01_counters import add_load, load
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.rules.r07_cards.s01_types import SKIRMISH, Tactics, open_window
from tablero.games.aiw.rules.r07_cards.s03_combat import NameUnit, let_act, use_up
from tablero.games.aiw.rules.r14_artillery import capture
from tablero.games.aiw.rules.r16_skirmish.s00_fire import TakeHits, dice, fire, lay_open, need, roll
from tablero.games.aiw.rules.r16_skirmish.s00_tactics import AMBUSHED, NO_GIFT, ROLLS_FEWER, favour
from tablero.games.aiw.rules.r17_battle.s09_retreat import ATTACKER, DEFENDER, Retreat, enter_from_roads
from tablero.games.aiw.state import Aiw, Area, Blocks, Card, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Mark, Procedure, clone_frame
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Commit

_table = TABLES.table("skirmish")
MOST_FIRING = _table.integer("max_firing")                                                              # [16.0c]
MOST_HORSE = (_table.integer("max_cavalry_open"), _table.integer("max_cavalry_rough"))                  # [16.0c]
REFUGE_FIRING = _table.integer("refuge_liberal_attacker_max")                                           # [16.0g]
ROCKETS_HIT = 2                                                                                         # card L21
TRAIN_LOSS = _table.integer("supply_train_lost_on_retreat")                                             # [16.0w]

ALL: Action = ("all",)

NO_FIRE = Refusal("16.0e", "trains_do_not_fire")
HORSE_LIMIT = Refusal("16.0c", "cavalry_limit")
TOO_MANY = Refusal("16.0c", "not_all_may_fire")
TOO_MANY_STORM = Refusal("18.1q", "not_all_may_assault")
RETREATED = Refusal("17.9r", "retreated_units_do_not_assault")
ONE_MUST_FIRE = Refusal("16.0c", "one_unit_must_fire")

# --------------------------------------------------------------------------------------------------------- who fires


def most_firing(x: Area, side: Side, attacker: Side) -> int:
    """[16.0c] [16.0g] How many Infantry and Cavalry units of a side fire at most in a Skirmish."""
    return REFUGE_FIRING if REFUGES >> x & 1 and side == attacker == LIBERAL else MOST_FIRING


def most_riding(x: Area) -> int:
    """[16.0c] How many of them may be Cavalry."""
    return MOST_HORSE[ROUGH >> x & 1]


@dataclass(slots=True)
class ChooseFiring(Commit):
    """[16.0h] [16.0c] [18.1q] Choose in secret the units that fire, one by one; answers the blocks of all, which are to
    be shown together."""

    x: Area = -1
    most: tuple[int, ...] = ()      # by side: how many
    riding: int = 0                 # how many of them may be Cavalry
    assault: bool = False
    picked: Blocks = 0              # blocks of both sides; a secret until they are shown

    def pool(self, s: Aiw, seat: Side) -> Blocks:
        return in_open(s, seat, self.x) & ~self.picked

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        actions: list[Action] = [("fire", b) for b in ids_of(self.pool(s, seat))]
        return [*actions, ALL, DONE] if self.choosable(s, seat).bit_count() > 1 else [*actions, DONE]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == DONE:
            idle = not self.picked & BLOCKS_OF[seat] and self.choosable(s, seat)
            return ONE_MUST_FIRE if idle else None
        if action == ALL:
            return self.refuse_all(s, seat)
        (block,) = action[1:]
        if not self.pool(s, seat) >> block & 1:
            return None
        if TRAINS >> s.unit[block] & 1:
            return NO_FIRE
        if self.assault and s.retreated >> block & 1:
            return RETREATED
        return HORSE_LIMIT if HORSE >> s.unit[block] & 1 and not self.horse_left(s, seat) else None

    def refuse_all(self, s: Aiw, seat: Side) -> Refusal | None:
        """[16.0c] [18.1q] All that are left may be chosen at a word if they are few enough."""
        chosen = self.choosable(s, seat) | self.picked & BLOCKS_OF[seat]
        if chosen.bit_count() <= self.most[seat] and horse(s, chosen).bit_count() <= self.riding:
            return None
        return TOO_MANY_STORM if self.assault else TOO_MANY

    def horse_left(self, s: Aiw, seat: Side) -> int:
        """[16.0c] How many Cavalry units the seat may still choose."""
        return self.riding - horse(s, self.picked & BLOCKS_OF[seat]).bit_count()

    def choosable(self, s: Aiw, seat: Side) -> Blocks:
        """The blocks that the seat may still choose."""
        if (self.picked & BLOCKS_OF[seat]).bit_count() >= self.most[seat]:
            return 0
        pool = self.pool(s, seat)
        if self.assault:
            pool &= ~s.retreated
        return of_units(s, pool, FIGHTERS if self.horse_left(s, seat) else FOOT)

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        """Who has chosen as many as may fire, or all he has, is done: everybody can tell. Else he says so."""
        if action == ALL:
            self.picked |= self.choosable(s, seat)
        elif action != DONE:
            (block,) = action[1:]
            self.picked |= 1 << block
        full = (self.picked & BLOCKS_OF[seat]).bit_count() >= self.most[seat] or not self.pool(s, seat)
        if full or action in (ALL, DONE):
            self.answers[self.seats.index(seat)] = DONE
        if None in self.answers:
            return AGAIN
        s.answer = self.picked
        return None

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("18.1q", "choose_assaulting") if self.assault else Prompt("16.0h", "choose_firing")

    def hide(self, seat: Side) -> ChooseFiring:
        shown = clone_frame(self)
        assert isinstance(shown, ChooseFiring)
        shown.picked &= BLOCKS_OF[seat] if seat >= 0 else 0
        return shown

    def guess(self, s: Aiw, seat: Side, chance: Random) -> None:
        """Who has chosen has any that may fire, one at least; who still chooses begins again."""
        for i, owner in enumerate(self.seats):
            if owner != seat and self.answers[i] is not None:
                self.answers[i] = DONE
                while choices := ids_of(self.choosable(s, owner)):
                    self.picked |= 1 << chance.choice(choices)
                    if chance.random() < 0.5:
                        break

    def marks(self, s: Aiw, seat: Side) -> tuple[Mark, ...]:
        return (Mark("picked", "block", self.picked),)


# ------------------------------------------------------------------------------------------------------- the skirmish


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
        self.picked = lay_open(s, self.picked | s.answer)
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
        if s.answer:
            return "operational"
        if self.asked == self.attacker:
            self.asked = 1 - self.attacker
            return "operational"
        return None

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
            self._suffer(s, CARLIST, roll(s, block, dice(s, block), need(s, block, self.x)))

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
            scored = sum(die <= ROCKETS_HIT for die in s.dice(self.rockets))
            s.tell("rockets_fired", self.rockets, ROCKETS_HIT, scored)
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
        if s.answer:
            return "after"
        if self.asked == self.attacker:
            self.asked = 1 - self.attacker
            return "after"
        return None


def fires_first(x: Area, attacker: Side) -> Side:
    """[16.0a] [16.0f] The side that fires first: the defender, but the Carlist in a Refuge."""
    return CARLIST if REFUGES >> x & 1 else 1 - attacker


def number(s: Aiw, x: Area, side: Side, relief: bool) -> int:
    """[16.0q] [16.0r] [16.0s] The units of a side that count for who retreats: with a relief force also those it came
    to free."""
    inside = s.shut[x] if relief and besieged(s, side, x) else 0
    return counted(s, in_open(s, side, x) | inside).bit_count()


def loser(s: Aiw, x: Area, attacker: Side, picked: Blocks, sortie: bool, led: bool = False) -> Side:
    """[16.0o] [16.0p] [16.0t] [16.0x] The side that must retreat after the fire, or -1: the attacker, unless he
    outnumbers the defender, or with Espartero (L22) equals him; but Cavalry without Infantry that fired yields to
    Infantry that did."""
    there = [in_open(s, side, x) for side in (0, 1)]
    if not fighters(s, there[0]) or not fighters(s, there[1]):
        return -1
    steady = [of_units(s, there[side] & picked, FOOT & COUNTED) for side in (0, 1)]
    for side in (0, 1):
        if steady[1 - side] and not steady[side] and horse(s, there[side]):
            return side
    more = number(s, x, attacker, not sortie) - number(s, x, 1 - attacker, False)
    return 1 - attacker if more > 0 or led and not more else attacker


def is_covered(s: Aiw, side: Side, x: Area) -> bool:
    """[16.0v] Does a side that retreats save guns and Train: by Cavalry outside the Fortress and not on a road, or as
    Carlists in Rough of their zone? If only hidden blocks can tell, guns that are lost or saved tell it of them."""
    if side == CARLIST and CARLIST_HILLS >> x & 1 or horse(s, in_open(s, side, x) & s.shown):
        return True
    hidden = in_open(s, side, x) & ~s.shown
    covered = bool(horse(s, hidden))
    if load(s, side, FIELD, x):
        fact(s, hidden, HORSE if covered else FOOT | TRAINS, 1 if covered else hidden.bit_count())
    return covered


def abandon(s: Aiw, side: Side, x: Area) -> None:
    """[16.0w] A side that retreats uncovered loses half its Field Artillery to the victor and a point of its Train."""
    if is_covered(s, side, x):
        return
    taken = (load(s, side, FIELD, x) + 1) // 2
    if taken:
        add_load(s, side, FIELD, x, -taken)
        capture(s, 1 - side, x, FIELD, taken)
    for b in pick_out(s, ids_of(trains(s, in_open(s, side, x)))):
        fact(s, 1 << b, TRAINS, 1)
        lose(s, b, TRAIN_LOSS)
