"""Reinforcement Events of both sides [8.5.2]: a row says where the units of a card go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablero.games.car.board import (
    ALL_CORPS, ARMOR, BALEARICS, BARCELONA, BILBAO, FACES, MADRID, NAT, NORTH, NORTHERN_SOURCES, POOL, PORTS, REMOVABLE,
    REP, RESERVE, SEA, SEVILLA, SOURCES, TYPE, UNIT_SIDE, ZONE, spaces
)
from tablero.games.car.rules.r02_map import connected, map_key, put, units_in
from tablero.games.car.rules.r07_actions import Happening
from tablero.games.car.rules.r08_cards.s05_reinforcements import Reinforcement, can_place_all, corps_spaces, making_room
from tablero.games.car.rules.r13_supply import MEDITERRANEAN, in_line, northern, supplied
from tablero.games.car.state import Car, Card, Side, Spaces, Unit, Units
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import Ask

NAVARRE = spaces("pamplona", "vitoria", "logrono")
ALBACETE = spaces("albacete")
INSTRUCTED = TYPE["ITA"] | TYPE["CV-33"] | TYPE["PZ-I"]     # what N52 restores

Where = Callable[[Car, Unit], Spaces]


def nowhere(s: Car, unit: Unit) -> Spaces:
    """The card sends it to the Reserve Box."""
    return 0


def axis_port(s: Car, unit: Unit) -> Spaces:
    """A Nationalist port in supply; armor not on the Balearics."""
    return in_line(s, NAT) & PORTS & ~(BALEARICS if ARMOR >> unit & 1 else 0)


def soviet_port(s: Car, unit: Unit) -> Spaces:
    """[16.6.1a] A Republican Mediterranean port in supply, not on the Balearics."""
    return in_line(s, REP) & PORTS & SEA[MEDITERRANEAN] & ~BALEARICS


def andalusia(s: Car, unit: Unit) -> Spaces:
    """The Nationalist part of Andalusia that is joined with Sevilla by land."""
    return ZONE["andalusia"] & connected(1 << SEVILLA, s.held, map_key(s, NAT))


def navarre(s: Car, unit: Unit) -> Spaces:
    return in_line(s, NAT) & NAVARRE


def brigades(s: Car, unit: Unit) -> Spaces:
    """Albacete, Madrid, and the Republican sources outside the Northern Front."""
    return in_line(s, REP) & (ALBACETE | 1 << MADRID | SOURCES[REP] & ~NORTH)


def madrid(s: Car, unit: Unit) -> Spaces:
    return in_line(s, REP) & 1 << MADRID


def barcelona(s: Car, unit: Unit) -> Spaces:
    return in_line(s, REP) & 1 << BARCELONA


# by card: where a unit of it may be placed on the map, and whether it may go to the Reserve Box instead
PLACES: dict[str, tuple[Where, bool]] = {
    "n2": (nowhere, True), "n3": (navarre, True), "n7": (axis_port, True), "n15": (andalusia, False),
    "n21": (nowhere, True), "n22": (axis_port, False), "n23": (axis_port, True), "n41": (nowhere, True),
    "n52": (axis_port, False),
    "r3": (brigades, False), "r4": (soviet_port, False), "r6": (madrid, True), "r8": (nowhere, True),
    "r9": (nowhere, True), "r16": (barcelona, True), "r18": (nowhere, True), "r23": (brigades, False),
    "r24": (soviet_port, False), "r32": (nowhere, True),
}


def places(s: Car, card: Card, unit: Unit) -> tuple[Spaces, bool]:
    """[8.5.2.3a] [8.5.2.4a] [16.4.3.2b] Where a unit of a card may be placed, which is never what the isolated North
    alone supplies; and whether it may go to the Reserve: corps and armor never may."""
    if ALL_CORPS >> unit & 1:
        return corps_spaces(s, unit), False
    where, reserve = PLACES[FACES[card].id]
    spaces = where(s, unit)
    return spaces & ~northern(s) if UNIT_SIDE[unit] == REP else spaces, reserve and not ARMOR >> unit & 1


def placeable(s: Car, seat: Side, about: Procedure, card: Card) -> bool:
    """[8.5.2.2a] [8.5.2.5c] Are all units still to come, can they be placed, and is there a division to give up for
    corps?"""
    if FACES[card].units & ~s.here[POOL[seat]]:
        return False                # [2.2.1c] R49 has taken the International Brigades out of the game
    found = [places(s, card, unit) for unit in ids_of(FACES[card].units)]
    needed = [spaces for spaces, reserve in found if not reserve]
    if not FACES[card].corps or FACES[card].units & REMOVABLE and can_place_all(s, needed):
        return can_place_all(s, needed)         # [8.5.2.5a] a division that has just come may be given up
    return bool(making_room(s, seat, needed))


def bring(s: Car, seat: Side, about: Procedure, card: Card) -> None:
    """[8.5.2.2a] The units of a card come into play at full strength."""
    units, where, reserve = [], [], 0
    for unit in ids_of(FACES[card].units):
        spaces, may_wait = places(s, card, unit)
        if not spaces:
            put(s, unit, RESERVE[seat])
            s.tell("placed", seat, unit, RESERVE[seat])
            continue
        units.append(unit)
        where.append(spaces)
        reserve |= may_wait << unit
    s.call(Reinforcement(seat, units, where, reserve, FACES[card].corps))


def shown_r18(s: Car, seat: Side, about: Procedure) -> bool:
    """Basque Statute: Bilbao is Republican."""
    return not s.held >> BILBAO & 1


def shown_r32(s: Car, seat: Side, about: Procedure) -> bool:
    """Northern Mobilization: a northern source is Republican."""
    return bool(NORTHERN_SOURCES & ~s.held)


def effect_n52(s: Car, seat: Side, about: Happening) -> None:
    """German Instructors: a Panzer I, then up to two reduced units of the Axis are at full strength."""
    s.call(Instructors(about.card))


@dataclass(slots=True)
class Instructors(Procedure):
    """[8.5.2.3a] The unit of the card, then the units that are trained."""

    card: Card

    def steps(self) -> tuple[str, ...]:
        return ("bring", "train")

    def bring(self, s: Car) -> None:
        """[8.5.2.3a] The unit that the card brings."""
        bring(s, NAT, self, self.card)

    def train(self, s: Car) -> None:
        """[8.5.2.3a] Then reduced units are restored."""
        s.call(Train(NAT))


@dataclass(slots=True)
class Train(Ask):
    """[8.5.1.1a] Choose up to two reduced units of the Axis, in supply or in the Reserve, that are at full strength
    again."""

    left: int = 2

    def units(self, s: Car) -> Units:
        return (units_in(s, supplied(s, NAT) & s.occupied[NAT]) | s.here[RESERVE[NAT]]) & INSTRUCTED & s.reduced

    def players(self, s: Car) -> Sequence[int]:
        return (self.who,) if self.left else ()

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [DONE, *(("train", unit) for unit in ids_of(self.units(s)))]

    def choose(self, s: Car, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        self.left -= 1
        s.reduced &= ~(1 << action[1])
        s.tell("restored", NAT, action[1], s.at[action[1]])
        return AGAIN

    def prompt(self, s: Car, seat: int) -> Prompt:
        return Prompt("8.5.1.1a", "train", (("n", "number", self.left),))

    def public(self, s: Car) -> bool:
        return True
