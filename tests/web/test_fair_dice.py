"""Two people sit down, the page says what fixes the dice, and checks it when the game is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import tablero
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.test_two_people import invite


@pytest.fixture
def pair(person: Person) -> tuple[Visitor, Visitor]:
    ana, bea = person("Ana"), person("Bea")
    ana.arrive()
    ana.open_table("Maella", "Carlist", "A friend, by invite link")
    invite(ana, bea)
    return ana, bea


def dice_line(one: Visitor) -> str:
    """The line in the menu."""
    one.page.get_by_role("button", name="Menu").click()
    text = one.page.locator(".dice-line").inner_text()
    one.page.keyboard.press("Escape")
    return text


def number(one: Visitor, sitting: str) -> str:
    """The number that a browser has given."""
    found: str = one.page.evaluate("(id) => JSON.parse(localStorage.getItem('tablero.seed.' + id)).share", sitting)
    return found


def test_the_dice_are_fixed_by_both_and_checked_at_the_end(pair: tuple[Visitor, Visitor]) -> None:
    ana, bea = pair
    sitting = ana.at_table()
    numbers = [number(one, sitting) for one in pair]
    for one, mine in zip(pair, numbers, strict=True):
        line = dice_line(one)
        assert "by a number of each player" in line
        assert mine[:16] in line
    bea.page.get_by_role("button", name="Menu").click()
    bea.page.get_by_role("button", name="Resign").click()
    bea.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for one in pair:
        expect(one.page.locator(".result .fair")).to_contain_text("Dice checked")
        one.page.get_by_text("Were the dice fair?").click()
        expect(one.page.locator(".result")).to_contain_text("Every die and draw was worked out again")
        expect(one.page.locator(".result")).to_contain_text("the table's word")
        assert [] == one.faults
    text = ana.page.evaluate("(path) => fetch(path).then((a) => a.text())", f"/api/sittings/{sitting}/record")
    record = tablero.Record.parse(text)
    assert tuple(numbers) == record.shares
    assert (True, 2) == (record.verify().whole, record.verify().shares)


@pytest.mark.parametrize(("forge", "says"), [
    ("commitment", "the hash is not the one"), ("share", "your number is not in the seed"),
])
def test_a_page_that_kept_something_else_says_what_does_not_fit(
    pair: tuple[Visitor, Visitor], forge: str, says: str
) -> None:
    ana, bea = pair
    ana.page.evaluate("""([id, field]) => {
      const place = 'tablero.seed.' + id, kept = JSON.parse(localStorage.getItem(place));
      localStorage.setItem(place, JSON.stringify({ ...kept, [field]: '0'.repeat(64) }));
    }""", [ana.at_table(), forge])
    bea.page.evaluate("""(id) => fetch(`/api/sittings/${id}/resign`, { method: 'POST', body: '{"id": "r"}',
      headers: { 'content-type': 'application/json' } })""", bea.at_table())
    expect(ana.page.locator(".result .fair")).to_contain_text(says)
