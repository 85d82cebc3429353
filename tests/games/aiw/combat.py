"""Positions in which it comes to combat: who came by which road, and words to fight."""

from __future__ import annotations

import tablero
from tablero.games.aiw.board import AREA_NAMES, SIDES, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.state import Aiw
from tablero.kernel.events import Event
from tests.games.aiw.war import action, run


def came(s: Aiw, x: str, *origins: str) -> Aiw:
    """Units of the phasing side entered a space by these roads in this phase."""
    for origin in origins:
        phase(s).entered.append((area(x), area(origin)))
    return s


def skirmish(s: Aiw, x: str, dice: list[int] | None = None) -> list[Event]:
    """A Skirmish in which the phasing side attacks, to its first question."""
    return run(s, Skirmish(area(x), phase(s).side), dice)


def combats(s: Aiw, dice: list[int] | None = None) -> list[Event]:
    """The Combat step of the phasing side, to its first question."""
    return run(s, CombatStep(phase(s).side), dice)


def in_vain(s: Aiw, *texts: str) -> list[Event]:
    """Play words while every die misses."""
    events: list[Event] = []
    for text in texts:
        s.script = [6] * 200
        events += tablero.apply(s, tablero.players(s)[0], action(s, text))
    s.script = None
    return events


def retreats(events: list[Event]) -> list[str]:
    """Who must retreat, and where from, as told: `liberal lerin`."""
    return [f"{SIDES[e.args[0]]} {AREA_NAMES[e.args[1]]}" for e in events if e.kind == "must_retreat"]
