"""The Liberal Operational cards: played from the hand when their condition holds [7.1c]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tablero.games.aiw.board import (
    CARD, CARLIST, CITIES, FIGHTERS, FIRST_REGION, FOOT, FOREIGN, GUARD, LIBERAL, LIBERAL_ZONE, PARTIDAS, PORTS,
    PROVINCE, REGIONS, ROADS, SPACES, TOWNS
)
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r03_turn.s00_player_phase import in_effect, phase
from tablero.games.aiw.rules.r04_map import enemies_about, friendly, port_works, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_area, in_areas, in_open, of_units, on_map
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.rules.r07_cards.s00_decks import take_back
from tablero.games.aiw.rules.r08_command import add_command
from tablero.games.aiw.rules.r10_actions.s00_used import LA_GRANJA, unused
from tablero.games.aiw.rules.r10_actions.s02_construct import BUILDERS, build, refuse_build
from tablero.games.aiw.rules.r10_actions.s07_suppress import refuse_suppression
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptions, Interceptors, refuse_attempt
from tablero.games.aiw.rules.r13_sea.s01_transport import SHORES, Transport, at_quay, refuse_sailing
from tablero.games.aiw.rules.r13_sea.s02_disembarkation import NO_LANDING, Landing, may_land
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r19_supply.s02_sources import CheckSupply
from tablero.games.aiw.rules.r23_regions.s02_combat import Locate
from tablero.games.aiw.rules.r23_regions.s04_uprisings import Suppress
from tablero.games.aiw.state import Aiw, Area, Areas, Block, Blocks, Side, area_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of, union
from tablero.kernel.cards import about
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask, Pick, PublicPick

MINA, ESPARTERO, BLOCKADE_LINES = CARD["mina"], CARD["espartero"], CARD["blockade_lines"]
CONVOY_UNITS = 3
ESPARTERO_POINTS = 5
TELEGRAPH_POINTS = 2
SHIPS = 3               # units that Hay's squadron carries
ROCKETS = 2             # dice, or points of Artillery
ORAA_LOCATES, ORAA_SUPPRESSES = 2, 1


@lru_cache(maxsize=256)
def with_neighbours(spaces: Areas) -> Areas:
    """Spaces and those that are one road away from them."""
    return spaces | union(ROADS[x] for x in ids_of(spaces))


# ------------------------------------------------------------------------------------------------------------- L4 Mina

MINA_RULES = PROVINCE["navarre"] | PROVINCE["guipuzcoa"] | PROVINCE["alava"]
NO_LONE_BLOCK = Refusal("7.1d", "no_lone_carlist_block")
OUT_OF_REACH = Refusal("7.1d", "too_far_from_a_fortress")
NO_BAND = Refusal("7.1d", "known_not_to_be_a_partida")


def refuse_rooting_out(s: Aiw, x: Area) -> Refusal | None:
    """[5.4h] [7.1d] Why no Partida can be rooted out in a space, as far as the Liberal knows: a Carlist block alone,
    two roads at most from a Liberal Fortress that is not besieged."""
    blocks = in_area(s, CARLIST, x) if x < SPACES else 0
    if not MINA_RULES >> x & 1 or blocks.bit_count() != 1 or blocks != in_open(s, CARLIST, x):
        return NO_LONE_BLOCK
    if not with_neighbours(with_neighbours(s.forts[LIBERAL] & ~s.siege)) >> x & 1:
        return OUT_OF_REACH
    return None if s.may[blocks.bit_length() - 1] & PARTIDAS else NO_BAND


def when_mina(s: Aiw, side: Side, about: Procedure) -> bool:
    """[7.1c] A Partida can be where he reaches."""
    return any(refuse_rooting_out(s, x) is None for x in ids_of(MINA_RULES))


def effect_mina(s: Aiw, side: Side, about: Procedure) -> None:
    """[5.4h] [7.1d] Mina roots out a Partida."""
    s.call(RootOut())


@dataclass(slots=True)
class RootOut(Procedure):
    """[7.1d] The Liberal names spaces until there is a Partida; if there is none the card was not played."""

    def steps(self) -> tuple[str, ...]:
        return ("name", "strike")

    def name(self, s: Aiw) -> None:
        """[7.1d] Only the Carlist knows which of his blocks are Partidas."""
        s.answer = -1
        s.call(NamePartida(LIBERAL))

    def strike(self, s: Aiw) -> str | None:
        """[5.4i] [8.0a] [11.3d] The Partida goes to its box; its side gains a Command Point."""
        x = s.answer
        if x < 0:
            take_back(s, LIBERAL, MINA)
            return END
        s.reveal()
        blocks = in_open(s, CARLIST, x)
        if not of_units(s, blocks, PARTIDAS):
            fact(s, blocks, ~PARTIDAS, 1)
            s.tell("no_partida", x)
            return "name"
        eliminate(s, blocks.bit_length() - 1)
        check_escorts(s)
        settle(s)
        add_command(s, CARLIST, 1)
        return END


@dataclass(slots=True)
class NamePartida(PublicPick):
    """[7.1d] Name a space with a lone Carlist block that may be a Partida."""

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if when_mina(s, self.who, about(s, self)) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("root_out", x) for x in range(SPACES) if in_area(s, CARLIST, x)]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        return refuse_rooting_out(s, x)


# ---------------------------------------------------------------------------------------------------------- L5 convoy


def shown_convoy(s: Aiw, side: Side, about: Procedure) -> bool:
    """[19.2a] Two roads at most from a City or Main Town, and no Carlist on the way."""
    x = s.frame(CheckSupply).spot
    if x >= SPACES:
        return False
    towns = (CITIES | TOWNS & LIBERAL_ZONE) & ~s.held & ~(s.siege & s.forts[LIBERAL])
    if with_neighbours(1 << x) & towns:
        return True
    between = [y for y in ids_of(ROADS[x]) if not enemies_about(s, LIBERAL, y)]
    return any(ROADS[y] & towns for y in between)


def effect_convoy(s: Aiw, side: Side, about: Procedure) -> None:
    """[19.2n] Three units more are supplied."""
    s.frame(CheckSupply).convoy = CONVOY_UNITS


# -------------------------------------------------------------------------------------------------- L6 fortified posts


def when_fortified_posts(s: Aiw, side: Side, about: Procedure) -> bool:
    """[10.2b] Somebody can build."""
    return any(refuse_build(s, side, b) is None for b in ids_of(on_map(s, side)))


def effect_fortified_posts(s: Aiw, side: Side, about: Procedure) -> None:
    """[10.2b] A Fortress is built at once, for nothing; so somewhere there is Infantry that can."""
    able = [b for b in ids_of(on_map(s, side)) if refuse_build(s, side, b) is None]
    units = union(in_open(s, side, s.at[b]) for b in able) & ~s.acted
    fact(s, units, BUILDERS & ~GUARD if in_effect(s, LA_GRANJA) else BUILDERS, 1)
    s.call(FortifyPost(side))


@dataclass(slots=True)
class FortifyPost(Pick):
    """[10.2b] Choose the Infantry that builds a Fortress, which is complete at once."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("build", b) for b in ids_of(on_map(s, seat))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return refuse_build(s, seat, block)

    def pick(self, s: Aiw, seat: Side, block: Block) -> None:
        x = build(s, seat, block)
        s.works[seat] &= ~(1 << x)
        s.forts[seat] |= 1 << x
        s.touched |= 1 << x
        s.tell("completed", seat, x)
        settle(s)


# ------------------------------------------------------------------------------------------------------- L7 informers


def when_informers(s: Aiw, side: Side, about: Procedure) -> bool:
    """[11.6b] [11.6c] Liberals next to the space may intercept."""
    interceptions = s.frame(Interceptions)
    return any(refuse_attempt(s, interceptions, x, 0) is None for x in ids_of(ROADS[interceptions.into]))


def effect_informers(s: Aiw, side: Side, about: Procedure) -> None:
    """[11.6a] [11.6r] A free and automatic interception."""
    s.call(FreeInterception(side, (1 << SPACES) - 1))


NOT_IN_ZONE = Refusal("7.1d", "neither_in_the_carlist_zone")


@dataclass(slots=True)
class FreeInterception(Pick):
    """[11.6h] Name the space from which you intercept: no Command Point, and no die."""

    spaces: Areas           # from which the card lets one intercept

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("intercept", x) for x in ids_of(ROADS[s.frame(Interceptions).into])]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        refusal = refuse_attempt(s, s.frame(Interceptions), x, 0)
        return refusal or (None if self.spaces >> x & 1 else NOT_IN_ZONE)

    def pick(self, s: Aiw, seat: Side, x: Area) -> None:
        fact(s, in_open(s, seat, x), FIGHTERS, 1)
        s.call(Interceptors(seat, x, True))


# ---------------------------------------------------------------------------------------------------- L8 Chapelgorris

GUIPUZCOANS = with_neighbours(PROVINCE["guipuzcoa"])
NATIVE_FOOT = FOOT & ~FOREIGN
NO_CHAPELGORRIS = Refusal("7.1d", "infantry_of_guipuzcoa")


def recruitable(s: Aiw) -> Blocks:
    """The Liberal blocks in Guipúzcoa or next to it."""
    return in_areas(s, LIBERAL, GUIPUZCOANS)


def when_chapelgorris(s: Aiw, side: Side, about: Procedure) -> bool:
    """[6.0f] Spanish Infantry is there."""
    return bool(of_units(s, recruitable(s), NATIVE_FOOT))


def effect_chapelgorris(s: Aiw, side: Side, about: Procedure) -> None:
    """[6.0f] The marker goes to a unit."""
    fact(s, recruitable(s), NATIVE_FOOT, 1)
    s.call(AttachChapelgorris(side))


@dataclass(slots=True)
class AttachChapelgorris(Pick):
    """[6.0f] Choose the Infantry to which the Chapelgorris go."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("attach", b) for b in ids_of(on_map(s, seat))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return None if of_units(s, recruitable(s), NATIVE_FOOT) >> block & 1 else NO_CHAPELGORRIS

    def pick(self, s: Aiw, seat: Side, block: Block) -> None:
        (block,) = pick_out(s, [block])
        fact(s, 1 << block, NATIVE_FOOT, 1)
        s.chapelgorris = block
        s.tell("chapelgorris", area_of(s.at[block]))


# --------------------------------------------------------------------------------------------- L17 Lord John Hay

MUST_SAIL = Refusal("7.1d", "squadron_must_sail")
ONE_USE = Refusal("7.1d", "squadron_does_one_thing")


def when_lord_john_hay(s: Aiw, side: Side, about: Procedure) -> bool:
    """[13.1a] [13.2a] Somebody can sail or land."""
    return may_land(s) or any(refuse_sailing(s, x) is None for x in ids_of(SHORES))


def effect_lord_john_hay(s: Aiw, side: Side, about: Procedure) -> None:
    """[13.1b] [13.2b] Three units sail, or one landing is made, for nothing; so in some port is a unit that can."""
    quays = union(at_quay(s, x) for x in ids_of(SHORES) if unused(s, at_quay(s, x)))
    fact(s, quays & ~s.acted, FIGHTERS, 1)
    s.call(Squadron())


@dataclass(slots=True)
class Squadron(Procedure):
    """[13.1b] [13.2b] Orders to the squadron, one after another."""

    left: int = SHIPS

    def steps(self) -> tuple[str, ...]:
        return ("order", "again")

    def order(self, s: Aiw) -> None:
        """[13.1a] [13.2a] Who sails, or lands."""
        s.call(SquadronOrder(LIBERAL))

    def again(self, s: Aiw) -> str | None:
        """[13.1b] Up to three units, not necessarily between the same places."""
        return "order" if self.left else None


@dataclass(slots=True)
class SquadronOrder(Ask):
    """[13.1b] [13.2b] Ship a unit, or make the landing, for no Action Points."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, ("disembark",), *(("transport", x) for x in ids_of(SHORES))]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        fresh = s.caller(self, Squadron).left == SHIPS
        if action == DONE:
            return MUST_SAIL if fresh else None
        if action == ("disembark",):
            return ONE_USE if not fresh else None if may_land(s) else NO_LANDING
        (x,) = action[1:]
        return refuse_sailing(s, x)

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        squadron = s.caller(self, Squadron)
        if action[0] == "transport":
            squadron.left -= 1
            (x,) = action[1:]
            s.call(Transport(x))
            return
        squadron.left = 0
        if action != DONE:
            s.call(Landing(squadron=True))


# --------------------------------------------------------------------------------------------------- L21 Royal Marines


def field_combat(s: Aiw) -> Skirmish | Battle | None:
    """The current Skirmish or Battle on the Map of the North; an Assault or a combat in a region is neither."""
    return s.within(Skirmish) or s.within(Battle)


def shown_royal_marines(s: Aiw, side: Side, about: Procedure) -> bool:
    """[4.3b] In a Skirmish or Battle at a Port, or one road from a Liberal one that works."""
    fight = field_combat(s)
    if fight is None:
        return False
    if PORTS >> fight.x & 1:
        return True
    return any(friendly(s, LIBERAL, y) and port_works(s, y) for y in ids_of(ROADS[fight.x] & PORTS))


def effect_royal_marines(s: Aiw, side: Side, about: Procedure) -> None:
    """[16.0j] [17.6d] Rockets: two dice in a Skirmish, two points of Artillery in a round of a Battle."""
    fight = field_combat(s)
    assert fight is not None
    fight.rockets = ROCKETS


# -------------------------------------------------------------------------------------------------------- L22 Espartero


def shown_espartero(s: Aiw, side: Side, about: Procedure) -> bool:
    """[11.1a] A group of the North is about to roll."""
    return s.frame(GroupMove).spot < FIRST_REGION


def effect_espartero(s: Aiw, side: Side, about: Procedure) -> None:
    """[11.1b] [16.0p] [17.5a] Five points without a die; he leads the units of the group until the phase is over."""
    move = s.frame(GroupMove)
    move.base = ESPARTERO_POINTS
    s.led |= move.group
    phase(s).effects.append(ESPARTERO)


# ------------------------------------------------------------------------------------------------------ L23 telegraph


def effect_telegraph(s: Aiw, side: Side, about: Procedure) -> None:
    """[8.0a] Two Command Points."""
    add_command(s, side, TELEGRAPH_POINTS)


# ------------------------------------------------------------------------------------------------- L25 blockade lines


def shown_blockade_lines_at_step_out(s: Aiw, side: Side, about: Procedure) -> bool:
    """[4.6a] A group is about to leave the Carlist Zone for a space."""
    return s.frame(GroupMove).to < FIRST_REGION


def effect_blockade_lines(s: Aiw, side: Side, about: Procedure) -> None:
    """[11.1e] Roads out of the Carlist Zone cost more until the phase is over."""
    phase(s).effects.append(BLOCKADE_LINES)


# ----------------------------------------------------------------------------------------------------------- L28 Oráa


def when_oraa_at_actions(s: Aiw, side: Side, about: Procedure) -> bool:
    """[23.4d] An Uprising can be suppressed."""
    return any(refuse_suppression(s, x) is None for x in ids_of(REGIONS))


def effect_oraa(s: Aiw, side: Side, about: Procedure) -> None:
    """[23.2b] [23.4d] He finds an Expedition more easily, or suppresses an Uprising for nothing."""
    search = s.within(Locate)
    if search is None:
        s.call(ChooseUprising(side))
    else:
        search.bonus += ORAA_LOCATES


@dataclass(slots=True)
class ChooseUprising(PublicPick):
    """[23.4d] Choose the region where the Uprising is suppressed, for no Action Points."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("suppress", x) for x in ids_of(REGIONS)]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        return refuse_suppression(s, x)

    def pick(self, s: Aiw, seat: Side, x: Area) -> None:
        s.call(Suppress(x, bonus=ORAA_SUPPRESSES))
