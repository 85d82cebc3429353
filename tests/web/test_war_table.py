"""The map of An Impossible War under the hand: what is lit can be seen and hit, stacks open, and nothing can be chosen
twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tablero
from tablero.table.look import look
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun, folded
from tests.web.hand import Hand
from tests.web.test_aiw import War, at_war
from tests.web.test_two_people import REACHED, invite

__all__ = ["at_war"]

# A board of its own over the page: two spaces, one right below the other, far from others; a block on the lower one
# which hides the upper, and a stack of many.
BOARD = """async ({ wide, high, lit }) => {
  const { BoardView } = await import("/web/board.js"), { loadGame, loadMap } = await import("/web/game.js");
  await Promise.all([loadGame("aiw", "en"), loadMap("points")]);
  const host = document.createElement("div");
  host.className = "trial";
  Object.assign(host.style, { position: "fixed", inset: 0, width: wide + "px", height: high + "px", zIndex: 99 });
  document.body.append(host);
  const places = { north: [10, 8], south: [10, 8.85], east: [20, 8], farther: [20, 9] };
  for (const [i, x] of [2, 5, 24].entries()) Object.assign(places, { [`a${i}`]: [x, 3], [`b${i}`]: [x, 4] });
  const spaces = Object.entries(places).map(([id, [x, y]]) => ({
    id: "space:" + id, x, y, terrain: "clear", name: "", marks: [],
  }));
  const block = (id, at, order) => ({
    id: "block:" + id, at: "space:" + at, order, side: "carlist", symbol: "infantry", name: "", facing: -1,
    values: [["strength", "2/3"]], badges: [],
  });
  const pieces = [block("guide", "south", 0), block("lancer", "farther", 0)];
  for (let i = 0; i < 9; i++) pieces.push(block("of_" + i, "east", i));
  const view = window.trial = new BoardView(host, { onPick: (id) => window.picked.push(id) });
  window.picked = [];
  view.setBoard({ id: "trial", layout: "points", width: 28, height: 16, spaces, lines: [], shapes: [] }, {});
  view.setPieces(new Map(pieces.map((piece) => [piece.id, piece])));
  view.setLit(new Map(lit.map((id, i) => [id, { n: i + 1, label: id }])));
  await new Promise((done) => setTimeout(done, 300));
}"""

# Where a point of the sheet is in the window, as far off a space as is said.
SPOT = """([id, dx, dy]) => {
  const { zoom, chart } = window.trial, { x, y } = chart.spaces.get(id);
  return [(x + dx) * zoom.k + zoom.x, (y + dy) * zoom.k + zoom.y];
}"""

Trial = Callable[..., Page]


@pytest.fixture
def trial(ana: Visitor) -> Trial:
    """Such a board, as large as is said, with some of it lit."""

    def lay(*lit: str, wide: int = 900, high: int = 600) -> Page:
        ana.page.evaluate(BOARD, {"wide": wide, "high": high, "lit": lit})
        return ana.page

    return lay


def spot(page: Page, space: str, dx: float = 0, dy: float = 0) -> tuple[float, float]:
    x, y = page.evaluate(SPOT, [f"space:{space}", dx, dy])
    return x, y


def picked(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => window.picked.splice(0)")
    return found


# ----------------------------------------------------------------------------------------------------------- the lights


def test_a_lit_space_is_seen_under_its_blocks(ana: Visitor, at_war: War) -> None:
    """Its ring is drawn over all pieces, the blocks on it have a lit edge; the space alone can be chosen."""
    told = at_war("next_combat")
    page = ana.page
    places = {choice["targets"][0]: choice["do"] for choice in told["choices"]}
    assert all(place.startswith("space:") for place in places)
    seen = page.evaluate("""(places) => places.map((place) => {
      const ring = document.querySelector(`.rings [data-id="${place}"].lit`);
      const last = document.querySelector(".pieces .piece:last-child");
      return last.compareDocumentPosition(ring) & Node.DOCUMENT_POSITION_FOLLOWING;
    })""", list(places))
    assert all(seen)
    blocks = [piece["id"] for piece in told["pieces"] if piece["at"] in places and piece["id"].startswith("block:")]
    assert len(blocks) > 1
    gold = "rgb(255, 179, 0)"
    for id_ in blocks:
        block = page.locator(f'.pieces [data-id="{id_}"]')
        expect(block).to_have_class(re.compile("lit-place"))
        if "under" not in (block.get_attribute("class") or ""):
            expect(block.locator(".frame")).to_have_css("stroke", gold)
        expect(block.get_by_role("button")).to_have_count(0)
    top = next(id_ for id_ in reversed(blocks) if page.locator(f'.piece:not(.under)[data-id="{id_}"]').count())
    where = next(piece["at"] for piece in told["pieces"] if piece["id"] == top)
    page.locator(f'.piece[data-id="{top}"] .body').click(position={"x": 4, "y": 4})
    Hand(ana).until(lambda: [act["do"] for act in ana.acts()] == [places[where]])


def test_what_is_lit_is_counted_where_it_is(ana: Visitor, at_war: War) -> None:
    told = at_war("act")
    apart = look(tablero.game("aiw")).apart         # lit only once their button is pressed
    plain = [choice for choice in told["choices"] if choice["do"].split(" ")[0] not in apart]
    targets = {choice["targets"][0] for choice in plain if choice["targets"]}
    cards = {target for target in targets if target.startswith("card:")}
    hint = ana.page.locator(".prompt .main .hint")
    assert cards < targets
    expect(hint).to_contain_text(re.compile(rf"\b{len(targets - cards)} choices? (is|are) lit on the map"))
    if cards:
        expect(hint).to_contain_text(re.compile(rf"\b{len(cards)} cards? (is|are) lit"))


def test_units_lit_on_the_battlefield_are_not_said_to_be_on_the_map(ana: Visitor, at_war: War) -> None:
    told = at_war("activate_unit")
    n = sum(bool(choice["targets"]) for choice in told["choices"])
    expect(ana.page.locator(".prompt .main .hint")).to_have_text(
        f"{n} {'choice is' if n == 1 else 'choices are'} lit on the battlefield"
    )


# ------------------------------------------------------------------------------------------------------------ the hands


def test_a_click_in_a_ring_is_for_its_space_from_afar(trial: Trial) -> None:
    """From afar the block of the next space stands before the ring; both spaces are lit."""
    page = trial("space:north", "space:south")
    expect(page.locator(".trial .sheet.far")).to_have_count(1)
    over = "([x, y]) => document.elementFromPoint(x, y).closest('.piece')?.dataset.id"
    assert "block:guide" == page.evaluate(over, spot(page, "north"))
    for dx, dy in ((0, 0), (40, 0), (-30, 40), (0, -60)):
        page.mouse.click(*spot(page, "north", dx, dy))
        assert ["space:north"] == picked(page), (dx, dy)
    page.mouse.click(*spot(page, "south"))
    page.mouse.click(*spot(page, "south", 0, -40))
    page.mouse.click(*spot(page, "south", 60, -90))         # on the block, beside the ring
    assert ["space:south"] * 3 == picked(page)


def test_a_lit_space_in_reach_goes_before_one_that_is_not_lit(trial: Trial) -> None:
    page = trial("space:north")
    page.mouse.click(*spot(page, "north", 0, 73))
    page.mouse.click(*spot(page, "north", -73, 0))
    assert ["space:north"] * 2 == picked(page)
    page.mouse.click(*spot(page, "south"))
    assert "space:north" not in picked(page)


def test_a_lit_block_is_chosen_before_the_ring_it_stands_in(trial: Trial) -> None:
    page = trial("space:north", "block:guide")
    page.mouse.click(*spot(page, "north"))
    assert ["block:guide"] == picked(page)


# ----------------------------------------------------------------------------------------------------------------- fans


def test_a_stack_opens_though_the_pointer_left_it_for_a_moment(trial: Trial) -> None:
    page = trial()
    fan, (x, y) = page.locator(".trial .fan"), spot(page, "east", 0, -40)
    away = spot(page, "north", 0, 250)
    page.mouse.move(x, y)
    page.mouse.move(*away)
    page.mouse.move(x + 1, y)
    expect(fan).to_be_visible()
    expect(fan.locator(".card")).to_have_count(9)
    page.mouse.move(*away)
    expect(fan).to_be_hidden()


def test_another_stack_opens_where_the_pointer_goes_from_one_that_is_open(trial: Trial) -> None:
    page = trial()
    fan = page.locator(".trial .fan")
    page.mouse.move(*spot(page, "east", 0, -40))
    expect(fan.locator(".card")).to_have_count(9)
    page.mouse.move(*spot(page, "south", 0, -40))
    expect(fan.locator(".card")).to_have_count(1)
    expect(fan).to_be_visible()


@pytest.mark.parametrize(("wide", "high"), [(900, 600), (880, 330), (390, 360)])
def test_a_fan_of_many_is_small_and_beside_its_stack(trial: Trial, wide: int, high: int) -> None:
    page = trial(wide=wide, high=high)
    page.evaluate("() => window.trial.fan.open('space:east')")
    boxes: dict[str, Any] = page.evaluate("""() => {
      const box = (e) => e.getBoundingClientRect().toJSON();
      const find = (where) => document.querySelectorAll(`.trial ${where}`);
      return { fan: box(find(".fan")[0]), blocks: [...find(".piece[data-id^='block:of_'] .body")].map(box) };
    }""")
    fan = boxes["fan"]
    assert min(fan["left"], fan["top"], wide - fan["right"], high - fan["bottom"]) >= 0
    assert fan["width"] * fan["height"] < wide * high / 2
    for block in boxes["blocks"]:
        if block["width"]:
            apart = block["right"] <= fan["left"] or block["left"] >= fan["right"]
            assert apart or block["bottom"] <= fan["top"] or block["top"] >= fan["bottom"], boxes


# -------------------------------------------------------------------------------------------------------- the question


def test_a_question_whose_place_is_out_of_sight_brings_the_map_there(trial: Trial) -> None:
    """Not if somebody has just moved the map himself."""
    page = trial("space:north", wide=390, high=360)

    def seen() -> bool:
        x, y = spot(page, "north")
        return 0 < x < 390 and 0 < y < 360

    page.evaluate("() => { const { zoom } = window.trial; zoom.by(9); zoom.pan(-9000, -9000); }")
    assert not seen()
    page.evaluate("() => { window.trial.zoom.handled = performance.now(); window.trial.seek([]); }")
    assert not seen()
    page.evaluate("() => { window.trial.zoom.handled -= 5000; window.trial.seek([]); }")
    assert seen()


HOLD = """() => {
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (message) {
    if (JSON.parse(message).type === "act") window.release = () => send.call(this, message);
    else send.call(this, message);
  };
}"""


def test_nothing_can_be_chosen_anew_when_the_other_side_moves_first(person: Person, server: LiveServer) -> None:
    """Both are asked at the same time; the answer of one is still on its way when that of the other arrives."""
    ana, bea = person("Ana"), person("Bea")
    ana.arrive()
    found = begun(
        server, ana, "zumalacarregui", 0, until="choose_firing", seats=("me", "open"), seed=2, code="aiw",
        player="random",
    )
    ana.go(f"/table/{found}")
    invite(ana, bea)
    ours, theirs = Hand(ana), Hand(bea)
    told, asked = ours.question(), theirs.question()
    ana.page.evaluate(HOLD)
    ours.make(told["choices"][0], told)
    assert ours.busy()
    theirs.make(asked["choices"][0], asked)
    ours.until(lambda: ours.told()["version"] > told["version"])
    ana.page.wait_for_function(REACHED, arg=told["version"] + 1)
    assert told["stamp"] == ours.told()["stamp"]
    assert ours.busy()
    expect(ana.page.locator(".board .top [role=button], .hands .lit, .inset .lit")).to_have_count(0)
    ana.page.evaluate("() => window.release()")
    expect(ana.page.locator(".prompt[aria-busy=false]")).to_have_count(1)
    assert ours.told()["stamp"] > told["stamp"]
    assert not [frame for frame in ana.frames if '"type":"error"' in frame]


# Where a space of the map is in the window.
ON_MAP = """async (id) => {
  const { Chart } = await import("/web/chart.js");
  const board = await (await fetch("/api/games/aiw/boards/zumalacarregui")).json();
  const { x, y } = new Chart(board).spaces.get(id);
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector(".board .pieces").getScreenCTM());
  return [at.x, at.y];
}"""


def far_ways(ana: Visitor, server: LiveServer) -> tuple[str, int, dict[str, list[tablero.Action]]]:
    """The table, how many actions it has, and what is several actions away and lights up so."""
    id_ = ana.page.url.rpartition("/")[2]
    before = folded(server, id_)
    state, targets = before.state, before.game.targets
    near = {thing for action in tablero.options(state, 0) for thing in targets(state, action)}
    ways = tablero.gestures(before.game.view(state, 0), 0)
    far = {to: list(way) for to, way in ways.items() if to not in near}
    expect(ana.page.locator(".lit-space.afar")).to_have_count(len(far))
    return id_, len(before.record.entries), far


def gone(ana: Visitor, server: LiveServer, id_: str, old: int, way: list[tablero.Action]) -> None:
    """The steps have been played as ordinary actions, as far as nobody else was asked."""
    Hand(ana).until(lambda: len(folded(server, id_).record.entries) > old)
    played = [entry.action for entry in folded(server, id_).record.entries[old:] if not entry.seat]
    assert way[: len(played)] == played[: len(way)]
    assert [] == ana.grumbles


def test_a_far_space_is_lit_shows_the_way_and_one_click_goes_there(
    ana: Visitor, server: LiveServer, at_war: War
) -> None:
    at_war("march")
    page = ana.page
    id_, old, far = far_ways(ana, server)
    target = min(far, key=lambda one: (len(far[one]), one))
    page.mouse.move(*page.evaluate(ON_MAP, target))
    expect(page.locator(".board .way")).to_have_count(1)
    expect(page.locator(".whisper")).to_have_text(re.compile(f" in {len(far[target])} steps$"))
    corners = page.locator(".board .way").get_attribute("d")
    assert corners is not None
    assert 1 + len(far[target]) == len(re.findall("[ML]", corners))     # from where the group stands
    page.mouse.click(*page.evaluate(ON_MAP, target))
    gone(ana, server, id_, old, far[target])
    expect(page.locator(".board .way")).to_have_count(0)


def test_the_keyboard_goes_to_a_far_space_too(ana: Visitor, server: LiveServer, at_war: War) -> None:
    at_war("march")
    page = ana.page
    id_, old, far = far_ways(ana, server)
    target = max(far, key=lambda one: (len(far[one]), one))
    page.locator(".prompt .places summary").press("Enter")
    steps = page.locator(".prompt .places li", has_text=f" in {len(far[target])} steps")
    expect(steps).to_have_count(sum(len(way) == len(far[target]) for way in far.values()))
    page.locator(f'.board .top [role=button][data-id="{target}"]').press("Enter")
    gone(ana, server, id_, old, far[target])
