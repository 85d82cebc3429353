"""The rulebook: a page of its own, and a panel beside the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import tablero
from tablero.kernel.aids import aid
from tablero.kernel.rulebook import readings
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun


def test_the_book_is_searched_and_its_rules_lead_to_each_other(ana: Visitor, barriers: Barriers) -> None:
    ana.go("/book/wellington#10.1a")
    page = ana.page
    here = page.locator("article.here")
    expect(here).to_contain_text("10.1a Interception definition")
    expect(page.locator("article.rule")).to_have_count(628)
    here.get_by_role("link", name="10.2a").click()
    expect(here).to_contain_text("10.2a")
    page.get_by_role("searchbox").fill("MÁDRID conquest")
    found = page.locator("article.rule")
    expect(found.first).to_contain_text(re.compile("Madrid"))
    assert found.count() < 30
    assert all("conquest" in text.lower() for text in found.all_inner_texts())
    assert [] == barriers(ana)


def test_the_book_has_the_sequence_of_play_the_tables_and_a_glossary_in_spanish_too(person: Person) -> None:
    begona = person("Begoña", locale="es-ES")
    begona.go("/book/car#t-fire_corps")
    page = begona.page
    expect(page.locator("main.book nav")).to_contain_text("Redespliegue estratégico")
    expect(page.locator("main.book nav")).to_contain_text("563 reglas")
    expect(page.locator(".chapters h2").first).to_have_text("Secuencia de juego")
    expect(page.locator("#sequence")).to_contain_text("Seis Rondas de Acción")
    table = page.locator("#t-fire_corps")
    expect(table).to_be_in_viewport()
    expect(table.get_by_role("row", name="16+ 5 5 7 7 7 7")).to_be_visible()
    assert page.locator("#terms dt").count() == page.locator("#terms dd").count() >= 90
    table.get_by_role("link", name="11.2.6a").click()
    here = page.locator("article.here")
    expect(here).to_contain_text("11.2.6a")
    assert page.url.endswith("#11.2.6a")
    here.get_by_role("link", name="Fuego de cuerpos").click()
    expect(table).to_be_in_viewport()
    page.get_by_role("searchbox").fill("puente aéreo")
    expect(page.locator("#cards tbody tr").first).to_contain_text("N1")


@pytest.mark.parametrize("code", ["dpyr", "aiw", "car", "wellington"])
def test_a_reading_has_its_question_and_the_rules_that_answer_it(code: str, person: Person, barriers: Barriers) -> None:
    begona = person("Begoña", locale="es-ES")
    begona.go(f"/book/{code}#readings")
    asked = begona.page.locator("#readings dt")
    expect(asked.first).to_contain_text("¿")
    assert asked.count() == len(readings(tablero.game(code).pack, "es"))
    assert begona.page.locator("#readings dd").count() >= asked.count()
    assert [] == barriers(begona)


def test_the_search_finds_readings_and_terms_that_are_no_rules(ana: Visitor) -> None:
    ana.go("/book/wellington")
    search = ana.page.get_by_role("searchbox")
    search.fill("plymouth")
    expect(ana.page.locator("#readings dt")).to_have_text(["What is Plymouth? G19"])
    expect(ana.page.locator('[data-rule="6.3h"] .reading')).to_contain_text("What is Plymouth?")
    term = aid(tablero.game("wellington"), "en").terms[0]
    search.fill(term.title)
    expect(ana.page.locator("#terms dt").filter(has_text=term.title).first).to_be_visible()


def test_rules_that_a_rule_names_are_links_that_can_be_opened_in_another_tab(ana: Visitor) -> None:
    ana.go("/book/wellington#4.22f")
    link = ana.page.locator('[data-rule="11.1a"], [data-rule="18.5a"]').locator(".prose a").first
    assert (link.get_attribute("href") or "").startswith("/book/wellington#")
    with ana.context.expect_page() as opened:
        link.click(modifiers=["Control"])
    expect(opened.value.locator("article.here")).to_be_visible()
    expect(ana.page.locator("article.here")).to_contain_text("4.22f")


def test_the_aid_is_printed_on_a_few_sheets(ana: Visitor, barriers: Barriers) -> None:
    page = ana.page
    ana.go("/aid/wellington")
    expect(page.locator(".aid-page")).to_contain_text("Lines of March")
    expect(page.locator(".aid-page .goals")).to_be_visible()
    assert [] == barriers(ana)
    sheets = page.pdf(format="A4")
    assert 1 < len(re.findall(rb"/Type\s*/Page\b", sheets)) <= 6


def test_beside_the_board_the_book_opens_at_what_is_asked(ana: Visitor, server: LiveServer) -> None:
    sitting = begun(server, ana, "maella", 40)
    ana.go(f"/table/{sitting}")
    page = ana.page
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".panels.book article.here")).to_be_visible()
    page.locator(".panels.book").get_by_role("searchbox").fill("montear")
    expect(page.locator(".panels.book article.rule").first).to_contain_text(re.compile("montear", re.IGNORECASE))
    page.locator(".panels.book").get_by_role("searchbox").fill("")
    page.locator(".panels.book").get_by_role("combobox").select_option(label="Tables")
    expect(page.locator(".panels.book #t-mojar")).to_contain_text("4, 5, 6")
    page.get_by_role("button", name="ES", exact=True).click()
    expect(page.locator(".panels.book")).to_contain_text("Tablas")
