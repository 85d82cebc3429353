"""[17.2] Strategic Redeployment in the first two Turns."""

from __future__ import annotations

import pytest

from tests.games.car.field import do, field, refused
from tests.games.car.logistics import left
from tests.games.car.turns import action
from tests.rules import rule


@rule("car", "17.0a", "17.2.1a", "17.2.3a")
@pytest.mark.parametrize(("turn", "points"), [(1, 2), (2, 2), (3, 3), (6, 3)])
def test_a_card_of_three_for_sr_gives_one_point_less_in_the_first_two_turns(turn: int, points: float) -> None:
    s = action(field({"leon": "nat_inf_1 nat_inf_2"}), turn=turn, hands="n2")
    do(s, "sr n2")
    assert points == left(s)


@rule("car", "17.2.2a", "17.2.3a")
@pytest.mark.parametrize(("turn", "second"), [(1, False), (2, False), (3, True), (4, True)])
def test_one_african_unit_for_each_sr_card_in_the_first_two_turns(turn: int, second: bool) -> None:
    s = action(field({"sevilla": "nat_afr_1 nat_afr_2 nat_inf_1"}), turn=turn, hands="n4")
    do(s, "sr n4", "redeploy nat_afr_1", "to cadiz")
    assert (None if second else ("17.2.2a", "one_african")) == refused(s, "redeploy nat_afr_2")
    assert refused(s, "redeploy nat_inf_1") is None
