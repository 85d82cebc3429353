"""[4.6] Campi: one hex out, a shot, and back."""

from __future__ import annotations

import pytest

from tablero.games.dpyr import GAME
from tablero.games.dpyr.rules.r04_actions.s00_actions import Activation
from tablero.games.dpyr.state import Dpyr
from tablero.kernel.hexes import DIRECTIONS
from tests.games.dpyr.battlefield import asked, at, battlefield, beside, damage, do, hex_, offered, refused, unit
from tests.rules import rule

HERE = "1008"                                   # skirmishers start here; the enemy is to the north
OUT, TWO, FOE, BACK = beside(HERE, "N"), beside(HERE, "N", 2), beside(HERE, "N", 3), beside(HERE, "S")
Field = dict[str, str]


def campi(units: Field, ground: Field | None = None, **more: str) -> Dpyr:
    s = battlefield("maella", units, ground=ground or {}, chits=("liberal", "carlist"), **more)
    do(s, "campi")
    return s


def fire(s: Dpyr, name: str, target: str, dice: list[int]) -> None:
    do(s, f"aim {name}")
    do(s, f"fire {target}", dice=dice)


def stack(s: Dpyr, where: str) -> list[str]:
    """The units of a hex from bottom to top."""
    return [s.b.units[u].id for u in s.piles[hex_(where)]]


def facing(s: Dpyr, name: str) -> str:
    return DIRECTIONS[s.facing[unit(s, name)]]


# --------------------------------------------------------------------------------------------------- who and how far


@rule("dpyr", "4.6a", "4.6b")
def test_a_unit_steps_out_fires_and_goes_back() -> None:
    s = campi({"c_tor_1": HERE, "l_cor_1": FOE})
    do(s, "move c_tor_1", f"to {OUT}", "done")
    assert OUT == at(s, "c_tor_1")
    fire(s, "c_tor_1", FOE, [2, 4])             # at two hexes, from where it stands now
    assert (1, 0) == damage(s, "l_cor_1")
    assert OUT == at(s, "c_tor_1")
    do(s, "done")
    assert HERE == at(s, "c_tor_1")
    assert 53 == s.ammunition[0]


@rule("dpyr", "4.6a")
def test_cavalry_with_a_fire_factor_does_so_too() -> None:
    s = battlefield("maella", {"l_cav_cataluna": HERE, "c_tor_1": FOE}, active="liberal", ground={})
    do(s, "campi", "move l_cav_cataluna", f"to {OUT}", "done")
    fire(s, "l_cav_cataluna", FOE, [2, 3])
    do(s, "done")
    assert ((1, 0), HERE) == (damage(s, "c_tor_1"), at(s, "l_cav_cataluna"))


@rule("dpyr", "4.6a")
def test_one_hex_and_no_more() -> None:
    s = campi({"c_tor_1": HERE, "l_cor_1": FOE})
    do(s, "move c_tor_1")
    assert {"halt", *(f"to {beside(HERE, d)}" for d in DIRECTIONS)} == set(offered(s))
    assert ("4.6a", "campi_one_hex") == refused(s, f"to {TWO}")


@rule("dpyr", "4.6a")
@pytest.mark.parametrize("name, mark", [
    ("c_cav_ara_1", ""), ("c_mora_2", " marker=fm_032"), ("c_bosque", " marker=fm_032 blind known"),
    ("c_art_xocolate", ""),
])
def test_without_a_fire_factor_there_is_no_campi(name: str, mark: str) -> None:
    s = campi({name: HERE + mark, "c_tor_1": BACK, "l_cor_1": FOE})
    assert ["done", "move c_tor_1"] == offered(s)
    assert ("4.6a", "campi_no_fire_factor") == refused(s, f"move {name}")
    do(s, "done")
    assert f"aim {name}" not in offered(s)


@rule("dpyr", "4.6a")
def test_a_marker_nobody_has_seen_may_hold_a_fire_factor() -> None:
    s = campi({"c_bosque": f"{HERE} marker=fm_032 blind", "l_cor_1": FOE})
    do(s, "move c_bosque", f"to {OUT}", "done")
    fire(s, "c_bosque", FOE, [])
    assert (54, (0, 0)) == (s.ammunition[0], damage(s, "l_cor_1"))
    do(s, "done")
    assert HERE == at(s, "c_bosque")


@rule("dpyr", "4.6a")
def test_all_qualifying_units_may_take_part() -> None:
    s = campi({"c_tor_1": HERE, "c_minyons": BACK, "c_mora_1": "0303", "l_cor_1": FOE})
    assert {"done", "move c_tor_1", "move c_minyons", "move c_mora_1"} == set(offered(s))


@rule("dpyr", "4.6a")
def test_back_in_its_hex_a_unit_may_change_facing() -> None:
    s = campi({"c_tor_1": f"{HERE} facing=SE", "l_cor_1": FOE})
    do(s, "move c_tor_1", f"to {OUT}")
    assert "N" == facing(s, "c_tor_1")          # out there it turned to the enemy
    do(s, "done", "done")
    assert ("Dress", "SE") == (asked(s), facing(s, "c_tor_1"))
    assert {"done", "face N", "face NE", "face S", "face SW", "face NW"} == set(offered(s))
    do(s, "face SW")
    assert (HERE, "SW") == (at(s, "c_tor_1"), facing(s, "c_tor_1"))


@rule("dpyr", "4.6a", "6.1a")
@pytest.mark.parametrize(("rules", "asks"), [(GAME.rules, True), (1, False)])
def test_who_fires_from_its_own_hex_may_change_facing_too(rules: int, asks: bool) -> None:
    s = campi({"c_tor_1": f"{OUT} facing=SE", "c_minyons": BACK, "l_cor_1": FOE})
    s.rules = rules
    do(s, "done")
    fire(s, "c_tor_1", FOE, [1, 6])
    do(s, "done")
    assert asks == (asked(s) == "Dress")
    if asks:
        do(s, "face SW")
        assert (OUT, "SW", "ChooseAction") == (at(s, "c_tor_1"), facing(s, "c_tor_1"), asked(s))


@rule("dpyr", "4.6a", "6.1a")
def test_who_neither_steps_out_nor_fires_does_not_turn_and_a_hex_is_asked_about_once() -> None:
    s = campi({"c_tor_1": OUT, "c_minyons": OUT, "c_mora_1": BACK, "l_cor_1": FOE})
    do(s, "done")
    fire(s, "c_tor_1", FOE, [1, 6])
    fire(s, "c_minyons", FOE, [1, 6])
    do(s, "done")
    assert "Dress" == asked(s)
    do(s, "done")
    assert "ChooseAction" == asked(s)


@rule("dpyr", "4.6b", "6.1a")
def test_a_hex_that_a_guest_has_left_keeps_the_facing_that_he_brought() -> None:
    s = campi({"c_tor_1": f"{HERE} facing=S", "c_minyons": f"{BACK} facing=S", "l_cor_1": FOE})
    do(s, "move c_minyons", f"to {HERE}", "done", "done")
    assert (BACK, "S", "N") == (at(s, "c_minyons"), facing(s, "c_minyons"), facing(s, "c_tor_1"))


# --------------------------------------------------------------------------------------------------- going back


@rule("dpyr", "4.6b")
def test_each_shot_costs_a_point_and_all_end_where_they_began() -> None:
    units = {"c_tor_1": HERE, "c_minyons": beside(HERE, "NE"), "c_mora_1": BACK, "l_cor_1": FOE}
    s = campi(units)
    do(s, "move c_tor_1", f"to {OUT}", "move c_minyons", f"to {beside(OUT, 'NE')}")
    do(s, "move c_mora_1", f"to {HERE}", "done")
    fire(s, "c_tor_1", FOE, [1, 6])
    fire(s, "c_minyons", FOE, [1, 6])
    do(s, "done", "done", "done", "done")
    assert 52 == s.ammunition[0]
    assert [units[name] for name in ("c_tor_1", "c_minyons", "c_mora_1")] == [
        at(s, name) for name in ("c_tor_1", "c_minyons", "c_mora_1")]


@rule("dpyr", "4.6b")
@pytest.mark.parametrize("first, second", [("c_tor_1", "c_minyons"), ("c_minyons", "c_tor_1")])
def test_a_stack_is_as_it_was_whoever_left_first(first: str, second: str) -> None:
    s = campi({"c_tor_1": f"{HERE} facing=S", "c_minyons": f"{HERE} facing=S", "l_cor_1": FOE})
    do(s, f"move {first}", f"to {OUT}", f"move {second}", f"to {beside(HERE, 'NE')}", "done", "done")
    assert ["c_tor_1", "c_minyons"] == stack(s, HERE)
    assert ["S", "S"] == [facing(s, "c_tor_1"), facing(s, "c_minyons")]


@rule("dpyr", "4.6b", "4.3l")
def test_who_goes_back_lies_on_a_gefe_that_came_meanwhile() -> None:
    s = campi({"c_tor_1": HERE, "c_gefe_cabrera": BACK, "l_cor_1": FOE})
    do(s, "move c_tor_1", f"to {OUT}", "move c_gefe_cabrera", f"to {HERE}", "done", "done")
    assert ["c_gefe_cabrera", "c_tor_1"] == stack(s, HERE)


@rule("dpyr", "4.6b")
def test_the_order_of_a_stack_does_not_depend_on_a_gefe_or_a_guest() -> None:
    s = campi({"c_gefe_cabrera": HERE, "c_tor_1": HERE, "c_minyons": HERE, "l_cor_1": FOE})
    do(s, "move c_tor_1", f"to {OUT}", "done", "done")
    assert ["c_gefe_cabrera", "c_tor_1", "c_minyons"] == stack(s, HERE)
    s = campi({"c_gefe_cabrera": HERE, "c_tor_1": HERE, "c_minyons": HERE, "l_cor_1": FOE})
    do(s, "move c_gefe_cabrera", f"to {BACK}", "move c_tor_1", f"to {OUT}", "done", "done")
    assert ["c_tor_1", "c_minyons"] == stack(s, HERE)
    village = {"c_tor_1": HERE, "c_minyons": HERE, "c_mora_1": BACK, "l_cor_1": FOE}
    s = campi(village, {HERE: "building"})
    do(s, "move c_mora_1", f"to {HERE}", "raise c_tor_1", "raise c_minyons")        # the guest lies under them
    do(s, "move c_tor_1", f"to {OUT}", "move c_minyons", f"to {beside(HERE, 'NE')}", "done", "done")
    assert (["c_tor_1", "c_minyons"], ["c_mora_1"]) == (stack(s, HERE), stack(s, BACK))


@rule("dpyr", "4.6b", "5.1c")
def test_a_gefe_does_not_go_back() -> None:
    s = campi({"c_tor_1": HERE, "c_gefe_cabrera": HERE, "l_cor_1": FOE})
    do(s, "move c_gefe_cabrera", f"to {BACK}", "move c_tor_1", f"to {OUT}", "done", "done")
    assert (BACK, HERE) == (at(s, "c_gefe_cabrera"), at(s, "c_tor_1"))


@rule("dpyr", "4.6b", "6.3f")
def test_what_goes_back_over_a_concealed_unit_lies_over_as_many_seen_ones_in_every_guess() -> None:
    village = {"c_tor_1": HERE, "c_mora_1": f"{HERE} hidden", "c_minyons": HERE, "l_cor_1": FOE}
    s = campi(village, {HERE: "building"})
    do(s, "move c_minyons", f"to {OUT}", "done")
    for seed in range(8):
        guess = GAME.determinize(GAME.view(s, 1), seed)
        do(guess, "done")
        assert ["c_tor_1", "c_minyons"] == [name for name in stack(guess, HERE) if name != "c_mora_1"]


@rule("dpyr", "6.3f", "5.1c")
def test_the_enemy_cannot_tell_whether_a_concealed_gefe_or_a_skirmisher_stepped_out() -> None:
    wood = {HERE: "forest", OUT: "forest", BACK: "forest"}
    seen = []
    for name in ("c_gefe_cabrera", "c_tor_1"):
        s = campi({"c_gefe_cabrera": f"{HERE} hidden", "c_tor_1": f"{HERE} hidden", "l_cor_1": FOE}, wood)
        do(s, f"move {name}", f"to {OUT}")
        seen.append(GAME.view(s, 1).frame(Activation).stepped)
        do(s, "done", "done")
        assert s.revealed       # now it shows who goes back
        assert (HERE if name == "c_tor_1" else OUT) == at(s, name)
    assert seen[0] == seen[1]


# --------------------------------------------------------------------------------------------------- order and limits


@rule("dpyr", "4.6c")
def test_skirmishers_may_step_up_to_enemy_cavalry() -> None:
    s = campi({"c_mora_2": f"{HERE} marker=fm_122", "l_cav_reina": TWO, "l_cor_1": beside(TWO, "N")})
    do(s, "move c_mora_2")
    assert f"to {OUT}" in offered(s)
    do(s, f"to {OUT}", "done")
    fire(s, "c_mora_2", TWO, [2, 4])            # adjacent: 1 + 1
    do(s, "done")
    assert ((1, 0), HERE) == (damage(s, "l_cav_reina"), at(s, "c_mora_2"))


@rule("dpyr", "4.6c")
def test_all_step_out_then_kept_salvoes_then_all_fire_then_all_go_back() -> None:
    gun = beside(OUT, "NE", 3)
    s = campi({"c_tor_1": HERE, "c_minyons": BACK, "l_cor_1": FOE, "l_art_logrono": f"{gun} salvo=1"})
    do(s, "move c_tor_1", f"to {OUT}")
    assert "March" == asked(s)
    do(s, "move c_minyons", f"to {HERE}", "done")
    assert "KeptSalvo" == asked(s)
    assert f"salvo l_art_logrono {OUT}" in offered(s)
    do(s, f"salvo l_art_logrono {OUT}", dice=[6, 6])
    assert ((1, 0), "Volley") == (damage(s, "c_tor_1"), asked(s))
    fire(s, "c_tor_1", FOE, [1, 6])
    assert (OUT, HERE) == (at(s, "c_tor_1"), at(s, "c_minyons"))
    do(s, "done")
    assert (HERE, BACK) == (at(s, "c_tor_1"), at(s, "c_minyons"))


@rule("dpyr", "4.6c")
def test_a_unit_may_also_fire_from_where_it_stands() -> None:
    s = campi({"c_tor_1": OUT, "l_cor_1": FOE})
    do(s, "done")
    fire(s, "c_tor_1", FOE, [2, 4])
    assert ((1, 0), OUT) == (damage(s, "l_cor_1"), at(s, "c_tor_1"))


@rule("dpyr", "4.6c")
def test_stacking_holds_in_the_hexes_stepped_into() -> None:
    s = campi({"c_tor_1": HERE, "c_minyons": OUT, "c_mora_1": OUT, "c_tor_2": beside(HERE, "NE"), "l_cor_1": FOE},
              {beside(HERE, "NE"): "forest"})
    do(s, "move c_tor_1")
    assert ("6.3c", "full_clear") == refused(s, f"to {OUT}")
    assert ("6.3e", "full_rough") == refused(s, f"to {beside(HERE, 'NE')}")
    do(s, "halt", "move c_minyons", f"to {beside(OUT, 'NW')}", "done")      # one shot a unit, one move a unit
    assert "Volley" == asked(s)


@rule("dpyr", "4.6c")
def test_campi_gives_no_smoke() -> None:
    s = campi({"c_tor_1": HERE, "l_cor_1": TWO})
    do(s, "done")
    fire(s, "c_tor_1", TWO, [1, 6])
    do(s, "done")
    do(s, "done", dice=[0])                     # a Liberal activation
    do(s, "batir", "aim l_cor_1")
    do(s, f"fire {HERE}", dice=[2, 4])
    assert (1, 0) == damage(s, "c_tor_1")
