"""The worked examples of the rulebook, replayed step by step with their printed dice."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tablero.games.dpyr.examples import EXAMPLES, MARKS, Example, check, play, stand, start
from tablero.games.dpyr.rules.r03_preparation import set_up_hexes
from tablero.games.dpyr.state import OFF, Dpyr
from tablero.kernel.errors import BadRecord
from tests.games.dpyr.pack_data import RULES
from tests.rules import rule

EXAMPLE_RULES = [r.text("id") for r in RULES if r.text("kind") == "example"]
OTHERWISE = [
    pytest.param(e, i, o, id=f"{e.id} with {'-'.join(map(str, other.dice))}")
    for e in EXAMPLES.values() for i, step in enumerate(e.steps) for o, other in enumerate(step.otherwise)
]


def faults(s: Dpyr, expectations: Iterable[str]) -> list[str]:
    return [fault for expectation in expectations if (fault := check(s, expectation))]


@pytest.mark.parametrize("id_", [
    pytest.param("3.0x1", marks=rule("dpyr", "3.0x1")),
    pytest.param("3.0x2", marks=rule("dpyr", "3.0x2")),
    pytest.param("3.0x3", marks=rule("dpyr", "3.0x3")),
    pytest.param("4.3x1", marks=rule("dpyr", "4.3x1")),
    pytest.param("4.3x2", marks=rule("dpyr", "4.3x2")),
    pytest.param("4.5x1", marks=rule("dpyr", "4.5x1")),
    pytest.param("4.5x2", marks=rule("dpyr", "4.5x2")),
    pytest.param("5.3x1", marks=rule("dpyr", "5.3x1")),
])
def test_an_example_goes_as_the_rulebook_says(id_: str) -> None:
    example = EXAMPLES[id_]
    s = start(example)
    assert [] == faults(s, example.expect)
    for step in example.steps:
        play(s, step)
        assert [] == faults(s, step.expect), step.action


@rule("dpyr", "4.3x1", "4.5x1", "4.5x2", "5.3x1")
@pytest.mark.parametrize("example, number, other", OTHERWISE)
def test_other_dice_end_otherwise(example: Example, number: int, other: int) -> None:
    s = start(example)
    for step in example.steps[:number]:
        play(s, step)
    step = example.steps[number]
    play(s, step, step.otherwise[other].dice)
    assert [] == faults(s, step.otherwise[other].expect)


@rule("dpyr", "4.3x1", "4.5x1", "4.5x2", "5.3x1")
@pytest.mark.parametrize("id_, number, dice", [
    ("4.3x1", 2, [2, 5]), ("4.5x1", 3, [4, 6, 0]), ("4.5x2", 3, [4, 4, 0]), ("5.3x1", 0, [2, 4, 4, 4]),
])
def test_the_roll_just_short_of_the_printed_one_fails_the_example(id_: str, number: int, dice: list[int]) -> None:
    s = start(EXAMPLES[id_])
    for step in EXAMPLES[id_].steps[:number]:
        play(s, step)
    play(s, EXAMPLES[id_].steps[number], dice)
    assert [] != faults(s, EXAMPLES[id_].steps[number].expect)


def test_every_example_of_the_rulebook_is_there() -> None:
    assert EXAMPLE_RULES == list(EXAMPLES)
    known = {r.text("id") for r in RULES}
    assert {e.rule for e in EXAMPLES.values()} <= known


def test_an_example_says_everything_in_both_languages() -> None:
    for e in EXAMPLES.values():
        for text in (e.title, e.intro, *(step.say for step in e.steps)):
            assert {"en", "es"} == set(text)
            assert all(text.values())
            assert text["en"] != text["es"]


def test_positions_of_whole_armies_could_have_been_set_up() -> None:
    for e in (EXAMPLES["3.0x1"], EXAMPLES["3.0x2"]):
        s = start(e)
        units = [s.b.names["unit"].index[name] for name in e.position.units]
        hexes = [s.at[u] for u in units]
        s.at, s.piles, s.held = [OFF] * len(s.at), {}, [0, 0]
        for u, x in zip(units, hexes, strict=True):
            assert x in set_up_hexes(s, u), f"{e.id}: {s.b.units[u].id}"
            stand(s, s.b.units[u].id, s.b.names["hex"][x])


def test_dice_left_over_and_dice_that_are_missing_fail_an_example() -> None:
    for dice in ([3, 5, 1], [3]):
        s = start(EXAMPLES["4.3x1"])
        *before, shot = EXAMPLES["4.3x1"].steps
        for step in before:
            play(s, step)
        with pytest.raises(BadRecord):
            play(s, shot, dice)


@pytest.mark.parametrize("wrong, found", [
    ("at c_tor_1 1010", "1009"), ("gone c_tor_1", "1009"), ("at c_tor_2 1009", "gone"), ("fire l_cor_1 1", "0"),
    ("knows liberal c_tor_1", "blind"), ("ammunition carlist 53", "54"), ("markers_in_use carlist 1", "0"),
    ("turn 2", "1"), ("cup 23", "24"), ("chits 1", "2"), ("asked liberal", "carlist"), ("offered bala_rasa", "4.5a"),
    ("refused batir 4.3m", ""), ("only aim c_tor_1", ""), ("factor c_tor_1 1209 3", "2"),
])
def test_an_expectation_that_does_not_hold_says_what_is_the_case(wrong: str, found: str) -> None:
    assert f"{wrong}: {found}" == check(start(EXAMPLES["4.3x1"]), wrong)


def test_a_unit_stands_with_the_marks_it_is_given() -> None:
    s = start(EXAMPLES["4.3x1"])
    stand(s, "c_bosque", f"1008 facing=SE fire=1 shock=2 salvo=1 marker=fm_333 {' '.join(MARKS)}")
    u = s.b.names["unit"].index["c_bosque"]
    assert (2, 1, 2, 1) == (s.facing[u], s.fire[u], s.shock[u], s.salvo[u])
    assert "fm_333" == s.b.names["marker"][s.marker[u]]
    assert all(getattr(s, mark) >> u & 1 for mark in MARKS)
    with pytest.raises(ValueError, match="'cuadro' means nothing"):
        stand(s, "c_bosque", "1008 cuadro")
