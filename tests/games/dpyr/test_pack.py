"""The data of Dios, Patria y Rey: maps, counters, tables and texts, complete and consistent."""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest

from tablero.kernel.packs import Table
from tests.games.dpyr.pack_data import (
    DIRECTIONS,
    KINDS,
    LANGUAGES,
    MAP_NAMES,
    MAPS,
    MORALES,
    NAMES,
    PACK,
    RULES,
    SCENARIOS,
    SIDES,
    TABLES,
    TEXTS,
    UNITS,
    distance,
    hexes_where,
    leaves,
    neighbours,
    reached,
    special,
)
from tests.rules import rule

each_map = pytest.mark.parametrize("name", MAP_NAMES)


# ---------------------------------------------------------------- maps


@each_map
def test_a_map_has_28_by_17_hexes_numbered_by_column_and_row(name: str) -> None:
    expected = {f"{column:02}{row:02}" for column in range(1, 29) for row in range(1, 18)}
    assert expected == set(MAPS[name])
    assert 28 * 17 == len(PACK.rows(f"maps/{name}.csv"))
    for hexagon, row in MAPS[name].items():
        assert hexagon == f"{row.integer('col'):02}{row.integer('row'):02}"


def test_neighbours_are_mutual_and_one_hex_apart() -> None:
    for hexagon in MAPS["arquijas"]:
        for other in neighbours(hexagon):
            assert hexagon in neighbours(other)
            assert 1 == distance(hexagon, other)
    assert 6 == len(neighbours("1408"))


@each_map
def test_every_hex_has_known_terrain_and_lies_on_the_canvas(name: str) -> None:
    canvas = TABLES.table("grid").table("canvas")
    for row in MAPS[name].values():
        row.choice("terrain", ("clear", "forest", "building", "mountain", "river"))
        assert 0 <= float(row.text("x")) <= canvas.integer("width")
        assert 0 <= float(row.text("y")) <= canvas.integer("height")
        assert 0 <= row.integer("elevation") <= 5


@each_map
def test_hexes_are_drawn_where_their_column_and_row_put_them(name: str) -> None:
    for hexagon, row in MAPS[name].items():
        for other in neighbours(hexagon):
            here, there = ((float(one.text("x")), float(one.text("y"))) for one in (row, MAPS[name][other]))
            assert 40.5 == pytest.approx(math.dist(here, there), abs=0.3)


@each_map
def test_river_hexes_have_a_river_and_all_others_have_a_bank(name: str) -> None:
    for row in MAPS[name].values():
        is_river = row.text("terrain") == "river"
        assert is_river == bool(row.maybe_text("river"))
        assert is_river != bool(row.maybe_text("bank"))


@each_map
def test_crossings_lie_on_rivers(name: str) -> None:
    for row in MAPS[name].values():
        crossing = row.choice("crossing", ("", "ford", "bridge", "broken_bridge"))
        assert not crossing or row.text("terrain") == "river"


@each_map
def test_roads_join_neighbours_and_are_the_same_from_both_ends(name: str) -> None:
    for hexagon, row in MAPS[name].items():
        assert row.flag("road") == bool(row.words("road_to"))
        for other in row.words("road_to"):
            assert other in neighbours(hexagon)
            assert hexagon in MAPS[name][other].words("road_to")


@each_map
def test_roads_never_lie_on_forest_mountain_or_open_river(name: str) -> None:
    for row in MAPS[name].values():
        if row.flag("road"):
            assert row.text("terrain") in ("clear", "building") or row.maybe_text("crossing")


@each_map
def test_buildings_belong_to_a_named_place(name: str) -> None:
    for row in MAPS[name].values():
        if row.text("terrain") == "building" or row.maybe_text("place"):
            assert all(row.text(column) for column in ("place", "name_es", "name_en"))


@each_map
def test_nobody_sets_up_in_a_river(name: str) -> None:
    for row in MAPS[name].values():
        if row.text("terrain") == "river":
            assert "" == row.maybe_text("zone_carlist") + row.maybe_text("zone_liberal")


@each_map
def test_land_of_one_bank_number_hangs_together_without_crossing_a_river(name: str) -> None:
    for bank in {row.text("bank") for row in MAPS[name].values() if row.maybe_text("bank")}:
        land = {hexagon for hexagon, row in MAPS[name].items() if row.maybe_text("bank") == bank}
        assert land == reached(min(land), land)


@each_map
def test_every_hex_can_be_reached_but_at_luchana_the_nervion_needs_the_gunboats(name: str) -> None:
    river = hexes_where(name, lambda row: row.text("terrain") == "river")
    left = set(MAPS[name]) - river | hexes_where(name, lambda row: row.maybe_text("crossing") in ("ford", "bridge"))
    pieces = 0
    while left:
        left -= reached(min(left), left)
        pieces += 1
    assert (2 if name == "luchana" else 1) == pieces


def test_the_ega_is_crossed_at_molino_arquijas_and_acedo_only() -> None:
    crossings = hexes_where("arquijas", lambda row: bool(row.maybe_text("crossing")))
    listed = [MAPS["arquijas"][hexagon] for hexagon in special("arquijas", "fords").texts("crossings")]
    assert crossings == {row.text("hex") for row in listed}
    assert ["vado_molino", "vado_arquijas", "puente_acedo"] == [row.text("place") for row in listed]
    assert ["ford", "ford", "bridge"] == [row.text("crossing") for row in listed]


def test_the_luchana_bridge_is_broken_and_joins_two_banks_of_the_asua() -> None:
    bridge = special("luchana", "john_hay").text("hex")
    assert "broken_bridge" == MAPS["luchana"][bridge].text("crossing")
    assert "asua" == MAPS["luchana"][bridge].text("river")
    around = [MAPS["luchana"][hexagon].maybe_text("bank") for hexagon in neighbours(bridge)]
    assert 2 == len(set(around) - {""})


def test_at_perecamps_1802_lies_inside_the_wood_and_1803_at_its_edge_near_boix() -> None:
    wood = hexes_where("perecamps", lambda row: row.text("terrain") == "forest")
    boix = hexes_where("perecamps", lambda row: row.maybe_text("place") == "boix")
    assert {"1802", "1803"} <= wood
    assert set(neighbours("1802")) <= wood
    assert not set(neighbours("1803")) <= wood
    assert [2] == [distance(hexagon, "1803") for hexagon in boix]
    assert [3] == [distance(hexagon, "1802") for hexagon in boix]


# ---------------------------------------------------------------- counters


@rule("dpyr", "2.0a")
def test_units_and_markers_are_270_counters_in_all() -> None:
    markers = sum(row.integer("quantity") for row in PACK.rows("markers.csv"))
    assert 169 == len(PACK.rows("units.csv")) == len(UNITS)
    assert 270 == len(UNITS) + markers


def test_unit_ids_start_with_the_letter_of_their_side() -> None:
    for unit, row in UNITS.items():
        assert re.fullmatch(r"[cl]_[a-z0-9_]+", unit)
        assert unit[0] == row.choice("side", SIDES)[0]


def test_m_and_c_infantry_and_cavalry_have_no_factors_and_all_others_have() -> None:
    for row in UNITS.values():
        draws = row.choice("kind", KINDS) in ("infantry", "cavalry") and row.choice("morale", MORALES) in ("M", "C")
        for factor in ("fire", "attack", "defence"):
            assert draws == (row.maybe_integer(factor) == -1)


def test_factors_are_within_their_ranges() -> None:
    for row in UNITS.values():
        assert row.maybe_integer("fire") <= 3
        assert row.maybe_integer("attack") <= 6
        assert row.maybe_integer("defence") <= 5


def test_only_guns_have_an_artillery_factor_and_only_gefes_command() -> None:
    for row in UNITS.values():
        assert (row.text("kind") == "artillery") == (row.maybe_integer("artillery_factor") in (4, 5, 6))
        assert (row.text("kind") == "gefe") == (row.maybe_integer("command_radius") > 0)
        assert (row.text("kind") == "gefe") == (row.maybe_integer("shock_bonus") > 0)


def test_gefes_are_of_morale_b_and_defend_with_one() -> None:
    for row in UNITS.values():
        if row.text("kind") == "gefe":
            assert (TABLES.table("gefe").text("morale"), 1) == (row.text("morale"), row.integer("defence"))


def test_there_are_24_factor_markers_with_fire_factors_0_to_3() -> None:
    markers = PACK.rows("factor_markers.csv")
    listed = {row.text("id"): row.integer("quantity") for row in PACK.rows("markers.csv")}
    assert len(markers) == len({row.text("id") for row in markers})
    assert 24 == sum(row.integer("quantity") for row in markers) == listed["combat_factor"]
    assert {0, 1, 2, 3} == {row.integer("fire") for row in markers}
    for row in markers:
        assert f"fm_{row.integer('fire')}{row.integer('attack')}{row.integer('defence')}" == row.text("id")


def test_each_side_has_three_activation_markers_and_one_cross() -> None:
    quantity = {row.text("id"): row.integer("quantity") for row in PACK.rows("markers.csv")}
    common = PACK.toml("scenarios.toml").table("common")
    for side in SIDES:
        assert 3 == quantity[f"activation_{side}"] == common.integer("activation_markers_per_side")
        assert 1 == quantity[f"cross_{side}"] == common.integer("st_ferdinand_crosses_per_side")
    assert 6 == TABLES.table("time").integer("activations_per_turn")


# ---------------------------------------------------------------- tables


def by_morale(table: Table) -> tuple[int, ...]:
    return tuple(table.integer(morale) for morale in MORALES)


def test_the_shock_tables_are_the_printed_ones() -> None:
    mojar = TABLES.table("mojar")

    def needed(differential: int) -> list[int]:
        lines = mojar.tables("result")
        return next(t.integers("hit_on") for t in lines if t.integer("min") <= differential <= t.integer("max"))

    def terrain(name: str) -> dict[int, int]:
        return {die: line.integer("defence") for line in mojar.tables(name) for die in line.integers("die")}

    assert [[6], [6], [5, 6], [5, 6], [4, 5, 6], [4, 5, 6]] == [needed(d) for d in range(6)]
    assert {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3} == terrain("building_modifier")
    assert {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2} == terrain("mountain_modifier")
    assert 3 == mojar.integer("max_attackers_per_hex")
    assert (1, 1) == (mojar.integer("shock_damage"), mojar.integer("shock_damage_for_staying"))
    assert 1 == mojar.table("modifiers").integer("defence_forest")
    assert 2 == mojar.table("black_flag").integer("shock_damage")


@rule("dpyr", "10.0a", "10.0b")
def test_the_fire_modifiers_are_those_of_the_rules_and_errata() -> None:
    batir = {line.text("id"): line.integer("drm") for line in TABLES.table("batir").tables("modifier")}
    bala_rasa = {line.text("id"): line.integer("drm") for line in TABLES.table("bala_rasa").tables("modifier")}
    amended = [line for line in TABLES.table("bala_rasa").tables("modifier") if line.has("original")]
    text = {line.text("id"): line.integer("original") for line in amended}
    assert {"target_building": -1, "target_forest_edge": -1, "range_3": -1, "firer_in_mountain": 1,
            "adjacent_target": 1, "target_has_two_or_more_friends_adjacent": 1,
            "enemy_already_played_batir_this_turn": -1} == batir
    assert {"firer_in_mountain": 2, "target_has_two_or_more_friends_adjacent": 1, "target_in_square": -1,
            "target_cavalry_made_ristre_this_turn": 1, "target_artillery_activated_this_turn": -1,
            "target_in_building_or_forest": -1, "gun_moved_in_montear_this_turn": 1} == bala_rasa
    assert {"target_in_square": 1, "target_cavalry_made_ristre_this_turn": -1,
            "gun_moved_in_montear_this_turn": -1} == text


def test_the_end_of_turn_tables_are_the_printed_ones() -> None:
    assert (10, 9, 8, 7) == by_morale(TABLES.table("reingreso").table("minimum"))
    assert (3, 3, 3, 4) == by_morale(TABLES.table("chaqueteo").table("removal_at"))
    assert (3, 3, 3, 4) == by_morale(TABLES.table("chaqueteo").table("permanent_if_shock_at_least"))
    assert (5, 4, 1, 1) == by_morale(TABLES.table("square").table("success_min_1d6"))
    drms = ("drm_ammunition_zero", "drm_gefe_killed_this_or_last_turn", "drm_gefe_checked_for_fire_damage_this_turn")
    assert (-2, -2, -1) == tuple(TABLES.table("reingreso").integer(key) for key in drms)
    assert 5 == TABLES.table("gefe").integer("elimination_check_at")
    corda = TABLES.table("corda")
    assert (3, 5) == (corda.integer("max_enemy_units"), corda.integer("success_min"))
    assert (-1, 1) == (corda.integer("drm_enemy_has_b_unit"), corda.integer("drm_enemy_has_one_unit"))


def test_movement_stacking_and_ranges_are_the_printed_ones() -> None:
    def moves(action: str) -> tuple[int, ...]:
        return tuple(TABLES.table("movement").table(action).integer(kind) for kind in KINDS)

    assert ((2, 2, 1, 2), (4, 4, 4, 4), (2, 2, 0, 0)) == (moves("montear"), moves("montear_road"), moves("mojar"))
    assert ((1, 1, 0, 1), (2, 2, 1, 1), (0, 2, 0, 1)) == (moves("campi"), moves("puente"), moves("ristre"))
    terrains = ("clear", "road", "ford", "bridge", "building", "forest", "mountain")
    assert (2, 2, 2, 2, 3, 1, 1) == tuple(TABLES.table("stacking").integer(terrain) for terrain in terrains)
    batir, bala_rasa, ristre = TABLES.table("batir"), TABLES.table("bala_rasa"), TABLES.table("ristre")
    assert (3, 3, 1) == (batir.integer("max_range"), batir.integer("cap"), batir.integer("ammunition_per_firing_unit"))
    assert (2, 2) == (bala_rasa.integer("salvos_per_gun"), bala_rasa.integer("ammunition_per_gun"))
    bote = bala_rasa.table("bote")
    assert (2, 2) == (bote.integer("distance_multiplier"), bote.integer("fire_damage"))
    assert 2 == bala_rasa.table("rebote").integer("second_target_max_further")
    assert (2, 3) == tuple(ristre.integer(f"attack_multiplier_target_has_{damage}") for damage in ("shock", "fire"))


def test_front_and_rear_are_the_six_hexsides() -> None:
    facing = TABLES.table("facing")
    assert list(range(facing.integer("sides"))) == sorted(facing.integers("front") + facing.integers("rear"))


def test_every_option_has_two_values_and_printed_victory_is_the_default() -> None:
    options = TABLES.table("options")
    for name in set(options.keys()) - {"source"}:
        assert 2 == len(set(options.texts(name)))
    assert ["printed", "graded"] == options.texts("victory")


def test_graded_victory_values_every_unit_and_grades_in_order() -> None:
    graded = PACK.toml("scenarios.toml").table("variant").table("graded_victory")
    assert {*MORALES, "artillery", "gefe"} == set(graded.table("values").keys())
    assert 0 < graded.integer("margin") < graded.integer("decisive")
    assert not graded.flag("default", True)


# ---------------------------------------------------------------- rules, texts, sources


def test_200_rules_each_once_say_kind_title_and_text_in_both_languages() -> None:
    ids = [entry.text("id") for entry in RULES]
    assert 200 == len(ids) == len(set(ids))
    for entry in RULES:
        assert ["id", "kind", "title_en", "title_es", "text_en", "text_es", "see"] == entry.keys()
        entry.choice("kind", ("rule", "exception", "table", "example", "definition", "scenario", "victory"))
        assert all(entry.text(f"{part}_{language}").strip() for part in ("title", "text") for language in LANGUAGES)
        assert entry.text("text_en") != entry.text("text_es")
        assert set(entry.texts("see")) <= set(ids) - {entry.text("id")}


def test_numbers_of_a_rule_are_the_same_in_both_languages() -> None:
    for entry in RULES:
        english, spanish = (Counter(re.findall(r"\d+", entry.text(f"text_{language}"))) for language in LANGUAGES)
        assert english == spanish, entry.text("id")


def test_names_have_the_same_keys_in_both_languages_and_no_empty_text() -> None:
    assert set(TEXTS["en"]) == set(TEXTS["es"])
    for texts in TEXTS.values():
        assert [] == [key for key, text in texts.items() if not text.strip()]


def test_every_unit_has_the_name_of_its_counter_and_a_full_name() -> None:
    for language in LANGUAGES:
        assert set(UNITS) == set(NAMES[language].table("unit").keys())
    for unit, row in UNITS.items():
        assert row.text("name") == TEXTS["en"][f"unit.{unit}.name"] == TEXTS["es"][f"unit.{unit}.name"]
        assert row.text("full_es") == TEXTS["es"][f"unit.{unit}.full"]
        assert TEXTS["en"][f"unit.{unit}.full"]


def test_full_names_tell_the_units_of_a_kind_apart() -> None:
    for language in LANGUAGES:
        full = Counter((row.text("kind"), TEXTS[language][f"unit.{unit}.full"]) for unit, row in UNITS.items())
        assert [] == [name for name, times in full.items() if times > 1]


@each_map
def test_named_hexes_have_the_names_of_the_map(name: str) -> None:
    for language in LANGUAGES:
        column = f"name_{language}"
        named = {f"{hexagon}.name": row.text(column) for hexagon, row in MAPS[name].items() if row.maybe_text(column)}
        assert named == leaves(NAMES[language].table("place").table(name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_of_the_data_has_a_name(language: str) -> None:
    wanted = {f"marker.{row.text('id')}" for row in PACK.rows("markers.csv")}
    wanted |= {f"action.{action}" for action in TABLES.table("actions").texts("list")}
    wanted |= {f"step.{step}" for step in TABLES.table("turn").texts("steps")}
    for group, ids in (("side", SIDES), ("kind", KINDS), ("morale", MORALES), ("facing", DIRECTIONS)):
        wanted |= {f"{group}.{one}" for one in ids}
    wanted |= {f"nation.{row.text('nation')}" for row in UNITS.values()}
    for option in set(TABLES.table("options").keys()) - {"source"}:
        wanted |= {f"option.{option}.values.{value}" for value in TABLES.table("options").texts(option)}
    for action in ("batir", "bala_rasa"):
        wanted |= {f"modifier.{action}.{line.text('id')}" for line in TABLES.table(action).tables("modifier")}
    for hexes in MAPS.values():
        for row in hexes.values():
            wanted |= {f"terrain.{row.text('terrain')}"}
            wanted |= {f"terrain.{one}" for one in [row.maybe_text("crossing")] if one}
            wanted |= {f"river.{one}" for one in [row.maybe_text("river")] if one}
    for battle, table in SCENARIOS.items():
        wanted |= {f"zone.{entry.text('zone')}" for entry in table.tables("deploy")}
        wanted |= {f"special.{battle}.{entry.text('id')}" for entry in table.tables("special")}
    assert set() == {key for key in wanted if f"{key}.name" not in TEXTS[language]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_stand_in_the_data_too_are_the_same_there(language: str) -> None:
    for row in PACK.rows("markers.csv"):
        assert row.text(f"name_{language}") == TEXTS[language][f"marker.{row.text('id')}.name"]
    for battle, table in SCENARIOS.items():
        assert table.text(f"title_{language}") == TEXTS[language][f"scenario.{battle}.title"]
        for entry in table.tables("special"):
            assert entry.text(f"name_{language}") == TEXTS[language][f"special.{battle}.{entry.text('id')}.name"]


def test_every_row_says_where_it_comes_from() -> None:
    files = ["units.csv", "factor_markers.csv", "markers.csv", *(f"maps/{name}.csv" for name in MAP_NAMES)]
    sources = [row.text("source") for file in files for row in PACK.rows(file)]
    for table in SCENARIOS.values():
        entries = [table, *table.tables("deploy"), *table.tables("reinforcement"), *table.tables("special")]
        sources += [entry.text("source") for entry in entries]
    sources += [TABLES.table(key).text("source") for key in set(TABLES.keys()) - {"schema"}]
    for source in set(sources):
        parts = source.split(";")
        assert len(parts) == len(set(parts))
        assert all(re.fullmatch(r"rule:([\d.]+|errata)|public:[\w-]+|history|design", part) for part in parts), source


def test_the_pack_holds_data_only() -> None:
    kinds = {path.suffix for path in PACK.root.rglob("*") if path.is_file()}
    assert {".csv", ".toml", ".md", ".svg"} == kinds
