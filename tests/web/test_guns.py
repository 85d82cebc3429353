"""Guns under the hand: they are clicked where they stand, on the map and on the Battle board; names fit a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun
from tests.web.hand import Hand

CARLIST, LIBERAL = ("me", "heuristic"), ("heuristic", "me")
SPANISH = {"locale": "es-ES"}


def war(visitor: Visitor, server: LiveServer, until: str, seats: tuple[str, str], seed: int) -> dict[str, Any]:
    """Somebody sits down at a war when something is asked of him; gives what he is told."""
    id_ = begun(server, visitor, "espartero", 0, until=until, seats=seats, seed=seed, code="aiw")
    visitor.go(f"/table/{id_}")
    visitor.at_table()
    return visitor.updates()[-1]


def about(told: dict[str, Any], verb: str) -> list[dict[str, Any]]:
    return [choice for choice in told["choices"] if choice["do"].split(" ")[0] == verb]


def done(visitor: Visitor) -> list[str]:
    return [act["do"] for act in visitor.acts()]


def test_guns_go_with_a_group_by_a_click_on_them(ana: Visitor, server: LiveServer) -> None:
    """They are lit where they stand; how many of them is asked beside them; those picked are marked."""
    told, page = war(ana, server, "form_group", LIBERAL, 2), ana.page
    guns = {choice["targets"][0] for choice in about(told, "load")}
    assert {"gun:liberal.field.vitoria", "gun:liberal.mountain.vitoria"} <= guns
    for gun in guns:
        expect(page.locator(f'.piece.lit[data-id="{gun}"]')).to_be_visible()
    expect(page.locator(".prompt .options button").filter(has_text="Artillery")).to_have_count(0)
    page.locator('.piece[data-id="gun:liberal.field.vitoria"] .paint-tan').click()
    portions = page.locator(".bubble .menu button")
    if portions.count():
        portions.first.click()
    Hand(ana).until(lambda: len(ana.acts()) == 1)
    assert re.fullmatch(r"load field \d", done(ana)[0])
    expect(page.locator('.piece[data-id="gun:liberal.field.vitoria"] .chosen')).to_be_visible()
    assert [] == ana.grumbles


def test_guns_are_clicked_in_their_box_of_the_battle_board(
    ana: Visitor, server: LiveServer, barriers: Barriers
) -> None:
    """Support in one's own box, Counterbattery in the enemy's; both are buttons as well, since they name nothing."""
    told, page = war(ana, server, "artillery_points", CARLIST, 10), ana.page
    assert ["box:carlist.guns"] == about(told, "support")[0]["targets"]
    assert ["box:liberal.guns"] == about(told, "counterbattery")[0]["targets"]
    for words in ("Support", "Counterbattery"):
        expect(page.locator(".prompt .options").get_by_role("button", name=words)).to_be_visible()
    enemy = page.locator('.inset .whole[data-id="box:liberal.guns"]')
    assert [] == barriers(ana)
    box = enemy.locator("..").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 12)     # anywhere in the box
    Hand(ana).until(lambda: done(ana) == ["counterbattery"])


def test_guns_go_inside_a_fortress_by_a_click_on_them(ana: Visitor, server: LiveServer) -> None:
    told = war(ana, server, "go_inside", LIBERAL, 2)
    (stow,) = about(told, "stow")
    Hand(ana).make(stow, told)
    Hand(ana).until(lambda: done(ana) == [stow["do"]])
    assert stow["targets"][0].startswith("gun:liberal.")


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

# What each block of the field is called, and whether it can be read: whole, and of some size.
NAMED = """() => [...document.querySelectorAll(".inset .stood.named b")].map((b) => ({
  name: b.textContent, seen: b.checkVisibility(), cut: b.scrollHeight > b.clientHeight || b.scrollWidth > b.clientWidth,
  size: parseFloat(getComputedStyle(b).fontSize),
}))"""

# As many blocks as a side can have in front, with the longest names there are.
CROWD = """() => {
  const line = document.querySelector(".inset .ranks:last-child").previousElementSibling;
  for (const [box, names] of [[".grow-5", %s], [".grow-2", %s]]) {
    const row = line.querySelector(`${box} > div`), block = line.querySelector(".stood.named");
    row.replaceChildren(...names.map((name) => {
      const one = block.cloneNode(true);
      one.querySelector("b").textContent = name;
      return one;
    }));
  }
}"""


def readable(page: Page) -> None:
    found = page.evaluate(NAMED)
    assert found
    assert [] == [one for one in found if not one["seen"] or one["cut"] or one["size"] < 9]


@pytest.mark.parametrize("options", [{}, SPANISH], ids=["en", "es"])
def test_blocks_of_the_battlefield_bear_their_names_on_a_phone(
    person: Person, server: LiveServer, options: dict[str, Any]
) -> None:
    ana = person("Ana", **PHONE)
    ana.arrive()
    war(ana, server, "activate_unit", CARLIST, 4)
    one = person("Ana", **PHONE, **options, storage_state=ana.context.storage_state())
    one.go(ana.page.url.removeprefix(ana.url))
    one.at_table()
    expect(one.page.locator(".inset .stood.named")).not_to_have_count(0)
    readable(one.page)
    words = one.page.evaluate("() => import('/web/i18n.js').then((words) => words.allWords())")
    short = [words.get(key.replace(".name", ".short"), name) for key, name in words.items()
             if re.fullmatch(r"unit\.\w+\.name", key)]
    longest = sorted(short, key=lambda name: max(map(len, name.split())), reverse=True)
    assert len(longest[0]) < 20
    one.page.evaluate(CROWD % (longest[:5], longest[5:7]))
    readable(one.page)
    assert one.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_map_names_what_lies_beyond_it_once_on_each_side(ana: Visitor, server: LiveServer) -> None:
    """No two signs with the same name stand side by side, and no arrow leads into the sea."""
    war(ana, server, "act", CARLIST, 4)
    signs = ana.page.evaluate("""() => [...document.querySelectorAll(".board .exit")].map((sign) => {
      const { x, y, width, height } = sign.getBoundingClientRect();
      return { name: sign.textContent, upright: height > width, x: x + width / 2, y: y + height / 2 };
    })""")
    assert {"Asturias-Cantabria", "Castile-León", "Aragón"} == {sign["name"] for sign in signs}
    assert len(signs) == len({(sign["name"], sign["upright"]) for sign in signs}) <= 5


# On a board of its own with what stands on this one: names that stand nearer to another place than to their own
# without a line that leads there, and how many lines there are.
ASTRAY = """async ({ board, pieces, wide, high }) => {
  const { BoardView } = await import("/web/board.js"), { allWords } = await import("/web/i18n.js");
  await (await import("/web/game.js")).loadMap(board.layout);
  const host = document.createElement("div");
  Object.assign(host.style, { position: "fixed", inset: 0, width: wide + "px", height: high + "px", zIndex: 99 });
  document.body.append(host);
  const view = new BoardView(host);
  view.setBoard(board, allWords());
  view.setPieces(new Map(pieces.map((piece) => [piece.id, piece])));
  await new Promise((done) => setTimeout(done, 500));
  const lines = view.names.leads.getAttribute("d");
  const led = ({ x, y }) => lines.includes(`M${Math.round(x)} ${Math.round(y)}L`);
  const shown = view.names.places.filter(({ node }) => !node.classList.contains("under"));
  const astray = shown.filter((place) => {
    const [left, top, right, low] = place.spot.box;
    const far = ({ x, y }) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - low));
    const others = view.chart.list.filter((s) => !place.spaces.includes(s));
    return far(place) > Math.min(...others.map(far)) && !led(place);
  });
  return { astray: astray.map(({ name }) => name), shown: shown.length, led: shown.filter(led).length };
}"""


@pytest.mark.parametrize(("wide", "high"), [(1200, 800), (820, 560)])
def test_a_name_that_stands_off_its_town_has_a_line_to_it(
    ana: Visitor, server: LiveServer, wide: int, high: int
) -> None:
    told = war(ana, server, "act", CARLIST, 4)
    board = ana.page.evaluate("(path) => fetch(path).then((a) => a.json())", "/api/games/aiw/boards/espartero")
    found = ana.page.evaluate(ASTRAY, {"board": board, "pieces": told["pieces"], "wide": wide, "high": high})
    assert found["shown"] > 35
    assert found["led"] > 0
    assert [] == found["astray"]
