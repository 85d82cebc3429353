"""[7.3b] The questions that Tactical cards ask."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import CARDS, FIGHTERS, FOOT, GUARD
from tablero.games.aiw.fog import fact, show
from tablero.games.aiw.rules.r05_units.s01_blocks import foot, of_units
from tablero.games.aiw.rules.r07_cards.s03_combat import NOT_THIS_UNIT, use_up
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, front_of, reserve_of
from tablero.games.aiw.rules.r17_battle.s04_activations import NOT_A_TARGET
from tablero.games.aiw.rules.r17_battle.s07_end_of_round import NOT_IN_RESERVE, ROW_FULL, room_for_foot
from tablero.games.aiw.state import Aiw, Block, Blocks, Card, Side
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Pick, PublicAsk, PublicPick

YES: Action = ("yes",)
NO: Action = ("no",)
STEP_IN: Action = ("step_in",)
FOOT_GUARD = GUARD & FOOT
MOST_STEADFAST = 2      # C35

GUARD_FIRST = Refusal("7.3b", "guard_comes_first")
NAMED = Refusal("7.3b", "unit_named_already")
NOTHING_MISSED = Refusal("7.3b", "no_dice_to_roll_again")


@dataclass(slots=True)
class UseTactic(PublicAsk):
    """[7.3b] Let the card that you have laid act now, for this unit? It acts once."""

    card: Card
    block: Block            # it is revealed

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [YES, NO]

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        if action == YES:
            use_up(s, battlefield(s), seat)
            CARDS.effects[self.card](s, seat, about(s, self))

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("7.3b", "use_tactic", (("card", "card", self.card), ("unit", "unit", s.unit[self.block])))


@dataclass(slots=True)
class RollAgain(PublicPick):
    """[7.3b] Dice have missed: by your card one Infantry unit may roll them again, once. Answers its block, or -1."""

    card: Card
    blocks: Blocks          # that have rolled dice; they are revealed
    missed: Blocks          # those of them with dice that missed

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [PASS, *(("reroll", b) for b in ids_of(self.blocks))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        if not FOOT >> s.unit[block] & 1:
            return NOT_THIS_UNIT
        return None if self.missed >> block & 1 else NOTHING_MISSED

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        return Prompt("7.3b", "roll_again", (("card", "card", self.card),))


@dataclass(slots=True)
class Marksmen(PublicPick):
    """[7.3b] Name the enemy Infantry unit in front that takes all these hits, or keep the card. Answers its block,
    or -1."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [PASS, *(("target", b) for b in ids_of(front_of(battlefield(s), 1 - seat)))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return None if foot(s, front_of(battlefield(s), 1 - seat)) >> block & 1 else NOT_A_TARGET


@dataclass(slots=True)
class GuardReserve(Procedure):
    """[7.3b] L36: an Infantry unit comes out of Reserve, of the Royal Guard if there is one."""

    side: Side
    block: Block = -1

    def steps(self) -> tuple[str, ...]:
        return ("choose", "bring", "enter")

    def choose(self, s: Aiw) -> str | None:
        """[7.3b] Without Infantry in Reserve the card has no effect."""
        reserve = reserve_of(s, battlefield(s), self.side)
        if not foot(s, reserve):
            return END
        if not foot(s, reserve & s.shown):
            fact(s, reserve & ~s.shown, FOOT, 1)
        s.call(CallGuard(self.side))
        return None

    def bring(self, s: Aiw) -> None:
        """[5.2a] It is shown; if it is not of the Guard everybody knows that there is none."""
        self.block = s.answer
        if not s.shown >> self.block & 1:
            (self.block,) = show(s, [self.block])
        rest = reserve_of(s, battlefield(s), self.side) & ~s.shown
        if not FOOT_GUARD >> s.unit[self.block] & 1:
            fact(s, rest, FIGHTERS & ~FOOT_GUARD, rest.bit_count())
        s.answer = -1
        s.call(GuardBox(self.side))

    def enter(self, s: Aiw) -> None:
        """[7.3b] It goes to an empty box, or takes another's place; it is fresh, and has better morale."""
        f, other = battlefield(s), s.answer
        if other >= 0:
            f.front &= ~(1 << other)
            s.tell("pulled_back", s.unit[other])
        f.front |= 1 << self.block
        f.guard = self.block
        s.tell("brought_up", s.unit[self.block])


@dataclass(slots=True)
class CallGuard(Pick):
    """[7.3b] Name the Infantry unit that comes out of your Reserve. Answers its block."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("bring_up", b) for b in ids_of(reserve_of(s, battlefield(s), seat))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        reserve = reserve_of(s, battlefield(s), seat)
        if not reserve >> block & 1:
            return NOT_IN_RESERVE
        if not FOOT >> s.unit[block] & 1:
            return NOT_THIS_UNIT
        guards = of_units(s, reserve, FOOT_GUARD)
        return GUARD_FIRST if guards and not guards >> block & 1 else None


@dataclass(slots=True)
class GuardBox(PublicPick):
    """[7.3b] Where does the unit go: to an empty box, or in the place of Infantry in front? Answers that block, or
    -1."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [STEP_IN, *(("exchange", b) for b in ids_of(front_of(battlefield(s), seat)))]

    def refuse_none(self, s: Aiw, seat: Side) -> Refusal | None:
        return None if room_for_foot(s, battlefield(s), seat) else ROW_FULL

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return None if FOOT >> s.unit[block] & 1 else NOT_THIS_UNIT


@dataclass(slots=True)
class LastCartridge(PublicPick):
    """[7.3b] Name up to two Infantry units in front: each passes its first morale roll of this round."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, *(("name", b) for b in ids_of(front_of(battlefield(s), seat)))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        if not FOOT >> s.unit[block] & 1:
            return NOT_THIS_UNIT
        return NAMED if battlefield(s).steadfast >> block & 1 else None

    def pick(self, s: Aiw, seat: Side, block: Block) -> bool | None:
        f = battlefield(s)
        f.steadfast |= 1 << block
        s.tell("steadfast", s.unit[block])
        return AGAIN if f.steadfast.bit_count() < MOST_STEADFAST else None
