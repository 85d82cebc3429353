"""Worked examples of a game's rulebook, replayed: what the tests of every game do with theirs."""

from __future__ import annotations

from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

from tablero.kernel.frames import State
from tablero.kernel.lessons import Lessons

S = TypeVar("S", bound=State)
P = TypeVar("P")


def after(lessons: Lessons[S, P], id_: str, number: int) -> S:
    """The state after so many steps of an example."""
    s = lessons.start(lessons.examples[id_])
    for step in lessons.examples[id_].steps[:number]:
        lessons.play(s, step)
    return s


def replay(lessons: Lessons[S, P], id_: str) -> None:
    """Everything an example expects holds, from step to step."""
    s = after(lessons, id_, 0)
    assert [] == lessons.faults(s, lessons.examples[id_].expect)
    for step in lessons.examples[id_].steps:
        lessons.play(s, step)
        assert [] == lessons.faults(s, step.expect), step.action


def with_other_dice(lessons: Lessons[S, P]) -> list[ParameterSet]:
    """Every example, step and number of other dice for it."""
    return [
        pytest.param(e.id, i, o, id=f"{e.id} with {'-'.join(map(str, other.dice))}")
        for e in lessons.examples.values() for i, step in enumerate(e.steps) for o, other in enumerate(step.otherwise)
    ]


def replay_otherwise(lessons: Lessons[S, P], id_: str, number: int, other: int) -> None:
    """With other dice a step ends as the example says of them."""
    s, step = after(lessons, id_, number), lessons.examples[id_].steps[number]
    lessons.play(s, step, step.otherwise[other].dice)
    assert [] == lessons.faults(s, step.otherwise[other].expect)


def fails_with(lessons: Lessons[S, P], id_: str, number: int, dice: list[int]) -> bool:
    """With these dice something that the example expects of a step does not come true."""
    s, step = after(lessons, id_, number), lessons.examples[id_].steps[number]
    lessons.play(s, step, dice)
    return bool(lessons.faults(s, step.expect))


def is_said_in_both_languages(lessons: Lessons[S, P]) -> None:
    for e in lessons.examples.values():
        for text in (e.title, e.intro, *(step.say for step in e.steps)):
            assert {"en", "es"} == set(text)
            assert all(text.values())
            assert text["en"] != text["es"]
