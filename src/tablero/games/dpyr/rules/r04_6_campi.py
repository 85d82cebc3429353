"""[4.6] Campi: skirmishers step out, fire, and go back to where they came from."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tablero.games.dpyr.board import CAMPI, CAVALRY, GEFE, INFANTRY, TABLES
from tablero.games.dpyr.rules.r06_movement import (
    Dress,
    drop_empty,
    face,
    lift,
    open_ground,
    put,
    stir,
    tell_move,
    walk,
    without_full,
)
from tablero.games.dpyr.state import OFF, Dpyr, fire_factor, unseen_by_owner
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Refusal

TOO_FAR = Refusal("4.6a", "campi_one_hex")
NO_FIRE_FACTOR = Refusal("4.6a", "campi_no_fire_factor")


def refuse_unit(s: Dpyr, unit: int) -> Refusal | None:
    """[4.6a] Infantry and cavalry with a fire factor; an unseen marker may hold one."""
    kind = s.b.kind[unit]
    if kind in (INFANTRY, CAVALRY):
        return None if fire_factor(s, unit) > 0 or unseen_by_owner(s, unit) else NO_FIRE_FACTOR
    return None if kind == GEFE else NO_FIRE_FACTOR


def reach(s: Dpyr, unit: int) -> int:
    """[4.6c] One hex, next to the enemy if need be; stacking holds there."""
    return without_full(s, unit, walk(s, unit, TABLES.movement[CAMPI][s.b.kind[unit]], open_ground(s)))


def post(s: Dpyr, unit: int, moved: int) -> list[int]:
    """[4.6b] What a unit leaves when it steps out: its hex, how many units that belong there lie under it, the facing.
    Gefes, and guests who moved in just now, do not belong there."""
    x = s.at[unit]
    pile = s.piles[x]
    under = sum(not (s.b.gefe_bits | moved) >> u & 1 for u in pile[: pile.index(unit)])
    return [unit, x, under, s.facing[unit]]


def posts_seen(s: Dpyr, stepped: list[int]) -> list[int]:
    """[6.3f] The posts as the enemy knows them: `~hex` stands for something concealed that stepped out into the hex."""
    found: list[int] = []
    for i in range(0, len(stepped), 4):
        unit, x, under, facing = stepped[i : i + 4]
        if s.hidden >> unit & 1:
            unit, facing = ~s.at[unit], 0
        found += (unit, x, 0 if x in s.under or unit < 0 else under, facing)
    return found


def guess_posts(s: Dpyr, stepped: list[int], chance: Random) -> None:
    """Whose posts they are: any concealed skirmishers in the hexes into which something stepped out."""
    skirmishers = s.hidden & (s.b.kind_bits[INFANTRY] | s.b.kind_bits[CAVALRY])
    for i in range(0, len(stepped), 4):
        if stepped[i] < 0:
            units = [u for u in s.piles[~stepped[i]] if skirmishers >> u & 1 and u not in stepped[::4]]
            left = s.piles.get(stepped[i + 1], ())
            stepped[i] = chance.choice(units)
            stepped[i + 2] = chance.randint(0, len(left))
            stepped[i + 3] = s.facing[left[0]] if left else chance.randrange(6)


@dataclass(slots=True)
class GoBack(Procedure):
    """[4.6b] All units that stepped out end in the hex they left."""

    who: int
    stepped: list[int]          # the posts, in the order in which they were left: four numbers for each
    back: list[int]             # units that may still change facing

    def steps(self) -> tuple[str, ...]:
        return ("go_back", "dress")

    def go_back(self, s: Dpyr) -> None:
        """[4.6b] Back to the hex, the place in the stack and the facing they had."""
        four = range(0, len(self.stepped), 4)
        out = [s.at[self.stepped[i]] for i in four]
        for i in four:
            lift(s, self.stepped[i], OFF)
        for i in reversed(four):        # who left last finds the stack as he left it
            unit, x, under, facing = self.stepped[i : i + 4]
            put(s, unit, x)
            pile = [u for u in s.piles[x] if u != unit]
            pile.insert(sum(s.b.kind[u] == GEFE for u in pile) + under, unit)
            s.piles[x] = tuple(pile)
            face(s, x, facing)
            if s.hidden >> unit & 1:
                stir(s, out[i // 4], x)
            tell_move(s, "moved", unit, out[i // 4], x)
        drop_empty(s)
        self.back = self.stepped[::4]

    def dress(self, s: Dpyr) -> str | None:
        """[4.6a] At the end they may change facing."""
        if not self.back:
            return None
        s.call(Dress(self.who, self.back.pop(0)))
        return "dress"

    def blot_out(self, s: Dpyr, seat: int) -> None:
        if seat != self.who:
            self.stepped, self.back = [], [u for u in self.back if not s.hidden >> u & 1]
