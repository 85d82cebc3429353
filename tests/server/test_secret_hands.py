"""Hands and draw piles: whatever the others hold, a seat and a spectator are sent the same bytes."""

from __future__ import annotations

import dataclasses
import random

import msgspec
import pytest

import tablero
from tablero.server.hall import lobby_entry
from tablero.server.routes.records import _story
from tablero.server.sockets import refused, why
from tablero.table.journal import Opened
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.ways import ways
from tablero.table.wire import Feed

GAME = tablero.game("car")
SPEECH = LinkedSpeech(GAME, "en")


def told(sitting: Sitting, seat: int, cards: list[str]) -> list[object]:
    """All that a seat can get to know of a table."""
    found: list[object] = [
        msgspec.json.encode(Feed(seat, SPEECH).update(sitting, 3.0, whole=True)), _story(sitting, seat, "en"),
        lobby_entry(sitting), ways(sitting, seat, SPEECH) if seat >= 0 else {},
    ]
    for card in cards:
        found.append(refused(sitting, seat, "en", f"card:{card}"))
        found += [why(sitting, seat, "en", [f"{verb} {card}"]) for verb in ("ops", "event", "play", "discard")]
    return found


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_what_is_sent_does_not_depend_on_hands_and_draw_piles(scenario: str) -> None:
    chance = random.Random(scenario)
    sitting = Sitting.open("s", Opened("car", scenario, GAME.chosen({}), "4d", "ana", GAME.rules), 1.0)
    sitting.sit(0, "ana", "Ana", 1.0)
    sitting.sit(1, "ben", "Ben", 1.0)
    different = 0
    for n in range(240):
        seat = sitting.to_move()[0]
        sitting.act(seat, chance.choice(tablero.options(sitting.state, seat)), sitting.stamps[seat], 2.0)
        if n % 12:
            continue
        for seat in (0, 1, -1):
            state = GAME.determinize(GAME.view(sitting.state, seat), n)
            other = dataclasses.replace(sitting, record=dataclasses.replace(sitting.record, state=state))
            different += any(GAME.view(sitting.state, who) != GAME.view(state, who) for who in (0, 1))
            cards = chance.sample(GAME.names(state)["card"].names, 8)
            assert told(sitting, seat, cards) == told(other, seat, cards), (n, seat)
    assert different > 40, "nothing was hidden: the comparison says nothing"
