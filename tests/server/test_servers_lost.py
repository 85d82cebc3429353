"""Several servers on one database, each mechanism alone: without it what is tested here does not come about."""

from __future__ import annotations

import asyncio
import random
import socket
import threading
import time

import pytest

from tablero.kernel.errors import StoreFailed
from tablero.server import servers
from tablero.server.bot_processes import BotProcesses
from tablero.server.hall import lobby_entry
from tablero.server.store import postgres as store
from tablero.server.store import runs
from tablero.server.store.database import Database, open_database
from tablero.server.store.people import Rating
from tablero.server.store.sittings import Append
from tablero.table.journal import Entry, Said
from tablero.table.rest import Rest
from tests.server.databases import fresh_database
from tests.server.house import play, playing, table
from tests.server.test_servers import PATIENCE, run, says, several, some_action_of, until

NEVER = 1e6         # seconds


@pytest.fixture
def shared(postgres: str) -> str:
    return fresh_database(postgres)


# --- notes


def test_that_a_server_comes_or_stops_is_told_at_once(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "BEAT", NEVER)
    monkeypatch.setattr(runs, "ALIVE", NEVER)

    async def test() -> None:
        async with several(shared, 3) as found:
            await found[2].servers.close()
            await until(lambda: all(len(one.servers.living) == 2 for one in found[:2]))

    run(test())


def test_that_a_table_is_deleted_or_a_gesture_stopped_is_told_at_once(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "COMPARE", NEVER)

    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, guest = await there.watch()
            other.sitting.rest = Rest(0, [("done",)], False)
            ana = (await here.watch())[1]
            await here.app.state.sockets._stop(room, ana)
            await until(lambda: other.sitting.rest is None)
            await here.hall.delete(room)
            await until(lambda: guest.closed)

    run(test())


def test_a_lone_server_tells_nobody(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 1) as (here,):
            listener = store.Listener(shared)
            await play(here.hall, await table(here.hall), 3)
            listener.raw.execute("SELECT 1")            # what was sent before has come with the answer
            assert [] == listener.heard()
            listener.close()

    run(test())


def test_a_listener_that_has_gone_deaf_is_made_anew_and_what_was_remembered_is_asked_again(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf, made = socket.socketpair(), []

    class Deaf(store.Listener):
        def __init__(self, url: str) -> None:
            super().__init__(url)
            made.append(self)
            if len(made) == 2:
                self.fileno = deaf[0].fileno()          # nothing is ever read from it

    monkeypatch.setattr(store, "Listener", Deaf)
    monkeypatch.setattr(servers, "SILENCE", NEVER)

    async def test() -> None:
        async with several(shared) as (here, there):
            doorkeeper, notifier = there.app.state.doorkeeper, there.app.state.notifier
            room = await table(here.hall)
            other, guest = await there.watch()
            there.hall.leave(other, guest)              # nothing but the listener makes up for it
            await play(here.hall, room, 2)
            await asyncio.wrap_future(here.hall.database.create_player("ana", "Ana", 1.0))
            await asyncio.wrap_future(here.hall.database.create_session("a" * 22, "ana", 1.0, 9e9))
            assert "ana" == await doorkeeper._look_up("a" * 22, "x")
            await notifier.ways_of("ana")
            assert other.sitting.version < room.sitting.version
            monkeypatch.setattr(servers, "SILENCE", 0.0)
            await until(lambda: other.sitting.version == room.sitting.version)
            assert doorkeeper._recent("a" * 22) is None
            assert "ana" not in notifier.ways
            await until(lambda: guest.closed)           # its session is not known

    run(test())


# --- keepers


def test_when_a_keeper_dies_another_one_lets_the_bots_of_its_tables_move(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "BEAT", 0.2)
    monkeypatch.setattr(runs, "ALIVE", 2.0)

    async def test() -> None:
        async with several(shared, 3) as found:
            keeping, *others = sorted(found, key=lambda one: not one.servers.keeps("s"))
            room = await table(others[0].hall)
            for task in keeping.servers.tasks:
                task.cancel()
            keeping.hall.keeps = lambda _: False
            bot = room.sitting.to_move()[0]
            await others[0].hall.change(room, lambda s, now: s.seat_bot(bot, "random", now))
            await until(lambda: bool(room.sitting.record.entries))

    run(test())


def test_bots_think_at_the_keeper_alone(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thought: list[object] = []
    think = BotProcesses.think

    async def noted(self: BotProcesses, *question: object) -> object:
        thought.append(self.hall)
        return await think(self, *question)  # type: ignore[arg-type]

    monkeypatch.setattr(BotProcesses, "think", noted)

    async def test() -> None:
        async with several(shared, 3) as found:
            (keeping,) = [one for one in found if one.servers.keeps("s")]
            rooms, chance = [await table(found[0].hall)], random.Random(2)
            rooms += [(await one.watch())[0] for one in found[1:]]
            bot = rooms[0].sitting.to_move()[0]
            await found[0].hall.change(rooms[0], lambda s, now: s.seat_bot(bot, "random", now))
            for n in range(3):
                own = rooms[n]
                await until(lambda own=own: 1 - bot in own.sitting.to_move())  # type: ignore[misc]
                _, sitting = await found[n].hall.current("s")
                await found[n].hall.change(own, playing(*some_action_of(sitting, 1 - bot, chance)))
            assert {keeping.hall} == set(thought)

    run(test())


def test_a_game_is_rated_once_by_two_keepers(shared: str) -> None:
    databases = [open_database(shared) for _ in range(2)]
    first, barrier = databases[0], threading.Barrier(2)

    async def test() -> None:
        async with several(shared, 1) as (here,):
            await table(here.hall)

    run(test())
    after = {"ana": Rating(1600.0), "ben": Rating(1400.0)}

    def rate(database: Database) -> None:
        barrier.wait(PATIENCE)
        database.rate("s", "dpyr", ("ana", "ben"), 0.0, lambda before: after).result(PATIENCE)

    threads = [threading.Thread(target=rate, args=(database,)) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert [1, 1] == [row.games for row in first.ratings("dpyr")]
    for database in databases:
        database.close()


# --- the database


def test_times_are_the_databases_whatever_the_clock_of_a_server(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real, ahead = time.time, 86_400.0
    database = open_database(shared)
    monkeypatch.setattr(time, "time", lambda: real() + ahead)
    database.beat("me", 1, []).result(PATIENCE)
    assert abs(database.now() - real()) < PATIENCE
    database.close()


def test_the_lock_of_a_server_that_hangs_ends_by_itself(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "10000" in store.LETS_GO
    monkeypatch.setattr(store, "LETS_GO", store.LETS_GO.replace("10000", "300"))

    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, _ = await there.watch()
            held = await asyncio.to_thread(here.hall.database.hold, "s", room.sitting.version)
            await there.hall.change(other, says("ana", "Is anybody there?"))
            sitting, said = room.sitting, Said("ben", "Ben", "Yes.")
            late = Append("s", Entry(sitting.version + 1, 1.0, said), lobby_entry(sitting), None)
            with pytest.raises(StoreFailed):
                await asyncio.to_thread(held.append, late)
            held.close()
            await here.hall.change(room, says("ben", "Yes."))
            assert ["Is anybody there?", "Yes."] == [line.text for line in room.sitting.chat.lines]

    run(test())


def test_servers_that_write_to_the_same_tables_lock_them_in_the_same_order() -> None:
    class Connection:
        locked: list[object]

        def execute_many(self, sql: str, rows: list[tuple[object, ...]]) -> int:
            if sql.startswith("UPDATE"):
                self.locked = [row[4] for row in rows]
            return len(rows)

        def announce(self, notes: object) -> None:
            """To nobody."""

    jobs = [Append(id_, Entry(2, 1.0, Said("ana", "Ana", "x")), "", None) for id_ in ("c", "a", "b")]
    connection = Connection()
    Append.together(connection, jobs)  # type: ignore[arg-type]
    assert ["a", "b", "c"] == connection.locked
