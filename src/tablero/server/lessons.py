"""Lessons: the worked examples of a game's rulebook as positions in which the learner makes the moves.

The server keeps no state of a lesson: the client says how many steps were made, and gets the table after them.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
from typing import Annotated, cast

import msgspec
from starlette.requests import Request

import tablero
from tablero.kernel.errors import UnknownName
from tablero.kernel.lessons import Example, Lessons
from tablero.server.api import endpoint
from tablero.server.routes.context import Language
from tablero.server.routes.play import Reason
from tablero.server.sockets import why
from tablero.table.journal import Opened
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed, Update


def lessons(code: str) -> Lessons[tablero.State, object] | None:
    """The worked examples of a game, some of them lessons: `LESSONS` of its module `examples`, if it has one."""
    module = f"{tablero.game(code).state.__module__.rpartition('.')[0]}.examples"
    if importlib.util.find_spec(module) is None:
        return None
    return cast("Lessons[tablero.State, object]", importlib.import_module(module).LESSONS)


class LessonInfo(msgspec.Struct):
    id: str
    title: str
    intro: str


class Lesson(msgspec.Struct):
    """A lesson after some of its steps."""

    id: str
    title: str
    intro: str
    rule: str               # the rule it explains
    scenario: str
    at: int                 # steps made
    steps: int              # number of steps
    say: str                # what the learner is told now, "" at the end
    do: str                 # the action of the next step, "" at the end
    table: Update


class At(Language):
    at: Annotated[int, msgspec.Meta(ge=0)] = 0


class Why(At):
    do: Annotated[str, msgspec.Meta(max_length=200)] = ""


@endpoint(
    "GET", "/api/games/{code}/lessons", "The lessons of a game",
    query=Language, returns=list[LessonInfo], signed_in=False,
)
async def get_lessons(request: Request, code: str, query: Language) -> list[LessonInfo]:
    language, known = query.checked(), lessons(code)
    found = known.taught.values() if known else ()
    return [LessonInfo(example.id, example.title[language], example.intro[language]) for example in found]


@endpoint(
    "GET", "/api/games/{code}/lessons/{lesson}", "A lesson after so many of its steps",
    query=At, returns=Lesson, signed_in=False,
)
async def get_lesson(request: Request, code: str, lesson: str, query: At) -> Lesson:
    language = query.checked()
    example, table, seat, do = await asyncio.to_thread(_table, code, lesson, query.at)
    update = Feed(seat, LinkedSpeech(table.game, language)).update(table, 0.0, whole=True)
    step = example.steps[query.at] if query.at < len(example.steps) else None
    return Lesson(
        example.id, example.title[language], example.intro[language], example.rule, example.scenario,
        query.at, len(example.steps), step.say[language] if step else "", do, update,
    )


@endpoint(
    "GET", "/api/games/{code}/lessons/{lesson}/why", "Why an action is not allowed in a lesson",
    query=Why, returns=Reason, signed_in=False,
)
async def get_lesson_why(request: Request, code: str, lesson: str, query: Why) -> Reason:
    _, table, seat, _ = await asyncio.to_thread(_table, code, lesson, query.at)
    found = why(table, seat, query.checked(), query.do.split(","))
    return Reason(found["rule"], found["text"])


def _table(code: str, lesson: str, at: int) -> tuple[Example[object], Sitting, int, str]:
    """An example after some steps as a table, the seat that acts next, and its action."""
    known = lessons(code)
    if known is None or lesson not in known.taught:
        raise UnknownName("lesson", lesson, known.taught if known else ())
    example = known.taught[lesson]
    if at > len(example.steps):
        raise UnknownName("step", str(at), (f"0 to {len(example.steps)}",))
    opened = Opened(code, example.scenario, dict(example.options), "0", "", tablero.game(code).rules)
    record, told = known.record(example, at)
    table = Sitting.lesson(lesson, opened, record, told)
    do = known.text(record.state, example.steps[at]) if at < len(example.steps) else ""
    return example, table, example.steps[min(at, len(example.steps) - 1)].seat, do
