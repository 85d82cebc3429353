"""The Liberal Events: applied as soon as they are taken [7.1b]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.aiw.board import (
    CARD, CARLIST, CITIES, FOOT, FOREIGN, LIBERAL, LIBERAL_ZONE, NORTH, PORTS, PROVINCE, REGIONS, REMOVED, TOWNS, UNIT,
    area
)
from tablero.games.aiw.cards.expeditions import NOT_THERE
from tablero.games.aiw.cards.reinforcing import ANOTHER_PLACE, Bring, Draft, Restore, Sicken
from tablero.games.aiw.fog import fact
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r04_map import besieged, capacity, friendly, port_works
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_area, of_units
from tablero.games.aiw.rules.r07_cards.s00_decks import LEVY, UNITED_COMMAND, cancel
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard
from tablero.games.aiw.rules.r08_command import add_command
from tablero.games.aiw.rules.r09_victory import FROM_CARD, expeditions, prestige_back, score
from tablero.games.aiw.rules.r20_reinforcements.s00_places import unit_places
from tablero.games.aiw.rules.r20_reinforcements.s01_liberal import PlaceGun
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_EVENT
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.rules.r22_uprising import ChooseRegion, level, lower_level, risable_regions
from tablero.games.aiw.state import Aiw, Area, Areas, Card, Side, Unit
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of, union
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Pick, PublicPick

RP = 2          # half points


def towns_of(s: Aiw, *provinces: str) -> Areas:
    """Unbesieged friendly Cities and Main Towns of the Liberal Zone in these provinces."""
    towns = (CITIES | TOWNS) & LIBERAL_ZONE & ~s.held & ~(s.siege & s.forts[LIBERAL])
    return towns & union(PROVINCE[name] for name in provinces)


def effect_quadruple_alliance(s: Aiw, side: Side, about: Procedure) -> None:
    """[9.1o] [8.0a] Prestige falls; a Command Point."""
    prestige_back(s, 1)
    add_command(s, LIBERAL, 1)


def effect_rodil_army(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.2a] Two units out of the bag for Castile-León or the towns along the Ebro."""
    areas = 1 << area("castile_leon") | towns_of(s, "alava", "burgos", "la_rioja", "navarre")
    s.call(Draft(LIBERAL, 2, areas, RP))


def effect_cholera(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.1d] Two Liberal units and a Carlist one lose strength."""
    s.call(Cholera())


@dataclass(slots=True)
class Cholera(Procedure):
    """[7.1d] First the Liberal in two places, then the Carlist."""

    def steps(self) -> tuple[str, ...]:
        return ("liberal", "carlist")

    def liberal(self, s: Aiw) -> None:
        """[7.1d] Two units, in two places if possible."""
        s.call(Sicken(LIBERAL, 2, apart=True))

    def carlist(self, s: Aiw) -> None:
        """[7.1d] One unit."""
        s.call(Sicken(CARLIST, 1))


def effect_british_legion(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.2a] The British Legion lands at San Sebastián, in another port, or in Asturias-Cantabria."""
    s.call(Legion([UNIT[name] for name in ("l_br1", "l_br2", "l_br3", "l_brc1")]))


def legion_ports(s: Aiw) -> Areas:
    """[4.3d] [18.0b] Where the Legion may land now: a besieged Fortress takes what it holds."""
    ports = 1 << area("asturias_cantabria")
    for x in ids_of(PORTS & LIBERAL_ZONE & ~s.held):
        room = not besieged(s, LIBERAL, x) or fighters(s, s.shut[x]).bit_count() < capacity(x)
        if port_works(s, x) and room:
            ports |= 1 << x
    return ports


@dataclass(slots=True)
class Legion(Procedure):
    """[7.2a] Its units are placed one by one, together or divided."""

    units: list[Unit]

    def steps(self) -> tuple[str, ...]:
        return ("place",)

    def place(self, s: Aiw) -> str | None:
        """[7.2a] [18.0b] Each time the room of besieged Fortresses is checked again."""
        if not self.units:
            return None
        s.call(Bring(LIBERAL, [self.units.pop(0)], legion_ports(s)))
        return "place"


def effect_french_legion(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.2a] [7.0f] The French Legion comes to Aragón or Catalonia; France closes its border."""
    cancel(s, "contraband")
    regions = 1 << area("aragon") | 1 << area("catalonia")
    s.call(Bring(LIBERAL, [UNIT["l_fr1"], UNIT["l_polc1"]], regions, together=True))


def effect_portuguese_division(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.2a] The Portuguese come to Castile-León, or to a Main Town of Burgos."""
    areas = 1 << area("castile_leon") | towns_of(s, "burgos")
    s.call(Bring(LIBERAL, [UNIT["l_pt1"]], areas))


def effect_mendizabal_levy(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.2a] [10.5d] Two Provincial Regiments, and better replacements this year."""
    s.lasting |= LEVY
    s.call(Levy([UNIT["l_pr8"], UNIT["l_pr9"]]))


@dataclass(slots=True)
class Levy(Procedure):
    """[7.2a] Each where a reinforcement may be placed."""

    units: list[Unit]

    def steps(self) -> tuple[str, ...]:
        return ("place",)

    def place(self, s: Aiw) -> str | None:
        """[7.2a] [20.1b] One after the other."""
        if not self.units:
            return None
        s.call(Bring(LIBERAL, [self.units.pop(0)], unit_places(s, LIBERAL)))
        return "place"


def effect_eliot_convention(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.0f] [7.1d] Prisoners are exchanged; the war without quarter ends."""
    cancel(s, "no_quarter")
    s.call(Exchange())


@dataclass(slots=True)
class Exchange(Procedure):
    """[7.1d] First the Carlist, then the Liberal restores up to two units."""

    def steps(self) -> tuple[str, ...]:
        return ("carlist", "liberal")

    def carlist(self, s: Aiw) -> None:
        """[7.1d] Up to two units."""
        s.call(Restore(CARLIST, 2))

    def liberal(self, s: Aiw) -> None:
        """[7.1d] Up to two units."""
        s.call(Restore(LIBERAL, 2))


ALLIES = ("british_legion", "french_legion", "portuguese_division")


def effect_army_of_the_north(s: Aiw, side: Side, about: Procedure) -> None:
    """[8.0a] [20.1d] The command is united, and the allies are called."""
    add_command(s, LIBERAL, 2)
    s.lasting |= UNITED_COMMAND
    s.call(ArmyOfTheNorth())


@dataclass(slots=True)
class ArmyOfTheNorth(Procedure):
    """[7.1d] Two points of Artillery, then one of the allied corps."""

    guns: int = 2

    def steps(self) -> tuple[str, ...]:
        return ("place_gun", "call_ally", "apply_ally")

    def place_gun(self, s: Aiw) -> str | None:
        """[20.1d] [20.2f] Two points, as reinforcements."""
        if not self.guns:
            return None
        self.guns -= 1
        s.call(PlaceGun(LIBERAL))
        return "place_gun"

    def call_ally(self, s: Aiw) -> None:
        """[7.1d] One of the three allied corps that are still in the deck."""
        s.answer = -1
        s.call(CallAlly(LIBERAL))

    def apply_ally(self, s: Aiw) -> None:
        """[7.1d] It is applied as if it had been taken."""
        if s.answer >= 0:
            s.call(PlayCard(LIBERAL, s.answer))


@dataclass(slots=True)
class CallAlly(PublicPick):
    """[7.1d] Choose the allied corps that comes."""

    def _there(self, s: Aiw) -> list[Card]:
        """Which are left is known to all: they have been played or they are in the deck."""
        return [CARD[name] for name in ALLIES if not (s.piles[REMOVED] | s.barred) >> CARD[name] & 1]

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if self._there(s) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("ally", card) for card in self._there(s)]


def effect_la_granja(s: Aiw, side: Side, about: Procedure) -> None:
    """[10.0c] The mutiny of La Granja: two points instead of a marker, and the Royal Guard does nothing."""
    phase(s).effects.append(CARD["la_granja"])


def effect_disentailment(s: Aiw, side: Side, about: Procedure) -> None:
    """[21.0a] [22.0a] Four Replacement Points; a region of the Carlist's choice rises."""
    s.call(Disentailment())


@dataclass(slots=True)
class Disentailment(Procedure):
    """[21.0a] Points first, then the Uprising."""

    def steps(self) -> tuple[str, ...]:
        return ("spend", "rise")

    def spend(self, s: Aiw) -> None:
        """[21.0a] Four points, at once."""
        s.call(Spend(LIBERAL, 4 * RP, BY_EVENT))

    def rise(self, s: Aiw) -> None:
        """[22.0a] The Carlist names a region below its height."""
        s.call(ChooseRegion(risable_regions(s)))


def effect_mutinies(s: Aiw, side: Side, about: Procedure) -> None:
    """[6.0f] The Carlist puts Mutiny markers among the Liberals."""
    s.call(Mutinies())


NATIVE_FOOT = FOOT & ~FOREIGN


@dataclass(slots=True)
class Mutinies(Procedure):
    """[6.0f] Two markers in two spaces of the Liberal Zone; in each a unit loses strength."""

    left: int = 2
    tried: Areas = 0        # spaces that were named

    def steps(self) -> tuple[str, ...]:
        return ("name", "suffer")

    def name(self, s: Aiw) -> str | None:
        """[6.0f] The Carlist names a space; the Liberal says if he has infantry of his own there."""
        if not self.left:
            return END
        s.answer = -1
        s.call(NameMutiny(CARLIST))
        return None

    def suffer(self, s: Aiw) -> str:
        """[6.0f] One Infantry unit of strength 2 or more loses a point."""
        x = s.answer
        if x < 0:
            return END
        s.reveal()
        blocks = in_area(s, LIBERAL, x)
        if not of_units(s, blocks, NATIVE_FOOT):
            fact(s, blocks, ~NATIVE_FOOT, blocks.bit_count())
            s.tell("no_mutiny", x)
            return "name"
        fact(s, blocks, NATIVE_FOOT, 1)
        self.left -= 1
        s.mutiny |= 1 << x
        s.tell("mutiny", x)
        s.call(Sicken(LIBERAL, 1, areas=1 << x, units=FOOT))
        return "name"


NO_LIBERALS = Refusal("7.1d", "no_liberals_there")


@dataclass(slots=True)
class NameMutiny(Pick):
    """[6.0f] Name a space of the Liberal Zone with Liberal infantry, for a Mutiny marker."""

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if any(self.refuse(s, self.who, a) is None for a in self.candidates(s, self.who)) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("mutiny", x) for x in ids_of(LIBERAL_ZONE & NORTH)]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        if s.caller(self, Mutinies).tried >> x & 1:
            return ANOTHER_PLACE
        there = any(s.may[b] & NATIVE_FOOT for b in ids_of(in_area(s, LIBERAL, x)))
        return None if there and (LIBERAL_ZONE & NORTH) >> x & 1 else NO_LIBERALS

    def pick(self, s: Aiw, seat: Side, x: Area) -> None:
        s.answer = x
        s.caller(self, Mutinies).tried |= 1 << x


def effect_discipline(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.0f] [9.1e] Espartero restores discipline."""
    s.mutiny = 0
    cancel(s, "mutinies")
    if s.forts[LIBERAL] & CITIES == CITIES and not s.siege & CITIES:
        score(s, LIBERAL, 1, FROM_CARD)
    s.call(Restore(LIBERAL, 3, areas=NORTH | REGIONS, one_place=True))


def effect_narvaez(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.2a] [22.0b] The Army of Reserve: a unit for the south, and quieter regions."""
    s.call(Reserve())


SOUTH = bitset(area(name) for name in ("new_castile", "andalusia", "extremadura"))


@dataclass(slots=True)
class Reserve(Procedure):
    """[7.2a] A unit out of the bag, then two regions are lowered."""

    left: int = 2
    lowered: int = 0

    def steps(self) -> tuple[str, ...]:
        return ("draft", "quieten")

    def draft(self, s: Aiw) -> None:
        """[7.2a] One unit, or two Replacement Points."""
        s.call(Draft(LIBERAL, 1, SOUTH & ~(1 << area("extremadura")), 2 * RP))

    def quieten(self, s: Aiw) -> str | None:
        """[22.0b] Two different regions of the south."""
        if not self.left:
            return None
        self.left -= 1
        s.call(Quieten(LIBERAL))
        return "quieten"


@dataclass(slots=True)
class Quieten(PublicPick):
    """[22.0b] Choose a region of the south where the Uprising falls."""

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if any(self.refuse(s, self.who, a) is None for a in self.candidates(s, self.who)) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("quieten", x) for x in ids_of(REGIONS)]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        restless = SOUTH >> x & 1 and level(s, x) > 0 and not expeditions(s) >> x & 1
        return None if restless and not s.caller(self, Reserve).lowered >> x & 1 else NOT_THERE

    def pick(self, s: Aiw, seat: Side, x: Area) -> None:
        s.caller(self, Reserve).lowered |= 1 << x
        lower_level(s, x)


def effect_munagorri(s: Aiw, side: Side, about: Procedure) -> None:
    """[9.1e] Peace and Fueros: a die, better with Irún or Vergara."""
    die = s.die()
    helped = friendly(s, LIBERAL, area("irun")) or friendly(s, LIBERAL, area("vergara"))
    s.tell("card_die", CARD["munagorri"], die)
    if die + helped >= 5:
        score(s, LIBERAL, 1, FROM_CARD)
    elif die + helped >= 3:
        add_command(s, CARLIST, -1)
        guipuzcoa = PROVINCE["guipuzcoa"] & ~(s.siege & s.forts[CARLIST])
        s.call(Sicken(CARLIST, 1, areas=guipuzcoa, units=FOOT))
