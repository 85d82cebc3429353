"""[3.0a]-[3.0f] Preparation for play: the set-up, concealment, and what the enemy sees of both."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import BATTLES, CARLIST, LIBERAL, SCENARIOS
from tablero.games.dpyr.rules.r03_preparation.s00_set_up import Deploy
from tablero.games.dpyr.state import CONCEALED, OFF, Dpyr
from tablero.kernel.errors import UnknownName
from tablero.kernel.events import seen_by
from tablero.kernel.refusals import Prompt, Refusal
from tests.games.dpyr.battlefield import (
    asked,
    at,
    battlefield,
    beside,
    concealed_hexes,
    do,
    hex_,
    offered,
    refused,
    unit,
)
from tests.games.dpyr.opening import act, set_up
from tests.rules import rule


def hidden(s: Dpyr, *names: str) -> tuple[bool, ...]:
    return tuple(bool(s.hidden >> unit(s, name) & 1) for name in names)


# --------------------------------------------------------------------------------------------------------- scenario


@rule("dpyr", "3.0a")
def test_a_scenario_gives_its_units_and_its_ammunition() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    assert [54, 54] == s.ammunition
    expected = [
        "c_tor_1", "c_minyons", "c_bosque", "c_cav_ara_2", "c_tor_2", "c_cav_ara_1", "c_art_xocolate", "c_gefe_cabrera",
        "c_mora_1", "c_mora_2", "c_cav_tortosa",
    ]
    assert [f"deploy {name}" for name in expected] == offered(s)
    set_up(s)
    expected = [
        "l_cor_3", "l_caspe", "l_cav_cataluna", "l_africa_1", "l_africa_2", "l_art_logrono", "l_gefe_pardinas",
        "l_cor_1", "l_cor_2", "l_s_fernando", "l_cav_reina",
    ]
    assert [f"deploy {name}" for name in expected] == offered(s)


@rule("dpyr", "3.0a")
def test_another_scenario_has_other_numbers_and_an_unknown_one_does_not_exist() -> None:
    s = GAME.new("arquijas", seed=1)
    assert ([85, 97], [3, 2], [0, 0], 16) == (s.ammunition, s.veils, s.flags, s.b.turns)
    with pytest.raises(UnknownName):
        GAME.new("mendaza", seed=1)


@rule("dpyr", "3.0a")
def test_reinforcements_are_not_set_up() -> None:
    s = GAME.new("luchana", seed=1, secret=True)
    assert "deploy c_cav_nav_4" not in offered(s)
    assert Refusal("3.0c", "awaited") == refused(s, "deploy c_cav_nav_4")


# --------------------------------------------------------------------------------------------------------- areas


@rule("dpyr", "3.0c")
def test_a_unit_is_set_up_in_the_area_of_its_wing() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    do(s, "deploy c_tor_2")         # centre
    assert Refusal("3.0c", "not_in_its_area") == refused(s, "to 0512")      # right
    assert Refusal("3.0c", "not_in_its_area") == refused(s, "to 0405")      # left
    centre = ["0408", "0508", "0509", "0608", "0609", "0708", "0709", "0808"]
    assert [f"to {name}" for name in centre] == offered(s)
    do(s, "to 0808")
    assert "0808" == at(s, "c_tor_2")


@rule("dpyr", "3.0c")
def test_luchana_has_a_vanguard_and_perecamps_calls_its_left_e() -> None:
    s = GAME.new("luchana", seed=1, secret=True)
    do(s, "deploy c_cas_2")
    assert [f"to {x}" for x in ("1109", "1110", "1111", "1209", "1210", "1309", "1310")] == offered(s)
    b = BATTLES[SCENARIOS.index("perecamps_1")]
    assert {"D", "C", "E"} == set(b.zone_names)


@rule("dpyr", "3.0c")
def test_the_carlist_sets_up_everything_and_then_the_liberal() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    assert [CARLIST] == list(tablero.players(s))
    set_up(s, done=False)
    do(s, "done")
    assert [LIBERAL] == list(tablero.players(s))
    assert Refusal("3.0c", "units_left_to_place") == refused(s, "done")
    assert Refusal("4.0c", "not_your_unit") == refused(s, "deploy c_tor_1")
    set_up(s)
    assert "Assign" == asked(s)
    assert all(x >= 0 for x in s.at)


@rule("dpyr", "3.0c", "3.0d")
def test_a_concealed_unit_stays_where_it_was_put() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    set_up(s, {"c_tor_1": "0912"}, conceal=("0912",), done=False)
    assert Refusal("3.0c", "placed_twice") == refused(s, "deploy c_tor_1")


@rule("dpyr", "3.0c")
def test_a_unit_may_be_put_elsewhere_once() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    do(s, "deploy c_tor_2", "to 0808", "deploy c_tor_2", "to 0708")
    assert "0708" == at(s, "c_tor_2")
    assert hex_("0808") not in s.piles
    assert Refusal("3.0c", "placed_twice") == refused(s, "deploy c_tor_2")


@rule("dpyr", "3.0c", "3.0d")
@pytest.mark.parametrize(("rules", "room"), [(GAME.rules, True), (1, False)])
def test_a_unit_taken_up_again_finds_room_where_it_stood(rules: int, room: bool) -> None:
    s = GAME.new("maella", seed=1, secret=True)
    s.rules = rules
    do(s, "deploy c_tor_1", "to 0512", "deploy c_minyons", "to 0512", "deploy c_tor_1")
    assert room == ("to 0512" in offered(s))
    assert (None if room else Refusal("6.3c", "full_clear")) == refused(s, "to 0512")


@rule("dpyr", "3.0x1", "3.0c")
def test_example_the_liberal_centre_of_arquijas() -> None:
    """The Liberal centre units stand in 1712 to 2012, 1713 or 1714 to 2114, within stacking."""
    s = GAME.new("arquijas", seed=1, secret=True)
    set_up(s)
    hexes = ["1712", "1713", "1714", "1812", "1814", "1912", "1914", "2012", "2014", "2114"]
    centre = ["l_avila", "l_zar_1", "l_extremadura", "l_gerona", "l_cav_caz_guardia", "l_gefe_cordoba", "l_art_coruna"]
    for name in centre:
        do(s, f"deploy {name}")
        assert Refusal("3.0c", "not_in_its_area") == refused(s, "to 1611")
        room = [x for x in hexes if name.startswith("l_gefe") or len(s.piles.get(hex_(x), ())) < 2]
        assert [f"to {x}" for x in room] == offered(s)
        do(s, next(text for text in ("to 1713", "to 1814", "to 2114") if text in offered(s)))
    assert ["1713", "1713", "1814", "1814", "2114", "1713", "2114"] == [at(s, name) for name in centre]


# --------------------------------------------------------------------------------------------------------- stacking


@rule("dpyr", "3.0d")
def test_set_up_obeys_stacking_in_clear_hexes() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    do(s, "deploy c_tor_1", "to 0512", "deploy c_minyons", "to 0512", "deploy c_bosque")
    assert Refusal("6.3c", "full_clear") == refused(s, "to 0512")
    assert "to 0512" not in offered(s)


@rule("dpyr", "3.0d")
def test_set_up_obeys_stacking_in_forests_mountains_and_buildings() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    do(s, "deploy c_tor_1", "to 0912", "deploy c_minyons")
    assert Refusal("6.3e", "full_rough") == refused(s, "to 0912")
    do(s, "to 0512", "deploy c_tor_2", "to 0808", "deploy c_cav_ara_1", "to 0808", "deploy c_art_xocolate", "to 0808")
    do(s, "deploy c_gefe_cabrera", "to 0808")       # a fourth, but a Gefe
    assert 4 == len(s.piles[hex_("0808")])
    s = GAME.new("arquijas", seed=1, secret=True)
    do(s, "deploy c_guias", "to 1405", "deploy c_nav_3")
    assert Refusal("6.3e", "full_rough") == refused(s, "to 1405")
    do(s, "to 1103", "deploy c_nav_4", "to 1103", "deploy c_nav_5", "to 1103", "deploy c_cas_1")
    assert Refusal("6.3d", "full_building") == refused(s, "to 1103")


# --------------------------------------------------------------------------------------------------------- Guirigay


@rule("dpyr", "3.0e")
def test_units_in_forests_and_buildings_can_be_concealed_and_no_others() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    do(s, "deploy c_tor_1", "to 0912", "deploy c_minyons", "to 0512", "deploy c_tor_2", "to 0808")
    assert {"conceal 0912", "conceal 0808"} == {text for text in offered(s) if text.startswith("conceal")}
    assert Refusal("3.0e", "guirigay_needs_cover") == refused(s, "conceal 0512")
    assert Refusal("3.0e", "guirigay_needs_units") == refused(s, "conceal 0606")
    do(s, "conceal 0912", "conceal 0808")
    assert (True, True, False) == hidden(s, "c_tor_1", "c_tor_2", "c_minyons")
    assert Refusal("3.0e", "concealed_already") == refused(s, "conceal 0912")


@rule("dpyr", "3.0e")
def test_a_mountain_conceals_nobody() -> None:
    s = GAME.new("arquijas", seed=1, secret=True)
    do(s, "deploy c_guias", "to 1405")
    assert Refusal("3.0e", "guirigay_needs_cover") == refused(s, "conceal 1405")


@rule("dpyr", "3.0e")
def test_one_marker_covers_all_units_of_the_hex_even_those_set_up_later() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    do(s, "deploy c_tor_2", "to 0808", "deploy c_cav_ara_1", "to 0808", "conceal 0808")
    assert (True, True) == hidden(s, "c_tor_2", "c_cav_ara_1")
    assert 2 == s.veils[CARLIST]
    do(s, "deploy c_art_xocolate", "to 0808")
    assert (True,) == hidden(s, "c_art_xocolate")
    assert Refusal("3.0e", "concealed_already") == refused(s, "conceal 0808")


@rule("dpyr", "3.0e")
def test_a_side_has_as_many_markers_as_its_scenario_gives() -> None:
    s = GAME.new("arquijas", seed=1, secret=True)           # three for the Carlists
    do(s, "deploy c_guias", "to 1103", "deploy c_nav_3", "to 1203", "deploy c_nav_4", "to 1703")
    do(s, "conceal 1103", "conceal 1203", "conceal 1703")
    assert 0 == s.veils[CARLIST]
    do(s, "deploy c_nav_5", "to 1204")
    assert Refusal("3.0e", "no_guirigay_left") == refused(s, "conceal 1103")
    assert not [text for text in offered(s) if text.startswith("conceal")]
    s = GAME.new("perecamps_2", seed=1)
    assert [8, 0] == s.veils


VILLAGE = {"1008": "building", "1108": "forest", "1007": "building", "0908": "mountain", "0909": "river/ford"}
TWO_CONCEALED = {"c_tor_1": "1008 hidden", "c_mora_1": "1008 hidden"}


@rule("dpyr", "3.0f")
def test_firing_ends_concealment_for_the_unit_that_fires_only() -> None:
    s = battlefield("maella", {**TWO_CONCEALED, "l_cor_1": "1010"}, ground=VILLAGE)
    do(s, "batir", "aim c_tor_1")
    assert (True, True) == hidden(s, "c_tor_1", "c_mora_1")
    told = act(s, "carlist", "fire 1010", dice=[1, 6])
    assert (False, True) == hidden(s, "c_tor_1", "c_mora_1")
    assert ("revealed", (unit(s, "c_tor_1"),)) in seen_by(told, LIBERAL)


@rule("dpyr", "3.0f")
@pytest.mark.parametrize(("to", "concealed"), [
    ("1108", True), ("1007", True),                             # forest, building
    ("1009", False), ("0908", False), ("0909", False),          # clear, mountain, ford
])
def test_only_forests_and_buildings_keep_a_unit_concealed_when_it_moves(to: str, concealed: bool) -> None:
    s = battlefield("maella", {**TWO_CONCEALED, "l_cor_1": "2008"}, ground=VILLAGE)
    do(s, "montear", "move c_tor_1", f"to {to}")
    assert (concealed, True) == hidden(s, "c_tor_1", "c_mora_1")


@rule("dpyr", "3.0f")
@pytest.mark.parametrize(("ground", "concealed"), [
    ({"1009": "forest"}, True),                                 # one way is covered
    ({}, False), ({"1009": "mountain"}, False), ({"1009": "river/ford"}, False),
])
def test_a_way_over_open_ground_uncovers_even_if_it_ends_in_cover(ground: dict[str, str], concealed: bool) -> None:
    s = battlefield("maella", {"c_tor_1": "1008 hidden", "l_cor_1": "2008"},
                    ground={"1008": "forest", "1010": "forest", **ground})
    do(s, "montear", "move c_tor_1", "to 1010")
    assert (concealed,) == hidden(s, "c_tor_1")


@rule("dpyr", "3.0f", "4.1b")
@pytest.mark.parametrize(("rules", "concealed"), [(GAME.rules, False), (1, True)])
def test_a_march_by_road_over_open_ground_uncovers(rules: int, concealed: bool) -> None:
    s = battlefield("perecamps_2", {"c_tell": "1209 hidden", "l_gua_1": "2615"})
    s.rules = rules
    do(s, "montear", "move c_tell")
    told = act(s, "carlist", "to 0811")
    assert (concealed,) == hidden(s, "c_tell")
    assert concealed == (("moved", (unit(s, "c_tell"), hex_("1209"), hex_("0811"))) not in seen_by(told, LIBERAL))


@rule("dpyr", "3.0f")
def test_a_unit_that_attacks_is_no_longer_concealed() -> None:
    s = battlefield("maella", {**TWO_CONCEALED, "l_cor_1": "1009"}, ground=VILLAGE)
    do(s, "mojar", "done", "attack c_tor_1 1009")
    assert (False, True) == hidden(s, "c_tor_1", "c_mora_1")


@rule("dpyr", "3.0f")
def test_units_that_are_attacked_are_no_longer_concealed() -> None:
    s = battlefield(
        "maella", {**TWO_CONCEALED, "c_minyons": "1108 hidden", "l_cor_1": "1009"}, active="liberal", ground=VILLAGE
    )
    do(s, "mojar", "done", "attack l_cor_1 1008")
    assert (False, False, True) == hidden(s, "c_tor_1", "c_mora_1", "c_minyons")


@rule("dpyr", "3.0f")
def test_a_damage_marker_ends_concealment_and_a_miss_does_not() -> None:
    for dice, concealed in (([1, 6], True), ([3, 4], False)):
        s = battlefield("maella", {**TWO_CONCEALED, "l_cor_1": "1010"}, active="liberal", ground=VILLAGE)
        do(s, "batir", "aim l_cor_1")
        do(s, "fire 1008", dice=dice)
        assert (True, concealed) == hidden(s, "c_tor_1", "c_mora_1")        # c_mora_1 lies on top


# --------------------------------------------------------------------------------------------------------- secrecy


@rule("dpyr", "3.0c", "6.3b")
def test_nobody_sees_a_set_up_before_it_is_finished() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    before = {seat: GAME.view(s, seat) for seat in (LIBERAL, -1)}
    told = []
    for text in (
        "deploy c_tor_2", "to 0808", "deploy c_art_xocolate", "to 0808", "raise c_tor_2", "face SW", "conceal 0808",
        "deploy c_tor_1",
    ):
        told += act(s, "carlist", text)
    assert ["deployed", "deployed", "raised", "turned", "concealed"] == [kind for kind, _ in seen_by(told, CARLIST)]
    for seat, then in before.items():
        shown = GAME.view(s, seat)
        assert then == shown
        assert [] == seen_by(told, seat)
        assert all(x == OFF for x in shown.at)
        assert (0, {}, 3, Deploy(CARLIST)) == (shown.held[CARLIST], shown.piles, shown.veils[CARLIST], shown.stack[-1])
        assert Prompt("3.0c", "deploy") == tablero.prompt(s, seat)
    own = GAME.view(s, CARLIST)
    assert ("0808", 2) == (at(own, "c_tor_2"), own.veils[CARLIST])


@rule("dpyr", "3.0c", "6.3b")
def test_a_finished_set_up_is_seen_but_for_what_is_concealed() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    set_up(s, {"c_tor_2": "0808", "c_art_xocolate": "0808", "c_tor_1": "0512"}, conceal=("0808",), done=False)
    told = act(s, "carlist", "done")
    assert [("set_up", (CARLIST,))] == seen_by(told, LIBERAL)
    shown = GAME.view(s, LIBERAL)
    assert "0512" == at(shown, "c_tor_1")
    assert CONCEALED == shown.at[unit(s, "c_tor_2")] == shown.at[unit(s, "c_art_xocolate")]
    assert [hex_("0808")] == concealed_hexes(shown, CARLIST)
    assert hex_("0808") not in shown.piles


@rule("dpyr", "3.0c")
def test_the_carlist_does_not_see_the_liberal_set_up_under_way() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    set_up(s)
    told = [*act(s, "liberal", "deploy l_cor_3"), *act(s, "liberal", "to 1705")]
    shown = GAME.view(s, CARLIST)
    assert ("", 0, []) == (at(shown, "l_cor_3"), shown.held[LIBERAL], seen_by(told, CARLIST))
    assert "1705" == at(GAME.view(s, LIBERAL), "l_cor_3")


# --------------------------------------------------------------------------------------------------------- facing


@rule("dpyr", "6.1a")
def test_facing_and_order_are_free_at_set_up() -> None:
    s = GAME.new("maella", seed=1, secret=True)
    do(s, "deploy c_tor_2", "to 0808", "deploy c_art_xocolate", "to 0808")
    assert 5 == len([text for text in offered(s) if text.startswith("face")])
    do(s, "face N", "raise c_tor_2")
    assert [0, 0] == [s.facing[unit(s, name)] for name in ("c_tor_2", "c_art_xocolate")]
    assert (unit(s, "c_art_xocolate"), unit(s, "c_tor_2")) == s.piles[hex_("0808")]
    assert beside("0808", "N") == "0807"
