"""[3.0] The course of the war: years of five turns, each with two Player Phases."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import CARLIST, LIBERAL, TURNS
from tablero.games.aiw.rules.r03_turn.s00_order_of_play import CARLIST_UNTIL, OrderOfPlay
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase
from tablero.games.aiw.rules.r07_cards.s00_decks import deal_cards
from tablero.games.aiw.rules.r09_victory import victory_check
from tablero.games.aiw.rules.r10_actions.s00_points import fill_cups
from tablero.games.aiw.rules.r20_reinforcements.s00_reinforcements import Reinforcements
from tablero.games.aiw.rules.r22_uprising import UprisingPhase
from tablero.games.aiw.rules.r24_end_of_year.s00_end_of_year import EndOfYear
from tablero.games.aiw.state import Aiw
from tablero.kernel.frames import Procedure


@dataclass(slots=True)
class War(Procedure):
    """[3.0a] From the first turn of a scenario to the end of its last year."""

    def steps(self) -> tuple[str, ...]:
        return ("deal", "turn", "next_turn", "year_end", "next_year")

    def deal(self, s: Aiw) -> None:
        """[7.0b] [10.0a] [10.0b] Decks, first hands, Action Point markers."""
        deal_cards(s)
        fill_cups(s, s.year)

    def turn(self, s: Aiw) -> None:
        """[3.0b] A turn of six phases."""
        s.turn += 1
        s.tell("turn", s.turn, s.year)
        s.call(Turn())

    def next_turn(self, s: Aiw) -> str | None:
        """[3.0a] Five turns make a year."""
        return "turn" if s.turn < TURNS else None

    def year_end(self, s: Aiw) -> None:
        """[3.0a] [24.0a] After the fifth turn the End of Year is resolved."""
        s.call(EndOfYear())

    def next_year(self, s: Aiw) -> str:
        """[24.10b] The next year begins with its first turn."""
        s.year, s.turn = s.year + 1, 0
        return "turn"


@dataclass(slots=True)
class Turn(Procedure):
    """[3.0b] Reinforcements, Uprising, Order of Play, the two Player Phases, Victory Check."""

    def steps(self) -> tuple[str, ...]:
        return ("reinforcements", "uprising", "order", "first_phase", "second_phase", "check")

    def reinforcements(self, s: Aiw) -> None:
        """[3.0c] Phase 1."""
        s.call(Reinforcements())

    def uprising(self, s: Aiw) -> None:
        """[3.0d] Phase 2."""
        s.call(UprisingPhase())

    def order(self, s: Aiw) -> None:
        """[3.0e] Phase 3."""
        s.call(OrderOfPlay(CARLIST if s.year <= CARLIST_UNTIL else LIBERAL))

    def first_phase(self, s: Aiw) -> None:
        """[3.0h] Phase 4."""
        s.call(PlayerPhase(s.first))

    def second_phase(self, s: Aiw) -> None:
        """[3.0j] Phase 5: the same steps."""
        s.call(PlayerPhase(1 - s.first))

    def check(self, s: Aiw) -> None:
        """[3.0k] Phase 6."""
        victory_check(s)
