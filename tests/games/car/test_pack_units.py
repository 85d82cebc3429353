"""The counters of Crusade and Revolution."""

from __future__ import annotations

from collections import Counter

from tests.games.car.pack import CARD_ROWS, CARDS, RULES, TABLES, UNIT_ROWS, UNITS, counters
from tests.rules import rule


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
