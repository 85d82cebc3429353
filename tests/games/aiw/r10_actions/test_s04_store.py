"""[10.4] Command Points are stored."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.kernel.refusals import Refusal
from tests.games.aiw.acting import acting, points
from tests.games.aiw.war import do, offered, refused
from tests.rules import rule


@rule("aiw", "10.4a")
def test_points_are_stored_one_for_one() -> None:
    s = acting({}, points=3, command=(1, 0))
    do(s, "store", "store")
    assert (points(s), s.command) == (1, [3, 0])


@rule("aiw", "10.4b", "8.0a")
def test_no_more_than_five_are_stored_and_the_rest_is_lost() -> None:
    s = acting({}, points=2, command=(4, 0))
    now = phase(s)
    do(s, "store")
    assert refused(s, "store") == Refusal("10.4b", "command_points_full")
    do(s, "done")
    assert (s.command[CARLIST], now.points) == (5, 0)
    assert "replacements" in offered(acting({}, points=2, command=(5, 0)))       # what is full is the store


@rule("aiw", "10.4a", "13.1k")
def test_half_a_point_is_not_stored() -> None:
    s = acting({"bilbao": "l_ln2"}, "liberal", points=1)
    do(s, "transport bilbao", "ship l_ln2", "sail laredo")
    assert points(s) == 0.5
    assert refused(s, "store") == Refusal("10.4a", "no_action_points")
