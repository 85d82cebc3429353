"""[5.1] Events that any Power may play and Must Play cards: Resources, Hands and what they cost."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tablero.games.wellington.board import BRITAIN, CARD, CARDS, GUEST, HAND, HOME, MUST_PLAY, NORD, ON_MAP, SPAIN, SUD
from tablero.games.wellington.cards.choices import ChooseDuchy, ChoosePower, with_soldiers
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r05_cards.s02_windows import (
    HOME_OWNER, can_draw, discard_at_random, draw, enemies, zone_of
)
from tablero.games.wellington.rules.r15_resources import gain_resources, lose_resource
from tablero.games.wellington.state import Card, Duchies, Power, Powers, Wellington
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of, nth
from tablero.kernel.frames import END, Procedure, clone_frame
from tablero.kernel.windows import Ask, PublicAsk

BOTH_FRENCH = (SUD, NORD)

# --- Resources and cards


def effect_royal_intervention(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[15.1b] A Resource."""
    gain_resources(s, power)


def effect_extended_campaign(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[5.6d] [5.6e] A card, and one more card to be played in this Impulse."""
    if can_draw(s, power):
        draw(s, power)
    impulse.granted += 1


@dataclass(slots=True)
class Against(Procedure):
    """[5.1b] An Event against a Power that its player names."""

    power: Power
    card: Card
    among: Powers

    def steps(self) -> tuple[str, ...]:
        return ("whom", "suffer")

    def whom(self, s: Wellington) -> None:
        """[5.1b] Against which Power."""
        s.call(ChoosePower(self.power, self.card, self.among))

    def suffer(self, s: Wellington) -> None:
        """[5.1a] What it suffers."""
        AGAINST[self.card](s, self.power, s.answer)


def shown_arrears_of_pay(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return any(s.resources[power] or with_soldiers(s, power) for power in ids_of(enemies(seat)))


def effect_arrears_of_pay(s: Wellington, power: Power, impulse: Impulse) -> None:
    among = bitset(one for one in ids_of(enemies(power)) if s.resources[one] or with_soldiers(s, one))
    s.call(Against(power, CARD["arrears_of_pay"], among))


def owe_pay(s: Wellington, power: Power, target: Power) -> None:
    """The Power loses a Resource or regroups 2 SPs: it chooses where it has both."""
    if not s.resources[target]:
        s.call(RegroupSoldiers(target, 2, CARD["arrears_of_pay"]))
    elif not with_soldiers(s, target):
        lose_resource(s, target)
    else:
        s.call(PayOrDesert(target))


@dataclass(slots=True)
class PayOrDesert(PublicAsk):
    """[5.1a] Lose a Resource, or send 2 SPs to the Regroup Box?"""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("resource",), ("desert",)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        if action == ("resource",):
            lose_resource(s, seat)
        else:
            s.call(RegroupSoldiers(seat, 2, CARD["arrears_of_pay"]))


@dataclass(slots=True)
class RegroupSoldiers(Procedure):
    """[6.2a] SPs of a Power go to its Regroup Box, as many as it has."""

    power: Power
    n: int
    card: Card
    where: Duchies = ON_MAP

    def steps(self) -> tuple[str, ...]:
        return ("ask", "go")

    def ask(self, s: Wellington) -> str | None:
        """[5.1a] From which Duchy the next one goes."""
        where = with_soldiers(s, self.power, 1, self.where)
        if not self.n or not where:
            return END
        s.call(ChooseDuchy(self.power, self.card, where))
        return None

    def go(self, s: Wellington) -> str:
        """[6.2a] It goes."""
        self.n -= 1
        s.tell("regrouped", self.power, 1, s.answer)
        lose_soldiers(s, self.power, s.answer, 1, to_regroup=True)
        return "ask"


def shown_exploring_officers(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(targets_with_cards(s, enemies(seat)))


def targets_with_cards(s: Wellington, powers: Powers) -> Powers:
    """Powers that hold a card, as everybody can count."""
    return bitset(power for power in ids_of(powers) if any(s.sizes[zone[power]] for zone in (HAND, HOME, GUEST)))


def effect_exploring_officers(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Against(power, CARD["exploring_officers"], targets_with_cards(s, enemies(power))))


def explore(s: Wellington, power: Power, target: Power) -> None:
    """Its whole Hand is seen, and it plays no Responses in this Impulse."""
    for zone in (HAND, HOME, GUEST):
        CARDS.look(s, power, zone[target])
    s.reveal()
    s.frame(Impulse).silenced |= 1 << target
    s.tell("hand_seen", power, target)


def shown_a_change_of_plans(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(targets_with_cards(s, 0b1111 & ~(1 << seat)))


def effect_a_change_of_plans(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Against(power, CARD["a_change_of_plans"], targets_with_cards(s, 0b1111 & ~(1 << power))))


def take_card(s: Wellington, power: Power, target: Power) -> None:
    """[5.4d] [4.22j] A card at random, Home cards included; those of others are good for their CPs only."""
    cards = s.piles[HAND[target]] | s.piles[HOME[target]] | s.piles[GUEST[target]]
    card = nth(cards, s.below(cards.bit_count()))
    owner = HOME_OWNER[card]
    own = owner >= 0 and CARDS.zones[HOME[power]].holds >> card & 1 and zone_of(s, target, card) == GUEST[target]
    to = HAND[power] if owner < 0 else HOME[power] if own else GUEST[power]
    CARDS.move(s, card, zone_of(s, target, card), to)
    s.reveal()
    s.tell("took_card", power, target, card, seen=1 << power | 1 << target,
           public=("took_card_hidden", (power, target)))


def effect_corruption_sabotage(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[5.4d] A Resource, or else a card at random, or else 2 SPs that go to the Regroup Box."""
    if not lose_resource(s, power) and discard_at_random(s, power) < 0:
        s.call(RegroupSoldiers(power, 2, CARD["corruption_sabotage"]))


def lose_card_or_resource(s: Wellington, power: Power) -> None:
    """[5.4d] A Power discards a card at random, or loses a Resource if it has none."""
    if discard_at_random(s, power) < 0:
        lose_resource(s, power)


def effect_luddite_riots(s: Wellington, power: Power, impulse: Impulse) -> None:
    lose_card_or_resource(s, BRITAIN)


def effect_cortes_of_cadiz(s: Wellington, power: Power, impulse: Impulse) -> None:
    lose_card_or_resource(s, SPAIN)


def effect_malet_conspiracy(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[5.4d] Each French Power discards a card at random."""
    for french in BOTH_FRENCH:
        discard_at_random(s, french)



# --- Council of War


def shown_council_of_war(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    """The card itself is one of the Hand until it is played."""
    return s.sizes[HAND[seat]] > 1 or s.sizes[HAND[seat ^ 2]] > 0


def effect_council_of_war(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Council(power))


@dataclass(slots=True)
class Council(Procedure):
    """[2.5b] [8.2b] Two Allies look at each other's Hands, without Home cards, and may exchange a card for another."""

    power: Power
    give: Card = -1             # hidden from the enemy
    want: Card = -1

    def steps(self) -> tuple[str, ...]:
        return ("look", "offer", "wish", "agree", "exchange")

    def look(self, s: Wellington) -> None:
        """[2.5b] Both look."""
        ally = self.power ^ 2
        CARDS.look(s, self.power, HAND[ally])
        CARDS.look(s, ally, HAND[self.power])
        s.reveal()
        s.tell("council", self.power)

    def offer(self, s: Wellington) -> None:
        """[5.8b] Must Play cards stay where they are."""
        s.call(OfferCard(self.power))

    def wish(self, s: Wellington) -> str | None:
        """[5.1a] For which card, if one is offered."""
        if self.give < 0:
            return END
        s.call(WishCard(self.power))
        return None

    def agree(self, s: Wellington) -> str | None:
        """[5.1a] The Ally answers."""
        if self.want < 0:
            return END
        s.call(AgreeExchange(self.power ^ 2))
        return None

    def exchange(self, s: Wellington) -> None:
        """[5.1a] Both know where the two cards are; the enemy does not know which they were."""
        ally = self.power ^ 2
        if not s.answer:
            s.tell("no_exchange", self.power)
            return
        both = 1 << self.power | 1 << ally
        CARDS.move(s, self.give, HAND[self.power], HAND[ally], watch=both)
        CARDS.move(s, self.want, HAND[ally], HAND[self.power], watch=both)
        s.reveal()
        s.tell("exchanged", self.power, self.give, self.want, seen=both, public=("exchanged_hidden", (self.power,)))

    def hide(self, seat: Power) -> Council:
        if seat in (self.power, self.power ^ 2):
            return self
        shown = clone_frame(self)
        shown.give = shown.want = -1
        return shown

    def guess(self, s: Wellington, seat: Power, chance: Random) -> None:
        """The enemy knows how far they have come, not which cards they speak of. Where his guess has dealt Must Play
        cards only it is one of these."""
        if seat in (self.power, self.power ^ 2):
            return
        ours, theirs = s.piles[HAND[self.power]], s.piles[HAND[self.power ^ 2]]
        if self.at > 2:
            self.give = chance.choice(ids_of(ours & ~MUST_PLAY or ours))
        if self.at > 3:
            self.want = chance.choice(ids_of(theirs & ~MUST_PLAY or theirs))


@dataclass(slots=True)
class OfferCard(Ask):
    """[5.1a] Offer a card to the Ally?"""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [*(("offer", card) for card in ids_of(s.piles[HAND[seat]] & ~MUST_PLAY)), DONE]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.caller(self, Council).give = action[1] if action != DONE else -1


@dataclass(slots=True)
class WishCard(Ask):
    """[5.1a] For which card of the Ally?"""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [*(("wish", card) for card in ids_of(s.piles[HAND[seat ^ 2]] & ~MUST_PLAY)), DONE]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.caller(self, Council).want = action[1] if action != DONE else -1


@dataclass(slots=True)
class AgreeExchange(PublicAsk):
    """[5.1a] Does the Ally agree to the exchange? The answer is 1, or 0."""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("yes",), ("no",)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.answer = int(action == ("yes",))



AGAINST = {
    CARD["arrears_of_pay"]: owe_pay, CARD["exploring_officers"]: explore, CARD["a_change_of_plans"]: take_card,
}
