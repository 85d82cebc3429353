"""[24.7] Replacements at the end of the year."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import (
    CARLIST,
    FIRST_REGION,
    LIBERAL,
    area,
)
from tablero.games.aiw.rules.r24_end_of_year.s06_new_units import homes
from tablero.games.aiw.rules.r24_end_of_year.s07_replacements import year_points
from tests.games.aiw.war import asked, at, block, do, refused, strength, war
from tests.games.aiw.winter import quietly, year_end
from tests.rules import rule


@pytest.mark.parametrize("year, each", [(1834, 1), (1835, 1), (1836, 2), (1837, 2)])
@rule("aiw", "24.7a")
def test_quiet_regions_give_the_liberal_points(year: int, each: int) -> None:
    levels = {"catalonia": 2, "andalusia": 3, "galicia": 1}
    s = war({"aragon": "c_nav1", "galicia": "l_ln1"}, year=year, uprising=levels)
    assert 6 * each == year_points(s, LIBERAL)
    s = war({"andalusia": "c_nav1", "galicia": "l_ln1"}, year=year, uprising=levels)
    assert 7 * each == year_points(s, LIBERAL)          # it was not quiet before the Expedition came


@rule("aiw", "24.7b")
def test_main_towns_and_a_city_give_the_carlist_points() -> None:
    s = war({})
    towns = year_points(s, CARLIST)
    assert 10 == towns                          # those of his Zone
    s = war({"estella": "l_ln1", "calahorra": "c_nav1", "tolosa": "l_ln2"}, forts={"carlist": ("tolosa",)},
            siege=("tolosa",))
    assert towns == year_points(s, CARLIST)     # one lost, one won, one besieged
    s = war({"bilbao": "l_ln1"}, forts={"carlist": ("bilbao",)}, siege=("bilbao",))
    assert towns + 3 == year_points(s, CARLIST)


@rule("aiw", "24.7c", "24.7d")
def test_the_liberal_spends_first_and_a_unit_may_gain_several_points() -> None:
    s = war({"vitoria": "l_ln1:1", "estella": "c_nav1:1"}, year=1834, turn=5)
    s.acted = 1 << block(s, "l_ln1")
    year_end(s, "liberal_points")
    assert "liberal SpendPoint" == asked(s)
    assert [9, 0] == [value for _, _, value in tablero.prompt(s, LIBERAL).args]
    do(s, "raise l_ln1", "raise l_ln1", "raise l_ln1")
    assert 4 == strength(s, "l_ln1")
    quietly(s, "carlist SpendPoint")
    do(s, "raise c_nav1", "raise c_nav1")
    assert 3 == strength(s, "c_nav1")


@rule("aiw", "24.7e", "5.4i")
def test_lost_partidas_return_to_a_friendly_space_of_the_carlist_zone() -> None:
    s = war({"estella": "l_ln1", "tolosa": "l_ln2"}, year=1834, forts={"carlist": ("tolosa",)}, siege=("tolosa",),
            partidas=("c_par1", "c_par3"))
    year_end(s, "partidas")
    assert "carlist Place" == asked(s)
    assert area("estella") not in [x for x in range(FIRST_REGION) if homes(s) >> x & 1]
    for place in ("estella", "tolosa", "vitoria", "lerin"):
        assert refused(s, f"place {place}") is not None
    do(s, "place durango")
    do(s, "place segura")
    assert [("durango", 1), ("segura", 1)] == [(at(s, unit), strength(s, unit)) for unit in ("c_par1", "c_par3")]
    assert 0 == s.partidas
    assert "carlist Place" != asked(s)
