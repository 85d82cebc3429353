"""[24.5] Winter."""

from __future__ import annotations

from tablero.games.aiw.board import (
    CARLIST,
    LIBERAL,
    area,
)
from tests.games.aiw.war import asked, do, strength, told, war
from tests.games.aiw.winter import year_end
from tests.rules import rule


@rule("aiw", "24.5a")
def test_in_winter_the_uprising_table_is_rolled_and_expeditions_rouse() -> None:
    s = war({"aragon": "c_cas1 c_cas2", "galicia": "l_ln1"}, year=1835)
    events = year_end(s, "winter", [3, 3])
    assert [(6,)] == told(events, "uprising_roll")
    assert "carlist Rouse" == asked(s)


@rule("aiw", "6.0f")
def test_in_winter_mutinies_are_over() -> None:
    s = war({"vitoria": "l_ln1"})
    s.mutiny = 1 << area("vitoria")
    year_end(s, "winter", [3, 3])
    assert 0 == s.mutiny


@rule("aiw", "24.5b")
def test_in_winter_the_liberal_besieged_suffer_first_then_the_carlist() -> None:
    s = war(
        {"estella": "l_ln1", "inside estella": "c_nav1", "tolosa": "c_gui1", "inside tolosa": "l_ln2"}, year=1835,
        forts={"carlist": ("estella",), "liberal": ("tolosa",)}, siege=("estella", "tolosa"),
    )
    events = year_end(s, "liberal_winter", [1, 1])
    assert [LIBERAL, CARLIST] == [args[0] for args in told(events, "siege_attrition")]
    assert [3, 3] == [strength(s, unit) for unit in ("l_ln2", "c_nav1")]


@rule("aiw", "24.5b")
def test_a_fortress_that_falls_in_winter_is_captured_at_once() -> None:
    s = war({"tolosa": "c_gui1"}, year=1835, forts={"liberal": ("tolosa",)}, siege=("tolosa",))
    year_end(s, "liberal_winter", [1])
    assert "carlist KeepFortress" == asked(s)
    do(s, "keep")
    assert s.forts[CARLIST] >> area("tolosa") & 1
    assert 1 == s.vp
