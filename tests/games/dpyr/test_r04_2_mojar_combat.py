"""[4.2e] to [4.2y]: one shock combat, from the withdrawal of cavalry to the last retreat."""

from __future__ import annotations

import pytest

from tests.games.dpyr.battlefield import asked, at, beside, damage, do, offered, refused, unit
from tests.games.dpyr.shock import FRONT, NE, NW, SE, SW, N, S, X, assault, clash, fight, kinds, totals
from tests.rules import rule

FAR = beside(S, "S")
HIT_ON = {0: 6, 1: 6, 2: 5, 3: 5, 4: 4, 6: 4}      # [4.2m] differential: least die


def strike(units: dict[str, str], *dice: int, ground: dict[str, str] | None = None, **more):
    """All Carlist infantry and cavalry of a position attack the centre; the state, and what was told of it."""
    s = clash(units, ground, **more)
    army = [name for name in units if name.startswith("c_") and "gefe" not in name and "art" not in name]
    return s, assault(s, *(f"{name} {X}" for name in army), dice=dice)


def retreats(s) -> set[str]:
    return {text.split()[1] for text in offered(s) if text.startswith("retreat")}


# ---------------------------------------------------------------------- [4.2e] [4.2m] strengths


@rule("dpyr", "4.2e", "4.2m")
def test_attack_factors_are_added_and_all_defence_factors_subtracted():
    army = {"c_tor_1": N, "c_mora_1": NE, "l_cor_1": FRONT, "l_caspe": f"{FRONT} marker=fm_122"}
    _, told = strike(army, 5)
    assert (4 + 3, 3 + 2) == totals(told)
    assert ("hit_needed", (5, 5)) in told


@rule("dpyr", "4.2m", "4.2o")
@pytest.mark.parametrize(
    ("attackers", "defender", "differential"),
    [
        (["c_tor_1"], "l_africa_1", 0), (["c_tor_1"], "l_cor_1", 1), (["c_minyons"], "l_cor_1", 2),
        (["c_cav_ara_1"], "l_cor_1", 3), (["c_tor_1", "c_mora_1"], "l_cor_1", 4),
        (["c_tor_1", "c_tor_2"], "l_cor_1", 6),
    ],
)
def test_the_differential_decides_which_dice_hit(attackers, defender, differential):
    army = {**dict.fromkeys(attackers, N), defender: FRONT}
    need = HIT_ON[differential]
    s, told = strike(army, need)
    attack, defence = totals(told)
    assert (differential, (0, 1)) == (attack - defence, damage(s, defender))
    s, told = strike(army, need - 1)
    assert "missed" in kinds(told)
    assert [(0, 0)] * len(army) == [damage(s, name) for name in army]
    assert "ChooseAction" == asked(s)


@rule("dpyr", "4.2o")
def test_a_miss_moves_nobody_and_nobody_advances_after_a_hit():
    s, _ = strike({"c_tor_2": N, "l_cor_1": FRONT}, 4)
    assert (N, X) == (at(s, "c_tor_2"), at(s, "l_cor_1"))
    s, _ = strike({"c_tor_2": N, "l_cor_1": FRONT}, 6)
    do(s, "pass", f"retreat {S}", "done")
    assert ("ChooseAction", N, S) == (asked(s), at(s, "c_tor_2"), at(s, "l_cor_1"))


@rule("dpyr", "4.2y")
def test_the_units_of_a_hex_defend_together_and_terrain_counts_once():
    two = {"c_tor_1": N, "c_tor_2": NE, "c_minyons": NW, "l_cor_1": FRONT, "l_cor_2": FRONT}
    assert (14, 6) == totals(strike(two, 1)[1])
    assert (14, 6 + 3) == totals(strike(two, 6, 1, ground={X: "building"})[1])


@rule("dpyr", "4.2y", "5.1e")
def test_a_gefe_defends_with_one_when_alone_and_with_nothing_beside_others():
    army = {"c_tor_1": N, "c_tor_2": NE, "l_gefe_pardinas": FRONT}
    assert (9, 1 + 2) == totals(strike(army, 1)[1])                             # 2: his own bonus
    assert (9, 3 + 2) == totals(strike({**army, "l_cor_1": FRONT}, 1)[1])


# ---------------------------------------------------------------------- [4.2f] cavalry withdraws

HORSE = {"c_tor_2": N, "l_cav_cataluna": FRONT}


@rule("dpyr", "4.2f")
@pytest.mark.parametrize("terrain", ["clear", "mountain"])
def test_cavalry_attacked_by_infantry_withdraws_before_any_die(terrain):
    s, told = strike(HORSE, ground={X: terrain})
    assert ("ChooseRetreat", {"stand", *(f"retreat {x}" for x in (SE, S, SW))}) == (asked(s), set(offered(s)))
    assert "terrain_die" not in kinds(told)
    told = do(s, f"retreat {S}")
    assert "withdrew" in kinds(told)
    assert "retreated" not in kinds(told)
    told += fight(s, "done")
    assert (S, N, (0, 0)) == (at(s, "l_cav_cataluna"), at(s, "c_tor_2"), damage(s, "l_cav_cataluna"))
    assert "lapsed" in kinds(told)
    assert "hit_needed" not in kinds(told)


@rule("dpyr", "4.2f")
def test_cavalry_may_stand_and_be_fought():
    s, _ = strike(HORSE)
    assert (5, 2) == totals(fight(s, "stand", 5))
    assert (0, 1) == damage(s, "l_cav_cataluna")


@rule("dpyr", "4.2f", "4.2w")
def test_withdrawing_cavalry_obeys_the_rules_of_retreats():
    s, _ = strike(HORSE)
    assert ("4.2w", "retreat_not_there") == refused(s, f"retreat {NE}")


@rule("dpyr", "4.2f", "4.2w")
def test_cavalry_with_nowhere_to_go_stands_unharmed():
    s, told = strike(HORSE, 1, ground=dict.fromkeys((NE, SE, S, SW, NW), "river"))
    assert (5, 2) == totals(told)
    assert (0, 0) == damage(s, "l_cav_cataluna")


@rule("dpyr", "4.2f")
def test_each_cavalry_unit_decides_for_itself_and_the_others_fight_on():
    s, _ = strike({**HORSE, "c_minyons": N, "l_cav_reina": FRONT})
    do(s, f"retreat {S}", "done")
    told = fight(s, "stand", 1)
    assert [S, X] == [at(s, name) for name in ("l_cav_cataluna", "l_cav_reina")]
    assert (10, 3) == totals(told)              # the one that left was attacked: it supports nobody


@rule("dpyr", "4.2l")
def test_attackers_that_are_repulsed_fall_back_in_the_order_of_their_declarations():
    for order in (("c_mora_1", "c_tor_1"), ("c_tor_1", "c_mora_1")):
        s = clash({"c_tor_1": N, "c_mora_1": NE, "l_cor_1": FRONT, "l_cor_2": FRONT, "l_cor_3": S, "l_africa_1": S})
        assault(s, *(f"{name} {X}" for name in order))
        for name in order:
            assert ("ChooseRetreat", unit(s, name)) == (asked(s), s.stack[-1].unit)
            do(s, offered(s)[0], "done")


@rule("dpyr", "4.2f")
def test_infantry_stays_when_the_cavalry_of_its_hex_withdraws():
    s, _ = strike({**HORSE, "l_cor_1": FRONT})
    do(s, f"retreat {S}")
    assert (5, 3) == totals(fight(s, "done", 1))


@rule("dpyr", "4.2f", "4.2d")
def test_cavalry_attacked_by_cavalry_and_infantry_attacked_by_anybody_do_not_withdraw():
    assert (6, 2) == totals(strike({"c_cav_ara_1": N, "l_cav_cataluna": FRONT}, 1)[1])
    assert (5, 3) == totals(strike({"c_tor_2": N, "l_cor_1": FRONT}, 1)[1])
    beside_infantry = clash({"c_tor_2": N, "c_cav_ara_1": N, "l_cav_cataluna": FRONT})
    assault(beside_infantry, f"c_tor_2 {X}")            # own cavalry that does not attack makes no difference
    assert "ChooseRetreat" == asked(beside_infantry)


# ---------------------------------------------------------------------- [4.2g] the rear


@rule("dpyr", "4.2g")
@pytest.mark.parametrize(("place", "bonus"), [(N, 0), (NE, 0), (NW, 0), (SE, 1), (S, 1), (SW, 1)])
def test_the_three_hexes_behind_the_defender_give_one(place, bonus):
    assert (4 + bonus, 3) == totals(strike({"c_tor_1": place, "l_cor_1": FRONT}, 1)[1])


@rule("dpyr", "4.2g")
@pytest.mark.parametrize(("word", "terrain", "bonus"), [("", "clear", 2), ("square", "clear", 0), ("", "building", 2)])
def test_each_unit_in_the_rear_counts_a_square_has_no_rear_and_a_building_has(word, terrain, bonus):
    army = {"c_tor_1": S, "c_mora_1": S, "c_minyons": N, "l_cor_1": f"{FRONT} {word}"}
    terrain_die = [1] if terrain == "building" else []
    _, told = strike(army, *terrain_die, 1, ground={X: terrain})
    assert 4 + 3 + 5 + bonus == totals(told)[0]


@rule("dpyr", "4.2g", "6.1e")
def test_the_rear_goes_by_the_facing_of_the_hex():
    assert (4, 3) == totals(strike({"c_tor_1": S, "l_cor_1": f"{X} facing=S"}, 1)[1])
    assert (5, 3) == totals(strike({"c_tor_1": N, "l_cor_1": f"{X} facing=S"}, 1)[1])


# ---------------------------------------------------------------------- [4.2i] to [4.2k] terrain

STRONG = {"c_tor_1": N, "c_tor_2": NE, "c_minyons": NW, "l_cor_1": FRONT}       # 14 against 3


@rule("dpyr", "4.2i")
@pytest.mark.parametrize(("die", "bonus"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_a_building_adds_what_a_die_says(die, bonus):
    assert (14, 3 + bonus) == totals(strike(STRONG, die, 1, ground={X: "building"})[1])


@rule("dpyr", "4.2j")
@pytest.mark.parametrize(("die", "bonus"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_a_mountain_adds_what_a_die_says(die, bonus):
    assert (14, 3 + bonus) == totals(strike(STRONG, die, 1, ground={X: "mountain"})[1])


@rule("dpyr", "4.2k")
def test_a_forest_adds_one_without_a_die():
    assert (14, 3 + 1) == totals(strike(STRONG, 1, ground={X: "forest"})[1])
    assert (14, 3) == totals(strike(STRONG, 1, ground=dict.fromkeys((N, NE, NW), "forest"))[1])


# ---------------------------------------------------------------------- [4.2l] too weak


@rule("dpyr", "4.2l")
def test_below_zero_nothing_is_rolled_and_the_attackers_fall_back():
    s, told = strike({"c_mora_1": N, "l_africa_1": FRONT})              # 3 against 4
    assert "repulsed" in kinds(told)
    assert "hit_needed" not in kinds(told)
    assert ("4.2l", "must_retreat") == refused(s, "stand")
    away = beside(N, "N")
    do(s, f"retreat {away}")
    fight(s, "done")
    assert (away, X) == (at(s, "c_mora_1"), at(s, "l_africa_1"))
    assert [(0, 0), (0, 0)] == [damage(s, name) for name in ("c_mora_1", "l_africa_1")]


@rule("dpyr", "4.2l")
def test_every_attacker_falls_back():
    s, _ = strike({"c_mora_1": N, "c_tor_1": N, "l_africa_1": FRONT, "l_cor_1": FRONT, "l_cor_2": S})   # 7 against 8
    away = beside(N, "N")
    do(s, f"retreat {away}", "done", f"retreat {away}")
    assert [away, away] == [at(s, name) for name in ("c_mora_1", "c_tor_1")]


@rule("dpyr", "4.2l")
def test_the_terrain_die_may_stop_the_attack_and_zero_does_not():
    one = {"c_tor_1": N, "l_cor_1": FRONT}                              # 4 against 3
    assert "hit_needed" in kinds(strike(one, 3, 1, ground={X: "building"})[1])
    assert "repulsed" in kinds(strike(one, 4, ground={X: "building"})[1])


@rule("dpyr", "4.2l", "4.2w")
def test_attackers_that_cannot_fall_back_stay_unharmed():
    around = dict.fromkeys((beside(N, d) for d in ("N", "NE", "SE", "SW", "NW")), "river")
    s, told = strike({"c_mora_1": N, "l_africa_1": FRONT}, ground=around)
    assert "repulsed" in kinds(told)
    assert ("ChooseAction", N, (0, 0)) == (asked(s), at(s, "c_mora_1"), damage(s, "c_mora_1"))


# ---------------------------------------------------------------------- [4.2n] a hit

STACK = {"c_tor_1": N, "c_tor_2": N, "l_cor_1": FRONT, "l_cor_2": FRONT, "l_gefe_pardinas": FRONT}      # 9 against 8


@rule("dpyr", "4.2n", "5.1e")
def test_a_hit_marks_every_unit_of_the_hex_and_each_retreats_or_takes_a_second_marker():
    s, _ = strike(STACK, 6)
    names = ["l_cor_2", "l_cor_1", "l_gefe_pardinas"]
    assert [(0, 1)] * 3 == [damage(s, name) for name in names]
    do(s, f"retreat {S}", "done", "stand")
    fight(s, "stand")
    assert [(0, 1), (0, 2), (0, 2)] == [damage(s, name) for name in names]
    assert [S, X, X] == [at(s, name) for name in names]


@rule("dpyr", "4.2n")
def test_by_option_only_the_top_unit_is_marked_though_all_defend():
    s, told = strike(STACK, 6, mojar_damage="top_unit")
    assert (9, 3 + 3 + 2) == totals(told)
    fight(s, "stand")
    assert [(0, 2), (0, 0), (0, 0)] == [damage(s, name) for name in ("l_cor_2", "l_cor_1", "l_gefe_pardinas")]


# ---------------------------------------------------------------------- [4.2w] retreats

LEFT, RIGHT = beside(S, "SW"), beside(S, "SE")


@rule("dpyr", "4.2w")
@pytest.mark.parametrize(
    ("others", "ground", "open_"),
    [
        ({}, {}, {SE, S, SW}),                                              # next to no enemy
        ({"c_bosque": RIGHT}, {}, {SW}),                                    # still one of those
        ({"c_bosque": RIGHT, "c_mora_1": LEFT}, {}, {SE, S, SW}),           # next to none of the attackers
        ({}, dict.fromkeys((SE, S, SW), "river"), {NE, NW}),                # any
        ({"l_cor_2": S, "l_cor_3": S, "l_s_fernando": SE}, {SE: "forest"}, {SW}),           # stacking
    ],
)
def test_a_retreat_keeps_as_far_from_the_enemy_as_it_can(others, ground, open_):
    s = clash({"c_tor_2": N, "c_minyons": N, "l_cor_1": FRONT, **others}, ground)
    assault(s, f"c_tor_2 {X}", f"c_minyons {X}", dice=[6])
    assert open_ == retreats(s)
    for x in {NE, SE, S, SW, NW} - open_:
        assert ("4.2w", "retreat_not_there") == refused(s, f"retreat {x}")


@rule("dpyr", "4.2w", "4.2n")
def test_a_hit_unit_with_nowhere_to_go_stays_and_takes_the_second_marker():
    hemmed = {"c_bosque": SE, "l_cor_2": S, "l_cor_3": S, "l_s_fernando": SW}
    s = clash({"c_tor_2": N, "c_minyons": N, "l_cor_1": FRONT, **hemmed}, {NE: "river", NW: "river", SW: "forest"})
    assault(s, f"c_tor_2 {X}", f"c_minyons {X}", dice=[6])
    assert ("ChooseAction", X, (0, 2)) == (asked(s), at(s, "l_cor_1"), damage(s, "l_cor_1"))


@rule("dpyr", "4.2w", "6.2c", "6.1a")
def test_a_retreat_ends_a_square_and_leaves_the_facing_free():
    s = clash({"c_tor_2": N, "c_minyons": N, "l_cor_1": f"{FRONT} square"})
    assault(s, f"c_tor_2 {X}", f"c_minyons {X}", dice=[6])
    do(s, f"retreat {S}")
    assert 0 == s.square
    assert 5 == sum(text.startswith("face") for text in offered(s))
    do(s, "face S")
    assert 3 == s.facing[unit(s, "l_cor_1")]
