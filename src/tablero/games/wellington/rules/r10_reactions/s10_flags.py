"""[10.10] A Flag that an Event places without a Formation can be intercepted."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import OWNER
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations
from tablero.games.wellington.rules.r03_control import Friendly, set_owner, status
from tablero.games.wellington.state import Duchy, Force, Power, Side, Wellington
from tablero.kernel.frames import Procedure


@dataclass(slots=True)
class FlagContact(Procedure):
    """[10.10a] An Event Flags a Duchy. Its answer: 1 if the Flag stays, 0 if it was intercepted."""

    power: Power                # who plays the Event
    x: Duchy
    flag: Power                 # whose Flag it is
    before: Friendly = (0, 0)   # what was Friendly to each side before [10.4j]
    owner: Power = -1           # whose Duchy it was
    intercepted: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("place", "reactions", "result", "sudden_death")

    @property
    def side(self) -> Side:
        """The Active side."""
        return self.power & 1

    def place(self, s: Wellington) -> str | None:
        """[10.10a] The Flag is placed. With a Formation of its side there it cannot be intercepted."""
        self.before = status(s)
        self.owner = s.flag[self.x] if s.flag[self.x] >= 0 else OWNER[self.x]
        set_owner(s, self.x, self.flag)
        s.tell("flagged", self.power, self.x, self.flag)
        return "result" if formations(s, self.side) >> self.x & 1 else None

    def reactions(self, s: Wellington) -> None:
        """[10.10a] The other side may intercept."""
        from tablero.games.wellington.rules.r10_reactions.s09_sequence import open_reactions
        open_reactions(s, self)

    def arrival(self, s: Wellington, forces: tuple[Force, ...]) -> None:
        """[10.10a] [10.10b] (reading G23) An Army has come in: the Flag goes, and the Duchy is whose it was."""
        self.intercepted = True
        set_owner(s, self.x, self.owner)
        s.tell("flag_intercepted", self.flag, self.x)

    def result(self, s: Wellington) -> None:
        """[10.10a] Does the Flag stay?"""
        s.answer = 0 if self.intercepted else 1

    def sudden_death(self, s: Wellington) -> None:
        """[18.1b] A Flag may end the war."""
        from tablero.games.wellington.rules.r18_ending import sudden_death
        sudden_death(s)
