"""[5.3] Reingreso: the Gefe's check, the rally rolls, and where those who rally return."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.board import GRID
from tablero.games.dpyr.state import GONE, Dpyr
from tests.games.dpyr.battlefield import asked, at, battlefield, beside, damage, do, hex_, offered, refused, unit
from tests.rules import rule

NEW_TURN = (0, 0, 0)        # who draws first, who draws unseen first, the first activation marker: the Carlist's

MACUTO, CHUSQUERO, PISTOLO, BRUTO = "c_bosque", "c_mora_2", "c_tor_1", "c_tor_2"
CABRERA = {"c_gefe_cabrera": "1010"}            # command range 4
FRIEND, ENEMY = {"c_minyons": "0808"}, {"l_cor_1": "2008"}


def last_turn(units: dict[str, str], ground: dict[str, str] | None = None) -> Dpyr:
    """The last activation of the last turn of Maella on open ground; a pass brings the end of the turn."""
    return battlefield("maella", units, turn=14, chits=(), ground=ground or {})


def all_river_but(*hexes: str) -> dict[str, str]:
    return {name: "river" for name in GRID.names if name not in hexes}


def returns(s: Dpyr, roll: int) -> bool:
    """Does the only unit that was withdrawn come back on this roll of two dice?"""
    do(s, "pass", dice=[roll // 2, roll - roll // 2])
    return not s.over and asked(s) == "PlaceRallied"


# -------------------------------------------------------------------------------------------- who rolls, on what


@rule("dpyr", "5.3b", "5.3c")
@pytest.mark.parametrize(("name", "least"), [(MACUTO, 10), (CHUSQUERO, 9), (PISTOLO, 8), (BRUTO, 7)])
def test_two_dice_must_reach_the_number_of_the_morale(name: str, least: int) -> None:
    units = {name: "1008 fire=4", **CABRERA, **FRIEND, **ENEMY}
    assert returns(last_turn(units), least)
    s = last_turn(units)
    do(s, "pass", dice=[least - 1 - (least - 1) // 2, (least - 1) // 2])
    assert GONE == s.at[unit(s, name)]


@rule("dpyr", "5.3c")
def test_a_unit_that_failed_never_rolls_again() -> None:
    units = {PISTOLO: "1008 fire=3", **CABRERA, **FRIEND, **ENEMY}
    s = battlefield("maella", units, chits=(), ground={})
    told = do(s, "pass", dice=[1, 6, *NEW_TURN])
    assert ("eliminated", (unit(s, PISTOLO),)) in told
    s.chits = []
    do(s, "pass", dice=[*NEW_TURN])
    assert 3 == s.turn
    assert GONE == s.at[unit(s, PISTOLO)]


@rule("dpyr", "5.3x1", "5.3a")
@pytest.mark.parametrize(
    ("name", "shock", "least"), [(BRUTO, 3, 7), (MACUTO, 2, 10), (CHUSQUERO, 2, 9), (PISTOLO, 2, 8)]
)
def test_one_fire_marker_among_those_at_the_limit_gives_a_roll(name: str, shock: int, least: int) -> None:
    units = {name: f"1008 fire=1 shock={shock}", **CABRERA, **FRIEND, **ENEMY}
    assert returns(last_turn(units), least)
    without_fire = {name: f"1008 shock={shock + 1}", **CABRERA, **FRIEND, **ENEMY}
    s = last_turn(without_fire)
    do(s, "pass", dice=[])
    assert GONE == s.at[unit(s, name)]


@rule("dpyr", "5.3f")
def test_a_unit_returns_without_its_fire_markers_and_with_its_shock_markers() -> None:
    s = last_turn({PISTOLO: "1008 fire=2 shock=1", **CABRERA, **FRIEND, **ENEMY})
    assert returns(s, 8)
    do(s, "place 1009")
    assert "1009" == at(s, PISTOLO)
    assert (0, 1) == damage(s, PISTOLO)


# ----------------------------------------------------------------------------------------------------- modifiers


def least_roll(s: Dpyr) -> int:
    """The least sum of two dice with which the only withdrawn unit would return; 13 if none would do."""
    for roll in range(2, 13):
        if returns(s.clone(), roll):
            return roll
    return 13


@rule("dpyr", "5.3d")
def test_without_ammunition_two_are_taken_off_the_rolls_of_that_side() -> None:
    units = {PISTOLO: "1008 fire=3", **CABRERA, **FRIEND, **ENEMY}
    s = last_turn(units)
    s.ammunition = [1, 0]
    assert 8 == least_roll(s)
    s.ammunition = [0, 50]
    assert 10 == least_roll(s)


@rule("dpyr", "5.3d")
@pytest.mark.parametrize(("fell", "least"), [(14, 10), (13, 10), (12, 8), (1, 8)])
def test_a_gefe_lost_in_this_turn_or_the_last_takes_two_off(fell: int, least: int) -> None:
    s = last_turn({PISTOLO: "1008 fire=3", **FRIEND, **ENEMY})
    s.fell = [fell, 14]
    assert least == least_roll(s)


@rule("dpyr", "5.3d", "5.3e")
def test_a_gefe_checked_for_fire_damage_takes_one_off_in_that_turn_only() -> None:
    units = {PISTOLO: "1008 fire=3", "c_gefe_cabrera": "1010 fire=1 shock=4", **FRIEND, **ENEMY}
    for rally, expected in ([4, 4], False), ([4, 5], True):
        s = last_turn(units)
        do(s, "pass", dice=[3, 4, *rally])
        assert expected == (not s.over and asked(s) == "PlaceRallied")
    s = battlefield("maella", units | {PISTOLO: "1008"}, chits=(), ground={})
    do(s, "pass", dice=[3, 4, *NEW_TURN])
    s.fire[unit(s, PISTOLO)], s.chits = 3, []
    do(s, "pass", dice=[4, 4])
    assert "PlaceRallied" == asked(s)


@rule("dpyr", "5.3d")
def test_the_modifiers_of_a_rally_roll_add_up() -> None:
    units = {BRUTO: "1008 fire=4", "c_gefe_cabrera": "1010 fire=1 shock=4", **FRIEND, **ENEMY}
    for rally, expected in ([6, 5], False), ([6, 6], True):         # 7, and 2 + 2 + 1 more
        s = last_turn(units)
        s.ammunition[0] = 0
        do(s, "pass", dice=[4, 4, *rally])          # 8 - 2: the Gefe falls, having been checked
        assert expected == (not s.over and asked(s) == "PlaceRallied")


@rule("dpyr", "5.3d")
def test_the_enemys_gefe_weighs_on_nobody_but_the_enemy() -> None:
    units = {PISTOLO: "1008 fire=3", **CABRERA, **FRIEND, **ENEMY, "l_gefe_pardinas": "2010 fire=1 shock=4"}
    s = last_turn(units)
    do(s, "pass", dice=[1, 1, 4, 4])
    assert GONE == s.at[unit(s, "l_gefe_pardinas")]
    assert "PlaceRallied" == asked(s)


# ------------------------------------------------------------------------------------------ the Gefe's own check


@rule("dpyr", "5.3e")
@pytest.mark.parametrize(("fire", "shock"), [(1, 3), (4, 0), (0, 4), (0, 0)])
def test_a_gefe_with_four_markers_or_fewer_is_not_checked_and_stays(fire: int, shock: int) -> None:
    s = last_turn({"c_gefe_cabrera": f"1010 fire={fire} shock={shock}", **FRIEND, **ENEMY})
    do(s, "pass", dice=[])
    assert "1010" == at(s, "c_gefe_cabrera")
    assert (fire, shock) == damage(s, "c_gefe_cabrera")


@rule("dpyr", "5.3e")
@pytest.mark.parametrize(("fire", "shock"), [(1, 4), (5, 0), (3, 2), (7, 4)])
def test_a_gefe_with_five_markers_one_of_them_fire_must_roll_seven(fire: int, shock: int) -> None:
    units = {"c_gefe_cabrera": f"1010 fire={fire} shock={shock}", **FRIEND, **ENEMY}
    s = last_turn(units)
    do(s, "pass", dice=[3, 4])
    assert "1010" == at(s, "c_gefe_cabrera")
    assert (0, shock) == damage(s, "c_gefe_cabrera")
    s = last_turn(units)
    do(s, "pass", dice=[3, 3])
    assert GONE == s.at[unit(s, "c_gefe_cabrera")]
    assert 14 == s.fell[0]


@rule("dpyr", "5.3e")
@pytest.mark.parametrize(("fire", "shock"), [(0, 5), (0, 6), (2, 5)])
def test_five_shock_markers_kill_a_gefe_without_a_roll(fire: int, shock: int) -> None:
    s = last_turn({"c_gefe_cabrera": f"1010 fire={fire} shock={shock}", **FRIEND, **ENEMY})
    do(s, "pass", dice=[])
    assert GONE == s.at[unit(s, "c_gefe_cabrera")]


@rule("dpyr", "5.3e")
def test_without_ammunition_the_gefe_needs_nine_and_nothing_else_weighs_on_him() -> None:
    units = {"c_gefe_cabrera": "1010 fire=1 shock=4", **FRIEND, **ENEMY}
    for roll, lives in ([4, 4], False), ([4, 5], True):
        s = last_turn(units)
        s.ammunition[0] = 0
        do(s, "pass", dice=roll)
        assert lives == (at(s, "c_gefe_cabrera") == "1010")
    s = last_turn(units)
    s.ammunition[1], s.fell = 0, [13, 13]
    do(s, "pass", dice=[3, 4])
    assert "1010" == at(s, "c_gefe_cabrera")


# ------------------------------------------------------------------------------------------------------ where to


@rule("dpyr", "5.3g", "5.1d")
def test_a_unit_returns_within_the_command_range_of_its_gefe() -> None:
    s = last_turn({PISTOLO: "2001 fire=3", **CABRERA, **FRIEND, **ENEMY})
    assert returns(s, 8)
    assert {f"place {name}" for name in GRID.names if GRID.distance[hex_("1010")][hex_(name)] <= 4} == set(offered(s))
    assert "place 1006" in offered(s)
    assert ("5.3g", "rally_not_there") == refused(s, "place 1005")
    assert ("5.3g", "rally_not_there") == refused(s, "place 2001")
    do(s, "place 1006")
    assert "1006" == at(s, PISTOLO)


@rule("dpyr", "5.3g")
def test_a_unit_returns_only_where_it_may_stand() -> None:
    ground = {"1008": "river", "1009": "river/ford", "1007": "forest", "1109": "forest"}
    units = {PISTOLO: "2001 fire=3", **CABRERA, "c_minyons": "1007", "c_tor_2": "1011", "c_mora_1": "1011", **ENEMY}
    s = last_turn(units, ground)
    assert returns(s, 8)
    assert ["place 1009", "place 1010", "place 1109"] == [
        option for option in offered(s) if option[-4:] in ("1007", "1008", "1009", "1010", "1011", "1109")
    ]
    assert "5.3g" == refused(s, "place 1008").rule
    assert "5.3g" == refused(s, "place 1007").rule
    assert "5.3g" == refused(s, "place 1011").rule


@rule("dpyr", "5.3g")
def test_hexes_next_to_an_enemy_serve_only_when_nothing_else_is_free() -> None:
    units = {PISTOLO: "1007 fire=3", **CABRERA, "l_cor_1": "1008"}
    free, near = "1012", beside("1008", "S")
    s = last_turn(units, all_river_but("1007", "1008", near, "1010", free))
    assert returns(s, 8)
    assert {"place 1010", "place 1012"} == set(offered(s))
    assert ("5.3g", "rally_not_there") == refused(s, f"place {near}")
    units |= {"c_tor_2": "1010", "c_mora_1": "1010"}
    s = last_turn(units, all_river_but("1007", "1008", near, "1010"))
    assert returns(s, 8)
    assert {"place 1007", f"place {near}"} == set(offered(s))
    assert "5.3g" == refused(s, "place 1008").rule


@rule("dpyr", "5.3g")
def test_a_unit_that_finds_no_hex_is_eliminated() -> None:
    units = {PISTOLO: "2001 fire=3", **CABRERA, "c_tor_2": "1010", "c_mora_1": "1010", **ENEMY}
    s = last_turn(units, all_river_but("1010", "2001", "2008"))
    told = do(s, "pass", dice=[6, 6])
    assert ("no_place", (unit(s, PISTOLO),)) in told
    assert GONE == s.at[unit(s, PISTOLO)]


@rule("dpyr", "5.3g")
def test_the_hex_of_the_gefe_himself_has_room_for_two() -> None:
    s = last_turn({PISTOLO: "2001 fire=3", BRUTO: "2002 fire=4", "c_mora_1": "2003 fire=3", **CABRERA, **ENEMY},
                  all_river_but("1010", "2001", "2002", "2003", "2008"))
    do(s, "pass", dice=[])
    do(s, f"rally {PISTOLO}", dice=[6, 6])
    assert "1010" == at(s, PISTOLO)
    do(s, "done")
    do(s, f"rally {BRUTO}", dice=[6, 6])
    assert "1010" == at(s, BRUTO)
    do(s, "done", dice=[6, 6])
    assert GONE == s.at[unit(s, "c_mora_1")]


# ------------------------------------------------------------------------------------------------ without a Gefe


@rule("dpyr", "5.3h")
def test_without_a_gefe_a_unit_returns_next_to_a_friend_or_where_it_was() -> None:
    s = last_turn({PISTOLO: "1408 fire=3", **FRIEND, **ENEMY})
    assert returns(s, 8)
    around = {GRID.names[x] for x in GRID.near[hex_("0808")]}
    assert {f"place {name}" for name in {*around, "1408"}} == set(offered(s))
    assert ("5.3h", "rally_not_there_without_gefe") == refused(s, "place 0808")
    assert ("5.3h", "rally_not_there_without_gefe") == refused(s, "place 1409")
    do(s, "place 1408")
    assert "1408" == at(s, PISTOLO)


@rule("dpyr", "5.3h")
def test_without_a_gefe_a_unit_takes_one_more_shock_marker() -> None:
    s = last_turn({PISTOLO: "1408 fire=2 shock=1", **FRIEND, **ENEMY})
    assert returns(s, 8)
    assert (0, 2) == damage(s, PISTOLO)
    s = last_turn({PISTOLO: "1408 fire=2 shock=1", **CABRERA, **FRIEND, **ENEMY})
    assert returns(s, 8)
    assert (0, 1) == damage(s, PISTOLO)


@rule("dpyr", "5.3h")
@pytest.mark.parametrize(("name", "fire", "shock"), [(MACUTO, 1, 2), (CHUSQUERO, 1, 2), (PISTOLO, 3, 2), (BRUTO, 1, 3)])
def test_that_marker_may_eliminate_the_unit_in_spite_of_its_roll(name: str, fire: int, shock: int) -> None:
    s = last_turn({name: f"1408 fire={fire} shock={shock}", **FRIEND, **ENEMY})
    told = do(s, "pass", dice=[6, 6])
    assert ("shock", (unit(s, name), 1)) in told
    assert GONE == s.at[unit(s, name)]


@rule("dpyr", "5.3h")
def test_a_bruto_with_two_shock_markers_survives_that_marker() -> None:
    s = last_turn({BRUTO: "1408 fire=2 shock=2", **FRIEND, **ENEMY})
    assert returns(s, 7)
    assert (0, 3) == damage(s, BRUTO)


@rule("dpyr", "5.3h", "5.3g")
def test_without_a_gefe_and_without_a_place_the_unit_is_eliminated() -> None:
    units = {PISTOLO: "1408 fire=3", "c_mora_1": "1408", **ENEMY}
    s = last_turn(units, all_river_but("1408", "2008"))
    do(s, "pass", dice=[4, 4])
    assert "1408" == at(s, PISTOLO)                 # its last hex has room for one more
    units |= {BRUTO: "1408"}
    s = last_turn(units, all_river_but("1408", "2008"))
    told = do(s, "pass", dice=[6, 6])
    assert ("no_place", (unit(s, PISTOLO),)) in told
    assert GONE == s.at[unit(s, PISTOLO)]


# ----------------------------------------------------------------------------------------------------- the order


@rule("dpyr", "5.3i", "5.3d", "5.3h")
def test_a_gefe_killed_this_turn_weighs_on_the_rolls_of_the_same_turn() -> None:
    units = {PISTOLO: "1408 fire=3", "c_gefe_cabrera": "1010 shock=5", **FRIEND, **ENEMY}
    s = last_turn(units)
    do(s, "pass", dice=[5, 4])
    assert GONE == s.at[unit(s, PISTOLO)]
    s = last_turn(units)
    do(s, "pass", dice=[5, 5])
    assert "PlaceRallied" == asked(s)
    assert (0, 1) == damage(s, PISTOLO)


@rule("dpyr", "5.3i")
def test_gefes_then_withdrawals_then_carlist_then_liberal_rolls_then_victory() -> None:
    units = {
        PISTOLO: "1408 fire=3", "c_gefe_cabrera": "1010 fire=5", "c_mora_1": "0808 shock=3",
        "l_cor_1": "2008 fire=3", "l_gefe_pardinas": "2010 fire=5", "l_cor_2": "1908 shock=3",
    }
    s = last_turn(units)
    told = do(s, "pass", dice=[6, 6, 5, 5, 1, 1, 1, 2])
    kinds = ("gefe_check", "withdrawn", "eliminated", "rally_roll", "drawn")
    happened = [(kind, s.b.units[args[0]].id if args else "") for kind, args in told if kind in kinds]
    assert [("gefe_check", "c_gefe_cabrera"), ("gefe_check", "l_gefe_pardinas")] == happened[:2]
    assert {
        ("withdrawn", PISTOLO), ("eliminated", "c_mora_1"), ("withdrawn", "l_cor_1"), ("eliminated", "l_cor_2"),
    } == set(happened[2:6])
    assert [
        ("rally_roll", PISTOLO), ("eliminated", PISTOLO), ("rally_roll", "l_cor_1"), ("eliminated", "l_cor_1"),
        ("drawn", ""),
    ] == happened[6:]


@rule("dpyr", "5.3i")
def test_the_owner_names_who_rolls_next_and_each_success_is_placed_at_once() -> None:
    units = {PISTOLO: "1408 fire=3", BRUTO: "1409 fire=4", "c_mora_1": "1410", **CABRERA, **ENEMY}
    s = last_turn(units)
    do(s, "pass", dice=[])
    assert {f"rally {PISTOLO}", f"rally {BRUTO}"} == set(offered(s, "carlist"))
    assert "5.3i" == refused(s, "rally c_mora_1").rule
    do(s, f"rally {BRUTO}", dice=[6, 6])
    assert "PlaceRallied" == asked(s)
    do(s, "place 1009")
    assert "Dress" == asked(s)
    do(s, "done", dice=[6, 6])                      # the sole unit left rolls without being asked
    assert "PlaceRallied" == asked(s)
    assert ("1009", "") == (at(s, BRUTO), at(s, PISTOLO))


@rule("dpyr", "5.3i", "5.3g")
def test_units_withdrawn_in_the_same_turn_hold_no_hex_against_those_who_return() -> None:
    units = {PISTOLO: "1408 fire=3", **CABRERA, "l_cor_1": "1009 fire=3", "l_cor_2": "2008"}
    s = last_turn(units)
    assert returns(s, 8)
    assert "place 1009" in offered(s)
    assert "place 1008" in offered(s)
