"""When others see the answer to a chance to react: an option of the table.

    quick   at once, and where nothing can be done after a short pause: the time may tell others what one could do
    timed   when the chance is over, a fixed time after it was asked; who has not answered by then has declined
    ask     when it is given; everybody is asked, also who can only decline
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tablero.kernel.actions import Action
from tablero.table.journal import Opened

QUICK, TIMED, ASK = "quick", "timed", "ask"
SECONDS = (5, 10, 15, 30, 60)       # that a chance may last
USUAL = 15
PAUSE = 1.2         # seconds before an answer that nobody thinks about: about as long as somebody takes who does
ALONE = 0.2         # where one person plays with bots only, who think much faster
Answer: TypeAlias = tuple[Action, bool | str]       # and whether it stands for more than this question


def way_of(opened: Opened, people: int) -> str:
    """How a table deals with chances: as it was opened, or as fits the number of persons who play."""
    if opened.format == 1:
        return ASK if opened.always_ask else QUICK
    if opened.reactions:
        return opened.reactions
    if people < 2:
        return QUICK        # nobody is there whom the time could tell something
    return TIMED if opened.clock.kind == "live" else ASK


def pause(people: int, usual: float = PAUSE) -> float:
    """Seconds before an answer that nobody thinks about, at a table of so many persons."""
    return usual if people > 1 else min(usual, ALONE)


@dataclass(slots=True)
class Windows:
    """The chances to react that are open, by seat."""

    closes: list[float]             # when the chance is over, in seconds since 1970; 0.0 if there is none
    held: list[Answer | None]       # what the seat has answered so far

    @classmethod
    def none(cls, seats: int) -> Windows:
        return cls([0.0] * seats, [None] * seats)

    def ask(self, seat: int, again: bool, closes: float) -> None:
        """A seat is asked; `closes` is 0.0 where the answer needs no window. `again`: it is the same question."""
        if not again or not closes:
            self.closes[seat], self.held[seat] = closes, None
        elif not self.closes[seat]:
            self.closes[seat] = closes

    def open(self) -> list[int]:
        return [seat for seat, closes in enumerate(self.closes) if closes]

    def next(self) -> float | None:
        """When the next chance is over."""
        return min(filter(None, self.closes), default=None)

    def begin_again(self, seats: Sequence[int], closes: float) -> None:
        """After a pause everybody has the whole time once more."""
        for seat in seats:
            self.closes[seat] = closes

    def stood_still(self, since: float, until: float) -> None:
        """The server was down: the time that was left is left still."""
        for seat in self.open():
            if self.closes[seat] > since:
                self.closes[seat] += until - since
