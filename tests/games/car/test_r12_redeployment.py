"""[12] Strategic Redeployment."""

from __future__ import annotations

import pytest

from tablero.games.car.board import (
    BALEARICS,
    BEACH_MALLORCA,
    BEACH_P,
    GRANADA,
    MALLORCA,
    NAT,
    OVIEDO,
    REP,
    SPACE_NAMES,
    UNIT,
    space,
)
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tablero.games.car.rules.r12_redeployment import Redeploy, Redeployment
from tablero.games.car.state import Car
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import prompt
from tablero.kernel.refusals import Refusal
from tests.games.car.field import asked, at, do, field, offered, reduced, refused, told, units_at
from tests.games.car.logistics import goals, left, send, sr, units_offered
from tests.games.car.turns import action, turn
from tests.rules import rule

NORTH_PORTS = {"la_coruna", "pontevedra"}
EASTERN_PORTS = {"barcelona", "tarragona", "valencia", "alicante", "cartagena", "almeria", "malaga", "menorca"}


def isolated(s: Car, *names: str) -> Car:
    for name in names:
        s.isolated |= 1 << space(name)
    return s


def why_not(s: Car, unit: str, where: str) -> Refusal | None:
    """Why a unit may not be sent to a space."""
    s = s.clone()
    do(s, f"redeploy {unit}")
    return refused(s, f"to {where}")


# ------------------------------------------------------------------------------------------------------------- points


@rule("car", "12.1.1a", "12.1.4a")
def test_the_player_is_asked_for_a_unit_then_for_its_way_and_sees_what_was_done() -> None:
    s = sr(field({"burgos": "nat_inf_1 nat_inf_2 nat_inf_3"}), 2.5)
    question, counter = s.stack[-1], ("unit", "unit", UNIT["nat_inf_1"])
    assert isinstance(question, Redeploy)
    assert question.public(s)
    assert ("redeploy", (("points", "half", 5),), ()) == (*prompt(s, NAT)[1:3], question.marks(s, NAT))
    do(s, "redeploy nat_inf_1")
    assert ("redeploy_to", (counter,)) == prompt(s, NAT)[1:3]
    assert [("moving", "unit", 1 << UNIT["nat_inf_1"])] == [tuple(mark)[:3] for mark in question.marks(s, NAT)]
    do(s, "to avila")
    marks = s.frame(Redeployment).marks(s, NAT)
    assert [("redeployed", "unit", 1 << UNIT["nat_inf_1"])] == [tuple(mark)[:3] for mark in marks]


@rule("car", "12.1.1a", "12.1.2a", "12.1.6a")
@pytest.mark.parametrize("division", ["rep_mil_1", "rep_mil_1:r"])
def test_a_division_goes_across_the_country_for_one_point(division: str) -> None:
    s = sr(field({"barcelona": division}, side="republican"), 1)
    events = do(s, "redeploy rep_mil_1", "to madrid")
    assert ["rep_mil_1" + division[9:]] == units_at(s, "madrid")
    assert [(REP, UNIT["rep_mil_1"], space("barcelona"), space("madrid"))] == told(events, "redeployed")
    assert "nobody" == asked(s), "the point is spent"


@rule("car", "12.1.1a", "12.1.8a", "12.1.9a")
def test_units_go_to_the_reserve_and_come_out_of_it() -> None:
    s = sr(field({"burgos": "nat_inf_1:r", "reserve": "nat_inf_2:r"}), 2)
    choosing = s.clone()
    do(choosing, "redeploy nat_inf_2")
    assert ("12.1.9a", "corps_not_to_reserve") == refused(choosing, "to_reserve"), "it is there"
    events = do(s, "redeploy nat_inf_1", "to_reserve")
    assert [(NAT, UNIT["nat_inf_1"], space("burgos"))] == told(events, "to_reserve")
    send(s, "nat_inf_2", "valladolid")
    assert ("reserve", True, "valladolid", True) == (
        at(s, "nat_inf_1"), reduced(s, "nat_inf_1"), at(s, "nat_inf_2"), reduced(s, "nat_inf_2"))


@rule("car", "12.1.2a")
@pytest.mark.parametrize("corps", ["nat_v", "nat_v:r"])
def test_a_corps_takes_three_points_whatever_its_strength(corps: str) -> None:
    s = sr(field({"burgos": f"{corps} nat_inf_1"}), 2.5)
    assert ("12.1.2a", "not_enough_points") == refused(s, "redeploy nat_v")
    s = sr(field({"burgos": f"{corps} nat_inf_1"}), 3)
    send(s, "nat_v", "avila")
    assert [f"{corps}"] == units_at(s, "avila")
    assert "nobody" == asked(s)
    s = sr(field({"burgos": f"{corps} nat_inf_1"}), 4)
    send(s, "nat_v", "avila")
    assert 1 == left(s)


@rule("car", "12.1.2a", "13.4.3c")
def test_half_a_point_moves_no_unit_that_is_in_supply() -> None:
    s = sr(field({"barcelona": "rep_mil_1", "figueras": "rep_mil_2"}, side="republican", nationalist="gerona ripoll"),
           0.5)
    assert {"rep_mil_2"} == units_offered(s, "redeploy")
    assert ("12.1.2a", "not_enough_points") == refused(s, "redeploy rep_mil_1")


@rule("car", "12.1.3a")
def test_a_unit_redeploys_once_in_a_round() -> None:
    s = sr(field({"burgos": "nat_inf_1 nat_inf_2 nat_inf_3"}), 3)
    send(s, "nat_inf_1", "avila")
    assert ("12.1.3a", "redeployed_already") == refused(s, "redeploy nat_inf_1")
    send(s, "nat_inf_2", "reserve")
    assert ("12.1.3a", "redeployed_already") == refused(s, "redeploy nat_inf_2")
    s = action(field({"burgos": "nat_inf_1"}), turn=7, number=3, hands="n9")
    do(s, "sr n9")
    assert {"nat_inf_1"} == units_offered(s, "redeploy"), "the next time it may again"


@rule("car", "12.1.4a")
def test_points_are_shared_out_as_the_player_likes() -> None:
    s = sr(field({"burgos": "nat_inf_1 nat_inf_2 nat_inf_3", "avila": "nat_inf_4", "zaragoza": "nat_v"}), 6)
    send(s, "nat_inf_1", "leon")
    send(s, "nat_inf_4", "zamora")
    send(s, "nat_v", "zamora")
    assert (1, ["nat_inf_2", "nat_inf_3"]) == (left(s), units_at(s, "burgos"))
    do(s, "done")
    assert ("nobody", "burgos") == (asked(s), at(s, "nat_inf_2")), "points that are left are lost"


# ------------------------------------------------------------------------------------------------------------- by land


@rule("car", "12.1.5a", "13.3.2a")
def test_a_unit_out_of_supply_does_not_redeploy() -> None:
    s = sr(field({"granada": "nat_inf_1", "sevilla": "nat_inf_2"}))
    assert ("12.1.5a", "out_of_supply") == refused(s, "redeploy nat_inf_1")
    assert {"nat_inf_2"} == units_offered(s, "redeploy")


@rule("car", "12.1.6a", "13.1.1.1a")
def test_a_unit_goes_by_land_along_friendly_spaces_only() -> None:
    s = sr(field({"cordoba": "nat_inf_1"}))
    south = {"sevilla", "ecija", "priego_de_cordoba", "arcos_de_la_frontera", "cadiz", "algeciras", "huelva"}
    assert south | {"reserve"} == goals(s, "nat_inf_1"), "the rest of the zone is beyond enemy spaces"
    do(s, "redeploy nat_inf_1")
    assert ("12.1.6a", "not_connected") == refused(s, "to burgos")
    assert ("12.1.6a", "not_connected") == refused(s, "to cordoba")
    corridor = "santa_olalla zafra merida"
    s = sr(field({"cordoba": "nat_inf_1"}, nationalist=corridor))
    assert {"caceres", "burgos", *corridor.split()} <= goals(s, "nat_inf_1"), "however long the way is"


@rule("car", "12.1.6a", "16.1.2a")
def test_the_republic_redeploys_from_to_and_through_a_siege() -> None:
    around = "illescas maqueda aranjuez mora"
    s = field({"navahermosa": "rep_mil_1", "toledo": "rep_mil_2"}, side="republican",
              nationalist=f"{around} talavera_de_la_reina guadalupe ciudad_real")
    s.held &= ~(1 << space("aranjuez"))
    s.sieges = [1, 2, 3]
    sr(s)
    assert {"toledo", "madrid"} <= goals(s, "rep_mil_1")
    assert {"navahermosa", "madrid"} <= goals(s, "rep_mil_2")


@rule("car", "12.1.6b")
def test_the_space_at_the_end_must_be_in_supply_as_well() -> None:
    s = field({"barcelona": "rep_mil_1"}, side="republican", nationalist="gerona ripoll")
    sr(s)
    do(s, "redeploy rep_mil_1")
    assert ("12.1.6b", "destination_out_of_supply") == refused(s, "to figueras")
    assert "to vich" in offered(s)


@rule("car", "12.1.6a", "9.1.1a")
def test_no_unit_redeploys_into_a_full_space_but_through_it() -> None:
    s = field({"ecija": "nat_inf_1 nat_inf_2 nat_inf_3", "cordoba": "nat_inf_4"}, republican="priego_de_cordoba")
    sr(s)
    do(s, "redeploy nat_inf_4")
    assert ("9.1.1a", "space_full") == refused(s, "to ecija")
    assert "to sevilla" in offered(s)
    do(s, "to sevilla", "redeploy nat_inf_1")
    assert "to sevilla" in offered(s), "two may join one"


@rule("car", "12.1.6a", "12.1.9a")
def test_a_corps_without_a_space_to_go_to_cannot_be_chosen() -> None:
    s = field({"mallorca": "nat_inf_1", "sevilla": "nat_v"},
              republican="ecija arcos_de_la_frontera cadiz huelva")
    sr(s)
    assert ("12.1.6a", "nowhere_to_redeploy") == refused(s, "redeploy nat_v")
    assert {"reserve"} == goals(s, "nat_inf_1"), "a division has the Reserve"


# -------------------------------------------------------------------------------------------------------------- by sea


@rule("car", "12.1.7a", "12.1.7.1a")
def test_a_division_goes_by_sea_from_port_to_port_and_no_farther() -> None:
    cut = "castellon segorbe chelva utiel gandia jativa"
    s = field({"valencia": "rep_mil_1", "barcelona": "rep_mil_2"}, side="republican", nationalist=cut)
    sr(s)
    assert EASTERN_PORTS - {"valencia"} | {"reserve"} == goals(s, "rep_mil_1")
    assert "menorca" in goals(s, "rep_mil_2")
    assert "lerida" in goals(s, "rep_mil_2")
    s = field({"manresa": "rep_mil_1"}, side="republican", nationalist=cut)
    sr(s)
    assert not {"valencia", "menorca"} & goals(s, "rep_mil_1"), "land and sea are not combined"
    assert "barcelona" in goals(s, "rep_mil_1")


@rule("car", "12.1.7a", "12.1.6b")
def test_both_ports_are_friendly_and_in_supply() -> None:
    s = sr(field({"barcelona": "rep_mil_1"}, side="republican", nationalist="alicante"))
    assert "alicante" not in goals(s, "rep_mil_1")
    s = sr(field({"la_coruna": "nat_inf_1"}, republican="lugo villalba pontevedra sevilla arcos_de_la_frontera"))
    assert {"reserve"} == goals(s, "nat_inf_1"), "Cádiz is cut off"


@rule("car", "12.1.7.1a")
def test_the_republic_has_no_sea_in_the_north() -> None:
    s = sr(field({"gijon": "rep_ast_1 rep_t26_r04", "santander": "rep_pol_1", "barcelona": "rep_mil_1"},
                 side="republican"))
    assert not EASTERN_PORTS & (goals(s, "rep_ast_1") | goals(s, "rep_pol_1") | goals(s, "rep_t26_r04"))
    assert not {"gijon", "santander", "bilbao", "san_sebastian"} & goals(s, "rep_mil_1")
    s = sr(field({"gijon": "rep_pol_1"}, side="republican", nationalist="cangas_de_onis pto_de_la_espina"))
    assert {"reserve"} == goals(s, "rep_pol_1"), "nor between its own Ports"


@rule("car", "12.1.7.1a", "12.1.7.1b", "16.7.1a")
def test_with_the_strait_closed_nationalists_sail_between_the_atlantic_and_cadiz() -> None:
    s = sr(field({"la_coruna": "nat_inf_1", "cadiz": "nat_inf_2", "algeciras": "nat_inf_3", "mallorca": "nat_inf_4"}))
    north, south = goals(s, "nat_inf_1"), goals(s, "nat_inf_2")
    assert "cadiz" in north
    assert not {"algeciras", "mallorca", "sevilla"} & north
    assert NORTH_PORTS <= south
    assert "mallorca" not in south
    assert not (NORTH_PORTS | {"mallorca"}) & goals(s, "nat_inf_3")
    assert {"reserve"} == goals(s, "nat_inf_4")


@rule("car", "12.1.7.1a", "12.1.7.1b", "16.7.2a")
def test_with_the_strait_open_nationalists_use_all_their_ports_and_the_republic_loses_the_west() -> None:
    s = field({"la_coruna": "nat_inf_1", "algeciras": "nat_inf_3", "mallorca": "nat_inf_4"})
    s.strait = NAT
    sr(s)
    assert {"cadiz", "algeciras", "mallorca"} <= goals(s, "nat_inf_1")
    assert NORTH_PORTS | {"mallorca"} <= goals(s, "nat_inf_3")
    assert NORTH_PORTS | {"cadiz", "algeciras", "reserve"} == goals(s, "nat_inf_4")
    west, around = "cadiz algeciras sevilla arcos_de_la_frontera", "castellon segorbe chelva utiel gandia jativa"
    places = {"cadiz": "rep_mil_1", "valencia": "rep_mil_2"}
    s = sr(field(places, side="republican", republican=west, nationalist=around))
    assert {"cadiz", "algeciras"} <= goals(s, "rep_mil_2")
    s = field(places, side="republican", republican=west, nationalist=around)
    s.strait = NAT
    sr(s)
    assert not {"cadiz", "algeciras"} & goals(s, "rep_mil_2")
    assert "malaga" in goals(s, "rep_mil_1")
    assert "malaga" in goals(s, "rep_mil_2")
    assert {"sevilla", "algeciras"} <= goals(s, "rep_mil_1"), "the land is open"


@rule("car", "16.7.1b", "12.1.10a")
def test_italians_and_armor_reach_every_mediterranean_port_whatever_the_strait() -> None:
    s = sr(field({"la_coruna": "nat_ita_n07_1 nat_cv33_n07 nat_pz1_n22", "burgos": "nat_ita_n07_2"},
                 nationalist="malaga"))
    assert {"cadiz", "algeciras", "mallorca"} <= goals(s, "nat_ita_n07_1")
    for armor in ("nat_cv33_n07", "nat_pz1_n22"):
        assert {"cadiz", "algeciras"} <= goals(s, armor)
        assert "mallorca" not in goals(s, armor)
    assert not {"cadiz", "mallorca"} & goals(s, "nat_ita_n07_2"), "from a Port"
    assert "malaga" not in goals(s, "nat_ita_n07_1"), "it is not in supply"
    s = sr(field({"mallorca": "nat_ita_n07_1", "algeciras": "nat_ita_n07_2"}))
    assert {"cadiz", "algeciras", "reserve"} == goals(s, "nat_ita_n07_1")
    assert "mallorca" in goals(s, "nat_ita_n07_2")
    assert not NORTH_PORTS & goals(s, "nat_ita_n07_2"), "the Atlantic is beyond the Strait"


@rule("car", "12.1.7.2a")
def test_corps_never_go_by_sea() -> None:
    s = field({"cadiz": "nat_v nat_inf_1"})
    s.strait = NAT
    sr(s)
    assert "la_coruna" in goals(s, "nat_inf_1")
    assert not (NORTH_PORTS | {"mallorca"}) & goals(s, "nat_v")
    do(s, "redeploy nat_v")
    assert ("12.1.6a", "not_connected") == refused(s, "to la_coruna")


# ---------------------------------------------------------------------------------------------------- from the Reserve


@rule("car", "12.1.8a")
def test_from_the_reserve_a_unit_goes_to_a_friendly_unit_a_source_or_madrid() -> None:
    s = sr(field({"reserve": "rep_rpa_1", "cuenca": "rep_mil_1"}, side="republican"))
    assert {"cuenca", "barcelona", "valencia", "cartagena", "madrid"} == goals(s, "rep_rpa_1")
    do(s, "redeploy rep_rpa_1")
    assert ("12.1.8a", "not_from_reserve") == refused(s, "to albacete")
    assert ("12.1.9a", "corps_not_to_reserve") == refused(s, "to_reserve"), "it is there"
    s = sr(field({"reserve": "nat_inf_1", "teruel": "nat_inf_2"}))
    assert {"teruel", "la_coruna", "valladolid", "zaragoza", "sevilla", "mallorca"} == goals(s, "nat_inf_1")
    s = sr(field({"reserve": "nat_inf_1"}, nationalist="madrid guadarrama barcelona", republican="sevilla"))
    assert {"madrid", "la_coruna", "valladolid", "zaragoza", "mallorca"} == goals(s, "nat_inf_1")


@rule("car", "12.1.8a", "9.1.1a", "12.1.6b")
def test_the_space_must_be_in_supply_and_have_room() -> None:
    s = field({"reserve": "rep_rpa_1", "cuenca": "rep_mil_1 rep_mil_2 rep_mil_3", "figueras": "rep_mil_4"},
              side="republican", nationalist="gerona ripoll")
    sr(s)
    do(s, "redeploy rep_rpa_1")
    assert ("9.1.1a", "space_full") == refused(s, "to cuenca")
    assert ("12.1.6b", "destination_out_of_supply") == refused(s, "to figueras")
    assert ["to madrid", "to barcelona", "to valencia", "to cartagena"] == offered(s)


@rule("car", "12.1.8b", "12.1.8g", "16.4.3.2c")
def test_regional_divisions_come_to_their_region_or_to_units_of_it() -> None:
    s = field({"reserve": "rep_ast_1 rep_bas_1", "bilbao": "rep_bas_2", "cangas_de_onis": "rep_ast_2",
               "madrid": "rep_mil_1", "castropol": "rep_pol_1", "santander": "rep_san_1"}, side="republican")
    sr(s)
    assert {"gijon", "cangas_de_onis", "castropol"} == goals(s, "rep_ast_1")
    do(s, "redeploy rep_ast_1")
    assert ("12.1.8b", "regional_from_reserve") == refused(s, "to bilbao")
    assert ("12.1.8b", "regional_from_reserve") == refused(s, "to pto_de_la_espina"), "nobody is there"
    do(s, "to gijon")
    assert {"bilbao"} == goals(s, "rep_bas_1"), "no Basque unit is in Madrid"
    send(s, "rep_bas_1", "bilbao")
    assert ("bilbao", 2) == (at(s, "rep_bas_1"), left(s))
    s = sr(field({"reserve": "rep_bas_1", "madrid": "rep_bas_2", "cuenca": "rep_mil_1", "figueras": "rep_bas_3"},
                 side="republican", nationalist="gerona ripoll"))
    assert {"bilbao", "madrid"} == goals(s, "rep_bas_1"), "Figueras is out of supply"


@rule("car", "12.1.8b", "16.4.2.2a")
def test_a_regional_division_follows_its_unit_abroad_only_by_the_rule_of_non_cooperation() -> None:
    s = sr(field({"reserve": "rep_ast_1", "santander": "rep_ast_2"}, side="republican"))
    assert {"gijon"} == goals(s, "rep_ast_1")
    s = sr(field({"reserve": "rep_ast_1", "santander": "rep_ast_i"}, side="republican"))
    assert {"gijon", "santander"} == goals(s, "rep_ast_1"), "one division may be abroad"
    s = field({"reserve": "rep_ast_1", "santander": "rep_ast_2", "cangas_de_onis": "rep_ast_3"}, side="republican")
    sr(s)
    do(s, "redeploy rep_ast_1")
    assert ("16.4.2.2a", "one_division_abroad") == refused(s, "to santander")


@rule("car", "12.1.8c", "16.4.3.2a", "16.4.3.2c")
def test_only_regional_divisions_and_two_police_come_to_the_isolated_north() -> None:
    s = field({"reserve": "rep_rpa_1 rep_mil_1 rep_pol_1 rep_pol_2 rep_pol_3", "gijon": "rep_ast_1"},
              side="republican")
    sr(s)
    do(s, "redeploy rep_rpa_1")
    assert ("16.4.3.2a", "not_in_isolated_north") == refused(s, "to gijon")
    do(s, "to madrid")
    assert not {"gijon", "santander", "bilbao"} & goals(s, "rep_mil_1")
    send(s, "rep_pol_1", "gijon")
    send(s, "rep_pol_2", "bilbao")
    do(s, "redeploy rep_pol_3")
    assert ("16.4.3.2a", "two_police_in_north") == refused(s, "to santander")


@rule("car", "12.1.8c", "16.4.3.3a")
def test_the_linked_north_is_open_to_all() -> None:
    s = field({"reserve": "rep_rpa_1", "gijon": "rep_ast_1"}, side="republican",
              republican="leon palencia valladolid segovia")
    sr(s)
    assert {"gijon", "santander", "bilbao"} <= goals(s, "rep_rpa_1")


@rule("car", "12.1.8d")
def test_catalan_militia_comes_to_barcelona_or_to_catalan_militia() -> None:
    s = field({"reserve": "rep_cnt_1 rep_erc rep_mil_1", "caspe": "rep_poum", "madrid": "rep_mil_2",
               "figueras": "rep_psuc"}, side="republican", nationalist="gerona ripoll")
    sr(s)
    assert {"barcelona", "caspe"} == goals(s, "rep_cnt_1"), "Figueras is out of supply"
    assert {"barcelona", "caspe", "madrid", "valencia", "cartagena"} == goals(s, "rep_mil_1")
    do(s, "redeploy rep_erc")
    assert ("12.1.8d", "catalan_from_reserve") == refused(s, "to madrid")
    s = sr(field({"reserve": "rep_cnt_1", "madrid": "rep_psuc_r16"}, side="republican"))
    assert {"barcelona", "madrid"} == goals(s, "rep_cnt_1")


@rule("car", "12.1.8d", "8.5.4.2a")
def test_catalan_militia_comes_to_the_beach_head_of_mallorca_to_units_of_any_kind() -> None:
    s = field({"reserve": "rep_cnt_1 rep_mil_1"}, side="republican")
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    sr(s)
    assert {"barcelona"} == goals(s, "rep_cnt_1"), "the Beach Head is empty"
    s = field({"reserve": "rep_cnt_1 rep_mil_1", "beach_head_mallorca": "rep_mil_2"}, side="republican")
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    sr(s)
    assert {"barcelona", "beach_head_mallorca"} == goals(s, "rep_cnt_1")
    s = field({"reserve": "rep_cnt_1 rep_cnt_2", "madrid": "rep_cnt_3"}, side="republican", nationalist="malaga")
    open_beach(s, BEACH_P, space("malaga"))
    sr(s)
    assert {"barcelona", "madrid"} == goals(s, "rep_cnt_1"), "another Beach Head is no exception"


@rule("car", "12.1.8e")
def test_t26_tanks_come_to_a_mediterranean_port() -> None:
    s = field({"reserve": "rep_t26_r04", "madrid": "rep_rpa_1", "gijon": "rep_ast_1"}, side="republican",
              nationalist="alicante", republican="leon palencia valladolid segovia")
    sr(s)
    assert EASTERN_PORTS - {"alicante", "menorca"} == goals(s, "rep_t26_r04")
    do(s, "redeploy rep_t26_r04")
    assert ("12.1.8e", "armor_needs_port") == refused(s, "to madrid")
    assert ("12.1.8e", "armor_needs_port") == refused(s, "to gijon")
    assert ("12.1.10a", "not_to_balearics") == refused(s, "to menorca")


@rule("car", "12.1.8f")
@pytest.mark.parametrize("armor", ["nat_pz1_n22", "nat_cv33_n07"])
def test_nationalist_armor_comes_to_a_port(armor: str) -> None:
    s = sr(field({"reserve": armor, "burgos": "nat_inf_1"}, nationalist="malaga"))
    assert NORTH_PORTS | {"cadiz", "algeciras"} == goals(s, armor), "even where nobody is"
    do(s, f"redeploy {armor}")
    assert ("12.1.8e", "armor_needs_port") == refused(s, "to burgos")
    assert ("12.1.8e", "armor_needs_port") == refused(s, "to valladolid")


@rule("car", "12.1.9a")
def test_divisions_go_to_the_reserve_and_corps_do_not() -> None:
    s = sr(field({"burgos": "nat_inf_1 nat_v nat_pz1_n22"}))
    assert "reserve" in goals(s, "nat_inf_1") & goals(s, "nat_pz1_n22")
    assert "reserve" not in goals(s, "nat_v")
    do(s, "redeploy nat_v")
    assert ("12.1.9a", "corps_not_to_reserve") == refused(s, "to_reserve")


@rule("car", "12.1.10a")
def test_neither_corps_nor_armor_goes_to_the_balearics() -> None:
    islands = {SPACE_NAMES[x] for x in ids_of(BALEARICS)}
    s = field({"barcelona": "rep_t26_r04 rep_mil_1", "menorca": "rep_mil_2"}, side="republican")
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    sr(s)
    assert not islands & goals(s, "rep_t26_r04")
    assert {"menorca", "beach_head_mallorca"} <= goals(s, "rep_mil_1")
    do(s, "redeploy rep_t26_r04")
    assert ("12.1.10a", "not_to_balearics") == refused(s, "to beach_head_mallorca")
    s = sr(field({"barcelona": "rep_i", "manresa": "rep_mil_1"}, side="republican"))
    assert not islands & goals(s, "rep_i")
    assert ("12.1.10a", "not_to_balearics") == why_not(s, "rep_i", "menorca")
    assert ("12.1.6a", "not_connected") == why_not(s, "rep_mil_1", "menorca"), "a division might"
    s = field({"mallorca": "rep_i", "beach_head_mallorca": "rep_mil_1"}, side="republican")
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    sr(s)
    assert ("12.1.6a", "nowhere_to_redeploy") == refused(s, "redeploy rep_i")
    s = field({"reserve": "nat_cv33_n07", "mallorca": "nat_inf_1"})
    s.strait = NAT
    sr(s)
    assert "mallorca" not in goals(s, "nat_cv33_n07")
    s = sr(field({"reserve": "nat_cv33_n07", "burgos": "nat_inf_1"}, republican="la_coruna pontevedra cadiz algeciras"))
    assert ("12.1.6a", "nowhere_to_redeploy") == refused(s, "redeploy nat_cv33_n07")


@rule("car", "16.1.3a", "12.1.6a")
def test_a_unit_that_redeploys_to_a_besieged_garrison_frees_it() -> None:
    s = field({"talavera_de_la_reina": "nat_inf_1"}, nationalist="toledo maqueda", rm=20)
    s.sieges = [0, 0, 2]
    sr(s)
    send(s, "nat_inf_1", "toledo")
    assert ([0, 0, 0], 19) == (s.sieges, s.rm)


# ------------------------------------------------------------------------------------------------------ Isolated Spaces


@rule("car", "16.2.4.3a")
def test_one_militia_a_turn_comes_from_the_reserve_to_each_isolated_space() -> None:
    s = isolated(field({"reserve": "nat_mil_1 nat_mil_2 nat_inf_1", "granada": "nat_inf_2", "oviedo": "nat_inf_3",
                        "guadix": "nat_inf_4"}), "granada", "oviedo")
    sr(s, 6)
    assert not {"granada", "oviedo"} & goals(s, "nat_inf_1")
    assert {"granada", "oviedo", "guadix"} <= goals(s, "nat_mil_1")
    do(s, "redeploy nat_inf_1")
    assert ("16.2.4.3a", "isolated_reserve") == refused(s, "to granada")
    do(s, "to zaragoza")
    send(s, "nat_mil_1", "guadix")
    assert {"oviedo"} == goals(s, "nat_mil_2") & {"granada", "guadix", "oviedo"}
    assert 1 << GRANADA == s.relieved
    send(s, "nat_mil_2", "oviedo")
    assert 1 << GRANADA | 1 << OVIEDO == s.relieved
    turn(s, 3, "clear")
    assert 0 == s.relieved, "in the next Turn they may again"


@rule("car", "16.2.4.3a", "16.2.2a")
def test_a_space_that_is_isolated_no_more_takes_whoever_comes() -> None:
    s = isolated(field({"reserve": "nat_mil_1 nat_inf_1", "granada": "nat_inf_2", "oviedo": "nat_inf_3"},
                       nationalist="loja"), "oviedo")
    s.relieved = 1 << GRANADA
    sr(s)
    assert {"granada", "sevilla", "zaragoza"} <= goals(s, "nat_mil_1") & goals(s, "nat_inf_1")


@rule("car", "16.2.4.3b")
def test_the_militia_of_navarre_does_not_come_to_isolated_spaces() -> None:
    s = isolated(field({"reserve": "nat_nav_1 nat_mil_1", "oviedo": "nat_inf_1"}), "oviedo")
    sr(s)
    assert "oviedo" in goals(s, "nat_mil_1")
    assert "oviedo" not in goals(s, "nat_nav_1")
    do(s, "redeploy nat_nav_1")
    assert ("16.2.4.3b", "no_navarrese") == refused(s, "to oviedo")
    do(s, "to zaragoza")
    assert 0 == s.relieved, "it did not go there"


@rule("car", "16.2.4.3a", "12.1.8f")
def test_armor_does_not_come_to_a_port_that_is_joined_with_an_isolated_space() -> None:
    s = isolated(field({"reserve": "nat_pz1_n22", "malaga": "nat_inf_1", "granada": "nat_inf_2"},
                       nationalist="velez_malaga"), "granada")
    sr(s)
    assert NORTH_PORTS | {"cadiz", "algeciras"} == goals(s, "nat_pz1_n22")
    do(s, "redeploy nat_pz1_n22")
    assert ("16.2.4.3a", "isolated_reserve") == refused(s, "to malaga")


@rule("car", "16.2.4.3a")
def test_no_unit_goes_from_an_isolated_space_to_the_reserve() -> None:
    s = isolated(field({"granada": "nat_inf_1", "guadix": "nat_inf_2"}, nationalist="motril"), "granada")
    sr(s)
    assert {"guadix", "motril"} == goals(s, "nat_inf_1"), "by land it may move about"
    assert {"granada", "motril"} == goals(s, "nat_inf_2")
    do(s, "redeploy nat_inf_2")
    assert ("16.2.4.3a", "isolated_stays") == refused(s, "to_reserve")
    do(s, "to motril")
    assert 0 == s.relieved, "it did not come from the Reserve"


# ------------------------------------------------------------------------------------ the North, and the Army of Africa


@rule("car", "16.4.2.1a", "16.4.2.2a")
def test_redeployment_observes_the_rule_of_non_cooperation() -> None:
    s = sr(field({"gijon": "rep_ast_1 rep_ast_2 rep_ast_i"}, side="republican", republican="leon"), 5)
    assert {"santander", "bilbao", "leon", "castropol"} <= goals(s, "rep_ast_1")
    assert {"leon", "castropol", "cangas_de_onis", "pto_de_pajares", "pto_de_la_espina", "pto_de_leitariegos"} == goals(
        s, "rep_ast_i")
    do(s, "redeploy rep_ast_i")
    assert ("16.4.2.2a", "corps_stays_in_region") == refused(s, "to santander")
    do(s, "to leon")
    send(s, "rep_ast_1", "santander")
    assert not {"santander", "bilbao"} & goals(s, "rep_ast_2")


@rule("car", "16.4.2.4a")
def test_one_of_too_many_in_a_foreign_region_goes_home() -> None:
    s = sr(field({"santander": "rep_ast_1 rep_ast_2", "santona": "rep_pol_1 rep_pol_2"}, side="republican",
                 republican="leon"))
    home = {"gijon", "cangas_de_onis", "castropol", "pto_de_pajares", "pto_de_la_espina", "pto_de_leitariegos"}
    assert home == goals(s, "rep_ast_1")
    do(s, "redeploy rep_ast_1")
    for order in ("to_reserve", "to bilbao", "to leon", "to santona"):
        assert ("16.4.2.4a", "must_go_home") == refused(s, order)
    do(s, "to gijon")
    assert {"bilbao", "reserve", "leon"} <= goals(s, "rep_ast_2"), "now only one is abroad"


@rule("car", "16.4.2.4a")
@pytest.mark.parametrize("lost", ["san_vicente_de_la_barquera", "gijon cangas_de_onis castropol pto_de_pajares "
                                  "pto_de_la_espina pto_de_leitariegos"])
def test_one_that_cannot_go_home_goes_where_it_likes(lost: str) -> None:
    s = sr(field({"santander": "rep_ast_1 rep_ast_2"}, side="republican", nationalist=lost))
    assert {"bilbao", "orduna", "santona", "reserve"} <= goals(s, "rep_ast_1")
    s = field({"santander": "rep_ast_1 rep_ast_2", "bilbao": "rep_bas_1 rep_bas_2 rep_bas_3"}, side="republican",
              nationalist=lost)
    sr(s)
    do(s, "redeploy rep_ast_1")
    assert ("9.1.1a", "space_full") == refused(s, "to bilbao")


@rule("car", "17.2.2a", "17.2.3a")
def test_in_the_first_two_turns_a_card_moves_one_unit_of_the_army_of_africa() -> None:
    for number, more in ((1, False), (2, False), (3, True)):
        s = sr(field({"sevilla": "nat_afr_1 nat_afr_2 nat_inf_1"}, turn=number))
        send(s, "nat_afr_1", "cordoba")
        assert ({"nat_afr_2", "nat_inf_1"} if more else {"nat_inf_1"}) == units_offered(s, "redeploy")
        assert (None if more else ("17.2.2a", "one_african")) == refused(s, "redeploy nat_afr_2")


@rule("car", "17.2.2a")
def test_other_units_do_not_count_for_that() -> None:
    s = sr(field({"sevilla": "nat_afr_1 nat_afr_2 nat_inf_1"}, turn=1))
    send(s, "nat_inf_1", "cordoba")
    assert {"nat_afr_1", "nat_afr_2"} == units_offered(s, "redeploy")


@rule("car", "17.2.2a", "13.4.3c")
def test_the_army_of_africa_leaves_over_the_border_one_by_one_as_well() -> None:
    s = sr(field({"badajoz": "nat_afr_1 nat_afr_2"}, turn=2, republican="valencia_de_alcantara"))
    do(s, "redeploy nat_afr_1")
    assert "reserve" == at(s, "nat_afr_1")
    assert "nobody" == asked(s) or ("17.2.2a", "one_african") == refused(s, "redeploy nat_afr_2")
    assert "badajoz" == at(s, "nat_afr_2")


@rule("car", "17.6.4a")
def test_a_unit_that_stayed_in_morocco_comes_to_sevilla_or_cadiz() -> None:
    s = field({"africa": "nat_afr_1 nat_afr_2", "burgos": "nat_inf_1"})
    s.waiting = 1
    sr(s)
    assert {"sevilla", "cadiz"} == goals(s, "nat_afr_1")
    do(s, "redeploy nat_afr_1")
    assert ("17.6.4a", "not_due_yet") == refused(s, "to burgos")
    assert ("12.1.9a", "corps_not_to_reserve") == refused(s, "to_reserve")
    do(s, "to cadiz")
    assert (0, 3, "cadiz") == (s.waiting, left(s), at(s, "nat_afr_1"))
    assert ("17.6.4a", "not_due_yet") == refused(s, "redeploy nat_afr_2")
    send(s, "nat_inf_1", "leon")
    assert 0 == s.waiting, "it did not come from there"


@rule("car", "17.6.4a")
def test_a_unit_in_morocco_needs_room_where_it_lands() -> None:
    s = field({"africa": "nat_afr_1", "cadiz": "nat_inf_1 nat_inf_2 nat_inf_3", "burgos": "nat_inf_4"},
              republican="sevilla")
    s.waiting = 1
    sr(s)
    assert ("12.1.6a", "nowhere_to_redeploy") == refused(s, "redeploy nat_afr_1")
