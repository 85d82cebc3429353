"""[24.1] [24.2] Victory Points for Fortresses, and war fatigue."""

from __future__ import annotations

import pytest

from tablero.games.aiw.rules.r24_end_of_year.s00_end_of_year import EndOfYear
from tablero.games.aiw.rules.r24_end_of_year.s01_fortress_points import fortress_value
from tests.games.aiw.war import told, war
from tests.rules import rule

# Fortresses of the Carlist Zone by their worth: Main Towns two, others one
TWO = ("tolosa", "vergara", "estella", "orduna", "durango")
ONE = ("maestu", "guetaria", "los_arcos", "hernani")


@rule("aiw", "24.1a", "24.1b")
def test_fortresses_in_the_carlist_zone_are_worth_two_in_a_main_town_and_one_elsewhere() -> None:
    assert 5 == fortress_value(war({}, forts={"liberal": ("tolosa", "vergara", "maestu", "valmaseda", "lerin")}))
    s = war({"tolosa": "c_gui1"}, forts={"liberal": ("tolosa",), "carlist": ("estella",)}, siege=("tolosa",))
    assert 2 == fortress_value(s)           # besieged or not


def forts_worth(value: int) -> tuple[str, ...]:
    return TWO[: value // 2] + ONE[: value % 2]


@pytest.mark.parametrize("year, few, many", [(1834, 3, 8), (1835, 1, 6), (1836, 0, 5), (1837, 1, 6), (1838, 3, 8)])
@rule("aiw", "24.1c", "9.1q", "24.2a", "9.1t")
def test_few_fortresses_pay_the_carlist_and_many_the_liberal(year: int, few: int, many: int) -> None:
    tired = -1 if year >= 1836 else 0
    for value, change in ((few, 1), (few + 1, 0), (many - 1, 0), (many, -1)):
        s = war({}, year=year, forts={"liberal": forts_worth(value)})
        end = EndOfYear()
        end.fortresses(s)
        assert change == s.vp
        s.events = []
        end.fatigue(s)
        assert change + tired == s.vp
        assert [()] * -tired == told(s.events, "fatigue")


@pytest.mark.parametrize("year, change", [(1834, 0), (1835, -1), (1836, -1)])
@rule("aiw", "24.1d", "9.1s")
def test_baztan_pays_the_liberal_from_1835_on(year: int, change: int) -> None:
    pairs = ("baztan", "maestu"), ("maestu", "guetaria")
    with_it, without = (war({}, year=year, forts={"liberal": names}) for names in pairs)
    for s in (with_it, without):
        EndOfYear().fortresses(s)
    assert change == with_it.vp - without.vp        # besides the one point that both are worth in the table
