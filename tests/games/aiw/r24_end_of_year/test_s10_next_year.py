"""[24.10] The next year."""

from __future__ import annotations

from tablero.kernel.engine import advance
from tests.games.aiw.war import do, offered, war
from tests.games.aiw.winter import year_end
from tests.rules import rule


@rule("aiw", "24.10a")
def test_the_cups_are_filled_for_the_coming_year() -> None:
    s = war({}, year=1835)
    year_end(s, "markers")
    assert [2, 2, 2, 1, 3, 2] == s.cups


@rule("aiw", "24.10b")
def test_the_next_year_begins_with_its_first_turn() -> None:
    s = war({"vitoria": "l_ln1", "estella": "c_nav1"}, year=1834, turn=5)
    s.stack = s.stack[:1]
    s.stack[0].at = 3                           # type: ignore[attr-defined]
    advance(s)
    while s.year == 1834:
        do(s, offered(s)[0])
    assert (1835, 1) == (s.year, s.turn)
