"""[17.4] Activated Cavalry charges: on Cavalry, which may countercharge, flee or hold; or on Infantry, which may
resist."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import (
    BLOCK_SIDE, CARLIST, CHARGE_ANSWERED, CHARGE_DECLARED, DICE_MISSED, LIBERAL, MOST, PARTIDAS
)
from tablero.games.aiw.rules.r07_cards.s03_combat import let_act
from tablero.games.aiw.rules.r16_skirmish.s00_fire import dice, roll, shot_rows
from tablero.games.aiw.rules.r16_skirmish.s00_tactics import PAYS, roll_again
from tablero.games.aiw.rules.r17_battle.s00_battle import BATTLE_TABLE, Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, fresh_horse, front_of, is_horse, rough
from tablero.games.aiw.rules.r17_battle.s03_end import routed
from tablero.games.aiw.rules.r17_battle.s04_hits import battle_dice, effectiveness, fire, strike, take_hits
from tablero.games.aiw.rules.r17_battle.s05_morale import demoralize, holds_out, morale_of, passes
from tablero.games.aiw.state import Aiw, Block, Blocks, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import PublicAsk, PublicPick

CHARGE_SPENT = BATTLE_TABLE.integer("charge_spent")                             # [17.4m]
CHARGE_CARLIST = (BATTLE_TABLE.integer("charge_carlist_open"), BATTLE_TABLE.integer("charge_carlist_rough"))
CHARGE_FULL = BATTLE_TABLE.integer("charge_full_strength")
CHARGE_LAST = BATTLE_TABLE.integer("charge_one_strength")
RESIST_ON = BATTLE_TABLE.integer("charge_resist_hits_on")                       # [17.4o]
BREAK_IN = BATTLE_TABLE.integer("charge_success_effectiveness")                 # [17.4p]

HOLD: Action = ("hold",)
FLEE: Action = ("flee",)
HOLDS, FLEES = -1, -2       # answers to a charge; a block countercharges

NOT_A_TARGET = Refusal("17.4g", "charge_the_enemy_front_line")
NO_COUNTERCHARGE = Refusal("17.4i", "fresh_front_cavalry_countercharges")
SURPRISED = Refusal("7.3b", "no_countercharge_against_diego_de_leon")
FOOT_STANDS = Refusal("17.4l", "infantry_does_not_flee")


@dataclass(slots=True)
class CavalryCharge(Procedure):
    """[17.4g] A Cavalry unit charges."""

    block: Block
    target: Block = -1
    reply: Block = -1       # HOLDS, FLEES, or the block that countercharges
    surprise: bool = False  # nobody may countercharge, by a card (L30)
    spur: int = 0           # 1 if a card helps a charge or countercharge (L10, C31)
    hits: int = 0           # of Infantry that resists
    missed: int = 0         # its dice without a hit

    def steps(self) -> tuple[str, ...]:
        return ("aim", "declare", "answer", "spur_on", "resolve", "bayonets", "repel")

    def aim(self, s: Aiw) -> None:
        """[17.4g] The target is named."""
        s.call(ChargeTarget(BLOCK_SIDE[self.block]))

    def declare(self, s: Aiw) -> None:
        """[7.3b] L30: with the target the Liberal says whether this is the charge of Diego de León."""
        f, side = battlefield(s), BLOCK_SIDE[self.block]
        self.target = s.answer
        s.tell("charges", s.unit[self.block], s.unit[self.target])
        let_act(s, f, side, CHARGE_DECLARED, self)

    def answer(self, s: Aiw) -> None:
        """[17.4h] [17.4i] [17.4j] [17.4k] [17.4l] A fresh Cavalry target countercharges; else its owner decides."""
        f, side = battlefield(s), BLOCK_SIDE[self.block]
        ready = 0 if self.surprise else fresh_horse(s, f, 1 - side)
        if ready >> self.target & 1:
            s.answer = self.target
        elif ready or is_horse(s, self.target):
            s.call(AnswerCharge(1 - side, self.target, self.surprise))
        else:
            s.answer = HOLDS

    def spur_on(self, s: Aiw) -> None:
        """[7.3b] A card may help one charge on Infantry that is not countercharged (L10), or one charge or
        countercharge of Carlists (C31)."""
        f, side = battlefield(s), BLOCK_SIDE[self.block]
        self.reply = s.answer
        let_act(s, f, side, CHARGE_ANSWERED, self)
        if self.reply >= 0:
            let_act(s, f, 1 - side, CHARGE_ANSWERED, self)

    def resolve(self, s: Aiw) -> str | None:
        """[17.4h] [17.4j] [17.4k] [17.4m] The charge is fought; it may rout a side."""
        f, side = battlefield(s), BLOCK_SIDE[self.block]
        if self.reply >= 0:
            clash(s, f, self.block, self.reply, *((self.spur, 0) if side == CARLIST else (0, self.spur)))
        elif self.reply == FLEES:
            s.tell("flees", s.unit[self.target])
            demoralize(s, f, self.target)
        elif is_horse(s, self.target):
            hold_against(s, f, self.block, self.target, self.spur)
        elif self.resisted(s, f):
            return None
        return None if routed(s, f) else END

    def resisted(self, s: Aiw, f: Battle) -> bool:
        """[17.4m] [17.4o] [17.4p] Infantry resists by a morale roll and fires; or the Cavalry breaks in."""
        target = self.target
        need = charge_morale(s, f, target) - self.spur - int(self.surprise)
        if not holds_out(s, f, target) and not passes(s, target, need, "17.4m"):
            break_in(s, f, self.block, target, self.spur if BLOCK_SIDE[self.block] == LIBERAL else 0)
            return False
        s.tell("resists", s.unit[target])
        n = battle_dice(s, f, target)
        self.hits = roll(s, target, n, RESIST_ON)
        parts = [("river", n - dice(s, target), "6.0f")]
        s.sheet(lambda: shot_rows(s, target, n, RESIST_ON, parts, "17.4o"))
        self.missed = n - self.hits
        return True

    def bayonets(self, s: Aiw) -> None:
        """[7.3b] L18, C18: dice of the Infantry that missed may be rolled again."""
        s.answer = -1
        let_act(s, battlefield(s), BLOCK_SIDE[self.target], DICE_MISSED, self)

    def misses(self) -> tuple[Blocks, Blocks]:
        """The blocks that rolled, and those with dice that missed."""
        return 1 << self.target, 1 << self.target if self.missed else 0

    def repel(self, s: Aiw) -> None:
        """[17.4o] The Cavalry takes the hits of the Infantry, which may lose a point if it has none (L18, C18)."""
        f = battlefield(s)
        if s.answer >= 0:
            self.hits = roll_again(s, f, self.target, self.missed, RESIST_ON, self.hits)
        if self.hits == PAYS:
            strike(s, f, self.target)
        else:
            take_hits(s, f, self.block, self.hits)
        routed(s, f)


@dataclass(slots=True)
class ChargeTarget(PublicPick):
    """[17.4g] Name the unit of the enemy's front line that is charged. Answers its block."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("target", b) for b in ids_of(front_of(battlefield(s), 1 - seat))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return None if front_of(battlefield(s), 1 - seat) >> block & 1 else NOT_A_TARGET


@dataclass(slots=True)
class AnswerCharge(PublicAsk):
    """[17.4i] [17.4l] Your unit is charged: countercharge with fresh Cavalry, let it hold, or let Cavalry flee."""

    target: Block
    surprise: bool = False  # nobody may countercharge, by a card (L30)

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        line = ids_of(front_of(battlefield(s), seat))
        return [HOLD, FLEE, *(("countercharge", b) for b in line if is_horse(s, b))]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == HOLD:
            return None
        if action == FLEE:
            return None if is_horse(s, self.target) else FOOT_STANDS
        (block,) = action[1:]
        if not fresh_horse(s, battlefield(s), seat) >> block & 1:
            return NO_COUNTERCHARGE
        return SURPRISED if self.surprise else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        if len(action) == 1:
            s.answer = HOLDS if action == HOLD else FLEES
        else:
            (s.answer,) = action[1:]


def clash(s: Aiw, f: Battle, charger: Block, counter: Block, own: int = 0, other: int = 0) -> None:
    """[17.4h] [17.4b] Two Cavalry units fire at the same time, then take hits and roll morale; both are spent. A card
    may add to the effectiveness of either."""
    s.tell("countercharges", s.unit[counter], s.unit[charger])
    f.spent |= 1 << counter
    hits, back = fire(s, f, charger, own), fire(s, f, counter, other)
    take_hits(s, f, charger, back)
    take_hits(s, f, counter, hits)


def hold_against(s: Aiw, f: Battle, charger: Block, target: Block, spur: int = 0) -> None:
    """[17.4k] Spent Cavalry holds: it fires back if it has survived the charge and passed its morale roll."""
    s.tell("holds", s.unit[target])
    take_hits(s, f, target, fire(s, f, charger, spur))
    if f.front >> target & 1:
        take_hits(s, f, charger, fire(s, f, target))


def break_in(s: Aiw, f: Battle, charger: Block, target: Block, more: int) -> None:
    """[17.4p] The Cavalry breaks in, with a die more by a card (L10)."""
    s.tell("breaks_in", s.unit[charger], s.unit[target])
    f.spent |= 1 << target
    n, least = dice(s, charger) + more, effectiveness(s, f, charger) + BREAK_IN
    hits = roll(s, charger, n, least)
    parts = [("landed", dice(s, charger) - s.strength[charger], "13.2i"), ("card_dice", more, "7.3b"),
             ("break_in", BREAK_IN, "17.4p")]
    s.sheet(lambda: shot_rows(s, charger, n, least, parts))
    take_hits(s, f, target, hits)


def charge_morale(s: Aiw, f: Battle, target: Block) -> int:
    """[17.4m] [17.4n] The modified morale of Infantry that is charged, better behind a Wall (L35, C30)."""
    need = morale_of(s, f, target)
    if f.spent >> target & 1:
        need += CHARGE_SPENT
    if BLOCK_SIDE[target] == CARLIST:
        need += CHARGE_CARLIST[rough(f)]
    unit = s.unit[target]
    if s.strength[target] == MOST[unit] and not PARTIDAS >> unit & 1:
        need += CHARGE_FULL
    if s.strength[target] == 1:
        need += CHARGE_LAST
    return need + (1 if f.wall and BLOCK_SIDE[target] != f.attacker else 0)
