"""[5.1] Events of the French Powers, and their Home cards that are played as the card of an Impulse."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import (
    ALLIES, CARD, CARDS, FRENCH, HOME, IN_SPAIN, LEADERS, MADRID, NEAR, NORD, RESERVE, SPAIN, SUD
)
from tablero.games.wellington.cards.choices import ChooseDuchy, friendly_armies, place_at_home, with_soldiers
from tablero.games.wellington.cards.events_allied import EventFlags, flag_field
from tablero.games.wellington.cards.events_armies import movable_armies
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import armies, formations
from tablero.games.wellington.rules.r03_control import controlled, fortresses, friendly
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r06_placement import PlaceSoldiers, soldier_homes
from tablero.games.wellington.rules.r09_movement.s02_march import ChooseArmy, March, army_of
from tablero.games.wellington.rules.r14_naval import Convoy, can_sail
from tablero.games.wellington.state import Duchies, Power, Wellington
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Procedure

# --- Flags and Guerrillas


def shown_afrancesados(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(flag_field(s, seat, seat))


def effect_afrancesados(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[10.10a] Two Duchies of Spain go over to the Power."""
    s.call(EventFlags(power, power, CARD["afrancesados"]))


def stragglers(s: Wellington) -> Duchies:
    """Duchies Adjacent to a French Army with Spanish Soldiers and no Spanish Leader."""
    french = armies(s, FRENCH)
    return bitset(x for x in ids_of(with_soldiers(s, SPAIN)) if NEAR[x] & french and not s.here[x] & LEADERS[SPAIN])


def effect_mobile_columns(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[4.4b] One less on all rolls of Guerrillas in this Turn; a Spanish SP without a Leader is regrouped."""
    s.turn_events |= 1 << CARD["mobile_columns"]
    if stragglers(s):
        s.call(Columns(power))


@dataclass(slots=True)
class Columns(Procedure):
    """[5.1a] The Power chooses where a Spanish SP is caught."""

    power: Power

    def steps(self) -> tuple[str, ...]:
        return ("ask", "catch")

    def ask(self, s: Wellington) -> None:
        """[5.1a] In which Duchy."""
        s.call(ChooseDuchy(self.power, CARD["mobile_columns"], stragglers(s)))

    def catch(self, s: Wellington) -> None:
        """[6.2a] It goes to the Regroup Box."""
        s.tell("regrouped", SPAIN, 1, s.answer)
        lose_soldiers(s, SPAIN, s.answer, 1, to_regroup=True)


# --- Home cards


def effect_eagles_come_south(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[5.4c] Used and Reserve Home cards of the French are shuffled; the Power and then the other draw one each."""
    for one in (power, power ^ 2):
        card = CARDS.pick(s, RESERVE[one])
        if card >= 0:
            CARDS.move(s, card, RESERVE[one], HOME[one])
            s.reveal()
            s.tell("dealt_home", one, card, seen=1 << one, public=("dealt_home_hidden", (one,)))


def shown_eagles_come_south(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return s.sizes[RESERVE[SUD]] > 0


# --- Soldiers


def shown_german_conscripts(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(soldier_homes(s, seat))


def effect_german_conscripts(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[6.3f] Three SPs."""
    place_at_home(s, power, 3)


def patrolled(s: Wellington) -> Duchies:
    """French-Controlled unfortified Duchies in Spain without an enemy Formation."""
    return friendly(s, FRENCH) & IN_SPAIN & ~fortresses(s) & ~formations(s, ALLIES)


def shown_gendarmes(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(patrolled(s))


def effect_gendarmes(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[10.1a] Up to two SPs, each in another Duchy."""
    s.call(PlaceSoldiers(power, power, 2, patrolled(s), apart=True, up_to=True))


def italian_field(s: Wellington, power: Power) -> Duchies:
    """Where the Power has an Army in a Friendly Duchy, and where its Soldiers enter."""
    return friendly_armies(s, power) | soldier_homes(s, power)


def shown_italian_division(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(italian_field(s, seat))


def effect_italian_division(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(ItalianDivision(power))


@dataclass(slots=True)
class ItalianDivision(Procedure):
    """[6.3a] Two SPs together, with an Army or at home."""

    power: Power

    def steps(self) -> tuple[str, ...]:
        return ("ask", "place")

    def ask(self, s: Wellington) -> None:
        """[5.1a] In which Duchy."""
        s.call(ChooseDuchy(self.power, CARD["italian_division"], italian_field(s, self.power)))

    def place(self, s: Wellington) -> None:
        """[6.3a] Both arrive there."""
        s.call(PlaceSoldiers(self.power, self.power, 2, 1 << s.answer))


def shown_king_josephs_guard(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return madrid_is_french(s) or bool(soldier_homes(s, seat))


def madrid_is_french(s: Wellington) -> bool:
    return bool((controlled(s, SUD) | controlled(s, NORD)) >> MADRID & 1)


def effect_king_josephs_guard(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[6.3a] Two SPs in Madrid, or one at home."""
    if madrid_is_french(s):
        s.call(PlaceSoldiers(power, power, 2, 1 << MADRID))
    else:
        place_at_home(s, power, 1)


# --- movement


def shown_naval_support(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return can_sail(s, seat, assault=False)


def effect_naval_support(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[14.1a] A Convoy between French Ports of one Zone (reading G21)."""
    s.call(Convoy(power, free=True))


def shown_audace(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(movable_armies(s, seat))


def effect_audace(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Audace(power))


@dataclass(slots=True)
class Audace(Procedure):
    """[5.1a] An Army moves up to three Duchies, and has two dice more in the first Round of its first Battle."""

    power: Power

    def steps(self) -> tuple[str, ...]:
        return ("ask", "go")

    def ask(self, s: Wellington) -> None:
        """[5.1a] Which Army."""
        s.answer = -1
        s.call(ChooseArmy(self.power, movable_armies(s, self.power)))

    def go(self, s: Wellington) -> None:
        """[5.1c] It moves without CPs."""
        leader = s.answer
        if leader >= 0:
            s.frame(Impulse).bold |= 1 << leader
            s.call(March(self.power, s.at[leader], (army_of(s, leader),), free_steps=3))
