"""Load for `./dev bench --server`: many games over web sockets, played from this process."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx
import msgspec
import websockets

import tablero
from tests.server.live import LiveServer

GAMES = 50


class Choice(msgspec.Struct):
    do: str
    n: int = 0


class Message(msgspec.Struct):
    """As much as a player must read of what the server sends."""

    type: str
    id: str = ""
    stamp: int = 0
    choices: list[Choice] = []
    order: list[int] = []
    over: bool = False
    code: str = ""


_decode = msgspec.json.Decoder(Message).decode
_encode = msgspec.json.Encoder().encode


async def person(http: httpx.AsyncClient, server: LiveServer) -> dict[str, str]:
    """The headers of somebody new."""
    answer = await http.post(f"{server.url}/api/me", json={"name": "Ana"})
    http.cookies.clear()
    return {"authorization": f"Bearer {answer.json()['token']}"}


async def new_game(
    http: httpx.AsyncClient, server: LiveServer, me: dict[str, str], n: int, code: str = "dpyr"
) -> str:
    """A sitting of one person on all sides, at which no chance to react goes by itself; its id."""
    game = tablero.game(code)
    body = {
        "game": code, "scenario": game.scenarios[n % len(game.scenarios)], "seats": ["me"] * len(game.seats),
        "reactions": "ask",
    }
    made = await http.post(f"{server.url}/api/sittings", json=body, headers=me)
    id_: str = made.raise_for_status().json()["id"]
    return id_


def connect(server: LiveServer, me: dict[str, str], path: str) -> websockets.connect:
    """A socket that asks for compression as browsers do; the server compresses what is long."""
    return websockets.connect(
        f"{server.ws}{path}", additional_headers=me, max_size=None, open_timeout=60, proxy=None
    )


@dataclass
class Tally:
    actions: int = 0
    latencies: list[float] = field(default_factory=list)        # seconds from an action to its acknowledgement
    bytes: int = 0                                              # received
    errors: list[str] = field(default_factory=list)


@dataclass
class Game:
    """One game between sockets, one for each seat; one action at a time."""

    server: LiveServer
    http: httpx.AsyncClient
    n: int
    code: str = "dpyr"
    me: dict[str, str] = field(default_factory=dict)
    sockets: list[websockets.ClientConnection] = field(default_factory=list)
    views: list[Message] = field(default_factory=list)
    known: list[dict[int, Choice]] = field(default_factory=list)        # by seat: choices by their numbers

    async def open(self) -> None:
        self.me, seats = self.me or await person(self.http, self.server), tablero.game(self.code).seats
        id_ = await new_game(self.http, self.server, self.me, self.n, self.code)
        self.sockets = [await connect(self.server, self.me, f"/ws/{id_}?seat={seat}") for seat in seats]
        self.views = [_decode(await socket.recv()) for socket in self.sockets]
        self.known = [{} for _ in seats]
        self.n += GAMES

    async def close(self) -> None:
        for socket in self.sockets:
            await socket.close()

    async def act(self, chance: random.Random, tally: Tally) -> None:
        """Play an action, and hear of it on all sockets."""
        if any(view.over for view in self.views):
            await self.close()
            await self.open()
        seat = next(seat for seat, view in enumerate(self.views) if view.choices)
        view, id_ = self.views[seat], secrets.token_hex(8)
        do = chance.choice(view.choices).do
        start = time.perf_counter()
        await self.sockets[seat].send(_encode({"type": "act", "id": id_, "do": do, "stamp": view.stamp}), text=True)
        while (message := await self._take(seat, tally)).type == "update":
            pass
        tally.latencies.append(time.perf_counter() - start)
        tally.actions += 1
        if message.type != "done":
            tally.errors.append(message.code)
        for other in range(len(self.sockets)):
            if other != seat:
                await self._take(other, tally)

    async def _take(self, seat: int, tally: Tally) -> Message:
        raw = await self.sockets[seat].recv()
        tally.bytes += len(raw)
        message = _decode(raw)
        if message.type == "update":
            known = self.known[seat]
            known.update({choice.n: choice for choice in message.choices})
            if message.order:
                message.choices = [known[n] for n in message.order]
            self.views[seat] = message
        return message

    async def play(self, end: float, rate: float, tally: Tally) -> None:
        """Until a moment; at so many actions a second, or as fast as it goes (0)."""
        chance = random.Random(self.n)
        due = time.perf_counter() + (chance.random() / rate if rate else 0)
        while time.perf_counter() < end:
            if rate:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += 1 / rate
            await self.act(chance, tally)


@asynccontextmanager
async def games(servers: Sequence[LiveServer], code: str, count: int = GAMES) -> AsyncIterator[list[Game]]:
    """So many games spread over servers, all at their first question."""
    async with httpx.AsyncClient(timeout=60, trust_env=False) as http:
        found = [Game(servers[n % len(servers)], http, n, code) for n in range(count)]
        for game in found:
            await game.open()
        yield found
        for game in found:
            await game.close()


async def play(found: list[Game], seconds: float, rate: float = 0) -> tuple[float, Tally]:
    """All games for a time, at so many actions a second together; actions a second, and what was seen."""
    tally, start = Tally(), time.perf_counter()
    await asyncio.gather(*(game.play(start + seconds, rate / len(found), tally) for game in found))
    return tally.actions / (time.perf_counter() - start), tally


async def echoes(server: LiveServer, seconds: float, count: int = GAMES) -> float:
    """Messages a second that the bare echo answers, with as many sockets at work as there are games."""
    text, heard = "x" * 90, 0

    async def talk(socket: websockets.ClientConnection, end: float) -> None:
        nonlocal heard
        while time.perf_counter() < end:
            await socket.send(text)
            await socket.recv()
            heard += 1

    sockets = [await connect(server, {}, "/echo") for _ in range(count)]
    start = time.perf_counter()
    await asyncio.gather(*(talk(socket, start + seconds) for socket in sockets))
    took = time.perf_counter() - start
    for socket in sockets:
        await socket.close()
    return heard / took
