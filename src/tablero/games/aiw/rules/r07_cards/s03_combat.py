"""[7.3] Tactical cards that lie open: whose they are, when they are used up, and the questions they ask.

What such a card changes stands where the number is asked for: look for its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from tablero.games.aiw.board import BLOCK_SIDE, CARD, FOOT, HORSE, NAVARRESE
from tablero.games.aiw.state import Aiw
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

YES: Action = ("yes",)
NO: Action = ("no",)
RIDERS = (CARD["cavalry_charge"], CARD["diego_de_leon"], CARD["navarrese_lancers"])     # cards that name Cavalry

NOT_THIS_UNIT = Refusal("7.3b", "card_is_for_another_unit")
NOTHING_MISSED = Refusal("7.3b", "no_dice_to_roll_again")


class Fight(Protocol):
    """A combat of any type."""

    tactic: list[int]       # by side: the Tactical card of this combat or round, -1 for none or if it is used up


def tactic_is(fight: Fight, side: int, name: str) -> bool:
    """[7.3b] Has a side laid this card in this combat or round, and not yet used it up?"""
    return fight.tactic[side] == CARD[name]


def use_up(s: Aiw, fight: Fight, side: int) -> None:
    """[7.3b] The card of a side that acts once has acted."""
    s.tell("card_used", side, fight.tactic[side])
    fight.tactic[side] = -1


@dataclass(slots=True)
class UseTactic(Ask):
    """[7.3b] Let the card that you have laid act now, for this unit? It acts once. Answers 1 or 0."""

    card: int
    block: int              # it lies open

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [YES, NO]

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        s.answer = int(action == YES)

    def prompt(self, s: Aiw, seat: int) -> Prompt:
        return Prompt("7.3b", "use_tactic", (("card", "card", self.card), ("unit", "unit", s.unit[self.block])))

    def public(self, s: Aiw) -> bool:
        return True


@dataclass(slots=True)
class NameUnit(Ask):
    """[7.3b] Name the unit to which a card is applied. Answers its block."""

    card: int
    blocks: int             # of the side; all of them lie open

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [("name", b) for b in ids_of(self.blocks)]

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        (block,) = action[1:]
        if self.card == CARD["ambush"]:
            return None
        return None if (HORSE if self.card in RIDERS else FOOT) >> s.unit[block] & 1 else NOT_THIS_UNIT

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        (s.answer,) = action[1:]

    def prompt(self, s: Aiw, seat: int) -> Prompt:
        return Prompt("7.3b", "name_unit", (("card", "card", self.card),))

    def public(self, s: Aiw) -> bool:
        return True


# ------------------------------------------------------------------------------------------------------------ bayonets


def bayonets(fight: Fight, side: int) -> bool:
    """[7.3b] L18, C18: may a side roll the dice of an Infantry unit again that missed?"""
    return tactic_is(fight, side, "bayonet_charge_l") or tactic_is(fight, side, "guides_of_navarre")


def exposed(s: Aiw, fight: Fight, block: int) -> bool:
    """[7.3b] Does the unit lose a point if it still hits nobody? By L18 always, by C18 unless it is Navarrese."""
    guides = tactic_is(fight, BLOCK_SIDE[block], "guides_of_navarre")
    return not (guides and NAVARRESE >> s.unit[block] & 1)


@dataclass(slots=True)
class RollAgain(Ask):
    """[7.3b] Dice have missed: by your card one Infantry unit may roll them again, once. Answers its block, or -1."""

    card: int
    blocks: int             # that have rolled dice; they lie open
    missed: int             # those of them with dice that missed

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [PASS, *(("reroll", b) for b in ids_of(self.blocks))]

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        (block,) = action[1:]
        if not FOOT >> s.unit[block] & 1:
            return NOT_THIS_UNIT
        return None if self.missed >> block & 1 else NOTHING_MISSED

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        s.answer = -1
        if action != PASS:
            (s.answer,) = action[1:]

    def prompt(self, s: Aiw, seat: int) -> Prompt:
        return Prompt("7.3b", "roll_again", (("card", "card", self.card),))

    def public(self, s: Aiw) -> bool:
        return True
