"""A no for the rest of the phase, by request and by socket: given once, refused where none can stand, taken back."""

from __future__ import annotations

import random

import pytest

import tablero
from tests.server.people import House, Json, Person

SEATS = ("carlist", "liberal")


def played_to_an_interception() -> str:
    """A record of an Impossible War, played at random until somebody may intercept and could."""
    game, chance = tablero.game("aiw"), random.Random(5)
    for seed in range(20):
        record = tablero.Record.start(game, "espartero", seed, {}, secret=True)
        while not record.state.over:
            (seat, *_) = tablero.players(record.state)
            options = tablero.options(record.state, seat)
            if tablero.prompt(record.state, seat).key == "intercept" and len(options) > 1:
                return record.text(private=True)
            record.apply(seat, chance.choice(options))
    raise AssertionError("nobody could ever intercept")


def war(ana: Person, **more: object) -> str:
    """Ana plays both sides of it."""
    return ana.opens("me", "me", game="aiw", scenario="espartero", record=played_to_an_interception(), **more)


def at_the_chance(ana: Person, sitting: str) -> tuple[str, Json]:
    """The seat that has it, and what it sees."""
    return next((seat, seen) for seat in SEATS if (seen := ana.table(sitting, seat=seat))["choices"])


@pytest.fixture
def ana(home: House) -> Person:
    return home.person("Ana")


def test_a_standing_no_is_given_once_and_taken_back_once(ana: Person) -> None:
    sitting = war(ana)
    seat, seen = at_the_chance(ana, sitting)
    assert "done" == seen["asked"]["decline"]
    act = {"id": "no", "do": "done", "stamp": seen["stamp"], "seat": seat, "standing": True}
    first = ana.post(f"/api/sittings/{sitting}/act", act)
    assert 200 == first.status_code, first.text
    assert ["intercept"] == ana.table(sitting, seat=seat)["declined"]
    actions = ana.actions(sitting)
    assert first.json() == ana.post(f"/api/sittings/{sitting}/act", act).json()
    assert actions == ana.actions(sitting)
    again = ana.post(f"/api/sittings/{sitting}/ask_again", {"id": "ask", "seat": seat})
    assert 200 == again.status_code, again.text
    assert "declined" not in ana.table(sitting, seat=seat)
    assert again.json() == ana.post(f"/api/sittings/{sitting}/ask_again", {"id": "ask", "seat": seat}).json()


def test_only_a_no_can_stand(ana: Person) -> None:
    sitting = war(ana)
    seat, seen = at_the_chance(ana, sitting)
    yes = next(choice["do"] for choice in seen["choices"] if choice["do"] != "done")
    spanish = {"accept-language": "es"}
    act = {"id": "yes", "do": yes, "stamp": seen["stamp"], "seat": seat, "standing": True}
    refused = ana.post(f"/api/sittings/{sitting}/act", act, headers=spanish)
    assert (403, "not_allowed") == (refused.status_code, refused.json()["code"])
    assert "ocasión de reaccionar" in refused.json()["text"]
    stale = ana.does(sitting, "act", do="done", stamp=seen["stamp"] - 1, seat=seat, standing=True)
    assert (409, "stale_state") == (stale.status_code, stale.json()["code"])
    nothing = ana.does(sitting, "ask_again", seat=seat)
    assert (403, "not_allowed") == (nothing.status_code, nothing.json()["code"])
    assert "declined" not in ana.table(sitting, seat=seat)
    assert seen["stamp"] == ana.table(sitting, seat=seat)["stamp"]


def test_strangers_have_nothing_to_be_asked_again(home: House, ana: Person) -> None:
    sitting = war(ana, spectators=True)
    assert 403 == home.person("Bea").does(sitting, "ask_again").status_code


def test_a_socket_declines_for_the_phase_and_asks_again(ana: Person) -> None:
    sitting = war(ana)
    seat, seen = at_the_chance(ana, sitting)
    with ana.socket(sitting, seat=seat) as socket:
        assert "done" == socket.receive_json()["asked"]["decline"]
        socket.send_json({"type": "act", "id": "a", "do": "done", "stamp": seen["stamp"], "standing": True})
        told = [socket.receive_json(), socket.receive_json()]
        assert ["done", "update"] == sorted(message["type"] for message in told)
        assert [["intercept"]] == [message["declined"] for message in told if message["type"] == "update"]
        socket.send_json({"type": "ask_again", "id": "b"})
        told = [socket.receive_json(), socket.receive_json()]
        assert ["done", "update"] == sorted(message["type"] for message in told)
        assert not any("declined" in message for message in told)


def test_a_table_tells_when_the_answer_to_a_chance_is_seen(ana: Person) -> None:
    live = {"kind": "live", "bank": 600}
    for seats, more, expected in (
        (("me", "me"), {}, ("quick", 0)), (("me", "me"), {"reactions": "ask"}, ("ask", 0)),
        (("me", "me"), {"reactions": "timed"}, ("timed", 15)), (("me", "heuristic"), {"clock": live}, ("quick", 0)),
        (("me", "me"), {"reactions": "timed", "window": 30}, ("timed", 30)),
    ):
        sitting = ana.opens(*seats, game="aiw", scenario="espartero", **more)
        about = ana.get(f"/api/sittings/{sitting}/about").json()
        assert expected == (about["reactions"], about["window"])
    for wrong in ({"reactions": "never"}, {"window": 7}):
        body = {"game": "aiw", "scenario": "espartero", "seats": ["me", "me"], **wrong}
        assert 400 == ana.post("/api/sittings", body).status_code
    games = ana.get("/api/games").json()
    chances = {game["code"]: game["chances"] for game in games}
    assert {"dpyr": False, "aiw": True, "car": True, "wellington": True} == chances


def test_orders_and_quiet_things_are_set_over_a_socket_and_nobody_else_hears_of_it(ana: Person) -> None:
    sitting = war(ana)
    seat, seen = at_the_chance(ana, sitting)
    other = next(one for one in ("carlist", "liberal") if one != seat)
    yes = next(choice["do"] for choice in seen["choices"] if choice["do"] != "done")
    order = {"do": [yes], "once": False}
    with ana.socket(sitting, seat=seat) as socket, ana.socket(sitting, seat=other) as enemy:
        socket.receive_json()
        enemy.receive_json()
        socket.send_json({"type": "quiet", "id": "q", "things": ["topic:intercept"]})
        assert {"done", "update"} == {socket.receive_json()["type"], socket.receive_json()["type"]}
        socket.send_json({"type": "orders", "id": "o", "orders": [{"do": ["fly"]}]})
        assert "error" == socket.receive_json()["type"]
        socket.send_json({"type": "orders", "id": "p", "orders": []})
        assert {"done", "update"} == {socket.receive_json()["type"], socket.receive_json()["type"]}
        socket.send_json({"type": "say", "id": "s", "text": "to us", "side": True})
        assert {"done", "update"} == {socket.receive_json()["type"], socket.receive_json()["type"]}
        enemy.send_json({"type": "ping", "id": "n"})
        assert "pong" == enemy.receive_json()["type"], "no update came before it"
    assert 200 == ana.does(sitting, "quiet", things=[], seat=seat).status_code
    assert 200 == ana.does(sitting, "orders", orders=[order], seat=seat).status_code
    assert [order] == ana.table(sitting, seat=seat)["orders"]
    assert "orders" not in ana.table(sitting, seat=other)
    assert [{"n": 0, "name": "Ana", "text": "to us", "side": True}] == ana.table(sitting, seat=seat)["chat"]
    assert "chat" not in ana.table(sitting, seat=other)
