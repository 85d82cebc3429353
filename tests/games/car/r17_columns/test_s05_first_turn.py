"""[17.5] The first Turn."""

from __future__ import annotations

import pytest

from tests.games.car.field import attack, field, offered, refused, told
from tests.games.car.turns import action
from tests.rules import rule


@rule("car", "17.5.1a")
@pytest.mark.parametrize(("units", "turn", "side", "modifier"), [
    ("rep_mil_1 rep_pol_1", 1, "republican", -1), ("rep_mil_1", 1, "republican", -1), ("rep_pol_1", 1, "republican", 0),
    ("rep_mil_1", 2, "republican", 0), ("rep_mil_1", 1, "nationalist", 0), ("rep_cnt_1", 1, "republican", -1),
])
def test_republican_attacks_with_militias_suffer_in_turn_1(units: str, turn: int, side: str, modifier: int) -> None:
    s = field({"caspe": units, "belchite": "nat_inf_1"}, side=side, turn=turn)
    events = attack(s, "belchite" if side == "republican" else "caspe", dice=[1, 1])
    assert {0: 0, 1: modifier} == {args[0]: args[2] for args in told(events, "fired")}


@rule("car", "17.5.1a")
def test_the_die_of_nationalist_militias_is_not_concerned() -> None:
    s = field({"caspe": "rep_rpa_1", "belchite": "nat_mil_1"}, turn=1)
    assert [0, 0] == [args[2] for args in told(attack(s, "caspe", dice=[1, 1]), "fired")]


@rule("car", "17.5.3a")
def test_no_reinforcements_in_turn_1() -> None:
    for side, hand, others in (("nationalist", "n2", "n8"), ("republican", "r9", "r14")):
        s = action(field({"leon": "nat_inf_1", "madrid": "rep_rpa_1"}), side, turn=1, hands=f"{hand} {others}")
        assert ("17.5.3a", "no_reinforcements_turn_1") == refused(s, f"event {hand}")
        assert {f"ops {hand}", f"sr {hand}", f"rp {hand}"} <= set(offered(s)), "other uses are free"
        s = action(field({"leon": "nat_inf_1", "madrid": "rep_rpa_1"}), side, turn=2, hands=hand)
        assert refused(s, f"event {hand}") is None
