"""[8.3] [8.4] Cards played for Strategic Redeployment and for Replacement Points."""

from __future__ import annotations

import pytest

from tablero.games.car.board import NAT, REP
from tablero.games.car.rules.r12_redeployment import Redeployment
from tests.games.car.field import do, field, offered, told
from tests.games.car.turns import action, turn
from tests.rules import rule

FRONT = {"burgos": "nat_inf_1:r", "segovia": "nat_inf_2", "valencia": "rep_rpa_1", "madrid": "rep_rpa_2"}


@rule("car", "8.3.1a", "8.3.2a", "17.2.1a")
@pytest.mark.parametrize("card", ["n9", "n2", "n8", "r9", "r6", "r2"])
@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_a_card_gives_its_value_in_points_less_one_in_the_first_two_turns(card: str, number: int) -> None:
    s = field(FRONT)
    action(s, "nationalist" if card[0] == "n" else "republican", turn=number, hands=card)
    value = {"n9": 2, "n2": 3, "n8": 4, "r9": 2, "r6": 3, "r2": 4}[card]
    do(s, f"sr {card}")
    assert 2 * (value - (number < 3)) == s.frame(Redeployment).points
    assert not [word for word in offered(s) if word.split()[0] in ("move", "attack")], "nothing is Activated"
    assert [word for word in offered(s) if word.startswith("redeploy")]


@rule("car", "8.4.1a", "8.4.2a", "14.1.1.1a")
@pytest.mark.parametrize("card, happened, expected", [
    ("n2", "", [4, 0, 0, 0]), ("n2", "n4", [4, 2, 0, 0]), ("n2", "r2", [4, 0, 0, 0]),
    ("r2", "", [0, 0, 6, 0]), ("r6", "r2", [0, 0, 4, 2]), ("r6", "n4", [0, 0, 4, 0])])
def test_points_are_recorded_and_nothing_else_is_done(card: str, happened: str, expected: list[int]) -> None:
    s = field(FRONT, happened=happened)
    s.rp = [0, 0, 0, 0]
    action(s, "nationalist" if card[0] == "n" else "republican", hands=card)
    do(s, f"rp {card}")
    assert (expected, []) == (s.rp, s.stack)


@rule("car", "8.4.1a")
def test_points_of_a_turn_add_up() -> None:
    s = field(FRONT, happened="n4")
    s.rp = [2, 1, 5, 3]
    action(s, hands="n2")
    events = do(s, "rp n2")
    assert ([6, 3, 5, 3], [(NAT, 6, 3)]) == (s.rp, told(events, "points"))
    s.rp = [2, 1, 5, 3]
    action(s, "republican", hands="r9")
    assert [(REP, 7, 3)] == told(do(s, "rp r9"), "points")


@rule("car", "8.4.4a", "6.0.E.2a")
def test_points_are_spent_in_the_replacement_phase_only() -> None:
    s = field(FRONT)
    s.rp = [4, 0, 0, 0]
    action(s, hands="n9")
    assert not [word for word in offered(s) if word.startswith("restore")]
    turn(s, 7, "republican_replacements")
    assert "restore nat_inf_1 nat" in offered(s)
