"""[4.3] Batir and [4.4] Paqueo: who may fire, at what, with which chances, and what a hit does."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.state import Dpyr
from tests.games.dpyr.battlefield import asked, battlefield, beside, damage, do, hex_, offered, refused, unit
from tests.rules import rule

HERE = "1008"                       # the target; the firer stands to the south of it
ONE, TWO, THREE = (beside(HERE, "S", n) for n in (1, 2, 3))
Field = dict[str, str]


def volley(units: Field, ground: Field | None = None, scenario: str = "maella", active: str = "carlist") -> Dpyr:
    """A side that has chosen Batir, on a map of clear ground but for some hexes."""
    s = battlefield(scenario, units, active=active, ground=ground or {})
    do(s, "batir")
    return s


def usable(s: Dpyr, firer: str, target: str = HERE) -> int:
    """The greatest difference of two dice that still hits."""
    top, hits = s.piles[hex_(target)][-1], []
    for difference in range(1, 6):
        trial = s.clone()
        do(trial, f"aim {firer}")
        do(trial, f"fire {target}", dice=[1, 1 + difference])
        if trial.fire[top] > s.fire[top]:
            hits.append(difference)
    assert hits == list(range(1, len(hits) + 1))
    return len(hits)


# --------------------------------------------------------------------------------------------------- who may fire


@rule("dpyr", "4.3a")
def test_infantry_and_cavalry_with_a_fire_factor_may_fire() -> None:
    s = volley({"l_cor_1": TWO, "l_cav_cataluna": ONE, "c_tor_1": HERE}, active="liberal")
    assert ["done", "aim l_cav_cataluna"] == offered(s)         # it stands in the line of the battalion behind it
    s = volley({"l_cor_1": TWO, "l_cav_cataluna": beside(HERE, "N"), "c_tor_1": HERE}, active="liberal")
    assert {"done", "aim l_cor_1", "aim l_cav_cataluna"} == set(offered(s))
    do(s, "aim l_cav_cataluna")
    do(s, f"fire {HERE}", dice=[2, 3])
    assert (1, 0) == damage(s, "c_tor_1")


@rule("dpyr", "4.3a")
@pytest.mark.parametrize("name, key", [
    ("c_cav_ara_1", "no_fire_factor"),                          # printed 0
    ("c_mora_2", "no_fire_factor"),                             # the marker of a C unit, which its owner has seen
    ("c_art_xocolate", "not_infantry_or_cavalry"), ("c_gefe_cabrera", "not_infantry_or_cavalry"),
])
def test_no_fire_factor_no_batir_even_at_an_adjacent_hex(name: str, key: str) -> None:
    mark = " marker=fm_032" if name == "c_mora_2" else ""
    s = volley({name: ONE + mark, "c_tor_1": beside(HERE, "N"), "l_cor_1": HERE})
    assert ["done", "aim c_tor_1"] == offered(s)
    assert ("4.3a", key) == refused(s, f"aim {name}")


@rule("dpyr", "4.3a")
def test_the_range_is_three_hexes() -> None:
    far = beside(THREE, "NE", 4)
    s = volley({"c_tor_1": THREE, "c_tor_2": beside(HERE, "S", 8), "l_cor_1": HERE, "l_cor_2": far})
    assert ["done", "aim c_tor_1"] == offered(s)
    assert ("4.3a", "no_target") == refused(s, "aim c_tor_2")
    do(s, "aim c_tor_1")
    assert [f"fire {HERE}"] == offered(s)
    assert ("4.3a", "out_of_range") == refused(s, f"fire {far}")


@rule("dpyr", "4.3a", "4.3c", "3.0j")
def test_an_unseen_marker_without_fire_is_shown_and_the_unit_neither_fires_nor_pays() -> None:
    s = volley({"c_bosque": f"{ONE} marker=fm_032 blind", "c_tor_1": beside(HERE, "N"), "l_cor_1": HERE})
    assert "aim c_bosque" in offered(s)                         # nobody knows yet
    do(s, "aim c_bosque")
    events = do(s, f"fire {HERE}", dice=[])
    assert [("factors", (unit(s, "c_bosque"), s.marker[unit(s, "c_bosque")])),
            ("cannot_fire", (unit(s, "c_bosque"),))] == events
    assert (0, 0) == damage(s, "l_cor_1")
    assert 54 == s.ammunition[0]
    assert ("4.3n", "one_shot_each") == refused(s, "aim c_bosque")
    s = volley({"c_bosque": f"{ONE} marker=fm_032 blind known", "c_tor_1": beside(HERE, "N"), "l_cor_1": HERE})
    assert ("4.3a", "no_fire_factor") == refused(s, "aim c_bosque")


@rule("dpyr", "4.3a", "4.3c", "3.0j")
def test_an_unseen_marker_with_fire_fires() -> None:
    s = volley({"c_bosque": f"{TWO} marker=fm_333 blind", "l_cor_1": HERE})
    do(s, "aim c_bosque")
    do(s, f"fire {HERE}", dice=[2, 5])
    assert (1, 0) == damage(s, "l_cor_1")
    assert 53 == s.ammunition[0]
    assert s.known >> unit(s, "c_bosque") & 1


# --------------------------------------------------------------------------------------------------- line of fire


def sees(between: dict[str, str], ground: Field | None = None, firer: str = TWO) -> str:
    """What the rule says about a shot at HERE with something in between: "" if it is allowed."""
    more = {"l_cor_3": beside(firer, "S")}                      # something else to aim at
    s = volley({"c_tor_1": firer, "l_cor_1": HERE, **more, **between}, ground)
    do(s, "aim c_tor_1")
    refusal = refused(s, f"fire {HERE}")
    assert (refusal is None) == (f"fire {HERE}" in offered(s))
    return refusal.rule if refusal else ""


@rule("dpyr", "4.3b")
@pytest.mark.parametrize("name, rule_id", [
    ("c_tor_2", "4.3b"), ("l_cor_2", "4.3b"), ("c_cav_ara_1", "4.3b"), ("c_art_xocolate", "4.3b"),
    ("c_gefe_cabrera", ""), ("l_gefe_pardinas", ""),
])
def test_combat_units_of_either_side_bar_the_line_and_a_gefe_alone_does_not(name: str, rule_id: str) -> None:
    assert rule_id == sees({name: ONE})


@rule("dpyr", "4.3b")
@pytest.mark.parametrize("terrain, rule_id", [
    ("forest", "4.3b"), ("building", "4.3b"), ("mountain", "4.3b"), ("river", ""), ("river/ford", ""), ("clear", ""),
])
def test_forest_buildings_and_mountains_bar_the_line(terrain: str, rule_id: str) -> None:
    assert rule_id == sees({}, {ONE: terrain})


@rule("dpyr", "4.3b")
def test_a_gefe_in_a_wood_or_under_a_battalion_clears_no_line() -> None:
    assert "4.3b" == sees({"l_gefe_pardinas": ONE}, {ONE: "forest"})
    assert "4.3b" == sees({"l_gefe_pardinas": ONE, "l_cor_2": ONE})


@rule("dpyr", "4.3b")
@pytest.mark.parametrize("terrain", ["forest", "building", "mountain"])
def test_the_hexes_of_firer_and_target_do_not_bar_it(terrain: str) -> None:
    assert "" == sees({"c_tor_2": TWO} if terrain == "building" else {}, {TWO: terrain, HERE: terrain})


@rule("dpyr", "4.3b")
def test_along_a_hexside_it_takes_two_hexes_to_bar_the_line() -> None:
    east = beside(beside(HERE, "SE"), "NE")                     # two columns away: the line runs between two hexes
    upper, lower = beside(HERE, "NE"), beside(HERE, "SE")
    assert "" == sees({}, {upper: "forest"}, firer=east)
    assert "" == sees({}, {lower: "mountain"}, firer=east)
    assert "" == sees({"l_cor_2": lower}, firer=east)
    assert "4.3b" == sees({}, {upper: "forest", lower: "mountain"}, firer=east)
    assert "4.3b" == sees({"l_cor_2": lower}, {upper: "building"}, firer=east)
    assert "" == sees({"l_gefe_pardinas": lower}, {upper: "building"}, firer=east)


# --------------------------------------------------------------------------------------------------- ammunition


@rule("dpyr", "4.3c")
def test_every_unit_that_fires_costs_a_point_of_ammunition() -> None:
    s = volley({"c_tor_1": ONE, "c_tor_2": beside(HERE, "N"), "c_minyons": beside(HERE, "NE"), "l_cor_1": HERE})
    s.ammunition = [10, 10]
    for name, dice in (("c_tor_1", [1, 6]), ("c_tor_2", [2, 2]), ("c_minyons", [3, 4])):
        do(s, f"aim {name}")
        do(s, f"fire {HERE}", dice=dice)
    assert [7, 10] == s.ammunition


@rule("dpyr", "4.3m")
def test_with_the_last_point_one_shot_is_possible_and_no_battery_can_be_activated() -> None:
    s = battlefield("maella", {"c_tor_1": ONE, "c_tor_2": TWO, "c_art_xocolate": "0404", "l_cor_1": HERE}, ground={},
                    chits=("carlist",))
    s.ammunition[0], s.offered = 1, {}
    assert ("4.3m", "battery_needs_two") == refused(s, "bala_rasa")
    assert refused(s, "batir") is None
    do(s, "batir", "aim c_tor_1")
    do(s, f"fire {HERE}", dice=[1, 6, 0])                       # the volley is over: the next activation is drawn
    assert 0 == s.ammunition[0]
    assert "ChooseAction" == asked(s)
    assert ("4.3m", "no_ammunition") == refused(s, "batir")
    assert ("4.3m", "no_ammunition") == refused(s, "campi")
    assert not {"batir", "campi", "bala_rasa"} & set(offered(s))


# --------------------------------------------------------------------------------------------------- the roll


@rule("dpyr", "4.3d")
@pytest.mark.parametrize("marker, dice, hit", [
    ("fm_222", [3, 5], True), ("fm_333", [3, 5], True), ("fm_122", [3, 5], False),
    ("fm_222", [5, 3], True), ("fm_122", [5, 3], False),
    ("fm_222", [3, 4], True), ("fm_333", [3, 4], True),         # by any amount up to the factor
    ("fm_222", [3, 6], False), ("fm_333", [3, 6], True), ("fm_333", [2, 6], False),
])
def test_dice_hit_that_differ_by_no_more_than_the_factor(marker: str, dice: list[int], hit: bool) -> None:
    s = volley({"c_mora_2": f"{TWO} marker={marker}", "l_cor_1": HERE})
    do(s, "aim c_mora_2")
    do(s, f"fire {HERE}", dice=dice)
    assert (int(hit), 0) == damage(s, "l_cor_1")


@rule("dpyr", "4.4a")
def test_dice_equal_before_modifiers_give_two_markers() -> None:
    for dice, markers in (([4, 4], 2), ([4, 5], 1), ([1, 1], 2), ([6, 6], 2)):
        s = volley({"c_tor_1": TWO, "l_cor_1": f"{HERE} fire=1"})
        do(s, "aim c_tor_1")
        do(s, f"fire {HERE}", dice=dice)
        assert (1 + markers, 0) == damage(s, "l_cor_1")


@rule("dpyr", "4.4a")
def test_campi_fire_can_be_paqueo_too() -> None:
    s = battlefield("maella", {"c_tor_1": TWO, "l_cor_1": HERE}, ground={})
    do(s, "campi", "done", "aim c_tor_1")
    do(s, f"fire {HERE}", dice=[2, 2])
    assert (2, 0) == damage(s, "l_cor_1")


# --------------------------------------------------------------------------------------------------- modifiers


@rule("dpyr", "4.3e")
@pytest.mark.parametrize("terrain, expected", [("clear", 2), ("building", 1), ("forest", 1)])
def test_buildings_and_woods_take_one_from_the_factor(terrain: str, expected: int) -> None:
    assert expected == usable(volley({"c_tor_1": TWO, "l_cor_1": HERE}, {HERE: terrain}), "c_tor_1")


@rule("dpyr", "4.3e")
def test_inside_a_wood_nobody_can_be_fired_at_even_from_the_next_hex() -> None:
    wood = {HERE: "forest", **{beside(HERE, d): "forest" for d in ("N", "NE", "SE", "S", "SW", "NW")}}
    edge = beside(HERE, "N")
    s = volley({"c_tor_1": ONE, "l_cor_1": HERE, "l_cor_2": beside(ONE, "S")}, wood)
    do(s, "aim c_tor_1")
    assert ("4.3e", "inside_the_forest") == refused(s, f"fire {HERE}")
    assert [f"fire {beside(ONE, 'S')}"] == offered(s)
    s = volley({"c_tor_1": ONE, "l_cor_1": HERE}, {**wood, edge: "clear"})      # one neighbour that is no forest
    do(s, "aim c_tor_1")
    assert [f"fire {HERE}"] == offered(s)


@rule("dpyr", "4.3f")
@pytest.mark.parametrize("firer, expected", [(ONE, 2), (TWO, 1), (THREE, 0)])
def test_adjacent_plus_one_at_three_hexes_minus_one(firer: str, expected: int) -> None:
    assert expected == usable(volley({"c_mora_2": f"{firer} marker=fm_122", "l_cor_1": HERE}), "c_mora_2")


@rule("dpyr", "4.3g", "10.0a")
def test_plus_one_from_a_mountain_and_nothing_at_one() -> None:
    for ground, expected in (({}, 1), ({TWO: "mountain"}, 2), ({HERE: "mountain"}, 1)):
        assert expected == usable(volley({"c_mora_2": f"{TWO} marker=fm_122", "l_cor_1": HERE}, ground), "c_mora_2")


@rule("dpyr", "4.3h")
@pytest.mark.parametrize("friends, expected", [
    ({}, 1),
    ({"l_cor_2": beside(HERE, "N")}, 1),
    ({"l_cor_2": beside(HERE, "N"), "l_cor_3": beside(HERE, "NW")}, 2),
    ({"l_cor_2": beside(HERE, "N"), "l_cor_3": beside(HERE, "N")}, 2),                  # both in one hex
    ({"l_cor_2": beside(HERE, "N"), "l_art_logrono": beside(HERE, "NE")}, 2),           # guns are combat units
    ({"l_cor_2": beside(HERE, "N"), "l_gefe_pardinas": beside(HERE, "NE")}, 1),         # Gefes are not
    ({"l_cor_2": beside(HERE, "N"), "l_cor_3": HERE}, 1),                               # nor does the own stack count
    ({"l_cor_2": beside(HERE, "N"), "l_cor_3": beside(HERE, "N", 2)}, 1),
    ({"c_tor_1": beside(HERE, "N"), "c_tor_2": beside(HERE, "NE")}, 1),                 # enemies of the target
    ({"l_cor_2": beside(HERE, "N"), "l_cor_3": beside(HERE, "NE"), "l_caspe": beside(HERE, "NW")}, 2),
])
def test_plus_one_at_a_target_with_two_friends_beside_it(friends: Field, expected: int) -> None:
    assert expected == usable(volley({"c_mora_2": f"{TWO} marker=fm_122", "l_cor_1": HERE, **friends}), "c_mora_2")


ARMIES = {
    "c_tor_1": TWO, "c_art_xocolate": "0404", "l_cor_1": HERE, "l_cor_2": beside(HERE, "N"), "l_art_logrono": "0202",
}


@rule("dpyr", "4.3i")
@pytest.mark.parametrize("first, words, expected", [
    ("liberal", ["batir", "done"], 1),
    ("liberal", ["campi", "done", "done"], 2),
    ("liberal", ["bala_rasa", "done"], 2),
    ("liberal", ["pass"], 2),
    ("carlist", ["batir", "done"], 2),                  # one's own smoke does no harm
])
def test_smoke_of_an_enemy_batir_takes_one_from_the_factor(first: str, words: list[str], expected: int) -> None:
    s = battlefield("maella", ARMIES, active=first, chits=("carlist",), ground={})
    do(s, *words, "batir")
    assert expected == usable(s, "c_tor_1")


@rule("dpyr", "4.3j", "4.3i")
def test_smoke_is_remembered_through_the_turn_and_gone_in_the_next() -> None:
    s = battlefield("maella", ARMIES, active="liberal", turn=3, chits=("carlist", "carlist"), ground={})
    do(s, "batir", "done", "pass", "batir")
    assert 1 == usable(s, "c_tor_1")
    do(s, "done", dice=[0, 0, 0])                       # turn 4: who draws first, twice, and a Carlist activation
    do(s, "batir")
    assert 4 == s.turn
    assert 2 == usable(s, "c_tor_1")


@rule("dpyr", "4.3i", "4.3e")
def test_campi_suffers_from_smoke_and_cover_as_batir_does() -> None:
    s = battlefield("maella", ARMIES, active="liberal", chits=("carlist",), ground={HERE: "building"})
    do(s, "batir", "done", "campi", "done")
    assert 0 == usable(s, "c_tor_1")


@rule("dpyr", "4.3k")
def test_the_modifier_of_a_die_is_three_at_most() -> None:
    near = {"l_cor_2": beside(HERE, "N"), "l_cor_3": beside(HERE, "NE"), "l_cor_1": HERE}
    mountain = {ONE: "mountain"}
    assert 3 == usable(volley({"c_mora_2": f"{ONE} marker=fm_333", "l_cor_1": HERE}, mountain), "c_mora_2")
    assert 3 == usable(volley({"c_mora_2": f"{ONE} marker=fm_122", **near}, mountain), "c_mora_2")     # 1 + 3
    assert 2 == usable(volley({"c_mora_2": f"{ONE} marker=fm_122", "l_cor_1": HERE}), "c_mora_2")      # 1 + 1


@rule("dpyr", "4.3k", "4.4a")
def test_with_nothing_left_of_the_factor_only_equal_dice_hit() -> None:
    s = volley({"c_mora_2": f"{THREE} marker=fm_122", "l_cor_1": HERE}, {HERE: "building"})           # 1 - 2
    assert 0 == usable(s, "c_mora_2")
    do(s, "aim c_mora_2")
    do(s, f"fire {HERE}", dice=[5, 5])
    assert (2, 0) == damage(s, "l_cor_1")


# --------------------------------------------------------------------------------------------------- stacks


@rule("dpyr", "4.3l")
def test_of_a_stack_only_the_unit_on_top_takes_the_marker() -> None:
    s = volley({"c_tor_1": TWO, "l_cor_1": HERE, "l_cor_2": HERE, "l_gefe_pardinas": HERE})
    do(s, "aim c_tor_1")
    do(s, f"fire {HERE}", dice=[3, 3])
    assert [(0, 0), (2, 0), (0, 0)] == [damage(s, name) for name in ("l_cor_1", "l_cor_2", "l_gefe_pardinas")]


@rule("dpyr", "4.3l")
def test_the_owner_orders_a_stack_when_a_unit_ends_its_move_there() -> None:
    s = battlefield("maella", {"l_cor_1": HERE, "l_cor_2": beside(HERE, "N"), "c_tor_1": beside(HERE, "S", 3)},
                    active="liberal", chits=("carlist",), ground={})
    do(s, "montear", "move l_cor_2", f"to {HERE}")
    assert "raise l_cor_1" in offered(s)
    do(s, "raise l_cor_1", "done", "batir", "aim c_tor_1")
    do(s, f"fire {HERE}", dice=[3, 3])
    assert [(2, 0), (0, 0)] == [damage(s, name) for name in ("l_cor_1", "l_cor_2")]


@rule("dpyr", "4.3l")
def test_a_gefe_lies_at_the_bottom_even_when_he_comes_last() -> None:
    s = battlefield("maella", {"l_cor_1": HERE, "l_gefe_pardinas": beside(HERE, "N"), "c_tor_1": beside(HERE, "S", 3)},
                    active="liberal", chits=("carlist",), ground={})
    do(s, "montear", "move l_gefe_pardinas", f"to {HERE}")
    assert not [text for text in offered(s) if text.startswith("raise")]
    do(s, "done", "batir", "aim c_tor_1")
    do(s, f"fire {HERE}", dice=[3, 4])
    assert [(1, 0), (0, 0)] == [damage(s, name) for name in ("l_cor_1", "l_gefe_pardinas")]


@rule("dpyr", "4.3l")
def test_a_gefe_alone_takes_the_marker() -> None:
    s = volley({"c_tor_1": TWO, "l_gefe_pardinas": HERE})
    do(s, "aim c_tor_1")
    do(s, f"fire {HERE}", dice=[3, 4])
    assert (1, 0) == damage(s, "l_gefe_pardinas")


# --------------------------------------------------------------------------------------------------- one shot


@rule("dpyr", "4.3n")
def test_each_unit_fires_once_and_picks_its_target_when_it_fires() -> None:
    other = beside(HERE, "NE")
    s = volley({"c_tor_1": ONE, "c_tor_2": beside(HERE, "SE"), "l_cor_1": HERE, "l_cor_2": other})
    do(s, "aim c_tor_1")
    do(s, f"fire {HERE}", dice=[3, 4])
    assert ("4.3n", "one_shot_each") == refused(s, "aim c_tor_1")
    do(s, "aim c_tor_2")
    assert {f"fire {HERE}", f"fire {other}"} == set(offered(s))
    do(s, f"fire {other}", dice=[3, 4])
    assert [(1, 0), (1, 0)] == [damage(s, name) for name in ("l_cor_1", "l_cor_2")]
    assert ["done"] == offered(s)


@rule("dpyr", "4.3n")
@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_facing_does_not_limit_fire(facing: str) -> None:
    s = volley({"c_tor_1": f"{TWO} facing={facing}", "l_cor_1": HERE})
    do(s, "aim c_tor_1")
    assert [f"fire {HERE}"] == offered(s)


@rule("dpyr", "4.3n")
def test_only_hexes_with_enemies_are_targets() -> None:
    s = volley({"c_tor_1": TWO, "c_tor_2": THREE, "l_cor_1": HERE})
    do(s, "aim c_tor_1")
    for empty in (ONE, THREE):
        assert ("4.3n", "no_enemy_there") == refused(s, f"fire {empty}")


@rule("dpyr", "3.0f")
def test_who_fires_and_who_is_hit_is_no_longer_concealed() -> None:
    s = volley({"c_tor_1": f"{TWO} hidden", "l_cor_1": f"{HERE} hidden", "l_cor_2": f"{HERE} hidden"},
               {TWO: "forest", HERE: "building"})
    do(s, "aim c_tor_1")
    do(s, f"fire {HERE}", dice=[3, 6])
    assert 1 << unit(s, "l_cor_1") | 1 << unit(s, "l_cor_2") == s.hidden        # a miss uncovers nobody
    s = volley({"c_tor_1": f"{TWO} hidden", "l_cor_1": f"{HERE} hidden", "l_cor_2": f"{HERE} hidden"},
               {TWO: "forest", HERE: "building"})
    do(s, "aim c_tor_1")
    do(s, f"fire {HERE}", dice=[3, 4])
    assert 1 << unit(s, "l_cor_1") == s.hidden


@rule("dpyr", "4.0c")
def test_units_of_the_enemy_and_off_the_map_do_not_fire() -> None:
    s = volley({"c_tor_1": TWO, "l_cor_1": HERE})
    assert ("4.0c", "not_your_unit") == refused(s, "aim l_cor_1")
    assert ("4.0c", "not_on_map") == refused(s, "aim c_tor_2")


# --------------------------------------------------------------------------------------------------- one click


@rule("dpyr", "4.3a", "4.3n")
def test_a_click_on_an_enemy_fires_the_only_unit_that_can() -> None:
    s = volley({"l_cor_1": TWO, "c_tor_1": HERE}, active="liberal")
    (way,) = tablero.gestures(GAME.view(s, 1), 1).values()
    assert ["aim l_cor_1", f"fire {HERE}"] == [GAME.write(s, action) for action in way]
    s = volley({"l_cor_1": TWO, "l_cor_2": beside(HERE, "N"), "c_tor_1": HERE}, active="liberal")
    assert 3 == len(offered(s))
    assert {} == tablero.gestures(GAME.view(s, 1), 1)
