"""The Carlist Events: applied as soon as they are taken [7.1b]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablero.games.aiw.board import (
    AREAS, ARMY, CARD, CARLIST, CITIES, FIELD, FOREIGN, FOREIGN_BATTALION, FRANCE, LIBERAL, MOST, MOUNTAIN, SPACES,
    UNITS, area
)
from tablero.games.aiw.cards.reinforcing import Bring, Draft, Restore
from tablero.games.aiw.fog import know, pick_out
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_area, on_map
from tablero.games.aiw.rules.r05_units.s03_strength import gain, lose
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.rules.r07_cards.s00_decks import CABRERA, DECREE, EXECUTIONS, LOANS, MAROTO, RIOTS, cancel
from tablero.games.aiw.rules.r08_command import add_command
from tablero.games.aiw.rules.r09_victory import FROM_CARD, expeditions, prestige_back, prestige_forward, score
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r20_reinforcements.s00_places import unit_places
from tablero.games.aiw.rules.r20_reinforcements.s02_carlist import box_room
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_EVENT
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.rules.r22_uprising import TOP, level, raise_level
from tablero.games.aiw.state import Aiw, Block, Blocks, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import PublicPick

RP = 2                  # half points
FRENCH_MOST = 3         # Replacement Points that contraband brings at most
BRITISH: Final = bitset(i for i, unit in enumerate(UNITS) if unit.troop == "BR")


def effect_don_carlos(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.2a] [9.1i] [9.1j] The King comes: Prestige, and a unit out of the bag."""
    prestige_forward(s, 1)
    s.call(Draft(CARLIST, 1, unit_places(s, CARLIST), 2 * RP))


def effect_contraband(s: Aiw, side: Side, about: Procedure) -> None:
    """[4.5b] [21.0a] A Replacement Point for each controlled space on the border that nobody besieges."""
    spaces = s.held & FRANCE & ~(s.siege & s.forts[CARLIST])
    points = min(FRENCH_MOST, spaces.bit_count())
    if points:
        s.call(Spend(CARLIST, points * RP, BY_EVENT))


def effect_foundry(s: Aiw, side: Side, about: Procedure) -> None:
    """[14.3a] [20.2f] A point of each kind for the Hidden Artillery box, as counters are left."""
    if box_room(s, FIELD):
        s.box_field += 1
    if box_room(s, MOUNTAIN):
        s.box_mountain += 1


def effect_zumalacarregui_death(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.0f] [8.0a] [9.1o] A die, worse while a City is besieged: on 4 or less he dies."""
    die = s.die()
    s.tell("card_die", CARD["zumalacarregui_death"], die)
    if s.siege & CITIES & s.forts[LIBERAL]:
        die -= 2
    if die <= 4:
        cancel(s, "zumalacarregui")
        add_command(s, CARLIST, -2)
        prestige_back(s, 1)


def effect_durango_decree(s: Aiw, side: Side, about: Procedure) -> None:
    """[8.0a] [17.5a] No quarter for foreigners this year: their morale is lower; the Liberals gain a Command Point."""
    s.lasting |= DECREE
    add_command(s, LIBERAL, 1)


def effect_cabrera(s: Aiw, side: Side, about: Procedure) -> None:
    """[22.0a] [23.4d] Valencia-Murcia and Aragón rise, and the former is harder to quieten for good."""
    raise_level(s, area("valencia_murcia"))
    raise_level(s, area("aragon"))
    s.lasting |= CABRERA


def effect_riots(s: Aiw, side: Side, about: Procedure) -> None:
    """[8.0a] [10.0c] The Liberals lose a Command Point, and a point of their next marker."""
    add_command(s, LIBERAL, -1)
    s.lasting |= RIOTS


def effect_foreign_battalion(s: Aiw, side: Side, about: Procedure) -> None:
    """[5.4q] [7.2a] It enters, or is brought to full strength, or is worth a Replacement Point."""
    unit = FOREIGN_BATTALION
    if unit not in s.unit and not s.gone >> unit & 1:
        s.call(Bring(CARLIST, [unit], unit_places(s, CARLIST)))
        return
    s.reveal()
    block = s.unit.index(unit) if unit in s.unit else -1
    spot = s.at[block] if block >= 0 else -1
    missing = MOST[unit] - s.strength[block] if 0 <= spot < SPACES else 0
    if missing:
        (block,) = pick_out(s, [block])
        know(s, block)
        gain(s, block, missing)
    else:
        s.call(Spend(CARLIST, RP, BY_EVENT))


def effect_loans(s: Aiw, side: Side, about: Procedure) -> None:
    """[10.5d] [21.0a] Three Replacement Points, and better replacements this year."""
    s.lasting |= LOANS
    s.call(Spend(CARLIST, 3 * RP, BY_EVENT))


def effect_legions_melt(s: Aiw, side: Side, about: Procedure) -> None:
    """[5.4q] [7.0f] Every foreign unit of the Liberals loses strength, and one British unit goes."""
    cancel(s, "british_legion")
    s.call(LegionsMelt())


@dataclass(slots=True)
class LegionsMelt(Procedure):
    """[5.4q] The foreign units are known, for all of them lose strength."""

    foreigners: Blocks = 0

    def steps(self) -> tuple[str, ...]:
        return ("melt", "leave", "end")

    def melt(self, s: Aiw) -> None:
        """[5.3b] A point each; who has no more leaves the game."""
        s.reveal()
        for unit in ids_of(FOREIGN & ARMY[LIBERAL]):
            if unit in s.unit:
                (block,) = pick_out(s, [s.unit.index(unit)])
                know(s, block)
                if not lose(s, block):
                    self.foreigners |= 1 << block
                    s.apart |= 1 << block

    def leave(self, s: Aiw) -> None:
        """[7.1d] Then one of the British."""
        s.call(LeaveSpain(LIBERAL))

    def end(self, s: Aiw) -> None:
        """[11.3f] [4.9g] Guns and Trains that are alone now; control is checked again."""
        s.apart &= ~self.foreigners
        check_escorts(s)
        settle(s)


NOT_BRITISH = Refusal("7.1d", "british_unit")


@dataclass(slots=True)
class LeaveSpain(PublicPick):
    """[7.1d] Choose the British unit that leaves the game."""

    def _there(self, s: Aiw) -> Blocks:
        return bitset(b for b in ids_of(on_map(s, LIBERAL)) if not s.may[b] & ~BRITISH)

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if self._there(s) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("dismiss", b) for x in range(AREAS) for b in ids_of(in_area(s, seat, x))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return None if self._there(s) >> block & 1 else NOT_BRITISH

    def pick(self, s: Aiw, seat: Side, block: Block) -> None:
        eliminate(s, block)


def effect_zaratiegui(s: Aiw, side: Side, about: Procedure) -> None:
    """[9.1e] [22.0a] An Expedition in the Castiles is worth a point; else one of them rises."""
    castiles = area("castile_leon"), area("new_castile")
    if expeditions(s) & (1 << castiles[0] | 1 << castiles[1]):
        score(s, CARLIST, 1, FROM_CARD)
    else:
        raise_level(s, castiles[0] if level(s, castiles[0]) < TOP else castiles[1])


def effect_basilio_garcia(s: Aiw, side: Side, about: Procedure) -> None:
    """[22.0a] New Castile and Extremadura rise."""
    raise_level(s, area("new_castile"))
    raise_level(s, area("extremadura"))


def effect_court_intrigues(s: Aiw, side: Side, about: Procedure) -> None:
    """[8.0a] [10.0c] A Command Point is lost, and the lower of two markers counts."""
    add_command(s, CARLIST, -1)
    phase(s).effects.append(CARD["court_intrigues"])


def effect_maroto(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.0f] [8.0a] [23.0b] Maroto takes command: nobody leaves the North for a region this year."""
    cancel(s, "court_intrigues")
    add_command(s, CARLIST, 2)
    s.lasting |= MAROTO
    s.call(Restore(CARLIST, 2))


def effect_estella_executions(s: Aiw, side: Side, about: Procedure) -> None:
    """[7.0f] [9.1e] [10.0c] A point and a Command Point are lost; then an Action Point more a phase this year."""
    score(s, LIBERAL, 1, FROM_CARD)
    add_command(s, CARLIST, -1)
    cancel(s, "court_intrigues")
    s.lasting |= EXECUTIONS
    phase(s).effects.append(CARD["estella_executions"])
