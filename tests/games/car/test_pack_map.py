"""The map of Crusade and Revolution: spaces, lines, coasts, zones."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from tests.games.car.pack import (
    EDGES,
    ENGLISH,
    LAND,
    LINES,
    NEAR,
    REGIONS,
    RULES,
    SETUPS,
    SPACE_ROWS,
    SPACES,
    TABLES,
    flagged,
    held,
    joined,
    named,
    spaces,
)
from tests.rules import rule


@rule("car", "2.1a")
def test_the_map_is_a_graph_of_184_spaces_and_357_land_connections() -> None:
    assert 184 == len(SPACE_ROWS) == len(SPACES)
    assert 357 == len(LAND)
    assert len(LINES) == len(EDGES), "no line stands twice"
    assert Counter(plain=318, river=39, border=17, beach_head_arrow=1, optional_grado=1) == Counter(LINES.values())
    apart = {"mallorca", "menorca", "beach_head_mallorca", "beach_head_plan_p"}
    assert SPACES.keys() - apart == joined("madrid", SPACES).keys()


@rule("car", "2.1.2a", "2.1.2e", "2.1.2f", "2.1.2g")
def test_only_land_connections_and_the_arrow_are_lines_for_movement_and_supply() -> None:
    for row in EDGES:
        usable = row.text("type") in ("plain", "river", "beach_head_arrow")
        assert (usable, usable) == (row.flag("movement"), row.flag("supply")), row.text("a")
    assert "river" == LINES[frozenset(("hellin", "murcia"))]
    assert "beach_head_arrow" == LINES[frozenset(("mallorca", "beach_head_mallorca"))]
    assert "optional_grado" == LINES[frozenset(("oviedo", "pto_de_leitariegos"))]


@rule("car", "2.1.2d")
def test_madrid_is_connected_to_barcelona_but_not_adjacent() -> None:
    assert "barcelona" in joined("madrid", held("rep"))
    assert "barcelona" not in NEAR["madrid"]


def test_no_two_land_connections_cross_and_no_two_spaces_touch() -> None:
    at = {name: (row.integer("x"), row.integer("y")) for name, row in SPACES.items()}

    def turn(a: str, b: str, c: str) -> int:
        (ax, ay), (bx, by), (cx, cy) = at[a], at[b], at[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    crossing = [
        (a, b, c, d)
        for (a, b), (c, d) in combinations(sorted(tuple(sorted(line)) for line in LAND), 2)
        if not {a, b} & {c, d} and turn(a, b, c) * turn(a, b, d) <= 0 and turn(c, d, a) * turn(c, d, b) <= 0
    ]
    assert [] == crossing
    nearest = min((ax - bx) ** 2 + (ay - by) ** 2 for (ax, ay), (bx, by) in combinations(at.values(), 2))
    assert 26 ** 2 <= nearest
    assert all(0 <= x <= 1000 and 0 <= y <= 790 for x, y in at.values())


@rule("car", "2.1.1a", "2.1.1b")
def test_a_space_is_of_one_side_and_open_or_mountain() -> None:
    beach_heads = {"beach_head_mallorca", "beach_head_plan_p"}
    assert beach_heads == flagged("beach_head")
    for name, row in SPACES.items():
        row.choice("controller", ("",) if name in beach_heads else ("nat", "rep"))
        row.choice("terrain", ("open", "mountain"))
    assert {"somosierra", "guadarrama", "siguenza"} <= spaces(lambda row: row.text("terrain") == "mountain")
    assert {"aranda_de_duero", *beach_heads} <= spaces(lambda row: row.text("terrain") == "open")


@rule("car", "2.1.1c", "3.0u", "14.2.1a")
def test_six_main_cities_are_vp_spaces_and_four_of_them_republican() -> None:
    assert {"barcelona", "bilbao", "madrid", "sevilla", "valencia", "zaragoza"} == flagged("main_city")
    assert flagged("main_city") < flagged("vp_space")
    assert {"sevilla", "zaragoza"} == flagged("main_city") & held("nat")
    assert (2, 4) == tuple(TABLES.table("costs").integer(f"main_cities_{side}") for side in ("nat", "rep"))


@rule("car", "2.1.1c", "2.1.1d", "3.0ak")
def test_vp_spaces_are_province_capitals_all_but_cartagena() -> None:
    assert 48 == len(flagged("province_capital"))
    assert {"cartagena"} == flagged("vp_space") - flagged("province_capital")
    assert {"oviedo", "granada"} <= flagged("province_capital") - flagged("vp_space")
    worth = TABLES.table("victory_points")
    for name, row in SPACES.items():
        expected = "madrid" if name == "madrid" else "main_city" if row.flag("main_city") else "vp_space"
        assert (worth.integer(expected) if row.flag("vp_space") else 0) == row.integer("vp"), name


@rule("car", "SUa")
def test_the_nationalist_spaces_are_worth_the_seven_points_of_the_start() -> None:
    assert 7 == SETUPS.table("s1936").integer("vp") == sum(SPACES[name].integer("vp") for name in held("nat"))


@rule("car", "2.1.1e", "3.0q", "13.2.1a", "13.2.1b")
def test_supply_sources() -> None:
    assert {"la_coruna", "valladolid", "zaragoza", "sevilla", "mallorca"} == spaces(
        lambda row: row.maybe_text("supply_source") == "nat")
    assert {"gijon", "santander", "bilbao", "barcelona", "valencia", "cartagena"} == spaces(
        lambda row: row.maybe_text("supply_source") == "rep")
    for row in SPACE_ROWS:
        row.choice("supply_source", ("", row.maybe_text("controller")))
    assert "" == SPACES["madrid"].maybe_text("supply_source")


@rule("car", "2.1.1f", "3.0x", "16.4.1a", "16.4.1b")
def test_the_northern_front_is_what_the_republic_holds_of_three_regions() -> None:
    regional = spaces(lambda row: row.choice("region", ("", *REGIONS)) != "")
    assert regional & held("rep") == flagged("northern_front")
    assert {"oviedo"} == regional - flagged("northern_front")
    assert flagged("northern_front") == joined("gijon", held("rep")).keys(), "it stands apart, in one piece"
    asturias = {"castropol", "pto_de_la_espina", "pto_de_leitariegos", "pto_de_pajares", "gijon", "cangas_de_onis"}
    assert asturias | {"oviedo"} == spaces(lambda row: row.maybe_text("region") == "asturias")
    assert {"bilbao", "orduna", "durango", "san_sebastian"} == spaces(lambda row: row.maybe_text("region") == "basque")


@rule("car", "2.1.1g", "3.0e", "3.0f", "3.0g", "3.0v")
def test_coasts_ports_and_sea_zones() -> None:
    said = re.fullmatch(r"Atlantic: (.*)\. Mediterranean: (.*) \(reading C2\)\.", RULES["3.0g"].text("text_en"))
    assert said
    by_name = {entry.text("name"): name for name, entry in named(ENGLISH, "space").items()}
    atlantic, mediterranean = ({by_name[name] for name in part.split(", ")} for part in said.groups())
    islands = {"mallorca", "menorca", "beach_head_mallorca"}
    assert islands == flagged("balearic")
    assert atlantic == spaces(lambda row: row.maybe_text("sea_zone") == "atlantic")
    assert mediterranean | islands | {"huelva", "beach_head_plan_p"} == spaces(
        lambda row: row.maybe_text("sea_zone") == "mediterranean")
    assert flagged("coastal") == spaces(lambda row: row.maybe_text("sea_zone") != "")
    assert flagged("port") < flagged("coastal")
    assert {"cadiz", "algeciras", "beach_head_mallorca", "beach_head_plan_p"} <= flagged("port")
    assert "huelva" not in flagged("port")


@rule("car", "13.4.1a", "2.1.2f")
def test_border_spaces_have_a_dotted_line_to_their_country() -> None:
    assert {(row.text("a"), row.text("b")) for row in EDGES if row.text("type") == "border"} == {
        (name, row.text("border")) for name, row in SPACES.items() if row.choice("border", ("", "france", "portugal"))
    }
    assert 8 == len(spaces(lambda row: row.maybe_text("border") == "france"))
    assert 9 == len(spaces(lambda row: row.maybe_text("border") == "portugal"))


@rule("car", "3.0ag", "3.0r", "16.1.4a", "SUb")
def test_sieges_and_isolated_spaces() -> None:
    sieges = {"gijon": "simancas_quarter", "pto_de_valderrepiso": "santa_maria_de_la_cabeza",
              "toledo": "alcazar_of_toledo"}
    assert sieges == {name: row.text("siege") for name, row in SPACES.items() if row.maybe_text("siege")}
    resistance = SETUPS.table("s1936").table("sieges")
    assert (1, 2, 3) == tuple(resistance.integer(siege) for siege in sieges.values())
    assert {"oviedo", "granada"} == flagged("isolated") == set(SETUPS.table("s1936").texts("isolated"))
    assert all(NEAR[name] and NEAR[name] <= held("rep") for name in flagged("isolated"))


@rule("car", "3.0y")
def test_the_nationalists_hold_two_zones_two_isolated_spaces_and_mallorca() -> None:
    north, south = joined("zaragoza", held("nat")).keys(), joined("sevilla", held("nat")).keys()
    assert {"la_coruna", "valladolid"} <= north
    assert not north & south
    assert held("nat") == north | south | {"oviedo", "granada", "mallorca"}


@pytest.mark.parametrize("a, b", [
    ("madrid", "illescas"), ("teruel", "ademuz"), ("teruel", "rubielos_de_mora"), ("teruel", "barracas"),
    ("belchite", "carinena"), ("carinena", "zaragoza"), ("belchite", "zaragoza"), ("barbastro", "tremp"),
    ("barbastro", "balaguer"), ("montblanch", "gandesa"), ("montblanch", "villafranca_del_p"),
    ("villafranca_del_p", "barcelona"), ("granada", "guadix"), ("guadarrama", "madrid"), ("segovia", "somosierra"),
    ("castropol", "lugo"), ("pto_de_leitariegos", "ponferrada"), ("pto_de_pajares", "leon"),
])
def test_spaces_that_the_examples_call_adjacent(a: str, b: str) -> None:
    assert b in NEAR[a]


def test_spaces_that_the_examples_keep_apart() -> None:
    assert not NEAR["huesca"] & {"tremp", "balaguer"}
    assert "barcelona" not in NEAR["montblanch"]
    assert {"somosierra", "guadarrama"} == flagged("sierra_of_madrid")
    assert "river" == LINES[frozenset(("somosierra", "aranda_de_duero"))]
    assert "plain" == LINES[frozenset(("somosierra", "segovia"))]


def test_distances_of_plan_p_are_those_of_the_example() -> None:
    near_cartagena, near_baza = joined("cartagena", SPACES), joined("baza", SPACES)
    assert (1, 2, 3) == tuple(near_cartagena[name] for name in ("aguilas", "garrucha", "almeria"))
    assert min(near_cartagena[name] for name in ("adra", "motril", "velez_malaga", "malaga")) > 3
    assert max(near_baza[name] for name in ("motril", "velez_malaga")) <= 3 < near_baza["malaga"]
