"""At the table: refusals with their rule, Spanish, telephone, keyboard, secrets."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tablero.games.dpyr.state import Dpyr
from tablero.server.store.database import open_database
from tablero.table.sitting import Sitting
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun
from tests.web.hand import Hand

UNLIT = """(kind) => {
  const board = document.querySelector(".board").getBoundingClientRect();
  const lit = new Set([...document.querySelectorAll(".board .top [role=button]")].map((e) => e.dataset.id));
  for (const piece of document.querySelectorAll(".board .piece:not(.lit, .lit-below)")) {
    if (!piece.querySelector(kind) || lit.has(piece.dataset.id)) continue;
    const box = piece.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < board.left || x > board.right || document.elementFromPoint(x, y)?.closest(".piece") !== piece) continue;
    return [x, y];
  }
  return null;
}"""


def click_unlit(person: Visitor, kind: str) -> None:
    """Click on a counter of a side that is not lit."""
    at = person.page.evaluate(UNLIT, kind)
    assert at, "everything is lit"
    person.page.mouse.click(*at)


def test_a_click_on_what_is_not_lit_is_refused_with_its_rule(ana: Visitor, server: LiveServer) -> None:
    ana.go("/table/" + begun(server, ana, "maella", 132, until="march_montear"))     # some have moved
    ana.at_table()
    page = ana.page
    version = page.locator(".prompt").get_attribute("data-version")
    refusal = page.locator(".bubble").get_by_role("alert")
    for side in (".side-liberal", ".side-carlist"):
        click_unlit(ana, side)
        expect(refusal).to_have_text(re.compile(r"\w{3,}.*§ \d"))
        page.keyboard.press("Escape")
        expect(refusal).to_be_hidden()
    click_unlit(ana, ".side-liberal")
    expect(refusal).to_be_visible()
    chip = refusal.locator(".chip")
    number = chip.inner_text().rpartition("§")[2].strip()
    chip.click()
    rule = page.get_by_role("dialog")
    expect(rule).to_be_visible()
    expect(rule.get_by_role("heading")).to_contain_text(number)
    expect(rule.locator(".prose")).to_have_text(re.compile(r"\w{3,} \w+ .*\."))
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    assert version == page.locator(".prompt").get_attribute("data-version")


def test_spanish_is_spoken_at_once_and_the_game_goes_on(ana: Visitor, server: LiveServer) -> None:
    sitting = begun(server, ana, "maella", 120, until="march_montear")
    ana.go("/table/" + sitting)
    ana.at_table()
    page, hand = ana.page, Hand(ana)
    loaded = page.evaluate("() => performance.timeOrigin")
    asked, log = page.locator("#asked"), page.locator(".log .line").last
    english = asked.inner_text(), log.inner_text(), page.get_by_role("button", name="Undo").inner_text()
    places = page.locator(".board .piece").count()
    page.get_by_role("button", name="ES", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^Deshacer"))).to_be_visible()
    expect(asked).not_to_have_text(english[0])
    expect(log).not_to_have_text(english[1])
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_role("tab", name="Ejércitos")).to_be_visible()
    assert places == page.locator(".board .piece").count()
    hand.turn(6)
    assert loaded == page.evaluate("() => performance.timeOrigin"), "the page was loaded again"
    assert not re.search(r"\[[a-z_.]+\]", page.inner_text("body")), "a message is missing"
    page.get_by_role("button", name="EN", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()
    hand.turn(3)


def test_a_telephone_has_the_board_and_a_sheet_under_it(person: Person, server: LiveServer) -> None:
    ana = person("Ana", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)
    ana.arrive()
    fits(ana)
    ana.go("/table/" + begun(server, ana, "maella", 120, until="march_montear"))
    ana.at_table()
    page = ana.page
    fits(ana)
    board, sheet = page.locator(".board").bounding_box(), page.locator(".side").bounding_box()
    assert board
    assert sheet
    assert board["height"] > 300
    assert board["y"] + board["height"] <= sheet["y"] + 40
    hand = Hand(ana, tap=True)
    before = page.locator(".prompt").get_attribute("data-version")
    for _ in range(8):
        hand.turn(1)
    assert hand.clicks["map"] + hand.clicks["fan"] > 0, hand.clicks
    assert before != page.locator(".prompt").get_attribute("data-version")
    handle = page.get_by_role("button", name="Enlarge or shrink this panel")
    handle.tap()
    expect(handle).to_have_attribute("aria-expanded", "true")
    page.get_by_role("tab", name="Armies").tap()
    expect(page.get_by_role("tabpanel")).to_contain_text("Cabrera")
    fits(ana)
    page.get_by_role("button", name="Enlarge or shrink this panel").tap()
    expect(handle).to_have_attribute("aria-expanded", "false")


def fits(person: Visitor) -> None:
    """Nothing sticks out at the side."""
    wide = person.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], wide


def test_everything_is_within_reach_of_the_keyboard(person: Person) -> None:
    ana = person("Ana")
    ana.go("/")
    page, keys = ana.page, ana.page.keyboard
    expect(page.get_by_label("Your name")).to_be_focused()
    keys.type("Ana")
    keys.press("Enter")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    tab_to(ana, "input[name=scenario]")
    for _ in range(10):
        if page.evaluate("() => /Maella/.test(document.activeElement.closest('label').innerText)"):
            break
        keys.press("ArrowDown")
    keys.press("Space")
    expect(page.get_by_role("radio", name=re.compile("Maella"))).to_be_checked()
    tab_to(ana, "button.primary")
    keys.press("Enter")
    ana.at_table()
    hand = Hand(ana)

    def answered(press: str) -> None:
        seen = hand.wait()
        keys.press(press)
        hand.changed(seen)

    # The first unit by its number, its place with the cursor on the map.
    answered("1")
    answered("1")
    # The next one by Tab and Enter from the prompt; its place from the list of places.
    hand.wait()
    tab_to(ana, ".options button")
    answered("Enter")
    tab_to(ana, ".places summary")
    keys.press("Enter")
    tab_to(ana, ".places button")
    answered("Enter")
    # Another one, placed with the arrows.
    answered("1")
    hand.wait()
    tab_to(ana, ".board")
    for _ in range(200):
        if page.evaluate("() => /choice/.test(document.querySelector('.board .spoken').textContent)"):
            break
        keys.press(random_arrow(hand))
    answered("Enter")
    # Undo, and the list of keys.
    answered("u")
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def random_arrow(hand: Hand) -> str:
    return hand.chance.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])


def tab_to(person: Visitor, selector: str) -> None:
    """Press Tab until something like this has the focus."""
    passed = []
    for _ in range(150):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        passed.append(person.page.evaluate("() => document.activeElement.outerHTML.slice(0, 80)"))
    raise AssertionError(f"Tab never reaches {selector}, only {passed}")


def test_no_secret_reaches_the_browser(ana: Visitor, server: LiveServer) -> None:
    """Neither the seed of a running game nor who stands under the enemy's markers."""
    sitting = begun(server, ana, "arquijas", 0, seats=("heuristic", "me"), seed=0x5EED_0F_A_BA771E)
    ana.replies.clear()
    ana.go("/table/" + sitting)
    ana.at_table()
    Hand(ana).turn(60)
    updates = ana.updates()                 # before the journal: the bot goes on meanwhile
    database = open_database(server.database)
    journal = database.journal(sitting)
    database.close()
    assert not [text for text in (*ana.frames, *ana.answers()) if re.search("5eed0faba771e", text, re.IGNORECASE)]

    hidden: dict[int, list[str]] = {}       # by version of the table
    folded = Sitting.fold_all(sitting, journal[:1])
    for entry in journal[1:]:
        folded.fold(entry)
        s = folded.state
        assert isinstance(s, Dpyr)
        hidden[folded.version] = [f"unit:{s.b.units[u].id}" for u in s.b.army[0] if s.hidden >> u & 1]
    told = 0
    for update in updates:
        now = hidden[update["version"]]
        for panel in update.pop("panels", ()):      # the order of battle names everybody, and not where they hide
            assert not [row for row in map(dict, panel["rows"]) if row.get("unit") in now and "at" in row]
        text = json.dumps(update)
        assert not [unit for unit in now if f"{unit}\\" in text or f'{unit}"' in text]
        told += len(now)
    assert told, "nothing was hidden: the test proves nothing"
