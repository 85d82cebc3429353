"""A pack with a fault is refused with the file and the place of the fault, and the game is not half loaded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.broken_packs import loaded

FAULTS = {
    "a Duchy twice": ("duchies.csv", "\nlugo,", "\nla_coruna,", "duchies.csv, row 3, column id: expected an id "),
    "a Duchy with a gap in its id": ("duchies.csv", "\nlugo,", "\nlu go,", "duchies.csv, row 3, column id: "),
    "a Duchy that rules name is gone": ("duchies.csv", "\nmadrid,", "\nmadrit,", "duchies.csv, madrid: expected"),
    "an unknown country": ("duchies.csv", "Lugo,Lugo,spain,", "Lugo,Lugo,spein,", "duchies.csv, row 3, column count"),
    "a Key that is neither": ("duchies.csv", "Galicia,0,0,0,0,none", "Galicia,2,0,0,0,none", "duchies.csv, row 3, c"),
    "a Fortress of strength ten": ("duchies.csv", "1,0,1,3,minor", "1,0,1,10,minor", "duchies.csv, row 6, column fo"),
    "a Fortress without strength": ("duchies.csv", "1,0,1,3,minor", "1,0,1,0,minor", "duchies.csv, row 6, column fo"),
    "an unknown Port": ("duchies.csv", ",major,atlantic", ",big,atlantic", "duchies.csv, row 2, column port: expected"),
    "an unknown Zone": ("duchies.csv", ",major,atlantic", ",major,baltic", "duchies.csv, row 2, column sea_zone: exp"),
    "an unknown owner": ("duchies.csv", "spain,none,spain,spain,", "spain,none,russia,spain,", "duchies.csv, row 2, c"),
    "an unknown owner in 1813": ("duchies.csv", "spain,none,spain,spain,", "spain,none,spain,turkey,", "duchies.csv,"),
    "a column is gone": ("duchies.csv", ",port,", ",harbour,", "duchies.csv, row 2, column port: there is no such"),
    "a place that is no number": ("duchies.csv", ",120,196,e", ",here,196,e", "duchies.csv, row 2, column x: "),
    "a line to itself": ("lines.csv", "la_coruna,lugo,", "la_coruna,la_coruna,", "lines.csv, row 2, column b: expec"),
    "a line twice": ("lines.csv", "la_coruna,vigo,", "lugo,la_coruna,", "lines.csv, row 3, column b: expected"),
    "a line to nowhere": ("lines.csv", "la_coruna,lugo,", "la_coruna,nowhere,", "lines.csv, row 2, column b: expecte"),
    "an unknown kind of line": ("lines.csv", "la_coruna,lugo,rough", "la_coruna,lugo,sea", "lines.csv, row 2, colum"),
    "a Leader twice": ("leaders.csv", "\nhill,", "\nwellington,", "leaders.csv, row 3, column id: expected an id "),
    "a Leader that rules name is gone": ("leaders.csv", "\nwellington,", "\nwellesley,", "leaders.csv, wellington: "),
    "a Leader of nobody": ("leaders.csv", "Rowland Hill,britain", "Rowland Hill,prussia", "leaders.csv, row 3, col"),
    "a Battle Rating of nine": ("leaders.csv", ",britain,3,4,", ",britain,9,4,", "leaders.csv, row 3, column battle_"),
    "a Command Rating of none": ("leaders.csv", ",britain,3,4,", ",britain,3,0,", "leaders.csv, row 3, column command"),
    "no counters of a kind": ("counters.csv", "\ncavalry_spain,", "\ncavalry_spein,", "counters.csv, cavalry_spain: "),
    "a number of counters that is none": ("counters.csv", ",britain,14,", ",britain,many,", "counters.csv, row 2, col"),
    "fewer counters than nobody": ("counters.csv", ",britain,14,", ",britain,-1,", "counters.csv, row 2, column count"),
    "a card is gone": ("cards.csv", "\nmud,", "\nmudd,", "cards.csv, mud: expected a row with this id, but it is m"),
    "a card twice": ("cards.csv", "\nmud,", "\nforced_march,", "cards.csv, row 4, column id: expected an id that no "),
    "a card number twice": ("cards.csv", "\nmud,3,", "\nmud,2,", "cards.csv, row 4, column number: "),
    "a card of an unknown deck": ("cards.csv", "mud,3,common,", "mud,3,rare,", "cards.csv, row 4, column deck: expec"),
    "a card of an unknown type": ("cards.csv", "mud,3,common,,response", "mud,3,common,,joke", "cards.csv, row 4, col"),
    "a card of nobody": ("cards.csv", "british_subsidies,5,common,britain spain", "british_subsidies,5,common,italy",
                         "cards.csv, row 6, column by: "),
    "a card of ten CPs": ("cards.csv", "mud,3,common,,response,4", "mud,3,common,,response,10", "cards.csv, row 4, co"),
    "a card that is half a '+'": ("cards.csv", "mud,3,common,,response,4,n", "mud,3,common,,response,4,maybe",
                                  "cards.csv, row 4, column plus: "),
    "a card at no moment": ("cards.csv", "n,n,step_settled,cp", "n,n,noon,cp", "cards.csv, row 4, column moments: ex"),
    "a card of an unknown fate": ("cards.csv", "step_settled,cp,discard", "step_settled,cp,burn", "cards.csv, row 4, "),
    "a set-up of nobody": ("setup_1812.csv", "britain,elvas,hill", "prussia,elvas,hill", "setup_1812.csv, row 3, colu"),
    "a set-up nowhere": ("setup_1812.csv", "britain,elvas,hill", "britain,nowhere,hill", "setup_1812.csv, row 3, col"),
    "an unknown Leader set up": ("setup_1812.csv", "britain,elvas,hill", "britain,elvas,picton", "setup_1812.csv, row"),
    "a Leader set up twice": ("setup_1812.csv", "britain,elvas,hill", "britain,elvas,wellington", "setup_1812.csv, ro"),
    "a Leader of another Power": ("setup_1812.csv", "britain,elvas,hill", "britain,elvas,blake", "setup_1812.csv, row"),
    "more Soldiers than there are": ("setup_1812.csv", "britain,elvas,hill,3,", "britain,elvas,hill,40,",
                                     "setup_1812.csv, row 3, column infantry: expected a whole number from 0 to 11"),
    "fewer Soldiers than none": ("setup_1812.csv", "britain,elvas,hill,3,", "britain,elvas,hill,-1,",
                                 "setup_1812.csv, row 3, column infantry: expected a whole number from 0 to "),
    "a start that is gone": ("scenarios.toml", "[scenario.1813]", "[scenario.1815]", "scenarios.toml, scenario.1813"),
    "a start without a set-up": ("scenarios.toml", 'setup = "setup_1813.csv"', 'setup = "nothing.csv"', "nothing.csv"),
    "an unknown column of Control": ("scenarios.toml", 'control_column = "control_1813"', 'control_column = "notes"',
                                     "scenarios.toml, scenario.1813.control_column: "),
    "a game that ends before it begins": ("scenarios.toml", "end_turn = 1814", "end_turn = 1811",
                                          "scenarios.toml, scenario.1812.end_turn: "),
    "Resources of nobody": ("scenarios.toml", "resources = { spain = 1,", "resources = { italy = 1,",
                            "scenarios.toml, scenario.1812.resources.spain: "),
    "Resources that are owed": ("scenarios.toml", "resources = { spain = 1,", "resources = { spain = -1,",
                                "scenarios.toml, scenario.1812.resources.spain: "),
    "an unknown card counts as played": ("scenarios.toml", "reminders = [4, 38]", "reminders = [4, 999]",
                                         "scenarios.toml, scenario.1813.reminders: "),
    "a Commander nowhere": ("scenarios.toml", 'commanders = { ciudad_rodrigo = "wellington" }',
                            'commanders = { nowhere = "wellington" }', "scenarios.toml, scenario.1812.commanders.nowh"),
    "an unknown Commander": ("scenarios.toml", 'commanders = { ciudad_rodrigo = "wellington" }',
                             'commanders = { ciudad_rodrigo = "ney" }', "scenarios.toml, scenario.1812.commanders.ci"),
    "a table is gone": ("tables.toml", "[limits]", "[limit]", "tables.toml, limits: "),
    "a number is a word": ("tables.toml", "hand_non_home = 8", 'hand_non_home = "eight"', "tables.toml, limits.hand_"),
    "a year without points": ("tables.toml", "1813 = 4, 1814", "1815 = 4, 1814", "tables.toml, victory_points.french"),
    "Duchies for no point": ("tables.toml", "{ 1812 = 5,", "{ 1812 = 0,", "tables.toml, victory_points.french_duchies"),
    "Loot with a gap": ("tables.toml", "[[battlefield_loot]]\nmax = 7", "[[battlefield_loot]]\nmin = 2",
                        "tables.toml, battlefield_loot#1.min: expected rows without a gap"),
    "an Appeal to an unknown card": ("tables.toml", "card = 38", "card = 380", "tables.toml, appeal_to_the_emperor"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_pack_is_named_by_file_and_place(tmp_path: Path, fault: str) -> None:
    file, right, wrong, says = FAULTS[fault]
    one, two = loaded("wellington", tmp_path, file, right, wrong)
    assert says == one[: len(says)], json.dumps(one)
    assert one == two
