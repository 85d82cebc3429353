"""[7] Cards: how they are taken and played. What each of them does stands in `cards/`.

A card of the hand is offered at its *moments*. A window for a moment opens by what everybody knows: that the side
holds cards, and that one of this moment could be among them; never by what it really holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from tablero.games.aiw.board import (
    CARD,
    CARDS,
    CARDS_OF,
    CARLIST,
    EVENT,
    LIBERAL,
    OF_TYPE,
    OPERATIONAL,
    PACK,
    TABLES,
    TACTICAL,
)
from tablero.games.aiw.rules.r03_phase import Phase
from tablero.games.aiw.rules.r07_cards.s00_decks import (
    HAND_LIMIT,
    add_command,
    draw_card,
    hold,
    leave_hand,
    put_away,
    take_back,
    unseen,
)
from tablero.games.aiw.state import Aiw
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import END, Procedure, clone_frame
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

RETURNING = (CARD["espartero"], CARD["zumalacarregui"])
RETURNS_ON = 4


# when cards may be played
MOMENTS = (
    "actions", "enemy_actions", "step_out", "entered", "evade", "roll", "order", "supply", "siege", "locate", "combat",
    "after_combat", "assaults", "answer", "expedition",
)
(
    ACTIONS, ENEMY_ACTIONS, STEP_OUT, ENTERED, EVADE, ROLL, ORDER, SUPPLY, SIEGE, LOCATE, COMBAT,
    AFTER_COMBAT, ASSAULTS, ANSWER, EXPEDITION,
) = range(len(MOMENTS))

COMBATS = ("skirmish", "battle", "assault", "region")       # kinds of combat, for Tactical cards
SKIRMISH, BATTLE, ASSAULT, REGION = range(len(COMBATS))
FACE_DOWN = -2                                      # in a view: the other side has laid a card

Offer: TypeAlias = Callable[[Aiw, int], bool]       # may this side play the card now?
Play: TypeAlias = Callable[[Aiw, int], None]        # the card takes effect; the last thing a step does
Fit: TypeAlias = Callable[[Aiw, int, "Tactics"], bool]        # may this side lay the card in this combat?

OFFERS: dict[tuple[int, int], Offer] = {}           # (card, moment): its condition
PLAYS: dict[int, Play] = {}                         # card: its effect
OPENS: dict[tuple[int, int], Offer] = {}            # (card, moment): what of its condition everybody can see
FITS: dict[int, Fit] = {}                           # Tactical card: where it may be laid
AT: list[int] = [0] * len(MOMENTS)                  # by moment: the cards that may be played at it


def offered_at(card: str, moment: int, *, public: bool = False) -> Callable[[Offer], Offer]:
    """Marks the condition under which a card may be played at a moment; public if everybody can see all of it."""

    def mark(offer: Offer) -> Offer:
        OFFERS[CARD[card], moment] = offer
        AT[moment] |= 1 << CARD[card]
        if public:
            OPENS[CARD[card], moment] = offer
        return offer

    return mark


def opens_at(card: str, moment: int) -> Callable[[Offer], Offer]:
    """Marks that part of a card's condition which everybody can see: without it no window opens for the card."""

    def mark(opens: Offer) -> Offer:
        OPENS[CARD[card], moment] = opens
        return opens

    return mark


def plays(card: str) -> Callable[[Play], Play]:
    """Marks the effect of a card."""

    def mark(play: Play) -> Play:
        PLAYS[CARD[card]] = play
        return play

    return mark


def fits(card: str) -> Callable[[Fit], Fit]:
    """Marks the condition under which a Tactical card may be laid."""

    def mark(fit: Fit) -> Fit:
        FITS[CARD[card]] = fit
        return fit

    return mark


# ------------------------------------------------------------------------------------------------------- taking a card


@dataclass(slots=True)
class TakeCard(Procedure):
    """[7.0c] The phasing side takes a card."""

    side: int
    card: int = -1

    def steps(self) -> tuple[str, ...]:
        return ("draw", "keep", "limit")

    def draw(self, s: Aiw) -> str | None:
        """[7.0c] [7.0f] [7.0h] No card at all gives a Command Point; a cancelled one leaves the game."""
        card = draw_card(s, self.side)
        if card < 0:
            s.tell("no_cards", self.side)
            add_command(s, self.side, TABLES.table("cards").integer("empty_decks_give_cp"))
            return END
        if s.cancelled >> card & 1:
            s.deck[self.side] &= ~(1 << card)
            s.removed |= 1 << card
            s.reveal()
            s.tell("drew_cancelled", self.side, card)
            return END
        self.card = card
        return None

    def keep(self, s: Aiw) -> str | None:
        """[7.0d] [7.1b] An Event is played at once; any other card goes to the hand."""
        card, self.card = self.card, -1         # a secret from here on
        if not OF_TYPE[EVENT] >> card & 1:
            hold(s, self.side, card)
            return None
        s.deck[self.side] &= ~(1 << card)
        s.reveal()
        s.call(PlayCard(self.side, card))
        return END

    def limit(self, s: Aiw) -> None:
        """[7.0e] A ninth card forces a discard."""
        if s.held_cards[self.side] > HAND_LIMIT:
            s.call(Discard(self.side))


@dataclass(slots=True)
class Discard(Ask):
    """[7.0e] Nine cards: discard one of them; it has no effect."""

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [("discard", card) for card in ids_of(s.hand[seat])]

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        (card,) = action[1:]
        leave_hand(s, seat, card)
        s.discards |= 1 << card
        s.reveal()
        s.tell("discarded", seat, card)


# -------------------------------------------------------------------------------------------------------- playing cards


def may_hold(s: Aiw, side: int, cards: int) -> bool:
    """Could one of these cards be in a side's hand, as far as the other side can tell?"""
    if not s.held_cards[side]:
        return False
    known = s.known_hand[side]
    if known.bit_count() == s.held_cards[side]:
        return bool(known & cards)
    return bool((unseen(s, side) | known) & cards)


def imaginable(s: Aiw, side: int, moment: int) -> int:
    """The cards that a side could play at a moment if it held them, as far as the other side can tell."""
    found = AT[moment] & CARDS_OF[side]
    for card in ids_of(found):
        opens = OPENS.get((card, moment))
        if opens is not None and not opens(s, side):
            found &= ~(1 << card)
    return found


def playable(s: Aiw, side: int, moment: int) -> list[int]:
    """[7.1c] The cards of a hand that may be played at a moment."""
    return [card for card in ids_of(s.hand[side] & AT[moment]) if OFFERS[card, moment](s, side)]


def phasing(s: Aiw) -> int:
    """The side whose Player Phase it is, -1 if it is nobody's."""
    for frame in s.stack:
        if isinstance(frame, Phase):
            return frame.side
    return -1


@dataclass(slots=True)
class PlayCard(Procedure):
    """[7.1c] [7.1d] A card is played, may be answered, and takes effect."""

    side: int
    card: int
    void: bool = False      # another card has taken its effect away

    def steps(self) -> tuple[str, ...]:
        return ("declare", "answers", "effect")

    def declare(self, s: Aiw) -> None:
        """[7.1f] [7.1g] It is put away."""
        if s.hand[self.side] >> self.card & 1:
            leave_hand(s, self.side, self.card)
        put_away(s, self.card)
        s.reveal()
        s.tell("played", self.side, self.card)

    def answers(self, s: Aiw) -> None:
        """[7.1c] A Liberal Operational card of the Liberal Phase may be answered by captured dispatches."""
        if CARDS[self.card].type == OPERATIONAL and self.side == LIBERAL == phasing(s):
            s.call(CardWindow(CARLIST, ANSWER))

    def effect(self, s: Aiw) -> None:
        """[7.1d] What its text says; as its own answer whether it had one."""
        s.answer = int(not self.void)
        if self.void:
            s.removed &= ~(1 << self.card)
            s.discards |= 1 << self.card
            s.tell("voided", self.card)
        else:
            PLAYS[self.card](s, self.side)


@dataclass(slots=True)
class CardWindow(Ask):
    """[7.1c] [7.3d] A side may play an Operational card at this moment, or pass."""

    moment: int

    def players(self, s: Aiw) -> Sequence[int]:
        if not may_hold(s, self.who, AT[self.moment]):
            return ()
        return (self.who,) if may_hold(s, self.who, imaginable(s, self.who, self.moment)) else ()

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [PASS, *(("play", card) for card in ids_of(s.hand[seat]))]

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        (card,) = action[1:]
        return refuse_card(s, seat, card, self.moment)

    def options(self, s: Aiw, seat: int) -> list[Action]:
        return [PASS, *(("play", card) for card in playable(s, seat, self.moment))]

    def decline(self, s: Aiw, seat: int) -> Action | None:
        return PASS

    def prompt(self, s: Aiw, seat: int) -> Prompt:
        return Prompt("7.1c", "card_window", kind=MOMENTS[self.moment])

    def choose(self, s: Aiw, seat: int, action: Action) -> bool | None:
        s.answer = 0
        if action == PASS:
            return None
        (card,) = action[1:]
        s.call(PlayCard(seat, card))
        return None


NOT_IN_HAND = Refusal("7.1c", "card_not_in_hand")
WRONG_MOMENT = Refusal("7.1c", "card_not_now")
TACTICAL_IN_COMBAT = Refusal("7.3b", "tactical_in_combat")
DOES_NOT_FIT = Refusal("7.3b", "card_does_not_fit")


def refuse_card(s: Aiw, side: int, card: int, moment: int) -> Refusal | None:
    """[7.1c] [7.3b] Why a card may not be played at a moment."""
    if not s.hand[side] >> card & 1:
        return NOT_IN_HAND
    if CARDS[card].type == TACTICAL:
        return TACTICAL_IN_COMBAT
    offer = OFFERS.get((card, moment))
    return None if offer is not None and offer(s, side) else WRONG_MOMENT


def recall(s: Aiw, now: Phase) -> None:
    """[7.1d] At the end of a phase a die for each leader who acted in it: from 4 on his card goes back to the hand."""
    for card in RETURNING:
        if card in now.effects and s.discards >> card & 1:
            die = s.die()
            s.tell("card_die", card, die)
            if die >= RETURNS_ON:
                take_back(s, now.side, card)


# ------------------------------------------------------------------------------------------------------- Tactical cards


@dataclass(slots=True)
class Tactics(Procedure):
    """[7.1e] [7.3a] [7.3c] Both sides may lay a Tactical card, the attacker first; what was laid is shown together and
    stands in the caller's `tactic`, by side. In an Assault only the attacker lays one."""

    attacker: int
    x: int
    kind: int               # SKIRMISH, BATTLE, ASSAULT, REGION
    round: int = 1
    laid: list[int] = field(default_factory=lambda: [-1, -1])       # by side; a secret until both have decided

    def steps(self) -> tuple[str, ...]:
        return ("first", "second", "reveal")

    def first(self, s: Aiw) -> None:
        """[7.3a] The attacker, who is the phasing player, decides first."""
        self._ask(s, self.attacker)

    def second(self, s: Aiw) -> None:
        """[7.3a] [18.1r] Then the other; the defender of an Assault plays none."""
        if self.kind != ASSAULT:
            self._ask(s, 1 - self.attacker)

    def reveal(self, s: Aiw) -> None:
        """[7.3a] [7.1f] [7.1g] Both are shown, and discarded or out of the game."""
        for side in (self.attacker, 1 - self.attacker):
            card = self.laid[side]
            if card >= 0:
                put_away(s, card)
                s.reveal()
                s.tell("laid", side, card)
        fight = s.caller(self, Procedure)
        setattr(fight, "tactic", self.laid[:])  # noqa: B010

    def _ask(self, s: Aiw, side: int) -> None:
        if may_hold(s, side, OF_TYPE[TACTICAL] & FITTING[self.kind]):
            s.call(LayCard(side))

    def hide(self, seat: int) -> Tactics:
        shown = clone_frame(self)
        assert isinstance(shown, Tactics)
        shown.laid = [card if side == seat or card < 0 else FACE_DOWN for side, card in enumerate(self.laid)]
        return shown


@dataclass(slots=True)
class LayCard(Ask):
    """[7.3a] [7.3b] Lay a Tactical card face down for this combat or round, or none."""

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [PASS, *(("lay", card) for card in ids_of(s.hand[seat]))]

    def refuse(self, s: Aiw, seat: int, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        (card,) = action[1:]
        if not s.hand[seat] >> card & 1:
            return NOT_IN_HAND
        now = s.caller(self, Tactics)
        fit = FITS.get(card)
        return None if fit is not None and fit(s, seat, now) else DOES_NOT_FIT

    def decline(self, s: Aiw, seat: int) -> Action | None:
        return PASS

    def prompt(self, s: Aiw, seat: int) -> Prompt:
        return Prompt("7.3a", "lay_card", kind=COMBATS[s.caller(self, Tactics).kind])

    def choose(self, s: Aiw, seat: int, action: Action) -> None:
        laid = s.caller(self, Tactics).laid
        if action != PASS:
            (laid[seat],) = action[1:]
            leave_hand(s, seat, laid[seat])
        s.tell("lays" if action != PASS else "lays_none", seat)


def _fitting() -> tuple[int, ...]:
    """By kind of combat: the Tactical cards that can be laid in it at all."""
    rows = {row.text("id"): row.words("combat") for row in PACK.rows("cards.csv")}
    words = ("skirmish", "battle", "assault", "skirmish")
    return tuple(bitset(CARD[name] for name, combat in rows.items() if word in combat) for word in words)


FITTING = _fitting()
