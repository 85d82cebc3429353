"""[5.1] Events that any Power may play as the card of its Impulse, and Must Play cards."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tablero.games.wellington.board import (
    ALLIES, BRITAIN, CARD, CARDS, DUCHIES, FRENCH, GUEST, HAND, HOME, IN_PORTUGAL, IN_SPAIN, LEADERS, MUST_PLAY, NORD,
    ON_MAP, REGROUP, REMOVED, SIDES, SOULT, SPAIN, SUD
)
from tablero.games.wellington.cards.choices import (
    ChooseDuchy, ChooseLeader, ChoosePower, EnterLeader, Removals, Return, attrition_at, friendly_armies,
    place_at_home, waiting_leaders, with_soldiers
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import lose_leader
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r05_cards.s02_windows import (
    HOME_OWNER, can_draw, discard_at_random, draw, enemies, zone_of
)
from tablero.games.wellington.rules.r05_cards.s11_shortages import RemoveSoldiers
from tablero.games.wellington.rules.r06_placement import PlaceSoldiers, leader_homes, own_homes, soldier_homes
from tablero.games.wellington.rules.r09_movement.s02_march import FreeMarch, refuse_leader
from tablero.games.wellington.state import Card, Cards, Duchies, Leaders, Power, Powers, Wellington
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of, nth
from tablero.kernel.frames import END, Procedure, clone_frame
from tablero.kernel.windows import Ask, PublicAsk

BOTH_FRENCH = (SUD, NORD)
YOUNG_GUARD, LANCERS, DRAGOONS = CARD["young_guard"], CARD["lancers_of_the_vistula"], CARD["dragoons"]


def gain(s: Wellington, power: Power, n: int = 1) -> None:
    """[15.1b] A Power receives Resources."""
    s.resources[power] += n
    s.tell("gained", power, n)


def lose_resource(s: Wellington, power: Power) -> bool:
    """A Power loses a Resource, if it has one."""
    if not s.resources[power]:
        return False
    s.resources[power] -= 1
    s.tell("lost_resource", power)
    return True


def movable_armies(s: Wellington, power: Power) -> Leaders:
    """The Leaders of a Power whose Armies may move."""
    return bitset(leader for leader in ids_of(LEADERS[power])
                  if s.at[leader] < DUCHIES and refuse_leader(s, power, leader) is None)


# --- marches


def shown_forced_march(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(movable_armies(s, seat))


def effect_forced_march(s: Wellington, power: Power, impulse: Impulse) -> None:
    """Five Duchies without CPs and without Forced March Attrition."""
    s.call(FreeMarch(power, 5, no_forced=True))


# --- Soldiers leave for other wars


def effect_russian_front(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[5.12a] [16.21c] Each French Power removes 3 SPs; the removed card makes each Appeal worse."""
    s.call(Removals(BOTH_FRENCH, 3, CARD["russian_front"]))


def effect_cadres(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[5.12a] [16.21c] Each French Power removes 2 SPs; the removed card makes each Appeal worse."""
    s.call(Removals(BOTH_FRENCH, 2, CARD["cadres"]))


def effect_invade_canada(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[5.12a] Britain removes 3 SPs."""
    s.call(Removals((BRITAIN,), 3, CARD["invade_canada"]))


def effect_viceroys_overthrown(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[5.12a] Spain removes 3 SPs and loses a Resource."""
    lose_resource(s, SPAIN)
    s.call(Removals((SPAIN,), 3, CARD["viceroys_overthrown"]))


def effect_portuguese_unrest(s: Wellington, power: Power, impulse: Impulse) -> None:
    """Britain regroups 3 SPs, from Portugal if it can; in this Turn it raises Soldiers only in Lisbon and Gibraltar."""
    s.turn_events |= 1 << CARD["portuguese_unrest"]
    s.call(Removals((BRITAIN,), 3, CARD["portuguese_unrest"], IN_PORTUGAL, to_regroup=True))


@dataclass(slots=True)
class EmperorBeckons(Procedure):
    """[5.1a] Soult or another French Leader is recalled; each French Power removes 2 SPs; the Young Guard is gone."""

    power: Power

    def steps(self) -> tuple[str, ...]:
        return ("whose", "who", "recall", "soldiers")

    def whose(self, s: Wellington) -> str | None:
        """[5.1b] Without Soult on the map the Power that plays the card names a French Power with a Leader on it."""
        s.answer = -1
        if s.at[SOULT] < DUCHIES:
            return "recall"
        among = sum(1 << power for power in BOTH_FRENCH if on_map(s, power))
        if among:
            s.call(ChoosePower(self.power, CARD["emperor_beckons"], among))
            return None
        return "soldiers"

    def who(self, s: Wellington) -> None:
        """[5.1b] That Power chooses the Leader."""
        power = s.answer
        s.call(ChooseLeader(power, CARD["emperor_beckons"], on_map(s, power)))

    def recall(self, s: Wellington) -> None:
        """[5.1c] He may be built again from the next Turn on."""
        leader = SOULT if s.at[SOULT] < DUCHIES else s.answer
        s.recalled |= 1 << leader
        s.tell("recalled", leader, s.at[leader])
        lose_leader(s, leader)

    def soldiers(self, s: Wellington) -> None:
        """[5.7b] The Young Guard is removed wherever it is; nobody is told where it was but he who held it."""
        remove_anywhere(s, YOUNG_GUARD)
        s.call(Removals(BOTH_FRENCH, 2, CARD["emperor_beckons"]))


def on_map(s: Wellington, power: Power) -> Leaders:
    return bitset(leader for leader in ids_of(LEADERS[power]) if s.at[leader] < DUCHIES)


def remove_anywhere(s: Wellington, card: Card) -> None:
    """[5.7b] A Home card leaves the game wherever it is."""
    zone = CARDS.where(s, card)
    if zone != REMOVED:
        CARDS.move(s, card, zone, REMOVED)
        s.reveal()
        s.tell("removed_card", card)


def effect_emperor_beckons(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(EmperorBeckons(power))


@dataclass(slots=True)
class EmperorsHorses(Procedure):
    """[5.1a] Each French Power removes a cavalry Soldier; then French cavalry leaves the Home deck."""

    power: Power
    left: tuple[Power, ...] = BOTH_FRENCH

    def steps(self) -> tuple[str, ...]:
        return ("ask", "remove", "card")

    def ask(self, s: Wellington) -> str | None:
        """[5.12a] Two SPs in one Duchy; from wherever they are, or owed, if there are none such."""
        if not self.left:
            return "card"
        power, card = self.left[0], CARD["emperors_horses"]
        pairs = with_soldiers(s, power, 2)
        if pairs:
            s.call(ChooseDuchy(power, card, pairs))
            return None
        self.left = self.left[1:]
        s.call(RemoveSoldiers(power, power, 2, card))
        return "ask"

    def remove(self, s: Wellington) -> str:
        """[5.12a] Two SPs are gone."""
        power, self.left = self.left[0], self.left[1:]
        lose_soldiers(s, power, s.answer, 2)
        s.tell("eliminated", power, 2, s.answer)
        return "ask"

    def card(self, s: Wellington) -> None:
        """[5.7b] Lancers or Dragoons, unless both are gone."""
        left = (1 << LANCERS | 1 << DRAGOONS) & ~s.piles[REMOVED]
        if left:
            s.call(ChooseCavalry(self.power, left))


@dataclass(slots=True)
class ChooseCavalry(PublicAsk):
    """[5.1a] Which card of French cavalry leaves the game?"""

    among: Cards

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("remove_card", card) for card in ids_of(self.among)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        remove_anywhere(s, action[1])


def effect_emperors_horses(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(EmperorsHorses(power))


# --- Soldiers come


def shown_next_class(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(soldier_homes(s, seat))


def effect_next_class(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[5.11b] [6.3f] Four SPs."""
    place_at_home(s, power, 4)


shown_volunteers = shown_next_class


def effect_volunteers(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[6.3a] Two SPs."""
    place_at_home(s, power, 2)


def shown_la_patrie_en_danger(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    if seat & 1 == FRENCH:
        return bool(own_homes(s, SUD) | own_homes(s, NORD))
    return any(own_homes(s, power) and with_soldiers(s, power, 1, IN_SPAIN | IN_PORTUGAL) for power in BOTH_FRENCH)


@dataclass(slots=True)
class HomeAgain(Procedure):
    """[5.1a] A French Power sends 3 SPs of its choice from Spain and Portugal to its own Home Duchies."""

    power: Power                # who plays the card
    n: int = 3
    target: Power = -1
    taken: int = 0

    def steps(self) -> tuple[str, ...]:
        return ("whose", "ask", "take", "place")

    def whose(self, s: Wellington) -> None:
        """[5.1b] Which French Power."""
        among = sum(1 << power for power in BOTH_FRENCH
                    if own_homes(s, power) and with_soldiers(s, power, 1, IN_SPAIN | IN_PORTUGAL))
        s.call(ChoosePower(self.power, CARD["la_patrie_en_danger"], among))

    def ask(self, s: Wellington) -> str | None:
        """[5.1a] From which Duchy it sends the next one."""
        if self.target < 0:
            self.target = s.answer
        where = with_soldiers(s, self.target, 1, IN_SPAIN | IN_PORTUGAL)
        if self.taken == self.n or not where:
            return "place"
        s.call(ChooseDuchy(self.target, CARD["la_patrie_en_danger"], where))
        return None

    def take(self, s: Wellington) -> str:
        """[5.1a] An SP leaves."""
        lose_soldiers(s, self.target, s.answer, 1)
        s.tell("called_home", self.target, s.answer)
        self.taken += 1
        return "ask"

    def place(self, s: Wellington) -> None:
        """[6.3a] They arrive."""
        s.call(PlaceSoldiers(self.target, self.target, self.taken, own_homes(s, self.target)))


def effect_la_patrie_en_danger(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[16.21c] For the French three SPs each and better Appeals; the Allies send French Soldiers home (reading G73)."""
    if power & 1 == FRENCH:
        s.call(HomeDefence(power))
    else:
        s.call(HomeAgain(power))


@dataclass(slots=True)
class HomeDefence(Procedure):
    """[6.3a] Each French Power places 3 SPs in its own Home Duchies."""

    power: Power
    left: tuple[Power, ...] = BOTH_FRENCH

    def steps(self) -> tuple[str, ...]:
        return ("next",)

    def next(self, s: Wellington) -> str | None:
        """[6.3a] One Power after the other."""
        if not self.left:
            return END
        power, self.left = self.left[0], self.left[1:]
        s.call(PlaceSoldiers(power, power, 3, own_homes(s, power), self.power))
        return "next"


# --- pieces come back


def shown_supply_convoy(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(s.regroup[seat] and soldier_homes(s, seat) or s.here[REGROUP] & LEADERS[seat] and leader_homes(s, seat))


def effect_supply_convoy(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[6.2a] Up to 3 SPs and a Leader come back."""
    s.call(Return(power, CARD["supply_convoy"], 3))


def shown_rally_to_the_colours(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    army = bool(friendly_armies(s, seat))
    return bool(s.regroup[seat] and (army or soldier_homes(s, seat))
                or s.here[REGROUP] & LEADERS[seat] and (army or leader_homes(s, seat)))


def effect_rally_to_the_colours(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[6.2a] Up to 4 SPs and a Leader come back, if it likes with an Army."""
    s.call(Return(power, CARD["rally_to_the_colours"], 4, with_army=True))


def shown_field_promotion(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(waiting_leaders(s, seat) and leader_homes(s, seat))


def effect_field_promotion(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[6.3b] A Leader without CPs."""
    s.call(EnterLeader(power, CARD["field_promotion"]))


# --- Resources and cards


def effect_royal_intervention(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[15.1b] A Resource."""
    gain(s, power)


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
        lose_soldiers(s, self.power, s.answer, 1, to_regroup=True)
        s.tell("regrouped", self.power, 1, s.answer)
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
        """The enemy knows how far they have come, not which cards they speak of."""
        if seat in (self.power, self.power ^ 2):
            return
        if self.at > 2:
            self.give = chance.choice(ids_of(s.piles[HAND[self.power]] & ~MUST_PLAY) or (-1,))
        if self.at > 3:
            self.want = chance.choice(ids_of(s.piles[HAND[self.power ^ 2]] & ~MUST_PLAY) or (-1,))


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


# --- what befalls armies


def crowded(s: Wellington) -> Duchies:
    """Duchies with at least 5 SPs of one side."""
    found = 0
    for one, other in SIDES:
        for x in ids_of((s.occupied[one] | s.occupied[other]) & ON_MAP):
            if s.sp[one * DUCHIES + x] + s.sp[other * DUCHIES + x] >= 5:
                found |= 1 << x
    return found


def shown_camp_fever(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(crowded(s))


@dataclass(slots=True)
class CampFever(Procedure):
    """[13.1d] All Formations of a side with at least 5 SPs in a Duchy take Attrition twice."""

    power: Power

    def steps(self) -> tuple[str, ...]:
        return ("ask", "suffer")

    def ask(self, s: Wellington) -> None:
        """[5.1a] In which Duchy."""
        s.call(ChooseDuchy(self.power, CARD["camp_fever"], crowded(s)))

    def suffer(self, s: Wellington) -> None:
        """[13.1d] The side with more Soldiers there."""
        x = s.answer
        side = max((ALLIES, FRENCH), key=lambda side: sum(s.sp[power * DUCHIES + x] for power in SIDES[side]))
        s.call(attrition_at(s, side, x, reasons=2))


def effect_camp_fever(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(CampFever(power))


def deserters(s: Wellington, power: Power) -> list[Action]:
    """Where an enemy Power has at least 2 SPs."""
    return [("desert_at", one, x) for one in ids_of(enemies(power)) for x in ids_of(with_soldiers(s, one, 2))]


def shown_desertion(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(deserters(s, seat))


def effect_desertion(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Desertion(power))


@dataclass(slots=True)
class Desertion(PublicAsk):
    """[5.1a] From which Duchy does an enemy Power lose half a die of SPs to its Regroup Box? At least one stays."""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return deserters(s, seat)

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        _, power, x = action
        die = s.die()
        lost = min((die + 1) // 2, s.sp[power * DUCHIES + x] - 1)
        s.tell("desertion", power, x, die, lost)
        lose_soldiers(s, power, x, lost, to_regroup=True)


def quartered(s: Wellington, power: Power) -> list[Action]:
    """Where an enemy Power has a Leader."""
    return [("quarter", one, x) for one in ids_of(enemies(power))
            for x in sorted({s.at[leader] for leader in ids_of(LEADERS[one])}) if x < DUCHIES and ON_MAP >> x & 1]


def shown_winter_quarters(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(quartered(s, seat))


def effect_winter_quarters(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(WinterQuarters(power))


@dataclass(slots=True)
class WinterQuarters(PublicAsk):
    """[5.1a] Which Formations may not leave their Duchy or besiege until the end of their Power's next Impulse?"""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return quartered(s, seat)

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        _, power, x = action
        s.quarters.append((power, x, 0))
        s.tell("quartered", power, x)


# --- what lasts


def effect_atrocity(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Atrocity(power))


@dataclass(slots=True)
class Atrocity(PublicAsk):
    """[11.3d] Which side fights with one die more until the end of the Turn?"""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("enrage", ALLIES), ("enrage", FRENCH)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.atrocity |= 1 << action[1]
        s.tell("atrocity", action[1])


def effect_other_wellesley(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[16.22b] [16.23c] More dice, or fewer, for the Reinforcements of the next Interphase."""
    s.wellesley = 2 if power & 1 == FRENCH else 1


def effect_war_without_end(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[18.7b] No Peace Roll in this Turn."""
    s.turn_events |= 1 << CARD["war_without_end"]


AGAINST = {
    CARD["arrears_of_pay"]: owe_pay, CARD["exploring_officers"]: explore, CARD["a_change_of_plans"]: take_card,
}
