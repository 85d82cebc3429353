"""[8] Command Points: how many one may have, and what they are for."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import CARLIST, LIBERAL, area
from tablero.games.aiw.rules.r03_turn.s00_order_of_play import OrderOfPlay
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r07_cards.s00_decks import UNITED_COMMAND
from tablero.games.aiw.rules.r08_command import add_command
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptions
from tests.games.aiw.march import actions
from tests.games.aiw.war import asked, at, do, offered, refused, run, told, war
from tests.rules import rule


@pytest.mark.parametrize("before, more, after", [(3, 2, 5), (4, 2, 5), (5, 1, 5), (1, -2, 0), (2, -1, 1)])
@rule("aiw", "8.0a")
def test_a_side_has_five_command_points_at_most(before: int, more: int, after: int) -> None:
    s = war({}, command=(before, 0))
    add_command(s, CARLIST, more)
    assert [after, 0] == s.command
    assert bool(after - before) == bool(told(s.events, "command"))


@rule("aiw", "8.0a")
def test_nobody_stores_a_sixth() -> None:
    s = war({"estella": "c_nav1"}, command=(4, 0))
    actions(s)
    do(s, "store")
    assert 5 == s.command[CARLIST]
    found = refused(s, "store")
    assert found is not None
    assert ("10.4b", "command_points_full") == (found.rule, found.key)


@rule("aiw", "8.0b", "8.0d")
def test_a_command_point_is_an_action_point_once_a_phase() -> None:
    s = war({"estella": "c_nav1"}, command=(2, 0), points=0)
    actions(s)
    do(s, "command")
    assert (1, 2) == (s.command[CARLIST], phase(s).points)
    found = refused(s, "command")
    assert found is not None
    assert ("10.0g", "one_command_point_a_phase") == (found.rule, found.key)


@rule("aiw", "8.0d")
def test_a_united_command_uses_two() -> None:
    s = war({"vitoria": "l_ln1"}, side="liberal", command=(0, 3), points=0)
    s.lasting |= UNITED_COMMAND
    actions(s)
    do(s, "command", "command")
    assert (1, 4) == (s.command[LIBERAL], phase(s).points)
    assert refused(s, "command") is not None


@rule("aiw", "8.0b", "8.0c")
def test_a_command_point_challenges_for_the_initiative() -> None:
    s = war({}, command=(0, 1))
    run(s, OrderOfPlay(CARLIST, at=1))
    do(s, "challenge")
    assert 0 == s.command[LIBERAL]


@rule("aiw", "8.0b", "8.0e", "11.6a")
def test_a_command_point_pays_for_an_interception_from_one_space() -> None:
    s = war({"estella": "c_nav1", "segura": "c_gui1", "vitoria": "l_ln1"}, side="liberal", command=(1, 0))
    run(s, Interceptions(CARLIST, area("alsasua"), area("salvatierra")))
    assert ["done", "intercept segura", "intercept estella"] == offered(s)
    do(s, "intercept segura")
    assert 0 == s.command[CARLIST]
    do(s, "all", dice=[6])          # no second point: the other space is not even asked
    assert "nobody" == asked(s)
    assert ["alsasua", "estella"] == [at(s, unit) for unit in ("c_gui1", "c_nav1")]
