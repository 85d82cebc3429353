"""[24] The End of Year: points, winter, new units, replacements, cards, markers."""

from __future__ import annotations

from tablero.games.aiw.board import (
    CARLIST,
    UNIT,
)
from tablero.games.aiw.rules.r24_end_of_year.s07_replacements import year_points
from tests.games.aiw.war import asked, at, do, guns, war
from tests.games.aiw.winter import quietly, year_end
from tests.rules import rule


@rule("aiw", "24.0a")
def test_the_end_of_year_goes_by_the_order_of_its_sections() -> None:
    s = war({"estella": "c_nav1", "vitoria": "l_ln1", "aragon": "c_cas1"}, year=1834, decks=("convoy", "ambush"))
    s.partidas = 1 << UNIT["c_par1"]
    events = year_end(s) + quietly(s)
    kinds = [
        e.kind for e in events
        if e.kind in ("fortress_points", "uprising_roll", "year_points", "arrived", "redeployments", "new_deck")
    ]
    assert [
        "fortress_points", "uprising_roll", "year_points", "year_points", "arrived", "redeployments", "redeployments",
        "new_deck", "new_deck",
    ] == kinds
    assert [2, 2, 2, 2, 2, 2] == s.cups


@rule("aiw", "11.3f")
def test_what_stands_alone_after_a_step_of_the_winter_is_lost() -> None:
    s = war({"estella": "c_st1", "vitoria": "l_ln1"}, year=1834)
    year_end(s, "before_liberal")
    assert "box" == at(s, "c_st1")


@rule("aiw", "11.3f")
def test_guns_whose_escort_was_redeployed_are_lost_at_the_end_of_the_step() -> None:
    s = war({"haro": "l_ln1 field:2", "estella": "c_nav1 field:1"}, year=1835)
    year_end(s, "liberal_redeployment", [2])
    do(s, "redeploy l_ln1", "to logrono", "done")
    assert ("carlist PickRedeployed", (0, 0)) == (asked(s), guns(s, "liberal", "haro"))
    do(s, "redeploy c_nav1", "to durango", "done")
    assert (0, 0) == guns(s, "carlist", "estella")


@rule("aiw", "11.3f", "24.7b")
def test_what_the_winter_left_alone_is_lost_before_points_are_counted() -> None:
    s = war({"calahorra": "c_st1", "vitoria": "l_ln1:1"}, year=1836)
    before = year_points(s, CARLIST)
    year_end(s, "new_units")
    assert ("liberal SpendPoint", "box") == (asked(s), at(s, "c_st1"))
    assert (-1, before - 1) == (s.vp, year_points(s, CARLIST))
