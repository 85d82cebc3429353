"""The worked examples of the rulebook, replayed step by step with their printed dice."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import AREAS, CARLIST, LIBERAL, PACK, UNIT, area
from tablero.games.aiw.examples import LESSONS, read, spot, spot_name, stand
from tablero.kernel.errors import BadRecord
from tests.games.aiw.war import war
from tests.lessons import after, fails_with, is_said_in_both_languages, replay, replay_otherwise, with_other_dice
from tests.rules import rule

RULES = PACK.toml("rules.toml").tables("rule")


@pytest.mark.parametrize("id_", [
    pytest.param("5.2d", marks=rule("aiw", "5.2c", "5.2d", "19.1c")),
    pytest.param("9.1x1", marks=rule("aiw", "9.1x1", "9.1f", "9.1g")),
    pytest.param("9.1x2", marks=rule("aiw", "9.1x2", "9.1k")),
    pytest.param("9.1x3", marks=rule("aiw", "9.1x3", "9.1h", "9.1k")),
    pytest.param("10.0l", marks=rule("aiw", "10.0k", "10.0l", "10.1b")),
    pytest.param("12.3x1", marks=rule("aiw", "12.3x1", "11.1b", "11.1c", "12.2b", "12.2e", "12.2f", "11.6i")),
    pytest.param("12.3x2", marks=rule("aiw", "12.3x2", "17.9e")),
    pytest.param("12.3x3", marks=rule("aiw", "12.3x3", "12.1b", "12.1e", "11.4j", "11.6c")),
    pytest.param("12.3x4", marks=rule("aiw", "12.3x4", "11.1d", "11.3e")),
    pytest.param("12.3x5", marks=rule("aiw", "12.3x5", "12.3a", "12.3d", "12.3e", "11.2a", "9.1c")),
    pytest.param("12.3x6", marks=rule("aiw", "12.3x6", "12.3f", "12.3g")),
    pytest.param("13.2x1", marks=rule("aiw", "13.2x1", "13.2e", "13.2g", "13.2i")),
    pytest.param("23.2x1", marks=rule("aiw", "23.2x1", "23.1d", "23.1k", "23.2l")),
    pytest.param("23.4g", marks=rule("aiw", "23.4f", "23.4g", "23.4j")),
])
def test_an_example_goes_as_the_rulebook_says(id_: str) -> None:
    replay(LESSONS, id_)


@rule("aiw", "12.3x1", "12.3x5", "12.3x6", "23.4g")
@pytest.mark.parametrize("id_, number, other", with_other_dice(LESSONS))
def test_other_dice_end_otherwise(id_: str, number: int, other: int) -> None:
    replay_otherwise(LESSONS, id_, number, other)


@rule("aiw", "12.3x1", "12.3x5", "12.3x6", "23.4g")
@pytest.mark.parametrize("id_, number, dice", [
    ("12.3x1", 6, [2]), ("12.3x1", 8, [1]), ("12.3x1", 19, [1]), ("12.3x5", 3, [1]), ("12.3x5", 5, [2]),
    ("12.3x6", 3, [2]), ("23.4g", 4, [4]),
])
def test_another_roll_than_the_printed_one_fails_the_example(id_: str, number: int, dice: list[int]) -> None:
    assert fails_with(LESSONS, id_, number, dice)


def test_every_example_of_the_rulebook_is_there() -> None:
    assert [r.text("id") for r in RULES if r.text("kind") == "example"] == list(LESSONS.examples)
    assert {e.rule for e in LESSONS.examples.values()} <= {r.text("id") for r in RULES}


def test_an_example_says_everything_in_both_languages() -> None:
    is_said_in_both_languages(LESSONS)


def test_dice_left_over_and_dice_that_are_missing_fail_an_example() -> None:
    for dice in ([5, 1], []):
        s = after(LESSONS, "12.3x1", 6)
        with pytest.raises(BadRecord):
            LESSONS.play(s, LESSONS.examples["12.3x1"].steps[6], dice)


def test_a_step_names_a_unit_and_its_text_form_the_block_that_it_is() -> None:
    s = after(LESSONS, "12.3x1", 1)
    step = LESSONS.examples["12.3x1"].steps[4]
    assert "add l_lnc1" == step.action
    verb, label = LESSONS.text(s, step).split()
    assert ("add", UNIT["l_lnc1"]) == (verb, s.unit[read(s, f"add {label}")[1]])


@pytest.mark.parametrize("wrong, found", [
    ("at l_rg1 bilbao", "vitoria"), ("at l_rg4 vitoria", "gone"), ("strength l_rg1 3", "4"),
    ("strength l_rg4 3", "0"), ("field liberal vitoria 1", "0"), ("points 2", "3"), ("vp 1", "0"), ("prestige 1", "0"),
    ("turn 3", "2"), ("command carlist 0", "1"), ("uprising aragon 1", "0"), ("pursuit aragon 1", "0"),
    ("control durango liberal", "carlist"), ("works durango carlist", "nobody"), ("siege bilbao yes", "no"),
    ("question March", "Act"), ("knows carlist l_rg1", "blind"), ("blind liberal l_rg1", "knows"),
    ("declared vitoria 1", "0"), ("asked carlist", "liberal"), ("offered activate bilbao", "10.1b"),
    ("refused activate vitoria 10.1b", ""), ("only activate bilbao", "vitoria"),
])
def test_an_expectation_that_does_not_hold_says_what_is_the_case(wrong: str, found: str) -> None:
    assert f"{wrong}: {found}" == LESSONS.check(after(LESSONS, "12.3x1", 0), wrong)


def test_movement_points_are_those_of_the_group_that_moves() -> None:
    s = after(LESSONS, "12.3x5", 2)
    assert "movement 6: 7" == LESSONS.check(s, "movement 6")


@pytest.mark.parametrize("text", ["vitoria", "inside bilbao", "road durango>orduna", "road sea>bilbao", "aragon"])
def test_a_spot_is_written_as_it_is_read(text: str) -> None:
    assert text == spot_name(spot(text))


def test_pieces_stand_with_the_strength_they_are_given() -> None:
    s = war({})
    stand(s, spot("vitoria"), "l_rg1 l_ln1:2 field:2 knapsack:1")
    stand(s, spot("estella"), "carlist mountain:1")
    assert 2 == s.open[LIBERAL * AREAS + area("vitoria")].bit_count()
    faults = ["strength l_rg1 4", "strength l_ln1 2", "field liberal vitoria 2", "knapsack liberal vitoria 1"]
    assert [] == LESSONS.faults(s, [*faults, "mountain carlist estella 1"])
    assert 0 == s.open[CARLIST * AREAS + area("estella")]
