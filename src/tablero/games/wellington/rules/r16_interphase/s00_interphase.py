"""[16] The Interphase: Resources, Reinforcements, Deployment, and the cards of the next Turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.wellington.board import BRITAIN, CARDS, HAND, POWERS, SPAIN, UNPLAYED
from tablero.games.wellington.rules.r02_setup import Mulligan, deal_home_cards, draw_cards
from tablero.games.wellington.rules.r05_cards.s02_windows import EVERYBODY, shuffle_discards, track_order
from tablero.games.wellington.rules.r15_resources import interphase_resources
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import Reinforcements, appeal, letter, rising
from tablero.games.wellington.rules.r16_interphase.s03_deployment import Deployment, LeaderTransfer
from tablero.games.wellington.rules.r16_interphase.s04_cards import KeepCards, exchange_excess, halve_unplayed
from tablero.games.wellington.state import Power, Wellington
from tablero.kernel.frames import Procedure

NEW_CARDS = 6


@dataclass(slots=True)
class Interphase(Procedure):
    """[16a] [16b] [4.8a] Each step goes in the order of the Track, from the Power whose box is marked. No card is
    played, and nothing can be intercepted."""

    order: tuple[Power, ...] = ()
    turn: int = 0                       # whose turn it is in this step: place in the order
    appealed: tuple[int, int] = (-1, 0)     # the result of the Appeal to the Emperor: CPs, SPs to remove; -1 before
    points: list[int] = field(default_factory=list)     # by Power: Reinforcement CPs that are left

    def steps(self) -> tuple[str, ...]:
        return ("resources", "reinforcements", "reinforced", "deployment", "transfer",
                "shuffle", "mulligan", "unplayed", "excess", "given_up", "placed", "home_cards")

    def resources(self, s: Wellington) -> None:
        """[16.1a]"""
        self.order = track_order(s, EVERYBODY)
        self.points = [0] * len(POWERS)
        interphase_resources(s)

    def power(self) -> Power:
        """Whose turn it is in this step; -1 when all are through, and the next step starts with the first."""
        if self.turn == len(self.order):
            self.turn = 0
            return -1
        return self.order[self.turn]

    # Reinforcements and Deployment

    def reinforcements(self, s: Wellington) -> str | None:
        """[16.2a] [16.21a] [16.21d] Each Power in turn; the first French Power rolls for both."""
        power, lost = self.power(), 0
        if power < 0:
            return "deployment"
        if power == BRITAIN:
            points = letter(s)
        elif power == SPAIN:
            points = rising(s)
        else:
            if self.appealed[0] < 0:
                self.appealed = appeal(s, power)
            points, lost = self.appealed
        s.call(Reinforcements(power, points, lost))
        return None

    def reinforced(self, s: Wellington) -> str:
        """[16.2d] What is left can buy a Deployment."""
        self.points[self.power()] = s.answer
        self.turn += 1
        return "reinforcements"

    def deployment(self, s: Wellington) -> str | None:
        """[16.3a] [16.31a] Each Power in turn."""
        power = self.power()
        if power < 0:
            return None
        self.turn += 1
        s.call(Deployment(power, self.points[power]))
        return "deployment"

    def transfer(self, s: Wellington) -> None:
        """[16.32a] All at once."""
        s.call(LeaderTransfer(EVERYBODY))

    # cards

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
        power = self.power()
        if power < 0:
            return "excess"
        s.call(Mulligan(power))
        return None

    def unplayed(self, s: Wellington) -> str:
        """[16.42b] [16.42c] Then half of the old cards are replaced."""
        halve_unplayed(s, self.power())
        self.turn += 1
        return "mulligan"

    def excess(self, s: Wellington) -> str | None:
        """[16.43a] [16.43c] [16.43i] Too many cards are exchanged for a Resource, others given up for CPs."""
        power = self.power()
        if power < 0:
            return "home_cards"
        exchange_excess(s, power)
        s.answer = 0
        s.call(KeepCards(power))
        return None

    def given_up(self, s: Wellington) -> None:
        """[16.43e] [16.43g] [16.43h] Their CPs bring Reinforcements, and no Deployment."""
        if s.answer:
            odd = s.answer % 2
            s.call(Reinforcements(self.power(), s.answer - odd, odd=odd))

    def placed(self, s: Wellington) -> str:
        """[16.43c] Then the next Power."""
        self.turn += 1
        return "excess"

    def home_cards(self, s: Wellington) -> None:
        """[16.44a] [16.44b] [16.44c]"""
        deal_home_cards(s, self.order)
