"""Several servers on one database, each mechanism alone: without it what is tested here does not come about."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import select
import socket
import threading
import time
from concurrent.futures import Future

import psycopg
import pytest
from starlette.websockets import WebSocket

from tablero.kernel.errors import StoreFailed
from tablero.server import app, servers
from tablero.server import hall as halls
from tablero.server.bot_processes import BotProcesses
from tablero.server.hall import lobby_entry
from tablero.server.store import postgres as store
from tablero.server.store import runs
from tablero.server.store.access import fold_token
from tablero.server.store.database import Database, open_database
from tablero.server.store.people import Rating
from tablero.server.store.sittings import Append
from tablero.table.journal import Clock, Entry, Interrupted, Said
from tablero.table.rest import Rest
from tests.server.databases import fresh_database
from tests.server.house import play, playing, table
from tests.server.test_automatic_answers import play_to_a_useless_chance, war
from tests.server.test_servers import PATIENCE, run, says, several, some_action_of, until

NEVER = 1e6         # seconds
A_DAY = 86_400.0


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
            left = {one.servers.me for one in found[:2]}
            assert [left, left] == [set(one.servers.living) for one in found[:2]]

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
            assert other.sitting.version == room.sitting.version
            await here.hall.delete(room)
            await until(lambda: guest.closed)
            assert not here.hall.rooms
            assert not there.hall.rooms

    run(test())


def test_a_server_opens_no_table_before_it_listens(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connects, listener = threading.Event(), store.Listener

    def slow(url: str) -> store.Listener:
        assert connects.wait(PATIENCE)
        return listener(url)

    async def test() -> None:
        async with several(shared, 1) as (here,), contextlib.AsyncExitStack() as stack:
            monkeypatch.setattr(store, "Listener", slow)
            newcomer = app.build(app.Config(shared, bot_processes=1))
            opens = asyncio.create_task(stack.enter_async_context(newcomer.router.lifespan_context(newcomer)))
            try:
                await until(lambda: len(here.servers.living) == 2)
                assert not (await asyncio.wait({opens}, timeout=1.0))[0]
            finally:
                connects.set()
                await opens
            assert newcomer.state.servers.listens.is_set()

    run(test())


def test_a_lone_server_tells_nobody(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 1) as (here,):
            listener = store.Listener(shared)
            await play(here.hall, await table(here.hall), 3)
            here.hall.database.writer.do(lambda c: c.execute("NOTIFY tablero, 'the end'")).result(PATIENCE)
            heard: list[str] = []
            while "the end" not in heard:       # notes come in the order of their commits
                await asyncio.to_thread(select.select, [listener.fileno], [], [], PATIENCE)
                heard += listener.heard()
            assert ["the end"] == heard
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


@pytest.mark.parametrize("silent", [False, True])
def test_a_server_that_is_cut_off_from_the_database_shows_no_stale_table(
    shared: str, monkeypatch: pytest.MonkeyPatch, silent: bool
) -> None:
    monkeypatch.setattr(servers, "CUT_OFF", 0.0)
    monkeypatch.setattr(servers, "SILENCE", NEVER)      # it closes sockets of unknown sessions, too

    def beat(*_: object) -> Future[dict[str, int]]:
        if silent:
            return Future()
        raise StoreFailed("write")

    async def test() -> None:
        async with several(shared) as (here, there):
            await table(here.hall)
            _, guest = await there.watch()
            _, other = await here.watch()
            if silent:
                monkeypatch.setattr(servers, "ANSWERS", 0.1)
            monkeypatch.setattr(there.hall.database, "beat", beat)
            await until(lambda: guest.closed)
            assert silent or not other.closed

    run(test())


@pytest.mark.parametrize("note", ['["newer",["Teleported","s"]]', "hello"])
def test_a_note_of_a_newer_program_or_of_none_is_passed_over(
    shared: str, caplog: pytest.LogCaptureFixture, note: str
) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, _ = await there.watch()
            with psycopg.connect(shared, autocommit=True) as newer, caplog.at_level(logging.WARNING, "tablero"):
                newer.execute("SELECT pg_notify('tablero', %s)", (note,))
                await until(lambda: "a note was not understood" in caplog.text)
            await play(here.hall, room, 1)
            await until(lambda: other.sitting.version == room.sitting.version)
            assert 1 == len(other.sitting.record.entries)
            assert room.sitting.record.entries == other.sitting.record.entries

    run(test())


def test_a_connection_that_is_gone_without_a_word_is_noticed(shared: str) -> None:
    """Else a server would wait a quarter of an hour for the answer of a machine that is not there any more."""
    listener, connection = store.Listener(shared), store.PostgresConnection(f"{shared}&keepalives_idle=90")
    assert store.STEADY.items() <= {**listener.raw.info.get_parameters(), **store.STEADY}.items()
    assert "15000" == listener.raw.info.get_parameters()["tcp_user_timeout"]
    assert "90" == connection.raw.info.get_parameters()["keepalives_idle"]
    listener.close()
    connection.close()


# --- sessions


def test_a_socket_that_was_being_opened_when_its_session_ended_elsewhere_is_closed(shared: str) -> None:
    token = "a" * 22
    scope = {
        "type": "websocket", "path": "/ws/s", "path_params": {"sitting": "s"}, "query_string": b"",
        "headers": [(b"authorization", b"Bearer " + token.encode())], "client": ("127.0.0.1", 1),
    }

    async def test() -> None:
        async with several(shared) as (here, there):
            await table(here.hall)
            await asyncio.wrap_future(here.hall.database.create_player("ana", "Ana", 1.0))
            await asyncio.wrap_future(here.hall.database.create_session(token, "ana", 1.0, 9e9))
            doorkeeper, said, heard = there.app.state.doorkeeper, [], asyncio.Queue[dict[str, object]]()
            heard.put_nowait({"type": "websocket.connect"})

            async def send(message: dict[str, object]) -> None:
                said.append(message["type"])
                if message["type"] == "websocket.accept":
                    before = doorkeeper.endings
                    await here.app.state.doorkeeper.sign_out("ana", fold_token(token))
                    await until(lambda: doorkeeper.endings > before)
                elif message["type"] == "websocket.close":
                    heard.put_nowait({"type": "websocket.disconnect", "code": 4408})

            await there.app.state.sockets.serve(WebSocket(scope, heard.get, send))  # type: ignore[arg-type]
            assert ("websocket.accept", "websocket.close") == (said[0], said[-1])

    run(test())


def test_a_session_that_ends_while_it_is_looked_up_is_not_remembered(shared: str) -> None:
    token = "a" * 22

    async def test() -> None:
        async with several(shared, 1) as (here,):
            database, doorkeeper = here.hall.database, here.app.state.doorkeeper
            await asyncio.wrap_future(database.create_player("ana", "Ana", 1.0))
            await asyncio.wrap_future(database.create_session(token, "ana", 1.0, 9e9))
            session = database.session

            def slow(wanted: str, now: float) -> str | None:
                found = session(wanted, now)
                doorkeeper.forget("ana")
                return found

            database.session = slow  # type: ignore[method-assign]
            await doorkeeper._look_up(token, "x")
            assert doorkeeper._recent(token) is None
            database.session = session  # type: ignore[method-assign]
            await doorkeeper._look_up(token, "x")
            assert "ana" == doorkeeper._recent(token)

    run(test())


def test_each_server_counts_requests_and_messages_for_itself(shared: str) -> None:
    """So with N servers a person has at most N times as much."""
    async def test() -> None:
        async with several(shared, rate=1e-9, socket_rate=1e-9) as found:
            for one in found:
                for limit in (one.app.state.doorkeeper.requests, one.app.state.sockets.messages):
                    limit.reserve = 3.0
                    assert [True, True, True, False] == [limit.take("ana") for _ in range(4)]

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
            assert bot == room.sitting.record.entries[0].seat

    run(test())


def test_when_a_keeper_goes_the_next_one_gives_the_automatic_answers_that_are_due(shared: str) -> None:
    """A bot or a clock would be woken all the same."""
    async def test() -> None:
        async with several(shared) as found:
            keeping, other = sorted(found, key=lambda one: not one.servers.keeps("s"))
            keeping.hall.keeps = lambda _: False            # it hangs
            room = await war(other.hall)
            seat = await play_to_a_useless_chance(other.hall, room)
            stamp = room.sitting.stamps[seat]
            assert room.sitting.automatic_answer(seat) is not None
            await keeping.servers.close()
            await until(lambda: room.sitting.stamps[seat] != stamp)

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
    real, ahead = time.time, A_DAY
    database = open_database(shared)
    monkeypatch.setattr(time, "time", lambda: real() + ahead)
    database.beat("me", 1, []).result(PATIENCE)
    assert abs(database.now() - real()) < PATIENCE
    database.close()


def test_no_clock_runs_while_the_database_is_away(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BEAT", 0.05)
    monkeypatch.setattr(app, "AGAIN", 0.05)

    def fails(*_: object) -> None:
        raise StoreFailed("write")

    async def test() -> None:
        async with several(shared) as found:
            here, there = found
            room = await table(here.hall, clock=Clock("live", time.time() + A_DAY, 10.0))      # it runs since 1970
            await there.watch()
            await play(here.hall, room, 2)
            with monkeypatch.context() as away:
                for one in found:
                    away.setattr(one.hall.database, "sign_of_life", fails)
                await until(lambda: here.hall.down and there.hall.down)
                with pytest.raises(StoreFailed):
                    await here.hall.change(room, says("ana", "Is anybody there?"))
            for one in found:                       # more than a player has left
                monkeypatch.setattr(one.hall.database, "now", lambda: time.time() + 2 * A_DAY)
            await until(lambda: not (here.hall.down or there.hall.down))
            await here.hall.change(room, says("ana", "There we are again."))
            journal = here.hall.database.journal("s")
            assert 1 == sum(isinstance(entry.matter, Interrupted) for entry in journal)
            assert [] == room.sitting.clocks.fallen(here.hall.database.now())
            await until(lambda: not there.hall.rooms["s"].sitting.clocks.fallen(there.hall.database.now()))

    run(test())


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


def test_many_tables_that_are_contested_at_once_take_few_connections(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(halls, "HELD", 2)

    async def test() -> None:
        async with several(shared) as (here, there):
            names = [f"t{n}" for n in range(12)]
            rooms = [await table(here.hall, name) for name in names]
            others = [(await there.watch(id_=name))[0] for name in names]
            there.deaf()
            monkeypatch.setattr(servers, "COMPARE", NEVER)
            await asyncio.gather(*(here.hall.change(room, says("ana", "First.")) for room in rooms))
            await asyncio.gather(*(there.hall.change(room, says("ben", "Second.")) for room in others))
            assert all("First." == room.sitting.chat.lines[0].text for room in others)
            assert 1 <= len(there.hall.database._spare) <= 2

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
