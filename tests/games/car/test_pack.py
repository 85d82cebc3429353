"""The data of Crusade and Revolution: map, counters, cards, tables, scenarios and texts, complete and consistent."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from tablero.kernel.cards import Cards
from tablero.kernel.packs import Pack, Row, Table
from tests.rules import rule

PACK = Pack.of("car")
SPACE_ROWS = PACK.rows("spaces.csv")
EDGES = PACK.rows("edges.csv")
UNIT_ROWS = PACK.rows("units.csv")
CARD_ROWS = PACK.rows("cards.csv")
RULES = {row.text("id"): row for row in PACK.toml("rules.toml").tables("rule")}
TABLES = PACK.toml("tables.toml")
SCENARIOS = {row.text("id"): row for row in PACK.toml("scenarios.toml").tables("scenario")}
SETUPS = PACK.toml("scenarios.toml").table("setups")
ENGLISH = PACK.toml("text/names.en.toml")
SPANISH = PACK.toml("text/names.es.toml")
READINGS = Path(__file__).parents[3] / "docs/decisions/car-readings.md"

SPACES = {row.text("id"): row for row in SPACE_ROWS}
UNITS = {row.text("id"): row for row in UNIT_ROWS}
CARDS = {row.text("id"): row for row in CARD_ROWS}
LINES = {frozenset((row.text("a"), row.text("b"))): row.text("type") for row in EDGES}
LAND = {line: kind for line, kind in LINES.items() if kind in ("plain", "river")}
NEAR: dict[str, set[str]] = {x: {y for line in LAND if x in line for y in line if y != x} for x in SPACES}
BOXES = ("reserve", "africa", "eliminated", "gone")
PHASES = ("war_of_the_columns", "mobilization", "war_of_the_armies")
MOMENTS = ("action", "attack", "defend", "defection", "modifiers", "columns", "fire", "losses", "retreat", "advance")
REGIONS = ("asturias", "santander", "basque")
TURNS = TABLES.tables("turn")


def spaces(test: Callable[[Row], bool]) -> set[str]:
    """The ids of the spaces of which something is true."""
    return {name for name, row in SPACES.items() if test(row)}


def flagged(column: str) -> set[str]:
    return spaces(lambda row: row.flag(column))


def held(side: str, setup: str = "s1936") -> set[str]:
    """The spaces that a side controls in a set-up."""
    taken = set(SETUPS.table(setup).texts("to_nat"))
    return {name for name, row in SPACES.items()
            if (("nat" if name in taken else row.maybe_text("controller")) == side)}


def joined(start: str, among: Iterable[str]) -> dict[str, int]:
    """How many steps by land it is from a space to others, without leaving a set of spaces."""
    allowed, found, queue = set(among), {start: 0}, deque([start])
    while queue:
        x = queue.popleft()
        for y in NEAR[x] & allowed - found.keys():
            found[y] = found[x] + 1
            queue.append(y)
    return found


def counters(test: Callable[[Row], bool]) -> int:
    return sum(row.integer("count") for row in UNIT_ROWS if test(row))


def placed(setup: str) -> dict[str, list[str]]:
    """By place: what stands there, `:r` if reduced."""
    table = SETUPS.table(setup).table("units")
    return {place: table.texts(place) for place in table.keys()}        # noqa: SIM118


def kind(word: str) -> str:
    return word.removesuffix(":r")


def cards(test: Callable[[Row], bool]) -> set[str]:
    return {name for name, row in CARDS.items() if test(row)}


def named(table: Table, section: str) -> dict[str, Table]:
    whole = table.table(section)
    return {key: whole.table(key) for key in whole.keys()}              # noqa: SIM118


# -------------------------------------------------------------------------------------------------------------- the map


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


# ------------------------------------------------------------------------------------------------------------- counters


@rule("car", "2.2.1a", "2.2.1c")
def test_there_are_157_divisions_and_46_corps() -> None:
    assert (92, 92) == (len(UNIT_ROWS), len(UNITS))
    expected = {("nat", "division"): 71, ("rep", "division"): 86, ("nat", "corps"): 19, ("rep", "corps"): 27}
    for (side, size), n in expected.items():
        assert n == sum(row.integer("count") for row in UNIT_ROWS
                        if (row.text("side"), row.text("size")) == (side, size)), (side, size)
    assert 203 == counters(lambda row: True)
    assert all(row.integer("count") == 1 for row in UNIT_ROWS if row.text("size") == "corps")


@rule("car", "2.2.1b", "2.2.1d")
def test_a_reduced_unit_fights_worse_and_is_else_the_same() -> None:
    assert {"nat_ins_n48"} == {name for name, row in UNITS.items() if row.integer("steps") == 1}
    for name, row in UNITS.items():
        reduced = [row.maybe_integer(f"r_{factor}") for factor in ("cf", "lf", "mf")]
        if row.integer("steps") == 1:
            assert [-1, -1, -1] == reduced
        else:
            assert [row.integer("lf"), row.integer("mf")] == reduced[1:], name
            assert 0 <= reduced[0] < row.integer("cf"), name
        assert row.integer("lf") in ((1,) if row.text("size") == "division" else (2, 3)), name


def test_factors_that_the_examples_name() -> None:
    inf, rep, nat = UNITS["nat_inf"], UNITS["rep_i"], UNITS["nat_vi"]
    assert [2, 1, 3] == [inf.integer(factor) for factor in ("cf", "lf", "mf")]
    assert [2, 3, 3] == [rep.integer(factor) for factor in ("r_cf", "r_lf", "r_mf")]
    assert [2, 2, 3] == [nat.integer(factor) for factor in ("r_cf", "r_lf", "r_mf")]


def test_a_unit_of_a_card_is_brought_by_that_card() -> None:
    for name, row in UNITS.items():
        brought = [card for card, words in CARDS.items()
                   if f"{name}*{row.integer('count')}" in words.words("units")]
        assert ([row.text("card")] if row.maybe_text("card") else []) == brought, name
        assert bool(brought) == (row.text("entry") in ("reinforcement", "event")), name
    assert {word.split("*")[0] for row in CARD_ROWS for word in row.words("units")} <= UNITS.keys()


@rule("car", "2.2.1f", "16.6.1a")
def test_armor_comes_with_reinforcement_cards() -> None:
    armor = {name for name, row in UNITS.items() if row.flag("armor")}
    assert armor == {name for name, row in UNITS.items() if row.text("type") in ("T-26", "CV-33", "PZ-I")}
    for name in armor:
        expected = "reinforcement_sov" if UNITS[name].text("type") == "T-26" else "reinforcement_axis"
        assert expected == CARDS[UNITS[name].text("card")].text("type"), name


@rule("car", "2.6a")
def test_counters_use_the_abbreviations_of_the_rulebook() -> None:
    said = {part.split(" ")[0] for part in RULES["2.6a"].text("text_en").rstrip(".").split("; ")}
    types = {row.text("type") for row in UNIT_ROWS}
    divisions = {"INF", "MIL", "CAV", "POL", "AFR", "ITA", "CV-33", "PZ-I", "INS", "RPA", "INT", "T-26"}
    assert divisions | {"AC", "CTV"} == types
    parts = {part for row in UNIT_ROWS if row.text("size") == "division" for part in
             ([row.text("label")] if row.flag("armor") else row.text("label").split("-"))}
    assert parts <= said
    assert types - {"AC"} <= said


@rule("car", "3.0ac")
def test_regional_units_are_northern_and_no_catalan_unit_is_regional() -> None:
    regional = Counter(row.text("regional") for row in UNIT_ROWS if row.maybe_text("regional")
                       for _ in range(row.integer("count")))
    assert Counter(asturias=11, santander=5, basque=9) == regional
    catalan = {row.text("label"): row.text("catalan") for row in UNIT_ROWS if row.maybe_text("catalan")}
    assert {"MIL-CNT": "cnt", "MIL-ERC": "erc", "MIL-POUM": "poum", "MIL-PSUC": "psuc"} == catalan
    assert not any(row.maybe_text("regional") and row.maybe_text("catalan") for row in UNIT_ROWS)
    assert {row.text("label") for row in UNIT_ROWS if row.flag("militia")} == {
        row.text("label") for row in UNIT_ROWS if row.text("type") == "MIL"}


def test_which_replacement_points_a_unit_takes() -> None:
    for name, row in UNITS.items():
        own, ally = ("nat", "axis") if row.text("side") == "nat" else ("rep", "sov")
        by_ally = row.text("type") in ("PZ-I", "ITA", "CV-33", "CTV", "INT", "T-26")
        expected = [] if row.text("type") in ("AFR", "INS") else [ally] if by_ally else [own, ally]
        assert expected == row.words("rp"), name


@rule("car", "11.3.5.2a")
def test_which_corps_a_division_may_replace() -> None:
    for name, row in UNITS.items():
        expected = {
            ("nat", "MIL"): "nat", ("nat", "INF"): "nat", ("nat", "ITA"): "ctv", ("rep", "RPA"): "rep",
            ("rep", "MIL"): row.maybe_text("regional") or "rep",
        }.get((row.text("side"), row.text("type")), "")
        assert expected == row.maybe_text("replaces"), name


@rule("car", "8.5.2.5b")
def test_which_divisions_may_be_given_up_for_new_corps() -> None:
    for name, row in UNITS.items():
        free = {"nat": ("MIL", "POL", "CAV", "INF", "AFR"), "rep": ("MIL", "POL", "RPA")}[row.text("side")]
        kept = row.maybe_text("regional") or row.maybe_text("catalan") == "poum"
        assert (row.text("type") in free and not kept) == row.flag("removable"), name


def test_ten_initial_corps_a_side() -> None:
    table = TABLES.table("mobilization")
    for side in ("nat", "rep"):
        first = [name for name, row in UNITS.items()
                 if row.text("side") == side and row.text("entry") == "initial_corps"]
        assert 10 == len(first)
        assert first == table.texts(f"corps_{side}")
    assert "n4" == table.text("ctv_after")
    assert 5 == table.integer("militarization") == counters(lambda row: row.text("entry") == "militarization")


# ---------------------------------------------------------------------------------------------------------------- cards


@rule("car", "2.0a", "2.3a", "2.4a")
def test_two_decks_of_55_cards_in_three_groups() -> None:
    assert 110 == len(CARDS)
    for side, letter in (("nat", "n"), ("rep", "r")):
        own = [row for row in CARD_ROWS if row.text("side") == side]
        assert [f"{letter}{n}" for n in range(1, 56)] == [row.text("id") for row in own]
        assert [f"{letter.upper()}{n}" for n in range(1, 56)] == [row.text("number") for row in own]
        assert Counter(dict(zip(PHASES, (18, 20, 17), strict=True))) == Counter(row.text("deck") for row in own)


def test_the_kernel_reads_the_cards() -> None:
    register = Cards(CARD_ROWS, ("nationalist", "republican"), MOMENTS, dict.fromkeys(("ops", "sr", "rp"), "action"))
    assert [55, 55] == [cards.bit_count() for cards in register.by]
    assert [83, 18, 15] == [cards.bit_count() for cards in register.at[:3]]
    assert all(cards == register.all for cards in register.spent.values())
    for row in CARD_ROWS:
        assert {"nat": "nationalist", "rep": "republican"}[row.text("side")] == row.text("by")


@rule("car", "7.1.6b")
def test_replacement_points_follow_the_value_of_a_card() -> None:
    points = TABLES.table("replacements")
    for name, row in CARDS.items():
        own, ally = points.integers(f"value_{row.integer('value')}")
        assert (own, ally) == (2 * row.integer("rp_own"), 2 * row.integer("rp_ally")), name
        assert row.integer("grants_ops") in (0, 1, row.integer("value")), name


def test_combat_cards_are_kept_discarded_or_removed() -> None:
    combat = cards(lambda row: row.text("type") == "combat")
    assert 27 == len(combat)
    for name, row in CARDS.items():
        assert (name in combat) == bool(row.words("acts")), name
        assert (name in combat) == ("action" not in row.words("moments")), name
        row.choice("fate", ("remove", "keep", "discard") if name in combat else ("remove", "discard"))
    assert {"n16", "n28", "n36", "r29", "r55"} == combat & cards(lambda row: row.text("fate") == "discard")
    assert {"n34", "r35"} == cards(lambda row: row.text("fate") == "discard") - combat


@rule("car", "3.0p", "8.5.1.2b")
def test_underlined_names_and_numbers_are_those_that_other_cards_depend_on() -> None:
    opens: dict[str, set[str]] = {name: set() for name in CARDS}
    bars: dict[str, set[str]] = {name: set() for name in CARDS}
    for name, row in CARDS.items():
        for other in re.findall(r"[nr][0-9]+", row.maybe_text("after")):
            opens[other].add(name)
        for other in row.words("barred_by"):
            bars[other].add(name)
    opens["n33"].add("r28")                                 # or Turn 8
    for name, row in CARDS.items():
        own = {other for other in opens[name] if other[0] == name[0]}
        enemy = {other for other in opens[name] | bars[name] if other[0] != name[0]}
        assert bool(own) == row.flag("name_underlined"), name
        assert bool(enemy) == row.flag("number_underlined"), name
        listed = re.search(r"Allows ([NR0-9, and]+)", ENGLISH.table("card").table(name).text("effect"))
        assert opens[name] == set(re.findall(r"[nr][0-9]+", listed[1].lower()) if listed else ()), name
    assert (True, True) == (CARDS["n42"].flag("name_underlined"), CARDS["n42"].flag("number_underlined"))


def test_every_event_can_happen_in_some_turn() -> None:
    joins = dict(zip(PHASES, (1, 6, 12), strict=True))

    def earliest(name: str, above: tuple[str, ...] = ()) -> int:
        assert name not in above, "a circle of prerequisites"
        row = CARDS[name]
        groups = [min(earliest(other, (*above, name)) for other in either.split("/"))
                  for either in row.maybe_text("after").split("&") if either]
        after_first_turn = 2 if row.text("type").startswith("reinforcement") else 1
        return max(joins[row.text("deck")], row.maybe_integer("first", 1), after_first_turn, *groups)

    for name, row in CARDS.items():
        assert earliest(name) <= row.maybe_integer("last", 18), name


def test_four_strategic_counterattacks() -> None:
    found = cards(lambda row: row.text("type") == "strategic_counterattack")
    assert ["Brunete", "Belchite", "Teruel", "El Ebro"] == [
        ENGLISH.table("card").table(name).text("name") for name in sorted(found, key=lambda name: int(name[1:]))]
    markers = TABLES.table("markers")
    assert (3, 1) == (markers.integer("bonus_rm"), markers.integer("bonus_vp"))


def test_types_and_red_texts_of_cards() -> None:
    types = {"event", "combat", "strategic_counterattack", "reinforcement_nat", "reinforcement_axis",
             "reinforcement_rep", "reinforcement_sov"}
    assert types == {row.text("type") for row in CARD_ROWS}
    assert {"n11": "turn_12", "r11": "turn_6", "r13": "north_end"} == {
        name: row.text("removed_in") for name, row in CARDS.items() if row.maybe_text("removed_in")}
    assert {"n8", "n9", "n29", "n47", "r12"} == cards(lambda row: row.flag("air"))
    corps = {name for name, row in UNITS.items() if row.text("size") == "corps"}
    for name, row in CARDS.items():
        assert row.flag("corps_reinforcement") == any(word.split("*")[0] in corps for word in row.words("units")), name
        assert row.flag("counts_winter_limit") == (row.integer("grants_ops") >= 2 and name != "n1"), name


def test_cards_refer_to_rules_that_exist() -> None:
    sections = {re.sub(r"[a-z]+$", "", name) for name in RULES}
    for name, row in CARDS.items():
        for ref in row.words("refs"):
            assert any(section == ref or section.startswith(f"{ref}.") for section in sections), (name, ref)


def test_the_two_cards_that_are_printed_in_the_rulebook() -> None:
    munich, trucks = CARDS["n42"], CARDS["r17"]
    assert ("war_of_the_armies", 4, 3, 2, "remove", 14, 1, -1) == (
        munich.text("deck"), munich.integer("value"), munich.integer("rp_own"), munich.integer("rp_ally"),
        munich.text("fate"), munich.integer("first"), munich.integer("vp"), munich.integer("rm"))
    assert ("n42", "n42") == (CARDS["r51"].text("barred_by"), CARDS["n43"].text("after"))
    assert ("war_of_the_columns", 2, 1, 0, "remove", 5, "attack") == (
        trucks.text("deck"), trucks.integer("value"), trucks.integer("rp_own"), trucks.integer("rp_ally"),
        trucks.text("fate"), trucks.integer("last"), trucks.text("moments"))


@pytest.mark.parametrize("card, name", [
    ("n1", "Air Bridge"), ("n6", "End of the Strait Blockade"), ("n14", "Defection"), ("n18", "Molotov Cocktail"),
    ("n30", "Italian Submarines"), ("n31", "Pact of Santoña"), ("n42", "Munich Agreement"), ("n48", "Insurrection"),
    ("r7", "Operation Orders Captured"), ("r17", "Armored Trucks"), ("r31", "Nyon Conference"), ("r37", "Bad Weather"),
    ("r45", "Limited Offensive"), ("r51", "French Intervention Threat"), ("r52", "Interruption of Axis Aid"),
])
def test_cards_whose_number_the_rulebook_gives(card: str, name: str) -> None:
    assert name == ENGLISH.table("card").table(card).text("name")


# --------------------------------------------------------------------------------------------------------------- tables


@rule("car", "2.4a")
def test_fire_tables_rise_with_strength_and_die() -> None:
    fire = TABLES.table("fire")
    for size, n in (("division", 9), ("corps", 10)):
        columns = fire.tables(size)
        hits = [column.integers("hits") for column in columns]
        least = [column.integer("least") for column in columns]
        assert n == len(columns)
        assert sorted(set(least)) == least
        assert all(len(row) == 6 and sorted(row) == row for row in hits)
        assert all(a <= b for one, more in pairwise(hits) for a, b in zip(one, more, strict=True))
        for column, start, end in zip(columns, least, [*least[1:], -1], strict=True):
            expected = f"{start}+" if end < 0 else f"{start}" if end == start + 1 else f"{start}-{end - 1}"
            assert expected == column.text("column")


def test_corps_hit_two_more_than_divisions_of_strength_six() -> None:
    fire = TABLES.table("fire")
    division, corps = (
        next(sum(column.integers("hits")) for column in fire.tables(size) if column.text("column") == name)
        for size, name in (("division", "6"), ("corps", "6-8")))
    assert 6 * 2 == corps - division


def test_column_shifts_of_terrain() -> None:
    shifts = {row.text("id"): (row.integer("attacker"), row.integer("defender"), row.flag("cancels_retreat"))
              for row in TABLES.tables("terrain")}
    assert shifts == {
        "open": (0, 0, False), "mountain": (-1, 0, True), "river": (-1, 0, False), "main_city": (-1, 0, False),
        "position": (-1, 0, False), "trench": (-1, 1, True), "sierra_of_madrid": (-1, 0, False),
        "beach_head": (0, 0, True),
    }


def test_markers_of_works_are_limited() -> None:
    markers = TABLES.table("markers")
    assert (8, 12) == (markers.integer("works_nat"), markers.integer("works_rep"))
    assert (2, 1, 3) == tuple(markers.integer(f"trench_{name}") for name in ("madrid", "bilbao", "fortifications"))


def test_costs_in_half_points() -> None:
    costs = TABLES.table("costs")
    assert (2, 6) == (costs.integer("sr_division"), costs.integer("sr_corps"))
    assert (1, 4) == (costs.integer("special_sr_division"), costs.integer("special_sr_corps"))
    assert (1, 2) == (costs.integer("rp_division_step"), costs.integer("rp_corps_step"))


@rule("car", "3.0al", "16.5.1a")
def test_eighteen_turns_in_three_phases_with_three_winters() -> None:
    assert list(range(1, 19)) == [row.integer("n") for row in TURNS]
    assert [PHASES[0]] * 5 + [PHASES[1]] * 6 + [PHASES[2]] * 7 == [row.text("phase") for row in TURNS]
    assert [5, 11, 17] == [row.integer("n") for row in TURNS if row.flag("winter")]
    for row in TURNS:
        name = ENGLISH.table("turn").table(str(row.integer("n"))).text("name")
        assert row.flag("winter") == name.startswith("January/February"), name
    assert [1, 2] == [row.integer("n") for row in TURNS if row.integer("sr") == -2]


def test_limits_of_automatic_victory() -> None:
    said = re.findall(r"([0-9]+): ([0-9]+)\+ / ([0-9]+)-", RULES["5.2.2a"].text("text_en"))
    assert 12 == len(said)
    assert {(int(turn), int(rep), int(nat)) for turn, rep, nat in said} == {
        (row.integer("n"), row.integer("rm_rep"), row.integer("rm_nat")) for row in TURNS if row.has("rm_rep")}


def test_figures_of_republican_morale() -> None:
    morale = TABLES.table("morale")
    words = ("capital", "main_city", "madrid", "siege_liberated", "french_border", "portuguese_border",
             "north_connected", "north_ended", "republican_zone_divided", "nationalist_zone_divided", "division_spaces")
    assert (1, 2, 3, -1, -2, 2, 2, -2, -1, 1, 8) == tuple(morale.integer(word) for word in words)


def test_madrid_and_the_army_of_africa() -> None:
    madrid = TABLES.table("madrid_priority")
    assert (0, -1, -2, -3) == tuple(madrid.integer(word) for word in ("occupied", "attacked", "adjacent", "none"))
    africa = TABLES.table("africa")
    assert [(1, 2), (1, 5), (2, 2), (2, 5), (3, 2), (3, 5)] == list(
        zip(africa.integers("turns"), africa.integers("rounds"), strict=True))
    assert [1, 2] == africa.integers("rounds_early")[4:]
    assert ["sevilla", "cadiz"] == africa.texts("entry")
    assert 7 == counters(lambda row: row.text("type") == "AFR")


def test_reserves_that_are_due_on_turn_six() -> None:
    table = TABLES.table("mobilization")
    assert [("ctv", 1), ("nat", 6)] == table.pairs("reserve_nat")
    assert [("basque", 1), ("santander", 1), ("asturias", 2), ("rep", 4)] == table.pairs("reserve_rep")
    assert "Italian Reinforcements" == ENGLISH.table("card").table(table.text("ita_after")).text("name")


# ------------------------------------------------------------------------------------------------------------ scenarios


@rule("car", "4.0a")
def test_four_scenarios() -> None:
    assert {name: (row.integer("first_turn"), row.integer("last_turn")) for name, row in SCENARIOS.items()} == {
        "campaign": (1, 18), "war_of_the_columns": (1, 5), "collapse_of_the_northern_front": (6, 11),
        "two_years_of_war": (6, 18)}
    assert (20, 19) == (SCENARIOS["campaign"].integer("vp_nat_wins"), SCENARIOS["campaign"].integer("vp_draw"))
    for name, row in SCENARIOS.items():
        assert 1 == row.integer("vp_nat_wins") - row.integer("vp_draw"), name
        setup, turn = SETUPS.table(row.text("setup")), TURNS[row.integer("first_turn") - 1]
        assert turn.maybe_integer("rm_nat", -9) < setup.integer("rm") < turn.maybe_integer("rm_rep", 99), name


@rule("car", "4.3a", "SUp")
def test_decks_and_first_hands() -> None:
    common = PACK.toml("scenarios.toml").table("common")
    assert (7, 6, 3) == (common.integer("hand"), common.integer("rounds"), common.integer("stacking"))
    for name, row in SCENARIOS.items():
        early = row.integer("first_turn") == 1
        assert list(PHASES[:1 if early else 2]) == row.texts("decks"), name
        assert (["n1"] if early else []) == row.texts("dealt_nat"), name
        assert (not early) == row.flag("corps_card"), name
        happened = SETUPS.table(row.text("setup")).texts("happened")
        left = cards(lambda card: card.text("deck") in row.texts("decks")) - set(happened)     # noqa: B023
        for side in ("nat", "rep"):
            own = [card for card in left if CARDS[card].text("side") == side]
            assert (18 if early else 28 if side == "nat" else 27) == len(own), name
            assert early or any(CARDS[card].flag("corps_reinforcement") for card in own), name


def test_hands_that_change_with_morale() -> None:
    common = PACK.toml("scenarios.toml").table("common")
    nat, rep = common.table("hand_nat"), common.table("hand_rep")
    assert (8, 15, 6, 10) == (nat.integer("cards"), nat.integer("rm"), rep.integer("cards"), rep.integer("rm"))


@rule("car", "SUa")
def test_markers_of_the_campaign() -> None:
    setup = SETUPS.table("s1936")
    assert (7, 26, False, False) == (
        setup.integer("vp"), setup.integer("rm"), setup.flag("axis"), setup.flag("sov"))
    assert ("rep", "jose_giral", "no_single_command") == (
        setup.text("strait"), setup.text("government"), setup.text("command"))
    assert ([], []) == (setup.texts("happened"), setup.texts("to_nat"))


def said_in(id_: str) -> dict[str, tuple[list[str], str]]:
    """What a set-up rule says: by space the units, `:r` if reduced, and the works."""
    by_name = {entry.text("name"): name for name, entry in named(ENGLISH, "space").items()}
    found = {}
    for part in RULES[id_].text("text_en").rstrip(".").split("; "):
        name = next(name for name in sorted(by_name, key=len, reverse=True) if part.startswith(f"{name} "))
        units, works = [], ""
        for word in part.removeprefix(f"{name} ").split(", "):
            number, _, label = word.rpartition(" ")
            if word in ("Trench", "Position"):
                works = word.lower()
            else:
                units += [label + (":r" if number == "reduced" else "")] * (2 if number == "2" else 1)
        found[by_name[name]] = (units, works)
    return found


@rule("car", "4.2a", "4.2.1a", "SUc")
@rule("car", "SUe", "SUf", "SUg", "SUh", "SUk", "SUl", "SUm", "SUn", "SUo")
@pytest.mark.parametrize("id_", ["SUe", "SUf", "SUg", "SUh", "SUk", "SUl", "SUm", "SUn", "SUo"])
def test_units_of_the_campaign_stand_as_the_rulebook_lists_them(id_: str) -> None:
    stand, works = placed("s1936"), SETUPS.table("s1936").table("works")
    for space, (units, work) in said_in(id_).items():
        assert sorted(units) == sorted(
            UNITS[kind(word)].text("label") + word[len(kind(word)):] for word in stand[space]), space
        assert work == works.maybe_text(space), space


@rule("car", "SUd", "SUi", "SUj", "4.2.1a")
def test_boxes_of_the_campaign_and_no_unit_elsewhere() -> None:
    stand = placed("s1936")
    assert ["nat_mil", "rep_mil", "rep_mil"] == stand["reserve"]
    assert ["nat_afr"] * 6 == stand["africa"]
    assert ["nat_inf"] == stand["mallorca"]
    listed = {space for id_ in "efghklmno" for space in said_in(f"SU{id_}")}
    assert listed | {"reserve", "africa", "mallorca"} == stand.keys()
    assert {"oviedo": "trench", "badajoz": "position"} == SETUPS.table("s1936").table("works").values


@rule("car", "4.2.2a", "2.2.1c")
@pytest.mark.parametrize("setup", ["s1936", "s1937"])
def test_a_set_up_places_every_counter_that_has_come_and_no_other(setup: str) -> None:
    used = Counter(kind(word) for units in placed(setup).values() for word in units)
    happened = SETUPS.table(setup).texts("happened")
    for name, row in UNITS.items():
        come = row.text("entry") == "initial" or row.maybe_text("card") in happened and row.maybe_text("card") != ""
        come |= setup == "s1937" and row.text("entry") in ("initial_corps", "militarization")
        assert (row.integer("count") if come else 0) == used[name], name
    assert used.keys() <= UNITS.keys()


@pytest.mark.parametrize("setup", ["s1936", "s1937"])
def test_a_set_up_is_legal(setup: str) -> None:
    for place, units in placed(setup).items():
        if place in BOXES:
            continue
        sides = {UNITS[kind(word)].text("side") for word in units}
        assert 1 == len(sides), place
        assert place in held(sides.pop(), setup), place
        assert len(units) <= 3, place
        assert sum(UNITS[kind(word)].text("size") == "corps" for word in units) <= 1, place
    works = SETUPS.table(setup).table("works")
    assert set(works.keys()) <= placed(setup).keys()
    assert {works.text(place) for place in works.keys()} <= {"position", "trench", "trench_madrid"}     # noqa: SIM118
    for side, most in (("nat", 8), ("rep", 12)):
        own = [place for place in works.keys()                                                          # noqa: SIM118
               if place in held(side, setup) and works.text(place) != "trench_madrid"]
        assert len(own) <= most


@pytest.mark.parametrize("setup", ["s1936", "s1937"])
def test_every_space_is_supplied_in_a_set_up(setup: str) -> None:
    for side in ("nat", "rep"):
        own = held(side, setup)
        supplied = {space for source in own if SPACES[source].maybe_text("supply_source") == side
                    for space in joined(source, own)}
        assert set(SETUPS.table(setup).texts("isolated") if side == "nat" else ["menorca"]) == own - supplied


def test_the_front_of_turn_six() -> None:
    setup, stand = SETUPS.table("s1937"), placed("s1937")
    taken, happened = setup.texts("to_nat"), setup.texts("happened")
    assert set(taken) <= held("rep")
    front = flagged("northern_front") & held("rep", "s1937")
    north = {place: units for place, units in stand.items() if place in front}
    for place, units in north.items():
        for unit in (UNITS[kind(word)] for word in units):
            assert unit.maybe_text("regional") == SPACES[place].text("region") or unit.text("type") == "POL", place
    assert 2 >= sum(UNITS[kind(word)].text("type") == "POL" for units in north.values() for word in units)
    for region in REGIONS:
        there = spaces(lambda row: row.maybe_text("region") == region)                                  # noqa: B023
        close = there | {y for x in there for y in NEAR[x]}
        assert any(UNITS[word].text("size") == "corps" and UNITS[word].text("side") == "nat"
                   for place in close for word in map(kind, stand.get(place, []))), region
    reserve = Counter(UNITS[kind(word)].maybe_text("replaces") for word in stand["reserve"])
    table = TABLES.table("mobilization")
    assert all(reserve[what] >= n for what, n in table.pairs("reserve_nat") + table.pairs("reserve_rep"))
    assert all(CARDS[card].text("fate") == "remove" for card in happened)
    worth = sum(SPACES[name].integer("vp") for name in taken)
    events = sum(CARDS[card].integer("vp") for card in happened)
    freed, madrid = TABLES.table("victory_points").integer("alcazar_liberated"), -1
    assert setup.integer("vp") == 7 + worth + events + freed + madrid
    capitals = sum(SPACES[name].flag("province_capital") for name in taken)
    assert setup.integer("rm") == 26 - capitals - 1 + sum(CARDS[card].integer("rm") for card in happened)


def test_garrisons_of_the_start_cover_the_front() -> None:
    stand = placed("s1936")
    bare = {side: {name for name in held(side) if NEAR[name] & held(other)} - stand.keys()
            for side, other in (("nat", "rep"), ("rep", "nat"))}
    assert {"nat": {"aguilar_de_campoo", "valencia_de_alcantara"}, "rep": {"siguenza"}} == bare


# ---------------------------------------------------------------------------------------------------------------- texts


@pytest.mark.parametrize("section, ids, keys", [
    ("space", SPACES, {"name"}),
    ("unit", UNITS, {"name", "short"}),
    ("card", CARDS, {"name", "when", "effect"}),
    ("scenario", SCENARIOS, {"title", "intro"}),
    ("turn", [str(n) for n in range(1, 19)], {"name"}),
    ("phase", PHASES, {"name"}),
    ("region", REGIONS, {"name"}),
    ("zone", {row.text("zone") for row in SPACE_ROWS}, {"name"}),
    ("siege", {row.text("siege") for row in SPACE_ROWS if row.maybe_text("siege")}, {"name", "short"}),
    ("sea", ("atlantic", "mediterranean"), {"name"}),
    ("country", ("france", "portugal"), {"name"}),
    ("box", (*BOXES, "pool", "track"), {"name"}),
    ("government", TABLES.table("markers").texts("government"), {"name"}),
    ("command", TABLES.table("markers").texts("command"), {"name"}),
])
def test_everything_has_a_name_in_both_languages(section: str, ids: Iterable[str], keys: set[str]) -> None:
    for language in (ENGLISH, SPANISH):
        entries = named(language, section)
        assert set(ids) == entries.keys()
        for name, entry in entries.items():
            assert keys == set(entry.keys()), name
            assert all(entry.text(key).strip() == entry.text(key) != "" for key in keys), name


def test_the_short_name_of_a_unit_is_what_its_counter_says() -> None:
    for name, row in UNITS.items():
        label = row.text("label").removeprefix("AST ")
        for language in (ENGLISH, SPANISH):
            short = language.table("unit").table(name).text("short")
            assert label == short if row.text("size") == "division" else label in short.split(" "), name


def test_a_card_reads_alike_in_both_languages() -> None:
    for name in CARDS:
        english, spanish = ENGLISH.table("card").table(name), SPANISH.table("card").table(name)
        for key in ("when", "effect"):
            numbers = [sorted(re.findall(r"\b[NR][0-9]+\b|[+-][0-9]", text.text(key))) for text in (english, spanish)]
            assert numbers[0] == numbers[1], (name, key)
            assert english.text(key).endswith(".")
            assert spanish.text(key).endswith(".")


def test_the_words_of_a_card_agree_with_its_row() -> None:
    for name, row in CARDS.items():
        entry = ENGLISH.table("card").table(name)
        when, effect = entry.text("when"), entry.text("effect")
        for column, word in (("vp", "VP"), ("rm", "RM")):
            if row.integer(column):
                assert f"{row.integer(column):+d} {word}" in effect, name
        for turn in re.findall(r"[Nn]ot before Turn ([0-9]+)", when):
            assert int(turn) == row.integer("first"), name
        if row.maybe_text("first"):
            assert "ot before Turn" in when, name
        for other in row.words("barred_by"):
            assert f"ot after {other.upper()}" in when, name
        for other in re.findall(r"[nr][0-9]+", row.maybe_text("after")):
            assert re.search(rf"[Oo]nly after [NR0-9 and or]*\b{other.upper()}\b", when), name
        granted = "ONE OPS point" in effect or row.integer("value") * ("onduct Operations with this card" in effect)
        assert granted == row.integer("grants_ops"), name
        once = row.text("type") == "combat" and row.text("fate") == "discard"
        assert once == ("one combat per Turn only" in effect), name
        assert bool(row.maybe_text("removed_in")) == ("removed from the game if played as OPS" in effect), name


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_lobby_can_speak_of_the_game(language: str) -> None:
    text = PACK.toml(f"text/{language}.toml")
    assert {"title", "subtitle", "length", "complexity", "scenarios"} == set(text.table("game").keys())
    assert {"nationalist", "republican"} == set(text.table("seat").keys()) == set(text.table("side").keys())
    options = TABLES.table("options")
    for option in options.keys():                                                                       # noqa: SIM118
        if option != "source":
            values = text.table("option").table(option).table("values")
            assert options.texts(option) == values.keys()


# --------------------------------------------------------------------------------------------------- rules and readings


def test_there_are_563_rules() -> None:
    assert 563 == len(RULES) == len(PACK.toml("rules.toml").tables("rule"))
    assert 39 == sum(row.text("kind") == "example" for row in RULES.values())


def test_rules_and_readings_cite_each_other() -> None:
    page = READINGS.read_text("utf-8")
    said = {found[1]: set(found[2].split(", ")) for found in
            re.finditer(r"^\*\*([MCD][0-9]+) \([HML]\) [^\n]*?\*\* Rules ([^\n]*)\.$", page, re.MULTILINE)}
    expected = [f"{letter}{n}" for letter, most in (("M", 7), ("C", 18), ("D", 85)) for n in range(1, most + 1)]
    assert sorted(expected) == sorted(re.findall(r"^\*\*([MCD][0-9]+) ", page, re.MULTILINE))
    for text, words in (("text_en", "readings?"), ("text_es", "lecturas?")):
        cited: dict[str, set[str]] = {}
        for name, row in RULES.items():
            for found in re.findall(rf"\({words} ([MCD0-9, ]+)\)", row.text(text)):
                for reading in found.split(", "):
                    cited.setdefault(reading, set()).add(name)
        assert said == cited


def test_every_row_says_where_it_comes_from() -> None:
    for row in (*SPACE_ROWS, *EDGES, *UNIT_ROWS, *CARD_ROWS):
        assert re.match(r"(rule:|public:|history|design)", row.text("source")), row.cells


# -------------------------------------------------------------------------------------------------------- the examples


EXAMPLES = {row.text("id"): row for row in PACK.toml("examples.toml").tables("example")}
WORDS = {                                                               # what an expectation may begin with, and say
    "asked": "SEAT", "rm": "N", "vp": "N", "turn": "N", "points": "N", "severe": "N", "winner": "SEAT",
    "connected": "SEAT SPACE SPACE YES", "adjacent": "SPACE SPACE YES", "control": "SPACE SEAT",
    "supplied": "SPACE YES", "works": "SPACE WORKS", "works_modifier": "SPACE N", "at": "UNIT PLACE",
    "strength": "UNIT FACE", "count": "UNIT PLACE N", "returns": "UNIT N", "card": "CARD LIES", "happened": "CARD",
    "barred": "CARD", "underlined": "CARD LINE YES", "hand": "SEAT N", "rp": "SEAT N", "record": "SEAT N USE",
    "loss": "SEAT N", "shift": "SEAT N", "column": "SEAT SIZE COLUMN",
}
LISTS = {"landings": set(SPACES), "due": set(REGIONS)}                  # those that name several things
MEANINGS: dict[str, Iterable[str]] = {
    "SEAT": ("nationalist", "republican"), "SPACE": SPACES, "YES": ("yes", "no"), "CARD": CARDS, "UNIT": UNITS,
    "WORKS": ("none", "position", "trench"), "FACE": ("full", "reduced"), "PLACE": (*SPACES, *BOXES, "track"),
    "LIES": ("kept", "discarded", "removed"), "LINE": ("name", "number"), "USE": ("ops", "sr", "rp", "event", "auto"),
    "SIZE": ("division", "corps"),
    "COLUMN": {row.text("column") for size in ("division", "corps") for row in TABLES.table("fire").tables(size)},
    "N": [str(n) for n in range(-9, 40)],
}


def expectations(example: Table) -> list[str]:
    said = example.texts("expect") if example.has("expect") else []
    for step in example.tables("step"):
        for row in (step, *step.tables("otherwise")):
            said += row.texts("expect") if row.has("expect") else []
    return said


def test_every_example_of_the_rules_is_a_lesson_in_both_languages() -> None:
    assert [name for name, row in RULES.items() if row.text("kind") == "example"] == list(EXAMPLES)
    for name, example in EXAMPLES.items():
        assert example.text("rule") in RULES, name
        assert example.text("scenario") in SCENARIOS, name
        assert expectations(example), name
        for language in ("en", "es"):
            assert example.text(f"title_{language}"), name
            assert example.text(f"intro_{language}").endswith("."), name
            assert all(step.text(f"say_{language}").endswith(".") for step in example.tables("step")), name


def test_positions_of_examples_are_legal() -> None:
    for name, example in EXAMPLES.items():
        position = example.table("position")
        given = {side: set(position.texts(side) if position.has(side) else []) for side in ("nat", "rep")}
        assert given["nat"] <= held("rep"), name
        assert given["rep"] <= held("nat"), name
        table = position.maybe_table("places")
        places = {place: table.text(place).split() for place in table.keys()} if table else {}          # noqa: SIM118
        for place, units in places.items():
            assert units, name
            assert UNITS.keys() >= set(map(kind, units)), name
            if place not in BOXES:
                side = "nat" if place in held("nat") - given["rep"] | given["nat"] else "rep"
                assert {side} == {UNITS[kind(unit)].text("side") for unit in units}, (name, place)
                assert len(units) <= 3, (name, place)
        used = Counter(kind(unit) for units in places.values() for unit in units)
        assert all(n <= UNITS[unit].integer("count") for unit, n in used.items()), name
        for key in ("hand_nat", "hand_rep", "kept_nat", "happened"):
            assert set(position.texts(key) if position.has(key) else []) <= CARDS.keys(), name
        assert 1 <= position.integer("turn") <= 18, name


def test_expectations_of_examples_name_things_that_exist() -> None:
    for name, example in EXAMPLES.items():
        for said in expectations(example):
            word, *rest = said.split(" ")
            if word in ("offered", "refused"):
                assert word == "offered" or rest[-1] in RULES, (name, said)
            elif word == "deploys":
                assert rest[0] in UNITS, (name, said)
                assert set(rest[1:]) <= SPACES.keys(), (name, said)
            elif word in LISTS:
                assert set(rest) <= LISTS[word], (name, said)
            else:
                for value, meaning in zip(rest, WORDS[word].split(" "), strict=True):
                    assert value in MEANINGS[meaning], (name, said)


def test_attacks_of_examples_go_to_adjacent_spaces_and_their_dice_are_dice() -> None:
    for name, example in EXAMPLES.items():
        activated: list[str] = []
        for step in example.tables("step"):
            verb, *rest = step.text("action").split(" ")
            if verb == "attack":
                activated += rest
            if verb == "fight":
                assert all(rest[0] in NEAR[space] for space in activated), name
                activated = []
            for row in (step, *step.tables("otherwise")):
                dice = row.integers("dice") if row.has("dice") else []
                assert all(1 <= die <= 6 for die in dice) or not any(dice), name
