"""[16.4] The Northern Front: regions that do not cooperate, and who may be there while it is cut off."""

from __future__ import annotations

import pytest

from tablero.games.car import printed
from tablero.games.car.board import ALL_SPACES, BEACHES, NORTH, SPACE_NAMES, UNIT, space, spaces
from tablero.games.car.rules.r13_supply import north_linked, northern
from tablero.games.car.rules.r16_special.s04_northern_front import abroad, barred_ends, must_go_home, refuse_end
from tablero.games.car.state import Car
from tablero.kernel.bits import ids_of
from tests.games.car.field import asked, at, do, field, offered, refused
from tests.games.car.logistics import goals, replacements, sr
from tests.games.car.r10_movement.moving import activate, go
from tests.games.car.turns import action
from tests.rules import rule

ASTURIAS = "castropol pto_de_la_espina pto_de_leitariegos pto_de_pajares gijon cangas_de_onis"
LINK = "aguilar_de_campoo leon palencia valladolid segovia"        # from Santander to Guadarrama


def moving(places: dict[str, str], spaces_: str, **more: str) -> Car:
    s = field(places, side="republican", **more)            # type: ignore[arg-type]
    activate(s, spaces_)
    return s


def barred(s: Car, unit: str) -> set[str]:
    """The spaces of the three regions, León and Madrid in which a unit may not end."""
    names = f"{ASTURIAS} oviedo santander santona pto_del_escudo bilbao durango orduna leon madrid"
    return {name for name in names.split() if barred_ends(s, UNIT[unit])[0] >> space(name) & 1}


# ------------------------------------------------------------------------------------------------------ Non-Cooperation


@rule("car", "16.4.2.1a", "16.4.2.2a")
@pytest.mark.parametrize(("unit", "kin", "foreign"), [
    ("rep_ast_1", "rep_ast_2", {"santander", "santona", "pto_del_escudo", "bilbao", "durango", "orduna"}),
    ("rep_san_1", "rep_san_2", {*ASTURIAS.split(), "oviedo", "bilbao", "durango", "orduna"}),
    ("rep_bas_1", "rep_bas_2", {*ASTURIAS.split(), "oviedo", "santander", "santona", "pto_del_escudo"}),
])
def test_one_division_of_a_region_may_be_in_the_others(unit: str, kin: str, foreign: set[str]) -> None:
    home = {"rep_ast_1": "gijon", "rep_san_1": "santander", "rep_bas_1": "bilbao"}[unit]
    away = "santona" if home != "santander" else "durango"
    assert set() == barred(field({home: f"{unit} {kin}"}), unit)
    s = field({home: unit, away: kin})
    assert foreign == barred(s, unit)
    assert set() == barred(s, kin), "the one that is abroad may go on"
    assert ("16.4.2.2a", "one_division_abroad") == refuse_end(s, UNIT[unit], space(away))


@rule("car", "16.4.2.2a")
def test_a_regional_corps_stays_out_of_the_other_regions() -> None:
    s = field({"gijon": "rep_ast_i", "leon": "rep_santander"})
    assert {"santander", "santona", "pto_del_escudo", "bilbao", "durango", "orduna"} == barred(s, "rep_ast_i")
    assert {*ASTURIAS.split(), "oviedo", "bilbao", "durango", "orduna"} == barred(s, "rep_santander")
    assert ("16.4.2.2a", "corps_stays_in_region") == refuse_end(s, UNIT["rep_ast_i"], space("bilbao"))
    s = field({"santona": "rep_ast_i", "gijon": "rep_ast_1"})
    assert (0, set()) == (abroad(s, 0), barred(s, "rep_ast_1")), "a corps abroad does not count for divisions"


@rule("car", "16.4.2.1a", "16.4.2.2a")
def test_two_that_move_together_do_not_both_stop_abroad() -> None:
    s = moving({"cangas_de_onis": "rep_ast_1 rep_ast_2 rep_san_1"}, "cangas_de_onis")
    go(s, "rep_ast_1 rep_ast_2", "san_vicente_de_la_barquera")
    assert ("16.4.2.2a", "one_division_abroad") == refused(s, "stop")
    s = moving({"cangas_de_onis": "rep_ast_1 rep_ast_2 rep_san_1"}, "cangas_de_onis")
    go(s, "rep_ast_1 rep_san_1", "san_vicente_de_la_barquera")
    assert refused(s, "stop") is None


@rule("car", "16.4.2.2a")
def test_units_that_come_along_count() -> None:
    s = field({"gijon": "rep_ast_1 rep_ast_2", "leon": "rep_bas_1 rep_ast_i"})
    one, kin, others = (sum(1 << UNIT[name] for name in names.split()) for names in (
        "rep_ast_1", "rep_ast_1 rep_ast_2", "rep_ast_1 rep_bas_1 rep_ast_i"))
    assert 0 == barred_ends(s, UNIT["rep_ast_1"], one)[0] == barred_ends(s, UNIT["rep_ast_1"], others)[0]
    assert ("16.4.2.2a", "one_division_abroad") == refuse_end(s, UNIT["rep_ast_1"], space("santona"), kin)
    assert not refuse_end(s, UNIT["rep_ast_1"], space("leon"), kin)


@rule("car", "16.4.2.1a", "16.4.2.3a")
def test_nationalist_and_other_republican_units_are_of_no_region() -> None:
    s = field({"gijon": "rep_pol_1 rep_ast_1", "oviedo": "nat_inf_1", "santona": "rep_ast_2"})
    assert [0, 0] == [barred_ends(s, UNIT[name])[0] for name in ("rep_pol_1", "nat_inf_1")]


# ----------------------------------------------------------------------------------------------------------- going home


@rule("car", "16.4.2.4a")
def test_one_of_too_many_abroad_goes_home_when_its_space_is_activated_to_move() -> None:
    s = moving({"san_vicente_de_la_barquera": "rep_ast_1 rep_pol_1", "bilbao": "rep_ast_2"},
               "san_vicente_de_la_barquera")
    assert ("16.4.2.4a", "must_go_home") == refused(s, "done")
    assert ("16.4.2.4a", "must_go_home") == refused(s, "build rep_ast_1")
    assert refused(s, "build rep_pol_1") is None
    do(s, "take rep_ast_1")
    assert ("16.4.2.4a", "must_go_home") == refused(s, "stop"), "it cannot simply stay"
    do(s, "step cangas_de_onis", "stop")
    assert (False, None) == (must_go_home(s, UNIT["rep_ast_2"]), refused(s, "done"))


@rule("car", "16.4.2.4a")
def test_it_may_pass_through_other_spaces_but_not_stop_there() -> None:
    s = moving({"pto_del_escudo": "rep_ast_1 rep_pol_1", "bilbao": "rep_ast_2"}, "pto_del_escudo",
               republican="aguilar_de_campoo leon")
    do(s, "take rep_ast_1")
    assert {"take rep_pol_1", "step aguilar_de_campoo", "step san_vicente_de_la_barquera", "step santander"} == set(
        offered(s))
    assert ("16.4.2.4a", "must_go_home") == refused(s, "step dobro"), "from there Asturias is too far"
    do(s, "step aguilar_de_campoo")             # on by León, which is no home, to the only space of Asturias in reach
    assert "pto_de_pajares" == at(s, "rep_ast_1")


@rule("car", "16.4.2.4a")
def test_one_goes_home_and_the_other_may_stay_then() -> None:
    s = moving({"san_vicente_de_la_barquera": "rep_ast_1 rep_ast_2"}, "san_vicente_de_la_barquera")
    go(s, "rep_ast_1", "cangas_de_onis")
    do(s, "stop")
    assert refused(s, "done") is None
    assert refused(s, "build rep_ast_2") is None


@rule("car", "16.4.2.4a")
def test_only_units_that_are_abroad_themselves_have_to_go_home() -> None:
    s = field({"gijon": "rep_ast_1", "leon": "rep_ast_4", "santona": "rep_ast_2", "bilbao": "rep_ast_3 rep_bas_1"})
    assert {"rep_ast_2", "rep_ast_3"} == {name for name in UNIT if must_go_home(s, UNIT[name])}


@rule("car", "16.4.2.4a")
def test_units_that_cannot_end_in_its_home_do_not_move_with_it() -> None:
    s = moving({"san_vicente_de_la_barquera": "rep_ast_1 rep_santander", "bilbao": "rep_ast_2"},
               "san_vicente_de_la_barquera")
    do(s, "take rep_ast_1")
    assert ("16.4.2.4a", "must_go_home") == refused(s, "take rep_santander")
    s = moving({"san_vicente_de_la_barquera": "rep_ast_1 rep_santander", "bilbao": "rep_ast_2"},
               "san_vicente_de_la_barquera")
    do(s, "take rep_santander")
    assert ("16.4.2.4a", "must_go_home") == refused(s, "take rep_ast_1")
    s = moving({"san_vicente_de_la_barquera": "rep_ast_1 rep_pol_1", "bilbao": "rep_ast_2"},
               "san_vicente_de_la_barquera")
    do(s, "take rep_ast_1", "take rep_pol_1")
    assert ("16.4.2.4a", "must_go_home") == refused(s, "stop")
    do(s, "step cangas_de_onis", "stop")
    assert ("cangas_de_onis", "cangas_de_onis") == (at(s, "rep_ast_1"), at(s, "rep_pol_1"))


@rule("car", "16.4.2.4a", "16.4.2.4b")
def test_one_that_cannot_get_home_goes_where_it_likes_and_its_companions_do_not() -> None:
    places = {"durango": "rep_ast_1 rep_bas_1", "bilbao": "rep_ast_2", "gijon": "rep_ast_3", "leon": "rep_ast_4"}
    s = moving(places, "durango")                       # Asturias is too far away
    assert refused(s, "done") is None
    assert refused(s, "build rep_ast_1") is None
    go(s, "rep_ast_1", "bilbao", "santona")
    assert refused(s, "stop") is None
    assert ("16.4.2.2a", "one_division_abroad") == refuse_end(s, UNIT["rep_ast_4"], space("santander"))
    s = moving(places, "durango leon")
    go(s, "rep_ast_4", "aguilar_de_campoo", "pto_del_escudo")
    assert ("16.4.2.2a", "one_division_abroad") == refused(s, "stop")


@rule("car", "16.4.2.4a")
def test_when_its_whole_region_is_lost_it_is_free_even_beside_it() -> None:
    s = moving({"san_vicente_de_la_barquera": "rep_ast_1 rep_ast_2"}, "san_vicente_de_la_barquera",
               nationalist=ASTURIAS)
    assert refused(s, "done") is None
    go(s, "rep_ast_1", "santander")
    assert refused(s, "stop") is None
    s = moving({"san_vicente_de_la_barquera": "rep_ast_1 rep_ast_2"}, "san_vicente_de_la_barquera",
               nationalist=ASTURIAS.replace("castropol ", ""))
    assert ("16.4.2.4a", "must_go_home") == refused(s, "done"), "it can retake Cangas de Onís"


# ---------------------------------------------------------------------------------------------- who may be in the North


@rule("car", "16.4.3.1a", "16.4.3.2a")
def test_the_north_is_isolated_at_the_start_and_then_other_units_may_not_enter_it() -> None:
    s = printed("campaign")
    assert (False, NORTH) == (north_linked(s), northern(s))
    s = field({"madrid": "rep_rpa_1 rep_int_r03_1 rep_pol_1", "gijon": "rep_pol_2"})
    for name in ("rep_rpa_1", "rep_int_r03_1"):
        assert ("16.4.3.2a", "not_in_isolated_north") == refuse_end(s, UNIT[name], space("gijon"))
        assert refuse_end(s, UNIT[name], space("leon")) is None
    assert refuse_end(s, UNIT["rep_pol_1"], space("gijon")) is None


@rule("car", "16.4.3.2a")
def test_two_police_divisions_at_most_are_in_the_isolated_north() -> None:
    s = field({"madrid": "rep_pol_1 rep_pol_2", "gijon": "rep_pol_3", "bilbao": "rep_pol_4"})
    assert ("16.4.3.2a", "two_police_in_north") == refuse_end(s, UNIT["rep_pol_1"], space("gijon"))
    assert 0 == barred_ends(s, UNIT["rep_pol_3"])[0]
    s = field({"madrid": "rep_pol_1", "gijon": "rep_pol_3 rep_ast_1", "bilbao": "rep_bas_1"})
    assert 0 == barred_ends(s, UNIT["rep_pol_1"])[0], "Regional units are no police"
    s = field({"la_coruna": "rep_rpa_1"})
    assert ("16.4.3.2a", "not_in_isolated_north") == refuse_end(s, UNIT["rep_rpa_1"], space("gijon"))
    s = field({"madrid": "rep_pol_1 rep_pol_2", "gijon": "rep_pol_3"})
    both = 1 << UNIT["rep_pol_1"] | 1 << UNIT["rep_pol_2"]
    assert refuse_end(s, UNIT["rep_pol_1"], space("gijon"), 1 << UNIT["rep_pol_1"]) is None
    assert ("16.4.3.2a", "two_police_in_north") == refuse_end(s, UNIT["rep_pol_1"], space("gijon"), both)


@rule("car", "16.4.3.2a")
def test_spaces_supplied_only_from_the_north_belong_to_it() -> None:
    s = field({"leon": "rep_ast_1", "madrid": "rep_rpa_1"})
    assert NORTH | 1 << space("leon") == northern(s)
    assert ("16.4.3.2a", "not_in_isolated_north") == refuse_end(s, UNIT["rep_rpa_1"], space("leon"))
    s = field({"segovia": "rep_rpa_1", "gijon": "nat_inf_1"}, nationalist="pto_de_la_espina pto_de_leitariegos")
    assert NORTH & ~spaces("gijon", "pto_de_la_espina", "pto_de_leitariegos") == northern(s), "with Castropol, cut off"


@rule("car", "16.4.3.3a", "16.4.3.1a")
def test_a_link_lifts_the_limits_while_it_lasts_and_units_may_stay_afterwards() -> None:
    s = field({"gijon": "rep_rpa_1 rep_pol_1", "madrid": "rep_rpa_2", "bilbao": "rep_pol_2 rep_pol_3"}, republican=LINK)
    assert (True, 0) == (north_linked(s), northern(s))
    assert refuse_end(s, UNIT["rep_rpa_2"], space("gijon")) is None
    s.held |= spaces("segovia")
    assert (False, NORTH | spaces("aguilar_de_campoo", "leon", "palencia", "valladolid")) == (
        north_linked(s), northern(s))
    assert ("16.4.3.2a", "not_in_isolated_north") == refuse_end(s, UNIT["rep_rpa_2"], space("gijon"))
    for name in ("rep_rpa_1", "rep_pol_1", "rep_pol_2", "rep_pol_3"):
        assert refuse_end(s, UNIT[name], space("bilbao")) is None, "what is there may move about"


@rule("car", "16.4.3.1a", "16.4.3.3a")
def test_a_supply_line_over_the_sea_links_the_north_as_well() -> None:
    s = field({})
    way = spaces("aguilar_de_campoo", "leon", "benavente", "zamora", "salamanca", "ciudad_rodrigo", "plasencia",
                 "caceres", "merida", "don_benito", "castuera", "penarroya", "cordoba", "ecija", "antequera", "malaga")
    s.held = ALL_SPACES & ~(NORTH | BEACHES | way | spaces("valencia"))
    assert (True, 0) == (north_linked(s), northern(s))
    s.held |= spaces("valencia")
    assert (False, NORTH | way) == (north_linked(s), northern(s))


@rule("car", "16.4.3.2b", "8.5.2.4b")
def test_reinforcements_do_not_come_to_the_isolated_north() -> None:
    s = action(field({"madrid": "rep_rpa_1", "gijon": "rep_ast_1", "valencia": "rep_mil_1"}), "republican", hands="r19")
    do(s, "event r19")
    while asked(s).startswith("republican GiveUp"):
        do(s, offered(s)[0])
    assert {"to madrid", "to barcelona", "to valencia", "to cartagena"} == set(offered(s))
    s = action(field({"madrid": "rep_rpa_1", "gijon": "rep_ast_1", "valencia": "rep_mil_1"}, republican=LINK),
               "republican", hands="r19")
    do(s, "event r19")
    while asked(s).startswith("republican GiveUp"):
        do(s, offered(s)[0])
    assert {"to gijon", "to santander", "to bilbao"} <= set(offered(s))


@rule("car", "16.4.3.2c", "12.1.8b")
def test_from_the_reserve_only_regional_units_and_police_go_north() -> None:
    s = sr(field({"reserve": "rep_bas_1 rep_rpa_1 rep_pol_1 rep_mil_1", "bilbao": "rep_bas_2", "madrid": "rep_rpa_2"},
                 side="republican"))
    assert {name: "bilbao" in goals(s, name) for name in ("rep_bas_1", "rep_pol_1", "rep_rpa_1", "rep_mil_1")} == {
        "rep_bas_1": True, "rep_pol_1": True, "rep_rpa_1": False, "rep_mil_1": False}


@rule("car", "16.4.3.2d", "8.5.2.4c", "14.1.5a")
@pytest.mark.parametrize(("corps", "places"), [
    ("rep_euzkadi", {"bilbao"}), ("rep_santander", {"santander"}), ("rep_ast_i", set(ASTURIAS.split())),
])
def test_rebuilt_regional_corps_come_back_in_their_region(corps: str, places: set[str]) -> None:
    s = field({"eliminated": f"{corps} rep_i", "gijon": "rep_ast_1"}, side="republican")
    replacements(s, "republican", own=4)
    do(s, f"rebuild {corps} rep")
    found = {text.removeprefix("to ") for text in offered(s) if text.startswith("to ")} or {at(s, corps)}
    assert places == found


@rule("car", "16.4.3.3a")
def test_a_unit_whose_march_joins_its_space_to_the_isolated_north_may_stay_and_go_on() -> None:
    """Reading D88."""
    s = field({"jaca": "rep_mil_1"}, side="republican", republican="jaca san_sebastian",
              nationalist="pamplona pto_velate boltana huesca viella")
    activate(s, "jaca")
    go(s, "rep_mil_1", "pamplona", "pto_velate")
    assert ["stop", "step san_sebastian", "step pamplona"] == offered(s)


@rule("car", "16.4.3.2a")
def test_a_unit_of_the_main_zone_may_pass_through_the_isolated_north_but_not_stay() -> None:
    north = " ".join(SPACE_NAMES[x] for x in ids_of(NORTH))
    lost = " ".join(name for name in north.split() if name not in ("gijon", "cangas_de_onis", "san_sebastian"))
    s = field({"pamplona": "rep_mil_1"}, side="republican", nationalist=lost,
              republican="pto_velate pamplona jaca huesca boltana beasain san_sebastian")
    assert not north_linked(s)
    activate(s, "pamplona")
    go(s, "rep_mil_1", "pto_velate", "san_sebastian")
    assert ("16.4.3.2a", "not_in_isolated_north") == refused(s, "stop")
    go(s, "", "pto_velate")
    assert "pto_velate" == at(s, "rep_mil_1")


@rule("car", "16.4.3.2a", "16.4.3.3a")
def test_units_that_were_in_the_north_move_inside_it_one_stack_after_the_other() -> None:
    s = moving({"bilbao": "rep_rpa_1", "gijon": "rep_rpa_2"}, "bilbao gijon")
    go(s, "rep_rpa_1", "orduna")
    do(s, "stop", "take rep_rpa_2", "step cangas_de_onis")
    assert "stop" in offered(s)
