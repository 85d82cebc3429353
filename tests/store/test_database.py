"""The store, on SQLite and on PostgreSQL: what was acknowledged stands, what failed did not happen."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, wait

import psycopg
import pytest

from tablero.kernel.errors import Conflict, StoreFailed, UnknownName
from tablero.server.store.access import fold_token
from tablero.server.store.database import Database, open_database
from tablero.server.store.notes import Note
from tablero.server.store.notices import Notice
from tablero.server.store.sittings import Append, Summary
from tablero.server.store.writer import Connection
from tablero.table.journal import Acted, Entry, Left, Opened, Said, Sat, Seated
from tests.errors import raises
from tests.server.databases import fresh_database

PATIENCE = 60.0     # seconds; the machine may be busy


class Watched:
    """A connection that counts its commits, and fails when it is told to."""

    def __init__(self, inner: Connection, watch: Watch) -> None:
        self.inner, self.watch = inner, watch

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        if self.watch.fail and self.watch.fail in sql:
            raise OSError("disk I/O error")
        self.watch.statements += 1
        return self.inner.execute(sql, values)

    def execute_many(self, sql: str, rows: Sequence[tuple[object, ...]]) -> int:
        if self.watch.fail and self.watch.fail in sql:
            raise OSError("disk I/O error")
        self.watch.statements += 1
        return self.inner.execute_many(sql, rows)

    def begin(self) -> None:
        self.inner.begin()

    def commit(self) -> None:
        if self.watch.fail == "COMMIT":
            raise OSError("No space left on device")
        self.inner.commit()
        self.watch.commits += 1

    def rollback(self) -> None:
        self.inner.rollback()

    def close(self) -> None:
        self.inner.close()

    def time(self) -> float:
        return self.inner.time()

    def announce(self, notes: Iterable[Note]) -> None:
        self.inner.announce(notes)


class Watch:
    commits = 0
    statements = 0
    fail = ""           # a statement with this text fails


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    found = open_database(address)
    yield found
    found.close()


@pytest.fixture
def watch(database: Database) -> Watch:
    """What the writer of the database does, and a way to make it fail."""
    watch, connect = Watch(), database.writer._connect
    database.writer._connect = lambda: Watched(connect(), watch)
    return watch


def done(future: Future[object] | Future[None]) -> None:
    future.result(PATIENCE)


OPENED = Opened("dpyr", "maella", {}, "2a", "ana", 1)


def opened(database: Database, id_: str = "s", *more: Entry, seated: Sequence[tuple[int, str]] = ()) -> None:
    summary = Summary(id_, "dpyr", "maella", "", "ana", False, 1.0, 1.0, "{}")
    done(database.create_sitting(summary, [Entry(1, 1.0, OPENED), *more], None, seated))


def said(n: int, client: str = "", text: str = "Hola") -> Entry:
    return Entry(n, float(n), Said("ana", "Ana", text), client)


def test_a_journal_is_read_as_it_was_written(database: Database) -> None:
    entries = [
        Entry(1, 1.0, OPENED), Entry(2, 2.5, Sat(0, "ana", "Ana")), Entry(3, 3.0, Seated(1, "random")),
        Entry(4, 4.0, Acted(0, "deploy c_guias", [1, 6]), "ana:1"), said(5, "ana:2", "¡Niño! 漢字 🎲 \u2028 '; --"),
    ]
    opened(database)
    for entry in entries[1:]:
        done(database.append(Append("s", entry, "{}", None)))
    assert entries == database.journal("s")
    assert entries == database.journal_in_turn("s").result(PATIENCE)


def test_a_sitting_that_is_not_there_is_said_so(database: Database) -> None:
    with pytest.raises(UnknownName):
        database.summary("nowhere")
    assert [] == database.journal("nowhere")
    with pytest.raises(Conflict):
        done(database.append(Append("nowhere", said(1), "{}", None)))


def test_a_database_that_is_closed_lets_a_read_end_and_refuses_the_next(database: Database) -> None:
    """A request that is cancelled leaves its thread behind: SQLite ends the process if its connection goes first."""
    opened(database)
    reading, closing = threading.Event(), threading.Event()
    told: list[object] = []

    class Slow(Watched):
        def execute(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
            reading.set()
            assert closing.wait(PATIENCE)
            return super().execute(sql, values)

        def close(self) -> None:
            told.append("closed")
            super().close()

    def read() -> None:
        told.append(len(database.journal("s")))
        with raises(StoreFailed, "closed"):
            database.journal("s")
        told.append("refused")

    def join_writer() -> None:
        joined()
        closing.set()

    connect, joined = database._connect, database.writer.close
    database._connect = lambda: Slow(connect(), Watch())
    database.writer.close = join_writer         # type: ignore[method-assign]
    reader = threading.Thread(target=read)
    reader.start()
    assert reading.wait(PATIENCE)
    database.close()
    reader.join(PATIENCE)
    assert [1, "closed"] == [word for word in told if word != "refused"]
    assert "refused" in told
    with raises(StoreFailed, "closed"):
        database.journal("s")


@pytest.mark.parametrize("n", [0, 1, 2, 4, 100])
def test_an_entry_follows_on_the_last_one_or_is_refused(database: Database, n: int) -> None:
    opened(database)
    done(database.append(Append("s", said(2), "{}", None)))
    with pytest.raises(Conflict):
        done(database.append(Append("s", said(n), '{"changed": 1}', None)))
    assert [1, 2] == [entry.n for entry in database.journal("s")]
    assert "{}" == database.summary("s").lobby_entry


def test_a_message_is_written_once(database: Database) -> None:
    opened(database)
    done(database.append(Append("s", said(2, "ana:1"), "{}", None)))
    with pytest.raises(Conflict):
        done(database.append(Append("s", said(3, "ana:1"), "{}", None)))
    done(database.append(Append("s", said(3, "ben:1"), "{}", None)))
    opened(database, "t")
    done(database.append(Append("t", said(2, "ana:1"), "{}", None)))
    assert ["", "ana:1", "ben:1"] == [entry.client for entry in database.journal("s")]


def test_of_many_who_write_the_same_entry_one_succeeds(database: Database) -> None:
    opened(database)
    for n in range(2, 8):
        start = threading.Barrier(8)
        futures: list[Future[None]] = []

        def write(i: int, n: int = n, start: threading.Barrier = start, futures: list[Future[None]] = futures) -> None:
            start.wait(PATIENCE)
            futures.append(database.append(Append("s", said(n, f"p{i}:{n}"), "{}", None)))

        threads = [threading.Thread(target=write, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        wait(futures, PATIENCE)
        assert 1 == sum(future.exception() is None for future in futures)
        assert {Conflict} == {type(future.exception()) for future in futures if future.exception()}
    assert list(range(1, 8)) == [entry.n for entry in database.journal("s")]


def test_two_servers_on_one_database_do_not_overwrite_each_other(address: str, database: Database) -> None:
    opened(database)
    other = open_database(address)
    futures = [store.append(Append("s", said(2, f"{i}"), "{}", None)) for i, store in enumerate((database, other))]
    wait(futures, PATIENCE)
    other.close()
    assert 1 == sum(future.exception() is None for future in futures)
    assert 2 == len(database.journal("s"))


def test_what_comes_in_during_a_commit_shares_the_next_one(database: Database, watch: Watch) -> None:
    for i in range(20):
        opened(database, f"s{i}")
    busy, go = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        busy.set()
        go.wait(PATIENCE)

    first = database.writer.do(slow)
    busy.wait(PATIENCE)
    before, statements = watch.commits, watch.statements
    futures = [database.append(Append(f"s{i}", said(n), "{}", None)) for n in range(2, 7) for i in range(20)]
    assert not any(future.done() for future in futures)
    go.set()
    for future in (first, *futures):
        done(future)
    assert (2, 2) == (watch.commits - before, watch.statements - statements)
    assert 6 == len(database.journal("s7"))


def test_a_bad_entry_fails_alone(database: Database, watch: Watch) -> None:
    opened(database)
    opened(database, "t")
    busy, go = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        busy.set()
        go.wait(PATIENCE)

    database.writer.do(slow)
    busy.wait(PATIENCE)
    good, bad, fine = (
        database.append(Append("s", said(2), "{}", None)), database.append(Append("s", said(9), "{}", None)),
        database.append(Append("t", said(2), "{}", None)),
    )
    broken = database.writer.do(lambda c: c.execute("SELECT nonsense FROM nowhere"))
    go.set()
    done(good)
    done(fine)
    assert isinstance(bad.exception(PATIENCE), Conflict)
    assert isinstance(broken.exception(PATIENCE), StoreFailed)
    assert (2, 2) == (len(database.journal("s")), len(database.journal("t")))


@pytest.mark.parametrize("fail", ["INSERT INTO journal", "UPDATE sitting", "COMMIT"])
def test_if_the_database_fails_nothing_is_acknowledged_and_nothing_is_there(
    database: Database, watch: Watch, fail: str
) -> None:
    opened(database)
    watch.fail = fail
    futures = [database.append(Append("s", said(2, f"{i}"), "{}", None)) for i in range(5)]
    for future in futures:
        error = future.exception(PATIENCE)
        assert isinstance(error, StoreFailed)
        assert ("write", {}) == (error.key, error.values)
    assert 1 == len(database.journal("s"))
    watch.fail = ""
    done(database.append(Append("s", said(2), "{}", None)))
    assert 2 == len(database.journal("s"))


def test_what_was_called_off_in_time_is_not_done_and_harms_nobody(database: Database) -> None:
    opened(database)
    busy, go = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        busy.set()
        go.wait(PATIENCE)

    first = database.writer.do(slow)
    busy.wait(PATIENCE)
    called_off, kept = (database.append(Append("s", said(2, client), "{}", None)) for client in ("a", "b"))
    assert called_off.cancel()
    assert not first.cancel()
    go.set()
    done(kept)
    assert ["", "b"] == [entry.client for entry in database.journal("s")]


def test_what_has_come_in_is_written_before_the_store_closes(address: str) -> None:
    database = open_database(address)
    opened(database)
    futures = [database.append(Append("s", said(n), "{}", None)) for n in range(2, 50)]
    database.close()
    assert all(future.exception(0) is None for future in futures)
    late = database.append(Append("s", said(50), "{}", None))
    assert isinstance(late.exception(PATIENCE), StoreFailed)
    again = open_database(address)
    assert 49 == len(again.journal("s"))
    again.close()


def test_a_person_finds_the_sittings_he_owns_and_those_he_sits_in(database: Database) -> None:
    opened(database, "own")
    opened(database, "guest", Entry(2, 2.0, Sat(1, "ben", "Ben")), seated=[(1, "ben")])
    assert {"own", "guest"} == {summary.id for summary in database.sittings_of("ana")}
    assert ["guest"] == [summary.id for summary in database.sittings_of("ben")]
    done(database.append(Append("guest", said(3), "{}", None)))
    assert ["guest"] == [summary.id for summary in database.sittings_of("ben")]
    done(database.append(Append("guest", Entry(4, 4.0, Left(1)), "{}", None, seated=[])))
    assert [] == database.sittings_of("ben")


def test_a_deleted_sitting_leaves_nothing(database: Database) -> None:
    opened(database, "s", Entry(2, 2.0, Sat(1, "ben", "Ben")), seated=[(1, "ben")])
    done(database.create_invite("token", "s", 0, 9e9))
    done(database.set_note("s", "ana", "secret plan"))
    done(database.queue_notice(Notice("s", "ben", 2, "mail", 0), 1.0))
    done(database.delete_sitting("s"))
    assert ([], None, "", []) == (
        database.journal("s"), database.invite("token", 1.0), database.note("s", "ana"), database.due_notices(9e9)
    )
    assert [] == database.sittings_of("ben")


def test_sittings_are_woken_when_their_time_has_come(database: Database) -> None:
    for id_, wake in (("never", None), ("bot", 0.0), ("flag", 50.0)):
        opened(database, id_)
        done(database.append(Append(id_, said(2), "{}", wake)))
    assert ["bot"] == database.to_wake(49.0)
    assert ["bot", "flag"] == database.to_wake(50.0)


def test_sessions_end_by_time_by_one_and_by_all(database: Database) -> None:
    done(database.create_player("p", "Ana", 1.0))
    for token in ("a", "b", "c"):
        done(database.create_session(token, "p", 1.0, 100.0))
    assert ("p", None, None) == (database.session("a", 99), database.session("a", 100), database.session("x", 1))
    done(database.end_session("p", fold_token("a")))
    assert (None, "p") == (database.session("a", 2), database.session("b", 2))
    done(database.end_sessions("p", but="b"))
    assert ("p", None) == (database.session("b", 2), database.session("c", 2))
    done(database.end_sessions("p"))
    assert database.session("b", 2) is None


def test_a_login_belongs_to_one_person(database: Database) -> None:
    for id_ in ("p", "q"):
        done(database.create_player(id_, id_, 1.0))
    done(database.set_account("p", "ana", "hash"))
    with pytest.raises(Conflict):
        done(database.set_account("q", "ana", "other"))
    assert ("p", "hash") == database.account("ana")
    assert database.account("' OR 1=1 --") is None


def test_an_invitation_is_used_once_and_only_with_its_entry(database: Database) -> None:
    opened(database)
    done(database.create_invite("token", "s", 1, 100.0))
    with pytest.raises(Conflict):       # the entry does not fit, and the invitation is still good
        done(database.append(Append("s", Entry(7, 7.0, Sat(1, "ben", "Ben")), "{}", None, "token")))
    found = database.invite("token", 50.0)
    assert found is not None
    assert found.good
    done(database.append(Append("s", Entry(2, 2.0, Sat(1, "ben", "Ben")), "{}", None, "token")))
    with raises(Conflict, "invitation"):
        done(database.append(Append("s", Entry(3, 3.0, Sat(1, "eva", "Eva")), "{}", None, "token")))
    used = database.invite("token", 50.0)
    assert used is not None
    assert not used.good
    assert 2 == len(database.journal("s"))


def test_an_invitation_expires(database: Database) -> None:
    opened(database)
    done(database.create_invite("token", "s", 1, 100.0))
    with pytest.raises(Conflict):
        done(database.append(Append("s", Entry(2, 100.0, Sat(1, "ben", "Ben")), "{}", None, "token")))


def test_a_notice_is_queued_once_and_tried_until_it_is_done(database: Database) -> None:
    opened(database)
    notice = Notice("s", "ben", 7, "mail", 0)
    done(database.queue_notice(notice, 10.0))
    done(database.queue_notice(notice, 5.0))
    due = Notice("s", "ben", 7, "mail", 0, 10.0)
    assert ([], [due]) == (database.due_notices(9.0), database.due_notices(10.0))
    assert [True, False] == [database.claim_notice(due, 15.0).result(PATIENCE) for _ in range(2)]
    assert [15.0] == [found.due for found in database.due_notices(15.0)]
    done(database.set_notice(notice, 20.0))
    assert [] == database.due_notices(19.0)
    assert [1] == [found.tries for found in database.due_notices(20.0)]
    done(database.set_notice(notice, None))
    done(database.queue_notice(notice, 1.0))
    assert [] == database.due_notices(9e9)


def test_what_people_hold_is_kept_hashed(database: Database) -> None:
    opened(database)
    done(database.create_player("p", "Ana", 1.0))
    done(database.create_session("a-token-of-ana", "p", 1.0, 100.0))
    done(database.create_invite("a-link-for-ben", "s", 1, 100.0))
    rows = [*database._read("SELECT token FROM session"), *database._read("SELECT token FROM invite")]
    assert {(fold_token("a-token-of-ana"),), (fold_token("a-link-for-ben"),)} == set(rows)


def test_a_database_of_another_version_is_refused(address: str) -> None:
    database = open_database(address)
    done(database.writer.do(lambda c: c.execute("UPDATE about SET version = 99")))
    database.close()
    with raises(StoreFailed, "version", found=99):
        open_database(address)


@pytest.mark.parametrize("url", ["mysql://x", "sqlite:///", "sqlite:////no/such/folder/x.db", "nonsense",
                                 "postgresql://nobody@/x?host=/no/such/folder"])
def test_an_address_that_leads_nowhere_is_said_so(url: str) -> None:
    with pytest.raises(StoreFailed):
        open_database(url)


def test_lost_connections_to_postgresql_are_made_anew(postgres: str) -> None:
    database = open_database(fresh_database(postgres))
    opened(database)
    assert 1 == len(database.journal("s"))
    with psycopg.connect(postgres.format("postgres"), autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE usename = 'tablero' AND pid <> pg_backend_pid()"
        )
    assert 1 == len(database.journal("s"))
    lost = database.append(Append("s", said(2), "{}", None))
    assert isinstance(lost.exception(PATIENCE), StoreFailed)
    done(database.append(Append("s", said(2), "{}", None)))
    assert 2 == len(database.journal("s"))
    database.close()
