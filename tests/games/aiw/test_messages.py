"""Every question has its prompt, in both languages, with the right places; how messages read."""

from __future__ import annotations

import ast
from fractions import Fraction

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARD, LIBERAL, LOADS, MOMENTS, OPTIONS, SCENARIOS, UNIT, UNITS, area
from tablero.games.aiw.labels import unit_names
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r07_cards.s03_combat import COMBATS
from tablero.games.aiw.rules.r10_actions.s00_actions import Act
from tablero.kernel.frames import FRAMES, Decision, frame_class, package, snake
from tablero.kernel.odds import Odds
from tablero.kernel.text import LANGUAGES, Speech, catalogue, places
from tests.games.aiw.war import block, do, refused, run, war
from tests.messages import calls, ours, trees, unequal
from tests.rules import rule
from tests.sources import method_tree

each_language = pytest.mark.parametrize("language", LANGUAGES)


def decisions() -> list[type[Decision]]:
    prefix = f"{package(GAME.state)}:"
    found = [frame_class(name) for name in FRAMES if name.startswith(prefix)]
    return [cls for cls in found if issubclass(cls, Decision)]


def prompts() -> dict[str, set[str]]:
    """The keys of all prompts with the places that are filled; without a `prompt` a class is its own key."""
    found: dict[str, set[str]] = {}
    for cls in decisions():
        if "prompt" not in vars(cls):
            found[snake(cls.__name__)] = set()
            continue
        method = method_tree(cls, "prompt")
        assert method
        for call in calls(method, "Prompt"):
            key = call.args[1]
            args = call.args[2] if len(call.args) > 2 else ast.Tuple(elts=[])
            assert isinstance(key, ast.Constant)
            assert isinstance(args, ast.Tuple)
            found[key.value] = {ast.literal_eval(arg.elts[0]) for arg in args.elts}
            found[key.value] |= {"when" for keyword in call.keywords if keyword.arg == "kind"}
    return found


# ---------------------------------------------------------------- every key has its message


@each_language
def test_every_question_has_its_prompt_with_the_right_places(language: str) -> None:
    messages = ours(GAME, language, "prompt")
    expected = prompts()
    assert {} == unequal(set(expected), set(messages))
    for key, text in messages.items():
        assert places(text) == expected[key], key
        assert text.endswith((".", "?")), key


@each_language
def test_scenarios_options_and_loads_have_their_words(language: str) -> None:
    say = catalogue(GAME.pack, language)
    wanted = [f"scenario.{name}.{part}" for name in SCENARIOS for part in ("title", "gloss", "intro")]
    wanted += [f"option.{name}.{part}" for name in OPTIONS for part in ("name", "text")]
    wanted += [f"option.{name}.values.{value}.name" for name, values in OPTIONS.items() for value in values]
    wanted += [f"load.{name}.name" for name in LOADS]
    wanted += [f"game.{part}" for part in ("title", "subtitle", "length", "complexity")]
    assert [] == [key for key in wanted if not say.has(key)]


@each_language
def test_who_waits_for_a_reaction_is_told_so(language: str) -> None:
    assert {"card_window", "lay_card", "intercept", "evade", "answer_charge"} <= set(ours(GAME, language, "waiting"))
    assert "intercept.done" in ours(GAME, language, "answer")


@each_language
def test_every_chance_to_react_says_when_it_comes(language: str) -> None:
    """So a player who lets all of one kind go by reads which."""
    chances = {snake(cls.__name__) for cls in decisions() if cls.decline is not Decision.decline}
    kinds = {"card_window": asked_at(), "lay_card": {*COMBATS}}
    topics = {topic for key in chances for topic in ({f"{key}.{kind}" for kind in kinds.get(key, ())} or {key})}
    assert {"card_window.combat", "lay_card.battle", "intercept", "evade"} <= topics
    assert {} == unequal(topics, set(ours(GAME, language, "when")))


def asked_at() -> set[str]:
    """The moments at which Operational cards are asked for, wherever the rules do so."""
    names = ("open_window", "OperationalCards")
    windows = [call for tree in trees("aiw") for name in names for call in calls(tree, name)]
    named = {arg.id.lower() for call in windows for arg in call.args if isinstance(arg, ast.Name)}
    return named & {*MOMENTS}


# ---------------------------------------------------------------- how it reads


def test_an_event_is_told_as_a_sentence() -> None:
    s = war({"vitoria": "l_rg1", "salvatierra": "c_nav1"})
    english, spanish = (Speech(GAME, language) for language in LANGUAGES)
    marched = LIBERAL, 1, area("vitoria"), area("salvatierra")
    assert "The Liberals march with 1 block from Vitoria to Salvatierra." == english.event(s, "marched", marched)
    assert "Los liberales marchan con 1 bloque de Vitoria a Salvatierra." == spanish.event(s, "marched", marched)
    fired = UNIT["l_rg1"], 4, 2, 1, 3615
    assert "1st Guard Brigade rolls 4 dice, hits on 2 or less: 1 hit." == english.event(s, "fired", fired)
    stormed = area("estella"), 1, 1
    assert "The Assault on Estella scores 1 full hit, and half a hit is kept." == english.event(s, "stormed", stormed)
    assert "There will be a Skirmish at Vitoria." == english.event(s, "combat", (area("vitoria"), 0))
    assert "There will be a Battle at Vitoria." == english.event(s, "combat", (area("vitoria"), 1))


def test_points_are_said_with_their_halves_and_the_additional_one() -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", points=3)
    run(s, Act(LIBERAL))
    speech = Speech(GAME, "en")
    said = speech.prompt(s, tablero.prompt(s, LIBERAL))
    assert said.startswith("Choose your next action. Action Points left: 3. Most actions")
    phase(s).points, phase(s).extra = 3, 1
    said = speech.prompt(s, tablero.prompt(s, LIBERAL))
    assert said.startswith("Choose your next action. Action Points left: 1.5, and the additional point for an")


@rule("aiw", "5.2a")
def test_a_block_is_called_by_its_unit_only_in_a_view_that_knows_it() -> None:
    s = war({"vitoria": "l_ln1:2", "salvatierra": "c_nav1"}, secret=True)
    speech, mine = Speech(GAME, "en"), block(s, "l_ln1")
    assert "Rey (Infantry) (strength 2)" == speech.thing(GAME.view(s, 1), "block", mine)
    assert "a Liberal block" == speech.thing(GAME.view(s, 0), "block", mine)
    assert "a Liberal block" == speech.thing(GAME.view(s, -1), "block", mine)
    assert "a Liberal block" == speech.thing(s, "block", mine)
    s.shown |= 1 << mine
    assert "Rey (Infantry) (strength 2)" == speech.thing(GAME.view(s, 0), "block", mine)
    assert "a Liberal block" == speech.thing(GAME.view(s, -1), "block", mine)


def test_a_line_of_the_log_never_says_what_a_block_is() -> None:
    s = war({"vitoria": "l_ln1:2"})
    s.shown = 1 << block(s, "l_ln1")
    hurt = block(s, "l_ln1"), area("vitoria"), 1
    for told_of in (s, GAME.view(s, -1)):
        said = Speech(GAME, "en").event(told_of, "weakened_hidden", hurt)
        assert "A Liberal block at Vitoria loses 1 point of strength." == said


def test_things_have_names() -> None:
    s = war({})
    speech = Speech(GAME, "es")
    assert "Améscoas" == speech.thing(s, "space", area("amescoas"))
    assert "Aragón" == speech.thing(s, "space", area("aragon"))
    assert "La Cuádruple Alianza" == speech.thing(s, "card", CARD["quadruple_alliance"])
    assert "artillería de campaña" == speech.thing(s, "load", 0)
    assert "los liberales" == speech.thing(s, "side", LIBERAL)
    assert "Rey (infantería)" == speech.thing(s, "unit", UNIT["l_ln1"])


@each_language
def test_no_two_units_have_the_same_name(language: str) -> None:
    found = unit_names(catalogue(GAME.pack, language))
    assert len(UNITS) == len(set(found))


def test_a_refusal_of_what_was_not_asked_repeats_the_question() -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", points=3)
    run(s, Act(LIBERAL))
    refusal = refused(s, "match")
    assert refusal is not None
    text = Speech(GAME, "en").refusal(s, LIBERAL, refusal)
    assert text.startswith("Not now: first this. Choose your next action")


def test_a_button_names_the_unit_to_its_owner() -> None:
    s = war({"vitoria": "l_rg1 l_ln1:2"}, side="liberal", points=3)
    run(s, Act(LIBERAL))
    do(s, "activate vitoria")
    speech = Speech(GAME, "en")
    action = GAME.read(s, f"add {GAME.names(s)['block'][block(s, 'l_ln1')]}")
    assert "Add Rey (Infantry) (strength 2)" == speech.action(GAME.view(s, LIBERAL), action)


def test_an_average_has_the_decimal_sign_of_the_language() -> None:
    odds = Odds("fire", Fraction(1, 2), Fraction(1, 2), values=(("dice", "3"), ("faces", "1-2"), ("hits", "1.0")))
    assert "3 dice, hitting on 1-2: at least one hit 50 %, on average 1.0" == Speech(GAME, "en").odds(odds)
    assert "3 dados, impacta con 1-2: al menos un impacto 50 %, 1,0 de media" == Speech(GAME, "es").odds(odds)
