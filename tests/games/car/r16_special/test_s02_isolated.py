"""[16.2] Isolated Spaces: Oviedo and Granada."""

from __future__ import annotations

import pytest

from tablero.games.car import printed
from tablero.games.car.board import GRANADA, NAT, OVIEDO, REP, UNIT, space, spaces
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r03_control import capture, enter, settle
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.rules.r13_supply import enclaves, supplied
from tablero.games.car.state import Car
from tests.games.car.field import at, do, field, holder, offered, refused, told
from tests.games.car.logistics import goals, send, sr
from tests.games.car.r10_movement.moving import activate, go
from tests.games.car.turns import action
from tests.rules import rule

BOTH = 1 << OVIEDO | 1 << GRANADA


def isolated(places: dict[str, str], turn: int = 3, **more: str) -> Car:
    """Oviedo and Granada are isolated."""
    s = field({"oviedo": "nat_inf_18", "granada": "nat_inf_19", **places}, turn=turn, **more)       # type: ignore[arg-type]
    s.isolated = BOTH
    return s


def taken(s: Car, name: str) -> tuple[int, int]:
    """By how much Victory Points and Morale change when the Republic enters a space."""
    vp, rm = s.vp, s.rm
    for unit in [u for u, place in enumerate(s.at) if place == space(name)]:
        put(s, unit, s.at[UNIT["nat_inf_17"]])
    put(s, UNIT["rep_mil_24"], space(name))
    enter(s, REP, space(name))
    return s.vp - vp, s.rm - rm


@rule("car", "16.2.1a")
def test_oviedo_and_granada_are_isolated_from_the_start_and_in_supply() -> None:
    s = printed("campaign")
    assert BOTH == s.isolated == enclaves(s)
    assert BOTH == supplied(s, NAT) & BOTH
    assert 0 == printed("two_years_of_war").isolated


@rule("car", "16.2.2a")
def test_the_marker_goes_when_a_normal_supply_line_can_be_traced() -> None:
    s = isolated({"loja": "nat_inf_1"})
    settle(s)
    assert (1 << OVIEDO, True) == (s.isolated, bool(supplied(s, NAT) >> GRANADA & 1)), "by Loja and Priego"
    s = isolated({"guadix": "nat_inf_1"})
    settle(s)
    assert BOTH == s.isolated, "Guadix leads nowhere"
    s = isolated({"cordoba": "nat_inf_1"})
    activate(s, "cordoba")
    go(s, "nat_inf_1", "priego_de_cordoba", "jaen")
    assert 1 << OVIEDO == s.isolated, "at once"
    s.held &= ~spaces("jaen")
    settle(s)
    assert 1 << OVIEDO == s.isolated, "and for good"


@rule("car", "16.2.2a", "16.2.5a")
@pytest.mark.parametrize(("name", "vp", "rm"), [("oviedo", -1, 1), ("granada", 0, 1)])
def test_conquered_spaces_count_as_usual_and_oviedo_a_point_more(name: str, vp: int, rm: int) -> None:
    s = isolated({})
    assert (vp, rm) == taken(s, name)
    assert BOTH & ~(1 << space(name)) == s.isolated


@rule("car", "16.2.5a", "16.2.6a")
def test_oviedo_is_worth_nothing_more_when_it_is_not_isolated() -> None:
    s = isolated({})
    s.isolated = 1 << GRANADA
    assert (0, 1) == taken(s, "oviedo")
    s = isolated({}, turn=6)
    s.isolated = 0
    vp, rm = s.vp, s.rm
    attrition(s, NAT)
    assert ("rep", "rep", vp, rm + 2) == (holder(s, "oviedo"), holder(s, "granada"), s.vp, s.rm)
    assert "gone" == at(s, "nat_inf_18")


@rule("car", "16.2.2a")
def test_a_space_that_is_retaken_is_isolated_no_more() -> None:
    s = isolated({})
    capture(s, REP, OVIEDO)
    capture(s, NAT, OVIEDO)
    assert 1 << GRANADA == s.isolated


@rule("car", "16.2.3a")
def test_units_there_and_in_spaces_joined_with_it_may_move_but_not_attack() -> None:
    s = action(isolated({"guadix": "nat_inf_1", "zaragoza": "nat_inf_2"}), turn=3, hands="n2")
    do(s, "ops n2")
    assert {"move oviedo", "move granada", "move guadix"} <= set(offered(s))
    for name in ("oviedo", "granada", "guadix"):
        assert ("16.2.3a", "isolated_only_moves") == refused(s, f"attack {name}")
    assert refused(s, "attack zaragoza") is None


@rule("car", "16.2.3b", "13.3.6a")
def test_vacant_spaces_joined_with_it_count_as_supplied_until_the_marker_goes() -> None:
    s = isolated({}, nationalist="guadix baza hellin")
    assert spaces("guadix", "baza") == supplied(s, NAT) & spaces("guadix", "baza", "hellin")
    attrition(s, NAT)
    assert ["nat", "nat", "rep"] == [holder(s, name) for name in ("guadix", "baza", "hellin")]
    s.isolated = 0
    attrition(s, NAT)
    assert ["rep", "rep", "rep"] == [holder(s, name) for name in ("guadix", "baza", "granada")]


@rule("car", "16.2.4.1a")
def test_no_reinforcements_come_there() -> None:
    s = action(isolated({"guadix": "nat_inf_1"}), turn=3, hands="n15")
    do(s, "event n15")
    assert {"to sevilla", "to cadiz", "to cordoba"} <= set(offered(s))
    assert not {"to granada", "to guadix"} & set(offered(s))


@rule("car", "16.2.4.3a", "16.2.4.3b")
def test_one_militia_a_turn_comes_from_the_reserve_to_each_isolated_space_and_no_navarrese() -> None:
    reserve = "nat_mil_1 nat_mil_2 nat_mil_3 nat_nav_1 nat_inf_1 nat_cav_1"
    s = sr(isolated({"reserve": reserve, "guadix": "nat_inf_2"}), 6)
    assert {"oviedo", "granada", "guadix"} <= goals(s, "nat_mil_1")
    for name in ("nat_nav_1", "nat_inf_1", "nat_cav_1"):
        assert not {"oviedo", "granada", "guadix"} & goals(s, name)
    do(s, "redeploy nat_nav_1")
    assert ("16.2.4.3b", "no_navarrese") == refused(s, "to oviedo")
    do(s, "to sevilla", "redeploy nat_inf_1")
    assert ("16.2.4.3a", "isolated_reserve") == refused(s, "to oviedo")
    do(s, "to sevilla")
    send(s, "nat_mil_1", "guadix")
    assert {"oviedo"} == goals(s, "nat_mil_2") & {"oviedo", "granada", "guadix"}
    send(s, "nat_mil_2", "oviedo")
    assert set() == goals(s, "nat_mil_3") & {"oviedo", "granada", "guadix"}
    assert BOTH == s.relieved


@rule("car", "16.2.4.3a")
def test_no_unit_goes_from_there_to_the_reserve() -> None:
    s = sr(isolated({"guadix": "nat_mil_1", "sevilla": "nat_mil_2"}, nationalist="baza"))
    assert {"granada", "baza"} == goals(s, "nat_mil_1")
    assert "reserve" in goals(s, "nat_mil_2")
    do(s, "redeploy nat_mil_1")
    assert ("16.2.4.3a", "isolated_stays") == refused(s, "to_reserve")


def test_an_end_of_isolation_is_told() -> None:
    s = isolated({"loja": "nat_inf_1"})
    settle(s)
    settle(s)
    assert [(GRANADA,)] == told(s.events, "linked_up")
    s = field({"loja": "nat_inf_1", "granada": "nat_inf_2"})
    settle(s)
    assert [] == told(s.events, "linked_up")
