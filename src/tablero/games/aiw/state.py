"""What is true in a war: parallel lists by block, bitsets, short lists by side.

A piece stands on a *spot* of an area:

    x               in the open: in the space or region x
    INSIDE + x      in the Fortress of space x, while an enemy stands outside
    road(y, x)      on the road that leads from y into x, waiting for a combat there; y is SEA for units that landed

What a block is (`unit`, `strength`) is hidden from the enemy; where it stands, and what it was seen to do, is not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tablero.games.aiw.board import AREAS, SETTINGS, SIDES, Scenario
from tablero.kernel.cards import CardState
from tablero.kernel.frames import Result, won_by
from tablero.kernel.guessing import Fact

# What the numbers of all signatures are. Ids count from 0 in the tables of board.py; -1 is none of them.
Side: TypeAlias = int       # CARLIST or LIBERAL; seats are sides
Area: TypeAlias = int       # a space of the Map of the North (0 to 73) or a region of the rest of Spain (74 to 82)
Spot: TypeAlias = int       # where in an area a piece stands, as above; an area is also the spot in its open
Block: TypeAlias = int      # a piece of wood on the table; which unit it is only its owner sees
Unit: TypeAlias = int       # a sticker: what a block is
Card: TypeAlias = int
Load: TypeAlias = int       # what blocks carry along: FIELD, MOUNTAIN, SACK
LoadKey: TypeAlias = tuple[Spot, Side, Load]        # which load, on the map

# Sets of ids, as bitsets
Areas: TypeAlias = int
Blocks: TypeAlias = int
Units: TypeAlias = int
Cards: TypeAlias = int

OFF: Final = -1                # not on the map: this piece of wood is in no use
INSIDE: Final = AREAS
SEA: Final = AREAS             # where landed units come from

# how a war ends: messages "result.<kind>"
KINDS_OF_END = ("two_cities", "automatic", "decisive", "points", "draw")
TWO_CITIES, AUTOMATIC, DECISIVE, POINTS, DRAW = range(5)


def road(origin: Area, x: Area) -> Spot:
    """The spot on the road from one area, or from the sea, into another."""
    return (2 + origin) * AREAS + x


def area_of(spot: Spot) -> Area:
    return spot % AREAS


def origin_of(spot: Spot) -> Area:
    """Where units came from that wait on a road; SEA for those that landed."""
    return spot // AREAS - 2


@dataclass(slots=True)
class Aiw(CardState):
    scenario: int = 0               # index in SETTINGS
    politics: bool = False          # option: cards of 30.3.5
    plague_and_snow: bool = False   # option: cards of 30.3.6
    year: int = 0
    turn: int = 0                   # 1 to 5
    first: Side = 0                 # plays first this turn
    vp: int = 0                     # above 0 for the Carlists, below for the Liberals
    prestige: int = 0               # box 0 to 3
    debt: int = 0                   # steps that the Prestige marker could not be moved back
    command: list[int] = field(default_factory=list)        # by side: Command Points
    # by block
    at: list[Spot] = field(default_factory=list)            # or OFF
    unit: list[Unit] = field(default_factory=list)          # hidden
    strength: list[int] = field(default_factory=list)       # hidden
    may: list[Units] = field(default_factory=list)          # the units it can be, as far as the enemy knows
    low: list[int] = field(default_factory=list)            # the strength it has at least, as far as the enemy knows
    high: list[int] = field(default_factory=list)           # and at most
    used: Blocks = 0                # those on the map
    wagons: Blocks = 0              # hidden: those that are Supply Trains
    facts: list[Fact] = field(default_factory=list)         # what is known of several blocks together
    # what both sides have seen of blocks
    shown: Blocks = 0               # revealed, in the current combat
    acted: Blocks = 0               # took part in an action of this phase [10.0m]
    forced: Blocks = 0              # made a Forced March in this phase [11.2g]
    stood: Blocks = 0               # will not evade any more where they stand, in this phase [12.2i]
    retreated: Blocks = 0           # in this phase [17.9r]
    landed: Blocks = 0              # by a disembarkation of this phase [13.2]
    abroad: Blocks = 0              # came from a region in this phase [23.1i]
    sortied: Blocks = 0             # out of a besieged Fortress in this combat: can only go back [17.9g]
    hurt: dict[Block, int] = field(default_factory=dict)    # points of strength lost since they were revealed
    led: Blocks = 0                 # by Espartero in this phase (card)
    apart: Blocks = 0               # told apart from their neighbours by a frame on the stack: a Reserve, a group
    late: Blocks = 0                # on a road [11.4j]
    # the map
    open: list[Blocks] = field(default_factory=list)        # by side * AREAS + area: the blocks in the open
    present: list[Areas] = field(default_factory=list)      # by side: the areas where it has blocks in the open
    shut: list[Blocks] = field(default_factory=list)        # by space: the blocks inside its Fortress
    loads: dict[LoadKey, int] = field(default_factory=dict)     # the strength of guns and Knapsacks on the map
    forts: list[Areas] = field(default_factory=list)        # by side: spaces with its Fortress, Cities too
    works: list[Areas] = field(default_factory=list)        # by side: spaces where it builds a Fortress
    siege: Areas = 0                # spaces whose Fortress is besieged
    held: Areas = 0                 # spaces that the Carlists control [4.9]
    touched: Areas = 0              # where something changed since the last `settle`
    uprising: list[int] = field(default_factory=list)       # by region
    pursuit: list[int] = field(default_factory=list)        # by region: the Pursuit marker
    # off the map
    bag: list[Units] = field(default_factory=list)          # hidden, by side: units in the Reinforcements Reserve
    bagged: list[int] = field(default_factory=list)         # by side: how many they are
    bag_may: list[Units] = field(default_factory=list)      # by side: the units that can be there, as the enemy knows
    trains: Units = 0               # Supply Trains in the boxes of both sides
    sacks: list[int] = field(default_factory=list)          # by side: its Knapsacks, in the box or on the map
    partidas: Units = 0             # Partidas in their box
    regionals: Units = 0            # Regional units in their box
    gone: Units = 0                 # units that are out of the game for good
    box_field: int = 0              # the Hidden Artillery box: points of Field Artillery,
    box_mountain: int = 0           # and of Mountain Artillery
    # cards: `barred` are those that another has cancelled; they leave the game where they turn up
    army_due: int = 0               # hidden from all: how many draws until L16 comes up; 0 if it is like the others
    army_within: int = 0            # it comes within so many draws
    cups: list[int] = field(default_factory=list)           # by side * 3 + points - 2: Action Point markers left
    lasting: int = 0                # effects of cards that outlast a phase: a set of LASTING (r07)
    mutiny: Areas = 0               # spaces with a Mutiny marker
    chapelgorris: Block = OFF       # the block with the marker
    royal: Area = OFF               # where the Royal Expedition is
    gomez: Area = OFF               # where the expedition is that Gómez leads
    # the end
    ending: int = -1                # index in KINDS_OF_END
    winner: Side = -1               # -1 for nobody

    @property
    def setting(self) -> Scenario:
        return SETTINGS[self.scenario]

    @property
    def result(self) -> Result | None:
        """[9.0] Nobody may have won: a draw."""
        if self.ending < 0:
            return None
        return won_by(None if self.winner < 0 else self.winner, KINDS_OF_END[self.ending], SIDES)
