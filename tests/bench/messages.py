"""A hash of all messages and all that is stored at tables, to compare before and after a change; and what an action
costs there.

    python -m tests.bench.messages                  # names of games, --games 4, --actions 300
    python -m tests.bench.messages --cost           # instead of the hash: processor time of an action

Tables are played at random over sockets that lead nowhere: what is measured is what the event loop does between reading
a message and compressing the answers. Messages are hashed as a client understands them, with what they leave out.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import hashlib
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import tablero
from tablero.server.auth import Doorkeeper
from tablero.server.hall import Guest, Hall, Room, lobby_entry
from tablero.server.sockets import Sockets
from tablero.server.store.database import Database, open_database
from tablero.server.store.sittings import Summary
from tablero.table.journal import FORMAT, Clock, Entry, Opened
from tablero.table.sitting import Sitting

Told = dict[str, Any]

CLOCKS = Clock(), Clock("live", 9e6, 10.0)
ROUNDS = 7              # of the measured cost


class Client:
    """A socket that leads nowhere, and what its owner knows."""

    def __init__(self, known: bool) -> None:
        self.known = known          # does he look at what he gets?
        self.unread: list[bytes] = []
        self.bytes = 0
        self.panels: dict[str, Told] = {}
        self.choices: dict[int, Told] = {}
        self.last: Told = {}

    def behind(self) -> bool:
        return False

    def put(self, message: bytes) -> None:
        self.unread.append(message)
        self.bytes += len(message)

    def read(self) -> Iterator[Told]:
        """What has come in, with what was left out."""
        for raw in self.unread:
            message = msgspec.json.decode(raw)
            yield self._complete(message) if message["type"] == "update" else message
        self.unread.clear()

    def _complete(self, update: Told) -> Told:
        if update.get("whole"):
            self.panels, self.choices, self.last = {}, {}, {}
        choices = update["choices"]
        self.choices.update({choice.pop("n", 0): choice for choice in choices})
        if order := update.pop("order", None):
            choices = [self.choices[n] for n in order]
        panels = {panel["id"]: panel for panel in update.get("panels", ())}
        for id_, i, row in update.pop("rows", ()):
            panel = panels.setdefault(id_, self.panels[id_])
            panels[id_] = {**panel, "rows": [*panel["rows"][:i], row, *panel["rows"][i + 1:]]}
        self.panels.update(panels)
        if panels:
            update["panels"] = [panels[id_] for id_ in sorted(panels)]
        filled = {name: update.get(name, self.last.get(name)) for name in ("asked", "chairs")}
        self.last = {**update, **filled, "choices": choices}
        return self.last


class Table:
    """A table of one game, and sockets for all who watch it."""

    def __init__(self, hall: Hall, sockets: Sockets, id_: str, room: Room) -> None:
        self.hall, self.sockets, self.id, self.room = hall, sockets, id_, room
        self.clients: list[Client] = []
        self.guests: list[Guest] = []

    @classmethod
    async def open(cls, database: Database, code: str, n: int, everybody: bool) -> Table:
        game = tablero.game(code)
        hall, id_ = Hall(database), f"{code}.{n}"
        sockets = Sockets(hall, Doorkeeper(database, False), 1e9)
        scenario = game.scenarios[n % len(game.scenarios)]
        opened = Opened(code, scenario, game.chosen({}), f"{n + 42:x}", "p0", game.rules, format=FORMAT,
                        clock=CLOCKS[n % 2] if everybody else CLOCKS[0], spectators=True)
        sitting, entries = Sitting.open(id_, opened, 1.0), [Entry(1, 1.0, opened)]
        for seat in range(len(game.seats)):
            entries.append(Entry(seat + 2, 1.0, sitting.sit(seat, f"p{seat}", f"P{seat}", 1.0)))
        summary = Summary(id_, code, scenario, "", "p0", True, 1.0, 1.0, lobby_entry(sitting))
        await asyncio.wrap_future(database.create_sitting(summary, entries, None, sitting.seating.rows()))
        table = cls(hall, sockets, id_, Room(sitting))
        hall.add(table.room)
        for seat in range(len(game.seats)):
            table.enter(seat, "en", everybody)
        if everybody:
            for seat in (-1, 0):
                table.enter(seat, "es", True)
        return table

    def enter(self, seat: int, language: str, known: bool) -> None:
        client = Client(known)
        guest = Guest(f"p{seat}", seat, language, way_out=client)
        self.clients.append(client)
        self.guests.append(guest)
        self.hall.enter(self.room, guest)

    def message(self, chance: random.Random, n: int, everybody: bool) -> tuple[int, Told]:
        """What is sent next, and by which seat: mostly an action."""
        sitting = self.room.sitting
        seat = chance.choice(sitting.to_move())
        question, what = sitting.questions[seat], chance.random()
        assert question is not None
        if everybody and what < 0.05 and sitting.record.can_undo(seat):
            return seat, {"type": "undo", "id": f"{n}"}
        if everybody and what > 0.98:
            return seat, {"type": "say", "id": f"{n}", "text": f"Says {n}.", "side": n % 2 == 0}
        if everybody and what > 0.97:
            return seat, {"type": "quiet", "id": f"{n}", "things": []}
        do = sitting.game.write(sitting.state, chance.choice(question[1]))
        return seat, {"type": "act", "id": f"{n}", "do": do, "stamp": sitting.stamps[seat]}


async def hashed(code: str, games: int, actions: int) -> str:
    """A hash of everything that is sent and stored at some tables, and how much that is."""
    told, messages, sent = hashlib.sha256(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(f"sqlite:///{Path(folder) / 'a.db'}")
        clock = [1e6]
        database.now = lambda: clock[0]  # type: ignore[method-assign]
        for n in range(games):
            table, chance = await Table.open(database, code, n, True), random.Random(n)
            for i in range(actions):
                if table.room.sitting.over:
                    break
                clock[0] += chance.random() * 3
                seat, message = table.message(chance, i, True)
                if i == actions // 2:
                    table.enter(0, "en", True)          # somebody opens another window
                await table.sockets.hear(table.room, table.guests[seat], msgspec.json.encode(message))
                for client in table.clients:
                    for heard in client.read():
                        told.update(msgspec.json.encode(heard, order="deterministic"))
                        messages += 1
            sent += sum(client.bytes for client in table.clients)
            rows = database._read("SELECT n, at, client, matter FROM journal WHERE sitting = ? ORDER BY n", table.id)
            standing = database._read("SELECT version, changed, standing, wake FROM sitting WHERE id = ?", table.id)
            told.update(repr((rows, standing)).encode())
        database.close()
    return f"{told.hexdigest()}  {messages} messages, {sent:,} bytes"


async def cost(code: str, games: int, actions: int) -> str:
    """Processor time of the event loop for an action, and bytes. All is played several times, and of each message the
    fastest time counts: other work on the machine only adds to it."""
    least: dict[tuple[int, int], float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS):
            database, sent = open_database(f"sqlite:///{Path(folder) / f'{number}.db'}"), 0
            for n in range(games):
                table, chance = await Table.open(database, code, n, False), random.Random(n)
                for i in range(actions):
                    if table.room.sitting.over:
                        break
                    seat, message = table.message(chance, i, False)
                    raw = msgspec.json.encode(message)
                    start = time.thread_time()
                    await table.sockets.hear(table.room, table.guests[seat], raw)
                    took = time.thread_time() - start
                    least[n, i] = min(took, least.get((n, i), took))
                    for client in table.clients:
                        client.unread.clear()
                sent += sum(client.bytes for client in table.clients)
            database.close()
    return f"{statistics.mean(least.values()) * 1e6:.0f} µs an action, {sent / len(least):,.0f} bytes"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("codes", nargs="*", default=[*tablero.GAMES])
    parser.add_argument("--games", type=int, default=4, help="tables of each game")
    parser.add_argument("--actions", type=int, default=300, help="messages at each table")
    parser.add_argument("--cost", action="store_true", help="processor time instead of the hash")
    arguments = parser.parse_args()
    gc.collect()
    for code in arguments.codes:
        found = asyncio.run((cost if arguments.cost else hashed)(code, arguments.games, arguments.actions))
        print(f"{code:<12}{found}", flush=True)


if __name__ == "__main__":
    main()
