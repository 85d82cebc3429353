"""Company: an invitation that says what it is, and a board without fog when the game is over."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
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


def test_others_may_watch_later_if_both_agree_and_find_the_table_in_the_lobby(ana: Visitor, person: Person) -> None:
    ana.page.get_by_role("group", name="Opponent").get_by_text("A friend, by invite link", exact=True).click()
    ana.page.get_by_label("Anybody may join").check()
    sitting = ana.open_table("Maella", "Carlist", "A friend, by invite link")
    bea, carl = person("Bea"), person("Carl")
    for one in (bea, carl):
        one.arrive()
    bea.page.get_by_role("link", name="Join: the Liberals").click()
    bea.page.get_by_role("button", name="Accept").click()
    bea.at_table()
    carl.go("/")
    watch = carl.page.locator(f".company a[href='/table/{sitting}']")
    expect(carl.page.locator(".online")).to_contain_text("Ana")
    expect(watch).to_have_count(0)
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_role("button", name="Propose to let others watch").click()
    ana.page.get_by_role("button", name="Propose to let others watch").last.click()
    offer = bea.page.get_by_role("alertdialog", name="let others watch")
    offer.get_by_role("button", name="Accept").click()
    expect(offer).to_have_count(0)
    carl.go("/")
    watch.click()
    assert sitting == carl.at_table()
    expect(carl.page.locator(".board .map")).to_be_attached()
    assert not carl.updates()[-1].get("choices")


def test_a_rematch_swaps_the_sides_by_offer_and_consent(ana: Visitor, person: Person) -> None:
    """Bea finds the table in the lobby, plays, resigns, and they meet again the other way round."""
    ana.page.get_by_role("group", name="Opponent").get_by_text("A friend, by invite link", exact=True).click()
    ana.page.get_by_label("Anybody may join").check()
    first = ana.open_table("Maella", "Carlist", "A friend, by invite link")
    bea = person("Bea")
    bea.arrive()
    bea.page.get_by_role("link", name="Join: the Liberals").click()
    expect(bea.page.get_by_role("main")).to_contain_text("Ana invites you to a game")
    bea.page.get_by_role("button", name="Accept").click()
    assert first == bea.at_table()
    bea.page.get_by_role("button", name="Menu").click()
    bea.page.get_by_role("button", name="Resign").click()
    bea.page.get_by_role("button", name="Resign").last.click()
    for one in (ana, bea):
        expect(one.page.locator(".result h2")).to_have_text("Victory for the Carlists by resignation.")

    ana.page.get_by_role("button", name="Rematch, sides swapped").click()
    ana.page.wait_for_url(lambda url: "/table/" in url and first not in url)
    again = ana.at_table()
    bea.page.get_by_role("button", name="Rematch offered by Ana: go there").click()
    told = bea.page.get_by_role("main")
    expect(told).to_contain_text("Your side")
    expect(told.locator("dd.side-carlist")).to_be_visible()
    bea.page.get_by_role("button", name="Accept").click()
    assert again == bea.at_table()
    expect(ana.page.locator(".chairs .side-liberal.you")).to_contain_text("Ana")
    expect(ana.page.locator(".chairs .side-carlist")).to_contain_text("Bea")

    bea.go("/")
    past = bea.page.locator(".results li")
    expect(past).to_contain_text("Lost")
    expect(past).to_contain_text("Victory for the Carlists by resignation.")
    expect(bea.page.locator(".online")).to_contain_text("Ana")


def test_a_rematch_against_the_computer_begins_at_once(ana: Visitor, server: LiveServer) -> None:
    finished = begun(server, ana, "maella")
    ana.go(f"/table/{finished}")
    ana.at_table()
    ana.page.get_by_role("button", name="Rematch, sides swapped").click()
    ana.page.wait_for_url(lambda url: "/table/" in url and finished not in url)
    ana.at_table()
    expect(ana.page.locator(".chairs .side-liberal.you")).to_contain_text("Ana")
    expect(ana.page.locator(".chairs .side-carlist")).to_contain_text("Computer (normal)")


def test_the_page_can_be_installed_and_a_picture_shared_without_another_host(
    ana: Visitor, server: LiveServer, tmp_path: Path
) -> None:
    page = ana.page
    found = page.evaluate("""async () => {
      const answer = await fetch(document.querySelector("link[rel=manifest]").href);
      const manifest = await answer.json();
      const icons = await Promise.all(manifest.icons.map((icon) => fetch(icon.src)));
      return [answer.headers.get("content-type"), manifest.display, icons.map((icon) => icon.status)];
    }""")
    assert ["application/manifest+json", "standalone", [200] * 4] == found
    ana.go(f"/table/{begun(server, ana, 'maella', 150, until='march_montear')}")
    ana.at_table()
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share a picture of the board").click()
    saved.value.save_as(tmp_path / "board.png")
    with Image.open(tmp_path / "board.png") as picture:
        assert picture.width > 1000
        colours = picture.convert("RGB").resize((200, 200)).getcolors(40_000)
        assert colours is not None
        assert len(colours) > 5000          # a map with counters, not an empty sheet
