"""Comforts of the table: set up for me, records taken up again, sounds, questions before dice, notices, and what is
said when something goes wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tablero
from tablero import bots
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun
from tests.web.hand import Hand

# --- set up for me


def test_the_computer_sets_up_for_the_player_who_takes_some_of_it_back(ana: Visitor) -> None:
    ana.open_table("Maella", "Carlist", "Computer (normal)")
    page, hand = ana.page, Hand(ana)
    hand.turn(4)
    before = page.locator(".board .piece").count()
    seen = hand.wait()
    page.get_by_role("button", name="Set up for me").click()
    hand.changed(seen)
    done = page.get_by_role("button", name=re.compile("^Done"))
    expect(done).to_be_enabled()
    assert page.locator(".board .piece").count() > before + 5
    expect(page.get_by_role("button", name="Set up for me")).to_have_count(0)
    clicks = len(ana.acts())
    assert clicks <= 4

    lines = page.locator(".log .line:not(.undone)").count()
    seen = hand.wait()
    page.keyboard.press("u")
    hand.changed(seen)
    expect(page.locator(".log .line.undone")).not_to_have_count(0)
    assert page.locator(".log .line:not(.undone)").count() < lines
    while not done.is_visible():
        seen = hand.wait()
        page.get_by_role("button", name="Set up for me").click()
        hand.changed(seen)
    expect(done).to_be_enabled()
    done.click()
    expect(page.locator("#asked")).to_contain_text("factor markers")        # the computer has set up too
    expect(page.get_by_role("button", name="Set up for me")).to_be_visible()
    assert [] == ana.grumbles


def test_nothing_is_set_up_once_the_battle_has_begun_nor_in_lessons(ana: Visitor, server: LiveServer) -> None:
    ana.go("/table/" + begun(server, ana, "maella", 120, until="march_montear"))
    ana.at_table()
    Hand(ana).wait()
    expect(ana.page.get_by_role("button", name="Set up for me")).to_have_count(0)
    ana.go("/lesson/dpyr/4.3x1")
    expect(ana.page.locator(".prompt")).to_be_visible()
    expect(ana.page.get_by_role("button", name="Set up for me")).to_have_count(0)


# --- records


def record(scenario: str, actions: int) -> str:
    """A game that two bots have played so far."""
    game = tablero.game("dpyr")
    made = tablero.Record.start(game, scenario, 11)
    players = [bots.make("heuristic", game, seat) for seat in (0, 1)]
    while not made.state.over and len(made.entries) < actions:
        seat = tablero.players(made.state)[0]
        options = tablero.options(made.state, seat)
        made.apply(seat, players[seat].choose(game.view(made.state, seat), options, seat))
    return made.text(private=True)


def test_a_record_is_taken_up_again_where_it_ended(ana: Visitor, tmp_path: Path) -> None:
    page = ana.page
    (tmp_path / "game.record").write_text(record("luchana", 100), "utf-8")
    (tmp_path / "letter.txt").write_text("Dear Ana,\n", "utf-8")
    chooser = page.get_by_label("Continue from a saved game")
    chooser.set_input_files(tmp_path / "letter.txt")
    expect(page.get_by_role("alert")).to_have_text("letter.txt is not a saved game of this title.")
    chooser.set_input_files(tmp_path / "game.record")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("radio", name=re.compile("Luchana"))).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()
    ana.at_table()
    hand = Hand(ana)
    hand.wait()
    expect(page.locator(".bar h1")).to_contain_text("Luchana")
    assert ana.updates()[-1]["actions"] >= 100
    assert page.locator(".board .piece").count() > 10
    hand.turn(3)


def test_whoever_chooses_another_battle_after_a_record_plays_that_battle(ana: Visitor, tmp_path: Path) -> None:
    (tmp_path / "game.record").write_text(record("luchana", 10), "utf-8")
    ana.page.get_by_label("Continue from a saved game").set_input_files(tmp_path / "game.record")
    expect(ana.page.get_by_role("radio", name=re.compile("Luchana"))).to_be_checked()
    ana.open_table("Maella")
    expect(ana.page.locator(".bar h1")).to_contain_text("Will it be me")
    assert 0 == ana.updates()[0].get("actions", 0)


def test_an_edited_record_is_refused_courteously(ana: Visitor, tmp_path: Path) -> None:
    text = record("maella", 10).replace('"deploy ', '"deploy x', 1)
    (tmp_path / "game.record").write_text(text, "utf-8")
    page = ana.page
    page.get_by_role("button", name="ES", exact=True).click()
    page.get_by_label("Continuar una partida guardada").set_input_files(tmp_path / "game.record")
    expect(page.get_by_role("radio", name=re.compile("Maella"))).to_be_checked()
    page.get_by_role("button", name="Jugar", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(
        "La línea 2 ha sido cambiada o está dañada: su suma de control no cuadra."
    )


# --- settings


def wish(page: Page, setting: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(setting).check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


LISTEN = """() => {
  window.heard = [];
  for (const kind of [OscillatorNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (at) { window.heard.push(this.frequency.value); return start.call(this, at); };
  }
}"""


def test_sounds_are_heard_only_if_they_are_wanted(ana: Visitor) -> None:
    ana.open_table("Maella", "Carlist", "Nobody: I play both sides")
    page, hand = ana.page, Hand(ana)
    page.evaluate(LISTEN)
    hand.turn(2)
    assert [] == page.evaluate("window.heard")
    wish(page, "Sounds")
    hand.turn(2)
    page.wait_for_function("() => window.heard.length >= 2")
    assert [] == ana.grumbles


def test_dice_rattle(ana: Visitor, server: LiveServer) -> None:
    wish(ana.page, "Sounds")
    ana.go("/table/" + begun(server, ana, "maella", 120, until="fire"))
    ana.at_table()
    ana.page.evaluate(LISTEN)
    hand = Hand(ana)
    for _ in range(60):
        hand.turn(1)
        if ana.page.evaluate("window.heard.length >= 4"):
            break
    told = [line for update in ana.updates()[1:] for line in update.get("log", ()) if line.get("dice")]
    assert told
    ana.page.wait_for_function("() => window.heard.length >= 4")


def test_dice_are_rolled_only_after_a_question_if_one_wants_it(ana: Visitor, server: LiveServer) -> None:
    ana.go("/table/" + begun(server, ana, "maella", 120, until="fire"))
    ana.at_table()
    page, hand = ana.page, Hand(ana)
    wish(page, "Ask before dice are rolled")
    target = page.locator(".board .top [role=button]").first
    question = page.get_by_role("dialog", name=re.compile("^Fire at .*Dice will be rolled, and this cannot be taken"))
    for answer in ("Escape", "Enter"):
        target.press("Enter")
        expect(question).to_be_visible()
        assert [] == ana.acts()
        seen = hand.look()
        page.keyboard.press(answer)
        expect(page.locator("dialog")).to_have_count(0)
    hand.changed(seen)
    assert ["fire"] == [act["do"].split()[0] for act in ana.acts()]


def test_without_that_wish_dice_are_rolled_at_once(ana: Visitor, server: LiveServer) -> None:
    ana.go("/table/" + begun(server, ana, "maella", 120, until="fire"))
    ana.at_table()
    seen = Hand(ana).wait()
    ana.page.locator(".board .top [role=button]").first.press("Enter")
    Hand(ana).changed(seen)
    assert ["fire"] == [act["do"].split()[0] for act in ana.acts()]


# A browser's notices, kept instead of shown; leave is given or not, and counted.
NOTICES = """(leave) => {
  window.notices = [];
  window.asked = 0;
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { window.asked += 1; return window.Notification.permission = leave; }
    constructor(title, options) { window.notices.push([title, options.body]); }
    close() {}
  };
  Object.defineProperty(document, "hidden", { get: () => Boolean(window.away) });
}"""


def allow(page: Page, leave: str) -> None:
    page.evaluate(NOTICES, leave)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="When it is my turn…").click()
    assert 0 == page.evaluate("window.asked")           # only a click asks
    page.get_by_label("Notify me while the table").click()
    page.wait_for_function("() => window.asked === 1")


def test_the_browser_tells_when_it_is_ones_turn_and_one_is_away(ana: Visitor, server: LiveServer) -> None:
    ana.go("/table/" + begun(server, ana, "maella", 120, until="march_montear"))
    ana.at_table()
    page = ana.page
    allow(page, "granted")
    window = page.get_by_role("dialog", name="When it is my turn")
    window.get_by_role("button", name="Send me a test").first.click()
    expect(window).to_contain_text("Sent.")
    assert ["This is how you are told that it is your turn."] == page.evaluate("window.notices.map(([title]) => title)")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.evaluate("window.notices = []")
    hand = Hand(ana)
    waits = page.locator(".prompt.idle")
    for away in (False, True):
        page.evaluate("(away) => { window.away = away; window.notices = []; }", away)
        for _ in range(200):        # until the computer has been asked, and has answered
            seen = hand.wait()
            count = len(ana.updates())
            hand.click(seen)
            hand.wait()
            if any(not update["choices"] for update in ana.updates()[count:]) or waits.count():
                hand.wait()
                break
        else:
            raise AssertionError("the computer was never asked")
        if away:
            page.wait_for_function("() => window.notices.length > 0")
            title, body = page.evaluate("window.notices[0]")
            assert "Your turn: Will it be me, general?: Maella" == title
            assert body
        else:
            assert [] == page.evaluate("window.notices")


def test_a_browser_that_does_not_allow_notices_is_named(ana: Visitor) -> None:
    allow(ana.page, "denied")
    window = ana.page.get_by_role("dialog", name="When it is my turn")
    expect(window).to_contain_text("The browser does not allow it.")
    expect(window.get_by_label("Notify me while the table")).not_to_be_checked()
    expect(window.get_by_role("button", name="Send me a test")).to_have_count(0)


def test_where_the_server_has_neither_accounts_nor_mail_none_are_offered(person: Person) -> None:
    ana = person("Ana")
    ana.go("/")
    expect(ana.page.get_by_label("Your name")).to_be_visible()
    expect(ana.page.get_by_role("button", name="Sign in")).to_have_count(0)
    assert [] == ana.grumbles           # nor does a first visit complain of anything
    ana.enter()
    ana.page.get_by_role("button", name="Ana", exact=True).click()
    window = ana.page.get_by_role("dialog", name="You")
    expect(window.get_by_label("Your name at the table")).to_be_visible()
    expect(window.locator("[name=password]")).to_have_count(0)
    ana.page.keyboard.press("Escape")
    ana.page.get_by_role("button", name="Settings").click()
    ana.page.get_by_role("button", name="When it is my turn…").click()
    expect(ana.page.get_by_label("Address of the webhook")).to_be_visible()
    expect(ana.page.get_by_label("E-mail address")).to_have_count(0)


# --- what goes wrong, and when


def test_a_broken_script_is_told_with_courtesy_and_its_detail_only_to_the_console(person: Person) -> None:
    ana = person("Ana")
    ana.page.route("**/web/lobby.js", lambda route: route.fulfill(
        content_type="text/javascript", body="export async function open() { throw new TypeError('inner workings'); }"
    ))
    ana.go("/")
    ana.enter()
    expect(ana.page.get_by_role("alert")).to_have_text(
        "Something went wrong in this page (TypeError). Nothing of your game is lost: load the page again."
    )
    assert "inner workings" not in ana.page.inner_text("body")
    assert any("inner workings" in said for said in ana.grumbles)


@pytest.mark.parametrize(("language", "path", "text"), [
    ("EN", "/table/nowhere", "There is no table “nowhere”."),
    ("ES", "/table/nowhere", "No existe la mesa «nowhere»."),
    ("ES", "/join/nothing", "No existe la invitación «nothing»."),
    ("ES", "/elsewhere", "No existe la página «/api/elsewhere»."),
])
def test_errors_are_told_in_the_language_of_the_page(ana: Visitor, language: str, path: str, text: str) -> None:
    ana.page.get_by_role("button", name=language, exact=True).click()
    expect(ana.page.locator("html")).to_have_attribute("lang", language.lower())
    if path == "/elsewhere":
        found = ana.page.evaluate("""() => fetch("/api/elsewhere", { headers: { "accept-language": "es" } })
            .then((answer) => answer.json())""")
        assert text == found["text"]
        return
    ana.go(path)
    expect(ana.page.locator("main.plain")).to_contain_text(text)


def test_what_a_table_refuses_is_told_in_spanish(ana: Visitor, server: LiveServer) -> None:
    ana.go("/table/" + begun(server, ana, "maella", 60))
    ana.at_table()
    page = ana.page
    page.get_by_role("button", name="ES", exact=True).click()
    page.get_by_role("button", name="Menú").click()
    page.get_by_role("button", name="Ofrecer un empate").click()
    page.get_by_role("dialog").get_by_role("button", name="Ofrecer un empate").click()
    expect(page.get_by_role("alert")).to_have_text("El ordenador nunca acepta un empate.")


@pytest.mark.parametrize(("locale", "shown"), [
    ("en-GB", r"6 Jan 2026, 18:30"), ("en-US", r"Jan 6, 2026, 6:30"), ("es-ES", r"6 Jan 2026, 18:30"),
])
def test_dates_are_written_as_the_reader_writes_them(
    person: Person, server: LiveServer, locale: str, shown: str
) -> None:
    ana = person("Ana", locale=locale, timezone_id="Europe/Madrid")
    ana.go("/")
    ana.page.get_by_role("button", name="EN", exact=True).click()
    ana.enter()
    expect(ana.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    begun(server, ana, "maella", now=1_767_720_600.0)
    ana.page.reload()
    expect(ana.page.locator(".mine .results li > small")).to_have_text(re.compile(shown))
