"""Attacks in Crusade and Revolution as somebody sees them who has never attacked: what is lit, what is promised, what
is asked, and what lies over what."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun

COLUMNS = "war_of_the_columns"
TARGET = ".board .hand[data-id='space:san_sebastian']"
SEEN = """() => { const { left, right, top, bottom } = document.querySelector(".stage").getBoundingClientRect();
  return [...document.querySelectorAll(".board .hand[role=button]")].map((e) => e.getBoundingClientRect())
    .some(({ x, y }) => x > left && x < right && y > top && y < bottom); }"""
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


def open_at(person: Visitor, server: LiveServer, until: str, seed: int, actions: int = 0) -> Page:
    """A game at a question of the Nationalists."""
    person.go(f"/table/{begun(server, person, COLUMNS, actions, seed=seed, until=until, code='car')}")
    person.at_table()
    expect(person.page.locator(".prompt.asked[aria-busy=false]")).to_be_visible()
    return person.page


def test_the_odds_on_the_button_of_a_card_can_be_read(ana: Visitor, server: LiveServer) -> None:
    page = open_at(ana, server, "combat_cards", seed=3)
    page.locator(".hands .playing.lit .band").first.hover()
    odds = page.locator(".reader .row .primary .odds")
    expect(odds).to_contain_text("wins")
    expect(page.locator(".reader .row .primary")).not_to_contain_text("García Morato García Morato")
    ink, ground = odds.evaluate("(e) => [e, e.closest('button')].map((one, i) => "
                                "getComputedStyle(one)[i ? 'backgroundColor' : 'color'])")
    assert ink != ground


def test_targets_that_all_attack_are_counted_promised_and_shown_by_a_hint(ana: Visitor, server: LiveServer) -> None:
    page = open_at(ana, server, "combats", seed=1936)
    expect(page.locator(".prompt .main .hint")).to_contain_text("lit on the map (dotted)")
    target = page.locator(TARGET)
    page.keyboard.press("h")
    expect(page.locator(".advice")).to_contain_text("San Sebastián")
    expect(page.locator(".board .lit-space[data-advised][data-id='space:san_sebastian']")).to_be_visible()
    expect(target).to_be_in_viewport()
    target.hover(force=True)
    expect(page.locator(".whisper .odds")).to_contain_text("wins")


def test_an_enemy_that_one_space_alone_can_attack_tells_the_odds_of_activating_it(
    ana: Visitor, server: LiveServer
) -> None:
    page = open_at(ana, server, "activate", seed=1936)
    page.locator(".board .hand[data-id='space:talavera_de_la_reina']").hover(force=True)
    expect(page.locator(".whisper")).to_contain_text("Activate Navalmoral de la Mata for Combat")
    expect(page.locator(".whisper .odds")).to_contain_text("alone at best")


def test_a_finger_hears_the_odds_before_all_attack(person: Person, server: LiveServer) -> None:
    ana = person("Ana", **PHONE)
    ana.arrive()
    page = open_at(ana, server, "combats", seed=1936)
    expect(page.locator(".prompt .main .hint")).to_contain_text("dotted")
    assert page.evaluate(SEEN)                  # the map has gone there: nothing else is lit
    page.get_by_role("button", name="Hint").tap()
    target = page.locator(TARGET)
    expect(target).to_be_in_viewport()
    target.tap(force=True)
    expect(page.locator(".bubble .odds")).to_contain_text("wins")
    page.locator(".bubble button").tap()
    expect(page.locator(".prompt .primary")).to_contain_text("Fight")


def test_the_sheet_of_a_fight_folds_when_all_have_advanced(person: Person, server: LiveServer) -> None:
    ana = person("Ana", pace="")
    ana.arrive()
    page = open_at(ana, server, "combat_cards", seed=3)
    fold = page.locator(".fight .fold")
    page.locator(".prompt .primary").click()
    expect(page.locator("#asked")).to_contain_text("advance")
    expect(fold).to_have_attribute("aria-expanded", "true")
    page.locator(".prompt .closing").click()
    expect(page.locator("#asked")).not_to_contain_text("advance")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(fold.locator("small")).to_have_count(1)      # its result, which names the place


def test_what_is_compared_in_a_fight_stands_in_one_line_with_its_rule(person: Person, server: LiveServer) -> None:
    ana = person("Ana", pace="")
    ana.arrive()
    page = open_at(ana, server, "combat_cards", seed=3)
    row = page.locator(".fight .sides-of tr", has_text="Strength")
    row.scroll_into_view_if_needed()
    name, rule = (row.locator(part).bounding_box() for part in ("th", ".chip"))
    assert name
    assert rule
    assert name["height"] < 1.6 * rule["height"]


def test_on_a_phone_the_uses_of_a_card_leave_room_for_its_text(person: Person, server: LiveServer) -> None:
    ana = person("Ana", **PHONE)
    ana.arrive()
    page = open_at(ana, server, "choose_action", seed=3)
    page.locator(".hands .playing.lit .band").first.tap()
    uses = page.locator(".reader.finger .row button.primary")
    boxes = [one.bounding_box() for one in uses.all()]
    assert len(boxes) > 2
    assert boxes[0]
    assert boxes[1]
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < boxes[0]["height"] / 2, "two beside each other"


@pytest.mark.parametrize("phone", [False, True])
def test_how_to_win_lies_over_a_fight(person: Person, server: LiveServer, phone: bool) -> None:
    ana = person("Ana", newcomer=True, **(PHONE if phone else {}))
    ana.arrive()
    page = open_at(ana, server, "combat_cards", seed=3)
    expect(page.locator(".fight")).to_be_visible()
    page.locator(".goals-card .primary").click(timeout=5_000)
    expect(page.locator(".goals-card")).to_have_count(0)


def test_the_sheet_of_a_fight_leaves_its_place_free_on_a_laptop(person: Person, server: LiveServer) -> None:
    ana = person("Ana", viewport={"width": 1280, "height": 720})
    ana.arrive()
    ana.go("/table/" + begun(server, ana, "campaign", 48, until="combat_cards", seed=1, code="car"))
    ana.at_table()
    page = ana.page
    expect(page.locator("#asked")).to_contain_text("Granada")
    place = page.locator('.lit-space[data-id="space:granada"]')
    page.mouse.move(440, 300)
    page.mouse.wheel(0, -600)
    at = place.bounding_box()
    assert at
    page.mouse.move(440, 300)
    page.mouse.down()
    page.mouse.move(440 + 200 - at["x"], 300 + 575 - at["y"], steps=5)      # to the lower edge, at the left
    page.mouse.up()
    page.locator(".fight .fold").click()
    sheet, at = page.locator(".fight.open").bounding_box(), place.bounding_box()
    assert sheet
    assert at
    assert 545 < at["y"] < 604
    assert not (sheet["x"] < at["x"] + at["width"] and at["x"] < sheet["x"] + sheet["width"]
                and sheet["y"] < at["y"] + at["height"] and at["y"] < sheet["y"] + sheet["height"])
