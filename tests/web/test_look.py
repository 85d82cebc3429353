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
    expect(mine.locator(".card:visible")).to_have_count(6)
    mine.get_by_text("2 more games").click()
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
