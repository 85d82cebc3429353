"""[13.1] [13.2] [16.4.3] Supply lines by land and by sea, and their sources."""

from __future__ import annotations

from tablero.games.car.board import (
    ALL_SPACES,
    BEACH_MALLORCA,
    BEACH_P,
    BEACHES,
    MALLORCA,
    NAT,
    NORTH,
    PRINTED,
    REP,
    SPACE_NAMES,
    space,
    spaces,
)
from tablero.games.car.rules.r02_map import friendly
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tablero.games.car.rules.r13_supply import enclave, in_line, north_linked, northern
from tablero.games.car.state import Car
from tablero.kernel.bits import ids_of
from tests.games.car.field import field, refused, stand
from tests.games.car.logistics import goals, in_supply, replacements, sr
from tests.games.car.turns import action
from tests.rules import rule

POCKET = "malaga loja"          # Nationalist: then Antequera and Ronda are cut off


def names(found: int) -> set[str]:
    return {SPACE_NAMES[x] for x in ids_of(found)}


@rule("car", "13.1.1a", "13.3.1a", "13.3.2a", "13.3.3a")
def test_units_out_of_supply_are_neither_activated_nor_redeployed_nor_replaced() -> None:
    def cut_off() -> Car:
        return field({"antequera": "rep_mil_1:r", "madrid": "rep_mil_2:r"}, side="republican", nationalist=POCKET)

    s = action(cut_off(), "republican")         # without a card: an Automatic Operation
    assert ("13.3.1a", "out_of_supply") == refused(s, "move antequera")       # so it can build nothing either
    assert ("13.3.1a", "out_of_supply") == refused(s, "attack antequera")
    s = sr(cut_off())
    assert ("12.1.5a", "out_of_supply") == refused(s, "redeploy rep_mil_1")
    s = replacements(cut_off(), "republican", own=2)
    assert ("13.3.2a", "out_of_supply") == refused(s, "restore rep_mil_1 rep")
    assert refused(s, "restore rep_mil_2 rep") is None


@rule("car", "13.1.2a", "13.2.1b")
def test_a_line_runs_over_any_number_of_friendly_spaces_to_a_source() -> None:
    s = field()
    everything = names(friendly(s, REP))
    assert everything == in_supply(s, "republican")
    assert names(PRINTED) - {"oviedo", "granada"} == in_supply(s, "nationalist")
    s = field(nationalist=POCKET)
    assert everything - {"malaga", "loja", "antequera", "ronda"} == in_supply(s, "republican")
    assert {"malaga", "loja"} & in_supply(s, "nationalist") == {"loja"}, "it is joined with Priego"


@rule("car", "13.1.2a", "16.2.3a", "16.2.3b")
def test_isolated_spaces_and_what_is_connected_with_them_count_as_supplied() -> None:
    s = field(nationalist="guadix baza ubeda almeria")
    pocket = {"granada", "guadix", "baza", "ubeda", "almeria"}
    assert not pocket & in_supply(s, "nationalist")
    s.isolated = spaces("granada", "oviedo")
    assert pocket | {"oviedo"} <= in_supply(s, "nationalist")
    assert names(enclave(s, space("granada"))) == pocket
    assert names(enclave(s, space("oviedo"))) == {"oviedo"}
    assert not pocket & names(in_line(s, NAT)), "it is no normal line"
    assert not pocket & in_supply(s, "republican")
    s.held &= ~(1 << space("guadix"))
    assert in_supply(s, "nationalist") & pocket == {"granada"}


@rule("car", "13.1.3a", "16.1.2a")
def test_no_line_passes_an_enemy_space_but_a_siege_is_none() -> None:
    s = field(nationalist="illescas mora aranjuez")
    assert "toledo" in in_supply(s, "republican")
    s = field(nationalist="illescas mora aranjuez maqueda navahermosa")
    assert "toledo" not in in_supply(s, "republican"), "though nobody is in those spaces"
    s = field(nationalist="illescas mora talavera_de_la_reina guadalupe ciudad_real maqueda")
    s.sieges = [1, 2, 3]
    assert {"toledo", "navahermosa"} <= in_supply(s, "republican")


@rule("car", "2.1.2g", "13.1.2a")
def test_supply_and_redeployment_use_the_corridor_of_grado_if_it_is_played_with() -> None:
    s = field({"oviedo": "nat_inf_1"}, nationalist="pto_de_leitariegos")
    assert "oviedo" not in in_supply(s, "nationalist")
    s.corridor = True
    assert "oviedo" in in_supply(s, "nationalist")
    sr(s)
    assert {"reserve", "leon", "zaragoza"} <= goals(s, "nat_inf_1")


# ------------------------------------------------------------------------------------------------------------- by sea


@rule("car", "13.1.4a")
def test_a_line_goes_by_sea_from_a_port_to_a_source_or_to_a_port_that_is_joined_with_one() -> None:
    s = field(nationalist="garrucha guadix motril adra")
    assert "almeria" in in_supply(s, "republican"), "to a source that is a Port"
    s = field(nationalist="aguilas guadix motril")
    assert {"almeria", "garrucha", "adra"} <= in_supply(s, "republican"), "from the land behind the Port as well"
    sources = "barcelona valencia cartagena"
    s = field(nationalist=f"{sources} garrucha guadix motril adra")
    assert set() == in_supply(s, "republican") - names(NORTH), "no source, no line"
    s = field(republican="mallorca", nationalist=sources)
    assert "mallorca" not in in_supply(s, "republican")


@rule("car", "13.1.4a", "13.1.4.3a", "16.7.2a")
def test_the_far_port_may_have_its_source_inland() -> None:
    s = field(nationalist="malaga", republican="cadiz mallorca")
    s.strait = NAT
    assert {"algeciras", "malaga"} <= in_supply(s, "nationalist"), "Sevilla is behind Algeciras"
    s.held &= ~spaces("algeciras")
    assert "malaga" not in in_supply(s, "nationalist")


@rule("car", "13.1.4a", "13.1.4b", "13.1.4.1a")
def test_no_line_uses_more_than_two_ports_nor_two_seas() -> None:
    way = "san_sebastian boltana barbastro balaguer cervera manresa barcelona"
    s = field(nationalist=f"{way} menorca",
              republican="valladolid zaragoza sevilla mallorca villalba lugo pontevedra")
    s.strait = NAT
    found = in_supply(s, "nationalist")
    assert {"la_coruna", "burgos", *way.split()} <= found, "over San Sebastián and La Coruña"
    assert "menorca" not in found, "Barcelona would be a third Port"
    assert not {"cadiz", "algeciras"} & found, "and they lie at another sea"


@rule("car", "13.1.4.2a")
def test_the_republic_has_no_supply_over_the_atlantic() -> None:
    s = field(nationalist="durango")
    assert "san_sebastian" not in in_supply(s, "republican")
    assert {"bilbao", "gijon"} <= in_supply(s, "republican")


@rule("car", "13.1.4.3a", "16.7.1c")
def test_nationalists_have_no_supply_over_the_mediterranean_until_the_strait_is_theirs() -> None:
    s = field(nationalist="malaga san_sebastian", republican="arcos_de_la_frontera cadiz beasain pto_velate")
    assert not {"malaga", "algeciras"} & in_supply(s, "nationalist")
    assert {"mallorca", "san_sebastian"} <= in_supply(s, "nationalist"), "a source, and the Atlantic"
    s.strait = NAT
    assert {"malaga", "algeciras", "san_sebastian"} <= in_supply(s, "nationalist")


@rule("car", "16.7.2a", "13.1.4a")
def test_with_the_strait_open_the_republic_has_no_supply_in_the_west() -> None:
    s = field(republican="cadiz algeciras", nationalist="antequera velez_malaga ronda")
    assert {"cadiz", "algeciras", "malaga"} <= in_supply(s, "republican")
    s.strait = NAT
    assert {"cadiz", "algeciras", "malaga"} & in_supply(s, "republican") == {"malaga"}


@rule("car", "16.7.2a", "8.5.6.1b")
def test_a_beach_head_in_the_west_is_cut_off_when_the_strait_opens() -> None:
    for coast, safe in (("huelva", False), ("algeciras", False), ("malaga", True), ("almeria", True)):
        s = field(nationalist=coast)
        open_beach(s, BEACH_P, space(coast))
        assert "beach_head_plan_p" in in_supply(s, "republican")
        s.strait = NAT
        assert safe == ("beach_head_plan_p" in in_supply(s, "republican"))
        s.side = REP
        stand(s, "rep_mil_1", "valencia")
        assert safe == ("beach_head_plan_p" in goals(sr(s), "rep_mil_1"))


@rule("car", "13.1.4a", "8.5.4.1a")
def test_a_beach_head_is_a_port_of_the_republic_while_it_is_there() -> None:
    s = field(republican="mallorca")
    assert {"mallorca"} == {"mallorca", "beach_head_mallorca"} & in_supply(s, "republican")
    s = field()
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    assert {"beach_head_mallorca"} == {"mallorca", "beach_head_mallorca"} & in_supply(s, "republican")


@rule("car", "13.1.4a")
def test_a_coast_without_a_port_is_of_no_use() -> None:
    s = field(nationalist="santona vinaroz riotinto adra velez_malaga", republican="huelva")
    assert not {"huelva", "motril"} & in_supply(s, "republican")
    s.strait = NAT
    assert "motril" not in in_supply(s, "republican")
    assert not {"santona", "vinaroz"} & in_supply(s, "nationalist")


# ------------------------------------------------------------------------------------------------------------- sources


@rule("car", "13.2.2a", "13.2.3a")
def test_a_captured_source_serves_nobody() -> None:
    s = field(nationalist="valencia", republican="zaragoza")
    assert "valencia" not in in_supply(s, "nationalist")
    assert "zaragoza" in in_supply(s, "republican"), "joined with Caspe"
    s = field(republican="zaragoza tudela", nationalist="candasnos")
    assert not {"zaragoza", "tudela"} & in_supply(s, "republican")
    s = field(nationalist="bilbao santona")
    assert not {"orduna", "durango", "san_sebastian"} & in_supply(s, "republican")
    assert {"santander", "gijon"} <= in_supply(s, "republican")


@rule("car", "13.2.2a")
def test_a_source_may_be_used_again_when_it_is_friendly_again() -> None:
    lost = "sevilla arcos_de_la_frontera cadiz"
    s = field(republican=f"{lost} priego_de_cordoba ecija")
    assert not {"huelva", "cordoba", "algeciras"} & in_supply(s, "nationalist")
    s.held |= spaces("sevilla", "ecija")
    assert {"huelva", "cordoba", "sevilla", "ecija"} <= in_supply(s, "nationalist")


# ------------------------------------------------------------------------------------------------- the Northern Front


@rule("car", "16.4.3.1a", "16.4.3.3a")
def test_the_north_is_isolated_until_one_of_its_sources_is_joined_with_another_outside() -> None:
    s = field(republican="leon")
    assert not north_linked(s), "León is no source"
    assert names(NORTH) | {"leon"} == names(northern(s))
    s = field(republican="leon palencia valladolid segovia")
    assert north_linked(s)
    assert 0 == northern(s)
    s = field(republican="leon palencia valladolid segovia", nationalist="gijon cangas_de_onis")
    assert not north_linked(s), "Pajares is joined with the main zone, but no northern source is"
    assert "pto_de_pajares" in names(northern(s)), "it lies in the Northern Front"
    assert not {"leon", "palencia", "segovia"} & names(northern(s)), "they are supplied from outside"


@rule("car", "16.4.3.2a")
def test_spaces_that_are_supplied_only_from_northern_sources_belong_to_the_isolated_north() -> None:
    s = field(republican="leon palencia dobro")
    assert names(NORTH) | {"leon", "palencia", "dobro"} == names(northern(s))
    assert names(NORTH) == names(northern(field(nationalist="barcelona valencia cartagena")))
    assert names(NORTH) - {"orduna"} == names(northern(field(nationalist="orduna"))), "what the enemy holds does not"


@rule("car", "16.4.3.1a", "16.3.3c", "13.1.4a")
def test_the_north_may_be_linked_over_the_sea() -> None:
    way = "leon palencia valladolid salamanca bejar plasencia caceres sevilla cadiz"
    s = field(republican=way, nationalist="don_benito llerena")
    assert north_linked(s), "from Cádiz to the sources in the east"
    assert 0 == northern(s)
    s.strait = NAT
    assert not north_linked(s)
    assert {"cadiz", "merida", *way.split()} <= names(northern(s))
    s = field(republican=way, nationalist="don_benito llerena barcelona valencia cartagena")
    assert not north_linked(s), "no source is left there"


def test_all_spaces_belong_to_one_side() -> None:
    s = field()
    assert ALL_SPACES & ~BEACHES == friendly(s, NAT) | friendly(s, REP)
    assert 0 == friendly(s, NAT) & friendly(s, REP)
