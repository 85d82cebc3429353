"""No barriers: what axe-core finds on pages, panels and sizes that no other test looks at."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun

FOUR = ("me", "heuristic", "heuristic", "heuristic")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LYING: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
LOW: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}


@pytest.mark.parametrize(("screen", "scheme"), [(LOW, "light"), (PHONE, "dark"), (LYING, "light")],
                         ids=["low", "phone", "lying"])
def test_no_panel_of_a_table_has_a_serious_barrier(
    ana: Visitor, person: Person, server: LiveServer, barriers: Barriers, screen: dict[str, Any], scheme: str
) -> None:
    war = begun(server, ana, "1812", 60, until="choose_play", code="wellington", seats=FOUR)
    one = person("Ana", **screen, color_scheme=scheme, storage_state=ana.context.storage_state())
    page, found = one.page, {}
    one.go(f"/table/{war}")
    one.at_table()
    found["table"] = barriers(one)
    for tab in ("Armies", "Aid", "Rules", "Orders", "Chat", "Notes"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel").locator("*").first).to_be_visible()
        found[tab] = barriers(one)
    assert {} == {where: what for where, what in found.items() if what}


def test_neither_replays_nor_books_nor_a_rule_have_a_serious_barrier(
    ana: Visitor, server: LiveServer, barriers: Barriers
) -> None:
    page, found = ana.page, {}
    war = begun(server, ana, "espartero", 40, until="act", code="aiw")
    ana.go(f"/replay/{war}#30")
    expect(page.locator(".log .line").last).to_be_visible()
    found["replay"] = barriers(ana)
    page.get_by_role("tab", name="Aid").click()
    expect(page.get_by_role("tabpanel").locator(".panel").first).to_be_visible()
    found["aid"] = barriers(ana)
    for game in ("dpyr", "aiw", "car"):
        ana.go(f"/book/{game}")
        expect(page.locator("main.book nav")).to_be_visible()
        found[game] = barriers(ana)
        ana.go(f"/aid/{game}")
        expect(page.locator(".aid-page .chart").first).to_be_visible()
        found[f"aid of {game}"] = barriers(ana)
    ana.go(f"/table/{war}")
    ana.at_table()
    page.locator(".prompt .chip").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found["rule"] = barriers(ana)
    ana.go("/nowhere")
    expect(page.locator("main")).to_be_visible()
    found["nowhere"] = barriers(ana)
    assert {} == {where: what for where, what in found.items() if what}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_beside_the_table_has_a_serious_barrier_by_day_or_by_night(
    ana: Visitor, person: Person, server: LiveServer, barriers: Barriers, scheme: str
) -> None:
    over = begun(server, ana, "maella")
    ana.open_table("Maella", "Carlist", "A friend, by invite link")
    ana.page.get_by_role("button", name="Copy invite link").click()
    invitation = "/join/" + ana.page.get_by_label("Invite link").input_value().rpartition("/")[2]
    bea, one = (person(name, color_scheme=scheme, storage_state=state) for name, state in
                (("Bea", None), ("Ana", ana.context.storage_state())))
    found = {}
    for who, path, seen in (
        (bea, invitation, "main"), (one, f"/summary/{over}", ".course path.line"), (one, "/guide/aiw", ".prompt"),
        (one, "/book/wellington", "article.rule"), (one, "/aid/wellington", ".aid-page .chart"),
    ):
        who.go(path)
        expect(who.page.locator(seen).first).to_be_visible()
        found[who.name, path] = barriers(who)
    assert {} == {where: what for where, what in found.items() if what}
