"""[12.2] Evasion: Carlists slip away from a group that enters their space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.aiw.board import CARLIST, CARLIST_ZONE, EVADE, FIGHTERS, HAND, REFUGES, TABLES
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard, may_hold, refuse_card
from tablero.games.aiw.rules.r17_battle.s09_retreat import EVADER, Retreat, ways_out
from tablero.games.aiw.state import Aiw, Area, Block, Blocks, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask, Pick

MOST = TABLES.table("evasion").integer("max_blocks")        # [12.2c]
STAND: Action = ("stand",)
TRY: Action = ("evade",)
NOBODY_STAYS: Action = ("pass",)

STAYED, GONE, REARGUARD = range(3)      # what an Evasion answers

TOO_MANY = Refusal("12.2c", "too_many_to_evade")
NO_TRAIN = Refusal("12.2g", "rearguard_is_a_fighting_unit")


@dataclass(slots=True)
class Evasion(Procedure):
    """[12.2] Carlists may evade a group that enters their space, but no Sortie [12.2k]; answers 0 they stay, 1 all are
    gone, 2 one stayed in the Fortress."""

    x: Area
    origin: Area
    automatic: bool = False     # by a card: no die, whatever their number [12.2b]
    tries: bool = False
    stay: Blocks = 0            # the one that remains as rearguard

    def steps(self) -> tuple[str, ...]:
        return ("ask", "roll", "rearguard", "go", "end")

    def ask(self, s: Aiw) -> str | None:
        """[12.0a] [12.2a] [12.2d] [12.2i] [12.2o] Only within the Carlist Zone, not after having stood once, and only
        with somewhere to go."""
        s.answer = STAYED
        if not free_to_evade(s, self.x):
            return END
        s.call(Evade(CARLIST))
        return None

    def roll(self, s: Aiw) -> str | None:
        """[12.2b] [12.2h] [12.2l] The die must exceed the number of blocks; in a Refuge none is rolled."""
        here = in_open(s, CARLIST, self.x)
        s.answer = STAYED
        if not self.tries:
            s.stood |= here
            s.tell("stands", self.x)
            return END
        if self.automatic or no_die_to_evade(self.x):
            s.tell("evades_at_once", self.x)
            return None
        die = s.die()
        if not slips_away(s, self.x, die):
            s.stood |= here
            s.tell("evasion_failed", self.x, die)
            return END
        s.tell("evades", self.x, die)
        return None

    def rearguard(self, s: Aiw) -> None:
        """[12.2g] With a Carlist Fortress in the space one unit may stay."""
        s.answer = -1
        if s.forts[CARLIST] >> self.x & 1:
            s.call(Stay(CARLIST, self.x))

    def go(self, s: Aiw) -> None:
        """[12.2e] [12.2m] All the others retreat one space, and nobody intercepts them."""
        self.stay = 0 if s.answer < 0 else 1 << s.answer
        s.call(Retreat(CARLIST, self.x, EVADER, stay=self.stay))

    def end(self, s: Aiw) -> None:
        """[12.2f] [12.2g] The group that came may go on, unless a rearguard stayed."""
        s.answer = REARGUARD if in_open(s, CARLIST, self.x) else GONE


def free_to_evade(s: Aiw, x: Area) -> bool:
    """[12.0a] [12.2a] [12.2d] [12.2i] [12.2o] Is there anybody who could slip away from a group that has entered, and
    somewhere to go?"""
    here = in_open(s, CARLIST, x)
    if not here or not CARLIST_ZONE >> x & 1 or here & s.stood:
        return False
    return bool(ways_out(s, CARLIST, x, EVADER))


def no_die_to_evade(x: Area) -> bool:
    """[12.2l] In a Refuge none is rolled."""
    return bool(REFUGES >> x & 1)


def slips_away(s: Aiw, x: Area, die: int) -> bool:
    """[12.2b] The die must exceed the number of blocks."""
    return die + pursuers(s, x) > in_open(s, CARLIST, x).bit_count()


def pursuers(s: Aiw, x: Area) -> int:
    """[12.2b] What the group that enters adds to the evasion die."""
    return -1 if s.chapelgorris >= 0 and s.at[s.chapelgorris] == x else 0


@dataclass(slots=True)
class Evade(Ask):
    """[12.2a] The enemy enters: try to evade, or stand and fight."""

    def players(self, s: Aiw) -> Sequence[Side]:
        """Asked is who is few enough, or in a Refuge, or might hold a card."""
        evasion = s.caller(self, Evasion)
        if evasion.tries:
            return ()
        possible = refuse_number(s, evasion.x) is None or may_hold(s, CARLIST, EVADE)
        return (self.who,) if possible else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [STAND, TRY, *(("play", card) for card in ids_of(s.piles[HAND[seat]]))]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == STAND:
            return None
        if action == TRY:
            return refuse_number(s, s.caller(self, Evasion).x)
        (card,) = action[1:]
        return refuse_card(s, seat, card, EVADE, about(s, self))

    def decline(self, s: Aiw, seat: Side) -> Action | None:
        return STAND

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        evasion = s.caller(self, Evasion)
        if action[0] == "play":
            (card,) = action[1:]
            s.call(PlayCard(seat, card))
            return AGAIN
        evasion.tries = action == TRY
        return None

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("12.2a", "evade", (("space", "space", s.caller(self, Evasion).x),))


def refuse_number(s: Aiw, x: Area) -> Refusal | None:
    """[12.2a] [12.2c] [12.2l] Infantry, Cavalry and Trains, that is all blocks, are counted; not in a Refuge."""
    if REFUGES >> x & 1 or in_open(s, CARLIST, x).bit_count() <= MOST:
        return None
    return TOO_MANY


@dataclass(slots=True)
class Stay(Pick):
    """[12.2g] One unit may stay at the Fortress; answers its block, or -1."""

    x: Area

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [NOBODY_STAYS, *(("rearguard", b) for b in ids_of(in_open(s, seat, self.x)))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return None if FIGHTERS >> s.unit[block] & 1 else NO_TRAIN

    def pick(self, s: Aiw, seat: Side, block: Block) -> None:
        (s.answer,) = pick_out(s, [block])
        fact(s, 1 << s.answer, FIGHTERS, 1)
        s.apart |= 1 << s.answer
