"""What is asked before it is wasted, and Armies that cannot take a step."""

from __future__ import annotations

import tablero
from tablero.games.wellington import GAME
from tablero.games.wellington.board import BRITAIN
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s02_march import FreeMarch
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import Reinforcements
from tablero.kernel.refusals import Refusal
from tests.games.cautions import warned, words
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import do, game, leader, offered, refused, run
from tests.rules import rule


@rule("wellington", "5.5a")
def test_command_points_that_are_left_would_lapse() -> None:
    s = game({"lisbon": "hill britain:2"})
    run(s, Spending(BRITAIN, 3))
    assert {"done": "waste.command_points"} == warned(GAME, s)
    assert "3 Command Points would be lost." == words(GAME, s, "done")
    do(s, "lead hill")
    assert {} == warned(GAME, s), "an Army may stop: the CPs are still there"


@rule("wellington", "16.31a")
def test_reinforcements_that_no_deployment_can_use_would_be_lost() -> None:
    for points, found in ((6, {"done": "waste.reinforcements"}), (2, {})):
        s = game({"lisbon": "hill britain:2"})
        run(s, Reinforcements(BRITAIN, points))
        while len(tablero.options(s, BRITAIN)) and tablero.prompt(s, BRITAIN).key != "reinforce":
            do(s, offered(s)[0])
        assert found == warned(GAME, s), points
        assert points == 2 or words(GAME, s, "done").startswith("4 Command Points would be lost")


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


@rule("wellington", "15.2c")
def test_after_a_resource_an_impulse_is_not_ended_by_default() -> None:
    for played, found in ((0, {"end": "waste.card_play"}), (1, {})):
        s = game({"lisbon": "hill britain:2"}, hands={"britain": "mud flank_attack"})
        run(s, Impulse(BRITAIN))
        s.frame(Impulse).resource, s.frame(Impulse).cards, s.offered = True, played, {}
        assert found == warned(GAME, s)


@rule("wellington", "4.2b")
def test_whoever_points_at_an_army_before_a_card_hears_of_the_card() -> None:
    s = game({"lisbon": "hill britain:2", "badajoz": "wellington britain:5"}, hands={"britain": "mud"})
    run(s, Impulse(BRITAIN))
    assert refused(s, "besiege wellington") is None
    found = refused(s, "besiege hill")
    assert Refusal("4.2b", "card_first") == found
    s = game({"lisbon": "hill britain:2", "porto": "wellington beresford britain:5"}, hands={"britain": "mud"})
    run(s, Impulse(BRITAIN))
    assert Refusal("4.2b", "card_first") == refused(s, "command hill"), "he is the only Leader there"
