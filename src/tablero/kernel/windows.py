"""Ready-made decisions: the one layer allowed between `Decision` and a concrete frame.

    Ask         one seat answers
    Reactions   seats in an order may react or pass, until all have passed in a row
    Commit      several seats answer secretly and at once
    PickSome    one seat picks some of several things, one at a time
    AssignHits  one seat shares out a number of hits, one at a time
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.frames import AGAIN, AnyState, Decision, clone_frame

GIVEN: Action = ("given",)      # stands for an answer that was given and is not for others to see


@dataclass(slots=True)
class Ask(Decision):
    """A question to one seat."""

    who: int

    def players(self, s: AnyState) -> Sequence[int]:
        return (self.who,)


@dataclass(slots=True)
class Reactions(Decision):
    """Seats are asked in the rulebook's order; after a reaction the asking starts again.

    Who is asked depends on `could`, which must be public knowledge: asking only those who hold the right card would
    betray the hand.
    """

    order: tuple[int, ...]
    index: int = 0          # place in the order of the seat that is asked
    passed: int = 0         # bitset of the seats that have passed since the last reaction

    def could(self, s: AnyState, seat: int) -> bool:
        """Could this seat react, as far as the others can tell?"""
        return True

    def reactions(self, s: AnyState, seat: int) -> list[Action]:
        """What the seat might do, beside passing."""
        raise NotImplementedError

    def react(self, s: AnyState, seat: int, action: Action) -> None:
        """Start the reaction; a procedure it calls runs before anybody is asked again."""
        raise NotImplementedError

    def players(self, s: AnyState) -> Sequence[int]:
        n = len(self.order)
        for k in range(n):
            seat = self.order[(self.index + k) % n]
            if not self.passed >> seat & 1 and self.could(s, seat):
                return (seat,)
        return ()

    def candidates(self, s: AnyState, seat: int) -> list[Action]:
        return [PASS, *self.reactions(s, seat)]

    def decline(self, s: AnyState, seat: int) -> Action | None:
        return PASS

    def choose(self, s: AnyState, seat: int, action: Action) -> bool | None:
        if action == PASS:
            self.passed |= 1 << seat
            self.index = (self.order.index(seat) + 1) % len(self.order)
        else:
            self.passed = 0
            self.index = 0
            self.react(s, seat, action)
        return AGAIN


@dataclass(slots=True)
class Commit(Decision):
    """Every seat answers in secret; when the last has answered all answers take effect in the order of the seats."""

    seats: tuple[int, ...]
    answers: list[Action | None] = field(default_factory=list)      # in the order of seats; None until given

    def __post_init__(self) -> None:
        if not self.answers:
            self.answers = [None] * len(self.seats)

    def resolve(self, s: AnyState, answers: list[Action]) -> None:
        """Carry out all answers; the order in which they came leaves no trace."""
        raise NotImplementedError

    def players(self, s: AnyState) -> Sequence[int]:
        return [seat for seat, answer in zip(self.seats, self.answers, strict=True) if answer is None]

    def choose(self, s: AnyState, seat: int, action: Action) -> bool | None:
        self.answers[self.seats.index(seat)] = action
        given = [answer for answer in self.answers if answer is not None]
        if len(given) < len(self.seats):
            return AGAIN
        self.resolve(s, given)
        return None

    def hide(self, seat: int) -> Commit:
        shown = clone_frame(self)
        assert isinstance(shown, Commit)
        pairs = zip(self.seats, self.answers, strict=True)
        shown.answers = [answer if owner == seat or answer is None else GIVEN for owner, answer in pairs]
        return shown

    def guess(self, s: AnyState, seat: int, chance: Random) -> None:
        for i, owner in enumerate(self.seats):
            if owner != seat and self.answers[i] is not None:
                self.answers[i] = chance.choice(self.options(s, owner))


@dataclass(slots=True)
class PickSome(Ask):
    """One seat picks between `least` and `most` of the items, one at a time, then says it is done."""

    items: list[int]
    least: int
    most: int
    picked: list[int] = field(default_factory=list)

    def taken(self, s: AnyState, picked: list[int]) -> None:
        """What happens to the things that were picked."""
        raise NotImplementedError

    def candidates(self, s: AnyState, seat: int) -> list[Action]:
        rest: list[Action] = [("pick", item) for item in self.items if item not in self.picked]
        if len(self.picked) >= self.most:
            rest = []
        return [DONE, *rest] if len(self.picked) >= min(self.least, len(self.items)) else rest

    def choose(self, s: AnyState, seat: int, action: Action) -> bool | None:
        if action != DONE:
            self.picked += action[1:]
            if len(self.picked) < min(self.most, len(self.items)):
                return AGAIN
        self.taken(s, self.picked)
        return None


@dataclass(slots=True)
class AssignHits(Ask):
    """One seat shares out hits, one at a time, among things that can still take one."""

    hits: int

    def able(self, s: AnyState) -> list[int]:
        """The things that can take a hit now."""
        raise NotImplementedError

    def strike(self, s: AnyState, item: int) -> None:
        raise NotImplementedError

    def players(self, s: AnyState) -> Sequence[int]:
        return (self.who,) if self.hits and self.able(s) else ()

    def candidates(self, s: AnyState, seat: int) -> list[Action]:
        return [("hit", item) for item in self.able(s)]

    def choose(self, s: AnyState, seat: int, action: Action) -> bool | None:
        self.hits -= 1
        (item,) = action[1:]
        self.strike(s, item)
        return AGAIN if self.hits else None
