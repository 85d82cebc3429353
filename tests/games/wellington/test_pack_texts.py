"""Names, texts, rules, readings and the drawn map of Wellington."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from tablero.games.wellington.board import ARMS, MOMENTS, PLAYERS, POWERS, SCENARIOS
from tablero.games.wellington.state import KINDS_OF_END
from tablero.kernel.packs import Pack, Table
from tablero.kernel.text import catalogue

PACK = Pack.of("wellington")
DUCHIES = {row.text("id"): row for row in PACK.rows("duchies.csv")}
CARDS = {row.text("id"): row for row in PACK.rows("cards.csv")}
LEADERS = {row.text("id"): row for row in PACK.rows("leaders.csv")}
RULES = {row.text("id"): row for row in PACK.toml("rules.toml").tables("rule")}
SHAPES = PACK.rows("shapes.csv")
ENGLISH, SPANISH = (PACK.toml(f"text/names.{language}.toml") for language in ("en", "es"))
READINGS = Path(__file__).parents[3] / "docs/decisions/wellington-readings.md"


def named(table: Table, section: str) -> dict[str, Table]:
    whole = table.table(section)
    return {key: whole.table(key) for key in whole.keys()}              # noqa: SIM118


def numbered(language: Table, text: str) -> str:
    """A text with the number of each card that it names: `under the limits of #40` for the title of that card."""
    for name, row in CARDS.items():
        title = language.table("card").table(name).text("name")
        text = re.sub(f"[“«]{re.escape(title)}[”»]", f"#{row.text('number')}", text)
    return text


@pytest.mark.parametrize("section, ids, keys", [
    ("duchy", DUCHIES, {"name"}),
    ("leader", LEADERS, {"name", "full", "text"}),
    ("card", CARDS, {"name", "when", "effect"}),
    ("scenario", SCENARIOS, {"title", "gloss", "intro"}),
    ("side", POWERS, {"name", "short", "text"}),
    ("moment", MOMENTS, {"name"}),
    ("arm", ARMS, {"name"}),
    ("camp", ("allied", "french"), {"name", "adjective"}),
    ("deck", {row.text("deck") for row in CARDS.values()}, {"name"}),
    ("country", {row.text("country") for row in DUCHIES.values()}, {"name"}),
])
def test_everything_has_a_name_in_both_languages(section: str, ids: Iterable[str], keys: set[str]) -> None:
    for language in (ENGLISH, SPANISH):
        entries = named(language, section)
        assert set(ids) == entries.keys()
        for name, entry in entries.items():
            assert keys == set(entry.keys()) - {"short"} | keys & {"short"}, name
            assert all(entry.text(key).strip() == entry.text(key) != "" for key in entry.keys()), name  # noqa: SIM118


def test_a_duchy_is_called_as_its_row_says() -> None:
    for name, row in DUCHIES.items():
        for column, language in (("name_en", ENGLISH), ("name_es", SPANISH)):
            assert row.text(column) == language.table("duchy").table(name).text("name")


def test_words_of_the_data_have_words_of_the_table() -> None:
    types = {row.text("type") for row in CARDS.values()}
    lines = {row.text("type") for row in PACK.rows("lines.csv")}
    for language in ("en", "es"):
        say = catalogue(PACK, language)
        keys = [*(f"card_kind.{word}" for word in types), *(f"line.{word}" for word in lines),
                *(f"when.window.{word}" for word in MOMENTS), *(f"result.{word}" for word in KINDS_OF_END),
                *(f"seat.{word}" for word in POWERS), *(f"option.players.values.{word}.name" for word in PLAYERS)]
        assert [] == [key for key in keys if not say.has(key)]


def test_a_card_reads_alike_in_both_languages() -> None:
    assert 110 == len(CARDS)
    for name in CARDS:
        for key in ("when", "effect"):
            texts = [numbered(words, words.table("card").table(name).text(key)) for words in (ENGLISH, SPANISH)]
            numbers = [sorted(re.findall(r"#?[0-9]+(?:\.[0-9]+)?", text)) for text in texts]
            assert numbers[0] == numbers[1], (name, key)
            assert all(text.endswith(".") and not re.search("[“«]", text.replace("«+»", "")) for text in texts), name


def test_the_words_of_a_card_agree_with_its_row() -> None:
    for name, row in CARDS.items():
        entry = ENGLISH.table("card").table(name)
        when, effect = entry.text("when"), entry.text("effect")
        assert (row.text("type") == "must_play") == when.startswith("Must Play"), name
        assert (row.text("fate") == "remove") == effect.endswith("Then this card leaves the game (5.7)."), name
        only = {"britain spain": "Britain or Spain only", "britain": "Britain only", "nord sud": "a French Power only"}
        if row.text("deck") == "common" and row.maybe_text("by"):
            assert only[row.text("by")] in when, name


def test_there_are_628_rules() -> None:
    assert 628 == len(RULES) == len(PACK.toml("rules.toml").tables("rule"))
    assert 47 == sum(row.text("kind") == "example" for row in RULES.values())
    for row in RULES.values():
        assert set(row.texts("see") if row.has("see") else ()) <= RULES.keys()


def test_rules_and_readings_cite_each_other() -> None:
    page = READINGS.read_text("utf-8")
    letters = {"P": 7, "C": 23, "G": 79, "D": 9, "W": 32}
    expected = [f"{letter}{n}" for letter, most in letters.items() for n in range(1, most + 1)]
    assert sorted(expected) == sorted(re.findall(r"^\*\*([PCGDW][0-9]+) ", page, re.MULTILINE))
    said = {found[1]: set(found[2].split(", ")) for found in
            re.finditer(r"^\*\*([PCGDW][0-9]+) [^\n]*?\*\* Rules ([^\n]*)\.$", page, re.MULTILINE)}
    assert {"P4", "P5", "P6", "P7"} == set(expected) - said.keys()
    for text, words in (("text_en", "readings?"), ("text_es", "lecturas?")):
        cited: dict[str, set[str]] = {}
        for name, row in RULES.items():
            for found in re.findall(rf"\({words} ([PCGDW0-9, ]+)\)", row.text(text)):
                for reading in found.split(", "):
                    cited.setdefault(reading, set()).add(name)
        assert said == cited


def test_every_row_says_where_it_comes_from() -> None:
    files = ("duchies.csv", "lines.csv", "leaders.csv", "cards.csv", "counters.csv", "shapes.csv", "setup_1812.csv",
             "setup_1813.csv")
    for file in files:
        for row in PACK.rows(file):
            assert re.match(r"(rule:|public:|history|design)", row.text("source")), row.cells


# --- the map


def points(text: str) -> list[tuple[float, float]]:
    numbers = [float(word) for word in text.split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def within(x: float, y: float, outline: list[tuple[float, float]]) -> bool:
    """Does a point lie inside an outline? It does if a ray from it crosses an odd number of edges."""
    crossed = 0
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        crossed += (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
    return crossed % 2 == 1


def test_duchies_lie_on_the_land_that_sides_can_hold() -> None:
    """Those by the sea may stand a little off a coast that is drawn simpler than it is; Plymouth lies at sea."""
    (realm,) = (points(row.text("points")) for row in SHAPES if row.text("kind") == "realm")
    for name, row in DUCHIES.items():
        x, y = row.integer("x"), row.integer("y")
        around = [within(x + dx, y + dy, realm) for dx in (-12, 0, 12) for dy in (-12, 0, 12)]
        assert any(around) == (name != "plymouth"), name


def test_duchies_stand_where_they_are_on_the_globe() -> None:
    for name, row in DUCHIES.items():
        lon, lat = float(row.text("lon")), float(row.text("lat"))
        assert abs(740.41 + 73.846 * lon - row.integer("x")) < 2, name
        assert abs(4391.49 - 96.82 * lat - row.integer("y")) < 2, name


def test_letters_on_the_map_are_curves_with_a_message() -> None:
    lettered = [row for row in SHAPES if row.text("kind") in ("lettering", "sea", "country", "range")]
    assert 24 == len(lettered)
    for language in ("en", "es"):
        say = catalogue(PACK, language)
        assert [] == [row.text("name") for row in lettered if not say.has(row.text("name"))]
    assert {3} == {len(points(row.text("points"))) for row in lettered}


def test_the_rivers_of_the_lines_are_on_the_map() -> None:
    rivers = {row.maybe_text("name") for row in SHAPES if row.text("kind") == "river"}
    assert {"Miño", "Duero", "Tajo", "Guadiana", "Guadalquivir", "Ebro", "Garonne", "Adour"} <= rivers


def test_what_is_drawn_has_a_name() -> None:
    look = PACK.toml("look.toml")
    for language in ("en", "es"):
        say = catalogue(PACK, language)
        for section, key in (("symbols", "symbol"), ("markers", "symbol"), ("badges", "badge")):
            names = look.table(section).keys()
            assert [] == [name for name in names if not say.has(f"{key}.{name}")], section
    assert [*POWERS, "france"] == look.table("sides").keys()        # that of French Home cards
