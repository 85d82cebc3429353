"""Hints, and a guided first game from its first chapter to its end."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun

MOST = 120              # chapters and answers of a guided first game


def follow(page: Page, end: str) -> tuple[list[str], list[str]]:
    """Read each chapter and do what is advised, up to the end; gives the chapters and the reasons."""
    chapters, reasons = list[str](), list[str]()
    for _ in range(MOST):
        button = page.locator(".chapter .primary, .advice .primary").first
        expect(button).to_be_enabled()
        if page.locator(".chapter").count():
            title = page.locator(".chapter h2").inner_text()
            if title == end:
                return chapters, reasons
            chapters.append(title)
        else:
            reasons.append(page.locator(".advice .reason").inner_text())
        button.click()
    raise AssertionError(f"no end after {MOST} steps: {reasons[-3:]}")


@pytest.mark.parametrize(("game", "locale", "first", "late", "end", "go_on"), [
    ("dpyr", "es-ES", "El campo de Maella", "El fuego", "Ya sabe bastante para jugar", "Seguir con esta partida"),
    ("dpyr", "en-GB", "The field of Maella", "Fire", "You know enough to play", "Go on with this game"),
    ("aiw", "en-GB", "The North of Spain", "The march", "You know enough to play", "Go on with this game"),
    ("car", "es-ES", "España en julio de 1936", "El ataque", "Ya sabe bastante para jugar", "Seguir con esta partida"),
    ("wellington", "en-GB", "The Peninsula in 1812", "Reactions", "You know enough to play", "Go on with this game"),
    ("wellington", "es-ES", "La Península en 1812", "Reacciones", "Ya sabe bastante para jugar",
     "Seguir con esta partida"),
])
def test_a_guided_first_game_is_played_by_following_the_advice(
    person: Person, barriers: Barriers, game: str, locale: str, first: str, late: str, end: str, go_on: str
) -> None:
    ana = person(locale=locale)
    ana.go("/")
    page = ana.page
    page.locator("input[name=name]").fill("Ana")
    page.locator("form .primary").click()
    expect(page.locator("main.lobby")).to_be_visible()
    ana.go(f"/guide/{game}")
    chapters, reasons = follow(page, end)
    assert first == chapters[0]
    assert late in chapters
    assert len(set(chapters)) == len(chapters)
    assert len(set(reasons)) >= 12
    assert [] == barriers(ana)
    page.get_by_role("button", name=go_on).click()
    expect(page.get_by_role("button", name=go_on)).to_have_count(0)
    page.reload()
    expect(page.locator(".prompt.asked .hint-button")).to_be_visible()
    expect(page.locator(".advice")).to_have_count(0)        # from now on only who asks is advised


def test_whoever_follows_the_advice_has_read_the_chapter_beside_it(person: Person) -> None:
    ana = person("Ana")
    ana.arrive()
    ana.go("/guide/dpyr")
    page, shown = ana.page, list[str]()
    for _ in range(2):                                          # what is shown at the start has to be read
        page.locator(".chapter .primary").click()
    for _ in range(30):
        expect(page.locator(".advice .primary")).to_be_enabled()
        asked = page.locator(".prompt").get_attribute("data-version")
        shown += page.locator(".chapter h2").all_inner_texts()
        if len(shown) > 2 and "Choose one action" in page.locator("#asked").inner_text():
            break
        page.locator(".advice .primary").click()
        expect(page.locator(f".prompt[data-version='{asked}']")).to_have_count(0)
    assert len(shown) > 2
    assert len(set(shown)) == len(shown)


def test_advice_follows_a_click_that_makes_several_actions(person: Person) -> None:
    ana = person("Ana")
    ana.arrive()
    ana.go("/guide/car")
    page = ana.page
    far = page.locator(".places .option", has_text=re.compile(r"To .* in \d+ steps"))
    for _ in range(MOST):
        button = page.locator(".chapter .primary, .advice .primary").first
        expect(button).to_be_enabled()
        if not page.locator(".chapter").count() and far.count():
            break
        button.click()
    asked = page.locator(".prompt").get_attribute("data-version")
    page.locator(".places summary").click()
    far.first.click()
    expect(page.locator(".prompt")).not_to_have_attribute("data-version", asked or "")
    expect(page.locator(".prompt.asked .advice .primary")).to_be_enabled()
    expect(page.locator(".trouble")).to_have_count(0)


def test_a_hint_is_lit_and_done_by_key(ana: Visitor, server: LiveServer) -> None:
    sitting = begun(server, ana, "maella", 40)
    ana.go(f"/table/{sitting}")
    page = ana.page
    expect(page.get_by_role("button", name=re.compile("^Hint"))).to_be_visible()
    page.keyboard.press("h")
    advice = page.locator(".advice")
    expect(advice.locator(".reason")).to_contain_text(re.compile(r"\w+\."))
    expect(page.locator("[data-advised]").first).to_be_attached()
    label = advice.locator("b").inner_text()
    asked = page.locator("#asked").inner_text()
    page.keyboard.press("h")
    expect(advice).to_have_count(0)
    expect(page.locator("[data-advised]")).to_have_count(0)
    assert label
    expect(page.locator("#asked")).not_to_have_text(asked)


def test_the_whole_question_can_be_read_beside_the_advice(ana: Visitor, server: LiveServer) -> None:
    sitting = begun(server, ana, "1812", 4, until="choose_play", seats=("me", *["heuristic"] * 3), code="wellington")
    ana.go(f"/table/{sitting}")
    page = ana.page
    more = page.locator(".prompt .more")
    expect(more).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator(".advice .reason")).to_be_visible()
    expect(more).to_be_visible()


def test_nobody_is_offered_a_hint_among_people(person: Person, server: LiveServer) -> None:
    ana, ben = person("Ana"), person("Ben")
    for one in (ana, ben):
        one.arrive()
    with httpx.Client(base_url=server.url, cookies=cookies(ana)) as her, \
            httpx.Client(base_url=server.url, cookies=cookies(ben)) as him:
        body = {"game": "dpyr", "scenario": "maella", "seats": ["me", "open"]}
        sitting = her.post("/api/sittings", json=body).json()["id"]
        token = her.post(f"/api/sittings/{sitting}/invites", json={"seat": "liberal"}).json()["token"]
        assert 200 == him.post(f"/api/invites/{token}", json={"share": ""}).status_code
    ana.go(f"/table/{sitting}")
    expect(ana.page.locator(".prompt.asked")).to_be_visible()
    expect(ana.page.get_by_role("button", name=re.compile("^Hint"))).to_have_count(0)


def cookies(visitor: Visitor) -> dict[str, str]:
    return {cookie["name"]: cookie["value"] for cookie in visitor.context.cookies()}
