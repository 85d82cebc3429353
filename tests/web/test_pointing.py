"""What one sees by pointing: places in words, stacks fanned out by finger and key, lit things, declared attacks."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# Where a thing is on the screen: [x, y].
SPOT = """(id) => {
  const box = document.querySelector(`.board .top [data-id="${id}"]`).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""

# How high things with these classes lie.
LAYERS = """(names) => names.map((name) => {
  const box = Object.assign(document.createElement("div"), { className: name });
  document.querySelector(".ground").append(box);
  const layer = Number(getComputedStyle(box).zIndex);
  box.remove();
  return layer;
})"""

# A finger that stays where it is, for longer than a tap.
HOLD = """([x, y]) => {
  const told = { bubbles: true, pointerType: "touch", pointerId: 7, isPrimary: true, clientX: x, clientY: y };
  document.elementFromPoint(x, y).dispatchEvent(new PointerEvent("pointerdown", told));
}"""


def declaring(server: LiveServer, owner: Visitor) -> str:
    return begun(server, owner, "luchana", 500, until="declare", seed=3)


def choose(page: Page, what: str) -> None:
    page.locator(what).first.focus()
    page.keyboard.press("Enter")


def test_a_lit_hex_shines_over_the_counters_on_it_and_a_declared_attack_is_an_arrow(
    ana: Visitor, server: LiveServer
) -> None:
    page = ana.page
    page.set_viewport_size({"width": 1280, "height": 720})
    ana.go(f"/table/{declaring(server, ana)}")
    ana.at_table()
    expect(page.locator(".aim")).to_have_count(0)
    choose(page, ".piece.lit .hand")
    halo = page.locator(".rings .halo.lit .edge").first
    expect(halo).to_be_visible()
    thick = halo.evaluate("(edge) => parseFloat(getComputedStyle(edge).strokeWidth) * edge.getScreenCTM().a")
    assert thick >= 2.5         # pixels, with the whole map on the screen
    counters_below = "(halo) => halo.compareDocumentPosition(document.querySelector('.pieces')) & 2"
    assert page.locator(".rings").evaluate(counters_below)
    choose(page, ".halo.lit .hand")
    expect(page.locator(".aim.side-carlist")).to_have_count(1)


def test_pointing_at_a_place_tells_its_name_number_and_ground(ana: Visitor, server: LiveServer) -> None:
    page = ana.page
    ana.go(f"/table/{begun(server, ana, 'arquijas', 420, until='march_montear', seed=11)}")
    ana.at_table()
    piece = next(one for one in ana.updates()[0]["pieces"] if one["at"].startswith("hex:"))
    page.mouse.move(*page.evaluate(SPOT, piece["id"]))
    told = page.locator(".whisper .here")
    expect(told.locator("b")).to_contain_text(piece["at"].removeprefix("hex:"))
    expect(told).to_contain_text(re.compile("Clear|Forest|Mountain|Building|River"))


def test_nothing_but_the_map_itself_moves_the_map(ana: Visitor, server: LiveServer) -> None:
    """What a browser scrolls to by itself, as a name that was searched for, must not part the map from its places."""
    ana.go(f"/table/{begun(server, ana, 'arquijas', 420, until='march_montear', seed=11)}")
    ana.at_table()
    board = ana.page.locator(".board").first
    board.evaluate("(box) => { box.scrollTop = box.scrollLeft = 40; }")
    assert [0, 0] == board.evaluate("(box) => [box.scrollLeft, box.scrollTop]")


def test_what_a_place_is_lies_over_the_sheet_of_a_fight(ana: Visitor, server: LiveServer) -> None:
    ana.go(f"/table/{begun(server, ana, 'arquijas', 420, until='march_montear', seed=11)}")
    ana.at_table()
    told, folded, unfolded = ana.page.evaluate(LAYERS, ["whisper", "fight", "fight open"])
    assert folded < unfolded < told


def test_a_stack_fans_out_under_a_finger_and_by_a_key(ana: Visitor, person: Person, server: LiveServer) -> None:
    war = begun(server, ana, "espartero", 0, until="form_group", seed=4, code="aiw")
    one = person("Ana", **PHONE, storage_state=ana.context.storage_state())
    one.go(f"/table/{war}")
    one.at_table()
    page = one.page
    number = page.locator(".pieces .many").first
    expect(number).to_be_visible()
    piece = number.evaluate("(node) => node.closest('.piece').dataset.id")
    page.evaluate(HOLD, page.evaluate(SPOT, piece))
    cards = page.locator(".fan .card")
    expect(cards.nth(1)).to_be_visible()
    expect(page.locator(".fan-head")).not_to_be_empty()
    expect(page.locator(".whisper .here")).to_be_visible()
    ana.go(f"/table/{war}")
    ana.at_table()
    ana.page.locator(".piece.lit .hand, .halo.lit .hand").first.focus()
    ana.page.keyboard.press("f")
    expect(ana.page.locator(".fan .card").first).to_be_visible()
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(".fan")).to_be_hidden()


def test_what_has_no_name_of_its_own_is_said_once(ana: Visitor, server: LiveServer) -> None:
    """A block whose back one sees is a block, and not a block that is called a block."""
    ana.go(f"/table/{begun(server, ana, 'espartero', 0, until='form_group', seed=4, code='aiw')}")
    ana.at_table()
    spoken = ana.page.evaluate("() => [...document.querySelectorAll('.board [aria-label]')].map((e) => e.ariaLabel)")
    assert any("lock Liberal" in label for label in spoken), spoken
    assert [] == [label for label in spoken if re.search(r"\b(\w+) \1\b", label, re.IGNORECASE)]
