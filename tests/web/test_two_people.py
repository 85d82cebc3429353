"""Two people in two browsers at one table: invitation, lost lines, a server that dies, proposals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tablero.server.store.database import open_database
from tablero.table.journal import Acted
from tests.server.live import LiveServer, live_server
from tests.web.browser import Visitor, visitor
from tests.web.conftest import Person
from tests.web.games import begun
from tests.web.hand import Hand
from tests.web.wire import Line, line_to

REACHED = "(n) => Number(document.querySelector('.prompt').dataset.version) >= n"


def invite(ana: Visitor, bea: Visitor) -> None:
    """Ana, at a table with a free seat, gives Bea the link."""
    sitting = ana.at_table()
    ana.page.get_by_role("button", name="Copy invite link").click()
    link = ana.page.get_by_label("Invite link").input_value()
    bea.go("/join/" + link.rpartition("/")[2])
    bea.accept()
    assert sitting == bea.at_table()


def play(hands: list[Hand], clicks: int) -> None:
    """Whoever is asked clicks."""
    for _ in range(clicks):
        asked, _ = by_turn(hands)
        asked.click(asked.look())


def by_turn(hands: list[Hand]) -> tuple[Hand, Hand]:
    """The one who is asked and the one who waits, once the server has answered the last click."""
    hands[0].until(lambda: any(hand.ready() for hand in hands))
    asked, waiting = sorted(hands, key=Hand.ready, reverse=True)
    return asked, waiting


def told(person: Visitor, kind: str = ".line") -> list[str]:
    """The log as it stands in the page, from the first line on."""
    earlier = person.page.locator(".log > button")
    if earlier.count():
        earlier.click()
        expect(earlier).to_have_count(0)
    return person.page.locator(f".log {kind}").all_inner_texts()


def position(person: Visitor) -> list[str]:
    """The counters that both may see, and where they stand."""
    found: list[str] = person.page.evaluate("""() => [...document.querySelectorAll('.board .piece')]
      .map((piece) => piece.dataset.id + ' ' + piece.getAttribute('transform')).sort()""")
    return found


def version(person: Visitor) -> int:
    return int(person.page.locator(".prompt").get_attribute("data-version") or 0)


def together(ana: Visitor, bea: Visitor) -> None:
    """Both pages show the same moment, and nothing is under way."""
    for person in (ana, bea):
        person.page.wait_for_function("() => document.querySelector('.prompt[aria-busy=false]')")
    bea.page.wait_for_function(REACHED, arg=version(ana))
    ana.page.wait_for_function(REACHED, arg=version(bea))


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[tuple[LiveServer, Line, Line]]:
    """A server of our own, and a line to it for each person."""
    with (
        live_server(f"sqlite:///{tmp_path / 'tablero.db'}", tmp_path) as server,
        line_to(server.port) as one, line_to(server.port) as other,
    ):
        yield server, one, other


def lost(person: Visitor) -> Locator:
    return person.page.get_by_role("alert").filter(has_text="The connection is lost")


def answer(hand: Hand) -> None:
    """Click until something is sent, or would be if there were a line."""
    for _ in range(10):
        hand.click(hand.look(), wait=False)
        if hand.busy():
            return
    raise AssertionError("ten clicks, and nothing is said")


def moves(person: Visitor) -> list[dict[str, Any]]:
    """The actions and gestures this browser sent, a resent one as often as it was sent."""
    return [message for message in map(json.loads, person.sent) if message["type"] in ("act", "gesture")]


def answer_sent(hand: Hand) -> str:
    """Answer, and the id of what was sent, which we are told later than the page shows it."""
    before = len(moves(hand.visitor))
    answer(hand)
    hand.until(lambda: len(moves(hand.visitor)) > before)
    return str(moves(hand.visitor)[before]["id"])


def test_lost_lines_and_a_killed_server_lose_nothing_and_double_nothing(
    lines: tuple[LiveServer, Line, Line], browser: Browser
) -> None:
    server, one, other = lines
    ana, bea = visitor(browser, one.url, "Ana"), visitor(browser, other.url, "Bea")
    ana.arrive()
    sitting = begun(server, ana, "maella", 150, seats=("me", "open"))
    ana.go("/table/" + sitting)
    invite(ana, bea)
    hands = [Hand(ana), Hand(bea, Random(2))]
    database = open_database(server.database)
    play(hands, 25)

    # One who waits loses the network; the other goes on; the first comes back to the same table.
    asked, waiting = by_turn(hands)
    waiting.visitor.context.set_offline(True)
    expect(lost(waiting.visitor)).to_be_visible()
    asked.click(asked.look())
    waiting.visitor.context.set_offline(False)
    expect(lost(waiting.visitor)).to_have_count(0)
    together(ana, bea)

    # One who is asked loses the network and answers all the same: the answer is given when it is back.
    play(hands, 10)
    together(ana, bea)
    asked, waiting = by_turn(hands)
    before = version(asked.visitor)
    asked.visitor.context.set_offline(True)
    expect(lost(asked.visitor)).to_be_visible()
    answer(asked)
    assert before == version(waiting.visitor)
    asked.visitor.context.set_offline(False)
    waiting.page.wait_for_function(REACHED, arg=before + 1)
    together(ana, bea)

    # An answer arrives and its acknowledgement is lost: the browser sends it again, and it is done once.
    play(hands, 10)
    together(ana, bea)
    asked, waiting = by_turn(hands)
    line = one if asked.visitor is ana else other
    before = version(asked.visitor)
    line.mute = True
    pending = answer_sent(asked)
    asked.until(lambda: any(entry.client.endswith(pending) for entry in database.journal(sitting)))
    line.cut()
    line.mend()
    asked.page.wait_for_function(REACHED, arg=before + 1)
    together(ana, bea)
    asked.until(lambda: sum(move["id"] == pending for move in moves(asked.visitor)) == 2)
    assert 1 == sum(entry.client.endswith(pending) for entry in database.journal(sitting))

    # The server is killed and comes back.
    server.kill()
    for person in (ana, bea):
        expect(lost(person)).to_be_visible()
    server.start()
    for person in (ana, bea):
        expect(lost(person)).to_have_count(0)
    together(ana, bea)
    play(hands, 40)
    together(ana, bea)

    # Everything that was sent is in the journal, once; both logs tell it.
    journal = database.journal(sitting)
    database.close()
    done = {
        entry.client.partition(":")[2]: entry.matter.do
        for entry in journal if isinstance(entry.matter, Acted) and entry.client
    }
    sent = {move["id"]: move.get("do") for person in (ana, bea) for move in moves(person)}
    assert len(done) == sum(isinstance(entry.matter, Acted) and bool(entry.client) for entry in journal)
    assert set(sent) == {id_.partition("/")[0] for id_ in done}         # each action of a gesture has its number
    alone = {id_: do for id_, do in sent.items() if do}
    assert alone == {id_: do for id_, do in done.items() if id_ in alone}
    assert told(ana, "h3") == told(bea, "h3") != []       # the rest of a log may differ in secrets
    for person in (ana, bea):
        before_reload = told(person)
        person.page.reload()
        person.at_table()
        assert before_reload == told(person)
        assert [] == person.faults
        person.context.close()


@pytest.fixture
def pair(person: Person) -> tuple[Visitor, Visitor]:
    """Two people who have begun to play."""
    ana, bea = person("Ana"), person("Bea")
    ana.arrive()
    ana.open_table("Maella", "Carlist", "A friend, by invite link")
    invite(ana, bea)
    return ana, bea


def propose_take_back(one: Visitor) -> str:
    """Back to before the last line of the log."""
    page = one.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Propose a take-back").click()
    page.get_by_role("button", name="Back to before this").last.click()
    expect(page.get_by_text("You propose:")).to_be_visible()
    return page.locator(".log .line").last.get_attribute("data-line") or ""


def test_a_take_back_is_refused_and_then_agreed_on(pair: tuple[Visitor, Visitor]) -> None:
    ana, bea = pair
    hands = [Hand(ana), Hand(bea, Random(2))]
    play(hands, 50)
    together(ana, bea)
    before = position(ana), told(ana)

    propose_take_back(ana)
    offer = bea.page.get_by_role("alertdialog")
    expect(offer).to_contain_text("Ana: take the game back to action")
    offer.get_by_role("button", name="Refuse").click()
    expect(offer).to_have_count(0)
    expect(ana.page.get_by_text("You propose:")).to_have_count(0)
    together(ana, bea)
    assert before == (position(ana), told(ana))
    assert [] == told(bea, ".undone")

    line = propose_take_back(ana)
    offer.get_by_role("button", name="Accept").click()
    expect(offer).to_have_count(0)
    together(ana, bea)
    expect(ana.page.locator(f".log .line[data-line='{line}']")).to_have_class(re.compile("undone"))
    play(hands, 6)
    together(ana, bea)
