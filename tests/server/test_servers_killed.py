"""Three servers as processes on one database, clients that go to any of them, and servers that are killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import websockets
from click.testing import CliRunner

import tablero
from tablero.cli.main import main
from tablero.server.store.database import open_database
from tablero.table.journal import Acted, Entry
from tablero.table.sitting import Sitting
from tests.server.databases import fresh_database
from tests.server.live import RUN, LiveServer, alive, free_port, person
from tests.server.test_killed import Client, Message, without_orphans

PATIENCE = 600.0    # seconds; the machine may be busy
AN_HOUR = 3600.0
KILLS = 5
LOST = {"stale_state", "not_your_turn", "game_over"}        # answers to who was not the first

# It ends by itself when an action with this id is stored, just before or just after the commit.
FATAL = """
import os, signal
from tablero.server.store import postgres, sittings
together, commit, fatal = sittings.Append.together.__func__, postgres.PostgresConnection.commit, []
def noted(cls, c, jobs):
    together(cls, c, jobs)
    fatal.extend(job for job in jobs if job.entry.client.endswith(":fatal"))
def dies(self):
    if {committed} or not fatal:
        commit(self)
    if fatal:
        os.kill(os.getpid(), signal.SIGKILL)
sittings.Append.together, postgres.PostgresConnection.commit = classmethod(noted), dies
"""
FAST = f"import time\nreal = time.time\ntime.time = lambda: real() + {AN_HOUR}\n{RUN}"     # its clock is wrong


@contextlib.contextmanager
def three(address: str, folder: Path) -> Iterator[list[LiveServer]]:
    found = [LiveServer(address, folder / f"{n}.log", FAST if n == 2 else RUN) for n in range(3)]
    try:
        for server in found:
            server.start()
        yield found
    finally:
        for server in found:
            server.stop()


@dataclass
class Wanderer(Client):
    """A client whose sockets lead to any server, and to others after some actions."""

    servers: list[LiveServer] = field(default_factory=list)
    chance: random.Random = field(default_factory=random.Random)
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    def _connect(self, seat: str) -> websockets.connect:
        self.server = self.chance.choice(self.servers)
        return super()._connect(seat)

    async def _send(self) -> None:
        await self.gate.wait()
        await super()._send()
        if self.chance.random() < 0.05:
            raise OSError("elsewhere")


@dataclass
class Visitor:
    """A client over HTTP: each request goes to any server, and is sent again until it is answered."""

    servers: list[LiveServer]
    token: str
    sitting: str
    chance: random.Random
    acknowledged: dict[str, tuple[int, str]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    over: bool = False
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self, http: httpx.AsyncClient, method: str, path: str, body: Message | None = None) -> Message:
        while True:
            server = self.chance.choice(self.servers)
            with contextlib.suppress(httpx.TransportError):
                headers = {"authorization": f"Bearer {self.token}"}
                answer = await http.request(method, f"{server.url}/api/sittings/{self.sitting}{path}", json=body,
                                            headers=headers)
                found: Message = answer.json()
                return found
            await asyncio.sleep(0.05)

    async def play(self, until: asyncio.Event) -> None:
        async with httpx.AsyncClient(timeout=30, trust_env=False) as http:
            n = 0
            while not (self.over or until.is_set()):
                await self.gate.wait()
                seat = self.chance.choice(["carlist", "liberal"])
                seen = await self.ask(http, "GET", f"?seat={seat}")
                self.over = bool(seen.get("over"))
                if self.over or not seen.get("choices"):
                    continue
                n += 1
                do = self.chance.choice(seen["choices"])["do"]
                body = {"id": f"{n}", "do": do, "stamp": seen["stamp"], "seat": seat}
                answer = await self.ask(http, "POST", "/act", body)
                if "n" in answer:
                    self.acknowledged[f"{n}"] = answer["n"], do
                else:
                    self.refused.append(answer["code"])


def near_the_end(actions: int) -> str:
    """A record of a game that has about so many actions to go."""

    def played(most: int) -> tablero.Record:
        record, chance = tablero.Record.start(tablero.game("dpyr"), "maella", seed=11), random.Random(1)
        while not record.state.over and len(record.entries) < most:
            seat = next(seat for seat in range(2) if tablero.options(record.state, seat))
            record.apply(seat, chance.choice(tablero.options(record.state, seat)))
        return record

    return played(len(played(10_000).entries) - actions).text(private=True)


def compare(acknowledged: dict[str, tuple[int, str]], journal: list[Entry], unanswered: set[str]) -> None:
    """Every acknowledged action is in the journal once, where it was said to be; nothing else of this client is."""
    own = [entry for entry in journal if entry.client]
    written = {entry.client.partition(":")[2]: entry for entry in own}
    assert len(written) == len(own)
    for id_, (n, do) in acknowledged.items():
        assert (n, do) == (written[id_].n, getattr(written[id_].matter, "do", ""))
    assert set(written) <= set(acknowledged) | unanswered


async def play_and_kill(servers: list[LiveServer], clients: list[Wanderer | Visitor]) -> None:
    """Nobody plays while a server is being started, so that the games last."""
    chance, until = random.Random(5), asyncio.Event()
    players = [asyncio.create_task(client.play(until)) for client in clients]

    def done() -> int:
        return sum(len(client.acknowledged) for client in clients)

    async def reached(true: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        for client in clients:
            client.gate.set()
        while not true():
            assert time.monotonic() < end, [len(client.acknowledged) for client in clients]
            await asyncio.sleep(0.02)

    for _ in range(KILLS):
        before = done()
        await reached(lambda before=before: done() > before + 20)  # type: ignore[misc]
        server = chance.choice(servers)
        server.kill()
        before = done()
        await reached(lambda before=before: done() > before + 10)  # type: ignore[misc]
        for client in clients:
            client.gate.clear()
        await asyncio.to_thread(server.start)
    await reached(lambda: all(client.over for client in clients))
    until.set()
    await asyncio.wait(players, timeout=PATIENCE)
    for player in players:
        player.result()


@pytest.mark.long
def test_with_three_servers_that_are_killed_no_acknowledged_action_is_lost_or_done_twice(
    postgres: str, tmp_path: Path
) -> None:
    address, began, record = fresh_database(postgres), time.time(), near_the_end(130)
    with three(address, tmp_path) as servers:
        clients: list[Wanderer | Visitor] = []
        for seed, seats in enumerate((["me", "me"], ["me", "me"], ["me", "random"], ["me", "me"])):
            ana = person(servers[seed % 3], "Ana")
            body = {"game": "dpyr", "scenario": "maella", "seats": seats, "record": record}
            made = ana.post("/api/sittings", json=body).json()
            token = ana.headers["authorization"].partition(" ")[2]
            names = tuple(name for name, who in zip(("carlist", "liberal"), seats, strict=True) if who == "me")
            if seed < 3:
                clients.append(Wanderer(servers[0], token, made["id"], names, seed, servers=servers,
                                        chance=random.Random(seed)))
            else:
                clients.append(Visitor(servers, token, made["id"], random.Random(seed)))
        asyncio.run(play_and_kill(servers, clients))
    database = open_database(address)
    for client in clients:
        journal = database.journal(client.sitting)
        pending = {client.pending[1]["id"]} if isinstance(client, Wanderer) and client.pending else set()
        compare(client.acknowledged, journal, pending)
        codes = client.refused if isinstance(client, Visitor) else [error["code"] for error in client.errors]
        assert set(codes) <= LOST, codes
        sitting = Sitting.fold_all(client.sitting, journal)
        assert sitting.over, "it is played to the end"
        assert all(began - 5 < entry.at < time.time() + 5 for entry in journal), "times are the database's"
        if isinstance(client, Wanderer) and len(client.seats) == 1:
            assert any(isinstance(e.matter, Acted) and e.matter.seat == 1 for e in journal), "the bot never moved"
    database.close()
    for n in range(3):
        assert "Traceback" not in without_orphans((tmp_path / f"{n}.log").read_text())


@pytest.mark.parametrize("committed", [False, True])
def test_an_action_whose_server_dies_before_it_answers_is_sent_to_another_one_and_done_once(
    postgres: str, tmp_path: Path, committed: bool
) -> None:
    address = fresh_database(postgres)
    first = LiveServer(address, tmp_path / "first.log", FATAL.format(committed=committed) + RUN)
    second = LiveServer(address, tmp_path / "second.log")
    try:
        first.start()
        second.start()
        ana = person(first, "Ana")
        body = {"game": "dpyr", "scenario": "maella", "seats": ["me", "me"]}
        sitting = ana.post("/api/sittings", json=body).json()["id"]
        views = {seat: ana.get(f"/api/sittings/{sitting}?seat={seat}").json() for seat in ("carlist", "liberal")}
        seat = next(seat for seat, view in views.items() if view["choices"])
        stamp, do = views[seat]["stamp"], views[seat]["choices"][0]["do"]
        act = {"id": "fatal", "do": do, "stamp": stamp, "seat": seat}
        with pytest.raises(httpx.TransportError):
            ana.post(f"/api/sittings/{sitting}/act", json=act)
        assert first.process is not None
        assert -signal.SIGKILL == first.process.wait(PATIENCE)
        database = open_database(address)
        assert committed == any(entry.client.endswith(":fatal") for entry in database.journal(sitting))
        for _ in range(2):
            answer = ana.post(f"{second.url}/api/sittings/{sitting}/act", json=act)
            assert (200, {"n": 4}) == (answer.status_code, answer.json())
        assert [do] == [entry.matter.do for entry in database.journal(sitting) if isinstance(entry.matter, Acted)]
        database.close()
    finally:
        first.stop()
        second.stop()


def test_workers_share_a_port_one_that_dies_is_replaced_and_all_stop_together(postgres: str, tmp_path: Path) -> None:
    address, port = fresh_database(postgres), free_port()
    command = [sys.executable, "-u", "-m", "tablero.cli.main", "serve", "--workers", "2", "--database", address]
    with (tmp_path / "log").open("wb") as out:
        process = subprocess.Popen(
            [*command, "--port", str(port)], stdout=out, stderr=out,
            env={**os.environ, "PYTHONPATH": ":".join(sys.path), "XDG_DATA_HOME": str(tmp_path)},
        )
    try:
        first = _workers(address, process, lambda pids: len(pids) == 2)
        os.kill(first[0], signal.SIGKILL)
        both = _workers(address, process, lambda pids: len(pids) == 2 and first[0] not in pids)
        assert first[1] in both
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=30) as http:
            me = {"authorization": f"Bearer {http.post('/api/me', json={'name': 'Ana'}).json()['token']}"}
            body = {"game": "dpyr", "scenario": "maella", "seats": ["me", "me"]}
            sitting = http.post("/api/sittings", json=body, headers=me).json()["id"]
        for n in range(20):                     # each by a connection of its own
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=30) as http:
                found = http.get(f"/api/sittings/{sitting}", headers=me).json()
                assert n + 3 == found["version"], "no worker shows a stale table"
                seat = "carlist" if found["choices"] else "liberal"
                choices = http.get(f"/api/sittings/{sitting}?seat={seat}", headers=me).json()
                act = {"id": f"{n}", "do": choices["choices"][0]["do"], "stamp": choices["stamp"], "seat": seat}
                assert 200 == http.post(f"/api/sittings/{sitting}/act", json=act, headers=me).status_code
        process.terminate()
        assert 0 == process.wait(PATIENCE)
        assert not [pid for pid in both if alive(pid)]
        with psycopg.connect(address) as connection:
            rows = connection.execute("SELECT name FROM server").fetchall()
        assert not [name for (name,) in rows if int(name.split()[-1]) in both], "they have said that they stop"
        assert "Traceback" not in (tmp_path / "log").read_text()
    finally:
        process.kill()


def test_workers_end_when_the_process_that_started_them_is_killed(postgres: str, tmp_path: Path) -> None:
    address = fresh_database(postgres)
    command = [sys.executable, "-u", "-m", "tablero.cli.main", "serve", "--workers", "2", "--database", address]
    with (tmp_path / "log").open("wb") as out:
        process = subprocess.Popen(
            [*command, "--port", str(free_port())], stdout=out, stderr=out,
            env={**os.environ, "PYTHONPATH": ":".join(sys.path), "XDG_DATA_HOME": str(tmp_path)},
        )
    try:
        pids = _workers(address, process, lambda pids: len(pids) == 2)
        process.kill()
        process.wait(PATIENCE)
        end = time.monotonic() + PATIENCE
        while any(alive(pid) for pid in pids):
            assert time.monotonic() < end, (tmp_path / "log").read_text()
            time.sleep(0.1)
    finally:
        process.kill()


def _workers(address: str, process: subprocess.Popen[Any], true: Callable[[list[int]], bool]) -> list[int]:
    """Process ids of the workers that live, once they are as they should be."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None
        with contextlib.suppress(psycopg.Error), psycopg.connect(address) as connection:
            rows = connection.execute("SELECT name FROM server").fetchall()
            pids = [pid for pid in (int(name.split()[-1]) for (name,) in rows) if alive(pid)]
            if true(pids):
                return pids
        time.sleep(0.1)
    raise AssertionError("the workers are not up")


def test_workers_need_postgresql(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    told = CliRunner().invoke(main, ["serve", "--workers", "2", "--database", url, "--port", str(free_port())])
    assert 2 == told.exit_code
    assert "postgresql://" in told.output
