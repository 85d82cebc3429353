"""Against the computer: time to take back what hands over to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.live import RUN, LiveServer
from tests.web.browser import visitor
from tests.web.games import begun
from tests.web.hand import Hand

# Bots wait a thousand times as long as they are asked to, so that no test hangs on how fast the machine is.
PATIENT = """
from tablero.table.course import Course
grace = Course.grace
Course.grace = lambda self, seat: 1000 * grace(self, seat)
""" + RUN


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[LiveServer]:
    server = LiveServer(f"sqlite:///{tmp_path / 'tablero.db'}", tmp_path / "server.log", PATIENT)
    server.start()
    yield server
    server.stop()


def test_what_hands_over_to_the_computer_can_be_taken_back_as_long_as_it_waits(
    browser: Browser, patient: LiveServer
) -> None:
    ana = visitor(browser, patient.url, "Ana", pace="quick")
    ana.arrive()
    ana.go("/table/" + begun(patient, ana, "1812", 337, until="finish_play", code="wellington",
                             seats=("me", "heuristic", "heuristic", "heuristic")))
    ana.at_table()
    page, hand = ana.page, Hand(ana)
    hand.wait()
    question, end = page.locator("#asked").inner_text(), page.locator(".prompt [data-do=end]")
    end.click()
    undo = page.get_by_role("button", name="Undo")
    expect(page.locator(".prompt")).to_contain_text("the computer waits a moment")
    expect(page.locator("#asked")).to_have_text("The computer is playing.")
    expect(undo).to_be_enabled()
    undo.click()
    expect(page.locator("#asked")).to_have_text(question)
    page.evaluate("() => localStorage.setItem('tablero.settings', '{\"pace\": \"off\"}')")
    page.reload()
    hand.wait()
    end.click()             # who wants no pause is not kept waiting
    expect(page.locator("#asked")).not_to_have_text(question)
    ana.clean()
    ana.context.close()
