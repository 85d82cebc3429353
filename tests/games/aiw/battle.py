"""Battles for the tests of rules: drawn up at a word, with the lines by the ids of their units.

    s = battle("lerin", "c_nav1 c_nav2 c_gui1", "l_rg1 l_rg2 l_ln1 l_lnc1")
    draw_up(s)
    do(s, "fire c_nav1", dice=[1, 5, 5, 5])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablero.games.aiw.board import BLOCKS_OF, SIDES, UNITS, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, front_of, reserve_of
from tablero.games.aiw.rules.r17_battle.s01_deployment import Deployment
from tablero.games.aiw.rules.r17_battle.s05_morale import demoralize
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Frame
from tests.games.aiw.war import block, do, offered, run, war


def battle(
    x: str,
    carlists: str,
    liberals: str,
    *,
    attacker: str = "liberal",
    others: Mapping[str, str] | None = None,
    came: Iterable[str] = (),
    forts: Mapping[str, Iterable[str]] | None = None,
    siege: Iterable[str] = (),
    hands: Iterable[str] = (),
    secret: bool = False,
) -> Aiw:
    """A Battle that waits for the deployment. `others` stand elsewhere; the attackers came from `came`."""
    s = war(
        {**(others or {}), x: f"{carlists} {liberals}"}, side=attacker, forts=forts, siege=siege, hands=hands,
        secret=secret,
    )
    for origin in came:
        phase(s).entered.append((area(x), area(origin)))
    run(s, Battle(area(x), SIDES.index(attacker)))
    return s


def draw_up(s: Aiw) -> Aiw:
    """Both sides fill their front lines, with the strongest."""
    while isinstance(s.stack[-1], Deployment):
        do(s, "fill" if "fill" in offered(s) else "done")
    return s


def _units(s: Aiw, blocks: int) -> set[str]:
    return {UNITS[s.unit[b]].id for b in ids_of(blocks)}


def front(s: Aiw, side: str) -> set[str]:
    return _units(s, front_of(battlefield(s), SIDES.index(side)))


def reserve(s: Aiw, side: str) -> set[str]:
    return _units(s, reserve_of(s, battlefield(s), SIDES.index(side)))


def demoralized(s: Aiw, side: str) -> set[str]:
    return _units(s, battlefield(s).demoralized & BLOCKS_OF[SIDES.index(side)])


def spent(s: Aiw, side: str) -> set[str]:
    return _units(s, battlefield(s).spent & BLOCKS_OF[SIDES.index(side)])


def now(s: Aiw) -> Battle:
    return battlefield(s)


def reached(s: Aiw, frame: type[Frame]) -> bool:
    """Is such a frame on the stack?"""
    return any(isinstance(found, frame) for found in s.stack)


def shake(s: Aiw, *units: str) -> None:
    """These units were demoralized before."""
    for unit in units:
        demoralize(s, battlefield(s), block(s, unit))


def tire(s: Aiw, *units: str) -> None:
    """These units were activated before."""
    for unit in units:
        battlefield(s).spent |= 1 << block(s, unit)


def end_round(s: Aiw) -> None:
    """Both sides pass."""
    do(s, "pass", "pass")
