"""[4.1] The course of the war: set-up, Turns of Impulses and phases, Interphases between them."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.rules.r02_setup import FirstHands, RemoveBid, bidders
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulses
from tablero.games.wellington.rules.r04_sequence.s03_end_of_turn import (
    EndAttrition, FreeFlags, balance_resources, clear_turn, guerrillas
)
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r18_ending import finish, peace_roll, potential_conquest, sudden_death
from tablero.games.wellington.state import BY_POINTS, Power, Wellington
from tablero.kernel.frames import Procedure


@dataclass(slots=True)
class War(Procedure):
    """[2a] [4a] From the set-up to the end of the last Turn. What ends the game cuts the stack back to this frame."""

    bidder: Power = -1          # who bid for its Power, and how many SPs [2.1c]
    bid: int = 0

    def steps(self) -> tuple[str, ...]:
        return ("pay_bid", "hands", "turn", "next_turn")

    def pay_bid(self, s: Wellington) -> None:
        """[2.1c] The highest bidder removes Soldiers."""
        if self.bid and self.bidder >= 0:
            s.call(RemoveBid(self.bidder, bidders(s, self.bidder), self.bid))

    def hands(self, s: Wellington) -> None:
        """[2.4a] [2.4d] [2.6a] Cards are dealt, and kept or not."""
        s.call(FirstHands())

    def turn(self, s: Wellington) -> None:
        """[1.4a] [4.1a] A year."""
        s.round = 1
        s.tell("turn", s.year)
        s.call(Turn())

    def next_turn(self, s: Wellington) -> str:
        """[4a] [4.8a] The next year."""
        s.year += 1
        return "turn"


@dataclass(slots=True)
class Turn(Procedure):
    """[4.1a] [20as] Impulses, Attrition, Guerrillas, Resource Balancing, Conquest, Peace and Victory, Interphase."""

    def steps(self) -> tuple[str, ...]:
        return ("impulses", "attrition", "flags", "settled", "guerrilla_war", "balance", "conquest", "peace",
                "interphase", "clear")

    def impulses(self, s: Wellington) -> None:
        """[4.1b] [4.2a] Until the last Power with cards has had its Impulse."""
        s.call(Impulses())

    def attrition(self, s: Wellington) -> None:
        """[4.1c] [4.3a] Formations in Duchies that their side does not Control."""
        s.tell("end_of_turn", s.year)
        s.call(EndAttrition())

    def flags(self, s: Wellington) -> None:
        """[4.3b] Those that are left Flag."""
        s.call(FreeFlags())

    def settled(self, s: Wellington) -> None:
        """[18.1b] Losses and Flags can end the game."""
        sudden_death(s)

    def guerrilla_war(self, s: Wellington) -> None:
        """[4.4a] [18.1b]"""
        guerrillas(s)
        sudden_death(s)

    def balance(self, s: Wellington) -> None:
        """[4.5a] At most five Resources."""
        balance_resources(s)

    def conquest(self, s: Wellington) -> None:
        """[4.6a] Has Spain been conquered?"""
        potential_conquest(s)

    def peace(self, s: Wellington) -> None:
        """[4.7a] [18.5a] After 1814 the game is over, after other years there may be Peace."""
        if s.year == s.setting.last:
            finish(s, BY_POINTS, -1)
        else:
            peace_roll(s)

    def interphase(self, s: Wellington) -> None:
        """[4.8a] [16a] The Powers prepare for the next Turn."""
        clear_turn(s)
        s.tell("interphase", s.year)
        s.call(Interphase())

    def clear(self, s: Wellington) -> None:
        """[16.22b] The Other Wellesley lasts to the end of the next Interphase."""
        s.wellesley = s.recalled = 0
