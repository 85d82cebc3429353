"""How the page looks where it is easily spoilt: many games, a map near its edge, long words, signs that no font has."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun

# What of the board is bare table beside the sheet, in pixels: [left, top, right, low].
BARE = """() => {
  const board = document.querySelector(".board").getBoundingClientRect();
  const sheet = document.querySelector(".sheet").getBoundingClientRect();
  return [sheet.left - board.left, sheet.top - board.top, board.right - sheet.right, board.bottom - sheet.bottom];
}"""


def war(visitor: Visitor, server: LiveServer, until: str = "act", seed: int = 4) -> str:
    return begun(server, visitor, "espartero", 0, until=until, seed=seed, code="aiw")


def test_many_games_leave_room_for_a_new_one(ana: Visitor, server: LiveServer) -> None:
    for seed in range(8):
        war(ana, server, seed=seed)
    ana.go("/")
    mine = ana.page.locator(".mine").first
    expect(mine.locator(".card:visible")).to_have_count(3)
    mine.get_by_text("5 more games").click()
    expect(mine.locator(".card:visible")).to_have_count(8)


def test_the_map_is_shown_without_bare_table_beside_it(person: Person, server: LiveServer) -> None:
    """On a desk as it is opened; on a phone where a question is put near its edge."""
    ana = person("Ana", viewport={"width": 1600, "height": 1000})
    ana.arrive()
    ana.go(f"/table/{war(ana, server)}")
    ana.at_table()
    assert max(ana.page.evaluate(BARE)) <= 1
    small = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    one = person("Ana", **small, storage_state=ana.context.storage_state())
    one.go(f"/table/{war(ana, server, 'choose_firing', 2)}")
    one.at_table()
    expect(one.page.locator(".prompt.asked")).to_be_visible()
    assert max(one.page.evaluate(BARE)) <= 1


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_the_main_button_and_undo_stand_side_by_side(
    ana: Visitor, person: Person, server: LiveServer, locale: str
) -> None:
    wide = {"width": 1600, "height": 1000}
    one = person("Ana", viewport=wide, locale=locale, storage_state=ana.context.storage_state())
    one.go(f"/table/{war(ana, server)}")
    one.at_table()
    primary, undo = (one.page.locator(".prompt .row.main > button").nth(n).bounding_box() for n in (0, 1))
    assert primary
    assert undo
    assert primary["y"] == undo["y"]


def test_the_eye_is_drawn(ana: Visitor, server: LiveServer) -> None:
    """Not every machine has a letter for it."""
    ana.go(f"/table/{war(ana, server, 'choose_firing', 2)}")
    ana.at_table()
    box = ana.page.locator(".prompt .rolls .eye").first.bounding_box()
    assert box
    assert 10 < box["width"] < 30
    assert "👁" not in ana.page.locator("body").inner_text()


def test_sides_are_written_large_at_the_head_of_what_is_theirs(
    ana: Visitor, person: Person, server: LiveServer
) -> None:
    """In Spanish too, where the catalogue has them small, as in a sentence."""
    one = person("Ana", locale="es-ES", storage_state=ana.context.storage_state())
    one.go(f"/table/{war(ana, server)}")
    one.at_table()
    one.page.get_by_role("tab", name="Ejércitos").click()
    found = one.page.locator(".tracks .flag, .panels h3.flag, .chairs small").all_inner_texts()
    assert {"Carlistas", "Liberales"} == set(found)


# A map of two rows of spaces on one land, and whose tint covers each space: [its id, the sides].
FRONT = """async (marks) => {
  const { BoardView } = await import("/web/board.js"), { loadGame, loadMap, look } = await import("/web/game.js");
  await Promise.all([loadGame("dpyr", "en"), loadMap("points")]);
  look().front = true;
  const host = document.body.appendChild(document.createElement("div"));
  Object.assign(host.style, { position: "fixed", inset: 0, zIndex: 99 });
  const spaces = ["a", "b", "c", "d", "e", "f"].map((id, i) => ({
    id: `space:${id}`, x: 2 + 2 * (i % 3), y: 2 + 2 * Math.floor(i / 3), terrain: "clear", name: "", marks: [],
  }));
  const shapes = ["frame", "land"].map((kind) => ({ kind, points: [0, 0, 8, 0, 8, 6, 0, 6], name: "" }));
  const view = new BoardView(host);
  view.setBoard({ id: "front", layout: "points", width: 8, height: 6, spaces, lines: [], shapes, cards: [] }, {});
  view.setMarks(marks);
  const tints = [...host.querySelectorAll(".held .zone-tint")];
  return view.chart.list.map(({ id, x, y }) => [id.slice(6), tints
    .filter((tint) => tint.isPointInFill(new DOMPoint(x, y))).map((tint) => tint.getAttribute("class").slice(15))]);
}"""


def test_where_a_game_has_a_front_control_tints_the_land_and_the_front_moves(ana: Visitor) -> None:
    west = {"a": "carlist", "b": "carlist", "c": "liberal", "d": "carlist", "e": "liberal", "f": "liberal"}
    east = west | {"c": "carlist", "f": "carlist"}
    elsewhere = ("box:reserve", "control.carlist")          # a mark of what is not on the map
    for held in (west, east):
        marks = [(f"space:{id_}", f"control.{side}") for id_, side in held.items()]
        assert [[id_, [side]] for id_, side in held.items()] == ana.page.evaluate(FRONT, [*marks, elsewhere])


ZONES = """async (values) => {
  const { loadGame } = await import("/web/game.js"), { tracksView } = await import("/web/panels.js");
  const { render } = await import("/web/vendor/lit-html.js"), host = document.createElement("div");
  await loadGame("aiw", "en");
  const zones = [[0, "low"], [5, "shaken"], [12, "high"]];
  return values.map((value) => {
    const track = { id: "track:will", name: "Will", value, length: 20, side: "", boxes: [], zones };
    render(tracksView({ tracks: new Map([[track.id, track]]) }), host);
    return [host.querySelector(".track").title, [...host.querySelectorAll("rect")].map((box) => box.matches(".here"))];
  });
}"""


def test_a_track_with_zones_names_the_zone_of_its_marker(ana: Visitor) -> None:
    wanted = [("low. 1 to: shaken", 4, 0), ("shaken. 1 to: low. 7 to: high", 5, 1),
              ("shaken. 7 to: low. 1 to: high", 11, 1), ("high. 9 to: shaken", 20, 2)]    # and how far off the next are
    assert [
        [f"Will: {value} of 20, {zone}", [i == at for i in range(3)]] for zone, value, at in wanted
    ] == ana.page.evaluate(ZONES, [value for _, value, _ in wanted])


# A hand with a card that the board does not describe.
STRANGE = """async () => {
  const { Stage } = await import("/web/stage.js"), { handsView } = await import("/web/panels.js");
  const { loadGame } = await import("/web/game.js"), { render } = await import("/web/vendor/lit-html.js");
  await loadGame("aiw", "en");
  const stage = new Stage({ act() {}, why: async () => undefined, idle: () => "", changed() {} });
  stage.language();         // before there is a board
  stage.model.hands = [{ side: "carlist", cards: ["card:unheard_of"], count: 1 },
    { side: "liberal", cards: ["card:shown"], count: 3 }];
  const host = document.createElement("div");
  render(handsView(stage, "carlist"), host);
  stage.close();
  const cards = [...host.querySelectorAll(".band")].map((card) => card.textContent);
  return [host.querySelector(".playing").className.trim(), cards, host.querySelector(".backs").textContent.trim()];
}"""


def test_cards_that_the_board_does_not_describe_are_shown_by_their_ids_and_others_of_a_hand_as_backs(
    ana: Visitor
) -> None:
    assert ["playing side-carlist dim", ["unheard_of", "shown"], "2"] == ana.page.evaluate(STRANGE)
