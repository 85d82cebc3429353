"""[1] [2] What the game covers, what lies in the box, and the three scenarios."""

from __future__ import annotations

import math

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    AREAS,
    ASIDE,
    BLOCKS,
    BLOCKS_OF,
    CARDS,
    CARLIST,
    CITIES,
    FACES,
    LIBERAL,
    PACK,
    PARTIDAS,
    SETTINGS,
    UNIT,
    UNITS,
    YEARS,
    area,
)
from tablero.games.aiw.rules.r02_scenarios import empty
from tablero.games.aiw.rules.r05_units.s01_counters import sacks_free
from tablero.games.aiw.rules.r24_end_of_year.s00_end_of_year import EndOfYear
from tablero.games.aiw.state import Aiw
from tests.games.aiw.war import at, guns, run, strength, war
from tests.rules import rule


@rule("aiw", "1.0a")
def test_the_war_lasts_from_1834_to_1838_and_no_year_longer() -> None:
    assert (1834, 1835, 1836, 1837, 1838) == YEARS
    assert {(1834, 1836), (1836, 1838), (1834, 1838)} == {(setting.start, setting.end) for setting in SETTINGS}
    s = war({}, year=1838)
    run(s, EndOfYear(), [6])
    assert s.over
    assert 1838 == s.year


@rule("aiw", "1.0b")
def test_there_are_two_sides_each_with_a_seat_of_its_own() -> None:
    assert ("carlist", "liberal") == GAME.seats
    assert {CARLIST, LIBERAL} == {unit.side for unit in UNITS} == {card.side for card in FACES}


@rule("aiw", "2.1a")
def test_the_box_holds_73_blocks_and_72_cards() -> None:
    assert (25, 48) == tuple(blocks.bit_count() for blocks in BLOCKS_OF)
    assert 73 == len(BLOCKS) == len(UNITS)
    printed = FACES[: CARDS.untold]                     # those of the box come first
    assert [36, 36] == [sum(card.side == side for card in printed) for side in (CARLIST, LIBERAL)]
    counts = {row.text("id"): row.integer("count") for row in PACK.rows("counters.csv")}
    assert (10, 4) == (counts["wood_artillery_point"], counts["die"])


@rule("aiw", "2.2a")
def test_roads_join_spaces_a_days_march_apart() -> None:
    where = {row.text("id"): (float(row.text("lon")), float(row.text("lat"))) for row in PACK.rows("spaces.csv")}
    lengths = []
    for row in PACK.rows("roads.csv"):
        (west, north), (east, south) = where[row.text("a")], where[row.text("b")]
        lengths.append(math.hypot((east - west) * math.cos(math.radians(43)), south - north) * 111)
    assert 15 < sum(lengths) / len(lengths) < 30
    assert max(lengths) < 45


@rule("aiw", "2.2b")
def test_a_partida_is_the_smallest_unit_and_no_unit_is_above_four_points() -> None:
    assert {1} == {UNITS[i].strength for i in range(len(UNITS)) if PARTIDAS >> i & 1}
    assert {2, 3, 4} == {unit.strength for i, unit in enumerate(UNITS) if not PARTIDAS >> i & 1}


@rule("aiw", "2.3a", "2.0a")
def test_there_are_three_scenarios() -> None:
    assert ("zumalacarregui", "espartero", "entire_war") == GAME.scenarios
    for name in GAME.scenarios:
        s = GAME.new(name, seed=3)
        assert s.year == SETTINGS[GAME.scenarios.index(name)].start
        assert 1 == s.turn


@rule("aiw", "2.0a", "2.3a", "4.1c", "9.0g")
def test_a_war_of_1834_is_set_up_as_its_scenario_says() -> None:
    s = GAME.create("zumalacarregui", {"politics": "without", "plague_and_snow": "without"})
    assert (-1, 0, 0, [2, 1]) == (s.vp, s.prestige, s.debt, s.command)
    assert 2 == GAME.create("entire_war", {"politics": "without", "plague_and_snow": "without"}).vp
    assert CITIES == s.forts[LIBERAL] & CITIES
    assert 0 == s.forts[CARLIST]
    assert 1 == s.forts[LIBERAL] >> area("baztan") & 1
    assert ["amescoas", "vitoria", "bag", "out of play", "box"] == [
        at(s, name) for name in ("c_nav1", "l_rg1", "c_nav3", "l_rg4", "c_reg1")
    ]
    assert (2, 4) == (strength(s, "c_ala1"), strength(s, "l_rg1"))
    assert [(1, 1), (1, 0)] == [guns(s, "liberal", name) for name in ("pamplona", "logrono")]
    assert [2, 2] == [sacks_free(s, side) for side in (CARLIST, LIBERAL)]
    assert (8, 5) == (s.bagged[LIBERAL], s.bagged[CARLIST])
    assert 0 == s.held & CITIES
    assert [0, 1] == [s.held >> area(name) & 1 for name in ("tolosa", "durango")]      # by its Fortress, by its zone
    assert 0 == s.touched


@rule("aiw", "2.0a", "2.3a", "9.0g")
def test_a_war_of_1836_is_set_up_as_its_scenario_says() -> None:
    s = GAME.create("espartero", {"politics": "without", "plague_and_snow": "without"})
    assert (2, 1, 0, [2, 2]) == (s.vp, s.prestige, s.debt, s.command)
    assert (2, 1) == (s.box_field, s.box_mountain)
    assert 2 == s.uprising[area("aragon") - area("asturias_cantabria")]
    assert 1 == s.forts[CARLIST] >> area("estella") & 1
    assert 0 == s.forts[LIBERAL] >> area("baztan") & 1
    assert "castile_leon" == at(s, "l_pr9")
    assert 1 == s.held >> area("los_arcos") & 1
    assert s.trains == 1 << UNIT["l_st3"] | 1 << UNIT["l_st4"] | 1 << UNIT["c_st1"]


@rule("aiw", "2.3a", "4.1c")
def test_before_the_set_up_nothing_is_on_the_map() -> None:
    s = Aiw()
    empty(s)
    by_block = s.strength, s.may, s.low, s.high
    by_area = s.open, s.present, s.shut, s.uprising, s.pursuit
    by_side = s.command, s.bag, s.bagged, s.bag_may, s.sacks, s.cups
    assert [[0] * len(BLOCKS)] * 4 == [*by_block]
    assert [0] * 5 == [sum(numbers) for numbers in by_area]
    assert [0] * 6 == [sum(numbers) for numbers in by_side]
    assert CARDS.all == s.piles[ASIDE]
    assert (2 * AREAS, 9, 9, 6) == (len(s.open), len(s.uprising), len(s.pursuit), len(s.cups))


@rule("aiw", "2.3a")
def test_both_sides_know_the_set_up() -> None:
    s = GAME.create("espartero", {"politics": "without", "plague_and_snow": "without"})
    for b, where in enumerate(s.at):
        if where >= 0:
            assert 1 << s.unit[b] == s.may[b]
            assert s.low[b] == s.strength[b] == s.high[b]


@pytest.mark.parametrize("scenario", GAME.scenarios)
@rule("aiw", "2.0a")
def test_no_unit_of_a_set_up_stands_twice(scenario: str) -> None:
    s = GAME.create(scenario, {"politics": "without", "plague_and_snow": "without"})
    places = [1 << unit for unit in s.unit if unit >= 0]
    places += [1 << u for u in range(len(UNITS)) if (s.bag[0] | s.bag[1] | s.trains | s.regionals) >> u & 1]
    assert len(places) == len(set(places))
