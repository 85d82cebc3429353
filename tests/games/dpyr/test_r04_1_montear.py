"""[4.1] Montear: marching, by road too, but not up to the enemy."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.dpyr import GAME
from tests.games.dpyr.battlefield import battlefield, beside, do, offered, refused
from tests.rules import rule

ROAD = "1008 1007 1006 1005 1004 1003"
FOE = {"l_cor_1": "2616"}


def marching(unit: str, where: str, others: dict[str, str] | None = None, action: str = "montear", **more):
    """A battle in which one Carlist unit is about to move, and the rest stand where they are told."""
    s = battlefield("maella", {unit: where, **(others or FOE)}, ground=more.pop("ground", {}), **more)
    do(s, action, f"move {unit}")
    return s


def reached(s) -> set[str]:
    return {text.split()[1] for text in offered(s) if text.startswith("to ")}


# ---------------------------------------------------------------------- [4.1a] how far


@rule("dpyr", "4.1a")
@pytest.mark.parametrize(
    ("unit", "hexes"), [("c_tor_1", 2), ("c_cav_ara_1", 2), ("c_gefe_cabrera", 2), ("c_art_xocolate", 1)]
)
def test_units_move_two_hexes_and_guns_one(unit, hexes):
    s = marching(unit, "1008")
    assert {6: 1, 18: 2}[len(reached(s))] == hexes
    assert refused(s, f"to {beside('1008', 'N', hexes)}") is None
    assert refused(s, f"to {beside('1008', 'N', hexes + 1)}").rule == ("5.1c" if "gefe" in unit else "4.1a")


@rule("dpyr", "4.1a")
def test_every_hex_costs_one_whatever_its_terrain():
    s = marching("c_tor_1", "1008", ground={"1007": "forest", "1006": "mountain", "1009": "building", "1010": "forest"})
    assert {"1006", "1010"} <= reached(s)


# ---------------------------------------------------------------------- [4.1b] by road


@rule("dpyr", "4.1b")
@pytest.mark.parametrize("unit", ["c_tor_1", "c_cav_ara_1", "c_gefe_cabrera", "c_art_xocolate"])
def test_every_class_moves_four_hexes_along_a_road_and_no_more(unit):
    s = marching(unit, "1008", roads=(ROAD,))
    assert {"1007", "1006", "1005", "1004"} <= reached(s)
    assert refused(s, "to 1003") is not None


@rule("dpyr", "4.1b")
def test_a_road_move_and_an_ordinary_move_do_not_mix():
    s = marching("c_tor_1", "1008", roads=(ROAD,))
    assert "1005" in reached(s)
    assert "4.1a" == refused(s, f"to {beside('1005', 'NE')}").rule
    gun = marching("c_art_xocolate", "1008", roads=(ROAD,))
    assert "4.1a" == refused(gun, f"to {beside('1007', 'NE')}").rule


@rule("dpyr", "4.1b")
def test_a_road_move_starts_on_the_road():
    s = marching("c_tor_1", beside("1008", "S"), roads=(ROAD,))
    assert {"1008", "1007"} <= reached(s)
    assert "4.1a" == refused(s, "to 1006").rule


@rule("dpyr", "4.1b")
def test_a_road_move_crosses_only_hexsides_joined_by_the_road():
    winding = ("1008 1007", "1006 1005 1004")         # no road between 1007 and 1006
    s = marching("c_tor_1", "1008", roads=winding)
    assert "1006" in reached(s)
    assert "4.1a" == refused(s, "to 1005").rule


@rule("dpyr", "4.1b")
def test_a_road_is_no_use_in_other_actions():
    s = marching("c_tor_1", "1008", action="mojar", roads=(ROAD,))
    assert "1006" in reached(s)
    assert "4.2a" == refused(s, "to 1005").rule
    s = marching("c_tor_1", "1008", {"l_cor_1": "1010"}, action="puente", roads=(ROAD,))
    assert "1006" in reached(s)
    assert "4.7a" == refused(s, "to 1005").rule


@rule("dpyr", "4.1b")
def test_own_cavalry_and_enemies_block_a_road():
    s = marching("c_tor_1", "1008", {"c_cav_ara_1": "1006", **FOE}, roads=(ROAD,))
    assert "1006" in reached(s)
    assert "1005" not in reached(s)
    s = marching("c_gefe_cabrera", "1008", {"l_cor_1": "1006"}, roads=(ROAD,))
    assert not {"1006", "1005", "1004"} & reached(s)


# ---------------------------------------------------------------------- [4.1c] cavalry in mountains


@rule("dpyr", "4.1c")
def test_cavalry_that_starts_in_a_mountain_moves_one_hex():
    ground = {"1008": "mountain"}
    s = marching("c_cav_ara_1", "1008", ground=ground)
    assert {beside("1008", d) for d in ("N", "NE", "SE", "S", "SW", "NW")} == reached(s)
    assert ("4.1c", "cavalry_in_mountains") == refused(s, "to 1006")
    assert "1006" in reached(marching("c_tor_1", "1008", ground=ground))


@rule("dpyr", "4.1c")
def test_cavalry_that_starts_in_a_mountain_moves_one_hex_by_road_too():
    s = marching("c_cav_ara_1", "1008", ground={"1008": "mountain"}, roads=(ROAD,))
    assert "1007" in reached(s)
    assert "4.1c" == refused(s, "to 1004").rule


@rule("dpyr", "4.1c")
def test_cavalry_that_enters_a_mountain_stops_there():
    ground = {"1007": "mountain"}
    s = marching("c_cav_ara_1", "1008", ground=ground)
    assert "1007" in reached(s)
    assert ("4.1c", "cavalry_in_mountains") == refused(s, "to 1006")
    assert "1006" in reached(marching("c_tor_1", "1008", ground=ground))
    by_road = marching("c_cav_ara_1", "1008", ground=ground, roads=(ROAD,))
    assert "4.1c" == refused(by_road, "to 1005").rule


@rule("dpyr", "4.1c")
def test_mountains_slow_cavalry_in_montear_only():
    s = marching("c_cav_ara_1", "1008", action="mojar", ground={"1008": "mountain", "1007": "mountain"})
    assert "1006" in reached(s)


# ---------------------------------------------------------------------- [4.1d] to [4.1g] the enemy

CAVALRY, OTHERS = "l_cav_reina", ["l_cor_1", "l_art_logrono", "l_gefe_pardinas"]


@rule("dpyr", "4.1d")
@pytest.mark.parametrize("enemy", OTHERS)
def test_no_unit_ends_its_march_next_to_an_enemy(enemy):
    s = marching("c_tor_1", "1008", {enemy: "1005"})
    assert ("4.1d", "ends_next_to_enemy") == refused(s, "to 1006")
    assert "1007" in reached(s)
    assert "1006" in reached(marching("c_gefe_cabrera", "1008", {enemy: "1005"}))


@rule("dpyr", "4.1d")
def test_a_concealed_enemy_keeps_units_off_like_any_other():
    s = marching("c_tor_1", "1008", {"l_cor_1": "1005 hidden"}, ground={"1005": "forest"})
    assert "4.1d" == refused(s, "to 1006").rule


@rule("dpyr", "4.1e")
def test_no_unit_enters_a_hex_next_to_enemy_cavalry():
    s = marching("c_tor_1", "1008", {CAVALRY: "1005"})
    assert ("4.1e", "next_to_cavalry") == refused(s, "to 1006")
    assert "1007" in reached(s)


@rule("dpyr", "4.1e", "4.1f")
@pytest.mark.parametrize("enemy", OTHERS)
def test_units_pass_by_infantry_guns_and_leaders_but_not_by_cavalry(enemy):
    beside_the_road = beside("1006", "NE")
    s = marching("c_tor_1", "1008", {enemy: beside_the_road}, roads=(ROAD,))
    assert "1004" in reached(s)
    assert "4.1d" == refused(s, "to 1006").rule
    assert "4.1d" == refused(s, "to 1005").rule
    s = marching("c_tor_1", "1008", {CAVALRY: beside_the_road}, roads=(ROAD,))
    assert "4.1e" == refused(s, "to 1004").rule


@rule("dpyr", "4.1e", "4.1f", "4.1g")
def test_a_march_across_country_passes_infantry_but_not_cavalry():
    enemy = beside("1008", "NE")        # next to 1008 and 1007, not to 1006
    assert "1006" in reached(marching("c_tor_1", "1008", {"l_cor_1": enemy}))
    assert "4.1e" == refused(marching("c_tor_1", "1008", {CAVALRY: enemy}), "to 1006").rule


@rule("dpyr", "4.1g")
def test_a_unit_next_to_enemy_cavalry_may_stay_and_form_square():
    s = marching("c_tor_1", "1008", {CAVALRY: "1007"})
    assert {"halt", "square"} <= set(offered(s))
    do(s, "square")
    assert s.square


@rule("dpyr", "4.1g")
@pytest.mark.parametrize(("enemy", "reason"), [(CAVALRY, "4.1e"), ("l_cor_1", "4.1d")])
def test_a_unit_next_to_an_enemy_that_moves_may_not_end_next_to_it_again(enemy, reason):
    s = marching("c_tor_1", "1008", {enemy: "1007"})
    assert reason == refused(s, f"to {beside('1008', 'NE')}").rule
    assert {beside("1008", d) for d in ("SE", "S", "SW")} <= reached(s)


# ---------------------------------------------------------------------- one drag


def dragged(s) -> dict[str, list[str]]:
    found = tablero.gestures(GAME.view(s, 0), 0)
    return {thing: [GAME.write(s, action) for action in way] for thing, way in found.items()}


@rule("dpyr", "4.1a")
def test_before_an_action_is_chosen_a_unit_that_is_dragged_marches():
    s = battlefield("maella", {"c_tor_1": "1008", **FOE}, ground={})
    found = dragged(s)
    assert ["montear", "move c_tor_1"] == found["unit:c_tor_1"]
    do(s, *found["unit:c_tor_1"])
    assert f"to {beside('1008', 'N', 2)}" in offered(s)


@rule("dpyr", "4.1e")
def test_a_unit_that_could_only_halt_is_not_dragged():
    """Cavalry in front of it, the river behind."""
    river = dict.fromkeys((beside("1008", way) for way in ("S", "SE", "SW")), "river")
    s = battlefield("maella", {"c_tor_1": "1008", "l_cav_reina": beside("1008", "N")}, ground=river)
    found = dragged(s)
    do(s, "montear", "move c_tor_1")
    assert not [text for text in offered(s) if text.startswith("to ")], offered(s)
    assert "unit:c_tor_1" not in found
