"""What is on the screen has room there and keeps its place: on small screens, with large text, whatever is asked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LYING: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
TWICE: dict[str, Any] = {"viewport": {"width": 640, "height": 360}}         # 1280 x 720 at 200 %

# Which of the buttons of a question lie over its words or out of sight.
IN_THE_WAY = """() => {
  const box = (node) => node.getBoundingClientRect(), words = box(document.querySelector(".say"));
  const [main, asking] = [".row.main", ".asking"].map((name) => document.querySelector(name));
  return [...main.querySelectorAll("button")].map((button) => [button.innerText, box(button)])
    .filter(([, at]) => at.top < words.bottom + 2 || at.bottom > box(asking).bottom).map(([name]) => name);
}"""


def fight(server: LiveServer, owner: Visitor) -> str:
    return begun(server, owner, "maella", 120, until="march_montear")


def box(page: Page, what: str) -> dict[str, float]:
    found = page.locator(what).bounding_box()
    assert found, what
    return dict(found)


@pytest.mark.parametrize("screen", [TWICE, PHONE, LYING], ids=["200 %", "phone", "lying"])
def test_buttons_leave_the_words_of_a_question_free_even_with_large_text(
    ana: Visitor, person: Person, server: LiveServer, screen: dict[str, Any]
) -> None:
    one = person("Ana", **screen, storage_state=ana.context.storage_state())
    one.go(f"/table/{fight(server, ana)}")
    one.at_table()
    one.page.evaluate("() => document.documentElement.classList.add('large')")
    assert [] == one.page.evaluate(IN_THE_WAY)
    one.page.locator(".more").evaluate("(words) => words.append(' More is said of it.'.repeat(30))")
    assert [] == one.page.evaluate(IN_THE_WAY)


def test_a_phone_that_lies_on_its_side_shows_a_map_and_a_question(
    ana: Visitor, person: Person, server: LiveServer
) -> None:
    one = person("Ana", **LYING, storage_state=ana.context.storage_state())
    war = begun(server, ana, "1812", 60, until="choose_play", code="wellington", seats=("me", *3 * ("heuristic",)))
    for game in (fight(server, ana), war):
        one.go(f"/table/{game}")
        one.at_table()
        board = box(one.page, ".board")
        assert board["height"] > 220
        assert board["width"] > 440
        expect(one.page.locator("#asked")).to_be_in_viewport(ratio=1)
        one.page.get_by_role("tab", name="Armies").tap()
        expect(one.page.get_by_role("tabpanel").locator(".panel").first).to_be_in_viewport()
        one.page.get_by_role("tab", name="Armies").tap()
        expect(one.page.locator("#asked")).to_be_in_viewport(ratio=1)


def test_map_and_tabs_keep_their_places_whatever_is_asked(ana: Visitor, server: LiveServer) -> None:
    page = ana.page
    page.set_viewport_size({"width": 1280, "height": 720})
    ana.go(f"/table/{fight(server, ana)}")
    ana.at_table()
    places = [box(page, what) for what in (".board", ".tabs")]
    page.locator(".prompt").evaluate("(prompt) => prompt.append('Another line. '.repeat(200))")
    page.locator(".tracks").evaluate("(tracks) => tracks.append('Another track. '.repeat(30))")
    assert box(page, ".tracks")["height"] > 50
    assert places == [box(page, what) for what in (".board", ".tabs")]


def test_the_newest_line_of_the_log_is_seen_as_a_whole(ana: Visitor, server: LiveServer) -> None:
    page = ana.page
    page.set_viewport_size({"width": 1280, "height": 720})
    ana.go(f"/table/{fight(server, ana)}")
    ana.at_table()
    last = page.locator(".log .line > *").last
    expect(last).to_be_in_viewport(ratio=1)


def test_a_second_map_is_a_click_away_and_the_wheel_has_an_end(ana: Visitor, server: LiveServer) -> None:
    page = ana.page
    page.set_viewport_size({"width": 1280, "height": 720})
    ana.go(f"/table/{begun(server, ana, 'espartero', 0, until='form_group', seed=4, code='aiw')}")
    ana.at_table()
    page.get_by_role("button", name="The rest of Spain").click()
    board, title = box(page, ".board"), box(page, ".map-name >> nth=1")
    assert board["x"] < title["x"] < board["x"] + board["width"] / 2
    page.mouse.move(board["x"] + 300, board["y"] + 200)
    sizes = []
    for _ in range(2):
        for _ in range(25):
            page.mouse.wheel(0, -300)
        page.wait_for_function("() => document.querySelector('.sheet.near')")
        sizes.append(box(page, ".sheet")["width"])
    assert sizes[0] == sizes[1]


def test_ones_own_words_are_no_news(ana: Visitor, server: LiveServer) -> None:
    page = ana.page
    table = fight(server, ana)
    ana.go(f"/table/{table}")
    ana.at_table()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("Good evening")
    page.keyboard.press("Enter")
    expect(page.locator(".chat li")).to_have_count(1)
    page.get_by_role("tab", name="Log").click()
    ana.go(f"/table/{table}")
    ana.at_table()
    expect(page.locator(".tabs .new")).to_have_count(0)


def test_the_result_of_a_game_fits_a_phone_that_lies_on_its_side(
    ana: Visitor, person: Person, server: LiveServer
) -> None:
    one = person("Ana", **LYING, storage_state=ana.context.storage_state())
    one.go(f"/table/{begun(server, ana)}")
    one.at_table()
    result = box(one.page, ".result")
    assert result["y"] >= 0
    assert result["y"] + result["height"] <= LYING["viewport"]["height"]


def test_the_sheet_of_a_fight_leaves_the_player_of_the_past_free(
    ana: Visitor, person: Person, server: LiveServer
) -> None:
    one = person("Ana", viewport={"width": 1280, "height": 720}, storage_state=ana.context.storage_state())
    one.go(f"/table/{begun(server, ana, 'campaign', 30, seed=1, code='car', until='combat_cards')}")
    one.at_table()
    one.page.locator(".fight .fold[aria-expanded=false]").click()
    one.page.locator(".ground").evaluate("""(ground) => ground.insertAdjacentHTML("beforeend",
      `<section class="playback"><p class="told">${"They march on. ".repeat(20)}</p><p class="row"><button>Skip</button>
      </p></section>`)""")
    sheet, player = box(one.page, ".fight"), box(one.page, ".playback")
    assert sheet["y"] + sheet["height"] <= player["y"] or sheet["x"] + sheet["width"] <= player["x"]
