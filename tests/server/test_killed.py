"""The server is killed again and again while people play: whatever they were told to be done is done, exactly once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets

from tablero.server.store.database import open_database
from tablero.table.journal import Acted, Entry
from tablero.table.sitting import Sitting
from tests.server.live import LiveServer, alive, live_server, person

BOUND = 10.0        # seconds of play after the last kill, after which a game need not go on
PATIENCE = 120.0    # and how long it is waited for a bot that has not moved by then; the machine may be busy

Message = dict[str, Any]


@dataclass
class Client:
    """One person at one table, holding one seat or both, who never gives up."""

    server: LiveServer
    token: str
    sitting: str
    seats: tuple[str, ...]
    seed: int
    acknowledged: dict[str, tuple[int, str]] = field(default_factory=dict)      # id -> entry, action
    pending: tuple[str, Message] | None = None                                  # seat, what it sent
    version: int = 0
    over: bool = False
    moved: set[str] = field(default_factory=set)                                # seats of which the log told
    errors: list[Message] = field(default_factory=list)
    sockets: dict[str, websockets.ClientConnection] = field(default_factory=dict)
    views: dict[str, Message] = field(default_factory=dict)
    known: dict[tuple[str, int], Message] = field(default_factory=dict)         # choices by seat and number

    async def play(self, until: asyncio.Event) -> None:
        chance, n = random.Random(self.seed), 0
        while not (self.over or until.is_set()):
            try:
                async with contextlib.AsyncExitStack() as stack:
                    for seat in self.seats:
                        self.sockets[seat] = await stack.enter_async_context(self._connect(seat))
                    if self.pending is not None:
                        await self._send()
                    await self._catch_up()
                    while not (self.over or until.is_set()):
                        seat = next((s for s in self.seats if self.views[s].get("choices")), "")
                        if not seat:
                            for each in self.seats:     # the sockets may lead to different servers
                                await self._take(each, 0.1)
                            continue
                        n += 1
                        view = self.views[seat]
                        do = chance.choice(view["choices"])["do"]
                        self.pending = seat, {"type": "act", "id": f"{n}", "do": do, "stamp": view["stamp"]}
                        await self._send()
                        await self._catch_up()
            except (OSError, websockets.WebSocketException):
                await asyncio.sleep(0.1)

    def _connect(self, seat: str) -> websockets.connect:
        headers = {"Authorization": f"Bearer {self.token}"}
        url = f"{self.server.ws}/ws/{self.sitting}?seat={seat}"
        return websockets.connect(url, additional_headers=headers, open_timeout=30, max_size=None, proxy=None)

    async def _send(self) -> None:
        """Send what is not acknowledged, and wait for its acknowledgement."""
        assert self.pending is not None
        seat, message = self.pending
        await self.sockets[seat].send(json.dumps(message))
        while self.pending is not None:
            got = await self._take(seat)
            if got.get("id") == message["id"]:
                self.pending = None
                if got["type"] == "done":
                    self.acknowledged[message["id"]] = got["n"], message["do"]
                else:
                    self.errors.append(got)

    async def _catch_up(self) -> None:
        """Hear all that was sent so far: a ping comes back after it."""
        for seat in self.seats:
            await self.sockets[seat].send('{"type": "ping", "id": "now"}')
            while (await self._take(seat)).get("type") != "pong":
                pass

    async def _take(self, seat: str, wait: float = 30) -> Message:
        try:
            got: Message = json.loads(await asyncio.wait_for(self.sockets[seat].recv(), wait))
        except TimeoutError:
            return {}
        if got["type"] == "update":
            self.known.update({(seat, choice.get("n", 0)): choice for choice in got["choices"]})
            if "order" in got:
                got["choices"] = [self.known[seat, n] for n in got["order"]]
            self.views[seat] = got
            self.version = max(self.version, got["version"])
            self.over = bool(got.get("over"))
            self.moved |= {line["seat"] for line in got.get("log") or ()}
        return got


async def kill_again_and_again(server: LiveServer, clients: list[Client], kills: int) -> None:
    chance = random.Random(9)
    until = asyncio.Event()
    players = [asyncio.create_task(client.play(until)) for client in clients]
    for _ in range(kills):
        before = sum(len(client.acknowledged) for client in clients)
        end = time.monotonic() + 30
        while sum(len(client.acknowledged) for client in clients) < before + 20 and time.monotonic() < end:
            await asyncio.sleep(0.02)
        await asyncio.sleep(chance.random() * 0.4)
        server.kill()
        await asyncio.to_thread(server.start)
    end = time.monotonic() + PATIENCE
    _, playing = await asyncio.wait(players, timeout=BOUND)
    while playing and min(len(client.moved) for client in clients) < 2 and time.monotonic() < end:
        _, playing = await asyncio.wait(playing, timeout=0.5)
    until.set()
    if playing:
        await asyncio.wait(playing, timeout=60)
    for player in players:
        player.result()


def compare(client: Client, journal: list[Entry]) -> None:
    """Every acknowledged action is in the journal once, where it was said to be; nothing else of this client is."""
    written = {entry.client.partition(":")[2]: entry for entry in journal if entry.client}
    assert 1 == max(Counter(entry.client for entry in journal if entry.client).values())
    for id_, (n, do) in client.acknowledged.items():
        assert (n, do) == (written[id_].n, getattr(written[id_].matter, "do", ""))
    unanswered = {client.pending[1]["id"]} if client.pending else set()
    assert set(written) <= set(client.acknowledged) | unanswered
    assert client.version <= len(journal)
    assert [] == client.errors


def without_orphans(log: str) -> str:
    """The log without the cry of a worker process whose server was killed while it was being born."""
    begun = r"Traceback \(most recent call last\):\n(?:  .*\n)*?  .*spawn_main\n"
    died = r"(?:  .*\n)*EOFError: Ran out of input\n"
    return re.sub(begun + died, "", log)


def test_no_acknowledged_action_is_lost_or_done_twice(address: str, tmp_path: Path) -> None:
    kills = 6 if address.startswith("sqlite") else 2
    with live_server(address, tmp_path) as server:
        clients = []
        for seed, (scenario, seats) in enumerate([
            ("maella", ["me", "me"]), ("arquijas", ["me", "me"]), ("luchana", ["me", "me"]),
            ("oriamendi", ["me", "me"]), ("maella", ["me", "random"]),
        ]):
            ana = person(server, "Ana")
            made = ana.post("/api/sittings", json={"game": "dpyr", "scenario": scenario, "seats": seats}).json()
            token = ana.headers["authorization"].partition(" ")[2]
            names = tuple(name for name, who in zip(("carlist", "liberal"), seats, strict=True) if who == "me")
            clients.append(Client(server, token, made["id"], names, seed))
        asyncio.run(kill_again_and_again(server, clients, kills))
        workers = server.children()
        server.kill()
        end = time.monotonic() + 30
        while any(alive(pid) for pid in workers) and time.monotonic() < end:
            time.sleep(0.1)
        assert not [pid for pid in workers if alive(pid)]
    database = open_database(address)
    played = 0
    for client in clients:
        journal = database.journal(client.sitting)
        compare(client, journal)
        sitting = Sitting.fold_all(client.sitting, journal)
        assert len(journal) == sitting.version
        played += len(sitting.record.entries)
        if len(client.seats) == 1:
            assert any(isinstance(e.matter, Acted) and e.matter.seat == 1 for e in journal), "the bot never moved"
    database.close()
    assert played > 20 * kills
    assert "Traceback" not in without_orphans((tmp_path / "server.log").read_text())
