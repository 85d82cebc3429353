"""The lobby: how to begin with a game, and Play in sight, whatever the screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun

SIZES = {"laptop": (1280, 720), "phone": (390, 844), "landscape": (844, 390), "zoomed": (640, 360)}


def play_in_sight(visitor: Visitor) -> bool:
    """Is all of Play within the window, and is nothing in front of it?"""
    found: bool = visitor.page.evaluate("""() => {
      const button = [...document.querySelectorAll("button")].find((one) => one.textContent === "Play");
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && hit === button;
    }""")
    return found


@pytest.mark.parametrize("size", SIZES)
def test_play_is_above_the_fold(person: Person, size: str) -> None:
    width, height = SIZES[size]
    ana = person("Ana", viewport={"width": width, "height": height})
    ana.arrive()
    assert play_in_sight(ana)
    assert ana.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_play_stays_above_the_fold_with_games_under_way(person: Person, server: LiveServer, size: str) -> None:
    width, height = SIZES[size]
    ana = person("Ana", viewport={"width": width, "height": height})
    ana.arrive()
    for seed in range(4):
        begun(server, ana, "espartero", 0, seed=seed, code="aiw")
    ana.go("/")
    expect(ana.page.get_by_text("1 more game")).to_be_visible()
    assert play_in_sight(ana)


def test_each_game_says_where_to_begin_how_long_it_takes_and_what_its_titles_mean(
    ana: Visitor, barriers: Barriers
) -> None:
    page = ana.page
    start = page.get_by_role("region", name="Start here")
    for title, first, size in (
        ("Dios, Patria y Rey", "Maella", "1–2 hours · 14 turns · 22 pieces"),
        ("An Impossible War", "Zumalacárregui's War", "3–6 hours · 15 turns · 35 pieces"),
        ("Crusade and Revolution", "War of the Columns", "2–3 hours · 5 turns · 100 pieces"),
        ("Wellington", "Wellington 1813", "2–4 hours · 2 turns · 48 pieces"),
    ):
        page.get_by_role("group", name="Game").get_by_text(title, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(start.get_by_role("link", name="First lesson")).to_be_visible()
        expect(start).to_contain_text(first)
        expect(start).to_contain_text(size)
        expect(page.locator(".go")).to_contain_text(first)          # and is chosen
    expect(page.locator(".go")).to_contain_text("Britain · No clock")       # of four seats, mine
    page.get_by_role("group", name="Game").get_by_text("Dios, Patria y Rey").click()
    battles = page.get_by_role("group", name="Battle")
    expect(battles.locator(".choice")).to_have_count(7)
    expect(battles.locator(".choice").first).to_contain_text("play this first")
    expect(battles).to_contain_text("“Anem!” is Catalan for “Let us go!”")
    assert [] == barriers(ana)


def test_a_level_of_the_bot_has_one_name_everywhere(ana: Visitor) -> None:
    page = ana.page
    opponents = page.get_by_role("group", name="Opponent").locator(".choice span span")
    assert ["Computer (normal)", "Computer (easy)"] == opponents.all_inner_texts()[:2]
    ana.open_table("Maella", "Carlist", "Computer (easy)")
    expect(page.locator(".chairs")).to_contain_text("Computer (easy)")
    ana.go("/")
    expect(page.locator(".mine .card")).to_contain_text(re.compile(r"against Computer \(easy\)"))
