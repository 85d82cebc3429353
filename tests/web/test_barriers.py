"""No barriers: what axe-core finds on pages, panels and sizes that no other test looks at."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import tablero
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LYING: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
LOW: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}

# A game in play, one that is over, and a lesson.
GAMES = {
    "dpyr": ("maella", 150, "maella", "4.3x1"), "aiw": ("espartero", 60, "zumalacarregui", "12.3x1"),
    "car": ("campaign", 60, "war_of_the_columns", "10.1.12b"), "wellington": ("1812", 60, "1813", "10.9c"),
}


def seats(code: str) -> tuple[str, ...]:
    return ("me",) + ("heuristic",) * (len(tablero.game(code).seats) - 1)


@pytest.mark.parametrize(("code", "screen", "scheme"), [
    ("dpyr", LOW, "dark"), ("aiw", PHONE, "light"), ("car", LYING, "dark"), ("wellington", LOW, "light"),
    ("wellington", PHONE, "dark"), ("aiw", LYING, "light"),
])
def test_no_panel_of_a_table_has_a_barrier(
    ana: Visitor, person: Person, server: LiveServer, barriers: Barriers, code: str, screen: dict[str, Any], scheme: str
) -> None:
    scenario, actions, *_ = GAMES[code]
    war = begun(server, ana, scenario, actions, code=code, seats=seats(code))
    one = person("Ana", **screen, color_scheme=scheme, storage_state=ana.context.storage_state())
    page, found = one.page, {}
    one.go(f"/table/{war}")
    one.at_table()
    found["table"] = barriers(one)
    for tab in page.get_by_role("tab").all_inner_texts()[1:]:
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel").locator("*").first).to_be_visible()
        found[tab] = barriers(one)
    assert {} == {where: what for where, what in found.items() if what}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("code", GAMES)
def test_no_page_of_a_game_has_a_barrier_by_day_or_by_night(
    ana: Visitor, person: Person, server: LiveServer, barriers: Barriers, code: str, scheme: str
) -> None:
    *_, scenario, lesson = GAMES[code]
    over = begun(server, ana, scenario, code=code, seats=seats(code))
    one = person("Ana", color_scheme=scheme, storage_state=ana.context.storage_state())
    found = {}
    for path, seen in (
        (f"/table/{over}", ".result"), (f"/replay/{over}", ".player"), (f"/summary/{over}", ".course path.line"),
        (f"/book/{code}", "article.rule"), (f"/aid/{code}", ".aid-page .chart"), (f"/guide/{code}", ".chapter"),
        (f"/lesson/{code}/{lesson}", ".task"),
    ):
        one.go(path)
        expect(one.page.locator(seen).first).to_be_visible()
        found[path] = barriers(one)
    one.go(f"/summary/{over}")
    moments = one.page.locator("details .moments a")
    one.go(moments.nth(moments.count() // 2).get_attribute("href") or "")
    expect(one.page.locator(".fight")).to_be_visible()
    found["a fight"] = barriers(one)
    one.page.get_by_role("tab", name="Aid").click()
    expect(one.page.get_by_role("tabpanel").locator(".panel").first).to_be_visible()
    found["aid beside a replay"] = barriers(one)
    assert {} == {where: what for where, what in found.items() if what}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_neither_invitations_nor_tables_for_all_nor_windows_have_a_barrier(
    ana: Visitor, person: Person, server: LiveServer, barriers: Barriers, scheme: str
) -> None:
    """The lobby with what others do, an invitation, how to win, a rule, an address that does not exist."""
    ana.page.get_by_role("group", name="Opponent").get_by_text("A friend, by invite link", exact=True).click()
    ana.page.get_by_label("Anybody may join").check()
    ana.open_table("Maella", "Carlist", "A friend, by invite link")
    ana.page.get_by_role("button", name="Copy invite link").click()
    invitation = "/join/" + ana.page.get_by_label("Invite link").input_value().rpartition("/")[2]
    bea = person("Bea", color_scheme=scheme)
    page, found = bea.page, {}
    bea.go(invitation)
    expect(page.locator("main.invitation")).to_be_visible()
    found["invitation"] = barriers(bea)
    bea.arrive()
    begun(server, bea, "maella")
    war = begun(server, bea, "espartero", 40, until="act", code="aiw")
    bea.go("/")
    expect(page.locator(".results li")).to_have_count(1)
    page.locator(".goals-of summary").click()
    expect(page.locator(".goals-of .goals")).to_be_visible()
    found["lobby"] = barriers(bea)
    page.get_by_role("link", name=re.compile("^Join: ")).first.click()
    expect(page.locator("main.invitation")).to_be_visible()
    found["open table"] = barriers(bea)
    bea.go(f"/table/{war}")
    bea.at_table()
    page.locator(".prompt .chip").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found["rule"] = barriers(bea)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="How to win").click()
    expect(page.get_by_role("dialog").locator(".goals")).to_be_visible()
    found["how to win"] = barriers(bea)
    bea.go("/nowhere")
    expect(page.locator("main")).to_be_visible()
    found["nowhere"] = barriers(bea)
    assert {} == {where: what for where, what in found.items() if what}
