"""[4.6] Campi: skirmishers step out, fire, and go back to where they came from."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from tablero.games.dpyr.board import CAMPI, CAVALRY, GEFE, INFANTRY, TABLES
from tablero.games.dpyr.rules.r06_movement.s01_movement import Dress, face, open_ground, walk
from tablero.games.dpyr.rules.r06_movement.s03_stacking import drop_empty, lift, put, stir, tell_move, without_full
from tablero.games.dpyr.state import OFF, Dpyr, Facing, Hex, Hexes, Side, Unit, Units, fire_factor, unseen_by_owner
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Refusal

Post: TypeAlias = tuple[Unit, Hex, int, Facing]     # who stepped out, from where, over how many units, facing

TOO_FAR = Refusal("4.6a", "campi_one_hex")
NO_FIRE_FACTOR = Refusal("4.6a", "campi_no_fire_factor")


def refuse_unit(s: Dpyr, unit: Unit) -> Refusal | None:
    """[4.6a] Infantry and cavalry with a fire factor; an unseen marker may hold one."""
    kind = s.b.kind[unit]
    if kind in (INFANTRY, CAVALRY):
        return None if fire_factor(s, unit) > 0 or unseen_by_owner(s, unit) else NO_FIRE_FACTOR
    return None if kind == GEFE else NO_FIRE_FACTOR


def reach(s: Dpyr, unit: Unit, within: Hexes) -> Hexes:
    """[4.6c] One hex, next to the enemy if need be; stacking holds there."""
    return without_full(s, unit, walk(s, unit, TABLES.movement[CAMPI][s.b.kind[unit]], open_ground(s) & within))


def post(s: Dpyr, unit: Unit, moved: Units) -> Post:
    """[4.6b] What a unit leaves when it steps out. Gefes, and guests who moved in just now, do not count under it."""
    x = s.at[unit]
    pile = s.piles[x]
    under = sum(not ((s.b.gefe_bits | moved) >> u) & 1 for u in pile[: pile.index(unit)])
    return unit, x, under, s.facing[unit]


def _homes(s: Dpyr, stepped: list[Post]) -> dict[Hex, list[Unit]]:
    """Who stayed in the hexes that were left, from bottom to top; Gefes do not count."""
    out = s.b.gefe_bits | bitset(unit for unit, _, _, _ in stepped if unit >= 0)
    return {x: [u for u in s.piles.get(x, ()) if not (out >> u) & 1] for _, x, _, _ in stepped}


def _seen(s: Dpyr, units: list[Unit]) -> int:
    return sum(not (s.hidden >> u) & 1 for u in units)


def posts_seen(s: Dpyr, stepped: list[Post]) -> list[Post]:
    """[6.3f] The posts as the enemy knows them: `~hex` stands for something concealed that stepped out into the hex;
    under others he counts only the units that he sees."""
    found, homes = list(stepped), _homes(s, stepped)
    for i, (unit, x, under, facing) in reversed(list(enumerate(stepped))):
        concealed = (s.hidden >> unit) & 1
        found[i] = (~s.at[unit], x, 0, 0) if concealed else (unit, x, _seen(s, homes[x][:under]), facing)
        if s.b.kind[unit] != GEFE:
            homes[x].insert(under, unit)
    return found


def guess_posts(s: Dpyr, stepped: list[Post], chance: Random) -> None:
    """Whose posts they are: any concealed skirmishers in the hexes into which something stepped out, over any units;
    those that are seen, over as many as are seen. The Gefe has been put in his place already."""
    concealed = [unit < 0 for unit, _, _, _ in stepped]
    for i, (unit, x, under, facing) in enumerate(stepped):
        if unit < 0:
            known = [u for u, _, _, _ in stepped]
            left = s.piles.get(x, ())
            facing = s.facing[left[0]] if left else chance.randrange(6)
            stepped[i] = chance.choice([u for u in _skirmishers(s, ~unit) if u not in known]), x, under, facing
    homes = _homes(s, stepped)
    for i, (unit, x, under, facing) in reversed(list(enumerate(stepped))):
        home = homes[x]
        places = [n for n in range(len(home) + 1) if concealed[i] or _seen(s, home[:n]) == under]
        stepped[i] = unit, x, chance.choice(places), facing
        if s.b.kind[unit] != GEFE:
            home.insert(stepped[i][2], unit)


def fired_at_home(s: Dpyr, stepped: list[Post], fired: Units) -> list[Unit]:
    """[4.6a] Units that fired without stepping out: they may change facing too, one for each hex to which nobody goes
    back."""
    out = [unit for unit, _, _, _ in stepped]
    asked = {x for _, x, _, _ in stepped}
    found = []
    for u in ids_of(fired):
        if u not in out and s.at[u] not in asked:
            asked.add(s.at[u])
            found.append(u)
    return found


@dataclass(slots=True)
class GoBack(Procedure):
    """[4.6b] All units that stepped out end in the hex they left."""

    who: Side
    stepped: list[Post]         # in the order in which they were left
    back: list[Unit]            # units that may still change facing; at first those that fired without stepping out

    def steps(self) -> tuple[str, ...]:
        return ("go_back", "dress")

    def go_back(self, s: Dpyr) -> None:
        """[4.6b] Back to the hex, the place in the stack and the facing they had."""
        out = {unit: s.at[unit] for unit, _, _, _ in self.stepped}
        self.back = [*out, *self.back]
        for unit in out:
            lift(s, unit, OFF)
        for unit, x, under, facing in reversed(self.stepped):       # who left last finds the stack as he left it
            put(s, unit, x)
            pile = [u for u in s.piles[x] if u != unit]
            pile.insert(sum(s.b.kind[u] == GEFE for u in pile) + under, unit)
            s.piles[x] = tuple(pile)
            face(s, x, facing)
            if (s.hidden >> unit) & 1:
                stir(s, out[unit], x)
            tell_move(s, "moved", unit, out[unit], x)
        drop_empty(s)

    def dress(self, s: Dpyr) -> str | None:
        """[4.6a] At the end they may change facing."""
        if not self.back:
            return None
        s.call(Dress(self.who, self.back.pop(0)))
        return "dress"

    def blot_out(self, s: Dpyr, seat: int) -> None:
        """[6.3f] `~hex` stands for something concealed that has come back to the hex."""
        if seat != self.who:
            self.stepped, self.back = [], [~s.at[u] if (s.hidden >> u) & 1 else u for u in self.back]

    def guess(self, s: Dpyr, seat: int, chance: Random) -> None:
        for i, unit in enumerate(self.back):
            if unit < 0:
                concealed = [u for u in s.piles[~unit] if (s.hidden >> u) & 1 and u not in self.back]
                able = _skirmishers(s, ~unit)
                self.back[i] = chance.choice([u for u in concealed if u in able] or concealed)


def _skirmishers(s: Dpyr, x: Hex) -> list[Unit]:
    """The concealed units of a hex that can step out."""
    able = s.hidden & (s.b.kind_bits[INFANTRY] | s.b.kind_bits[CAVALRY])
    return [u for u in s.piles[x] if (able >> u) & 1]
