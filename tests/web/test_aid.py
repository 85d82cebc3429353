"""How to win is the first thing at a table and in the lobby, and one click away later on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import tablero
from tablero.kernel.frames import State
from tablero.kernel.text import Speech
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun, folded
from tests.web.hand import LINK


def test_a_card_says_how_to_win_once_and_a_button_and_the_aid_always_do(person: Person, server: LiveServer) -> None:
    ana = person("Ana", newcomer=True)
    ana.arrive()
    page = ana.page
    page.locator(".goals-of summary").click()
    expect(page.locator(".goals-of")).to_contain_text("within 14 turns")            # Maella
    ana.go(f"/table/{begun(server, ana, 'arquijas', 0)}")
    card = page.locator(".goals-card")
    expect(card).to_contain_text("Hold the Ega for 16 turns")
    expect(card).not_to_contain_text("Cross at Arquijas")                # the other side's
    card.get_by_role("button", name="Understood").click()
    expect(card).to_have_count(0)
    expect(page.locator(".aim")).to_contain_text("After turn 16: a partial victory for the Carlists")
    page.reload()
    expect(page.locator(".aim")).to_be_visible()
    expect(card).to_have_count(0)                                       # it was read
    page.keyboard.press("w")
    expect(page.get_by_role("dialog")).to_contain_text("Cross at Arquijas")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="How to win").click()
    chip = page.get_by_role("dialog").get_by_role("link", name="7.2a")
    assert "/book/dpyr#7.2a" == chip.get_attribute("href")              # for another tab
    chip.click()
    expect(page.get_by_role("dialog").last).to_contain_text("surrender")


def test_the_card_has_its_buttons_whole_on_a_phone(ana: Visitor, person: Person, server: LiveServer) -> None:
    id_ = begun(
        server, ana, "1812", 4, until="choose_play", seats=("me", *["heuristic"] * 3), code="wellington")
    size = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    one = person("Ana", newcomer=True, storage_state=ana.context.storage_state(), **size)
    one.page.add_init_script("localStorage.removeItem('tablero.goals')")
    one.go(f"/table/{id_}")
    card = one.page.locator(".goals-card").bounding_box()
    button = one.page.locator(".goals-card .primary").bounding_box()
    assert card
    assert button
    assert button["y"] + button["height"] <= card["y"] + card["height"]
    expect(one.page.locator(".playing.lit small").first).to_be_visible()         # of which kind a card is


def test_how_to_win_is_read_at_once_in_the_middle_of_a_game(ana: Visitor, server: LiveServer) -> None:
    ana.go(f"/table/{begun(server, ana, 'arquijas', 60)}")
    ana.at_table()
    ana.page.get_by_role("button", name="How to win").click()
    expect(ana.page.get_by_role("dialog")).to_contain_text("Hold the Ega for 16 turns")


@pytest.mark.parametrize(("code", "scenario"), [
    ("dpyr", "maella"), ("aiw", "zumalacarregui"), ("car", "war_of_the_columns"), ("wellington", "1813"),
])
def test_what_will_be_judged_soon_stands_under_the_question_with_its_rule(
    ana: Visitor, server: LiveServer, code: str, scenario: str
) -> None:
    game: tablero.Game[State] = tablero.game(code)

    def soon(s: State) -> list[tuple[str, str]]:
        view = game.view(s, 0)
        return [(Speech(game, "en").outlook(view, one), one.rule) for one in game.outlook(view, 0)]

    seats = ("me",) + ("heuristic",) * (len(game.seats) - 1)
    id_ = begun(server, ana, scenario, 0, code=code, seats=seats, when=soon)
    expected = soon(folded(server, id_).state)
    assert expected
    ana.go(f"/table/{id_}")
    ana.at_table()
    told = ana.page.locator(".prompt .outlook")
    expect(told).to_have_count(len(expected))
    for line, (text, rule) in zip(told.all(), expected, strict=True):
        expect(line).to_contain_text(LINK.sub(r"\1", text))
        expect(line.locator(".chip")).to_contain_text(rule)


def test_the_aid_follows_the_language(ana: Visitor, server: LiveServer) -> None:
    page = ana.page
    ana.go(f"/table/{begun(server, ana, 'arquijas', 60)}")
    expect(page.locator(".log [data-line]").first).to_be_visible()
    expect(page.locator(".aim")).to_have_count(0)
    page.get_by_role("tab", name="Aid").click()
    expect(page.locator(".aid")).to_contain_text("How to win")
    expect(page.locator(".aid")).to_contain_text("Shock: lead and dice that hit")
    page.get_by_role("button", name="ES", exact=True).click()
    expect(page.locator(".aid")).to_contain_text("Defienda el Ega durante 16 turnos")
