"""An order that is given beforehand in one browser, carried out by the table, and seen in another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.live import RUN, LiveServer
from tests.web import peninsula
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun, folded
from tests.web.hand import Hand
from tests.web.test_wellington import seated

PROGRAM = """
from tests.web import peninsula
peninsula.arrange()
""" + RUN


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("orders")
    found = LiveServer(f"sqlite:///{folder / 'tablero.db'}", folder / "server.log", PROGRAM)
    found.start()
    yield found
    found.stop()
    assert "Traceback" not in (folder / "server.log").read_text()


@pytest.fixture(autouse=True)
def arranged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test looks at the same wars as the server."""
    peninsula.arrange(monkeypatch.setattr)


def do(hand: Hand, wanted: str) -> None:
    """Make the choice that begins with some words."""
    told = hand.question()
    hand.make(next(choice for choice in told["choices"] if choice["do"].startswith(wanted)), told)


def given(carl: Visitor, leader: str, *where: str) -> None:
    """Carl orders Soult to intercept a Leader who comes to one of some Duchies."""
    page = carl.page
    page.get_by_role("tab", name="Orders").click()
    form = page.locator(".orders form")
    form.get_by_label("Order").select_option("intercept soult")
    form.get_by_label("If one of these comes").select_option(leader)
    form.get_by_label("Into one of these Duchies").select_option(list(where))
    form.get_by_role("button", name="Give the order").click()
    expect(page.locator(".orders li")).to_contain_text("Soult")
    expect(page.locator(".orders li small")).to_have_text("once")


def at_war(person: Person, server: LiveServer) -> tuple[Visitor, Visitor, str]:
    """Ana with Britain, about to play her first card; Carl with the Armée du Sud."""
    ana, carl = person("Ana"), person("Carl")
    for one in (ana, carl):
        one.arrive()
    id_ = begun(server, ana, "1812", 0, until="choose_play", seats=("me", "open", "random", "random"), seed=5,
                code="wellington", player="random")
    seated(carl, ana, id_, "sud")
    for one in (ana, carl):
        one.go(f"/table/{id_}")
        one.at_table()
    return ana, carl, id_


def marched(ana: Visitor, carl: Visitor, to: str) -> None:
    """Ana leads Wellington to a Duchy; whatever else Carl is asked meanwhile he lets pass."""
    hand, other = Hand(ana), Hand(carl)
    for wanted in ("cp", "lead wellington", f"step {to}"):
        hand.until(lambda: hand.ready() or passed(other))
        do(hand, wanted)


def passed(carl: Hand) -> bool:
    """Carl plays no card, if one is asked of him."""
    told = carl.told()
    if carl.ready() and told["asked"]["key"] == "window" and not told["asked"].get("passing"):
        do(carl, "pass")
    return False


def test_an_order_to_intercept_is_carried_out_by_the_table_and_seen_by_the_other(
    person: Person, server: LiveServer
) -> None:
    ana, carl, id_ = at_war(person, server)
    given(carl, "leader:wellington", "duchy:salamanca", "duchy:avila")
    marched(ana, carl, "salamanca")
    other, log = Hand(carl), ana.page.locator(".log")
    other.until(lambda: "Soult attempts to intercept from Ávila into Salamanca" in log.inner_text() or passed(other))
    assert not [act for act in carl.acts() if act["do"] != "pass"]
    expect(carl.page.locator(".orders li")).to_have_count(0)        # it was for once
    carl.page.get_by_role("tab", name="Log").click()
    expect(carl.page.locator(".log")).to_contain_text("Soult attempts to intercept from Ávila into Salamanca")
    assert ["intercept soult"] == [done for done in deeds(server, id_) if done.startswith("intercept")]
    assert not any("intercept soult" in frame for frame in ana.frames), "Ana was told of the order"


def deeds(server: LiveServer, id_: str) -> list[str]:
    sitting = folded(server, id_)
    return [sitting.game.write(sitting.state, entry.action) for entry in sitting.record.entries if entry.seat == 1]


def test_an_order_for_another_duchy_is_not_carried_out(person: Person, server: LiveServer) -> None:
    """The table asks Carl as it would without the order."""
    ana, carl, id_ = at_war(person, server)
    given(carl, "leader:wellington", "duchy:avila")
    marched(ana, carl, "salamanca")
    other = Hand(carl)
    other.until(lambda: other.ready() and other.told()["asked"]["key"] == "reaction_window" or passed(other))
    expect(carl.page.locator("#asked")).to_contain_text("Wellington has come to Salamanca")
    expect(carl.page.locator(".orders li")).to_have_count(1)
    assert not [done for done in deeds(server, id_) if done.startswith("intercept")]
