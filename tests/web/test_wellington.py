"""Answers given beforehand in Wellington, and words among allies."""

from __future__ import annotations

from playwright.sync_api import expect

import tablero
from tablero.games.wellington.board import CARDS, IMPULSE_START, MOMENTS
from tablero.kernel.bits import ids_of
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun, folded
from tests.web.hand import Hand
from tests.web.test_standing import post

GAME = tablero.game("wellington")


def seated(one: Visitor, owner: Visitor, sitting: str, power: str) -> None:
    """Somebody takes a seat by invitation."""
    token = post(owner, f"/api/sittings/{sitting}/invites", {"seat": power})["token"]
    post(one, f"/api/invites/{token}", {})


def at_a_reaction(ana: Visitor, server: LiveServer, key: str) -> str:
    """Ana, who plays all four Powers, is asked for a reaction, and has a choice; gives the sitting."""
    for seed in range(1, 40):
        id_ = begun(server, ana, "1812", 20, until=key, seats=("me",) * 4, seed=seed, code="wellington",
                    player="heuristic")
        sitting = folded(server, id_)
        if sitting.automatic_answer(sitting.to_move()[0]) is None:
            ana.go(f"/table/{id_}")
            ana.at_table()
            return id_
    raise AssertionError("nobody may ever react")


def test_a_card_or_a_leader_is_kept_quiet_and_taken_back(ana: Visitor, server: LiveServer) -> None:
    at_a_reaction(ana, server, "reaction_window")
    page = ana.page
    page.locator(".nos summary").click()
    page.locator(".nos").get_by_role("button", name="Do not ask me about").first.click()
    row = page.locator(".quieted button")
    expect(row).to_have_count(1)
    row.click()
    expect(row).to_have_count(0)
    sent = [told.get("quiet", []) for told in ana.updates()]
    assert max(map(len, sent)) == 1
    assert [] == sent[-1]


def test_all_chances_of_a_fight_are_declined_at_once(ana: Visitor, server: LiveServer) -> None:
    id_ = at_a_reaction(ana, server, "window")
    page, state = ana.page, folded(server, id_).state
    page.locator(".nos summary").click()
    fight = page.get_by_role("button", name="No to everything in this fight")
    expect(fight).to_have_count(int(GAME.fight(state) > 0))
    page.get_by_role("button", name="No to everything until the Impulse ends").click()
    Hand(ana).until(lambda: any("*" in told.get("declined", []) for told in ana.updates()))
    assert ["phase"] == list({act["id"]: act.get("standing") for act in ana.acts()}.values())


def test_an_order_is_given_listed_and_deleted(ana: Visitor, server: LiveServer) -> None:
    id_ = at_a_reaction(ana, server, "reaction_window")
    page = ana.page
    page.get_by_role("tab", name="Orders").click()
    form = page.locator(".orders form")
    told = next(told for told in reversed(ana.updates()) if told.get("hands"))
    own = next(chair["seat"] for chair in told["chairs"] if chair.get("you"))
    hand = next(hand for hand in told["hands"] if hand["side"] == own)
    answers = {card for moment in range(IMPULSE_START, len(MOMENTS)) for card in ids_of(CARDS.at[moment])}
    listed = {one.get_attribute("value") for one in form.locator("[name=do] option[value^='play ']").all()}
    assert listed == {f"play {id_}" for card, id_ in enumerate(CARDS.ids)
                      if card in answers and f"card:{id_}" in hand["cards"]}
    form.get_by_label("Into one of these Duchies").select_option(["duchy:salamanca", "duchy:avila"])
    form.get_by_label("Order").select_option(index=0)
    form.get_by_role("button", name="Give the order").click()
    expect(page.locator(".orders li")).to_contain_text("Salamanca")
    sitting = folded(server, id_)
    orders = [order for standing in sitting.standing for order in standing.orders]
    assert [[["duchy:avila", "duchy:salamanca"]]] == [[sorted(group) for group in order.when] for order in orders]
    assert [True] == [order.once for order in orders]
    page.get_by_role("button", name="Delete the order").click()
    expect(page.locator(".orders li")).to_have_count(0)


def test_allies_speak_among_themselves(person: Person, server: LiveServer) -> None:
    ana, bea, carl = (person(name) for name in ("Ana", "Bea", "Carl"))
    for one in (ana, bea, carl):
        one.arrive()
    id_ = begun(server, ana, "1812", 8, seats=("me", "open", "open", "random"), seed=3, code="wellington",
                player="random")
    seated(bea, ana, id_, "spain")
    seated(carl, ana, id_, "sud")
    for one in (ana, bea, carl):
        one.go(f"/table/{id_}")
        one.at_table()
        one.page.get_by_role("tab", name="Chat").click()
    expect(carl.page.get_by_label("Only to my side")).to_have_count(0)      # his ally is a bot
    for text, aside in (("Hold Lisbon", True), ("Good luck", False)):
        ana.page.get_by_label("Only to my side").set_checked(aside)
        ana.page.get_by_label("Say something").fill(text)
        ana.page.get_by_role("button", name="Send").click()
    expect(bea.page.locator(".chat li")).to_have_count(2)
    expect(bea.page.locator(".chat .aside")).to_contain_text("Hold Lisbon")
    expect(carl.page.locator(".chat li")).to_have_text(["Ana Good luck"])
    assert not any("Hold Lisbon" in frame for frame in carl.frames)
