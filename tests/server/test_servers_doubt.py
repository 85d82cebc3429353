"""Several servers on a database that does not answer, answers late, or is asked by many at once."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import Callable
from typing import TypeVar

import psycopg
import pytest

from tablero.kernel.errors import StaleState, StoreFailed
from tablero.server import app, automatic_answers, ratings, servers
from tablero.server.automatic_answers import AutomaticAnswers
from tablero.server.hall import Guest, Hall
from tablero.server.notify import Ways
from tablero.server.ratings import Ratings
from tablero.server.sockets import Gesture
from tablero.server.store import postgres as store
from tablero.server.store.access import fold_token
from tablero.server.store.database import open_database
from tablero.server.store.people import Player
from tablero.server.store.sittings import Append
from tablero.server.store.writer import Connection
from tablero.table.journal import Acted, Clock, Entry, Interrupted, Said
from tests.server.databases import fresh_database
from tests.server.house import table
from tests.server.test_automatic_answers import play_to_a_useless_chance, war
from tests.server.test_gestures import reach, to_a_march
from tests.server.test_servers import PATIENCE, run, says, several, told, until

NEVER = 1e6         # seconds
R = TypeVar("R")


@pytest.fixture
def shared(postgres: str) -> str:
    return fresh_database(postgres)


def fails_once(work: Callable[..., R]) -> Callable[..., R]:
    """The database does not answer the first time."""
    failed: list[object] = []

    def tried(*values: object) -> R:
        if not failed:
            failed.append(values)
            raise StoreFailed("write")
        return work(*values)

    return tried


# --- changes


def test_a_change_under_the_lock_that_is_cancelled_is_stored_whole_or_not_at_all(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a server stops: the thread that stores it goes on."""
    half, rolled, go_on = threading.Event(), threading.Event(), threading.Event()
    execute_many, rollback = store.PostgresConnection.execute_many, store.PostgresConnection.rollback

    def slow(self: store.PostgresConnection, sql: str, rows: list[tuple[object, ...]]) -> int:
        done = execute_many(self, sql, rows)
        if sql.startswith("UPDATE sitting"):
            half.set()
            assert go_on.wait(PATIENCE)
        return done

    def noted(self: store.PostgresConnection) -> None:
        rollback(self)
        rolled.set()

    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, _ = await there.watch()
            room.contested = time.monotonic() + NEVER
            monkeypatch.setattr(store.PostgresConnection, "execute_many", slow)
            monkeypatch.setattr(store.PostgresConnection, "rollback", noted)
            change = asyncio.create_task(here.hall.change(room, says("ana", "Hello."), "ana:1"))
            await asyncio.to_thread(half.wait, PATIENCE)
            change.cancel()
            await asyncio.to_thread(rolled.wait, 1.0)       # this must not come before all is stored
            go_on.set()
            with contextlib.suppress(asyncio.CancelledError):
                await change
            assert {"s": len(here.hall.database.journal("s"))} == here.hall.database.versions(["s"])
            await there.hall.change(other, says("ben", "Is anybody there?"))
            assert "Is anybody there?" == (await here.hall.settled(room)).chat.lines[-1].text

    run(test())


def test_what_others_write_is_shown_where_a_change_could_not_be_stored(shared: str) -> None:
    async def fails(append: Append) -> None:
        raise StoreFailed("write")

    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, guest = await there.watch()
            there.deaf()
            there.hall.database.append_soon = fails  # type: ignore[method-assign, assignment]
            with pytest.raises(StoreFailed):
                await there.hall.change(other, says("ben", "Lost."))
            told(guest)
            await here.hall.change(room, says("ana", "Stored."))
            seen: list[str] = []

            def shown() -> bool:
                seen.extend(line["text"] for message in told(guest) for line in message.get("chat") or ())
                return "Stored." in seen

            await until(shown)
            assert ["Stored."] == seen

    run(test())


def test_a_change_whose_commit_is_not_answered_is_shown_all_the_same(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 1) as (here,):
            await table(here.hall)
            room, guest = await here.watch()
            append_soon = here.hall.database.append_soon

            async def unanswered(append: Append) -> None:
                await append_soon(append)
                raise StoreFailed("write")

            here.hall.database.append_soon = unanswered  # type: ignore[method-assign, assignment]
            told(guest)
            with pytest.raises(StoreFailed):
                await here.hall.change(room, says("ana", "Hello."))
            await until(lambda: any(message.get("chat") for message in told(guest)))

    run(test())


def test_who_may_not_know_of_an_entry_is_not_told_that_a_table_was_read_again(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "COMPARE", NEVER)

    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, ana = await there.watch("ana", 0)
            _, ben = await there.watch("ben", 1)
            there.deaf()
            told(ana), told(ben)
            await here.hall.change(room, lambda s, now: s.keep_quiet(0, [], now))
            await there.hall.change(other, lambda s, now: s.keep_quiet(0, [], now))     # comes too late the first time
            assert other.contested
            assert 2 == len(told(ana))
            assert [] == told(ben)

    run(test())


def test_a_pause_that_another_server_has_noted_in_between_is_not_noted_again(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall, clock=Clock("live", 600.0, 10.0))
            other, _ = await there.watch()
            database, loop = there.hall.database, asyncio.get_running_loop()
            await asyncio.wrap_future(database.sign_of_life(database.now() - 110, database.now() - 90))
            down_since = database.down_since

            def slow(then: float, others: bool = False) -> list[tuple[float, float]]:
                found, database.down_since = down_since(then, others), down_since  # type: ignore[method-assign]
                noted = asyncio.run_coroutine_threadsafe(here.hall._make_up_for_down_time(room), loop)
                noted.result(PATIENCE)
                end = time.monotonic() + PATIENCE
                while other.sitting.version < room.sitting.version and time.monotonic() < end:
                    time.sleep(0.005)
                return found

            database.down_since = slow  # type: ignore[method-assign]
            await there.hall._make_up_for_down_time(other)
            journal = database.journal("s")
            assert 1 == sum(isinstance(entry.matter, Interrupted) for entry in journal)
            assert other.sitting.version == len(journal)

    run(test())


def test_a_gesture_is_refused_only_if_nothing_was_missed(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "COMPARE", NEVER)

    async def test() -> None:
        async with several(shared) as (here, there):
            room = await war(here.hall)
            other, _ = await there.watch()
            there.deaf()
            sockets = there.app.state.sockets
            seat = await to_a_march(here.app.state.sockets, room, random.Random(5))
            player, stamp = ("ana", "ben")[seat], room.sitting.stamps[seat]
            target = min(reach(room.sitting, seat))
            guest = Guest(player, seat, "en")
            n = await sockets._gesture(other, guest, Gesture("1", target, stamp))
            first = next(entry for entry in here.hall.database.journal("s") if entry.client == f"{player}:1")
            assert isinstance(first.matter, Acted)
            assert (seat, n) == (first.matter.seat, other.sitting.versions[seat])
            with pytest.raises(StaleState):
                await sockets._gesture(other, guest, Gesture("2", target, stamp))

    run(test())


# --- connections


def test_a_row_is_locked_whoever_takes_the_last_spare_connection_and_if_it_was_lost(shared: str) -> None:
    class Raced(list[Connection]):
        """It is empty when one looks again."""

        def __bool__(self) -> bool:
            return True

    async def test() -> None:
        async with several(shared, 1) as (here,):
            room, database = await table(here.hall), here.hall.database
            database._spare = Raced()
            await asyncio.to_thread(lambda: database.hold("s", room.sitting.version).close())
            (spare,) = database._spare
            assert isinstance(spare, store.PostgresConnection)
            with psycopg.connect(shared, autocommit=True) as admin:
                admin.execute("SELECT pg_terminate_backend(%s)", (spare.raw.info.backend_pid,))
            await asyncio.to_thread(lambda: database.hold("s", room.sitting.version).close())
            assert spare not in database._spare

    run(test())


def test_a_lock_that_has_ended_stores_nothing(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 1) as (here,):
            room, database = await table(here.hall), here.hall.database
            held = await asyncio.to_thread(database.hold, "s", room.sitting.version)
            held.close()
            late = Append("s", Entry(room.sitting.version + 1, 1.0, Said("ben", "Ben", "Yes.")), "", None)
            with pytest.raises(StoreFailed):
                await asyncio.to_thread(held.append, late)
            assert room.sitting.version == len(database.journal("s"))

    run(test())


# --- what must not end


def test_a_fault_when_servers_come_or_go_does_not_end_the_signs_of_life(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 1) as (here,):
            others = here.servers._others

            def faulty(living: dict[str, int]) -> None:
                others(living)
                raise RuntimeError("at a table")

            here.servers._others = faulty  # type: ignore[method-assign]
            newcomer = app.build(app.Config(shared, bot_processes=1))
            async with newcomer.router.lifespan_context(newcomer):
                await until(lambda: len(here.servers.living) == 2)
            await until(lambda: len(here.servers.living) == 1)
            assert not any(task.done() for task in here.servers.tasks)

    run(test())


def test_a_fault_when_tables_are_compared_does_not_end_the_comparing(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "COMPARE", 0.05)

    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, _ = await there.watch()
            there.deaf()
            faults, compare = list[object](), there.servers._compare

            async def faulty(sittings: list[str]) -> None:
                if not faults:
                    faults.append(sittings)
                    raise RuntimeError("at a table")
                await compare(sittings)

            there.servers._compare = faulty  # type: ignore[method-assign]
            await until(lambda: bool(faults))
            await here.hall.change(room, says("ana", "Hello."))
            await until(lambda: other.sitting.version == room.sitting.version)

    run(test())


def test_what_was_missed_is_asked_for_until_the_database_answers(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            await table(here.hall)
            await asyncio.wrap_future(here.hall.database.create_player("ana", "Ana", 1.0))
            _, ana = await there.watch("ana", 0, fold_token("ana!"))        # there is no such session
            database = there.hall.database
            database.open_sessions = fails_once(database.open_sessions)  # type: ignore[method-assign]
            with psycopg.connect(shared, autocommit=True) as admin:
                admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                              " AND datname = current_database()")
            await until(lambda: ana.closed)

    run(test())


def test_an_automatic_answer_that_could_not_be_stored_is_given_later(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatic_answers, "AGAIN", 0.05)

    async def test() -> None:
        hall = Hall(open_database(shared))
        room = await war(hall)
        seat = await play_to_a_useless_chance(hall, room)
        hall.database.append_soon = fails_once(hall.database.append_soon)  # type: ignore[method-assign]
        answers, n = AutomaticAnswers(hall, 0.0), room.sitting.version
        hall.call(room)
        await until(lambda: room.sitting.version > n and not room.doubtful)
        done = hall.database.journal("s")[n].matter
        assert isinstance(done, Acted)
        assert seat == done.seat
        await answers.close()
        hall.database.close()

    run(test())


def test_a_notice_and_a_rating_that_could_not_be_stored_are_stored_later(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "AGAIN", 0.05)

    async def test() -> None:
        async with several(shared, 1, notify_after=1e6) as (here,):
            database = here.hall.database
            for player in ("ana", "ben"):
                await asyncio.wrap_future(database.create_player(player, player, 1.0))
                await asyncio.wrap_future(database.set_account(player, player, "x"))
                await asyncio.wrap_future(database.set_notices(player, '{"email": "x@example.org"}'))
            database.queue_notice = fails_once(database.queue_notice)  # type: ignore[method-assign]
            database.rate = fails_once(database.rate)  # type: ignore[method-assign]
            Ratings(here.hall)
            room = await table(here.hall)
            seat = room.sitting.to_move()[0]
            player = room.sitting.seating[seat].player
            await until(lambda: [player] == [one.player for one in database.due_notices(9e9)])
            first = room.sitting.questions[seat]
            assert first is not None
            await here.hall.change(room, lambda s, now: s.act(seat, first[1][0], s.stamps[seat], now))
            await here.hall.change(room, lambda s, now: s.resign(0, now))
            await until(lambda: 2 == len(database.ratings("dpyr")))

    run(test())


# --- what is remembered, and who is told


def test_ways_of_notices_that_change_while_they_are_looked_up_are_not_remembered(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            database, notifier = there.hall.database, there.app.state.notifier
            await asyncio.wrap_future(database.create_player("ana", "Ana", 1.0))
            player = database.player

            def slow(id_: str) -> Player | None:
                found, changes = player(id_), notifier.changes
                told_there = asyncio.run_coroutine_threadsafe(
                    here.app.state.notifier.set_ways("ana", Ways(email="new@example.org")), loop)
                told_there.result(PATIENCE)
                end = time.monotonic() + PATIENCE
                while notifier.changes == changes and time.monotonic() < end:
                    time.sleep(0.005)
                return found

            loop, database.player = asyncio.get_running_loop(), slow  # type: ignore[method-assign]
            await notifier.ways_of("ana")
            database.player = player  # type: ignore[method-assign]
            assert "new@example.org" == (await notifier.ways_of("ana")).email

    run(test())


def test_the_keeper_opens_a_table_that_begins_at_another_server(shared: str) -> None:
    """It may begin with a chance that goes by for somebody: an imported game."""
    async def test() -> None:
        async with several(shared) as found:
            keeping, other = sorted(found, key=lambda one: not one.servers.keeps("s"))
            for task in keeping.app.state.notifier.tasks:
                task.cancel()                   # they open tables that have changed
            await table(other.hall)
            await until(lambda: "s" in keeping.hall.rooms)

    run(test())
