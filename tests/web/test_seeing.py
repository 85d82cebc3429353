"""What happens is seen: what others did is played back on the board, dice fall where they are rolled for, a fight is a
sheet that stays."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tablero
from tablero.kernel.frames import State
from tablero.kernel.odds import percent
from tests.chances import play, throws
from tests.games.car.promises import won
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun, folded
from tests.web.hand import LINK, Hand

PLACES = """() => Object.fromEntries([...document.querySelectorAll(".board .piece:not(.leaving)")]
  .map((piece) => [piece.dataset.id, piece.getAttribute("transform")]))"""

MIDDLE = "(e) => (({ left, top, width, height }) => [left + width / 2, top + height / 2])(e.getBoundingClientRect())"
SPOT = f"""(id) => ({MIDDLE})([...document.querySelectorAll(".board .piece")]
  .find((piece) => piece.dataset.id === id) ?? document.querySelector(".board .flash, .board .burst"))"""


def places(page: Page) -> dict[str, str]:
    """Where each piece is drawn."""
    found: dict[str, str] = page.evaluate(PLACES)
    return found


def at_war(someone: Visitor, server: LiveServer, **more: Any) -> str:
    """A table at which the computer is about to do several things after one's own next answers."""
    sitting = begun(server, someone, "maella", 120, until="choose_action", **more)
    someone.go("/table/" + sitting)
    someone.at_table()
    return sitting


def until_others_move(someone: Visitor) -> dict[str, str]:
    """Pass what can be passed until the computer has moved something, which is then being played back; gives the board
    as it was before."""
    hand, page = Hand(someone), someone.page
    for _ in range(60):
        told, before, many = hand.question(), places(page), len(someone.updates())
        hand.make(next((one for one in told["choices"] if one.get("closes")), told["choices"][0]), told)
        hand.question()
        theirs = [update for update in someone.updates()[many:]
                  if any(line["seat"] == "liberal" and line["lines"] for line in update.get("log", ()))]
        if any("moves from" in line for update in theirs for line in update["log"][0]["lines"]):
            return before
        page.keyboard.press("Escape")
    raise AssertionError("the computer never moved")


@pytest.mark.parametrize("phone", [False, True])
def test_what_the_computer_did_is_played_from_where_one_last_looked(
    person: Person, server: LiveServer, phone: bool
) -> None:
    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True} if phone else {}
    ana = person("Ana", pace="slow", **size)
    ana.arrive()
    sitting = at_war(ana, server)
    page = ana.page
    before = until_others_move(ana)
    bar = page.locator(".playback")
    bar.get_by_role("button", name="Stop").click()
    back, on = (bar.get_by_role("button", name=name) for name in ("One back", "One forward"))
    while back.is_enabled():
        back.click()
    expect(bar).to_contain_text("As it was when you last looked.")
    assert before == places(page)                                       # the board is rewound
    assert 0 == page.locator(".board .top [role=button]").count()       # and nothing of the present is lit on it
    moved = 0
    while "moves from" not in bar.locator(".told").inner_text():
        on.click()
        moved += 1
    assert before != places(page)
    expect(bar).to_contain_text(f"{moved} / ")
    assert page.locator(".effects-drawn .march").count()                # an arrow from where to where
    page.keyboard.press("Escape")
    expect(bar).to_have_count(0)
    assert page.locator(".board .top [role=button]").count() or page.locator(".prompt .options button").count()

    again = page.locator(".since button")
    expect(again).to_contain_text("What happened (")
    again.click()
    expect(bar).to_be_visible()
    bar.get_by_role("button", name="Stop").click()                      # at the first scene, which would stay
    many = len(ana.acts())
    page.locator(".prompt :is(.row.main .primary, .options button):enabled, .prompt .places summary").first.click()
    if page.locator(".prompt .places[open]").count():
        page.locator(".prompt .places .option").first.click()
    expect(bar.get_by_text("As it was when you last looked.")).to_have_count(0)     # acting ends it
    assert len(ana.acts()) > many

    page.evaluate("([id, n]) => localStorage.setItem(`tablero.seen.${id}`, n)", [sitting, "100"])
    page.reload()
    expect(bar).to_be_visible()                                         # after a reload the server tells it
    page.locator(".board").click(position={"x": 40, "y": 40})
    expect(bar).to_have_count(0)


def test_without_a_pace_it_is_only_offered(ana: Visitor, server: LiveServer) -> None:
    sitting = at_war(ana, server)
    page = ana.page
    Hand(ana).question()
    page.evaluate("([id, n]) => localStorage.setItem(`tablero.seen.${id}`, n)", [sitting, "100"])
    page.reload()
    ana.at_table()
    offer = page.locator(".since button")
    expect(offer).to_contain_text("What happened (")
    expect(page.locator(".playback")).to_have_count(0)
    now = places(page)
    offer.click()
    expect(page.locator(".playback")).to_contain_text("1 / ")
    assert now != places(page)
    page.keyboard.press(" ")
    expect(page.locator(".playback")).to_have_count(0)
    assert now == places(page)


def test_dice_lie_where_they_were_rolled_for_and_let_every_click_through(person: Person, server: LiveServer) -> None:
    """Also for those who want no motion, as a still picture."""
    ana = person("Ana", pace="slow")
    ana.arrive()
    ana.go("/table/" + begun(server, ana, "maella", 120, until="fire"))
    ana.at_table()
    hand, page = Hand(ana), ana.page
    told = hand.question()
    shot = next(choice for choice in told["choices"] if choice["do"].startswith("fire"))
    hand.make(shot, told)
    label = page.locator(".fallen")
    expect(label).to_have_count(1)
    rolled = [line for line in ana.updates()[-1]["log"] if line.get("dice")]
    thrown = next(dice for line in rolled for dice in line["dice"] if dice)
    pips = [die.locator("circle").count() for die in label.locator("p").first.locator(".die").all()]
    assert [int(n) for n in thrown.split()] == pips
    (x, y), spot = label.evaluate(MIDDLE), page.evaluate(SPOT, shot["targets"][-1])
    assert abs(x - spot[0]) < 160
    assert abs(y - spot[1]) < 130
    assert "none" == label.evaluate("(e) => getComputedStyle(e).pointerEvents")
    assert "none" == label.locator(".die").first.evaluate("(e) => getComputedStyle(e).animationName")
    expect(label).to_have_count(0, timeout=10_000)


BESIDE = """() => {
  const [label, sheet] = [".fallen", ".fight"].map((one) => document.querySelector(one).getBoundingClientRect());
  return label.right <= sheet.left || label.left >= sheet.right || label.bottom <= sheet.top
    || label.top >= sheet.bottom;
}"""


def test_dice_lie_beside_the_sheet_of_a_fight(person: Person, server: LiveServer) -> None:
    ana = person("Ana", pace="slow")
    ana.arrive()
    ana.go("/table/" + begun(server, ana, "maella", 120, until="fire"))
    ana.at_table()
    hand, page = Hand(ana), ana.page
    told = hand.question()
    hand.make(next(choice for choice in told["choices"] if choice["do"].startswith("fire")), told)
    expect(page.locator(".fallen")).to_have_count(1)
    page.evaluate("""() => {
      const board = document.querySelector(".board").getBoundingClientRect();
      const { left, width } = document.querySelector(".fallen").getBoundingClientRect();
      document.querySelector(".fight").style.cssText = `position:fixed;left:${board.left}px;right:auto;top:${
        board.top}px;height:${board.height}px;width:${left + width / 2 - board.left}px`;
    }""")
    page.get_by_role("button", name="Zoom in").click()
    assert page.evaluate(BESIDE)


def enumerated(s: State, text: str) -> tuple[int, int]:
    """Of 36 throws of two dice, how many make a shot hit, and how many twice: the rules are given each of them."""
    hits = 0, 0
    for thrown in product(range(1, 7), repeat=2):
        t = s.clone()
        t.script = list(thrown)
        events = tablero.apply(t, 0, tablero.game("dpyr").read(t, text))
        harm = sum(event.args[1] for event in events if event.kind == "fire")
        hits = hits[0] + (harm > 0), hits[1] + (harm > 1)
    return hits


def test_a_fight_is_a_sheet_that_stays_until_it_is_put_away(person: Person, server: LiveServer) -> None:
    """Who, what the numbers are made of with their rules, the odds there were, the dice, the result."""
    ana = person("Ana", pace="quick")
    ana.arrive()
    sitting = begun(server, ana, "maella", 120, until="fire")
    before = folded(server, sitting).state
    ana.go("/table/" + sitting)
    ana.at_table()
    hand, page = Hand(ana), ana.page
    told = hand.question()
    shot = next(choice for choice in told["choices"] if choice["do"].startswith("fire"))
    assert shot["odds"]
    hand.make(shot, told)
    sheet = page.locator(".fight")
    expect(sheet).to_be_visible()
    (line,) = (line for line in ana.updates()[-1]["log"] if line.get("sheets"))
    if sheet.locator(".body").count() == 0:
        sheet.locator(".fold").click()
    for name, ours, _, rule in (row for rows in line["sheets"] for row in rows):
        if name != "unit":
            row = sheet.locator("tr").filter(has_text=f"§ {rule}").filter(has_text=ours)
            expect(row.first).to_be_visible()
    expect(sheet.locator(".odds")).to_contain_text(shot["odds"])
    once, twice = (f"{100 * n / 36:.0f} %" for n in enumerated(before, shot["do"]))
    expect(sheet.locator(".odds")).to_contain_text(f"hits {once}, twice {twice}")
    thrown = next(dice for dice in line["dice"] if dice).split()
    assert [int(n) for n in thrown] == [die.locator("circle").count() for die in sheet.locator("ol .die").all()]
    outcome = sheet.locator(".outcome").last.inner_text()
    assert outcome
    page.wait_for_timeout(2500)                     # longer than the pace
    expect(sheet).to_contain_text(outcome)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_the_sheet_of_a_combat_has_the_odds_of_all_its_throws(ana: Visitor, server: LiveServer) -> None:
    """Two dice: the rules are given each of their 36 throws."""
    def chance(s: State) -> Fraction:
        courses = throws(lambda t: play(t, 0, ("pass",), [("pass",)] * 3), s, (), 200)
        return sum((likely * Fraction(won(0)(t, t.events)) for t, likely in courses), Fraction(0))

    sitting = begun(server, ana, "campaign", 30, code="car", until="combat_cards", when=lambda s: 0 < chance(s) < 1)
    odds = chance(folded(server, sitting).state)
    ana.go("/table/" + sitting)
    ana.at_table()
    if ana.page.locator(".fight .body").count() == 0:
        ana.page.locator(".fight .fold").click()
    expect(ana.page.locator(".fight .odds")).to_contain_text(f" {percent(odds)}")


def until_something_great(someone: Visitor) -> str:
    """Do as little as possible until something is told that nobody should miss; gives the sentence."""
    hand = Hand(someone)
    for _ in range(60):
        told, many = hand.question(), len(someone.updates())
        wish = next((one for one in told["choices"] if one.get("closes") or one["do"] == "auto"), told["choices"][0])
        hand.make(wish, told)
        hand.question()
        for update in someone.updates()[many:]:
            for line in update.get("log", ()):
                if line.get("great") and line["seat"] != "nationalist":
                    found: str = line["lines"][line["great"][0]]
                    return found
    raise AssertionError("nothing great happened")


def test_a_great_event_is_a_card_over_the_board_that_goes_by_itself_or_with_a_key(
    person: Person, server: LiveServer
) -> None:
    ana = person("Ana", pace="slow")
    ana.arrive()
    ana.go("/table/" + begun(server, ana, "campaign", 120, until="choose_action", code="car"))
    ana.at_table()
    text = LINK.sub(r"\1", until_something_great(ana))
    page = ana.page
    page.keyboard.press("Escape")                                       # end the playback
    card = page.get_by_role("region", name="A great event")
    expect(card).to_contain_text(text[1:])                              # the first letter becomes a capital one
    box, prompt = card.bounding_box(), page.locator(".prompt").bounding_box()
    assert box
    assert prompt
    assert box["x"] + box["width"] <= prompt["x"]                       # never over the question
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
