"""[5.1] [5.2] Windows in which Powers may play a card, and what becomes of a card that is played.

A window asks, all at once and in secret, every Power that could use it as far as the others can tell. The answer of the
Power next after the Active one on the Track is carried out, the others go back unseen, and the window asks again until
all pass [5.2j]. The procedure under the window, what a card is played into, is called `about` (kernel/cards.py).
"""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import (
    BATTLE_CARDS, CARDS, DISCARDS, DRAW_PILE, EVENT_DECLARED, GUEST, HAND, HAND_LIMIT, HOME, HOME_DECK, MOMENTS,
    MUST_PLAY, POWERS, REMOVED, RESERVE, RESPONSES, SIEGE_CARDS, SPAIN, TABLE, TRACK
)
from tablero.games.wellington.state import Card, Force, Leader, Power, Powers, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import Cards, about
from tablero.kernel.frames import Frame, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import TOGETHER, Reactions

EVERYBODY: Powers = (1 << len(POWERS)) - 1
SIDE_POWERS: tuple[Powers, Powers] = (0b0101, 0b1010)       # by side

NOT_NOW = Refusal("5.2d", "card_not_now")
NOT_FOR_YOU = Refusal("5.2a", "card_not_for_you")
NO_RESPONSES = Refusal("5.1c", "no_responses")


def track_order(s: Wellington, powers: Powers) -> tuple[Power, ...]:
    """[5.2g] Powers in the order of the Track, from the next after the Active one; outside of Impulses from the marked
    box on."""
    order = TRACK[s.active if s.active >= 0 else (s.box + 3) % 4]
    return tuple(power for power in order if powers >> power & 1)


def enemies(power: Power) -> Powers:
    return SIDE_POWERS[1 - (power & 1)]


def open_window(s: Wellington, moment: int, powers: Powers, frame: Frame) -> bool:
    """[5.2a] [5.2j] Ask these Powers for cards of a moment that answer a frame, if any of them could play one as far as
    everybody can tell; a piece of theirs need not be involved. Says whether it was called."""
    order = track_order(s, powers)
    if not CARDS.opens(s, moment, order, frame):
        return False
    s.call(Window(moment, order, TOGETHER))
    return True


@dataclass(slots=True)
class Window(Reactions):
    """[5.2h] [5.2j] A window for cards: play one, or pass. It asks again after each card, however many they are."""

    def register(self) -> Cards:
        return CARDS

    def among(self, s: Wellington, seat: Power) -> int:
        """[5.1c] Exploring Officers keep a Power from playing Responses."""
        return ~RESPONSES if silenced(s) >> seat & 1 else -1

    def refuse(self, s: Wellington, seat: Power, action: Action) -> Refusal | None:
        if action[0] != "play":
            return None
        card = action[1]
        if not CARDS.by[seat] >> card & 1:
            return NOT_FOR_YOU
        if not self.among(s, seat) >> card & 1:
            return NO_RESPONSES
        return None if CARDS.may_play(s, seat, self.moment, card, about(s, self)) else NOT_NOW

    def react(self, s: Wellington, seat: Power, action: Action) -> None:
        s.call(PlayEvent(seat, action[1]))

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        """It is asked of the open window, or of a copy without the answers of others."""
        return Prompt("5.2j", "window", subject(about(s, s.stack[-1])), MOMENTS[self.moment])


SUBJECTS = (("x", "duchy"), ("b", "duchy"), ("power", "power"), ("leader", "leader"), ("card", "card"))


def subject(frame: Procedure) -> tuple[tuple[str, str, int], ...]:
    """[5.2j] What a window is about, as far as its procedure names it: Duchy, Power, Leaders, card, number of
    losses. The Duchy is the one where it happens, of a step or a Convoy the one it leads to."""
    found: dict[str, int] = {}
    for name, kind in SUBJECTS:
        thing: object = getattr(frame, name, -1)
        if isinstance(thing, int) and thing >= 0:
            found.setdefault(kind, thing)
    forces: object = getattr(frame, "forces", ())
    things = tuple((kind, kind, thing) for kind, thing in found.items() if kind != "leader")
    hits: object = getattr(frame, "hits", 0)
    if isinstance(hits, int) and hits:
        things += (("n", "number", hits),)
    return things + led(forces if isinstance(forces, tuple) else (), found.get("leader", -1))


def led(forces: tuple[Force, ...], first: Leader = -1) -> tuple[tuple[str, str, int], ...]:
    """The Leaders of forces as things of a question: `leader`, the first of them, `leader1` and so on."""
    leaders = [leader for force in forces for leader in ids_of(force[1]) if leader != first]
    leaders[:0] = [first] if first >= 0 else []
    return tuple((f"leader{n or ''}", "leader", leader) for n, leader in enumerate(leaders))


def silenced(s: Wellington) -> Powers:
    """Powers that may play no Responses during the rest of this Impulse."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.within(Impulse)
    return impulse.silenced if impulse else 0


@dataclass(slots=True)
class PlayEvent(Procedure):
    """[5.1a] A card is declared as an Event, may be answered, takes effect, and is put away.

    It runs in a window (then the procedure under the window is what it is about), or as the card of an Impulse."""

    power: Power
    card: Card
    void: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("declare", "answers", "effect", "away")

    def declare(self, s: Wellington) -> None:
        """[5.1a] The card is shown."""
        CARDS.move(s, self.card, zone_of(s, self.power, self.card), TABLE)
        s.reveal()
        s.tell("played_event", self.power, self.card)

    def answers(self, s: Wellington) -> None:
        """[5.2c] An enemy may answer a Battle, Siege or Response Event before it takes effect."""
        if (RESPONSES | BATTLE_CARDS | SIEGE_CARDS) >> self.card & 1:
            open_window(s, EVENT_DECLARED, enemies(self.power), self)

    def effect(self, s: Wellington) -> None:
        """[5.1a] [5.2b] What the card says."""
        if self.void:
            s.tell("event_void", self.card)
        else:
            s.happened |= 1 << self.card
            CARDS.effects[self.card](s, self.power, about(s, self))

    def away(self, s: Wellington) -> None:
        """[4.21a] [4.21b] [5.4b] [5.7a] To the discards, out of the game, to its Reserve, or to Spain; if it is void as
        if it had been played for its CPs."""
        put_away(s, self.card, "discard" if self.void else self.fate())

    def fate(self) -> str:
        """[5.7a] [20at] [20av] Where the card goes after its Event."""
        fate = CARDS.fate[self.card]
        if fate == "remove_if_french":
            return "remove" if self.power & 1 else "discard"
        return fate


HOME_OWNER: tuple[Power, ...] = tuple(
    next((power for power in range(len(POWERS)) if HOME_DECK[power] >> card & 1), -1) for card in range(len(CARDS.ids))
)                           # by card: a Power whose Home card it is; -1 for common cards


def zone_of(s: Wellington, power: Power, card: Card) -> int:
    """Where a Power holds a card."""
    return next(zone for zone in (HAND[power], HOME[power], GUEST[power]) if s.piles[zone] >> card & 1)


def put_away(s: Wellington, card: Card, fate: str) -> None:
    """[4.21a] [4.21b] [5.7a] A card that was played leaves the table."""
    if fate == "remove":
        CARDS.move(s, card, TABLE, REMOVED)
        s.tell("removed_card", card)
    elif fate == "give_to_spain":
        CARDS.move(s, card, TABLE, GUEST[SPAIN])
    elif HOME_OWNER[card] >= 0:
        CARDS.move(s, card, TABLE, RESERVE[HOME_OWNER[card]])
    else:
        CARDS.move(s, card, TABLE, DISCARDS)
        s.top = card


# --- hands


def held(s: Wellington, power: Power) -> int:
    """[4.22j] [20ad] How many cards a Power holds, Home cards and those of others included. All may count them."""
    return s.sizes[HAND[power]] + s.sizes[HOME[power]] + s.sizes[GUEST[power]]


def can_draw(s: Wellington, power: Power) -> bool:
    """[15.2j] [15.2k] Has a Power room in its Hand, and is there a card to be drawn?"""
    return s.sizes[HAND[power]] < HAND_LIMIT and s.sizes[DRAW_PILE] + s.sizes[DISCARDS] > 0


def draw(s: Wellington, power: Power, *, told: int = 1) -> Card:
    """[15.2a] [15.2k] A card from the draw pile; the discards are shuffled first where it is empty. -1 for none. Others
    are told of so many cards, or of none if more are drawn at once."""
    if not s.sizes[DRAW_PILE]:
        shuffle_discards(s)
    if not s.sizes[DRAW_PILE]:
        return -1
    card = CARDS.pick(s, DRAW_PILE)
    CARDS.move(s, card, DRAW_PILE, HAND[power])
    s.reveal()
    s.tell("drew", power, card, seen=1 << power, public=("drew_hidden", (power, told)) if told else None)
    return card


def shuffle_discards(s: Wellington) -> None:
    """[16.41a] [15.2k] The discards become part of the draw pile."""
    if s.sizes[DISCARDS]:
        CARDS.pour(s, DISCARDS, DRAW_PILE)
        s.top = -1
        s.tell("reshuffled")


def discard_at_random(s: Wellington, power: Power) -> Card:
    """[5.4d] A common card of a Hand, drawn at random, is discarded; a Must Play card is shuffled into the draw pile
    instead. -1 if there is none."""
    card = CARDS.pick(s, HAND[power])
    if card < 0:
        return -1
    s.reveal()
    if MUST_PLAY >> card & 1:
        CARDS.move(s, card, HAND[power], DRAW_PILE, watch=-1)
        s.tell("shuffled_back", power, card)
    else:
        CARDS.move(s, card, HAND[power], DISCARDS, watch=-1)
        s.top = card
        s.tell("discarded", power, card)
    return card
