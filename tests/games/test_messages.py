"""Every refusal, event, verb and end of every game has its message, in both languages, with the right places."""

from __future__ import annotations

import ast

import pytest

import tablero
from tablero.kernel.frames import State
from tablero.kernel.game import GAMES, Game
from tablero.kernel.rulebook import rules
from tablero.kernel.text import LANGUAGES, flatten, places
from tablero.table.look import look
from tablero.table.phrases import NOTES
from tests.kernel.contract import messages_fit
from tests.messages import calls, kinds_of_end, names, ours, refusals, told, trees, unequal, unused_sections

each_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game[State]:
    found: Game[State] = tablero.game(request.param)
    return found


@each_language
def test_every_refusal_has_its_sentence_and_no_other_is_left(game: Game[State], language: str) -> None:
    messages = ours(game, language, "refusal")
    assert {} == unequal(set(refusals(game.code)), set(messages))
    for key, text in messages.items():
        assert not places(text), key
        assert text[0].isupper(), key
        assert text.endswith("."), key


def test_every_refusal_cites_a_rule_of_the_catalogue(game: Game[State]) -> None:
    cited = {rule for found in refusals(game.code).values() for rule in found}
    assert set() == cited - set(rules(game.pack, "en"))


@each_language
def test_every_event_has_its_sentence_and_leaves_nothing_unsaid(game: Game[State], language: str) -> None:
    messages = ours(game, language, "event")
    assert {} == unequal(set(game.events), set(messages))
    for kind, text in messages.items():
        assert places(text) == names(game.events[kind]) - {"faces"}, kind       # dice are drawn as dice
        assert text.endswith("."), kind


@each_language
def test_every_verb_that_is_apart_has_a_button_and_a_question(game: Game[State], language: str) -> None:
    messages = ours(game, language, "mode")
    assert {} == unequal({f"{verb}.{key}" for verb in look(game).apart for key in ("name", "asks")}, set(messages))


@each_language
def test_every_verb_has_its_button_and_leaves_nothing_unsaid(game: Game[State], language: str) -> None:
    messages = ours(game, language, "verb")
    assert {} == unequal(set(game.verbs), set(messages))
    for verb, text in messages.items():
        said = {place for place in places(text) if not place.endswith("_at")}       # and where it is
        assert said == names(game.verbs[verb]), verb


@each_language
def test_every_end_has_its_sentence(game: Game[State], language: str) -> None:
    messages = ours(game, language, "result")
    assert {} == unequal(kinds_of_end(game.code), set(messages))
    assert [] == [kind for kind, text in messages.items() if places(text) - {"seat", "seats"}]


@each_language
@pytest.mark.parametrize("section", NOTES)
def test_what_comes_of_an_answer_is_said_of_verbs_and_questions_that_exist(
    game: Game[State], language: str, section: str
) -> None:
    questions = {"", *ours(game, language, "prompt")}
    found = [key.rpartition(".") for key in ours(game, language, section)]
    assert [] == [key for key in found if key[2] not in game.verbs or key[0] not in questions]


@each_language
def test_who_waits_is_told_of_questions_that_exist_and_nothing_of_what_is_in_them(
    game: Game[State], language: str
) -> None:
    waiting = ours(game, language, "waiting")
    assert set(waiting) <= set(ours(game, language, "prompt"))
    assert not any(places(text) for text in waiting.values())


@each_language
def test_answers_are_worded_for_questions_and_verbs_that_exist(game: Game[State], language: str) -> None:
    questions = set(ours(game, language, "prompt"))
    for key in ours(game, language, "answer"):
        question, _, verb = key.partition(".")
        assert question in questions, key
        assert verb in game.verbs, key


def test_messages_speak_of_nothing_but_their_arguments(game: Game[State]) -> None:
    messages_fit(game)


def test_both_languages_say_the_same_things(game: Game[State]) -> None:
    english, spanish = (flatten(game.pack.toml(f"text/{language}.toml").values) for language in LANGUAGES)
    assert {} == unequal(set(english), set(spanish))
    assert [] == [key for key, text in english.items() if places(text) != places(spanish[key])]


@each_language
def test_no_section_is_without_a_use(game: Game[State], language: str) -> None:
    assert set() == unused_sections(game, language)


def test_a_section_that_nothing_asks_for_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game[State] = tablero.game("dpyr")
    monkeypatch.setattr("tests.messages.flatten", lambda _: {"sheet.unit": "", "gossip.unit": ""})
    assert {"gossip"} == unused_sections(game, "en")


def test_whatever_is_told_is_an_event_with_as_many_arguments(game: Game[State]) -> None:
    found = [(call, *one) for tree in trees(game.code) for call in calls(tree, "tell") for one in told(call)]
    assert bool(game.events) == bool(found)
    for call, kind, arguments in found:
        assert len(game.events[kind]) == arguments, ast.unparse(call)
