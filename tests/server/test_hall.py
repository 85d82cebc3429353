"""Changes are committed before they are told, and what failed is as if it had never been tried."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from tablero.kernel.errors import NotYourTurn, StaleState, StoreFailed, UnknownName
from tablero.kernel.positions import fingerprint
from tablero.server import hall as halls
from tablero.server.app import wake
from tablero.server.hall import BEHIND, Guest, Hall, waking
from tablero.server.store.database import Database, open_database
from tablero.server.store.sittings import Append
from tablero.table.journal import Clock, Entry, Interrupted
from tablero.table.sitting import Sitting
from tests.server.house import mark, play, playing, some_action, table


class Breakable(Database):
    """A store whose commits can be made to fail or to wait."""

    def break_commits(self) -> None:
        connection = self.writer._connection
        assert connection is not None

        def fail() -> None:
            raise OSError("No space left on device")

        connection.commit = fail  # type: ignore[method-assign]


def breakable(address: str) -> Breakable:
    opened = open_database(address)
    opened.close()
    return Breakable(opened._connect)


def run(test: Coroutine[object, object, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 120))


def told(guest: Guest) -> list[dict[str, Any]]:
    found = []
    while not guest.queue.empty():
        message = guest.queue.get_nowait()
        found.append(json.loads(message) if message else {"type": "end"})
    return found


def test_a_table_that_was_put_away_while_it_was_used_tells_those_who_have_opened_it_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An automatic answer, or a request that waits for a bot, may outlast its room."""
    monkeypatch.setattr(halls, "OPEN", 1)

    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'a.db'}"))
        used = await table(hall)
        await table(hall, "another")
        room, guest = await hall.room("s"), Guest("ana", 0, "en")
        assert room is not used
        hall.enter(room, guest)
        told(guest)
        await play(hall, used, 2)
        await asyncio.gather(*hall.tasks)
        assert used.sitting.version == room.sitting.version
        assert 2 == len([line for message in told(guest) for line in message["log"]])
        await hall.delete(used)
        assert guest.closed
        hall.database.close()

    run(test())


def test_two_windows_of_a_seat_understand_the_same_choices(tmp_path: Path) -> None:
    async def test() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'a.db'}")
        hall, chance = Hall(database), random.Random(2)
        room = await table(hall)
        pages: list[dict[str, Any]] = []
        for n in range(40):
            if n in (0, 20):
                pages.append({"guest": Guest("ana", 0, "en"), "known": {}})
                hall.enter(room, pages[-1]["guest"])
            for page in pages:
                for message in told(page["guest"]):
                    page["known"].update({choice.get("n", 0): choice for choice in message["choices"]})
                    numbers = message.get("order", [])
                    page["choices"] = [page["known"][i]["do"] for i in numbers] or [c["do"] for c in message["choices"]]
                found = room.sitting.questions[0]
                offered = [room.sitting.game.write(room.sitting.state, action) for action in found[1]] if found else []
                assert offered == page["choices"]
            await hall.change(room, playing(*some_action(room.sitting, chance)))
        database.close()

    run(test())


def test_if_the_store_fails_nobody_is_told_and_the_sitting_is_as_before(address: str) -> None:
    async def test() -> None:
        database = breakable(address)
        hall = Hall(database)
        room = await table(hall)
        await play(hall, room, 40)
        guest = Guest("ana", 0, "en")
        hall.enter(room, guest)
        told(guest)
        before = mark(room.sitting, database)
        act = some_action(room.sitting, random.Random(3))
        database.break_commits()
        with pytest.raises(StoreFailed):
            await hall.change(room, playing(*act), "ana:x")
        assert [] == [m for m in told(guest) if m.get("log") or m.get("pieces")]
        sitting = await hall.settled(room)
        assert before == mark(sitting, database)
        n = await hall.change(room, playing(*act), "ana:x")
        assert n == await hall.change(room, playing(*act), "ana:x")
        assert n == len(database.journal("s")) == room.sitting.version
        again = Sitting.fold_all("s", database.journal("s"))
        assert fingerprint(room.sitting.state) == fingerprint(again.state)
        database.close()

    run(test())


def test_what_another_server_has_written_is_read_before_one_goes_on(address: str) -> None:
    async def test() -> None:
        here, there = Hall(open_database(address)), Hall(open_database(address))
        room = await table(here)
        other = await there.room("s")
        act = some_action(room.sitting, random.Random(1))
        await here.change(room, playing(*act), "ana:1")
        with pytest.raises(StaleState):
            await there.change(other, playing(*act), "ana:2")
        sitting = await there.settled(other)
        assert fingerprint(room.sitting.state) == fingerprint(sitting.state)
        assert room.sitting.clients == sitting.clients
        await play(there, other, 5)
        await here.change(room, lambda s, now: s.say("ana", "Ana", "Hello?", now), "ana:3")
        assert fingerprint(room.sitting.state) == fingerprint(other.sitting.state)
        await there.change(other, lambda s, now: s.say("ana", "Ana", "Hello?", now), "ana:3")
        assert room.sitting.clients == other.sitting.clients
        here.database.close()
        there.database.close()

    run(test())


def test_a_fault_in_the_rules_leaves_the_table_as_it_was(address: str) -> None:
    async def test() -> None:
        hall = Hall(open_database(address))
        room = await table(hall)
        await play(hall, room, 30)
        before = mark(room.sitting, hall.database)

        def faulty(sitting: Sitting, now: float) -> None:
            sitting.record.apply(*_offered(sitting))
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await hall.change(room, faulty)  # type: ignore[arg-type]
        assert before == mark(await hall.settled(room), hall.database)
        await play(hall, room, 3)
        hall.database.close()

    run(test())


def _offered(sitting: Sitting) -> tuple[int, tuple[object, ...]]:
    seat = sitting.to_move()[0]
    question = sitting.questions[seat]
    assert question is not None
    return seat, question[1][0]


def test_of_many_answers_to_one_question_one_counts(address: str) -> None:
    async def test() -> None:
        hall = Hall(open_database(address))
        room = await table(hall)
        for _ in range(5):
            act = some_action(room.sitting, random.Random(1))
            version = room.sitting.version
            tries = [hall.change(room, playing(*act), f"ana:{version}-{i}") for i in range(10)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert 1 == sum(isinstance(result, int) for result in results)
            assert 9 == sum(isinstance(result, (StaleState, NotYourTurn)) for result in results)
        assert 3 + 5 == len(hall.database.journal("s"))
        hall.database.close()

    run(test())


def test_of_the_same_message_sent_many_times_at_once_one_counts_and_all_get_its_answer(address: str) -> None:
    async def test() -> None:
        hall = Hall(open_database(address))
        room = await table(hall)
        act = some_action(room.sitting, random.Random(1))
        assert {4} == set(await asyncio.gather(*(hall.change(room, playing(*act), "ana:1") for _ in range(10))))
        assert 4 == len(hall.database.journal("s"))
        hall.database.close()

    run(test())


def test_a_room_is_opened_once_however_many_come(address: str) -> None:
    async def test() -> None:
        hall = Hall(open_database(address))
        await table(hall)
        await play(hall, hall.rooms["s"], 20)
        hall.rooms.clear()
        waiting = [asyncio.ensure_future(hall.room("s")) for _ in range(10)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        rooms = [await each for each in waiting[1:]]
        assert 1 == len({id(room) for room in rooms})
        with pytest.raises(UnknownName):
            await hall.room("nowhere")
        hall.database.close()

    run(test())


def test_a_change_whose_asker_went_away_is_done_or_not_but_never_half(address: str) -> None:
    async def test() -> None:
        hall = Hall(open_database(address))
        room = await table(hall)
        chance = random.Random(5)
        for i in range(30):
            task = asyncio.ensure_future(hall.change(room, playing(*some_action(await hall.settled(room), chance))))
            await asyncio.sleep(chance.random() * 0.002)
            task.cancel()
            await asyncio.wait([task])
            if i % 5 == 0:
                await play(hall, room, 1, seed=i)
        sitting = await hall.settled(room)
        again = Sitting.fold_all("s", hall.database.journal("s"))
        assert (fingerprint(again.state), again.version) == (fingerprint(sitting.state), sitting.version)
        hall.database.close()

    run(test())


def test_a_deleted_table_is_gone_for_those_who_still_look_on(address: str) -> None:
    async def test() -> None:
        hall = Hall(open_database(address))
        room = await table(hall)
        guest = Guest("ana", 0, "en")
        hall.enter(room, guest)
        await hall.delete(room)
        assert [{"type": "end"}] == told(guest)
        with pytest.raises(UnknownName):
            await play(hall, room, 1)
        with pytest.raises(UnknownName):
            await hall.room("s")
        hall.database.close()

    run(test())


def test_whoever_leaves_a_seat_sees_nothing_more_of_it(address: str) -> None:
    async def test() -> None:
        hall = Hall(open_database(address))
        room = await table(hall)
        ana, ben = Guest("ana", 0, "en"), Guest("ben", 1, "en")
        hall.enter(room, ana)
        hall.enter(room, ben)
        await hall.change(room, lambda s, now: s.seat_bot(1, "random", now))
        await play(hall, room, 5)
        assert {"type": "end"} == told(ben)[-1]
        assert ben not in room.guests
        assert 7 == len(told(ana))
        hall.database.close()

    run(test())


def test_who_does_not_keep_up_is_let_go(address: str) -> None:
    async def test() -> None:
        guest = Guest("ana", 0, "en")
        for i in range(BEHIND * 3):
            guest.put(b'{"n": %d}' % i)
        assert 1 == guest.queue.qsize()
        assert [{"type": "end"}] == told(guest)

    run(test())


def test_a_table_that_cannot_be_read_is_left_alone_and_the_others_are_woken(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'tablero.db'}"))
        for n in range(2):
            await table(hall, f"s{n}", clock=Clock("live", 60.0, 0.0))
        await asyncio.wrap_future(hall.database.writer.do(lambda c: c.execute("UPDATE sitting SET wake = 1")))
        hall.rooms.clear()
        bad = "UPDATE journal SET matter = replace(matter, 'maella', 'waterloo') WHERE sitting = 's0'"
        await asyncio.wrap_future(hall.database.writer.do(lambda c: c.execute(bad)))
        watch = asyncio.create_task(wake(hall))
        while not ("s1" in hall.rooms and hall.rooms["s1"].sitting.over):
            await asyncio.sleep(0.05)
        await asyncio.sleep(2.2)
        assert 1 == caplog.text.count("s0 cannot be woken")
        watch.cancel()
        hall.database.close()

    run(test())


# --- the server was down


def test_the_store_knows_when_no_server_was_up(address: str) -> None:
    database = open_database(address)
    assert [] == database.down_since(50.0), "nothing is known"
    for started, seen in ((100.0, 200.0), (150.0, 220.0), (300.0, 400.0), (400.5, 500.0), (700.0, 700.0)):
        database.sign_of_life(started, started).result(30)
        database.sign_of_life(started, seen).result(30)
    assert [(220.0, 300.0), (500.0, 700.0)] == database.down_since(120.0) == database.down_since(50.0)
    assert [(230.0, 300.0), (500.0, 700.0)] == database.down_since(230.0), "it was up when it wrote this"
    assert [(500.0, 700.0)] == database.down_since(350.0)
    assert [] == database.down_since(700.0)
    database.sign_of_life(704.0, 704.0).result(30)
    assert [(700.0, 704.0)] == database.down_since(700.0)
    assert [] == database.down_since(700.0, others=True), "one that is up has told so some seconds ago"
    database.close()


def test_clocks_did_not_run_while_the_server_was_down(address: str) -> None:
    async def test() -> None:
        hall, now = Hall(open_database(address)), time.time()
        await table(hall, clock=Clock("live", 60.0, 0.0))
        sql = "UPDATE journal SET at = ? WHERE sitting = 's'"
        await asyncio.wrap_future(hall.database.writer.do(lambda c: c.execute(sql, (now - 1000,))))
        for started, seen in ((now - 2000, now - 990), (now - 5, now - 5)):
            await asyncio.wrap_future(hall.database.sign_of_life(started, started))
            await asyncio.wrap_future(hall.database.sign_of_life(started, seen))
        hall.rooms.clear()
        sitting = (await hall.room("s")).sitting
        (entry,) = [each for each in hall.database.journal("s") if isinstance(each.matter, Interrupted)]
        assert Interrupted(now - 990, now - 5) == entry.matter
        assert [] == sitting.clocks.fallen(now)
        assert abs(60 - 15 - sitting.clocks.remaining(0, now)) < 0.001
        assert sitting.clocks.deadline() == waking(sitting)
        hall.rooms.clear()
        await hall.room("s")
        assert 1 == sum(isinstance(each.matter, Interrupted) for each in hall.database.journal("s")), "once"
        hall.database.close()

    run(test())


def test_a_table_whose_deletion_was_agreed_is_deleted_even_if_the_server_was_killed_in_between(address: str) -> None:
    async def test() -> None:
        hall = Hall(open_database(address))
        room = await table(hall)
        await hall.change(room, lambda s, now: s.propose(0, "delete", -1, now))
        agreed = Entry(room.sitting.version + 1, 2.0, room.sitting.reply(1, True, 2.0))
        await hall.database.append_soon(Append("s", agreed, "", None))
        hall.rooms.clear()
        with pytest.raises(UnknownName):
            await hall.room("s")
        assert [] == hall.database.journal("s")
        hall.database.close()

    run(test())
