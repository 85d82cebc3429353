"""The stack: calls, answers, callers, cuts; copies of frames; the kernel's part of views."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from tablero.kernel.actions import DONE, Action
from tablero.kernel.engine import advance, apply, marked
from tablero.kernel.frames import (
    END,
    FRAMES,
    SPECTATOR,
    Decision,
    Mark,
    Procedure,
    State,
    cited,
    clone_frame,
    snake,
    where,
    winners,
    won_by,
)
from tablero.kernel.windows import Ask


@dataclass(slots=True)
class Log(State):
    done: list[str] = field(default_factory=list)


def run(*frames: Procedure) -> Log:
    s = Log(stack=list(frames))
    advance(s)
    return s


@dataclass(slots=True)
class Inner(Procedure):
    """[1] Two steps."""

    name: str
    gives: int = -1

    def steps(self) -> tuple[str, ...]:
        return ("one", "two")

    def one(self, s: Log) -> None:
        s.done.append(f"{self.name}.one")

    def two(self, s: Log) -> None:
        s.done.append(f"{self.name}.two")
        s.answer = self.gives


@dataclass(slots=True)
class Outer(Procedure):
    """[1] Calls, loops and reads an answer."""

    times: int = 2
    heard: list[int] = field(default_factory=list)

    def steps(self) -> tuple[str, ...]:
        return ("loop", "hear", "last")

    def loop(self, s: Log) -> str | None:
        if not self.times:
            return "last"
        self.times -= 1
        s.call(Inner(f"inner{self.times}", gives=self.times))
        return None

    def hear(self, s: Log) -> str:
        self.heard.append(s.answer)
        return "loop"

    def last(self, s: Log) -> None:
        s.done.append(f"heard {self.heard}")


def test_a_called_frame_runs_to_its_end_before_the_next_step() -> None:
    s = run(Outer())
    assert ["inner1.one", "inner1.two", "inner0.one", "inner0.two", "heard [1, 0]"] == s.done
    assert s.over


@dataclass(slots=True)
class Leaves(Procedure):
    """[1] Leaves in the middle, after a call."""

    def steps(self) -> tuple[str, ...]:
        return ("go", "never")

    def go(self, s: Log) -> str:
        s.call(Inner("called"))
        return END

    def never(self, s: Log) -> None:
        s.done.append("never")


def test_a_step_that_calls_and_ends_still_runs_what_it_called() -> None:
    assert ["called.one", "called.two"] == run(Leaves()).done


@dataclass(slots=True)
class Twice(Procedure):
    """[1] Calls two frames in one step."""

    def steps(self) -> tuple[str, ...]:
        return ("go",)

    def go(self, s: Log) -> None:
        s.call(Inner("a"))
        s.call(Inner("b"))


def test_two_calls_in_one_step_are_a_fault() -> None:
    with pytest.raises(AssertionError, match="two calls in one step: Twice.go"):
        run(Twice())


@dataclass(slots=True)
class Scope(Procedure):
    """[1] A scope that is cut back to, or looked for."""

    deep: int

    def steps(self) -> tuple[str, ...]:
        return ("go", "skipped", "result")

    def go(self, s: Log) -> None:
        s.call(Scope(self.deep - 1) if self.deep else Cutter())

    def skipped(self, s: Log) -> None:
        s.done.append(f"skipped {self.deep}")

    def result(self, s: Log) -> None:
        s.done.append(f"result {self.deep}")


@dataclass(slots=True)
class Cutter(Procedure):
    """[1] Ends everything above the second scope."""

    def steps(self) -> tuple[str, ...]:
        return ("cut", "never")

    def cut(self, s: Log) -> None:
        inner = s.frame(Scope)
        outer = s.frame(Scope, below=inner)
        assert (0, 1) == (inner.deep, outer.deep)
        assert inner is s.caller(self, Scope)
        assert outer is s.caller(inner, Procedure)
        s.cut(outer, "result")

    def never(self, s: Log) -> None:
        s.done.append("never")


def test_a_cut_drops_all_above_a_frame_and_goes_on_there() -> None:
    assert ["result 1", "skipped 2", "result 2"] == run(Scope(2)).done


def test_a_cut_to_the_end_leaves_the_frame() -> None:
    outer, inner = Scope(1), Inner("a")
    s = Log(stack=[outer, inner])
    s.cut(outer, END)
    advance(s)
    assert [] == s.done


def test_what_is_not_on_the_stack_is_not_found_and_nothing_is_dropped() -> None:
    s = Log(stack=[Scope(1), Inner("a")])
    with pytest.raises(LookupError, match=r"no Scope to cut back to in Scope\[0\] > Inner\[0\]"):
        s.cut(Scope(1), "result")
    with pytest.raises(LookupError, match=r"no Outer in Scope\[0\] > Inner\[0\]"):
        s.frame(Outer)
    with pytest.raises(LookupError, match="Inner was not called by Outer"):
        s.caller(s.stack[1], Outer)
    with pytest.raises(LookupError):
        s.caller(s.stack[0], Procedure)
    assert 2 == len(s.stack)


@dataclass(slots=True)
class WaitHere(Ask):
    """[2.3] A question with a list."""

    things: list[int]
    pair: tuple[int, int] = (1, 2)

    def candidates(self, s: Log, seat: int) -> list[Action]:
        return [DONE, *(("take", thing) for thing in self.things)]

    def choose(self, s: Log, seat: int, action: Action) -> None:
        s.done.append(action[0])


def test_the_stack_reads_as_a_line() -> None:
    assert "Outer[2] > WaitHere" == where(Log(stack=[Outer(at=2), WaitHere(0, [1])]))
    assert "the end" == where(Log())


def test_a_cloned_frame_is_equal_and_shares_no_list() -> None:
    frame = WaitHere(0, [1, 2])
    copy = clone_frame(frame)
    assert frame == copy
    assert isinstance(copy, WaitHere)
    copy.things.append(3)
    assert [1, 2] == frame.things


def test_frames_of_other_shapes_cannot_be_cloned() -> None:
    @dataclass(slots=True)
    class Nested(Procedure):
        rows: list[list[int]]

    @dataclass(slots=True)
    class Mapped(Procedure):
        rows: dict[int, int]

    @dataclass(slots=True)
    class Perhaps(Procedure):
        rows: list[int] | None

    for frame in (Nested([[1]]), Mapped({}), Perhaps(None)):
        with pytest.raises(TypeError, match="it may hold numbers, texts, tuples and flat lists"):
            clone_frame(frame)


def test_a_clone_of_a_state_shares_no_list_and_no_dict() -> None:
    @dataclass(slots=True)
    class Shelf(State):
        books: list[int] = field(default_factory=list)
        places: dict[int, int] = field(default_factory=dict)

    @dataclass(slots=True)
    class Library(State):
        shelves: list[list[int]] = field(default_factory=list)

    shelf = Shelf(books=[1], places={1: 2})
    copy = shelf.clone()
    assert shelf == copy
    copy.books.append(2)
    copy.places[2] = 3
    assert ([1], {1: 2}) == (shelf.books, shelf.places)
    with pytest.raises(TypeError, match="it may hold numbers, texts, tuples and flat lists and flat dicts"):
        Library().clone()


def test_two_frames_of_a_game_cannot_have_the_same_name() -> None:
    assert FRAMES["tests.kernel.test_frames:Inner"] is Inner
    with pytest.raises(TypeError, match="two frames are called Inner"):
        type("Inner", (Procedure,), {"__slots__": (), "__module__": f"{__name__}.rules.elsewhere"})


def test_a_clone_of_a_state_has_its_own_stack_and_no_events() -> None:
    s = Log(stack=[WaitHere(0, [1])], rng=5, script=[4], secret=True, answer=3)
    s.tell("said")
    advance(s)
    new = s.clone()
    assert (5, [4], True, 3, []) == (new.rng, new.script, new.secret, new.answer, new.events)
    apply(new, 0, ("take", 1))
    assert (["take"], []) == (new.done, s.done)
    assert (0, 1) == (len(new.stack), len(s.stack))


@dataclass(slots=True)
class Secret(Ask):
    """[2.4] Keeps a secret of its seat."""

    number: int = 7

    def candidates(self, s: Log, seat: int) -> list[Action]:
        return [DONE, ("take", self.number)]

    def hide(self, seat: int) -> Secret:
        return self if seat == self.who else Secret(self.who, -1)


def test_the_kernels_part_of_a_view_has_no_chance_no_options_and_no_secrets() -> None:
    s = Log(stack=[Secret(0)], rng=99, script=[1])
    advance(s)
    for seat, number in ((0, 7), (1, -1), (-1, -1)):
        view = s.view_base(seat)
        assert (0, None, {}) == (view.rng, view.script, view.offered)
        assert [Secret(0, number)] == view.stack
        assert (seat if seat >= 0 else SPECTATOR) == view.viewer
    assert [Secret(0, 7)] == s.stack


@dataclass(slots=True)
class Skirmish(Procedure):
    """[2.5] Happens somewhere, between some units, and nobody but seat 0 may know what was done in it."""

    place: int

    def steps(self) -> tuple[str, ...]:
        return ()

    def marks(self, s: Log, seat: int) -> list[Mark]:
        return [Mark("engaged", "unit", 0b110), Mark("engaged", "space", 1 << self.place)]

    def blot_out(self, s: Log, seat: int) -> None:
        if seat != 0:
            s.done = []


@dataclass(slots=True)
class Strike(Ask):
    """[2.6] One clicks the enemy for a strike."""

    def candidates(self, s: Log, seat: int) -> list[Action]:
        return [DONE, ("strike",)]

    def marks(self, s: Log, seat: int) -> list[Mark]:
        return [Mark("engaged", "unit", 0b1000), Mark("picked", "unit", 1 << seat)]

    def aim(self, s: Log, seat: int, action: Action) -> tuple[str, ...] | None:
        return (f"unit:{1 - seat}",) if action == ("strike",) else None


def test_a_frame_says_what_it_marks_and_what_one_clicks() -> None:
    strike = Strike(1)
    s = Log(stack=[Skirmish(4), strike])
    assert {"engaged": 0b1110, "picked": 0b10} == marked(s, 1, "unit")
    assert {"engaged": 0b10000} == marked(s, 1, "space")
    assert (("unit:0",), None) == (strike.aim(s, 1, ("strike",)), strike.aim(s, 1, DONE))


def test_by_default_a_frame_has_no_marks_no_secret_and_is_clicked_by_name() -> None:
    wait = WaitHere(0, [1])
    s = Log(stack=[wait])
    wait.guess(s, 1, Random(1))
    assert ({}, None) == (marked(s, 0, "unit"), wait.aim(s, 0, DONE))
    assert [WaitHere(0, [1])] == s.view_base(1).stack


def test_what_a_frame_keeps_secret_in_the_state_is_blotted_out_in_the_views_of_others() -> None:
    s = Log(stack=[Skirmish(4), Strike(1)], done=["struck"])
    assert (["struck"], [], []) == tuple(s.view_base(seat).done for seat in (0, 1, -1))
    assert ["struck"] == s.done


def test_one_is_within_the_innermost_frame_of_a_class_or_of_none() -> None:
    s = Log(stack=[Skirmish(4), Skirmish(5), Strike(1)])
    inner = s.within(Skirmish)
    assert inner is s.stack[1]
    assert s.within(Ask) is s.stack[2]
    assert s.within(WaitHere) is None


def test_a_reseeded_copy_differs_only_in_chance_to_come() -> None:
    s = Log(stack=[Secret(0)], rng=99)
    new = s.reseeded(3)
    assert 3 << 64 == new.rng
    new.rng = 99
    assert s == new


def test_a_prompt_is_named_after_its_class_and_the_first_rule_it_cites() -> None:
    assert ("2.3", "wait_here") == WaitHere(0, []).prompt(Log(), 0)[:2]
    assert "a_b_cd" == snake("ABCd")
    assert "SU.2a" == cited(type("X", (), {"__doc__": "See [SU.2a] and [3.1]."}))
    assert "" == cited(type("X", (), {"__doc__": "A list[int]."}))


def test_a_result_gives_all_to_the_winner_or_shares_alike() -> None:
    assert {"winner": 1, "kind": "points", "score": {"a": 0.0, "b": 1.0}} == won_by(1, "points", ("a", "b"))
    assert {"winner": None, "kind": "draw", "score": {"a": 0.5, "b": 0.5}} == won_by(None, "draw", ("a", "b"))


def test_several_win_together_and_one_of_them_may_be_the_winner() -> None:
    shared = won_by(None, "points", ("a", "b", "c"), (0, 2))
    assert ((0, 2), {"a": 0.5, "b": 0.0, "c": 0.5}) == (winners(shared), shared["score"])
    one = won_by(2, "points", ("a", "b", "c"), (0, 2))
    assert ((0, 2), 2) == (winners(one), one["winner"])
    assert [(1,), ()] == [winners(won_by(winner, "end", ("a", "b"))) for winner in (1, None)]


def test_whatever_a_game_leaves_out_is_missed() -> None:
    for missing in (
        lambda: Procedure().steps(), lambda: Decision().players(State()), lambda: Decision().candidates(State(), 0),
        lambda: Decision().choose(State(), 0, DONE), lambda: State().result,
    ):
        with pytest.raises(NotImplementedError):
            missing()
