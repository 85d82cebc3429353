"""Lessons: the worked examples of a game's rulebook as positions in which the learner makes the moves.

A lesson keeps nothing on the server: the client says how many steps were made, and gets the table as it then stands.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from typing import Annotated, Protocol, cast

import msgspec
from starlette.requests import Request

import tablero
from tablero.kernel.errors import UnknownName
from tablero.kernel.events import Event
from tablero.server.api import endpoint
from tablero.server.routes.asking import Language
from tablero.server.routes.play import Reason
from tablero.server.sockets import why
from tablero.table.journal import Opened
from tablero.table.sitting import Holder, Line, Sitting
from tablero.table.wire import Desk, LinkedSpeech, Update


class Step(Protocol):
    """One action of an example, and what the learner is told before it."""

    seat: int
    say: Mapping[str, str]
    action: str


class Example(Protocol):
    id: str
    rule: str
    title: Mapping[str, str]
    intro: Mapping[str, str]
    scenario: str
    options: Mapping[str, str]
    steps: Sequence[Step]


class Examples(Protocol):
    """The module `examples` of a game."""

    EXAMPLES: Mapping[str, Example]

    def start(self, example: Example) -> tablero.State: ...

    def play(self, s: tablero.State, step: Step) -> list[Event]: ...


def examples(code: str) -> Examples | None:
    """The worked examples of a game, if it has any."""
    module = f"{tablero.game(code).state.__module__.rpartition('.')[0]}.examples"
    return cast("Examples", importlib.import_module(module)) if importlib.util.find_spec(module) else None


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
    steps: int              # steps there are
    say: str                # what the learner is told now, "" at the end
    do: str                 # the action the next step is, "" at the end
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
    language, known = query.checked(), examples(code)
    found = known.EXAMPLES.values() if known else ()
    return [LessonInfo(example.id, example.title[language], example.intro[language]) for example in found]


@endpoint(
    "GET", "/api/games/{code}/lessons/{lesson}", "A lesson after so many of its steps",
    query=At, returns=Lesson, signed_in=False,
)
async def get_lesson(request: Request, code: str, lesson: str, query: At) -> Lesson:
    language = query.checked()
    example, table, seat = await asyncio.to_thread(_table, code, lesson, query.at)
    update = Desk(seat, LinkedSpeech(table.game, language)).update(table, 0.0, whole=True)
    step = example.steps[query.at] if query.at < len(example.steps) else None
    return Lesson(
        example.id, example.title[language], example.intro[language], example.rule, example.scenario,
        query.at, len(example.steps), step.say[language] if step else "", step.action if step else "", update,
    )


@endpoint(
    "GET", "/api/games/{code}/lessons/{lesson}/why", "Why an action is not allowed in a lesson",
    query=Why, returns=Reason, signed_in=False,
)
async def get_lesson_why(request: Request, code: str, lesson: str, query: Why) -> Reason:
    _, table, seat = await asyncio.to_thread(_table, code, lesson, query.at)
    found = why(table, seat, query.checked(), query.do.split(","))
    return Reason(found["rule"], found["text"])


def _table(code: str, lesson: str, at: int) -> tuple[Example, Sitting, int]:
    """An example after some steps as a table, and the seat that is to act there."""
    known = examples(code)
    if known is None or lesson not in known.EXAMPLES:
        raise UnknownName("lesson", lesson, known.EXAMPLES if known else ())
    example = known.EXAMPLES[lesson]
    if at > len(example.steps):
        raise UnknownName("step", str(at), (f"0 to {len(example.steps)}",))
    opened = Opened(code, example.scenario, dict(example.options), "0", "", tablero.game(code).rules)
    table = Sitting.open(lesson, opened, 0.0)
    table.holders = [Holder(player="learner") for _ in table.holders]
    table.record.state = s = known.start(example)
    for n, step in enumerate(example.steps[:at], 1):
        table.log.append(Line(n, step.seat, step.action, known.play(s, step)))
    table.questions = [
        (tablero.prompt(s, seat), tablero.options(s, seat)) if seat in table.awaited() else None
        for seat in range(len(table.holders))
    ]
    return example, table, example.steps[min(at, len(example.steps) - 1)].seat
