"""What is seen before something happens: menus lie inside the window, and a finger sees odds before dice fall."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.conftest import Person
from tests.web.games import begun
from tests.web.hand import Hand
from tests.web.test_clicks import click_far
from tests.web.test_wellington_page import LYING, PHONE, within

SMALL: dict[str, Any] = {"viewport": {"width": 640, "height": 360}, "has_touch": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}

# A menu of so many lines about a place that may lie far outside the window.
MENU = """async ([x, y, lines]) => {
  const { Stage } = await import("/web/stage.js"), { html } = await import("/web/vendor/lit-html.js");
  const stage = new Stage({ act() {}, why: async () => undefined, idle: () => "", changed() {} });
  document.querySelector(".stage").replaceWith(stage.frame);
  stage.tell([x, y], html`<ul class="menu">${Array.from({ length: lines },
    (_, n) => html`<li><button type="button">A choice ${n}</button></li>`)}</ul>`, "");
}"""
PLACES = [(-900, -900), (5000, -20), (-10, 4000), (5000, 5000), (639, 359), (3, 3)]


@pytest.mark.parametrize("screen", [LAPTOP, PHONE, LYING, SMALL], ids=["laptop", "phone", "lying", "small"])
def test_a_menu_is_inside_the_window_wherever_its_place_is(
    person: Person, server: LiveServer, screen: dict[str, Any]
) -> None:
    ana = person("Ana", **screen)
    ana.arrive()
    ana.go(f"/table/{begun(server, ana, 'maella', 100, until='choose_action')}")
    ana.at_table()
    for x, y in PLACES:
        for lines in (1, 3, 30):
            ana.page.evaluate(MENU, [x, y, lines])
            within(ana, ".bubble")
            last = ana.page.locator(".bubble .menu button").last
            last.scroll_into_view_if_needed()
            expect(last).to_be_in_viewport(ratio=0.9)


def test_a_finger_sees_the_odds_before_dice_fall(person: Person, server: LiveServer) -> None:
    ana = person("Ana", **PHONE)
    ana.arrive()
    ana.go(f"/table/{begun(server, ana, 'maella', 123, until='choose_action', seed=7)}")
    ana.at_table()
    hand, menu = Hand(ana, tap=True), ana.page.locator(".bubble .menu button")
    for do in ("bala_rasa", "load c_art_xocolate"):
        told = hand.question()
        hand.make(next(choice for choice in told["choices"] if choice["do"] == do), told)
    before = hand.question()["version"]
    click_far(hand, "hex:1608", before)
    expect(menu).to_contain_text("two dice")
    within(ana, ".bubble")
    assert before == hand.told()["version"]
    menu.tap()
    hand.until(lambda: any(line.get("dice") for told in ana.updates() for line in told.get("log", [])
                           if told["version"] > before))
