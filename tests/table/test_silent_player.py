"""A player who never answers a chance to react: what the table does, and for whom."""

from __future__ import annotations

import pytest

import tablero
from tablero import bots
from tablero.kernel.actions import PASS, Action
from tablero.kernel.errors import NotAllowed
from tablero.table.clocks import Clocks
from tablero.table.journal import Clock
from tablero.table.sitting import Sitting
from tests.errors import raises
from tests.table.test_automatic_answers import play_to_a_chance, war

BANK = 100_000.0        # seconds: enough for the way to the question
LATE = 10 * BANK


def silent(**more: object) -> tuple[Sitting, int]:
    """A war in which a seat has a chance to react that it could use, and says nothing."""
    sitting = war(**more)
    return sitting, play_to_a_chance(sitting, usable=True)


def decline(sitting: Sitting, seat: int) -> Action:
    no = tablero.decline(sitting.state, seat)
    assert no is not None
    return no


# ------------------------------------------------------------------------------------------------------ with a clock


@pytest.mark.parametrize("clock", [Clock("live", BANK, 5.0), Clock("days", BANK, 3600.0)])
def test_whose_clock_runs_out_while_a_reaction_is_asked_of_him_loses_and_nobody_else(clock: Clock) -> None:
    sitting, seat = silent(clock=clock)
    assert [seat] == sitting.awaited() == list(sitting.clocks.running)
    left = sitting.clocks.remaining(1 - seat, 2.0)
    assert [seat] == sitting.clocks.fallen(LATE)
    sitting.flag_fall(LATE)
    assert ("time", (1 - seat,)) == sitting.outcome
    assert left == sitting.clocks.remaining(1 - seat, LATE), "who waits for another loses no time"
    assert [] == sitting.awaited()


def test_an_answer_to_a_reaction_comes_too_late_when_the_flag_has_fallen() -> None:
    sitting, seat = silent(clock=Clock("live", BANK))
    with raises(NotAllowed, "time_up"):
        sitting.act(seat, decline(sitting, seat), sitting.stamps[seat], LATE)
    assert not sitting.over


def test_of_two_flags_that_are_found_fallen_the_first_to_fall_loses() -> None:
    clocks = Clocks(Clock("live", 100.0), [60.0, 40.0])
    clocks.turn(-1, [0, 1], 0.0)                        # both are asked at once, and nobody was there to see
    assert ([], [1], [1, 0]) == (clocks.fallen(39.0), clocks.fallen(50.0), clocks.fallen(1000.0))


# --------------------------------------------------------------------------------------------------- without a clock


def test_without_a_clock_the_table_waits_and_answers_nothing_in_his_place() -> None:
    sitting, seat = silent()
    assert None is sitting.clocks.deadline()
    with pytest.raises(NotAllowed):
        sitting.flag_fall(LATE)
    assert (None, [seat]) == (sitting.automatic_pass(seat), sitting.awaited())


def test_a_bot_in_his_chair_answers_the_question_that_he_left_open() -> None:
    sitting, seat = silent()
    prompt, options = tablero.prompt(sitting.state, seat), tablero.options(sitting.state, seat)
    old = sitting.stamps[seat]
    sitting.seat_bot(seat, "random", LATE)
    assert (prompt, options) == sitting.questions[seat]
    view = sitting.game.view(sitting.state, seat)
    action = bots.make("random", sitting.game, 1).choose(view, options, seat)
    sitting.act(seat, action, sitting.stamps[seat], LATE)
    assert (seat, False) == (sitting.log[-1].seat, sitting.over)
    with pytest.raises(tablero.TableroError):           # what he says in the end answers nothing any more
        sitting.act(seat, PASS, old, LATE)


def test_nobody_answers_for_an_empty_chair_and_its_next_owner_is_asked_the_same() -> None:
    sitting, seat = silent()
    question = sitting.questions[seat]
    sitting.leave(seat, LATE)
    assert ([], [seat]) == (sitting.to_move(), sitting.awaited())
    with raises(NotAllowed, "not_started"):
        sitting.act(seat, decline(sitting, seat), sitting.stamps[seat], LATE)
    sitting.sit(seat, "carla", "Carla", LATE)
    assert ([seat], question) == (sitting.to_move(), sitting.questions[seat])


def test_a_standing_no_goes_with_who_gave_it() -> None:
    sitting, seat = silent()
    sitting.act(seat, decline(sitting, seat), sitting.stamps[seat], LATE, standing=True)
    assert sitting.declined(seat)
    sitting.seat_bot(seat, "random", LATE)
    sitting.leave(seat, LATE)
    sitting.sit(seat, "carla", "Carla", LATE)
    assert [] == sitting.declined(seat)


# ------------------------------------------------------------------------------------------------------- resignation


@pytest.mark.parametrize("silent_one", [True, False])
def test_who_resigns_during_a_reaction_loses_whether_he_is_asked_or_not(silent_one: bool) -> None:
    sitting, seat = silent()
    sitting.resign(seat if silent_one else 1 - seat, LATE)
    assert ("resigned", (1 - seat if silent_one else seat,)) == sitting.outcome
    with pytest.raises(tablero.GameOver):
        sitting.act(seat, PASS, sitting.stamps[seat], LATE)
