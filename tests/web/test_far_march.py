"""A march of several steps by one click."""

from __future__ import annotations

import json

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.games import begun
from tests.web.hand import Hand
from tests.web.test_clicks import CARLIST, click_far


def test_one_click_marches_two_spaces(ana: Visitor, server: LiveServer) -> None:
    id_ = begun(server, ana, "espartero", 86, until="act", seats=CARLIST, seed=4, code="aiw")
    hand = at_march(ana, id_, "activate vergara", "add c11")
    click_far(hand, "space:segura", hand.told()["version"])
    hand.until(lambda: not hand.busy() and told_of(ana, "space:segura"))
    assert 1 == sum(json.loads(sent)["type"] == "gesture" for sent in ana.sent)


def at_march(ana: Visitor, id_: str, *steps: str) -> Hand:
    """At the table, after some choices."""
    ana.go(f"/table/{id_}")
    ana.at_table()
    hand = Hand(ana)
    for step in steps:
        told = hand.question()
        hand.make(next(choice for choice in told["choices"] if choice["do"] == step), told)
        hand.until(lambda: not hand.busy() and hand.told()["version"] > told["version"])  # noqa: B023
        ana.page.mouse.move(2, 2)
    return hand


def told_of(ana: Visitor, thing: str) -> bool:
    """Does the log tell of a thing?"""
    return any(thing in text for told in ana.updates() for line in told.get("log", []) for text in line["lines"])
