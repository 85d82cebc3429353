"""What is true in a battle: parallel lists by unit, two short lists by side, bitsets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tablero.games.dpyr.board import BATTLES, GEFE, MARKERS, SIDES, Battle
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Result, State, won_by

# What the numbers of all signatures are. Ids count from 0 in the tables of board.py; -1 is none of them.
Side: TypeAlias = int       # CARLIST or LIBERAL; seats are sides
Unit: TypeAlias = int       # a counter of this battle: index in BATTLES[s.battle].units
Hex: TypeAlias = int        # index in GRID.names, or one of the places off the map below
Facing: TypeAlias = int     # hexside 0 to 5, clockwise from north
Kind: TypeAlias = int       # class of a unit: INFANTRY, CAVALRY, ARTILLERY, GEFE
Morale: TypeAlias = int     # MACUTO, CHUSQUERO, PISTOLO, BRUTO
Marker: TypeAlias = int     # combat factor marker: index in MARKERS
ActionId: TypeAlias = int   # what an activation is used for: MONTEAR, MOJAR and so on

# Sets of ids, as bitsets
Units: TypeAlias = int
Hexes: TypeAlias = int
Kinds: TypeAlias = int
ActionIds: TypeAlias = int

OFF: Final = -1            # not yet set up or not yet arrived
WITHDRAWN = -2      # off the map, about to roll for rally
GONE = -3           # permanently eliminated
OUT = -4            # out of play but not lost: a replaced Gefe
CONCEALED = -5      # in a view: on the map under a Guirigay marker, nobody knows where

UNKNOWN = -2        # in a view: there is a marker, and the seat may not know which
NEVER = -9          # turn of something that did not happen

# how a battle ends: messages "result.<kind>"
KINDS_OF_END = ("elimination", "surrender", "partial", "clear", "narrow", "draw")
ELIMINATION, SURRENDER, PARTIAL, CLEAR_LEAD, NARROW_LEAD, DRAW = range(6)


@dataclass(slots=True)
class Dpyr(State):
    battle: int = 0                 # index in BATTLES
    graded: bool = False            # option victory
    once: bool = False              # option factor_markers
    top_only: bool = False          # option mojar_damage
    text_signs: bool = False        # option bala_rasa_signs
    early_weather: bool = False     # option luchana_weather
    turn: int = 0
    # by unit
    at: list[Hex] = field(default_factory=list)             # or OFF, WITHDRAWN, GONE or OUT
    facing: list[Facing] = field(default_factory=list)      # the same for all units of a hex
    fire: list[int] = field(default_factory=list)           # fire damage markers
    shock: list[int] = field(default_factory=list)          # shock damage markers
    salvo: list[int] = field(default_factory=list)          # salvo markers of a battery
    marker: list[Marker] = field(default_factory=list)      # hidden; -1 none
    last: list[Hex] = field(default_factory=list)           # from which a unit was withdrawn
    # sets of units
    known: Units = 0                # their factor markers have been shown to both players
    blind: Units = 0                # their factor markers were drawn unseen, not even the owner knows them
    hidden: Units = 0               # under a Guirigay marker
    square: Units = 0
    charged: Units = 0              # made a Ristre this turn
    rode: Units = 0                 # guns that moved in a Montear this turn
    served: Units = 0               # batteries activated for Bala Rasa this turn
    # by side
    ammunition: list[int] = field(default_factory=list)
    flags: list[int] = field(default_factory=list)          # Black Flags left
    veils: list[int] = field(default_factory=list)          # Guirigay markers left for set-up
    cross: list[Unit] = field(default_factory=list)         # decorated, -1 while the Cross is to be had
    played: list[ActionIds] = field(default_factory=list)   # this turn
    fell: list[int] = field(default_factory=list)           # turn in which the Gefe was lost, NEVER
    shaken: list[int] = field(default_factory=list)         # 1 if the Gefe was checked for fire damage this turn
    held: list[Hexes] = field(default_factory=list)         # hexes with units of the side
    # the two containers
    chits: list[Side] = field(default_factory=list)         # activation markers left
    cup: list[Marker] = field(default_factory=list)         # hidden: combat factor markers left
    drawn_carlist: list[Marker] = field(default_factory=list)       # hidden: what the side drew and looked at this turn
    drawn_liberal: list[Marker] = field(default_factory=list)
    # the map
    piles: dict[Hex, tuple[Unit, ...]] = field(default_factory=dict)    # from bottom to top; only occupied hexes
    bridge_repaired: bool = False
    boats_used: bool = False
    under: dict[Hex, Units] = field(default_factory=dict)   # where units are concealed: what they can be for the enemy
    veiled: Hexes = 0               # in a view: hexes with concealed enemy units
    # the end
    ending: int = -1                # index in KINDS_OF_END
    winner: Side = -1               # -1 nobody

    @property
    def b(self) -> Battle:
        """Everything about the battle that does not change."""
        return BATTLES[self.battle]

    @property
    def result(self) -> Result | None:
        if self.ending < 0:
            return None
        return won_by(None if self.winner < 0 else self.winner, KINDS_OF_END[self.ending], SIDES)


def any_concealed(b: Battle, at: list[Hex], hidden: Units) -> dict[Hex, Units]:
    """[6.3f] For each hex with concealed units all that are concealed of their side: nothing more is known."""
    return {at[u]: hidden & b.army_bits[b.side[u]] for u in ids_of(hidden)}


def drawn(s: Dpyr, side: Side) -> list[Marker]:
    return s.drawn_liberal if side else s.drawn_carlist


def known_markers(s: Dpyr, seat: int) -> Units:
    """[3.0h] [3.0i] [3.0j] The units whose factor markers a seat may know: what was drawn unseen nobody, the rest its
    owner, until it is shown."""
    return s.known | (s.b.army_bits[seat] & ~s.blind if seat >= 0 else 0)


def knows_marker(s: Dpyr, seat: int, unit: Unit) -> bool:
    return bool((known_markers(s, seat) >> unit) & 1)


def fire_factor(s: Dpyr, unit: Unit) -> int:
    """[3.0k] The printed fire factor, or the marker's."""
    m = s.marker[unit]
    return MARKERS[m].fire if m >= 0 else s.b.units[unit].fire


def attack_factor(s: Dpyr, unit: Unit) -> int:
    m = s.marker[unit]
    return MARKERS[m].attack if m >= 0 else s.b.units[unit].attack


def defence_factor(s: Dpyr, unit: Unit) -> int:
    m = s.marker[unit]
    return MARKERS[m].defence if m >= 0 else s.b.units[unit].defence


def strength(s: Dpyr, side: Side) -> int:
    """[5.1b] [7.1d] [7.2a] How many units a side has on the map: Gefes do not count."""
    at, kind = s.at, s.b.kind
    return sum(at[u] >= 0 and kind[u] != GEFE for u in s.b.army[side])


def standing(s: Dpyr, side: Side) -> int:
    """The same as everybody may count them: in a view, concealed units are on the map too."""
    return sum((s.at[u] >= 0 or s.at[u] == CONCEALED) and s.b.kind[u] != GEFE for u in s.b.army[side])


def gefe(s: Dpyr, side: Side) -> Unit:
    """The side's Gefe on the map, or -1."""
    for u in s.b.of_kind[side][GEFE]:
        if s.at[u] >= 0:
            return u
    return -1


def unseen_by_owner(s: Dpyr, unit: Unit) -> bool:
    """[3.0i] A marker that nobody has looked at yet."""
    return bool(s.blind & ~s.known & 1 << unit)
