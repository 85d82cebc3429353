"""[14] Replacements."""

from __future__ import annotations

import pytest

from tablero.games.car.board import CARD, ELIMINATED, NAT, REP, SIEGES, UNIT, UNITS, space, spaces
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r09_stacking import eliminate
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.rules.r14_replacements import count_points, main_cities
from tablero.games.car.state import NAT_RP, REP_RP, SOV_RP, Car
from tablero.kernel.bits import bitset
from tablero.kernel.engine import prompt
from tests.games.car.field import asked, at, do, field, offered, reduced, refused, told, units_at
from tests.games.car.logistics import replacements, units_offered
from tests.games.car.turns import action
from tests.rules import rule

ALCAZAR = SIEGES.index("alcazar_of_toledo")
MANY = "nat_inf_1:r nat_inf_2:r nat_inf_3:r"
COSTS = ("division", "half", 1), ("corps", "half", 2)


def points(s: Car, *, own: float = 0, ally: float = 0, side: int = REP) -> tuple[float, float]:
    """What is left of recorded points at the start of the Segment of a side."""
    s.rp = [0, 0, 0, 0]
    s.rp[2 * side : 2 * side + 2] = [round(2 * own), round(2 * ally)]
    count_points(s, side)
    return s.rp[2 * side] / 2, s.rp[2 * side + 1] / 2


# ------------------------------------------------------------------------------------------------------ kinds of points


@rule("car", "14.1.1a", "14.1.3a")
def test_no_more_is_spent_than_is_recorded() -> None:
    s = replacements(field({"burgos": MANY, "avila": "nat_inf_4:r"}), "nationalist", own=1.5)
    do(s, "restore nat_inf_1 nat", "restore nat_inf_2 nat")
    assert 1 == s.rp[NAT_RP]
    do(s, "restore nat_inf_3 nat")
    assert "nobody" == asked(s)
    assert (False, True) == (reduced(s, "nat_inf_3"), reduced(s, "nat_inf_4"))


@rule("car", "14.1.2a")
def test_nobody_pays_for_units_of_the_enemy_and_is_told_so() -> None:
    s = replacements(field({"burgos": MANY, "badajoz": "rep_mil_1"}), "nationalist", own=1)
    assert ("14.1.2a", "not_your_unit") == refused(s, "restore rep_mil_1 nat")


@rule("car", "14.1.1a", "14.1.1.1a")
def test_each_kind_of_points_is_counted_for_itself() -> None:
    s = replacements(field({"burgos": MANY}), "nationalist", own=0.5, ally=0.5)
    do(s, "restore nat_inf_1 nat")
    assert ("14.1.3a", "not_enough_points") == refused(s, "restore nat_inf_2 nat")
    do(s, "restore nat_inf_2 axis")
    assert ("nobody", True) == (asked(s), reduced(s, "nat_inf_3"))


@rule("car", "14.1.1.1a", "8.4.1a")
@pytest.mark.parametrize(("side", "played", "aid", "expected"), [
    ("nationalist", "n5", "", [6, 0, 0, 0]), ("nationalist", "n5", "n4", [6, 4, 0, 0]),
    ("republican", "r15", "", [0, 0, 6, 0]), ("republican", "r15", "r2", [0, 0, 6, 4]),
    ("republican", "r15", "n4", [0, 0, 6, 0]),
])
def test_points_of_an_ally_are_recorded_after_his_aid_only(
        side: str, played: str, aid: str, expected: list[int]) -> None:
    s = action(field({"burgos": "nat_inf_1", "madrid": "rep_mil_1"}, happened=aid), side, hands=played)
    do(s, f"rp {played}")
    assert expected == s.rp


@rule("car", "14.1.1.2a")
def test_republican_points_serve_all_but_the_brigades_and_the_tanks() -> None:
    s = field({"madrid": "rep_int_r03_1:r rep_t26_r04:r rep_rpa_1:r", "valencia": "rep_i:r rep_mil_1:r rep_pol_1:r",
               "bilbao": "rep_bas_1:r", "barcelona": "rep_cnt_1:r"}, side="republican")
    replacements(s, "republican", own=4)
    assert {"rep_rpa_1", "rep_i", "rep_mil_1", "rep_pol_1", "rep_bas_1", "rep_cnt_1"} == units_offered(s, "restore")
    for unit in ("rep_int_r03_1", "rep_t26_r04"):
        assert ("14.1.1.2a", "wrong_points") == refused(s, f"restore {unit} rep")


@rule("car", "14.1.1.2a")
def test_soviet_points_serve_every_republican_unit() -> None:
    s = field({"madrid": "rep_int_r03_1:r rep_t26_r04:r rep_rpa_1:r", "valencia": "rep_i:r",
               "eliminated": "rep_int_r03_2 rep_t26_r24 rep_mil_1"}, side="republican")
    replacements(s, "republican", ally=4)
    assert {"rep_int_r03_1", "rep_t26_r04", "rep_rpa_1", "rep_i"} == units_offered(s, "restore")
    assert {"rep_int_r03_2", "rep_t26_r24", "rep_mil_1"} == units_offered(s, "rebuild")
    do(s, "rebuild rep_t26_r24 sov")
    assert ("reserve", 7) == (at(s, "rep_t26_r24"), s.rp[SOV_RP])


@rule("car", "14.1.1.3a")
def test_nationalist_points_serve_all_but_italians_and_german_tanks() -> None:
    s = field({"burgos": "nat_ita_n07_1:r nat_cv33_n07:r nat_pz1_n22:r", "leon": "nat_ctv:r nat_v:r nat_inf_1:r",
               "avila": "nat_nav_1:r nat_cav_1:r nat_pol_1:r"})
    replacements(s, "nationalist", own=4)
    assert {"nat_v", "nat_inf_1", "nat_nav_1", "nat_cav_1", "nat_pol_1"} == units_offered(s, "restore")
    for unit in ("nat_ita_n07_1", "nat_cv33_n07", "nat_pz1_n22", "nat_ctv"):
        assert ("14.1.1.2a", "wrong_points") == refused(s, f"restore {unit} nat")


@rule("car", "14.1.1.3a", "16.1.8a")
def test_axis_points_serve_every_nationalist_unit_but_no_siege() -> None:
    s = field({"burgos": "nat_ita_n07_1:r nat_cv33_n07:r nat_pz1_n22:r", "leon": "nat_ctv:r nat_v:r nat_inf_1:r"},
              turn=4)
    s.sieges = [0, 0, 1]
    replacements(s, "nationalist", ally=4)
    assert 6 == len(units_offered(s, "restore"))
    assert ("14.1.3a", "not_enough_points") == refused(s, "reinforce alcazar_of_toledo")


@rule("car", "14.1.1.3a", "16.2.4.2a")
def test_axis_points_do_not_reach_isolated_spaces() -> None:
    s = field({"granada": "nat_inf_1:r", "guadix": "nat_inf_2:r", "burgos": "nat_inf_3:r"}, turn=4)
    s.isolated = spaces("granada")
    replacements(s, "nationalist", ally=4)
    assert {"nat_inf_3"} == units_offered(s, "restore")
    for unit in ("nat_inf_1", "nat_inf_2"):
        assert ("16.2.4.2a", "isolated_points") == refused(s, f"restore {unit} axis")


# ------------------------------------------------------------------------------------------------------------- spending


@rule("car", "14.1.2a")
def test_points_restore_units_on_the_map_and_in_the_reserve_and_rebuild_eliminated_ones() -> None:
    s = field({"burgos": "nat_inf_1:r nat_inf_2", "reserve": "nat_inf_3:r nat_inf_4", "eliminated": "nat_inf_5",
               "madrid": "rep_mil_1:r", "track": "nat_v:r", "gone": "nat_inf_6:r"})
    replacements(s, "nationalist", own=9)
    assert ({"nat_inf_1", "nat_inf_3"}, {"nat_inf_5"}) == (units_offered(s, "restore"), units_offered(s, "rebuild"))
    events = do(s, "restore nat_inf_3 nat")
    assert [(NAT, UNIT["nat_inf_3"], s.at[UNIT["nat_inf_3"]])] == told(events, "restored")
    assert ("reserve", False) == (at(s, "nat_inf_3"), reduced(s, "nat_inf_3"))
    do(s, "done")
    assert ("nobody", 0) == (asked(s), s.rp[NAT_RP]), "the rest is lost"


@rule("car", "14.1.2a")
def test_a_side_loses_its_own_unspent_points_only() -> None:
    s = field({"madrid": "rep_mil_1:r", "burgos": "nat_inf_1:r"})
    s.rp = [4, 2, 0, 0]
    replacements(s, "republican", own=3, ally=1)
    assert [(REP, 6, 2)] == told(s.events, "replacements")
    assert ("spend", (("own", "half", 6), ("ally", "half", 2), *COSTS)) == prompt(s, REP)[1:3]
    do(s, "done")
    assert [4, 2, 0, 0] == s.rp
    s.rp[2:] = [3, 5]
    replacements(s, "nationalist", own=2, ally=1)
    do(s, "done")
    assert [0, 0, 3, 5] == s.rp


@rule("car", "14.1.2b", "13.3.5a", "17.6.5a")
def test_what_is_removed_for_good_is_never_rebuilt() -> None:
    s = field({"antequera": "rep_mil_1", "madrid": "rep_mil_2 rep_mil_3"}, nationalist="malaga loja",
              side="republican")
    attrition(s, REP)
    eliminate(s, UNIT["rep_mil_2"])
    eliminate(s, UNIT["rep_mil_3"], for_good=True)
    replacements(s, "republican", own=9)
    assert {"rep_mil_2"} == units_offered(s, "rebuild")
    s = field({"sevilla": "nat_afr_1 nat_inf_1"})
    eliminate(s, UNIT["nat_afr_1"])
    eliminate(s, UNIT["nat_inf_1"])
    replacements(s, "nationalist", own=9)
    assert ("gone", {"nat_inf_1"}) == (at(s, "nat_afr_1"), units_offered(s, "rebuild"))


@rule("car", "14.1.3a")
def test_a_step_of_a_division_costs_half_a_point_and_one_of_a_corps_a_point() -> None:
    s = replacements(field({"burgos": "nat_inf_1:r nat_v:r", "leon": "nat_vi:r"}), "nationalist", own=2)
    do(s, "restore nat_inf_1 nat")
    assert 3 == s.rp[NAT_RP]
    do(s, "restore nat_v nat")
    assert "nobody" == asked(s), "half a point is left"
    assert [False, False, True] == [reduced(s, name) for name in ("nat_inf_1", "nat_v", "nat_vi")]
    s = replacements(field({"burgos": "nat_inf_1:r nat_v:r"}), "nationalist", own=0.5)
    assert ("14.1.3a", "not_enough_points") == refused(s, "restore nat_v nat")


@rule("car", "14.1.3b", "14.1.4a")
def test_a_rebuilt_division_comes_into_the_reserve_reduced_for_a_half_or_full_for_a_point() -> None:
    s = replacements(field({"eliminated": "nat_inf_1 nat_inf_2"}), "nationalist", own=1.5)
    events = do(s, "rebuild nat_inf_1 nat")
    assert [(NAT, UNIT["nat_inf_1"])] == told(events, "rebuilt")
    assert ("reserve", True, 2) == (at(s, "nat_inf_1"), reduced(s, "nat_inf_1"), s.rp[NAT_RP])
    do(s, "restore nat_inf_1 nat")
    assert ("reserve", False, 1) == (at(s, "nat_inf_1"), reduced(s, "nat_inf_1"), s.rp[NAT_RP])
    do(s, "rebuild nat_inf_2 nat")
    assert ("reserve", True, "nobody") == (at(s, "nat_inf_2"), reduced(s, "nat_inf_2"), asked(s))


@rule("car", "14.1.3b", "14.1.5a", "8.5.2.4a")
def test_a_rebuilt_corps_is_placed_as_a_reinforcement_reduced_for_a_point_or_full_for_two() -> None:
    s = replacements(field({"eliminated": "rep_i rep_ii"}, side="republican"), "republican", own=2.5)
    do(s, "rebuild rep_i rep")
    assert ("republican PlaceUnit", 3) == (asked(s), s.rp[REP_RP])
    assert ["to madrid", "to barcelona", "to valencia", "to cartagena"] == offered(s)
    do(s, "to madrid")
    assert ["rep_i:r"] == units_at(s, "madrid")
    do(s, "restore rep_i rep")
    assert (["rep_i"], "nobody") == (units_at(s, "madrid"), asked(s)), "half a point is left for no corps"
    s = replacements(field({"eliminated": "rep_i"}, side="republican"), "republican", own=1)
    do(s, "rebuild rep_i rep", "to valencia")
    assert (["rep_i:r"], "nobody") == (units_at(s, "valencia"), asked(s)), "one point does not make it full"


@rule("car", "14.1.5a", "8.5.2.4b", "8.5.2.4c", "16.4.3.2d")
def test_special_corps_come_back_where_they_belong() -> None:
    s = replacements(field({"eliminated": "rep_euzkadi rep_santander rep_ast_i"}, side="republican"), "republican",
                     own=9)
    do(s, "rebuild rep_euzkadi rep")
    assert "bilbao" == at(s, "rep_euzkadi")
    do(s, "rebuild rep_santander rep")
    assert "santander" == at(s, "rep_santander")
    do(s, "rebuild rep_ast_i rep")
    assert {"to gijon", "to castropol", "to pto_de_pajares"} <= set(offered(s))
    s = replacements(field({"eliminated": "nat_ctv nat_v"}), "nationalist", ally=9)
    do(s, "rebuild nat_ctv axis")
    assert {"to la_coruna", "to pontevedra", "to cadiz", "to algeciras"} == set(offered(s))


@rule("car", "14.1.5a", "9.1.1a")
def test_a_corps_for_which_there_is_no_space_is_not_rebuilt() -> None:
    s = field({"eliminated": "rep_euzkadi rep_mil_1", "bilbao": "rep_bas_1 rep_bas_2 rep_bas_3"}, side="republican")
    replacements(s, "republican", own=9)
    assert ("14.1.5a", "no_space_for_corps") == refused(s, "rebuild rep_euzkadi rep")
    assert {"rep_mil_1"} == units_offered(s, "rebuild")
    full = {name: f"rep_mil_{n} rep_mil_{n + 1} rep_mil_{n + 2}" for n, name in (
        (1, "madrid"), (4, "barcelona"), (7, "valencia"), (10, "cartagena"))}
    s = field({**full, "eliminated": "rep_rpa_1 rep_i"}, side="republican")
    replacements(s, "republican", own=9)
    assert {"rep_rpa_1"} == units_offered(s, "rebuild"), "a division needs no space"
    s = field({"eliminated": "rep_euzkadi rep_mil_1", "bilbao": "rep_bas_1 rep_bas_2"}, side="republican")
    replacements(s, "republican", own=9)
    do(s, "rebuild rep_euzkadi rep")
    assert "bilbao" == at(s, "rep_euzkadi")


@rule("car", "14.1.6a", "17.6.5a")
def test_the_army_of_africa_and_the_insurrection_take_no_replacements() -> None:
    s = replacements(field({"sevilla": "nat_afr_1:r nat_inf_1:r"}), "nationalist", own=2, ally=2)
    assert {"nat_inf_1"} == units_offered(s, "restore")
    for kind in ("nat", "axis"):
        assert ("14.1.6a", "never_replaced") == refused(s, f"restore nat_afr_1 {kind}")
    never = {unit.row for unit in UNITS if not unit.rp}
    assert {"nat_afr", "nat_ins_n48"} == never
    s = field({"burgos": "nat_inf_1:r"})
    put(s, UNIT["nat_ins_n48"], ELIMINATED[NAT])
    replacements(s, "nationalist", own=2, ally=2)
    for kind in ("nat", "axis"):
        assert ("14.1.6a", "never_replaced") == refused(s, f"rebuild nat_ins_n48 {kind}")


@rule("car", "14.1.7a")
def test_a_regional_corps_cut_off_from_the_source_of_its_region_takes_no_replacements() -> None:
    places = {"pto_de_pajares": "rep_euzkadi:r", "castropol": "rep_ast_i:r rep_bas_1:r"}
    s = replacements(field(places, side="republican"), "republican", own=5)
    assert {"rep_euzkadi", "rep_ast_i", "rep_bas_1"} == units_offered(s, "restore"), "Bilbao is within reach"
    s = replacements(field(places, side="republican", nationalist="san_vicente_de_la_barquera"), "republican", own=5)
    assert ("14.1.7a", "corps_far_from_home") == refused(s, "restore rep_euzkadi rep")
    assert {"rep_ast_i", "rep_bas_1"} == units_offered(s, "restore"), "divisions, and who is at home, do"
    s = replacements(field(places, side="republican", nationalist="bilbao"), "republican", own=5)
    assert ("14.1.7a", "corps_far_from_home") == refused(s, "restore rep_euzkadi rep"), "the source is lost"
    s = replacements(field({"santander": "rep_euzkadi:r rep_ast_i:r rep_pol_1:r"}, side="republican",
                           nationalist="gijon santona bilbao", republican="dobro"), "republican", own=5)
    for corps in ("rep_euzkadi", "rep_ast_i"):
        assert ("14.1.7a", "corps_far_from_home") == refused(s, f"restore {corps} rep"), "other spaces do not count"
    s = replacements(field({"orduna": "rep_euzkadi:r", "madrid": "rep_i:r"}, side="republican", nationalist="durango"),
                     "republican", own=5)
    assert {"rep_euzkadi", "rep_i"} == units_offered(s, "restore")


@rule("car", "14.1.7a", "13.3.2a")
def test_at_home_a_regional_corps_needs_supply_only() -> None:
    s = field({"castropol": "rep_ast_i:r", "madrid": "rep_i:r"}, side="republican", nationalist="gijon",
              republican="leon")
    replacements(s, "republican", own=5)
    assert {"rep_ast_i", "rep_i"} == units_offered(s, "restore"), "supplied from Santander, at home in Asturias"


# --------------------------------------------------------------------------------------------------------- Main Cities


@rule("car", "14.2.1a", "14.2.2a")
@pytest.mark.parametrize(("nationalist", "republican", "cities", "lost"), [
    ("", "", (2, 4), (0, 0)), ("madrid", "", (3, 3), (0, 1)), ("madrid valencia", "", (4, 2), (0, 2)),
    ("", "zaragoza", (1, 5), (1, 0)), ("", "zaragoza sevilla", (0, 6), (2, 0)), ("madrid", "zaragoza", (2, 4), (0, 0)),
    ("madrid valencia barcelona bilbao santander gijon", "", (6, 0), (0, 4)),
])
def test_each_main_city_that_is_missing_costs_a_point(
        nationalist: str, republican: str, cities: tuple[int, int], lost: tuple[int, int]) -> None:
    s = field(nationalist=nationalist, republican=republican)
    assert cities == (main_cities(s, NAT), main_cities(s, REP))
    for side in (NAT, REP):
        assert (5 - lost[side], 5) == points(s, own=5, ally=5, side=side), "those of the ally pay nothing"


@rule("car", "14.2.3a")
def test_more_main_cities_bring_nothing() -> None:
    s = field(nationalist="madrid valencia")
    assert (1, 0) == points(s, own=1, side=NAT)
    s = field(republican="zaragoza sevilla")
    assert (1, 0) == points(s, own=1, side=REP)


@rule("car", "14.2.4a", "14.2.2c")
def test_points_never_fall_below_nothing_and_halves_are_kept() -> None:
    s = field(nationalist="madrid valencia")
    assert (0, 3) == points(s, own=1, ally=3)
    assert (0.5, 0) == points(s, own=2.5)
    s = field(republican="zaragoza sevilla")
    assert (0, 3) == points(s, own=1, ally=3, side=NAT)


@rule("car", "14.2.5a")
@pytest.mark.parametrize(("held", "cities"), [
    ("bilbao", (2, 4)), ("bilbao santander", (2, 4)), ("bilbao gijon", (2, 4)), ("santander gijon", (2, 4)),
    ("bilbao santander gijon", (3, 3)),
])
def test_bilbao_counts_as_republican_until_all_three_northern_sources_are_lost(
        held: str, cities: tuple[int, int]) -> None:
    s = field(nationalist=held)
    assert cities == (main_cities(s, NAT), main_cities(s, REP))


@rule("car", "14.2.2c")
def test_the_segment_begins_with_the_count_and_says_it() -> None:
    s = replacements(field({"burgos": MANY}, republican="zaragoza"), "nationalist", own=2, ally=1.5)
    assert ([2, 3], [(NAT, 2, 3)]) == (s.rp[:2], told(s.events, "replacements"))
    assert ("spend", (("own", "half", 2), ("ally", "half", 3), *COSTS)) == prompt(s, NAT)[1:3]
    assert s.stack[-1].public(s)                # type: ignore[attr-defined]
    do(s, "restore nat_inf_1 nat", "restore nat_inf_2 nat")
    assert ("14.1.3a", "not_enough_points") == refused(s, "restore nat_inf_3 nat")
    s = replacements(field({"burgos": MANY}, republican="zaragoza"), "nationalist", own=1)
    assert "nobody" == asked(s), "nothing is left to spend"


# ----------------------------------------------------------------------------------------------- events, by their cards


@rule("car", "14.2.2c")
def test_the_bombing_of_barcelona_and_lost_cities_take_republican_points_only() -> None:
    s = field(nationalist="madrid valencia")
    s.this_turn = 1 << CARD["n53"]
    assert (0, 2) == points(s, own=2, ally=2)
    assert (1, 2) == points(s, own=4, ally=2)
    s.this_turn = 0
    s.happened = 1 << CARD["n53"]
    assert (2, 2) == points(s, own=4, ally=2), "in its Turn only"


@rule("car", "14.2.2c")
def test_guerrillas_take_a_nationalist_point_in_their_turn() -> None:
    s = field(happened="r35")
    assert (2, 2) == points(s, own=2, ally=2, side=NAT)
    s.this_turn = 1 << CARD["r35"]
    assert (1, 2) == points(s, own=2, ally=2, side=NAT)
    assert (0, 2) == points(s, own=0.5, ally=2, side=NAT)


@rule("car", "14.2.2c", "CL.R52a")
def test_the_interruption_of_axis_aid_takes_all_axis_points_of_its_turn() -> None:
    s = field(happened="r52")
    assert (2, 3) == points(s, own=2, ally=3, side=NAT)
    s.this_turn = 1 << CARD["r52"]
    assert (2, 0) == points(s, own=2, ally=3, side=NAT)


@rule("car", "14.2.2c")
def test_basque_industry_brings_a_point_while_bilbao_is_held() -> None:
    s = field(happened="n37")
    assert (1, 1) == points(s, own=1, ally=1, side=NAT)
    s.held |= 1 << space("bilbao")
    assert (2, 1) == points(s, own=1, ally=1, side=NAT)
    s.this_turn = 1 << CARD["r35"]
    assert (0, 0) == points(s, side=NAT), "what is gained is lost again"
    s.happened = 0
    s.this_turn = 0
    assert (1, 1) == points(s, own=1, ally=1, side=NAT)


@rule("car", "14.2.2c", "CL.N30a", "CL.R31a")
def test_submarines_take_all_soviet_points_of_their_turn_and_then_one_a_turn_until_nyon() -> None:
    s = field(happened="n30")
    s.this_turn = 1 << CARD["n30"]
    assert (2, 0) == points(s, own=2, ally=4)
    s.happened |= 1 << CARD["r31"]
    s.this_turn |= 1 << CARD["r31"]
    assert (2, 0) == points(s, own=2, ally=4), "Nyon does not help in the same Turn"
    s = field(happened="n30")
    assert (2, 3) == points(s, own=2, ally=4)
    assert (2, 0) == points(s, own=2, ally=0.5)
    s = field(happened="n30 r31")
    assert (2, 4) == points(s, own=2, ally=4)


@rule("car", "14.2.2c")
def test_the_blockade_takes_a_soviet_point_while_mallorca_is_held() -> None:
    s = field(happened="n32")
    assert (2, 3) == points(s, own=2, ally=4)
    s = field(happened="n32 n30")
    assert (2, 2) == points(s, own=2, ally=4), "both count"
    s = field(happened="n32", republican="mallorca")
    assert (2, 4) == points(s, own=2, ally=4)


@rule("car", "14.2.2c")
def test_the_open_french_border_undoes_both_losses_of_one_but_not_the_loss_of_all() -> None:
    s = field(happened="n30 n32 r53")
    s.this_turn = 1 << CARD["r53"]
    assert (2, 4) == points(s, own=2, ally=4)
    s.this_turn |= 1 << CARD["n30"]
    assert (2, 0) == points(s, own=2, ally=4)
    s.this_turn = 0
    assert (2, 2) == points(s, own=2, ally=4), "in its Turn only"


def test_events_of_one_side_leave_the_points_of_the_other() -> None:
    s = field(nationalist="madrid bilbao", happened="n30 n32 n37")
    s.this_turn = bitset(CARD[name] for name in ("r35", "r52", "n53", "n30"))
    s.rp = [4, 4, 4, 4]
    count_points(s, NAT)
    assert [4, 0, 4, 4] == s.rp
    count_points(s, REP)
    assert [4, 0, 0, 0] == s.rp


# ------------------------------------------------------------------------------------------ Isolated Spaces and Sieges


@rule("car", "16.2.4.2a")
def test_one_step_for_each_isolated_group_at_twice_the_price() -> None:
    s = field({"granada": "nat_inf_1:r", "guadix": "nat_inf_2:r", "oviedo": "nat_inf_3:r nat_inf_4:r",
               "burgos": "nat_inf_5:r nat_inf_6:r"}, turn=4)
    s.isolated = spaces("granada", "oviedo")
    replacements(s, "nationalist", own=4)
    do(s, "restore nat_inf_2 nat")
    assert (6, False) == (s.rp[NAT_RP], reduced(s, "nat_inf_2"))
    assert ("16.2.4.2a", "isolated_once") == refused(s, "restore nat_inf_1 nat")
    do(s, "restore nat_inf_3 nat")
    assert 4 == s.rp[NAT_RP]
    assert ("16.2.4.2a", "isolated_once") == refused(s, "restore nat_inf_4 nat")
    do(s, "restore nat_inf_5 nat")
    assert 3 == s.rp[NAT_RP], "elsewhere the price is the usual one"
    s = field({"granada": "nat_inf_1:r", "burgos": "nat_inf_5:r"}, turn=4)
    s.isolated = spaces("granada")
    replacements(s, "nationalist", own=0.5)
    assert ("14.1.3a", "not_enough_points") == refused(s, "restore nat_inf_1 nat")


@rule("car", "16.1.8a", "16.1.8.1a")
def test_a_point_strengthens_a_siege_once_a_turn_up_to_what_it_had() -> None:
    s = field({"burgos": MANY}, turn=4)
    s.sieges = [1, 1, 1]
    replacements(s, "nationalist", own=4)
    events = do(s, "reinforce alcazar_of_toledo")
    assert ([1, 1, 2], 6, [(ALCAZAR, 2)]) == (s.sieges, s.rp[NAT_RP], told(events, "siege_reinforced"))
    assert ("16.1.8.1a", "siege_once") == refused(s, "reinforce alcazar_of_toledo")
    assert ("16.1.8.1a", "siege_full") == refused(s, "reinforce simancas_quarter")
    do(s, "reinforce santa_maria_de_la_cabeza")
    assert ([1, 2, 2], 4) == (s.sieges, s.rp[NAT_RP])
    s = field({"burgos": MANY}, turn=4)
    s.sieges = [0, 2, 1]
    replacements(s, "nationalist", own=1)
    assert ("16.1.8.1a", "siege_full") == refused(s, "reinforce santa_maria_de_la_cabeza")
    assert ("16.1.8.2a", "siege_over") == refused(s, "reinforce simancas_quarter")
    do(s, "restore nat_inf_1 nat")
    assert ("14.1.3a", "not_enough_points") == refused(s, "reinforce alcazar_of_toledo")


@rule("car", "16.1.8.3a")
@pytest.mark.parametrize(("turn", "refusal"), [(5, None), (6, ("16.1.8.3a", "siege_too_late"))])
def test_sieges_are_strengthened_in_the_war_of_the_columns_only(turn: int, refusal: tuple[str, str] | None) -> None:
    s = field({"burgos": MANY}, turn=turn)
    s.sieges = [0, 0, 1]
    replacements(s, "nationalist", own=1)
    assert refusal == refused(s, "reinforce alcazar_of_toledo")


@rule("car", "16.1.8a")
def test_the_republic_strengthens_no_siege() -> None:
    s = field({"madrid": "rep_mil_1:r"}, turn=4)
    s.sieges, s.rp = [0, 0, 1], [8, 8, 0, 0]
    replacements(s, "republican", own=2)
    assert ["done", "restore rep_mil_1 rep"] == offered(s)
