"""The application in this process, and people with names who ask it things."""

from __future__ import annotations

import contextlib
import itertools
import random
import warnings
from collections.abc import Iterator
from typing import Any

import argon2
import httpx

with warnings.catch_warnings():
    warnings.simplefilter("ignore")         # of the test client, about a package that is not there
    from starlette.testclient import TestClient, WebSocketTestSession

from tablero.server.app import Config, build
from tablero.server.hall import Hall, Room

Json = dict[str, Any]

_ids = itertools.count()


class House:
    """The application, running."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    @property
    def hall(self) -> Hall:
        found: Hall = self.client.app.state.hall  # type: ignore[attr-defined]
        return found

    def room(self, sitting: str) -> Room:
        return self.hall.rooms[sitting]

    def person(self, name: str) -> Person:
        token = self.client.post("/api/me", json={"name": name}).json()["token"]
        self.client.cookies.clear()
        return Person(self, name, token)


def clock_of_limits(house: House) -> list[float]:
    """What all limits take for the time, in seconds: it passes when a test says so."""
    state, clock = house.client.app.state, [0.0]  # type: ignore[attr-defined]
    doorkeeper = state.doorkeeper
    for limit in (doorkeeper.requests, doorkeeper.newcomers, doorkeeper.passwords, state.sockets.messages):
        limit.clock = lambda: clock[0]
        limit.levels.clear()
    return clock


class Person:
    """Somebody with a session, who asks as a program does."""

    def __init__(self, house: House, name: str, token: str) -> None:
        self.house, self.name, self.token = house, name, token
        self.headers = {"authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, body: object = None, **more: Any) -> httpx.Response:
        headers = {**self.headers, **more.pop("headers", {})}
        json = {"json": body} if body is not None else {}
        answer = self.house.client.request(method, path, headers=headers, **json, **more)
        self.house.client.cookies.clear()
        return answer

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: object = None, **more: Any) -> httpx.Response:
        return self.ask("POST", path, body, **more)

    def opens(self, *seats: str, scenario: str = "maella", **more: object) -> str:
        """Open a sitting; its id."""
        answer = self.post("/api/sittings", {"game": "dpyr", "scenario": scenario, "seats": list(seats), **more})
        assert answer.status_code == 200, answer.text
        id_: str = answer.json()["id"]
        return id_

    def joins(self, owner: Person, sitting: str, seat: str) -> None:
        token = owner.post(f"/api/sittings/{sitting}/invites", {"seat": seat}).json()["token"]
        answer = self.post(f"/api/invites/{token}", {})
        assert answer.status_code == 200, answer.text

    def table(self, sitting: str, **query: str) -> Json:
        answer = self.get(f"/api/sittings/{sitting}", params=query)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def does(self, sitting: str, verb: str, /, **body: object) -> httpx.Response:
        """One of act, undo, offer, reply, resign, chat, with an id of its own."""
        return self.post(f"/api/sittings/{sitting}/{verb}", {"id": f"{next(_ids)}", **body})

    def actions(self, sitting: str) -> int:
        """How many actions the game has."""
        found: int = self.table(sitting).get("actions", 0)
        return found

    def plays(self, sitting: str, actions: int, chance: random.Random, **query: str) -> int:
        """Answer what is asked of one's seat, so many times or until it is not asked; how often it did."""
        for n in range(actions):
            seen = self.table(sitting, **query)
            if not seen["choices"]:
                return n
            do = chance.choice(seen["choices"])["do"]
            answer = self.does(sitting, "act", do=do, stamp=seen["stamp"], **query)
            assert answer.status_code == 200, answer.text
        return actions

    @contextlib.contextmanager
    def socket(self, sitting: str, **query: str) -> Iterator[WebSocketTestSession]:
        url = str(httpx.URL(f"/ws/{sitting}", params=query))
        with self.house.client.websocket_connect(url, headers=self.headers) as socket:
            yield socket


def refused(answer: httpx.Response, code: str = "not_allowed") -> str:
    assert code == answer.json()["code"], answer.text
    text: str = answer.json()["text"]
    return text


@contextlib.contextmanager
def house(database: str, **config: Any) -> Iterator[House]:
    generous = {"rate": 1e6, "socket_rate": 1e6, "bot_processes": 1, "accounts": True}
    app = build(Config(database, **{**generous, **config}))
    app.state.doorkeeper.hasher = argon2.PasswordHasher(time_cost=1, memory_cost=64)
    base_url = config.get("base_url") or "http://testserver"
    with TestClient(app, base_url, raise_server_exceptions=False) as client:
        yield House(client)
