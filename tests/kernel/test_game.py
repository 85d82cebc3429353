"""A game as others see it, the register, text forms of actions, events as seats see them."""

from __future__ import annotations

import importlib
import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import tablero
from tablero.kernel import actions
from tablero.kernel.actions import Argument, Names, signature, signatures
from tablero.kernel.events import ALL, Event, seen_by
from tablero.kernel.game import Course
from tablero.kernel.positions import fingerprint
from tests.errors import raises
from tests.kernel import four, pairs, tiny

# --------------------------------------------------------------------------------------------------------- the register


def test_shipped_games_are_found_by_their_code() -> None:
    for code in tablero.GAMES:
        game = tablero.game(code)
        assert (code, importlib.import_module(f"tablero.games.{code}").GAME) == (game.code, game)


def test_a_registered_game_is_found_like_a_shipped_one() -> None:
    assert tablero.game("tiny") is tiny.GAME


# ------------------------------------------------------------------------------------------------------------ new games


def test_equal_seeds_make_equal_games_and_no_seed_makes_another_each_time() -> None:
    new = tiny.GAME.new
    assert fingerprint(new("duel", 5)) == fingerprint(new("duel", 5))
    assert new("duel").rng != new("duel").rng


def test_a_new_game_knows_its_rules_and_waits_for_its_first_answer() -> None:
    s = tiny.GAME.new("duel", 5, secret=True)
    assert (1, True, False, 0) == (s.rules, s.secret, s.over, tablero.players(s)[0])
    assert s.result is None


def test_the_opening_can_be_scripted() -> None:
    s = tiny.GAME.new("duel", script=[0, 0, 0, 0, 0, 0])
    assert ([0b000111, 0b111000], [6, 7]) == (s.hand, s.deck)


def test_options_that_are_not_named_take_their_first_value() -> None:
    game = tablero.game("dpyr")
    chosen = game.chosen({"victory": "graded"})
    assert "graded" == chosen["victory"]
    assert {name: values[0] for name, values in game.options.items()} | {"victory": "graded"} == chosen


def test_each_seat_is_a_side_unless_the_game_says_otherwise() -> None:
    assert ((0,), (1,)) == tiny.GAME.sides
    assert ((0, 2), (1, 3)) == (pairs.GAME.side(0), pairs.GAME.side(3))


@pytest.mark.parametrize("sides", [((0, 1),), ((0, 2), (1, 2, 3)), ((0, 1), (2, 4))])
def test_sides_name_every_seat_once(sides: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ValueError, match="once"):
        replace(four.GAME, sides=sides)


def test_a_lead_is_over_the_best_of_the_other_sides() -> None:
    s = four.GAME.new("crossroads", 1)
    alone, allied = (replace(game, points=lambda s: (5, 3, 0, 1)) for game in (four.GAME, pairs.GAME))
    assert (2, -2, -5, -4) == alone.lead(s)
    assert (1, -1, 1, -1) == allied.lead(s)         # type: ignore[arg-type]
    assert () == tiny.GAME.lead(tiny.GAME.new("duel", 1)), "for a game that counts no points"


def test_the_course_of_a_game_has_the_lead_of_every_phase_and_of_the_end() -> None:
    s = four.GAME.new("crossroads", 1)
    course = Course(tablero.game("four"))
    rounds = []
    while not s.over:
        if four.GAME.phase(s) != course.phase:
            course.note(s)
        rounds.append(s.round)
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, tablero.options(s, seat)[-1])
    course.note(s)
    assert len(set(rounds)) + 1 == len(course.leads)
    assert (four.GAME.lead(s), (0, 0, 0, 0)) == (course.leads[-1], course.leads[0])


def test_seats_are_found_by_name() -> None:
    assert [0, 1] == [tiny.GAME.seat(name) for name in ("red", "blue")]


# ----------------------------------------------------------------------------------------------------------- text forms

VERBS = signatures({"move": "unit to:hex", "wait": "", "bid": "n:number"})
NAMES = {"unit": Names(["guias", "lanceros"]), "hex": Names(["0101", "0102"])}


def test_signatures_name_arguments_by_themselves_or_by_their_kind() -> None:
    assert (Argument("unit", "unit"), Argument("to", "hex")) == signature("unit to:hex")
    assert () == signature("")


@pytest.mark.parametrize("action, text", [
    (("move", 1, 0), "move lanceros 0101"), (("wait",), "wait"), (("bid", 12), "bid 12"), (("bid", -3), "bid -3"),
])
def test_text_forms_round_trip(action: tablero.Action, text: str) -> None:
    assert text == actions.write(action, VERBS, NAMES)
    assert action == actions.read(text, VERBS, NAMES)


@pytest.mark.parametrize("text, key, values", [
    ("", "verb", {"known": ["bid", "move", "wait"]}),
    ("fly 0101", "verb", {"known": ["bid", "move", "wait"]}),
    ("move guias", "form", {"form": "move <unit> <to>"}),
    ("wait now", "form", {"form": "wait"}),
    ("move guias  0101", "form", {"form": "move <unit> <to>"}),
    ("move guias 9999", "thing", {"word": "9999", "kind": "hex"}),
    ("move GUIAS 0101", "thing", {"word": "GUIAS", "kind": "unit"}),
    ("bid x", "number", {"word": "x"}),
    ("bid ٣", "number", {"word": "٣"}),
    ("bid " + "9" * 5000, "number", {"word": "9" * 5000}),
])
def test_other_texts_are_refused_and_say_what_would_have_been_right(
    text: str, key: str, values: dict[str, object]
) -> None:
    with raises(tablero.IllegalAction, key, action=text, **values):
        actions.read(text, VERBS, NAMES)


def test_targets_are_the_things_an_action_concerns() -> None:
    assert ("unit:guias", "hex:0102") == actions.targets(("move", 0, 1), VERBS, NAMES)
    assert () == actions.targets(("bid", 3), VERBS, NAMES)


def test_there_is_no_thing_with_a_negative_number() -> None:
    with pytest.raises(IndexError):
        actions.write(("move", -1, 0), VERBS, NAMES)


@pytest.mark.parametrize("names", [["a", "a"], ["a b"], [""]])
def test_ids_are_words_and_each_different(names: list[str]) -> None:
    with pytest.raises(ValueError, match="cannot be an id"):
        Names(names)


# --------------------------------------------------------------------------------------------------------------- events


def test_a_seat_sees_what_it_may_or_what_is_public_of_it() -> None:
    events = [
        Event("open", (1,)),
        Event("drew", (0, 5), seen=0b01, public=("drew_hidden", (0,))),
        Event("peeked", (7,), seen=0b10),
    ]
    assert [("open", (1,)), ("drew", (0, 5))] == seen_by(events, 0)
    assert [("open", (1,)), ("drew_hidden", (0,)), ("peeked", (7,))] == seen_by(events, 1)
    assert [("open", (1,)), ("drew_hidden", (0,))] == seen_by(events, -1)
    assert ALL == events[0].seen


# ------------------------------------------------------------------------------------------------------------ the guide

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/add-a-game.md").read_text("utf-8")


def test_the_guide_shows_the_code_as_it_is() -> None:
    code = Path(tiny.__file__).read_text("utf-8")
    assert f"{len(code.splitlines())} lines" in GUIDE
    assert len(code.splitlines()) < 150
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", GUIDE, re.MULTILINE)
    shown, example, test = (next(b for b in blocks if word in b) for word in ("def duel", "game.describe", "def test_"))
    assert shown.strip() in code
    exec(compile(textwrap.dedent(example), "add-a-game.md", "exec"), {})
    names: dict[str, Callable[[], None]] = {}
    exec(compile(textwrap.dedent(test), "add-a-game.md", "exec"), names)
    next(function for name, function in names.items() if name.startswith("test_"))()


def test_every_link_of_the_guide_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", GUIDE)
    assert [] == [link for link in links if not (ROOT / "docs" / link).exists()]
