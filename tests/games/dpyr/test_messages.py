"""Every question has its prompt, in both languages, with the right places; how messages read."""

from __future__ import annotations

import ast
import re

import pytest

from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import ACTIONS, BATTLES
from tablero.games.dpyr.labels import unit_names
from tablero.games.dpyr.rules.r04_actions.s00_actions import MARCHES
from tablero.kernel.frames import snake
from tablero.kernel.text import LANGUAGES, Speech, catalogue, common, places
from tests.games.dpyr.battlefield import battlefield, hex_, refused, unit
from tests.messages import calls, ours, trees

KEY = re.compile(r"[a-z][a-z_]+")

each_language = pytest.mark.parametrize("language", LANGUAGES)


def words(node: ast.AST) -> set[str]:
    """Constants in a piece of code that can be keys."""
    found = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return {word for word in found if KEY.fullmatch(word)}


def prompts() -> dict[str, set[str]]:
    """The keys of all prompts in the code with the places that are filled; without `prompt` a class is its own key."""
    found: dict[str, set[str]] = {}
    for tree in trees("dpyr"):
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef):
                continue
            methods = {f.name: f for f in node.body if isinstance(f, ast.FunctionDef)}
            if "prompt" in methods:
                found.update(_of_prompt(methods["prompt"]))
            elif {"candidates", "orders"} & set(methods):
                found[snake(node.name)] = set()
    return found


def _of_prompt(method: ast.FunctionDef) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    spelt = {c.args[1].value for c in calls(method, "Prompt") if isinstance(c.args[1], ast.Constant)}
    for call in calls(method, "Prompt"):
        key = call.args[1]
        args = call.args[2] if len(call.args) > 2 else ast.Tuple(elts=[])
        filled = {ast.literal_eval(arg.elts[0]) for arg in args.elts}
        if isinstance(key, ast.Constant):
            keys = {key.value}
        elif isinstance(key, ast.JoinedStr):            # f"march_{ACTIONS[self.action]}"
            keys = {f"march_{ACTIONS[action]}" for action in MARCHES}
        else:                                           # a name: whatever the method could put into it
            kinds = {word for arg in args.elts for word in words(arg)}
            keys = words(method) - kinds - spelt
        for name in keys:
            found.setdefault(name, set()).update(filled)
    return found


# ---------------------------------------------------------------- every key has its message


@each_language
def test_every_question_has_its_prompt_with_the_right_places(language: str) -> None:
    messages = ours(GAME, language, "prompt")
    expected = prompts()
    assert set(expected) == set(messages)
    for key, text in messages.items():
        assert places(text) == expected[key], key


@each_language
def test_what_the_kernel_says_is_said(language: str) -> None:
    for key in ("awaited", "not_offered", "not_your_turn", "game_over"):
        assert common(language).has(f"refusal.{key}")
    assert common(language).has("prompt.game_over")


# ---------------------------------------------------------------- how it reads


def test_an_event_is_told_as_a_sentence() -> None:
    s = battlefield("arquijas", {"c_guias": "1008", "l_zar_1": "1010"}, ground={})
    fired = unit(s, "c_guias"), hex_("1010"), 2, 5, 3, 2
    english, spanish = (Speech(GAME, language) for language in LANGUAGES)
    told = "Guías fires at 1010: rolled 5 and 3, which differ by 2; 2 or less hits."
    assert told == english.event(s, "fired", fired)
    told = "Guías dispara contra 1010: saca 5 y 3, que difieren en 2; acierta con 2 o menos."
    assert told == spanish.event(s, "fired", fired)
    assert "The Carlists draw 1 factor marker." == english.event(s, "drew_markers", (0, 1))
    assert "Los liberales sacan 4 marcadores de factores." == spanish.event(s, "drew_markers", (1, 4))


def test_places_actions_and_markers_have_names() -> None:
    s = battlefield("arquijas", {"c_guias": "1008"})
    speech = Speech(GAME, "en")
    assert "Molino ford (1109)" == speech.thing(s, "hex", hex_("1109"))
    assert "1010" == speech.thing(s, "hex", hex_("1010"))
    assert "Montear (march across country)" == speech.thing(s, "action", 0)
    marker = s.b.names["marker"].index["fm_011"]
    assert "fire 0, attack 1, defence 1" == speech.thing(s, "marker", marker)
    assert "the Liberals" == speech.thing(s, "side", 1)
    assert "NE" == speech.thing(s, "facing", 1)


@each_language
def test_no_two_units_of_a_battle_have_the_same_name(language: str) -> None:
    for number, battle in enumerate(BATTLES[:8]):
        found = unit_names(number, catalogue(GAME.pack, language))
        assert len(set(found)) == len(battle.units), battle.name


def test_a_refusal_of_what_was_not_asked_repeats_the_question() -> None:
    s = battlefield("arquijas", {"c_guias": "1008"})
    refusal = refused(s, "fire 1010")
    assert refusal is not None
    text = Speech(GAME, "en").refusal(s, 0, refusal)
    assert text.startswith("Not now: first this. Choose one action for this activation")
