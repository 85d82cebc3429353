"""Activations and marches, for tests of movement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tablero.games.aiw.board import CARLIST, LIBERAL, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase, phase
from tablero.games.aiw.rules.r03_turn.s00_turn import War
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove
from tablero.games.aiw.state import Aiw
from tablero.kernel.engine import advance
from tablero.kernel.frames import Procedure
from tests.games.aiw.war import run, war


@dataclass(slots=True)
class Activations(Procedure):
    """[10.0h] A side activates spaces in this order."""

    side: int
    names: list[str]

    def steps(self) -> tuple[str, ...]:
        return ("activate",)

    def activate(self, s: Aiw) -> str | None:
        """[10.1a] The next one."""
        if not self.names:
            return None
        s.call(Activation(self.side, area(self.names.pop(0))))
        return "activate"


def carlists(
    where: str, pieces: str, others: Mapping[str, str] | None = None, *, year: int = 1835, secret: bool = False,
    command: tuple[int, int] = (0, 0), siege: Iterable[str] = (), forts: Mapping[str, Iterable[str]] | None = None,
) -> Aiw:
    """Carlist units in a place that is activated, and others elsewhere."""
    s = war(
        {where: pieces, **(others or {})}, side="carlist", year=year, secret=secret, command=command, siege=siege,
        forts=forts,
    )
    run(s, Activation(CARLIST, area(where)))
    return s


def liberals(
    where: str, pieces: str, others: Mapping[str, str] | None = None, *, year: int = 1835, secret: bool = False,
    command: tuple[int, int] = (0, 0), siege: Iterable[str] = (), forts: Mapping[str, Iterable[str]] | None = None,
) -> Aiw:
    """Liberal units in a place that is activated, and others elsewhere."""
    s = war(
        {where: pieces, **(others or {})}, side="liberal", year=year, secret=secret, command=command, siege=siege,
        forts=forts,
    )
    run(s, Activation(LIBERAL, area(where)))
    return s


def actions(s: Aiw) -> None:
    """Play the phase that goes on from its Actions step to its end: combat and supply follow."""
    now = phase(s)
    now.at = now.steps().index("actions")
    advance(s)


def next_phase(s: Aiw, side: int, points: int = 5) -> None:
    """Play another side's phase, from its Actions step on."""
    s.stack = [War(at=len(War().steps())), PlayerPhase(side, points=2 * points)]
    s.acted, s.over = 0, False
    actions(s)


def marches(way: str) -> list[str]:
    """The words for a march from space to space."""
    return [f"march {x}" for x in way.split()]


def left(s: Aiw) -> int:
    """The Movement Points that the Infantry of the moving group has left."""
    now = s.frame(GroupMove)
    return now.points - now.spent
