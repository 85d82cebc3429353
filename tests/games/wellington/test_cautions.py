"""What is asked before it is wasted, and Armies that cannot take a step."""

from __future__ import annotations

from tablero.games.wellington import GAME
from tablero.games.wellington.board import BRITAIN
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s02_march import FreeMarch
from tests.games.cautions import warned, words
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import do, game, leader, run
from tests.rules import rule


@rule("wellington", "5.5a")
def test_command_points_that_are_left_would_lapse() -> None:
    s = game({"lisbon": "hill britain:2"})
    run(s, Spending(BRITAIN, 3))
    assert {"done": "waste.command_points"} == warned(GAME, s)
    assert "3 Command Points would be lost." == words(GAME, s, "done")
    do(s, "lead hill")
    assert {} == warned(GAME, s), "an Army may stop: the CPs are still there"


@rule("wellington", "9a")
def test_free_steps_that_are_left_would_be_lost() -> None:
    s = game({"lisbon": "hill britain:2"})
    run(s, FreeMarch(BRITAIN, 2))
    do(s, "lead hill")
    assert {"stop": "waste.free_steps"} == warned(GAME, s)


@rule("wellington", "5.1c")
def test_an_army_that_the_heat_has_stopped_is_marked() -> None:
    s = game({"lisbon": "hill britain:2", "porto": "wellington britain:3"})
    run(s, Spending(BRITAIN, 3))
    impulse(s).tired = [(leader("hill"), 0)]
    s.offered = {}
    found = warned(GAME, s)
    assert "vain.exhausted" == found["lead hill"]
    assert "lead wellington" not in found
