"""[24.3] Decisive Victory."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import (
    CARLIST,
    LIBERAL,
)
from tests.games.aiw.war import war
from tests.games.aiw.winter import year_end
from tests.rules import rule


@pytest.mark.parametrize("vp, winner", [(6, None), (7, CARLIST), (-6, None), (-7, LIBERAL)])
@rule("aiw", "24.3a", "9.0c")
def test_a_marker_in_the_decisive_zone_wins_at_once(vp: int, winner: int | None) -> None:
    s = war({}, year=1835)
    s.vp = vp
    year_end(s, "decisive")
    assert winner == (s.result and s.result["winner"])
    assert winner is None or s.result is not None and "decisive" == s.result["kind"]


@rule("aiw", "9.1r", "24.3a", "9.0c")
def test_the_points_of_the_year_come_before_the_decisive_test() -> None:
    s = war({}, year=1836, forts={"liberal": ("tolosa", "vergara", "orduna", "baztan")})
    s.vp = -4           # seven points of Fortresses, Baztán, fatigue
    year_end(s)
    assert -7 == s.vp
    assert s.result is not None
    assert (LIBERAL, "decisive") == (s.result["winner"], s.result["kind"])
