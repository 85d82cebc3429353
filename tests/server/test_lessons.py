"""Lessons over HTTP: every lesson of every game can be done by following its steps."""

from __future__ import annotations

import pytest

from tablero.kernel.game import GAMES
from tablero.server.lessons import lessons
from tests.server.people import House

EXAMPLES = {code: known.taught for code in GAMES if (known := lessons(code))}
ALL = [(code, id_) for code, examples in EXAMPLES.items() for id_ in examples]


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("code, lesson", ALL)
def test_a_lesson_is_done_by_following_its_steps(home: House, code: str, lesson: str, lang: str) -> None:
    steps, at = EXAMPLES[code][lesson].steps, 0
    while True:
        answer = home.client.get(f"/api/games/{code}/lessons/{lesson}", params={"at": at, "lang": lang})
        assert 200 == answer.status_code, answer.text
        seen = answer.json()
        assert (at, len(steps)) == (seen["at"], seen["steps"])
        if at == len(steps):
            break
        assert seen["do"] in [choice["do"] for choice in seen["table"]["choices"]]
        assert steps[at].say[lang] == seen["say"]
        assert "[prompt." not in seen["table"]["asked"]["text"]
        at += 1
    assert ("", "") == (seen["do"], seen["say"])


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_lessons_of_a_game_are_listed_in_both_languages(home: House, code: str) -> None:
    for lang in ("en", "es"):
        listed = home.client.get(f"/api/games/{code}/lessons", params={"lang": lang}).json()
        assert [(e.id, e.title[lang]) for e in EXAMPLES[code].values()] == [(x["id"], x["title"]) for x in listed]


def test_why_something_is_refused_in_a_lesson_is_told_with_its_rule(home: House) -> None:
    reason = home.client.get("/api/games/aiw/lessons/12.3x5/why", params={"at": 5, "do": "march calahorra"}).json()
    assert "11.1f" == reason["rule"]


def test_a_learner_sees_the_blocks_of_his_side_only(home: House) -> None:
    lesson = home.client.get("/api/games/aiw/lessons/12.3x1").json()
    pieces = [piece for piece in lesson["table"]["pieces"] if piece["id"].startswith("block:")]
    assert {"liberal"} == {piece["side"] for piece in pieces if piece["name"]}
    assert 10 == len(pieces)


@pytest.mark.parametrize("address", ["nothing", "12.3x1?at=99"])
def test_a_lesson_or_step_that_is_not_there_is_an_error(home: House, address: str) -> None:
    assert 404 == home.client.get(f"/api/games/aiw/lessons/{address}").status_code
