"""The Carlist Operational cards: played from the hand when their condition holds [7.1c]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.aiw.board import (
    AREAS, BLOCKS_OF, CARD, CARLIST, CARLIST_ZONE, CITIES, COUNTED, FIGHTERS, FOOT, LIBERAL, MOST, NEAR_ZONE, NORTH,
    PARTIDAS, ROADS, TURNS
)
from tablero.games.aiw.cards.expeditions import NOT_THERE, idle_blocks
from tablero.games.aiw.cards.liberal_operations import FreeInterception, field_combat
from tablero.games.aiw.fog import fact
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open, of_units
from tablero.games.aiw.rules.r05_units.s03_strength import gain
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard
from tablero.games.aiw.rules.r10_actions.s01_activate import refuse_activation
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptions, refuse_attempt
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evasion
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r18_siege.s01_assault import ALREADY, Assault
from tablero.games.aiw.rules.r19_supply.s02_sources import CheckSupply, spot_supply
from tablero.games.aiw.state import Aiw, Area, Areas, Block, Blocks, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of, union
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Pick, PublicPick

ZUMALACARREGUI, SNOW = CARD["zumalacarregui"], CARD["snow"]
HEALED = 2
CUSTOMS = -1

# ---------------------------------------------------------------------------------------------------- C1 Zumalacárregui


def refuse_lead(s: Aiw, x: Area) -> Refusal | None:
    """[10.1b] Why Zumalacárregui cannot activate a space."""
    return refuse_activation(s, CARLIST, x) if CARLIST_ZONE >> x & 1 else NOT_THERE


def when_zumalacarregui(s: Aiw, side: Side, about: Procedure) -> bool:
    """[10.1b] A space of the Carlist Zone can be activated."""
    return any(refuse_lead(s, x) is None for x in ids_of(CARLIST_ZONE))


def effect_zumalacarregui(s: Aiw, side: Side, about: Procedure) -> None:
    """[10.1a] [12.1b] A space is activated for nothing; so there is somebody to activate."""
    phase(s).effects.append(ZUMALACARREGUI)
    fact(s, idle_blocks(s, CARLIST_ZONE), FIGHTERS, 1)
    s.call(Lead(side))


@dataclass(slots=True)
class Lead(Pick):
    """[10.1b] Choose the space of the Carlist Zone that is activated, for no Action Points."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("activate", x) for x in range(AREAS) if in_open(s, seat, x)]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        return refuse_lead(s, x)

    def pick(self, s: Aiw, seat: Side, x: Area) -> None:
        fact(s, in_open(s, seat, x) & ~s.acted, FIGHTERS, 1)
        s.call(Activation(seat, x, each=2))


# ------------------------------------------------------------------------------------- C4 captured dispatches


def shown_captured_dispatches(s: Aiw, side: Side, about: Procedure) -> bool:
    """[18.1r] Not during an Assault."""
    return s.within(Assault) is None


def effect_captured_dispatches(s: Aiw, side: Side, played: PlayCard) -> None:
    """[7.1d] The Liberal card has no effect."""
    played.void = True


# ------------------------------------------------------------------------------------------------------- C5 countryside


def effect_countryside(s: Aiw, side: Side, about: Procedure) -> None:
    """[12.2b] They evade without a die, whatever their number."""
    evasion = s.frame(Evasion)
    evasion.automatic = evasion.tries = True


# --------------------------------------------------------------------------------------------------- C6 country warning


def warned_spaces(s: Aiw) -> Areas:
    """[4.6a] The spaces from which the warning lets Carlists intercept: all, if the entered one is of their zone."""
    return NORTH if CARLIST_ZONE >> s.frame(Interceptions).into & 1 else CARLIST_ZONE


def when_country_warning(s: Aiw, side: Side, about: Procedure) -> bool:
    """[11.6b] Carlists next to the space may intercept, and one of the two is of the Carlist Zone."""
    interceptions = s.frame(Interceptions)
    sources = ROADS[interceptions.into] & warned_spaces(s)
    return any(refuse_attempt(s, interceptions, x, 0) is None for x in ids_of(sources))


def effect_country_warning(s: Aiw, side: Side, about: Procedure) -> None:
    """[11.6a] [11.6r] A free and automatic interception."""
    s.call(FreeInterception(side, warned_spaces(s)))


# ------------------------------------------------------------------------------------------------------- C16 hospitals


def wounded(s: Aiw) -> Blocks:
    """[5.3b] Carlists who fired in the Skirmish, or stood on the Battlefield, lost strength there and are not besieged;
    no Partidas."""
    if field_combat(s) is None:
        return 0
    skirmish = s.within(Skirmish)
    blocks = bitset(s.hurt) & BLOCKS_OF[CARLIST] & (skirmish.picked if skirmish else -1)
    weak = [b for b in ids_of(blocks) if s.at[b] < AREAS and s.strength[b] < MOST[s.unit[b]]]       # merging heals too
    return of_units(s, bitset(weak), COUNTED)


def shown_hospitals(s: Aiw, side: Side, about: Procedure) -> bool:
    """[4.6a] In the Carlist Zone or next to it, with somebody wounded."""
    fight = field_combat(s)
    return fight is not None and bool((CARLIST_ZONE | NEAR_ZONE) >> fight.x & 1) and bool(wounded(s))


def effect_hospitals(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.1d] Two of them recover."""
    s.call(Heal(side))


NOT_WOUNDED = Refusal("7.1d", "not_wounded_in_this_combat")


@dataclass(slots=True)
class Heal(PublicPick):
    """[7.1d] Choose up to two units that recover a point of strength."""

    left: int = HEALED

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if self.left and wounded(s) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, *(("restore", b) for b in ids_of(s.shown & BLOCKS_OF[seat]))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return None if wounded(s) >> block & 1 else NOT_WOUNDED

    def pick(self, s: Aiw, seat: Side, block: Block) -> bool | None:
        gain(s, block)
        s.hurt.pop(block, None)
        self.left -= 1
        return AGAIN


# ------------------------------------------------------------------------------------------------------------ C17 snow


def shown_snow(s: Aiw, side: Side, about: Procedure) -> bool:
    """[7.1c] In the first and the last turn of a year."""
    return s.turn in (1, TURNS)


def effect_snow(s: Aiw, side: Side, about: Procedure) -> None:
    """[11.1e] [11.2a] Secondary roads cost more for the Liberals, and nobody of them force-marches."""
    phase(s).effects.append(SNOW)


# --------------------------------------------------------------------------------------------------------- C22 customs


def shown_customs(s: Aiw, side: Side, about: Procedure) -> bool:
    """[19.2j] A besieged Fortress that gets nothing through a Port."""
    check = s.frame(CheckSupply)
    return check.inside and not spot_supply(s, check.side, check.spot)


def effect_customs(s: Aiw, side: Side, about: Procedure) -> None:
    """[19.3c] Its dice are worse."""
    s.frame(CheckSupply).blockade = CUSTOMS


# ---------------------------------------------------------------------------------------------------- C24 coup de main

STORMERS = FOOT & ~PARTIDAS
CITY_WALLS = Refusal("7.1d", "no_coup_against_a_city")
NOT_SHUT_IN = Refusal("7.1d", "defenders_must_be_inside")
NO_STORMERS = Refusal("7.1d", "coup_needs_infantry")


def barred_coup(s: Aiw, x: Area) -> Refusal | None:
    """[18.1z] Why no coup can be made against a Fortress, as everybody sees."""
    if not s.forts[LIBERAL] >> x & 1 or not in_open(s, CARLIST, x) & ~s.retreated:
        return NOT_THERE
    if CITIES >> x & 1:
        return CITY_WALLS
    if in_open(s, LIBERAL, x):
        return NOT_SHUT_IN
    return ALREADY if phase(s).assaulted >> x & 1 else None


def refuse_coup(s: Aiw, x: Area) -> Refusal | None:
    """[17.9r] Why not, as the Carlist knows: there must be Infantry, not only Partidas, that has not retreated."""
    refusal = barred_coup(s, x)
    return refusal or (None if of_units(s, in_open(s, CARLIST, x) & ~s.retreated, STORMERS) else NO_STORMERS)


def shown_coup_de_main(s: Aiw, side: Side, about: Procedure) -> bool:
    """[7.1c] There is a Fortress to be surprised."""
    return any(barred_coup(s, x) is None for x in ids_of(s.forts[LIBERAL]))


def when_coup_de_main(s: Aiw, side: Side, about: Procedure) -> bool:
    """[7.1c] And Infantry to do it."""
    return any(refuse_coup(s, x) is None for x in ids_of(s.forts[LIBERAL]))


def effect_coup_de_main(s: Aiw, side: Side, about: Procedure) -> None:
    """[18.1m] A Fortress is surprised."""
    there = union(in_open(s, CARLIST, x) for x in ids_of(s.forts[LIBERAL]) if barred_coup(s, x) is None)
    fact(s, there & ~s.retreated, STORMERS, 1)
    s.call(ChooseCoup(side))


@dataclass(slots=True)
class ChooseCoup(Pick):
    """[18.1m] Choose the Fortress that is assaulted for one round, without Field Artillery."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("assault", x) for x in ids_of(s.forts[LIBERAL]) if in_open(s, seat, x)]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        return refuse_coup(s, x)

    def pick(self, s: Aiw, seat: Side, x: Area) -> None:
        fact(s, in_open(s, seat, x) & ~s.retreated, STORMERS, 1)
        s.call(Assault(x, seat, coup=True))
