"""Sides that are beaten and must leave a space, for tests of retreats."""

from __future__ import annotations

from collections.abc import Iterable

from tablero.games.aiw.board import SIDES, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r17_battle.s09_retreat import ATTACKER, Retreat
from tablero.games.aiw.state import SEA, Aiw
from tablero.kernel.bits import bitset
from tests.games.aiw.war import at, block, refused, run, war

Places = dict[str, str]


def beaten(
    places: Places, loser: str, x: str, role: int, came: Iterable[str] = (), *, since: Iterable[str] = (),
    stay: str = "", landed: Iterable[str] = (), sortied: Iterable[str] = (), battle: bool = False,
    out: Iterable[int] = (0, 0, 0), ashore: Iterable[int] = (0, 0, 0), **more: object,
) -> Aiw:
    """A side must leave a space; the phasing side came there by these roads, defenders since by those. `out` are points
    of guns and Knapsack that came out with those who sortied, `ashore` those that landed."""
    side = SIDES.index(loser)
    phasing = side if role == ATTACKER else 1 - side
    s = war(places, side=SIDES[phasing], **more)  # type: ignore[arg-type]
    for name in came:
        phase(s).entered.append((area(x), SEA if name == "sea" else area(name)))
    for name in since:
        phase(s).reopened.append((area(x), area(name)))
    phase(s).out, phase(s).ashore = list(out), list(ashore)
    s.landed = bitset(block(s, name) for name in landed)
    s.sortied = bitset(block(s, name) for name in sortied)
    run(s, Retreat(side, area(x), role, stay=1 << block(s, stay) if stay else 0, battle=battle))
    return s


def all_at(s: Aiw, *units: str) -> set[str]:
    return {at(s, unit) for unit in units}


def why(s: Aiw, text: str) -> tuple[str, str]:
    found = refused(s, text)
    assert found is not None, f"{text} is offered"
    return found.rule, found.key
