"""Names, texts, rules and readings of Crusade and Revolution."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from tablero.kernel.packs import Table
from tests.games.car.pack import (
    BOXES,
    CARD_ROWS,
    CARDS,
    EDGES,
    ENGLISH,
    PACK,
    PHASES,
    READINGS,
    REGIONS,
    RULES,
    SCENARIOS,
    SPACE_ROWS,
    SPACES,
    SPANISH,
    TABLES,
    UNIT_ROWS,
    UNITS,
    named,
    numbered,
)


@pytest.mark.parametrize("section, ids, keys", [
    ("space", SPACES, {"name"}),
    ("unit", UNITS, {"name", "short"}),
    ("card", CARDS, {"name", "when", "effect"}),
    ("scenario", SCENARIOS, {"title", "gloss", "intro"}),
    ("turn", [str(n) for n in range(1, 19)], {"name"}),
    ("phase", PHASES, {"name"}),
    ("region", REGIONS, {"name"}),
    ("zone", {row.text("zone") for row in SPACE_ROWS}, {"name"}),
    ("siege", {row.text("siege") for row in SPACE_ROWS if row.maybe_text("siege")}, {"name", "short"}),
    ("sea", ("atlantic", "mediterranean"), {"name"}),
    ("country", ("france", "portugal"), {"name"}),
    ("box", (*BOXES, "pool", "track"), {"name"}),
    ("government", TABLES.table("markers").texts("government"), {"name"}),
    ("command", TABLES.table("markers").texts("command"), {"name"}),
])
def test_everything_has_a_name_in_both_languages(section: str, ids: Iterable[str], keys: set[str]) -> None:
    for language in (ENGLISH, SPANISH):
        entries = named(language, section)
        assert set(ids) == entries.keys()
        for name, entry in entries.items():
            assert keys == set(entry.keys()), name
            assert all(entry.text(key).strip() == entry.text(key) != "" for key in keys), name


def test_the_short_name_of_a_unit_is_what_its_counter_says() -> None:
    for name, row in UNITS.items():
        label = row.text("label").removeprefix("AST ")
        for language in (ENGLISH, SPANISH):
            short = language.table("unit").table(name).text("short")
            assert label == short if row.text("size") == "division" else label in short.split(" "), name


def test_corps_have_names_of_their_own() -> None:
    for language in (ENGLISH, SPANISH):
        names = {name: language.table("unit").table(name).text("name") for name in UNITS}
        corps = {(row.text("side"), names[name]) for name, row in UNITS.items() if row.text("size") == "corps"}
        divisions = {names[name] for name, row in UNITS.items() if row.text("size") == "division"}
        assert 46 == len(corps)
        assert not divisions & {name for _, name in corps}


def test_a_card_reads_alike_in_both_languages() -> None:
    for name in CARDS:
        for key in ("when", "effect"):
            texts = [numbered(words, words.table("card").table(name).text(key)) for words in (ENGLISH, SPANISH)]
            numbers = [sorted(re.findall(r"\b[NR][0-9]+\b|[+-][0-9]", text)) for text in texts]
            assert numbers[0] == numbers[1], (name, key)
            assert all(text.endswith(".") and not re.search("[“«]", text) for text in texts), (name, key)


@pytest.mark.parametrize("language", [ENGLISH, SPANISH], ids=["en", "es"])
def test_a_card_names_other_cards_as_they_are_printed(language: Table) -> None:
    for name in CARDS:
        entry = language.table("card").table(name)
        assert not re.findall(r"\b[NR][0-9]+\b", entry.text("when") + entry.text("effect")), name


def test_the_words_of_a_card_agree_with_its_row() -> None:
    for name, row in CARDS.items():
        entry = ENGLISH.table("card").table(name)
        when, effect = (numbered(ENGLISH, entry.text(key)) for key in ("when", "effect"))
        for column, word in (("vp", "VP"), ("rm", "RM")):
            if row.integer(column):
                assert f"{row.integer(column):+d} {word}" in effect, name
        for turn in re.findall(r"[Nn]ot before Turn ([0-9]+)", when):
            assert int(turn) == row.integer("first"), name
        if row.maybe_text("first"):
            assert "ot before Turn" in when, name
        for other in row.words("barred_by"):
            assert f"ot after {other.upper()}" in when, name
        for other in re.findall(r"[nr][0-9]+", row.maybe_text("after")):
            assert re.search(rf"[Oo]nly after [NR0-9 and or]*\b{other.upper()}\b", when), name
        granted = "ONE OPS point" in effect or row.integer("value") * ("onduct Operations with this card" in effect)
        assert granted == row.integer("grants_ops"), name
        once = row.text("type") == "combat" and row.text("fate") == "discard"
        assert once == ("one combat per Turn only" in effect), name
        assert bool(row.maybe_text("removed_in")) == ("removed from the game if played as OPS" in effect), name


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_lobby_can_speak_of_the_game(language: str) -> None:
    text = PACK.toml(f"text/{language}.toml")
    assert {"title", "subtitle", "length", "complexity", "scenarios"} == set(text.table("game").keys())
    assert {"nationalist", "republican"} == set(text.table("seat").keys()) == set(text.table("side").keys())
    options = TABLES.table("options")
    for option in options.keys():                                                                       # noqa: SIM118
        if option != "source":
            values = text.table("option").table(option).table("values")
            assert options.texts(option) == values.keys()


def test_there_are_563_rules() -> None:
    assert 563 == len(RULES) == len(PACK.toml("rules.toml").tables("rule"))
    assert 39 == sum(row.text("kind") == "example" for row in RULES.values())


def test_rules_and_readings_cite_each_other() -> None:
    page = READINGS.read_text("utf-8")
    said = {found[1]: set(found[2].split(", ")) for found in
            re.finditer(r"^\*\*([MCD][0-9]+) \([HML]\) [^\n]*?\*\* Rules ([^\n]*)\.$", page, re.MULTILINE)}
    expected = [f"{letter}{n}" for letter, most in (("M", 7), ("C", 18), ("D", 90)) for n in range(1, most + 1)]
    assert sorted(expected) == sorted(re.findall(r"^\*\*([MCD][0-9]+) ", page, re.MULTILINE))
    for text, words in (("text_en", "readings?"), ("text_es", "lecturas?")):
        cited: dict[str, set[str]] = {}
        for name, row in RULES.items():
            for found in re.findall(rf"\({words} ([MCD0-9, ]+)\)", row.text(text)):
                for reading in found.split(", "):
                    cited.setdefault(reading, set()).add(name)
        assert said == cited


def test_every_row_says_where_it_comes_from() -> None:
    for row in (*SPACE_ROWS, *EDGES, *UNIT_ROWS, *CARD_ROWS):
        assert re.match(r"(rule:|public:|history|design)", row.text("source")), row.cells


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_introduction_of_a_scenario_says_with_how_many_points_one_wins(language: str) -> None:
    names = PACK.toml(f"text/names.{language}.toml").table("scenario")
    for row in PACK.toml("scenarios.toml").tables("scenario"):
        intro = names.table(row.text("id")).text("intro")
        wins, draw = str(row.integer("vp_nat_wins")), str(row.integer("vp_draw"))
        assert [wins, draw, draw] == re.findall(r"\b[0-9]{1,2}\b", intro)
