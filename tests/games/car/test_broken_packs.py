"""A pack with a fault is refused with the file and the place of the fault, and the game is not half loaded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.broken_packs import loaded

UNITS = "[setups.s1936.units]\n"

FAULTS = {
    "a space twice": ("spaces.csv", "\nvillalba,", "\nla_coruna,", "spaces.csv, row 3, column id: expected an id "),
    "a space with a gap in its id": ("spaces.csv", "\nvillalba,", "\nvill alba,", "spaces.csv, row 3, column id: "),
    "a space that rules name is gone": ("spaces.csv", "\nmadrid,", "\nmadrit,",
                                        "spaces.csv, madrid: expected a row with this id, but it is missing."),
    "an unknown terrain": ("spaces.csv", "villalba,galicia,nat,open", "villalba,galicia,nat,bog",
                           "spaces.csv, row 3, column terrain: expected one of open, mountain, got 'bog'."),
    "an unknown part of Spain": ("spaces.csv", "villalba,galicia", "villalba,galizia",
                                 "spaces.csv, row 3, column zone: "),
    "a column is gone": ("spaces.csv", ",port,", ",harbour,", "spaces.csv, row 2, column port: there is no such"),
    "a Siege is gone": ("spaces.csv", ",alcazar_of_toledo,", ",,", "spaces.csv, alcazar_of_toledo: expected a row"),
    "a link to itself": ("edges.csv", "ademuz,chelva,", "ademuz,ademuz,", "edges.csv, row 2, column b: expected a "),
    "a link twice": ("edges.csv", "ademuz,cuenca,", "chelva,ademuz,", "edges.csv, row 3, column b: expected a space"),
    "a link to nowhere": ("edges.csv", "ademuz,chelva,", "ademuz,nowhere,", "edges.csv, row 2, column b: expected i"),
    "an unknown kind of link": ("edges.csv", "ademuz,chelva,plain", "ademuz,chelva,road",
                                "edges.csv, row 2, column type: expected one of plain, river, border, "),
    "no corridor of Grado": ("edges.csv", ",optional_grado,", ",plain,", "edges.csv, optional_grado: expected a row"),
    "a unit twice": ("units.csv", "\nnat_inf_n02,", "\nnat_inf,", "units.csv, row 3, column id: expected an id "),
    "an unknown size": ("units.csv", "nat_inf,nat,division", "nat_inf,nat,brigade",
                        "units.csv, row 2, column size: expected one of division, corps, got 'brigade'."),
    "no counters of a kind": ("units.csv", ",2,19,initial,", ",2,0,initial,", "units.csv, row 2, column count: expec"),
    "a unit that rules name is gone": ("units.csv", "\nnat_ctv,", "\nnat_ctw,", "units.csv, nat_ctv: expected a row"),
    "a card is gone": ("cards.csv", "\nn2,", "\nn99,", "cards.csv, n2: expected a row with this id, but it is missing"),
    "a card twice": ("cards.csv", "\nn2,", "\nn1,", "cards.csv, row 3, column id: expected an id that no other row"),
    "a card brings strangers": ("cards.csv", "nat_mil_n02*2", "nat_mil_n02*x", "cards.csv, row 3, column units: exp"),
    "a card at no moment": ("cards.csv", ",3,2,1,action,,ops sr rp,remove,,1,", ",3,2,1,noon,,ops sr rp,remove,,1,",
                            "cards.csv, row 2, column moments: expected words out of action, attack"),
    "a card without a moment": ("cards.csv", ",3,2,1,action,,ops sr rp,remove,,1,", ",3,2,1,,,ops sr rp,remove,,1,",
                                "cards.csv, row 2, column moments: expected a text, but it is missing."),
    "a reserve of an unknown kind": ("tables.toml", '["ctv", ', '["cvt", ',
                                     "tables.toml, mobilization.reserve_nat: expected words out of nat, rep, ctv"),
    "a unit in two places": ("scenarios.toml", UNITS, UNITS + 'gone = ["nat_ctv", "nat_ctv"]\n',
                             "scenarios.toml, setups.s1936.units.gone: expected units of units.csv that are not "),
    "a set-up in an unknown space": ("scenarios.toml", UNITS, UNITS + 'nowhere = ["nat_ctv"]\n',
                                     "scenarios.toml, setups.s1936.units.nowhere: expected units of units.csv"),
    "a unit among enemies": ("scenarios.toml", UNITS, UNITS + 'ubeda = ["nat_ctv"]\n',
                             "scenarios.toml, setups.s1936.units.ubeda: expected units of units.csv"),
    "works in an unknown space": ("scenarios.toml", '\nbadajoz = "position"', '\nbadajos = "position"',
                                  "scenarios.toml, setups.s1936.works.badajos: expected ids of spaces.csv"),
    "unknown works": ("scenarios.toml", '\nbadajoz = "position"', '\nbadajoz = "moat"',
                      "scenarios.toml, setups.s1936.works.badajoz: expected one of position, trench"),
    "cards of an unknown phase": ("scenarios.toml", 'decks = ["war_of_the_columns"]', 'decks = ["peace"]',
                                  "scenarios.toml, scenario#1.decks: expected words out of war_of_the_columns, mob"),
    "an unknown card is dealt": ("scenarios.toml", 'dealt_nat = ["n1"]', 'dealt_nat = ["x1"]',
                                 "scenarios.toml, scenario#1.dealt_nat: expected ids of cards.csv"),
    "a scenario that ends before it begins": ("scenarios.toml", "last_turn = 18", "last_turn = 0",
                                              "scenarios.toml, scenario#1.last_turn: expected a whole number from 1"),
    "a scenario twice": ("scenarios.toml", 'id = "war_of_the_columns"', 'id = "campaign"',
                         "scenarios.toml, scenario#2.id: expected an id that no other row has"),
    "an unknown phase of the war": ("tables.toml", 'phase = "mobilization"', 'phase = "peace"',
                                    "tables.toml, turn#6.phase: expected one of war_of_the_columns, mobilization"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_pack_is_named_by_file_and_place(tmp_path: Path, fault: str) -> None:
    file, right, wrong, says = FAULTS[fault]
    one, two = loaded("car", tmp_path, file, right, wrong)
    assert says == one[: len(says)], json.dumps(one)
    assert one == two


def test_a_scenario_may_begin_with_the_cards_of_all_phases(tmp_path: Path) -> None:
    two, three = '"war_of_the_columns", "mobilization"]', '"war_of_the_columns", "mobilization", "war_of_the_armies"]'
    assert ["loaded", "loaded"] == loaded("car", tmp_path, "scenarios.toml", two, three)
