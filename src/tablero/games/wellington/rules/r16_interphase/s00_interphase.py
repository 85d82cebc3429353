"""[16] The Interphase: Resources, Reinforcements, Deployment, and the cards of the next Turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.wellington.board import HAND, POWERS, UNPLAYED, CARDS
from tablero.games.wellington.rules.r02_setup import Mulligan, deal_home_cards, draw_cards
from tablero.games.wellington.rules.r05_cards.s02_windows import EVERYBODY, shuffle_discards, track_order
from tablero.games.wellington.rules.r15_resources import interphase_resources
from tablero.games.wellington.rules.r16_interphase.s04_cards import KeepCards, exchange_excess, halve_unplayed
from tablero.games.wellington.state import Power, Wellington
from tablero.kernel.frames import Procedure

NEW_CARDS = 6


@dataclass(slots=True)
class Interphase(Procedure):
    """[16a] [16b] [4.8a] Each step goes in the order of the Track, from the Power whose box is marked. No card is
    played, and nothing can be intercepted."""

    order: tuple[Power, ...] = ()
    at_power: int = 0                   # place in the order
    points: list[int] = field(default_factory=lambda: [0] * len(POWERS))    # by Power: Reinforcement CPs

    def steps(self) -> tuple[str, ...]:
        return ("resources", "shuffle", "mulligan", "unplayed", "excess", "home_cards")

    def resources(self, s: Wellington) -> None:
        """[16.1a]"""
        self.order = track_order(s, EVERYBODY)
        interphase_resources(s)

    def turn_of(self) -> Power:
        """Whose turn it is in this step; -1 when all are through."""
        if self.at_power == len(POWERS):
            self.at_power = 0
            return -1
        return self.order[self.at_power]

    def shuffle(self, s: Wellington) -> None:
        """[16.4a] [16.41a] The discards go into the draw pile; everybody draws six cards. The cards of the last Turn
        are set aside."""
        shuffle_discards(s)
        for power in self.order:
            CARDS.pour(s, HAND[power], UNPLAYED[power])
        for power in self.order:
            draw_cards(s, power, NEW_CARDS)

    def mulligan(self, s: Wellington) -> str | None:
        """[16.42a] With the new cards only (reading G30)."""
        power = self.turn_of()
        if power < 0:
            return "excess"
        s.call(Mulligan(power))
        return None

    def unplayed(self, s: Wellington) -> str:
        """[16.42b] [16.42c] Then half of the old cards are replaced."""
        halve_unplayed(s, self.turn_of())
        self.at_power += 1
        return "mulligan"

    def excess(self, s: Wellington) -> str | None:
        """[16.43a] [16.43c] [16.43i] Too many cards are exchanged for a Resource, others given up for CPs."""
        power = self.turn_of()
        if power < 0:
            return None
        exchange_excess(s, power)
        s.call(KeepCards(power))
        self.at_power += 1
        return "excess"

    def home_cards(self, s: Wellington) -> None:
        """[16.44a] [16.44b] [16.44c]"""
        deal_home_cards(s, self.order)
