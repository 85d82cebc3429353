"""Events of the Republican cards, besides Reinforcements and Combat Cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.car.board import (
    ALL_CORPS, BEACH_MALLORCA, BEACH_P, BILBAO, BORDER, CARD, FACES, GONE, INT, MADRID, MALLORCA, MIL, NAT, NEAR, NORTH,
    REGIONALS, REP, RESERVE, RPA, SOURCES, SPACES, WINTER
)
from tablero.games.car.rules.r02_map import connected, friendly, map_key, put, spaces_of, units_in
from tablero.games.car.rules.r07_actions import Happening
from tablero.games.car.rules.r08_cards.s04_replacement_points import record_points
from tablero.games.car.rules.r08_cards.s05_landings import LandAt, landing_places, open_beach
from tablero.games.car.rules.r10_movement.s02_works import place_special
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import BILBAO_TRENCH, FORTIFICATIONS, MADRID_TRENCH, Car, Side, Space, Spaces, Unit, Units
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import Ask

MAY_EVENTS, NEGRIN_TURN = CARD["n33"], 8
HOPE = 20                       # Republican Morale at most for R36


# R1 ends the lack of coordination of most militias [17.4.1a]; R2 opens Soviet Replacement Points [8.4.1a]; R25, R26,
# R33, R44 give Operations in which they are in force; R28, R31, R36, R48 change Morale or open and end other cards; R51
# and R52 are looked at in combat and in the Replacement Phase.
LOOKED_AT: tuple[str, ...] = (
    "r1", "r2", "r25", "r26", "r28", "r31", "r33", "r36", "r44", "r48", "r51", "r52",
)


# --- landings


def shown_r5(s: Car, seat: Side, about: Procedure) -> bool:
    """Mallorca is Nationalist, and the Beach Head marker is free."""
    return bool(s.held >> MALLORCA & 1) and s.beach < 0


def effect_r5(s: Car, seat: Side, about: Happening) -> None:
    """[8.5.4.1a] [8.5.4.4a] [8.5.4.4b] Disembark in Mallorca: a Beach Head with two militias; it is judged in the next
    Turn."""
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    for unit in ids_of(FACES[about.card].units):
        put(s, unit, BEACH_MALLORCA)
        s.tell("placed", REP, unit, BEACH_MALLORCA)
    s.deadline = s.turn + 1


def shown_r46(s: Car, seat: Side, about: Procedure) -> bool:
    """[8.5.6.3a] [8.5.6.5b] A Popular Army division in the Reserve, a coast to land at, and the marker free."""
    return bool(s.here[RESERVE[REP]] & RPA) and s.beach < 0 and bool(landing_places(s))


def effect_r46(s: Car, seat: Side, about: Happening) -> None:
    """[8.5.6.1a] Plan P."""
    s.call(PlanP())


@dataclass(slots=True)
class PlanP(Procedure):
    """[8.5.6.1a] [8.5.6.3a] [8.5.6.5a] A Beach Head without a deadline, then a division of the Popular Army from the
    Reserve."""

    def steps(self) -> tuple[str, ...]:
        return ("coast", "division")

    def coast(self, s: Car) -> None:
        """[8.5.6.1a] The Beach Head."""
        s.call(LandAt(REP))

    def division(self, s: Car) -> None:
        """[8.5.6.3a] The division that lands."""
        s.call(LandDivision(REP))


@dataclass(slots=True)
class LandDivision(Ask):
    """[8.5.6.3a] Choose the division that lands, full or reduced."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("deploy", unit) for unit in ids_of(s.here[RESERVE[REP]] & RPA)]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        put(s, action[1], BEACH_P)
        s.tell("placed", REP, action[1], BEACH_P)

    def public(self, s: Car) -> bool:
        return True


# --- works


def shown_r14(s: Car, seat: Side, about: Procedure) -> bool:
    """Madrid is Republican."""
    return not s.held >> MADRID & 1


def effect_r14(s: Car, seat: Side, about: Happening) -> None:
    """[10.2.9a] Madrid Defense Council: a Trench in Madrid, and another beside it."""
    if s.specials[MADRID_TRENCH]:
        place_special(s, MADRID, MADRID_TRENCH)
    if s.specials[MADRID_TRENCH]:
        s.call(TrenchByMadrid(REP))


@dataclass(slots=True)
class TrenchByMadrid(Ask):
    """[10.2.9a] Choose a space with a Republican unit beside Madrid for the second Trench, if any."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [DONE, *(("dig", x) for x in ids_of(NEAR[MADRID] & s.occupied[REP]))]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        if action != DONE:
            place_special(s, action[1], MADRID_TRENCH)

    def public(self, s: Car) -> bool:
        return True


def shown_r27(s: Car, seat: Side, about: Procedure) -> bool:
    """Bilbao is Republican and in supply."""
    return bool(supplied(s, REP) >> BILBAO & 1) and bool(s.specials[BILBAO_TRENCH])


def effect_r27(s: Car, seat: Side, about: Happening) -> None:
    """[10.2.3b] Iron Belt: the Trench of Bilbao."""
    place_special(s, BILBAO, BILBAO_TRENCH)


def effect_r47(s: Car, seat: Side, about: Happening) -> None:
    """[10.2.9a] Fortifications: up to three Trenches where corps are."""
    s.call(Fortify(REP))


@dataclass(slots=True)
class Fortify(Ask):
    """[10.2.9a] Choose up to three supplied spaces with a Republican corps, not Bilbao, for Trenches."""

    def places(self, s: Car) -> Spaces:
        return spaces_of(s, ALL_CORPS) & supplied(s, REP) & ~s.trenches & ~(1 << BILBAO)

    def players(self, s: Car) -> Sequence[int]:
        return (self.who,) if s.specials[FORTIFICATIONS] else ()

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [DONE, *(("dig", x) for x in ids_of(self.places(s)))]

    def choose(self, s: Car, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        place_special(s, action[1], FORTIFICATIONS)
        return AGAIN

    def public(self, s: Car) -> bool:
        return True


# --- points


def effect_r15(s: Car, seat: Side, about: Happening) -> None:
    """Gold of the Bank of Spain: two points of each kind."""
    record_points(s, REP, 4, 4)


def effect_r50(s: Car, seat: Side, about: Happening) -> None:
    """Baby-Bottle Draft: three Republican points."""
    record_points(s, REP, 6, 0)


def shown_r53(s: Car, seat: Side, about: Procedure) -> bool:
    """A Republican source outside the Northern Front is joined by land to the border of France."""
    own = friendly(s, REP)
    return bool(connected(SOURCES[REP] & ~NORTH, own, map_key(s, REP)) & BORDER[REP])


def effect_r53(s: Car, seat: Side, about: Happening) -> None:
    """Opening of the French Border: three Soviet points."""
    record_points(s, REP, 0, 6)


# --- others


def shown_r28(s: Car, seat: Side, about: Procedure) -> bool:
    """The May Events have happened, or it is Turn 8."""
    return bool(s.happened >> MAY_EVENTS & 1) or s.turn >= NEGRIN_TURN


def next_winter(s: Car) -> int:
    """[16.5.3a] The next Winter Turn after this one, 0 if there is none."""
    return next((turn for turn in range(s.turn + 1, len(WINTER)) if WINTER[turn]), 0)


def shown_r34(s: Car, seat: Side, about: Procedure) -> bool:
    """A Winter is still to come."""
    return bool(next_winter(s))


def effect_r34(s: Car, seat: Side, about: Happening) -> None:
    """[16.5.3a] Severe Winter."""
    s.severe = next_winter(s)
    s.tell("severe_winter", s.severe)


def effect_r35(s: Car, seat: Side, about: Happening) -> None:
    """Guerrillas: no SR in the next Nationalist Round, and one Nationalist Replacement Point less this Turn."""
    s.hampered[NAT] |= 1 << about.card


def shown_r36(s: Car, seat: Side, about: Procedure) -> bool:
    """Republican Morale is not high."""
    return s.rm <= HOPE


def effect_r49(s: Car, seat: Side, about: Happening) -> None:
    """Withdrawal of the International Brigades: they leave the game; divisions of the Reserve may take their places."""
    s.call(Withdrawal())


def substitutes(s: Car) -> Units:
    """Divisions of the Reserve that may take the place of an International Brigade."""
    return s.here[RESERVE[REP]] & (RPA | MIL & ~REGIONALS)


@dataclass(slots=True)
class Withdrawal(Procedure):
    """[8.5.1.1a] The International Brigades go one after the other."""

    def steps(self) -> tuple[str, ...]:
        return ("at_home", "at_the_front")

    def at_home(self, s: Car) -> None:
        """[8.5.1.1a] Those that are not on the map."""
        for unit in ids_of(INT):
            if s.at[unit] >= SPACES and s.at[unit] != GONE[REP]:
                self.send_home(s, unit)

    def at_the_front(self, s: Car) -> str | None:
        """[8.5.1.1a] Those on the map, each with a chance to put another in its place."""
        left = units_in(s, s.occupied[REP]) & INT
        if not left:
            return None
        unit = ids_of(left)[0]
        x = s.at[unit]
        self.send_home(s, unit)
        s.call(Substitute(REP, x))
        return "at_the_front"

    def send_home(self, s: Car, unit: Unit) -> None:
        s.tell("removed", REP, unit, s.at[unit])
        put(s, unit, GONE[REP])
        s.reduced &= ~(1 << unit)


@dataclass(slots=True)
class Substitute(Ask):
    """[8.5.1.1a] Choose a division of the Reserve that takes the place of an International Brigade, if any."""

    x: Space

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [DONE, *(("deploy", unit) for unit in ids_of(substitutes(s)))]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        if action != DONE:
            put(s, action[1], self.x)
            s.tell("placed", REP, action[1], self.x)

    def prompt(self, s: Car, seat: int) -> Prompt:
        return Prompt("8.5.1.1a", "substitute", (("space", "space", self.x),))

    def public(self, s: Car) -> bool:
        return True


