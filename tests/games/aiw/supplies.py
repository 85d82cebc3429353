"""Supply steps, for tests of what they do."""

from __future__ import annotations

from tablero.games.aiw.board import MOST, SIDES, UNIT
from tablero.games.aiw.rules.r19_supply.s00_supply import SupplyStep
from tablero.games.aiw.state import Aiw
from tests.games.aiw.war import refused, run, strength, war

LINE = " ".join(f"l_ln{i}" for i in range(1, 9))          # eight Liberal Infantry


def units(text: str, n: int) -> str:
    return " ".join(text.split()[:n])


def supply(places: dict[str, str], side: str, dice: list[int] | None = None, **more: object) -> Aiw:
    """A side's Supply step, up to its first question."""
    s = war(places, side=side, **more)  # type: ignore[arg-type]
    run(s, SupplyStep(SIDES.index(side)), dice=dice if dice is not None else [])
    return s


def lost(s: Aiw, *names: str) -> list[int]:
    """How far below full strength each of these units is."""
    return [MOST[UNIT[name]] - strength(s, name) for name in names]


def why(s: Aiw, text: str) -> tuple[str, str]:
    found = refused(s, text)
    assert found is not None, f"{text} is offered"
    return found.rule, found.key
