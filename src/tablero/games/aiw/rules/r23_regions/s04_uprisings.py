"""[23.4] Uprisings are suppressed, and Expeditions recruit."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import BLOCK_SIDE, FIGHTERS, LIBERAL, TABLES, area
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.rules.r07_cards.s00_decks import CABRERA
from tablero.games.aiw.rules.r10_actions.s00_used import act, refuse_acting
from tablero.games.aiw.rules.r22_uprising import level, lower_level
from tablero.games.aiw.state import Aiw, Area, Block, Blocks, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Pick

CRUSHED = 6                                                                     # [23.4k]
_per_unit = TABLES.table("suppress").integer("with_units_bonus_per_extra_unit")     # [23.4f]
NOT_THERE = Refusal("23.4f", "not_in_the_region")
NO_TRAINS = Refusal("23.4f", "only_infantry_and_cavalry")


def suppress_modifier(s: Aiw, x: Area) -> int:
    """[23.4d] What cards add to the die everywhere: Cabrera holds Valencia."""
    return -1 if s.lasting & CABRERA and x == area("valencia_murcia") else 0


def party_modifier(s: Aiw, x: Area, units: int) -> int:
    """[23.4f] What is added to the die if so many units take part."""
    return suppress_modifier(s, x) + _per_unit * max(0, units - 1)


def quelled(result: int, units: int, rebels: int) -> tuple[int, bool]:
    """[23.4g] [23.4h] [23.4i] [23.4j] [23.4k] By how many levels an Uprising falls, and does a unit suffer a loss?"""
    if units and result >= CRUSHED:
        return 2, False
    if result > rebels:
        return 1, False
    return (1, True) if units and result == rebels else (0, False)


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
        units, rebels = self.party.bit_count(), level(s, self.x)
        die = s.die()
        result = die + self.bonus + party_modifier(s, self.x, units)
        s.tell("suppression", self.x, units, die, result)
        levels, loss = quelled(result, units, rebels)
        if levels:
            lower_level(s, self.x, levels)
        if loss:
            s.call(SufferLoss(LIBERAL, self.x))

    def end(self, s: Aiw) -> None:
        """[10.0m] Those who took part have acted."""
        s.apart &= ~self.party
        settle(s)


@dataclass(slots=True)
class Muster(Pick):
    """[23.4f] Name the Infantry and Cavalry that help to suppress the Uprising, one by one; then the die is rolled."""

    x: Area

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, *(("join", b) for b in ids_of(in_open(s, seat, self.x)))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        if BLOCK_SIDE[block] != seat or s.at[block] != self.x:
            return NOT_THERE
        return refuse_acting(s, block) or (None if FIGHTERS >> s.unit[block] & 1 else NO_TRAINS)

    def pick(self, s: Aiw, seat: Side, block: Block) -> bool | None:
        suppression = s.caller(self, Suppress)
        party = bitset(pick_out(s, [block]))
        fact(s, party, FIGHTERS, 1)
        act(s, party)
        s.apart |= party
        suppression.party |= party
        return AGAIN if in_open(s, seat, self.x) & ~s.acted else None

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("23.4f", "muster", (("region", "space", self.x),))


@dataclass(slots=True)
class SufferLoss(Pick):
    """[23.4i] One of the units that took part loses a point of strength."""

    x: Area

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("hit", b) for b in ids_of(s.caller(self, Suppress).party)]

    def pick(self, s: Aiw, seat: Side, block: Block) -> None:
        suppression = s.caller(self, Suppress)
        (block,) = pick_out(s, [block])
        if lose(s, block):
            suppression.party &= ~(1 << block)
