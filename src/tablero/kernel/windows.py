"""Ready-made decisions: the one layer allowed between `Decision` and a concrete frame.

    Ask         one seat answers
    Pick        one seat names a thing, or none
    Reactions   seats may react, with a card or otherwise, or pass
    Commit      several seats answer secretly and at once
    AssignHits  one seat shares out a number of hits, one at a time
    Orders      one seat gives one of several kinds of orders (orders.py)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.cards import Cards, about
from tablero.kernel.compiling import mypyc_attr
from tablero.kernel.frames import AGAIN, AnyState, Decision, clone_frame
from tablero.kernel.refusals import Refusal

GIVEN: Final[Action] = ("given",)      # an answer that was given and is hidden from others


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Ask(Decision):
    """A question to one seat."""

    who: int

    def players(self, s: AnyState) -> Sequence[int]:
        return (self.who,)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class PublicAsk(Ask):
    """A question to one seat whose options every seat can deduce."""

    def public(self, s: AnyState) -> bool:
        return True


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Pick(Ask):
    """One seat names a thing, or says a word that names none. What is named is the answer, unless `pick` does something
    else with it; who asks sets the answer that stands for none."""

    def refuse_pick(self, s: AnyState, seat: int, thing: int) -> Refusal | None:
        """The rule against naming a thing."""
        return None

    def refuse_none(self, s: AnyState, seat: int) -> Refusal | None:
        """The rule against naming none."""
        return None

    def pick(self, s: AnyState, seat: int, thing: int) -> bool | None:
        """A thing is named; as `choose`."""
        s.answer = thing
        return None

    def refuse(self, s: AnyState, seat: int, action: Action) -> Refusal | None:
        return self.refuse_pick(s, seat, action[1]) if len(action) > 1 else self.refuse_none(s, seat)

    def choose(self, s: AnyState, seat: int, action: Action) -> bool | None:
        return self.pick(s, seat, action[1]) if len(action) > 1 else None


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class PublicPick(Pick):
    """The same, where every seat can deduce the options."""

    def public(self, s: AnyState) -> bool:
        return True


# what a reaction leads to: see `Reactions`
ONCE: Final = 0
TURNS: Final = 1
TOGETHER: Final = 2


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Reactions(Decision):
    """Seats may react at a moment, with a card or otherwise, or pass. Who is asked follows from what everybody can
    tell, never from what a seat really holds: asking only those who hold the right card would reveal it.

        ONCE        one after the other in the order given; the first reaction closes the window
        TURNS       the same, but after a reaction the asking starts again, until all have passed
        TOGETHER    all at once and in secret, even who has answered already; the first reaction in the order is carried
                    out, the others are taken back unseen, and the asking starts again

    A response to a response needs nothing new: the procedure that plays a card calls such a window on itself.
    """

    moment: int
    order: tuple[int, ...]
    style: int = ONCE
    asked: int = -1         # set of the seats that have not answered yet; -1 until it is computed
    answers: list[Action | None] = field(default_factory=list)      # TOGETHER: by place in the order, None until given

    def register(self) -> Cards:
        """The cards of the game; games without cards write `could`, `reactions` and `candidates` instead."""
        raise NotImplementedError

    def among(self, s: AnyState, seat: int) -> int:
        """The cards that other rules leave to the seat, as everybody can tell: without those forbidden for a time."""
        return -1

    def more(self, s: AnyState, seat: int) -> list[Action]:
        """What the seat can do besides playing a card, such as moving a unit that everybody sees."""
        return []

    def could_more(self, s: AnyState, seat: int) -> bool:
        """Could the seat do more, as far as everybody can tell? Written out where `more` depends on what is hidden."""
        return bool(self.more(s, seat))

    def could(self, s: AnyState, seat: int) -> bool:
        """Could this seat react, as far as everybody can tell?"""
        cards, below, among = self.register(), about(s, self), self.among(s, seat)
        return cards.could(s, seat, self.moment, below, among) or self.could_more(s, seat)

    def reactions(self, s: AnyState, seat: int) -> list[Action]:
        """What the seat can really do, besides passing."""
        cards = self.register().playable(s, seat, self.moment, about(s, self), self.among(s, seat))
        return [*(("play", card) for card in cards), *self.more(s, seat)]

    def react(self, s: AnyState, seat: int, action: Action) -> None:
        """Start the reaction; a procedure it calls runs before anybody is asked again."""
        raise NotImplementedError

    def players(self, s: AnyState) -> Sequence[int]:
        if self.asked < 0:
            self.asked = bitset([seat for seat in self.order if self.could(s, seat)])
            self.answers = [None] * len(self.order) if self.style == TOGETHER else []
        if self.style == TOGETHER:
            return [seat for seat in self.order if self.asked >> seat & 1]
        for seat in self.order:
            if self.asked >> seat & 1:
                return (seat,)
        return ()

    def candidates(self, s: AnyState, seat: int) -> list[Action]:
        held = self.register().held(s, seat)
        return [PASS, *(("play", card) for card in ids_of(held)), *self.more(s, seat)]

    def options(self, s: AnyState, seat: int) -> list[Action]:
        return [PASS, *self.reactions(s, seat)]

    def decline(self, s: AnyState, seat: int) -> Action | None:
        return PASS

    def choose(self, s: AnyState, seat: int, action: Action) -> bool | None:
        self.asked &= ~(1 << seat)
        if self.style == TOGETHER:
            self.answers[self.order.index(seat)] = action
            if self.asked:
                return AGAIN
            given = [(who, answer) for who, answer in zip(self.order, self.answers) if answer not in (None, PASS)]
            seat, action = given[0] if given else (seat, PASS)
            assert action is not None
            s.reveal()                      # that others have passed, or that one of them reacts
            self.answers = []
        if action == PASS:
            return AGAIN if self.asked else None
        self.react(s, seat, action)
        if self.style == ONCE:
            return None
        self.asked = -1
        return AGAIN

    def hide(self, seat: int) -> Reactions:
        if not self.answers:
            return self
        shown = clone_frame(self)
        for i, owner in enumerate(self.order):
            if owner != seat and shown.answers[i] is not None:
                shown.answers[i] = None         # who has answered soon could do nothing, or did not have to think
                shown.asked |= 1 << owner
        return shown


@mypyc_attr(allow_interpreted_subclasses=True)
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
        pairs = zip(self.seats, self.answers, strict=True)
        shown.answers = [answer if owner == seat or answer is None else GIVEN for owner, answer in pairs]
        return shown

    def guess(self, s: AnyState, seat: int, chance: Random) -> None:
        for i, owner in enumerate(self.seats):
            if self.answers[i] == GIVEN:
                self.answers[i] = chance.choice(self.options(s, owner))


@mypyc_attr(allow_interpreted_subclasses=True)
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
