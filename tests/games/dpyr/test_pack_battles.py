"""The seven battles: what the rulebook prints, and areas in which the armies find room."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.games.dpyr.pack_data import (
    KINDS,
    MAP_NAMES,
    MAPS,
    PACK,
    SCENARIOS,
    SIDES,
    TABLES,
    UNITS,
    arrivals,
    combat_units,
    distance,
    hexes_where,
    room,
    set_up_hexes,
    special,
)
from tests.rules import rule

each_battle = pytest.mark.parametrize("battle", list(SCENARIOS))

PRINTED = {  # section: turns, ammunition and black flags of Carlists and Liberals, who has the partial victory
    "arquijas": ("9.1", 16, (85, 97), (0, 0), "carlist"),
    "luchana": ("9.2", 17, (80, 93), (1, 3), "carlist"),
    "oriamendi": ("9.3", 12, (86, 70), (4, 1), "liberal"),
    "barbastro": ("9.4", 15, (97, 100), (2, 2), "none"),
    "maella": ("9.5", 14, (54, 54), (3, 2), "none"),
    "perecamps_1": ("9.6", 16, (70, 85), (3, 2), "none"),
    "perecamps_2": ("9.7", 15, (68, 72), (2, 2), "none"),
}

ORDERS = """
arquijas carlist D: 1º Navarra, 2º Álava, 3º Álava, 1º Guipúzcoa | 3º Navarra | |
arquijas carlist C: Guías, 3º Navarra, 4º Navarra, 5º Navarra, 1º Castilla | | Orbaizeta | Zumalacárregui
arquijas carlist I: 6º Navarra, 1º Álava, 2º Guipúzcoa, 2º Castilla | 1º Castilla | |
arquijas liberal D: 1º Soria, 1º Guardia, 2º Guardia, 1º Princesa, Sigüenza, Isabel II | Sagunto | Santoña |
arquijas liberal C: Ávila, 1º Zaragoza, Extremadura, Gerona | Caz Guardia | Coruña | Córdoba
arquijas liberal I: 2º Soria, 2º Zaragoza, Infante | Almansa | |
luchana carlist D: 3º Álava, 1º Vizcaya, 5º Vizcaya, 2º Guipúzcoa, 6º Navarra | | Seurra |
luchana carlist V: 2º Castilla, 4º Castilla, 6º Vizcaya | | |
luchana carlist C: 4º Vizcaya | | Muelle | Noboa
luchana carlist I: 2º Aragón, Preferencia, Provisional | | Clotilde |
luchana liberal D: Royal Marines, 2º Soria, Rey, 2º Zaragoza, Borbón | L British | Wylde |
luchana liberal C: 1º Soria, 1º Zaragoza, 1º Guardia, Urribarrera, Infante | Vitoria | Pamplona | Oráa
luchana liberal I: Gerona, S Fernando, Extremadura, V Navarra | Príncipe | Santoña |
oriamendi carlist D: 5º Navarra, 2º Guipúzcoa, Guías, 4º Álava, 5º Vizcaya | 1º Castilla | |
oriamendi carlist C: 3º Álava, Madera, 1º Álava, 1º Navarra, Granaderos | | | Sebastián
oriamendi carlist I: 1º Aragón, 1º Vizcaya, 1º Guipúzcoa, 2º Vizcaya, 4º Vizcaya | 2º Navarra | |
oriamendi carlist A: | | Vedia, Guriezo |
oriamendi liberal D: 1º España, Royal Marines, 8º Highlander, 3º Westminster, 6º G. Scots | L British | Wylde |
oriamendi liberal C: Chapelgorris, 11º Munster, 7º Light Irish, 9º R Queen | L Rey | Pamplona | Evans
oriamendi liberal I: Oviedo, 2º España, Valencia | Princesa | Shaw |
barbastro carlist D: 1º Castilla, Argelino, Guías, 9º Navarra, 10º Navarra | 1º Navarra | Huesca |
barbastro carlist C: 12º Navarra, Granaderos, 3º Álava, 4º Álava, 5º Álava, 1º Aragón | | | Carlos V
barbastro carlist I: 2º Aragón, 2º Castilla, 3º Castilla, 4º Castilla | 2º Navarra | |
barbastro liberal D: Rey, 1º Aragón, Infante, 2º Córdoba | Almansa, Princesa | |
barbastro liberal C: 2º Guardia, Príncipe, 1º Córdoba, G General | Kraiewski | Logroño | Oráa
barbastro liberal I: 1º Guardia, 2º África, Ávila, Legión | Santiago | Figueras |
maella carlist D: 1º Tortosa, Minyons, Bosque | 2º Aragón | |
maella carlist C: 2º Tortosa | 1º Aragón | Xocolate | Cabrera
maella carlist I: 1º Mora, 2º Mora | L Tortosa | |
maella liberal D: 3º Córdoba, Caspe | Cataluña | |
maella liberal C: 1º África, 2º África | | Logroño | Pardiñas
maella liberal I: 1º Córdoba, 2º Córdoba, S Fernando | Reina | |
perecamps_1 carlist D: Ros, Gravat, Muchacho | Marsal | Ripoll |
perecamps_1 carlist C: Castells, Pep de l’Oli, Griset, Borges, Cendrós | | Berga | Brujó
perecamps_1 carlist E: Pitchot, Estartús | Ontoria, L Tortosa | |
perecamps_1 liberal D: 1º España, Astorga, Unión, Castilla | Santiago | |
perecamps_1 liberal C: Oporto, Lieja, Asturias, M Barcelona | Montesa | S Andrés | Valdés
perecamps_1 liberal E: Zamora, Valencia, 2º Soria | Príncipe | Figueras |
perecamps_2 carlist villages: Cor roure, Tell, Gisbert, Vilella, Pep de l’Oli, Poca roba, Boquica, Clenchu, Estevet, Llucifer | | Berga, Ripoll | Llarg
perecamps_2 carlist DE: | Guerxo, Tristany, Ontoria | |
perecamps_2 liberal free: 1º Guardia, 2º Guardia, Tarifa, Asturias, Toledo, Jaén, M Barcelona, Saboya, Valladolid, Oporto, Málaga, Sigüenza | Santiago, Sagunto | S Andrés, Vic | Van Halen
"""  # noqa: E501  the printed orders of battle: infantry | cavalry | artillery | gefe


@rule("dpyr", "0.0b", "9.0a")
def test_there_are_seven_battles_in_printed_order() -> None:
    assert list(PRINTED) == list(SCENARIOS)
    assert [1, 2, 3, 4, 5, 6, 7] == [table.integer("number") for table in SCENARIOS.values()]


@rule("dpyr", "9.1a", "9.2a", "9.3a", "9.4a", "9.5a", "9.6a", "9.7a")
@rule("dpyr", "9.1c", "9.2c", "9.3c", "9.4c", "9.5c", "9.6c", "9.7b")
@each_battle
def test_turns_ammunition_flags_and_partial_victory_are_the_printed_ones(battle: str) -> None:
    _, turns, ammunition, flags, partial = PRINTED[battle]
    table = SCENARIOS[battle]
    assert turns == table.integer("turns") == table.integer("victory_turn")
    assert ammunition == tuple(table.table("ammunition").integer(side) for side in SIDES)
    assert flags == tuple(table.table("black_flags").integer(side) for side in SIDES)
    assert partial == table.text("partial_victory")


@rule("dpyr", "9.1d", "9.2d", "9.3d", "9.4d", "9.5d", "9.6d")
@rule("dpyr", "9.1e", "9.2f", "9.3f", "9.4e", "9.5e", "9.6e")
def test_the_orders_of_battle_are_the_printed_ones() -> None:
    deployed = []
    for battle, table in SCENARIOS.items():
        for entry in table.tables("deploy"):
            units = [UNITS[unit] for unit in entry.texts("units")]
            arms = [", ".join(row.text("name") for row in units if row.text("kind") == kind) for kind in KINDS]
            line = f"{battle} {entry.text('side')} {entry.text('zone')}: {' | '.join(arms)}"
            deployed.append(re.sub(" +", " ", line).strip())
    assert ORDERS.strip().splitlines() == deployed


@each_battle
def test_every_deployed_unit_exists_fights_for_its_side_and_appears_once(battle: str) -> None:
    for entry in SCENARIOS[battle].tables("deploy") + SCENARIOS[battle].tables("reinforcement"):
        assert {entry.choice("side", SIDES)} == {UNITS[unit].text("side") for unit in entry.texts("units")}
    assert [] == [unit for unit, times in Counter(arrivals(battle)).items() if times > 1]


@each_battle
def test_units_and_battles_name_each_other(battle: str) -> None:
    assert {unit for unit, row in UNITS.items() if battle in row.words("scenarios")} == set(arrivals(battle))
    section = PRINTED[battle][0]
    for unit in arrivals(battle):
        assert f"rule:{section}" in UNITS[unit].text("source").split(";")


def test_every_unit_fights_somewhere_and_names_no_unknown_battle() -> None:
    for row in UNITS.values():
        assert row.words("scenarios")
        assert set(row.words("scenarios")) <= set(SCENARIOS)


@each_battle
def test_set_up_areas_are_those_of_the_map(battle: str) -> None:
    name = SCENARIOS[battle].choice("map", MAP_NAMES)
    letters: dict[str, set[str]] = {side: set() for side in SIDES}
    for entry in SCENARIOS[battle].tables("deploy") + SCENARIOS[battle].tables("reinforcement"):
        column, zone = f"zone_{entry.text('side')}", entry.text("zone")
        if zone in ("A", "villages", "free"):
            continue
        letters[entry.text("side")] |= set(zone)
        on_map = [hexagon for hexagon, row in MAPS[name].items() if row.maybe_text(column) in list(zone)]
        assert sorted(on_map) == sorted(entry.texts("hexes"))
    if battle != "perecamps_2":  # the map of Perecamps serves two battles
        for side in SIDES:
            assert letters[side] == {row.maybe_text(f"zone_{side}") for row in MAPS[name].values()} - {""}


def test_the_areas_made_of_places_are_their_buildings() -> None:
    def buildings(name: str, places: Iterable[str]) -> set[str]:
        return hexes_where(name, lambda row: row.maybe_text("place") in places and row.text("terrain") == "building")

    guns = next(entry for entry in SCENARIOS["oriamendi"].tables("deploy") if entry.text("zone") == "A")
    houses = next(entry for entry in SCENARIOS["perecamps_2"].tables("deploy") if entry.text("zone") == "villages")
    villages = special("perecamps_2", "masias").texts("villages")
    assert ["boix", "sacanellas", "barcons", "st_pere", "perecamps"] == villages
    assert buildings("oriamendi", ("hernani", "santa_barbara", "convento")) == set(guns.texts("hexes"))
    assert buildings("perecamps", villages) == set(houses.texts("hexes"))
    assert set(villages) == {MAPS["perecamps"][hexagon].text("place") for hexagon in houses.texts("hexes")}


def test_the_liberal_centre_of_arquijas_stands_in_the_ten_printed_hexes() -> None:
    deploy = SCENARIOS["arquijas"].tables("deploy")
    centre = next(entry for entry in deploy if (entry.text("side"), entry.text("zone")) == ("liberal", "C"))
    printed = {"1712", "1812", "1912", "2012", "1713", "1714", "1814", "1914", "2014", "2114"}
    assert printed == set(centre.texts("hexes"))


@each_battle
def test_every_area_has_room_for_its_units_and_one_more(battle: str) -> None:
    for entry in SCENARIOS[battle].tables("deploy"):
        if entry.texts("hexes"):
            assert room(SCENARIOS[battle].text("map"), entry.texts("hexes")) > len(combat_units(entry))


def test_the_villages_of_second_perecamps_hold_eight_and_the_wings_the_rest() -> None:
    masias = special("perecamps_2", "masias")
    villages, wings, liberals = SCENARIOS["perecamps_2"].tables("deploy")
    assert 8 == masias.integer("units_in_villages")
    assert room("perecamps", villages.texts("hexes")) >= 8
    rest = len(villages.texts("units")) - 8 + len(wings.texts("units"))
    assert room("perecamps", wings.texts("hexes")) >= rest
    taken = villages.texts("hexes") + wings.texts("hexes")
    free = hexes_where("perecamps", lambda row: row.text("terrain") != "river"
                       and all(distance(row.text("hex"), hexagon) >= 3 for hexagon in taken))
    assert room("perecamps", free) > len(combat_units(liberals))


@each_battle
def test_opposing_areas_are_five_hexes_apart_but_in_second_perecamps(battle: str) -> None:
    where = {side: set_up_hexes(battle, side) for side in SIDES}
    if battle == "perecamps_2":
        assert set() == where["liberal"]
        assert 3 == special(battle, "liberal_setup").integer("min_distance_from_enemy")
    else:
        assert min(distance(a, b) for a in where["carlist"] for b in where["liberal"]) >= 5


@each_battle
def test_markers_suffice_for_flags_guirigay_salvoes_and_factors(battle: str) -> None:
    quantity = {row.text("id"): row.integer("quantity") for row in PACK.rows("markers.csv")}
    table = SCENARIOS[battle]
    here = [UNITS[unit] for unit in arrivals(battle)]
    for side in SIDES:
        guns = sum(row.text("kind") == "artillery" and row.text("side") == side for row in here)
        assert table.table("black_flags").integer(side) <= quantity[f"bandera_negra_{side}"]
        assert table.table("crosses").integer(side) == quantity[f"cross_{side}"]
        assert guns * TABLES.table("bala_rasa").integer("salvos_per_gun") <= quantity[f"salvo_{side}"]
    assert sum(table.table("guirigay").integer(side) for side in SIDES) <= quantity["guirigay"]
    assert sum(row.maybe_integer("fire") == -1 for row in here) <= quantity["combat_factor"]


@each_battle
def test_guirigay_markers_find_forest_or_buildings_in_the_set_up_areas(battle: str) -> None:
    terrain = TABLES.table("guirigay").texts("where")
    for side in SIDES:
        rows = [MAPS[SCENARIOS[battle].text("map")][hexagon] for hexagon in set_up_hexes(battle, side)]
        cover = [row for row in rows if row.text("terrain") in terrain]
        assert SCENARIOS[battle].table("guirigay").integer(side) <= len(cover)


@each_battle
def test_each_side_has_one_gefe_and_espartero_relieves_oraa(battle: str) -> None:
    gefes = Counter(UNITS[unit].text("side") for unit in arrivals(battle) if UNITS[unit].text("kind") == "gefe")
    assert Counter(carlist=1, liberal=2 if battle == "luchana" else 1) == gefes


def test_at_first_perecamps_the_morale_mix_is_that_of_the_printed_example() -> None:
    mix = Counter((UNITS[unit].text("side"), UNITS[unit].text("morale")) for unit in arrivals("perecamps_1"))
    assert (5, 4, 4, 3) == (mix["carlist", "C"], mix["carlist", "M"], mix["liberal", "C"], mix["liberal", "M"])


def test_the_special_rules_have_their_printed_numbers() -> None:
    cavalry, espartero = SCENARIOS["luchana"].tables("reinforcement")
    assert (6, "D") == (cavalry.integer("turn"), cavalry.text("zone"))
    assert ["c_cav_cas_1", "c_cav_nav_4"] == cavalry.texts("units")
    relief = special("luchana", "first_soldier")
    assert ("l_gefe_oraa", "l_gefe_espartero", "C") == (relief.text("out"), relief.text("in"), relief.text("late_zone"))
    assert 8 == relief.integer("turn") == espartero.integer("turn")
    assert ["l_gefe_espartero"] == espartero.texts("units")
    hay = special("luchana", "john_hay")
    assert (5, 1) == (hay.integer("success_min"), hay.integer("drm_both_banks"))
    boats = special("luchana", "gunboats")
    assert (2, 1) == (boats.integer("artillery_move_bonus"), boats.integer("uses_per_game"))
    sun = special("luchana", "morning_sun")
    assert (6, -1, -1) == (sun.integer("from_turn"), sun.integer("batir_drm"), sun.integer("campi_drm"))
    assert 2 == sun.integer("bala_rasa_extra_distance")
    assert not sun.flag("rebote_allowed", True)
    rockets = special("oriamendi", "congreve_rockets")
    assert ("l_art_shaw", 2) == (rockets.text("unit"), rockets.integer("fire_damage_vs_cavalry"))
    assert not rockets.flag("rebote_allowed", True)
    assert not rockets.flag("bote_allowed", True)
    assert not special("perecamps_2", "liberal_setup").flag("guirigay_allowed", True)


def test_the_option_for_oriamendi_takes_out_a_battalion_that_is_there() -> None:
    left_out = SCENARIOS["oriamendi"].table("options").table("oriamendi_vizcaya_left_out")
    assert ["c_viz_1"] == left_out.texts("remove")
    assert "c_viz_1" in arrivals("oriamendi")
