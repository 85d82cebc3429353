"""[17.1] The ammunition shortage of the Nationalist Northern zone."""

from __future__ import annotations

import pytest

from tablero.games.car import printed
from tablero.games.car.board import NAT, space
from tablero.games.car.rules.r03_control import capture, settle
from tablero.games.car.rules.r06_sequence import Turn
from tablero.games.car.state import Car
from tests.games.car.field import do, field, offered, refused, told
from tests.games.car.turns import action
from tests.rules import rule

UNITS = {"beasain": "nat_nav_1", "segovia": "nat_inf_1", "sevilla": "nat_inf_2", "mallorca": "nat_inf_3",
         "zaragoza": "nat_inf_4", "la_coruna": "nat_inf_5"}
BRIDGE = "merida zafra santa_olalla"            # from Cáceres to Sevilla


def operating(turn: int = 3, shortage: bool = True, places: dict[str, str] | None = None, **more: str) -> Car:
    s = field(UNITS if places is None else places, turn=turn, **more)           # type: ignore[arg-type]
    s.shortage = shortage
    action(s, turn=turn, hands="n2")
    do(s, "ops n2")
    return s


def is_short(s: Car) -> bool:
    return s.shortage


@rule("car", "17.1.2a")
def test_one_space_of_the_northern_zone_may_attack_in_an_action_and_all_may_move() -> None:
    s = operating()
    do(s, "attack segovia")
    for name in ("beasain", "zaragoza", "la_coruna"):
        assert ("17.1.2a", "ammunition_shortage") == refused(s, f"attack {name}")
        assert refused(s, f"move {name}") is None
    assert {"attack sevilla", "attack mallorca"} == {text for text in offered(s) if text.startswith("attack")}
    do(s, "attack sevilla", "move beasain")
    s = operating()
    do(s, "attack sevilla", "attack mallorca")
    assert refused(s, "attack segovia") is None


@rule("car", "17.1.2a")
def test_each_action_has_one_attack_of_its_own() -> None:
    s = operating()
    do(s, "attack segovia", "done")
    s = action(s, turn=3, number=3, hands="n3")
    do(s, "auto")
    assert refused(s, "attack beasain") is None


@rule("car", "17.1.2b")
def test_spaces_that_the_northern_army_has_taken_belong_to_its_zone() -> None:
    s = operating(places={**UNITS, "san_sebastian": "nat_nav_2"})
    do(s, "attack san_sebastian")
    assert ("17.1.2a", "ammunition_shortage") == refused(s, "attack segovia")
    s = operating(places={**UNITS, "albacete": "nat_inf_6"})
    do(s, "attack segovia")
    assert ("13.3.1a", "out_of_supply") == refused(s, "attack albacete")


@rule("car", "17.1.2a")
def test_the_republic_has_ammunition() -> None:
    s = field({"madrid": "rep_rpa_1", "valencia": "rep_rpa_2", "gijon": "rep_ast_1"}, turn=3)
    s.shortage = True
    action(s, "republican", turn=3, hands="r2")
    do(s, "ops r2", "attack madrid")
    assert {"attack valencia", "attack gijon"} <= set(offered(s))


@rule("car", "17.1.1a", "17.1.1b", "17.1.3a")
def test_the_shortage_is_over_for_good_when_a_northern_source_is_joined_with_sevilla_by_land() -> None:
    s = field(UNITS, nationalist=BRIDGE.replace("zafra ", ""), turn=3)
    s.shortage = True
    settle(s)
    assert is_short(s)
    capture(s, NAT, space("zafra"))
    settle(s)
    assert not is_short(s)
    settle(s)
    assert 1 == len(told(s.events, "shortage_over"))
    capture(s, 1, space("zafra"))
    settle(s)
    assert not is_short(s)
    action(s, turn=3, hands="n2")
    do(s, "ops n2", "attack segovia")
    assert refused(s, "attack beasain") is None


@rule("car", "17.1.1a", "17.1.3a")
@pytest.mark.parametrize("lost", ["sevilla", "la_coruna valladolid zaragoza"])
def test_both_ends_of_the_line_must_be_nationalist_and_the_sea_does_not_count(lost: str) -> None:
    s = field({}, nationalist=BRIDGE, republican=lost, turn=3)
    s.shortage, s.strait = True, NAT
    settle(s)
    assert is_short(s)
    s = field({}, turn=3)
    s.shortage, s.strait = True, NAT            # Cádiz and La Coruña are joined by sea only
    settle(s)
    assert is_short(s)


@rule("car", "17.1.1a", "17.1.3a")
def test_a_line_to_sevilla_is_enough_whoever_has_the_spaces_around_it() -> None:
    s = field({}, nationalist=BRIDGE, republican="arcos_de_la_frontera", turn=3)
    s.shortage = True
    settle(s)
    assert not is_short(s)


@rule("car", "17.1.1a", "17.1.1b", "17.0a")
def test_with_turn_5_the_shortage_ends_and_it_is_none_in_later_scenarios() -> None:
    s = field(turn=4)
    s.shortage = True
    Turn().end_of_turn(s)
    assert is_short(s)
    s.turn = 5
    Turn().end_of_turn(s)
    assert not is_short(s)
    assert [True, True, False, False] == [printed(name).shortage for name in (
        "campaign", "war_of_the_columns", "collapse_of_the_northern_front", "two_years_of_war")]
    s = operating(turn=6, shortage=False)
    do(s, "attack segovia")
    assert refused(s, "attack beasain") is None
