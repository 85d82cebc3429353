"""The writer, asked from an event loop: what is asked for in one turn shares a commit, and each gets its own answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

import pytest

from tablero.kernel.errors import Conflict, StoreFailed
from tablero.server.store.writer import Alike, Connection, Job, Writer


class Slate:
    """A connection that keeps what was committed."""

    def __init__(self) -> None:
        self.open: list[str] = []
        self.kept: list[str] = []
        self.commits = 0

    def execute(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        if sql == "taken":
            raise Conflict("This was written already.")
        self.open.append(sql)
        return [(sql,)]

    def execute_many(self, sql: str, rows: Sequence[tuple[object, ...]]) -> int:
        return sum(len(self.execute(f"{sql} {row[0]}")) for row in rows)

    def begin(self) -> None:
        self.open = []

    def commit(self) -> None:
        self.kept += self.open
        self.commits += 1

    def rollback(self) -> None:
        self.open = []

    def close(self) -> None:
        self.open = []


@pytest.fixture
def slate() -> Slate:
    return Slate()


@pytest.fixture
def writer(slate: Slate) -> Iterator[Writer]:
    made = Writer(lambda: slate)
    yield made
    made.close()


class Chalk(Alike):
    """A word that is written in one statement with others."""

    def __init__(self, word: str) -> None:
        self.word = word

    @classmethod
    def together(cls, c: Connection, jobs: Sequence[Chalk]) -> None:
        if any(job.word == "taken" for job in jobs):
            raise Conflict("This was written already.")
        c.execute(" ".join(job.word for job in jobs))


def write(text: str) -> Job:
    def job(c: Connection) -> object:
        return c.execute(text)[0][0]

    return job


def test_what_is_asked_for_in_one_turn_is_one_commit(writer: Writer, slate: Slate) -> None:
    async def test() -> list[object]:
        return await asyncio.gather(*(writer.do_soon(write(text)) for text in "abc"))

    assert ["a", "b", "c"] == asyncio.run(test())
    assert (["a", "b", "c"], 1) == (slate.kept, slate.commits)


def test_nobody_is_answered_before_the_commit(writer: Writer, slate: Slate) -> None:
    async def test() -> None:
        for n, text in enumerate("abc", 1):
            await writer.do_soon(write(text))
            assert n == slate.commits

    asyncio.run(test())


def test_a_bad_job_fails_alone(writer: Writer, slate: Slate) -> None:
    async def test() -> list[object]:
        jobs = [writer.do_soon(write(text)) for text in ("a", "taken", "c")]
        return await asyncio.gather(*jobs, return_exceptions=True)

    first, second, third = asyncio.run(test())
    assert ("a", "c") == (first, third)
    assert isinstance(second, Conflict)
    assert ["a", "c"] == slate.kept


def test_what_was_called_off_in_the_same_turn_is_not_written(writer: Writer, slate: Slate) -> None:
    async def test() -> None:
        jobs = [writer.do_soon(write(text)) for text in "abc"]
        jobs[1].cancel()
        assert ["a", "c"] == [await jobs[0], await jobs[2]]

    asyncio.run(test())
    assert ["a", "c"] == slate.kept


def test_after_the_end_everybody_is_told_that_it_is_closed(slate: Slate) -> None:
    writer = Writer(lambda: slate)
    writer.close()

    async def test() -> None:
        with pytest.raises(StoreFailed):
            await writer.do_soon(write("a"))

    asyncio.run(test())
    assert [] == slate.kept


def test_jobs_of_one_class_are_done_together_and_in_their_turn(writer: Writer, slate: Slate) -> None:
    async def test() -> list[object]:
        jobs = [Chalk("a"), Chalk("b"), write("c"), Chalk("d")]
        return await asyncio.gather(*map(writer.do_soon, jobs))

    assert [None, None, "c", None] == asyncio.run(test())
    assert (["a b", "c", "d"], 1) == (slate.kept, slate.commits)


def test_of_jobs_done_together_a_bad_one_fails_alone(writer: Writer, slate: Slate) -> None:
    async def test() -> list[object]:
        jobs = [Chalk("a"), Chalk("taken"), Chalk("b")]
        return await asyncio.gather(*map(writer.do_soon, jobs), return_exceptions=True)

    first, second, third = asyncio.run(test())
    assert isinstance(second, Conflict)
    assert (None, None, ["a", "b"]) == (first, third, slate.kept)
