"""Four played two against two: north and south win together, and one of them as the winner, as do east and west."""

from __future__ import annotations

from dataclasses import dataclass, replace

import tablero
from tablero.kernel.frames import Result, won_by
from tests.kernel import four
from tests.kernel.four import SEATS, Campaign, Four, spaces

SIDES = ((0, 2), (1, 3))


@dataclass(slots=True)
class Pairs(Four):
    @property
    def result(self) -> Result | None:
        """The pair that holds more spaces; of the two the seat that holds more."""
        if not self.over:
            return None
        held = spaces(self)
        first, second = (sum(held[seat] for seat in side) for side in SIDES)
        if first == second:
            return won_by(None, "draw", SEATS)
        pair = SIDES[first < second]
        a, b = (held[seat] for seat in pair)
        return won_by(None if a == b else pair[a < b], "spaces", SEATS, pair)


GAME = replace(
    four.GAME, code="pairs", title="Pairs", state=Pairs, sides=SIDES,
    create=lambda scenario, options: Pairs(stack=[Campaign()]),
)
tablero.register(GAME)
