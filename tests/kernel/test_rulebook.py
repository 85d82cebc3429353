"""Rules by their id, sections by their number, in two languages."""

from __future__ import annotations

import pytest

import tablero
from tablero.kernel.errors import UnknownName
from tablero.kernel.packs import Pack
from tablero.kernel.rulebook import READING, chapter_of, chapters, look_up, rules, sections

PACK = Pack.of("dpyr")


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
    assert ("G7", "G54") == english["10.1b"].readings == spanish["10.1b"].readings
    assert english["10.1b"].text.endswith("intercepted into.")
    assert () == english["10.1a"].readings


@pytest.mark.parametrize("id_, number", [("4.2c", "4"), ("16.3.3a", "16"), ("CL.4a", "CL"), ("0a", "0")])
def test_the_chapter_of_a_rule(id_: str, number: str) -> None:
    assert number == chapter_of(id_)
