"""What is true in a war: parallel lists by unit and by place, bitsets of spaces and units, short lists by side.

A unit is in a *place*: a space of the map, or one of the boxes that board.py numbers after the spaces (RESERVE,
ELIMINATED, GONE, AFRICA, TRACK, POOL), each by side. Units of both sides never share a space [9.1.3a], and a side
controls every space in which it has units. Only hands and draw piles are hidden.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from tablero.games.car.board import SETTINGS, SIDES, Scenario
from tablero.kernel.cards import CardState
from tablero.kernel.frames import Result, won_by

# What the numbers of all signatures are. Ids count from 0 in the tables of board.py; -1 is none of them.
Side: TypeAlias = int       # NAT or REP; seats are sides
Space: TypeAlias = int
Place: TypeAlias = int      # a space or a box
Unit: TypeAlias = int       # a counter: a division or a corps
Card: TypeAlias = int
Half: TypeAlias = int       # half a point, of Replacement or of Strategic Redeployment

# Sets of ids, as bitsets
Spaces: TypeAlias = int
Units: TypeAlias = int
Cards: TypeAlias = int

# kinds of actions, as on the Action Chart [7.1.4]
NO_ACTION, BY_OPS, BY_SR, BY_RP, BY_EVENT, AUTOMATIC = range(6)

# kinds of Replacement Points, by side twice [14.1.1.1]
NAT_RP, AXIS_RP, REP_RP, SOV_RP = range(4)

# what can change Republican Morale only once in a game, a set in `once` [16.3.3]
LINKED_NORTH, END_OF_NORTH, DIVIDED_REP, DIVIDED_NAT = (1 << n for n in range(4))

# special Trench markers of the Republic, by index in `specials` [10.2.9]
MADRID_TRENCH, BILBAO_TRENCH, FORTIFICATIONS = range(3)

# how a war ends: messages "result.<kind>"
KINDS_OF_END = ("points", "draw", "morale", "cities", "coup")
BY_POINTS, DRAW, BY_MORALE, BY_CITIES, COUP = range(5)


@dataclass(slots=True)
class Car(CardState):
    scenario: int = 0                   # index in SETTINGS
    corridor: bool = False              # option: the Corridor of Grado
    turn: int = 0                       # 1 to 18
    round: int = 0                      # 1 to 6; 0 outside of the Action Phase
    side: Side = 0                      # whose Action Round it is
    vp: int = 0                         # Victory Points
    rm: int = 0                         # Republican Morale
    rp: list[Half] = field(default_factory=list)            # by kind of Replacement Point
    chart: list[int] = field(default_factory=list)          # by side * 6 + round - 1: the kind of action taken
    top: list[Card] = field(default_factory=list)           # by side: the last card it has discarded; -1 for none
    clues: list[tuple[Side, Cards, int]] = field(default_factory=list)      # what all know of hands: (side, cards, n):
                                                            # n or more of these cards are in its hand; oldest first
    # units
    at: list[Place] = field(default_factory=list)           # by unit
    here: list[Units] = field(default_factory=list)         # by place: the units in it
    reduced: Units = 0                                      # those that have lost a step
    due: list[tuple[Unit, int]] = field(default_factory=list)       # corps on the Turn track, and the Turn of return
    # the map
    held: Spaces = 0                    # controlled by the Nationalists
    occupied: list[Spaces] = field(default_factory=list)    # by side: the spaces with its units
    full: Spaces = 0                    # spaces with as many units as stacking allows
    positions: Spaces = 0               # spaces with a Position; works belong to whoever controls the space
    trenches: Spaces = 0
    specials: list[int] = field(default_factory=list)       # by kind of special Trench: markers not yet used
    special: Spaces = 0                 # the spaces whose Trench is one of those
    tried: list[Spaces] = field(default_factory=list)       # spaces with a DRM marker for works: -1, and -2
    sieges: list[int] = field(default_factory=list)         # by Siege: how many assaults it resists; 0 when it is over
    isolated: Spaces = 0                # spaces with an Isolated Space marker
    beach: Space = -1                   # the Beach Head that is a space now
    coast: Space = -1                   # the space it is joined with
    deadline: int = 0                   # Turn in whose War Status Phase the landing in Mallorca is judged; 0 for never
    captured: list[Spaces] = field(default_factory=list)    # taken by the Republic this Turn, and in the last
    bonus_rm: Spaces = 0                # spaces with a bonus marker of a Strategic Counterattack
    bonus_vp: Spaces = 0
    # flags of the war
    strait: Side = 1                    # who controls the Strait of Gibraltar
    shortage: bool = True               # of ammunition, in the Nationalist Northern zone
    madrid: int = 3                     # what the Nationalists owe for Madrid at the end of Turn 5
    severed: list[bool] = field(default_factory=list)           # by side: is it cut off from its friendly country?
    once: int = 0                       # a set of LINKED_NORTH ...
    severe: int = 0                     # the Turn of the Severe Winter; 0 for none
    early: bool = False                 # the Army of Africa arrives earlier in Turn 3
    waiting: int = 0                    # units of it that are due and could not be placed
    # this Turn
    chain: list[int] = field(default_factory=list)          # by side: bit of BY_SR or BY_RP played in its last Round
    operations: list[int] = field(default_factory=list)     # by side: plays that count for the Winter limit
    reinforced: int = 0                 # set of side * 2 + kind of the Reinforcement Events played
    countered: bool = False             # a Strategic Counterattack was played
    this_turn: Cards = 0                # cards whose event was played in it
    hampered: list[Cards] = field(default_factory=list)     # by side: cards that hamper its next Action Round
    silenced: Cards = 0                 # cards that may not be played as events
    relieved: Spaces = 0                # Isolated Spaces that a militia from the Reserve has reached
    # the end
    ending: int = -1                    # index in KINDS_OF_END
    winner: Side = -1                   # -1 for nobody

    @property
    def setting(self) -> Scenario:
        return SETTINGS[self.scenario]

    @property
    def result(self) -> Result | None:
        """[5.0a] Nobody may have won: a draw."""
        if self.ending < 0:
            return None
        return won_by(None if self.winner < 0 else self.winner, KINDS_OF_END[self.ending], SIDES)
