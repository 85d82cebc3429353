"""[8.5.1] Events in general."""

from __future__ import annotations

import pytest

from tablero.games.car.board import BEACH_P, CARD, NAT, REP, space
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tests.games.car.field import at, do, field, offered, refused, told
from tests.games.car.turns import action
from tests.rules import card, rule

FRONT = {"burgos": "nat_inf_1", "valencia": "rep_rpa_1"}


@rule("car", "8.5.1.1a", "8.5.1.4a")
def test_everything_that_an_event_says_is_done() -> None:
    s = field(FRONT, happened="n5")
    before = s.vp, s.rm
    action(s, turn=14, hands="n42 r51")
    events = do(s, "event n42")
    assert (before[0] + 1, before[1] - 1) == (s.vp, s.rm)
    assert [(NAT, CARD["n42"])] == told(events, "played_event")
    assert (True, True) == (bool(s.happened >> CARD["n42"] & 1), bool(s.this_turn >> CARD["n42"] & 1))
    action(s, "republican", turn=14)
    assert ("8.5.1.2a", "event_barred") == refused(s, "event r51"), "it prevents the threat of intervention"


@rule("car", "8.5.1.1a", "8.5.2.1a")
def test_a_reinforcement_event_brings_all_its_units() -> None:
    s = field(FRONT)
    action(s, hands="n2")
    do(s, "event n2")
    while s.stack:
        do(s, offered(s)[0])
    for name in ("nat_mil_n02_1", "nat_mil_n02_2", "nat_inf_n02"):
        assert at(s, name) != "pool", name


@rule("car", "8.5.1.2a")
@pytest.mark.parametrize("name, turn, happened, refusal", [
    ("n42", 13, "", "event_barred"), ("n42", 14, "", ""), ("n24", 6, "", "event_barred"), ("n24", 6, "n5", ""),
    ("n5", 2, "", "event_barred"), ("n5", 3, "", ""), ("n7", 4, "", "event_barred"), ("n7", 4, "n4", ""),
    ("n7", 3, "n4", "event_barred"), ("n12", 5, "", ""), ("n12", 6, "", "event_barred"),
    ("n9", 7, "", "only_in_combat"),
    ("n37", 7, "", "event_condition")])
def test_an_event_needs_its_turn_its_prerequisites_and_its_conditions(
        name: str, turn: int, happened: str, refusal: str) -> None:
    s = field({**FRONT, "cadiz": "nat_inf_2"}, happened=happened, turn=turn)
    action(s, turn=turn, hands=name)
    refused_for = refused(s, f"event {name}")
    assert refusal == ("" if refused_for is None else refused_for.key)
    assert f"ops {name}" in offered(s), "the other uses are free"


@rule("car", "8.5.1.2a")
def test_a_prerequisite_counts_in_the_turn_in_which_it_was_played() -> None:
    s = field({**FRONT, "cadiz": "nat_inf_2"})
    action(s, turn=4, hands="n4 n7", number=1)
    assert ("8.5.1.2a", "event_barred") == refused(s, "event n7")
    do(s, "event n4")
    action(s, turn=4, number=2)
    assert "event n7" in offered(s)


@rule("car", "8.5.1.2a")
def test_a_card_that_is_silenced_may_not_be_played_as_an_event() -> None:
    s = field(FRONT)
    s.silenced = 1 << CARD["n2"]
    action(s, hands="n2 n3")
    assert ("8.5.1.2a", "event_silenced") == refused(s, "event n2")
    assert {"event n3", "ops n2"} <= set(offered(s))


@rule("car", "8.5.1.5a", "8.5.5.2a")
def test_a_strategic_counterattack_is_an_operation_under_rules_of_its_own() -> None:
    s = field({"madrid": "rep_rpa_1", "burgos": "nat_inf_2"})
    action(s, "republican", hands="r25")
    do(s, "event r25")
    operation = s.frame(Operations)
    assert (REP, 4, CARD["r25"], True) == (operation.side, operation.points, operation.card, s.countered)


@card("car", "r46")
@rule("car", "8.5.1.5a", "8.5.6.1a", "8.5.6.3a")
def test_plan_p_opens_a_beach_head_under_rules_of_its_own() -> None:
    s = field({"cartagena": "rep_rpa_1", "reserve": "rep_rpa_2 rep_rpa_3:r", "burgos": "nat_inf_1"},
              nationalist="aguilas garrucha almeria")
    action(s, "republican", turn=13, hands="r46")
    do(s, "event r46")
    assert "land aguilas" in offered(s)
    do(s, "land aguilas")
    assert {"deploy rep_rpa_2", "deploy rep_rpa_3"} == set(offered(s))
    do(s, "deploy rep_rpa_3")
    assert ("beach_head_plan_p", BEACH_P, space("aguilas")) == (at(s, "rep_rpa_3"), s.beach, s.coast)
