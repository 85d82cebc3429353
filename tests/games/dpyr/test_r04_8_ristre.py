"""[4.8] Ristre: the charge."""

from __future__ import annotations

import pytest

from tests.games.dpyr.battlefield import asked, at, battlefield, beside, damage, do, offered, refused, unit
from tests.games.dpyr.shock import ELSEWHERE, FRONT, NE, SE, N, S, X, assault, clash, declare, fight, kinds, totals
from tests.rules import rule

HORSE, OTHER, THIRD = "c_cav_ara_2", "c_cav_tortosa", "c_cav_ara_1"         # attack 4, 5, 6


def charge(defender: str = "", *, dice=(1,), ground=None, more=None, cross=False):
    """One squadron of factor 4 charges a battalion of defence 3: attack and defence."""
    s = clash({HORSE: N, "l_cor_1": f"{FRONT} {defender}", **(more or {})}, ground)
    if cross:
        s.cross[0] = unit(s, HORSE)
    return totals(assault(s, f"{HORSE} {X}", dice=dice, action="ristre"))


# ---------------------------------------------------------------------- [4.8a] the charge


@rule("dpyr", "4.8a")
def test_cavalry_moves_two_hexes_and_ends_next_to_an_enemy():
    s = clash({HORSE: "1011", "l_cor_1": X})
    do(s, "ristre", f"move {HORSE}")
    assert {"halt", f"to {S}"} == set(offered(s))
    assert ("4.8a", "ristre_must_end_next_to_enemy") == refused(s, "to 1010")
    assert ("4.8a", "ristre_too_far") == refused(s, f"to {N}")


@rule("dpyr", "4.8a")
def test_liberal_cavalry_ends_next_to_a_carlist():
    s = battlefield("maella", {"l_cav_reina": "1011", "c_tor_1": X}, active="liberal", ground={})
    do(s, "ristre", "move l_cav_reina")
    assert {"halt", f"to {S}"} == set(offered(s))
    assert ("4.8a", "ristre_must_end_next_to_enemy") == refused(s, "to 1010")


@rule("dpyr", "4.8a")
def test_cavalry_that_cannot_reach_an_enemy_does_not_move():
    s = clash({HORSE: "1012", "c_tor_1": "0404 hidden", "l_cor_1": X}, {"0404": "forest"})
    do(s, "ristre", f"move {HORSE}")
    assert ["halt"] == offered(s)
    assert ("4.8a", "ristre_must_end_next_to_enemy") == refused(s, "to 1010")


@rule("dpyr", "4.8a")
@pytest.mark.parametrize("name", ["c_tor_1", "c_art_xocolate"])
def test_infantry_and_guns_take_no_part(name):
    s = clash({HORSE: N, name: NE, "l_cor_1": FRONT})
    do(s, "ristre")
    assert ("4.8a", "ristre_who_moves") == refused(s, f"move {name}")
    do(s, "done")
    assert {"done", f"attack {HORSE} {X}"} == set(offered(s))
    assert refused(s, f"attack {name} {X}").rule in ("4.8a", "4.2a")


@rule("dpyr", "4.8a")
def test_cavalry_that_moved_must_charge_and_cavalry_that_stood_still_may():
    s = clash({HORSE: "1011", OTHER: N, "l_cor_1": FRONT})
    do(s, "ristre", f"move {HORSE}", f"to {S}", "done")
    assert {f"attack {HORSE} {X}", f"attack {OTHER} {X}"} == set(offered(s))
    assert ("4.8a", "ristre_must_attack") == refused(s, "done")
    do(s, f"attack {HORSE} {X}")
    assert {"done", f"attack {OTHER} {X}"} == set(offered(s))
    assert (4 + 1, 3) == totals(fight(s, "done", 1))


@rule("dpyr", "4.8a", "4.2c")
def test_the_column_of_three_holds_for_charges_and_frees_a_squadron_that_finds_it_full():
    horse = ["l_cav_almansa", "l_cav_princesa", "l_cav_kraiewski", "l_cav_santiago"]
    army = {**dict.fromkeys(horse[:2], N), horse[2]: NE, horse[3]: "1011"}
    s = clash({**army, "c_cas_1": FRONT}, scenario="barbastro", active="liberal")
    do(s, "ristre", f"move {horse[3]}", f"to {S}", "done", f"attack {horse[0]} {X}", f"attack {horse[1]} {X}")
    assert "4.8a" == refused(s, "done").rule
    assert (4 + 5 + 5, 3) == totals(fight(s, f"attack {horse[2]} {X}", 1))


@rule("dpyr", "4.8a", "4.2f")
def test_nobody_withdraws_from_a_charge():
    s = clash({HORSE: N, "l_cav_reina": FRONT})
    assert (4, 3) == totals(assault(s, f"{HORSE} {X}", dice=[1], action="ristre"))


@rule("dpyr", "4.8a")
def test_a_charge_follows_the_rules_of_shock():
    rear = clash({HORSE: S, "l_cor_1": FRONT, "l_cor_2": SE})
    assert (4 + 1, 3 + 1) == totals(assault(rear, f"{HORSE} {X}", dice=[1], action="ristre"))
    s = clash({THIRD: N, "l_africa_1": FRONT})
    assault(s, f"{THIRD} {X}", dice=[6], action="ristre")
    do(s, "pass")
    assert {"pass", f"counter {THIRD}"} == set(offered(s))


@rule("dpyr", "4.8a")
def test_a_charge_too_weak_falls_back():
    s = clash({HORSE: N, "l_cor_1": FRONT, "l_cor_2": FRONT})
    assert "repulsed" in kinds(assault(s, f"{HORSE} {X}", action="ristre"))
    do(s, f"retreat {beside(N, 'N')}")
    assert beside(N, "N") == at(s, HORSE)


# ---------------------------------------------------------------------- [4.8b] to [4.8f] multipliers


@rule("dpyr", "4.8b", "4.8c", "4.8f")
@pytest.mark.parametrize(
    ("damage_", "attack"),
    [("", 4), ("shock=1", 8), ("shock=2", 8), ("fire=1", 12), ("fire=2", 12), ("fire=1 shock=1", 12)],
)
def test_shock_damage_doubles_and_fire_damage_triples(damage_, attack):
    assert (attack, 3) == charge(damage_)


@rule("dpyr", "4.8b", "4.8c")
def test_damage_multiplies_nothing_in_mojar():
    s = clash({HORSE: N, "l_cor_1": f"{FRONT} fire=1 shock=1"})
    assert (4, 3) == totals(assault(s, f"{HORSE} {X}", dice=[1]))


@rule("dpyr", "4.8d")
@pytest.mark.parametrize(
    ("terrain", "dice", "attack"), [("building", (1, 1), 4), ("forest", (1,), 12), ("mountain", (1, 1), 12)]
)
def test_buildings_and_nothing_else_protect_from_the_multipliers(terrain, dice, attack):
    assert attack == charge("fire=1", ground={X: terrain}, dice=dice)[0]


@rule("dpyr", "4.8f", "6.2d")
def test_markers_on_a_square_do_not_count():
    assert (4, 3) == charge("fire=1 shock=1 square")
    assert (4, 6) == charge("fire=1 square", more={"l_cor_2": FRONT}, dice=())


@rule("dpyr", "4.8f")
@pytest.mark.parametrize(
    ("first", "second", "attack"),
    [("fire=1", "", 12), ("", "fire=1", 12), ("shock=1", "fire=1", 12), ("fire=1 square", "shock=1", 8)],
)
def test_one_marked_unit_of_the_hex_is_enough(first, second, attack):
    assert (attack, 6) == charge(first, more={"l_cor_2": f"{FRONT} {second}"})


@rule("dpyr", "4.8f")
def test_factors_are_multiplied_before_bonuses_are_added():
    assert (12 + 2, 3) == charge("fire=1 shock=1", more={"c_gefe_cabrera": N})
    s = clash({HORSE: S, OTHER: S, "l_cor_1": f"{FRONT} shock=1"})
    assert (2 * (4 + 5) + 2, 3) == totals(assault(s, f"{HORSE} {X}", f"{OTHER} {X}", dice=[1], action="ristre"))


@rule("dpyr", "4.2u", "4.8f", "4.8e")
def test_the_cross_adds_one_after_the_multiplier():
    assert (12 + 1, 3) == charge("fire=1", cross=True)


# ---------------------------------------------------------------------- [4.8e] flag and Cross


@rule("dpyr", "4.8e")
def test_a_black_flag_and_a_cross_may_be_won_in_a_charge():
    s = clash({HORSE: N, "l_cor_1": FRONT}, flags=(1, 0))
    assault(s, f"{HORSE} {X}", action="ristre")
    assert "RaiseFlag" == asked(s)
    do(s, "flag", dice=[6])
    assert ((0, 2), [0, 0]) == (damage(s, "l_cor_1"), s.flags)
    do(s, f"decorate {HORSE}")
    assert [unit(s, HORSE), -1] == s.cross


@rule("dpyr", "4.8a", "4.2z")
def test_each_squadron_charges_once():
    s = clash({HORSE: N, OTHER: NE, "l_cor_1": FRONT, "l_cor_2": beside(N, "N")} | ELSEWHERE)
    declare(s, f"{HORSE} {X}", action="ristre")
    assert "4.2z" == refused(s, f"attack {HORSE} {beside(N, 'N')}").rule
