"""[2] Getting ready to play: pieces, markers, Resources, bids, the first Hands and Mulligans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.wellington.board import (
    BRITAIN, CARDS, COMMON, DISCARDS, DRAW_PILE, DUCHIES, HAND, HOME, HOME_DECK, LEADER_NAMES, LEADER_POWER, MUST_PLAY,
    PLACES, PLAYERS, POWERS, REMOVED, REMOVED_1813, RESERVE, SPAIN, SUD, UNBUILT
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers, lose_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import move_leader
from tablero.games.wellington.rules.r03_control import set_owner
from tablero.games.wellington.rules.r05_cards.s02_windows import draw
from tablero.games.wellington.state import Power, Powers, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask, PublicAsk

TOGETHER = ((), (0,), (1,), (0, 1))         # by index in PLAYERS: the sides whose Powers one person plays [2.1a]
assert PLAYERS == ("four", "three_french", "three_allies", "two")

ONLY_MUST_PLAYS = Refusal("2.6f", "no_mulligan")


def set_up(s: Wellington) -> None:
    """[0b] [0c] [2.2a] [2.3a] [2.3b] [2.3c] The position of a start, as its Headquarters Cards say; no card is dealt
    yet. Who Controls what, the Keys among it [2.3d] [2.3e] [2.3f] [2.3g] [2.3h] [2.3i] [2.3j] [2.3k] [2.3l]."""
    start = s.setting
    s.year, s.round, s.box, s.active, s.last = start.year, 0, BRITAIN, -1, -1
    s.resources = list(start.resources)
    s.at = [UNBUILT] * len(LEADER_NAMES)
    s.here = [0] * PLACES
    s.here[UNBUILT] = bitset(range(len(LEADER_NAMES)))
    s.sp = [0] * (len(POWERS) * DUCHIES)
    s.regroup, s.occupied = [0] * len(POWERS), [0] * len(POWERS)
    s.commander, s.marched = [-1] * (2 * DUCHIES), [0] * len(LEADER_NAMES)
    s.flag, s.owned = [-1] * DUCHIES, [0] * len(POWERS)
    for power, control in enumerate(start.control):
        for x in ids_of(control):
            set_owner(s, x, power)
    for power, x, sps in start.soldiers:
        add_soldiers(s, power, x, sps)
    for leader, x in start.leaders:
        move_leader(s, leader, x)
    for x, leader in start.commanders:
        s.commander[(LEADER_POWER[leader] & 1) * DUCHIES + x] = leader
    s.happened = bitset(start.reminders)
    lay_out_cards(s)


def lay_out_cards(s: Wellington) -> None:
    """[2.4b] [2.4c] [2.4d] The draw pile, the Reserves, and for 1813 the cards that were played in 1812."""
    gone = CARDS.all & ~CARDS.exist(s)
    if s.setting.reminders:
        gone |= REMOVED_1813
    piles = {REMOVED: gone, DRAW_PILE: COMMON & ~gone}
    for power in (BRITAIN, SUD, SPAIN):
        piles[RESERVE[power]] = HOME_DECK[power] & ~gone
    CARDS.deal_out(s, piles)


# --- bids


def bidders(s: Wellington, power: Power) -> Powers:
    """[1.1b] [2.1c] The Powers of the person who plays a Power (reading G45)."""
    return 1 << power | (1 << (power ^ 2) if power & 1 in TOGETHER[s.players] else 0)


@dataclass(slots=True)
class RemoveBid(PublicAsk):
    """[2.1c] The highest bidder removes the SPs that were bid from Soldiers anywhere on the map, one at a time."""

    powers: Powers
    n: int

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("remove", power, x) for power in ids_of(self.powers) for x in ids_of(s.occupied[power])
                if s.sp[power * DUCHIES + x]]

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("2.1c", "remove_bid", (("n", "number", self.n),))

    def choose(self, s: Wellington, seat: Power, action: Action) -> bool | None:
        _, power, x = action
        lose_soldiers(s, power, x, 1)
        s.tell("bid_paid", power, x)
        self.n -= 1
        return AGAIN if self.n else None


# --- cards


def deal_home_cards(s: Wellington, order: Sequence[Power]) -> None:
    """[2.4a] [2.4b] [16.44a] [16.44c] Home cards from the Reserves, in addition to those in Hand; the rest is not dealt
    if a Reserve runs short."""
    for power in order:
        for _ in range(min(s.setting.home_cards[power], s.sizes[RESERVE[power]])):
            card = CARDS.pick(s, RESERVE[power])
            CARDS.move(s, card, RESERVE[power], HOME[power])
            s.tell("dealt_home", power, card, seen=1 << power, public=("dealt_home_hidden", (power,)))
    s.reveal()


def draw_cards(s: Wellington, power: Power, n: int) -> None:
    """Draw so many cards, as far as there are any; others are told how many, once."""
    n = min(n, s.sizes[DRAW_PILE] + s.sizes[DISCARDS])
    for left in range(n, 0, -1):
        draw(s, power, told=n if left == 1 else 0)


@dataclass(slots=True)
class FirstHands(Procedure):
    """[2a] [2.4a] [2.4d] [2.4e] [2.6a] Home cards, six others, and the Mulligans in Track order."""

    next: Power = 0

    def steps(self) -> tuple[str, ...]:
        return ("deal", "mulligan")

    def deal(self, s: Wellington) -> None:
        """[2.4a] [2.4d] [2.4e] Home cards, and six others."""
        deal_home_cards(s, range(len(POWERS)))
        for power in range(len(POWERS)):
            draw_cards(s, power, s.setting.other_cards[power])

    def mulligan(self, s: Wellington) -> str | None:
        """[2.6a] One Power after the other."""
        if self.next == len(POWERS):
            return None
        s.call(Mulligan(self.next))
        self.next += 1
        return "mulligan"


@dataclass(slots=True)
class Mulligan(Ask):
    """[2.6a] [2.6f] [16.42a] [20ag] Keep the Hand that was dealt, or discard it and draw one card less, once or more
    often. Home cards are not in this Hand."""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("keep",), ("mulligan",)]

    def refuse(self, s: Wellington, seat: Power, action: Action) -> Refusal | None:
        """[2.6f] [5.8b] A Hand of Must Play cards only must be kept."""
        return None if action == ("keep",) or s.piles[HAND[seat]] & ~MUST_PLAY else ONLY_MUST_PLAYS

    def decline(self, s: Wellington, seat: Power) -> Action:
        return ("keep",)

    def choose(self, s: Wellington, seat: Power, action: Action) -> bool | None:
        if action == ("keep",):
            s.tell("kept_hand", seat)
            return None
        do_mulligan(s, seat)
        return AGAIN


def do_mulligan(s: Wellington, power: Power) -> None:
    """[2.6b] [2.6c] [2.6d] [2.6e] [2.6g] [5.8b] All cards but Must Plays go to the discards, where only the top one is
    seen; one fewer is drawn."""
    cards = s.piles[HAND[power]] & ~MUST_PLAY
    top = CARDS.pick(s, HAND[power], ~MUST_PLAY)
    for card in ids_of(cards & ~(1 << top)):
        CARDS.move(s, card, HAND[power], DISCARDS, among=~MUST_PLAY)
    CARDS.move(s, top, HAND[power], DISCARDS, watch=-1)
    s.top = top
    s.reveal()
    s.tell("mulligan", power, cards.bit_count(), top)
    draw_cards(s, power, cards.bit_count() - 1)
