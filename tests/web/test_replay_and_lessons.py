"""Looking back at a game, a link to a moment, a lesson."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import tablero
from tablero.games.dpyr.examples import LESSONS
from tablero.table.look import look
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun, folded

POSITION = """() => [...document.querySelectorAll(".board .piece:not(.leaving)")]
  .map((piece) => `${piece.dataset.id} ${piece.getAttribute("transform")}`).sort()"""


def moment(page: Page, n: int) -> list[str]:
    """The position after so many actions, once it is shown."""
    expect(page.locator(".player")).to_have_attribute("data-moment", str(n))
    found: list[str] = page.evaluate(POSITION)
    return found


def test_a_finished_game_is_looked_at_again_and_a_moment_of_it_is_sent_to_a_friend(
    ana: Visitor, person: Person, server: LiveServer
) -> None:
    sitting = begun(server, ana, "maella", spectators=True)
    ana.go("/")
    page = ana.page
    page.get_by_role("link", name=re.compile("Maella")).first.click()
    expect(page.locator(".player h2:not(.unseen)")).to_have_text(re.compile(r"\w+"))
    slider = page.get_by_role("slider")
    all_ = int(slider.get_attribute("max") or 0)
    assert all_ > 300
    end = moment(page, all_)

    slider.fill("200")
    then = moment(page, 200)
    assert then
    assert then != end
    expect(page.locator(".log .line").last).to_be_visible()
    lines = page.locator(".log .line").count()
    page.get_by_role("button", name="One forward").click()
    page.get_by_role("button", name="One forward").click()
    moment(page, 202)
    assert lines <= page.locator(".log .line").count()
    page.get_by_role("button", name="One back").click()
    page.get_by_role("button", name="One back").click()
    assert then == moment(page, 200)
    page.get_by_role("button", name="Bookmark").click()
    page.get_by_role("button", name="Start").click()
    moment(page, 0)
    page.get_by_role("button", name="200", exact=True).click()
    assert then == moment(page, 200)
    page.get_by_role("button", name="Play", exact=True).click()
    moment(page, 202)
    page.get_by_role("button", name="Stop", exact=True).click()
    slider.fill("200")
    assert then == moment(page, 200)
    assert page.url.endswith(f"/replay/{sitting}#200")

    bea = person("Bea")
    bea.go(f"/replay/{sitting}#200")
    bea.enter()
    assert then == moment(bea.page, 200)


FIGHTS = (
    ("dpyr", "maella", 360), ("aiw", "espartero", 120), ("car", "two_years_of_war", 100), ("wellington", "1812", 80),
)


@pytest.mark.parametrize(("code", "scenario", "actions"), FIGHTS)
def test_a_fight_that_is_looked_at_again_is_the_same_sheet(
    ana: Visitor, server: LiveServer, code: str, scenario: str, actions: int
) -> None:
    """It comes with the action that begins the fight, fills, shows the result, and is put away by the next thing."""
    seats = ("me",) + ("heuristic",) * (len(tablero.game(code).seats) - 1)
    sitting = begun(server, ana, scenario, actions, code=code, seed=5, seats=seats)
    log = folded(server, sitting).log
    marks = look(tablero.game(code)).fights
    told = [(line.n, marks.get(event.kind, 0)) for line in log for event in line.events]
    result = next(n for n, mark in told if mark & 2)
    begins = max(n for n, mark in told if mark & 1 and n <= result)
    page, sheet = ana.page, ana.page.locator(".fight")
    ana.go(f"/replay/{sitting}#{begins - 1}")
    moment(page, begins - 1)
    expect(sheet).to_have_count(0)
    for n in range(begins, result + 1):
        page.get_by_role("button", name="One forward").click()
        moment(page, n)
        expect(sheet).to_have_count(1)
    if sheet.locator(".body").count() == 0:
        sheet.locator(".fold").click()
    expect(sheet.locator(".outcome").first).to_be_visible()
    expect(sheet.locator(".die").first).to_be_visible()
    assert sheet.locator("tr .chip, .made .chip").count()
    page.reload()                                               # who comes by a link to the moment sees the same
    moment(page, result)
    expect(sheet).to_have_count(1)
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)


def test_one_looks_back_at_a_running_game_as_ones_own_seat_saw_it(ana: Visitor, server: LiveServer) -> None:
    sitting = begun(server, ana, "maella", 150, seats=("me", "me"))
    ana.go("/table/" + sitting)
    ana.at_table()
    page = ana.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Look back at this game").click()
    assert moment(page, 150)
    page.get_by_role("button", name="Start").click()
    assert [] == moment(page, 0)
    page.get_by_role("link", name="Back to the table").click()
    ana.at_table()


@pytest.mark.parametrize("lesson", ["4.3x1", "4.5x1"])
def test_a_lesson_is_done_from_start_to_end(ana: Visitor, lesson: str) -> None:
    example = LESSONS.examples[lesson]
    page = ana.page
    page.locator("details.lessons summary").click()
    page.locator("details.lessons").get_by_role("link", name=example.title["en"]).click()
    task = page.locator("#task")
    for n, step in enumerate(example.steps):
        expect(page.get_by_text(f"Step {n + 1} of {len(example.steps)}")).to_be_visible()
        expect(task).to_have_text(step.say["en"])
        expect(page.locator(".outlook")).to_have_count(0)           # of a battle of two units
        if n == 0:
            stray(page)
        choose(page, step.action)
    expect(task).to_have_text("Well done: the lesson is finished.")
    expect(page.get_by_role("link", name=re.compile("Next lesson"))).to_be_visible()


def test_in_a_lesson_either_of_two_units_like_each_other_will_do(ana: Visitor) -> None:
    page = ana.page
    ana.go("/lesson/car/10.1.12b")
    for step in (1, 2):
        expect(page.get_by_text(f"Step {step} of 9")).to_be_visible()
        page.get_by_role("button", name="Show it").click()
    expect(page.locator("#task")).to_have_text("Pick one division.")
    choose(page, "take nat_inf_2")
    expect(page.get_by_text("Step 4 of 9")).to_be_visible()


def choose(page: Page, action: str) -> None:
    """Do what a step asks: on the map where it has a place, else by its button."""
    verb, *things = action.split()
    if things:
        page.locator(f".board .top [role=button][data-id$=':{things[-1]}']").press("Enter")
    else:
        page.locator(".prompt button").filter(has_text=re.compile(verb.replace("_", " "), re.IGNORECASE)).click()


def stray(page: Page) -> None:
    """Something allowed that is not the lesson's step is answered with what the lesson wants."""
    other = page.locator(".prompt .options button").last
    other.click()
    expect(page.get_by_role("alert").filter(has_text="the lesson does something else")).to_be_visible()
