"""[16.0] Which units fire: both sides choose in secret. Assaults choose in the same way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from tablero.games.aiw.board import BLOCKS_OF, FIGHTERS, FOOT, HORSE, LIBERAL, REFUGES, ROUGH, TABLES, TRAINS
from tablero.games.aiw.rules.r05_units.s01_blocks import horse, in_open, of_units
from tablero.games.aiw.state import Aiw, Area, Blocks, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Mark
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Commit

_table = TABLES.table("skirmish")
MOST_FIRING = _table.integer("max_firing")                                              # [16.0c]
MOST_HORSE = (_table.integer("max_cavalry_open"), _table.integer("max_cavalry_rough"))  # [16.0c]
REFUGE_FIRING = _table.integer("refuge_liberal_attacker_max")                           # [16.0g]

ALL: Action = ("all",)

NO_FIRE = Refusal("16.0e", "trains_do_not_fire")
HORSE_LIMIT = Refusal("16.0c", "cavalry_limit")
TOO_MANY = Refusal("16.0c", "not_all_may_fire")
TOO_MANY_STORM = Refusal("18.1q", "not_all_may_assault")
RETREATED = Refusal("17.9r", "retreated_units_do_not_assault")
ONE_MUST_FIRE = Refusal("16.0c", "one_unit_must_fire")


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
        """[16.0c] [18.1q] All that are left may be chosen at once if they are few enough."""
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
        return replace(self, picked=self.picked & (BLOCKS_OF[seat] if seat >= 0 else 0))

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
