"""The player's aid: its figures are those of the rules, and all of it is said in both languages."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.car.aid import aid
from tablero.games.car.board import SCENARIOS, SETTINGS
from tablero.games.car.rules.r11_combat.s02_resolution import FIRE_TABLES
from tablero.kernel.text import LANGUAGES, catalogue

GAME = tablero.game("car")


def cells(name: str, scenario: int = 0) -> list[dict[str, str]]:
    return [dict(row) for row in next(panel.rows for panel in aid(scenario) if panel.id == f"panel:aid.{name}")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_aid_has_its_message(language: str) -> None:
    words = catalogue(GAME.pack, language).messages
    for panel in aid(0):
        assert panel.name in words
        for key, value in (cell for row in panel.rows for cell in row):
            assert key == "say" or f"row.{key}" in words, key
            assert "." not in value or value in words, value


@pytest.mark.parametrize("scenario", range(len(SCENARIOS)))
def test_the_aid_lists_the_turns_of_each_scenario(scenario: int) -> None:
    setting, turns = SETTINGS[scenario], cells("turns", scenario)
    assert [str(n) for n in range(setting.first, setting.last + 1)] == [row["turn"] for row in turns]
    assert {"5", "11", "17"} & {row["turn"] for row in turns} == {
        row["turn"] for row in turns if row["season"] == "season.winter"}


def test_the_fire_tables_are_those_of_combat() -> None:
    for table, name in zip(FIRE_TABLES, ("division", "corps"), strict=True):
        shown = [[int(row[f"die_{die}"]) for die in range(1, 7)] for row in cells(f"fire_{name}")]
        assert [[column.hits[die] for die in range(6)] for column in table] == shown
