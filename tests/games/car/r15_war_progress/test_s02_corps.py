"""[15.2] Between Turns 5 and 6: corps, Reserves, Militarization."""

from __future__ import annotations

import pytest

from tablero.games.car.board import INITIAL_CORPS, NAT, POOL, REP, UNIT, UNITS
from tablero.games.car.rules.r15_war_progress.s02_corps import MakeRoom, Militarize, Mobilization, WithdrawDivision
from tablero.games.car.state import Car
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tests.games.car.field import Pause, asked, at, do, field, offered, reduced, refused, told, units_at
from tests.games.car.turns import action, hold, turn
from tests.rules import rule

ASTURIANS = "castropol pto_de_la_espina pto_de_leitariegos pto_de_pajares gijon cangas_de_onis"
SANTANDER = "san_vicente_de_la_barquera santander santona pto_del_escudo"
BASQUES = "bilbao orduna durango san_sebastian"
NORTH = f"{ASTURIANS} {SANTANDER} {BASQUES}"


FULL = ("nat_inf_11 nat_inf_12 nat_inf_13 nat_inf_14 nat_inf_15 nat_inf_16 nat_ita_n23 rep_bas_5 rep_san_3 rep_ast_7"
        " rep_ast_8 rep_rpa_3 rep_rpa_r06 rep_rpa_r08_1 rep_rpa_r08_2")         # what is due in the Reserves


def mobilize(places: dict[str, str], step: str = "deploy", corps: str = "", **more: str) -> Car:
    """The mobilization from one of its steps on, with these corps to be deployed: `nat_i rep_i`. The Reserves are as
    they should be if nothing is said of them."""
    s = field({"reserve": FULL, **places}, turn=5, **more)          # type: ignore[arg-type]
    left = [sum(1 << UNIT[name] for name in corps.split() if UNITS[UNIT[name]].side == side) for side in (NAT, REP)]
    s.stack = [Pause(REP), Mobilization(left=left, at=Mobilization().steps().index(step))]
    if not corps and step == "deploy":
        s.stack[1] = Mobilization()
    advance(s)
    return s


def corps_left(s: Car, side: int) -> set[str]:
    return {UNITS[unit].id for unit in ids_of(s.frame(Mobilization).left[side])}


def spaces(s: Car) -> set[str]:
    """Where the corps that was chosen may go."""
    return {text.removeprefix("to ") for text in offered(s)}


# ---------------------------------------------------------------------------------------------------------- which corps


@rule("car", "15.2.1a", "15.2.1b")
def test_ten_republican_and_nine_nationalist_corps_are_deployed_and_the_ctv_after_axis_military_aid() -> None:
    places = {"leon": "nat_inf_1", "valencia": "rep_rpa_1"}
    s = mobilize(places)
    nine = {"nat_i", "nat_v", "nat_vi", "nat_vii", "nat_viii", "nat_aragon", "nat_marroqui", "nat_navarra",
            "nat_extremadura"}
    assert nine == corps_left(s, NAT)
    assert {"rep_i", "rep_ii", "rep_iii", "rep_iv", "rep_v", "rep_vi", "rep_euzkadi", "rep_santander", "rep_ast_i",
            "rep_ast_ii"} == corps_left(s, REP)
    assert nine | {"nat_ctv"} == corps_left(mobilize(places, happened="n4"), NAT)
    assert nine == corps_left(mobilize(places, happened="n7 n8"), NAT), "no other event will do"


@rule("car", "15.2.1a")
def test_with_axis_military_aid_in_a_later_turn_the_ctv_comes_to_a_port_then() -> None:
    s = action(field({"leon": "nat_inf_1"}, nationalist="malaga mallorca"), turn=7, hands="n4")
    do(s, "event n4")
    assert {"to la_coruna", "to pontevedra", "to cadiz", "to algeciras"} == set(offered(s))
    do(s, "to cadiz")
    assert "cadiz" == at(s, "nat_ctv")


@rule("car", "15.2.1.1a")
def test_both_sides_deploy_one_corps_each_in_turns_the_nationalists_first() -> None:
    s = mobilize({"leon": "nat_inf_1", "burgos": "nat_inf_2", "albacete": "rep_rpa_1"}, corps="nat_i nat_v rep_i rep_v",
                 nationalist=NORTH)
    assert ("nationalist DeployCorps", ["deploy nat_i", "deploy nat_v"]) == (asked(s), offered(s))
    do(s, "deploy nat_v", "to sevilla")
    assert ("republican DeployCorps", ["deploy rep_i", "deploy rep_v"]) == (asked(s), offered(s))
    do(s, "deploy rep_i", "to albacete")
    assert ("nationalist", "sevilla", "albacete") == (asked(s).split()[0], at(s, "nat_v"), at(s, "rep_i"))


@rule("car", "15.2.1.2h", "15.2.1.1a")
def test_nobody_may_pass_and_the_last_republican_corps_may_follow_one_another() -> None:
    s = mobilize({"albacete": "rep_rpa_1"}, corps="nat_i rep_i rep_v rep_vi", nationalist=NORTH)
    assert refused(s, "done") is not None
    do(s, "to sevilla")                         # the only corps is in hand already
    assert ["deploy rep_i", "deploy rep_v", "deploy rep_vi"] == offered(s)
    do(s, "deploy rep_v", "to albacete")
    assert ["deploy rep_i", "deploy rep_vi"] == offered(s)


@rule("car", "15.2.1.2h")
def test_a_corps_without_a_space_leaves_the_game_for_good() -> None:
    s = mobilize({"valencia": "rep_rpa_1"}, corps="rep_ast_i rep_santander rep_i rep_v", nationalist=NORTH)
    assert ["deploy rep_i", "deploy rep_v"] == offered(s)
    assert ("15.2.1.2a", "corps_needs_unit") == refused(s, "deploy rep_ast_i")
    do(s, "deploy rep_i", "to madrid")
    events = do(s, "to valencia")
    assert ("gone", "gone", "madrid", "valencia") == tuple(
        at(s, name) for name in ("rep_ast_i", "rep_santander", "rep_i", "rep_v"))
    assert [(REP, UNIT[name], POOL[REP]) for name in ("rep_santander", "rep_ast_i")] == told(events, "removed")
    assert "nobody" == asked(s)


# ---------------------------------------------------------------------------------------------------------------- where


@rule("car", "15.2.1.2a")
def test_a_corps_goes_to_a_unit_a_supply_source_or_madrid() -> None:
    units = {"leon": "nat_inf_1", "mallorca": "nat_inf_2", "albacete": "nat_inf_3", "cartagena": "rep_rpa_1",
             "burgos": "rep_rpa_2"}
    s = mobilize(units, corps="nat_i nat_v rep_i rep_v", nationalist=NORTH)
    do(s, "deploy nat_i")
    assert {"leon", "la_coruna", "valladolid", "zaragoza", "sevilla"} == spaces(s)
    assert ("15.2.1.2a", "corps_needs_unit") == refused(s, "to palencia")
    assert ("15.2.1.2a", "out_of_supply") == refused(s, "to albacete")
    assert ("8.5.2.4d", "not_to_balearics") == refused(s, "to mallorca")
    do(s, "to leon", "deploy rep_i")
    assert {"madrid", "barcelona", "valencia", "cartagena"} == spaces(s)
    assert ("15.2.1.2a", "out_of_supply") == refused(s, "to burgos")
    s = mobilize(units, corps="nat_i nat_v", nationalist=f"{NORTH} madrid guadarrama")
    do(s, "deploy nat_i")
    assert "madrid" in spaces(s)


@rule("car", "15.2.1.2a")
def test_no_space_takes_a_second_corps() -> None:
    s = mobilize({"leon": "nat_i", "valencia": "rep_i"}, corps="nat_v nat_vi rep_v rep_vi", nationalist=NORTH)
    do(s, "deploy nat_v")
    assert ("15.2.1.2a", "one_corps_a_space") == refused(s, "to leon")
    do(s, "to zaragoza", "deploy rep_v")
    assert ("15.2.1.2a", "one_corps_a_space") == refused(s, "to valencia")


@rule("car", "15.2.1.2a")
def test_in_a_full_space_a_division_makes_room_and_goes_to_the_reserve_as_it_is() -> None:
    s = mobilize({"leon": "nat_inf_1:r nat_afr_1 nat_cav_1"}, corps="nat_i nat_v", nationalist=NORTH)
    do(s, "deploy nat_i", "to leon")
    assert ["withdraw nat_inf_1", "withdraw nat_cav_1", "withdraw nat_afr_1"] == offered(s)
    do(s, "withdraw nat_inf_1")
    assert ("reserve", True) == (at(s, "nat_inf_1"), reduced(s, "nat_inf_1"))
    assert {"nat_i", "nat_afr_1", "nat_cav_1"} == set(units_at(s, "leon"))
    s = mobilize({"leon": "nat_inf_1 nat_inf_2"}, corps="nat_i nat_v", nationalist=NORTH)
    do(s, "deploy nat_i", "to leon")
    assert {"nat_i", "nat_inf_1", "nat_inf_2"} == set(units_at(s, "leon"))


@rule("car", "15.2.1.2d")
def test_the_ctv_goes_to_supplied_italians_or_to_a_port() -> None:
    s = mobilize({"burgos": "nat_ita_n07_1", "soria": "nat_cv33_n07", "leon": "nat_inf_1", "albacete": "nat_ita_n07_2",
                  "cadiz": "nat_i"}, corps="nat_ctv nat_v", nationalist=NORTH)
    do(s, "deploy nat_ctv")
    ports = {"la_coruna", "pontevedra", "gijon", "santander", "bilbao", "san_sebastian", "algeciras"}
    assert ports | {"burgos", "soria"} == spaces(s)
    assert ("15.2.1.2d", "ctv_by_italians") == refused(s, "to leon")
    assert ("15.2.1.2d", "ctv_by_italians") == refused(s, "to valladolid")
    assert ("15.2.1.2a", "one_corps_a_space") == refused(s, "to cadiz")
    assert ("15.2.1.2a", "out_of_supply") == refused(s, "to albacete")


@rule("car", "15.2.1.2g", "16.4.3.1a")
def test_no_other_republican_corps_goes_to_the_isolated_north() -> None:
    s = mobilize({"gijon": "rep_pol_1", "valencia": "rep_rpa_1"}, corps="rep_i rep_v")
    do(s, "deploy rep_i")
    assert {"madrid", "barcelona", "valencia", "cartagena"} == spaces(s)
    assert ("15.2.1.2a", "corps_needs_unit") == refused(s, "to cuenca")
    assert ("15.2.1.2g", "not_in_isolated_north") == refused(s, "to gijon")
    linked = "aguilar_de_campoo leon palencia valladolid segovia burgos aranda_de_duero"
    s = mobilize({"gijon": "rep_pol_1", "valencia": "rep_rpa_1"}, corps="rep_i rep_v", republican=linked)
    do(s, "deploy rep_i")
    assert {"madrid", "barcelona", "valencia", "cartagena", "gijon", "santander", "bilbao"} == spaces(s)


@rule("car", "15.2.1.2e", "15.2.1.2i")
def test_a_regional_corps_goes_to_its_units_or_its_source_inside_its_region() -> None:
    s = mobilize({"cangas_de_onis": "rep_ast_1", "santona": "rep_ast_2 rep_san_1", "castropol": "rep_pol_1",
                  "durango": "rep_bas_1"}, corps="rep_ast_i rep_euzkadi rep_santander")
    do(s, "deploy rep_ast_i")
    assert {"cangas_de_onis", "gijon"} == spaces(s)
    assert ("15.2.1.2e", "corps_in_region") == refused(s, "to santona")
    assert ("15.2.1.2e", "corps_in_region") == refused(s, "to castropol")
    do(s, "to gijon", "deploy rep_euzkadi")
    assert {"bilbao", "durango"} == spaces(s)


@rule("car", "15.2.1.2i")
def test_only_when_its_region_offers_nothing_it_goes_to_its_units_elsewhere() -> None:
    s = mobilize({"santona": "rep_ast_1", "gijon": "nat_inf_1", "bilbao": "rep_ast_2", "cangas_de_onis": "rep_pol_1"},
                 corps="rep_ast_i rep_euzkadi")
    do(s, "deploy rep_ast_i")
    assert {"santona", "bilbao"} == spaces(s)


@rule("car", "15.2.1.2j", "15.2.1.2f")
def test_the_second_asturian_corps_goes_outside_before_two_share_a_space() -> None:
    only_gijon = f"{ASTURIANS} oviedo".replace("gijon ", "")
    s = mobilize({"gijon": "rep_pol_1", "santona": "rep_ast_1"}, corps="rep_ast_i rep_ast_ii", nationalist=only_gijon)
    do(s, "deploy rep_ast_ii")
    assert {"gijon": ["rep_pol_1", "rep_ast_ii"], "santona": ["rep_ast_1", "rep_ast_i"]} == {
        name: units_at(s, name) for name in ("gijon", "santona")}
    s = mobilize({"gijon": "rep_ast_i", "santona": "rep_ast_1 rep_santander"}, corps="rep_ast_ii",
                 nationalist=only_gijon)
    assert "gijon" == at(s, "rep_ast_ii"), "two share a space in their region rather than elsewhere"
    s = mobilize({"gijon": "rep_pol_1"}, corps="rep_ast_i rep_ast_ii", nationalist=only_gijon)
    do(s, "deploy rep_ast_ii")
    assert {"rep_ast_i", "rep_ast_ii", "rep_pol_1"} == set(units_at(s, "gijon"))


@rule("car", "15.2.1.2f", "15.2.1.2e")
def test_corps_of_two_regions_share_the_only_space_that_is_left_to_them() -> None:
    s = mobilize({"cangas_de_onis": "rep_san_1 rep_ast_i"}, corps="rep_santander", nationalist=SANTANDER)
    assert {"rep_san_1", "rep_ast_i", "rep_santander"} == set(units_at(s, "cangas_de_onis"))


@rule("car", "15.2.1.2i", "8.5.2.4d")
def test_a_regional_corps_does_not_follow_its_division_to_the_balearics() -> None:
    s = mobilize({"menorca": "rep_ast_1", "valencia": "rep_rpa_1"}, corps="rep_ast_i rep_i rep_v", nationalist=NORTH)
    assert ["deploy rep_i", "deploy rep_v"] == offered(s)


# ------------------------------------------------------------------------------------ what is owed to the three regions


@rule("car", "15.2.1.2b", "15.2.1.2k")
def test_the_last_three_nationalist_corps_go_to_the_three_regions_if_none_is_there() -> None:
    units = {"leon": "nat_inf_1", "aguilar_de_campoo": "nat_inf_2", "vitoria": "nat_inf_3", "soria": "nat_inf_4"}
    s = mobilize(units, corps="nat_i nat_v nat_vi nat_vii")
    do(s, "deploy nat_i", "to sevilla", "deploy nat_v")
    assert {"leon", "aguilar_de_campoo", "vitoria"} == spaces(s)
    assert ("15.2.1.2k", "corps_owed_to_north") == refused(s, "to zaragoza")
    do(s, "to leon", "deploy nat_vi")
    assert {"aguilar_de_campoo", "vitoria"} == spaces(s), "León serves Asturias, and nothing else"
    do(s, "to vitoria")
    assert "aguilar_de_campoo" == at(s, "nat_vii")


@rule("car", "15.2.1.2b", "15.2.1.2c")
def test_a_region_that_is_wholly_nationalist_is_owed_nothing() -> None:
    units = {"leon": "nat_inf_1", "aguilar_de_campoo": "nat_inf_2", "vitoria": "nat_inf_3"}
    s = mobilize(units, corps="nat_i nat_v nat_vi", nationalist=BASQUES)
    do(s, "deploy nat_i")
    assert "sevilla" in spaces(s)
    do(s, "to vitoria", "deploy nat_v")
    assert {"leon", "aguilar_de_campoo"} == spaces(s)
    s = mobilize(units, corps="nat_i nat_v nat_vi", nationalist=BASQUES.replace("bilbao ", ""))
    do(s, "deploy nat_i")
    assert {"leon", "aguilar_de_campoo", "vitoria"} == spaces(s), "one space that is Republican is enough"


@rule("car", "15.2.1.2b", "15.2.1.2k")
def test_a_corps_next_to_two_regions_counts_for_one_of_them() -> None:
    units = {"dobro": "nat_inf_1", "leon": "nat_inf_2", "vitoria": "nat_inf_3"}         # Dobro: Santander and Basques
    s = mobilize(units, corps="nat_i nat_v nat_vi")
    do(s, "deploy nat_i", "to dobro", "deploy nat_v")
    assert {"leon", "vitoria"} == spaces(s)
    do(s, "to vitoria")
    assert "leon" == at(s, "nat_vi")


@rule("car", "15.2.1.2b", "15.2.1.2k")
def test_corps_in_the_regions_serve_as_well_and_more_than_one_may_go_there() -> None:
    units = {"castropol": "nat_inf_1", "villalba": "nat_inf_2", "aguilar_de_campoo": "nat_inf_3",
             "vitoria": "nat_inf_4"}
    s = mobilize(units, corps="nat_i nat_v nat_vi nat_vii")
    do(s, "deploy nat_i", "to castropol", "deploy nat_v", "to villalba", "deploy nat_vi")
    assert {"aguilar_de_campoo", "vitoria"} == spaces(s)


@rule("car", "15.2.1.2b", "15.2.1.2k")
def test_without_a_free_space_at_a_region_the_nearest_one_serves() -> None:
    units = {"aguilar_de_campoo": "nat_inf_2", "vitoria": "nat_inf_3", "benavente": "nat_inf_4", "soria": "nat_inf_5"}
    s = mobilize(units, corps="nat_i nat_v nat_vi")         # nobody is at Asturias; La Coruña, Benavente are near
    do(s, "deploy nat_i")
    assert {"aguilar_de_campoo", "vitoria", "la_coruna", "benavente"} == spaces(s)
    do(s, "to la_coruna", "deploy nat_v")
    assert {"aguilar_de_campoo", "vitoria"} == spaces(s)


@rule("car", "15.2.1.2b", "15.2.1.2k")
def test_two_regions_with_one_free_space_between_them_get_it_and_the_nearest_other() -> None:
    units = {"dobro": "nat_inf_1", "leon": "nat_inf_2", "soria": "nat_inf_3", "tudela": "nat_inf_4"}
    s = mobilize(units, corps="nat_i nat_v nat_vi")
    do(s, "deploy nat_i")
    assert {"dobro", "leon", "soria", "tudela"} == spaces(s)
    do(s, "to dobro", "deploy nat_v")
    assert {"leon", "soria", "tudela"} == spaces(s)      # three spaces from the Basques
    do(s, "to soria")
    assert "leon" == at(s, "nat_vi")


@rule("car", "15.2.1.2k", "15.2.1.2d")
def test_the_ctv_serves_only_where_it_may_go() -> None:
    units = {"leon": "nat_inf_1", "aguilar_de_campoo": "nat_inf_2", "vitoria": "nat_inf_3"}
    s = mobilize(units, corps="nat_i nat_v nat_vi nat_ctv")
    do(s, "deploy nat_i")
    assert {"leon", "aguilar_de_campoo", "vitoria"} == spaces(s)
    s = mobilize({**units, "vitoria": "nat_ita_n07_1"}, corps="nat_i nat_v nat_vi nat_ctv")
    do(s, "deploy nat_i")
    assert {"leon", "aguilar_de_campoo", "vitoria", "sevilla"} <= spaces(s)
    do(s, "to sevilla", "deploy nat_ctv")
    assert "vitoria" == at(s, "nat_ctv"), "two others are left for the other two regions"


@rule("car", "15.2.1.2b", "15.2.1.2k")
def test_as_many_regions_as_possible_have_a_corps_beside_them_before_distances_count() -> None:
    s = mobilize({"dobro": "nat_i", "leon": "nat_inf_2"}, corps="nat_v nat_vi")
    do(s, "deploy nat_v")
    assert {"leon", "zaragoza", "valladolid"} == spaces(s), "not León for Santander and La Coruña for Asturias"


@rule("car", "15.2.1.2k")
def test_a_region_that_has_its_corps_needs_no_second_one() -> None:
    s = mobilize({"leon": "nat_v", "vitoria": "nat_vi", "aguilar_de_campoo": "nat_inf_1", "lugo": "nat_inf_2"},
                 corps="nat_i")
    assert "aguilar_de_campoo" == at(s, "nat_i")


@rule("car", "15.2.1.2k", "15.2.1.2d")
def test_the_ctv_takes_a_space_of_its_own() -> None:
    s = mobilize({"leon": "nat_inf_1", "dobro": "nat_ita_n07_1", "soria": "nat_inf_2"}, corps="nat_i nat_vi nat_ctv")
    do(s, "deploy nat_i")
    assert {"leon", "soria"} == spaces(s), "Dobro, at two regions, is left to the CTV, which has no other place there"
    do(s, "to leon", "deploy nat_vi")
    assert ("soria", "dobro") == (at(s, "nat_vi"), at(s, "nat_ctv"))


@rule("car", "15.2.1.2k", "15.2.1.2d")
@pytest.mark.parametrize("first", ["nat_i", "nat_ctv"])
def test_the_ctv_serves_one_region_only(first: str) -> None:
    units = {"leon": "nat_v", "vitoria": "nat_ita_n07_1", "aguilar_de_campoo": "nat_ita_n07_2", "soria": "nat_inf_1"}
    s = mobilize(units, corps="nat_i nat_ctv")
    do(s, f"deploy {first}")
    assert {"vitoria", "aguilar_de_campoo"} == spaces(s)
    do(s, "to vitoria")
    assert "aguilar_de_campoo" == at(s, "nat_ctv" if first == "nat_i" else "nat_i")


@rule("car", "15.2.1.2b", "15.2.1.2k")
def test_when_there_are_too_few_corps_as_many_regions_as_possible_are_served() -> None:
    units = {"leon": "nat_inf_1", "dobro": "nat_inf_2", "vitoria": "nat_inf_3", "soria": "nat_inf_4"}
    s = mobilize(units, corps="nat_i nat_v")
    do(s, "deploy nat_i")
    assert {"leon", "dobro", "vitoria"} == spaces(s)
    do(s, "to dobro")
    assert {"leon", "vitoria"} == spaces(s)


# --------------------------------------------------------------------------------------------------------- the Reserves


@rule("car", "15.2.2a", "15.2.1.2h")
def test_after_the_last_corps_the_reserves_are_checked() -> None:
    s = mobilize({"albacete": "rep_rpa_1", "leon": "nat_inf_1 nat_inf_2", "reserve": ""}, corps="nat_i rep_i",
                 nationalist=NORTH)
    do(s, "to sevilla", "to albacete")
    assert ("nationalist WithdrawDivision", ["withdraw nat_inf_1", "withdraw nat_inf_2"]) == (asked(s), offered(s))


@rule("car", "15.2.2.1a")
@pytest.mark.parametrize(("missing", "wanted"), [
    ("nat_inf_16", {"nat_inf_1", "nat_mil_1", "nat_nav_1"}), ("nat_ita_n23", {"nat_ita_n07_1"}),
    ("rep_bas_5", {"rep_bas_1"}), ("rep_san_3", {"rep_san_1"}), ("rep_ast_7", {"rep_ast_1"}),
    ("rep_rpa_3", {"rep_mil_1", "rep_rpa_1", "rep_poum", "rep_cnt_1"}), ("", set()),
])
def test_each_reserve_needs_divisions_that_can_replace_its_corps(missing: str, wanted: set[str]) -> None:
    names = ("nat_inf_1 nat_mil_1", "nat_nav_1 nat_afr_1 nat_cav_1", "nat_pol_1 nat_cv33_n07 nat_pz1_n22",
             "nat_ita_n07_1 nat_i")
    republicans = ("rep_mil_1 rep_rpa_1", "rep_poum rep_cnt_1", "rep_pol_1 rep_int_r03_1 rep_t26_r04")
    where = ("leon", "burgos", "soria", "zaragoza", "albacete", "madrid", "valencia")
    places = dict(zip(where, (*names, *republicans)))
    places |= {"gijon": "rep_ast_1 rep_ast_i", "santander": "rep_san_1", "bilbao": "rep_bas_1"}
    reserve = " ".join(name for name in FULL.split() if name != missing)
    s = mobilize({**places, "reserve": reserve}, "reserves", happened="n7")
    if len(wanted) > 1:
        assert {f"withdraw {name}" for name in wanted} == set(offered(s))
        do(s, offered(s)[0])
    gone = {name for text in places.values() for name in text.split() if at(s, name) == "reserve"}
    assert min(1, len(wanted)) == len(gone)
    assert gone <= wanted


@rule("car", "15.2.2.1a")
def test_no_italians_are_due_before_their_reinforcements() -> None:
    places = {"leon": "nat_ita_n07_1 nat_ita_n07_2", "reserve": FULL.replace("nat_ita_n23 ", "")}
    assert "nobody" == asked(mobilize(places, "reserves")) == asked(mobilize(places, "reserves", happened="n8 n12"))
    assert "nationalist WithdrawDivision" == asked(mobilize(places, "reserves", happened="n7"))


@rule("car", "15.2.2.2a", "15.2.2.2b")
def test_both_sides_withdraw_one_division_each_in_turns_as_strong_as_it_is_and_none_too_many() -> None:
    places = {"leon": "nat_inf_1 nat_inf_2:r nat_inf_3", "albacete": "rep_rpa_1 rep_rpa_2:r", "madrid": "rep_mil_1:r",
              "reserve": FULL.replace("nat_inf_15 nat_inf_16 ", "").replace("rep_rpa_3 ", "")}
    s = mobilize(places, "reserves")
    assert "nationalist WithdrawDivision" == asked(s)
    do(s, "withdraw nat_inf_2")
    assert "republican WithdrawDivision" == asked(s)
    do(s, "withdraw rep_rpa_2")
    assert ("nationalist WithdrawDivision", ["withdraw nat_inf_1", "withdraw nat_inf_3"]) == (asked(s), offered(s))
    assert refused(s, "done") is not None
    do(s, "withdraw nat_inf_1")
    assert ["reserve", "reserve", "leon", "albacete", "reserve"] == [
        at(s, name) for name in ("nat_inf_1", "nat_inf_2", "nat_inf_3", "rep_rpa_1", "rep_rpa_2")]
    assert [False, True, True] == [reduced(s, name) for name in ("nat_inf_1", "nat_inf_2", "rep_rpa_2")]
    assert ("republican Militarize", "madrid") == (asked(s), at(s, "rep_mil_1"))


@rule("car", "15.2.2.2a")
def test_a_side_that_needs_more_goes_on_alone_and_gives_what_it_can() -> None:
    places = {"albacete": "rep_rpa_1 rep_rpa_2", "madrid": "rep_rpa_militarization_1",
              "reserve": FULL.replace("rep_rpa_r06 rep_rpa_r08_1 rep_rpa_r08_2", "").replace("rep_rpa_3 ", "")}
    s = mobilize(places, "reserves")
    do(s, "withdraw rep_rpa_1")
    assert ["withdraw rep_rpa_2", "withdraw rep_rpa_militarization_1"] == offered(s)
    do(s, "withdraw rep_rpa_2")                 # the last one follows of itself; then there is none left
    assert ("nobody", "reserve") == (asked(s), at(s, "rep_rpa_militarization_1"))


@rule("car", "15.2.1.2a", "15.2.2.2a", "15.2.3a")
def test_everybody_sees_which_divisions_make_room_are_withdrawn_or_become_regular_troops() -> None:
    s = field({"leon": "nat_inf_1 nat_inf_2 nat_inf_3 nat_i", "madrid": "rep_mil_1"}, turn=5)
    questions = MakeRoom(NAT, s.at[UNIT["nat_i"]]), WithdrawDivision(NAT), Militarize(REP)
    assert [True, True, True] == [question.public(s) for question in questions]


@rule("car", "15.2.2.2a", "16.2.6a")
def test_only_supplied_divisions_are_withdrawn_and_isolated_spaces_are_not_supplied_any_more() -> None:
    s = field({"granada": "nat_inf_1", "oviedo": "nat_inf_2", "zaragoza": "nat_inf_3", "albacete": "nat_inf_4"}, turn=5)
    s.isolated = sum(1 << s.at[UNIT[name]] for name in ("nat_inf_1", "nat_inf_2"))
    hold(s, "", deck="")
    turn(s, 5, "end_of_turn")
    while "Withdraw" not in asked(s) and s.turn == 5 and "Militarize" not in asked(s):
        do(s, offered(s)[-1])
    assert ["granada", "oviedo", "reserve", "albacete"] == [at(s, f"nat_inf_{n}") for n in (1, 2, 3, 4)]


# ------------------------------------------------------------------------------------------------------- Militarization


@rule("car", "15.2.3a", "15.2.3c")
def test_militias_become_regular_troops_where_and_as_strong_as_they_are() -> None:
    s = mobilize({"madrid": "rep_mil_1 rep_mil_2:r", "reserve": "rep_mil_3:r", "eliminated": "rep_mil_4"}, "militarize")
    assert ["done", *(f"militarize rep_mil_{n}" for n in (1, 2, 3, 4))] == offered(s)
    do(s, *(f"militarize rep_mil_{n}" for n in (1, 2, 3)))
    assert ["gone"] * 3 == [at(s, f"rep_mil_{n}") for n in (1, 2, 3)]
    regulars = [f"rep_rpa_militarization_{n}" for n in (1, 2, 3)]
    assert ["madrid", "madrid", "reserve"] == [at(s, name) for name in regulars]
    assert [False, True, True] == [reduced(s, name) for name in regulars]
    assert [False] * 3 == [reduced(s, f"rep_mil_{n}") for n in (1, 2, 3)]
    do(s, "militarize rep_mil_4")
    assert ("gone", "eliminated", "nobody") == (at(s, "rep_mil_4"), at(s, "rep_rpa_militarization_4"), asked(s))


@rule("car", "15.2.3a")
def test_five_militias_at_most_and_none_if_the_republic_does_not_want_to() -> None:
    s = mobilize({"madrid": "rep_mil_1 rep_mil_2 rep_mil_3", "valencia": "rep_mil_4 rep_mil_5 rep_mil_6"}, "militarize")
    do(s, *(f"militarize rep_mil_{n}" for n in range(1, 6)))
    assert ("nobody", "valencia") == (asked(s), at(s, "rep_mil_6"))
    s = mobilize({"madrid": "rep_mil_1"}, "militarize")
    do(s, "done")
    assert ("nobody", "madrid") == (asked(s), at(s, "rep_mil_1"))


@rule("car", "15.2.3b")
def test_regional_militias_and_the_poum_stay_militias_and_catalans_need_not() -> None:
    s = mobilize({"barcelona": "rep_poum rep_cnt_1 rep_psuc", "lerida": "rep_erc rep_pol_1", "gijon": "rep_ast_1",
                  "bilbao": "rep_bas_1", "santander": "rep_san_1", "burgos": "nat_mil_1"}, "militarize")
    assert {"done", "militarize rep_cnt_1", "militarize rep_psuc", "militarize rep_erc"} == set(offered(s))
    assert refused(s, "militarize rep_poum") is not None


# ---------------------------------------------------------------------------------------------------- from start to end


@rule("car", "15.2.1a", "15.2.2a", "15.2.3a", "6.0a")
def test_a_campaign_comes_to_turn_6_with_all_corps_that_can_stand_somewhere() -> None:
    s = field({"leon": "nat_inf_1", "aguilar_de_campoo": "nat_inf_2", "vitoria": "nat_inf_3", "soria": "nat_inf_4",
               "madrid": "rep_rpa_1", "albacete": "rep_mil_1", "murcia": "rep_mil_2", "jaen": "rep_mil_3"}, turn=5)
    hold(s, "", deck="")
    turn(s, 5, "corps")
    order = []
    while s.turn == 5:
        order.append(asked(s))
        do(s, offered(s)[0])
    assert ["nationalist DeployCorps", "republican DeployCorps"] == list(dict.fromkeys(order))[:2]
    assert not s.here[POOL[NAT]] & INITIAL_CORPS[NAT] & ~(1 << UNIT["nat_ctv"])
    assert not s.here[POOL[REP]] & INITIAL_CORPS[REP]
    s = field({"leon": "nat_inf_1"}, turn=7)
    hold(s, "", deck="")
    turn(s, 7, "corps")
    assert (8, INITIAL_CORPS[NAT]) == (s.turn, s.here[POOL[NAT]] & INITIAL_CORPS[NAT]), "in no other Turn"
