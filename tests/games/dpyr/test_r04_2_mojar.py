"""[4.2a] to [4.2d], [4.2h], [4.2z]: the approach, and declaring every combat before the first die."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.rules.r04_actions.s02_assault import Assault
from tests.games.dpyr.battlefield import asked, battlefield, beside, damage, do, offered, refused, unit
from tests.games.dpyr.shock import (
    ELSEWHERE,
    FRONT,
    NE,
    NW,
    SE,
    SW,
    N,
    S,
    X,
    assault,
    clash,
    declare,
    fight,
    kinds,
    totals,
)
from tests.rules import rule

FAR = beside(S, "S")


def attacks(s) -> set[str]:
    return {text for text in offered(s) if text.startswith("attack") and "c_bosque" not in text}


# ---------------------------------------------------------------------- [4.2a] the approach


@rule("dpyr", "4.2a")
@pytest.mark.parametrize("name", ["c_tor_1", "c_cav_ara_1"])
@pytest.mark.parametrize("enemy", ["l_cor_1", "l_cav_reina"])
def test_infantry_and_cavalry_move_two_hexes_up_to_the_enemy(name, enemy):
    s = clash({name: "1011", enemy: X})
    do(s, "mojar", f"move {name}")
    assert refused(s, f"to {S}") is None
    do(s, f"to {S}", "done")
    assert {f"attack {name} {X}"} == attacks(s)


@rule("dpyr", "4.2a")
def test_three_hexes_are_too_far_for_an_assault():
    s = clash({"c_tor_1": "1012", "l_cor_1": X})
    do(s, "mojar", "move c_tor_1")
    assert ("4.2a", "mojar_too_far") == refused(s, f"to {S}")
    assert refused(s, "to 1010") is None


@rule("dpyr", "4.2a", "5.1c")
@pytest.mark.parametrize("name", ["c_art_xocolate", "c_gefe_cabrera"])
def test_guns_and_gefes_do_not_move_in_mojar(name):
    s = clash({"c_tor_1": "1012", name: "1011", "l_cor_1": X})
    do(s, "mojar")
    assert {"done", "move c_tor_1"} == set(offered(s))
    assert ("4.2a", "mojar_who_moves") == refused(s, f"move {name}")


@rule("dpyr", "4.2a")
def test_guns_do_not_attack():
    s = clash({"c_art_xocolate": S, "c_tor_1": N, "l_cor_1": FRONT})
    declare(s)
    assert {f"attack c_tor_1 {X}"} == attacks(s)
    assert ("4.2a", "guns_do_not_assault") == refused(s, f"attack c_art_xocolate {X}")


# ---------------------------------------------------------------------- [4.2b] declarations


@rule("dpyr", "4.2b")
def test_when_the_first_combat_is_fought_no_other_can_be_declared():
    s = clash({"c_tor_1": N, "c_minyons": FAR, "c_mora_1": SE, "l_cor_1": FRONT, "l_cor_2": f"{S} facing=S"})
    declare(s, f"c_tor_1 {X}", f"c_minyons {S}")
    do(s, "done")
    assert ("PickCombat", {f"resolve {X}", f"resolve {S}"}) == (asked(s), set(offered(s)))
    assert "awaited" == refused(s, f"attack c_mora_1 {X}").key
    fight(s, f"resolve {X}", 6)
    while asked(s) != "ChooseAction":
        assert not attacks(s)
        assert refused(s, f"attack c_mora_1 {X}") is not None
        do(s, offered(s)[0])


# ---------------------------------------------------------------------- [4.2c] the column

FOUR = {"c_tor_1": N, "c_mora_1": NE, "c_minyons": SE, "c_tor_2": S}


@rule("dpyr", "4.2c")
def test_three_units_attack_a_hex_and_a_fourth_is_refused():
    s = clash({**FOUR, "l_cor_1": FRONT, **ELSEWHERE})
    declare(s, f"c_tor_1 {X}", f"c_mora_1 {X}")
    assert {f"attack c_minyons {X}", f"attack c_tor_2 {X}"} == attacks(s)
    do(s, f"attack c_minyons {X}")
    assert set() == attacks(s)
    assert ("4.2c", "column_of_three") == refused(s, f"attack c_tor_2 {X}")


@rule("dpyr", "4.2c")
def test_stacked_attackers_count_one_by_one():
    s = clash({"c_tor_1": N, "c_mora_1": N, "c_minyons": NE, "c_tor_2": NE, "l_cor_1": FRONT, **ELSEWHERE})
    declare(s, f"c_tor_1 {X}", f"c_mora_1 {X}", f"c_minyons {X}")
    assert "4.2c" == refused(s, f"attack c_tor_2 {X}").rule
    assert (4 + 3 + 5, 3) == totals(fight(s, "done", 1))


# ---------------------------------------------------------------------- [4.2d] mixed order

MIXED = {"c_tor_1": N, "c_mora_1": NE, "c_cav_ara_1": NW}


@rule("dpyr", "4.2d")
@pytest.mark.parametrize(("arm", "attack"), [(["c_tor_1", "c_mora_1"], 7), (["c_cav_ara_1"], 6)])
def test_infantry_and_cavalry_do_not_attack_the_same_hex_together(arm, attack):
    s = clash({**MIXED, "l_cor_1": FRONT, **ELSEWHERE})
    declare(s, *(f"{name} {X}" for name in arm))
    for name in MIXED:
        if name not in arm:
            assert ("4.2d", "mixed_order") == refused(s, f"attack {name} {X}")
    assert set() == attacks(s)
    assert (attack, 3) == totals(fight(s, "done", 1))


@rule("dpyr", "4.2d")
def test_the_two_arms_may_attack_different_hexes():
    beyond = beside(N, "N")
    s = clash({"c_tor_1": N, "c_cav_ara_1": N, "l_cor_1": FRONT, "l_cor_2": beyond})
    declare(s, f"c_tor_1 {X}")
    assert {f"attack c_cav_ara_1 {beyond}"} == attacks(s)


@rule("dpyr", "4.2d")
def test_the_arm_that_does_not_attack_is_not_exposed_to_the_counterattack():
    s = clash({"c_tor_1": N, "c_cav_ara_1": N, "l_africa_1": FRONT})
    assault(s, f"c_tor_1 {X}", dice=[6])
    do(s, "pass")                                       # no Cross
    assert ("PickTarget", {"pass", "counter c_tor_1"}) == (asked(s), set(offered(s)))


# ---------------------------------------------------------------------- [4.2h] support

PAIR = {"c_tor_1": N, "c_tor_2": N}         # 4 and 5


def both(s, *dice: int):
    return assault(s, f"c_tor_1 {X}", f"c_tor_2 {X}", dice=dice)


@rule("dpyr", "4.2h")
@pytest.mark.parametrize(
    ("friends", "support"),
    [
        ({}, 0),
        ({"l_cor_2": S}, 1),
        ({"l_cor_2": S, "l_cor_3": S}, 2),                      # units count, not hexes
        ({"l_cor_2": S, "l_cav_reina": SE, "l_art_logrono": SW}, 3),
        ({"l_cor_2": FAR}, 0),                                  # not adjacent
    ],
)
def test_each_friend_next_to_the_defender_adds_one(friends, support):
    s = clash({**PAIR, "l_cor_1": FRONT, **friends})
    assert (9, 3 + support) == totals(both(s, 1))


@rule("dpyr", "4.2h", "5.1b")
def test_a_gefe_next_to_the_defender_gives_his_bonus_but_no_support():
    s = clash({**PAIR, "l_cor_1": FRONT, "l_gefe_pardinas": S})
    assert (9, 3 + 2) == totals(both(s, 1))


@rule("dpyr", "4.2h")
def test_units_of_the_same_hex_give_no_support():
    s = clash({**PAIR, "l_cor_1": FRONT, "l_cor_2": FRONT})
    assert (9, 6) == totals(both(s, 1))


@rule("dpyr", "4.2b", "4.2h")
def test_an_attack_declared_but_not_yet_fought_already_takes_support_away():
    two = {"c_minyons": N, "c_tor_2": beside(SW, "S"), "l_cor_1": FRONT, "l_cor_2": f"{SW} facing=S"}
    assert (5, 4) == totals(assault(clash(two), f"c_minyons {X}", dice=[1]))
    s = clash(two)
    assault(s, f"c_minyons {X}", f"c_tor_2 {SW}")
    told = fight(s, f"resolve {X}", 1, 1)
    assert [(5, 3), (5, 3)] == [args[1:] for kind, args in told if kind == "compared"]


@rule("dpyr", "4.2h")
def test_a_hopeless_attack_on_a_neighbour_still_takes_its_support_away():
    s = clash({"c_tor_1": N, "c_mora_1": FAR, "l_cor_1": FRONT, "l_africa_1": f"{S} facing=S"})
    assault(s, f"c_tor_1 {X}", f"c_mora_1 {S}")
    assert "repulsed" in kinds(do(s, f"resolve {S}"))           # 3 against 4: there is no combat
    do(s, offered(s)[0])
    assert (4, 3) == totals(fight(s, "done", 1))


@rule("dpyr", "4.2h", "4.2z")
@pytest.mark.parametrize(("rules", "support"), [(GAME.rules, 0), (1, 1)])
def test_who_was_attacked_and_left_its_hex_supports_nobody(rules, support):
    s = clash({"c_tor_1": N, "c_minyons": NE, "l_cor_1": FRONT, "l_cav_reina": FRONT})
    s.rules = rules
    assault(s, f"c_tor_1 {X}", f"c_minyons {X}")
    do(s, f"retreat {S}")
    assert (9, 3 + support) == totals(fight(s, "done", 1))


@rule("dpyr", "4.2h", "4.2z")
def test_nor_does_it_support_the_next_hex_to_be_attacked():
    s = clash({"c_tor_1": N, "c_tor_2": N, "c_minyons": beside(SW, "NW"),
               "l_cav_reina": FRONT, "l_cor_2": f"{SW} facing=NW"})
    assault(s, f"c_tor_1 {X}", f"c_tor_2 {X}", f"c_minyons {SW}")
    do(s, f"resolve {X}", f"retreat {S}")           # next to SW, and nobody has declared an attack on it
    assert (5, 3) == totals(fight(s, "done", 1))


# ---------------------------------------------------------------------- [4.2z] one attack


@rule("dpyr", "4.2z")
def test_nobody_is_obliged_to_attack():
    s = clash({"c_tor_1": N, "c_cav_ara_1": beside(N, "N"), "l_cor_1": FRONT})
    do(s, "mojar", "move c_cav_ara_1", f"to {N}", "done")
    assert {"done", f"attack c_tor_1 {X}", f"attack c_cav_ara_1 {X}"} == set(offered(s))
    assert "combat" not in kinds(fight(s, "done"))
    assert "ChooseAction" == asked(s)


@rule("dpyr", "4.2z")
def test_a_unit_attacks_one_hex_only():
    beyond = beside(N, "N")
    s = clash({"c_tor_1": N, "l_cor_1": FRONT, "l_cor_2": beyond, **ELSEWHERE})
    declare(s, f"c_tor_1 {X}")
    assert set() == attacks(s)
    assert ("4.2z", "one_attack_each") == refused(s, f"attack c_tor_1 {beyond}")


@rule("dpyr", "4.2z")
def test_a_hex_is_attacked_once_by_all_who_declared_it():
    s = clash({"c_tor_1": N, "c_minyons": NE, "l_cor_1": FRONT})
    told = assault(s, f"c_tor_1 {X}", f"c_minyons {X}", dice=[1])
    assert 1 == kinds(told).count("combat")
    assert "ChooseAction" == asked(s)


@rule("dpyr", "4.2z")
@pytest.mark.parametrize(("first", "second"), [(X, S), (S, X)])
def test_the_attacker_picks_the_order_of_the_combats(first, second):
    s = clash({"c_tor_1": N, "c_tor_2": FAR, "l_cor_1": FRONT, "l_cor_2": f"{S} facing=S"})
    assault(s, f"c_tor_1 {X}", f"c_tor_2 {S}")
    told = fight(s, f"resolve {first}", 1, 1)
    assert [first, second] == [GAME.names(s)["hex"][args[0]] for kind, args in told if kind == "combat"]


@rule("dpyr", "4.2z")
def test_liberals_attack_only_where_carlists_are():
    s = battlefield("maella", {"l_cor_1": N, "c_tor_1": X}, active="liberal", ground={})
    do(s, "mojar", "done")
    assert ("4.2z", "no_enemy_there") == refused(s, f"attack l_cor_1 {beside(N, 'N')}")
    assert None is refused(s, f"attack l_cor_1 {X}")


@rule("dpyr", "4.2z")
def test_only_adjacent_hexes_with_enemies_can_be_attacked():
    s = clash({"c_tor_1": N, "l_cor_1": FRONT, "l_cor_2": S})
    declare(s)
    assert ("4.2z", "not_adjacent") == refused(s, f"attack c_tor_1 {S}")
    assert ("4.2z", "no_enemy_there") == refused(s, f"attack c_tor_1 {beside(N, 'N')}")
    assert ("4.0c", "not_your_unit") == refused(s, f"attack l_cor_2 {X}")
    assert ("4.0c", "not_on_map") == refused(s, f"attack c_mora_1 {X}")


@rule("dpyr", "4.2z")
def test_a_unit_that_retreats_into_a_hex_still_to_be_attacked_defends_there_too():
    rivers = dict.fromkeys((SE, SW, NE, NW), "river")
    s = clash({"c_tor_2": N, "c_minyons": FAR, "c_mora_1": FAR, "l_cor_1": FRONT, "l_cor_2": f"{S} facing=S"}, rivers)
    assault(s, f"c_tor_2 {X}", f"c_minyons {S}", f"c_mora_1 {S}")
    fight(s, f"resolve {X}", 6)
    do(s, "pass", f"retreat {S}")
    assert (8, 6) == totals(fight(s, "done", 1))


@rule("dpyr", "4.2z")
def test_an_attack_on_a_hex_left_by_its_defenders_lapses():
    s = clash({"c_tor_2": N, "l_cav_reina": FRONT, "l_cor_2": f"{S} facing=S", "c_minyons": FAR})
    assault(s, f"c_tor_2 {X}", f"c_minyons {S}")
    do(s, f"resolve {X}")
    retreat = next(text for text in offered(s) if text.startswith("retreat"))
    do(s, retreat)
    told = fight(s, "done", 1)
    assert "lapsed" in kinds(told)
    assert (0, 0) == damage(s, "l_cav_reina")
    assert 1 == kinds(told).count("compared")           # the other combat goes on


# ---------------------------------------------------------------------- what is seen of it


@rule("dpyr", "3.0f")
def test_concealed_units_show_themselves_in_shock_combat():
    s = clash({"c_tor_1": f"{N} hidden", "l_cor_1": f"{FRONT} hidden"}, {N: "forest", X: "forest"})
    assault(s, f"c_tor_1 {X}", dice=[1])
    assert 0 == s.hidden


@rule("dpyr", "3.0j")
def test_the_factors_of_both_sides_are_shown_before_they_are_compared():
    s = clash({"c_bosque": f"{N} marker=fm_343 blind", "l_caspe": f"{FRONT} marker=fm_112"})
    told = kinds(assault(s, f"c_bosque {X}", dice=[1]))
    assert ["factors", "factors", "compared"] == [kind for kind in told if kind in ("factors", "compared")]
    assert s.known == 1 << unit(s, "c_bosque") | 1 << unit(s, "l_caspe")


@rule("dpyr", "6.1a")
def test_shock_attackers_turn_to_the_hex_they_attack():
    s = clash({"c_tor_1": f"{N} facing=N", "c_minyons": f"{NE} facing=N", "l_cor_1": FRONT})
    assault(s, f"c_tor_1 {X}", dice=[1])
    assert [3, 0] == [s.facing[unit(s, name)] for name in ("c_tor_1", "c_minyons")]


def test_the_enemy_does_not_see_which_concealed_units_moved_to_the_assault():
    s = clash({"c_tor_1": f"{S} hidden", "c_mora_1": N, "l_cor_1": FRONT}, {S: "forest", SW: "forest"})
    do(s, "mojar", "move c_tor_1", f"to {SW}", "done")
    moved = [GAME.view(s, viewer).frame(Assault).moved for viewer in (0, 1)]
    assert [1 << unit(s, "c_tor_1"), 0] == moved


# ---------------------------------------------------------------------- one click


@rule("dpyr", "4.2b", "4.2c")
def test_a_click_on_an_enemy_lets_all_attack_who_may_do_so_together():
    s = clash({"c_tor_1": S, "c_tor_2": SE, "l_cor_1": X})
    do(s, "mojar", "done")
    found = tablero.gestures(GAME.view(s, 0), 0)
    assert {f"hex:{X}": [f"attack c_tor_1 {X}", f"attack c_tor_2 {X}"]} == {
        place: [GAME.write(s, action) for action in way] for place, way in found.items()}
    do(s, f"attack c_tor_1 {X}")
    assert {} == tablero.gestures(GAME.view(s, 0), 0), "one is left"


@rule("dpyr", "4.2d")
def test_no_click_mixes_infantry_and_cavalry():
    s = clash({"c_tor_1": S, "c_cav_ara_1": SE, "l_cor_1": X})
    do(s, "mojar", "done")
    assert {} == tablero.gestures(GAME.view(s, 0), 0)
