"""[17.1] Deployment: both sides fill their front lines in secret, and lay them open together."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tablero.games.aiw.board import BLOCKS_OF, EFFECT, FOOT, HORSE, TRAINS
from tablero.games.aiw.fog import fact, pick_out, show
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, foot, horse, in_open
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import FRONT, front_of, on_field, rough
from tablero.games.aiw.state import Aiw, Blocks, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of, union
from tablero.kernel.frames import AGAIN, Mark
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Commit

FILL: Action = ("fill",)

NOT_FILLED = Refusal("17.1d", "front_not_filled")
IN_FRONT = Refusal("17.1d", "already_in_front")
ROW_FULL = Refusal("17.1f", "front_row_full")
TRAIN = Refusal("17.1l", "train_does_not_fight")
INSIDE_FORTRESS = Refusal("17.1b", "inside_the_fortress")
NOT_FIRST_GROUP = Refusal("17.1c", "not_of_the_first_group")


def rows(s: Aiw, f: Battle, side: Side) -> tuple[tuple[int, int], tuple[int, int]]:
    """[17.1b] [17.1c] [17.1f] A side's Infantry and Cavalry on the Battlefield, each with the boxes for them."""
    here = on_field(s, f, side)
    infantry, cavalry = FRONT[rough(f)]
    return (foot(s, here), infantry), (horse(s, here), cavalry)


@dataclass(slots=True)
class Deployment(Commit):
    """[17.1a] [17.1d] Choose the units of your front line: all boxes must be filled. The rest is your Reserve."""

    front: Blocks = 0       # blocks that both sides have picked; a secret until both are done

    def laid(self, s: Aiw, seat: Side) -> Blocks:
        """[17.1d] What a side has in front: where there is no choice it needs no picking."""
        both = rows(s, s.caller(self, Battle), seat)
        return union(blocks if blocks.bit_count() <= boxes else blocks & self.front for blocks, boxes in both)

    def open_rows(self, s: Aiw, seat: Side) -> int:
        """The blocks for which there is a box left."""
        unplaced = 0
        for blocks, boxes in rows(s, s.caller(self, Battle), seat):
            if boxes < blocks.bit_count() and (blocks & self.front).bit_count() < boxes:
                unplaced |= blocks & ~self.front
        return unplaced

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        here = on_field(s, s.caller(self, Battle), seat)
        return [DONE, FILL, *(("front", b) for b in ids_of(here))]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        left = self.open_rows(s, seat)
        if action == DONE:
            return NOT_FILLED if left else None
        if action == FILL:
            return None if left else ROW_FULL
        (block,) = action[1:]
        f = s.caller(self, Battle)
        if not on_field(s, f, seat) >> block & 1:
            return NOT_FIRST_GROUP if seat == f.attacker else INSIDE_FORTRESS
        if TRAINS >> s.unit[block] & 1:
            return TRAIN
        if self.laid(s, seat) >> block & 1:
            return IN_FRONT
        return None if left >> block & 1 else ROW_FULL

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return Commit.choose(self, s, seat, action)
        if action == FILL:
            self._fill(s, seat)
        else:
            (block,) = action[1:]
            self.front |= 1 << block
        return AGAIN

    def _fill(self, s: Aiw, seat: Side) -> None:
        """The boxes that are left are filled with the strongest."""
        for b in sorted(ids_of(self.open_rows(s, seat)), key=lambda b: -s.strength[b] * EFFECT[s.unit[b]]):
            if self.open_rows(s, seat) >> b & 1:
                self.front |= 1 << b

    def resolve(self, s: Aiw, answers: list[Action]) -> None:
        s.caller(self, Battle).front = self.laid(s, 0) | self.laid(s, 1)

    def hide(self, seat: Side) -> Deployment:
        shown = Commit.hide(self, seat)
        assert isinstance(shown, Deployment)
        shown.front &= BLOCKS_OF[seat] if seat >= 0 else 0
        return shown

    def guess(self, s: Aiw, seat: Side, chance: Random) -> None:
        """Any front line of the units that are guessed; who still chooses begins again."""
        f = s.caller(self, Battle)
        for side in self.seats:
            if side == seat:
                continue
            if self.answers[side] is not None:
                self.answers[side] = DONE
                for blocks, boxes in rows(s, f, side):
                    self.front |= bitset(chance.sample(ids_of(blocks), min(boxes, blocks.bit_count())))

    def marks(self, s: Aiw, seat: Side) -> tuple[Mark, ...]:
        return (Mark("front", "block", self.laid(s, seat) if seat in (0, 1) else 0),)


def reveal_front_lines(s: Aiw, f: Battle) -> None:
    """[17.1e] [17.1g] [17.1l] The front lines are shown; a Reserve stays hidden, and a Train in its box."""
    f.front = bitset(show(s, ids_of(f.front)))
    for side in (0, 1):
        rest = in_open(s, side, f.x) & ~f.front
        reserve = bitset(pick_out(s, ids_of(fighters(s, rest))))
        s.apart |= reserve
        fact(s, reserve, _left_over(s, f, side), reserve.bit_count())
        fact(s, rest & ~reserve, TRAINS, (rest & ~reserve).bit_count())
        s.tell("drew_up", side, front_of(f, side).bit_count(), reserve.bit_count())


def _left_over(s: Aiw, f: Battle, side: Side) -> Blocks:
    """[17.1d] What the enemy can tell of a Reserve: only of a full row something can be left."""
    infantry, cavalry = FRONT[rough(f)]
    line = front_of(f, side)
    left = FOOT if foot(s, line).bit_count() == infantry else 0
    return left | (HORSE if horse(s, line).bit_count() == cavalry else 0)
