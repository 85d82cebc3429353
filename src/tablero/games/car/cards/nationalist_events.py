"""Events of the Nationalist cards, besides Reinforcements and Combat Cards."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.car.board import (
    BALEARICS, BARCELONA, BEACHES, BILBAO, CARDS, CTV, DIVISIONS, ELIMINATED, EUZKADI, GONE, HAND, INSURRECTION, MADRID,
    MAIN_CITIES, MALLORCA, NAT, NEAR, POOL, POUM, REGION, REGIONAL, REGIONS, REP, RESERVE
)
from tablero.games.car.rules.r02_map import put, units_in
from tablero.games.car.rules.r03_control import enter, settle, vacant
from tablero.games.car.rules.r05_victory import end
from tablero.games.car.rules.r07_actions import Happening
from tablero.games.car.rules.r08_cards.s01_decks import discard
from tablero.games.car.rules.r08_cards.s05_reinforcements import PlaceUnit, corps_spaces, with_room
from tablero.games.car.rules.r10_movement.s02_works import remove_works
from tablero.games.car.rules.r12_redeployment import Redeployment
from tablero.games.car.state import COUP, SOV_RP, Car, Card, Side, Spaces, Unit, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.windows import Ask

BASQUE = REGIONS.index("basque")
CORPS_TURN = 6                  # from this Turn on Axis Military Aid brings the CTV at once
GENERAL_RESERVE = 12            # SR points of N38, in halves
LOW_MORALE, EXHAUSTED, WEARY, BROKEN = 8, 10, 12, 5         # Republican Morale for N43, N48, N54, N45


# N1: the Army of Africa arrives by its schedule, and the card gives Operations; N8, N12, N27, N44, N55 give Operations
# in which they are in force; N5, N42, N43 open or bar other cards; N24, N46 change only Victory Points or Morale; N30,
# N32, N37, N53 are looked at in the Replacement Phase.
LOOKED_AT: tuple[str, ...] = (
    "n1", "n5", "n8", "n12", "n24", "n27", "n30", "n32", "n37", "n42", "n43", "n44", "n46", "n53", "n55",
)


def shown_n4(s: Car, seat: Side, about: Procedure) -> bool:
    """From Turn 6 on only if the CTV can be placed."""
    return s.turn < CORPS_TURN or bool(with_room(s, corps_spaces(s, CTV)))


def effect_n4(s: Car, seat: Side, about: Happening) -> None:
    """[8.4.1a] [15.2.1a] Axis Military Aid: Axis Replacement Points are recorded from now on; the CTV comes at once if
    the first corps are deployed already."""
    if s.turn >= CORPS_TURN:
        s.call(PlaceUnit(NAT, CTV, corps_spaces(s, CTV)))


def effect_n6(s: Car, seat: Side, about: Happening) -> None:
    """[16.2.2a] [16.7.2a] [17.6.2b] End of the Strait Blockade: the Nationalists control the Strait; what that links
    by sea is linked at once; in time for Turn 3 the last units of the Army of Africa come earlier."""
    s.strait = NAT
    s.early = (s.turn, s.round) < (3, 2)
    s.tell("strait_open")
    settle(s)


def effect_n13(s: Car, seat: Side, about: Happening) -> None:
    """Fifth Column: the Nationalists see the whole Republican hand; then Operations."""
    show_hand(s, only=True)


def show_hand(s: Car, only: bool) -> None:
    """The Republican hand is shown, to the Nationalists only or to everybody."""
    for card in ids_of(s.piles[HAND[REP]]):
        s.tell("showed", REP, card, seen=1 << NAT | 1 << REP if only else -1)
    for viewer in (NAT,) if only else range(len(s.sees)):
        CARDS.look(s, viewer, HAND[REP])


def effect_n17(s: Car, seat: Side, about: Happening) -> None:
    """Non-Intervention Committee: Soviet points that are recorded are lost; no Soviet aid until the end of the Turn."""
    s.rp[SOV_RP] = 0


def shown_n25(s: Car, seat: Side, about: Procedure) -> bool:
    """Bilbao is Republican."""
    return not s.held >> BILBAO & 1


def effect_n25(s: Car, seat: Side, about: Happening) -> None:
    """Guernica: one Republican unit in the Basque Country loses a step."""
    if units_in(s, REGION[BASQUE] & s.occupied[REP]):
        s.call(LoseStepInTheBasqueCountry(REP))


@dataclass(slots=True)
class LoseStepInTheBasqueCountry(Ask):
    """[11.3.5a] Choose the unit in the Basque Country that loses a step."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("lose", unit) for unit in ids_of(units_in(s, REGION[BASQUE] & s.occupied[REP]))]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        from tablero.games.car.rules.r11_combat.s03_losses import lose_step

        lose_step(s, action[1])

    def public(self, s: Car) -> bool:
        return True


shown_n26 = shown_n25


def effect_n26(s: Car, seat: Side, about: Happening) -> None:
    """[10.2.3b] Plans of the Iron Belt: Republican works in Bilbao are gone, and none are built there any more."""
    if (s.positions | s.trenches) >> BILBAO & 1:
        s.tell("works_gone", REP, BILBAO)
        remove_works(s, BILBAO)


def shown_n31(s: Car, seat: Side, about: Procedure) -> bool:
    """Bilbao is Nationalist, and there is a Basque unit that can still come into play."""
    return bool(s.held >> BILBAO & 1 and (s.at[EUZKADI] not in (GONE[REP], POOL[REP]) or surrendering(s)))


def surrendering(s: Car) -> Units:
    """[CL.N31a] The Basque militias among which the Republican chooses: on the map outside the Basque Country, on the
    map, in the Reserve, eliminated; the first of these that has any."""
    militias = REGIONAL[BASQUE] & DIVISIONS
    on_map = units_in(s, s.occupied[REP]) & militias
    abroad = on_map & ~units_in(s, REGION[BASQUE])
    return abroad or on_map or s.here[RESERVE[REP]] & militias or s.here[ELIMINATED[REP]] & militias


def effect_n31(s: Car, seat: Side, about: Happening) -> None:
    """Pact of Santoña: the Euzkadi corps and a Basque militia leave the game for good."""
    if s.at[EUZKADI] not in (GONE[REP], POOL[REP]):
        give_up(s, EUZKADI)
    if surrendering(s):
        s.call(Surrender(REP))


def give_up(s: Car, unit: Unit) -> None:
    s.tell("removed", REP, unit, s.at[unit])
    put(s, unit, GONE[REP])
    s.reduced &= ~(1 << unit)


@dataclass(slots=True)
class Surrender(Ask):
    """[CL.N31a] Choose the Basque militia that lays down its arms."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("withdraw", unit) for unit in ids_of(surrendering(s))]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        give_up(s, action[1])

    def public(self, s: Car) -> bool:
        return True


def shown_n32(s: Car, seat: Side, about: Procedure) -> bool:
    """Mallorca is Nationalist."""
    return bool(s.held >> MALLORCA & 1)


def effect_n33(s: Car, seat: Side, about: Happening) -> None:
    """May Events: the POUM is out of the game; no space of Catalonia is Activated in the next Republican Round."""
    for unit in ids_of(POUM):
        if s.at[unit] not in (GONE[REP], POOL[REP]):
            give_up(s, unit)
    s.hampered[REP] |= 1 << about.card


def effect_n34(s: Car, seat: Side, about: Happening) -> None:
    """Communist Interference: the Republican hand is shown, and one card of it is no event this Turn."""
    show_hand(s, only=False)
    if s.piles[HAND[REP]]:
        s.call(NameCard(NAT))


@dataclass(slots=True)
class NameCard(Ask):
    """[8.5.1.1a] Name the card that may not be played as an event this Turn."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("name", card) for card in ids_of(s.piles[HAND[REP]])]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        card: Card = action[1]
        s.silenced |= 1 << card
        s.tell("silenced", card)

    def public(self, s: Car) -> bool:
        return True             # the hand has just been shown


def shown_n37(s: Car, seat: Side, about: Procedure) -> bool:
    """Bilbao is Nationalist."""
    return bool(s.held >> BILBAO & 1)


def effect_n38(s: Car, seat: Side, about: Happening) -> None:
    """General Reserve: six SR points."""
    s.call(Redeployment(NAT, GENERAL_RESERVE))


def shown_n43(s: Car, seat: Side, about: Procedure) -> bool:
    """Barcelona is Nationalist, or Republican Morale is low."""
    return bool(s.held >> BARCELONA & 1) or s.rm <= LOW_MORALE


def shown_n45(s: Car, seat: Side, about: Procedure) -> bool:
    """Barcelona is Nationalist, and Republican Morale is broken."""
    return bool(s.held >> BARCELONA & 1) and s.rm <= BROKEN


def effect_n45(s: Car, seat: Side, about: Happening) -> None:
    """[5.2.4a] Casado's Coup: the Republic surrenders."""
    end(s, COUP, NAT)


def shown_n48(s: Car, seat: Side, about: Procedure) -> bool:
    """Republican Morale is low, and there is a space to rise in."""
    return s.rm <= EXHAUSTED and bool(rising_places(s))


def rising_places(s: Car) -> Spaces:
    """Vacant Republican spaces: no Main City, none next to Madrid, none of the Balearics, no Beach Head."""
    return vacant(s, REP) & ~(MAIN_CITIES | NEAR[MADRID] | BALEARICS | BEACHES)


def effect_n48(s: Car, seat: Side, about: Happening) -> None:
    """[CL.N48a] Insurrection: a unit rises in a vacant space of the Republic."""
    s.call(Rise(NAT))


@dataclass(slots=True)
class Rise(Ask):
    """[8.5.1.1a] Choose the space of the Insurrection."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("to", x) for x in ids_of(rising_places(s))]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        put(s, INSURRECTION, action[1])
        s.tell("placed", NAT, INSURRECTION, action[1])
        enter(s, NAT, action[1])

    def public(self, s: Car) -> bool:
        return True


def shown_n53(s: Car, seat: Side, about: Procedure) -> bool:
    """Barcelona is Republican."""
    return not s.held >> BARCELONA & 1


def shown_n54(s: Car, seat: Side, about: Procedure) -> bool:
    """The Republic is weary."""
    return s.rm <= WEARY


def effect_n54(s: Car, seat: Side, about: Happening) -> None:
    """War Weariness: the Republican discards a card by chance."""
    card = CARDS.pick(s, HAND[REP])
    if card >= 0:
        discard(s, REP, card, HAND[REP])
        s.tell("discarded", REP, card)

