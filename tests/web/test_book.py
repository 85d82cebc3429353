"""The rulebook: a page of its own, and a panel beside the board."""

from __future__ import annotations

import re

from playwright.sync_api import expect

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


def test_the_book_is_read_in_spanish_too(person: Person) -> None:
    begona = person("Begoña", locale="es-ES")
    begona.go("/book/car")
    expect(begona.page.locator("main.book nav")).to_contain_text("Redespliegue estratégico")
    expect(begona.page.locator("main.book nav")).to_contain_text("563 reglas")


def test_beside_the_board_the_book_opens_at_what_is_asked(ana: Visitor, server: LiveServer) -> None:
    sitting = begun(server, ana, "maella", 40)
    ana.go(f"/table/{sitting}")
    page = ana.page
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".panels.book article.here")).to_be_visible()
    page.locator(".panels.book").get_by_role("searchbox").fill("montear")
    expect(page.locator(".panels.book article.rule").first).to_contain_text(re.compile("montear", re.IGNORECASE))
