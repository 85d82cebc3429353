"""Words for the tests of Strategic Redeployment, supply and replacements."""

from __future__ import annotations

from tablero.games.car.board import SIDES, SPACE_NAMES
from tablero.games.car.rules.r12_redeployment import Redeploy, Redeployment
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.rules.r14_replacements import Replacements
from tablero.games.car.state import Car
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tests.games.car.field import at, do, offered


def sr(s: Car, points: float = 4) -> Car:
    """The side to move has this many SR points."""
    s.call(Redeployment(s.side, round(2 * points)))
    advance(s)
    return s


def left(s: Car) -> float:
    """The SR points that are left."""
    return s.frame(Redeployment).points / 2


def goals(s: Car, unit: str) -> set[str]:
    """Where a unit may be sent: spaces, and `reserve`."""
    s = s.clone()
    do(s, f"redeploy {unit}")
    top = s.stack[-1]
    if isinstance(top, Redeploy) and top.unit >= 0:
        return {word.rpartition("to ")[2].removeprefix("to_") for word in offered(s)}
    return {at(s, unit)}            # there was one place only


def send(s: Car, unit: str, where: str) -> None:
    """A unit redeploys to a space, or to the `reserve`; a single place is not asked for."""
    do(s, f"redeploy {unit}")
    if at(s, unit) != where:
        do(s, "to_reserve" if where == "reserve" else f"to {where}")


def units_offered(s: Car, verb: str) -> set[str]:
    """The units for which an order is offered."""
    return {word.split()[1] for word in offered(s) if word.split()[0] == verb}


def in_supply(s: Car, side: str) -> set[str]:
    """The spaces of a side that are in supply."""
    return {SPACE_NAMES[x] for x in ids_of(supplied(s, SIDES.index(side)))}


def replacements(s: Car, side: str, own: float = 0, ally: float = 0) -> Car:
    """The Replacement Segment of a side with this many points of its own and of its ally recorded."""
    first = 2 * SIDES.index(side)
    s.rp[first : first + 2] = [round(2 * own), round(2 * ally)]
    s.call(Replacements(SIDES.index(side)))
    advance(s)
    return s
