"""[6.1] [6.2] Movement and squares: where units may go and how they stand."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.state import Dpyr
from tablero.kernel.hexes import DIRECTIONS
from tablero.kernel.refusals import Refusal
from tests.games.dpyr.battlefield import at, battlefield, do, hex_, offered, refused, unit
from tests.games.dpyr.opening import attack
from tests.rules import rule

FAR = {"l_cor_1": "2008"}           # an enemy somewhere


def facing(s: Dpyr, *names: str) -> list[str]:
    return [DIRECTIONS[s.facing[unit(s, name)]] for name in names]


def goals(s: Dpyr) -> set[str]:
    """The hexes to which the unit in hand may go."""
    return {text.split()[1] for text in offered(s) if text.startswith("to ")}


def in_square(s: Dpyr, name: str) -> bool:
    return bool(s.square >> unit(s, name) & 1)


# --------------------------------------------------------------------------------------------------------- facing


@rule("dpyr", "6.1a")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_unit_that_moved_may_take_any_facing(direction: str) -> None:
    s = battlefield("maella", {"c_tor_1": "1008", **FAR}, ground={})
    do(s, "montear", "move c_tor_1", "to 1007")
    if [direction] != facing(s, "c_tor_1"):
        do(s, f"face {direction}")
    assert [direction] == facing(s, "c_tor_1")


@rule("dpyr", "6.1a")
def test_a_unit_that_does_not_move_keeps_its_facing() -> None:
    s = battlefield("maella", {"c_mora_1": "1008", "c_tor_1": "1008 facing=NW", "c_tor_2": "0505", **FAR}, ground={})
    do(s, "montear", "move c_mora_1", "to 1007", "move c_tor_1", "halt")
    assert ["done", "move c_tor_2"] == offered(s)
    assert ["NW"] == facing(s, "c_tor_1")


@rule("dpyr", "6.1a")
def test_a_hex_has_one_facing_set_by_the_last_to_arrive() -> None:
    s = battlefield("maella", {"c_tor_1": "1008 facing=N", "c_mora_1": "1009 facing=N", **FAR}, ground={})
    do(s, "montear", "move c_mora_1", "to 1008", "face SW")
    assert ["SW", "SW"] == facing(s, "c_tor_1", "c_mora_1")
    do(s, "move c_tor_1", "to 1007", "face N")
    assert ["N", "SW"] == facing(s, "c_tor_1", "c_mora_1")


@rule("dpyr", "6.1a")
def test_facing_is_free_after_a_retreat() -> None:
    s = battlefield("maella", {"c_mora_1": "1007 facing=S", "l_africa_1": "1008 facing=N"}, ground={})
    do(s, "mojar", "done")
    attack(s, "c_mora_1 1008")                  # 3 against 4: the attacker falls back
    do(s, "pass")
    do(s, "retreat 1006", "face NE")
    assert ["NE"] == facing(s, "c_mora_1")


@rule("dpyr", "6.1a")
def test_facing_is_free_on_return() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008 fire=3", "c_gefe_cabrera": "1008", "c_mora_1": "1008", **FAR}, chits=(), ground={}
    )
    do(s, "pass", dice=[6, 6])
    do(s, "place 1007", "face NE")
    assert ["NE"] == facing(s, "c_tor_1")


@rule("dpyr", "6.1a")
def test_shock_attackers_turn_to_the_hex_they_attack() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1007 facing=N", "c_mora_1": "1108 facing=N", "l_cor_1": "1008 facing=N"}, ground={}
    )
    do(s, "mojar", "done")
    attack(s, "c_tor_1 1008")
    assert ["S", "N"] == facing(s, "c_tor_1", "c_mora_1")


@rule("dpyr", "6.1e")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_facing_changes_nothing_in_fire_and_movement(direction: str) -> None:
    s = battlefield("maella", {"c_tor_1": f"1008 facing={direction}", "l_cor_1": f"1010 facing={direction}"}, ground={})
    do(s, "batir", "aim c_tor_1")
    assert ("fired", (unit(s, "c_tor_1"), hex_("1010"), 2, 1, 6, 5)) in do(s, "fire 1010", dice=[1, 6])
    s = battlefield("maella", {"c_tor_1": f"1008 facing={direction}", **FAR}, ground={})
    do(s, "montear", "move c_tor_1")
    assert 18 == len(goals(s))


@rule("dpyr", "6.1e")
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_facing_changes_nothing_in_support_but_the_rear_helps_the_attacker(direction: str) -> None:
    s = battlefield(
        "maella",
        {"c_tor_1": "1007", "l_cor_1": f"1008 facing={direction}", "l_cor_2": f"1009 facing={direction}"}, ground={},
    )
    do(s, "mojar", "done")
    attack(s, "c_tor_1 1008")
    total = 5 if direction in ("SE", "S", "SW") else 4
    told = do(s, "pass")
    assert ("compared", (hex_("1008"), total, 4)) in told


# --------------------------------------------------------------------------------------------------------- rivers

RIVER = {f"{c:02}09": "river" for c in range(1, 29)} | {f"{c:02}08": "river" for c in range(2, 29, 2)}
# the river runs along row 9, and along row 8 in the even columns


@rule("dpyr", "6.1b")
def test_a_river_is_neither_entered_nor_crossed_but_at_a_ford_or_bridge() -> None:
    s = battlefield("maella", {"c_tor_1": "1107", "c_gefe_cabrera": "1107", **FAR}, ground=RIVER)
    do(s, "montear")
    for name in ("c_tor_1", "c_gefe_cabrera"):
        do(s, f"move {name}")
        assert Refusal("6.1b", "river") == refused(s, "to 1109")
        assert Refusal("6.1b", "river") == refused(s, "to 1008")
        assert not {"1109", "1008", "1208"} & goals(s)
        if name == "c_tor_1":
            do(s, "halt")


@rule("dpyr", "6.1b")
@pytest.mark.parametrize("crossing", ["ford", "bridge"])
def test_a_ford_or_bridge_costs_one_hex_and_may_be_held(crossing: str) -> None:
    ground = {"0909": "river", "1008": f"river/{crossing}", "1108": "river", "1109": "river", "0908": "river"}
    s = battlefield("maella", {"c_tor_1": "1007", **FAR}, ground=ground)
    do(s, "montear", "move c_tor_1")
    assert {"1008", "1009"} <= goals(s)
    assert refused(s, "to 1010") is not None        # three hexes
    do(s, "to 1008")
    assert "1008" == at(s, "c_tor_1")


@rule("dpyr", "6.1b")
def test_without_a_ford_the_other_bank_is_out_of_reach() -> None:
    ground = dict.fromkeys(("0909", "1008", "1108", "1109", "0908", "0808", "0809", "1208", "1209"), "river")
    s = battlefield("maella", {"c_tor_1": "1007", **FAR}, ground=ground)
    do(s, "montear", "move c_tor_1")
    assert "1009" not in goals(s)
    assert "6.1c" != refused(s, "to 1009").rule      # nobody is in the way


@rule("dpyr", "6.1b")
def test_a_ford_counts_as_clear_for_stacking_and_squares() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008", "c_mora_1": "1008", "c_minyons": "1007", **FAR}, ground={"1008": "river/ford"}
    )
    do(s, "montear", "move c_minyons")
    assert Refusal("6.3c", "full_clear") == refused(s, "to 1008")
    do(s, "halt", "move c_tor_1", "square")
    assert in_square(s, "c_tor_1")


@rule("dpyr", "6.1b")
def test_a_broken_bridge_is_closed_until_it_is_repaired() -> None:
    s = battlefield("luchana", {"c_cas_2": "1109", "l_sor_1": "0403"})
    do(s, "montear", "move c_cas_2")
    assert Refusal("6.1b", "river") == refused(s, "to 1108")
    s = battlefield("luchana", {"c_cas_2": "1109", "l_sor_1": "0403"})
    s.bridge_repaired = True
    do(s, "montear", "move c_cas_2")
    assert {"1108", "1107"} <= goals(s)


# --------------------------------------------------------------------------------------------------------- passage

# between rivers one goes from 1007 to 1009 over 1008 only
PASS = dict.fromkeys(("0908", "0909", "1108", "1109"), "river")


@rule("dpyr", "6.1c")
@pytest.mark.parametrize("mover", ["c_tor_1", "c_cav_ara_1"])
def test_units_pass_own_infantry_even_where_they_could_not_stay(mover: str) -> None:
    s = battlefield("maella", {mover: "1007", "c_mora_1": "1008", "c_minyons": "1008", **FAR}, ground=PASS)
    do(s, "montear", f"move {mover}")
    assert "1009" in goals(s)
    assert Refusal("6.3c", "full_clear") == refused(s, "to 1008")


@rule("dpyr", "6.1c")
@pytest.mark.parametrize("mover", ["c_tor_1", "c_cav_ara_1"])
@pytest.mark.parametrize("friend", ["c_cav_ara_2", "c_art_xocolate"])
@pytest.mark.parametrize("action", ["montear", "mojar"])
def test_nobody_passes_own_cavalry_or_artillery_but_may_stay_with_it(mover: str, friend: str, action: str) -> None:
    s = battlefield("maella", {mover: "1007", friend: "1008", "c_mora_1": "1208", **FAR}, ground=PASS)
    do(s, action, f"move {mover}")
    assert "1008" in goals(s)
    assert "1009" not in goals(s)
    assert Refusal("6.1c", "own_in_the_way") == refused(s, "to 1009")


@rule("dpyr", "6.1c")
def test_artillery_does_not_pass_own_cavalry_on_a_road() -> None:
    road = ("1006 1007 1008 1009",)
    for friend, free in (("c_mora_1", True), ("c_cav_ara_2", False)):
        s = battlefield("maella", {"c_art_xocolate": "1006", friend: "1007", **FAR}, ground={}, roads=road)
        do(s, "montear", "move c_art_xocolate")
        assert free == ("1009" in goals(s))


@rule("dpyr", "6.1c")
def test_gefes_pass_and_are_passed_freely() -> None:
    s = battlefield("maella", {"c_gefe_cabrera": "1007", "c_cav_ara_2": "1008", **FAR}, ground=PASS)
    do(s, "montear", "move c_gefe_cabrera")
    assert "1009" in goals(s)
    s = battlefield("maella", {"c_tor_1": "1007", "c_gefe_cabrera": "1008", **FAR}, ground=PASS)
    do(s, "montear", "move c_tor_1")
    assert "1009" in goals(s)


@rule("dpyr", "6.1d")
@pytest.mark.parametrize("enemy", ["l_cor_1", "l_cav_reina", "l_art_logrono", "l_gefe_pardinas"])
@pytest.mark.parametrize("mover", ["c_tor_1", "c_cav_ara_1"])
def test_no_unit_enters_or_crosses_an_enemy_hex(mover: str, enemy: str) -> None:
    s = battlefield("maella", {mover: "1007", enemy: "1008"}, ground=PASS)
    do(s, "mojar", f"move {mover}")
    assert Refusal("6.1d", "enemy_there") == refused(s, "to 1008")
    assert not {"1008", "1009"} & goals(s)
    free = battlefield("maella", {mover: "1007", enemy: "2008"}, ground=PASS)
    do(free, "mojar", f"move {mover}")
    assert {"1008", "1009"} <= goals(free)


@rule("dpyr", "6.1d")
def test_a_gefe_does_not_cross_an_enemy_hex_either() -> None:
    s = battlefield("maella", {"c_gefe_cabrera": "1007", "l_cor_1": "1008"}, ground=PASS)
    do(s, "montear", "move c_gefe_cabrera")
    assert Refusal("6.1d", "enemy_there") == refused(s, "to 1008")
    assert "1009" not in goals(s)


# --------------------------------------------------------------------------------------------------------- squares


@rule("dpyr", "6.2a")
@pytest.mark.parametrize(("terrain", "allowed"), [
    ("clear", True), ("river/ford", True), ("river/bridge", True),
    ("forest", False), ("building", False), ("mountain", False),
])
def test_infantry_forms_square_in_the_open_only(terrain: str, allowed: bool) -> None:
    s = battlefield("maella", {"c_tor_1": "1008", **FAR}, ground={"1008": terrain})
    do(s, "montear", "move c_tor_1")
    assert (None if allowed else Refusal("6.2a", "square_open_ground_only")) == refused(s, "square")
    assert allowed == ("square" in offered(s))


@rule("dpyr", "6.2a")
def test_infantry_forms_square_on_a_road() -> None:
    s = battlefield("maella", {"c_tor_1": "1008", **FAR}, ground={}, roads=("1007 1008 1009",))
    do(s, "montear", "move c_tor_1", "square")
    assert in_square(s, "c_tor_1")


@rule("dpyr", "6.2a")
@pytest.mark.parametrize("name", ["c_cav_ara_1", "c_art_xocolate", "c_gefe_cabrera"])
def test_only_infantry_forms_square(name: str) -> None:
    s = battlefield("maella", {name: "1008", "c_mora_1": "1009", **FAR}, ground={})
    do(s, "montear", f"move {name}")
    assert Refusal("6.2a", "square_infantry_only") == refused(s, "square")


@rule("dpyr", "6.2a")
def test_a_square_takes_the_place_of_the_units_movement_even_if_it_fails() -> None:
    for dice, formed in (([4], True), ([3], False)):
        s = battlefield("maella", {"c_mora_2": "1008 marker=fm_222", "c_tor_1": "1010", **FAR}, ground={})
        do(s, "montear", "move c_mora_2")
        do(s, "square", dice=dice)
        assert formed == in_square(s, "c_mora_2")
        assert Refusal("4.0c", "moved_already") == refused(s, "move c_mora_2")
    s = battlefield("maella", {"c_tor_1": "1008", "c_mora_1": "1010", **FAR}, ground={})
    do(s, "montear", "move c_tor_1", "to 1007")
    assert Refusal("4.0c", "moved_already") == refused(s, "move c_tor_1")        # who has moved forms no square
    assert "square" not in offered(s)


@rule("dpyr", "6.2b")
@pytest.mark.parametrize(("name", "least"), [("c_tor_2", 0), ("c_tor_1", 0), ("c_mora_2", 4), ("c_bosque", 5)])
def test_b_and_p_form_square_at_once_c_on_4_and_m_on_5(name: str, least: int) -> None:
    for die in range(1, 7) if least else (0,):
        s = battlefield("maella", {name: "1008", "c_mora_1": "1010", **FAR}, ground={})
        do(s, "montear", f"move {name}")
        told = do(s, "square", dice=[die] if least else [])
        assert (die >= least) == in_square(s, name)
        assert [("square", (unit(s, name),)) if die >= least else ("square_failed", (unit(s, name), die))] == told


@rule("dpyr", "6.2c")
def test_a_square_lasts_through_activations_and_turns_while_the_unit_stays() -> None:
    s = battlefield("maella", {"c_tor_1": "1008", "c_mora_1": "1010", **FAR}, chits=("carlist",), ground={})
    do(s, "montear", "move c_tor_1", "square", "done")
    do(s, "montear", "move c_tor_1")
    assert Refusal("6.2c", "square_already") == refused(s, "square")
    do(s, "halt", "move c_mora_1", "to 1011", "done")
    for _ in range(8):
        do(s, "pass")
    assert s.turn > 2
    assert in_square(s, "c_tor_1")


@rule("dpyr", "6.2c")
@pytest.mark.parametrize("action", ["montear", "mojar", "puente", "campi"])
def test_a_square_ends_when_the_unit_moves(action: str) -> None:
    s = battlefield("maella", {"c_tor_1": "1008 square", "c_mora_1": "1010 square", "l_cor_1": "1308"}, ground={})
    do(s, action, "move c_tor_1", "to 0908")
    assert (False, True) == (in_square(s, "c_tor_1"), in_square(s, "c_mora_1"))


@rule("dpyr", "6.2c")
def test_a_square_ends_when_the_unit_retreats_and_not_when_it_stands() -> None:
    for answer, square in (("retreat 1009", False), ("stand", True)):
        s = battlefield("maella", {"c_tor_1": "1007", "l_cor_1": "1008 facing=N square"}, ground={})
        do(s, "mojar", "done")
        attack(s, "c_tor_1 1008")
        do(s, "pass", dice=[6])
        do(s, "pass")                               # no Cross
        do(s, answer)
        assert square == in_square(s, "l_cor_1")


@rule("dpyr", "6.2d")
@pytest.mark.parametrize(("marks", "factor"), [("fire=1", 3), ("shock=1", 2), ("", 1)])
def test_a_square_cancels_the_doubling_and_tripling_of_a_charge(marks: str, factor: int) -> None:
    for square, times in (("", factor), ("square", 1)):
        s = battlefield("maella", {"c_cav_ara_2": "1007", "l_cor_1": f"1008 facing=N {marks} {square}"}, ground={})
        do(s, "ristre", "done")
        attack(s, "c_cav_ara_2 1008")
        told = do(s, "pass")
        assert ("compared", (hex_("1008"), 4 * times, 3)) in told


@rule("dpyr", "6.2d")
def test_a_square_has_no_rear() -> None:
    for square, total in (("", 5), ("square", 4)):
        s = battlefield("maella", {"c_tor_1": "1007", "l_cor_1": f"1008 facing=S {square}"}, ground={})
        do(s, "mojar", "done")
        attack(s, "c_tor_1 1008")
        assert ("compared", (hex_("1008"), total, 3)) in do(s, "pass")


@rule("dpyr", "6.2e")
def test_squares_are_formed_in_montear_and_puente() -> None:
    for action in ("montear", "puente"):
        s = battlefield("maella", {"c_tor_1": "1008", "c_mora_1": "1010", "l_cor_1": "1308"}, ground={})
        do(s, action, "move c_tor_1", "square")
        assert in_square(s, "c_tor_1")


@rule("dpyr", "6.2e")
@pytest.mark.parametrize("action", ["mojar", "campi"])
def test_squares_are_not_formed_in_other_marches(action: str) -> None:
    s = battlefield("maella", {"c_tor_1": "1008", "c_mora_1": "1010", "l_cor_1": "1308"}, ground={})
    do(s, action, "move c_tor_1")
    assert Refusal("6.2e", "square_not_in_this_action") == refused(s, "square")
    assert "square" not in offered(s)


@rule("dpyr", "6.2e")
def test_infantry_has_no_part_in_the_march_of_a_charge() -> None:
    s = battlefield("maella", {"c_tor_1": "1008", "c_cav_ara_1": "1010", "l_cor_1": "1308"}, ground={})
    do(s, "ristre")
    assert Refusal("4.8a", "ristre_who_moves") == refused(s, "move c_tor_1")


@rule("dpyr", "6.1a", "4.1g")
@pytest.mark.parametrize("action", ["montear", "mojar", "puente"])
def test_nobody_turns_in_place_by_going_out_and_back(action: str) -> None:
    s = battlefield("maella", {"c_tor_1": "1008 facing=S", "c_tor_2": "0606", "l_cor_1": "1011"}, ground={})
    do(s, action, "move c_tor_1")
    assert ("6.1a", "same_hex") == refused(s, "to 1008")
    do(s, "halt")
    assert ["done"] == [text for text in offered(s) if not text.startswith("move")]
