"""[24.4] The end of a scenario."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import (
    CARLIST,
    LIBERAL,
)
from tests.games.aiw.war import told, war
from tests.games.aiw.winter import year_end
from tests.rules import rule


@pytest.mark.parametrize("scenario, year, ends", [
    ("zumalacarregui", 1835, False), ("zumalacarregui", 1836, True), ("entire_war", 1836, False),
    ("espartero", 1837, False), ("espartero", 1838, True), ("entire_war", 1838, True),
])
@rule("aiw", "24.4a")
def test_the_game_ends_in_the_last_year_of_its_scenario(scenario: str, year: int, ends: bool) -> None:
    s = war({}, year=year, scenario=scenario)
    events = year_end(s, "scenario_end")
    assert ends == (s.result is not None)
    assert ends == (told(events, "uprising_roll") == [])        # nothing more is carried out


@pytest.mark.parametrize("prestige, debt, regions, die, more", [
    (2, 0, 1, 3, 1), (2, 0, 1, 4, 0), (0, 0, 0, 1, 0), (0, 2, 1, 1, 0), (0, 1, 2, 1, 1), (3, 0, 3, 6, 1),
])
@rule("aiw", "24.4b", "9.1u")
def test_the_final_roll(prestige: int, debt: int, regions: int, die: int, more: int) -> None:
    s = war({}, year=1838)
    s.prestige, s.debt = prestige, debt
    s.uprising[:regions] = [3] * regions
    events = year_end(s, "scenario_end", [die])
    assert more == s.vp
    assert [(die, prestige - debt + regions)] == told(events, "final_roll")


@pytest.mark.parametrize("vp, winner", [(1, CARLIST), (0, None), (-1, LIBERAL)])
@rule("aiw", "24.4c", "9.0d")
def test_then_the_marker_decides(vp: int, winner: int | None) -> None:
    s = war({}, year=1838)
    s.vp = vp
    year_end(s, "scenario_end", [1])
    assert s.result is not None
    assert winner == s.result["winner"]
    assert ("draw" if winner is None else "points") == s.result["kind"]
