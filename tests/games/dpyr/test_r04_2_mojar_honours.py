"""[4.2p] to [4.2v]: counterattack, Black Flag, Cross of St Ferdinand."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.state import GONE
from tests.games.dpyr.battlefield import asked, at, beside, damage, do, offered, refused, seat, unit
from tests.games.dpyr.shock import FRONT, NE, NW, N, S, X, assault, clash, fight, kinds, totals
from tests.rules import rule

TWO = {"c_tor_1": N, "c_tor_2": NE, "l_africa_1": FRONT}           # P and B against B, 9 against 4
BACK = beside(N, "N")


def hit(units: dict[str, str], **more):
    """All Carlist units next to the centre attack it and hit."""
    s = clash(units, **more)
    army = [name for name, where in units.items() if name.startswith("c_") and where in (N, NE, NW)]
    assault(s, *(f"{name} {X}" for name in army), dice=[6])
    return s


def counter_event(told) -> tuple[int, ...]:
    """Attack and defence of the counterattack that was told."""
    (found,) = [args[2:] for kind, args in told if kind == "counter"]
    return found


# ---------------------------------------------------------------------- [4.2p] counterattack


@rule("dpyr", "4.2p")
def test_only_the_brutes_of_a_hit_hex_counterattack_before_anybody_retreats():
    s = hit({**TWO, "l_cor_1": FRONT, "l_gefe_pardinas": FRONT})
    assert ("PickTarget", 1) == (asked(s), seat(s))
    assert {"pass", "counter c_tor_1", "counter c_tor_2"} == set(offered(s))
    assert [(0, 1)] * 3 == [damage(s, name) for name in ("l_africa_1", "l_cor_1", "l_gefe_pardinas")]
    do(s, "pass")
    assert "ChooseRetreat" == asked(s)                  # once: neither the P unit nor the Gefe is asked


@rule("dpyr", "4.2p")
def test_units_that_were_not_hit_do_not_counterattack():
    s = clash(TWO)
    assault(s, f"c_tor_1 {X}", f"c_tor_2 {X}", dice=[3])
    assert "ChooseAction" == asked(s)
    s = hit({**TWO, "l_cor_1": FRONT}, mojar_damage="top_unit")
    assert ("ChooseRetreat", (0, 0)) == (asked(s), damage(s, "l_africa_1"))


@rule("dpyr", "4.2q", "4.2m")
@pytest.mark.parametrize(("target", "factors", "need"), [("c_tor_1", (5, 3), 5), ("c_tor_2", (5, 4), 6)])
def test_bare_attack_factor_meets_bare_defence_factor(target, factors, need):
    s = hit(TWO)
    told = fight(s, f"counter {target}", need - 1)
    assert (factors, (0, 0)) == (counter_event(told), damage(s, target))
    s = hit(TWO)
    assert factors == counter_event(fight(s, f"counter {target}", need))
    assert (0, 1) == damage(s, target)


@rule("dpyr", "4.2q")
def test_neither_terrain_nor_leaders_nor_rear_nor_cross_nor_support_changes_a_counterattack():
    army = {**TWO, "c_tor_1": S, "c_minyons": NW, "c_gefe_cabrera": NW, "l_gefe_pardinas": beside(S, "S")}
    s = clash(army, {S: "forest"})
    s.cross = [unit(s, "c_tor_1"), unit(s, "l_africa_1")]
    assault(s, f"c_tor_1 {X}", f"c_tor_2 {X}", f"c_minyons {X}", dice=[6])
    assert (5, 3) == counter_event(fight(s, "counter c_tor_1", 1))


@rule("dpyr", "4.2r")
@pytest.mark.parametrize("target", ["c_tor_1", "c_tor_2", "c_minyons"])
def test_the_defender_chooses_the_attacker_to_be_struck(target):
    s = hit({**TWO, "c_minyons": NW})
    do(s, f"counter {target}", dice=[6])
    if asked(s) == "Decorate":
        do(s, "pass")
    struck = [name for name in ("c_tor_1", "c_tor_2", "c_minyons") if damage(s, name) == (0, 1)]
    assert [target] == struck


# ---------------------------------------------------------------------- [4.2v] its outcome


@rule("dpyr", "4.2v")
@pytest.mark.parametrize(("answer", "place", "marks"), [(f"retreat {BACK}", BACK, 1), ("stand", N, 2)])
def test_a_struck_attacker_retreats_or_takes_a_second_marker(answer, place, marks):
    s = hit(TWO)
    do(s, "counter c_tor_1", dice=[6])
    do(s, "pass")                                       # no Cross for the brute
    assert 0 == seat(s)
    do(s, answer)
    if answer != "stand":
        do(s, "done")
    assert (place, (0, marks)) == (at(s, "c_tor_1"), damage(s, "c_tor_1"))
    assert ("ChooseRetreat", 1, (0, 1)) == (asked(s), seat(s), damage(s, "l_africa_1"))     # the defender still chooses
    fight(s, "stand")
    assert (0, 2) == damage(s, "l_africa_1")


@rule("dpyr", "4.2v")
def test_nobody_counterattacks_a_counterattack():
    s = hit(TWO)
    do(s, "counter c_tor_2", dice=[6])                  # c_tor_2 is a brute too
    do(s, "pass")
    assert ("ChooseRetreat", 0) == (asked(s), seat(s))


@rule("dpyr", "4.2v")
def test_a_counterattack_that_misses_changes_nothing():
    s = hit(TWO)
    do(s, "counter c_tor_1", dice=[4])
    assert ("ChooseRetreat", 1) == (asked(s), seat(s))
    assert [(0, 0), (0, 0)] == [damage(s, name) for name in ("c_tor_1", "c_tor_2")]


@rule("dpyr", "4.2v")
def test_a_counterattack_below_zero_is_not_rolled():
    s = clash({"c_guias": N, "l_art_wylde": FRONT}, scenario="oriamendi")
    assault(s, f"c_guias {X}", dice=[6])
    do(s, "pass")
    told = do(s, "counter c_guias", dice=[])            # attack 0 against defence 4
    assert (0, 4) == counter_event(told)
    assert ("ChooseRetreat", 1, (0, 0)) == (asked(s), seat(s), damage(s, "c_guias"))


@rule("dpyr", "4.2p", "4.2v")
def test_all_brutes_strike_back_before_anybody_retreats():
    s = clash({**TWO, "c_minyons": N, "l_cav_reina": FRONT})
    assault(s, f"c_tor_1 {X}", f"c_tor_2 {X}", f"c_minyons {X}")
    do(s, "stand", dice=[6])                            # the cavalry does not withdraw
    do(s, "counter c_tor_1", dice=[6])
    do(s, "pass")
    assert ("PickTarget", {"pass", "counter c_tor_1", "counter c_tor_2", "counter c_minyons"}) == (
        asked(s), set(offered(s))
    )
    do(s, "counter c_tor_1", dice=[6])
    do(s, "pass")
    assert (N, (0, 2)) == (at(s, "c_tor_1"), damage(s, "c_tor_1"))
    do(s, f"retreat {BACK}", "done")                    # one retreat, however often it was hit
    assert ("ChooseRetreat", 1) == (asked(s), seat(s))


# ---------------------------------------------------------------------- [4.2s] Black Flag

LONE = {"c_tor_2": N, "l_cor_1": FRONT, "l_cor_2": beside(S, "S")}


@rule("dpyr", "4.2s")
def test_a_black_flag_doubles_the_markers_and_staying_adds_a_third():
    s = clash({**TWO, "l_cor_1": FRONT}, flags=(2, 1))
    assault(s, f"c_tor_1 {X}", f"c_tor_2 {X}")
    assert ("RaiseFlag", 0, {"pass", "flag"}) == (asked(s), seat(s), set(offered(s)))
    do(s, "flag", dice=[6])
    assert [(0, 2), (0, 2)] == [damage(s, name) for name in ("l_africa_1", "l_cor_1")]
    do(s, "pass", "stand")
    assert [1, 1] == s.flags
    assert (0, 3) == damage(s, "l_cor_1")


@rule("dpyr", "4.2s")
def test_a_black_flag_is_spent_by_a_miss_too():
    s = clash(LONE, flags=(1, 1))
    assault(s, f"c_tor_2 {X}")
    fight(s, "flag", 1)
    assert ([0, 1], (0, 0)) == (s.flags, damage(s, "l_cor_1"))


@rule("dpyr", "4.2s")
def test_without_a_black_flag_a_hit_is_one_marker():
    s = clash(LONE, flags=(1, 1))
    assault(s, f"c_tor_2 {X}")
    do(s, "pass", dice=[6])
    assert ([1, 1], (0, 1)) == (s.flags, damage(s, "l_cor_1"))
    s = clash(LONE, flags=(0, 1))
    assault(s, f"c_tor_2 {X}", dice=[6])                # no flag left: nobody is asked
    assert (0, 1) == damage(s, "l_cor_1")


@rule("dpyr", "4.2s", "4.2q")
def test_a_black_flag_does_not_count_in_a_counterattack():
    s = clash(TWO, flags=(1, 1))
    assault(s, f"c_tor_1 {X}", f"c_tor_2 {X}")
    do(s, "flag", dice=[6])
    do(s, "counter c_tor_1", dice=[6])
    assert ((0, 1), [0, 1]) == (damage(s, "c_tor_1"), s.flags)


# ---------------------------------------------------------------------- [4.2t] the Cross


@rule("dpyr", "4.2t")
def test_a_lone_attacker_that_hits_may_be_decorated_and_then_no_other():
    s = hit({**LONE, "c_minyons": beside(NW, "NW")}, chits=("carlist",))
    assert ("Decorate", 0, {"pass", "decorate c_tor_2"}) == (asked(s), seat(s), set(offered(s)))
    assert refused(s, "decorate c_minyons") is not None
    do(s, "decorate c_tor_2")
    assert [unit(s, "c_tor_2"), -1] == s.cross
    fight(s, "stand")
    do(s, "mojar", "move c_minyons", f"to {NW}", "done", f"attack c_minyons {X}")
    fight(s, "done", 6)
    assert ("ChooseRetreat", (0, 3)) == (asked(s), damage(s, "l_cor_1"))


@rule("dpyr", "4.2t")
def test_the_owner_may_wait_for_a_later_case():
    s = hit(LONE, chits=("carlist",))
    do(s, "pass")
    assert [-1, -1] == s.cross
    fight(s, "stand")
    assault(s, f"c_tor_2 {X}", dice=[6])
    assert {"pass", "decorate c_tor_2"} == set(offered(s))


@rule("dpyr", "4.2t")
def test_no_cross_for_two_attackers_or_for_a_miss():
    s = hit({"c_tor_1": N, "c_tor_2": NE, "l_cor_1": FRONT})
    assert "ChooseRetreat" == asked(s)
    s = clash(LONE)
    assault(s, f"c_tor_2 {X}", dice=[1])
    assert "ChooseAction" == asked(s)


@rule("dpyr", "4.2t")
def test_flag_and_gefe_do_not_stand_in_the_way_of_the_cross():
    s = clash({**LONE, "c_gefe_cabrera": N, "c_minyons": NE}, flags=(1, 0))
    assault(s, f"c_tor_2 {X}")
    do(s, "flag", dice=[6])
    assert "Decorate" == asked(s)


@rule("dpyr", "4.2t")
def test_a_unit_that_hits_by_counterattack_may_be_decorated():
    s = hit(TWO)
    do(s, "counter c_tor_1", dice=[6])
    assert ("Decorate", 1) == (asked(s), seat(s))
    assert ("decorated", (unit(s, "l_africa_1"),)) in do(s, "decorate l_africa_1")
    assert [-1, unit(s, "l_africa_1")] == s.cross


# ---------------------------------------------------------------------- [4.2u] what it does


@rule("dpyr", "4.2u")
@pytest.mark.parametrize(
    ("decorated", "attack", "defence"), [("", 5, 3), ("c_tor_2", 6, 3), ("l_cor_1", 5, 4), ("c_mora_1", 5, 3)]
)
def test_the_decorated_unit_has_one_more_in_attack_and_defence(decorated, attack, defence):
    s = clash({**LONE, "c_mora_1": BACK})
    if decorated:
        s.cross[s.b.side[unit(s, decorated)]] = unit(s, decorated)
    assert (attack, defence) == totals(assault(s, f"c_tor_2 {X}", dice=[1]))


@rule("dpyr", "4.2u", "4.2t")
def test_the_cross_is_lost_with_its_unit():
    s = clash(LONE)
    s.cross[0] = unit(s, "c_mora_1")
    assert GONE == s.at[unit(s, "c_mora_1")]
    told = assault(s, f"c_tor_2 {X}", dice=[6])
    assert (5, 3) == totals(told)
    assert "Decorate" != asked(s)
    assert "decorated" not in kinds(told)
