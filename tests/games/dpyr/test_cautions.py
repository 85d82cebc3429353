"""What is asked before it is wasted, and what can only end in nothing."""

from __future__ import annotations

from tablero.games.dpyr import GAME
from tests.games.cautions import warned
from tests.games.dpyr.battlefield import battlefield, beside, do
from tests.rules import rule

HERE = "1008"
NEAR, FAR = beside(HERE, "S", 2), beside(HERE, "S", 7)


@rule("dpyr", "4.0d", "4.2a", "4.3a", "4.8a")
def test_attacks_that_nobody_can_make_say_so_and_a_pass_is_asked_about() -> None:
    s = battlefield("maella", {"c_tor_1": HERE, "c_cav_ara_1": beside(HERE, "SE"), "l_cor_1": FAR}, ground={})
    vain = {"mojar": "vain.out_of_reach", "ristre": "vain.out_of_reach", "batir": "vain.no_target"}
    assert vain | {"pass": "waste.activation"} == warned(GAME, s)
    s = battlefield("maella", {"c_tor_1": HERE, "c_cav_ara_1": beside(HERE, "SE"), "l_cor_1": NEAR}, ground={})
    assert {"pass": "waste.activation"} == warned(GAME, s)


@rule("dpyr", "4.1a")
def test_a_march_in_which_nobody_moves_and_a_unit_that_gives_up_its_move() -> None:
    s = battlefield("maella", {"c_tor_1": HERE, "c_tor_2": beside(HERE, "NE", 3), "l_cor_1": FAR}, ground={})
    do(s, "montear")
    assert {"done": "waste.nobody_moved"} == warned(GAME, s)
    do(s, "move c_tor_1")
    assert {"halt": "waste.unit_stays"} == warned(GAME, s)
    do(s, f"to {beside(HERE, 'N')}")
    assert {} == warned(GAME, s)


@rule("dpyr", "4.8a")
def test_cavalry_that_can_only_halt_is_marked() -> None:
    s = battlefield("maella", {"c_cav_ara_1": HERE, "c_cav_ara_2": beside(HERE, "N", 5), "l_cor_1": NEAR}, ground={})
    do(s, "ristre")
    assert {"move c_cav_ara_2": "vain.can_only_halt"} == warned(GAME, s)


@rule("dpyr", "4.2b", "4.3n", "4.5a")
def test_attacks_and_fire_that_nobody_makes_are_asked_about() -> None:
    units = {"c_tor_1": HERE, "c_tor_2": beside(HERE, "SW"), "c_art_xocolate": beside(HERE, "N", 2),
             "l_cor_1": beside(HERE, "S")}
    s = battlefield("maella", units, ground={})
    do(s, "mojar", "done")
    assert {"done": "waste.nobody_attacks"} == warned(GAME, s)
    do(s, f"attack c_tor_1 {beside(HERE, 'S')}")
    assert {} == warned(GAME, s)
    s = battlefield("maella", units, ground={})
    do(s, "batir")
    assert {"done": "waste.nobody_fires"} == warned(GAME, s)
    s = battlefield("maella", units, ground={})
    do(s, "bala_rasa")
    assert {"done": "waste.no_battery"} == warned(GAME, s)
