"""[16.4] The cards of the next Turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.wellington.board import CARDS, CP, DISCARDS, DRAW_PILE, HAND, HAND_LIMIT, MUST_PLAY, UNPLAYED
from tablero.games.wellington.rules.r02_setup import draw_cards
from tablero.games.wellington.rules.r05_cards.s02_windows import discard_at_random
from tablero.games.wellington.rules.r15_resources import gain_resources
from tablero.games.wellington.state import Power, Wellington
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

TOO_MANY = Refusal("16.43c", "too_many_cards")
KEEP_MUST_PLAY = Refusal("16.43f", "keep_must_play")


def halve_unplayed(s: Wellington, power: Power) -> None:
    """[16.42b] [16.42c] [20aa] [5.8e] [ASPf] Half of the cards of the last Turn, rounded up, go back into the draw pile
    by chance; as many are drawn. Then all are one Hand."""
    n = (s.sizes[UNPLAYED[power]] + 1) // 2
    for _ in range(n):
        card = CARDS.pick(s, UNPLAYED[power])
        CARDS.move(s, card, UNPLAYED[power], DRAW_PILE)
        s.tell("returned", power, card, seen=1 << power, public=("returned_hidden", (power,)))
    CARDS.pour(s, UNPLAYED[power], HAND[power])
    draw_cards(s, power, n)


def exchange_excess(s: Wellington, power: Power) -> None:
    """[15.1a] [16.43a] [16.43b] [16.43d] [5.4e] From nine cards on, Home cards not counted, one goes by chance for a
    Resource."""
    if s.sizes[HAND[power]] > HAND_LIMIT:
        discard_at_random(s, power)
        gain_resources(s, power)


@dataclass(slots=True)
class KeepCards(Ask):
    """[16.43c] [16.43d] [16.43f] Give up cards for Reinforcement CPs, one by one; at most eight are kept. The answer is
    the sum of their CPs."""

    points: int = 0

    def players(self, s: Wellington) -> Sequence[Power]:
        return (self.who,) if s.sizes[HAND[self.who]] else ()

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [DONE, *(("give_up", card) for card in ids_of(s.piles[HAND[seat]]))]

    def refuse(self, s: Wellington, seat: Power, action: Action) -> Refusal | None:
        if action == DONE:
            return TOO_MANY if s.piles[HAND[seat]].bit_count() > HAND_LIMIT else None
        return KEEP_MUST_PLAY if MUST_PLAY >> action[1] & 1 else None

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("16.43c", "keep_cards", (("n", "number", self.points),))

    def choose(self, s: Wellington, seat: Power, action: Action) -> bool | None:
        if action == DONE:
            return None
        card = action[1]
        self.points += CP[card]
        s.answer = self.points
        CARDS.move(s, card, HAND[seat], DISCARDS, watch=-1)
        s.top = card
        s.reveal()
        s.tell("gave_up", seat, card)
        return AGAIN
