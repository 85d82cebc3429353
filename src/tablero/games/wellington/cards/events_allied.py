"""[5.1] Events of Britain and Spain, and their Home cards that are played as the card of an Impulse."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import (
    ALLIES, BRITAIN, CARD, DUCHIES, FRENCH, HAND, IN_PORTUGAL, IN_SPAIN, KEYS, NEAR, NORD, SPAIN, SUD, WELLINGTON
)
from tablero.games.wellington.cards.choices import Arrivals, ChooseDuchy, ChoosePower, EnterLeader, place_at_home
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations
from tablero.games.wellington.rules.r03_control import controlled, fortresses, friendly
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r04_sequence.s03_end_of_turn import (
    guerrilla_attack, guerrilla_targets, place_free_flag
)
from tablero.games.wellington.rules.r05_cards.s02_windows import discard_at_random
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r06_placement import PlaceSoldiers, leader_homes, soldier_homes
from tablero.games.wellington.rules.r07_flags import flag_choices
from tablero.games.wellington.rules.r09_movement.s02_march import March, army_of, refuse_leader
from tablero.games.wellington.rules.r10_reactions.s10_flags import FlagContact
from tablero.games.wellington.rules.r14_naval import Convoy, can_sail
from tablero.games.wellington.rules.r15_resources import gain_resources, lose_resource
from tablero.games.wellington.state import Card, Duchies, Duchy, Power, Wellington
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.windows import PublicAsk

MOST_ATTACKED = 4       # Duchies by ¡Guerrilleros!

# --- Soldiers


def effect_british_subsidies(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[5.11a] Britain, then Spain, place 4 SPs; then both draw a card."""
    s.call(Arrivals(power, (BRITAIN, SPAIN), 4, draws=(BRITAIN, SPAIN)))


def shown_to_arms(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(soldier_homes(s, SPAIN))


def effect_to_arms(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[6.3a] Three SPs in Duchies of Spain under Spanish Control."""
    place_at_home(s, SPAIN, 3)


def portuguese_homes(s: Wellington) -> Duchies:
    """Duchies in Portugal under British Control."""
    return controlled(s, BRITAIN) & IN_PORTUGAL & soldier_homes(s, BRITAIN)


def shown_fighting_cocks(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(portuguese_homes(s))


def effect_fighting_cocks(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[6.3a] Three SPs of Portuguese troops."""
    s.call(PlaceSoldiers(BRITAIN, BRITAIN, 3, portuguese_homes(s)))


# --- Guerrillas and risings


def guerrilla_field(s: Wellington) -> Duchies:
    return guerrilla_targets(s) & IN_SPAIN


def shown_guerrilleros(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(guerrilla_field(s))


def effect_guerrilleros(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Guerrilleros(power))


@dataclass(slots=True)
class Guerrilleros(Procedure):
    """[4.4b] Guerrillas attack up to four Duchies now."""

    power: Power
    chosen: Duchies = 0
    asked: bool = False

    @property
    def left(self) -> int:
        """How many Duchies may still be chosen."""
        return MOST_ATTACKED - self.chosen.bit_count()

    def steps(self) -> tuple[str, ...]:
        return ("ask", "chosen_one", "attack")

    def ask(self, s: Wellington) -> str | None:
        """[4.4a] One Duchy after the other."""
        left = guerrilla_field(s) & ~self.chosen
        if not self.left or not left:
            return "attack"
        s.call(ChooseDuchy(self.power, CARD["guerrilleros"], left, optional=bool(self.chosen)))
        return None

    def chosen_one(self, s: Wellington) -> str:
        """[4.4a] Enough, or another one."""
        if s.answer < 0:
            return "attack"
        self.chosen |= 1 << s.answer
        return "ask"

    def attack(self, s: Wellington) -> None:
        """[4.4b] All of them are attacked."""
        for x in ids_of(self.chosen):
            guerrilla_attack(s, x)


@dataclass(slots=True)
class EventFlags(Procedure):
    """[10.10a] A card Flags up to two Duchies, each of which the enemy may intercept."""

    power: Power                # who plays the card
    flag: Power                 # whose Flags they are
    card: Card
    n: int = 2
    done: Duchies = 0

    def steps(self) -> tuple[str, ...]:
        return ("ask", "place")

    def ask(self, s: Wellington) -> str | None:
        """[10.10a] Which Duchy."""
        where = flag_field(s, self.flag, self.power) & ~self.done
        if not self.n or not where:
            return END
        s.call(ChooseDuchy(self.power, self.card, where, optional=bool(self.done)))
        return None

    def place(self, s: Wellington) -> str:
        """[10.10a] The Flag, and who intercepts it."""
        if s.answer < 0:
            return END
        self.n -= 1
        self.done |= 1 << s.answer
        s.call(FlagContact(self.power, s.answer, self.flag))
        return "ask"


def flag_field(s: Wellington, flag: Power, power: Power) -> Duchies:
    """Unfortified Duchies in Spain that are no Keys, under enemy Control without an enemy Formation; for Spain Adjacent
    to Allied Control, for the French to a French Formation."""
    side = flag & 1
    found = friendly(s, 1 - side) & IN_SPAIN & ~KEYS & ~fortresses(s) & ~formations(s, 1 - side)
    base = formations(s, FRENCH) if side == FRENCH else controlled(s, SPAIN) | controlled(s, BRITAIN)
    return bitset(x for x in ids_of(found) if NEAR[x] & base and flag in flag_choices(s, flag, x))


def shown_juntas_proclaim(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(flag_field(s, SPAIN, seat))


def effect_juntas_proclaim(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(EventFlags(power, SPAIN, CARD["juntas_proclaim"]))


def rising_field(s: Wellington) -> Duchies:
    """French-Controlled unfortified Duchies in Spain."""
    return friendly(s, FRENCH) & IN_SPAIN & ~fortresses(s)


def shown_nationalist_uprising(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(rising_field(s))


def effect_nationalist_uprising(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Uprising(power))


@dataclass(slots=True)
class Uprising(Procedure):
    """[5.2i] [10.1a] Three Spanish SPs rise in a French Duchy: they fight with one die more, or may Flag it."""

    power: Power
    x: Duchy = -1

    def steps(self) -> tuple[str, ...]:
        return ("ask", "rise", "ask_flag")

    def ask(self, s: Wellington) -> None:
        """[5.2i] Which Duchy rises."""
        s.call(ChooseDuchy(self.power, CARD["nationalist_uprising"], rising_field(s)))

    def rise(self, s: Wellington) -> None:
        """[5.11a] (reading G56) The Allies are the Active side; the Soldiers and their choices are Spain's."""
        self.x = s.answer
        s.call(PlaceSoldiers(SPAIN, SPAIN, 3, 1 << self.x, self.power, bonus=1))

    def ask_flag(self, s: Wellington) -> None:
        """[7.1c] Where the Spanish have won Spain may Flag the Duchy."""
        if (s.occupied[SPAIN] & ~friendly(s, ALLIES)) >> self.x & 1 and SPAIN in flag_choices(s, SPAIN, self.x):
            s.call(RaiseFlag(SPAIN, self.x))


@dataclass(slots=True)
class RaiseFlag(PublicAsk):
    """[7.1c] Flag the Duchy that has risen?"""

    x: Duchy

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("flag", self.x, SPAIN), DONE]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        if action != DONE:
            place_free_flag(s, self.x, SPAIN)


def shown_spanish_ulcer(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return any(s.resources[power] or s.sizes[HAND[power]] for power in (SUD, NORD))


def effect_spanish_ulcer(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Ulcer(power))


@dataclass(slots=True)
class Ulcer(Procedure):
    """[5.4d] A French Power discards a card at random and loses a Resource."""

    power: Power

    def steps(self) -> tuple[str, ...]:
        return ("whom", "bleed")

    def whom(self, s: Wellington) -> None:
        """[5.1b] Which French Power."""
        s.call(ChoosePower(self.power, CARD["spanish_ulcer"], 1 << SUD | 1 << NORD))

    def bleed(self, s: Wellington) -> None:
        """[5.4d] A card and a Resource."""
        discard_at_random(s, s.answer)
        lose_resource(s, s.answer)


# --- the sea, and Wellington


def shown_command_of_the_sea(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return can_sail(s, BRITAIN, assault=False)


def effect_command_of_the_sea(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[14.2a] A Convoy without CPs, besides the one of the Impulse."""
    s.call(Convoy(BRITAIN, free=True))


def effect_admiralty(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[14.3a] [14.3c] A Convoy and two CPs, or an Amphibious Assault (reading G20)."""
    s.call(Admiralty(power))


@dataclass(slots=True)
class Admiralty(Procedure):
    """[14.3a] Admiralty or Hearts of Oak."""

    power: Power

    def steps(self) -> tuple[str, ...]:
        return ("ask", "sail", "spend")

    def ask(self, s: Wellington) -> None:
        """[14.3a] Which of the two it is."""
        s.call(ChooseSail(self.power))

    def sail(self, s: Wellington) -> str | None:
        """[14.2a] [14.3c] The Assault; or the Convoy."""
        if s.answer:
            s.call(Convoy(BRITAIN, assault=True, free=True))
            return END
        s.call(Convoy(BRITAIN, free=True))
        return None

    def spend(self, s: Wellington) -> None:
        """[5.5a] The two CPs."""
        s.call(Spending(BRITAIN, 2))


@dataclass(slots=True)
class ChooseSail(PublicAsk):
    """[14.3a] A Convoy and two CPs, or an Amphibious Assault? The answer is 1 for the Assault."""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        found: list[Action] = [("admiralty",)]
        return [*found, ("hearts_of_oak",)] if can_sail(s, BRITAIN, assault=True) else found

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.answer = int(action == ("hearts_of_oak",))


def effect_cavalry_of_st_george(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[17.1a] [15.1b] Spain gains a Resource, and the card goes to it for its CPs."""
    gain_resources(s, SPAIN)


def shown_long_nosed_wellesley(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    if s.at[WELLINGTON] < DUCHIES:
        return refuse_leader(s, BRITAIN, WELLINGTON) is None
    return bool(leader_homes(s, BRITAIN))


def effect_long_nosed_wellesley(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[6.3b] Wellington moves up to four Duchies and fights with two dice more; or he comes back."""
    if s.at[WELLINGTON] < DUCHIES:
        impulse.long_nosed = True
        s.call(March(BRITAIN, s.at[WELLINGTON], (army_of(s, WELLINGTON),), free_steps=4))
    else:
        s.call(EnterLeader(BRITAIN, CARD["long_nosed_wellesley"], WELLINGTON))
