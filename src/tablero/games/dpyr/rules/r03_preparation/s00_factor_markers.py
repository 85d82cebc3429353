"""[3.0g] [3.0h] [3.0i] Factor markers: who takes them, and how the players give out those they have drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tablero.games.dpyr.board import CHUSQUERO, CUP, MACUTO
from tablero.games.dpyr.state import CONCEALED, Dpyr, Marker, Morale, Side, Unit, drawn
from tablero.kernel.actions import Action
from tablero.kernel.frames import AGAIN, Decision
from tablero.kernel.piles import deal, shuffle_into
from tablero.kernel.refusals import Prompt, Refusal

FILL: Action = ("fill",)
NOT_DRAWN = Refusal("3.0h", "marker_not_drawn")


def takers(s: Dpyr, side: Side, morale: Morale) -> list[Unit]:
    """[2.2b] [3.0q] Infantry and cavalry of a morale on the map, in a view also unseen: who takes factor markers."""
    at = s.at
    return [u for u in s.b.takers[side][morale] if at[u] >= 0 or at[u] == CONCEALED]


@dataclass(slots=True)
class Assign(Decision):
    """[3.0h] Each player gives one of the markers drawn to each C unit, unit by unit; the enemy does not see them."""

    def _unit(self, s: Dpyr, side: Side) -> Unit:
        """The next C unit without a marker, or -1."""
        marker = s.marker
        for u in takers(s, side, CHUSQUERO):
            if marker[u] == -1:
                return u
        return -1

    def _left(self, s: Dpyr, side: Side) -> list[Marker]:
        rest = drawn(s, side)[:]
        for u in takers(s, side, CHUSQUERO):
            if s.marker[u] >= 0:
                rest.remove(s.marker[u])
        return rest

    def players(self, s: Dpyr) -> Sequence[int]:
        return [side for side in (0, 1) if self._unit(s, side) >= 0]

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [FILL, *(("give", m) for m in sorted(set(self._left(s, seat))))]

    def refuse(self, s: Dpyr, seat: int, action: Action) -> Refusal | None:
        if action == FILL:
            return None
        (m,) = action[1:]
        return None if m in self._left(s, seat) else NOT_DRAWN

    def choose(self, s: Dpyr, seat: int, action: Action) -> bool | None:
        if action == FILL:
            left = self._left(s, seat)
            for u in takers(s, seat, CHUSQUERO):
                if s.marker[u] < 0:
                    self._give(s, seat, u, left.pop())
        else:
            (m,) = action[1:]
            self._give(s, seat, self._unit(s, seat), m)
        return AGAIN

    def guess(self, s: Dpyr, seat: int, chance: Random) -> None:
        """[3.0g] What the others drew besides: their hands are full, and the cup holds the rest."""
        left = list(CUP)
        for m in (*s.drawn_carlist, *s.drawn_liberal):
            left.remove(m)
        for side in (0, 1):
            if side != seat:
                n = len(takers(s, side, MACUTO)) + len(takers(s, side, CHUSQUERO))
                shuffle_into(drawn(s, side), deal(left, n - len(drawn(s, side)), chance.randrange))
        s.cup = left

    @staticmethod
    def _give(s: Dpyr, seat: int, unit: Unit, m: Marker) -> None:
        s.marker[unit] = m
        s.tell("assigned", unit, m, seen=1 << seat, public=("assigned_hidden", (seat,)))

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        unit = self._unit(s, seat) if 0 <= seat <= 1 else -1
        return Prompt("3.0h", "assign", (("unit", "unit", unit),)) if unit >= 0 else Prompt("3.0h", "assign_wait")
