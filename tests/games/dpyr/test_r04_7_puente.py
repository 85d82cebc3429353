"""[4.7] Puente: away from the enemy, or into square."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.board import GRID
from tablero.games.dpyr.state import Dpyr
from tablero.kernel.hexes import DIRECTIONS
from tests.games.dpyr.battlefield import at, battlefield, beside, do, hex_, offered, refused, unit
from tests.rules import rule

HERE = "1008"                                   # the enemy is to the north
FOE = beside(HERE, "N", 2)
BEHIND = {beside(HERE, d) for d in ("SE", "S", "SW")}
Field = dict[str, str]


def puente(units: Field, ground: Field | None = None) -> Dpyr:
    s = battlefield("maella", {"l_cor_1": FOE, **units}, ground=ground or {})
    do(s, "puente")
    return s


def reach(s: Dpyr, name: str) -> set[str]:
    """The hexes where a unit may go."""
    do(s, f"move {name}")
    return {text.split()[1] for text in offered(s) if text.startswith("to ")}


def nearest(s: Dpyr, where: str, enemies: list[str]) -> int:
    """Hexes to the nearest of some enemies."""
    return min(GRID.distance[hex_(where)][s.at[unit(s, name)]] for name in enemies)


@rule("dpyr", "4.7a")
@pytest.mark.parametrize("name", ["c_tor_1", "c_cav_ara_1"])
def test_infantry_and_cavalry_retreat_up_to_two_hexes_each_further_from_the_enemy(name: str) -> None:
    s = puente({name: HERE})
    second = {beside(x, d) for x in BEHIND for d in ("SE", "S", "SW")} - BEHIND
    second = {x for x in second if nearest(s, x, ["l_cor_1"]) == 4}
    assert BEHIND | second == reach(s, name)
    do(s, f"to {beside(HERE, 'S', 2)}")
    assert beside(HERE, "S", 2) == at(s, name)


@rule("dpyr", "4.7a")
def test_artillery_retreats_one_hex() -> None:
    s = puente({"c_art_xocolate": HERE})
    assert BEHIND == reach(s, "c_art_xocolate")
    assert ("4.7a", "puente_too_far") == refused(s, f"to {beside(HERE, 'S', 2)}")


@rule("dpyr", "4.7a")
def test_a_hex_no_further_from_the_nearest_enemy_is_refused() -> None:
    s = puente({"c_tor_1": HERE})
    do(s, "move c_tor_1")
    for direction in ("N", "NE", "NW"):         # nearer, or as far
        assert ("4.7a", "puente_not_away") == refused(s, f"to {beside(HERE, direction)}")
    sideways = beside(beside(HERE, "SE"), "NE")     # further than at the start, but not than the hex on the way
    assert ("4.7a", "puente_not_away") == refused(s, f"to {sideways}")
    assert ("4.7a", "puente_too_far") == refused(s, f"to {beside(HERE, 'S', 3)}")


@rule("dpyr", "4.7a")
def test_the_nearest_of_all_enemies_counts_a_gefe_among_them() -> None:
    south = beside(HERE, "S", 2)
    for name in ("l_cor_2", "l_gefe_pardinas"):
        s = puente({"c_tor_1": HERE, name: south})
        assert set() == reach(s, "c_tor_1")     # between two fires there is no way out
    s = puente({"c_tor_1": HERE, "l_cor_2": beside(HERE, "SE", 4)})
    assert beside(HERE, "SW") in reach(s, "c_tor_1")


@rule("dpyr", "4.7a", "6.1c")
def test_nobody_retreats_into_a_river() -> None:
    s = puente({"c_tor_1": HERE}, ground={beside(HERE, "S"): "river"})
    assert beside(HERE, "S") not in reach(s, "c_tor_1")
    assert beside(HERE, "SE") in reach(puente({"c_tor_1": HERE}), "c_tor_1")


@rule("dpyr", "4.7a")
def test_liberals_too_are_told_that_a_hex_is_not_away() -> None:
    s = battlefield("maella", {"c_tor_1": FOE, "l_cor_1": HERE}, active="liberal", ground={})
    do(s, "puente", "move l_cor_1")
    assert ("4.7a", "puente_not_away") == refused(s, f"to {beside(HERE, 'N')}")
    assert ("4.7a", "puente_too_far") == refused(s, f"to {beside(HERE, 'S', 3)}")


@rule("dpyr", "4.7a")
def test_every_hex_entered_gains_distance() -> None:
    for foes in ({"l_cor_2": beside(HERE, "NE", 3)}, {"l_cor_2": beside(HERE, "NW", 2), "l_cor_3": "1013"}):
        s = puente({"c_tor_1": HERE, **foes})
        start, names = nearest(s, HERE, ["l_cor_1", *foes]), ["l_cor_1", *foes]
        for x in reach(s, "c_tor_1"):
            assert nearest(s, x, names) - start in (1, 2)
        assert {x for x in (beside(HERE, d) for d in DIRECTIONS) if nearest(s, x, names) > start} == {
            x for x in (beside(HERE, d) for d in DIRECTIONS) if f"to {x}" in offered(s)}


@rule("dpyr", "4.7a", "6.1c")
def test_own_cavalry_and_guns_stand_in_the_way() -> None:
    s = puente({"c_tor_1": HERE, "c_cav_ara_1": beside(HERE, "S"), "c_art_xocolate": beside(HERE, "SE"),
                "c_cav_ara_2": beside(HERE, "SW")})
    assert BEHIND == reach(s, "c_tor_1")        # it may stop there but not pass
    assert ("6.1c", "own_in_the_way") == refused(s, f"to {beside(HERE, 'S', 2)}")
    s = puente({"c_tor_1": HERE, "c_minyons": beside(HERE, "S")})
    assert beside(HERE, "S", 2) in reach(s, "c_tor_1")


@rule("dpyr", "4.7a", "6.3c")
def test_stacking_holds_at_the_end() -> None:
    s = puente({"c_tor_1": HERE, "c_minyons": beside(HERE, "S"), "c_mora_1": beside(HERE, "S")})
    assert beside(HERE, "S") not in reach(s, "c_tor_1")
    assert ("6.3c", "full_clear") == refused(s, f"to {beside(HERE, 'S')}")
    assert f"to {beside(HERE, 'S', 2)}" in offered(s)


@rule("dpyr", "4.7a", "5.1c")
def test_a_gefe_goes_one_hex_in_any_direction() -> None:
    s = puente({"c_gefe_cabrera": HERE, "c_tor_1": "0101"})
    assert {beside(HERE, d) for d in DIRECTIONS} == reach(s, "c_gefe_cabrera")
    assert ("5.1c", "gefe_too_far") == refused(s, f"to {beside(HERE, 'S', 2)}")


@rule("dpyr", "4.7b")
def test_infantry_may_form_square_instead_of_moving() -> None:
    s = puente({"c_tor_1": HERE, "c_minyons": "0404"})
    do(s, "move c_tor_1")
    assert "square" in offered(s)
    do(s, "square")
    assert s.square >> unit(s, "c_tor_1") & 1
    assert HERE == at(s, "c_tor_1")
    assert ("4.0c", "moved_already") == refused(s, "move c_tor_1")


@rule("dpyr", "4.7b")
@pytest.mark.parametrize("die, formed", [(3, False), (4, True)])
def test_the_usual_roll_is_made(die: int, formed: bool) -> None:
    s = puente({"c_mora_2": f"{HERE} marker=fm_122", "c_minyons": "0404"})      # morale C
    do(s, "move c_mora_2")
    do(s, "square", dice=[die])
    assert formed == bool(s.square >> unit(s, "c_mora_2") & 1)
    assert ("4.0c", "moved_already") == refused(s, "move c_mora_2")


@rule("dpyr", "4.7b")
def test_cavalry_guns_and_infantry_in_a_wood_do_not_form_square() -> None:
    wood = beside(HERE, "S")
    s = puente({"c_tor_1": wood, "c_cav_ara_1": HERE, "c_art_xocolate": beside(HERE, "SE")}, {wood: "forest"})
    for name, key in (("c_tor_1", "square_open_ground_only"), ("c_cav_ara_1", "square_infantry_only"),
                      ("c_art_xocolate", "square_infantry_only")):
        do(s, f"move {name}")
        assert ("6.2a", key) == refused(s, "square")
        do(s, "halt")


@rule("dpyr", "4.7b")
def test_a_unit_that_moved_may_change_facing() -> None:
    s = puente({"c_tor_1": f"{HERE} facing=S", "c_minyons": "0404"})
    do(s, "move c_tor_1", f"to {beside(HERE, 'S')}")
    assert "N" == DIRECTIONS[s.facing[unit(s, "c_tor_1")]]  # towards the enemy, unless the owner turns it
    assert {f"face {d}" for d in DIRECTIONS if d != "N"} <= set(offered(s))
    do(s, "face SW")
    assert "SW" == DIRECTIONS[s.facing[unit(s, "c_tor_1")]]
    do(s, "move c_minyons", "halt")
    assert not [text for text in offered(s) if text.startswith("face")]     # who stays does not turn
