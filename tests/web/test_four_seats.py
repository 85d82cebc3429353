"""A game with four seats, of which the page knows nothing but what it is sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import expect

from tests.kernel import four
from tests.server.live import RUN, LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.hand import Hand

# The server with one more game on its list.
PROGRAM = """
import tablero, tests.kernel.four
tablero.GAMES = (*tablero.GAMES, "four")
""" + RUN

COLOURS = "(flags) => flags.map((flag) => getComputedStyle(flag, '::before').backgroundColor)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("four")
    found = LiveServer(f"sqlite:///{folder / 'tablero.db'}", folder / "server.log", PROGRAM)
    found.start()
    yield found
    found.stop()
    assert "Traceback" not in (folder / "server.log").read_text()


def opened(ana: Visitor, *seats: str) -> str:
    """Ana fills in who plays which seat, and opens the table."""
    page = ana.page
    page.locator(".poster").filter(has_text="Four").click()
    for seat, who in zip(four.SEATS, seats, strict=True):
        page.get_by_role("group", name="Who plays").get_by_label(seat.title()).select_option(label=who)
    page.get_by_role("button", name="Play", exact=True).click()
    return ana.at_table()


def invited(ana: Visitor, seat: str, guest: Visitor) -> None:
    """Ana sends a guest the link to a free seat."""
    offer = ana.page.locator(f".offer[data-seat={seat}]")
    offer.get_by_role("button", name="Copy invite link").click()
    guest.go("/join/" + offer.get_by_label("Invite link").input_value().rpartition("/")[2])
    guest.accept()
    guest.at_table()


def played(hands: list[Hand]) -> int:
    """Whoever is asked clicks until the game is over for all; gives how many clicks it took."""
    for clicks in range(1000):
        over = [bool(hand.look()["over"]) for hand in hands]
        if all(over):
            return clicks
        hands[0].until(lambda: any(hand.ready() or hand.look()["over"] for hand in hands))
        asked = next((hand for hand in hands if hand.ready()), None)
        if asked is not None:
            asked.click(asked.look())
    raise AssertionError("the game does not end")


def test_four_people_play_a_game_of_four_seats(person: Person) -> None:
    ana, *guests = [person(name) for name in ("Ana", "Bea", "Carl", "Dora")]
    ana.arrive()
    opened(ana, "Me", *["A friend, by invite link"] * 3)
    expect(ana.page.locator(".offer[data-seat]")).to_have_count(3)
    for seat, guest in zip(four.SEATS[1:], guests, strict=True):
        invited(ana, seat, guest)
    people = [ana, *guests]
    for one in people:
        expect(one.page.locator(".chairs li")).to_have_text([re.compile(other.name) for other in people])
        expect(one.page.locator(".hands .playing")).to_have_count(2)        # one's own cards
        expect(one.page.locator(".hands .backs")).to_have_text(["2", "2", "2"])
    flags = ana.page.locator(".chairs li .flag").evaluate_all(COLOURS)
    assert 4 == len(set(flags))
    assert played([Hand(one, Random(n)) for n, one in enumerate(people)]) > 30
    results = {one.page.locator(".result h2").inner_text() for one in people}
    assert 1 == len(results)


# Of each chair: what is cut off of its name, seat and clock, and does it lie over anything else in the bar?
CUT = """(chairs) => chairs.map((chair) => {
  const box = chair.getBoundingClientRect(), parts = [...chair.querySelectorAll("b, small, time")];
  const others = document.querySelectorAll(".bar > :is(.brand, button), .bar h1, .tracks, .chairs li");
  const over = [...others].filter((other) => other !== chair && other.checkVisibility()).some((other) => {
    const { left, right, top, bottom } = other.getBoundingClientRect();
    return left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1;
  });
  const cut = parts.filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth);
  return [parts.length, cut.map((part) => part.textContent), over];
})"""


@pytest.mark.parametrize("width", [360, 400, 1280])
def test_four_seats_are_legible_on_a_phone_and_on_a_desk(person: Person, width: int) -> None:
    """Name, seat, clock and whose turn it is; after a resignation, who has resigned."""
    phone: dict[str, object] = {"viewport": {"width": width, "height": 800}, "has_touch": width < 1000}
    ana, bea = person("Ana", **phone), person("Bea")
    ana.arrive()
    ana.page.locator(".poster").filter(has_text="Four").click()
    ana.page.get_by_label("Live").check()
    opened(ana, "Me", "A friend, by invite link", "Me", "Me")
    invited(ana, "east", bea)
    chairs = ana.page.locator(".chairs li")
    expect(chairs.locator("time")).to_have_count(4)
    assert [[3, [], False]] * 4 == chairs.evaluate_all(CUT)
    expect(ana.page.locator(".chairs .awaited")).not_to_have_count(0)
    chosen(bea, "Resign")
    expect(chairs.nth(1).locator("s")).to_have_text("Bea")
    expect(chairs.nth(1).locator("small")).to_have_text("resigned · East")
    assert [[2, [], False], [3, [], False]] == chairs.evaluate_all(CUT)[1:3]


def test_one_person_holds_two_of_four_seats(person: Person) -> None:
    ana, bea = person("Ana"), person("Bea")
    ana.arrive()
    sitting = opened(ana, "Me", "A friend, by invite link", "Me", "A friend, by invite link")
    invited(ana, "east", bea)
    ana.page.locator(".offer[data-seat=west]").get_by_role("button", name="Play it myself too").click()
    ana.at_table()
    expect(ana.page.locator(".chairs li")).to_have_text([re.compile(name) for name in ("Ana", "Bea", "Ana", "Ana")])

    # She may look from each of her seats, and holds the cards of that one.
    own = ana.page.locator(".hands .playing").first.get_attribute("data-id")
    ana.page.locator(".chairs li").nth(2).get_by_role("button").click()
    expect(ana.page.locator(".chairs li.you")).to_contain_text("South")
    expect(ana.page.locator(".hands .playing").first).not_to_have_attribute("data-id", own or "")
    hands = [Hand(ana), Hand(bea, Random(2))]
    assert played(hands) > 30
    seats = {chair["seat"] for update in ana.updates() for chair in update["chairs"] if chair.get("you")}
    assert {"north", "south", "west"} == seats

    # The replay of a game that is over can be watched from each seat.
    ana.go(f"/replay/{sitting}#0")
    expect(ana.page.locator(".player")).to_have_attribute("data-moment", "0")
    first = ana.page.locator(".hands .playing").first.get_attribute("data-id")
    ana.page.locator(".player .viewpoint select").select_option("west")
    expect(ana.page.locator(".hands .playing").first).not_to_have_attribute("data-id", first or "")


def chosen(one: Visitor, item: str) -> None:
    """Something of the menu, and yes to what is asked then."""
    one.page.get_by_role("button", name="Menu").click()
    one.page.get_by_role("dialog", name="Menu").get_by_role("button", name=item, exact=True).click()
    one.page.locator("dialog .primary").click()


def test_who_resigns_makes_way_for_the_computer_and_a_draw_takes_the_consent_of_all_others(person: Person) -> None:
    people = ana, bea, carl = [person(name) for name in ("Ana", "Bea", "Carl")]
    ana.arrive()
    opened(ana, "Me", "A friend, by invite link", "A friend, by invite link", "Me")
    invited(ana, "east", bea)
    invited(ana, "south", carl)
    chosen(carl, "Resign")
    for one in people:
        expect(one.page.locator(".chairs li").nth(2)).to_contain_text("for Carl, who has resigned")
        expect(one.page.locator(".chairs li").nth(2)).not_to_contain_text("to move")     # a move ends a proposal
    carl.page.get_by_role("button", name="Menu").click()
    expect(carl.page.get_by_role("dialog", name="Menu").get_by_role("button", name="Resign")).to_have_count(0)
    carl.page.keyboard.press("Escape")
    chosen(ana, "Offer a draw")
    expect(ana.page.locator(".offer")).to_contain_text("You propose:")
    expect(bea.page.locator(".offer")).to_contain_text("Ana: agree on a draw.")
    bea.page.get_by_role("button", name="Accept").click()
    for one in people:
        expect(one.page.locator(".result h2")).to_have_text("A draw, by agreement.")


def test_a_proposal_waits_until_everybody_has_agreed(person: Person) -> None:
    people = ana, bea, carl = [person(name) for name in ("Ana", "Bea", "Carl")]
    ana.arrive()
    opened(ana, "Me", "A friend, by invite link", "A friend, by invite link", "Me")
    invited(ana, "east", bea)
    invited(ana, "south", carl)
    chosen(bea, "Offer a draw")
    carl.page.get_by_role("button", name="Accept").click()
    expect(carl.page.locator(".offer")).to_contain_text("You have agreed; the others are asked:")
    expect(bea.page.locator(".offer")).to_contain_text("You propose:")
    ana.page.get_by_role("button", name="Accept").click()
    for one in people:
        expect(one.page.locator(".result h2")).to_have_text("A draw, by agreement.")
