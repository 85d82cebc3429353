"""What newcomers to Wellington stumbled over: cards from the log, names that moved, costly defaults, Sieges
begun by a stray click, a log without room or with the wrong colours, phones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

import tablero
from tablero import bots
from tablero.games.wellington.board import POWERS
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.state import Wellington
from tablero.table.journal import Opened
from tablero.table.sitting import Sitting
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun, folded
from tests.web.hand import Hand
from tests.web.test_four_seats import CUT

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LYING: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True}

# Where each name is written on the map, in the measures of the map.
NAMES = """() => Object.fromEntries([...document.querySelectorAll(".names .name:not(.water-name)")].map((name) =>
  [name.textContent, [name.classList.contains("under"), ...[...name.children].map((line) => line.getAttribute("x")
    + " " + line.getAttribute("y"))].join()]))"""

# Of each sentence of the log: the side whose colour it has, and its words.
SENTENCES = """() => [...document.querySelectorAll(".log .line p")].map((p) =>
  [p.className.match(/side-(\\w*)/)[1], p.textContent.trim()])"""


def begins_with(one: Visitor, server: LiveServer, key: str, actions: int = 0, seed: int = 2) -> str:
    """Somebody who plays all four Powers sits down where something is asked; gives the sitting."""
    id_ = begun(server, one, "1812", actions, until=key, seats=("me",) * 4, seed=seed, code="wellington")
    one.go(f"/table/{id_}")
    one.at_table()
    expect(one.page.locator(".prompt.asked")).to_be_visible()
    return id_


def within(one: Visitor, where: str) -> None:
    """Something is wholly on the screen."""
    box, size = one.page.locator(where).bounding_box(), one.page.viewport_size
    assert box
    assert size
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("screen", [LAPTOP, PHONE, LYING])
def test_a_card_opened_from_the_log_is_wholly_seen_and_can_be_closed(
    person: Person, server: LiveServer, screen: dict[str, Any]
) -> None:
    ana = person("Ana", **screen)
    ana.arrive()
    begins_with(ana, server, "choose_play", 60)
    page = ana.page
    if not page.locator(".log").is_visible():
        page.get_by_role("tab", name="Log").click()
    card, reader = page.locator(".log p").filter(has_text="as an Event").locator("a.link").last, page.locator(".reader")
    card.click()
    within(ana, ".reader")
    within(ana, ".reader > .bare")
    page.get_by_role("button", name="Close").click()
    expect(reader).to_have_count(0)
    card.click()
    expect(reader).to_be_visible()
    page.keyboard.press("Escape")
    expect(reader).to_have_count(0)
    card.click()
    expect(reader).to_be_visible()
    page.locator(".tabs").get_by_role("tab", name="Aid").click()
    expect(reader).to_have_count(0)


def test_names_stay_where_they_are_whoever_marches(person: Person, server: LiveServer) -> None:
    ana = person("Ana", **LAPTOP)
    ana.arrive()
    begins_with(ana, server, "choose_play")
    expect(ana.page.locator(".sheet")).to_have_attribute("style", re.compile(r"scale\(1\)"))      # drawn at its size
    hand, before = Hand(ana), ana.page.evaluate(NAMES)
    assert len(before) > 40
    wanted = ["cp", "lead hill", "step", "lead beresford", "step", "stop"]
    while wanted:
        told = hand.question()
        fitting = [choice for choice in told["choices"] if choice["do"].startswith((wanted[0], "pass"))]
        hand.make(fitting[0], told)
        if fitting[0]["do"] != "pass":
            wanted.pop(0)
    moved = {piece["id"] for told in ana.updates() if not told.get("whole") for piece in told.get("pieces", [])}
    assert {"leader:hill", "leader:beresford"} <= moved
    assert before == ana.page.evaluate(NAMES)


def test_no_default_spends_anything(ana: Visitor, server: LiveServer) -> None:
    """A Resource has a button, but neither the main one nor the key D; a Hand is kept by default, an Impulse is not
    ended by default after a Resource alone."""
    id_ = begins_with(ana, server, "mulligan")
    main = ana.page.locator(".prompt .row.main .primary")
    expect(main).to_contain_text("Keep the Hand")
    expect(ana.page.locator(".prompt .nos")).to_have_count(0)       # it comes once: there is no kind to be declined
    ana.page.locator("body").press("n")
    assert [] == ana.acts()
    begins_with(ana, server, "choose_play")
    expect(ana.page.locator(".prompt .options").get_by_role("button", name="Spend a Resource")).to_be_visible()
    expect(main).to_have_count(0)
    ana.page.locator("body").press("d")
    assert [] == ana.acts()
    assert folded(server, id_).record.entries == []
    begins_with(ana, server, "finish_play")
    expect(main).to_have_count(0)
    expect(ana.page.locator(".prompt .row.main .closing")).to_contain_text("You could still play a card")


def test_a_siege_is_begun_by_its_name_and_never_by_a_click_on_its_leader(ana: Visitor, server: LiveServer) -> None:
    begins_with(ana, server, "choose_play")
    page = ana.page
    besiege = page.locator(".prompt .options").get_by_role("button", name="Wellington besieges")
    expect(besiege).to_be_visible()
    expect(page.locator('.board .top [role=button][data-id="leader:wellington"]')).to_have_count(0)
    page.locator('.board .piece[data-id="leader:wellington"]').dispatch_event("click")
    menu = page.locator(".bubble .menu button")
    expect(menu).to_have_count(1)
    expect(menu).to_contain_text("Wellington besieges")
    assert [] == ana.acts()
    menu.click()
    expect(page.locator(".log")).to_contain_text("Britain besieges Ciudad Rodrigo")


def battles() -> Iterator[tuple[int, int]]:
    """Seeds of wars that bots play, and after how many actions somebody may play a card in a Battle."""
    game = tablero.game("wellington")
    for seed in range(1, 60):
        opened = Opened(game.code, "1812", game.chosen({}), f"{seed:x}", "me", game.rules)
        sitting = Sitting.open("x", opened, 1.0)
        for seat in range(4):
            sitting.sit(seat, "me", "Me", 1.0)
        players = [bots.make("heuristic", game, seat) for seat in range(4)]
        while not sitting.over and (n := len(sitting.record.entries)) < 300:
            seat, state = sitting.to_move()[0], sitting.state
            assert isinstance(state, Wellington)
            asked = n >= 40 and tablero.prompt(state, seat).key.startswith("window")
            if asked and state.within(Battle) and sitting.automatic_answer(seat) is None:
                yield seed, n
                break
            question = sitting.questions[seat]
            assert question is not None
            action = players[seat].choose(game.view(state, seat), question[1], seat)
            sitting.act(seat, action, sitting.stamps[seat], 1.0)


def at_a_battle(one: Visitor, server: LiveServer) -> None:
    """A Battle is under way, and somebody may play a card."""
    seed, n = next(battles())
    id_ = begun(server, one, "1812", n, until="window", seats=("me",) * 4, seed=seed, code="wellington")
    assert isinstance(state := folded(server, id_).state, Wellington)
    assert state.within(Battle)
    one.go(f"/table/{id_}")
    one.at_table()


def test_the_sheet_of_a_battle_leaves_room_for_the_log(person: Person, server: LiveServer) -> None:
    ana = person("Ana", **LAPTOP)
    ana.arrive()
    at_a_battle(ana, server)
    page = ana.page
    log, sheet = page.locator(".log").bounding_box(), page.locator(".fight")
    assert log
    assert 720 - log["y"] >= 150
    sheet.locator(".fold").click()
    expect(sheet).to_contain_text("Dice")
    expect(sheet.get_by_text("Soldier SPs")).to_be_hidden()
    sheet.get_by_text("How the dice are counted").click()
    expect(sheet.get_by_text("Soldier SPs")).to_be_visible()


# What is said of a fight, step by step: the odds on its sheet after each.
ODDS = """async () => {
  const { Fight } = await import("/web/fight.js"), found = [];
  const panel = { id: "panel:now.siege", name: "panel.siege", rows: [[["round", "1"]]] };
  const model = { told: null, panels: new Map([[panel.id, panel]]), log: [] }, fight = new Fight({ model });
  const ask = (odds, decline) => {
    model.told = { asked: { decline }, choices: [{ do: "pass", odds, targets: [] }] };
    fight.hear({ log: [] });
    found.push(fight.sheets.at(-1).odds);
  };
  fight.heard = 0;
  fight.act({ odds: "falls 52 %", targets: [] });
  fight.hear({ log: [{ i: 0, n: 1, lines: ["A Siege."], fights: [1], titles: ["Siege"] }] });
  ask("falls 33 %", "pass");
  fight.act({ odds: "", targets: ["card:siege_train"] });
  ask("", undefined);
  ask("falls 47 %", "pass");
  fight.act({ odds: "falls 47 %", targets: [] });
  model.told = { asked: {}, choices: [{ do: "hill", odds: "he falls 50 %", targets: ["leader:hill"] }] };
  fight.act(model.told.choices[0]);
  fight.hear({ log: [{ i: 1, n: 2, lines: ["A die."], fights: [0] }] });
  return [...found, fight.sheets.at(-1).odds];
}"""


def test_the_sheet_of_a_fight_keeps_the_odds_of_its_own_dice(ana: Visitor) -> None:
    """They follow what happens until the dice fall, are gone with a card that changes them, and are never those of the
    die of a card."""
    assert ["falls 33\xa0%", "", "falls 47\xa0%", "falls 47\xa0%"] == ana.page.evaluate(ODDS)


def test_four_powers_are_told_apart_on_a_laptop(person: Person, server: LiveServer) -> None:
    ana = person("Ana", **LAPTOP)
    ana.arrive()
    ana.go("/table/" + begun(server, ana, "1812", 0, seats=("me", *["heuristic"] * 3), code="wellington"))
    ana.at_table()
    chairs = ana.page.locator(".chairs li")
    assert [[2, [], False]] * 4 == chairs.evaluate_all(CUT)
    assert ["Sud", "Nord"] == [chairs.nth(n).locator("b").inner_text() for n in (1, 3)]


def test_a_place_in_the_question_is_shown_by_a_click(ana: Visitor, server: LiveServer) -> None:
    begins_with(ana, server, "march_orders")
    leader = ana.updates()[-1]["asked"]["text"].split("\x02")[1].split("\x03")[0]
    link = ana.page.locator("#asked .link").first
    expect(link).to_have_text(leader)
    piece = ana.page.locator(f'.board .piece:has-text("{leader}")').first
    for _ in range(4):
        ana.page.keyboard.press("+")
    ana.page.locator(".board").hover(position={"x": 5, "y": 5})
    link.click()
    expect(piece).to_be_in_viewport()
    assert [] == ana.acts()


def test_what_a_place_is_does_not_lie_over_its_stack(person: Person, server: LiveServer) -> None:
    ana = person("Ana", **LAPTOP)
    ana.arrive()
    begins_with(ana, server, "choose_play", 60)
    page = ana.page
    page.locator("body").press("0")
    stacks = page.locator('.board .pieces .piece:is([data-id*="leader:"])')
    seen = 0
    for n in range(stacks.count()):
        box = stacks.nth(n).bounding_box()
        if box is None:
            continue
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator(".fan:not([hidden])")).to_be_visible()
        fan, told = page.locator(".fan").bounding_box(), page.locator(".whisper").bounding_box()
        assert fan
        if told:
            seen += 1
            apart = (fan["y"] >= told["y"] + told["height"] or told["y"] >= fan["y"] + fan["height"]
                     or fan["x"] >= told["x"] + told["width"] or told["x"] >= fan["x"] + fan["width"])
            assert apart, page.locator(".whisper").inner_text()
        page.mouse.move(5, 300)
        expect(page.locator(".fan:not([hidden])")).to_have_count(0)
    assert seen


def test_sentences_have_the_colour_of_the_power_they_are_about(ana: Visitor, server: LiveServer) -> None:
    begins_with(ana, server, "choose_play", 120)
    found = ana.page.evaluate(SENTENCES)
    names = {"Britain": "britain", "The Armée du Sud": "sud", "Spain": "spain", "The Armée du Nord": "nord"}
    about = [(side, power) for side, text in found for name, power in names.items() if text.startswith(name)]
    assert set(POWERS) == {power for _, power in about}
    assert all(side == power for side, power in about)
    assert {""} == {side for side, text in found if text.startswith("Siege Round")}


def test_a_chance_that_is_offered_again_in_the_same_words_says_what_has_happened(
    ana: Visitor, server: LiveServer
) -> None:
    ana.go("/table/" + begun(server, ana, "1813", 218, until="reaction_window", seats=("me", *["heuristic"] * 3),
                             seed=33, code="wellington"))
    ana.at_table()
    hand = Hand(ana)
    told = hand.question()
    again = ana.page.locator(".prompt .outlook", has_text="Asked again:")
    expect(again).to_have_count(0)
    hand.make(next(choice for choice in told["choices"] if choice["do"] == "intercept hill"), told)
    hand.until(lambda: not hand.busy() and hand.told()["version"] > told["version"])
    while (now := hand.question())["asked"]["text"] != told["asked"]["text"]:
        hand.make(next(choice for choice in now["choices"] if choice["do"] == now["asked"]["decline"]), now)
        hand.until(lambda: not hand.busy() and hand.told()["version"] > now["version"])
    expect(again).to_contain_text("Britain intercepts in Zaragoza.")


ASKED = """window.asked = []; new MutationObserver(() => {
  const text = document.querySelector("#asked").innerText;
  if (text !== window.asked.at(-1)) window.asked.push(text);
}).observe(document.querySelector("main.table"), { childList: true, subtree: true, characterData: true });"""


def test_the_question_keeps_still_while_only_the_computer_plays(ana: Visitor, server: LiveServer) -> None:
    ana.go("/table/" + begun(server, ana, "1812", 4, until="choose_play", seats=("me", *["heuristic"] * 3),
                             code="wellington"))
    ana.at_table()
    page = ana.page
    before = len(ana.updates())
    page.evaluate(ASKED)
    page.get_by_role("button", name="Wellington besieges").click()
    page.wait_for_selector(".prompt.idle")
    page.wait_for_selector(".prompt.asked")
    told = [update["asked"] for update in ana.updates()[before:]]
    assert any(asked.get("passing") for asked in told), "the table answers for her"
    assert len(told) > 3, "and bots answer"
    assert ["The computer is playing."] == page.evaluate("window.asked.slice(-2, -1)")
    assert 3 >= len(page.evaluate("window.asked"))


@pytest.mark.parametrize("screen", [PHONE, LYING])
def test_wellington_fits_a_phone_upright_and_lying(person: Person, server: LiveServer, screen: dict[str, Any]) -> None:
    """A card is held up, read and played with a finger; the map keeps a good part of the screen."""
    ana = person("Ana", **screen)
    ana.arrive()
    begins_with(ana, server, "choose_play")
    page = ana.page
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    board, size = page.locator(".board").bounding_box(), page.viewport_size
    assert board
    assert size
    assert board["width"] * board["height"] > 0.3 * size["width"] * size["height"]
    within(ana, "#asked")
    hand = Hand(ana, tap=True)
    told = hand.question()
    hand.make(next(choice for choice in told["choices"] if choice["do"].startswith("cp ")), told)
    told = hand.question()
    assert told["asked"]["key"] == "spend_points"
    hand.make(next(choice for choice in told["choices"] if choice["do"] == "done"), told)
    assert ["cp", "done"] == [act["do"].split()[0] for act in ana.acts()]
    assert [] == ana.grumbles


def test_nothing_beside_the_map_is_cut_off_where_a_phone_lies_on_its_side(person: Person, server: LiveServer) -> None:
    """In the language with the longer words, too."""
    ana = person("Ana", **(LYING | {"locale": "es-ES"}))
    ana.go("/")
    ana.page.get_by_label("Su nombre").fill("Ana")
    ana.page.get_by_role("button", name="Entrar").click()
    expect(ana.page.locator(".poster").first).to_be_visible()
    begins_with(ana, server, "choose_play")
    for part in (".asking", ".prompt", ".tabs button:last-child"):
        box = ana.page.locator(part).bounding_box()
        assert box
        assert box["x"] + box["width"] <= 844, part
    card = ana.page.locator(".hands .playing").first.bounding_box()
    assert card
    assert card["y"] + card["height"] <= 390
