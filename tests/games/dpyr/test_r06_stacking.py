"""[6.3] Stacking and inspection: how many units a hex holds, what the enemy sees of them."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import CARLIST, LIBERAL
from tablero.games.dpyr.state import CONCEALED, UNKNOWN, Dpyr
from tablero.kernel.events import seen_by
from tablero.kernel.hexes import DIRECTIONS
from tablero.kernel.refusals import Refusal
from tests.games.dpyr.battlefield import (
    asked,
    at,
    battlefield,
    concealed_hexes,
    damage,
    do,
    hex_,
    offered,
    refused,
    unit,
)
from tests.games.dpyr.opening import attack
from tests.rules import rule

FAR = {"l_cor_1": "2008"}           # an enemy somewhere


def facing(s: Dpyr, *names: str) -> list[str]:
    return [DIRECTIONS[s.facing[unit(s, name)]] for name in names]


def goals(s: Dpyr) -> set[str]:
    """The hexes to which the unit in hand may go."""
    return {text.split()[1] for text in offered(s) if text.startswith("to ")}


def seen(s: Dpyr, seat: int, *texts: str) -> list[tuple[str, tuple[int, ...]]]:
    """What a seat sees of actions of whoever is asked."""
    told = []
    for text in texts:
        told += tablero.apply(s, tablero.players(s)[0], GAME.read(s, text))
    return seen_by(told, seat)


# --------------------------------------------------------------------------------------------------------- inspection


@rule("dpyr", "6.3a")
@pytest.mark.parametrize("seat", [LIBERAL, -1])
def test_an_open_stack_may_be_inspected_but_not_its_factor_markers(seat: int) -> None:
    s = battlefield(
        "maella",
        {"c_gefe_cabrera": "1008", "c_mora_2": "1008 marker=fm_333 fire=1", "c_tor_1": "1008 facing=NE shock=2", **FAR},
        ground={},
    )
    shown = GAME.view(s, seat)
    names = ("c_gefe_cabrera", "c_mora_2", "c_tor_1")
    assert tuple(unit(s, name) for name in names) == shown.piles[hex_("1008")]
    assert ["1008", "1008", "1008"] == [at(shown, name) for name in names]
    assert [(0, 0), (1, 0), (0, 2)] == [damage(shown, name) for name in names]
    assert ["NE", "NE", "NE"] == facing(shown, *names)
    assert UNKNOWN == shown.marker[unit(s, "c_mora_2")]
    assert s.marker[unit(s, "c_mora_2")] == GAME.view(s, CARLIST).marker[unit(s, "c_mora_2")]


@rule("dpyr", "6.3b")
@pytest.mark.parametrize("seat", [LIBERAL, -1])
@pytest.mark.parametrize("terrain", ["building", "forest"])
def test_a_concealed_stack_may_not_be_inspected(terrain: str, seat: int) -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008 hidden facing=NW", "c_gefe_cabrera": "1008 hidden", "c_mora_1": "1010", **FAR},
        ground={"1008": terrain},
    )
    shown = GAME.view(s, seat)
    for name in ("c_tor_1", "c_gefe_cabrera"):
        assert (CONCEALED, 0) == (shown.at[unit(s, name)], shown.facing[unit(s, name)])
    assert hex_("1008") not in shown.piles
    assert "1010" == at(shown, "c_mora_1")
    own = GAME.view(s, CARLIST)
    assert "1008" == at(own, "c_tor_1")
    assert 2 == len(own.piles[hex_("1008")])


@rule("dpyr", "6.3f")
def test_the_enemy_sees_that_a_hex_holds_concealed_units_but_not_how_many_or_which() -> None:
    ground = {"1008": "building", "1208": "building"}
    army = {"c_tor_1": "1008 hidden", "c_mora_1": "1208 hidden", "c_minyons": "1208 hidden", **FAR}
    one = battlefield("maella", army, ground=ground)
    army = {"c_minyons": "1008 hidden", "c_mora_1": "1008 hidden", "c_tor_1": "1208 hidden", **FAR}
    two = battlefield("maella", army, ground=ground)
    assert GAME.view(one, LIBERAL) == GAME.view(two, LIBERAL)
    assert GAME.view(one, CARLIST) != GAME.view(two, CARLIST)
    assert [hex_("1008"), hex_("1208")] == concealed_hexes(GAME.view(one, LIBERAL), CARLIST)


@rule("dpyr", "6.3f", "6.3b")
def test_of_a_stack_only_partly_concealed_the_enemy_sees_the_rest() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008 hidden", "c_mora_1": "1008 shock=1", "c_minyons": "1008 hidden", **FAR},
        ground={"1008": "building"},
    )
    shown = GAME.view(s, LIBERAL)
    assert (unit(s, "c_mora_1"),) == shown.piles[hex_("1008")]
    assert [hex_("1008")] == concealed_hexes(shown, CARLIST)


@rule("dpyr", "6.3f")
def test_concealed_units_are_legal_targets_and_a_hit_reveals_the_unit_that_takes_it() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008 hidden", "c_mora_1": "1008 hidden", "l_cor_1": "1010"}, active="liberal",
        ground={"1008": "building"},
    )
    do(s, "batir", "aim l_cor_1")
    assert ["fire 1008"] == offered(s)
    do(s, "fire 1008", dice=[4, 4])
    shown = GAME.view(s, LIBERAL)
    assert ("1008", (2, 0)) == (at(shown, "c_mora_1"), damage(shown, "c_mora_1"))
    assert CONCEALED == shown.at[unit(s, "c_tor_1")]


@rule("dpyr", "6.3f")
def test_concealed_units_may_be_attacked() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008 hidden", "l_cor_1": "1009"}, active="liberal", ground={"1008": "forest"}
    )
    do(s, "mojar", "done")
    assert "attack l_cor_1 1008" in offered(s)
    assert ("revealed", (unit(s, "c_tor_1"),)) in seen(s, LIBERAL, "attack l_cor_1 1008")


@rule("dpyr", "6.3f", "6.3b")
def test_of_a_concealed_unit_on_the_move_the_enemy_sees_only_that_something_stirs() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008 hidden", "c_mora_1": "1011 hidden", **FAR},
        ground={"1008": "forest", "1007": "forest", "1011": "forest"},
    )
    clone = s.clone()
    texts = ("montear", "move c_tor_1", "to 1007", "face NW")
    told = seen(s, LIBERAL, *texts)
    assert [("action", (CARLIST, 0)), ("stirred", (hex_("1008"), hex_("1007")))] == told
    tor = unit(s, "c_tor_1")
    own = seen(clone, CARLIST, *texts)
    assert [("moved", (tor, hex_("1008"), hex_("1007"))), ("turned", (hex_("1007"), 5))] == own[1:]
    shown = GAME.view(s, LIBERAL)
    assert (CONCEALED, [hex_("1007"), hex_("1011")]) == (shown.at[tor], concealed_hexes(shown, CARLIST))


@rule("dpyr", "6.3f")
def test_frames_of_a_view_do_not_name_the_concealed_units_that_act() -> None:
    ground = dict.fromkeys(("1008", "1007", "1011", "1010"), "forest")
    views = []
    for name, other in (("c_tor_1", "c_mora_1"), ("c_mora_1", "c_tor_1")):
        s = battlefield("maella", {name: "1008 hidden", other: "1011 hidden", "l_cor_1": "1208"}, ground=ground)
        do(s, "campi", f"move {name}", "to 1007")
        views.append([GAME.view(s, LIBERAL)])
        do(s, "done", f"aim {name}")
        views[-1].append(GAME.view(s, LIBERAL))
        s = battlefield("maella", {name: "1008 hidden", other: "1011 hidden", "l_cor_1": "1208"}, ground=ground)
        do(s, "campi", f"move {name}", "to 1007", "done", "done")
        assert "Dress" == asked(s)
        views[-1].append(GAME.view(s, LIBERAL))
    assert views[0] == views[1]


@rule("dpyr", "6.3f", "6.3b")
def test_a_concealed_gun_that_moved_and_a_concealed_squadron_that_charged_are_not_told_apart() -> None:
    ground = dict.fromkeys(("1008", "1007"), "building")
    views = []
    for name, other in (("c_art_xocolate", "c_tor_1"), ("c_tor_1", "c_art_xocolate")):
        s = battlefield("maella", {name: "1008 hidden", other: "1008 hidden", **FAR}, ground=ground)
        do(s, "montear", f"move {name}", "to 1007", "done")
        views.append(GAME.view(s, LIBERAL))
    assert views[0].rode == views[1].rode == 0
    army = {"c_cav_ara_1": "1008 hidden", "c_tor_1": "0808 hidden", "l_cor_1": "1006"}
    s = battlefield("maella", army, ground=ground)
    do(s, "ristre", "move c_cav_ara_1", "to 1007")
    assert s.charged
    assert (0, 0) == (GAME.view(s, LIBERAL).charged, GAME.view(s, -1).charged)


# --------------------------------------------------------------------------------------------------------- stacking

THREE = ("c_tor_1", "c_tor_2", "c_minyons")


def crowded(terrain: str, n: int, mover: str = "c_mora_1", action: str = "montear") -> Dpyr:
    """A hex with n units, and one more next to it about to move."""
    army = {**dict.fromkeys(THREE[:n], "1008"), mover: "1007", "c_cav_ara_1": "0405", "l_cor_1": "1308"}
    s = battlefield("maella", army, ground={"1008": terrain})
    do(s, action, f"move {mover}")
    return s


@rule("dpyr", "6.3c")
@pytest.mark.parametrize("mover", ["c_mora_1", "c_cav_ara_2", "c_art_xocolate"])
@pytest.mark.parametrize("terrain", ["clear", "river/ford", "river/bridge"])
def test_two_units_stand_in_a_clear_hex_and_no_third(terrain: str, mover: str) -> None:
    assert "1008" in goals(crowded(terrain, 1, mover))
    s = crowded(terrain, 2, mover)
    assert "1008" not in goals(s)
    assert Refusal("6.3c", "full_clear") == refused(s, "to 1008")


@rule("dpyr", "6.3c")
def test_two_units_stand_in_a_road_hex_and_no_third() -> None:
    for n, free in ((1, True), (2, False)):
        units = dict.fromkeys(THREE[:n], "1008")
        s = battlefield("maella", {**units, "c_mora_1": "1006", **FAR}, ground={}, roads=("1006 1007 1008 1009",))
        do(s, "montear", "move c_mora_1")
        assert free == ("1008" in goals(s))
        assert "1009" in goals(s)                   # passing is another matter


@rule("dpyr", "6.3d")
def test_three_units_stand_in_a_building_hex_and_no_fourth() -> None:
    assert "1008" in goals(crowded("building", 2))
    s = crowded("building", 3)
    assert Refusal("6.3d", "full_building") == refused(s, "to 1008")
    assert "1008" not in goals(s)


@rule("dpyr", "6.3e")
@pytest.mark.parametrize("terrain", ["forest", "mountain"])
def test_one_unit_stands_in_a_forest_or_mountain_hex_and_no_second(terrain: str) -> None:
    assert "1008" in goals(crowded(terrain, 0))
    s = crowded(terrain, 1)
    assert Refusal("6.3e", "full_rough") == refused(s, "to 1008")
    assert "1008" not in goals(s)


@rule("dpyr", "6.3c", "6.3d", "6.3e")
@pytest.mark.parametrize(("terrain", "n"), [("clear", 2), ("building", 3), ("forest", 1), ("mountain", 1)])
def test_a_gefe_always_finds_room_and_takes_none(terrain: str, n: int) -> None:
    s = crowded(terrain, n, "c_gefe_cabrera")
    do(s, "to 1008")
    assert n + 1 == len(s.piles[hex_("1008")])
    units = {"c_gefe_cabrera": "1008"} | dict.fromkeys(THREE[:n - 1], "1008")
    s = battlefield("maella", {**units, "c_mora_1": "1007", **FAR}, ground={"1008": terrain})
    do(s, "montear", "move c_mora_1")
    assert "1008" in goals(s)


@rule("dpyr", "6.3c", "6.3d", "6.3e")
@pytest.mark.parametrize("action", ["montear", "mojar", "campi", "puente"])
@pytest.mark.parametrize(("terrain", "n", "rule_id"), [
    ("clear", 2, "6.3c"), ("building", 3, "6.3d"), ("forest", 1, "6.3e"), ("mountain", 1, "6.3e"),
])
def test_stacking_holds_at_the_end_of_a_move_in_every_action(action: str, terrain: str, n: int, rule_id: str) -> None:
    units = dict.fromkeys(THREE[:n], "0908")
    s = battlefield(
        "maella", {**units, "c_mora_1": "1008", "c_cav_ara_1": "0405", "l_cor_1": "1308"}, ground={"0908": terrain}
    )
    do(s, action, "move c_mora_1")
    found = refused(s, "to 0908")
    assert found is not None
    assert rule_id == found.rule
    assert "0908" not in goals(s)


@rule("dpyr", "6.3c")
def test_stacking_counts_at_the_end_of_each_units_own_move() -> None:
    s = battlefield("maella", {"c_tor_1": "1008", "c_tor_2": "1008", "c_mora_1": "1007", **FAR}, ground={})
    do(s, "montear", "move c_tor_1", "to 1009", "move c_mora_1", "to 1008")         # room is made first
    assert 2 == len(s.piles[hex_("1008")])


@rule("dpyr", "6.3e")
def test_retreats_keep_to_the_stacking_limits() -> None:
    ground = dict.fromkeys(("1009", "0909", "1109"), "forest")
    army = {"c_tor_1": "1007", "c_tor_2": "1007", "l_cor_1": "1008 facing=N", "l_cor_2": "1009", "l_cor_3": "0909"}
    for more, expected in ({}, ["retreat 1109"]), ({"l_africa_2": "1109"}, ["retreat 1108", "retreat 0908"]):
        s = battlefield("maella", {**army, **more}, ground=ground)
        do(s, "mojar", "done")
        attack(s, "c_tor_1 1008", "c_tor_2 1008")
        do(s, "pass", dice=[6])
        assert ("ChooseRetreat", ["stand", *expected]) == (asked(s), offered(s))
