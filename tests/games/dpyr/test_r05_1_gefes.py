"""[5.1] Gefes: what they give, how they move, what befalls them."""

from __future__ import annotations

import pytest

from tests.games.dpyr.battlefield import at, battlefield, beside, damage, do, offered, refused
from tests.games.dpyr.shock import FRONT, NE, NW, N, S, X, assault, clash, declare, totals
from tests.rules import rule

CABRERA, PARDINAS = "c_gefe_cabrera", "l_gefe_pardinas"         # range 4 and 3, bonus 2 each
PAIR = {"c_tor_1": N, "c_tor_2": NE, "l_cor_1": FRONT}          # 9 against 3


def strength(units: dict[str, str], *attackers: str, action: str = "mojar", **more) -> tuple[int, ...]:
    s = clash(units, **more)
    return totals(assault(s, *(f"{name} {X}" for name in attackers or ("c_tor_1", "c_tor_2")), dice=[1], action=action))


# ---------------------------------------------------------------------- [5.1a] the bonus


@rule("dpyr", "5.1a")
def test_a_gefe_gives_his_bonus_once_to_the_side_that_attacks():
    assert (9, 3) == strength(PAIR)
    assert (9 + 2, 3) == strength({**PAIR, CABRERA: N})


@rule("dpyr", "5.1a")
def test_a_gefe_gives_his_bonus_once_to_the_side_that_defends():
    assert (9, 3 + 2) == strength({**PAIR, PARDINAS: FRONT})
    assert (9, 3 + 3 + 2) == strength({**PAIR, "l_cor_2": FRONT, PARDINAS: S})


@rule("dpyr", "5.1a")
def test_the_bonus_counts_in_a_charge():
    assert (6 + 2, 3) == strength({"c_cav_ara_1": N, "l_cor_1": FRONT, CABRERA: NW}, "c_cav_ara_1", action="ristre")


@rule("dpyr", "5.1a", "5.1d")
@pytest.mark.parametrize(("hexes", "bonus"), [(4, 2), (5, 0)])
def test_the_attackers_are_within_range_or_not(hexes, bonus):
    one = {"c_tor_2": N, "l_cor_1": FRONT, CABRERA: beside(N, "N", hexes)}
    assert (5 + bonus, 3) == strength(one, "c_tor_2")


@rule("dpyr", "5.1a", "5.1d")
@pytest.mark.parametrize(("hexes", "bonus"), [(3, 2), (4, 0)])
def test_the_defenders_are_within_range_or_not(hexes, bonus):
    assert (9, 3 + bonus) == strength({**PAIR, PARDINAS: beside(X, "S", hexes)})


@rule("dpyr", "5.1a")
def test_one_attacker_within_range_is_enough():
    far = beside(beside(N, "NW", 2), "N", 2)                    # 4 from N, 5 from NE
    assert (9 + 2, 3) == strength({**PAIR, CABRERA: far})
    assert (5, 3) == strength({"c_tor_2": NE, "l_cor_1": FRONT, CABRERA: far}, "c_tor_2")


@rule("dpyr", "5.1d")
def test_nothing_that_lies_between_shortens_the_range():
    one = {"c_tor_2": N, "l_cor_1": FRONT, CABRERA: beside(N, "N", 4), "l_cor_2": beside(N, "N", 2)}
    ground = {beside(N, "N"): "mountain", beside(N, "N", 3): "river"}
    assert (5 + 2, 3) == strength(one, "c_tor_2", ground=ground)


@rule("dpyr", "5.1d", "5.1e")
def test_a_gefe_attacked_alone_is_within_his_own_range():
    assert (9, 1 + 2) == strength({"c_tor_1": N, "c_tor_2": NE, PARDINAS: FRONT})


# ---------------------------------------------------------------------- [5.1b] no fighter


@rule("dpyr", "5.1b")
def test_a_gefe_does_not_attack():
    s = clash({CABRERA: N, "c_tor_1": NE, "l_cor_1": FRONT})
    declare(s)
    assert {"done", f"attack c_tor_1 {X}"} == set(offered(s))
    assert ("5.1b", "gefe_does_not_fight") == refused(s, f"attack {CABRERA} {X}")


# ---------------------------------------------------------------------- [5.1c] movement


def moving(action: str, others: dict[str, str], **more):
    s = battlefield("maella", {CABRERA: X, **others}, ground={}, **more)
    do(s, action, f"move {CABRERA}")
    return s


def reached(s) -> set[str]:
    return {text.split()[1] for text in offered(s) if text.startswith("to ")}


@rule("dpyr", "5.1c")
@pytest.mark.parametrize(("action", "hexes"), [("montear", 2), ("ristre", 1), ("campi", 1), ("puente", 1)])
def test_how_far_a_gefe_moves_in_each_action(action, hexes):
    s = moving(action, {"c_cav_ara_1": "0408", "l_cor_1": "2616"})
    assert {1: 6, 2: 18}[hexes] == len(reached(s))
    assert ("5.1c", "gefe_too_far") == refused(s, f"to {beside(X, 'N', hexes + 1)}")


@rule("dpyr", "5.1c")
def test_a_gefe_moves_four_hexes_by_road_in_montear():
    s = moving("montear", {"l_cor_1": "2616"}, roads=("1008 1007 1006 1005 1004 1003",))
    assert "1004" in reached(s)
    assert "1003" not in reached(s)


@rule("dpyr", "5.1c")
@pytest.mark.parametrize("action", ["batir", "bala_rasa"])
def test_a_gefe_does_not_move_when_others_fire(action):
    s = battlefield("maella", {CABRERA: X, "c_tor_1": N, "c_art_xocolate": S, "l_cor_1": "1005"}, ground={})
    do(s, action)
    assert f"move {CABRERA}" not in offered(s)
    assert refused(s, f"move {CABRERA}") is not None


@rule("dpyr", "5.1c", "4.1d")
@pytest.mark.parametrize("enemy", ["l_cor_1", "l_cav_reina"])
def test_a_gefe_passes_and_ends_next_to_any_enemy_in_montear(enemy):
    s = moving("montear", {enemy: beside(X, "N", 2)})
    assert {N, NE, NW} <= reached(s)


@rule("dpyr", "5.1c")
def test_a_gefe_may_charge_nobody_and_retreat_towards_the_enemy():
    assert S in reached(moving("ristre", {"c_cav_ara_1": "0408", "l_cor_1": beside(X, "N", 3)}))
    assert N in reached(moving("puente", {"l_cor_1": beside(X, "N", 3)}))


@rule("dpyr", "5.1c")
def test_a_gefe_does_not_go_back_after_campi():
    s = moving("campi", {"c_tor_1": beside(X, "S", 2), "l_cor_1": beside(X, "N", 3)}, chits=("liberal",))
    do(s, f"to {S}", "done")
    while "montear" not in offered(s):
        do(s, "done")
    assert S == at(s, CABRERA)


# ---------------------------------------------------------------------- [5.1e] in a hex


@rule("dpyr", "5.1e")
def test_a_gefe_does_not_count_for_stacking():
    s = battlefield("maella", {CABRERA: X, "c_tor_1": N, "c_tor_2": N, "c_mora_1": S, "l_cor_1": "2616"}, ground={})
    do(s, "montear", f"move {CABRERA}")
    assert N in reached(s)                                      # two battalions and the Gefe
    do(s, f"to {S}", "move c_tor_1", f"to {S}")
    assert [S, S, S] == [at(s, name) for name in (CABRERA, "c_tor_1", "c_mora_1")]


@rule("dpyr", "5.1e", "6.1c")
def test_a_gefe_passes_friends_of_every_class_and_is_passed():
    around = {"c_cav_ara_1": N, "l_cor_1": "2616"}
    assert beside(N, "N") in reached(moving("montear", around))
    s = battlefield("maella", {"c_cav_ara_2": X, "c_cav_ara_1": N, "l_cor_1": "2616"}, ground={})
    do(s, "montear", "move c_cav_ara_2")
    assert "6.1c" == refused(s, f"to {beside(N, 'N')}").rule
    s = battlefield("maella", {"c_cav_ara_2": X, CABRERA: N, "l_cor_1": "2616"}, ground={})
    do(s, "montear", "move c_cav_ara_2")
    assert beside(N, "N") in reached(s)


def shot_at(units: dict[str, str], *dice: int):
    """A battalion fires at the hex two to the south."""
    s = battlefield("maella", {"c_tor_1": beside(X, "N", 2), **units}, ground={})
    do(s, "batir", "aim c_tor_1")
    do(s, f"fire {X}", dice=[*dice])
    return s


@rule("dpyr", "5.1e")
def test_fire_marks_the_battalion_above_the_gefe_and_the_gefe_alone():
    s = shot_at({"l_cor_1": X, PARDINAS: X}, 3, 4)
    assert [(1, 0), (0, 0)] == [damage(s, name) for name in ("l_cor_1", PARDINAS)]
    s = shot_at({PARDINAS: X}, 3, 4)
    assert (1, 0) == damage(s, PARDINAS)


@rule("dpyr", "5.1e")
def test_a_gefe_blocks_no_line_of_fire():
    s = shot_at({PARDINAS: N, "l_cor_1": X}, 3, 4)
    assert (1, 0) == damage(s, "l_cor_1")


@rule("dpyr", "5.1e", "4.2n")
def test_shock_marks_the_gefe_like_the_others():
    s = clash({**PAIR, PARDINAS: FRONT})
    assault(s, f"c_tor_1 {X}", f"c_tor_2 {X}", dice=[6])
    assert [(0, 1), (0, 1)] == [damage(s, name) for name in ("l_cor_1", PARDINAS)]


@rule("dpyr", "5.1e")
def test_a_gefe_alone_may_be_attacked_and_hit():
    s = clash({"c_tor_1": N, "c_tor_2": NE, PARDINAS: FRONT})
    assault(s, f"c_tor_1 {X}", f"c_tor_2 {X}", dice=[6])
    assert (0, 1) == damage(s, PARDINAS)
