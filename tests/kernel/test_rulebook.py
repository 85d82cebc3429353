"""Rules by their id, sections by their number, in two languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablero
from tablero.kernel.errors import UnknownName
from tablero.kernel.packs import Pack
from tablero.kernel.rulebook import READING, chapter_of, chapters, look_up, readings, rules, sections

PACK = Pack.of("dpyr")
DECISIONS = Path(__file__).parents[2] / "docs/decisions"


def test_a_rule_has_title_text_and_related_rules() -> None:
    (rule,) = look_up(PACK, "en", "4.1a")
    assert ("4.1a", "Montear movement") == (rule.id, rule.title)
    assert "up to 2 hexes" in rule.text
    assert "4.1b" in rule.see


def test_a_rule_reads_in_both_languages() -> None:
    english, spanish = (rules(PACK, language) for language in ("en", "es"))
    assert list(english) == list(spanish)
    assert english["4.1a"].text != spanish["4.1a"].text


def test_a_section_is_all_its_rules_and_no_other() -> None:
    found = [rule.id for rule in look_up(PACK, "en", "4.1")]
    assert ["4.1a", "4.1b", "4.1c", "4.1d", "4.1e", "4.1f", "4.1g"] == found[:7]
    assert all(id_.startswith("4.1") and not id_[3].isdigit() for id_ in found)


def test_a_chapter_does_not_take_in_chapters_that_begin_alike() -> None:
    assert {"1.0"} == {rule.id.rstrip("abcdefgh") for rule in look_up(PACK, "en", "1")}


@pytest.mark.parametrize("id_", ["", "4.99", "4.1zz", "soup"])
def test_an_unknown_rule_is_refused_with_the_sections(id_: str) -> None:
    with pytest.raises(UnknownName, match="4.2"):
        look_up(PACK, "en", id_)


def test_sections_stand_in_the_order_of_the_rulebook() -> None:
    found = sections(PACK, "en")
    assert found.index("4.2") < found.index("4.8") < found.index("5.1")
    assert len(found) == len(set(found))


@pytest.mark.parametrize("code", tablero.GAMES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_book_has_every_rule_once_under_a_chapter_with_a_title(code: str, language: str) -> None:
    pack = tablero.game(code).pack
    book = chapters(pack, language)
    assert list(rules(pack, language)) == [rule.id for chapter in book for rule in chapter.rules]
    assert all(chapter.title and chapter.rules for chapter in book)
    assert not any(READING.search(rule.text) for chapter in book for rule in chapter.rules)


def test_a_rule_says_which_readings_it_holds_apart_from_its_text() -> None:
    english, spanish = (rules(tablero.game("wellington").pack, language) for language in ("en", "es"))
    asked = [[reading.id for reading in book["10.1b"].readings] for book in (english, spanish)]
    assert [["G7", "G54"]] * 2 == asked
    assert "May one intercept into a Duchy held by an enemy alone?" == english["10.1b"].readings[0].question
    assert "¿Se puede interceptar en un Ducado que ocupa solo un enemigo?" == spanish["10.1b"].readings[0].question
    assert english["10.1b"].text.endswith("intercepted into.")
    assert () == english["10.1a"].readings


@pytest.mark.parametrize("code", tablero.GAMES)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_reading_is_a_question_that_rules_answer(code: str, language: str) -> None:
    pack = tablero.game(code).pack
    book = rules(pack, language)
    asked = readings(pack, language)
    assert set(asked) == {reading.id for rule in book.values() for reading in rule.readings}
    assert all("?" in reading.question for reading in asked.values())
    assert not [rule.id for rule in book.values() if re.search(r"(reading|lectura)s? [A-Z]+[0-9]", rule.text)]


@pytest.mark.parametrize("code", ["aiw", "car", "wellington"])
def test_the_page_of_readings_asks_the_same_questions(code: str) -> None:
    page = (DECISIONS / f"{code}-readings.md").read_text("utf-8")
    said = re.findall(r"^\*\*([A-Z]+[0-9]+)(?: \([HML]\))? (.*?)\*\* Rules? ", page, re.MULTILINE)
    assert dict(said) == {id_: reading.question for id_, reading in readings(tablero.game(code).pack, "en").items()}


def test_the_readings_of_dpyr_have_the_numbers_of_their_pages() -> None:
    pages = {f"R{int(page.name[5:7])}" for page in DECISIONS.glob("dpyr-*.md")}
    assert pages - {"R29"} == set(readings(PACK, "en"))         # dpyr-29 is for bots


@pytest.mark.parametrize("id_, number", [("4.2c", "4"), ("16.3.3a", "16"), ("CL.4a", "CL"), ("0a", "0")])
def test_the_chapter_of_a_rule(id_: str, number: str) -> None:
    assert number == chapter_of(id_)
