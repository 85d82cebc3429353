"""[24.6] New units."""

from __future__ import annotations

from tablero.games.aiw.board import (
    CARLIST,
    LIBERAL,
    UNIT,
)
from tablero.games.aiw.rules.r05_units.s01_counters import sacks_free
from tests.games.aiw.war import asked, at, do, offered, refused, strength, war
from tests.games.aiw.winter import year_end
from tests.rules import rule


@rule("aiw", "24.6a", "24.6b")
def test_new_units_come_into_bags_and_boxes() -> None:
    s = war({"vitoria": "l_ln1", "estella": "c_nav1"}, year=1834)
    s.sacks, s.trains = [2, 2], 0
    year_end(s, "new_units")
    assert 1 == s.bag[LIBERAL] >> UNIT["l_rg4"] & 1
    assert 1 == s.bag[CARLIST] >> UNIT["c_casc1"] & 1
    assert [5, 7] == s.bagged
    assert s.bag == s.bag_may           # everybody knows what comes
    assert 1 << UNIT["l_st3"] | 1 << UNIT["c_st1"] == s.trains
    assert [3, 3] == [sacks_free(s, side) for side in (CARLIST, LIBERAL)]


@rule("aiw", "24.6b")
def test_the_new_trains_can_be_built() -> None:
    s = war({"vitoria": "l_ln1"}, year=1834)
    s.trains = 0
    year_end(s, "new_units")
    assert "liberal SpendPoint" == asked(s)
    assert "train vitoria" in offered(s)


@rule("aiw", "24.6a")
def test_after_1835_nothing_new_comes() -> None:
    s = war({"vitoria": "l_ln1"}, year=1836)
    year_end(s, "new_units")
    assert [0, 0] == s.bagged


@rule("aiw", "24.6c")
def test_the_foreign_battalion_is_placed_at_the_end_of_1835() -> None:
    s = war({"vitoria": "l_ln1", "estella": "l_ln2", "tolosa": "l_ln3"}, year=1835, forts={"carlist": ("tolosa",)},
            siege=("tolosa",))
    year_end(s, "foreign_battalion")
    assert "carlist Place" == asked(s)
    assert "place durango" in offered(s)
    for place in ("estella", "tolosa", "lerin"):        # not friendly, besieged, not in the Zone
        assert refused(s, f"place {place}") is not None
    do(s, "place durango")
    assert ("durango", 2) == (at(s, "c_for1"), strength(s, "c_for1"))
    assert not s.bag[CARLIST] >> UNIT["c_for1"] & 1
    s = war({"vitoria": "l_ln1"}, year=1834)
    year_end(s, "foreign_battalion")
    assert "carlist Place" != asked(s)


@rule("aiw", "24.6c", "5.4q")
def test_it_does_not_come_back_from_the_dead() -> None:
    s = war({"vitoria": "l_ln1"}, year=1835)
    s.gone = 1 << UNIT["c_for1"]
    year_end(s, "foreign_battalion")
    assert "carlist Place" != asked(s)
