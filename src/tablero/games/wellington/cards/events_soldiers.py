"""[5.1] Events that any Power may play and Must Play cards: Soldiers leave, come and return."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import (
    BRITAIN, CARD, CARDS, DUCHIES, FRENCH, IN_PORTUGAL, IN_SPAIN, LEADERS, NORD, REGROUP, REMOVED, SOULT, SPAIN, SUD
)
from tablero.games.wellington.cards.choices import (
    ChooseDuchy, ChooseLeader, ChoosePower, EnterLeader, Removals, Return, friendly_armies, place_at_home,
    waiting_leaders, with_soldiers
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import lose_leader
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r05_cards.s11_shortages import RemoveSoldiers
from tablero.games.wellington.rules.r06_placement import PlaceSoldiers, leader_homes, own_homes, soldier_homes
from tablero.games.wellington.rules.r15_resources import lose_resource
from tablero.games.wellington.state import Card, Cards, Leaders, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import PublicAsk

BOTH_FRENCH = (SUD, NORD)
YOUNG_GUARD, LANCERS, DRAGOONS = CARD["young_guard"], CARD["lancers_of_the_vistula"], CARD["dragoons"]

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

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        """It names both, so that they can be read: a sole card is not asked about."""
        cards = list(ids_of(self.among))
        return Prompt("5.1a", "choose_cavalry", (("first", "card", cards[0]), ("second", "card", cards[-1])))

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
        s.call(PlaceSoldiers(self.target, self.target, self.taken, own_homes(s, self.target), self.power))


def effect_la_patrie_en_danger(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[16.21c] For the French three SPs each and better Appeals; the Allies send French Soldiers home (reading G73)."""
    if power & 1 == FRENCH:
        s.call(HomeDefence(power))
    else:
        s.call(HomeAgain(power))


@dataclass(slots=True)
class HomeDefence(Procedure):
    """[6.3a] [6.3f] Each French Power places 3 SPs at home."""

    power: Power
    left: tuple[Power, ...] = BOTH_FRENCH

    def steps(self) -> tuple[str, ...]:
        return ("next",)

    def next(self, s: Wellington) -> str | None:
        """[6.3a] One Power after the other."""
        if not self.left:
            return END
        power, self.left = self.left[0], self.left[1:]
        s.call(PlaceSoldiers(power, power, 3, soldier_homes(s, power), self.power))
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
