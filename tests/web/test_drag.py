"""A piece that is dragged to a place is picked up and put down there, by the same actions as by clicks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.games import begun, folded
from tests.web.hand import Hand

CARLIST, LIBERAL = ("me", "heuristic"), ("heuristic", "me")

# Where a piece or a space is in the window.
SPOT = """(id) => {
  const piece = document.querySelector(`.piece[data-id="${CSS.escape(id)}"] .body`);
  const lit = document.querySelector(`.board .top [role=button][data-id="${CSS.escape(id)}"]`);
  const { left, top, width, height } = (piece ?? lit).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""

# Where the map lies in its frame and how large, whether it has been drawn sharply at this size yet or not.
LIES = """() => {
  const [sheet, board] = [".board .sheet", ".board"].map((one) => document.querySelector(one).getBoundingClientRect());
  return [sheet.left - board.left, sheet.top - board.top, sheet.width, sheet.height].map(Math.round);
}"""


def drag(page: Page, piece: str, place: str) -> None:
    """As a hand does it: the place lights up once the piece is under way."""
    x, y = page.evaluate(SPOT, piece)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 4)
    page.wait_for_selector(f'.board .top [role=button][data-id="{place}"]', state="attached")
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.move(*page.evaluate(SPOT, place), steps=3)
    page.mouse.up()
    expect(page.locator(".ghost")).to_be_hidden()


def done(server: LiveServer, id_: str, old: int) -> list[str]:
    table = folded(server, id_)
    return [table.game.write(table.state, entry.action) for entry in table.record.entries[old:]]


def test_the_map_is_still_dragged_where_no_piece_is(ana: Visitor, server: LiveServer) -> None:
    id_ = begun(server, ana, "espartero", 86, until="act", seats=CARLIST, seed=4, code="aiw")
    ana.go(f"/table/{id_}")
    ana.at_table()
    old, page = len(folded(server, id_).record.entries), ana.page
    page.locator(".zoom-keys button").first.click()
    page.locator(".zoom-keys button").first.click()
    box = page.locator(".board").bounding_box()
    assert box
    before = page.locator(".board .sheet").get_attribute("style")
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] - 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 160, box["y"] + box["height"] - 160, steps=4)
    page.mouse.up()
    assert before != page.locator(".board .sheet").get_attribute("style")
    assert [] == done(server, id_, old)


def test_a_unit_is_dragged_along_a_road(ana: Visitor, server: LiveServer) -> None:
    id_ = begun(server, ana, "oriamendi", 88, until="march_montear", seats=LIBERAL, seed=7, player="heuristic")
    ana.go(f"/table/{id_}")
    ana.at_table()
    old = len(folded(server, id_).record.entries)
    told = ana.updates()[-1]
    units = [choice["targets"][0] for choice in told["choices"] if choice["do"].startswith("move") and
             not choice.get("vain")]
    drag(ana.page, units[0], far_from(ana, server, id_, units[0]))
    Hand(ana).until(lambda: len(done(server, id_, old)) == 2)
    first, second = done(server, id_, old)
    assert (f"move {units[0].partition(':')[2]}", "to") == (first, second.split()[0])
    assert [] == ana.grumbles


def test_before_an_action_is_chosen_a_drag_marches_and_a_click_asks_first(ana: Visitor, server: LiveServer) -> None:
    id_ = begun(server, ana, "maella", 123, until="choose_action", seats=CARLIST, seed=7)
    ana.go(f"/table/{id_}")
    ana.at_table()
    old, page, unit = len(folded(server, id_).record.entries), ana.page, "unit:c_cav_ara_1"
    page.wait_for_selector(f'.board .top [role=button][data-id="{unit}"]', state="attached")
    page.mouse.click(*page.evaluate(SPOT, unit))
    march = page.locator(".bubble .menu button")
    expect(march).to_contain_text("Montear")
    page.keyboard.press("Escape")
    expect(page.locator(".bubble")).to_be_hidden()
    assert [] == done(server, id_, old)
    drag(page, unit, "hex:0510")
    Hand(ana).until(lambda: done(server, id_, old) == ["montear", "move c_cav_ara_1", "to 0510"])
    assert [] == ana.grumbles


def far_from(ana: Visitor, server: LiveServer, id_: str, unit: str) -> str:
    """A hex at which the unit can arrive."""
    table = folded(server, id_)
    seat = table.to_move()[0]
    table.act(seat, table.game.read(table.state, f"move {unit.partition(':')[2]}"), table.stamps[seat], 1e12)
    question = table.questions[seat]
    assert question
    return f"hex:{table.game.write(table.state, [a for a in question[1] if a[0] == 'to'][-1]).split()[1]}"


def test_one_drag_activates_picks_and_marches_and_the_map_stays(ana: Visitor, server: LiveServer) -> None:
    id_ = begun(server, ana, "espartero", 86, until="act", seats=CARLIST, seed=4, code="aiw")
    ana.go(f"/table/{id_}")
    ana.at_table()
    old, page = len(folded(server, id_).record.entries), ana.page
    before = page.evaluate(LIES)
    top = page.evaluate("""() => [...document.querySelectorAll(".piece:not(.under)[data-id^='block:']")]
      .map((e) => e.dataset.id).filter((id) => ["block:c09", "block:c10", "block:c11"].includes(id))[0]""")
    drag(page, top, "space:segura")
    name = top.partition(":")[2]
    wanted = ["activate vergara", f"add {name}", "done", "march villafranca", "march segura"]
    Hand(ana).until(lambda: done(server, id_, old) == wanted)
    assert before == page.evaluate(LIES)
    assert [] == ana.grumbles
