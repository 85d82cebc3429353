"""How to win is the first thing at a table, and one click away later on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import tablero
from tablero.kernel.text import Speech
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.games import begun


@pytest.mark.parametrize("code", tablero.GAMES)
def test_every_game_says_how_to_win_first_in_both_languages(code: str) -> None:
    game = tablero.game(code)
    for language in ("en", "es"):
        catalogue = Speech(game, language).catalogue
        for scenario in game.scenarios:
            sheets = game.board(game.new(scenario, 0)).aid
            assert "panel:aid.win" == sheets[0].id
            said = [value for sheet in sheets for row in sheet.rows for key, value in row if key == "say"]
            heads = {f"row.{key}" for sheet in sheets for row in sheet.rows for key, _ in row if key != "say"}
            assert all(map(catalogue.has, [*said, *heads, *(sheet.name for sheet in sheets)]))


def test_an_empty_log_says_how_to_win_and_later_the_aid_does(ana: Visitor, server: LiveServer) -> None:
    ana.go(f"/table/{begun(server, ana, 'arquijas', 0)}")
    page = ana.page
    expect(page.locator(".aim")).to_contain_text("eliminated every enemy unit within 16 turns")
    ana.go(f"/table/{begun(server, ana, 'arquijas', 60)}")
    expect(page.locator(".log [data-line]").first).to_be_visible()
    expect(page.locator(".aim")).to_have_count(0)
    page.get_by_role("tab", name="Aid").click()
    expect(page.locator(".aid")).to_contain_text("How to win")
    expect(page.locator(".aid")).to_contain_text("Mojar: lead and dice that hit")
