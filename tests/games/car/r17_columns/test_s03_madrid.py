"""[17.3] Madrid, the first objective of the Nationalists."""

from __future__ import annotations

import pytest

from tablero.games.car import printed
from tablero.games.car.board import NAT, NEAR, REP, RESERVE, SPACE_NAMES, UNIT, space
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r03_control import capture, enter
from tablero.games.car.rules.r06_sequence import Turn
from tablero.games.car.state import Car
from tablero.kernel.bits import ids_of
from tests.games.car.field import attack, do, field, offered
from tests.rules import rule


def penalty(s: Car) -> int:
    """The change of Victory Points at the end of Turn 5."""
    vp = s.vp
    s.turn = 5
    Turn().end_of_turn(s)
    return s.vp - vp


def near_madrid(places: dict[str, str], turn: int = 3, side: str = "nationalist") -> Car:
    s = field(places, turn=turn, side=side)
    s.madrid = 3
    return s


def occupy(s: Car, name: str) -> None:
    put(s, UNIT["nat_inf_19"], space(name))
    enter(s, NAT, space(name))


@rule("car", "17.3.1a", "17.3.2a", "17.3.2b")
def test_who_never_came_near_madrid_pays_three_points_once() -> None:
    assert [3, 3, 0, 0] == [printed(name).madrid for name in (
        "campaign", "war_of_the_columns", "collapse_of_the_northern_front", "two_years_of_war")]
    s = near_madrid({})
    s.turn = 4
    vp = s.vp
    Turn().end_of_turn(s)
    assert vp == s.vp, "at the end of Turn 5 only"
    assert -3 == penalty(s)
    s = near_madrid({})
    occupy(s, "maqueda")
    occupy(s, "siguenza")
    assert -3 == penalty(s), "not Adjacent"


@rule("car", "17.3.2a", "17.3.2b")
@pytest.mark.parametrize("name", ["torrelaguna", "guadarrama", "alcala_de_henares", "arganda", "illescas", "brunete"])
def test_a_space_next_to_madrid_that_was_occupied_leaves_two(name: str) -> None:
    assert name in {SPACE_NAMES[x] for x in ids_of(NEAR[space("madrid")])}
    s = near_madrid({})
    occupy(s, name)
    capture(s, REP, space(name))
    assert -2 == penalty(s)


@rule("car", "17.3.2b", "CL.ERRa")
@pytest.mark.parametrize(("origin", "target", "points"), [
    ("maqueda", "illescas", -2), ("segovia", "guadarrama", -3), ("maqueda", "toledo", -3), ("illescas", "madrid", -1),
])
def test_an_attack_counts_as_well_but_not_on_guadarrama(origin: str, target: str, points: int) -> None:
    s = near_madrid({origin: "nat_mil_1:r", target: "rep_pol_1"})
    attack(s, target, dice=[1, 1])
    assert points == penalty(s)


@rule("car", "17.3.2a", "17.3.2b")
def test_the_best_counts_whatever_comes_later() -> None:
    s = near_madrid({})
    occupy(s, "madrid")
    capture(s, REP, space("madrid"))
    occupy(s, "illescas")
    assert 0 == penalty(s)
    s = near_madrid({"illescas": "nat_mil_1:r", "madrid": "rep_pol_1"})
    attack(s, "madrid", dice=[1, 1])
    occupy(s, "brunete")
    assert -1 == penalty(s)


@rule("car", "17.3.2b")
def test_republican_attacks_and_later_turns_do_not_count() -> None:
    s = near_madrid({"madrid": "rep_pol_1", "illescas": "nat_mil_1"}, side="republican")
    attack(s, "illescas", dice=[1, 1])
    assert 3 == s.madrid
    s = near_madrid({"illescas": "nat_mil_1"})
    capture(s, REP, space("illescas"))
    put(s, UNIT["nat_mil_1"], RESERVE[NAT])
    put(s, UNIT["rep_mil_1"], space("illescas"))
    capture(s, NAT, space("illescas"))
    enter(s, REP, space("illescas"))
    assert 3 == s.madrid, "the Republic has entered it"
    s = near_madrid({}, turn=6)
    occupy(s, "illescas")
    assert 3 == s.madrid


@rule("car", "17.3.2b")
def test_an_advance_into_madrid_occupies_it() -> None:
    s = near_madrid({"illescas": "nat_afr_1 nat_afr_2 nat_afr_3", "madrid": "rep_mil_1:r"})
    attack(s, "madrid", dice=[6, 1])
    do(s, next(text for text in offered(s) if text.startswith("advance")))
    assert 0 == s.madrid
