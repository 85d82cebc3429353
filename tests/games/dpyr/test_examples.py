"""The worked examples of the rulebook, replayed step by step with their printed dice."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.examples import LESSONS, MARKS, stand
from tablero.games.dpyr.rules.r03_preparation.s00_set_up import set_up_hexes
from tablero.games.dpyr.state import OFF
from tablero.kernel.errors import BadRecord
from tests.games.dpyr.pack_data import RULES
from tests.lessons import fails_with, is_said_in_both_languages, replay, replay_otherwise, with_other_dice
from tests.rules import rule

EXAMPLES, start, play, check = LESSONS.examples, LESSONS.start, LESSONS.play, LESSONS.check
EXAMPLE_RULES = [r.text("id") for r in RULES if r.text("kind") == "example"]


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
    replay(LESSONS, id_)


@rule("dpyr", "4.3x1", "4.5x1", "4.5x2", "5.3x1")
@pytest.mark.parametrize("id_, number, other", with_other_dice(LESSONS))
def test_other_dice_end_otherwise(id_: str, number: int, other: int) -> None:
    replay_otherwise(LESSONS, id_, number, other)


@rule("dpyr", "4.3x1", "4.5x1", "4.5x2", "5.3x1")
@pytest.mark.parametrize("id_, number, dice", [
    ("4.3x1", 2, [2, 5]), ("4.5x1", 3, [4, 6, 0]), ("4.5x2", 3, [4, 4, 0]), ("5.3x1", 0, [2, 4, 4, 4]),
])
def test_the_roll_just_short_of_the_printed_one_fails_the_example(id_: str, number: int, dice: list[int]) -> None:
    assert fails_with(LESSONS, id_, number, dice)


def test_every_example_of_the_rulebook_is_there() -> None:
    assert EXAMPLE_RULES == list(EXAMPLES)
    known = {r.text("id") for r in RULES}
    assert {e.rule for e in EXAMPLES.values()} <= known


def test_an_example_says_everything_in_both_languages() -> None:
    is_said_in_both_languages(LESSONS)


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
