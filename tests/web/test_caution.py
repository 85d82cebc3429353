"""Nothing of value is thrown away by a careless click, and what can only end in nothing says so."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun
from tests.web.hand import Hand

CARLIST = ("me", "heuristic")


@pytest.fixture
def ana(person: Person) -> Visitor:
    """Somebody who reads what is asked."""
    one = person("Ana", careful=True)
    one.arrive()
    return one


def sit(ana: Visitor, server: LiveServer, code: str, scenario: str, actions: int, until: str, seed: int) -> None:
    id_ = begun(server, ana, scenario, actions, until=until, seats=CARLIST, seed=seed, code=code)
    ana.go(f"/table/{id_}")
    ana.at_table()


def done(ana: Visitor) -> list[str]:
    return [act["do"] for act in ana.acts()]


def test_ending_with_points_left_asks_once_and_can_be_set_never_to_ask(
    ana: Visitor, server: LiveServer, barriers: Barriers
) -> None:
    sit(ana, server, "aiw", "espartero", 86, "act", 4)
    page = ana.page
    end = page.locator(".prompt .row.main .closing")
    expect(end).to_contain_text("Action Points that would be lost: ")
    expect(page.locator(".prompt .row.main .primary")).to_have_count(0)
    page.locator(".board").focus()
    page.keyboard.press("d")            # no key wastes anything
    end.click()
    asked = page.get_by_role("dialog", name="would be lost")
    expect(asked).to_be_visible()
    assert [] == barriers(ana)
    asked.get_by_role("button", name="Go back").click()
    expect(asked).to_have_count(0)
    assert [] == done(ana)
    end.click()
    asked.get_by_label("Do not ask again").check()
    asked.locator(".anyway").click()
    Hand(ana).until(lambda: done(ana) == ["done"])
    assert '"waste":false' in page.evaluate("() => localStorage.getItem('tablero.settings')")
    assert [] == ana.grumbles


def test_who_does_not_want_to_be_asked_is_not(ana: Visitor, server: LiveServer) -> None:
    sit(ana, server, "dpyr", "maella", 0, "choose_action", 7)
    page = ana.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Ask before something of value is lost").uncheck()
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Close").click()
    page.locator(".prompt .closing").click()
    Hand(ana).until(lambda: done(ana) == ["pass"])


def test_what_can_only_end_in_nothing_says_why_and_stays_allowed(ana: Visitor, server: LiveServer) -> None:
    sit(ana, server, "dpyr", "maella", 0, "choose_action", 7)
    batir = ana.page.locator(".prompt .option.vain", has_text="Batir")
    expect(batir).to_contain_text("No unit that can fire has a target in range.")
    batir.click()
    Hand(ana).until(lambda: done(ana) == ["batir"])

