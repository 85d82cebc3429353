"""[24.8] Redeployment at the end of the year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import AREA_NAMES, BLOCKS_OF, CARLIST, FIELD, LIBERAL, PARTIDAS, ROADS, UNIT, area
from tablero.games.aiw.rules.r24_end_of_year.s00_end_of_year import EndOfYear
from tablero.games.aiw.rules.r24_end_of_year.s08_redeployment import PickRedeployed, PlaceRedeployed, Redeployment
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Decision
from tablero.kernel.refusals import Refusal
from tests.games.aiw.hands import reason
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, told, war
from tests.rules import rule


def liberals(
    places: Mapping[str, str], die: int = 6, *, siege: Iterable[str] = (),
    forts: Mapping[str, Iterable[str]] | None = None,
) -> Aiw:
    """The Liberal has rolled for his redeployments; nothing is done of itself."""
    s = war(places, siege=siege, forts=forts, secret=True)
    s.stack = s.stack[:1]
    run(s, Redeployment(LIBERAL), [die])
    return s


def carlists(
    places: Mapping[str, str], *, siege: Iterable[str] = (), forts: Mapping[str, Iterable[str]] | None = None
) -> Aiw:
    s = war(places, siege=siege, forts=forts, secret=True)
    s.stack = s.stack[:1]
    run(s, Redeployment(CARLIST))
    return s


def ends(s: Aiw, verb: str = "to") -> set[str]:
    return {word.split()[1] for word in offered(s) if word.split()[0] == verb}


# ------------------------------------------------------------------------------------------------------- order, numbers


@rule("aiw", "24.8a")
def test_the_liberal_redeploys_first_one_unit_at_a_time() -> None:
    s = war({"vitoria": "l_ln1 l_ln2", "estella": "c_nav1"}, year=1835, secret=True)
    events = run(s, EndOfYear(at=EndOfYear().steps().index("liberal_redeployment")), [3])
    assert "liberal PickRedeployed" == asked(s)
    moved = do(s, "redeploy l_ln1", "to miranda")
    assert [(block(s, "l_ln1"), area("vitoria"), area("miranda"))] == told(moved, "redeployed")
    assert ["miranda", "vitoria"] == [at(s, unit) for unit in ("l_ln1", "l_ln2")]
    assert "liberal PickRedeployed" == asked(s)
    do(s, "done")
    assert "carlist PickRedeployed" == asked(s)
    assert [(LIBERAL, 3)] == told(events, "redeployments")


@rule("aiw", "24.8b")
def test_the_liberal_moves_as_many_as_the_die_shows() -> None:
    s = liberals({"vitoria": "l_ln1 l_ln2 l_ln3"}, 2)
    do(s, "redeploy l_ln1", "to miranda", "redeploy l_ln2", "to miranda")
    assert "nobody" == asked(s)
    s = liberals({"vitoria": "l_ln1 l_ln2 field:2"}, 2)
    events = do(s, "redeploy l_ln1", "to miranda", "shift field vitoria", "to logrono")
    assert "nobody" == asked(s)                 # guns count as units
    assert [(LIBERAL, FIELD, area("vitoria"), area("logrono"))] == told(events, "shifted")


@rule("aiw", "24.8b")
def test_each_side_is_told_how_many_may_still_go() -> None:
    for s, numbers in ((liberals({"vitoria": "l_ln1"}, 4), [4]), (carlists({"estella": "c_nav1"}), [5, 3])):
        assert numbers == [value for _, _, value in tablero.prompt(s, tablero.players(s)[0]).args]


@rule("aiw", "24.8b")
def test_the_carlist_moves_three_partidas_and_five_others() -> None:
    five = ("c_nav1", "c_nav2", "c_nav3", "c_gui1", "c_gui2")
    s = carlists({"estella": " ".join((*five, "c_bis1", "c_par1", "c_par2", "c_par3"))})
    for unit in five:
        do(s, f"redeploy {unit}", "to durango")
    assert ("24.8b", "no_redeployment_left") == reason(s, "redeploy c_bis1")
    for n in (1, 2, 3):
        do(s, f"redeploy c_par{n}", "to segura")
    assert "nobody" == asked(s)
    assert "estella" == at(s, "c_bis1")


@rule("aiw", "24.8b")
def test_partidas_have_numbers_of_their_own() -> None:
    s = carlists({"estella": "c_par3 c_nav1"})
    s.stack[-2].partidas = 0                    # type: ignore[attr-defined]
    s.offered = {}
    assert ("24.8b", "no_partida_redeployment_left") == reason(s, "redeploy c_par3")
    assert "redeploy c_nav1" in offered(s)


# -------------------------------------------------------------------------------------------------------------- who may


@rule("aiw", "24.8c")
def test_besieged_units_stay_but_for_liberals_in_a_port() -> None:
    s = carlists({"inside estella": "c_nav1 field:1", "estella": "l_ln1", "tolosa": "c_gui1"},
                 forts={"carlist": ("estella",)}, siege=("estella",))
    assert ("24.8c", "besieged_units_stay") == reason(s, "redeploy c_nav1")
    assert ("24.8c", "besieged_units_stay") == reason(s, "shift field estella")
    assert ("24.8c", "nothing_to_redeploy") == reason(s, "shift mountain estella")
    s = carlists({"inside guetaria": "c_gui1", "guetaria": "l_ln1"}, forts={"carlist": ("guetaria",)},
                 siege=("guetaria",))
    assert ("24.8c", "besieged_units_stay") == reason(s, "redeploy c_gui1")       # his is no Port for him
    places = {"inside vitoria": "l_ln1", "vitoria": "c_ala1", "inside san_sebastian": "l_ln2"}
    places["san_sebastian"] = "c_gui1"
    s = liberals(places, siege=("vitoria", "san_sebastian"))
    assert ("24.8c", "besieged_units_stay") == reason(s, "redeploy l_ln1")
    do(s, "redeploy l_ln2")
    assert set() == ends(s)                     # not by land
    assert ("24.8i", "no_way_by_land") == reason(s, "to laredo")
    do(s, "ship_to galicia")
    assert "galicia" == at(s, "l_ln2")


@rule("aiw", "24.8c")
def test_nobody_redeploys_what_is_the_enemys_or_not_on_the_map() -> None:
    s = liberals({"vitoria": "l_ln1", "durango": "c_nav1"})
    assert ("24.8c", "nothing_to_redeploy") == reason(s, "redeploy c_nav1")
    nobody = max(ids_of(BLOCKS_OF[LIBERAL]))
    assert Refusal("24.8c", "nothing_to_redeploy") == tablero.why_not(s, LIBERAL, ("redeploy", nobody))


@rule("aiw", "24.8d")
def test_guns_trains_and_knapsacks_go_alone_and_end_in_company() -> None:
    s = liberals({"vitoria": "l_ln1 l_st1 field:2 knapsack:2", "haro": "l_ln2", "castile_leon": "l_ln3"},
                 forts={"liberal": ("viana",)})
    do(s, "redeploy l_st1")
    assert ("24.8d", "guns_need_company") == reason(s, "to miranda")
    assert {"haro", "viana", "logrono", "castile_leon"} <= ends(s)
    do(s, "to viana")                           # in a Fortress
    do(s, "shift field vitoria")
    assert ("24.8d", "guns_need_company") == reason(s, "to miranda")
    do(s, "to haro", "shift knapsack vitoria", "to castile_leon")
    assert ["viana", "vitoria"] == [at(s, unit) for unit in ("l_st1", "l_ln1")]
    assert (2, 0) == guns(s, "liberal", "haro")
    assert 2 == knapsack(s, "liberal", "castile_leon")


@rule("aiw", "24.8d")
def test_a_train_is_no_company() -> None:
    s = liberals({"vitoria": "l_ln1 field:1", "haro": "l_st1"})
    do(s, "shift field vitoria")
    assert ("24.8d", "guns_need_company") == reason(s, "to haro")


@rule("aiw", "24.8e", "14.3e")
def test_carlist_guns_may_be_hidden_without_using_up_a_redeployment() -> None:
    s = carlists({"estella": "c_nav1 field:2 mountain:2", "lerin": "c_nav2 mountain:1",
                  "inside tolosa": "carlist field:1", "tolosa": "l_ln1"},
                 forts={"carlist": ("tolosa",)}, siege=("tolosa",))
    do(s, "hide field estella", "hide_one mountain estella")
    assert (2, 1) == (s.box_field, s.box_mountain)
    assert (0, 1) == guns(s, "carlist", "estella")
    assert 5 == s.stack[-2].left                # type: ignore[attr-defined]
    assert ("14.3c", "guns_hide_in_the_carlist_zone") == reason(s, "hide mountain lerin")
    assert ("14.3c", "besieged_guns_do_not_hide") == reason(s, "hide field tolosa")
    do(s, "shift mountain lerin", "to estella")
    assert 4 == s.stack[-2].left                # type: ignore[attr-defined]
    assert (0, 2) == guns(s, "carlist", "estella")
    s = liberals({"vitoria": "l_ln1 field:2"})
    assert not [word for word in offered(s) if word.startswith("hide")]


@rule("aiw", "24.8e")
def test_guns_may_still_be_hidden_when_all_have_moved() -> None:
    s = carlists({"estella": "c_nav1 c_nav2 c_nav3 c_gui1 c_gui2 c_bis1 field:1", "segura": "c_par1 c_par2 c_par3"})
    for unit in ("c_nav1", "c_nav2", "c_nav3", "c_gui1", "c_gui2"):
        do(s, f"redeploy {unit}", "to durango")
    for n in (1, 2, 3):
        do(s, f"redeploy c_par{n}", "to tolosa")
    assert ["done", "hide field estella"] == offered(s)
    do(s, "hide field estella")
    assert 1 == s.box_field


@rule("aiw", "24.8f")
def test_expeditions_do_not_redeploy_and_liberals_in_regions_do() -> None:
    s = carlists({"aragon": "c_nav1 knapsack:2", "asturias_cantabria": "c_gui1", "estella": "c_nav2"})
    for words in ("redeploy c_nav1", "redeploy c_gui1", "shift knapsack aragon"):
        assert ("24.8f", "expeditions_do_not_redeploy") == reason(s, words)
    do(s, "redeploy c_nav2")
    assert refused(s, "to aragon") is not None
    s = liberals({"aragon": "l_ln1"})
    do(s, "redeploy l_ln1", "to vitoria")
    assert "vitoria" == at(s, "l_ln1")


@rule("aiw", "24.8f", "24.8j")
def test_carlists_do_not_pass_through_a_region() -> None:
    around = {AREA_NAMES[x]: f"l_pr{n}" for n, x in enumerate(ids_of(ROADS[area("tudela")]), 1)}
    s = carlists({"tudela": "c_nav1", "estella": "c_nav2", **around})
    assert ("24.8i", "no_way_by_land") == reason(s, "redeploy c_nav1")


# ------------------------------------------------------------------------------------------------------- where they end


@rule("aiw", "24.8g")
def test_a_unit_ends_in_its_own_zone_and_may_pass_the_other() -> None:
    s = carlists({"calahorra": "c_nav1"})
    do(s, "redeploy c_nav1")
    assert ("24.8g", "must_end_in_own_zone") == reason(s, "to lerin")
    do(s, "to estella")
    assert "estella" == at(s, "c_nav1")
    s = liberals({"estella": "l_ln1"})
    do(s, "redeploy l_ln1")
    assert ("24.8g", "must_end_in_own_zone") == reason(s, "to alsasua")
    do(s, "to vitoria")
    assert "vitoria" == at(s, "l_ln1")
    assert 1 == s.vp                            # Estella is Carlist again


@rule("aiw", "24.8g")
def test_nobody_intercepts_a_redeployment() -> None:
    s = carlists({"calahorra": "c_nav1", "lodosa": "l_ln1"})
    s.command = [0, 5]
    do(s, "redeploy c_nav1", "to estella")
    assert "carlist PickRedeployed" == asked(s)


@rule("aiw", "24.8h")
def test_no_more_than_six_fighting_units_may_be_together() -> None:
    six = "l_ln2 l_ln3 l_ln4 l_ln5 l_pr1 l_pr2"
    s = liberals({"vitoria": "l_ln1 l_st1", "miranda": six})
    do(s, "redeploy l_ln1")
    assert ("24.8h", "six_at_most") == reason(s, "to miranda")
    do(s, "to haro", "redeploy l_st1", "to miranda")            # a Train is not counted
    s = liberals({"vitoria": "l_ln1", "miranda": "l_ln2 l_ln3 l_ln4 l_ln5 l_pr1 l_st1"})
    do(s, "redeploy l_ln1", "to miranda")
    s = liberals({"vitoria": "l_ln1", "castile_leon": six})
    do(s, "redeploy l_ln1")
    assert ("24.8h", "six_at_most") == reason(s, "to castile_leon")


@rule("aiw", "24.8i")
def test_an_enemy_bars_the_way_unless_he_is_besieged() -> None:
    around = {"alsasua": "c_nav1", "lerin": "l_ln1", "los_arcos": "l_ln2", "amescoas": "l_ln4"}
    s = liberals({"estella": "l_rg1"} | around)
    do(s, "redeploy l_rg1")
    assert {"lerin", "vitoria"} <= ends(s)
    assert ("24.8i", "no_way_by_land") == reason(s, "to alsasua")
    ring = {"irurzun": "l_ln1", "segura": "l_ln2", "salvatierra": "l_ln3", "amescoas": "l_ln4", "estella": "l_ln5"}
    s = carlists({"alsasua": "c_nav1", "tolosa": "c_gui1"} | ring)
    assert ("24.8i", "no_way_by_land") == reason(s, "redeploy c_nav1")
    assert "redeploy c_nav1" not in offered(s)
    ring = {"irurzun": "c_nav1", "segura": "c_nav2", "salvatierra": "c_nav3", "amescoas": "c_gui1", "estella": "c_gui2"}
    s = liberals({"alsasua": "l_ln1", "bilbao": "l_ln2"} | ring)
    assert ("24.8i", "no_way_by_land") == reason(s, "redeploy l_ln1")


@rule("aiw", "24.8i")
def test_nobody_redeploys_to_where_he_stands() -> None:
    s = liberals({"vitoria": "l_ln1 l_ln2"})
    do(s, "redeploy l_ln1")
    assert ("24.8i", "no_way_by_land") == reason(s, "to vitoria")


@pytest.mark.parametrize("here, there, going", [
    pytest.param("l_ln1 l_ln2 l_st1", "", "redeploy l_ln1, redeploy l_ln2", marks=rule("aiw", "24.8d")),
    pytest.param("l_ln1 field:1", "l_st2", "redeploy l_ln1, redeploy l_st2", marks=rule("aiw", "24.8d")),
    pytest.param("l_ln1 field:4", "l_ln2 field:4", "redeploy l_ln1, redeploy l_ln2", marks=rule("aiw", "14.0c")),
    pytest.param("l_rg1 l_rg2", "l_ln1 l_ln2 l_ln3 l_ln4 l_ln5 l_ln6",
                 ", ".join(f"redeploy l_ln{n}" for n in range(1, 7)), marks=rule("aiw", "24.8h")),
])
def test_who_may_go_from_pancorbo_if_there_is_no_way_but_to_ona(here: str, there: str, going: str) -> None:
    ring = {"medina_de_pomar": "c_nav1", "briviesca": "c_nav2", "miranda": "c_nav3", "espejo": "c_gui1"}
    s = liberals({"pancorbo": here, "ona": there} | ring)
    assert ["done", *going.split(", ")] == offered(s)
    pick = s.stack[-1]
    assert isinstance(pick, PickRedeployed)
    assert Decision.options(pick, s, LIBERAL) == pick.options(s, LIBERAL)


@rule("aiw", "24.8g")
def test_a_fortress_in_the_other_zone_is_no_end_for_guns() -> None:
    ring = {"campezo": "c_nav1", "estella": "c_nav2", "lodosa": "c_nav3", "logrono": "c_gui1"}
    s = liberals({"viana": "l_ln1 field:1"} | ring, forts={"liberal": ("los_arcos",), "carlist": ("logrono",)})
    assert ["done"] == offered(s)


@rule("aiw", "24.8i")
def test_through_and_to_a_besieged_enemy_one_may_go() -> None:
    """Salvatierra, where the Carlists besiege a Liberal Fortress, is the only way out of Alsasua."""
    ring = {"irurzun": "l_ln1", "segura": "l_ln2", "amescoas": "l_ln4", "estella": "l_ln5", "salvatierra": "c_ala1"}
    s = carlists({"alsasua": "c_nav1"} | ring, forts={"liberal": ("salvatierra",)}, siege=("salvatierra",))
    do(s, "redeploy c_nav1")
    assert {"salvatierra", "maestu", "durango"} <= ends(s)
    s = carlists({"alsasua": "c_nav1"} | {k: v for k, v in ring.items() if k != "salvatierra"},
                 forts={"liberal": ("salvatierra",)})
    assert ("24.8i", "no_way_by_land") == reason(s, "redeploy c_nav1")      # not besieged
    s = liberals({"vitoria": "l_rg1", "trevino": "l_ln1", "inside trevino": "c_ala1"}, forts={"carlist": ("trevino",)},
                 siege=("trevino",))
    do(s, "redeploy l_rg1")
    assert "trevino" in ends(s)


@rule("aiw", "24.8j")
def test_liberals_cross_regions_whoever_is_there() -> None:
    s = liberals({"andalusia": "l_ln1 c_cas1", "valencia_murcia": "c_cas2", "aragon": "c_nav1", "tudela": "l_ln2"})
    do(s, "redeploy l_ln1")
    assert {"galicia", "valencia_murcia", "aragon", "castile_leon", "tudela", "vitoria"} <= ends(s)
    do(s, "to aragon", "redeploy l_ln2", "to catalonia")
    assert ["aragon", "catalonia"] == [at(s, unit) for unit in ("l_ln1", "l_ln2")]


# --------------------------------------------------------------------------------------------------------------- by sea


@rule("aiw", "24.8k")
def test_by_sea_from_port_or_coast_to_port_or_coast() -> None:
    s = liberals({"laredo": "l_ln1", "galicia": "l_ln2 field:1", "guetaria": "c_gui1", "vitoria": "l_ln3"})
    do(s, "redeploy l_ln1")
    assert {"bilbao", "galicia", "catalonia"} <= ends(s, "ship_to")
    assert ("13.1d", "enemy_at_the_port") == reason(s, "ship_to guetaria")
    assert ("24.8g", "must_end_in_own_zone") == reason(s, "ship_to bermeo")
    assert ("13.1a", "same_port") == reason(s, "ship_to laredo")
    do(s, "ship_to san_sebastian", "shift field galicia", "ship_to san_sebastian")
    assert (1, 0) == guns(s, "liberal", "san_sebastian")
    do(s, "redeploy l_ln3")
    assert ("13.1a", "no_port") == reason(s, "ship_to bilbao")
    s = liberals({"vitoria": "l_ln3", "san_sebastian": "c_gui1"}, siege=("san_sebastian",))
    do(s, "redeploy l_ln3")
    assert ("13.1a", "no_port") == reason(s, "ship_to san_sebastian")
    s = carlists({"guetaria": "c_gui1"})
    do(s, "redeploy c_gui1")
    assert set() == ends(s, "ship_to")


@rule("aiw", "24.8l")
def test_into_a_besieged_port_within_its_capacity() -> None:
    places = {"laredo": "l_ln1 l_ln2 l_st1 field:2 knapsack:1", "inside san_sebastian": "l_pr1 field:1",
              "san_sebastian": "c_gui1"}
    s = liberals(places, siege=("san_sebastian",))
    do(s, "redeploy l_ln1", "ship_to san_sebastian")
    assert "inside san_sebastian" == at(s, "l_ln1")
    do(s, "redeploy l_ln2")
    assert ("13.1f", "fortress_full") == reason(s, "ship_to san_sebastian")
    do(s, "ship_to bilbao")
    do(s, "redeploy l_st1", "ship_to san_sebastian")            # a Train finds room beside two units
    do(s, "shift field laredo", "ship_to san_sebastian")
    assert (3, 0) == guns(s, "liberal", "inside san_sebastian")
    do(s, "shift knapsack laredo", "ship_to san_sebastian")
    assert 1 == knapsack(s, "liberal", "inside san_sebastian")
    places["inside san_sebastian"] = "l_st2 mountain:1 knapsack:2"
    s = liberals(places, siege=("san_sebastian",))
    do(s, "shift field laredo", "ship_to san_sebastian")        # only guns of the same kind and a Train are in its way
    assert (2, 1) == guns(s, "liberal", "inside san_sebastian")
    places["inside san_sebastian"] = "l_st2 field:3 knapsack:2"
    s = liberals(places, siege=("san_sebastian",))
    for piece in ("redeploy l_st1", "shift field laredo", "shift knapsack laredo"):
        do(s, piece)
        assert ("18.0c", "one_of_each_inside") == reason(s, "ship_to san_sebastian")
        do(s, "ship_to bilbao")


@rule("aiw", "24.8m")
def test_bilbao_is_cancelled_as_usual() -> None:
    s = liberals({"laredo": "l_ln1", "bilbao": "l_ln2", "guecho": "c_bis1"})
    do(s, "redeploy l_ln1")
    assert ("13.1h", "port_of_bilbao_cancelled") == reason(s, "ship_to bilbao")
    do(s, "to ramales", "redeploy l_ln2")
    assert ("13.1h", "port_of_bilbao_cancelled") == reason(s, "ship_to galicia")
    s = liberals({"inside bilbao": "l_ln2", "bilbao": "c_bis1", "vitoria": "l_ln1"}, siege=("bilbao",))
    assert ("24.8c", "besieged_units_stay") == reason(s, "redeploy l_ln2")


@rule("aiw", "24.8n")
def test_nothing_is_redeployed_twice_by_land_or_by_sea() -> None:
    s = liberals({"galicia": "l_ln1 field:2", "laredo": "l_ln2"})
    do(s, "redeploy l_ln1", "ship_to laredo")
    assert ("24.8n", "redeploys_once") == reason(s, "redeploy l_ln1")
    do(s, "shift field galicia", "ship_to laredo")
    assert ("24.8n", "redeploys_once") == reason(s, "shift field laredo")
    assert "redeploy l_ln2" in offered(s)


@rule("aiw", "24.8n", "14.0c")
def test_of_guns_that_were_joined_the_others_may_still_go() -> None:
    s = liberals({"galicia": "l_ln1 field:2", "laredo": "l_ln2 field:1", "bilbao": "l_ln3"})
    do(s, "shift field galicia", "ship_to laredo")
    do(s, "shift field laredo", "ship_to bilbao")
    assert [(2, 0), (1, 0)] == [guns(s, "liberal", x) for x in ("laredo", "bilbao")]


@rule("aiw", "24.8n")
def test_each_of_several_guns_goes_once_whatever_the_others_did() -> None:
    s = liberals({"galicia": "l_ln1 field:1", "laredo": "l_ln2 mountain:1", "bilbao": "l_ln3 field:1",
                  "catalonia": "l_ln4 mountain:1"})
    do(s, "shift field galicia", "ship_to laredo")
    assert {"shift mountain laredo", "shift field bilbao"} <= set(offered(s))
    do(s, "shift mountain catalonia", "ship_to bilbao")
    for words in ("shift field laredo", "shift mountain bilbao"):
        assert ("24.8n", "redeploys_once") == reason(s, words)
    do(s, "shift field bilbao", "to vitoria")
    assert (1, 0) == guns(s, "liberal", "vitoria")


@rule("aiw", "14.0c")
def test_guns_are_joined_as_far_as_a_counter_shows() -> None:
    s = liberals({"vitoria": "l_ln1 field:3", "haro": "l_ln2 field:2", "logrono": "l_ln3 field:4"})
    do(s, "shift field vitoria")
    assert ("14.0c", "no_counter_left") == reason(s, "to logrono")
    do(s, "to haro")
    assert [(1, 0), (4, 0)] == [guns(s, "liberal", x) for x in ("vitoria", "haro")]
    s = carlists({"estella": "c_nav1 mountain:2", "durango": "c_bis1 mountain:1", "segura": "c_gui1 mountain:2",
                  "tolosa": "c_gui2"})
    do(s, "shift mountain estella", "to tolosa")        # all three counters are used, and one of them moves
    assert (0, 2) == guns(s, "carlist", "tolosa")


@rule("aiw", "11.5b")
def test_a_knapsack_does_not_end_beside_another() -> None:
    s = liberals({"vitoria": "l_ln1 knapsack:2", "haro": "l_ln2 knapsack:1"})
    do(s, "shift knapsack vitoria")
    assert ("11.5b", "one_knapsack_a_space") == reason(s, "to haro")


# -------------------------------------------------------------------------------------------------------- hidden things


@rule("aiw", "5.2a", "24.8b")
def test_the_enemy_sees_where_a_block_goes_and_whether_it_is_a_partida() -> None:
    s = carlists({"estella": "c_par1 c_nav1 c_gui1"})
    mixed = sum(1 << UNIT[name] for name in ("c_par1", "c_nav1", "c_gui1"))
    for name in ("c_par1", "c_nav1", "c_gui1"):
        s.may[block(s, name)] = mixed
    do(s, "redeploy c_gui1")
    assert -1 == next(f for f in GAME.view(s, LIBERAL).stack if isinstance(f, Redeployment)).block
    do(s, "to durango")
    assert mixed & ~PARTIDAS == s.may[block(s, "c_gui1")]
    do(s, "redeploy c_par1", "to tolosa")
    assert mixed & PARTIDAS == s.may[block(s, "c_par1")]


@rule("aiw", "24.8g")
def test_what_was_picked_must_go_if_there_is_a_place() -> None:
    s = carlists({"estella": "c_nav1"})
    do(s, "redeploy c_nav1")
    assert ("24.8g", "choose_where_it_ends") == reason(s, "done")


@pytest.mark.parametrize("side", [CARLIST, LIBERAL])
@rule("aiw", "24.8c", "24.8g")
def test_options_are_what_the_refusals_leave(side: int) -> None:
    s = GAME.create("espartero", {"politics": "without", "plague_and_snow": "without"})
    s.secret = True
    run(s, Redeployment(side), [4] if side == LIBERAL else None)
    pick = s.stack[-1]
    assert isinstance(pick, PickRedeployed)
    assert Decision.options(pick, s, side) == pick.options(s, side)
    do(s, [word for word in offered(s) if word.startswith("redeploy")][-1])
    place = s.stack[-1]
    assert isinstance(place, PlaceRedeployed)
    assert sorted(Decision.options(place, s, side)) == sorted(place.options(s, side))
    do(s, offered(s)[0])
    pick = s.stack[-1]
    assert isinstance(pick, PickRedeployed)
    assert Decision.options(pick, s, side) == pick.options(s, side)


def agree(s: Aiw, side: int) -> None:
    """What may be picked, and where each of these pieces may end, is what the refusals leave."""
    pick = s.stack[-1]
    assert isinstance(pick, PickRedeployed)
    assert sorted(Decision.options(pick, s, side)) == sorted(pick.options(s, side))
    for word in offered(s):
        if word.split()[0] in ("redeploy", "shift"):
            trial = s.clone()
            do(trial, word)
            place = trial.stack[-1]
            assert isinstance(place, PlaceRedeployed)
            assert sorted(Decision.options(place, trial, side)) == sorted(place.options(trial, side))


@pytest.mark.parametrize("side, first", [
    (LIBERAL, ("redeploy l_ln5", "ship_to san_sebastian")), (CARLIST, ("redeploy c_nav2", "to durango")),
])
@rule("aiw", "24.8c", "24.8i", "24.8k", "24.8l", "24.8m", "14.0c")
def test_with_fortresses_besieged_on_both_sides_options_are_what_the_refusals_leave(
    side: int, first: tuple[str, str]
) -> None:
    places = {
        "inside san_sebastian": "l_ln1 l_st1 field:1", "san_sebastian": "c_gui1", "inside vitoria": "l_ln2 knapsack:1",
        "vitoria": "c_ala1 field:1", "inside bilbao": "l_ln3", "bilbao": "c_bis1 knapsack:1",
        "trevino": "l_ln4 field:2", "inside trevino": "c_ala2", "castro_urdiales": "l_ln6",
        "inside castro_urdiales": "c_nav1", "laredo": "l_ln5 l_st2 field:4 knapsack:2", "haro": "l_ln7 mountain:2",
        "galicia": "l_ln8 field:1", "inside estella": "c_nav3 mountain:1", "estella": "l_ln9 mountain:1",
        "tolosa": "c_nav2 c_st1 mountain:2 field:2", "azpeitia": "c_par1 mountain:1",
    }
    held = ("trevino", "castro_urdiales", "estella")
    sieges = ("san_sebastian", "vitoria", "bilbao", *held)
    make = liberals if side == LIBERAL else carlists
    s = make(places, forts={"carlist": held}, siege=sieges)
    agree(s, side)
    do(s, *first)
    agree(s, side)
