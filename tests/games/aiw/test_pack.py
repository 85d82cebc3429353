"""The data of An Impossible War: maps, blocks, counters, cards, scenarios, complete and consistent."""

from __future__ import annotations

from collections import Counter

import pytest

from tablero.games.aiw.board import (
    AREA_NAMES,
    AREAS,
    ARMY,
    CARD,
    CARDS,
    CARLIST,
    CARLIST_ZONE,
    CITIES,
    COASTAL,
    EVENT,
    FACES,
    FIRST_REGION,
    FOREIGN,
    FRANCE,
    KINDS,
    LIBERAL,
    LIBERAL_ZONE,
    MAIN,
    MAIN_OUT,
    MAP,
    MOMENTS,
    NEAR_ZONE,
    OPERATIONAL,
    PACK,
    PORTS,
    REFUGES,
    REGIONS,
    ROADS,
    SECONDARY,
    SECONDARY_OUT,
    SETTINGS,
    SIDES,
    SPACES,
    TABLES,
    TACTICAL,
    TOWNS,
    UNIT,
    UNITS,
    YEARS,
    area,
)
from tests.rules import known, rule


def names(spaces: int) -> set[str]:
    return {AREA_NAMES[x] for x in range(AREAS) if spaces >> x & 1}


def road(a: str, b: str) -> int:
    """The kind of the road between two areas, -1 without one."""
    return MAP.edge_kind(area(a), area(b)) if MAP.near_bits[area(a)] >> area(b) & 1 else -1


# ------------------------------------------------------------------------------------------------------------- the maps


@rule("aiw", "2.0a", "4.0a")
def test_there_are_74_spaces_and_nine_regions_each_named_once() -> None:
    assert (74, 83) == (SPACES, AREAS)
    assert AREAS == len(set(AREA_NAMES))
    assert "north" not in AREA_NAMES            # the North of the small map is the whole of the other
    north = [row for row in PACK.rows("regions.csv") if row.text("id") == "north"]
    assert [False] == [row.flag("is_region") for row in north]


@rule("aiw", "4.1b", "4.1e")
def test_cities_and_refuges_are_those_of_the_rulebook() -> None:
    assert {"bilbao", "san_sebastian", "vitoria", "pamplona", "logrono"} == names(CITIES)
    assert {"amescoas", "baztan"} == names(REFUGES)


@rule("aiw", "4.6a", "4.7a", "4.6b", "4.3e", "2.0a")
def test_zones_are_as_the_rulebook_tells() -> None:
    red = {"salvatierra", "llodio", "orduna", "villaro", "estella", "alsasua", "villarreal", "amescoas", "baztan"}
    blue = {"calahorra", "valmaseda", "vitoria", "penacerrada", "lerin", "zubiri", "portugalete", "guecho"}
    assert red <= names(CARLIST_ZONE)
    assert blue | names(CITIES) | names(REGIONS) <= names(LIBERAL_ZONE)
    assert {"valmaseda", "vitoria", "penacerrada", "lerin", "zubiri"} <= names(NEAR_ZONE)
    for x in range(AREAS):
        joined = any(CARLIST_ZONE >> y & 1 for y in MAP.near[x])
        assert bool(NEAR_ZONE >> x & 1) == (joined and not CARLIST_ZONE >> x & 1 and x < SPACES)


@pytest.mark.parametrize("a, b", [
    ("vitoria", "salvatierra"), ("salvatierra", "alsasua"), ("vitoria", "villarreal"), ("villarreal", "durango"),
    ("llodio", "orduna"), ("sodupe", "orduna"), ("irurzun", "alsasua"),
])
@rule("aiw", "2.0a", "4.4b")
def test_main_roads_of_the_examples(a: str, b: str) -> None:
    assert MAIN == road(a, b)


@pytest.mark.parametrize("a, b", [
    ("durango", "villaro"), ("villaro", "sodupe"), ("alsasua", "estella"), ("estella", "lerin"), ("lerin", "calahorra"),
])
@rule("aiw", "2.0a", "4.4b")
def test_secondary_roads_of_the_examples(a: str, b: str) -> None:
    assert SECONDARY == road(a, b)


@pytest.mark.parametrize("a, b", [
    ("sodupe", "llodio"), ("murguia", "llodio"), ("alsasua", "segura"), ("alsasua", "amescoas"),
    ("valmaseda", "orduna"), ("bilbao", "villaro"), ("guetaria", "san_sebastian"),
])
@rule("aiw", "2.0a")
def test_roads_of_either_type_in_the_examples(a: str, b: str) -> None:
    assert road(a, b) in (MAIN, SECONDARY)


@rule("aiw", "2.0a", "4.1d")
def test_towns_and_ports_of_the_examples() -> None:
    assert {"durango", "calahorra"} <= names(TOWNS)
    assert {"bilbao", "san_sebastian"} <= names(PORTS)
    assert not names(PORTS) & {"villarreal"}
    assert not names(TOWNS) & {"villarreal"}


def test_no_road_is_listed_twice_and_none_leads_back_to_its_start() -> None:
    pairs = [frozenset((row.text("a"), row.text("b"))) for row in PACK.rows("roads.csv")]
    pairs += [frozenset((row.text("a"), row.text("b"))) for row in PACK.rows("region_links.csv")]
    assert not [pair for pair, n in Counter(pairs).items() if n > 1 or len(pair) < 2]


def test_every_area_can_be_reached_and_the_north_hangs_together_without_the_regions() -> None:
    found, new = 0, 1
    while new:
        found |= new
        near = 0
        for x in range(SPACES):
            if new >> x & 1:
                near |= ROADS[x]
        new = near & ~found
    assert (1 << SPACES) - 1 == found
    assert all(MAP.near_bits[x] for x in range(FIRST_REGION, AREAS))


@rule("aiw", "4.5a")
def test_the_spaces_say_the_same_of_their_region_as_the_links() -> None:
    told = {
        (row.text("id"), row.maybe_text("region"), row.maybe_text("region_road"))
        for row in PACK.rows("spaces.csv") if row.maybe_text("region")
    }
    links = {
        (row.text("a"), row.text("b"), row.text("road"))
        for row in PACK.rows("region_links.csv") if row.text("kind") == "map"
    }
    assert links == told
    for space, region, kind in links:
        assert {"main": MAIN_OUT, "secondary": SECONDARY_OUT}[kind] == road(space, region)


@rule("aiw", "13.1c")
def test_all_regions_are_coastal_but_four() -> None:
    assert {"extremadura", "castile_leon", "new_castile", "aragon"} == names(REGIONS & ~COASTAL)


@rule("aiw", "4.5b")
def test_france_is_no_area() -> None:
    assert {"irun", "baztan", "burguete", "ochagavia"} == names(FRANCE)
    assert not [name for name in AREA_NAMES if "fran" in name and name != "villafranca"]


# ------------------------------------------------------------------------------------------------------------ the units


@rule("aiw", "2.1a", "5.4e")
def test_units_are_numbered_without_gaps_and_named_by_their_troop() -> None:
    assert len(UNITS) == len(UNIT)
    families = Counter(unit.id.rstrip("0123456789") for unit in UNITS)
    for family, n in families.items():
        assert [f"{family}{i}" for i in range(1, n + 1)] == [u.id for u in UNITS if u.id.rstrip("0123456789") == family]
    for unit in UNITS:
        assert unit.id.startswith(SIDES[unit.side][0] + "_" + unit.troop.lower()[:2])


@rule("aiw", "5.4e", "5.4q")
def test_years_of_entry_and_foreigners_are_marked() -> None:
    rows = {row.text("id"): row for row in PACK.rows("units.csv")}
    codes = {"", "D", "34", "35", "36", "card", "flag_br", "flag_fr", "flag_pt"}
    assert codes == {row.maybe_text("year") for row in rows.values()}
    assert {"c_par1", "c_par2", "c_par3", "c_reg1", "c_regc1"} == {
        name for name, row in rows.items() if not row.maybe_text("year")
    }
    assert {"BR", "FR", "PT", "POL", "FOR"} == {UNITS[u].troop for u in range(len(UNITS)) if FOREIGN >> u & 1}
    for name, row in rows.items():
        if row.maybe_text("entry_event"):
            assert row.maybe_text("entry_event") in CARD, name


@rule("aiw", "24.6a", "5.4e")
def test_new_units_join_the_bags_in_the_year_before_their_code() -> None:
    rows = {row.text("id"): row.maybe_text("year") for row in PACK.rows("units.csv")}
    tables = PACK.toml("scenarios.toml").tables("new_units")
    for table in tables:
        code = str(table.integer("end_of_year") + 1 - 1800)
        new = [name for side in SIDES for key in ("bag", "box") for name in table.texts(f"{side}_{key}")]
        assert {code} == {rows[name] for name in new if name != "knapsack"}
        brought = {name for name in new if name != "knapsack"}
        direct = set(table.texts("carlist_direct")) if table.has("carlist_direct") else set()
        assert {name for name, year in rows.items() if year == code} == brought | direct


def test_both_starts_use_units_that_have_come_by_then() -> None:
    rows = {row.text("id"): row.maybe_text("year") for row in PACK.rows("units.csv")}
    for setting in SETTINGS:
        later = {"35", "36", "card", "flag_br", "flag_fr", "flag_pt"}
        allowed = {"D", "34"} | (later if setting.start == 1836 else set())
        here = [name for table in setting.setup.tables("place") for name, _ in table.pairs("units")]
        here += [name for side in SIDES for name in setting.setup.texts(f"{side}_bag")]
        assert {rows[name] for name in here} <= allowed | {""}
        assert len(here) == len(set(here))


def test_every_name_of_a_scenario_resolves() -> None:
    for setting in SETTINGS:
        setup = setting.setup
        for side in SIDES:
            for name in setup.texts(f"{side}_fortresses"):
                assert name in AREA_NAMES
                assert not CITIES >> area(name) & 1
            for name in (*setup.texts(f"{side}_bag"), *setup.texts(f"{side}_box")):
                assert name in UNIT or name == "knapsack"
        for table in setup.tables("place"):
            assert table.text("at") in AREA_NAMES
            for name, _ in table.pairs("units"):
                assert UNITS[UNIT[name]].side == SIDES.index(table.text("side"))
        assert set(setting.played) <= set(CARD)


def test_there_are_counters_enough_for_every_start() -> None:
    most = {"liberal": 15, "carlist": 10}
    for setting in SETTINGS:
        for side in SIDES:
            assert len(setting.setup.texts(f"{side}_fortresses")) <= most[side]


# ------------------------------------------------------------------------------------------------------------ the cards


@rule("aiw", "7.0a", "7.1a", "2.1a")
def test_cards_have_a_type_a_year_and_a_number_of_their_own() -> None:
    for side, letter in (("liberal", "L"), ("carlist", "C")):
        numbers = [row.text("number") for row in PACK.rows("cards.csv") if row.text("by") == side]
        assert [f"{letter}{n}" for n in range(1, len(numbers) + 1)] == numbers
    for card in FACES:
        assert card.type in (EVENT, OPERATIONAL, TACTICAL)
        assert card.year in YEARS
        assert card.removed > card.year
        assert set(card.cancels) <= set(CARD)
        assert card.optional in ("", "politics", "plague_and_snow")
    for side in (CARLIST, LIBERAL):
        assert {EVENT, OPERATIONAL, TACTICAL} == {card.type for card in FACES if card.side == side}


@rule("aiw", "7.3b")
def test_every_tactical_card_names_its_combats() -> None:
    for card in FACES:
        moments = {MOMENTS[m] for m, cards in enumerate(CARDS.at) if cards >> CARD[card.id] & 1}
        assert moments
        assert (card.type == TACTICAL) == (moments <= {"lay_skirmish", "lay_battle", "lay_assault", "lay_region"})


@rule("aiw", "24.9f")
def test_the_army_of_the_north_is_an_event_of_1835() -> None:
    card = FACES[CARD["army_of_the_north"]]
    assert (LIBERAL, EVENT, 1835, "remove") == (card.side, card.type, card.year, CARDS.fate[CARD["army_of_the_north"]])


# ----------------------------------------------------------------------------------------------------------- the tables


@rule("aiw", "5.6a")
def test_provincials_and_replacement_points_are_not_mixed_up() -> None:
    assert "PR" in {unit.troop for unit in UNITS}
    assert "RP" not in {unit.troop for unit in UNITS}
    assert TABLES.table("end_of_year_rp").integer("carlist_for_city") == 3


@rule("aiw", "24.1c", "2.0a")
def test_the_table_of_fortress_points() -> None:
    table = TABLES.table("fortress_points")
    printed = {1834: [3, 8], 1835: [1, 6], 1836: [0, 5], 1837: [1, 6], 1838: [3, 8]}
    assert printed == {year: table.integers(str(year)) for year in YEARS}


def test_every_rule_of_the_game_has_an_entry() -> None:
    assert 693 == len(known("aiw"))


@rule("aiw", "5.1a")
def test_blocks_are_infantry_cavalry_and_trains() -> None:
    assert ("infantry", "cavalry", "supply_train") == KINDS
    assert [25, 48] == [army.bit_count() for army in ARMY]
