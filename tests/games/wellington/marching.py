"""Words for the tests of CPs and marches."""

from __future__ import annotations

from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.state import Wellington
from tests.games.wellington.field import do, game, run


def points(s: Wellington) -> int:
    """The CPs that are left."""
    return s.frame(Spending).points


def armies(s: Wellington) -> list[tuple[int, int, int]]:
    """What is in hand: by Army its Leader, its staff and its SPs."""
    return list(s.frame(March).armies)


def lead(places: dict[str, str], *words: str, points: int = 6, active: str = "britain", **more: object) -> Wellington:
    """CPs are being spent, and these words have been said."""
    s = game(places, active=active, **more)  # type: ignore[arg-type]
    run(s, Spending(s.active, points))
    do(s, *words)
    return s
