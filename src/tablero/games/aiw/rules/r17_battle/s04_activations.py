"""[17.4] Activated Infantry fires; the side that is hit shares out the hits. Charges are in s04_charges.py."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import BEFORE_FIRE, BLOCK_SIDE, DICE_MISSED, HITS_SCORED
from tablero.games.aiw.rules.r05_units.s01_blocks import foot
from tablero.games.aiw.rules.r07_cards.s03_combat import let_act, use_up
from tablero.games.aiw.rules.r16_skirmish.s00_tactics import PAYS, roll_again
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, front_of
from tablero.games.aiw.rules.r17_battle.s03_end import routed
from tablero.games.aiw.rules.r17_battle.s04_hits import battle_dice, effectiveness, shoot, strike
from tablero.games.aiw.rules.r17_battle.s05_morale import stand_fast
from tablero.games.aiw.state import Aiw, Block, Blocks, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import PublicPick

NOT_A_TARGET = Refusal("17.4e", "hits_go_to_front_infantry")


@dataclass(slots=True)
class InfantryFire(Procedure):
    """[17.4d] An Infantry unit fires on the enemy's front-line Infantry."""

    block: Block
    support: int = 0        # dice that Artillery adds
    hits: int = 0           # not yet taken
    struck: list[Block] = field(default_factory=list)       # blocks that took a hit and live: once for each hit
    volley: int = 0         # what a card adds to its effectiveness (L9)
    missed: int = 0         # dice without a hit
    mark: Block = -1        # the block that takes all hits by a card (C25)

    def steps(self) -> tuple[str, ...]:
        return ("declare", "roll", "bayonets", "again", "cover", "aim", "share", "take", "morale")

    def declare(self, s: Aiw) -> None:
        """[7.3b] L9: a volley is declared before the dice are rolled."""
        f, side = battlefield(s), BLOCK_SIDE[self.block]
        let_act(s, f, side, BEFORE_FIRE, self)

    def roll(self, s: Aiw) -> None:
        """[17.4d] [17.6b] A die for each point of strength, and one of Support, against its effectiveness."""
        f = battlefield(s)
        n = battle_dice(s, f, self.block) + self.support
        self.hits = shoot(s, f, self.block, n, self.least(s, f), self.support)
        self.missed = n - self.hits

    def least(self, s: Aiw, f: Battle) -> int:
        return effectiveness(s, f, self.block) + self.volley

    def bayonets(self, s: Aiw) -> None:
        """[7.3b] L18, C18: dice that missed may be rolled again."""
        s.answer = -1
        let_act(s, battlefield(s), BLOCK_SIDE[self.block], DICE_MISSED, self)

    def misses(self) -> tuple[Blocks, Blocks]:
        """The blocks that rolled, and those with dice that missed."""
        return 1 << self.block, 1 << self.block if self.missed else 0

    def again(self, s: Aiw) -> str | None:
        """[7.3b] [17.3b] L18, C18: without any hit the unit may lose a point, without a morale roll."""
        f = battlefield(s)
        if s.answer < 0:
            return None
        self.hits = roll_again(s, f, self.block, self.missed, self.least(s, f), self.hits)
        if self.hits != PAYS:
            return None
        strike(s, f, self.block)
        return None if routed(s, f) else END

    def cover(self, s: Aiw) -> None:
        """[7.3b] A Wall stops the first hit of a round (L35, C30); marksmen may choose their target (C25)."""
        f, side = battlefield(s), BLOCK_SIDE[self.block]
        if self.hits and f.wall and side == f.attacker and not f.sheltered:
            f.sheltered = True
            self.hits -= 1
            s.tell("wall_stops", 1 - side)
        s.answer = -1
        if self.hits:
            let_act(s, f, side, HITS_SCORED, self)

    def aim(self, s: Aiw) -> None:
        """[7.3b] C25: all hits of one unit go to the target."""
        self.mark = s.answer
        if self.mark >= 0:
            use_up(s, battlefield(s), BLOCK_SIDE[self.block])

    def share(self, s: Aiw) -> str | None:
        """[17.4e] [17.4f] The side that is hit shares the hits freely among its Infantry in front."""
        if not self.hits:
            return "morale"
        if self.mark >= 0:
            s.answer = self.mark
            return None
        enemy = 1 - BLOCK_SIDE[self.block]
        s.call(TakeFire(enemy, foot(s, front_of(battlefield(s), enemy))))
        return None

    def take(self, s: Aiw) -> str | None:
        """[5.3b] [17.3b] The named unit loses a point; without Infantry in front its side is routed at once."""
        f = battlefield(s)
        block = s.answer
        self.hits -= 1
        if not strike(s, f, block):
            self.struck.append(block)
            return "share"
        self.struck = [b for b in self.struck if b != block]
        if self.mark >= 0:
            self.hits = 0       # what is beyond the target's strength is lost
        return None if routed(s, f) else "share"

    def morale(self, s: Aiw) -> str | None:
        """[17.5a] Each unit that was hit rolls morale once."""
        if not self.struck:
            return None
        f = battlefield(s)
        block = self.struck[0]
        hits = self.struck.count(block)
        self.struck = [b for b in self.struck if b != block]
        stand_fast(s, f, block, hits)
        return None if routed(s, f) else "morale"


@dataclass(slots=True)
class TakeFire(PublicPick):
    """[17.4f] Choose the unit that takes a hit. Answers the block."""

    blocks: Blocks          # that may take it; all of them are revealed

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("hit", b) for b in ids_of(self.blocks)]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return None if self.blocks >> block & 1 else NOT_A_TARGET
