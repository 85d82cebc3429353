"""How to win is said of every side, in both languages, with the figures of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

import tablero
from tablero.games.aiw.board import CITIES
from tablero.games.aiw.rules.r09_victory import AUTOMATIC_ZONE, DECISIVE_ZONE, UPRISING_REGIONS
from tablero.games.car.board import RM_WINS, SETTINGS
from tablero.games.dpyr.board import BATTLES
from tablero.games.wellington.board import IN_FRANCE, SPANISH_KEYS
from tablero.games.wellington.rules.r18_ending import CONQUEST, PEACE
from tablero.kernel.frames import State
from tablero.kernel.game import GAMES
from tablero.kernel.goals import Clause, Goals, goals
from tablero.kernel.messages import fill, places
from tablero.kernel.rulebook import rules
from tablero.kernel.text import LANGUAGES
from tests.messages import ours

each_game = pytest.mark.parametrize("code", GAMES)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def starts(code: str) -> Iterator[State]:
    """Every scenario with every value of the options that could change how to win."""
    game = tablero.game(code)
    telling = {name: values for name, values in game.options.items() if name in ("victory", "players")}
    for scenario, *chosen in product(game.scenarios, *telling.values()):
        yield game.new(scenario, 0, dict(zip(telling, chosen, strict=True)))


def clauses(found: Goals) -> list[Clause]:
    return [*found.aims, *found.points, *found.ends]


def told(code: str, scenario: str, **options: str) -> str:
    """All of it in English, as one text."""
    game = tablero.game(code)
    return " ".join(clause.text for clause in clauses(goals(game, game.new(scenario, 0, options), "en")))


@each_language
@each_game
def test_every_side_has_its_aim_in_two_sentences_and_nothing_is_left_open(code: str, language: str) -> None:
    game = tablero.game(code)
    for s in starts(code):
        found = goals(game, s, language)
        assert sorted(game.seats) == sorted(side for aim in found.aims for side in aim.sides)
        assert [] == [aim.text for aim in found.aims if 2 != len(re.findall(r"[.!](?= |$)", aim.text))]
        assert found.ends
        for clause in clauses(found):
            assert not places(clause.text), clause.text
            assert not clause.text.startswith("["), clause.text
            assert not clause.rule or clause.rule in rules(game.pack, language), clause.rule
            assert set(clause.sides) <= set(game.seats)


@each_language
@each_game
def test_no_text_is_left_over(code: str, language: str) -> None:
    game = tablero.game(code)
    file = game.pack.toml("goals.toml")
    said = {table.text("say") for kind in ("aim", "points", "end") if file.has(kind) for table in file.tables(kind)}
    assert set(ours(game, language, "goal")) == {fill(key, game.figures(s)) for s in starts(code) for key in said}


def test_madrid_pays_what_the_rules_say_together_with_what_it_pays_as_a_key() -> None:
    game = tablero.game("wellington")
    points = {clause.text: clause.points for clause in goals(game, game.new("1813", 0, {}), "en").points}
    parts = [points["A Key under your Control."], points["Madrid, besides what it counts as a Key."]]
    assert game.pack.toml("tables.toml").table("victory_points").integer("madrid") == sum(map(int, parts))


def test_the_war_in_the_north_is_won_by_the_zones_of_the_track() -> None:
    text = told("aiw", "zumalacarregui")
    assert f"the Carlists win with {AUTOMATIC_ZONE[0]} points, the Liberals with {-AUTOMATIC_ZONE[1]}" in text
    assert f"{DECISIVE_ZONE[0]} points are enough for the Carlists, {-DECISIVE_ZONE[1]} for the Liberals" in text
    assert f"Hold the {CITIES.bit_count()} Cities" in text
    assert "at most 3 (1834), 1 (1835), 0 (1836)" in text
    assert "at most 0 (1836), 1 (1837), 3 (1838)" in told("aiw", "espartero")


def test_the_regions_of_an_uprising_are_those_of_the_pack() -> None:
    rows = tablero.game("aiw").pack.toml("tables.toml").table("victory").values["uprising_level3_regions"]
    assert [list(row) for row in zip(UPRISING_REGIONS, (4, 9), (1, 2), strict=True)] == rows


@pytest.mark.parametrize("setting", SETTINGS)
def test_each_scenario_of_the_civil_war_has_its_levels(setting: object) -> None:
    assert isinstance(setting, type(SETTINGS[0]))
    text = told("car", setting.id)
    assert f"{setting.wins} or more and the Nationalists win, {setting.draw} is a draw" in text
    assert f"After Turn {setting.last} the Victory Points decide" in text
    last = min(setting.last, 15)            # the last Turn in which Morale decides
    assert f"In Turn {last}: {RM_WINS[0][last]} or less, {RM_WINS[1][last]} or more." in text
    assert ("Alcázar" in text) == (setting.first == 1)
    assert ("Casado" in text) == (setting.last > 12)


def test_each_battle_says_who_has_to_hold_out() -> None:
    partial = {0: "a partial victory for the Carlists", 1: "a partial victory for the Liberals", 2: "a draw if both"}
    for battle in BATTLES[:7]:
        text = told("dpyr", battle.name)
        assert f"After turn {battle.turns}: {partial[battle.partial]}" in text
        assert text.count(str(battle.turns)) >= 3
        assert "points decide" in told("dpyr", battle.name, victory="graded")


def test_the_keys_and_duchies_of_the_peninsula_are_counted() -> None:
    text = told("wellington", "1812")
    assert f"none of the {SPANISH_KEYS.bit_count()} Keys of Spain" in text
    assert f"none of the {IN_FRANCE.bit_count()} Duchies in France" in text
    assert f"with {CONQUEST} or more Spain submits" in text
    assert f"a die of {PEACE} brings Peace" in text
    assert "The fewer Spanish Duchies" in told("wellington", "1812", players="four")
    assert "The fewer Spanish Duchies" not in told("wellington", "1812", players="two")
