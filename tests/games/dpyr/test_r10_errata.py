"""[10] The errata of 28 September 2007: what they change in the tables of Batir and Bala Rasa."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.state import Dpyr
from tests.games.dpyr.battlefield import battlefield, beside, damage, do
from tests.rules import rule

HERE = "1008"


def hits(s: Dpyr, dice: list[int]) -> bool:
    """Do these dice hit the Liberal unit in HERE? On a copy."""
    trial = s.clone()
    do(trial, f"fire {HERE}", dice=dice)
    return sum(trial.fire) > 0


@rule("dpyr", "10.0a")
@pytest.mark.parametrize("ground, distance, factor", [
    ("clear", 2, 1), ("mountain", 2, 2), ("clear", 1, 2), ("mountain", 1, 3), ("mountain", 3, 1),
])
def test_batir_from_a_mountain_and_at_an_adjacent_hex_plus_one_each(ground: str, distance: int, factor: int) -> None:
    firer = beside(HERE, "S", distance)
    s = battlefield("maella", {"c_mora_2": f"{firer} marker=fm_122", "l_cor_1": HERE}, ground={firer: ground})
    do(s, "batir", "aim c_mora_2")
    assert hits(s, [1, 1 + factor])
    assert not hits(s, [1, 2 + factor])


@rule("dpyr", "10.0a")
def test_the_printed_bonus_against_targets_in_mountains_is_replaced() -> None:
    s = battlefield("maella", {"c_mora_2": f"{beside(HERE, 'S', 2)} marker=fm_122", "l_cor_1": HERE},
                    ground={HERE: "mountain"})
    do(s, "batir", "aim c_mora_2")
    assert hits(s, [3, 4])
    assert not hits(s, [3, 5])


@rule("dpyr", "10.0b")
@pytest.mark.parametrize("gun, target, modifier", [
    ("", "", 0), ("", "square", -1), ("rode", "", 1), ("", "charged", 1), ("rode", "charged", 2), ("rode", "square", 0),
])
@pytest.mark.parametrize("signs", ["errata", "text"])
def test_bala_rasa_at_squares_minus_one_at_charging_horse_and_after_montear_plus_one(
    gun: str, target: str, modifier: int, signs: str
) -> None:
    name = "l_cav_reina" if target == "charged" else "l_cor_1"
    here = beside(HERE, "S", 3)                         # factor 5 and three hexes: 9 hits
    s = battlefield("maella", {"c_art_xocolate": f"{here} {gun}", name: f"{HERE} {target}"}, ground={},
                    chits=("liberal",), bala_rasa_signs=signs)
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate")
    least = 9 - (modifier if signs == "errata" else -modifier)
    for roll, expected in ((least, 1), (least - 1, 0)):
        trial = s.clone()
        do(trial, f"shoot {HERE}", dice=[roll // 2, roll - roll // 2, 0])
        assert (expected, 0) == damage(trial, name)


@rule("dpyr", "10.0b")
def test_a_gun_that_did_not_move_itself_gets_nothing_for_the_montear_of_its_side() -> None:
    s = battlefield("maella", {"c_art_xocolate": beside(HERE, "S", 3), "c_tor_1": "0303", "l_cor_1": HERE}, ground={},
                    chits=("carlist", "liberal"))
    do(s, "montear", "move c_tor_1", "to 0304")
    do(s, "done", dice=[0])
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate")
    do(s, f"shoot {HERE}", dice=[4, 4, 0])
    assert (0, 0) == damage(s, "l_cor_1")
