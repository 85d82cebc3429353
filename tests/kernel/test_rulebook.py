"""Rules by their id, sections by their number, in two languages."""

from __future__ import annotations

import pytest

from tablero.kernel.errors import UnknownName
from tablero.kernel.packs import Pack
from tablero.kernel.rulebook import look_up, rules, sections

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
