"""What bots say of their choices: they would really do it, and can say so in both languages from what they see."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

import tablero
from tablero import bots
from tablero.bots import Bot, Told
from tablero.kernel.actions import Action
from tablero.kernel.advice import Advice, Chance, Choice, Points, Reason, Thing, Value
from tablero.kernel.text import LANGUAGES, Speech, catalogue
from tests.sources import parsed

SEED = 7
MOST = 250              # questions of a game that are looked at
DISTINCT = 12           # reasons that a game has at least
EVERY = 9               # of how many questions one is asked again of a guessed state
COMMON = {"sole", "wanted", "equal", "slightly", "better", "first"}

Question = tuple[tablero.State, list[Action], int]


def questions(code: str, seed: int = SEED, most: int = MOST) -> Iterator[Question]:
    """The questions with a choice of a game that heuristic bots play: view, options, seat."""
    game = tablero.game(code)
    s = game.new(game.scenarios[seed % len(game.scenarios)], seed)
    while not s.over and most:
        seat = tablero.players(s)[0]
        options, view = tablero.options(s, seat), game.view(s, seat)
        if len(options) > 1:
            most -= 1
            yield view, options, seat
        tablero.apply(s, seat, adviser(code).choose(view, options, seat))


def adviser(code: str) -> Bot:
    game = tablero.game(code)
    return bots.make(bots.adviser(game), game, SEED)


def nested(reason: Reason) -> Iterator[Reason]:
    """A reason, and those that are parts of it."""
    yield reason
    for value in reason.values.values():
        if isinstance(value, Reason):
            yield from nested(value)


@pytest.mark.parametrize("code", tablero.GAMES)
def test_a_reason_is_of_what_the_bot_would_choose_and_fills_all_its_places(code: str) -> None:
    game = tablero.game(code)
    speeches, keys = [Speech(game, language) for language in LANGUAGES], set[str]()
    for view, options, seat in questions(code):
        before = view.clone()
        advice = adviser(code).explain(view, options, seat)
        assert adviser(code).choose(view, options, seat) == advice.action
        assert advice.second in [option for option in options if option != advice.action]
        assert before == view
        key = tablero.prompt(view, seat).key
        for speech in speeches:
            text = speech.reason(view, advice.reason, key)
            assert re.fullmatch(r"[^{}\[\]]+\.", text), (advice, text)
        keys |= {reason.key for reason in nested(advice.reason)}
    assert len(keys - COMMON) >= DISTINCT


@pytest.mark.parametrize("code", tablero.GAMES)
def test_few_questions_are_left_to_the_common_words(code: str) -> None:
    told = [adviser(code).explain(*question).reason.key for question in questions(code)]
    assert sum(key in COMMON for key in told) <= len(told) / 20


@pytest.mark.parametrize("code", tablero.GAMES)
def test_what_is_hidden_changes_no_reason(code: str) -> None:
    """Another state that the seat could not tell from this one has the same advice."""
    game = tablero.game(code)
    asked = [question for i, question in enumerate(questions(code)) if not i % EVERY]
    assert asked
    for view, options, seat in asked:
        other = game.view(game.determinize(view, SEED), seat)
        assert adviser(code).explain(view, options, seat) == adviser(code).explain(other, options, seat)


@pytest.mark.parametrize("code", tablero.GAMES)
def test_every_reason_has_words_and_every_word_a_reason(code: str) -> None:
    named, texts = set[str](), set[str]()
    for node in ast.walk(parsed(f"tablero.bots.heuristic.{code}.reasons")):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason":
            named |= constants(node.args[0])
    for language in LANGUAGES:
        messages = catalogue(tablero.game(code).pack, language).messages
        worded = {key.removeprefix("hint.") for key in messages if key.startswith("hint.")}
        assert named <= worded
        assert worded - COMMON <= texts


def constants(node: ast.expr) -> set[str]:
    """The keys that an expression can be; not those of a condition."""
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


# --- what any bot can say


class Numbers(Bot):
    """Weighs options by given numbers."""

    def __init__(self, *worth: float) -> None:
        self.worth = worth

    def weigh(self, view: tablero.State, options: object, seat: int, budget: object = None) -> list[float]:
        return list(self.worth)


def said(*worth: float) -> Advice:
    view, options, seat = next(questions("dpyr"))
    return Numbers(*worth).explain(view, options[: len(worth)], seat)


@pytest.mark.parametrize(("worth", "key"), [
    ((1.0,), "sole"), ((0.0, 1.0, 0.0), "wanted"), ((0.4, 0.4), "equal"), ((0.41, 0.4), "slightly"),
    ((0.2, 0.9, 0.5), "better"), ((0.0, 99.0, 0.1), "first"),
])
def test_a_bot_without_reasons_says_how_much_better_its_choice_is(worth: tuple[float, ...], key: str) -> None:
    advice = said(*worth)
    _, options, _ = next(questions("dpyr"))
    assert (key, options[worth.index(max(worth))]) == (advice.reason.key, advice.action)
    if key == "better":
        assert Points(0.9 - 0.5) == advice.reason.values["lead"]
        assert Choice(options[2]) == advice.reason.values["other"]


def test_values_are_worded_in_the_language_of_the_reader() -> None:
    view, _, _ = next(questions("car"))
    values: dict[str, Value] = {
        "space": Thing("space", 1), "units": (Thing("unit", 0), Thing("unit", 1)), "chance": Chance(0.675),
        "worth": Points(1.25),
    }
    reason = Reason("attack", values)
    english, spanish = (Speech(tablero.game("car"), language).reason(view, reason) for language in LANGUAGES)
    assert ["68 % to win", "1.2 points"] == re.findall(r"68 % to win|1.2 points", english)
    assert ["68 % de ganar", "1,2 puntos"] == re.findall(r"68 % de ganar|1,2 puntos", spanish)


def test_told_names_the_next_best() -> None:
    view, options, seat = next(questions("dpyr"))
    told = Told(view, options[:3], [0.1, 0.5, 0.3], seat, 1, 2)
    assert (options[1], Choice(options[2])) == (told.action, told.other)
    assert pytest.approx(0.2) == told.lead.value
