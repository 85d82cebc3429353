"""[4.5] Bala Rasa: salvoes and their price, the roll, Rebote, canister, and salvoes kept for an enemy activation."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.state import Dpyr
from tests.games.dpyr.battlefield import asked, battlefield, beside, damage, do, hex_, offered, refused, seat, unit
from tests.rules import rule

GUN = "1013"                                            # a battery of factor 5 stands here, its targets to the north
FAR = {n: beside(GUN, "N", n) for n in range(1, 9)}     # hexes at a distance
ASIDE = beside(beside(GUN, "NW", 3), "N", 2)            # five hexes from the gun, off the line to the north
XOCOLATE = {"c_art_xocolate": GUN}
Field = dict[str, str]


def battery(units: Field, ground: Field | None = None, signs: str = "errata") -> Dpyr:
    """Xocolate, factor 5, has been activated and takes aim; after its shot a Liberal activation is drawn."""
    s = battlefield("maella", XOCOLATE | units, chits=("liberal",), ground=ground or {}, bala_rasa_signs=signs)
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate")
    return s


def pair(total: int) -> list[int]:
    return [total // 2, total - total // 2]


def least_roll(s: Dpyr, target: str, verb: str = "shoot") -> int:
    """The least sum of two dice that hits; 13 if none does."""
    top, hits = s.piles[hex_(target)][-1], []
    for total in range(2, 13):
        trial = s.clone()
        do(trial, f"{verb} {target}", dice=[*pair(total), 0])
        if trial.fire[top] > s.fire[top]:
            hits.append(total)
    assert hits == list(range(13 - len(hits), 13))
    return 13 - len(hits)


# --------------------------------------------------------------------------------------------------- activation

ORAA = {"l_gefe_oraa": "2802"}
BATTERIES = {"l_art_wylde": "0404", "l_art_pamplona": "0406", "l_art_santona": "0408"}


def three_batteries(units: Field) -> Dpyr:
    return battlefield("luchana", ORAA | BATTERIES | units, active="liberal", chits=("liberal",), ground={})


@rule("dpyr", "4.5a")
def test_each_activated_battery_takes_two_salvoes_for_two_points_of_ammunition() -> None:
    s = three_batteries({"c_cas_2": "2616"})
    do(s, "bala_rasa")
    assert {"done", *(f"load {name}" for name in BATTERIES)} == set(offered(s))
    do(s, *(f"load {name}" for name in BATTERIES))
    assert 93 - 6 == s.ammunition[1]
    assert [2, 2, 2] == [s.salvo[unit(s, name)] for name in BATTERIES]


@rule("dpyr", "4.5a")
def test_batteries_may_be_left_out() -> None:
    s = three_batteries({"c_cas_2": "0402"})
    do(s, "bala_rasa", "load l_art_wylde", "done")
    assert 93 - 2 == s.ammunition[1]
    assert [2, 0, 0] == [s.salvo[unit(s, name)] for name in BATTERIES]
    assert ("4.5a", "not_activated") == refused(s, "aim l_art_pamplona")


@rule("dpyr", "4.5a")
def test_only_own_batteries_on_the_map_are_activated_and_each_once_in_an_activation() -> None:
    units = ORAA | {"l_art_wylde": "0404", "l_art_santona": "0406", "l_rey": "0405", "c_art_muelle": "2616"}
    s = battlefield("luchana", units, active="liberal", ground={})
    assert ("loaded", (unit(s, "l_art_wylde"),)) in do(s, "bala_rasa", "load l_art_wylde")
    assert ["done", "load l_art_santona"] == offered(s)
    assert ("4.5a", "loaded_already") == refused(s, "load l_art_wylde")
    assert ("4.5a", "not_a_battery") == refused(s, "load l_rey")
    assert ("4.0c", "not_on_map") == refused(s, "load l_art_pamplona")
    assert ("4.0c", "not_your_unit") == refused(s, "load c_art_muelle")


@rule("dpyr", "4.5a")
def test_a_battery_activated_again_in_the_turn_is_refilled_and_pays_again() -> None:
    s = battlefield("maella", {**XOCOLATE, "l_cor_1": FAR[3]}, chits=("carlist",), ground={})
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate", f"shoot {FAR[3]}")
    assert (52, 1) == (s.ammunition[0], s.salvo[unit(s, "c_art_xocolate")])
    do(s, "bala_rasa", "load c_art_xocolate")
    assert (50, 2) == (s.ammunition[0], s.salvo[unit(s, "c_art_xocolate")])


@rule("dpyr", "4.5a")
def test_without_artillery_there_is_no_bala_rasa() -> None:
    s = battlefield("maella", {"c_tor_1": GUN, "l_cor_1": FAR[3]}, ground={})
    assert ("4.5a", "no_artillery") == refused(s, "bala_rasa")


@rule("dpyr", "4.3m")
def test_a_battery_needs_two_points_of_ammunition() -> None:
    s = three_batteries({"c_cas_2": "0402"})
    s.ammunition[1] = 5
    do(s, "bala_rasa", "load l_art_wylde", "load l_art_pamplona")
    assert 1 == s.ammunition[1]
    assert "Bombard" == asked(s)                        # the third cannot be paid for
    s = three_batteries({"c_cas_2": "0402"})
    s.ammunition[1], s.offered = 1, {}
    assert ("4.3m", "battery_needs_two") == refused(s, "bala_rasa")


# --------------------------------------------------------------------------------------------------- the duty to fire


@rule("dpyr", "4.5b")
def test_a_battery_with_a_target_must_fire_one_salvo_and_only_one() -> None:
    s = three_batteries({"c_cas_2": "0402"})            # Wylde stands between the others and the enemy
    do(s, "bala_rasa", *(f"load {name}" for name in BATTERIES))
    assert ["aim l_art_wylde"] == offered(s)
    assert ("4.5b", "must_fire_one_salvo") == refused(s, "done")
    assert ("4.5k", "no_target") == refused(s, "aim l_art_santona")
    do(s, "aim l_art_wylde")
    do(s, "shoot 0402", dice=[6, 6, 0])                 # two without a target are not forced: the activation is over
    assert "ChooseAction" == asked(s)
    assert [1, 2, 2] == [s.salvo[unit(s, name)] for name in BATTERIES]


@rule("dpyr", "4.5b")
def test_a_battery_does_not_fire_its_second_salvo_in_its_own_activation() -> None:
    units = ORAA | {"l_art_wylde": "0404", "l_art_pamplona": "0604", "c_cas_2": "0402"}
    s = battlefield("luchana", units, active="liberal", ground={})
    do(s, "bala_rasa", "load l_art_wylde", "load l_art_pamplona", "aim l_art_wylde")
    do(s, "shoot 0402", dice=[1, 1])
    assert ["aim l_art_pamplona"] == offered(s)
    assert ("4.5b", "salvo_fired") == refused(s, "aim l_art_wylde")


@rule("dpyr", "4.5b")
def test_salvoes_do_not_pass_to_the_next_turn() -> None:
    s = battlefield("maella", {**XOCOLATE, "l_cor_1": FAR[4]}, chits=("liberal",), ground={})
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate", f"shoot {FAR[4]}", "batir")
    assert "KeptSalvo" == asked(s)
    do(s, "pass")
    assert 1 == s.salvo[unit(s, "c_art_xocolate")]
    do(s, "done", dice=[0, 0, 5])                       # the next turn, in which a Liberal marker is drawn
    assert 0 == s.salvo[unit(s, "c_art_xocolate")]
    do(s, "batir")
    assert "Volley" == asked(s)


# --------------------------------------------------------------------------------------------------- the roll


@rule("dpyr", "4.5d")
@pytest.mark.parametrize("distance, least", [(1, 7), (2, 8), (5, 11), (6, 12), (7, 13)])
def test_the_roll_must_be_higher_than_distance_and_factor(distance: int, least: int) -> None:
    assert least == least_roll(battery({"l_cor_1": FAR[distance]}), FAR[distance])


@rule("dpyr", "4.5d")
def test_there_is_no_greatest_range() -> None:
    s = battlefield("maella", {"c_art_xocolate": "0117", "l_cor_1": "2817"}, ground={})
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate")
    assert {"shoot 2817", "canister 2817"} == set(offered(s))


@rule("dpyr", "4.5g")
def test_a_hit_marks_the_top_unit_once() -> None:
    s = battery({"l_gefe_pardinas": FAR[3], "l_cor_1": FAR[3], "l_cor_2": FAR[3]})
    do(s, f"shoot {FAR[3]}", dice=[6, 6, 0])
    assert [(0, 0), (0, 0), (1, 0)] == [damage(s, name) for name in ("l_gefe_pardinas", "l_cor_1", "l_cor_2")]


@rule("dpyr", "4.5k")
@pytest.mark.parametrize("between, ground, clear", [
    ({}, {}, True),
    ({"c_tor_1": FAR[2]}, {}, False),
    ({"l_cor_2": FAR[2]}, {}, False),
    ({"c_gefe_cabrera": FAR[2]}, {}, True),
    ({}, {FAR[2]: "forest"}, False),
    ({}, {FAR[1]: "building"}, False),
    ({}, {FAR[3]: "mountain"}, False),
    ({}, {FAR[2]: "river"}, True),
])
def test_artillery_needs_a_clear_line_of_fire(between: Field, ground: Field, clear: bool) -> None:
    s = battery({"l_cor_1": FAR[4], "l_cor_3": ASIDE, **between}, ground)
    assert clear == (f"shoot {FAR[4]}" in offered(s))
    assert (None if clear else ("4.3b", "no_line_of_fire")) == refused(s, f"shoot {FAR[4]}")


@rule("dpyr", "4.5k", "4.3e")
def test_artillery_cannot_fire_into_a_wood_either() -> None:
    wood = {FAR[1]: "forest", **{beside(FAR[1], d): "forest" for d in ("N", "NE", "SE", "S", "SW", "NW")}}
    s = battery({"l_cor_1": FAR[1], "l_cor_3": beside(GUN, "S", 3)}, wood)
    assert ("4.3e", "inside_the_forest") == refused(s, f"shoot {FAR[1]}")


# --------------------------------------------------------------------------------------------------- modifiers

AT_THREE = 5 + 3 + 1                                    # the least roll at three hexes without modifiers


@rule("dpyr", "4.5e")
@pytest.mark.parametrize("units, ground, modifier", [
    ({}, {GUN: "mountain"}, 2),
    ({}, {FAR[3]: "mountain"}, 0),
    ({}, {FAR[3]: "building"}, -1),
    ({}, {FAR[3]: "forest"}, -1),
    ({"l_cor_2": FAR[4]}, {}, 0),
    ({"l_cor_2": FAR[4], "l_cor_3": FAR[4]}, {}, 1),
    ({"l_cor_2": FAR[4], "l_cor_3": beside(FAR[3], "NE")}, {}, 1),
    ({"l_cor_2": FAR[4], "l_gefe_pardinas": beside(FAR[3], "NE")}, {}, 0),
    ({"l_cor_2": FAR[4], "l_cor_3": beside(FAR[3], "NE")}, {GUN: "mountain", FAR[3]: "building"}, 2),
])
def test_the_gun_on_a_mountain_friends_beside_the_target_and_cover(units: Field, ground: Field, modifier: int) -> None:
    assert AT_THREE - modifier == least_roll(battery({"l_cor_1": FAR[3], **units}, ground), FAR[3])


def answered(words: list[str], units: Field, active: str = "liberal", signs: str = "errata") -> int:
    """The least roll of Xocolate at three hexes after another activation of this turn."""
    s = battlefield("maella", XOCOLATE | units, active=active, chits=("carlist", "liberal"), ground={},
                    bala_rasa_signs=signs)
    for i, text in enumerate(words):
        do(s, text, dice=[0] if i == len(words) - 1 else None)          # the last word leads to a Carlist activation
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate")
    return least_roll(s, FAR[3])


@rule("dpyr", "4.5e")
def test_smoke_hides_artillery_that_was_activated_this_turn() -> None:
    guns = {"l_art_logrono": FAR[3], "l_cor_1": "2601"}
    assert AT_THREE == answered(["pass"], guns)
    assert AT_THREE == answered(["bala_rasa", "done"], guns)            # it was left out
    s = battlefield("maella", XOCOLATE | guns, active="liberal", chits=("carlist", "liberal"), ground={})
    do(s, "bala_rasa", "load l_art_logrono", "aim l_art_logrono")
    do(s, f"shoot {GUN}", dice=[1, 1, 0])
    do(s, "bala_rasa", "pass", "load c_art_xocolate", "aim c_art_xocolate")
    assert AT_THREE + 1 == least_roll(s, FAR[3])


@rule("dpyr", "4.5e")
def test_there_is_no_smoke_before_a_battery_that_was_left_out() -> None:
    guns = {"c_art_clotilde": GUN, "l_art_pamplona": FAR[3], "l_art_wylde": "2601", "l_gefe_oraa": "2601"}
    s = battlefield("luchana", guns, active="liberal", chits=("carlist", "liberal"), ground={})
    do(s, "bala_rasa", "load l_art_wylde", "done", "aim l_art_wylde")
    do(s, f"shoot {GUN}", dice=[1, 1, 0])
    do(s, "bala_rasa", "pass", "load c_art_clotilde", "aim c_art_clotilde")     # of factor 5, too
    assert AT_THREE == least_roll(s, FAR[3])


@rule("dpyr", "4.5f", "10.0b")
@pytest.mark.parametrize("signs, modifier", [("errata", -1), ("text", 1)])
def test_a_square_as_target(signs: str, modifier: int) -> None:
    assert AT_THREE - modifier == least_roll(battery({"l_cor_1": f"{FAR[3]} square"}, signs=signs), FAR[3])
    under = {"l_cor_1": f"{FAR[3]} square", "l_cor_2": FAR[3]}          # the unit on top is the target
    assert AT_THREE == least_roll(battery(under, signs=signs), FAR[3])


@rule("dpyr", "4.5f", "10.0b")
@pytest.mark.parametrize("signs, modifier", [("errata", 1), ("text", -1)])
def test_cavalry_that_charged_this_turn_as_target(signs: str, modifier: int) -> None:
    horse = {"l_cav_reina": FAR[4], "c_tor_1": beside(FAR[3], "NE"), "c_tor_2": "2601"}
    s = battlefield("maella", XOCOLATE | horse, active="liberal", chits=("carlist", "liberal"), ground={},
                    bala_rasa_signs=signs)
    do(s, "ristre", "move l_cav_reina", f"to {FAR[3]}", "done")
    do(s, "pass", dice=[1, 0])                                          # no Black Flag; the charge misses
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate")
    assert AT_THREE - modifier == least_roll(s, FAR[3])
    assert AT_THREE == answered(["mojar", "move l_cav_reina", f"to {FAR[3]}", "done", "done"], horse, signs=signs)


@rule("dpyr", "4.5f")
def test_cavalry_that_charged_without_moving_has_charged() -> None:
    horse = {"l_cav_reina": FAR[3], "c_tor_1": beside(FAR[3], "NE"), "c_tor_2": "2601"}
    s = battlefield("maella", XOCOLATE | horse, active="liberal", chits=("carlist", "liberal"), ground={})
    do(s, "ristre", "done", f"attack l_cav_reina {beside(FAR[3], 'NE')}")
    do(s, "pass", dice=[1, 0])
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate")
    assert AT_THREE - 1 == least_roll(s, FAR[3])
    assert AT_THREE == answered(["ristre", "done", "done"], horse)


@rule("dpyr", "4.5f", "10.0b")
@pytest.mark.parametrize("signs, modifier", [("errata", 1), ("text", -1)])
def test_a_gun_that_moved_in_montear_this_turn(signs: str, modifier: int) -> None:
    start = beside(GUN, "S")
    units = {"c_art_xocolate": start, "c_tor_1": "0101", "l_cor_1": FAR[3]}
    move = ["move c_art_xocolate", f"to {GUN}", "done"]
    assert AT_THREE - modifier == answered(["montear", *move], units, "carlist", signs)
    still = {**units, "c_art_xocolate": GUN}
    assert AT_THREE == answered(["montear", "move c_tor_1", "to 0102", "done"], still, "carlist", signs)
    assert AT_THREE == answered(["montear", "move c_art_xocolate", "halt", "done"], still, "carlist", signs)
    back = {**units, "c_art_xocolate": FAR[1], "l_cor_1": FAR[3]}
    assert AT_THREE == answered(["puente", "move c_art_xocolate", f"to {GUN}", "done"], back, "carlist", signs)


@rule("dpyr", "4.5f", "3.0p")
def test_what_gun_horse_and_battery_did_is_forgotten_in_the_next_turn() -> None:
    marks = {"c_art_xocolate": f"{GUN} rode", "l_cav_reina": f"{FAR[3]} charged", "l_art_logrono": f"{ASIDE} served"}
    s = battlefield("maella", marks, active="liberal", chits=(), ground={})
    do(s, "pass", dice=[0, 0, 0])                                       # a new turn, and a Carlist activation
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate")
    s.chits = [1]
    assert AT_THREE == least_roll(s, FAR[3])
    assert AT_THREE + 2 == least_roll(s, ASIDE)


# --------------------------------------------------------------------------------------------------- Rebote


@rule("dpyr", "4.5h")
def test_rebote_takes_a_second_target_one_or_two_hexes_further() -> None:
    west, east = beside(GUN, "NW", 3), beside(GUN, "NE", 4)             # at three and four hexes
    s = battery({"l_cor_1": FAR[3], "l_cor_2": FAR[5], "l_cor_3": west, "l_s_fernando": east, "l_africa_1": FAR[6],
                 "l_africa_2": ASIDE})
    do(s, f"rebound {FAR[3]}")
    assert {f"onto {x}" for x in (FAR[5], east, ASIDE)} == set(offered(s))
    assert ("4.5h", "second_target_not_further") == refused(s, f"onto {FAR[3]}")        # the same target twice
    assert ("4.5h", "second_target_not_further") == refused(s, f"onto {west}")          # as far as the first
    s = battery({"l_cor_1": FAR[3], "l_cor_2": beside(GUN, "NE", 6), "l_cor_3": beside(GUN, "NW", 4)})
    do(s, f"rebound {FAR[3]}")
    assert ("4.5h", "second_target_not_further") == refused(s, f"onto {beside(GUN, 'NE', 6)}")      # three further
    assert [f"onto {beside(GUN, 'NW', 4)}"] == offered(s)


@rule("dpyr", "4.5h")
def test_the_first_target_does_not_bar_the_line_to_the_second_but_anything_else_does() -> None:
    s = battery({"l_cor_1": FAR[3], "l_cor_2": FAR[4], "l_cor_3": FAR[5]})
    assert ("4.3b", "no_line_of_fire") == refused(s, f"shoot {FAR[4]}")
    do(s, f"rebound {FAR[3]}")
    assert [f"onto {FAR[4]}"] == offered(s)
    assert ("4.3b", "no_line_of_fire") == refused(s, f"onto {FAR[5]}")
    assert ("4.3n", "no_enemy_there") == refused(s, f"onto {FAR[6]}")


@rule("dpyr", "4.5h", "4.5k")
@pytest.mark.parametrize("terrain", ["building", "forest", "mountain"])
def test_the_ground_of_the_first_target_bars_the_line_as_ever(terrain: str) -> None:
    east = beside(GUN, "NE", 4)
    s = battery({"l_cor_1": FAR[3], "l_cor_2": FAR[4], "l_cor_3": east}, {FAR[3]: terrain})
    do(s, f"rebound {FAR[3]}")
    assert [f"onto {east}"] == offered(s)
    assert ("4.3b", "no_line_of_fire") == refused(s, f"onto {FAR[4]}")


@rule("dpyr", "4.5h")
def test_rebote_needs_a_second_target() -> None:
    s = battery({"l_cor_1": FAR[3], "l_cor_2": FAR[6]})
    assert {f"shoot {FAR[3]}", f"canister {FAR[3]}"} == set(offered(s))
    assert ("4.5h", "no_second_target") == refused(s, f"rebound {FAR[3]}")


@rule("dpyr", "4.5i")
@pytest.mark.parametrize("roll, first, second", [(8, 0, 0), (9, 1, 0), (10, 1, 1), (12, 1, 1)])
def test_one_roll_is_compared_with_the_number_of_each_target(roll: int, first: int, second: int) -> None:
    s = battery({"l_cor_1": FAR[3], "l_cor_2": FAR[4]})
    do(s, f"rebound {FAR[3]}")
    do(s, f"onto {FAR[4]}", dice=[*pair(roll), 0])
    assert [(first, 0), (second, 0)] == [damage(s, name) for name in ("l_cor_1", "l_cor_2")]


@rule("dpyr", "4.5i")
def test_each_target_of_a_rebote_has_its_own_modifiers() -> None:
    pair_of_targets = {"l_cor_1": FAR[3], "l_cor_2": FAR[4]}
    village = (pair_of_targets, {FAR[4]: "building"})
    friends = (pair_of_targets | {"l_cor_3": FAR[5], "l_s_fernando": FAR[5]}, {})
    for (units, ground), roll, expected in (
        (village, 8, [0, 0]), (village, 9, [1, 0]), (village, 10, [1, 0]), (village, 11, [1, 1]),
        (friends, 8, [0, 0]), (friends, 9, [1, 1]),
    ):
        s = battery(units, ground)
        do(s, f"rebound {FAR[3]}")
        do(s, f"onto {FAR[4]}", dice=[*pair(roll), 0])
        assert expected == [damage(s, name)[0] for name in ("l_cor_1", "l_cor_2")]


@rule("dpyr", "4.5h")
def test_rebote_uses_both_salvoes() -> None:
    s = battery({"l_cor_1": FAR[3], "l_cor_2": FAR[4]})
    do(s, f"rebound {FAR[3]}")
    do(s, f"onto {FAR[4]}", dice=[1, 1, 0])
    assert 0 == s.salvo[unit(s, "c_art_xocolate")]
    do(s, "batir")
    assert "Volley" == asked(s)                         # nothing is left to answer with


# --------------------------------------------------------------------------------------------------- canister


@rule("dpyr", "4.5j")
@pytest.mark.parametrize("distance, least", [(1, 8), (2, 10), (3, 12), (4, 13)])
def test_canister_counts_the_distance_twice(distance: int, least: int) -> None:
    assert least == least_roll(battery({"l_cor_1": FAR[distance]}), FAR[distance], "canister")


@rule("dpyr", "4.5j")
def test_canister_puts_two_markers_on_the_top_unit_and_uses_one_salvo() -> None:
    s = battery({"l_cor_1": FAR[2], "l_cor_2": FAR[2]})
    do(s, f"canister {FAR[2]}", dice=[5, 5, 0])
    assert [(0, 0), (2, 0)] == [damage(s, name) for name in ("l_cor_1", "l_cor_2")]
    assert 1 == s.salvo[unit(s, "c_art_xocolate")]


@rule("dpyr", "4.5j")
def test_canister_has_the_modifiers_of_round_shot() -> None:
    s = battery({"l_cor_1": FAR[2]}, {GUN: "mountain", FAR[2]: "building"})
    assert 10 - 1 == least_roll(s, FAR[2], "canister")


# --------------------------------------------------------------------------------------------------- kept salvoes

KEPT = {"c_art_xocolate": f"{GUN} salvo=1"}


def enemy(units: Field, *words: str, kept: Field | None = None, scenario: str = "maella") -> Dpyr:
    """A Liberal activation against a battery that kept a salvo."""
    s = battlefield(scenario, (kept or KEPT) | units, active="liberal", chits=("liberal", "liberal"), ground={})
    do(s, *words)
    return s


@rule("dpyr", "4.5c")
def test_a_kept_salvo_is_fired_in_an_enemy_activation() -> None:
    s = enemy({"l_cor_1": FAR[3]}, "batir")
    assert ("KeptSalvo", 0) == (asked(s), seat(s))
    assert {"pass", f"salvo c_art_xocolate {FAR[3]}"} == set(offered(s))
    do(s, f"salvo c_art_xocolate {FAR[3]}", dice=[4, 5])
    assert (1, 0) == damage(s, "l_cor_1")
    assert 0 == s.salvo[unit(s, "c_art_xocolate")]
    assert "Volley" == asked(s)


@rule("dpyr", "4.5c", "4.5l")
def test_a_kept_salvo_is_never_fired_at_an_adjacent_enemy() -> None:
    s = enemy({"l_cor_1": FAR[1], "l_cor_2": beside(GUN, "NE", 2)}, "batir")
    assert {"pass", f"salvo c_art_xocolate {beside(GUN, 'NE', 2)}"} == set(offered(s))
    assert ("4.5c", "salvo_not_at_adjacent") == refused(s, f"salvo c_art_xocolate {FAR[1]}")
    assert None is refused(s, f"salvo c_art_xocolate {beside(GUN, 'NE', 2)}")
    assert "Volley" == asked(enemy({"l_cor_1": FAR[1]}, "batir"))       # nothing else to fire at: nobody is asked


@rule("dpyr", "4.5l")
def test_in_mojar_the_moment_is_after_the_movement_and_before_the_combats() -> None:
    s = enemy({"l_cor_1": FAR[4], "c_tor_1": beside(FAR[2], "NE")}, "mojar")
    assert "March" == asked(s)
    do(s, "move l_cor_1", f"to {FAR[2]}")
    assert "March" == asked(s)
    do(s, "done")
    assert "KeptSalvo" == asked(s)
    assert f"salvo c_art_xocolate {FAR[2]}" in offered(s)
    do(s, "pass")
    assert "Declare" == asked(s)


@rule("dpyr", "4.5l")
@pytest.mark.parametrize("words, after", [
    (["batir"], "Volley"), (["montear", "done"], "ChooseAction"), (["puente", "done"], "ChooseAction"),
    (["bala_rasa"], "Load"), (["campi", "done"], "Volley"), (["ristre", "done"], "Declare"), (["pass"], "ChooseAction"),
])
def test_there_is_one_moment_in_every_enemy_activation(words: list[str], after: str) -> None:
    units = {"l_cor_1": FAR[3], "l_art_logrono": "2601", "l_cav_reina": beside(FAR[3], "N"), "c_tor_1": FAR[5]}
    s = enemy(units, *words)
    assert "KeptSalvo" == asked(s)
    do(s, "pass")
    assert after == asked(s)


@rule("dpyr", "4.5l", "4.5h", "4.5j")
def test_a_kept_salvo_is_an_ordinary_shot() -> None:
    s = enemy({"l_cor_1": FAR[2], "l_cor_2": FAR[3]}, "batir")
    assert {"pass", f"salvo c_art_xocolate {FAR[2]}"} == set(offered(s))
    for verb in ("rebound", "canister"):
        refusal = refused(s, f"{verb} {FAR[2]}")
        assert refusal is not None
        assert "awaited" == refusal.key
    trial = s.clone()
    do(trial, f"salvo c_art_xocolate {FAR[2]}", dice=[4, 4])
    assert [(1, 0), (0, 0)] == [damage(trial, name) for name in ("l_cor_1", "l_cor_2")]
    do(s, f"salvo c_art_xocolate {FAR[2]}", dice=[3, 4])
    assert (0, 0) == damage(s, "l_cor_1")


@rule("dpyr", "4.5l")
def test_each_battery_fires_one_salvo_in_an_activation_and_another_in_the_next() -> None:
    guns = {"c_art_seurra": "1013 salvo=2", "c_art_muelle": "0813 salvo=1", "c_art_clotilde": "1213"}
    s = enemy({"l_gefe_oraa": "1009", "l_rey": "1009", "l_sor_1": "0809"}, "batir", kept=guns, scenario="luchana")
    do(s, "salvo c_art_seurra 1009", dice=[1, 1])
    assert ("4.5l", "one_salvo_each") == refused(s, "salvo c_art_seurra 1009")
    assert ("4.5b", "no_salvo_left") == refused(s, "salvo c_art_clotilde 1009")
    assert "salvo c_art_muelle 0809" in offered(s)
    do(s, "salvo c_art_muelle 0809", dice=[1, 1])
    assert "Volley" == asked(s)                         # all have fired
    do(s, "done", "batir")
    assert {"pass", "salvo c_art_seurra 1009", "salvo c_art_seurra 0809"} == set(offered(s))
    do(s, "salvo c_art_seurra 1009", dice=[1, 1])
    do(s, "done", "batir")
    assert "Volley" == asked(s)


@rule("dpyr", "4.5c", "4.5l")
def test_in_its_own_sides_activation_a_kept_salvo_is_not_fired() -> None:
    s = battlefield("maella", KEPT | {"c_tor_1": "0101", "l_cor_1": FAR[3]}, ground={})
    do(s, "batir")
    assert "Volley" == asked(s)


@rule("dpyr", "4.5l", "4.5k")
def test_a_kept_salvo_needs_a_line_of_fire_to_an_enemy() -> None:
    s = enemy({"l_cor_1": FAR[3], "l_cor_2": FAR[4]}, "batir")
    assert ("4.3b", "no_line_of_fire") == refused(s, f"salvo c_art_xocolate {FAR[4]}")
    assert ("4.3n", "no_enemy_there") == refused(s, f"salvo c_art_xocolate {FAR[5]}")


@rule("dpyr", "3.0f")
def test_a_battery_that_is_activated_is_no_longer_concealed() -> None:
    s = battlefield("maella", {"c_art_xocolate": f"{GUN} hidden", "c_tor_1": f"{GUN} hidden", "l_cor_1": FAR[3]},
                    ground={GUN: "building"})
    do(s, "bala_rasa", "load c_art_xocolate")
    assert 1 << unit(s, "c_tor_1") == s.hidden


# --------------------------------------------------------------------------------------------------- one click


def clicks(s: Dpyr) -> dict[str, str]:
    """By hex: what a click on it stands for."""
    seat_ = seat(s)
    found = tablero.gestures(GAME.view(s, seat_), seat_)
    return {place: ", ".join(GAME.write(s, action) for action in way) for place, way in found.items()}


@rule("dpyr", "4.5b", "4.5d")
def test_a_click_on_an_enemy_fires_the_only_loaded_battery() -> None:
    target = beside("0404", "N", 3)
    s = three_batteries({"c_cas_2": target})
    do(s, "bala_rasa")
    assert {} == clicks(s), "none is loaded"
    do(s, "load l_art_wylde")
    assert {f"hex:{target}": f"done, aim l_art_wylde, shoot {target}"} == clicks(s)
    do(s, "done")
    assert {f"hex:{target}": f"aim l_art_wylde, shoot {target}"} == clicks(s)
    do(s, "aim l_art_wylde")
    assert {} == clicks(s), "it is one action away"


@rule("dpyr", "4.5b")
def test_of_several_loaded_batteries_none_is_chosen_by_a_click() -> None:
    s = three_batteries({"c_cas_2": "1005"})
    do(s, "bala_rasa", "load l_art_wylde", "load l_art_pamplona")
    assert {} == clicks(s)
    do(s, "done")
    assert {"aim l_art_wylde", "aim l_art_pamplona"} == set(offered(s))
    assert {} == clicks(s)
