"""The tables of Crusade and Revolution."""

from __future__ import annotations

import re
from itertools import pairwise

from tests.games.car.pack import ENGLISH, PHASES, RULES, TABLES, TURNS, counters
from tests.rules import rule


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
