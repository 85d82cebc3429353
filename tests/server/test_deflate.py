"""Long messages are compressed on their way, short ones are not."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

import tablero
from tablero.server.deflate import LONG, DeflateLongFactory
from tablero.table.journal import Opened
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed
from tests.server.live import live_server, person

MOST_WHOLE, MOST_UPDATE = 40_000, 4_096     # bytes


def agreed() -> PerMessageDeflate:
    factory = DeflateLongFactory(server_no_context_takeover=True, client_no_context_takeover=True)
    return factory.process_request_params([], [])[1]


def test_a_short_message_goes_as_it_is_and_a_long_one_small() -> None:
    wire, browser = agreed(), PerMessageDeflate(True, True, 15, 15)
    short, long = Frame(Opcode.TEXT, b"x" * (LONG - 1)), Frame(Opcode.TEXT, b"x" * LONG)
    assert short is wire.encode(short)
    sent = wire.encode(long)
    assert sent.rsv1
    assert len(sent.data) < LONG // 10
    assert long.data == browser.decode(sent).data


def test_nothing_is_kept_between_messages() -> None:
    wire = agreed()
    wire.encode(Frame(Opcode.TEXT, b"x" * LONG))
    assert not hasattr(wire, "encoder")
    assert not hasattr(wire, "decoder")


@pytest.mark.parametrize("code", ["aiw", "car"])
def test_updates_of_a_war_are_small_as_they_are_sent(code: str) -> None:
    game, wire = tablero.game(code), agreed()
    for i, scenario in enumerate(game.scenarios):
        sitting = Sitting.open("s", Opened(code, scenario, game.chosen({}), f"{i + 1:x}", "ana", game.rules), 1.0)
        for seat, name in enumerate(("Ana", "Bea")):
            sitting.sit(seat, name, name, 1.0)
        feeds = [Feed(seat, LinkedSpeech(game, "es")) for seat in (0, 1)]
        chance, most = random.Random(i), MOST_WHOLE
        for _ in range(250):
            for feed in feeds:
                told = msgspec.json.encode(feed.update(sitting, 1.0, most == MOST_WHOLE))
                assert len(wire.encode(Frame(Opcode.TEXT, told)).data) <= most, told[:200]
            if sitting.over:
                break
            most, seat = MOST_UPDATE, sitting.to_move()[0]
            question = sitting.questions[seat]
            assert question is not None
            sitting.act(seat, chance.choice(question[1]), sitting.stamps[seat], 1.0)


def test_the_server_agrees_with_a_client_that_compresses_and_lets_no_message_grow_too_long(tmp_path: Path) -> None:
    with live_server(f"sqlite:///{tmp_path / 'tablero.db'}", tmp_path) as server:
        ana = person(server, "Ana")
        body = {"game": "aiw", "scenario": "espartero", "seats": ["me", "me"]}
        sitting = ana.post("/api/sittings", json=body).json()["id"]
        me = {"authorization": ana.headers["authorization"]}
        with connect(f"{server.ws}/ws/{sitting}", additional_headers=me, proxy=None) as socket:
            assert socket.response is not None
            assert {"permessage-deflate", "server_no_context_takeover", "client_no_context_takeover"} <= {
                part.strip() for part in socket.response.headers["Sec-WebSocket-Extensions"].split(";")
            }
            told = socket.recv(30)
            assert len(told) > LONG
            assert msgspec.json.decode(told)["whole"]
            socket.send("{" + " " * 1_000_000)        # a thousand bytes as it is sent
            with pytest.raises(ConnectionClosedError, match="1009"):
                socket.recv(30)
