"""The worked examples of the rulebook, replayed step by step with their printed dice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablero.games.wellington.board import DUCHIES, ON_MAP, PACK, POWERS
from tablero.games.wellington.examples import LESSONS
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import fits
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations
from tablero.kernel.errors import BadRecord
from tests.lessons import after, fails_with, is_said_in_both_languages, replay, replay_otherwise, with_other_dice
from tests.rules import rule

RULES = {row.text("id"): row for row in PACK.toml("rules.toml").tables("rule")}


@pytest.mark.parametrize("id_", [
    pytest.param("1.21d", marks=rule("wellington", "1.21d", "1.21c")),
    pytest.param("1.21g", marks=rule("wellington", "1.21g", "1.21e")),
    pytest.param("1.23b", marks=rule("wellington", "1.23b", "1.23a")),
    pytest.param("1.61d", marks=rule("wellington", "1.61d", "1.61a", "1.6c")),
    pytest.param("2.3c", marks=rule("wellington", "2.3c", "2.3b")),
    pytest.param("2.6e", marks=rule("wellington", "2.6e", "2.6c", "2.6d")),
    pytest.param("2.6g", marks=rule("wellington", "2.6g", "2.6f")),
    pytest.param("3.1b", marks=rule("wellington", "3.1b", "3.1a")),
    pytest.param("3.1e", marks=rule("wellington", "3.1e", "3.1d")),
    pytest.param("3.1g", marks=rule("wellington", "3.1g", "9.44c")),
    pytest.param("4.22d", marks=rule("wellington", "4.22d", "4.22c")),
    pytest.param("5.11b", marks=rule("wellington", "5.11b", "5.11a")),
    pytest.param("5.2f", marks=rule("wellington", "5.2f", "5.1d")),
    pytest.param("5.2i", marks=rule("wellington", "5.2i", "5.2h")),
    pytest.param("5.5d", marks=rule("wellington", "5.5d", "5.5c")),
    pytest.param("5.6e", marks=rule("wellington", "5.6e", "5.6d", "5.6c")),
    pytest.param("6.1b", marks=rule("wellington", "6.1b", "6.1a")),
    pytest.param("6.2b", marks=rule("wellington", "6.2b", "6.2a")),
    pytest.param("6.3g", marks=rule("wellington", "6.3g", "6.3e")),
    pytest.param("9.63c", marks=rule("wellington", "9.63c", "9.63a", "9.63b")),
    pytest.param("9.63d", marks=rule("wellington", "9.63d", "9.63a")),
    pytest.param("10.9c", marks=rule("wellington", "10.9c", "10.9a", "10.4a")),
    pytest.param("11.1b", marks=rule("wellington", "11.1b", "11.1a")),
    pytest.param("11.1c", marks=rule("wellington", "11.1c", "11.1a")),
    pytest.param("11.1f", marks=rule("wellington", "11.1f", "11.1e")),
    pytest.param("11.3c", marks=rule("wellington", "11.3c", "11.3b")),
    pytest.param("11.4d", marks=rule("wellington", "11.4d", "11.4a", "11.43a")),
    pytest.param("11.53b", marks=rule("wellington", "11.53b", "11.53a")),
    pytest.param("11.11d", marks=rule("wellington", "11.11d", "11.11c", "11.7a", "11.10c")),
    pytest.param("12.22c", marks=rule("wellington", "12.22c", "12.22b")),
    pytest.param("12.3h", marks=rule("wellington", "12.3h", "12.3e", "12.41b")),
    pytest.param("12.3i", marks=rule("wellington", "12.3i", "12.3e", "12.3f")),
    pytest.param("12.41c", marks=rule("wellington", "12.41c", "12.41b")),
    pytest.param("12.5b", marks=rule("wellington", "12.5b", "12.5a")),
    pytest.param("13.1e", marks=rule("wellington", "13.1e", "13.1d")),
    pytest.param("13.1h", marks=rule("wellington", "13.1h", "9.43a", "10.7a")),
    pytest.param("14.2e", marks=rule("wellington", "14.2e", "14.2a")),
    pytest.param("14.2f", marks=rule("wellington", "14.2f", "14.2d")),
    pytest.param("15.2g", marks=rule("wellington", "15.2g", "15.2a", "15.2d")),
    pytest.param("15.2h", marks=rule("wellington", "15.2h", "15.2c")),
    pytest.param("15.2i", marks=rule("wellington", "15.2i", "15.2d")),
    pytest.param("16.23b", marks=rule("wellington", "16.23b", "16.23a")),
    pytest.param("16.43g", marks=rule("wellington", "16.43g", "16.43e")),
    pytest.param("17.1b", marks=rule("wellington", "17.1b", "17.1a")),
    pytest.param("18.6b", marks=rule("wellington", "18.6b", "18.6a")),
    pytest.param("19.4b", marks=rule("wellington", "19.4b", "19.4a")),
    pytest.param("19.5c", marks=rule("wellington", "19.5c", "19.5a")),
])
def test_an_example_goes_as_the_rulebook_says(id_: str) -> None:
    replay(LESSONS, id_)


@rule("wellington", "10.9c", "11.11d", "12.3h", "12.41c", "12.5b", "13.1e")
@pytest.mark.parametrize("id_, number, other", with_other_dice(LESSONS))
def test_other_dice_end_otherwise(id_: str, number: int, other: int) -> None:
    replay_otherwise(LESSONS, id_, number, other)


def last_with_dice(id_: str) -> int:
    """The number of the last step of an example for which dice are rolled."""
    return max(n for n, step in enumerate(LESSONS.examples[id_].steps) if step.dice)


@rule("wellington", "11.5b", "12.3d", "13.1a")
@pytest.mark.parametrize("id_, dice", [
    ("10.9c", [3, 2, 6, 1, 1, 1, 1]), ("11.53b", [6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), ("12.3i", [6] + [1] * 12),
    ("12.5b", [3]), ("13.1e", [1] * 12), ("13.1h", [4, 3, 1, 1, 1]),
])
def test_another_roll_than_the_printed_one_fails_the_example(id_: str, dice: list[int]) -> None:
    assert fails_with(LESSONS, id_, last_with_dice(id_), dice)


@rule("wellington", "4.22d", "4.22a")
@pytest.mark.parametrize("power", ["spain", "sud"])
def test_spain_or_sud_with_the_most_cards_could_pre_empt_britain(power: str) -> None:
    example = LESSONS.examples["4.22d"]
    hands = {**example.position.hands, power: "rear_guard humbled flank_attack grand_battery", "nord": "desertion"}
    hands = {name: cards for name, cards in hands.items() if name in (power, "britain", "nord")}
    s = LESSONS.start(replace(example, position=replace(example.position, hands=hands)))
    assert [] == LESSONS.faults(s, [f"asked {power}", "offered preempt", "active nobody"])


def test_every_example_of_the_rulebook_is_there() -> None:
    assert [name for name, row in RULES.items() if row.text("kind") == "example"] == list(LESSONS.examples)
    assert {e.rule for e in LESSONS.examples.values()} <= RULES.keys()
    assert all(e.expect for e in LESSONS.examples.values())


def test_an_example_says_everything_in_both_languages() -> None:
    is_said_in_both_languages(LESSONS)


@rule("wellington", "1.5c", "9.51a")
def test_positions_of_examples_are_legal() -> None:
    """Enemies share no Duchy, and there are counters for all Soldiers."""
    for id_ in LESSONS.examples:
        s = after(LESSONS, id_, 0)
        assert not formations(s, 0) & formations(s, 1) & ON_MAP, id_
        for power in range(len(POWERS)):
            assert fits(s, power, [(DUCHIES, 0)]), (id_, POWERS[power])


def test_dice_left_over_and_dice_that_are_missing_fail_an_example() -> None:
    number = last_with_dice("13.1e")
    for dice in ([1] * 13, [1] * 11):
        s = after(LESSONS, "13.1e", number)
        with pytest.raises(BadRecord):
            LESSONS.play(s, LESSONS.examples["13.1e"].steps[number], dice)


@pytest.mark.parametrize("wrong, found", [
    ("at hill lisbon", "braga"), ("at soult lisbon", "unbuilt"), ("sps britain braga 1", "4"),
    ("sps britain regroup 1", "0"), ("marked hill yes", "no"), ("control lumbrales britain", "nord"),
    ("strength lisbon 5", "3"), ("home lisbon spain", "britain"), ("line braga lumbrales pass", "river"),
    ("conquest 1", "3"), ("spanish_bonus 4", "0"), ("year 1813", "1812"), ("round 1", "2"),
    ("resources britain 0", "1"), ("hand britain 1", "2"), ("french_bonus nord 1", "4"),
    ("french_bonus britain 1", "0"), ("cost build hill 4", "2"), ("cost regroup cavalry 1", "2"),
    ("card forced_march removed", "hand"), ("card admiralty guest", "hand"), ("card humbled hand", "draw_pile"),
    ("card militia hand", "reserve"), ("active nord", "britain"), ("asked nord", "britain"),
    ("offered end", "4.2b"), ("only cp humbled", "admiralty forced_march"),
])
def test_an_expectation_that_does_not_hold_says_what_is_the_case(wrong: str, found: str) -> None:
    assert f"{wrong}: {found}" == LESSONS.check(after(LESSONS, "11.4d", 0), wrong)


def test_numbers_of_a_battle_and_a_siege_under_way() -> None:
    s = after(LESSONS, "11.4d", 5)
    assert ["dice french 1: 5", "casualties allied 1: 0", "battle_round 1: 2", "points 1: 2"] == LESSONS.faults(
        s, ["dice french 1", "casualties allied 1", "battle_round 1", "points 1"])
    s = after(LESSONS, "12.3h", 1)
    assert ["hits 1: 2", "siege_dice 10: 9"] == LESSONS.faults(s, ["hits 1", "siege_dice 10"])


def test_a_dozen_of_the_examples_are_lessons_in_the_order_of_learning() -> None:
    lessons = list(LESSONS.taught)
    assert (12, "5.5d", "15.2g") == (len(lessons), lessons[0], lessons[-1])
    assert all(LESSONS.taught[id_].steps for id_ in lessons)
