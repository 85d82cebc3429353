"""[17.4] [17.5] [17.6] Activations: fire, charges, morale, Artillery points."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import UNIT
from tablero.games.aiw.rules.r17_battle.s04_charges import charge_morale
from tablero.games.aiw.rules.r17_battle.s06_artillery import fresh_points
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, demoralized, draw_up, front, now, reserve, shake, spent, tire
from tests.games.aiw.war import asked, at, block, dice_of, do, heard, offered, refused, strength, told
from tests.rules import rule

CARLISTS = "c_nav1 c_nav2 c_nav3"
LIBERALS = "l_rg1 l_rg2 l_ln3"
PASSES, FAILS = [1, 1], [6, 6]


def lines(carlists: str = CARLISTS, liberals: str = LIBERALS, x: str = "lerin", attacker: str = "liberal") -> Aiw:
    """Drawn up in the open; the defender has passed, so that the attacker is asked."""
    s = draw_up(battle(x, carlists, liberals, attacker=attacker))
    do(s, "pass")
    return s


# -------------------------------------------------------------------------------------------------------- Infantry fire


@rule("aiw", "17.4a", "17.4b")
def test_a_fresh_front_unit_is_activated_and_becomes_spent() -> None:
    s = lines(liberals="l_rg1 l_rg2 l_rg3 l_ln1 l_ln2 l_ln3")
    assert {"l_ln3"} == reserve(s, "liberal")
    shake(s, "l_rg2")
    do(s, "fire l_rg1", dice=[6] * 4)
    assert {"l_rg1"} == spent(s, "liberal")
    assert Refusal("17.4a", "unit_is_spent") == refused(s, "fire l_rg1")
    assert Refusal("17.4a", "not_in_your_front_line") == refused(s, "fire l_rg2")
    assert Refusal("17.4a", "not_in_your_front_line") == refused(s, "fire l_ln3")
    assert Refusal("17.4a", "not_in_your_front_line") == refused(s, "fire c_nav1")


@rule("aiw", "17.4d")
def test_infantry_rolls_its_strength_in_dice_at_its_effectiveness_whatever_the_terrain() -> None:
    for x in ("lerin", "durango"):
        s = lines(x=x)
        (shot,) = told(do(s, "fire l_ln3", dice=[1, 2, 3]), "fired")
        assert (UNIT["l_ln3"], 3, 2, 2) == shot
    s = lines(liberals="l_pr1 l_rg1 l_rg2")
    (shot,) = told(do(s, "fire l_pr1", dice=[1, 2, 2]), "fired")
    assert (UNIT["l_pr1"], 3, 1, 1) == shot


@rule("aiw", "17.4d", "13.2i")
def test_landed_infantry_fires_one_die_less_but_one() -> None:
    s = lines(liberals="l_rg1 l_rg2 l_pr1:1")
    s.landed = 1 << block(s, "l_rg1") | 1 << block(s, "l_pr1")
    events = do(s, "fire l_rg1", dice=[6] * 3)
    events += do(s, "fire l_pr1", dice=[6])
    events += do(s, "fire l_rg2", dice=[6] * 4)
    assert {("l_rg1", 3), ("l_pr1", 1), ("l_rg2", 4)} == dice_of(events)


@rule("aiw", "17.4e")
def test_hits_of_infantry_go_to_front_infantry_only() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_gui1 c_gui2 c_bis1 c_navc1")
    shake(s, "c_nav2")
    do(s, "fire l_ln3", dice=[1, 6, 6])
    assert ["hit c_nav1", "hit c_nav3", "hit c_gui1", "hit c_gui2"] == offered(s)
    assert Refusal("17.4e", "hits_go_to_front_infantry") == refused(s, "hit c_navc1")
    assert Refusal("17.4e", "hits_go_to_front_infantry") == refused(s, "hit c_nav2")
    assert Refusal("17.4e", "hits_go_to_front_infantry") == refused(s, "hit c_bis1")


@rule("aiw", "17.4f")
def test_the_receiver_shares_hits_as_it_likes_whatever_the_strengths() -> None:
    s = lines("c_nav1:3 c_nav2:1 c_nav3:3")
    do(s, "fire l_ln3", dice=[1, 1, 6])
    do(s, "hit c_nav1", "hit c_nav1", dice=PASSES)
    assert [1, 1, 3] == [strength(s, unit) for unit in CARLISTS.split()]
    s = lines("c_nav1:3 c_nav2:1 c_nav3:3")
    do(s, "fire l_ln3", dice=[1, 1, 6])
    do(s, "hit c_nav2")                     # the weakest first
    assert "bag" == at(s, "c_nav2")
    assert ["hit c_nav1", "hit c_nav3"] == offered(s)
    do(s, "hit c_nav3", dice=PASSES)
    assert [3, 0, 2] == [strength(s, unit) for unit in CARLISTS.split()]


@rule("aiw", "17.4f", "17.5a")
def test_a_unit_that_falls_to_a_second_hit_rolls_no_morale_but_the_others_do() -> None:
    s = lines("c_nav1:3 c_nav2:2 c_nav3:3")
    do(s, "fire l_rg1", dice=[1, 1, 1, 6])
    events = do(s, "hit c_nav2", "hit c_nav1", "hit c_nav2", dice=PASSES)
    assert ("bag", [(UNIT["c_nav1"], 2, 9)]) == (at(s, "c_nav2"), told(events, "morale"))


# -------------------------------------------------------------------------------------------------------------- charges


@rule("aiw", "17.4g")
def test_cavalry_charges_a_front_unit_of_the_enemy() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_navc1 c_basc1 c_casc1", "l_rg1 l_rg2 l_lnc1")
    assert Refusal("17.4g", "cavalry_charges") == refused(s, "fire l_lnc1")
    assert Refusal("17.4d", "infantry_fires") == refused(s, "charge l_rg1")
    do(s, "charge l_lnc1")
    line = ["target c_nav1", "target c_nav2", "target c_nav3", "target c_navc1", "target c_basc1"]
    assert line == offered(s)
    assert Refusal("17.4g", "charge_the_enemy_front_line") == refused(s, "target c_casc1")
    assert Refusal("17.4g", "charge_the_enemy_front_line") == refused(s, "target l_rg1")
    s = lines("c_nav1 c_nav2 c_navc1", "l_rg1 l_rg2", attacker="carlist")
    do(s, "charge c_navc1")
    assert Refusal("17.4g", "charge_the_enemy_front_line") == refused(s, "target c_nav1")


@rule("aiw", "17.4g")
def test_without_enemy_cavalry_in_front_only_infantry_can_be_charged() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_navc1", "l_rg1 l_rg2 l_lnc1")
    shake(s, "c_navc1")
    do(s, "charge l_lnc1")
    assert ["target c_nav1", "target c_nav2", "target c_nav3"] == offered(s)


@rule("aiw", "17.4h", "17.4b")
def test_a_fresh_cavalry_target_countercharges_and_both_fire_at_once() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_basc1:2", "l_rg1 l_rg2 l_lgc1:2")
    do(s, "charge l_lgc1")
    dice = [1, 2, 2, 2]                     # both are eliminated by the fire of units that still stood
    events = do(s, "target c_basc1", dice=dice)
    assert [(UNIT["c_basc1"], UNIT["l_lgc1"])] == told(events, "countercharges")
    assert [2, 2] == [shot[3] for shot in told(events, "fired")]
    assert ["bag", "bag"] == [at(s, "c_basc1"), at(s, "l_lgc1")]
    assert [] == told(events, "morale")


@rule("aiw", "17.4h", "17.5a")
def test_after_a_clash_both_roll_morale_and_both_are_spent() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_basc1", "l_rg1 l_rg2 l_lnc1 l_lnc2")
    do(s, "charge l_lnc1")
    events = do(s, "target c_basc1", dice=[1, 6, 6, 2, 6, 6, *PASSES, *PASSES])
    assert [(UNIT["l_lnc1"], 2, 8), (UNIT["c_basc1"], 2, 8)] == told(events, "morale")
    assert [2, 2] == [strength(s, unit) for unit in ("l_lnc1", "c_basc1")]
    assert {"c_basc1"} == spent(s, "carlist")
    assert {"l_lnc1"} == spent(s, "liberal")


@rule("aiw", "17.4i")
def test_another_fresh_cavalry_may_countercharge_for_a_spent_one() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_basc1 c_navc1", "l_rg1 l_rg2 l_lnc1")
    tire(s, "c_basc1")
    do(s, "charge l_lnc1", "target c_basc1")
    assert "carlist AnswerCharge" == asked(s)
    assert ["hold", "flee", "countercharge c_navc1"] == offered(s)
    assert Refusal("17.4i", "fresh_front_cavalry_countercharges") == refused(s, "countercharge c_basc1")
    events = do(s, "countercharge c_navc1", dice=[6, 6, 6, 6, 6, 6, 6])
    assert [(UNIT["c_navc1"], UNIT["l_lnc1"])] == told(events, "countercharges")
    assert {"c_basc1", "c_navc1"} == spent(s, "carlist")


@rule("aiw", "17.4j")
def test_a_spent_target_may_flee_to_the_demoralized_box_without_fire() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_basc1", "l_rg1 l_rg2 l_lnc1")
    tire(s, "c_basc1")
    do(s, "charge l_lnc1", "target c_basc1")
    assert ["hold", "flee"] == offered(s)
    assert ["flees c_basc1", "demoralized c_basc1"] == heard(do(s, "flee", dice=[]), "flees", "demoralized")
    assert {"c_basc1"} == demoralized(s, "carlist")
    assert {"c_nav1", "c_nav2", "c_nav3"} == front(s, "carlist")
    assert 3 == strength(s, "c_basc1")
    assert {"l_lnc1"} == spent(s, "liberal")


@rule("aiw", "17.4k")
def test_a_spent_target_that_holds_fires_back_after_it_has_stood_the_charge() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_basc1", "l_rg1 l_rg2 l_lnc1")
    tire(s, "c_basc1")
    assert ["charges l_lnc1 c_basc1"] == heard(do(s, "charge l_lnc1", "target c_basc1"), "charges")
    events = do(s, "hold", dice=[1, 6, 6, *PASSES, 1, 6, *PASSES])      # it fires back with the two points left
    assert ["holds c_basc1"] == heard(events, "holds")
    assert [(UNIT["l_lnc1"], 3, 2, 1), (UNIT["c_basc1"], 2, 2, 1)] == told(events, "fired")
    assert [2, 2] == [strength(s, "c_basc1"), strength(s, "l_lnc1")]
    assert {"c_basc1"} == spent(s, "carlist")
    assert {"l_lnc1"} == spent(s, "liberal")


@pytest.mark.parametrize("dice", [[1, 6, 6, *FAILS], [1, 1, 1]])
@rule("aiw", "17.4k")
def test_a_target_that_is_broken_or_eliminated_does_not_fire_back(dice: list[int]) -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_basc1", "l_rg1 l_rg2 l_lnc1")
    tire(s, "c_basc1")
    do(s, "charge l_lnc1", "target c_basc1")
    assert 1 == len(told(do(s, "hold", dice=dice), "fired"))
    assert "c_basc1" not in front(s, "carlist")


@rule("aiw", "17.4l")
def test_fresh_cavalry_may_countercharge_for_infantry_which_is_then_untouched() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_basc1 c_navc1", "l_rg1 l_rg2 l_lnc1")
    tire(s, "c_navc1")
    do(s, "charge l_lnc1", "target c_nav2")
    assert ["hold", "countercharge c_basc1"] == offered(s)
    assert Refusal("17.4l", "infantry_does_not_flee") == refused(s, "flee")
    assert Refusal("17.4i", "fresh_front_cavalry_countercharges") == refused(s, "countercharge c_navc1")
    events = do(s, "countercharge c_basc1", dice=[1, 1, 6, 6, 6, 6, *PASSES])
    assert [(UNIT["c_basc1"], UNIT["l_lnc1"])] == told(events, "countercharges")
    assert 3 == strength(s, "c_nav2")
    assert 1 == strength(s, "c_basc1")


@rule("aiw", "17.4l")
def test_without_fresh_cavalry_infantry_receives_the_charge_at_once() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_basc1", "l_rg1 l_rg2 l_lnc1")
    tire(s, "c_basc1")
    do(s, "charge l_lnc1")
    events = do(s, "target c_nav2", dice=[*PASSES, 6, 6, 6])
    assert [(UNIT["c_nav2"],)] == told(events, "resists")


@rule("aiw", "17.4m", "17.4n")
@pytest.mark.parametrize("unit, x, tired, need", [
    ("c_bis1:2", "lerin", False, 6),        # Carlist M8 in the open, neither full nor last
    ("c_bis1:2", "durango", False, 7),
    ("c_bis1:2", "durango", True, 6),
    ("c_bis1:3", "lerin", False, 7),        # at full strength
    ("c_bis1:1", "lerin", False, 5),        # a last point
    ("c_par1:1", "durango", False, 5),      # a Partida M7 is never at full strength
    ("c_par3:1", "durango", False, 5),
    ("l_ln3:2", "lerin", False, 8),
    ("l_ln3:3", "durango", True, 8),
    ("l_ln3:1", "durango", False, 7),
])
def test_morale_of_infantry_against_a_charge(unit: str, x: str, tired: bool, need: int) -> None:
    name, side = unit.partition(":")[0], unit[0]
    carlists = f"{unit if side == 'c' else 'c_gui1'} c_nav1 c_nav2"
    liberals = f"{unit if side == 'l' else 'l_rg3'} l_rg1 l_rg2"
    s = draw_up(battle(x, carlists, liberals))
    if tired:
        tire(s, name)
    assert need == charge_morale(s, now(s), block(s, name))


@rule("aiw", "17.4m")
@pytest.mark.parametrize("roll, kind", [([3, 3], "resists"), ([3, 4], "breaks_in")])
def test_infantry_passes_at_or_below_its_modified_morale(roll: list[int], kind: str) -> None:
    s = lines("c_bis1:2 c_nav1 c_nav2", "l_rg1 l_rg2 l_lnc1:2")
    do(s, "charge l_lnc1")
    assert 1 == len(told(do(s, "target c_bis1", dice=[*roll, 6, 6]), kind))


@rule("aiw", "17.4o")
def test_infantry_that_resists_hits_on_1_only_and_keeps_its_state() -> None:
    s = lines("c_nav1 c_nav2 c_nav3", "l_rg1 l_rg2 l_lnc1")
    do(s, "charge l_lnc1")
    events = do(s, "target c_nav2", dice=[*PASSES, 1, 2, 2, *PASSES])
    assert [(UNIT["c_nav2"], 3, 1, 1)] == told(events, "fired")
    assert 2 == strength(s, "l_lnc1")
    assert (UNIT["l_lnc1"], 2, 8) in told(events, "morale")
    assert set() == spent(s, "carlist")
    assert {"l_lnc1"} == spent(s, "liberal")


@rule("aiw", "17.4p", "17.5a")
def test_a_charge_that_breaks_in_fires_at_effectiveness_plus_one_on_that_infantry_only() -> None:
    s = lines("c_nav1 c_nav2 c_nav3", "l_rg1 l_rg2 l_lgc1")
    do(s, "charge l_lgc1")
    events = do(s, "target c_nav2", dice=[*FAILS, 3, 4, 6, *PASSES])
    assert [(UNIT["l_lgc1"], 3, 3, 1)] == told(events, "fired")
    assert 2 == strength(s, "c_nav2")
    assert {"c_nav2"} == spent(s, "carlist")
    assert {"l_lgc1"} == spent(s, "liberal")


@rule("aiw", "17.4p", "17.3b")
def test_a_charge_that_breaks_the_last_infantry_routs_its_side() -> None:
    s = lines("c_nav1 c_nav2 c_nav3 c_gui1 c_gui2 c_bis1", "l_rg1 l_rg2 l_lgc1")
    shake(s, "c_nav1", "c_nav2", "c_gui1", "c_gui2")
    events = do(s, "charge l_lgc1", dice=[*FAILS, 3, 6, 6, *FAILS, *[6] * (4 + 4 + 3)])
    assert 1 == len(told(events, "battle_rout"))


# --------------------------------------------------------------------------------------------------------------- morale


@rule("aiw", "17.5a", "17.5c")
def test_a_unit_rolls_morale_once_with_1_less_for_each_further_hit_and_for_a_last_point() -> None:
    s = lines("c_bis1 c_nav1 c_nav2")
    do(s, "fire l_ln3", dice=[1, 1, 6])
    events = do(s, "hit c_bis1", "hit c_bis1", dice=[3, 3])
    assert [(UNIT["c_bis1"], 6, 6)] == told(events, "morale")       # M8, two hits, one point left
    assert "c_bis1" in front(s, "carlist")


@rule("aiw", "17.5a", "17.5c")
@pytest.mark.parametrize("carlists, dice, need", [
    ("c_bis1 c_nav1 c_nav2", [1, 6, 6], 8),
    ("c_bis1:2 c_nav1 c_nav2", [1, 6, 6], 7),
    ("c_nav1 c_bis1 c_nav2", [1, 1, 6], 8),         # M9, two hits, two points left
])
def test_morale_modifiers(carlists: str, dice: list[int], need: int) -> None:
    s = lines(carlists)
    first = carlists.split(":")[0].split()[0]
    do(s, "fire l_ln3", dice=dice)
    events = do(s, *[f"hit {first}"] * sum(die <= 2 for die in dice), dice=PASSES)
    assert [(UNIT[first], 2, need)] == told(events, "morale")


@rule("aiw", "17.5a")
def test_each_unit_that_was_hit_rolls() -> None:
    s = lines()
    do(s, "fire l_ln3", dice=[1, 1, 6])
    events = do(s, "hit c_nav1", "hit c_nav2", dice=[*FAILS, *PASSES])
    assert 2 == len(told(events, "morale"))
    assert {"c_nav1"} == demoralized(s, "carlist")


@rule("aiw", "17.5d")
@pytest.mark.parametrize("roll, line", [([4, 4], {"c_bis1", "c_nav1", "c_nav2"}), ([4, 5], {"c_nav1", "c_nav2"})])
def test_a_failed_roll_puts_the_unit_face_up_into_the_demoralized_box(roll: list[int], line: set[str]) -> None:
    s = lines("c_bis1 c_nav1 c_nav2")
    do(s, "fire l_ln3", dice=[1, 6, 6])
    do(s, "hit c_bis1", dice=roll)
    assert line == front(s, "carlist")
    assert {"c_bis1", "c_nav1", "c_nav2"} - line == demoralized(s, "carlist")
    assert s.shown >> block(s, "c_bis1") & 1


@rule("aiw", "17.5d")
@pytest.mark.parametrize("unit, other", [("c_nav1", "c_nav2"), ("c_nav2", "c_nav1")])
def test_who_is_demoralized_or_falls_leaves_the_others_as_they_were(unit: str, other: str) -> None:
    s = lines("c_nav1:1 c_nav2:1 c_nav3 c_gui1")
    tire(s, other)
    now(s).steadfast = 1 << block(s, other)
    shake(s, unit)
    assert ({other}, 1 << block(s, other)) == (spent(s, "carlist"), now(s).steadfast)
    shake(s, other)
    assert {unit, other} == demoralized(s, "carlist")
    assert (set(), 0) == (spent(s, "carlist"), now(s).steadfast)


# ------------------------------------------------------------------------------------------------------------ Artillery


@rule("aiw", "17.6a", "17.4c")
def test_up_to_two_points_are_used_in_an_activation_before_the_dice() -> None:
    s = lines(f"{CARLISTS} mountain:2", "l_rg1 l_rg2 l_ln3 field:4")
    assert Refusal("17.6a", "artillery_needs_an_activation") == refused(s, "support")
    assert Refusal("17.6a", "artillery_needs_an_activation") == refused(s, "counterbattery")
    do(s, "fire l_ln3")
    assert "liberal ArtilleryPoints" == asked(s)
    assert ["done", "support", "counterbattery"] == offered(s)
    events = do(s, "counterbattery")
    events += do(s, "support", dice=[6] * 4)        # the second point: the dice are rolled
    assert ["counterbattery liberal", "support l_ln3"] == heard(events, "counterbattery", "support")
    assert 1 == len(told(events, "fired"))
    assert [1, 2] == [fresh_points(s, now(s), side) for side in (0, 1)]


@rule("aiw", "17.6a")
def test_points_are_for_ones_own_activation_and_only_fresh_ones() -> None:
    s = lines(f"{CARLISTS} mountain:2", "l_rg1 l_rg2 l_ln3 mountain:1")
    do(s, "fire l_ln3", "support", dice=[6] * 4)
    do(s, "fire l_rg1", dice=[6] * 4)               # no point is left to ask for
    assert 0 == fresh_points(s, now(s), 1)
    s = draw_up(battle("lerin", f"{CARLISTS} mountain:2", "l_rg1 l_rg2 l_ln3 mountain:1"))
    do(s, "pass")
    assert "liberal ActivateUnit" == asked(s)       # who passes uses no points


@rule("aiw", "17.6b")
def test_support_adds_a_die_once_in_an_activation_to_infantry_only() -> None:
    s = lines(f"{CARLISTS} mountain:2", "l_rg1 l_rg2:2 l_lnc1 field:4")
    do(s, "fire l_rg2", "support")
    assert ["done", "counterbattery"] == offered(s)
    assert Refusal("17.6b", "support_once_in_an_activation") == refused(s, "support")
    (shot,) = told(do(s, "done", dice=[6] * 3), "fired")
    assert 3 == shot[1]
    do(s, "charge l_lnc1")
    assert Refusal("17.6b", "support_is_for_infantry") == refused(s, "support")
    do(s, "done")
    assert "liberal ChargeTarget" == asked(s)


@rule("aiw", "17.6b", "13.2i")
def test_support_comes_on_top_of_the_dice_of_a_landed_unit() -> None:
    s = lines(CARLISTS, "l_rg1 l_rg2 l_pr1:1 mountain:1")
    s.landed = 1 << block(s, "l_pr1")
    assert {("l_pr1", 2)} == dice_of(do(s, "fire l_pr1", "support", dice=[6, 6]))


@rule("aiw", "17.6c")
def test_counterbattery_silences_enemy_points_up_to_twice() -> None:
    s = lines(f"{CARLISTS} field:2 mountain:1", "l_rg1 l_rg2 l_lnc1 field:4")
    do(s, "charge l_lnc1", "counterbattery", "counterbattery")
    assert [1, 2] == [fresh_points(s, now(s), side) for side in (0, 1)]
    assert "liberal ChargeTarget" == asked(s)       # two points are the most


@rule("aiw", "17.6c")
def test_counterbattery_needs_a_fresh_enemy_point() -> None:
    s = lines(CARLISTS, "l_rg1 l_rg2 l_lnc1 field:4")
    do(s, "fire l_rg1")
    assert Refusal("17.6c", "no_fresh_enemy_artillery_point") == refused(s, "counterbattery")
    do(s, "done", dice=[6] * 4)
    do(s, "charge l_lnc1")
    assert "liberal ChargeTarget" == asked(s)       # neither Support nor Counterbattery: nothing is asked


@rule("aiw", "17.6d", "17.7n")
def test_used_and_silenced_points_are_recovered_at_the_end_of_the_round() -> None:
    s = lines(f"{CARLISTS} mountain:1", "l_rg1 l_rg2 l_ln3 field:4")
    do(s, "fire l_ln3", "support", "counterbattery", dice=[6] * 4)
    assert [0, 2] == [fresh_points(s, now(s), side) for side in (0, 1)]
    do(s, "pass", "fight_on", "fight_on", "done", "done")
    assert [1, 4] == [fresh_points(s, now(s), side) for side in (0, 1)]
