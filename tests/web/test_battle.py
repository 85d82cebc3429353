"""A whole battle played by clicks against a bot."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import tablero
from tests.web.browser import Visitor
from tests.web.hand import Hand


@pytest.mark.long
def test_a_battle_is_played_to_its_end_by_clicks(ana: Visitor, tmp_path: Path) -> None:
    ana.open_table("Maella", "Carlist", "Computer (normal)")
    hand = Hand(ana)
    hand.turn()
    page = ana.page
    clicks = hand.clicks
    assert clicks["map"] > 20, clicks           # how long the battle is hangs on its dice
    assert clicks["map"] > clicks.total() / 3, clicks

    result = page.locator("section.result")
    expect(result.get_by_role("heading")).to_have_text(re.compile(r"\w+"))
    result.get_by_text("Were the dice fair?").click()
    seed = result.locator("dd code").first.inner_text()
    with page.expect_download() as download:
        result.get_by_role("link", name="Download the game").click()
    download.value.save_as(tmp_path / "game.record")

    record = tablero.Record.parse((tmp_path / "game.record").read_text("utf-8"))
    record.verify()
    assert seed == f"{record.seed:x}"
    assert record.state.over
    mine = [entry for entry in record.entries if entry.seat == 0]
    far = {message["to"] for message in map(json.loads, ana.sent) if message["type"] == "gesture"}
    alone = len({act["id"] for act in ana.acts()})
    assert len(mine) > alone if far else len(mine) == alone     # one click may stand for several actions
    assert [] == ana.grumbles
