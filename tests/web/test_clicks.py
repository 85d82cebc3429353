"""How many clicks common jobs take at fixed positions: docs/decisions/a20-fewer-clicks.md has the table."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.games import begun
from tests.web.hand import NEXT, Hand, asked_of
from tests.web.test_drag import drag

CARLIST, BRITAIN = ("me", "heuristic"), ("me", "heuristic", "heuristic", "heuristic")
CLICKS = ("map", "menu", "button", "fan", "card", "inset", "reader")


class Job(NamedTuple):
    """A position, and what is done there: choices, `@` a far thing that is clicked, `>` a piece that is dragged."""

    code: str
    scenario: str
    seats: tuple[str, ...]
    seed: int
    actions: int
    until: str
    steps: tuple[str, ...]
    clicks: int
    asked: tuple[str, ...]      # what may be asked then


JOBS = {
    "a gun fires": Job(
        "dpyr", "maella", CARLIST, 7, 123, "choose_action", ("bala_rasa", "load c_art_xocolate", "@hex:1608"), 3,
        ("choose_action",)),
    "a unit marches four hexes by road and turns": Job(
        "dpyr", "maella", CARLIST, 7, 123, "choose_action", (">unit:c_cav_ara_1 hex:0510", "face NE"), 2,
        ("march_montear",)),
    "two units approach and attack together": Job(
        "dpyr", "maella", CARLIST, 2, 339, "choose_action",
        ("mojar", ">unit:c_cav_ara_1 hex:1308", ">unit:c_cav_tortosa hex:1406", "done", "@hex:1407"), 5,
        ("raise_flag", "declare")),
    "a block marches two spaces": Job(
        "aiw", "espartero", CARLIST, 4, 86, "act", ("activate vergara", "add c11", "@space:segura", "done", "pass"), 5,
        ("act",)),
    "a card for operations, a march and an attack by all": Job(
        "car", "campaign", CARLIST, 1, 48, "choose_action",
        ("ops n11", "move sevilla", "@space:cebreros", "@space:algeciras", "@space:cebreros", "fight"), 7,
        ("combat_cards", "combats", "lose_step", "advance", "choose_action", "retreat")),
    "a Strategic Redeployment": Job(
        "car", "campaign", CARLIST, 1, 48, "choose_action", ("sr n11", ">unit:nat_inf_10 space:segovia"), 2,
        ("redeploy", "choose_action")),
    "a Leader marches": Job(
        "wellington", "1813", BRITAIN, 4, 6, "choose_play",
        ("cp turning_movement", "lead graham", "@duchy:salamanca"), 3, ("reaction_window", "window", "march_orders")),
    "a Leader is dragged": Job(
        "wellington", "1813", BRITAIN, 4, 6, "choose_play",
        ("cp turning_movement", ">leader:graham duchy:salamanca"), 2, ("reaction_window", "window", "march_orders")),
}


@pytest.mark.parametrize("name", JOBS)
def test_a_common_job_takes_few_clicks(ana: Visitor, server: LiveServer, name: str) -> None:
    job = JOBS[name]
    id_ = begun(server, ana, job.scenario, job.actions, until=job.until, seats=job.seats, seed=job.seed, code=job.code)
    ana.go(f"/table/{id_}")
    ana.at_table()
    hand = Hand(ana)
    for step in job.steps:
        if step[0] not in "@>":             # a drag before it may still be under way
            hand.until(lambda: step in (choice["do"] for choice in hand.told()["choices"]))  # noqa: B023
        told = hand.question()
        if step.startswith("@"):
            click_far(hand, step[1:], told["version"])
        elif step.startswith(">"):
            drag(ana.page, *step[1:].split())
            hand.clicks["map"] += 1
        elif step.startswith("face"):       # its button has an arrow
            ana.page.locator(f'.prompt [data-do="{step}"]').click()
            hand.clicks["button"] += 1
        else:
            hand.make(next(choice for choice in told["choices"] if choice["do"] == step), told)
        hand.answered = asked_of(told)
        hand.until(lambda: not hand.busy() and hand.told()["version"] > told["version"])  # noqa: B023
        ana.page.mouse.move(2, 2)
    assert job.clicks == sum(hand.clicks[kind] for kind in CLICKS)
    hand.until(lambda: hand.told()["asked"].get("key") in job.asked)
    assert [] == ana.grumbles


def click_far(hand: Hand, thing: str, version: int) -> None:
    """Click something that is lit from afar."""
    hand.page.wait_for_selector(f'.board .top [role=button][data-id="{thing}"]', state="attached")
    wanted = {"version": version, "label": "", "name": "", "targets": [thing], "verb": ""}
    kind, *at = hand.page.evaluate(NEXT, wanted)
    assert "map" == kind, at
    hand.clicks[kind] += 1
    hand.touch(*at)
