"""Options, actions, refusals, sole options, chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

import tablero
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.engine import DeadEnd, advance, asking
from tablero.kernel.events import Event
from tablero.kernel.frames import AGAIN, Decision, Procedure, State
from tablero.kernel.positions import fingerprint
from tablero.kernel.refusals import GAME_OVER, NOT_YOUR_TURN, Prompt, Refusal
from tablero.kernel.windows import Ask, PublicAsk
from tests.errors import raises


@dataclass(slots=True)
class Board(State):
    numbers: list[int] = field(default_factory=list)
    done: list[int] = field(default_factory=list)


TOO_HIGH = Refusal("1.2", "too_high")


@dataclass(slots=True)
class Take(Ask):
    """[1.1] Take a number below four; it then comes up with dice."""

    known: bool = False

    def candidates(self, s: Board, seat: int) -> list[Action]:
        return [PASS, *(("take", i) for i in range(len(s.numbers)))]

    def refuse(self, s: Board, seat: int, action: Action) -> Refusal | None:
        if action == PASS:
            return None if not s.done else TOO_HIGH
        (i,) = action[1:]
        return None if s.numbers[i] < 4 else TOO_HIGH

    def choose(self, s: Board, seat: int, action: Action) -> bool | None:
        if action == PASS:
            return None
        (i,) = action[1:]
        s.done.append(s.numbers[i])
        s.tell("took", i)
        s.done += s.dice(2)
        return None

    def public(self, s: Board) -> bool:
        return self.known


def board(*frames: Decision | Procedure, numbers: Sequence[int] = (1, 5, 3), **columns: object) -> Board:
    s = Board(stack=list(frames), numbers=list(numbers), **columns)  # type: ignore[arg-type]
    advance(s)
    return s


def test_options_are_the_candidates_that_nothing_refuses_worked_out_once() -> None:
    s = board(Take(0))
    assert [PASS, ("take", 0), ("take", 2)] == tablero.options(s, 0)
    assert tablero.options(s, 0) is tablero.options(s, 0)
    assert [] == tablero.options(s, 1)
    assert (0,) == tablero.players(s)


def test_an_action_is_carried_out_and_says_what_happened() -> None:
    s = board(Take(0))
    assert [Event("took", (2,))] == tablero.apply(s, 0, ("take", 2))
    assert 3 == s.done[0]
    assert s.rolled == s.done[1:]
    assert s.over
    assert [] == s.events


@pytest.mark.parametrize("action, refusal", [
    (("take", 1), TOO_HIGH),                        # a candidate that a rule forbids
    (("take", 9), Refusal("1.1", "awaited")),       # an id that does not exist
    (("take", -1), Refusal("1.1", "awaited")),      # would be the last of a list
    (("take",), Refusal("1.1", "awaited")),
    (("take", 0, 0), Refusal("1.1", "awaited")),
    (("take", "x"), Refusal("1.1", "awaited")),
    (("jump", 0), Refusal("1.1", "awaited")),
    ((), Refusal("1.1", "awaited")),
    (["take", 0], Refusal("1.1", "awaited")),
    (None, Refusal("1.1", "awaited")),
])
def test_what_is_not_offered_is_refused_with_a_reason_and_leaves_no_trace(action: Action, refusal: Refusal) -> None:
    s = board(Take(0))
    before = fingerprint(s)
    assert refusal == tablero.why_not(s, 0, action)
    with raises(tablero.IllegalAction, "refused", offered=["pass", "take 0", "take 2"]) as error:
        tablero.apply(s, 0, action)
    assert (refusal, refusal.rule) == (error.value.refusal, error.value.rule)
    assert before == fingerprint(s)


def test_a_long_list_of_options_is_cut_short_in_errors() -> None:
    s = board(Take(0), numbers=[1] * 20)
    with raises(tablero.IllegalAction, "refused_of_many", more=13):
        tablero.apply(s, 0, ("jump",))


def test_an_action_with_numbers_of_another_type_arrives_as_the_option_it_equals() -> None:
    s = board(Take(0))
    told = tablero.apply(s, 0, ("take", 2.0))  # type: ignore[arg-type]
    assert [Event("took", (2,))] == told
    assert isinstance(told[0].args[0], int)


def test_why_not_of_an_offered_action_is_nothing() -> None:
    assert tablero.why_not(board(Take(0)), 0, PASS) is None


def test_a_seat_that_is_not_asked_is_told_who_is() -> None:
    s = board(Take(0))
    assert NOT_YOUR_TURN == tablero.why_not(s, 1, PASS)
    with raises(tablero.NotYourTurn, "seat", seat=1, awaited=[0], where="Take"):
        tablero.apply(s, 1, PASS)


def test_after_the_end_nothing_can_be_done() -> None:
    s = board(Take(0))
    tablero.apply(s, 0, PASS)
    assert (GAME_OVER, Prompt("", "game_over")) == (tablero.why_not(s, 0, PASS), tablero.prompt(s, 0))
    assert ((), [], None) == (tablero.players(s), tablero.options(s, 0), asking(s))
    with pytest.raises(tablero.GameOver):
        tablero.apply(s, 0, PASS)


def test_a_view_cannot_be_acted_on() -> None:
    with raises(tablero.IllegalAction, "view"):
        tablero.apply(board(Take(0)).view_base(0), 0, PASS)


# ------------------------------------------------------------------------------------------------------ sole options


@pytest.mark.parametrize("secret, known, waits", [
    (False, False, False), (False, True, False), (True, False, True), (True, True, False),
])
def test_a_sole_option_is_played_unless_a_table_has_to_hide_that_it_is_the_only_one(
    secret: bool, known: bool, waits: bool
) -> None:
    s = board(Take(0, known), numbers=[9], secret=secret)
    assert waits == (not s.over)


@dataclass(slots=True)
class Bow(PublicAsk):
    """[2.2] There is one answer, and everybody knows it."""

    def candidates(self, s: Board, seat: int) -> list[Action]:
        return [DONE]

    def choose(self, s: Board, seat: int, action: Action) -> None:
        s.done.append(seat)


def test_a_public_question_with_one_answer_waits_at_no_table() -> None:
    assert [[1], [1]] == [board(Bow(1), secret=secret).done for secret in (False, True)]


def test_a_seat_without_any_option_is_a_fault_of_the_rules() -> None:
    with pytest.raises(DeadEnd, match="seat 0 has no option at Take"):
        board(Take(0), numbers=[9], done=[1])


@dataclass(slots=True)
class Both(Decision):
    """[2.1] Two seats answer; nobody is left when both have."""

    answered: list[int] = field(default_factory=list)

    def players(self, s: Board) -> Sequence[int]:
        return [seat for seat in (0, 1) if seat not in self.answered]

    def candidates(self, s: Board, seat: int) -> list[Action]:
        return [DONE]

    def choose(self, s: Board, seat: int, action: Action) -> bool:
        self.answered.append(seat)
        return AGAIN


def test_a_decision_of_several_waits_and_closes_when_nobody_is_left_to_ask() -> None:
    s = board(Both(), secret=True)
    assert [0, 1] == list(tablero.players(s))
    tablero.apply(s, 1, DONE)
    assert [0] == list(tablero.players(s))
    tablero.apply(s, 0, DONE)
    assert s.over


@dataclass(slots=True)
class Calls(Ask):
    """[2.2] A choice that calls others."""

    keeps: bool
    calls: int = 1

    def candidates(self, s: Board, seat: int) -> list[Action]:
        return [DONE, PASS]

    def choose(self, s: Board, seat: int, action: Action) -> bool | None:
        for _ in range(self.calls):
            s.call(Take(1 - seat))
        return AGAIN if self.keeps else None


def test_what_a_choice_calls_runs_above_the_open_window_or_instead_of_the_closed_one() -> None:
    for keeps, after in ((True, ["Calls"]), (False, [])):
        s = board(Calls(0, keeps))
        tablero.apply(s, 0, DONE)
        assert [*after, "Take"] == [type(frame).__name__ for frame in s.stack]
        tablero.apply(s, 1, PASS)
        assert after == [type(frame).__name__ for frame in s.stack]


def test_two_calls_in_one_choice_are_a_fault() -> None:
    with pytest.raises(AssertionError, match="two calls in one choice: Calls"):
        tablero.apply(board(Calls(0, True, calls=2)), 0, DONE)


@dataclass(slots=True)
class Hiding(Ask):
    """[2.3] Others are asked about less."""

    number: int = 3

    def candidates(self, s: Board, seat: int) -> list[Action]:
        return [DONE, PASS]

    def hide(self, seat: int) -> Hiding:
        return self if seat == self.who else Hiding(self.who, 0)

    def prompt(self, s: Board, seat: int) -> Prompt:
        return Prompt("2.3", f"about_{self.number}")


def test_those_who_are_not_asked_read_a_prompt_without_secrets() -> None:
    s = board(Hiding(0))
    assert ["about_3", "about_0", "about_0"] == [tablero.prompt(s, seat).key for seat in (0, 1, -1)]


# ------------------------------------------------------------------------------------------------------------ chance


def test_scripted_chance_is_used_instead_of_the_generator() -> None:
    s = board(Take(0), script=[4, 6])
    tablero.apply(s, 0, ("take", 0))
    assert ([1, 4, 6], [4, 6], []) == (s.done, s.rolled, s.script)


@pytest.mark.parametrize("script, key, values", [
    ([4], "chance_missing", {"where": "Take"}),
    ([4, 7], "chance_range", {"result": 7, "low": 1, "high": 6}),
    ([0, 1], "chance_range", {"result": 0, "low": 1, "high": 6}),
])
def test_a_wrong_chance_result_is_refused_and_everything_is_put_back(
    script: list[int], key: str, values: dict[str, object]
) -> None:
    s = board(Take(0), script=script[:])
    s.tell("before")
    before = fingerprint(s)
    with raises(tablero.BadRecord, key, **values):
        tablero.apply(s, 0, ("take", 0))
    assert (before, script, [Event("before")]) == (fingerprint(s), s.script, s.events)
    assert [PASS, ("take", 0), ("take", 2)] == tablero.options(s, 0)
    s.script = [1, 1]
    tablero.apply(s, 0, ("take", 0))
    assert [1, 1, 1] == s.done


def test_a_quiet_state_tells_nothing_and_keeps_no_chance_results() -> None:
    s = board(Take(0))
    s.quiet = True
    assert [] == tablero.apply(s, 0, ("take", 0))
    assert [] == s.rolled


def test_equal_seeds_give_equal_chance_and_clones_go_on_alike() -> None:
    s = board(Take(0), rng=77 << 64)
    other = s.clone()
    for state in (s, other):
        tablero.apply(state, 0, ("take", 0))
    assert s.done == other.done
    assert (77 << 64) + 2 == s.rng == other.rng
