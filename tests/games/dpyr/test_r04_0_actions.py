"""[4.0] One marker, one action, all units of the side."""

from __future__ import annotations

import pytest

from tests.games.dpyr.battlefield import asked, at, battlefield, do, offered, refused, seat
from tests.rules import rule

ACTIONS = ["montear", "mojar", "batir", "bala_rasa", "campi", "puente", "ristre"]
ALL_ARMS = {"c_tor_1": "0408", "c_cav_ara_1": "0410", "c_art_xocolate": "0412", "c_gefe_cabrera": "0414"}
FOES = {"l_cor_1": "2008", "l_cor_2": "2010", "l_cor_3": "2012", "l_s_fernando": "2014"}


@rule("dpyr", "4.0a")
def test_an_army_of_all_arms_has_the_choice_of_seven_actions_and_may_pass():
    s = battlefield("maella", ALL_ARMS | FOES, ground={})
    assert {*ACTIONS, "pass"} == set(offered(s))


@rule("dpyr", "4.0a")
@pytest.mark.parametrize("first", ACTIONS)
def test_an_activation_is_used_for_one_action_only(first):
    s = battlefield("maella", ALL_ARMS | FOES | {"l_cor_1": "0608"}, ground={}, chits=("liberal",))
    do(s, first)
    for other in ACTIONS:
        assert refused(s, other) is not None
    while seat(s) == 0:
        assert asked(s) != "ChooseAction"
        text = next(text for text in ("done", *offered(s)) if text in offered(s))
        do(s, text)
    assert (1, "ChooseAction") == (seat(s), asked(s))


@rule("dpyr", "4.0b")
def test_corda_is_offered_instead_of_an_action_when_the_enemy_is_down_to_three_units():
    three = {name: FOES[name] for name in ("l_cor_1", "l_cor_2", "l_cor_3")} | {"l_gefe_pardinas": "2008"}
    assert "7.2a" == refused(battlefield("maella", ALL_ARMS | FOES, ground={}), "corda").rule
    s = battlefield("maella", ALL_ARMS | three, ground={}, chits=("liberal",))
    assert "corda" in offered(s)
    do(s, "corda", dice=[4, 0])
    assert (1, "ChooseAction") == (seat(s), asked(s))


@rule("dpyr", "4.0c")
def test_every_unit_of_the_side_may_take_part_and_each_may_stay_out():
    s = battlefield("maella", ALL_ARMS | FOES, ground={}, chits=("liberal",))
    do(s, "montear")
    assert {"done", *(f"move {name}" for name in ALL_ARMS)} == set(offered(s))
    do(s, "move c_art_xocolate", "halt", "move c_tor_1", "to 0409")
    assert {"move c_cav_ara_1", "move c_gefe_cabrera"} == {text for text in offered(s) if text.startswith("move")}
    assert ("4.0c", "moved_already") == refused(s, "move c_tor_1")
    do(s, "done")
    assert ["0409", "0410", "0412", "0414"] == [at(s, name) for name in ALL_ARMS]


@rule("dpyr", "4.0c")
def test_units_of_the_enemy_and_units_off_the_map_take_no_part():
    s = battlefield("maella", ALL_ARMS | FOES, ground={})
    do(s, "montear")
    assert ("4.0c", "not_your_unit") == refused(s, "move l_cor_1")
    assert ("4.0c", "not_on_map") == refused(s, "move c_mora_1")


@rule("dpyr", "4.0c")
@pytest.mark.parametrize(
    ("missing", "action", "reason"),
    [("c_cav_ara_1", "ristre", ("4.8a", "no_cavalry")), ("c_art_xocolate", "bala_rasa", ("4.5a", "no_artillery"))],
)
def test_an_action_for_which_no_unit_qualifies_is_refused(missing, action, reason):
    army = {name: where for name, where in ALL_ARMS.items() if name != missing}
    s = battlefield("maella", army | FOES, ground={})
    assert reason == refused(s, action)


def smoke_after(first: str, *shots: str) -> int:
    """The usable factor of a Carlist shot two hexes away after the Liberals used their marker."""
    s = battlefield(
        "maella", {"c_tor_1": "1008", "l_cor_1": "1010"}, active="liberal", ground={}, chits=("carlist",)
    )
    do(s, first, *shots)
    do(s, "batir", "aim c_tor_1")
    (fired,) = [args for kind, args in do(s, "fire 1010", dice=[1, 6]) if kind == "fired"]
    return fired[2]


@rule("dpyr", "4.0d")
def test_a_marker_that_is_passed_counts_as_no_action_and_makes_no_smoke():
    assert 2 == smoke_after("pass")
    assert 1 == smoke_after("batir", "aim l_cor_1", "fire 1008", "done")


@rule("dpyr", "4.0d")
def test_passing_uses_up_the_marker():
    s = battlefield("maella", ALL_ARMS | FOES, ground={}, chits=("liberal",))
    do(s, "pass")
    assert (1, []) == (seat(s), s.chits)
