"""Company: an invitation that says what it is, and a board without fog when the game is over."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun

HIDDEN = "() => [...document.querySelectorAll('.board .piece')].map((piece) => piece.textContent).join('|')"


def test_an_invitation_says_who_what_and_which_side_before_one_accepts(
    ana: Visitor, person: Person, barriers: Barriers
) -> None:
    ana.page.get_by_label("Live").check()
    sitting = ana.open_table("Maella", "Carlist", "A friend, by invite link")
    ana.page.get_by_role("button", name="Copy invite link").click()
    link = ana.page.get_by_label("Invite link").input_value()
    bea = person("Bea", viewport={"width": 390, "height": 844})
    bea.go("/join/" + link.rpartition("/")[2])
    told = bea.page.get_by_role("main")
    for words in (
        "Ana invites you to a game", "Dios, Patria y Rey", "Will it be me, general?: Maella", "1–2 hours",
        "The Liberals", "60 minutes for the game, 20 seconds more with each move", "Standard",
    ):
        expect(told).to_contain_text(words)
    assert [] == barriers(bea)
    expect(ana.page.locator(".chairs")).to_contain_text("free seat")        # to look is not to accept
    bea.accept()
    assert sitting == bea.at_table()
    expect(ana.page.locator(".chairs")).to_contain_text("Bea")
    bea.go("/join/" + link.rpartition("/")[2])
    assert sitting == bea.at_table()            # and the link leads back

    carl = person("Carl")
    carl.go("/join/" + link.rpartition("/")[2])
    expect(carl.page.get_by_role("alert")).to_contain_text("invitation")


def test_the_fog_lifts_when_the_game_is_over_and_not_before(
    ana: Visitor, server: LiveServer, barriers: Barriers
) -> None:
    page = ana.page
    running = begun(server, ana, "zumalacarregui", 40, until="act", code="aiw")
    view = page.get_by_label("Look from")
    for place in ("table", "replay"):
        ana.go(f"/{place}/{running}")
        page.wait_for_selector(".board .piece")
        expect(view).to_have_count(0)
    finished = begun(server, ana, "zumalacarregui", code="aiw", seed=2, player="random")
    ana.go(f"/table/{finished}")
    ana.at_table()
    own = page.evaluate(HIDDEN)
    view.select_option(label="Everything")
    page.wait_for_function(f"(own) => ({HIDDEN})() !== own", arg=own)
    everything = page.evaluate(HIDDEN)
    assert [] == barriers(ana)
    ana.go(f"/replay/{finished}")
    page.wait_for_selector(".player[data-moment]:not([data-moment='-1'])")
    view.select_option(label="Everything")
    page.wait_for_function(f"(all) => ({HIDDEN})() === all", arg=everything)
    page.get_by_role("button", name="One back").click()         # and it stays so from one moment to the next
    expect(view).to_have_value("all")
