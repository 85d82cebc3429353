"""The worked examples of the rulebook, replayed step by step with their printed dice."""

from __future__ import annotations

from collections import Counter

import pytest

from tablero.games.car.board import SPACES, STACK, UNIT, UNIT_SIDE, UNITS
from tablero.games.car.examples import LESSONS, place_name, place_of
from tablero.games.car.rules.r02_map import controls
from tablero.kernel.errors import BadRecord
from tests.games.car.pack import RULES
from tests.lessons import after, fails_with, is_said_in_both_languages, replay, replay_otherwise, with_other_dice
from tests.rules import rule


@pytest.mark.parametrize("id_", [
    pytest.param("2.1.2d", marks=rule("car", "2.1.2d", "2.1.2b", "2.1.2c", "3.0d", "3.0k")),
    pytest.param("5.2.2b", marks=rule("car", "5.2.2b", "5.2.1a", "5.2.2a")),
    pytest.param("5.2.2c", marks=rule("car", "5.2.2c", "10.1.9a", "16.3.3a")),
    pytest.param("6.0.A.3d", marks=rule("car", "6.0.A.3d", "6.0.A.3b", "6.0.A.3c")),
    pytest.param("7.1.4b", marks=rule("car", "7.1.4b", "7.1.4a", "4.3.1a")),
    pytest.param("7.1.6c", marks=rule("car", "7.1.6c", "8.5.1.2a", "8.5.1.4a", "3.0a")),
    pytest.param("7.1.6d", marks=rule("car", "7.1.6d", "8.5.3.1a", "11.2.4a")),
    pytest.param("8.3.3b", marks=rule("car", "8.3.3b", "8.3.3a")),
    pytest.param("8.5.1.2b", marks=rule("car", "8.5.1.2b", "3.0p")),
    pytest.param("8.5.3.2c", marks=rule("car", "8.5.3.2c", "8.5.3.2a", "3.0i")),
    pytest.param("8.5.3.4b", marks=rule("car", "8.5.3.4b", "8.5.3.3a")),
    pytest.param("8.5.6.2b", marks=rule("car", "8.5.6.2b", "8.5.6.2a")),
    pytest.param("10.1.12b", marks=rule("car", "10.1.12b", "10.1.12a")),
    pytest.param("10.2.2d", marks=rule("car", "10.2.2d", "10.2.2b", "10.2.2c", "16.2.3a")),
    pytest.param("11.1.7b", marks=rule("car", "11.1.7b", "11.1.7a")),
    pytest.param("11.2.6c", marks=rule("car", "11.2.6c", "11.2.6a", "11.2.3a")),
    pytest.param("11.2.6d", marks=rule("car", "11.2.6d", "11.2.6a")),
    pytest.param("11.2.6f", marks=rule("car", "11.2.6f", "11.2.6e", "11.2.6h")),
    pytest.param("11.2.9b", marks=rule("car", "11.2.9b", "11.2.9a")),
    pytest.param("11.2.9c", marks=rule("car", "11.2.9c", "11.2.9a")),
    pytest.param("11.2.9d", marks=rule("car", "11.2.9d", "11.2.9a", "11.3.6a")),
    pytest.param("11.3.4c", marks=rule("car", "11.3.4c", "11.3.4a")),
    pytest.param("11.3.4d", marks=rule("car", "11.3.4d", "11.3.4a")),
    pytest.param("11.3.5.1b", marks=rule("car", "11.3.5.1b", "11.3.5.1a")),
    pytest.param("11.4.3b", marks=rule("car", "11.4.3b", "11.4.3a")),
    pytest.param("11.4.5c", marks=rule("car", "11.4.5c", "11.4.5a", "11.4.5b")),
    pytest.param("11.4.5.1b", marks=rule("car", "11.4.5.1b", "11.4.5.1a", "11.4.5d")),
    pytest.param("13.3.5b", marks=rule("car", "13.3.5b", "13.3.5a")),
    pytest.param("13.4.3b", marks=rule("car", "13.4.3b", "13.4.3a")),
    pytest.param("14.2.2b", marks=rule("car", "14.2.2b", "14.2.2a")),
    pytest.param("14.2.5b", marks=rule("car", "14.2.5b", "14.2.5a")),
    pytest.param("15.2.1.2c", marks=rule("car", "15.2.1.2c")),
    pytest.param("15.2.1.2f", marks=rule("car", "15.2.1.2f", "15.2.1.2e")),
    pytest.param("16.2.4.2b", marks=rule("car", "16.2.4.2b", "16.2.4.2a")),
    pytest.param("16.4.2.1b", marks=rule("car", "16.4.2.1b", "16.4.2.1a")),
    pytest.param("16.4.2.2b", marks=rule("car", "16.4.2.2b", "16.4.2.2a")),
    pytest.param("16.5.3b", marks=rule("car", "16.5.3b", "16.5.3a")),
    pytest.param("17.2.1b", marks=rule("car", "17.2.1b", "17.2.1a")),
    pytest.param("17.4.2b", marks=rule("car", "17.4.2b", "17.4.1a", "17.4.2a")),
])
def test_an_example_goes_as_the_rulebook_says(id_: str) -> None:
    replay(LESSONS, id_)


@rule("car", "8.5.3.2c", "8.5.3.4b", "10.2.2d")
@pytest.mark.parametrize("id_, number, other", with_other_dice(LESSONS))
def test_other_dice_end_otherwise(id_: str, number: int, other: int) -> None:
    replay_otherwise(LESSONS, id_, number, other)


def last_with_dice(id_: str) -> int:
    """The number of the last step of an example for which dice are rolled."""
    return max(n for n, step in enumerate(LESSONS.examples[id_].steps) if step.dice)


@rule("car", "11.2.7a")
@pytest.mark.parametrize("id_, dice", [
    ("7.1.6d", [1, 1]), ("10.2.2d", [6]), ("11.1.7b", [4, 6]), ("11.2.9b", [1, 6]), ("11.2.9c", [1, 1]),
    ("11.2.9d", [3, 1]), ("11.3.4c", [1, 1]), ("11.3.4d", [1, 1]), ("11.3.5.1b", [1, 1]), ("11.4.3b", [1, 1]),
])
def test_another_roll_than_the_printed_one_fails_the_example(id_: str, dice: list[int]) -> None:
    assert fails_with(LESSONS, id_, last_with_dice(id_), dice)


def test_every_example_of_the_rulebook_is_there() -> None:
    assert [name for name, row in RULES.items() if row.text("kind") == "example"] == list(LESSONS.examples)
    assert {e.rule for e in LESSONS.examples.values()} <= RULES.keys()
    assert all(e.expect for e in LESSONS.examples.values())


def test_an_example_says_everything_in_both_languages() -> None:
    is_said_in_both_languages(LESSONS)


@rule("car", "9.1.1a")
def test_positions_of_examples_are_legal() -> None:
    for id_, example in LESSONS.examples.items():
        s = after(LESSONS, id_, 0)
        for unit in range(len(UNITS)):
            assert s.at[unit] >= SPACES or controls(s, UNIT_SIDE[unit], s.at[unit]), (id_, UNITS[unit].id)
        stacks = Counter(place for place in s.at if place < SPACES)
        assert max(stacks.values(), default=0) <= STACK, id_
        assert UNIT.keys() >= {word.partition(":")[0] for units in example.position.places.values()
                               for word in units.split()}


def test_dice_left_over_and_dice_that_are_missing_fail_an_example() -> None:
    number = last_with_dice("11.3.4c")
    for dice in ([5, 1, 1], [5]):
        s = after(LESSONS, "11.3.4c", number)
        with pytest.raises(BadRecord):
            LESSONS.play(s, LESSONS.examples["11.3.4c"].steps[number], dice)


@pytest.mark.parametrize("wrong, found", [
    ("at nat_v madrid", "illescas"), ("at nat_inf_1 gone", "reserve"), ("strength nat_aragon full", "reduced"),
    ("strength nat_v reduced", "full"), ("rm 1", "26"), ("vp 1", "7"), ("turn 8", "7"), ("severe 11", "0"),
    ("hand republican 0", "1"), ("rp republican 1", "0"), ("winner republican", "nobody"),
    ("record republican 1 sr", "none"), ("control illescas republican", "nationalist"), ("supplied madrid no", "yes"),
    ("works madrid trench", "none"), ("works_modifier madrid -1", "0"), ("adjacent madrid toledo yes", "no"),
    ("connected republican madrid illescas yes", "no"), ("returns rep_x 12", "0"), ("card r9 kept", "hand"),
    ("card r8 hand", "deck"), ("happened n1", "not"), ("barred n9", "not"), ("underlined n1 name yes", "no"),
    ("landings malaga", "algeciras cadiz huelva"), ("asked nationalist", "republican"), ("offered sr r8", "7.1.3a"),
])
def test_an_expectation_that_does_not_hold_says_what_is_the_case(wrong: str, found: str) -> None:
    assert f"{wrong}: {found}" == LESSONS.check(after(LESSONS, "11.3.4c", 0), wrong)


def test_numbers_of_a_combat_under_way() -> None:
    s = after(LESSONS, "11.3.4d", last_with_dice("11.3.4d") + 1)
    assert ["loss nationalist 4: 5", "loss republican 0: 3", "column republican corps 5: corps 6-8",
            "shift republican -1: 0"] == LESSONS.faults(
        s, ["loss nationalist 4", "loss republican 0", "column republican corps 5", "shift republican -1"])


@pytest.mark.parametrize("name", ["madrid", "reserve", "eliminated", "gone", "africa", "track", "pool"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_place_is_written_as_it_is_read(name: str, side: int) -> None:
    assert name == place_name(place_of(name, side))


def test_a_dozen_of_the_examples_are_lessons_in_the_order_of_learning() -> None:
    lessons = list(LESSONS.taught)
    assert (12, "10.1.12b", "15.2.1.2f") == (len(lessons), lessons[0], lessons[-1])
    assert all(LESSONS.taught[id_].steps for id_ in lessons)
