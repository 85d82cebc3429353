"""Wellington at the table: four people through interception, evasion, Battle and Siege; one with two Powers; answers
given beforehand."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

import tablero
from tablero import bots
from tablero.games.wellington.board import POWERS
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.state import Wellington
from tablero.table.journal import Opened
from tablero.table.sitting import Line, Sitting
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun, folded
from tests.web.hand import Hand
from tests.web.test_standing import post

GAME = tablero.game("wellington")
LIKELY = 63, 133        # seeds whose games come to all of it soon
KINDS = {"battle": "battle", "siege": "siege", "interception_rolled": "interception", "evasion_rolled": "evasion"}
ALL = {*KINDS.values(), "Allied card in a Battle", "French card in a Battle"}


class Step(NamedTuple):
    seat: int
    do: str
    automatic: bool         # the table answers
    seen: frozenset[str]    # what of ALL came of it


def seen(line: Line, fighting: bool) -> frozenset[str]:
    found = {KINDS[event.kind] for event in line.events if event.kind in KINDS}
    sides = {event.args[0] & 1 for event in line.events if event.kind == "played_event" and fighting}
    return frozenset(found | {("Allied", "French")[side] + " card in a Battle" for side in sides})


def game_of(seed: int) -> list[Step]:
    """How a game goes that four beginners play."""
    opened = Opened("wellington", "1812", GAME.chosen({}), f"{seed:x}", "0", GAME.rules)
    sitting, steps = Sitting.open("search", opened, 0.0), list[Step]()
    for seat in range(len(POWERS)):
        sitting.sit(seat, f"{seat}", f"{seat}", 0.0)
    players = [bots.make("random", GAME, seat) for seat in range(len(POWERS))]
    while not sitting.over:
        seat = sitting.to_move()[0]
        question, automatic, state = sitting.questions[seat], sitting.automatic_answer(seat), sitting.state
        assert question is not None
        assert isinstance(state, Wellington)
        action, fighting = players[seat].choose(GAME.view(state, seat), question[1], seat), state.within(Battle)
        text = GAME.write(state, action)
        sitting.act(seat, action, sitting.stamps[seat], 0.0)
        steps.append(Step(seat, text, automatic is not None, seen(sitting.log[-1], fighting is not None)))
    return steps


def eventful(most: int) -> tuple[int, int, list[Step]]:
    """A seed, a number of actions, and the few steps after them in which all happens."""
    for seed in chain(LIKELY, range(1, 200)):
        steps, last = game_of(seed), dict[str, int]()
        for n, step in enumerate(steps):
            last.update(dict.fromkeys(step.seen, n))
            if ALL == last.keys() and n - min(last.values()) < most:
                first = min(last.values())
                return seed, first, steps[first:n + 1]
    raise AssertionError("it never happens so soon")


def seated(one: Visitor, owner: Visitor, sitting: str, power: str) -> None:
    """Somebody takes a seat by invitation."""
    token = post(owner, f"/api/sittings/{sitting}/invites", {"seat": power})["token"]
    post(one, f"/api/invites/{token}", {})


@pytest.mark.long
def test_four_people_intercept_evade_fight_with_cards_and_besiege(person: Person, server: LiveServer) -> None:
    seed, before, steps = eventful(45)
    people = [person(name) for name in ("Ana", "Bea", "Carl", "Dora")]
    for one in people:
        one.arrive()
    first = steps[0].seat
    seats = tuple("me" if seat == first else "open" for seat in range(len(POWERS)))
    id_ = begun(server, people[first], "1812", before, seats=seats, seed=seed, code="wellington", player="random")
    for seat, one in enumerate(people):
        if seat != first:
            seated(one, people[first], id_, POWERS[seat])
    for one in people:
        one.go(f"/table/{id_}")
        one.at_table()
    hands = [Hand(one) for one in people]
    for step in steps:
        if not step.automatic:
            told = hands[step.seat].question()
            choice = next(choice for choice in told["choices"] if choice["do"] == step.do)
            hands[step.seat].make(choice, told)
    end = before + len(steps)
    for hand in hands:
        hand.until(lambda: hand.told()["actions"] >= end)       # noqa: B023
    after = folded(server, id_)
    assert [(step.seat, step.do) for step in steps if not step.automatic] == [
        (entry.seat, GAME.write(after.state, entry.action))
        for entry, step in zip(after.record.entries[before:end], steps, strict=True) if not step.automatic
    ]
    for one in people:
        log = one.page.locator(".log").inner_text()
        assert all(words in log for words in ("attempts to intercept", "to evade", "Battle in", "besieges"))
        assert [] == one.grumbles


def test_one_person_leads_both_allies_against_two_bots(ana: Visitor, server: LiveServer) -> None:
    """An Impulse of Britain and one of Spain, by clicks on whatever is lit."""
    id_ = begun(server, ana, "1812", 8, seats=("me", "random", "me", "random"), seed=3, code="wellington",
                player="random")
    ana.go(f"/table/{id_}")
    ana.at_table()
    hand, played = Hand(ana), set[str]()
    while played < {"britain", "spain"}:
        look = hand.wait()
        if look["asked"]:
            told = hand.told()
            played |= {chair["seat"] for chair in told["chairs"] if chair.get("you") and told["choices"]}
            hand.click(look)
    hands = {hand["side"]: len(hand.get("cards", [])) for hand in ana.updates()[-1].get("hands") or []}
    assert not hands or hands["sud"] == hands["nord"] == 0
    assert [] == ana.grumbles


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
    page.get_by_role("button", name="No to everything until the phase ends").click()
    Hand(ana).until(lambda: any("*" in told.get("declined", []) for told in ana.updates()))
    assert ["phase"] == [act.get("standing") for act in ana.acts()]


def test_an_order_is_given_listed_and_deleted(ana: Visitor, server: LiveServer) -> None:
    id_ = at_a_reaction(ana, server, "reaction_window")
    page = ana.page
    page.get_by_role("tab", name="Orders").click()
    form = page.locator(".orders form")
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
