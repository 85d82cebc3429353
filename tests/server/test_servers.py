"""Several servers on one PostgreSQL database: what one writes the others show, and nothing is done twice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

import psycopg
import pytest
from starlette.applications import Starlette

from tablero.kernel.errors import BadRecord, Conflict, NotAllowed, StaleState, StoreFailed, TableroError, UnknownName
from tablero.kernel.positions import fingerprint
from tablero.server.app import Config, build
from tablero.server.hall import Guest, Hall, Room
from tablero.server.servers import Servers, keeper
from tablero.server.store import postgres as store
from tablero.server.store.access import fold_token
from tablero.server.store.database import Database, open_database
from tablero.server.store.notes import LARGEST, Written, encode
from tablero.server.store.notices import Notice
from tablero.table.journal import Acted, Clock, Entry, Interrupted, Matter, Said
from tablero.table.journal import encode as encode_matter
from tablero.table.sitting import Sitting
from tests.server.databases import fresh_database, postgres_server, restart
from tests.server.house import play, playing, some_action, table

PATIENCE = 300.0    # seconds; the machine may be busy


class Server:
    """One of several servers in this process."""

    def __init__(self, app: Starlette) -> None:
        self.app = app
        self.hall: Hall = app.state.hall
        self.servers: Servers = app.state.servers

    async def watch(self, player: str = "ana", seat: int = 0, session: str = "", id_: str = "s") -> tuple[Room, Guest]:
        room, _ = await self.hall.current(id_)
        guest = Guest(player, seat, "en", session)
        self.hall.enter(room, guest)
        self.app.state.sockets.guests.setdefault(player, set()).add(guest)
        return room, guest

    def deaf(self) -> None:
        """It hears nothing of what others write."""
        self.hall.hear = lambda note: None  # type: ignore[method-assign]


@contextlib.asynccontextmanager
async def several(address: str, count: int = 2, **config: Any) -> AsyncIterator[list[Server]]:
    async with contextlib.AsyncExitStack() as stack:
        found = []
        for _ in range(count):
            app = build(Config(address, bot_processes=1, reaction_pause=0.05, **config))
            await stack.enter_async_context(app.router.lifespan_context(app))
            found.append(Server(app))
        await until(lambda: all(len(one.servers.living) == count for one in found))
        yield found


async def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it has not come about"
        await asyncio.sleep(0.005)


def run(test: Coroutine[object, object, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 2 * PATIENCE))


def told(guest: Guest) -> list[dict[str, Any]]:
    found = []
    while not guest.queue.empty():
        message = guest.queue.get_nowait()
        found.append(json.loads(message) if message else {"type": "end"})
    return found


def says(player: str, text: str) -> Callable[[Sitting, float], Matter]:
    return lambda s, now: s.say(player, player, text, now)


@pytest.fixture
def shared(postgres: str) -> str:
    return fresh_database(postgres)


# --- hearing


def test_what_one_server_writes_the_guests_of_another_see(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 3) as (here, there, third):
            room = await table(here.hall)
            other, guest = await there.watch()
            told(guest)
            await play(here.hall, room, 25)
            await until(lambda: other.sitting.version == room.sitting.version)
            assert fingerprint(room.sitting.state) == fingerprint(other.sitting.state)
            assert 25 == sum(line["seat"] is not None for m in told(guest) for line in m.get("log") or ())
            await play(there.hall, other, 5)
            await third.watch("ben", 1)
            await until(lambda: room.sitting.version == other.sitting.version)
            assert other.sitting.clients == room.sitting.clients
            assert room.sitting.version == len(here.hall.database.journal("s"))

    run(test())


def test_a_seat_hears_nothing_of_the_secrets_of_others_from_another_server(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, ana = await there.watch("ana", 0)
            _, ben = await there.watch("ben", 1)
            told(ana), told(ben)
            await here.hall.change(room, lambda s, now: s.keep_quiet(0, [], now))
            await until(lambda: other.sitting.version == room.sitting.version)
            assert (1, 0) == (len(told(ana)), len(told(ben)))

    run(test())


def test_an_entry_too_large_for_a_note_is_read_from_the_journal(shared: str) -> None:
    long = Said("ana", "Ana", "x" * 9000)
    assert len(encode("me", Written("s", 4, 1.0, "", "x" * 9000))) < LARGEST

    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, _ = await there.watch()
            notes, hear = [], there.hall.hear
            there.hall.hear = lambda note: (notes.append(note), hear(note))[1]  # type: ignore[method-assign]
            await here.hall.change(room, lambda s, now: s._done(long, now))
            await until(lambda: other.sitting.version == room.sitting.version)
            assert [""] == [note.matter for note in notes]
            assert long == other.sitting.chat.lines[-1]

    run(test())


def test_a_note_that_is_lost_is_made_up_for_where_somebody_watches(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, guest = await there.watch()
            there.deaf()
            told(guest)
            await play(here.hall, room, 3)
            await until(lambda: other.sitting.version == room.sitting.version)
            assert told(guest)
            await play(here.hall, room, 1)
            _, sitting = await there.hall.current("s")          # whoever comes by HTTP sees no stale table either
            assert sitting.version == room.sitting.version

    run(test())


def test_a_gap_in_what_is_heard_is_read_and_what_is_old_is_ignored(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, _ = await there.watch()
            kept: list[Written] = []
            hear, there.hall.hear = there.hall.hear, kept.append  # type: ignore[method-assign]
            await play(here.hall, room, 6)
            await until(lambda: len(kept) == 6)
            for n in (3, 0, 5, 5, 1):
                hear(kept[n])
            await until(lambda: other.sitting.version == room.sitting.version)
            assert fingerprint(room.sitting.state) == fingerprint(other.sitting.state)

    run(test())


def test_a_change_while_a_room_is_being_opened_is_not_missed(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            read, go_on, journal = threading.Event(), threading.Event(), there.hall.database.journal

            def slow(id_: str) -> list[Entry]:
                entries = journal(id_)
                read.set()
                assert go_on.wait(PATIENCE)
                return entries

            there.hall.database.journal = slow  # type: ignore[method-assign]
            opening = asyncio.create_task(there.hall.room("s"))
            await asyncio.to_thread(read.wait, PATIENCE)
            await play(here.hall, room, 2)
            go_on.set()
            assert room.sitting.version == (await opening).sitting.version

    run(test())


def test_after_the_listener_was_away_tables_and_sessions_are_compared(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            for player in ("ana", "ben"):
                await asyncio.wrap_future(here.hall.database.create_player(player, player, 1.0))
                await asyncio.wrap_future(here.hall.database.create_session(f"{player}!", player, 1.0, 9e9))
            other, ana = await there.watch("ana", 0, fold_token("ana!"))
            _, ben = await there.watch("ben", 1, fold_token("ben!"))
            there.hall.leave(other, ben)        # nothing but the listener makes up for it
            there.hall.leave(other, ana)
            away, listener = threading.Event(), store.Listener

            def broken(url: str) -> store.Listener:
                away.set()
                raise OSError("no route")

            monkeypatch.setattr(store, "Listener", broken)
            with psycopg.connect(shared, autocommit=True) as admin:
                admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
                              " AND datname = current_database()")
            await until(away.is_set)
            await play(here.hall, room, 2)
            await asyncio.wrap_future(here.hall.database.end_session("ana", fold_token("ana!")))
            assert other.sitting.version < room.sitting.version
            monkeypatch.setattr(store, "Listener", listener)
            await until(lambda: other.sitting.version == room.sitting.version)
            await until(lambda: ana.closed)
            assert not ben.closed

    run(test())


# --- conflicts


def test_changes_through_two_servers_at_once_are_all_made_once(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 3) as found:
            await table(found[0].hall, spectators=True)
            rooms = [(await one.watch())[0] for one in found]
            for one in found:
                one.deaf()                      # the worst case: nobody knows of the others
            refolded, fold_all = [], Sitting.fold_all
            Sitting.fold_all = lambda *args: (refolded.append(1), fold_all(*args))[1]  # type: ignore[method-assign]
            try:
                await asyncio.gather(*(
                    one.hall.change(room, says(f"p{n}.{i}", f"{n}"), f"p{n}.{i}:{n}")
                    for n in range(20) for i, (one, room) in enumerate(zip(found, rooms, strict=True))
                ))
            finally:
                Sitting.fold_all = fold_all  # type: ignore[method-assign]
            journal = found[0].hall.database.journal("s")
            said = Counter(entry.client for entry in journal if isinstance(entry.matter, Said))
            assert {f"p{n}.{i}:{n}": 1 for n in range(20) for i in range(3)} == dict(said)
            assert len(refolded) <= 3, "once a server; after that the row is locked"
            assert len(journal) == Sitting.fold_all("s", journal).version

    run(test())


def test_the_same_message_through_two_servers_is_done_once_and_answered_twice(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, _ = await there.watch()
            there.deaf()
            act = some_action(room.sitting, random.Random(1))
            numbers = await asyncio.gather(
                here.hall.change(room, playing(*act), "ana:1"), there.hall.change(other, playing(*act), "ana:1"),
            )
            assert 1 == len(set(numbers))
            assert 1 == sum(entry.client == "ana:1" for entry in here.hall.database.journal("s"))

    run(test())


def test_an_answer_to_a_question_that_was_answered_elsewhere_is_stale(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, _ = await there.watch()
            there.deaf()
            act = some_action(room.sitting, random.Random(1))
            await here.hall.change(room, playing(*act), "ana:1")
            with pytest.raises(StaleState):
                await there.hall.change(other, playing(*act), "ana:2")
            assert fingerprint(room.sitting.state) == fingerprint(other.sitting.state)
            await there.hall.change(other, says("ana", "Sorry."))       # chat always succeeds
            assert "Sorry." == other.sitting.chat.lines[-1].text

    run(test())


def test_a_conflict_on_undo_and_take_back_ends_as_if_one_server_had_heard_both(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            other, _ = await there.watch()
            act = some_action(room.sitting, random.Random(1))
            await here.hall.change(room, playing(*act))
            await until(lambda: other.sitting.version == room.sitting.version)
            there.deaf()
            await here.hall.change(room, lambda s, now: s.undo(act[0], now))
            with pytest.raises(TableroError):                           # nothing is left to take back
                await there.hall.change(other, lambda s, now: s.undo(act[0], now))
            assert fingerprint(room.sitting.state) == fingerprint(other.sitting.state)
            await play(here.hall, room, 4)
            await here.hall.change(room, lambda s, now: s.propose(0, "takeback", 1, now))
            other.contested = 0.0
            with pytest.raises(NotAllowed):                             # another proposal is open
                await there.hall.change(other, lambda s, now: s.propose(1, "takeback", 2, now))
            other.contested = 0.0
            await there.hall.change(other, lambda s, now: s.reply(1, True, now))
            await here.hall.current("s")
            assert 1 == len(room.sitting.record.entries) == len(other.sitting.record.entries)

    run(test())


def test_a_seat_and_an_invitation_are_taken_once(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            await here.hall.change(room, lambda s, now: s.leave(1, now))
            other, _ = await there.watch()
            there.deaf()
            await asyncio.wrap_future(here.hall.database.create_invite("link", "s", 1, 9e9))
            results = await asyncio.gather(
                here.hall.change(room, lambda s, now: s.sit(1, "eva", "Eva", now), invite="link"),
                there.hall.change(other, lambda s, now: s.sit(1, "leo", "Leo", now), invite="link"),
                return_exceptions=True,
            )
            assert {int, NotAllowed} == {type(result) for result in results}
            _, sitting = await here.hall.current("s")
            holder = "eva" if isinstance(results[0], int) else "leo"
            assert holder == sitting.seating[1].player
            await here.hall.change(room, lambda s, now: s.leave(1, now))
            await there.hall.current("s")
            with pytest.raises(Conflict):                               # the seat is free, the link is used up
                await there.hall.change(other, lambda s, now: s.sit(1, "zoe", "Zoe", now), invite="link")
            assert (await there.hall.settled(other)).seating[1].free

    run(test())


def test_a_table_that_is_deleted_elsewhere_is_gone_everywhere(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 3) as (here, there, third):
            room = await table(here.hall)
            other, guest = await there.watch()
            _, lost = await third.watch()
            third.servers._hear = lambda by, note: None  # type: ignore[method-assign]
            await here.hall.delete(room)
            await until(lambda: guest.closed)
            with pytest.raises(UnknownName):
                await there.hall.change(other, says("ana", "Hello?"))
            await until(lambda: lost.closed)                            # by comparison
            with pytest.raises(UnknownName):
                await third.hall.current("s")

    run(test())


def test_a_pause_of_all_servers_is_noted_once_whoever_opens_the_table(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 3) as found:
            database, barrier = open_database(shared), threading.Barrier(3)
            await table(Hall(database), clock=Clock("live", 600.0, 10.0))
            await asyncio.wrap_future(database.sign_of_life(database.now() - 110, database.now() - 90))
            await until(lambda: 1 == len(database.down_since(1.0)))         # all have told that they are up
            database.close()
            for one in found:
                all_see_it(one.hall.database, barrier)
            await asyncio.gather(*(one.hall.room("s") for one in found))
            journal = found[0].hall.database.journal("s")
            assert 1 == sum(isinstance(entry.matter, Interrupted) for entry in journal)

    run(test())


def all_see_it(database: Database, barrier: threading.Barrier) -> None:
    """No server acts upon a pause before all have seen it."""
    down_since, first = database.down_since, [True]

    def slow(then: float, others: bool) -> list[tuple[float, float]]:
        found = down_since(then, others)
        if first:
            first.clear()
            barrier.wait(PATIENCE)
        return found

    database.down_since = slow  # type: ignore[method-assign]


# --- keepers


def test_a_rendezvous_hash_moves_few_tables_when_a_server_goes() -> None:
    tables, servers = [f"t{n}" for n in range(600)], ["a", "b", "c"]
    before = {id_: keeper(id_, servers) for id_ in tables}
    assert all(150 < count < 250 for count in Counter(before.values()).values())
    after = {id_: keeper(id_, ["a", "c"]) for id_ in tables}
    assert {id_ for id_ in tables if before[id_] != after[id_]} == {id_ for id_ in tables if before[id_] == "b"}


def test_each_table_has_one_keeper_and_a_server_that_stops_hands_over_at_once(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 3) as found:
            names = [f"t{n}" for n in range(50)]
            assert all(1 == sum(one.servers.keeps(id_) for one in found) for id_ in names)
            await found[2].servers.close()
            await until(lambda: all(len(one.servers.living) == 2 for one in found[:2]))
            assert all(1 == sum(one.servers.keeps(id_) for one in found[:2]) for id_ in names)

    run(test())


def test_the_newest_programs_are_keepers(shared: str) -> None:
    async def test() -> None:
        async with several(shared, 1) as (one,):
            assert one.servers.keeps("s")
            one.servers._others({one.servers.me: one.servers.edition, "newer": one.servers.edition + 1})
            assert not one.servers.keeps("s")
            one.servers._others({one.servers.me: one.servers.edition, "older": one.servers.edition - 1})
            assert one.servers.keeps("s")

    run(test())


@pytest.mark.parametrize("keepers", [1, 3])
def test_bots_move_once_whoever_watches_and_even_if_all_think_they_are_keepers(shared: str, keepers: int) -> None:
    async def test() -> None:
        async with several(shared, 3) as found:
            if keepers == 3:
                for one in found:
                    one.hall.keeps = lambda _: True
            room = await table(found[0].hall)
            rooms = [(await one.watch())[0] for one in found]
            bot = room.sitting.to_move()[0]
            me, chance = 1 - bot, random.Random(2)
            await found[0].hall.change(room, lambda s, now: s.seat_bot(bot, "random", now))
            for n in range(6):                  # the other seat is played at each server in turn
                one, own = found[n % 3], rooms[n % 3]
                await until(lambda own=own: own.sitting.over or me in own.sitting.to_move())  # type: ignore[misc]
                _, sitting = await one.hall.current("s")
                await one.hall.change(own, playing(*some_action_of(sitting, me, chance)), f"me:{n}")
            journal = found[0].hall.database.journal("s")
            acted = Counter(entry.matter.seat for entry in journal if isinstance(entry.matter, Acted))
            assert 6 == acted[me]
            assert acted[bot] > 6
            assert len(journal) == Sitting.fold_all("s", journal).version

    run(test())


def some_action_of(sitting: Sitting, seat: int, chance: random.Random) -> tuple[int, str, int]:
    question = sitting.questions[seat]
    assert question is not None
    return seat, sitting.game.write(sitting.state, chance.choice(question[1])), sitting.stamps[seat]


def test_a_notice_is_sent_once_by_two_keepers_and_not_to_who_is_at_another_server(shared: str) -> None:
    async def test() -> None:
        async with several(shared, notify_after=1e6) as found:
            sent: list[str] = []
            for one in found:
                one.hall.keeps = lambda _: True
                one.app.state.notifier._hand_over = lambda player, *rest: _noted(sent, player)
            database = found[0].hall.database
            ways = json.dumps({"email": "x@example.org"})
            for player in ("ana", "ben"):
                await asyncio.wrap_future(database.create_player(player, player, 1.0))
                await asyncio.wrap_future(database.set_notices(player, ways))
            room = await table(found[0].hall)
            seat = room.sitting.to_move()[0]
            player = room.sitting.seating[seat].player
            notice = Notice("s", player, room.sitting.turns[seat], "mail", 0)
            await until(lambda: any(one.stamp == notice.stamp for one in database.due_notices(9e9)))
            (notice,) = [one for one in database.due_notices(9e9) if one.player == player]
            await asyncio.gather(*(one.app.state.notifier._deliver(notice, set()) for one in found))
            assert [player] == sent
            await found[1].watch(player, seat)
            await until(lambda: [(player, player)] == database.here_elsewhere("s"))
            await asyncio.wrap_future(database.set_notice(notice, notice.due))
            await found[0].app.state.notifier._deliver(notice, set())
            assert [player] == sent, "who is at a table of another server is spared"

    run(test())


async def _noted(sent: list[str], player: str) -> None:
    sent.append(player)


def test_a_keeper_that_has_a_table_closed_opens_it_when_somebody_watches_elsewhere(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as found:
            keeping, other = sorted(found, key=lambda one: not one.servers.keeps("s"))
            for task in keeping.app.state.notifier.tasks:
                task.cancel()                   # they open tables that have changed
            await table(other.hall)
            await other.watch()
            other.hall.rooms.clear()
            keeping.hall.rooms.clear()
            await other.watch()
            await until(lambda: "s" in keeping.hall.rooms)

    run(test())


# --- people


def test_signing_out_ends_sessions_and_sockets_at_every_server_at_once(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            database = here.hall.database
            await table(here.hall)
            await asyncio.wrap_future(database.create_player("ana", "Ana", 1.0))
            for token in ("a" * 22, "b" * 22):
                await asyncio.wrap_future(database.create_session(token, "ana", 1.0, 9e9))
                assert "ana" == await there.app.state.doorkeeper._look_up(token, "x")
            guests = [(await there.watch("ana", 0, fold_token(token)))[1] for token in ("a" * 22, "b" * 22)]
            await here.app.state.doorkeeper.sign_out("ana", fold_token("a" * 22))
            await until(lambda: guests[0].closed)
            assert not guests[1].closed
            assert there.app.state.doorkeeper._recent("a" * 22) is None
            await here.app.state.doorkeeper.sign_out_everywhere("ana")
            await until(lambda: guests[1].closed)
            assert there.app.state.doorkeeper._recent("b" * 22) is None

    run(test())


def test_who_is_here_and_where_one_is_notified_is_known_at_every_server(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            await asyncio.wrap_future(here.hall.database.create_player("ana", "Ana", 1.0))
            here.app.state.presence.sign("ana", "Ana")
            await until(lambda: ["Ana"] == there.app.state.presence.names(there.hall.database.here_elsewhere("")))
            mine, theirs = here.app.state.notifier, there.app.state.notifier
            ways = await theirs.ways_of("ana")
            assert [] == ways.chosen()
            await mine.set_ways("ana", type(ways)(email="ana@example.org"))
            await until(lambda: "ana" not in theirs.ways)
            assert ["mail"] == (await theirs.ways_of("ana")).chosen()

    run(test())


# --- other programs, and a database that fails


def test_entries_and_rules_of_a_newer_program_are_refused_and_nothing_stale_is_shown(shared: str) -> None:
    async def test() -> None:
        async with several(shared) as (here, there):
            room = await table(here.hall)
            _, guest = await there.watch()
            n = room.sitting.version + 1

            def newer(c: Any) -> None:
                c.execute("UPDATE sitting SET version = ? WHERE id = 's'", (n,))
                c.execute("INSERT INTO journal (sitting, n, at, client, matter) VALUES ('s', ?, 1, '', ?)",
                          (n, '{"type":"teleported"}'))
                c.announce([Written("s", n, 1.0, "", '{"type":"teleported"}')])

            await asyncio.wrap_future(here.hall.database.writer.do(newer))
            await until(lambda: guest.closed)
            for one in (here, there):
                with pytest.raises(BadRecord) as refused:
                    await one.hall.current("s")
                assert "newer" in str(refused.value)
            later = await table(here.hall, "later")
            matter = later.sitting.opened
            raised = json.dumps({**json.loads(encode_matter(matter)), "rules": matter.rules + 7})
            await asyncio.wrap_future(here.hall.database.writer.do(lambda c: c.execute(
                "UPDATE journal SET matter = ? WHERE sitting = 'later' AND n = 1", (raised,)
            )))
            with pytest.raises(BadRecord) as refused:
                await there.hall.current("later")
            assert f"{matter.rules + 7}" in str(refused.value)
            assert f"{matter.rules}" in str(refused.value)

    run(test())


async def insist(hall: Hall, room: Room, make: Callable[[Sitting, float], Matter], client: str) -> None:
    """Send the same message until it is acknowledged: each server finds out for itself that its connection is gone."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(StoreFailed):
            await hall.change(room, make, client)
            return
        await asyncio.sleep(0.05)
    pytest.fail(f"{client} was never acknowledged")


def test_after_postgresql_was_restarted_servers_go_on_and_nothing_is_done_twice() -> None:
    with postgres_server("max_connections=60") as postgres:
        async def test() -> None:
            async with several(fresh_database(postgres)) as (here, there):
                room = await table(here.hall)
                other, guest = await there.watch()
                act = some_action(room.sitting, random.Random(1))
                await here.hall.change(room, playing(*act), "ana:1")
                await asyncio.to_thread(restart, postgres)
                await insist(there.hall, other, says("ben", "Again?"), "ben:1")
                await until(lambda: room.sitting.version == other.sitting.version == 5)
                assert ["ana:1", "ben:1"] == [e.client for e in here.hall.database.journal("s") if e.client]
                told(guest)
                await insist(here.hall, room, says("ana", "Yes."), "ana:2")
                await until(lambda: other.sitting.version == 6)

        run(test())
