"""What is asked before it is wasted."""

from __future__ import annotations

from tablero.games.aiw import GAME
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tests.games.aiw.acting import acting
from tests.games.aiw.march import carlists
from tests.games.aiw.spending import spending
from tests.games.aiw.war import do, offered
from tests.games.cautions import warned, words
from tests.rules import rule


@rule("aiw", "10.0j")
def test_action_points_that_are_left_would_be_lost() -> None:
    s = acting({"tolosa": "c_gui1 c_gui2"})
    phase(s).points = 6
    assert {"done": "waste.action_points"} == warned(GAME, s)
    assert "Action Points that would be lost: 3." == words(GAME, s, "done")
    phase(s).points = 0
    s.offered = {}
    assert ({}, []) == (warned(GAME, s), [word for word in offered(s) if word.startswith("activate")])


@rule("aiw", "5.4t")
def test_a_knapsack_is_not_given_up_unasked() -> None:
    s = acting({"tolosa": "c_gui1 knapsack:1"})
    phase(s).points = 0
    s.offered = {}
    assert {"disband_knapsack tolosa": "waste.disband_knapsack"} == warned(GAME, s)


@rule("aiw", "10.1a", "11.0a")
def test_an_activation_in_which_nobody_moves_is_wasted() -> None:
    s = carlists("alsasua", "c_nav1 c_nav2")
    assert {"pass": "waste.activation"} == warned(GAME, s)
    do(s, "add c_nav1", "done")
    assert {"done": "waste.march"} == warned(GAME, s)
    do(s, "march salvatierra")
    assert {} == warned(GAME, s)
    do(s, "done")
    assert {} == warned(GAME, s), "one group has moved"


@rule("aiw", "21.0a")
def test_replacement_points_that_are_left_would_be_lost() -> None:
    s = spending(5, {"durango": "c_nav1:1 c_nav2"})
    assert "waste.replacement_points" == warned(GAME, s)["done"]
    assert "Replacement Points that would be lost: 2.5." == words(GAME, s, "done")
