"""An Impossible War at the table: blocks, cards and the Battle board, by clicks, on a desk and on a phone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun, folded
from tests.web.hand import Hand
from tests.web.test_page import MOST_FIRST, Meter

War = Callable[..., dict[str, Any]]
AT_RANDOM = "Computer (easy)"


def choose_game(visitor: Visitor) -> None:
    """In the lobby: look at this game."""
    visitor.page.get_by_role("group", name="Game").get_by_text("An Impossible War").click()
    expect(visitor.page.get_by_role("heading", name="An Impossible War")).to_be_visible()


def open_war(visitor: Visitor, side: str = "Carlist") -> str:
    """A table of the first scenario against a bot that plays at random; gives the sitting's id."""
    choose_game(visitor)
    page = visitor.page
    page.get_by_role("group", name="Scenario").get_by_text(re.compile("1834-36")).click()
    page.get_by_role("group", name="Your side").get_by_text(re.compile(side)).click()
    page.get_by_role("group", name="Opponent").get_by_text(AT_RANDOM, exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    return visitor.at_table()


def war_of(visitor: Visitor, server: LiveServer, until: str) -> str:
    """A war that bots have led at random, at the first question of a kind that is put to the Carlist."""
    for seed in range(1, 100):
        found = begun(
            server, visitor, "zumalacarregui", 0, until=until, seats=("me", "random"), seed=seed, code="aiw",
            player="random",
        )
        if not visitor.page.evaluate(f"() => fetch('/api/sittings/{found}').then((a) => a.json())").get("over"):
            return found
    raise AssertionError(f"nobody was ever asked for {until}")


@pytest.fixture
def at_war(ana: Visitor, server: LiveServer) -> War:
    """Ana sits down at such a war; gives what she is told."""

    def open_at(until: str) -> dict[str, Any]:
        ana.go(f"/table/{war_of(ana, server, until)}")
        ana.at_table()
        return ana.updates()[-1]

    return open_at


def test_a_few_turns_are_played_by_clicks(ana: Visitor) -> None:
    """At least 90 clicks, and as many more as it takes until a card was played and a turn has gone by."""
    open_war(ana)
    hand, log = Hand(ana, random.Random(3)), ana.page.locator(".log")
    hand.turn(90)
    for _ in range(50):
        if hand.clicks["map"] > 20 and hand.clicks["held"] and "Turn 2 of 1834 begins" in log.inner_text():
            break
        hand.turn(10)
    assert hand.clicks["map"] > 20, hand.clicks
    assert hand.clicks["held"] > 0, hand.clicks
    assert "Turn 2 of 1834 begins" in log.inner_text()
    assert [] == ana.grumbles


def test_own_blocks_show_their_faces_and_enemy_ones_their_backs(ana: Visitor, at_war: War) -> None:
    told = at_war("act")
    page = ana.page
    assert page.locator(".pieces .block.side-carlist").count() == page.locator(".side-carlist .sticker").count() > 5
    assert page.locator(".pieces .block.side-liberal").count() > 10
    assert 0 == page.locator(".side-liberal .sticker").count()
    hidden = [piece for piece in told["pieces"] if piece["id"].startswith("block:l")]
    assert {("block", "", ())} == {(one["symbol"], one["name"], tuple(one["values"])) for one in hidden}


def test_the_strength_of_a_block_stands_on_its_upper_edge(ana: Visitor, at_war: War) -> None:
    faces = [piece for piece in at_war("act")["pieces"] if piece["id"].startswith("block:c")]
    assert len({dict(piece["values"])["strength"] for piece in faces}) > 1
    for piece in faces:
        now, full = map(int, dict(piece["values"])["strength"].split("/"))
        pips = ana.page.locator(f'.piece[data-id="{piece["id"]}"] .pips')
        assert now == pips.locator(".now").count()
        assert full * (full + 1) / 2 == pips.locator("circle").count()
        assert f"rotate({90 * (now - full)})" == pips.get_attribute("transform")


def test_cards_that_can_be_played_are_lit_and_others_say_why_not(ana: Visitor, at_war: War) -> None:
    told = at_war("act")
    page, hands = ana.page, {hand["side"]: hand for hand in told["hands"]}
    assert hands["carlist"]["count"] == page.locator(".hands .playing").count() > 0
    expect(page.get_by_role("img", name=f"Liberals: {hands['liberal']['count']}")).to_be_visible()
    assert not hands["liberal"]["cards"]
    playable = {target for choice in told["choices"] for target in choice["targets"] if target.startswith("card:")}
    assert playable == {card.get_attribute("data-id") for card in page.locator(".hands .playing.lit").all()}
    dim = page.locator(".hands .playing.dim").first
    dim.hover()
    expect(page.locator(".reader .when")).not_to_be_empty()
    expect(page.locator(".reader .refused li")).to_contain_text([re.compile(r"§ 7\.\d")])
    dim.click()
    expect(page.locator(".bubble").get_by_role("alert")).to_contain_text(re.compile("card", re.IGNORECASE))
    expect(page.locator(".bubble .chip")).to_be_visible()
    assert [] == ana.acts()


def test_a_card_is_read_before_it_is_played(ana: Visitor, at_war: War) -> None:
    """The first click holds it up, a press on its use plays it."""
    at_war("card_window")
    card = ana.page.locator(".hands .playing.lit").first
    id_ = card.get_attribute("data-id") or ""
    card.click()
    expect(ana.page.locator(".reader.finger .when")).to_be_visible()
    assert [] == ana.acts()
    ana.page.mouse.move(2, 2)
    ana.page.locator(".reader .row button").click()
    expect(ana.page.locator(f'.hands [data-id="{id_}"]')).to_have_count(0)
    assert [f"play {id_.removeprefix('card:')}"] == [act["do"] for act in ana.acts()]
    ana.page.locator(".log .link").filter(has_text=re.compile(r"\w")).last.click()


def test_a_block_on_a_lit_space_is_activated_and_builds_once_that_is_said(ana: Visitor, at_war: War) -> None:
    """A block that could build stands where units can be activated: a plain click never builds."""
    builder = next(choice for choice in at_war("act")["choices"] if choice["do"].startswith("build"))
    block = ana.page.locator(f'.piece[data-id="{builder["targets"][0]}"] .sym')
    ana.page.locator('.prompt .mode[data-verb="build"]').click()
    block.click()
    Hand(ana).until(lambda: len(ana.acts()) == 1)
    assert ["build"] == [act["do"].split(" ")[0] for act in ana.acts()]


def test_a_battle_has_a_board_of_its_own(ana: Visitor, at_war: War) -> None:
    told = at_war("activate_unit")
    assert "board:battle" == told["inset"]
    field = ana.page.locator(".inset")
    expect(field.locator(".ranks")).to_have_count(4)
    assert "ranks side-carlist" == field.locator(".ranks").last.get_attribute("class")     # one's own side is nearest
    lit = field.locator(".stood.lit")
    targets = {target for choice in told["choices"] for target in choice["targets"] if target.startswith("block:")}
    assert targets == {block.get_attribute("data-id") for block in lit.all()}
    lit.first.click()
    Hand(ana).until(lambda: len(ana.acts()) == 1)
    assert ana.acts()[0]["do"].split(" ")[0] in ("fire", "charge")
    expect(ana.page.locator(".prompt[aria-busy=false]")).to_be_visible()
    field.locator("summary").click()
    expect(field.locator(".ranks").first).to_be_hidden()
    assert [] == ana.grumbles


def test_the_battle_board_makes_way_for_what_is_asked_on_the_map(ana: Visitor, server: LiveServer, at_war: War) -> None:
    found = (begun(server, ana, "zumalacarregui", 0, until="reinforce", seed=n, code="aiw") for n in range(8, 40))
    ana.go(f"/table/{next(id_ for id_ in found if not folded(server, id_).over)}")
    ana.at_table()
    field, hand = ana.page.locator(".inset"), Hand(ana)
    expect(field.locator(".ranks").first).to_be_hidden()
    told = hand.question()
    hand.make(next(choice for choice in told["choices"] if choice["targets"]), told)
    hand.until(lambda: len(ana.acts()) == 1)
    assert ana.acts()[0]["do"].startswith("reinforce")
    assert hand.clicks["map"] + hand.clicks["fan"] == 1, hand.clicks
    at_war("activate_unit")
    expect(field.locator(".ranks").first).to_be_visible()


def test_a_war_fits_a_phone(person: Person, server: LiveServer) -> None:
    """Fingers read a card before they play it."""
    ana = person("Ana", viewport={"width": 390, "height": 844}, has_touch=True)
    ana.arrive()
    open_war(ana)
    page = ana.page
    hand = Hand(ana, random.Random(4), tap=True)
    hand.turn(25)
    hand.wait()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    ana.go(f"/table/{war_of(ana, server, 'act')}")
    ana.at_table()
    done = len(ana.acts())
    page.locator(".hands .playing").first.tap()
    expect(page.locator(".reader")).to_be_visible()
    assert done == len(ana.acts())
    assert [] == ana.grumbles


def test_a_first_war_loads_little(person: Person) -> None:
    ana = person("Ana")
    meter = Meter(ana)
    ana.arrive()
    open_war(ana)
    print(f"lobby and a first war: {meter.total} bytes, {meter.frames} of them frames")
    assert meter.total <= MOST_FIRST


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_war_has_no_serious_barrier(person: Person, server: LiveServer, barriers: Barriers, scheme: str) -> None:
    ana = person("Ana", color_scheme=scheme)
    ana.arrive()
    choose_game(ana)
    found = {"lobby": barriers(ana)}
    for until in ("act", "deployment"):
        ana.go(f"/table/{war_of(ana, server, until)}")
        ana.at_table()
        found[until] = barriers(ana)
    ana.page.get_by_role("tab", name="Armies").click()
    found["armies"] = barriers(ana)
    assert {} == {where: what for where, what in found.items() if what}


def test_what_others_will_see_is_said_before_it_is_shown(ana: Visitor, at_war: War) -> None:
    """On the button, and on hovering over what is clicked on the map."""
    told = at_war("choose_firing")
    page = ana.page
    seen = page.locator('[title^="Others will see: the units that fire"]')
    expect(page.locator(".prompt button").filter(has=seen)).to_be_visible()
    assert any(choice.get("shows") for choice in told["choices"])
    told = at_war("act")
    build = next(choice for choice in told["choices"] if choice["do"].startswith("build"))
    page.locator('.prompt .mode[data-verb="build"]').click()
    page.locator(f'.piece[data-id="{build["targets"][0]}"] .sym').hover()
    expect(page.locator(".whisper")).to_contain_text("Others will see: that it is Infantry, not a Partida")
