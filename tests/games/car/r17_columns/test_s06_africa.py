"""[17.6] The Army of Africa."""

from __future__ import annotations

import pytest

from tablero.games.car import GAME, printed
from tablero.games.car.board import AFRICA, CADIZ, CARD, NAT, SEVILLA, SIDES, UNITS
from tablero.games.car.rules.r07_actions import ActionRound
from tablero.games.car.state import Car
from tablero.kernel.engine import advance, prompt
from tests.games.car.field import Pause, asked, at, do, field, offered, refused, told
from tests.games.car.logistics import goals, send, sr
from tests.games.car.turns import hold
from tests.rules import card, rule

SIX = "nat_afr_2 nat_afr_3 nat_afr_4 nat_afr_5 nat_afr_6 nat_afr_7"
SCHEDULE = {(1, 2), (1, 5), (2, 2), (2, 5), (3, 2), (3, 5)}
EARLY = {(1, 2), (1, 5), (2, 2), (2, 5), (3, 1), (3, 2)}


def begun(turn: int, number: int, places: dict[str, str] | None = None, side: str = "nationalist", early: bool = False,
          hands: str = "n2 n6 r2", waiting: int = 0, **more: str) -> Car:
    """The beginning of an Action Round, with what comes before the action."""
    s = field({"africa": SIX, "sevilla": "nat_afr_1", **(places or {})}, turn=turn, side=side, **more)     # type: ignore[arg-type]
    hold(s, hands)
    s.round, s.early, s.waiting = number, early, waiting
    s.stack = [Pause(SIDES.index(side)), ActionRound(SIDES.index(side))]
    advance(s)
    return s


def question(s: Car) -> tuple[str, list[int]]:
    """What is asked, and the spaces that it names."""
    asking = prompt(s, NAT)
    assert "17.6.3a" == asking.rule
    return asking.key, [id_ for _, kind, id_ in asking.args if kind == "space"]


def in_africa(s: Car) -> int:
    return s.here[AFRICA[NAT]].bit_count()


@rule("car", "17.6.2a")
def test_seven_units_one_in_sevilla_at_the_start_and_six_in_africa() -> None:
    s = printed("campaign")
    africans = [u for u, unit in enumerate(UNITS) if unit.type == "AFR"]
    assert 7 == len(africans)
    assert (1, 6) == (sum(s.at[u] == SEVILLA for u in africans), in_africa(s))


@rule("car", "17.6.2a", "17.6.1a")
@pytest.mark.parametrize(("turn", "number"), [(turn, n) for turn in (1, 2, 3, 4) for n in range(1, 7)][1:])
def test_one_unit_arrives_in_rounds_2_and_5_of_the_first_three_turns(turn: int, number: int) -> None:
    for early, schedule in ((False, SCHEDULE), (True, EARLY)):
        s = begun(turn, number, early=early)
        assert ("nationalist Arrival" if (turn, number) in schedule else "nationalist ChooseAction") == asked(s)
        assert "republican ChooseAction" == asked(begun(turn, number, side="republican", early=early))


@rule("car", "17.6.1a", "17.6.3a")
def test_in_a_new_war_the_air_bridge_comes_first_and_then_the_first_unit() -> None:
    s = GAME.new("campaign", 1)
    assert (1, 1, 6) == (s.happened >> CARD["n1"] & 1, s.round, in_africa(s))
    while s.round < 2:
        do(s, "auto" if "auto" in offered(s) else "done")
    assert ("nationalist ChooseAction", 5) == (asked(s), in_africa(s))
    assert "cadiz" in {at(s, name) for name in SIX.split()}, "Sevilla is full"


@rule("car", "17.6.3a", "17.6.3b")
def test_the_unit_is_placed_before_the_action_and_may_act_at_once() -> None:
    s = begun(1, 2, {"sevilla": "nat_afr_1", "cadiz": "nat_inf_1"})
    assert ["to sevilla", "to cadiz"] == offered(s)
    assert ("arrival_at_either", [SEVILLA, CADIZ]) == question(s)
    events = do(s, "to sevilla")
    assert ("sevilla", 5, "nationalist ChooseAction") == (at(s, "nat_afr_2"), in_africa(s), asked(s))
    assert 1 == len(told(events, "landed"))
    do(s, "ops n2", "move sevilla", "done", "take nat_afr_2", "step ecija", "step antequera")
    assert "antequera" == at(s, "nat_afr_2")
    s = begun(1, 2)
    do(s, "to cadiz", "sr n2", "redeploy nat_afr_2", "to sevilla")
    assert "sevilla" == at(s, "nat_afr_2")


@rule("car", "17.6.2b", "17.6.3a", "16.7.2a")
@card("car", "n6")
def test_the_end_of_the_blockade_before_round_2_of_turn_3_brings_the_last_two_earlier() -> None:
    s = begun(2, 6)
    do(s, "event n6")
    assert ("nobody", True) == (asked(s), s.early), "nobody arrives in this Round"
    s = begun(3, 1)
    assert "nationalist ChooseAction" == asked(s), "nobody arrives before the event"
    do(s, "event n6")
    assert ("nationalist Arrival", True) == (asked(s), s.early)
    do(s, "to cadiz")
    assert (5, "cadiz") == (in_africa(s), at(s, "nat_afr_2"))
    s = begun(3, 1, early=True)
    do(s, "to cadiz", "auto", "done")
    assert ("nobody", 5) == (asked(s), in_africa(s)), "only one, if it was played before"
    s = begun(3, 1)
    do(s, "ops n6", "done")
    assert ("nobody", 6, False) == (asked(s), in_africa(s), s.early), "for Operations it changes nothing"
    s = begun(3, 1)
    s.this_turn = 1 << CARD["n2"] | 1 << CARD["n8"]
    do(s, "auto", "done")
    assert "nobody" == asked(s), "nor do other events"
    s = begun(3, 2)
    do(s, "to cadiz", "event n6")
    assert ("nobody", 5, False) == (asked(s), in_africa(s), s.early), "too late"


@rule("car", "17.6.3a", "17.6.2b")
def test_nobody_arrives_in_the_republican_round_after_the_end_of_the_blockade() -> None:
    s = begun(3, 1, side="republican", early=True)
    s.this_turn = 1 << CARD["n6"]
    do(s, "auto")
    assert ("nobody", 6) == (asked(s), in_africa(s))


@rule("car", "17.6.2b")
@pytest.mark.parametrize(("turn", "number", "early"), [(1, 3, True), (2, 6, True), (3, 1, True), (3, 2, False),
                                                       (3, 3, False), (4, 1, False)])
def test_later_than_that_the_blockade_changes_nothing(turn: int, number: int, early: bool) -> None:
    s = begun(turn, number)
    if asked(s) == "nationalist Arrival":
        do(s, "to cadiz")
    do(s, "event n6")
    assert early == s.early


@rule("car", "17.6.4a")
@pytest.mark.parametrize(("places", "republican", "offers"), [
    ({}, "", ["sevilla", "cadiz"]), ({"sevilla": "nat_afr_1 nat_inf_1"}, "", ["sevilla", "cadiz"]),
    ({"sevilla": "nat_afr_1 nat_inf_1 nat_inf_2"}, "", ["cadiz"]),
    ({"sevilla": "nat_inf_1 nat_inf_2 nat_inf_3", "cadiz": "nat_inf_4 nat_inf_5 nat_inf_6"}, "", []),
    ({"sevilla": "nat_inf_1 nat_inf_2 nat_inf_3"}, "cadiz", []),
    ({"sevilla": "rep_mil_1"}, "", []),         # Cádiz is Nationalist, but out of supply
])
def test_it_lands_in_sevilla_or_cadiz_if_they_are_friendly_supplied_and_not_full(
        places: dict[str, str], republican: str, offers: list[str]) -> None:
    s = begun(1, 2, places, republican=republican)
    if len(offers) > 1:
        assert [f"to {name}" for name in offers] == offered(s)
        return
    assert "nationalist ChooseAction" == asked(s)
    assert (offers[0] if offers else "africa") == at(s, "nat_afr_2")
    assert (0 if offers else 1) == s.waiting


@rule("car", "17.6.4a", "12.1.2a")
def test_one_that_stayed_in_morocco_comes_later_by_sr_to_sevilla_or_cadiz_only() -> None:
    s = sr(begun(2, 3, waiting=1))
    assert {"sevilla", "cadiz"} == goals(s, "nat_afr_2")
    send(s, "nat_afr_2", "cadiz")
    assert (0, 5) == (s.waiting, in_africa(s))
    s = sr(begun(4, 3, waiting=2))
    send(s, "nat_afr_2", "cadiz")
    assert (1, {"sevilla", "cadiz"}) == (s.waiting, goals(s, "nat_afr_3"))
    s = sr(begun(4, 3))
    assert ("17.6.4a", "not_due_yet") == refused(s, "redeploy nat_afr_2")


@rule("car", "17.6.4a")
def test_nobody_comes_when_nobody_is_left() -> None:
    s = begun(3, 5, {"africa": ""})
    assert ("nationalist ChooseAction", 0) == (asked(s), s.waiting)
    s = begun(3, 1, {"africa": ""}, early=True)
    assert "nationalist ChooseAction" == asked(s)
    s = begun(3, 1, {"africa": ""})
    do(s, "event n6")
    assert ("nobody", 0) == (asked(s), s.waiting)
