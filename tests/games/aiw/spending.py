"""Replacement Points, for tests of what they buy."""

from __future__ import annotations

import tablero
from tablero.games.aiw.board import SIDES, area
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_ACTION
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.war import run, war

NO_POINTS = Refusal("21.1a", "no_replacement_points")
HAS_ACTED = Refusal("10.0k", "has_acted")


def spending(
    halves: int, places: dict[str, str], side: str = "carlist", mode: int = BY_ACTION, region: str = "", **rest: object
) -> Aiw:
    """A side that spends half Replacement Points."""
    s = war(places, side=side, secret=True, **rest)  # type: ignore[arg-type]
    run(s, Spend(SIDES.index(side), halves, mode, area(region) if region else -1))
    return s


def halves(s: Aiw) -> int:
    """Half points that are left to the side that is asked."""
    (_, _, points), (_, _, half) = tablero.prompt(s, tablero.players(s)[0]).args
    return 2 * points + half
